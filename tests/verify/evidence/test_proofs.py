"""The table of judgements on printed proofs, cell by cell, their readings, and the sentences."""

import itertools

import pytest

from verify.evidence.judgement import Statement
from verify.evidence.proofs import WORDS, Step, as_record, follows, judged, judgements, links_of, name_of, proofs

HOLDS = {"status": "SUPPORTED", "tested": 50}
FAILS = {"status": "REFUTED", "level": "substantive", "summary": "measured 3 <= claimed 1 is false at x = 2"}
LEMMAS = {"kind": "lemmas", "evidence": {"lemmas": [{"lemma": "textbook/jensen"}, {"lemma": "p/one"}]}}


def alone(**more):
    return (Statement("main", **more),)


def two(literal, other):
    return Statement("main", {"r": "a"}, {"r": "printed"}, **literal), Statement("main", {"r": "b"}, {"r": "meant"}, **other)


KINDS = {
    "fails": alone(**FAILS),
    "fails as printed": two(FAILS, HOLDS),
    "open": alone(status="UNDECIDED"),
    "depends": (Statement("main", {"r": "a"}, {"r": "convention"}, **HOLDS), Statement("main", {"r": "b"}, {"r": "convention"}, **FAILS)),
    "holds with a correction": alone(status="REFUTED", level="boundary", correction="for x > 0"),
    "tested": alone(**HOLDS),
    "proved": alone(status="PROVED"),
    "not checked": alone(status="NOT_CHECKED", summary="data missing"),
    "missing": None,
}
ALONE = {
    # the kind of one step beside one that is proved: the judgement where nothing derives the item, and where it is derived
    "fails": ("broken", "broken"), "fails as printed": ("broken as printed", "broken as printed"), "missing": ("not checked", "not checked"), "open": ("open", "complete but for"),
    "depends": ("not shown to follow", "complete but for"), "holds with a correction": ("not shown to follow", "complete but for"), "tested": ("not shown to follow", "complete but for"),
    "proved": ("not shown to follow", "complete"), "not checked": ("not shown to follow", "complete"),
}


def step(kind, id="p/one", name="eq. 1"):
    return Step(id, name, KINDS[kind] or (), missing=KINDS[kind] is None)


def item(derived=False, **more):
    return [(Statement("main", **more or ({"status": "PROVED"} if derived else HOLDS)), derived)]


@pytest.mark.parametrize("kind", KINDS)
def test_each_kind_of_step_has_its_name(kind):
    assert step(kind).under({}).kind == kind


@pytest.mark.parametrize(("kind", "derived"), list(itertools.product(KINDS, (False, True))))
def test_the_table_cell_by_cell(kind, derived):
    found = judged(item(derived), [step(kind), step("proved", "p/two", "eq. 2")])
    assert found.word == ALONE[kind][derived] and found.sentence.startswith(found.word)


@pytest.mark.parametrize(("first", "second"), list(itertools.combinations(("fails", "fails as printed", "missing", "open", "tested"), 2)))
def test_the_gravest_step_decides(first, second):
    order = [ALONE[kind][0] for kind in (first, second)]
    found = judged(item(), [step(second), step(first, "p/two", "eq. 2")])
    assert found.word == order[0]


@pytest.mark.parametrize(("kinds", "word"), [
    (("tested",), "broken somewhere"), (("proved",), "broken somewhere"), (("proved", "not checked"), "broken somewhere"), (("depends",), "not shown to follow"),
    (("holds with a correction",), "not shown to follow"), (("open", "proved"), "open"), (("fails",), "broken"), (("not checked",), "not checked"),
])
def test_an_item_that_fails_though_no_step_does(kinds, word):
    assert judged(item(**FAILS), [step(kind, f"p/{k}") for k, kind in enumerate(kinds)]).word == word


@pytest.mark.parametrize(("kind", "word"), [("tested", "complete but for"), ("open", "complete but for"), ("proved", "not shown to follow"), ("fails", "broken")])
def test_an_item_that_is_derived_and_not_proved_has_no_complete_proof(kind, word):
    assert judged(item(True, **HOLDS), [step(kind)]).word == word


def test_an_item_that_would_follow_from_steps_alone_is_derived_from_them():
    rests = {"from": [{"id": "p/one", "part": "main", "reading": "main", "digest": "", "status": "SUPPORTED"}], "summary": "", "certificate": ""}
    other = {"from": [*rests["from"], {"id": "p/two", "part": "main", "reading": "main", "digest": "", "status": "SUPPORTED"}], "summary": "", "certificate": ""}
    items = [{"id": id, "title": "", "proof": [{"id": "p/one", "parts": [], "words": ""}] if id == "p/thm" else [], "variants": [{"part": "main", "reading": "main"}]} for id in ("p/thm", "p/one", "p/two")]
    for follows_from, word in ((rests, "complete but for"), (other, "not shown to follow"), (None, "not shown to follow")):
        rows = {id: [{"id": id, "part": "main", "reading": "main", "status": "SUPPORTED", "summary": "", "power": None, "follows": follows_from if id == "p/thm" else None}] for id in ("p/thm", "p/one", "p/two")}
        assert proofs(items, rows)["p/thm"].word == word


@pytest.mark.parametrize(("kinds", "word"), [(("proved",), "proves less"), (("tested", "proved"), "proves less"), (("open",), "open"), (("fails",), "broken")])
def test_a_proof_that_gives_the_item_in_some_of_its_readings_alone_proves_less(kinds, word):
    weak, strict = (Statement("main", {"relation": option}, {"relation": kind}, **outcome) for option, kind, outcome in (("weak", "meant", {"status": "PROVED"}), ("strict", "printed", HOLDS)))
    steps = [step(kind, f"p/{k}", f"eq. {k}") for k, kind in enumerate(kinds)]
    found = judged([(weak, True), (strict, False)], steps)
    assert found.word == word
    if word == "proves less":
        assert found.told == "its printed proof proves less: it gives the statement with relation = weak, and nothing derives it with relation = strict"
        assert judged([(weak, True)], steps[-1:]).word == "complete" and judged([(weak, False), (strict, False)], steps).word == "not shown to follow"


def test_what_nothing_derives_is_told_as_a_formula():
    entry, rows = stored("p/a", "PROVED", proof=[link("p/one")])
    entry["variants"][0]["statement_text"] = "for all  x ∈ ℝ\ngiven    x ≤ 1\nand      x ≥ 0\nstates   x^2 ≤ x"
    found = proofs(*of((entry, rows), stored("p/one", "PROVED")))["p/a"]
    assert found.word == "not shown to follow" and found.missing == "x^2 ≤ x, given x ≤ 1 and x ≥ 0" and as_record(found)["missing"] == found.missing
    rows[0] |= LEMMAS
    assert proofs(*of((entry, rows), stored("p/one", "PROVED")))["p/a"].missing == ""


def test_a_proof_in_words_alone_is_not_checked():
    assert judged(item(), []).word == "not checked" and judged(item(), []).told == ""
    assert judged(item(), [step("not checked")]).sentence == "not checked: none of its links is checked"
    assert judged(item(), [step("missing")]).sentence == "not checked: there is no result on eq. 1"


# --- readings ----------------------------------------------------------------------------------------------------------------


def read(first, second, standings=("printed", "meant")):
    """Two statements that differ in one reading."""
    return tuple(Statement("main", {"coins": option}, {"coins": kind}, **outcome) for option, kind, outcome in zip(("independent", "shared"), standings, (first, second), strict=True))


def whole(item_, step_):
    return judged([(one, False) for one in item_], [Step("p/one", "eq. 1", step_)])


READINGS = {
    # what the step is in the literal and in the other reading of the item
    (True, True): "not shown to follow", (True, False): "depends", (False, True): "broken as printed", (False, False): "broken",
}


@pytest.mark.parametrize(("literal", "other"), READINGS)
def test_a_choice_with_one_name_is_made_once_for_the_item_and_its_steps(literal, other):
    outcome = {True: HOLDS, False: FAILS}
    assert whole(read(HOLDS, HOLDS), read(outcome[literal], outcome[other])).word == READINGS[literal, other]


def test_a_reading_of_pedants_is_no_reading_of_the_proof():
    assert whole(read(HOLDS, HOLDS, ("printed", "strict")), read(HOLDS, FAILS, ("printed", "strict"))).word == "not shown to follow"


def test_a_choice_that_a_step_does_not_offer_leaves_it_free():
    statements = tuple(Statement("main", {"coins": option}, {"coins": "printed"}, **FAILS) for option in ("any",))
    assert whole(read(HOLDS, HOLDS), statements).word == "broken"
    assert whole(read(HOLDS, HOLDS), alone(**HOLDS)).word == "not shown to follow"


def test_a_choice_that_two_steps_share_is_made_once_for_both():
    one, other = read(HOLDS, FAILS, ("convention", "convention")), read(FAILS, HOLDS, ("convention", "convention"))
    apart = judged(item(), [Step("p/one", "eq. 1", one), Step("p/two", "eq. 2", tuple(Statement("main", {"order": s.choices["coins"]}, {}, s.status, s.level) for s in other))])
    alike = judged(item(), [Step("p/one", "eq. 1", one), Step("p/two", "eq. 2", other)])
    assert apart.word == "not shown to follow" and alike.word == "broken"
    printed = [Step(step.id, step.name, read(HOLDS, FAILS)) for step in (Step("p/one", "eq. 1"), Step("p/two", "eq. 2"))]
    assert judged(item(), printed).word == "depends" and judged(item(), printed[:1]).word == "not shown to follow"


def test_the_step_that_is_named_fails_in_every_reading_where_one_does():
    steps = [Step("p/one", "eq. 1", read(FAILS, HOLDS)), Step("p/two", "eq. 2", read(FAILS, FAILS))]
    found = judged([(one, False) for one in read(HOLDS, HOLDS)], steps)
    assert found.word == "broken" and found.place == "at eq. 2 and 1 other step"


def test_the_sentence_says_in_which_readings_a_proof_breaks():
    found = whole(read(HOLDS, HOLDS, ("convention", "convention")), read(HOLDS, FAILS, ("convention", "convention")))
    assert found.sentence == "depends: broken at eq. 1 with coins = shared, which, so read, fails: the true value 3 exceeds the claimed 1 by a factor of 3, at x = 2; " \
        "not shown to follow with coins = independent"
    assert found.told == "its printed proof breaks at eq. 1 with coins = shared"
    found = whole(read(HOLDS, HOLDS), read(FAILS, HOLDS))
    assert found.sentence.startswith("broken as printed at eq. 1, which, so read, fails: ") and found.sentence.endswith("; not shown to follow with coins = shared")


# --- sentences -----------------------------------------------------------------------------------------------------------------


def test_sentences():
    found = judged(item(), [step("proved"), step("fails", "p/two", "eq. 2"), step("fails as printed", "p/three", "eq. 3"), step("tested", "p/four")])
    assert (found.first, found.place) == ("p/two", "at eq. 2 and 1 other step")
    assert found.told == "its printed proof breaks at eq. 2 and 1 other step"
    assert found.sentence == "broken at eq. 2, which fails: the true value 3 exceeds the claimed 1 by a factor of 3, at x = 2; of its 4 steps 1 fails, 1 fails as printed, 1 is tested and 1 is proved"
    found = judged(item(), [step("fails as printed")])
    assert found.told == "its printed proof breaks as printed at eq. 1" and found.sentence.endswith("holds with r = b")
    assert judged(item(), [step("open")]).sentence == "open at eq. 1: its only reading is undecided"
    assert judged(item(), [step("open"), step("proved")]).told == "its printed proof is open at eq. 1"
    found = judged(item(), [step("proved"), step("proved", "p/two")])
    assert found.sentence == "not shown to follow: nothing derives it from what its proof names; both steps are proved"
    assert found.told == "each step of its printed proof holds, but nothing shows that it follows from them"
    assert judged(item(), [step("tested")]).sentence.endswith("; its one step is tested")
    assert judged(item(True), [step("proved"), step("tested", "p/two", "eq. 2")]).sentence == "complete but for eq. 2, which is tested; of its 2 steps 1 is tested and 1 is proved"
    assert judged(item(True), [step("proved")]).told == "its printed proof is complete"
    assert judged(item(**FAILS), [step("tested")]).told == "its printed proof breaks somewhere, though no step of it was found to fail"


# --- stored results ----------------------------------------------------------------------------------------------------------


def stored(id, status="SUPPORTED", part_of="", parts=("main",), title="", eq="", **more):
    variants = [{"part": part, "reading": "main", "reading_choices": {}} for part in parts]
    entry = {"id": id, "title": title, "source": {"item": "Proof", "eq": eq}, "part_of": part_of, "variants": variants, **more}
    severity = {"level": "substantive", "correction": "", "status": "REFUTED"} if status == "REFUTED" else None
    return entry, [{"id": id, "part": part, "reading": "main", "status": status, "summary": "measured 2 <= claimed 1 is false", "severity": severity} for part in parts]


def of(*entries):
    items, rows = [entry for entry, _ in entries], {entry["id"]: own for entry, own in entries if own}
    return items, rows


def link(id="", words="", parts=()):
    return {"id": id, "parts": list(parts), "words": words}


def test_the_links_of_a_proof_are_those_of_the_ledger_in_its_order():
    items, rows = of(stored("p/a", proof=[link("p/two"), link(words="a citation"), link("p/one")]), stored("p/one", title="First"), stored("p/two", "REFUTED", eq="7"))
    found = proofs(items, rows)
    assert list(found) == ["p/a"] and [(one.id, one.name, one.words) for one in found["p/a"].links] == [("p/two", "eq. 7", ""), ("", "", "a citation"), ("p/one", "“First”", "")]
    assert found["p/a"].word == "broken" and found["p/a"].first == "p/two" and [one.judgement and one.judgement.word for one in found["p/a"].links] == ["fails", None, "holds"]
    assert judgements(items, rows)["p/a"].sentence.endswith("; its printed proof breaks at eq. 7")


def test_without_named_links_the_parts_that_are_not_beside_are_the_proof():
    items, _ = of(stored("p/a", beside=["p/two"]), stored("p/one", part_of="p/a"), stored("p/two", part_of="p/a"))
    assert [one.id for one in links_of(items[0], items)] == ["p/one"]
    old = [{key: value for key, value in item.items() if key != "beside"} for item in items]
    assert [one.id for one in links_of(old[0], old)] == ["p/one", "p/two"]


def test_parts_that_a_proof_does_not_need_do_not_break_it():
    step_, rows = stored("p/one", parts=("needed", "other"))
    rows[1] |= {"status": "REFUTED", "severity": {"level": "substantive", "correction": "", "status": "REFUTED"}}
    assert proofs(*of(stored("p/a", proof=[link("p/one")]), (step_, rows)))["p/a"].word == "broken"
    assert proofs(*of(stored("p/a", proof=[link("p/one", parts=["needed"])]), (step_, rows)))["p/a"].word == "not shown to follow"


def test_an_item_follows_where_it_is_proved_by_lemmas_among_which_is_a_step():
    assert follows(LEMMAS, ["p/one"]) and not follows(LEMMAS, ["p/two"]) and not follows({"kind": "boxes", "evidence": {}}, ["p/one"]) and not follows({}, ["p/one"])
    assert follows({"kind": "lemmas", "evidence": {"split": "n", "parts": [{"steps": [{"lemma": "p/one|main|main", "shown": []}]}]}}, ["p/one"])
    items, rows = of(stored("p/a", "PROVED", proof=[link("p/one")]), stored("p/one", "PROVED"))
    assert proofs(items, rows)["p/a"].word == "not shown to follow"
    assert proofs(items, rows, lambda row: LEMMAS)["p/a"].word == "complete"
    rows["p/a"][0] |= LEMMAS  # as rows of the record hold it
    assert proofs(items, rows)["p/a"].word == "complete"


def test_a_proof_with_a_step_that_was_not_run_is_not_judged_unless_another_one_fails():
    proof = [link("p/one"), link("p/two")]
    assert proofs(*of(stored("p/a", proof=proof), stored("p/one")))["p/a"].word == "not checked"
    assert proofs(*of(stored("p/a", proof=proof), stored("p/one", "REFUTED")))["p/a"].word == "broken"


@pytest.mark.parametrize(("entry", "name"), [
    ({"id": "p/prop-7", "source": {"item": "Proposition 7", "eq": "40"}, "title": "t"}, "Proposition 7"), ({"id": "p/x", "source": {"item": "Proof", "eq": "33-34"}, "title": "t"}, "eqs. 33-34"),
    ({"id": "p/eq-28", "source": {"item": "Proof of Proposition 5, eqs. 27-29"}, "title": "t"}, "eq. 28"), ({"id": "p/step", "source": {}, "title": "Max step"}, "“Max step”"),
    ({"id": "p/step"}, "step"),
])
def test_a_step_is_named_as_the_paper_names_it(entry, name):
    assert name_of(entry) == name


def test_the_words_run_from_the_gravest_to_the_best():
    assert WORDS[0] == "broken" and WORDS.index("open") < WORDS.index("not shown to follow") < WORDS.index("proves less") < WORDS.index("complete but for") < WORDS.index("complete")
