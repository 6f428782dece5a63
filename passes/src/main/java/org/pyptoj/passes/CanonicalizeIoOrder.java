package org.pyptoj.passes;

import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import org.pyptoj.ir.Function;
import org.pyptoj.ir.Program;
import org.pyptoj.ir.Rewriter;
import org.pyptoj.ir.Walker;
import org.pyptoj.ir.expr.Call;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.expr.FunctionCall;
import org.pyptoj.ir.expr.Var;
import org.pyptoj.ir.op.OpKind;
import org.pyptoj.ir.stmt.Assign;
import org.pyptoj.ir.stmt.Block;
import org.pyptoj.ir.stmt.For;
import org.pyptoj.ir.stmt.ForKind;
import org.pyptoj.ir.stmt.LoopAttrs;
import org.pyptoj.ir.stmt.Stmt;
import org.pyptoj.ir.stmt.Yield;
import org.pyptoj.ir.type.ScalarType;
import org.pyptoj.ir.type.TensorLike;
import org.pyptoj.ir.type.TileType;

/**
 * Orders what stands in pipelined loops, so that the loads of all stages are under way before the
 * first of them is computed: scalars first, then loads, then everything else as it stands. A
 * statement stays behind those that make what it reads, and accesses to one memory of which one
 * writes keep their order; what waits, signals or reaches a peer is passed by no access. The loops
 * are ordinary ones from here on.
 *
 * <pre>
 * t = pl.load(x, [i, 0], [1, 64])               t = pl.load(x, [i, 0], [1, 64])
 * y = pl.store(t, [i, 0], y)                    t_1 = pl.load(x, [i + 1, 0], [1, 64])
 * t_1 = pl.load(x, [i + 1, 0], [1, 64])         y = pl.store(t, [i, 0], y)
 * y_1 = pl.store(t_1, [i + 1, 0], y)            y_1 = pl.store(t_1, [i + 1, 0], y)
 * </pre>
 */
public final class CanonicalizeIoOrder implements Pass {

  @Override
  public String name() {
    return "CanonicalizeIOOrder";
  }

  /** The program whose pipelined loops are in order, and ordinary ones. */
  @Override
  public Program run(Program program, PassContext context) {
    return program.map(f -> f.kind().isKernel() ? new Ordered(f).function(f) : f);
  }

  private static final class Ordered extends Rewriter {

    private final Function kernel;

    /**
     * Where tensors lie; looked at when the first pipelined loop is met, which few kernels have.
     */
    private StorageRoots roots;

    /** The tile in whose memory another one lies: a part of it, or the tile itself, written. */
    private final Map<Var, Var> bases = new IdentityHashMap<>();

    private boolean pipelined;

    Ordered(Function kernel) {
      this.kernel = kernel;
    }

    private void lookAtMemory() {
      if (roots != null) {
        return;
      }
      roots = StorageRoots.of(kernel.body(), StorageRoots.Sharing.PARTS);
      new Walker() {
        @Override
        public void stmt(Stmt stmt) {
          super.stmt(stmt);
          if (stmt instanceof Assign a && a.target().type() instanceof TileType) {
            Expr base = a.value() instanceof Call c ? c.sharedOperand() : a.value();
            if (base instanceof Var v) {
              bases.put(a.target(), v);
            }
          }
        }
      }.block(kernel.body());
    }

    @Override
    protected void loop(For s, List<Stmt> out) {
      boolean outer = pipelined;
      if (s.kind() == ForKind.PIPELINE) {
        lookAtMemory();
        pipelined = true;
      }
      super.loop(s, out);
      pipelined = outer;
      if (s.kind() == ForKind.PIPELINE) {
        For f = (For) out.removeLast();
        out.add(
            new For(
                f.index(),
                f.start(),
                f.stop(),
                f.step(),
                f.iterArgs(),
                f.body(),
                f.results(),
                ForKind.SEQUENTIAL,
                f.attrs().without(LoopAttrs.STAGE),
                f.span()));
      }
    }

    @Override
    public Block block(Block block) {
      Block done = super.block(block);
      return pipelined ? ordered(done) : done;
    }

    private Block ordered(Block block) {
      List<Entry> entries = new ArrayList<>();
      for (Stmt stmt : block.stmts()) {
        Entry entry = new Entry(entries.size(), stmt);
        new Accesses(entry).stmt(stmt);
        for (Entry before : entries) {
          if (entry.mustFollow(before)) {
            before.followers.add(entry);
            entry.waitsFor++;
          }
        }
        entries.add(entry);
      }
      PriorityQueue<Entry> ready = new PriorityQueue<>();
      entries.stream().filter(e -> e.waitsFor == 0).forEach(ready::add);
      List<Stmt> out = new ArrayList<>();
      while (!ready.isEmpty()) {
        Entry next = ready.poll();
        out.add(next.stmt);
        for (Entry follower : next.followers) {
          if (--follower.waitsFor == 0) {
            ready.add(follower);
          }
        }
      }
      return out.equals(block.stmts()) ? block : new Block(out);
    }

    /** What a statement defines, uses and accesses, with the statements in it. */
    private final class Accesses extends Walker {

      private final Entry entry;

      Accesses(Entry entry) {
        this.entry = entry;
      }

      @Override
      protected void define(Var var) {
        entry.defines.add(var);
      }

      @Override
      protected void use(Var var) {
        entry.uses.add(var);
        if (hasMemory(var)) {
          entry.reads.add(memory(var));
        }
      }

      @Override
      public void expr(Expr expr) {
        super.expr(expr);
        switch (expr) {
          case Call c -> {
            switch (c.op().effect()) {
              case PURE, READS, WRITES -> {}
              case READS_PEER, WRITES_PEER, SIGNALS, WAITS, DEFERS, COLLECTIVE, CONTROL ->
                  entry.isBarrier = true;
            }
            for (Call.Operand operand : c.operands()) {
              if (operand.access().writes() && operand.value() instanceof Var v && hasMemory(v)) {
                entry.writes.add(memory(v));
              }
            }
          }
          case FunctionCall f -> entry.isBarrier = true;
          default -> {}
        }
      }

      private boolean hasMemory(Var v) {
        return v.type() instanceof TensorLike || v.type() instanceof TileType;
      }

      private Var memory(Var v) {
        if (v.type() instanceof TensorLike) {
          return roots.root(v);
        }
        Var base = v;
        while (bases.containsKey(base)) {
          base = bases.get(base);
        }
        return base;
      }
    }
  }

  /** A statement and its place; the least comes first of those that may come now. */
  private static final class Entry implements Comparable<Entry> {

    final int place;
    final Stmt stmt;
    final Set<Var> defines = identitySet();
    final Set<Var> uses = identitySet();
    final Set<Var> reads = identitySet();
    final Set<Var> writes = identitySet();
    final List<Entry> followers = new ArrayList<>();
    boolean isBarrier;
    int waitsFor;

    Entry(int place, Stmt stmt) {
      this.place = place;
      this.stmt = stmt;
    }

    private static Set<Var> identitySet() {
      return Collections.newSetFromMap(new IdentityHashMap<>());
    }

    boolean mustFollow(Entry before) {
      return stmt instanceof Yield
          || common(before.defines, uses)
          || common(before.writes, reads)
          || common(before.writes, writes)
          || common(before.reads, writes)
          || isBarrier && before.accesses()
          || before.isBarrier && accesses();
    }

    private boolean accesses() {
      return isBarrier || !reads.isEmpty() || !writes.isEmpty();
    }

    private static boolean common(Set<Var> a, Set<Var> b) {
      return a.stream().anyMatch(b::contains);
    }

    @Override
    public int compareTo(Entry other) {
      int byTier = Integer.compare(tier(), other.tier());
      return byTier != 0 ? byTier : Integer.compare(place, other.place);
    }

    private int tier() {
      if (!(stmt instanceof Assign a)) {
        return 2;
      }
      if (a.value() instanceof Call c
          && (c.op().kind() == OpKind.TileMemory.LOAD
              || c.op().kind() == OpKind.TileMemory.READ
              || c.op().kind() == OpKind.TileMemory.EXTRACT)) {
        return 1;
      }
      return a.target().type() instanceof ScalarType ? 0 : 2;
    }
  }
}
