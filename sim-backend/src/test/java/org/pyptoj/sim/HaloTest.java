package org.pyptoj.sim;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.pyptoj.ir.Program;
import org.pyptoj.ir.Span;

/** Ranks of a ring exchange rows by notify, wait and remote_load. */
class HaloTest {

  private static final int WIDTH = 16;

  private static Program halo(int ranks) {
    return Programs.rows(
        ranks,
        WIDTH,
        "[1, 1]",
        """
        ctx = pld.get_comm_ctx(data)
        n = pld.nranks(ctx)
        left = (me + n - 1) % n
        right = (me + 1) % n
        mine = pl.load(x, [0, 0], [1, 16])
        data = pl.store(mine, [0, 0], data)
        pld.system.notify(signal, peer=left, offsets=[0, 0], value=1, op=pld.NotifyOp.AtomicAdd)
        pld.system.notify(signal, peer=right, offsets=[0, 0], value=1, op=pld.NotifyOp.AtomicAdd)
        pld.system.wait(signal, offsets=[0, 0], expected=2, cmp=pld.WaitCmp.Ge)
        a = pld.tile.remote_load(data, peer=left, offsets=[0, 0], shape=[1, 16])
        b = pld.tile.remote_load(data, peer=right, offsets=[0, 0], shape=[1, 16])
        y = pl.store(pl.mul(pl.add(pl.add(a, b), mine), 0.25), [0, 0], y)
        """);
  }

  private static double[] expected(int ranks) {
    return Buffer.model(
        ranks * WIDTH,
        i -> {
          int r = i / WIDTH;
          int c = i % WIDTH;
          int left = (r + ranks - 1) % ranks;
          int right = (r + 1) % ranks;
          return (left * WIDTH + c + right * WIDTH + c + r * WIDTH + c) * 0.25;
        });
  }

  private static double[] run(Program program, SimConfig config) {
    Buffer x = Buffer.fp32(config.ranks(), 1, WIDTH).fill(i -> i);
    Buffer y = Buffer.fp32(config.ranks(), 1, WIDTH);
    Simulator.run(program, config, List.of(x, y));
    return y.values();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 8})
  void everyRankAveragesItsNeighboursInParallel(int ranks) {
    assertArrayEquals(expected(ranks), run(halo(ranks), SimConfig.free(ranks)));
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 4})
  void everyInterleavingGivesTheSameRows(int ranks) {
    Program program = halo(ranks);
    for (int seed = 0; seed < 50; seed++) {
      assertArrayEquals(expected(ranks), run(program, SimConfig.seeded(ranks, seed)));
    }
  }

  private static List<String> trace(Program program, long seed) {
    List<String> trace = new CopyOnWriteArrayList<>();
    AccessListener listener =
        new AccessListener() {
          @Override
          public void access(TaskInfo task, Kind kind, Box box, Span span) {
            trace.add(task.device() + " " + kind + " " + box.window() + "@" + box.owner());
          }
        };
    run(program, SimConfig.seeded(3, seed).withListener(listener));
    return List.copyOf(trace);
  }

  @Test
  void aSeedIsAnInterleaving() {
    Program program = halo(3);
    assertEquals(trace(program, 7), trace(program, 7));
    List<List<String>> others = new ArrayList<>();
    for (int seed = 0; seed < 10; seed++) {
      others.add(trace(program, seed));
    }
    assertNotEquals(1, others.stream().distinct().count());
  }

  @Test
  void theReportCountsWhatEachRankDid() {
    Buffer x = Buffer.fp32(2, 1, WIDTH);
    Buffer y = Buffer.fp32(2, 1, WIDTH);
    SimReport report = Simulator.run(halo(2), SimConfig.free(2).withDevices(5, 9), List.of(x, y));
    SimReport.Rank first = report.ranks().getFirst();
    assertEquals(5, first.device());
    assertEquals(9, report.ranks().get(1).device());
    assertEquals(1, first.tasks());
    assertEquals(2, first.notifies());
    assertEquals(3 * WIDTH * 4, first.localBytes());
    assertEquals(2 * WIDTH * 4, first.remoteBytes());
  }
}
