package org.pyptoj.verifier.distributed;

import static org.pyptoj.verifier.rule.DistributedRule.*;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.pyptoj.ir.arith.Proof;
import org.pyptoj.ir.expr.Call;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.expr.IntConst;
import org.pyptoj.ir.expr.Scalars;
import org.pyptoj.ir.op.OpAttrs;
import org.pyptoj.ir.type.DataType;
import org.pyptoj.ir.type.DistributedTensorType;
import org.pyptoj.ir.type.TensorLayout;
import org.pyptoj.ir.type.TensorType;
import org.pyptoj.ir.type.TileLayout;
import org.pyptoj.ir.type.TileType;
import org.pyptoj.ir.type.UnknownType;
import org.pyptoj.verifier.call.AtomicDtypes;
import org.pyptoj.verifier.call.CallCheck;
import org.pyptoj.verifier.call.Extents;
import org.pyptoj.verifier.call.Layouts;
import org.pyptoj.verifier.call.WindowRead;
import org.pyptoj.verifier.rule.Rule;

/** {@code remote_load} and both levels of {@code remote_store}. */
public final class RemoteAccessRules {

  /**
   * Marks a read of the aligned tail behind an FP16 or FP32 target; made by the lowering of
   * collectives, which round ragged remote spans up to 32 bytes: FP16 in kernels, both in the
   * host's builtins.
   */
  private static final int TAIL_BYTES = 32;

  private RemoteAccessRules() {}

  public static Call remoteLoad(CallCheck call) {
    DistributedTensorType target = call.window("target", REMOTE_LOAD_TARGET);
    call.integer("peer", REMOTE_LOAD_PEER);
    if (target == null) {
      call.ints("offsets", REMOTE_LOAD_TUPLES);
      call.ints("shape", REMOTE_LOAD_TUPLES);
      call.ints("valid_shape", REMOTE_LOAD_TUPLES);
      return call.done(UnknownType.INSTANCE);
    }
    int rank = target.rank();
    call.require(
        rank > 0,
        REMOTE_LOAD_RANK,
        "target",
        "target has no dimensions",
        "use a tensor of rank 1 or more");
    List<Expr> offsets = tuple(call, "offsets", rank);
    List<Expr> shape = tuple(call, "shape", rank);
    List<Expr> valid = tuple(call, "valid_shape", rank);
    if (shape != null) {
      positive(call, REMOTE_LOAD_SHAPE, "shape", shape);
    }
    if (offsets == null || shape == null || (call.has("valid_shape") && valid == null)) {
      return call.done(UnknownType.INSTANCE);
    }
    List<Expr> physical = target.shape();
    List<Expr> sourceValid = target.validShape();
    if (call.attr(OpAttrs.ALLOW_PHYSICAL_TAIL_PADDING)) {
      boolean rounded = target.dtype() == DataType.FP16 || target.dtype() == DataType.FP32;
      boolean allowed = rounded && rank == 2 && valid != null;
      call.require(
          allowed,
          REMOTE_LOAD_TAIL,
          "target",
          "the tail behind a "
              + target.dtype().dslName()
              + " target of rank "
              + rank
              + (valid == null ? " is read without valid_shape" : " is read"),
          "read inside the target");
      if (allowed) {
        int tail = TAIL_BYTES / target.dtype().bytes() - 1;
        Expr padded = Scalars.add(physical.get(1), IntConst.index(tail));
        physical = List.of(physical.get(0), padded);
        sourceValid = physical;
      }
    }
    List<Expr> requested = valid == null ? null : valid.stream().map(Extents::index).toList();
    List<Expr> validShape =
        new WindowRead(
                physical,
                sourceValid,
                offsets,
                shape,
                requested,
                WindowRead.Reach.RUNTIME_REQUEST,
                new WindowRead.Rules(
                    REMOTE_LOAD_OFFSET,
                    REMOTE_LOAD_VALID,
                    REMOTE_LOAD_BOUNDS,
                    "offsets",
                    "valid_shape",
                    "read less, or keep the tile and say with valid_shape how much of it is read"))
            .validShape(call);
    return call.done(
        new TileType(target.dtype(), shape, validShape, layout(target, shape), null, null));
  }

  private static TileLayout layout(DistributedTensorType target, List<Expr> shape) {
    TileLayout implied = Layouts.of(shape, null);
    return target.view().layout() == TensorLayout.DN
        ? new TileLayout(
            TileLayout.Order.COL_MAJOR, implied.inner(), implied.fractal(), implied.pad())
        : implied;
  }

  private static List<Expr> tuple(CallCheck call, String param, int rank) {
    return call.ints(param, REMOTE_LOAD_TUPLES, REMOTE_LOAD_RANK, rank, "target");
  }

  /** Reports static extents that are not positive. */
  public static void positive(CallCheck call, Rule rule, String param, List<Expr> extents) {
    for (int i = 0; i < extents.size(); i++) {
      Long extent = Scalars.constant(extents.get(i));
      if (extent != null && extent <= 0) {
        call.report(
            rule,
            param,
            param + "[" + i + "] is " + extent + ", but extents are positive",
            "use an extent of 1 or more");
      }
    }
  }

  public static Call tileRemoteStore(CallCheck call) {
    TileType source =
        call.kind(
            "src_tile",
            REMOTE_STORE_SOURCE,
            TileType.class,
            "a Tile",
            "for a tensor use pld.tensor.remote_store, or pld.remote_store, which takes either");
    return source == null
        ? store(call, "src_tile", null, null)
        : store(call, "src_tile", source.dtype(), source.validShape());
  }

  public static Call tensorRemoteStore(CallCheck call) {
    TensorType source =
        call.tensor(
            "src",
            REMOTE_STORE_SOURCE,
            "for a tile use pld.tile.remote_store, or pld.remote_store, which takes either; "
                + "a window is pushed with pld.tensor.put");
    return source == null
        ? store(call, "src", null, null)
        : store(call, "src", source.dtype(), source.shape());
  }

  private static Call store(CallCheck call, String param, DataType dtype, List<Expr> extent) {
    DistributedTensorType target = call.window("target", REMOTE_STORE_TARGET);
    call.integer("peer", REMOTE_STORE_PEER);
    List<Expr> offsets =
        target == null
            ? call.ints("offsets", REMOTE_STORE_OFFSETS)
            : call.ints(
                "offsets", REMOTE_STORE_OFFSETS, REMOTE_STORE_OFFSETS, target.rank(), "target");
    if (target != null) {
      AtomicDtypes.check(call, REMOTE_STORE_ATOMIC, target.dtype());
      call.require(
          target.rank() >= 2,
          REMOTE_STORE_TARGET_RANK,
          "target",
          "target has rank " + target.rank() + ", but two dimensions are pushed",
          "give the window a leading dimension: [1, N]");
    }
    if (target != null && dtype != null) {
      call.require(
          dtype == target.dtype(),
          REMOTE_STORE_DTYPE,
          param,
          param + " is " + dtype.dslName() + ", but target is " + target.dtype().dslName(),
          "cast the source: pl.cast(..., pl." + target.dtype().dslName() + ")");
    }
    List<Expr> pushed = extent == null ? null : pushedExtent(call, param, extent);
    if (target != null && target.rank() >= 2 && offsets != null && pushed != null) {
      fits(call, target, offsets, pushed);
    }
    return call.done(UnknownType.INSTANCE);
  }

  /** The two inner extents, or null where the source is no two-dimensional region. */
  private static List<Expr> pushedExtent(CallCheck call, String param, List<Expr> extent) {
    if (extent.size() < 2) {
      call.report(
          REMOTE_STORE_SOURCE_RANK,
          param,
          param + " has rank " + extent.size() + ", but two dimensions are pushed",
          "reshape it to [1, N]");
      return null;
    }
    for (int i = 0; i < extent.size() - 2; i++) {
      Long leading = Scalars.constant(extent.get(i));
      if (leading != null && leading != 1) {
        call.report(
            REMOTE_STORE_SOURCE_RANK,
            param,
            param
                + " has extent "
                + leading
                + " in dimension "
                + i
                + ", but only the two inner dimensions are pushed",
            "push one slice of leading extent 1 at a time");
        return null;
      }
    }
    return extent.subList(extent.size() - 2, extent.size());
  }

  private static void fits(
      CallCheck call, DistributedTensorType target, List<Expr> offsets, List<Expr> pushed) {
    int rank = target.rank();
    List<Expr> extents = new ArrayList<>(Collections.nCopies(rank - 2, Extents.ONE));
    extents.addAll(pushed);
    for (int i = 0; i < rank; i++) {
      Expr offset = offsets.get(i);
      Expr end = Scalars.add(offset, extents.get(i));
      if (Extents.lessEqual(Extents.ZERO, offset) == Proof.FALSE) {
        call.report(
            REMOTE_STORE_BOUNDS,
            "offsets",
            "offsets[" + i + "] is " + CallCheck.text(offset) + ", which is negative",
            "start at 0 or later");
      } else if (Extents.lessEqual(end, target.shape().get(i)) == Proof.FALSE) {
        call.report(
            REMOTE_STORE_BOUNDS,
            "offsets",
            "dimension "
                + i
                + " of target is written from "
                + CallCheck.text(offset)
                + " for "
                + CallCheck.text(extents.get(i))
                + " elements, but it has "
                + CallCheck.text(target.shape().get(i)),
            "push a smaller source, or start earlier");
      }
    }
  }
}
