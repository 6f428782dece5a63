"""Norms, products and the QR decomposition; other decompositions are not available."""

from torch import _call, _general, _missing

_names = {
    "norm": "vector_norm",
    "vector_norm": "vector_norm",
    "matmul": "matmul",
    "multi_dot": "chain_matmul",
    "diagonal": "diagonal",
}


def norm(A, ord=None, dim=None, keepdim=False, *, dtype=None):
    """The 2-norm of all elements, or vector norms along one dimension."""
    if ord is not None and (dim is None and A.ndim > 1 or isinstance(dim, (tuple, list))):
        if ord != "fro":
            raise _missing("linalg.norm of matrices with this ord")
        ord = None
    return _general("vector_norm")(A, 2 if ord is None else ord, dim, keepdim, dtype)


def qr(A, mode="reduced"):
    """Orthonormal columns and an upper triangle whose product is the matrix."""
    if mode != "reduced":
        raise _missing(f"linalg.qr with mode '{mode}'")
    return _call("_linalg_qr", (A,), None)


def __getattr__(name):
    if name[:2] == "__":
        raise AttributeError(name)
    if name not in _names:
        raise _missing("linalg." + name)
    return _general(_names[name])
