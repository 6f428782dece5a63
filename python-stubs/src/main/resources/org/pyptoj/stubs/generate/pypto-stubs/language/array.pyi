"""Small arrays of scalars, ``pl.array``."""

# <imports pl.array>
# <ops pl.array>
