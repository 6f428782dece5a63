"""Numbers that scripts hand to kernels."""

import sys

__tracebackhide__ = True


def described(value):
    """What an object is as a scalar, and its value as a plain number.

    The first is ``bool``, ``int``, ``float`` or the name of a C type; for what is no number it is the name of the
    object's class, with None as the value. Members of an IntEnum and what else has ``__index__`` are integers; what has
    only ``__float__`` is a float.
    """
    kind = type(value)
    if kind is int or kind is float or kind is bool:
        return kind.__name__, value
    if isinstance(value, int):
        return "int", int(value)
    if isinstance(value, float):
        return "float", float(value)
    # A script that has such an object has imported its module.
    ctypes = sys.modules.get("ctypes")
    if ctypes is not None and isinstance(value, ctypes._SimpleCData):
        return kind.__name__, value.value
    if hasattr(kind, "__index__"):
        return "int", int(kind.__index__(value))
    if hasattr(kind, "__float__"):
        return "float", float(kind.__float__(value))
    return kind.__name__, None
