"""Figures and the table of the paper on Gaussian differential privacy: what is known of them from elsewhere, and comparisons that fail on wrong rows."""

import pytest

from reproduce.gdp import composition, figure_1, figure_2, subsampling
from verify.reproductions import Setting

SMOKE = Setting("smoke")


@pytest.fixture(scope="module")
def table():
    return composition.table(SMOKE).rows


def test_basic_composition_is_its_closed_form(table):
    from math import exp, log

    row = next(row for row in table if row["method"] == "basic" and row["delta"] == "1e-2")
    assert row["lower"] == pytest.approx(log(exp(10) - 0.01 * (1 + exp(10))), rel=1e-12)


def test_a_cell_with_other_digits_differs(table):
    wrong = [{**row, "printed": "5.99" if row["method"] == "advanced" and row["delta"] == "1e-1" else row["printed"]} for row in table]
    changed = [a.what for a, b in zip(composition.compare_table(table, "smoke"), composition.compare_table(wrong, "smoke"), strict=True) if a.verdict != b.verdict]
    assert changed == ["advanced composition: epsilon at delta = 1e-1"]


def test_curves_that_cross_are_noticed():
    rows = composition.curves(SMOKE).rows
    assert {line.verdict for line in composition.compare_curves(rows, "smoke")} == {"agrees"}
    lifted = [{**row, "upper": 2 * row["upper"]} if row["curve"] == "optimal composition" else row for row in rows]
    assert composition.compare_curves(lifted, "smoke")[0].verdict == "differs"


def test_the_transform_of_a_gaussian_profile_is_its_level():
    low, high = subsampling.value(subsampling.computed(lambda: {"p": ({"c": subsampling.NormalProfile(2)}, 2)})(SMOKE).rows, "p", "c", "least mu")
    assert low <= 2 <= high and high - low < 1e-6


def test_the_limits_of_the_second_figure():
    rows = figure_2.compute(SMOKE).rows
    limits = {row["curve"]: (row["lower"], row["upper"]) for row in rows if row["panel"] == "limit"}
    assert limits["Laplace, Delta/b = 2"] == (0.0, 0.0) and limits["SGD"][0] <= 0.5**0.5 <= limits["SGD"][1] and limits["ICEA, log to base e"][0] == float("inf")


def test_naive_curves_start_at_one_and_refined_ones_below():
    rows = figure_1.compute(SMOKE).rows
    assert figure_1._first(rows, "SGD", "naive") > 0.99 and figure_1._first(rows, "SGD", "refined") < 0.7
