"""Both sides of a refuted comparison on a line of numbers."""

from __future__ import annotations

import copy
import math
from dataclasses import replace
from xml.etree import ElementTree

import pytest

from verify.report import pair
from verify.report.arranged import audit
from verify.report.pair import Pair
from verify.report.pictures import NO_PICTURES


@pytest.mark.parametrize("sides", [Pair(2, "≤", 1), Pair(1e-6, "≥", 3), Pair(math.inf, "≤", 3.5), Pair(-math.inf, "=", 0), Pair(2.27, "rounds to", 2.76)])
def test_both_sides_stand_on_the_line_and_in_words(sides):
    shown = pair.figure(sides, "the first reading")
    drawing = ElementTree.fromstring(shown.partition(">")[2].partition("<figcaption")[0])
    told = "".join(drawing.itertext())
    assert f"Measured {sides.measured:.6g}, claimed {sides.claimed:.6g}".replace("inf", "∞") == drawing.get("aria-label")
    assert "measured" in told and "claimed" in told and "the first reading" in shown
    assert all(-1 <= float(one.get("x")) <= pair.WIDTH for one in drawing.iter() if one.get("x"))


def test_what_an_inequality_excludes_is_shaded_and_an_equation_excludes_no_side():
    assert "Shaded" in pair.figure(Pair(2, "≤", 1), "") and "<rect" in pair.figure(Pair(2, "≤", 1), "")
    assert "Shaded" not in pair.figure(Pair(2, "=", 1), "")


def refuted(records, **values):
    results, claims, certificates = copy.deepcopy(records)
    item = next(one for one in audit(results, claims, certificates).items if one.id == "toy/prop-7")
    told = tuple((name, value) for name, value in values.items())
    return replace(item, parts=tuple(replace(part, verdicts=tuple(replace(one, evidence=one.evidence and replace(one.evidence, values=told)) for one in part.verdicts)) for part in item.parts))


def test_a_claim_without_a_curve_shows_both_sides_at_its_counterexample(records):
    item = refuted(records, measured="[1.9999, 2.0001]", relation="≤", claimed="1/2")
    assert pair.telling(item)[1] == Pair(2.0, "≤", 0.5)
    assert 'class="pair"' in NO_PICTURES.of_claim(item)


def test_sides_of_a_statement_without_an_instance_are_in_its_summary(records):
    item = refuted(records)
    part = replace(item.parts[0], verdicts=(replace(item.verdicts[0], status="REFUTED", summary="false: 13.7 > 20"),))
    assert pair.telling(replace(item, parts=(part,)))[1] == Pair(13.7, ">", 20)


@pytest.mark.parametrize("values", [{}, {"measured": "1", "claimed": "1"}, {"measured": "[0, 1]", "claimed": "2"}, {"measured": "∞", "claimed": "-oo"}, {"measured": "a set", "claimed": "1"}])
def test_sides_that_are_no_two_numbers_are_not_drawn(records, values):
    assert pair.telling(refuted(records, **values)) is None and NO_PICTURES.of_claim(refuted(records, **values)) == ""
