package org.pyptoj.ir.op;

/** Where the value of an op lies. */
public sealed interface Result {

  /** In memory of its own. */
  record Fresh() implements Result {}

  /** It is the operand, with new contents. */
  record Same(ParamRole param) implements Result {}

  /** Another look at the operand's memory: a part of it, or another shape. */
  record ViewOf(ParamRole param) implements Result {}

  Result FRESH = new Fresh();

  /** The operand whose memory the value shares, or null where it has its own. */
  default ParamRole shared() {
    return switch (this) {
      case Fresh f -> null;
      case Same s -> s.param();
      case ViewOf v -> v.param();
    };
  }
}
