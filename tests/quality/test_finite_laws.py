"""Distances and divergences of drawn finite laws against mpmath: the evaluator of the engines and that of the checker enclose what the definitions give, at atoms of weight 0, disjoint supports, and orders 0, 1 and oo."""

from fractions import Fraction as F
from random import Random

import mpmath as mp
import pytest

from verify.claims import convolve, finite_law, number
from verify.claims.nodes import to_json
from verify.engines import evaluate as ev
from verify.evidence.checker import numbers as n
from verify.evidence.checker.evaluate import Evaluator
from verify.evidence.checker.numbers import Budget
from verify.quantities import (
    hockey_stick_divergence,
    jensen_shannon_divergence,
    kantorovich_distance,
    l1_distance,
    least_disagreement,
    levy_distance,
    log_ratio_sup,
    renyi_divergence,
    support_diameter,
    total_variation,
    wasserstein_distance,
)
from verify.values import numbers as N

OO = mp.inf
POINTS = tuple(map(F, ("-2", "-1", "0", "1/2", "1", "2", "3", "10")))
ORDERS = (F(0), F(1, 10), F(1, 2), F(1), F(3, 2), F(2), F(7), F(100), OO)


def drawn(r):
    """A law as weights by point, some of them 0."""
    points = r.sample(POINTS, r.choice((1, 1, 2, 2, 3, 4)))
    weights = [r.choice((0, 1, 1, 1, 2, 3, 10**6)) for _ in points]
    weights[0] = weights[0] or 1
    return {x: F(w, sum(weights)) for x, w in zip(points, weights, strict=True)}


def real(x):
    return x if x == OO else mp.mpf(x.numerator) / x.denominator


def renyi(p, q, order):
    p, q = ({x: w for x, w in law.items() if w} for law in (p, q))
    met = [x for x in p if x in q]
    if (order >= 1 and len(met) < len(p)) or not met:
        return OO
    if order == 0:
        return -mp.log(real(sum(q[x] for x in met)))
    if order == 1:
        return mp.fsum(real(p[x]) * mp.log(real(p[x] / q[x])) for x in met)
    if order == OO:
        return max(mp.log(real(p[x] / q[x])) for x in met)
    return mp.log(mp.fsum(real(p[x]) ** real(order) * real(q[x]) ** (1 - real(order)) for x in met)) / (real(order) - 1)


def gap(p, q, x):
    return p.get(x, F(0)) - q.get(x, F(0))


def variation(p, q):
    return sum(abs(gap(p, q, x)) for x in {*p, *q}) / 2


def surplus(p, q, level):
    return mp.fsum(max(real(p.get(x, F(0))) - mp.exp(real(level)) * real(q.get(x, F(0))), 0) for x in {*p, *q})


def pieces(law):
    """Each point with the levels at which the quantile function is that point."""
    found, below = [], F(0)
    for x in sorted(law):
        if law[x]:
            found.append((x, below, below + law[x]))
            below += law[x]
    return found


def wasserstein(p, q, order):
    """By quantile functions, which couple optimally on the line."""
    met = [(abs(x - y), min(b, d) - max(a, c)) for x, a, b in pieces(p) for y, c, d in pieces(q) if min(b, d) > max(a, c)]
    return real(max(far for far, _ in met)) if order == OO else mp.fsum(real(mass) * real(far) ** real(order) for far, mass in met) ** (1 / real(order))


def levy(p, q):
    """By bisection on the definition; both distribution functions jump at points alone."""
    def below(law, x, closed):
        return sum(w for y, w in law.items() if y < x or (closed and y == x))

    def enough(e):
        places = {y + s for y in {*p, *q} for s in (-e, 0, e)}
        return all(below(p, x - e, closed) - e <= below(q, x, closed) <= below(p, x + e, closed) + e for x in places for closed in (False, True))

    low, high = F(0), F(1)
    for _ in range(0 if enough(low) else 110):
        middle = (low + high) / 2
        low, high = (low, middle) if enough(middle) else (middle, high)
    return real(low if enough(low) else high)


def questions(r):
    """What is asked about a pair of drawn laws: its formula, and its value by definition."""
    p, q = drawn(r), drawn(r)
    if r.random() < 0.2:
        q = dict(p)
    elif r.random() < 0.2:
        q = {x + F(1, 2): w for x, w in p.items()}
    order, power, level = r.choice(ORDERS), r.choice((F(1), F(3, 2), F(2), F(5), OO)), r.choice((F(0), F(1), F(-1), F(5)))
    a, b = finite_law(p), finite_law(q)
    middle = {x: (p.get(x, F(0)) + q.get(x, F(0))) / 2 for x in {*p, *q}}
    sums = {}
    for x, u in p.items():
        for y, v in q.items():
            sums[x + y] = sums.get(x + y, F(0)) + u * v
    support = [x for law in (p, q) for x, w in law.items() if w]
    alpha, exponent = (number("oo" if value == OO else value) for value in (order, power))
    yield renyi_divergence(a, b, alpha), renyi(p, q, order)
    yield renyi_divergence(convolve(a, b), b, alpha), renyi(sums, q, order)
    yield log_ratio_sup(a, b), max(renyi(p, q, OO), renyi(q, p, OO))
    yield jensen_shannon_divergence(a, b), (renyi(p, middle, 1) + renyi(q, middle, 1)) / 2
    yield from ((quantity(a, b), factor * real(variation(p, q))) for quantity, factor in ((total_variation, 1), (least_disagreement, 1), (l1_distance, 2)))
    yield hockey_stick_divergence(a, b, number(level)), surplus(p, q, level)
    yield wasserstein_distance(a, b, exponent), wasserstein(p, q, power)
    yield kantorovich_distance(a, b), wasserstein(p, q, F(1))
    yield levy_distance(a, b), levy(p, q)
    yield support_diameter(a, b), real(max(support) - min(support))


def by_engine(formula):
    found = N.enclose(ev.value(formula, {}, ev.Context(128)), 128)
    assert found.exists
    return found


def by_checker(formula):
    with n.precision(128):
        return n.ball(Evaluator(Budget(200_000, 60.0)).number(to_json(formula), {}))


def exactly(end):
    return mp.mpf(end) if isinstance(end, float) else mp.mpf(end.mid().str(45, radius=False)) if end.is_finite() else OO if end > 0 else -OO


@pytest.mark.parametrize("evaluated", [by_engine, by_checker])
@pytest.mark.parametrize("seed", range(40))
def test_both_evaluators_enclose_what_the_definition_gives(seed, evaluated):
    with mp.workdps(40):
        for formula, value in questions(Random(f"laws {seed}")):
            found = evaluated(formula)
            slack = 0 if value == OO else (1 + abs(value)) * mp.mpf("1e-25")
            assert exactly(found.lo) - slack <= value <= exactly(found.hi) + slack, (formula.head, found, value)
            assert value == OO or exactly(found.hi) - exactly(found.lo) <= 1e-15 * (1 + abs(value)), (formula.head, found)
