package org.pyptoj.stubs.generate;

import java.util.ArrayList;
import java.util.List;
import org.pyptoj.ir.op.Op;
import org.pyptoj.ir.op.OpParam;
import org.pyptoj.ir.op.ParamKind;
import org.pyptoj.ir.op.ParamRole;

/** An op as a Python function: the annotations of its parameters and of its result. */
final class OpStub {
  private static final String HANDED_ON = "AnyTensor";

  private final Op op;
  private final OpParam handedOn;

  OpStub(Op op) {
    this.op = op;
    this.handedOn = handedOn(op);
  }

  /** The function's text under a name, docstring included. */
  String text(String name, boolean overload) {
    return PythonText.function(
        name, parameters(), result(), Documentation.of(op.doc(), op.section()), overload);
  }

  /** How the op is called under a name: its parameters and its result, with their types. */
  String call(String name) {
    return PythonText.call(name, parameters(), result());
  }

  private List<String> parameters() {
    List<String> parameters = new ArrayList<>();
    boolean star = false;
    for (OpParam param : op.signature().written()) {
      if (param.keywordOnly() && !star) {
        parameters.add("*");
        star = true;
      }
      String value = param.defaultText() == null ? "" : " = " + param.defaultText();
      parameters.add(param.name() + ": " + annotation(param) + value);
    }
    return parameters;
  }

  private String annotation(OpParam param) {
    if (param.equals(handedOn)) {
      return HANDED_ON;
    }
    String type = param.kind().stubType();
    if (param.role() == ParamRole.RHS && op.withNumber().isPresent()) {
      type += " | Scalar | float";
    }
    return "None".equals(param.defaultText()) ? type + " | None" : type;
  }

  private String result() {
    return switch (op.resultKind()) {
      case "Unknown" -> "None";
      case "Scalar" -> "ScalarValue";
      case "Tensor" -> handedOn == null ? "Tensor" : HANDED_ON;
      default -> op.resultKind();
    };
  }

  /** The tensor whose storage the result is; a window stays one. */
  private static OpParam handedOn(Op op) {
    ParamRole shared = op.result().shared();
    if (shared == null || !op.resultKind().equals("Tensor")) {
      return null;
    }
    OpParam param = op.signature().operand(shared);
    return param.kind() == ParamKind.TENSOR_LIKE ? param : null;
  }
}
