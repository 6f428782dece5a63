"""Signals and ranks, ``pld.system``."""

# <imports pld.system>
# <ops pld.system>
