package org.pyptoj.passes;

import org.junit.jupiter.api.Test;

class PipelinedLoopsTest {

  private static final String KERNEL =
      """
      @pl.function(type=pl.FunctionType.AIV)
      def f(
          self,
          x: pl.Tensor[[5, 64], pl.FP32],
          y: pl.InOut[pl.Tensor[[5, 64], pl.FP32]],
          n: pl.Scalar[pl.INDEX],
          win: pl.InOut[pld.DistributedTensor[[5, 64], pl.FP32]],
          sig: pl.InOut[pld.DistributedTensor[[4, 1], pl.INT32]],
      ) -> pl.Tensor[[5, 64], pl.FP32]:
      """;

  private static void becomes(String before, String after) {
    PassText.assertAfter(
        KERNEL + after.indent(4),
        KERNEL + before.indent(4),
        new LowerPipelineLoops(),
        new CanonicalizeIoOrder());
  }

  /** Five iterations in two stages are two rounds and one that is left. */
  @Test
  void loadsOfAllStagesComeFirst() {
    becomes(
        """
        for i, (z,) in pl.pipeline(0, 5, 1, init_values=(y,), stage=2):
            at: pl.Scalar[pl.INDEX] = i
            t: pl.Tile[[1, 64], pl.FP32, pl.Mem.Vec] = pl.tile.load(x, [at, 0], [1, 64])
            u: pl.Tile[[1, 64], pl.FP32, pl.Mem.Vec] = pl.tile.adds(t, 1.0)
            w: pl.Tensor[[5, 64], pl.FP32] = pl.tile.store(u, [at, 0], z)
            v = pl.yield_(w)
        return v
        """,
        """
        for i, (z,) in pl.range(0, 4, 2, init_values=(y,)):
            at_1: pl.Scalar[pl.INDEX] = i
            at_2: pl.Scalar[pl.INDEX] = i + 1
            t_1: pl.Tile[[1, 64], pl.FP32, pl.Mem.Vec] = pl.tile.load(x, [at_1, 0], [1, 64])
            t_2: pl.Tile[[1, 64], pl.FP32, pl.Mem.Vec] = pl.tile.load(x, [at_2, 0], [1, 64])
            u_1: pl.Tile[[1, 64], pl.FP32, pl.Mem.Vec] = pl.tile.adds(t_1, 1.0)
            w_1: pl.Tensor[[5, 64], pl.FP32] = pl.tile.store(u_1, [at_1, 0], z)
            u_2: pl.Tile[[1, 64], pl.FP32, pl.Mem.Vec] = pl.tile.adds(t_2, 1.0)
            w_2: pl.Tensor[[5, 64], pl.FP32] = pl.tile.store(u_2, [at_2, 0], w_1)
            v_1: pl.Tensor[[5, 64], pl.FP32] = pl.yield_(w_2)
        at_3: pl.Scalar[pl.INDEX] = 4
        t_3: pl.Tile[[1, 64], pl.FP32, pl.Mem.Vec] = pl.tile.load(x, [at_3, 0], [1, 64])
        u_3: pl.Tile[[1, 64], pl.FP32, pl.Mem.Vec] = pl.tile.adds(t_3, 1.0)
        w_3: pl.Tensor[[5, 64], pl.FP32] = pl.tile.store(u_3, [at_3, 0], v_1)
        return w_3
        """);
  }

  @Test
  void whatIsLeftIsChosenByItsNumberWhereBoundsAreNotKnown() {
    becomes(
        """
        for i in pl.pipeline(1, n, 2, stage=3):
            t: pl.Tile[[1, 64], pl.FP32, pl.Mem.Vec] = pl.tile.load(x, [i, 0], [1, 64])
        return y
        """,
        """
        pipeline_end: pl.Scalar[pl.INDEX] = 1 + pl.max((n - 1 + 1) // 2, 0) // 3 * 6
        for i in pl.range(1, pipeline_end, 6):
            t_1: pl.Tile[[1, 64], pl.FP32, pl.Mem.Vec] = pl.tile.load(x, [i, 0], [1, 64])
            t_2: pl.Tile[[1, 64], pl.FP32, pl.Mem.Vec] = pl.tile.load(x, [i + 2, 0], [1, 64])
            t_3: pl.Tile[[1, 64], pl.FP32, pl.Mem.Vec] = pl.tile.load(x, [i + 4, 0], [1, 64])
        pipeline_left: pl.Scalar[pl.INDEX] = (n - pipeline_end + 1) // 2
        if pipeline_left == 1:
            t_4: pl.Tile[[1, 64], pl.FP32, pl.Mem.Vec] = pl.tile.load(x, [pipeline_end, 0], [1, 64])
        else:
            if pipeline_left == 2:
                t_5: pl.Tile[[1, 64], pl.FP32, pl.Mem.Vec] = pl.tile.load(x, [pipeline_end, 0], [1, 64])
                t_6: pl.Tile[[1, 64], pl.FP32, pl.Mem.Vec] = pl.tile.load(x, [pipeline_end + 2, 0], [1, 64])
        return y
        """);
  }

  /** The second load may read what the first store has written. */
  @Test
  void accessesToOneMemoryKeepTheirOrder() {
    becomes(
        """
        for i in pl.pipeline(0, 2, 1, stage=2):
            t: pl.Tile[[1, 64], pl.FP32, pl.Mem.Vec] = pl.tile.load(y, [i, 0], [1, 64])
            w: pl.Tensor[[5, 64], pl.FP32] = pl.tile.store(t, [i + 1, 0], y)
        return y
        """,
        """
        for i in pl.range(0, 2, 2):
            t_1: pl.Tile[[1, 64], pl.FP32, pl.Mem.Vec] = pl.tile.load(y, [i, 0], [1, 64])
            w_1: pl.Tensor[[5, 64], pl.FP32] = pl.tile.store(t_1, [i + 1, 0], y)
            t_2: pl.Tile[[1, 64], pl.FP32, pl.Mem.Vec] = pl.tile.load(y, [i + 1, 0], [1, 64])
            w_2: pl.Tensor[[5, 64], pl.FP32] = pl.tile.store(t_2, [i + 1 + 1, 0], y)
        return y
        """);
  }

  /** What a peer has written is there behind the wait, and may be read only there. */
  @Test
  void nothingPassesAWait() {
    becomes(
        """
        for i in pl.pipeline(0, 2, 1, stage=2):
            pld.system.wait(sig, [i, 0], 1, cmp=pld.WaitCmp.Ge)
            t: pl.Tile[[1, 64], pl.FP32, pl.Mem.Vec] = pl.tile.load(win, [i, 0], [1, 64])
            w: pl.Tensor[[5, 64], pl.FP32] = pl.tile.store(t, [i, 0], y)
        return y
        """,
        """
        for i in pl.range(0, 2, 2):
            pld.system.wait(sig, [i, 0], 1, cmp=pld.WaitCmp.Ge)
            t_1: pl.Tile[[1, 64], pl.FP32, pl.Mem.Vec] = pl.tile.load(win, [i, 0], [1, 64])
            w_1: pl.Tensor[[5, 64], pl.FP32] = pl.tile.store(t_1, [i, 0], y)
            pld.system.wait(sig, [i + 1, 0], 1, cmp=pld.WaitCmp.Ge)
            t_2: pl.Tile[[1, 64], pl.FP32, pl.Mem.Vec] = pl.tile.load(win, [i + 1, 0], [1, 64])
            w_2: pl.Tensor[[5, 64], pl.FP32] = pl.tile.store(t_2, [i + 1, 0], y)
        return y
        """);
  }
}
