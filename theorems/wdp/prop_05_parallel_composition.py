r"""Parallel composition: the largest of the budgets is a budget of the whole.

Statement (Proposition 5; proof in eqs. 27-29)
    prop-5  D is split into disjoint parts D_1, ..., D_n; M_i acts on D_i and is (mu, epsilon_i)-WDP. Then (M_1, ..., M_n) is (mu, max_i epsilon_i)-WDP.
    eq-28   The loss of all mechanisms together is at most the largest loss of one mechanism on its part.

Reading
    neighbours   replace: one record is replaced; add-remove: one record is added or removed.
    partition    by-position: fixed in advance; by-value: the value of a record says which part it goes to, so that a replaced record may change parts.
    coins        independent: each mechanism has its own randomness; shared: they use the same.
    output       tuple: all outputs; most-revealing: the single mechanism with the largest loss.
    norm on the outputs   the norm that combines the outputs: l1, l2, l-inf, or l-mu, the order itself.
    Each M_i is (mu, epsilon_i)-WDP on all data sets it can meet as a part; by-value also on the two parts that M_i gets from neighbouring data sets, of which
    one may lack a record that the other has.

Measured
    W_mu between the outputs of the whole on neighbouring data sets.

Claimed
    The largest epsilon_i (Proposition 5); the largest loss of a mechanism on its part (eq. 28).
"""

from theorems.wdp.definitions import DIMENSIONS, NORMS, W, dim, mu, r
from theorems.wdp.definitions_composition import COINS, COUNT, D_, LEVELS, NORM, PAIRS, C, D, U, epsilon, i, n
from verify.claims import (
    ADD_OR_REMOVE_ONE,
    BY_POSITION,
    BY_VALUE,
    REPLACE_ONE,
    Claim,
    Compare,
    Compositions,
    Euclid,
    ForAll,
    Source,
    Sup,
    Universes,
    at_least,
    joint,
    marginal,
    neighbours,
    part,
    part_neighbours,
    reading,
    step,
    upto,
)

LENGTH = reading("output", tuple=NORM, most_revealing=r)
DATA = Universes(reading("neighbours", replace=REPLACE_ONE, add_remove=ADD_OR_REMOVE_ONE))
WHOLE = Compositions(n, U, Euclid(dim, LENGTH), coins=COINS, partition=reading("partition", by_position=BY_POSITION, by_value=BY_VALUE))
RUN = {mu: at_least(1), dim: DIMENSIONS, r: NORMS, n: COUNT, U: DATA, C: WHOLE}
on_parts = W(step(C, i, D), step(C, i, D_), mu, LENGTH)
on_own_part = W(step(C, i, part(C, i, D)), step(C, i, part(C, i, D_)), mu, LENGTH)
whole = reading("output", tuple=W(joint(C, D), joint(C, D_), mu, LENGTH),
                most_revealing=Sup({i: upto(n)}, W(marginal(joint(C, D), i), marginal(joint(C, D_), i), mu, LENGTH)))

CLAIMS = (
    Claim("wdp/prop-5", Source("Proposition 5"), forall={**RUN, epsilon: LEVELS},
          given=(ForAll({i: upto(n), (D, D_): part_neighbours(C, i)}, Compare(on_parts, "<=", epsilon[i])),
                 reading("partition", by_position=None, by_value=ForAll({i: upto(n), (D, D_): neighbours(U)}, Compare(on_own_part, "<=", epsilon[i])))),
          states=ForAll(PAIRS, Compare(whole, "<=", Sup({i: upto(n)}, epsilon[i]))), uses=("wdp/eq-28",)),
    Claim("wdp/eq-28", Source("Proof of Proposition 5", eq="27-29"), part_of="wdp/prop-5", forall=RUN,
          states=ForAll(PAIRS, Compare(whole, "<=", Sup({i: upto(n)}, on_own_part)))),
)
