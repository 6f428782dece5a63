"""What the names below ``pl`` and ``pld`` are in Python.

The compiler's op table says which names there are. They are looked up when a script first uses them, since a script
uses few of them and kernels are read from their text, not executed.
"""

import _pyptoj

_language = _pyptoj.language


class _EnumType(type):
    """Iteration, length and look-up by number, as enums have them."""

    def __iter__(cls):
        return iter(cls.__members__.values())

    def __len__(cls):
        return len(cls.__members__)

    def __getitem__(cls, name):
        return cls.__members__[name]

    def __call__(cls, value):
        for member in cls.__members__.values():
            if member is value or member.value == value:
                return member
        raise ValueError(f"{value!r} is not a valid {cls.__name__}")


class _Enum(metaclass=_EnumType):
    """A variant: ``name`` and ``value``."""

    __members__ = {}

    def __repr__(self):
        return f"{type(self).__name__}.{self.name}"

    __str__ = __repr__

    def __int__(self):
        return self.value

    __index__ = __int__

    def __reduce__(self):
        return _member, (self._pl,)


def _member(path):
    owner, name = path.rsplit(".", 1)
    return resolve(owner).__members__[name]


def enum(path):
    """The class of an enum such as ``pl.Level``."""
    name = path.rsplit(".", 1)[1]
    cls = _EnumType(name, (_Enum,), {"__members__": {}, "__module__": "pypto.language"})
    for member, value in _language.members(path):
        variant = object.__new__(cls)
        variant.name = member
        variant.value = value
        variant._pl = f"{path}.{member}"
        cls.__members__[member] = variant
        setattr(cls, member, variant)
    return cls


def choices(name, *members):
    """An enum of ours with these variants, numbered from 0."""
    cls = _EnumType(name, (_Enum,), {"__members__": {}, "__module__": "pypto"})
    for value, member in enumerate(members):
        variant = object.__new__(cls)
        variant.name, variant.value = member, value
        cls.__members__[member] = variant
        setattr(cls, member, variant)
    return cls


class _DataTypes(type):
    def __getattr__(cls, name):
        if name.startswith("_"):
            raise AttributeError(name)
        return resolve("pl." + name)


class DataType(metaclass=_DataTypes):
    """An element type: ``pl.FP32`` and its like."""

    __slots__ = ("_pl", "_name", "_bits", "_is_float", "_is_int", "_unsigned")

    def get_byte(self):
        """Size in bytes, rounded up."""
        return (self._bits + 7) // 8

    def get_bit(self):
        """Size in bits."""
        return self._bits

    def is_float(self):
        return self._is_float

    def is_int(self):
        return self._is_int

    def is_unsigned_int(self):
        return self._unsigned

    def is_signed_int(self):
        return self._is_int and not self._unsigned

    def to_string(self):
        return self._name.lower()

    def __repr__(self):
        return f"pl.{self._name}"

    def __str__(self):
        return self._name.lower()

    def __reduce__(self):
        return resolve, (self._pl,)


class Namespace:
    """A module below ``pl`` or ``pld`` whose members are looked up when they are used."""

    def __init__(self, path):
        self._pl = path
        self.__name__ = path

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        value = resolve(f"{self._pl}.{name}")
        setattr(self, name, value)
        return value

    def __dir__(self):
        return list(_language.names(self._pl))

    def __repr__(self):
        return f"<module {self._pl}>"


class Annotated:
    """``pl.Tensor[[4, 8], pl.FP32]`` as a value."""

    __slots__ = ("_pl_type", "args")

    def __init__(self, path, args):
        self._pl_type = path
        self.args = args

    def __repr__(self):
        return f"{self._pl_type}[{', '.join(map(repr, self.args))}]"

    def __eq__(self, other):
        return isinstance(other, Annotated) and (self._pl_type, self.args) == (other._pl_type, other.args)

    def __hash__(self):
        return hash(self._pl_type)

    def __or__(self, other):
        return self

    __ror__ = __or__


class _Subscriptable(type):
    def __getitem__(cls, args):
        return Annotated(cls._pl, args if type(args) is tuple else (args,))

    def __or__(cls, other):
        return cls

    __ror__ = __or__


class Annotation(metaclass=_Subscriptable):
    """A type constructor of annotations."""


class DynExpr:
    """Arithmetic on symbolic extents, kept as text: kernels that mention it read it as they read their own."""

    __slots__ = ("text",)

    def __init__(self, text):
        self.text = text

    def _with(self, symbol, other, swapped=False):
        if not isinstance(other, (int, DynExpr)) or isinstance(other, bool):
            return NotImplemented
        parts = (str(other), self.text) if swapped else (self.text, str(other))
        return DynExpr(f"({parts[0]} {symbol} {parts[1]})")

    def __add__(self, other):
        return self._with("+", other)

    def __radd__(self, other):
        return self._with("+", other, True)

    def __sub__(self, other):
        return self._with("-", other)

    def __rsub__(self, other):
        return self._with("-", other, True)

    def __mul__(self, other):
        return self._with("*", other)

    def __rmul__(self, other):
        return self._with("*", other, True)

    def __floordiv__(self, other):
        return self._with("//", other)

    def __rfloordiv__(self, other):
        return self._with("//", other, True)

    def __mod__(self, other):
        return self._with("%", other)

    def __str__(self):
        return self.text

    def __repr__(self):
        return f"DynExpr({self.text!r})"


class DynVar(DynExpr):
    """A symbolic extent."""

    __slots__ = ()

    def __init__(self, name):
        if not isinstance(name, str) or not name.isidentifier():
            raise ValueError(f"the name of a dynamic dimension must be an identifier, not {name!r}")
        super().__init__(name)

    @property
    def name(self):
        return self.text

    def __repr__(self):
        return f"DynVar({self.text!r})"


def dynamic(name):
    """A symbolic extent of that name: a dimension that each dispatch decides."""
    return DynVar(name)


_cache = {"pl.DataType": DataType}


def resolve(path):
    """The Python value of a dotted name; raises AttributeError where it names nothing."""
    value = _cache.get(path)
    if value is None:
        value = _cache[path] = _make(path)
    return value


def _make(path):
    kind, *facts = _language.describe(path)
    if kind == "dtype":
        dtype = object.__new__(DataType)
        dtype._pl = path
        dtype._name, dtype._bits, dtype._is_float, dtype._is_int, dtype._unsigned = facts
        return dtype
    if kind == "alias":
        return resolve(facts[0])
    if kind == "enum":
        return enum(path)
    if kind == "namespace":
        return Namespace(path)
    if kind == "function":
        scope = {"MemorySpace": None, "__name__": path.rsplit(".", 1)[0]}
        for name in facts[1]:
            scope[name.split(".")[-1]] = resolve(name)
        exec(facts[0], scope)
        function = scope[path.rsplit(".", 1)[1]]
        function._pl = path
        return function
    owner, _, name = path.rpartition(".")
    raise AttributeError(f"module '{owner}' has no attribute '{name}'" + (f"; {facts[0]}" if facts else ""))


def outside(path):
    """Ends the call of an op outside a kernel."""
    raise RuntimeError(f"{path} stands for an operation of the device and can only be used inside a kernel function")


class DataclassFields:
    """Makes a class answer ``dataclasses.fields`` and ``replace`` without importing that module at start-up.

    Args:
        defaults: field names with their defaults, in the order of ``__init__``.
    """

    def __init__(self, defaults):
        self._defaults = defaults
        self._made = None

    def __get__(self, instance, owner):
        if self._made is None:
            from dataclasses import field, make_dataclass

            fields = [(name, object, field(default=value)) for name, value in self._defaults.items()]
            self._made = make_dataclass(owner.__name__, fields).__dataclass_fields__
        return self._made
