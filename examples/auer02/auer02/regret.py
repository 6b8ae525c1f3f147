r"""The regret by the numbers of plays, and the theorems as they follow from bounds of these numbers.

Statement
    auer02/eq-5: the regret mu* n - sum_j mu_j E T_j(n) is the sum of Delta_j E T_j(n).

    auer02/thm-1: the regret of UCB1 on K > 1 machines with rewards in [0, 1] is at most
    8 sum_{i: mu_i < mu*} (ln n)/Delta_i + (1 + pi^2/3) sum_j Delta_j, after any number n of plays.

    auer02/thm-4: that of UCB1-NORMAL on machines with normal rewards is at most
    256 (ln n) sum_{i: mu_i < mu*} sigma_i^2/Delta_i + (1 + pi^2/2 + 8 ln n) sum_j Delta_j.

Reading
    The expected numbers of plays are numbers with sum n. Of the theorems this checks the step from the last line of their proofs, which bounds E T_i(n) for each machine that is not best, to
    the regret. That line is a step of its own; that it holds of the policy as it runs is not checked here.
"""

from auer02.names import MACHINES, K, i, j, mu, n, plays, sigma
from verify.claims import Claim, Compare, Families, ForAll, If, Implies, Source, Sum, Sup, at_least, integers, log, pi, upto

best = Sup({i: upto(K)}, mu[i])
gap = best - mu[j]
ROUNDS = {n: integers(1), **MACHINES}
regret = Sum({j: upto(K)}, gap * plays[j])
gaps = Sum({j: upto(K)}, gap)


def bounded(most):
    """The expected number of plays of every machine that is not best is at most this."""
    return ForAll({j: upto(K)}, Implies(Compare(gap, ">", 0), Compare(plays[j], "<=", most)))


CLAIMS = (
    Claim("auer02/eq-5", Source("Equation (5)", section="3"), forall=ROUNDS, given=(Compare(Sum({j: upto(K)}, plays[j]), "==", n),),
          states=Compare(best * n - Sum({j: upto(K)}, mu[j] * plays[j]), "==", regret)),
    Claim("auer02/thm-1", Source("Theorem 1", section="2"), part="from-plays", forall=ROUNDS, given=(bounded(8 * log(n) / gap**2 + 1 + pi**2 / 3),),
          states=Compare(regret, "<=", 8 * Sum({j: upto(K)}, If(Compare(gap, ">", 0), log(n) / gap, 0)) + (1 + pi**2 / 3) * gaps), uses=("auer02/eq-5", "auer02/proof-thm-1-plays")),
    Claim("auer02/thm-4", Source("Theorem 4", section="2"), part="from-plays", forall={**ROUNDS, sigma: Families(upto(K), at_least(0))},
          given=(bounded(256 * sigma[j] ** 2 * log(n) / gap**2 + 1 + pi**2 / 2 + 8 * log(n)),),
          states=Compare(regret, "<=", 256 * log(n) * Sum({j: upto(K)}, If(Compare(gap, ">", 0), sigma[j] ** 2 / gap, 0)) + (1 + pi**2 / 2 + 8 * log(n)) * gaps), uses=("auer02/eq-5",)),
)
