package org.pyptoj.passes.invariant;

import java.util.function.Consumer;
import org.pyptoj.ir.Function;
import org.pyptoj.ir.FunctionKind;
import org.pyptoj.ir.Level;
import org.pyptoj.ir.Printer;
import org.pyptoj.ir.Program;
import org.pyptoj.ir.Walker;
import org.pyptoj.ir.expr.Call;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.expr.FunctionCall;
import org.pyptoj.ir.op.DistributedOp;
import org.pyptoj.ir.stmt.Assign;
import org.pyptoj.ir.stmt.Block;
import org.pyptoj.ir.stmt.Break;
import org.pyptoj.ir.stmt.Continue;
import org.pyptoj.ir.stmt.Eval;
import org.pyptoj.ir.stmt.For;
import org.pyptoj.ir.stmt.ForKind;
import org.pyptoj.ir.stmt.Return;
import org.pyptoj.ir.stmt.Scope;
import org.pyptoj.ir.stmt.ScopeKind;
import org.pyptoj.ir.stmt.Stmt;
import org.pyptoj.ir.stmt.TaskAttrs;
import org.pyptoj.ir.stmt.While;
import org.pyptoj.ir.stmt.Yield;
import org.pyptoj.passes.PassContext;

/** Which statements a function may have, and where. */
final class Forms {

  private Forms() {}

  static void inlined(
      Program program, Function function, PassContext context, Consumer<String> found) {
    if (function.kind() == FunctionKind.INLINE) {
      found.accept("it is an inline function");
    }
  }

  static void unrolled(
      Program program, Function function, PassContext context, Consumer<String> found) {
    forEach(
        function,
        stmt -> {
          if (stmt instanceof For f && f.kind() == ForKind.UNROLL) {
            found.accept("the loop over " + f.index().name() + " is to be unrolled");
          }
        });
  }

  static void structured(
      Program program, Function function, PassContext context, Consumer<String> found) {
    forEach(
        function,
        stmt -> {
          if (stmt instanceof Break || stmt instanceof Continue) {
            found.accept("a loop is left or begun anew inside its body");
          }
        });
  }

  static void returnsLast(
      Program program, Function function, PassContext context, Consumer<String> found) {
    new Walker() {
      private int regions;

      @Override
      public void stmt(Stmt stmt) {
        if (stmt instanceof Return && regions > 0) {
          found.accept("it returns before its end");
        }
        // A domain's scope is around the whole body.
        int inner = stmt instanceof Scope s && s.kind() == ScopeKind.COMM_DOMAIN ? 0 : 1;
        regions += inner;
        super.stmt(stmt);
        regions -= inner;
      }
    }.function(function);
  }

  static void endsLast(
      Program program, Function function, PassContext context, Consumer<String> found) {
    new Walker() {
      @Override
      public void block(Block block) {
        for (int i = 0; i < block.stmts().size() - 1; i++) {
          Stmt stmt = block.stmts().get(i);
          if (stmt instanceof Yield || stmt instanceof Return) {
            found.accept("statements follow the end of a region");
          }
        }
        super.block(block);
      }
    }.function(function);
  }

  static void flatCalls(
      Program program, Function function, PassContext context, Consumer<String> found) {
    new Walker() {
      @Override
      public void stmt(Stmt stmt) {
        switch (stmt) {
          case Assign a when isCall(a.value()) -> operands(a.value());
          case Eval e when isCall(e.value()) -> operands(e.value());
          case While w -> super.stmt(w);
          default -> super.stmt(stmt);
        }
      }

      private void operands(Expr call) {
        // Visits what is inside the call and not the call itself.
        super.expr(call);
      }

      @Override
      public void expr(Expr expr) {
        if (isCall(expr) && !(expr instanceof Call c && c.op() == DistributedOp.WORLD_SIZE)) {
          found.accept("a call is part of another value: " + Printer.print(expr));
        }
        super.expr(expr);
      }

      @Override
      protected void type(org.pyptoj.ir.type.Type type) {
        // Extents of types are no values of the body.
      }
    }.function(function);
  }

  private static boolean isCall(Expr expr) {
    return expr instanceof Call || expr instanceof FunctionCall;
  }

  static void levelsOutlined(
      Program program, Function function, PassContext context, Consumer<String> found) {
    if (function.kind() == FunctionKind.OPAQUE) {
      forEach(
          function,
          stmt -> {
            if (level(stmt) != null && level(stmt) != Level.CORE_GROUP) {
              found.accept("there is a scope of level " + level(stmt));
            }
          });
    }
  }

  static void kernelsOutlined(
      Program program, Function function, PassContext context, Consumer<String> found) {
    if (!function.kind().isKernel() && !function.isHostOrchestrator()) {
      forEach(
          function,
          stmt -> {
            if (level(stmt) == Level.CORE_GROUP) {
              found.accept("there is a scope of a core group");
            }
          });
    }
  }

  static void gridsOutlined(
      Program program, Function function, PassContext context, Consumer<String> found) {
    if (!function.kind().isKernel() && !function.isHostOrchestrator()) {
      forEach(
          function,
          stmt -> {
            if (stmt instanceof Scope s
                && (s.kind() == ScopeKind.SPMD || s.kind() == ScopeKind.CLUSTER)) {
              found.accept("there is a scope of several blocks");
            }
          });
    }
  }

  private static Level level(Stmt stmt) {
    return stmt instanceof Scope s && s.kind() == ScopeKind.AT
        ? s.attrs().get(TaskAttrs.LEVEL)
        : null;
  }

  /** Hands over every statement of a function, outer ones first. */
  static void forEach(Function function, Consumer<Stmt> action) {
    new Walker() {
      @Override
      public void stmt(Stmt stmt) {
        action.accept(stmt);
        super.stmt(stmt);
      }
    }.function(function);
  }

  /** Hands over every op call of a function. */
  static void forEachCall(Function function, Consumer<Call> action) {
    new Walker() {
      @Override
      public void expr(Expr expr) {
        if (expr instanceof Call c) {
          action.accept(c);
        }
        super.expr(expr);
      }
    }.function(function);
  }
}
