"""Ops on tiles in on-core memory, ``pl.tile``."""

# <imports pl.tile>
from pypto._types import Variant

# <enum pl.tile.MaskPattern>
# <ops pl.tile>
