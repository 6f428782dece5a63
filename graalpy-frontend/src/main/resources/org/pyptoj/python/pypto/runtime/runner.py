"""Compiling and running programs in one go."""

from pypto._absent import absent_names
from pypto._run_config import RunConfig as RunConfig

__tracebackhide__ = True

_SWIMLANE_MAX_LEVEL = 4
_SWIMLANE_FULL_LEVEL = 4
_SWIMLANE_CLI_HELP = "Level of the chip's swimlane capture, 0 to 4; simulated ranks capture none."


class RunResult:
    """How a test case of a harness ended."""

    __test__ = False

    def __init__(self, passed, test_name=None, error=None, execution_time=None, profile=None):
        self.passed = passed
        self.test_name = test_name
        self.error = error
        self.execution_time = execution_time
        self.profile = profile

    def __bool__(self):
        return self.passed

    def __repr__(self):
        verdict = "PASS" if self.passed else f"FAIL: {self.error}"
        return f"{verdict}: {self.test_name}" if self.test_name else verdict


def run(program, *tensors, config=None):
    """Compiles a program, runs it on tensors, and returns the compiled program."""
    from pypto.ir import compile_with_config

    compiled = compile_with_config(program, config)
    compiled(*tensors, config=config)
    return compiled


def compile_program(program, work_dir, *, strategy=None, backend_type=None, dump_passes=False, **options):
    """Compiles a program into a folder; the options are those of ``ir.compile``."""
    from pypto import ir

    if str(strategy).endswith(".Default"):
        strategy = None
    asked = {name: value for name, value in options.items() if value}
    ir.compile(program, work_dir, backend_type=backend_type, dump_passes=dump_passes, strategy=strategy, **asked)


def execute_compiled(work_dir, args, *, platform=None, device_id=0, **options):
    """Runs what an earlier compilation of this process wrote into a folder."""
    from pypto.ir.distributed_compiled_program import CompiledProgram

    CompiledProgram.from_dir(work_dir, platform=platform)(*args)


class _DfxOpts:
    """Which profilers of the device runtime are asked for; simulated ranks have none of them."""

    _FIELDS = ("enable_chip_swimlane", "enable_dump_args", "enable_pmu", "enable_dep_gen", "enable_scope_stats")

    def __init__(
        self, enable_chip_swimlane=0, enable_dump_args=0, enable_pmu=0, enable_dep_gen=False, enable_scope_stats=False
    ):
        self.enable_chip_swimlane = enable_chip_swimlane
        self.enable_dump_args = enable_dump_args
        self.enable_pmu = enable_pmu
        self.enable_dep_gen = enable_dep_gen
        self.enable_scope_stats = enable_scope_stats

    def any(self):
        return any(getattr(self, name) for name in self._FIELDS)

    @classmethod
    def from_run_config(cls, cfg):
        return cls(*(getattr(cfg, name) for name in cls._FIELDS))


def _load_golden_module(golden_path, module_name="_golden"):
    """The module of a ``golden.py``."""
    import sys

    module = type(sys)(module_name)
    module.__file__ = str(golden_path)
    with open(golden_path, encoding="utf-8") as file:
        exec(compile(file.read(), str(golden_path), "exec", dont_inherit=True), module.__dict__)
    return module


def _load_golden_from_data_dir(out_dir, output_names):
    """The tensors of these names in a folder, or None where one is missing."""
    import torch

    paths = {name: out_dir / f"{name}.pt" for name in output_names}
    if not paths or not all(path.exists() for path in paths.values()):
        return None
    return {name: torch.load(str(path), weights_only=True) for name, path in paths.items()}


def _in_order(compiled, given):
    """Arguments in the order of the parameters: of tensors, and of numbers, each kind has its own order."""
    import torch

    tensors = [value for value in given if isinstance(value, torch.Tensor)]
    numbers = [value for value in given if not isinstance(value, torch.Tensor)]
    infos, _, _ = compiled._get_metadata()
    wanted = [info.shape is not None for info in infos]
    if wanted.count(True) != len(tensors) or wanted.count(False) != len(numbers):
        raise TypeError(
            f"the program takes {wanted.count(True)} tensors and {wanted.count(False)} numbers"
            f" ({', '.join(info.name for info in infos)}), {len(tensors)} and {len(numbers)} were given"
        )
    tensors, numbers = iter(tensors), iter(numbers)
    return [next(tensors if is_tensor else numbers) for is_tensor in wanted]


def _execute_on_device(
    work_dir,
    golden_path,
    chip_callable,
    runtime_name,
    platform,
    device_id,
    dfx=_DfxOpts(),
    validate=True,
    actual_out_dir=None,
    enable_sdma=False,
):
    """Runs the program of a folder on the inputs of a ``golden.py`` and compares with what it expects.

    Args:
        work_dir: the folder.
        golden_path: the ``golden.py``.
        chip_callable: what ``compile_and_assemble`` gave for the folder.
        runtime_name: accepted; the simulator has a runtime of its own.
        platform: accepted; the program has the one that it was compiled for.
        device_id: accepted; one simulated chip is like another.
        dfx: the profilers that are asked for, which simulated ranks do not have.
        validate: whether results are compared.
        actual_out_dir: a folder that the results are written into.
        enable_sdma: accepted; the simulator needs no workspace for transfers.

    Raises:
        AssertionError: when a result is not as expected.
    """
    from pypto.runtime.device_runner import validate_golden
    from pypto.runtime.golden_writer import _save_data_files

    if dfx.any():
        import _pyptoj

        _pyptoj.compiler.ignored([name for name in dfx._FIELDS if getattr(dfx, name)])
    golden = _load_golden_module(golden_path)
    params = {"name": "Default"}
    given = golden.generate_inputs(params)
    names = list(golden.__outputs__)
    outputs = {name: value for name, value in given if name in names}
    expected = _load_golden_from_data_dir(golden_path.parent / "data" / "out", names)
    if expected is None:
        tensors = {name: value.clone() if hasattr(value, "clone") else value for name, value in given}
        golden.compute_golden(tensors, params)
        expected = {name: tensors[name] for name in names}
    chip_callable(*_in_order(chip_callable, [value for _, value in given]))
    if actual_out_dir is not None:
        _save_data_files(outputs, actual_out_dir)
    if validate:
        validate_golden(outputs, expected, golden.RTOL, golden.ATOL)


def validate_persisted_outputs(work_dir, rtol, atol):
    """Compares what an earlier run wrote into ``data/actual`` of a folder with ``data/out``.

    Raises:
        AssertionError: when a result is missing, or is not as expected.
    """
    from pypto.runtime.device_runner import validate_golden

    names = list(_load_golden_module(work_dir / "golden.py").__outputs__)
    found = {}
    for part in ("actual", "out"):
        found[part] = _load_golden_from_data_dir(work_dir / "data" / part, names)
        if found[part] is None:
            raise AssertionError(f"{work_dir / 'data' / part} does not have all of {', '.join(names)}")
    validate_golden(found["actual"], found["out"], rtol=rtol, atol=atol)


__getattr__ = absent_names("pypto.runtime.runner", "drive the device runtime")
