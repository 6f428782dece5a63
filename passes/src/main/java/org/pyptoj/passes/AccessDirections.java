package org.pyptoj.passes;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.pyptoj.ir.Direction;
import org.pyptoj.ir.Function;
import org.pyptoj.ir.Program;
import org.pyptoj.ir.Walker;
import org.pyptoj.ir.expr.Call;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.expr.FunctionCall;
import org.pyptoj.ir.expr.Var;
import org.pyptoj.ir.op.AtomicType;
import org.pyptoj.ir.stmt.Block;
import org.pyptoj.ir.stmt.For;
import org.pyptoj.ir.stmt.If;
import org.pyptoj.ir.stmt.Return;
import org.pyptoj.ir.stmt.Stmt;
import org.pyptoj.ir.stmt.While;
import org.pyptoj.ir.stmt.Yield;
import org.pyptoj.ir.type.TensorLike;

/**
 * What a body does with tensors of its surroundings. The destination of a store or an assembly is
 * written and not read; what peers or collectives may touch is both; every other use reads.
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
            for (int i = 0; i < c.args().size(); i++) {
              if (c.args().get(i) instanceof Var v && v.type() instanceof TensorLike) {
                mark(v, direction(c, i));
              } else {
                expr(c.args().get(i));
              }
            }
          }
          case FunctionCall c -> {
            Function callee = program.function(c.callee()).orElse(null);
            for (int i = 0; i < c.args().size(); i++) {
              if (c.args().get(i) instanceof Var v && v.type() instanceof TensorLike) {
                mark(v, callee == null ? Direction.INOUT : callee.params().get(i).direction());
              }
            }
          }
          case Var v when v.type() instanceof TensorLike -> {}
          default -> super.expr(e);
        }
      }

      private void mark(Var v, Direction direction) {
        Var root = roots.root(v);
        if (direction == null) {
          return;
        }
        if (direction != Direction.OUT) {
          read.add(root);
        }
        if (direction != Direction.IN) {
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

  /**
   * What an op does with a tensor operand; null where it only looks at its type or makes another
   * view of it.
   */
  private static Direction direction(Call c, int operand) {
    return switch (c.op()) {
      case TILE_STORE ->
          operand != 2
              ? Direction.IN
              : c.attrs().get("atomic") == null || c.attrs().get("atomic") == AtomicType.NONE
                  ? Direction.OUT
                  : Direction.INOUT;
      case TENSOR_ASSEMBLE, TENSOR_WRITE -> operand == 0 ? Direction.OUT : Direction.IN;
      case TENSOR_SLICE, TENSOR_RESHAPE, TENSOR_AS_VIEW, TENSOR_DIM, GET_COMM_CTX, WINDOW -> null;
      case REMOTE_STORE, TENSOR_REMOTE_STORE -> operand == 1 ? Direction.INOUT : Direction.IN;
      case PUT, TILE_PUT -> operand == 0 ? Direction.INOUT : Direction.IN;
      case GET, TILE_GET -> operand == 0 ? Direction.OUT : Direction.IN;
      case NOTIFY, ALLREDUCE, BARRIER, BROADCAST, REDUCE_SCATTER -> Direction.INOUT;
      case ALLGATHER, ALL_TO_ALL -> operand == 0 ? Direction.IN : Direction.INOUT;
      case ALL_TO_ALL_V -> operand == 0 || operand == 3 ? Direction.IN : Direction.INOUT;
      default -> Direction.IN;
    };
  }
}
