"""The exceptions of kernels that break a rule of the language."""

from pypto._failures import InvalidOperationError as InvalidOperationError
from pypto._failures import ParserError as ParserError
from pypto._failures import ParserSyntaxError as ParserSyntaxError
from pypto._failures import ParserTypeError as ParserTypeError
from pypto._failures import ScopeIsolationError as ScopeIsolationError
from pypto._failures import Span as Span
from pypto._failures import SSAViolationError as SSAViolationError
from pypto._failures import UndefinedVariableError as UndefinedVariableError
from pypto._failures import UnsupportedFeatureError as UnsupportedFeatureError
