"""Privacy profiles: values against other libraries and against their definitions; bad parameters are named."""

import itertools
import math
from fractions import Fraction

import mpmath
import pytest
from dp_accounting.pld import privacy_loss_distribution as pld
from flint import arb, ctx

from mechanisms.profiles import (
    LaplaceComposition,
    LaplaceProfile,
    LossTable,
    NormalProfile,
    PoissonSubsampled,
    RandomisedResponseProfile,
    ReciprocalCurve,
    Refined,
    SampledWithoutReplacement,
    SquareExponentialCurve,
    TableProfile,
    refined_reciprocal,
    refined_square_exponential,
)

EPSILONS = (0.0, 0.05, 0.31, 0.9, 1.3, 2.5)


@pytest.fixture(autouse=True)
def bits():
    saved, ctx.prec = ctx.prec, 128
    yield
    ctx.prec = saved


EXAMPLES = [
    LaplaceProfile("0.5"), LaplaceProfile(2), NormalProfile(1), NormalProfile("1/1000"), RandomisedResponseProfile("0.2"), RandomisedResponseProfile("0.2", "0.01", 7),
    LossTable(((1, "0.6"), ("-1/2", "0.4"))), PoissonSubsampled(LaplaceProfile(2), "0.5"), PoissonSubsampled(NormalProfile(2), "0.1"),
    SampledWithoutReplacement(RandomisedResponseProfile(1), "0.25"), refined_square_exponential(2, 1, 2), refined_reciprocal(20, 4), refined_reciprocal(20, 4, 10),
    LaplaceComposition("0.2", 3), LaplaceComposition("0.5", 4), TableProfile(((0, "0.3"), ("0.5", "0.1"), (2, 0)), "convex"),
]


@pytest.mark.parametrize("profile", EXAMPLES, ids=lambda p: p.kind)
def test_first_and_second_derivatives_are_those_of_delta(profile):
    for epsilon in (0.0625, 0.3125, 0.90625, 1.3125):
        h = arb(2) ** -40
        t = arb(epsilon).exp()
        left, middle, right = (profile.delta((t + k * h).log()) for k in (-1, 0, 1))
        first, second = (right - left) / (2 * h), (right - 2 * middle + left) / (h * h)
        assert abs(first - profile.slope(arb(epsilon), 1)) < arb("1e-8")
        assert abs(second - profile.curvature(arb(epsilon), arb(epsilon) + h)) < arb("1e-6")


@pytest.mark.parametrize("profile", EXAMPLES, ids=lambda p: p.kind)
def test_a_profile_falls_and_stays_in_the_unit_interval(profile):
    values = [profile.delta(arb(k) / 8) for k in range(40)]
    assert all(0 <= x <= 1 for x in values)
    assert all(not b > a for a, b in itertools.pairwise(values))


@pytest.mark.parametrize("profile", EXAMPLES, ids=lambda p: p.kind)
def test_a_larger_precision_gives_a_ball_inside_of_the_same_value(profile):
    for epsilon in EPSILONS:
        coarse = profile.delta(arb(epsilon))
        ctx.prec = 320
        fine = profile.delta(arb(epsilon))
        ctx.prec = 128
        assert coarse.overlaps(fine)
        assert fine.rad() < arb("1e-80")


@pytest.mark.parametrize("ratio", ["0.2", "0.5", "2"])
@pytest.mark.parametrize("count", [1, 3, 10])
def test_compositions_of_the_laplace_mechanism_lie_within_the_error_of_dp_accounting(ratio, count):
    upper = pld.from_laplace_mechanism(1 / float(ratio), pessimistic_estimate=True, value_discretization_interval=1e-4).self_compose(count)
    lower = pld.from_laplace_mechanism(1 / float(ratio), pessimistic_estimate=False, value_discretization_interval=1e-4).self_compose(count)
    profile = LaplaceProfile(ratio).composed(count)
    for epsilon in EPSILONS:
        value = float(profile.delta(arb(epsilon)).mid())
        assert lower.get_delta_for_epsilon(epsilon) - 1e-9 <= value <= upper.get_delta_for_epsilon(epsilon) + 1e-9


def test_the_composition_of_one_laplace_mechanism_is_the_mechanism():
    for epsilon in EPSILONS:
        assert LaplaceComposition(2, 1).delta(arb(epsilon)).overlaps(LaplaceProfile(2).delta(arb(epsilon)))


@pytest.mark.parametrize("count", [1, 2, 50])
def test_compositions_of_randomised_response_agree_with_the_binomial_formula(count):
    p = math.exp(0.2) / (1 + math.exp(0.2))
    profile = RandomisedResponseProfile("0.2").composed(count)
    for epsilon in EPSILONS:
        expected = math.fsum(math.comb(count, i) * p**i * (1 - p) ** (count - i) * max(0.0, -math.expm1(epsilon - 0.2 * (2 * i - count))) for i in range(count + 1))
        assert float(profile.delta(arb(epsilon)).mid()) == pytest.approx(expected, rel=1e-11, abs=1e-14)  # sums of 50 floats


def test_a_table_of_losses_composes_like_randomised_response():
    # Losses on a grid of one half with rational masses; e^loss enters through Q only.
    table = LossTable(((Fraction(1, 2), Fraction(7, 10)), (Fraction(-1, 2), Fraction(3, 10)))).composed(4)
    direct = sum((arb(math.comb(4, j)) * arb("0.7") ** (4 - j) * arb("0.3") ** j * (1 - (arb(1) / 4 - arb(2 - j)).exp()).max(arb(0)) for j in range(5)), arb(0))
    assert table.delta(arb(1) / 4).overlaps(direct)


@pytest.mark.parametrize("rate", ["0.5", "0.1"])
def test_poisson_subsampling_agrees_with_dp_accounting_for_removed_records(rate):
    upper = pld.from_laplace_mechanism(0.5, pessimistic_estimate=True, sampling_prob=float(rate), value_discretization_interval=1e-4)
    profile = PoissonSubsampled(LaplaceProfile(2), rate)
    for epsilon in EPSILONS:
        value = float(profile.delta(arb(epsilon)).mid())
        assert value <= upper.get_delta_for_epsilon(epsilon) + 1e-9
        assert value >= upper.get_delta_for_epsilon(epsilon) - 2e-4  # one step of its grid


def test_the_normal_profile_holds_its_digits_in_the_tail():
    mpmath.mp.prec, saved = 400, mpmath.mp.prec
    try:
        for ratio, epsilon in ((1, 100), (Fraction(1, 10), 3), (6, 100)):
            r, e = mpmath.mpf(ratio.numerator) / ratio.denominator, mpmath.mpf(epsilon)
            exact = mpmath.ncdf(-e / r + r / 2) - mpmath.exp(e) * mpmath.ncdf(-e / r - r / 2)
            found = NormalProfile(ratio).delta(arb(epsilon))
            assert float(found.rel_accuracy_bits()) > 100
            assert abs(float(found.log()) - float(mpmath.log(exact))) < 1e-9 * abs(float(mpmath.log(exact)))
    finally:
        mpmath.mp.prec = saved


def test_the_refined_guarantee_is_the_least_over_all_pairs():
    for profile in (refined_square_exponential(2, 1, 2), refined_square_exponential(1, 3, "1/2"), refined_reciprocal(20, 4), refined_reciprocal(20, 4, 10)):
        for epsilon in (0.0, 0.2, 0.7, 1.1, 2.0):
            least = float(profile.delta(arb(epsilon)).mid())
            candidates = []
            for k in range(1, 600):
                e0 = epsilon + k / 100
                d0 = float(profile.naive.delta(arb(e0)).mid())
                candidates.append(d0 + (1 - d0) * (math.exp(e0) - math.exp(epsilon)) / (1 + math.exp(e0)))
            assert least <= min(candidates) + 1e-12
            assert min(candidates) - least < 2e-2 * (1 + 1 / max(epsilon, 0.1))  # the grid of pairs is coarse


def test_a_step_table_jumps_and_its_value_holds_from_the_point_on():
    table = TableProfile(((0, "0.3"), ("0.5", "0.1"), (2, 0)))
    half = arb(1) / 2
    assert table.delta(half).overlaps(arb("0.1")) and table.delta_before(half).overlaps(arb("0.3"))
    assert table.delta(arb(2)).is_zero()


def test_below_its_first_point_a_table_says_what_that_point_implies():
    table, single = TableProfile(((1, "0.1"), (2, 0))), RandomisedResponseProfile(1, "0.1")
    assert table.delta(arb("0.25")).overlaps(single.delta(arb("0.25")))


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: LaplaceProfile(0.5), r"laplace: ratio must be exact, got ratio=0\.5"),
        (lambda: LaplaceProfile(0), r"laplace: ratio must be positive"),
        (lambda: RandomisedResponseProfile(1, 1), r"delta0 must be in \[0, 1\), got delta0=1"),
        (lambda: RandomisedResponseProfile(1).composed(0), r"compositions must be an integer of at least 1"),
        (lambda: PoissonSubsampled(LaplaceProfile(1), 2), r"poisson: rate must be in \(0, 1\], got rate=2"),
        (lambda: SquareExponentialCurve(2, "1/2", 2), r"sgd: b must be at least 1"),
        (lambda: ReciprocalCurve(20, 4, 1), r"icea: base must be e or an integer of at least 2"),
        (lambda: LossTable(((1, "0.5"),)), r"the sum of all probabilities must be 1, got .*=1/2"),
        (lambda: LossTable(((1, "0.5"), (1, "0.5"))), r"losses must be distinct, got loss=1 twice"),
        (lambda: LossTable(((-1, 1),)), r"masses of Q, probability times e\^\(-loss\), must not exceed 1"),
        (lambda: TableProfile(((0, "0.3"), ("0.5", "0.4"))), r"delta must not increase, got delta\[1\]=2/5 after delta\[0\]=3/10 at epsilon\[1\]=1/2"),
        (lambda: TableProfile(((1, "0.3"), (1, "0.2"))), r"epsilon must increase strictly, got epsilon\[1\]=1 after epsilon\[0\]=1"),
        (lambda: TableProfile(((0, "1.5"),)), r"delta\[0\] must be in \[0, 1\], got delta\[0\]=3/2"),
        (lambda: PoissonSubsampled(LaplaceProfile(1), "0.5").composed(2), r"composition must have an exact formula"),
        (lambda: NormalProfile(1).composed(2), r"sqrt\(2\)-GDP"),
    ],
)
def test_a_bad_parameter_is_named_with_what_must_hold(make, words):
    with pytest.raises((TypeError, ValueError), match=words):
        make()


def test_a_curve_refined_is_never_above_the_curve():
    naive = SquareExponentialCurve(2, 1, 2)
    for epsilon in EPSILONS:
        assert not Refined(naive).delta(arb(epsilon)) > naive.delta(arb(epsilon))
