"""Python text that runs IR.

The reference turns IR into PyTorch code. Here the simulator executes IR of every pass, so the text that comes out hands
its IR to the simulator: it computes the same, on the same tensors, and runs in pypto-j only.
"""

import _pyptoj

from pypto._program import Function, Program

_compiler = _pyptoj.compiler

__tracebackhide__ = True

__all__ = ["torch_codegen", "validate_pass_ir_codegen_results"]


def torch_codegen(node, *, check_shapes=False):
    """Python text with a function for each function of a program, called with tensors and numbers.

    A function writes its outputs into the tensors that it is given and returns these.

    Args:
        node: a program, or one function with what it reaches.
        check_shapes: accepted; the simulator checks every access.

    Raises:
        TypeError: when it is neither.
    """
    if not isinstance(node, (Program, Function)):
        raise TypeError(f"torch_codegen takes a program or a function, not {type(node).__name__}")
    program = node if isinstance(node, Program) else node.program
    names = program.function_names if isinstance(node, Program) else [node.name]
    lines = ['"""Runs IR on the simulator of pypto-j."""', "", "from pypto.debug import simulated", ""]
    lines.append(f"_PROGRAM = simulated({program.as_python()!r})")
    for name in names:
        lines += ["", "", f"def {name}(*args):", f"    return _PROGRAM({name!r}, *args)"]
    return "\n".join(lines) + "\n"


class simulated:
    """A printed program on one simulated device, called with the name of a function and its arguments."""

    def __init__(self, text):
        from pypto.backend import platform_of
        from pypto.language.parser.text_parser import parse_program

        self._handle = _compiler.withoutLowering(parse_program(text, "<printed>")._handle, platform_of(), [0])

    def __call__(self, name, *args):
        from pypto._arguments import dispatch

        handle = self._handle.entry(name)
        names = list(handle.paramNames())
        if len(args) != len(names):
            raise TypeError(f"{name}() takes {len(names)} arguments ({', '.join(names)}), {len(args)} were given")
        outputs = [arg for i, arg in enumerate(args) if handle.paramInfo(i)[0] != "In"]
        if handle.resultCount() > len(outputs):
            raise NotImplementedError(
                f"{name}() returns a tensor that it makes itself; run a function whose results are pl.Out parameters"
            )
        dispatch(handle, args)
        outputs = outputs[: handle.resultCount()]
        return outputs[0] if len(outputs) == 1 else tuple(outputs) or None


def validate_pass_ir_codegen_results(ir_dir, tensors, expected, *, rtol=5e-2, atol=5e-2):
    """Runs the program after each pass and compares its results.

    Args:
        ir_dir: a folder of pass dumps, or one of them.
        tensors: the arguments by the names of the parameters; they stay as they are.
        expected: what some of them are after the run.
        rtol: relative tolerance.
        atol: absolute tolerance.

    Raises:
        FileNotFoundError: when the folder does not exist.
        ValueError: when there is no dump in it, or a tolerance is negative.
        AssertionError: at the first pass after which a result is not as expected.
    """
    from pypto.runtime.device_runner import validate_golden

    for what, value in (("rtol", rtol), ("atol", atol)):
        if isinstance(value, bool) or not isinstance(value, (int, float)) or not value >= 0:
            raise ValueError(f"{what} is a number, 0 or more, not {value!r}")
    _check("tensors", tensors)
    _check("expected", expected)
    for path in _dumps(ir_dir):
        program, entry = _entry(path)
        given = {name: tensor.clone() for name, tensor in tensors.items()}
        arguments = [_argument(path, given, p.name) for p in entry.params]
        simulated(program.as_python())(entry.name, *arguments)
        for name in expected:
            if name not in given:
                raise ValueError(f"{path}: {name!r} is expected, but it is none of the tensors {', '.join(given)}")
        try:
            validate_golden({name: given[name] for name in expected}, expected, rtol, atol)
        except AssertionError as error:
            raise AssertionError(f"{path}: {error}") from None
        print(f"{path.name}: {', '.join(expected)} as expected")


def _check(what, tensors):
    import torch

    if not isinstance(tensors, dict):
        raise TypeError(f"{what} is a dict of tensors by name, not a {type(tensors).__name__}")
    for name, tensor in tensors.items():
        if not isinstance(name, str) or not isinstance(tensor, torch.Tensor):
            raise TypeError(f"{what} has {name!r} of type {type(tensor).__name__}; it takes tensors by name")


def _dumps(ir_dir):
    from pathlib import Path

    path = Path(ir_dir)
    if not path.exists():
        raise FileNotFoundError(f"there is no {path}")
    found = [path] if path.is_file() else sorted(path.iterdir())
    found = [file for file in found if file.suffix == ".py" and file.is_file()]
    if not found:
        raise ValueError(f"{path} has no pass dumps, which are Python files; compile with dump_passes=True")
    return found


def _entry(path):
    import pypto.language as pl

    parsed = pl.loads(str(path))
    if isinstance(parsed, Function):
        return parsed.program, parsed
    functions = list(parsed.functions.values())
    chosen = [f for f in functions if f.func_type.name == "Orchestration"] if len(functions) > 1 else functions
    if not chosen:
        raise ValueError(f"{path}: {parsed.name} has several functions and none of them is an orchestration")
    return parsed, chosen[0]


def _argument(path, tensors, name):
    """The tensor of a parameter, which SSA may have given a number."""
    base = name.partition("__ssa_v")[0]
    for candidate in (name, base):
        if candidate in tensors:
            return tensors[candidate]
    raise KeyError(f"{path}: the parameter {name} is none of the tensors {', '.join(tensors)}")
