"""The numbers of ``ctypes``, which scripts hand to kernels as scalar arguments.

Scripts have no native memory and no native libraries here, so that the rest of the module does not exist.
"""


class _SimpleCData:
    """A number of a C type; assigning ``value`` wraps it as C does."""

    _bits = 0
    _signed = True

    def __init__(self, value=0):
        self.value = value

    @property
    def value(self):
        return self._value

    @value.setter
    def value(self, value):
        self._value = self._wrapped(value)

    @classmethod
    def _wrapped(cls, value):
        if not isinstance(value, int):
            raise TypeError(f"an integer is required (got type {type(value).__name__})")
        value &= (1 << cls._bits) - 1
        return value - (1 << cls._bits) if cls._signed and value >> (cls._bits - 1) else value

    def __repr__(self):
        return f"{type(self).__name__}({self.value!r})"

    def __bool__(self):
        return bool(self.value)


def _integer(name, bits, signed):
    return type(name, (_SimpleCData,), {"_bits": bits, "_signed": signed, "__module__": "ctypes"})


c_int8 = c_byte = _integer("c_byte", 8, True)
c_uint8 = c_ubyte = _integer("c_ubyte", 8, False)
c_int16 = c_short = _integer("c_short", 16, True)
c_uint16 = c_ushort = _integer("c_ushort", 16, False)
c_int32 = c_int = _integer("c_int", 32, True)
c_uint32 = c_uint = _integer("c_uint", 32, False)
c_int64 = c_long = c_longlong = c_ssize_t = _integer("c_long", 64, True)
c_uint64 = c_ulong = c_ulonglong = c_size_t = _integer("c_ulong", 64, False)


class c_bool(_SimpleCData):
    _bits = 8

    @classmethod
    def _wrapped(cls, value):
        return bool(value)


class c_double(_SimpleCData):
    _bits = 64

    @classmethod
    def _wrapped(cls, value):
        return float(value)


class c_float(_SimpleCData):
    _bits = 32

    @classmethod
    def _wrapped(cls, value):
        import struct

        return struct.unpack("<f", struct.pack("<f", value))[0]


def sizeof(value):
    """Bytes of a number or of its type."""
    bits = getattr(value, "_bits", 0)
    if not bits:
        raise TypeError("this type has no size")
    return bits // 8


def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(name)
    raise AttributeError(f"ctypes.{name} needs native memory, which scripts do not have on simulated ranks")
