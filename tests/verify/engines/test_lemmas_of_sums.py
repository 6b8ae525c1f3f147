"""Tails of sums of independent numbers, sub-Gaussian numbers, matrices and points from lemmas of the textbook: what is true is proved and confirmed, what is false by a little is not proved."""

import json

import pytest

from mechanisms import Bernoulli, Normal
from verify import claims as c
from verify.engines import lemmas, symbolic
from verify.engines.task import EFFORTS, Status, Task
from verify.evidence import certificate
from verify.evidence.checker.check import check_data
from verify.quantities import mean, moment, sub_gaussian, variance

a, d, e, i, n, p, s, t = c.numbers("a d e i n p s t")
A, B, P, x, y = c.objects("A B P x y")
UNIT = {n: c.integers(1), P: c.Laws(c.LINE, support=c.between(0, 1))}
SAMPLE, total = {x: c.iid(P, n)}, c.Sum({i: c.upto(n)}, x[i])
COINS = {x: c.iid(c.finite_law({1: p, 0: 1 - p}), n)}
NORMAL = {x: c.iid(Normal(0, scale=2), n)}
POINTS = {d: c.integers(1), x: c.Points(c.Euclid(d, 2)), y: c.Points(c.Euclid(d, 2))}
MATRICES = {d: c.integers(1), A: c.SymmetricMatrices(d), B: c.SymmetricMatrices(d)}
largest = c.Sup({i: c.upto(d)}, x[i])
soft = c.log(c.Sum({i: c.upto(d)}, c.exp(x[i])))


def at_most(left, right):
    return c.Compare(left, "<=", right)


def tail(share):
    return {**UNIT, a: c.at_least(0)}, at_most(c.Prob(SAMPLE, c.Compare(total, ">=", n * mean(P) + a)), share * c.exp(-2 * a**2 / n))


def average(share):
    return {**UNIT, t: c.integers(1)}, at_most(c.Prob(SAMPLE, c.Compare(total / n, "<=", mean(P) - c.sqrt(2 * c.log(t) / n))), share * t ** (-4))


def coins(share):
    return {n: c.integers(1), p: c.between(0, 1), e: c.above(0)}, at_most(c.Prob(COINS, c.Compare(total, ">=", n * (p + e))), share * c.exp(-2 * n * e**2))


def highest(share):
    return {n: c.integers(1)}, at_most(c.Expect(NORMAL, c.Sup({i: c.upto(n)}, x[i])), share * 2 * c.sqrt(2 * c.log(n)))


def length(share):
    return {n: c.integers(1)}, at_most(c.Expect(NORMAL, c.norm(x, 2)), share * 2 * c.sqrt(n))


def spread(share):
    return {P: c.Laws(c.LINE), s: c.above(0)}, at_most(variance(P), share * s**2), sub_gaussian(P, s)


def weyl(share):
    return MATRICES, at_most(c.largest_eigenvalue(A + B), share * (c.largest_eigenvalue(A) + c.largest_eigenvalue(B)))


def trace(share):
    return MATRICES, at_most(c.trace(A), share * c.trace(B)), c.Loewner(A, B)


def semidefinite(share):
    return {d: c.integers(1), A: c.Covariances(d), B: c.Covariances(d)}, c.positive_semidefinite(A + share * B if share != 1 else A + B)


def inner(share):
    return POINTS, at_most(c.dot(x, y, d), share * c.norm(x, 2) * c.norm(y, 2))


def exponentials(share):
    return {d: c.integers(1), x: c.Points(c.Euclid(d, 2))}, at_most(soft, largest + share * c.log(d))


def ratio(share):
    return {P: c.Laws(c.LINE, moments=2)}, at_most(c.Abs(mean(P)) / c.sqrt(moment(P, 2)), share), c.Compare(moment(P, 2), ">", 0)


def deviation(share):
    return UNIT, at_most(c.Expect(SAMPLE, (total / n - mean(P)) ** 2), share / (4 * n))


def scatter(share):
    return {n: c.integers(1), P: c.Laws(c.LINE, moments=2)}, at_most(n * c.Expect(SAMPLE, (total / n - mean(P)) ** 2), share * variance(P))


STATEMENTS = (tail, average, deviation, scatter, coins, highest, length, spread, weyl, trace, semidefinite, inner, exponentials, ratio)


def found(made, share, engine=lemmas):
    forall, states, *given = made(share)
    (variant,) = c.Claim("toy/sums", "Toy", forall=forall, given=given, states=states).variants()
    task = Task(variant, EFFORTS["standard"], seed=0)
    return task, engine.decide(task)


@pytest.mark.parametrize("made", STATEMENTS)
def test_what_is_true_is_proved_and_confirmed(made):
    task, answer = found(made, 1)
    assert answer.status is Status.PROVED, answer.summary
    assert check_data(json.loads(json.dumps(certificate.build(task.variant, answer, effort="standard", seed=0))), "toy/sums").status == "confirmed"


@pytest.mark.parametrize("made", STATEMENTS)
def test_what_is_false_by_a_little_is_not_proved(made):
    _, answer = found(made, c.number("99/100") if made is not semidefinite else c.number(-1))
    assert answer.status is not Status.PROVED


@pytest.mark.parametrize(("forall", "measured", "true", "false"), [
    ({p: c.between(0, 1)}, variance(Bernoulli(p)), p * (1 - p), p * (1 - p) / 2),
    ({p: c.between(0, 1)}, mean(c.finite_law({-1: p, 2: 1 - p})), 2 - 3 * p, 2 - 2 * p),
    ({p: c.between(0, 1)}, variance(c.finite_law({-1: p / 2, 0: 1 - p, 1: p / 2})), p, p**2),
    ({a: c.REALS, s: c.above(0)}, mean(Normal(a, scale=s)), a, a + s),
])
def test_means_and_variances_are_formulas_in_the_weights(forall, measured, true, false):
    for claimed, proved in ((true, True), (false, False)):
        task, answer = found(lambda share, claimed=claimed: (forall, c.Compare(measured, "==", claimed)), 1, symbolic)
        assert (answer.status is Status.PROVED) is proved
        if proved:
            assert check_data(json.loads(json.dumps(certificate.build(task.variant, answer, effort="standard", seed=0))), "toy/sums").status == "confirmed"


def test_weights_that_may_be_negative_have_no_mean():
    _, answer = found(lambda share: ({p: c.between(0, 2)}, c.Compare(mean(c.finite_law({-1: p, 1: 1 - p})), "==", 1 - 2 * p)), 1, symbolic)
    assert answer.status is not Status.PROVED
