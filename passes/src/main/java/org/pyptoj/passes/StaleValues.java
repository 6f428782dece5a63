package org.pyptoj.passes;

import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;
import org.pyptoj.ir.Function;
import org.pyptoj.ir.Span;
import org.pyptoj.ir.Walker;
import org.pyptoj.ir.expr.Call;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.expr.Var;
import org.pyptoj.ir.op.Dialect;
import org.pyptoj.ir.op.ParamRole;
import org.pyptoj.ir.op.Result;
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
import org.pyptoj.ir.type.TensorLike;
import org.pyptoj.ir.type.TileType;

/**
 * Refuses kernel code in which a name misses a write to its value. A tile, or a tensor that an op
 * computes, is one object to Python, whatever its names and parts; to the IR it is a value, and
 * each name that is to see a write is assigned. A name that may be of the written object, was not
 * assigned since and is read would give what Python does not. Behind a function that was placed at
 * its call, that is how the caller's names miss what the body writes.
 *
 * <p>Runs on names, before SSA form.
 */
final class StaleValues extends Walker {

  /** What one statement makes: in the last round of its loop, and in the rounds before. */
  private record Made(Object last, Object earlier) {}

  /** The objects that a name may stand for, and those of which it may show a part. */
  private record Seen(Set<Object> objects, Set<Object> shown) {

    boolean sharesMemory(Seen other) {
      return !Collections.disjoint(objects, other.objects)
          || !Collections.disjoint(shown, other.objects)
          || !Collections.disjoint(objects, other.shown)
          || !Collections.disjoint(shown, other.shown);
    }

    Seen join(Seen other) {
      return new Seen(union(objects, other.objects), union(shown, other.shown));
    }

    Seen inALaterRound(Made made) {
      return new Seen(aged(objects, made), aged(shown, made));
    }

    private static Set<Object> aged(Set<Object> set, Made made) {
      if (!set.contains(made.last)) {
        return set;
      }
      Set<Object> aged = new HashSet<>(set);
      aged.remove(made.last);
      aged.add(made.earlier);
      return aged;
    }

    private static Set<Object> union(Set<Object> a, Set<Object> b) {
      if (a.equals(b)) {
        return a;
      }
      Set<Object> all = new HashSet<>(a);
      all.addAll(b);
      return all;
    }
  }

  /** What is known at a place: the names of values, and those that have missed a write. */
  private record State(Map<String, Seen> values, Set<String> stale) {

    State() {
      this(new HashMap<>(), new HashSet<>());
    }

    State copy() {
      return new State(new HashMap<>(values), new HashSet<>(stale));
    }

    void join(State other) {
      other.values.forEach((name, seen) -> values.merge(name, seen, Seen::join));
      stale.addAll(other.stale);
    }
  }

  private final Map<Assign, Made> made = new IdentityHashMap<>();

  /** Null where no path leads to. */
  private State state = new State();

  /** What is known where the loop at hand is left, and where its next round begins. */
  private State behind;

  private State nextRound;
  private boolean inKernel;

  private StaleValues() {}

  /**
   * Looks at a function.
   *
   * @throws org.pyptoj.ir.diagnostic.DiagnosticException PLP0113
   */
  static void check(Function function) {
    StaleValues check = new StaleValues();
    check.inKernel = function.kind().isKernel();
    check.block(function.body());
  }

  @Override
  public void block(Block block) {
    for (Stmt stmt : block.stmts()) {
      if (state == null) {
        return;
      }
      stmt(stmt);
    }
  }

  @Override
  public void stmt(Stmt stmt) {
    switch (stmt) {
      case Assign a when inKernel -> {
        read(a.value(), a.span());
        written(a);
        define(a);
      }
      case Eval e when inKernel -> {
        read(e.value(), e.span());
        written(e.value());
      }
      case Return r -> {
        r.values().forEach(v -> read(v, r.span()));
        state = null;
      }
      case If i -> choice(i);
      case For f -> {
        read(f.start(), f.span());
        read(f.stop(), f.span());
        read(f.step(), f.span());
        loop(f.body(), null, f.span());
      }
      case While w -> loop(w.body(), w.condition(), w.span());
      case Break b -> {
        behind = joined(behind);
        state = null;
      }
      case Continue c -> {
        nextRound = joined(nextRound);
        state = null;
      }
      case Scope s -> scope(s);
      default -> {}
    }
  }

  private void scope(Scope s) {
    boolean outer = inKernel;
    inKernel |= KernelScopes.isKernelCode(s);
    if (outer || !inKernel) {
      block(s.body());
    } else {
      state = new State();
      block(s.body());
      state = new State();
    }
    inKernel = outer;
  }

  private void choice(If i) {
    read(i.condition(), i.span());
    State before = state.copy();
    block(i.then());
    State then = state;
    state = before;
    block(i.orElse());
    state = joined(then);
  }

  private void loop(Block body, Expr condition, Span at) {
    State outerBehind = behind;
    State outerNext = nextRound;
    State before;
    do {
      before = state.copy();
      behind = null;
      nextRound = null;
      if (condition != null) {
        read(condition, at);
      }
      behind = joined(behind);
      block(body);
      state = joined(nextRound);
      state = joined(before);
    } while (!state.equals(before));
    state = behind;
    behind = outerBehind;
    nextRound = outerNext;
  }

  /** The state at hand or another one; either may be null. */
  private State joined(State other) {
    if (state == null || other == null) {
      return state == null ? other : state.copy();
    }
    State all = state.copy();
    all.join(other);
    return all;
  }

  private void read(Expr value, Span at) {
    if (inKernel && !state.stale.isEmpty()) {
      new Walker() {
        @Override
        protected void use(Var var) {
          if (state.stale.contains(var.name())) {
            throw stale(var.name(), at);
          }
        }
      }.expr(value);
    }
  }

  private static RuntimeException stale(String name, Span at) {
    return StructureRule.STALE_VALUE.at(
        at,
        "'" + AutoName.baseOf(name) + "' has been written through another name",
        "a function that writes a value returns it: assign the result to the name, as in t = put(t);"
            + " other names of the value are read before, or assigned too");
  }

  /** What a statement writes, the target of an in-place write among it. */
  private void written(Assign a) {
    written(a.value());
    if (isInPlace(a)) {
      wrote(a.target().name());
    }
  }

  private void written(Expr value) {
    new Walker() {
      @Override
      public void expr(Expr expr) {
        super.expr(expr);
        if (expr instanceof Call c && !(c.op().result() instanceof Result.Same)) {
          for (Call.Operand operand : c.operands()) {
            if (operand.access().writes() && operand.value() instanceof Var v) {
              wrote(v.name());
            }
          }
        }
      }
    }.expr(value);
  }

  /** Whether an assignment writes a part of a tensor, as {@code t[0:1, :] = part} does. */
  private static boolean isInPlace(Assign a) {
    return a.value() instanceof Call c
        && a.target().type() instanceof TensorLike
        && c.op().result().shared() == ParamRole.TARGET
        && c.sharedOperand() instanceof Var v
        && v.name().equals(a.target().name());
  }

  private void wrote(String name) {
    Seen mine = state.values.get(name);
    if (mine != null) {
      state.values.forEach(
          (other, seen) -> {
            if (!other.equals(name) && seen.sharesMemory(mine)) {
              state.stale.add(other);
            }
          });
    }
  }

  private void define(Assign a) {
    String name = a.target().name();
    if (isInPlace(a)) {
      return;
    }
    Seen seen = seen(a);
    state.stale.remove(name);
    if (seen == null) {
      state.values.remove(name);
    } else {
      state.values.put(name, seen);
    }
  }

  /** What a name stands for; null for memory and for what has no memory. */
  private Seen seen(Assign a) {
    if (!(a.target().type() instanceof TileType || a.target().type() instanceof TensorLike)) {
      return null;
    }
    return switch (a.value()) {
      case Var v -> state.values.get(v.name());
      case Call c when c.sharedOperand() == null ->
          a.target().type() instanceof TileType || c.op().dialect() == Dialect.TENSOR
              ? new Seen(Set.of(fresh(a)), Set.of())
              : null;
      case Call c -> {
        Object own = fresh(a);
        Seen of = c.sharedOperand() instanceof Var v ? state.values.get(v.name()) : null;
        if (of == null) {
          yield null;
        }
        Set<Object> shown = Set.of();
        if (c.op().result() instanceof Result.ViewOf) {
          shown = Seen.union(of.objects, of.shown);
        }
        yield new Seen(Set.of(own), shown);
      }
      default -> null;
    };
  }

  private Object fresh(Assign a) {
    Made objects = made.computeIfAbsent(a, s -> new Made(new Object(), new Object()));
    state.values.replaceAll((name, seen) -> seen.inALaterRound(objects));
    return objects.last;
  }
}
