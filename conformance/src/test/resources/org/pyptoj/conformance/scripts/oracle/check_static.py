"""Draws compile-time expressions and compares what a kernel makes of them with plain Python: check_static.py COUNT SEED.

A kernel hands the value of each expression to `probe`, a function of its module, which is called while the kernel is
compiled. The value has to be what Python has: of the same type, equal, printed alike, and the same object where it is one
that the module has a name for.
"""

import random
import re
import sys
import time
import warnings

import _pyptoj
import pypto.language as pl
import refusals
import support
import torch
from draw_static import Static

BATCH = 25
ENOUGH = 20

CONSTANTS = """\
from support import Config, Mode, Name, Small, add_three, double, first, pair, pick, table, weights
"""

KERNEL = """\
@pl.jit
def kern(x: pl.Tensor[[8], pl.INT32], y: pl.InOut[pl.Tensor[[8], pl.INT32]]):
{probes}
    return y
"""


def module(draws):
    """The names that the expressions use."""
    names = {"pl": pl, "torch": torch}
    exec(CONSTANTS, names)
    names.update(
        N=draws.randrange(1, 4), NEG=-draws.randrange(1, 9), BIG=2**70 + draws.randrange(5), FACTORS=(1, 2, 3),
        TABLE=[draws.randrange(4), 7, 5], CONFIG={"rows": 2, "mode": support.Mode.RING, 3: "three"},
        MODE=support.Mode.RING, NAME=support.Name("ring"), LABEL=support.Name("mesh"), FLAG=draws.randrange(2) == 0,
        NOTHING=None, NAN=float("nan"), INF=float("inf"), SENTINEL=object(), WORDS=["a", "ring", "Äb"],
        SIZE=torch.Size((2, 3)), SPAN=range(2, 9, 3), IDX=support.Index(1), conf=support.Config(3),
    )
    return names


class Raised:
    def __init__(self, error):
        self.error = error

    def __repr__(self):
        return f"{type(self.error).__name__}: {self.error}"


def plain(expressions, names):
    """The value of each expression in Python, or what it raised."""
    values = []
    for text in expressions:
        try:
            values.append(eval(compile(text, "<plain>", "eval"), names))
        except Exception as error:
            values.append(Raised(error))
    return values


ATOMS = (int, float, bool, str, type(None), bytes, complex)


def same(want, got):
    """Whether two values are the same to Python: type and value, and the object itself where it is no plain value."""
    kind = type(want)
    if type(got) is not kind:
        return False
    if kind in ATOMS:
        return repr(want) == repr(got)
    if want is got:
        return True
    if kind in (list, tuple, torch.Size):
        return len(want) == len(got) and all(same(a, b) for a, b in zip(want, got))
    if kind is dict:
        return same(list(want.items()), list(got.items()))
    if kind in (set, frozenset):
        return want == got and sorted(map(repr, want)) == sorted(map(repr, got))
    if kind is range or kind is support.Name:
        return want == got
    return False


def shared(want, names):
    """Whether a value is an object that the module has and that can be told from an equal one."""
    return type(want) in (list, dict, support.Name) and any(want is value for value in names.values())


_PLACE = re.compile(r"^[^\n]*?k\.py:(\d+):\d+: error\[([A-Z0-9]+)\]: (.*)$", re.M)


def compiled(expressions, names):
    """What a kernel hands to `probe` for each expression: its values, and the reasons where it has none."""
    got = [[] for _ in expressions]
    probes = "\n".join(f"    probe({i}, {text})" for i, text in enumerate(expressions))
    source = KERNEL.format(probes=probes)
    first = source[: source.index("    probe(0")].count("\n") + 1
    name = _pyptoj.compiler.text("k.py", source)
    scope = dict(names, __name__="kernel", probe=lambda i, value: got[i].append(value))
    exec(compile(source, name, "exec", dont_inherit=True), scope)
    ints = torch.zeros(8, dtype=torch.int32)
    why = {}
    try:
        scope["kern"].lower(ints, ints)
    except Exception as error:
        failure = getattr(error, "_pyptoj_failure", None)
        text = failure.text() if failure is not None else ""
        for line, code, message in _PLACE.findall(text):
            why.setdefault(int(line) - first, (code, message))
        if failure is None:
            why["all"] = (type(error).__name__, str(error))
    return got, why


def verdict(want, got, why, names):
    """A difference as a text, or None, and the code of the refusal, or None."""
    if len(got) > 1:
        return f"evaluated {len(got)} times", None
    if not got and why is None:
        return "the kernel has no value, and no reason was given", None
    if isinstance(want, Raised):
        return (f"Python raises {want!r}, the kernel has {got[0]!r}" if got else None), None
    if not got:
        return None, why
    if not same(want, got[0]) or shared(want, names) and got[0] is not want:
        return f"Python has {want!r} ({type(want).__name__}), the kernel {got[0]!r} ({type(got[0]).__name__})", None
    return None, None


def main(count, seed):
    draws = random.Random(seed)
    refused, wrong, raised, done = {}, 0, 0, 0
    begin = time.time()
    while done < count and wrong < ENOUGH:
        names = module(draws)
        static = Static(draws)
        expressions = [static.any(draws.randrange(4)) for _ in range(min(BATCH, count - done))]
        done += len(expressions)
        wanted = plain(expressions, names)
        got, why = compiled(expressions, names)
        for i, text in enumerate(expressions):
            raised += isinstance(wanted[i], Raised)
            differs, refusal = verdict(wanted[i], got[i], why.get(i, why.get("all")), names)
            if differs:
                wrong += 1
                print(f"{text}\n    {differs}")
            elif refusal:
                refused.setdefault(refusal[0], []).append(f"{text}: {refusal[1]}")
    return refusals.told(done, wrong, raised, refused, refusals.STATIC, time.time() - begin)


if __name__ == "__main__":
    warnings.simplefilter("ignore")  # `1 is 1`
    sys.exit(main(int(sys.argv[1]), int(sys.argv[2])))
