r"""Differential privacy through events and through the profile; weaker parameters are implied.

Statement (Definition 1.1; Section 2)
    def-1.1        An algorithm is (epsilon, delta)-DP if P[A(S) in E] <= e^epsilon P[A(S') in E] + delta for all neighbouring S, S' and all events E; that
                   is, if its profile at epsilon is at most delta.
    text-monotone  An (epsilon, delta)-DP algorithm is (epsilon', delta')-DP for every epsilon' >= epsilon and delta' >= delta.

Reading
    Neighbours count in both orders. The definition is held against the profile used elsewhere: delta is at least the larger of the two hockey-stick divergences.

Measured
    The probabilities of all events; the profile.

Claimed
    delta; delta'.
"""

from theorems.gdp.definitions import ALGORITHM, SPACE, P, Q, delta, dp, epsilon
from verify.claims import All, Claim, Compare, Events, ForAll, Iff, Source, at_least, between, exp, numbers, objects
from verify.quantities import mass

epsilon_, delta_ = numbers("epsilon_ delta_")
E = objects("E")
PARAMETERS = {epsilon: at_least(0), delta: between(0, 1)}

by_events = ForAll({E: Events(SPACE)}, All(Compare(mass(P, E), "<=", exp(epsilon) * mass(Q, E) + delta),
                                           Compare(mass(Q, E), "<=", exp(epsilon) * mass(P, E) + delta)))

CLAIMS = (
    Claim("gdp/def-1.1", Source("Definition 1.1"), forall={**PARAMETERS, **ALGORITHM}, states=Iff(by_events, dp(P, Q, epsilon, delta))),
    Claim("gdp/text-monotone", Source("Section 2"), forall={**PARAMETERS, epsilon_: at_least(epsilon), delta_: at_least(delta), **ALGORITHM},
          given=(dp(P, Q, epsilon, delta),), states=dp(P, Q, epsilon_, delta_)),
)
