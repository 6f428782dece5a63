"""IR as bytes: its printed text, which is the kernel language, behind a line that says what it is.

The reference's binary format is another one; neither reads the other's.
"""

import _pyptoj

from pypto._program import Function, Program

_compiler = _pyptoj.compiler

__tracebackhide__ = True

_HEAD = b"pypto-j IR 1 "


def serialize(node):
    """A program or a function as bytes."""
    if isinstance(node, Program):
        return _HEAD + b"program\n" + node.as_python().encode()
    if isinstance(node, Function):
        return _HEAD + b"function " + node.name.encode() + b"\n" + node.program.as_python().encode()
    raise TypeError(f"serialize takes a program or a function, not {type(node).__name__}")


def deserialize(data):
    """What ``serialize`` was given.

    Raises:
        ValueError: when the bytes are not its result.
    """
    data = bytes(data)
    head, line, text = data.partition(b"\n")
    if not head.startswith(_HEAD) or not line:
        raise ValueError("these bytes are no IR of pypto-j's serialize; IR that the reference serialized has another format")
    text = text.decode()
    program = Program(_compiler.printed(_compiler.text("<serialized>", text), text))
    kind, _, name = head[len(_HEAD) :].decode().partition(" ")
    return program if kind == "program" else program.get_function(name)


def serialize_to_file(node, path):
    """Writes a program or a function into a file."""
    with open(path, "wb") as file:
        file.write(serialize(node))


def deserialize_from_file(path):
    """Reads what ``serialize_to_file`` wrote."""
    with open(path, "rb") as file:
        return deserialize(file.read())
