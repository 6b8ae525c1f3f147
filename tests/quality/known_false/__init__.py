"""False neighbours of textbook statements: each comes from a true one by an error that people make. The engines must refute every one."""

from .composition import COMPOSITION
from .divergences import DIVERGENCES
from .iterations import ITERATIONS
from .mechanisms import MECHANISMS
from .normals import NORMALS
from .pufferfish import PUFFERFISH
from .testing import TESTING
from .transport import TRANSPORT

FALSE = {**DIVERGENCES, **TRANSPORT, **MECHANISMS, **COMPOSITION, **TESTING, **PUFFERFISH, **NORMALS, **ITERATIONS}
