"""A window is looked at as if it were larger than its buffer."""

import pypto.language as pl
import pypto.language.distributed as pld


@pl.program
class Halo:
    @pl.function(type=pl.FunctionType.InCore)
    def fill(self, box: pl.InOut[pld.DistributedTensor[[8, 64], pl.FP32]]):
        pl.store(pl.tile.full([1, 64], dtype=pl.FP32, value=1.0), [0, 0], box)

    @pl.function(type=pl.FunctionType.Orchestration)
    def chip(self, box: pl.InOut[pld.DistributedTensor[[8, 64], pl.FP32]]):
        self.fill(box)

    @pl.function(level=pl.Level.HOST, role=pl.Role.Orchestrator)
    def host(self):
        buffer = pld.alloc_window_buffer([4, 64], dtype=pl.FP32)
        for r in pl.range(pld.world_size()):
            box = pld.window(buffer, [8, 64], dtype=pl.FP32)
            self.chip(box, device=r)
