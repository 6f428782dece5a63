package org.pyptoj.passes;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.pyptoj.ir.Function;
import org.pyptoj.ir.expr.Var;
import org.pyptoj.ir.type.MemRef;
import org.pyptoj.ir.type.MemorySpace;
import org.pyptoj.ir.type.TileType;
import org.pyptoj.passes.invariant.Invariant;
import org.pyptoj.passes.memory.Buffers;
import org.pyptoj.passes.memory.HandOvers;
import org.pyptoj.passes.memory.SeparateBuffers;
import org.pyptoj.passes.memory.TileConflicts;
import org.pyptoj.passes.memory.TileCopy;
import org.pyptoj.passes.memory.TileLifetimes;

/**
 * Lets tiles that never hold values at the same time share a buffer. Comes in: kernels whose tiles
 * have buffers, with loops that change what they carry in place where they can. Goes out: fewer
 * buffers. The largest tiles are placed first, equal ones in order of definition; each goes into
 * the first buffer whose tiles it does not meet. Tiles of one buffer that conflict are parted
 * before; what then lies elsewhere than where a loop or a choice expects it is copied.
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
    Buffers buffers = Buffers.of(kernel);
    buffers.align(kernel);
    TileConflicts conflicts = new TileConflicts(kernel);
    SeparateBuffers.in(kernel, buffers, conflicts);
    Map<String, MemRef> shared = share(kernel, buffers, conflicts);
    buffers.map(
        ref -> {
          MemRef to = shared.get(ref.buffer());
          return to == null ? ref : new MemRef(to.buffer(), ref.address(), ref.size());
        });
    return HandOvers.in(buffers.apply(kernel), copying);
  }

  /**
   * The tiles of one buffer.
   *
   * @param made those that ops make; the others are carried, or results of choices
   * @param whole from the first of those to where one is read last; null where there are none
   * @param members all of them, by number
   * @param conflicts tiles that may not lie in the buffer
   */
  private record Group(
      String buffer,
      MemorySpace space,
      long size,
      List<Var> made,
      TileLifetimes.Span whole,
      BitSet members,
      BitSet conflicts) {

    int from() {
      return members.nextSetBit(0);
    }
  }

  /** The groups that share a buffer, and what may not join them. */
  private record Slot(List<Group> groups, BitSet conflicts) {

    void add(Group group) {
      groups.add(group);
      conflicts.or(group.conflicts());
    }

    Group first() {
      return groups.getFirst();
    }
  }

  private static Map<String, MemRef> share(
      Function kernel, Buffers buffers, TileConflicts conflicts) {
    TileLifetimes lifetimes = new TileLifetimes(kernel);
    List<Group> groups = groups(conflicts, lifetimes, buffers);
    groups.sort(Comparator.comparingLong((Group g) -> -g.size()).thenComparingInt(Group::from));
    List<Slot> slots = new ArrayList<>();
    Map<String, MemRef> shared = new HashMap<>();
    for (Group group : groups) {
      Slot slot = null;
      for (Slot candidate : slots) {
        if (fits(group, candidate, lifetimes)) {
          slot = candidate;
          break;
        }
      }
      if (slot == null) {
        slot = new Slot(new ArrayList<>(), new BitSet());
        slots.add(slot);
      }
      slot.add(group);
      Group first = slot.first();
      shared.put(group.buffer(), new MemRef(first.buffer(), null, first.size()));
    }
    return shared;
  }

  private static List<Group> groups(
      TileConflicts conflicts, TileLifetimes lifetimes, Buffers buffers) {
    Map<String, List<Var>> byBuffer = new LinkedHashMap<>();
    for (Var tile : conflicts.tiles()) {
      byBuffer.computeIfAbsent(buffers.name(tile), k -> new ArrayList<>()).add(tile);
    }
    List<Group> groups = new ArrayList<>();
    byBuffer.forEach(
        (buffer, tiles) -> {
          MemorySpace space = ((TileType) tiles.getFirst().type()).space();
          long size = tiles.stream().mapToLong(t -> buffers.get(t).size()).max().orElseThrow();
          List<Var> made = tiles.stream().filter(lifetimes::isMade).toList();
          BitSet members = new BitSet();
          tiles.forEach(t -> members.set(conflicts.number(t)));
          groups.add(
              new Group(
                  buffer,
                  space,
                  size,
                  made,
                  whole(made, lifetimes),
                  members,
                  conflicts.of(members)));
        });
    return groups;
  }

  private static boolean fits(Group group, Slot slot, TileLifetimes lifetimes) {
    return group.space() == slot.first().space()
        && !slot.conflicts().intersects(group.members())
        && slot.groups().stream().noneMatch(g -> meet(group, g, lifetimes));
  }

  /**
   * Whether the reference keeps two groups apart. It does when their whole lifetimes overlap, as if
   * a buffer held its value between its tiles; only where the groups meet as branches of one choice
   * are their tiles looked at singly.
   */
  private static boolean meet(Group a, Group b, TileLifetimes lifetimes) {
    if (a.whole() == null || b.whole() == null || !a.whole().overlaps(b.whole())) {
      return false;
    }
    boolean branches = false;
    for (Var x : a.made()) {
      for (Var y : b.made()) {
        if (lifetimes.exclude(x, y)) {
          branches = true;
        } else if (lifetimes.of(x).overlaps(lifetimes.of(y))) {
          return true;
        }
      }
    }
    return !branches;
  }

  private static TileLifetimes.Span whole(List<Var> made, TileLifetimes lifetimes) {
    if (made.isEmpty()) {
      return null;
    }
    int from = Integer.MAX_VALUE;
    int to = 0;
    for (Var tile : made) {
      from = Math.min(from, lifetimes.of(tile).from());
      to = Math.max(to, lifetimes.of(tile).to());
    }
    return new TileLifetimes.Span(from, to);
  }
}
