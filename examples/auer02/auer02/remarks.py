r"""Remarks on constants.

Statement
    auer02/eq-2: D(p_j || p*) >= 2 Delta_j^2, so that the best constant 1/D(p_j || p*) of the logarithm is at most 1/(2 Delta_j^2).

    auer02/rem-thm-2: as alpha tends to 0, the factor (1 + alpha)(1 + 4 alpha)/(2 Delta_i^2) of the logarithm in the bound of UCB2 tends to 1/(2 Delta_i^2).

    auer02/rem-thm-3: for c > 5 and 0 < d < 1 the second and third term of the bound of Theorem 3 are o(1/n).

    auer02/tuned: 1/4 is an upper bound on the variance of a Bernoulli variable.

Reading
    auer02/rem-thm-3: the second term is a logarithm of n times n to the power -c/(5 d^2); it is o(1/n) where that exponent is below -1, which is what we check.

    auer02/eq-2: the rewards of both machines have any distributions on [0, 1].
"""

from auer02.names import GAP, P, delta, n
from mechanisms import Bernoulli
from verify.claims import LINE, Claim, Compare, Laws, Limit, Source, above, between, exp, integers, number, numbers, objects, oo
from verify.quantities import kl, mean, variance

Q = objects("Q")
alpha, c, d, p, K = numbers("alpha c d p K")
UNIT = Laws(LINE, support=between(0, 1))
share = c * K / ((n - 1) * d**2 * exp(number("1/2")))
GREEDY = {c: above(5), d: between(0, 1, open="both"), K: integers(2)}
REMARK = Source("remark after Theorem 3", section="2")

CLAIMS = (
    Claim("auer02/eq-2", Source("Inequality (2)", section="2"), forall={P: UNIT, Q: UNIT}, states=Compare(kl(P, Q), ">=", 2 * (mean(P) - mean(Q)) ** 2)),
    Claim("auer02/rem-thm-2", Source("remark after Theorem 2", section="2"), forall=GAP,
          states=Compare(Limit((1 + alpha) * (1 + 4 * alpha) / (2 * delta**2), alpha, 0), "==", 1 / (2 * delta**2))),
    Claim("auer02/rem-thm-3", REMARK, part="second-term", forall={c: above(5), d: between(0, 1, open="both")}, states=Compare(c / (5 * d**2), ">", 1)),
    Claim("auer02/rem-thm-3", REMARK, part="third-term", forall=GREEDY, states=Compare(Limit(n * (4 * exp(1) / d**2) * share ** (c / 2), n, oo), "==", 0)),
    Claim("auer02/tuned", Source("UCB1-TUNED", section="4"), forall={p: between(0, 1)}, states=Compare(variance(Bernoulli(p)), "<=", number("1/4"))),
)
