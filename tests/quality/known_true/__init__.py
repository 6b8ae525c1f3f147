"""Textbook statements that are true, each with its reference. The engines must not refute one of them."""

from .composition import COMPOSITION
from .divergences import DIVERGENCES
from .iterations import ITERATIONS
from .mechanisms import MECHANISMS
from .normals import NORMALS
from .pufferfish import PUFFERFISH
from .testing import TESTING
from .transport import TRANSPORT

TRUE = {**DIVERGENCES, **TRANSPORT, **MECHANISMS, **COMPOSITION, **TESTING, **PUFFERFISH, **NORMALS, **ITERATIONS}
