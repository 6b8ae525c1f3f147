"""The printed proof of a theorem on its page: links in their order, the first broken one open, what stands beside it apart."""

from __future__ import annotations

import json
import re
from copy import deepcopy

import pytest

from verify.evidence.proofs import WORDS
from verify.report import arranged, proofs, render_html, render_markdown, render_single_file
from verify.report.json_form import render_json
from verify.schemas.shape import fits

PROOF = [{"id": "toy/eq-26", "parts": [], "words": ""}, {"id": "", "parts": [], "words": "Markov's <inequality>"}, {"id": "toy/prop-6", "parts": ["main"], "words": ""},
         {"id": "toy/eq-25", "parts": [], "words": ""}, {"id": "toy/def-9", "parts": [], "words": ""}]


@pytest.fixture(scope="module")
def proved(records):
    """The invented paper with a proof that names more than the parts of its theorem."""
    results, claims, certificates = deepcopy(records)
    next(item for item in claims["papers"][0]["items"] if item["id"] == "toy/thm-1")["proof"] = PROOF
    return results, claims, certificates


@pytest.fixture(scope="module")
def page(proved):
    return render_html(*proved)["claims/toy__thm-1.html"]


def section(page):
    return re.search(r'<section class="part proof".*?</section>', page, re.S)[0]


def test_the_links_stand_in_their_order_with_their_judgements(page):
    links = re.findall(r'<li class="(j-[a-z]+)">(.*?)</li>', section(page), re.S)
    assert [colour for colour, _ in links] == ["j-holds", "j-not", "j-depends", "j-fails", "j-not"]
    told = [" ".join(re.sub(r"<[^>]*>", " ", text).split()) for _, text in links]
    assert told[0].startswith("holds eq. 26 Convexity step") and told[1] == "Markov&#39;s &lt;inequality&gt;" and "Proposition 6 Sequential composition (main)" in told[2]
    assert told[3].startswith("fails eq. 25 Markov step") and "not checked" in told[4]


def test_the_first_broken_link_is_open_and_no_other(page):
    assert re.findall(r'<details open><summary><span class="judged">(\w+)</span> <a href="([^"]*)">', section(page)) == [("fails", "toy__eq-25.html")]
    assert section(page).count("<details") > 1


def test_a_link_shows_what_it_states(page):
    broken = re.search(r'<li class="j-fails">(.*?)</li>', section(page), re.S)[1]
    assert '<div class="line"><span class="formula"><math' in broken


def test_the_sentence_on_the_theorem_and_the_page_of_the_paper_say_where_its_proof_breaks(proved):
    pages = render_html(*proved)
    assert "its printed proof breaks at eq. 25" in pages["claims/toy__thm-1.html"]
    assert "its printed proof breaks at eq. 25" in pages["papers/toy.html"]
    assert re.search(r'Its printed proof, link by link: <span class="judged j-fails">broken</span>', pages["papers/toy.html"])
    assert "proof <span class=\"judged j-fails\">broken somewhere</span>" in pages["index.html"]


def test_the_single_file_has_the_chain_without_formulas(proved):
    text = render_single_file(*proved)
    chain = re.search(r"<ol class=chain>.*?</ol>", text, re.S)[0]
    assert "Markov step" in chain and "<math" not in chain


def test_markdown_and_json_tell_the_same(proved):
    text = render_markdown(*proved)
    assert "**The printed proof:** **broken** at eq. 25, which fails" in text
    assert re.search(r"^4\. `toy/eq-25` eq\. 25 Markov step \*\*fails\*\*", text, re.M)
    data = json.loads(render_json(arranged.audit(*proved)))
    assert fits("report", data)
    item = next(one for one in data["papers"][0]["items"] if one["id"] == "toy/thm-1")
    assert item["proof"]["word"] == "broken" and item["proof"]["first"] == "toy/eq-25" and [link["id"] for link in item["proof"]["links"]] == [link["id"] for link in PROOF]


def test_what_stands_beside_a_proof_is_listed_apart_and_breaks_nothing(records):
    results, claims, certificates = deepcopy(records)
    theorem = next(item for item in claims["papers"][0]["items"] if item["id"] == "toy/thm-1")
    theorem["beside"] = ["toy/eq-25"]
    pages = render_html(results, claims, certificates)
    assert "toy__eq-25" not in section(pages["claims/toy__thm-1.html"]) and "Beside the proof" in pages["claims/toy__thm-1.html"]
    assert "part of <a" in pages["claims/toy__eq-25.html"] and "step in the proof of <a" in pages["claims/toy__eq-26.html"]
    assert "its printed proof breaks at" not in pages["claims/toy__thm-1.html"]


def test_an_item_without_a_printed_proof_says_nothing_of_one(proved):
    assert "printed proof" not in render_html(*proved)["claims/toy__prop-7.html"]


def test_every_judgement_on_a_proof_is_explained():
    assert list(proofs.MEANING) == list(WORDS) and set(proofs.COLOURS) == set(WORDS) - {"not checked"}
