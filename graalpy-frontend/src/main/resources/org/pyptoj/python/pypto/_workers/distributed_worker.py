"""The worker of several chips."""

import _pyptoj
import _pyptoj_script

from pypto._workers.sub_workers import MappedArg, host_caller
from pypto._arguments import bind
from pypto._workers.device_tensor import DeviceTensor, StackedDeviceTensor
from pypto._workers.worker import RegistrationHandle, Worker

__tracebackhide__ = True

# How many dispatches are under way at most.
_FRAMES = 2


def _tensor_from_continuous(arg):
    """The tensor of a callback's argument: the same memory."""
    import torch

    if isinstance(arg, torch.Tensor):
        return arg
    if not isinstance(arg, MappedArg):
        raise TypeError(f"a callback's argument is needed, not {type(arg).__name__}")
    return arg._tensor


class DistributedRunHandle:
    """A dispatch that was submitted."""

    def __init__(self, handle, finish, keep):
        self._handle = handle
        self._finish = finish
        self._keep = keep
        self._error = None
        # Whether somebody was told how it ended.
        self._asked = False

    @property
    def done(self):
        """Whether the dispatch has ended, well or not."""
        if self._handle is not None and not self._handle.done():
            return False
        self._settle(None)
        return True

    def result(self, timeout=None):
        """Waits for the end; raises what the dispatch failed with.

        Args:
            timeout: seconds, or None for as long as it takes.

        Raises:
            TimeoutError: when the dispatch has not ended in time.
        """
        if timeout is not None:
            timeout = float(timeout)
            if not 0 <= timeout < float("inf"):
                raise ValueError(f"a timeout is a finite number of seconds, 0 or more, got {timeout}")
        if not self._settle(timeout):
            raise TimeoutError("the dispatch has not ended in time")
        self._asked = True
        if self._error is not None:
            raise self._error

    wait = result

    def _settle(self, timeout):
        handle = self._handle
        if handle is None:
            return True
        try:
            if not getattr(handle, "await")(-1.0 if timeout is None else timeout):
                return False
            for finish in self._finish:
                finish()
        except Exception as error:
            self._error = error
        self._handle = self._keep = None
        return True


class _Native:
    """What scripts look up in the device runtime's worker behind a DistributedWorker."""

    def __init__(self, worker):
        self._worker = worker

    @property
    def _next_alloc_id(self):
        """Grows with each dispatch that allocates its windows anew."""
        return self._worker.window_allocations


def _is_distributed(program):
    """Whether this is a compiled program with a host orchestrator."""
    handle = getattr(program, "_handle", None)
    return hasattr(handle, "isDistributed") and handle.isDistributed()


class DistributedWorker(Worker):
    """The devices of one or more compiled programs, over many dispatches.

    Args:
        compiled: a program with a host orchestrator, or several for the same platform and devices.
        config: accepted; the simulator has no arena to warm.
        persistent: whether windows are kept from dispatch to dispatch.
        reset_persistent_windows: whether kept windows are zero again before each dispatch; by default they are.
        callbacks: functions that take the place of sub-workers, by name; each gets the list of arguments.
        sub_worker_overrides: the older name of ``callbacks``.
        startup_timeout_s: accepted; there are no processes to start.
        inherited_host_tensors: host tensors that the devices may read; they may read all.
    """

    def __init__(
        self,
        compiled,
        config=None,
        *,
        persistent=False,
        reset_persistent_windows=None,
        callbacks=None,
        sub_worker_overrides=None,
        startup_timeout_s=None,
        inherited_host_tensors=None,
    ):
        super().__init__()
        self._closed = True
        programs = list(compiled) if isinstance(compiled, (list, tuple)) else [compiled]
        if not programs:
            raise ValueError("DistributedWorker needs at least one compiled program")
        first = programs[0]
        for program in programs:
            if not _is_distributed(program):
                raise TypeError(f"DistributedWorker runs programs with a host orchestrator, not {program!r}")
            if program.platform != first.platform:
                raise ValueError(f"one worker has the same platform: {first.platform!r} != {program.platform!r}")
            if list(program._handle.devices()) != list(first._handle.devices()):
                raise ValueError(
                    "one worker has the same device_ids: "
                    f"{list(first._handle.devices())} != {list(program._handle.devices())}"
                )
        if startup_timeout_s is not None and not 0 < startup_timeout_s < float("inf"):
            raise ValueError(f"startup_timeout_s is a positive number of seconds, got {startup_timeout_s!r}")
        if not persistent and reset_persistent_windows is not None:
            raise ValueError("reset_persistent_windows says something of persistent windows only: persistent=True")
        if callbacks is not None and sub_worker_overrides is not None:
            raise ValueError("sub_worker_overrides is the older name of callbacks; give one of them")
        callbacks = dict(callbacks or sub_worker_overrides or {})
        known = {name for program in programs for name in program._handle.subWorkerNames()}
        unknown = sorted(set(callbacks) - known)
        if unknown:
            raise ValueError(f"callbacks {unknown} are not sub-workers of a prepared program; there are {sorted(known)}")
        for name, function in callbacks.items():
            if not callable(function):
                raise TypeError(f"the callback {name!r} is a {type(function).__name__}, which cannot be called")
        for tensor in inherited_host_tensors or ():
            if not tensor.is_contiguous():
                raise ValueError("inherited_host_tensors are contiguous")
        self._first = first
        self._ranks = len(first._handle.devices())
        self._persistent = bool(persistent)
        self._reset = self._persistent and reset_persistent_windows is not False
        self._worlds = {}
        self._used = set()
        for program in programs:
            self._worlds[program] = program._handle.world(self._persistent, host_caller(program, callbacks))
        self._queue = _pyptoj.compiler.queue()
        self._handles = []
        self._pending = []
        self._failed = []
        self._closed = False

    @property
    def window_allocations(self):
        """How many dispatches have allocated windows; persistent ones are allocated once."""
        self._drain()
        return sum(world.allocatingRuns() for world in self._worlds.values())

    @property
    def _w(self):
        return _Native(self)

    def _require_ready(self, op):
        if self._closed:
            raise RuntimeError(f"DistributedWorker.{op}() called after close()")

    def _check_worker_id(self, worker_id, op):
        if isinstance(worker_id, bool) or not isinstance(worker_id, int) or not 0 <= worker_id < self._ranks:
            raise ValueError(f"{op}: worker_id is a position in device_ids, 0 to {self._ranks - 1}, got {worker_id!r}")

    def _check_init(self, init):
        if not init.is_contiguous():
            raise ValueError("DistributedWorker.alloc_tensor(init=...) takes a contiguous tensor")

    def committed_device_memory(self, worker_id=0):
        """How many bytes are allocated on a device."""
        self._require_ready("committed_device_memory")
        return sum(b._bytes.numel() for (where, _), b in self._device_buffers.items() if where == worker_id)

    def alloc_stacked_tensor(self, host, *, worker_ids=None):
        """Puts ``host[i]`` on device ``worker_ids[i]`` (by default ``i``), where it stays."""
        import torch

        self._require_ready("alloc_stacked_tensor")
        if not isinstance(host, torch.Tensor):
            raise TypeError(f"alloc_stacked_tensor takes a torch.Tensor, got {type(host).__name__}")
        if not host.is_contiguous():
            raise ValueError("alloc_stacked_tensor takes a contiguous tensor")
        if host.ndim < 2 or host.shape[0] < 1:
            raise ValueError(f"alloc_stacked_tensor takes a [B, ...] tensor with a shard at least, got {tuple(host.shape)}")
        ids = list(range(host.shape[0])) if worker_ids is None else [int(w) for w in worker_ids]
        if len(ids) != host.shape[0]:
            raise ValueError(f"worker_ids has {len(ids)} entries for {host.shape[0]} shards")
        if len(set(ids)) != len(ids):
            raise ValueError(f"worker_ids must be distinct, got {ids}")
        for worker_id in ids:
            if not 0 <= worker_id < self._ranks:
                raise ValueError(f"worker id {worker_id} is out of range [0, {self._ranks})")
        shards = [
            self.alloc_tensor(tuple(host.shape[1:]), host.dtype, init=shard.contiguous(), worker_id=worker_id)
            for shard, worker_id in zip(host, ids)
        ]
        return StackedDeviceTensor(shards, tuple(host.shape), ids)

    def copy_stacked_from(self, stacked, host):
        """Copies the shards into a host tensor of the whole shape."""
        import torch

        self._require_ready("copy_stacked_from")
        if not isinstance(stacked, StackedDeviceTensor):
            raise TypeError(f"copy_stacked_from takes a StackedDeviceTensor, got {type(stacked).__name__}")
        if not isinstance(host, torch.Tensor):
            raise TypeError(f"copy_stacked_from copies into a torch.Tensor, got {type(host).__name__}")
        if tuple(host.shape) != stacked.full_shape:
            raise ValueError(f"copy_stacked_from: the host tensor has shape {tuple(host.shape)}, not {stacked.full_shape}")
        if host.dtype != stacked.dtype:
            raise ValueError(f"copy_stacked_from: the host tensor has dtype {host.dtype}, not {stacked.dtype}")
        for i, shard in enumerate(stacked.shards):
            self._require_owned(shard, f"shard {i}", stacked.worker_ids[i])
            host[i].copy_(shard._host_tensor())

    def free_stacked_tensor(self, stacked):
        """Frees all shards."""
        for shard, worker_id in zip(stacked.shards, stacked.worker_ids):
            self.free_tensor(shard, worker_id=worker_id)

    def release_inherited_host_tensor_refs(self):
        """Forgets ``inherited_host_tensors``; there is nothing that holds them here."""
        self._require_ready("release_inherited_host_tensor_refs")

    def __call__(self, *args, config=None):
        """Runs the only program and waits."""
        if len(self._worlds) > 1:
            raise TypeError("with several programs a call of the worker is ambiguous; use worker.run(compiled, ...)")
        return self.run(self._first, *args, config=config)

    def run(self, compiled, *args, config=None):
        """Runs a program of this worker after those that were submitted, and waits.

        Sub-workers run on the caller's thread.
        """
        world, reset, values, finish = self._prepared("run", compiled, args)
        self._drain()
        if reset:
            world.resetWindows()
        world.run(values)
        for done in finish:
            done()

    def submit(self, compiled, *args, config=None):
        """Starts a program of this worker; with two under way it first waits for the older one.

        Programs run in the order of their submission, beside the script: sub-workers are called on another thread than
        the caller's. Arguments must not be changed before the handle says that the dispatch has ended. At the end of
        the script what was submitted is waited for.
        """
        world, reset, values, finish = self._prepared("submit", compiled, args)
        while len(self._pending) >= _FRAMES:
            self._settle(self._pending.pop(0))
        run = DistributedRunHandle(world.submit(values, self._queue, reset), finish, (values, args))
        self._pending.append(run)
        _pyptoj_script.unfinished.add(self)
        return run

    def _prepared(self, op, compiled, args):
        """The world of a program, whether its windows are to be reset, arguments for it, and what follows the run."""
        self._require_ready(op)
        world = self._worlds.get(compiled)
        if world is None:
            raise ValueError("the program is not one that this worker was made for; it must be registered at construction")
        handle = compiled._handle
        names = list(handle.paramNames())
        if len(args) != len(names):
            raise TypeError(f"{handle.name()} takes {len(names)} arguments ({', '.join(names)}), {len(args)} were given")
        for i, (name, arg) in enumerate(zip(names, args)):
            if handle.isTensor(i):
                self._check_argument(name, arg)
        values, finish = bind(args)
        reset = self._reset and compiled in self._used
        self._used.add(compiled)
        return world, reset, values, finish

    def _check_argument(self, name, arg):
        import torch

        if isinstance(arg, StackedDeviceTensor):
            for shard, worker_id in zip(arg.shards, arg.worker_ids):
                self._require_owned(shard, f"parameter {name!r}", worker_id)
        elif isinstance(arg, DeviceTensor):
            self._require_owned(arg, f"parameter {name!r}")
        elif not isinstance(arg, torch.Tensor):
            raise TypeError(
                f"parameter {name!r} takes a torch.Tensor in shared memory, or a tensor that this worker allocated, "
                f"not {type(arg).__name__}"
            )
        elif not arg.is_shared():
            raise TypeError(
                f"parameter {name!r}: a torch.Tensor for a DistributedWorker must be shared memory, made before"
                " prepare() with .share_memory_()"
            )

    def _settle(self, run):
        run._settle(None)
        if run._error is not None and not run._asked:
            self._failed.append(run)

    def _drain(self):
        pending, self._pending = self._pending, []
        for run in pending:
            self._settle(run)
        _pyptoj_script.unfinished.discard(self)

    def finish(self):
        """Waits for what is under way; raises the first failure that no handle was asked for."""
        self._drain()
        failed, self._failed = self._failed, []
        for run in failed:
            if not run._asked:
                raise run._error

    def register(self, compiled):
        """A handle that runs one of this worker's programs."""
        self._require_ready("register")
        if compiled not in self._worlds:
            raise ValueError("the program is not one that this worker was made for; it must be registered at construction")
        handle = RegistrationHandle(self, compiled, 0)
        self._handles.append(handle)
        return handle

    def close(self):
        """Waits for what is under way, frees device memory and windows, and closes the handles."""
        if self._closed:
            return
        self._drain()
        self._closed = True
        self._queue.close()
        self._free_all()
        for handle in self._handles:
            handle.closed = True
        for world in self._worlds.values():
            world.close()
        self.finish()

    def __enter__(self):
        return self

    def __exit__(self, *exc):
        self.close()
