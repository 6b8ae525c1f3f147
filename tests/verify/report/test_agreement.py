"""Printed against reproduced: what differs first, every number a point with its words."""

import xml.etree.ElementTree as ElementTree

from verify.report.agreement import agreement, ordered


def line(what, printed, reproduced, verdict):
    return {"what": what, "printed": printed, "reproduced": reproduced, "verdict": verdict, "spread": "", "note": ""}


LINES = [line("a", "1", "1.1", "agrees"), line("b", ">=100", "48 in the file", "differs"), line("c", "8", "13", "differs"), line("<d>", "900", "900", "not checked")]


def test_what_differs_comes_first():
    assert [one["what"] for one in ordered(LINES)] == ["b", "c", "a", "<d>"]


def test_numbers_are_points_with_words():
    svg = ElementTree.fromstring(agreement(LINES, "Table <1>"))
    points = list(svg.iter("{http://www.w3.org/2000/svg}circle"))
    assert {point[0].text for point in points} == {"a: printed 1, reproduced 1.1, agrees", "c: printed 8, reproduced 13, differs", "<d>: printed 900, reproduced 900, not checked"}
    assert svg.get("aria-label") == "Table <1>: printed against reproduced, 3 numbers: 1 differs, 1 agrees, 1 not checked"


def test_nothing_is_drawn_of_less_than_two_numbers():
    assert agreement(LINES[:2], "Table 1") == ""
    assert agreement([line("a", "0", "0", "agrees"), line("b", "0", "0", "agrees")], "Table 1")
