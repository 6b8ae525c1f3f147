"""Two routes to the same number share no code: an error of a millionth in either of them raises the alarm, and no verdict stands."""

import pickle

import pytest
from flint import fmpq

from mechanisms import Normal
from verify.claims import term
from verify.claims.registry import load
from verify.engines import evaluate, floating
from verify.engines import task as tasks
from verify.engines.routes import compare_routes
from verify.engines.task import EFFORTS, Task
from verify.quantities import hockey_stick_divergence
from verify.quantities.kernels import numeric
from verify.run.decide import Settings, run_variant
from verify.values import numbers

MILLIONTH = 1 + 1e-6
CASES = [
    ("wdp/prop-3", "main", "main", "wasserstein", "wasserstein"),
    ("wdp/def-2", "main", "finite", "kantorovich", "kantorovich_dual"),
    ("wdp/text-jsd", "root", "main", "jensen_shannon", "jensen_shannon"),
    ("wdp/tab-1-rdp-lap", "main", "main", "renyi", "renyi"),
    ("wdp/tab-1-rdp-gauss", "main", "main", "renyi", "renyi"),
    ("wdp/text-divergence-nonmetric", "dp-nonneg", "max-divergence", "renyi", "renyi"),
]


@pytest.fixture(scope="module")
def paper():
    return load("theorems.wdp")


def variant(paper, id, part, reading):
    found = next(v for v in paper.variants(id) if v.key == (id, part, reading))
    return pickle.loads(pickle.dumps(found))  # formulas of which evaluation has found out nothing yet


def wrong_kernel(monkeypatch, name):
    whole = getattr(numeric, name)
    monkeypatch.setattr(numeric, name, lambda *given: MILLIONTH * whole(*given))
    monkeypatch.setattr(floating, "_KNOWN", {})


def wrong_formula(monkeypatch, head):
    whole = evaluate.RULES[head]
    monkeypatch.setattr(tasks, "_PARTS", {})  # formulas keep the rule that they were evaluated with
    monkeypatch.setitem(evaluate.RULES, head, lambda *given: numbers.mul(whole(*given), fmpq(1_000_001, 1_000_000)))


@pytest.mark.parametrize(("id", "part", "reading", "head", "kernel"), CASES)
def test_an_error_of_a_millionth_in_either_route_raises_the_alarm(paper, monkeypatch, id, part, reading, head, kernel):
    def task():
        return Task(variant(paper, id, part, reading), EFFORTS["standard"])

    assert compare_routes(task())[1] is None
    with monkeypatch.context() as patch:
        wrong_kernel(patch, kernel)
        assert "two routes to the same number disagree" in compare_routes(task())[1]
    with monkeypatch.context() as patch:
        wrong_formula(patch, head)
        assert "two routes to the same number disagree" in compare_routes(task())[1]


def test_no_verdict_stands_while_two_routes_disagree(paper, monkeypatch):
    wrong_kernel(monkeypatch, "wasserstein")
    row, certificate, errors = run_variant(variant(paper, "wdp/prop-3", "main", "main"), Settings(effort="standard"))
    assert row["status"] == "UNDECIDED" and certificate is None
    assert [error["where"] for error in errors] == ["routes"]


def test_a_divergence_below_the_accuracy_of_the_quadrature_is_no_second_route():
    def rough(shift, epsilon):
        return floating.side(hockey_stick_divergence(term(Normal(0, variance=25)), term(Normal(shift, variance=25)), epsilon), {})

    assert 0.1 < rough(4, 0) < 0.4
    with pytest.raises(OverflowError):
        rough(4, 25)
