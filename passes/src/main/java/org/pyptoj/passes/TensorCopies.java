package org.pyptoj.passes;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.pyptoj.ir.Span;
import org.pyptoj.ir.Walker;
import org.pyptoj.ir.expr.Call;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.expr.FunctionCall;
import org.pyptoj.ir.expr.Var;
import org.pyptoj.ir.op.Effect;
import org.pyptoj.ir.op.Result;
import org.pyptoj.ir.stmt.Assign;
import org.pyptoj.ir.stmt.Block;
import org.pyptoj.ir.stmt.Eval;
import org.pyptoj.ir.stmt.Return;
import org.pyptoj.ir.stmt.Stmt;
import org.pyptoj.ir.stmt.Yield;
import org.pyptoj.ir.type.DistributedTensorType;
import org.pyptoj.ir.type.TensorLike;
import org.pyptoj.passes.memory.MemoryRule;

/**
 * Values that are copies of memory. A loop or a choice that hands on a part of memory on one path
 * and another part or a computed value on another hands on a value, so the part is read there.
 * Python's name would still be the part: it would see what is written to the memory later, and the
 * memory would see what is written through the name. Where that makes a difference, the kernel is
 * refused.
 */
final class TensorCopies {

  private final TensorOrigins origins;
  private final TensorUses uses;

  /** The tensors in whose memory lies what each name may hold a copy of. */
  private final Map<Var, Set<Var>> copies = new IdentityHashMap<>();

  private final Set<Var> stale = identitySet();

  TensorCopies(TensorOrigins origins, TensorUses uses) {
    this.origins = origins;
    this.uses = uses;
  }

  /**
   * A loop or choice gives a name a tensor as a value.
   *
   * @throws org.pyptoj.ir.diagnostic.DiagnosticException PLP2033 where the name is memory on this
   *     path and is written
   */
  void handedOn(Var name, Expr value, Span at) {
    if (!(value instanceof Var from)) {
      return;
    }
    if (origins.of(from).kind() == TensorOrigins.Kind.VALUE) {
      follow(name, from);
    } else {
      copies.computeIfAbsent(name, n -> identitySet()).add(from);
    }
    if (copies.containsKey(name) && uses.isWritten(name)) {
      throw isWritten(name, at);
    }
  }

  private void follow(Var name, Var copy) {
    if (copies.containsKey(copy)) {
      copies.computeIfAbsent(name, n -> identitySet()).addAll(copies.get(copy));
      if (stale.contains(copy)) {
        stale.add(name);
      }
    }
  }

  /** What a statement makes may be a copy, or a part of one. */
  void made(Stmt stmt) {
    if (!copies.isEmpty() && stmt instanceof Assign a) {
      switch (a.value()) {
        case Var v -> follow(a.target(), v);
        case Call c
            when c.op().result() instanceof Result.ViewOf && c.sharedOperand() instanceof Var v ->
            follow(a.target(), v);
        default -> {}
      }
    }
  }

  /**
   * A call changes memory: copies of it are out of date.
   *
   * @throws org.pyptoj.ir.diagnostic.DiagnosticException PLP2033 where it changes a copy
   */
  void written(Call c) {
    if (copies.isEmpty()) {
      return;
    }
    for (Call.Operand operand : c.operands()) {
      if (!operand.access().writes() || !(operand.value() instanceof Var v)) {
        continue;
      }
      if (copies.containsKey(v)) {
        throw isWritten(v, c.span());
      }
      if (v.type() instanceof TensorLike && origins.of(v).kind() != TensorOrigins.Kind.VALUE) {
        Var root = origins.root(v);
        outdate(of -> root == null || origins.root(of) == null || origins.root(of) == root);
      }
    }
    if (letsPeersWrite(c.op().effect())) {
      outdate(of -> of.type() instanceof DistributedTensorType);
    }
  }

  /** What is a copy of such memory is out of date. */
  private void outdate(Predicate<Var> written) {
    copies.forEach(
        (name, of) -> {
          if (of.stream().anyMatch(written)) {
            stale.add(name);
          }
        });
  }

  private static Set<Var> identitySet() {
    return Collections.newSetFromMap(new IdentityHashMap<>());
  }

  private static boolean letsPeersWrite(Effect effect) {
    return switch (effect) {
      case WAITS, COLLECTIVE, SIGNALS, DEFERS -> true;
      case PURE, READS, WRITES, READS_PEER, WRITES_PEER, CONTROL -> false;
    };
  }

  /** A round sees what the rounds before have written. */
  void entersLoop(Block body) {
    if (copies.isEmpty()) {
      return;
    }
    new Walker() {
      @Override
      public void expr(Expr expr) {
        switch (expr) {
          case Call c -> written(c);
          case FunctionCall f -> stale.addAll(copies.keySet());
          default -> {}
        }
        super.expr(expr);
      }
    }.block(body);
  }

  /**
   * Refuses a statement that uses a copy that is out of date.
   *
   * @throws org.pyptoj.ir.diagnostic.DiagnosticException PLP2033
   */
  void requireCurrent(Stmt stmt) {
    if (stale.isEmpty()) {
      return;
    }
    switch (stmt) {
      case Assign a -> requireCurrent(a.value(), a.span());
      case Eval e -> requireCurrent(e.value(), e.span());
      case Yield y -> y.values().forEach(v -> requireCurrent(v, y.span()));
      case Return r -> r.values().forEach(v -> requireCurrent(v, r.span()));
      default -> {}
    }
  }

  private void requireCurrent(Expr value, Span at) {
    new Walker() {
      @Override
      protected void use(Var var) {
        if (stale.contains(var)) {
          throw differs(at, "its memory has been written since");
        }
      }
    }.expr(value);
  }

  private static RuntimeException isWritten(Var name, Span at) {
    return differs(at, "'" + AutoName.baseOf(name.name()) + "' is written");
  }

  private static RuntimeException differs(Span at, String why) {
    return MemoryRule.COPIED_PART.at(
        at,
        "a tensor is a part of memory on one path to this place and something else on another, and "
            + why,
        "compute a copy of the part first, for example pl.add(part, 0.0)");
  }
}
