"""There is no CUDA device here."""

from torch import _missing


def is_available():
    return False


def device_count():
    return 0


def manual_seed(seed):
    return None


manual_seed_all = manual_seed


def __getattr__(name):
    if name[:2] == "__":
        raise AttributeError(name)
    raise _missing("cuda." + name)
