"""Compiled programs and the devices that they run on."""

import _pyptoj

from pypto._arguments import dispatch
from pypto._values import DataclassFields

_compiler = _pyptoj.compiler

__tracebackhide__ = True

# What this process has compiled, by folder: from_dir finds it again.
_by_folder = {}


class DistributedConfig:
    """The devices of a distributed program.

    Args:
        device_ids: one rank per device, in rank order.
        num_sub_workers: processes beside the ranks that run the host's sub-workers.
        runtime: the task runtime; the simulator has one of its own.
        aicpu_thread_num: scheduler threads of a device; the simulator has one of its own.
    """

    __dataclass_fields__ = DataclassFields(
        {
            "device_ids": None,
            "num_sub_workers": 0,
            "runtime": "tensormap_and_ringbuffer",
            "aicpu_thread_num": 0,
        }
    )

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


def remember(compiled, folder=None):
    """Lets from_dir find a program."""
    from pathlib import Path

    # Test suites compile into folders that they remove again.
    for known in [known for known in _by_folder if not Path(known).exists()]:
        del _by_folder[known]
    _by_folder[str(Path(folder or compiled._handle.outputDir()).resolve())] = compiled


class ParamInfo:
    """A parameter: its direction, its shape (None for a number, -1 for a symbolic extent), its element type."""

    def __init__(self, name, direction, shape, dtype):
        self.name = name
        self.direction = direction
        self.shape = shape
        self.dtype = dtype


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

        folder = Path(self._handle.outputDir())
        remember(self, folder)
        return folder

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

    def _get_metadata(self):
        """The parameters, the positions of the outputs, and one entry per result."""
        from pypto import ir
        from pypto._values import resolve

        infos = []
        for i, name in enumerate(self.param_names):
            direction, shape, dtype = self._handle.paramInfo(i)
            infos.append(
                ParamInfo(
                    name,
                    ir.ParamDirection[direction],
                    None if shape is None else [int(n) for n in shape],
                    resolve("pl." + dtype),
                )
            )
        return infos, self.output_indices, [None] * self._handle.resultCount()

    @property
    def has_return(self):
        return self._handle.hasReturn()

    @property
    def orchestration_names(self):
        return list(self._handle.orchestrationNames())

    @property
    def runtime_name(self):
        return "tensormap_and_ringbuffer"

    @property
    def runtime_config(self):
        return {}

    @classmethod
    def from_dir(cls, output_dir, *, platform=None, backend_type=None, distributed_config=None):
        """The program of an artifact folder.

        A folder of this process gives what was compiled; another one is compiled again from its first pass dump.

        Raises:
            FileNotFoundError: when the folder has neither.
        """
        from pathlib import Path

        folder = Path(output_dir).resolve()
        known = _by_folder.get(str(folder))
        if known is not None and (platform or known.platform) == known.platform and distributed_config is None:
            return known
        from pypto import ir

        dumps = sorted((folder / "passes_dump").glob("00_*.py"))
        if known is None and not dumps:
            raise FileNotFoundError(
                f"{folder} has no passes_dump/00_*.py; a program is read again from it, so compile with dump_passes=True"
            )
        program = known.program if known is not None else _parsed(dumps[0])
        return ir.compile(
            program,
            platform=platform or (known.platform if known is not None else None),
            backend_type=backend_type,
            distributed_config=distributed_config or (known._config if known is not None else _config_of(folder)),
        )

    def load(self):
        """Nothing to load: the program is compiled and in memory."""

    def __fspath__(self):
        return str(self.output_dir)

    def __getitem__(self, name):
        """One of several orchestrations, to be called by itself."""
        names = self.orchestration_names
        if name not in names:
            raise KeyError(f"there is no orchestration {name!r}; there are {', '.join(names)}")
        return SubProgram(self, name)

    def __getattr__(self, name):
        if name[:1] != "_" and name in self.orchestration_names:
            return SubProgram(self, name)
        if name in ("chip_callable", "build_orch_args", "build_call_config", "validate_ir"):
            from pypto._absent import absent

            if name == "chip_callable":
                absent("compiled.chip_callable", "load a device binary")()
            return absent("compiled." + name, "drive the device runtime")
        raise AttributeError(f"'{type(self).__name__}' object has no attribute '{name}'")

    def __call__(self, *args, config=None):
        """Runs the program. Tensors are updated in place; with the outputs left out they are made and returned."""
        if len(self.orchestration_names) > 1 and not self._handle.isDistributed():
            raise TypeError(
                f"the program has several orchestrations; select one explicitly: compiled[{self.orchestration_names[0]!r}]"
            )
        return dispatch(self._handle, args)

    def __repr__(self):
        return f"<compiled program {self._handle.name()} in {self._handle.outputDir()}>"


class SubProgram:
    """One orchestration of a program that has several and no host orchestrator."""

    def __init__(self, compiled, name):
        self._compiled = compiled
        self._handle = compiled._handle.entry(name)
        self.name = name

    @property
    def output_dir(self):
        return self._compiled.output_dir / "next_levels" / self.name

    @property
    def platform(self):
        return self._compiled.platform

    @property
    def param_names(self):
        return list(self._handle.paramNames())

    @property
    def output_indices(self):
        return list(self._handle.outputIndices())

    def __call__(self, *args, config=None):
        return dispatch(self._handle, args)


def _parsed(path):
    from pypto._program import dumped_program

    return dumped_program(path.read_text(encoding="utf-8"))


def _config_of(folder):
    """The devices that a folder's metadata names."""
    import json

    path = folder / "distributed_meta.json"
    if not path.exists():
        return None
    config = json.loads(path.read_text(encoding="utf-8")).get("distributed_config", {})
    return DistributedConfig(config.get("device_ids"), config.get("num_sub_workers", 0))


class DistributedCompiledProgram(CompiledProgram):
    """A compiled program with a host orchestrator."""

    @property
    def distributed_config(self):
        return self._config

    def __call__(self, *args, config=None):
        """Runs the program once on host tensors."""
        from pypto._workers.sub_workers import host_caller

        for arg in args:
            if hasattr(arg, "worker_ids") or hasattr(arg, "data_ptr") and hasattr(arg, "buffer"):
                raise TypeError(
                    f"a single call takes no {type(arg).__name__}: prepare() a worker, allocate with it, and run there"
                )
        call = host_caller(self, {})
        if call is None:
            return dispatch(self._handle, args)
        world = self._handle.world(False, call)
        try:
            return dispatch(self._handle, args, world)
        finally:
            world.close()

    def prepare(
        self,
        config=None,
        *,
        extra_compiled=(),
        persistent=False,
        reset_persistent_windows=None,
        callbacks=None,
        sub_worker_overrides=None,
        startup_timeout_s=None,
    ):
        """A worker that holds the devices over many dispatches; see ``DistributedWorker``."""
        from pypto._workers.distributed_worker import DistributedWorker

        return DistributedWorker(
            [self, *extra_compiled],
            config,
            persistent=persistent,
            reset_persistent_windows=reset_persistent_windows,
            callbacks=callbacks,
            sub_worker_overrides=sub_worker_overrides,
            startup_timeout_s=startup_timeout_s,
        )
