r"""Group privacy of Renyi DP needs a 2^c-stable map and alpha >= 2^(c+1).

Statement (Discussion, "Triangle inequality" (2), on Mironov 2017, Proposition 2)
    If M is (alpha, epsilon)-RDP, g is 2^c-stable and alpha >= 2^(c+1), then M after g is (alpha/2^c, 3^c epsilon)-RDP; these conditions are needed.

Reading
    A 2^c-stable map sends neighbours to data sets that a chain of 2^c pairs of neighbours joins: P[1], ..., P[2^c + 1] are the output laws along it.
    Part sufficient: with the condition the level 3^c epsilon holds. Part necessary: without it the statement is false: for some c and some alpha between
    2^c and 2^(c+1) the level fails (below 2^c the order alpha/2^c of the conclusion is no order of RDP).

Measured
    D at order alpha/2^c between the ends of the chain.

Claimed
    3^c epsilon.
"""

from theorems.wdp.definitions import DIMENSIONS, NORMS, P, dim, epsilon, r
from theorems.wdp.definitions_laws import LAWS
from verify.claims import All, Claim, Compare, Exists, Families, ForAll, Source, at_least, between, integers, numbers, upto
from verify.quantities import renyi_divergence

alpha, c, i = numbers("alpha c i")
SOURCE = Source("Discussion, Triangle inequality (2)")
CHAIN = Families(upto(2**c + 1), LAWS)
step_levels = ForAll({i: upto(2**c)}, All(Compare(renyi_divergence(P[i], P[i + 1], alpha), "<=", epsilon),
                                          Compare(renyi_divergence(P[i + 1], P[i], alpha), "<=", epsilon)))
ends = renyi_divergence(P[1], P[2**c + 1], alpha / 2**c)

CLAIMS = (
    Claim("wdp/text-group-rdp", SOURCE, part="sufficient",
          forall={c: integers(0), alpha: at_least(2 ** (c + 1)), dim: DIMENSIONS, r: NORMS, P: CHAIN, epsilon: at_least(0)},
          given=(step_levels,), states=Compare(ends, "<=", 3**c * epsilon)),
    Claim("wdp/text-group-rdp", SOURCE, part="necessary",
          states=Exists({c: integers(0), dim: DIMENSIONS, r: NORMS, alpha: between(2**c, 2 ** (c + 1), open="both"), P: CHAIN, epsilon: at_least(0)},
                        All(step_levels, Compare(ends, ">", 3**c * epsilon)))),
)
