"""The checker's own quantities of laws with power tails: they agree with those of the engines, which use other routes, and with known values."""

import math
from fractions import Fraction as F

import pytest

from mechanisms import GeneralisedCauchy, Laplace, Normal, Pareto
from verify.claims import LINE, Laws, Member, mixture, oo, translate
from verify.claims.nodes import term, to_json
from verify.engines import evaluate as ev
from verify.evidence.checker import numbers as n
from verify.evidence.checker.evaluate import Evaluator
from verify.evidence.checker.numbers import Budget, NoValue, Undecided
from verify.quantities import (
    absolute_moment,
    density,
    density_gap_sup,
    distribution_function,
    hockey_stick_divergence,
    log_density_lipschitz,
    log_per_density_gap,
    mean,
    renyi_divergence,
    total_variation,
    wasserstein_distance,
)
from verify.values import numbers as N


def cauchy(location=0, scale=1, exponent=2):
    return term(GeneralisedCauchy(location, exponent=exponent, scale=scale))


NORMAL, LAPLACE = term(Normal(0, scale=1)), term(Laplace(0, scale=1))
BLEND = mixture((F(1, 3), NORMAL), (F(2, 3), cauchy(1, 2, F(5, 2))))
PAIRS = {
    "translates": (cauchy(), cauchy(1)),
    "other exponent": (cauchy(0, 1, F(7, 2)), cauchy(1, 1, 3)),
    "light against heavy": (LAPLACE, cauchy(1, 2, 3)),
    "heavy against light": (cauchy(0, 1, 4), NORMAL),
    "mixture": (BLEND, cauchy(0, 1, F(5, 2))),
    "whole powers": (mixture((F(3, 4), cauchy(0, F(1, 2), 4)), (F(1, 4), cauchy(1, F(1, 2), 2))), cauchy(1, 2, 2)),
    "one light, all else alike": (mixture((F(1, 10), LAPLACE), (F(9, 10), cauchy(0, 1, 2))), cauchy(0, 1, 2)),
    "one side": (term(Pareto(1, 2)), term(Pareto(1, 3))),
    "one side against both": (term(Pareto(1, 2)), cauchy()),
}
LAWS = {"cauchy": cauchy(), "blend": BLEND, "pareto": term(Pareto(2, 3)), "moved": term(Pareto(1, F(5, 2), location=-4))}


def checked(formula, cells=12):
    budget = Budget()
    budget.cells = cells
    with n.precision(128):
        return Evaluator(budget).number(to_json(formula), {})


def agree(formula, width=math.inf):
    one, two = N.enclose(ev.value(formula, {}, ev.Context(64))), n.ball(checked(formula))
    low, high, left, right = (float(x) for x in (one.lo, one.hi, two.lo, two.hi))
    slack = 1e-12 * max(1.0, abs(low)) if math.isfinite(low) else 0.0
    assert low <= right + slack and left <= high + slack
    assert not math.isfinite(low) or right - left <= width * max(1.0, abs(left))


@pytest.mark.parametrize("pair", PAIRS.values(), ids=PAIRS)
def test_divergences_agree(pair):
    for order in (1, F(5, 2)):
        agree(renyi_divergence(*pair, order), 1e-9)
    agree(renyi_divergence(*pair, oo))
    agree(density_gap_sup(*pair))


@pytest.mark.parametrize("pair", PAIRS.values(), ids=PAIRS)
def test_signed_areas_and_distances_agree(pair):
    agree(total_variation(*pair), 0.1)
    agree(hockey_stick_divergence(*pair, F(1, 2)), 0.1)
    for order in (1, oo):
        formula = wasserstein_distance(*pair, order)
        try:
            checked(formula)
        except Undecided:
            continue
        agree(formula)


@pytest.mark.parametrize("law", LAWS.values(), ids=LAWS)
def test_values_of_one_law_agree(law):
    for x in (F(1, 3), 3, -7):
        agree(density(law, x), 1e-12)
        agree(distribution_function(law, x), 1e-12)
    for order in (F(1, 2), 1, 2):
        agree(absolute_moment(law, order), 1e-9)


@pytest.mark.parametrize("order", [F(1, 2), 1, F(3, 2), 2, 3])
def test_the_point_at_infinity_is_an_ordinary_one_for_whole_powers(order):
    """Parts of whole powers are integrated up to infinity, others to a far cut; the two agree where the powers are close."""
    near = F(1, 10**12)
    exact, cut = (checked(renyi_divergence(cauchy(0, 1, k), cauchy(1, 1, k), order=order)) for k in (F(4), 4 + near))
    assert abs(float(n.ball(exact).lo) - float(n.ball(cut).lo)) < 1e-10
    assert float(n.ball(exact).hi) - float(n.ball(exact).lo) < 1e-15


def test_a_subsampled_laplace_law_has_the_known_hockey_stick():
    """With rate s the mixture at level e = log(1 + s (exp(t) - 1)) has s times the value of the plain laws at t."""
    rate, moved = F(1, 10), term(Laplace(1, scale=2))
    base = term(Laplace(0, scale=2))
    for t in (0.1, 0.3, 0.45):
        plain, level = 1 - math.exp((t - 0.5) / 2), F(math.log1p(float(rate) * math.expm1(t)))
        found = n.ball(checked(hockey_stick_divergence(mixture((rate, moved), (1 - rate, base)), base, epsilon=level)))
        assert float(found.lo) == pytest.approx(float(rate) * plain, abs=1e-12)
        assert float(found.hi) - float(found.lo) < 1e-15


def test_known_values_are_exact():
    assert checked(wasserstein_distance(cauchy(), cauchy(3), 1)) == 3
    assert checked(wasserstein_distance(BLEND, translate(BLEND, -2), 7)) == 2
    assert checked(mean(term(Pareto(2, 3)))) == 3
    assert checked(log_density_lipschitz(cauchy(1, 2, 3))) == F(3, 4)
    for infinite in (wasserstein_distance(cauchy(), cauchy(0, 2), 1), renyi_divergence(cauchy(), NORMAL, 2), absolute_moment(cauchy(), 1),
                     log_per_density_gap(cauchy(), cauchy(1)), mean(term(Pareto(1, 1)))):
        assert n.is_point_infinite(checked(infinite)) == 1
    with pytest.raises(NoValue):
        checked(mean(cauchy()))


@pytest.mark.parametrize("exponent, order, inside", [(2, F(1, 2), True), (2, 1, False), (F(7, 2), 2, True), (F(7, 2), F(5, 2), False), (100, oo, False)])
def test_membership_asks_for_the_moments(exponent, order, inside):
    from verify.engines.truth import Truth

    statement = Member(cauchy(0, 1, exponent), Laws(LINE, moments=order))
    with n.precision(128):
        assert Evaluator(Budget()).truth(to_json(statement), {}) == ("true" if inside else "false")
    assert ev.truth(statement, {}, ev.Context(64)) is (Truth.TRUE if inside else Truth.FALSE)


@pytest.mark.parametrize("bad", [["power_law", "0", "0", "2", ["word", "both"]], ["power_law", "0", "1", "1", ["word", "right"]]], ids=str)
def test_a_law_of_infinite_mass_has_no_value(bad):
    with pytest.raises(NoValue):
        Evaluator(Budget()).law(bad, {})


@pytest.mark.parametrize(("near", "far"), [((1, -2), (2, -3)), ((1, -2), (5, -6)), ((3, 0), (1, 2))])
def test_a_supremum_that_is_only_approached_at_infinity_is_enclosed(near, far):
    """Of two Pareto laws of exponent 2 that begin at one point, scales s and r: the logarithms of their densities differ by at most log(s/r) at one end and by its opposite at infinity."""
    (s, a), (r, b) = near, far
    laws = [term(Pareto(s, 1, location=a)), term(Pareto(r, 1, location=b))]
    for order in (laws, laws[::-1]):
        found = n.ball(checked(renyi_divergence(*order, oo)))
        assert float(found.hi) - float(found.lo) < 1e-12
        assert float(found.lo) <= abs(math.log(s / r)) + 1e-12 and float(found.hi) >= abs(math.log(s / r)) - 1e-12
