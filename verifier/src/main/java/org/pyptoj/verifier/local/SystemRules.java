package org.pyptoj.verifier.local;

import static org.pyptoj.verifier.rule.TileRule.*;

import org.pyptoj.ir.expr.Call;
import org.pyptoj.ir.op.OpKind;
import org.pyptoj.ir.type.ScalarType;
import org.pyptoj.ir.type.TensorLike;
import org.pyptoj.ir.type.UnknownType;
import org.pyptoj.verifier.call.CallCheck;

/** Block numbers and fences. */
public final class SystemRules {

  private SystemRules() {}

  public static Call blockNumber(CallCheck call) {
    return call.done(ScalarType.INDEX);
  }

  public static Call fence(CallCheck call, OpKind.Fence kind) {
    return switch (kind) {
      case INVALIDATE -> invalidate(call);
      case ORDER -> call.done(UnknownType.INSTANCE);
    };
  }

  private static Call invalidate(CallCheck call) {
    TensorLike tensor = call.tensorLike("tensor");
    int rank = tensor == null ? -1 : tensor.rank();
    if (rank >= 0) {
      call.ints("shapes", OPERAND_KIND, TUPLE_RANK, rank, "tensor");
      call.ints("offsets", OPERAND_KIND, TUPLE_RANK, rank, "tensor");
    }
    return call.done(UnknownType.INSTANCE);
  }
}
