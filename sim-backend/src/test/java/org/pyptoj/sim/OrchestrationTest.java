package org.pyptoj.sim;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.pyptoj.ir.Program;

/** Tasks of a device: their order, their cores, deferred waits; dispatches of the host. */
class OrchestrationTest {

  static Stream<SimConfig> oneDevice() {
    return Stream.concat(
        Stream.of(SimConfig.free(1)),
        IntStream.range(0, 30).mapToObj(seed -> SimConfig.seeded(1, seed)));
  }

  private static final Program CHAIN =
      Programs.parse(
          """
          @pl.program
          class Chain:
              @pl.function(type=pl.FunctionType.InCore)
              def scale(self, a: pl.Tensor[[1, 8], pl.FP32], b: pl.Out[pl.Tensor[[1, 8], pl.FP32]]):
                  b = pl.store(pl.mul(pl.load(a, [0, 0], [1, 8]), 2.0), [0, 0], b)

              @pl.function(type=pl.FunctionType.InCore)
              def shift(self, a: pl.Tensor[[1, 8], pl.FP32], b: pl.Out[pl.Tensor[[1, 8], pl.FP32]]):
                  b = pl.store(pl.add(pl.load(a, [0, 0], [1, 8]), 1.0), [0, 0], b)

              @pl.function(type=pl.FunctionType.Orchestration)
              def chip(self, x: pl.Tensor[[1, 8], pl.FP32], y: pl.Out[pl.Tensor[[1, 8], pl.FP32]]):
                  t = pl.create_tensor([1, 8], dtype=pl.FP32)
                  self.scale(x, t)
                  self.shift(t, y)
                  self.scale(y, t)
                  self.shift(t, y)
          """);

  /** Reads come after writes, writes after reads and writes: ((2x + 1) * 2) + 1. */
  @ParameterizedTest
  @MethodSource("oneDevice")
  void tasksThatShareTensorsKeepTheirOrder(SimConfig config) {
    Buffer x = Buffer.fp32(1, 8).fill(i -> i);
    Buffer y = Buffer.fp32(1, 8);
    Simulator.run(CHAIN, config, List.of(x, y));
    assertArrayEquals(Buffer.model(8, i -> 4 * i + 3), y.values());
  }

  /** A loop that does not run leaves its index as the scope before has left it. */
  @ParameterizedTest
  @MethodSource("oneDevice")
  void aTaskReadsWhatItMayNotDefine(SimConfig config) {
    Program program =
        Programs.parse(
            """
            @pl.program
            class Indices:
                @pl.function(type=pl.FunctionType.Orchestration)
                def chip(self, y: pl.Out[pl.Tensor[[1, 8], pl.INT32]]):
                    with pl.at(level=pl.Level.CORE_GROUP):
                        for i in pl.range(1, 6, 2):
                            pl.write(y, [0, 1], 0)
                    with pl.at(level=pl.Level.CORE_GROUP):
                        for i in pl.unroll(0):
                            pl.write(y, [0, 1], 9)
                        pl.write(y, [0, 0], pl.cast(i, pl.INT32))
            """);
    Buffer y = Buffer.int32(1, 8);
    Simulator.run(program, config, List.of(y));
    assertArrayEquals(Buffer.model(8, i -> i == 0 ? 5 : 0), y.values());
  }

  private static Program mailbox(String first) {
    return Programs.parse(
        """
        @pl.program
        class Mailbox:
            @pl.function(type=pl.FunctionType.InCore)
            def post(
                self,
                x: pl.Tensor[[1, 8], pl.FP32],
                mail: pl.InOut[pld.DistributedTensor[[1, 8], pl.FP32]],
                flag: pld.DistributedTensor[[1, 1], pl.INT32],
                to: pl.Scalar[pl.INT32],
            ):
                letter = pl.load(x, [0, 0], [1, 8])
                pld.tile.remote_store(letter, mail, peer=to, offsets=[0, 0])
                pld.system.notify(flag, peer=to, offsets=[0, 0], value=1, op=pld.NotifyOp.Set)

            @pl.function(type=pl.FunctionType.Orchestration)
            def chip(
                self,
                x: pl.Tensor[[1, 8], pl.FP32],
                y: pl.Out[pl.Tensor[[1, 8], pl.FP32]],
                mail: pl.InOut[pld.DistributedTensor[[1, 8], pl.FP32]],
                flag: pl.InOut[pld.DistributedTensor[[1, 1], pl.INT32]],
                to: pl.Scalar[pl.INT32],
            ):
                with pl.manual_scope():
                    with pl.at(level=pl.Level.CORE_GROUP, name_hint="await_post") as posted:
                        FIRST
                    with pl.at(level=pl.Level.CORE_GROUP, name_hint="read_post", deps=[posted]):
                        letter = pl.load(mail, [0, 0], [1, 8])
                        y = pl.store(letter, [0, 0], y)
                    self.post(x, mail, flag, to)

            @pl.function(level=pl.Level.HOST, role=pl.Role.Orchestrator)
            def host(
                self,
                xs: pl.Tensor[[2, 1, 8], pl.FP32],
                ys: pl.Out[pl.Tensor[[2, 1, 8], pl.FP32]],
            ):
                mail_buf = pld.alloc_window_buffer([1, 8], dtype=pl.FP32)
                flag_buf = pld.alloc_window_buffer([1, 1], dtype=pl.INT32)
                for r in pl.range(pld.world_size()):
                    mail = pld.window(mail_buf, [1, 8], dtype=pl.FP32)
                    flag = pld.window(flag_buf, [1, 1], dtype=pl.INT32)
                    self.chip(xs[r], ys[r], mail, flag, 1 - r, device=r)
        """
            .replace("FIRST", first));
  }

  private static final String DEFERRED =
      "pld.system.defer_wait(flag, offsets=[0, 0], expected=1, cmp=pld.WaitCmp.Ge)";
  private static final String BLOCKING =
      "pld.system.wait(flag, offsets=[0, 0], expected=1, cmp=pld.WaitCmp.Ge)";

  private static double[] post(Program program, SimConfig config) {
    Buffer x = Buffer.fp32(2, 1, 8).fill(i -> i);
    Buffer y = Buffer.fp32(2, 1, 8);
    Simulator.run(program, config, List.of(x, y));
    return y.values();
  }

  private static final double[] SWAPPED = Buffer.model(16, i -> (i + 8) % 16);

  /**
   * With one core a waiter that gives its core back lets the poster run; one that blocks does not.
   */
  @Test
  void aDeferredWaitGivesItsCoreBack() {
    for (int seed = 0; seed < 30; seed++) {
      SimConfig one = SimConfig.seeded(2, seed).withAivCores(1);
      assertArrayEquals(SWAPPED, post(mailbox(DEFERRED), one));
      SimFailure failure = assertThrows(SimFailure.class, () -> post(mailbox(BLOCKING), one));
      assertEquals(SimCode.DEADLOCK, failure.rule());
      assertEquals(
          List.of(
              "await_post flag_buf[0, 0] >= 1",
              "post a core",
              "await_post flag_buf[0, 0] >= 1",
              "post a core"),
          failure.blocked().stream().map(b -> b.function() + " " + b.waitsFor()).toList());
    }
    assertArrayEquals(SWAPPED, post(mailbox(DEFERRED), SimConfig.free(2).withAivCores(1)));
  }

  @Test
  void aBlockedTaskDoesNotStopIndependentOnes() {
    for (int seed = 0; seed < 30; seed++) {
      assertArrayEquals(SWAPPED, post(mailbox(BLOCKING), SimConfig.seeded(2, seed)));
    }
    assertArrayEquals(SWAPPED, post(mailbox(BLOCKING), SimConfig.free(2)));
  }

  private static Program grid(int blocks) {
    return Programs.parse(
        """
        @pl.program
        class Grid:
            @pl.function(type=pl.FunctionType.InCore)
            def part(self, x: pl.Tensor[[12, 8], pl.FP32], y: pl.Out[pl.Tensor[[12, 8], pl.FP32]]):
                b = pl.tile.get_block_idx()
                n = pl.tile.get_block_num()
                for row in pl.range(b, 12, n):
                    y = pl.store(pl.add(pl.load(x, [row, 0], [1, 8]), 1.0), [row, 0], y)

            @pl.function(type=pl.FunctionType.Orchestration)
            def chip(self, x: pl.Tensor[[12, 8], pl.FP32], y: pl.Out[pl.Tensor[[12, 8], pl.FP32]]):
                self.part(x, y, core_num=BLOCKS)
        """
            .replace("BLOCKS", "" + blocks));
  }

  @ParameterizedTest
  @MethodSource("oneDevice")
  void aGridsBlocksShareTheWork(SimConfig config) {
    Buffer x = Buffer.fp32(12, 8).fill(i -> i);
    Buffer y = Buffer.fp32(12, 8);
    SimReport report = Simulator.run(grid(5), config, List.of(x, y));
    assertArrayEquals(Buffer.model(96, i -> i + 1), y.values());
    assertEquals(5, report.ranks().getFirst().tasks());
  }

  @Test
  void aGridThatIsLargerThanTheDeviceFails() {
    SimFailure failure =
        assertThrows(
            SimFailure.class,
            () ->
                Simulator.run(
                    grid(5),
                    SimConfig.free(1).withAivCores(4),
                    List.of(Buffer.fp32(12, 8), Buffer.fp32(12, 8))));
    assertEquals(
        "part asks for 5 blocks at once, the device has 4 cores", failure.diagnostic().message());
  }

  /** Devices 0 and 1 swap in one domain, 1 and 2 in another: ranks count inside a domain. */
  @Test
  void domainsOverSubsetsOfDevices() {
    Program program =
        Programs.parse(
            """
            @pl.program
            class Groups:
                @pl.function(type=pl.FunctionType.InCore)
                def swap(
                    self,
                    x: pl.Tensor[[1, 8], pl.FP32],
                    y: pl.Out[pl.Tensor[[1, 8], pl.FP32]],
                    data: pl.InOut[pld.DistributedTensor[[1, 8], pl.FP32]],
                    signal: pl.InOut[pld.DistributedTensor[[2, 1], pl.INT32]],
                ):
                    me = pld.rank(pld.get_comm_ctx(data))
                    mine = pl.load(x, [0, 0], [1, 8])
                    data = pl.store(mine, [0, 0], data)
                    signal = pld.tensor.barrier(signal)
                    theirs = pld.tile.remote_load(data, peer=1 - me, offsets=[0, 0], shape=[1, 8])
                    y = pl.store(theirs, [0, 0], y)

                @pl.function(type=pl.FunctionType.Orchestration)
                def chip(
                    self,
                    x: pl.Tensor[[1, 8], pl.FP32],
                    y: pl.Out[pl.Tensor[[1, 8], pl.FP32]],
                    data: pl.InOut[pld.DistributedTensor[[1, 8], pl.FP32]],
                    signal: pl.InOut[pld.DistributedTensor[[2, 1], pl.INT32]],
                ):
                    self.swap(x, y, data, signal)

                @pl.function(level=pl.Level.HOST, role=pl.Role.Orchestrator)
                def host(
                    self,
                    xs: pl.Tensor[[3, 1, 8], pl.FP32],
                    a: pl.Out[pl.Tensor[[3, 1, 8], pl.FP32]],
                    b: pl.Out[pl.Tensor[[3, 1, 8], pl.FP32]],
                ):
                    data_a = pld.alloc_window_buffer([1, 8], dtype=pl.FP32)
                    signal_a = pld.alloc_window_buffer([2, 1], dtype=pl.INT32)
                    data_b = pld.alloc_window_buffer([1, 8], dtype=pl.FP32)
                    signal_b = pld.alloc_window_buffer([2, 1], dtype=pl.INT32)
                    for r in pl.range(2):
                        data = pld.window(data_a, [1, 8], dtype=pl.FP32)
                        signal = pld.window(signal_a, [2, 1], dtype=pl.INT32)
                        self.chip(xs[r], a[r], data, signal, device=r)
                    for r in pl.range(1, 3):
                        data = pld.window(data_b, [1, 8], dtype=pl.FP32)
                        signal = pld.window(signal_b, [2, 1], dtype=pl.INT32)
                        self.chip(xs[r], b[r], data, signal, device=r)
            """);
    for (int seed = 0; seed < 30; seed++) {
      Buffer x = Buffer.fp32(3, 1, 8).fill(i -> i);
      Buffer a = Buffer.fp32(3, 1, 8);
      Buffer b = Buffer.fp32(3, 1, 8);
      Simulator.run(program, SimConfig.seeded(3, seed), List.of(x, a, b));
      assertArrayEquals(Buffer.model(24, i -> i < 8 ? 8 + i : i < 16 ? i - 8 : 0), a.values());
      assertArrayEquals(Buffer.model(24, i -> i < 8 ? 0 : i < 16 ? i + 8 : i - 8), b.values());
    }
  }

  /** The host's allreduce runs on a grid of blocks per rank, with a signal that nobody wrote. */
  @ParameterizedTest
  @MethodSource("cores")
  void aCollectiveOfTheHost(int cores) {
    int width = 1000;
    Program program =
        Programs.parse(
            """
            @pl.program
            class HostSum:
                @pl.function(type=pl.FunctionType.InCore)
                def publish(
                    self,
                    x: pl.Tensor[[1, WIDTH], pl.FP32],
                    data: pl.InOut[pld.DistributedTensor[[1, WIDTH], pl.FP32]],
                ):
                    data = pl.store(pl.load(x, [0, 0], [1, WIDTH]), [0, 0], data)

                @pl.function(type=pl.FunctionType.InCore)
                def collect(
                    self,
                    data: pld.DistributedTensor[[1, WIDTH], pl.FP32],
                    y: pl.Out[pl.Tensor[[1, WIDTH], pl.FP32]],
                ):
                    y = pl.store(pl.load(data, [0, 0], [1, WIDTH]), [0, 0], y)

                @pl.function(level=pl.Level.HOST, role=pl.Role.Orchestrator)
                def host(
                    self,
                    xs: pl.Tensor[[3, 1, WIDTH], pl.FP32],
                    ys: pl.Out[pl.Tensor[[3, 1, WIDTH], pl.FP32]],
                ):
                    buf = pld.alloc_window_buffer([1, WIDTH], dtype=pl.FP32)
                    data = pld.window(buf, [1, WIDTH], dtype=pl.FP32)
                    for r in pl.range(pld.world_size()):
                        self.publish(xs[r], data, device=r)
                    data = pld.tensor.allreduce(data, op=pld.ReduceOp.Sum, core_num=CORES)
                    for r in pl.range(pld.world_size()):
                        self.collect(data, ys[r], device=r)
            """
                .replace("WIDTH", "" + width)
                .replace("CORES", "" + cores));
    for (int seed = 0; seed < 10; seed++) {
      Buffer x = Buffer.fp32(3, 1, width).fill(i -> i);
      Buffer y = Buffer.fp32(3, 1, width);
      Simulator.run(program, SimConfig.seeded(3, seed), List.of(x, y));
      assertArrayEquals(Buffer.model(3 * width, i -> 3 * (i % width) + 3 * width), y.values());
    }
  }

  static Stream<Integer> cores() {
    return Stream.of(1, 3, 8);
  }
}
