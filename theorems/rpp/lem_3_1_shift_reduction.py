r"""Shift reduction, and the general Wasserstein mechanism.

Statement (Lemma 3.1, Theorem 3.3)
    lem-3.1  D_alpha^(a)(mu * zeta, nu * zeta) <= D_alpha^(z + a)(mu, nu) + R_alpha(zeta, z).
    thm-3.3  With Delta_G the largest W_oo distance of the distributions of f(X) over pairs and priors, f(X) + N is (alpha, R_alpha(zeta, Delta_G))-RPP for
             alpha in (1, oo), and R_oo(zeta, Delta_G)-PP.

Reading
    norm       of R^d.
    ball       of R_alpha: open, so that it is empty at 0 with R = 0 or R = -oo, or closed.
    supremum   the sensitivity is attained by a pair of laws, or only approached.
    noise      any law with a density, or independent coordinates of one.

Measured
    The (shifted) Renyi divergence of the noised laws.

Claimed
    The sum of the shifted divergence and R_alpha; R_alpha of the sensitivity.
"""

from theorems.rpp.definitions import ADDITIVE, NOISE, SPACE, Delta, P, Q, Z, a, alpha, d, renyi_private, sensitivity, shifted, shifts_from_0, z, zeta
from verify.claims import LINE, Claim, Compare, Hints, Laws, Source, above, at_least, convolve, integers, objects, oo

mu, nu = objects("mu nu")
MECHANISM = {**ADDITIVE, Z: Laws(LINE, density=True), Delta: at_least(0)}
OUTPUT = (convolve(P, NOISE), convolve(Q, NOISE))
REDUCED = Hints(by=("textbook/max-privacy", "textbook/renyi-common-noise", "textbook/renyi-range", "textbook/renyi-zero", "textbook/shift-larger", "textbook/shift-range", "textbook/shift-reduction", "textbook/w-range", "textbook/w-zero"))


def mechanism(part, order, forall):
    return Claim("rpp/thm-3.3", Source("Theorem 3.3"), part=part, uses=("rpp/lem-3.1",), forall=forall, given=(sensitivity(Delta),),
                 states=renyi_private(*OUTPUT, order, shifts_from_0(NOISE, Delta, order)), hints=REDUCED)


CLAIMS = (
    Claim("rpp/lem-3.1", Source("Lemma 3.1"),
          forall={alpha: above(1), d: integers(1), mu: Laws(SPACE), nu: Laws(SPACE), zeta: Laws(SPACE), z: at_least(0), a: at_least(0)},
          states=Compare(shifted(convolve(mu, zeta), convolve(nu, zeta), alpha, a), "<=", shifted(mu, nu, alpha, z + a) + shifts_from_0(zeta, z, alpha))),
    mechanism("rpp", alpha, {alpha: above(1), **MECHANISM}),
    mechanism("pp", oo, MECHANISM),
)
