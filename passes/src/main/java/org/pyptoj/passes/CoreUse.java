package org.pyptoj.passes;

import java.util.ArrayList;
import java.util.List;
import org.pyptoj.ir.Function;
import org.pyptoj.ir.Walker;
import org.pyptoj.ir.expr.Call;
import org.pyptoj.ir.op.TileOp;
import org.pyptoj.ir.stmt.Assign;
import org.pyptoj.ir.stmt.Eval;
import org.pyptoj.ir.stmt.Stmt;
import org.pyptoj.ir.type.MemorySpace;
import org.pyptoj.ir.type.TileType;
import org.pyptoj.ir.type.Type;

/**
 * Which cores a kernel needs (specification, Core placement in a mixed kernel). An op that declares
 * a core needs it. Of the others, those that touch tiles need the core beside whose memory the
 * tiles lie; a move between the memories of two cores needs both. Everything else runs on either.
 *
 * @param cube the first call that needs the cube core, or null
 * @param vector the first call that needs a vector core, or null
 */
record CoreUse(Call cube, Call vector) {

  /** What a kernel needs whose calls have names and whose tiles have memory spaces. */
  static CoreUse of(Function kernel) {
    Collector collector = new Collector();
    collector.function(kernel);
    return new CoreUse(collector.cube, collector.vector);
  }

  /** Whether a memory belongs to the cube core. */
  private static boolean isCube(MemorySpace space) {
    return switch (space) {
      case LEFT, RIGHT, ACC, MAT, BIAS -> true;
      case VEC, DDR -> false;
    };
  }

  private static final class Collector extends Walker {

    private Call cube;
    private Call vector;

    @Override
    public void stmt(Stmt stmt) {
      switch (stmt) {
        case Assign s when s.value() instanceof Call c -> call(c, s.target().type());
        case Eval s when s.value() instanceof Call c -> call(c, c.type());
        default -> {}
      }
      super.stmt(stmt);
    }

    private void call(Call c, Type result) {
      switch (c.op().affinity()) {
        case CUBE -> needsCube(c);
        case VECTOR -> needsVector(c);
        case DERIVED -> besides(c, tiles(c, result));
        case SHARED -> besides(c, c.op() == TileOp.LOAD ? List.of(result) : List.of());
      }
    }

    /** The tiles that a call reads or makes; making one without operands declares it only. */
    private static List<Type> tiles(Call c, Type result) {
      List<Type> types = new ArrayList<>();
      c.args().forEach(a -> types.add(a.type()));
      if (types.stream().anyMatch(t -> t instanceof TileType)) {
        types.add(result);
      }
      return types;
    }

    private void besides(Call c, List<Type> types) {
      for (Type type : types) {
        if (type instanceof TileType t && t.space() != null) {
          if (isCube(t.space())) {
            needsCube(c);
          } else {
            needsVector(c);
          }
        }
      }
    }

    private void needsCube(Call c) {
      cube = cube == null ? c : cube;
    }

    private void needsVector(Call c) {
      vector = vector == null ? c : vector;
    }
  }
}
