"""The least mu of a profile: known suprema are enclosed at every width, and profiles without one are refused with a witness."""

import itertools
import math
from fractions import Fraction

import pytest
from flint import arb, ctx, fmpq

from mechanisms.profiles import (
    LaplaceComposition,
    LaplaceProfile,
    LossTable,
    NormalProfile,
    PoissonSubsampled,
    RandomisedResponseProfile,
    SquareExponentialCurve,
    TableProfile,
    refined_reciprocal,
    refined_square_exponential,
)
from verify.measure import ProfileError, gaussian_mu, measure
from verify.measure.supremum import _pieces, _Search
from verify.measure.tails import dominated_from
from verify.values.gaussian_profiles import profile as gaussian_profile
from verify.values.numbers import precision


@pytest.fixture(autouse=True)
def bits():
    saved, ctx.prec = ctx.prec, 160
    yield
    ctx.prec = saved


EXAMPLES = [
    LaplaceProfile("0.5"), LaplaceProfile(2), RandomisedResponseProfile("0.2"), RandomisedResponseProfile("0.2", 0, 50), RandomisedResponseProfile(1, 0, 3),
    PoissonSubsampled(LaplaceProfile(2), "0.5"), PoissonSubsampled(LaplaceProfile(2), "0.1"), refined_square_exponential(2, 1, 2), LaplaceComposition("0.2", 3),
    LossTable(((1, "0.6"), ("-1/2", "0.4"))), TableProfile(((0, "0.3"), ("0.5", "0.1"), (2, 0)), "convex"), TableProfile(((0, "0.3"), ("0.5", "0.1"), (2, 0))),
]


def quantile(p):
    return -arb(2).sqrt() * (2 * p).erfcinv()


def by_trade_off(profile):
    """The supremum of a profile that is linear in t on finitely many pieces, from the vertices of its trade-off function.

    A line ``f - s t`` lies below ``delta_mu`` for every t exactly if ``1 - Phi(Phi^-1(1 - s) - mu) >= f``.
    """
    best = arb(0)
    points = [arb(0), *profile.breakpoints()]
    for low, high in itertools.pairwise(points):
        s = -profile.slope(low, 1)
        f = profile.delta(low) + s * low.exp()
        if s > 0 and f < 1:
            mu = quantile(1 - s) - quantile(1 - f)
            touch = -mu * (quantile(s) + mu / 2)
            if not (touch < low or touch > high):
                best = best.max(mu)
    return best


@pytest.mark.parametrize("width", ["1e-6", "1e-12", "1e-20"])
@pytest.mark.parametrize("profile", EXAMPLES, ids=lambda p: p.kind)
def test_bounds_are_as_close_as_asked_and_nested(profile, width):
    coarse, fine = measure(profile, "1e-3"), measure(profile, width)
    assert fine.finite and not fine.undecided
    assert 0 <= fine.upper - fine.lower <= arb(fmpq(1, 1) * fmpq(Fraction(width).numerator, Fraction(width).denominator))
    assert coarse.lower <= fine.upper and fine.lower <= coarse.upper


@pytest.mark.parametrize("profile", EXAMPLES, ids=lambda p: p.kind)
def test_no_point_of_the_transform_is_above_the_upper_bound_and_the_place_attains_the_lower(profile):
    found = measure(profile, "1e-9")
    for k in range(1, 200):
        epsilon = arb(k) / 64
        d = profile.delta(epsilon)
        if d > 0:
            assert not gaussian_mu(epsilon, d).lo > found.upper
    low, high = found.argmax
    near = [gaussian_mu(e, d) for e, d in ((low, profile.delta(low)), (high, profile.delta_before(high)))]
    assert max(float(x.hi) for x in near) >= float(found.lower) - 1e-6


@pytest.mark.parametrize("profile", [RandomisedResponseProfile("0.2", 0, 50), RandomisedResponseProfile(1, 0, 7), RandomisedResponseProfile("0.05", 0, 20)], ids=lambda p: str(p.compositions))
def test_finitely_many_losses_agree_with_the_vertices_of_the_trade_off_function(profile):
    found = measure(profile, "1e-12")
    exact = by_trade_off(profile)
    assert found.lower <= exact.upper() and exact.lower() <= found.upper


@pytest.mark.parametrize("epsilon", ["0.2", "1", "3"])
def test_the_worst_pure_mechanism_has_its_known_mu(epsilon):
    found = measure(RandomisedResponseProfile(epsilon), "1e-14")
    exact = -2 * quantile(1 / (1 + arb(epsilon).exp()))
    assert found.lower <= exact.upper() and exact.lower() <= found.upper
    assert found.argmax[0] == 0 and found.argmax[1] < arb("1e-6")


def test_a_normal_mechanism_is_measured_exactly_and_subsampling_leaves_its_limit():
    exact = measure(NormalProfile("3/2"))
    assert exact.lower == arb("1.5") == exact.upper and exact.argmax[1] == math.inf
    sampled = measure(PoissonSubsampled(NormalProfile("3/2"), "0.1"))
    assert sampled.lower == arb("1.5") == sampled.upper


@pytest.mark.parametrize("profile", [refined_reciprocal(20, 4), refined_reciprocal(20, 4, 10), RandomisedResponseProfile(1, "1e-5"), TableProfile(((0, "0.3"), (1, "0.01"))),
                                     PoissonSubsampled(refined_reciprocal(20, 4), "0.1")], ids=lambda p: p.kind)
def test_a_profile_whose_tail_is_too_heavy_has_no_mu_and_witnesses(profile):
    found = measure(profile)
    assert not found.finite and found.upper == math.inf
    assert len(found.witnesses) == 3
    for mu, epsilon in found.witnesses:
        assert profile.delta(epsilon) > gaussian_profile(epsilon, arb(mu))


def test_a_curve_that_begins_at_one_is_refused():
    with pytest.raises(ProfileError, match=r"delta\(0\) must be below 1, got delta\(0\)=1 at epsilon=0"):
        measure(SquareExponentialCurve(2, 1, 2))


def test_the_tail_lemma_holds_where_it_says():
    profile = refined_square_exponential(2, 1, 2)
    for mu in (arb("0.75"), arb(1), arb(2)):
        start = dominated_from(profile.tail(), mu)
        assert start is not None
        for k in range(30):
            epsilon = start + arb(k) / 2
            with precision(400):
                assert profile.delta(epsilon) <= gaussian_profile(epsilon, mu)
    assert dominated_from(profile.tail(), arb("0.7")) is None  # below the limit sqrt(1/2)


@pytest.mark.parametrize("profile", EXAMPLES, ids=lambda p: p.kind)
def test_a_level_below_the_supremum_is_never_proved(profile):
    found = measure(profile, "1e-12")
    for gap in ("1e-3", "1e-8", "1e-11"):
        low = (found.lower - arb(gap)).mid()
        search = _Search(profile, Fraction(1), 1000, 52, 160)
        for count in (1, 7, 64):
            cells = [(low_ + (high_ - low_) * k / count, low_ + (high_ - low_) * (k + 1) / count, smooth) for low_, high_, smooth in _pieces(profile.breakpoints(), arb(found.tail_start.upper()))
                     for k in range(count)]
            assert not all(search.below(a.mid(), b.mid(), low, smooth=smooth, strict=False) is True for a, b, smooth in cells)


def test_the_cost_grows_with_the_digits_only_logarithmically():
    for profile in (LaplaceProfile("0.5"), RandomisedResponseProfile("0.2", 0, 50), PoissonSubsampled(LaplaceProfile(2), "0.5"), refined_square_exponential(2, 1, 2)):
        counts = [measure(profile, Fraction(1, 10**k), locate=False) for k in (2, 14)]
        assert counts[1].comparisons <= 2 * counts[0].comparisons + 60
        assert counts[1].inversions <= counts[0].inversions + 40


def test_a_spent_budget_is_said():
    found = measure(LaplaceComposition("0.2", 3), "1e-6", cells=1)
    assert found.upper == math.inf and "budget of 1 cells" in found.undecided


def test_a_width_of_nothing_is_refused():
    with pytest.raises(ProfileError, match="width must be positive"):
        measure(LaplaceProfile(1), 0)
