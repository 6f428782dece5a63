"""Parts of a tensor that have names: read and written through them, handed on by loops and choices, as they are or as
values."""

import sys

import pypto.language as pl
import torch
from pypto.runtime import RunConfig


@pl.jit.inline
def twice_thrice(a: pl.Tensor[[4, 8], pl.FP32]):
    return pl.mul(a, 2.0), pl.mul(a, 3.0)


@pl.jit
def written_then_read(x: pl.Tensor[[4, 8], pl.FP32], y: pl.InOut[pl.Tensor[[4, 8], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = x
        part = y[1:2, :]
        part[0:1, 0:8] = pl.full([1, 8], dtype=pl.FP32, value=5.0)
        y[3:4, :] = pl.add(part, 1.0)
    return y


@pl.jit
def part_of_part(x: pl.Tensor[[4, 8], pl.FP32], y: pl.InOut[pl.Tensor[[4, 8], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = x
        upper = y[0:2, :]
        row = upper[1:2, :]
        row[0:1, 0:8] = pl.full([1, 8], dtype=pl.FP32, value=7.0)
        y[3:4, :] = upper[1:2, :]
    return y


@pl.jit
def base_written(x: pl.Tensor[[4, 8], pl.FP32], y: pl.InOut[pl.Tensor[[4, 8], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = x
        part = y[1:2, :]
        y[1:2, 0:8] = pl.full([1, 8], dtype=pl.FP32, value=5.0)
        y[3:4, :] = pl.add(part, 1.0)
    return y


@pl.jit
def written_in_rounds(x: pl.Tensor[[4, 8], pl.FP32], y: pl.InOut[pl.Tensor[[4, 8], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        part = y[0:2, :]
        for i in pl.range(3):
            if i < 2:
                part[i : i + 1, :] = x[i + 1 : i + 2, :]
        y[3:4, :] = part[1:2, :]
    return y


@pl.jit
def value_begins_as_part(x: pl.Tensor[[4, 8], pl.FP32], y: pl.InOut[pl.Tensor[[4, 8], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = x
        part = x[1:2, :]
        for i in pl.range(2):
            part = pl.add(part, 1.0)
        y[0:1, :] = part
    return y


@pl.jit
def one_part_or_another(x: pl.Tensor[[4, 8], pl.FP32], y: pl.InOut[pl.Tensor[[4, 8], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = x
        part = x[0:1, :]
        for i in pl.range(3):
            part = x[i : i + 1, :]
        if pl.read(x, [0, 1]) > 0.5:
            other = x[3:4, :]
        else:
            other = x[1:2, :]
        y[0:1, :] = part
        y[1:2, :] = other
    return y


@pl.jit
def part_or_value(x: pl.Tensor[[4, 8], pl.FP32], y: pl.InOut[pl.Tensor[[4, 8], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        for i in pl.range(4):
            part = x[i : i + 1, :]
            if i % 2 == 1:
                part = pl.add(part, 10.0)
            y[i : i + 1, :] = part
    return y


@pl.jit
def whole_or_value(x: pl.Tensor[[4, 8], pl.FP32], y: pl.InOut[pl.Tensor[[4, 8], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        whole = x
        if pl.read(x, [0, 1]) > 1.5:
            whole = pl.add(x, 1.0)
        y[:, :] = whole
    return y


@pl.jit
def trade_places(x: pl.Tensor[[4, 8], pl.FP32], y: pl.InOut[pl.Tensor[[4, 8], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        a = x[0:1, :]
        b = pl.add(x[0:1, :], 1.0)
        for i in pl.range(3):
            a, b = b, a
        y[0:1, :] = a
        y[1:2, :] = b
    return y


@pl.jit
def two_returned(x: pl.Tensor[[4, 8], pl.FP32], y: pl.InOut[pl.Tensor[[4, 8], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        c, b = twice_thrice(x)
        c, b = b, c
        y[:, :] = pl.sub(c, b)
    return y


@pl.jit
def stale(x: pl.Tensor[[4, 8], pl.FP32], y: pl.InOut[pl.Tensor[[4, 8], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        part = y[0:1, :]
        if pl.read(x, [0, 1]) > 1.5:
            part = pl.add(part, 1.0)
        y[0:1, :] = pl.add(x[1:2, :], 1.0)
        y[1:2, :] = part
    return y


@pl.jit
def written_copy(x: pl.Tensor[[4, 8], pl.FP32], y: pl.InOut[pl.Tensor[[4, 8], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        part = y[0:1, :]
        if pl.read(x, [0, 1]) > 1.5:
            part = y[1:2, :]
        part[0:1, 0:8] = pl.full([1, 8], dtype=pl.FP32, value=5.0)
    return y


@pl.jit
def stale_choice(x: pl.Tensor[[4, 8], pl.FP32], y: pl.InOut[pl.Tensor[[4, 8], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        if pl.read(x, [0, 1]) > 1.5:
            part = y[0:1, :]
        else:
            part = x[0:1, :]
        y[0:1, :] = pl.add(x[1:2, :], 1.0)
        y[1:2, :] = part
    return y


@pl.jit.inline
def put(t: pl.InOut[pl.Tensor[[1, 8], pl.FP32]], by: pl.Scalar[pl.FP32]):
    t[0:1, 0:4] = pl.add(t[0:1, 0:4], by)
    return t


@pl.jit
def written_by_function(x: pl.Tensor[[4, 8], pl.FP32], y: pl.InOut[pl.Tensor[[4, 8], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        value = pl.add(x[1:2, :], 1.0)
        for i in pl.range(2):
            value = put(value, 2.0)
        y[0:1, :] = value
        put(y[0:1, :], 5.0)
        part = y[1:2, :]
        put(part, 7.0)
        y[2:3, :] = part
    return y


@pl.jit
def missed(x: pl.Tensor[[4, 8], pl.FP32], y: pl.InOut[pl.Tensor[[4, 8], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        value = pl.add(x[1:2, :], 1.0)
        other = value
        value = put(value, 2.0)
        y[0:1, :] = other
    return y


@pl.jit
def memory_or_alias(x: pl.Tensor[[4, 8], pl.FP32], y: pl.InOut[pl.Tensor[[4, 8], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        row = x[0:1, :]
        value = pl.add(x[1:2, :], 0.0)
        if pl.read(x, [0, 1]) > 1.5:
            row = value
        value[0:1, 0:8] = pl.full([1, 8], dtype=pl.FP32, value=5.0)
        y[0:1, :] = row
    return y


# The first element of each row, by hand: row r of x begins with 8 r, y is 0.
WANTED = {
    "written_then_read": [0.0, 5.0, 16.0, 6.0],
    "part_of_part": [0.0, 7.0, 16.0, 7.0],
    "base_written": [0.0, 5.0, 16.0, 6.0],
    "written_in_rounds": [8.0, 16.0, 0.0, 16.0],
    "value_begins_as_part": [10.0, 8.0, 16.0, 24.0],
    "one_part_or_another": [16.0, 24.0, 16.0, 24.0],
    "part_or_value": [0.0, 18.0, 16.0, 34.0],
    "whole_or_value": [0.0, 8.0, 16.0, 24.0],
    "trade_places": [1.0, 0.0, 0.0, 0.0],
    "two_returned": [0.0, 8.0, 16.0, 24.0],
    "written_by_function": [18.0, 7.0, 7.0, 0.0],
    "missed": None,
    "memory_or_alias": None,
    "stale": None,
    "stale_choice": None,
    "written_copy": None,
}

name = sys.argv[1]
x, y = torch.arange(32, dtype=torch.float32).reshape(4, 8), torch.zeros(4, 8)
globals()[name](x, y, config=RunConfig(platform="a2a3sim"))
assert y[:, 0].tolist() == WANTED[name], y[:, 0].tolist()
print("OK")
