"""A script that makes, compiles and drops kernels by the thousand keeps none of them in memory."""

import gc
import weakref

import pypto.language as pl
import torch


def made(by):
    @pl.jit
    def kern(x: pl.InOut[pl.Tensor[[1, 8], pl.FP32]]):
        with pl.at(level=pl.Level.CORE_GROUP):
            t = pl.load(x, [0, 0], [1, 8])
            pl.store(pl.add(t, by), [0, 0], x)

    return kern


def used(by):
    kern = made(by)
    x = torch.zeros(1, 8)
    kern(x)
    kern.lower(x)
    kern.compile(x)
    assert x[0, 0] == by
    return weakref.ref(kern), weakref.ref(kern.__wrapped__)


kept = [used(float(n)) for n in range(10)]
gc.collect()
alive = sum(r() is not None for pair in kept for r in pair)
assert alive <= 2, alive  # What Python ran first or last may be in its own caches.
print("OK")
