package org.pyptoj.passes.memory;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.pyptoj.ir.Function;
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
import org.pyptoj.passes.FreshNames;

/**
 * Gives tiles of one buffer buffers of their own where they conflict. The first one keeps the
 * buffer; a later one goes where it conflicts with nothing. Tiles that are one storage whatever
 * happens (views, second names, what an op changes in place, the two names of a carried value) stay
 * together.
 */
public final class SeparateBuffers {

  private final Buffers buffers;
  private final TileConflicts conflicts;
  private final int[] parents;

  private SeparateBuffers(Function kernel, Buffers buffers, TileConflicts conflicts) {
    this.buffers = buffers;
    this.conflicts = conflicts;
    this.parents = new int[conflicts.tiles().size()];
    for (int i = 0; i < parents.length; i++) {
      parents[i] = i;
    }
    join(kernel);
    conflicts.tiles().forEach(t -> join(t, conflicts.first(t)));
  }

  /** Changes {@code buffers} until tiles of one buffer do not conflict. */
  public static void in(Function kernel, Buffers buffers, TileConflicts conflicts) {
    new SeparateBuffers(kernel, buffers, conflicts).separate();
  }

  private void join(Function kernel) {
    new Walker() {
      @Override
      public void stmt(Stmt stmt) {
        switch (stmt) {
          case Assign s when s.value() instanceof Call c -> join(s.target(), ResultPlace.shared(c));
          case For s -> joinCarried(s.iterArgs(), s.results());
          case While s -> joinCarried(s.iterArgs(), s.results());
          default -> {}
        }
        super.stmt(stmt);
      }
    }.function(kernel);
  }

  private void joinCarried(List<IterArg> args, List<Var> results) {
    for (int i = 0; i < args.size(); i++) {
      join(args.get(i).var(), results.get(i));
    }
  }

  private void join(Var tile, Expr other) {
    if (buffers.get(tile) != null && buffers.get(other) != null) {
      int a = root(conflicts.number(tile));
      int b = root(conflicts.number((Var) other));
      parents[Math.max(a, b)] = Math.min(a, b);
    }
  }

  private int root(int tile) {
    int at = tile;
    while (parents[at] != at) {
      parents[at] = parents[parents[at]];
      at = parents[at];
    }
    return at;
  }

  /** Tiles that share a buffer, and where others may not lie. */
  private record Shared(String buffer, BitSet members, BitSet conflicts) {}

  private void separate() {
    Map<Integer, BitSet> storages = new LinkedHashMap<>();
    FreshNames taken = new FreshNames();
    for (int i = 0; i < parents.length; i++) {
      storages.computeIfAbsent(root(i), r -> new BitSet()).set(i);
      taken.take(buffers.name(conflicts.tiles().get(i)));
    }
    Map<String, List<Shared>> split = new HashMap<>();
    storages.forEach(
        (root, members) -> {
          String name = buffers.name(conflicts.tiles().get(root));
          List<Shared> parts = split.computeIfAbsent(name, n -> new ArrayList<>());
          BitSet against = conflicts.of(members);
          Shared part =
              parts.stream()
                  .filter(p -> !p.conflicts().intersects(members))
                  .findFirst()
                  .orElseGet(
                      () -> {
                        String buffer = parts.isEmpty() ? name : taken.numbered(name + "_copy");
                        Shared fresh = new Shared(buffer, new BitSet(), new BitSet());
                        parts.add(fresh);
                        return fresh;
                      });
          part.members().or(members);
          part.conflicts().or(against);
          if (!part.buffer().equals(name)) {
            members.stream().forEach(m -> move(conflicts.tiles().get(m), part.buffer()));
          }
        });
  }

  private void move(Var tile, String buffer) {
    MemRef own = buffers.get(tile);
    buffers.put(tile, new MemRef(buffer, null, own.size()));
  }
}
