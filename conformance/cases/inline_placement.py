"""An inline function stands where it is called: a put in it needs kernel code around the call."""
import sys
import pypto.language as pl
import pypto.language.distributed as pld
import torch
from harness import dispatch, expect

CASE = sys.argv[1]
N, W = 2, 16


@pl.jit.inline
def push(x: pl.Tensor[[1, W], pl.FP32], win: pld.DistributedTensor[[1, W], pl.FP32],
         s: pld.DistributedTensor[[1, 1], pl.INT32], me: pl.Scalar[pl.INT32]):
    pld.tensor.put(dst=win, peer=1 - me, src=x)
    pld.system.notify(s, peer=1 - me, offsets=[0, 0], value=1, op=pld.NotifyOp.Set)


@pl.jit
def chip(x: pl.Tensor[[1, W], pl.FP32], y: pl.Out[pl.Tensor[[1, W], pl.FP32]],
         win: pld.DistributedTensor[[1, W], pl.FP32], s: pld.DistributedTensor[[1, 1], pl.INT32],
         me: pl.Scalar[pl.INT32]):
    if CASE == "at":
        with pl.at(level=pl.Level.CORE_GROUP, name_hint="push"):
            push(x, win, s, me)
    else:
        push(x, win, s, me)
    with pl.at(level=pl.Level.CORE_GROUP, name_hint="pull"):
        pld.system.wait(s, offsets=[0, 0], expected=1, cmp=pld.WaitCmp.Ge)
        y[:, :] = pl.mul(win, 2.0)
    return y


@pl.jit.host
def host(x: pl.Tensor[[N, 1, W], pl.FP32], y: pl.Out[pl.Tensor[[N, 1, W], pl.FP32]]):
    wb = pld.alloc_window_buffer([1, W], dtype=pl.FP32)
    sb = pld.alloc_window_buffer([1, 1], dtype=pl.INT32)
    for r in pl.range(pld.world_size()):
        win = pld.window(wb, [1, W], dtype=pl.FP32)
        s = pld.window(sb, [1, 1], dtype=pl.INT32)
        chip(x[r], y[r], win, s, r, device=r)


x = torch.arange(N * W).float().reshape(N, 1, W)
y = torch.zeros_like(x)
dispatch(host, x, y, n=N)
expect(y, 2 * x.flip(0))
