"""Executes scripts one after the other as `__main__` in one interpreter: far cheaper than an interpreter for each.

The argument names a file with one script per line: its path and its arguments, separated by tabs. After each script a line
tells how it ended.
"""

import sys


def execute(path, argv):
    """The exit code, or the type of the exception and its message."""
    namespace = {"__name__": "__main__", "__file__": path, "__builtins__": __builtins__}
    sys.argv[:] = [path, *argv]
    folder = path.rpartition("/")[0]
    if sys.path[0] != folder:
        sys.path.insert(0, folder)
    try:
        with open(path, "rb") as file:
            code = compile(file.read(), path, "exec", dont_inherit=True)
        exec(code, namespace)
        return "0", ""
    except SystemExit as end:
        return str(0 if end.code is None else end.code), ""
    except BaseException as error:
        try:
            return type(error).__name__, str(error)
        except Exception:
            return type(error).__name__, ""


with open(sys.argv[1], encoding="utf-8") as jobs:
    lines = jobs.read().splitlines()
for number, line in enumerate(lines):
    path, *argv = line.split("\t")
    status, message = execute(path, argv)
    sys.stdout.write(f"\x1e{number}\t{status}\t{message}\x1f")
    sys.stdout.flush()
