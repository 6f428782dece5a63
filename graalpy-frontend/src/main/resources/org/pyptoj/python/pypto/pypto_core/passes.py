"""Names of the pass pipeline that scripts pass on; the passes themselves are Java here."""

from pypto._values import choices

from pypto._absent import absent_names

__tracebackhide__ = True

MemoryPlanner = choices("MemoryPlanner", "PYPTO", "DSA_RP", "PTOAS")
DiagnosticPhase = choices("DiagnosticPhase", "NONE", "PRE_PIPELINE", "POST_PASS", "POST_PIPELINE")
VerificationLevel = choices("VerificationLevel", "NONE", "BASIC", "ROUNDTRIP")

__getattr__ = absent_names("pypto.pypto_core.passes", "run passes on IR objects; pypto-j's pipeline runs in ir.compile")
