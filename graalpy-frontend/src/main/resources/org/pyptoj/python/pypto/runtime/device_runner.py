"""What a run needs beside the program, and how its results are compared. There are no device binaries here."""

from pypto._absent import absent_names

__tracebackhide__ = True

_SHOWN = 10


def compile_and_assemble(work_dir, platform):
    """The program of a folder that is ready to run, its runtime's name, and that runtime's settings."""
    from pypto.ir.distributed_compiled_program import CompiledProgram

    compiled = CompiledProgram.from_dir(work_dir)
    return compiled, compiled.runtime_name, compiled.runtime_config


def validate_golden(outputs, golden, rtol=1e-5, atol=1e-5):
    """Compares outputs with expected values; where these are NaN, anything is right.

    Raises:
        AssertionError: at the first output that differs, with the places where it does.
    """
    import torch

    for name, actual in outputs.items():
        expected = golden[name]
        if tuple(actual.shape) != tuple(expected.shape):
            raise AssertionError(f"output {name!r} has shape {tuple(actual.shape)}, expected is {tuple(expected.shape)}")
        right = torch.isclose(actual, expected, rtol=rtol, atol=atol) | torch.isnan(expected)
        if bool(right.all()):
            continue
        places = torch.nonzero(~right)
        count = places.shape[0]
        lines = [f"output {name!r}: {count} of {actual.numel()} elements differ (rtol={rtol}, atol={atol})"]
        for place in places[:_SHOWN].tolist():
            at = tuple(place)
            lines.append(f"  {place}: {actual[at].item()} instead of {expected[at].item()}")
        if count > _SHOWN:
            lines.append(f"  and {count - _SHOWN} more")
        raise AssertionError("\n".join(lines))


__getattr__ = absent_names("pypto.runtime.device_runner", "build and load device binaries")
