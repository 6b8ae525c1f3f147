"""The experiment engine supports what held in every run, refutes by one run what is said of every run, and proves nothing."""

import math
from dataclasses import replace

import pytest

from verify.claims import Claim, Compare, Exists, ForAll, Measured, above, number, numbers, upto
from verify.engines.experiment import clopper_pearson, decide
from verify.engines.task import EFFORTS, Status, Task

step, unit, k = numbers("step unit k")


def task(states, forall=None, given=(), effort="quick"):
    (variant,) = Claim("toy/experiment", "toy", forall=forall or {}, given=given, states=states).variants()
    return Task(variant, EFFORTS[effort])


def curves(seed, effort, device, data):
    """Two rising curves of three steps in two units; the second is above the first unless the unit is large or the seed is 2."""
    low = {u: {s: float(u) * s for s in (1, 2, 3)} for u in ("1", "10")}
    high = {u: {s: 5.0 * s if seed != 2 else 0.5 * s for s in (1, 2, 3)} for u in ("1", "10")}
    return {"low": low, "high": high, "mean": 0.1 + seed, "undefined": math.nan, "endless": math.inf}


def low(at, of=1):
    return Measured("toy", "low", unit=of, step=at)


def high(at, of=1):
    return Measured("toy", "high", unit=of, step=at)


PROTOCOLS = {"toy": curves}


def test_what_holds_in_every_run_is_supported_with_an_interval_and_never_proved():
    finding = decide(task(Compare(low(step + 1), ">", low(step)), {step: upto(2)}), PROTOCOLS)
    assert finding.status is Status.SUPPORTED
    assert finding.summary.startswith("held in 3 of 3 runs") and "0.292" in finding.summary
    assert not finding.kind


@pytest.mark.parametrize(("seeds", "told"), [((0,), "holds in the run"), ((0, 1, 3), "holds in all 3 runs, which give the same numbers")])
def test_runs_without_anything_random_are_no_sample(seeds, told):
    finding = decide(task(Compare(low(step), "<=", low(step)), {step: upto(3)}), {"toy": lambda seed, *rest: {"low": curves(0, *rest)["low"]}}, seeds=seeds)
    assert finding.status is Status.SUPPORTED and finding.summary == told and "share_of_runs" not in finding.coverage


def test_a_statement_about_every_run_is_refuted_by_the_run_in_which_it_fails():
    finding = decide(task(Compare(low(step), "<", high(step)), {step: upto(3)}), PROTOCOLS)
    assert finding.status is Status.REFUTED and finding.kind == "experiment"
    assert finding.evidence["seed"] == 2 and finding.evidence["instance"] == {"step": "1"}
    assert finding.evidence["values"] == {"measured": "1", "relation": "<", "claimed": "0.500000000000000", "margin": "0.500000000000000"}
    assert finding.evidence["fields"]["toy.high(unit=1, step=1)"] == "0.500000000000000"


def test_an_infinite_set_is_gone_through_at_the_measured_values():
    one = decide(task(Compare(low(step, unit), "<", 1000), {unit: above(0), step: upto(3)}), PROTOCOLS)
    assert one.status is Status.SUPPORTED and "unit at the measured values" in one.coverage["reached"]
    other = decide(task(Compare(low(step, unit), "<", 30), {unit: above(0), step: upto(3)}), PROTOCOLS)
    assert other.status is Status.REFUTED and other.evidence["instance"] == {"unit": "10", "step": "3"}


def test_a_failed_run_refutes_no_statement_of_existence():
    finding = decide(task(Exists({step: upto(3)}, Compare(low(step), "<", high(step)))), PROTOCOLS)
    assert finding.status is Status.UNDECIDED and finding.summary.startswith("held in 2 of 3 runs")


def test_measured_floats_are_taken_as_the_fractions_they_are():
    tenth = Compare(Measured("toy", "tenth"), "==", number("1/10"))
    assert decide(task(tenth), {"toy": lambda *_: {"tenth": 0.1}}).status is Status.REFUTED
    assert decide(task(tenth), {"toy": lambda *_: {"tenth": 0.125}}).evidence["values"]["margin"] == "0.0250000000000000"


def test_hypotheses_restrict_the_places():
    finding = decide(task(Compare(low(k), ">", low(step)), {step: upto(3), k: upto(3)}, given=(Compare(step, "<", k),)), PROTOCOLS)
    assert finding.status is Status.SUPPORTED and "9 places" in finding.coverage["reached"]


@pytest.mark.parametrize(("field", "why"), [("undefined", "undefined"), ("absent", "measures no absent"), ("low", "a table")])
def test_a_number_that_was_not_measured_leaves_the_statement_undecided(field, why):
    finding = decide(task(Compare(Measured("toy", field), "<", 1)), PROTOCOLS)
    assert finding.status is Status.UNDECIDED
    assert why in finding.summary or "no value" in finding.summary


def test_an_infinite_measured_number_is_a_value():
    assert decide(task(Compare(Measured("toy", "endless"), ">", 1)), PROTOCOLS).status is Status.SUPPORTED


def test_a_protocol_that_is_not_there_is_named():
    assert "other" in decide(task(Compare(Measured("other", "x"), "<", 1)), PROTOCOLS).summary
    assert "no protocol" in decide(task(Compare(Measured("never-installed", "x"), "<", 1))).summary


def test_the_seed_of_the_run_shifts_the_seeds_of_the_protocol():
    shifted = replace(task(Compare(low(step), "<", high(step)), {step: upto(3)}), seed=3)
    assert decide(shifted, PROTOCOLS).status is Status.SUPPORTED


def test_a_quantifier_inside_is_evaluated_in_the_run():
    finding = decide(task(ForAll({step: upto(3)}, Compare(low(step), "<=", 3))), PROTOCOLS)
    assert finding.status is Status.SUPPORTED


def test_the_interval_of_clopper_and_pearson_has_its_known_ends():
    assert clopper_pearson(3, 3) == (pytest.approx(0.025 ** (1 / 3)), 1.0)
    assert clopper_pearson(0, 9) == (0.0, pytest.approx(1 - 0.025 ** (1 / 9)))
