r"""Shifts of generalised Cauchy laws, and the concavity inequality that follows them.

Statement (Lemma D.1 and the proof of Corollary 4.1, Appendix D.3)
    lem-d.1            For X with density beta (1 + (lambda x)^2)^(-k/2) and z >= 0: D_alpha(X + z, X) <= log(beta pi/lambda Q_(k (alpha - 1)/2)(1 +
                       z^2/lambda^2))/(alpha - 1), Q the Legendre function.
    text-d2-concavity  For the Legendre polynomial Q_n: sum_i log Q_n(1 + x_i^2/lambda^2) <= d log Q_n(1 + |x|_2^2/(d^2 lambda^2)).

Reading
    lamda      the rate of Definition 4.6 or a scale, density proportional to (1 + (x/lambda)^2)^(-k/2).
    prefactor  beta pi/lambda as printed, or with 1/lambda for lambda where that is a scale, so that it is the same number.
    k          from 1 as printed, where there is no such law, or from 2.

Measured
    The Renyi divergence; the sum of logarithms.

Claimed
    The printed bounds.
"""

from mechanisms import GeneralisedCauchy
from theorems.rpp.definitions import L2, alpha, d, i, k, lamda, n, x, z
from verify.claims import (
    Claim,
    Compare,
    Points,
    Source,
    Sum,
    above,
    at_least,
    gamma,
    integers,
    legendre_p,
    log,
    norm,
    numbers,
    pi,
    reading,
    sqrt,
    substitute,
    term,
    translate,
    upto,
)
from verify.quantities import renyi_divergence

e, width = numbers("e width")

NORMALISING = reading("lamda", rate=lamda, scale=1 / lamda) * gamma(k / 2) / (sqrt(pi) * gamma((k - 1) / 2))
PREFACTOR = NORMALISING * pi * reading("prefactor", printed=1 / lamda, matching=reading("lamda", rate=1 / lamda, scale=lamda))
NOISE = reading("lamda", **{name: substitute(term(GeneralisedCauchy(0, exponent=e, **{name: width})), {"e": k, "width": lamda}) for name in ("rate", "scale")})

CLAIMS = (
    Claim("rpp/lem-d.1", Source("Lemma D.1", section="Appendix D.3"),
          same_as={f"{first}+rate+matching": f"{first}+rate+printed" for first in ("printed", "normalisable")},
          forall={k: reading("k", printed=integers(1), normalisable=integers(2)), alpha: above(1), lamda: above(0), z: at_least(0)},
          because="The density is a function of lambda x, so the divergence is one of lambda z and grows with lambda. The printed bound "
                  "is a function of z/lambda and falls as lambda grows, since beta pi/lambda does not depend on lambda: it treats lambda "
                  "as a scale.",
          states=Compare(renyi_divergence(translate(NOISE, z), NOISE, alpha), "<=",
                         log(PREFACTOR * legendre_p(k * (alpha - 1) / 2, 1 + z**2 / lamda**2)) / (alpha - 1))),
    Claim("rpp/text-d2-concavity", Source("Appendix D.3"), uses=("rpp/text-legendre-concave",),
          forall={n: integers(1), lamda: above(0), d: integers(1), x: Points(L2)},
          states=Compare(Sum({i: upto(d)}, log(legendre_p(n, 1 + x[i] ** 2 / lamda**2))), "<=",
                         d * log(legendre_p(n, 1 + norm(x, 2) ** 2 / (d**2 * lamda**2))))),
)
