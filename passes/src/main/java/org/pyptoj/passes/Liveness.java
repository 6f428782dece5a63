package org.pyptoj.passes;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.pyptoj.ir.Walker;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.expr.Var;
import org.pyptoj.ir.stmt.Assign;
import org.pyptoj.ir.stmt.Block;
import org.pyptoj.ir.stmt.Break;
import org.pyptoj.ir.stmt.Continue;
import org.pyptoj.ir.stmt.Eval;
import org.pyptoj.ir.stmt.For;
import org.pyptoj.ir.stmt.If;
import org.pyptoj.ir.stmt.IterArg;
import org.pyptoj.ir.stmt.Return;
import org.pyptoj.ir.stmt.Scope;
import org.pyptoj.ir.stmt.Stmt;
import org.pyptoj.ir.stmt.While;
import org.pyptoj.ir.stmt.Yield;

/**
 * Which names are read later, and which a statement assigns. Works by name, before and after {@code
 * ConvertToSSA}.
 */
final class Liveness {

  private Liveness() {}

  /** For each statement, the names that are read after it. */
  static List<Set<String>> after(Block block, Set<String> liveOut) {
    List<Set<String>> result = new ArrayList<>();
    Set<String> live = liveOut;
    for (Stmt stmt : block.stmts().reversed()) {
      result.addFirst(live);
      live = before(stmt, live);
    }
    return result;
  }

  /**
   * The names that are read before they are assigned, when those of {@code liveOut} are read after
   * the block.
   */
  static Set<String> before(Block block, Set<String> liveOut) {
    // A set of its own also where the block is empty: the caller goes on changing what it gave.
    Set<String> live = new HashSet<>(liveOut);
    for (Stmt stmt : block.stmts().reversed()) {
      live = before(stmt, live);
    }
    return live;
  }

  private static Set<String> before(Stmt stmt, Set<String> liveOut) {
    Set<String> live = new HashSet<>(liveOut);
    switch (stmt) {
      case Assign s -> {
        live.remove(s.target().name());
        read(s.value(), live);
      }
      case Eval s -> read(s.value(), live);
      case Yield s -> s.values().forEach(v -> read(v, live));
      case Return s -> {
        live.clear();
        s.values().forEach(v -> read(v, live));
      }
      case For s -> {
        removeAll(s.results(), live);
        Set<String> body = loop(s.body(), live, List.of(), List.of());
        body.remove(s.index().name());
        s.iterArgs().forEach(a -> body.remove(a.var().name()));
        live.addAll(body);
        s.iterArgs().forEach(a -> read(a.init(), live));
        List.of(s.start(), s.stop(), s.step()).forEach(e -> read(e, live));
      }
      case While s -> {
        removeAll(s.results(), live);
        Set<String> body = loop(s.body(), live, List.of(s.condition()), s.iterArgs());
        live.addAll(body);
        s.iterArgs().forEach(a -> read(a.init(), live));
      }
      case If s -> {
        removeAll(s.results(), live);
        Set<String> then = before(s.then(), live);
        Set<String> orElse = before(s.orElse(), live);
        live.clear();
        live.addAll(then);
        live.addAll(orElse);
        read(s.condition(), live);
      }
      case Scope s -> {
        Set<String> body = before(s.body(), live);
        live.clear();
        live.addAll(body);
        if (s.taskId() != null) {
          live.remove(s.taskId().name());
        }
        readAttrs(s, live);
      }
      case Break s -> {}
      case Continue s -> {}
    }
    return live;
  }

  /** What a loop's body reads from before an iteration, back edge included. */
  static Set<String> loop(
      Block body, Set<String> liveOut, List<Expr> conditions, List<IterArg> iterArgs) {
    Set<String> end = new HashSet<>(liveOut);
    conditions.forEach(c -> read(c, end));
    Set<String> once = before(body, end);
    end.addAll(once);
    Set<String> twice = new HashSet<>(before(body, end));
    conditions.forEach(c -> read(c, twice));
    iterArgs.forEach(a -> twice.remove(a.var().name()));
    return twice;
  }

  private static void removeAll(List<Var> vars, Set<String> live) {
    vars.forEach(v -> live.remove(v.name()));
  }

  /** The names that an expression reads. */
  static Set<String> reads(Expr expr) {
    Set<String> names = new LinkedHashSet<>();
    read(expr, names);
    return names;
  }

  private static void read(Expr expr, Set<String> live) {
    new Walker() {
      @Override
      protected void use(Var var) {
        live.add(var.name());
      }
    }.expr(expr);
  }

  private static void readAttrs(Scope scope, Set<String> live) {
    new Walker() {
      @Override
      protected void use(Var var) {
        live.add(var.name());
      }
    }.stmt(new Scope(scope.kind(), scope.attrs(), null, Block.EMPTY, scope.span()));
  }

  /**
   * The variables that a block assigns, in order of their first assignment; one per name. Loop
   * variables and carried values belong to their loops and are left out.
   */
  static Set<String> assigned(Block block) {
    Set<String> names = new LinkedHashSet<>();
    assigned(block, names);
    return names;
  }

  private static void assigned(Block block, Set<String> names) {
    for (Stmt stmt : block.stmts()) {
      switch (stmt) {
        case Assign s -> names.add(s.target().name());
        case For s -> {
          Set<String> inner = new LinkedHashSet<>();
          assigned(s.body(), inner);
          inner.remove(s.index().name());
          s.iterArgs().forEach(a -> inner.remove(a.var().name()));
          names.addAll(inner);
          s.results().forEach(v -> names.add(v.name()));
        }
        case While s -> {
          Set<String> inner = new LinkedHashSet<>();
          assigned(s.body(), inner);
          s.iterArgs().forEach(a -> inner.remove(a.var().name()));
          names.addAll(inner);
          s.results().forEach(v -> names.add(v.name()));
        }
        case If s -> {
          assigned(s.then(), names);
          assigned(s.orElse(), names);
          s.results().forEach(v -> names.add(v.name()));
        }
        case Scope s -> {
          if (s.taskId() != null) {
            names.add(s.taskId().name());
          }
          assigned(s.body(), names);
        }
        case Eval s -> {}
        case Yield s -> {}
        case Return s -> {}
        case Break s -> {}
        case Continue s -> {}
      }
    }
  }
}
