r"""The Lipschitz step in the proof of Proposition 11, and its exponentiated form.

Statement (eqs. 60-63)
    eq-60  Because log p_M is L-Lipschitz, |log p_D - log p_D'| <= L |p_D - p_D'| at every point.
    eq-63  e^(-L|p_D - p_D'|) <= p_D/p_D' <= e^(L|p_D - p_D'|) at every point.

Reading
    1. eq. 60: the hypothesis is Lipschitz continuity in the output x, or (then the display repeats it) in the density. P and Q are the laws on neighbouring
       data sets; mechanism and space as in ``log_lipschitz``. x is a point where both densities are positive, so that their logarithms exist.
    2. eq. 63 is conditional on eq. 60; it concerns two positive numbers, the densities p and q at one point.

Measured
    |log p(x) - log q(x)|; the quotient p/q.

Claimed
    L |p(x) - q(x)|; exponentials of -L|p - q| and L|p - q|.
"""

from theorems.wdp.definitions import SPACE, P
from theorems.wdp.log_lipschitz import NEVER, PAIR, SECOND, L, by_space, high, low, steepness
from verify.claims import (
    LINE,
    Abs,
    All,
    Claim,
    Compare,
    Points,
    Source,
    above,
    at_least,
    between,
    chain,
    exp,
    log,
    numbers,
    objects,
    reading,
    unstated,
)
from verify.quantities import density, log_per_density_gap

p, q = numbers("p q")
x = objects("x")

HYPOTHESIS = reading(
    "log p is Lipschitz",
    in_x=All(Compare(steepness(P), "<=", L), Compare(steepness(SECOND), "<=", L)),
    in_the_density=Compare(log_per_density_gap(P, SECOND), "<=", L),
)
POINTWISE = Claim(
    "wdp/eq-60", Source("Proof of Proposition 11", eq="60-62", section="Appendix A"),
    forall={**PAIR, x: by_space(Points(LINE), Points(SPACE), between(low, high, open="both")), L: unstated(at_least(0))},
    given=[HYPOTHESIS, Compare(density(P, x), ">", 0), Compare(density(SECOND, x), ">", 0)],
    states=Compare(Abs(log(density(P, x)) - log(density(SECOND, x))), "<=", L * Abs(density(P, x) - density(SECOND, x))),
    part_of="wdp/prop-11",
    never=NEVER,
)
EXPONENTIATED = Claim(
    "wdp/eq-63", Source("Proof of Proposition 11", eq="63", section="Appendix A"),
    forall={p: above(0), q: above(0), L: unstated(at_least(0))},
    given=[Compare(Abs(log(p) - log(q)), "<=", L * Abs(p - q))],
    states=chain(exp(-L * Abs(p - q)), "<=", p / q, "<=", exp(L * Abs(p - q))),
    part_of="wdp/prop-11", uses=("wdp/eq-60",),
)

CLAIMS = (POINTWISE, EXPONENTIATED)
