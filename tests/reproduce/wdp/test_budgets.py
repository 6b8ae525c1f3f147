"""Quadratures of the output laws against closed forms; comparisons that fail on wrong rows."""

import math

import pytest

from reproduce.wdp import budgets, figure_3, figures_2_4
from verify.reproductions import Setting

SMOKE = Setting("smoke")


@pytest.mark.parametrize("order", [1.0, 1.5, 3.0, 10.0])
@pytest.mark.parametrize("scale", [0.5, 1.0, 4.0])
def test_divergences_of_translates_are_their_closed_forms(order, scale):
    assert budgets.measured_renyi("Gaussian", order, scale) == pytest.approx(order / (2 * scale**2), rel=1e-8)
    assert budgets.measured_renyi("Laplace", order, scale) == pytest.approx(budgets.printed_renyi("Laplace", order, scale), rel=1e-8)


@pytest.mark.parametrize("kind", ["Laplace", "Gaussian"])
def test_translates_are_their_distance_apart(kind):
    assert budgets.measured_wasserstein(kind, 3.0, 2.0, 0.7) == pytest.approx(0.7, rel=1e-12)


def test_the_largest_ratio_is_finite_for_laplace_alone():
    assert budgets.largest_ratio("Laplace", 2) == pytest.approx(0.5) and budgets.largest_ratio("Gaussian", 2) == math.inf


def test_a_wrong_divergence_is_noticed():
    rows = budgets.figure(SMOKE).rows
    wrong = [{**row, "printed": row["printed"] * 1.001} if row["panel"] == "a" else row for row in rows]
    changed = [a.what for a, b in zip(budgets.compare_figure(rows, "smoke"), budgets.compare_figure(wrong, "smoke"), strict=True) if a.verdict != b.verdict]
    assert changed == ["(a) the curves against the divergences of the laws"]


def test_a_curve_that_rises_is_noticed_in_the_third_figure():
    rows = figure_3.compute(SMOKE).rows
    assert {line.verdict for line in figure_3.compare(rows, "smoke")} == {"agrees"}
    assert "differs" in {line.verdict for line in figure_3.compare([{**row, "epsilon": -row["epsilon"]} for row in rows], "smoke")}


def test_the_composition_figures_share_their_runs(monkeypatch):
    calls = []
    levels = {name: {c: {f: {q: {t: float(t * (1 + k)) for t in range(1, 101)} for q in figures_2_4.QUANTILES} for f in figures_2_4.FACTORS} for c in ("no", "yes")}
              for k, name in enumerate([*figures_2_4.OURS, *figures_2_4.RIVALS])}
    monkeypatch.setattr(figures_2_4, "run", lambda seed: calls.append(seed) or {"epsilon": levels})
    figures_2_4.levels.cache_clear()
    rows = figures_2_4.FIGURE_2.compute(SMOKE).rows
    produced = figures_2_4.FIGURE_4.compute(SMOKE)
    figures_2_4.levels.cache_clear()
    assert calls == [0, 1, 2, 3, 4] and sorted(produced.runs["composition"]) == calls
    told = {line.what.partition(",")[0]: line.verdict for line in figures_2_4.compare_2(rows, "smoke") if "gradients times 1:" in line.what}
    assert told == {"Wasserstein": "agrees"}
    assert {line.verdict for line in figures_2_4.compare_4(produced.rows, "smoke") if "with clipping minus" in line.what} == {"differs"}
