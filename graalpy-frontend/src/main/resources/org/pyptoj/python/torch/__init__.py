"""Tensors for kernel scripts, with PyTorch's names and semantics; the work happens in Java.

Functions and methods are looked up on first use, so that importing this module stays cheap.
"""

import builtins as _builtins

from _pyptoj import torch as _java

__version__ = "2.6.0+pypto.j"

_call = _java.call
_new = object.__new__


class _Missing(NotImplementedError, AttributeError):
    """Something that PyTorch has and this package has not; hasattr() sees that it is absent."""


def _missing(name):
    return _Missing(f"torch.{name} is not available in pypto-j's torch package")


def _unary(name):
    return lambda self: _call(name, (self,), None)


def _binary(name):
    return lambda self, other: _call(name, (self, other), None)


def _general(name):
    def call(*args, **kwargs):
        return _call(name, args, kwargs or None)

    call.__name__ = name
    return call


class Tensor:
    """An n-dimensional array of one element type; a view of memory that others may share."""

    def __init__(self, *data):
        legacy = "tensor" if len(data) == 1 and not isinstance(data[0], _builtins.int) else "empty"
        self._t = _call(legacy, data, {"dtype": float32})._t

    def __getattr__(self, name):
        if name in _attributes:
            return _call(name, (self,), None)
        if name[:2] == "__" or not _java.has(name):
            if name[:1] == "_":
                raise AttributeError(name)
            raise _missing("Tensor." + name)
        method = _general(name)
        setattr(Tensor, name, method)
        return method.__get__(self)

    shape = property(_unary("shape"))
    dtype = property(_unary("dtype"))

    @property
    def data(self):
        return _call("data", (self,), None)

    @data.setter
    def data(self, other):
        self._t = other._t

    def __setitem__(self, index, value):
        _call("__setitem__", (self, index, value), None)

    def __iter__(self):
        return iter(_call("__iter__", (self,), None))

    def __format__(self, spec):
        if spec and self.ndim == 0:
            return format(self.item(), spec)
        return format(repr(self), spec)

    def __copy__(self):
        return self.clone()

    def __deepcopy__(self, memo):
        return self.clone()

    def __pow__(self, other, modulo=None):
        return _call("__pow__", (self, other), None)

    def __hash__(self):
        return id(self)


_attributes = frozenset(
    "T mT H device grad is_cuda is_cpu requires_grad ndim itemsize nbytes real is_leaf layout "
    "is_sparse is_quantized is_meta".split()
)

for _n in (
    "add radd iadd sub rsub isub mul rmul imul truediv rtruediv itruediv floordiv rfloordiv "
    "ifloordiv mod rmod imod rpow ipow matmul rmatmul and rand iand or ror ior xor rxor ixor "
    "lshift rlshift ilshift rshift rrshift irshift eq ne lt le gt ge getitem contains"
).split():
    setattr(Tensor, f"__{_n}__", _binary(f"__{_n}__"))
for _n in "len bool float int index repr neg pos abs invert".split():
    setattr(Tensor, f"__{_n}__", _unary(f"__{_n}__"))
Tensor.__str__ = Tensor.__repr__


class Size(tuple):
    """The shape of a tensor."""

    def numel(self):
        n = 1
        for size in self:
            n *= size
        return n

    def __repr__(self):
        return f"torch.Size([{', '.join(map(str, self))}])"


class dtype:
    """An element type."""

    def __init__(self, name, inner):
        self._name = name
        self._t = inner

    def __repr__(self):
        return "torch." + self._name

    def __getattr__(self, name):
        fact = None if name[:1] == "_" else _java.dtypeFact(self._t, name)
        if fact is None:
            raise AttributeError(name)
        return fact

    def __deepcopy__(self, memo):
        return self


class Generator:
    """A source of random numbers; its methods are in torch._rare."""

    def __init__(self, device=None):
        self._t = _java.generator()

    def __getattr__(self, name):
        from torch import _rare

        return getattr(_rare.GeneratorMethods, name).__get__(self)


def _wrap(inner):
    tensor = _new(Tensor)
    tensor._t = inner
    return tensor


def _other(kind, inner, text):
    if kind == "Generator":
        generator = _new(Generator)
        generator._t = inner
        return generator
    from torch import _rare

    return _rare.make(kind, inner, text)


_named_types = {}


def _named(name, fields, items):
    cls = _named_types.get(name)
    if cls is None:
        body = {f: property(lambda self, i=i: self[i]) for i, f in enumerate(fields)}
        body["__repr__"] = lambda self: (
            f"torch.return_types.{name}(\n"
            + ",\n".join(f"{f}={v!r}" for f, v in zip(fields, self))
            + ")"
        )
        cls = _named_types[name] = type(name, (tuple,), body)
    return cls(items)


def _raise(kind, message):
    raise (_Missing if kind == "NotImplementedError" else getattr(_builtins, kind))(message)


def _make_dtype(name, inner):
    made = globals()[name] = dtype(name, inner)
    return made


_java.register(
    (_wrap, _other, Size, lambda *a: a, lambda *a: [*a], dict, _named, _raise)
)
_java.registerDtypes(_make_dtype)
globals().update(
    float=float32, double=float64, half=float16, int=int32, long=int64, short=int16, bool=bool
)
strided = "torch.strided"
contiguous_format = preserve_format = channels_last = None
inf = _builtins.float("inf")
nan = _builtins.float("nan")
pi = 3.141592653589793
e = 2.718281828459045

_modules = frozenset(
    "testing nn random linalg special cuda functional utils backends autograd".split()
)


def __getattr__(name):
    if name[:1] == "_":
        raise AttributeError(name)
    if name in _modules:
        __import__("torch." + name)
        return globals()[name]
    if _java.hasFunction(name):
        found = _general(name)
    else:
        from torch import _rare

        found = getattr(_rare, name, None)
        if found is None:
            raise _missing(name)
    globals()[name] = found
    return found
