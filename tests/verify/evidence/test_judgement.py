"""The table of judgements, cell by cell, and the sentences."""

import itertools
from dataclasses import replace

import pytest

from verify.evidence.judgement import (
    PLANTED,
    WORDS,
    Judgement,
    Statement,
    judge,
    missed_of,
    parts_of,
    severity_in_words,
    statement_of,
    strength_of_tests,
    told_once,
)
from verify.evidence.proofs import judgements

OUTCOMES = {
    "holds": {"status": "SUPPORTED", "tested": 50},
    "corrected": {"status": "REFUTED", "level": "boundary", "correction": "for x > 0"},
    "fails": {"status": "REFUTED", "level": "substantive", "summary": "measured 3 <= claimed 1 is false at x = 2"},
    "open": {"status": "UNDECIDED"},
    "unchecked": {"status": "NOT_CHECKED", "summary": "data missing"},
}


def statement(outcome, standing="printed", part="main", option="a"):
    return Statement(part, {"order": option}, {"order": standing}, **OUTCOMES[outcome])


@pytest.mark.parametrize("outcome", OUTCOMES)
def test_outcomes_follow_from_status_and_severity(outcome):
    assert statement(outcome).outcome == outcome


@pytest.mark.parametrize(("words", "outcome"), [("with the factor 119/100", "corrected"), ("with the factor 233/100", "fails"), ("with the factor 3/4", "corrected"), ("with the factor 1/4", "fails")])
def test_a_factor_from_two_on_is_no_correction(words, outcome):
    assert Statement("main", status="REFUTED", level="constant", correction=words).outcome == outcome


TABLE = {
    # outcomes of the literal reading and of another fair one: the judgement
    ("holds", "holds"): "holds", ("holds", "corrected"): "holds", ("holds", "fails"): "depends", ("holds", "open"): "holds", ("holds", "unchecked"): "holds",
    ("corrected", "holds"): "holds with a correction", ("corrected", "corrected"): "holds with a correction", ("corrected", "fails"): "depends",
    ("corrected", "open"): "holds with a correction", ("corrected", "unchecked"): "holds with a correction",
    ("fails", "holds"): "fails as printed", ("fails", "corrected"): "fails as printed", ("fails", "fails"): "fails", ("fails", "open"): "fails as printed", ("fails", "unchecked"): "fails",
    ("open", "holds"): "open", ("open", "corrected"): "open", ("open", "fails"): "open", ("open", "open"): "open", ("open", "unchecked"): "open",
    ("unchecked", "holds"): "open", ("unchecked", "corrected"): "open", ("unchecked", "fails"): "fails", ("unchecked", "open"): "open", ("unchecked", "unchecked"): "not checked",
}


@pytest.mark.parametrize(("literal", "other"), list(itertools.product(OUTCOMES, OUTCOMES)))
def test_the_table_cell_by_cell(literal, other):
    found = judge([statement(literal), statement(other, "meant", option="b")])
    assert found.word == TABLE[literal, other] and found.sentence.startswith(found.word)


@pytest.mark.parametrize("outcome", OUTCOMES)
def test_a_reading_of_pedants_alone_changes_nothing(outcome):
    fair = [statement("holds"), statement("corrected", "meant", option="b")]
    assert judge([*fair, statement(outcome, "strict", option="c")]) == judge(fair)


def test_where_all_readings_are_strict_they_count():
    assert judge([statement("fails", "strict")]).word == "fails"


def test_without_a_printed_option_every_fair_reading_is_the_text():
    assert judge([statement("fails", "convention"), statement("holds", "convention", option="b")]).word == "depends"
    assert judge([Statement("main", {"order": "a"}, {}, **OUTCOMES["fails"]), Statement("main", {"order": "b"}, {}, **OUTCOMES["holds"])]).word == "depends"


def test_an_item_has_the_gravest_judgement_of_its_parts():
    order = {"fails": "fails", "fails as printed": None, "depends": None, "open": "open", "holds with a correction": "corrected", "holds": "holds", "not checked": "unchecked"}
    simple = [(word, outcome) for word, outcome in order.items() if outcome]
    for (first, a), (second, b) in itertools.combinations(simple, 2):
        found = judge([statement(a, part="one"), statement(b, part="two")])
        assert found.word == first and WORDS.index(first) < WORDS.index(second)


def test_each_part_is_judged_by_its_own_readings():
    rows = [statement("fails", part="one"), statement("holds", "meant", "one", "b"), statement("holds", part="two")]
    assert {name: part.word for name, part in parts_of(rows).items()} == {"one": "fails as printed", "two": "holds"}
    assert judge(rows).sentence == "fails as printed (one): the true value 3 exceeds the claimed 1 by a factor of 3, at x = 2; holds with order = b"


def test_a_failure_is_told_by_another_reading_where_the_literal_one_has_no_numbers():
    silent = replace(statement("fails"), summary="")
    assert judge([silent, statement("fails", "meant", option="b")]).sentence == judge([statement("fails")]).sentence
    assert judge([silent]).sentence == "fails in every reading"


def test_sentences():
    assert judge([statement("fails")], "its printed proof breaks at eq. 34 and 1 other step").sentence == \
        "fails: the true value 3 exceeds the claimed 1 by a factor of 3, at x = 2; its printed proof breaks at eq. 34 and 1 other step"
    assert judge([statement("holds")]).sentence == "holds: well tested, at 50 or more instances"
    assert judge([Statement("main", status="SUPPORTED", tested=3)]).sentence == "holds: thinly tested, at 3 or more instances"
    assert judge([Statement("main", status="PROVED")]).sentence == "holds: proved"
    assert judge([statement("corrected")]).sentence == "holds with a correction: for x > 0"
    assert judge([statement("holds", "convention"), statement("fails", "convention", option="b")]).sentence == \
        "depends: holds with order = a, fails with order = b, where the true value 3 exceeds the claimed 1 by a factor of 3, at x = 2"
    assert judge([], reason="opinion: no quantity") == Judgement("not checked", "not checked: opinion: no quantity")


@pytest.mark.parametrize(("summary", "told"), [
    ("measured 0 < claimed 0 is false at x = 1", "the true value 0 is not below the claimed 0, at x = 1"),
    ("measured 15.5 < claimed 1 is false", "the true value 15.5 exceeds the claimed 1 by a factor of 15.5"),
    ("measured 84.3 rounds to claimed 86.5 is false", "the true value 84.3 is not the printed 86.5"),
    ("false: recomputed 8.0930019748238652467, printed 8.086 (nearest: [16171/2000, 16173/2000])", "the recomputed value 8.0930020 is not the printed 8.086"),
    ("false at x = 2: recomputed 4, printed 0.50", "the recomputed value 4 is not the printed 0.50, at x = 2"),
    ("measured 1 >= claimed 2 is false", "the true value 1 is below the claimed 2"),
    ("measured 0 == claimed -oo is false at x = 1", "the true value 0 is not the claimed −∞, at x = 1"),
    ("measured [1.5, 1.6] <= claimed 1 is false at n = 2", "the true value (between 1.5 and 1.6) exceeds the claimed 1 by a factor of 1.55, at n = 2"),
    ("measured [3.3662762, oo] <= claimed 3 is false", "the true value (at least 3.36627) exceeds the claimed 3"),
    ("measured 2 <= claimed 3 is true, and denied at x = 1", "the true value 2 is at most 3, at x = 1"),
    ("something else", "something else"),
])
def test_summaries_in_words(summary, told):
    assert judge([Statement("main", status="REFUTED", level="substantive", summary=summary)]).sentence == f"fails: {told}"


def test_stored_results_are_judged_with_the_steps_of_the_proof():
    items = [{"id": "p/a", "variants": [{"part": "main", "reading": "main", "reading_choices": {}, "standings": {}}], "source": {"item": "Theorem 1", "eq": ""}},
             {"id": "p/a-step", "part_of": "p/a", "variants": [{"part": "main", "reading": "main", "reading_choices": {}}], "source": {"item": "Proof", "eq": "7"}},
             {"id": "p/b", "not_checked": "opinion: words", "variants": []}]
    rows = {"p/a": [{"part": "main", "reading": "main", "status": "SUPPORTED", "summary": "", "severity": None, "coverage": {"admitted": 70}}],
            "p/a-step": [{"part": "main", "reading": "main", "status": "REFUTED", "summary": "measured 2 <= claimed 1 is false", "severity": {"level": "substantive", "correction": "", "status": "REFUTED"}}]}
    found = judgements(items, rows)
    assert found["p/a"].sentence == "holds: well tested, at 70 or more instances; its printed proof breaks at eq. 7"
    assert found["p/a-step"].word == "fails" and found["p/b"].word == "not checked"


def test_severities_in_words():
    assert severity_in_words({"level": "strictness", "correction": "with ≤ in place of <", "status": "PROVED"}) == "fails only because equality is excluded; holds with ≤ in place of < (proved)"
    assert severity_in_words({"level": "substantive", "correction": "", "status": "REFUTED"}) == "fails substantively"
    assert "could be decided" in severity_in_words({"level": "substantive", "correction": "", "status": "UNDECIDED"})


def test_readings_of_one_formula_count_once_as_the_most_literal():
    fails = [Statement("main", {"order": option}, {"order": kind}, **OUTCOMES["fails"], digest="one") for option, kind in (("a", "strict"), ("b", "printed"), ("c", "meant"))]
    holds = Statement("main", {"order": "d"}, {"order": "meant"}, **OUTCOMES["holds"], digest="two")
    found = parts_of([*fails, holds])["main"]
    assert len(found.fair) == 2 and [one.choices for one in found.literal] == [{"order": "b"}]
    assert judge([*fails, holds]).word == "fails as printed"


def test_all_fair_options_of_one_formula_are_named():
    holds = [Statement("main", {"order": option, "norm": norm}, {"order": kind, "norm": "convention"}, **OUTCOMES["holds"], digest="one")
             for option, kind in (("a", "meant"), ("b", "convention"), ("c", "strict")) for norm in ("l1", "l2")]
    fails = Statement("main", {"order": "d", "norm": "l1"}, {"order": "printed", "norm": "convention"}, **OUTCOMES["fails"], digest="two")
    assert judge([*holds, fails]).sentence.endswith("; holds with order = a or b")


def test_what_fails_is_told_where_the_rest_is_open():
    open_ = statement("open", option="b")
    assert judge([statement("fails", "meant"), open_]).sentence == \
        "open: of 2 readings, 1 is undecided, 1 fails; fails with order = a, where the true value 3 exceeds the claimed 1 by a factor of 3, at x = 2"
    assert judge([statement("fails"), statement("open", "meant", option="b")]).sentence == \
        "fails as printed: the true value 3 exceeds the claimed 1 by a factor of 3, at x = 2; whether a kinder reading holds is open"


def test_parts_that_were_not_checked_are_named():
    assert judge([statement("holds", part="dp"), statement("unchecked", part="rdp")]).sentence == "holds: well tested, at 50 or more instances; not checked: rdp"


def test_what_was_tested_too_little_is_told_apart_from_what_engines_cannot_do():
    thin = Statement("main", {"order": "a"}, {"order": "printed"}, status="UNDECIDED", summary="too little tested: 3 distinct instances")
    assert judge([thin]).sentence == "open: nothing was found against it, but the tests cannot tell it from a false statement nearby"
    assert judge([thin, statement("open", "meant", option="b")]).sentence == "open: of 2 readings, 1 is undecided, 1 is tested too little"
    assert judge([statement("open", "printed"), statement("open", "meant", option="b")]).sentence == "open: both readings are undecided"
    assert judge([statement("open", "printed")]).sentence == "open: its only reading is undecided"


NOTICED = {"factor": "1/1000", "added": "1/10", "argument": "1/100", "exponent": "yes"}
TESTS = {
    # decided instances, and how planted errors fared: how well a supported statement is tested
    (30, "noticed"): "well tested", (30, "unplanted"): "tested", (30, "missed"): "thinly tested",
    (29, "noticed"): "thinly tested", (29, "unplanted"): "thinly tested", (29, "missed"): "thinly tested",
    (None, "noticed"): "tested", (None, "unplanted"): "tested", (None, "missed"): "thinly tested",
}


@pytest.mark.parametrize(("tested", "fared"), list(TESTS))
@pytest.mark.parametrize("kind", PLANTED)
def test_the_table_of_tests_cell_by_cell(tested, fared, kind):
    kinds = {**NOTICED, kind: ""} if fared == "missed" else {other: size for other, size in NOTICED.items() if fared == "noticed" or other != kind}
    assert strength_of_tests(tested, missed_of(kinds), (kind,) if fared == "unplanted" else ()) == TESTS[tested, fared]


@pytest.mark.parametrize("kind", PLANTED)
def test_a_kind_without_a_place_is_not_missed_and_a_large_error_is_no_notice(kind):
    assert missed_of({other: size for other, size in NOTICED.items() if other != kind}) == ()
    assert missed_of({**NOTICED, kind: "1/2"}) == missed_of({**NOTICED, kind: ""}) == (kind,)
    assert missed_of({**NOTICED, "range": "", "hypothesis": "", "equality": "", "quantifier": ""}) == ()


def supported(part="main", tested=901, missed=(), untried=(), option="a"):
    return Statement(part, {"order": option}, {"order": "printed"}, status="SUPPORTED", tested=tested, missed=missed, untried=untried)


def proved(part="main", option="a"):
    return Statement(part, {"order": option}, {"order": "printed"}, status="PROVED")


def test_the_sentence_says_what_was_not_noticed():
    assert judge([supported(missed=("argument",))]).sentence == \
        "holds: thinly tested, at 901 or more instances; of the errors planted in the claimed side, a factor of 10 % inside a function was not noticed"
    assert judge([supported(missed=("exponent", "argument"))]).sentence.endswith("; of the errors planted in the claimed side, a factor of 10 % inside a function and another exponent were not noticed")
    assert judge([supported(untried=("added",))]).sentence == "holds: tested, at 901 or more instances; not tried in the claimed side: an added constant of 10 %"


@pytest.mark.parametrize(("weaker", "word"), [(supported("link-2"), "well tested"), (supported("link-2", missed=("factor",)), "thinly tested"), (supported("link-2", 5), "thinly tested"),
                                              (supported("link-2", None), "tested")])
def test_a_chain_is_only_as_good_as_its_weakest_link(weaker, word):
    for rows in ([proved("link-1"), weaker], [weaker, proved("link-1")]):
        found = judge(rows)
        assert found.sentence.startswith(f"holds: {word} (link-2)") and found.sentence.endswith("; link-1 is proved") and found.strength == word
    assert judge([proved("link-1"), proved("link-2")]) == Judgement("holds", "holds: proved", "proved")


def test_the_other_links_are_told_by_how_well_they_hold():
    assert judge([proved("link-1"), supported("link-2", missed=("factor",)), supported("link-3"), proved("link-4")]).sentence == \
        "holds: thinly tested (link-2), at 901 or more instances; of the errors planted in the claimed side, a factor of 10 % was not noticed; link-1 and link-4 are proved; link-3 is well tested"
    assert judge([supported("link-1", 40), supported("link-2", 50)]).sentence == "holds: well tested, at 40 or more instances"


def test_readings_of_one_part_hold_as_well_as_the_weakest_of_them():
    assert judge([proved(), supported(option="b", missed=("added",))]).strength == "thinly tested"
    assert judge([proved(), proved(option="b")]).strength == "proved" and judge([statement("open")]).strength == ""


def test_planted_errors_of_a_stored_row_are_read():
    power = {"kinds": {"factor": "1/1000", "exponent": "", "added": "1/1000", "argument": "", "equality": "1/1000"}, "unplanted": []}
    found = statement_of({"part": "main", "status": "SUPPORTED", "coverage": {"decided": 901}, "power": power}, {})
    assert found.missed == ("argument", "exponent") and found.strength == "thinly tested"
    assert statement_of({"part": "main", "status": "SUPPORTED", "power": {"kinds": {"factor": "1/10"}, "unplanted": ["exponent"]}, "coverage": {"decided": 50}}, {}).strength == "tested"


def test_what_is_proved_in_some_readings_and_supported_in_others_is_told_once():
    proved, supported, other = "fails at an end; holds for x > 0 (proved)", "fails at an end; holds for x > 0 (supported)", "fails at an end; holds for x > 1 (supported)"
    both = "fails at an end; holds for x > 0 (proved in some readings, supported in the others)"
    assert told_once([supported, other, proved, other]) == (other, both)
    assert told_once([proved, proved]) == (proved,)
    assert told_once([supported, other]) == (supported, other)
