"""What scripts import from the reference's native module; the compiler itself is Java here."""

from pypto._values import DataType as DataType

__tracebackhide__ = True


class _Level(int):
    """A threshold of the compiler's log."""

    def __new__(cls, name, value):
        level = int.__new__(cls, value)
        level.name = name
        level.value = value
        return level

    def __repr__(self):
        return f"LogLevel.{self.name}"

    __str__ = __repr__


class _LogLevels(type):
    def __getitem__(cls, name):
        return cls.__members__[name]

    def __iter__(cls):
        return iter(cls.__members__.values())


class LogLevel(metaclass=_LogLevels):
    """Thresholds of the compiler's log. Diagnostics are no log here: they are always shown."""

    __members__ = {
        name: _Level(name, value)
        for value, name in enumerate(("DEBUG", "INFO", "WARN", "ERROR", "FATAL", "EVENT", "NONE"))
    }
    DEBUG, INFO, WARN, ERROR, FATAL, EVENT, NONE = __members__.values()


_level = LogLevel.ERROR
_thread_level = None


def set_log_level(level):
    global _level
    _level = level


def get_log_level():
    return _level if _thread_level is None else _thread_level


def _set_thread_log_level(level):
    global _thread_level
    _thread_level = level


def _clear_thread_log_level():
    global _thread_level
    _thread_level = None


def _log(name):
    def log(message):
        if LogLevel[name] >= get_log_level():
            import sys

            print(f"[{name}] {message}", file=sys.stderr)

    return log


log_debug, log_info, log_warn = _log("DEBUG"), _log("INFO"), _log("WARN")
log_error, log_fatal, log_event = _log("ERROR"), _log("FATAL"), _log("EVENT")


class Error(Exception):
    """The base of the compiler's exceptions."""


class InternalError(Error):
    """A defect of the compiler."""


def check(condition, message):
    if not condition:
        raise ValueError(message)


def internal_check(condition, message):
    if not condition:
        raise InternalError(message)


def __getattr__(name):
    if name in ("ir", "backend", "passes"):
        import sys

        home = "pypto.pypto_core.passes" if name == "passes" else "pypto." + name
        __import__(home)
        return sys.modules[home]
    raise AttributeError(f"module 'pypto.pypto_core' has no attribute '{name}'")
