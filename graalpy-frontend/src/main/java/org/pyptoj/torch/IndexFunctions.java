package org.pyptoj.torch;

import java.util.Arrays;
import java.util.List;

/** Functions that read or write elements at computed positions. */
final class IndexFunctions {
  private IndexFunctions() {}

  static Object call(String name, Arguments a) {
    return switch (name) {
      case "gather" -> {
        a.bind("input dim index * sparse_grad");
        Tensor x = a.tensor("input");
        yield gather(x, Shapes.dim(a.integer("dim"), x.rank()), a.tensor("index"));
      }
      case "take_along_dim" -> {
        a.bind("input indices dim");
        Tensor x = a.tensor("input");
        Tensor index = a.tensor("indices");
        if (!a.given("dim")) {
          yield gather(x.flatten(0, -1), 0, index.flatten(0, -1));
        }
        int dim = Shapes.dim(a.integer("dim"), x.rank());
        long[] shape =
            Shapes.broadcast(Shapes.with(x.shape(), dim, 1), Shapes.with(index.shape(), dim, 1));
        yield gather(
            x.expand(Shapes.with(shape, dim, x.shape()[dim])),
            dim,
            index.expand(Shapes.with(shape, dim, index.shape()[dim])));
      }
      case "take" -> {
        a.bind("input index");
        Tensor index = a.tensor("index");
        yield indexSelect(a.tensor("input").flatten(0, -1), 0, index.flatten(0, -1))
            .reshape(index.shape());
      }
      case "index_select" -> {
        a.bind("input dim index");
        Tensor x = a.tensor("input");
        yield indexSelect(x, Shapes.dim(a.integer("dim"), x.rank()), a.tensor("index"));
      }
      case "scatter_",
          "scatter",
          "scatter_add_",
          "scatter_add",
          "scatter_reduce_",
          "scatter_reduce" ->
          scatter(name, a);
      case "index_fill_", "index_fill" -> {
        a.bind("input dim index value");
        Tensor x = target(name, a);
        set(x, a, a.operand("value") instanceof Tensor t ? t.item() : a.operand("value"), false);
        yield x;
      }
      case "index_copy_", "index_copy" -> {
        a.bind("input dim index source");
        Tensor x = target(name, a);
        int dim = Shapes.dim(a.integer("dim"), x.rank());
        set(x, a, a.tensor("source").moveDim(dim, dim), false);
        yield x;
      }
      case "index_add_", "index_add" -> {
        a.bind("input dim index source * alpha");
        Tensor x = target(name, a);
        Tensor source = a.tensor("source");
        if (a.given("alpha")) {
          source = Elementwise.binary(BinaryOp.MUL, source, a.operand("alpha"));
        }
        set(x, a, source, true);
        yield x;
      }
      case "index_put_", "index_put" -> {
        a.bind("input indices values accumulate");
        Tensor x = target(name, a);
        List<?> given = a.list("indices");
        if (a.flag("accumulate", false)) {
          Tensor[] indices = new Tensor[given.size()];
          for (int i = 0; i < indices.length; i++) {
            indices[i] = (Tensor) given.get(i);
          }
          Indexing.put(x, indices, a.operand("values"), true);
        } else {
          Indexing.set(x, new Values.Tuple(given), a.operand("values"));
        }
        yield x;
      }
      case "masked_select" -> {
        a.bind("input mask");
        long[] shape = Shapes.broadcast(a.tensor("input").shape(), a.tensor("mask").shape());
        Tensor mask = a.tensor("mask").expand(shape);
        yield shape.length == 0
            ? Indexing.get(a.tensor("input").unsqueeze(0), mask.unsqueeze(0).to(Dtype.BOOL))
            : Indexing.get(a.tensor("input").expand(shape), mask.to(Dtype.BOOL));
      }
      case "masked_scatter_", "masked_scatter" -> {
        a.bind("input mask source");
        Tensor x = target(name, a);
        Tensor places = Indexing.nonzero(a.tensor("mask").expand(x.shape()));
        Tensor source = a.tensor("source").flatten(0, -1);
        if (source.numel() < places.shape()[0]) {
          throw TorchError.runtime("masked_scatter: the source has too few elements");
        }
        Indexing.put(
            x,
            places.unbind(1).toArray(Tensor[]::new),
            source.narrow(0, 0, places.shape()[0]),
            false);
        yield x;
      }
      case "nonzero" -> {
        a.bind("input * as_tuple");
        Tensor x = a.tensor("input");
        Tensor rows = Indexing.nonzero(x);
        yield a.flag("as_tuple", false) ? new Values.Tuple(rows.unbind(1)) : rows;
      }
      case "argwhere" -> Indexing.nonzero(a.bind("input").tensor("input"));
      case "unravel_index" -> unravel(a.bind("indices shape"));
      case "fill_diagonal_" -> {
        a.bind("input fill_value wrap");
        Tensor x = a.tensor("input");
        if (x.rank() != 2 || a.flag("wrap", false)) {
          throw TorchError.missing("fill_diagonal_ of other than plain matrices");
        }
        Copy.fill(x.diagonal(0, 0, 1), a.operand("fill_value"));
        yield x;
      }
      default -> Dispatch.MISSING;
    };
  }

  private static Tensor target(String name, Arguments a) {
    Tensor x = a.tensor("input");
    return name.endsWith("_") ? x : x.copy();
  }

  private static void set(Tensor x, Arguments a, Object value, boolean accumulate) {
    int dim = Shapes.dim(a.integer("dim"), x.rank());
    Tensor[] indices = new Tensor[dim + 1];
    indices[dim] =
        a.tensor("index").rank() == 0 ? a.tensor("index").unsqueeze(0) : a.tensor("index");
    Indexing.put(x, indices, value, accumulate);
  }

  static Tensor indexSelect(Tensor x, int dim, Tensor index) {
    if (!index.dtype().isInteger() || index.rank() > 1) {
      throw TorchError.index("index_select needs a vector of int or long indices");
    }
    if (x.rank() == 0) {
      return x.copy();
    }
    Tensor[] indices = new Tensor[dim + 1];
    indices[dim] = index.rank() == 0 ? index.unsqueeze(0) : index;
    checkPlain(indices[dim], x.shape()[dim], "index_select");
    return Indexing.gather(x, indices);
  }

  private static void checkPlain(Tensor index, long size, String name) {
    for (long v : Indexing.toLongs(index)) {
      if (v < 0 || v >= size) {
        throw TorchError.index("%s: index %d is out of range for size %d".formatted(name, v, size));
      }
    }
  }

  private static void checkIndex(Tensor x, int dim, Tensor index, String name) {
    if (index.dtype() != Dtype.INT64 && index.dtype() != Dtype.INT32) {
      throw TorchError.runtime(name + " needs an int64 index, got " + index.dtype());
    }
    boolean fits = index.rank() == x.rank();
    for (int d = 0; fits && d < x.rank(); d++) {
      fits = d == dim || index.shape()[d] <= x.shape()[d];
    }
    if (!fits) {
      throw TorchError.runtime(
          "%s: index shape %s does not fit shape %s apart from dimension %d"
              .formatted(name, Shapes.text(index.shape()), Shapes.text(x.shape()), dim));
    }
  }

  /** Element numbers in {@code x}'s segment that an index tensor names along a dimension. */
  private static long[] places(Tensor x, int dim, Tensor index, String name) {
    long[] places = Indexing.toLongs(index);
    if (x.rank() == 0) {
      Arrays.fill(places, x.offset());
      return places;
    }
    checkPlain(index, x.shape()[dim], name);
    long[] position = new long[x.rank()];
    for (int i = 0; i < places.length; i++) {
      long at = x.offset();
      for (int d = 0; d < position.length; d++) {
        at += (d == dim ? places[i] : position[d]) * x.strides()[d];
      }
      places[i] = at;
      for (int d = position.length - 1; d >= 0; d--) {
        if (++position[d] < index.shape()[d]) {
          break;
        }
        position[d] = 0;
      }
    }
    return places;
  }

  static Tensor gather(Tensor x, int dim, Tensor index) {
    checkIndex(x, dim, index, "gather");
    Tensor out = Tensor.zeros(x.dtype(), index.shape());
    long[] places = places(x, dim, index, "gather");
    for (int i = 0; i < places.length; i++) {
      Indexing.copyElement(x, places[i], out, i);
    }
    return out;
  }

  private static Tensor scatter(String name, Arguments a) {
    boolean reducing = name.startsWith("scatter_reduce");
    a.bind(
        reducing
            ? "input dim index src reduce * include_self"
            : "input dim index src * value reduce");
    Tensor x = target(name, a);
    int dim = Shapes.dim(a.integer("dim"), x.rank());
    Tensor index = a.tensor("index");
    if (index.numel() == 0) {
      return x;
    }
    checkIndex(x, dim, index, name);
    Object src = !reducing && a.given("value") ? a.operand("value") : a.operand("src");
    Tensor source;
    if (src instanceof Tensor t && t.rank() > 0 || src instanceof Tensor && index.rank() == 0) {
      source = (Tensor) src;
      for (int d = 0; d < index.rank(); d++) {
        if (source.rank() != index.rank() || index.shape()[d] > source.shape()[d]) {
          throw TorchError.runtime(
              "%s: index shape %s exceeds source shape %s"
                  .formatted(name, Shapes.text(index.shape()), Shapes.text(source.shape())));
        }
        source = source.narrow(d, 0, index.shape()[d]);
      }
      if (source.dtype() != x.dtype()) {
        throw TorchError.runtime(
            "%s needs one element type, got %s and %s".formatted(name, x.dtype(), source.dtype()));
      }
    } else {
      source =
          Creation.scalar(src instanceof Tensor t ? t.item() : src, x.dtype())
              .expand(index.shape());
    }
    String reduce = name.startsWith("scatter_add") ? "add" : a.text("reduce", "");
    long[] places = places(x, dim, index, name);
    Tensor values = source.contiguous();
    if (reduce.isEmpty()) {
      for (int i = 0; i < places.length; i++) {
        Indexing.copyElement(values, values.offset() + i, x, places[i]);
      }
      return x;
    }
    boolean includeSelf = !reducing || a.flag("include_self", true);
    combine(x, places, values, reduce, includeSelf);
    return x;
  }

  private static void combine(
      Tensor x, long[] places, Tensor values, String reduce, boolean includeSelf) {
    BinaryOp op =
        switch (reduce) {
          case "add", "sum", "mean" -> BinaryOp.ADD;
          case "multiply", "prod" -> BinaryOp.MUL;
          case "amax" -> BinaryOp.MAXIMUM;
          case "amin" -> BinaryOp.MINIMUM;
          default -> throw TorchError.runtime("scatter: unknown reduce '" + reduce + "'");
        };
    java.util.Map<Long, Long> counts = new java.util.HashMap<>();
    long[] none = {};
    for (int i = 0; i < places.length; i++) {
      Tensor cell = x.view(none, none, places[i]);
      Tensor value = values.view(none, none, values.offset() + i);
      long count = counts.merge(places[i], 1L, Long::sum);
      if (count == 1 && !includeSelf) {
        Copy.copy(value, cell);
      } else {
        Elementwise.binaryInPlace(op, cell, value);
      }
    }
    if (reduce.equals("mean")) {
      BinaryOp divide = x.dtype().isFloat() ? BinaryOp.DIV : BinaryOp.FLOOR_DIVIDE;
      counts.forEach(
          (place, count) ->
              Elementwise.binaryInPlace(
                  divide, x.view(none, none, place), count + (includeSelf ? 1 : 0)));
    }
  }

  private static Object unravel(Arguments a) {
    Tensor index = a.tensor("indices");
    long[] shape = a.integers("shape");
    long[] flat = Indexing.toLongs(index);
    Tensor[] out = new Tensor[shape.length];
    for (int d = shape.length - 1; d >= 0; d--) {
      long[] coordinate = new long[flat.length];
      for (int i = 0; i < flat.length; i++) {
        coordinate[i] = flat[i] % shape[d];
        flat[i] /= shape[d];
      }
      out[d] = Creation.ofLongs(coordinate, Dtype.INT64, index.shape());
    }
    return new Values.Tuple(Arrays.asList(out));
  }
}
