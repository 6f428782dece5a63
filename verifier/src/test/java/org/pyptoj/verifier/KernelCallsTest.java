package org.pyptoj.verifier;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.pyptoj.verifier.Ops.*;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.pyptoj.ir.Printer;
import org.pyptoj.ir.Span;
import org.pyptoj.ir.expr.Call;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.expr.FloatConst;
import org.pyptoj.ir.expr.IntConst;
import org.pyptoj.ir.expr.Scalars;
import org.pyptoj.ir.expr.Var;
import org.pyptoj.ir.op.AtomicType;
import org.pyptoj.ir.op.DistributedOp;
import org.pyptoj.ir.op.NotifyOp;
import org.pyptoj.ir.op.OpAttrs;
import org.pyptoj.ir.op.ReduceOp;
import org.pyptoj.ir.op.TensorOp;
import org.pyptoj.ir.op.TileOp;
import org.pyptoj.ir.type.DataType;

/** The calls of typical kernels and the types that follow from the specification. */
class KernelCallsTest {

  private static String type(Call call) {
    return Printer.print(call.type());
  }

  /** A ragged tail: the tile stays whole, and the valid box is what is asked for. */
  @Test
  void raggedTailKeepsThePhysicalTile() {
    Var col = index("col");
    Expr valid = Scalars.min(Scalars.sub(IntConst.index(100), col), IntConst.index(32));
    Call load =
        call(
            TileOp.LOAD,
            tensor(DataType.FP32, 1, 100),
            tuple(0, col),
            tuple(1, 32),
            tuple(1, valid));
    assertEquals(
        "pl.Tile[[1, 32], pl.FP32, pl.Mem.Vec, pl.TileView(valid_shape=[1, pl.min(100 - col,"
            + " 32)])]",
        type(load));
    Call remote =
        call(
            DistributedOp.REMOTE_LOAD,
            window(DataType.FP32, 1, 100),
            int32("peer"),
            tuple(0, col),
            tuple(1, 32),
            tuple(1, valid));
    assertEquals(
        "pl.Tile[[1, 32], pl.FP32, pl.TileView(valid_shape=[1, pl.min(100 - col, 32)])]",
        type(remote));
  }

  /** A window of unknown width bounds what is read at run time. */
  @Test
  void remoteLoadIntersectsWithADynamicWindow() {
    Var width = index("width");
    Call remote =
        call(
            DistributedOp.REMOTE_LOAD,
            window(DataType.FP32, 1, width),
            int32("peer"),
            tuple(0, 0),
            tuple(1, 32));
    assertEquals(
        "pl.Tile[[1, 32], pl.FP32, pl.TileView(valid_shape=[1, pl.min(width, 32)])]", type(remote));
  }

  /** A window of which only 10 columns are valid gives no more than those. */
  @Test
  void remoteLoadIntersectsWithTheValidBox() {
    Call remote =
        call(
            DistributedOp.REMOTE_LOAD,
            validWindow(DataType.FP32, extents(1, 64), extents(1, 10)),
            int32("peer"),
            tuple(0, 4),
            tuple(1, 32));
    assertEquals("pl.Tile[[1, 32], pl.FP32, pl.TileView(valid_shape=[1, 6])]", type(remote));
  }

  @Test
  void oneColumnIsColumnMajor() {
    Call load =
        call(TileOp.LOAD, tensor(DataType.FP32, 1, 1), tuple(0, 0), tuple(8, 1), tuple(1, 1));
    assertEquals(
        "pl.Tile[[8, 1], pl.FP32, pl.Mem.Vec, "
            + "pl.TileView(valid_shape=[1, 1], blayout=pl.TileLayout.col_major)]",
        type(load));
  }

  @Test
  void storeAndCollectivesReturnTheirWindow() {
    Var w = window(DataType.FP32, 4, 64);
    Var signal = window(DataType.INT32, 4, 1);
    assertEquals(w.type(), call(TileOp.STORE, tile(DataType.FP32, 4, 64), tuple(0, 0), w).type());
    assertEquals(
        w.type(),
        call(DistributedOp.ALLREDUCE, attrs("op", ReduceOp.MAX, "mode", "mesh"), w, signal).type());
    assertEquals(signal.type(), call(DistributedOp.BARRIER, signal).type());
    assertEquals(w.type(), call(DistributedOp.REDUCE_SCATTER, w, signal).type());
    assertEquals(
        w.type(), call(DistributedOp.ALLGATHER, tensor(DataType.FP32, 1, 64), w, signal).type());
  }

  @Test
  void elementwiseOpsKeepTheValidBox() {
    Var part = validTile(DataType.FP32, extents(1, 32), extents(1, 20));
    Call sum = call(TileOp.ADD, part, part);
    assertEquals("pl.Tile[[1, 32], pl.FP32, pl.TileView(valid_shape=[1, 20])]", type(sum));
    Call half = call(TileOp.MULS, part, new FloatConst(0.5, DataType.FP32, Span.NONE));
    assertEquals(type(sum), type(half));
    Call whole = call(TileOp.FILLPAD, part);
    assertEquals("pl.Tile[[1, 32], pl.FP32, pl.TileView(pad=pl.PadValue.zero)]", type(whole));
  }

  @Test
  void hostSliceDropsTheRank() {
    Call slice =
        call(
            TensorOp.SLICE,
            attrs("drop_dims", List.of(0L)),
            tensor(DataType.FP32, 4, 1, 64),
            tuple(1, 1, 64),
            tuple(index("r"), 0, 0));
    assertEquals("pl.Tensor[[1, 64], pl.FP32]", type(slice));
  }

  @Test
  void matrixProductEndsInTheAccumulator() {
    Call product = call(TileOp.MATMUL, tile(DataType.FP16, 16, 32), tile(DataType.FP16, 32, 64));
    assertEquals(
        "pl.Tile[[16, 64], pl.FP32, pl.Mem.Acc, pl.TileView(blayout=pl.TileLayout.col_major, "
            + "slayout=pl.TileLayout.row_major, fractal=1024)]",
        type(product));
  }

  @Test
  void windowsAndContexts() {
    Call buffer =
        call(DistributedOp.ALLOC_WINDOW_BUFFER, attrs("dtype", DataType.FP32), tuple(1, 64));
    assertEquals("pl.Ptr", type(buffer));
    Call window = call(DistributedOp.WINDOW, attrs("dtype", DataType.FP32), buffer, tuple(1, 64));
    assertEquals("pld.DistributedTensor[[1, 64], pl.FP32]", type(window));
    Call ctx = call(DistributedOp.GET_COMM_CTX, window);
    assertEquals("pld.CommCtx", type(ctx));
    assertEquals("pl.Scalar[pl.INT32]", type(call(DistributedOp.RANK, ctx)));
    assertEquals("pl.Scalar[pl.INT32]", type(call(DistributedOp.NRANKS, ctx)));
    assertEquals("pl.Scalar[pl.INT32]", type(call(DistributedOp.WORLD_SIZE)));
  }

  /** A packed number stands for the enum's constant. */
  @Test
  void packedEnumsBecomeConstants() {
    Call notify =
        call(
            DistributedOp.NOTIFY,
            attrs("op", 1),
            window(DataType.INT32, 4, 1),
            int32("peer"),
            tuple(0, 0),
            1);
    assertEquals(NotifyOp.SET, notify.attr(OpAttrs.NOTIFY));
    Call store =
        call(
            DistributedOp.REMOTE_STORE,
            attrs("atomic", 1),
            tile(DataType.INT32, 4, 32),
            window(DataType.INT32, 4, 32),
            int32("peer"),
            tuple(0, 0));
    assertEquals(AtomicType.ADD, store.attr(OpAttrs.ATOMIC));
  }
}
