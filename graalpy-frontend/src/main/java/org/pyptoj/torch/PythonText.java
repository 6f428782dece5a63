package org.pyptoj.torch;

import java.util.List;

/** How values look in messages to a Python programmer. */
final class PythonText {
  private PythonText() {}

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
