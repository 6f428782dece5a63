package org.pyptoj.torch;

/**
 * Applies a function to every line of elements along one dimension. Integers are handled as longs,
 * floats as doubles, which hold every element type exactly.
 */
final class Lines {
  /** Reads a line of {@code n} elements and fills the result's line. */
  interface DoubleLine {
    void apply(double[] line, int n, double[] out);
  }

  /** The same for integers. */
  interface LongLine {
    void apply(long[] line, int n, long[] out);
  }

  /** Orders the elements of the line that was read last. */
  interface Order {
    /** Negative when element {@code i} comes before element {@code j}. */
    int compare(int i, int j);

    /** Whether element {@code i} is no number. */
    default boolean isNan(int i) {
      return false;
    }
  }

  private Lines() {}

  /** A view with {@code dim} as the last dimension; a scalar becomes a line of one. */
  static Tensor last(Tensor x, int dim) {
    return x.rank() == 0 ? x.unsqueeze(0) : x.moveDim(dim, -1);
  }

  /** The result of the same element count per line, in the source's shape. */
  static Tensor map(Tensor x, int dim, Dtype result, DoubleLine f) {
    Tensor out = Tensor.zeros(result, x.shape());
    run(last(x, dim), last(out, dim), f);
    return out;
  }

  static Tensor mapLongs(Tensor x, int dim, Dtype result, LongLine f) {
    Tensor out = Tensor.zeros(result, x.shape());
    runLongs(last(x, dim), last(out, dim), f);
    return out;
  }

  /** From lines of a source to lines of a target, both in the last dimension. */
  static void run(Tensor from, Tensor to, DoubleLine f) {
    if (from.numel() == 0 || to.numel() == 0) {
      return;
    }
    int n = (int) from.size(-1);
    int m = (int) to.size(-1);
    long lines = from.numel() / n;
    StridedReader reader = new StridedReader(from);
    StridedWriter writer = new StridedWriter(to);
    double[] in = new double[n];
    double[] out = new double[m];
    for (long i = 0; i < lines; i++) {
      reader.read(in, n);
      f.apply(in, n, out);
      writer.write(out, m);
    }
  }

  static void runLongs(Tensor from, Tensor to, LongLine f) {
    if (from.numel() == 0 || to.numel() == 0) {
      return;
    }
    int n = (int) from.size(-1);
    int m = (int) to.size(-1);
    long lines = from.numel() / n;
    StridedReader reader = new StridedReader(from);
    StridedWriter writer = new StridedWriter(to);
    long[] in = new long[n];
    long[] out = new long[m];
    for (long i = 0; i < lines; i++) {
      reader.read(in, n);
      f.apply(in, n, out);
      writer.write(out, m);
    }
  }

  /**
   * For every line the positions that {@code select} chooses, as an index tensor.
   *
   * @param from the source with its lines in the last dimension
   * @param to an int64 tensor with the chosen positions in the last dimension
   * @param select fills positions, given the line's order (NaN counts as greatest) and length
   */
  static void positions(Tensor from, Tensor to, Selector select) {
    if (from.numel() == 0 || to.numel() == 0) {
      return;
    }
    int n = (int) from.size(-1);
    int m = (int) to.size(-1);
    long lines = from.numel() / n;
    StridedReader reader = new StridedReader(from);
    StridedWriter writer = new StridedWriter(to);
    long[] out = new long[m];
    if (from.dtype().compute() == Dtype.Compute.LONG) {
      long[] in = new long[n];
      Order order = (i, j) -> Long.compare(in[i], in[j]);
      for (long l = 0; l < lines; l++) {
        reader.read(in, n);
        select.select(order, n, out);
        writer.write(out, m);
      }
    } else {
      double[] in = new double[n];
      // Unlike Double.compare this takes the two zeros for equal.
      Order order =
          new Order() {
            @Override
            public int compare(int i, int j) {
              return in[i] < in[j] ? -1 : in[i] == in[j] ? 0 : Double.compare(in[i], in[j]);
            }

            @Override
            public boolean isNan(int i) {
              return in[i] != in[i];
            }
          };
      for (long l = 0; l < lines; l++) {
        reader.read(in, n);
        select.select(order, n, out);
        writer.write(out, m);
      }
    }
  }

  /** Chooses positions of a line. */
  interface Selector {
    void select(Order order, int n, long[] positions);
  }

  /** Position of the first greatest or least element; NaN wins either way. */
  static Selector extreme(boolean greatest) {
    return (order, n, out) -> {
      int best = 0;
      for (int i = 1; i < n && !order.isNan(best); i++) {
        int c = order.compare(i, best);
        if (order.isNan(i) || (greatest ? c > 0 : c < 0)) {
          best = i;
        }
      }
      out[0] = best;
    };
  }

  /** All positions in stable order. */
  static Selector sorted(boolean descending) {
    return (order, n, out) -> {
      int[] index = new int[n];
      for (int i = 0; i < n; i++) {
        index[i] = i;
      }
      mergeSort(index, new int[n], 0, n, descending ? (i, j) -> order.compare(j, i) : order);
      for (int i = 0; i < out.length; i++) {
        out[i] = index[i];
      }
    };
  }

  private static void mergeSort(int[] a, int[] spare, int from, int to, Order order) {
    if (to - from < 2) {
      return;
    }
    int middle = (from + to) >>> 1;
    mergeSort(a, spare, from, middle, order);
    mergeSort(a, spare, middle, to, order);
    if (order.compare(a[middle - 1], a[middle]) <= 0) {
      return;
    }
    System.arraycopy(a, from, spare, from, middle - from);
    int left = from;
    int right = middle;
    for (int k = from; left < middle; k++) {
      boolean takeRight = right < to && order.compare(spare[left], a[right]) > 0;
      a[k] = takeRight ? a[right++] : spare[left++];
    }
  }
}
