"""Tokens go to the rank of their expert, are worked on there and come back: dispatch and combine of a mixture of experts."""

import pypto.language as pl
import pypto.language.distributed as pld
import torch
from common import arguments, compile_run_check

T, H = 5, 32


def build(nr):
    slots = nr * T

    @pl.program
    class Experts:
        @pl.function(type=pl.FunctionType.InCore)
        def step(
            self,
            tokens: pl.Tensor[[T, H], pl.FP32],
            route: pl.Tensor[[T, 1], pl.INT32],
            out: pl.Out[pl.Tensor[[T, H], pl.FP32]],
            inbox: pl.InOut[pld.DistributedTensor[[slots, H], pl.FP32]],
            origin: pl.InOut[pld.DistributedTensor[[slots, 1], pl.INT32]],
            arrived: pl.InOut[pld.DistributedTensor[[nr, 1], pl.INT32]],
            back: pl.InOut[pld.DistributedTensor[[T, H], pl.FP32]],
            returned: pl.InOut[pld.DistributedTensor[[1, 1], pl.INT32]],
        ) -> pl.Tensor[[T, H], pl.FP32]:
            me = pld.rank(pld.get_comm_ctx(inbox))
            for d in pl.range(nr):
                sent = 0
                for t in pl.range(T):
                    target = pl.read(route, [t, 0])
                    if target == d:
                        row = pl.load(tokens, [t, 0], [1, H])
                        slot = me * T + sent
                        pld.tile.remote_store(row, inbox, peer=d, offsets=[slot, 0])
                        pld.system.notify(origin, peer=d, offsets=[slot, 0], value=t, op=pld.NotifyOp.Set)
                        sent = sent + 1
                # One more than the number of rows, so that none can be told from not yet.
                pld.system.notify(arrived, peer=d, offsets=[me, 0], value=sent + 1, op=pld.NotifyOp.Set)
            for s in pl.range(nr):
                pld.system.wait(arrived, offsets=[s, 0], expected=1, cmp=pld.WaitCmp.Ge)
                count = pl.cast(pl.read(arrived, [s, 0]), pl.INDEX) - 1
                for k in pl.range(count):
                    row = pl.load(inbox, [s * T + k, 0], [1, H])
                    home = pl.cast(pl.read(origin, [s * T + k, 0]), pl.INDEX)
                    pld.tile.remote_store(pl.mul(row, 3.0), back, peer=s, offsets=[home, 0])
                    pld.system.notify(returned, peer=s, offsets=[0, 0], value=1, op=pld.NotifyOp.AtomicAdd)
            pld.system.wait(returned, offsets=[0, 0], expected=T, cmp=pld.WaitCmp.Eq)
            return pl.store(pl.load(back, [0, 0], [T, H]), [0, 0], out)

        @pl.function(type=pl.FunctionType.Orchestration)
        def chip(
            self,
            tokens: pl.Tensor[[T, H], pl.FP32],
            route: pl.Tensor[[T, 1], pl.INT32],
            out: pl.Out[pl.Tensor[[T, H], pl.FP32]],
            inbox: pl.InOut[pld.DistributedTensor[[slots, H], pl.FP32]],
            origin: pl.InOut[pld.DistributedTensor[[slots, 1], pl.INT32]],
            arrived: pl.InOut[pld.DistributedTensor[[nr, 1], pl.INT32]],
            back: pl.InOut[pld.DistributedTensor[[T, H], pl.FP32]],
            returned: pl.InOut[pld.DistributedTensor[[1, 1], pl.INT32]],
        ) -> pl.Tensor[[T, H], pl.FP32]:
            return self.step(tokens, route, out, inbox, origin, arrived, back, returned)

        @pl.function(level=pl.Level.HOST, role=pl.Role.Orchestrator)
        def host(
            self,
            tokens: pl.Tensor[[nr, T, H], pl.FP32],
            routes: pl.Tensor[[nr, T, 1], pl.INT32],
            outputs: pl.Out[pl.Tensor[[nr, T, H], pl.FP32]],
        ) -> pl.Tensor[[nr, T, H], pl.FP32]:
            inbox_buf = pld.alloc_window_buffer([slots, H], dtype=pl.FP32)
            origin_buf = pld.alloc_window_buffer([slots, 1], dtype=pl.INT32)
            arrived_buf = pld.alloc_window_buffer([nr, 1], dtype=pl.INT32)
            back_buf = pld.alloc_window_buffer([T, H], dtype=pl.FP32)
            returned_buf = pld.alloc_window_buffer([1, 1], dtype=pl.INT32)
            for r in pl.range(pld.world_size()):
                inbox = pld.window(inbox_buf, [slots, H], dtype=pl.FP32)
                origin = pld.window(origin_buf, [slots, 1], dtype=pl.INT32)
                arrived = pld.window(arrived_buf, [nr, 1], dtype=pl.INT32)
                back = pld.window(back_buf, [T, H], dtype=pl.FP32)
                returned = pld.window(returned_buf, [1, 1], dtype=pl.INT32)
                self.chip(tokens[r], routes[r], outputs[r], inbox, origin, arrived, back, returned, device=r)
            return outputs

    return Experts


if __name__ == "__main__":
    args = arguments("experts", "0,1,2,3")
    n = args.ranks
    x = torch.arange(n * T * H, dtype=torch.float32).reshape(n, T, H)
    # Rank 0 sends everything to the last rank; the others spread.
    routes = torch.tensor([[(r * (t + 1) + t * t) % n if r else n - 1 for t in range(T)] for r in range(n)], dtype=torch.int32)
    y = torch.zeros_like(x)
    raise SystemExit(compile_run_check(build(n), args, [x, routes.reshape(n, T, 1), y], [x * 3]))
