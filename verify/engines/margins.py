"""How far a statement is from failing, and the comparison at which it fails: what guides a search and what a witness shows."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from verify.claims.nodes import Node, heads, number, pattern_names
from verify.engines.binders import assignments
from verify.engines.evaluate import (
    AT_CONTACT,
    OVERSPENT,
    PRECISIONS,
    Context,
    Env,
    NoRoute,
    Seen,
    argument,
    argument_value,
    asked,
    compare,
    holds,
    numbers_kinds,
    rounds,
    same_sides,
    sides,
    truth,
)
from verify.engines.member_by_member import weighed_points
from verify.engines.truth import Truth
from verify.quantities import enclosures
from verify.values import numbers
from verify.values.numbers import NoValue

ZERO, ONE = number(0), number(1)


def judge(node: Node, env: Env, candidates: Callable[[Node, Env], list[Any]] | None = None) -> tuple[Truth, float, bool, str]:
    """Truth of a proposition, its margin, whether both sides are 0 or infinite, and why it is undecided; a comparison is evaluated once."""
    if node.head != "compare" or node.args[1] == "rounds to":
        seen: Seen = {}
        answer, _, why = holds(node, env, candidates, seen=seen)
        if node.head == "exists" or (node.head == "forall" and {"exists", "iff"} <= heads(node) and any(rule(node) for rule in AS_A_WHOLE)):
            return answer, 1.0, False, why
        if answer is Truth.FALSE:
            return answer, -1.0, False, why
        return answer, margin(node, env, Context(PRECISIONS[0], candidates, seen=seen)) if answer is not Truth.NO_VALUE else 1.0, False, why
    relation = str(node.args[1])
    slack = 1.0
    for prec in PRECISIONS:
        c = Context(prec, candidates)
        try:
            left, right = sides(node, env, c)
        except enclosures.OutOfWork:
            return Truth.UNDECIDED, slack, False, OVERSPENT
        except NoRoute as reason:
            return Truth.UNDECIDED, slack, False, str(reason)
        except NoValue as reason:
            return Truth.NO_VALUE, slack, False, str(reason)
        if not (isinstance(left, numbers_kinds) and isinstance(right, numbers_kinds)):
            answer = compare(node, env, c)
            return answer, 1.0 if answer is Truth.TRUE else -1.0, False, ""
        slack = _float_margin(numbers.to_float(left), relation, numbers.to_float(right))
        decided = numbers.relation(left, relation, right)
        if decided is None and relation in ("==", "<=", ">=") and same_sides(node, env, c):
            decided = True
        if decided is not None:
            trivial = bool(left in (0, math.inf, -math.inf) and right in (0, math.inf, -math.inf))
            return (Truth.TRUE if decided else Truth.FALSE), slack, trivial, ""
        if c.wide and prec > PRECISIONS[0]:
            return Truth.UNDECIDED, slack, False, "a quantity is known only as a bracket"
    return Truth.UNDECIDED, slack, False, AT_CONTACT


AS_A_WHOLE: list[Callable[[Node], bool]] = []
"""Which statements about all of something are decided as a whole: a few members would say nothing of how close they are to failing. Entered by the modules that decide them."""


def margin(node: Node, env: Env, c: Context) -> float:
    """A float that is negative where the proposition fails and grows with the distance from failing; guides a search, decides nothing."""
    head = node.head
    try:
        if head == "compare":
            if node.args[1] == "rounds to":
                return 1.0 if rounds(node, env, c) is Truth.TRUE else -1.0
            known = c.seen.get(asked(node, env)[1]) if c.seen else None
            left, right = sides(node, env, c) if known is None else known[1:]
            if not (isinstance(left, numbers_kinds) and isinstance(right, numbers_kinds)):
                return 1.0 if compare(node, env, c) is Truth.TRUE else -1.0
            return _float_margin(numbers.to_float(left), str(node.args[1]), numbers.to_float(right))
        if head == "all":
            return min((margin(argument(node, k), env, c) for k in range(len(node.args))), default=1.0)
        if head == "any":
            return max((margin(argument(node, k), env, c) for k in range(len(node.args))), default=-1.0)
        if head == "not":
            return -margin(argument(node, 0), env, c)
        if head == "implies":
            idle = -margin(argument(node, 0), env, c)
            return idle if idle >= 1 else max(idle, margin(argument(node, 1), env, c))  # no margin is larger than 1
        if head in ("forall", "exists"):
            found = [margin(argument(node, 1), inner, c) for inner, whole in assignments(node.args[0], env, c) if inner or whole]
            return (min(found, default=1.0) if head == "forall" else max(found, default=-1.0))
        return 1.0 if truth(node, env, c) is Truth.TRUE else -1.0
    except (NoValue, NoRoute, enclosures.OutOfWork):
        return 1.0


def _float_margin(left: float, relation: str, right: float) -> float:
    if math.isnan(left) or math.isnan(right):
        return 1.0
    if left == right:
        return {"<=": 0.0, ">=": 0.0, "==": 0.0, "<": -1e-12, ">": -1e-12, "!=": -1e-12}[relation]
    if math.isinf(left) or math.isinf(right):
        gap = 1.0 if right > left else -1.0
    else:
        gap = (right - left) / (abs(left) + abs(right))
    if relation in ("<=", "<"):
        return gap
    if relation in (">=", ">"):
        return -gap
    return -abs(gap) if relation == "==" else abs(gap)


def first_failing(node: Node, env: Env, c: Context, wanted: Truth = Truth.FALSE) -> tuple[Any, str, Any] | None:
    """Sides of the first comparison, left to right, that makes the proposition false (or true); the context is told the members of infinite sets at which it does.

    None where no comparison does so by itself.
    """
    try:
        if truth(node, env, c) is not wanted:
            return None
        if node.head == "compare":
            if node.args[1] == "rounds to":
                return argument_value(node, 0, env, c), "rounds to", str(argument(node, 2).args[0])
            event = _event(node) if wanted is Truth.FALSE else None
            within = None if event is None else first_failing(event, env, c)
            if within is not None:
                return within
            left, right = sides(node, env, c)
            return left, str(node.args[1]), right
        if node.head == "not":
            return first_failing(argument(node, 0), env, c, Truth.TRUE if wanted is Truth.FALSE else Truth.FALSE)
        if node.head == "implies":
            return first_failing(argument(node, 1), env, c, wanted)
        if node.head == ("all" if wanted is Truth.FALSE else "any"):  # the first part that decides
            part = next((k for k in range(len(node.args)) if truth(argument(node, k), env, c) is wanted), None)
            return None if part is None else first_failing(argument(node, part), env, c, wanted)
        if node.head in ("all", "any"):
            return next((found for k in range(len(node.args)) if (found := first_failing(argument(node, k), env, c, wanted)) is not None), None)
        if node.head == ("forall" if wanted is Truth.FALSE else "exists"):
            return _first_member(node, env, c, wanted)
    except (NoValue, NoRoute, enclosures.OutOfWork):
        return None
    return None


def _event(node: Node) -> Node | None:
    """The proposition of which a comparison says that its indicator is 1; None of another comparison."""
    side, relation, claimed = node.args
    said = isinstance(side, Node) and side.head == "if" and side.args[1:] == (ONE, ZERO) and claimed == ONE and relation in ("==", ">=")
    return argument(side, 0) if said else None  # type: ignore[arg-type]


def _first_member(node: Node, env: Env, c: Context, wanted: Truth) -> tuple[Any, str, Any] | None:
    names = {n for entry in node.args[0] for n in pattern_names(entry[0])}  # type: ignore[index, union-attr]
    weighed = weighed_points(node, env, c) if wanted is Truth.FALSE else None
    for inner, whole in assignments(node.args[0], env, c) if weighed is None else weighed:
        if inner and truth(argument(node, 1), inner, c) is wanted:
            c.inner.update({} if whole and weighed is None else {name: inner[name] for name in names})
            return first_failing(argument(node, 1), inner, c, wanted)
    probe = Context(c.prec, c.candidates)  # a member that a cover met
    if truth(node, env, probe) is wanted and names <= probe.inner.keys():
        c.inner.update({name: probe.inner[name] for name in names})
        return first_failing(argument(node, 1), {**env, **{name: probe.inner[name] for name in names}}, c, wanted)
    return None
