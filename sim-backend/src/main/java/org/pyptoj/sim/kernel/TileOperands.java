package org.pyptoj.sim.kernel;

import java.util.Arrays;
import org.pyptoj.ir.Span;
import org.pyptoj.ir.expr.Call;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.expr.Var;
import org.pyptoj.ir.op.ParamRole;
import org.pyptoj.ir.type.TileType;
import org.pyptoj.sim.SimCode;
import org.pyptoj.sim.SimFailure;
import org.pyptoj.sim.kernel.Code.LongsCode;
import org.pyptoj.sim.kernel.Code.RefCode;
import org.pyptoj.sim.tile.Tile;

/** How ops on tiles get at their operands, and at tiles that they may use again. */
abstract class TileOperands {

  final FunctionCompiler compiler;

  TileOperands(FunctionCompiler compiler) {
    this.compiler = compiler;
  }

  /** The tile of an operand. */
  static Tile tile(Object value, Span span) {
    if (value instanceof Tile tile) {
      return tile;
    }
    throw new SimFailure(SimCode.ARGUMENT, "a tile is needed here, not " + value, span);
  }

  RefCode ref(Call c, ParamRole role) {
    return compiler.refExpr(c.operand(role));
  }

  LongsCode longs(Call c, ParamRole role) {
    Expr operand = c.operand(role);
    return operand == null ? null : compiler.longsExpr(operand);
  }

  /** The place of a target's last tile, or -1. */
  int spare(Var target) {
    return compiler.reuse.mayReuse(target) ? compiler.slots.spare() : -1;
  }

  static Tile spare(Frame f, int at) {
    return at < 0 ? null : f.spare[at];
  }

  static Tile keep(Frame f, int at, Tile tile) {
    if (at >= 0) {
      f.spare[at] = tile;
    }
    return tile;
  }

  /** Whether the memory planner has put an op's result where its first operand is. */
  static boolean overwrites(Var target, Expr operand) {
    return target != null
        && target.type() instanceof TileType result
        && operand.type() instanceof TileType from
        && result.memRef() != null
        && from.memRef() != null
        && result.memRef().buffer().equals(from.memRef().buffer())
        && result.dtype() == from.dtype()
        && result.shape().equals(from.shape());
  }

  RefCode[] refs(Call c, ParamRole... roles) {
    return Arrays.stream(roles).map(role -> ref(c, role)).toArray(RefCode[]::new);
  }

  static Tile[] tiles(Frame f, RefCode[] operands, Span span) {
    Tile[] tiles = new Tile[operands.length];
    for (int i = 0; i < tiles.length; i++) {
      tiles[i] = tile(operands[i].get(f), span);
    }
    return tiles;
  }

  /** A function of some of an op's tiles. */
  Code onTiles(Call c, Function function, ParamRole... roles) {
    RefCode[] operands = refs(c, roles);
    Span span = c.span();
    return (RefCode) f -> function.of(tiles(f, operands, span));
  }

  interface Function {
    Tile of(Tile[] operands);
  }
}
