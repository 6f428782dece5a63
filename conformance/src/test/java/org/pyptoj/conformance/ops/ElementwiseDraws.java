package org.pyptoj.conformance.ops;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.DoubleBinaryOperator;
import java.util.function.DoubleSupplier;
import java.util.function.Function;
import org.pyptoj.ir.type.DataType;

/** Ops that compute each element from the elements at the same place. */
final class ElementwiseDraws {

  private static final String[] COMPARISONS = {"eq", "ne", "lt", "le", "gt", "ge"};

  private ElementwiseDraws() {}

  static void add(Map<String, Function<Random, Exercise>> draws) {
    Scalar.UNARY.forEach(
        (name, fn) -> {
          draws.put("pl.tile." + name, r -> unary(r, name, fn, true));
          draws.put("pl.tensor." + name, r -> unary(r, name, fn, false));
        });
    Scalar.BINARY.forEach(
        (name, fn) -> {
          String scalar = (name.endsWith("_") ? name.substring(0, name.length() - 1) : name) + "s";
          draws.put("pl.tile." + name, r -> binary(r, name, fn, true));
          if (!fn.scratch()) {
            draws.put("pl.tile." + scalar, r -> withNumber(r, scalar, fn, true));
          }
          if (!fn.scratch()) {
            draws.put("pl.tensor." + name, r -> binary(r, name, fn, false));
            draws.put("pl.tensor." + scalar, r -> withNumber(r, scalar, fn, false));
          }
        });
    for (String name : List.of("add", "mul", "max", "min")) {
      draws.put("pl.tile.part_" + name, r -> part(r, name, true));
      draws.put("pl.tensor.part_" + name, r -> part(r, name, false));
    }
    draws.put("pl.tile.lrelu", ElementwiseDraws::leaky);
    draws.put("pl.tile.prelu", ElementwiseDraws::sloped);
    draws.put("pl.tile.sels", ElementwiseDraws::selectNumber);
    draws.put("pl.tile.expands", ElementwiseDraws::expands);
    draws.put("pl.tile.cast", r -> cast(r, true));
    draws.put("pl.tensor.cast", r -> cast(r, false));
    draws.put("pl.tile.cmp", ElementwiseDraws::compare);
    draws.put("pl.tile.cmps", ElementwiseDraws::compareWithNumber);
    draws.put("pl.tile.sel", ElementwiseDraws::select);
  }

  static DataType one(Random random, List<DataType> dtypes) {
    return dtypes.get(random.nextInt(dtypes.size()));
  }

  /** Eighths for floats, so that sums and products are exact; whole numbers else. */
  static DoubleSupplier values(Random random, DataType dtype, boolean positive) {
    return () -> {
      int n = random.nextInt(64) - (positive ? -1 : 32);
      return dtype.isFloat() ? n / 8.0 : n;
    };
  }

  private static DoubleSupplier right(Random random, DataType dtype, Scalar.Right right) {
    return switch (right) {
      case ANY -> values(random, dtype, false);
      case SHIFT -> () -> random.nextInt(8);
      case NOT_ZERO ->
          () -> {
            int n = 1 + random.nextInt(16);
            double value = dtype.isFloat() ? n / 8.0 : n;
            return random.nextBoolean() ? value : -value;
          };
    };
  }

  /** Loads, calls and stores on tiles; calls and assembles on tensors. */
  private static String body(String loads, String tileCall, String tensorCall, boolean tiles) {
    return tiles
        ? loads + "r = " + tileCall + "\ny = pl.tile.store(r, [0, 0], y)\nreturn y\n"
        : "r = " + tensorCall + "\ny = pl.tensor.assemble(y, r, [0, 0])\nreturn y\n";
  }

  private static Grid grid(Random random, DataType dtype, boolean tiles, DoubleSupplier value) {
    int rows = 1 + random.nextInt(6);
    int cols = Grid.cols(random, dtype);
    return tiles ? Grid.draw(random, dtype, rows, cols, value) : Grid.of(dtype, rows, cols, value);
  }

  private static Exercise unary(Random random, String name, Scalar.Unary fn, boolean tiles) {
    DataType dtype = one(random, fn.dtypes());
    Grid a = grid(random, dtype, tiles, values(random, dtype, fn.positive()));
    Port y =
        Grid.out(
            dtype,
            a.rows(),
            a.cols(),
            a.validRows(),
            a.validCols(),
            fn.exact() ? 0 : Scalar.tolerance(dtype),
            (i, j) -> fn.fn().applyAsDouble(a.at(i, j)));
    return Exercise.kernel(
        List.of(a.in("a"), y),
        body(a.load("ta", "a"), "pl.tile." + name + "(ta)", "pl.tensor." + name + "(a)", tiles),
        "t" + name.replace("_", ""));
  }

  /** One value of a function in its type; integers are divided towards zero. */
  private static double applied(DoubleBinaryOperator fn, DataType dtype, double a, double b) {
    double value = fn.applyAsDouble(a, b);
    return dtype.isFloat() ? value : (double) (long) value;
  }

  private static Exercise binary(Random random, String name, Scalar.Binary fn, boolean tiles) {
    DataType dtype = one(random, fn.dtypes());
    Grid a = grid(random, dtype, tiles, values(random, dtype, false));
    Grid b =
        Grid.of(dtype, a.rows(), a.cols(), right(random, dtype, fn.right()))
            .valid(a.validRows(), a.validCols());
    // Either side may be one row or one column that is stretched.
    boolean whole = a.validCols() == a.cols() && a.validRows() == a.rows();
    int stretched = whole ? random.nextInt(9) : 0;
    Grid left = a;
    Grid rightGrid = b;
    switch (stretched) {
      case 1 -> rightGrid = Grid.of(dtype, 1, a.cols(), right(random, dtype, fn.right()));
      case 2 -> rightGrid = Grid.of(dtype, a.rows(), 1, right(random, dtype, fn.right()));
      case 3 -> left = Grid.of(dtype, 1, a.cols(), values(random, dtype, false));
      case 4 -> left = Grid.of(dtype, a.rows(), 1, values(random, dtype, false));
      case 5 -> {
        left = Grid.of(dtype, a.rows(), 1, values(random, dtype, false));
        rightGrid = Grid.of(dtype, 1, a.cols(), right(random, dtype, fn.right()));
      }
      case 6 -> rightGrid = Grid.of(dtype, 1, 1, right(random, dtype, fn.right()));
      default -> {}
    }
    Grid x = left;
    Grid z = rightGrid;
    Port y =
        Grid.out(
            dtype,
            a.rows(),
            a.cols(),
            a.validRows(),
            a.validCols(),
            name.equals("div") || name.equals("rem") ? Scalar.tolerance(dtype) : 0,
            (i, j) ->
                applied(
                    fn.fn(),
                    dtype,
                    x.at(Math.min(i, x.rows() - 1), Math.min(j, x.cols() - 1)),
                    z.at(Math.min(i, z.rows() - 1), Math.min(j, z.cols() - 1))));
    String scratch =
        fn.scratch()
            ? "tmp = pl.tile.create([%d, %d], dtype=pl.%s)\n"
                .formatted(a.rows(), a.cols(), dtype.dslName())
            : "";
    return Exercise.kernel(
        List.of(x.in("a"), z.in("b"), y),
        body(
            x.load("ta", "a") + z.load("tb", "b") + scratch,
            "pl.tile." + name + "(ta, tb" + (fn.scratch() ? ", tmp)" : ")"),
            "pl.tensor." + name + "(a, b)",
            tiles),
        null);
  }

  private static String literal(DataType dtype, double value) {
    return dtype.isFloat() ? Double.toString(value) : Long.toString((long) value);
  }

  private static Exercise withNumber(Random random, String name, Scalar.Binary fn, boolean tiles) {
    DataType dtype = one(random, fn.dtypes());
    Grid a = grid(random, dtype, tiles, values(random, dtype, false));
    double b = right(random, dtype, fn.right()).getAsDouble();
    Port y =
        Grid.out(
            dtype,
            a.rows(),
            a.cols(),
            a.validRows(),
            a.validCols(),
            name.startsWith("div") ? Scalar.tolerance(dtype) : 0,
            (i, j) -> applied(fn.fn(), dtype, a.at(i, j), b));
    return Exercise.kernel(
        List.of(a.in("a"), y),
        body(
            a.load("ta", "a"),
            "pl.tile." + name + "(ta, " + literal(dtype, b) + ")",
            "pl.tensor." + name + "(a, " + literal(dtype, b) + ")",
            tiles),
        null);
  }

  /** The second operand is valid in a part of the first, where the result is the first alone. */
  private static Exercise part(Random random, String name, boolean tiles) {
    String whole = name.equals("max") ? "maximum" : name.equals("min") ? "minimum" : name;
    Scalar.Binary fn = Scalar.BINARY.get(whole);
    DataType dtype = one(random, fn.dtypes());
    Grid a = grid(random, dtype, tiles, values(random, dtype, false));
    Grid b = Grid.of(dtype, a.rows(), a.cols(), values(random, dtype, false));
    int rows = tiles ? random.nextInt(a.validRows() + 1) : b.rows();
    int cols = tiles ? random.nextInt(a.validCols() + 1) : b.cols();
    Grid second = b.valid(rows, cols);
    Port y =
        Grid.out(
            dtype,
            a.rows(),
            a.cols(),
            a.validRows(),
            a.validCols(),
            0,
            (i, j) ->
                i < rows && j < cols
                    ? applied(fn.fn(), dtype, a.at(i, j), second.at(i, j))
                    : a.at(i, j));
    return Exercise.kernel(
        List.of(a.in("a"), second.in("b"), y),
        body(
            a.load("ta", "a") + second.load("tb", "b"),
            "pl.tile.part_" + name + "(ta, tb)",
            "pl.tensor.part_" + name + "(a, b)",
            tiles),
        "tpart" + name);
  }

  private static Exercise leaky(Random random) {
    DataType dtype = one(random, Scalar.FLOATS);
    Grid a = grid(random, dtype, true, values(random, dtype, false));
    double slope = (random.nextInt(9) - 4) / 4.0;
    Port y =
        Grid.out(
            dtype,
            a.rows(),
            a.cols(),
            a.validRows(),
            a.validCols(),
            0,
            (i, j) -> a.at(i, j) > 0 ? a.at(i, j) : slope * a.at(i, j));
    return Exercise.kernel(
        List.of(a.in("a"), y),
        body(a.load("ta", "a"), "pl.tile.lrelu(ta, " + slope + ")", null, true),
        "tlrelu");
  }

  private static Exercise sloped(Random random) {
    DataType dtype = one(random, Scalar.FLOATS);
    Grid a = grid(random, dtype, true, values(random, dtype, false));
    Grid s =
        Grid.of(dtype, a.rows(), a.cols(), () -> (random.nextInt(9) - 4) / 4.0)
            .valid(a.validRows(), a.validCols());
    Port y =
        Grid.out(
            dtype,
            a.rows(),
            a.cols(),
            a.validRows(),
            a.validCols(),
            0,
            (i, j) -> a.at(i, j) > 0 ? a.at(i, j) : s.at(i, j) * a.at(i, j));
    String scratch = "tmp = pl.tile.create([%d, 32], dtype=pl.UINT8)\n".formatted(a.rows() + 1);
    return Exercise.kernel(
        List.of(a.in("a"), s.in("s"), y),
        body(
            a.load("ta", "a") + s.load("ts", "s") + scratch,
            "pl.tile.prelu(ta, ts, tmp)",
            null,
            true),
        "tprelu");
  }

  private static Exercise selectNumber(Random random) {
    DataType dtype = one(random, Scalar.NUMBERS);
    DoubleSupplier few = () -> random.nextInt(5) - 2;
    Grid a = Grid.draw(random, dtype, 1 + random.nextInt(6), Grid.cols(random, dtype), few);
    int comparison = random.nextInt(COMPARISONS.length);
    double number = few.getAsDouble();
    Port y =
        Grid.out(
            dtype,
            a.rows(),
            a.cols(),
            a.validRows(),
            a.validCols(),
            0,
            (i, j) -> holds(comparison, a.at(i, j), 0) ? a.at(i, j) : number);
    return Exercise.kernel(
        List.of(a.in("a"), y),
        body(
            a.load("ta", "a")
                + "m = pl.tile.cmps(ta, "
                + literal(dtype, 0)
                + ", cmp_type="
                + comparison
                + ")\ntmp = pl.tile.create([1, 32], dtype=pl."
                + dtype.dslName()
                + ")\n",
            "pl.tile.sels(m, ta, tmp, " + literal(dtype, number) + ")",
            null,
            true),
        "tsels");
  }

  private static Exercise expands(Random random) {
    DataType dtype = one(random, Scalar.NUMBERS);
    Grid a = grid(random, dtype, true, values(random, dtype, false));
    double b = values(random, dtype, false).getAsDouble();
    Port y = Grid.out(dtype, a.rows(), a.cols(), a.validRows(), a.validCols(), 0, (i, j) -> b);
    return Exercise.kernel(
        List.of(a.in("a"), y),
        body(a.load("ta", "a"), "pl.tile.expands(ta, " + literal(dtype, b) + ")", null, true),
        "texpands");
  }

  private static Exercise cast(Random random, boolean tiles) {
    DataType from = one(random, Scalar.NUMBERS);
    List<DataType> others = new ArrayList<>(Scalar.NUMBERS);
    others.remove(from);
    DataType to = one(random, others);
    String[] modes = {"rint", "round", "floor", "ceil", "trunc"};
    String mode = modes[random.nextInt(modes.length)];
    Grid a = grid(random, from, tiles, values(random, from, false));
    Port y =
        Grid.out(
            to,
            a.rows(),
            a.cols(),
            a.validRows(),
            a.validCols(),
            0,
            (i, j) -> to.isFloat() ? a.at(i, j) : whole(mode, a.at(i, j)));
    String call = "(%s, target_type=pl." + to.dslName() + ", mode=\"" + mode + "\")";
    return Exercise.kernel(
        List.of(a.in("a"), y),
        body(
            a.load("ta", "a"),
            "pl.tile.cast" + call.formatted("ta"),
            "pl.tensor.cast" + call.formatted("a"),
            tiles),
        "tcvt");
  }

  static double whole(String mode, double x) {
    return switch (mode) {
      case "rint" -> Math.rint(x);
      // Halves go away from zero.
      case "round" -> Math.signum(x) * Math.floor(Math.abs(x) + 0.5);
      case "floor" -> Math.floor(x);
      case "ceil" -> Math.ceil(x);
      default -> x < 0 ? Math.ceil(x) : Math.floor(x);
    };
  }

  static boolean holds(int comparison, double a, double b) {
    return switch (COMPARISONS[comparison]) {
      case "eq" -> a == b;
      case "ne" -> a != b;
      case "lt" -> a < b;
      case "le" -> a <= b;
      case "gt" -> a > b;
      default -> a >= b;
    };
  }

  /** A mask has one bit an element, the first of eight the lowest, and rows of whole lines. */
  private static Exercise masked(Random random, boolean number) {
    DataType dtype = one(random, Scalar.NUMBERS);
    int rows = 1 + random.nextInt(6);
    int cols = Grid.cols(random, dtype);
    DoubleSupplier few = () -> random.nextInt(5) - 2;
    Grid a = Grid.draw(random, dtype, rows, cols, few);
    Grid b = Grid.of(dtype, rows, cols, few).valid(a.validRows(), a.validCols());
    int comparison = random.nextInt(COMPARISONS.length);
    int width = (((cols + 7) / 8) + 31) / 32 * 32;
    int valid = (a.validCols() + 7) / 8;
    double scalar = few.getAsDouble();
    Port y =
        Grid.out(
            DataType.UINT8,
            rows,
            width,
            a.validRows(),
            valid,
            0,
            (i, j) -> {
              int bits = 0;
              for (int k = 8 * j; k < Math.min(8 * j + 8, a.validCols()); k++) {
                double other = number ? scalar : b.at(i, k);
                bits |= holds(comparison, a.at(i, k), other) ? 1 << (k % 8) : 0;
              }
              return bits;
            });
    String call =
        number
            ? "pl.tile.cmps(ta, " + literal(dtype, scalar) + ", cmp_type=" + comparison + ")"
            : "pl.tile.cmp(ta, tb, cmp_type=" + comparison + ")";
    return Exercise.kernel(
        List.of(a.in("a"), b.in("b"), y),
        body(a.load("ta", "a") + (number ? "" : b.load("tb", "b")), call, null, true),
        number ? "tcmps" : "tcmp");
  }

  private static Exercise compare(Random random) {
    return masked(random, false);
  }

  private static Exercise compareWithNumber(Random random) {
    return masked(random, true);
  }

  private static Exercise select(Random random) {
    DataType dtype = one(random, Scalar.NUMBERS);
    DoubleSupplier few = () -> random.nextInt(5) - 2;
    int rows = 1 + random.nextInt(6);
    int cols = Grid.cols(random, dtype);
    Grid a = Grid.draw(random, dtype, rows, cols, few);
    Grid b = Grid.of(dtype, rows, cols, few).valid(a.validRows(), a.validCols());
    int comparison = random.nextInt(COMPARISONS.length);
    Port y =
        Grid.out(
            dtype,
            rows,
            cols,
            a.validRows(),
            a.validCols(),
            0,
            (i, j) -> holds(comparison, a.at(i, j), 0) ? a.at(i, j) : b.at(i, j));
    return Exercise.kernel(
        List.of(a.in("a"), b.in("b"), y),
        body(
            a.load("ta", "a")
                + b.load("tb", "b")
                + "m = pl.tile.cmps(ta, "
                + literal(dtype, 0)
                + ", cmp_type="
                + comparison
                + ")\ntmp = pl.tile.create([1, 32], dtype=pl.UINT8)\n",
            "pl.tile.sel(m, ta, tb, tmp)",
            null,
            true),
        "tsel");
  }
}
