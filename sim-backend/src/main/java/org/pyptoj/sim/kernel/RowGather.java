package org.pyptoj.sim.kernel;

import static org.pyptoj.ir.op.ParamRole.SHAPE;
import static org.pyptoj.ir.op.ParamRole.SOURCE_OFFSETS;
import static org.pyptoj.ir.op.ParamRole.TARGET_OFFSETS;
import static org.pyptoj.ir.op.ParamRole.VALID_SHAPE;

import java.util.Arrays;
import org.pyptoj.ir.Span;
import org.pyptoj.ir.expr.Call;
import org.pyptoj.ir.op.OpAttrs;
import org.pyptoj.sim.SimCode;
import org.pyptoj.sim.SimFailure;
import org.pyptoj.sim.kernel.Code.LongsCode;
import org.pyptoj.sim.memory.TensorValue;
import org.pyptoj.sim.tile.Tile;
import org.pyptoj.sim.tile.TileMoves;

/** A block of a matrix in global memory that is read into a place of a tile. */
final class RowGather {

  private final LongsCode to;
  private final LongsCode from;
  private final LongsCode shapes;
  private final LongsCode valid;
  private final boolean transposed;
  private final Span span;

  RowGather(FunctionCompiler compiler, Call c) {
    this.to = compiler.longsExpr(c.operand(TARGET_OFFSETS));
    this.from = compiler.longsExpr(c.operand(SOURCE_OFFSETS));
    this.shapes = compiler.longsExpr(c.operand(SHAPE));
    this.valid = c.has(VALID_SHAPE) ? compiler.longsExpr(c.operand(VALID_SHAPE)) : null;
    this.transposed = c.attr(OpAttrs.TRANSPOSE);
    this.span = c.span();
  }

  /** The tile with the block in its place; its valid box stays. */
  Tile into(Frame f, Tile target, TensorValue source) {
    long[] window = shapes.get(f);
    long[] box = valid == null ? window : valid.get(f);
    for (int d = 0; d < box.length; d++) {
      if (box[d] < 0 || box[d] > window[d]) {
        throw new SimFailure(
            SimCode.REGION,
            "gather_row asks for "
                + Arrays.toString(box)
                + " of a block of "
                + Arrays.toString(window),
            span);
      }
    }
    int[] extents = Shapes.ints(box);
    Tile block = Tile.create(source.dtype(), extents, extents);
    Boxes.read(
        f.task,
        source,
        from.get(f),
        box,
        block,
        TensorValue.packedStrides(box),
        "gather_row",
        span);
    Tile placed = transposed ? TileMoves.transpose(block, 0, 1) : block;
    return TileMoves.assemble(target, placed, Shapes.ints(to.get(f)), span)
        .view(target.shape(), target.valid());
  }
}
