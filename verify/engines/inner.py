"""Members of infinite sets inside a statement, as evidence stores them: by name, or by the place of their binder where a name is bound more than once with other members."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from verify.claims.claim import Variant
from verify.claims.nodes import BINDERS, Argument, Node, free_names, pattern_names, to_json
from verify.engines import evaluate as ev
from verify.engines import listed
from verify.engines.task import with_shared_parts
from verify.values.formulas import formula
from verify.values.numbers import NoValue

STORED = frozenset({"forall", "exists", "sup", "inf"})
"""Heads of the binders of which evidence may store a member."""


@dataclass(frozen=True)
class Binder:
    """A binder of a formula: ``path`` leads to it in the JSON form, ``names`` are pairs of a name of its own and the name that stands in the formula."""

    path: tuple[int, ...]
    names: tuple[tuple[str, str], ...]


@lru_cache(maxsize=4096)
def named_apart(goal: Node) -> tuple[Node, tuple[Binder, ...]]:
    """The formula with other names where a quantifier or an extremum binds a name that one before it has bound, and its binders."""
    walk = _Walk()
    return with_shared_parts(walk.visit(goal, {}, ())), tuple(walk.found)  # type: ignore[arg-type]


class _Walk:
    def __init__(self) -> None:
        self.found: list[Binder] = []
        self.taken: set[str] = set()

    def visit(self, part: Argument, names: Mapping[str, str], path: tuple[int, ...]) -> Argument:
        if isinstance(part, tuple):
            return tuple(self.visit(item, names, (*path, k)) for k, item in enumerate(part, 1))
        if not isinstance(part, Node):
            return part
        if part.head == "var":
            return Node("var", names.get(str(part.args[0]), str(part.args[0])))
        if part.head not in BINDERS:
            return Node(part.head, *(self.visit(item, names, (*path, k)) for k, item in enumerate(part.args, 1)))
        inside = dict(names)
        own: dict[str, str] = {}
        entries: list[Any] = []
        for k, (pattern, where) in enumerate(part.args[0], 1):  # type: ignore[misc, arg-type, str-unpack]
            place = self.visit(where, inside, (*path, 1, k, 2))
            for name in pattern_names(pattern):
                own[name] = self.named(name) if part.head in STORED else name
                inside[name] = own[name]
            entries.append((self.visit(pattern, own, ()), place))
        if part.head in STORED:
            self.found.append(Binder(path, tuple((new, old) for old, new in own.items())))
        return Node(part.head, tuple(entries), *(self.visit(item, inside, (*path, k)) for k, item in enumerate(part.args[1:], 2)))

    def named(self, name: str) -> str:
        new, k = name, 1
        while new in self.taken:
            new, k = f"{name}'{k}", k + 1
        self.taken.add(new)
        return new


def stored(variant: Variant, binders: tuple[Binder, ...], members: Mapping[str, Any], others: Mapping[str, Any]) -> Any:
    """What evidence stores of these members, which are named as :func:`named_apart` does; ``others`` are members of binders outside of the conclusion. None where there is nothing to store."""
    pairs = {new: old for binder in binders for new, old in binder.names}
    by_name: dict[str, Any] = dict(others)
    alike = True
    for new, value in members.items():
        old = pairs.get(new, new)
        alike = alike and (old not in by_name or by_name[old] == value)
        by_name[old] = value
    if alike or others:
        return {name: to_json(formula(value)) for name, value in by_name.items()} or None
    start = (2, 2) if variant.given else (2,)
    return [{"path": [*start, *binder.path], "values": {old: to_json(formula(members[new])) for new, old in binder.names}}
            for binder in binders if binder.names and all(new in members for new, _ in binder.names)]


def reached(goal: Node, env: ev.Env) -> frozenset[str]:
    """The names of binders that do not stand under a quantifier over nothing: members are needed for no others."""
    found: set[str] = set()

    def visit(part: Any) -> None:
        if isinstance(part, tuple):
            for item in part:
                visit(item)
        if not isinstance(part, Node):
            return
        if part.head in STORED:
            found.update(name for pattern, _ in part.args[0] for name in pattern_names(pattern))  # type: ignore[misc, union-attr, str-unpack]
            if part.head in ("forall", "exists") and any(_empty(where, env) for _, where in part.args[0]):  # type: ignore[misc, arg-type, union-attr, str-unpack]
                return
        for item in part.args:
            visit(item)

    visit(goal)
    return frozenset(found)


def _empty(where: Node, env: ev.Env) -> bool:
    if not free_names(where) <= env.keys():
        return False
    try:
        return listed.members_of(where, env, ev.Context(ev.PRECISIONS[0])) == ([], True)
    except (NoValue, ev.NoRoute):
        return False
