"""Probabilities of comparisons of independent normal numbers and samples: the search and the checker know their values, and nothing is said of what is not a sum of multiples."""

import json
import math
from fractions import Fraction

import pytest
from flint import fmpq
from scipy.stats import norm

from mechanisms import Normal, Uniform
from verify import claims as c
from verify.claims.nodes import to_json
from verify.engines import evaluate as ev
from verify.evidence import certificate
from verify.evidence.checker.check import check_data
from verify.evidence.checker.evaluate import Evaluator
from verify.evidence.checker.numbers import Budget, Undecided, relations
from verify.run.decide import Settings, run_variant
from verify.values import numbers as values

i, m, k, gap, s, level = c.numbers("i m k gap s level")
X, Y, Z = c.objects("X Y Z")


def mean_of(sample, count):
    return c.Sum({i: c.upto(count)}, sample[i]) / count


SAMPLES = {X: c.iid(Normal(gap, scale=1), m), Y: c.iid(Normal(0, scale=2), k)}
PAIR = {X: Normal(gap, scale=s), Y: Normal(0, scale=1)}
AT = {"m": fmpq(3), "k": fmpq(5), "gap": fmpq(1, 2), "s": fmpq(3), "level": fmpq(2)}
SPREAD = math.sqrt(1 / 3 + 4 / 5)
ROOT = math.sqrt(10)
KNOWN = {
    "samples": (c.Prob(SAMPLES, c.Compare(mean_of(X, m), "<=", mean_of(Y, k))), norm.cdf(-0.5 / SPREAD)),
    "samples, far apart": (c.Prob(SAMPLES, c.Compare(c.Abs(mean_of(X, m) - mean_of(Y, k) - gap), ">=", level)), 2 * norm.sf(2 / SPREAD)),
    "a level between": (c.Prob(SAMPLES, c.Compare(level, ">", c.Abs(mean_of(X, m) - mean_of(Y, k)))), norm.cdf(1.5 / SPREAD) - norm.cdf(-2.5 / SPREAD)),
    "two numbers": (c.Prob(PAIR, c.Compare(Y, ">", X)), norm.cdf(-0.5 / ROOT)),
    "multiples": (c.Prob(PAIR, c.Compare(2 * X - level, "<", 3 * (Y - X))), norm.cdf(-0.5 / math.sqrt(25 * 9 + 9))),
    "three numbers": (c.Prob({**PAIR, Z: Normal(1, scale=2)}, c.Compare(X + Y, "<", Z)), norm.cdf(0.5 / math.sqrt(14))),
}
UNKNOWN = {
    "a product": c.Prob(PAIR, c.Compare(X * Y, "<", level)),
    "another distribution": c.Prob({X: c.iid(Uniform(0, 1), m), Y: c.iid(Normal(0, scale=1), k)}, c.Compare(mean_of(X, m), "<=", mean_of(Y, k))),
    "nothing random": c.Prob(PAIR, c.Compare(X - Y, "<", X - Y)),
    "one sample and its largest member": c.Prob(SAMPLES, c.Compare(mean_of(X, m) + c.Sup({i: c.upto(m)}, X[i]), "<", mean_of(Y, k))),
    "two comparisons": c.Prob(PAIR, c.All(c.Compare(X, "<", level), c.Compare(Y, "<", level))),
}


def checked(formula):
    """An enclosure by the checker."""
    return Evaluator(Budget(seconds=5)).number(to_json(formula), {name: Fraction(int(value.p), int(value.q)) for name, value in AT.items()})


@pytest.mark.parametrize("name", KNOWN)
def test_the_search_and_the_checker_know_the_value(name):
    formula, wanted = KNOWN[name]
    assert values.to_float(ev.value(formula, AT, ev.Context(96))) == pytest.approx(wanted, rel=1e-9)
    found = checked(formula)
    assert relations(found, Fraction(wanted * (1 + 1e-9))) == {"<"} and relations(found, Fraction(wanted * (1 - 1e-9))) == {">"}


@pytest.mark.parametrize("name", UNKNOWN)
def test_nothing_is_said_of_other_events(name):
    with pytest.raises(ev.NoRoute):
        ev.value(UNKNOWN[name], AT, ev.Context(96))
    with pytest.raises(Undecided):
        checked(UNKNOWN[name])


@pytest.mark.parametrize(("share", "wanted"), [(2, "SUPPORTED"), (c.number("19/10"), "REFUTED")])
def test_the_error_of_a_comparison_of_samples(share, wanted):
    variance = 1 / m + 4 / k
    bound = c.exp(-(gap**2) / (share * variance)) / 2
    claim = c.Claim("toy/item", "Item", forall={m: c.integers(1), k: c.integers(1), gap: c.at_least(0)}, states=c.Compare(KNOWN["samples"][0], "<=", bound))
    row, stored, errors = run_variant(claim.variants()[0], Settings(effort="standard"))
    assert not errors and row["status"] == wanted, row["summary"]
    if wanted == "REFUTED":
        assert check_data(json.loads(certificate.text(stored)), "toy").status == "confirmed"
