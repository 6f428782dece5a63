package org.pyptoj.sim;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * Draws small programs: messages from rank to rank, each of data and a signal, as people write
 * them; and then some mistakes.
 */
final class SmallPrograms {

  private final Random random;

  SmallPrograms(long seed) {
    this.random = new Random(seed);
  }

  private static final class Draft {
    private final List<List<SmallProgram.Op>> ranks = new ArrayList<>();
    private final int[][] first;

    /** What each cell has got so far, if all came in order. */
    private final int[][] level;

    /** How each cell is used: 0 not yet, 1 by adding, 2 by setting. */
    private final int[][] use;

    private int stores;

    Draft(int size) {
      first = new int[size][SmallProgram.CELLS];
      level = new int[size][SmallProgram.CELLS];
      use = new int[size][SmallProgram.CELLS];
      IntStream.range(0, size).forEach(r -> ranks.add(new ArrayList<>()));
    }
  }

  private boolean chance(int percent) {
    return random.nextInt(100) < percent;
  }

  /**
   * A program of 2 to 4 ranks.
   *
   * @param retained whether cells may begin with what an earlier dispatch has left
   */
  SmallProgram next(boolean retained) {
    int size = 2 + (chance(55) ? 0 : chance(75) ? 1 : 2);
    Draft draft = new Draft(size);
    if (retained && chance(25)) {
      draft.first[random.nextInt(size)][random.nextInt(SmallProgram.CELLS)] = random.nextInt(4) - 1;
    }
    int messages = 1 + random.nextInt(size == 2 ? 4 : 3);
    int to = random.nextInt(size);
    int cell = random.nextInt(SmallProgram.CELLS);
    for (int m = 0; m < messages; m++) {
      if (chance(50)) {
        to = random.nextInt(size);
        cell = random.nextInt(SmallProgram.CELLS);
      }
      int from = (to + 1 + random.nextInt(size - 1)) % size;
      message(draft, from, to, cell);
    }
    int mistakes = random.nextInt(3);
    for (int m = 0; m < mistakes; m++) {
      mistake(draft);
    }
    return new SmallProgram(draft.ranks, draft.first);
  }

  private void message(Draft draft, int from, int to, int cell) {
    List<SmallProgram.Op> sender = draft.ranks.get(from);
    List<SmallProgram.Op> receiver = draft.ranks.get(to);
    int start = random.nextInt(3) * 2;
    int end = start + 2 + random.nextInt(2);
    boolean pulls = chance(30);
    int owner = pulls ? from : to;
    sender.add(
        chance(15)
            ? new SmallProgram.Add(owner, start, end)
            : new SmallProgram.Store(owner, start, end, 10 + draft.stores++));
    if (draft.use[to][cell] == 0) {
      draft.use[to][cell] = chance(60) ? 1 : 2;
    }
    boolean sets = draft.use[to][cell] == 2;
    int value;
    if (sets) {
      value = chance(50) ? draft.level[to][cell] + 1 : 1;
      draft.level[to][cell] = value;
    } else {
      value = chance(80) ? 1 : 2;
      draft.level[to][cell] += value;
    }
    sender.add(
        chance(10)
            ? new SmallProgram.CellStore(to, cell, draft.level[to][cell])
            : new SmallProgram.Notify(to, cell, sets, value));
    if (chance(85)) {
      int less = chance(15) ? 1 : 0;
      receiver.add(
          new SmallProgram.Wait(
              cell, chance(25), draft.first[to][cell] + draft.level[to][cell] - less));
      receiver.add(new SmallProgram.Load(owner, start, end));
      if (chance(25) && !sets) {
        receiver.add(new SmallProgram.Notify(to, cell, false, -draft.level[to][cell]));
        draft.level[to][cell] = 0;
      } else if (chance(20)) {
        receiver.add(new SmallProgram.CellWrite(cell, 0));
        draft.level[to][cell] = -draft.first[to][cell];
      }
      if (chance(40)) {
        answer(draft, from, to);
      }
    }
    if (chance(10)) {
      receiver.add(new SmallProgram.CellRead(cell));
    }
  }

  private void answer(Draft draft, int from, int to) {
    int cell = SmallProgram.CELLS - 1;
    int value = ++draft.level[from][cell];
    boolean sets = draft.use[from][cell] == 2;
    draft.use[from][cell] = Math.max(1, draft.use[from][cell]);
    draft.ranks.get(to).add(new SmallProgram.Notify(from, cell, sets, sets ? value : 1));
    draft
        .ranks
        .get(from)
        .add(new SmallProgram.Wait(cell, chance(20), draft.first[from][cell] + value));
  }

  private void mistake(Draft draft) {
    List<SmallProgram.Op> rank = draft.ranks.get(random.nextInt(draft.ranks.size()));
    if (rank.isEmpty()) {
      return;
    }
    int at = random.nextInt(rank.size());
    switch (random.nextInt(5)) {
      case 0 -> rank.remove(at);
      case 1 -> {
        int other = random.nextInt(rank.size());
        SmallProgram.Op op = rank.get(at);
        rank.set(at, rank.get(other));
        rank.set(other, op);
      }
      case 2 -> rank.add(at, changed(rank.get(at), draft.ranks.size()));
      default -> rank.set(at, changed(rank.get(at), draft.ranks.size()));
    }
  }

  private SmallProgram.Op changed(SmallProgram.Op op, int size) {
    return switch (op) {
      case SmallProgram.Notify n ->
          chance(40)
              ? new SmallProgram.Notify(n.owner(), n.cell(), !n.sets(), n.value())
              : chance(50)
                  ? new SmallProgram.Notify(
                      n.owner(), random.nextInt(SmallProgram.CELLS), n.sets(), n.value())
                  : new SmallProgram.Notify(n.owner(), n.cell(), n.sets(), n.value() + 1);
      case SmallProgram.Wait w ->
          chance(40)
              ? new SmallProgram.Wait(w.cell(), !w.isEqual(), w.expected())
              : new SmallProgram.Wait(w.cell(), w.isEqual(), w.expected() + random.nextInt(3) - 1);
      case SmallProgram.Load l -> new SmallProgram.Load(random.nextInt(size), l.from(), l.to());
      case SmallProgram.Store s ->
          new SmallProgram.Store(random.nextInt(size), s.from(), s.to(), s.value() + 100);
      case SmallProgram.Add a -> new SmallProgram.Load(a.owner(), a.from(), a.to());
      case SmallProgram.CellRead r -> new SmallProgram.CellWrite(r.cell(), random.nextInt(3));
      case SmallProgram.CellWrite w -> new SmallProgram.CellRead(w.cell());
      case SmallProgram.CellStore s ->
          new SmallProgram.CellStore(random.nextInt(size), s.cell(), s.value());
    };
  }
}
