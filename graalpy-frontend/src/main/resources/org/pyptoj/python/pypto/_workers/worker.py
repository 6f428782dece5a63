"""Workers: they hold devices over several dispatches, and the memory that stays there."""

import _pyptoj

from pypto._arguments import dispatch
from pypto._workers.device_tensor import Buffer, DeviceTensor, check_shape

__tracebackhide__ = True

_compiler = _pyptoj.compiler
_RUNTIME = "tensormap_and_ringbuffer"


def _positive(nbytes):
    if isinstance(nbytes, bool) or not isinstance(nbytes, int) or nbytes <= 0:
        raise ValueError(f"nbytes is a positive int, got {nbytes!r}")


def _host_bytes(address, nbytes):
    """The host's memory at an address that ``data_ptr()`` gave, as a tensor of bytes."""
    import torch

    found = _compiler.memory(int(address), nbytes)
    if found is None:
        raise ValueError(
            f"there are no {nbytes} bytes of a live tensor at {address:#x}; take the address from tensor.data_ptr()"
        )
    return torch._wrap(found)


class Worker:
    """What the workers of one chip and of several have in common: device memory."""

    def __init__(self):
        self._owned_tensors = {}
        self._device_buffers = {}

    def _require_ready(self, op):
        raise NotImplementedError

    def _check_worker_id(self, worker_id, op):
        raise NotImplementedError

    def malloc(self, nbytes, *, worker_id=0):
        """Memory on a device, zeroed; returns its address."""
        import torch

        self._require_ready("malloc")
        self._check_worker_id(worker_id, "malloc")
        _positive(nbytes)
        buffer = Buffer(torch.zeros(nbytes, dtype=torch.uint8))
        self._device_buffers[(worker_id, buffer.base)] = buffer
        return buffer.base

    def free(self, ptr, *, worker_id=0):
        """Gives back what ``malloc`` gave."""
        self._require_ready("free")
        self._buffer(ptr, worker_id, "free")
        del self._device_buffers[(worker_id, ptr)]

    def _buffer(self, ptr, worker_id, op):
        self._check_worker_id(worker_id, op)
        buffer = self._device_buffers.get((worker_id, ptr))
        if buffer is None:
            raise ValueError(f"{op}: worker {worker_id} has no allocation at {ptr!r}; use an address that malloc gave")
        return buffer

    def _copied(self, ptr, nbytes, worker_id, op):
        self._require_ready(op)
        _positive(nbytes)
        buffer = self._buffer(ptr, worker_id, op)
        if nbytes > buffer._bytes.numel():
            raise ValueError(f"{op}: {nbytes} bytes do not fit into the allocation of {buffer._bytes.numel()}")
        return buffer._bytes[:nbytes]

    def copy_to(self, dst_dev_ptr, src_host_ptr, nbytes, *, worker_id=0):
        """Copies from the host to a device."""
        self._copied(dst_dev_ptr, nbytes, worker_id, "copy_to").copy_(_host_bytes(src_host_ptr, nbytes))

    def copy_from(self, dst_host_ptr, src_dev_ptr, nbytes, *, worker_id=0):
        """Copies from a device to the host."""
        _host_bytes(dst_host_ptr, nbytes).copy_(self._copied(src_dev_ptr, nbytes, worker_id, "copy_from"))

    def alloc_tensor(self, shape, dtype, *, init=None, worker_id=0):
        """A tensor on a device; ``close`` frees it where the caller does not.

        Args:
            shape: positive extents.
            dtype: a torch dtype.
            init: a host tensor of that shape and dtype whose values it gets; zeros without.
            worker_id: the position of the device.
        """
        import torch

        self._require_ready("alloc_tensor")
        shape = check_shape("alloc_tensor", shape)
        if init is not None:
            if not isinstance(init, torch.Tensor):
                raise TypeError(f"alloc_tensor: init is a torch.Tensor, got {type(init).__name__}")
            if init.dtype != dtype:
                raise ValueError(f"alloc_tensor: init has dtype {init.dtype}, not {dtype}")
            if tuple(init.shape) != shape:
                raise ValueError(f"alloc_tensor: init has shape {tuple(init.shape)}, not {shape}")
            self._check_init(init)
        count = torch.empty(0, dtype=dtype).element_size()
        for extent in shape:
            count *= extent
        ptr = self.malloc(count, worker_id=worker_id)
        tensor = DeviceTensor(ptr, shape, dtype, buffer=self._device_buffers[(worker_id, ptr)])
        if init is not None:
            tensor._host_tensor().copy_(init)
        self._owned_tensors[(worker_id, ptr)] = tensor
        return tensor

    def _check_init(self, init):
        pass

    def free_tensor(self, t, *, worker_id=0):
        """Frees a tensor; freeing it again does nothing."""
        owned = self._owned_tensors.get((worker_id, t.data_ptr))
        if owned is None:
            owners = sorted(w for w, ptr in self._owned_tensors if ptr == t.data_ptr)
            if owners:
                raise ValueError(f"free_tensor: the tensor lies on worker {owners[0]}, not on worker {worker_id}")
            return
        if owned is not t:
            raise ValueError("free_tensor: that address belongs to a newer tensor now")
        self.free(t.data_ptr, worker_id=worker_id)
        del self._owned_tensors[(worker_id, t.data_ptr)]

    def _require_owned(self, tensor, label, worker_id=None):
        """A tensor is dispatched only by the worker that holds it, and only while it does."""
        if tensor.buffer is None:
            raise TypeError(f"{label}: a DeviceTensor made by hand cannot be dispatched; use this worker's alloc_tensor")
        for (where, _), buffer in self._device_buffers.items():
            if buffer is tensor.buffer and worker_id in (None, where):
                return
        place = "" if worker_id is None else f" on worker_id={worker_id}"
        raise ValueError(
            f"{label}: the DeviceTensor is not a live allocation owned by this {type(self).__name__}{place}"
        )

    def _free_all(self):
        self._owned_tensors.clear()
        self._device_buffers.clear()

    def run(self, compiled, *args, config=None):
        raise NotImplementedError

    def register(self, compiled):
        raise NotImplementedError


class RegistrationHandle:
    """A program on a worker, ready to be called."""

    __test__ = False

    def __init__(self, worker, compiled, cid):
        self._worker = worker
        self.compiled = compiled
        self.cid = cid
        self.closed = False

    def __call__(self, *args, config=None):
        if self.closed:
            raise RuntimeError("this RegistrationHandle is closed (unregistered, or its worker is); register again")
        return self._worker.run(self.compiled, *args, config=config)

    def unregister(self):
        """Closes this handle; others of the same program stay."""
        self.closed = True

    def __enter__(self):
        return self

    def __exit__(self, *exc):
        self.unregister()


_active = []


class ChipWorker(Worker):
    """One chip.

    Args:
        config: platform and device.
        level: 2.
        runtime: the task runtime; the simulator has one of its own.
        enable_sdma: accepted; the simulator needs no workspace for transfers.
        auto_init: whether the worker is ready at once.
    """

    def __init__(self, config=None, *, level=2, runtime=_RUNTIME, enable_sdma=False, auto_init=None):
        from pypto._run_config import RunConfig

        if level != 2:
            raise ValueError(f"ChipWorker only supports level=2, got level={level}; DistributedWorker has several chips")
        super().__init__()
        self._config = config or RunConfig()
        self.level = level
        self.runtime = runtime
        self.initialized = False
        self._registered = {}
        self._worlds = {}
        self._handles = []
        self.host_dlopen_count = 0
        if auto_init is None or auto_init:
            self.init()

    @property
    def platform(self):
        return self._config.platform

    @property
    def device_id(self):
        return self._config.device_id

    @property
    def aicpu_dlopen_count(self):
        """How many programs have been registered."""
        return len(self._registered)

    @property
    def _binding(self):
        return self.level, self.platform, self.device_id, self.runtime

    @classmethod
    def current(cls, *, level, platform, device_id, runtime, require_sdma=False):
        """The innermost active worker of that kind, or None."""
        for worker in reversed(_active):
            if worker._binding == (level, platform, device_id, runtime):
                return worker
        return None

    def init(self):
        self.initialized = True

    def close(self):
        """Frees what the worker holds and closes its handles."""
        if not self.initialized:
            return
        self._free_all()
        for handle in self._handles:
            handle.closed = True
        for world in self._worlds.values():
            world.close()
        self._handles, self._worlds, self._registered = [], {}, {}
        self.initialized = False

    def _require_ready(self, op):
        if not self.initialized:
            raise RuntimeError(f"ChipWorker.{op}() needs an initialized worker: call init(), or use `with worker:`")

    def _check_worker_id(self, worker_id, op):
        if worker_id != 0:
            raise ValueError(f"ChipWorker.{op}() only supports worker_id=0, got {worker_id}")

    def _check(self, compiled, op):
        self._require_ready(op)
        if compiled.platform != self.platform:
            raise ValueError(
                f"the program is compiled for platform={compiled.platform!r}, the worker has {self.platform!r}"
            )

    def _world(self, compiled):
        world = self._worlds.get(compiled)
        if world is None:
            world = self._worlds[compiled] = compiled._handle.world(False, None)
        return world

    def run(self, compiled, *args, config=None):
        """Runs a program; returns what a call of it returns."""
        self._check(compiled, "run")
        self._registered.setdefault(compiled, len(self._registered))
        return dispatch(compiled._handle, args, self._world(compiled), self)

    def register(self, compiled):
        """A handle that runs a program."""
        self._check(compiled, "register")
        handle = RegistrationHandle(self, compiled, self._registered.setdefault(compiled, len(self._registered)))
        self._handles.append(handle)
        return handle

    def __enter__(self):
        if any(worker._binding == self._binding for worker in _active):
            raise ValueError(f"a ChipWorker for {self._binding} is already active; use that one")
        self.init()
        _active.append(self)
        return self

    def __exit__(self, *exc):
        _active.remove(self)
        self.close()
