"""Names that scripts pass to ``ir.compile``."""

from pypto._values import choices

__tracebackhide__ = True

# There is one pipeline.
OptimizationStrategy = choices("OptimizationStrategy", "Default", "DebugTileOptimization")

# How much of each pass is written.
PassDumpLevel = choices("PassDumpLevel", "NONE", "CONCISE", "EXPLICIT")
