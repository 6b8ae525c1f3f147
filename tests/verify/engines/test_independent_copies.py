"""Divergences of independent copies are the number of copies times that of one: in closed form for named distributions, from the textbook for all of them."""

import pytest

from mechanisms import Exponential, Normal
from verify import claims as c
from verify.evidence.checker.check import check_data
from verify.quantities import chi_square, kl, squared_hellinger, total_variation
from verify.run.decide import Settings, run_variant

n, m, x, y, s = c.numbers("n m x y s")
P, Q = c.objects("P Q")
NORMAL = {n: c.integers(1), x: c.REALS, y: c.REALS, s: c.above(0)}
RATES = {n: c.integers(1), x: c.above(0), y: c.above(0)}
PAIR = {P: c.Laws(c.LINE), Q: c.Laws(c.LINE)}
FAR = n * (x - y) ** 2 / s**2


def normal(mean, count=n):
    return c.iid(Normal(mean, scale=s), count)


def waiting(rate):
    return c.iid(Exponential(rate), n)


def bretagnolle_huber(factor):
    return c.Compare(1 - total_variation(P, Q), ">=", factor * c.exp(-kl(P, Q)))


HELLINGER = squared_hellinger(c.iid(P, n), c.iid(Q, n))
DECIDED = {
    "relative entropy of normal samples": (NORMAL, c.Compare(kl(normal(x), normal(y)), "==", FAR / 2), "PROVED"),
    "chi-square of normal samples": (NORMAL, c.Compare(chi_square(normal(x), normal(y)), "==", c.exp(FAR) - 1), "PROVED"),
    "Hellinger distance of normal samples": (NORMAL, c.Compare(squared_hellinger(normal(x), normal(y)), "==", 2 - 2 * c.exp(-FAR / 8)), "PROVED"),
    "the same, a little smaller": (NORMAL, c.Compare(squared_hellinger(normal(x), normal(y)), "<=", 2 - 2 * c.exp(-FAR / 9)), "REFUTED"),
    "relative entropy of waiting times": (RATES, c.Compare(kl(waiting(x), waiting(y)), "==", n * (c.log(x / y) + y / x - 1)), "PROVED"),
    "the same, without a term": (RATES, c.Compare(kl(waiting(x), waiting(y)), "==", n * (c.log(x / y) + y / x)), "REFUTED"),
    "no number of copies": ({**NORMAL, n: c.at_least(1)}, c.Compare(kl(normal(x), normal(y)), "==", FAR / 2), "SUPPORTED"),
    "different numbers of copies": ({**NORMAL, m: c.integers(1)}, c.Compare(kl(normal(x), normal(y, m)), "==", FAR / 2), "UNDECIDED"),
    "Hellinger distances of all samples": ({**PAIR, n: c.integers(1)}, c.Compare(HELLINGER, "<=", n * squared_hellinger(P, Q)), "PROVED"),
    "Bretagnolle and Huber": (PAIR, bretagnolle_huber(c.number("1/2")), "PROVED"),
    "Bretagnolle and Huber, a larger factor": (PAIR, bretagnolle_huber(c.number("9/10")), "REFUTED"),
}


@pytest.mark.parametrize("name", DECIDED)
def test_copies(name):
    forall, states, wanted = DECIDED[name]
    (variant,) = c.Claim("toy/item", "Item", forall=forall, states=states).variants()
    row, stored, errors = run_variant(variant, Settings(effort="quick"))
    assert not errors
    assert row["status"] == wanted or (wanted in ("SUPPORTED", "UNDECIDED") and row["status"] in ("SUPPORTED", "UNDECIDED")), row["summary"]
    if wanted in ("PROVED", "REFUTED"):
        assert check_data(stored, name).status == "confirmed"
