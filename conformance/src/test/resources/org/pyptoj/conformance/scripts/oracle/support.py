"""What a script's author defines beside a kernel: enums, helper functions of compile-time values."""

import enum
import functools


class Mode(enum.Enum):
    MESH = 1
    RING = 2


class Small(enum.IntEnum):
    ZERO = 0
    ONE = 1
    TWO = 2
    FIVE = 5


class Name(str):
    """A text of a type of its own."""


class Config:
    """An object with attributes."""

    rows = 2
    mode = Mode.RING

    def __init__(self, width):
        self.width = width

    def scaled(self, by=2):
        return self.width * by


class Index:
    """An object that stands for an integer wherever an index is wanted."""

    def __init__(self, value):
        self.value = value

    def __index__(self):
        return self.value


def double(n, more=0):
    return 2 * n + more


def pair(n, name="ring"):
    return n + 1, name


def pick(mode, *, ring=1, mesh=2):
    return ring if mode is Mode.RING else mesh


def first(values):
    assert type(values) is tuple, type(values)
    return values[0]


@functools.lru_cache(maxsize=None)
def table(n):
    return tuple(i * i % 5 for i in range(n))


@functools.lru_cache(maxsize=None)
def weights(key):
    return {"a": key[0], "b": len(key)}


def adder(n):
    def add(x):
        return x + n

    return add


add_three = adder(3)
