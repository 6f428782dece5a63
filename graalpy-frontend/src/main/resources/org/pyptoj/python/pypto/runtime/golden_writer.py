"""Reference data of a run: a folder of tensors and ``golden.py``, which gives the inputs and knows the expected outputs.

``golden.py`` has ``generate_inputs(params)``, ``compute_golden(tensors, params)``, ``__outputs__``, ``RTOL`` and ``ATOL``;
``data/in`` and ``data/out`` beside it have the tensors that are not constant.
"""

from pypto.runtime.tensor_spec import SCALAR_CTYPE_MAP

__tracebackhide__ = True


def write_golden(tensor_specs, golden_fn, output_path, rtol=1e-5, atol=1e-5, scalar_specs=None, data_dir=None):
    """Writes ``golden.py`` with its data and returns its path.

    Args:
        tensor_specs: the tensors, in the order of the parameters.
        golden_fn: computes the expected outputs: it gets the tensors by name, and None.
        output_path: the file to write.
        rtol: relative tolerance.
        atol: absolute tolerance.
        scalar_specs: the numbers, which follow the tensors.
        data_dir: the folder of the tensors; ``data`` beside the file without.
    """
    from pathlib import Path

    path = Path(output_path)
    path.parent.mkdir(parents=True, exist_ok=True)
    folder = Path(data_dir) if data_dir is not None else path.parent / "data"
    if data_dir is None or not _data_dir_has_files(folder, tensor_specs):
        tensors = _materialize_tensors(tensor_specs)
        _save_data_files({s.name: tensors[s.name] for s in tensor_specs if _is_given(s)}, folder / "in")
        golden_fn(tensors, None)
        _save_data_files({s.name: tensors[s.name] for s in tensor_specs if s.is_output}, folder / "out")
    text = generate_golden_source(
        tensor_specs, golden_fn, rtol, atol, scalar_specs=scalar_specs, data_dir=folder.resolve(), use_data_files=True
    )
    path.write_text(text, encoding="utf-8")
    return path


def generate_golden_source(
    tensor_specs,
    golden_fn,
    rtol,
    atol,
    *,
    compute_golden_src=None,
    scalar_specs=None,
    data_dir=None,
    use_data_files=False,
):
    """The text of ``golden.py``.

    Args:
        compute_golden_src: the text of ``compute_golden``; without, that of ``golden_fn``.
        data_dir: the folder of the tensors; ``data`` beside the file without.
        use_data_files: whether tensors are read from there; otherwise they have to be constant.
    """
    scalars = scalar_specs or []
    files = use_data_files or data_dir is not None
    if compute_golden_src is None:
        try:
            compute_golden_src = _extract_compute_golden(golden_fn)
        except RuntimeError as error:
            compute_golden_src = f"def compute_golden(tensors, params):\n    raise NotImplementedError({str(error)!r})"
    lines = ['"""Inputs and expected outputs of a run."""', "", "import ctypes", "import math", "from pathlib import Path", ""]
    lines += ["import torch", ""]
    if files:
        folder = 'Path(__file__).parent / "data"' if data_dir is None else f"Path({str(data_dir)!r})"
        lines.append(f"_DATA = {folder}")
    lines.append(f"__outputs__ = {[s.name for s in tensor_specs if s.is_output]!r}")
    lines.append(f"RTOL = {rtol!r}")
    lines.append(f"ATOL = {atol!r}")
    lines += ["", "", "def generate_inputs(params):", "    return ["]
    lines += [f"        ({s.name!r}, {_initial(s, files)})," for s in tensor_specs]
    lines += [f"        ({s.name!r}, {SCALAR_CTYPE_MAP[s.ctype]}({_number(s.value)}))," for s in scalars]
    lines += ["    ]", "", ""]
    lines.append(compute_golden_src.rstrip("\n"))
    return "\n".join(lines) + "\n"


def _is_given(spec):
    """Whether a tensor has values before the run."""
    return not spec.is_output or spec.init_value is not None


def _initial(spec, files):
    if files and _is_given(spec):
        return f"torch.load(_DATA / 'in' / {spec.name + '.pt'!r}, weights_only=True)"
    shape = tuple(int(n) for n in spec.shape)
    init = spec.init_value
    if init is None:
        return f"torch.zeros({shape!r}, dtype={spec.dtype})"
    if isinstance(init, (int, float)):
        return f"torch.full({shape!r}, {_number(init)}, dtype={spec.dtype})"
    raise ValueError(f"the values of {spec.name!r} are not constant: write them into files, with write_golden or data_dir")


def _number(value):
    """A number as Python text, infinities and NaN too."""
    return f"float({str(value)!r})" if value != value or value in (float("inf"), float("-inf")) else repr(value)


def _data_dir_has_files(data_dir, tensor_specs):
    """Whether a folder has every tensor that ``golden.py`` reads."""
    needed = [("in", s) for s in tensor_specs if _is_given(s)] + [("out", s) for s in tensor_specs if s.is_output]
    return all((data_dir / part / f"{s.name}.pt").exists() for part, s in needed)


def _materialize_tensors(tensor_specs):
    """The tensors by name, as they are before the run."""
    return {s.name: s.create_tensor() for s in tensor_specs}


def _save_data_files(data_files, data_dir):
    """Writes tensors into a folder, one file each."""
    import torch

    data_dir.mkdir(parents=True, exist_ok=True)
    for name, tensor in data_files.items():
        torch.save(tensor.contiguous(), str(data_dir / f"{name}.pt"))


def _extract_compute_golden(golden_fn):
    """The text of a function by itself, under the name ``compute_golden``.

    Raises:
        RuntimeError: when it cannot stand by itself: a method, or a function with names of the functions around it.
    """
    name = getattr(golden_fn, "__qualname__", type(golden_fn).__name__)
    if getattr(golden_fn, "__self__", None) is not None or not hasattr(golden_fn, "__code__"):
        raise RuntimeError(f"{name} belongs to an object, so that its text does not stand by itself; its results are in data/out")
    if golden_fn.__closure__ or golden_fn.__name__ == "<lambda>":
        raise RuntimeError(f"{name} uses names of the function around it; its results are in data/out")
    import inspect
    import re
    import textwrap

    try:
        text = textwrap.dedent(inspect.getsource(golden_fn))
    except (OSError, TypeError) as error:
        raise RuntimeError(f"the text of {name} is not there; its results are in data/out") from error
    text = text[text.index("def ") :]
    return re.sub(r"^def\s+\w+", "def compute_golden", text, count=1)
