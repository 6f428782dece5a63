package org.pyptoj.torch;

import java.util.Random;

/** Random tensors in random memory layouts, each with its naive model. */
final class Sample {
  static final Dtype[] FLOATS = {Dtype.FLOAT64, Dtype.FLOAT32, Dtype.FLOAT16, Dtype.BFLOAT16};
  static final Dtype[] INTEGERS = {Dtype.UINT8, Dtype.INT8, Dtype.INT16, Dtype.INT32, Dtype.INT64};
  static final Dtype[] NUMBERS = {
    Dtype.FLOAT64,
    Dtype.FLOAT32,
    Dtype.FLOAT16,
    Dtype.BFLOAT16,
    Dtype.UINT8,
    Dtype.INT8,
    Dtype.INT16,
    Dtype.INT32,
    Dtype.INT64
  };
  static final Dtype[] ALL = {
    Dtype.FLOAT64,
    Dtype.FLOAT32,
    Dtype.FLOAT16,
    Dtype.BFLOAT16,
    Dtype.UINT8,
    Dtype.INT8,
    Dtype.INT16,
    Dtype.INT32,
    Dtype.INT64,
    Dtype.BOOL
  };

  /** A tensor and what it holds. */
  record Pair(Tensor tensor, Model model) {}

  final Random random;

  Sample(long seed) {
    random = new Random(seed);
  }

  int upTo(int n) {
    return random.nextInt(n);
  }

  int between(int low, int high) {
    return low + random.nextInt(high - low + 1);
  }

  boolean coin() {
    return random.nextBoolean();
  }

  Dtype dtype(Dtype... choices) {
    return choices[random.nextInt(choices.length)];
  }

  int[] shape(int minRank, int maxRank) {
    int[] shape = new int[between(minRank, maxRank)];
    for (int d = 0; d < shape.length; d++) {
      shape[d] = between(1, 4);
    }
    return shape;
  }

  /** A number that every float type holds exactly, or a small integer. */
  double value(Dtype dtype, double low, double high) {
    if (dtype == Dtype.BOOL) {
      return random.nextInt(2);
    }
    if (dtype.isFloat()) {
      double step = (high - low) / 64;
      return low + step * random.nextInt(65);
    }
    double from = dtype == Dtype.UINT8 ? Math.max(0, low) : low;
    return Math.ceil(from) + random.nextInt((int) (Math.floor(high) - Math.ceil(from)) + 1);
  }

  Pair tensor(Dtype dtype, int[] shape) {
    return tensor(dtype, shape, -8, 8);
  }

  Pair tensor(Dtype dtype, int[] shape, double low, double high) {
    Model model = Model.build(dtype, shape, i -> value(dtype, low, high));
    return new Pair(layout(model), model);
  }

  /** A tensor of different numbers, so that order is unambiguous. */
  Pair distinct(Dtype dtype, int[] shape) {
    int n = Model.size(shape);
    int[] order = new int[n];
    for (int i = 0; i < n; i++) {
      int j = random.nextInt(i + 1);
      order[i] = order[j];
      order[j] = i;
    }
    int shift = dtype == Dtype.UINT8 ? 0 : n / 2;
    Model model = Model.build(dtype, shape, i -> order[Model.flat(shape, i)] - shift);
    return new Pair(layout(model), model);
  }

  /** The model's numbers behind permuted, stepped or offset strides. */
  Tensor layout(Model model) {
    int rank = model.rank();
    long[] order = new long[rank];
    for (int d = 0; d < rank; d++) {
      int j = random.nextInt(d + 1);
      order[d] = order[j];
      order[j] = d;
    }
    long[] stored = new long[rank];
    long[] place = new long[rank];
    long[] step = new long[rank];
    long[] start = new long[rank];
    for (int d = 0; d < rank; d++) {
      step[d] = random.nextInt(4) == 0 ? 2 : 1;
      start[d] = random.nextInt(3) == 0 ? 1 : 0;
      stored[d] = start[d] + step[d] * model.shape()[(int) order[d]];
      place[(int) order[d]] = d;
    }
    Tensor t = Tensor.zeros(model.dtype(), stored);
    for (int d = 0; d < rank; d++) {
      t = t.slice(d, start[d], start[d] + step[d] * model.shape()[(int) order[d]], step[d]);
    }
    t = t.permute(place);
    for (int i = 0; i < model.values().length; i++) {
      Model.poke(t, Model.index(model.shape(), i), model.values()[i]);
    }
    return t;
  }
}
