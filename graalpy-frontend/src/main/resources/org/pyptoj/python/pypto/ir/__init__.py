"""Compiling programs: ``from pypto import ir`` and ``ir.compile(program, ...)``."""

import _pyptoj

_compiler = _pyptoj.compiler

__tracebackhide__ = True

# What the reference's compile accepts and what has no meaning on simulated ranks; it is listed once at the end of a run.
_WITHOUT_MEANING = (
    "strategy",
    "skip_ptoas",
    "diagnostic_phase",
    "disabled_diagnostics",
    "profiling",
    "analyze_auto_scopes_for_deps",
    "memory_planner",
    "dump_ptoas_passes",
    "enable_pypto_l0c_double_buffer",
    "emit_source_loc",
    "runtime",
)


def compile(program, output_dir=None, *, platform=None, dump_passes=True, backend_type=None, distributed_config=None,
            verification_level=None, **options):
    """Compiles a program and writes its artifacts.

    Args:
        program: what ``@pl.program`` or ``lower`` made.
        output_dir: folder for the artifacts; by default ``build_output/<program>_<time>``.
        platform: ``a2a3``, ``a2a3sim``, ``a5`` or ``a5sim``.
        dump_passes: whether the program is written after every pass.
        distributed_config: the devices, one rank each.
        verification_level: how much of the program is checked after every pass: ``NONE``, ``BASIC`` (every invariant) or
            ``ROUNDTRIP`` (its text parses back, too); by default what ``PYPTO_VERIFY_LEVEL`` says, else ``NONE``.

    Returns:
        a compiled program that can be called with tensors.
    """
    from pypto.ir.distributed_compiled_program import CompiledProgram, DistributedCompiledProgram, remember
    from pypto._program import Program

    for name in options:
        if name not in _WITHOUT_MEANING:
            raise TypeError(f"compile() got an unexpected keyword argument '{name}'")
    _compiler.ignored(["compile(" + name + "=)" for name, value in options.items() if value is not None])
    if not isinstance(program, Program):
        raise TypeError(f"compile() takes a program made by @pl.program or lower(), not {type(program).__name__}")
    import os

    if platform is None:
        from pypto.backend import platform_of

        platform = platform_of(backend_type)
    devices = [int(d) for d in distributed_config.device_ids] if distributed_config is not None else [0]
    handle = _compiler.compile(
        program._handle,
        platform,
        devices,
        None if output_dir is None else str(output_dir),
        bool(getattr(dump_passes, "value", dump_passes)),
        os.environ.get("PYPTO_PROG_BUILD_DIR"),
        _level(verification_level),
    )
    cls = DistributedCompiledProgram if handle.isDistributed() else CompiledProgram
    compiled = cls(handle, program, distributed_config)
    if output_dir is not None:
        remember(compiled)
    return compiled


def _level(asked=None):
    """The name of a verification level; the environment's where none is asked for."""
    if asked is None:
        import os

        return os.environ.get("PYPTO_VERIFY_LEVEL")
    return getattr(asked, "name", None) or str(asked)


def compile_with_config(program, config):
    """Compiles with what a ``RunConfig`` says; the JIT's way in."""
    if config is None:
        return compile(program)
    return compile(
        program,
        getattr(config, "save_kernels_dir", None),
        platform=config.platform,
        distributed_config=config.distributed_config,
    )


def python_print(node, prefix="pl", concise=False, format=True, explicit_layout=False):
    """A program or a function as DSL text; see its ``as_python``."""
    if explicit_layout:
        raise NotImplementedError("python_print(explicit_layout=True) is not available in pypto-j")
    return node.as_python(prefix, concise, format)


def __getattr__(name):
    if name in ("CompiledProgram", "DistributedCompiledProgram", "DistributedConfig"):
        from pypto.ir import distributed_compiled_program

        return getattr(distributed_compiled_program, name)
    if name == "VerificationLevel":
        from pypto.pypto_core import passes

        return passes.VerificationLevel
    if name in ("OptimizationStrategy", "PassDumpLevel"):
        from pypto.ir import pass_manager

        return getattr(pass_manager, name)
    if name == "ParamDirection":
        from pypto._values import choices

        value = globals()[name] = choices("ParamDirection", "In", "Out", "InOut")
        return value
    if name in ("Program", "Function"):
        from pypto import _program

        return getattr(_program, name)
    if name in ("serialize", "deserialize", "serialize_to_file", "deserialize_from_file"):
        from pypto.ir import serialization

        return getattr(serialization, name)
    if name in ("DataType", "FunctionType", "Level", "MemorySpace", "Role", "TensorLayout"):
        from pypto._values import resolve

        return resolve("pl." + name)
    raise AttributeError(f"module 'pypto.ir' has no attribute '{name}'")
