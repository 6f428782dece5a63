package org.pyptoj.passes;

import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.pyptoj.ir.Function;
import org.pyptoj.ir.Param;
import org.pyptoj.ir.Program;
import org.pyptoj.ir.expr.Call;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.expr.FunctionCall;
import org.pyptoj.ir.expr.MakeTuple;
import org.pyptoj.ir.expr.TupleGet;
import org.pyptoj.ir.expr.Var;
import org.pyptoj.ir.op.Result;
import org.pyptoj.ir.stmt.Assign;
import org.pyptoj.ir.stmt.Block;
import org.pyptoj.ir.stmt.For;
import org.pyptoj.ir.stmt.If;
import org.pyptoj.ir.stmt.IterArg;
import org.pyptoj.ir.stmt.Return;
import org.pyptoj.ir.stmt.Scope;
import org.pyptoj.ir.stmt.Stmt;
import org.pyptoj.ir.stmt.While;
import org.pyptoj.ir.stmt.Yield;
import org.pyptoj.ir.type.TensorLike;

/**
 * Which tensors of a function in SSA form share storage. Each tensor-like variable has a root: the
 * parameter, allocation or window that its elements live in. A store, an in-place collective and a
 * loop's carried tensor keep the root of the tensor that they change; a slice has the root of what
 * it is cut from.
 */
public final class StorageRoots {

  /** What counts as the same. */
  public enum Sharing {
    /** The same tensor, whole. */
    WHOLE,
    /** The same tensor or a part or another shape of it. */
    PARTS
  }

  private final Map<Var, Var> parent = new IdentityHashMap<>();
  private final Map<Var, FunctionCall> calls = new IdentityHashMap<>();
  private final Lineage lineage;
  private final Sharing sharing;

  private StorageRoots(Lineage lineage, Sharing sharing) {
    this.lineage = lineage;
    this.sharing = sharing;
  }

  /** The roots in a function of a program. */
  public static StorageRoots of(Function function, Program program, Sharing sharing) {
    return of(function.body(), new Lineage(program), sharing);
  }

  private static StorageRoots of(Block body, Lineage lineage, Sharing sharing) {
    StorageRoots roots = new StorageRoots(lineage, sharing);
    roots.block(body);
    return roots;
  }

  /** The roots in statements that call no function. */
  static StorageRoots of(Block body, Sharing sharing) {
    return of(body, new Lineage(new Program("", List.of())), sharing);
  }

  /** The variable that owns a tensor's storage. */
  public Var root(Var var) {
    Var at = var;
    while (parent.get(at) != null && parent.get(at) != at) {
      at = parent.get(at);
    }
    return at;
  }

  /** The root of a value, or null where it is no variable. */
  public Var root(Expr value) {
    return switch (value) {
      case Var v -> root(v);
      case Call c when operandOf(c) != null -> root(operandOf(c));
      default -> null;
    };
  }

  /** The parameter that a result is, by position, or -1 where it is none. */
  public static int[] returnedParams(Function function, Program program) {
    return new Lineage(program).of(function);
  }

  private void block(Block block) {
    block.stmts().forEach(this::stmt);
  }

  private void stmt(Stmt stmt) {
    switch (stmt) {
      case Assign s -> {
        if (s.value() instanceof FunctionCall c) {
          calls.put(s.target(), c);
        }
        if (s.target().type() instanceof TensorLike) {
          link(s.target(), source(s.value()));
        }
      }
      case For s -> loop(s.iterArgs(), s.results(), s.body());
      case While s -> loop(s.iterArgs(), s.results(), s.body());
      case If s -> {
        block(s.then());
        block(s.orElse());
        for (int i = 0; i < s.results().size(); i++) {
          Var then = yielded(s.then(), i);
          Var orElse = yielded(s.orElse(), i);
          if (then != null && orElse != null && root(then) == root(orElse)) {
            link(s.results().get(i), then);
          }
        }
      }
      case Scope s -> block(s.body());
      default -> {}
    }
  }

  private void loop(List<IterArg> iterArgs, List<Var> results, Block body) {
    for (int i = 0; i < iterArgs.size(); i++) {
      if (iterArgs.get(i).var().type() instanceof TensorLike
          && iterArgs.get(i).init() instanceof Var init) {
        link(iterArgs.get(i).var(), init);
        link(results.get(i), init);
      }
    }
    block(body);
  }

  private Var yielded(Block block, int i) {
    return !block.stmts().isEmpty()
            && block.stmts().getLast() instanceof Yield y
            && y.values().get(i) instanceof Var v
            && v.type() instanceof TensorLike
        ? v
        : null;
  }

  private void link(Var var, Var to) {
    if (to != null && root(to) != var) {
      parent.put(var, to);
    }
  }

  private Var source(Expr value) {
    return switch (value) {
      case Var v -> v;
      case Call c -> operandOf(c) instanceof Var v ? v : null;
      case FunctionCall c -> passedThrough(c, 0);
      case TupleGet g when g.tuple() instanceof Var t && calls.containsKey(t) ->
          passedThrough(calls.get(t), g.index());
      default -> null;
    };
  }

  private Var passedThrough(FunctionCall call, int result) {
    int[] params = lineage.of(call.callee());
    if (params == null || result >= params.length || params[result] < 0) {
      return null;
    }
    return call.args().get(params[result]) instanceof Var v ? v : null;
  }

  /** The operand whose storage an op's result is, or null. */
  private Expr operandOf(Call c) {
    return sharing == Sharing.PARTS || c.op().result() instanceof Result.Same
        ? c.sharedOperand()
        : null;
  }

  /** Which results of which functions are parameters. */
  private static final class Lineage {
    private final Program program;
    private final Map<String, int[]> known = new HashMap<>();
    private final Set<String> open = new HashSet<>();

    Lineage(Program program) {
      this.program = program;
    }

    int[] of(String name) {
      return program.function(name).map(this::of).orElse(null);
    }

    int[] of(Function function) {
      int[] found = known.get(function.name());
      if (found == null && open.add(function.name())) {
        found = compute(function);
        known.put(function.name(), found);
      }
      return found;
    }

    private int[] compute(Function function) {
      Return end = returnOf(function.body());
      if (end == null) {
        return new int[0];
      }
      StorageRoots roots = StorageRoots.of(function.body(), this, Sharing.WHOLE);
      List<Var> params = function.params().stream().map(Param::var).toList();
      return flat(end).stream()
          .mapToInt(v -> v.type() instanceof TensorLike ? indexOf(params, roots.root(v)) : -1)
          .toArray();
    }

    private static int indexOf(List<Var> params, Var var) {
      for (int i = 0; i < params.size(); i++) {
        if (params.get(i) == var) {
          return i;
        }
      }
      return -1;
    }
  }

  /** A function's return, or null where it has none. */
  static Return returnOf(Block body) {
    if (body.stmts().isEmpty()) {
      return null;
    }
    return switch (body.stmts().getLast()) {
      case Return r -> r;
      case Scope s -> returnOf(s.body());
      default -> null;
    };
  }

  /** The values that a return hands back; a tuple counts as its elements. */
  static List<Expr> flat(Return end) {
    return end.values().size() == 1 && end.values().getFirst() instanceof MakeTuple t
        ? t.elements()
        : end.values();
  }
}
