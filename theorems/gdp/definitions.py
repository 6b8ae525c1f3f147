"""Definitions shared by the claims of the paper: privacy profiles, Gaussian differential privacy, and the choices that recur.

An algorithm is met through the laws P and Q of its output on two neighbouring data sets: an algorithm is arbitrary, so any two laws can occur. The
neighbouring relation is used in both orders, so the profile of a pair is the larger of its two hockey-stick divergences. Outputs lie in R^dim; profiles
and trade-off functions know the events of the output space alone, so its norm plays no part.
"""

from typing import Any

from mechanisms import Laplace
from verify.claims import (
    LINE,
    Abs,
    Compare,
    Derivative,
    Euclid,
    ForAll,
    Functions,
    If,
    Inf,
    Laws,
    Limit,
    LimSup,
    Max,
    Node,
    above,
    at_least,
    between,
    erfc,
    exp,
    gaussian_level,
    integers,
    log,
    number,
    numbers,
    objects,
    one_of,
    oo,
    pi,
    reading,
    sqrt,
    word,
)
from verify.claims import gaussian_profile as special_profile
from verify.quantities import gaussian_dp, hockey_stick_divergence

epsilon, delta, mu, epsilon_0, delta_0, mu_0, epsilon_h, epsilon_t, mu_t, mu_max = numbers(
    "epsilon delta mu epsilon_0 delta_0 mu_0 epsilon_h epsilon_t mu_t mu_max")
n, c, b, gamma, dim, sigma, A, B, m, Delta, shift = numbers("n c b gamma dim sigma A B m Delta shift")
P, Q, P_, Q_, f, g = objects("P Q P_ Q_ f g")
e, s, w = numbers("e s w")
"""Names that the definitions below bind."""

SPACE = Euclid(dim, 2)
ALGORITHM = {dim: integers(1), P: Laws(SPACE), Q: Laws(SPACE)}
"""An algorithm on two neighbouring data sets."""
OTHER = {P_: Laws(SPACE), Q_: Laws(SPACE)}
"""Another one with outputs in the same space."""
ON_LINE = Laws(LINE)

CURVES = Functions(at_least(0), between(0, 1), monotone="falling")
"""Definition 4.1: non-increasing, non-negative, at most 1 at 0."""
ANY_CURVES = Functions(at_least(0), between(0, 1))
TRADE_OFFS = Functions(above(0), at_least(0), monotone="falling")
"""Inverted trade-offs: values above 1 and no finite limit at 0 are allowed."""
ANY_TRADE_OFFS = Functions(above(0), at_least(0))
"""The same without a condition."""

# --- the normal law ---------------------------------------------------------------------------------------------------------------


def Phi(x: Any) -> Node:
    """Distribution function of N(0, 1)."""
    return erfc(-x / sqrt(2)) / 2


def phi(x: Any) -> Node:
    """Density of N(0, 1)."""
    return exp(-(x**2) / 2) / sqrt(2 * pi)


def gaussian_profile(level: Any, at: Any) -> Node:
    """delta_mu(epsilon), eq. 1, for mu > 0: Phi(-epsilon/mu + mu/2) - exp(epsilon) Phi(-epsilon/mu - mu/2)."""
    return special_profile(at, level)


def profile_from_zero(level: Any, at: Any) -> Node:
    """delta_mu(epsilon) where mu may be 0 (an algorithm that starts there): its limit, or nothing."""
    return If(Compare(level, ">", 0), gaussian_profile(level, at), reading("delta at mu 0", zero=0, no_value=NOTHING))


NOTHING = Node("pow", number(0), number(-1))
"""A number without a value."""

# --- profiles and guarantees -------------------------------------------------------------------------------------------------------


def profile(p: Any, q: Any, at: Any) -> Node:
    """The least delta for which the pair is (epsilon, delta)-DP in both orders."""
    return Max(hockey_stick_divergence(p, q, at), hockey_stick_divergence(q, p, at))


def dp(p: Any, q: Any, at: Any, level: Any) -> Node:
    """(epsilon, delta)-DP of a pair."""
    return Compare(profile(p, q, at), "<=", level)


def gdp(p: Any, q: Any, level: Any) -> Node:
    """mu-GDP of a pair, through trade-off functions (section 1)."""
    return Compare(gaussian_dp(p, q), "<=", level)


def is_gdp(p: Any, q: Any) -> Node:
    """mu-GDP for some finite mu."""
    return Compare(gaussian_dp(p, q), "<", oo)


def _below(p: Any, q: Any, level: Any, where: Node) -> Node:
    return ForAll({e: where}, Compare(profile(p, q, e), "<=", gaussian_profile(level, e)))


def below_gaussian(p: Any, q: Any, level: Any) -> Node:
    """(epsilon, delta_mu(epsilon))-DP for all epsilon >= 0, the right side of Theorem 3.1."""
    return _below(p, q, level, at_least(0))


def head(p: Any, q: Any, end: Any, level: Any) -> Node:
    """(epsilon_h, mu)-head GDP, Definition 3.1."""
    return _below(p, q, level, between(0, end))


def tail(p: Any, q: Any, start: Any, level: Any) -> Node:
    """(epsilon_t, mu)-tail GDP, Definition 3.2."""
    return _below(p, q, level, above(start))


def continuous(curve: Any) -> Node:
    """The curve is continuous on [0, oo)."""
    return ForAll({s: at_least(0)}, Compare(Limit(curve(e), e, s), "==", curve(s)))


def differentiable(curve: Any) -> Node:
    """The curve has a derivative on (0, oo), the domain of an inverted trade-off."""
    return ForAll({s: above(0)}, Compare(Abs(Derivative(curve(s), s)), "<", oo))


def implied(start: Any, level: Any, at: Any) -> Node:
    """The right-hand side of Theorem 2.1: the least delta at epsilon that (epsilon_0, delta_0)-DP implies."""
    return level + (1 - level) * Max(exp(start) - exp(at), 0) / (1 + exp(start))


def refined(curve: Any, at: Any) -> Node:
    """The refined profile of the guarantees (epsilon_0, curve(epsilon_0)); a pair with delta above 1 guarantees nothing."""
    return Inf({s: above(0)}, implied(s, curve(s), at), where=Compare(curve(s), "<=", 1), ceiling=1)


# --- the transformation ---------------------------------------------------------------------------------------------------------------


def mu_of(at: Any, level: Any) -> Node:
    """mu_GDP(epsilon, delta) as the paper uses it: 0 at delta = 0; oo where no finite mu is enough."""
    return If(Compare(level, ">", 0), If(Compare(level, "<", 1), gaussian_level(at, level), oo), 0)


def mu_gdp(at: Any, level: Any) -> Node:
    """mu_GDP(epsilon, delta), the mu with delta_mu(epsilon) = delta, with its readings where no mu solves this."""
    at_0 = reading("mu at delta 0", zero=0, no_value=If(Compare(level, "==", 0), NOTHING, 0))
    at_1 = reading("mu at delta 1", infinite=oo, no_value=If(Compare(level, "==", 1), NOTHING, oo))
    return If(Compare(level, "<=", 0), at_0, If(Compare(level, ">=", 1), at_1, gaussian_level(at, level)))


def transformed(p: Any, q: Any, at: Any) -> Node:
    """The GDPT of a pair, with the readings of mu_GDP."""
    return mu_gdp(at, profile(p, q, at))


def exponent(level: Any, at: Any) -> Node:
    """epsilon^2 / (-2 log delta), with the reading of delta = 0, and of delta = 1, where the fraction is infinite."""
    value = at**2 / (-2 * log(level))
    return reading("log of 0", minus_infinity=If(Compare(level, ">", 0), If(Compare(level, "<", 1), value, oo), 0), no_value=value)


def transform_growth(p: Any, q: Any) -> Node:
    """The upper limit of the transform of a pair."""
    return LimSup(mu_of(e, profile(p, q, e)), e, oo)


def growth(p: Any, q: Any) -> Node:
    """The upper limit of epsilon^2 / (-2 log delta) along the profile of a pair."""
    return LimSup(exponent(profile(p, q, e), e), e, oo)


# --- the three examples ------------------------------------------------------------------------------------------------------------------

LAPLACE = {Delta: reading("laplace", l1=one_of(1), l2=above(0), l3=above(0))}


def laplace(at: Any) -> Node:
    """The law of the output of the first example whose query has the value ``at``: sensitivity 1 and scale 2; ratio 2; or the printed b = 2/Delta with any Delta."""
    return reading("laplace", l1=Laplace(at, scale=2), l2=Laplace(at, scale=Delta / 2), l3=Laplace(at, scale=2 / Delta))


def laplace_curve(at: Any) -> Node:
    """Its profile, from two data sets that attain the sensitivity."""
    return profile(laplace(Delta), laplace(0), at)


def sgd_naive(at: Any) -> Node:
    """The naive curve of the second example."""
    return exp(-(at**2))


def icea_naive(at: Any) -> Node:
    """The naive curve of the third example: n = 4, m = 20."""
    return 4 * reading("log base", natural=exp(-2), two=number("1/4"), ten=number("1/100")) / at


RULE = reading("rounding", nearest=word("nearest"), bound=word("upper bound"))
"""Printed decimals: rounded to nearest, or a bound in the direction in which the text uses it."""


