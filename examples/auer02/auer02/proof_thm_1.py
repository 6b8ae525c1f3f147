r"""Steps of the proof of Theorem 1.

Statement
    auer02/eq-7: the sample mean of s rewards of the best machine is at most mu* - c_{t,s} with probability at most t^-4; c_{t,s} = sqrt(2 (ln t)/s).

    auer02/eq-8: that of another machine is at least mu_i + c_{t,s} with probability at most t^-4.

    auer02/eq-9: mu* < mu_i + 2 c_{t,s} is false for t <= n and s >= 8 (ln n)/Delta_i^2.

    auer02/proof-thm-1-sum: the probabilities, at most 2 t^-4 for all numbers of plays s, s_i from 1 to t, t^2 pairs for each t, add up to at most pi^2/3 over all t.

    auer02/proof-thm-1-plays: with the number ceil(8 (ln n)/Delta_i^2) of plays before, this is at most 8 (ln n)/Delta_i^2 + 1 + pi^2/3.

Reading
    The rewards are independent.
"""

from auer02.names import GAP, REWARDS, P, delta, n, padding, s, t, total, x
from verify.claims import Claim, Compare, Prob, Source, Sum, ceiling, iid, integers, log, numbers, pi, upto
from verify.quantities import mean

T = numbers("T")
PROOF = {"part_of": "auer02/thm-1"}
RUN = {t: integers(1), s: integers(1), **REWARDS}
SAMPLE = {x: iid(P, s)}
most = 8 * log(n) / delta**2

CLAIMS = (
    Claim("auer02/eq-7", Source("Equation (7)", section="3"), forall=RUN, states=Compare(Prob(SAMPLE, Compare(total(s) / s, "<=", mean(P) - padding(t, s))), "<=", t ** (-4)),
          uses=("auer02/fact-1",), **PROOF),
    Claim("auer02/eq-8", Source("Equation (8)", section="3"), forall=RUN, states=Compare(Prob(SAMPLE, Compare(total(s) / s, ">=", mean(P) + padding(t, s))), "<=", t ** (-4)),
          uses=("auer02/fact-1",), **PROOF),
    Claim("auer02/eq-9", Source("Equation (9)", section="3"), forall={n: integers(2), t: integers(1, n), s: integers(1), **GAP}, given=(Compare(s, ">=", most),),
          states=Compare(2 * padding(t, s), "<=", delta), **PROOF),
    Claim("auer02/proof-thm-1-sum", Source("proof of Theorem 1", section="3"), forall={T: integers(1)}, states=Compare(Sum({t: upto(T)}, t * t * (2 * t ** (-4))), "<=", pi**2 / 3), **PROOF),
    Claim("auer02/proof-thm-1-plays", Source("proof of Theorem 1", section="3"), forall={n: integers(1), **GAP}, states=Compare(ceiling(most) + pi**2 / 3, "<=", most + 1 + pi**2 / 3), **PROOF),
)
