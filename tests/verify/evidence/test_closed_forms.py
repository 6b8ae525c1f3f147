"""The closed forms of derivations agree with quadrature of the densities at drawn instances."""

from __future__ import annotations

import math
import random
from fractions import Fraction
from functools import partial
from itertools import pairwise

import pytest
from made_certificates import laplace, over, var
from scipy import integrate

from verify.evidence.checker import closed, normal
from verify.evidence.checker.derive import Infinite, Reader
from verify.evidence.checker.form_signs import Signs
from verify.evidence.checker.sign_sets import Missing, Open, Unread


def gauss(mean, variance):
    c0 = ["add", ["mul", "-1/2", ["pow", mean, "2"], ["pow", variance, "-1"]], ["mul", "-1/2", ["log", ["mul", "2", ["pi"], variance]]]]
    return ["law", ["word", "normal"], ["()"], ["()", ["()", "-oo", "oo", c0, ["mul", mean, ["pow", variance, "-1"]], ["mul", "-1/2", ["pow", variance, "-1"]]]]]


def value(formula):
    found = Reader({}, Signs(), closed.RULES).number(formula)
    return math.inf * found.sign if isinstance(found, Infinite) else float(normal.enclosure(found))


def drawn(seed):
    rng = random.Random(seed)
    return lambda low, high: Fraction(rng.randint(low * 8, high * 8), 8)


def density(kind, m, s):
    if kind == "laplace":
        return lambda x: math.exp(-abs(x - m) / s) / (2 * s)
    return lambda x: math.exp(-((x - m) ** 2) / (2 * s)) / math.sqrt(2 * math.pi * s)


def made(kind, m, s):
    return laplace(str(m), str(s)) if kind == "laplace" else gauss(str(m), str(s))


def whole(function, *points, far=24.0):
    ends = [-far, *sorted(float(p) for p in points), far]
    return sum(integrate.quad(function, a, b, epsabs=1e-13, epsrel=1e-12, limit=200)[0] for a, b in pairwise(ends) if b > a)


@pytest.mark.parametrize("kind", ["laplace", "normal"])
@pytest.mark.parametrize("seed", range(8))
def test_divergences_and_means_of_drawn_laws_agree_with_quadrature(kind, seed):
    draw = drawn(f"{kind}{seed}")
    m, k, s, order, epsilon, t = draw(-2, 2), draw(-2, 2), draw(1, 2), draw(1, 3) + Fraction(1, 8), draw(0, 1), draw(-1, 1) / 2
    p, q = density(kind, float(m), float(s)), density(kind, float(k), float(s))
    P, Q = made(kind, m, s), made(kind, k, s)
    a, e = float(order), float(epsilon)
    places, over_all = (m, k), partial(whole, far=24.0 if kind == "normal" else 100.0)
    assert value(["renyi", P, Q, str(order)]) == pytest.approx(math.log(over_all(lambda x: p(x) ** a * q(x) ** (1 - a), *places)) / (a - 1), abs=1e-8)
    assert value(["renyi", P, Q, "1/2"]) == pytest.approx(-2 * math.log(over_all(lambda x: math.sqrt(p(x) * q(x)), *places)), abs=1e-8)
    assert value(["renyi", P, Q, "1"]) == pytest.approx(over_all(lambda x: p(x) * math.log(p(x) / q(x)), *places), abs=1e-8)
    middle = (m + k) / 2
    assert value(["total_variation", P, Q]) == pytest.approx(over_all(lambda x: max(p(x) - q(x), 0), *places, middle), abs=1e-8)
    assert value(["l1_distance", P, Q]) == pytest.approx(over_all(lambda x: abs(p(x) - q(x)), *places, middle), abs=1e-8)
    assert value(["hockey_stick", P, Q, str(epsilon)]) == pytest.approx(over_all(lambda x: max(p(x) - math.exp(e) * q(x), 0), *places, middle), abs=1e-6)
    assert value(["distribution_function", P, str(k)]) == pytest.approx(integrate.quad(p, -30, float(min(m, k)))[0] + integrate.quad(p, float(min(m, k)), float(k))[0], abs=1e-7)
    if kind == "normal" or abs(t) * s < 1:
        body = ["mul", ["pow", var("x"), "3"], ["exp", ["mul", str(t), var("x")]]]
        wide = 24 if kind == "normal" else 400
        mean = sum(integrate.quad(lambda x: x**3 * math.exp(float(t) * x) * p(x), c, d, limit=400)[0] for c, d in ((-wide, float(m)), (float(m), wide)))
        assert value(["expect", over(("x", P)), body]) == pytest.approx(mean, rel=1e-6, abs=1e-7)
    assert value(["wasserstein", P, Q, "2", None]) == pytest.approx(abs(float(m - k)))


@pytest.mark.parametrize("seed", range(6))
def test_normal_laws_of_two_variances_have_the_divergence_of_their_integral_or_none(seed):
    draw = drawn(f"two{seed}")
    m, s, r, order = draw(-1, 1), draw(1, 2), draw(1, 3), draw(1, 2) + Fraction(1, 8)
    p, q, a = density("normal", float(m), float(s)), density("normal", 0.0, float(r)), float(order)
    found = value(["renyi", gauss(str(m), str(s)), gauss("0", str(r)), str(order)])
    if order * r + (1 - order) * s <= 0:
        assert found == math.inf
    elif order * r + (1 - order) * s > 1:
        assert found == pytest.approx(math.log(whole(lambda x: p(x) ** a * q(x) ** (1 - a), m)) / (a - 1), abs=1e-8)


def test_largest_losses_of_shifted_laws_are_the_shift_or_infinite():
    assert value(["renyi", laplace("3/2", "2"), laplace("0", "2"), "oo"]) == pytest.approx(0.75)
    assert value(["renyi", gauss("1", "1"), gauss("0", "1"), "oo"]) == math.inf
    narrow = ["law", ["word", "uniform"], ["()"], ["()", ["()", "0", "1", "0", "0", "0"]]]
    wide = ["law", ["word", "uniform"], ["()"], ["()", ["()", "0", "2", ["mul", "-1", ["log", "2"]], "0", "0"]]]
    assert value(["renyi", narrow, wide, "2"]) == pytest.approx(math.log(2))
    assert value(["renyi", wide, narrow, "2"]) == math.inf
    assert value(["renyi", wide, narrow, "1"]) == math.inf


@pytest.mark.parametrize("formula", [
    ["renyi", ["law", ["word", "u"], ["()"], ["()", ["()", "0", "1", "1", "0", "0"]]], laplace("0", "1"), "2"],
    ["renyi", laplace("0", "1"), laplace("0", "1"), "-1"],
    ["wasserstein", laplace("0", "1"), laplace("0", "2"), "1", None],
    ["wasserstein", laplace("0", "1"), laplace("1", "1"), "1/2", None],
    ["limit", over(("y", "oo")), ["exp", ["exp", var("y")]]],
    ["limit", over(("y", "0")), ["pow", var("y"), "-1"]],
    ["limit", over(("y", "1")), ["floor", var("y")]],
    ["derivative", over(("y", "0")), ["abs", var("y")], "1"],
    ["derivative", over(("y", "0")), ["pow", var("y"), "1/2"], "1"],
    ["expect", over(("x", laplace("0", "1"))), ["exp", ["mul", "2", var("x")]]],
    ["expect", over(("x", laplace("0", "1"))), ["pow", var("x"), "-1"]],
    ["expect", over(("x", laplace("0", "1"))), ["log", var("x")]],
    ["prod", over(("i", ["integers", "1", "5/2"])), var("i"), None],
    ["gaussian_level", "-1", ["gaussian_profile", "2", "1"]],
    ["inf", over(("g", ["couplings", laplace("0", "1"), laplace("1", "1")])), ["expect", over((["()", var("x"), var("y")], var("g"))), ["abs", var("x")]], None],
])
def test_what_no_rule_covers_is_not_evaluated(formula):
    with pytest.raises((Unread, Open, Missing, ZeroDivisionError)):
        Reader({}, Signs(), closed.RULES).form(formula)


@pytest.mark.parametrize("seed", range(4))
def test_densities_of_power_laws_have_mass_1_and_their_shape(seed):
    draw = drawn(f"power{seed}")
    m, s, k = draw(-1, 1), draw(1, 2), draw(2, 4)
    for side, shape in (("both", lambda t: (1 + t * t) ** (-float(k) / 2)), ("right", lambda t: (1 + t) ** -float(k) if t > 0 else 0.0), ("left", lambda t: (1 - t) ** -float(k) if t < 0 else 0.0)):
        mass = integrate.quad(shape, -math.inf, 0)[0] + integrate.quad(shape, 0, math.inf)[0]
        for x in (m + s / 3, m - s * 2):
            found = value(["density", ["power_law", str(m), str(s), str(k), ["word", side]], str(x)])
            assert found == pytest.approx(shape(float((x - m) / s)) / mass / float(s), rel=1e-6)


@pytest.mark.parametrize("seed", range(6))
def test_divergences_of_moved_power_laws_agree_with_quadrature(seed):
    draw = drawn(f"power{seed}")
    m, v, s = draw(-2, 2), draw(-2, 2), draw(1, 2) + Fraction(1, 8)
    for k, a in ((2, 2), (2, 3), (4, 2), (3, 3), (Fraction(5, 2), 5), (4, 4)):
        size = 1 / whole(lambda x, k=k: (1 + x * x) ** (-float(k) / 2), far=math.inf)
        p, q = (lambda x, c=c, k=k, size=size: size / float(s) * (1 + ((x - float(c)) / float(s)) ** 2) ** (-float(k) / 2) for c in (m, m + v))
        P = ["power_law", str(m), str(s), str(k), ["word", "both"]]
        direct = math.log(whole(lambda x, p=p, q=q, a=a: p(x) ** a * q(x) ** (1 - a), m, m + v, far=math.inf)) / (a - 1)
        assert value(["renyi", P, ["translate", P, str(v)], str(a)]) == pytest.approx(direct, abs=1e-8)


def test_a_divergence_of_power_laws_is_read_only_where_it_is_a_finite_sum():
    P = ["power_law", "0", "1", "2", ["word", "both"]]
    for Q, order in ((["power_law", "1", "2", "2", ["word", "both"]], "2"), (["translate", P, "1"], "3/2"), (["translate", P, "1"], "1/2"), (["translate", P, "1"], "oo")):
        with pytest.raises((Unread, Missing, Open)):
            value(["renyi", P, Q, order])
    with pytest.raises(Missing):
        value(["renyi", ["power_law", "0", "0", "2", ["word", "both"]], P, "2"])


@pytest.mark.parametrize("formula", [["moment", ["finite", ["()", ["()", "1", "1/4"], ["()", "0", "3/4"]]], "2"], ["moment", gauss("1", "2"), "2"], ["wasserstein", gauss("0", "1"), gauss("3", "1"), "2"]])
def test_a_norm_makes_no_difference_on_the_line_where_there_is_one_of_its_order(formula):
    reader = Reader({}, Signs(), closed.RULES)
    for norm in (None, "1", "3/2", "oo"):
        assert reader.form([*formula, norm]).minus(reader.form(formula)).is_zero()
    for norm in ("1/2", "0", "-1", "-oo"):
        with pytest.raises(Missing):
            reader.form([*formula, norm])
