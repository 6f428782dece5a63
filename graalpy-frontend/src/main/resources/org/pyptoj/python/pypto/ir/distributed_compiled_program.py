"""Compiled programs and the devices that they run on."""

import _pyptoj

_compiler = _pyptoj.compiler


class DistributedConfig:
    """The devices of a distributed program.

    Args:
        device_ids: one rank per device, in rank order.
        num_sub_workers: processes beside the ranks that run the host's sub-workers.
        runtime: the task runtime; the simulator has one of its own.
        aicpu_thread_num: scheduler threads of a device; the simulator has one of its own.
    """

    def __init__(self, device_ids=None, num_sub_workers=0, runtime="tensormap_and_ringbuffer", aicpu_thread_num=0):
        self.device_ids = [0] if device_ids is None else list(device_ids)
        self.num_sub_workers = num_sub_workers
        self.runtime = runtime
        self.aicpu_thread_num = aicpu_thread_num
        if not self.device_ids:
            raise ValueError("device_ids must name at least one device")
        if len(set(self.device_ids)) != len(self.device_ids):
            raise ValueError(f"device_ids must be distinct, got {self.device_ids}")

    def __repr__(self):
        return f"DistributedConfig(device_ids={self.device_ids!r}, num_sub_workers={self.num_sub_workers!r})"

    def __eq__(self, other):
        return isinstance(other, DistributedConfig) and vars(self) == vars(other)


class CompiledProgram:
    """A compiled program; calling it runs it on simulated ranks."""

    def __init__(self, handle, program=None, config=None):
        self._handle = handle
        self._program = program
        self._config = config

    @property
    def output_dir(self):
        """The folder of the artifacts."""
        from pathlib import Path

        return Path(self._handle.outputDir())

    @property
    def program(self):
        return self._program

    @property
    def platform(self):
        return self._handle.platform()

    @property
    def backend_type(self):
        from pypto.backend import BackendType

        return BackendType.Ascend950 if self.platform.startswith("a5") else BackendType.Ascend910B

    @property
    def param_names(self):
        """The parameters of the program's entry, in order."""
        return list(self._handle.paramNames())

    @property
    def output_indices(self):
        """The positions of the parameters that the program writes."""
        return list(self._handle.outputIndices())

    @property
    def has_return(self):
        return self._handle.hasReturn()

    @property
    def orchestration_names(self):
        return list(self._handle.orchestrationNames())

    def __call__(self, *args, config=None):
        """Runs the program. Tensors are updated in place; with the outputs left out they are made and returned."""
        return dispatch(self._handle, args)

    def __repr__(self):
        return f"<compiled program {self._handle.name()} in {self._handle.outputDir()}>"


class DistributedCompiledProgram(CompiledProgram):
    """A compiled program with a host orchestrator."""

    @property
    def distributed_config(self):
        return self._config

    def prepare(self, config=None, **options):
        """A worker that holds the devices over several dispatches."""
        from pypto.runtime import DistributedWorker

        return DistributedWorker(self, config, **options)


def dispatch(handle, args, world=None):
    """Runs a compiled program on tensors and numbers."""
    import torch

    count = len(handle.paramNames())
    given = list(args)
    made = []
    outputs = list(handle.outputIndices())
    if len(given) != count and len(given) == count - len(outputs):
        inputs = iter(given)
        given = []
        for i in range(count):
            if i in outputs:
                shape, dtype = handle.outputShape(i)
                made.append(torch.zeros(tuple(shape), dtype=getattr(torch, dtype)))
                given.append(made[-1])
            else:
                given.append(next(inputs))
    if len(given) != count:
        raise TypeError(
            f"{handle.name()} takes {count} arguments ({', '.join(handle.paramNames())}), {len(given)} were given"
        )
    values = []
    for name, value in zip(handle.paramNames(), given):
        if isinstance(value, torch.Tensor):
            values.append(value._t)
        elif isinstance(value, (bool, int, float)):
            values.append(value)
        elif hasattr(value, "_host_tensor"):
            values.append(value._host_tensor()._t)
        elif hasattr(value, "value"):
            values.append(value.value)
        else:
            raise TypeError(f"argument '{name}' must be a tensor or a number, not {type(value).__name__}")
    handle.run(values)
    if made:
        return made[0] if len(made) == 1 else tuple(made)
    return None
