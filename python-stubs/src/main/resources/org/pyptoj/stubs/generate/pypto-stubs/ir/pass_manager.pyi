"""Names that scripts pass to ``ir.compile``."""

from typing import ClassVar

class OptimizationStrategy:
    """The pipeline; there is one."""

    Default: ClassVar[str]
    DebugTileOptimization: ClassVar[str]

class PassDumpLevel:
    """How much of each pass is written."""

    NONE: ClassVar[int]
    CONCISE: ClassVar[int]
    EXPLICIT: ClassVar[int]
