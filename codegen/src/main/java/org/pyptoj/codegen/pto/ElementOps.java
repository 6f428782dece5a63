package org.pyptoj.codegen.pto;

import static org.pyptoj.ir.op.ParamRole.INDEX;
import static org.pyptoj.ir.op.ParamRole.INDICES;
import static org.pyptoj.ir.op.ParamRole.SOURCE;
import static org.pyptoj.ir.op.ParamRole.TARGET;
import static org.pyptoj.ir.op.ParamRole.VALUE;

import org.pyptoj.ir.expr.Call;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.expr.Var;
import org.pyptoj.ir.op.OpAttrs;
import org.pyptoj.ir.op.OpKind;
import org.pyptoj.ir.type.ArrayType;
import org.pyptoj.ir.type.DataType;
import org.pyptoj.ir.type.ScalarType;
import org.pyptoj.ir.type.TensorLike;
import org.pyptoj.ir.type.TileType;

/**
 * Writes accesses to single elements of tiles, tensors and arrays, and numbers of a kernel's own.
 */
final class ElementOps {

  private final KernelScope scope;
  private final PtoWriter out;

  ElementOps(KernelScope scope) {
    this.scope = scope;
    this.out = scope.out;
  }

  void readTile(Var target, Call call) {
    Expr tile = call.operand(SOURCE);
    TileType type = (TileType) tile.type();
    String offset = scope.flatOffset(KernelScope.elements(call.operand(INDICES)), type.shape());
    String result = out.named(target.name());
    out.line(
        result
            + " = pto.tgetval ins("
            + scope.handle(tile)
            + ", "
            + offset
            + " : "
            + scope.tileType(tile)
            + ", index) outs : "
            + type.dtype().mlirName());
    scope.scalars.bind(target, result);
  }

  void writeTile(Call call) {
    Expr tile = call.operand(TARGET);
    TileType type = (TileType) tile.type();
    String offset = scope.flatOffset(KernelScope.elements(call.operand(INDICES)), type.shape());
    String value = scope.scalars.convert(call.operand(VALUE), type.dtype());
    out.line(
        "pto.tsetval ins("
            + offset
            + ", "
            + value
            + " : index, "
            + type.dtype().mlirName()
            + ") outs("
            + scope.handle(tile)
            + " : "
            + scope.tileType(tile)
            + ")");
  }

  void readTensor(Var target, Call call) {
    Expr tensor = call.operand(SOURCE);
    TensorLike type = (TensorLike) tensor.type();
    String offset = scope.flatOffset(KernelScope.elements(call.operand(INDICES)), type.shape());
    String result = out.named(target.name());
    out.line(
        result
            + " = pto.load_scalar "
            + scope.place(tensor).pointer()
            + "["
            + offset
            + "] : "
            + PtoTypes.pointer(type.dtype())
            + " -> "
            + type.dtype().mlirName());
    scope.scalars.bind(target, result);
  }

  void writeTensor(Call call) {
    Expr tensor = call.operand(TARGET);
    TensorLike type = (TensorLike) tensor.type();
    String value = scope.scalars.convert(call.operand(VALUE), type.dtype());
    String offset = scope.flatOffset(KernelScope.elements(call.operand(INDICES)), type.shape());
    out.line(
        "pto.store_scalar "
            + value
            + ", "
            + scope.place(tensor).pointer()
            + "["
            + offset
            + "] : "
            + PtoTypes.pointer(type.dtype())
            + ", "
            + type.dtype().mlirName());
  }

  void dimension(Var target, Call call) {
    TensorLike type = (TensorLike) call.operand(SOURCE).type();
    scope.scalars.bind(
        target, scope.scalars.index(type.shape().get(call.attr(OpAttrs.AXIS).intValue())));
  }

  void blockIdentity(Var target, OpKind.BlockNumber which) {
    String argument =
        switch (which) {
          case INDEX -> "%__pypto_spmd_block_idx";
          case COUNT -> "%__pypto_spmd_block_num";
          case SUBBLOCK -> "%__pypto_spmd_subblock_idx";
        };
    DataType dtype = ((ScalarType) target.type()).dtype();
    if (dtype == DataType.INT32) {
      scope.scalars.bind(target, argument);
      return;
    }
    String result = out.named(target.name());
    out.line(result + " = arith.index_cast " + argument + " : i32 to " + dtype.mlirName());
    scope.scalars.bind(target, result);
  }

  void createArray(Var target) {
    String result = out.named(target.name());
    out.line(result + " = pto.declare_local_array -> " + PtoTypes.array((ArrayType) target.type()));
    scope.scalars.bind(target, result);
  }

  void readArray(Var target, Call call) {
    ArrayType type = (ArrayType) call.operand(SOURCE).type();
    String index = scope.scalars.index(call.operand(INDEX));
    String result = out.named(target.name());
    out.line(
        result
            + " = pto.local_array_get "
            + scope.handle(call.operand(SOURCE))
            + "["
            + index
            + "] : "
            + PtoTypes.array(type)
            + " -> "
            + type.dtype().mlirName());
    scope.scalars.bind(target, result);
  }

  void updateArray(Var target, Call call) {
    ArrayType type = (ArrayType) call.operand(SOURCE).type();
    String array = scope.handle(call.operand(SOURCE));
    String index = scope.scalars.index(call.operand(INDEX));
    String value = scope.scalars.convert(call.operand(VALUE), type.dtype());
    out.line(
        "pto.local_array_set "
            + array
            + "["
            + index
            + "], "
            + value
            + " : "
            + PtoTypes.array(type)
            + ", "
            + type.dtype().mlirName());
    if (target != null) {
      scope.scalars.bind(target, array);
    }
  }
}
