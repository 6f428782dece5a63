# Written from the op table of pypto-j: mvn -Pstubs -pl python-stubs -am test

"""Small arrays of scalars, ``pl.array``."""

from pypto._types import ScalarValue
from pypto.language import Array, DataType, IntLike

def create(extent: int, dtype: DataType) -> Array:
    """A small array of extent scalars: integers, BOOL or task handles.

    Errors: PLT0036.
    """

def get_element(array: Array, index: IntLike) -> ScalarValue:
    """One element of an array; index counts from 0."""

def update_element(array: Array, index: IntLike, value: IntLike) -> Array:
    """The array with one element replaced; index counts from 0."""
