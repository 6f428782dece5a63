"""What has no meaning of Python's in a kernel is refused with what to write instead."""

import sys

import pypto.language as pl
import torch
from pypto.runtime import RunConfig

CASES = {
    "path": 'mode = "low"\n    if n > 0:\n        mode = "high"\n    if mode == "high":\n        pl.write(y, [0], n)',
    "value": "k = n or 4\n    pl.write(y, [0], k)",
    "effect": "if n > 9 and tick(y) > 0:\n        pl.write(y, [1], n)",
    "append": "xs = [n]\n    for i in pl.range(3):\n        xs.append(i)",
    "late": "pl.write(y, [0], WIDTH)\n    WIDTH = 3",
    "keyword": "for i in pl.range(3, init_value=(n,)):\n        pl.write(y, [0], i)",
    "enumerate": "for i, k in enumerate(pl.range(3)):\n        pl.write(y, [0], i)",
    "range": "for i in range(n):\n        pl.write(y, [0], i)",
    "nothing": "z = pl.write(y, [0], n)\n    pl.write(y, [1], z)",
    "wide": "pl.write(y, [0], n + 2**40)",
    "unrun": "for i in pl.unroll(0):\n        pl.write(y, [0], n)\n    pl.write(y, [1], pl.cast(i, pl.INT32))",
    "view": "t = pl.load(y, [0], [4])\n    s = t[0:4]\n    pl.write(t, [1], n)\n    pl.store(s, [0], y)",
    "held": "pl.write(y, [0], 2**31)",
    "shift": "pl.write(y, [0], n << 40)",
    "rounds": "t = pl.load(y, [0], [4])\n    s = t[0:2]\n    for i in pl.range(n):\n        pl.store(s, [0], y)\n        pl.write(t, [1], n)",
    "cast": "pl.write(y, [0], pl.cast(2**31, pl.INT32))",
    "zero": "pl.write(y, [0], n // 0)",
    "dropped": "for i in pl.range(n):\n        pl.write(y, [0], n)\n    if all([i > 0, False]):\n        pl.write(y, [1], n)",
    "break": "for k in (1, 2):\n        if n > k:\n            break\n        pl.write(y, [0], k)",
}
SOURCE = """
import pypto.language as pl

WIDTH = 8

@pl.jit.inline
def tick(m: pl.Tensor[[4], pl.INT32]):
    pl.write(m, [0], pl.read(m, [0]) + 1)
    return pl.read(m, [0])

@pl.jit.incore
def step(x: pl.Tensor[[4], pl.INT32], y: pl.Out[pl.Tensor[[4], pl.INT32]]):
    n = pl.read(x, [0])
    BODY
    return y

@pl.jit
def chip(x: pl.Tensor[[4], pl.INT32], y: pl.Out[pl.Tensor[[4], pl.INT32]]):
    return step(x, y)
"""
import tempfile, importlib.util, os

with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, "kernel.py")
    with open(path, "w") as file:
        file.write(SOURCE.replace("BODY", CASES[sys.argv[1]]))
    spec = importlib.util.spec_from_file_location("kernel", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    module.chip(torch.ones(4, dtype=torch.int32), torch.zeros(4, dtype=torch.int32), config=RunConfig(platform="a2a3sim"))
