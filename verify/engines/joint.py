"""A statement with the names that its proposition binds beside its own, so that a search draws, climbs and shrinks all of them together.

``for all x: if A(x), then for all y in Y(x): B(x, y)`` is false exactly where ``for all x, for all y in Y(x): if A(x), then B(x, y)`` is. The same holds of each conjunct by itself, and of
what is denied or assumed to exist. Names come in front in the order in which they are bound, so a set may mention those before it; what else is assumed on the way becomes a hypothesis. Quantifiers
over sets that are gone through member by member stay where they are unless others stand behind them, and so does what has to exist.

A false instance of one of these statements is an instance of the whole with members at which the whole is false: nothing else is said of it.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from verify.claims.nodes import Node, pattern_names
from verify.claims.propositions import NEGATED
from verify.claims.sets import stated
from verify.engines import evaluate as ev
from verify.engines.inner import named_apart
from verify.engines.membership import contains
from verify.engines.task import Task
from verify.engines.truth import Truth
from verify.values.numbers import NoValue

MOST_WAYS = 6
"""Ways for a statement to be false up to which each is searched by itself."""
GONE_THROUGH = frozenset({"one_of", "equals", "labels", "permutations", "sequences", "subsets", "events", "neighbours", "part_neighbours", "data_sets", "pasts", "situations", "secret_pairs"})
"""Sets whose members are listed at an instance, or all that matter of them."""
Way = tuple[Any, ...]
"""How a proposition can be false: names with their sets, and pairs of a proposition and whether it must hold, in the order in which they are met."""


def together(task: Task) -> list[Task]:
    """The statements with more names in front that are false only where this one is; none where it binds none that could come there, or the same name twice."""
    goal, _ = named_apart(task.states)
    there = tuple(hypothesis for hypothesis in task.given if _binds(hypothesis, True))
    for supposed in dict.fromkeys((there, ())):
        if supposed or _binds(goal, False):
            found = _with_names(task, goal, supposed)
            if found:
                return found
    return []


def _with_names(task: Task, goal: Node, supposed: tuple[Node, ...]) -> list[Task]:
    """The same, with the names of these hypotheses as well."""
    whole = Node("implies", Node("all", *supposed), goal) if supposed else goal
    ways = [way for way in itertools.islice(_ways(whole, False), MOST_WAYS + 1) if any(map(_is_name, way))]
    own = [name for pattern, _ in task.forall for name in pattern_names(pattern)]
    kept = tuple(hypothesis for hypothesis in task.given if hypothesis not in supposed)
    found = []
    for way in ways:
        over = tuple(entry[1:] for entry in way if _is_name(entry))
        names = own + [name for pattern, _ in over for name in pattern_names(pattern)]
        if len(set(names)) < len(names):
            return []
        said = [(part, wanted) for kind, part, wanted in way if kind == "said"]
        last = next((k for k in reversed(range(len(said))) if not said[k][1]), len(said) - 1)
        given = tuple(part if wanted else denied(part) for k, (part, wanted) in enumerate(said) if k != last)
        part, wanted = said[last]
        found.append(replace(task, variant=replace(task.variant, forall=(*task.forall, *over), given=(*kept, *given), states=denied(part) if wanted else part)))
    return found if len(ways) <= MOST_WAYS else []


def _is_name(entry: Any) -> bool:
    return bool(entry[0] == "name")


def _ways(node: Node, wanted: bool) -> Iterator[Way]:
    """All ways in which a proposition has this truth, as far as names come in front of it."""
    head = node.head
    if head == ("exists" if wanted else "forall") and _binds(node, wanted):
        bound: Any = node.args[0]
        for way in _ways(ev.argument(node, 1), wanted):
            yield (*(("name", pattern, where) for pattern, where in bound), *way)
        return
    if head in ("all", "any"):
        parts = [(ev.argument(node, k), wanted) for k in range(len(node.args))]
    elif head in ("not", "implies"):
        parts = [(ev.argument(node, k), wanted if k else not wanted) for k in range(len(node.args))]
    else:
        parts = []
    if not parts or not (_binds(node, wanted) or (head == "all" and wanted) or (head == "implies" and not wanted)):
        yield (("said", node, wanted),)
    elif head == "not" or (head == "all") == wanted:
        for ways in itertools.product(*(tuple(itertools.islice(_ways(part, truth), MOST_WAYS + 1)) for part, truth in parts)):
            yield tuple(entry for way in ways for entry in way)
    else:
        for part, truth in parts:
            yield from _ways(part, truth)


def _binds(node: Any, wanted: bool) -> bool:
    """Whether names could come in front of what makes a proposition true, or false, and their sets are not gone through where they stand."""
    if node.head in ("all", "any"):
        return any(_binds(part, wanted) for part in node.args)
    if node.head in ("not", "implies"):
        return any(_binds(part, wanted if k else not wanted) for k, part in enumerate(node.args))
    if node.head != ("exists" if wanted else "forall"):
        return False
    return any(_endless(stated(entry[1])) for entry in node.args[0]) or _binds(node.args[1], wanted)


def _endless(where: Node) -> bool:
    if where.head in GONE_THROUGH:
        return False
    if where.head == "integers":
        return Node("num", "oo") in where.args or Node("num", "-oo") in where.args
    if where.head == "interval":
        return where.args[0] != where.args[1]
    return where.head != "points" or ev.argument(where, 0).head not in ("labels", "sequences")


def denied(node: Node) -> Node:
    """The opposite of a proposition."""
    if node.head == "not":
        return ev.argument(node, 0)
    if node.head == "compare" and node.args[1] in NEGATED:
        return Node("compare", node.args[0], NEGATED[str(node.args[1])], node.args[2])
    return Node("not", node)


class Beside:
    """Members of infinite sets for the binders inside a statement: where a name that came in front is bound next, the member that it has in an instance; for others, what is drawn."""

    def __init__(self, part: Task, env: ev.Env, others: Callable[[Node, ev.Env], list[Any]]) -> None:
        self.part, self.env, self.others = part, env, others
        self.seed = hash((part.stream("beside"), *(ev.quick(value) for value in env.values())))

    def __call__(self, where: Node, env: ev.Env) -> list[Any]:
        found = []
        for pattern, own in self.part.forall:
            names = pattern_names(pattern)
            if own != where or set(names) <= env.keys():
                continue
            member = self.env[names[0]] if isinstance(pattern, Node) else tuple(self.env[name] for name in names)
            try:
                if contains(where, member, env, ev.Context(64)) is Truth.TRUE:
                    found.append(member)
            except (NoValue, ev.NoRoute):
                continue
        return found or self.others(where, env)


def members(task: Task, env: Mapping[str, Any]) -> dict[str, Any]:
    """What an instance of a statement with more names has beside an instance of this one."""
    own = {name for pattern, _ in task.forall for name in pattern_names(pattern)}
    return {name: value for name, value in env.items() if name not in own}


__all__ = ["Beside", "denied", "members", "together"]
