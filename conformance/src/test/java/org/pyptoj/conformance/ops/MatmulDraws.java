package org.pyptoj.conformance.ops;

import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.DoubleSupplier;
import java.util.function.Function;
import org.pyptoj.ir.type.DataType;

/** Matrix products. */
final class MatmulDraws {

  private MatmulDraws() {}

  static void add(Map<String, Function<Random, Exercise>> draws) {
    draws.put("pl.tile.matmul", r -> tile(r, false));
    draws.put("pl.tile.matmul_acc", r -> r.nextBoolean() ? tile(r, true) : begun(r));
    draws.put("pl.tile.matmul_bias", r -> biased(r, false));
    draws.put("pl.tile.gemv", r -> row(r, false));
    draws.put("pl.tile.gemv_acc", r -> row(r, true));
    draws.put("pl.tile.gemv_bias", r -> biased(r, true));
    draws.put("pl.tile.batch_matmul", MatmulDraws::batch);
    draws.put("pl.tensor.matmul", r -> tensor(r, false, r.nextBoolean(), "tmatmul"));
    draws.put("pl.tensor.matmul_acc", r -> tensor(r, true, r.nextBoolean(), "tmatmul.acc"));
  }

  private static int extent(Random random) {
    return 16 * (1 + random.nextInt(2));
  }

  /** Small whole numbers: their products' sums are exact in FP32. */
  private static DoubleSupplier values(Random random) {
    return () -> random.nextInt(9) - 4;
  }

  private static double product(Grid a, Grid b, int i, int j, boolean aTrans, boolean bTrans) {
    double sum = 0;
    int depth = aTrans ? a.rows() : a.cols();
    for (int k = 0; k < depth; k++) {
      sum += (aTrans ? a.at(k, i) : a.at(i, k)) * (bTrans ? b.at(j, k) : b.at(k, j));
    }
    return sum;
  }

  private static Exercise tile(Random random, boolean accumulates) {
    DataType dtype = ElementwiseDraws.one(random, Scalar.FLOATS);
    int m = extent(random);
    int k = extent(random);
    int n = extent(random);
    Grid a = Grid.of(dtype, m, k, values(random));
    Grid b = Grid.of(dtype, k, n, values(random));
    int times = accumulates ? 2 : 1;
    Port y =
        Grid.out(DataType.FP32, m, n, m, n, 0, (i, j) -> times * product(a, b, i, j, false, false));
    String body =
        """
        ta = pl.tile.load(a, [0, 0], [%d, %d], target_memory=pl.Mem.Mat)
        tb = pl.tile.load(b, [0, 0], [%d, %d], target_memory=pl.Mem.Mat)
        r = pl.tile.matmul(ta, tb)
        %sy = pl.tile.store(r, [0, 0], y)
        return y
        """
            .formatted(m, k, k, n, accumulates ? "r = pl.tile.matmul_acc(r, ta, tb)\n" : "");
    return Exercise.kernel(
        List.of(a.in("a"), b.in("b"), y), body, accumulates ? "tmatmul.acc" : "tmatmul");
  }

  /** A product with a row that is added to each of its rows; one row of it is a gemv. */
  private static Exercise biased(Random random, boolean row) {
    DataType dtype = ElementwiseDraws.one(random, Scalar.FLOATS);
    int m = row ? 1 : extent(random);
    int k = extent(random);
    int n = extent(random);
    Grid a = Grid.of(dtype, m, k, values(random));
    Grid b = Grid.of(dtype, k, n, values(random));
    Grid c = Grid.of(DataType.FP32, 1, n, values(random));
    Port y =
        Grid.out(
            DataType.FP32, m, n, m, n, 0, (i, j) -> product(a, b, i, j, false, false) + c.at(0, j));
    String op = row ? "gemv_bias" : "matmul_bias";
    String body =
        """
        ta = pl.tile.load(a, [0, 0], [%d, %d], target_memory=pl.Mem.Mat)
        tb = pl.tile.load(b, [0, 0], [%d, %d], target_memory=pl.Mem.Mat)
        tc = pl.tile.load(c, [0, 0], [1, %d], target_memory=pl.Mem.Mat)
        r = pl.tile.%s(ta, tb, tc)
        y = pl.tile.store(r, [0, 0], y)
        return y
        """
            .formatted(m, k, k, n, n, op);
    return Exercise.kernel(
        List.of(a.in("a"), b.in("b"), c.in("c"), y), body, row ? "tgemv.bias" : "tmatmul.bias");
  }

  private static Exercise row(Random random, boolean accumulates) {
    DataType dtype = ElementwiseDraws.one(random, Scalar.FLOATS);
    int k = extent(random);
    int n = extent(random);
    Grid a = Grid.of(dtype, 1, k, values(random));
    Grid b = Grid.of(dtype, k, n, values(random));
    int times = accumulates ? 2 : 1;
    Port y =
        Grid.out(DataType.FP32, 1, n, 1, n, 0, (i, j) -> times * product(a, b, i, j, false, false));
    String body =
        """
        ta = pl.tile.load(a, [0, 0], [1, %d], target_memory=pl.Mem.Mat)
        tb = pl.tile.load(b, [0, 0], [%d, %d], target_memory=pl.Mem.Mat)
        r = pl.tile.gemv(ta, tb)
        %sy = pl.tile.store(r, [0, 0], y)
        return y
        """
            .formatted(
                k,
                k,
                n,
                accumulates ? "r = pl.tile.gemv_acc(r, ta, tb, acc_phase=\"final\")\n" : "");
    return Exercise.kernel(
        List.of(a.in("a"), b.in("b"), y), body, accumulates ? "tgemv.acc" : "tgemv");
  }

  /** A sum over rounds, of which the first begins it. */
  private static Exercise begun(Random random) {
    DataType dtype = ElementwiseDraws.one(random, Scalar.FLOATS);
    int m = extent(random);
    int k = extent(random);
    int n = extent(random);
    int rounds = 2 + random.nextInt(2);
    Grid a = Grid.of(dtype, m, k, values(random));
    Grid b = Grid.of(dtype, k, n, values(random));
    Port y =
        Grid.out(
            DataType.FP32, m, n, m, n, 0, (i, j) -> rounds * product(a, b, i, j, false, false));
    String body =
        """
        ta = pl.tile.load(a, [0, 0], [%d, %d], target_memory=pl.Mem.Mat)
        tb = pl.tile.load(b, [0, 0], [%d, %d], target_memory=pl.Mem.Mat)
        r = pl.tile.create([%d, %d], dtype=pl.FP32, target_memory=pl.Mem.Acc)
        for round in pl.range(%d):
            r = pl.tile.matmul_acc(r, ta, tb, init_cond=round == 0)
        y = pl.tile.store(r, [0, 0], y)
        return y
        """
            .formatted(m, k, k, n, m, n, rounds);
    return Exercise.kernel(List.of(a.in("a"), b.in("b"), y), body, "tmatmul.acc");
  }

  /** One page, which two dimensions hold as well as three. */
  private static Exercise batch(Random random) {
    int m = extent(random);
    int k = extent(random);
    int n = extent(random);
    Grid a = Grid.of(DataType.FP16, m, k, values(random));
    Grid b = Grid.of(DataType.FP16, k, n, values(random));
    Port y = Grid.out(DataType.FP32, m, n, m, n, 0, (i, j) -> product(a, b, i, j, false, false));
    String body =
        """
        ta = pl.tile.load(a, [0, 0], [%d, %d], target_memory=pl.Mem.Mat)
        tb = pl.tile.load(b, [0, 0], [%d, %d], target_memory=pl.Mem.Mat)
        r = pl.tile.batch_matmul(ta, tb)
        y = pl.tile.store(r, [0, 0], y)
        return y
        """
            .formatted(m, k, k, n);
    return Exercise.kernel(List.of(a.in("a"), b.in("b"), y), body, "tmatmul");
  }

  private static Exercise tensor(
      Random random, boolean accumulates, boolean bTrans, String instruction) {
    DataType dtype = ElementwiseDraws.one(random, Scalar.FLOATS);
    int m = extent(random);
    int k = extent(random);
    int n = extent(random);
    Grid a = Grid.of(dtype, m, k, values(random));
    Grid b = Grid.of(dtype, bTrans ? n : k, bTrans ? k : n, values(random));
    int times = accumulates ? 2 : 1;
    Port y =
        Grid.out(
            DataType.FP32, m, n, m, n, 0, (i, j) -> times * product(a, b, i, j, false, bTrans));
    String options = bTrans ? ", b_trans=True" : "";
    String body =
        "r = pl.tensor.matmul(a, b, out_dtype=pl.FP32"
            + options
            + ")\n"
            + (accumulates ? "r = pl.tensor.matmul_acc(r, a, b" + options + ")\n" : "")
            + "y = pl.tensor.assemble(y, r, [0, 0])\nreturn y\n";
    return Exercise.kernel(List.of(a.in("a"), b.in("b"), y), body, instruction);
  }
}
