"""Normal laws with real entries: against quadrature with SciPy, the exact route and the checker; points that repeat; bad input."""

import math
from fractions import Fraction

import numpy as np
import pytest
from flint import fmpq
from scipy.integrate import dblquad
from scipy.stats import multivariate_normal

from verify import claims as c
from verify.claims.nodes import to_json
from verify.engines import evaluate as ev
from verify.evidence.checker import normal_balls as other
from verify.evidence.checker.evaluate import Evaluator
from verify.evidence.checker.laws import Point
from verify.evidence.checker.numbers import Budget
from verify.quantities import renyi_divergence
from verify.quantities.kernels import normal_balls, normals
from verify.values import elementary, numbers
from verify.values.laws import NormalLaw
from verify.values.numbers import NoValue

i, j, n = c.numbers("i j n")


def points(*entries):
    return c.Node("family", *(c.number(e) for e in entries))


def process(places, mean, factor=1):
    """Values of a process with Gaussian kernel at the places, with exp(-|s - mean|^2/2) as mean."""
    size = c.size(places)
    rows = c.coordinates({i: c.upto(size)}, c.coordinates({j: c.upto(size)}, factor * c.exp(-((places[i] - places[j]) ** 2) / 2)))
    return c.normal_vector(c.coordinates({i: c.upto(size)}, c.exp(-((places[i] - mean) ** 2) / 2)), rows)


def divergence(first, second, order):
    return renyi_divergence(first, second, c.number(order))


def both(node):
    mine = ev.value(node, {}, ev.Context(100))
    theirs = Evaluator(Budget(10**7)).value(to_json(node), {})
    return mine, theirs


def overlap(mine, theirs):
    ball = numbers.enclose(mine)
    return other.n.ball(theirs).lo <= ball.hi and ball.lo <= other.n.ball(theirs).hi


@pytest.mark.parametrize(("first", "second"), [(("0", "1"), ("0", "1")), (("0", "1"), ("0", "3/2")), (("0", "2"), ("0", "3"))])
@pytest.mark.parametrize("order", ["3/2", "2"])
def test_divergences_agree_with_quadrature_and_with_the_checker(first, second, order):
    laws = [process(points(*first), 0), process(points(*second), 1)]
    mine, theirs = both(divergence(*laws, order))
    places = [np.array([float(Fraction(x)) for x in entries]) for entries in (first, second)]
    grams = [np.exp(-((p[:, None] - p[None, :]) ** 2) / 2) for p in places]
    p, q = (multivariate_normal(np.exp(-((place - m) ** 2) / 2), gram) for place, m, gram in zip(places, (0, 1), grams, strict=True))
    a = float(Fraction(order))
    integral = dblquad(lambda y, x: math.exp(a * p.logpdf((x, y)) + (1 - a) * q.logpdf((x, y))), -9, 9, -9, 9, epsabs=1e-7)[0]
    assert math.isclose(numbers.to_float(mine), math.log(integral) / (a - 1), rel_tol=1e-4)
    assert overlap(mine, theirs)


def test_the_exact_route_gives_the_same():
    mean, rows, more = (fmpq(0), fmpq(1)), ((fmpq(2), fmpq(1)), (fmpq(1), fmpq(2))), ((fmpq(3), fmpq(1)), (fmpq(1), fmpq(2)))
    real = [normal_balls.made(m, r, 100) for m, r in ((mean, rows), ((fmpq(1), fmpq(1)), more))]
    exact = normals.renyi(NormalLaw(mean, rows), NormalLaw((fmpq(1), fmpq(1)), more), fmpq(2), 100)
    assert overlap(normal_balls.renyi(*real, fmpq(2), 100), other.n.ball(Fraction(0))) is False
    assert abs(numbers.to_float(normal_balls.renyi(*real, fmpq(2), 100)) - numbers.to_float(exact)) < 1e-12


@pytest.mark.parametrize(("first", "second"), [(("0", "0"), ("0", "1")), (("0", "1", "1"), ("0", "0", "1"))])
def test_other_repetitions_tell_with_certainty(first, second):
    mine, theirs = both(divergence(process(points(*first), 0), process(points(*second), 0), "2"))
    assert mine == math.inf
    assert other.n.is_point_infinite(theirs) == 1


def test_an_integral_that_does_not_exist_is_infinite():
    mine, theirs = both(divergence(process(points("0", "1"), 0), process(points("0", "2"), 0), "30"))
    assert mine == math.inf
    assert other.n.is_point_infinite(theirs) == 1


def test_what_is_no_covariance_is_refused():
    root = elementary.exp(fmpq(1), 100)
    with pytest.raises(NoValue, match=r"eigenvalue near -1\.72"):
        normal_balls.made((fmpq(0), fmpq(0)), ((fmpq(1), root), (root, fmpq(1))), 100)
    with pytest.raises(NoValue, match=r"\(2, 1\) and \(1, 2\)"):
        normal_balls.made((fmpq(0), fmpq(0)), ((root, fmpq(1)), (fmpq(0), root)), 100)
    with pytest.raises(other.Undecided):
        other.made(Point([Fraction(0)] * 2), Point([Point([Fraction(1), other.n.exp(Fraction(1))]), Point([other.n.exp(Fraction(1)), Fraction(1)])]))
