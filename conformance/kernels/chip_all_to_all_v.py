"""`all_to_all_v` in a chip orchestration, between a kernel that makes the rows and one that takes them."""

import pypto.language as pl
import pypto.language.distributed as pld
import torch
from common import arguments, compile_run_check

CAP, H = 4, 32


def build(nr):
    slots = nr * CAP

    @pl.program
    class ChipAllToAllV:
        @pl.function(type=pl.FunctionType.InCore)
        def double(
            self,
            tokens: pl.Tensor[[slots, H], pl.FP32],
            ready: pl.Out[pl.Tensor[[slots, H], pl.FP32]],
        ) -> pl.Tensor[[slots, H], pl.FP32]:
            return pl.store(pl.mul(pl.load(tokens, [0, 0], [slots, H]), 2.0), [0, 0], ready)

        @pl.function(type=pl.FunctionType.InCore)
        def take(
            self,
            inbox: pl.InOut[pld.DistributedTensor[[slots, H], pl.FP32]],
            arrived: pl.InOut[pld.DistributedTensor[[nr, 1], pl.INT32]],
            out: pl.Out[pl.Tensor[[slots, H], pl.FP32]],
            got: pl.Out[pl.Tensor[[nr, 1], pl.INT32]],
        ) -> tuple[pl.Tensor[[slots, H], pl.FP32], pl.Tensor[[nr, 1], pl.INT32]]:
            for s in pl.range(nr):
                n = pl.read(arrived, [s, 0])
                pl.write(got, [s, 0], n)
                for k in pl.range(pl.cast(n, pl.INDEX)):
                    row = pl.load(inbox, [s * CAP + k, 0], [1, H])
                    pl.store(row, [s * CAP + k, 0], out)
            return out, got

        @pl.function(type=pl.FunctionType.Orchestration)
        def chip(
            self,
            tokens: pl.Tensor[[slots, H], pl.FP32],
            counts: pl.Tensor[[nr, 1], pl.INT32],
            out: pl.Out[pl.Tensor[[slots, H], pl.FP32]],
            got: pl.Out[pl.Tensor[[nr, 1], pl.INT32]],
            inbox: pl.InOut[pld.DistributedTensor[[slots, H], pl.FP32]],
            signal: pl.InOut[pld.DistributedTensor[[nr, 1], pl.INT32]],
            arrived: pl.InOut[pld.DistributedTensor[[nr, 1], pl.INT32]],
        ) -> tuple[pl.Tensor[[slots, H], pl.FP32], pl.Tensor[[nr, 1], pl.INT32]]:
            ready = pl.create_tensor([slots, H], dtype=pl.FP32)
            ready = self.double(tokens, ready)
            filled = pld.tensor.all_to_all_v(ready, inbox, signal, counts, arrived)
            return self.take(filled, arrived, out, got)

        @pl.function(level=pl.Level.HOST, role=pl.Role.Orchestrator)
        def host(
            self,
            tokens: pl.Tensor[[nr, slots, H], pl.FP32],
            counts: pl.Tensor[[nr, nr, 1], pl.INT32],
            outputs: pl.Out[pl.Tensor[[nr, slots, H], pl.FP32]],
            got: pl.Out[pl.Tensor[[nr, nr, 1], pl.INT32]],
        ) -> tuple[pl.Tensor[[nr, slots, H], pl.FP32], pl.Tensor[[nr, nr, 1], pl.INT32]]:
            inbox_buf = pld.alloc_window_buffer([slots, H], dtype=pl.FP32)
            signal_buf = pld.alloc_window_buffer([nr, 1], dtype=pl.INT32)
            arrived_buf = pld.alloc_window_buffer([nr, 1], dtype=pl.INT32)
            for r in pl.range(pld.world_size()):
                inbox = pld.window(inbox_buf, [slots, H], dtype=pl.FP32)
                signal = pld.window(signal_buf, [nr, 1], dtype=pl.INT32)
                arrived = pld.window(arrived_buf, [nr, 1], dtype=pl.INT32)
                self.chip(tokens[r], counts[r], outputs[r], got[r], inbox, signal, arrived, device=r)
            return outputs, got

    return ChipAllToAllV


if __name__ == "__main__":
    args = arguments("chip_all_to_all_v", "0,1,2,3")
    n = args.ranks
    x = torch.arange(n * n * CAP * H, dtype=torch.float32).reshape(n, n * CAP, H) + 1.0
    counts = torch.zeros((n, n, 1), dtype=torch.int32)
    y, got = torch.zeros_like(x), torch.zeros_like(counts)
    want, want_got = torch.zeros_like(x), torch.zeros_like(counts)
    for r in range(n):
        for d in range(n):
            asked = 2 * r - 1 + d  # from -1, which counts as none, to more than there is room for
            counts[r, d, 0] = asked
            rows = min(max(asked, 0), CAP)
            want_got[d, r, 0] = rows
            want[d, r * CAP : r * CAP + rows] = 2 * x[r, d * CAP : d * CAP + rows]
    raise SystemExit(compile_run_check(build(n), args, [x, counts, y, got], [want, want_got]))
