"""Fixed rules for powers of sums: the balls contain exact values however few places are used, the rules agree with bisection, and say where they do not apply."""

import math
import random

import pytest
from flint import arb, fmpq

from verify.quantities.kernels import divergences as D
from verify.quantities.kernels import line_divergences, sums
from verify.quantities.kernels.lines import Diverges
from verify.values.laws import Piece, mixture
from verify.values.numbers import Enclosure, precision

F = fmpq
OO = math.inf


def pieces(rng, count, slopes, bend, lo=-OO, hi=OO):
    weights = [rng.randint(1, 9) for _ in range(count)]
    return tuple((F(w, sum(weights)), Piece(lo, hi, F(rng.randint(-30, 10), 10), F(rng.choice(slopes)), bend)) for w in weights)


def cell_of(rng, bend, lo=-OO, hi=OO, second=2):
    slopes = [F(k, 4) for k in range(-8, 9)]
    return line_divergences._Light(lo, hi, pieces(rng, 3, slopes, bend, lo, hi), pieces(rng, second, slopes, bend, lo, hi))


def exact(cell, order):
    with precision(300):
        return line_divergences._expanded(cell, order)


def value(cell, order, rule, prec):
    with precision(prec + 32):
        power = sums.powers_of(cell.first, cell.second, order)
        return rule(power, arb(cell.lo), arb(cell.hi), prec) if rule is sums.between else rule(power, prec)


@pytest.mark.parametrize("prec", [4, 32, 120])
@pytest.mark.parametrize("seed", range(8))
def test_rules_contain_what_multiplying_out_gives_and_are_about_as_narrow_as_asked_for(seed, prec):
    rng = random.Random(seed)
    order = F(rng.choice([2, 3, 7]))
    line = cell_of(rng, F(-1, 2), second=1)
    found = value(line, order, sums.whole_line, prec)
    assert found.contains(exact(line, order).mid()) and found.rel_accuracy_bits() >= prec - 4
    for bend in (F(0), F(-1, 3), F(1, 5)):
        short = cell_of(rng, bend, F(-2), F(rng.choice([-1, 3, 30])) if bend <= 0 else F(3), second=1)
        found = value(short, order, sums.between, prec)
        assert found.contains(exact(short, order).mid()) and found.rad() < arb(2) ** -(prec - 2) * found.max(arb(1))


@pytest.mark.parametrize("order", [F(1, 2), F(5, 4), F(2), F(37), F(941, 18)])
def test_rules_agree_with_bisection_in_complex_balls(order, monkeypatch):
    rng = random.Random(int(order.p))
    cells = [cell_of(rng, F(-1, 2)), cell_of(rng, F(0), F(-1), F(2)), cell_of(rng, F(-2), F(-1), OO)]
    quick = [line_divergences._mixture_integral(cell, order, False, order > 1, 60) for cell in cells]
    monkeypatch.setattr(sums, "powers_of", lambda *_: None)
    slow = [line_divergences._mixture_integral(cell, order, False, order > 1, 60) for cell in cells]
    for a, b in zip(quick, slow, strict=True):
        assert isinstance(a, Enclosure) and a.lo <= b.hi and b.lo <= a.hi
        assert (a.hi - a.lo) < arb(2) ** -28 * a.hi.max(arb(1))


@pytest.mark.parametrize("points", [2, 4, 8])
def test_the_error_bound_covers_a_rule_with_too_few_points(points, monkeypatch):
    cell = cell_of(random.Random(points), F(0), F(-1), F(2), second=1)
    monkeypatch.setattr(sums, "_points", lambda power, x, half, bits: (points, 1.5))
    found = value(cell, F(3), sums.between, 60)
    assert found.contains(exact(cell, F(3)).mid())
    with precision(128):
        assert not found.contains(found.mid() + 2 * found.rad())


def test_far_apart_terms_and_large_orders_are_settled_by_closed_forms():
    def bell(m):
        return Piece(-OO, OO, F(-50 * m * m), F(100 * m), F(-50))

    cell = line_divergences._Light(-OO, OO, ((F(19, 20), bell(-1)), (F(1, 20), bell(1))), ((F(1), bell(1)),))
    found = line_divergences._mixture_integral(cell, F(941, 18), False, True, 60)
    lead = line_divergences._light_divergence(line_divergences._Light(-OO, OO, ((F(19, 20), bell(-1)),), ((F(1), bell(1)),)), F(941, 18), False, True, 60)
    assert abs((found.lo / lead.lo) - 1) < 1e-6  # where the integrand lives the other term is beyond the accuracy
    wide = line_divergences._Light(F(-7), F(0), ((F(3, 4), Piece(F(-7), F(0), F(33), F(100), F(0))),), ((F(1, 4), Piece(F(-7), F(0), F(-700), F(-100), F(0))), (F(3, 4), Piece(F(-7), F(0), F(-50), F(100), F(0)))))
    found = line_divergences._mixture_integral(wide, F(101), False, True, 60)
    assert found.lo > 0 and (found.hi - found.lo) < found.hi * arb(1e-8)


def test_where_the_rules_do_not_apply_they_say_so(monkeypatch):
    cell = cell_of(random.Random(0), F(-1, 2))
    other = cell_of(random.Random(0), F(-1, 3))
    assert sums.powers_of(cell.first, cell.second, Enclosure(arb(2), arb(3))) is None
    assert sums.powers_of((*cell.first, *other.first), cell.second, F(2)) is None
    flat = cell_of(random.Random(0), F(0))
    assert sums.whole_line(sums.powers_of(flat.first, flat.second, F(2)), 32) is None
    monkeypatch.setattr(sums, "MOST_STEPS", 1)
    assert value(cell, F(2), sums.whole_line, 32) is None
    monkeypatch.setattr(sums, "MOST_NODES", -100)
    monkeypatch.setattr(sums, "_points", lambda *_: None)
    assert value(cell_of(random.Random(0), F(0), F(-1), F(2)), F(2), sums.between, 32) is None


def test_single_terms_have_closed_forms_also_where_they_diverge():
    up = ((F(1, 3), Piece(F(0), OO, F(0), F(-1), F(0))), (F(2, 3), Piece(F(0), OO, F(1), F(-1), F(0))))
    steep = ((F(1, 2), Piece(F(0), OO, F(0), F(-3), F(0))), (F(1, 2), Piece(F(0), OO, F(2), F(-3), F(0))))
    with pytest.raises(Diverges):
        sums.alone(sums.powers_of(up, steep, F(2)), arb(0), OO)
    with precision(100):
        found = sums.alone(sums.powers_of(steep, up, F(2)), arb(0), OO)
        f, g = (1 + arb(2).exp()) / 2, (1 + 2 * arb(1).exp()) / 3
        assert found.overlaps(f * f / g / 5) and found.rad() < 1e-20
    assert line_divergences._mixture_integral(line_divergences._Light(F(0), OO, up, steep), F(2), False, True, 60) == OO


def test_mixtures_of_normal_and_of_laplace_laws_agree_with_floating_point(law):
    from scipy.integrate import quad

    p = mixture([F(1, 3), F(2, 3)], [law.laplace(-1, 1), law.laplace(F(5, 4), 1)])
    q = mixture([F(1, 2), F(1, 2)], [law.laplace(0, 1), law.laplace(2, 1)])

    def density(law_, x):
        return sum(float(w.p) / float(w.q) * math.exp(-abs(x - m)) / 2 for w, m in law_)

    f, g = [(F(1, 3), -1), (F(2, 3), 1.25)], [(F(1, 2), 0), (F(1, 2), 2)]
    whole = sum(quad(lambda x: density(f, x) ** 2.5 * density(g, x) ** -1.5, a, b)[0] for a, b in [(-40, -1), (-1, 0), (0, 1.25), (1.25, 2), (2, 40)])
    assert float(D.renyi(p, q, F(5, 2)).lo) == pytest.approx(math.log(whole) / 1.5, rel=1e-9)


def test_slopes_that_floating_point_cannot_tell_apart():
    tiny = F(1, 10**400)
    first, second = (tuple((F(1, 2), Piece(-OO, OO, F(0), slope, F(-1))) for slope in slopes) for slopes in ((F(0), F(1)), (F(0), tiny)))
    with precision(96):
        found = sums.whole_line(sums.powers_of(first, second, F(2)), 64)
    expected = math.sqrt(math.pi) * sum(w * math.exp(s * s / 4) for w, s in ((0.25, 0), (0.5, 1), (0.25, 2)))  # the second sum is 1 where it matters
    assert found is None or abs(float(found) - expected) < 1e-9
