"""The least epsilon at a delta, and of a composition by each route."""

import math
from fractions import Fraction

import pytest
from dp_accounting.pld import privacy_loss_distribution as pld
from flint import arb
from scipy import optimize

from mechanisms.profiles import LaplaceProfile, RandomisedResponseProfile, TableProfile
from verify.measure import ProfileError
from verify.measure.summary import ROUTES, composition_summary, gaussian_epsilon, least_epsilon
from verify.values.gaussian_profiles import gaussian_mu
from verify.values.numbers import Enclosure

DELTAS = (Fraction(1, 10), Fraction(1, 100), Fraction(1, 1000))
EPSILON, RUNS = Fraction(1, 5), 50


@pytest.fixture(scope="module")
def table():
    single = RandomisedResponseProfile("0.2")
    return composition_summary(single, LaplaceProfile("0.2"), single.composed(RUNS), EPSILON, RUNS, DELTAS)


def middle(cell):
    return (float(cell.lo) + float(cell.hi)) / 2


def test_every_cell_is_a_narrow_enclosure(table):
    assert tuple(table) == ROUTES
    for route in ROUTES:
        for cell in table[route].values():
            assert cell.hi - cell.lo <= arb("1e-10") * cell.hi


def test_closed_forms_agree_with_floats(table):
    for delta in DELTAS:
        d = float(delta)
        assert middle(table["basic"][delta]) == pytest.approx(math.log(math.exp(10) - d * (1 + math.exp(10))), rel=1e-12)
        assert middle(table["advanced"][delta]) == pytest.approx(0.2 * math.sqrt(100 * math.log(1 / d)) + 10 * (math.exp(0.2) - 1), rel=1e-12)
        assert middle(table["rdp-corollary"][delta]) == pytest.approx(0.8 * math.sqrt(100 * math.log(1 / d)), rel=1e-12)


def test_the_order_of_renyi_is_the_best_one(table):
    p = math.exp(0.2) / (1 + math.exp(0.2))

    def value(s, delta):
        return (50 * math.log(p * math.exp(0.2 * s) + (1 - p) * math.exp(-0.2 * s)) + math.log(1 / delta)) / s

    for delta in DELTAS:
        best = optimize.minimize_scalar(lambda s, d=float(delta): value(s, d), bounds=(1e-3, 100), method="bounded", options={"xatol": 1e-10})
        assert middle(table["rdp"][delta]) == pytest.approx(best.fun, rel=1e-10)


def test_the_optimal_composition_agrees_with_dp_accounting(table):
    for delta in DELTAS:
        p = 1 / (1 + math.exp(0.2))
        peer = pld.from_randomized_response(2 * p, 2, value_discretization_interval=1e-4).self_compose(RUNS).get_epsilon_for_delta(float(delta))
        assert middle(table["optimal"][delta]) == pytest.approx(peer, abs=1e-2)  # fifty roundings of losses to its grid


def test_no_route_is_below_the_exact_composition(table):
    for route in ROUTES:
        for delta in DELTAS:
            assert not table[route][delta].hi < table["optimal"][delta].lo or route == "other-gdp"


def test_the_least_epsilon_of_a_gaussian_is_the_inverse_of_the_inverse():
    mu = gaussian_mu(1, Fraction(1, 10))
    found = gaussian_epsilon(mu, Fraction(1, 10))
    assert found.lo <= arb(1) <= found.hi


def test_a_profile_that_is_small_everywhere_needs_no_epsilon_and_one_that_stays_above_has_none():
    table = TableProfile(((0, "0.3"), (1, "0.01")))
    assert least_epsilon(table, Fraction(1, 2)).hi == 0
    assert least_epsilon(table, Fraction(1, 1000)).hi == math.inf


def test_a_jump_is_found():
    found = least_epsilon(TableProfile(((0, "0.3"), ("0.5", "0.1"), (2, 0))), Fraction(1, 5))
    assert found.lo <= arb("0.5") and arb("0.5").lower() <= found.hi and found.hi - found.lo < arb("1e-10")


def test_a_corollary_that_does_not_apply_is_left_out():
    single = RandomisedResponseProfile(1)
    found = composition_summary(single, LaplaceProfile(1), single.composed(9), Fraction(1), 9, [Fraction(1, 2)])
    assert found["rdp-corollary"][Fraction(1, 2)] is None


def test_a_delta_outside_of_the_unit_interval_is_refused():
    with pytest.raises(ProfileError, match=r"delta must be in \(0, 1\), got delta=2"):
        least_epsilon(LaplaceProfile(1), 2)
    assert isinstance(least_epsilon(LaplaceProfile(1), Fraction(1, 10)), Enclosure)
