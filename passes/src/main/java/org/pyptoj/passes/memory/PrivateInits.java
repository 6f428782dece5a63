package org.pyptoj.passes.memory;

import java.util.ArrayList;
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
import org.pyptoj.ir.stmt.IterArg;
import org.pyptoj.ir.stmt.Stmt;
import org.pyptoj.ir.stmt.While;
import org.pyptoj.ir.type.MemRef;
import org.pyptoj.ir.type.TileType;

/**
 * Copies a tile in front of a loop that carries it, where its old value is still wanted. A loop
 * changes what it carries in place, so the tile that it begins with must be the loop's own: nothing
 * may read it inside or behind the loop, and no loop around may run the loop again with the same
 * tile.
 */
public final class PrivateInits extends Rewriter {

  private final Buffers buffers;
  private final TileCopy copying;
  private final Map<Var, List<Integer>> reads = new IdentityHashMap<>();
  private final Map<Var, Object> madeIn = new IdentityHashMap<>();
  private final Map<Stmt, Integer> starts = new IdentityHashMap<>();
  private final Map<Var, Var> viewed = new IdentityHashMap<>();
  private Object loop = "";
  private int copies;

  private PrivateInits(Function kernel) {
    this.buffers = Buffers.of(kernel);
    this.copying = new TileCopy(kernel);
    new Recorder().function(kernel);
  }

  /**
   * The kernel with the copies that it needs. What a loop or a choice hands on lies where it now
   * begins, loops inside the loop included.
   */
  public static Function in(Function kernel) {
    Function owning = new PrivateInits(kernel).function(kernel);
    Buffers buffers = Buffers.of(owning);
    buffers.align(owning);
    return buffers.apply(owning);
  }

  private final class Recorder extends Walker {
    private int order;

    @Override
    public void stmt(Stmt stmt) {
      order++;
      switch (stmt) {
        case For s -> inLoop(s, s.iterArgs());
        case While s -> inLoop(s, s.iterArgs());
        case Assign s -> {
          if (s.value() instanceof Call c && ResultPlace.shared(c) != null) {
            viewed.put(s.target(), ResultPlace.shared(c));
          } else if (s.value() instanceof Var v) {
            viewed.put(s.target(), v);
          }
          super.stmt(s);
        }
        default -> super.stmt(stmt);
      }
    }

    private void inLoop(Stmt s, List<IterArg> args) {
      starts.put(s, order);
      Object outside = loop;
      loop = s;
      args.forEach(a -> madeIn.put(a.var(), s));
      super.stmt(s);
      loop = outside;
      // Results are made behind the loop.
      List<Var> results = s instanceof For f ? f.results() : ((While) s).results();
      results.forEach(r -> madeIn.put(r, outside));
    }

    @Override
    protected void define(Var var) {
      madeIn.putIfAbsent(var, loop);
    }

    @Override
    protected void use(Var var) {
      reads.computeIfAbsent(var, v -> new ArrayList<>()).add(order);
    }
  }

  private Var whole(Var var) {
    Var at = var;
    while (viewed.containsKey(at)) {
      at = viewed.get(at);
    }
    return at;
  }

  /** Whether anything but this loop still wants the tile as it is. */
  private boolean isShared(Var init, Stmt s, List<IterArg> args) {
    Var whole = whole(init);
    if (madeIn.get(whole) != loop) {
      return true;
    }
    long taken = args.stream().filter(a -> a.init() instanceof Var v && whole(v) == whole).count();
    int start = starts.get(s);
    return taken > 1
        || reads.entrySet().stream()
            .filter(e -> whole(e.getKey()) == whole)
            .anyMatch(e -> e.getValue().stream().anyMatch(at -> at > start));
  }

  @Override
  protected void loop(For s, List<Stmt> out) {
    List<IterArg> args = own(s, s.iterArgs(), out);
    Object outside = loop;
    loop = s;
    super.loop(s.carrying(args, s.body(), s.results()), out);
    loop = outside;
  }

  @Override
  protected void loop(While s, List<Stmt> out) {
    List<IterArg> args = own(s, s.iterArgs(), out);
    Object outside = loop;
    loop = s;
    super.loop(s.carrying(args, s.body(), s.results()), out);
    loop = outside;
  }

  private List<IterArg> own(Stmt s, List<IterArg> args, List<Stmt> out) {
    List<IterArg> owned = new ArrayList<>();
    for (IterArg arg : args) {
      MemRef ref = buffers.get(arg.init());
      if (ref == null || !(arg.init() instanceof Var init) || !isShared(init, s, args)) {
        owned.add(arg);
        continue;
      }
      MemRef fresh = new MemRef(ref.buffer() + "_own" + copies++, null, ref.size());
      Expr from = expr(init);
      Assign copy = copying.of((Var) from, fresh);
      out.add(copy);
      Var carried =
          new Var(
              arg.var().name(), ((TileType) arg.var().type()).withMemRef(fresh), arg.var().span());
      substitute(arg.var(), carried);
      owned.add(new IterArg(carried, copy.target()));
    }
    return owned;
  }
}
