"""Laws are equal where their distribution functions are, and joint laws are made from the marginals that hypotheses give."""

import json

import pytest

from mechanisms import Laplace, Normal
from verify import claims as c
from verify import quantities as q
from verify.engines import evaluate as ev
from verify.engines import search
from verify.engines.task import EFFORTS, Status, Task
from verify.engines.truth import Truth
from verify.evidence.checker.check import check_data
from verify.run.decide import Settings, run_variant
from verify.values.numbers import NoValue

y, n, t, s = c.numbers("y n t s")
J, K = c.objects("J K")
cdf = q.distribution_function
MIXED = c.mixture((c.number("1/3"), Normal(0, variance=1)), (c.number("2/3"), Normal(2, variance=1)))

MOVED = c.translate(Laplace(0, scale=1), 5)


def equal(first, second):
    return c.ForAll({y: c.REALS}, c.Compare(cdf(first, y), "==", cdf(second, y)))


TRUE = {
    "one normal law": equal(Normal(1, variance=2), Normal(1, variance=2)),
    "a mixture in another order": equal(MIXED, c.mixture((c.number("2/3"), Normal(2, variance=1)), (c.number("1/3"), Normal(0, variance=1)))),
    "a marginal of a product": equal(c.marginal(c.product(MIXED, Normal(0, variance=1)), 1), MIXED),
    "a number is its only coordinate": equal(c.marginal(MIXED, 1), MIXED),
    "a number that was moved is its only coordinate": equal(c.marginal(MOVED, 1), MOVED),
}
FALSE = {
    "another mean": equal(Normal(1, variance=2), Normal(0, variance=2)),
    "another shape": equal(Normal(0, variance=1), Laplace(0, scale=1)),
    "other weights": equal(MIXED, c.mixture((c.number("1/2"), Normal(0, variance=1)), (c.number("1/2"), Normal(2, variance=1)))),
    "the other marginal": equal(c.marginal(c.product(MIXED, Normal(0, variance=1)), 2), MIXED),
}


@pytest.mark.parametrize("name", TRUE)
def test_equal_laws_are_seen_to_be_equal(name, truths):
    assert truths(TRUE[name]) == (Truth.TRUE, "true")


@pytest.mark.parametrize("name", FALSE)
def test_different_laws_are_seen_to_differ(name, truths):
    assert truths(FALSE[name]) == (Truth.FALSE, "false")


def test_a_law_of_several_pieces_is_not_compared_by_its_shape(truths):
    moved = c.translate(Laplace(0, scale=1), c.number("1/100000"))
    ours, checked = truths(equal(Laplace(0, scale=1), moved))
    assert ours in (Truth.UNDECIDED, Truth.FALSE)
    assert checked in ("undecided", "false")


def claim(states):
    forall = {n: c.integers(1), s: c.above(0), J: c.Laws(c.Euclid(n, 2)), K: c.Laws(c.Euclid(n, 2))}
    given = (c.ForAll({t: c.upto(n), y: c.REALS}, c.All(c.Compare(cdf(c.marginal(J, t), y), "==", cdf(Normal(t * s, variance=1), y)),
                                                         c.Compare(cdf(c.marginal(K, t), y), "==", cdf(Normal(0, variance=1), y)))),)
    (found,) = c.Claim("toy/item", "Item", forall=forall, given=given, states=states).variants()
    return found


def test_a_joint_law_with_given_marginals_refutes_and_the_checker_agrees():
    row, document, errors = run_variant(claim(c.Compare(q.wasserstein_distance(J, K, 2, 2), "<", s)), Settings(effort="quick"))
    assert not errors
    assert row["status"] == "REFUTED"
    outcome = check_data(json.loads(json.dumps(document)), "toy")
    assert outcome.status == "confirmed", outcome.why


def test_a_true_statement_about_given_marginals_is_not_refuted():
    finding = search.decide(Task(claim(c.Compare(q.wasserstein_distance(J, K, 2, 2), ">=", s)), EFFORTS["quick"]))
    assert finding.status is Status.SUPPORTED, finding.summary


def test_a_joint_law_without_the_given_marginals_is_refused():
    _, document, _ = run_variant(claim(c.Compare(q.wasserstein_distance(J, K, 2, 2), "<", s)), Settings(effort="quick"))
    stored = json.loads(json.dumps(document))
    stored["evidence"]["instance"]["J"], stored["evidence"]["instance"]["K"] = stored["evidence"]["instance"]["K"], stored["evidence"]["instance"]["J"]
    assert check_data(stored, "toy").status == "refused"


@pytest.mark.parametrize("index", [0, 3, -1, "3/2"], ids=str)
@pytest.mark.parametrize("pair", [c.product(Normal(0, variance=1), Laplace(0, scale=1)), c.finite_law({(1, 2): 1})], ids=["a product", "a point"])
def test_there_is_no_coordinate_beside_the_first_and_the_last(pair, index):
    with pytest.raises(NoValue):
        ev.value(c.marginal(pair, c.number(index)), {}, ev.Context(64))
