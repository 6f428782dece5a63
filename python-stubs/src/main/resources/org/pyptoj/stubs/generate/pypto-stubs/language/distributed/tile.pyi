"""Remote access from tiles, ``pld.tile``."""

# <imports pld.tile>
# <ops pld.tile>
