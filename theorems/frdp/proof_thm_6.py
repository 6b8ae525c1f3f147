r"""Steps of the proof of Theorem 6.

Statement (Appendix F)
    The dominating measure on an event, divided by its weight there, is a probability measure. (e^epsilon Q(A))^(1-1/alpha) is (e^epsilon' Q(A))^(1-1/alpha) delta^(1/alpha) with
    epsilon' = epsilon + log(1/delta)/(alpha - 1); the means are compared; 1 - 1/alpha is at most 1.

Reading
    measure of the event   positive and finite, or any number in [0, oo]: the source names any measurable set.
    delta                  in (0, 1), or any positive number.

Measured
    The mass of the divided measure; each side of the lines, y being the probability of the event on D'.

Claimed
    1; the lines.
"""

from theorems.frdp.definitions import LEVEL, ORDER, PAIR, SPACE, E, P, Q, alpha, delta, epsilon, w
from verify.claims import (
    Claim,
    Compare,
    Events,
    Expect,
    If,
    Member,
    Source,
    above,
    at_least,
    between,
    exp,
    log,
    mixture,
    number,
    numbers,
    oo,
    reading,
    unstated,
)
from verify.quantities import density, mass

y, weight = numbers("y weight")
PROOF = Source("Proof of Theorem 6", section="Appendix F")
NUMBERS = {**ORDER, **LEVEL, delta: unstated(reading("delta", below_one=between(0, 1, open="both"), any=above(0))), y: between(0, 1)}
raised = exp(epsilon + log(1 / delta) / (alpha - 1)) * y
power = 1 - 1 / alpha
split = raised**power * delta ** (1 / alpha)
weighted = power * raised + delta / alpha

def perspective(first, second):
    """g(p, q) = q (p/q)^alpha, with g(p, 0) = oo for p > 0 and g(0, 0) = 0."""
    return If(Compare(second, ">", 0), second * (first / second) ** alpha, If(Compare(first, ">", 0), oo, 0))


both = mixture((number("1/2"), P), (number("1/2"), Q))
"""A measure that dominates both laws; densities are by it."""
averaged = Expect({w: both}, If(Member(w, E), perspective(density(P, w) / density(both, w), density(Q, w) / density(both, w)), 0))

CLAIMS = (
    Claim("frdp/proof-thm-6", PROOF, part="jensen", part_of="frdp/thm-6a", forall={alpha: at_least(1), **PAIR, E: Events(SPACE)},
          states=Compare(averaged, ">=", perspective(mass(P, E), mass(Q, E)))),
    Claim("frdp/proof-thm-6", PROOF, part="probability-measure", part_of="frdp/thm-6a",
          forall={weight: reading("measure of the event", positive_finite=above(0), any=between(0, oo))}, states=Compare(weight / weight, "==", 1)),
    Claim("frdp/proof-thm-6", PROOF, part="identity", part_of="frdp/thm-6a", forall=NUMBERS, states=Compare((exp(epsilon) * y) ** power, "==", split)),
    Claim("frdp/proof-thm-6", PROOF, part="means", part_of="frdp/thm-6a", forall=NUMBERS, states=Compare(split, "<=", weighted)),
    Claim("frdp/proof-thm-6", PROOF, part="relaxed", part_of="frdp/thm-6a", forall=NUMBERS, states=Compare(weighted, "<=", raised + delta / alpha)),
)
