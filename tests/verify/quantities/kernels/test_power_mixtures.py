"""The periodic rules for mixtures of power laws: closed forms, bisection, honest errors, and where it does not apply."""

import random

import pytest
from flint import arb, fmpq

from verify.quantities.kernels import lines, power_mixtures, quadrature
from verify.values.laws import PowerLaw
from verify.values.numbers import Enclosure, precision

F = fmpq
OO = float("inf")


def law(location, scale=1, exponent=2, side="both"):
    return PowerLaw(F(location), F(scale), F(exponent), side)


@pytest.mark.parametrize("shift", [F(1, 10), F(1), F(7)])
@pytest.mark.parametrize("prec", [8, 32, 128])
def test_the_chi_square_of_two_cauchy_laws_is_half_the_square_of_the_shift(shift, prec):
    with precision(prec + 32):
        halves = ((F(1, 3), law(0, 2)), (F(2, 3), law(0, 2)))
        for first in (halves, ((F(1), law(0, 2)),)):
            found = power_mixtures.over_the_line(first, ((F(1), law(2 * shift, 2)),), F(2), prec)
            assert found.contains(1 + shift * shift / 2) and found.rel_accuracy_bits() >= prec


@pytest.mark.parametrize("order", [F(1, 3), F(2), F(7, 2)])
def test_weights_beside_atoms_are_counted_in_the_closed_form(order):
    """Of a law with atoms only a part has a density: its weight comes with the power that the density has."""
    with precision(96):
        whole, parts = (power_mixtures.over_the_line(((u, law(0)),), ((v, law(1)),), order, 64) for u, v in ((F(1), F(1)), (F(1, 2), F(1, 5))))
        assert parts.overlaps(whole * arb(F(1, 2)) ** arb(order) * arb(F(1, 5)) ** arb(1 - order))


@pytest.mark.parametrize("order", [F(1, 3), F(7, 4), F(9), F(101, 2)])
def test_the_closed_form_of_two_cauchy_laws_agrees_with_the_rule(order):
    with precision(160):
        one, two = law(F(1, 7), 2), ((F(1), law(3, F(1, 2))),)
        closed = power_mixtures.over_the_line(((F(1), one),), two, order, 100)
        rule = power_mixtures.over_the_line(((F(1, 3), one), (F(2, 3), one)), two, order, 100)
        assert closed.overlaps(rule) and rule.rel_accuracy_bits() > 90 and closed.rel_accuracy_bits() > 90


@pytest.mark.parametrize("exponent", [F(11, 10), F(3, 2), F(2), F(3), F(21, 2)])
@pytest.mark.parametrize("seed", range(4))
def test_mixtures_agree_with_bisection_in_complex_balls(seed, exponent, monkeypatch):
    rng = random.Random(seed)

    def mixed(count):
        weights = [rng.randint(1, 5) for _ in range(count)]
        return tuple((F(w, sum(weights)), law(F(rng.randint(-12, 12), 4), rng.choice([1, F(1, 2), 3]), exponent)) for w in weights)

    order = rng.choice([F(1, 2), F(7, 4), F(2), F(9), F(70)])
    cell = lines.Cell(-OO, OO, mixed(rng.randint(1, 3)), mixed(rng.randint(1, 3)))
    quick = quadrature.divergence_integral(cell, order, 60)
    monkeypatch.setattr(power_mixtures, "over_the_line", lambda *_: None)
    slow = quadrature.divergence_integral(cell, order, 60)
    assert quick.lo <= slow.hi and slow.lo <= quick.hi and (quick.hi - quick.lo) < arb(2) ** -28 * quick.hi


@pytest.mark.parametrize("exponent", [F(11, 10), F(2), F(3)])
@pytest.mark.parametrize("prec", [2, 6, 20])
def test_the_error_bound_covers_few_places(prec, exponent):
    one, two = ((F(1, 3), law(0, 1, exponent)), (F(2, 3), law(1, 2, exponent))), ((F(1), law(F(1, 2), 1, exponent)),)
    with precision(160):
        rough, fine = (power_mixtures.over_the_line(one, two, F(7, 4), bits) for bits in (prec, 120))
        assert rough.contains(fine) and fine.rel_accuracy_bits() >= 100


def test_where_it_does_not_apply_it_says_so(monkeypatch):
    one, two = ((F(1), law(0)),), ((F(1), law(1)),)
    assert power_mixtures.over_the_line(one, two, None, 32) is None
    assert power_mixtures.over_the_line(one, two, Enclosure(arb(2), arb(3)), 32) is None
    assert power_mixtures.over_the_line(one, ((F(1), law(1, exponent=3)),), F(2), 32) is None
    assert power_mixtures.over_the_line(one, ((F(1), law(-1, side="right")),), F(2), 32) is None
    monkeypatch.setattr(power_mixtures, "MOST_PLACES", 8)
    assert power_mixtures.over_the_line(((F(1, 2), law(3)), (F(1, 2), law(0))), two, F(2), 32) is None
