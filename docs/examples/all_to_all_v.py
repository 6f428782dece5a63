"""Token routing: each rank sends a different number of rows to each other one; only `recv_counts` says what is valid."""

import pypto.language as pl
import pypto.language.distributed as pld
import torch
from pypto import ir
from pypto.ir.distributed_compiled_program import DistributedConfig

RANKS, CAP, HIDDEN = 3, 2, 8
SLOTS = RANKS * CAP


@pl.program
class Route:
    @pl.function(type=pl.FunctionType.InCore)
    def step(
        self,
        tokens: pl.Tensor[[SLOTS, HIDDEN], pl.FP32],
        send_counts: pl.Tensor[[RANKS, 1], pl.INT32],
        out: pl.InOut[pl.Tensor[[SLOTS, HIDDEN], pl.FP32]],
        got: pl.Out[pl.Tensor[[RANKS, 1], pl.INT32]],
        inbox: pl.InOut[pld.DistributedTensor[[SLOTS, HIDDEN], pl.FP32]],
        signal: pl.InOut[pld.DistributedTensor[[RANKS, 1], pl.INT32]],
        recv_counts: pl.InOut[pld.DistributedTensor[[RANKS, 1], pl.INT32]],
    ) -> tuple[pl.Tensor[[SLOTS, HIDDEN], pl.FP32], pl.Tensor[[RANKS, 1], pl.INT32]]:
        filled = pld.tensor.all_to_all_v(tokens, inbox, signal, send_counts, recv_counts)
        for src in pl.range(RANKS):
            count = pl.read(recv_counts, [src, 0])
            pl.write(got, [src, 0], count)
            # Rows behind the count are undefined: do not even load them.
            for k in pl.range(pl.cast(count, pl.INDEX)):
                row = pl.load(filled, [src * CAP + k, 0], [1, HIDDEN])
                pl.store(row, [src * CAP + k, 0], out)
        return out, got

    @pl.function(type=pl.FunctionType.Orchestration)
    def rank(
        self,
        tokens: pl.Tensor[[SLOTS, HIDDEN], pl.FP32],
        send_counts: pl.Tensor[[RANKS, 1], pl.INT32],
        out: pl.InOut[pl.Tensor[[SLOTS, HIDDEN], pl.FP32]],
        got: pl.Out[pl.Tensor[[RANKS, 1], pl.INT32]],
        inbox: pl.InOut[pld.DistributedTensor[[SLOTS, HIDDEN], pl.FP32]],
        signal: pl.InOut[pld.DistributedTensor[[RANKS, 1], pl.INT32]],
        recv_counts: pl.InOut[pld.DistributedTensor[[RANKS, 1], pl.INT32]],
    ) -> tuple[pl.Tensor[[SLOTS, HIDDEN], pl.FP32], pl.Tensor[[RANKS, 1], pl.INT32]]:
        return self.step(tokens, send_counts, out, got, inbox, signal, recv_counts)

    @pl.function(level=pl.Level.HOST, role=pl.Role.Orchestrator)
    def host(
        self,
        tokens: pl.Tensor[[RANKS, SLOTS, HIDDEN], pl.FP32],
        send_counts: pl.Tensor[[RANKS, RANKS, 1], pl.INT32],
        out: pl.InOut[pl.Tensor[[RANKS, SLOTS, HIDDEN], pl.FP32]],
        got: pl.Out[pl.Tensor[[RANKS, RANKS, 1], pl.INT32]],
    ) -> tuple[pl.Tensor[[RANKS, SLOTS, HIDDEN], pl.FP32], pl.Tensor[[RANKS, RANKS, 1], pl.INT32]]:
        inbox_buf = pld.alloc_window_buffer([SLOTS, HIDDEN], dtype=pl.FP32)
        signal_buf = pld.alloc_window_buffer([RANKS, 1], dtype=pl.INT32)
        counts_buf = pld.alloc_window_buffer([RANKS, 1], dtype=pl.INT32)
        for r in pl.range(pld.world_size()):
            inbox = pld.window(inbox_buf, [SLOTS, HIDDEN], dtype=pl.FP32)
            signal = pld.window(signal_buf, [RANKS, 1], dtype=pl.INT32)
            recv_counts = pld.window(counts_buf, [RANKS, 1], dtype=pl.INT32)
            self.rank(tokens[r], send_counts[r], out[r], got[r], inbox, signal, recv_counts, device=r)
        return out, got


if __name__ == "__main__":
    # Row k for rank d of rank r holds the number rdk; a negative count sends nothing, one above CAP sends CAP rows.
    tokens = torch.zeros((RANKS, SLOTS, HIDDEN), dtype=torch.float32)
    for r in range(RANKS):
        for d in range(RANKS):
            for k in range(CAP):
                tokens[r, d * CAP + k] = 100.0 * (r + 1) + 10.0 * d + k
    send_counts = torch.tensor([[1, 2, 0], [2, 0, 1], [-1, 1, 5]], dtype=torch.int32).reshape(RANKS, RANKS, 1)
    out = torch.zeros_like(tokens)
    got = torch.zeros((RANKS, RANKS, 1), dtype=torch.int32)
    compiled = ir.compile(
        Route,
        platform="a2a3sim",
        distributed_config=DistributedConfig(device_ids=list(range(RANKS)), num_sub_workers=0),
    )
    compiled(tokens, send_counts, out, got)
    for r in range(RANKS):
        print(f"rank {r}: recv_counts", got[r, :, 0].tolist(), "rows", out[r, :, 0].int().tolist())
