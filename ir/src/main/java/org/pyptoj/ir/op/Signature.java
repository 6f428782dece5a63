package org.pyptoj.ir.op;

import java.util.Arrays;
import java.util.List;
import org.pyptoj.ir.expr.AttrKey;

/** The parameters of an op. */
public final class Signature {

  private final List<OpParam> params;
  private final List<OpParam> written;
  private final List<OpParam> operands;
  private final List<OpParam> attributes;

  /** The place among the operands of each role, or -1. */
  private final int[] places = new int[ParamRole.values().length];

  Signature(List<OpParam> params) {
    this.params = List.copyOf(params);
    this.written = params.stream().filter(p -> !p.internal()).toList();
    this.operands = params.stream().filter(OpParam::isOperand).toList();
    this.attributes = params.stream().filter(p -> !p.isOperand()).toList();
    Arrays.fill(places, -1);
    for (int i = operands.size() - 1; i >= 0; i--) {
      places[operands.get(i).role().ordinal()] = i;
    }
  }

  /** All parameters in order. */
  public List<OpParam> params() {
    return params;
  }

  /** The parameters that a script may give, in order. */
  public List<OpParam> written() {
    return written;
  }

  /** The operands, in the order in which a call holds them. */
  public List<OpParam> operands() {
    return operands;
  }

  /** The attributes. */
  public List<OpParam> attributes() {
    return attributes;
  }

  /** The operand of a role, or null where the op has none. */
  public OpParam operand(ParamRole role) {
    int place = places[role.ordinal()];
    return place < 0 ? null : operands.get(place);
  }

  /** Whether it has an operand of a role. */
  public boolean has(ParamRole role) {
    return places[role.ordinal()] >= 0;
  }

  /** What an attribute is where it is not given, as the row says, or else the attribute itself. */
  @SuppressWarnings("unchecked") // A row pairs an attribute with a value of it.
  public <T> T absent(AttrKey<T> key) {
    for (OpParam param : attributes) {
      if (param.key() == key) {
        return param.absent() == null ? key.absent() : (T) param.absent();
      }
    }
    return key.absent();
  }

  /** Whether it has an attribute. */
  public boolean has(AttrKey<?> key) {
    return attributes.stream().anyMatch(p -> p.key() == key);
  }

  /** The place among the operands of the one of a role, or -1. */
  public int indexOf(ParamRole role) {
    return places[role.ordinal()];
  }

  /** The place among the operands of the one of a name, or -1. */
  public int operandIndex(String name) {
    for (int i = 0; i < operands.size(); i++) {
      if (operands.get(i).name().equals(name)) {
        return i;
      }
    }
    return -1;
  }
}
