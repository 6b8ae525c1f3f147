"""Evidence of kind duality: what is altered is refused, and so are bounds of means that may have no value, be infinite, or stand where a bound of them says nothing."""

from __future__ import annotations

import copy
import json

import pytest

from verify.claims import (
    LINE,
    REALS,
    Abs,
    Claim,
    Compare,
    Expect,
    Laws,
    Max,
    Prob,
    Sequences,
    Sum,
    above,
    at_least,
    between,
    exp,
    integers,
    log,
    numbers,
    objects,
    sqrt,
    translate,
    upto,
)
from verify.engines import duality, symbolic
from verify.engines.lemmas.linking import about
from verify.engines.task import EFFORTS, Finding, Status, Task
from verify.evidence import certificate as certificates
from verify.evidence.checker.certificate import Certificate
from verify.evidence.checker.check import check_data
from verify.evidence.checker.formula import digest
from verify.quantities import absolute_moment, mean, variance

c, i, n, s, v, x = numbers("c i n s v x")
P, w, z = objects("P w z")
M, V = mean(P), variance(P)
ANY, SQUARES, HALF_LINE = Laws(LINE), Laws(LINE, moments=2), Laws(LINE, support=at_least(0), moments=1)


def mean_of(f):
    return Expect({x: P}, f)


def tail(f, level):
    return Prob({x: P}, Compare(f, ">=", level))


PROVED = {
    "a square": ({c: above(0), P: SQUARES}, tail(x - M, c), "<=", V / (V + c**2)),
    "a chord": ({c: above(0), P: HALF_LINE}, tail(x, c), "<=", M / c),
    "a tangent": ({P: HALF_LINE}, mean_of(x / (1 + x)), "<=", M / (1 + M)),
    "with slack": ({P: SQUARES}, mean_of(Abs(x)), "<=", sqrt(mean_of(x**2))),
    "perhaps infinite": ({c: above(0), P: Laws(LINE, moments=1)}, tail(Abs(x - M), c), "<=", V / c**2),
    "a logarithm": ({s: REALS, P: Laws(LINE, support=between(-1, 1))}, log(mean_of(exp(s * x))), "<=", s**2 / 2, Compare(M, "==", 0)),
}


def variant_of(entry):
    forall, measured, relation, claimed, *given = entry
    (variant,) = Claim("moments/thm-1", "Theorem 1", forall=forall, states=Compare(measured, relation, claimed), given=given).variants()
    return variant


def document(variant, evidence):
    finding = Finding("duality", Status.PROVED, "", "duality", evidence)
    return json.loads(json.dumps(certificates.build(variant, finding, effort="quick", seed=0)))


def status(variant, evidence):
    return check_data(document(variant, evidence), "c.json").status


@pytest.fixture(scope="module")
def proved():
    found = {name: (variant, duality.decide(Task(variant, EFFORTS["quick"]))) for name, variant in ((name, variant_of(entry)) for name, entry in PROVED.items())}
    assert all(finding is not None and finding.status is Status.PROVED for _, finding in found.values())
    return {name: (variant, json.loads(json.dumps(dict(finding.evidence)))) for name, (variant, finding) in found.items()}


def alterations(evidence):
    """Evidence with one place altered."""

    def altered(change):
        other = copy.deepcopy(evidence)
        change(other)
        return other

    last = len(evidence["bounds"]) - 1
    multipliers = evidence["bounds"][last]["multipliers"]
    for of in (evidence["bounds"][last]["of"] + 1, -1, 99, True, "0", None):
        yield altered(lambda e, of=of: e["bounds"][last].update(of=of))
    for relation in ("<=", ">=", "==", "<", None):
        if relation != evidence["bounds"][last]["relation"]:
            yield altered(lambda e, relation=relation: e["bounds"][last].update(relation=relation))
    for constant in ("-1", "1000003", ["var", ["word", "x"]], ["mean", ["var", ["word", "P"]]], ["log", "-1"], ["oo"], "oo"):
        yield altered(lambda e, constant=constant: e["bounds"][last].update(constant=constant))
    for k in range(len(multipliers)):
        yield altered(lambda e, k=k: e["bounds"][last]["multipliers"].pop(k))
        for f in ("0", ["mul", "-1", multipliers[k][1]], ["mul", "11/10", multipliers[k][1]], ["var", ["word", "x"]], "1/0", None):
            yield altered(lambda e, k=k, f=f: e["bounds"][last]["multipliers"][k].__setitem__(1, f))
        yield altered(lambda e, k=k: e["bounds"][last]["multipliers"][k].__setitem__(0, e["bounds"][last]["of"]))
    yield altered(lambda e: e["bounds"][last]["proofs"].pop())
    yield altered(lambda e: e["bounds"][last]["proofs"].append(e["rest"]))
    yield altered(lambda e: e["bounds"][last].pop("relation"))
    yield altered(lambda e: e["bounds"][last].update(wide=0))
    yield altered(lambda e: e.update(bounds=[]))
    yield altered(lambda e: e.pop("slack"))
    yield altered(lambda e: e.update(slack="nothing"))
    yield altered(lambda e: e.update(slack=0))
    yield altered(lambda e: e.update(rest={"kind": "duality", "evidence": copy.deepcopy(evidence)}))
    yield altered(lambda e: e.update(rest={"kind": "logic", "evidence": {}}))
    yield altered(lambda e: e.update(more=1))
    if evidence["slack"] is not None:
        yield altered(lambda e: e.update(slack=None))


@pytest.mark.parametrize("name", PROVED)
def test_what_the_engine_finds_is_confirmed_and_nothing_of_it_may_be_altered(name, proved):
    variant, evidence = proved[name]
    assert status(variant, evidence) == "confirmed"
    confirmed = [other for other in alterations(evidence) if status(variant, other) != "refused"]
    assert not confirmed


def test_evidence_of_one_statement_proves_no_other(proved):
    for name, (_, evidence) in proved.items():
        for other, (variant, _) in proved.items():
            assert name == other or status(variant, evidence) == "refused"


def shown(over, goal, *given):
    """A proof of a statement about numbers; the statement is true."""
    statement = ["forall", ["()", *(["()", ["var", ["word", name]], place] for name, place in over.items())], ["implies", ["all", *given], goal] if given else goal]
    task = about(Task(variant_of(PROVED["a square"]), EFFORTS["quick"]), Certificate("", "", "", "", statement, "", "PROVED", {}))
    finding = symbolic.decide(task)
    assert finding.status is Status.PROVED, finding.summary
    return {"kind": finding.kind, "evidence": {key: one for key, one in finding.evidence.items() if key != "suggest"}}


LINE_ = ["interval", "-oo", "oo", ["word", "open"], ["word", "open"]]
NOT_NEGATIVE = ["interval", "0", "oo", ["word", "closed"], ["word", "open"]]
X, U = ["var", ["word", "x_"]], ["var", ["word", "u_1"]]


def compared(a, relation, b):
    return ["compare", a, ["word", relation], b]


def of_one_bound(relation, constant, proofs, rest, slack=None):
    return {"bounds": [{"of": 0, "relation": relation, "constant": constant, "multipliers": [], "wide": False, "proofs": proofs}], "slack": slack, "rest": rest}


def test_an_even_power_does_not_keep_the_order_of_a_negative_bound():
    below = shown({"x_": LINE_}, compared(["abs", X], ">=", "-1"))
    of = {power: variant_of(({P: SQUARES}, mean_of(Abs(x)) ** power, ">=", claimed)) for power, claimed in ((2, 1), (3, -1))}
    assert status(of[2], of_one_bound(">=", "-1", [below], shown({}, compared(["pow", "-1", "2"], ">=", "1")))) == "refused"
    assert status(of[3], of_one_bound(">=", "-1", [below], shown({}, compared(["pow", "-1", "3"], ">=", "-1")))) == "confirmed"


def test_a_bound_from_the_wrong_side_says_nothing():
    above_1 = shown({"x_": NOT_NEGATIVE}, compared(["exp", X], ">=", "1"))
    at_most, at_least_ = (variant_of(({P: HALF_LINE}, mean_of(exp(x)), relation, 1)) for relation in ("<=", ">="))
    assert status(at_least_, of_one_bound(">=", "1", [above_1], shown({}, compared("1", ">=", "1")))) == "confirmed"
    assert status(at_most, of_one_bound(">=", "1", [above_1], shown({}, compared("1", "<=", "1")))) == "refused"


def test_what_two_means_have_in_common_must_not_be_left_to_an_infinite_one():
    finite, infinite = (variant_of(({P: where}, mean_of(x) - mean_of(x), "==", 0)) for where in (HALF_LINE, Laws(LINE, support=at_least(0))))
    idle = shown({"x_": NOT_NEGATIVE}, compared(X, ">=", "0"))
    rest = shown({"u_1": NOT_NEGATIVE}, compared(["add", U, ["mul", "-1", U]], "==", "0"), compared(U, ">=", "0"))
    assert status(finite, of_one_bound(">=", "0", [idle], rest)) == "confirmed"
    assert status(infinite, of_one_bound(">=", "0", [idle], rest)) == "refused"


def test_a_power_of_x_beyond_the_moments_has_no_finite_mean():
    odd = Max(x, 0) ** 3
    for moments, wanted in ((3, "confirmed"), (2, "refused")):
        variant = variant_of(({P: Laws(LINE, moments=moments)}, mean_of(odd) - mean_of(odd), "==", 0))
        cube = ["pow", ["max", X, "0"], "3"]
        idle = shown({"x_": LINE_}, compared(cube, ">=", "0"))
        rest = shown({"u_1": NOT_NEGATIVE}, compared(["add", U, ["mul", "-1", U]], "==", "0"), compared(U, ">=", "0"))
        assert status(variant, of_one_bound(">=", "0", [idle], rest)) == wanted


def test_an_event_without_value_at_some_point_is_no_case():
    variant = variant_of(({P: HALF_LINE}, Prob({x: P}, Compare(log(x), ">=", 0)), "<=", 1))
    always = [shown({"x_": NOT_NEGATIVE}, compared(value, "<=", "1")) for value in ("1", "0")]
    assert status(variant, of_one_bound("<=", "1", always, shown({}, compared("1", "<=", "1")))) == "refused"


def test_slack_proves_no_strict_inequality():
    positive = ["interval", "0", "oo", ["word", "open"], ["word", "open"]]
    moved = ["add", ["var", ["word", "v"]], ["var", ["word", "d"]]]
    for relation, wanted in (("<=", "confirmed"), ("<", "refused")):
        variant = variant_of(({v: at_least(0), P: SQUARES}, mean_of(0 * x + 0 * x**2), relation, v))
        statement = {"v": NOT_NEGATIVE, "d": positive}
        proof = shown({"x_": LINE_}, compared(["add", ["mul", "0", X], ["mul", "0", ["pow", X, "2"]]], "<=", "0"))
        assert status(variant, of_one_bound("<=", "0", [proof], shown(statement, compared("0", relation, moved)), slack="v")) == wanted


def restated(document, change):
    """The same evidence for another statement."""
    statement = change(document["statement"])
    return {**document, "statement": statement, "domain": statement[1], "digest": digest(statement)}


def with_text(f, old, new):
    return json.loads(json.dumps(f).replace(json.dumps(old), json.dumps(new)))


def test_a_sum_whose_index_hides_the_weights_gives_no_weights():
    """Where n is 1, the sum over w of w[w] is 1[1], which is 1, whatever the weight is: twice the logarithm of e is more than the logarithm of 2 e."""

    def hidden(f):
        is_sum = f[0] == "compare" and f[3] == "1"
        return with_text(f, ["word", "i"], ["word", "w"]) if is_sum else [hidden(part) if isinstance(part, list) else part for part in f]

    weighted = {n: integers(1), z: Sequences(n, above(0)), w: Sequences(n, at_least(0))}
    sum_is_1 = Compare(Sum({i: upto(n)}, w[i]), "==", 1)
    variant = variant_of((weighted, Sum({i: upto(n)}, w[i] * log(z[i])), "<=", log(Sum({i: upto(n)}, w[i] * z[i])), sum_is_1))
    finding = duality.decide(Task(variant, EFFORTS["quick"]))
    assert finding.status is Status.PROVED
    shown_ = document(variant, dict(finding.evidence))
    assert restated(shown_, hidden)["statement"] != shown_["statement"]
    assert check_data(restated(shown_, lambda f: f), "c.json").status == "confirmed"
    assert check_data(restated(shown_, hidden), "c.json").status == "refused"


@pytest.mark.parametrize(("by", "wanted"), [("77", "confirmed"), ("oo", "refused")])
def test_a_distribution_that_is_moved_by_infinity_is_none(by, wanted):
    """Numbers on the line are finite, and so is what they are moved by."""
    number = ["var", ["word", "x"]]
    place = ["interval", "0", "1", ["word", "closed"], ["word", "closed"]]
    at_x = shown({"x": place}, compared(["pow", ["abs", ["add", number, by]], "1"], ">=", "5"))
    variant = variant_of(({P: Laws(LINE, support=between(0, 1))}, absolute_moment(translate(P, 77), 1), ">=", 5))
    first = document(variant, of_one_bound(">=", "5", [at_x], shown({}, compared("5", ">=", "5"))))
    assert check_data(restated(first, lambda f: with_text(f, "77", by)), "c.json").status == wanted
