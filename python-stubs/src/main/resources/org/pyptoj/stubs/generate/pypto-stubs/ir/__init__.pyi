"""Compiling programs: ``from pypto import ir`` and ``ir.compile(program, ...)``."""

from os import PathLike
from typing import Any, Self

from pypto._types import Backend
from pypto.ir.distributed_compiled_program import CompiledProgram as CompiledProgram
from pypto.ir.distributed_compiled_program import DistributedCompiledProgram as DistributedCompiledProgram
from pypto.ir.distributed_compiled_program import DistributedConfig as DistributedConfig
from pypto.ir.pass_manager import OptimizationStrategy as OptimizationStrategy
from pypto.ir.pass_manager import PassDumpLevel as PassDumpLevel

class Program:
    """A program of kernel functions, as ``@pl.program`` and ``lower`` make them."""

    @property
    def name(self) -> str:
        """The name of the class or of the entry function."""

    @property
    def function_names(self) -> list[str]:
        """The functions in order."""

    def as_python(self) -> str:
        """The program as DSL text; parsing it gives the program again."""

    def __call__(self, *args: Any, **kwargs: Any) -> Self:
        """The program itself."""

def compile(
    program: Program,
    output_dir: str | PathLike[str] | None = None,
    *,
    platform: str | None = None,
    dump_passes: bool = True,
    backend_type: Backend | None = None,
    distributed_config: DistributedConfig | None = None,
    strategy: Any = None,
    skip_ptoas: Any = None,
    verification_level: Any = None,
    diagnostic_phase: Any = None,
    disabled_diagnostics: Any = None,
    profiling: Any = None,
    analyze_auto_scopes_for_deps: Any = None,
    memory_planner: Any = None,
    dump_ptoas_passes: Any = None,
    enable_pypto_l0c_double_buffer: Any = None,
    emit_source_loc: Any = None,
    runtime: Any = None,
) -> DistributedCompiledProgram:
    """Compiles a program and writes its artifacts.

    What follows ``distributed_config`` is accepted and has no meaning on simulated ranks; a run
    lists it once.

    Args:
        program: what ``@pl.program`` or ``lower`` made.
        output_dir: folder for the artifacts; by default ``build_output/<program>_<time>``.
        platform: ``a2a3``, ``a2a3sim``, ``a5`` or ``a5sim``.
        dump_passes: whether the program is written after every pass.
        backend_type: the chip family, where ``platform`` is left out.
        distributed_config: the devices, one rank each.

    Returns:
        A compiled program that can be called with tensors; a plain ``CompiledProgram`` where the
        program has no host orchestrator.

    Raises:
        TypeError: ``program`` is no program.
    """
