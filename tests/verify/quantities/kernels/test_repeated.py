"""Laws of very many copies: divergences from the accountant, and from the checker by its own arithmetic."""

from fractions import Fraction

import mpmath
import pytest
from flint import arb, fmpq

from mechanisms import Laplace, Normal
from mechanisms.mixture import subsampled_normal
from verify.account import SubsampledRun, delta_of, epsilon_of, renyi_divergence
from verify.claims import Compare, Inf, Max, Sup, at_least, iid, number, numbers, product, sqrt
from verify.claims import term as term_of
from verify.claims.nodes import to_json
from verify.engines import evaluate as ev
from verify.engines.truth import Truth
from verify.evidence.checker import lattice
from verify.evidence.checker import repeated as checked_repeated
from verify.evidence.checker.evaluate import Evaluator
from verify.evidence.checker.numbers import Budget, Undecided
from verify.evidence.checker.numbers import ball as checked_ball
from verify.evidence.checker.numbers import precision as checked_precision
from verify.quantities import hockey_stick_divergence
from verify.quantities import renyi_divergence as renyi
from verify.quantities.kernels import repeated
from verify.values.numbers import Enclosure

x = numbers("x")
STEPS = 20_000
MIXED, PLAIN = term_of(subsampled_normal(number("0.01"), 1, number("5.75"))), term_of(Normal(0, scale=number("5.75")))
P, Q = iid(MIXED, STEPS), iid(PLAIN, STEPS)


def value(node):
    return ev.value(node, {}, ev.Context(64))


def checked(node):
    with checked_precision(64):
        return checked_ball(Evaluator(Budget()).number(to_json(node), {}))


def meets(a, b):
    return a.lo <= b.hi and b.lo <= a.hi


@pytest.mark.parametrize("first, second, direction", [(P, Q, "remove"), (Q, P, "add")])
def test_the_hockey_stick_divergence_is_the_delta_of_the_accountant(first, second, direction):
    found = value(hockey_stick_divergence(first, second, number("0.9")))
    assert meets(found, delta_of(SubsampledRun("0.01", "5.75"), STEPS, "0.9", direction))
    again = checked(hockey_stick_divergence(first, second, number("0.9")))
    assert meets(found, again) and float(again.hi) < 1.2 * float(again.lo)


def test_a_product_of_both_orders_is_a_replaced_record():
    first, second = iid(product(MIXED, PLAIN), STEPS), iid(product(PLAIN, MIXED), STEPS)
    found = value(hockey_stick_divergence(first, second, number("1.3")))
    assert meets(found, delta_of(SubsampledRun("0.01", "5.75"), STEPS, "1.3", "replace")) and meets(found, checked(hockey_stick_divergence(first, second, number("1.3"))))


@pytest.mark.parametrize("order", ["3", "18.3"])
def test_renyi_divergences_add_up_and_are_checked(order):
    for first, second, direction in ((P, Q, "remove"), (Q, P, "add")):
        found, one = value(renyi(first, second, number(order))), renyi_divergence(SubsampledRun("0.01", "5.75"), order, direction)
        with checked_precision(256):
            assert STEPS * one.lo <= found.hi and found.lo <= STEPS * one.hi
        assert meets(found, checked(renyi(first, second, number(order))))


def test_a_range_of_orders_has_the_values_at_its_ends():
    low, high = (value(renyi(P, Q, number(order))) for order in (3, 4))
    wide = ev.value(renyi(P, Q, x), {"x": Enclosure(low.lo * 0 + 3, low.lo * 0 + 4)}, ev.Context(64))
    assert wide.lo <= low.lo and wide.hi >= high.hi and wide.lo > 0.99 * low.lo


def test_the_scale_of_the_laws_does_not_matter_and_may_be_irrational():
    unit = sqrt(number(2)) / 60
    mixed, plain = subsampled_normal(number("0.01"), unit, number("5.75") * unit), Normal(0, scale=number("5.75") * unit)
    assert meets(value(hockey_stick_divergence(iid(mixed, STEPS), iid(plain, STEPS), number("0.9"))), value(hockey_stick_divergence(P, Q, number("0.9"))))


def test_an_epsilon_out_of_reach_is_worked_out_once(monkeypatch):
    drawn = []
    monkeypatch.setattr(repeated.contour, "line", lambda *a, line=repeated.contour.line: drawn.append(a) or line(*a))
    flat = number("0.2")
    first, second = iid(term_of(subsampled_normal(number("0.001"), flat / 60, number(8) * flat)), 200_000), iid(term_of(Normal(0, scale=number(8) * flat)), 200_000)
    once, again = (value(hockey_stick_divergence(first, second, number(epsilon))) for epsilon in ("1", "1"))
    assert once == again and float(once.hi) < 1e-300
    assert len(drawn) == 1


def test_the_least_epsilon_is_met_from_both_sides():
    both = Max(hockey_stick_divergence(P, Q, x), hockey_stick_divergence(Q, P, x))
    least, greatest = Inf({x: at_least(0)}, x, where=Compare(both, "<=", number("0.00001"))), Sup({x: at_least(0)}, x, where=Compare(both, ">", number("0.00001")))
    exact = epsilon_of(SubsampledRun("0.01", "5.75"), STEPS, "1e-5")
    assert meets(value(least), exact) and meets(value(greatest), exact) and meets(checked(least), exact) and meets(checked(greatest), exact)
    assert ev.truth(Compare(least, "<=", number("0.9196")), {}, ev.Context(64)) is Truth.TRUE
    assert ev.truth(Compare(least, "<=", number("0.9195")), {}, ev.Context(64)) is Truth.FALSE


def test_other_laws_are_known_only_as_a_bracket():
    first, second = iid(Laplace(0, scale=1), STEPS), iid(Laplace(1, scale=1), STEPS)
    found = value(hockey_stick_divergence(first, second, number(1)))
    assert (found.lo, found.hi) == (0, 1)
    with pytest.raises(Undecided):
        checked(hockey_stick_divergence(first, second, number(1)))


def test_different_numbers_of_copies_have_no_divergence():
    with pytest.raises(ev.NoValue):
        value(hockey_stick_divergence(P, iid(PLAIN, STEPS + 1), number(1)))




def test_a_divergence_does_not_depend_on_those_that_were_asked_for_before():
    """Each on a fresh run, and on runs that were asked for others in three orders."""
    places = [arb(fmpq(p, q)) for p, q in ((1, 10), (9, 10), (1, 1), (11, 10), (5, 4), (3, 2), (2, 1), (109, 1000))]
    p, q = value(MIXED), value(PLAIN)
    alone = [repeated._delta(repeated._run.__wrapped__(p, q), STEPS, place) for place in places]
    for order in (list(range(8)), list(range(7, -1, -1)), [3, 0, 6, 1, 7, 2, 5, 4]):
        run = repeated._run.__wrapped__(p, q)
        found = {k: repeated._delta(run, STEPS, places[k]) for k in order}
        assert all((found[k].lo, found[k].hi) == (alone[k].lo, alone[k].hi) for k in order)


@pytest.mark.parametrize("rate", ["1/1000", "1/3", "99/100"])
@pytest.mark.parametrize(("mu", "w"), [(0.25, 1.0625), (0.25, 40), (0.75, 7.5), (2, 3), (4, 5.5), (0.25, -0.125), (0.75, -6), (2, -2.5)])
def test_the_checker_integrates_powers_of_the_ratio_as_mpmath_does(rate, mu, w):
    q = Fraction(rate)
    with mpmath.workdps(30):
        share = mpmath.mpf(q.numerator) / q.denominator
        places = [-40, -12, 0, mu, *(() if w < 0 else (w * mu,)), max(w, 1) * mu + 12, max(w, 1) * mu + 40]
        wanted = mpmath.quad(lambda x: (1 - share + share * mpmath.exp(mu * x - mpmath.mpf(mu) ** 2 / 2)) ** w * mpmath.npdf(x), sorted(set(places)), maxdegree=10)
        with checked_precision(100):
            found = checked_repeated._integrated(lattice.Part(True, q, arb(mu)), arb(w))
        assert abs(mpmath.mpf(str(found.mid().str(30, radius=False))) / wanted - 1) < 1e-12 and found.rel_accuracy_bits() > 40
