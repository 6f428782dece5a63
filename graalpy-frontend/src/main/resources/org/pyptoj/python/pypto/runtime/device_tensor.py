"""Tensors that lie on a worker's devices."""

from pypto._workers.device_tensor import DeviceTensor as DeviceTensor
from pypto._workers.device_tensor import StackedDeviceTensor as StackedDeviceTensor
