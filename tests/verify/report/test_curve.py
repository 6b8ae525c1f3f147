"""A stored curve as a picture: the failing part shaded, the instance marked, words for who does not see it."""

import xml.etree.ElementTree as ElementTree

import pytest

from verify.report.curve import figure, in_words, picture

CURVE = {
    "id": "toy/prop-7", "part": "main", "reading": "scalar", "digest": "d", "name": "lamda", "relation": "<=", "fixed": {"mu": "1"}, "whole": False, "logarithmic": True, "at": "1",
    "points": [["1/4", "1", "2", True], ["1/2", "1", "1.5", True], ["1", "1", "0.5", False], ["2", "1", "0.25", False], ["4", "inf", "0.125", False], ["8", None, None, None]],
}
NONE_FAILS = {**CURVE, "points": [[x, a, a, True] for x, a, *_ in CURVE["points"][:4]]}


def test_the_failing_part_is_shaded_and_the_instance_ringed():
    svg = ElementTree.fromstring(picture(CURVE))
    space = "{http://www.w3.org/2000/svg}"
    shaded = [rect for rect in svg.iter(f"{space}rect") if rect.get("height") != "13"]
    assert len(shaded) == 1 and len(list(svg.iter(f"{space}circle"))) == 3
    assert svg.get("role") == "img" and svg.find(f"{space}title").text == svg.get("aria-label")


def test_the_alternative_says_what_is_seen():
    assert in_words(CURVE) == "Measured and claimed over λ from 0.25 to 8 with μ = 1: the claim fails at 3 of 5 points, between λ = 1 and 4; at λ = 1 measured 1, claimed 0.5."
    assert "the claim holds at every point drawn" in in_words(NONE_FAILS)


def test_the_caption_says_that_it_is_no_evidence():
    assert "An illustration; the evidence is below." in figure(CURVE) and "ringed at the counterexample" in figure(CURVE)
    assert "ringed where the two come closest" in figure(NONE_FAILS)


@pytest.mark.parametrize("change", [{"points": []}, {"points": [["1", None, None, None]]}, {"at": "x"}, {"points": [["1", "a", "b", True]] * 4}])
def test_what_has_another_shape_is_no_picture(change):
    assert figure({**CURVE, **change}) == ""


def test_names_are_escaped():
    assert "<script>" not in figure({**CURVE, "name": "<script>", "fixed": {"<b>": "<i>"}})
