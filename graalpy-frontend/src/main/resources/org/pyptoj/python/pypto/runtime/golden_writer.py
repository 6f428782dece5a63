"""Reference data of device runs."""

from pypto._absent import absent_names

__getattr__ = absent_names("pypto.runtime.golden_writer", "write reference data for a device run")
