package org.pyptoj.passes.memory;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.pyptoj.ir.Function;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.expr.Var;
import org.pyptoj.ir.stmt.Assign;
import org.pyptoj.ir.stmt.Block;
import org.pyptoj.ir.stmt.For;
import org.pyptoj.ir.stmt.If;
import org.pyptoj.ir.stmt.IterArg;
import org.pyptoj.ir.stmt.Scope;
import org.pyptoj.ir.stmt.Stmt;
import org.pyptoj.ir.stmt.While;
import org.pyptoj.ir.stmt.Yield;

/** Where each variable of a kernel gets its value. */
public final class Definitions {

  /**
   * A statement's place: the blocks around it from the outside in, each with the index of what
   * contains it.
   */
  public record Step(Block block, int index, boolean loopBody) {}

  /** One definition. */
  public sealed interface Definition {}

  /** An assignment and the way to it. */
  public record ByAssign(Assign assign, List<Step> path) implements Definition {}

  /** A result of a choice. */
  public record ByIf(If choice, int index) implements Definition {}

  /** A result of a loop. */
  public record ByLoop(List<IterArg> args, Block body, int index) implements Definition {}

  /** A value that a loop carries. */
  public record ByIterArg(Expr init) implements Definition {}

  private final Map<Var, Definition> definitions = new IdentityHashMap<>();

  public Definitions(Function kernel) {
    block(kernel.body(), List.of(), false);
  }

  /** A variable's definition, or null for parameters and loop indices. */
  public Definition of(Var var) {
    return definitions.get(var);
  }

  /** The values that a body hands on, or none. */
  public static List<Expr> yields(Block body) {
    return !body.stmts().isEmpty() && body.stmts().getLast() instanceof Yield y
        ? y.values()
        : List.of();
  }

  private void block(Block block, List<Step> outside, boolean loopBody) {
    for (int i = 0; i < block.stmts().size(); i++) {
      List<Step> path = new ArrayList<>(outside);
      path.add(new Step(block, i, loopBody));
      stmt(block.stmts().get(i), path);
    }
  }

  private void stmt(Stmt stmt, List<Step> path) {
    switch (stmt) {
      case Assign s -> definitions.put(s.target(), new ByAssign(s, path));
      case For s -> loop(s.iterArgs(), s.body(), s.results(), path);
      case While s -> loop(s.iterArgs(), s.body(), s.results(), path);
      case If s -> {
        block(s.then(), path, false);
        block(s.orElse(), path, false);
        for (int i = 0; i < s.results().size(); i++) {
          definitions.put(s.results().get(i), new ByIf(s, i));
        }
      }
      case Scope s -> block(s.body(), path, false);
      default -> {}
    }
  }

  private void loop(List<IterArg> args, Block body, List<Var> results, List<Step> path) {
    args.forEach(a -> definitions.put(a.var(), new ByIterArg(a.init())));
    block(body, path, true);
    for (int i = 0; i < results.size(); i++) {
      definitions.put(results.get(i), new ByLoop(args, body, i));
    }
  }
}
