"""torch.autograd has nothing that is available here."""

from torch import _missing


def __getattr__(name):
    if name[:2] == "__":
        raise AttributeError(name)
    raise _missing("autograd." + name)
