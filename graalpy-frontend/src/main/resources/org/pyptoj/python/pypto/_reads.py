"""What a kernel's text has read of the script's objects, so that a later call can tell whether they still say the same.

A kernel is compiled once for its arguments. The values of the script that it uses are Python's, which may change between
two calls: names, attributes, elements. What was read is read again and compared; what cannot be read again without doing
something, such as a call of the script's own functions, makes the kernel be read again on each call.
"""

import sys

__tracebackhide__ = True

_PLAIN = (int, float, str, bool, bytes, type(None), range)
_CONTAINERS = (list, dict, set)
_BUILTINS = frozenset(
    (
        abs, all, any, bool, bytes, callable, chr, dict, divmod, enumerate, filter, float, format, frozenset, hasattr,
        hash, hex, int, isinstance, issubclass, len, list, max, min, oct, ord, pow, range, repr, reversed, round, set,
        sorted, str, sum, tuple, type, zip,
    )
)
_LOOKING = frozenset(("copy", "count", "get", "index", "items", "keys", "values", "difference", "intersection", "union"))
_MODULES = ("builtins", "math", "operator", "itertools", "functools")
_METHOD = type("".join)
_MODULE = type(sys)


class _Method:
    def of(self):
        """A method of the script's own objects is of this one's type."""


_BOUND = type(_Method().of)

_reads = None  # Nothing is noted, and so kept, outside `begin` and `end`.
_repeats = True


def begin():
    """Begins anew, and gives what `end` goes back to."""
    global _reads, _repeats
    outer = _reads, _repeats
    _reads, _repeats = {}, True
    return outer


def end(outer):
    """What has been read since the beginning, and whether reading it again tells whether it is still the same."""
    global _reads, _repeats
    taken = tuple(_reads.values()), _repeats
    _reads, _repeats = outer
    return taken


def _key(value):
    return (type(value), value) if type(value) in (int, str) else id(value)


def note(read, *args, value):
    """Something has been read by a function that reads and does nothing else."""
    if _reads is None:
        return
    key = (read, *map(_key, args))
    if key not in _reads:
        _reads[key] = read, args, value, value.copy() if type(value) in _CONTAINERS else value


def acted():
    """The script's own code has run: what it has read or done is not known."""
    global _repeats
    _repeats = False


def called(function, args):
    """A function of Python's has been called."""
    if not _only_looks(function, args):
        acted()


def _only_looks(function, args):
    try:
        if function in _BUILTINS:
            return all(is_settled(a) for a in args)
    except TypeError:  # It has no hash.
        return False
    if type(function) is _METHOD:
        owner = getattr(function, "__self__", None)
        if type(owner) is _MODULE:
            return owner.__name__ in _MODULES and all(is_settled(a) for a in args)
        if type(owner) in (str, int, float, tuple, bytes, range):
            return True
        return type(owner) in _CONTAINERS and function.__name__ in _LOOKING
    return hasattr(function, "__members__")


def _is_plain(value):
    return type(value) in _PLAIN or hasattr(type(value), "__members__")


def is_settled(value):
    """Whether what is seen in a value cannot change behind the names and attributes that lead to it."""
    kind = type(value)
    if _is_plain(value) or isinstance(value, type):
        return True
    if kind is _METHOD:
        value = getattr(value, "__self__", None)
        kind = type(value)
    if kind is _MODULE:
        return value.__name__ in _MODULES
    if kind in (tuple, frozenset, list, set):
        return all(map(_is_plain, value))
    if kind is dict:
        return all(_is_plain(v) for pair in value.items() for v in pair)
    return False


def unchanged(reads):
    """Whether everything that has been read is still the same."""
    for read, args, value, copy in reads:
        try:
            now = read(*args)
        except Exception:
            return False
        if not _same(now, value) or copy is not value and not _same_elements(now, copy):
            return False
    return True


def _same_elements(now, before):
    if type(now) is dict:
        return list(now) == list(before) and all(_same(a, b) for a, b in zip(now.values(), before.values()))
    if type(now) is list:
        return len(now) == len(before) and all(_same(a, b) for a, b in zip(now, before))
    return now == before


def _same(now, before):
    if now is before:
        return True
    kind = type(now)
    if kind is not type(before):
        return False
    if kind is float:
        return repr(now) == repr(before)
    if kind in _PLAIN:
        return now == before
    if kind is tuple:
        return len(now) == len(before) and all(_same(a, b) for a, b in zip(now, before))
    if kind is _METHOD:
        return now.__self__ is before.__self__ and now.__name__ == before.__name__
    if kind is _BOUND:
        return now.__self__ is before.__self__ and now.__func__ is before.__func__
    return False


def item(container, key):
    return container[key]
