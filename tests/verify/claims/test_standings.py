"""Standings: of every option or of none, each with its source."""

import pytest

from verify import claims as c
from verify.claims import standings

x = c.numbers("x")
GOOD = {"order": {"low": c.printed("Lemma 1 says so"), "high": c.meant("the proof uses it")}}


def ledger(given, readings=None):
    return c.Ledger("toy", "Toy", "me", (c.Item("toy/a", "A", "Lemma 1", c.Scope({x: c.above(0)}, readings=readings or {"order": ("low", "high")})),), standings=given)


def test_standings_are_found_by_item_first():
    given = {**GOOD, ("toy/a", "order"): {"low": c.strict("only here")}}
    assert standings.of(given, "toy/a", "order", "low").kind == "strict" and standings.of(given, "toy/b", "order", "low").kind == "printed"
    assert standings.of(given, "toy/a", "order", "high").kind == "meant" and standings.of(given, "toy/a", "norm", "l1") is None


@pytest.mark.parametrize(("given", "told"), [
    ({"order": {"low": c.printed("Lemma 1")}}, "option 'high' of reading 'order' has no standing"),
    ({**GOOD, "norm": {"l1": c.strict("nowhere")}}, "no item has this option"),
    ({"order": {"low": c.printed("Lemma 1"), "high": "meant"}}, "must be printed, meant, convention or strict"),
], ids=["missing", "of nothing", "a word"])
def test_incomplete_or_idle_standings_are_refused(given, told):
    with pytest.raises(c.ClaimError, match=told):
        ledger(given)


def test_a_standing_needs_a_known_kind_and_a_source():
    with pytest.raises(c.ClaimError, match="must be one of printed, meant, convention, strict"):
        c.Standing("kind", "Lemma 1")
    with pytest.raises(c.ClaimError, match="must say where"):
        c.printed(" ")


def test_none_is_fine():
    assert ledger({}).standings == {}
    assert ledger(GOOD).standings == GOOD


def test_a_reading_of_two_parts_needs_the_options_of_both():
    parts = (c.Scope({x: c.above(0)}, part="if", readings={"order": ("low", "high")}), c.Scope({x: c.above(0)}, part="only-if", readings={"order": ("low",)}))
    item = c.Item("toy/a", "A", "Lemma 1", *parts)
    with pytest.raises(c.ClaimError, match="option 'high' of reading 'order' has no standing"):
        c.Ledger("toy", "Toy", "me", (item,), standings={"order": {"low": c.printed("Lemma 1")}})
