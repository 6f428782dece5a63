"""Compiled programs of one chip."""

from pypto.ir.distributed_compiled_program import CompiledProgram as CompiledProgram
