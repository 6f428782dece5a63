"""Compile-time values: what Python tells the compiler of an object, and what it computes for a kernel's text.

The compiler holds objects that it does not know as they are and hands them back here, so that identity, type, hash and
equality are those of the script's own objects.
"""

from pypto import _reads
from pypto._values import Annotated, DynExpr, DynVar, resolve

__tracebackhide__ = True

_UNBOUND = object()
_LARGEST = 1 << 63

# Tags of descriptions; PythonBridge.java has the same.
_PLAIN, _LIST, _PATH, _EXTENT, _ANNOTATION, _FUNCTION, _DICT, _OBJECT, _FLOAT = range(9)


def describe(value):
    """A Python value as the compiler takes it: a tag and what belongs to it."""
    kind = type(value)
    if value is None or kind is bool or kind is str:
        return (_PLAIN, value)
    if kind is int:
        return (_PLAIN, value) if -_LARGEST <= value < _LARGEST else (_OBJECT, value, False)
    if kind is float:
        return (_FLOAT, value)
    if kind is list or kind is tuple or kind is range:
        return (_OBJECT, value, True)
    if kind is DynVar or kind is DynExpr:
        return (_EXTENT, value.text)
    if kind is Annotated:
        return (_ANNOTATION, value._pl_type, [deeply(v) for v in value.args])
    if getattr(kind, "_is_kernel_function", False):
        return (_FUNCTION, value.__name__, value)
    path = getattr(value, "_pl", None)
    if type(path) is str:
        return (_PATH, path)
    name = getattr(value, "__name__", None)
    if name == "pypto.language":
        return (_PATH, "pl")
    if name == "pypto.language.distributed":
        return (_PATH, "pld")
    return (_OBJECT, value, isinstance(value, (list, tuple, range)))


def deeply(value):
    """A description in which nothing is left that only Python can read, as far as there are words for it."""
    if isinstance(value, bool) or value is None:
        return (_PLAIN, value)
    path = getattr(value, "_pl", None)
    if type(path) is str or isinstance(value, (DynExpr, Annotated)):
        return describe(value)
    if isinstance(value, int):
        value = int(value)
        return describe(value)
    if isinstance(value, float):
        return (_FLOAT, float(value))
    if isinstance(value, str):
        return (_PLAIN, str.__str__(value))
    if isinstance(value, (list, tuple, range)):
        return (_LIST, [deeply(v) for v in value])
    if isinstance(value, dict):
        return (_DICT, [deeply(k) for k in value], [deeply(v) for v in value.values()])
    index = getattr(type(value), "__index__", None)
    return describe(value if index is None else index(value))


class Scopes:
    """Where a function finds the names that are not its own.

    Its body sees what Python's own rules say. Annotations are evaluated where the function is defined; names that
    Python finds nowhere are looked for there too.
    """

    __slots__ = ("_function", "_frames")

    def __init__(self, function, frames):
        self._function = function
        self._frames = frames

    def find(self, name):
        """What the function's body sees, or _UNBOUND."""
        function = self._function
        if function.__closure__:
            names = function.__code__.co_freevars
            if name in names:
                try:
                    return function.__closure__[names.index(name)].cell_contents
                except ValueError:
                    return _UNBOUND
        return function.__globals__.get(name, _UNBOUND)

    def around(self, name):
        """What an annotation sees, or _UNBOUND."""
        for names in self._frames:
            value = names.get(name, _UNBOUND)
            if value is not _UNBOUND:
                return value
        return self.find(name)


def lookup(scopes, name):
    """The description of a free name, or None where it is not bound."""
    value = scopes.find(name)
    _reads.note(scopes.find, name, value=value)
    return None if value is _UNBOUND else describe(value)


def annotation(scopes, name):
    """The description of a name in an annotation, or None where it is not bound."""
    value = scopes.around(name)
    _reads.note(scopes.around, name, value=value)
    return None if value is _UNBOUND else describe(value)


def builtin(name):
    """The description of a Python builtin, or None."""
    import builtins

    value = getattr(builtins, name, _UNBOUND)
    return None if value is _UNBOUND else describe(value)


# What a kernel's text asks for.


def constant(path):
    """The object of a name below pl or pld, or of a builtin."""
    if path.startswith("builtins."):
        import builtins

        return getattr(builtins, path[9:])
    return resolve(path)


truth = bool
text = str


def slice_of(*bounds):
    return describe(slice(*bounds))


def nothing():
    """None itself: Java's null is an object of another type to Python."""
    return None


def tuple_of(*values):
    return values


def list_of(*values):
    return list(values)


_BINARY = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "/": lambda a, b: a / b,
    "//": lambda a, b: a // b,
    "%": lambda a, b: a % b,
    "**": lambda a, b: a**b,
    "@": lambda a, b: a @ b,
    "<<": lambda a, b: a << b,
    ">>": lambda a, b: a >> b,
    "|": lambda a, b: a | b,
    "&": lambda a, b: a & b,
    "^": lambda a, b: a ^ b,
    "==": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
    "is": lambda a, b: a is b,
    "is not": lambda a, b: a is not b,
    "in": lambda a, b: a in b,
    "not in": lambda a, b: a not in b,
}


def binary(symbol, left, right):
    if not (_reads.is_settled(left) and _reads.is_settled(right)) and not symbol.startswith("is"):
        _reads.acted()
    return describe(_BINARY[symbol](left, right))


def in_place(symbol, left, right):
    _reads.acted()
    names = {"left": left, "right": right}
    exec(f"left {symbol}= right", names)
    return describe(names["left"])


def unary(symbol, value):
    return describe(-value if symbol == "-" else +value if symbol == "+" else ~value)


def attribute(value, name):
    found = getattr(value, name)
    _reads.note(getattr, value, name, value=found)
    return describe(found)


def item(value, key):
    found = value[key]
    _reads.note(_reads.item, value, key, value=found)
    return describe(found)


def set_item(container, key, value):
    _reads.acted()
    container[key] = value


def delete_item(container, key):
    _reads.acted()
    del container[key]


def call(function, args, keywords):
    """Calls with the compiler's own lists of arguments: a tuple, and a tuple of pairs."""
    _reads.called(function, args)
    return describe(function(*args, **dict(keywords)))


def elements(iterable):
    values = list(iterable)
    if type(iterable) in (list, tuple, range, dict, set, frozenset, str) or isinstance(iterable, type):
        _reads.note(list, iterable, value=values)
    else:
        _reads.acted()
    return [describe(v) for v in values]


def type_name(value):
    return type(value).__name__


class Namespace(dict):
    """The kernel's names, for functions in it that look them up when they are called."""

    def __init__(self):
        super().__init__()
        self.followed = set()


def bind(namespace, name, value):
    namespace.followed.add(name)
    namespace[name] = value


def unbind(namespace, name):
    namespace.followed.add(name)
    namespace.pop(name, None)


def _names(code, found):
    found.update(code.co_names)
    for part in code.co_consts:
        if type(part) is type(code):
            _names(part, found)
    return found


def _complete(namespace, code, scopes, own):
    """Adds what the code sees outside the kernel."""
    for name in _names(code, set()):
        if name not in own and name not in namespace:
            value = scopes.find(name)
            if value is not _UNBOUND:
                _reads.note(scopes.find, name, value=value)
                namespace[name] = value
    return namespace


def evaluate(text, scopes, names, values, namespace):
    """The value of an expression's text; names are the kernel's own."""
    code = compile(text, "<kernel>", "eval")
    if namespace is None:
        namespace = _complete(dict(zip(names, values)), code, scopes, ())
    else:
        _complete(namespace, code, scopes, namespace.followed)
    if not all(_reads.is_settled(namespace[name]) for name in _names(code, set()) if name in namespace):
        _reads.acted()
    return describe(eval(code, namespace))


def define(text, name, scopes, namespace):
    """The function of a definition's text, which is indented as it stands in its file."""
    code = compile("if True:\n" + text if text[:1] in " \t" else text, "<kernel>", "exec")
    _complete(namespace, code, scopes, namespace.followed)
    exec(code, namespace)
    return describe(namespace[name])
