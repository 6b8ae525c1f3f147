r"""The max-divergence in the proof of Proposition 11.

Statement (eq. 75)
    D_oo(P_D || P_D') <= sup L |p_D - p_D'| = L Delta.

Reading
    mechanism  any: any mechanism computed from the query, equal values giving equal laws; additive-noise: a query plus noise, with output laws that are translates.
    1. The chain with its middle term, or the outer inequality D_oo <= L Delta alone.
    2. Delta is the sensitivity of the query; the change of the query between the two data sets is at most Delta. The equality with L Delta is stated for a pair
       that attains Delta, whose change of the query stands for it: for any other pair it could not hold. The mechanism is computed from the query: equal
       query values give equal laws.
    3. Lipschitz hypothesis, mechanism and space as in ``log_lipschitz``.

Measured
    D_oo(P || Q); for the second link sup L |p - q|.

Claimed
    sup L |p - q|; L Delta (in the chain L times the change of the query).
"""

from theorems.wdp.definitions import P
from theorems.wdp.log_lipschitz import COMPUTED_FROM_THE_QUERY, LIPSCHITZ, NEVER_MOVED, PAIR, SECOND, SIZE, L
from verify.claims import Claim, Compare, Source, at_least, chain, numbers, reading, unstated
from verify.quantities import density_gap_sup, max_divergence

Delta = numbers("Delta")
DIVERGENCE = max_divergence(P, SECOND)

CLAIM = Claim(
    "wdp/eq-75", Source("Proof of Proposition 11", eq="75", section="Appendix A"),
    forall={**PAIR, L: unstated(at_least(0)), Delta: unstated(at_least(0))},
    given=[LIPSCHITZ, COMPUTED_FROM_THE_QUERY, Compare(SIZE, "<=", Delta)],
    states=reading("display", chain=chain(DIVERGENCE, "<=", L * density_gap_sup(P, SECOND), "==", L * SIZE), outer=Compare(DIVERGENCE, "<=", L * Delta)),
    part_of="wdp/prop-11", uses=("wdp/eq-63", "wdp/eq-66"),
    never=NEVER_MOVED,
)
