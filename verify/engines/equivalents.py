"""Whether there are laws, or a framework, about which one condition on a kernel says what another condition says about given ones.

``exists names: (A iff B)`` and ``exists names: for all kernels M: (A iff B)``, where A does not speak of the names: what exists is looked for among the laws that A speaks of. Families of
laws take the laws that A compares, one member for each comparison. A framework takes a secret for each of these laws, "the data came from this law", and a prior that mixes them; where
its data sets are pairs, the second coordinate is the name of the law. The first candidate asks for what A asks for, the next ones for what always holds, and for less.

For one kernel both sides of a candidate have truth values. For all kernels at once A and B agree if, written out over their finite sets of indices and with the laws put in, they are
the same set of inequalities ``P(M in E) <= exp(e) Q(M in E) + d`` for all events E, which is what ``hockey_stick(P, Q, e) <= d`` says, but for inequalities of a law with itself:
these hold for e >= 0 and d >= 0. A candidate that agrees decides; that none does shows nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from flint import fmpq

from verify.claims.nodes import Node, child, free_names, pattern_names, walk
from verify.claims.sets import stated
from verify.engines import evaluate as ev
from verify.engines.membership import SPACES, contains, in_space
from verify.engines.truth import Truth
from verify.values import laws
from verify.values.frameworks import Framework, given_event
from verify.values.laws import FiniteLaw
from verify.values.numbers import NoValue
from verify.values.structures import Event, Family

MOST_COMPARISONS = 24
"""Comparisons of one side, written out."""
Pair = tuple[FiniteLaw, FiniteLaw]
Condition = tuple[FiniteLaw, FiniteLaw, fmpq, fmpq]
"""P(M in E) <= exp(e) Q(M in E) + d for all events E: P, Q, e, d."""


def exist(node: Node, env: ev.Env, c: ev.Context) -> bool | None:
    """Whether candidates show that such things exist; None where the proposition has another form.

    Raises NoRoute where no candidate is seen to do for all kernels: kernels that are tried would not show it either.
    """
    names = {name for entry in node.args[0] for name in pattern_names(entry[0])}  # type: ignore[index, union-attr]
    body, kernel = child(node, 1), None
    if body.head == "forall" and len(body.args[0]) == 1:  # type: ignore[arg-type]
        kernel, body = body.args[0][0], child(body, 1)  # type: ignore[index]
        if not isinstance(kernel[0], Node) or stated(kernel[1]).head != "kernels" or free_names(kernel[1]) & names:
            return None
    if body.head != "iff":
        return None
    known = [side for side in (child(body, 0), child(body, 1)) if not free_names(side) & names]
    if len(known) != 1:
        return None
    try:
        asked = _asked(known[0], env, c)
    except NoValue:
        return None
    if asked is None:
        return None
    for chosen in _candidates(node.args[0], asked, env, c):
        inner = {**env, **chosen}
        try:
            agrees = ev.truth(body, inner, c) is Truth.TRUE if kernel is None else _same(body, str(kernel[0].args[0]), stated(kernel[1]), inner, c)
        except (NoValue, ev.NoRoute):
            continue
        if agrees:
            c.inner.update(chosen)
            return True
    if kernel is not None:
        raise ev.NoRoute("no candidate is seen to ask the same of every kernel")
    return False


# --- candidates --------------------------------------------------------------------------------------------------------------


def _asked(side: Node, env: ev.Env, c: ev.Context) -> list[Pair] | None:
    """The pairs of finite laws whose images under a kernel the side compares, in order; None where it compares others."""
    if side.head == "all":
        parts = [_asked(child(side, k), env, c) for k in range(len(side.args))]
        return None if any(part is None for part in parts) else [pair for part in parts for pair in part or ()]
    if side.head == "forall":
        if not _listed(side, env, c):
            return _asked(child(side, 1), env, c)  # the laws may depend on nothing that is bound here: they would have no value
        found: list[Pair] = []
        for inner, _ in ev.assignments(side.args[0], env, c):
            part = _asked(child(side, 1), inner, c)
            if part is None or len(found) + len(part) > MOST_COMPARISONS:
                return None
            found += part
        return found
    if side.head != "compare":
        return None
    inputs = list(dict.fromkeys(child(n, 1) for n in walk(side) if n.head == "push"))
    if len(inputs) != 2 or any(name not in env for law in inputs for name in free_names(law)):
        return None
    first, second = (ev.value(law, env, c) for law in inputs)
    return [(first, second)] if isinstance(first, FiniteLaw) and isinstance(second, FiniteLaw) else None


def _listed(node: Node, env: ev.Env, c: ev.Context) -> bool:
    """Whether a quantifier ranges over indices: finitely many, and all of them are known."""
    return all(stated(entry[1]).head in ("situations", "secret_pairs", "integers", "labels", "one_of") for entry in node.args[0]) and all(  # type: ignore[index, union-attr, arg-type]
        whole for _, whole in ev.assignments(node.args[0], env, c))


def _candidates(over: Any, asked: list[Pair], env: ev.Env, c: ev.Context) -> Iterator[dict[str, Any]]:
    """Members of the sets of a binder, by name: for all comparisons, for a law with itself, for each law with another, for points."""
    known = list(dict.fromkeys(law for pair in asked for law in pair)) or _laws_in_sight(env)
    if not known:
        return
    points = list(dict.fromkeys(point for law in known for point in law.points))
    for pairs in (asked, [(known[0], known[0])], [(known[0], known[-1])], [(known[-1], known[0])], [(_at(points[0]), _at(points[-1]))]):
        chosen = _built(over, pairs, env, c) if pairs else None
        if chosen is not None:
            yield chosen


def _laws_in_sight(env: ev.Env) -> list[FiniteLaw]:
    """A finite law under which a kernel may be looked at, where nothing is compared."""
    for value in env.values():
        if isinstance(value, Framework):
            return [value.priors[0]]
        if isinstance(value, FiniteLaw):
            return [value]
    return []


def _at(point: Any) -> FiniteLaw:
    return FiniteLaw([point], [1])


def _built(over: Any, pairs: list[Pair], env: ev.Env, c: ev.Context) -> dict[str, Any] | None:
    """A number of pairs and the families of their first and second laws, or a framework; None where the sets have no such members."""
    chosen: dict[str, Any] = {}
    inner, place = dict(env), 0
    for pattern, where in over:
        if not isinstance(pattern, Node):
            return None
        kind = stated(where)
        value: Any
        if kind.head == "integers":
            value = fmpq(len(pairs))
        elif kind.head == "families" and stated(child(kind, 1)).head == "laws" and place < 2:
            value, place = Family(tuple(pair[place] for pair in pairs)), place + 1
        elif kind.head == "frameworks":
            value = _framework(child(kind, 0), pairs, env, c)
        else:
            return None
        try:
            if value is None or contains(where, value, inner, c) is not Truth.TRUE:
                return None
        except (NoValue, ev.NoRoute):
            return None
        name = str(pattern.args[0])
        chosen[name] = inner[name] = value
    return chosen


def _framework(place: Node, pairs: list[Pair], env: ev.Env, c: ev.Context) -> Framework | None:
    """A framework whose secrets say which law the data came from. Data sets that are pairs carry the name of the law; others must tell it themselves."""
    sources = [law for pair in pairs for law in pair]
    share = fmpq(1, len(sources))
    if place.head == "product_space" and len(place.args[0]) == 2:  # type: ignore[arg-type]
        named = [laws.product(law, _at(fmpq(k))) for k, law in enumerate(sources, 1)]
        names = tuple((fmpq(k), fmpq(k + 1)) for k in range(1, len(sources), 2))
    else:
        named = list(dict.fromkeys(sources))
        share = fmpq(1, len(named))
        numbers = {law: fmpq(k) for k, law in enumerate(named, 1)}
        names = tuple(dict.fromkeys((numbers[first], numbers[second]) for first, second in pairs if first != second))
    if not names or place.head not in SPACES or not all(isinstance(law, FiniteLaw) for law in named):
        return None
    masses: dict[Any, fmpq] = {}
    for law in named:
        for point, weight in law.items():
            masses[point] = masses.get(point, fmpq(0)) + share * weight
    if not all(in_space(place, point, env, c) for point in masses):
        return None
    prior = FiniteLaw(list(masses), list(masses.values()))
    secrets = tuple(Event(frozenset(law.points)) for law in named)
    if any(given_event(prior, secret) != law for secret, law in zip(secrets, named, strict=True)):
        return None
    return Framework(tuple(masses), (prior,), secrets, names)


# --- conditions on all kernels -------------------------------------------------------------------------------------------------


def _same(body: Node, kernel: str, kernels: Node, env: ev.Env, c: ev.Context) -> bool:
    """Whether both sides ask the same of every kernel: they are the same set of conditions, written out."""
    sides = [_conditions(child(body, k), kernel, kernels, env, c) for k in (0, 1)]
    first, second = ({condition for condition in side if not _idle(condition)} if side is not None else None for side in sides)
    return first is not None and first == second


def _idle(condition: Condition) -> bool:
    """Whether every kernel obeys it: both laws are the same."""
    first, second, level, slack = condition
    return first == second and level >= 0 and slack >= 0


def _conditions(side: Node, kernel: str, kernels: Node, env: ev.Env, c: ev.Context) -> set[Condition] | None:
    """The inequalities that a side is the conjunction of; None where it is none of inequalities of this kind, or one may have no value for some kernel."""
    if side.head == "all":
        parts = [_conditions(child(side, k), kernel, kernels, env, c) for k in range(len(side.args))]
        return None if any(part is None for part in parts) else set().union(*(part for part in parts if part is not None))
    if side.head == "forall" and not any(kernel in free_names(entry[1]) for entry in side.args[0]) and _listed(side, env, c):  # type: ignore[index, union-attr, arg-type]
        found: set[Condition] = set()
        for inner, _ in ev.assignments(side.args[0], env, c):
            part = None if kernel in {n for entry in side.args[0] for n in pattern_names(entry[0])} else _conditions(child(side, 1), kernel, kernels, inner, c)  # type: ignore[index, union-attr]
            if part is None or len(found) + len(part) > MOST_COMPARISONS:
                return None
            found |= part
        return found
    shape = _event_form(side, child(kernels, 1)) if side.head == "forall" else _divergence_form(side)
    if shape is None:
        return None
    pushed, level, slack = shape
    if any(image.head != "push" or child(image, 0) != Node("var", kernel) or kernel in free_names(child(image, 1)) for image in pushed) or kernel in free_names(level) | free_names(slack):
        return None
    first, second = (ev.value(child(image, 1), env, c) for image in pushed)
    numbers = ev.value(level, env, c), ev.value(slack, env, c)
    if not all(isinstance(law, FiniteLaw) and _enters(law, kernels, env, c) for law in (first, second)) or not all(type(number) is fmpq for number in numbers):
        return None
    return {(first, second, *numbers)}


def _enters(law: FiniteLaw, kernels: Node, env: ev.Env, c: ev.Context) -> bool:
    """Whether every kernel of the set has outputs for all points of the law."""
    source = child(kernels, 0)
    if source.head == "data_sets":
        return set(law.points) <= set(ev.members_of(source, env, c)[0])
    return source.head in SPACES and all(in_space(source, point, env, c) for point in law.points)


def _divergence_form(side: Node) -> tuple[tuple[Node, Node], Node, Node] | None:
    """The laws, the level and the slack of ``hockey_stick(P, Q, e) <= d``."""
    if side.head != "compare" or side.args[1] != "<=" or child(side, 0).head != "hockey_stick":
        return None
    divergence = child(side, 0)
    return (child(divergence, 0), child(divergence, 1)), child(divergence, 2), child(side, 2)


def _event_form(side: Node, space: Node) -> tuple[tuple[Node, Node], Node, Node] | None:
    """The laws, the level and the slack of ``for all events E of the space: P(E) <= exp(e) Q(E) + d``."""
    over, inner = side.args[0], child(side, 1)
    assert isinstance(over, tuple)
    if len(over) != 1 or not isinstance(over[0][0], Node) or over[0][1] != Node("events", space) or inner.head != "compare" or inner.args[1] != "<=":  # type: ignore[index]
        return None
    event, bound = over[0][0], child(inner, 2)  # type: ignore[index]

    def law_of(node: Node) -> Node | None:
        return child(node, 0) if node.head == "mass" and len(node.args) == 2 and node.args[1] == event else None

    first = law_of(child(inner, 0))
    if first is None or bound.head != "add" or len(bound.args) != 2:
        return None
    for product, slack in ((child(bound, 0), child(bound, 1)), (child(bound, 1), child(bound, 0))):
        if product.head != "mul" or len(product.args) != 2:
            continue
        for factor, mass in ((child(product, 0), child(product, 1)), (child(product, 1), child(product, 0))):
            second = law_of(mass)
            if factor.head == "exp" and second is not None and str(event.args[0]) not in free_names(first) | free_names(second) | free_names(factor) | free_names(slack):
                return (first, second), child(factor, 0), slack
    return None
