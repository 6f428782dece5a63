"""Why scripts cannot have what they ask for, and what to do instead.

The borders themselves are Java's; this module makes Python's side of them readable: a refusal is an exception that a
script can catch, and that says, uncaught, which rule it met. `describe` imports it when a script has failed, and an
import that is refused does.
"""

import sys

PROCESS = "scripts start no processes; do the step in Python, or in a shell before and after pypto-j"
NATIVE = "scripts load no native code; torch and pypto are there without it, and pure Python packages work"
JAVA = "scripts see no Java classes, only what the packages pypto and torch export; use these"
LANGUAGE = "scripts run no other language and share no objects with one; do it in Python"
FILES = (
    "with --sandbox a script has the files of its own folder, to be read: others, and links that lead out of it, do not"
    " exist, and none is written; put the file beside the script, or run it without --sandbox"
)
MODULES = (
    "with --sandbox a script imports from its own folder, Python's library, pypto and torch; put the module beside the"
    " script, or run it without --sandbox"
)
NETWORK = "with --sandbox a script has no network; run it without --sandbox"
ENVIRONMENT = "with --sandbox a script has no environment variables; pass an argument, or run it without --sandbox"

_MESSAGES = (
    ("host lookup is not allowed", JAVA),
    ("host access is not allowed", JAVA),
    ("foreign object has no attribute", JAVA),
    ("polyglot access is not allowed", LANGUAGE),
    ("'fork' not supported", PROCESS),
    ("too few semaphores", PROCESS),
)

_ABSENT = tuple(
    f"module 'os' has no attribute '{name}'"
    for name in (
        "fork forkpty posix_spawn posix_spawnp spawnl spawnle spawnlp spawnlpe spawnv spawnve spawnvp spawnvpe startfile"
    ).split()
)


def raise_refused(kind, message, help, **fields):
    """Raises an exception whose report ends with `help`."""
    error = kind(*message, **fields) if isinstance(message, tuple) else kind(message, **fields)
    error._pyptoj_help = help
    raise error


def process():
    """Refuses to start a process."""
    raise_refused(PermissionError, (1, "scripts start no processes"), PROCESS)


def native(name):
    """Refuses a module that is a library, or that calls one."""
    raise_refused(ImportError, f"{name} is native code, which scripts do not load", NATIVE, name=name)


def network(name):
    """Refuses a module of the network."""
    raise_refused(ModuleNotFoundError, f"there is no {name} in a sandbox", NETWORK, name=name)


def reason(error, sandbox):
    """The help that belongs to an uncaught exception, or None."""
    given = getattr(error, "_pyptoj_help", None)
    if given is not None:
        return given
    try:
        text = str(error)
    except Exception:
        return None
    for part, why in _MESSAGES:
        if part in text:
            return why
    if text in _ABSENT:
        return PROCESS
    if not sandbox:
        return None
    if isinstance(error, (FileNotFoundError, PermissionError)) or "Atomic move not supported" in text:
        return FILES
    if isinstance(error, ModuleNotFoundError):
        return MODULES
    if isinstance(error, KeyError) and _in_environ(error.__traceback__):
        return ENVIRONMENT
    return None


def _in_environ(traceback):
    import os

    while traceback.tb_next is not None:
        traceback = traceback.tb_next
    return traceback.tb_frame.f_code is os._Environ.__getitem__.__code__
