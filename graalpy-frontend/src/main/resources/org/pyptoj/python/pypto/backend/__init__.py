"""The chip families."""


class _Backend:
    def __init__(self, name):
        self.name = name

    def __repr__(self):
        return f"BackendType.{self.name}"


class BackendType:
    """The chip family that a program is compiled for."""

    Ascend910B = _Backend("Ascend910B")
    Ascend950 = _Backend("Ascend950")
