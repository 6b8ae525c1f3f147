"""Names that several items share: rewards of one machine, their sample mean, gaps and numbers of plays."""

from verify.claims import LINE, Families, Laws, Sum, at_least, between, integers, log, numbers, objects, sqrt, upto

n, s, t, i, j, K, a, delta = numbers("n s t i j K a delta")
P, x, mu, plays, sigma = objects("P x mu plays sigma")

REWARDS = {P: Laws(LINE, support=between(0, 1))}
"""The rewards of one machine: any distribution on [0, 1]. The paper allows rewards that are only centred given the earlier ones; we take independent ones."""
GAP = {delta: between(0, 1, open="left")}
"""How far the mean reward of a machine lies below the best one."""
MACHINES = {K: integers(2), mu: Families(upto(K), between(0, 1)), plays: Families(upto(K), at_least(0))}
"""Mean rewards, and expected numbers of plays."""


def total(count):
    """The sum of the first rewards of a sequence x."""
    return Sum({j: upto(count)}, x[j])


def padding(time, count):
    """c_{t,s}, the size of a one-sided confidence interval."""
    return sqrt(2 * log(time) / count)
