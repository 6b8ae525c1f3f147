"""Induction on an integer: what is true is proved and confirmed, near misses are never proved and are refuted in a run, altered evidence is refused."""

import copy
import json

import pytest

from verify import claims as c
from verify.claims.nodes import Node, to_json
from verify.engines import induction
from verify.engines.remainders import Reader
from verify.engines.task import EFFORTS, Status, Task
from verify.evidence import certificate
from verify.evidence.checker.check import check_data
from verify.evidence.checker.formula import Refused
from verify.evidence.checker.remainders import Remainders
from verify.evidence.checker.unfolding import Unfolding
from verify.quantities import renyi_divergence
from verify.run.decide import Settings, run_variant

n, t, q, b, x, y = c.numbers("n t q b x y")
a = c.objects("a")
N, REAL, ABOVE = {n: c.integers(1)}, {a: c.Sequences(c.oo, c.REALS)}, {a: c.Sequences(c.oo, c.above(0))}
HALF, DECAY = c.number("1/2"), {q: c.between(0, 1, open="both"), b: c.at_least(0)}
GRONWALL = (c.ForAll({t: c.integers(1)}, c.Compare(a[t + 1], "<=", (1 - q) * a[t] + b)),)
FIBONACCI = (c.Compare(a[1], "==", 1), c.Compare(a[2], "==", 1), c.ForAll({t: c.integers(1)}, c.Compare(a[t + 2], "==", a[t + 1] + a[t])))
FINITE = (*FIBONACCI[:2], c.ForAll({t: c.upto(n - 1)}, c.Compare(a[t + 2], "==", a[t + 1] + a[t])))
GOLDEN = (1 + c.sqrt(5)) / 2


def total(term, first=1):
    return c.Sum({t: c.integers(first, n)}, term)


def below(measured, bound):
    return c.Compare(measured, "<=", bound)


TRUE = {
    "the harmonic sum": (N, (), below(total(1 / t), 1 + c.log(n))),
    "roots": (N, (), below(total(1 / c.sqrt(t)), 2 * c.sqrt(n))),
    "a recursive inequality": ({n: c.integers(0), **DECAY, **REAL}, GRONWALL, below(a[n + 1], (1 - q) ** n * a[1] + b / q)),
    "a product above a sum": ({**N, a: c.Sequences(c.oo, c.at_least(0))}, (), c.Compare(c.Prod({t: c.upto(n)}, 1 + a[t]), ">=", 1 + total(a[t]))),
    "a family that ends": ({**N, a: c.Families(c.upto(n), c.at_least(0))}, (), c.Compare(c.Prod({t: c.upto(n)}, 1 + a[t]), ">=", 1 + total(a[t]))),
    "Fibonacci numbers": ({**N, **REAL}, FIBONACCI, below(a[n], GOLDEN ** (n - 1))),
    "Fibonacci numbers by a recursion": (N, (), below(c.Recursion({(x, y): (0, 1)}, {t: c.upto(n)}, (y, x + y))[1], 2 ** (n - 1))),
    "a sum in closed form": ({n: c.integers(0)}, (), c.Compare(total(t), "==", n * (n + 1) / 2)),
    "a moving average as a weighted sum": ({**N, q: c.between(0, 1), **REAL}, (), c.Compare(
        c.Recursion({x: 0}, {t: c.upto(n)}, q * x + (1 - q) * a[t]), "==", (1 - q) * total(q ** (n - t) * a[t]))),
    "a sum whose index has several names": ({**N, **REAL}, (), c.Compare(total(a[t]) ** 2, "<=", total(a[t]) * c.Sum({b: c.upto(n)}, a[b]) + c.Sum({q: c.upto(n)}, a[q] ** 2))),
    "the square of a sum": ({**N, **REAL}, (), below(total(a[t]) ** 2, n * total(a[t] ** 2))),
    "steps divided by the root of a running sum": ({**N, **ABOVE}, (), below(total(a[t] / c.sqrt(c.Sum({x: c.upto(t)}, a[x]))), 2 * c.sqrt(total(a[t])))),
    "squares divided by a running sum": ({**N, q: c.above(0), **REAL}, (), below(total(a[t] ** 2 / (q + c.Sum({x: c.upto(t)}, a[x] ** 2))), c.log(1 + total(a[t] ** 2) / q))),
}
FALSE = {
    "steps divided by the root of a running sum": ({**N, **ABOVE}, (), below(total(a[t] / c.sqrt(c.Sum({x: c.upto(t)}, a[x]))), c.number("11/10") * c.sqrt(total(a[t])))),
    "squares divided by a running sum without the last": ({**N, q: c.above(0), **REAL}, (), below(total(a[t] ** 2 / (q + c.Sum({x: c.upto(t - 1)}, a[x] ** 2))), c.log(1 + total(a[t] ** 2) / q))),
    "the harmonic sum": (N, (), below(total(1 / t), c.number("9/10") + c.log(n))),
    "roots": (N, (), below(total(1 / c.sqrt(t)), c.number("3/2") * c.sqrt(n))),
    "sums with other terms": ({**N, **REAL}, (), c.Compare(total(a[t]) ** 2, "<=", total(a[t]) * c.Sum({b: c.upto(n)}, a[b] - 1) + c.Sum({q: c.upto(n)}, a[q] ** 2))),
    "half the bound": ({**N, **DECAY, **REAL}, GRONWALL, below(a[n + 1], (1 - q) ** n * a[1] + b / (2 * q))),
    "numbers that may be negative": ({**N, a: c.Sequences(c.oo, c.at_least(-2))}, (), c.Compare(c.Prod({t: c.upto(n)}, 1 + a[t]), ">=", 1 + total(a[t]))),
    "Fibonacci numbers": ({**N, a: c.Families(c.upto(n + 1), c.REALS)}, FINITE, below(a[n + 1], (3 * HALF) ** n)),
    "one power too many": ({**N, q: c.between(0, 1, open="both")}, (), c.Compare((1 - q) * total(q ** (n - t)), "==", 1 - q ** (n + 1))),
    "a start that moves": (N, (), below(c.Recursion({x: n}, {t: c.upto(n)}, x), 1)),
    "a wrong start": ({n: c.integers(0)}, (), c.Compare(total(t), "==", n * (n + 1) / 2 + 1)),
    "a step that goes wrong late": (N, (), below(c.Recursion({x: 0}, {t: c.upto(n)}, x + c.Max(0, t - 20)), 0)),
}
OPEN = {
    "a term before the first": ({**N, a: c.Sequences(c.oo, c.at_least(0))}, (), c.Compare(total(a[t - 1]), ">=", 0)),
    "a term without a value": (N, (), c.Compare(total(1 / (t - 3) - 1 / (t - 3)), ">=", 0)),
    "a hypothesis that comes too late": ({**N, **DECAY, **REAL}, (c.ForAll({t: c.integers(5)}, c.Compare(a[t + 1], "<=", (1 - q) * a[t] + b)),), below(a[n + 1], (1 - q) ** n * a[1] + b / q)),
    "a hypothesis that ends before the last": ({**N, **DECAY, **REAL}, (c.ForAll({t: c.upto(n - 1)}, c.Compare(a[t + 1], "<=", (1 - q) * a[t] + b)),), below(a[n + 1], (1 - q) ** n * a[1] + b / q)),
    "a division by a running sum of any sign": ({**N, **REAL}, (), below(total(a[t] ** 2 / (1 + c.Sum({x: c.upto(t)}, a[x]))), total(a[t] ** 2 / (1 + c.Sum({x: c.upto(t)}, a[x]))) + 1)),
    "a running sum that may be 0": ({**N, a: c.Sequences(c.oo, c.at_least(0))}, (), below(total(a[t] / c.Sum({x: c.upto(t)}, a[x])), total(a[t] / c.Sum({x: c.upto(t)}, a[x])) + 1)),
    "infinite data": ({**N, a: c.Sequences(c.oo, c.between(0, c.oo))}, (), c.Compare(total(a[t] - a[t]), "==", 0)),
}

INFINITE_END = c.between(0, renyi_divergence(c.finite_law({0: 1}), c.finite_law({1: 1}), 2))
"""A closed interval whose end, a divergence of distributions that live on disjoint sets, is infinite."""
AGAIN = c.Sum({n: c.upto(n)}, b ** Node("add", n, Node("mul", c.number(-1), n)))
"""n times 1: inside the sum n is its index."""
OPEN |= {
    "a number that may be infinite by a formula": ({**N, x: INFINITE_END}, (), c.Compare(total(x - x + t), "==", n * (n + 1) / 2)),
    "data that may be infinite by a formula": ({**N, a: c.Sequences(c.oo, INFINITE_END)}, (), c.Compare(total(a[t] - a[t]), "==", 0)),
    "an index called like the integer of the induction": ({**N, b: c.between(0, 1, open="both")}, (), below(AGAIN, 1 / (1 - b))),
}


def test_a_fold_with_an_index_called_like_the_integer_is_refused():
    with pytest.raises(Refused, match="called like"):
        Unfolding("n", 1, {}, {}, {}).at(to_json(AGAIN), (0, 1))


def test_a_closed_range_with_an_end_that_may_be_infinite_is_no_set_of_numbers():
    with pytest.raises(Refused):
        Remainders([(to_json(x), to_json(INFINITE_END))])


def test_a_product_with_a_number_that_may_be_0_is_not_above_0():
    from_engine = Reader([(x, c.between(0, 1, open="both")), (y, c.one_of(0))])
    from_checker = Remainders([(to_json(x), to_json(c.between(0, 1, open="both"))), (to_json(y), to_json(c.one_of(0)))])
    for sign, read, product in ((from_engine.sign, from_engine.read, -x * y), (from_checker.sign, from_checker.read, to_json(-x * y))):
        assert sign(read(product)) == 1


def task(forall, given, states):
    (variant,) = c.Claim("toy/item", "Item", forall=forall, given=given, states=states).variants()
    return Task(variant, EFFORTS["quick"])


def document(name):
    asked = task(*TRUE[name])
    found = induction.decide(asked)
    assert found is not None and (found.status, found.kind) == (Status.PROVED, "induction"), found
    return json.loads(certificate.text(certificate.build(asked.variant, found, effort="quick", seed=0)))


@pytest.mark.parametrize("name", TRUE)
def test_what_is_true_is_proved_and_confirmed(name):
    answer = check_data(document(name), name)
    assert answer.status == "confirmed", answer.why


@pytest.mark.parametrize("name", FALSE)
def test_near_misses_are_refuted_and_confirmed(name):
    asked = task(*FALSE[name])
    found = induction.decide(asked)
    assert found is None or found.status is not Status.PROVED
    row, stored, errors = run_variant(asked.variant, Settings(effort="quick"))
    assert row["status"] == "REFUTED" and not errors, row["summary"]
    assert check_data(stored, name).status == "confirmed"


@pytest.mark.parametrize("name", OPEN)
def test_what_does_not_follow_is_not_proved(name):
    found = induction.decide(task(*OPEN[name]))
    assert found is None or found.status is not Status.PROVED, found


def test_statements_without_sums_and_sequences_are_left_to_other_engines():
    assert induction.decide(task({n: c.integers(1)}, (), below(n, n + 1))) is None


def put(path, value):
    def change(evidence):
        place = evidence
        for key in path[:-1]:
            place = place[key]
        place[path[-1]] = value
    return change


ALTERED = {
    "another order": put(("order",), "2"),
    "another name": put(("name",), "b"),
    "a name that is taken": put(("data", 0, 1), "q"),
    "an invariant that is not the goal": put(("invariants", 0, "states", 3), "7"),
    "no hypothesis": put(("invariants", 0, "step", "given"), []),
    "a hypothesis at another index": put(("invariants", 0, "step", "given", 0, 1), "2"),
    "another slack": put(("invariants", 0, "step", "proof", "solved", 0, 2), "q"),
    "a negative factor": put(("invariants", 0, "step", "proof", "shared"), "-1"),
    "no base case": put(("invariants", 0, "base"), []),
    "no invariants": put(("invariants",), []),
    "another field": put(("more",), "1"),
}


@pytest.fixture(scope="module")
def gronwall():
    return document("a recursive inequality")


@pytest.mark.parametrize("name", ALTERED)
def test_altered_evidence_is_refused(gronwall, name):
    data = copy.deepcopy(gronwall)
    ALTERED[name](data["evidence"])
    assert check_data(data, name).status == "refused"


def test_evidence_of_a_true_statement_proves_no_near_miss(gronwall):
    asked = task(*FALSE["half the bound"])
    data = copy.deepcopy(gronwall)
    other = json.loads(certificate.text(certificate.build(asked.variant, induction.decide(task(*TRUE["a recursive inequality"])), effort="quick", seed=0)))
    data |= {key: other[key] for key in ("statement", "digest", "domain")}
    assert check_data(data, "moved").status == "refused"


def test_only_sums_that_are_seen_not_to_be_negative_are_used_so():
    data = document("squares divided by a running sum")
    assert set(data["evidence"]["not_negative"]) == {"sum_1", "sum_2"}
    for changed in (["sum_1"], []):  # without the sign of the second, a denominator may be 0
        altered = copy.deepcopy(data)
        altered["evidence"]["not_negative"] = changed
        assert check_data(altered, "fewer").status == "refused"
    other = document("the square of a sum")
    other["evidence"]["not_negative"] = [called[0] for _, called in other["evidence"]["left"]]
    answer = check_data(other, "a sum of any sign")
    assert answer.status == "refused" and "not seen to be so" in answer.why


VALUELESS = {
    "a family of numbers up to 1/0": {a: c.Families(c.upto(n), c.between(0, 1 / x))},
    "a sequence of numbers up to 1/0": {a: c.Sequences(c.oo, c.between(0, 1 / x))},
    "numbers up to 1/0": {b: c.between(0, 1 / x)},
}


@pytest.mark.parametrize("name", VALUELESS)
def test_nothing_is_said_of_all_members_of_a_set_that_may_have_no_value(name):
    states = c.ForAll(VALUELESS[name], c.Compare(total(t), "==", n * (n + 1) / 2))
    assert not (found := induction.decide(task({x: c.REALS, **N}, (), states))) or found.status is not Status.PROVED
    asked = task({x: c.above(0), **N}, (), states)
    finding = induction.decide(asked)
    assert finding.status is Status.PROVED
    data = json.loads(certificate.text(certificate.build(asked.variant, finding, effort="quick", seed=0)))
    assert check_data(data, "positive").status == "confirmed"
    wider = task({x: c.REALS, **N}, (), states).variant
    outcome = check_data(data | {"statement": to_json(wider.formula), "domain": to_json(wider.formula)[1], "digest": wider.digest}, "real")
    assert outcome.status == "refused" and "no value" in outcome.why


@pytest.mark.parametrize("indices", ["tsst", "tstt", "xyts", "stst"])
def test_what_an_index_is_called_does_not_matter(indices):
    one, two, three, four = c.numbers(" ".join(indices))
    played = -q * c.Sum({two: c.integers(1, one - 1)}, a[two])
    after, squares = -q * c.Sum({three: c.upto(n)}, a[three]), q / 2 * c.Sum({four: c.upto(n)}, a[four] ** 2)
    regret, names = c.Sum({one: c.upto(n)}, (played - b) * a[one]), {**N, q: c.above(0), b: c.REALS, **REAL}
    asked = task(names, (), c.Compare(regret, "==", b**2 / (2 * q) - (after - b) ** 2 / (2 * q) + squares))
    finding = induction.decide(asked)
    assert finding.status is Status.PROVED
    data = json.loads(certificate.text(certificate.build(asked.variant, finding, effort="quick", seed=0)))
    assert check_data(data, indices).status == "confirmed"
    shifted = -q * c.Sum({three: c.upto(n)}, a[three + 1])
    false = task(names, (), c.Compare(regret, "==", b**2 / (2 * q) - (shifted - b) ** 2 / (2 * q) + squares))
    assert induction.decide(false).status is Status.UNDECIDED
