r"""The privacy losses of DP, RDP and BDP are non-negative, not symmetric, and fail the triangle inequality.

Statement (Introduction; Discussion, "Advantages from Metric Property"; end of Appendix C)
    For each of the three frameworks the privacy loss is at least 0, is not symmetric in (D, D'), and violates the triangle inequality for some triple.

Reading
    dp loss    max-divergence: D_oo(P || Q); symmetrised: max(D_oo(P || Q), D_oo(Q || P)); pointwise: log p(o)/q(o) at an outcome o (Definition 7).
    The loss of RDP is D_alpha, alpha in (1, oo); all three properties are stated for each alpha.
    bdp loss   pointwise: the random number log p(o | D)/p(o | D') (Definition 10), o an outcome on D; max-divergence: D_oo of the two output laws
               (Definition 11). The differing record has a law b; K(x) is the law of the output when the record is x. Non-negative: almost surely; not
               symmetric, and no triangle inequality: with positive probability.
    Parts: a property of one framework each.

Measured
    The losses of two or three output laws.

Claimed
    0 (non-negative), the loss of the exchanged pair (asymmetry), the sum of two losses (triangle).
"""

from theorems.wdp.definitions import DIMENSIONS, NORMS, SPACE, P, Q, dim, r
from theorems.wdp.definitions_laws import LAWS, P_1, P_2, P_3, o, pointwise_loss
from verify.claims import (
    LINE,
    All,
    Claim,
    Compare,
    Exists,
    Kernels,
    Laws,
    Max,
    Points,
    Prob,
    Source,
    above,
    numbers,
    objects,
    reading,
)
from verify.quantities import density, max_divergence, renyi_divergence

alpha = numbers("alpha")
K, b, x, y, z, w = objects("K b x y z w")
SOURCE = Source("Introduction; Discussion; Appendix C")
ON = {dim: DIMENSIONS, r: NORMS}
RECORDS = {**ON, b: Laws(LINE), K: Kernels(LINE, SPACE)}


def dp_loss(p, q):
    """The loss of DP in its three meanings; o is the outcome."""
    return reading("dp loss", max_divergence=max_divergence(p, q), symmetrised=Max(max_divergence(p, q), max_divergence(q, p)),
                   pointwise=pointwise_loss(p, q, o))


def at_possible_outcome(p, relation):
    """The relation; where the loss belongs to an outcome, that outcome can occur."""
    return reading("dp loss", max_divergence=relation, symmetrised=relation, pointwise=All(Compare(density(p, o), ">", 0), relation))


def bdp_loss(first, second):
    """log p(w | first record)/p(w | second record), or its largest value."""
    return reading("bdp loss", pointwise=pointwise_loss(K(first), K(second), w), max_divergence=max_divergence(K(first), K(second)))


def holds_sometimes(*records, event):
    """With positive probability, for some law of the record and some mechanism."""
    return Exists({**ON, b: Laws(LINE), K: Kernels(LINE, SPACE)}, Compare(Prob({**dict.fromkeys(records, b), w: K(records[0])}, event), ">", 0))


CLAIMS = (
    Claim("wdp/text-divergence-nonmetric", SOURCE, part="dp-nonneg", forall={**ON, P: LAWS, Q: LAWS, o: Points(SPACE)},
          given=(reading("dp loss", max_divergence=None, symmetrised=None, pointwise=Compare(density(P, o), ">", 0)),), states=Compare(dp_loss(P, Q), ">=", 0)),
    Claim("wdp/text-divergence-nonmetric", SOURCE, part="dp-asymmetry",
          states=Exists({**ON, P: LAWS, Q: LAWS, o: Points(SPACE)}, at_possible_outcome(P, Compare(dp_loss(P, Q), "!=", dp_loss(Q, P))))),
    Claim("wdp/text-divergence-nonmetric", SOURCE, part="dp-triangle",
          states=Exists({**ON, P_1: LAWS, P_2: LAWS, P_3: LAWS, o: Points(SPACE)},
                        at_possible_outcome(P_1, Compare(dp_loss(P_1, P_3), ">", dp_loss(P_1, P_2) + dp_loss(P_2, P_3))))),
    Claim("wdp/text-divergence-nonmetric", SOURCE, part="rdp-nonneg", forall={alpha: above(1), **ON, P: LAWS, Q: LAWS},
          states=Compare(renyi_divergence(P, Q, alpha), ">=", 0)),
    Claim("wdp/text-divergence-nonmetric", SOURCE, part="rdp-asymmetry", forall={alpha: above(1)},
          states=Exists({**ON, P: LAWS, Q: LAWS}, Compare(renyi_divergence(P, Q, alpha), "!=", renyi_divergence(Q, P, alpha)))),
    Claim("wdp/text-divergence-nonmetric", SOURCE, part="rdp-triangle", forall={alpha: above(1)},
          states=Exists({**ON, P_1: LAWS, P_2: LAWS, P_3: LAWS},
                        Compare(renyi_divergence(P_1, P_3, alpha), ">", renyi_divergence(P_1, P_2, alpha) + renyi_divergence(P_2, P_3, alpha)))),
    Claim("wdp/text-divergence-nonmetric", SOURCE, part="bdp-nonneg", forall=RECORDS,
          states=Compare(Prob({x: b, y: b, w: K(x)}, Compare(bdp_loss(x, y), ">=", 0)), "==", 1)),
    Claim("wdp/text-divergence-nonmetric", SOURCE, part="bdp-asymmetry",
          states=holds_sometimes(x, y, event=Compare(bdp_loss(x, y), "!=", bdp_loss(y, x)))),
    Claim("wdp/text-divergence-nonmetric", SOURCE, part="bdp-triangle",
          states=holds_sometimes(x, y, z, event=Compare(bdp_loss(x, z), ">", bdp_loss(x, y) + bdp_loss(y, z)))),
)
