# Written from the op table of pypto-j: mvn -Pstubs -pl python-stubs -am test

"""The chip families."""

from typing import ClassVar

from pypto._types import Backend

class BackendType:
    """The chip family that a program is compiled for."""

    Ascend910B: ClassVar[Backend]
    """A2 and A3."""
    Ascend950: ClassVar[Backend]
    """A5."""
