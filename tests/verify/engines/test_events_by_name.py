"""Whether a point lies in an event, or an index in a set of indices, that a statement calls by its name: engine and checker mean the same."""

import json

import pytest

from verify import claims as c
from verify.claims.nodes import to_json
from verify.engines import evaluate as ev
from verify.engines.truth import Truth
from verify.evidence.checker.check import check_data
from verify.evidence.checker.evaluate import Evaluator
from verify.evidence.checker.numbers import Budget
from verify.quantities import mass
from verify.run.decide import Settings, run_variant

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
