# Written from the op table of pypto-j: mvn -Pstubs -pl python-stubs -am test

"""What the compiler says of a kernel that breaks a rule of the language."""

from typing import Any

class ParserError(ValueError):
    """A function's text breaks a rule of the kernel language.

    Args:
        message: what is wrong.
        span: where, or None: ``filename``, ``begin_line`` and ``begin_column``, which count from 1.
        hint: the way out, or None.
        note: a further fact, or None.
        source_lines: the lines of the file, or None.
    """

    code: str | None
    message: str
    span: Any
    hint: str | None
    note: str | None
    source_lines: list[str] | None

    def __init__(
        self,
        message: str,
        span: Any = None,
        hint: str | None = None,
        note: str | None = None,
        source_lines: list[str] | None = None,
    ) -> None: ...

class ParserSyntaxError(ParserError):
    """A text, a statement or a call is not written as the language has it."""

class ParserTypeError(ParserError):
    """An annotation, an operand or a result is of a type that its place does not take."""

class UndefinedVariableError(ParserError):
    """A name is used that is not defined."""

class SSAViolationError(ParserError):
    """A name is assigned twice where the language takes it once; never raised here."""

class UnsupportedFeatureError(ParserError):
    """A statement or an expression of Python that the kernel language does not have."""

class InvalidOperationError(ParserError):
    """An op gets operands or attributes that it does not take."""

class ScopeIsolationError(ParserError):
    """A name of an inner scope is used outside it; never raised here."""

class ErrorRenderer:
    """Makes the report of a ``ParserError``: place, rule, source line with a caret, way out."""

    def __init__(self, use_color: bool | None = None) -> None: ...
    def render(self, error: ParserError) -> str:
        """The report, lines separated by newlines."""
