"""Terms without a value, and sets without members: what connectives, quantifiers and extrema make of them, in the engines and in the checker."""

import itertools
import json

import pytest
from flint import arb

from mechanisms import Laplace
from verify import claims as c
from verify import quantities as q
from verify.claims.nodes import Node, number, to_json
from verify.engines import evaluate as ev
from verify.engines import interval, lemmas, smt, symbolic, tightness
from verify.engines.defined import total
from verify.engines.task import EFFORTS, Status, Task
from verify.engines.truth import Truth
from verify.evidence.checker.certificate import Certificate
from verify.evidence.checker.evaluate import Evaluator
from verify.evidence.checker.numbers import Budget, precision
from verify.values.numbers import NoValue

x, y, z, k, n, P, Q = (Node("var", name) for name in ("x", "y", "z", "k", "n", "P", "Q"))
REALS = c.between(-c.oo, c.oo, open="both")
ENGINES = {"symbolic": symbolic.decide, "interval": interval.decide, "tightness": tightness.prove, "smt": smt.decide}


def task(forall, states, given=()):
    (variant,) = c.Claim("toy/values", "toy", forall, states, given=given).variants()
    return Task(variant, EFFORTS["quick"])


def of_nothing(low, high, side, term=y):
    return c.Sup({y: c.between(low, high, open=side)}, term)


UNTRUE = {
    "supremum of an open interval": ({x: c.at_least(0)}, c.Compare(of_nothing(0, x, "both"), "==", x)),
    "infimum of an open interval": ({x: c.at_least(0)}, c.Compare(c.Inf({y: c.between(0, x, open="both")}, y), "==", 0)),
    "supremum of squares": ({x: c.at_least(0)}, c.Compare(of_nothing(-x, x, "both", y**2), "==", x**2)),
    "supremum of an exponential": ({x: c.at_least(0)}, c.Compare(of_nothing(0, x, "both", c.exp(-y)), "==", 1)),
    "supremum of a half-open interval": ({x: c.between(0, 1)}, c.Compare(of_nothing(x, 1, "left"), "==", 1)),
    "supremum between two names": ({x: c.at_least(0), z: c.at_least(x)}, c.Compare(of_nothing(x, z, "both"), "==", z)),
    "a bound without a value of nothing": ({x: REALS}, c.Compare(of_nothing(x, x - 1, ""), "<=", c.log(x))),
    "a range whose end has no value": ({x: REALS}, c.ForAll({y: c.between(0, c.log(x))}, c.Compare(x, "<=", x + 1))),
    "a member of all numbers": ({x: REALS}, c.Member(c.log(x), c.between(-c.oo, c.oo))),
    "a range that mentions a name bound anew": ({x: c.above(0)}, Node("exists", ((x, c.between(x, 0)),), Node("all"))),
    "nothing in an open interval": ({x: c.at_least(0)}, c.Exists({y: c.between(0, x, open="both")}, c.Compare(y, ">=", 0))),
    "0 log x": ({x: c.at_least(-1)}, c.Compare(0 * c.log(x), ">=", 0)),
    "log x - log x": ({x: c.at_least(-1)}, c.Compare(c.log(x) - c.log(x), ">=", 0)),
    "(1/x) x": ({x: c.at_least(0)}, c.Compare(1 / x * x, ">=", 1)),
    "x^2 / x": ({x: REALS}, c.Compare(x**2 / x, ">=", x)),
    "(x - 1)/(x - 1)": ({x: c.at_least(0)}, c.Compare((x - 1) / (x - 1), ">=", 1)),
    "0 gamma x": ({x: c.at_least(-3)}, c.Compare(0 * c.gamma(x), ">=", 0)),
    "log x / log x below 0": ({x: c.between(-c.oo, 0, open="both")}, c.Compare(c.log(x) / c.log(x), ">=", 1)),
    "0 times infinity": ({x: c.between(-c.oo, 1, open="left")}, c.Compare(0 * (x + c.oo), ">=", 0)),
    "a premise without a value": ({x: REALS}, c.Implies(c.Compare(x / x, "<", 1), c.Compare(x, ">", 5))),
    "a logarithm in a premise": ({x: REALS}, c.Implies(c.Compare(c.log(x) + x, ">=", x), c.Compare(x, ">=", 1))),
    "an alternative behind one without a value": ({x: c.at_least(0)}, c.Any_(c.Compare(1 / x, ">", 0), c.Compare(x, "<=", 0))),
    "a premise without a value and a true conclusion": ({}, c.Implies(c.Compare(Node("pow", number(0), number(-1)), "<=", 0), Node("all"))),
}
TRUE = {
    "supremum of an open interval": ("symbolic", {x: c.above(0)}, c.Compare(of_nothing(0, x, "both"), "==", x)),
    "supremum of a closed interval": ("symbolic", {x: c.at_least(0)}, c.Compare(of_nothing(0, x, ""), "==", x)),
    "a bound of nothing": ("symbolic", {x: c.at_least(0)}, c.Compare(of_nothing(0, x, "both"), "<=", x)),
    "x / x": ("interval", {x: c.above(0)}, c.Compare(x / x, "<=", 2)),
    "log x - log x": ("tightness", {x: c.above(0)}, c.Compare(c.log(x) - c.log(x), ">=", 0)),
    "an alternative before one without a value": ("smt", {x: c.at_least(0)}, c.Any_(c.Compare(x, "<=", 0), c.Compare(1 / x, ">", 0))),
    "a premise that keeps the value": ("symbolic", {x: REALS}, c.Implies(c.Compare(x, ">", 0), c.Compare(x * (1 / x), "==", 1))),
    "a premise with a value": ("smt", {x: c.above(0)}, c.Implies(c.Compare(1 / x, "<", 1), c.Compare(x, ">", 1))),
}


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("name", UNTRUE)
def test_what_is_false_or_without_a_value_somewhere_is_not_proved(name, engine):
    if engine == "smt":
        pytest.importorskip("z3")
    assert ENGINES[engine](task(*UNTRUE[name])).status is not Status.PROVED


@pytest.mark.parametrize("name", TRUE)
def test_what_has_a_value_everywhere_is_still_proved(name):
    engine, forall, states = TRUE[name]
    if engine == "smt":
        pytest.importorskip("z3")
    assert ENGINES[engine](task(forall, states)).status is Status.PROVED


PARTS = {True: Node("all"), False: Node("any"), None: c.Compare(Node("pow", number(0), number(-1)), ">", 0)}


def read(head, a, b):
    """The truth of a connective of two parts, each true, false or without a value."""
    if head == "implies":
        return read("any", None if a is None else not a, b)
    if head == "iff":
        return None if a is None or b is None else a == b
    deciding = head == "any"
    return next((part for part in (a, b) if part is None or part is deciding), not deciding)


def by_checker(p):
    with precision(64):
        return {"true": True, "false": False, "no value": None}[Evaluator(Budget(10**4)).truth(to_json(p), {})]


@pytest.mark.parametrize(("head", "a", "b"), list(itertools.product(("all", "any", "implies", "iff"), PARTS, PARTS)))
def test_connectives_read_from_left_to_right(head, a, b):
    p = Node(head, PARTS[a], PARTS[b])
    wanted = read(head, a, b)
    assert ev.truth(p, {}, ev.Context(64)) is {True: Truth.TRUE, False: Truth.FALSE, None: Truth.NO_VALUE}[wanted]
    assert by_checker(p) is wanted
    pytest.importorskip("z3")
    assert (smt.decide(task({}, Node("all", p))).status is Status.PROVED) is (wanted is True)
    assert (smt.decide(task({}, Node("not", p))).status is Status.PROVED) is (wanted is False)


def test_behind_an_open_part_a_later_one_decides_only_where_the_open_one_has_a_value():
    doubtful = c.Compare(c.Sup({y: c.between(-1, 1)}, 0 * c.log(y)), "==", 0)
    alike = c.Compare(c.log(2) * c.log(3), "==", c.log(2) * c.log(3) + c.exp(-(10**6)))
    context = ev.Context(64)
    assert ev.truth(Node("any", alike, Node("all")), {}, context) is Truth.TRUE
    assert ev.truth(Node("any", doubtful, Node("all")), {}, context) is Truth.UNDECIDED
    assert ev.truth(Node("all", doubtful, Node("any")), {}, context) is Truth.UNDECIDED


@pytest.mark.parametrize(("condition", "exists"), [(c.Compare(y, ">", 0), True), (c.Compare(y, ">=", 0), False), (c.Compare(y, ">", -1), False), (c.Compare(z, ">", 0), False)])
def test_a_branch_is_evaluated_where_its_condition_holds(condition, exists):
    env = {"y": ev.Enclosure(arb(-1), arb(1) / 2), "z": ev.Enclosure(arb(-1), arb(1) / 2)}
    choice = c.If(condition, c.If(c.Compare(y, "<", 1), c.normal_quantile(y), 7), -10)
    found = ev.value(choice, env, ev.Context(64))
    assert found.exists is exists and found.lo <= -10 and found.hi >= 0


@pytest.mark.parametrize(("low", "high", "side"), [(0, 0, "both"), (0, 0, "left"), (1, 0, "")])
def test_an_interval_without_members(low, high, side):
    where = c.between(low, high, open=side) if low <= high else Node("interval", number(low), number(high), "closed", "closed")
    everything, something = Node("forall", ((y, where),), Node("any")), Node("exists", ((y, where),), Node("all"))
    for p, wanted in ((everything, True), (something, False)):
        assert ev.truth(p, {}, ev.Context(64)) is (Truth.TRUE if wanted else Truth.FALSE)
        assert by_checker(p) is wanted
    assert ev.value(Node("sup", ((y, where),), y, None, None), {}, ev.Context(64)) == float("-inf")


def test_an_extremum_with_a_member_without_a_value_is_known_from_no_side():
    for term, where, relation, bound in ((1 / y, c.between(-c.oo, 1, open="both"), "<", 0), (0 * c.log(y), c.between(-1, 1), "==", 0)):
        p = c.Compare(c.Sup({y: where}, term), relation, bound)
        assert ev.truth(p, {}, ev.Context(64)) not in (Truth.TRUE, Truth.FALSE)
        assert ev.truth(Node("not", p), {}, ev.Context(64)) not in (Truth.TRUE, Truth.FALSE)


def test_a_condition_without_a_value_chooses_no_member():
    p = c.Compare(c.Sum({k: c.integers(0, 2)}, k, where=c.Compare(1 / k, ">", 0)), "==", 3)
    assert ev.truth(p, {}, ev.Context(64)) is Truth.TRUE
    assert by_checker(p) is True


def certificate(variant):
    return Certificate("toy/values", "main", "main", "", json.loads(json.dumps(to_json(variant.formula))), "boxes", "PROVED", {})


def test_hypotheses_are_the_premise_of_the_outermost_implication_and_nothing_else():
    plain, several = c.Compare(c.log(x), ">", 0), c.All(c.Compare(x, ">", 1), c.Compare(x, ">", 2))
    goal = c.Compare(x, ">", 1)
    (given,) = c.Claim("toy/values", "toy", {x: REALS}, goal, given=(plain,)).variants()
    assert certificate(given).hypotheses == [to_json(plain)]
    for premise in (plain, several):
        (stated,) = c.Claim("toy/values", "toy", {x: REALS}, c.Implies(premise, goal)).variants()
        assert certificate(stated).hypotheses == []
        assert certificate(stated).goal == to_json(c.Implies(premise, goal))


def test_a_quantity_at_what_has_no_value_is_no_number():
    laws = c.Laws(c.Euclid(1, 2))
    bound = lambda e: c.Compare(Node("hockey_stick", P, Q, e), "<=", 2)  # noqa: E731
    assert lemmas.decide(task({P: laws, Q: laws, x: c.at_least(0)}, bound(x))).status is Status.PROVED
    assert lemmas.decide(task({P: laws, Q: laws, x: REALS}, bound(c.log(x)))).status is not Status.PROVED
    premise = c.Implies(c.Compare(c.log(x), ">", 0), bound(number(1)))
    assert lemmas.decide(task({P: laws, Q: laws, x: REALS}, premise)).status is not Status.PROVED


def test_totality_is_read_off_the_formula():
    assert all(map(total, (x, c.exp(x) + 1, 2 * x, x**2, c.Abs(x))))
    assert not any(map(total, (x + y, x * y, 1 / x, c.log(x), c.sqrt(x))))


def test_only_members_of_a_half_line_are_asked():
    p = c.ForAll({y: c.at_least(x)}, c.Member(y, c.at_least(x)))
    assert ev.truth(p, {"x": ev.fmpq(1000)}, ev.Context(64)) is not Truth.FALSE


def test_a_condition_and_a_term_that_do_not_move_are_not_mistaken_for_each_other():
    p = c.Inf({y: c.between(0, 1)}, x**0 + 1, where=c.Member(x - 1, c.between(0, 0)))
    assert ev.truth(c.Compare(p, ">", 1), {"x": ev.fmpq(1)}, ev.Context(64)) is Truth.TRUE


WHOLE = c.integers(0)
UNNAMED = c.numbers("s")


@pytest.mark.parametrize(("term", "truth"), [
    (c.Inf({UNNAMED: c.between(0, 1)}, 1 / UNNAMED), Truth.UNDECIDED),
    (c.exp(c.number(1)), Truth.FALSE),
    (c.sqrt(c.number(2)), Truth.FALSE),
    (c.log(8) / c.log(2), Truth.TRUE),
])
def test_an_enclosed_number_is_no_integer_only_where_it_has_a_value_and_the_enclosure_holds_none(term, truth):
    assert ev.truth(c.Member(term, WHOLE), {}, ev.Context(128)) is truth


def test_an_enclosure_around_an_integer_is_not_told_from_it():
    assert ev.truth(c.Member(c.exp(c.log(c.number(3)) / 2) ** 2, WHOLE), {}, ev.Context(128)) is not Truth.FALSE


def test_a_quantity_that_no_rule_finds_is_not_said_to_have_no_value():
    """A distribution on pairs and a product of densities have a divergence: it is oo."""
    pairs, densities = c.finite_law({(0, 0): 1}), c.iid(c.term(Laplace(0, scale=1)), 2)
    with pytest.raises(ev.NoRoute):
        ev.value(q.renyi_divergence(densities, pairs, 2), {}, ev.Context(64))
    assert ev.holds(c.Compare(q.renyi_divergence(densities, pairs, 2), ">=", 0), {})[0] is Truth.UNDECIDED
    with pytest.raises(NoValue):
        ev.value(q.renyi_divergence(c.finite_law({0: 1}), pairs, 2), {}, ev.Context(64))
