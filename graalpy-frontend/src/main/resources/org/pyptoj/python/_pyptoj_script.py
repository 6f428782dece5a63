"""Executes a kernel script as `__main__` and tells Java how it ended.

Imported at every start, so it imports nothing that costs time.
"""

import sys

import _pyptoj as exports  # noqa: F401  Java fills it through this name

# Backed by a cryptography library that is left out, since it costs 0.15 s at every start:
# `hashlib` then uses the digests of the JDK; `ssl`, of no use without sockets, does not exist. `termios` is native
# code, which no script may load; `getpass` and its like do without where it cannot be imported.
_WITHOUT = ("_hashlib", "_ssl", "termios")

_OURS = __file__.rpartition("/")[0] + "/"


def begin(argv, network):
    """Makes a fresh `__main__` for the script `argv[0]` and returns its namespace."""
    main = type(sys)("__main__")
    main.__file__ = argv[0]
    main.__builtins__ = sys.modules["builtins"]
    sys.modules["__main__"] = main
    sys.argv[:] = argv
    for name in _WITHOUT if network else _WITHOUT + ("_socket",):
        sys.modules[name] = None
    return main.__dict__


def execute(name, namespace):
    """Runs the script; returns an exit code or what `describe` returns.

    A Java exception passes through.
    """
    return guard(lambda: exec(_compile(name), namespace))


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
    """(type, message, frames, syntax place, missing module, notes, cause, is the cause explicit)

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
