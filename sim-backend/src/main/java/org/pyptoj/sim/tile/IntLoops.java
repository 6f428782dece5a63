package org.pyptoj.sim.tile;

import java.util.function.LongBinaryOperator;
import java.util.function.LongUnaryOperator;
import org.pyptoj.ir.Span;
import org.pyptoj.ir.op.ScalarFn;
import org.pyptoj.ir.type.DataType;
import org.pyptoj.sim.SimCode;
import org.pyptoj.sim.SimFailure;

/** Integer element functions. Operands and results are wrapped to their type by the caller. */
final class IntLoops {

  private IntLoops() {}

  /** The function of two integers, or null where integers have none. */
  static LongBinaryOperator binary(ScalarFn fn, DataType dtype, Span span) {
    boolean unsigned64 = dtype == DataType.UINT64;
    return switch (fn) {
      case ADD -> (a, b) -> a + b;
      case SUB -> (a, b) -> a - b;
      case MUL -> (a, b) -> a * b;
      case DIV ->
          (a, b) -> {
            divisor(b, span);
            return unsigned64 ? Long.divideUnsigned(a, b) : a / b;
          };
      case FMOD ->
          (a, b) -> {
            divisor(b, span);
            return unsigned64 ? Long.remainderUnsigned(a, b) : a % b;
          };
      case REM ->
          (a, b) -> {
            divisor(b, span);
            return unsigned64 ? Long.remainderUnsigned(a, b) : Math.floorMod(a, b);
          };
      case MAX ->
          unsigned64 ? (a, b) -> Long.compareUnsigned(a, b) >= 0 ? a : b : (a, b) -> Math.max(a, b);
      case MIN ->
          unsigned64 ? (a, b) -> Long.compareUnsigned(a, b) <= 0 ? a : b : (a, b) -> Math.min(a, b);
      case AND -> (a, b) -> a & b;
      case OR -> (a, b) -> a | b;
      case XOR -> (a, b) -> a ^ b;
      case SHL -> (a, b) -> b < 0 || b >= dtype.bits() ? 0 : a << b;
      case SHR ->
          (a, b) -> unsigned64 ? (b < 0 || b >= 64 ? 0 : a >>> b) : a >> Math.clamp(b, 0, 63);
      case SECOND -> (a, b) -> b;
      default -> null;
    };
  }

  /** The function of one integer, or null. */
  static LongUnaryOperator unary(ScalarFn fn, DataType dtype) {
    return switch (fn) {
      case NEG -> a -> -a;
      case ABS -> Math::abs;
      case RELU -> a -> Math.max(a, 0);
      case NOT -> dtype == DataType.BOOL ? a -> a ^ 1 : a -> ~a;
      default -> null;
    };
  }

  private static void divisor(long b, Span span) {
    if (b == 0) {
      throw new SimFailure(SimCode.DIVISION, "an integer tile is divided by zero", span);
    }
  }
}
