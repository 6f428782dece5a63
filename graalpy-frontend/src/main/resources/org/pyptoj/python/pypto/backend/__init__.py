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


def is_backend_configured():
    return _chosen is not None


def reset_for_testing():
    """Forgets the chosen chip family."""
    global _chosen
    _chosen = None
