"""Where no single comparison fails, a refutation still shows two numbers: of the closest choice, of the side that fails, or the value and its set."""

import pytest

from verify import claims as c
from verify import quantities as q
from verify.claims.nodes import Node
from verify.engines import search
from verify.engines.task import EFFORTS, Status, Task, a_member, in_words
from verify.evidence import judgement
from verify.evidence.confirmation import Confirmation

x, y, a, epsilon, delta = c.numbers("x y a epsilon delta")
P, E, n = c.objects("P E n")
COIN = Node("finite", ((c.number(0), c.number("1/3")), (c.number(1), c.number("2/3"))))


def refutation(forall, states):
    (variant,) = c.Claim("toy/item", "Item", forall=forall, states=states).variants()
    finding = search.decide(Task(variant, EFFORTS["standard"]))
    assert finding.status is Status.REFUTED
    assert Confirmation(variant, effort="standard", seed=0).judged(finding).status is Status.REFUTED  # the checker takes the evidence as it is
    return finding


FORMS = {
    "a choice among few": ({x: c.one_of(3)}, c.Exists({n: c.integers(0, 5)}, c.All(c.Compare(n, ">=", x), c.Compare(n * n, "<=", x))),
                           "even with the closest choice n = 3: measured 9 <= claimed 3 is false at x = 3"),
    "a choice in a range": ({x: c.one_of(2)}, c.Exists({a: c.at_least(1)}, c.Compare(x + a, "<=", x)), "for instance with a = 1: measured 3 <= claimed 2 is false at x = 2"),
    "an event": ({P: c.equals(COIN, c.Laws(c.LINE))}, c.Exists({E: c.Events(P)}, c.All(c.Compare(q.mass(P, E), ">=", c.number("1/2")), c.Compare(q.mass(P, E), "<=", c.number("3/5")))),
                 "even with the closest choice E = {1}: measured 0.666667 <= claimed 0.6 is false"),
    "an equivalence": ({x: c.one_of(2)}, c.All(c.Iff(c.Compare(x, ">", 1), c.Compare(x * x, "<=", 3))),
                       "one side of the equivalence holds (2 > 1), the other fails: measured 4 <= claimed 3 is false at x = 2"),
    "a membership": ({x: c.one_of(2)}, c.Member(x * x, c.between(0, 3)), "x·x = 4 does not lie in [0, 3] at x = 2"),
    "a membership that is denied": ({x: c.one_of(1)}, c.Not(c.Member(x + 1, c.between(0, 3))), "x + 1 = 2 lies in [0, 3], which is denied at x = 1"),
    "a statement about all after a choice": ({x: c.one_of(2)}, c.Exists({n: c.integers(1, 2)}, c.ForAll({y: c.one_of(5, 9)}, c.Compare(n * x, ">=", y))),
                                             "even with the closest choice n = 1: at y = 5: measured 2 >= claimed 5 is false at x = 2"),
}


@pytest.mark.parametrize("form", FORMS)
def test_a_refutation_shows_two_numbers_where_no_single_comparison_fails(form):
    forall, states, words = FORMS[form]
    assert refutation(forall, states).summary == words


def test_the_evidence_stores_no_values_that_the_checker_could_not_reach():
    forall, states, _ = FORMS["an event"]
    assert refutation(forall, states).evidence["values"] == {}


def test_a_judgement_says_what_was_chosen_and_by_how_much_it_fails():
    forall, states, _ = FORMS["a choice among few"]
    row = {"id": "toy/item", "part": "main", "reading": "", "status": "REFUTED", "summary": refutation(forall, states).summary}
    assert judgement.reason_of(judgement.statement_of(row, {})) == "even with the closest choice n = 3: the true value 9 exceeds the claimed 3 by a factor of 3, at x = 3"


def test_a_hockey_stick_that_lies_below_everywhere_is_shown_at_one_level():
    forall = {P: c.Laws(c.LINE)}
    finding = refutation(forall, c.Exists({epsilon: c.at_least(0)}, c.Compare(q.hockey_stick_divergence(P, P, epsilon), ">", 0)))
    assert "for instance with epsilon = " in finding.summary
    assert "measured 0 > claimed 0 is false" in finding.summary


@pytest.mark.parametrize(("relation", "holds", "told"), [
    ("<=", False, "measured 2 <= claimed 1 is false"), ("<=", True, "measured 2 <= claimed 1 is true, and denied"),
    ("rounds to", False, "measured 2 does not round to the printed 1"), ("rounds to", True, "measured 2 rounds to the printed 1, which is denied"),
])
def test_a_comparison_is_told_in_a_sentence(relation, holds, told):
    assert in_words("2", relation, "1", holds) == told


def test_a_member_of_a_set_is_named_by_what_it_is():
    assert (a_member("laws"), a_member("kernels"), a_member("secret_pairs")) == ("a distribution", "a kernel", "a member of secret pairs")
