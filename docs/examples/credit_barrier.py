"""The credit barrier by hand: each round adds the right neighbour's value, and nobody reads or overwrites one too early."""

import pypto.language as pl
import pypto.language.distributed as pld
import torch
from pypto.ir.distributed_compiled_program import DistributedConfig
from pypto.runtime import RunConfig

RANKS, ROUNDS, N = 3, 2, 64


@pl.jit.incore
def add_step(
    x: pl.Tensor[[1, N], pl.FP32],
    y: pl.Out[pl.Tensor[[1, N], pl.FP32]],
    after: pl.Out[pl.Tensor[[RANKS, 1], pl.INT32]],
    shared: pl.InOut[pld.DistributedTensor[[1, N], pl.FP32]],
    cells: pl.InOut[pld.DistributedTensor[[RANKS, 1], pl.INT32]],
):
    ctx = pld.get_comm_ctx(shared)
    me = pld.rank(ctx)
    n = pld.nranks(ctx)
    mine = pl.load(x, [0, 0], [1, N])
    for r in pl.range(ROUNDS):
        shared = pl.store(mine, [0, 0], shared)
        # Generation 2r + 1: every value is published.
        for peer in pl.range(n):
            if peer != me:
                pld.system.notify(cells, peer=peer, offsets=[me, 0], value=1, op=pld.NotifyOp.AtomicAdd)
        for src in pl.range(n):
            if src != me:
                pld.system.wait(cells, offsets=[src, 0], expected=2 * r + 1, cmp=pld.WaitCmp.Ge)
        theirs = pld.remote_load(shared, peer=(me + 1) % n, offsets=[0, 0], shape=[1, N])
        mine = pl.add(mine, theirs)
        # Generation 2r + 2: every value has been read.
        for peer in pl.range(n):
            if peer != me:
                pld.system.notify(cells, peer=peer, offsets=[me, 0], value=1, op=pld.NotifyOp.AtomicAdd)
        for src in pl.range(n):
            if src != me:
                pld.system.wait(cells, offsets=[src, 0], expected=2 * r + 2, cmp=pld.WaitCmp.Ge)
    # Epilogue: each rank takes the credits of all generations out of its own cells.
    for src in pl.range(n):
        if src != me:
            pld.system.notify(cells, peer=me, offsets=[src, 0], value=-2 * ROUNDS, op=pld.NotifyOp.AtomicAdd)
    for src in pl.range(n):
        left = pl.read(cells, [src, 0])
        pl.write(after, [src, 0], left)
    y = pl.store(mine, [0, 0], y)
    return y, after


@pl.jit
def add_rank(
    x: pl.Tensor[[1, N], pl.FP32],
    y: pl.Out[pl.Tensor[[1, N], pl.FP32]],
    after: pl.Out[pl.Tensor[[RANKS, 1], pl.INT32]],
    shared: pl.InOut[pld.DistributedTensor[[1, N], pl.FP32]],
    cells: pl.InOut[pld.DistributedTensor[[RANKS, 1], pl.INT32]],
):
    return add_step(x, y, after, shared, cells)


@pl.jit.host
def add_round(
    x: pl.Tensor[[RANKS, 1, N], pl.FP32],
    y: pl.Out[pl.Tensor[[RANKS, 1, N], pl.FP32]],
    after: pl.Out[pl.Tensor[[RANKS, RANKS, 1], pl.INT32]],
):
    shared_buf = pld.alloc_window_buffer([1, N], dtype=pl.FP32)
    cells_buf = pld.alloc_window_buffer([RANKS, 1], dtype=pl.INT32)
    for r in pl.range(pld.world_size()):
        shared = pld.window(shared_buf, [1, N], dtype=pl.FP32)
        cells = pld.window(cells_buf, [RANKS, 1], dtype=pl.INT32)
        add_rank(x[r], y[r], after[r], shared, cells, device=r)


if __name__ == "__main__":
    x = torch.stack([torch.full((1, N), float(r)) for r in range(RANKS)])
    y = torch.zeros_like(x)
    after = torch.full((RANKS, RANKS, 1), -1, dtype=torch.int32)
    config = RunConfig(
        platform="a2a3sim",
        distributed_config=DistributedConfig(device_ids=list(range(RANKS)), num_sub_workers=0),
    )
    add_round.compile(x, y, after, config=config)(x, y, after, config=config)
    want = x
    for _ in range(ROUNDS):
        want = torch.stack([want[r] + want[(r + 1) % RANKS] for r in range(RANKS)])
    assert torch.equal(y, want)
    print("values:", y[:, 0, 0])
    print("cells: ", after[:, :, 0])
