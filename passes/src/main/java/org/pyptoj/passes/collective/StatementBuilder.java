package org.pyptoj.passes.collective;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import org.pyptoj.ir.Span;
import org.pyptoj.ir.expr.Attrs;
import org.pyptoj.ir.expr.Call;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.expr.IntConst;
import org.pyptoj.ir.expr.MakeTuple;
import org.pyptoj.ir.expr.Scalars;
import org.pyptoj.ir.expr.Var;
import org.pyptoj.ir.op.CallSite;
import org.pyptoj.ir.op.Op;
import org.pyptoj.ir.op.OpTyping;
import org.pyptoj.ir.stmt.Assign;
import org.pyptoj.ir.stmt.Block;
import org.pyptoj.ir.stmt.Eval;
import org.pyptoj.ir.stmt.For;
import org.pyptoj.ir.stmt.ForKind;
import org.pyptoj.ir.stmt.If;
import org.pyptoj.ir.stmt.IterArg;
import org.pyptoj.ir.stmt.Stmt;
import org.pyptoj.ir.stmt.Yield;
import org.pyptoj.ir.type.ScalarType;
import org.pyptoj.ir.type.TileType;

/**
 * Writes statements in SSA form. Bodies of loops and branches are written by a builder of their
 * own, handed to a function; all builders of one collective share its names and its place in the
 * source.
 */
public final class StatementBuilder {

  private final OpTyping typing;
  private final Names names;
  private final String base;
  private final Span span;
  private final List<Stmt> stmts = new ArrayList<>();

  /**
   * @param typing makes checked calls
   * @param names where new names come from
   * @param base what the new names begin with
   * @param span the place of everything that is written
   */
  public StatementBuilder(OpTyping typing, Names names, String base, Span span) {
    this.typing = typing;
    this.names = names;
    this.base = base;
    this.span = span;
  }

  private StatementBuilder nested() {
    return new StatementBuilder(typing, names, base, span);
  }

  public Span span() {
    return span;
  }

  /** What has been written. */
  public List<Stmt> statements() {
    return List.copyOf(stmts);
  }

  /** An op's call, typed and checked, not yet a statement. */
  public Call call(Op op, Attrs attrs, Expr... args) {
    return typing.call(op, Arrays.asList(args), attrs, CallSite.at(span));
  }

  /** {@code hint = value}. */
  public Var bind(String hint, Expr value) {
    Var var = new Var(names.temporary(base, hint), value.type(), span);
    stmts.add(new Assign(var, value, span));
    return var;
  }

  /** {@code hint = op(args)}. */
  public Var bind(String hint, Op op, Expr... args) {
    return bind(hint, call(op, Attrs.NONE, args));
  }

  /** {@code op(args)} for its effect. */
  public void run(Op op, Attrs attrs, Expr... args) {
    stmts.add(new Eval(call(op, attrs, args), span));
  }

  /** A tuple operand. */
  public MakeTuple tuple(Expr... elements) {
    return new MakeTuple(Arrays.asList(elements), span);
  }

  /** A tuple operand. */
  public MakeTuple tuple(List<Expr> elements) {
    return new MakeTuple(elements, span);
  }

  /** A loop for its effect. One that provably runs at most once is written without the loop. */
  public void loop(
      String hint, Expr start, Expr stop, Expr step, BiConsumer<StatementBuilder, Expr> body) {
    Long from = Scalars.constant(start);
    Long to = Scalars.constant(stop);
    Long by = Scalars.constant(step);
    if (from != null && to != null && by != null && to - from <= by) {
      if (to > from) {
        body.accept(this, start);
      }
      return;
    }
    Var index = index(hint);
    StatementBuilder inner = nested();
    body.accept(inner, index);
    stmts.add(
        new For(
            index,
            start,
            stop,
            step,
            List.of(),
            new Block(inner.stmts),
            List.of(),
            ForKind.SEQUENTIAL,
            Attrs.NONE,
            span));
  }

  /** A loop over {@code 0, 1, ..., stop - 1} for its effect, always written as a loop. */
  public void each(String hint, Expr stop, BiConsumer<StatementBuilder, Var> body) {
    Var index = index(hint);
    StatementBuilder inner = nested();
    body.accept(inner, index);
    stmts.add(
        new For(
            index,
            IntConst.index(0),
            stop,
            IntConst.index(1),
            List.of(),
            new Block(inner.stmts),
            List.of(),
            ForKind.SEQUENTIAL,
            Attrs.NONE,
            span));
  }

  /** What {@link #fold} asks of a body: the next carried value. */
  @FunctionalInterface
  public interface Step {
    Expr next(StatementBuilder body, Var index, Var carried);
  }

  /** A loop over {@code 0 ... stop - 1} that carries one value; returns the value after it. */
  public Var fold(String hint, Expr stop, Expr init, Step step) {
    Var index = index(hint);
    Var carried = new Var(names.temporary(base, hint + "_acc"), init.type(), span);
    StatementBuilder inner = nested();
    Expr next = step.next(inner, index, carried);
    inner.stmts.add(new Yield(List.of(next), span));
    Var result = new Var(names.temporary(base, hint + "_final"), init.type(), span);
    stmts.add(
        new For(
            index,
            IntConst.index(0),
            stop,
            IntConst.index(1),
            List.of(new IterArg(carried, init)),
            new Block(inner.stmts),
            List.of(result),
            ForKind.SEQUENTIAL,
            Attrs.NONE,
            span));
    return result;
  }

  /** A branch without an else, for its effect. */
  public void when(Expr condition, Consumer<StatementBuilder> then) {
    StatementBuilder inner = nested();
    then.accept(inner);
    stmts.add(new If(condition, new Block(inner.stmts), Block.EMPTY, List.of(), span));
  }

  /** A choice between two values of one type. */
  public Var choose(
      Expr condition,
      Function<StatementBuilder, Expr> then,
      Function<StatementBuilder, Expr> orElse) {
    StatementBuilder yes = nested();
    Expr first = then.apply(yes);
    yes.stmts.add(new Yield(List.of(first), span));
    StatementBuilder no = nested();
    Expr second = orElse.apply(no);
    no.stmts.add(new Yield(List.of(second), span));
    // A remote load does not say where its tile lives; the other branch may.
    boolean placed =
        first.type() instanceof TileType f
            && f.space() == null
            && second.type() instanceof TileType s
            && s.space() != null;
    Var result =
        new Var(names.temporary(base, "if_res"), placed ? second.type() : first.type(), span);
    stmts.add(new If(condition, new Block(yes.stmts), new Block(no.stmts), List.of(result), span));
    return result;
  }

  /** Adds a statement as it is. */
  public void add(Stmt stmt) {
    stmts.add(stmt);
  }

  private Var index(String hint) {
    return new Var(names.temporary(base, hint), ScalarType.INDEX, span);
  }
}
