"""The decorators that make kernels of functions. A kernel's body is read from its file, never executed by Python."""

import sys

import _pyptoj

from pypto import _reads, _static
from pypto._program import Function, KernelError, Program, SimulationError

_compiler = _pyptoj.compiler

__tracebackhide__ = True


def _frames(function, depth):
    """The names of the frames in which a function is defined, innermost first."""
    code = function.__code__
    frames = []
    frame = sys._getframe(depth + 1)
    while frame is not None and frame.f_code.co_filename == code.co_filename:
        names = frame.f_locals
        if names is frame.f_globals or frame.f_code.co_name == "<module>":
            break
        frames.append(names)
        frame = frame.f_back
    return frames


_RAISED = {
    kind.__name__: kind for kind in (KernelError, SimulationError, TypeError, ValueError, OSError, PermissionError)
}


def _raise(kind, message, handle):
    error = None
    if handle is not None and kind == "KernelError":
        from pypto._failures import of_failure

        error = of_failure(message, handle)
    if error is None:
        error = _RAISED[kind](message)
    if handle is not None:
        error._pyptoj_failure = handle
    raise error


class KernelFunction(Function):
    """A function of the kernel language that a decorator made."""

    _is_kernel_function = True

    def __init__(self, function, kind, level=None, role=None, attrs=None, depth=1):
        self.__name__ = function.__name__
        self.__qualname__ = function.__qualname__
        self.__doc__ = function.__doc__
        self.__module__ = function.__module__
        self.__wrapped__ = function
        self.kind = kind
        self.level = level
        self.role = role
        self.attrs = attrs or {}
        self._scopes = _static.Scopes(function, _frames(function, depth + 1))
        self._alone = None

    @property
    def name(self):
        return self.__name__

    @property
    def program(self):
        """The function by itself, with what it reaches, as a program."""
        if self._alone is None:
            self._alone = Program(_compiler.function(self._source()))
        return self._alone

    def _source(self):
        """What the compiler needs to read the function."""
        function = self.__wrapped__
        code = function.__code__
        return (
            self.__name__,
            code.co_filename,
            code.co_firstlineno,
            self.kind,
            None if self.level is None else self.level._pl,
            None if self.role is None else self.role._pl,
            _static.deeply(self.attrs),
            self._scopes,
            function,
        )

    def __call__(self, *args, **kwargs):
        raise RuntimeError(
            f"{self.__name__} is a kernel function: other kernels call it, and ir.compile compiles its program"
        )

    def __repr__(self):
        return f"<{self.kind} kernel function {self.__name__}>"


class InlineFunction(KernelFunction):
    """A function whose body takes the place of its calls."""


def _kind(value):
    return "pl.FunctionType.Opaque" if value is None else value._pl


def function(func=None, *, type=None, level=None, role=None, attrs=None, **options):
    """Makes a method of a ``@pl.program`` class, or a function by itself, a function of the kernel language."""
    if options:
        attrs = {**(attrs or {}), **options}
    if func is not None:
        return KernelFunction(func, _kind(type), level, role, attrs)
    return lambda f: KernelFunction(f, _kind(type), level, role, attrs)


def inline(func=None, **options):
    """Makes a function one whose body takes the place of its calls."""
    if func is not None:
        return InlineFunction(func, "pl.FunctionType.Inline")
    return lambda f: InlineFunction(f, "pl.FunctionType.Inline", attrs=options)


def program(cls=None, **options):
    """Makes a class of ``@pl.function`` methods a program."""
    if cls is None:
        return lambda c: program(c, **options)
    functions = [f._source() for f in cls.__dict__.values() if isinstance(f, KernelFunction)]
    frame = sys._getframe(1)
    while frame.f_globals is globals():
        frame = frame.f_back
    return Program(_compiler.program(cls.__name__, functions, frame.f_code.co_filename, frame.f_lineno))


# Functions that may be entries; none any more once one has been compiled, so that the others can be forgotten.
_uncompiled = []


def unspecialized():
    """The entries that a script defines and never compiles: its host functions, or its orchestrations without one."""
    functions = _uncompiled or []
    hosts = [f for f in functions if f.role is not None]
    entries = hosts or [f for f in functions if f.kind == "pl.FunctionType.Orchestration"]
    return [f._source() for f in entries]


def _argument(value):
    """The shape and the type of an argument that a function is compiled for; a number has no shape."""
    from pypto._arguments import described

    shape = getattr(value, "shape", None)
    if shape is None or hasattr(type(value), "__index__") and not hasattr(value, "_t"):
        return None, described(value)[0]
    return tuple(int(n) for n in shape), str(value.dtype)


class JITFunction(KernelFunction):
    """A function that is compiled for the arguments it is called with."""

    def __init__(self, function, kind, level=None, role=None, attrs=None, depth=1):
        super().__init__(function, kind, level, role, attrs, depth + 1)
        self._cache = {}
        if _uncompiled is not None:
            _uncompiled.append(self)

    def _bind(self, args, kwargs, complete=True):
        config = kwargs.pop("config", None)
        code = self.__wrapped__.__code__
        names = code.co_varnames[: code.co_argcount]
        defaults = self.__wrapped__.__defaults__ or ()
        values = dict(zip(names[len(names) - len(defaults) :], defaults))
        if len(args) > len(names):
            raise TypeError(f"{self.__name__}() takes {len(names)} arguments but {len(args)} were given")
        given = dict(zip(names, args))
        for name, value in kwargs.items():
            if name not in names:
                raise TypeError(f"{self.__name__}() got an unexpected keyword argument '{name}'")
            if name in given:
                raise TypeError(f"{self.__name__}() got multiple values for argument '{name}'")
            given[name] = value
        values.update(given)
        missing = [n for n in names if n not in values]
        if missing and complete:
            raise TypeError(f"{self.__name__}() missing arguments: {', '.join(missing)}")
        names = [n for n in names if n in values]
        return names, [values[n] for n in names], config

    def lower(self, *args, **kwargs):
        """The program that the function is for these arguments; one whose annotation says all may be left out."""
        names, values, _ = self._bind(args, kwargs, False)
        return self._program(names, values)

    def _program(self, names, values):
        global _uncompiled
        _uncompiled = None
        metas = []
        for name, value in zip(names, values):
            shape, dtype = _argument(value)
            metas.append((name, None if shape is None else list(shape), dtype))
        return Program(_compiler.specialize(self._source(), metas))

    def compile(self, *args, **kwargs):
        """Compiles for these arguments, whose values are not looked at; as with ``lower`` some may be left out."""
        from pypto.ir import compile_with_config

        names, values, config = self._bind(args, kwargs, False)
        return compile_with_config(self._program(names, values), config)

    def __call__(self, *args, **kwargs):
        names, values, config = self._bind(args, kwargs)
        key = tuple(_argument(v) for v in values) + (getattr(config, "platform", None), tuple(getattr(getattr(config, "distributed_config", None), "device_ids", ())))
        compiled, text, reads, repeats = self._cache.get(key, (None, None, (), True))
        if compiled is None or not repeats or not _reads.unchanged(reads):
            from pypto.ir import compile_with_config

            outer = _reads.begin()
            try:
                program = self._program(names, values)
            finally:
                reads, repeats = _reads.end(outer)
            now = None if repeats else str(program)
            if compiled is None or now is None or now != text:
                compiled = compile_with_config(program, config)
            self._cache[key] = compiled, now, reads, repeats
        return compiled(*values, config=config)


class _SubFunction:
    """``@pl.jit.incore`` and its like, with or without arguments."""

    def __init__(self, kind, host=False):
        self._kind = kind
        self._host = host

    def __call__(self, func=None, *, level=None, **options):
        if func is None:
            return lambda f: self._make(f, level, options)
        return self._make(func, level, options)

    def _make(self, func, level, options):
        role = None
        if self._host:
            from pypto._values import resolve

            level, role = resolve("pl.Level").HOST, resolve("pl.Role").Orchestrator
        return JITFunction(func, self._kind, level, role, options, depth=2)


class _Jit:
    """``@pl.jit``: a chip's orchestration; its members make the other kinds."""

    incore = _SubFunction("pl.FunctionType.InCore")
    host = _SubFunction("pl.FunctionType.Opaque", host=True)
    inline = _SubFunction("pl.FunctionType.Inline")
    opaque = _SubFunction("pl.FunctionType.Opaque")

    def __call__(self, func=None, **options):
        if func is None:
            return lambda f: JITFunction(f, "pl.FunctionType.Orchestration", attrs=options)
        return JITFunction(func, "pl.FunctionType.Orchestration", attrs=options)


jit = _Jit()

_compiler.connect(_static, _raise, unspecialized)
