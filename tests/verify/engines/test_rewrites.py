"""True variants say the same in other words: engines must not refute them, and names and orders must not matter."""

import pytest

from verify import claims as c
from verify.claims.canonical import digest
from verify.engines.rewrites import KINDS, renamed, rewritings

x, y, z = c.numbers("x y z")
CLAIM = c.Claim("toy/chained", "1", forall={x: c.above(0), z: c.between(0, 1), y: c.at_least(x)}, given=(c.Compare(z, "<", y), c.Compare(z, "<", x)),
                states=c.Compare(x + z, "<=", 2 * y), hints=c.Hints(typical={x: (1, 2)}, instances=({x: 1, y: 2, z: 0},)))
(VARIANT,) = CLAIM.variants()


def test_every_kind_of_rewriting_is_made_of_a_rich_statement():
    assert [one.kind for one in rewritings(VARIANT)] == list(KINDS)


def test_new_names_leave_the_meaning_and_turn_the_alphabet():
    other = renamed(VARIANT)
    assert other.digest == VARIANT.digest and other.formula != VARIANT.formula
    assert [str(p.args[0]) for p, _ in other.forall] == ["n003", "n001", "n002"]
    assert [sorted(k.args[0] for k in one) for one in other.hints.instances] == [["n001", "n002", "n003"]]


def test_terms_in_another_order_mean_the_same():
    other = KINDS["reordered"](VARIANT)
    assert digest(other.states) == digest(VARIANT.states) and other.states != VARIANT.states


@pytest.mark.parametrize(("kind", "relation"), [("scaled", "<="), ("exchanged", ">="), ("negated", ">="), ("loosened", "<=")])
def test_a_rewritten_comparison_has_the_relation_that_says_the_same(kind, relation):
    assert KINDS[kind](VARIANT).states.args[1] == relation


def test_laws_are_not_multiplied():
    P = c.numbers("P")
    claim = c.Claim("toy/laws", "1", forall={P: c.Laws(c.LINE)}, states=c.Compare(c.translate(P, 0), "==", P))
    assert KINDS["scaled"](claim.variants()[0]) is None
