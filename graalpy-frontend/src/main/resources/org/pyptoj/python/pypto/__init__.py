"""pypto, as kernel scripts import it; compiled and simulated by pypto-j."""

__version__ = "0.1.0"
__tracebackhide__ = True

_CORE = (
    "DataType Error InternalError LogLevel check get_log_level internal_check log_debug log_error log_event log_fatal "
    "log_info log_warn set_log_level"
).split()


def __getattr__(name):
    if name in _CORE:
        from pypto import pypto_core

        return getattr(pypto_core, name)
    if name.startswith("DT_"):
        from pypto._values import DataType

        return getattr(DataType, name[3:])
    if name in ("ir", "language", "runtime", "backend", "debug", "pypto_core", "jit"):
        import sys

        __import__("pypto." + name)
        return sys.modules["pypto." + name]
    if name == "passes":
        from pypto.pypto_core import passes

        return passes
    raise AttributeError(f"module 'pypto' has no attribute '{name}'")
