"""A kernel sees the script's state as it is at each call: names, attributes, elements, what helper functions say."""

import pypto.language as pl
import torch
from pypto.runtime import RunConfig

OFFSET = 1.0
TABLE = {"rows": [[1.0]]}
CALLS = []


class Settings:
    offset = 1.0
    parts = [1.0]

    def total(self):
        return sum(self.parts)


settings = Settings()


def offset():
    return OFFSET


def count():
    CALLS.append(len(CALLS))
    return float(len(CALLS))


@pl.jit
def by_name(x: pl.Tensor[[1, 8], pl.FP32], y: pl.Out[pl.Tensor[[1, 8], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.add(x, OFFSET)
    return y


@pl.jit
def by_attribute(x: pl.Tensor[[1, 8], pl.FP32], y: pl.Out[pl.Tensor[[1, 8], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.add(x, settings.offset)
    return y


@pl.jit
def by_element(x: pl.Tensor[[1, 8], pl.FP32], y: pl.Out[pl.Tensor[[1, 8], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.add(x, TABLE["rows"][0][0])
    return y


@pl.jit
def by_builtin(x: pl.Tensor[[1, 8], pl.FP32], y: pl.Out[pl.Tensor[[1, 8], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.add(x, sum(settings.parts))
    return y


@pl.jit
def by_method(x: pl.Tensor[[1, 8], pl.FP32], y: pl.Out[pl.Tensor[[1, 8], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.add(x, settings.total())
    return y


@pl.jit
def by_function(x: pl.Tensor[[1, 8], pl.FP32], y: pl.Out[pl.Tensor[[1, 8], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.add(x, offset())
    return y


@pl.jit
def by_comprehension(x: pl.Tensor[[1, 8], pl.FP32], y: pl.Out[pl.Tensor[[1, 8], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.add(x, sum([s.offset for s in (settings,)]))
    return y


@pl.jit
def by_counting(x: pl.Tensor[[1, 8], pl.FP32], y: pl.Out[pl.Tensor[[1, 8], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.add(x, count())
    return y


def called(kernel):
    y = torch.zeros(1, 8)
    kernel(torch.zeros(1, 8), y, config=RunConfig(platform="a2a3sim"))
    return y[0, 0].item()


kernels = (by_name, by_attribute, by_element, by_builtin, by_method, by_function, by_comprehension)
assert [called(k) for k in kernels] == [1.0] * 7
OFFSET = settings.offset = TABLE["rows"][0][0] = 2.0
settings.parts.append(1.0)
assert [called(k) for k in kernels] == [2.0] * 7, [called(k) for k in kernels]
assert [called(k) for k in kernels] == [2.0] * 7
assert [called(by_counting) for _ in range(3)] == [1.0, 2.0, 3.0]
assert CALLS == [0, 1, 2]
print("OK")
