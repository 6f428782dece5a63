"""Loops in overlapping stages: rounds, what is left of them, carried tiles, bounds that are known at run time only."""

import pypto.language as pl
import torch


@pl.jit
def static(x: pl.Tensor[[16, 64], pl.FP32], y: pl.Out[pl.Tensor[[16, 64], pl.FP32]], z: pl.Out[pl.Tensor[[1, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        acc = pl.load(x, [0, 0], [1, 64])
        for i in pl.pipeline(1, 16, 2, stage=3):
            t = pl.load(x, [i, 0], [1, 64])
            u = pl.add(t, 1.0)
            acc = pl.add(acc, u)
            y = pl.store(u, [i, 0], y)
        z = pl.store(acc, [0, 0], z)
    return y, z


@pl.jit
def dynamic(x: pl.Tensor[[16, 64], pl.FP32], n: pl.Scalar[pl.INDEX], y: pl.Out[pl.Tensor[[16, 64], pl.FP32]], z: pl.Out[pl.Tensor[[1, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        acc = pl.load(x, [0, 0], [1, 64])
        for i in pl.pipeline(1, n, 2, stage=3):
            t = pl.load(x, [i, 0], [1, 64])
            u = pl.add(t, 1.0)
            acc = pl.add(acc, u)
            y = pl.store(u, [i, 0], y)
        z = pl.store(acc, [0, 0], z)
    return y, z


torch.manual_seed(1)
x = torch.randn(16, 64)
y, z = torch.zeros(16, 64), torch.zeros(1, 64)
static(x, y, z)
w = torch.zeros(16, 64)
w[1:16:2] = x[1:16:2] + 1
assert torch.equal(y, w)
for n in range(0, 17):
    y, z = torch.zeros(16, 64), torch.zeros(1, 64)
    dynamic(x, n, y, z)
    w = torch.zeros(16, 64)
    w[1:n:2] = x[1:n:2] + 1
    assert torch.equal(y, w), n
    torch.testing.assert_close(z, x[0:1] + w.sum(0, keepdim=True))
print("OK")
