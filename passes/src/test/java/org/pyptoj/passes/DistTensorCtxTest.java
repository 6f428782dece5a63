package org.pyptoj.passes;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.pyptoj.ir.diagnostic.Diagnostic;

class DistTensorCtxTest {

  private static final Pass CTX = new MaterializeDistTensorCtx();

  @Test
  void contextsGoFromTheHostToTheOpsThatNeedThem() {
    PassText.assertAfter(
        """
        @pl.function(type=pl.FunctionType.InCore)
        def step(
            self,
            x: pl.Tensor[[1, 64], pl.FP32],
            win: pl.InOut[pld.DistributedTensor[[1, 64], pl.FP32]],
            sig: pl.InOut[pld.DistributedTensor[[4, 1], pl.INT32]],
            n: pl.Scalar[pl.INT32],
            win_ctx: pld.CommCtx,
            sig_ctx: pld.CommCtx,
        ):
            me: pl.Scalar[pl.INT32] = pld.system.rank(win_ctx)
            a: pl.Tile[[1, 64], pl.FP32] = pl.tile.load(x, [0, 0], [1, 64])
            w: pld.DistributedTensor[[1, 64], pl.FP32] = pl.tile.store(a, [0, 0], win)
            b: pl.Tile[[1, 64], pl.FP32] = pld.tile.remote_load(w, n, [0, 0], [1, 64], ctx=win_ctx)
            pld.system.notify(sig, n, [0, 0], 1, op=pld.NotifyOp.Set, ctx=sig_ctx)
            pld.system.wait(sig, [0, 0], 1, cmp=pld.WaitCmp.Ge)

        @pl.function(type=pl.FunctionType.Orchestration)
        def chip(
            self,
            x: pl.Tensor[[1, 64], pl.FP32],
            sig: pl.InOut[pld.DistributedTensor[[4, 1], pl.INT32]],
            win: pl.InOut[pld.DistributedTensor[[1, 64], pl.FP32]],
            sig_ctx: pld.CommCtx,
            win_ctx: pld.CommCtx,
        ):
            self.step(x, win, sig, pl.const(1, pl.INT32), win_ctx, sig_ctx)

        @pl.function(type=pl.FunctionType.Opaque, level=pl.Level.HOST, role=pl.Role.Orchestrator)
        def host(
            self,
            x: pl.Tensor[[1, 64], pl.FP32],
        ):
            win_buf: pl.Ptr = pld.tensor.alloc_window_buffer(256)
            sig_buf: pl.Ptr = pld.tensor.alloc_window_buffer(16)
            for r in pl.range(0, 4, 1):
                win: pld.DistributedTensor[[1, 64], pl.FP32] = pld.tensor.window(win_buf, [1, 64], dtype=pl.FP32)
                sig: pld.DistributedTensor[[4, 1], pl.INT32] = pld.tensor.window(sig_buf, [4, 1], dtype=pl.INT32)
                sig_ctx: pld.CommCtx = pld.system.get_comm_ctx(sig)
                win_ctx: pld.CommCtx = pld.system.get_comm_ctx(win)
                self.chip(x, sig, win, sig_ctx, win_ctx, device=r)
        """,
        """
        @pl.function(type=pl.FunctionType.InCore)
        def step(
            self,
            x: pl.Tensor[[1, 64], pl.FP32],
            win: pl.InOut[pld.DistributedTensor[[1, 64], pl.FP32]],
            sig: pl.InOut[pld.DistributedTensor[[4, 1], pl.INT32]],
            n: pl.Scalar[pl.INT32],
        ):
            c: pld.CommCtx = pld.system.get_comm_ctx(win)
            me: pl.Scalar[pl.INT32] = pld.system.rank(c)
            a: pl.Tile[[1, 64], pl.FP32] = pl.tile.load(x, [0, 0], [1, 64])
            w: pld.DistributedTensor[[1, 64], pl.FP32] = pl.tile.store(a, [0, 0], win)
            b: pl.Tile[[1, 64], pl.FP32] = pld.tile.remote_load(w, n, [0, 0], [1, 64])
            pld.system.notify(sig, n, [0, 0], 1, op=pld.NotifyOp.Set)
            pld.system.wait(sig, [0, 0], 1, cmp=pld.WaitCmp.Ge)

        @pl.function(type=pl.FunctionType.Orchestration)
        def chip(
            self,
            x: pl.Tensor[[1, 64], pl.FP32],
            sig: pl.InOut[pld.DistributedTensor[[4, 1], pl.INT32]],
            win: pl.InOut[pld.DistributedTensor[[1, 64], pl.FP32]],
        ):
            self.step(x, win, sig, 1)

        @pl.function(type=pl.FunctionType.Opaque, level=pl.Level.HOST, role=pl.Role.Orchestrator)
        def host(self, x: pl.Tensor[[1, 64], pl.FP32]):
            win_buf: pl.Ptr = pld.tensor.alloc_window_buffer(256)
            sig_buf: pl.Ptr = pld.tensor.alloc_window_buffer(16)
            for r in pl.range(0, 4, 1):
                win: pld.DistributedTensor[[1, 64], pl.FP32] = pld.tensor.window(win_buf, [1, 64], dtype=pl.FP32)
                sig: pld.DistributedTensor[[4, 1], pl.INT32] = pld.tensor.window(sig_buf, [4, 1], dtype=pl.INT32)
                self.chip(x, sig, win, device=r)
        """,
        CTX);
  }

  @Test
  void aChoiceBetweenTwoWindowsHasNoContext() {
    Diagnostic wrong =
        PassText.rejected(
            """
            @pl.function(type=pl.FunctionType.InCore)
            def step(
                self,
                one: pl.InOut[pld.DistributedTensor[[1, 64], pl.FP32]],
                two: pl.InOut[pld.DistributedTensor[[1, 64], pl.FP32]],
                n: pl.Scalar[pl.INT32],
            ):
                if n == 0:
                    w: pld.DistributedTensor[[1, 64], pl.FP32] = pl.yield_(one)
                else:
                    w: pld.DistributedTensor[[1, 64], pl.FP32] = pl.yield_(two)
                b: pl.Tile[[1, 64], pl.FP32] = pld.tile.remote_load(w, n, [0, 0], [1, 64])
            """,
            CTX);
    assertEquals("PLP2010", wrong.code());
    assertEquals("the window here is none of the parameters of 'step'", wrong.message());
  }
}
