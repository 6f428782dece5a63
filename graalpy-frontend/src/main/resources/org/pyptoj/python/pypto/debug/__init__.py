"""Running IR of any pass on the simulator, and comparing what the passes compute."""

from pypto.debug.torch_codegen import simulated, torch_codegen, validate_pass_ir_codegen_results

__all__ = ["torch_codegen", "validate_pass_ir_codegen_results"]
