"""Levels of laws with densities, and clipped laws: the engine and the checker agree, and both know the values in the literature."""

from fractions import Fraction as F

import pytest

from mechanisms import Laplace, Normal
from verify.claims import Compare, Inf, Sum, Sup, above, at_least, between, convolve, exp, finite_law, integers, log, mixture, numbers, polyline, push
from verify.claims.nodes import number, term, to_json
from verify.engines import evaluate as ev
from verify.evidence.checker import covering
from verify.evidence.checker import numbers as n
from verify.evidence.checker.evaluate import Evaluator
from verify.evidence.checker.formula import free, mentions
from verify.evidence.checker.numbers import Budget
from verify.quantities import gaussian_dp, hockey_stick_divergence
from verify.values import numbers as N


def laplace(at):
    return term(Laplace(at, scale=1))


def checked(formula, cells=12):
    budget = Budget()
    budget.cells = cells
    with n.precision(64):
        return n.ball(Evaluator(budget).number(to_json(formula), {}))


CLIP = polyline({0: 0, 1: 1}, 0, 0)
NOISE = term(Laplace(0, scale=2))
SPREAD = convolve(push(CLIP, finite_law({-3: F(1, 4), 5: F(3, 4)})), NOISE), NOISE
PAIRS = {
    "translates": ((laplace(2), laplace(0)), 1.800905193275580),  # 2 Phi^-1((1 + delta(0))/2), delta(0) = 1 - exp(-1)
    "sampled": ((mixture((F(1, 2), laplace(2)), (F(1, 2), laplace(0))), laplace(0)), 0.978278398058),
    "sampled on both sides": ((mixture((F(1, 2), laplace(1)), (F(1, 2), laplace(0))), mixture((F(1, 2), laplace(-1)), (F(1, 2), laplace(0)))), 0.81785246941920),
    "clipped": (SPREAD, None),
    "equal": ((laplace(0), laplace(0)), 0.0),
}


@pytest.mark.parametrize("name", PAIRS)
def test_the_gaussian_level_of_laws_with_densities_is_enclosed_by_engine_and_checker(name):
    laws, known = PAIRS[name]
    engine, other = N.enclose(ev.value(gaussian_dp(*laws), {}, ev.Context(60))), checked(gaussian_dp(*laws))
    assert engine.width < 1e-4 and float(other.hi - other.lo) < 3e-3
    assert engine.lo <= other.hi and other.lo <= engine.hi
    if known is not None:
        assert float(engine.lo) - 1e-9 <= known <= float(engine.hi) + 1e-9


@pytest.mark.parametrize("name", ["sampled", "sampled on both sides"])
def test_divergences_of_overlapping_densities_are_checked_again(name):
    formula = hockey_stick_divergence(*PAIRS[name][0], number("1/10"))
    engine, other = N.enclose(ev.value(formula, {}, ev.Context(60))), checked(formula, 400)
    assert engine.lo <= other.hi and other.lo <= engine.hi and float(other.hi - other.lo) < 1e-6


def test_unbounded_losses_leave_the_level_open_above():
    laws = term(Normal(0, variance=1)), term(Normal(1, variance=2))
    engine, other = N.enclose(ev.value(gaussian_dp(*laws), {}, ev.Context(60))), checked(gaussian_dp(*laws))
    assert engine.hi == float("inf") and float(other.lo) > 0.5 and not other.hi.is_finite()


@pytest.mark.parametrize(("point", "image"), [((-2, F(1, 3)), (0, F(1, 3))), ((7, 1), (1, 1))])
def test_a_clip_takes_points_coordinate_by_coordinate(point, image):
    from verify.claims import Compare
    from verify.quantities import total_variation

    law, other = push(CLIP, finite_law({point: 1})), finite_law({image: 1})
    same = Compare(total_variation(law, other), "==", 0)
    assert ev.truth(same, {}, ev.Context(60)) is ev.Truth.TRUE
    assert checked(total_variation(law, other)).hi == 0


@pytest.mark.parametrize(("bigger", "relation", "known"), [("mu", ">", True), ("mu", "<", False), ("epsilon", "<", True)])
def test_values_of_one_function_are_compared_by_their_arguments(bigger, relation, known):
    from verify.claims import Compare, gaussian_profile, numbers
    from verify.evidence.checker import boxes
    from verify.evidence.checker.products import Side

    mu, epsilon, more = numbers("mu epsilon more")
    box = {"mu": Side(F(0), None, True, True), "epsilon": Side(F(0), None, False, True), "more": Side(F(0), None, True, True)}
    chart = boxes.Chart(box, (), frozenset())
    larger = gaussian_profile(epsilon, mu + more) if bigger == "mu" else gaussian_profile(epsilon + more, mu)
    e = Evaluator(Budget())
    statement = to_json(Compare(larger, relation, gaussian_profile(epsilon, mu)))
    assert boxes._by_argument(e, chart, box, statement, chart.environment(e, box), True) is known


x, y = numbers("x y")
ROUGH = Sup({x: between(0, 4)}, x * exp(-x))
"""1/e, by a name that formulas around it use as well."""


def truth(formula, **env):
    e = Evaluator(Budget())
    with n.precision(64):
        return e.truth(to_json(formula), env), e


def test_a_name_that_is_bound_inside_does_not_move_what_stands_outside():
    assert free(to_json(ROUGH + y)) == {"y"} and mentions(to_json(ROUGH)) == {"x"}
    assert free(to_json(Sum({x: integers(1, y)}, x) + x)) == {"x", "y"}


def test_an_extremum_within_a_condition_is_found_once_though_both_bind_one_name(monkeypatch):
    found = []
    monkeypatch.setattr(covering, "_extremum", lambda e, f, env, own=covering._extremum: found.append(f[0]) or own(e, f, env))
    answer, _ = truth(Compare(Inf({x: at_least(0)}, x, where=Compare(x, ">=", ROUGH)), "<", number("0.37")))
    assert answer == "true" and found.count("sup") == 1


@pytest.mark.parametrize(("relation", "known"), [("<", "true"), (">", "false")])
def test_one_member_is_enough_against_an_infimum_that_is_not_bounded_below(relation, known):
    endless = Inf({x: above(0)}, log(x) + x**2 * exp(x))
    answer, e = truth(Compare(endless, relation, number(5)))
    assert answer == known and "every member of an infinite family has a value" in e.notes


def test_long_sums_are_kept_by_the_values_of_their_names():
    e = Evaluator(Budget())
    long = to_json(Sum({y: integers(1, 20)}, y) + sum((x**k for k in range(1, 12)), start=number(0)))
    first, again, other = (e.number(long, {"x": F(at)}) for at in (1, 1, 2))
    assert first == again == 210 + 11 and other == 210 + 2**12 - 2
