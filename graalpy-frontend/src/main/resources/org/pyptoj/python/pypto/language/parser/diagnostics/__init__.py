"""What the compiler says of a kernel that breaks a rule of the language."""

from pypto.language.parser.diagnostics.exceptions import (
    InvalidOperationError,
    ParserError,
    ParserSyntaxError,
    ParserTypeError,
    ScopeIsolationError,
    SSAViolationError,
    UndefinedVariableError,
    UnsupportedFeatureError,
)
from pypto.language.parser.diagnostics.renderer import ErrorRenderer

__all__ = [
    "ErrorRenderer",
    "InvalidOperationError",
    "ParserError",
    "ParserSyntaxError",
    "ParserTypeError",
    "ScopeIsolationError",
    "SSAViolationError",
    "UndefinedVariableError",
    "UnsupportedFeatureError",
]
