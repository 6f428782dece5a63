package org.pyptoj.torch;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleBinaryOperator;
import java.util.function.DoubleUnaryOperator;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/** Functions and methods with a random call of each and the result that the naive model gives. */
final class FunctionTable {
  /** One call and what it must give: models for tensors, other values as they are. */
  record Call(List<Object> args, Map<String, Object> keywords, Object expected, double ulps) {}

  /** A function's name and how to make a random call of it. */
  record Case(String name, String label, Function<Sample, Call> make) {
    @Override
    public String toString() {
      return label;
    }
  }

  private final List<Case> cases = new ArrayList<>();

  private FunctionTable() {}

  static List<Case> all() {
    FunctionTable table = new FunctionTable();
    table.unary();
    table.binary();
    table.comparisons();
    table.otherPointwise();
    table.reductions();
    table.lines();
    table.views();
    table.assembly();
    table.indexing();
    table.order();
    table.linear();
    table.creation();
    table.neural();
    return table.cases;
  }

  private void add(String name, Function<Sample, Call> make) {
    add(name, name, make);
  }

  private void add(String name, String label, Function<Sample, Call> make) {
    cases.add(new Case(name, label, make));
  }

  private static Call exact(Object expected, Object... args) {
    return new Call(Arrays.asList(args), Map.of(), expected, 0);
  }

  private static Call near(double ulps, Object expected, Object... args) {
    return new Call(Arrays.asList(args), Map.of(), expected, ulps);
  }

  private static Call with(Map<String, Object> keywords, Object expected, Object... args) {
    return new Call(Arrays.asList(args), keywords, expected, 0);
  }

  private static List<Object> boxes(int... values) {
    List<Object> list = new ArrayList<>();
    for (int v : values) {
      list.add((long) v);
    }
    return list;
  }

  private static Dtype floating(Dtype d) {
    return d.isFloat() ? d : Dtype.FLOAT32;
  }

  // Promotion by rank in one list, with the two pairs that meet above both.

  private static final List<Dtype> RANKS =
      List.of(
          Dtype.BOOL,
          Dtype.UINT8,
          Dtype.INT8,
          Dtype.INT16,
          Dtype.INT32,
          Dtype.INT64,
          Dtype.FLOAT16,
          Dtype.BFLOAT16,
          Dtype.FLOAT32,
          Dtype.FLOAT64);

  static Dtype promote(Dtype a, Dtype b) {
    Dtype low = RANKS.indexOf(a) < RANKS.indexOf(b) ? a : b;
    Dtype high = low == a ? b : a;
    if (low == Dtype.UINT8 && high == Dtype.INT8) {
      return Dtype.INT16;
    }
    if (low == Dtype.FLOAT16 && high == Dtype.BFLOAT16) {
      return Dtype.FLOAT32;
    }
    return high;
  }

  // ---- one operand ----

  private void unary(
      String name,
      Dtype[] types,
      double low,
      double high,
      double ulps,
      boolean fractional,
      DoubleUnaryOperator f) {
    add(
        name,
        s -> {
          Sample.Pair x = s.tensor(s.dtype(types), s.shape(0, 4), low, high);
          Dtype d = x.model().dtype();
          return near(ulps, x.model().map(fractional ? floating(d) : d, f), x.tensor());
        });
    boolean method =
        !name.equals("positive")
            && !name.equals("gelu")
            && !name.equals("logsigmoid")
            && !name.equals("softplus");
    if (method) {
      add(
          name + "_",
          s -> {
            Sample.Pair x =
                s.tensor(
                    fractional ? s.dtype(Sample.FLOATS) : s.dtype(types), s.shape(0, 4), low, high);
            return near(ulps, x.model().map(x.model().dtype(), f), x.tensor());
          });
    }
  }

  private void unary() {
    Dtype[] all = Sample.NUMBERS;
    unary("neg", all, -8, 8, 0, false, v -> -v);
    unary("negative", all, -8, 8, 0, false, v -> -v);
    unary("positive", all, -8, 8, 0, false, v -> v);
    unary("abs", all, -8, 8, 0, false, Math::abs);
    unary("absolute", all, -8, 8, 0, false, Math::abs);
    unary("sign", all, -8, 8, 0, false, Math::signum);
    unary("sgn", all, -8, 8, 0, false, Math::signum);
    unary("square", all, -8, 8, 0, false, v -> v * v);
    unary("floor", all, -8, 8, 0, false, Math::floor);
    unary("ceil", all, -8, 8, 0, false, Math::ceil);
    unary("trunc", all, -8, 8, 0, false, v -> (long) v);
    unary("fix", all, -8, 8, 0, false, v -> (long) v);
    unary("round", all, -8, 8, 0, false, Math::rint);
    unary("frac", Sample.FLOATS, -8, 8, 0, false, v -> v - (long) v);
    unary("relu", all, -8, 8, 0, false, v -> Math.max(v, 0));
    unary("relu6", all, -8, 8, 0, false, v -> Math.min(Math.max(v, 0), 6));
    unary("reciprocal", all, 1, 9, 1, true, v -> 1 / v);
    unary("sqrt", all, 0, 16, 1, true, Math::sqrt);
    unary("rsqrt", all, 1, 17, 1, true, v -> 1 / Math.sqrt(v));
    unary("exp", all, -8, 8, 1, true, Math::exp);
    unary("exp2", all, -8, 8, 1, true, v -> Math.pow(2, v));
    unary("expm1", all, -8, 8, 1, true, Math::expm1);
    unary("log", all, 1, 9, 1, true, Math::log);
    unary("log2", all, 1, 9, 1, true, v -> Math.log(v) / Math.log(2));
    unary("log10", all, 1, 9, 1, true, Math::log10);
    unary("log1p", all, 0, 8, 1, true, Math::log1p);
    unary("sin", all, -8, 8, 1, true, Math::sin);
    unary("cos", all, -8, 8, 1, true, Math::cos);
    unary("tan", all, -8, 8, 1, true, Math::tan);
    unary("asin", Sample.FLOATS, -1, 1, 1, true, Math::asin);
    unary("arcsin", Sample.FLOATS, -1, 1, 1, true, Math::asin);
    unary("acos", Sample.FLOATS, -1, 1, 1, true, Math::acos);
    unary("arccos", Sample.FLOATS, -1, 1, 1, true, Math::acos);
    unary("atan", all, -8, 8, 1, true, Math::atan);
    unary("arctan", all, -8, 8, 1, true, Math::atan);
    unary("sinh", all, -4, 4, 1, true, Math::sinh);
    unary("cosh", all, -4, 4, 1, true, Math::cosh);
    unary("tanh", all, -4, 4, 1, true, Math::tanh);
    unary("asinh", all, 0, 8, 1, true, v -> Math.log(v + Math.sqrt(v * v + 1)));
    unary("acosh", all, 1, 9, 1, true, v -> Math.log(v + Math.sqrt(v * v - 1)));
    unary("atanh", Sample.FLOATS, -0.5, 0.5, 1, true, v -> (Math.log(1 + v) - Math.log(1 - v)) / 2);
    unary("sigmoid", all, -8, 8, 2, true, v -> 1 / (1 + Math.exp(-v)));
    unary("silu", all, -8, 8, 2, true, v -> v / (1 + Math.exp(-v)));
    unary("logsigmoid", all, -4, 4, 2, true, v -> -Math.log(1 + Math.exp(-v)));
    unary("softplus", all, -4, 4, 2, true, v -> Math.log(1 + Math.exp(v)));
    unary("elu", Sample.FLOATS, -4, 4, 1, true, v -> v > 0 ? v : Math.expm1(v));
    unary("erf", all, -4, 4, 1, true, FunctionTable::erf);
    unary("erfc", all, -2, 2, 1, true, v -> 1 - erf(v));
    unary("gelu", all, -2, 4, 1, true, v -> v * (1 + erf(v / Math.sqrt(2))) / 2);
    unary("deg2rad", all, -8, 8, 1, true, Math::toRadians);
    unary("rad2deg", all, -8, 8, 1, true, Math::toDegrees);
    predicate("logical_not", v -> v == 0);
    predicate("isnan", Double::isNaN);
    predicate("isinf", Double::isInfinite);
    predicate("isfinite", Double::isFinite);
    predicate("isposinf", v -> v == Double.POSITIVE_INFINITY);
    predicate("isneginf", v -> v == Double.NEGATIVE_INFINITY);
    predicate("signbit", v -> v < 0);
    add(
        "bitwise_not",
        s -> {
          Sample.Pair x = s.tensor(s.dtype(Sample.INTEGERS), s.shape(0, 3));
          return exact(x.model().map(x.model().dtype(), v -> -v - 1), x.tensor());
        });
    add(
        "bitwise_not",
        "bitwise_not of bool",
        s -> {
          Sample.Pair x = s.tensor(Dtype.BOOL, s.shape(0, 3));
          return exact(x.model().map(Dtype.BOOL, v -> 1 - v), x.tensor());
        });
  }

  /** The integral of the bell curve by Simpson's rule. */
  private static double erf(double x) {
    int n = 2000;
    double h = x / n;
    double sum = 1 + Math.exp(-x * x);
    for (int i = 1; i < n; i++) {
      sum += Math.exp(-i * h * i * h) * (i % 2 == 1 ? 4 : 2);
    }
    return 2 / Math.sqrt(Math.PI) * sum * h / 3;
  }

  private interface Predicate {
    boolean test(double v);
  }

  private void predicate(String name, Predicate p) {
    add(
        name,
        s -> {
          Dtype d = s.dtype(Sample.NUMBERS);
          int[] shape = s.shape(0, 3);
          double[] special = {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, 0};
          Model m =
              Model.build(
                  d,
                  shape,
                  i -> d.isFloat() && s.upTo(2) == 0 ? special[s.upTo(4)] : s.value(d, -2, 2));
          return exact(m.map(Dtype.BOOL, v -> p.test(v) ? 1 : 0), s.layout(m));
        });
  }

  // ---- two operands ----

  private static Model combine(Dtype d, Model a, Model b, DoubleBinaryOperator f) {
    return Model.build(
        d,
        Model.broadcast(a.shape(), b.shape()),
        i -> f.applyAsDouble(Model.round(d, a.atBroadcast(i)), Model.round(d, b.atBroadcast(i))));
  }

  /** A second shape that broadcasts with the first. */
  private static int[] partner(Sample s, int[] shape) {
    int skip = s.upTo(shape.length + 1);
    int[] other = Arrays.copyOfRange(shape, skip, shape.length);
    for (int d = 0; d < other.length; d++) {
      if (s.upTo(3) == 0) {
        other[d] = 1;
      }
    }
    return other;
  }

  private void binary(
      String name,
      Dtype[] types,
      double low,
      double high,
      double ulps,
      boolean fractional,
      DoubleBinaryOperator f) {
    add(
        name,
        s -> {
          int[] shape = s.shape(1, 4);
          int[] other = partner(s, shape);
          Sample.Pair x = s.tensor(s.dtype(types), shape, low, high);
          // A tensor without dimensions would count less in promotion; that has a test of its own.
          Dtype second = other.length == 0 ? x.model().dtype() : s.dtype(types);
          Sample.Pair y = s.tensor(second, other, 1, high);
          Dtype d = promote(x.model().dtype(), second);
          d = fractional ? floating(d) : d;
          boolean swap = s.coin() && low >= 1;
          return swap
              ? near(ulps, combine(d, y.model(), x.model(), f), y.tensor(), x.tensor())
              : near(ulps, combine(d, x.model(), y.model(), f), x.tensor(), y.tensor());
        });
  }

  private void inPlace(String name, Dtype[] types, double low, DoubleBinaryOperator f) {
    add(
        name,
        s -> {
          int[] shape = s.shape(0, 4);
          Dtype d = s.dtype(types);
          Sample.Pair x = s.tensor(d, shape, low, 8);
          Sample.Pair y = s.tensor(d, partner(s, shape), 1, 8);
          return near(1, combine(d, x.model(), y.model(), f), x.tensor(), y.tensor());
        });
  }

  private void binary() {
    Dtype[] all = Sample.NUMBERS;
    for (String name : List.of("add", "__add__", "__radd__")) {
      binary(name, Sample.ALL, -8, 8, 0, false, Double::sum);
    }
    for (String name : List.of("mul", "multiply", "__mul__")) {
      binary(name, Sample.ALL, -8, 8, 0, false, (x, y) -> x * y);
    }
    for (String name : List.of("sub", "subtract", "__sub__")) {
      binary(name, all, -8, 8, 0, false, (x, y) -> x - y);
    }
    binary("__rsub__", all, -8, 8, 0, false, (x, y) -> y - x);
    for (String name : List.of("div", "divide", "true_divide", "__truediv__")) {
      binary(name, Sample.ALL, -8, 8, 0, true, (x, y) -> x / y);
    }
    for (String name : List.of("floor_divide", "__floordiv__")) {
      binary(name, all, -8, 8, 0, false, (x, y) -> Math.floor(x / y));
    }
    for (String name : List.of("remainder", "__mod__")) {
      binary(name, all, -8, 8, 0, false, (x, y) -> x - Math.floor(x / y) * y);
    }
    binary("fmod", all, -8, 8, 0, false, (x, y) -> x % y);
    binary("pow", Sample.FLOATS, 1, 3, 1, false, Math::pow);
    add(
        "pow",
        "pow with integer exponent",
        s -> {
          Sample.Pair x = s.tensor(s.dtype(all), s.shape(0, 3), -3, 3);
          int e = s.between(0, 3);
          Dtype d = x.model().dtype();
          return near(1, x.model().map(d, v -> Math.pow(v, e)), x.tensor(), (long) e);
        });
    binary("maximum", all, -8, 8, 0, false, Math::max);
    binary("minimum", all, -8, 8, 0, false, Math::min);
    binary("fmax", all, -8, 8, 0, false, Math::max);
    binary("fmin", all, -8, 8, 0, false, Math::min);
    binary("atan2", Sample.FLOATS, -8, 8, 1, true, Math::atan2);
    binary("hypot", Sample.FLOATS, -8, 8, 1, true, (x, y) -> Math.sqrt(x * x + y * y));
    binary("copysign", Sample.FLOATS, -8, 8, 0, true, (x, y) -> Math.abs(x));
    binary(
        "logaddexp", Sample.FLOATS, -8, 8, 2, true, (x, y) -> Math.log(Math.exp(x) + Math.exp(y)));
    binary("xlogy", Sample.FLOATS, 1, 8, 2, true, (x, y) -> x * Math.log(y));
    binary("bitwise_and", Sample.INTEGERS, -8, 8, 0, false, (x, y) -> (long) x & (long) y);
    binary("bitwise_or", Sample.INTEGERS, -8, 8, 0, false, (x, y) -> (long) x | (long) y);
    binary("bitwise_xor", Sample.INTEGERS, -8, 8, 0, false, (x, y) -> (long) x ^ (long) y);
    binary("__and__", Sample.INTEGERS, -8, 8, 0, false, (x, y) -> (long) x & (long) y);
    binary("__or__", Sample.INTEGERS, -8, 8, 0, false, (x, y) -> (long) x | (long) y);
    binary("__xor__", Sample.INTEGERS, -8, 8, 0, false, (x, y) -> (long) x ^ (long) y);
    binary("bitwise_left_shift", Sample.INTEGERS, 0, 3, 0, false, (x, y) -> x * Math.pow(2, y));
    binary(
        "bitwise_right_shift",
        Sample.INTEGERS,
        0,
        3,
        0,
        false,
        (x, y) -> Math.floor(x / Math.pow(2, y)));
    binary(
        "gcd",
        Sample.INTEGERS,
        1,
        12,
        0,
        false,
        (x, y) -> {
          int g = 1;
          for (int i = 1; i <= 12; i++) {
            g = x % i == 0 && y % i == 0 ? i : g;
          }
          return g;
        });
    binary(
        "lcm",
        Sample.INTEGERS,
        1,
        8,
        0,
        false,
        (x, y) -> {
          int m = 1;
          while (m % x != 0 || m % y != 0) {
            m++;
          }
          return m;
        });
    for (String name : List.of("add_", "__iadd__")) {
      inPlace(name, all, -8, Double::sum);
    }
    for (String name : List.of("sub_", "subtract_", "__isub__")) {
      inPlace(name, all, -8, (x, y) -> x - y);
    }
    for (String name : List.of("mul_", "multiply_", "__imul__")) {
      inPlace(name, all, -8, (x, y) -> x * y);
    }
    for (String name : List.of("div_", "divide_", "true_divide_", "__itruediv__")) {
      inPlace(name, Sample.FLOATS, -8, (x, y) -> x / y);
    }
    inPlace("floor_divide_", all, -8, (x, y) -> Math.floor(x / y));
    inPlace("remainder_", all, -8, (x, y) -> x - Math.floor(x / y) * y);
    inPlace("fmod_", all, -8, (x, y) -> x % y);
    inPlace("bitwise_and_", Sample.INTEGERS, -8, (x, y) -> (long) x & (long) y);
    inPlace("bitwise_or_", Sample.INTEGERS, -8, (x, y) -> (long) x | (long) y);
    inPlace("bitwise_xor_", Sample.INTEGERS, -8, (x, y) -> (long) x ^ (long) y);
    for (String mode : List.of("floor", "trunc")) {
      add(
          "div",
          "div rounding " + mode,
          s -> {
            int[] shape = s.shape(1, 3);
            Dtype d = s.dtype(all);
            Sample.Pair x = s.tensor(d, shape);
            Sample.Pair y = s.tensor(d, shape, 1, 8);
            DoubleBinaryOperator f =
                mode.equals("floor")
                    ? (p, q) -> Math.floor(p / q)
                    : (p, q) -> (double) (long) (p / q);
            return with(
                Map.of("rounding_mode", mode),
                combine(d, x.model(), y.model(), f),
                x.tensor(),
                y.tensor());
          });
    }
    add(
        "add",
        "add with alpha",
        s -> {
          int[] shape = s.shape(1, 3);
          Dtype d = s.dtype(Sample.FLOATS);
          Sample.Pair x = s.tensor(d, shape);
          Sample.Pair y = s.tensor(d, shape);
          return with(
              Map.of("alpha", 2L),
              combine(d, x.model(), y.model(), (p, q) -> p + 2 * q),
              x.tensor(),
              y.tensor());
        });
  }

  private void comparison(String name, DoubleBinaryOperator f) {
    add(
        name,
        s -> {
          int[] shape = s.shape(0, 4);
          Sample.Pair x = s.tensor(s.dtype(Sample.ALL), shape, -2, 2);
          Sample.Pair y = s.tensor(s.dtype(Sample.ALL), partner(s, shape), -2, 2);
          int[] result = Model.broadcast(x.model().shape(), y.model().shape());
          Model m =
              Model.build(
                  Dtype.BOOL,
                  result,
                  i -> f.applyAsDouble(x.model().atBroadcast(i), y.model().atBroadcast(i)));
          return exact(m, x.tensor(), y.tensor());
        });
  }

  private void comparisons() {
    for (String name : List.of("eq", "__eq__")) {
      comparison(name, (x, y) -> x == y ? 1 : 0);
    }
    for (String name : List.of("ne", "not_equal", "__ne__")) {
      comparison(name, (x, y) -> x != y ? 1 : 0);
    }
    for (String name : List.of("lt", "less", "__lt__")) {
      comparison(name, (x, y) -> x < y ? 1 : 0);
    }
    for (String name : List.of("le", "less_equal", "__le__")) {
      comparison(name, (x, y) -> x <= y ? 1 : 0);
    }
    for (String name : List.of("gt", "greater", "__gt__")) {
      comparison(name, (x, y) -> x > y ? 1 : 0);
    }
    for (String name : List.of("ge", "greater_equal", "__ge__")) {
      comparison(name, (x, y) -> x >= y ? 1 : 0);
    }
    comparison("logical_and", (x, y) -> x != 0 && y != 0 ? 1 : 0);
    comparison("logical_or", (x, y) -> x != 0 || y != 0 ? 1 : 0);
    comparison("logical_xor", (x, y) -> (x != 0) != (y != 0) ? 1 : 0);
  }

  private void otherPointwise() {
    for (String name : List.of("clamp", "clip", "clamp_")) {
      add(
          name,
          s -> {
            Sample.Pair x = s.tensor(s.dtype(Sample.NUMBERS), s.shape(0, 3));
            int low = s.between(0, 3);
            int high = s.between(3, 6);
            return exact(
                x.model().map(x.model().dtype(), v -> Math.min(Math.max(v, low), high)),
                x.tensor(),
                (long) low,
                (long) high);
          });
    }
    add(
        "clamp_min",
        s -> {
          Sample.Pair x = s.tensor(s.dtype(Sample.NUMBERS), s.shape(0, 3));
          return exact(x.model().map(x.model().dtype(), v -> Math.max(v, 2)), x.tensor(), 2L);
        });
    add(
        "clamp_max",
        s -> {
          Sample.Pair x = s.tensor(s.dtype(Sample.NUMBERS), s.shape(0, 3));
          return exact(x.model().map(x.model().dtype(), v -> Math.min(v, 2)), x.tensor(), 2L);
        });
    add(
        "where",
        s -> {
          int[] shape = s.shape(1, 3);
          Dtype d = s.dtype(Sample.ALL);
          Sample.Pair c = s.tensor(Dtype.BOOL, shape);
          Sample.Pair x = s.tensor(d, shape);
          Sample.Pair y = s.tensor(d, partner(s, shape));
          Model m =
              Model.build(
                  d, shape, i -> c.model().at(i) != 0 ? x.model().at(i) : y.model().atBroadcast(i));
          return exact(m, c.tensor(), x.tensor(), y.tensor());
        });
    for (String name : List.of("masked_fill", "masked_fill_")) {
      add(
          name,
          s -> {
            int[] shape = s.shape(1, 3);
            Dtype d = s.dtype(Sample.NUMBERS);
            Sample.Pair x = s.tensor(d, shape);
            Sample.Pair m = s.tensor(Dtype.BOOL, partner(s, shape));
            return exact(
                Model.build(d, shape, i -> m.model().atBroadcast(i) != 0 ? 5 : x.model().at(i)),
                x.tensor(),
                m.tensor(),
                5L);
          });
    }
    add(
        "lerp",
        s -> {
          int[] shape = s.shape(1, 3);
          Dtype d = s.dtype(Dtype.FLOAT32, Dtype.FLOAT64);
          Sample.Pair x = s.tensor(d, shape);
          Sample.Pair y = s.tensor(d, shape);
          return near(
              2,
              combine(d, x.model(), y.model(), (p, q) -> p + 0.25 * (q - p)),
              x.tensor(),
              y.tensor(),
              0.25);
        });
    add("addcmul", s -> three(s, (x, p) -> x + p));
    add(
        "nan_to_num",
        s -> {
          int[] shape = s.shape(1, 2);
          double[] special = {Double.NaN, Double.POSITIVE_INFINITY, 1.5};
          Model m = Model.build(Dtype.FLOAT32, shape, i -> special[s.upTo(3)]);
          return exact(
              m.map(Dtype.FLOAT32, v -> v != v ? 0 : Double.isInfinite(v) ? Float.MAX_VALUE : v),
              s.layout(m));
        });
    add(
        "leaky_relu",
        s -> {
          Sample.Pair x = s.tensor(Dtype.FLOAT32, s.shape(0, 3));
          return near(1, x.model().map(Dtype.FLOAT32, v -> v > 0 ? v : v * 0.5), x.tensor(), 0.5);
        });
    add(
        "hardtanh",
        s -> {
          Sample.Pair x = s.tensor(s.dtype(Sample.FLOATS), s.shape(0, 3));
          return exact(
              x.model().map(x.model().dtype(), v -> Math.min(Math.max(v, -1), 1)), x.tensor());
        });
    add(
        "isclose",
        s -> {
          int[] shape = s.shape(1, 3);
          Sample.Pair x = s.tensor(Dtype.FLOAT64, shape, 0, 1);
          Sample.Pair y = s.tensor(Dtype.FLOAT64, shape, 0, 1);
          return exact(
              combine(
                      Dtype.FLOAT64,
                      x.model(),
                      y.model(),
                      (p, q) -> Math.abs(p - q) <= 0.25 + 0.5 * Math.abs(q) ? 1 : 0)
                  .map(Dtype.BOOL, v -> v),
              x.tensor(),
              y.tensor(),
              0.5,
              0.25);
        });
    Map<String, Dtype> casts =
        Map.of(
            "float",
            Dtype.FLOAT32,
            "double",
            Dtype.FLOAT64,
            "half",
            Dtype.FLOAT16,
            "bfloat16",
            Dtype.BFLOAT16,
            "int",
            Dtype.INT32,
            "long",
            Dtype.INT64,
            "short",
            Dtype.INT16,
            "char",
            Dtype.INT8,
            "bool",
            Dtype.BOOL);
    casts.forEach(
        (name, d) ->
            add(
                name,
                s -> {
                  Sample.Pair x = s.tensor(s.dtype(Sample.ALL), s.shape(0, 3));
                  return exact(x.model().map(d, v -> v), x.tensor());
                }));
    add(
        "byte",
        s -> {
          Sample.Pair x = s.tensor(s.dtype(Sample.ALL), s.shape(0, 3), 0, 8);
          return exact(x.model().map(Dtype.UINT8, v -> v), x.tensor());
        });
    add(
        "to",
        s -> {
          Sample.Pair x = s.tensor(s.dtype(Sample.ALL), s.shape(0, 3), 0, 8);
          Dtype d = s.dtype(Sample.ALL);
          return exact(x.model().map(d, v -> v), x.tensor(), d);
        });
    for (String name : List.of("clone", "contiguous", "detach", "cpu")) {
      add(
          name,
          s -> {
            Sample.Pair x = s.tensor(s.dtype(Sample.ALL), s.shape(0, 4));
            return exact(x.model(), x.tensor());
          });
    }
    add(
        "copy_",
        s -> {
          int[] shape = s.shape(1, 3);
          Dtype d = s.dtype(Sample.NUMBERS);
          Sample.Pair x = s.tensor(d, shape);
          Sample.Pair y = s.tensor(s.dtype(Sample.NUMBERS), partner(s, shape), 0, 8);
          return exact(Model.build(d, shape, y.model()::atBroadcast), x.tensor(), y.tensor());
        });
    add(
        "fill_",
        s -> {
          Sample.Pair x = s.tensor(s.dtype(Sample.NUMBERS), s.shape(0, 3));
          return exact(x.model().map(x.model().dtype(), v -> 3), x.tensor(), 3L);
        });
    add(
        "zero_",
        s -> {
          Sample.Pair x = s.tensor(s.dtype(Sample.NUMBERS), s.shape(0, 3));
          return exact(x.model().map(x.model().dtype(), v -> 0), x.tensor());
        });
  }

  private static Call three(Sample s, DoubleBinaryOperator f) {
    int[] shape = s.shape(1, 3);
    Sample.Pair x = s.tensor(Dtype.FLOAT64, shape);
    Sample.Pair p = s.tensor(Dtype.FLOAT64, shape);
    Sample.Pair q = s.tensor(Dtype.FLOAT64, shape);
    Model product = combine(Dtype.FLOAT64, p.model(), q.model(), (u, v) -> u * v);
    return exact(combine(Dtype.FLOAT64, x.model(), product, f), x.tensor(), p.tensor(), q.tensor());
  }

  // ---- reductions ----

  /** The elements that meet in one result, for every result. */
  private static Model fold(
      Model x, Dtype result, boolean[] reduced, boolean keep, ToDoubleFunction<double[]> f) {
    int[] kept = x.shape().clone();
    for (int d = 0; d < kept.length; d++) {
      kept[d] = reduced[d] ? 1 : kept[d];
    }
    List<List<Double>> groups = new ArrayList<>();
    for (int i = 0; i < Model.size(kept); i++) {
      groups.add(new ArrayList<>());
    }
    for (int i = 0; i < x.values().length; i++) {
      int[] index = Model.index(x.shape(), i);
      for (int d = 0; d < index.length; d++) {
        index[d] = reduced[d] ? 0 : index[d];
      }
      groups.get(Model.flat(kept, index)).add(x.values()[i]);
    }
    double[] values =
        groups.stream()
            .mapToDouble(
                g -> f.applyAsDouble(g.stream().mapToDouble(Double::doubleValue).toArray()))
            .toArray();
    int[] shape = keep ? kept : new int[] {};
    if (!keep) {
      List<Integer> rest = new ArrayList<>();
      for (int d = 0; d < kept.length; d++) {
        if (!reduced[d]) {
          rest.add(kept[d]);
        }
      }
      shape = rest.stream().mapToInt(Integer::intValue).toArray();
    }
    return Model.of(result, shape, values);
  }

  private void reduction(
      String name,
      Dtype[] types,
      Function<Dtype, Dtype> result,
      double ulps,
      ToDoubleFunction<double[]> f) {
    add(
        name,
        name + " of all",
        s -> {
          Sample.Pair x = s.tensor(s.dtype(types), s.shape(0, 4), -2, 2);
          boolean[] reduced = new boolean[x.model().rank()];
          Arrays.fill(reduced, true);
          return near(
              ulps,
              fold(x.model(), result.apply(x.model().dtype()), reduced, false, f),
              x.tensor());
        });
    add(
        name,
        name + " along dims",
        s -> {
          Sample.Pair x = s.tensor(s.dtype(types), s.shape(1, 4), -2, 2);
          int rank = x.model().rank();
          boolean[] reduced = new boolean[rank];
          List<Object> dims = new ArrayList<>();
          int count = s.between(1, rank);
          while (dims.size() < count) {
            int d = s.upTo(rank);
            if (!reduced[d]) {
              reduced[d] = true;
              dims.add((long) (s.coin() ? d : d - rank));
            }
          }
          boolean keep = s.coin();
          Model m = fold(x.model(), result.apply(x.model().dtype()), reduced, keep, f);
          Object dim = dims.size() == 1 ? dims.get(0) : dims;
          return new Call(List.of(x.tensor()), Map.of("dim", dim, "keepdim", keep), m, ulps);
        });
  }

  private static double sum(double[] v) {
    double total = 0;
    for (double x : v) {
      total += x;
    }
    return total;
  }

  private static double mean(double[] v) {
    return sum(v) / v.length;
  }

  private static double variance(double[] v) {
    double mean = mean(v);
    double squares = 0;
    for (double x : v) {
      squares += (x - mean) * (x - mean);
    }
    return squares / (v.length - 1);
  }

  private static double max(double[] v) {
    return Arrays.stream(v).max().getAsDouble();
  }

  private static double min(double[] v) {
    return Arrays.stream(v).min().getAsDouble();
  }

  private static int first(double[] v, double wanted) {
    int i = 0;
    while (v[i] != wanted) {
      i++;
    }
    return i;
  }

  private void reductions() {
    reduction("sum", Sample.ALL, d -> d.isFloat() ? d : Dtype.INT64, 0, FunctionTable::sum);
    reduction("nansum", Sample.NUMBERS, d -> d.isFloat() ? d : Dtype.INT64, 0, FunctionTable::sum);
    reduction("mean", Sample.FLOATS, d -> d, 1, FunctionTable::mean);
    reduction(
        "any",
        Sample.NUMBERS,
        d -> d == Dtype.UINT8 ? d : Dtype.BOOL,
        0,
        v -> Arrays.stream(v).anyMatch(x -> x != 0) ? 1 : 0);
    reduction(
        "all",
        Sample.NUMBERS,
        d -> d == Dtype.UINT8 ? d : Dtype.BOOL,
        0,
        v -> Arrays.stream(v).allMatch(x -> x != 0) ? 1 : 0);
    reduction("amax", Sample.ALL, d -> d, 0, FunctionTable::max);
    reduction("amin", Sample.ALL, d -> d, 0, FunctionTable::min);
    reduction("var", Sample.FLOATS, d -> d, 4, FunctionTable::variance);
    reduction("std", Sample.FLOATS, d -> d, 4, v -> Math.sqrt(variance(v)));
    along("argmax", Sample.NUMBERS, v -> first(v, max(v)), true);
    along("argmin", Sample.NUMBERS, v -> first(v, min(v)), true);
    for (String name : List.of("max", "min")) {
      boolean greatest = name.equals("max");
      ToDoubleFunction<double[]> f = greatest ? FunctionTable::max : FunctionTable::min;
      add(
          name,
          s -> {
            Sample.Pair x = s.tensor(s.dtype(Sample.ALL), s.shape(0, 4));
            boolean[] reduced = new boolean[x.model().rank()];
            Arrays.fill(reduced, true);
            return exact(fold(x.model(), x.model().dtype(), reduced, false, f), x.tensor());
          });
      add(
          name,
          name + " along a dimension",
          s -> {
            Sample.Pair x = s.tensor(s.dtype(Sample.ALL), s.shape(1, 4));
            int dim = s.upTo(x.model().rank());
            boolean[] reduced = new boolean[x.model().rank()];
            reduced[dim] = true;
            boolean keep = s.coin();
            Model values = fold(x.model(), x.model().dtype(), reduced, keep, f);
            Model indices =
                fold(x.model(), Dtype.INT64, reduced, keep, v -> first(v, f.applyAsDouble(v)));
            return exact(List.of(values, indices), x.tensor(), (long) dim, keep);
          });
    }
    add(
        "count_nonzero",
        s -> {
          Sample.Pair x = s.tensor(s.dtype(Sample.ALL), s.shape(0, 4), -1, 1);
          long n = Arrays.stream(x.model().values()).filter(v -> v != 0).count();
          return exact(Model.of(Dtype.INT64, new int[] {}, n), x.tensor());
        });
    add(
        "prod",
        s -> {
          Sample.Pair x = s.tensor(s.dtype(Sample.INTEGERS), s.shape(0, 2), 1, 2);
          double p = Arrays.stream(x.model().values()).reduce(1, (a, b) -> a * b);
          return exact(Model.of(Dtype.INT64, new int[] {}, p), x.tensor());
        });
    add(
        "norm",
        s -> {
          Sample.Pair x = s.tensor(Dtype.FLOAT64, s.shape(1, 3));
          double squares = Arrays.stream(x.model().values()).map(v -> v * v).sum();
          return near(4, Model.of(Dtype.FLOAT64, new int[] {}, Math.sqrt(squares)), x.tensor());
        });
    add(
        "norm",
        "norm of order 1",
        s -> {
          Sample.Pair x = s.tensor(Dtype.FLOAT64, s.shape(1, 3));
          double total = Arrays.stream(x.model().values()).map(Math::abs).sum();
          return near(4, Model.of(Dtype.FLOAT64, new int[] {}, total), x.tensor(), 1L);
        });
    add(
        "logsumexp",
        s -> {
          Sample.Pair x = s.tensor(Dtype.FLOAT64, s.shape(1, 3));
          boolean[] reduced = new boolean[x.model().rank()];
          reduced[0] = true;
          Model m =
              fold(
                  x.model(),
                  Dtype.FLOAT64,
                  reduced,
                  false,
                  v -> Math.log(Arrays.stream(v).map(Math::exp).sum()));
          return near(64, m, x.tensor(), 0L);
        });
    add(
        "equal",
        s -> {
          Sample.Pair x = s.tensor(s.dtype(Sample.ALL), s.shape(0, 3));
          return exact(true, x.tensor(), s.layout(x.model()));
        });
    add(
        "allclose",
        s -> {
          Sample.Pair x = s.tensor(s.dtype(Sample.NUMBERS), s.shape(0, 3));
          return exact(true, x.tensor(), s.layout(x.model()));
        });
    add(
        "tolist",
        s -> {
          Sample.Pair x = s.tensor(Dtype.INT32, new int[] {2, 3});
          double[] v = x.model().values();
          return exact(
              List.of(
                  List.of((long) v[0], (long) v[1], (long) v[2]),
                  List.of((long) v[3], (long) v[4], (long) v[5])),
              x.tensor());
        });
    add(
        "item",
        s -> {
          Sample.Pair x = s.tensor(Dtype.FLOAT32, new int[] {1, 1});
          return exact(x.model().values()[0], x.tensor());
        });
    add(
        "numel",
        s -> {
          Sample.Pair x = s.tensor(s.dtype(Sample.ALL), s.shape(0, 4));
          return exact((long) x.model().values().length, x.tensor());
        });
  }

  private void along(String name, Dtype[] types, ToDoubleFunction<double[]> f, boolean drops) {
    add(
        name,
        s -> {
          Sample.Pair x = s.tensor(s.dtype(types), s.shape(1, 4));
          int dim = s.upTo(x.model().rank());
          boolean[] reduced = new boolean[x.model().rank()];
          reduced[dim] = true;
          return exact(fold(x.model(), Dtype.INT64, reduced, !drops, f), x.tensor(), (long) dim);
        });
  }

  // ---- functions of lines ----

  /** Applies a function of whole lines along a dimension. */
  private static Model lines(Model x, int dim, Dtype result, Function<double[], double[]> f) {
    int n = x.shape()[dim];
    return Model.build(
        result,
        x.shape(),
        i -> {
          double[] line = new double[n];
          for (int k = 0; k < n; k++) {
            int[] at = i.clone();
            at[dim] = k;
            line[k] = x.at(at);
          }
          return f.apply(line)[i[dim]];
        });
  }

  private void line(
      String name,
      Dtype[] types,
      Function<Dtype, Dtype> result,
      double ulps,
      Function<double[], double[]> f) {
    add(
        name,
        s -> {
          Sample.Pair x = s.tensor(s.dtype(types), s.shape(1, 3), -2, 2);
          int dim = s.upTo(x.model().rank());
          Model m = lines(x.model(), dim, result.apply(x.model().dtype()), f);
          return near(ulps, m, x.tensor(), (long) (s.coin() ? dim : dim - x.model().rank()));
        });
  }

  private void lines() {
    line(
        "cumsum",
        Sample.ALL,
        d -> d.isFloat() ? d : Dtype.INT64,
        0,
        v -> {
          double[] out = new double[v.length];
          for (int i = 0; i < v.length; i++) {
            out[i] = (i > 0 ? out[i - 1] : 0) + v[i];
          }
          return out;
        });
    line(
        "cumprod",
        Sample.ALL,
        d -> d.isFloat() ? d : Dtype.INT64,
        1,
        v -> {
          double[] out = new double[v.length];
          for (int i = 0; i < v.length; i++) {
            out[i] = (i > 0 ? out[i - 1] : 1) * v[i];
          }
          return out;
        });
    line(
        "softmax",
        Sample.FLOATS,
        d -> d,
        2,
        v -> {
          double total = Arrays.stream(v).map(Math::exp).sum();
          return Arrays.stream(v).map(x -> Math.exp(x) / total).toArray();
        });
    line(
        "log_softmax",
        new Dtype[] {Dtype.FLOAT64, Dtype.FLOAT32},
        d -> d,
        64,
        v -> {
          double total = Arrays.stream(v).map(Math::exp).sum();
          return Arrays.stream(v).map(x -> x - Math.log(total)).toArray();
        });
    line(
        "logcumsumexp",
        new Dtype[] {Dtype.FLOAT64},
        d -> d,
        64,
        v -> {
          double[] out = new double[v.length];
          double total = 0;
          for (int i = 0; i < v.length; i++) {
            total += Math.exp(v[i]);
            out[i] = Math.log(total);
          }
          return out;
        });
    for (String name : List.of("cummax", "cummin")) {
      boolean greatest = name.equals("cummax");
      add(
          name,
          s -> {
            Sample.Pair x = s.distinct(s.dtype(Sample.NUMBERS), s.shape(1, 3));
            int dim = s.upTo(x.model().rank());
            Function<double[], double[]> places =
                v -> {
                  double[] out = new double[v.length];
                  for (int i = 1; i < v.length; i++) {
                    int best = (int) out[i - 1];
                    out[i] = greatest == v[i] > v[best] ? i : best;
                  }
                  return out;
                };
            Model indices = lines(x.model(), dim, Dtype.INT64, places);
            Model values =
                lines(
                    x.model(),
                    dim,
                    x.model().dtype(),
                    v -> {
                      double[] at = places.apply(v);
                      return Arrays.stream(at).map(i -> v[(int) i]).toArray();
                    });
            return exact(List.of(values, indices), x.tensor(), (long) dim);
          });
    }
  }

  // ---- views ----

  private static Model take(Model x, int[] shape, Function<int[], int[]> source) {
    return Model.build(x.dtype(), shape, i -> x.at(source.apply(i)));
  }

  private Sample.Pair any(Sample s, int minRank) {
    return s.tensor(s.dtype(Sample.ALL), s.shape(minRank, 4));
  }

  private void views() {
    for (String name : List.of("reshape", "flatten", "ravel")) {
      add(
          name,
          s -> {
            Sample.Pair x = any(s, 1);
            int n = x.model().values().length;
            Model m = new Model(x.model().dtype(), new int[] {n}, x.model().values());
            return name.equals("reshape") ? exact(m, x.tensor(), -1L) : exact(m, x.tensor());
          });
    }
    add(
        "reshape",
        "reshape to another rank",
        s -> {
          Sample.Pair x = s.tensor(s.dtype(Sample.ALL), new int[] {2, 3, 4});
          int[][] shapes = {{4, 6}, {3, 2, 2, 2}, {24}, {1, 24, 1}, {2, 12}, {6, 4}};
          int[] shape = shapes[s.upTo(shapes.length)];
          return exact(
              new Model(x.model().dtype(), shape, x.model().values()), x.tensor(), boxes(shape));
        });
    add(
        "unflatten",
        s -> {
          Sample.Pair x = s.tensor(Dtype.INT32, new int[] {3, 4});
          return exact(
              new Model(Dtype.INT32, new int[] {3, 2, 2}, x.model().values()),
              x.tensor(),
              1L,
              boxes(2, -1));
        });
    for (String name : List.of("transpose", "swapaxes", "swapdims")) {
      add(
          name,
          s -> {
            Sample.Pair x = any(s, 2);
            int a = s.upTo(x.model().rank());
            int b = s.upTo(x.model().rank());
            int[] shape = swap(x.model().shape(), a, b);
            return exact(
                take(x.model(), shape, i -> swap(i, a, b)), x.tensor(), (long) a, (long) b);
          });
    }
    for (String name : List.of("t", "T", "mT", "adjoint")) {
      add(
          name,
          s -> {
            Sample.Pair x = s.tensor(s.dtype(Sample.ALL), s.shape(2, 2));
            return exact(
                take(x.model(), swap(x.model().shape(), 0, 1), i -> swap(i, 0, 1)), x.tensor());
          });
    }
    add(
        "permute",
        s -> {
          Sample.Pair x = s.tensor(s.dtype(Sample.ALL), s.shape(3, 3));
          int[][] orders = {{0, 1, 2}, {1, 2, 0}, {2, 1, 0}, {2, 0, 1}, {0, 2, 1}};
          int[] order = orders[s.upTo(5)];
          int[] shape = new int[3];
          for (int d = 0; d < 3; d++) {
            shape[d] = x.model().shape()[order[d]];
          }
          return exact(
              take(
                  x.model(),
                  shape,
                  i -> {
                    int[] at = new int[3];
                    for (int d = 0; d < 3; d++) {
                      at[order[d]] = i[d];
                    }
                    return at;
                  }),
              x.tensor(),
              boxes(order));
        });
    for (String name : List.of("movedim", "moveaxis")) {
      add(
          name,
          s -> {
            Sample.Pair x = s.tensor(s.dtype(Sample.ALL), s.shape(3, 3));
            int[] n = x.model().shape();
            return exact(
                take(x.model(), new int[] {n[1], n[2], n[0]}, i -> new int[] {i[2], i[0], i[1]}),
                x.tensor(),
                0L,
                -1L);
          });
    }
    add(
        "unsqueeze",
        s -> {
          Sample.Pair x = any(s, 0);
          int dim = s.upTo(x.model().rank() + 1);
          int[] shape = insert(x.model().shape(), dim, 1);
          return exact(
              new Model(x.model().dtype(), shape, x.model().values()), x.tensor(), (long) dim);
        });
    add(
        "squeeze",
        s -> {
          Sample.Pair x = any(s, 0);
          int[] shape = Arrays.stream(x.model().shape()).filter(n -> n != 1).toArray();
          return exact(new Model(x.model().dtype(), shape, x.model().values()), x.tensor());
        });
    for (String name : List.of("expand", "broadcast_to")) {
      add(
          name,
          s -> {
            int[] shape = s.shape(1, 4);
            Sample.Pair x = s.tensor(s.dtype(Sample.ALL), partner(s, shape));
            return exact(
                Model.build(x.model().dtype(), shape, x.model()::atBroadcast),
                x.tensor(),
                boxes(shape));
          });
    }
    add(
        "narrow",
        s -> {
          Sample.Pair x = any(s, 1);
          int dim = s.upTo(x.model().rank());
          int n = x.model().shape()[dim];
          int start = s.upTo(n);
          int length = s.between(1, n - start);
          int[] shape = x.model().shape().clone();
          shape[dim] = length;
          return exact(
              take(x.model(), shape, i -> shifted(i, dim, start)),
              x.tensor(),
              (long) dim,
              (long) start,
              (long) length);
        });
    add(
        "select",
        s -> {
          Sample.Pair x = any(s, 1);
          int dim = s.upTo(x.model().rank());
          int n = x.model().shape()[dim];
          int at = s.between(-n, n - 1);
          return exact(
              take(
                  x.model(),
                  remove(x.model().shape(), dim),
                  i -> insert(i, dim, Math.floorMod(at, n))),
              x.tensor(),
              (long) dim,
              (long) at);
        });
    add(
        "unbind",
        s -> {
          Sample.Pair x = any(s, 1);
          int dim = s.upTo(x.model().rank());
          List<Object> parts = new ArrayList<>();
          for (int k = 0; k < x.model().shape()[dim]; k++) {
            int at = k;
            parts.add(take(x.model(), remove(x.model().shape(), dim), i -> insert(i, dim, at)));
          }
          return exact(parts, x.tensor(), (long) dim);
        });
    add(
        "split",
        s -> {
          Sample.Pair x = any(s, 1);
          int dim = s.upTo(x.model().rank());
          int size = s.between(1, 3);
          return exact(pieces(x.model(), dim, size), x.tensor(), (long) size, (long) dim);
        });
    add(
        "chunk",
        s -> {
          Sample.Pair x = any(s, 1);
          int dim = s.upTo(x.model().rank());
          int chunks = s.between(1, 3);
          int size = (x.model().shape()[dim] + chunks - 1) / chunks;
          return exact(pieces(x.model(), dim, size), x.tensor(), (long) chunks, (long) dim);
        });
    add(
        "diagonal",
        s -> {
          Sample.Pair x = s.tensor(s.dtype(Sample.ALL), s.shape(2, 2));
          int n = Math.min(x.model().shape()[0], x.model().shape()[1]);
          return exact(take(x.model(), new int[] {n}, i -> new int[] {i[0], i[0]}), x.tensor());
        });
    add(
        "unfold",
        s -> {
          Sample.Pair x = s.tensor(s.dtype(Sample.ALL), new int[] {7});
          return exact(
              take(x.model(), new int[] {3, 3}, i -> new int[] {2 * i[0] + i[1]}),
              x.tensor(),
              0L,
              3L,
              2L);
        });
    add(
        "view",
        s -> {
          Sample.Pair x = any(s, 1);
          Tensor dense = x.tensor().contiguous();
          return exact(
              new Model(
                  x.model().dtype(), new int[] {x.model().values().length}, x.model().values()),
              dense,
              boxes(-1));
        });
    add(
        "__getitem__",
        "index with ints and slices",
        s -> {
          Sample.Pair x = s.tensor(s.dtype(Sample.ALL), new int[] {4, 3, 5});
          int a = s.between(-4, 3);
          int from = s.upTo(4);
          int step = s.between(1, 2);
          int n = (5 - from + step - 1) / step;
          return exact(
              take(
                  x.model(),
                  new int[] {3, n},
                  i -> new int[] {Math.floorMod(a, 4), i[0], from + i[1] * step}),
              x.tensor(),
              Values.Tuple.of(
                  (long) a, Values.ELLIPSIS, new Values.Slice((long) from, null, (long) step)));
        });
    add(
        "__getitem__",
        "index with None and negative slices",
        s -> {
          Sample.Pair x = s.tensor(s.dtype(Sample.ALL), new int[] {4, 5});
          return exact(
              take(x.model(), new int[] {1, 2, 4}, i -> new int[] {2 + i[1], i[2]}),
              x.tensor(),
              Values.Tuple.of(
                  null, new Values.Slice(-2L, 100L, null), new Values.Slice(null, -1L, null)));
        });
  }

  private static List<Object> pieces(Model x, int dim, int size) {
    List<Object> parts = new ArrayList<>();
    int n = x.shape()[dim];
    for (int start = 0; start < n; start += size) {
      int[] shape = x.shape().clone();
      shape[dim] = Math.min(size, n - start);
      int from = start;
      parts.add(take(x, shape, i -> shifted(i, dim, from)));
    }
    return parts;
  }

  private static int[] swap(int[] v, int a, int b) {
    int[] w = v.clone();
    w[a] = v[b];
    w[b] = v[a];
    return w;
  }

  private static int[] insert(int[] v, int at, int value) {
    int[] w = new int[v.length + 1];
    for (int i = 0; i < w.length; i++) {
      w[i] = i < at ? v[i] : i == at ? value : v[i - 1];
    }
    return w;
  }

  private static int[] remove(int[] v, int at) {
    int[] w = new int[v.length - 1];
    for (int i = 0; i < w.length; i++) {
      w[i] = v[i < at ? i : i + 1];
    }
    return w;
  }

  private static int[] shifted(int[] v, int at, int by) {
    int[] w = v.clone();
    w[at] += by;
    return w;
  }

  // ---- joining and repeating ----

  private void assembly() {
    for (String name : List.of("cat", "concat", "concatenate")) {
      add(
          name,
          s -> {
            int[] shape = s.shape(1, 3);
            int dim = s.upTo(shape.length);
            Dtype d = s.dtype(Sample.ALL);
            int[] other = shape.clone();
            other[dim] = s.between(1, 3);
            Sample.Pair x = s.tensor(d, shape);
            Sample.Pair y = s.tensor(d, other);
            int[] joined = shape.clone();
            joined[dim] += other[dim];
            Model m =
                Model.build(
                    d,
                    joined,
                    i ->
                        i[dim] < shape[dim]
                            ? x.model().at(i)
                            : y.model().at(shifted(i, dim, -shape[dim])));
            return exact(m, List.of(x.tensor(), y.tensor()), (long) dim);
          });
    }
    add(
        "stack",
        s -> {
          int[] shape = s.shape(0, 3);
          Dtype d = s.dtype(Sample.ALL);
          Sample.Pair x = s.tensor(d, shape);
          Sample.Pair y = s.tensor(d, shape);
          int dim = s.upTo(shape.length + 1);
          Model m =
              Model.build(
                  d, insert(shape, dim, 2), i -> (i[dim] == 0 ? x : y).model().at(remove(i, dim)));
          return exact(m, List.of(x.tensor(), y.tensor()), (long) dim);
        });
    for (String name : List.of("vstack", "hstack")) {
      add(
          name,
          s -> {
            int dim = name.equals("vstack") ? 0 : 1;
            int[] shape = s.shape(2, 2);
            Dtype d = s.dtype(Sample.ALL);
            Sample.Pair x = s.tensor(d, shape);
            Sample.Pair y = s.tensor(d, shape);
            int[] joined = shape.clone();
            joined[dim] *= 2;
            Model m =
                Model.build(
                    d,
                    joined,
                    i ->
                        i[dim] < shape[dim]
                            ? x.model().at(i)
                            : y.model().at(shifted(i, dim, -shape[dim])));
            return exact(m, List.of(x.tensor(), y.tensor()));
          });
    }
    for (String name : List.of("repeat", "tile")) {
      add(
          name,
          s -> {
            Sample.Pair x = any(s, 1);
            int[] shape = x.model().shape().clone();
            int[] times = new int[shape.length];
            for (int d = 0; d < shape.length; d++) {
              times[d] = s.between(1, 3);
              shape[d] *= times[d];
            }
            Model m =
                take(
                    x.model(),
                    shape,
                    i -> {
                      int[] at = i.clone();
                      for (int d = 0; d < at.length; d++) {
                        at[d] %= x.model().shape()[d];
                      }
                      return at;
                    });
            return exact(m, x.tensor(), boxes(times));
          });
    }
    add(
        "repeat_interleave",
        s -> {
          Sample.Pair x = any(s, 1);
          int dim = s.upTo(x.model().rank());
          int times = s.between(1, 3);
          int[] shape = x.model().shape().clone();
          shape[dim] *= times;
          Model m =
              take(
                  x.model(),
                  shape,
                  i -> {
                    int[] at = i.clone();
                    at[dim] /= times;
                    return at;
                  });
          return exact(m, x.tensor(), (long) times, (long) dim);
        });
    add(
        "roll",
        s -> {
          Sample.Pair x = any(s, 1);
          int dim = s.upTo(x.model().rank());
          int shift = s.between(-5, 5);
          Model m =
              take(
                  x.model(),
                  x.model().shape(),
                  i -> {
                    int[] at = i.clone();
                    at[dim] = Math.floorMod(at[dim] - shift, x.model().shape()[dim]);
                    return at;
                  });
          return exact(m, x.tensor(), (long) shift, (long) dim);
        });
    add(
        "flip",
        s -> {
          Sample.Pair x = any(s, 1);
          int dim = s.upTo(x.model().rank());
          Model m =
              take(
                  x.model(),
                  x.model().shape(),
                  i -> {
                    int[] at = i.clone();
                    at[dim] = x.model().shape()[dim] - 1 - at[dim];
                    return at;
                  });
          return exact(m, x.tensor(), List.of((long) dim));
        });
    add(
        "rot90",
        s -> {
          Sample.Pair x = s.tensor(s.dtype(Sample.ALL), s.shape(2, 2));
          int[] n = x.model().shape();
          return exact(
              take(x.model(), new int[] {n[1], n[0]}, i -> new int[] {i[1], n[1] - 1 - i[0]}),
              x.tensor());
        });
    add(
        "meshgrid",
        s -> {
          Sample.Pair x = s.tensor(Dtype.INT64, new int[] {3});
          Sample.Pair y = s.tensor(Dtype.INT64, new int[] {2});
          int[] shape = {3, 2};
          return with(
              Map.of("indexing", "ij"),
              List.of(
                  take(x.model(), shape, i -> new int[] {i[0]}),
                  take(y.model(), shape, i -> new int[] {i[1]})),
              x.tensor(),
              y.tensor());
        });
    for (String name : List.of("tril", "triu")) {
      boolean lower = name.equals("tril");
      add(
          name,
          s -> {
            Sample.Pair x = s.tensor(s.dtype(Sample.ALL), s.shape(2, 3));
            int k = s.between(-2, 2);
            Model m =
                Model.build(
                    x.model().dtype(),
                    x.model().shape(),
                    i -> {
                      int gap = i[i.length - 1] - i[i.length - 2];
                      return (lower ? gap <= k : gap >= k) ? x.model().at(i) : 0;
                    });
            return exact(m, x.tensor(), (long) k);
          });
    }
    add(
        "diag",
        s -> {
          Sample.Pair x = s.tensor(s.dtype(Sample.ALL), s.shape(1, 1));
          int n = x.model().shape()[0];
          return exact(
              Model.build(
                  x.model().dtype(), new int[] {n, n}, i -> i[0] == i[1] ? x.model().at(i[0]) : 0),
              x.tensor());
        });
    add(
        "diff",
        s -> {
          Sample.Pair x = s.tensor(s.dtype(Sample.NUMBERS), new int[] {3, 4});
          return exact(
              Model.build(
                  x.model().dtype(),
                  new int[] {3, 3},
                  i -> x.model().at(i[0], i[1] + 1) - x.model().at(i)),
              x.tensor());
        });
  }

  // ---- positions ----

  private static Sample.Pair positions(Sample s, int[] shape, int limit) {
    Model m = Model.build(Dtype.INT64, shape, i -> s.upTo(limit));
    return new Sample.Pair(s.layout(m), m);
  }

  private void indexing() {
    for (String name : List.of("gather", "take_along_dim")) {
      add(
          name,
          s -> {
            int[] shape = s.shape(1, 3);
            Sample.Pair x = s.tensor(s.dtype(Sample.ALL), shape);
            int dim = s.upTo(shape.length);
            int[] wanted = shape.clone();
            wanted[dim] = s.between(1, 5);
            Sample.Pair index = positions(s, wanted, shape[dim]);
            Model m =
                Model.build(
                    x.model().dtype(),
                    wanted,
                    i -> {
                      int[] at = i.clone();
                      at[dim] = (int) index.model().at(i);
                      return x.model().at(at);
                    });
            return name.equals("gather")
                ? exact(m, x.tensor(), (long) dim, index.tensor())
                : exact(m, x.tensor(), index.tensor(), (long) dim);
          });
    }
    for (String name : List.of("index_select")) {
      add(
          name,
          s -> {
            int[] shape = s.shape(1, 3);
            Sample.Pair x = s.tensor(s.dtype(Sample.ALL), shape);
            int dim = s.upTo(shape.length);
            Sample.Pair index = positions(s, new int[] {3}, shape[dim]);
            int[] wanted = shape.clone();
            wanted[dim] = 3;
            Model m =
                take(
                    x.model(),
                    wanted,
                    i -> {
                      int[] at = i.clone();
                      at[dim] = (int) index.model().at(i[dim]);
                      return at;
                    });
            return exact(m, x.tensor(), (long) dim, index.tensor());
          });
    }
    add(
        "take",
        s -> {
          Sample.Pair x = s.tensor(s.dtype(Sample.ALL), s.shape(1, 3));
          Sample.Pair index = positions(s, new int[] {2, 3}, x.model().values().length);
          return exact(
              index.model().map(x.model().dtype(), i -> x.model().values()[(int) i]),
              x.tensor(),
              index.tensor());
        });
    for (String name : List.of("scatter_", "scatter", "scatter_add_", "scatter_add")) {
      boolean adds = name.startsWith("scatter_add");
      add(
          name,
          s -> {
            int[] shape = s.shape(1, 3);
            Dtype d = s.dtype(Sample.NUMBERS);
            Sample.Pair x = s.tensor(d, shape, 0, 2);
            int dim = s.upTo(shape.length);
            Sample.Pair index = positions(s, shape, shape[dim]);
            Sample.Pair source = s.tensor(d, shape, 0, 2);
            double[] values = x.model().values().clone();
            for (int k = 0; k < values.length; k++) {
              int[] at = Model.index(shape, k);
              at[dim] = (int) index.model().values()[k];
              int place = Model.flat(shape, at);
              values[place] = source.model().values()[k] + (adds ? values[place] : 0);
            }
            return exact(
                Model.of(d, shape, values),
                x.tensor(),
                (long) dim,
                index.tensor(),
                source.tensor());
          });
    }
    add(
        "index_add_",
        s -> {
          Sample.Pair x = s.tensor(Dtype.FLOAT32, new int[] {4, 2});
          Sample.Pair index = positions(s, new int[] {3}, 4);
          Sample.Pair source = s.tensor(Dtype.FLOAT32, new int[] {3, 2});
          double[] values = x.model().values().clone();
          for (int r = 0; r < 3; r++) {
            for (int c = 0; c < 2; c++) {
              values[(int) index.model().at(r) * 2 + c] += source.model().at(r, c);
            }
          }
          return exact(
              Model.of(Dtype.FLOAT32, new int[] {4, 2}, values),
              x.tensor(),
              0L,
              index.tensor(),
              source.tensor());
        });
    add(
        "masked_select",
        s -> {
          Sample.Pair x = s.tensor(s.dtype(Sample.ALL), s.shape(1, 3));
          Sample.Pair mask = s.tensor(Dtype.BOOL, x.model().shape());
          double[] kept = new double[x.model().values().length];
          int n = 0;
          for (int i = 0; i < kept.length; i++) {
            if (mask.model().values()[i] != 0) {
              kept[n++] = x.model().values()[i];
            }
          }
          return exact(
              Model.of(x.model().dtype(), new int[] {n}, Arrays.copyOf(kept, n)),
              x.tensor(),
              mask.tensor());
        });
    for (String name : List.of("nonzero", "argwhere")) {
      add(
          name,
          s -> {
            Sample.Pair x = s.tensor(s.dtype(Sample.ALL), s.shape(1, 3), -1, 1);
            int rank = x.model().rank();
            List<int[]> rows = new ArrayList<>();
            for (int i = 0; i < x.model().values().length; i++) {
              if (x.model().values()[i] != 0) {
                rows.add(Model.index(x.model().shape(), i));
              }
            }
            return exact(
                Model.build(Dtype.INT64, new int[] {rows.size(), rank}, i -> rows.get(i[0])[i[1]]),
                x.tensor());
          });
    }
    add(
        "__getitem__",
        "index with tensors",
        s -> {
          Sample.Pair x = s.tensor(s.dtype(Sample.ALL), new int[] {4, 3, 5});
          Sample.Pair a = positions(s, new int[] {2, 1}, 3);
          Sample.Pair b = positions(s, new int[] {3}, 5);
          // Adjacent index tensors: their broadcast dimensions take the place of both.
          return exact(
              take(
                  x.model(),
                  new int[] {4, 2, 3},
                  i -> new int[] {i[0], (int) a.model().at(i[1], 0), (int) b.model().at(i[2])}),
              x.tensor(),
              Values.Tuple.of(new Values.Slice(null, null, null), a.tensor(), b.tensor()));
        });
    add(
        "__getitem__",
        "index with separated tensors",
        s -> {
          Sample.Pair x = s.tensor(s.dtype(Sample.ALL), new int[] {4, 3, 5});
          Sample.Pair a = positions(s, new int[] {2}, 4);
          Sample.Pair b = positions(s, new int[] {2}, 5);
          // Separated by a slice: the index dimension comes first.
          return exact(
              take(
                  x.model(),
                  new int[] {2, 3},
                  i -> new int[] {(int) a.model().at(i[0]), i[1], (int) b.model().at(i[0])}),
              x.tensor(),
              Values.Tuple.of(a.tensor(), new Values.Slice(null, null, null), b.tensor()));
        });
    add(
        "__getitem__",
        "index with a list",
        s -> {
          Sample.Pair x = s.tensor(s.dtype(Sample.ALL), new int[] {4, 3});
          return exact(
              take(x.model(), new int[] {2, 3}, i -> new int[] {i[0] == 0 ? 2 : 3, i[1]}),
              x.tensor(),
              List.of(2L, -1L));
        });
    add(
        "__getitem__",
        "index with a mask",
        s -> {
          Sample.Pair x = s.tensor(s.dtype(Sample.ALL), new int[] {4, 3});
          Sample.Pair mask = s.tensor(Dtype.BOOL, new int[] {4});
          List<Integer> rows = new ArrayList<>();
          for (int i = 0; i < 4; i++) {
            if (mask.model().at(i) != 0) {
              rows.add(i);
            }
          }
          return exact(
              take(x.model(), new int[] {rows.size(), 3}, i -> new int[] {rows.get(i[0]), i[1]}),
              x.tensor(),
              mask.tensor());
        });
  }

  // ---- order ----

  private void order() {
    for (String name : List.of("sort", "argsort")) {
      add(
          name,
          s -> {
            Sample.Pair x = s.distinct(s.dtype(Sample.NUMBERS), s.shape(1, 3));
            int dim = s.upTo(x.model().rank());
            boolean descending = s.coin();
            Function<double[], double[]> sort =
                v -> {
                  double[] w = v.clone();
                  Arrays.sort(w);
                  if (descending) {
                    for (int i = 0; i < w.length; i++) {
                      w[i] = -w[i];
                    }
                    Arrays.sort(w);
                    for (int i = 0; i < w.length; i++) {
                      w[i] = -w[i];
                    }
                  }
                  return w;
                };
            Model values = lines(x.model(), dim, x.model().dtype(), sort);
            Model indices =
                lines(
                    x.model(),
                    dim,
                    Dtype.INT64,
                    v -> Arrays.stream(sort.apply(v)).map(w -> first(v, w)).toArray());
            Object expected = name.equals("sort") ? List.of(values, indices) : indices;
            return exact(expected, x.tensor(), (long) dim, descending);
          });
    }
    add(
        "topk",
        s -> {
          Sample.Pair x = s.distinct(s.dtype(Sample.NUMBERS), new int[] {6});
          int k = s.between(1, 6);
          double[] sorted = x.model().values().clone();
          Arrays.sort(sorted);
          Model values = Model.build(x.model().dtype(), new int[] {k}, i -> sorted[5 - i[0]]);
          Model indices =
              Model.build(
                  Dtype.INT64, new int[] {k}, i -> first(x.model().values(), sorted[5 - i[0]]));
          return exact(List.of(values, indices), x.tensor(), (long) k);
        });
    add(
        "median",
        s -> {
          Sample.Pair x = s.tensor(s.dtype(Sample.NUMBERS), s.shape(1, 3));
          double[] sorted = x.model().values().clone();
          Arrays.sort(sorted);
          return exact(
              Model.of(x.model().dtype(), new int[] {}, sorted[(sorted.length - 1) / 2]),
              x.tensor());
        });
    add(
        "kthvalue",
        s -> {
          Sample.Pair x = s.distinct(s.dtype(Sample.NUMBERS), new int[] {5});
          int k = s.between(1, 5);
          double[] sorted = x.model().values().clone();
          Arrays.sort(sorted);
          return exact(
              List.of(
                  Model.of(x.model().dtype(), new int[] {}, sorted[k - 1]),
                  Model.of(Dtype.INT64, new int[] {}, first(x.model().values(), sorted[k - 1]))),
              x.tensor(),
              (long) k);
        });
    add(
        "unique",
        s -> {
          Sample.Pair x = s.tensor(s.dtype(Sample.ALL), s.shape(0, 3), -2, 2);
          double[] distinct = Arrays.stream(x.model().values()).sorted().distinct().toArray();
          return exact(
              Model.of(x.model().dtype(), new int[] {distinct.length}, distinct), x.tensor());
        });
    add(
        "bincount",
        s -> {
          Sample.Pair x = positions(s, new int[] {7}, 5);
          Model m =
              Model.build(
                  Dtype.INT64,
                  new int[] {6},
                  i -> Arrays.stream(x.model().values()).filter(v -> v == i[0]).count());
          return exact(m, x.tensor(), null, 6L);
        });
    for (String name : List.of("searchsorted", "bucketize")) {
      add(
          name,
          s -> {
            Model edges = Model.of(Dtype.FLOAT32, new int[] {4}, -2, 0, 1, 4);
            Sample.Pair x = s.tensor(Dtype.FLOAT32, s.shape(1, 2), -4, 4);
            Model m =
                x.model()
                    .map(
                        Dtype.INT64, v -> Arrays.stream(edges.values()).filter(e -> e < v).count());
            return name.equals("bucketize")
                ? exact(m, x.tensor(), s.layout(edges))
                : exact(m, s.layout(edges), x.tensor());
          });
    }
    add(
        "isin",
        s -> {
          Sample.Pair x = s.tensor(Dtype.INT64, s.shape(1, 2), 0, 6);
          Model set = Model.of(Dtype.INT64, new int[] {3}, 1, 4, 5);
          return exact(
              x.model().map(Dtype.BOOL, v -> v == 1 || v == 4 || v == 5 ? 1 : 0),
              x.tensor(),
              s.layout(set));
        });
  }

  // ---- products ----

  private static Model product(Model a, Model b) {
    int rank = a.rank();
    int m = a.shape()[rank - 2];
    int k = a.shape()[rank - 1];
    int n = b.shape()[b.rank() - 1];
    int[] shape = a.shape().clone();
    shape[rank - 2] = m;
    shape[rank - 1] = n;
    return Model.build(
        a.dtype(),
        shape,
        i -> {
          double total = 0;
          for (int p = 0; p < k; p++) {
            int[] left = i.clone();
            left[rank - 1] = p;
            int[] right = i.clone();
            right[rank - 2] = p;
            total += a.at(left) * b.at(right);
          }
          return total;
        });
  }

  private void linear() {
    Dtype[] types = Sample.NUMBERS;
    for (String name : List.of("matmul", "mm", "__matmul__")) {
      add(
          name,
          s -> {
            Dtype d = s.dtype(types);
            int k = s.between(1, 6);
            Sample.Pair a = s.tensor(d, new int[] {s.between(1, 4), k}, -2, 2);
            Sample.Pair b = s.tensor(d, new int[] {k, s.between(1, 4)}, -2, 2);
            return exact(product(a.model(), b.model()), a.tensor(), b.tensor());
          });
    }
    for (String name : List.of("bmm", "matmul")) {
      add(
          name,
          name + " of batches",
          s -> {
            Dtype d = s.dtype(types);
            Sample.Pair a = s.tensor(d, new int[] {3, 2, 5}, -2, 2);
            Sample.Pair b = s.tensor(d, new int[] {3, 5, 4}, -2, 2);
            return exact(product(a.model(), b.model()), a.tensor(), b.tensor());
          });
    }
    add(
        "matmul",
        "matmul with broadcast batches",
        s -> {
          Sample.Pair a = s.tensor(Dtype.FLOAT32, new int[] {2, 1, 2, 3});
          Sample.Pair b = s.tensor(Dtype.FLOAT32, new int[] {3, 3, 2});
          Model left = Model.build(Dtype.FLOAT32, new int[] {2, 3, 2, 3}, a.model()::atBroadcast);
          Model right = Model.build(Dtype.FLOAT32, new int[] {2, 3, 3, 2}, b.model()::atBroadcast);
          return exact(product(left, right), a.tensor(), b.tensor());
        });
    add(
        "mv",
        s -> {
          Sample.Pair a = s.tensor(Dtype.FLOAT64, new int[] {3, 4});
          Sample.Pair v = s.tensor(Dtype.FLOAT64, new int[] {4});
          Model column = new Model(Dtype.FLOAT64, new int[] {4, 1}, v.model().values());
          Model m = product(a.model(), column);
          return exact(new Model(Dtype.FLOAT64, new int[] {3}, m.values()), a.tensor(), v.tensor());
        });
    for (String name : List.of("dot", "inner", "vdot")) {
      add(
          name,
          s -> {
            Dtype d = s.dtype(types);
            Sample.Pair a = s.tensor(d, new int[] {4}, -2, 2);
            Sample.Pair b = s.tensor(d, new int[] {4}, -2, 2);
            double total = 0;
            for (int i = 0; i < 4; i++) {
              total += a.model().at(i) * b.model().at(i);
            }
            return exact(Model.of(d, new int[] {}, total), a.tensor(), b.tensor());
          });
    }
    for (String name : List.of("outer", "ger")) {
      add(
          name,
          s -> {
            Dtype d = s.dtype(types);
            Sample.Pair a = s.tensor(d, new int[] {3});
            Sample.Pair b = s.tensor(d, new int[] {4});
            return exact(
                Model.build(d, new int[] {3, 4}, i -> a.model().at(i[0]) * b.model().at(i[1])),
                a.tensor(),
                b.tensor());
          });
    }
    add(
        "trace",
        s -> {
          Sample.Pair x = s.tensor(Dtype.FLOAT32, new int[] {3, 3});
          double t = x.model().at(0, 0) + x.model().at(1, 1) + x.model().at(2, 2);
          return exact(Model.of(Dtype.FLOAT32, new int[] {}, t), x.tensor());
        });
    add(
        "kron",
        s -> {
          Sample.Pair a = s.tensor(Dtype.INT64, new int[] {2, 2});
          Sample.Pair b = s.tensor(Dtype.INT64, new int[] {2, 3});
          return exact(
              Model.build(
                  Dtype.INT64,
                  new int[] {4, 6},
                  i -> a.model().at(i[0] / 2, i[1] / 3) * b.model().at(i[0] % 2, i[1] % 3)),
              a.tensor(),
              b.tensor());
        });
    einsum("bij,bjk->bik", new int[] {2, 3, 4}, new int[] {2, 4, 2});
    einsum("ij,kj->ik", new int[] {3, 4}, new int[] {2, 4});
    einsum("ij,ij->", new int[] {3, 4}, new int[] {3, 4});
    einsum("i,j->ji", new int[] {3}, new int[] {4});
    einsum("bhqd,bhkd->bhqk", new int[] {2, 1, 3, 2}, new int[] {2, 1, 4, 2});
    einsum("ij,jk", new int[] {2, 3}, new int[] {3, 2});
    add(
        "einsum",
        "einsum ii->i",
        s -> {
          Sample.Pair x = s.tensor(Dtype.FLOAT32, new int[] {3, 3});
          return exact(
              take(x.model(), new int[] {3}, i -> new int[] {i[0], i[0]}), "ii->i", x.tensor());
        });
    add(
        "einsum",
        "einsum ...ij->...ji",
        s -> {
          Sample.Pair x = s.tensor(Dtype.FLOAT32, new int[] {2, 3, 4});
          return exact(
              take(x.model(), new int[] {2, 4, 3}, i -> new int[] {i[0], i[2], i[1]}),
              "...ij->...ji",
              x.tensor());
        });
  }

  /** Sums the product over all values of all letters. */
  private void einsum(String equation, int[] first, int[] second) {
    add(
        "einsum",
        "einsum " + equation,
        s -> {
          Sample.Pair a = s.tensor(Dtype.FLOAT64, first);
          Sample.Pair b = s.tensor(Dtype.FLOAT64, second);
          String[] sides = equation.split("->", -1);
          String[] inputs = sides[0].split(",");
          String out = sides.length > 1 ? sides[1] : "ik";
          String letters = "";
          List<Integer> sizes = new ArrayList<>();
          for (int k = 0; k < 2; k++) {
            for (int d = 0; d < inputs[k].length(); d++) {
              String c = inputs[k].substring(d, d + 1);
              if (!letters.contains(c)) {
                letters += c;
                sizes.add((k == 0 ? first : second)[d]);
              }
            }
          }
          String all = letters;
          int[] space = sizes.stream().mapToInt(Integer::intValue).toArray();
          int[] shape = out.chars().map(c -> space[all.indexOf(c)]).toArray();
          double[] values = new double[Model.size(shape)];
          for (int i = 0; i < Model.size(space); i++) {
            int[] at = Model.index(space, i);
            int[] p = inputs[0].chars().map(c -> at[all.indexOf(c)]).toArray();
            int[] q = inputs[1].chars().map(c -> at[all.indexOf(c)]).toArray();
            int[] r = out.chars().map(c -> at[all.indexOf(c)]).toArray();
            values[Model.flat(shape, r)] += a.model().at(p) * b.model().at(q);
          }
          return exact(Model.of(Dtype.FLOAT64, shape, values), equation, a.tensor(), b.tensor());
        });
  }

  // ---- creation ----

  private void creation() {
    constant("zeros", 0);
    constant("ones", 1);
    for (String name : List.of("zeros_like", "ones_like")) {
      add(
          name,
          s -> {
            Sample.Pair x = any(s, 0);
            double v = name.equals("ones_like") ? 1 : 0;
            return exact(x.model().map(x.model().dtype(), w -> v), x.tensor());
          });
    }
    add(
        "full_like",
        s -> {
          Sample.Pair x = s.tensor(s.dtype(Sample.NUMBERS), s.shape(0, 3));
          return exact(x.model().map(x.model().dtype(), w -> 7), x.tensor(), 7L);
        });
    add(
        "full",
        s -> {
          int[] shape = s.shape(0, 3);
          return exact(Model.build(Dtype.FLOAT32, shape, i -> 2.5), boxes(shape), 2.5);
        });
    for (String name : List.of("new_zeros", "new_ones")) {
      add(
          name,
          s -> {
            Sample.Pair x = any(s, 0);
            double v = name.equals("new_ones") ? 1 : 0;
            return exact(
                Model.build(x.model().dtype(), new int[] {2, 3}, i -> v), x.tensor(), boxes(2, 3));
          });
    }
    add(
        "new_full",
        s -> {
          Sample.Pair x = s.tensor(s.dtype(Sample.NUMBERS), s.shape(0, 2));
          return exact(
              Model.build(x.model().dtype(), new int[] {2}, i -> 9), x.tensor(), boxes(2), 9L);
        });
    add(
        "arange",
        s -> {
          int start = s.between(-5, 5);
          int step = s.between(1, 3);
          int n = s.between(1, 6);
          return exact(
              Model.build(Dtype.INT64, new int[] {n}, i -> start + i[0] * step),
              (long) start,
              (long) (start + (n - 1) * step + 1),
              (long) step);
        });
    add(
        "linspace",
        s -> exact(Model.of(Dtype.FLOAT32, new int[] {5}, -1, -0.5, 0, 0.5, 1), -1.0, 1.0, 5L));
    add(
        "eye",
        s -> {
          int n = s.between(1, 4);
          int m = s.between(1, 4);
          return exact(
              Model.build(Dtype.FLOAT32, new int[] {n, m}, i -> i[0] == i[1] ? 1 : 0),
              (long) n,
              (long) m);
        });
    add(
        "tensor",
        s ->
            exact(
                Model.of(Dtype.FLOAT32, new int[] {2, 2}, 1, 2.5, -3, 0),
                List.of(List.of(1L, 2.5), List.of(-3L, false))));
    add("as_tensor", s -> exact(Model.of(Dtype.BOOL, new int[] {2}, 1, 0), List.of(true, false)));
  }

  private void constant(String name, double value) {
    add(
        name,
        s -> {
          int[] shape = s.shape(0, 4);
          Dtype d = s.dtype(Sample.ALL);
          return with(Map.of("dtype", d), Model.build(d, shape, i -> value), boxes(shape));
        });
  }

  // ---- neural ----

  private void neural() {
    add(
        "linear",
        s -> {
          Sample.Pair x = s.tensor(Dtype.FLOAT64, new int[] {2, 3});
          Sample.Pair w = s.tensor(Dtype.FLOAT64, new int[] {4, 3});
          Sample.Pair b = s.tensor(Dtype.FLOAT64, new int[] {4});
          Model t = take(w.model(), new int[] {3, 4}, i -> swap(i, 0, 1));
          Model p = product(x.model(), t);
          return exact(
              Model.build(Dtype.FLOAT64, new int[] {2, 4}, i -> p.at(i) + b.model().at(i[1])),
              x.tensor(),
              w.tensor(),
              b.tensor());
        });
    line(
        "softmin",
        new Dtype[] {Dtype.FLOAT64},
        d -> d,
        8,
        v -> {
          double total = Arrays.stream(v).map(x -> Math.exp(-x)).sum();
          return Arrays.stream(v).map(x -> Math.exp(-x) / total).toArray();
        });
    add(
        "layer_norm",
        s -> {
          Sample.Pair x = s.tensor(Dtype.FLOAT64, new int[] {3, 4});
          Model m =
              lines(
                  x.model(),
                  1,
                  Dtype.FLOAT64,
                  v -> {
                    double mean = mean(v);
                    double spread = Math.sqrt(variance(v) * 3 / 4 + 1e-5);
                    return Arrays.stream(v).map(w -> (w - mean) / spread).toArray();
                  });
          return near(64, m, x.tensor(), boxes(4));
        });
    add(
        "rms_norm",
        s -> {
          Sample.Pair x = s.tensor(Dtype.FLOAT64, new int[] {3, 4}, 1, 9);
          Model m =
              lines(
                  x.model(),
                  1,
                  Dtype.FLOAT64,
                  v -> {
                    double root = Math.sqrt(Arrays.stream(v).map(w -> w * w).sum() / 4 + 1e-6);
                    return Arrays.stream(v).map(w -> w / root).toArray();
                  });
          return new Call(List.of(x.tensor(), boxes(4)), Map.of("eps", 1e-6), m, 64);
        });
    add(
        "one_hot",
        s -> {
          Sample.Pair x = positions(s, new int[] {2, 3}, 4);
          return exact(
              Model.build(
                  Dtype.INT64, new int[] {2, 3, 5}, i -> x.model().at(i[0], i[1]) == i[2] ? 1 : 0),
              x.tensor(),
              5L);
        });
    add(
        "embedding",
        s -> {
          Sample.Pair x = positions(s, new int[] {2, 2}, 4);
          Sample.Pair w = s.tensor(Dtype.FLOAT32, new int[] {4, 3});
          return exact(
              Model.build(
                  Dtype.FLOAT32,
                  new int[] {2, 2, 3},
                  i -> w.model().at((int) x.model().at(i[0], i[1]), i[2])),
              x.tensor(),
              w.tensor());
        });
    add(
        "pad",
        s -> {
          Sample.Pair x = s.tensor(s.dtype(Sample.NUMBERS), new int[] {2, 3});
          return exact(
              Model.build(
                  x.model().dtype(),
                  new int[] {3, 6},
                  i -> i[0] < 2 && i[1] >= 1 && i[1] < 4 ? x.model().at(i[0], i[1] - 1) : 5),
              x.tensor(),
              boxes(1, 2, 0, 1),
              "constant",
              5L);
        });
    add(
        "mse_loss",
        s -> {
          Sample.Pair x = s.tensor(Dtype.FLOAT64, new int[] {2, 3});
          Sample.Pair y = s.tensor(Dtype.FLOAT64, new int[] {2, 3});
          double total = 0;
          for (int i = 0; i < 6; i++) {
            total += Math.pow(x.model().values()[i] - y.model().values()[i], 2);
          }
          return near(4, Model.of(Dtype.FLOAT64, new int[] {}, total / 6), x.tensor(), y.tensor());
        });
    add(
        "cosine_similarity",
        s -> {
          Sample.Pair x = s.tensor(Dtype.FLOAT64, new int[] {2, 3}, 1, 9);
          Sample.Pair y = s.tensor(Dtype.FLOAT64, new int[] {2, 3}, 1, 9);
          Model m =
              Model.build(
                  Dtype.FLOAT64,
                  new int[] {2},
                  i -> {
                    double dot = 0;
                    double p = 0;
                    double q = 0;
                    for (int k = 0; k < 3; k++) {
                      double u = x.model().at(i[0], k);
                      double v = y.model().at(i[0], k);
                      dot += u * v;
                      p += u * u;
                      q += v * v;
                    }
                    return dot / Math.sqrt(p) / Math.sqrt(q);
                  });
          return near(16, m, x.tensor(), y.tensor(), -1L);
        });
  }
}
