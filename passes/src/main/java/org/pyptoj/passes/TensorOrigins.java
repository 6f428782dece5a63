package org.pyptoj.passes;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.pyptoj.ir.Function;
import org.pyptoj.ir.Walker;
import org.pyptoj.ir.expr.Call;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.expr.Var;
import org.pyptoj.ir.op.Dialect;
import org.pyptoj.ir.op.OpKind;
import org.pyptoj.ir.op.Result;
import org.pyptoj.ir.stmt.Assign;
import org.pyptoj.ir.stmt.Block;
import org.pyptoj.ir.stmt.For;
import org.pyptoj.ir.stmt.If;
import org.pyptoj.ir.stmt.IterArg;
import org.pyptoj.ir.stmt.Stmt;
import org.pyptoj.ir.stmt.While;
import org.pyptoj.ir.type.TensorLike;
import org.pyptoj.passes.memory.Definitions;

/**
 * What the tensors of a kernel in SSA form are: memory, a part of memory that has a name, or a
 * value that the kernel computes. Loops and choices may hand on one or another: what is the same
 * part on every path stays that part, and what differs is a value.
 */
final class TensorOrigins {

  /** What a tensor is. */
  enum Kind {
    /** Memory that a caller gave, or that it has become by being written. */
    MEMORY,
    /** A part of memory, which is read where it is used. */
    PART,
    /** A value of the kernel's own, on the core. */
    VALUE
  }

  /**
   * Where a tensor comes from.
   *
   * @param part the variable that names the part; null for memory and values
   */
  record Origin(Kind kind, Var part) {
    static final Origin MEMORY = new Origin(Kind.MEMORY, null);
    static final Origin VALUE = new Origin(Kind.VALUE, null);

    Origin join(Origin other) {
      return other == null || kind == other.kind && part == other.part ? this : VALUE;
    }
  }

  private final Map<Var, Origin> origins = new IdentityHashMap<>();
  private final Map<Var, Var> roots = new IdentityHashMap<>();

  /** Stands for memory that may be one tensor or another. */
  private final Set<Var> severalRoots = Collections.newSetFromMap(new IdentityHashMap<>());

  private boolean changed;

  TensorOrigins(Function kernel) {
    do {
      changed = false;
      new Flow().function(kernel);
    } while (changed);
  }

  /** Where a tensor of the kernel comes from. */
  Origin of(Var tensor) {
    return origins.getOrDefault(tensor, Origin.MEMORY);
  }

  /** The tensor in whose memory another one lies, or null where that depends on the path. */
  Var root(Var tensor) {
    Var root = tensor;
    while (roots.containsKey(root)) {
      root = roots.get(root);
    }
    return severalRoots.contains(root) ? null : root;
  }

  private void set(Var var, Origin origin) {
    if (origin != null && !origin.equals(origins.put(var, origin))) {
      changed = true;
    }
  }

  private void join(Var var, Expr value) {
    if (!(var.type() instanceof TensorLike) || !(value instanceof Var from)) {
      return;
    }
    Origin before = origins.get(var);
    Origin comes = origins.get(from); // null behind a loop's body that has not been seen
    if (comes != null) {
      set(var, before == null ? comes : before.join(comes));
    }
    Var root = roots.get(var);
    if (from == var || root(from) == var || severalRoots.contains(var)) {
      return;
    }
    if (root == null) {
      roots.put(var, from);
    } else if (root(root) != root(from)) {
      roots.remove(var);
      severalRoots.add(var);
    }
  }

  private final class Flow extends Walker {

    @Override
    public void function(Function kernel) {
      kernel.params().stream()
          .filter(p -> p.var().type() instanceof TensorLike)
          .forEach(p -> set(p.var(), Origin.MEMORY));
      block(kernel.body());
    }

    @Override
    public void stmt(Stmt stmt) {
      switch (stmt) {
        case Assign a when a.target().type() instanceof TensorLike -> assigned(a);
        case If i -> {
          super.stmt(stmt);
          handOn(i.results(), i.then());
          handOn(i.results(), i.orElse());
        }
        case For f -> rounds(f.iterArgs(), f.results(), f.body());
        case While w -> rounds(w.iterArgs(), w.results(), w.body());
        default -> super.stmt(stmt);
      }
    }

    private void rounds(List<IterArg> args, List<Var> results, Block body) {
      args.forEach(a -> join(a.var(), a.init()));
      block(body);
      handOn(args.stream().map(IterArg::var).toList(), body);
      for (int i = 0; i < args.size(); i++) {
        join(results.get(i), args.get(i).var());
      }
    }

    private void handOn(List<Var> to, Block block) {
      List<Expr> values = Definitions.yields(block);
      for (int i = 0; i < to.size(); i++) {
        join(to.get(i), values.get(i));
      }
    }

    private void assigned(Assign a) {
      switch (a.value()) {
        case Var v -> join(a.target(), v);
        case Call c -> called(a.target(), c);
        default -> set(a.target(), Origin.MEMORY);
      }
    }

    private void called(Var target, Call c) {
      if (!(c.sharedOperand() instanceof Var of)) {
        set(target, c.op().dialect() == Dialect.TENSOR ? Origin.VALUE : Origin.MEMORY);
        return;
      }
      roots.put(target, of);
      Origin from = origins.get(of);
      if (from == null || from.kind() == Kind.VALUE || c.op().result() instanceof Result.Same) {
        set(target, from);
      } else {
        set(target, isCopied(c, from) ? Origin.VALUE : new Origin(Kind.PART, target));
      }
    }

    /** Whether the elements get another order, which only a tile can have. */
    private boolean isCopied(Call c, Origin from) {
      return c.op().kind() == OpKind.TensorMemory.TRANSPOSE
          || c.op().kind() == OpKind.TensorMemory.RESHAPE && from.kind() == Kind.PART;
    }
  }
}
