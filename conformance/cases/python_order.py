"""Assignments, calls and aliases in Python's order: chained and augmented targets, elements, effects of arguments, names
of one tile, globals that change between calls."""

import pypto.language as pl
import torch
from pypto.runtime import RunConfig

SCALE = 2.0


@pl.jit.inline
def tick(m: pl.Tensor[[4], pl.INT32], k: pl.Scalar[pl.INDEX]):
    pl.write(m, [k], pl.read(m, [k]) + 1)
    return pl.read(m, [k])


@pl.jit
def numbers(m: pl.InOut[pl.Tensor[[4], pl.INT32]], y: pl.Out[pl.Tensor[[8], pl.INT32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        pl.write(y, [0], pl.read(m, [0]) * 10 + tick(m, 0))  # 5 * 10 + 6
        m[1], m[2] = m[2], m[1]  # 7 and 9 trade places
        m[3] += 4
        a = b = pl.read(m, [1])
        a, b = b + 1, a
        pl.write(y, [1], a)  # 10
        pl.write(y, [2], b)  # 9
        for i in pl.range(3):
            a, b = b, a
        pl.write(y, [3], a)  # three swaps: 9
        pl.write(y, [4], pl.cast(i, pl.INT32))  # 2
        for k in (1, 2, 3):
            if k == 2:
                break
        else:
            pl.write(y, [5], 77)
        pl.write(y, [6], k)  # 2
        y[pl.cast(tick(m, 0), pl.INDEX)] = pl.read(m, [0])  # 6 is read, then 7 is where it goes
        b = (2 % 2) * tick(m, 0)  # ticks all the same: 8
    return m, y


@pl.jit
def decided(m: pl.InOut[pl.Tensor[[4], pl.INT32]], y: pl.Out[pl.Tensor[[8], pl.INT32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        n = pl.cast(pl.read(m, [0]), pl.INDEX)  # 5: behind the end of m
        if n < 4 and pl.read(m, [n]) > 0:
            pl.write(y, [0], 1)
        if n >= 4 or pl.read(m, [n]) > 0:
            pl.write(y, [1], 1)
        i = 0
        while i < 4 and pl.read(m, [i]) != 12:
            i += 1
        pl.write(y, [2], pl.cast(i, pl.INT32))  # 12 is not there: 4
        while i > 0 and pl.read(m, [i - 1]) != 7:
            i -= 1
        pl.write(y, [3], pl.cast(i, pl.INT32))  # 7 is at 1: 2
        if pl.cast(pl.read(m, [3]), pl.INDEX) <= 3:
            for k in pl.range(2):
                pl.write(m, [3], 9 + pl.cast(k, pl.INT32))
                pl.write(y, [4 + k], pl.cast(pl.max(3, pl.cast(pl.read(m, [3]), pl.INDEX)), pl.INT32))
    return y


@pl.jit
def tiles(x: pl.Tensor[[2, 8], pl.FP32], y: pl.Out[pl.Tensor[[2, 8], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        a = pl.tile.muls(pl.load(x, [0, 0], [1, 8]), SCALE)
        b = a
        a[0:1, 0:8] = pl.load(x, [1, 0], [1, 8])
        y = pl.store(b, [0, 0], y)  # b is a
        y = pl.store(pl.tile.muls(b, SCALE), [1, 0], y)
    return y


config = RunConfig(platform="a2a3sim")
m, y = torch.tensor([5, 7, 9, 11], dtype=torch.int32), torch.zeros(8, dtype=torch.int32)
numbers(m, y, config=config)
assert m.tolist() == [8, 9, 7, 15], m.tolist()
assert y.tolist() == [56, 10, 9, 9, 2, 0, 2, 6], y.tolist()
m, y = torch.tensor([5, 7, 9, 2], dtype=torch.int32), torch.zeros(8, dtype=torch.int32)
decided(m, y, config=config)
assert y.tolist() == [0, 1, 4, 2, 9, 10, 0, 0], y.tolist()
x = torch.arange(16.0).reshape(2, 8)
for SCALE in (2.0, 3.0):
    y = torch.zeros(2, 8)
    tiles(x, y, config=config)
    assert torch.equal(y, torch.stack([x[1], SCALE * x[1]])), y
print("OK")
