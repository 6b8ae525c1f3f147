"""Choices of a text in words, results by importance."""

from __future__ import annotations

import copy
from dataclasses import replace

from verify.report import ranking
from verify.report.arranged import audit
from verify.report.choices import STANDING, choices_of, in_marks, in_words, mathematical, pedantic, read_with, said_of
from verify.report.html import render_html
from verify.report.prose import prose

ENTRY = {
    "words": {"place": "Proposition 7", "statement": "W_mu <= lambda", "readings": {"kl": "unit: the divergence at shift 1; own: at the shift Delta.", "coins": "independent, or any joint law."}},
    "because": "Both laws are translates.",
    "variants": [{"reading_choices": {"kl": kl, "coins": coins}} for kl in ("unit", "own") for coins in ("independent", "shared")],
    "standings": {"kl": {"unit": {"standing": "printed", "source": "Eq. 40."}}},
}


def test_an_option_has_its_meaning_and_what_it_stands_on_and_the_choice_its_paragraph_where_options_have_none():
    kl, coins = choices_of(ENTRY)
    assert [(one.name, one.meaning) for one in kl.options] == [("unit", "the divergence at shift 1"), ("own", "at the shift Δ")]
    assert (kl.about, kl.options[0].standing, kl.options[0].source) == ("", "as printed", "Eq. 40")
    assert coins.about == "independent, or any joint law." and not any(one.meaning for one in coins.options)


def test_sentences_say_what_an_option_means():
    told = in_words("holds with kl = own or unit, fails with coins = shared", choices_of(ENTRY))
    assert told == "holds with kl: “the divergence at shift 1” or “at the shift Δ”, fails with coins: “shared”"


def test_a_reading_is_told_in_the_words_of_its_options_and_marks_stand_for_them_where_they_are_long():
    known = choices_of(ENTRY)
    assert read_with(known, {"kl": "own", "coins": "shared"}) == "at the shift Δ; shared" and [one.mark for one in known[0].options] == ["1a", "1b"]
    assert not in_marks(known, ["kl", "coins"]) and in_marks([replace(known[0], options=(replace(known[0].options[0], meaning="long " * 30),))], ["kl"])
    assert pedantic([replace(known[0], options=(replace(known[0].options[0], standing=STANDING["strict"]),))], {"kl": "unit"}) and not pedantic(known, {"kl": "unit"})


def test_words_of_docstrings_have_the_signs_of_mathematics():
    assert said_of(ENTRY).statement == "W_μ ≤ λ" and said_of({}).statement == ""
    assert mathematical("sqrt(2) -> infinity, epsilon_h") == "√(2) → ∞, ε_h"
    assert mathematical("max_{i <= n} P_") == "max_{i ≤ n} P′"
    assert mathematical("13.7000000000 == 20.00000000 != 0.10203") == "13.7 = 20 ≠ 0.10203"
    assert prose("W_μ <b> x^(1/μ) G^- max_{i ≤ n}") == "W<sub>μ</sub> &lt;b&gt; x<sup>1/μ</sup> G<sup>-</sup> max<sub>i ≤ n</sub>"


def test_words_stand_on_the_page_before_the_formula(records):
    results, claims, certificates = copy.deepcopy(records)
    item = next(one for one in claims["papers"][0]["items"] if one["id"] == "toy/prop-7")
    item |= {"words": {"place": "Section 4", "statement": "Noise hides it.", "readings": {"loss": "transport: the distance; events: the probabilities."}}, "because": "They are translates."}
    page = render_html(results, claims, certificates)["claims/toy__prop-7.html"]
    order = ["They are translates.", "Noise hides it.", "<b>1a</b> the distance", "<math"]
    assert [page.index(one) for one in order] == sorted(page.index(one) for one in order)


def test_results_are_ranked_by_judgement_severity_and_margin(records):
    results, claims, certificates = copy.deepcopy(records)
    shown = audit(results, claims, certificates)
    words = [item.judgement.word for item in ranking.ranked(shown.papers[0], shown)]
    assert words == sorted(words, key=["fails", "fails as printed", "depends", "open", "holds with a correction", "holds", "not checked"].index)
    assert {ranking.strength(item) for item in shown.papers[0].items} >= {"proved", ""}
