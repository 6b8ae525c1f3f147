r"""The loss replaced by its budget, and the closing algebra, in the proof of Proposition 11.

Statement (eqs. 69-72)
    eq-70  log E e^(alpha L W_mu^(mu/(mu+1))) = log E e^(alpha L epsilon^(mu/(mu+1))): the loss is replaced by the budget.
    eq-72  log(e^(alpha L c))/(alpha - 1) = alpha/(alpha - 1) L c.

Reading
    1. The relation sign of eq. 70 is an equality as displayed, or "at most".
    2. The expectation is over the output law on D'; nothing in the exponent depends on the output. The loss is at most epsilon. Output space: R^dim with the
       l_r distance, any laws.
    3. alpha > 1; c stands for epsilon^(mu/(mu+1)), any number at least 0.

Measured
    The left sides.

Claimed
    The right sides.
"""

from theorems.wdp.definitions import DIMENSIONS, NORMS, SPACE, P, Q, W, dim, epsilon, mu, r, wdp
from theorems.wdp.log_lipschitz import L
from verify.claims import Claim, Compare, Expect, Laws, Source, above, at_least, exp, log, numbers, objects, reading, unstated

alpha, c = numbers("alpha c")
y = objects("y")


def mean_of_exponential(level):
    return log(Expect({y: Q}, exp(alpha * L * level ** (mu / (mu + 1)))))


SIDES = mean_of_exponential(W(P, Q, mu, r)), mean_of_exponential(epsilon)
BUDGET = Claim(
    "wdp/eq-70", Source("Proof of Proposition 11", eq="69-70", section="Appendix A"),
    forall={mu: at_least(1), alpha: above(1), L: unstated(at_least(0)), dim: DIMENSIONS, r: NORMS, P: Laws(SPACE), Q: Laws(SPACE),
            epsilon: unstated(at_least(0))},
    given=[wdp(P, Q, mu, epsilon, r)],
    states=reading("relation", as_displayed=Compare(SIDES[0], "==", SIDES[1]), at_most=Compare(SIDES[0], "<=", SIDES[1])),
    part_of="wdp/prop-11",
)
ALGEBRA = Claim(
    "wdp/eq-72", Source("Proof of Proposition 11", eq="71-72", section="Appendix A"),
    forall={alpha: above(1), L: unstated(at_least(0)), c: at_least(0)},
    states=Compare(log(exp(alpha * L * c)) / (alpha - 1), "==", alpha / (alpha - 1) * L * c),
    part_of="wdp/prop-11",
)

CLAIMS = (BUDGET, ALGEBRA)
