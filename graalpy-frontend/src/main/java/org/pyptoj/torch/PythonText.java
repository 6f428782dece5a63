package org.pyptoj.torch;

import java.math.BigDecimal;
import java.util.List;

/** How values look in messages to a Python programmer. */
final class PythonText {
  private PythonText() {}

  /** A float as Python writes it: the shortest digits that mean it. */
  static String of(double value) {
    if (Double.isNaN(value) || Double.isInfinite(value)) {
      return Double.isNaN(value) ? "nan" : value > 0 ? "inf" : "-inf";
    }
    BigDecimal digits = new BigDecimal(Double.toString(value)).stripTrailingZeros();
    int exponent = digits.precision() - digits.scale() - 1;
    if (value == 0 || exponent >= -4 && exponent < 16) {
      String plain = value == 0 ? Double.toString(value) : digits.toPlainString();
      return plain.contains(".") ? plain : plain + ".0";
    }
    String all = digits.unscaledValue().abs().toString();
    return (value < 0 ? "-" : "")
        + all.charAt(0)
        + (all.length() > 1 ? "." + all.substring(1) : "")
        + "e%s%02d".formatted(exponent < 0 ? "-" : "+", Math.abs(exponent));
  }

  static String typeName(Object value) {
    return switch (value) {
      case null -> "None";
      case Boolean ignored -> "bool";
      case Long ignored -> "int";
      case Double ignored -> "float";
      case String ignored -> "str";
      case Tensor ignored -> "Tensor";
      case Dtype ignored -> "torch.dtype";
      case Values.Slice ignored -> "slice";
      case List<?> ignored -> "list";
      default -> value.getClass().getSimpleName();
    };
  }
}
