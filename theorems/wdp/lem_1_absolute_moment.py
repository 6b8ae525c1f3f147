r"""The raw absolute moment of a normal law, and its series.

Statement (Lemma 1, eqs. 12-14, 106-125)
    lem-1         For Z ~ N(q d, V), V = (2 - 2q + 2q^2) sigma^2: E|Z|^mu = (2V)^(mu/2) Gamma((mu+1)/2)/sqrt(pi) 1F1(-mu/2; 1/2; -q^2 d^2/(2V)).
    lem-1-series  That 1F1 is the sum over n >= 0 of q^(2n) d^(2n) / (n! 4^n (1 - q + q^2)^n sigma^(2n)) prod_(i=1..n) (mu - 2i + 2)/(2i - 1).
    eq-115        The rising factorial of -mu/2 is a quotient of Gamma functions, Gamma(n - mu/2)/Gamma(-mu/2) = (-mu/2) ... (n - 1 - mu/2).
    eq-117        The rising factorial of -mu/2 is (-1)^n 2^(-n) mu (mu - 2) ... (mu - 2n + 2), that of 1/2 is 2^(-n) 1 3 ... (2n - 1); so is their quotient.
    eq-125        Written with V, the terms of the series are q^(2n) d^(2n) / (n! 4^n V^n) prod_(i=1..n) (mu - 2i + 2)/(2i - 1).

Reading
    1. mu >= 1, q in [0, 1], d >= 0, sigma > 0 as in Theorem 2.
    2. An equality of two power series in d^2 is stated for each of their terms, n = 0, 1, ...; 1F1 is its defining series with rising factorials, and a rising
       factorial is a product.
    3. eq. 115: the order is real and not an even integer; or it is an even integer, where the gamma function has poles: even asks whether the printed equation holds
       there, which it does not where a side has no value; by-continuity gives the quotient its limit.

Measured
    E|Z|^mu; for the series the term on the left.

Claimed
    The right sides.
"""

from mechanisms import Normal
from theorems.wdp.definitions import mu
from verify.claims import (
    Claim,
    Compare,
    Limit,
    Prod,
    Source,
    Sup,
    above,
    at_least,
    between,
    chain,
    equals,
    factorial,
    floor,
    gamma,
    hyp1f1,
    integers,
    number,
    numbers,
    one_of,
    pi,
    reading,
    sqrt,
    upto,
)
from verify.quantities import absolute_moment

q, d, sigma, n, i, k, x = numbers("q d sigma n i k x")
HALF = number("1/2")
V = (2 - 2 * q + 2 * q**2) * sigma**2
SETTING = {mu: at_least(1), q: between(0, 1), d: at_least(0), sigma: above(0)}
ORDER = {n: integers(0)}
INDEX = {i: upto(n)}


def rising(base):
    """base (base + 1) ... (base + n - 1)."""
    return Prod(INDEX, base + i - 1)


QUOTIENT = rising(-mu / 2) / rising(HALF)
PRODUCT = Prod(INDEX, (mu - 2 * i + 2) / (1 + 2 * i - 2))
FOURFOLD = 4 * (1 - q + q**2) * sigma**2
POWERS = q ** (2 * n) * d ** (2 * n)
SIGN = (-number(1)) ** n
PRINTED = factorial(n) * 4**n * (1 - q + q**2) ** n * sigma ** (2 * n)

MOMENT = Claim(
    "wdp/lem-1", Source("Lemma 1", eq="12-13, 108"),
    forall=SETTING,
    states=Compare(absolute_moment(Normal(q * d, variance=V), mu), "==",
                   (2 * V) ** (mu / 2) * gamma((mu + 1) / 2) / sqrt(pi) * hyp1f1(-mu / 2, HALF, -(q**2 * d**2) / (2 * V))),
)
SERIES = Claim(
    "wdp/lem-1-series", Source("Lemma 1", eq="14, 107, 109-114, 124"),
    forall={**SETTING, **ORDER},
    states=chain(
        QUOTIENT * (-(q**2 * d**2) / (2 * V)) ** n / factorial(n),
        "==", QUOTIENT * (-(q**2 * d**2) / FOURFOLD) ** n / factorial(n),
        "==", QUOTIENT * SIGN * ((q**2 * d**2) / FOURFOLD) ** n / factorial(n),
        "==", SIGN * QUOTIENT * (q**2 * d**2) ** n / (factorial(n) * FOURFOLD**n),
        "==", SIGN * QUOTIENT * POWERS / PRINTED,
        "==", POWERS / PRINTED * PRODUCT,
    ),
    part_of="wdp/lem-1", uses=("wdp/eq-117",),
)
EVEN = equals(2 * k, within=at_least(1))


def gamma_quotient(order):
    """The right side of eq. 115."""
    return gamma(-order / 2 + n) / gamma(-order / 2)


GAMMAS = Claim(
    "wdp/eq-115", Source("Proof of Lemma 1", eq="115-116", section="Appendix A"),
    forall={k: integers(1), mu: reading("order", not_even=at_least(1), even=EVEN, by_continuity=EVEN), **ORDER},
    given=[reading("order", not_even=Compare(mu / 2, "!=", floor(mu / 2)), even=None, by_continuity=None)],
    states=reading(
        "order",
        not_even=Compare(gamma_quotient(mu), "==", rising(-mu / 2)),
        even=Compare(Sup({x: one_of(1)}, x, where=Compare(gamma_quotient(mu), "==", rising(-mu / 2)), floor=0), "==", 1),
        by_continuity=Compare(Limit(gamma_quotient(x), x, mu), "==", rising(-mu / 2)),
    ),
    part_of="wdp/lem-1",
)
ODDS = Prod(INDEX, 1 + 2 * i - 2)
EVENS = Prod(INDEX, mu - 2 * (i - 1))
FIRST = Claim(
    "wdp/eq-117", Source("Proof of Lemma 1", eq="117", section="Appendix A"), part="minus-half-mu",
    forall={mu: at_least(1), **ORDER},
    states=Compare(rising(-mu / 2), "==", SIGN * HALF**n * EVENS),
    part_of="wdp/lem-1",
)
SECOND = Claim(
    "wdp/eq-117", Source("Proof of Lemma 1", eq="118-120", section="Appendix A"), part="half",
    forall=ORDER,
    states=chain(gamma(HALF + n) / gamma(HALF), "==", rising(HALF), "==", HALF**n * ODDS),
    part_of="wdp/lem-1",
)
RATIO = Claim(
    "wdp/eq-117", Source("Proof of Lemma 1", eq="121-123", section="Appendix A"), part="quotient",
    forall={mu: at_least(1), **ORDER},
    states=chain(QUOTIENT, "==", SIGN * EVENS / ODDS, "==", SIGN * PRODUCT),
    part_of="wdp/lem-1",
)
REWRITTEN = Claim(
    "wdp/eq-125", Source("Proof of Lemma 1", eq="125", section="Appendix A"),
    forall={**SETTING, **ORDER},
    states=Compare(POWERS / PRINTED * PRODUCT, "==", POWERS / (factorial(n) * 4**n * V**n) * PRODUCT),
    part_of="wdp/lem-1",
)

CLAIMS = (MOMENT, SERIES, GAMMAS, FIRST, SECOND, RATIO, REWRITTEN)
