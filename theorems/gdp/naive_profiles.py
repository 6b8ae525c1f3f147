r"""Naive profiles of the examples, and what the refinement changes at the origin.

Statement (Section 2; Section 3)
    eq-sgd-naive       Inverting sigma = A epsilon^-1 sqrt(log(B/delta)) gives delta(epsilon) = B exp(-sigma^2 epsilon^2/A^2), at A = 2, B = 1, sigma = 2
                       exp(-epsilon^2).
    eq-icea-naive      Inverting m > 10 log(n/(epsilon delta)) gives (n/epsilon) e^(-m/10), at m = 20, n = 4 this is 4 e^-2/epsilon.
    text-naive-origin  The inverted trade-offs suggest that (0, delta), delta < 1, is out of reach for every noise parameter; by Theorem 2.1 it is not. Naive
                       and refined profiles differ around epsilon = 0.

Reading
    log base   of the logarithm in the condition of the third example.
    condition  strict: m > 10 log(...); closed: m >= 10 log(...).
    example    sgd: the second example; icea: the third example.
    The naive profile is the infimum of all delta > 0 with the condition, the curve that separates its two regions. What it suggests at 0 is its supremum over
    epsilon > 0, cut at 1; with A = 2, B = 1 for every sigma > 0, and for all m, n. Parts: naive (at least 1 at 0), refined (less than 1), differ (the refined
    value at 0 is the smaller one, at the printed parameters).

Measured
    The infimum over the condition; the values at 0.

Claimed
    The closed forms; 1.
"""

from theorems.gdp.definitions import A, B, delta, e, epsilon, icea_naive, m, n, refined, sgd_naive, sigma
from verify.claims import Claim, Compare, Inf, Min, Source, Sup, above, exp, integers, log, number, reading, sqrt, unstated

TWO, BOTH = Source("Section 2"), Source("Sections 2 and 3")
POSITIVE, COUNT = unstated(above(0)), unstated(integers(1))


def naive(condition):
    """The least delta with the condition."""
    return Inf({delta: above(0)}, delta, where=condition)


def sgd(a, b, scale, at):
    return naive(Compare(scale, "==", a / at * sqrt(log(b / delta))))


def icea(messages, users, at):
    """The condition of the third example, strict and closed, with each base of the logarithm."""
    bound = 10 * log(users / (at * delta)) / reading("log base", natural=1, two=log(2), ten=log(10))
    return naive(reading("condition", strict=Compare(messages, ">", bound), closed=Compare(messages, ">=", bound)))


def icea_curve(messages, users, at):
    return users / at * reading("log base", natural=exp(-messages / 10), two=number(2) ** (-messages / 10), ten=number(10) ** (-messages / 10))


def sgd_curve(at):
    return exp(-(sigma**2) * at**2 / 4)


def with_any_noise(at):
    return reading("example", sgd=sgd_curve(at), icea=icea_curve(m, n, at))


def as_printed(at):
    return reading("example", sgd=sgd_naive(at), icea=icea_naive(at))


def suggested(curve):
    """What a naive curve suggests at 0."""
    return Sup({e: above(0)}, Min(curve(e), 1))


CLAIMS = (
    Claim("gdp/eq-sgd-naive", TWO, part="general", forall={A: POSITIVE, B: POSITIVE, sigma: POSITIVE, epsilon: POSITIVE},
          states=Compare(sgd(A, B, sigma, epsilon), "==", B * exp(-(sigma**2) * epsilon**2 / A**2))),
    Claim("gdp/eq-sgd-naive", TWO, part="example", forall={epsilon: POSITIVE}, states=Compare(sgd(2, 1, 2, epsilon), "==", sgd_naive(epsilon))),
    Claim("gdp/eq-icea-naive", TWO, part="general", forall={m: COUNT, n: COUNT, epsilon: POSITIVE},
          states=Compare(icea(m, n, epsilon), "==", icea_curve(m, n, epsilon))),
    Claim("gdp/eq-icea-naive", TWO, part="example", forall={epsilon: POSITIVE}, states=Compare(icea(20, 4, epsilon), "==", icea_naive(epsilon))),
    Claim("gdp/text-naive-origin", BOTH, part="naive", forall={sigma: POSITIVE, m: COUNT, n: COUNT}, states=Compare(suggested(with_any_noise), ">=", 1)),
    Claim("gdp/text-naive-origin", BOTH, part="refined", forall={sigma: POSITIVE, m: COUNT, n: COUNT}, uses=("gdp/thm-2.1",),
          states=Compare(refined(with_any_noise, 0), "<", 1)),
    Claim("gdp/text-naive-origin", BOTH, part="differ", states=Compare(refined(as_printed, 0), "<", suggested(as_printed))),
)
