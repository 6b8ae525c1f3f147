"""Names shared by the conversions between frameworks: the guarantees of DP and RDP for one pair of neighbours, and what "with sensitivity Delta" says.

A guarantee holds for all ordered pairs of neighbours, so for a pair it holds in both directions.
"""

from theorems.wdp.definitions import SPACE, P, Q, r
from theorems.wdp.definitions_mechanisms import Delta, v
from verify.claims import All, Compare, Laws, Points, norm, reading, translate
from verify.quantities import log_ratio_sup, renyi_divergence, support_diameter

SECOND = reading("mechanism", any=Q, additive=translate(P, v), bounded=Q)
"""The output law on the neighbouring data set: any law; that of the noise around another value of the query; any law."""

SENSITIVITY = reading("mechanism", any=None, additive=Compare(norm(v, r), "<=", Delta), bounded=Compare(support_diameter(P, Q, r), "<=", Delta))
"""What the sensitivity Delta of the query says about the pair: nothing; the size of the shift; the diameter of the set of outputs."""

PAIR = {P: Laws(SPACE), Q: Laws(SPACE), v: Points(SPACE)}


def dp(first, second, level):
    """level-DP for one pair of neighbours, Definition 6 with delta = 0: |log p - log q| <= level."""
    return Compare(log_ratio_sup(first, second), "<=", level)


def rdp(first, second, order, level):
    """(order, level)-RDP for one pair of neighbours in both directions, Definition 9."""
    return All(Compare(renyi_divergence(first, second, order), "<=", level), Compare(renyi_divergence(second, first, order), "<=", level))
