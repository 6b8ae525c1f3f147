"""The audit benchmark: both sides of the comparison meet what is false, nothing true, and say what cannot be drawn."""

import pytest

from benchmarks.audit import by_hypothesis, by_search, deep, peers, refuted
from verify import claims as c
from verify import quantities as q

x, y = c.numbers("x y")
P, _ = c.objects("P Q")


def only(states, forall):
    (variant,) = c.Claim("toy/one", "1", forall=forall, states=states).variants()
    return variant


PAIR = {x: c.above(0), y: c.at_least(x)}
FALSE, TRUE = only(c.Compare(2 * x, "<=", y), PAIR), only(c.Compare(x, "<=", y), PAIR)
SMOOTH = only(c.Compare(q.absolute_moment(P, 1), "<=", 1), {P: c.Laws(c.LINE, density=True)})


@pytest.mark.parametrize(("variant", "search", "hypothesis"), [(FALSE, "met", "met"), (TRUE, "not met", "not met"), (SMOOTH, "met", "not drawn")])
def test_each_says_what_became_of_a_statement(variant, search, hypothesis):
    assert by_search(variant)[0] == search
    assert by_hypothesis(variant)[0] == hypothesis


def test_the_table_counts_both():
    found = peers([FALSE, TRUE, SMOOTH])
    assert found["search"]["met"] == 2 and found["hypothesis"]["met"] == found["hypothesis"]["not drawn"] == 1


def test_only_what_the_search_refuted_is_taken():
    rows = [{"id": "toy/one", "part": "main", "reading": "main", "status": status, "findings": [{"engine": engine, "status": status}]}
            for status, engine in (("REFUTED", "search"), ("REFUTED", "printed"), ("PROVED", "symbolic"))]
    assert refuted(rows) == [("toy/one", "main", "main")]


def test_a_statement_has_a_line_at_every_effort():
    (entry,) = deep(1, [FALSE])
    assert {entry[effort]["status"] for effort in ("quick", "standard", "deep")} == {"REFUTED"}
