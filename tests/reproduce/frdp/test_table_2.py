"""Table 2 by the accountant: noise multipliers of the readings, and comparisons of enclosures."""

from fractions import Fraction

import pytest

from reproduce.frdp import table_2
from verify.account import SubsampledRun, renyi_epsilon


def test_roots_are_enclosed_and_exact_where_they_can_be():
    assert table_2.root(Fraction(9, 4)) == (Fraction(3, 2), Fraction(3, 2))
    low, high = table_2.root(Fraction(2))
    assert low**2 < 2 < high**2 and high - low == Fraction(1, 10**12)


def test_the_multipliers_of_the_readings():
    cell = table_2.CELLS[1]
    assert table_2.multiplier(cell, "cor-2", 1) == (cell.sigma, cell.sigma)
    low, high = table_2.multiplier(cell, "eq-8", 1)
    moved = 2**0.5 / table_2.BATCH
    assert float(low) == pytest.approx((float(cell.sigma) * moved) ** 0.5 / moved) and low < high
    assert float(table_2.multiplier(cell, "cor-2", 2)[0]) == pytest.approx(float(cell.sigma) * 2**0.5)


def test_an_enclosure_is_that_of_the_accountant():
    cell = table_2.Cell("small", "1", Fraction(1, 10), Fraction(4), 1)
    (low, high), why = table_2.bounds("rdp-all-improved", cell, (cell.sigma, cell.sigma), "both")
    known = renyi_epsilon(SubsampledRun(cell.rate, cell.sigma), 1000, table_2.DELTA, "both", "improved")
    assert low <= float(known.lo) <= float(known.hi) <= high and high - low < 1e-6 and why == ""


def test_a_budget_below_the_measured_epsilon_differs():
    row = {"row": "r", "noise": "cor-2", "adjacency": "add-ratio-1", "accountant": "pld", "why": None}
    rows = [{**row, "printed": "1", "lower": low, "upper": high} for low, high in ((0.9, 0.95), (1.1, 1.2), (0.9, 1.1))] + [{**row, "printed": "1", "lower": None, "upper": None, "why": "too dear"}]
    assert [line.verdict for line in table_2.compare(rows, "smoke")] == ["agrees", "differs", "undecided", "undecided"]
