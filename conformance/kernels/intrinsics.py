"""Collectives called in a kernel, twice in a loop on one signal.

`--case allreduce|broadcast|reduce_scatter|barrier|allgather|all_to_all`
"""

import pypto.language as pl
import pypto.language.distributed as pld
import torch
from common import arguments
from exchange import exchange

W = 24
ROUNDS = 2


def build(case, nr):
    CASE = case
    rows = ROUNDS * nr

    @pl.jit.incore
    def twice_step(
        x: pl.Tensor[[rows, W], pl.FP32],
        y: pl.Out[pl.Tensor[[rows, W], pl.FP32]],
        data: pl.InOut[pld.DistributedTensor[[nr, W], pl.FP32]],
        signal: pl.InOut[pld.DistributedTensor[[nr, 1], pl.INT32]],
    ):
        me = pld.rank(pld.get_comm_ctx(data))
        for k in pl.range(ROUNDS):
            data = pl.store(pl.load(x, [k * nr, 0], [nr, W]), [0, 0], data)
            if CASE == "allreduce":
                data = pld.tensor.allreduce(data, signal, op=pld.ReduceOp.Sum)
            if CASE == "broadcast":
                data = pld.tensor.broadcast(data, signal, root=nr - 1)
            if CASE == "reduce_scatter":
                data = pld.tensor.reduce_scatter(data, signal, op=pld.ReduceOp.Sum)
            if CASE == "barrier":
                signal = pld.tensor.barrier(signal)
                theirs = pld.tile.remote_load(data, peer=(me + 1) % nr, offsets=[0, 0], shape=[nr, W])
                signal = pld.tensor.barrier(signal)
                data = pl.store(theirs, [0, 0], data)
            y = pl.store(pl.load(data, [0, 0], [nr, W]), [k * nr, 0], y)
            signal = pld.tensor.barrier(signal)
        return y

    return twice_step


def pushing(case, nr):
    CASE = case
    rows = 1 if case == "allgather" else nr

    @pl.jit.incore
    def push_step(
        x: pl.Tensor[[rows, W], pl.FP32],
        y: pl.Out[pl.Tensor[[ROUNDS * nr, W], pl.FP32]],
        data: pl.InOut[pld.DistributedTensor[[nr, W], pl.FP32]],
        signal: pl.InOut[pld.DistributedTensor[[nr, 1], pl.INT32]],
    ):
        for k in pl.range(ROUNDS):
            if CASE == "allgather":
                data = pld.tensor.allgather(x, data, signal)
            if CASE == "all_to_all":
                data = pld.tensor.all_to_all(x, data, signal)
            y = pl.store(pl.load(data, [0, 0], [nr, W]), [k * nr, 0], y)
            # The next round's pushes must not come before everybody has read this round's.
            signal = pld.tensor.barrier(signal)
        return y

    return push_step


if __name__ == "__main__":
    args = arguments("intrinsics", "0,1,2,3", case="allreduce")
    n, case = args.ranks, args.case
    x = torch.arange(n * ROUNDS * n * W, dtype=torch.float32).reshape(n, ROUNDS * n, W).remainder(97)
    want = x.clone()
    for r in range(n):
        if case == "allreduce":
            want[r] = x.sum(dim=0)
        elif case == "broadcast":
            want[r] = x[n - 1]
        elif case == "barrier":
            want[r] = x[(r + 1) % n]
        elif case == "reduce_scatter":
            for k in range(ROUNDS):
                want[r, k * n + r] = x[:, k * n + r].sum(dim=0)
    if case in ("allgather", "all_to_all"):
        x = x[:, : 1 if case == "allgather" else n].clone()
        for r in range(n):
            got = x.reshape(n, W) if case == "allgather" else x[:, r]
            want[r] = torch.cat([got] * ROUNDS)
        raise SystemExit(exchange(pushing(case, n), args, x, torch.zeros_like(want), (n, W), n, want))
    raise SystemExit(exchange(build(case, n), args, x, torch.zeros_like(x), (n, W), n, want))
