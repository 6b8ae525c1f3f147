"""Existence is refuted by structure where nothing of the kind exists, and only there; the checker derives it again."""

import json
import math
import random

import pytest

from verify import claims as c
from verify import quantities as q
from verify.claims.nodes import to_json
from verify.engines import impossible
from verify.engines.task import EFFORTS, Status, Task
from verify.evidence.checker.check import check_data
from verify.evidence.checker.formula import Refused
from verify.evidence.checker.impossible import _beyond_chain, never
from verify.run.decide import Settings, run_variant

P, Q, R, o, b, K, x, y, w = c.objects("P Q R o b K x y w")
k, i, alpha, epsilon = c.numbers("k i alpha epsilon")
LAWS = {P: c.Laws(c.LINE), Q: c.Laws(c.LINE), R: c.Laws(c.LINE)}
D, TV = q.max_divergence, q.total_variation


def loss(a, b):
    first, second = q.density(a, o), q.density(b, o)
    return c.If(c.Compare(first, "==", 0), -c.oo, c.If(c.Compare(second, "==", 0), c.oo, c.log(first / second)))


def variant(body, **forall):
    (found,) = c.Claim("toy/item", "Item", forall=forall, states=c.Exists({**LAWS, o: c.Points(c.LINE)}, body)).variants()
    return found


def refuted(body):
    return impossible.decide(Task(variant(body), EFFORTS["quick"])).status is Status.REFUTED


IMPOSSIBLE = {
    "max-divergence beyond the triangle": c.Compare(D(P, R), ">", D(P, Q) + D(Q, R)),
    "three steps": c.Compare(TV(P, R), ">", TV(Q, P) + TV(Q, R)),
    "a maximum of both directions": c.Compare(c.Max(D(P, R), D(R, P)), ">", c.Max(D(P, Q), D(Q, P)) + c.Max(D(Q, R), D(R, Q))),
    "an asymmetric maximum": c.Compare(c.Max(D(P, Q), D(Q, P)), "!=", c.Max(D(Q, P), D(P, Q))),
    "a negative divergence": c.Compare(q.renyi_divergence(P, Q, 2), "<", 0),
    "the loss at an outcome beyond the triangle": c.All(c.Compare(q.density(P, o), ">", 0), c.Compare(loss(P, R), ">", loss(P, Q) + loss(Q, R))),
    "two losses of one sign": c.All(c.Compare(loss(P, Q), ">", 0), c.Compare(loss(Q, P), ">=", 1), c.Compare(loss(P, Q) + loss(Q, P), "!=", 0)),
}
POSSIBLE = {
    "the triangle of another order": c.Compare(q.renyi_divergence(P, R, 2), ">", q.renyi_divergence(P, Q, 2) + q.renyi_divergence(Q, R, 2)),
    "a detour over the wrong law": c.Compare(D(P, R), ">", D(P, Q) + D(R, Q)),
    "one direction against the other": c.Compare(D(P, Q), "!=", D(Q, P)),
    "contact": c.Compare(D(P, R), ">=", D(P, Q) + D(Q, R)),
    "half a sum": c.Compare(D(P, R), ">", D(P, Q)),
    "the loss of the exchanged pair": c.Compare(loss(P, Q), "!=", loss(Q, P)),
    "a loss beyond one other": c.Compare(loss(P, R), ">", loss(P, Q)),
}


@pytest.mark.parametrize("name", IMPOSSIBLE)
def test_what_cannot_exist_is_refuted_and_rechecked(name):
    row, document, errors = run_variant(variant(IMPOSSIBLE[name]), Settings(effort="quick"))
    assert not errors
    assert row["status"] == "REFUTED"
    assert document["kind"] == ("witness" if name == "a negative divergence" else "impossibility")  # a range alone is seen by the evaluator
    outcome = check_data(json.loads(json.dumps(document)), "toy")
    assert outcome.status == "confirmed", outcome.why


@pytest.mark.parametrize("name", POSSIBLE)
def test_what_may_exist_is_not_refuted_by_either(name):
    assert not refuted(POSSIBLE[name])
    with pytest.raises(Refused):
        never(json.loads(json.dumps(to_json(POSSIBLE[name]))))


def test_an_event_that_never_happens_has_no_positive_probability():
    kernels = {b: c.Laws(c.LINE), K: c.Kernels(c.LINE, c.LINE)}

    def states(relation, bound):
        event = c.Compare(q.density(K(x), w) / q.density(K(x), w), ">", 1)
        return c.Exists(kernels, c.Compare(c.Prob({x: b, y: b, w: K(x)}, event), relation, bound))

    def decided(body):
        (found,) = c.Claim("toy/item", "Item", forall={}, states=body).variants()
        return impossible.decide(Task(found, EFFORTS["quick"])).status

    assert decided(states(">", 0)) is Status.REFUTED
    assert decided(states(">=", 0)) is Status.UNDECIDED


def test_an_altered_statement_is_refused():
    _, document, _ = run_variant(variant(IMPOSSIBLE["max-divergence beyond the triangle"]), Settings(effort="quick"))
    with pytest.raises(Refused):
        never(json.loads(json.dumps(document["statement"]).replace('"oo"', '"2"')))


def chain(factor=3, low=2**k, order=alpha / 2**k, links=2**k, relation=">"):
    bounded = c.ForAll({i: c.upto(links)}, c.Compare(q.renyi_divergence(P[i], P[i + 1], alpha), "<=", epsilon))
    beyond = c.Compare(q.renyi_divergence(P[1], P[2**k + 1], order), relation, factor**k * epsilon)
    laws = c.Families(c.upto(2**k + 1), c.Laws(c.LINE))
    return c.Exists({k: c.integers(0), alpha: c.above(low), P: laws, epsilon: c.at_least(0)}, c.All(bounded, beyond))


def test_the_ends_of_a_chain_are_not_further_apart_than_the_lemma_allows():
    (found,) = c.Claim("toy/item", "Item", forall={}, states=chain()).variants()
    row, document, errors = run_variant(found, Settings(effort="quick"))
    assert not errors
    assert row["status"] == "REFUTED"
    outcome = check_data(json.loads(json.dumps(document)), "toy")
    assert outcome.status == "confirmed", outcome.why


@pytest.mark.parametrize("other", [{"factor": 2}, {"low": 2**k / 2}, {"order": alpha}, {"links": 2**k - 1}, {"relation": ">="}], ids=str)
def test_the_lemma_on_chains_needs_its_hypotheses(other):
    (found,) = c.Claim("toy/item", "Item", forall={}, states=chain(**other)).variants()
    assert impossible.decide(Task(found, EFFORTS["quick"])).status is Status.UNDECIDED
    data = json.loads(json.dumps(to_json(found.states)))
    assert not _beyond_chain(data)


def renyi(p, r, a):
    return sum(x * math.log(x / z) for x, z in zip(p, r, strict=True)) if a == 1 else math.log(sum(x**a * z ** (1 - a) for x, z in zip(p, r, strict=True))) / (a - 1)


@pytest.mark.parametrize("a", [1, 1.01, 1.5, 2, 7])
def test_the_step_of_the_lemma_on_chains_holds_at_random_laws(a):
    rng = random.Random(3)
    for _ in range(300):
        p, m, r = ([w / sum(raw) for w in raw] for raw in ([rng.random() ** 6 + 1e-4 for _ in range(3)] for _ in range(3)))
        assert renyi(p, r, a) <= 2 * a / (2 * a - 1) * renyi(p, m, 2 * a - 1) + renyi(m, r, 2 * a) + 1e-9
