"""Derivatives as formulas: they agree with Taylor coefficients where the term has a value, and have none where it has none."""

import pytest
from flint import arb, fmpq

from verify.claims import Derivative, Max, erfc, exp, gaussian_level, gaussian_profile, log, mills, normal_cdf, numbers, sqrt
from verify.claims.nodes import number
from verify.engines import evaluate as ev
from verify.evidence.checker.numbers import Budget
from verify.values import numbers as N
from verify.values.derivatives import first_derivative

x, y = numbers("x y")
SMOOTH = {
    "polynomial": x**3 + 2 * x * y, "product": x * exp(-x * y) * erfc(x), "quotient": (1 + x) / (2 + x), "cdf": normal_cdf(x * y), "mills": mills(x**2),
    "profile in epsilon": gaussian_profile(x, y), "profile in mu": gaussian_profile(y, x), "level": gaussian_level(x, normal_cdf(-x)), "log": log(1 + x),
}


def value(term, **at):
    return N.enclose(ev.value(term, at, ev.Context(120)), 120)


@pytest.mark.parametrize("name", SMOOTH)
def test_the_formula_of_a_derivative_is_the_taylor_coefficient(name):
    node = Derivative(SMOOTH[name], x)
    formula = first_derivative(node)
    for at in (fmpq(1, 3), fmpq(2)):
        one, two = value(formula, x=at, y=fmpq(3, 2)), value(node, x=at, y=fmpq(3, 2))
        assert one.lo <= two.hi and two.lo <= one.hi and one.width < 1e-20


@pytest.mark.parametrize("term", [log(x), gaussian_profile(y, x), gaussian_level(x, y)])
def test_where_the_term_has_no_value_its_derivative_has_none(term):
    with pytest.raises(N.NoValue):
        value(first_derivative(Derivative(term, x)), x=fmpq(-1), y=fmpq(1, 2))


@pytest.mark.parametrize("node", [Derivative(Max(x, 0), x), Derivative(x**2, x, 2), Derivative(sqrt(x), x), Derivative(x**y, x)])
def test_other_terms_and_orders_have_no_formula_here(node):
    assert first_derivative(node) is None


def test_a_term_without_value_that_does_not_move_is_kept():
    with pytest.raises(N.NoValue):
        value(first_derivative(Derivative(x + log(y), x)), x=fmpq(1), y=fmpq(-1))
    assert number(1) == first_derivative(Derivative(x + y, x))


def test_the_checker_encloses_a_derivative_over_a_half_line():
    from verify.claims.nodes import to_json
    from verify.evidence.checker import numbers as n
    from verify.evidence.checker.evaluate import Evaluator

    env = {"x": n.Ball(arb(0), n.OO, False, True), "y": n.Ball(arb(0), arb(1), True, True)}
    found = n.ball(Evaluator(Budget()).number(to_json(Derivative(gaussian_level(x, y), x)), env))
    assert found.lo >= 0 and float(found.hi) < 1.26  # sqrt(pi/2)
