"""The log level of the device runtime; simulated ranks write no such log."""

_LEVELS = ("debug", "info", "timing", "warn", "error", "null")
_level = "timing"


def configure_log(level):
    """Remembers a level.

    Raises:
        ValueError: for a name that is no level.
    """
    global _level
    if str(level).lower() not in _LEVELS:
        raise ValueError(f"unknown log level {level!r}; use one of {', '.join(_LEVELS)}")
    _level = str(level).lower()


def log_level():
    return _level
