r"""The privacy loss grows with the order.

Statement (Proposition 4, eq. 26; proof with eq. 25)
    prop-4  For 1 <= mu_1 <= mu_2, W_mu_1 <= W_mu_2; equivalently (mu_2, epsilon)-WDP implies (mu_1, epsilon)-WDP.
    eq-25   Lyapunov's inequality: (E|X|^mu_1)^(1/mu_1) <= (E|X|^mu_2)^(1/mu_2) for 1 <= mu_1 <= mu_2.

Reading
    moments    finite: moments of order mu_2 are finite; any: arbitrary laws, distances in [0, oo].
    Parts loss and budget, the two forms of the statement.

Measured
    W of order mu_1; (E|X|^mu_1)^(1/mu_1).

Claimed
    W of order mu_2, or the budget; (E|X|^mu_2)^(1/mu_2).
"""

from theorems.wdp.definitions import DIMENSIONS, NORMS, SPACE, P, Q, W, dim, epsilon, moments, r, wdp
from verify.claims import LINE, Claim, Compare, Laws, Source, at_least, numbers, objects
from verify.quantities import absolute_moment

mu_1, mu_2 = numbers("mu_1 mu_2")
X = objects("X")
ORDERS = {mu_1: at_least(1), mu_2: at_least(mu_1)}
FINITE = Laws(SPACE, moments=moments(mu_2))
PAIR = {**ORDERS, dim: DIMENSIONS, r: NORMS, P: FINITE, Q: FINITE}

CLAIMS = (
    Claim("wdp/prop-4", Source("Proposition 4", eq="26"), part="loss", forall=PAIR,
          states=Compare(W(P, Q, mu_1, r), "<=", W(P, Q, mu_2, r)), uses=("wdp/eq-25",)),
    Claim("wdp/prop-4", Source("Proposition 4"), part="budget", forall={**PAIR, epsilon: at_least(0)}, given=(wdp(P, Q, mu_2, epsilon, r),),
          states=wdp(P, Q, mu_1, epsilon, r), uses=("wdp/eq-25",)),
    Claim("wdp/eq-25", Source("Proof of Proposition 4", eq="25"), part_of="wdp/prop-4", forall={**ORDERS, X: Laws(LINE)},
          states=Compare(absolute_moment(X, mu_1) ** (1 / mu_1), "<=", absolute_moment(X, mu_2) ** (1 / mu_2))),
)
