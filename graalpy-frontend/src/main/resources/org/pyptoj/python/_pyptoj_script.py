"""Executes a kernel script as `__main__` and tells Java how it ended.

Imported at every start, so it imports nothing but `sys`.
"""

import sys

# Backed by a cryptography library that is left out, since it costs 0.15 s at every start: `hashlib` then uses the digests
# of the JDK, and `ssl`, of no use without sockets, does not exist.
_WITHOUT = ("_hashlib", "_ssl")

_OURS = __file__.rpartition("/")[0] + "/"


def begin(argv):
    """Makes a fresh `__main__` for the script `argv[0]` and returns its namespace."""
    main = type(sys)("__main__")
    main.__file__ = argv[0]
    main.__builtins__ = sys.modules["builtins"]
    sys.modules["__main__"] = main
    sys.argv[:] = argv
    for name in _WITHOUT:
        sys.modules[name] = None
    return main.__dict__


def execute(name, namespace):
    """Runs the script. Returns an exit code or what `describe` returns; a host exception passes through."""
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
        if type(error).__name__ == "ForeignException":
            raise
        failure = getattr(error, "_pyptoj_failure", None)
        if failure is not None:
            failure.rethrow()
        return describe(error)
    finally:
        _flush()


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
    """(type, message, frames, syntax place, missing module, notes, cause or None, whether the cause is explicit)

    A frame is (file, function, line, column, end line, end column): lines 1-based, columns 0-based in UTF-8 bytes or -1.
    """
    cause = error.__cause__
    explicit = cause is not None
    if not explicit and not error.__suppress_context__:
        cause = error.__context__
    frames = _frames(error.__traceback__)
    place = None
    if isinstance(error, SyntaxError) and error.lineno is not None:
        place = (
            error.filename or "<string>",
            error.lineno,
            error.offset or 0,
            error.end_lineno or error.lineno,
            error.end_offset or 0,
            error.text or "",
        )
    return (
        _type_name(type(error)),
        _message(error),
        frames,
        place,
        error.name if isinstance(error, ImportError) else None,
        [str(note) for note in getattr(error, "__notes__", ())],
        describe(cause) if cause is not None and type(cause).__name__ != "ForeignException" else None,
        explicit,
    )


def _type_name(cls):
    return cls.__qualname__ if cls.__module__ in ("builtins", "__main__") else f"{cls.__module__}.{cls.__qualname__}"


def _message(error):
    try:
        return error.msg if isinstance(error, SyntaxError) and error.msg else str(error)
    except Exception:
        return "<its text cannot be printed>"


def _frames(traceback):
    """The frames of the user's own files, outermost first."""
    library = [path for path in sys.path if path.startswith(sys.base_prefix)]
    frames = []
    while traceback is not None:
        code = traceback.tb_frame.f_code
        name = code.co_filename
        if not (name.startswith(_OURS) or name.startswith("<frozen") or any(name.startswith(p) for p in library)):
            frames.append((name, code.co_name) + _position(code, traceback))
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
