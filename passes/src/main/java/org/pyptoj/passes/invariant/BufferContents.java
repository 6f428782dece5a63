package org.pyptoj.passes.invariant;

import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import org.pyptoj.ir.Function;
import org.pyptoj.ir.Program;
import org.pyptoj.ir.Walker;
import org.pyptoj.ir.expr.Call;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.expr.Var;
import org.pyptoj.ir.stmt.Assign;
import org.pyptoj.ir.stmt.Block;
import org.pyptoj.ir.stmt.Eval;
import org.pyptoj.ir.stmt.For;
import org.pyptoj.ir.stmt.If;
import org.pyptoj.ir.stmt.IterArg;
import org.pyptoj.ir.stmt.Scope;
import org.pyptoj.ir.stmt.Stmt;
import org.pyptoj.ir.stmt.While;
import org.pyptoj.ir.stmt.Yield;
import org.pyptoj.ir.type.TileType;
import org.pyptoj.passes.PassContext;
import org.pyptoj.passes.memory.ResultPlace;

/**
 * Follows a kernel and remembers which contents each buffer holds. A tile stands for contents; an
 * op puts new ones into its result's buffer, a view and a second name share them. Whoever reads a
 * tile must find its contents in its buffer. A loop is followed until what its buffers hold at the
 * beginning of an iteration is the same for all iterations.
 */
final class BufferContents implements Check {

  @Override
  public void check(
      Program program, Function function, PassContext context, Consumer<String> found) {
    if (function.kind().isKernel()) {
      Set<String> details = new LinkedHashSet<>();
      new Contents(details).block(function.body());
      details.forEach(found);
    }
  }

  private static final class Contents {
    private static final Object UNKNOWN = new Object();

    private final Set<String> found;
    private final Map<Var, Object> contents = new IdentityHashMap<>();
    private Map<String, Object> held = new HashMap<>();

    /** Views that begin elsewhere than their tiles; nothing can be received there. */
    private final Set<Var> parts = Collections.newSetFromMap(new IdentityHashMap<>());

    /** Whether a loop is followed only to learn what it changes. */
    private int rehearsals;

    Contents(Set<String> found) {
      this.found = found;
    }

    void block(Block block) {
      block.stmts().forEach(this::stmt);
    }

    private void stmt(Stmt stmt) {
      switch (stmt) {
        case Assign a -> assign(a);
        case Eval e -> read(e.value());
        case For s -> {
          read(s.start());
          read(s.stop());
          read(s.step());
          loop(s.iterArgs(), null, s.body(), s.results());
        }
        case While s -> loop(s.iterArgs(), s.condition(), s.body(), s.results());
        case If s -> choice(s);
        case Scope s -> block(s.body());
        case Yield y -> y.values().forEach(this::read);
        case org.pyptoj.ir.stmt.Return r -> r.values().forEach(this::read);
        case org.pyptoj.ir.stmt.Break b -> {}
        case org.pyptoj.ir.stmt.Continue c -> {}
      }
    }

    private void assign(Assign a) {
      read(a.value());
      String buffer = Kernels.buffer(a.target());
      if (buffer == null) {
        return;
      }
      switch (a.value()) {
        case Var v -> {
          contents.put(a.target(), contents.get(v));
          if (parts.contains(v)) {
            parts.add(a.target());
          }
        }
        case Call c when ResultPlace.isView(c) && ResultPlace.shared(c) != null -> {
          contents.put(a.target(), contents.get(ResultPlace.shared(c)));
          if (ResultPlace.isPart(c) || parts.contains(ResultPlace.shared(c))) {
            parts.add(a.target());
          }
        }
        case Call c -> {
          for (Expr operand : ResultPlace.readWhileWriting(c, (TileType) a.target().type())) {
            if (operand instanceof Var v && buffer.equals(Kernels.buffer(v))) {
              report(a.target().name() + " is written over " + v.name() + ", which is still read");
            }
          }
          fill(a.target());
        }
        default -> fill(a.target());
      }
    }

    private void fill(Var tile) {
      Object fresh = new Object();
      contents.put(tile, fresh);
      held.put(Kernels.buffer(tile), fresh);
    }

    private void read(Expr expr) {
      new Walker() {
        @Override
        protected void use(Var var) {
          String buffer = Kernels.buffer(var);
          if (buffer != null
              && contents.containsKey(var)
              && held.get(buffer) != contents.get(var)) {
            report(var.name() + " is read, but " + buffer + " may hold something else");
          }
        }
      }.expr(expr);
    }

    private void report(String detail) {
      if (rehearsals == 0) {
        found.add(detail);
      }
    }

    private void choice(If s) {
      read(s.condition());
      Map<String, Object> before = new HashMap<>(held);
      block(s.then());
      Map<String, Object> afterThen = held;
      held = before;
      block(s.orElse());
      List<Expr> then = yields(s.then());
      List<Expr> orElse = yields(s.orElse());
      Map<String, Object> merged = merge(afterThen, held);
      Map<List<Object>, Object> chosen = new HashMap<>();
      for (int i = 0; i < s.results().size(); i++) {
        Var result = s.results().get(i);
        String buffer = Kernels.buffer(result);
        if (buffer == null) {
          continue;
        }
        placed(then.get(i), result);
        placed(orElse.get(i), result);
        Object one = contents.get(then.get(i));
        Object other = contents.get(orElse.get(i));
        Object content =
            one == other
                ? one
                : chosen.computeIfAbsent(Arrays.asList(one, other), c -> new Object());
        contents.put(result, content);
        merged.put(buffer, content);
      }
      held = merged;
    }

    private void loop(List<IterArg> args, Expr condition, Block body, List<Var> results) {
      args.forEach(a -> read(a.init()));
      for (int i = 0; i < args.size(); i++) {
        placed(args.get(i).init(), args.get(i).var());
        placed(args.get(i).var(), results.get(i));
        contents.put(args.get(i).var(), contents.get(args.get(i).init()));
      }
      Map<String, Object> entry = new HashMap<>(held);
      rehearsals++;
      for (boolean changed = true; changed; ) {
        held = new HashMap<>(entry);
        follow(args, condition, body);
        changed = false;
        List<Expr> yields = yields(body);
        for (int i = 0; i < args.size(); i++) {
          Var arg = args.get(i).var();
          String buffer = Kernels.buffer(arg);
          if (buffer != null
              && contents.get(yields.get(i)) != contents.get(arg)
              && contents.get(arg) == contents.get(args.get(i).init())) {
            // The loop changes it: from now on it is neither what came in nor what goes out.
            contents.put(arg, new Object());
            entry.put(buffer, contents.get(arg));
            changed = true;
          }
        }
        for (IterArg arg : args) {
          if (Kernels.buffer(arg.var()) != null) {
            held.put(Kernels.buffer(arg.var()), contents.get(arg.var()));
          }
        }
        Map<String, Object> merged = merge(entry, held);
        changed |= !merged.equals(entry);
        entry = merged;
      }
      rehearsals--;
      held = new HashMap<>(entry);
      follow(args, condition, body);
      List<Expr> yields = yields(body);
      for (int i = 0; i < args.size(); i++) {
        placed(yields.get(i), args.get(i).var());
      }
      held = new HashMap<>(entry);
      for (int i = 0; i < results.size(); i++) {
        contents.put(results.get(i), contents.get(args.get(i).var()));
      }
    }

    private void follow(List<IterArg> args, Expr condition, Block body) {
      if (condition != null) {
        read(condition);
      }
      block(body);
    }

    private void placed(Expr value, Var receiver) {
      if (!(value instanceof Var v)) {
        return;
      }
      if (parts.contains(v)) {
        report(v.name() + " is handed on as " + receiver.name() + ", but is a part of a tile");
      }
      if (!Objects.equals(Kernels.buffer(v), Kernels.buffer(receiver))) {
        report(v.name() + " is handed on as " + receiver.name() + ", which lies elsewhere");
      }
    }

    private static Map<String, Object> merge(Map<String, Object> a, Map<String, Object> b) {
      Map<String, Object> merged = new HashMap<>(a);
      b.forEach((buffer, content) -> merged.merge(buffer, content, (x, y) -> x == y ? x : UNKNOWN));
      return merged;
    }

    private static List<Expr> yields(Block body) {
      return !body.stmts().isEmpty() && body.stmts().getLast() instanceof Yield y
          ? y.values()
          : List.of();
    }
  }
}
