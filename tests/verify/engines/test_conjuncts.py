"""Statements taken apart for a search: parts with their own names and hypotheses, and what is found for a part said of the whole."""

import copy
import json

import pytest

from verify import claims as c
from verify import quantities as q
from verify.engines import search
from verify.engines.conjuncts import parts
from verify.engines.search import deciding
from verify.engines.task import EFFORTS, Status, Task
from verify.evidence import certificate
from verify.evidence.checker.check import check_data

x, y = c.numbers("x y")
P, Q = c.objects("P Q")
PAIR = {P: c.Laws(c.Labels(3)), Q: c.Laws(c.Labels(3))}
DISTANCE = q.total_variation(P, Q)


def task(states, forall=None, given=(), effort="standard"):
    (variant,) = c.Claim("toy/item", "Item", forall={x: c.at_least(0)} if forall is None else forall, given=given, states=states).variants()
    return Task(variant, EFFORTS[effort], 0)


def every(body):
    return c.ForAll(PAIR, body)


def test_each_part_has_the_names_and_hypotheses_in_front_of_it():
    found = parts(task(c.All(c.Compare(x, ">=", 0), every(c.Implies(c.Compare(DISTANCE, "<=", x), c.All(c.Compare(x, ">", 0), c.Compare(DISTANCE, "<=", 1)))))))
    assert [len(part.forall) for part in found] == [1, 3, 3]
    assert [len(part.given) for part in found] == [0, 1, 1]


@pytest.mark.parametrize("states", [c.Compare(x, ">=", 0), c.Any_(every(c.Compare(DISTANCE, "<=", 1)), c.Compare(x, "<", 0)), c.Not(every(c.Compare(DISTANCE, "<=", 1)))])
def test_what_has_no_parts_is_not_taken_apart(states):
    assert parts(task(states)) == []


def test_a_name_that_is_bound_twice_is_left_alone():
    assert parts(task(c.All(c.Compare(DISTANCE, ">=", 0), every(c.Compare(DISTANCE, "<=", 1))), forall=PAIR)) == []


def test_quantifiers_over_numbers_points_and_events_stay_as_they_are():
    for bound in ({y: c.at_least(1)}, {y: c.Points(c.LINE)}, {P: c.Laws(c.LINE), y: c.Points(c.LINE)}):
        assert parts(task(c.ForAll(bound, c.Compare(y, ">=", -x)))) == []


def test_a_true_statement_about_all_pairs_is_supported_by_its_parts():
    whole = task(c.All(c.Compare(x, ">=", 0), every(c.Implies(c.Compare(DISTANCE, "<=", c.number("1/2")), c.Compare(DISTANCE, "<=", c.number("1/2") + x)))))
    finding = deciding.decide_apart(whole, True)
    assert finding is not None and finding.status is Status.SUPPORTED
    assert "of its parts" in finding.summary
    planted = whole.stating(c.All(c.Compare(x, ">=", 0), every(c.Compare(DISTANCE, "<=", x / 100))))
    assert search.noticed(planted, search.admitted(planted, finding.seen))


def test_a_false_part_is_a_refutation_that_the_checker_confirms():
    """Two conditions on the pair that the members tried inside do not meet together."""
    close = c.All(c.Compare(DISTANCE, ">", 0), c.Compare(q.density(P, 1), "==", q.density(Q, 1)))
    whole = task(c.All(c.Compare(x, ">=", 0), every(c.Implies(close, c.Compare(DISTANCE, "<=", x / 1000)))))
    finding = deciding.decide_apart(whole, True)
    assert finding is not None and finding.status is Status.REFUTED
    assert set(finding.evidence["inner"]) == {"P", "Q"}
    data = json.loads(certificate.text(certificate.build(whole.variant, finding, effort="standard", seed=0)))
    outcome = check_data(data, "c.json")
    assert outcome.status == "confirmed", outcome.why
    equal = copy.deepcopy(data)
    equal["evidence"]["inner"]["Q"] = equal["evidence"]["inner"]["P"]
    assert check_data(equal, "c.json").status == "refused"
    outside = copy.deepcopy(data)
    outside["evidence"]["inner"]["Q"] = ["finite", ["tuple", ["tuple", "7", "1"]]]
    assert check_data(outside, "c.json").status == "refused"


def test_a_part_of_which_hardly_an_instance_is_decided_supports_nothing():
    same = c.Compare(q.density(P, 1), "==", c.number("2221/7919"))
    assert deciding.decide_apart(task(every(c.Implies(same, c.Compare(DISTANCE, "<=", 1 + x)))), True) is None


def test_what_no_instance_says_anything_about_is_left_undecided():
    finding = search.decide(task(every(c.Implies(c.Compare(DISTANCE, ">", 2), c.Compare(DISTANCE, "<=", x)))))
    assert finding.status is not Status.REFUTED
    assert deciding.decide_apart(task(every(c.Implies(c.Compare(DISTANCE, ">", 2), c.Compare(DISTANCE, "<=", x)))), True) is None
