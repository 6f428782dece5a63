package org.pyptoj.passes.memory;

import java.util.List;
import org.pyptoj.ir.Function;
import org.pyptoj.ir.expr.Attrs;
import org.pyptoj.ir.expr.Call;
import org.pyptoj.ir.expr.Var;
import org.pyptoj.ir.op.OpAttrs;
import org.pyptoj.ir.op.TileOp;
import org.pyptoj.ir.stmt.Assign;
import org.pyptoj.ir.type.MemRef;
import org.pyptoj.ir.type.MemorySpace;
import org.pyptoj.ir.type.TileType;
import org.pyptoj.passes.FreshNames;

/** Makes copies of a kernel's tiles in other buffers of the same memory. */
public final class TileCopy {

  private final FreshNames names;

  /** Copies get names that the kernel does not have. */
  public TileCopy(Function kernel) {
    this.names = FreshNames.beside(kernel);
  }

  /**
   * {@code tile_mv = pl.tile.move(tile)} with the buffer that is wanted.
   *
   * @throws org.pyptoj.ir.diagnostic.DiagnosticException for an accumulator, which no instruction
   *     copies
   */
  public Assign of(Var tile, MemRef into) {
    TileType type = ((TileType) tile.type()).withMemRef(into);
    if (type.space() == MemorySpace.ACC) {
      throw MemoryRule.ACCUMULATOR_COPY.at(
          tile.span(),
          "the accumulator '" + tile.name() + "' would have to be copied into another one",
          "let the loop carry one accumulator and add to it with matmul_acc");
    }
    Attrs attrs = Attrs.of(OpAttrs.TARGET_MEMORY, type.space());
    Call move = new Call(TileOp.MOVE, List.of(tile), attrs, type.withMemRef(null), tile.span());
    String name = names.free(tile.name() + "_mv", "");
    return new Assign(new Var(name, type, tile.span()), move, tile.span());
  }
}
