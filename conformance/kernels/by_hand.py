"""Collectives written out with loads, stores and signals: `--case mesh|ring|allgather|broadcast|reduce_scatter|all_to_all`."""

import pypto.language as pl
import pypto.language.distributed as pld
import torch
from common import arguments
from exchange import exchange

W = 40


def mesh(nr):
    @pl.jit.incore
    def mesh_step(
        x: pl.Tensor[[1, W], pl.FP32],
        y: pl.Out[pl.Tensor[[1, W], pl.FP32]],
        data: pl.InOut[pld.DistributedTensor[[1, W], pl.FP32]],
        signal: pl.InOut[pld.DistributedTensor[[nr, 1], pl.INT32]],
    ):
        me = pld.rank(pld.get_comm_ctx(data))
        mine = pl.load(x, [0, 0], [1, W])
        data = pl.store(mine, [0, 0], data)
        for p in pl.range(nr):
            if p != me:
                pld.system.notify(signal, peer=p, offsets=[me, 0], value=1, op=pld.NotifyOp.Set)
        for p in pl.range(nr):
            if p != me:
                pld.system.wait(signal, offsets=[p, 0], expected=1, cmp=pld.WaitCmp.Eq)
        total = mine
        for p in pl.range(nr):
            if p != me:
                theirs = pld.tile.remote_load(data, peer=p, offsets=[0, 0], shape=[1, W])
                total = pl.add(total, theirs)
        y = pl.store(total, [0, 0], y)
        return y

    return mesh_step


def ring(nr):
    cells = 2 * (nr - 1)

    @pl.jit.incore
    def ring_step(
        x: pl.Tensor[[nr, W], pl.FP32],
        y: pl.Out[pl.Tensor[[nr, W], pl.FP32]],
        data: pl.InOut[pld.DistributedTensor[[nr, W], pl.FP32]],
        signal: pl.InOut[pld.DistributedTensor[[cells, 1], pl.INT32]],
    ):
        me = pld.rank(pld.get_comm_ctx(data))
        left = (me + nr - 1) % nr
        right = (me + 1) % nr
        data = pl.store(pl.load(x, [0, 0], [nr, W]), [0, 0], data)
        pld.system.notify(signal, peer=right, offsets=[0, 0], value=1, op=pld.NotifyOp.Set)
        # Sums travel to the right; after the last round rank r has all of chunk r + 1.
        for k in pl.range(nr - 1):
            pld.system.wait(signal, offsets=[k, 0], expected=1, cmp=pld.WaitCmp.Ge)
            c = (me + 2 * nr - k - 1) % nr
            theirs = pld.tile.remote_load(data, peer=left, offsets=[c, 0], shape=[1, W])
            own = pl.load(data, [c, 0], [1, W])
            data = pl.store(pl.add(own, theirs), [c, 0], data)
            pld.system.notify(signal, peer=right, offsets=[k + 1, 0], value=1, op=pld.NotifyOp.Set)
        # What is complete goes round once more. A chunk is overwritten only after its reader, nr - 1 rounds behind.
        for t in pl.range(nr - 1):
            pld.system.wait(signal, offsets=[nr - 1 + t, 0], expected=1, cmp=pld.WaitCmp.Ge)
            c = (me + nr - t) % nr
            data = pl.store(pld.tile.remote_load(data, peer=left, offsets=[c, 0], shape=[1, W]), [c, 0], data)
            if t < nr - 2:
                pld.system.notify(signal, peer=right, offsets=[nr + t, 0], value=1, op=pld.NotifyOp.Set)
        y = pl.store(pl.load(data, [0, 0], [nr, W]), [0, 0], y)
        return y

    return ring_step


def allgather(nr):
    @pl.jit.incore
    def gather_step(
        x: pl.Tensor[[1, W], pl.FP32],
        y: pl.Out[pl.Tensor[[nr, W], pl.FP32]],
        data: pl.InOut[pld.DistributedTensor[[nr, W], pl.FP32]],
        signal: pl.InOut[pld.DistributedTensor[[nr, 1], pl.INT32]],
    ):
        me = pld.rank(pld.get_comm_ctx(data))
        mine = pl.load(x, [0, 0], [1, W])
        for p in pl.range(nr):
            pld.tile.remote_store(mine, data, peer=p, offsets=[me, 0])
            pld.system.notify(signal, peer=p, offsets=[me, 0], value=1, op=pld.NotifyOp.Set)
        for p in pl.range(nr):
            pld.system.wait(signal, offsets=[p, 0], expected=1, cmp=pld.WaitCmp.Ge)
        y = pl.store(pl.load(data, [0, 0], [nr, W]), [0, 0], y)
        return y

    return gather_step


def broadcast(nr):
    @pl.jit.incore
    def broadcast_step(
        x: pl.Tensor[[1, W], pl.FP32],
        y: pl.Out[pl.Tensor[[1, W], pl.FP32]],
        data: pl.InOut[pld.DistributedTensor[[1, W], pl.FP32]],
        signal: pl.InOut[pld.DistributedTensor[[1, 1], pl.INT32]],
    ):
        me = pld.rank(pld.get_comm_ctx(data))
        if me == nr - 1:
            mine = pl.load(x, [0, 0], [1, W])
            for p in pl.range(nr):
                pld.tile.remote_store(mine, data, peer=p, offsets=[0, 0])
                pld.system.notify(signal, peer=p, offsets=[0, 0], value=1, op=pld.NotifyOp.Set)
        pld.system.wait(signal, offsets=[0, 0], expected=1, cmp=pld.WaitCmp.Eq)
        y = pl.store(pl.load(data, [0, 0], [1, W]), [0, 0], y)
        return y

    return broadcast_step


def reduce_scatter(nr):
    @pl.jit.incore
    def scatter_step(
        x: pl.Tensor[[nr, W], pl.FP32],
        y: pl.Out[pl.Tensor[[1, W], pl.FP32]],
        data: pl.InOut[pld.DistributedTensor[[nr, W], pl.FP32]],
        signal: pl.InOut[pld.DistributedTensor[[1, 1], pl.INT32]],
    ):
        me = pld.rank(pld.get_comm_ctx(data))
        data = pl.store(pl.load(x, [0, 0], [nr, W]), [0, 0], data)
        for p in pl.range(nr):
            pld.system.notify(signal, peer=p, offsets=[0, 0], value=1, op=pld.NotifyOp.AtomicAdd)
        pld.system.wait(signal, offsets=[0, 0], expected=nr, cmp=pld.WaitCmp.Ge)
        total = pl.load(data, [me, 0], [1, W])
        for d in pl.range(1, nr):
            peer = (me + d) % nr
            theirs = pld.tile.remote_load(data, peer=peer, offsets=[me, 0], shape=[1, W])
            total = pl.add(total, theirs)
        y = pl.store(total, [0, 0], y)
        return y

    return scatter_step


def all_to_all(nr):
    @pl.jit.incore
    def swap_step(
        x: pl.Tensor[[nr, W], pl.FP32],
        y: pl.Out[pl.Tensor[[nr, W], pl.FP32]],
        data: pl.InOut[pld.DistributedTensor[[nr, W], pl.FP32]],
        signal: pl.InOut[pld.DistributedTensor[[nr, 1], pl.INT32]],
    ):
        me = pld.rank(pld.get_comm_ctx(data))
        for p in pl.range(nr):
            part = pl.load(x, [p, 0], [1, W])
            pld.tile.remote_store(part, data, peer=p, offsets=[me, 0])
            pld.system.notify(signal, peer=p, offsets=[me, 0], value=1, op=pld.NotifyOp.Set)
        for p in pl.range(nr):
            pld.system.wait(signal, offsets=[p, 0], expected=1, cmp=pld.WaitCmp.Eq)
            y = pl.store(pl.load(data, [p, 0], [1, W]), [p, 0], y)
        return y

    return swap_step


if __name__ == "__main__":
    args = arguments("by_hand", "0,1,2,3", case="mesh")
    n = args.ranks
    whole = args.case in ("ring", "reduce_scatter", "all_to_all")
    x = torch.arange(n * (n if whole else 1) * W, dtype=torch.float32).reshape(n, -1, W)
    total = x.sum(dim=0)
    want = {
        "mesh": lambda: torch.stack([total] * n),
        "ring": lambda: torch.stack([total] * n),
        "allgather": lambda: torch.stack([x.reshape(n, W)] * n),
        "broadcast": lambda: torch.stack([x[n - 1]] * n),
        "reduce_scatter": lambda: total.reshape(n, 1, W),
        "all_to_all": lambda: torch.stack([x[:, r] for r in range(n)]),
    }[args.case]()
    window = (n if whole or args.case == "allgather" else 1, W)
    cells = {"ring": 2 * (n - 1), "broadcast": 1, "reduce_scatter": 1}.get(args.case, n)
    step = globals()[args.case](n)
    raise SystemExit(exchange(step, args, x, torch.zeros_like(want), window, cells, want))
