r"""Section 5.1: epsilon-DP algorithms are GDP.

Statement (section 5.1, Theorem 5.1)
    eq-5.1-worst         The largest profile of an epsilon_0-DP algorithm is delta(e) = (exp(epsilon_0) - exp(e))^+ / (1 + exp(epsilon_0)).
    text-5.1-zero-tail   The profile of an epsilon_0-DP algorithm, and its transform G, are 0 from epsilon_0 on.
    eq-5.1-derivative    With mu_e = G(e), the transform of the largest profile: G'(e) = sqrt(2 pi) exp((mu_e^2 + 2 e)^2 / (8 mu_e^2)) [Phi(-(mu_e^2 + 2 e)/(2
                         mu_e)) - Phi(-mu_0/2)].
    eq-5.1-sign          The sign of G'(e) is that of mu_e - mu_0 - 2 e/mu_0.
    text-5.1-decreasing  G falls strictly on [0, epsilon_0) and stays below mu_0 = G(0), so that the algorithm is mu_0-GDP.
    thm-5.1              An epsilon-DP algorithm is mu-GDP for mu = -2 Phi^-1(1/(1 + exp(epsilon))) <= sqrt(pi/2) epsilon.
    text-all-dp-gdp      Every epsilon-DP algorithm is GDP.
    text-laplace-better  The Laplace mechanism with epsilon-DP is mu-GDP for a smaller mu than that of its DP guarantee.

Reading
    signs            algebra: for any mu and mu_0 in the place of mu_e and mu_0; curve: along the transform itself.
    mu at delta 0    of the transform beyond epsilon_0, where the profile is 0.
    delta at mu 0    of the Gaussian curve at epsilon = 0, where the level is 0.
    "Stronger": every epsilon-DP algorithm is GDP, and some GDP algorithm is not epsilon-DP for any epsilon (the normal mechanism).

Measured
    Profiles of pairs of laws; the transform of the worst profile and its derivative; the least mu of a pair.

Claimed
    The right-hand sides.
"""

from mechanisms import Laplace, Normal
from theorems.gdp.definitions import (
    ALGORITHM,
    NOTHING,
    ON_LINE,
    P,
    Phi,
    Q,
    dp,
    epsilon,
    epsilon_0,
    gdp,
    is_gdp,
    mu,
    mu_0,
    mu_of,
    profile,
    profile_from_zero,
)
from theorems.gdp.definitions_pure import pure_level, worst
from theorems.gdp.ledger_applications import GIVEN, INSIDE, PURE, epsilon_
from verify.claims import (
    All,
    Any_,
    Claim,
    Compare,
    Derivative,
    Exists,
    ForAll,
    If,
    Implies,
    Source,
    above,
    at_least,
    between,
    exp,
    gaussian_level,
    numbers,
    objects,
    pi,
    reading,
    sqrt,
)
from verify.quantities import gaussian_dp

TEXT = Source("Section 5.1")
x, e = numbers("x e")
P_, Q_ = objects("P_ Q_")


def transform(at):
    """G of the worst profile."""
    return mu_of(at, worst(epsilon_0, at))


def slope(level, start, at):
    """The printed derivative of G."""
    inside = level**2 + 2 * at
    return sqrt(2 * pi) * exp(inside**2 / (8 * level**2)) * (Phi(-inside / (2 * level)) - Phi(-start / 2))


def sign_is(derivative, level, start, at):
    """The sign of the derivative is that of mu - mu_0 - 2 epsilon/mu_0."""
    right = level - start - 2 * at / start
    return All(*(Any_(All(Compare(derivative, relation, 0), Compare(right, relation, 0)), All(negated(derivative, relation), negated(right, relation)))
                 for relation in ("<", ">")))


def negated(value, relation):
    return Compare(value, {"<": ">=", ">": "<="}[relation], 0)


G_0, G = transform(0), transform(epsilon)
DELTA = profile(P, Q, epsilon)

CLAIMS = (
    Claim("gdp/eq-5.1-worst", TEXT, forall={epsilon_0: at_least(0), epsilon: at_least(0)}, uses=("gdp/thm-2.1",),
          states=All(
              ForAll({P_: ON_LINE, Q_: ON_LINE}, Implies(dp(P_, Q_, epsilon_0, 0), Compare(profile(P_, Q_, epsilon), "<=", worst(epsilon_0, epsilon)))),
              Exists({P_: ON_LINE, Q_: ON_LINE}, All(dp(P_, Q_, epsilon_0, 0), Compare(profile(P_, Q_, epsilon), "==", worst(epsilon_0, epsilon)))))),
    Claim("gdp/text-5.1-zero-tail", TEXT, part="profile", forall={**PURE, epsilon: at_least(epsilon_0)}, given=GIVEN,
          states=Compare(profile(P, Q, epsilon), "==", 0)),
    Claim("gdp/text-5.1-zero-tail", TEXT, part="transform", forall={**PURE, epsilon: at_least(epsilon_0)}, given=GIVEN,
          states=Compare(If(Compare(DELTA, "==", 0), reading("mu at delta 0", zero=0, no_value=NOTHING), mu_of(epsilon, DELTA)), "==", 0)),
    Claim("gdp/text-5.1-zero-tail", TEXT, part="stronger", forall=PURE, given=GIVEN, states=is_gdp(P, Q)),
    Claim("gdp/text-5.1-zero-tail", TEXT, part="not-conversely", forall={},
          states=ForAll({e: at_least(0)}, Compare(profile(Normal(0, scale=1), Normal(1, scale=1), e), ">", 0))),
    Claim("gdp/eq-5.1-derivative", TEXT, forall=INSIDE, states=Compare(Derivative(gaussian_level(x, worst(epsilon_0, x)), x, at=epsilon), "==", slope(G, G_0, epsilon))),
    Claim("gdp/eq-5.1-sign", TEXT,
          forall={mu: above(0), mu_0: above(0), epsilon_0: above(0),
                  epsilon: reading("signs", algebra=at_least(0), curve=between(0, epsilon_0, open="right"))},
          states=reading("signs", algebra=sign_is(slope(mu, mu_0, epsilon), mu, mu_0, epsilon), curve=sign_is(slope(G, G_0, epsilon), G, G_0, epsilon)),
          idle=(mu, mu_0, epsilon_0)),
    Claim("gdp/text-5.1-decreasing", TEXT, part="below", forall=INSIDE, states=Compare(G, "<=", G_0), uses=("gdp/eq-5.1-sign",)),
    Claim("gdp/text-5.1-decreasing", TEXT, part="decreasing", forall={**INSIDE, epsilon_: between(epsilon, epsilon_0, open="both")},
          states=Compare(transform(epsilon_), "<", G), uses=("gdp/eq-5.1-sign",)),
    Claim("gdp/text-5.1-decreasing", TEXT, part="gdp", forall={epsilon_0: above(0), **ALGORITHM}, given=GIVEN, states=gdp(P, Q, G_0), uses=("gdp/eq-5.1-sign",)),
    Claim("gdp/thm-5.1", Source("Theorem 5.1"), part="gdp", forall={epsilon: at_least(0), **ALGORITHM}, given=(dp(P, Q, epsilon, 0),),
          states=ForAll({e: at_least(0)}, Compare(profile(P, Q, e), "<=", profile_from_zero(pure_level(epsilon), e)))),
    Claim("gdp/thm-5.1", Source("Theorem 5.1"), part="bound", forall={epsilon: at_least(0)}, states=Compare(pure_level(epsilon), "<=", sqrt(pi / 2) * epsilon)),
    Claim("gdp/text-all-dp-gdp", Source("Abstract"), forall={epsilon: at_least(0), **ALGORITHM}, given=(dp(P, Q, epsilon, 0),), states=is_gdp(P, Q)),
    Claim("gdp/text-laplace-better", Source("Section 5.1 and Figure 5"), forall={epsilon: above(0)},
          states=Compare(gaussian_dp(Laplace(epsilon, scale=1), Laplace(0, scale=1)), "<", pure_level(epsilon)), uses=("gdp/thm-5.1",)),
)
