"""Ops on tiles in on-core memory, ``pl.tile``."""

# <imports pl.tile>
# <ops pl.tile>
