package org.pyptoj.ir;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.pyptoj.ir.expr.Attrs;
import org.pyptoj.ir.expr.Binary;
import org.pyptoj.ir.expr.Call;
import org.pyptoj.ir.expr.Cast;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.expr.FloatConst;
import org.pyptoj.ir.expr.FunctionCall;
import org.pyptoj.ir.expr.IntConst;
import org.pyptoj.ir.expr.MakeTuple;
import org.pyptoj.ir.expr.Scalars;
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
import org.pyptoj.ir.stmt.IterArg;
import org.pyptoj.ir.stmt.Return;
import org.pyptoj.ir.stmt.Scope;
import org.pyptoj.ir.stmt.Stmt;
import org.pyptoj.ir.stmt.While;
import org.pyptoj.ir.stmt.Yield;
import org.pyptoj.ir.type.DistributedTensorType;
import org.pyptoj.ir.type.MemRef;
import org.pyptoj.ir.type.TensorType;
import org.pyptoj.ir.type.TensorView;
import org.pyptoj.ir.type.TileType;
import org.pyptoj.ir.type.TupleType;
import org.pyptoj.ir.type.Type;

/**
 * Walks a function and rebuilds what changes. A subclass overrides the hooks that it needs;
 * everything else is copied, and what did not change stays the same object. Variables whose type
 * changes are replaced everywhere; {@link #substitute} replaces a variable by a value.
 */
public class Rewriter {

  private final Map<Var, Expr> replaced = new IdentityHashMap<>();

  /** Replaces later uses of a variable. */
  public final void substitute(Var var, Expr value) {
    replaced.put(var, value);
  }

  /** What a variable is replaced by, or the variable. */
  protected final Expr lookup(Var var) {
    return replaced.getOrDefault(var, var);
  }

  /** Rewrites a function: parameters, result types and body. */
  public Function function(Function function) {
    List<Param> params = new ArrayList<>(function.params().size());
    for (Param param : function.params()) {
      params.add(new Param(define(param.var()), param.direction()));
    }
    Block body = block(function.body());
    List<Type> results = function.results().stream().map(this::type).toList();
    return function.withParams(params).withResults(results).withBody(body);
  }

  /** Rewrites statements in order. */
  public Block block(Block block) {
    List<Stmt> out = new ArrayList<>(block.stmts().size());
    for (Stmt stmt : block.stmts()) {
      stmt(stmt, out);
    }
    return out.equals(block.stmts()) && sameObjects(out, block.stmts()) ? block : new Block(out);
  }

  private static boolean sameObjects(List<Stmt> a, List<Stmt> b) {
    for (int i = 0; i < a.size(); i++) {
      if (a.get(i) != b.get(i)) {
        return false;
      }
    }
    return true;
  }

  /** Rewrites one statement into any number of them. */
  protected void stmt(Stmt stmt, List<Stmt> out) {
    switch (stmt) {
      case Assign s -> assign(s, out);
      case Eval s -> eval(s, out);
      case For s -> loop(s, out);
      case While s -> loop(s, out);
      case If s -> choice(s, out);
      case Yield s -> {
        List<Expr> values = exprs(s.values());
        out.add(values == s.values() ? s : new Yield(values, s.span()));
      }
      case Return s -> {
        List<Expr> values = exprs(s.values());
        out.add(values == s.values() ? s : new Return(values, s.span()));
      }
      case Scope s -> scope(s, out);
      case Break s -> out.add(s);
      case Continue s -> out.add(s);
    }
  }

  protected void assign(Assign s, List<Stmt> out) {
    Expr value = expr(s.value());
    Var target = define(s.target());
    out.add(value == s.value() && target == s.target() ? s : new Assign(target, value, s.span()));
  }

  protected void eval(Eval s, List<Stmt> out) {
    Expr value = expr(s.value());
    out.add(value == s.value() ? s : new Eval(value, s.span()));
  }

  protected void loop(For s, List<Stmt> out) {
    Expr start = expr(s.start());
    Expr stop = expr(s.stop());
    Expr step = expr(s.step());
    Var index = define(s.index());
    List<IterArg> iterArgs = iterArgs(s.iterArgs());
    Block body = block(s.body());
    List<Var> results = defineAll(s.results());
    out.add(
        new For(
            index,
            start,
            stop,
            step,
            iterArgs,
            body,
            results,
            s.kind(),
            attrs(s.attrs()),
            s.span()));
  }

  protected void loop(While s, List<Stmt> out) {
    List<IterArg> iterArgs = iterArgs(s.iterArgs());
    Expr condition = expr(s.condition());
    Block body = block(s.body());
    out.add(new While(condition, iterArgs, body, defineAll(s.results()), s.span()));
  }

  protected void choice(If s, List<Stmt> out) {
    Expr condition = expr(s.condition());
    Block then = block(s.then());
    Block orElse = block(s.orElse());
    List<Var> results = defineAll(s.results());
    out.add(new If(condition, then, orElse, results, s.span()));
  }

  protected void scope(Scope s, List<Stmt> out) {
    Attrs attrs = attrs(s.attrs());
    Var taskId = s.taskId() == null ? null : define(s.taskId());
    out.add(new Scope(s.kind(), attrs, taskId, block(s.body()), s.span()));
  }

  private List<IterArg> iterArgs(List<IterArg> args) {
    List<Expr> inits = args.stream().map(a -> expr(a.init())).toList();
    List<IterArg> out = new ArrayList<>(args.size());
    for (int i = 0; i < args.size(); i++) {
      out.add(new IterArg(define(args.get(i).var()), inits.get(i)));
    }
    return out;
  }

  private List<Var> defineAll(List<Var> vars) {
    return vars.stream().map(this::define).toList();
  }

  /**
   * Rewrites a definition; the default keeps the variable unless its type mentions something
   * replaced.
   */
  protected Var define(Var var) {
    Type type = type(var.type());
    if (type.equals(var.type())) {
      return var;
    }
    Var changed = new Var(var.name(), type, var.span());
    replaced.put(var, changed);
    return changed;
  }

  /** Rewrites values; returns the same list when nothing changed. */
  public final List<Expr> exprs(List<Expr> list) {
    List<Expr> out = null;
    for (int i = 0; i < list.size(); i++) {
      Expr before = list.get(i);
      Expr after = expr(before);
      if (out == null && after != before) {
        out = new ArrayList<>(list);
      }
      if (out != null) {
        out.set(i, after);
      }
    }
    return out == null ? list : out;
  }

  /** Rewrites a value. */
  public Expr expr(Expr expr) {
    return switch (expr) {
      case Var v -> lookup(v);
      case IntConst c -> c;
      case FloatConst c -> c;
      case StringConst c -> c;
      case Binary b -> {
        Expr left = expr(b.left());
        Expr right = expr(b.right());
        yield left == b.left() && right == b.right() ? b : Scalars.rebuilt(b, left, right);
      }
      case Unary u -> {
        Expr operand = expr(u.operand());
        yield operand == u.operand() ? u : Scalars.unary(u.op(), operand, u.span());
      }
      case Cast c -> {
        Expr operand = expr(c.operand());
        yield operand == c.operand() ? c : Scalars.cast(operand, c.dtype(), c.span());
      }
      case MakeTuple t -> {
        List<Expr> elements = exprs(t.elements());
        yield elements == t.elements() ? t : new MakeTuple(elements, t.span());
      }
      case TupleGet t -> {
        Expr tuple = expr(t.tuple());
        yield tuple == t.tuple()
            ? t
            : tuple instanceof MakeTuple m
                ? m.elements().get(t.index())
                : new TupleGet(tuple, t.index(), t.span());
      }
      case Call c -> call(c);
      case FunctionCall c -> functionCall(c);
    };
  }

  protected Expr call(Call c) {
    Call changed = c.mapOperands(this::expr);
    Attrs attrs = attrs(c.attrs());
    Type type = type(c.type());
    return changed == c && attrs.equals(c.attrs()) && type.equals(c.type())
        ? c
        : new Call(c.op(), changed.args(), c.given(), attrs, type, c.span());
  }

  protected Expr functionCall(FunctionCall c) {
    List<Expr> args = exprs(c.args());
    Attrs attrs = attrs(c.attrs());
    Type type = type(c.type());
    return args == c.args() && attrs.equals(c.attrs()) && type.equals(c.type())
        ? c
        : new FunctionCall(c.callee(), args, attrs, type, c.span());
  }

  /** Rewrites the values among attributes. */
  protected Attrs attrs(Attrs attrs) {
    return attrs.map(this::attr);
  }

  private Object attr(Object value) {
    if (value instanceof Expr e) {
      return expr(e);
    }
    if (value instanceof List<?> list) {
      List<Object> out = new ArrayList<>(list.size());
      boolean changed = false;
      for (Object element : list) {
        Object after = attr(element);
        changed |= after != element;
        out.add(after);
      }
      return changed ? out : value;
    }
    if (value instanceof Map<?, ?> map) {
      Map<Object, Object> out = new LinkedHashMap<>();
      boolean changed = false;
      for (Map.Entry<?, ?> entry : map.entrySet()) {
        Object after = attr(entry.getValue());
        changed |= after != entry.getValue();
        out.put(entry.getKey(), after);
      }
      return changed ? out : value;
    }
    return value;
  }

  /** Rewrites the extents that a type mentions. */
  public Type type(Type type) {
    return switch (type) {
      case TensorType t -> {
        List<Expr> shape = exprs(t.shape());
        TensorView view = view(t.view());
        yield shape == t.shape() && view == t.view() ? t : new TensorType(t.dtype(), shape, view);
      }
      case DistributedTensorType t -> {
        List<Expr> shape = exprs(t.shape());
        TensorView view = view(t.view());
        yield shape == t.shape() && view == t.view()
            ? t
            : new DistributedTensorType(t.dtype(), shape, view, t.window());
      }
      case TileType t -> {
        List<Expr> shape = exprs(t.shape());
        List<Expr> valid = exprs(t.validShape());
        MemRef ref = t.memRef();
        if (ref != null && ref.address() != null) {
          Expr address = expr(ref.address());
          ref = address == ref.address() ? ref : ref.at(address);
        }
        yield shape == t.shape() && valid == t.validShape() && ref == t.memRef()
            ? t
            : new TileType(t.dtype(), shape, valid, t.layout(), t.space(), ref);
      }
      case TupleType t -> {
        List<Type> elements = t.elements().stream().map(this::type).toList();
        yield elements.equals(t.elements()) ? t : new TupleType(elements);
      }
      default -> type;
    };
  }

  private TensorView view(TensorView view) {
    List<Expr> stride = exprs(view.stride());
    List<Expr> valid = exprs(view.validShape());
    return stride == view.stride() && valid == view.validShape()
        ? view
        : new TensorView(stride, valid, view.layout());
  }
}
