"""Ring halo exchange: in every step each rank pushes its row to both neighbours and mixes it with theirs."""

import pypto.language as pl
import pypto.language.distributed as pld
import torch
from pypto.ir.distributed_compiled_program import DistributedConfig
from pypto.runtime import RunConfig

RANKS, STEPS, N = 4, 3, 64


@pl.jit.incore
def halo_step(
    x: pl.Tensor[[1, N], pl.FP32],
    y: pl.Out[pl.Tensor[[1, N], pl.FP32]],
    halo: pl.InOut[pld.DistributedTensor[[2, N], pl.FP32]],
    full: pl.InOut[pld.DistributedTensor[[2, 1], pl.INT32]],
    free: pl.InOut[pld.DistributedTensor[[2, 1], pl.INT32]],
):
    ctx = pld.get_comm_ctx(halo)
    me = pld.rank(ctx)
    n = pld.nranks(ctx)
    left = (me + n - 1) % n
    right = (me + 1) % n
    mine = pl.load(x, [0, 0], [1, N])
    for step in pl.range(STEPS):
        # A slot may be filled again when its owner has read it as often as it was filled.
        pld.system.wait(free, offsets=[0, 0], expected=step, cmp=pld.WaitCmp.Ge)
        pld.system.wait(free, offsets=[1, 0], expected=step, cmp=pld.WaitCmp.Ge)
        pld.remote_store(mine, halo, peer=right, offsets=[0, 0])
        pld.remote_store(mine, halo, peer=left, offsets=[1, 0])
        pld.system.notify(full, peer=right, offsets=[0, 0], value=1, op=pld.NotifyOp.AtomicAdd)
        pld.system.notify(full, peer=left, offsets=[1, 0], value=1, op=pld.NotifyOp.AtomicAdd)
        pld.system.wait(full, offsets=[0, 0], expected=step + 1, cmp=pld.WaitCmp.Ge)
        pld.system.wait(full, offsets=[1, 0], expected=step + 1, cmp=pld.WaitCmp.Ge)
        from_left = pl.load(halo, [0, 0], [1, N])
        from_right = pl.load(halo, [1, 0], [1, N])
        mine = pl.mul(pl.add(pl.add(from_left, from_right), pl.mul(mine, 2.0)), 0.25)
        pld.system.notify(free, peer=left, offsets=[1, 0], value=1, op=pld.NotifyOp.AtomicAdd)
        pld.system.notify(free, peer=right, offsets=[0, 0], value=1, op=pld.NotifyOp.AtomicAdd)
    y = pl.store(mine, [0, 0], y)
    return y


@pl.jit
def halo_rank(
    x: pl.Tensor[[1, N], pl.FP32],
    y: pl.Out[pl.Tensor[[1, N], pl.FP32]],
    halo: pl.InOut[pld.DistributedTensor[[2, N], pl.FP32]],
    full: pl.InOut[pld.DistributedTensor[[2, 1], pl.INT32]],
    free: pl.InOut[pld.DistributedTensor[[2, 1], pl.INT32]],
):
    return halo_step(x, y, halo, full, free)


@pl.jit.host
def ring_halo(x: pl.Tensor[[RANKS, 1, N], pl.FP32], y: pl.Out[pl.Tensor[[RANKS, 1, N], pl.FP32]]):
    halo_buf = pld.alloc_window_buffer([2, N], dtype=pl.FP32)
    full_buf = pld.alloc_window_buffer([2, 1], dtype=pl.INT32)
    free_buf = pld.alloc_window_buffer([2, 1], dtype=pl.INT32)
    for r in pl.range(pld.world_size()):
        halo = pld.window(halo_buf, [2, N], dtype=pl.FP32)
        full = pld.window(full_buf, [2, 1], dtype=pl.INT32)
        free = pld.window(free_buf, [2, 1], dtype=pl.INT32)
        halo_rank(x[r], y[r], halo, full, free, device=r)


if __name__ == "__main__":
    x = torch.zeros((RANKS, 1, N), dtype=torch.float32)
    x[0] = 64.0
    y = torch.zeros_like(x)
    config = RunConfig(
        platform="a2a3sim",
        distributed_config=DistributedConfig(device_ids=list(range(RANKS)), num_sub_workers=0),
    )
    ring_halo.compile(x, y, config=config)(x, y, config=config)

    want = x
    for _ in range(STEPS):
        want = torch.stack([(want[r - 1] + want[(r + 1) % RANKS] + 2 * want[r]) * 0.25 for r in range(RANKS)])
    assert torch.equal(y, want)
    print("before:", x[:, 0, 0])
    print("after: ", y[:, 0, 0])
