"""Dimensions that a function's body binds to names of run-time extents."""

import sys

import pypto.language as pl
import torch

T = pl.dynamic("T")


@pl.jit
def doubled(x: pl.Tensor, y: pl.Out[pl.Tensor]):
    x.bind_dynamic(0, T)
    y.bind_dynamic(dim=0, var=T)
    with pl.at(level=pl.Level.CORE_GROUP):
        for i in pl.range(x.shape[0]):
            y[i : i + 1, :] = pl.add(x[i : i + 1, :], x[i : i + 1, :])
    return y


@pl.jit
def local(x: pl.Tensor[[4, 8], pl.FP32], y: pl.Out[pl.Tensor[[4, 8], pl.FP32]]):
    N = pl.dynamic("N")
    x.bind_dynamic(0, N)
    y.bind_dynamic(-2, N)
    with pl.at(level=pl.Level.CORE_GROUP):
        for i in pl.range(x.shape[0]):
            y[i : i + 1, :] = pl.add(x[i : i + 1, :], x[i : i + 1, :])
    return y


@pl.jit
def in_loop(x: pl.Tensor[[4, 8], pl.FP32], y: pl.Out[pl.Tensor[[4, 8], pl.FP32]]):
    for _ in pl.range(2):
        x.bind_dynamic(0, T)
    return y


@pl.jit
def no_dimension(x: pl.Tensor[[4, 8], pl.FP32], y: pl.Out[pl.Tensor[[4, 8], pl.FP32]]):
    x.bind_dynamic(2, T)
    return y


@pl.jit
def constant(x: pl.Tensor[[4, 8], pl.FP32], y: pl.Out[pl.Tensor[[4, 8], pl.FP32]]):
    x.bind_dynamic(0, 4)
    return y


for rows in (3, 5):
    x, y = torch.rand(rows, 8), torch.zeros(rows, 8)
    globals()[sys.argv[1]](x, y)
    assert torch.equal(y, 2 * x)
assert "x: pl.Tensor[[" + ("T" if sys.argv[1] == "doubled" else "N") + ", 8], pl.FP32]" in str(globals()[sys.argv[1]].lower(x, y))
print("OK")
