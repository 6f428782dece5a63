package org.pyptoj.passes;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.pyptoj.ir.Direction;
import org.pyptoj.ir.Function;
import org.pyptoj.ir.Param;
import org.pyptoj.ir.Program;
import org.pyptoj.ir.Walker;
import org.pyptoj.ir.expr.Call;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.expr.FunctionCall;
import org.pyptoj.ir.expr.Var;
import org.pyptoj.ir.op.Access;
import org.pyptoj.ir.stmt.Block;
import org.pyptoj.ir.stmt.For;
import org.pyptoj.ir.stmt.If;
import org.pyptoj.ir.stmt.Return;
import org.pyptoj.ir.stmt.Stmt;
import org.pyptoj.ir.stmt.While;
import org.pyptoj.ir.stmt.Yield;
import org.pyptoj.ir.type.TensorLike;

/**
 * What a body does with tensors of its surroundings, by the accesses in the rows of its ops.
 * Carrying a tensor through a loop or handing it on is no use.
 */
final class AccessDirections {

  private final Program program;

  AccessDirections(Program program) {
    this.program = program;
  }

  /** The direction of each captured tensor. */
  Map<Var, Direction> of(Block body, List<Var> captured) {
    StorageRoots roots = StorageRoots.of(body, StorageRoots.Sharing.PARTS);
    Set<Var> read = Collections.newSetFromMap(new IdentityHashMap<>());
    Set<Var> written = Collections.newSetFromMap(new IdentityHashMap<>());
    new Walker() {
      @Override
      public void stmt(Stmt stmt) {
        switch (stmt) {
          case Yield y -> {}
          case Return r -> {}
          case For s -> {
            // Initial values only pass through; bounds are scalars.
            expr(s.start());
            expr(s.stop());
            expr(s.step());
            block(s.body());
          }
          case While s -> block(s.body());
          case If s -> {
            block(s.then());
            block(s.orElse());
          }
          default -> super.stmt(stmt);
        }
      }

      @Override
      protected void define(Var var) {}

      @Override
      public void expr(Expr e) {
        switch (e) {
          case Call c -> {
            for (Call.Operand operand : c.operands()) {
              if (operand.value() instanceof Var v && v.type() instanceof TensorLike) {
                mark(v, operand.access());
              } else {
                expr(operand.value());
              }
            }
          }
          case FunctionCall c -> {
            Function callee = program.function(c.callee()).orElse(null);
            for (int i = 0; i < c.args().size(); i++) {
              if (c.args().get(i) instanceof Var v && v.type() instanceof TensorLike) {
                mark(v, callee == null ? Access.UPDATE : access(callee.params().get(i)));
              }
            }
          }
          case Var v when v.type() instanceof TensorLike -> {}
          default -> super.expr(e);
        }
      }

      private void mark(Var v, Access access) {
        Var root = roots.root(v);
        if (access.reads()) {
          read.add(root);
        }
        if (access.writes()) {
          written.add(root);
        }
      }
    }.block(body);
    Map<Var, Direction> directions = new IdentityHashMap<>();
    for (Var var : captured) {
      if (var.type() instanceof TensorLike) {
        boolean writes = written.contains(var);
        directions.put(
            var, !writes ? Direction.IN : read.contains(var) ? Direction.INOUT : Direction.OUT);
      }
    }
    return directions;
  }

  private static Access access(Param param) {
    return switch (param.direction()) {
      case IN -> Access.READ;
      case OUT -> Access.WRITE;
      case INOUT -> Access.UPDATE;
    };
  }
}
