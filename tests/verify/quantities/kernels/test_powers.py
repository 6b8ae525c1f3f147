"""Laws with power tails: masses, moments, divergences and distances against SciPy and known values, infinite where they are."""

import math
from fractions import Fraction
from itertools import pairwise

import pytest
import scipy.integrate
import scipy.stats
from flint import fmpq

from mechanisms import Laplace, Normal
from verify.claims.nodes import term
from verify.engines import evaluate as ev
from verify.quantities.kernels import densities, divergences, lines, moments, quadrature, wasserstein
from verify.quantities.kernels.undecided import Wide
from verify.values import numbers as N
from verify.values.laws import PowerLaw, mixture, translate
from verify.values.numbers import Enclosure, NoValue, to_float

Q, OO = fmpq, math.inf


def power(m=0, s=1, k=2, side="both"):
    return PowerLaw(Q(m), Q(s), Q(k), side)


def pareto(least, shape):
    return PowerLaw(Q(least), Q(least), Q(shape) + 1, "right")


def light(law):
    return ev.value(term(law), {}, ev.Context(128))


NORMAL, LAPLACE = light(Normal(0, scale=1)), light(Laplace(0, scale=1))
SHIFTED = light(Normal(Fraction(1, 2), scale=Fraction(3, 2)))
BLEND = mixture([Q(1, 3), Q(2, 3)], [NORMAL, power(1, 2, Q(5, 2))])
LAWS = [power(), power(1, Q(1, 2), 3), power(-2, 3, Q(7, 2)), power(0, 1, Q(3, 2)), power(1, 2, 4, "right"), power(0, 1, Q(5, 2), "left"), pareto(2, Q(1, 2)), BLEND]


def density(law):
    parts = [(float(Fraction(int(w.p), int(w.q))), part) for w, part in lines.line(law).parts]

    def one(part, x):
        if not isinstance(part, PowerLaw):
            inside = to_float(part.lo) < x < to_float(part.hi)
            return math.exp(to_float(part.c0) + x * (to_float(part.c1) + x * to_float(part.c2))) if inside else 0.0
        m, s, k = (to_float(v) for v in (part.location, part.scale, part.exponent))
        t = (x - m) / s
        if part.side == "both":
            return math.exp(math.lgamma(k / 2) - math.lgamma((k - 1) / 2)) / math.sqrt(math.pi) / s * (1 + t * t) ** (-k / 2)
        t = t if part.side == "right" else -t
        return (k - 1) / s * (1 + t) ** -k if t >= 0 else 0.0

    return lambda x: sum(w * one(part, x) for w, part in parts)


def integral(f, lo=-OO, hi=OO, points=(-2.0, 0.0, 1.0, 2.0)):
    inner = [lo, *(x for x in (-1000.0, -30.0, *points, 30.0, 1000.0) if lo < x < hi), hi]
    return sum(scipy.integrate.quad(f, a, b, limit=400, epsabs=1e-13, epsrel=1e-11)[0] for a, b in pairwise(inner))


def near(value, wanted, tolerance=1e-8):
    inside = N.enclose(value)
    assert inside.width < 1e-9 * max(1, abs(wanted))
    assert to_float(value) == pytest.approx(wanted, rel=tolerance, abs=tolerance)


@pytest.mark.parametrize("law", LAWS, ids=str)
def test_masses_and_distribution_functions_are_integrals_of_the_density(law):
    f = density(law)
    for lo, hi in ((Q(-3), Q(1, 2)), (Q(1, 3), Q(4)), (Q(5), Q(50)), (Q(-9), Q(-4))):
        near(lines.mass(law, lo, hi), integral(f, to_float(lo), to_float(hi)))
    near(lines.distribution_function(law, Q(3, 2)), 1 - integral(f, 1.5, OO), 1e-7)
    assert lines.mass(law, -OO, OO) == 1


@pytest.mark.parametrize("law", LAWS[:-1], ids=str)
@pytest.mark.parametrize("order", (Q(1, 3), Q(1), Q(2), Q(5, 2), Q(4)))
def test_moments_are_finite_exactly_below_the_exponent_less_one(law, order):
    found = moments.absolute_moment(law, order)
    if order >= law.exponent - 1:
        assert found == OO
    elif order < law.exponent - Q(3, 2):  # SciPy needs a tail that falls
        f = density(law)
        near(found, integral(lambda x: abs(x) ** to_float(order) * f(x)), 1e-6)
    else:
        assert 0 < to_float(found) < OO


def test_known_moments_and_means():
    near(moments.absolute_moment(power(0, 1, 2), Q(1, 2)), math.sqrt(2))
    near(moments.absolute_moment(pareto(2, 3), Q(2)), 12)
    assert moments.mean(pareto(2, 3)) == 3
    assert moments.mean(pareto(2, 1)) == OO
    assert moments.mean(power(5, 1, 3)) == 5
    assert moments.mean(power(0, 1, 2, "left")) == -OO
    with pytest.raises(NoValue):
        moments.mean(power())
    with pytest.raises(NoValue):
        moments.mean(mixture([Q(1, 2), Q(1, 2)], [power(0, 1, 2, "left"), power(0, 1, 2, "right")]))


@pytest.mark.parametrize("bad", (("1", "0", "2"), ("1", "-1", "2"), ("1", "1", "1"), ("1", "1", "1/2")), ids=str)
def test_a_law_without_finite_integral_has_no_value(bad):
    with pytest.raises(NoValue):
        PowerLaw(*(Q(*map(int, (x + "/1").split("/")[:2])) for x in bad), "both")


def test_divergences_of_cauchy_laws_are_known():
    # doi:10.1109/TIT.2021.3102645: KL = log(((s + r)^2 + (m - n)^2) / (4 s r))
    near(divergences.kullback_leibler(power(), power(1, 2)), math.log(10 / 8))
    near(divergences.total_variation(power(), power(1)), 2 / math.pi * math.atan(0.5))
    near(divergences.max_divergence(power(), power(1)), math.log((3 + math.sqrt(5)) / 2))
    near(divergences.renyi(power(), power(1), Q(2)), math.log(1.5))
    near(divergences.renyi(pareto(1, 2), pareto(1, 3), Q(2)), math.log(4 / 3))
    assert divergences.renyi(pareto(1, 2), pareto(1, 3), Q(4)) == OO  # 4 * 3 - 3 * 4 = 0 is at most 1


PAIRS = [(power(), power(1, 2)), (power(0, 1, Q(7, 2)), power(1, 1, 3)), (NORMAL, power()), (LAPLACE, power(1, 2, 3)), (BLEND, power(0, 1, Q(5, 2))),
         (power(0, 1, 3), BLEND), (power(1, 2, 4, "right"), power(1, 1, 3, "right")), (power(0, 1, 3, "left"), power(0, 2, 2, "left"))]


@pytest.mark.parametrize("pair", PAIRS, ids=str)
def test_divergences_are_the_integrals_that_define_them(pair):
    p, q = pair
    f, g = density(p), density(q)
    support = [x for x in (-OO, OO) if f(math.copysign(1e3, x)) > 0 or f(math.copysign(5, x)) > 0]
    lo, hi = (min(support) if -OO in support else to_float(p.lo)), (OO if OO in support else to_float(p.hi))
    inside = lambda x: f(x) > 0 and g(x) > 0  # noqa: E731
    for a in (0.5, 2.0, 2.5):
        found = divergences.renyi(p, q, Q(*a.as_integer_ratio()))
        if found != OO:
            whole = integral(lambda x, a=a: f(x) ** a * g(x) ** (1 - a) if inside(x) else 0.0, lo, hi)
            near(found, math.log(whole) / (a - 1), 1e-6)
    found = divergences.kullback_leibler(p, q)
    near(found, integral(lambda x: f(x) * math.log(f(x) / g(x)) if inside(x) else 0.0, lo, hi), 1e-5)
    near(divergences.total_variation(p, q), integral(lambda x: abs(f(x) - g(x)), points=(-3.0, -2.0, -1.0, -0.5, 0.0, 0.5, 1.0, 2.0, 3.0)) / 2, 1e-5)


def test_a_heavy_law_against_a_light_one_is_infinitely_far_from_order_one_on_or_later():
    for order in (Q(3, 2), Q(2), OO):
        assert divergences.renyi(power(), NORMAL, order) == divergences.renyi(power(), LAPLACE, order) == OO
    near(divergences.renyi(power(), NORMAL, Q(1, 2)), to_float(divergences.renyi(NORMAL, power(), Q(1, 2))))
    assert divergences.kullback_leibler(power(0, 1, 3), NORMAL) == OO  # the normal log-density is quadratic
    near(divergences.kullback_leibler(power(0, 1, 4), NORMAL), math.log(2 / math.pi) - 2 * (2 * math.log(2) - 1) + math.log(2 * math.pi) / 2 + 0.5, 1e-9)
    assert divergences.kullback_leibler(power(), LAPLACE) == OO
    assert to_float(divergences.kullback_leibler(power(0, 1, 3), LAPLACE)) < OO
    assert divergences.hockey_stick(power(), translate(power(), Q(1)), Q(1)) == 0


def test_wasserstein_distances_are_exact_for_translates_infinite_for_unequal_tails():
    for order in (Q(1), Q(2), OO):
        assert wasserstein.wasserstein(power(), power(3), order) == 3
        assert wasserstein.wasserstein(power(), power(0, 2), order) == OO
        assert wasserstein.wasserstein(BLEND, translate(BLEND, Q(-2)), order) == 2
    near(wasserstein.wasserstein(power(0, 1, 3), power(0, 2, 3), Q(1)), 1)
    assert wasserstein.wasserstein(power(0, 1, 3), power(0, 2, 3), Q(2)) == OO
    assert wasserstein.wasserstein(power(0, 1, 3), power(0, 1, 4), OO) == OO
    assert N.compare(wasserstein.wasserstein(power(), NORMAL, Q(1)), OO) == "="
    near(wasserstein.wasserstein(power(), mixture([Q(1, 2), Q(1, 2)], [power(), power(1)]), Q(1)), 0.5)
    found = wasserstein.wasserstein(power(0, 1, 3), NORMAL, Q(1))
    first, second = scipy.stats.t(2, 0, 1 / math.sqrt(2)), scipy.stats.norm()
    near(found, 2 * scipy.integrate.quad(lambda x: abs(first.sf(x) - second.sf(x)), 0, OO, limit=500, epsabs=1e-12)[0], 1e-7)


def test_order_two_between_different_kinds_is_bracketed_and_infinite_where_a_moment_is():
    found = wasserstein.wasserstein(power(0, 1, 4), NORMAL, Q(2))
    first = scipy.stats.t(3, 0, 1 / math.sqrt(3))
    wanted = math.sqrt(2 * scipy.integrate.quad(lambda u: (first.isf(u) - scipy.stats.norm.isf(u)) ** 2, 0, 0.5, limit=500)[0])
    assert isinstance(found, Enclosure) and float(found.lo) <= wanted <= float(found.hi) < 1.1 * wanted
    assert wasserstein.wasserstein(power(0, 1, 3), NORMAL, Q(2)) == OO


def test_the_slope_of_the_log_density_is_largest_one_scale_from_the_centre():
    assert densities.log_density_lipschitz(power(1, 2, 3)) == Q(3, 4)
    assert densities.log_density_lipschitz(power(0, 1, 3), Q(2), OO) == Q(6, 5)
    assert densities.log_density_lipschitz(power(0, 1, 3, "right")) == OO
    assert densities.log_density_lipschitz(power(0, 1, 3, "right"), Q(0), OO) == 3
    near(densities.log_ratio_sup(power(), power(1)), math.log((3 + math.sqrt(5)) / 2))


def test_fifteen_digits_of_a_subsampled_normal_divergence_on_the_whole_line():
    mixed = mixture([Q(99, 100), Q(1, 100)], [NORMAL, light(Normal(1, scale=1))])
    for order in (Q(17, 2), Q(3, 2), Q(1)):
        found = N.enclose(divergences.renyi(mixed, NORMAL, order))
        assert found.width < 1e-15 * float(found.hi)
    ratio = lambda x: 0.99 + 0.01 * math.exp(x - 0.5)  # noqa: E731
    whole = integral(lambda x: scipy.stats.norm.pdf(x) * ratio(x) ** 8.5, -30, 30, points=(-5.0, 0.0, 5.0, 10.0))
    assert to_float(divergences.renyi(mixed, NORMAL, Q(17, 2))) == pytest.approx(math.log(whole) / 7.5, rel=1e-7)


def test_the_line_integral_adds_the_ball_of_each_tail():
    from flint import acb, arb

    with N.precision(96):
        found = quadrature.over_line(lambda x, _: 1 / (1 + x * x), -OO, OO, lambda side, cut: arb(1 / cut).union(1 / cut - 1 / (3 * cut**3)))
        assert found.overlaps(arb.pi()) and found.rad() < arb(2) ** -60
        half = quadrature.over_line(lambda x, _: (-x * x).exp(), arb(0), OO, lambda side, cut: arb(0).union((-cut * cut).exp() / cut), stretch=False)
        assert half.overlaps(arb.pi().sqrt() / 2) and half.rad() < arb(2) ** -60
        with pytest.raises(Wide):
            quadrature.over_line(lambda x, _: acb(1), arb(0), OO, lambda side, cut: None)
