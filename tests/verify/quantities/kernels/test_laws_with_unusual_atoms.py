"""Laws with infinitely many atoms, and with atoms beside a density: the engines' values and the checker's against sums and integrals of mpmath."""

import itertools
import math
import random
from fractions import Fraction

import mpmath
import pytest
from flint import arb, fmpq

from verify.claims import LINE, Laws, oo, translate
from verify.claims.nodes import Node, term, to_json
from verify.engines import evaluate as ev
from verify.engines.draw import Drawer
from verify.engines.drawn_laws import geometric, laplace, normal, two_sided
from verify.engines.membership import contains
from verify.engines.truth import Truth
from verify.evidence.checker.evaluate import Evaluator
from verify.evidence.checker.numbers import Ball, Budget, Undecided
from verify.quantities import (
    absolute_moment,
    distribution_function,
    hockey_stick_divergence,
    jensen_shannon_divergence,
    kullback_leibler_divergence,
    l1_distance,
    least_disagreement,
    log_ratio_sup,
    mass,
    max_divergence,
    mean,
    renyi_divergence,
    total_variation,
    wasserstein_distance,
)
from verify.values import elementary, laws, numbers
from verify.values.numbers import NoValue

EXACT = 1e-12


def engine(node):
    found = ev.value(node, {}, ev.Context(96))
    return numbers.to_float(found) if not isinstance(found, numbers.Enclosure) or found.width < EXACT else pytest.fail(f"not sharp: {found}")


def checker(node, sharp=EXACT):
    found = Evaluator(Budget(10**7)).number(to_json(node), {})
    if not isinstance(found, Ball):
        return float(found)
    assert not found.lo.is_finite() or found.hi - found.lo < sharp
    return float(found.lo)


def both(node, sharp=EXACT):
    """The value of a quantity by both, which must agree."""
    one, two = engine(node), checker(node, sharp)
    assert one == pytest.approx(two, rel=1e-11, abs=max(1e-13, sharp))
    return one


def q(text):
    return fmpq(*(int(x) for x in (text + "/1").split("/")[:2]))


def geo(start, step, ratio):
    return geometric(q(start), q(step), q(ratio)).node


def with_atoms(share, node, *points):
    entries = tuple((term(x), term(w)) for x, w in points)
    return Node("mixture", ((term(1 - Fraction(share)), node), (term(Fraction(share)), Node("finite", entries))))


# --- infinitely many atoms -------------------------------------------------------------------------------------------

PAIRS = {
    "one side, slower first": (geo("0", "1", "1/2"), geo("0", "1", "3/4")),
    "one side, faster first": (geo("0", "1", "3/4"), geo("0", "1", "1/2")),
    "moved": (geo("1", "1/2", "2/3"), geo("0", "1/2", "2/3")),
    "discrete Laplace": (two_sided(q("0"), q("1"), q("1/2")), two_sided(q("1"), q("1"), q("1/2"))),
    "discrete Laplace of two ratios": (two_sided(q("0"), q("1"), q("1/2")), two_sided(q("2"), q("1"), q("2/3"))),
    "to the left": (geo("3", "-1", "1/3"), geo("4", "-1", "1/4")),
    "a finite law first": (Node("finite", ((term(0), term(Fraction(1, 3))), (term(2), term(Fraction(2, 3))))), geo("0", "1", "1/3")),
    "with more weight at some points": (with_atoms("1/3", geo("0", "1", "9/10"), (0, Fraction(1, 2)), (Fraction(1, 2), Fraction(1, 2))), with_atoms("1/3", geo("0", "1", "4/5"), (0, 1))),
    "two residues": (Node("mixture", ((term(Fraction(1, 2)), geo("0", "1", "1/2")), (term(Fraction(1, 2)), geo("1/2", "1", "1/3")))), geo("0", "1", "1/2")),
}


def weights(node, most=900):
    """Points and their masses, enough of them that the rest is nothing."""
    if node.head == "geometric_law":
        start, step, ratio = (Fraction(str(part.args[0])) for part in node.args)
        return {start + k * step: mpmath.mpf((1 - ratio).numerator) / (1 - ratio).denominator * mpmath.mpf(ratio.numerator) ** k / mpmath.mpf(ratio.denominator) ** k for k in range(most)}
    found = {}
    for entry, share in ((part, w) for w, part in node.args[0]) if node.head == "mixture" else ((p, w) for p, w in node.args[0]):
        w = Fraction(str(share.args[0]))
        inner = weights(entry, most) if node.head == "mixture" else {Fraction(str(entry.args[0])): mpmath.mpf(1)}
        for x, v in inner.items():
            found[x] = found.get(x, mpmath.mpf(0)) + v * w.numerator / w.denominator
    return found


TINY = 1e-30
"""A mass beyond the last listed point of the other law."""


@pytest.fixture(params=PAIRS)
def pair(request):
    p, r = PAIRS[request.param]
    with mpmath.workdps(40):
        a, b = weights(p), weights(r)
        zero = mpmath.mpf(0)
        rows = [(a.get(x, zero), b.get(x, zero)) for x in {*a, *b}]
        yield p, r, [(u, v) for u, v in rows if (u and v) or u + v > TINY], a


@pytest.mark.parametrize("epsilon", (0, Fraction(1, 10), Fraction(1, 2), 1, 3, -1))
def test_hockey_sticks_are_sums(pair, epsilon):
    p, r, rows, _ = pair
    wanted = sum(max(a - mpmath.exp(mpmath.mpf(epsilon.numerator) / epsilon.denominator) * b, 0) for a, b in rows)
    assert both(hockey_stick_divergence(p, r, epsilon)) == pytest.approx(float(wanted), rel=1e-11, abs=1e-13)


def test_total_variation_is_an_exact_sum(pair):
    p, r, rows, _ = pair
    wanted = float(sum(abs(a - b) for a, b in rows) / 2)
    for node, factor in ((total_variation(p, r), 1), (l1_distance(p, r), 2), (least_disagreement(p, r), 1)):
        assert both(node) == pytest.approx(factor * wanted, rel=1e-11)
        assert isinstance(ev.value(node, {}, ev.Context(64)), fmpq)


@pytest.mark.parametrize("order", (Fraction(1, 2), Fraction(11, 10), 2, Fraction(7, 2)))
def test_renyi_divergences_are_series(pair, order):
    p, r, rows, _ = pair
    if order > 1 and any(a and not b for a, b in rows):
        assert both(renyi_divergence(p, r, order)) == math.inf
        return
    u = mpmath.mpf(order.numerator) / order.denominator
    terms = sorted((a**u * b ** (1 - u) for a, b in rows if a and b))
    found = both(renyi_divergence(p, r, order))
    if found == math.inf:
        assert terms[-1] > 10**6  # the series grows
        return
    assert found == pytest.approx(float(mpmath.log(mpmath.fsum(terms)) / (u - 1)), rel=1e-10)


def test_kullback_leibler_and_the_largest_loss(pair):
    p, r, rows, _ = pair
    for first, second, pairs in ((p, r, rows), (r, p, [(b, a) for a, b in rows])):
        if any(a and not b for a, b in pairs):
            assert both(kullback_leibler_divergence(first, second)) == both(max_divergence(first, second)) == math.inf
            continue
        assert both(kullback_leibler_divergence(first, second)) == pytest.approx(float(mpmath.fsum(a * mpmath.log(a / b) for a, b in pairs if a)), rel=1e-10)
        largest = max(mpmath.log(a / b) for a, b in pairs if a)
        found = both(max_divergence(first, second))
        assert found == pytest.approx(float(largest), rel=1e-10) or (found == math.inf and largest > 40)
    assert both(log_ratio_sup(p, r)) == max(both(max_divergence(p, r)), both(max_divergence(r, p)))


def test_moments_masses_and_distribution_functions(pair):
    p, _, _, a = pair
    assert both(mean(p)) == pytest.approx(float(mpmath.fsum(x.numerator * w / x.denominator for x, w in a.items())), rel=1e-10, abs=1e-12)
    for k in (1, 2, 3):
        assert both(absolute_moment(p, k)) == pytest.approx(float(mpmath.fsum((abs(x.numerator) * mpmath.mpf(1) / x.denominator) ** k * w for x, w in a.items())), rel=1e-10)
    for x in (-3, 0, Fraction(1, 2), 1, Fraction(7, 4), 5, 40):
        assert both(distribution_function(p, x)) == pytest.approx(float(mpmath.fsum(w for y, w in a.items() if y <= x)), rel=1e-11, abs=1e-13)
        assert both(mass(p, Node("event", term(x)))) == pytest.approx(float(a.get(Fraction(x), 0)), rel=1e-12)


def test_a_law_and_its_translate_are_as_far_apart_as_they_were_moved():
    p = two_sided(q("0"), q("1"), q("1/3"))
    for order in (1, 2, oo):
        assert both(wasserstein_distance(p, translate(p, Fraction(3, 2)), order)) == 1.5


def test_the_distance_of_order_1_is_the_area_between_distribution_functions(pair):
    p, r, _, a = pair
    b = weights(r)
    places = sorted({*a, *b})
    if p.head == "mixture" and len({x % 1 for x in places}) > 1:
        with pytest.raises(Undecided):  # atoms on several progressions
            checker(wasserstein_distance(p, r, 1))
        assert ev.value(wasserstein_distance(p, r, 1), {}, ev.Context(64)).hi == math.inf
        return
    gap, area = mpmath.mpf(0), mpmath.mpf(0)
    for x, y in itertools.pairwise(places):
        gap += a.get(x, 0) - b.get(x, 0)
        area += abs(gap) * (y - x).numerator / (y - x).denominator
    assert both(wasserstein_distance(p, r, 1)) == both(wasserstein_distance(r, p, 1)) == pytest.approx(float(area), rel=1e-10)


def test_the_divergence_of_a_law_from_itself_is_0(pair):
    p = pair[0]
    for node in (total_variation(p, p), renyi_divergence(p, p, 2), kullback_leibler_divergence(p, p), max_divergence(p, p), hockey_stick_divergence(p, p, 1)):
        assert both(node) == 0


def test_the_geometric_mechanism_has_exactly_its_epsilon():
    p, r = PAIRS["discrete Laplace"]
    assert ev.value(max_divergence(p, r), {}, ev.Context(64)) == elementary.log(fmpq(2))
    assert ev.value(hockey_stick_divergence(p, r, Node("log", term(2))), {}, ev.Context(64)) == 0


def test_what_has_no_route_is_left_open_by_both():
    p = geo("0", "1", "1/2")
    for other in (geo("0", "1/3", "1/2"), with_atoms("1/2", normal(q("0"), q("1")).node, (0, 1)), Node("mixture", ((term(Fraction(1, 2)), p), (term(Fraction(1, 2)), geo("0", "1", "1/3"))))):
        for node in (total_variation(p, other), renyi_divergence(p, other, 2)):
            with pytest.raises(Undecided):
                checker(node)
            assert isinstance(ev.value(node, {}, ev.Context(64)), numbers.Enclosure)
    for node in (jensen_shannon_divergence(p, geo("0", "1", "1/3")), wasserstein_distance(p, geo("0", "1", "1/3"), 2)):
        with pytest.raises(Undecided):
            checker(node)
        assert ev.value(node, {}, ev.Context(64)).hi == math.inf


@pytest.mark.parametrize("parameters", (("0", "0", "1/2"), ("0", "1", "1"), ("0", "1", "0"), ("0", "1", "-1/2")))
def test_parameters_that_give_no_law(parameters):
    with pytest.raises(NoValue):
        laws.GeometricLaw(*(q(x) for x in parameters))
    with pytest.raises(Exception, match="geometric"):
        checker(mean(geo(*parameters)))


def test_a_level_that_is_a_range_is_decided_by_its_ends():
    p, r = PAIRS["discrete Laplace of two ratios"]
    law = [ev.value(x, {}, ev.Context(64)) for x in (p, r)]
    from verify.quantities.kernels.geometric import evaluate

    found = evaluate("hockey_stick", [*law, numbers.Enclosure(arb(0.125), arb(0.5))], 64)
    assert found.lo < engine(hockey_stick_divergence(p, r, Fraction(1, 4))) < found.hi


# --- atoms beside a density --------------------------------------------------------------------------------------------

MIXED = {
    "normal": (normal, lambda x, m: mpmath.npdf(x, m, 1), with_atoms("1/4", normal(q("0"), q("1")).node, (0, 1)), with_atoms("1/2", normal(q("1"), q("1")).node, (0, 1)), Fraction(1, 4), Fraction(1, 2)),
    "Laplace": (laplace, lambda x, m: mpmath.exp(-abs(x - m)) / 2, with_atoms("1/10", laplace(q("0"), q("1")).node, (0, 1)), with_atoms("3/4", laplace(q("1"), q("1")).node, (0, 1)), Fraction(1, 10), Fraction(3, 4)),
}


@pytest.fixture(params=MIXED)
def mixed(request):
    _, density, p, r, w, v = MIXED[request.param]
    return p, r, (lambda x: float(1 - w) * density(x, 0)), (lambda x: float(1 - v) * density(x, 1)), mpmath.mpf(w.numerator) / w.denominator, mpmath.mpf(v.numerator) / v.denominator


def integral(f, kinks=()):
    return mpmath.quad(f, sorted({-40, -10, -5, -2, 0, 1, 2, 5, 10, 40, *kinks}))


@pytest.mark.parametrize("epsilon", (0, Fraction(1, 2), 2))
def test_hockey_sticks_hold_atoms_against_atoms(mixed, epsilon):
    p, r, f, g, w, v = mixed
    t = mpmath.exp(mpmath.mpf(epsilon.numerator) / epsilon.denominator)
    signs = [x / mpmath.mpf(64) for x in range(-64 * 30, 64 * 30) if (f(x / mpmath.mpf(64)) > t * g(x / mpmath.mpf(64))) != (f((x + 1) / mpmath.mpf(64)) > t * g((x + 1) / mpmath.mpf(64)))]
    kinks = [mpmath.findroot(lambda x: f(x) - t * g(x), (x, x + mpmath.mpf(1) / 64), solver="anderson") for x in signs]
    wanted = integral(lambda x: max(f(x) - t * g(x), 0), kinks) + max(w - t * v, 0)
    assert both(hockey_stick_divergence(p, r, epsilon)) == pytest.approx(float(wanted), abs=1e-9)
    if epsilon == 0:
        assert both(total_variation(p, r)) == pytest.approx(float(wanted), abs=1e-9)


@pytest.mark.parametrize("order", (Fraction(1, 2), Fraction(3, 2), 2, 5))
def test_renyi_divergences_hold_atoms_against_atoms(mixed, order):
    p, r, f, g, w, v = mixed
    u = mpmath.mpf(order.numerator) / order.denominator
    wanted = mpmath.log(integral(lambda x: f(x) ** u * g(x) ** (1 - u)) + w**u * v ** (1 - u)) / (u - 1)
    assert both(renyi_divergence(p, r, order)) == pytest.approx(float(wanted), abs=1e-9)


def test_order_1_and_the_largest_loss(mixed):
    p, r, f, g, w, v = mixed
    wanted = integral(lambda x: f(x) * mpmath.log(f(x) / g(x))) + w * mpmath.log(w / v)
    assert both(kullback_leibler_divergence(p, r)) == pytest.approx(float(wanted), abs=1e-9)
    assert both(max_divergence(p, r)) == pytest.approx(max(math.log(w / v), math.log(f(-60) / g(-60))), abs=1e-9) or both(max_divergence(p, r)) == math.inf


def test_an_atom_at_the_end_of_a_cell_is_no_part_of_it():
    """The distribution functions cross left of the common atom, at which their difference changes its sign once more."""
    p, r = with_atoms("1/100", normal(q("0"), q("2")).node, (0, 1)), with_atoms("1/4", normal(q("-1/4"), q("2")).node, (0, 1))
    gap = lambda x: 0.99 * mpmath.ncdf(x / 2) - 0.75 * mpmath.ncdf((x + mpmath.mpf(1) / 4) / 2)  # noqa: E731
    left = mpmath.findroot(gap, (-3, -0.3), solver="anderson")
    right = lambda x: gap(x) + mpmath.mpf("0.01") - mpmath.mpf("0.25")  # noqa: E731
    wanted = mpmath.quad(lambda x: abs(gap(x)), [-40, -10, left, 0]) + mpmath.quad(lambda x: abs(right(x)), [0, 2, 10, 40])
    assert both(wasserstein_distance(p, r, 1), 1e-7) == pytest.approx(float(wanted), abs=1e-9)


@pytest.mark.parametrize("kind", ("beside a density", "endless"))
def test_engines_and_checker_agree_on_drawn_pairs(kind):
    for seed in range(25):
        drawer = Drawer(random.Random(seed), 2)
        drawer.atoms = kind
        first = drawer.member(Laws(LINE), {}, "P")
        p, r = first.node, drawer.member(Laws(LINE), {"P": first}, "Q").node
        for node in (total_variation(p, r), hockey_stick_divergence(p, r, Fraction(1, 2)), renyi_divergence(p, r, 2), renyi_divergence(p, r, Fraction(1, 2)),
                     kullback_leibler_divergence(p, r), max_divergence(p, r), absolute_moment(p, 3), distribution_function(p, Fraction(1, 2))):
            both(node, 1e-9)


def test_atoms_that_one_law_lacks(mixed):
    p, r, *_ = mixed
    bare = r.args[0][0][1]
    assert both(renyi_divergence(p, bare, 2)) == both(kullback_leibler_divergence(p, bare)) == math.inf
    assert both(renyi_divergence(bare, p, 2)) < math.inf
    assert both(renyi_divergence(p, p, 2)) == 0


@pytest.mark.parametrize("build", (normal, laplace))
def test_mixtures_of_several_densities_with_atoms(build):
    """As a noise with atoms makes them of a finite law: convolutions with two points."""
    noise = with_atoms("1/4", build(q("0"), q("1")).node, (0, 1))
    p = Node("convolve", Node("finite", ((term(0), term(Fraction(2, 3))), (term(1), term(Fraction(1, 3))))), noise)
    r = Node("convolve", Node("finite", ((term(0), term(Fraction(1, 4))), (term(1), term(Fraction(3, 4))))), noise)
    density = (lambda x: mpmath.npdf(x, 0, 1)) if build is normal else (lambda x: mpmath.exp(-abs(x)) / 2)
    f = lambda x: (density(x) * 2 / 3 + density(x - 1) / 3) * 3 / 4  # noqa: E731
    g = lambda x: (density(x) / 4 + density(x - 1) * 3 / 4) * 3 / 4  # noqa: E731
    atoms = [(mpmath.mpf(2) / 12, mpmath.mpf(1) / 16), (mpmath.mpf(1) / 12, mpmath.mpf(3) / 16)]
    half = mpmath.mpf(1) / 2
    assert both(total_variation(p, r), 1e-7) == pytest.approx(float(integral(lambda x: abs(f(x) - g(x)), (half,)) / 2 + sum(abs(a - b) for a, b in atoms) / 2), abs=1e-7)
    assert both(hockey_stick_divergence(p, r, 2), 1e-7) == pytest.approx(0, abs=1e-7)
    for order in (Fraction(1, 2), 2, Fraction(5, 2)):
        u = mpmath.mpf(order.numerator) / order.denominator
        wanted = mpmath.log(integral(lambda x, u=u: f(x) ** u * g(x) ** (1 - u)) + sum(a**u * b ** (1 - u) for a, b in atoms)) / (u - 1)
        assert both(renyi_divergence(p, r, order), 1e-5) == pytest.approx(float(wanted), abs=1e-5)
    wanted = integral(lambda x: f(x) * mpmath.log(f(x) / g(x))) + sum(a * mpmath.log(a / b) for a, b in atoms)
    assert engine(kullback_leibler_divergence(p, r)) == pytest.approx(float(wanted), abs=1e-7)


def test_an_atom_beside_a_density_has_its_mass(mixed):
    p, _, _, _, w, _ = mixed
    assert both(mass(p, Node("event", term(0)))) == pytest.approx(float(w))
    assert both(mass(p, Node("event", term(1)))) == 0


def test_laws_with_atoms_have_no_density():
    for node in (geo("0", "1", "1/2"), MIXED["normal"][2], Node("product", MIXED["normal"][2], MIXED["normal"][3])):
        where = Laws(LINE, density=True) if node.head != "product" else Node("laws", Node("euclid", term(2), term(1)), *Laws(LINE, density=True).args[1:])
        value = ev.value(node, {}, ev.Context(64))
        assert contains(where, value, {}, ev.Context(64)) is Truth.FALSE
        from verify.evidence.checker.membership import contains as checked

        assert checked(Evaluator(Budget(10**6)), to_json(where), Evaluator(Budget(10**6)).law(to_json(node), {}), {}) == "false"
