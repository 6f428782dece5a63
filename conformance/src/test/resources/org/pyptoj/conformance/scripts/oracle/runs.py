"""Runs a kernel's text as plain Python and as a compiled program, on the same tensors."""

import _pyptoj
import naive
import naive_ranks
import pypto.language as pl
import pypto.language.distributed as pld
import torch
from pypto.ir import compile_with_config
from pypto.ir.distributed_compiled_program import DistributedConfig, dispatch
from pypto.runtime import RunConfig

_compiler = _pyptoj.compiler
_configs = [
    RunConfig(platform="a2a3sim", distributed_config=DistributedConfig(device_ids=list(range(n)))) for n in range(1, 5)
]


class Raised:
    """An exception instead of a result."""

    def __init__(self, error):
        self.error = error
        self.type = type(error).__name__
        self.text = str(error)

    @property
    def code(self):
        """The code of a diagnostic, or the type of an exception that has none."""
        code = self.text.partition(":")[0]
        return code if code[:2] in ("PL", "SI") and code[-1:].isdigit() else self.type

    def __repr__(self):
        return f"{self.type}: {self.text}"


def inputs(start, ranks):
    """The arguments of a kernel: their shapes and elements."""
    arguments = []
    for shape, dtype, values in (
        ((8,), torch.int32, lambda i, r: (start[i % len(start)] + 3 * r) % 97),
        ((4, 8), torch.float32, lambda i, r: (i * 7 + start[0] + 5 * r) % 23 * 0.5 - 3.0),
        ((8,), torch.int32, lambda i, r: (5, 0, 61, 2, 7, 1, 90, 33)[i]),
        ((8,), torch.int32, lambda i, r: 0),
        ((12, 8), torch.float32, lambda i, r: float(i % 11)),
    ):
        count = shape[0] * shape[-1] if len(shape) > 1 else shape[0]
        elements = [values(i, r) for r in range(ranks or 1) for i in range(count)]
        arguments.append(((ranks, *shape) if ranks else shape, dtype, elements))
    return arguments


STARTS = ([0, 1, 2, 3], [7, 7, 2, 9], [40, 13, 96, 5])


def executed(code, surface, distributed):
    """The names that a module's text defines."""
    names = {"__name__": "kernel", "pl": surface, "pld": distributed}
    exec(code, names)
    return names


def plain(code, ranks):
    """The results of plain Python for each start: the elements of the arguments, or what was raised."""
    results = []
    for start in STARTS:
        arrays = [naive.Array(list(values), shape) for shape, _, values in inputs(start, ranks)]
        world = naive_ranks.World.current = naive_ranks.World(ranks or 1)
        try:
            executed(code, naive, naive_ranks)["kern"](*arrays)
            world.finish()
            results.append([a.cells for a in arrays])
        except Exception as error:
            results.append(Raised(error))
    return results


def _tensors(start, ranks):
    return [torch.tensor(values, dtype=dtype).reshape(shape) for shape, dtype, values in inputs(start, ranks)]


def compiled(source, name, ranks):
    """The results of the program before and after lowering, or why there is none."""
    name = _compiler.text(name, source)
    config = _configs[(ranks or 1) - 1]
    try:
        kernel = executed(compile(source, name, "exec", dont_inherit=True), pl, pld)["kern"]
        program = kernel.lower(*_tensors(STARTS[0], ranks))
        lowered = compile_with_config(program, config)._handle
    except Exception as error:
        return Raised(error)
    written = _compiler.withoutLowering(program._handle, "a2a3sim", config.distributed_config.device_ids)
    return [[_run(handle, start, ranks) for start in STARTS] for handle in (written, lowered)]


def _run(handle, start, ranks):
    tensors = _tensors(start, ranks)
    try:
        dispatch(handle, tensors)
    except Exception as error:
        return Raised(error)
    return [t.flatten().tolist() for t in tensors]
