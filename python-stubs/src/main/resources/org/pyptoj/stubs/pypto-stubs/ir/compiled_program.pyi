# Written from the op table of pypto-j: mvn -Pstubs -pl python-stubs -am test

"""Compiled programs of one chip."""

from pypto.ir.distributed_compiled_program import CompiledProgram as CompiledProgram
