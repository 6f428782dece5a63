package org.pyptoj.ir;

import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.pyptoj.ir.expr.Attrs;
import org.pyptoj.ir.expr.Binary;
import org.pyptoj.ir.expr.Call;
import org.pyptoj.ir.expr.Cast;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.expr.FloatConst;
import org.pyptoj.ir.expr.FunctionCall;
import org.pyptoj.ir.expr.IntConst;
import org.pyptoj.ir.expr.MakeTuple;
import org.pyptoj.ir.expr.StringConst;
import org.pyptoj.ir.expr.TupleGet;
import org.pyptoj.ir.expr.Unary;
import org.pyptoj.ir.expr.Var;
import org.pyptoj.ir.stmt.Assign;
import org.pyptoj.ir.stmt.Block;
import org.pyptoj.ir.stmt.Break;
import org.pyptoj.ir.stmt.Continue;
import org.pyptoj.ir.stmt.Eval;
import org.pyptoj.ir.stmt.For;
import org.pyptoj.ir.stmt.If;
import org.pyptoj.ir.stmt.Return;
import org.pyptoj.ir.stmt.Scope;
import org.pyptoj.ir.stmt.Stmt;
import org.pyptoj.ir.stmt.While;
import org.pyptoj.ir.stmt.Yield;
import org.pyptoj.ir.type.TensorLike;
import org.pyptoj.ir.type.TileType;
import org.pyptoj.ir.type.TupleType;
import org.pyptoj.ir.type.Type;

/**
 * Visits a function in source order: operands before the values that use them, values before their
 * definitions. A subclass overrides the hooks that it needs and calls the inherited ones to go on.
 */
public class Walker {

  /** Whether some part of an expression, or the expression, is such a one. */
  public static boolean anyPart(Expr expr, Predicate<Expr> isSuch) {
    boolean[] found = new boolean[1];
    new Walker() {
      @Override
      public void expr(Expr e) {
        found[0] = found[0] || isSuch.test(e);
        if (!found[0]) {
          super.expr(e);
        }
      }
    }.expr(expr);
    return found[0];
  }

  /** Whether an expression calls an op or a function. */
  public static boolean calls(Expr expr) {
    return anyPart(expr, e -> e instanceof Call || e instanceof FunctionCall);
  }

  public void function(Function function) {
    function.params().forEach(p -> define(p.var()));
    block(function.body());
  }

  public void block(Block block) {
    block.stmts().forEach(this::stmt);
  }

  public void stmt(Stmt stmt) {
    switch (stmt) {
      case Assign s -> {
        expr(s.value());
        define(s.target());
      }
      case Eval s -> expr(s.value());
      case For s -> {
        expr(s.start());
        expr(s.stop());
        expr(s.step());
        s.iterArgs().forEach(a -> expr(a.init()));
        define(s.index());
        s.iterArgs().forEach(a -> define(a.var()));
        block(s.body());
        s.results().forEach(this::define);
      }
      case While s -> {
        s.iterArgs().forEach(a -> expr(a.init()));
        s.iterArgs().forEach(a -> define(a.var()));
        expr(s.condition());
        block(s.body());
        s.results().forEach(this::define);
      }
      case If s -> {
        expr(s.condition());
        block(s.then());
        block(s.orElse());
        s.results().forEach(this::define);
      }
      case Yield s -> s.values().forEach(this::expr);
      case Return s -> s.values().forEach(this::expr);
      case Scope s -> {
        attrs(s.attrs());
        if (s.taskId() != null) {
          define(s.taskId());
        }
        block(s.body());
      }
      case Break s -> {}
      case Continue s -> {}
    }
  }

  /** A variable gets its value here. */
  protected void define(Var var) {
    type(var.type());
  }

  /** A variable is used here. */
  protected void use(Var var) {}

  public void expr(Expr expr) {
    switch (expr) {
      case Var v -> use(v);
      case IntConst c -> {}
      case FloatConst c -> {}
      case StringConst c -> {}
      case Binary b -> {
        expr(b.left());
        expr(b.right());
      }
      case Unary u -> expr(u.operand());
      case Cast c -> expr(c.operand());
      case MakeTuple t -> t.elements().forEach(this::expr);
      case TupleGet t -> expr(t.tuple());
      case Call c -> {
        c.args().forEach(this::expr);
        attrs(c.attrs());
      }
      case FunctionCall c -> {
        c.args().forEach(this::expr);
        attrs(c.attrs());
      }
    }
  }

  private void attrs(Attrs attrs) {
    attrs.values().values().forEach(this::attr);
  }

  private void attr(Object value) {
    if (value instanceof Expr e) {
      expr(e);
    } else if (value instanceof List<?> list) {
      list.forEach(this::attr);
    } else if (value instanceof Map<?, ?> map) {
      map.values().forEach(this::attr);
    }
  }

  /** The extents that a definition's type mentions. */
  protected void type(Type type) {
    switch (type) {
      case TensorLike t -> {
        t.shape().forEach(this::expr);
        t.view().stride().forEach(this::expr);
        t.view().validShape().forEach(this::expr);
      }
      case TileType t -> {
        t.shape().forEach(this::expr);
        t.validShape().forEach(this::expr);
        if (t.memRef() != null && t.memRef().address() != null) {
          expr(t.memRef().address());
        }
      }
      case TupleType t -> t.elements().forEach(this::type);
      default -> {}
    }
  }
}
