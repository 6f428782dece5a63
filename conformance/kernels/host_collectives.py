"""Collectives called by the host orchestrator between two dispatches.

`--case allreduce|allreduce_cores|allreduce_ring|broadcast|reduce_scatter|barrier|allgather|all_to_all`
"""

import pypto.language as pl
import pypto.language.distributed as pld
import torch
from common import arguments
from pypto.ir.distributed_compiled_program import DistributedConfig
from pypto.runtime import RunConfig

W = 56


def build(case, nr, rows):
    CASE = case
    PUSHES = case in ("allgather", "all_to_all")
    signal_rows = 2 * (nr - 1) + 1 if case == "allreduce_ring" else nr
    signal_cols = nr if case == "allreduce_ring" else 4 if case == "allreduce_cores" else 1

    @pl.jit.incore
    def publish_step(
        x: pl.Tensor[[rows, W], pl.FP32],
        data: pl.InOut[pld.DistributedTensor[[rows, W], pl.FP32]],
    ):
        data = pl.store(pl.load(x, [0, 0], [rows, W]), [0, 0], data)
        return data

    @pl.jit
    def publish(
        x: pl.Tensor[[rows, W], pl.FP32],
        data: pl.InOut[pld.DistributedTensor[[rows, W], pl.FP32]],
    ):
        return publish_step(x, data)

    @pl.jit.incore
    def collect_step(
        data: pld.DistributedTensor[[nr, W], pl.FP32],
        y: pl.Out[pl.Tensor[[nr, W], pl.FP32]],
    ):
        y = pl.store(pl.load(data, [0, 0], [nr, W]), [0, 0], y)
        return y

    @pl.jit
    def collect(
        data: pld.DistributedTensor[[nr, W], pl.FP32],
        y: pl.Out[pl.Tensor[[nr, W], pl.FP32]],
    ):
        return collect_step(data, y)

    @pl.jit.host
    def in_place(
        x: pl.Tensor[[nr, rows, W], pl.FP32],
        y: pl.Out[pl.Tensor[[nr, nr, W], pl.FP32]],
    ):
        data_buf = pld.alloc_window_buffer([nr, W], dtype=pl.FP32)
        signal_buf = pld.alloc_window_buffer([signal_rows, signal_cols], dtype=pl.INT32)
        for r in pl.range(pld.world_size()):
            data = pld.window(data_buf, [nr, W], dtype=pl.FP32)
            publish(x[r], data, device=r)
        data = pld.window(data_buf, [nr, W], dtype=pl.FP32)
        signal = pld.window(signal_buf, [signal_rows, signal_cols], dtype=pl.INT32)
        if CASE == "allreduce":
            data = pld.tensor.allreduce(data, signal, op=pld.ReduceOp.Sum)
        if CASE == "allreduce_cores":
            data = pld.tensor.allreduce(data, signal, op=pld.ReduceOp.Sum, core_num=4)
        if CASE == "allreduce_ring":
            data = pld.tensor.allreduce(data, signal, op=pld.ReduceOp.Sum, mode="ring")
        if CASE == "broadcast":
            data = pld.tensor.broadcast(data, signal, root=1)
        if CASE == "reduce_scatter":
            data = pld.tensor.reduce_scatter(data, signal, op=pld.ReduceOp.Sum)
        if CASE == "barrier":
            signal = pld.tensor.barrier(signal)
        for r in pl.range(pld.world_size()):
            collect(data, y[r], device=r)

    @pl.jit.host
    def pushed(
        x: pl.Tensor[[nr, rows, W], pl.FP32],
        y: pl.Out[pl.Tensor[[nr, nr, W], pl.FP32]],
    ):
        stage_buf = pld.alloc_window_buffer([rows, W], dtype=pl.FP32)
        data_buf = pld.alloc_window_buffer([nr, W], dtype=pl.FP32)
        signal_buf = pld.alloc_window_buffer([signal_rows, signal_cols], dtype=pl.INT32)
        for r in pl.range(pld.world_size()):
            stage = pld.window(stage_buf, [rows, W], dtype=pl.FP32)
            publish(x[r], stage, device=r)
        stage = pld.window(stage_buf, [rows, W], dtype=pl.FP32)
        data = pld.window(data_buf, [nr, W], dtype=pl.FP32)
        signal = pld.window(signal_buf, [signal_rows, signal_cols], dtype=pl.INT32)
        if CASE == "allgather":
            data = pld.tensor.allgather(stage, data, signal)
        if CASE == "all_to_all":
            data = pld.tensor.all_to_all(stage, data, signal)
        for r in pl.range(pld.world_size()):
            collect(data, y[r], device=r)

    return pushed if PUSHES else in_place


if __name__ == "__main__":
    args = arguments("host_collectives", "0,1,2,3", case="allreduce")
    n, case = args.ranks, args.case
    rows = 1 if case == "allgather" else n
    x = torch.arange(n * rows * W, dtype=torch.float32).reshape(n, rows, W).remainder(113)
    y = torch.zeros((n, n, W), dtype=torch.float32)
    want = torch.zeros_like(y)
    for r in range(n):
        if case.startswith("allreduce"):
            want[r] = x.sum(dim=0)
        elif case == "broadcast":
            want[r] = x[1]
        elif case == "allgather":
            want[r] = x.reshape(n, W)
        elif case == "all_to_all":
            want[r] = x[:, r]
        else:
            want[r] = x[r]
            if case == "reduce_scatter":
                want[r, r] = x[:, r].sum(dim=0)
    config = RunConfig(
        platform=args.platform,
        distributed_config=DistributedConfig(device_ids=args.devices, num_sub_workers=0),
    )
    compiled = build(case, n, rows).compile(x, y, config=config)
    if args.compile_only:
        print(f"compiled: {compiled.output_dir}")
        raise SystemExit(0)
    compiled(x, y, config=config)
    assert torch.equal(y, want), f"max difference {(y - want).abs().max().item()}"
    print("OK")
