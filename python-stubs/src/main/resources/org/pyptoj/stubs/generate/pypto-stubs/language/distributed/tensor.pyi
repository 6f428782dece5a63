"""Transfers, collectives and windows, ``pld.tensor``."""

# <imports pld.tensor>
# <ops pld.tensor>
