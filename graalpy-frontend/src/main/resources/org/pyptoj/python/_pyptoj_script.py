"""Executes a kernel script as `__main__` and tells Java how it ended.

Imported at every start, so it imports nothing that costs time.
"""

import sys

import _pyptoj as exports  # noqa: F401  Java fills it through this name

# Backed by a cryptography library that is left out, since it costs 0.15 s at every start: `hashlib` then uses the
# digests of the JDK; `ssl` does not exist. `_ctypes` has no library to call.
_WITHOUT = ("_hashlib", "_ssl", "_ctypes")

# Built-in modules that start processes, and their function that does.
_STARTERS = {"_posixsubprocess": "fork_exec", "_multiprocessing_graalpy": "_spawn_context"}

# What has work under way that the end of the script waits for: objects with a method `finish`.
unfinished = set()

_sandbox = False

_OURS = __file__.rpartition("/")[0] + "/"


def begin(argv, sandbox):
    """Makes a fresh `__main__` for the script `argv[0]` and returns its namespace."""
    global _sandbox
    _sandbox = sandbox
    _refuse()
    main = type(sys)("__main__")
    main.__file__ = argv[0]
    main.__builtins__ = sys.modules["builtins"]
    sys.modules["__main__"] = main
    sys.argv[:] = argv
    return main.__dict__


def _refuse():
    """Lets what Java refuses raise in Python: otherwise it would end a script past its handlers."""
    import _imp
    import os

    built_in = _imp.create_builtin

    def create_builtin(spec):
        name = spec.name
        if name in _WITHOUT:
            _refusals().native(name)
        if _sandbox and name == "_socket":
            _refusals().network(name)
        module = built_in(spec)
        if name in _STARTERS:
            setattr(module, _STARTERS[name], _no_process)
        return module

    def create_dynamic(spec, file=None):
        _refusals().native(spec.name)

    _imp.create_builtin = create_builtin
    _imp.create_dynamic = create_dynamic
    for module in (os, sys.modules["posix"]):
        for name in ("system", "execv", "execve"):
            if hasattr(module, name):
                setattr(module, name, _no_process)


def _no_process(*args, **kwargs):
    _refusals().process()


def _refusals():
    import _pyptoj_refusals

    return _pyptoj_refusals


def execute(name, namespace):
    """Runs the script; returns an exit code or what `describe` returns.

    A Java exception passes through.
    """
    return guard(lambda: _run(name, namespace))


def _run(name, namespace):
    try:
        exec(_compile(name), namespace)
    except SystemExit as end:
        if end.code:
            raise
    # What still runs beside a script that ended well is a part of it.
    while unfinished:
        unfinished.pop().finish()


def _compile(name):
    with open(name, "rb") as file:
        return compile(file.read(), name, "exec", dont_inherit=True)


def guard(body):
    """Calls `body()` and turns the way it ended into an exit code or a description."""
    try:
        body()
        return 0
    except SystemExit as end:
        return _exit_code(end.code)
    except BaseException as error:
        if _is_java(error):
            raise
        failure = getattr(error, "_pyptoj_failure", None)
        if failure is not None:
            failure.rethrow()
        return describe(error)
    finally:
        _flush()


def _is_java(error):
    return type(error).__name__ == "ForeignException"


def _exit_code(code):
    if code is None:
        return 0
    if isinstance(code, int):
        return int(code) & 0xFF
    sys.stderr.write(f"{code}\n")
    return 1


def _flush():
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except Exception:
            pass  # closed by the script


def describe(error):
    """(type, message, frames, syntax place, missing module, notes, cause, is the cause explicit, help)

    A frame is (file, function, line, column, end line, end column): lines 1-based, columns
    0-based in characters, -1 if unknown. What does not apply is None.
    """
    cause = error.__cause__
    explicit = cause is not None
    if not explicit and not error.__suppress_context__:
        cause = error.__context__
    frames = _frames(error.__traceback__)
    place = _syntax_place(error) if isinstance(error, SyntaxError) and error.lineno else None
    return (
        _type_name(type(error)),
        _message(error),
        frames,
        place,
        error.name if isinstance(error, ImportError) else None,
        [str(note) for note in getattr(error, "__notes__", ())],
        None if cause is None or _is_java(cause) else describe(cause),
        explicit,
        _refusals().reason(error, _sandbox),
    )


def _syntax_place(error):
    line, column = error.lineno, error.offset or 0
    end_line, end_column = error.end_lineno or line, error.end_offset or 0
    if error.msg.startswith("expected ':'") and not (error.text or "")[: column - 1].strip():
        # The parser points at the first word after the line that lacks the colon.
        try:
            with open(error.filename, encoding="utf-8") as file:
                lines = file.read().splitlines()[: line - 1]
        except (OSError, ValueError):
            lines = []
        while lines and not lines[-1].strip():
            lines.pop()
        if lines:
            line = end_line = len(lines)
            column = len(lines[-1].rstrip()) + 1
            end_column = column + 1
    return (error.filename or "<string>", line, column, end_line, end_column)


def _type_name(cls):
    if cls.__module__ in ("builtins", "__main__"):
        return cls.__qualname__
    return f"{cls.__module__}.{cls.__qualname__}"


def _message(error):
    try:
        return error.msg if isinstance(error, SyntaxError) and error.msg else str(error)
    except Exception:
        return "<its text cannot be printed>"


def _frames(traceback):
    """The frames of the user's own files, outermost first."""
    foreign = tuple(path for path in sys.path if path.startswith(sys.base_prefix))
    foreign += (_OURS, "<frozen")
    frames = []
    while traceback is not None:
        code = traceback.tb_frame.f_code
        if not code.co_filename.startswith(foreign):
            frames.append((code.co_filename, code.co_name) + _position(code, traceback))
        traceback = traceback.tb_next
    return frames


def _position(code, traceback):
    line = traceback.tb_lineno
    for index, (start, end, column, end_column) in enumerate(code.co_positions()):
        if index == traceback.tb_lasti // 2:
            if start == line and column is not None:
                return (start, column, end, end_column)
            break
    return (line, -1, line, -1)
