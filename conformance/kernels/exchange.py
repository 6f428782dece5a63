"""Runs one kernel on every rank: `step(x, y, data, signal)`, with a window for data and one for signal cells."""

import pypto.language as pl
import pypto.language.distributed as pld
import torch
from pypto.ir.distributed_compiled_program import DistributedConfig
from pypto.runtime import RunConfig


def exchange(step, args, x, y, window, cells, want, dtype=pl.FP32):
    """Compiles and runs `step` on `args.devices` and compares `y`, ranks first, with `want` exactly.

    `window` is the shape of each rank's data window, `cells` the number of its signal cells.
    """
    nr = args.ranks
    in_rows, in_cols = x.shape[1:]
    out_rows, out_cols = y.shape[1:]
    rows, cols = window
    DT = dtype

    @pl.jit
    def rank(
        x: pl.Tensor[[in_rows, in_cols], DT],
        y: pl.Out[pl.Tensor[[out_rows, out_cols], DT]],
        data: pl.InOut[pld.DistributedTensor[[rows, cols], DT]],
        signal: pl.InOut[pld.DistributedTensor[[cells, 1], pl.INT32]],
    ):
        return step(x, y, data, signal)

    @pl.jit.host
    def host(
        x: pl.Tensor[[nr, in_rows, in_cols], DT],
        y: pl.Out[pl.Tensor[[nr, out_rows, out_cols], DT]],
    ):
        data_buf = pld.alloc_window_buffer([rows, cols], dtype=DT)
        signal_buf = pld.alloc_window_buffer([cells, 1], dtype=pl.INT32)
        for r in pl.range(pld.world_size()):
            data = pld.window(data_buf, [rows, cols], dtype=DT)
            signal = pld.window(signal_buf, [cells, 1], dtype=pl.INT32)
            rank(x[r], y[r], data, signal, device=r)

    config = RunConfig(
        platform=args.platform,
        distributed_config=DistributedConfig(device_ids=args.devices, num_sub_workers=0),
    )
    compiled = host.compile(x, y, config=config)
    if args.compile_only:
        print(f"compiled: {compiled.output_dir}")
        return 0
    compiled(x, y, config=config)
    assert torch.equal(y, want), f"max difference {(y - want).abs().max().item()}"
    print("OK")
    return 0
