"""The few functions that PyTorch also keeps under torch.functional."""

from torch import _general, _java, _missing


def __getattr__(name):
    if name[:2] == "__":
        raise AttributeError(name)
    if not _java.hasFunction(name):
        raise _missing("functional." + name)
    return _general(name)
