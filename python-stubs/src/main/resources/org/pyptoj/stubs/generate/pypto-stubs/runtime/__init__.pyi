"""Running compiled programs."""

from os import PathLike
from typing import Any

from pypto._types import Backend, HostValue
from pypto.ir import CompiledProgram, Program
from pypto.ir.distributed_compiled_program import DistributedConfig

class RunConfig:
    """How a program is compiled and run.

    The fields behind ``save_kernels_dir`` configure the reference's device runtime and its
    profilers; they are accepted, and a run lists those that a script sets.

    Args:
        platform: ``a2a3``, ``a2a3sim``, ``a5`` or ``a5sim``; all run on the simulator.
        device_id: the device of a program without a host orchestrator.
        rtol: relative tolerance of ``run``'s own comparisons.
        atol: absolute tolerance of ``run``'s own comparisons.
        distributed_config: the devices of a distributed program.
        save_kernels_dir: folder for the artifacts.

    Raises:
        ValueError: the platform does not exist.
    """

    platform: str
    device_id: int
    rtol: float
    atol: float
    distributed_config: DistributedConfig | None
    save_kernels_dir: str | PathLike[str] | None
    strategy: Any
    backend_type: Backend | None
    dump_passes: bool
    save_kernels: bool
    codegen_only: bool
    enable_chip_swimlane: int
    enable_l2_swimlane: int
    enable_dump_args: int
    enable_pmu: int
    enable_dep_gen: bool
    enable_scope_stats: bool
    compile_profiling: bool
    diagnostic_phase: Any
    disabled_diagnostics: Any
    golden_data_dir: str | PathLike[str] | None
    aicpu_thread_num: int | None
    ring_task_window: int | None
    ring_heap: int | None
    ring_dep_pool: int | None
    analyze_auto_scopes_for_deps: bool
    memory_planner: Any
    dump_ptoas_passes: bool
    runtime: Any
    block_dim: int | None
    def __init__(
        self,
        platform: str = "a2a3sim",
        device_id: int = 0,
        rtol: float = 1e-5,
        atol: float = 1e-5,
        distributed_config: DistributedConfig | None = None,
        save_kernels_dir: str | PathLike[str] | None = None,
        *,
        strategy: Any = None,
        backend_type: Backend | None = None,
        dump_passes: bool = False,
        save_kernels: bool = False,
        codegen_only: bool = False,
        enable_chip_swimlane: int = 0,
        enable_l2_swimlane: int = 0,
        enable_dump_args: int = 0,
        enable_pmu: int = 0,
        enable_dep_gen: bool = False,
        enable_scope_stats: bool = False,
        compile_profiling: bool = False,
        diagnostic_phase: Any = None,
        disabled_diagnostics: Any = None,
        golden_data_dir: str | PathLike[str] | None = None,
        aicpu_thread_num: int | None = None,
        ring_task_window: int | None = None,
        ring_heap: int | None = None,
        ring_dep_pool: int | None = None,
        analyze_auto_scopes_for_deps: bool = False,
        memory_planner: Any = None,
        dump_ptoas_passes: bool = False,
        runtime: Any = None,
        block_dim: int | None = None,
    ) -> None: ...

def run(program: Program, *tensors: HostValue, config: RunConfig | None = None) -> CompiledProgram:
    """Compiles a program, runs it on tensors, and returns the compiled program."""
