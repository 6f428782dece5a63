package org.pyptoj.torch;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Functions that make tensors, and facts about element types. */
final class CreationFunctions {
  private CreationFunctions() {}

  static Object call(String name, Arguments a) {
    return switch (name) {
      case "zeros", "empty" -> {
        a.bind("size... * dtype out");
        yield Tensor.zeros(a.dtype("dtype", Promotion.DEFAULT_FLOAT), a.integers("size"));
      }
      case "ones" -> {
        a.bind("size... * dtype out");
        yield Creation.full(1L, a.dtype("dtype", Promotion.DEFAULT_FLOAT), a.integers("size"));
      }
      case "full" -> {
        a.bind("size fill_value * dtype out");
        Object value = number(a.operand("fill_value"));
        yield Creation.full(value, a.dtype("dtype", Promotion.ofNumber(value)), a.integers("size"));
      }
      case "zeros_like", "empty_like" -> {
        a.bind("input * dtype");
        Tensor x = a.tensor("input");
        yield Tensor.zeros(a.dtype("dtype", x.dtype()), x.shape());
      }
      case "ones_like" -> {
        a.bind("input * dtype");
        Tensor x = a.tensor("input");
        yield Creation.full(1L, a.dtype("dtype", x.dtype()), x.shape());
      }
      case "full_like" -> {
        a.bind("input fill_value * dtype");
        Tensor x = a.tensor("input");
        yield Creation.full(
            number(a.operand("fill_value")), a.dtype("dtype", x.dtype()), x.shape());
      }
      case "new_zeros", "new_empty" -> {
        a.bind("input size... * dtype");
        yield Tensor.zeros(a.dtype("dtype", a.tensor("input").dtype()), a.integers("size"));
      }
      case "new_ones" -> {
        a.bind("input size... * dtype");
        yield Creation.full(1L, a.dtype("dtype", a.tensor("input").dtype()), a.integers("size"));
      }
      case "new_full" -> {
        a.bind("input size fill_value * dtype");
        yield Creation.full(
            number(a.operand("fill_value")),
            a.dtype("dtype", a.tensor("input").dtype()),
            a.integers("size"));
      }
      case "new_tensor" -> {
        a.bind("input data * dtype");
        yield Creation.tensor(a.required("data"), a.dtype("dtype", a.tensor("input").dtype()));
      }
      case "empty_strided" -> emptyStrided(a.bind("size stride * dtype"));
      case "tensor" -> {
        a.bind("data * dtype");
        yield Creation.tensor(a.required("data"), a.dtype("dtype", null));
      }
      case "as_tensor", "asarray" -> {
        a.bind("data dtype");
        Object data = a.required("data");
        Dtype dtype = a.dtype("dtype", null);
        yield data instanceof Tensor t
            ? dtype == null ? t : t.to(dtype)
            : Creation.tensor(data, dtype);
      }
      case "scalar_tensor" -> {
        a.bind("value * dtype");
        yield Creation.scalar(
            number(a.operand("value")), a.dtype("dtype", Promotion.DEFAULT_FLOAT));
      }
      case "from_numpy" -> {
        a.bind("ndarray");
        throw TorchError.missing(name);
      }
      case "frombuffer" -> fromBuffer(a.bind("buffer * dtype count offset"));
      case "arange" -> arange(a);
      case "range" -> {
        a.bind("start end step * dtype");
        Object step = a.given("step") ? a.operand("step") : (Object) 1L;
        double end = a.number("end") + Creation.number(step) / 2;
        yield Creation.arange(
            a.number("start"),
            end,
            Creation.number(step),
            a.dtype("dtype", Promotion.DEFAULT_FLOAT));
      }
      case "linspace" -> {
        a.bind("start end steps * dtype");
        yield Creation.linspace(
            a.number("start"),
            a.number("end"),
            a.integer("steps"),
            a.dtype("dtype", Promotion.DEFAULT_FLOAT));
      }
      case "logspace" -> {
        a.bind("start end steps base * dtype");
        Tensor exponents =
            Creation.linspace(
                a.number("start"), a.number("end"), a.integer("steps"), Dtype.FLOAT64);
        yield Elementwise.binary(BinaryOp.POW, (Object) a.number("base", 10), exponents)
            .to(a.dtype("dtype", Promotion.DEFAULT_FLOAT));
      }
      case "eye" -> {
        a.bind("n m * dtype");
        long n = a.integer("n");
        yield Creation.eye(n, a.integer("m", n), a.dtype("dtype", Promotion.DEFAULT_FLOAT));
      }
      case "tril" -> {
        a.bind("input diagonal");
        yield triangle(a.tensor("input"), a.integer("diagonal", 0), true);
      }
      case "triu" -> {
        a.bind("input diagonal");
        yield triangle(a.tensor("input"), a.integer("diagonal", 0), false);
      }
      case "diag" -> {
        a.bind("input diagonal");
        Tensor x = a.tensor("input");
        long k = a.integer("diagonal", 0);
        yield x.rank() == 1 ? diagEmbed(x, k) : x.diagonal(k, 0, 1).copy();
      }
      case "diag_embed", "diagflat" -> {
        a.bind("input offset");
        Tensor x = a.tensor("input");
        yield diagEmbed(name.equals("diagflat") ? x.flatten(0, -1) : x, a.integer("offset", 0));
      }
      case "finfo" -> finfo(a.bind("type").dtype("type", Promotion.DEFAULT_FLOAT));
      case "iinfo" -> iinfo(a.bind("type").dtype("type", null));
      case "promote_types" -> {
        a.bind("type1 type2");
        yield Promotion.of(a.dtype("type1", null), a.dtype("type2", null));
      }
      case "result_type" -> {
        a.bind("tensor1 tensor2");
        yield Promotion.of(List.of(a.operand("tensor1"), a.operand("tensor2")));
      }
      case "can_cast" -> {
        a.bind("from_ to");
        Dtype from = a.dtype("from_", null);
        Dtype to = a.dtype("to", null);
        yield !(from.isFloat() && !to.isFloat() || from != Dtype.BOOL && to == Dtype.BOOL);
      }
      case "get_default_dtype" -> {
        a.bind("none");
        yield Promotion.DEFAULT_FLOAT;
      }
      case "set_default_dtype" -> {
        a.bind("d");
        if (a.dtype("d", null) != Promotion.DEFAULT_FLOAT) {
          throw TorchError.missing("set_default_dtype with another type than float32");
        }
        yield null;
      }
      case "_serialize" -> TensorFile.write(a.bind("obj").get("obj"));
      case "_deserialize" -> TensorFile.read((byte[]) a.bind("data").required("data"));
      default -> Dispatch.MISSING;
    };
  }

  private static Object number(Object operand) {
    return operand instanceof Tensor t ? t.item() : operand;
  }

  private static Tensor emptyStrided(Arguments a) {
    long[] shape = a.integers("size");
    long[] strides = a.integers("stride");
    long span = 1;
    for (int d = 0; d < shape.length; d++) {
      span += Math.max(shape[d] - 1, 0) * strides[d];
    }
    Tensor memory = Tensor.zeros(a.dtype("dtype", Promotion.DEFAULT_FLOAT), span);
    return memory.view(shape, strides, 0);
  }

  private static Tensor fromBuffer(Arguments a) {
    if (!(a.required("buffer") instanceof byte[] bytes)) {
      throw TorchError.type("frombuffer expects bytes");
    }
    Dtype dtype = a.dtype("dtype", null);
    int offset = (int) a.integer("offset", 0);
    long count = a.integer("count", -1);
    long available = (bytes.length - offset) / dtype.size();
    if (count < 0) {
      count = available;
    }
    if (offset < 0 || offset > bytes.length || count > available) {
      throw TorchError.value("frombuffer: the buffer is too small");
    }
    Tensor t = Tensor.zeros(dtype, count);
    MemorySegment.copy(
        MemorySegment.ofArray(bytes), offset, t.storage().write(), 0, count * dtype.size());
    return t;
  }

  private static Tensor arange(Arguments a) {
    a.bind("start end step * dtype out");
    Object start = a.get("start");
    Object end = a.get("end");
    if (end == null) {
      end = start == null ? a.required("end") : start;
      start = 0L;
    }
    Object step = a.given("step") ? a.get("step") : (Object) 1L;
    return Creation.arange(
        number(start == null ? (Object) 0L : start),
        number(end),
        number(step),
        a.dtype("dtype", null));
  }

  private static Tensor triangle(Tensor x, long diagonal, boolean lower) {
    if (x.rank() < 2) {
      throw TorchError.runtime("tril and triu need at least 2 dimensions");
    }
    long rows = x.size(-2);
    long columns = x.size(-1);
    Tensor mask = Tensor.zeros(Dtype.BOOL, rows, columns);
    if (mask.numel() > 0) {
      Storage.change(
          mask,
          () -> {
            StridedWriter writer = new StridedWriter(mask);
            long[] keep = new long[Math.toIntExact(columns)];
            for (long i = 0; i < rows; i++) {
              for (int j = 0; j < keep.length; j++) {
                boolean inside = lower ? j - i <= diagonal : j - i >= diagonal;
                keep[j] = inside ? 1 : 0;
              }
              writer.write(keep, keep.length);
            }
          });
    }
    Tensor out = Tensor.zeros(x.dtype(), x.shape());
    Elementwise.maskedCopy(out, mask.expand(x.shape()), x);
    return out;
  }

  private static Tensor diagEmbed(Tensor x, long offset) {
    long n = x.size(-1) + Math.abs(offset);
    long[] shape = Arrays.copyOf(x.shape(), x.rank() + 1);
    shape[x.rank() - 1] = n;
    shape[x.rank()] = n;
    Tensor out = Tensor.zeros(x.dtype(), shape);
    Copy.copy(x, out.diagonal(offset, -2, -1));
    return out;
  }

  private static Object finfo(Dtype d) {
    double tiny = Math.scalb(1.0, d.minExponent());
    List<Object> items = new ArrayList<>();
    items.add(d.size() * 8L);
    items.add(Math.scalb(1.0, -d.mantissaBits()));
    items.add(d.max());
    items.add(d.min());
    items.add(tiny);
    items.add(tiny);
    items.add(d == Dtype.FLOAT64 ? Double.MIN_VALUE : tiny * Math.scalb(1.0, -d.mantissaBits()));
    items.add(Math.pow(10, -Math.floor(d.mantissaBits() * Math.log10(2))));
    items.add(d.pythonName());
    return new Values.Named(
        "finfo",
        List.of(
            "bits",
            "eps",
            "max",
            "min",
            "tiny",
            "smallest_normal",
            "smallest_subnormal",
            "resolution",
            "dtype"),
        items);
  }

  private static Object iinfo(Dtype d) {
    if (d == null || !d.isInteger()) {
      throw TorchError.type("iinfo needs an integer dtype, got " + d);
    }
    return new Values.Named(
        "iinfo",
        List.of("bits", "max", "min", "dtype"),
        List.of(d.size() * 8L, d.maxLong(), d.minLong(), d.pythonName()));
  }
}
