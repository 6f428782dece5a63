"""Compiled programs and the devices that they run on."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from pypto._types import Backend, HostValue
from pypto.runtime import DistributedWorker, RunConfig
from pypto.ir import Program

class DistributedConfig:
    """The devices of a distributed program.

    Args:
        device_ids: one rank per device, in rank order; ``[0]`` where it is left out.
        num_sub_workers: processes beside the ranks that run the host's sub-workers.
        runtime: the task runtime; the simulator has one of its own.
        aicpu_thread_num: scheduler threads of a device; the simulator has one of its own.

    Raises:
        ValueError: there is no device, or one is named twice.
    """

    device_ids: list[int]
    num_sub_workers: int
    runtime: str
    aicpu_thread_num: int
    def __init__(
        self,
        device_ids: Sequence[int] | None = None,
        num_sub_workers: int = 0,
        runtime: str = "tensormap_and_ringbuffer",
        aicpu_thread_num: int = 0,
    ) -> None: ...

class CompiledProgram:
    """A compiled program; calling it runs it on simulated ranks."""

    @property
    def output_dir(self) -> Path:
        """The folder of the artifacts."""

    @property
    def program(self) -> Program | None:
        """What was compiled."""

    @property
    def platform(self) -> str:
        """``a2a3``, ``a2a3sim``, ``a5`` or ``a5sim``."""

    @property
    def backend_type(self) -> Backend:
        """The chip family of the platform."""

    @property
    def param_names(self) -> list[str]:
        """The parameters of the program's entry, in order."""

    @property
    def output_indices(self) -> list[int]:
        """The positions of the parameters that the program writes."""

    @property
    def has_return(self) -> bool:
        """Whether the entry returns something."""

    @property
    def orchestration_names(self) -> list[str]:
        """The functions that submit tasks."""

    def __call__(self, *args: HostValue, config: RunConfig | None = None) -> Any:
        """Runs the program. Tensors are updated in place; with the outputs left out they are made
        and returned.

        Raises:
            TypeError: the number of arguments or the type of one does not fit the entry.
        """

class DistributedCompiledProgram(CompiledProgram):
    """A compiled program with a host orchestrator."""

    @property
    def distributed_config(self) -> DistributedConfig | None:
        """The devices that it was compiled for."""

    def prepare(
        self,
        config: RunConfig | None = None,
        *,
        extra_compiled: Sequence[DistributedCompiledProgram] = (),
        persistent: bool = False,
        reset_persistent_windows: bool | None = None,
        callbacks: dict[str, Callable[..., Any]] | None = None,
        sub_worker_overrides: dict[str, Callable[..., Any]] | None = None,
        startup_timeout_s: float | None = None,
    ) -> DistributedWorker:
        """A worker that holds the devices over several dispatches.

        Args:
            extra_compiled: further programs that the worker shall run, on the same devices.
            persistent: whether windows keep their contents from one dispatch to the next.
            reset_persistent_windows: whether they are zero again before the first dispatch.
            callbacks: Python functions that take the place of sub-workers, by name.
        """
