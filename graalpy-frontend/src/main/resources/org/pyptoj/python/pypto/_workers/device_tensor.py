"""Tensors that stay on a device from dispatch to dispatch."""

__tracebackhide__ = True


class Buffer:
    """Memory of a device: on simulated ranks, a tensor of the host."""

    def __init__(self, tensor):
        self._bytes = tensor
        self.base = tensor.data_ptr()

    def tensor(self, shape, dtype):
        """The memory as a tensor."""
        import torch

        count = torch.empty(0, dtype=dtype).element_size()
        for extent in shape:
            count *= extent
        return self._bytes[:count].view(dtype).reshape(tuple(shape))


def check_shape(owner, shape):
    """The extents as a tuple; they are positive integers, one at least."""
    shape = tuple(shape)
    for extent in shape:
        if isinstance(extent, bool) or not isinstance(extent, int):
            raise TypeError(f"{owner}: a shape has integers, got {shape!r}")
    if not shape:
        raise ValueError(f"{owner}: the shape is empty (it must be non-empty)")
    if any(extent <= 0 for extent in shape):
        raise ValueError(f"{owner}: every extent is positive, got {shape}")
    return shape


class DeviceTensor:
    """A tensor in the memory of a worker's device. Its values come back only by ``copy_from``.

    Args:
        data_ptr: the address that ``malloc`` gave.
        shape: positive extents.
        dtype: a torch dtype.
        buffer: the memory; what a worker's ``alloc_tensor`` makes has one, and only such a tensor can be dispatched.
    """

    def __init__(self, data_ptr, shape, dtype, *, buffer=None):
        import torch

        if isinstance(data_ptr, bool) or not isinstance(data_ptr, int) or data_ptr <= 0:
            raise ValueError(f"DeviceTensor: data_ptr is a positive int, got {data_ptr!r}")
        shape = check_shape("DeviceTensor", shape)
        if not isinstance(dtype, torch.dtype):
            raise TypeError(f"DeviceTensor: dtype is a torch.dtype, got {type(dtype).__name__}")
        if buffer is not None and buffer.base != data_ptr:
            raise ValueError(f"DeviceTensor: the buffer is at {buffer.base:#x}, data_ptr says {data_ptr:#x}")
        self.__dict__.update(data_ptr=data_ptr, shape=shape, dtype=dtype, buffer=buffer)

    def __setattr__(self, name, value):
        raise AttributeError(f"a DeviceTensor cannot be changed: {name}")

    @property
    def nbytes(self):
        """Size in bytes."""
        import torch

        count = torch.empty(0, dtype=self.dtype).element_size()
        for extent in self.shape:
            count *= extent
        return count

    def _host_tensor(self):
        return self.buffer.tensor(self.shape, self.dtype)

    def __eq__(self, other):
        return isinstance(other, DeviceTensor) and (self.data_ptr, self.shape, self.dtype) == (
            other.data_ptr,
            other.shape,
            other.dtype,
        )

    def __hash__(self):
        return hash((self.data_ptr, self.shape))

    def __repr__(self):
        return f"DeviceTensor(data_ptr={self.data_ptr:#x}, shape={self.shape}, dtype={self.dtype})"


class StackedDeviceTensor:
    """A tensor whose first dimension lies on several devices, one shard each.

    Args:
        shards: one DeviceTensor of shape ``full_shape[1:]`` per index of the first dimension.
        full_shape: the shape of the whole.
        worker_ids: the device of each shard; it must be the one that the program dispatches that index to.
    """

    def __init__(self, shards, full_shape, worker_ids):
        shards, full_shape, worker_ids = tuple(shards), tuple(full_shape), tuple(worker_ids)
        if len(full_shape) < 2:
            raise ValueError(f"StackedDeviceTensor: the shape has two dimensions at least (rank >= 2), got {full_shape}")
        if full_shape[0] < 1:
            raise ValueError(f"StackedDeviceTensor: there is at least one shard, got {full_shape}")
        if len(shards) != full_shape[0]:
            raise ValueError(f"StackedDeviceTensor: {full_shape} takes {full_shape[0]} shards, got {len(shards)}")
        if len(worker_ids) != full_shape[0]:
            raise ValueError(f"StackedDeviceTensor: {full_shape} takes {full_shape[0]} worker_ids, got {len(worker_ids)}")
        if len(set(worker_ids)) != len(worker_ids):
            raise ValueError(f"StackedDeviceTensor: worker_ids must be distinct, got {worker_ids}")
        for i, shard in enumerate(shards):
            if not isinstance(shard, DeviceTensor):
                raise TypeError(f"StackedDeviceTensor: shard {i} is a {type(shard).__name__}, not a DeviceTensor")
            if shard.shape != full_shape[1:]:
                raise ValueError(f"StackedDeviceTensor: shard {i} has shape {shard.shape}, not {full_shape[1:]}")
            if shard.dtype != shards[0].dtype:
                raise ValueError(f"StackedDeviceTensor: shard {i} has dtype {shard.dtype}, not {shards[0].dtype}")
        self.shards = shards
        self.full_shape = self.shape = full_shape
        self.worker_ids = worker_ids

    @property
    def dtype(self):
        return self.shards[0].dtype

    def __getitem__(self, index):
        """The shard of an index of the first dimension; nothing less than a whole shard can be had."""
        first, *rest = index if isinstance(index, tuple) else (index,)
        if isinstance(first, bool) or not isinstance(first, int):
            raise TypeError(f"StackedDeviceTensor: the first index is an int, got {type(first).__name__}")
        if not 0 <= first < len(self.shards):
            raise IndexError(f"StackedDeviceTensor: there is no shard {first} among {len(self.shards)}")
        if sum(r is Ellipsis for r in rest) > 1 or len([r for r in rest if r is not Ellipsis]) >= len(self.full_shape):
            raise IndexError(f"StackedDeviceTensor: too many indices for {self.full_shape}")
        if Ellipsis in rest:
            at = rest.index(Ellipsis)
            after = len(rest) - at - 1
            rest[at : at + 1] = [slice(None)] * (len(self.full_shape) - 1 - at - after)
        for axis, part in enumerate(rest, 1):
            if part not in (slice(None), slice(0, self.full_shape[axis])):
                raise ValueError(f"StackedDeviceTensor: only a whole shard can be had, got {part} on axis {axis}")
        return self.shards[first]

    def _gathered(self):
        """The whole as one tensor of the host, and what brings its values back to the shards."""
        import torch

        tensors = [shard._host_tensor() for shard in self.shards]
        whole = torch.stack(tensors)

        def scatter():
            for tensor, value in zip(tensors, whole):
                tensor.copy_(value)

        return whole, scatter

    def __repr__(self):
        return f"StackedDeviceTensor(full_shape={self.full_shape}, worker_ids={self.worker_ids}, dtype={self.dtype})"
