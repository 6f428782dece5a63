"""Names that scripts pass to ``ir.compile``."""


class OptimizationStrategy:
    """The pipeline; there is one."""

    Default = "Default"
    DebugTileOptimization = "DebugTileOptimization"


class PassDumpLevel:
    """How much of each pass is written."""

    NONE = 0
    CONCISE = 1
    EXPLICIT = 2
