package org.pyptoj.conformance.ops;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.pyptoj.ir.type.DataType;

/** Optional parameters of ops between ranks, on two ranks that exchange eight rows of 32. */
final class KeywordExchanges {

  private static final int ROWS = 8;
  private static final int COLS = 32;
  private static final int EACH = ROWS * COLS;

  private final Map<String, Exercise> all;

  private KeywordExchanges(Map<String, Exercise> all) {
    this.all = all;
  }

  static void add(Map<String, Exercise> all) {
    KeywordExchanges exchanges = new KeywordExchanges(all);
    exchanges.transfers();
    exchanges.collectives();
  }

  /** An element of a rank's result, from all ranks' inputs. */
  private interface Element {
    double at(double[] x, int rank, int row, int col);
  }

  private static final String PROGRAM =
      """
      @pl.function(type=pl.FunctionType.InCore)
      def step(
          self,
          x: pl.Tensor[[8, 32], pl.FP32],
          y: pl.InOut[pl.Tensor[[8, 32], pl.FP32]],
          win: pl.InOut[pld.DistributedTensor[[8, 32], pl.FP32]],
          sig: pl.InOut[pld.DistributedTensor[[SIGNAL], pl.INT32]],
          me: pl.Scalar[pl.INT32],
      ):
      BODY
      @pl.function(type=pl.FunctionType.Orchestration)
      def chip(
          self,
          x: pl.Tensor[[8, 32], pl.FP32],
          y: pl.InOut[pl.Tensor[[8, 32], pl.FP32]],
          win: pl.InOut[pld.DistributedTensor[[8, 32], pl.FP32]],
          sig: pl.InOut[pld.DistributedTensor[[SIGNAL], pl.INT32]],
          me: pl.Scalar[pl.INT32],
      ):
          y = self.step(x, y, win, sig, me)
          return y

      @pl.function(level=pl.Level.HOST, role=pl.Role.Orchestrator)
      def host(self, x: pl.Tensor[[2, 8, 32], pl.FP32], y: pl.InOut[pl.Tensor[[2, 8, 32], pl.FP32]]):
          win_buf = pld.alloc_window_buffer(ALLOCATION)
          sig_buf = pld.alloc_window_buffer([SIGNAL], dtype=pl.INT32)
          for r in pl.range(pld.world_size()):
              win = pld.window(win_buf, [8, 32], dtype=pl.FP32)
              sig = pld.window(sig_buf, [SIGNAL], dtype=pl.INT32)
              self.chip(x[r], y[r], win, sig, r, device=r)
          return y
      """;

  private static final String MINE = "t = pl.load(x, [0, 0], [8, 32])\npl.store(t, [0, 0], win)\n";
  private static final String SHOW = "t = pl.load(win, [0, 0], [8, 32])\npl.store(t, [0, 0], y)\n";
  private static final String SENT =
      """
      pld.system.notify(sig, 1 - me, [me, 0], 1, op=pld.NotifyOp.AtomicAdd)
      pld.system.wait(sig, [1 - me, 0], 1, cmp=pld.WaitCmp.Ge)
      pld.system.notify(sig, me, [1 - me, 0], -1, op=pld.NotifyOp.AtomicAdd)
      """;

  private static double peers(double[] x, int rank, int row, int col) {
    return x[(1 - rank) * EACH + row * COLS + col];
  }

  private static double own(double[] x, int rank, int row, int col) {
    return x[rank * EACH + row * COLS + col];
  }

  private static final String ALLOCATION = "[8, 32], dtype=pl.FP32";

  /** Every rank runs a kernel with these statements. */
  private static String kernelText(String body) {
    return PROGRAM.replace("BODY\n", body.strip().indent(4) + "\n");
  }

  private void kernel(String name, String body, Element element) {
    program(name, kernelText(body), "2, 1", ALLOCATION, element);
  }

  private void program(
      String name, String text, String signal, String allocation, Element element) {
    double[] x = new double[2 * EACH];
    Arrays.setAll(x, i -> i % 17 - 8);
    double[] before = new double[2 * EACH];
    double[] after = new double[2 * EACH];
    Arrays.fill(before, Grid.UNTOUCHED);
    for (int i = 0; i < after.length; i++) {
      after[i] = element.at(x, i / EACH, i % EACH / COLS, i % COLS);
    }
    int[] shape = {2, ROWS, COLS};
    all.put(
        name,
        new Exercise(
            text.replace("SIGNAL", signal).replace("ALLOCATION", allocation),
            2,
            List.of(
                Port.in("x", DataType.FP32, shape, x),
                Port.out("y", DataType.FP32, shape, before, after, 0)),
            null));
  }

  private void transfers() {
    Element bothOfMiddle =
        (x, r, i, j) -> i >= 2 && i < 6 ? own(x, r, i, j) + peers(x, r, i + 1, j) : own(x, r, i, j);
    String region = "dst_offsets=[2, 0], src_offsets=[3, 0], shape=[4, 32]";
    for (String given : List.of("dst_offsets", "src_offsets", "shape")) {
      kernel(
          "pld.tensor.put " + given,
          "pld.tensor.put(win, 1 - me, x, " + region + ")\n" + SENT + SHOW,
          (x, r, i, j) -> i >= 2 && i < 6 ? peers(x, r, i + 1, j) : 0);
      kernel(
          "pld.tensor.get " + given,
          MINE + "pld.tensor.barrier(sig)\npld.tensor.get(y, 1 - me, win, " + region + ")\n",
          (x, r, i, j) -> i >= 2 && i < 6 ? peers(x, r, i + 1, j) : Grid.UNTOUCHED);
    }
    kernel(
        "pld.tensor.put atomic",
        MINE
            + "pld.tensor.barrier(sig)\npld.tensor.put(win, 1 - me, x, "
            + region
            + ", atomic=pld.AtomicType.Add)\n"
            + SENT
            + SHOW,
        bothOfMiddle);
    for (String given : List.of("chunk_rows=2", "chunk_cols=16", "pipeline=True")) {
      String options = given.startsWith("p") ? "chunk_rows=2, chunk_cols=16, " + given : given;
      String keyword = given.substring(0, given.indexOf('='));
      kernel(
          "pld.tensor.put " + keyword,
          "pld.tensor.put(win, 1 - me, x, " + options + ")\n" + SENT + SHOW,
          KeywordExchanges::peers);
      kernel(
          "pld.tensor.get " + keyword,
          MINE + "pld.tensor.barrier(sig)\npld.tensor.get(y, 1 - me, win, " + options + ")\n",
          KeywordExchanges::peers);
    }
    kernel(
        "pld.tile.remote_store atomic",
        MINE
            + "pld.tensor.barrier(sig)\nu = pl.load(x, [3, 0], [4, 32])\n"
            + "pld.tile.remote_store(u, win, 1 - me, [2, 0], atomic=pld.AtomicType.Add)\n"
            + SENT
            + SHOW,
        bothOfMiddle);
    kernel(
        "pld.tensor.remote_store atomic",
        MINE
            + "pld.tensor.barrier(sig)\nu = pl.mul(x[3:7, :], 1.0)\n"
            + "pld.tensor.remote_store(u, win, 1 - me, [2, 0], atomic=pld.AtomicType.Add)\n"
            + SENT
            + SHOW,
        bothOfMiddle);
    kernel(
        "pld.tile.remote_load valid_shape",
        MINE
            + "pld.tensor.barrier(sig)\n"
            + "t = pld.tile.remote_load(win, 1 - me, [0, 0], [8, 32], valid_shape=[3, 20])\n"
            + "pl.store(t, [0, 0], y)\n",
        (x, r, i, j) -> i < 3 && j < 20 ? peers(x, r, i, j) : Grid.UNTOUCHED);
    // Three elements more than a line: what is read behind the end is not valid.
    program(
        "pld.tile.remote_load allow_physical_tail_padding",
        kernelText(TAIL)
            .replace(
                "win: pl.InOut[pld.DistributedTensor[[8, 32]",
                "win: pl.InOut[pld.DistributedTensor[[1, 35]")
            .replace("pld.window(win_buf, [8, 32]", "pld.window(win_buf, [1, 35]"),
        "2, 1",
        "[1, 35], dtype=pl.FP32",
        (x, r, i, j) ->
            i * COLS + j < 35 && i == 0 || i == 1 && j < 3 ? peers(x, r, i, j) : Grid.UNTOUCHED);
  }

  private static final String TAIL =
      """
      t = pl.load(x, [0, 0], [1, 32])
      pl.store(t, [0, 0], win)
      u = pl.load(x, [1, 0], [1, 32], [1, 3])
      pl.store(u, [0, 32], win)
      pld.tensor.barrier(sig)
      t = pld.tile.remote_load(win, 1 - me, [0, 0], [1, 40], [1, 35], allow_physical_tail_padding=True)
      pl.store(pl.slice(t, [1, 32], [0, 0]), [0, 0], y)
      pl.store(pl.slice(t, [1, 8], [0, 32], [1, 3]), [1, 0], y)
      """;

  private void collectives() {
    for (String op : List.of("Sum", "Max", "Min", "Prod")) {
      kernel(
          "pld.tensor.allreduce op " + op,
          MINE + "pld.tensor.allreduce(win, sig, op=pld.ReduceOp." + op + ")\n" + SHOW,
          (x, r, i, j) -> {
            double a = own(x, r, i, j);
            double b = peers(x, r, i, j);
            return switch (op) {
              case "Sum" -> a + b;
              case "Max" -> Math.max(a, b);
              case "Min" -> Math.min(a, b);
              default -> a * b;
            };
          });
    }
    Element sum = (x, r, i, j) -> own(x, r, i, j) + peers(x, r, i, j);
    kernel(
        "pld.tensor.allreduce signal",
        MINE + "pld.tensor.allreduce(win, signal=sig)\n" + SHOW,
        sum);
    program(
        "pld.tensor.allreduce mode",
        kernelText(MINE + "pld.tensor.allreduce(win, sig, mode=\"ring\")\n" + SHOW),
        "2, 2",
        ALLOCATION,
        sum);
    program(
        "pld.tensor.allreduce core_num",
        HOST_PROGRAM
            .replaceAll(".*arrived.*\n", "")
            .replace("COLLECTIVE", "pld.tensor.allreduce(win, sig, core_num=2)"),
        "2, 2",
        ALLOCATION,
        sum);
    program(
        "pld.tensor.all_to_all_v core_num",
        HOST_PROGRAM.replace(
            "COLLECTIVE",
            "pld.tensor.all_to_all_v(outbox, win, sig, sending, arrived, core_num=1)"),
        "2, 1",
        ALLOCATION,
        // There is one core to run on so far. Each rank sends the half of its rows that has the
        // receiver's number.
        (x, r, i, j) -> x[i / 4 * EACH + (4 * r + i % 4) * COLS + j]);
    program(
        "pld.tensor.reduce_scatter op",
        kernelText(
                """
                t = pl.load(x, [0, 0], [2, 32])
                pl.store(t, [0, 0], win)
                pld.tensor.reduce_scatter(win, sig, op=pld.ReduceOp.Sum)
                t = pl.load(win, [me, 0], [1, 32])
                pl.store(t, [0, 0], y)
                """)
            .replace("DistributedTensor[[8, 32]", "DistributedTensor[[2, 32]")
            .replace("pld.window(win_buf, [8, 32]", "pld.window(win_buf, [2, 32]"),
        "2, 1",
        "[2, 32], dtype=pl.FP32",
        (x, r, i, j) -> i > 0 ? Grid.UNTOUCHED : own(x, 0, r, j) + own(x, 1, r, j));
    for (String named : List.of("dtype", "name")) {
      program(
          "pld.tensor.alloc_window_buffer " + named,
          kernelText(MINE + SHOW),
          "2, 1",
          named.equals("dtype") ? ALLOCATION : "8 * 32 * 4, name=\"rows\"",
          KeywordExchanges::own);
    }
  }

  /**
   * The host calls a collective between the tasks that fill the windows and those that read one.
   */
  private static final String HOST_PROGRAM =
      """
      @pl.function(type=pl.FunctionType.Orchestration)
      def fill(
          self,
          x: pl.Tensor[[8, 32], pl.FP32],
          win: pl.InOut[pld.DistributedTensor[[8, 32], pl.FP32]],
          outbox: pl.InOut[pld.DistributedTensor[[8, 32], pl.FP32]],
          sending: pl.InOut[pld.DistributedTensor[[2, 1], pl.INT32]],
      ):
          with pl.at(level=pl.Level.CORE_GROUP):
              t = pl.load(x, [0, 0], [8, 32])
              pl.store(t, [0, 0], win)
              pl.store(t, [0, 0], outbox)
              pl.write(sending, [0, 0], pl.const(4, pl.INT32))
              pl.write(sending, [1, 0], pl.const(4, pl.INT32))

      @pl.function(type=pl.FunctionType.Orchestration)
      def show(
          self,
          win: pld.DistributedTensor[[8, 32], pl.FP32],
          y: pl.InOut[pl.Tensor[[8, 32], pl.FP32]],
      ):
          with pl.at(level=pl.Level.CORE_GROUP):
              t = pl.load(win, [0, 0], [8, 32])
              pl.store(t, [0, 0], y)

      @pl.function(level=pl.Level.HOST, role=pl.Role.Orchestrator)
      def host(self, x: pl.Tensor[[2, 8, 32], pl.FP32], y: pl.InOut[pl.Tensor[[2, 8, 32], pl.FP32]]):
          win_buf = pld.alloc_window_buffer(ALLOCATION)
          out_buf = pld.alloc_window_buffer(ALLOCATION)
          sig_buf = pld.alloc_window_buffer([SIGNAL], dtype=pl.INT32)
          sending_buf = pld.alloc_window_buffer([2, 1], dtype=pl.INT32)
          arrived_buf = pld.alloc_window_buffer([2, 1], dtype=pl.INT32)
          for r in pl.range(pld.world_size()):
              win = pld.window(win_buf, [8, 32], dtype=pl.FP32)
              outbox = pld.window(out_buf, [8, 32], dtype=pl.FP32)
              sending = pld.window(sending_buf, [2, 1], dtype=pl.INT32)
              self.fill(x[r], win, outbox, sending, device=r)
          win = pld.window(win_buf, [8, 32], dtype=pl.FP32)
          outbox = pld.window(out_buf, [8, 32], dtype=pl.FP32)
          sending = pld.window(sending_buf, [2, 1], dtype=pl.INT32)
          arrived = pld.window(arrived_buf, [2, 1], dtype=pl.INT32)
          sig = pld.window(sig_buf, [SIGNAL], dtype=pl.INT32)
          win = COLLECTIVE
          for r in pl.range(pld.world_size()):
              self.show(win, y[r], device=r)
          return y
      """;
}
