"""Events and sets of indices that a statement calls by their names: whether a point lies in one, engine and checker mean the same; and which are drawn."""

import json

import pytest
from flint import fmpq

from verify import claims as c
from verify.claims.nodes import to_json
from verify.engines import evaluate as ev
from verify.engines import listed
from verify.engines.truth import Truth
from verify.evidence.checker.check import check_data
from verify.evidence.checker.evaluate import Evaluator
from verify.evidence.checker.numbers import Budget
from verify.quantities import kl, mass, total_variation
from verify.run.decide import Settings, run_variant
from verify.values import laws
from verify.values.structures import Family

i, k, s = c.numbers("i k s")
P, Q, A, E, M, F = c.objects("P Q A E M F")
KNOWN = {"E": c.event(0, 2), "A": c.indices(1, 3), "M": c.mapping({1: 0, 2: 1, 3: 2}), "F": c.family(c.indices(2), c.indices(1, 2)), "P": c.finite_law({0: 1})}
TRUTHS = {
    "a point of an event": (c.Member(2, E), Truth.TRUE, "true"),
    "no point of an event": (c.Member(1, E), Truth.FALSE, "false"),
    "an index": (c.Member(3, A), Truth.TRUE, "true"),
    "an index of a member of a family": (c.Member(1, F[2]), Truth.TRUE, "true"),
    "no index of a member of a family": (c.Member(1, F[1]), Truth.FALSE, "false"),
    "what a map sends into an event": (c.Member(3, c.preimage(M, E)), Truth.TRUE, "true"),
    "what a map sends elsewhere": (c.Member(2, c.preimage(M, E)), Truth.FALSE, "false"),
    "of all indices": (c.ForAll({i: c.one_of(1, 3)}, c.Member(i, A)), Truth.TRUE, "true"),
}


@pytest.mark.parametrize("name", TRUTHS)
def test_engine_and_checker_agree(name):
    p, wanted, word = TRUTHS[name]
    values = {one: ev.value(node, {}, ev.Context(64)) for one, node in KNOWN.items()}
    assert ev.truth(p, values, ev.Context(64)) is wanted
    e = Evaluator(Budget())
    assert e.truth(json.loads(json.dumps(to_json(p))), {one: e.value(json.loads(json.dumps(to_json(node))), {}) for one, node in KNOWN.items()}) == word


def test_a_distribution_is_no_event():
    values = {"P": ev.value(KNOWN["P"], {}, ev.Context(64))}
    assert ev.truth(c.Member(0, P), values, ev.Context(64)) is Truth.NO_VALUE
    e = Evaluator(Budget())
    assert e.truth(["member", "0", ["var", ["word", "P"]]], {"P": e.value(json.loads(json.dumps(to_json(KNOWN["P"]))), {})}) != "true"


def neyman_pearson(relation):
    """A test is given by the labels at which it rejects; the one that rejects where q is above s p is the most powerful of its size."""
    p, q = mass(P, c.event(i)), mass(Q, c.event(i))
    rejects = c.Compare(q, relation, s * p)
    over = {i: c.upto(k)}
    size, power = (c.Sum(over, c.If(rejects, x, 0)) for x in (p, q))
    forall = {k: c.integers(2), P: c.Laws(c.Labels(k)), Q: c.Laws(c.Labels(k)), s: c.above(0), A: c.Subsets(c.upto(k))}
    given = [c.Compare(c.Sum(over, p, where=c.Member(i, A)), "<=", size)]
    (variant,) = c.Claim("toy/item", "Item", forall=forall, given=given, states=c.Compare(c.Sum(over, q, where=c.Member(i, A)), "<=", power)).variants()
    return run_variant(variant, Settings(effort="standard"))


def test_tests_as_sets_of_labels():
    row, stored, errors = neyman_pearson("<")
    assert row["status"] == "REFUTED" and not errors, row["summary"]
    assert check_data(stored, "turned round").status == "confirmed"
    row, _, errors = neyman_pearson(">")
    assert row["status"] == "SUPPORTED" and not errors, row["summary"]


def test_events_are_drawn_on_the_points_of_families_of_distributions():
    found = listed.support(c.LINE, {"F": Family((laws.FiniteLaw([fmpq(1)], [fmpq(1)]), laws.FiniteLaw([fmpq(2), fmpq(3)], [fmpq(1, 2), fmpq(1, 2)])))}, ev.Context(64))
    assert set(found) == {fmpq(1), fmpq(2), fmpq(3)}


def refuted(forall, states, given=()):
    (variant,) = c.Claim("toy/item", "Item", forall=forall, given=given, states=states).variants()
    row, stored, errors = run_variant(variant, Settings(effort="standard"))
    assert not errors
    return row["status"] == "REFUTED" and check_data(stored, "refuted").status == "confirmed"


@pytest.mark.parametrize(("factor", "wanted"), [("1/2", True), ("1/4", False)])
def test_the_best_test_between_two_distributions_is_tried(factor, wanted):
    """The larger error of a test is at least exp(-KL)/4 (Tsybakov 2009, theorem 2.2)."""
    larger = c.Max(mass(P, A), 1 - mass(Q, A))
    assert refuted({P: c.Laws(c.LINE), Q: c.Laws(c.LINE), A: c.Events(c.LINE)}, c.Compare(larger, ">=", c.number(factor) * c.exp(-kl(P, Q)))) == wanted


@pytest.mark.parametrize(("factor", "wanted"), [("1/2", True), ("1", False)])
def test_two_bits_are_told_from_four_distributions(factor, wanted):
    """Assouad's lemma for two bits: the mean number of wrong bits is at least 1 - s where distributions of neighbours are at most s apart."""
    first, second = c.objects("first second")
    errors = [mass(F[1], first), mass(F[1], second), mass(F[2], first), 1 - mass(F[2], second), 1 - mass(F[3], first), mass(F[3], second), 1 - mass(F[4], first), 1 - mass(F[4], second)]
    near = [c.Compare(total_variation(F[a], F[b]), "<=", s) for a, b in ((1, 2), (1, 3), (2, 4), (3, 4))]
    events = c.Events(c.Labels(k))
    forall = {k: c.integers(2), F: c.Families(c.upto(4), c.Laws(c.Labels(k))), s: c.between(0, 1), first: events, second: events}
    assert refuted(forall, c.Compare(sum(errors[1:], errors[0]) / 4, ">=", 1 - c.number(factor) * s), near) == wanted
