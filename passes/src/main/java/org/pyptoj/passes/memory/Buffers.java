package org.pyptoj.passes.memory;

import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.pyptoj.ir.Function;
import org.pyptoj.ir.Rewriter;
import org.pyptoj.ir.Walker;
import org.pyptoj.ir.expr.Call;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.expr.Var;
import org.pyptoj.ir.stmt.Assign;
import org.pyptoj.ir.stmt.For;
import org.pyptoj.ir.stmt.If;
import org.pyptoj.ir.stmt.IterArg;
import org.pyptoj.ir.stmt.Stmt;
import org.pyptoj.ir.stmt.While;
import org.pyptoj.ir.type.MemRef;
import org.pyptoj.ir.type.TileType;

/** The buffer of each tile of a kernel, while passes change it. */
public final class Buffers {

  private final Map<Var, MemRef> refs = new IdentityHashMap<>();

  /** The buffers that a kernel's tile types name. */
  public static Buffers of(Function kernel) {
    Buffers buffers = new Buffers();
    new Walker() {
      @Override
      protected void define(Var var) {
        if (var.type() instanceof TileType t && t.memRef() != null) {
          buffers.refs.put(var, t.memRef());
        }
      }
    }.function(kernel);
    return buffers;
  }

  /** A variable's allocation, or null where it has none. */
  public MemRef get(Expr var) {
    return var instanceof Var v ? refs.get(v) : null;
  }

  /** The name of a variable's buffer, or null. */
  public String name(Expr var) {
    MemRef ref = get(var);
    return ref == null ? null : ref.buffer();
  }

  public void put(Var var, MemRef ref) {
    refs.put(var, ref);
  }

  /** Replaces allocations by others, wherever they are. */
  public void map(java.util.function.UnaryOperator<MemRef> change) {
    refs.replaceAll((v, ref) -> change.apply(ref));
  }

  /**
   * Lets names of one tile agree again: a view lies where its tile lies, what a loop carries where
   * it began, the result of a choice where its first branch put it.
   */
  public void align(Function kernel) {
    new Walker() {
      @Override
      public void stmt(Stmt stmt) {
        switch (stmt) {
          case For s -> carried(s.iterArgs(), s.results());
          case While s -> carried(s.iterArgs(), s.results());
          default -> {}
        }
        super.stmt(stmt);
        switch (stmt) {
          case Assign s when s.value() instanceof Var v -> follow(s.target(), v);
          case Assign s when s.value() instanceof Call c ->
              follow(s.target(), ResultPlace.shared(c));
          case If s -> {
            for (int i = 0; i < s.results().size(); i++) {
              follow(s.results().get(i), Definitions.yields(s.then()).get(i));
            }
          }
          default -> {}
        }
      }

      private void carried(List<IterArg> args, List<Var> results) {
        for (int i = 0; i < args.size(); i++) {
          follow(args.get(i).var(), args.get(i).init());
          follow(results.get(i), args.get(i).init());
        }
      }
    }.function(kernel);
  }

  /** Lets a variable lie where another value lies, where both have buffers. */
  public void follow(Var var, Expr to) {
    MemRef own = refs.get(var);
    MemRef other = get(to);
    if (own != null && other != null && !own.buffer().equals(other.buffer())) {
      refs.put(var, new MemRef(other.buffer(), other.address(), own.size()));
    }
  }

  /** The kernel with these buffers in its tile types. */
  public Function apply(Function kernel) {
    return new Rewriter() {
      @Override
      protected Var define(Var var) {
        Var defined = super.define(var);
        MemRef ref = refs.get(var);
        if (ref == null || !(defined.type() instanceof TileType t) || ref.equals(t.memRef())) {
          return defined;
        }
        Var placed = new Var(defined.name(), t.withMemRef(ref), defined.span());
        substitute(var, placed);
        return placed;
      }
    }.function(kernel);
  }
}
