"""Ops on tensors in global memory, ``pl.tensor``."""

# <imports pl.tensor>
# <ops pl.tensor>
