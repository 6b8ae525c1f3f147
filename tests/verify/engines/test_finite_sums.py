"""Finite sums over points and families: what holds by taking them apart is proved and confirmed, what is false by a little is not, and other evidence is refused."""

import copy
import json

import pytest

from verify import claims as c
from verify.engines import finite_sums
from verify.engines.task import EFFORTS, Status, Task
from verify.evidence.checker.check import check_data
from verify.run.decide import Settings, run_variant

n, m, d, t, a, b, i, j, k = c.numbers("n m d t a b i j k")
X, W, s, x = c.objects("X W s x")
POINTS = c.Points(c.Euclid(d, 2))
COUNTS = {n: c.integers(1), m: c.integers(1), d: c.integers(1)}
FAMILIES = {**COUNTS, X: c.Families(c.upto(n), POINTS), W: c.Families(c.upto(m), POINTS)}
NUMBERS = {n: c.integers(1), s: c.Families(c.upto(n), c.REALS)}
WEIGHTS = {n: c.integers(1), m: c.integers(1, n), s: c.Families(c.upto(n), c.between(0, 1)), t: c.between(0, 1)}


def over(index, last=n):
    return {index: c.upto(last)}


def mean(values, index, last):
    return c.Sum(over(index, last), values[index]) / last


def near(p, q):
    return c.exp(-(c.norm(p - q, 2) ** 2))


def product(p, q):
    return c.Sum(over(k, d), p[k] * q[k])


def replaced(index):
    return c.If(c.Compare(index, "==", n), -1 / n, 0)


SQUARES = c.Sum({a: c.upto(n), b: c.upto(n)}, product(X[a], X[b])) / n**2
MIXED = c.Sum({a: c.upto(n), b: c.upto(m)}, product(X[a], W[b])) / (n * m)
OTHERS = c.Sum({a: c.upto(m), b: c.upto(m)}, product(W[a], W[b])) / m**2
LENGTH = c.norm(mean(X, a, n) - mean(W, b, m), 2) ** 2
KERNELS = c.Sum({a: c.upto(n), b: c.upto(n)}, near(X[a], X[b]))
ONE_REPLACED = c.Sum({i: c.upto(n), j: c.upto(n)}, replaced(i) * replaced(j) * near(X[i], X[j]))
DEVIATIONS = c.Sum(over(i), s[i] - c.Sum(over(j), s[j]) / n)

PROVED = {
    "the squared distance of two means": (FAMILIES, c.Compare(SQUARES - 2 * MIXED + OTHERS, "==", LENGTH)),
    "deviations from the mean add up to 0": (NUMBERS, c.Compare(DEVIATIONS, "==", 0)),
    "the order of indices is of no importance": (FAMILIES, c.Compare(c.Sum({a: c.upto(n), b: c.upto(m)}, near(X[a], W[b])), "==", c.Sum({b: c.upto(m), a: c.upto(n)}, near(X[a], W[b])))),
    "a product of sums": (NUMBERS, c.Compare(c.Sum({i: c.upto(n), j: c.upto(n)}, s[i] * s[j]), "==", c.Sum(over(i), s[i]) ** 2)),
    "values of a kernel are at most 1": (FAMILIES, c.Compare(KERNELS, "<=", n**2)),
    "the last index alone": (FAMILIES, c.Compare(ONE_REPLACED, "==", 1 / n**2)),
    "a condition for all indices": (WEIGHTS, c.Compare(c.Sum(over(i), c.If(c.Compare(s[i], "<=", t), s[i], 0)), "<=", n)),
    "squares": (NUMBERS, c.Compare(c.Sum(over(i), s[i] ** 2), ">=", 0)),
}
OPEN = {
    "means with the wrong divisor": (FAMILIES, c.Compare(SQUARES - 2 * MIXED + OTHERS, "==", c.norm(mean(X, a, n) - c.Sum(over(b, m), W[b]) / n, 2) ** 2)),
    "a sum of squares and a square": (NUMBERS, c.Compare(c.Sum(over(i), s[i] ** 2), "==", c.Sum(over(i), s[i]) ** 2)),
    "another index in one factor": (FAMILIES, c.Compare(c.Sum({a: c.upto(n), b: c.upto(n)}, near(X[a], X[b])), "==", c.Sum({a: c.upto(n), b: c.upto(n)}, near(X[a], X[a])))),
    "sums of other families": (FAMILIES, c.Compare(c.Sum({a: c.upto(n), b: c.upto(m)}, near(X[a], W[b])), "==", c.Sum({a: c.upto(n), b: c.upto(n)}, near(X[a], X[b])))),
    "values of a kernel are below 1": (FAMILIES, c.Compare(KERNELS, "<", n**2)),
    "a shorter sum": (WEIGHTS, c.Compare(c.Sum(over(i, m), s[i]), "==", c.Sum(over(i), s[i]))),
    "numbers of any sign": (NUMBERS, c.Compare(c.Sum(over(i), s[i]), ">=", 0)),
    "cubes": (NUMBERS, c.Compare(c.Sum(over(i), s[i] ** 3), ">=", 0)),
    "an index that is not in the range": ({n: c.integers(1), j: c.integers(1), d: c.integers(1), x: POINTS}, c.Compare(c.Sum(over(i), c.If(c.Compare(i, "==", j), 1, 0) * near(x, x)), "==", 1)),
    "no terms": ({n: c.integers(0), d: c.integers(1), x: POINTS}, c.Compare(c.Sum(over(i), c.If(c.Compare(i, "==", n), 1, 0) * near(x, x)), "==", 1)),
    "quotients by what may be 0": (NUMBERS, c.Compare(c.Sum(over(i), s[i] / s[i]), "==", n)),
    "infinite values": ({n: c.integers(1), s: c.Families(c.upto(n), c.between(0, c.oo))}, c.Compare(DEVIATIONS, "==", 0)),
}


def variant(forall, states):
    (found,) = c.Claim("toy/item", "Item", forall=forall, states=states).variants()
    return found


@pytest.mark.parametrize("name", PROVED)
def test_what_holds_by_taking_sums_apart_is_proved_and_confirmed(name, must_be_proved):
    must_be_proved(variant(*PROVED[name]))


@pytest.mark.parametrize("name", OPEN)
def test_what_is_false_is_not_proved(name):
    assert finite_sums.decide(Task(variant(*OPEN[name]), EFFORTS["quick"])).status is Status.UNDECIDED


def test_other_statements_are_of_no_concern():
    assert finite_sums.decide(Task(variant({n: c.integers(1)}, c.Compare(c.Sum(over(i), i), ">=", 1)), EFFORTS["quick"])) is None


def altered(change):
    _, document, _ = run_variant(variant(*PROVED["values of a kernel are at most 1"]), Settings(effort="quick"))
    data = copy.deepcopy(json.loads(json.dumps(document)))
    assert data["kind"] == "sums"
    change(data["evidence"])
    return check_data(data, "toy").status


@pytest.mark.parametrize("change", [
    lambda evidence: evidence["statement"].__setitem__(2, ["compare", "0", ["word", "<="], "1"]),
    lambda evidence: evidence.update(statement=["compare", "0", ["word", "<="], "1"]),
    lambda evidence: evidence["proof"].update(kind="lemmas"),
    lambda evidence: evidence["proof"].update(evidence={"sums": [[]]}),
    lambda evidence: evidence.pop("statement"),
    lambda evidence: evidence.update(terms={}),
])
def test_altered_evidence_is_refused(change):
    assert altered(change) in ("refused", "malformed")
