"""What runs a program's sub-workers when the simulator comes to them."""

__tracebackhide__ = True


class MappedArg:
    """An argument of a callback; ``_tensor_from_continuous`` gives its tensor."""

    def __init__(self, tensor):
        self._tensor = tensor
        self.dtype = tensor.dtype
        self.shapes = tuple(tensor.shape)


def host_caller(compiled, callbacks):
    """What runs a program's sub-workers, or None where it has none.

    Raises:
        ValueError: when a sub-worker without a body has no callback.
    """
    import torch

    handle = compiled._handle
    names = list(handle.subWorkerNames())
    if not names:
        return None
    missing = sorted(n for n in names if n not in callbacks and handle.requiresRuntimeBinding(n))
    if missing:
        raise ValueError(f"the sub-workers {missing} have no body (`...`) and must be supplied: callbacks={{name: f}}")

    def call(name, arguments):
        values = [v if isinstance(v, (int, float)) else torch._wrap(v) for v in arguments]
        callback = callbacks.get(name)
        if callback is not None:
            callback([MappedArg(v) if isinstance(v, torch.Tensor) else v for v in values])
            return
        function = handle.subWorker(name)
        count = function.__code__.co_argcount
        function(*[None] * (count - len(values)), *values)

    return call
