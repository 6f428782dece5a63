package org.pyptoj.torch;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Views, and functions that put tensors together or take them apart. */
final class ShapeFunctions {
  private ShapeFunctions() {}

  static Object call(String name, Arguments a) {
    return switch (name) {
      case "reshape" -> {
        a.bind("input shape...");
        yield a.tensor("input").reshape(a.integers("shape"));
      }
      case "reshape_as", "view_as" -> {
        a.bind("input other");
        yield a.tensor("input").reshape(a.tensor("other").shape());
      }
      case "view" -> view(a.bind("input shape... dtype"));
      case "flatten" -> {
        a.bind("input start_dim end_dim");
        yield a.tensor("input").flatten(a.integer("start_dim", 0), a.integer("end_dim", -1));
      }
      case "ravel" -> a.bind("input").tensor("input").flatten(0, -1);
      case "unflatten" -> unflatten(a.bind("input dim sizes"));
      case "transpose", "swapaxes", "swapdims" -> {
        a.bind("input dim0 dim1");
        yield a.tensor("input").transpose(a.integer("dim0"), a.integer("dim1"));
      }
      case "t", "T", "mT", "H" -> matrixTranspose(name, a.bind("input").tensor("input"));
      case "adjoint" -> a.bind("input").tensor("input").transpose(-2, -1);
      case "permute" -> {
        a.bind("input dims...");
        yield a.tensor("input").permute(a.integers("dims"));
      }
      case "movedim", "moveaxis" -> {
        a.bind("input source destination");
        yield a.tensor("input").moveDims(a.integers("source"), a.integers("destination"));
      }
      case "squeeze" -> squeeze(a.bind("input dim"));
      case "unsqueeze" -> {
        a.bind("input dim");
        yield a.tensor("input").unsqueeze(a.integer("dim"));
      }
      case "expand" -> {
        a.bind("input size...");
        yield a.tensor("input").expand(a.integers("size"));
      }
      case "expand_as" -> {
        a.bind("input other");
        yield a.tensor("input").expand(a.tensor("other").shape());
      }
      case "broadcast_to" -> {
        a.bind("input size");
        yield a.tensor("input").expand(a.integers("size"));
      }
      case "broadcast_tensors" -> {
        a.bind("tensors...");
        List<Tensor> tensors = a.tensors("tensors");
        long[] shape = Shapes.broadcast(tensors);
        yield new Values.Tuple(tensors.stream().map(t -> t.expand(shape)).toList());
      }
      case "broadcast_shapes" -> {
        a.bind("shapes...");
        long[] shape = {};
        for (Object s : a.list("shapes")) {
          shape =
              Shapes.broadcast(
                  shape,
                  new Arguments(name, List.of(s), java.util.Map.of()).bind("s").integers("s"));
        }
        yield new Values.Size(shape);
      }
      case "narrow" -> {
        a.bind("input dim start length");
        yield a.tensor("input").narrow(a.integer("dim"), a.integer("start"), a.integer("length"));
      }
      case "select" -> {
        a.bind("input dim index");
        yield a.tensor("input").select(a.integer("dim"), a.integer("index"));
      }
      case "unbind" -> {
        a.bind("input dim");
        yield new Values.Tuple(a.tensor("input").unbind(a.integer("dim", 0)));
      }
      case "split" -> split(a.bind("input split_size_or_sections dim split_size"));
      case "split_with_sizes" -> {
        a.bind("input split_sizes dim");
        yield pieces(a.tensor("input"), a.integers("split_sizes"), a.integer("dim", 0));
      }
      case "chunk" -> {
        a.bind("input chunks dim");
        Tensor x = a.tensor("input");
        long dim = a.integer("dim", 0);
        long chunks = a.integer("chunks");
        if (chunks <= 0) {
          throw TorchError.runtime("chunk needs a positive number of chunks, got " + chunks);
        }
        yield even(x, Math.max((x.size(dim) + chunks - 1) / chunks, 1), dim);
      }
      case "tensor_split" -> tensorSplit(a.bind("input indices_or_sections dim"));
      case "diagonal" -> {
        a.bind("input offset dim1 dim2");
        yield a.tensor("input")
            .diagonal(a.integer("offset", 0), a.integer("dim1", 0), a.integer("dim2", 1));
      }
      case "unfold" -> {
        a.bind("input dimension size step");
        yield unfold(
            a.tensor("input"), a.integer("dimension"), a.integer("size"), a.integer("step"));
      }
      case "as_strided" -> asStrided(a.bind("input size stride storage_offset"));
      case "cat", "concat", "concatenate" -> {
        a.bind("tensors dim");
        yield cat(a.tensors("tensors"), a.integer("dim", 0));
      }
      case "stack" -> {
        a.bind("tensors dim");
        yield stack(a.tensors("tensors"), a.integer("dim", 0));
      }
      case "hstack" -> {
        List<Tensor> parts = atLeast(a.bind("tensors").tensors("tensors"), 1);
        yield cat(parts, parts.get(0).rank() == 1 ? 0 : 1);
      }
      case "vstack", "row_stack" -> cat(atLeast(a.bind("tensors").tensors("tensors"), 2), 0);
      case "dstack" -> {
        List<Tensor> parts = new ArrayList<>();
        for (Tensor t : atLeast(a.bind("tensors").tensors("tensors"), 2)) {
          parts.add(t.rank() == 2 ? t.unsqueeze(2) : t);
        }
        yield cat(parts, 2);
      }
      case "repeat" -> {
        a.bind("input sizes...");
        yield repeat(a.tensor("input"), a.integers("sizes"));
      }
      case "tile" -> {
        a.bind("input dims...");
        Tensor x = a.tensor("input");
        long[] times = a.integers("dims");
        while (times.length < x.rank()) {
          times = Shapes.insert(times, 0, 1);
        }
        yield repeat(x, times);
      }
      case "repeat_interleave" -> repeatInterleave(a.bind("input repeats dim output_size"));
      case "roll" -> roll(a.bind("input shifts dim"));
      case "flip" -> {
        a.bind("input dims...");
        Tensor x = a.tensor("input");
        for (long dim : a.integers("dims")) {
          x = reversed(x, dim);
        }
        yield x.copy();
      }
      case "fliplr" -> reversed(a.bind("input").tensor("input"), 1).copy();
      case "flipud" -> reversed(a.bind("input").tensor("input"), 0).copy();
      case "rot90" -> {
        a.bind("input k dims");
        Tensor x = a.tensor("input");
        long[] dims = a.given("dims") ? a.integers("dims") : new long[] {0, 1};
        for (long k = Math.floorMod(a.integer("k", 1), 4L); k > 0; k--) {
          x = reversed(x, dims[1]).transpose(dims[0], dims[1]);
        }
        yield x.copy();
      }
      case "meshgrid" -> meshgrid(a.bind("tensors... indexing"));
      case "atleast_1d" -> atLeast(List.of(a.bind("input").tensor("input")), 1).get(0);
      case "atleast_2d" -> atLeast(List.of(a.bind("input").tensor("input")), 2).get(0);
      default -> Dispatch.MISSING;
    };
  }

  private static Tensor view(Arguments a) {
    Tensor x = a.tensor("input");
    Object first = a.positional().size() == 2 ? a.positional().get(1) : a.get("dtype");
    if (first instanceof Dtype d) {
      return reinterpret(x, d);
    }
    long[] shape = a.integers("shape");
    Tensor view = x.viewOrNull(shape);
    if (view == null) {
      throw TorchError.runtime(
          "a view of shape %s is impossible with these strides; use reshape"
              .formatted(Shapes.text(shape)));
    }
    return view;
  }

  /** The same bytes as another element type; the last dimension changes with the size. */
  private static Tensor reinterpret(Tensor x, Dtype dtype) {
    int from = x.dtype().size();
    int to = dtype.size();
    if (from == to) {
      return new Tensor(x.storage(), dtype, x.shape(), x.strides(), x.offset());
    }
    if (x.rank() == 0) {
      throw TorchError.runtime("a view with another element size needs at least one dimension");
    }
    int last = x.rank() - 1;
    long bytes = x.shape()[last] * from;
    if (x.strides()[last] != 1 || bytes % to != 0 || x.offset() * from % to != 0) {
      throw TorchError.runtime(
          "a view of %s as %s needs a contiguous last dimension of a fitting size"
              .formatted(x.dtype(), dtype));
    }
    long[] strides = x.strides().clone();
    for (int d = 0; d < last; d++) {
      if (strides[d] * from % to != 0) {
        throw TorchError.runtime(
            "a view as %s needs strides that are multiples of its size".formatted(dtype));
      }
      strides[d] = strides[d] * from / to;
    }
    return new Tensor(
        x.storage(),
        dtype,
        Shapes.with(x.shape(), last, bytes / to),
        strides,
        x.offset() * from / to);
  }

  private static Tensor unflatten(Arguments a) {
    Tensor x = a.tensor("input");
    int d = Shapes.dim(a.integer("dim"), x.rank());
    long[] sizes = Shapes.infer(a.integers("sizes"), x.shape()[d]);
    long[] shape = new long[x.rank() - 1 + sizes.length];
    System.arraycopy(x.shape(), 0, shape, 0, d);
    System.arraycopy(sizes, 0, shape, d, sizes.length);
    System.arraycopy(x.shape(), d + 1, shape, d + sizes.length, x.rank() - d - 1);
    return x.reshape(shape);
  }

  private static Tensor matrixTranspose(String name, Tensor x) {
    if (name.equals("T") && x.rank() != 2) {
      long[] order = Tensor.range(x.rank());
      for (int i = 0; i < order.length; i++) {
        order[i] = order.length - 1 - i;
      }
      return x.permute(order);
    }
    if (name.equals("t") && x.rank() > 2) {
      throw TorchError.runtime("t() expects at most 2 dimensions, got " + x.rank());
    }
    return x.rank() < 2 ? x : x.transpose(-2, -1);
  }

  private static Tensor squeeze(Arguments a) {
    Tensor x = a.tensor("input");
    long[] dims = a.integersOrNull("dim");
    if (dims == null) {
      return x.squeeze();
    }
    long[] sorted = Arrays.stream(dims).map(d -> Shapes.dim(d, x.rank())).sorted().toArray();
    Tensor result = x;
    for (int i = sorted.length - 1; i >= 0; i--) {
      result = result.squeeze(sorted[i]);
    }
    return result;
  }

  private static Object split(Arguments a) {
    Tensor x = a.tensor("input");
    long dim = a.integer("dim", 0);
    String name = a.given("split_size") ? "split_size" : "split_size_or_sections";
    if (a.required(name) instanceof List<?>) {
      return pieces(x, a.integers(name), dim);
    }
    if (a.integer(name) <= 0) {
      throw TorchError.runtime("split needs a positive size, got " + a.integer(name));
    }
    return even(x, a.integer(name), dim);
  }

  private static Values.Tuple even(Tensor x, long size, long dim) {
    List<Tensor> parts = new ArrayList<>();
    long n = x.size(dim);
    for (long start = 0; start < n || start == 0; start += size) {
      parts.add(x.narrow(dim, start, Math.min(size, n - start)));
    }
    return new Values.Tuple(parts);
  }

  private static Values.Tuple pieces(Tensor x, long[] sizes, long dim) {
    long sum = Arrays.stream(sizes).sum();
    if (sum != x.size(dim)) {
      throw TorchError.runtime(
          "split sizes %s sum to %d, the dimension has size %d"
              .formatted(Shapes.text(sizes), sum, x.size(dim)));
    }
    List<Tensor> parts = new ArrayList<>();
    long start = 0;
    for (long size : sizes) {
      parts.add(x.narrow(dim, start, size));
      start += size;
    }
    return new Values.Tuple(parts);
  }

  private static Values.Tuple tensorSplit(Arguments a) {
    Tensor x = a.tensor("input");
    long dim = a.integer("dim", 0);
    long n = x.size(dim);
    List<Tensor> parts = new ArrayList<>();
    if (a.required("indices_or_sections") instanceof List<?>) {
      long start = 0;
      for (long end : a.integers("indices_or_sections")) {
        parts.add(x.slice(dim, start, end, 1));
        start = end;
      }
      parts.add(x.slice(dim, start, n, 1));
      return new Values.Tuple(parts);
    }
    long sections = a.integer("indices_or_sections");
    if (sections <= 0) {
      throw TorchError.runtime("tensor_split needs a positive number of sections");
    }
    long start = 0;
    for (long i = 0; i < sections; i++) {
      long size = n / sections + (i < n % sections ? 1 : 0);
      parts.add(x.narrow(dim, start, size));
      start += size;
    }
    return new Values.Tuple(parts);
  }

  private static Tensor unfold(Tensor x, long dimension, long size, long step) {
    int d = Shapes.dim(dimension, x.rank());
    if (size > x.shape()[d] || size < 0 || step <= 0) {
      throw TorchError.runtime(
          "unfold of dimension size %d does not allow size %d and step %d"
              .formatted(x.shape()[d], size, step));
    }
    long count = (x.shape()[d] - size) / step + 1;
    long[] shape = Shapes.insert(Shapes.with(x.shape(), d, count), x.rank(), size);
    long[] strides =
        Shapes.insert(Shapes.with(x.strides(), d, x.strides()[d] * step), x.rank(), x.strides()[d]);
    return x.view(shape, strides, x.offset());
  }

  private static Tensor asStrided(Arguments a) {
    Tensor x = a.tensor("input");
    long[] shape = a.integers("size");
    long[] strides = a.integers("stride");
    long offset = a.integer("storage_offset", x.offset());
    if (shape.length != strides.length) {
      throw TorchError.runtime("as_strided needs as many strides as sizes");
    }
    long last = offset;
    for (int d = 0; d < shape.length; d++) {
      if (shape[d] < 0 || strides[d] < 0) {
        throw TorchError.runtime("as_strided needs non-negative sizes and strides");
      }
      last += (shape[d] - 1) * strides[d];
    }
    if (Shapes.numel(shape) > 0
        && (offset < 0 || (last + 1) * x.dtype().size() > x.storage().byteSize())) {
      throw TorchError.runtime("as_strided reaches outside the tensor's storage");
    }
    return x.view(shape, strides, offset);
  }

  static Tensor cat(List<Tensor> tensors, long dim) {
    if (tensors.isEmpty()) {
      throw TorchError.runtime("cat needs at least one tensor");
    }
    // An empty vector joins anything, whatever the other shapes are.
    List<Tensor> parts = tensors.stream().filter(t -> !(t.rank() == 1 && t.numel() == 0)).toList();
    Dtype dtype = Promotion.of(tensors);
    if (parts.isEmpty()) {
      return Tensor.zeros(dtype, 0);
    }
    Tensor first = parts.get(0);
    if (first.rank() == 0) {
      throw TorchError.runtime("tensors without dimensions cannot be concatenated; use stack");
    }
    int d = Shapes.dim(dim, first.rank());
    long total = 0;
    for (Tensor t : parts) {
      if (t.rank() != first.rank()
          || !Arrays.equals(Shapes.with(t.shape(), d, 0), Shapes.with(first.shape(), d, 0))) {
        throw TorchError.runtime(
            "cat: shapes %s and %s must match except in dimension %d"
                .formatted(Shapes.text(first.shape()), Shapes.text(t.shape()), d));
      }
      total += t.shape()[d];
    }
    Tensor out = Tensor.zeros(dtype, Shapes.with(first.shape(), d, total));
    long at = 0;
    for (Tensor t : parts) {
      Copy.copy(t, out.narrow(d, at, t.shape()[d]));
      at += t.shape()[d];
    }
    return out;
  }

  static Tensor stack(List<Tensor> tensors, long dim) {
    if (tensors.isEmpty()) {
      throw TorchError.runtime("stack needs at least one tensor");
    }
    Tensor first = tensors.get(0);
    int d = Shapes.dim(dim, first.rank() + 1);
    Tensor out =
        Tensor.zeros(Promotion.of(tensors), Shapes.insert(first.shape(), d, tensors.size()));
    for (int i = 0; i < tensors.size(); i++) {
      Tensor t = tensors.get(i);
      if (!Arrays.equals(t.shape(), first.shape())) {
        throw TorchError.runtime(
            "stack needs equal shapes, got %s at entry 0 and %s at entry %d"
                .formatted(Shapes.text(first.shape()), Shapes.text(t.shape()), i));
      }
      Copy.copy(t, out.select(d, i));
    }
    return out;
  }

  private static List<Tensor> atLeast(List<Tensor> tensors, int rank) {
    List<Tensor> result = new ArrayList<>();
    for (Tensor t : tensors) {
      Tensor x = t;
      while (x.rank() < rank) {
        x = x.unsqueeze(0);
      }
      result.add(x);
    }
    return result;
  }

  static Tensor repeat(Tensor x, long[] times) {
    int rank = times.length;
    if (rank < x.rank()) {
      throw TorchError.runtime(
          "repeat needs at least %d factors, got %d".formatted(x.rank(), rank));
    }
    Tensor source = atLeast(List.of(x), rank).get(0);
    long[] shape = new long[rank];
    Tensor spread = source;
    long[] sizes = new long[2 * rank];
    for (int d = 0; d < rank; d++) {
      shape[d] = source.shape()[d] * times[d];
      spread = spread.unsqueeze(2 * d);
      sizes[2 * d] = times[d];
      sizes[2 * d + 1] = source.shape()[d];
    }
    return spread.expand(sizes).copy().reshape(shape);
  }

  private static Tensor repeatInterleave(Arguments a) {
    Tensor x = a.tensor("input");
    if (a.get("repeats") == null) {
      long[] counts = Indexing.toLongs(x);
      return Creation.ofLongs(
          positions(counts, counts.length), Dtype.INT64, Arrays.stream(counts).sum());
    }
    if (!a.given("dim")) {
      x = x.flatten(0, -1);
    }
    int d = Shapes.dim(a.integer("dim", 0), x.rank());
    int n = (int) x.shape()[d];
    long[] counts =
        a.get("repeats") instanceof Tensor t ? Indexing.toLongs(t) : a.integers("repeats");
    if (counts.length != 1 && counts.length != n) {
      throw TorchError.runtime(
          "repeat_interleave: %d counts for dimension size %d".formatted(counts.length, n));
    }
    long[] index = positions(counts, n);
    return IndexFunctions.indexSelect(x, d, Creation.ofLongs(index, Dtype.INT64, index.length));
  }

  private static long[] positions(long[] counts, int n) {
    long[] index = new long[16];
    int m = 0;
    for (int i = 0; i < n; i++) {
      long count = counts[counts.length == 1 ? 0 : i];
      if (count < 0) {
        throw TorchError.runtime("repeat_interleave: counts must not be negative");
      }
      for (long k = 0; k < count; k++) {
        if (m == index.length) {
          index = Arrays.copyOf(index, 2 * m);
        }
        index[m++] = i;
      }
    }
    return Arrays.copyOf(index, m);
  }

  private static Tensor roll(Arguments a) {
    Tensor x = a.tensor("input");
    long[] shifts = a.integers("shifts");
    if (!a.given("dim")) {
      return rolled(x.flatten(0, -1), 0, shifts[0]).reshape(x.shape());
    }
    long[] dims = a.integers("dim");
    if (dims.length != shifts.length) {
      throw TorchError.runtime("roll needs as many shifts as dimensions");
    }
    for (int i = 0; i < dims.length; i++) {
      x = rolled(x, dims[i], shifts[i]);
    }
    return x;
  }

  private static Tensor rolled(Tensor x, long dim, long shift) {
    long n = x.size(dim);
    if (n == 0) {
      return x.copy();
    }
    long cut = Math.floorMod(-shift, n);
    return cat(List.of(x.narrow(dim, cut, n - cut), x.narrow(dim, 0, cut)), dim);
  }

  /** The dimension read backwards, by a negative stride; not to be shown to scripts. */
  static Tensor reversed(Tensor x, long dim) {
    int d = Shapes.dim(dim, x.rank());
    if (x.rank() == 0 || x.shape()[d] == 0) {
      return x;
    }
    return x.view(
        x.shape(),
        Shapes.with(x.strides(), d, -x.strides()[d]),
        x.offset() + (x.shape()[d] - 1) * x.strides()[d]);
  }

  private static Values.Tuple meshgrid(Arguments a) {
    List<Tensor> axes = a.tensors("tensors");
    int rank = axes.size();
    boolean xy = a.text("indexing", "ij").equals("xy") && rank > 1;
    long[] shape = new long[rank];
    for (int i = 0; i < rank; i++) {
      shape[i] = axes.get(i).numel();
    }
    List<Tensor> grids = new ArrayList<>();
    for (int i = 0; i < rank; i++) {
      long[] own = new long[rank];
      Arrays.fill(own, 1);
      own[i] = shape[i];
      Tensor grid = axes.get(i).reshape(own).expand(shape);
      grids.add(xy ? grid.transpose(0, 1) : grid);
    }
    return new Values.Tuple(grids);
  }
}
