"""What scripts hand to kernels, as the compiler's side takes it."""

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


def bind(args):
    """Arguments as the compiler's side takes them, and what is to be done after the run."""
    import torch

    values = []
    finish = []
    for value in args:
        if isinstance(value, torch.Tensor):
            values.append(value._t)
        elif hasattr(value, "_gathered"):
            whole, scatter = value._gathered()
            values.append(whole._t)
            finish.append(scatter)
        elif hasattr(value, "_host_tensor"):
            values.append(value._host_tensor()._t)
        else:
            values.append(described(value))
    return values, finish


def dispatch(handle, args, world=None, worker=None):
    """Runs a compiled program on tensors and numbers; with the outputs left out they are made and returned."""
    import torch

    names = list(handle.paramNames())
    given = list(args)
    made = []
    outputs = list(handle.outputIndices())
    if len(given) != len(names) and len(given) == len(names) - len(outputs):
        inputs = iter(given)
        given = []
        for i in range(len(names)):
            if i in outputs:
                shape, dtype = handle.outputShape(i)
                made.append(torch.zeros(tuple(shape), dtype=getattr(torch, dtype)))
                given.append(made[-1])
            else:
                given.append(next(inputs))
    if len(given) != len(names):
        raise TypeError(f"{handle.name()} takes {len(names)} arguments ({', '.join(names)}), {len(given)} were given")
    for name, value in zip(names, given):
        if hasattr(value, "_host_tensor"):
            if worker is None:
                raise TypeError(f"argument '{name}' is a DeviceTensor: run the program on the worker that allocated it")
            worker._require_owned(value, f"argument '{name}'")
    values, finish = bind(given)
    own = world is None
    if own:
        world = handle.world(False, None)
    try:
        world.run(values)
    finally:
        if own:
            world.close()
    for done in finish:
        done()
    if made:
        return made[0] if len(made) == 1 else tuple(made)
    return None
