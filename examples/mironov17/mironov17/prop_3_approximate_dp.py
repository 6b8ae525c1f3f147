r"""From RDP to approximate differential privacy.

Statement (Proposition 3)
    An (alpha, epsilon)-RDP mechanism is (epsilon + log(1/delta) / (alpha - 1), delta)-DP for every delta in (0, 1).

Reading
    A pair of adjacent data sets enters by its two output laws P and Q.

Measured
    The hockey-stick divergence: the least delta at the new level.
"""

from mironov17.names import LEVEL, ORDER, PAIR, P, Q, alpha, delta, epsilon, rdp
from verify.claims import Claim, Compare, Source, between, log
from verify.quantities import hockey_stick_divergence

CLAIM = Claim(
    "mironov17/prop-3", Source("Proposition 3", section="IV"),
    forall={**ORDER, **LEVEL, delta: between(0, 1, open="both"), **PAIR},
    given=(rdp(P, Q, alpha, epsilon),),
    states=Compare(hockey_stick_divergence(P, Q, epsilon + log(1 / delta) / (alpha - 1)), "<=", delta),
)
