"""The names of the torch module that few scripts use; loaded when one does."""

import torch
from torch import _call, _java, _missing


class device:
    """Where a tensor lives; always the host's memory here, whatever the name."""

    def __init__(self, type="cpu", index=None):
        text = str(type)
        self.type, _, number = text.partition(":")
        self.index = int(number) if number else index
        if self.type != "cpu":
            raise _missing(f"device('{text}')")
        self._t = _java.device(text)

    def __repr__(self):
        where = "" if self.index is None else f", index={self.index}"
        return f"device(type='{self.type}'{where})"

    def __str__(self):
        return self.type if self.index is None else f"{self.type}:{self.index}"

    def __eq__(self, other):
        return isinstance(other, device) and str(self) == str(other)

    def __hash__(self):
        return hash(str(self))


class GeneratorMethods:
    """What a torch.Generator can do."""

    def manual_seed(self, seed):
        _call("_generator_seed", (self, seed), None)
        return self

    def initial_seed(self):
        return _call("_generator_seed", (self,), None)

    def seed(self):
        import time

        return _call("_generator_seed", (self, time.time_ns()), None)

    def get_state(self):
        return _call("get_rng_state", (self,), None)

    def set_state(self, state):
        _call("set_rng_state", (state, self), None)
        return self

    def clone_state(self):
        return torch.Generator().set_state(self.get_state())

    device = property(lambda self: device("cpu"))


class State:
    """What get_rng_state returns."""

    def __init__(self, inner):
        self._t = inner

    def clone(self):
        return self


def make(kind, inner, text):
    return device(text) if kind == "device" else State(inner)


class no_grad:
    """Gradients are never recorded here, so entering this changes nothing."""

    def __new__(cls, function=None, **ignored):
        return function if callable(function) else object.__new__(cls)

    def __init__(self, *ignored, **also):
        pass

    def __enter__(self):
        return self

    def __exit__(self, *error):
        return False

    def __call__(self, function):
        return function


inference_mode = set_grad_enabled = no_grad


def is_grad_enabled():
    return False


def enable_grad(*args):
    raise _missing("enable_grad")


def is_tensor(value):
    return isinstance(value, torch.Tensor)


def _nothing(*args, **kwargs):
    return None


set_num_threads = set_num_interop_threads = use_deterministic_algorithms = _nothing


def get_num_threads():
    return 1


def set_printoptions(*args, **kwargs):
    raise _missing("set_printoptions")


def save(obj, f, **ignored):
    """Writes tensors, numbers, strings, lists, tuples and dicts; not in PyTorch's file format."""
    data = _call("_serialize", (obj,), None).encode("latin-1")
    if hasattr(f, "write"):
        f.write(data)
    else:
        with open(f, "wb") as file:
            file.write(data)


def load(f, map_location=None, weights_only=None, **ignored):
    """Reads what save() wrote."""
    if hasattr(f, "read"):
        data = f.read()
    else:
        with open(f, "rb") as file:
            data = file.read()
    return _call("_deserialize", (data,), None)


def from_file(*args, **kwargs):
    raise _missing("from_file")


def _legacy(name, dtype):
    def make(*data):
        kind = "tensor" if len(data) == 1 and not isinstance(data[0], int) else "empty"
        return _call(kind, data, {"dtype": dtype})

    make.__name__ = name
    return make


FloatTensor = _legacy("FloatTensor", torch.float32)
DoubleTensor = _legacy("DoubleTensor", torch.float64)
HalfTensor = _legacy("HalfTensor", torch.float16)
BFloat16Tensor = _legacy("BFloat16Tensor", torch.bfloat16)
LongTensor = _legacy("LongTensor", torch.int64)
IntTensor = _legacy("IntTensor", torch.int32)
ShortTensor = _legacy("ShortTensor", torch.int16)
CharTensor = _legacy("CharTensor", torch.int8)
ByteTensor = _legacy("ByteTensor", torch.uint8)
BoolTensor = _legacy("BoolTensor", torch.bool)
