"""`put`, `get` and `remote_store` to and from a neighbour.

`--case put|put_rows|put_add|put_chunked|put_pipelined|get|get_rows|get_chunked|store_part|store_value`
"""

import pypto.language as pl
import pypto.language.distributed as pld
import torch
from common import arguments
from exchange import exchange

R, C = 8, 64


def build(case, nr):
    CASE = case
    PUTS = case.startswith("put") or case.startswith("store")
    GETS = case.startswith("get")

    @pl.jit.incore
    def transfer_step(
        x: pl.Tensor[[R, C], pl.FP32],
        y: pl.Out[pl.Tensor[[R, C], pl.FP32]],
        data: pl.InOut[pld.DistributedTensor[[R, C], pl.FP32]],
        signal: pl.InOut[pld.DistributedTensor[[nr, 1], pl.INT32]],
    ):
        me = pld.rank(pld.get_comm_ctx(data))
        right = (me + 1) % nr
        if GETS:
            data = pl.store(pl.load(x, [0, 0], [R, C]), [0, 0], data)
        if CASE == "put":
            pld.tensor.put(data, peer=right, src=x)
        if CASE == "put_rows":
            pld.tensor.put(data, peer=right, src=x, dst_offsets=[4, 0], src_offsets=[1, 0], shape=[3, C])
        if CASE == "put_add":
            pld.tensor.put(data, peer=0, src=x, atomic=pld.AtomicType.Add)
        if CASE == "put_chunked":
            pld.tensor.put(data, peer=right, src=x, chunk_rows=3, chunk_cols=32)
        if CASE == "put_pipelined":
            pld.tensor.put(data, peer=right, src=x, chunk_rows=2, chunk_cols=32, pipeline=True)
        if CASE == "store_part":
            part = pl.load(x, [2, 0], [4, 32])
            pld.tile.remote_store(part, data, peer=right, offsets=[3, 32])
        if CASE == "store_value":
            pld.tensor.remote_store(pl.mul(x, 2.0), data, peer=right, offsets=[0, 0])
        for p in pl.range(nr):
            pld.system.notify(signal, peer=p, offsets=[me, 0], value=1, op=pld.NotifyOp.Set)
        for p in pl.range(nr):
            pld.system.wait(signal, offsets=[p, 0], expected=1, cmp=pld.WaitCmp.Eq)
        if CASE == "get":
            pld.tensor.get(y, peer=right, src=data)
        if CASE == "get_rows":
            pld.tensor.get(y, peer=right, src=data, dst_offsets=[5, 0], src_offsets=[1, 0], shape=[3, C])
        if CASE == "get_chunked":
            pld.tensor.get(y, peer=right, src=data, chunk_rows=3, chunk_cols=32)
        if PUTS:
            y = pl.store(pl.load(data, [0, 0], [R, C]), [0, 0], y)
        return y

    return transfer_step


if __name__ == "__main__":
    args = arguments("transfers", "0,1,2", case="put")
    n, case = args.ranks, args.case
    x = torch.arange(n * R * C, dtype=torch.float32).reshape(n, R, C)
    want = torch.zeros_like(x)
    for r in range(n):
        left, right = x[(r - 1) % n], x[(r + 1) % n]
        if case == "put_add":
            want[r] = x.sum(dim=0) if r == 0 else 0
        elif case == "put_rows":
            want[r, 4:7] = left[1:4]
        elif case == "get_rows":
            want[r, 5:8] = right[1:4]
        elif case == "store_part":
            want[r, 3:7, 32:] = left[2:6, :32]
        elif case == "store_value":
            want[r] = left * 2
        else:
            want[r] = right if case.startswith("get") else left
    raise SystemExit(exchange(build(case, n), args, x, torch.zeros_like(x), (R, C), n, want))
