package org.pyptoj.torch;

import java.util.List;

/**
 * The element type of a result. Operands count in three ranks: tensors with dimensions, tensors
 * without, Python numbers. A lower rank changes the type only when its category (bool, integer,
 * float) is higher.
 */
final class Promotion {
  /** The type of a float made from a Python number. */
  static final Dtype DEFAULT_FLOAT = Dtype.FLOAT32;

  private Promotion() {}

  /** The type in which both types' values meet. */
  static Dtype of(Dtype a, Dtype b) {
    if (a == b) {
      return a;
    }
    if (a.isFloat8() || b.isFloat8()) {
      throw TorchError.runtime("no type promotion between " + a + " and " + b);
    }
    if (a == Dtype.BOOL) {
      return b;
    }
    if (b == Dtype.BOOL) {
      return a;
    }
    if (a.isFloat() != b.isFloat()) {
      return a.isFloat() ? a : b;
    }
    if (a.isFloat()) {
      if (a.size() == b.size()) {
        return Dtype.FLOAT32;
      }
      return a.size() > b.size() ? a : b;
    }
    return integers(a, b);
  }

  private static Dtype integers(Dtype a, Dtype b) {
    if (a.isSigned() == b.isSigned()) {
      return a.size() > b.size() ? a : b;
    }
    Dtype unsigned = a.isSigned() ? b : a;
    Dtype signed = a.isSigned() ? a : b;
    if (signed.size() > unsigned.size()) {
      return signed;
    }
    return switch (unsigned) {
      case UINT8 -> Dtype.INT16;
      case UINT16 -> Dtype.INT32;
      default -> Dtype.INT64;
    };
  }

  /** The result type of operands that are tensors, Booleans, Longs or Doubles. */
  static Dtype of(List<?> operands) {
    Dtype dims = null;
    Dtype zero = null;
    Dtype wrapped = null;
    for (Object operand : operands) {
      if (operand instanceof Tensor t) {
        if (t.rank() > 0) {
          dims = join(dims, t.dtype());
        } else {
          zero = join(zero, t.dtype());
        }
      } else {
        wrapped = join(wrapped, ofNumber(operand));
      }
    }
    return combine(dims, combine(zero, wrapped));
  }

  static Dtype ofNumber(Object number) {
    return switch (number) {
      case Boolean ignored -> Dtype.BOOL;
      case Long ignored -> Dtype.INT64;
      case Double ignored -> DEFAULT_FLOAT;
      default ->
          throw TorchError.type(
              "expected a tensor or a number, got " + PythonText.typeName(number));
    };
  }

  private static Dtype join(Dtype a, Dtype b) {
    return a == null ? b : of(a, b);
  }

  private static Dtype combine(Dtype higher, Dtype lower) {
    if (higher == null || lower == null) {
      return higher == null ? lower : higher;
    }
    if (higher.isFloat()) {
      return higher;
    }
    return higher == Dtype.BOOL || lower.isFloat() ? of(higher, lower) : higher;
  }

  /** The float type that an integer operand turns into where a function yields fractions. */
  static Dtype toFloat(Dtype dtype) {
    return dtype.isFloat() ? dtype : DEFAULT_FLOAT;
  }

  /** Whether a result may be stored in an in-place target: float does not go into int. */
  static void checkStore(Dtype result, Dtype target) {
    boolean lossy =
        result.isFloat() && !target.isFloat() || target == Dtype.BOOL && result != Dtype.BOOL;
    if (lossy) {
      throw TorchError.runtime(
          "a result of type %s cannot be stored in place in %s".formatted(result, target));
    }
  }
}
