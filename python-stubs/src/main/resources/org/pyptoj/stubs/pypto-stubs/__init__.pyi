# Written from the op table of pypto-j: mvn -Pstubs -pl python-stubs -am test

"""pypto, as kernel scripts import it; compiled and simulated by pypto-j."""

from pypto import ir as ir

__version__: str
