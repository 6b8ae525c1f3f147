r"""Sequential composition, group privacy and advanced composition are consequences of the triangle inequality.

Statement (Discussion, "Triangle inequality" (1))
    Propositions 6 and 13 and Theorem 1 follow from Proposition 2.

Reading
    Each part is the step of the proof that is ascribed to the triangle inequality:
    sequential   eq. 32, the sum of the losses of the mechanisms is at least the loss of the tuple;
    group        eq. 81, the loss between the ends of a chain is at most the sum of the losses of its links;
    advanced     eq. 83 for losses that are numbers: the event that the loss of the tuple reaches epsilon implies that the sum of the losses does.
    norm on the outputs, coins, adaptive: as in Proposition 6. The loss of a mechanism that sees earlier outputs is its worst value over them.

Measured
    The loss of the tuple, or between the ends of the chain.

Claimed
    The sum of the single losses.
"""

from theorems.wdp.definitions import DIMENSIONS, NORMS, SPACE, P, W, dim, mu, r
from theorems.wdp.definitions import epsilon as level
from theorems.wdp.definitions_composition import COUNT, D_, NORM, PAIRS, C, D, U, i, loss, n, sequences
from verify.claims import (
    REPLACE_ONE,
    Claim,
    Compare,
    Families,
    ForAll,
    Implies,
    Laws,
    Source,
    Sum,
    Universes,
    at_least,
    integers,
    joint,
    numbers,
    upto,
)

k = numbers("k")
SOURCE = Source("Discussion, Triangle inequality (1)")
RUN = {mu: at_least(1), dim: DIMENSIONS, n: COUNT, U: Universes(REPLACE_ONE), C: sequences(NORM)}
total = Sum({i: upto(n)}, loss(i, NORM))
together = W(joint(C, D), joint(C, D_), mu, NORM)

CLAIMS = (
    Claim("wdp/text-metric-derivation", SOURCE, part="sequential", forall=RUN, states=ForAll(PAIRS, Compare(together, "<=", total)), uses=("wdp/prop-2",)),
    Claim("wdp/text-metric-derivation", SOURCE, part="group",
          forall={mu: at_least(1), dim: DIMENSIONS, r: NORMS, k: integers(1), P: Families(upto(k + 1), Laws(SPACE))},
          states=Compare(W(P[1], P[k + 1], mu, r), "<=", Sum({i: upto(k)}, W(P[i], P[i + 1], mu, r))), uses=("wdp/prop-2",)),
    Claim("wdp/text-metric-derivation", SOURCE, part="advanced", forall={**RUN, level: at_least(0)},
          states=ForAll(PAIRS, Implies(Compare(together, ">=", level), Compare(total, ">=", level))), uses=("wdp/prop-2",)),
)
