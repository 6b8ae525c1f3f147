"""The docstring of a claim module says in plain words what is stated, read, measured and claimed."""

from pathlib import Path

import pytest

from verify.claims import Claim, Compare, Item, Ledger, Scope, Source, at_least, numbers, reading
from verify.claims.described import Described, beside_options, described, option_in_words, parsed
from verify.claims.nodes import ClaimError
from verify.claims.registry import Paper
from verify.run.catalogue import item_of

DOCSTRING = """Noise of scale lambda moves the law by its length.

Statement (Proposition 7; proof in eqs. 33-41)
    A query of sensitivity Delta satisfies
    W_mu <= Delta.

Reading
    kl           unit-shift: the divergence of eq. 40, at shift 1; shift-delta: at the shift Delta.
    one, other   of two lines
        that go on.
    The scale is positive (unstated).

Measured
    W_mu.

Claimed
    The budget.
"""


def test_sections_become_lines_and_each_reading_has_its_paragraph():
    found = parsed(DOCSTRING)
    assert (found.place, found.statement) == ("Proposition 7; proof in eqs. 33-41", "A query of sensitivity Delta satisfies W_mu <= Delta.")
    assert (found.measured, found.claimed) == ("W_mu.", "The budget.")
    assert found.readings["one"] == found.readings["other"] == "of two lines that go on."
    assert set(found.about("toy/prop-7", ["kl"])["readings"]) == {"kl"}


def test_each_of_several_items_of_a_module_has_a_statement_of_its_own():
    found = parsed(DOCSTRING.replace("    A query of sensitivity Delta satisfies\n    W_mu <= Delta.", "    prop-7  A query of sensitivity Delta\n            satisfies W_mu <= Delta.\n    eq-34   The cost is replaced."))
    assert found.about("toy/prop-7", [])["statement"] == "A query of sensitivity Delta satisfies W_mu <= Delta."
    assert found.about("toy/eq-34", []) == {"place": "", "statement": "The cost is replaced.", "measured": "", "claimed": "", "readings": {}}
    assert found.about("toy/eq-35", [])["measured"] == "W_mu."


def test_an_option_has_the_words_behind_its_name_and_no_others():
    paragraph = parsed(DOCSTRING).readings["kl"]
    assert option_in_words(paragraph, "unit-shift") == "the divergence of eq. 40, at shift 1"
    assert option_in_words(paragraph, "shift-delta") == "at the shift Delta"
    assert option_in_words(paragraph, "shift") == ""


def test_a_module_that_cannot_be_read_has_no_words(tmp_path):
    assert described(str(tmp_path / "none.py")) == Described()
    (tmp_path / "broken.py").write_text("def (")
    assert described(str(tmp_path / "broken.py")) == Described()


def test_claims_of_a_paper_have_words():
    import theorems.wdp.prop_07_laplace_mechanism as module

    assert module.__file__ and described(str(Path(module.__file__))).about("wdp/prop-7", [])["statement"].startswith("A query f")


def test_what_a_module_leaves_out_is_said_in_the_words_of_the_ledger():
    x, y = numbers("x y")
    way = reading("way", up=x, down=-x, across=y)
    claim = Claim("toy/one", Source("toy"), forall={x: at_least(0), y: at_least(0)}, states=Compare(way, "<=", 1))
    scope = Scope({x: at_least(0), y: at_least(0)}, readings={"way": ("up", "down", "across")})
    words = {"way": {"up": "as x grows", "down": "as x falls"}}
    ledger = Ledger("toy", "Toy", "a test", (Item("toy/one", "One", Source("toy"), scope),), words=words)
    found = item_of(Paper(ledger, {"toy/one": (claim,)}), "toy/one")["words"]["readings"]["way"]
    assert [option_in_words(found, option) for option in ("up", "down", "across")] == ["as x grows", "as x falls", ""]
    with pytest.raises(ClaimError, match="words: way=back must be an option"):
        Ledger("toy", "Toy", "a test", ledger.items, words={"way": {"back": "nowhere"}})


def test_remarks_beside_the_options_are_kept():
    said = "up: as x grows; down: as x falls. Of both only one is printed."
    assert beside_options(said, ("up", "down")) == "Of both only one is printed." and beside_options("up: as x grows; down: as x falls.", ("up", "down")) == ""
    assert beside_options("the way of x: up: as x grows, or down: as x falls", ("up", "down")) != ""
