"""Ops of a core itself, ``pl.system``."""

# <imports pl.system>
# <ops pl.system>
