"""The base of the workers."""

from pypto.runtime.worker import Worker as Worker
