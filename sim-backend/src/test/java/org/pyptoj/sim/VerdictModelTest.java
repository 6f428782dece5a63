package org.pyptoj.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.pyptoj.ir.Span;
import org.pyptoj.ir.op.NotifyOp;
import org.pyptoj.ir.op.WaitCmp;
import org.pyptoj.sim.AccessListener.Box;
import org.pyptoj.sim.AccessListener.Kind;
import org.pyptoj.sim.AccessListener.TaskInfo;
import org.pyptoj.sim.order.OrderChecker;

/**
 * Verdicts on drawn programs against a model that takes every order. A verdict is the same whatever
 * order the run takes, and it is the model's. {@code -Dpyptoj.verdicts=N} draws more programs.
 */
class VerdictModelTest {

  private static final int PROGRAMS = Integer.getInteger("pyptoj.verdicts", 4_000);
  private static final int ORDERS = 6;
  private static final Span SPAN = Span.NONE;

  /** How a run ends. */
  private enum End {
    WELL,
    RACE,
    ORDER,
    STUCK
  }

  /** Runs a program in a drawn order, telling a checker. */
  private static final class Run {
    private final SmallProgram program;
    private final OrderChecker checker;
    private final Random random;
    private final int[] at;
    private final MemorySegment[] cells;
    private final Object data = "data";
    private final Object signal = "signal";

    Run(SmallProgram program, OrderChecker checker, long seed) {
      this.program = program;
      this.checker = checker;
      this.random = new Random(seed);
      this.at = new int[program.ranks().size()];
      this.cells = new MemorySegment[at.length];
    }

    private static TaskInfo task(int rank) {
      return new TaskInfo(rank + 1, rank, "step", rank + 1, 0, SPAN);
    }

    private Box cell(int owner, int cell) {
      return new Box("signal", signal, owner, 4L * cell, 4, new long[] {1}, new long[] {4});
    }

    private Box box(int owner, int from, int to) {
      return new Box("data", data, owner, 4L * from, 4, new long[] {to - from}, new long[] {4});
    }

    End end() {
      checker.begins();
      for (int rank = 0; rank < at.length; rank++) {
        cells[rank] = MemorySegment.ofArray(new int[SmallProgram.CELLS]);
        for (int c = 0; c < SmallProgram.CELLS; c++) {
          cells[rank].setAtIndex(ValueLayout.JAVA_INT_UNALIGNED, c, program.first()[rank][c]);
        }
        checker.retained(signal, rank, cells[rank]);
        checker.started(task(rank), List.of());
      }
      try {
        while (true) {
          List<Integer> ready = new ArrayList<>();
          boolean ended = true;
          for (int rank = 0; rank < at.length; rank++) {
            boolean more = at[rank] < program.ranks().get(rank).size();
            ended &= !more;
            if (more && isReady(rank, program.ranks().get(rank).get(at[rank]))) {
              ready.add(rank);
            }
          }
          if (ended) {
            checker.ends();
            return End.WELL;
          }
          if (ready.isEmpty()) {
            throw checker.failed(new SimFailure(SimCode.DEADLOCK, "stuck", SPAN));
          }
          int rank = ready.get(random.nextInt(ready.size()));
          step(rank, program.ranks().get(rank).get(at[rank]++));
        }
      } catch (SimFailure failure) {
        return switch (failure.rule()) {
          case RACE -> End.RACE;
          case ORDER -> End.ORDER;
          case DEADLOCK -> End.STUCK;
          default -> throw failure;
        };
      }
    }

    private boolean isReady(int rank, SmallProgram.Op op) {
      return !(op instanceof SmallProgram.Wait w)
          || SmallProgram.isLetGo(
              w, cells[rank].getAtIndex(ValueLayout.JAVA_INT_UNALIGNED, w.cell()));
    }

    private void set(int owner, int cell, int value) {
      cells[owner].setAtIndex(ValueLayout.JAVA_INT_UNALIGNED, cell, value);
    }

    private void step(int rank, SmallProgram.Op op) {
      TaskInfo task = task(rank);
      switch (op) {
        case SmallProgram.Store(int owner, int from, int to, int value) -> {
          int[] values = new int[to - from];
          Arrays.fill(values, value);
          checker.storing(task, box(owner, from, to), false, values, SPAN);
          checker.access(task, Kind.WRITE, box(owner, from, to), SPAN);
        }
        case SmallProgram.Add(int owner, int from, int to) ->
            checker.access(task, Kind.ADD, box(owner, from, to), SPAN);
        case SmallProgram.Load(int owner, int from, int to) ->
            checker.access(task, Kind.READ, box(owner, from, to), SPAN);
        case SmallProgram.Notify(int owner, int cell, boolean sets, int value) -> {
          NotifyOp kind = sets ? NotifyOp.SET : NotifyOp.ATOMIC_ADD;
          checker.notifying(task, cell(owner, cell), kind, value, SPAN);
          checker.access(task, sets ? Kind.NOTIFY_SET : Kind.NOTIFY_ADD, cell(owner, cell), SPAN);
          int before = cells[owner].getAtIndex(ValueLayout.JAVA_INT_UNALIGNED, cell);
          set(owner, cell, sets ? value : before + value);
        }
        case SmallProgram.Wait(int cell, boolean isEqual, int expected) -> {
          WaitCmp cmp = isEqual ? WaitCmp.EQ : WaitCmp.GE;
          checker.waiting(task, cell(rank, cell), cmp, expected, false, SPAN);
          checker.access(task, Kind.WAIT, cell(rank, cell), SPAN);
        }
        case SmallProgram.CellWrite(int cell, int value) -> store(task, rank, cell, value);
        case SmallProgram.CellStore(int owner, int cell, int value) ->
            store(task, owner, cell, value);
        case SmallProgram.CellRead(int cell) ->
            checker.access(task, Kind.READ, cell(rank, cell), SPAN);
      }
    }

    private void store(TaskInfo task, int owner, int cell, int value) {
      checker.storing(task, cell(owner, cell), false, new int[] {value}, SPAN);
      checker.access(task, Kind.WRITE, cell(owner, cell), SPAN);
      set(owner, cell, value);
    }
  }

  private static End end(SmallProgram program, boolean races, boolean deadlocks, long seed) {
    OrderChecker checker = new OrderChecker(races, deadlocks, 1_000_000);
    End end = new Run(program, checker, seed).end();
    assertEquals(0, checker.findings().racesUndecided() + checker.findings().stuckUndecided());
    return end;
  }

  @Test
  void verdictsAreTheModels() {
    SmallPrograms programs = new SmallPrograms(20261201);
    int races = 0;
    int stuck = 0;
    for (int p = 0; p < PROGRAMS; p++) {
      SmallProgram program = programs.next(true);
      SmallProgram.Outcome outcome = program.outcome();
      races += outcome.race() ? 1 : 0;
      stuck += outcome.stuck() ? 1 : 0;
      for (int order = 0; order < ORDERS; order++) {
        End end = end(program, true, false, order);
        if (end == End.STUCK) {
          // What comes behind the place where the run got stuck has not been seen.
          assertTrue(outcome.stuck(), program::toString);
        } else {
          assertEquals(outcome.race() ? End.RACE : End.WELL, end, program::toString);
        }
        End orderly = end(program, false, true, order);
        assertEquals(
            outcome.stuck(), orderly == End.STUCK || orderly == End.ORDER, program::toString);
      }
    }
    // The draws are worth something: both verdicts are common.
    assertTrue(races > PROGRAMS / 5 && races < PROGRAMS * 4 / 5, "races " + races);
    assertTrue(stuck > PROGRAMS / 10 && stuck < PROGRAMS * 3 / 4, "stuck " + stuck);
  }
}
