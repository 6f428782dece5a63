package org.pyptoj.ir.op;

/**
 * A parameter in an op's row.
 *
 * @param name as the DSL spells it
 * @param kind what it takes
 * @param keywordOnly whether it stands behind the {@code *}
 * @param required whether it must be given
 * @param defaultText the default as Python text, or null where it is required
 */
public record OpParam(
    String name, ParamKind kind, boolean keywordOnly, boolean required, String defaultText) {

  /** Whether it is an operand of the call; otherwise it is an attribute. */
  public boolean isOperand() {
    return kind.isOperand();
  }
}
