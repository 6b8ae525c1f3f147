"""The inverse of the Gaussian profile: certified to 1e-15 in the whole box, in each of the three forms of delta."""

import math
import random
from fractions import Fraction

import mpmath
import pytest
from flint import arb, ctx, fmpq
from scipy import optimize, stats

from verify.values import gaussian_profiles
from verify.values.gaussian_profiles import complement, curvature, gaussian_mu, profile, slope
from verify.values.numbers import precision

EXACT_BITS = 400


def scipy_delta(epsilon, mu):
    return stats.norm.cdf(-epsilon / mu + mu / 2) - math.exp(epsilon) * stats.norm.cdf(-epsilon / mu - mu / 2)


@pytest.mark.parametrize("seed", range(200))
def test_the_enclosure_contains_mu_with_relative_width_1e_15_in_the_whole_box(seed):
    draw = random.Random(seed)
    mu = 10 ** draw.uniform(-3, 2)
    epsilon = draw.choice([0.0, 1e4, 10 ** draw.uniform(-6, 4), 10 ** draw.uniform(-2, 1)])
    with precision(EXACT_BITS):
        d, c = profile(arb(epsilon), arb(mu)), complement(arb(epsilon), arb(mu))
        small = bool(d < c)
        argument = {"log_delta": d.log() if small else (-c).log1p()}
        if draw.random() < 0.6:
            argument = {"delta": d} if small else {"one_minus_delta": c}
    found = gaussian_mu(epsilon, **argument)
    with precision(EXACT_BITS):
        assert found.lo <= arb(mu) * (1 + arb(2) ** -60) and arb(mu) * (1 - arb(2) ** -60) <= found.hi
        assert found.hi - found.lo <= arb("1e-15") * found.lo


@pytest.mark.parametrize(("epsilon", "mu"), [(0.0, 1.0), (0.5, 0.7), (2.0, 3.0), (1.0, 0.4), (5.0, 1.5)])
def test_it_agrees_with_a_root_of_scipy(epsilon, mu):
    delta = scipy_delta(epsilon, mu)
    root = optimize.brentq(lambda m: scipy_delta(epsilon, m) - delta, 1e-2, 20, xtol=1e-13)
    found = gaussian_mu(epsilon, delta)
    assert float(found.lo) == pytest.approx(root, rel=1e-9)  # cancellation in the float formula


@pytest.mark.parametrize(("epsilon", "mu"), [(100, Fraction(6)), (1000, Fraction(1, 2)), (3, Fraction(1, 100))])
def test_the_deep_tail_agrees_with_mpmath(epsilon, mu):
    with mpmath.workprec(400):
        m, e = mpmath.mpf(mu.numerator) / mu.denominator, mpmath.mpf(epsilon)
        logarithm = mpmath.log((mpmath.erfc((e / m - m / 2) / mpmath.sqrt(2)) - mpmath.exp(e) * mpmath.erfc((e / m + m / 2) / mpmath.sqrt(2))) / 2)
        text = mpmath.nstr(logarithm, 40)
    with precision(160):
        found = gaussian_mu(epsilon, log_delta=arb(text))
    assert float(found.lo) == pytest.approx(float(mu), rel=2e-15)


def test_the_conventions_at_both_ends():
    assert gaussian_mu(1, 0).lo == 0 and gaussian_mu(1, 0).hi == 0
    one = gaussian_mu(Fraction(1, 2), 1)
    assert isinstance(one.hi, float) and math.isinf(one.hi)
    assert profile(arb(1), arb(0)).is_zero()


def test_a_ball_that_reaches_an_end_gives_the_end():
    wide = arb(0.5, 0.6)
    found = gaussian_mu(1, wide)
    assert found.lo == 0 and isinstance(found.hi, float)


def test_wide_arguments_give_an_enclosure_of_all_their_values():
    found = gaussian_mu(arb(1, 0.25), arb(0.1, 0.05))
    for epsilon in (0.76, 1.0, 1.24):
        for delta in (0.051, 0.1, 0.149):
            inner = gaussian_mu(epsilon, delta)
            assert found.lo <= inner.lo and inner.hi <= found.hi


def test_mu_rises_in_epsilon_and_in_delta():
    assert gaussian_mu(1, Fraction(1, 10)).hi < gaussian_mu(2, Fraction(1, 10)).lo
    assert gaussian_mu(1, Fraction(1, 10)).hi < gaussian_mu(1, Fraction(1, 5)).lo


def test_derivatives_by_t_are_those_of_the_profile():
    ctx.prec, saved = 200, ctx.prec
    try:
        h, t = arb(2) ** -50, arb(0.75).exp()
        values = [profile((t + k * h).log(), arb(1.25)) for k in (-1, 0, 1)]
        assert abs((values[2] - values[0]) / (2 * h) - slope(arb(0.75), arb(1.25))) < arb("1e-20")
        assert abs((values[2] - 2 * values[1] + values[0]) / (h * h) - curvature(arb(0.75), arb(1.25))) < arb("1e-15")
    finally:
        ctx.prec = saved


def test_more_digits_are_given_on_demand():
    found = gaussian_mu(1, Fraction(1, 10), bits=300)
    with precision(400):
        assert found.hi - found.lo < arb(2) ** -298
        assert profile(arb(1), found.lo) < arb("0.1") < profile(arb(1), found.hi)


@pytest.mark.parametrize(
    ("arguments", "options", "words"),
    [((1,), {}, "exactly one of delta"), ((1, 0.5), {"log_delta": -1}, "exactly one"), ((-1, 0.5), {}, r"epsilon must be in \[0, oo\), got epsilon=-1"),
     ((1, -0.5), {}, r"delta must be in \[0, 1\], got delta=-0.5"), ((1, 1.5), {}, r"delta must be in \[0, 1\]"), ((1, math.nan), {}, "a finite number is expected")],
)
def test_an_argument_out_of_range_is_named(arguments, options, words):
    with pytest.raises(ValueError, match=words):
        gaussian_mu(*arguments, **options)


@pytest.mark.parametrize("epsilon, delta", [("0.001", "0.3"), ("1", "1e-5"), ("3", "0.999"), ("40", "1e-30"), ("0.5", "0.5"), ("12", "0.75")])
@pytest.mark.parametrize("bits", [52, 76, 200])
def test_newtons_interval_form_agrees_with_signs_at_both_ends(epsilon, delta, bits, monkeypatch):
    given = Fraction(epsilon), Fraction(delta)
    found = gaussian_mu(*given, bits=bits)
    monkeypatch.setattr(gaussian_profiles, "_narrowed", lambda *arguments: None)
    by_signs = gaussian_mu(*given, bits=bits)
    assert found.lo <= by_signs.hi and by_signs.lo <= found.hi
    with precision(bits + 60):
        assert found.hi - found.lo <= found.lo * arb(2) ** (3 - bits)
        x, d = (arb(fmpq(v.numerator, v.denominator)) for v in given)
        assert gaussian_profiles.profile(x, found.lo) < d < gaussian_profiles.profile(x, found.hi)
