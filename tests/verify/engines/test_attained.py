"""Whether an extremum over an interval is attained: by engine and checker, with strictness at open ends and at jumps."""

import copy
import json

import pytest
from flint import fmpq

from verify import claims as c
from verify.claims.nodes import Node, to_json
from verify.engines import evaluate as ev
from verify.engines import search
from verify.engines.task import EFFORTS, Status, Task
from verify.engines.truth import Truth
from verify.evidence import certificate
from verify.evidence.checker.check import check_data
from verify.evidence.checker.evaluate import Evaluator
from verify.evidence.checker.numbers import Budget, Exhausted, precision
from verify.values.structures import Function

s, t, x = c.numbers("s t x")
f = c.objects("f")
HALF_LINE, SHORT = c.above(0), c.between(0, 1, open="both")


def least(term, where, conditions=(), best=c.Inf, other=s):
    """Some member attains the extremum."""
    condition = c.All(*conditions) if len(conditions) > 1 else conditions[0] if conditions else None
    bound = {other: where}
    inner = best(bound, term(other)) if condition is None else best(bound, term(other), where=condition)
    return c.Exists({s: where}, c.All(*conditions, c.Compare(term(s), "==", inner)))


ATTAINED = {
    "a square": least(lambda s: (s - 1) ** 2, HALF_LINE),
    "between two infinite ends": least(lambda s: s + 2 / s, HALF_LINE),
    "with another name": least(lambda s: s + 2 / s, HALF_LINE, other=t),
    "at the border of a closed condition": least(lambda s: c.exp(-s), HALF_LINE, (c.Compare(s, "<=", 3),)),
    "at the border of a closed condition, from above": least(lambda s: c.exp(s), SHORT, (c.Compare(s, ">=", c.number("1/2")),)),
    "at a closed end": least(lambda s: c.exp(s), c.between(0, 1)),
    "at a member although it is approached at the open end": least(lambda s: s * (1 - s) ** 2, HALF_LINE),
    "a largest value": least(lambda s: c.exp(-((s - 1) ** 2)), HALF_LINE, best=c.Sup),
    "a jump far from the best": least(lambda s: c.If(c.Compare(s, "<", 9), (s - 1) ** 2 + 1, 30), HALF_LINE),
}
LEFT_OUT = {
    "at the lower end": least(lambda s: c.exp(s), SHORT),
    "at the upper end": least(lambda s: c.exp(-s), SHORT),
    "a supremum": least(lambda s: s, SHORT, best=c.Sup),
    "on a half-line": least(lambda s: c.Max(c.exp(s) - 1, 0) / (1 + c.exp(s)), HALF_LINE),
    "where all numbers near the end are members": least(lambda s: c.exp(s), HALF_LINE, (c.Compare(s, "<=", 3),)),
    "with a jump further away": least(lambda s: c.If(c.Compare(s, "<", 1), 1 + s, 3), HALF_LINE),
}
OPEN = {
    "an open condition": least(lambda s: s, SHORT, (c.Compare(s, ">", c.number("1/2")),)),
    "at infinity": least(lambda s: c.exp(-s), HALF_LINE),
    "a jump that leaves the best out": least(lambda s: c.If(c.Compare(s, "<=", 2), 3, s), HALF_LINE),
    "a jump that has the best": least(lambda s: c.If(c.Compare(s, "<", 2), 3, s), HALF_LINE),
    "no member": least(lambda s: s, HALF_LINE, (c.Compare(s, "<=", -1),)),
    "another set": c.Exists({s: c.above(0)}, c.Compare(c.exp(s), "==", c.Inf({s: c.at_least(0)}, c.exp(s)))),
    "another condition": c.Exists({s: HALF_LINE}, c.All(c.Compare(s, ">=", 1), c.Compare(c.exp(s), "==", c.Inf({s: HALF_LINE}, c.exp(s))))),
    "members near the end are not all": least(lambda s: c.exp(s), HALF_LINE, (c.Compare((s - 1) ** 2, ">=", c.number("1/4")), c.Compare(s, ">=", c.number("1/8")))),
}


def checked(statement, env=None):
    with precision(64):
        evaluator = Evaluator(Budget())
        try:
            return evaluator.truth(json.loads(json.dumps(to_json(statement))), env or {})
        except Exhausted:
            return "undecided"


@pytest.mark.parametrize("name", ATTAINED)
def test_an_extremum_that_is_attained(name):
    assert ev.holds(ATTAINED[name], {})[0] is Truth.TRUE
    assert checked(ATTAINED[name]) != "false"


@pytest.mark.parametrize("name", LEFT_OUT)
def test_an_extremum_that_is_only_approached(name):
    assert ev.holds(LEFT_OUT[name], {})[0] is Truth.FALSE
    assert checked(LEFT_OUT[name]) == "false"


@pytest.mark.parametrize("name", ["an open condition", "at infinity", "a jump that leaves the best out"])
def test_what_is_not_attained_is_never_said_to_be(name):
    assert ev.holds(OPEN[name], {})[0] is not Truth.TRUE
    assert checked(OPEN[name]) != "true"


@pytest.mark.parametrize("name", ["a jump that has the best", "members near the end are not all"])
def test_what_is_attained_is_never_denied(name):
    assert ev.holds(OPEN[name], {})[0] is not Truth.FALSE
    assert checked(OPEN[name]) != "false"


@pytest.mark.parametrize("name", ["no member", "another set", "another condition"])
def test_other_statements_are_no_attainments(name):
    from verify.engines.attained import attained

    assert attained(OPEN[name], {}, ev.Context(60)) in (None, Truth.UNDECIDED)


@pytest.mark.parametrize("shape, answer", [("1/3", Truth.FALSE), ("exp", Truth.TRUE)])
def test_functions_are_written_out(shape, answer):
    """``f(s) + (1 - f(s)) (exp(s) - 1)/(exp(s) + 1)`` from 0 on: it rises where f is constant, and has a least value where f falls fast."""
    body = c.number(shape) if shape != "exp" else c.exp(-t)
    function = Function(Node("lambda", ((t, c.above(0)),), body))
    term = lambda s: Node("apply", f, s) + (1 - Node("apply", f, s)) * c.Max(c.exp(s) - 1, 0) / (1 + c.exp(s))  # noqa: E731
    statement = least(term, HALF_LINE, (c.Compare(Node("apply", f, s), "<=", 1),))
    assert ev.holds(statement, {"f": function})[0] is answer
    evaluator = Evaluator(Budget())
    with precision(64):
        stored = evaluator.value(json.loads(json.dumps(to_json(function.node))), {})
    if answer is Truth.FALSE:
        assert checked(statement, {"f": stored}) == "false"
    else:
        from verify.evidence.checker.attained import left_out

        with precision(64):
            assert not left_out(evaluator, json.loads(json.dumps(to_json(statement))), {"f": stored})


def test_a_refutation_is_confirmed_and_refused_where_the_extremum_is_attained():
    """``(s - x)^2`` over s > 0 has a least value for x > 0 alone."""
    (variant,) = c.Claim("toy/item", "Item", forall={x: c.between(-1, 1)}, states=least(lambda s: (s - x) ** 2, HALF_LINE)).variants()
    finding = search.decide(Task(variant, EFFORTS["standard"], 0))
    assert finding.status is Status.REFUTED, finding.summary
    data = json.loads(certificate.text(certificate.build(variant, finding, effort="standard", seed=0)))
    outcome = check_data(data, "c.json")
    assert outcome.status == "confirmed", outcome.why
    for value in ("1/2", "1"):
        moved = copy.deepcopy(data)
        moved["evidence"]["instance"]["x"] = value
        assert check_data(moved, "c.json").status == "refused"


def test_instances_at_which_it_is_attained_are_seen_to_be_true():
    statement = least(lambda s: (s - x) ** 2, HALF_LINE)
    assert ev.holds(statement, {"x": fmpq(1, 3)})[0] is Truth.TRUE
    assert ev.holds(statement, {"x": fmpq(-1, 3)})[0] is Truth.FALSE
