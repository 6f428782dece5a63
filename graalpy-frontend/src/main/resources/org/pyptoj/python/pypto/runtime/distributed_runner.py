"""The worker of several chips, and running a program once."""

from pypto._workers.distributed_worker import DistributedRunHandle as DistributedRunHandle
from pypto._workers.distributed_worker import DistributedWorker as DistributedWorker
from pypto._workers.distributed_worker import _tensor_from_continuous as _tensor_from_continuous

__tracebackhide__ = True


def execute_distributed(compiled, args, config=None):
    """Runs a compiled program once on host tensors."""
    compiled(*args, config=config)


def execute_distributed_compiled(output_dir, args, config=None, *, platform=None, distributed_config=None):
    """Runs the program of an artifact folder once."""
    from pypto.ir.distributed_compiled_program import DistributedCompiledProgram

    compiled = DistributedCompiledProgram.from_dir(
        output_dir, platform=platform, distributed_config=distributed_config
    )
    return compiled(*args, config=config)
