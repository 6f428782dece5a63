"""Runs pytest with the pytest that the user has; `pypto-j test` executes this as a script.

The arguments are the devices and the platform that the command line names (empty: the suite's own choice), then
pytest's.
"""

import sys

DISTRIBUTION = "/usr/lib/python3/dist-packages"


def _find():
    """Makes pytest importable; false where there is none."""
    for folder in (None, DISTRIBUTION):
        if folder:
            sys.path.append(folder)
        try:
            import pytest  # noqa: F401

            return True
        except ModuleNotFoundError as error:
            if error.name not in ("pytest", "_pytest", "pluggy", "iniconfig", "packaging"):
                raise
    return False


def main(devices, platform, arguments):
    if not _find():
        print(
            "pypto-j: pytest is not there; install it (Debian: apt install python3-pytest, or pip install --target"
            " FOLDER pytest and PYTHONPATH=FOLDER)",
            file=sys.stderr,
        )
        return 2
    import pytest

    from _pyptoj_fixtures import Plugin

    # Descriptors cannot be redirected inside this process, and its bytecode is not Python's.
    options = ["--capture=sys", "--tb=short", "-p", "no:faulthandler", "-p", "no:cacheprovider"]
    # Older pytests rewrite assertions with names that Python is going to drop: thousands of warnings that no test's author
    # can act on. Those of the suite's own modules stay.
    for message in ("ast.", "Attribute "):
        options += ["-W", f"ignore:{message}:DeprecationWarning:_pytest.assertion.rewrite"]
    code = int(pytest.main(options + arguments, plugins=[Plugin(devices, platform)]))
    return 2 if code == pytest.ExitCode.USAGE_ERROR else code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2], sys.argv[3:]))
