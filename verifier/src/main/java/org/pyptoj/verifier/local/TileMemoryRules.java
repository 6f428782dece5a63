package org.pyptoj.verifier.local;

import org.pyptoj.ir.expr.Call;
import org.pyptoj.ir.op.OpKind;
import org.pyptoj.verifier.call.CallCheck;

/** Ops that make tiles, move them, and change how they are looked at. */
public final class TileMemoryRules {

  private TileMemoryRules() {}

  /** A call of one of these ops. */
  public static Call check(CallCheck call, OpKind.TileMemory kind) {
    return switch (kind) {
      case CREATE -> TileCreationRules.create(call);
      case READ -> TileTransferRules.read(call);
      case WRITE -> TileTransferRules.write(call);
      case LOAD -> TileTransferRules.load(call);
      case STORE -> TileTransferRules.store(call);
      case ASSEMBLE -> TileTransferRules.assemble(call);
      case EXTRACT -> TileTransferRules.extract(call);
      case MOVE -> TileTransferRules.move(call);
      case FULL -> TileCreationRules.full(call);
      case SEQUENCE -> TileCreationRules.consecutive(call);
      case TRIANGLE -> TileCreationRules.triangle(call);
      case FILLPAD -> TileCreationRules.fillPad(call);
      case FILLPAD_INPLACE -> TileCreationRules.fillPad(call);
      case FILLPAD_EXPAND -> TileCreationRules.fillPadExpand(call);
      case SLICE -> TileViewRules.slice(call);
      case RESHAPE -> TileViewRules.reshape(call);
      case TRANSPOSE -> TileViewRules.transpose(call);
      case TRANSPOSE_VIEW -> TileViewRules.transposeView(call);
      case SET_VALIDSHAPE -> TileViewRules.setValidShape(call);
      case CONCAT -> TileViewRules.concat(call);
    };
  }
}
