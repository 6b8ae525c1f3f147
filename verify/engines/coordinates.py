"""Points made coordinate by coordinate, chosen coordinates of a point or of a law, and laws of what depends on a draw."""

from __future__ import annotations

from typing import Any

from flint import fmpq

from verify.claims.nodes import Node
from verify.engines import binders
from verify.engines import evaluate as ev
from verify.engines.objects import SMOOTH
from verify.quantities.kernels import normals
from verify.values import laws
from verify.values.numbers import NoValue
from verify.values.structures import Event, Family


def coordinates(node: Node, env: ev.Env, c: ev.Context) -> Any:
    """The point with a coordinate for each member of a finite set, in its order; where there is one member, its value itself."""
    found = []
    for inner, whole in binders.assignments(node.args[0], env, c):
        if not whole:
            raise ev.NoRoute("a point with a coordinate for each member of an infinite set")
        found.append(ev.argument_value(node, 1, inner, c))
    return found[0] if len(found) == 1 else tuple(found)


def selected(point: Any, which: Any) -> Any:
    """Chosen coordinates of a point, a number being a point with one: by an index, by a set of indices (then they rise), by a list of indices that may repeat,
    or within each coordinate by a member of a family. What remains of one coordinate is that coordinate itself.

    Raises NoValue where a coordinate is asked for that there is not.
    """
    whole = point if isinstance(point, tuple) else (point,)
    if isinstance(which, Family):
        if len(which.members) != len(whole):
            raise NoValue(f"{len(which.members)} choices for {len(whole)} coordinates")
        return tuple(selected(x, s) for x, s in zip(whole, which.members, strict=True))
    chosen = [whole[k] for k in places(which, len(whole))]
    return chosen[0] if len(chosen) == 1 else tuple(chosen)


def places(which: Any, size: int) -> list[int]:
    """The chosen places, from 0."""
    named = sorted(which.points) if isinstance(which, Event) else list(which) if isinstance(which, tuple) else [which]
    for k in named:
        if not (isinstance(k, fmpq) and k.q == 1 and 1 <= k <= size):
            raise NoValue(f"there is no coordinate {k} of {size}")
    return [int(k.p) - 1 for k in named]


def select(node: Node, env: ev.Env, c: ev.Context) -> Any:
    """Chosen coordinates of a point, or their joint law."""
    whole, which = ev.argument_value(node, 0, env, c), ev.argument_value(node, 1, env, c)
    if isinstance(whole, laws.FiniteLaw):
        return laws.push(whole, lambda point: selected(point, which))
    if not isinstance(whole, SMOOTH):
        return selected(whole, which)
    if isinstance(which, Family):
        raise ev.NoRoute("a choice within each coordinate of a distribution that is not finite")
    size = len(whole.mean) if isinstance(whole, laws.NormalLaw) else len(whole.laws) if isinstance(whole, laws.ProductLaw) else 1
    chosen = places(which, size)
    if not isinstance(whole, laws.NormalLaw) and len(set(chosen)) == len(chosen):
        kept = [whole.laws[k] if isinstance(whole, laws.ProductLaw) else whole for k in chosen]
        return kept[0] if len(kept) == 1 else laws.product(*kept)
    try:
        unit = tuple(tuple(fmpq(int(j == k)) for j in range(size)) for k in chosen)
        if not unit:
            return laws.FiniteLaw([()], [1])
        return normals.affine(whole, unit, (fmpq(0),) * len(unit) if len(unit) > 1 else fmpq(0), c.prec)
    except NotImplementedError:
        raise ev.NoRoute("a coordinate that is taken twice, of a distribution with a density that is not normal") from None


def drawn(node: Node, env: ev.Env, c: ev.Context) -> Any:
    """The law of what is drawn in two steps: names from finite laws, then from a law that mentions them."""
    parts = [(weight, ev.argument_value(node, 1, inner, c)) for inner, weight in binders.draws(node.args[0], env, c)]
    if any(not isinstance(law, (laws.FiniteLaw, *SMOOTH)) for _, law in parts):
        raise NoValue("a draw in two steps needs a distribution in the second")
    return laws.mixture([weight for weight, _ in parts], [law for _, law in parts])

ev.RULES |= {"coordinates": coordinates, "select": select, "drawn": drawn}
