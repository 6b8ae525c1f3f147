"""Claims, readings, parts and declarations that cannot be."""

import pytest

from verify.claims import (
    LINE,
    Claim,
    Compare,
    Iff,
    Item,
    Laws,
    Ledger,
    NotChecked,
    Scope,
    above,
    at_least,
    between,
    chain,
    exp,
    integers,
    never,
    numbers,
    objects,
    one_of,
    reading,
    unstated,
    word,
)
from verify.claims.ledger import compare, includes
from verify.claims.nodes import ClaimError
from verify.claims.validate import validate

x, y, z = numbers("x y z")
P = objects("P")


def claim(**changes):
    options = {"forall": {x: above(0), y: at_least(x)}, "states": Compare(x, "<=", y)}
    options.update(changes)
    return Claim("toy/item", "Item", **options)


def test_the_same_reading_at_two_places_is_one_choice():
    option = reading("sign", plus=x, minus=-x)
    variants = claim(states=Compare(option, "<=", option + y)).variants()
    assert [v.reading for v in variants] == ["plus", "minus"]


def test_different_options_under_one_name_are_an_error():
    with pytest.raises(ClaimError, match="same options everywhere"):
        claim(states=Compare(reading("a", one=x, two=y), "<=", reading("a", one=x, three=y))).variants()


def test_a_nested_reading_counts_only_inside_its_option():
    inner = reading("inner", a=x, b=2 * x)
    variants = claim(states=Compare(reading("outer", plain=x, rich=inner), "<=", y)).variants()
    assert [v.reading for v in variants] == ["plain", "rich+a", "rich+b"]


def test_excluded_combinations_are_left_out():
    states = Compare(reading("a", one=x, two=2 * x) + reading("b", one=x, two=3 * x), "<=", y)
    variants = claim(states=states, never=(never("a=one", "b=two", because="no sense"),)).variants()
    assert [v.reading for v in variants] == ["one+one", "two+one", "two+two"]


def test_more_than_128_combinations_name_the_readings():
    states = Compare(sum((reading(f"r{k}", a=x, b=k * x) for k in range(2, 10)), x), "<=", y)
    with pytest.raises(ClaimError, match=r"at most 128 combinations.*r2 \(2\)"):
        claim(states=states).variants()


def test_iff_and_chain_become_parts():
    both = claim(states=Iff(Compare(x, "<=", y), Compare(-y, "<=", -x))).variants()
    assert [(v.part, len(v.given)) for v in both] == [("if", 1), ("only-if", 1)]
    links = claim(states=chain(x, "<=", y, "<=", y + 1)).variants()
    assert [v.part for v in links] == ["link-1", "link-2"]


def test_a_name_that_one_reading_does_not_use_is_dropped_there():
    variants = claim(forall={x: above(0), y: at_least(x), z: above(0)}, states=Compare(x, "<=", reading("r", with_z=y + z, plain=y))).variants()
    assert [len(v.forall) for v in variants] == [3, 2]


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"states": Compare(x, "<=", z)}, r"every name must be in forall or be bound, got z"),
        ({"forall": {x: above(0), y: at_least(x), z: above(0)}}, r"z is in forall and nothing mentions it"),
        ({"forall": {x: above(y), y: above(0)}}, r"may mention only names to its left, got y"),
        ({"forall": {x: between(2, 1), y: above(0)}}, r"must not be empty, got an interval from 2 to 1"),
        ({"forall": {x: integers(3, 2), y: above(0)}}, r"must not be empty"),
        ({"forall": {x: one_of(), y: above(0)}}, r"must not be empty"),
        ({"states": Compare(reading("r", a=x, b=x), "<=", y)}, r"two readings must differ in meaning"),
    ],
)
def test_an_impossible_declaration_says_where_and_what_to_do(changes, message):
    with pytest.raises(ClaimError, match=message) as caught:
        validate(claim(**changes))
    assert str(caught.value).startswith("toy/item")


def test_the_order_of_the_quantifiers_is_part_of_the_digest_and_names_are_not():
    a = claim().variants()[0]
    b = Claim("toy/other", "Item", forall={z: above(0), x: at_least(z)}, states=Compare(z, "<=", x)).variants()[0]
    assert a.digest == b.digest
    c = Claim("toy/other", "Item", forall={y: above(0), x: above(0)}, states=Compare(x, "<=", y)).variants()[0]
    assert a.digest != c.digest


def test_unstated_marks_a_range_without_changing_its_meaning():
    assert claim(forall={x: unstated(above(0)), y: at_least(x)}).variants()[0].digest == claim().variants()[0].digest


SCOPE = {x: above(0), y: at_least(x)}


@pytest.mark.parametrize(
    ("scope", "changes", "message"),
    [
        (Scope(SCOPE), {"forall": {x: between(0, 10, open="left"), y: at_least(x)}}, r"x must range over \(0, ∞\) as in the ledger, got \(0, 10\]"),
        (Scope(SCOPE), {"forall": {x: above(1), y: at_least(x)}}, r"x must range over"),
        (Scope(SCOPE), {"given": (Compare(exp(x), "<=", y),)}, r"the hypotheses must be those of the ledger; not there: exp\(x\) ≤ y"),
        (Scope(SCOPE, readings={"r": ("a", "b")}), {}, r"reading 'r' of the ledger is missing"),
        (Scope(SCOPE, readings={"r": ("a", "b", "c")}), {"states": Compare(x, "<=", reading("r", a=y, b=2 * y))}, r"missing c"),
        (Scope(SCOPE, parts=("if", "only-if")), {}, r"the parts must be if, only-if"),
        (Scope({**SCOPE, z: above(0)}), {}, r"the name z of the ledger is missing"),
    ],
)
def test_a_claim_narrower_than_its_ledger_line_is_an_error(scope, changes, message):
    with pytest.raises(ClaimError, match=message):
        compare(Item("toy/item", "Item", "Item", scope), [claim(**changes)])


def test_a_wider_claim_passes():
    compare(Item("toy/item", "Item", "Item", Scope({x: between(0, 1, open="both"), y: at_least(x)})), [claim()])


def test_a_ledger_may_write_a_hypothesis_as_a_formula():
    hypothesis = Compare(exp(x), "<=", y)
    compare(Item("toy/item", "Item", "Item", Scope(SCOPE, given=(hypothesis,))), [claim(given=(hypothesis,))])
    with pytest.raises(ClaimError, match=r"missing here: exp\(x\) ≤ y"):
        compare(Item("toy/item", "Item", "Item", Scope(SCOPE, given=(hypothesis,))), [claim()])


def test_a_claim_names_what_the_source_rests_it_on():
    item = Item("toy/item", "Item", "Item", Scope(SCOPE), uses=("toy/lemma",))
    compare(item, [claim(uses=("toy/lemma",))])
    compare(Item("toy/item", "Item", "Item", Scope(SCOPE)), [claim(uses=("toy/lemma",))])
    with pytest.raises(ClaimError, match="the source rests it on toy/lemma and no claim names that"):
        compare(item, [claim()])
    with pytest.raises(ClaimError, match="what it rests on must be in the ledger, got toy/lemma"):
        Ledger("toy", "t", "s", (item,))


def test_inclusion_says_yes_no_or_cannot_say():
    assert includes(at_least(0), above(0)) is True
    assert includes(above(0), at_least(0)) is False
    assert includes(at_least(0), one_of(0, 1)) is True
    assert includes(integers(1), integers(2, 5)) is True
    assert includes(at_least(x), above(0)) is None
    assert includes(Laws(LINE), Laws(LINE, moments=2)) is True
    assert includes(Laws(LINE, moments=2), Laws(LINE)) is None
    both = Laws(LINE, moments=reading("m", finite=2, any=word("any")))
    assert includes(both, both) is True


def test_ledgers_refuse_strangers_duplicates_and_unknown_reasons():
    with pytest.raises(ClaimError, match="ids of this ledger must begin with toy/"):
        Ledger("toy", "t", "s", (Item("other/x", "t", "w"),))
    with pytest.raises(ClaimError, match="must stand once"):
        Ledger("toy", "t", "s", (Item("toy/x", "t", "w"), Item("toy/x", "t", "w")))
    with pytest.raises(ClaimError, match="must be one of"):
        NotChecked("too hard", "it is")


def test_a_claim_shows_itself_in_a_notebook():
    from verify.claims import Claim, Compare, above, numbers, reading

    x, y = numbers("x y")
    claim = Claim("toy/a<b", "Lemma <1>", forall={x: above(0), y: above(x)}, given=(Compare(x, "<", 3),), states=Compare(reading("r", one=2 * x, two=x), "<=", y))
    assert claim._repr_latex_().startswith("$") and r"2\,x" in claim._repr_latex_() and r":\quad " in claim._repr_latex_()
    shown = claim._repr_html_()
    assert shown.count("<tr>") == 3 and "toy/a&lt;b" in shown and "Lemma &lt;1&gt;" in shown and "2·x ≤ y" in shown and "x &lt; 3" in shown
