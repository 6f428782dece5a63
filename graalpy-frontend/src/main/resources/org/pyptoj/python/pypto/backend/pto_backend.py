"""What scripts look up in the reference's code generator; programs are compiled with ``ir.compile``."""

from pypto._absent import absent_names
from pypto._failures import PartialCodegenError as PartialCodegenError

__tracebackhide__ = True

__getattr__ = absent_names("pypto.backend.pto_backend", "build device code; ir.compile writes the PTO text of kernels")
