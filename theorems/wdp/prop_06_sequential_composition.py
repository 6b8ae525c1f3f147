r"""Sequential composition: budgets add up.

Statement (Proposition 6; proof in eqs. 30-32)
    prop-6  M_1, ..., M_n run one after the other on the same data set, each (mu, epsilon_i)-WDP. Then M = (M_1, ..., M_n) is (mu, sum_i epsilon_i)-WDP.
    eq-32   The sum of the losses of the mechanisms is at least the loss of all together; named as the reason: the triangle inequality.

Reading
    coins        independent: each mechanism has its own randomness; shared: they use the same.
    adaptive     no: later mechanisms see the data alone; yes: also earlier outputs, with the guarantee of each for every fixed earlier output.
    output       tuple: all outputs; sum: their sum; last: the last one.
    norm on the outputs   the norm that combines the outputs: l1, l2, l-inf, or l-mu, the order itself.
    The loss of a mechanism that sees earlier outputs is its worst value over them (eq. 32). Neighbours differ in one entry.

Measured
    W_mu between the outputs of the whole on neighbouring data sets; the sum of the single losses (eq. 32).

Claimed
    The sum of the epsilon_i (Proposition 6); the loss of the whole (eq. 32).
"""

from theorems.wdp.definitions import DIMENSIONS, NORMS, W, dim, mu, r
from theorems.wdp.definitions_composition import COUNT, D_, LEVELS, NORM, PAIRS, C, D, U, alone, coordinate_sum, epsilon, i, loss, n, past, sequences
from verify.claims import (
    REPLACE_ONE,
    Claim,
    Compare,
    ForAll,
    Source,
    Sum,
    Universes,
    at_least,
    joint,
    marginal,
    neighbours,
    pasts,
    reading,
    upto,
)

LENGTH = reading("output", tuple=NORM, sum=r, last=r)
RUN = {mu: at_least(1), dim: DIMENSIONS, r: NORMS, n: COUNT, U: Universes(REPLACE_ONE), C: sequences(LENGTH)}


def released(data):
    """Law of what is released on a data set."""
    return reading("output", tuple=joint(C, data), sum=coordinate_sum(joint(C, data)), last=marginal(joint(C, data), n))


whole = W(released(D), released(D_), mu, LENGTH)

CLAIMS = (
    Claim("wdp/prop-6", Source("Proposition 6"), forall={**RUN, epsilon: LEVELS},
          given=(ForAll({i: upto(n), past: pasts(C, i), (D, D_): neighbours(U)}, Compare(alone(i, LENGTH), "<=", epsilon[i])),),
          states=ForAll(PAIRS, Compare(whole, "<=", Sum({i: upto(n)}, epsilon[i]))), uses=("wdp/eq-32",)),
    Claim("wdp/eq-32", Source("Proof of Proposition 6", eq="32"), part_of="wdp/prop-6", forall=RUN,
          states=ForAll(PAIRS, Compare(Sum({i: upto(n)}, loss(i, LENGTH)), ">=", whole)), uses=("wdp/prop-2",)),
)
