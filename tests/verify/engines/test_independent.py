"""Means and probabilities of functions of independent coordinates: engine, checker and a third party agree."""

from fractions import Fraction
from itertools import product
from math import exp, gamma, inf, sqrt

import pytest
from flint import fmpq
from scipy import integrate, stats

from mechanisms import Bernoulli, Binomial, Exponential, Laplace, Normal, Poisson, Uniform
from verify.claims import (
    Abs,
    All,
    Any_,
    Compare,
    Expect,
    If,
    Inf,
    Max,
    Prob,
    Prod,
    Sum,
    Sup,
    finite_law,
    iid,
    independent,
    norm,
    number,
    numbers,
    objects,
    oo,
    order_statistic,
    upto,
)
from verify.claims import exp as e_to
from verify.claims import sqrt as sqrt_of
from verify.claims.nodes import to_json
from verify.engines import evaluate as ev
from verify.evidence.checker.evaluate import Evaluator
from verify.evidence.checker.numbers import Budget, Undecided, precision
from verify.evidence.checker.numbers import NoValue as NoValueOfTheChecker
from verify.quantities import mean, variance
from verify.values.numbers import NoValue, to_float

n, i, k, t, p = numbers("n i k t p")
x, y = objects("x y")
standard, coin = Normal(0, scale=1), finite_law({1: number("1/3"), 0: number("2/3")})
die = finite_law({face: number("1/6") for face in range(1, 7)})
total, largest, least = Sum({i: upto(n)}, x[i]), Sup({i: upto(n)}, x[i]), Inf({i: upto(n)}, x[i])


def value(node, **at):
    """The value by the engine, as a number, after the checker has given the same."""
    known = {name: Fraction(str(v)) for name, v in at.items()}
    ours = ev.value(node, {name: fmpq(v.numerator, v.denominator) for name, v in known.items()}, ev.Context(128))
    with precision(128):
        theirs = Evaluator(Budget()).value(to_json(node), known)
    if isinstance(theirs, Fraction):
        assert to_float(ours) == pytest.approx(float(theirs), rel=1e-15)
    elif ours != inf:
        assert float(theirs.lo) - 1e-15 <= to_float(ours) <= float(theirs.hi) + 1e-15
    return to_float(ours)


def rolls(count, function):
    return sum(function(faces) for faces in product(range(1, 7), repeat=count)) / 6**count


def test_sums_extremes_products_norms_and_ranks_of_dice_are_those_of_all_rolls():
    for body, function in ((Max(total - 10, 0), lambda f: max(sum(f) - 10, 0)), (largest - least, lambda f: max(f) - min(f)), (Prod({i: upto(n)}, x[i]), lambda f: f[0] * f[1] * f[2]),
                           (norm(x, 2), lambda f: sqrt(sum(a * a for a in f))), (norm(x, oo), max), (order_statistic(x, 2), lambda f: sorted(f)[1]),
                           (Sum({i: upto(n)}, i * x[i]), lambda f: f[0] + 2 * f[1] + 3 * f[2])):
        assert value(Expect({x: iid(die, n)}, body), n=3) == pytest.approx(rolls(3, function), rel=1e-12)


def test_a_sum_inside_of_a_supremum_over_thresholds_is_written_out():
    below = Sum({i: upto(n)}, If(Compare(x[i], "<=", k), 1, 0)) / n
    event = Compare(Sup({k: upto(6)}, Abs(below - k / 6)), ">=", t)
    found = rolls(3, lambda f: max(abs(Fraction(sum(a <= c for a in f), 3) - Fraction(c, 6)) for c in range(1, 7)) >= Fraction(1, 2))
    assert value(Prob({x: iid(die, n)}, event), n=3, t="1/2") == pytest.approx(found, rel=1e-12)


def test_hundreds_of_coins_are_a_binomial_sum():
    assert value(Prob({x: iid(coin, n)}, Compare(total, ">=", n / 2)), n=400) == pytest.approx(stats.binom(400, 1 / 3).sf(199), rel=1e-9)
    assert value(Prob({x: Binomial(n, p)}, Compare(x, "<", 40)), n=100, p="1/3") == pytest.approx(stats.binom(100, 1 / 3).cdf(39), rel=1e-9)


def test_coins_that_differ_are_added_one_by_one():
    chance = Prob({x: independent({i: upto(n)}, Bernoulli(i / (n + 1)))}, Compare(total, ">=", n / 2))
    assert value(chance, n=3) == pytest.approx(sum(
        a * b * c for a, b, c, s in ((u, v, w, r) for (u, q), (v, z), (w, o) in product(((1 / 4, 1), (3 / 4, 0)), ((1 / 2, 1), (1 / 2, 0)), ((3 / 4, 1), (1 / 4, 0))) for r in [q + z + o]) if s >= 1.5))


def test_two_samples_are_compared():
    event = Compare(total, ">", Sum({i: upto(n)}, y[i]))
    found = sum(sum(f[:2]) > sum(f[2:]) for f in product(range(1, 7), repeat=4)) / 6**4
    assert value(Prob({x: iid(die, n), y: iid(die, n)}, event), n=2) == pytest.approx(found, rel=1e-12)


@pytest.mark.parametrize("count", [1, 2, 7, 60])
def test_the_largest_of_normals_is_an_integral(count):
    found = integrate.quad(lambda z: z * count * stats.norm.cdf(z) ** (count - 1) * stats.norm.pdf(z), -12, 12, epsabs=1e-12)[0]
    assert value(Expect({x: iid(standard, n)}, largest), n=count) == pytest.approx(found, abs=1e-9)
    assert value(Expect({x: iid(standard, n)}, 3 - 2 * least), n=count) == pytest.approx(3 + 2 * found, abs=1e-9)


def test_ranks_of_uniform_exponential_and_laplace_variables():
    assert value(Expect({x: iid(Uniform(0, 1), n)}, order_statistic(x, 4)), n=5) == pytest.approx(4 / 6)
    assert value(Expect({x: iid(Exponential(p), n)}, largest), p=3, n=4) == pytest.approx((1 + 1 / 2 + 1 / 3 + 1 / 4) / 3)
    assert value(Expect({x: iid(Laplace(0, scale=1), n)}, largest), n=2) == pytest.approx(3 / 4)
    assert value(Prob({x: iid(Uniform(0, 1), n)}, Compare(order_statistic(x, 4), "<=", t)), n=5, t="1/2") == pytest.approx(stats.beta(4, 2).cdf(1 / 2))


def test_lengths_of_normal_vectors_have_chi_distributions():
    assert value(Expect({x: iid(standard, n)}, norm(x, 2)), n=10) == pytest.approx(sqrt(2) * gamma(11 / 2) / gamma(5))
    assert value(Prob({x: iid(Normal(0, scale=2), n)}, Compare(norm(x, 2), ">=", t)), n=3, t=4) == pytest.approx(stats.chi(3).sf(2))
    assert value(Prob({x: iid(standard, n)}, Compare(norm(x, 2), "<", -1)), n=3) == 0


def test_names_that_are_bound_again_are_not_caught():
    inner = Expect({y: iid(coin, n)}, Sum({k: upto(n)}, x[i] * y[k]))
    assert value(Expect({x: iid(die, n)}, Sum({i: upto(n)}, inner)), n=2) == pytest.approx(2 * 3.5 * 2 / 3, rel=1e-12)
    again = Expect({x: iid(coin, n)}, total)  # the inner x is another one
    assert value(Expect({x: iid(die, n)}, total * again), n=2) == pytest.approx(7 * 2 / 3, rel=1e-12)
    nested = Sum({i: upto(n)}, x[i] * Sum({i: upto(n)}, x[i]))
    assert value(Expect({x: iid(die, n)}, nested), n=2) == pytest.approx(rolls(2, lambda f: sum(f) ** 2), rel=1e-12)


def test_sums_of_normal_exponential_and_poisson_variables():
    assert value(Expect({x: iid(standard, n)}, e_to(total)), n=3) == pytest.approx(exp(3 / 2))
    assert value(Prob({x: iid(Exponential(p), n)}, Compare(total, ">", 1)), p=3, n=4) == pytest.approx(stats.gamma(4, scale=1 / 3).sf(1))
    assert value(Prob({x: iid(Poisson(p), n)}, Compare(total, ">=", 10)), p=3, n=4) == pytest.approx(stats.poisson(12).sf(9))
    assert value(Prob({x: Poisson(p)}, Compare(Abs(x - p), ">=", 1)), p=3) == pytest.approx(1 - stats.poisson(3).pmf(3))
    assert (value(mean(Poisson(p)), p=3), value(variance(Poisson(p)), p=3), value(Expect({x: Poisson(p)}, x**3), p=3)) == (3, 3, 57)


def test_events_of_one_number_that_are_intervals_or_their_complements():
    two = value(Prob({x: standard}, Compare(Abs(x), ">=", t)), t=2)
    assert two == pytest.approx(2 * stats.norm.sf(2))
    assert value(Prob({x: standard}, Any_(Compare(x, ">=", t), Compare(x, "<=", -t))), t=2) == two
    assert value(Prob({x: standard}, All(Compare(x, ">=", 1), Compare(2 * x, "<=", 4)))) == pytest.approx(stats.norm.cdf(2) - stats.norm.cdf(1))
    assert value(Prob({x: standard}, Compare(Abs(x), "<=", -1))) == 0


def test_generating_functions_that_are_infinite_are_infinite():
    assert value(Expect({x: Exponential(p)}, e_to(x)), p=3) == pytest.approx(3 / 2)
    assert value(Expect({x: Exponential(p)}, e_to(3 * x)), p=3) == inf


def test_a_statistic_that_mentions_another_draw_is_gone_through():
    inner = Sum({i: upto(n)}, x[i] * y[i])
    found = sum(f[0] * f[2] + f[1] * f[3] >= 20 for f in product(range(1, 7), repeat=4)) / 6**4
    assert value(Prob({x: iid(die, n), y: iid(die, n)}, Compare(inner, ">=", 20)), n=2) == pytest.approx(found, rel=1e-12)


def test_sums_of_no_coordinates_are_0_and_partial_sums_stand_together():
    reached = Sup({k: upto(3)}, Sum({i: upto(k - 1)}, x[i]))
    assert value(Expect({x: iid(die, n)}, reached), n=3) == pytest.approx(rolls(3, lambda f: f[0] + f[1]), rel=1e-12)


@pytest.mark.parametrize("node", [
    Prob({x: iid(Uniform(0, 1), 2)}, Compare(Sum({i: upto(2)}, x[i]), ">=", 1)), Expect({x: iid(standard, 3)}, Sup({i: upto(3)}, x[i]) * Inf({i: upto(3)}, x[i])), Expect({x: iid(standard, 3)}, x[1] * x[2])])
def test_what_has_no_rule_stays_open(node):
    with pytest.raises(ev.NoRoute):
        ev.value(node, {}, ev.Context(64))
    with pytest.raises(Undecided):
        Evaluator(Budget()).value(to_json(node), {})


def both(node, **at):
    """The value by the engine and by the checker, None where they know none."""
    known = {name: Fraction(str(v)) for name, v in at.items()}
    try:
        ours = ev.value(node, {name: fmpq(v.numerator, v.denominator) for name, v in known.items()}, ev.Context(128))
    except ev.NoRoute:
        ours = None
    try:
        with precision(128):
            theirs = Evaluator(Budget()).value(to_json(node), known)
    except Undecided:
        theirs = None
    return ours, theirs


def test_an_event_of_a_power_is_no_half_line_where_the_number_may_be_negative_or_stands_beside_it():
    assert both(Prob({y: standard}, Compare(y**2, "<=", 4))) == (None, None)
    assert both(Prob({y: standard}, Compare(y**2, "<=", -1))) == (None, None)
    assert both(Prob({x: iid(standard, n)}, Compare(total**2, "<=", 4)), n=2) == (None, None)
    assert both(Prob({y: Exponential(1)}, Compare(y**2 + y, "<=", 3))) == (None, None)
    assert value(Prob({y: Exponential(1)}, Compare(y**2, "<=", 4))) == pytest.approx(1 - exp(-2))


def test_an_event_that_never_or_always_happens_is_not_left_out_of_a_conjunction():
    assert both(Prob({y: standard}, All(Compare(y, ">=", 0), Any_()))) == (None, None)
    assert both(Prob({y: standard}, Any_())) == (None, None)
    assert both(Prob({y: standard}, Any_(Compare(y, ">=", 0), All()))) == (None, None)


def test_means_of_infinite_parts_say_nothing_of_a_sum_or_a_product():
    assert both(Expect({y: Exponential(1)}, k * e_to(2 * y)), k=0) == (None, None)
    assert both(Expect({y: Exponential(1)}, e_to(2 * y) - e_to(2 * y))) == (None, None)
    assert value(Expect({y: Exponential(1)}, e_to(2 * y) + 1)) == inf


def test_a_sum_of_some_poisson_coordinates_is_not_that_of_all():
    for last in (0, 2):
        assert both(Expect({x: iid(Poisson(3), n)}, Sum({i: upto(last)}, x[i])), n=5) == (3 * last, 3 * last)
    with pytest.raises(NoValue):
        ev.value(Expect({x: iid(Poisson(3), number(5))}, Sum({i: upto(7)}, x[i])), {}, ev.Context(128))


def test_a_statistic_without_a_value_that_is_not_asked_for_does_no_harm():
    inverse = Sum({i: upto(n)}, 1 / x[i])
    assert both(Prob({x: iid(coin, n)}, Any_(Compare(total, ">=", 0), Compare(inverse, ">", 0))), n=2) == (1, 1)
    assert both(Expect({x: iid(coin, n)}, If(Compare(total, ">=", 0), 1, inverse)), n=2) == (1, 1)
    with pytest.raises(NoValue):
        ev.value(Expect({x: iid(coin, number(2))}, Sum({i: upto(2)}, 1 / x[i])), {}, ev.Context(128))


def test_a_rate_whose_sign_is_not_seen_is_not_one_without_a_value():
    hidden = sqrt_of(number(2) + k) + sqrt_of(3) - sqrt_of(5 + 2 * sqrt_of(6))  # 0 at k = 0
    assert both(Expect({y: Poisson(hidden)}, y), k=0) == (None, None)


def mean_of(law, function):
    return Expect({x: iid(law, n)}, function)


@pytest.mark.parametrize(("law", "mean", "square"), [(standard, 0, 1), (Normal(1, scale=2), 1, 5), (Uniform(0, 2), 1, 4 / 3), (Exponential(2), 1 / 2, 1 / 2), (Poisson(2), 2, 6), (die, 7 / 2, 91 / 6)])
def test_means_of_sums_over_coordinates_add_up(law, mean, square):
    for count in (1, 2, 5):
        assert value(mean_of(law, Sum({i: upto(n)}, x[i] ** 2)), n=count) == pytest.approx(count * square)
        assert value(mean_of(law, norm(x, 2) ** 2), n=count) == pytest.approx(count * square)
        assert value(mean_of(law, 3 - 2 * Sum({i: upto(n)}, x[i] ** 2) / n), n=count) == pytest.approx(3 - 2 * square)
        assert value(mean_of(law, (total / n - number("1/2")) ** 2), n=count) == pytest.approx((square - mean**2) / count + (mean - 1 / 2) ** 2)
        assert value(mean_of(law, Sum({i: upto(n)}, x[i] ** 2) / 2 + total), n=count) == pytest.approx(count * (square / 2 + mean))


def test_means_of_sums_whose_terms_depend_on_the_index():
    assert value(mean_of(Uniform(0, 1), Sum({i: upto(n)}, i * x[i] ** 2)), n=4) == pytest.approx(10 / 3)
    mixed = Expect({x: independent({i: upto(n)}, Exponential(i))}, Sum({i: upto(n)}, x[i] ** 2))
    assert value(mixed, n=3) == pytest.approx(2 * (1 + 1 / 4 + 1 / 9))


def test_absolute_values_add_up_to_a_norm():
    assert value(mean_of(standard, norm(x, 1)), n=7) == pytest.approx(7 * sqrt(2 / 3.141592653589793))
    assert value(mean_of(Laplace(0, scale=2), Sum({i: upto(n)}, Abs(x[i]))), n=3) == pytest.approx(6)


@pytest.mark.parametrize("function", [Sum({i: upto(n)}, x[i] ** 2) ** 2, Sum({i: upto(n)}, x[i] ** 2) * total, Max(Sum({i: upto(n)}, Abs(x[i])), 1)])
def test_other_functions_of_such_sums_stay_open(function):
    with pytest.raises(ev.NoRoute):
        ev.value(mean_of(Uniform(-1, 1), function), {"n": fmpq(3)}, ev.Context(64))
    with precision(64), pytest.raises(Undecided):
        Evaluator(Budget()).value(to_json(mean_of(Uniform(-1, 1), function)), {"n": Fraction(3)})


def test_the_root_of_a_square_is_no_sum_where_a_term_may_be_negative():
    cubes = Sum({i: upto(n)}, x[i] ** 3)
    assert value(mean_of(finite_law({1: 1}), (cubes ** number("1/2")) ** 2), n=2) == pytest.approx(2)
    with pytest.raises((NoValue, ev.NoRoute)):
        ev.value(mean_of(finite_law({-1: 1}), (cubes ** number("1/2")) ** 2), {"n": fmpq(2)}, ev.Context(64))


@pytest.mark.parametrize("order", ["-1", "-1/2", "-2"])
def test_negative_powers_of_negative_powers_of_a_sum_that_may_be_0_are_no_sum(order):
    squares = Sum({i: upto(n)}, x[i] ** 2)
    twice = Expect({x: iid(finite_law({0: number("1/2"), 1: number("1/2")}), n)}, (squares ** number(order)) ** (1 / number(order)))
    with pytest.raises((NoValue, ev.NoRoute)):
        ev.value(twice, {"n": fmpq(2)}, ev.Context(64))
    with precision(64), pytest.raises(NoValueOfTheChecker):
        Evaluator(Budget()).value(to_json(twice), {"n": Fraction(2)})
    assert value(mean_of(finite_law({1: 1}), (squares ** number(order)) ** (1 / number(order))), n=2) == pytest.approx(2)
