"""Device binaries."""

from pypto._absent import absent_names

__getattr__ = absent_names("pypto.runtime.device_runner", "build and load device binaries")
