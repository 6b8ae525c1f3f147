"""Claims that quantify over covariance matrices and normal laws on R^d: closed forms, singular matrices, bad input."""

import random
from fractions import Fraction

import numpy as np
import pytest

from mechanisms import GaussianProcess, NormalVector
from verify import claims as c
from verify import quantities as q
from verify.engines import evaluate as ev
from verify.engines import search
from verify.engines.draw import Drawer
from verify.engines.task import EFFORTS, Status, Task
from verify.engines.truth import Truth
from verify.values import numbers
from verify.values.formulas import formula
from verify.values.matrices import offending_minor

n, alpha, beta, epsilon, sigma = c.numbers("n alpha beta epsilon sigma")
u, v, K, L, A, P, Q, R = c.objects("u v K L A P Q R")
SPACE = c.Euclid(n, 2)
VECTORS = {n: c.integers(1), u: c.Points(SPACE), v: c.Points(SPACE), K: c.Covariances(n, definite=True)}
LAWS = {n: c.integers(1), P: c.NormalLaws(SPACE), Q: c.NormalLaws(SPACE)}
BOTH = (Truth.TRUE, "true")
D, TV, W, H = q.renyi_divergence, q.total_variation, q.wasserstein_distance, q.hockey_stick_divergence
N = c.normal_vector


def task(forall, states, given=()):
    (variant,) = c.Claim("toy/item", "Item", forall=forall, given=given, states=states).variants()
    return Task(variant, EFFORTS["standard"])


def le(a, b):
    return c.Compare(a, "<=", b)


TRUE = {
    "the divergence of a shift": ({**VECTORS, alpha: c.above(1)}, c.Compare(D(N(u, K), N(v, K), alpha), "==", alpha / 2 * c.inverse_form(K, u - v))),
    "divergences grow with the order": ({**LAWS, alpha: c.above(0), beta: c.at_least(alpha)}, le(D(P, Q, alpha), D(P, Q, beta))),
    "the order infinity is the largest": ({**LAWS, alpha: c.above(0)}, le(D(P, Q, alpha), q.max_divergence(P, Q))),
    "a coordinate says no more than the vector": ({**LAWS, alpha: c.above(0)}, le(D(c.marginal(P, 1), c.marginal(Q, 1), alpha), D(P, Q, alpha))),
    "transport obeys the triangle inequality": ({**LAWS, R: c.NormalLaws(SPACE)}, le(W(P, R, 2, 2), W(P, Q, 2, 2) + W(Q, R, 2, 2))),
    "means are no further apart than laws": (LAWS, le(c.norm(q.mean(P) - q.mean(Q), 2), W(P, Q, 2, 2))),
    "noise brings laws closer": ({**VECTORS, L: c.Covariances(n), alpha: c.above(1)}, le(D(N(u, K + L), N(v, K + L), alpha), D(N(u, K), N(v, K), alpha))),
}
FALSE = {
    "the divergence without its half": ({**VECTORS, alpha: c.above(1)}, le(D(N(u, K), N(v, K), alpha), alpha / 4 * c.inverse_form(K, u - v))),
    "divergences are symmetric": ({**LAWS, alpha: c.above(1)}, le(D(P, Q, alpha), D(Q, P, alpha))),
    "a covariance is never singular": ({n: c.integers(1), K: c.Covariances(n), u: c.Points(SPACE)}, c.Compare(c.inverse_form(K, u), "<", c.oo)),
    "all covariances are definite": ({n: c.integers(1), K: c.Covariances(n)}, c.Member(K, c.Covariances(n, definite=True))),
    "independent coordinates are enough": (
        {n: c.integers(2), K: c.Covariances(n, definite=True), u: c.Points(SPACE)}, c.Compare(c.inverse_form(K, u), "<=", c.Sum({sigma: c.upto(n)}, u[sigma] ** 2 / K[sigma][sigma]))),
    "transport only moves the mean": (LAWS, le(W(P, Q, 2, 2), c.norm(q.mean(P) - q.mean(Q), 2))),
    "a shift is told with half the advantage": ({**VECTORS, epsilon: c.at_least(0)}, le(H(N(u, K), N(v, K), epsilon), TV(N(u, K), N(v, K)) / 2)),
}


@pytest.mark.parametrize("name", TRUE)
def test_a_true_claim_is_never_refuted(name):
    finding = search.decide(task(*TRUE[name]))
    assert finding.status is Status.SUPPORTED, finding.summary
    assert finding.coverage["admitted"] > 20


@pytest.mark.parametrize("name", FALSE)
def test_a_false_claim_is_refuted_and_the_checker_confirms(name, must_be_refuted):
    must_be_refuted(task(*FALSE[name]))


def near(x, y):
    return le(c.Abs(x - y), Fraction(1, 10**9))


def matrix(*rows):
    return tuple(tuple(row) for row in rows)


ONES, UNIT, PLANE = matrix((1, 1), (1, 1)), matrix((1, 0), (0, 1)), matrix((2, 1), (1, 2))
THREE = matrix((2, 1, 0), (1, 2, 1), (0, 1, 2))


@pytest.mark.parametrize("statement", [
    c.Compare(D(N((1, 1), ONES), N((0, 0), ONES), 2), "==", 1),  # along the line on which both live
    c.Compare(D(N((1, 0), ONES), N((0, 0), ONES), 2), "==", c.oo),
    c.Compare(D(N((0, 0), ONES), N((0, 0), UNIT), Fraction(1, 2)), "==", c.oo),  # mutually singular
    c.Compare(TV(N((0, 0), ONES), N((0, 0), UNIT)), "==", 1),
    c.Compare(TV(N((0, 0), UNIT), c.finite_law({(0, 0): 1})), "==", 1),
    c.Compare(N((1, 2), matrix((0, 0), (0, 0))), "==", c.finite_law({(1, 2): 1})),
    c.Compare(D(N((0, 0), PLANE), N((0, 0), UNIT), 2), "==", c.oo),  # 2 times the unit matrix less the first is singular
    c.Compare(D(N((0, 0), UNIT), N((0, 0), PLANE), c.oo), "==", c.log(3) / 2),
    c.Compare(q.kullback_leibler_divergence(N((0, 0), PLANE), N((0, 0), UNIT)), "==", 1 - c.log(3) / 2),
    near(H(N((3, 4), UNIT), N((0, 0), UNIT), 1), H(N(5, 1), N(0, 1), 1)),
    c.Compare(q.l1_distance(N((3, 4), UNIT), N((0, 0), UNIT)), ">", Fraction(19, 10)),
    c.Compare(W(N((0, 0), matrix((4, 0), (0, 9))), N((1, 0), UNIT), 2, 2) ** 2, "==", 6),
    c.Compare(W(N((3, 4), PLANE), N((0, 0), PLANE), 7, 1), "==", 7),
    c.Compare(q.absolute_moment(N((3, 4), PLANE), 2, 2), "==", 29),
    near(q.mean(c.marginal(N((3, 4), ONES), 2)), 4),
    c.Compare(D(c.affine(N((1, 2), PLANE), matrix((1, 1), (1, -1)), (0, 1)), N((3, 0), matrix((6, 0), (0, 2))), 2), "==", 0),
    c.Compare(D(c.convolve(N((0, 1), PLANE), N((1, 0), UNIT)), N((1, 1), matrix((3, 1), (1, 3))), 3), "==", 0),
    near(q.mean(c.affine(N((1, 2), PLANE), (1, 1), 1)), 4),
    c.Compare(c.inverse_form(THREE, (1, 0, 0)), "==", Fraction(3, 4)),
    c.Compare(c.inverse_form(ONES, (2, 2)), "==", 4),
    c.Member(N((0, 0), ONES), c.Laws(c.Euclid(2, 2))),
    c.Not(c.Member(N((0, 0), ONES), c.Laws(c.Euclid(2, 2), density=True))),
    c.Not(c.Member(c.term(matrix((1, 2), (2, 1))), c.Covariances(2))),
    c.Not(c.Member(c.term(matrix((1, 2), (0, 9))), c.Covariances(2))),
])
def test_the_evaluator_and_the_checker_know_the_closed_form(statement, truths):
    assert truths(statement) == BOTH


def test_a_matrix_with_a_negative_minor_has_no_normal_law(truths):
    assert truths(c.Compare(q.mean(c.Node("normal_vector", c.term((0, 0)), c.term(matrix((1, 2), (2, 1))))), "==", 0)) == (Truth.NO_VALUE, "no value")


def test_transport_in_space_is_that_of_the_roots_of_the_covariances():
    other = matrix((3, 0, 1), (0, 1, 0), (1, 0, 2))
    value = numbers.to_float(ev.value(W(N((0, 0, 0), THREE), N((0, 1, 0), other), 2, 2), {}, ev.Context(64)))
    s, t = (np.array(m, dtype=float) for m in (THREE, other))
    values, vectors = np.linalg.eigh(s)
    root = vectors @ np.diag(np.sqrt(values)) @ vectors.T
    expected = np.sqrt(1 + np.trace(s + t) - 2 * np.sqrt(np.linalg.eigvalsh(root @ t @ root)).sum())
    assert value == pytest.approx(expected, rel=1e-12)


def test_both_know_transport_in_space(truths):
    other = matrix((3, 0, 1), (0, 1, 0), (1, 0, 2))
    distance = W(N((0, 0, 0), THREE), N((0, 1, 0), other), 2, 2)
    assert truths(c.All(le(distance, 2), c.Compare(distance, ">", 1))) == BOTH


@pytest.mark.parametrize(("rows", "minor"), [
    (((1, 2), (2, 1)), (1, 2)), (((0, 1), (1, 0)), (1, 2)), (((-1,),), (1,)), (((1, 1, 0), (1, 1, 1), (0, 1, 5)), (1, 2, 3)), (((0, 0), (0, -2)), (2,)), (((1, 1), (1, 1)), ()),
])
def test_the_offending_minor_is_negative(rows, minor):
    exact = [[Fraction(x) for x in row] for row in rows]
    assert offending_minor(exact) == minor
    if minor:
        assert np.linalg.det(np.array(rows, dtype=float)[np.ix_([k - 1 for k in minor], [k - 1 for k in minor])]) < 0


@pytest.mark.parametrize(("declare", "words"), [
    (lambda: N((0, 0), matrix((1, 2), (2, 1))), "positive semidefinite, got a negative minor of rows and columns 1, 2"),
    (lambda: N((0, 0), matrix((1, 2), (3, 9))), "symmetric matrix"),
    (lambda: N(0, -1), "rows and columns 1"),
    (lambda: NormalVector((0, 0), ((1, 2), (2, 1))), "positive semidefinite"),
    (lambda: NormalVector((0, 0), ((1, 0),)), "a row and a column for each coordinate"),
])
def test_a_matrix_that_is_no_covariance_is_refused_where_it_is_declared(declare, words):
    with pytest.raises(ValueError, match=words):
        declare()


def test_a_process_at_finitely_many_points_is_a_normal_vector(truths):
    process = GaussianProcess(kernel="cauchy", width=1)
    law, moved = process.law((0, 1)), process.law((0, 1), mean=(1, Fraction(1, 2)))
    assert truths(c.Compare(D(moved, law, 2), "==", c.inverse_form(matrix((1, Fraction(1, 2)), (Fraction(1, 2), 1)), (1, Fraction(1, 2))))) == BOTH
    draws = moved.sample(40_000, np.random.default_rng(0))
    assert np.allclose(draws.mean(axis=0), (1, 0.5), atol=0.03)
    assert np.allclose(np.cov(draws.T), [[1, 0.5], [0.5, 1]], atol=0.03)


def test_evaluator_and_checker_agree_on_drawn_laws(truths):
    """They compute divergences by different formulas."""
    rng = random.Random(5)
    where = c.NormalLaws(c.Euclid(3, 2))
    drawer = Drawer(rng, 2)
    finite = 0
    for order in (Fraction(1, 2), 1, Fraction(3, 2), 2, 5, c.oo):
        for _ in range(6):
            first = drawer.member(where, {})
            laws = [formula(first), formula(drawer.member(where, {"P": first}))]
            for quantity in (D(*laws, order), TV(*laws), W(*laws, 2, 2)):
                value = ev.value(quantity, {}, ev.Context(96))
                if isinstance(value, numbers.Enclosure) and not value.width < 1e-6:
                    continue  # total variation between laws of different covariance
                if value == float("inf"):
                    assert truths(c.Compare(quantity, "==", c.oo)) == BOTH
                    continue
                finite += 1
                x = Fraction(numbers.to_float(value))
                assert truths(le(c.Abs(quantity - x), Fraction(1, 10**9) * (1 + abs(x)))) == BOTH, quantity
    assert finite > 30


def test_a_point_against_a_normal_law_is_infinitely_far_for_the_checker_too():
    from verify.evidence.checker.evaluate import Evaluator
    from verify.evidence.checker.numbers import INFINITY, Budget

    def checked(first, second, order):
        return Evaluator(Budget(10**6)).value(["renyi", ["normal_vector", "0", first], ["normal_vector", "0", second], order], {})

    assert checked("0", "1", "2") is INFINITY and checked("0", "1", "1") is INFINITY
    assert checked("1", "0", "2") is INFINITY and checked("1", "0", "1") is INFINITY
    assert checked("0", "1", "1/2") is INFINITY  # below order 1 too: the laws are singular


def test_no_covariance_without_coordinates_is_drawn():
    found = search.decide(task({n: c.integers(0, 0), K: c.Covariances(n), L: c.Covariances(n)}, c.Member(K, c.Covariances(n))))
    assert found.status is not Status.REFUTED
    assert "a covariance of no coordinates" in found.summary
