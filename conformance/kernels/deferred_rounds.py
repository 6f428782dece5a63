"""Deferred waits over rising epochs of one counter, on a cell that is ready already, and beside an ordinary dependency."""

import pypto.language as pl
import pypto.language.distributed as pld
import torch
from common import arguments, compile_run_check

W = 32


def build(nr):
    @pl.program
    class DeferredRounds:
        @pl.function(type=pl.FunctionType.Orchestration)
        def chip(
            self,
            inp: pl.Tensor[[2, W], pl.FP32],
            out: pl.Out[pl.Tensor[[3, W], pl.FP32]],
            mail: pl.InOut[pld.DistributedTensor[[2, W], pl.FP32]],
            flag: pl.InOut[pld.DistributedTensor[[nr, 1], pl.INT32]],
            me: pl.Scalar[pl.INT32],
            to: pl.Scalar[pl.INT32],
            source: pl.Scalar[pl.INT32],
        ) -> pl.Tensor[[3, W], pl.FP32]:
            with pl.at(level=pl.Level.CORE_GROUP, name_hint="post_first"):
                letter = pl.load(inp, [0, 0], [1, W])
                pld.tile.remote_store(letter, mail, peer=to, offsets=[0, 0])
                pld.system.notify(flag, peer=to, offsets=[me, 0], value=1, op=pld.NotifyOp.AtomicAdd)
            with pl.at(level=pl.Level.CORE_GROUP, name_hint="await_first") as first:
                pld.system.defer_wait(flag, offsets=[source, 0], expected=1, cmp=pld.WaitCmp.Ge)
            with pl.at(level=pl.Level.CORE_GROUP, name_hint="read_first", deps=[first]) as taken:
                letter = pl.load(mail, [0, 0], [1, W])
                out = pl.store(letter, [0, 0], out)
            with pl.at(level=pl.Level.CORE_GROUP, name_hint="post_second", deps=[taken]):
                letter = pl.load(inp, [1, 0], [1, W])
                pld.tile.remote_store(letter, mail, peer=to, offsets=[1, 0])
                pld.system.notify(flag, peer=to, offsets=[me, 0], value=1, op=pld.NotifyOp.AtomicAdd)
            with pl.at(level=pl.Level.CORE_GROUP, name_hint="await_second") as second:
                pld.system.defer_wait(flag, offsets=[source, 0], expected=2, cmp=pld.WaitCmp.Ge)
            with pl.at(level=pl.Level.CORE_GROUP, name_hint="read_second", deps=[second]) as read:
                letter = pl.load(mail, [1, 0], [1, W])
                out = pl.store(letter, [1, 0], out)
            # The counter has passed 1 long ago: the waiter is complete when it starts.
            with pl.at(level=pl.Level.CORE_GROUP, name_hint="await_past", deps=[read]) as past:
                pld.system.defer_wait(flag, offsets=[source, 0], expected=1, cmp=pld.WaitCmp.Ge)
            with pl.at(level=pl.Level.CORE_GROUP, name_hint="read_past", deps=[past]):
                both = pl.add(pl.load(mail, [0, 0], [1, W]), pl.load(mail, [1, 0], [1, W]))
                out = pl.store(both, [2, 0], out)
            return out

        @pl.function(level=pl.Level.HOST, role=pl.Role.Orchestrator)
        def host(
            self,
            inputs: pl.Tensor[[nr, 2, W], pl.FP32],
            outputs: pl.Out[pl.Tensor[[nr, 3, W], pl.FP32]],
        ) -> pl.Tensor[[nr, 3, W], pl.FP32]:
            mail_buf = pld.alloc_window_buffer([2, W], dtype=pl.FP32)
            flag_buf = pld.alloc_window_buffer([nr, 1], dtype=pl.INT32)
            for r in pl.range(pld.world_size()):
                mail = pld.window(mail_buf, [2, W], dtype=pl.FP32)
                flag = pld.window(flag_buf, [nr, 1], dtype=pl.INT32)
                self.chip(
                    inputs[r],
                    outputs[r],
                    mail,
                    flag,
                    r,
                    (r + 1) % pld.world_size(),
                    (r + pld.world_size() - 1) % pld.world_size(),
                    device=r,
                )
            return outputs

    return DeferredRounds


if __name__ == "__main__":
    args = arguments("deferred_rounds", "0,1,2")
    n = args.ranks
    x = torch.arange(n * 2 * W, dtype=torch.float32).reshape(n, 2, W)
    y = torch.zeros((n, 3, W), dtype=torch.float32)
    want = torch.stack([torch.cat([x[(r - 1) % n], x[(r - 1) % n].sum(dim=0).reshape(1, W)]) for r in range(n)])
    raise SystemExit(compile_run_check(build(n), args, [x, y], [want]))
