package org.pyptoj.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.pyptoj.ir.Program;
import org.pyptoj.sim.order.OrderChecker;

/**
 * Drawn programs as kernels on simulated ranks: under each of 50 seeds, and in parallel, the same
 * verdict, which is that of a model that takes every order. {@code -Dpyptoj.verdictRuns=N} draws
 * more programs.
 */
class VerdictRunsTest {

  private static final int PROGRAMS = Integer.getInteger("pyptoj.verdictRuns", 200);
  private static final int SEEDS = 50;

  /** How runs end. */
  private enum End {
    WELL,
    RACE,
    STUCK
  }

  private static Program program(SmallProgram program) {
    StringBuilder body = new StringBuilder();
    for (int rank = 0; rank < program.ranks().size(); rank++) {
      body.append("if me == ").append(rank).append(":\n");
      body.append("    own = ").append(rank).append('\n');
      for (SmallProgram.Op op : program.ranks().get(rank)) {
        body.append("    ").append(statement(op)).append('\n');
      }
    }
    return Programs.rows(
        program.ranks().size(),
        "[1, " + SmallProgram.WIDTH + "]",
        "[1, " + SmallProgram.WIDTH + "]",
        "[" + SmallProgram.CELLS + ", 1]",
        "INT32",
        body.toString());
  }

  private static String statement(SmallProgram.Op op) {
    return switch (op) {
      case SmallProgram.Store(int owner, int from, int to, int value) ->
          "pld.tile.remote_store(pl.tile.full([1, %d], dtype=pl.INT32, value=%d), target=data, peer=%d, offsets=[0, %d])"
              .formatted(to - from, value, owner, from);
      case SmallProgram.Add(int owner, int from, int to) ->
          "pld.tile.remote_store(pl.tile.full([1, %d], dtype=pl.INT32, value=1), target=data, peer=%d, offsets=[0, %d], atomic=pld.AtomicType.Add)"
              .formatted(to - from, owner, from);
      case SmallProgram.Load(int owner, int from, int to) ->
          "pl.store(pld.tile.remote_load(data, peer=%d, offsets=[0, %d], shape=[1, %d]), [0, 0], y)"
              .formatted(owner, from, to - from);
      case SmallProgram.Notify(int owner, int cell, boolean sets, int value) ->
          "pld.system.notify(signal, peer=%d, offsets=[%d, 0], value=%d, op=pld.NotifyOp.%s)"
              .formatted(owner, cell, value, sets ? "Set" : "AtomicAdd");
      case SmallProgram.Wait(int cell, boolean isEqual, int expected) ->
          "pld.system.wait(signal, offsets=[%d, 0], expected=%d, cmp=pld.WaitCmp.%s)"
              .formatted(cell, expected, isEqual ? "Eq" : "Ge");
      case SmallProgram.CellWrite(int cell, int value) ->
          "pl.write(signal, [%d, 0], %d)".formatted(cell, value);
      case SmallProgram.CellRead(int cell) ->
          "pl.write(y, [0, 0], pl.read(signal, [%d, 0]))".formatted(cell);
      case SmallProgram.CellStore(int owner, int cell, int value) ->
          "pld.tile.remote_store(pl.tile.full([1, 1], dtype=pl.INT32, value=%d), target=signal, peer=%d, offsets=[%d, 0])"
              .formatted(value, owner, cell);
    };
  }

  private static End end(Program program, int ranks, SimConfig.Mode mode, boolean deadlocks) {
    OrderChecker checker = new OrderChecker(!deadlocks, deadlocks, 1_000_000);
    try {
      Simulator.run(
          program,
          SimConfig.of(ranks, mode).withListener(checker),
          List.of(
              Buffer.int32(ranks, 1, SmallProgram.WIDTH),
              Buffer.int32(ranks, 1, SmallProgram.WIDTH)));
    } catch (SimFailure failure) {
      return switch (failure.rule()) {
        case RACE -> End.RACE;
        case DEADLOCK, ORDER -> End.STUCK;
        default -> throw failure;
      };
    }
    assertEquals(0, checker.findings().racesUndecided() + checker.findings().stuckUndecided());
    return End.WELL;
  }

  private static Set<End> ends(SmallProgram drawn, boolean deadlocks) {
    Program program = program(drawn);
    int ranks = drawn.ranks().size();
    Set<End> ends = EnumSet.noneOf(End.class);
    for (int seed = 0; seed < SEEDS; seed++) {
      ends.add(end(program, ranks, new SimConfig.Seeded(seed), deadlocks));
    }
    ends.add(end(program, ranks, new SimConfig.Free(), deadlocks));
    return ends;
  }

  /** Programs that always end: races are found, and nothing else, under every seed. */
  @Test
  void raceVerdictsAreTheSameUnderEverySeed() {
    SmallPrograms programs = new SmallPrograms(11);
    int races = 0;
    for (int found = 0; found < PROGRAMS; ) {
      SmallProgram drawn = programs.next(false);
      SmallProgram.Outcome outcome = drawn.outcome();
      if (!outcome.stuck()) {
        found++;
        races += outcome.race() ? 1 : 0;
        assertEquals(
            EnumSet.of(outcome.race() ? End.RACE : End.WELL), ends(drawn, false), drawn::toString);
      }
    }
    assertTrue(races > PROGRAMS / 5 && races < PROGRAMS * 4 / 5, "races " + races);
  }

  /** All programs: one that can get stuck does so, or is said to, under every seed. */
  @Test
  void deadlockVerdictsAreTheSameUnderEverySeed() {
    SmallPrograms programs = new SmallPrograms(12);
    for (int i = 0; i < PROGRAMS / 4; i++) {
      SmallProgram drawn = programs.next(false);
      assertEquals(
          EnumSet.of(drawn.outcome().stuck() ? End.STUCK : End.WELL),
          ends(drawn, true),
          drawn::toString);
    }
  }
}
