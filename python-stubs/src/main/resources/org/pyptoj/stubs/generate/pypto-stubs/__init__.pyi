"""pypto, as kernel scripts import it; compiled and simulated by pypto-j."""

from . import ir as ir

__version__: str
