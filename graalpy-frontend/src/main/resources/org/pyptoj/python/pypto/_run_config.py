"""How programs are compiled and run."""

import _pyptoj

from pypto._values import DataclassFields

__tracebackhide__ = True


class RunConfig:
    """How a program is compiled and run.

    Args:
        platform: ``a2a3``, ``a2a3sim``, ``a5`` or ``a5sim``; all run on the simulator.
        device_id: the device of a program without a host orchestrator.
        rtol: relative tolerance of ``run``'s own comparisons.
        atol: absolute tolerance of ``run``'s own comparisons.
        distributed_config: the devices of a distributed program.
        save_kernels_dir: folder for the artifacts.

    The other fields of the reference configure its device runtime and its profilers; they are accepted, and a run lists
    those that a script sets.
    """

    _FIELDS = {
        "strategy": None,
        "backend_type": None,
        "dump_passes": False,
        "save_kernels": False,
        "codegen_only": False,
        "enable_chip_swimlane": 0,
        "enable_l2_swimlane": 0,
        "enable_dump_args": 0,
        "enable_pmu": 0,
        "enable_dep_gen": False,
        "enable_scope_stats": False,
        "compile_profiling": False,
        "diagnostic_phase": None,
        "disabled_diagnostics": None,
        "golden_data_dir": None,
        "aicpu_thread_num": None,
        "ring_task_window": None,
        "ring_heap": None,
        "ring_dep_pool": None,
        "analyze_auto_scopes_for_deps": False,
        "memory_planner": None,
        "dump_ptoas_passes": False,
        "runtime": None,
        "block_dim": None,
    }

    __dataclass_fields__ = DataclassFields(
        {
            "platform": "a2a3sim",
            "device_id": 0,
            "rtol": 1e-5,
            "atol": 1e-5,
            "distributed_config": None,
            "save_kernels_dir": None,
            **_FIELDS,
        }
    )

    _MEANINGFUL = ("strategy", "backend_type", "dump_passes", "save_kernels", "codegen_only")

    def __init__(
        self,
        platform="a2a3sim",
        device_id=0,
        rtol=1e-5,
        atol=1e-5,
        distributed_config=None,
        save_kernels_dir=None,
        **fields,
    ):
        known = list(_pyptoj.compiler.platforms())
        if platform not in known:
            raise ValueError(f"unknown platform {platform!r}; there are {', '.join(known)}")
        self.platform = platform
        self.device_id = device_id
        self.rtol = rtol
        self.atol = atol
        self.distributed_config = distributed_config
        self.save_kernels_dir = save_kernels_dir
        for name in fields:
            if name not in self._FIELDS:
                raise TypeError(f"RunConfig() got an unexpected keyword argument '{name}'")
        self.__dict__.update(self._FIELDS)
        self.__dict__.update(fields)
        ignored = [f"RunConfig({n}=)" for n in fields if n not in self._MEANINGFUL and fields[n]]
        if ignored:
            _pyptoj.compiler.ignored(ignored)

    def any_dfx_enabled(self):
        """Whether a profiler of the device runtime is asked for."""
        return any(
            getattr(self, name)
            for name in (
                "enable_chip_swimlane", "enable_dump_args", "enable_pmu", "enable_dep_gen", "enable_scope_stats"
            )
        )

    def __repr__(self):
        return f"RunConfig(platform={self.platform!r}, distributed_config={self.distributed_config!r})"
