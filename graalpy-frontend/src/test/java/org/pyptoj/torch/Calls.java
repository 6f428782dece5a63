package org.pyptoj.torch;

import java.util.Arrays;
import java.util.Map;

/** Calls of functions by name, as Python makes them. */
final class Calls {
  private static final Dispatch DISPATCH = new Dispatch(new RandomFunctions());

  private Calls() {}

  static Object call(String name, Object... args) {
    return DISPATCH.call(name, Arrays.asList(args), Map.of());
  }

  static Object callWith(String name, Map<String, Object> keywords, Object... args) {
    return DISPATCH.call(name, Arrays.asList(args), keywords);
  }

  static Tensor tensor(String name, Object... args) {
    return (Tensor) call(name, args);
  }

  static Tensor of(Dtype dtype, double... values) {
    Tensor t = Tensor.zeros(dtype, values.length);
    for (int i = 0; i < values.length; i++) {
      Model.poke(t, new int[] {i}, values[i]);
    }
    return t;
  }

  static Tensor arange(int n, long... shape) {
    Tensor t = Tensor.zeros(Dtype.INT32, n);
    for (int i = 0; i < n; i++) {
      Model.poke(t, new int[] {i}, i);
    }
    return t.reshape(shape);
  }

  static double[] values(Tensor t) {
    return Model.read(t).values();
  }
}
