"""The number types of ``ctypes``, with which scripts give scalars a size. There is no native code here to call."""


class _SimpleCData:
    """A number of a C type: ``value``, wrapped or rounded as the type does."""

    _bytes = 0

    def __init__(self, value=0):
        self.value = value

    def __setattr__(self, name, value):
        object.__setattr__(self, name, self._converted(value) if name == "value" else value)

    def _converted(self, value):
        raise TypeError("abstract class")

    def __bool__(self):
        return bool(self.value)

    def __repr__(self):
        return f"{type(self).__name__}({self.value!r})"


class _Integer(_SimpleCData):
    _signed = True

    def _converted(self, value):
        if not hasattr(value, "__index__"):
            raise TypeError(f"an integer is required (got type {type(value).__name__})")
        bits = 8 * self._bytes
        value = value.__index__() & ((1 << bits) - 1)
        return value - (1 << bits) if self._signed and value >> (bits - 1) else value


class _Float(_SimpleCData):
    _code = "d"

    def _converted(self, value):
        import struct

        return struct.unpack(self._code, struct.pack(self._code, value))[0]


class c_bool(_SimpleCData):
    _bytes = 1

    def _converted(self, value):
        return bool(value)


def _types():
    for bits in (8, 16, 32, 64):
        for prefix, signed in (("int", True), ("uint", False)):
            name = f"c_{prefix}{bits}"
            yield name, type(name, (_Integer,), {"_bytes": bits // 8, "_signed": signed, "__module__": "ctypes"})
    for name, code, size in (("c_float", "f", 4), ("c_double", "d", 8)):
        yield name, type(name, (_Float,), {"_bytes": size, "_code": code, "__module__": "ctypes"})


globals().update(_types())

c_byte, c_short, c_int, c_long, c_longlong = c_int8, c_int16, c_int32, c_int64, c_int64  # noqa: F821
c_ubyte, c_ushort, c_uint, c_ulong, c_ulonglong = c_uint8, c_uint16, c_uint32, c_uint64, c_uint64  # noqa: F821
c_size_t, c_ssize_t = c_uint64, c_int64  # noqa: F821


def sizeof(kind):
    """Size in bytes."""
    return kind._bytes


def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(name)
    from _pyptoj_refusals import NATIVE, raise_refused

    raise_refused(NotImplementedError, f"ctypes.{name} is not available in pypto-j: scripts call no native code", NATIVE)
