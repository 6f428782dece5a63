package org.pyptoj.sim.kernel;

import org.pyptoj.ir.Span;
import org.pyptoj.ir.expr.Binary;
import org.pyptoj.ir.expr.Cast;
import org.pyptoj.ir.expr.Unary;
import org.pyptoj.ir.type.DataType;
import org.pyptoj.sim.SimCode;
import org.pyptoj.sim.SimFailure;
import org.pyptoj.sim.kernel.Code.DoubleCode;
import org.pyptoj.sim.kernel.Code.LongCode;
import org.pyptoj.sim.tile.Numbers;

/** Scalar arithmetic. Integers wrap to their type, floats round to theirs after each operation. */
final class ScalarCompiler {

  private ScalarCompiler() {}

  static LongCode asLong(Code code, Span span) {
    return switch (code) {
      case LongCode c -> c;
      case DoubleCode c -> f -> (long) c.get(f);
      case Code.RefCode c ->
          throw new SimFailure(SimCode.ARGUMENT, "a number is needed here", span);
    };
  }

  static DoubleCode asDouble(Code code, Span span) {
    return switch (code) {
      case LongCode c -> c::get;
      case DoubleCode c -> c;
      case Code.RefCode c ->
          throw new SimFailure(SimCode.ARGUMENT, "a number is needed here", span);
    };
  }

  static Code cast(Cast cast, Code operand) {
    DataType to = cast.dtype();
    Span span = cast.span();
    if (to.isFloat()) {
      DoubleCode from = asDouble(operand, span);
      return (DoubleCode) f -> Numbers.round(to, from.get(f));
    }
    if (operand instanceof DoubleCode from) {
      return to == DataType.BOOL
          ? (LongCode) f -> from.get(f) != 0 ? 1 : 0
          : (LongCode) f -> Numbers.wrap(to, (long) from.get(f));
    }
    return wrapped(asLong(operand, span), to);
  }

  private static LongCode wrapped(LongCode code, DataType dtype) {
    return switch (dtype) {
      case INDEX, INT64, UINT64, TASK_ID -> code;
      case INT32 -> f -> (int) code.get(f);
      case BOOL -> f -> code.get(f) != 0 ? 1 : 0;
      default -> f -> Numbers.wrap(dtype, code.get(f));
    };
  }

  static Code unary(Unary unary, Code operand) {
    Span span = unary.span();
    DataType dtype = unary.dtype();
    if (operand instanceof DoubleCode a) {
      return switch (unary.op()) {
        case NEG -> (DoubleCode) f -> -a.get(f);
        case ABS -> (DoubleCode) f -> Math.abs(a.get(f));
        case NOT -> (LongCode) f -> a.get(f) == 0 ? 1 : 0;
        case BIT_NOT -> throw new SimFailure(SimCode.UNSUPPORTED, "~ of a float", span);
      };
    }
    LongCode a = asLong(operand, span);
    return switch (unary.op()) {
      case NEG -> wrapped(f -> -a.get(f), dtype);
      case ABS -> wrapped(f -> Math.abs(a.get(f)), dtype);
      case NOT -> (LongCode) f -> a.get(f) == 0 ? 1 : 0;
      case BIT_NOT -> wrapped(f -> ~a.get(f), dtype);
    };
  }

  static Code binary(Binary binary, Code left, Code right, DataType operands) {
    Span span = binary.span();
    DataType dtype = binary.dtype();
    if (left instanceof DoubleCode || right instanceof DoubleCode || dtype.isFloat()) {
      return floats(binary, asDouble(left, span), asDouble(right, span), dtype);
    }
    LongCode a = asLong(left, span);
    LongCode b = asLong(right, span);
    boolean unsigned = operands == DataType.UINT64;
    long flip = unsigned ? Long.MIN_VALUE : 0;
    return switch (binary.op()) {
      case ADD -> wrapped(f -> a.get(f) + b.get(f), dtype);
      case SUB -> wrapped(f -> a.get(f) - b.get(f), dtype);
      case MUL -> wrapped(f -> a.get(f) * b.get(f), dtype);
      case FLOOR_DIV, DIV ->
          wrapped(
              f -> {
                long x = a.get(f);
                long y = divisor(b.get(f), span);
                return unsigned ? Long.divideUnsigned(x, y) : Math.floorDiv(x, y);
              },
              dtype);
      case FLOOR_MOD ->
          wrapped(
              f -> {
                long x = a.get(f);
                long y = divisor(b.get(f), span);
                return unsigned ? Long.remainderUnsigned(x, y) : Math.floorMod(x, y);
              },
              dtype);
      case POW -> wrapped(f -> power(a.get(f), b.get(f), span), dtype);
      case MIN -> (LongCode) f -> Math.min(ordered(a.get(f), flip), ordered(b.get(f), flip)) ^ flip;
      case MAX -> (LongCode) f -> Math.max(ordered(a.get(f), flip), ordered(b.get(f), flip)) ^ flip;
      case EQ -> (LongCode) f -> a.get(f) == b.get(f) ? 1 : 0;
      case NE -> (LongCode) f -> a.get(f) != b.get(f) ? 1 : 0;
      case LT -> (LongCode) f -> ordered(a.get(f), flip) < ordered(b.get(f), flip) ? 1 : 0;
      case LE -> (LongCode) f -> ordered(a.get(f), flip) <= ordered(b.get(f), flip) ? 1 : 0;
      case GT -> (LongCode) f -> ordered(a.get(f), flip) > ordered(b.get(f), flip) ? 1 : 0;
      case GE -> (LongCode) f -> ordered(a.get(f), flip) >= ordered(b.get(f), flip) ? 1 : 0;
      // As in Python, what the left side decides keeps the right one from being computed.
      case AND -> (LongCode) f -> a.get(f) != 0 && b.get(f) != 0 ? 1 : 0;
      case OR -> (LongCode) f -> a.get(f) != 0 || b.get(f) != 0 ? 1 : 0;
      case BIT_AND -> wrapped(f -> a.get(f) & b.get(f), dtype);
      case BIT_OR -> wrapped(f -> a.get(f) | b.get(f), dtype);
      case BIT_XOR -> wrapped(f -> a.get(f) ^ b.get(f), dtype);
      case SHL ->
          wrapped(
              f -> {
                long x = a.get(f);
                long y = b.get(f);
                return y < 0 || y > 63 ? 0 : x << y;
              },
              dtype);
      case SHR ->
          wrapped(
              f -> {
                long x = a.get(f);
                long y = Math.clamp(b.get(f), 0, 63);
                return unsigned ? x >>> y : x >> y;
              },
              dtype);
    };
  }

  private static Code floats(Binary binary, DoubleCode a, DoubleCode b, DataType dtype) {
    return switch (binary.op()) {
      case ADD -> rounded(f -> a.get(f) + b.get(f), dtype);
      case SUB -> rounded(f -> a.get(f) - b.get(f), dtype);
      case MUL -> rounded(f -> a.get(f) * b.get(f), dtype);
      case DIV -> rounded(f -> a.get(f) / b.get(f), dtype);
      case FLOOR_DIV -> rounded(f -> Math.floor(a.get(f) / b.get(f)), dtype);
      case FLOOR_MOD ->
          rounded(
              f -> {
                double x = a.get(f);
                double y = b.get(f);
                double r = x % y;
                return r != 0 && (r < 0) != (y < 0) ? r + y : r;
              },
              dtype);
      case POW -> rounded(f -> Math.pow(a.get(f), b.get(f)), dtype);
      case MIN -> (DoubleCode) f -> Math.min(a.get(f), b.get(f));
      case MAX -> (DoubleCode) f -> Math.max(a.get(f), b.get(f));
      case EQ -> (LongCode) f -> a.get(f) == b.get(f) ? 1 : 0;
      case NE -> (LongCode) f -> a.get(f) != b.get(f) ? 1 : 0;
      case LT -> (LongCode) f -> a.get(f) < b.get(f) ? 1 : 0;
      case LE -> (LongCode) f -> a.get(f) <= b.get(f) ? 1 : 0;
      case GT -> (LongCode) f -> a.get(f) > b.get(f) ? 1 : 0;
      case GE -> (LongCode) f -> a.get(f) >= b.get(f) ? 1 : 0;
      case AND -> (LongCode) f -> a.get(f) != 0 && b.get(f) != 0 ? 1 : 0;
      case OR -> (LongCode) f -> a.get(f) != 0 || b.get(f) != 0 ? 1 : 0;
      case BIT_AND, BIT_OR, BIT_XOR, SHL, SHR ->
          throw new SimFailure(
              SimCode.UNSUPPORTED, binary.op().symbol() + " of floats", binary.span());
    };
  }

  private static DoubleCode rounded(DoubleCode code, DataType dtype) {
    return dtype == DataType.FP32
        ? f -> (float) code.get(f)
        : f -> Numbers.round(dtype, code.get(f));
  }

  /** A number whose signed order is the type's order. */
  private static long ordered(long value, long flip) {
    return value ^ flip;
  }

  private static long divisor(long value, Span span) {
    if (value == 0) {
      throw new SimFailure(SimCode.DIVISION, "an integer is divided by zero", span);
    }
    return value;
  }

  private static long power(long base, long exponent, Span span) {
    if (exponent < 0) {
      throw new SimFailure(SimCode.UNSUPPORTED, "an integer to the power of " + exponent, span);
    }
    long result = 1;
    long square = base;
    for (long e = exponent; e > 0; e >>= 1) {
      if ((e & 1) != 0) {
        result *= square;
      }
      square *= square;
    }
    return result;
  }
}
