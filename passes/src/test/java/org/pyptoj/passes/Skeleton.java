package org.pyptoj.passes;

import java.util.IdentityHashMap;
import java.util.Locale;
import java.util.Map;
import org.pyptoj.ir.Function;
import org.pyptoj.ir.expr.Call;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.expr.IntConst;
import org.pyptoj.ir.expr.Var;
import org.pyptoj.ir.op.OpAttrs;
import org.pyptoj.ir.op.ParamRole;
import org.pyptoj.ir.stmt.Assign;
import org.pyptoj.ir.stmt.Block;
import org.pyptoj.ir.stmt.Eval;
import org.pyptoj.ir.stmt.For;
import org.pyptoj.ir.stmt.If;
import org.pyptoj.ir.stmt.Stmt;
import org.pyptoj.ir.type.TileType;

/**
 * The regions of a kernel and the PTO operations in them, by name: what a released module and a
 * lowered kernel have in common before memory is planned. Tile ops say the tile's extents, signals
 * their constant value.
 */
final class Skeleton {

  private final StringBuilder out = new StringBuilder();
  private final Map<Var, Expr> bound = new IdentityHashMap<>();

  private Skeleton() {}

  static String of(Function kernel) {
    Skeleton skeleton = new Skeleton();
    skeleton.block(kernel.body(), 0);
    return skeleton.out.toString();
  }

  private void block(Block block, int depth) {
    for (Stmt stmt : block.stmts()) {
      switch (stmt) {
        case For s -> {
          line(depth, "for");
          block(s.body(), depth + 1);
        }
        case If s -> {
          line(depth, "if");
          block(s.then(), depth + 1);
          if (!s.orElse().stmts().isEmpty()) {
            line(depth, "else");
            block(s.orElse(), depth + 1);
          }
        }
        case Assign s -> {
          bound.put(s.target(), s.value());
          call(s.value(), depth);
        }
        case Eval s -> call(s.value(), depth);
        default -> {}
      }
    }
  }

  private void call(Expr value, int depth) {
    if (!(value instanceof Call c)) {
      return;
    }
    switch (c.op().fullName()) {
      case "pld.system.notify" ->
          line(
              depth,
              "tnotify "
                  + name(c.attr(OpAttrs.NOTIFY))
                  + " "
                  + constant(c.operand(ParamRole.VALUE)));
      case "pld.system.wait" ->
          line(
              depth,
              "twait "
                  + name(c.attr(OpAttrs.WAIT))
                  + " "
                  + constant(c.operand(ParamRole.EXPECTED)));
      case "pl.tile.load", "pld.tile.remote_load" -> line(depth, "tload " + extents(c));
      case "pl.tile.store" -> line(depth, "tstore " + extents(c.operand(ParamRole.SOURCE)));
      case "pl.tile.add" -> line(depth, "tadd " + extents(c));
      case "pl.tile.fillpad" -> line(depth, "tfillpad " + extents(c));
      case "pl.tile.set_validshape" -> line(depth, "set_validshape " + extents(c));
      case "pld.tile.put" -> line(depth, "tput " + extents(c.operand(ParamRole.STAGE)));
      case "pld.tile.get" -> line(depth, "tget " + extents(c.operand(ParamRole.STAGE)));
      default -> {}
    }
  }

  private String constant(Expr value) {
    Expr at = value;
    while (at instanceof Var v && bound.containsKey(v)) {
      at = bound.get(v);
    }
    return at instanceof IntConst c ? "" + c.value() : "?";
  }

  private static String name(Enum<?> variant) {
    return variant.name().toLowerCase(Locale.ROOT);
  }

  private static String extents(Expr tile) {
    return String.join(
        "x",
        ((TileType) tile.type()).shape().stream().map(e -> "" + ((IntConst) e).value()).toList());
  }

  private void line(int depth, String text) {
    out.append("  ".repeat(depth)).append(text).append('\n');
  }
}
