"""The decorators, under the name that they have in the reference."""

from pypto._kernels import InlineFunction, KernelFunction, function, inline, program

__all__ = ["InlineFunction", "KernelFunction", "function", "inline", "program"]
