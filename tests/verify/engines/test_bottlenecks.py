"""The limit of the cheapest exponential cost of a coupling: found by engine and checker, the same as by numbers at a large order, and left open for other terms."""

from contextlib import suppress
from fractions import Fraction as F

import pytest
from flint import fmpq

import verify.claims as c
from mechanisms import Laplace, Uniform
from verify.claims.nodes import Node, number, term
from verify.engines import evaluate as ev
from verify.engines.truth import Truth
from verify.quantities import renyi_divergence
from verify.values import numbers

C, x, y = c.objects("C x y")
a = c.numbers("a")
NOISE = term(Laplace(0, scale=1))
P, Q = c.finite_law({0: F(1, 2), 1: F(1, 2)}), c.finite_law({0: F(1, 4), 3: F(3, 4)})
SAME, ASIDE = c.finite_law({0: F(1, 4), 1: F(3, 4)}), c.finite_law({0: F(1, 4), F(1, 2): F(3, 4)})


def mean(p, q, noise, factor, order):
    return c.Inf({C: c.Couplings(p, q)}, c.Expect({(x, y): C}, c.exp(factor * renyi_divergence(noise, c.translate(noise, x - y), order))))


def limit(p=P, q=Q, noise=NOISE, factor=2 * (a - 1), order=2 * (a - 1) + 1, by=None):
    return Node("limit", ((a, number("oo")),), c.log(mean(p, q, noise, factor, order)) / (factor if by is None else by))


def test_it_is_the_least_largest_distance_for_laplace_noise(truths):
    for p, q, expected in ((P, Q, 3), (P, SAME, 1), (P, P, 0), (c.finite_law({2: 1}), SAME, 2)):
        assert truths(c.Compare(limit(p, q), "<=", expected + F(1, 1000))) == (Truth.TRUE, "true")
        assert truths(c.Compare(limit(p, q), "<=", expected - F(1, 1000))) == (Truth.FALSE, "false")


def test_the_larger_of_two_couplings(truths):
    both = Node("limit", ((a, number("oo")),), c.log(c.Max(mean(P, Q, NOISE, a, a + 1), mean(P, SAME, NOISE, a, a + 1))) / a)
    assert truths(c.Compare(both, "<=", F(3001, 1000))) == (Truth.TRUE, "true")
    assert truths(c.Compare(both, "<=", F(2999, 1000))) == (Truth.FALSE, "false")


def test_a_noise_that_ends_costs_infinitely_much_where_mass_must_move(truths):
    noise = term(Uniform(0, 1))
    assert truths(c.Compare(limit(P, SAME, noise), "<", c.oo)) == (Truth.FALSE, "false")
    assert truths(c.Compare(limit(P, P, noise), "<=", F(1, 1000))) == (Truth.TRUE, "true")


@pytest.mark.parametrize(("p", "q"), [(P, Q), (P, SAME), (Q, SAME), (SAME, ASIDE)])
def test_numbers_at_a_large_order_come_close(p, q):
    found = numbers.to_float(ev.value(limit(p, q), {}, ev.Context(64)))
    near = c.log(mean(p, q, NOISE, a, a + 1)) / a
    assert abs(numbers.to_float(ev.value(near, {"a": fmpq(100)}, ev.Context(64))) - found) < 0.05


OTHERS = {
    "another divisor": limit(by=a),
    "a factor that stays": limit(factor=1 + 1 / a, order=a + 1),
    "an order that stays": limit(factor=a, order=number(2)),
    "distributions that vary": Node("limit", ((a, number("oo")),), c.log(mean(P, Q, c.translate(NOISE, 1 / a), a, a + 1)) / a),
    "a factor that depends on the pair": Node("limit", ((a, number("oo")),), c.log(mean(P, Q, NOISE, a * x, a + 1)) / a),
}


@pytest.mark.parametrize("name", OTHERS)
def test_other_terms_are_left_open(name, truths):
    from verify.evidence.checker.numbers import Undecided

    statement = c.Compare(OTHERS[name], "<=", 3)
    assert ev.holds(statement, {})[0] in (Truth.UNDECIDED, Truth.NO_VALUE)
    with suppress(Undecided):
        assert truths(statement)[1] not in ("true", "false")
