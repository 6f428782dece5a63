package org.pyptoj.conformance.ops;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.DoubleSupplier;
import java.util.function.Function;
import org.pyptoj.ir.type.DataType;

/** Ops that let elements change places. */
final class RearrangeDraws {

  /** The patterns of columns, by how many columns there are for each one that is meant. */
  private static final Map<String, int[]> PATTERNS =
      Map.of(
          "P0101", new int[] {2, 0},
          "P1010", new int[] {2, 1},
          "P0001", new int[] {4, 0},
          "P0010", new int[] {4, 1},
          "P0100", new int[] {4, 2},
          "P1000", new int[] {4, 3},
          "P1111", new int[] {1, 0});

  private RearrangeDraws() {}

  static void add(Map<String, Function<Random, Exercise>> draws) {
    draws.put("pl.tile.gather", RearrangeDraws::gather);
    draws.put("pl.tensor.gather", RearrangeDraws::gatherColumns);
    draws.put("pl.tile.gather_mask", r -> gatherMask(r, true));
    draws.put("pl.tensor.gather_mask", r -> gatherMask(r, false));
    draws.put("pl.tile.scatter", RearrangeDraws::scatter);
    draws.put("pl.tile.scatter_mask", r -> scatterMask(r, true));
    draws.put("pl.tensor.scatter", RearrangeDraws::scatterColumns);
    draws.put("pl.tensor.scatter_mask", r -> scatterMask(r, false));
    draws.put("pl.tile.scatter_update", r -> scatterRows(r, true));
    draws.put("pl.tensor.scatter_update", r -> scatterRows(r, false));
    for (boolean tiles : new boolean[] {true, false}) {
      String dialect = tiles ? "pl.tile." : "pl.tensor.";
      draws.put(dialect + "sort32", r -> sort(r, tiles));
      draws.put(dialect + "mrgsort", r -> mergeRuns(r, tiles));
      for (int lists = 2; lists <= 4; lists++) {
        int n = lists;
        draws.put(dialect + "mrgsort" + lists, r -> merge(r, n, tiles));
      }
    }
  }

  private static String tensor(String call) {
    return "r = " + call + "\ny = pl.tensor.assemble(y, r, [0, 0])\nreturn y\n";
  }

  private static String tile(String call) {
    return "r = " + call + "\ny = pl.tile.store(r, [0, 0], y)\nreturn y\n";
  }

  private static Exercise gather(Random random) {
    DataType dtype = ElementwiseDraws.one(random, Scalar.NUMBERS);
    Grid a = Grid.of(dtype, 4, 32, ElementwiseDraws.values(random, dtype, false));
    Grid at = Grid.of(DataType.INT32, 2, 16, () -> random.nextInt(4 * 32));
    Port y = Grid.out(dtype, 2, 16, 2, 16, 0, (i, j) -> a.values()[(int) at.at(i, j)]);
    return Exercise.kernel(
        List.of(a.in("a"), at.in("b"), y),
        a.load("ta", "a")
            + at.load("tb", "b")
            + "tmp = pl.tile.create([2, 16], dtype=pl.INT32)\n"
            + tile("pl.tile.gather(ta, tb, tmp)"),
        "tgather");
  }

  private static Exercise gatherColumns(Random random) {
    DataType dtype = ElementwiseDraws.one(random, Scalar.NUMBERS);
    int rows = 1 + random.nextInt(4);
    Grid a = Grid.of(dtype, 4, 32, ElementwiseDraws.values(random, dtype, false));
    Grid at = Grid.of(DataType.INT32, rows, 16, () -> random.nextInt(32));
    boolean computed = random.nextBoolean();
    Port y =
        Grid.out(
            dtype,
            rows,
            16,
            rows,
            16,
            0,
            (i, j) -> (computed ? -1 : 1) * a.at(i, (int) at.at(i, j)));
    return Exercise.kernel(
        List.of(a.in("a"), at.in("b"), y),
        (computed ? "v = pl.tensor.neg(a)\n" : "v = a\n")
            + tensor("pl.tensor.gather(v, dim=-1, index=b)"),
        "tgather");
  }

  private static Exercise gatherMask(Random random, boolean tiles) {
    List<String> names = PATTERNS.keySet().stream().sorted().toList();
    String pattern = names.get(random.nextInt(names.size()));
    int stride = PATTERNS.get(pattern)[0];
    int first = PATTERNS.get(pattern)[1];
    boolean bits = random.nextBoolean();
    DataType dtype = bits ? DataType.FP32 : ElementwiseDraws.one(random, Scalar.NUMBERS);
    DataType as = bits ? DataType.INT32 : dtype;
    Grid a = Grid.of(dtype, 4, 64, ElementwiseDraws.values(random, dtype, false));
    int cols = 64 / stride;
    Port y =
        Grid.out(
            as,
            4,
            cols,
            4,
            cols,
            0,
            (i, j) -> {
              double value = a.at(i, j * stride + first);
              return bits ? Float.floatToRawIntBits((float) value) : value;
            });
    String rest =
        ", mask_pattern=pl.tile.MaskPattern." + pattern + (bits ? ", output_dtype=pl.INT32)" : ")");
    return Exercise.kernel(
        List.of(a.in("a"), y),
        tiles
            ? a.load("ta", "a") + tile("pl.tile.gather_mask(ta" + rest)
            : tensor("pl.tensor.gather(a" + rest),
        "tgather");
  }

  /** Columns may be the same: the later element stays, and so does what is not written. */
  private static Exercise scatterColumns(Random random) {
    DataType dtype = ElementwiseDraws.one(random, Scalar.NUMBERS);
    DataType positions = dtype.bytes() == 4 ? DataType.INT32 : DataType.INT16;
    int rows = 1 + random.nextInt(4);
    boolean computed = random.nextBoolean();
    Grid a = Grid.of(dtype, 4, 32, ElementwiseDraws.values(random, dtype, false));
    Grid b = Grid.of(dtype, rows, 16, ElementwiseDraws.values(random, dtype, false));
    Grid at = Grid.of(positions, rows, 16, () -> random.nextInt(32));
    double[] after = a.values().clone();
    for (int k = 0; k < rows * 16; k++) {
      after[k / 16 * 32 + (int) at.values()[k]] = (computed ? -1 : 1) * b.values()[k];
    }
    Port y = Grid.out(dtype, 4, 32, 4, 32, 0, (i, j) -> after[i * 32 + j]);
    return Exercise.kernel(
        List.of(a.in("a"), b.in("b"), at.in("c"), y),
        (computed ? "v = pl.tensor.neg(b)\n" : "v = b\n")
            + tensor("pl.tensor.scatter(a, dim=-1, index=c, src=v)"),
        "tscatter");
  }

  /** Rows may be the same: the later one stays, and so do those that are not written. */
  private static Exercise scatterRows(Random random, boolean tiles) {
    DataType dtype = ElementwiseDraws.one(random, Scalar.NUMBERS);
    Grid a = Grid.of(dtype, 8, 32, ElementwiseDraws.values(random, dtype, false));
    Grid b = Grid.of(dtype, 16, 32, ElementwiseDraws.values(random, dtype, false));
    Grid at = Grid.of(DataType.INT32, 2, 8, () -> random.nextInt(8));
    double[] after = a.values().clone();
    for (int k = 0; k < 16; k++) {
      System.arraycopy(b.values(), k * 32, after, (int) at.values()[k] * 32, 32);
    }
    Port y = Grid.out(dtype, 8, 32, 8, 32, 0, (i, j) -> after[i * 32 + j]);
    return Exercise.kernel(
        List.of(a.in("a"), b.in("b"), at.in("c"), y),
        tiles
            ? a.load("ta", "a")
                + b.load("tb", "b")
                + at.load("tc", "c")
                + tile("pl.tile.scatter_update(ta, dim=-2, index=tc, src=tb)")
            : tensor("pl.tensor.scatter_update(a, -2, c, b)"),
        "tscatter");
  }

  /** Positions may be the same: the later element stays; between them are zeros. */
  private static Exercise scatter(Random random) {
    DataType dtype = ElementwiseDraws.one(random, Scalar.NUMBERS);
    DataType positions = dtype.bytes() == 4 ? DataType.INT32 : DataType.INT16;
    Grid a = Grid.of(dtype, 4, 32, ElementwiseDraws.values(random, dtype, false));
    Grid b = Grid.of(dtype, 2, 16, ElementwiseDraws.values(random, dtype, false));
    Grid at = Grid.of(positions, 2, 16, () -> random.nextInt(4 * 32));
    double[] after = new double[4 * 32];
    for (int k = 0; k < 32; k++) {
      after[(int) at.values()[k]] = b.values()[k];
    }
    Port y = Grid.out(dtype, 4, 32, 4, 32, 0, (i, j) -> after[i * 32 + j]);
    return Exercise.kernel(
        List.of(a.in("a"), b.in("b"), at.in("c"), y),
        a.load("ta", "a")
            + b.load("tb", "b")
            + at.load("tc", "c")
            + tile("pl.tile.scatter(ta, tb, tc)"),
        "tscatter");
  }

  private static Exercise scatterMask(Random random, boolean tiles) {
    List<String> names = PATTERNS.keySet().stream().sorted().toList();
    String pattern = names.get(random.nextInt(names.size()));
    int stride = PATTERNS.get(pattern)[0];
    int first = PATTERNS.get(pattern)[1];
    DataType dtype = ElementwiseDraws.one(random, Scalar.NUMBERS);
    Grid a = Grid.of(dtype, 2, 32, ElementwiseDraws.values(random, dtype, false));
    int cols = 32 * stride;
    Grid b = Grid.of(dtype, 2, cols, ElementwiseDraws.values(random, dtype, false));
    Port y =
        Grid.out(
            dtype,
            2,
            cols,
            2,
            cols,
            0,
            (i, j) -> j % stride == first ? a.at(i, j / stride) : tiles ? 0 : b.at(i, j));
    String name = "pl.tile.MaskPattern." + pattern;
    return Exercise.kernel(
        List.of(a.in("a"), b.in("b"), y),
        tiles
            ? a.load("ta", "a")
                + b.load("into", "b")
                + tile("pl.tile.scatter_mask(into, ta, " + name + ")")
            : tensor("pl.tensor.scatter(a, mask_pattern=" + name + ", dst=b)"),
        "tscatter");
  }

  /** A value and the number behind it. */
  private record Pair(double value, int index) {}

  private static final Comparator<Pair> GREATEST_FIRST =
      Comparator.comparingDouble(Pair::value).reversed().thenComparingInt(Pair::index);

  private static DoubleSupplier few(Random random) {
    return () -> random.nextInt(17) / 4.0 - 2;
  }

  private static List<Pair> sorted(Grid a, int row, int from, int to) {
    List<Pair> pairs = new ArrayList<>();
    for (int j = from; j < to; j++) {
      pairs.add(new Pair(a.at(row, j), j));
    }
    pairs.sort(GREATEST_FIRST);
    return pairs;
  }

  /** The values are floats and the indices the bits of floats; both go through one tensor. */
  private static double[] columns(List<Pair> pairs) {
    double[] columns = new double[2 * pairs.size()];
    for (int k = 0; k < pairs.size(); k++) {
      columns[2 * k] = pairs.get(k).value();
      columns[2 * k + 1] = Float.intBitsToFloat(pairs.get(k).index());
    }
    return columns;
  }

  private static Exercise sort(Random random, boolean tiles) {
    int rows = 1 + random.nextInt(3);
    int cols = 32 * (1 + random.nextInt(3));
    Grid a = Grid.of(DataType.FP32, rows, cols, few(random));
    int[] next = {0};
    Grid at = Grid.of(DataType.UINT32, rows, cols, () -> next[0]++ % cols);
    double[][] after = new double[rows][];
    for (int i = 0; i < rows; i++) {
      List<Pair> pairs = new ArrayList<>();
      for (int block = 0; block < cols; block += 32) {
        pairs.addAll(sorted(a, i, block, block + 32));
      }
      after[i] = columns(pairs);
    }
    Port y = Grid.out(DataType.FP32, rows, 2 * cols, rows, 2 * cols, 0, (i, j) -> after[i][j]);
    return Exercise.kernel(
        List.of(a.in("a"), at.in("b"), y),
        tiles
            ? a.load("ta", "a") + at.load("tb", "b") + tile("pl.tile.sort32(ta, tb)")
            : tensor("pl.tensor.sort32(a, b)"),
        "tsort32");
  }

  /** A row of values that is sorted whole: in blocks, and then in fours of them. */
  private static Exercise mergeRuns(Random random, boolean tiles) {
    Grid a = Grid.of(DataType.FP32, 1, 256, few(random));
    List<Pair> pairs = new ArrayList<>(sorted(a, 0, 0, 128));
    pairs.addAll(sorted(a, 0, 128, 256));
    double[] after = columns(pairs);
    Port y = Grid.out(DataType.FP32, 1, 512, 1, 512, 0, (i, j) -> after[j]);
    return Exercise.kernel(
        List.of(a.in("a"), y),
        tiles
            ? a.load("ta", "a")
                + "at = pl.tile.ci(0, [1, 256], dtype=pl.UINT32)\ns = pl.tile.sort32(ta, at)\n"
                + tile("pl.tile.mrgsort(s, block_len=64)")
            : "at = pl.tensor.ci(0, [1, 256], dtype=pl.UINT32)\ns = pl.tensor.sort32(a, at)\n"
                + tensor("pl.tensor.mrgsort(s, block_len=64)"),
        "tmrgsort");
  }

  /** Sorted blocks as lists of their own. */
  private static Exercise merge(Random random, int lists, boolean tiles) {
    int cols = 32 * lists;
    Grid a = Grid.of(DataType.FP32, 1, cols, few(random));
    double[] after = columns(sorted(a, 0, 0, cols));
    Port y = Grid.out(DataType.FP32, 1, 2 * cols, 1, 2 * cols, 0, (i, j) -> after[j]);
    String dialect = tiles ? "pl.tile" : "pl.tensor";
    StringBuilder body = new StringBuilder(tiles ? a.load("v", "a") : "v = a\n");
    body.append(
        "at = %1$s.ci(0, [1, %2$d], dtype=pl.UINT32)\ns = %1$s.sort32(v, at)\n"
            .formatted(dialect, cols));
    String[] names = new String[lists];
    for (int i = 0; i < lists; i++) {
      names[i] = "s" + i;
      body.append("s%d = %s.slice(s, [1, 64], [0, %d])\n".formatted(i, dialect, 64 * i));
    }
    String given = String.join(", ", Arrays.asList(names));
    if (tiles) {
      body.append("tmp = pl.tile.create([1, %d], dtype=pl.FP32)\n".formatted(2 * cols));
      body.append(tile("pl.tile.mrgsort(" + given + ", tmp=tmp)"));
    } else {
      body.append(tensor("pl.tensor.mrgsort(" + given + ")"));
    }
    return Exercise.kernel(List.of(a.in("a"), y), body.toString(), "tmrgsort");
  }
}
