"""pypto, as kernel scripts import it; compiled and simulated by pypto-j."""

__version__ = "0.1.0"
