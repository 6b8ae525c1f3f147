r"""Clip and rectify: a head GDP algorithm with bounded output and Laplace noise is GDP.

Statement (Theorem 4.4; proof in Appendix B.7)
    thm-4.4        Let A be (epsilon_h, mu)-head GDP with numeric output, y- < y+, C(y) = max(min(y, y+), y-), R(z) = z + v, v from Laplace((y+ -
                   y-)/epsilon_h). Then R(C(A)) is mu-GDP.
    thm-4.4-proof  R(C(A)) is epsilon_h-DP, so its profile is 0 < delta_mu(epsilon) for epsilon >= epsilon_h; for epsilon < epsilon_h its profile is at most
                   delta_A(epsilon) < delta_mu(epsilon).

Reading
    output   scalar: one number; vector: a point of R^dim, each coordinate clipped, with independent noise.
    The scale of the noise asks for epsilon_h > 0 (unstated).

Measured
    The level and the profile of the clipped and perturbed output laws.

Claimed
    mu; 0 at epsilon_h; the links of the proof.
"""

from fractions import Fraction

from mechanisms import Laplace
from theorems.gdp.definitions import SPACE, P, Q, dim, dp, epsilon, epsilon_h, gaussian_profile, gdp, head, mu, profile
from verify.claims import (
    LINE,
    REALS,
    Claim,
    Hints,
    Laws,
    Source,
    above,
    at_least,
    between,
    chain,
    convolve,
    finite_law,
    iid,
    integers,
    numbers,
    polyline,
    push,
    reading,
    unstated,
)

y_minus, y_plus = numbers("y_minus y_plus")
NUMERIC = Laws(reading("output", scalar=LINE, vector=SPACE))
CLIPPED = {epsilon_h: unstated(above(0)), mu: above(0), y_minus: REALS, y_plus: above(y_minus), dim: integers(1), P: NUMERIC, Q: NUMERIC}

CLIP = polyline({y_minus: y_minus, y_plus: y_plus}, 0, 0)
NOISE = Laplace(0, scale=(y_plus - y_minus) / epsilon_h)
ADDED = reading("output", scalar=NOISE, vector=iid(NOISE, dim))


def rectified(law):
    """The law of the clipped output with noise."""
    return convolve(push(CLIP, law), ADDED)


GIVEN = (head(P, Q, epsilon_h, mu),)
PLANE = {dim: 2, epsilon_h: 10, mu: 3, y_minus: 0, y_plus: 1, P: finite_law({(0, 0): Fraction(59, 60), (1, 1): Fraction(1, 60)}), Q: finite_law({(0, 0): 1})}
RARE = Hints(instances=({**PLANE, epsilon: 10}, {**PLANE, epsilon: 12}))
"""A rare output at the opposite corner of a square, as probable as the head allows."""
PROOF = {"part_of": "gdp/thm-4.4", "given": GIVEN, "hints": RARE}
STEPS = Source("Proof of Theorem 4.4", section="Appendix B.7")
AFTER = profile(rectified(P), rectified(Q), epsilon)
CURVE = gaussian_profile(mu, epsilon)

CLAIMS = (
    Claim("gdp/thm-4.4", Source("Theorem 4.4"), forall=CLIPPED, given=GIVEN, hints=RARE.about(*CLIPPED), states=gdp(rectified(P), rectified(Q), mu)),
    Claim("gdp/thm-4.4-proof", STEPS, part="dp", forall=CLIPPED, states=dp(rectified(P), rectified(Q), epsilon_h, 0), **{**PROOF, "hints": RARE.about(*CLIPPED)}),
    Claim("gdp/thm-4.4-proof", STEPS, part="beyond", forall={**CLIPPED, epsilon: at_least(epsilon_h)}, states=chain(AFTER, "==", 0, "<", CURVE), **PROOF),
    Claim("gdp/thm-4.4-proof", STEPS, part="head", forall={**CLIPPED, epsilon: between(0, epsilon_h, open="right")},
          states=chain(AFTER, "<=", profile(P, Q, epsilon), "<", CURVE), **PROOF),
)
