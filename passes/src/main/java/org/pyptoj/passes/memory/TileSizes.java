package org.pyptoj.passes.memory;

import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.expr.Scalars;
import org.pyptoj.ir.expr.Var;
import org.pyptoj.ir.type.MemorySpace;
import org.pyptoj.ir.type.TileType;
import org.pyptoj.passes.Platform;

/** How many bytes tiles take and memories have. */
public final class TileSizes {

  /** Accumulator memory is given out in blocks of so many rows. */
  private static final long ACC_ROWS = 16;

  private TileSizes() {}

  /** Bytes of a tile's physical box in its memory. */
  public static long bytes(Var tile) {
    TileType type = (TileType) tile.type();
    long elements = 1;
    for (int i = 0; i < type.rank(); i++) {
      long extent = extent(tile, type.shape().get(i));
      if (type.space() == MemorySpace.ACC && i == type.rank() - 2) {
        extent = (extent + ACC_ROWS - 1) / ACC_ROWS * ACC_ROWS;
      }
      elements = Math.multiplyExact(elements, extent);
    }
    return Math.ceilDiv(Math.multiplyExact(elements, type.dtype().bits()), 8);
  }

  private static long extent(Var tile, Expr extent) {
    Long value = Scalars.constant(extent);
    if (value == null || value <= 0) {
      throw MemoryRule.DYNAMIC_TILE.at(
          tile.span(),
          "the tile '" + tile.name() + "' has an extent that is not a positive constant",
          "give the tile a constant shape and put the run-time extent into valid_shape");
    }
    return value;
  }

  /** Bytes of a memory of one core; unlimited for global memory. */
  public static long capacity(Platform platform, MemorySpace space) {
    return switch (space) {
      case DDR -> Long.MAX_VALUE;
      case VEC -> platform.vecBytes();
      case MAT -> platform.matBytes();
      case LEFT -> platform.leftBytes();
      case RIGHT -> platform.rightBytes();
      case ACC -> platform.accBytes();
      case BIAS -> platform.isAscend910B() ? 1024 : 4096;
    };
  }
}
