package org.pyptoj.conformance.ops;

import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Function;
import org.pyptoj.ir.type.DataType;

/** Ops that move elements between global memory and places of a value on the core. */
final class IndexedDraws {

  private IndexedDraws() {}

  static void add(Map<String, Function<Random, Exercise>> draws) {
    draws.put("pl.tile.gather_row", r -> gatherRow(r, true));
    draws.put("pl.tensor.gather_row", r -> gatherRow(r, false));
    draws.put("pl.tensor.create_l1", r -> besideCube(r, false, r.nextBoolean()));
  }

  /** What may be left out, given. */
  static void addKeywords(Map<String, Exercise> all) {
    for (boolean tiles : new boolean[] {true, false}) {
      String op = tiles ? "pl.tile.gather_row " : "pl.tensor.gather_row ";
      all.put(op + "valid_shape", rows(new Random(1), tiles, false));
      all.put(op + "transpose", besideCube(new Random(1), tiles, true));
    }
    all.put("pl.tensor.create_l1 transpose", besideCube(new Random(2), false, true));
  }

  private static Exercise gatherRow(Random random, boolean tiles) {
    return random.nextBoolean()
        ? rows(random, tiles, random.nextBoolean())
        : besideCube(random, tiles, random.nextBoolean());
  }

  /** Some rows of a value of eight rows, in vector memory; how many is known when it runs. */
  private static Exercise rows(Random random, boolean tiles, boolean known) {
    DataType dtype = ElementwiseDraws.one(random, Scalar.NUMBERS);
    Grid a = Grid.of(dtype, 8, 32, ElementwiseDraws.values(random, dtype, false));
    Grid pool = Grid.of(dtype, 16, 32, ElementwiseDraws.values(random, dtype, false));
    int window = 1 + random.nextInt(4);
    int moved = known ? window : random.nextInt(window + 1);
    int to = random.nextInt(8 - moved + 1);
    int from = random.nextInt(16 - moved + 1);
    Grid places = Grid.of(DataType.INT32, 1, 8, () -> 0);
    places.values()[0] = to;
    places.values()[1] = from;
    places.values()[2] = moved;
    String places3 =
        "i = pl.tensor.read(n, [0, 0])\nj = pl.tensor.read(n, [0, 1])\nk = pl.tensor.read(n, [0, 2])\n";
    String gather =
        "gather_row(%s, pool, [i, 0], [j, 0], [%d, 32]%s)"
            .formatted(tiles ? "t" : "v", window, known ? "" : ", valid_shape=[k, 32]");
    String body =
        tiles
            ? a.load("t", "a") + "r = pl.tile." + gather + "\ny = pl.tile.store(r, [0, 0], y)\n"
            : "v = pl.tensor.add(a, 0)\nr = pl.tensor."
                + gather
                + "\ny = pl.tensor.assemble(y, r, [0, 0])\n";
    Port y =
        Grid.out(
            dtype,
            8,
            32,
            8,
            32,
            0,
            (i, j) -> i >= to && i < to + moved ? pool.at(from + i - to, j) : a.at(i, j));
    return Exercise.kernel(
        List.of(a.in("a"), pool.in("pool"), places.in("n"), y),
        places3 + body + "return y\n",
        "tload");
  }

  /** A factor of a product, gathered row by row; as columns, it is the transposed one. */
  private static Exercise besideCube(Random random, boolean tiles, boolean columns) {
    Grid x = Grid.of(DataType.FP16, 16, 16, () -> random.nextInt(5) - 2);
    Grid pool = Grid.of(DataType.FP16, 32, 16, () -> random.nextInt(5) - 2);
    Grid at = Grid.of(DataType.INT32, 1, 16, () -> random.nextInt(32));
    String transpose = columns ? ", transpose=True" : "";
    String create =
        tiles
            ? "rows = pl.tile.create([16, 16], dtype=pl.FP16, target_memory=pl.Mem.Mat"
            : "rows = pl.tensor.create_l1([16, 16], pl.FP16";
    String body =
        create
            + transpose
            + ")\nfor i in pl.range(16):\n    j = pl.tensor.read(at, [0, i])\n    rows = pl."
            + (tiles ? "tile" : "tensor")
            + ".gather_row(rows, pool, "
            + (columns ? "[0, i]" : "[i, 0]")
            + ", [j, 0], [1, 16]"
            + transpose
            + ")\n"
            + (tiles
                ? "t = pl.tile.load(x, [0, 0], [16, 16], target_memory=pl.Mem.Mat)\n"
                    + "r = pl.tile.matmul(t, rows)\ny = pl.tile.store(r, [0, 0], y)\n"
                : "r = pl.tensor.matmul(x, rows, out_dtype=pl.FP32)\n"
                    + "y = pl.tensor.assemble(y, r, [0, 0])\n")
            + "return y\n";
    Port y =
        Grid.out(
            DataType.FP32,
            16,
            16,
            16,
            16,
            0,
            (i, j) -> {
              double sum = 0;
              for (int k = 0; k < 16; k++) {
                int row = (int) at.values()[columns ? j : k];
                sum += x.at(i, k) * pool.at(row, columns ? k : j);
              }
              return sum;
            });
    return Exercise.kernel(List.of(x.in("x"), pool.in("pool"), at.in("at"), y), body, "tload");
  }
}
