"""Running the artifacts of a device again."""

from pypto._absent import absent_names

__getattr__ = absent_names(
    "pypto.runtime.debug",
    "build and run the artifacts of a device again; run the program itself again, or a pass dump with pypto.debug",
)
