package org.pyptoj.passes;

import java.util.ArrayList;
import java.util.List;
import org.pyptoj.ir.Function;
import org.pyptoj.ir.Program;
import org.pyptoj.ir.Span;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.expr.Var;
import org.pyptoj.ir.stmt.Assign;
import org.pyptoj.ir.stmt.Block;
import org.pyptoj.ir.stmt.If;
import org.pyptoj.ir.stmt.Return;
import org.pyptoj.ir.stmt.Stmt;

/**
 * Returns inside choices, before SSA form: every path assigns the results, and one return at the
 * end hands them on. What follows a choice that returns moves into the branches that go on.
 *
 * <pre>
 * if c:                     if c:
 *     return y                  returned = y
 * t = pl.load(x, ...)       else:
 * return pl.store(t, y)         t = pl.load(x, ...)
 *                               returned = pl.store(t, y)
 *                           return returned
 * </pre>
 *
 * A return inside a loop or a scope stays, for ConvertToSSA to report.
 */
final class EarlyReturns {

  private static final String NAME = "returned";

  private final List<String> names = new ArrayList<>();
  private List<Expr> last = List.of();
  private Span span;

  private EarlyReturns(Function function) {
    FreshNames taken = FreshNames.beside(function);
    int count = function.results().size();
    for (int i = 0; i < count; i++) {
      names.add(taken.free(count == 1 ? NAME : NAME + "_" + i));
    }
    span = function.span();
  }

  /** The program with one return per function, as far as choices are concerned. */
  static Program merged(Program program) {
    return program.map(EarlyReturns::merged);
  }

  /** The function with one return. */
  static Function merged(Function function) {
    if (function.body().stmts().stream().noneMatch(s -> s instanceof If i && returns(i))) {
      return function;
    }
    EarlyReturns early = new EarlyReturns(function);
    List<Stmt> out = new ArrayList<>();
    early.region(function.body().stmts(), out);
    if (!early.names.isEmpty()) {
      out.add(new Return(early.last, early.span));
    }
    return function.withBody(new Block(out));
  }

  private void region(List<Stmt> stmts, List<Stmt> out) {
    for (int i = 0; i < stmts.size(); i++) {
      switch (stmts.get(i)) {
        case Return r -> {
          assign(r, out);
          return;
        }
        case If s when returns(s) -> {
          List<Stmt> rest = stmts.subList(i + 1, stmts.size());
          out.add(
              new If(
                  s.condition(),
                  branch(s.then(), rest),
                  branch(s.orElse(), rest),
                  List.of(),
                  s.span()));
          return;
        }
        default -> out.add(stmts.get(i));
      }
    }
  }

  private Block branch(Block branch, List<Stmt> rest) {
    List<Stmt> whole = new ArrayList<>(branch.stmts());
    whole.addAll(rest);
    List<Stmt> out = new ArrayList<>();
    region(whole, out);
    return new Block(out);
  }

  private void assign(Return r, List<Stmt> out) {
    List<Expr> values = new ArrayList<>();
    for (int i = 0; i < Math.min(names.size(), r.values().size()); i++) {
      Expr value = r.values().get(i);
      Var name = new Var(names.get(i), value.type(), r.span());
      out.add(new Assign(name, value, r.span()));
      values.add(name);
    }
    last = values;
    span = r.span();
  }

  private static boolean returns(If choice) {
    return returns(choice.then()) || returns(choice.orElse());
  }

  private static boolean returns(Block block) {
    return block.stmts().stream()
        .anyMatch(s -> s instanceof Return || s instanceof If i && returns(i));
  }
}
