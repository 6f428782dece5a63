"""Reading kernels: from Python functions by decorators, from text and files by ``parse`` and ``loads``."""

__tracebackhide__ = True

_HOMES = {
    "pypto.language": "range yield_ Tensor Tile Scalar",
    "pypto.language.parser.decorator": "function inline program InlineFunction",
    "pypto.language.parser.text_parser": "parse loads parse_program loads_program",
}
_HOME = {name: home for home, names in _HOMES.items() for name in names.split()}

__all__ = list(_HOME)


def __getattr__(name):
    if name in ("decorator", "diagnostics", "text_parser"):
        import sys

        __import__(f"pypto.language.parser.{name}")
        return sys.modules[f"pypto.language.parser.{name}"]
    if name not in _HOME:
        raise AttributeError(f"module 'pypto.language.parser' has no attribute '{name}'")
    import sys

    home = _HOME[name]
    __import__(home)
    return getattr(sys.modules[home], name)
