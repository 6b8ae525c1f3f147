r"""The two expressions of Definition 3 denote the same number.

Statement (Definition 3, eq. 4)
    "The distance between Pr[M(D) in S] and Pr[M(D') in S], for all S" equals the transport distance between the output laws.

Reading
    left side  worst-event: for each event S the distance between the laws of the two indicators, then the supremum over S;
               notation: the left side is another way to write the transport distance.

Measured
    The left-hand expression of eq. 4.

Claimed
    W_mu(P, Q).
"""

from theorems.wdp.definitions import DIMENSIONS, NORMS, SPACE, P, Q, W, dim, mu, r
from verify.claims import Claim, Compare, Events, Laws, Source, Sup, at_least, indicator_law, objects, reading

S = objects("S")

CLAIM = Claim(
    "wdp/def-3-event", Source("Definition 3", eq="4"),
    forall={mu: at_least(1), dim: DIMENSIONS, r: NORMS, P: Laws(SPACE), Q: Laws(SPACE)},
    states=Compare(reading("left side", worst_event=Sup({S: Events(SPACE)}, W(indicator_law(P, S), indicator_law(Q, S), mu)), notation=W(P, Q, mu, r)),
                   "==", W(P, Q, mu, r)),
)
