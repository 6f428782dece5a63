"""Compile-time values are the script's own objects: identity, type, hash and equality survive; run-time ones are IR."""

import enum
import functools

import pypto.language as pl
import torch
from pypto.runtime import RunConfig


class Mode(enum.Enum):
    MESH = 1
    RING = 2


class Row(enum.IntEnum):
    SECOND = 1
    WIDTH = 8


seen = {}
FACTORS = (2, 3)
LABELS = {Mode.MESH: "mesh", (1, 2): "pair"}


def probe(name, value):
    seen[name] = value
    return 0


@functools.lru_cache
def product(factors):
    return functools.reduce(lambda a, b: a * b, factors, 1)


@pl.jit
def kern(x: pl.Tensor[[3, 8], pl.FP32], n: pl.Tensor[[1], pl.INT32], y: pl.Out[pl.Tensor[[4, 8], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        probe("same", FACTORS)
        probe("product", product(FACTORS) + product((4, 5)))
        probe("labels", [LABELS[Mode.MESH], LABELS[1, 2], Mode.RING in LABELS])
        probe("numbers", (3.0, 2**70, -7 // 2, float("nan") == float("nan"), 0.0 == -0.0, len([0] * 5000)))
        words = ["b", "a"]
        words.append("c")
        probe("words", sorted(words, reverse=True))
        probe("keywords", (list(enumerate(words, 1)), int("10", 16), sum(FACTORS, 5), min([], default=7)))
        probe("text", f"{product((3, 4)):>4}|{'ring'.upper()}")

        def twice(k, by=2):
            return k * by

        probe("functions", [twice(3), (lambda v: v + 1)(4), [twice(i) for i in range(3)]])
        a = pl.load(x, [0, 0], [1, Row.WIDTH])
        b = pl.load(x, [Row.SECOND, 0], [1, 8])
        c = pl.load(x, [2, 0], [1, 8])
        a, b, c = b, c, a
        kept = [a, b]
        kept.append(c)
        a = pl.add(a, 100.0)
        for row, tile in enumerate(kept):
            y = pl.store(tile, [row, 0], y)
        first = pl.read(n, [0])
        total = 0
        for i in pl.range(4):
            total += i
        if first in (0, 3) or any(first == k for k in (7, 9)):
            total = sum([total, first])
        y = pl.store(pl.add(a, pl.cast(total, pl.FP32)), [3, 0], y)
    return y


for first, total in ((3, 9), (5, 6), (9, 15)):
    x = torch.arange(24.0).reshape(3, 8)
    y = torch.zeros(4, 8)
    kern(x, torch.tensor([first], dtype=torch.int32), y, config=RunConfig(platform="a2a3sim"))
    assert y[:, 0].tolist() == [8.0, 16.0, 0.0, 108.0 + total], (first, y[:, 0].tolist())
assert seen["same"] is FACTORS
assert seen["product"] == 26
assert seen["labels"] == ["mesh", "pair", False]
assert seen["numbers"] == (3.0, 2**70, -4, False, True, 5000) and type(seen["numbers"][0]) is float
assert seen["words"] == ["c", "b", "a"]
assert seen["keywords"] == ([(1, "b"), (2, "a"), (3, "c")], 16, 10, 7)
assert seen["text"] == "  12|RING"
assert seen["functions"] == [6, 5, [0, 2, 4]]
print("OK")
