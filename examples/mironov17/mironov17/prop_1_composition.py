r"""Levels add up in adaptive composition.

Statement (Proposition 1)
    f is (alpha, epsilon_1)-RDP, and g, which also sees the output of f, is (alpha, epsilon_2)-RDP. Then the pair of outputs is (alpha, epsilon_1 + epsilon_2)-RDP.

Reading
    adjacency   one record more or less, or one record replaced: the paper leaves it open.
    g is RDP for each fixed output of f; both have coins of their own.

Measured
    The divergence of the joint laws of both outputs on two adjacent data sets.
"""

from mironov17.names import SPACE, alpha, dim, rdp
from verify.claims import (
    ADD_OR_REMOVE_ONE,
    INDEPENDENT,
    REPLACE_ONE,
    YES,
    Claim,
    Compositions,
    ForAll,
    Source,
    Universes,
    above,
    at_least,
    integers,
    joint,
    neighbours,
    numbers,
    objects,
    pasts,
    reading,
    step,
)

epsilon_1, epsilon_2 = numbers("epsilon_1 epsilon_2")
U, C, D, D_, past = objects("U C D D_ past")
PAIRS = {(D, D_): neighbours(U)}


def at_step(index, level):
    return ForAll({past: pasts(C, index), **PAIRS}, rdp(step(C, index, D, past), step(C, index, D_, past), alpha, level))


CLAIM = Claim(
    "mironov17/prop-1", Source("Proposition 1", section="III"),
    forall={alpha: above(1), epsilon_1: at_least(0), epsilon_2: at_least(0), dim: integers(1),
            U: Universes(reading("adjacency", add_or_remove=ADD_OR_REMOVE_ONE, replace=REPLACE_ONE)),
            C: Compositions(2, U, SPACE, coins=INDEPENDENT, adaptive=YES)},
    given=(at_step(1, epsilon_1), at_step(2, epsilon_2)),
    states=ForAll(PAIRS, rdp(joint(C, D), joint(C, D_), alpha, epsilon_1 + epsilon_2)),
)
