"""Names that exist in the reference and cannot here: importing them works, using them says why not."""

__tracebackhide__ = True


def absent(name, purpose):
    """A stand-in that raises NotImplementedError when it is called."""

    def stand_in(*args, **kwargs):
        raise NotImplementedError(f"{name} is not available in pypto-j: it is there to {purpose}")

    stand_in.__name__ = stand_in.__qualname__ = name.rpartition(".")[2]
    stand_in._absent = True
    return stand_in


def absent_names(module, purpose):
    """A module's ``__getattr__`` for such names."""

    def __getattr__(name):
        if name.startswith("__"):
            raise AttributeError(f"module '{module}' has no attribute '{name}'")
        return absent(f"{module}.{name}", purpose)

    return __getattr__
