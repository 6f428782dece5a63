package org.pyptoj.torch;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Finds the function that a name means and calls it; arguments and results as {@link Values}. */
final class Dispatch {
  /** What a group of functions answers for a name that it does not know. */
  static final Object MISSING = new Object();

  /** What exists only as a method or attribute of tensors. */
  private static final Set<String> METHODS =
      Set.of(
          "item",
          "tolist",
          "shape",
          "size",
          "stride",
          "dtype",
          "device",
          "layout",
          "ndim",
          "dim",
          "ndimension",
          "nelement",
          "itemsize",
          "element_size",
          "nbytes",
          "storage_offset",
          "data_ptr",
          "is_contiguous",
          "is_cuda",
          "is_sparse",
          "is_quantized",
          "requires_grad",
          "is_meta",
          "is_leaf",
          "is_cpu",
          "is_shared",
          "grad",
          "numpy",
          "data",
          "cpu",
          "pin_memory",
          "contiguous",
          "to",
          "type",
          "type_as",
          "view",
          "view_as",
          "reshape_as",
          "expand",
          "expand_as",
          "repeat",
          "unfold",
          "T",
          "mT",
          "H",
          "new_zeros",
          "new_empty",
          "new_ones",
          "new_full",
          "new_tensor",
          "float",
          "double",
          "half",
          "bfloat16",
          "int",
          "long",
          "short",
          "char",
          "byte",
          "bool");

  private final RandomFunctions random;

  Dispatch(RandomFunctions random) {
    this.random = random;
  }

  /** Whether there is a function or method of that name. */
  boolean has(String name) {
    return exists(name) || isDerivedInPlace(name) && exists(base(name));
  }

  /** Whether the torch module has the function: not everything that tensors have is one. */
  boolean hasFunction(String name) {
    return !isDerivedInPlace(name) && !METHODS.contains(name) && exists(name);
  }

  private boolean exists(String name) {
    try {
      return find(name, Arguments.PROBE) != MISSING;
    } catch (Arguments.Probed found) {
      return true;
    }
  }

  Object call(String name, List<Object> positional, Map<String, Object> keywords) {
    if (keywords.get("out") != null && has(name)) {
      return into(name, positional, keywords);
    }
    Object result = find(name, new Arguments(name, positional, keywords));
    if (result != MISSING) {
      return result;
    }
    if (isDerivedInPlace(name)) {
      result = find(base(name), new Arguments(base(name), positional, keywords));
      if (result instanceof Tensor t && positional.get(0) instanceof Tensor self) {
        return storeInPlace(name, t, self);
      }
    }
    throw TorchError.missing(name);
  }

  private Object find(String name, Arguments a) {
    Object result = PointwiseFunctions.call(name, a);
    if (result == MISSING) {
      result = ObjectFunctions.call(name, a);
    }
    if (result == MISSING) {
      result = ShapeFunctions.call(name, a);
    }
    if (result == MISSING) {
      result = CreationFunctions.call(name, a);
    }
    if (result == MISSING) {
      result = ReductionFunctions.call(name, a);
    }
    if (result == MISSING) {
      result = OrderFunctions.call(name, a);
    }
    if (result == MISSING) {
      result = IndexFunctions.call(name, a);
    }
    if (result == MISSING) {
      result = LinearFunctions.call(name, a);
    }
    if (result == MISSING) {
      result = NeuralFunctions.call(name, a);
    }
    if (result == MISSING) {
      result = random.call(name, a);
    }
    return result;
  }

  /** Names such as {@code clamp_} that no group has itself: computed, then stored. */
  private static boolean isDerivedInPlace(String name) {
    return name.length() > 1 && name.endsWith("_") && !name.endsWith("__");
  }

  private static String base(String name) {
    return name.substring(0, name.length() - 1);
  }

  private static Tensor storeInPlace(String name, Tensor result, Tensor self) {
    Promotion.checkStore(result.dtype(), self.dtype());
    if (!Arrays.equals(result.shape(), self.shape())) {
      throw TorchError.runtime(
          "%s: a result of shape %s does not fit in place into shape %s"
              .formatted(name, Shapes.text(result.shape()), Shapes.text(self.shape())));
    }
    return self.copyFrom(result);
  }

  private Object into(String name, List<Object> positional, Map<String, Object> keywords) {
    Map<String, Object> rest = new HashMap<>(keywords);
    Object out = rest.remove("out");
    Object result = call(name, positional, rest);
    if (out instanceof Tensor target && result instanceof Tensor source) {
      return storeInPlace(name + " with out=", source, target);
    }
    if (out instanceof List<?> targets && result instanceof Values.Named named) {
      List<Object> stored = new ArrayList<>();
      for (int i = 0; i < targets.size(); i++) {
        stored.add(storeInPlace(name, (Tensor) named.items().get(i), (Tensor) targets.get(i)));
      }
      return new Values.Named(named.name(), named.fields(), stored);
    }
    throw TorchError.type(name + "() does not support this out argument");
  }
}
