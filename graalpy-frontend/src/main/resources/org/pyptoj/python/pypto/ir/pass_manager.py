"""Names that scripts pass to ``ir.compile``."""

from pypto._values import choices

__tracebackhide__ = True

# There is one pipeline.
OptimizationStrategy = choices("OptimizationStrategy", "Default", "DebugTileOptimization")

# How much of each pass is written.
PassDumpLevel = choices("PassDumpLevel", "NONE", "CONCISE", "EXPLICIT")


class PassManager:
    """The pipeline of passes.

    Args:
        strategy: there is one pipeline.
        analyze_auto_scopes_for_deps: accepted; the simulator finds dependencies itself.
    """

    def __init__(self, strategy=OptimizationStrategy.Default, *, analyze_auto_scopes_for_deps=False):
        self.strategy = strategy

    @classmethod
    def get_strategy(cls, strategy=OptimizationStrategy.Default, *, analyze_auto_scopes_for_deps=False):
        """The pipeline of a strategy."""
        return cls(strategy)

    @property
    def pass_names(self):
        """The passes, in order."""
        import _pyptoj

        return list(_pyptoj.compiler.passNames())

    def get_pass_names(self):
        """The passes, in order."""
        return self.pass_names

    def run_passes(self, input_ir, dump_ir=False, output_dir=None, prefix="pl"):
        """The program after the last pass, for the chosen chip family.

        Args:
            input_ir: what ``@pl.program`` or ``lower`` made.
            dump_ir: False; ``ir.compile`` writes the program after each pass.
            output_dir: None.
            prefix: ``pl``.
        """
        if getattr(dump_ir, "value", dump_ir) or output_dir is not None or prefix != "pl":
            raise NotImplementedError(
                "run_passes() gives the last program only; ir.compile(program, folder) writes one after each pass"
            )
        import _pyptoj
        from pypto._program import Program
        from pypto.backend import platform_of
        from pypto.ir import _level

        return Program(_pyptoj.compiler.lowered(input_ir._handle, platform_of(), _level()))
