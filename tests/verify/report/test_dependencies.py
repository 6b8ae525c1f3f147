"""The dependency graph of a paper: steps count as part of their result, every arrow goes to the right, every field is a link with a judgement."""

import xml.etree.ElementTree as ElementTree

from verify.evidence.judgement import Judgement
from verify.report.dependencies import dependencies, graph_of
from verify.report.model import Audit, Item, Paper


def item(id, *uses, part_of="", word="holds", place=""):
    return Item(id, "toy", f"Title of {id}", "inequality", place, "", "", part_of, "", uses, (), True, (), judgement=Judgement(word, f"{word}: so"))


def paper(*items):
    found = Paper("toy", "A toy paper", "", items)
    return found, Audit((found,), (), "", (), (), ())


def test_steps_count_as_part_of_their_result_and_arrows_go_to_the_right():
    found, audit = paper(item("toy/a"), item("toy/b"), item("toy/b-1", "toy/a", part_of="toy/b"), item("toy/c", "toy/b", "toy/a"), item("toy/d"))
    graph = graph_of(found, audit)
    assert graph.columns == (("toy/a",), ("toy/b",), ("toy/c",)) and set(graph.edges) == {("toy/a", "toy/b"), ("toy/b", "toy/c"), ("toy/a", "toy/c")}


def test_a_circle_is_cut():
    found, audit = paper(item("toy/a", "toy/b"), item("toy/b", "toy/a"))
    assert len(graph_of(found, audit).edges) == 1


def test_every_field_is_a_link_with_the_sign_of_its_judgement():
    found, audit = paper(item("toy/prop-1", word="fails", place="Proposition 1"), item("toy/thm-1", "toy/prop-1", place="Theorem 1"))
    svg = ElementTree.fromstring(dependencies(found, audit, lambda id: f"claims/{id}.html", lambda word: f"j-{word}"))
    links = list(svg.iter("{http://www.w3.org/2000/svg}a"))
    assert [(link.get("href"), link.get("class"), link[0].text) for link in links] == [
        ("claims/toy/prop-1.html", "j-fails", "toy/prop-1 Title of toy/prop-1: fails: so"), ("claims/toy/thm-1.html", "j-holds", "toy/thm-1 Title of toy/thm-1: holds: so")]
    assert ["".join(part.text for part in link if part.tag.endswith("text")) for link in links] == ["✗Prop. 1", "✓Thm. 1"]
    assert "2 results, 1 arrow, 1 result that fails" in svg.get("aria-label")


def test_places_that_several_results_have_are_no_names():
    found, audit = paper(item("toy/tab-1-a", place="Table 1"), item("toy/tab-1-b", "toy/tab-1-a", place="Table 1"))
    told = dependencies(found, audit, lambda id: "", lambda word: "")
    assert ">tab-1-a<" in told and ">Table 1<" not in told


def test_nothing_is_drawn_where_nothing_rests_on_anything():
    assert dependencies(*paper(item("toy/a"), item("toy/b")), lambda id: "", lambda word: "") == ""
