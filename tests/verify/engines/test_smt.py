"""A solver proves polynomial statements and statements on few labels, never a false one or one without value; the re-check translates them on its own."""

import json
from dataclasses import replace

import pytest

from verify import claims as c
from verify import quantities as q
from verify.engines import search, smt
from verify.engines.task import EFFORTS, Status, Task
from verify.evidence import certificate
from verify.evidence.checker import check, solver
from verify.run.decide import Settings, run_variant

pytest.importorskip("z3")

x, y, a, e, d, b = c.numbers("x y a e d b")
P, Q, R, S, K, M = c.objects("P Q R S K M")
POSITIVE, SHARE = c.at_least(0), c.between(0, 1)
TWO, THREE = c.Laws(c.Labels(2)), c.Laws(c.Labels(3))
n, C, D, TV, HS = c.number, c.Compare, q.max_divergence, q.total_variation, q.hockey_stick_divergence
CLOSE = (C(HS(P, Q, e), "<=", d),)
PAIR = {P: THREE, Q: THREE, e: POSITIVE}
NUMBERS = {x: POSITIVE, y: POSITIVE}
TRUE = {
    "two means": (NUMBERS, (), C(c.sqrt(x * y), "<=", (x + y) / 2)),
    "a reciprocal": ({x: c.above(0)}, (), C(x + 1 / x, ">=", 2)),
    "the largest of three": ({x: c.REALS, y: c.REALS}, (), C(c.Max(x, y, 0), "<=", abs(x) + abs(y))),
    "a case": ({x: c.REALS}, (), C(c.If(C(x, ">=", 0), x, -x), "==", abs(x))),
    "a finite quantifier": ({x: SHARE}, (), c.ForAll({a: c.integers(1, 3)}, C(x**2 * a, "<=", a))),
    "a family": ({M: c.Families(c.upto(3), POSITIVE)}, (), C(c.Sup({a: c.upto(3)}, M[a]), "<=", c.Sum({a: c.upto(3)}, M[a]))),
    "a defined name": ({x: POSITIVE, y: c.equals(x + 1, c.REALS)}, (), C(y, ">", x)),
    "a finite set": ({x: c.one_of(1, 2, n("5/2"))}, (), C((x - 1) * (x - 2) * (2 * x - 5), "==", 0)),
    "total variation from a level": ({**PAIR, d: SHARE}, CLOSE, C(TV(P, Q), "<=", c.exp(e) - 1 + d)),
    "an event at a level": ({**PAIR, d: SHARE, S: c.Events(c.Labels(3))}, CLOSE, C(q.mass(P, S), "<=", c.exp(e) * q.mass(Q, S) + d)),
    "a pure level": (PAIR, (C(D(P, Q), "<=", e),), C(HS(P, Q, e), "<=", 0)),
    "composition of levels": ({P: TWO, Q: TWO, R: TWO, e: POSITIVE, a: POSITIVE, d: SHARE, b: SHARE}, (C(HS(P, Q, e), "<=", d), C(HS(Q, R, a), "<=", b)),
                              C(HS(P, R, e + a), "<=", d + c.exp(e) * b)),
    "the metric": ({P: THREE, Q: THREE, R: THREE}, (), C(TV(P, R), "<=", TV(P, Q) + TV(Q, R))),
    "half the l1 distance": ({P: THREE, Q: THREE}, (), C(TV(P, Q), "==", q.l1_distance(P, Q) / 2)),
    "processing": ({P: TWO, Q: TWO, K: c.Kernels(c.Labels(2), c.Labels(2)), e: POSITIVE}, (), C(HS(c.push(K, P), c.push(K, Q), e), "<=", HS(P, Q, e))),
    "subsampling": ({P: TWO, Q: TWO, a: SHARE, e: POSITIVE}, (C(D(Q, P), "<=", e),),
                    C(D(c.mixture((1 - a, P), (a, Q)), P), "<=", c.log(1 + a * (c.exp(e) - 1)))),
    "logarithms": ({x: c.above(0), y: c.above(0), a: POSITIVE}, (C(abs(c.log(x) - c.log(y)), "<=", a),), C(x, "<=", c.exp(a) * y)),
    "a half exponent": ({e: POSITIVE}, (), C(c.exp(e / 2), "<=", c.exp(e))),
}
FALSE = {
    "strictness": ({x: POSITIVE}, (), C(x * x, ">", 0)),
    "two means": (NUMBERS, (), C(x * y, "<=", (x * x + y * y) / 3)),
    "a closed end": ({x: c.between(0, 1)}, (), C(x, "<", 1)),
    "a level": ({**PAIR, d: SHARE}, CLOSE, C(TV(P, Q), "<=", c.exp(e) - 1)),
    "a strict pure level": (PAIR, (C(D(P, Q), "<=", e),), C(D(P, Q), "<", e)),
    "an infinite ratio": (PAIR, (C(HS(P, Q, 0), "<=", n("1/2")),), C(D(P, Q), "<=", 3)),
    "an event": ({P: THREE, S: c.Events(c.Labels(3))}, (), C(q.mass(P, S), "<", 1)),
}
NOT_TRUE = {
    "a division by zero": ({x: c.REALS}, (), C(x / x, "==", 1)),
    "a root of a negative number": ({x: c.REALS}, (), C(c.sqrt(x) ** 2, "==", x)),
    "a logarithm of zero": ({x: POSITIVE}, (), C(c.log(x), "<=", x - 1)),
    "a mixture with a negative weight": ({P: TWO, Q: TWO, a: c.between(0, 2)}, (), C(TV(c.mixture((1 - a, P), (a, Q)), P), "<=", 2)),
    "a case without value": ({x: c.REALS}, (), C(c.If(C(1 / x, ">", 0), 1, 1), "==", 1)),
    "an exponential against its parabola": ({e: POSITIVE}, (), C(c.exp(e), ">=", 1 + e + e * e / 2)),
    "a whole number": ({x: c.integers(0, 3)}, (), C((x - 1) * (x - 2), ">=", 0)),
}
UNSUPPORTED = {
    "an infinite end": ({x: c.between(0, c.oo)}, (), C(x, ">=", 0), "may be infinite"),
    "laws on the line": ({P: c.Laws(c.LINE)}, (), C(TV(P, P), "<=", 1), "a fixed, small number of labels"),
    "a power by a name": ({x: c.above(0), y: c.above(0)}, (), C(x**y, ">", 0), "exponent is not a small number"),
    "a finite order": ({P: TWO, Q: TWO}, (), C(q.renyi_divergence(P, Q, 2), ">=", 0), "finite order"),
    "an interval inside": ({x: POSITIVE}, (), c.ForAll({y: SHARE}, C(y * x, "<=", x)), "bound over interval"),
    "an end without value": ({x: c.REALS, y: c.at_least(1 / x)}, (), C(y * x, ">=", 1), "may have no value"),
}


def task(statement, effort="standard"):
    forall, given, states = statement[:3]
    (variant,) = c.Claim("toy/item", "Item", forall=forall, given=given, states=states).variants()
    return Task(variant, EFFORTS[effort])


def judged(work, finding):
    return check.check_data(json.loads(certificate.text(certificate.build(work.variant, finding, effort="standard", seed=0))), "file")


@pytest.mark.parametrize("name", TRUE)
def test_a_true_statement_is_proved_and_proved_again_by_another_translation(name):
    work = task(TRUE[name])
    finding = smt.decide(work)
    assert finding.status is Status.PROVED and finding.kind == "smt", finding.summary
    assert finding.trusted == tuple(finding.evidence["solvers"])
    found = judged(work, finding)
    assert found.status == "confirmed", found.why
    assert all(text.startswith("the solver ") for text in found.trusted)


@pytest.mark.parametrize("name", FALSE)
def test_a_model_of_the_negation_is_certified_as_an_instance(name):
    work = task(FALSE[name])
    finding = smt.decide(work)
    assert finding.status is Status.UNDECIDED and not finding.kind
    certified = search.at(work, finding.evidence["suggest"])
    assert certified.status is Status.REFUTED
    assert judged(work, certified).status == "confirmed"


@pytest.mark.parametrize("name", NOT_TRUE)
def test_what_has_no_value_somewhere_or_needs_more_than_the_facts_is_not_proved(name):
    work = task(NOT_TRUE[name])
    assert smt.decide(work).status is Status.UNDECIDED


@pytest.mark.parametrize("name", UNSUPPORTED)
def test_what_is_no_polynomial_statement_is_undecided_and_says_why(name):
    finding = smt.decide(task(UNSUPPORTED[name]))
    assert finding.status is Status.UNDECIDED and UNSUPPORTED[name][3] in finding.summary


@pytest.mark.parametrize("name", [*FALSE, *NOT_TRUE])
def test_the_re_check_proves_nothing_false_even_from_a_text_without_model(name):
    work = task({**FALSE, **NOT_TRUE}[name])
    text = "(set-logic QF_LRA)\n(declare-const x Real)\n(assert (and (< x 0.0) (> x 0.0)))\n"
    forged = smt.Finding("smt", Status.PROVED, "", "smt", {"text": text, "logic": "QF_LRA", "solvers": ["z3"], "obligations": []})
    found = judged(work, forged)
    assert found.status == "refused" and "the negated statement" in found.why


@pytest.mark.parametrize(("change", "why"), [
    ({"text": "(set-logic QF_NRA)\n(declare-const x Real)\n(assert (> x 0.0))\n"}, "evidence.text has a model"),
    ({"text": '(set-logic QF_NRA)\n(set-option :diagnostic-output-channel "file")\n'}, "has the character"),
    ({"text": "(set-logic QF_NRA)\n(exit)\n"}, "got (exit"),
    ({"text": "(set-logic QF_NRA)\n(assert (> 1.0 x))\n"}, "evidence.text"),
    ({"logic": "ALL"}, "logic"),
    ({"solvers": ["oracle"]}, "evidence.solvers"),
    ({"solvers": []}, "evidence.solvers"),
    ({"obligations": [1]}, "evidence.obligations"),
    ({"model": []}, "no such field"),
])
def test_altered_evidence_is_refused(change, why):
    work = task(TRUE["two means"])
    finding = smt.decide(work)
    found = judged(work, replace(finding, evidence={**finding.evidence, **change}))
    assert found.status == "refused" and why in found.why


def test_contradictory_hypotheses_prove_nothing():
    finding = smt.decide(task(({x: c.REALS}, (C(x * x, "<", 0),), C(x, "==", 1))))
    assert finding.status is Status.UNDECIDED and "vacuous" in finding.summary


def test_the_text_holds_the_domain_and_what_unknowns_stand_for():
    finding = smt.decide(task(TRUE["a pure level"]))
    assert finding.evidence["text"].startswith("(set-logic QF_NRA)\n(declare-const x.e Real)\n(declare-const x.P.1 Real)")
    (told,) = finding.evidence["obligations"]
    assert "is exp(x.e)" in told and "rising" in told


def test_steps_are_counted_so_that_the_answer_is_the_same_everywhere(monkeypatch):
    monkeypatch.setitem(smt.RESOURCES, "standard", 50)
    monkeypatch.setattr(smt, "ask_cvc5", lambda *_: "unknown")
    findings = [smt.decide(task(TRUE["an event at a level"])) for _ in range(2)]
    assert findings[0] == findings[1] and findings[0].status is Status.UNDECIDED and "50 of its steps" in findings[0].summary


def test_without_a_solver_nothing_is_decided_and_the_extra_is_named(monkeypatch):
    work = task(TRUE["two means"])
    finding = smt.decide(work)
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    assert "install the extra 'smt'" in smt.decide(work).summary
    found = judged(work, finding)
    assert found.status == "refused" and "install the extra 'smt'" in found.why


def test_z3_alone_is_enough(monkeypatch):
    work = task(TRUE["two means"])
    monkeypatch.setattr(smt, "ask_cvc5", lambda *_: "unknown")
    monkeypatch.setattr(solver, "_cvc5", lambda *_: "unknown")
    finding = smt.decide(work)
    assert finding.evidence["solvers"] == ["z3"] and judged(work, finding).trusted == ("the solver z3",)


def test_solvers_that_contradict_each_other_prove_nothing(monkeypatch):
    monkeypatch.setattr(smt, "ask_cvc5", lambda *_: "sat")
    finding = smt.decide(task(TRUE["two means"]))
    assert finding.status is Status.UNDECIDED and "contradict each other" in finding.summary


def test_a_run_asks_the_solver_last_and_takes_its_proof(monkeypatch):
    row, document, errors = run_variant(task(TRUE["subsampling"]).variant, Settings(effort="quick"))
    assert not errors and row["status"] == "PROVED" and row["findings"][-1]["engine"] == "smt"
    assert document["kind"] == "smt" and check.check_data(json.loads(certificate.text(document)), "file").status == "confirmed"
    monkeypatch.setattr("verify.engines.smt.ask_z3", lambda *_: pytest.fail("asked although another engine decided"))
    row, _, errors = run_variant(task(FALSE["strictness"]).variant, Settings(effort="quick"))
    assert not errors and row["status"] == "REFUTED"
