"""Special functions that the torch module has under the same name."""

from torch import _general, _missing

_names = frozenset(
    "erf erfc exp2 expm1 log1p logit expit logsumexp softmax log_softmax xlogy round".split()
)


def __getattr__(name):
    if name[:2] == "__":
        raise AttributeError(name)
    if name not in _names:
        raise _missing("special." + name)
    return _general(name)
