package org.pyptoj.sim.kernel;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.pyptoj.ir.Function;
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

/**
 * Which of its parameters a function hands back: {@code return pl.store(t, [0, 0], out)} is {@code
 * out}. A caller then knows the result before the task has run.
 */
final class ReturnAliases {

  private static final int UNKNOWN = -1;

  private final Program program;
  private final Map<String, int[]> known = new HashMap<>();
  private final Set<String> active = new HashSet<>();

  ReturnAliases(Program program) {
    this.program = program;
  }

  /** For each result the position of the parameter that it is, or -1. */
  synchronized int[] of(Function function) {
    int[] result = known.get(function.name());
    if (result == null && active.add(function.name())) {
      result = new Flow(function).run();
      known.put(function.name(), result);
      active.remove(function.name());
    }
    return result == null ? new int[0] : result;
  }

  /** Names that are the same tensor as a name that was there before a block. */
  Map<String, String> of(Block block) {
    Flow flow = new Flow(null);
    flow.block(block, List.of());
    return flow.roots;
  }

  /** The operand that an op hands back as its result, or null. */
  static Expr passed(Call call) {
    return call.op().result() instanceof Result.Same ? call.sharedOperand() : null;
  }

  private final class Flow {
    private final Function function;
    private final Map<String, String> roots = new HashMap<>();
    private final Map<String, String[]> tuples = new HashMap<>();
    private String[] results;

    Flow(Function function) {
      this.function = function;
      if (function != null) {
        function.params().forEach(p -> roots.put(p.var().name(), p.var().name()));
      }
    }

    int[] run() {
      block(function.body(), List.of());
      if (results == null) {
        return new int[0];
      }
      List<String> params = function.params().stream().map(p -> p.var().name()).toList();
      return Arrays.stream(results)
          .mapToInt(r -> r == null ? UNKNOWN : params.indexOf(r))
          .toArray();
    }

    /** The root of a value: a parameter's name, or any name that nothing here has defined. */
    private String root(Expr expr) {
      return switch (expr) {
        case Var v -> roots.containsKey(v.name()) ? roots.get(v.name()) : v.name();
        case Call c -> {
          Expr passed = passed(c);
          yield passed == null ? null : root(passed);
        }
        case TupleGet t -> {
          String[] of = tuple(t.tuple());
          yield of == null || t.index() >= of.length ? null : of[t.index()];
        }
        case FunctionCall c -> {
          String[] of = tuple(c);
          yield of == null || of.length != 1 ? null : of[0];
        }
        default -> null;
      };
    }

    private String[] tuple(Expr expr) {
      return switch (expr) {
        case Var v -> tuples.get(v.name());
        case MakeTuple t -> t.elements().stream().map(this::root).toArray(String[]::new);
        case FunctionCall c -> {
          Function callee = program.function(c.callee()).orElse(null);
          if (callee == null) {
            yield null;
          }
          int[] of = ReturnAliases.this.of(callee);
          String[] roots = new String[of.length];
          for (int i = 0; i < of.length; i++) {
            roots[i] = of[i] < 0 || of[i] >= c.args().size() ? null : root(c.args().get(of[i]));
          }
          yield roots;
        }
        default -> null;
      };
    }

    void block(Block block, List<Var> into) {
      for (Stmt stmt : block.stmts()) {
        stmt(stmt, into);
      }
    }

    private void stmt(Stmt stmt, List<Var> into) {
      switch (stmt) {
        case Assign s -> {
          String[] many = tuple(s.value());
          roots.put(s.target().name(), root(s.value()));
          if (many != null) {
            tuples.put(s.target().name(), many);
          }
        }
        case For s -> loop(s.iterArgs(), s.body(), s.results());
        case While s -> loop(s.iterArgs(), s.body(), s.results());
        case If s -> choice(s);
        case Yield s -> {
          for (int i = 0; i < into.size() && i < s.values().size(); i++) {
            roots.put(into.get(i).name(), root(s.values().get(i)));
          }
        }
        case Return s -> {
          List<Expr> values = s.values();
          String[] many =
              values.size() == 1
                      && tuple(values.getFirst()) != null
                      && !(values.getFirst() instanceof FunctionCall)
                  ? tuple(values.getFirst())
                  : values.size() == 1 && values.getFirst() instanceof FunctionCall c
                      ? tuple(c)
                      : values.stream().map(this::root).toArray(String[]::new);
          results = results == null ? many : same(results, many);
        }
        case Scope s -> block(s.body(), List.of());
        default -> {}
      }
    }

    private String[] same(String[] a, String[] b) {
      String[] both = new String[Math.min(a.length, b.length)];
      for (int i = 0; i < both.length; i++) {
        both[i] = a[i] != null && a[i].equals(b[i]) ? a[i] : null;
      }
      return both;
    }

    private void loop(List<IterArg> args, Block body, List<Var> results) {
      List<Var> yields = new ArrayList<>();
      List<String> before = new ArrayList<>();
      for (IterArg arg : args) {
        String root = root(arg.init());
        before.add(root);
        roots.put(arg.var().name(), root);
        yields.add(new Var(" yield " + arg.var().name(), arg.var().type(), arg.var().span()));
      }
      Map<String, String> entry = new HashMap<>(roots);
      block(body, yields);
      merge(entry);
      for (int i = 0; i < args.size(); i++) {
        String carried = roots.remove(yields.get(i).name());
        String root = before.get(i) != null && before.get(i).equals(carried) ? carried : null;
        roots.put(args.get(i).var().name(), root);
        if (i < results.size()) {
          roots.put(results.get(i).name(), root);
        }
      }
    }

    private void choice(If s) {
      Map<String, String> entry = new HashMap<>(roots);
      block(s.then(), s.results());
      Map<String, String> then = new HashMap<>(roots);
      roots.clear();
      roots.putAll(entry);
      block(s.orElse(), s.results());
      merge(then);
    }

    /**
     * A name is what it is on both ways here; one that only one way has defined keeps what that way
     * says.
     */
    private void merge(Map<String, String> other) {
      other.forEach(
          (name, root) -> {
            if (roots.containsKey(name) && !java.util.Objects.equals(roots.get(name), root)) {
              roots.put(name, null);
            } else {
              roots.putIfAbsent(name, root);
            }
          });
    }
  }
}
