"""Statements that engines decide rightly, which the checker has to confirm: powers of 0, gamma over its valley, corners, Stirling's series, integers between reals, tiny numbers."""

import json
from fractions import Fraction

import pytest

from verify import claims as c
from verify.evidence import certificate
from verify.evidence.checker.certificate import decimal
from verify.evidence.checker.check import check_data
from verify.evidence.checker.formula import Malformed
from verify.evidence.checker.numbers import relations
from verify.run.certify import certify
from verify.run.decide import Settings, run_variant

k, n, t, x, y = c.numbers("k n t x y")
HALF = Fraction(1, 2)
ROOT = c.sqrt(2 * c.pi * x) * (x / c.exp(1)) ** x

TYPED = {
    ("gamma(x) >= 0.8856", "x > 0"): "PROVED",
    ("gamma(x) >= 0.886", "x > 0"): "REFUTED",
    ("gamma(x) <= 24", "x >= 0.05, x <= 5"): "PROVED",
    ("x**x <= 1", "x in [0, 1]"): "PROVED",
    ("x**(2*x) <= 1", "x in [0, 1]"): "PROVED",
    ("(x**2)**y >= 0", "x >= -10, y >= 0"): "PROVED",
    ("(x**2)**y >= 0", "x in [-10, 10], y in [0, 3]"): "PROVED",
    ("abs(x)**y <= 1", "x in [-1, 1], y in [0, 5]"): "PROVED",
    ("exp(-x) >= 1e-400", "x >= 0"): "REFUTED",
    ("exp(-x) <= 1e-300 + exp(-x)", "x >= 0"): "PROVED",
    ("exp(-x**2/2)/sqrt(2*pi)*x/(0.99 + x**2) <= erfc(x/sqrt(2))/2", "x > 20, x < 30"): "REFUTED",
}


LONG = [statement for statement in TYPED if "erfc" in statement[0]]


@pytest.mark.parametrize("statement", [pytest.param(one, marks=pytest.mark.slow) if one in LONG else one for one in TYPED])
def test_a_typed_inequality_is_decided_and_confirmed(statement):
    answer = certify(*statement)
    assert str(answer.status) == TYPED[statement]
    assert answer.certificates and all(check_data(json.loads(certificate.text(document)), role).status == "confirmed" for role, document in answer.certificates.items())


def slope(term, order, value, at=0):
    return {}, c.Compare(c.Derivative(term, x, order, at), "==", value)


def limit(term, value):
    return {}, c.Compare(c.Limit(term, x, c.oo), "==", value)


CLAIMED = {
    "a corner that a power rounds off": (*slope(c.Abs(x) ** 3, 1, 0), "PROVED"),
    "its second derivative": (*slope(c.Abs(x) ** 3, 2, 0), "PROVED"),
    "its third has no value": (*slope(c.Abs(x) ** 3, 3, 0), "UNDECIDED"),
    "a corner": (*slope(c.Abs(x), 1, 0), "UNDECIDED"),
    "a corner times its place": (*slope(x * c.Abs(x), 1, 0), "PROVED"),
    "a square that begins": (*slope(c.Max(x, 0) ** 2, 1, 0), "PROVED"),
    "terms that meet and touch": (*slope(c.Min(x**2, x**4), 2, 0), "PROVED"),
    "corners that cancel": (*slope(c.exp(c.Abs(x)) - c.Abs(x), 1, 0), "PROVED"),
    "a corner elsewhere": (*slope(c.Abs(c.Abs(x) - x**2), 1, 1, HALF), "REFUTED"),
    "a floor of a quotient of logarithms": ({}, c.Compare(c.floor(c.log(8) / c.log(2)), "==", 3), "PROVED"),
    "the same, one less": ({}, c.Compare(c.floor(c.log(8) / c.log(2)), "==", 2), "REFUTED"),
    "a ceiling of such": ({}, c.Compare(c.ceiling(2 * c.log(27) / (3 * c.log(3))), "==", 2), "PROVED"),
    "with a root": ({}, c.Compare(c.floor(4 * c.log(c.sqrt(2)) / c.log(2)), "==", 2), "PROVED"),
    "a power of a negative number": ({}, c.Compare((-2) ** (c.log(8) / c.log(2)), "==", -8), "PROVED"),
    "Stirling": (*limit(c.gamma(x + 1) / ROOT, 1), "PROVED"),
    "a quotient of gammas": (*limit(c.gamma(x + HALF) / (c.gamma(x) * c.sqrt(x)), 1), "PROVED"),
    "gamma outgrows": (*limit(c.gamma(x) / c.exp(x), c.oo), "PROVED"),
    "integers between halves": ({}, c.Compare(c.Sum({k: c.integers(HALF, Fraction(7, 2))}, k), "==", 6), "PROVED"),
    "a name among them": ({n: c.integers(HALF, Fraction(7, 2))}, c.Compare(n**2, "<=", 9), "PROVED"),
    "from a half on": ({n: c.integers(HALF)}, c.Compare(n**2, ">=", 1), "PROVED"),
    "from a negative half on": ({n: c.integers(Fraction(-7, 2))}, c.Compare(n**2 + n, ">=", 0), "PROVED"),
    "an infimum of integers from a number on": ({x: c.between(0, 3)}, c.Compare(c.Inf({k: c.integers(x, 4)}, k), "==", x), "REFUTED"),
    "a sum to a number": ({x: c.at_least(0)}, c.Compare(c.Sum({k: c.integers(1, x)}, k), "==", x * (x + 1) / 2), "REFUTED"),
    "a reversed sum": ({n: c.integers(-5, 3)}, c.Compare(c.Sum({k: c.integers(1, n)}, k), "==", n * (n + 1) / 2), "REFUTED"),
    "a reversed range": ({x: c.between(0, 1)}, c.Compare(c.Inf({y: c.between(1, x)}, y), "==", 1), "REFUTED"),
    "nothing in a reversed range": ({x: c.between(0, 1)}, c.Exists({y: c.between(1, x)}, c.Compare(y, ">=", 0)), "REFUTED"),
    "next to 1 far out": ({x: c.between(20, 30)}, c.Compare(c.exp(-(x**2) / 2) / c.sqrt(2 * c.pi) * x / (Fraction(99, 100) + x**2), "<=", 1 - c.normal_cdf(x)), "REFUTED"),
    "denied twice": ({n: c.integers(0, 1)}, c.Not(c.Not(c.Compare(0, "==", n))), "REFUTED"),
    "a denied conjunction": ({x: c.between(-5, 5)}, c.Not(c.All(c.Compare(x, ">=", 1), c.Compare(x, "<=", 2))), "REFUTED"),
    "a denied implication": ({x: c.between(-5, 5)}, c.Not(c.Implies(c.Compare(x, ">=", 1), c.Compare(x, "<=", 2))), "REFUTED"),
    "a denied existence": ({x: c.between(-5, 5)}, c.Not(c.Exists({k: c.integers(0, 3)}, c.Compare(k, "<=", x))), "REFUTED"),
    "a conjunction behind an equivalence": ({x: c.between(-5, 30)}, c.All(c.Iff(c.Compare(x, ">=", 1), c.Compare(x, "<=", 2)), c.Compare(x, "<=", 19)), "REFUTED"),
    "a supremum with a pole": ({n: c.integers(1, 3)}, c.Compare(c.Sup({t: c.below(n)}, 1 / t), "<", 0), "UNDECIDED"),
    "a supremum up to a pole": ({n: c.integers(1, 3)}, c.Compare(c.Sup({t: c.between(0, n, open="both")}, 1 / t), "<", 5), "REFUTED"),
}


@pytest.mark.parametrize("name", CLAIMED)
def test_a_claim_is_decided_and_confirmed(name):
    forall, states, status = CLAIMED[name]
    (variant,) = c.Claim("toy/item", "Item", forall=forall, states=states).variants()
    row, document, errors = run_variant(variant, Settings())
    assert not errors and row["status"] == status, row["summary"]
    assert (document is None) == (status == "UNDECIDED")
    if document is not None:
        assert check_data(json.loads(certificate.text(document)), "toy").status == "confirmed"


@pytest.mark.parametrize("text", ["3.3e-7504840745145", "5.77049400731465e-3752420372573", "1.5e+999999999999999999", "-2e-999999999999999999"])
def test_a_stored_decimal_may_have_an_exponent_of_eighteen_digits(text):
    value, zero = decimal(text), Fraction(0)
    assert relations(value, zero) == ({"<"} if text[0] == "-" else {">"})
    assert relations(value, Fraction(1)) == ({">"} if "+" in text else {"<"})


def test_a_stored_decimal_with_a_longer_exponent_is_refused():
    with pytest.raises(Malformed, match="a decimal is expected"):
        decimal("1e-9999999999999999999")
