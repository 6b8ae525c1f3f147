r"""Density gap and sensitivity in the proof of Proposition 11.

Statement (eqs. 66-67)
    By the definition of sensitivity, |p_D(x) - p_D'(x)| <= Delta for every x.

Reading
    mechanism  any: any mechanism, not only a query plus noise; additive-noise: a query plus noise, with output laws that are translates.
    1. Delta bounds the change of the query f between neighbours, or the change of the density as a function of the data set. In the first case the mechanism
       is computed from the query: equal query values give equal laws.
    2. P and Q are the laws on neighbouring data sets; mechanism and space as in ``log_lipschitz``.

Measured
    |p(x) - q(x)|.

Claimed
    Delta.
"""

from theorems.wdp.definitions import SPACE, P
from theorems.wdp.log_lipschitz import COMPUTED_FROM_THE_QUERY, NEVER, PAIR, SECOND, SIZE, by_space, high, low
from verify.claims import LINE, Abs, Claim, Compare, Points, Source, at_least, between, numbers, objects, reading, unstated
from verify.quantities import density, density_gap_sup

Delta = numbers("Delta")
x = objects("x")

CLAIM = Claim(
    "wdp/eq-66", Source("Proof of Proposition 11", eq="66-67", section="Appendix A"),
    forall={**PAIR, x: by_space(Points(LINE), Points(SPACE), between(low, high, open="both")), Delta: unstated(at_least(0))},
    given=[reading("sensitivity", of_the_query=COMPUTED_FROM_THE_QUERY, of_the_density=None),
           reading("sensitivity", of_the_query=Compare(SIZE, "<=", Delta), of_the_density=Compare(density_gap_sup(P, SECOND), "<=", Delta))],
    states=Compare(Abs(density(P, x) - density(SECOND, x)), "<=", Delta),
    part_of="wdp/prop-11",
    never=NEVER,
)
