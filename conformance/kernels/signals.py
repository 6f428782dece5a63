"""Signals alone: `--case total` adds up what all ranks notify and takes it back, `--case relay` passes a token round."""

import pypto.language as pl
import pypto.language.distributed as pld
import torch
from common import arguments
from exchange import exchange

ROUNDS = 3


def total(nr):
    @pl.jit.incore
    def total_step(
        x: pl.Tensor[[1, 8], pl.INT32],
        y: pl.Out[pl.Tensor[[1, 8], pl.INT32]],
        data: pl.InOut[pld.DistributedTensor[[1, 8], pl.INT32]],
        signal: pl.InOut[pld.DistributedTensor[[2, 1], pl.INT32]],
    ):
        me = pld.rank(pld.get_comm_ctx(data))
        share = pl.read(x, [0, 0])
        for p in pl.range(nr):
            pld.system.notify(signal, peer=p, offsets=[0, 0], value=share, op=pld.NotifyOp.AtomicAdd)
        pld.system.wait(signal, offsets=[0, 0], expected=nr * (nr + 1) // 2, cmp=pld.WaitCmp.Ge)
        pl.write(y, [0, 0], pl.read(signal, [0, 0]))
        # Nobody adds any more, so that the rank can take its own credits back.
        pld.system.notify(signal, peer=me, offsets=[0, 0], value=-(nr * (nr + 1) // 2), op=pld.NotifyOp.AtomicAdd)
        pld.system.wait(signal, offsets=[0, 0], expected=0, cmp=pld.WaitCmp.Eq)
        pl.write(y, [0, 1], pl.read(signal, [0, 0]))
        return y

    return total_step


def relay(nr):
    @pl.jit.incore
    def relay_step(
        x: pl.Tensor[[1, 8], pl.INT32],
        y: pl.Out[pl.Tensor[[1, 8], pl.INT32]],
        data: pl.InOut[pld.DistributedTensor[[1, 8], pl.INT32]],
        signal: pl.InOut[pld.DistributedTensor[[2, 1], pl.INT32]],
    ):
        me = pld.rank(pld.get_comm_ctx(data))
        right = (me + 1) % nr
        for lap in pl.range(ROUNDS):
            if me == 0:
                pld.system.notify(signal, peer=right, offsets=[0, 0], value=lap + 1, op=pld.NotifyOp.Set)
            pld.system.wait(signal, offsets=[0, 0], expected=lap + 1, cmp=pld.WaitCmp.Eq)
            # Once the token is passed on, it may come back with the next lap's number.
            pl.write(y, [0, lap], pl.read(signal, [0, 0]))
            if me > 0:
                pld.system.notify(signal, peer=right, offsets=[0, 0], value=lap + 1, op=pld.NotifyOp.Set)
        return y

    return relay_step


if __name__ == "__main__":
    args = arguments("signals", "0,1,2", case="total")
    n = args.ranks
    x = torch.zeros((n, 1, 8), dtype=torch.int32)
    x[:, 0, 0] = torch.arange(1, n + 1, dtype=torch.int32)
    want = torch.zeros_like(x)
    if args.case == "total":
        want[:, 0, 0] = n * (n + 1) // 2
    else:
        want[:, 0, :ROUNDS] = torch.arange(1, ROUNDS + 1, dtype=torch.int32)
    step = globals()[args.case](n)
    raise SystemExit(exchange(step, args, x, torch.zeros_like(x), (1, 8), 2, want, pl.INT32))
