"""The chip families."""

from pypto._values import choices

__tracebackhide__ = True

BackendType = choices("BackendType", "Ascend910B", "Ascend950")

_chosen = None


def set_backend_type(backend):
    """Chooses the chip family of later compilations that name none."""
    global _chosen
    _chosen = backend


def get_backend_type():
    return _chosen or BackendType.Ascend910B


def platform_of(backend=None):
    """The simulated platform of a chip family; of the chosen one where none is named."""
    return "a5sim" if str(backend or get_backend_type()).endswith("Ascend950") else "a2a3sim"


def is_backend_configured():
    return _chosen is not None


def reset_for_testing():
    """Forgets the chosen chip family."""
    global _chosen
    _chosen = None


def __getattr__(name):
    if name == "pto_backend":
        import pypto.backend.pto_backend as module

        return module
    raise AttributeError(f"module 'pypto.backend' has no attribute '{name}'")
