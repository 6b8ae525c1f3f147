"""Power as a chart: kinds of errors by the smallest size that was noticed, operators by what became of them."""

import xml.etree.ElementTree as ElementTree

from verify.report.pictures import pictures
from verify.report.power_chart import of_measurement, of_rows

ROWS = [{"power": {"kinds": {"factor": "1/1000", "exponent": "yes"}}}, {"power": {"kinds": {"factor": "1/10", "exponent": ""}}}, {"power": {"kinds": {"factor": ""}}}, {"power": None}]
POWER = {"summary": {"operators": {"factor": {"planted": 5, "killed": 3, "missed": 1, "open": 1}, "range": {"planted": 0, "killed": 0, "missed": 0, "open": 0}}}}


def label(drawn):
    return ElementTree.fromstring(drawn).get("aria-label")


def test_kinds_are_counted_by_the_smallest_size_that_was_noticed():
    assert "a factor: 1 noticed at 0.1 %*, 1 at 10 %, 1 not noticed; another exponent: 1 noticed at 0.1 %*, 1 not noticed" in label(of_rows(ROWS))
    assert "67 % of 3" in of_rows(ROWS) and "50 % of 2" in of_rows(ROWS)


def test_operators_are_counted_by_what_became_of_their_errors():
    assert "factor: 3 noticed, 1 missed, 1 undetermined." in label(of_measurement(POWER)) and "range" not in label(of_measurement(POWER))


def test_nothing_is_drawn_where_nothing_was_planted():
    assert of_rows([{"power": None}, {"power": {"kinds": {}}}]) == of_measurement(None) == ""
    assert pictures({"results": []}, None, {}).of_power == "" and pictures({"results": ROWS}, POWER, {}).of_power.count("<figure") == 2
