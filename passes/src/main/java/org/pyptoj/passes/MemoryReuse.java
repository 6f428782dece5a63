package org.pyptoj.passes;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.pyptoj.ir.Function;
import org.pyptoj.ir.Rewriter;
import org.pyptoj.ir.expr.Call;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.expr.Var;
import org.pyptoj.ir.stmt.Assign;
import org.pyptoj.ir.stmt.Block;
import org.pyptoj.ir.stmt.For;
import org.pyptoj.ir.stmt.If;
import org.pyptoj.ir.stmt.IterArg;
import org.pyptoj.ir.stmt.Stmt;
import org.pyptoj.ir.stmt.While;
import org.pyptoj.ir.stmt.Yield;
import org.pyptoj.ir.type.MemRef;
import org.pyptoj.ir.type.MemorySpace;
import org.pyptoj.ir.type.TileType;
import org.pyptoj.passes.invariant.Invariant;
import org.pyptoj.passes.memory.Buffers;
import org.pyptoj.passes.memory.Definitions;
import org.pyptoj.passes.memory.ResultPlace;
import org.pyptoj.passes.memory.TileCopy;
import org.pyptoj.passes.memory.TileLifetimes;

/**
 * Lets tiles that never hold values at the same time share a buffer. Comes in: kernels whose tiles
 * have buffers, with loops that change what they carry in place where they can. Goes out: fewer
 * buffers. The largest tiles are placed first, equal ones in order of definition; each goes into
 * the first buffer whose tiles it does not meet. Then a copy is put in front of each yield whose
 * value lies elsewhere than where the loop or the choice expects it.
 *
 * <pre>
 * a = pl.tile.load(...)        # mem_vec_3
 * b = pl.tile.muls(a, 2.0)     # mem_vec_4 becomes mem_vec_3: a is read for the last time here
 * </pre>
 *
 * <p>Establishes {@link Invariant#BUFFER_CONTENTS}.
 */
public final class MemoryReuse extends KernelPass {

  @Override
  public Set<Invariant> establishes() {
    return Set.of(Invariant.BUFFER_CONTENTS);
  }

  @Override
  protected Function kernel(Function kernel, PassContext context) {
    TileCopy copying = new TileCopy(kernel);
    Function whole = new OuterValues(kernel, copying).function(kernel);
    Buffers buffers = Buffers.of(whole);
    buffers.align(whole);
    Map<String, MemRef> shared = share(whole, buffers);
    buffers.map(
        ref -> {
          MemRef to = shared.get(ref.buffer());
          return to == null ? ref : new MemRef(to.buffer(), ref.address(), ref.size());
        });
    Function placed = buffers.apply(whole);
    return new YieldCopies(Buffers.of(placed), copying).function(placed);
  }

  /** The tiles of one buffer. */
  private record Group(String buffer, MemorySpace space, long size, int from, List<Var> tiles) {}

  private static Map<String, MemRef> share(Function kernel, Buffers buffers) {
    TileLifetimes lifetimes = new TileLifetimes(kernel);
    List<Group> groups = groups(lifetimes, buffers);
    groups.sort(Comparator.comparingLong((Group g) -> -g.size()).thenComparingInt(Group::from));
    List<List<Group>> slots = new ArrayList<>();
    Map<String, MemRef> shared = new HashMap<>();
    Map<String, String> moved = new HashMap<>();
    for (Group group : groups) {
      List<Group> slot = null;
      for (List<Group> candidate : slots) {
        if (candidate.stream().allMatch(g -> fits(group, g, lifetimes, buffers, moved))) {
          slot = candidate;
          break;
        }
      }
      if (slot == null) {
        slot = new ArrayList<>();
        slots.add(slot);
      }
      slot.add(group);
      Group first = slot.getFirst();
      moved.put(group.buffer(), first.buffer());
      shared.put(group.buffer(), new MemRef(first.buffer(), null, first.size()));
    }
    return shared;
  }

  private static List<Group> groups(TileLifetimes lifetimes, Buffers buffers) {
    Map<String, List<Var>> byBuffer = new LinkedHashMap<>();
    for (Var tile : lifetimes.tiles()) {
      byBuffer.computeIfAbsent(buffers.name(tile), k -> new ArrayList<>()).add(tile);
    }
    List<Group> groups = new ArrayList<>();
    byBuffer.forEach(
        (buffer, tiles) -> {
          Var first = tiles.getFirst();
          long size = tiles.stream().mapToLong(t -> buffers.get(t).size()).max().orElseThrow();
          int from = tiles.stream().mapToInt(t -> lifetimes.of(t).from()).min().orElseThrow();
          groups.add(new Group(buffer, ((TileType) first.type()).space(), size, from, tiles));
        });
    return groups;
  }

  private static boolean fits(
      Group a, Group b, TileLifetimes lifetimes, Buffers buffers, Map<String, String> moved) {
    return a.space() == b.space()
        && !meet(a, b, lifetimes)
        && !clashes(a, b, lifetimes, buffers, moved)
        && !clashes(b, a, lifetimes, buffers, moved);
  }

  /**
   * Whether two groups hold values at once. As groups they do when their whole lifetimes overlap,
   * for a buffer holds its value between its tiles; only where the groups meet as branches of one
   * choice are their tiles looked at singly.
   */
  private static boolean meet(Group a, Group b, TileLifetimes lifetimes) {
    if (!whole(a, lifetimes).overlaps(whole(b, lifetimes))) {
      return false;
    }
    boolean branches = false;
    for (Var x : a.tiles()) {
      for (Var y : b.tiles()) {
        if (lifetimes.exclude(x, y)) {
          branches = true;
        } else if (lifetimes.of(x).overlaps(lifetimes.of(y))) {
          return true;
        }
      }
    }
    return !branches;
  }

  private static TileLifetimes.Span whole(Group group, TileLifetimes lifetimes) {
    int to = group.tiles().stream().mapToInt(t -> lifetimes.of(t).to()).max().orElseThrow();
    return new TileLifetimes.Span(group.from(), to);
  }

  /** Whether an op that makes a tile of the first group still reads the second group's buffer. */
  private static boolean clashes(
      Group made, Group read, TileLifetimes lifetimes, Buffers buffers, Map<String, String> moved) {
    String occupied = moved.getOrDefault(read.buffer(), read.buffer());
    for (Var tile : made.tiles()) {
      if (lifetimes.definition(tile).value() instanceof Call call) {
        for (Expr operand : ResultPlace.readWhileWriting(call, (TileType) tile.type())) {
          String buffer = buffers.name(operand);
          if (buffer != null && moved.getOrDefault(buffer, buffer).equals(occupied)) {
            return true;
          }
        }
      }
    }
    return false;
  }

  /**
   * Copies what a choice hands on from outside of it, unless both branches hand on the same buffer:
   * the choice's buffer is one that a branch fills, never one that is still read elsewhere.
   */
  private static final class OuterValues extends Rewriter {
    private final Buffers buffers;
    private final Definitions definitions;
    private final TileCopy copying;
    private int copies;

    OuterValues(Function kernel, TileCopy copying) {
      this.buffers = Buffers.of(kernel);
      this.definitions = new Definitions(kernel);
      this.copying = copying;
    }

    @Override
    protected void choice(If s, List<Stmt> out) {
      List<Stmt> rewritten = new ArrayList<>();
      super.choice(s, rewritten);
      If choice = (If) rewritten.getFirst();
      List<Stmt> copied = new ArrayList<>();
      List<Expr> then = new ArrayList<>(Definitions.yields(choice.then()));
      for (int i = 0; i < choice.results().size(); i++) {
        if (!(choice.results().get(i).type() instanceof TileType
            && Definitions.yields(s.then()).get(i) instanceof Var outer)) {
          continue;
        }
        buffers.follow(s.results().get(i), outer);
        boolean together =
            Objects.equals(
                buffers.name(outer), buffers.name(Definitions.yields(s.orElse()).get(i)));
        if ((!together && !isMadeIn(whole(outer), s.then())) || isTaken(s, i)) {
          MemRef own = buffers.get(outer);
          MemRef fresh = new MemRef(own.buffer() + "_copy" + copies++, null, own.size());
          Assign copy = copying.of((Var) then.get(i), fresh);
          copied.add(copy);
          then.set(i, copy.target());
          // A choice around this one compares with where the result lies now.
          buffers.put(s.results().get(i), fresh);
        }
      }
      out.add(
          copied.isEmpty()
              ? choice
              : new If(
                  choice.condition(),
                  endingIn(choice.then(), copied, then),
                  choice.orElse(),
                  choice.results(),
                  choice.span()));
    }

    /**
     * Whether an earlier result lies where the first branch puts this one, and the second branch
     * hands on two different tiles.
     */
    private boolean isTaken(If s, int result) {
      for (int i = 0; i < result; i++) {
        if (buffers.name(s.results().get(i)) != null
            && buffers.name(s.results().get(i)).equals(buffers.name(s.results().get(result)))
            && !Definitions.yields(s.orElse())
                .get(i)
                .equals(Definitions.yields(s.orElse()).get(result))) {
          return true;
        }
      }
      return false;
    }

    @Override
    protected void assign(Assign s, List<Stmt> out) {
      super.assign(s, out);
      Expr value = s.value() instanceof Call c ? ResultPlace.shared(c) : s.value();
      buffers.follow(s.target(), value);
    }

    @Override
    protected void loop(For s, List<Stmt> out) {
      begin(s.iterArgs(), s.results());
      super.loop(s, out);
    }

    @Override
    protected void loop(While s, List<Stmt> out) {
      begin(s.iterArgs(), s.results());
      super.loop(s, out);
    }

    private void begin(List<IterArg> args, List<Var> results) {
      for (int i = 0; i < args.size(); i++) {
        buffers.follow(args.get(i).var(), args.get(i).init());
        buffers.follow(results.get(i), args.get(i).init());
      }
    }

    /** The tile that a name stands for: a view is its tile, what a choice hands on the first's. */
    private Var whole(Var var) {
      Expr value =
          switch (definitions.of(var)) {
            case Definitions.ByAssign d when d.assign().value() instanceof Call c ->
                ResultPlace.isView(c) ? c.args().getFirst() : null;
            case Definitions.ByAssign d -> d.assign().value();
            case Definitions.ByIf d -> Definitions.yields(d.choice().then()).get(d.index());
            case Definitions.ByLoop d -> null;
            case Definitions.ByIterArg d -> null;
            case null -> null;
          };
      return value instanceof Var v && Objects.equals(buffers.name(v), buffers.name(var))
          ? whole(v)
          : var;
    }

    private static boolean isMadeIn(Var var, Block branch) {
      boolean[] found = new boolean[1];
      new org.pyptoj.ir.Walker() {
        @Override
        protected void define(Var defined) {
          found[0] |= defined == var;
        }
      }.block(branch);
      return found[0];
    }
  }

  private static Block endingIn(Block body, List<Stmt> before, List<Expr> values) {
    List<Stmt> stmts = new ArrayList<>(body.stmts().subList(0, body.stmts().size() - 1));
    stmts.addAll(before);
    stmts.add(new Yield(values, body.stmts().getLast().span()));
    return new Block(stmts);
  }

  /** Copies what loops and choices hand on into the buffer of what receives it. */
  private static final class YieldCopies extends Rewriter {
    private final Buffers buffers;
    private final TileCopy copying;

    YieldCopies(Buffers buffers, TileCopy copying) {
      this.buffers = buffers;
      this.copying = copying;
    }

    @Override
    protected void loop(For s, List<Stmt> out) {
      Block body = copiedInto(s.body(), carried(s.iterArgs()));
      super.loop(
          new For(
              s.index(),
              s.start(),
              s.stop(),
              s.step(),
              s.iterArgs(),
              body,
              s.results(),
              s.kind(),
              s.attrs(),
              s.span()),
          out);
    }

    @Override
    protected void loop(While s, List<Stmt> out) {
      Block body = copiedInto(s.body(), carried(s.iterArgs()));
      super.loop(new While(s.condition(), s.iterArgs(), body, s.results(), s.span()), out);
    }

    @Override
    protected void choice(If s, List<Stmt> out) {
      Block orElse = copiedInto(s.orElse(), Definitions.yields(s.then()));
      super.choice(new If(s.condition(), s.then(), orElse, s.results(), s.span()), out);
    }

    private static List<Expr> carried(List<IterArg> args) {
      return args.stream().map(a -> (Expr) a.var()).toList();
    }

    /** The body with copies of what does not lie where the receivers lie. */
    private Block copiedInto(Block body, List<Expr> receivers) {
      List<Expr> values = new ArrayList<>(Definitions.yields(body));
      List<Stmt> copies = new ArrayList<>();
      for (int i = 0; i < values.size(); i++) {
        MemRef have = buffers.get(values.get(i));
        MemRef want = buffers.get(receivers.get(i));
        if (want != null && have != null && !have.buffer().equals(want.buffer())) {
          Assign copy = copying.of((Var) values.get(i), want);
          copies.add(copy);
          values.set(i, copy.target());
        }
      }
      return copies.isEmpty() ? body : endingIn(body, copies, values);
    }
  }
}
