"""The sum over all ranks, twice: `mesh` in chunks and `ring` in segments. Both leave it in every rank's window."""

import sys

import pypto.language as pl
import pypto.language.distributed as pld
import torch
from pypto import ir
from pypto.ir.distributed_compiled_program import DistributedConfig

RANKS, SIZE, PART = 4, 9000, 3000


def build(mode):
    rows, cols = (RANKS, 1) if mode == "mesh" else (2 * (RANKS - 1), RANKS)
    MODE = mode

    @pl.program
    class AllReduce:
        @pl.function(type=pl.FunctionType.InCore)
        def step(
            self,
            x: pl.Tensor[[1, SIZE], pl.FP32],
            y: pl.Out[pl.Tensor[[1, SIZE], pl.FP32]],
            data: pl.InOut[pld.DistributedTensor[[1, SIZE], pl.FP32]],
            signal: pl.InOut[pld.DistributedTensor[[rows, cols], pl.INT32]],
        ) -> pl.Tensor[[1, SIZE], pl.FP32]:
            for at in pl.range(0, SIZE, PART):
                part = pl.load(x, [0, at], [1, PART])
                data = pl.store(part, [0, at], data)
            data = pld.tensor.allreduce(data, signal, op=pld.ReduceOp.Sum, mode=MODE)
            for at in pl.range(0, SIZE, PART):
                part = pl.load(data, [0, at], [1, PART])
                y = pl.store(part, [0, at], y)
            return y

        @pl.function(type=pl.FunctionType.Orchestration)
        def rank(
            self,
            x: pl.Tensor[[1, SIZE], pl.FP32],
            y: pl.Out[pl.Tensor[[1, SIZE], pl.FP32]],
            data: pl.InOut[pld.DistributedTensor[[1, SIZE], pl.FP32]],
            signal: pl.InOut[pld.DistributedTensor[[rows, cols], pl.INT32]],
        ) -> pl.Tensor[[1, SIZE], pl.FP32]:
            return self.step(x, y, data, signal)

        @pl.function(level=pl.Level.HOST, role=pl.Role.Orchestrator)
        def host(
            self,
            x: pl.Tensor[[RANKS, 1, SIZE], pl.FP32],
            y: pl.Out[pl.Tensor[[RANKS, 1, SIZE], pl.FP32]],
        ) -> pl.Tensor[[RANKS, 1, SIZE], pl.FP32]:
            data_buf = pld.alloc_window_buffer([1, SIZE], dtype=pl.FP32)
            signal_buf = pld.alloc_window_buffer([rows, cols], dtype=pl.INT32)
            for r in pl.range(pld.world_size()):
                data = pld.window(data_buf, [1, SIZE], dtype=pl.FP32)
                signal = pld.window(signal_buf, [rows, cols], dtype=pl.INT32)
                self.rank(x[r], y[r], data, signal, device=r)
            return y

    return AllReduce


if __name__ == "__main__":
    x = torch.arange(RANKS * SIZE, dtype=torch.float32).remainder(16).reshape(RANKS, 1, SIZE)
    for mode in sys.argv[1:] or ["mesh", "ring"]:
        y = torch.zeros_like(x)
        compiled = ir.compile(
            build(mode),
            platform="a2a3sim",
            distributed_config=DistributedConfig(device_ids=list(range(RANKS)), num_sub_workers=0),
        )
        compiled(x, y)
        assert all(torch.equal(y[r], x.sum(dim=0)) for r in range(RANKS))
        print(f"{mode}: every rank has", y[0, 0, :4])
