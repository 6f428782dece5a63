package org.pyptoj.verifier;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.pyptoj.verifier.Ops.*;
import static org.pyptoj.verifier.rule.DistributedRule.*;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.pyptoj.ir.Printer;
import org.pyptoj.ir.Span;
import org.pyptoj.ir.diagnostic.Diagnostic;
import org.pyptoj.ir.expr.BinaryOp;
import org.pyptoj.ir.expr.Call;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.expr.IntConst;
import org.pyptoj.ir.expr.Scalars;
import org.pyptoj.ir.expr.Var;
import org.pyptoj.ir.op.AtomicType;
import org.pyptoj.ir.op.DistributedOp;
import org.pyptoj.ir.type.DataType;
import org.pyptoj.ir.type.TensorLayout;
import org.pyptoj.ir.type.TileLayout;
import org.pyptoj.ir.type.TileType;

/** {@code remote_load} and {@code remote_store}. */
class RemoteAccessTest {

  private final Var peer = int32("peer");

  private Call load(Var target, Object... rest) {
    Object[] args = new Object[rest.length + 2];
    args[0] = target;
    args[1] = peer;
    System.arraycopy(rest, 0, args, 2, rest.length);
    return call(DistributedOp.REMOTE_LOAD, args);
  }

  @Test
  @Holds("PLD0108")
  void theBoundIsTheEndOfTheTarget() {
    Var w = window(DataType.FP32, 4, 64);
    assertEquals(DataType.FP32, ((TileType) load(w, tuple(3, 32), tuple(1, 32)).type()).dtype());
    Diagnostic past = Rejections.one(REMOTE_LOAD_BOUNDS, () -> load(w, tuple(3, 33), tuple(1, 32)));
    assertEquals(
        "remote_load: dimension 1 is read from 33 for 32 elements, but it has 64", past.message());
    assertEquals(place(DistributedOp.REMOTE_LOAD, "offsets"), past.span());
  }

  /** A dynamic offset that cannot be disproven is trusted; one that is always too large is not. */
  @Test
  @Holds("PLD0108")
  void dynamicBoundsAreRejectedOnlyWhenDisproven() {
    Var n = index("n");
    Var w = window(DataType.FP32, 1, n);
    load(w, tuple(0, index("col")), tuple(1, 32));
    Expr behind = Scalars.add(n, IntConst.index(1));
    Rejections.one(REMOTE_LOAD_BOUNDS, () -> load(w, tuple(0, behind), tuple(1, 32)));
  }

  /** A peer that is computed with a remainder is no reason to doubt an offset. */
  @Test
  @Holds("PLD0106")
  void provablyNegativeOffsetsAreRejected() {
    Var w = window(DataType.FP32, 8, 64);
    Expr row = Scalars.binary(BinaryOp.FLOOR_MOD, index("r"), IntConst.index(8), Span.NONE);
    load(w, tuple(row, 0), tuple(1, 64));
    Expr below = Scalars.sub(row, IntConst.index(8));
    Rejections.one(REMOTE_LOAD_OFFSET, () -> load(w, tuple(below, 0), tuple(1, 64)));
  }

  @Test
  @Holds("PLD0107")
  void validExtentsFitTheTile() {
    Var w = window(DataType.FP32, 1, 64);
    Rejections.one(REMOTE_LOAD_VALID, () -> load(w, tuple(0, 0), tuple(1, 32), tuple(1, 33)));
    Rejections.one(REMOTE_LOAD_VALID, () -> load(w, tuple(0, 0), tuple(1, 32), tuple(1, -1)));
    assertEquals(
        "pl.Tile[[1, 32], pl.FP32, pl.TileView(valid_shape=[1, 0])]",
        Printer.print(load(w, tuple(0, 0), tuple(1, 32), tuple(1, 0)).type()));
  }

  /** An INT32 extent becomes INDEX in the type, and one that may exceed the tile is cut to it. */
  @Test
  void validExtentsBecomeIndices() {
    Call c = load(window(DataType.FP32, 1, 64), tuple(0, 0), tuple(1, 32), tuple(1, int32("n")));
    assertEquals(
        "pl.Tile[[1, 32], pl.FP32, pl.TileView(valid_shape=[1, pl.min(pl.cast(n, pl.INDEX), 32)])]",
        Printer.print(c.type()));
  }

  @Test
  void aColumnMajorTargetGivesAColumnMajorTile() {
    Call c = load(layoutWindow(DataType.FP32, TensorLayout.DN, 64, 64), tuple(0, 0), tuple(16, 16));
    assertEquals(TileLayout.Order.COL_MAJOR, ((TileType) c.type()).layout().block());
  }

  @Test
  @Holds("PLD0109")
  void theAlignedTailIsForFlatHalves() {
    Var half = window(DataType.FP16, 1, 70);
    Call c =
        call(
            DistributedOp.REMOTE_LOAD,
            attrs("allow_physical_tail_padding", true),
            half,
            peer,
            tuple(0, 0),
            tuple(1, 80),
            tuple(1, 80));
    assertEquals(extents(1, 80), ((TileType) c.type()).validShape());
    assertTrue(
        Rejections.codes(
                () ->
                    call(
                        DistributedOp.REMOTE_LOAD,
                        attrs("allow_physical_tail_padding", true),
                        half,
                        peer,
                        tuple(0, 0),
                        tuple(1, 96),
                        tuple(1, 96)))
            .contains("PLD0108"));
  }

  private Call push(Var source, Var target, Object... offsets) {
    return call(DistributedOp.REMOTE_STORE, source, target, peer, tuple(offsets));
  }

  /** A 2-D push lands on the inner two dimensions of any target of rank 2 or more. */
  @Test
  @Holds({"PLD0206", "PLD0207", "PLD0208"})
  void aPushFillsTheInnerTwoDimensions() {
    Var t = tile(DataType.FP32, 4, 64);
    Var deep = window(DataType.FP32, 3, 2, 8, 64);
    assertEquals("pl.Unknown", Printer.print(push(t, deep, 2, 1, 4, 0).type()));
    Rejections.one(REMOTE_STORE_BOUNDS, () -> push(t, deep, 3, 1, 4, 0));
    Rejections.one(REMOTE_STORE_BOUNDS, () -> push(t, deep, 2, 1, 5, 0));
    Rejections.one(REMOTE_STORE_TARGET_RANK, () -> push(t, window(DataType.FP32, 64), 0));
    push(tile(DataType.FP32, 1, 4, 64), deep, 0, 0, 0, 0);
    Rejections.one(
        REMOTE_STORE_SOURCE_RANK, () -> push(tile(DataType.FP32, 2, 4, 64), deep, 0, 0, 0, 0));
  }

  /** Of a padded tile only the valid box is pushed. */
  @Test
  @Holds("PLD0208")
  void thePushedExtentIsTheValidBox() {
    Var part = validTile(DataType.FP32, extents(1, 64), extents(1, 20));
    push(part, window(DataType.FP32, 1, 20), 0, 0);
    Rejections.one(REMOTE_STORE_BOUNDS, () -> push(part, window(DataType.FP32, 1, 19), 0, 0));
  }

  /** Each form's diagnostic names the other. */
  @Test
  @Holds("PLD0201")
  void theSiblingIsNamed() {
    Var w = window(DataType.FP32, 4, 64);
    Diagnostic tile =
        Rejections.one(REMOTE_STORE_SOURCE, () -> push(tensor(DataType.FP32, 4, 64), w, 0, 0));
    assertTrue(tile.help().contains("pld.tensor.remote_store"), tile.help());
    Diagnostic tensor =
        Rejections.one(
            REMOTE_STORE_SOURCE,
            () ->
                call(
                    DistributedOp.TENSOR_REMOTE_STORE,
                    tile(DataType.FP32, 4, 64),
                    w,
                    peer,
                    tuple(0, 0)));
    assertTrue(tensor.help().contains("pld.tile.remote_store"), tensor.help());
    Rejections.one(
        REMOTE_STORE_SOURCE,
        () -> call(DistributedOp.TENSOR_REMOTE_STORE, w, w, peer, tuple(0, 0)));
  }

  @Test
  @Holds("PLD0209")
  void sixTypesAreAddedAtomically() {
    List<DataType> added =
        List.of(
            DataType.FP32,
            DataType.BF16,
            DataType.FP16,
            DataType.INT32,
            DataType.INT16,
            DataType.INT8);
    for (DataType dtype : DataType.values()) {
      if (dtype == DataType.TASK_ID) {
        continue;
      }
      for (AtomicType atomic : AtomicType.values()) {
        Runnable store =
            () ->
                call(
                    DistributedOp.REMOTE_STORE,
                    attrs("atomic", atomic),
                    tile(dtype, 4, 64),
                    window(dtype, 4, 64),
                    peer,
                    tuple(0, 0));
        if (atomic == AtomicType.NONE || added.contains(dtype)) {
          store.run();
        } else {
          Rejections.one(
              REMOTE_STORE_ATOMIC,
              () -> {
                store.run();
                return null;
              });
        }
      }
    }
  }
}
