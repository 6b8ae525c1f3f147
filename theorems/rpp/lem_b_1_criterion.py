r"""The criterion for R_alpha, and the last display of its proof.

Statement (Lemma B.1)
    lem-b.1        For an even density zeta = exp(-g), non-decreasing on the half-line, with z -> D_alpha(zeta moved by the inverse of g at z, zeta) convex:
                   the supremum of D_alpha over shifts x of independent coordinates with sum_i g(x_i) <= g(z) is D_alpha(zeta moved by z, zeta).
    proof-lem-b.1  Last display of the proof: sum_i D_alpha(zeta moved by x_i, zeta) >= D_alpha(zeta moved by the inverse of g at sum_i g(x_i), zeta).

Reading
    non-decreasing   the density, or g.
    g                minus the logarithm of the density, or that minus its value at 0, as in the two applications.
    relation         of the supremum and its value: equality, or at most.
    The inverse of g at a sum is any number with that value.

Measured
    The supremum; the sum of divergences.

Claimed
    The divergence of one shift.
"""

from theorems.rpp.definitions import CRITERION, NOISE_ON_LINE, X, alpha, d, exponent_of, moved, x, x_1, y_1, z, zeta
from verify.claims import Claim, Compare, Euclid, Families, Implies, Points, Source, Sum, Sup, at_least, iid, reading, translate, upto
from verify.quantities import renyi_divergence

i = x_1
INSIDE = Compare(Sum({i: upto(d)}, exponent_of(abs(x[i]))), "<=", exponent_of(z))
LARGEST = Sup({x: Points(Euclid(d, 2))}, renyi_divergence(translate(iid(zeta, d), x), iid(zeta, d), alpha), where=INSIDE)

CLAIMS = (
    Claim("rpp/lem-b.1", Source("Lemma B.1", section="Appendix B.2"), forall={**NOISE_ON_LINE, z: at_least(0)}, given=CRITERION,
          because="For g = -log zeta a coordinate x_i = 0 contributes g(0) = -log zeta(0), which is negative where zeta(0) > 1. This "
                  "leaves room for another coordinate with g(x_1) > g(z), whose divergence alone exceeds the claimed one. The lemma needs "
                  "g(0) = 0.",
          states=reading("relation", equality=Compare(LARGEST, "==", moved(z)), at_most=Compare(LARGEST, "<=", moved(z)))),
    Claim("rpp/proof-lem-b.1", Source("Proof of Lemma B.1", section="Appendix B.2"), part_of="rpp/lem-b.1",
          forall={**NOISE_ON_LINE, X: Families(upto(d), at_least(0)), y_1: at_least(0)}, given=CRITERION,
          states=Implies(Compare(exponent_of(y_1), "==", Sum({i: upto(d)}, exponent_of(X[i]))), Compare(Sum({i: upto(d)}, moved(X[i])), ">=", moved(y_1)))),
)
