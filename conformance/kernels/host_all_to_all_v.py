"""`all_to_all_v` called by the host orchestrator: rows and counts are put into windows, exchanged, and taken out."""

import pypto.language as pl
import pypto.language.distributed as pld
import torch
from common import arguments
from pypto.ir.distributed_compiled_program import DistributedConfig
from pypto.runtime import RunConfig

CAP, H = 3, 40


def build(nr):
    slots = nr * CAP

    @pl.jit.incore
    def offer_step(
        tokens: pl.Tensor[[slots, H], pl.FP32],
        counts: pl.Tensor[[nr, 1], pl.INT32],
        outbox: pl.InOut[pld.DistributedTensor[[slots, H], pl.FP32]],
        sending: pl.InOut[pld.DistributedTensor[[nr, 1], pl.INT32]],
    ):
        outbox = pl.store(pl.load(tokens, [0, 0], [slots, H]), [0, 0], outbox)
        for d in pl.range(nr):
            pl.write(sending, [d, 0], pl.read(counts, [d, 0]))
        return outbox, sending

    @pl.jit
    def offer(
        tokens: pl.Tensor[[slots, H], pl.FP32],
        counts: pl.Tensor[[nr, 1], pl.INT32],
        outbox: pl.InOut[pld.DistributedTensor[[slots, H], pl.FP32]],
        sending: pl.InOut[pld.DistributedTensor[[nr, 1], pl.INT32]],
    ):
        return offer_step(tokens, counts, outbox, sending)

    @pl.jit.incore
    def take_step(
        inbox: pld.DistributedTensor[[slots, H], pl.FP32],
        arrived: pld.DistributedTensor[[nr, 1], pl.INT32],
        out: pl.Out[pl.Tensor[[slots, H], pl.FP32]],
        got: pl.Out[pl.Tensor[[nr, 1], pl.INT32]],
    ):
        for s in pl.range(nr):
            n = pl.read(arrived, [s, 0])
            pl.write(got, [s, 0], n)
            for k in pl.range(pl.cast(n, pl.INDEX)):
                row = pl.load(inbox, [s * CAP + k, 0], [1, H])
                out = pl.store(row, [s * CAP + k, 0], out)
        return out, got

    @pl.jit
    def take(
        inbox: pld.DistributedTensor[[slots, H], pl.FP32],
        arrived: pld.DistributedTensor[[nr, 1], pl.INT32],
        out: pl.Out[pl.Tensor[[slots, H], pl.FP32]],
        got: pl.Out[pl.Tensor[[nr, 1], pl.INT32]],
    ):
        return take_step(inbox, arrived, out, got)

    @pl.jit.host
    def exchange(
        tokens: pl.Tensor[[nr, slots, H], pl.FP32],
        counts: pl.Tensor[[nr, nr, 1], pl.INT32],
        out: pl.Out[pl.Tensor[[nr, slots, H], pl.FP32]],
        got: pl.Out[pl.Tensor[[nr, nr, 1], pl.INT32]],
    ):
        outbox_buf = pld.alloc_window_buffer([slots, H], dtype=pl.FP32)
        inbox_buf = pld.alloc_window_buffer([slots, H], dtype=pl.FP32)
        signal_buf = pld.alloc_window_buffer([nr, 1], dtype=pl.INT32)
        sending_buf = pld.alloc_window_buffer([nr, 1], dtype=pl.INT32)
        arrived_buf = pld.alloc_window_buffer([nr, 1], dtype=pl.INT32)
        for r in pl.range(pld.world_size()):
            outbox = pld.window(outbox_buf, [slots, H], dtype=pl.FP32)
            sending = pld.window(sending_buf, [nr, 1], dtype=pl.INT32)
            offer(tokens[r], counts[r], outbox, sending, device=r)
        outbox = pld.window(outbox_buf, [slots, H], dtype=pl.FP32)
        inbox = pld.window(inbox_buf, [slots, H], dtype=pl.FP32)
        signal = pld.window(signal_buf, [nr, 1], dtype=pl.INT32)
        sending = pld.window(sending_buf, [nr, 1], dtype=pl.INT32)
        arrived = pld.window(arrived_buf, [nr, 1], dtype=pl.INT32)
        inbox = pld.tensor.all_to_all_v(outbox, inbox, signal, sending, arrived)
        for r in pl.range(pld.world_size()):
            take(inbox, arrived, out[r], got[r], device=r)

    return exchange


if __name__ == "__main__":
    args = arguments("host_all_to_all_v", "0,1,2,3")
    n = args.ranks
    x = torch.arange(n * n * CAP * H, dtype=torch.float32).reshape(n, n * CAP, H) + 1.0
    counts = torch.zeros((n, n, 1), dtype=torch.int32)
    y, got = torch.zeros_like(x), torch.zeros_like(counts)
    want, want_got = torch.zeros_like(x), torch.zeros_like(counts)
    for r in range(n):
        for d in range(n):
            asked = 2 * d - 1 + r  # from -1, which counts as none, to more than there is room for
            counts[r, d, 0] = asked
            rows = min(max(asked, 0), CAP)
            want_got[d, r, 0] = rows
            want[d, r * CAP : r * CAP + rows] = x[r, d * CAP : d * CAP + rows]
    config = RunConfig(
        platform=args.platform,
        distributed_config=DistributedConfig(device_ids=args.devices, num_sub_workers=0),
    )
    compiled = build(n).compile(x, counts, y, got, config=config)
    if args.compile_only:
        print(f"compiled: {compiled.output_dir}")
        raise SystemExit(0)
    compiled(x, counts, y, got, config=config)
    assert torch.equal(y, want), f"max difference {(y - want).abs().max().item()}"
    assert torch.equal(got, want_got), f"counts {got.tolist()}, not {want_got.tolist()}"
    print("OK")
