r"""Two tail bounds that the proofs use.

Statement
    auer02/fact-1: Chernoff-Hoeffding. Let X_1, ..., X_n have range [0, 1] and mean mu given the earlier ones, S_n their sum, a >= 0. Then
    P{S_n >= n mu + a} <= exp(-2 a^2/n) and P{S_n <= n mu - a} <= exp(-2 a^2/n).

    auer02/fact-2: Bernstein. Let them have range [0, 1], and let sigma^2 be the sum of their variances given the earlier ones. Then for a >= 0
    P{S_n >= E S_n + a} <= exp(-(a^2/2)/(sigma^2 + a/2)).

Reading
    The rewards are independent with one distribution; the facts allow for more.
"""

from auer02.names import REWARDS, P, a, n, total, x
from verify.claims import Claim, Compare, Prob, Source, at_least, exp, iid, integers
from verify.quantities import mean, variance

RANGE = {n: integers(1), **REWARDS, a: at_least(0)}
FACT_1, FACT_2 = Source("Fact 1", section="3"), Source("Fact 2", section="3")
SAMPLE = {x: iid(P, n)}

CLAIMS = (
    Claim("auer02/fact-1", FACT_1, part="above", forall=RANGE, states=Compare(Prob(SAMPLE, Compare(total(n), ">=", n * mean(P) + a)), "<=", exp(-2 * a**2 / n))),
    Claim("auer02/fact-1", FACT_1, part="below", forall=RANGE, states=Compare(Prob(SAMPLE, Compare(total(n), "<=", n * mean(P) - a)), "<=", exp(-2 * a**2 / n))),
    Claim("auer02/fact-2", FACT_2, forall=RANGE,
          states=Compare(Prob(SAMPLE, Compare(total(n), ">=", n * mean(P) + a)), "<=", exp(-(a**2 / 2) / (n * variance(P) + a / 2)))),
)
