"""Joint laws on a line in the plane: (X, a X + b) for X with a density; and probabilities of affine events under densities."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from flint import fmpq

from verify.claims.nodes import Node, free_names, pattern_names
from verify.claims.propositions import MIRRORED, ORDERED
from verify.engines import evaluate as ev
from verify.engines.marginals import closed, equal
from verify.engines.truth import Truth
from verify.quantities import enclosures
from verify.quantities.kernels.affine import affine
from verify.quantities.kernels.moments import gaussian
from verify.values import elementary, laws, numbers, powers
from verify.values.formulas import formula
from verify.values.structures import Deferred

SMOOTH = ("var", "law", "power_law", "graph", "translate", "convolve", "if")
"""Heads of laws that may have a density; others are not worth evaluating twice."""


@dataclass(frozen=True, slots=True)
class GraphLaw:
    """The law of (X, slope X + shift)."""

    base: laws.PieceLaw
    slope: Any
    shift: Any


def graph(node: Node, env: ev.Env, c: ev.Context) -> GraphLaw:
    base, slope, shift = (ev.argument_value(node, k, env, c) for k in range(3))
    if not isinstance(base, laws.PieceLaw) or numbers.relation(slope, ">", fmpq(0)) is not True:
        raise ev.NoRoute("a graph of a distribution that is not a density, or of a map that does not rise")
    return GraphLaw(base, slope, shift)


def is_coupling(value: GraphLaw, first: Any, second: Any) -> Truth:
    """Whether the coordinates have these laws."""
    image = affine(value.base, value.slope, value.shift)
    return Truth.TRUE if equal(value.base, first) and equal(image, second) else Truth.UNDECIDED


def rising_coupling(where: Node, env: ev.Env, c: ev.Context) -> Any:
    """The coupling of two normal laws by the rising affine map, as an instance; None where its slope is no fraction."""
    found = []
    for k in (0, 1):
        law = ev.argument_value(where, k, env, c)
        normal = gaussian(law) if isinstance(law, laws.PieceLaw) else None
        if normal is None:
            return None
        found.append(normal)
    (m, v), (n, w) = found
    slope = powers.power(numbers.div(w, v, c.prec), fmpq(1, 2), c.prec)
    shift = numbers.sub(n, numbers.mul(slope, m, c.prec), c.prec)
    if not (isinstance(slope, fmpq) and isinstance(shift, fmpq)):
        return None
    try:
        return Deferred(Node("graph", closed(ev.argument(where, 0), env, c), formula(slope), formula(shift)))
    except TypeError:  # a law that is known only to some bits cannot stand in an instance
        return None


def probability(node: Node, env: ev.Env, c: ev.Context) -> Any:
    """The probability that two affine terms of one number with a density, or of a pair on a graph, compare so; None for other events."""
    over, event = node.args[0], ev.argument(node, 1)
    assert isinstance(over, tuple)
    if len(over) != 1 or event.head != "compare" or event.args[1] not in ORDERED:
        return None
    names = pattern_names(over[0][0])  # type: ignore[index]
    if over[0][1].head not in SMOOTH:  # type: ignore[index,union-attr]
        return None
    law = ev.value(over[0][1], env, c)  # type: ignore[index,arg-type]
    if isinstance(law, GraphLaw) and len(names) == 2:
        lines = {names[0]: (fmpq(0), fmpq(1)), names[1]: (law.shift, law.slope)}
        base: Any = law.base
    elif isinstance(law, laws.PieceLaw | laws.PowerLaw) and len(names) == 1:
        lines, base = {names[0]: (fmpq(0), fmpq(1))}, law
    else:
        return None
    left, right = (affine_in(ev.argument(event, k), lines, env, c) for k in (0, 2))
    if left is None or right is None:
        return None
    (a, b), (p, q) = left, right
    slope, level = numbers.sub(b, q, c.prec), numbers.sub(p, a, c.prec)  # slope X relation level
    relation = str(event.args[1])
    if numbers.relation(slope, "==", fmpq(0)) is True:
        answer = numbers.relation(fmpq(0), relation, level)
        return None if answer is None else fmpq(1 if answer else 0)
    side = numbers.sign(slope)
    if side is None:
        return None
    if side < 0:
        relation = MIRRORED[relation]
    below = enclosures.evaluate("distribution_function", [base, numbers.div(level, slope, c.prec)], c.prec)
    return below if relation in ("<=", "<") else numbers.sub(fmpq(1), below, c.prec)


def exponential_mean(node: Node, env: ev.Env, c: ev.Context) -> Any:
    """``E exp(a + b x + ...)`` for independent x, ... with normal laws: a product of ``exp(m b + v b^2/2)``; None for other terms."""
    over, body = node.args[0], ev.argument(node, 1)
    assert isinstance(over, tuple)
    if body.head != "exp" or not all(isinstance(entry[0], Node) for entry in over):  # type: ignore[index]
        return None
    names = [pattern_names(entry[0])[0] for entry in over]  # type: ignore[index]
    normals = []
    for entry in over:
        where = entry[1]  # type: ignore[index]
        assert isinstance(where, Node)
        if free_names(where) & set(names):
            return None
        law = ev.value(where, env, c)
        normal = gaussian(law) if isinstance(law, laws.PieceLaw) else None
        if normal is None:
            return None
        normals.append(normal)
    total: Any = fmpq(0)
    for k, (name, (mean, variance)) in enumerate(zip(names, normals, strict=True)):
        found = affine_in(ev.argument(body, 0), {n: (fmpq(0), fmpq(1 if n == name else 0)) for n in names}, env, c)
        if found is None:
            return None
        level, slope = found
        spread = numbers.mul(numbers.mul(slope, slope, c.prec), variance, c.prec)
        total = numbers.total([total, *([level] if k == 0 else []), numbers.mul(slope, mean, c.prec), numbers.div(spread, fmpq(2), c.prec)], c.prec)
    return elementary.exp(total, c.prec)


def affine_in(term: Node, lines: dict[str, tuple[Any, Any]], env: ev.Env, c: ev.Context) -> tuple[Any, Any] | None:
    """Level and slope of a term in the drawn number; None where it is not affine."""
    inside = free_names(term) & set(lines)
    if not inside:
        return ev.value(term, {k: v for k, v in env.items() if k not in lines}, c), fmpq(0)
    if term.head == "var":
        return lines[str(term.args[0])]
    parts = [affine_in(ev.argument(term, k), lines, env, c) for k in range(len(term.args))] if term.head in ("add", "mul") else [None]
    if any(p is None for p in parts):
        return None
    known = [p for p in parts if p is not None]
    if term.head == "add":
        return numbers.total([p[0] for p in known], c.prec), numbers.total([p[1] for p in known], c.prec)
    moving = [k for k in range(len(known)) if free_names(ev.argument(term, k)) & set(lines)]
    if len(moving) != 1:
        return None
    level, slope = known[moving[0]]
    for k, (factor, _) in enumerate(known):
        if k != moving[0]:
            level, slope = numbers.mul(factor, level, c.prec), numbers.mul(factor, slope, c.prec)
    return level, slope


__all__ = ["GraphLaw", "affine_in", "exponential_mean", "graph", "is_coupling", "probability", "rising_coupling"]
