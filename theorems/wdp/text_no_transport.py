r"""No optimal transport has to be computed.

Statement (Discussion, "Computational problem")
    The formulas of Propositions 7 and 8 and of Theorems 1 to 3 contain no optimisation over couplings.

Reading
    optimisation   printed: an infimum over couplings is printed in the formula; defined: a Wasserstein distance counts too, being one by Definition 1.
    The formulas are the budgets of Propositions 7 and 8, the condition of Theorem 1 (eq. 10), the right sides of Theorem 2 (eq. 11, scalar Z) and of Corollary 1
    (eq. 16, the form of Theorem 3 that gives the budget).

Measured
    The printed formula.

Claimed
    It is free of the construct.
"""

from theorems.wdp.definitions import DIMENSIONS, NORMS, SPACE, P, Q, W, dim, epsilon, mu, r
from theorems.wdp.definitions_mechanisms import Delta, gaussian_budget, lamda, laplace_budget
from theorems.wdp.lem_1_absolute_moment import HALF, V, q, sigma
from verify.claims import (
    Claim,
    Families,
    Inf,
    Laws,
    Source,
    Sum,
    above,
    at_least,
    between,
    exp,
    free_of,
    gamma,
    hyp1f1,
    integers,
    log,
    numbers,
    pi,
    reading,
    sqrt,
    unstated,
    upto,
)

beta, delta, T, t, e = numbers("beta delta T t e")
TEXT = Source("Computational problem", section="Discussion")
STEP = {mu: at_least(1), q: between(0, 1), sigma: above(0)}
loss = Inf({e: at_least(0)}, ((2 * V) ** (mu / 2) * gamma((mu + 1) / 2) / sqrt(pi) * hyp1f1(-mu / 2, HALF, -(q**2 * e**2) / (2 * V))) ** (1 / mu))
FORMULAS = {
    "prop-7": ({mu: at_least(1), Delta: above(0), lamda: unstated(above(0))}, laplace_budget(mu, 1 / lamda)),
    "prop-8": ({mu: at_least(1), Delta: above(0), sigma: unstated(above(0))}, gaussian_budget(mu)),
    "thm-1": ({mu: at_least(1), dim: DIMENSIONS, r: NORMS, T: integers(1), P: Families(upto(T), Laws(SPACE)), Q: Families(upto(T), Laws(SPACE)),
               beta: above(0), epsilon: above(0)},
              exp(beta * Sum({t: upto(T)}, W(P[t], Q[t], mu, r)) - beta * epsilon)),
    "thm-2": (STEP, loss),
    "thm-3": ({**STEP, T: integers(1), beta: above(0), delta: between(0, 1, open="left")}, Sum({t: upto(T)}, loss) - log(delta) / beta),
}

CLAIMS = tuple(
    Claim("wdp/text-no-ot", TEXT, part=part, forall=ranges,
          states=reading("optimisation", printed=free_of(formula, "couplings"), defined=free_of(formula, "wasserstein")))
    for part, (ranges, formula) in FORMULAS.items()
)
