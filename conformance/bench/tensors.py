"""Times of tensor functions, printed as `name milliseconds`; for this package and for PyTorch alike."""

import sys
import time

import torch

ROUNDS = int(sys.argv[1]) if len(sys.argv) > 1 else 15
N = 20_000_000


def least(work, made=True):
    """The least time in which the work gives a tensor, all of whose values are made."""
    times = []
    for _ in range(ROUNDS):
        start = time.perf_counter()
        result = work()
        if made:
            result.reshape(-1)[0].item()
        times.append(time.perf_counter() - start)
        del result
    return min(times) * 1000


def show(name, work, made=True):
    print(f"{name} {least(work, made):.3f}", flush=True)


show("zeros", lambda: torch.zeros(500_000_000), made=False)
show("empty", lambda: torch.empty(500_000_000), made=False)
show("randn", lambda: torch.randn(N))
show("rand", lambda: torch.rand(N))
a = torch.randn(N)
show("bfloat16", lambda: a.to(torch.bfloat16))
show("a*2+1", lambda: a * 2 + 1)
show("sum", lambda: a.sum())
show("(a*2+1).abs().max()", lambda: (a * 2 + 1).abs().max())
b = torch.randn(2000, 2000)
c = torch.randn(2000, 2000)
show("matmul", lambda: b @ c)
