"""Derivatives that do not exist, and evenness in another dimension: nothing is proved from them, and nothing false is refuted by them and confirmed."""

import json

import pytest

from verify import claims as c
from verify import quantities as q
from verify.claims.nodes import Node, number
from verify.engines.boxes.closing import _between_laplace_laws
from verify.evidence.checker.check import check_data
from verify.run.decide import Settings, run_variant

s, t, u, x = c.numbers("s t u x")
f, g, P = c.objects("f g P")
CLOSED = Node("interval", number(0), number("oo"), "closed", "closed")
UNIT, NEVER = {x: c.between(0, 1)}, c.Compare(x, "<=", -1)


def derivative(value, name, order, at=None):
    """The node itself, as a stored statement may hold it: a declaration refuses orders that are no whole number of at least 1."""
    return Node("derivative", ((name, c.term(name if at is None else at)),), c.term(value), c.term(order))


def steep(term, where, order=1):
    return c.ForAll({s: where}, c.Compare(c.Abs(derivative(term, s, order)), "<", c.oo))


def functions(*intervals):
    return {name: c.Functions(where, c.between(0, 1), "any") for name, where in zip((f, g), intervals, strict=False)}


def even(where):
    return c.ForAll({u: where}, c.Compare(q.density(P, u), "==", q.density(P, -u)))


PLANE = c.Points(c.Euclid(2, 2))
NOTHING = {
    "at infinity": ({}, steep(s * s, CLOSED)),
    "a value at infinity": ({}, c.ForAll({s: CLOSED}, c.Compare(derivative(s * s, s, 0), "<", c.oo))),
    "of order 1/2": ({}, steep(c.exp(-s), c.at_least(0), c.number("1/2"))),
    "of order -1": ({}, steep(c.exp(-s), c.at_least(0), -1)),
    "the second across a corner": ({t: c.between(0, 1)}, c.Compare(c.Derivative(c.Max(s, 0), s, 2, t), "==", 0)),
    "the third across a jump of the second": ({t: c.between(0, 1)}, c.Compare(c.Derivative(s * c.Max(s, 0), s, 3, t), "==", 0)),
    "at a point whose value lies apart": ({t: c.between(0, 1)}, c.Compare(c.Derivative(c.If(c.Compare(s, "==", 0), 1, 0), s, 1, t), "==", 0)),
    "order 1/2 as a hypothesis": (UNIT, NEVER, (steep(c.exp(-s), c.at_least(0), c.number("1/2")),)),
    "infinity as a hypothesis": (UNIT, NEVER, (c.ForAll({s: CLOSED}, c.Compare(derivative(s * s, s, 0), "<", c.oo)),)),
    "on one point": (functions(c.between(1, 1)), c.Compare(f(1), "<=", -1), (steep(f(s), c.between(1, 1)),)),
    "of two functions from both sides": (functions(c.between(0, 1), c.between(1, 2)), c.Compare(f(0), "<=", -1), (c.Compare(c.Abs(c.Derivative(f(s) + g(s), s, 1, 1)), "<", c.oo),)),
    "even on the plane": ({P: c.Laws(c.LINE, density=True)}, c.Compare(q.total_variation(P, P), ">=", 1), (even(PLANE),)),
    "even on the line": ({P: c.Laws(c.Euclid(2, 2), density=True)}, c.Compare(q.total_variation(P, P), ">=", 1), (even(c.REALS),)),
}


@pytest.mark.parametrize("order", [0, -1, c.number("1/2")])
def test_a_declaration_refuses_an_order_that_no_derivative_has(order):
    with pytest.raises(c.ClaimError, match="order must be a whole number of at least 1"):
        c.Derivative(s * s, s, order)


@pytest.mark.parametrize("name", NOTHING)
def test_nothing_follows_from_what_has_no_value(name):
    forall, states, *given = NOTHING[name]
    (variant,) = c.Claim("toy/item", "Item", forall=forall, given=given[0] if given else (), states=states).variants()
    row, document, errors = run_variant(variant, Settings(effort="quick"))
    assert not errors and row["status"] in ("SUPPORTED", "UNDECIDED") and document is None


def test_a_name_that_would_be_taken_for_another_is_left_alone():
    inner = c.Sum({s: c.integers(1, 1)}, c.Abs(x - 1))
    (variant,) = c.Claim("toy/item", "Item", states=c.ForAll({s: c.between(1, 2)}, c.Compare(c.Abs(c.Derivative(inner, x, 1, s)), "<", c.oo))).variants()
    row, document, errors = run_variant(variant, Settings(effort="quick"))
    assert not errors and row["status"] == "UNDECIDED" and document is None


def test_functions_that_end_together_have_a_slope_there():
    forall = functions(c.between(0, 1), c.between(0, 1))
    states = c.Compare(f(0), "<=", -1)
    (variant,) = c.Claim("toy/item", "Item", forall=forall, given=(c.Compare(c.Abs(c.Derivative(f(s) + g(s), s, 1, 1)), "<", c.oo),), states=states).variants()
    row, document, errors = run_variant(variant, Settings(effort="quick"))
    assert not errors and row["status"] == "REFUTED" and check_data(json.loads(json.dumps(document)), "toy").status == "confirmed"


@pytest.mark.parametrize(("height", "known"), [(["mul", "-1", ["log", "2"]], True), ("0", False)])
def test_a_pair_of_laplace_laws_is_closed_where_they_are_laws(height, known):
    from verify.claims.nodes import from_json

    def law(place):
        pieces = [["()", "-oo", place, ["add", height, str(-int(place))], "1", "0"], ["()", place, "oo", ["add", height, place], "-1", "0"]]
        return from_json(["law", ["word", "laplace"], ["()"], ["()", *pieces]])

    assert (_between_laplace_laws(Node("hockey_stick", law("0"), law("1"), number(0))) is not None) == known
