package org.pyptoj.ir.op;

/** Makes the parameters of rows. */
final class Params {

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

  static OpParam attr(String name, ParamKind kind) {
    return OpParam.of(null, name, kind);
  }

  /** A flag that is off unless it is given. */
  static OpParam flag(String name) {
    return attr(name, ParamKind.BOOL).or("False");
  }
}
