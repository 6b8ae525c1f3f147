"""Examples, bounds of iterations and histograms against closed forms."""

import math
from fractions import Fraction
from types import SimpleNamespace

import pytest
from flint import fmpq

from reproduce.rpp import attributes, dependence, examples
from reproduce.rpp.table_1 import DATA_SETS
from verify.reproductions import Setting
from verify.values.laws import FiniteLaw

SMOKE = Setting("smoke")


@pytest.mark.parametrize(("shift", "scale"), [(1, 1.0), (2, 0.5), (3, 4.0)])
def test_the_divergence_of_shifted_cauchy_laws_is_its_closed_form(shift, scale):
    found = examples.cauchy_divergence(FiniteLaw([shift], [1]), FiniteLaw([0], [1]), scale)
    assert found == pytest.approx(math.log1p(shift**2 / (2 * scale**2)), rel=1e-7)


def test_the_salaries_are_translates():
    rows = {(row["secrets"], row["kind"]): row["measured"] for row in examples.salaries(SMOKE).rows}
    assert rows == {("1, 2, 100", "Delta_G"): 49.5, ("1, 2, 100", "Delta_G,delta"): 49.5, ("1, 2", "Delta_G"): 0.5, ("1, 2", "Delta_G,delta"): 0.5}


def test_a_sum_given_one_of_two_independent_numbers_moves_with_it():
    weights = {(Fraction(x), Fraction(y)): Fraction(1) for x in (0, 2) for y in (0, 1, 5)}
    law = examples.conditional(weights, 0, Fraction(2))
    assert law.points == (fmpq(2), fmpq(3), fmpq(7)) and set(law.weights) == {fmpq(1, 3)}


def test_constant_correlations_have_closed_forms():
    losses = dependence.losses(dependence.correlations(dependence.constant(Fraction(1, 2)), 8, False))
    assert losses["bound (1)"] == 2 and losses["bound (2)"] == 2
    assert float(losses["bare"].lo) == pytest.approx(2) and float(losses["shared"].hi) == pytest.approx(2)
    assert float(losses["hidden"].lo) == pytest.approx(16 / (8 + 7 * 0.75))


def test_a_bound_below_the_divergence_is_noticed():
    rows = dependence.computed(dependence.FIXED)(SMOKE).rows
    assert {line.verdict for line in dependence.valid(rows, dependence.FIXED)} == {"agrees"}
    wrong = [{**row, "upper": row["upper"] / 2} if row["kind"] == "bound (1)" else row for row in rows]
    assert [line.verdict for line in dependence.valid(wrong, dependence.FIXED)] == ["differs", "differs", "agrees", "agrees"]


def test_histograms_are_laws(tmp_path):
    path = tmp_path / "student-mat.csv"
    path.write_text("school,paid,G3\nA,no,0\nA,no,10\nB,yes,5\nB,yes,11\nB,yes,11\n", encoding="utf-8")
    rows = attributes.histogram(DATA_SETS[0], tmp_path)
    shares = {(row["secret"].rpartition("=")[2].strip(), row["value"]): row["lower"] for row in rows}
    assert sum(shares.values()) == pytest.approx(2) and max(shares.values()) == pytest.approx(2 / 3)
    assert attributes.folder_of(SimpleNamespace(files={"student-mat.csv": path})) == tmp_path


def test_the_range_that_is_printed_as_a_bound_is_compared_as_one():
    rows = [{"data": "heart", "kind": "range", "secret": None, "value": None, "printed": ">=100", "lower": value, "upper": value} for value in (48.0, 100.0)]
    assert [line.verdict for line in attributes.compare(rows, "smoke")] == ["differs", "agrees"]
