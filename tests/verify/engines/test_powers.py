"""Products of powers: hypotheses raised to a power and weighted means, what they see, and near misses that they must not see."""

import time

import pytest
import sympy as sp

from verify.claims import Claim, Compare, above, at_least, between, exp, log, numbers
from verify.engines import symbolic
from verify.engines.powers import HYPOTHESIS, MEANS_OF_POWERS, PRODUCTS, between_powers, exponents, holds
from verify.engines.task import EFFORTS, Finding, Status, Task
from verify.quantities.exact import Signs

a, s, x, y, z = sp.symbols("a s x y z", positive=True)
u = sp.Symbol("u", real=True)
share, part = 1 / (1 + a), s / (1 + s)
SIGNS = Signs()


@pytest.mark.parametrize(("e", "wanted"), [
    (sp.Integer(12) * x**a, {2: 2, 3: 1, x: a}),
    (sp.exp(a + sp.log(x) / a), {sp.E: a, x: 1 / a}),
    ((x / (1 + x)) ** share * (1 + x), {x: share, 1 + x: a / (1 + a)}),
    (x + 1 / y, {1 + x * y: 1, y: -1}),
    (x**a * x ** (-a), {}),
])
def test_exponents_of_positive_products(e, wanted):
    found = exponents(e, SIGNS)
    assert found is not None
    assert {base: sp.simplify(c) for base, c in found.items()} == {sp.sympify(base): sp.simplify(c) for base, c in wanted.items()}


@pytest.mark.parametrize("e", [-x, x - y, u**2, sp.sqrt((x - 1) ** 2) / (x - 1), (x - 1) ** 2 / (x - 1) ** 2 * sp.sqrt(u**2), sp.Integer(0)])
def test_what_is_not_seen_to_be_positive_has_no_exponents(e):
    assert exponents(e, SIGNS) is None


def test_only_pairs_of_products_with_an_open_exponent_are_between_powers():
    assert between_powers(x**a, y, SIGNS)
    assert not between_powers(x**2, y, SIGNS)
    assert not between_powers(x**a, y - 1, SIGNS)


GIVEN = y ** ((1 + a) / a) - sp.exp(z) * x  # at least 0: exp(z) x <= y^((1 + a)/a)


@pytest.mark.parametrize(("left", "right", "strict", "facts"), [
    ((sp.exp(z) * x) ** (a / (1 + a)), y, False, [(GIVEN, False)]),
    ((sp.exp(z) * x) ** (a / (1 + a)), y, True, [(GIVEN, True)]),
    ((sp.exp(z) * x) ** (a / (1 + a)), y * (1 + s), True, [(GIVEN, False)]),
    (x**a, s**a, False, [(y**a - x**a, False), (s ** (2 * a) - y ** (2 * a), False)]),
    (sp.Integer(1), part, False, [(part ** (1 / a) - 1, False)]),
])
def test_a_hypothesis_raised_to_a_positive_power(left, right, strict, facts):
    assert holds(left, right, strict, facts) == HYPOTHESIS


@pytest.mark.parametrize(("left", "right", "strict", "facts"), [
    ((sp.exp(z) * x) ** (a / (1 + a)), y, True, [(GIVEN, False)]),
    ((sp.exp(z) * x) ** (a / (1 + a)), y * sp.Rational(999999, 1000000), False, [(GIVEN, False)]),
    ((sp.exp(z) * x) ** ((1 + a) / a), y, False, [(GIVEN, False)]),
    (y, (sp.exp(z) * x) ** (a / (1 + a)), False, [(GIVEN, False)]),
    (x ** (-a), y ** (-a), False, [(y - x, False)]),  # the power is negative
    (x ** (a - 1), y ** (a - 1), False, [(y - x, False)]),  # its sign is open
    (x**a, y**a, False, [(y - x + 1, False)]),  # no comparison of products
    (x**a, s**a, False, [(y**a - x**a, False)]),
])
def test_what_does_not_follow_from_a_hypothesis(left, right, strict, facts):
    assert holds(left, right, strict, facts) is None


def test_products_without_a_hypothesis():
    assert holds(x**a, (1 + s) ** a * x**a, True) == PRODUCTS
    assert holds(x**a, (1 + s) ** a * x**a * sp.Rational(1, 2), False) is None
    assert holds(x**a, x**a, True) is None


@pytest.mark.parametrize(("left", "right"), [
    (x ** (1 - share) * part**share, (1 - share) * x + share * part),
    ((sp.exp(z) * x) ** (1 - share), (1 - share) * sp.exp(z + sp.log(1 / y) / a) * x + share * y),
    (x**part * y ** (1 - part) * z, z * (part * x + (1 - part) * y)),
    (x ** (share / 2) * y ** (share / 2) * z ** (1 - share), share / 2 * x + share / 2 * y + (1 - share) * z),
    (2 * sp.sqrt(x * y) * z**a, z**a * x + z**a * y),
])
def test_a_weighted_mean_of_powers(left, right):
    assert holds(left, right, False) == MEANS_OF_POWERS
    assert holds(left * sp.Rational(1000001, 1000000), right, False) is None
    assert holds(left, right, True) is None  # the sides touch


@pytest.mark.parametrize(("left", "right"), [
    (x ** (1 - share) * part ** (2 * share), (1 - share) * x + share * part),  # exponents that do not add to 1
    (x**share * part ** (1 - share), (1 - share) * x + share * part),  # of the other weights
    (x ** (1 + share) * y ** (-share), (1 + share) * x - share * y),
    ((1 - share) * x + share * y, x ** (1 - share) * y**share),
    (x**a * y ** (1 - a), a * x + (1 - a) * y),  # a may be above 1
])
def test_what_is_no_weighted_mean_of_powers(left, right):
    assert holds(left, right, False) is None


# --- by the engine -----------------------------------------------------------------------------------------------------

X, Y, A, D, E = numbers("X Y A D E")
RANGES = {E: at_least(0), Y: between(0, 1), A: above(1), D: between(0, 1, open="both")}


def decided(forall, states, given=()) -> Finding:
    (variant,) = Claim("toy/claim", "toy", forall, states, given=given).variants()
    return symbolic.decide(Task(variant, EFFORTS["standard"]))


@pytest.mark.parametrize(("forall", "left", "right", "given"), [
    ({X: at_least(0), A: above(1), D: between(0, 1, open="both")}, X ** (1 - 1 / A) * D ** (1 / A), (1 - 1 / A) * X + D / A, ()),
    (RANGES, (exp(E) * Y) ** (1 - 1 / A), (1 - 1 / A) * exp(E + log(1 / D) / (A - 1)) * Y + D / A, ()),
    (RANGES, (exp(E) * Y) ** ((A - 1) / A), D, (Compare(exp(E) * Y, "<=", D ** (A / (A - 1))),)),
    (RANGES, exp(E) * Y * (exp(E) * Y) ** (-1 / A), exp(E) * Y * D ** (-1 / (A - 1)), (Compare(exp(E) * Y, ">", D ** (A / (A - 1))),)),
])
def test_statements_with_their_edges_are_proved(forall, left, right, given):
    found = decided(forall, Compare(left, "<=", right), given)
    assert found.status is Status.PROVED
    assert found.kind == "identity"
    assert found.evidence["derivation"]


@pytest.mark.parametrize(("forall", "left", "right", "given"), [
    ({X: at_least(0), A: above(1), D: between(0, 1, open="both")}, X ** (1 - 1 / A) * D ** (1 / A), (1 - 1 / A) * X + D / A / 2, ()),
    ({X: above(0), A: above(1), D: above(0)}, X ** (1 / A), D, (Compare(X, "<=", D ** (A / (A - 1))),)),
])
def test_false_neighbours_are_not_proved(forall, left, right, given):
    (variant,) = Claim("toy/claim", "toy", forall, Compare(left, "<=", right), given=given).variants()
    found = symbolic._attempt(Task(variant, EFFORTS["quick"]), time.thread_time() + 10, whole=True)
    assert found.status is not Status.PROVED
