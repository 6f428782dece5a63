"""Reading kernels: from Python functions by decorators, from text and files by ``parse`` and ``loads``."""

from pypto.language import InlineFunction as InlineFunction
from pypto.language import Scalar as Scalar
from pypto.language import Tensor as Tensor
from pypto.language import Tile as Tile
from pypto.language import function as function
from pypto.language import inline as inline
from pypto.language import loads as loads
from pypto.language import loads_program as loads_program
from pypto.language import parse as parse
from pypto.language import parse_program as parse_program
from pypto.language import program as program
from pypto.language import range as range
from pypto.language import yield_ as yield_
from pypto.language.parser import diagnostics as diagnostics
