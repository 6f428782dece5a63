"""Compiled programs of one chip."""

from .distributed_compiled_program import CompiledProgram as CompiledProgram
