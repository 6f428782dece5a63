package org.pyptoj.passes.memory;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.pyptoj.ir.Function;
import org.pyptoj.ir.Walker;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.expr.Var;
import org.pyptoj.ir.stmt.Assign;
import org.pyptoj.ir.stmt.Block;
import org.pyptoj.ir.stmt.Eval;
import org.pyptoj.ir.stmt.For;
import org.pyptoj.ir.stmt.If;
import org.pyptoj.ir.stmt.IterArg;
import org.pyptoj.ir.stmt.Return;
import org.pyptoj.ir.stmt.Scope;
import org.pyptoj.ir.stmt.Stmt;
import org.pyptoj.ir.stmt.While;
import org.pyptoj.ir.stmt.Yield;
import org.pyptoj.ir.type.TileType;

/**
 * From which statement to which the tiles of a kernel hold values that something still reads.
 * Statements are numbered in source order, both branches of a choice one after the other. A tile
 * from before a loop that the loop reads lives to its end. What a loop carries counts as the tile
 * that it began with; the result of a choice counts as the tiles that its branches made, or as the
 * tile from before that they all hand on.
 */
public final class TileLifetimes {

  /** First and last statement. */
  public record Span(int from, int to) {

    /** Whether both hold values at once; one may begin where the other is read last. */
    public boolean overlaps(Span other) {
      return to > other.from && other.to > from;
    }
  }

  private record Loop(int from, int to) {}

  private final Map<Var, Integer> defined = new IdentityHashMap<>();
  private final Map<Var, Integer> lastRead = new IdentityHashMap<>();
  private final Map<Var, List<Var>> standsFor = new IdentityHashMap<>();
  private final Map<Var, Set<Integer>> choices = new IdentityHashMap<>();
  private final List<Loop> loops = new ArrayList<>();
  private int order;
  private int choiceCount;

  public TileLifetimes(Function kernel) {
    block(kernel.body());
  }

  /** Whether an assignment makes the tile; the others stand for tiles that one has made. */
  public boolean isMade(Var tile) {
    return defined.containsKey(tile);
  }

  public Span of(Var tile) {
    int from = defined.get(tile);
    int read = lastRead.getOrDefault(tile, from);
    int to = read;
    for (Loop loop : loops) {
      if (from < loop.from && read >= loop.from) {
        to = Math.max(to, loop.to);
      }
    }
    return new Span(from, to);
  }

  /** Whether two tiles are the same result of one choice, made by different branches. */
  public boolean exclude(Var a, Var b) {
    Set<Integer> common = new HashSet<>(choices.getOrDefault(a, Set.of()));
    common.retainAll(choices.getOrDefault(b, Set.of()));
    return !common.isEmpty();
  }

  private void block(Block block) {
    block.stmts().forEach(this::stmt);
  }

  private void stmt(Stmt stmt) {
    switch (stmt) {
      case Assign s -> {
        int at = order++;
        if (s.target().type() instanceof TileType t && t.memRef() != null) {
          defined.put(s.target(), at);
        }
        read(s.value(), at);
      }
      case Eval s -> read(s.value(), order++);
      case Yield s -> readAll(s.values());
      case Return s -> readAll(s.values());
      case For s -> loop(s.iterArgs(), null, s.body(), s.results());
      case While s -> loop(s.iterArgs(), s.condition(), s.body(), s.results());
      case If s -> choice(s);
      case Scope s -> block(s.body());
      default -> {}
    }
  }

  private void readAll(List<Expr> values) {
    int at = order++;
    values.forEach(v -> read(v, at));
  }

  private void read(Expr expr, int at) {
    new Walker() {
      @Override
      protected void use(Var var) {
        for (Var tile : tilesOf(var)) {
          lastRead.merge(tile, at, Math::max);
        }
      }
    }.expr(expr);
  }

  private List<Var> tilesOf(Var var) {
    List<Var> known = standsFor.get(var);
    if (known != null) {
      return known;
    }
    return defined.containsKey(var) ? List.of(var) : List.of();
  }

  private void loop(List<IterArg> args, Expr condition, Block body, List<Var> results) {
    for (int i = 0; i < args.size(); i++) {
      read(args.get(i).init(), order);
      if (args.get(i).init() instanceof Var init) {
        standsFor.put(args.get(i).var(), tilesOf(init));
        standsFor.put(results.get(i), tilesOf(init));
      }
    }
    int from = order;
    if (condition != null) {
      read(condition, order++);
    }
    block(body);
    loops.add(new Loop(from, order - 1));
  }

  private void choice(If s) {
    read(s.condition(), order);
    int then = order;
    block(s.then());
    int orElse = order;
    block(s.orElse());
    int end = order;
    for (int i = 0; i < s.results().size(); i++) {
      if (!(s.results().get(i).type() instanceof TileType)) {
        continue;
      }
      int id = choiceCount++;
      List<Var> made = new ArrayList<>();
      made.addAll(made(Definitions.yields(s.then()).get(i), then, orElse));
      made.addAll(made(Definitions.yields(s.orElse()).get(i), orElse, end));
      made.forEach(t -> choices.computeIfAbsent(t, k -> new HashSet<>()).add(id));
      standsFor.put(s.results().get(i), made.isEmpty() ? handedOn(s, i) : made);
    }
  }

  /** The tiles from before a choice that both of its branches leave as they are. */
  private List<Var> handedOn(If s, int result) {
    return Definitions.yields(s.then()).get(result) instanceof Var v ? tilesOf(v) : List.of();
  }

  private List<Var> made(Expr value, int from, int to) {
    return value instanceof Var v
        ? tilesOf(v).stream().filter(t -> defined.get(t) >= from && defined.get(t) < to).toList()
        : List.of();
  }
}
