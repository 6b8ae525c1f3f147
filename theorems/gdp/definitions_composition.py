"""Names shared by the composition statements: mechanisms run one after the other on one data set, with their own randomness.

Data sets are neighbours where the record of one individual differs. An adaptive mechanism also sees earlier outputs; its guarantee holds for each of them.
"""

from collections.abc import Callable
from typing import Any

from theorems.gdp.definitions import SPACE, dim
from verify.claims import (
    INDEPENDENT,
    NO,
    REPLACE_ONE,
    YES,
    Compositions,
    ForAll,
    Node,
    Universes,
    integers,
    neighbours,
    numbers,
    objects,
    pasts,
    reading,
    step,
    upto,
)

i = numbers("i")
U, C, D, D_, past = objects("U C D D_ past")

ADAPTIVE = reading("adaptive", no=NO, yes=YES)
PAIRS = {(D, D_): neighbours(U)}


def composed(count: Any) -> dict[Any, Any]:
    """Names of a composition of ``count`` mechanisms."""
    return {dim: integers(1), U: Universes(REPLACE_ONE), C: Compositions(count, U, SPACE, coins=INDEPENDENT, adaptive=ADAPTIVE)}


def at_step(index: Any, guarantee: Callable[..., Node], *levels: Any) -> Node:
    """One mechanism has the guarantee on every pair of neighbours, whatever earlier outputs it is given."""
    return ForAll({past: pasts(C, index), (D, D_): neighbours(U)}, guarantee(step(C, index, D, past), step(C, index, D_, past), *levels))


def at_each(count: Any, guarantee: Callable[..., Node], *levels: Any) -> Node:
    """Every mechanism has the guarantee."""
    return ForAll({i: upto(count)}, at_step(i, guarantee, *levels))
