package org.pyptoj.conformance.ops;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Function;
import java.util.function.IntBinaryOperator;
import org.pyptoj.ir.type.DataType;

/** Ops between ranks: each rank has a row of whole numbers and writes one. */
final class RankDraws {

  private static final int WIDTH = 32;

  private RankDraws() {}

  static void add(Map<String, Function<Random, Exercise>> draws) {
    String post =
        """
        t = pl.tile.load(x, [0, 0], [1, 32])
        win = pl.tile.store(t, [0, 0], win)
        pld.tensor.barrier(sig)
        """;
    String fetch =
        """
        t = pl.tile.load(win, [0, 0], [1, 32])
        y = pl.tile.store(t, [0, 0], y)
        return y
        """;
    String told =
        """
        pld.system.notify(sig, to, [me, 0], 1, op=pld.NotifyOp.%s)
        pld.system.wait(sig, [source, 0], 1, cmp=pld.WaitCmp.Ge)
        """;
    String sent = told.formatted("AtomicAdd") + fetch;
    // What comes from the rank before this one; what a rank reads of the one behind it.
    Function<String, Function<Random, Exercise>> fromBefore =
        body -> r -> ring(r, body, (me, n) -> (me + n - 1) % n);
    Function<String, Function<Random, Exercise>> fromBehind =
        body -> r -> ring(r, body, (me, n) -> (me + 1) % n);

    draws.put(
        "pld.tile.remote_load",
        fromBehind.apply(
            post
                + "t = pld.tile.remote_load(win, to, [0, 0], [1, 32])\n"
                + "y = pl.tile.store(t, [0, 0], y)\nreturn y\n"));
    draws.put(
        "pld.tile.remote_store",
        fromBefore.apply(
            "t = pl.tile.load(x, [0, 0], [1, 32])\npld.tile.remote_store(t, win, to, [0, 0])\n"
                + sent));
    draws.put(
        "pld.tensor.remote_store",
        fromBefore.apply("pld.tensor.remote_store(x, win, to, [0, 0])\n" + sent));
    draws.put("pld.tensor.put", fromBefore.apply("pld.tensor.put(win, to, x)\n" + sent));
    draws.put(
        "pld.tile.put",
        fromBefore.apply(
            "s = pl.tile.create([1, 32], dtype=pl.FP32)\npld.tile.put(win, to, x, s)\n" + sent));
    draws.put("pld.tensor.get", fromBehind.apply(post + "pld.tensor.get(y, to, win)\nreturn y\n"));
    draws.put(
        "pld.tile.get",
        fromBehind.apply(
            post
                + "s = pl.tile.create([1, 32], dtype=pl.FP32)\npld.tile.get(y, to, win, s)\n"
                + "return y\n"));
    for (String op : List.of("notify", "wait")) {
      draws.put(
          "pld.system." + op,
          r ->
              ring(
                  r,
                  "pld.tensor.put(win, to, x)\n"
                      + told.formatted(r.nextBoolean() ? "Set" : "AtomicAdd")
                      + fetch,
                  (me, n) -> (me + n - 1) % n));
    }
    for (String op : List.of("barrier")) {
      draws.put(
          "pld.tensor." + op,
          fromBehind.apply(
              post
                  + "t = pld.tile.remote_load(win, to, [0, 0], [1, 32])\n"
                  + "y = pl.tile.store(t, [0, 0], y)\nreturn y\n"));
    }
    draws.put("pld.system.get_comm_ctx", r -> numbers(r, true));
    draws.put("pld.system.rank", r -> numbers(r, true));
    draws.put("pld.system.nranks", r -> numbers(r, false));
    for (String op : List.of("system.world_size", "tensor.alloc_window_buffer", "tensor.window")) {
      draws.put("pld." + op, fromBefore.apply("pld.tensor.put(win, to, x)\n" + sent));
    }
    draws.put("pl.system.fence", fromBefore.apply("pld.tensor.put(win, to, x)\n" + sent));
    draws.put("pld.tensor.allreduce", r -> allReduce(r, post, fetch));
    draws.put("pld.tensor.broadcast", r -> broadcast(r, post, fetch));
    draws.put("pld.tensor.reduce_scatter", RankDraws::reduceScatter);
    draws.put("pld.tensor.allgather", RankDraws::allGather);
    draws.put("pld.tensor.all_to_all", RankDraws::allToAll);
    draws.put("pld.tensor.all_to_all_v", RankDraws::allToAllV);
    draws.put("pld.system.defer_wait", RankDraws::deferWait);
  }

  private static double[] input(Random random, int count) {
    double[] values = new double[count];
    Arrays.setAll(values, i -> random.nextInt(33) - 16);
    return values;
  }

  /** Element of a rank's row. */
  private interface Element {
    double at(int rank, int i);
  }

  private static Port x(double[] values, int... shape) {
    return Port.in("x", DataType.FP32, shape, values);
  }

  private static Port y(DataType dtype, Element element, int... shape) {
    int ranks = shape[0];
    int each = Arrays.stream(shape).skip(1).reduce(1, (a, b) -> a * b);
    double[] before = new double[ranks * each];
    double[] after = new double[ranks * each];
    Arrays.fill(before, Grid.UNTOUCHED);
    for (int r = 0; r < ranks; r++) {
      for (int i = 0; i < each; i++) {
        after[r * each + i] = element.at(r, i);
      }
    }
    return Port.out("y", dtype, shape, before, after, 0);
  }

  /**
   * A program in which every rank has a row of x, a window of the shape of a row, a signal and a
   * row of y, and knows the ranks in front of it and behind it.
   */
  private static String program(int n, String row, String window, String result, String body) {
    return """
        @pl.function(type=pl.FunctionType.InCore)
        def step(
            self,
            x: pl.Tensor[ROW, pl.FP32],
            y: pl.InOut[pl.Tensor[RESULT]],
            win: pl.InOut[pld.DistributedTensor[WINDOW, pl.FP32]],
            sig: pl.InOut[pld.DistributedTensor[[N, 1], pl.INT32]],
            me: pl.Scalar[pl.INT32],
            to: pl.Scalar[pl.INT32],
            source: pl.Scalar[pl.INT32],
        ):
        BODY
        @pl.function(type=pl.FunctionType.Orchestration)
        def chip(
            self,
            x: pl.Tensor[ROW, pl.FP32],
            y: pl.InOut[pl.Tensor[RESULT]],
            win: pl.InOut[pld.DistributedTensor[WINDOW, pl.FP32]],
            sig: pl.InOut[pld.DistributedTensor[[N, 1], pl.INT32]],
            me: pl.Scalar[pl.INT32],
            to: pl.Scalar[pl.INT32],
            source: pl.Scalar[pl.INT32],
        ):
            y = self.step(x, y, win, sig, me, to, source)
            return y

        @pl.function(level=pl.Level.HOST, role=pl.Role.Orchestrator)
        def host(
            self,
            x: pl.Tensor[[N, *ROW], pl.FP32],
            y: pl.InOut[pl.Tensor[[N, *RESULT]]],
        ):
            win_buf = pld.alloc_window_buffer(WINDOW, dtype=pl.FP32)
            sig_buf = pld.alloc_window_buffer([N, 1], dtype=pl.INT32)
            for r in pl.range(pld.world_size()):
                win = pld.window(win_buf, WINDOW, dtype=pl.FP32)
                sig = pld.window(sig_buf, [N, 1], dtype=pl.INT32)
                self.chip(
                    x[r],
                    y[r],
                    win,
                    sig,
                    r,
                    (r + 1) % pld.world_size(),
                    (r + pld.world_size() - 1) % pld.world_size(),
                    device=r,
                )
            return y
        """
        .replace("BODY\n", body.strip().indent(4) + "\n")
        .replace("[[N, *ROW]", "[[N, " + row.substring(1))
        .replace("[[N, *RESULT]]", "[[N, " + result.substring(1) + "]")
        .replace("ROW", row)
        .replace("RESULT", result)
        .replace("WINDOW", window)
        .replace("N,", n + ",");
  }

  /** Every rank gets the row of another one. */
  private static Exercise ring(Random random, String body, IntBinaryOperator from) {
    int n = 2 + random.nextInt(3);
    double[] in = input(random, n * WIDTH);
    return new Exercise(
        program(n, "[1, 32]", "[1, 32]", "[1, 32], pl.FP32", body),
        n,
        List.of(
            x(in, n, 1, WIDTH),
            y(DataType.FP32, (r, i) -> in[from.applyAsInt(r, n) * WIDTH + i], n, 1, WIDTH)),
        null);
  }

  private static Exercise numbers(Random random, boolean rank) {
    int n = 2 + random.nextInt(3);
    String body =
        "v = pld.system.%s(pld.system.get_comm_ctx(win))\npl.tensor.write(y, [0, 0], v)\nreturn y\n"
            .formatted(rank ? "rank" : "nranks");
    return new Exercise(
        program(n, "[1, 32]", "[1, 32]", "[1, 8], pl.INT32", body),
        n,
        List.of(
            x(input(random, n * WIDTH), n, 1, WIDTH),
            y(DataType.INT32, (r, i) -> i > 0 ? Grid.UNTOUCHED : rank ? r : n, n, 1, 8)),
        null);
  }

  private static double sum(double[] in, int n, int each, int i) {
    double sum = 0;
    for (int r = 0; r < n; r++) {
      sum += in[r * each + i];
    }
    return sum;
  }

  private static Exercise allReduce(Random random, String post, String fetch) {
    int n = 2 + random.nextInt(3);
    double[] in = input(random, n * WIDTH);
    String body =
        post.replace("pld.tensor.barrier(sig)\n", "win = pld.tensor.allreduce(win, sig)\n") + fetch;
    return new Exercise(
        program(n, "[1, 32]", "[1, 32]", "[1, 32], pl.FP32", body),
        n,
        List.of(x(in, n, 1, WIDTH), y(DataType.FP32, (r, i) -> sum(in, n, WIDTH, i), n, 1, WIDTH)),
        null);
  }

  private static Exercise broadcast(Random random, String post, String fetch) {
    int n = 2 + random.nextInt(3);
    int root = random.nextInt(n);
    double[] in = input(random, n * WIDTH);
    String body =
        post.replace(
                "pld.tensor.barrier(sig)\n",
                "win = pld.tensor.broadcast(win, sig, root=" + root + ")\n")
            + fetch;
    return new Exercise(
        program(n, "[1, 32]", "[1, 32]", "[1, 32], pl.FP32", body),
        n,
        List.of(x(in, n, 1, WIDTH), y(DataType.FP32, (r, i) -> in[root * WIDTH + i], n, 1, WIDTH)),
        null);
  }

  private static Exercise reduceScatter(Random random) {
    int n = 2 + random.nextInt(3);
    double[] in = input(random, n * n * WIDTH);
    String all = "[" + n + ", 32]";
    String body =
        """
        t = pl.tile.load(x, [0, 0], ALL)
        win = pl.tile.store(t, [0, 0], win)
        win = pld.tensor.reduce_scatter(win, sig)
        t = pl.tile.load(win, [me, 0], [1, 32])
        y = pl.tile.store(t, [0, 0], y)
        return y
        """
            .replace("ALL", all);
    return new Exercise(
        program(n, all, all, "[1, 32], pl.FP32", body),
        n,
        List.of(
            x(in, n, n, WIDTH),
            y(DataType.FP32, (r, i) -> sum(in, n, n * WIDTH, r * WIDTH + i), n, 1, WIDTH)),
        null);
  }

  private static Exercise allGather(Random random) {
    int n = 2 + random.nextInt(3);
    double[] in = input(random, n * WIDTH);
    String all = "[" + n + ", 32]";
    String body =
        """
        win = pld.tensor.allgather(x, win, sig)
        t = pl.tile.load(win, [0, 0], ALL)
        y = pl.tile.store(t, [0, 0], y)
        return y
        """
            .replace("ALL", all);
    return new Exercise(
        program(n, "[1, 32]", all, all + ", pl.FP32", body),
        n,
        List.of(x(in, n, 1, WIDTH), y(DataType.FP32, (r, i) -> in[i], n, n, WIDTH)),
        null);
  }

  private static Exercise allToAll(Random random) {
    int n = 2 + random.nextInt(3);
    double[] in = input(random, n * n * WIDTH);
    String all = "[" + n + ", 32]";
    String body =
        """
        win = pld.tensor.all_to_all(x, win, sig)
        t = pl.tile.load(win, [0, 0], ALL)
        y = pl.tile.store(t, [0, 0], y)
        return y
        """
            .replace("ALL", all);
    return new Exercise(
        program(n, all, all, all + ", pl.FP32", body),
        n,
        List.of(
            x(in, n, n, WIDTH),
            y(
                DataType.FP32,
                (r, i) -> in[i / WIDTH * n * WIDTH + r * WIDTH + i % WIDTH],
                n,
                n,
                WIDTH)),
        null);
  }

  /** Rank r sends (r + d) % 3 of two rows to rank d, none and too many among them. */
  private static Exercise allToAllV(Random random) {
    int n = 2 + random.nextInt(3);
    int rows = 2 * n;
    double[] in = input(random, n * rows * WIDTH);
    String all = "[" + rows + ", 32]";
    String body =
        """
        filled = pld.tensor.all_to_all_v(x, win, sig, counts, arrived)
        for src in pl.range(N):
            k = pl.cast(pl.read(arrived, [src, 0]), pl.INDEX)
            for i in pl.range(k):
                t = pl.tile.load(filled, [src * 2 + i, 0], [1, 32])
                y = pl.tile.store(t, [src * 2 + i, 0], y)
        return y
        """
            .replace("range(N)", "range(" + n + ")");
    String text =
        program(n, all, all, all + ", pl.FP32", body)
            .replace(
                "    me: pl.Scalar",
                "    counts: pl.Tensor[[%d, 1], pl.INT32],\n    arrived: pl.InOut[pld.DistributedTensor[[%d, 1], pl.INT32]],\n    me: pl.Scalar"
                    .formatted(n, n))
            .replace("self.step(x, y, win, sig,", "self.step(x, y, win, sig, counts, arrived,")
            .replace(
                "            sig,\n",
                "            sig,\n            counts[r],\n            pld.window(arrived_buf, [%d, 1], dtype=pl.INT32),\n"
                    .formatted(n))
            .replace(
                "    sig_buf =",
                "    arrived_buf = pld.alloc_window_buffer([%d, 1], dtype=pl.INT32)\n    sig_buf ="
                    .formatted(n))
            .replace(
                "pl.FP32]],\n):\n    win_buf",
                "pl.FP32]],\n    counts: pl.Tensor[[%d, %d, 1], pl.INT32],\n):\n    win_buf"
                    .formatted(n, n));
    double[] counts = new double[n * n];
    Arrays.setAll(counts, i -> (i / n + i % n) % 3);
    return new Exercise(
        text,
        n,
        List.of(
            x(in, n, rows, WIDTH),
            y(
                DataType.FP32,
                (r, i) -> {
                  int source = i / (2 * WIDTH);
                  int k = i / WIDTH % 2;
                  return k < (source + r) % 3
                      ? in[(source * rows + 2 * r + k) * WIDTH + i % WIDTH]
                      : Grid.UNTOUCHED;
                },
                n,
                rows,
                WIDTH),
            Port.in("counts", DataType.INT32, new int[] {n, n, 1}, counts)),
        null);
  }

  private static Exercise deferWait(Random random) {
    int n = 2 + random.nextInt(3);
    double[] in = input(random, n * WIDTH);
    String text = program(n, "[1, 32]", "[1, 32]", "[1, 32], pl.FP32", "return y");
    String chip =
        """
            with pl.at(level=pl.Level.CORE_GROUP, name_hint="post"):
                t = pl.load(x, [0, 0], [1, 32])
                pld.tile.remote_store(t, win, to, [0, 0])
                pld.system.notify(sig, to, [me, 0], 1, op=pld.NotifyOp.Set)
            with pl.at(level=pl.Level.CORE_GROUP, name_hint="until") as posted:
                pld.system.defer_wait(sig, [source, 0], 1, cmp=pld.WaitCmp.Ge)
            with pl.at(level=pl.Level.CORE_GROUP, name_hint="fetch", deps=[posted]):
                t = pl.load(win, [0, 0], [1, 32])
                y = pl.store(t, [0, 0], y)
        """;
    return new Exercise(
        text.substring(text.indexOf("@pl.function(type=pl.FunctionType.Orchestration)"))
            .replace(
                "    y = self.step(x, y, win, sig, me, to, source)\n", chip.indent(4).indent(-4)),
        n,
        List.of(
            x(in, n, 1, WIDTH),
            y(DataType.FP32, (r, i) -> in[(r + n - 1) % n * WIDTH + i], n, 1, WIDTH)),
        null);
  }
}
