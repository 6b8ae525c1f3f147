"""Joint laws on a line in the plane: (X, a X + b) for X with a density and a > 0."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from verify.evidence.checker import line_transport, lines, power_tails
from verify.evidence.checker import numbers as n
from verify.evidence.checker.equal_laws import same_parts
from verify.evidence.checker.formula import argument, entries, head, mentions, names, word
from verify.evidence.checker.laws import Heavy, Line, Piece
from verify.evidence.checker.numbers import ONE, ZERO, Number, Undecided
from verify.evidence.checker.truth import RELATIONS, TRUE, UNDECIDED, Env, judge

if TYPE_CHECKING:
    from verify.evidence.checker.evaluate import Evaluator


@dataclass(frozen=True)
class Graph:
    """The law of (X, slope X + shift)."""

    base: Line
    slope: Number
    shift: Number


def graph(e: Evaluator, f: Any, env: Env) -> Graph:
    base = e.law(argument(f, 0), env)
    slope, shift = e.number(argument(f, 1), env), e.number(argument(f, 2), env)
    if not isinstance(base, Line) or base.atoms or n.relations(slope, ZERO) != {">"}:
        raise Undecided("the graph of a map that does not rise, or of a distribution without a density")
    return Graph(base, slope, shift)


def is_coupling(law: Graph, first: Any, second: Any) -> str:
    """Whether the coordinates have these laws: the density of a X + b at y is that of X at (y - b)/a, over a."""
    if not isinstance(first, Line) or not isinstance(second, Line):
        return UNDECIDED
    moved = []
    for w, pieces in law.base.parts:
        image = []
        for p in pieces:
            slope, curve = n.div(p.c1, law.slope), n.div(p.c2, n.mul(law.slope, law.slope))
            level = n.add(p.c0, n.neg(n.mul(slope, law.shift)), n.mul(curve, law.shift, law.shift), n.neg(n.log(law.slope)))
            ends = [n.add(n.mul(law.slope, end), law.shift) for end in (p.lo, p.hi)]
            image.append(Piece(ends[0], ends[1], level, n.sub(slope, n.mul(n.add(ONE, ONE), curve, law.shift)), curve))
        moved.append((w, tuple(image)))
    pairs = ((law.base, first), (Line(tuple(moved)), second))
    return TRUE if all(line_transport.same(a, b) or same_parts(a, b) for a, b in pairs) else UNDECIDED


def probability(e: Evaluator, f: Any, env: Env) -> Number | None:
    """P(s relation t) for affine terms of a number with a density, or of a pair on a graph; None for other laws."""
    over, event = entries(f), argument(f, 1)
    if len(over) != 1 or head(over[0][1]) not in ("var", "law", "power_law", "graph", "mixture", "translate", "convolve"):
        return None
    law, drawn = e.value(over[0][1], env), names(over[0][0])
    if isinstance(law, Graph) and len(drawn) == 2:
        base: Line | Heavy = law.base
        points = {drawn[0]: (ZERO, ONE), drawn[1]: (law.shift, law.slope)}
    elif ((isinstance(law, Line) and not law.atoms) or (isinstance(law, Heavy) and not law.light.atoms)) and len(drawn) == 1:
        base, points = law, {drawn[0]: (ZERO, ONE)}
    else:
        return None
    relation = word(argument(event, 1)) if head(event) == "compare" else ""
    if relation not in RELATIONS or relation in ("==", "!="):
        raise Undecided("the probability of this event under a density")
    free = {key: value for key, value in env.items() if key not in points}
    (a, b), (p, q) = (_affine(e, argument(event, k), points, free) for k in (0, 2))
    slope, level = n.sub(b, q), n.sub(p, a)
    sign = n.relations(slope, ZERO)
    if sign == {"="}:
        answer = judge(n.relations(ZERO, level), RELATIONS[relation])
        if answer == UNDECIDED:
            raise Undecided("an event at contact")
        return ONE if answer == TRUE else ZERO
    if len(sign) != 1:
        raise Undecided("an event whose direction is unknown")
    if isinstance(base, Heavy):
        below = power_tails.cdf(base, n.div(level, slope))
        return below if (relation[0] == "<") == (sign == {">"}) else n.sub(ONE, below)
    below = lines.cdf(base, n.div(level, slope))
    return below if (relation[0] == "<") == (sign == {">"}) else n.sub(lines.mass(base), below)


def _affine(e: Evaluator, f: Any, points: dict[str, tuple[Number, Number]], env: Env) -> tuple[Number, Number]:
    """Level and slope of a term in the first coordinate."""
    if not mentions(f) & set(points):
        return n.certainly_finite(e.number(f, env)), ZERO
    kind = head(f)
    if kind == "var":
        return points[names(f)[0]]
    if kind not in ("add", "mul"):
        raise Undecided("an event that is not affine")
    parts = [_affine(e, part, points, env) for part in f[1:]]
    if kind == "add":
        return n.add(*(level for level, _ in parts)), n.add(*(slope for _, slope in parts))
    moving = [k for k, part in enumerate(f[1:]) if mentions(part) & set(points)]
    if len(moving) != 1:
        raise Undecided("an event that is not affine")
    factor = n.mul(ONE, *(level for k, (level, _) in enumerate(parts) if k != moving[0]))
    level, slope = parts[moving[0]]
    return n.mul(factor, level), n.mul(factor, slope)
