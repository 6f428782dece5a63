import pypto.language as pl
import pypto.language.distributed as pld
import torch
from pypto.ir.distributed_compiled_program import DistributedConfig
from pypto.runtime import RunConfig

N = 64


@pl.jit.incore
def shift_step(
    x: pl.Tensor[[1, N], pl.FP32],
    y: pl.Out[pl.Tensor[[1, N], pl.FP32]],
    inbox: pl.InOut[pld.DistributedTensor[[1, N], pl.FP32]],
    arrived: pl.InOut[pld.DistributedTensor[[1, 1], pl.INT32]],
):
    ctx = pld.get_comm_ctx(inbox)
    right = (pld.rank(ctx) + 1) % pld.nranks(ctx)
    mine = pl.load(x, [0, 0], [1, N])
    pld.remote_store(mine, inbox, peer=right, offsets=[0, 0])             # into the neighbour's window
    pld.system.notify(arrived, peer=right, offsets=[0, 0], value=1, op=pld.NotifyOp.AtomicAdd)
    y = pl.store(pl.load(inbox, [0, 0], [1, N]), [0, 0], y)               # what the left one has put here
    return y


@pl.jit
def shift_rank(
    x: pl.Tensor[[1, N], pl.FP32],
    y: pl.Out[pl.Tensor[[1, N], pl.FP32]],
    inbox: pl.InOut[pld.DistributedTensor[[1, N], pl.FP32]],
    arrived: pl.InOut[pld.DistributedTensor[[1, 1], pl.INT32]],
):
    return shift_step(x, y, inbox, arrived)


@pl.jit.host
def shift(x: pl.Tensor[[3, 1, N], pl.FP32], y: pl.Out[pl.Tensor[[3, 1, N], pl.FP32]]):
    inbox_buf = pld.alloc_window_buffer([1, N], dtype=pl.FP32)
    arrived_buf = pld.alloc_window_buffer([1, 1], dtype=pl.INT32)
    for r in pl.range(pld.world_size()):
        inbox = pld.window(inbox_buf, [1, N], dtype=pl.FP32)
        arrived = pld.window(arrived_buf, [1, 1], dtype=pl.INT32)
        shift_rank(x[r], y[r], inbox, arrived, device=r)


x = torch.arange(3 * N, dtype=torch.float32).reshape(3, 1, N)
y = torch.zeros((3, 1, N), dtype=torch.float32)
config = RunConfig(
    platform="a2a3sim", distributed_config=DistributedConfig(device_ids=[0, 1, 2], num_sub_workers=0)
)
shift.compile(x, y, config=config)(x, y, config=config)
print(y[:, 0, 0])
