"""Loops and choices hand on tiles: parts of tiles, one tile under two names, tiles that
change places; a tensor that an op has made."""

import sys

import pypto.language as pl
import torch


@pl.jit.incore
def parts(f: pl.Tensor[[4, 16], pl.FP32], n: pl.Scalar[pl.INDEX], z: pl.Out[pl.Tensor[[3, 8], pl.FP32]]):
    whole = pl.load(f, [0, 0], [1, 16])
    if n > 0:
        part = whole[:, 8:16]
    else:
        part = pl.load(f, [1, 0], [1, 8])
    z = pl.store(part, [0, 0], z)
    whole = pl.load(f, [2, 0], [1, 16])
    part = whole[:, 8:16]
    for _ in pl.range(n):
        part = pl.add(part, 1.0)
    z = pl.store(part, [1, 0], z)
    whole = pl.load(f, [3, 0], [1, 16])
    part = pl.load(f, [1, 0], [1, 8])
    for _ in pl.range(n):
        whole = pl.add(whole, 2.0)
        part = whole[:, 8:16]
    return pl.store(part, [2, 0], z)


@pl.jit.incore
def names(f: pl.Tensor[[4, 16], pl.FP32], n: pl.Scalar[pl.INDEX], z: pl.Out[pl.Tensor[[3, 8], pl.FP32]]):
    a = pl.load(f, [0, 0], [1, 8])
    b = pl.load(f, [1, 0], [1, 8])
    if n > 1:
        a = b = pl.add(a, 1.0)
    else:
        b = pl.sub(a, b)
    for _ in range(3):
        b = pl.add(b, pl.load(f, [2, 0], [1, 8]))
    z = pl.store(a, [0, 0], z)
    return pl.store(b, [1, 0], z)


@pl.jit.incore
def places(f: pl.Tensor[[4, 16], pl.FP32], n: pl.Scalar[pl.INDEX], z: pl.Out[pl.Tensor[[3, 8], pl.FP32]]):
    a = pl.load(f, [0, 0], [1, 8])
    b = pl.load(f, [1, 0], [1, 8])
    c = pl.load(f, [2, 0], [1, 8])
    for i in pl.range(n):
        if i % 2 == 0:
            a, b, c = b, c, a
        else:
            a, b = b, a
    z = pl.store(a, [0, 0], z)
    z = pl.store(b, [1, 0], z)
    return pl.store(c, [2, 0], z)


@pl.jit.incore
def unclear(f: pl.Tensor[[4, 16], pl.FP32], n: pl.Scalar[pl.INDEX], z: pl.Out[pl.Tensor[[3, 8], pl.FP32]]):
    a = pl.load(f, [0, 0], [1, 8])
    b = pl.load(f, [1, 0], [1, 8])
    if n > 1:
        b = a
    pl.write(b, [0, 7], 1.0)
    return pl.store(a, [0, 0], z)


@pl.jit.incore
def tensors(f: pl.Tensor[[4, 16], pl.FP32], n: pl.Scalar[pl.INDEX], z: pl.Out[pl.Tensor[[3, 8], pl.FP32]]):
    a = pl.add(f, 1.0)
    b = a
    a[0:1, 0:16] = pl.mul(f[1:2, 0:16], 2.0)
    z[0:3, 0:8] = b[0:3, 0:8]
    return z


@pl.jit.incore
def elements(f: pl.Tensor[[4, 16], pl.FP32], n: pl.Scalar[pl.INDEX], z: pl.Out[pl.Tensor[[3, 8], pl.FP32]]):
    a = pl.load(f, [0, 0], [1, 8])
    b = a
    for _ in pl.range(n):
        a[:, 0:4] = pl.add(a[:, 0:4], 1.0)
    b[0, 0] += 0.5
    z = pl.store(a, [0, 0], z)
    return pl.store(b, [1, 0], z)


@pl.jit.incore
def rounds(f: pl.Tensor[[4, 16], pl.FP32], n: pl.Scalar[pl.INDEX], z: pl.Out[pl.Tensor[[3, 8], pl.FP32]]):
    a = pl.load(f, [0, 0], [1, 8])
    b = pl.load(f, [1, 0], [1, 8])
    c = pl.load(f, [2, 0], [1, 8])
    for _ in pl.range(n):
        a[:, 0:4] = pl.add(b[:, 0:4], 1.0)
        b = c
    z = pl.store(a, [0, 0], z)
    z = pl.store(b, [1, 0], z)
    return pl.store(c, [2, 0], z)


@pl.jit.incore
def parted(f: pl.Tensor[[4, 16], pl.FP32], n: pl.Scalar[pl.INDEX], z: pl.Out[pl.Tensor[[3, 8], pl.FP32]]):
    a = pl.load(f, [0, 0], [1, 8])
    b = a
    for _ in pl.range(n):
        a[:, 0:4] = pl.add(a[:, 0:4], 1.0)
        a += 1.0
    return pl.store(b, [0, 0], z)


@pl.jit.incore
def chained(f: pl.Tensor[[4, 16], pl.FP32], n: pl.Scalar[pl.INDEX], z: pl.Out[pl.Tensor[[3, 8], pl.FP32]]):
    a = pl.load(f, [0, 0], [1, 8])
    b = pl.load(f, [1, 0], [1, 8])
    for _ in pl.range(n):
        a[:, 0:4] = pl.add(a[:, 0:4], 1.0)
        a = b = pl.add(b, 1.0)
    return pl.store(a, [0, 0], z)


@pl.jit.incore
def shown(f: pl.Tensor[[4, 16], pl.FP32], n: pl.Scalar[pl.INDEX], z: pl.Out[pl.Tensor[[3, 8], pl.FP32]]):
    a = pl.load(f, [0, 0], [1, 8])
    part = a[:, 0:4]
    a = pl.load(f, [1, 0], [1, 8])
    for _ in pl.range(n):
        a[:, 0:4] = pl.add(part, 1.0)
        z[0:1, 0:4] = part
        part = a[:, 0:4]
    return pl.store(a, [0, 0], z)


@pl.jit.inline
def same(t: pl.Tile[[1, 8], pl.FP32]):
    return t


@pl.jit.incore
def returned(f: pl.Tensor[[4, 16], pl.FP32], n: pl.Scalar[pl.INDEX], z: pl.Out[pl.Tensor[[3, 8], pl.FP32]]):
    a = pl.load(f, [0, 0], [1, 8])
    b = pl.load(f, [1, 0], [1, 8])
    for _ in pl.range(n):
        a[:, 0:4] = pl.add(a[:, 0:4], 1.0)
        b = same(a)
    return pl.store(b, [0, 0], z)


def rows(kernel, n):
    f = torch.arange(64, dtype=torch.float32).reshape(4, 16)
    z = torch.zeros(3, 8)

    @pl.jit
    def run(f: pl.Tensor[[4, 16], pl.FP32], n: pl.Scalar[pl.INDEX], z: pl.Out[pl.Tensor[[3, 8], pl.FP32]]):
        z = kernel(f, n, z)
        return z

    run(f, n, z)
    return z[:, 0].tolist()


# What a row begins with, by hand: row r of f begins with 16 r.
WANTED = {
    "parts": {0: [16.0, 40.0, 16.0], 2: [8.0, 42.0, 60.0]},
    "names": {0: [0.0, 80.0, 0.0], 2: [1.0, 97.0, 0.0]},
    "places": {0: [0.0, 16.0, 32.0], 1: [16.0, 32.0, 0.0], 2: [32.0, 16.0, 0.0], 3: [16.0, 0.0, 32.0]},
    "tensors": {1: [32.0, 17.0, 33.0]},
    "elements": {0: [0.5, 0.5, 0.0], 3: [3.5, 3.5, 0.0]},
    "rounds": {0: [0.0, 16.0, 32.0], 1: [17.0, 32.0, 32.0], 2: [33.0, 32.0, 32.0]},
    "unclear": {},
    "parted": {},
    "chained": {},
    "shown": {},
    "returned": {},
}

kernel = sys.argv[1]
if not WANTED[kernel]:
    rows(globals()[kernel], 2)
for n, wanted in WANTED[kernel].items():
    assert rows(globals()[kernel], n) == wanted, (n, rows(globals()[kernel], n))
print("OK")
