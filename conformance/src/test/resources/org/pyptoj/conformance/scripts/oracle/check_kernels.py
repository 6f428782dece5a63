"""Draws kernels and compares what they compute with plain Python: check_kernels.py [FIRST-]LAST SEED [SPICE ...].

FIRST skips what a seed draws before it, so that several processes share the kernels of one seed. A defect of the compiler's
own ends the process; the kernel that it met is then in the file tried-SEED.py of the folder for temporary files. Each is run as it is written and after lowering, from several inputs. Where plain Python raises, there must be no result.
"""

import os
import random
import sys
import tempfile
import time
import warnings

import kernels
import refusals
import runs
from runs import Raised
from tree import shrunk

STAGES = ("as it is written", "after lowering")
ENOUGH = 10


def outcome(kernel):
    """How a kernel differs from Python, a text, or None; why it is refused, or None; whether Python raises."""
    source = kernel.source()
    try:
        code = compile(source, "kernel.py", "exec", dont_inherit=True)
    except SyntaxError:  # Made smaller, a kernel may have a `break` outside a loop.
        return None, None, True
    want = runs.plain(code, kernel.ranks)
    raises = any(isinstance(w, Raised) for w in want)
    got = runs.compiled(source, "kernel.py", kernel.ranks)
    if isinstance(got, Raised):
        return None, None if raises else got, raises
    for stage, results in zip(STAGES, got):
        for start, w, g in zip(runs.STARTS, want, results):
            text = _difference(w, g)
            if text:
                return f"{stage}, from {start}: {text}", None, raises
    return None, None, raises


def _difference(want, got):
    if isinstance(want, Raised):
        return None if isinstance(got, Raised) else f"Python raises {want!r}, the program gives a result"
    if isinstance(got, Raised):
        return f"Python gives a result, the program raises {got!r}"
    for argument, a, b in zip("xfmyz", want, got):
        for at, (x, y) in enumerate(zip(a, b)):
            if x != y:
                return f"{argument}[{at}] is {y}, Python's is {x}"
    return None


def _told(kernel, text):
    """A kernel that went wrong, made as small as it gets."""
    kernel = kernel.with_body(shrunk(kernel.body, lambda body: outcome(kernel.with_body(body))[0]))
    return f"{kernel.source()}\n{outcome(kernel)[0] or text}\n"


def main(first, last, seed, *spices):
    draws = random.Random(seed)
    refused, wrong, raised, number = {}, 0, 0, 0
    tried = os.path.join(tempfile.gettempdir(), f"tried-{seed}.py")
    begin = time.time()
    while number < last and wrong < ENOUGH:
        kernel = kernels.draw(draws, spices or kernels.SPICES)
        number += 1
        if number < first:
            continue
        with open(tried, "w") as file:
            file.write(kernel.source())
        text, refusal, raises = outcome(kernel)
        raised += raises
        if text is not None:
            wrong += 1
            print(f"kernel {number} of seed {seed}\n{_told(kernel, text)}", flush=True)
        elif refusal is not None:
            refused.setdefault(refusal.code, []).append(str(refusal).splitlines()[0])
    if os.path.exists(tried):
        os.remove(tried)
    return refusals.told(number - first + 1, wrong, raised, refused, refusals.KERNELS, time.time() - begin)


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    os.environ["PYPTO_VERIFY_LEVEL"] = "basic"  # The IR is checked behind every pass, too.
    first, _, last = sys.argv[1].rpartition("-")
    sys.exit(main(int(first or 1), int(last), int(sys.argv[2]), *sys.argv[3:]))
