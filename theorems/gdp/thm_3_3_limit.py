r"""One limit of the profile decides whether an algorithm is GDP; its proof, and how fast profiles of GDP algorithms decay.

Statement (Theorem 3.3; section 1.1; Proof B.4; sections 3 and 5.1)
    thm-3.3               With mu_t = sqrt(lim epsilon^2 / (-2 log delta_A(epsilon))), A is mu-GDP iff mu_t is finite and mu >= mu_t.
    thm-3.3-limit-exists  The limit of epsilon^2 / (-2 log delta_A(epsilon)) exists in [0, oo] for every profile.
    thm-3.3-lower-bound   For a GDP algorithm mu_t is a lower bound of mu.
    thm-3.3-proof-limsup  The upper limit of the transform G_A is the root of that of epsilon^2 / (-2 log delta_A(epsilon)).
    thm-3.3-proof-lower   From an upper limit mu_0^2 < mu_t^2 of the criterion a contradiction follows: the profile is eventually below delta_mu_0, so that
                          the upper limit of G_A is at most mu_0.
    text-O-exp            The profile of a GDP algorithm is O(e^(-epsilon^2)).

Reading
    limit        lim: the limit, which has to exist; limsup: the upper limit.
    log of 0     minus-infinity: the criterion is 0 where the profile is 0, and infinite where it is 1; no-value: the criterion is undefined where the profile is 0 or 1.
    level        given: mu-GDP for the given mu; some: GDP for some mu, against a finite limit.
    bound        squared: the bound mu_t^2; plain: the bound mu_t, as one line prints it.
    exponent     literal: O(e^(-epsilon^2)); up-to-a-constant: O(e^(-c epsilon^2)) for some c > 0.
    The transform is 0 at delta = 0 and infinite at delta = 1. The lines of the second half are taken one by one, each under the assumption of that half.

Measured
    The least mu of the pair; limits of its profile.

Claimed
    The equivalence; the relations of the proof; the decay.
"""

from fractions import Fraction

from mechanisms import Normal
from theorems.gdp.definitions import (
    ALGORITHM,
    P,
    Q,
    c,
    dim,
    e,
    exponent,
    gaussian_profile,
    gdp,
    growth,
    is_gdp,
    mu,
    mu_0,
    mu_t,
    profile,
    transform_growth,
)
from theorems.gdp.lem_3_1_asymptotics import asymptotic
from verify.claims import (
    All,
    Claim,
    Compare,
    Exists,
    Hints,
    Iff,
    LimInf,
    Limit,
    LimSup,
    Source,
    above,
    at_least,
    big_o,
    eventually,
    exp,
    log,
    oo,
    reading,
    sqrt,
)

PAIR = {dim: 1, P: Normal(0, scale=1), Q: Normal(1, scale=1)}
"""The pair whose profile is a Gaussian curve, that of mu = 1."""
NORMALS = Hints(instances=tuple({mu: level, mu_0: 1, mu_t: 2, **PAIR} for level in (1, 2, Fraction(1, 2))))
THEOREM, LIMIT = Source("Theorem 3.3"), Source("Proof of Theorem 3.3", section="Appendix B.4")
GIVEN_LEVEL = {mu: above(0), **ALGORITHM}
STEP = {"part_of": "gdp/thm-3.3"}

criterion = exponent(profile(P, Q, e), e)
transform = transform_growth(P, Q)
least = sqrt(reading("limit", lim=Limit(criterion, e, oo), limsup=LimSup(criterion, e, oo)))
exists = reading("limit", lim=Compare(LimInf(criterion, e, oo), "==", LimSup(criterion, e, oo)), limsup=Compare(LimSup(criterion, e, oo), ">=", 0))


def by_level(given, some):
    return reading("level", given=given, some=some)


def second_half(part, states, idle=("mu_t",)):
    return Claim("gdp/thm-3.3-proof-lower", LIMIT, part=part, forall={mu_0: at_least(0), mu_t: above(mu_0), **ALGORITHM},
                 given=(Compare(growth(P, Q), "==", mu_0**2),), states=states, uses=("gdp/lem-3.1",), idle=idle,
                 hints=NORMALS.about(mu_0, mu_t, *ALGORITHM), **STEP,
                 because="Along the Gaussian curve of level mu_t the criterion tends to mu_t^2, so the difference has the upper limit mu_0^2 - "
                         "mu_t^2, not less. Against the curve of level mu_0 it is 0, and the sign is open. With a level strictly between mu_0 and "
                         "mu_t the argument is correct.")


CLAIMS = (
    Claim("gdp/thm-3.3", THEOREM, forall=GIVEN_LEVEL, hints=NORMALS.about(*GIVEN_LEVEL),
          states=Iff(by_level(gdp(P, Q, mu), is_gdp(P, Q)),
                     by_level(All(Compare(least, "<", oo), Compare(mu, ">=", least)), Compare(least, "<", oo))),
          because="The limit sees the tail alone: mu_t is the upper limit of G_A, while mu-GDP asks for mu >= sup G_A. Two different laws with a "
                  "bounded likelihood ratio have delta_A = 0 from some epsilon on, so mu_t = 0, and are not mu-GDP for small mu > 0. The condition "
                  "mu >= mu_t is necessary, not sufficient."),
    Claim("gdp/thm-3.3-limit-exists", THEOREM, forall=ALGORITHM, states=exists, hints=NORMALS.about(*ALGORITHM), **STEP),
    Claim("gdp/thm-3.3-lower-bound", Source("Section 1.1"), forall=GIVEN_LEVEL, given=(gdp(P, Q, mu),), states=Compare(mu, ">=", least), uses=("gdp/lem-3.1",),
          hints=NORMALS.about(*GIVEN_LEVEL)),
    Claim("gdp/thm-3.3-proof-limsup", LIMIT, part="equal", forall=ALGORITHM, states=Compare(transform, "==", sqrt(growth(P, Q))), **STEP),
    Claim("gdp/thm-3.3-proof-limsup", LIMIT, part="upper", forall=ALGORITHM, hints=NORMALS.about(*ALGORITHM),
          states=Compare(growth(P, Q), "<=", reading("bound", squared=transform**2, plain=transform)), **STEP),
    Claim("gdp/thm-3.3-proof-limsup", LIMIT, part="tilde", forall={mu_0: above(0)},
          states=Compare(Limit(e**2 / (-2 * log(asymptotic(e, mu_0))), e, oo), "==", mu_0**2), **STEP),
    Claim("gdp/thm-3.3-proof-limsup", LIMIT, part="lower", forall=ALGORITHM, states=Compare(growth(P, Q), ">=", transform**2), **STEP),
    second_half("difference", Compare(LimSup(criterion - exponent(gaussian_profile(mu_t, e), e), e, oo), "<", mu_0**2 - mu_t**2), idle=()),
    second_half("eventually", eventually(e, Compare(criterion, "<", exponent(gaussian_profile(mu_0, e), e)))),
    second_half("smaller", eventually(e, Compare(profile(P, Q, e), "<", gaussian_profile(mu_0, e)))),
    second_half("limit", Compare(transform, "<=", mu_0)),
    Claim("gdp/text-O-exp", Source("Sections 3 and 5.1"), forall=GIVEN_LEVEL, given=(gdp(P, Q, mu),), hints=NORMALS.about(*GIVEN_LEVEL),
          states=reading("exponent", literal=big_o(profile(P, Q, e), exp(-(e**2)), e),
                         up_to_a_constant=Exists({c: above(0)}, big_o(profile(P, Q, e), exp(-c * e**2), e))),
          because="delta_mu falls like exp(-epsilon^2/(2 mu^2)) up to factors of lower order, so the rate depends on mu. It is O(e^(-epsilon^2)) "
                  "for mu < 1/sqrt(2) alone."),
)
