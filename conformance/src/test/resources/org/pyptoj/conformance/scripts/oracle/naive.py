"""A naive `pl`: kernels run as the plain Python that they are, on nested arrays without a compiler.

Tiles and tensors are mutable objects, names are Python's, and every op is a loop over elements.
"""

import struct


def fp32(value):
    """The nearest number in single precision."""
    if -1048576.0 < value < 1048576.0 and value * 8.0 % 1.0 == 0.0:
        return value
    try:
        return struct.unpack("f", struct.pack("f", value))[0]
    except OverflowError:
        return value * float("inf")


class Array:
    """Elements of a shape, which several views may share."""

    def __init__(self, cells, shape, offset=0, strides=None):
        self.cells = cells
        self.shape = tuple(shape)
        self.offset = offset
        if strides is None:
            strides = [1] * len(self.shape)
            for d in range(len(self.shape) - 2, -1, -1):
                strides[d] = strides[d + 1] * self.shape[d + 1]
        self.strides = tuple(strides)

    def place(self, index):
        """Where an element lies; an index outside is an error, as are negative ones."""
        if len(index) != len(self.shape):
            raise IndexError(f"{len(index)} indices for {len(self.shape)} dimensions")
        at = self.offset
        for i, n, stride in zip(index, self.shape, self.strides):
            if not 0 <= i < n:
                raise IndexError(f"index {i} is outside of {n}")
            at += i * stride
        return at

    def places(self):
        """Where the elements lie, in order."""
        at = [self.offset]
        for n, stride in zip(self.shape, self.strides):
            at = [a + i * stride for a in at for i in range(n)]
        return at

    def values(self):
        return [self.cells[at] for at in self.places()]

    def part(self, offsets, shape):
        """A view of a rectangle."""
        at = self.offset
        for o, extent, n, stride in zip(offsets, shape, self.shape, self.strides):
            if not (0 <= o and o + extent <= n):
                raise IndexError(f"{o} and {extent} more are outside of {n}")
            at += o * stride
        return Array(self.cells, shape, at, self.strides)

    def _part_at(self, index):
        index = index if isinstance(index, tuple) else (index,)
        offsets, shape, kept = [], [], []
        for d, n in enumerate(self.shape):
            at = index[d] if d < len(index) else slice(None)
            if isinstance(at, slice):
                lower = 0 if at.start is None else at.start
                upper = n if at.stop is None else at.stop
                offsets.append(lower)
                shape.append(upper - lower)
                kept.append(d)
            else:
                offsets.append(at)
                shape.append(1)
        view = self.part(offsets, shape)
        view.shape = tuple(view.shape[d] for d in kept)
        view.strides = tuple(view.strides[d] for d in kept)
        return view

    def __getitem__(self, index):
        view = self._part_at(index)
        return view if view.shape else view.cells[view.offset]

    def __setitem__(self, index, value):
        self._part_at(index).fill(value)

    def fill(self, value):
        """Takes the elements of another array, or one number for all."""
        places = self.places()
        values = value.values() if isinstance(value, Array) else [value] * len(places)
        if len(values) != len(places):
            raise ValueError(f"{len(values)} elements for {len(places)}")
        for at, v in zip(places, values):
            self.cells[at] = v

    def __add__(self, other):
        return add(self, other)

    def __radd__(self, other):
        return add(self, other)

    def __sub__(self, other):
        return sub(self, other)

    def __mul__(self, other):
        return mul(self, other)

    def __rmul__(self, other):
        return mul(self, other)

    def __neg__(self):
        return mul(self, -1.0)

    def __bool__(self):
        raise TypeError("an array is no condition")


def _each(function, a, b):
    left = a.values()
    right = b.values() if isinstance(b, Array) else [float(b)] * len(left)
    if len(left) != len(right):
        raise ValueError("shapes differ")
    return Array([fp32(function(x, y)) for x, y in zip(left, right)], a.shape)


def add(a, b):
    return _each(lambda x, y: x + y, a, b)


def sub(a, b):
    return _each(lambda x, y: x - y, a, b)


def mul(a, b):
    return _each(lambda x, y: x * y, a, b)


def maximum(a, b):
    return _each(max, a, b)


def minimum(a, b):
    return _each(min, a, b)


def neg(a):
    return mul(a, -1.0)


def load(tensor, offsets, shape):
    return Array(tensor.part(offsets, shape).values(), shape)


def store(tile, offsets, tensor):
    tensor.part(offsets, tile.shape).fill(tile)
    return tensor


def read(array, index):
    return array.cells[array.place(index)]


def write(array, index, value):
    array.cells[array.place(index)] = value


def full(shape, dtype=None, value=0.0):
    count = 1
    for n in shape:
        count *= n
    return Array([value] * count, shape)


class Dtype:
    """An element type; a number becomes one of it."""

    def __init__(self, convert):
        self.convert = convert


FP32 = Dtype(lambda v: fp32(float(v)))
INT32 = INT64 = INDEX = Dtype(int)
BOOL = Dtype(bool)


def cast(value, dtype):
    return dtype.convert(value)


def const(value, dtype):
    return dtype.convert(value)


class _Form:
    """A type of an annotation, which means nothing here."""

    def __getitem__(self, item):
        return self


Tensor = Tile = Scalar = Out = InOut = _Form()

range = unroll = parallel = range


def pipeline(*bounds, stage=2):
    return range(*bounds)
min = min
max = max


class _Scope:
    def __enter__(self):
        return 0

    def __exit__(self, *raised):
        return False


def at(**options):
    return _Scope()


def spmd(count, **options):
    """The blocks one after the other; what each does is its own."""
    return range(count)


cluster = at


class Level:
    CORE_GROUP = "core group"


class _Plain:
    """A decorator that leaves the function what it is."""

    def __call__(self, function):
        return function


class _Chip(_Plain):
    """A decorator of what the host calls on a device."""

    incore = inline = opaque = host = _Plain()

    def __call__(self, function):
        def called(*args, device=None):
            if device is None:
                return function(*args)
            from naive_ranks import World

            return World.current.start(function, args, device)

        return called


jit = _Chip()


class tile:
    """The ops whose short forms have another name, or none."""

    full = full
    load = load
    store = store
    read = read
    write = write
    add = add
    adds = add
    sub = sub
    mul = mul
    maximum = maximum
    minimum = minimum


class tensor:
    read = read
    write = write
