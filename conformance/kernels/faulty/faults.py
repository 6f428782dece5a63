"""An exchange with a neighbour that has one fault: `--case missing_notify|wrong_value|peer|cell|offset|element|race|overrun`."""

import argparse

import pypto.language as pl
import pypto.language.distributed as pld
import torch
from pypto.ir.distributed_compiled_program import DistributedConfig
from pypto.runtime import RunConfig

W = 32


def build(case, nr):
    CASE = case

    @pl.jit.incore
    def faulty_step(
        x: pl.Tensor[[nr, W], pl.FP32],
        y: pl.Out[pl.Tensor[[1, W], pl.FP32]],
        data: pl.InOut[pld.DistributedTensor[[nr, W], pl.FP32]],
        signal: pl.InOut[pld.DistributedTensor[[nr, 1], pl.INT32]],
    ):
        me = pld.rank(pld.get_comm_ctx(data))
        right = (me + 1) % nr
        mine = pl.load(x, [0, 0], [1, W])
        if CASE == "offset":
            pld.tile.remote_store(mine, data, peer=right, offsets=[me + 1, 0])
        if CASE == "element":
            count = pl.read(signal, [me + 1, 0])
            pl.write(signal, [0, 0], count)
        if CASE == "peer":
            pld.system.notify(signal, peer=me + 1, offsets=[0, 0], value=1, op=pld.NotifyOp.AtomicAdd)
        if CASE == "cell":
            pld.system.notify(signal, peer=right, offsets=[me + 1, 0], value=1, op=pld.NotifyOp.AtomicAdd)
        if CASE == "missing_notify":
            if me != 1:
                pld.system.notify(signal, peer=right, offsets=[0, 0], value=1, op=pld.NotifyOp.AtomicAdd)
            pld.system.wait(signal, offsets=[0, 0], expected=1, cmp=pld.WaitCmp.Ge)
        if CASE == "wrong_value":
            pld.system.notify(signal, peer=right, offsets=[me, 0], value=1, op=pld.NotifyOp.Set)
            pld.system.wait(signal, offsets=[(me + nr - 1) % nr, 0], expected=2, cmp=pld.WaitCmp.Eq)
        if CASE == "overrun":
            for i in pl.range(2):
                pld.system.notify(signal, peer=right, offsets=[0, 0], value=1, op=pld.NotifyOp.AtomicAdd)
                pld.system.wait(signal, offsets=[0, 0], expected=i + 1, cmp=pld.WaitCmp.Eq)
        if CASE == "race":
            pld.tile.remote_store(mine, data, peer=right, offsets=[0, 0])
            mine = pl.load(data, [0, 0], [1, W])
        y = pl.store(mine, [0, 0], y)
        return y

    @pl.jit
    def rank(
        x: pl.Tensor[[nr, W], pl.FP32],
        y: pl.Out[pl.Tensor[[1, W], pl.FP32]],
        data: pl.InOut[pld.DistributedTensor[[nr, W], pl.FP32]],
        signal: pl.InOut[pld.DistributedTensor[[nr, 1], pl.INT32]],
    ):
        return faulty_step(x, y, data, signal)

    @pl.jit.host
    def host(
        x: pl.Tensor[[nr, nr, W], pl.FP32],
        y: pl.Out[pl.Tensor[[nr, 1, W], pl.FP32]],
    ):
        data_buf = pld.alloc_window_buffer([nr, W], dtype=pl.FP32)
        signal_buf = pld.alloc_window_buffer([nr, 1], dtype=pl.INT32)
        for r in pl.range(pld.world_size()):
            data = pld.window(data_buf, [nr, W], dtype=pl.FP32)
            signal = pld.window(signal_buf, [nr, 1], dtype=pl.INT32)
            rank(x[r], y[r], data, signal, device=r)

    return host


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--case", default="missing_notify")
    case = parser.parse_args().case
    x = torch.ones((3, 3, W), dtype=torch.float32)
    y = torch.zeros((3, 1, W), dtype=torch.float32)
    config = RunConfig(
        platform="a2a3sim", distributed_config=DistributedConfig(device_ids=[4, 5, 6], num_sub_workers=0)
    )
    build(case, 3).compile(x, y, config=config)(x, y, config=config)
    print("the fault was not noticed")
