package org.pyptoj.conformance.ops;

import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.DoubleBinaryOperator;
import java.util.function.DoubleSupplier;
import java.util.function.Function;
import org.pyptoj.ir.type.DataType;

/** Reductions of rows and columns, and vectors stretched over them. */
final class ReductionDraws {

  private static final Map<String, DoubleBinaryOperator> REDUCTIONS =
      Map.of("sum", (a, b) -> a + b, "prod", (a, b) -> a * b, "max", Math::max, "min", Math::min);

  private static final Map<String, DoubleBinaryOperator> EXPANSIONS =
      Map.of(
          "",
          (a, b) -> b,
          "_add",
          (a, b) -> a + b,
          "_sub",
          (a, b) -> a - b,
          "_mul",
          (a, b) -> a * b,
          "_div",
          (a, b) -> a / b,
          "_max",
          Math::max,
          "_min",
          Math::min,
          "_expdif",
          (a, b) -> Math.exp(a - b));

  private ReductionDraws() {}

  static void add(Map<String, Function<Random, Exercise>> draws) {
    REDUCTIONS.forEach(
        (name, fn) -> {
          for (boolean rows : new boolean[] {true, false}) {
            String op = (rows ? "row_" : "col_") + name;
            draws.put("pl.tile." + op, r -> reduce(r, op, fn, rows, true));
            draws.put("pl.tensor." + op, r -> reduce(r, op, fn, rows, false));
          }
        });
    for (boolean rows : new boolean[] {true, false}) {
      for (boolean greatest : new boolean[] {true, false}) {
        String op = (rows ? "row_arg" : "col_arg") + (greatest ? "max" : "min");
        draws.put("pl.tile." + op, r -> argReduce(r, op, rows, greatest, true));
        draws.put("pl.tensor." + op, r -> argReduce(r, op, rows, greatest, false));
      }
    }
    EXPANSIONS.forEach(
        (name, fn) -> {
          for (boolean rows : new boolean[] {true, false}) {
            String op = (rows ? "row_" : "col_") + "expand" + name;
            draws.put("pl.tile." + op, r -> expand(r, op, fn, rows, true));
            draws.put("pl.tensor." + op, r -> expand(r, op, fn, rows, false));
          }
        });
  }

  /** Elements whose sums and products are exact in every order. */
  private static DoubleSupplier exact(Random random, DataType dtype, boolean product) {
    if (product) {
      double[] factors =
          dtype.isFloat() ? new double[] {1, 1, 1, 2, 0.5, -1} : new double[] {1, 1, 1, -1, 2};
      return () -> factors[random.nextInt(factors.length)];
    }
    return () -> (random.nextInt(33) - 16) / (dtype.isFloat() ? 8.0 : 1);
  }

  private static Exercise reduce(
      Random random, String op, DoubleBinaryOperator fn, boolean rows, boolean tiles) {
    DataType dtype =
        ElementwiseDraws.one(
            random, List.of(DataType.FP32, DataType.FP16, DataType.INT32, DataType.INT16));
    int height = 1 + random.nextInt(6);
    int width = Grid.cols(random, dtype);
    DoubleSupplier value = exact(random, dtype, op.endsWith("prod"));
    Grid drawn = Grid.draw(random, dtype, height, width, value);
    // Of nothing there is no greatest.
    Grid a =
        tiles
            ? drawn.valid(Math.max(1, drawn.validRows()), Math.max(1, drawn.validCols()))
            : drawn.valid(height, width);
    Port y =
        rows
            ? Grid.out(
                dtype,
                height,
                1,
                a.validRows(),
                1,
                0,
                (i, j) -> folded(dtype, fn, a.validCols(), k -> a.at(i, k)))
            : Grid.out(
                dtype,
                1,
                width,
                1,
                a.validCols(),
                0,
                (i, j) -> folded(dtype, fn, a.validRows(), k -> a.at(k, j)));
    String scratch =
        rows || (op.equals("col_sum") && random.nextBoolean())
            ? "tmp = pl.tile.create([%d, %d], dtype=pl.%s)\n"
                .formatted(height, width, dtype.dslName())
            : "";
    String body =
        tiles
            ? a.load("ta", "a")
                + scratch
                + "r = pl.tile."
                + op
                + (scratch.isEmpty() ? "(ta)\n" : "(ta, tmp)\n")
                + "y = pl.tile.store(r, [0, 0], y)\nreturn y\n"
            : "r = pl.tensor." + op + "(a)\ny = pl.tensor.assemble(y, r, [0, 0])\nreturn y\n";
    return Exercise.kernel(List.of(a.in("a"), y), body, "t" + op.replace("_", ""));
  }

  /** Few different values, so that there are equal ones, of which the first counts. */
  private static Exercise argReduce(
      Random random, String op, boolean rows, boolean greatest, boolean tiles) {
    DataType dtype = ElementwiseDraws.one(random, Scalar.NUMBERS);
    int height = 1 + random.nextInt(6);
    int width = Grid.cols(random, dtype);
    Grid drawn = Grid.draw(random, dtype, height, width, () -> random.nextInt(9) - 4);
    Grid a =
        tiles
            ? drawn.valid(Math.max(1, drawn.validRows()), Math.max(1, drawn.validCols()))
            : drawn.valid(height, width);
    Port y =
        rows
            ? Grid.out(
                DataType.INT32,
                height,
                1,
                a.validRows(),
                1,
                0,
                (i, j) -> first(a.validCols(), greatest, k -> a.at(i, k)))
            : Grid.out(
                DataType.INT32,
                1,
                width,
                1,
                a.validCols(),
                0,
                (i, j) -> first(a.validRows(), greatest, k -> a.at(k, j)));
    String body =
        tiles
            ? a.load("ta", "a")
                + "tmp = pl.tile.create([%d, %d], dtype=pl.%s)\n"
                    .formatted(height, width, dtype.dslName())
                + "r = pl.tile."
                + op
                + "(ta, tmp)\ny = pl.tile.store(r, [0, 0], y)\nreturn y\n"
            : "r = pl.tensor." + op + "(a)\ny = pl.tensor.assemble(y, r, [0, 0])\nreturn y\n";
    return Exercise.kernel(List.of(a.in("a"), y), body, "t" + op.replace("_", ""));
  }

  private static int first(int n, boolean greatest, Element element) {
    int best = 0;
    for (int k = 1; k < n; k++) {
      double now = element.at(k);
      double then = element.at(best);
      best = (greatest ? now > then : now < then) ? k : best;
    }
    return best;
  }

  private interface Element {
    double at(int k);
  }

  private static double folded(DataType dtype, DoubleBinaryOperator fn, int n, Element element) {
    double acc = element.at(0);
    for (int k = 1; k < n; k++) {
      acc = fn.applyAsDouble(acc, element.at(k));
      acc = dtype.isFloat() ? acc : Numbers.rounded(dtype, acc);
    }
    return acc;
  }

  private static Exercise expand(
      Random random, String op, DoubleBinaryOperator fn, boolean rows, boolean tiles) {
    DataType dtype = ElementwiseDraws.one(random, Scalar.FLOATS);
    int height = 1 + random.nextInt(6);
    int width = Grid.cols(random, dtype);
    DoubleSupplier value = () -> (1 + random.nextInt(32)) / 8.0;
    Grid drawn = Grid.draw(random, dtype, height, width, value);
    Grid a = tiles ? drawn : drawn.valid(height, width);
    Grid v = rows ? Grid.of(dtype, height, 1, value) : Grid.of(dtype, 1, width, value);
    boolean exact = !op.endsWith("div") && !op.endsWith("expdif");
    Port y =
        Grid.out(
            dtype,
            height,
            width,
            a.validRows(),
            a.validCols(),
            exact ? 0 : Scalar.tolerance(dtype),
            (i, j) -> fn.applyAsDouble(a.at(i, j), rows ? v.at(i, 0) : v.at(0, j)));
    String body =
        tiles
            ? a.load("ta", "a")
                + v.load("tv", "v")
                + "r = pl.tile."
                + op
                + "(ta, tv)\ny = pl.tile.store(r, [0, 0], y)\nreturn y\n"
            : "r = pl.tensor." + op + "(a, v)\ny = pl.tensor.assemble(y, r, [0, 0])\nreturn y\n";
    return Exercise.kernel(List.of(a.in("a"), v.in("v"), y), body, "t" + op.replace("_", ""));
  }
}
