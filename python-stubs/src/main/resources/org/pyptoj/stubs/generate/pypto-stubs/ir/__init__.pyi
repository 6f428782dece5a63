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

    @property
    def functions(self) -> dict[str, Function]:
        """The functions by name."""

    def get_function(self, name: str) -> Function | None:
        """A function of the program, or None."""

    def __getitem__(self, name: str) -> Function | None:
        """A function of the program, or None."""

    def as_python(self, prefix: str = "pl", concise: bool = False, format: bool = True) -> str:
        """The program as DSL text, every type written out; parsing it gives the program again."""

    def __call__(self, *args: Any, **kwargs: Any) -> Self:
        """The program itself."""

class Parameter:
    """A parameter of a function: its name, its type as DSL text, and ``In``, ``Out`` or ``InOut``."""

    name: str
    name_hint: str
    type: str
    direction: str

class Function:
    """What a script can ask of a function of the kernel language."""

    name: str
    @property
    def program(self) -> Program:
        """The program that the function is in; by itself, with what it reaches, where it is in none."""

    @property
    def func_type(self) -> Any:
        """What the function is, a ``pl.FunctionType``."""

    @property
    def params(self) -> list[Parameter]:
        """The parameters, in order."""

    @property
    def return_types(self) -> list[str]:
        """The types of the results, as DSL text."""

    def as_python(self, prefix: str = "pl", concise: bool = False, format: bool = True) -> str:
        """The function as DSL text, every type written out."""

def python_print(
    node: Program | Function,
    prefix: str = "pl",
    concise: bool = False,
    format: bool = True,
    explicit_layout: bool = False,
) -> str:
    """A program or a function as DSL text."""

def serialize(node: Program | Function) -> bytes:
    """A program or a function as bytes: its text, which the reference's ``deserialize`` does not read."""

def deserialize(data: bytes) -> Program | Function:
    """What ``serialize`` was given."""

def serialize_to_file(node: Program | Function, path: str | PathLike[str]) -> None:
    """Writes a program or a function into a file."""

def deserialize_from_file(path: str | PathLike[str]) -> Program | Function:
    """Reads what ``serialize_to_file`` wrote."""

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
