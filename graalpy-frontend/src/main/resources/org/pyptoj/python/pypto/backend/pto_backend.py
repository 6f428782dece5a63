"""What scripts look up in the reference's code generator; programs are compiled with ``ir.compile``."""

from pypto._absent import absent_names
from pypto._program import KernelError

__tracebackhide__ = True


class PartialCodegenError(KernelError, RuntimeError):
    """No device code can be written for a kernel: a rule of code generation is broken."""


__getattr__ = absent_names("pypto.backend.pto_backend", "build device code; ir.compile writes the PTO text of kernels")
