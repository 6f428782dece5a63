package org.pyptoj.passes;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.pyptoj.ir.Span;
import org.pyptoj.ir.expr.Call;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.expr.IntConst;
import org.pyptoj.ir.expr.MakeTuple;
import org.pyptoj.ir.expr.Var;
import org.pyptoj.ir.op.OpKind;
import org.pyptoj.ir.op.ParamRole;
import org.pyptoj.ir.type.TensorLike;
import org.pyptoj.passes.memory.MemoryRule;
import org.pyptoj.verifier.OpTypes;

/**
 * Communication through a named part of a tensor: the same through the tensor, at the part's place.
 *
 * <pre>
 * half = x[8:16, :]
 * pld.tensor.put(inbox, peer, half)    pld.tensor.put(inbox, peer, x, [0, 0], [8, 0], [8, 64])
 * </pre>
 */
final class SlicedOperands {

  private final Map<Var, TensorRegion> regions;

  /**
   * @param regions the parts that have a name
   */
  SlicedOperands(Map<Var, TensorRegion> regions) {
    this.regions = regions;
  }

  /**
   * The call on whole tensors; the call itself where it names no part of one.
   *
   * @throws org.pyptoj.ir.diagnostic.DiagnosticException PLP2032 where it has no such form
   */
  Call whole(Call c) {
    if (!c.op().dialect().isDistributed() || c.args().stream().noneMatch(this::isPart)) {
      return c;
    }
    return switch (c.op().kind()) {
      case OpKind.Transfer k ->
          switch (k) {
            case PUT, GET -> transfer(c);
            case REMOTE_LOAD -> at(c, ParamRole.SOURCE, ParamRole.OFFSETS, false);
            case REMOTE_STORE, TENSOR_REMOTE_STORE ->
                at(c, ParamRole.TARGET, ParamRole.OFFSETS, false);
            case STAGED_PUT, STAGED_GET -> c;
          };
      case OpKind.Signal k -> at(c, ParamRole.SIGNAL, ParamRole.OFFSETS, true);
      case OpKind.Window k ->
          switch (k) {
            case COMM_CTX -> {
              TensorRegion region = regions.get((Var) c.operand(ParamRole.SOURCE));
              yield typed(c.withOperand(ParamRole.SOURCE, region.tensor()));
            }
            case WORLD_SIZE, RANK, RANKS, ALLOCATE, VIEW -> throw wholeOnly(c);
          };
      case OpKind.Collective _,
          OpKind.Unary _,
          OpKind.Convert _,
          OpKind.Binary _,
          OpKind.ScalarBinary _,
          OpKind.Compare _,
          OpKind.Select _,
          OpKind.Part _,
          OpKind.Reduce _,
          OpKind.ArgReduce _,
          OpKind.Rearrangement _,
          OpKind.IndexedTransfer _,
          OpKind.Merge _,
          OpKind.Expand _,
          OpKind.Matmul _,
          OpKind.TileMemory _,
          OpKind.TensorMemory _,
          OpKind.ArrayAccess _,
          OpKind.BlockNumber _,
          OpKind.Fence _ ->
          throw wholeOnly(c);
    };
  }

  private boolean isPart(Expr operand) {
    return operand instanceof Var v && regions.containsKey(v);
  }

  private Call transfer(Call c) {
    Call full = c;
    if (!c.has(ParamRole.SHAPE)) {
      List<Expr> shape = ((TensorLike) c.operand(ParamRole.TARGET).type()).shape();
      Expr zeros = tuple(Collections.nCopies(shape.size(), IntConst.index(0)));
      full =
          c.withOperand(ParamRole.TARGET_OFFSETS, zeros)
              .withOperand(ParamRole.SOURCE_OFFSETS, zeros)
              .withOperand(ParamRole.SHAPE, tuple(shape));
    }
    full = at(full, ParamRole.TARGET, ParamRole.TARGET_OFFSETS, false);
    return at(full, ParamRole.SOURCE, ParamRole.SOURCE_OFFSETS, false);
  }

  /**
   * The call with one operand whole.
   *
   * @param anyRank whether the offsets alone say which elements are meant
   */
  private Call at(Call c, ParamRole tensor, ParamRole offsets, boolean anyRank) {
    if (!isPart(c.operand(tensor))) {
      return c;
    }
    TensorRegion region = regions.get((Var) c.operand(tensor));
    if (!region.dropped().isEmpty() && !anyRank) {
      throw noForm(c, "takes no part that has fewer dimensions than its tensor");
    }
    List<Expr> inside =
        c.operand(offsets) instanceof MakeTuple t ? t.elements() : List.of(c.operand(offsets));
    return typed(
        c.withOperand(tensor, region.tensor()).withOperand(offsets, tuple(region.within(inside))));
  }

  private static Call typed(Call c) {
    return OpTypes.call(c.op(), c.byParameter(), c.attrs(), c.span());
  }

  private static Expr tuple(List<Expr> values) {
    return new MakeTuple(values, Span.NONE);
  }

  private static RuntimeException wholeOnly(Call c) {
    return noForm(c, "works on whole tensors");
  }

  private static RuntimeException noForm(Call c, String why) {
    return MemoryRule.NO_TILE_FORM.at(
        c.span(),
        c.op().shortName() + " " + why,
        "pass the whole tensor, and say by offsets which part is meant");
  }
}
