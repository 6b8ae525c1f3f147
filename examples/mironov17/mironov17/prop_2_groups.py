r"""Privacy of groups.

Statement (Proposition 2)
    f is (alpha, epsilon)-RDP, data sets of g are 2^c-stable, alpha >= 2^(c+1). Then f after g is (alpha / 2^c, 3^c epsilon)-RDP.

Reading
    Two data sets that are 2^c steps apart are the ends of a chain of 2^c adjacent pairs. P[1], ..., P[2^c + 1] are the output laws of f along the chain;
    adjacency is symmetric, so that each link is bounded in both directions.

Measured
    The divergence of order alpha / 2^c between the ends.
"""

from mironov17.names import LEVEL, SPACE, P, alpha, dim, epsilon, rdp
from verify.claims import All, Claim, Families, ForAll, Laws, Source, at_least, integers, numbers, upto

c, i = numbers("c i")

CLAIM = Claim(
    "mironov17/prop-2", Source("Proposition 2", section="III"),
    forall={c: integers(0), alpha: at_least(2 ** (c + 1)), dim: integers(1), P: Families(upto(2**c + 1), Laws(SPACE)), **LEVEL},
    given=(ForAll({i: upto(2**c)}, All(rdp(P[i], P[i + 1], alpha, epsilon), rdp(P[i + 1], P[i], alpha, epsilon))),),
    states=rdp(P[1], P[2**c + 1], alpha / 2**c, 3**c * epsilon),
)
