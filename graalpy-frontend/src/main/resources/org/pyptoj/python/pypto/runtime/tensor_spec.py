"""What test harnesses say of a kernel's arguments."""

SCALAR_CTYPE_MAP = {
    name: "ctypes.c_" + name for name in ("int64", "int32", "uint64", "uint32", "float", "double")
}


class TensorSpec:
    """A tensor argument.

    Args:
        name: the parameter.
        shape: its extents.
        dtype: its torch dtype.
        init_value: None for zeros, a number, a tensor, or a function that makes one.
        is_output: whether its value is compared.
    """

    def __init__(self, name, shape, dtype, init_value=None, is_output=False):
        self.name = name
        self.shape = shape
        self.dtype = dtype
        self.init_value = init_value
        self.is_output = is_output

    def create_tensor(self):
        import torch

        init = self.init_value
        if init is None:
            return torch.zeros(self.shape, dtype=self.dtype)
        if isinstance(init, torch.Tensor):
            return init.to(dtype=self.dtype)
        if isinstance(init, (int, float)):
            return torch.full(self.shape, init, dtype=self.dtype)
        if callable(init):
            if init in (torch.randn, torch.rand, torch.zeros, torch.ones):
                return init(self.shape, dtype=self.dtype)
            return torch.as_tensor(init(), dtype=self.dtype)
        raise TypeError(f"the initial value of {self.name!r} is a {type(init).__name__}")


class ScalarSpec:
    """A number argument."""

    def __init__(self, name, value, ctype="int64"):
        if ctype not in SCALAR_CTYPE_MAP:
            raise ValueError(f"{name!r} has the C type {ctype!r}; use one of {', '.join(SCALAR_CTYPE_MAP)}")
        self.name = name
        self.value = value
        self.ctype = ctype
