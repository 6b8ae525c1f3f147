"""Badges and permalinks: a file for each paper and item, which its page shows and says how to use."""

import xml.etree.ElementTree as ElementTree

from verify.evidence.judgement import Judgement
from verify.report import write_report
from verify.report.badges import badge, of_item, of_paper
from verify.report.model import Item, Paper


def item(id, word, place="Proposition 1"):
    return Item(id, "toy", "Title", "inequality", place, "", "", "", "", (), (), True, (), judgement=Judgement(word, f"{word}: so") if word else Judgement("open", ""))


def label(text):
    return ElementTree.fromstring(text).get("aria-label")


def test_a_badge_says_the_judgement():
    assert label(of_item(item("toy/prop-1", "fails as printed"))) == "toy/prop-1: fails as printed"
    assert label(of_item(item("toy/prop-1", ""))) == "toy/prop-1: no result"
    assert "<b>" not in badge("<b>", "<i>", "#000")


def test_the_badge_of_a_paper_counts_its_numbered_results_that_fail():
    assert label(of_paper(Paper("toy", "", "", (item("toy/a", "fails"), item("toy/b", "holds"), item("toy/c", "fails", "Section 1"))))) == "toy: 1 of 2 numbered results fails"
    assert label(of_paper(Paper("toy", "", "", (item("toy/c", "holds", ""),)))) == "toy: 0 of 1 claims fail"


def test_every_item_has_a_badge_and_a_permalink_and_old_badges_go(folder):
    (folder / "report" / "badges").mkdir(parents=True)
    (folder / "report" / "badges" / "toy__gone.svg").write_text("")
    write_report(folder)
    pages = {path.stem for path in (folder / "report" / "claims").iterdir()} | {path.stem for path in (folder / "report" / "papers").iterdir()}
    assert {path.stem for path in (folder / "report" / "badges").iterdir()} == pages
    page = (folder / "report" / "claims" / "toy__prop-7.html").read_text()
    assert 'rel="bookmark" href="../claims/toy__prop-7.html"' in page and "[![toy/prop-7](badges/toy__prop-7.svg)](claims/toy__prop-7.html)" in page
