package org.pyptoj.ir.op;

import org.pyptoj.ir.arith.Interval;
import org.pyptoj.ir.expr.AttrKey;

/** Makes the parameters of rows. */
final class Params {

  /** More ranks or blocks than any machine has. */
  private static final long MOST = 1L << 20;

  /** The number of a rank or block. */
  static final Interval NUMBERS = new Interval(0, MOST - 1);

  /** How many ranks or blocks there are. */
  static final Interval COUNTS = new Interval(1, MOST);

  private Params() {}

  static OpParam tile(ParamRole role, String name) {
    return OpParam.of(role, name, ParamKind.TILE);
  }

  static OpParam tensor(ParamRole role, String name) {
    return OpParam.of(role, name, ParamKind.TENSOR);
  }

  /** A window-bound tensor; a plain one does not match. */
  static OpParam window(ParamRole role, String name) {
    return OpParam.of(role, name, ParamKind.DISTRIBUTED_TENSOR);
  }

  static OpParam tensorLike(ParamRole role, String name) {
    return OpParam.of(role, name, ParamKind.TENSOR_LIKE);
  }

  static OpParam scalar(ParamRole role, String name) {
    return OpParam.of(role, name, ParamKind.SCALAR);
  }

  static OpParam number(ParamRole role, String name) {
    return OpParam.of(role, name, ParamKind.NUMBER);
  }

  static OpParam ints(ParamRole role, String name) {
    return OpParam.of(role, name, ParamKind.INTS);
  }

  static OpParam operand(ParamRole role, String name, ParamKind kind) {
    return OpParam.of(role, name, kind);
  }

  /** An attribute that must be given. */
  static OpParam attr(AttrKey<?> key) {
    return OpParam.of(key);
  }

  /** An attribute that is something where it is not given. */
  static <T> OpParam attr(AttrKey<T> key, T absent) {
    return OpParam.of(key).optional(absent);
  }

  /** An attribute that is what its key says where it is not given; None where that says nothing. */
  static OpParam optional(AttrKey<?> key) {
    return OpParam.of(key).optional(key.absent());
  }

  /** A flag that is off unless it is given. */
  static OpParam flag(AttrKey<Boolean> key) {
    return optional(key);
  }
}
