package org.pyptoj.verifier;

import java.util.List;
import org.pyptoj.ir.Span;
import org.pyptoj.ir.expr.Attrs;
import org.pyptoj.ir.expr.Call;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.op.CallSite;
import org.pyptoj.ir.op.Op;
import org.pyptoj.ir.op.OpKind;
import org.pyptoj.verifier.call.CallCheck;
import org.pyptoj.verifier.distributed.AllReduceRules;
import org.pyptoj.verifier.distributed.AllToAllVRules;
import org.pyptoj.verifier.distributed.CollectiveRules;
import org.pyptoj.verifier.distributed.PutGetRules;
import org.pyptoj.verifier.distributed.RemoteAccessRules;
import org.pyptoj.verifier.distributed.SignalRules;
import org.pyptoj.verifier.distributed.WindowRules;
import org.pyptoj.verifier.local.ArrayRules;
import org.pyptoj.verifier.local.ElementwiseRules;
import org.pyptoj.verifier.local.IndexedTransferRules;
import org.pyptoj.verifier.local.MatmulRules;
import org.pyptoj.verifier.local.RearrangementRules;
import org.pyptoj.verifier.local.ReductionRules;
import org.pyptoj.verifier.local.SystemRules;
import org.pyptoj.verifier.local.TensorMemoryRules;
import org.pyptoj.verifier.local.TileMemoryRules;

/** Deduces the result type of an op call and checks the op's rules on the way. */
public final class OpTypes {

  private OpTypes() {}

  /**
   * A checked call. Its attributes are those given, with the number of an ABI enum replaced by the
   * enum's constant and a dimension that is counted from the end by its number.
   *
   * @throws org.pyptoj.ir.diagnostic.DiagnosticException when a rule of the op does not hold; all
   *     violations of one call are reported together
   */
  public static Call call(Op op, List<Expr> args, Attrs attrs, CallSite site) {
    return check(new CallCheck(op, args, attrs, site));
  }

  /** A checked call of a pass, which has one place for all operands. */
  public static Call call(Op op, List<Expr> args, Attrs attrs, Span span) {
    return call(op, args, attrs, CallSite.at(span));
  }

  private static Call check(CallCheck call) {
    return switch (call.op().kind()) {
      case OpKind.Unary k -> ElementwiseRules.unary(call);
      case OpKind.Convert k -> ElementwiseRules.convert(call);
      case OpKind.Binary k -> ElementwiseRules.binary(call, k.fn());
      case OpKind.ScalarBinary k -> ElementwiseRules.withNumber(call, k.fn());
      case OpKind.Compare k -> ElementwiseRules.compare(call, k.withNumber());
      case OpKind.Select k -> ElementwiseRules.select(call, k.withNumber());
      case OpKind.Part k -> ElementwiseRules.part(call);
      case OpKind.Reduce k -> ReductionRules.reduce(call, k.axis());
      case OpKind.ArgReduce k -> ReductionRules.argReduce(call, k.axis());
      case OpKind.Expand k -> ReductionRules.expand(call, k.axis());
      case OpKind.Matmul k -> MatmulRules.check(call, k);
      case OpKind.Rearrangement k -> RearrangementRules.check(call, k);
      case OpKind.IndexedTransfer k -> IndexedTransferRules.check(call, k);
      case OpKind.Merge k -> RearrangementRules.merge(call, k.lists());
      case OpKind.TileMemory k -> TileMemoryRules.check(call, k);
      case OpKind.TensorMemory k -> TensorMemoryRules.check(call, k);
      case OpKind.ArrayAccess k -> ArrayRules.check(call, k);
      case OpKind.BlockNumber k -> SystemRules.blockNumber(call);
      case OpKind.Window k -> WindowRules.check(call, k);
      case OpKind.Transfer k -> transfer(call, k);
      case OpKind.Signal k -> SignalRules.check(call, k);
      case OpKind.Collective k -> collective(call, k);
      case OpKind.Fence k -> SystemRules.fence(call, k);
    };
  }

  private static Call transfer(CallCheck call, OpKind.Transfer kind) {
    return switch (kind) {
      case REMOTE_LOAD -> RemoteAccessRules.remoteLoad(call);
      case REMOTE_STORE -> RemoteAccessRules.tileRemoteStore(call);
      case TENSOR_REMOTE_STORE -> RemoteAccessRules.tensorRemoteStore(call);
      case PUT -> PutGetRules.put(call);
      case GET -> PutGetRules.get(call);
      case STAGED_PUT -> PutGetRules.tilePut(call);
      case STAGED_GET -> PutGetRules.tileGet(call);
    };
  }

  private static Call collective(CallCheck call, OpKind.Collective kind) {
    return switch (kind) {
      case ALLREDUCE -> AllReduceRules.allReduce(call);
      case BARRIER -> CollectiveRules.barrier(call);
      case BROADCAST -> CollectiveRules.broadcast(call);
      case REDUCE_SCATTER -> CollectiveRules.reduceScatter(call);
      case ALLGATHER -> CollectiveRules.allGather(call);
      case ALL_TO_ALL -> CollectiveRules.allToAll(call);
      case ALL_TO_ALL_V -> AllToAllVRules.allToAllV(call);
    };
  }
}
