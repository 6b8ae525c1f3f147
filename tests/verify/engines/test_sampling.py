"""Sampling refutes probabilities that are clearly wrong, at a stated level and in a form that is drawn again; it never refutes a true statement here."""

import importlib.util
import json
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from mechanisms.gaussian import Normal
from mechanisms.laplace import Laplace
from mechanisms.uniform import Uniform
from verify import claims as c
from verify import quantities as q
from verify.engines import sampling
from verify.engines.task import EFFORTS, Status, Task
from verify.evidence import certificate
from verify.evidence.checker import check

x, b, t = c.numbers("x b t")
P = c.objects("P")
TAIL = c.exp(-1) / 2
STANDARD = c.Prob({x: Laplace(0, scale=1)}, c.Compare(x, ">", 1))
SCALED = c.Prob({x: Laplace(0, scale=b)}, c.Compare(abs(x), ">", t * b))
SCALES = {b: c.between(c.number("1/2"), 2), t: c.between(c.number("1/2"), 2)}
COIN = c.finite_law({0: c.number("1/2"), 1: c.number("1/2")})
UNIT, MOVED = Laplace(0, scale=1), Laplace(1, scale=1)


def task(states, forall=None, given=(), effort="standard", share=1e-9, seed=0):
    (variant,) = c.Claim("toy/item", "Item", forall=forall, given=given, states=states).variants()
    return Task(variant, EFFORTS[effort], seed, share)


def confirmed(work, finding):
    data = json.loads(certificate.text(certificate.build(work.variant, finding, effort=work.effort.name, seed=work.seed)))
    return check.check_data(data, "file")


FALSE = {
    "a Laplace tail ten per cent too small": task(c.Compare(STANDARD, "<=", c.number("9/10") * TAIL)),
    "a Laplace tail ten per cent too large": task(c.Compare(STANDARD, ">", c.number("11/10") * TAIL)),
    "a tail with free names": task(c.Compare(SCALED, "<", c.number("3/4") * c.exp(-t)), SCALES),
    "a normal tail with an irrational scale": task(
        c.Compare(c.Prob({x: Normal(0, scale=c.sqrt(b))}, c.Compare(x, ">", c.sqrt(b))), "<=", c.number("1/8")), {b: c.above(0)}),
    "a part of an interval": task(c.Compare(c.Prob({x: Uniform(0, 3)}, c.All(c.Compare(x, ">=", 1), c.Compare(x, "<", 2))), ">=", c.number("1/2"))),
    "a coin": task(c.Compare(c.Prob({x: COIN}, c.Not(c.Compare(x, "<", 1))), "<=", c.number("2/5"))),
}
NOT_FALSE = {
    "a Laplace tail wrong by a hundredth of a per cent": task(c.Compare(STANDARD, "<=", c.number("9999/10000") * TAIL)),
    "a Laplace tail": task(c.Compare(STANDARD, "<=", TAIL)),
    "a tail with free names": task(c.Compare(SCALED, "<=", c.exp(-t)), SCALES),
    "a coin": task(c.Compare(c.Prob({x: COIN}, c.Compare(x, ">=", 1)), ">=", c.number("1/2"))),
    "a variance in place of a scale": task(c.Compare(c.Prob({x: Normal(0, variance=4)}, c.Compare(x, ">", 0)), "<=", c.number("1/2"))),
    "a mixture": task(c.Compare(c.Prob({x: c.mixture((c.number("1/4"), UNIT), (c.number("3/4"), MOVED))}, c.Compare(x, ">", 0)), ">=", c.number("1/2"))),
    "a moved law": task(c.Compare(c.Prob({x: c.translate(UNIT, 1)}, c.Compare(x, ">", 1)), "<=", c.number("1/2"))),
    "total variation": task(c.Compare(q.total_variation(UNIT, MOVED), "<=", 1 - c.exp(-c.number("1/2")))),
    "max-divergence": task(c.Compare(q.renyi_divergence(UNIT, MOVED, c.oo), "<=", 1)),
}


@pytest.mark.parametrize("name", FALSE)
def test_a_false_probability_is_refuted_and_the_re_check_draws_it_again(name):
    work = FALSE[name]
    finding = sampling.decide(work)
    assert finding.status is Status.REFUTED and finding.kind == "statistical" and finding.engine == "sampling", finding.summary
    assert finding.evidence["beta"] == "1/1000000000"
    found = confirmed(work, finding)
    assert found.status == "confirmed", found.why


@pytest.mark.parametrize("name", NOT_FALSE)
def test_what_is_true_or_too_close_is_never_refuted(name):
    finding = sampling.decide(NOT_FALSE[name])
    assert finding.status is Status.SUPPORTED, finding.summary
    assert "no violation was seen" in finding.summary and "draws" in finding.summary and "1e-09" in finding.summary


def device(name):
    """A device, its tests skipped where it is not there."""
    if name == "cuda" and importlib.util.find_spec("torch") is not None:
        import torch

        missing = not torch.cuda.is_available()
    else:
        missing = name != "cpu" and importlib.util.find_spec("torch") is None
    return pytest.param(name, marks=pytest.mark.skipif(missing, reason=f"no {name}"))


ELSEWHERE = [device("torch-cpu"), device("cuda")]


@pytest.mark.parametrize("where", ELSEWHERE)
@pytest.mark.parametrize("name", FALSE)
def test_what_draws_of_numpy_refute_is_refuted_on_every_device_and_confirmed_by_other_draws(name, where):
    work = replace(FALSE[name], device=where)
    finding = sampling.decide(work)
    assert finding.status is Status.REFUTED, finding.summary
    assert finding.evidence["device"] == finding.coverage["device"] == where
    assert finding.trusted == (sampling.TRUSTED[where],)
    found = confirmed(work, finding)
    assert found.status == "confirmed", found.why
    assert any("NumPy" in text and "torch" in text for text in found.trusted)
    assert certificate.build(work.variant, finding, effort="standard", seed=0)["command"].endswith(f"--device {where}")


@pytest.mark.parametrize("where", ELSEWHERE)
@pytest.mark.parametrize("name", NOT_FALSE)
def test_what_draws_of_numpy_support_is_supported_on_every_device(name, where):
    finding = sampling.decide(replace(NOT_FALSE[name], device=where))
    assert finding.status is Status.SUPPORTED, finding.summary
    assert finding.coverage["device"] == where


@pytest.mark.parametrize("where", ELSEWHERE)
def test_the_same_seed_gives_the_same_finding_on_a_device_and_other_draws_on_another(where):
    name = "a tail with free names"
    work = replace(FALSE[name], device=where)
    assert sampling.decide(work) == sampling.decide(work)
    assert sampling.decide(work).evidence["count"] != sampling.decide(FALSE[name]).evidence["count"]


@pytest.mark.parametrize("where", ["torch-cpu", "cuda"])
def test_the_re_check_refuses_a_count_that_draws_of_its_own_do_not_bear_out(where):
    """The count of a refutation, made for a true statement: the bound fits the count, the draws do not."""
    work = FALSE["a Laplace tail ten per cent too small"]
    finding = sampling.decide(work)
    assert confirmed(work, replace(finding, evidence={**finding.evidence, "device": where})).status == "confirmed"
    honest = task(c.Compare(STANDARD, "<=", TAIL))
    count = finding.evidence["count"] + 1_000
    bound = sampling.clopper_pearson(count, finding.evidence["draws"], sampling.evidence_level(Fraction(finding.evidence["beta"]), {}), lower=True)
    forged = replace(finding, evidence={**finding.evidence, "device": where, "count": count, "bound": sampling._digits(bound, down=True)})
    found = confirmed(honest, forged)
    assert found.status == "refused" and "draws of our own do not contradict" in found.why


def test_an_unknown_device_is_refused():
    work = FALSE["a coin"]
    finding = sampling.decide(work)
    found = confirmed(work, replace(finding, evidence={**finding.evidence, "device": "abacus"}))
    assert found.status == "refused" and "evidence.device" in found.why


@pytest.mark.parametrize("where", ELSEWHERE)
def test_an_installed_sampler_that_knows_numpy_alone_is_not_drawn_elsewhere(where, monkeypatch):
    class Flat:
        def log_density_pieces(self):
            return ((0, 1, 0, 0, 0),)

        def sample(self, size, rng):
            return rng.beta(1, 1, size)

    monkeypatch.setattr(sampling, "_factories", lambda: {"flat": Flat})
    flat = c.Node("law", "flat", (), ((c.number(0), c.number(1), c.number(0), c.number(0), c.number(0)),))
    states = c.Compare(c.Node("prob", ((c.Node("var", "x"), flat),), c.Compare(x, ">", c.number("1/2"))), "<=", c.number("1/2"))
    assert sampling.decide(task(states)).status is Status.SUPPORTED
    finding = sampling.decide(replace(task(states), device=where))
    assert finding.status is Status.UNDECIDED and "the installed flat cannot be drawn on this device" in finding.summary


def test_a_hundred_true_statements_are_not_refuted_with_one_error_budget():
    shares = sampling.error_shares(1e-3, 100)
    small = replace(EFFORTS["quick"], samples=1_000)
    works = [replace(task(c.Compare(STANDARD, ("<=", ">=")[k % 2], TAIL), share=share, seed=k), effort=small) for k, share in enumerate(shares)]
    findings = [sampling.decide(work) for work in works]
    assert [f.summary for f in findings if f.status is Status.REFUTED] == []
    assert all(0 < Fraction(f.coverage["level"]) <= Fraction(1, 100_000) for f in findings)


def test_a_probability_that_is_too_small_for_the_draws_is_undecided():
    finding = sampling.decide(task(c.Compare(c.Prob({x: UNIT}, c.Compare(x, ">", 30)), "<=", c.exp(-30))))
    assert finding.status is Status.UNDECIDED and "too few draws" in finding.summary


@pytest.mark.parametrize("states", [
    c.Compare(q.total_variation(UNIT, MOVED), "<=", c.number("3/10")),
    c.Compare(q.hockey_stick_divergence(UNIT, MOVED, c.number("1/2")), "<=", c.number("1/10")),
    c.Compare(q.renyi_divergence(UNIT, MOVED, c.oo), "<=", c.number("1/2")),
    c.Compare(c.Prob({x: Normal(0, variance=1)}, c.Compare(x, ">", 0)), "<=", c.number("1/3")),
])
def test_a_violation_that_no_re_check_can_draw_again_stays_undecided_and_is_told(states):
    finding = sampling.decide(task(states))
    assert finding.status is Status.UNDECIDED and not finding.kind
    assert "draws" in finding.summary and "claimed" in finding.summary


@pytest.mark.parametrize(("states", "forall", "why"), [
    (c.Compare(STANDARD, "==", TAIL), None, "inequality"),
    (c.Compare(q.total_variation(UNIT, MOVED), ">=", 0), None, "bounded from above"),
    (c.Compare(q.renyi_divergence(UNIT, MOVED, 2), "<=", 1), None, "finite order"),
    (c.Compare(c.Prob({x: P}, c.Compare(x, ">", 1)), "<=", 1), {P: c.Laws(c.Labels(3))}, "decided exactly"),
    (c.Compare(c.Prob({x: UNIT}, c.Compare(c.exp(x), ">", 1)), "<=", 1), None, "an event about exp"),
])
def test_what_cannot_be_sampled_is_undecided_and_says_why(states, forall, why):
    finding = sampling.decide(task(states, forall))
    assert finding.status is Status.UNDECIDED and why in finding.summary


def test_a_law_whose_density_is_not_that_of_its_name_is_not_sampled():
    node = c.Prob({x: UNIT}, c.Compare(x, ">", 1))
    ((pattern, law),) = node.args[0]
    wrong = c.Node("law", "laplace", (("loc", c.number(0)), ("scale", c.number(3))), law.args[2])
    finding = sampling.decide(task(c.Compare(c.Node("prob", ((pattern, wrong),), node.args[1]), "<=", c.number("1/2"))))
    assert finding.status is Status.UNDECIDED and "not that of laplace" in finding.summary


def test_an_event_that_hangs_on_rounding_decides_nothing():
    fifth = c.finite_law({c.number("1/5"): c.number("1/2"), 1: c.number("1/2")})
    finding = sampling.decide(task(c.Compare(c.Prob({x: fifth}, c.Compare(x + c.number("1/10"), "<=", c.number("3/10"))), ">=", c.number("1/2"))))
    assert finding.status is Status.UNDECIDED and "rounding" in finding.summary
    shifted = c.Compare(x + 10**20 - 10**20, ">", c.number("1/100"))
    finding = sampling.decide(task(c.Compare(c.Prob({x: UNIT}, shifted), ">=", c.number("1/4"))))
    assert finding.status is Status.UNDECIDED and "rounding" in finding.summary


def test_hypotheses_hold_at_the_instance():
    work = task(c.Compare(SCALED, "<=", c.number("1/2")), SCALES, given=(c.Compare(t, ">=", 1),))
    assert sampling.decide(work).status is Status.SUPPORTED
    assert sampling.decide(task(c.Compare(SCALED, "<=", c.number("1/2")), SCALES)).status is Status.REFUTED


def test_the_same_task_gives_the_same_finding_and_another_seed_other_draws():
    work = FALSE["a tail with free names"]
    assert sampling.decide(work) == sampling.decide(work)
    other = task(c.Compare(STANDARD, "<=", c.number("9/10") * TAIL), seed=1)
    assert sampling.decide(other).evidence["count"] != sampling.decide(FALSE["a Laplace tail ten per cent too small"]).evidence["count"]


@pytest.mark.parametrize(("count", "draws"), [(0, 50), (1, 50), (7, 1000), (500, 1000), (999, 1000), (50, 50)])
def test_the_bounds_agree_with_another_library(count, draws):
    from scipy.stats import beta

    level = Fraction(1, 10**4)
    low, high = (sampling.clopper_pearson(count, draws, level, lower=lower) for lower in (True, False))
    assert np.isclose(float(low), beta.ppf(1e-4, count, draws - count + 1) if count else 0, rtol=1e-9)
    assert np.isclose(float(high), beta.ppf(1 - 1e-4, count + 1, draws - count) if count < draws else 1, rtol=1e-9)
    assert low <= Fraction(count, draws) <= high


@pytest.mark.parametrize(("total", "tasks"), [(1e-3, 100), (1e-6, 337), (1e-9, 1), (0.1, 7)])
def test_error_shares_never_exceed_the_total(total, tasks):
    shares = sampling.error_shares(total, tasks)
    assert len(shares) == tasks and len(set(shares)) == 1
    assert sum(map(Fraction, shares)) <= Fraction(total) < sum(map(Fraction, shares)) * (1 + Fraction(1, 10**12))


@pytest.mark.parametrize(("total", "tasks", "message"), [(0, 5, "total=0"), (0.5, 5, "total=0.5"), (float("nan"), 5, "total=nan"), (1e-6, 0, "tasks=0")])
def test_impossible_error_shares_are_named(total, tasks, message):
    with pytest.raises(ValueError, match=message):
        sampling.error_shares(total, tasks)
