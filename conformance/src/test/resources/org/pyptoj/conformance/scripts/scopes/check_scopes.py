"""Runs constructs in scopes, as they are written and after lowering: check_scopes.py FOLDER SHARE SEED.

One cell of SHARE is tried, every scope and every construct among them; FOLDER takes the artifacts.
"""

import sys
import warnings

import _pyptoj
import pypto.language as pl
import pypto.language.distributed as pld
import torch
from constructs import B, CONSTRUCTS, N, W
from pypto.ir import compile_with_config
from pypto.ir.distributed_compiled_program import DistributedConfig, dispatch
from pypto.runtime import RunConfig
from scopes import REFUSED, SCOPES, Scope

_compiler = _pyptoj.compiler
X = torch.arange(N * B * W).float().reshape(N, B, W)
INPUTS = [X, X[:, :N].clone(), X[:, :1].clone(), torch.full((N, N, 1), B // N, dtype=torch.int32)]


def compiled(source, config):
    """The program as it is written and after lowering and emission."""
    name = _compiler.text("cell.py", source)
    names = {"__name__": "cell"}
    exec(compile(source, name, "exec", dont_inherit=True), names)
    program = names["Cell"] if "Cell" in names else names["host"].lower(*INPUTS, torch.zeros_like(X))
    return program._handle, compile_with_config(program, config)._handle


def difference(construct, source, config):
    """What is wrong with a cell, or None."""
    x = X.tolist()
    want = [construct.want(x, r, b, w) for r in range(N) for b in range(B) for w in range(W)]
    try:
        written, lowered = compiled(source, config)
    except Exception as error:
        return f"it is refused: {error}"
    written = _compiler.withoutLowering(written, "a2a3sim", list(range(N)))
    for stage, handle in (("as it is written", written), ("after lowering", lowered)):
        y = torch.zeros_like(X)
        try:
            dispatch(handle, [*(t.clone() for t in INPUTS), y])
        except Exception as error:
            return f"{stage}: {error}"
        for at, (a, b) in enumerate(zip(want, y.flatten().tolist())):
            if a != b:
                return f"{stage}: y[{at}] is {b}, not {a}"
    return None


def refusal(source, code, config):
    """What is wrong with a module that must be refused, or None."""
    try:
        compiled(source, config)
    except Exception as error:
        return None if str(error).startswith(code) else f"it is refused otherwise: {error}"
    return "it is not refused"


def main(folder, share, seed):
    config = RunConfig(
        platform="a2a3sim",
        save_kernels_dir=folder,
        distributed_config=DistributedConfig(device_ids=list(range(N))),
    )
    tried = wrong = 0
    for i, (scope_name, scope) in enumerate(SCOPES.items()):
        for k, (name, construct) in enumerate(CONSTRUCTS.items()):
            if (i + k + seed) % share:
                continue
            source = scope.source(construct)
            tried += 1
            code = scope.refused.get(name)
            text = refusal(source, code, config) if code else difference(construct, source, config)
            if text:
                wrong += 1
                print(f"{name} in {scope_name}: {text}\n{source}", flush=True)
    for name, (lines, code) in REFUSED.items():
        tried += 1
        text = refusal(Scope(lambda c, n, lines=lines: lines).source(CONSTRUCTS["tiles"]), code, config)
        if text:
            wrong += 1
            print(f"{name}: {text}", flush=True)
    print(f"{tried} cells tried, {wrong} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    sys.exit(main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3])))
