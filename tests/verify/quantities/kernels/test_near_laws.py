"""Shifted divergences against convex programmes of SciPy, by engine and by checker."""

import math
import random
from fractions import Fraction

import numpy as np
import pytest
from flint import fmpq
from scipy.optimize import linprog, minimize

from mechanisms import Laplace
from verify.claims import finite_law, oo, term
from verify.claims.nodes import to_json
from verify.engines.evaluate import Context, value
from verify.evidence.checker.evaluate import Evaluator
from verify.evidence.checker.numbers import Budget
from verify.quantities import least_exceedance, near_distance, renyi_divergence, shifted_renyi, trimmed_renyi, wasserstein_distance
from verify.values.numbers import NoValue, enclose, to_float


def drawn(seed, count=4):
    rng = random.Random(seed)
    points = rng.sample(range(-4, 5), count)
    weights = [rng.randint(1, 6) for _ in points]
    return {x: Fraction(w, sum(weights)) for x, w in zip(points, weights, strict=True)}


def of(formula):
    return value(term(formula), {}, Context(96))


def by_programme(p, q, order, z, slack):
    """The least divergence over plans that move at most ``slack`` further than z, by a solver."""
    xs, ys, m, n = list(p), list(q), len(p), len(q)
    rows = np.array([[float(k // n == i) for k in range(m * n)] for i in range(m)])
    far = np.array([float(abs(x - y) > z) for x in xs for y in ys])
    sums = np.array([[float(k % n == j) for k in range(m * n)] for j in range(n)])
    weights = np.array([float(w) for w in q.values()])
    supply = np.array([float(w) for w in p.values()])
    if order is oo:
        best = linprog([*np.zeros(m * n), 1.0], A_ub=np.vstack([np.hstack([sums, -weights[:, None]]), [*far, 0.0]]), b_ub=[*np.zeros(n), slack],
                       A_eq=np.hstack([rows, np.zeros((m, 1))]), b_eq=supply)
        return math.log(best.fun) if best.success else math.inf
    start = linprog(np.zeros(m * n), A_ub=[far], b_ub=[slack], A_eq=rows, b_eq=supply)
    if not start.success:
        return math.inf
    found = minimize(lambda x: np.sum(weights * (sums @ x / weights) ** order), start.x, bounds=[(0, 1)] * (m * n), method="SLSQP",
                     constraints=[{"type": "eq", "fun": lambda x: rows @ x - supply}, {"type": "ineq", "fun": lambda x: slack - far @ x}], options={"maxiter": 500, "ftol": 1e-12})
    return math.log(found.fun) / (order - 1)


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize(("order", "z", "slack"), [(2, 1, 0), (2, 2, Fraction(1, 10)), (oo, 2, Fraction(1, 5)), (oo, 3, 0)])
def test_the_most_even_law_solves_the_programme(seed, order, z, slack):
    p, q = drawn(seed), drawn(seed + 50)
    formula = shifted_renyi(finite_law(p), finite_law(q), order, z, slack)
    expected = by_programme(p, q, order, z, float(slack))
    assert to_float(of(formula)) == pytest.approx(expected, abs=1e-6)
    theirs = Evaluator(Budget()).number(to_json(formula), {})
    assert float(theirs.lo if hasattr(theirs, "lo") else theirs) == pytest.approx(to_float(of(formula)), abs=1e-12)


def test_without_distance_and_slack_it_is_the_divergence_itself():
    p, q = finite_law(drawn(1)), finite_law({**dict.fromkeys(range(-4, 5), Fraction(1, 9))})
    assert of(shifted_renyi(p, q, 2, 0)) == of(renyi_divergence(p, q, 2))


def test_it_vanishes_exactly_where_the_laws_are_near():
    p, q = finite_law(drawn(3)), finite_law(drawn(4))
    slack = of(least_exceedance(p, q, 2))
    assert isinstance(slack, fmpq) and of(shifted_renyi(p, q, 2, 2, Fraction(int(slack.p), int(slack.q)))) == 0


def test_laws_with_densities_are_bracketed():
    found = enclose(of(shifted_renyi(Laplace(0, scale=1), Laplace(2, scale=1), 2, 1)), 64)
    assert found.lo == 0 and found.hi > 0
    assert of(shifted_renyi(Laplace(0, scale=1), Laplace(2, scale=1), 2, 2)) == 0


def test_a_slack_above_1_has_no_value():
    p = finite_law(drawn(1))
    with pytest.raises(NoValue, match="slack in"):
        of(shifted_renyi(p, p, 2, 1, 2))


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("slack", [0, Fraction(1, 10), Fraction(1, 3)])
def test_trimming_solves_its_programme(seed, slack):
    """The least largest ratio R/Q over R <= P/(1 - slack), by a solver."""
    p, q = drawn(seed), dict.fromkeys(range(-4, 5), Fraction(1, 9))
    formula = trimmed_renyi(finite_law(p), finite_law(q), oo, slack)
    masses, weights = [float(p.get(y, 0)) / (1 - float(slack)) for y in q], [float(w) for w in q.values()]
    best = linprog([*np.zeros(9), 1.0], A_ub=np.hstack([np.eye(9), -np.array(weights)[:, None]]), b_ub=np.zeros(9), A_eq=[[*np.ones(9), 0.0]], b_eq=[1.0],
                   bounds=[*((0, m) for m in masses), (0, None)])
    assert to_float(of(formula)) == pytest.approx(math.log(best.fun), abs=1e-9)
    theirs = Evaluator(Budget()).number(to_json(formula), {})
    assert float(theirs.lo if hasattr(theirs, "lo") else theirs) == pytest.approx(to_float(of(formula)), abs=1e-12)


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("slack", [0, Fraction(1, 10), Fraction(1, 2)])
def test_the_near_distance_is_where_the_exceedance_falls_to_the_slack(seed, slack):
    p, q = finite_law(drawn(seed)), finite_law(drawn(seed + 50))
    found = of(near_distance(p, q, slack))
    z = Fraction(int(found.p), int(found.q))
    level = fmpq(Fraction(slack).numerator, Fraction(slack).denominator)
    assert of(least_exceedance(p, q, z)) <= level
    assert z == 0 or of(least_exceedance(p, q, z - Fraction(1, 100))) > level
    assert slack != 0 or found == of(wasserstein_distance(p, q, oo))
    assert Evaluator(Budget()).number(to_json(near_distance(p, q, slack)), {}) == z
