package org.pyptoj.passes.memory;

import java.util.ArrayList;
import java.util.List;
import org.pyptoj.ir.Function;
import org.pyptoj.ir.Rewriter;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.expr.Var;
import org.pyptoj.ir.stmt.Assign;
import org.pyptoj.ir.stmt.Block;
import org.pyptoj.ir.stmt.For;
import org.pyptoj.ir.stmt.If;
import org.pyptoj.ir.stmt.IterArg;
import org.pyptoj.ir.stmt.Stmt;
import org.pyptoj.ir.stmt.While;
import org.pyptoj.ir.stmt.Yield;
import org.pyptoj.ir.type.MemRef;

/**
 * Copies what loops and choices hand on into the buffer of what receives it, where it lies
 * elsewhere: in front of a loop, at the end of its body, at the end of a branch. What is handed on
 * together is received at once, so a copy comes before the one that overwrites what it reads; where
 * they go round in a circle, one value waits in a buffer of its own.
 */
public final class HandOvers extends Rewriter {

  private final Buffers buffers;
  private final TileCopy copying;
  private int waiting;

  private HandOvers(Buffers buffers, TileCopy copying) {
    this.buffers = buffers;
    this.copying = copying;
  }

  /**
   * The kernel with its copies.
   *
   * @param kernel a kernel whose tile types name their buffers
   * @param copying what makes the copies
   */
  public static Function in(Function kernel, TileCopy copying) {
    return new HandOvers(Buffers.of(kernel), copying).function(kernel);
  }

  @Override
  protected void loop(For s, List<Stmt> out) {
    List<IterArg> args = begun(s.iterArgs(), out);
    Block body = handingOn(s.body(), vars(args));
    super.loop(s.carrying(args, body, s.results()), out);
  }

  @Override
  protected void loop(While s, List<Stmt> out) {
    List<IterArg> args = begun(s.iterArgs(), out);
    Block body = handingOn(s.body(), vars(args));
    super.loop(s.carrying(args, body, s.results()), out);
  }

  @Override
  protected void choice(If s, List<Stmt> out) {
    super.choice(
        new If(
            s.condition(),
            handingOn(s.then(), s.results()),
            handingOn(s.orElse(), s.results()),
            s.results(),
            s.span()),
        out);
  }

  private static List<Var> vars(List<IterArg> args) {
    return args.stream().map(IterArg::var).toList();
  }

  private List<IterArg> begun(List<IterArg> args, List<Stmt> out) {
    List<Expr> values = new ArrayList<>(args.stream().map(IterArg::init).toList());
    List<Assign> copies = copies(values, vars(args));
    copies.forEach(c -> assign(c, out));
    List<IterArg> begun = new ArrayList<>();
    for (int i = 0; i < args.size(); i++) {
      begun.add(new IterArg(args.get(i).var(), values.get(i)));
    }
    return begun;
  }

  private Block handingOn(Block body, List<Var> receivers) {
    List<Expr> values = new ArrayList<>(Definitions.yields(body));
    List<Assign> copies = copies(values, receivers);
    if (copies.isEmpty()) {
      return body;
    }
    List<Stmt> stmts = new ArrayList<>(body.stmts().subList(0, body.stmts().size() - 1));
    stmts.addAll(copies);
    stmts.add(new Yield(values, body.stmts().getLast().span()));
    return new Block(stmts);
  }

  /** The copies in an order that keeps each value until it is read; {@code values} become them. */
  private List<Assign> copies(List<Expr> values, List<Var> receivers) {
    List<Integer> open = new ArrayList<>();
    for (int i = 0; i < values.size(); i++) {
      MemRef have = buffers.get(values.get(i));
      MemRef want = buffers.get(receivers.get(i));
      if (want != null && have != null && !have.buffer().equals(want.buffer())) {
        open.add(i);
      }
    }
    List<Assign> copies = new ArrayList<>();
    List<Expr> waits = new ArrayList<>();
    while (!open.isEmpty()) {
      Integer next =
          open.stream()
              .filter(i -> !isRead(receivers.get(i), i, open, values))
              .findFirst()
              .orElse(null);
      if (next == null) {
        Expr value =
            open.stream()
                .map(values::get)
                .filter(v -> !waits.contains(v))
                .findFirst()
                .orElseThrow();
        MemRef own = buffers.get(value);
        Assign wait = copy(value, new MemRef(own.buffer() + "_wait" + waiting++, null, own.size()));
        copies.add(wait);
        waits.add(wait.target());
        open.stream()
            .filter(i -> values.get(i) == value)
            .forEach(i -> values.set(i, wait.target()));
        continue;
      }
      open.remove(next);
      // Tiles that go into one buffer are one tile by different names.
      String into = buffers.name(receivers.get(next));
      Expr there = in(into, values, receivers);
      if (there != null) {
        values.set(next, there);
        continue;
      }
      Assign copy = copy(values.get(next), buffers.get(receivers.get(next)));
      copies.add(copy);
      values.set(next, copy.target());
    }
    return copies;
  }

  /** A value that lies already where it is received. */
  private Expr in(String buffer, List<Expr> values, List<Var> receivers) {
    for (int i = 0; i < values.size(); i++) {
      if (buffer.equals(buffers.name(receivers.get(i)))
          && buffer.equals(buffers.name(values.get(i)))) {
        return values.get(i);
      }
    }
    return null;
  }

  private boolean isRead(Var receiver, int own, List<Integer> open, List<Expr> values) {
    String buffer = buffers.name(receiver);
    return open.stream().anyMatch(i -> i != own && buffer.equals(buffers.name(values.get(i))));
  }

  private Assign copy(Expr value, MemRef into) {
    Assign copy = copying.of((Var) value, into);
    buffers.put(copy.target(), into);
    return copy;
  }
}
