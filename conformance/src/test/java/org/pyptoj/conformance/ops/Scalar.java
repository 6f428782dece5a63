package org.pyptoj.conformance.ops;

import java.util.List;
import java.util.Map;
import java.util.function.DoubleBinaryOperator;
import java.util.function.DoubleUnaryOperator;
import org.pyptoj.ir.type.DataType;

/** What ops do to elements, in plain Java. */
final class Scalar {

  static final List<DataType> FLOATS = List.of(DataType.FP32, DataType.FP16);
  static final List<DataType> NUMBERS =
      List.of(DataType.FP32, DataType.FP16, DataType.INT32, DataType.INT16);
  static final List<DataType> INTEGERS = List.of(DataType.INT32, DataType.INT16);

  /**
   * A function of one element.
   *
   * @param positive whether it exists for positive numbers only
   * @param exact whether its result is a number that both sides have exactly
   */
  record Unary(DoubleUnaryOperator fn, List<DataType> dtypes, boolean positive, boolean exact) {}

  static final Map<String, Unary> UNARY =
      Map.ofEntries(
          Map.entry("neg", new Unary(x -> -x, NUMBERS, false, true)),
          Map.entry("abs", new Unary(Math::abs, NUMBERS, false, true)),
          Map.entry("relu", new Unary(x -> x > 0 ? x : 0, NUMBERS, false, true)),
          Map.entry("exp", new Unary(Math::exp, FLOATS, false, false)),
          Map.entry("log", new Unary(Math::log, FLOATS, true, false)),
          Map.entry("sin", new Unary(Math::sin, List.of(DataType.FP32), false, false)),
          Map.entry("cos", new Unary(Math::cos, List.of(DataType.FP32), false, false)),
          Map.entry("sqrt", new Unary(Math::sqrt, FLOATS, true, false)),
          Map.entry("rsqrt", new Unary(x -> 1 / Math.sqrt(x), FLOATS, true, false)),
          Map.entry("recip", new Unary(x -> 1 / x, FLOATS, true, false)),
          Map.entry("not_", new Unary(x -> ~(long) x, List.of(DataType.INT16), false, true)));

  /**
   * A function of two elements.
   *
   * @param right which right operands it takes
   * @param scratch whether its tile op wants a tile to work in
   */
  record Binary(DoubleBinaryOperator fn, List<DataType> dtypes, Right right, boolean scratch) {}

  /** Right operands. */
  enum Right {
    ANY,
    NOT_ZERO,
    SHIFT
  }

  static final Map<String, Binary> BINARY =
      Map.ofEntries(
          Map.entry("add", new Binary((a, b) -> a + b, NUMBERS, Right.ANY, false)),
          Map.entry("sub", new Binary((a, b) -> a - b, NUMBERS, Right.ANY, false)),
          Map.entry("mul", new Binary((a, b) -> a * b, NUMBERS, Right.ANY, false)),
          Map.entry("div", new Binary((a, b) -> a / b, NUMBERS, Right.NOT_ZERO, false)),
          Map.entry("maximum", new Binary(Math::max, NUMBERS, Right.ANY, false)),
          Map.entry("minimum", new Binary(Math::min, NUMBERS, Right.ANY, false)),
          Map.entry("fmod", new Binary((a, b) -> a % b, NUMBERS, Right.NOT_ZERO, false)),
          Map.entry(
              "rem",
              new Binary((a, b) -> a - b * Math.floor(a / b), NUMBERS, Right.NOT_ZERO, true)),
          Map.entry("and_", new Binary((a, b) -> (long) a & (long) b, INTEGERS, Right.ANY, false)),
          Map.entry("or_", new Binary((a, b) -> (long) a | (long) b, INTEGERS, Right.ANY, false)),
          Map.entry("xor", new Binary((a, b) -> (long) a ^ (long) b, INTEGERS, Right.ANY, true)),
          Map.entry(
              "shl", new Binary((a, b) -> (long) a << (long) b, INTEGERS, Right.SHIFT, false)),
          Map.entry(
              "shr", new Binary((a, b) -> (long) a >> (long) b, INTEGERS, Right.SHIFT, false)));

  private Scalar() {}

  /** How far a float of this type may be off where no one says how a function is computed. */
  static double tolerance(DataType dtype) {
    return dtype == DataType.FP32 ? 2e-6 : dtype == DataType.FP16 ? 2e-3 : 0;
  }
}
