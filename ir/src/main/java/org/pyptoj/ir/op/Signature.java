package org.pyptoj.ir.op;

import java.util.List;

/**
 * The parameters of an op.
 *
 * @param params the parameters in order
 */
public record Signature(List<OpParam> params) {

  public Signature {
    params = List.copyOf(params);
  }

  /** The operands, in the order in which a call holds them. */
  public List<OpParam> operands() {
    return params.stream().filter(OpParam::isOperand).toList();
  }

  /** The attributes. */
  public List<OpParam> attributes() {
    return params.stream().filter(p -> !p.isOperand()).toList();
  }

  /** The operand of a role, or null where the op has none. */
  public OpParam operand(ParamRole role) {
    for (OpParam param : params) {
      if (param.role() == role) {
        return param;
      }
    }
    return null;
  }

  /** Whether it has an attribute of a name. */
  public boolean hasAttribute(String name) {
    for (OpParam param : params) {
      if (!param.isOperand() && param.name().equals(name)) {
        return true;
      }
    }
    return false;
  }

  /** The position in a call of the operand of a role, or -1. */
  public int indexOf(ParamRole role) {
    int index = 0;
    for (OpParam param : params) {
      if (param.isOperand()) {
        if (param.role() == role) {
          return index;
        }
        index++;
      }
    }
    return -1;
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
