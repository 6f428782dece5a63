package org.pyptoj.passes.collective;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.pyptoj.ir.Function;
import org.pyptoj.ir.Program;
import org.pyptoj.ir.Walker;
import org.pyptoj.ir.expr.Call;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.expr.FunctionCall;
import org.pyptoj.ir.expr.TupleGet;
import org.pyptoj.ir.expr.Var;
import org.pyptoj.ir.op.Result;
import org.pyptoj.ir.stmt.Assign;
import org.pyptoj.ir.stmt.For;
import org.pyptoj.ir.stmt.If;
import org.pyptoj.ir.stmt.Return;
import org.pyptoj.ir.stmt.Stmt;
import org.pyptoj.ir.stmt.While;
import org.pyptoj.ir.stmt.Yield;

/**
 * Which parameter a function hands back as a result: stores and collectives return the tensor they
 * write.
 */
final class ReturnedParams extends Walker {

  private final Program program;
  private final Map<Var, Expr> sources = new HashMap<>();
  private List<Expr> results = List.of();

  private ReturnedParams(Program program) {
    this.program = program;
  }

  /** The parameter's index, or -1 where the result is something else. */
  static int of(Program program, Function function, int result) {
    ReturnedParams walk = new ReturnedParams(program);
    walk.function(function);
    if (result >= walk.results.size()) {
      return -1;
    }
    Expr at = walk.results.get(result);
    while (at instanceof Var v && walk.sources.get(v) instanceof Expr next) {
      at = next;
    }
    for (int i = 0; i < function.params().size(); i++) {
      if (function.params().get(i).var() == at) {
        return i;
      }
    }
    return -1;
  }

  @Override
  public void stmt(Stmt stmt) {
    switch (stmt) {
      case Assign s -> source(s.target(), s.value());
      case For s -> {
        s.iterArgs().forEach(a -> sources.put(a.var(), a.init()));
        super.stmt(s);
        yielded(s.results(), s.body().stmts());
      }
      case While s -> {
        s.iterArgs().forEach(a -> sources.put(a.var(), a.init()));
        super.stmt(s);
        yielded(s.results(), s.body().stmts());
      }
      case If s -> {
        super.stmt(s);
        yielded(s.results(), s.then().stmts());
      }
      case Return s -> results = s.values().stream().map(this::named).toList();
      default -> super.stmt(stmt);
    }
  }

  private void yielded(List<Var> names, List<Stmt> body) {
    if (!names.isEmpty() && body.getLast() instanceof Yield y) {
      for (int i = 0; i < names.size(); i++) {
        source(names.get(i), y.values().get(i));
      }
    }
  }

  private void source(Var target, Expr value) {
    Expr from = named(value);
    if (from != null) {
      sources.put(target, from);
    }
  }

  /** The variable that a value is another name of, or the value. */
  private Expr named(Expr value) {
    return switch (value) {
      case Call c when c.op().result() instanceof Result.Same -> c.sharedOperand();
      case FunctionCall c -> returned(c, 0);
      case TupleGet t when call(t.tuple()) instanceof FunctionCall c -> returned(c, t.index());
      default -> value;
    };
  }

  private Expr call(Expr tuple) {
    return tuple instanceof Var v ? sources.get(v) : tuple;
  }

  private Expr returned(FunctionCall call, int result) {
    if (call.type() instanceof org.pyptoj.ir.type.TupleType && result == 0) {
      return call;
    }
    return program
        .function(call.callee())
        .map(f -> of(program, f, result))
        .filter(i -> i >= 0 && i < call.args().size())
        .map(i -> call.args().get(i))
        .orElse(call);
  }
}
