package org.pyptoj.ir.op;

import java.util.ArrayList;
import java.util.List;

/**
 * The parameters of an op, read from the one-line form of its row: {@code "target:
 * DistributedTensor, peer: SCALAR, *, op: NOTIFY_OP = None"}. A {@code *} makes what follows
 * keyword-only; the type is a {@link ParamKind}'s name.
 *
 * @param params the parameters in order
 */
public record Signature(List<OpParam> params) {

  public Signature {
    params = List.copyOf(params);
  }

  static Signature parse(String text) {
    List<OpParam> params = new ArrayList<>();
    boolean keywordOnly = false;
    for (String part : text.isBlank() ? new String[0] : text.split(",")) {
      String one = part.strip();
      if (one.equals("*")) {
        keywordOnly = true;
        continue;
      }
      int colon = one.indexOf(':');
      int equals = one.indexOf('=');
      String kind =
          (equals < 0 ? one.substring(colon + 1) : one.substring(colon + 1, equals)).strip();
      String value = equals < 0 ? null : one.substring(equals + 1).strip();
      params.add(
          new OpParam(
              one.substring(0, colon).strip(),
              ParamKind.valueOf(kind),
              keywordOnly,
              value == null,
              value));
    }
    return new Signature(params);
  }

  /** The operands, in the order in which a call holds them. */
  public List<OpParam> operands() {
    return params.stream().filter(OpParam::isOperand).toList();
  }

  /** The attributes. */
  public List<OpParam> attributes() {
    return params.stream().filter(p -> !p.isOperand()).toList();
  }

  /** The position of an operand in a call, or -1. */
  public int operandIndex(String name) {
    int index = 0;
    for (OpParam param : params) {
      if (param.isOperand()) {
        if (param.name().equals(name)) {
          return index;
        }
        index++;
      }
    }
    return -1;
  }
}
