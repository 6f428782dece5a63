package org.pyptoj.passes.memory;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.pyptoj.ir.Function;
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
import org.pyptoj.ir.stmt.Return;
import org.pyptoj.ir.stmt.Scope;
import org.pyptoj.ir.stmt.Stmt;
import org.pyptoj.ir.stmt.While;
import org.pyptoj.ir.stmt.Yield;
import org.pyptoj.ir.type.TileType;

/**
 * Which tiles of a kernel may not lie in one buffer: where one of them is written, the other still
 * holds something else that is read later, or by the op that writes. What a loop carries is written
 * in front of the loop and at the end of each iteration, the result of a choice at the end of each
 * branch, all of them at once. A second name and a view of a tile hold what the tile holds.
 */
public final class TileConflicts {

  private final List<Var> tiles = new ArrayList<>();
  private final Map<Var, Integer> numbers = new IdentityHashMap<>();
  private final Map<Var, Var> names = new IdentityHashMap<>();
  private final Map<Var, Call> views = new IdentityHashMap<>();
  private final List<BitSet> conflicts = new ArrayList<>();

  /**
   * Follows a kernel in SSA form whose tile types name their buffers.
   *
   * @throws org.pyptoj.ir.diagnostic.DiagnosticException PLP2004 where an op changes a tile in
   *     place that is still read
   */
  public TileConflicts(Function kernel) {
    new Walker() {
      @Override
      protected void define(Var var) {
        if (var.type() instanceof TileType t && t.memRef() != null) {
          numbers.put(var, tiles.size());
          tiles.add(var);
          conflicts.add(new BitSet());
        }
      }
    }.function(kernel);
    trace(kernel.body());
    before(kernel.body(), new BitSet());
  }

  /** All tiles that have buffers, carried ones and results of loops and choices too, in order. */
  public List<Var> tiles() {
    return tiles;
  }

  /** The tiles that may not lie where the given ones lie, all by number. */
  public BitSet of(BitSet members) {
    BitSet all = new BitSet();
    members.stream().forEach(m -> all.or(conflicts.get(m)));
    return all;
  }

  /** The number of a tile: its place in {@link #tiles()}. */
  public int number(Var tile) {
    return numbers.get(tile);
  }

  /** The tile that a tile is another name of, or itself. */
  public Var first(Var tile) {
    return name(tile);
  }

  // What each tile holds: the tile that was written last for it. A name holds exactly that; a view
  // may show it otherwise, or a part of it.

  private void trace(Block block) {
    for (Stmt stmt : block.stmts()) {
      switch (stmt) {
        case Assign s when s.value() instanceof Var v -> names.put(s.target(), name(v));
        case Assign s when s.value() instanceof Call c && ResultPlace.isView(c) -> {
          if (ResultPlace.shared(c) != null) {
            views.put(s.target(), c);
          }
        }
        case For s -> carried(s.iterArgs(), s.body(), s.results());
        case While s -> carried(s.iterArgs(), s.body(), s.results());
        case If s -> {
          trace(s.then());
          trace(s.orElse());
          chosen(s);
        }
        case Scope s -> trace(s.body());
        default -> {}
      }
    }
  }

  /** A result that is one tile on both ways is that tile; two that are alike on both are one. */
  private void chosen(If s) {
    Map<List<Var>, Var> known = new HashMap<>();
    for (int i = 0; i < s.results().size(); i++) {
      Var then = name(Definitions.yields(s.then()).get(i));
      Var orElse = name(Definitions.yields(s.orElse()).get(i));
      if (then == null || orElse == null) {
        continue;
      }
      Var result = s.results().get(i);
      Var first = known.putIfAbsent(List.of(then, orElse), result);
      if (then == orElse) {
        names.put(result, then);
      } else if (first != null) {
        names.put(result, first);
      }
    }
  }

  private void carried(List<IterArg> args, Block body, List<Var> results) {
    trace(body);
    List<Expr> yields = Definitions.yields(body);
    for (int i = 0; i < args.size(); i++) {
      Var arg = args.get(i).var();
      if (name(yields.get(i)) == arg && args.get(i).init() instanceof Var init) {
        names.put(arg, name(init));
      }
      names.put(results.get(i), arg);
    }
  }

  /** The first name of a tile, or null for what is none. */
  private Var name(Expr value) {
    Var at = value instanceof Var v ? v : null;
    while (names.containsKey(at)) {
      at = names.get(at);
    }
    return at;
  }

  /** The tile whose contents a tile holds or shows. */
  private Var source(Expr value) {
    Var at = name(value);
    while (views.containsKey(at)) {
      at = name(ResultPlace.shared(views.get(at)));
    }
    return at;
  }

  /** Whether a tile begins elsewhere than the tile that it is a view of. */
  private boolean isPart(Var name) {
    Var at = name;
    while (views.containsKey(at)) {
      Call view = views.get(at);
      if (ResultPlace.isPart(view)) {
        return true;
      }
      at = name(ResultPlace.shared(view));
    }
    return false;
  }

  // From the end to the beginning: which tiles are still read.

  private BitSet before(Block block, BitSet liveOut) {
    BitSet live = (BitSet) liveOut.clone();
    for (Stmt stmt : block.stmts().reversed()) {
      live = before(stmt, live);
    }
    return live;
  }

  private BitSet before(Stmt stmt, BitSet live) {
    switch (stmt) {
      case Assign s -> assign(s, live);
      case Eval s -> read(s.value(), live);
      case Yield s -> s.values().forEach(v -> read(v, live));
      case Return s -> s.values().forEach(v -> read(v, live));
      case For s -> {
        BitSet before = loop(s.iterArgs(), null, s.body(), s.results(), live);
        List.of(s.start(), s.stop(), s.step()).forEach(e -> read(e, before));
        return before;
      }
      case While s -> {
        return loop(s.iterArgs(), s.condition(), s.body(), s.results(), live);
      }
      case If s -> {
        handOver(s.results(), Definitions.yields(s.then()), live);
        handOver(s.results(), Definitions.yields(s.orElse()), live);
        remove(s.results(), live);
        BitSet before = before(s.then(), live);
        before.or(before(s.orElse(), live));
        read(s.condition(), before);
        return before;
      }
      case Scope s -> {
        return before(s.body(), live);
      }
      default -> {}
    }
    return live;
  }

  private void assign(Assign s, BitSet live) {
    Integer number = numbers.get(s.target());
    if (number != null) {
      live.clear(number);
      if (source(s.target()) == s.target()) {
        live.stream().forEach(other -> conflict(number, other));
        if (s.value() instanceof Call call) {
          requireSpent(call, live);
          ResultPlace.readWhileWriting(call, (TileType) s.target().type()).stream()
              .filter(numbers::containsKey)
              .forEach(operand -> conflict(number, numbers.get(operand)));
        }
      }
    }
    read(s.value(), live);
  }

  /** What an op changes where it lies is read by nobody afterwards, by whatever name. */
  private void requireSpent(Call call, BitSet live) {
    Var changed = ResultPlace.shared(call);
    if (changed == null) {
      return;
    }
    live.stream()
        .mapToObj(tiles::get)
        .filter(t -> source(t) == source(changed))
        .findFirst()
        .ifPresent(
            t -> {
              throw MemoryRule.CHANGED_IN_PLACE.at(
                  call.span(),
                  "`" + t.name() + "` is changed in place here, and is read later as it was",
                  "read it before, or change a tile of its own: pl.add(t, 0.0)");
            });
  }

  private BitSet loop(
      List<IterArg> args, Expr condition, Block body, List<Var> results, BitSet liveOut) {
    List<Var> vars = args.stream().map(IterArg::var).toList();
    List<Expr> inits = args.stream().map(IterArg::init).toList();
    List<Var> carried = both(vars, results);
    // What is read from the beginning of an iteration on, in later ones and behind the loop too.
    BitSet begin = (BitSet) liveOut.clone();
    for (BitSet known = null; !begin.equals(known); ) {
      known = (BitSet) begin.clone();
      BitSet end = (BitSet) begin.clone();
      handOver(carried, both(Definitions.yields(body), Definitions.yields(body)), end);
      remove(carried, end);
      begin.or(before(body, end));
      if (condition != null) {
        read(condition, begin);
      }
    }
    handOver(carried, both(inits, inits), begin);
    BitSet before = (BitSet) begin.clone();
    remove(carried, before);
    inits.forEach(i -> read(i, before));
    return before;
  }

  /**
   * All receivers are written at once; what else is live behind that stays as it is. A receiver has
   * no place within another tile, so it never lies where a part of one is handed on.
   */
  private void handOver(List<Var> receivers, List<Expr> values, BitSet live) {
    Map<Integer, Var> written = new HashMap<>();
    for (Var receiver : receivers) {
      if (numbers.containsKey(receiver)) {
        written.put(numbers.get(receiver), name(receiver));
      }
    }
    for (int i = 0; i < receivers.size(); i++) {
      Integer number = numbers.get(receivers.get(i));
      if (number != null) {
        Var name = name(values.get(i));
        if (isPart(name)) {
          conflict(number, numbers.get(name));
        }
        Var source = source(name);
        live.stream()
            .filter(other -> !written.containsKey(other) && source(tiles.get(other)) != source)
            .forEach(other -> conflict(number, other));
        written.forEach(
            (other, as) -> {
              if (as != written.get(number) && live.get(other)) {
                conflict(number, other);
              }
            });
      }
    }
  }

  private static <T> List<T> both(List<? extends T> first, List<? extends T> second) {
    List<T> all = new ArrayList<>(first);
    all.addAll(second);
    return all;
  }

  private void conflict(int one, int other) {
    conflicts.get(one).set(other);
    conflicts.get(other).set(one);
  }

  private void remove(List<Var> vars, BitSet live) {
    vars.stream().map(numbers::get).filter(n -> n != null).forEach(live::clear);
  }

  private void read(Expr expr, BitSet live) {
    new Walker() {
      @Override
      protected void use(Var var) {
        Integer number = numbers.get(var);
        if (number != null) {
          live.set(number);
        }
      }
    }.expr(expr);
  }
}
