r"""The Cauchy mechanism, and what the proof says of Legendre polynomials and of integrals.

Statement (Corollary 4.1, proofs of Lemma D.1 and of Corollary 4.1)
    proof-lem-d.1          (cos^2 t)^(k/2 - 1) <= 1; with m = (alpha - 1) k/2 the integral over a full turn of (1 + lambda^2 z^2/2 - lambda z sin t + lambda^2
                           z^2/2 cos t)^m is at most that of (1 + lambda^2 z^2/2 + sqrt(lambda z + lambda^2 z^2/2) cos t)^m, which is 2 pi Q_m(1 +
                           z^2/lambda^2).
    cor-4.1                With n = k q (alpha - 1)/2 an integer, W_(2 d n) distances at most Delta in l_2, and independent generalised Cauchy noise in each
                           coordinate, f(X) + V is RPP of order alpha with the budget d/(q (alpha - 1)) log(beta pi/lambda Qbar_n(1 + (Delta/(d lambda))^2)),
                           Qbar_n the Legendre polynomial without its negative coefficients.
    text-legendre-concave  The Legendre polynomial Q_n is a product of z - r over roots r in (-1, 1), and log Q_n is concave on the half-line.

Reading
    lamda, prefactor, k   see rpp/lem-d.1.
    supremum   the sensitivity is attained by a pair of laws, or only approached.
    leading coefficient   of the product: omitted, as printed, or included; a factor has no part in concavity.
    u is the tangent of t, so that cos^2 t = 1/(1 + u^2). An integral of (A + a sin t + b cos t)^m over a full turn is 2 pi (A^2 - a^2 - b^2)^(m/2) Q_m(A/sqrt(A^2 - a^2 - b^2)),
    by Laplace's integral; for the first integral A^2 - a^2 - b^2 is 1.

Measured
    The Renyi divergence; the polynomial; the left sides.

Claimed
    The budget; the product; the right sides.
"""

from theorems.rpp.definitions import L2, Delta, P, Q, X, alpha, d, i, k, lamda, n, q, renyi_private, sensitivity, t, x_1, y_1, z
from theorems.rpp.lem_d_1_cauchy_shifts import NOISE, PREFACTOR
from verify.claims import (
    REALS,
    Claim,
    Compare,
    Exists,
    Families,
    ForAll,
    Laws,
    Prod,
    Source,
    Sum,
    above,
    at_least,
    between,
    binomial,
    convolve,
    equals,
    floor,
    iid,
    integers,
    legendre_p,
    log,
    numbers,
    reading,
    sqrt,
    upto,
)

degree, j = numbers("degree j")
LEADING = reading("leading coefficient", omitted=1, included=Prod({i: upto(n)}, (2 * i - 1) / i))
D_3, PROOF = Source("Appendix D.3"), Source("Proof of Lemma D.1", section="Appendix D.3")
FAMILY = reading("k", printed=integers(1), normalisable=integers(2))
CAUCHY = {k: FAMILY, alpha: above(1), lamda: above(0), z: at_least(0)}
m = (alpha - 1) * k / 2
WHOLE = 1 + lamda**2 * z**2 / 2
REST = WHOLE**2 - lamda * z - lamda**2 * z**2 / 2
SECOND = REST ** (m / 2) * legendre_p(m, WHOLE / sqrt(REST))
"""The second integral over 2 pi."""


def positive_part(n_, x):
    """The Legendre polynomial without its negative coefficients: every second one of 2^-n sum_j (-1)^j C(n, j) C(2n - 2j, n) x^(n - 2j)."""
    return Sum({j: integers(0, floor(n_ / 4))}, binomial(n_, 2 * j) * binomial(2 * n_ - 4 * j, n_) * x ** (n_ - 4 * j)) / 2**n_


def step(part, forall, states):
    return Claim("rpp/proof-lem-d.1", PROOF, part=part, part_of="rpp/lem-d.1", forall=forall, states=states)


CLAIMS = (
    Claim("rpp/cor-4.1", Source("Corollary 4.1"), uses=("rpp/thm-4.5", "rpp/lem-d.1", "rpp/text-legendre-concave", "rpp/text-d2-concavity"),
          same_as={f"{which}+rate+matching": f"{which}+rate+printed" for which in ("attained", "approached")},
          forall={k: at_least(2), q: at_least(1), degree: integers(1), alpha: equals(1 + 2 * degree / (k * q), within=above(1)), lamda: above(0), Delta: at_least(0),
                  d: integers(1), P: Laws(L2), Q: Laws(L2)},
          given=(sensitivity(Delta, 2 * d * degree, 2),),
          because="As in Lemma D.1: in Definition 4.6 lambda is a rate, so the loss grows with lambda times Delta, while the printed "
                  "bound falls as lambda grows. The bound is that for a scale, with beta pi lambda for beta pi/lambda. "
                  "Even so it fails from three coordinates on, where the concavity of Appendix D.3 is used: between point masses that differ by a in each of d coordinates D_2 is "
                  "d log(1 + a^2/(2 lambda^2)) for Cauchy noise, and the bound d log(1 + a^2/(d lambda^2)).",
          states=renyi_private(convolve(P, iid(NOISE, d)), convolve(Q, iid(NOISE, d)), alpha,
                               d / (q * (alpha - 1)) * log(PREFACTOR * positive_part(degree, 1 + (Delta / (d * lamda)) ** 2)))),
    Claim("rpp/text-legendre-concave", D_3, part="roots", forall={n: integers(1)},
          states=Exists({X: Families(upto(n), between(-1, 1, open="both"))}, ForAll({z: at_least(0)}, Compare(legendre_p(n, z), "==", LEADING * Prod({i: upto(n)}, z - X[i]))))),
    Claim("rpp/text-legendre-concave", D_3, part="concave", forall={n: integers(1), z: at_least(0), y_1: at_least(0), t: between(0, 1)},
          states=Compare(log(legendre_p(n, t * z + (1 - t) * y_1)), ">=", t * log(legendre_p(n, z)) + (1 - t) * log(legendre_p(n, y_1)))),
    step("cosines", {k: FAMILY, x_1: REALS}, Compare((1 / (1 + x_1**2)) ** (k / 2 - 1), "<=", 1)),
    step("inequality", CAUCHY, Compare(legendre_p(m, WHOLE), "<=", SECOND)),
    step("legendre", CAUCHY, Compare(SECOND, "==", legendre_p(m, 1 + z**2 / lamda**2))),
)
