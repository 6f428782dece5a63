"""pypto, as kernel scripts import it; compiled and simulated by pypto-j."""

from pypto import ir as ir

__version__: str
