"""A referee with twenty minutes finds the verdict, the numbers, the failing step and the words, and no line that cannot be read."""

from __future__ import annotations

import re

import pytest

from verify.report import words
from verify.report.arranged import _digits, _sentence
from verify.report.html import render_html
from verify.report.mathml import LONG, formula, pieces
from verify.report.statements import arranged

COMPOSITION = ["composition", ["()", ["finite", ["()", ["()", "0", "1/2"], ["()", "1", "1/2"]]]],
               ["()", ["()", ["()", ["row", "0"], ["point"], "0", "0"], ["()", ["row", "1"], ["point"], "1", "1"]],
                ["()", ["()", ["row", "0"], ["point", "1"], "0", "3"]]], None]  # fmt: skip


def test_a_composition_is_a_table_of_its_outputs_with_its_coins():
    shown = words.shown("C", COMPOSITION)
    assert shown.text == "a composition of 2 steps"
    assert shown.table.head == ("step", "data set", "earlier outputs", "coin", "output")
    assert shown.table.rows == (("1", "(0)", "none", "0", "0"), ("1", "(1)", "none", "1", "1"), ("2", "(0)", "(1)", "0", "3"))
    assert shown.table.note == "coin: 0 with weight 1/2, 1 with weight 1/2; one coin for all steps"


def test_columns_of_a_composition_that_say_nothing_are_left_out():
    still = ["composition", [["finite", [["1", "1"]]]], [[[["row", "0"], ["point"], "1", "5"]]], None]
    assert words.shown("C", still).table == words.Table(("data set", "output"), (("(0)", "5"),), "")


def test_measured_numbers_are_a_table_with_a_column_for_each_argument_that_varies():
    table = words.fields({"run.eps(step=1, kind=a)": "0.5", "run.eps(step=2, kind=a)": "0.7"})
    assert table == words.Table(("field", "step", "value"), (("run.eps", "1", "0.5"), ("run.eps", "2", "0.7")), "in every row: kind = a")


def test_a_long_table_says_how_much_it_leaves_out():
    table = words.cut(words.Table(("n",), tuple((str(n),) for n in range(words.MOST_ROWS + 7))))
    assert len(table.rows) == words.MOST_ROWS and table.note == "7 more rows in the stored file"


@pytest.mark.parametrize(("text", "told"), [
    ("[-oo, 1.5]", "at most 1.5"), ("[0.25, oo]", "at least 0.25"), ("[1, 2]", "between 1 and 2"), ("[-oo, oo]", "any number"), ("0.5", "0.5"),
])  # fmt: skip
def test_an_enclosure_is_told_in_words(text, told):
    assert words.bracket(text) == told


def test_names_in_a_line_of_text_are_written_as_letters():
    assert words.lettered("lamda: (0, ∞); mu_1: [1, ∞); dim: {1}; gamma") == "λ: (0, ∞); μ₁: [1, ∞); dim: {1}; γ"


LONG_FORMULA = (
    r"\mathbf 1\left[W_{\mu}\left(\operatorname{subsampled shifts}(\operatorname{Normal}(0, \text{variance} {\sigma}^{2}), q), P\right) \ge "
    r"\left(\sum_{t \in \{1,\dots,T\}} {x}_{t}\right) - \frac{\mathit{log}_{delta}}{\beta}\right] \le e^{\mathit{log}_{delta}}"
)


def test_a_long_formula_is_cut_into_pieces_that_lose_nothing():
    cut = pieces(LONG_FORMULA)
    assert len(cut) > 2
    whole = re.sub(r"[{}\s]", "", "".join(cut))
    for sign in (r"\ge", r"\le", r"\sum", r"\frac", r"\sigma"):
        assert whole.count(sign) == re.sub(r"\\left|\\right", "", LONG_FORMULA).count(sign)
    shown = formula(LONG_FORMULA, block=True)
    assert shown.startswith('<span class="long">') and shown.count("<math") == len(cut) == shown.count("</math>")
    assert all(sign in shown for sign in "≥≤Σσβδ".replace("Σ", "∑"))


def test_words_in_a_formula_stand_in_one_piece_and_apart():
    shown = formula(r"\operatorname{subsampled shifts}(\text{scale} \lambda)")
    assert "subsampled\xa0shifts" in shown
    assert re.search(r"<mtext>scale</mtext><mspace[^>]*/><mi>λ</mi>", shown)
    assert "<mi>δ</mi>" in formula(r"\mathit{log}_{delta}")


def test_a_short_formula_stays_in_one_piece():
    assert formula(r"x \le y", block=True).count("<math") == 1
    assert LONG >= 20


def variant(choices, forall, given, states):
    return {"part": "main", "reading": "+".join(choices.values()), "reading_choices": choices, "statement_text": "",
            "statement_latex": {"forall": forall, "given": given, "states": states}}  # fmt: skip


def test_a_line_that_only_some_readings_have_does_not_make_the_others_depend_on_them():
    shown = arranged([
        variant({"a": "one", "b": "x"}, [r"m \in M", r"s \in S"], [], "m < s"),
        variant({"a": "one", "b": "y"}, [r"m \in M", r"s \in S"], [], "m > s"),
        variant({"a": "two", "b": "x"}, [r"m \in M", r"k \in K", r"s \in S"], ["k < m"], "m < s"),
        variant({"a": "two", "b": "y"}, [r"m \in M", r"k \in K", r"s \in S"], ["k < m"], "m > s"),
    ])  # fmt: skip
    assert [(line.latex, line.varies) for line in shown.lines] == [(r"m \in M", ()), (r"s \in S", ()), ("m < s", ("b",))]
    assert {change.names: change.rows for change in shown.changes} == {
        ("a",): ((("one",), ("", "")), (("two",), (r"k \in K", "k < m"))),
        ("b",): ((("x",), ("m < s",)), (("y",), ("m > s",))),
    }


@pytest.mark.parametrize(("status", "rule", "told"), [
    ("REFUTED", "nearest", "The recomputed value is 0.90024951…, which does not round to the printed 0.898."),
    ("PROVED", "truncated", "The recomputed value is 0.90024951…, which is cut to the printed 0.898."),
])  # fmt: skip
def test_recomputed_digits_are_told_in_a_sentence(status, rule, told):
    assert _digits(status, {"value": "0.90024951088031485301", "digits": "0.898", "rule": rule}) == told


def test_a_refuted_theorem_names_its_first_failing_step_before_anything_else(records):
    page = render_html(*records)["claims/toy__thm-1.html"]
    assert page.index("its printed proof breaks at eq. 25") < page.index("Statement")
    assert re.search(r'<details open><summary><span class="judged">fails</span> <a href="toy__eq-25.html">eq. 25 Markov step</a>', page)


def test_an_instance_without_numbers_to_compare_is_named_in_words():
    place = [words.shown("epsilon", "79/200")]
    assert _sentence("PROVED", "there is an exact example", place, {}) == "There is an exact example: ε = 79/200."
    assert _sentence("REFUTED", "", [], {}) == ""
