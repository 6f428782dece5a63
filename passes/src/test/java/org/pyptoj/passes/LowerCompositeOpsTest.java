package org.pyptoj.passes;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pyptoj.ir.Function;

/**
 * Collectives in kernels. The skeletons are those of the modules that the reference compiler emits
 * for the same calls, less the caller's own loads and stores.
 */
class LowerCompositeOpsTest {

  private static String kernel(String params, String body) {
    return "@pl.function(type=pl.FunctionType.InCore)\ndef step(\n    self,\n"
        + params.indent(4)
        + "):\n"
        + body.indent(4);
  }

  private static Function lowered(String params, String body) {
    return CheckedText.run(kernel(params, body), new LowerCompositeOps())
        .function("step")
        .orElseThrow();
  }

  private static String allReduce(String mode, String dtype, int size) {
    String signal = mode.equals("mesh") ? "[4, 1]" : "[6, 4]";
    return Skeleton.of(
        lowered(
            """
            data: pl.InOut[pld.DistributedTensor[[1, %d], pl.%s]],
            signal: pl.InOut[pld.DistributedTensor[%s, pl.INT32]],
            """
                .formatted(size, dtype, signal),
            "data2 = pld.tensor.allreduce(data, signal, mode=\"%s\")".formatted(mode)));
  }

  @Test
  void aBarrierIsOnePassageAndItsEpilogue() {
    assertEquals(
        kernel(
                "signal: pl.InOut[pld.DistributedTensor[[4, 1], pl.INT32]],",
                """
            done__ctx_tmp_v0: pld.CommCtx = pld.system.get_comm_ctx(signal)
            done__nranks_tmp_v1: pl.Scalar[pl.INT32] = pld.system.nranks(done__ctx_tmp_v0)
            done__nranks_idx_tmp_v2: pl.Scalar[pl.INDEX] = pl.cast(done__nranks_tmp_v1, pl.INDEX)
            done__my_rank_tmp_v3: pl.Scalar[pl.INT32] = pld.system.rank(done__ctx_tmp_v0)
            for done__peer_tmp_v4 in pl.range(0, done__nranks_idx_tmp_v2, 1):
                if done__peer_tmp_v4 != done__my_rank_tmp_v3:
                    pld.system.notify(signal, done__peer_tmp_v4, [done__my_rank_tmp_v3, 0], pl.const(1, pl.INT32), op=pld.NotifyOp.AtomicAdd)
            for done__src_tmp_v5 in pl.range(0, done__nranks_idx_tmp_v2, 1):
                if done__src_tmp_v5 != done__my_rank_tmp_v3:
                    pld.system.wait(signal, [done__src_tmp_v5, 0], pl.const(1, pl.INT32), cmp=pld.WaitCmp.Ge)
            for done__reset_src_tmp_v6 in pl.range(0, done__nranks_idx_tmp_v2, 1):
                if done__reset_src_tmp_v6 != done__my_rank_tmp_v3:
                    pld.system.notify(signal, done__my_rank_tmp_v3, [done__reset_src_tmp_v6, 0], pl.const(-1, pl.INT32), op=pld.NotifyOp.AtomicAdd)
            """)
            .replace(
                "FunctionType.InCore",
                "FunctionType.InCore, attrs={\"collective_signals\": [\"signal\"]}"),
        CheckedText.function(
            "step",
            kernel(
                "signal: pl.InOut[pld.DistributedTensor[[4, 1], pl.INT32]],",
                "done = pld.tensor.barrier(signal)"),
            new LowerCompositeOps()));
  }

  @Test
  void reduceScatterAddsRowsBetweenTwoBarriers() {
    assertEquals(
        """
        for
          if
            tnotify atomic_add 1
        for
          if
            twait ge 1
        tload 1x48
        for
          if
            tload 1x48
            tadd 1x48
          else
        for
          if
            tnotify atomic_add 1
        for
          if
            twait ge 2
        tstore 1x48
        for
          if
            tnotify atomic_add -2
        """,
        Skeleton.of(
            lowered(
                """
                chunks: pl.InOut[pld.DistributedTensor[[4, 48], pl.FP32]],
                signal: pl.InOut[pld.DistributedTensor[[4, 1], pl.INT32]],
                """,
                "chunks2 = pld.tensor.reduce_scatter(chunks, signal)")));
  }

  @Test
  void allGatherPutsARowIntoEveryWindow() {
    assertEquals(
        """
        for
          tput 1x48
        for
          if
            tnotify atomic_add 1
        for
          if
            twait ge 1
        for
          if
            tnotify atomic_add -1
        """,
        Skeleton.of(
            lowered(
                """
                mine: pl.Tensor[[1, 48], pl.FP32],
                whole: pl.InOut[pld.DistributedTensor[[4, 48], pl.FP32]],
                signal: pl.InOut[pld.DistributedTensor[[4, 1], pl.INT32]],
                """,
                "whole2 = pld.tensor.allgather(mine, whole, signal)")));
  }

  @Test
  void allToAllVPublishesTheCountBeforeTheRows() {
    assertEquals(
        """
        for
          tnotify set ?
          tput 1x32
        for
          if
            tnotify atomic_add 1
        for
          if
            twait ge 1
        for
          if
            tnotify atomic_add -1
        """,
        Skeleton.of(
            lowered(
                """
                tokens: pl.Tensor[[12, 32], pl.FP32],
                inbox: pl.InOut[pld.DistributedTensor[[12, 32], pl.FP32]],
                signal: pl.InOut[pld.DistributedTensor[[4, 1], pl.INT32]],
                counts: pl.Tensor[[4, 1], pl.INT32],
                arrived: pl.InOut[pld.DistributedTensor[[4, 1], pl.INT32]],
                """,
                "filled = pld.tensor.all_to_all_v(tokens, inbox, signal, counts, arrived)")));
  }

  @Test
  void aShortMeshTargetIsOneNarrowChunk() {
    assertEquals(
        """
        for
          if
            tnotify atomic_add 1
        for
          if
            twait ge 1
        tload 1x32
        tfillpad 1x32
        for
          if
            tload 1x32
            set_validshape 1x32
            tfillpad 1x32
            tadd 1x32
          else
        for
          if
            tnotify atomic_add 1
        for
          if
            twait ge 2
        set_validshape 1x32
        tstore 1x32
        for
          if
            tnotify atomic_add -2
        """,
        allReduce("mesh", "FP16", 17));
  }

  @Test
  void aLongMeshTargetIsReducedChunkByChunk() {
    assertEquals(
        """
        for
          if
            tnotify atomic_add 1
        for
          if
            twait ge 1
        for
          tload 1x4096
          tfillpad 1x4096
          for
            if
              tload 1x4096
              tfillpad 1x4096
              tadd 1x4096
            else
          for
            if
              tnotify atomic_add 1
          for
            if
              twait ge ?
          set_validshape 1x4096
          tstore 1x4096
        for
          if
            tnotify atomic_add -4
        """,
        allReduce("mesh", "FP32", 9001));
  }

  @Test
  void aRingWalksItsRoundsAndClearsEveryRow() {
    String half =
        """
        for
          for
            if
              tnotify atomic_add 1
          for
            if
              twait ge 1
          if
            tload 1x2272
            set_validshape 1x2272
            tfillpad 1x2272
            tload 1x2272
            tfillpad 1x2272
            tadd 1x2272
          else
            tload 1x2272
            tfillpad 1x2272
          for
            if
              tnotify atomic_add 1
          for
            if
              twait ge 2
          if
            set_validshape 1x2272
            tstore 1x2272
        for
          for
            if
              tnotify atomic_add 1
          for
            if
              twait ge 1
          if
            tload 1x2272
            set_validshape 1x2272
            tfillpad 1x2272
          else
            tload 1x2272
            tfillpad 1x2272
          for
            if
              tnotify atomic_add 1
          for
            if
              twait ge 2
          if
            set_validshape 1x2272
            tstore 1x2272
        for
          for
            if
              tnotify atomic_add -2
        """;
    assertEquals(half, allReduce("ring", "FP16", 9001));
    // FP32 reads exactly what is valid; a segment is at most ceil(9001 / 4) = 2251 elements, in
    // lanes of 8.
    String tails = "    set_validshape 1x2272\n    tfillpad";
    assertEquals(
        half.replace(tails, "    tfillpad").replace("2272", "2256"),
        allReduce("ring", "FP32", 9001));
    // ceil(17 / 4) = 5 elements fit one lane.
    assertEquals(
        half.replace(tails, "    tfillpad").replace("2272", "8"), allReduce("ring", "FP32", 17));
  }

  @Test
  void collectivesStandInLoopsAndBranches() {
    assertEquals(
        """
        for
          if
            for
              if
                tnotify atomic_add 1
            for
              if
                twait ge 1
            for
              if
                tnotify atomic_add -1
        """,
        Skeleton.of(
            lowered(
                "signal: pl.InOut[pld.DistributedTensor[[4, 1], pl.INT32]],",
                """
                for i in pl.range(0, 9, 1):
                    if i < 3:
                        done = pld.tensor.barrier(signal)
                """)));
  }

  @Test
  void orchestratorsKeepTheirs() {
    String chip =
        """
        @pl.function(type=pl.FunctionType.Orchestration)
        def chip(
            self,
            signal: pl.InOut[pld.DistributedTensor[[4, 1], pl.INT32]],
        ):
            done: pld.DistributedTensor[[4, 1], pl.INT32] = pld.tensor.barrier(signal)
        """;
    assertEquals(chip, CheckedText.function("chip", chip, new LowerCompositeOps()));
  }

  @ParameterizedTest(name = "{0}: {2}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\'',
      textBlock =
          """
          PLP1001 | [1, 8], pl.FP32 | [4, 1] | allreduce(data)
          PLP1002 | [1, 8], pl.FP32 | [4, 1] | allreduce(data, signal, core_num=2)
          PLP1003 | [1, 8], pl.FP32 | [6, 4] | allreduce(data, signal)
          PLP1003 | [4, 8], pl.FP32 | [6, 4] | reduce_scatter(data, signal)
          PLP1003 | [4, 8], pl.FP32 | [4, 2] | barrier(signal)
          PLP1004 | [1, 8], pl.FP32 | [4, 4] | allreduce(data, signal, mode="ring")
          PLP1004 | [1, 8], pl.FP32 | [4, 1] | allreduce(data, signal, mode="ring")
          PLP1006 | [4, 8], pl.FP32, pl.DN | [4, 1] | allreduce(data, signal)
          PLP1006 | [4, 8], pl.FP32, pl.TensorView(stride=[16, 1], layout=pl.ND) | [4, 1] | allreduce(data, signal)
          PLP1007 | [64, 128], pl.FP32, pl.TensorView(valid_shape=[64, 100], layout=pl.ND) | [4, 1] | allreduce(data, signal)
          PLP1008 | [4, 8, 8], pl.FP32, pl.TensorView(valid_shape=[4, 3, 8], layout=pl.ND) | [4, 1] | allreduce(data, signal)
          PLP1009 | [4, 8], pl.FP32, pl.TensorView(valid_shape=[4, 3], layout=pl.ND) | [6, 4] | allreduce(data, signal, mode="ring")
          """)
  void whatAKernelMayNotAskFor(String code, String data, String signal, String call) {
    String text =
        kernel(
            """
            data: pl.InOut[pld.DistributedTensor[%s]],
            signal: pl.InOut[pld.DistributedTensor[%s, pl.INT32]],
            """
                .formatted(data, signal),
            "result = pld.tensor." + call);
    assertEquals(code, CheckedText.rejection(text, new LowerCompositeOps()));
  }
}
