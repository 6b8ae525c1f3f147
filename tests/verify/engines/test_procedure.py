"""Procedures run as printed: false contracts are refuted on an input, true ones supported with their operation counts."""

import inspect
import json
import random
import sys
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise

import pytest

from verify import claims as c
from verify.claims import procedures
from verify.claims.nodes import Node, from_json, to_json
from verify.engines import evaluate as ev
from verify.engines import procedure, search
from verify.engines.draw import Drawer
from verify.engines.task import EFFORTS, Status, Task
from verify.engines.truth import Truth
from verify.evidence import certificate
from verify.evidence.checker import check
from verify.evidence.checker import procedure as checker
from verify.quantities import enclosures

n, k, x = c.numbers("n k x")
order, values = c.objects("order values")
HALF = Fraction(1, 2)


def half(a, b):
    return (a + b) // 2


def binary_search(c, n, k):
    """Finds k among 1, ..., n by asking whether a number is below it."""
    low, high = 1, c.whole(n)  # line 1
    while low < high:  # line 2
        middle = half(low, high)  # line 3
        c.count("searches")  # line 4
        if c.less(middle, k):  # line 5
            low = middle + 1  # line 6
        else:
            high = middle  # line 7
    return {"found": low}  # line 8


def binary_search_off_by_one(c, n, k):
    low, high = 1, c.whole(n)
    while low < high:
        middle = half(low, high)
        c.count("searches")
        if c.less(middle, k):
            low = middle + 1
        else:
            high = middle - 1
    return {"found": low}


def records(c, order):
    """How often a new maximum appears."""
    best = 0  # line 1
    for value in order:  # line 2
        if c.less(best, value):  # line 3
            best = value
            c.count("updates")  # line 4
    return {"last": best}


def below_root(c, x):
    """Whether x lies below the square root of 2."""
    return {"answer": c.less(x, c.sqrt(2)), "gap": c.sqrt(2) - x}


def exponential_twice(c, x):
    return {"answer": c.less(c.exp(x) * c.exp(-x), 1)}


def endless(c, x):
    while c.less(0, x):  # line 1
        pass
    return {"answer": 1}


def reciprocal(c, x):
    return {"answer": 1 / (x - 1)}  # line 7


def broken(c, x):
    return {"answer": x.no_such_thing}


def with_floats(c, x):
    return {"answer": 0.5 * x}


def rising(c, values):
    return {"sorted": all(c.at_most(a, b) for a, b in pairwise(values))}


def task(forall, states, given=(), effort="quick", seed=0):
    (variant,) = c.Claim("toy/alg-1", "Algorithm 1", forall=forall, given=given, states=states).variants()
    return Task(variant, EFFORTS[effort], seed)


def wrong_beyond_nine(c, n):
    return {"answer": 1 if c.less(9, n) else 0}


def dear(c, n):
    enclosures.spend(100)
    return {"answer": 1}


RANGE = {n: c.integers(1), k: c.integers(1, n)}


def test_a_correct_binary_search_finds_every_number_and_its_count_is_reported():
    finding = procedure.decide(task(RANGE, c.Compare(c.Outcome(binary_search, "found", n=n, k=k), "==", k)))
    assert finding.status is Status.SUPPORTED, finding.summary
    assert finding.engine == "procedure"
    assert "binary_search ran on" in finding.summary and "searches" in finding.summary
    assert finding.coverage["operations"]["searches"] >= 1


def test_an_off_by_one_error_is_refuted_on_a_small_input():
    work = task(RANGE, c.Compare(c.Outcome(binary_search_off_by_one, "found", n=n, k=k), "==", k), effort="standard")
    finding = procedure.decide(work)
    assert finding.status is Status.REFUTED and finding.kind == "witness" and finding.engine == "procedure"
    env = {key: ev.value(from_json(value), {}, ev.Context(64)) for key, value in finding.evidence["instance"].items()}
    assert ev.holds(work.states, env)[0] is Truth.FALSE
    assert env["n"] <= 8
    (stored,) = finding.evidence["procedures"]
    assert stored["procedure"] == f"{__name__}:binary_search_off_by_one" and len(stored["digest"]) == 64


@pytest.mark.parametrize(("bound", "status"), [(0, Status.SUPPORTED), (1, Status.REFUTED)])
def test_the_count_of_a_binary_search_is_at_most_the_logarithm_rounded_up(bound, status):
    searches = c.Outcome(binary_search, "searches", n=n, k=k)
    finding = procedure.decide(task(RANGE, c.Compare(searches, "<=", c.ceiling(c.log(n) / c.log(2)) - bound)))
    assert finding.status is status, finding.summary


def test_an_error_that_shows_only_on_larger_inputs_is_found():
    finding = procedure.decide(task({n: c.integers(1)}, c.Compare(c.Outcome(wrong_beyond_nine, "answer", n=n), "==", 0), effort="standard"))
    assert finding.status is Status.REFUTED and 10 <= int(finding.evidence["instance"]["n"]) < 20


def test_an_expectation_over_orders_is_exact():
    updates = c.Expect({order: c.Permutations(n)}, c.Outcome(records, "updates", order=order))
    harmonic = c.Sum({k: c.integers(1, n)}, 1 / k)
    small = {n: c.integers(1, 4)}
    assert procedure.decide(task(small, c.Compare(updates, "==", harmonic))).status is Status.SUPPORTED
    assert procedure.decide(task(small, c.Compare(updates, "<=", harmonic - Fraction(1, 100)))).status is Status.REFUTED
    assert ev.value(c.Expect({order: c.Permutations(4)}, c.Outcome(records, "updates", order=order)), {}, ev.Context(64)) == ev.fmpq(25, 12)


@pytest.mark.parametrize("length", [0, 1, 2, 7, 64, 300, 40])
def test_a_drawn_order_is_that_of_shuffle(length):
    """The steps are those of the standard library, so that draws after it are the same."""
    drawer, plain = Drawer(random.Random(length)), random.Random(length)
    expected = list(range(1, length + 1))
    plain.shuffle(expected)
    assert drawer.member(c.Permutations(length), {}, "order") == tuple(ev.fmpq(k) for k in expected)
    assert drawer.rng.random() == plain.random()


def test_a_special_function_at_fractions_is_found_again():
    run = procedure.Counter()
    first, again, other = (run.special("gaussian_profile", x, 2) for x in (Fraction(1, 3), Fraction(1, 3), Fraction(2, 3)))
    assert first is again and run.less(other, first)
    assert run.equal(run.special("normal_cdf", Fraction(0)), Fraction(1, 2)) and run.steps == 2


def test_a_comparison_of_reals_is_asked_again_until_it_is_decided():
    near = c.number("14142135623730950488016887242096980785696718753769/10000000000000000000000000000000000000000000000000")
    assert ev.value(c.Outcome(below_root, "answer", x=near), {}, ev.Context(64)) == 1
    assert ev.value(c.Outcome(below_root, "answer", x=near + c.number("1/10000000000000000000000000000000000000000000000000")), {}, ev.Context(64)) == 0
    assert ev.value(c.Outcome(below_root, "answer", x=c.exp(c.number("346/1000"))), {}, ev.Context(64)) == 1
    gap = ev.value(c.Outcome(below_root, "gap", x=1), {}, ev.Context(64))
    assert 0.41421356 < ev.numbers.to_float(gap) < 0.41421357


def test_a_comparison_that_no_precision_decides_has_no_value():
    finding = procedure.decide(task({x: c.above(0)}, c.Compare(c.Outcome(exponential_twice, "answer", x=x), "==", 0)))
    assert finding.status is Status.UNDECIDED
    assert "no value at any instance" in finding.summary and "bits" in finding.summary


def test_a_procedure_that_does_not_end_is_undecided():
    finding = procedure.decide(task({x: c.one_of(1)}, c.Compare(c.Outcome(endless, "answer", x=x), "==", 1)))
    assert finding.status is Status.UNDECIDED and "did not end" in finding.summary


def test_a_division_by_zero_has_no_value_and_names_the_printed_line():
    finding = procedure.decide(task({x: c.one_of(1)}, c.Compare(c.Outcome(reciprocal, "answer", x=x), "<=", 1)))
    assert finding.status is Status.UNDECIDED and "line 7" in finding.summary


@pytest.mark.parametrize("wrong", [broken, with_floats])
def test_a_procedure_that_breaks_or_leaves_exact_numbers_is_an_error_not_a_verdict(wrong):
    with pytest.raises((procedure.ProcedureError, TypeError), match=r"no_such_thing|exact"):
        ev.value(c.Outcome(wrong, "answer", x=3), {}, ev.Context(64))


def test_a_procedure_that_spends_the_allowance_of_work_is_not_broken():
    asked = c.Outcome(dear, "answer", n=3)
    with enclosures.allowance(10), pytest.raises(enclosures.OutOfWork):
        ev.value(asked, {}, ev.Context(64))
    assert ev.value(asked, {}, ev.Context(64)) == 1


def test_families_are_inputs():
    family = {n: c.integers(2, 4), values: c.Families(c.upto(n), c.between(0, 1))}
    finding = procedure.decide(task(family, c.Compare(c.Outcome(rising, "sorted", values=values), "==", 1)))
    assert finding.status is Status.REFUTED


def test_hypotheses_restrict_the_inputs():
    work = task(RANGE, c.Compare(c.Outcome(binary_search_off_by_one, "found", n=n, k=k), "==", k), given=(c.Compare(n, "==", 1),))
    found = procedure.decide(work)
    assert found.status is Status.UNDECIDED and "too little tested: 1 distinct instance" in found.summary


def test_a_statement_without_a_procedure_is_left_to_others():
    assert procedure.decide(task({x: c.above(0)}, c.Compare(x, "<", 0))).status is Status.UNDECIDED


def test_the_same_task_gives_the_same_finding():
    first, second = (procedure.decide(task(RANGE, c.Compare(c.Outcome(binary_search_off_by_one, "found", n=n, k=k), "==", k))) for _ in range(2))
    assert first == second


# --- the digest ----------------------------------------------------------------------------------------------------------

SOURCE = inspect.getsource(sys.modules[__name__])


def test_the_digest_follows_the_algorithm_and_not_its_layout():
    own = procedures.syntax_digest(SOURCE, "binary_search")
    same = SOURCE.replace('"""Finds k among 1, ..., n by asking whether a number is below it."""', '"""Other words."""').replace("  # line 3", "")
    assert procedures.syntax_digest("\n\n" + same, "binary_search") == own
    annotated = SOURCE.replace("def binary_search(c, n, k)", "def binary_search(c: object, n: int, k: int) -> dict")
    assert procedures.syntax_digest(annotated, "binary_search") == own
    assert procedures.syntax_digest(SOURCE.replace("low = middle + 1  # line 6", "low = middle + 2  # line 6"), "binary_search") != own
    assert procedures.syntax_digest(SOURCE.replace("return (a + b) // 2", "return (a + b + 1) // 2"), "binary_search") != own
    assert procedures.syntax_digest(SOURCE.replace("below the square root", "above the square root"), "binary_search") == own


def test_a_changed_algorithm_is_another_claim_and_does_not_run_under_the_old_one():
    node = c.Outcome(binary_search, "found", n=3, k=2)
    other = Node("outcome", node.args[0], "0" * 64, *node.args[2:])
    assert task({}, c.Compare(node, "==", 2)).variant.digest != task({}, c.Compare(other, "==", 2)).variant.digest
    with pytest.raises(ev.NoRoute, match="has changed"):
        ev.value(other, {}, ev.Context(64))
    finding = procedure.decide(task({}, c.Compare(other, "==", 3)))
    assert finding.status is Status.UNDECIDED and "has changed" in finding.summary


def test_a_module_that_no_paper_loaded_is_not_imported():
    node = Node("outcome", "antigravity:fly", "0" * 64, "found", ())
    with pytest.raises(ev.NoRoute, match="no loaded paper"):
        ev.value(node, {}, ev.Context(64))
    assert "antigravity" not in sys.modules


def test_the_order_of_the_arguments_does_not_matter():
    assert c.Outcome(binary_search, "found", n=n, k=k) == c.Outcome(binary_search, "found", k=k, n=n)


@pytest.mark.parametrize(("make", "message"), [
    (lambda: c.Outcome(binary_search, "fuond", n=n, k=k), "field='fuond'"),
    (lambda: c.Outcome(binary_search, "found", n=n), "none for k"),
    (lambda: c.Outcome(binary_search, "found", n=n, k=k, m=k), "got m"),
    (lambda: c.Outcome(lambda c, n: {"found": n}, "found", n=n), "top of a module"),
])
def test_an_outcome_that_cannot_be_is_named(make, message):
    with pytest.raises(c.ClaimError, match=message):
        make()


# --- the re-check --------------------------------------------------------------------------------------------------------


@pytest.fixture
def installed(monkeypatch):
    """The checker as if this module were an installed paper."""
    monkeypatch.setattr(checker, "installed_packages", lambda: {__name__})


def document(work):
    finding = procedure.decide(work)
    assert finding.status is Status.REFUTED
    return json.loads(certificate.text(certificate.build(work.variant, finding, effort="quick", seed=0)))


CERTIFIED = {
    "off by one": (RANGE, c.Compare(c.Outcome(binary_search_off_by_one, "found", n=n, k=k), "==", k)),
    "a count": (RANGE, c.Compare(c.Outcome(binary_search, "searches", n=n, k=k), "<=", c.number("3/2"))),
    "a family": ({n: c.integers(2, 4), values: c.Families(c.upto(n), c.between(0, 1))}, c.Compare(c.Outcome(rising, "sorted", values=values), "==", 1)),
    "an order": ({n: c.integers(1, 4), order: c.Permutations(n)}, c.Compare(c.Outcome(records, "updates", order=order), "<", n)),
    "an expectation": ({n: c.integers(1, 4)}, c.Compare(c.Expect({order: c.Permutations(n)}, c.Outcome(records, "updates", order=order)), "<=", (n + 3) / 4)),
    "a real": ({x: c.between(0, 1)}, c.Compare(c.Outcome(below_root, "gap", x=c.exp(x)), ">=", 0)),
}


@pytest.mark.parametrize("name", CERTIFIED)
def test_a_refutation_is_confirmed_by_running_the_procedure_again(installed, name):
    data = document(task(*CERTIFIED[name]))
    found = check.check_data(data, "file")
    assert found.status == "confirmed", found.why
    assert any("procedure" in line for line in found.trusted)


def test_the_re_check_refuses_another_procedure_or_one_that_is_not_installed(installed, monkeypatch):
    data = document(task(*CERTIFIED["off by one"]))
    instance = {**data, "evidence": {**data["evidence"], "instance": {"n": "1", "k": "1"}}}
    assert check.check_data(instance, "file").status == "refused"
    monkeypatch.setattr(checker, "installed_packages", lambda: {"theorems.wdp"})
    found = check.check_data(data, "file")
    assert found.status == "refused" and "installed" in found.why


def test_both_evaluators_agree_on_the_digest_of_a_procedure():
    for name in ("binary_search", "records", "below_root", "rising", "endless"):
        assert checker.syntax_digest(SOURCE, name) == procedures.syntax_digest(SOURCE, name)


def test_a_statement_survives_its_json_form():
    work = task(*CERTIFIED["off by one"])
    assert from_json(to_json(work.variant.formula)) == work.variant.formula
    assert search.instance(work, {"n": ev.fmpq(1), "k": ev.fmpq(1)})["n"] == c.number(1)
    assert replace(work, seed=1).variant.digest == work.variant.digest
