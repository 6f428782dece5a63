"""Prints what Python says of the functions that the stubs declare; the test puts their names into NAMES."""

import pypto
import pypto.backend
import pypto.ir
import pypto.ir.compiled_program
import pypto.ir.distributed_compiled_program
import pypto.ir.pass_manager
import pypto.language as pl
import pypto.language.distributed as pld
import pypto.runtime

NAMES = []
ENUMS = []

# Classes that scripts never name; the stubs keep them among their shared types.
UNNAMED = {
    "pypto._types.Jit": type(pl.jit),
    "pypto._types.SubFunction": type(pl.jit.incore),
    "pypto._types.KernelFunction": pl.InlineFunction.__mro__[1],
}


def resolve(name):
    if name in UNNAMED:
        return UNNAMED[name]
    owner, _, own = name.rpartition(".")
    if not owner:
        return pypto
    value = resolve(owner)
    if not isinstance(value, type):
        return getattr(value, own)
    for cls in value.__mro__:
        if own in cls.__dict__:
            return cls.__dict__[own]
    raise AttributeError(name)


def parameters(function):
    """(name, kind, default text) of each parameter. The module inspect says the same in twenty times the time."""
    code = function.__code__
    defaults = function.__defaults__ or ()
    keyword_defaults = function.__kwdefaults__ or {}
    names = code.co_varnames
    end = code.co_argcount
    for i in range(end):
        kind = "POSITIONAL_ONLY" if i < code.co_posonlyargcount else "POSITIONAL_OR_KEYWORD"
        at = i - (end - len(defaults))
        yield names[i], kind, text(defaults[at]) if at >= 0 else ""
    rest = end + code.co_kwonlyargcount
    if code.co_flags & 0x04:
        yield names[rest], "VAR_POSITIONAL", ""
    for name in names[end:rest]:
        yield name, "KEYWORD_ONLY", text(keyword_defaults[name]) if name in keyword_defaults else ""
    if code.co_flags & 0x08:
        yield names[rest + (1 if code.co_flags & 0x04 else 0)], "VAR_KEYWORD", ""


def text(value):
    return '"' + value + '"' if isinstance(value, str) else repr(value)


for name in NAMES:
    try:
        value = resolve(name)
    except AttributeError:
        print(name, "absent", sep="\t")
        continue
    if isinstance(value, property):
        value = value.fget
    for parameter in parameters(value):
        print(name, *parameter, sep="\t")
    print(name, "end", sep="\t")

for name in ENUMS:
    for variant in resolve(name):
        print(name, variant.name, variant.value, sep="\t")

for option in pypto.ir._WITHOUT_MEANING:
    print("compile", option, sep="\t")
for config in (pypto.runtime.RunConfig(), pypto.ir.DistributedConfig()):
    for field, value in vars(config).items():
        print(type(config).__name__, field, text(value), sep="\t")
