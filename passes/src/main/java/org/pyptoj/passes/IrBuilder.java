package org.pyptoj.passes;

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
import org.pyptoj.ir.op.Op;
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
import org.pyptoj.ir.type.Type;
import org.pyptoj.verifier.OpTypes;

/**
 * Writes statements in SSA form, with calls that are typed and checked and names that are new.
 * Bodies of loops and branches are written by a builder of their own, handed to a function.
 */
public final class IrBuilder {

  private final FreshNames names;

  /** What new names begin with, or null where a name is what is asked for, if it is free. */
  private final String base;

  private final Span span;
  private final List<Stmt> stmts;

  private IrBuilder(FreshNames names, String base, Span span, List<Stmt> stmts) {
    this.names = names;
    this.base = base;
    this.span = span;
    this.stmts = stmts;
  }

  /**
   * Writes what a larger op becomes, whose new names begin alike: {@code reduced__peer_tmp_v5}.
   *
   * @param span the place of everything that is written
   */
  public IrBuilder(FreshNames names, String base, Span span) {
    this(names, base, span, new ArrayList<>());
  }

  /**
   * Writes statements in front of one that is being rewritten, with the names that are asked for.
   *
   * @param out the statements so far
   * @param span the place of everything that is written
   */
  public IrBuilder(FreshNames names, List<Stmt> out, Span span) {
    this(names, null, span, out);
  }

  private IrBuilder nested() {
    return new IrBuilder(names, base, span, new ArrayList<>());
  }

  private Var var(String hint, Type type) {
    return new Var(name(hint), type, span);
  }

  private String name(String hint) {
    return base == null ? names.free(hint) : names.temporary(base, hint);
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
    return call(op, Arrays.asList(args), attrs);
  }

  /** An op's call, operand by operand of its row, typed and checked, not yet a statement. */
  public Call call(Op op, List<Expr> operands, Attrs attrs) {
    return OpTypes.call(op, operands, attrs, span);
  }

  /** {@code hint = value}. */
  public Var bind(String hint, Expr value) {
    return bind(hint, value.type(), value);
  }

  /** {@code hint = value}, where the value says what it is called. */
  public Var bind(String hint, Function<String, Call> value) {
    String name = name(hint);
    Call call = value.apply(name);
    Var var = new Var(name, call.type(), span);
    stmts.add(new Assign(var, call, span));
    return var;
  }

  /** {@code hint: type = value}, where a variable knows more of its value than the value does. */
  public Var bind(String hint, Type type, Expr value) {
    Var var = var(hint, type);
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
      String hint, Expr start, Expr stop, Expr step, BiConsumer<IrBuilder, Expr> body) {
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
    IrBuilder inner = nested();
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
  public void each(String hint, Expr stop, BiConsumer<IrBuilder, Var> body) {
    Var index = index(hint);
    IrBuilder inner = nested();
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
    Expr next(IrBuilder body, Var index, Var carried);
  }

  /** A loop over {@code 0 ... stop - 1} that carries one value; returns the value after it. */
  public Var fold(String hint, Expr stop, Expr init, Step step) {
    Var index = index(hint);
    Var carried = var(hint + "_acc", init.type());
    IrBuilder inner = nested();
    Expr next = step.next(inner, index, carried);
    inner.stmts.add(new Yield(List.of(next), span));
    Var result = var(hint + "_final", init.type());
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
  public void when(Expr condition, Consumer<IrBuilder> then) {
    IrBuilder inner = nested();
    then.accept(inner);
    stmts.add(new If(condition, new Block(inner.stmts), Block.EMPTY, List.of(), span));
  }

  /** A choice between two values of one type. */
  public Var choose(
      Expr condition, Function<IrBuilder, Expr> then, Function<IrBuilder, Expr> orElse) {
    IrBuilder yes = nested();
    Expr first = then.apply(yes);
    yes.stmts.add(new Yield(List.of(first), span));
    IrBuilder no = nested();
    Expr second = orElse.apply(no);
    no.stmts.add(new Yield(List.of(second), span));
    // A remote load does not say where its tile lives; the other branch may.
    boolean placed =
        first.type() instanceof TileType f
            && f.space() == null
            && second.type() instanceof TileType s
            && s.space() != null;
    Var result = var("if_res", placed ? second.type() : first.type());
    stmts.add(new If(condition, new Block(yes.stmts), new Block(no.stmts), List.of(result), span));
    return result;
  }

  /** Adds a statement as it is. */
  public void add(Stmt stmt) {
    stmts.add(stmt);
  }

  private Var index(String hint) {
    return var(hint, ScalarType.INDEX);
  }
}
