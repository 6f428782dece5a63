"""Running compiled programs."""

from collections.abc import Sequence
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

class DeviceTensor:
    """A tensor in a device's memory."""

    data_ptr: int
    shape: tuple[int, ...]
    dtype: Any
    @property
    def nbytes(self) -> int:
        """Its size in bytes."""

class StackedDeviceTensor:
    """One shard per device, seen as one tensor with the devices first."""

    shards: tuple[DeviceTensor, ...]
    full_shape: tuple[int, ...]
    worker_ids: tuple[int, ...]

class RegistrationHandle:
    """A program that a worker has registered; calling it dispatches it."""

    def __call__(self, *args: HostValue, config: RunConfig | None = None) -> Any:
        """Runs the program once."""

    def unregister(self) -> None:
        """Gives the registration back."""

class Worker:
    """Devices that are held over several dispatches."""

    def malloc(self, nbytes: int, *, worker_id: int = 0) -> int:
        """Allocates device memory of this many bytes."""

    def free(self, ptr: int, *, worker_id: int = 0) -> None:
        """Gives device memory back."""

    def copy_to(
        self, dst_dev_ptr: int, src_host_ptr: int, nbytes: int, *, worker_id: int = 0
    ) -> None:
        """Copies bytes from the host to a device."""

    def copy_from(
        self, dst_host_ptr: int, src_dev_ptr: int, nbytes: int, *, worker_id: int = 0
    ) -> None:
        """Copies bytes from a device to the host."""

    def alloc_tensor(
        self, shape: Sequence[int], dtype: Any, *, init: Any = None, worker_id: int = 0
    ) -> DeviceTensor:
        """A tensor in a device's memory, with the contents of ``init`` if it is given."""

    def free_tensor(self, t: DeviceTensor, *, worker_id: int = 0) -> None:
        """Gives a device's tensor back."""

    def run(self, compiled: CompiledProgram, *args: HostValue, config: RunConfig | None = None) -> Any:
        """Dispatches a program and waits for it."""

    def register(self, compiled: CompiledProgram) -> RegistrationHandle:
        """Prepares a program for repeated dispatch."""

class ChipWorker(Worker):
    """One device, for programs without a host orchestrator."""

    def __init__(
        self,
        config: RunConfig | None = None,
        *,
        level: int = 2,
        runtime: str = "tensormap_and_ringbuffer",
        enable_sdma: bool = False,
        auto_init: bool | None = None,
    ) -> None: ...
    def close(self) -> None:
        """Gives the device back."""

    def __enter__(self) -> ChipWorker: ...
    def __exit__(self, *exc: object) -> None: ...

class DistributedRunHandle:
    """A dispatch that was submitted and may still run."""

    @property
    def done(self) -> bool:
        """Whether it has ended."""

    def result(self, timeout: float | None = None) -> None:
        """Waits for its end, at most so many seconds, and raises what it raised."""

    def wait(self, timeout: float | None = None) -> None:
        """The same."""

class DistributedWorker(Worker):
    """The devices of distributed programs, held over several dispatches."""

    def __call__(self, *args: HostValue, config: RunConfig | None = None) -> None:
        """Dispatches the worker's only program and waits for it."""

    def submit(
        self, compiled: CompiledProgram, *args: HostValue, config: RunConfig | None = None
    ) -> DistributedRunHandle:
        """Starts a dispatch and goes on; two may be under way."""

    def alloc_stacked_tensor(
        self, host: Any, *, worker_ids: Sequence[int] | None = None
    ) -> StackedDeviceTensor:
        """One shard of a host tensor per device, along its first dimension."""

    def copy_stacked_from(self, stacked: StackedDeviceTensor, host: Any) -> None:
        """Copies the shards back into a host tensor."""

    def free_stacked_tensor(self, stacked: StackedDeviceTensor) -> None:
        """Gives the shards back."""

    def close(self) -> None:
        """Gives the devices back; later calls raise RuntimeError."""

    def __enter__(self) -> DistributedWorker: ...
    def __exit__(self, *exc: object) -> None: ...
