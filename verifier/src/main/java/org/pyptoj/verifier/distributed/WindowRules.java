package org.pyptoj.verifier.distributed;

import static org.pyptoj.verifier.rule.DistributedRule.*;

import java.util.List;
import org.pyptoj.ir.arith.Proof;
import org.pyptoj.ir.expr.Call;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.expr.MakeTuple;
import org.pyptoj.ir.op.OpAttrs;
import org.pyptoj.ir.op.OpKind;
import org.pyptoj.ir.type.CommCtxType;
import org.pyptoj.ir.type.DataType;
import org.pyptoj.ir.type.DistributedTensorType;
import org.pyptoj.ir.type.PtrType;
import org.pyptoj.ir.type.ScalarType;
import org.pyptoj.ir.type.UnknownType;
import org.pyptoj.verifier.call.CallCheck;
import org.pyptoj.verifier.call.Extents;

/** Windows, communication contexts and what is read from them. */
public final class WindowRules {

  private WindowRules() {}

  /** A call of one of these ops. */
  public static Call check(CallCheck call, OpKind.Window kind) {
    return switch (kind) {
      case WORLD_SIZE -> worldSize(call);
      case COMM_CTX -> getCommCtx(call);
      case RANK, RANKS -> readCommCtx(call);
      case ALLOCATE -> allocWindowBuffer(call);
      case VIEW -> window(call);
    };
  }

  private static Call worldSize(CallCheck call) {
    return call.done(ScalarType.INT32);
  }

  private static Call getCommCtx(CallCheck call) {
    call.window("dist_tensor", COMM_CTX_OPERAND);
    return call.done(CommCtxType.INSTANCE);
  }

  /** {@code rank} and {@code nranks}. */
  private static Call readCommCtx(CallCheck call) {
    call.kind(
        "ctx", COMM_CTX_READER, CommCtxType.class, "a CommCtx", "pass pld.get_comm_ctx(window)");
    return call.done(ScalarType.INT32);
  }

  private static Call allocWindowBuffer(CallCheck call) {
    Expr size = call.arg("size");
    boolean shaped = size instanceof MakeTuple;
    boolean typed = call.attr(OpAttrs.DTYPE) != null;
    if (shaped) {
      List<Expr> extents = call.ints("size", ALLOC_WINDOW_SIZE);
      if (extents != null) {
        RemoteAccessRules.positive(call, ALLOC_WINDOW_SIZE, "size", extents);
      }
    } else {
      call.integer("size", ALLOC_WINDOW_SIZE);
      if (size != null && Extents.lessEqual(size, Extents.ZERO) == Proof.TRUE) {
        call.report(
            ALLOC_WINDOW_SIZE,
            "size",
            "size is " + CallCheck.text(size) + " bytes, but a window holds at least one",
            "pass a positive number of bytes");
      }
    }
    if (size != null && shaped != typed) {
      call.report(
          ALLOC_WINDOW_SIZE,
          "size",
          shaped ? "a shape is given without a dtype" : "a dtype is given with a number of bytes",
          "write alloc_window_buffer([1, N], dtype=pl.FP32), or a number of bytes alone");
    }
    return call.done(PtrType.INSTANCE);
  }

  private static Call window(CallCheck call) {
    call.kind(
        "buf", WINDOW_BUFFER, PtrType.class, "a Ptr", "pass what pld.alloc_window_buffer returned");
    List<Expr> shape = call.ints("shape", WINDOW_SHAPE);
    if (shape != null) {
      call.require(
          !shape.isEmpty(), WINDOW_SHAPE, "shape", "shape is empty", "give at least one extent");
      RemoteAccessRules.positive(call, WINDOW_SHAPE, "shape", shape);
    }
    DataType dtype = call.attr(OpAttrs.DTYPE);
    if (shape == null || dtype == null) {
      return call.done(UnknownType.INSTANCE);
    }
    return call.done(new DistributedTensorType(dtype, shape));
  }
}
