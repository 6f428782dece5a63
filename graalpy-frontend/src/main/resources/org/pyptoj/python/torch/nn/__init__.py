"""Only torch.nn.functional; modules and parameters belong to training."""

from torch import _missing


def __getattr__(name):
    if name[:2] == "__":
        raise AttributeError(name)
    if name == "functional":
        __import__("torch.nn.functional")
        return globals()[name]
    raise _missing("nn." + name)
