"""Programs and functions of the kernel language from text and from files.

A text is executed as the file that it would be: its decorators hand over functions, and the compiler reads these as it
reads those of a script. Text that the compiler printed itself is read directly, since printed IR of later passes has
operations that a script cannot write.
"""

import _pyptoj

from pypto._kernels import Function, InlineFunction, JITFunction, KernelError, KernelFunction, Program
from pypto._values import DynVar

_compiler = _pyptoj.compiler

__tracebackhide__ = True

__all__ = ["parse", "loads", "parse_program", "loads_program"]

# The first line of what Program.as_python gives.
_PRINTED = "# pypto.program:"


class _Names(dict):
    """The names of a text. One that is not defined is a symbolic extent, as in a function cut out of printed IR."""

    def __missing__(self, name):
        import builtins

        if name.startswith("__") or hasattr(builtins, name):
            raise KeyError(name)
        extent = self[name] = DynVar(name)
        return extent


def parse(code, filename="<string>", source_map=None):
    """The one function or the one program that a text defines; ``pl`` and ``pld`` are imported already.

    Args:
        code: Python text with a ``@pl.function`` or a ``@pl.program`` class.
        filename: the file that mistakes are reported in.
        source_map: not supported; mistakes are reported where they are in the text.

    Raises:
        ValueError: when the text defines none, or more than one.
        SyntaxError: when it is not Python.
        ParserError: when what it defines breaks a rule of the language.
    """
    if source_map is not None:
        raise NotImplementedError("parse(source_map=) is not available in pypto-j: places are those of the text itself")
    name = _compiler.text(str(filename), code)
    if code.lstrip().startswith(_PRINTED):
        return Program(_compiler.printed(name, code))
    return _only(_executed(code, name), filename)


def _executed(code, name):
    import pypto.language as pl
    import pypto.language.distributed as pld

    names = _Names({"__name__": "__pypto_parse__", "__file__": name, "pl": pl, "pld": pld})
    compiled = compile(code, name, "exec", dont_inherit=True)
    try:
        exec(compiled, names)
    except (KernelError, NotImplementedError):
        raise
    except Exception as error:
        raise _at_its_line(error, name) from error
    return names


def _at_its_line(error, name):
    """What a text raised while it was executed, as a mistake in that text."""
    from pypto.language.parser.diagnostics import ParserSyntaxError
    from pypto.language.parser.diagnostics.exceptions import Span

    line = 0
    traceback = error.__traceback__
    while traceback is not None:
        if traceback.tb_frame.f_code.co_filename == name:
            line = traceback.tb_lineno
        traceback = traceback.tb_next
    return ParserSyntaxError(f"{type(error).__name__}: {error}", span=Span(name, line, 1) if line else None)


def _only(names, filename):
    found = {}
    for value in names.values():
        if isinstance(value, Program) or isinstance(value, KernelFunction) and type(value) is KernelFunction:
            found[id(value)] = value
    if len(found) > 1:
        listed = ", ".join(v.name for v in found.values())
        raise ValueError(f"{filename} defines {listed}; parse takes a text that defines one of them")
    if not found:
        other = [v.name for v in names.values() if isinstance(v, (JITFunction, InlineFunction))]
        why = f"; {other[0]} is compiled where it is called, import it instead" if other else ""
        raise ValueError(f"{filename} defines no @pl.function and no @pl.program class{why}")
    one = next(iter(found.values()))
    if isinstance(one, Function):
        one.as_python()
    return one


def loads(filepath):
    """The one function or the one program that a file defines; see ``parse``.

    Raises:
        FileNotFoundError: when there is no such file.
    """
    with open(filepath, encoding="utf-8") as file:
        code = file.read()
    return parse(code, str(filepath))


def _program(found, filename):
    if not isinstance(found, Program):
        raise ValueError(f"{filename} defines the function {found.name}, not a @pl.program class; use parse or loads")
    return found


def parse_program(code, filename="<string>"):
    """The program that a text defines; see ``parse``."""
    return _program(parse(code, filename), filename)


def loads_program(filepath):
    """The program that a file defines; see ``loads``."""
    return _program(loads(filepath), filepath)
