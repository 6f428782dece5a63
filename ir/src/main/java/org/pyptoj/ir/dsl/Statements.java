package org.pyptoj.ir.dsl;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.pyptoj.ir.Span;
import org.pyptoj.ir.expr.Call;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.expr.FloatConst;
import org.pyptoj.ir.expr.FunctionCall;
import org.pyptoj.ir.expr.IntConst;
import org.pyptoj.ir.expr.StringConst;
import org.pyptoj.ir.expr.TupleGet;
import org.pyptoj.ir.expr.Var;
import org.pyptoj.ir.stmt.Assign;
import org.pyptoj.ir.stmt.Break;
import org.pyptoj.ir.stmt.Continue;
import org.pyptoj.ir.stmt.Eval;
import org.pyptoj.ir.stmt.Return;
import org.pyptoj.ir.stmt.Stmt;
import org.pyptoj.ir.type.TileType;
import org.pyptoj.ir.type.UnknownType;

/** The statements of the block that is being read, in order. */
final class Statements {

  private final Evaluator evaluator;
  private List<Stmt> out = new ArrayList<>();

  Statements(Evaluator evaluator) {
    this.evaluator = evaluator;
  }

  /** Begins a block of its own and returns the statements of the one around it. */
  List<Stmt> open() {
    List<Stmt> outer = out;
    out = new ArrayList<>();
    return outer;
  }

  /** Ends a block and goes on with the one around it. */
  List<Stmt> close(List<Stmt> outer) {
    List<Stmt> mine = out;
    out = outer;
    return mine;
  }

  int size() {
    return out.size();
  }

  /**
   * Adds a statement; what it uses means the names' values at this place, and what it calls is
   * called in Python's order.
   */
  void add(Stmt stmt) {
    switch (stmt) {
      case Assign a -> {
        Expr value = current(a.value(), a.span());
        out.add(value == a.value() ? a : new Assign(a.target(), value, a.span()));
      }
      case Eval e -> {
        Expr value = current(e.value(), e.span());
        Eval eval = value == e.value() ? e : new Eval(value, e.span());
        if (value instanceof Call c && !evaluator.isIrText()) {
          inPlace(c, eval);
        } else {
          out.add(eval);
        }
      }
      case Return r -> {
        List<Expr> values = new ArrayList<>();
        boolean apart = r.values().size() > 1 && r.values().stream().anyMatch(Operators::hasEffect);
        for (Expr v : r.values()) {
          Expr value = current(v, r.span());
          values.add(apart ? (Expr) keep(value, r.span()) : value);
        }
        out.add(new Return(values, r.span()));
      }
      default -> out.add(stmt); // Loops and choices have been checked part by part.
    }
  }

  /** What is written in place is written for all names of a tile. */
  private void inPlace(Call c, Eval eval) {
    Aliases aliases = evaluator.bindings().aliases();
    Map<Var, List<String>> written = new LinkedHashMap<>();
    for (Call.Operand operand : c.operands()) {
      if (operand.access().writes()
          && operand.value() instanceof Var tile
          && (tile.type() instanceof TileType || !aliases.of(tile.name()).isEmpty())) {
        written.put(tile, aliases.requireOthers(tile.name(), c.span()));
      }
    }
    out.add(eval);
    written.forEach(
        (tile, others) -> {
          others.forEach(other -> follow(other, tile, aliases.of(tile.name()), c.span()));
          evaluator.bindings().written(tile.name());
        });
  }

  /** Another name of a tile has the tile as it has just been written. */
  void follow(String other, Var now, Set<?> same, Span at) {
    Var var = new Var(other, now.type(), now.span());
    out.add(new Assign(var, now, at));
    if (!evaluator.bindings().isKept(other)) {
      evaluator.bind(other, var);
    }
    evaluator.bindings().aliases().keep(other, same);
  }

  /** An expression that means what it says at this place. */
  Expr current(Expr expr, Span at) {
    evaluator.requireCurrent(expr, at);
    return evaluator.isIrText() ? expr : new CallOrder(this, at).of(expr);
  }

  /** Whether nothing that follows in this block is reached. */
  boolean isEnded() {
    return !out.isEmpty() && ends(out.getLast());
  }

  static boolean ends(Stmt last) {
    return last instanceof Return || last instanceof Break || last instanceof Continue;
  }

  /**
   * A value that stays what it is when names are assigned again: run-time values in it get names of
   * their own, in order. It is called where a value outlives the statement that makes it.
   */
  Object keep(Object value, Span at) {
    switch (value) {
      case Expr e -> {
        return keep(e, at);
      }
      case Sequence s when !s.isPythons() -> keepAll(s.changeable(), at);
      case Mapping m -> m.entries().replaceAll((k, v) -> keep(v, at));
      case null, default -> {}
    }
    return value;
  }

  void keepAll(List<Object> values, Span at) {
    values.replaceAll(v -> keep(v, at));
  }

  private Object keep(Expr value, Span at) {
    if (value.type() instanceof UnknownType) {
      add(new Eval(value, at));
      return new Nothing(nameOf(value));
    }
    boolean stays =
        switch (value) {
          case IntConst c -> true;
          case FloatConst c -> true;
          case StringConst c -> true;
          case Var v -> isNeverAssigned(v);
          case TupleGet g -> g.tuple() instanceof Var v && isNeverAssigned(v);
          default -> false;
        };
    if (stays) {
      return value;
    }
    return name(value, at);
  }

  /** Gives a value a name that no text can assign. */
  Var name(Expr value, Span at) {
    String base = value instanceof Var v ? v.name() : "value";
    Var var = new Var(evaluator.bindings().fresh(base), value.type(), at);
    add(new Assign(var, value, at));
    evaluator.bindings().aliases().define(var, value);
    return var;
  }

  private boolean isNeverAssigned(Var v) {
    return evaluator.bindings().isKept(v.name()) || !evaluator.bindings().isLocal(v.name());
  }

  /** What a call is called in a message. */
  static String nameOf(Expr call) {
    return switch (call) {
      case Call c -> c.op().shortName();
      case FunctionCall f -> f.callee();
      default -> "this";
    };
  }

  /** Evaluates what a statement's value does, in order; the value itself is not wanted. */
  void effects(Object value, Span at) {
    switch (value) {
      case Call c -> add(new Eval(c, at));
      case FunctionCall c -> add(new Eval(c, at));
      case Expr e when Operators.hasEffect(e) ->
          add(new Assign(new Var(evaluator.bindings().fresh("value"), e.type(), at), e, at));
      case Sequence s when !s.isPythons() -> s.elements().forEach(v -> effects(v, at));
      case Mapping m -> m.entries().values().forEach(v -> effects(v, at));
      case null, default -> {}
    }
  }
}
