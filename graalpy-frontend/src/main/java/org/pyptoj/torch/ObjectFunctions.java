package org.pyptoj.torch;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** What a tensor tells about itself, conversions, and square brackets. */
final class ObjectFunctions {
  private ObjectFunctions() {}

  static Object call(String name, Arguments a) {
    Dtype cast = cast(name);
    if (cast != null) {
      return a.bind("input").tensor("input").to(cast);
    }
    return switch (name) {
      case "__getitem__" -> {
        a.bind("input index");
        yield Indexing.get(a.tensor("input"), a.required("index"));
      }
      case "__setitem__" -> {
        a.bind("input index value");
        Indexing.set(a.tensor("input"), a.required("index"), a.required("value"));
        yield null;
      }
      case "item" -> a.bind("input").tensor("input").item();
      case "tolist" -> toList(a.bind("input").tensor("input"));
      case "__len__" -> {
        Tensor x = a.bind("input").tensor("input");
        if (x.rank() == 0) {
          throw TorchError.type("a tensor without dimensions has no len()");
        }
        yield x.shape()[0];
      }
      case "__bool__" -> truth(a.bind("input").tensor("input"));
      case "__float__" -> Creation.number(a.bind("input").tensor("input"));
      case "__int__" -> toInt(a.bind("input").tensor("input").item());
      case "__index__" -> {
        Tensor x = a.bind("input").tensor("input");
        if (x.dtype().isFloat() || x.numel() != 1) {
          throw TorchError.type("only integer tensors of one element convert to an index");
        }
        yield toInt(x.item());
      }
      case "__repr__" -> a.bind("input").tensor("input").toString();
      case "__iter__" -> {
        Tensor x = a.bind("input").tensor("input");
        if (x.rank() == 0) {
          throw TorchError.type("a tensor without dimensions cannot be iterated");
        }
        yield x.unbind(0);
      }
      case "__contains__" -> {
        a.bind("input element");
        Tensor hits = Elementwise.compare(CompareOp.EQ, a.tensor("input"), a.operand("element"));
        yield truth(Reduction.reduce(Reduction.Op.ANY, hits, null, false, Dtype.BOOL, Dtype.BOOL));
      }
      case "shape" -> new Values.Size(a.bind("input").tensor("input").shape());
      case "size" -> {
        a.bind("input dim");
        Tensor x = a.tensor("input");
        yield a.given("dim") ? (Object) x.size(a.integer("dim")) : new Values.Size(x.shape());
      }
      case "stride" -> {
        a.bind("input dim");
        Tensor x = a.tensor("input");
        if (a.given("dim")) {
          yield x.strides()[Shapes.dim(a.integer("dim"), x.rank())];
        }
        yield boxes(x.strides());
      }
      case "dtype" -> a.bind("input").tensor("input").dtype();
      case "device" -> {
        a.bind("input");
        yield new Values.Device("cpu");
      }
      case "layout" -> {
        a.bind("input");
        yield "strided";
      }
      case "ndim", "dim", "ndimension" -> (long) a.bind("input").tensor("input").rank();
      case "numel", "nelement" -> a.bind("input").tensor("input").numel();
      case "itemsize", "element_size" -> (long) a.bind("input").tensor("input").dtype().size();
      case "nbytes" -> {
        Tensor x = a.bind("input").tensor("input");
        yield x.numel() * x.dtype().size();
      }
      case "storage_offset" -> a.bind("input").tensor("input").offset();
      case "data_ptr" -> {
        yield Addresses.of(a.bind("input").tensor("input"));
      }
      case "is_contiguous" -> a.bind("input memory_format").tensor("input").isContiguous();
      case "is_floating_point" -> a.bind("input").tensor("input").dtype().isFloat();
      case "is_signed" -> a.bind("input").tensor("input").dtype().isSigned();
      case "is_complex", "is_sparse", "is_cuda", "is_quantized", "requires_grad", "is_meta" -> {
        a.bind("input");
        yield false;
      }
      case "is_leaf", "is_cpu" -> {
        a.bind("input");
        yield true;
      }
      case "is_tensor" -> a.bind("input").get("input") instanceof Tensor;
      case "is_shared" -> a.bind("input").tensor("input").storage().isShared();
      case "share_memory_" -> {
        Tensor x = a.bind("input").tensor("input");
        x.storage().share();
        yield x;
      }
      case "grad" -> {
        a.bind("input");
        yield null;
      }
      case "numpy", "__array__" -> {
        a.bind("input force");
        throw TorchError.missing("Tensor.numpy");
      }
      case "data", "detach", "detach_", "cpu", "real", "pin_memory", "requires_grad_" ->
          a.bind("input requires_grad").tensor("input");
      case "clone" -> a.bind("input * memory_format").tensor("input").copy();
      case "contiguous" -> a.bind("input memory_format").tensor("input").contiguous();
      case "to" -> to(a);
      case "type" -> type(a.bind("input dtype non_blocking"));
      case "type_as" -> {
        a.bind("input other");
        yield a.tensor("input").to(a.tensor("other").dtype());
      }
      case "copy_" -> {
        a.bind("input src non_blocking");
        yield a.tensor("input").copyFrom(a.tensor("src"));
      }
      case "fill_" -> {
        a.bind("input value");
        Tensor x = a.tensor("input");
        Object value = a.operand("value");
        Copy.fill(x, value instanceof Tensor t ? t.item() : value);
        yield x;
      }
      case "zero_" -> {
        Tensor x = a.bind("input").tensor("input");
        Copy.fill(x, 0L);
        yield x;
      }
      case "set_", "resize_" -> {
        a.bind("input source...");
        throw TorchError.missing("Tensor." + name);
      }
      default -> Dispatch.MISSING;
    };
  }

  static boolean truth(Tensor x) {
    if (x.numel() != 1) {
      throw TorchError.runtime(
          "the truth value of a tensor with %d elements is ambiguous".formatted(x.numel()));
    }
    return Creation.number(x) != 0;
  }

  private static long toInt(Object value) {
    return switch (value) {
      case Boolean b -> b ? 1 : 0;
      case Long l -> l;
      default -> {
        double d = (Double) value;
        if (!Double.isFinite(d)) {
          throw TorchError.value("cannot convert float %s to an int".formatted(d));
        }
        yield (long) d;
      }
    };
  }

  private static Dtype cast(String name) {
    return switch (name) {
      case "float" -> Dtype.FLOAT32;
      case "double" -> Dtype.FLOAT64;
      case "half" -> Dtype.FLOAT16;
      case "bfloat16" -> Dtype.BFLOAT16;
      case "int" -> Dtype.INT32;
      case "long" -> Dtype.INT64;
      case "short" -> Dtype.INT16;
      case "char" -> Dtype.INT8;
      case "byte" -> Dtype.UINT8;
      case "bool" -> Dtype.BOOL;
      default -> null;
    };
  }

  /** Any of an element type, a device, or a tensor to be like, in any order. */
  private static Tensor to(Arguments a) {
    a.bind("input first second non_blocking copy * dtype device other memory_format");
    Tensor x = a.tensor("input");
    Dtype target = a.dtype("dtype", x.dtype());
    for (String name : List.of("first", "second", "other")) {
      Object value = a.get(name);
      if (value instanceof Dtype d) {
        target = d;
      } else if (value instanceof Tensor like) {
        target = like.dtype();
      } else if (value instanceof String || value instanceof Values.Device) {
        Arguments.checkDevice(value);
      }
    }
    Arguments.checkDevice(a.get("device"));
    boolean copy = a.get("copy") instanceof Boolean b && b;
    return copy && target == x.dtype() ? x.copy() : x.to(target);
  }

  private static Object type(Arguments a) {
    Tensor x = a.tensor("input");
    if (a.given("dtype")) {
      return x.to(a.dtype("dtype", null));
    }
    String kind =
        switch (x.dtype()) {
          case FLOAT32 -> "Float";
          case FLOAT64 -> "Double";
          case FLOAT16 -> "Half";
          case BFLOAT16 -> "BFloat16";
          case INT64 -> "Long";
          case INT32 -> "Int";
          case INT16 -> "Short";
          case INT8 -> "Char";
          case UINT8 -> "Byte";
          case BOOL -> "Bool";
          default -> throw TorchError.missing("Tensor.type for " + x.dtype());
        };
    return "torch." + kind + "Tensor";
  }

  static Values.Tuple boxes(long[] numbers) {
    return new Values.Tuple(Arrays.stream(numbers).boxed().toList());
  }

  private static Object toList(Tensor x) {
    if (x.rank() == 0) {
      return x.item();
    }
    Object[] flat = new Object[(int) x.numel()];
    if (x.dtype().compute() == Dtype.Compute.LONG) {
      long[] values = Indexing.toLongs(x);
      for (int i = 0; i < flat.length; i++) {
        flat[i] = x.dtype() == Dtype.BOOL ? (Object) (values[i] != 0) : (Object) values[i];
      }
    } else {
      double[] values = Indexing.toDoubles(x);
      for (int i = 0; i < flat.length; i++) {
        flat[i] = values[i];
      }
    }
    return nest(flat, x.shape(), 0, 0);
  }

  private static List<Object> nest(Object[] flat, long[] shape, int depth, int at) {
    int n = (int) shape[depth];
    if (depth == shape.length - 1) {
      return Arrays.asList(Arrays.copyOfRange(flat, at, at + n));
    }
    int step = 1;
    for (int d = depth + 1; d < shape.length; d++) {
      step *= (int) shape[d];
    }
    List<Object> result = new ArrayList<>();
    for (int i = 0; i < n; i++) {
      result.add(nest(flat, shape, depth + 1, at + i * step));
    }
    return result;
  }
}
