"""Workers: they hold devices over several dispatches, and the memory that stays there."""

from pypto._workers.worker import ChipWorker as ChipWorker
from pypto._workers.worker import RegistrationHandle as RegistrationHandle
from pypto._workers.worker import Worker as Worker
