"""Names that a sum, a product, a quantifier or an expectation binds: the members that they take in turn, and sums, products and draws over these."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from flint import fmpq

from verify.claims.nodes import Node, heads
from verify.engines.arithmetic import added
from verify.engines.evaluate import RULES, Context, Env, NoRoute, argument, names_of, truth, value
from verify.engines.listed import members_of
from verify.engines.truth import Truth
from verify.quantities import enclosures
from verify.values import laws, numbers
from verify.values.numbers import NoValue
from verify.values.structures import Family

MOST_EVENTS = 1024


def bind(pattern: Any, member: Any, env: Env) -> Env:
    """The environment with a pattern bound to a value."""
    if isinstance(pattern, Node):
        return {**env, str(pattern.args[0]): member}
    result = env
    members = member.members if isinstance(member, Family) else member
    if not isinstance(members, tuple) or len(members) != len(pattern):
        raise NoValue("a tuple of names needs a point with as many coordinates")
    for name, part in zip(pattern, members, strict=True):
        result = bind(name, part, result)
    return result


def assignments(over: Any, env: Env, c: Context, weighed: frozenset[str] = frozenset()) -> Iterator[tuple[Env, bool]]:
    """Every way to bind the names of a binder, each with whether all members of every set are gone through. Raises NoRoute for too many events together.

    ``weighed``: names of events that matter by the points of a finite law alone.
    """
    return _assignments(over, 0, env, c, weighed, True, 1)


def _assignments(over: Any, k: int, env: Env, c: Context, weighed: frozenset[str], complete: bool, events: int) -> Iterator[tuple[Env, bool]]:
    if k == len(over):
        yield env, complete
        return
    pattern, where = over[k]
    members, finite = members_of(where, env, c)
    events *= len(members) if where.head == "events" else 1
    if events > MOST_EVENTS:
        raise NoRoute(f"more than {MOST_EVENTS} events, or pairs of them")
    finite = finite or (where.head == "events" and isinstance(pattern, Node) and str(pattern.args[0]) in weighed)
    if not finite:
        members = members[: _FEW.get(len(over), 3)]
    for member in members:
        if events > len(members) and where.head == "events":  # pairs of events are many: they count as work
            enclosures.spend(1)
        yield from _assignments(over, k + 1, bind(pattern, member, env), c, weighed, complete and finite, events)
    if not finite:  # the sets behind may have no members at those that are tried
        yield {}, False


_FEW = {1: 8, 2: 6, 3: 4}
"""How many members of an infinite set are tried, by the number of names bound together."""


@lru_cache(maxsize=4096)
def names_of_listed(node: Node) -> tuple[str, ...] | None:
    """The names of an extremum or quantifier over listed numbers or integers; None where the sets are others, or where names do not tell all that the values depend on."""
    listed = all(entry[1].head in ("one_of", "integers") for entry in node.args[0])  # type: ignore[index, union-attr]
    return names_of(node) if listed and not heads(node) & OF_SURROUNDINGS else None


OF_SURROUNDINGS = frozenset({"measured", "part_neighbours"})
"""Heads whose values depend on more than the names that stand in them: on the run that is at hand, and on the neighbouring relation."""


def seed_of(c: Context) -> int | None:
    """What the members of infinite sets that are tried depend on, besides the set and its surroundings."""
    return getattr(c.candidates, "seed", None)


def _sum(node: Node, env: Env, c: Context) -> Any:
    total: Any = fmpq(0)
    for one in _terms(node, env, c, "a sum"):
        total = added(total, one, c.prec)
    return total


def _terms(node: Node, env: Env, c: Context, what: str) -> Iterator[Any]:
    """The values that a sum or a product is made of, one for each member that its condition chooses. Raises NoRoute where the members are not all known."""
    for inner, whole in assignments(node.args[0], env, c):
        if not whole:
            raise NoRoute(f"{what} over an infinite set")
        if not isinstance(node.args[2], Node) or _chosen(node.args[2], inner, c):
            yield value(argument(node, 1), inner, c)


def _chosen(condition: Node, env: Env, c: Context) -> bool:
    """Whether a condition makes this a member; where it has no value it does not. Raises NoRoute where that is open."""
    answer = truth(condition, env, c)
    if answer is Truth.UNDECIDED:
        raise NoRoute("a condition on members that is undecided")
    return answer is Truth.TRUE


def _prod(node: Node, env: Env, c: Context) -> Any:
    result: Any = fmpq(1)
    for one in _terms(node, env, c, "a product"):
        result = numbers.mul(result, one, c.prec)
    return result


OUTCOMES = 4
"""Outcomes of which all together count as a unit of work."""


def draws(over: Any, env: Env, c: Context) -> Iterator[tuple[Env, fmpq]]:
    """Joint outcomes of names drawn from finite laws, with their probabilities. Many count as work."""
    count = 0

    def extend(k: int, env: Env, weight: fmpq) -> Iterator[tuple[Env, fmpq]]:
        nonlocal count
        if k == len(over):
            count += 1
            if count % OUTCOMES == 0:
                enclosures.spend(1)
            yield env, weight
            return
        pattern, where = over[k]
        law = value(where, env, c)
        if not isinstance(law, laws.FiniteLaw):
            raise NoRoute("an expectation over a distribution that is not finite")
        for point, share in law.items():
            yield from extend(k + 1, bind(pattern, point, env), weight * share)

    yield from extend(0, env, fmpq(1))


RULES.update({"sum": _sum, "prod": _prod})
