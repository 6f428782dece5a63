"""The exceptions of kernels that break a rule. The rule's code decides which one is raised.

Scripts import them from ``pypto.language.parser.diagnostics`` and ``pypto.backend.pto_backend``.
"""

from pypto._program import KernelError

__tracebackhide__ = True


class Span:
    """A place: line and column count from 1."""

    def __init__(self, filename, begin_line, begin_column):
        self.filename = filename
        self.begin_line = begin_line
        self.begin_column = begin_column

    def __repr__(self):
        return f"{self.filename}:{self.begin_line}:{self.begin_column}"


class ParserError(KernelError):
    """A function's text breaks a rule of the kernel language.

    Args:
        message: what is wrong.
        span: where, or None.
        hint: the way out, or None.
        note: a further fact, or None.
        source_lines: the lines of the file, or None.
    """

    # The rule's code; None where a script raised the exception itself.
    code = None

    def __init__(self, message, span=None, hint=None, note=None, source_lines=None):
        super().__init__(message)
        self.message = message
        self.span = span
        self.hint = hint
        self.note = note
        self.source_lines = source_lines


class ParserSyntaxError(ParserError):
    """A text, a statement or a call is not written as the language has it."""


class ParserTypeError(ParserError):
    """An annotation, an operand or a result is of a type that its place does not take."""


class UndefinedVariableError(ParserError):
    """A name is used that is not defined."""


class SSAViolationError(ParserError):
    """A name is assigned twice where the language takes it once; this compiler renames it instead, and never raises it."""

    def __init__(self, message, span=None, hint=None, note=None, source_lines=None, previous_span=None):
        super().__init__(message, span, hint, note, source_lines)
        self.previous_span = previous_span


class UnsupportedFeatureError(ParserError):
    """A statement or an expression of Python that the kernel language does not have."""


class InvalidOperationError(ParserError):
    """An op gets operands or attributes that it does not take."""


class ScopeIsolationError(ParserError):
    """A name of an inner scope is used outside it; this compiler reports it as undefined, and never raises it."""


class PartialCodegenError(KernelError, RuntimeError):
    """No device code can be written for a kernel: a rule of code generation is broken."""

    __module__ = "pypto.backend.pto_backend"


for _kind in (
    ParserError,
    ParserSyntaxError,
    ParserTypeError,
    UndefinedVariableError,
    SSAViolationError,
    UnsupportedFeatureError,
    InvalidOperationError,
    ScopeIsolationError,
):
    # Tracebacks name them as scripts do.
    _kind.__module__ = "pypto.language.parser.diagnostics.exceptions"

_OF_CODE = {
    "PLY0101": UnsupportedFeatureError,
    "PLY0102": UnsupportedFeatureError,
    "PLY0103": UndefinedVariableError,
    "PLY0104": InvalidOperationError,
    "PLY0105": InvalidOperationError,
    "PLY0106": InvalidOperationError,
    "PLY0107": ParserTypeError,
    "PLY0111": ParserTypeError,
    "PLY0115": ParserTypeError,
    "PLY0116": ParserTypeError,
}
_OF_FAMILY = {"PLY": ParserSyntaxError, "PLT": InvalidOperationError, "PLD": InvalidOperationError}


def of_failure(text, handle):
    """The exception of what the compiler found, or None where no rule of the language or of an op is broken."""
    code, message, hint, file, line, column = handle.first()
    kind = _OF_CODE.get(code) or _OF_FAMILY.get(code[:3])
    if kind is None and code[:3] == "PLC":
        return PartialCodegenError(text)
    if kind is None:
        return None
    error = kind(text, Span(file, line, column) if line > 0 else None, hint)
    error.code = code
    error.message = message
    return error
