"""Quantifiers that are decided member by member: over listed sets, events by their mass, points by their weight, and equal mechanisms once."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from flint import fmpq

from verify.claims.nodes import BINDERS, Node, free_names, mentioned, pattern_names, walk
from verify.claims.propositions import MIRRORED
from verify.claims.sets import stated
from verify.engines.binders import assignments, bind
from verify.engines.evaluate import Context, Env, argument, argument_value, is_exact, resolve, truth, value
from verify.engines.listed import members_of
from verify.engines.truth import Truth
from verify.quantities.kernels import lines
from verify.values import laws, numbers
from verify.values.numbers import NoValue
from verify.values.structures import Composition


def quantified(node: Node, env: Env, c: Context, *, universal: bool) -> Truth:
    """Truth of a quantifier by the members that are gone through; open where not all are, unless one of these decides."""
    deciding = Truth.FALSE if universal else Truth.TRUE
    result = Truth.TRUE if universal else Truth.FALSE
    found = weighed_points(node, env, c) or equal_steps_once(node, env, c)
    for inner, whole in assignments(node.args[0], env, c, weighed_events(node, env, c)) if found is None else found:
        answer = Truth.UNDECIDED if not inner and not whole else truth(argument(node, 1), inner, c)
        if answer is deciding:
            if not whole:
                c.inner.update({name: inner[name] for entry in node.args[0] for name in pattern_names(entry[0])})  # type: ignore[index, union-attr]
            return deciding
        if answer is Truth.NO_VALUE and result is not Truth.UNDECIDED:
            result = Truth.NO_VALUE
        elif answer is Truth.UNDECIDED or not whole:
            result = Truth.UNDECIDED
    return result


def has_members(where: Node, env: Env, c: Context) -> bool:
    """Whether an interval is seen to have a number inside."""
    where = stated(where)
    try:
        return numbers.relation(argument_value(where, 0, env, c), "<", argument_value(where, 1, env, c)) is True
    except NoValue:
        return False


def weighed_events(node: Node, env: Env, c: Context) -> frozenset[str]:
    """Names of events of finite laws of which the body asks nothing but their mass and the law given them: what such an event holds beside the points of its law changes nothing."""
    over = node.args[0]
    assert isinstance(over, tuple)
    names = [name for entry in over for name in pattern_names(entry[0])]  # type: ignore[index]
    found = set()
    for pattern, where in over:  # type: ignore[misc, str-unpack]
        if not isinstance(pattern, Node) or not isinstance(where, Node) or where.head != "events" or free_names(argument(where, 0)) & set(names):
            continue
        if _asks_masses(argument(node, 1), pattern, argument(where, 0)) and isinstance(argument_value(where, 0, env, c), laws.FiniteLaw):
            found.add(str(pattern.args[0]))
    return frozenset(found)


def _asks_masses(body: Any, event: Node, law: Node) -> bool:
    """Whether an event stands in a formula as that whose mass, or given which the law, is asked for, and nowhere else; no name is bound again."""
    if isinstance(body, tuple):
        return all(_asks_masses(part, event, law) for part in body)
    if not isinstance(body, Node) or str(event.args[0]) not in mentioned(body):
        return True
    if body.head in ("mass", "given_event") and body.args[1] == event:
        return body.args[0] == law
    if body.head in BINDERS and {name for entry in body.args[0] for name in pattern_names(entry[0])} & {str(event.args[0]), *free_names(law)}:  # type: ignore[index, union-attr]
        return False
    return body.head != "var" and all(_asks_masses(part, event, law) for part in body.args)


def weighed_points(node: Node, env: Env, c: Context) -> list[tuple[Env, bool]] | None:
    """All points that matter to a quantifier over the points of R^d whose body asks only for their weight under laws with finitely many atoms: those that have some, and one that has none.

    Densities of a point may be asked of finite laws alone.
    """
    over, body = node.args[0], argument(node, 1)
    assert isinstance(over, tuple)
    if len(over) != 1 or over[0][1].head != "points" or over[0][1].args[0].head != "euclid" or not isinstance(over[0][0], Node):  # type: ignore[index,union-attr]
        return None
    name = over[0][0]  # type: ignore[index]
    weighed = _weighed_laws(body, name)
    if not weighed:
        return None
    bare = not any(n.head == "density" and n.args[1] == name for n in walk(body))
    found = [_weighed_at(resolve(value(law, env, c), c), bare) for law in weighed]
    points = list(dict.fromkeys(point for atoms in found for point in atoms or ()))
    if None in found or any(not is_exact(point) for point in points):
        return None
    far = max((abs(x) for point in points for x in (point if isinstance(point, tuple) else (point,))), default=fmpq(0)) + 1
    points.append(tuple(far for _ in points[0]) if points and isinstance(points[0], tuple) else far)
    return [(bind(name, point, env), True) for point in points]


def _weighed_at(law: Any, dense: bool) -> list[Any] | None:
    """The points that have a weight; None where they are infinitely many, and unless ``dense`` for laws with a density."""
    if isinstance(law, laws.FiniteLaw):
        return list(law.points)
    if not dense or not isinstance(law, lines.ON_THE_LINE):
        return None
    try:
        return [x for x, _ in lines.line(law).atoms]
    except NoValue:
        return None


def equal_steps_once(node: Node, env: Env, c: Context) -> list[tuple[Env, bool]] | None:
    """One of each kind of mechanism for a quantifier over the mechanisms of a long composition, whose body asks only for their steps and what they can be given."""
    over: Any = node.args[0]
    if len(over) != 1 or over[0][1].head != "integers" or not isinstance(over[0][0], Node):
        return None
    name, where = over[0]
    asked = _asked_steps(argument(node, 1), name)
    whole = None if asked is None else env.get(asked)
    if not isinstance(whole, Composition) or whole.steps <= FEW_STEPS:
        return None
    members, finite = members_of(where, env, c)
    if not finite or not all(1 <= member <= whole.steps for member in members):
        return None
    kinds = {whole.alike[int(member.p) - 1]: member for member in reversed(members)}
    return [(bind(name, member, env), True) for member in sorted(kinds.values())]


FEW_STEPS = 3
"""Mechanisms up to which each is looked at."""


@lru_cache(maxsize=256)
def _asked_steps(body: Node, name: Node) -> str | None:
    """The composition of which a body asks for the steps and pasts of a mechanism; None where it asks for more about the mechanism, or of several."""
    places = [n for n in walk(body) if n.head in ("step", "pasts") and n.args[1] == name]
    whole = {n.args[0] for n in places}
    if len(whole) != 1 or sum(n == name for n in walk(body)) != len(places):
        return None
    only = whole.pop()
    bound = {other for n in walk(body) if n.head in BINDERS for entry in n.args[0] for other in pattern_names(entry[0])}  # type: ignore[index, union-attr]
    if not isinstance(only, Node) or only.head != "var" or {str(name.args[0]), str(only.args[0])} & bound:
        return None
    return str(only.args[0])


@lru_cache(maxsize=256)
def _weighed_laws(body: Node, name: Node) -> tuple[Node, ...]:
    """The laws under which a body asks for the weight of a point; none where it asks for more about the point."""
    weighed = [n for n in walk(body) if (n.head == "density" and n.args[1] == name) or (n.head == "mass" and n.args[1] == Node("event", name))]
    if sum(n == name for n in walk(body)) != len(weighed) or any(str(name.args[0]) in free_names(argument(n, 0)) for n in weighed):
        return ()
    return tuple(dict.fromkeys(argument(n, 0) for n in weighed))


def without_quantifier(node: Node) -> Node | None:
    """``for all x > a: t <= x`` says ``t <= a``: one number compared with what does not depend on it needs no quantifier.

    Returns the equivalent proposition for one name over a non-empty interval and one comparison with the bare name on one side, else None.
    """
    over, body = node.args[0], node.args[1]
    assert isinstance(over, tuple) and isinstance(body, Node)
    if len(over) != 1 or body.head != "compare" or not isinstance(over[0], tuple):
        return None
    name, where = over[0]
    assert isinstance(where, Node)
    where = stated(where)
    if not isinstance(name, Node) or where.head != "interval":
        return None
    left, relation, right = body.args
    assert isinstance(left, Node) and isinstance(right, Node)
    if left == name:
        left, relation, right = right, MIRRORED.get(str(relation), ""), left
    if right != name or relation not in ("<=", "<", ">=", ">") or str(name.args[0]) in free_names(left):
        return None
    lower = (relation in ("<=", "<")) == (node.head == "forall")  # which end of the interval decides
    end, kind = (where.args[0], where.args[2]) if lower else (where.args[1], where.args[3])
    assert isinstance(end, Node)
    strict = relation in ("<", ">")
    if node.head == "forall":  # an open end is approached: t < x for all x > a says t <= a
        needed = strict and kind == "closed"
    else:  # an open end is not reached: t <= x for some x < b says t < b
        needed = strict or kind == "open"
    sign = "<" if relation in ("<=", "<") else ">"
    return Node("compare", left, sign if needed else sign + "=", end)
