"""Formulas at many points at once, by floats: they suggest where to look, and decide nothing.

Points are columns: an array of shape (coordinates, points). A coordinate without ends is looked at on a scale of its own, so that steps have sense
near an end and far out alike. Arrays are NumPy's, or torch's on a device, under the same names (``namespaces``): samples of many millions of points are
gone through in batches.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import lru_cache, partial, reduce
from typing import Any

import numpy as np
from flint import fmpq

from verify.engines.boxes.domain import Side
from verify.engines.boxes.formula import Graph, Unsupported, condition_parts
from verify.engines.boxes.namespaces import Names, host, smallest, special
from verify.values import rounding
from verify.values.primitives import PRIMITIVES

FAR = 64.0
"""Unbounded and open ends are approached to 2**-FAR and 2**FAR."""
COUNT, KEPT, ROUNDS = 1_500, 6, 44
PLAIN, STILL = 1e-8, 4
"""A margin that nobody takes for contact (nearer violations need long fractions), and the rounds without a gain of a tenth after which it counts as found."""
BATCH = 2**20
"""Points that are looked at together."""
Array = Any


class Floats:
    """Values of the parts of a graph at points, with what they need worked out once; ``xp`` are the names of array operations."""

    def __init__(self, graph: Graph, xp: Names = np) -> None:
        self.graph, self.xp, self.rules = graph, xp, rules(xp)
        self._parts: dict[tuple[int, ...], list[int]] = {}

    def values(self, roots: Sequence[int], at: Array) -> list[Array]:
        """The parts at all points; not a number where there is no value."""
        done: dict[int, Array] = {}
        with np.errstate(all="ignore"):
            for k in self._needed(tuple(roots)):
                done[k] = self._value(self.graph.parts[k], done, at)
            return [self.xp.broadcast_to(done[k], at.shape[1:]) for k in roots]

    def truth(self, proposition: tuple[Any, ...], at: Array) -> Array:
        """Where a proposition holds, as floats see it."""
        parts = condition_parts(proposition)
        return self._truth(proposition, dict(zip(parts, self.values(parts, at), strict=True)))

    def _truth(self, p: tuple[Any, ...], done: dict[int, Array]) -> Array:
        head = p[0]
        if head == "compare":
            return getattr(self.xp, _COMPARISONS[p[2]])(done[p[1]], done[p[3]])
        if head == "not":
            return ~self._truth(p[1], done)
        inner = [self._truth(q, done) for q in p[1:]]
        if not inner:
            return self.xp.asarray(head == "all")
        if head == "implies":
            return ~inner[0] | inner[1]
        if head == "iff":
            return inner[0] == inner[1]
        return reduce(operator.and_ if head == "all" else operator.or_, inner)

    def _needed(self, roots: tuple[int, ...]) -> list[int]:
        """The parts that some parts need, these included, in an order in which they can be worked out."""
        known = self._parts.get(roots)
        if known is not None:
            return known
        found: set[int] = set()
        todo = list(roots)
        while todo:
            k = todo.pop()
            if k not in found:
                found.add(k)
                todo += self.graph._below(self.graph.parts[k])
        self._parts[roots] = sorted(found)
        return self._parts[roots]

    def _value(self, entry: tuple[Any, ...], done: dict[int, Array], at: Array) -> Array:
        head = entry[0]
        if head == "num":
            return entry[1] if isinstance(entry[1], float) else _quotient(entry[1])
        if head == "var":
            return at[entry[1]]
        if head == "pi":
            return math.pi
        if head == "ipow":
            return self.rules["pow"](done[entry[1]], float(entry[2]))
        if head == "rpow":
            return self.rules["pow"](done[entry[1]], _quotient(entry[2]))
        if head in ("if", "if_slope"):
            return self.xp.where(self._truth(entry[1], done), done[entry[2]], done[entry[3]])
        rule = self.rules.get(head)
        if rule is None:
            raise Unsupported(f"{head} has no floating-point rule")
        return rule(*(done[k] for k in entry[1:]))


def _quotient(value: Any) -> float:
    try:
        return int(value.numerator) / int(value.denominator)
    except OverflowError:
        return math.inf if value > 0 else -math.inf


_COMPARISONS = {"<=": "less_equal", "<": "less", ">=": "greater_equal", ">": "greater", "==": "equal", "!=": "not_equal"}
_SPECIAL = {"erf": "erf", "erfc": "erfc", "gamma": "gamma", "digamma": "digamma", "log_gamma": "gammaln", "hyp1f1": "hyp1f1"}


@lru_cache(maxsize=8)
def rules(xp: Names) -> dict[str, Callable[..., Array]]:
    """The operation of each head; special functions that the device lacks are left out."""
    found: dict[str, Callable[..., Array]] = {
        "add": xp.add, "mul": xp.multiply, "pow": lambda x, y: xp.power(xp.multiply(x, 1.0), y), "exp": xp.exp, "log": xp.log, "abs": xp.abs, "max": xp.maximum, "min": xp.minimum,
        "floor": xp.floor, "ceiling": xp.ceil, "sign_of": xp.sign, "flat": lambda x: 0.0 * x, "slope_of_maximum": lambda x, y, p, q: xp.where(x >= y, p, q),
    }
    if xp is not np:
        functions = special(xp)
        return found | {head: getattr(functions, name) for head, name in _SPECIAL.items() if hasattr(functions, name)}
    named = {head: one.floating for head, one in PRIMITIVES.items() if not one.slow}
    return named | found | {head: partial(_of_scipy, name) for head, name in _SPECIAL.items()}


def _of_scipy(name: str, *values: Array) -> Array:
    """A special function, whose library is not imported before one is asked for."""
    return getattr(special(np), name)(*values)


# --- scales ----------------------------------------------------------------------------------------------------------


class Scale:
    """One side as an interval of a scale: linear between two ends, by the exponent towards an open end or infinity."""

    def __init__(self, side: Side) -> None:
        self.side = side
        lo, hi = side.lo, side.hi
        self.kind = "line" if isinstance(lo, float) and isinstance(hi, float) else "up" if isinstance(hi, float) else "down" if isinstance(lo, float) else "finite"
        self.lo = 0.0 if isinstance(lo, float) else float(lo)
        self.hi = 0.0 if isinstance(hi, float) else float(hi)
        self.log = self.kind == "finite" and lo > 0 and hi > 16 * lo
        self.start, self.end = 0.0, 1.0

    def at(self, u: Array, xp: Names = np) -> Array:
        """Points for shares u in [0, 1] of the side."""
        if self.kind == "finite":
            x = self.lo * xp.exp(u * math.log(self.hi / self.lo)) if self.log else self.lo + (self.hi - self.lo) * _towards(u, xp)
            x = xp.clip(x, self.lo, self.hi)
            x = xp.where(u <= 0, self.lo, xp.where(u >= 1, self.hi, x))
        elif self.kind == "line":
            x = xp.sinh((u - 0.5) * 2 * FAR * math.log(2) * 0.35)
        else:
            away = xp.where(u <= 0, 0.0, xp.exp2((u - 0.5) * 2 * FAR * xp.abs(2 * u - 1)))
            x = self.lo + away if self.kind == "up" else self.hi - away
        if self.side.integer:
            x = xp.round(x)
        return x


def _towards(u: Array, xp: Names) -> Array:
    """Shares of a finite side: nearly linear in the middle, exponentially close to its ends at the rims."""
    rim = 0.2
    low = rim * xp.exp2(-(rim - u) / rim * FAR * 0.6)
    high = 1 - rim * xp.exp2(-(u - 1 + rim) / rim * FAR * 0.6)
    return xp.where(u < rim, low, xp.where(u > 1 - rim, high, u))


def spread(sides: Sequence[Side], count: int, start: int = 0, xp: Names = np) -> Array:
    """Shares of the sides, evenly spread (an additive sequence, from its place ``start`` on); some on the closed ends."""
    n = len(sides)
    root = 1.5
    for _ in range(30):
        root = (1 + root) ** (1 / (n + 1))
    steps = root ** -np.arange(1.0, n + 1)
    places = xp.arange(start, start + count)
    u = (0.5 + xp.asarray(steps)[:, None] * (places + 1)[None, :]) % 1.0
    for k, side in enumerate(sides):
        part = places // (8 + 3 * k) % (6 + k)
        if not side.lo_open and not isinstance(side.lo, float):
            u[k, part == 0] = 0.0
        if not side.hi_open and not isinstance(side.hi, float):
            u[k, part == 1] = 1.0
    return u


def _scored(sides: Sequence[Side], scales: Sequence[Scale], value: Callable[[Array], Array], xp: Names) -> Callable[[Array], Array]:
    """The function at shares of the sides; infinite where they are no members, or where it has no value."""

    def score(u: Array) -> Array:
        x = xp.stack([scale.at(row, xp) for scale, row in zip(scales, u, strict=True)])
        inside = xp.ones(u.shape[1], dtype=bool)
        for row, side in zip(x, sides, strict=True):
            if side.lo_open and not isinstance(side.lo, float):
                inside &= row > float(side.lo)
            if side.hi_open and not isinstance(side.hi, float):
                inside &= row < float(side.hi)
        with np.errstate(all="ignore"):
            found = xp.where(inside, value(x), np.inf)
        return xp.where(xp.isnan(found), np.inf, found)

    return score


def lowest(sides: Sequence[Side], value: Callable[[Array], Array], count: int = COUNT, rounds: int = ROUNDS, xp: Names = np,
           begun: tuple[Array, Array] | None = None, enough: float = -np.inf, first: float = -np.inf) -> tuple[Array, Array]:
    """Points where a function is least, the best first, with its values, as arrays of NumPy: a sample, in batches, then steps that shrink around the best of it.

    ``begun``: the best of the sample, where it was drawn before. ``enough``: a value below which steps that gain little are the last ones. ``first``: one below which the first point found will do.
    """
    scales = [Scale(side) for side in sides]
    score = _scored(sides, scales, value, xp)
    u, scores = _best(sides, score, count, xp) if begun is None else begun
    n, kept = u.shape
    moves = np.concatenate([np.eye(n), -np.eye(n)], axis=1)
    if n > 1:
        diagonal = np.array(np.meshgrid(*[[-1.0, 1.0]] * min(n, 3))).reshape(min(n, 3), -1)
        moves = np.concatenate([moves, np.vstack([diagonal, np.zeros((n - min(n, 3), diagonal.shape[1]))])], axis=1)
    size = np.full(kept, 0.5 * count ** (-1 / n))
    least, still = np.inf, 0
    for _ in range(0 if np.any(scores < first) else rounds):
        trial = np.clip(u[:, :, None] + size[None, :, None] * moves[:, None, :], 0.0, 1.0)
        found = host(score(xp.asarray(trial.reshape(n, -1)))).reshape(kept, -1)
        best = np.argmin(found, axis=1)
        rows = np.arange(kept)
        better = found[rows, best] < scores
        u = np.where(better, trial[:, rows, best], u)
        scores = np.where(better, found[rows, best], scores)
        size = np.where(better, size * 1.2, size * 0.4)
        now = scores.min()
        if now < first:
            break
        if now < enough:
            still = 0 if now < 1.1 * least else still + 1
            if still == STILL:
                break
            least = now if still == 0 else least
    order = np.argsort(scores, kind="stable")
    return np.array([scale.at(row) for scale, row in zip(scales, u[:, order], strict=True)]), scores[order]


def _best(sides: Sequence[Side], score: Callable[[Array], Array], count: int, xp: Names) -> tuple[Array, Array]:
    """Shares of a sample that score least and lie apart, the best first, with their scores; batch after batch."""
    columns, values = [], []
    for start in range(0, count, BATCH):
        u = spread(sides, min(BATCH, count - start), start, xp)
        found = score(u)
        places = smallest(xp, found, 8 * KEPT)
        columns.append(host(u[:, places]))
        values.append(host(found[places]))
    u, scores = np.concatenate(columns, axis=1), np.concatenate(values)
    order = np.argsort(scores, kind="stable")[: 8 * KEPT]
    chosen = _apart(u[:, order], KEPT)
    return u[:, order[chosen]], scores[order[chosen]]


def _apart(u: Array, kept: int) -> list[int]:
    """Columns in order, without those close to an earlier one."""
    chosen: list[int] = []
    for k in range(u.shape[1]):
        if all(np.max(np.abs(u[:, k] - u[:, j])) > 0.05 for j in chosen):
            chosen.append(k)
            if len(chosen) == kept:
                break
    return chosen


# --- falsity ---------------------------------------------------------------------------------------------------------


def failing(graph: Graph, given: Sequence[tuple[Any, ...]], goal: tuple[Any, ...], sides: Sequence[Side],
            truth_at: Callable[[tuple[Any, ...]], tuple[int | None, bool]], count: int = COUNT, xp: Names = np,
            begun: tuple[Array, Array] | None = None) -> tuple[Any, ...] | None:
    """An exact point, simple where possible, where the goal is false; ``truth_at`` judges. None where the floats see no chance at ``count`` points."""
    floats = Floats(graph, xp)
    try:
        x, scores = lowest(sides, lambda at: margin(floats, given, goal, at), count, xp=xp, begun=begun, enough=-PLAIN)
    except Unsupported:
        return None
    for k in range(len(scores)):
        if not scores[k] < 1e-11:
            break
        for at in near(sides, x[:, k]):
            if truth_at(at) == (0, True):
                return at
    return None


NEAR = 0.5
"""Relative margin below which a sample calls for a closer look."""


def first_look(graph: Graph, given: Sequence[tuple[Any, ...]], goal: tuple[Any, ...], sides: Sequence[Side]) -> tuple[Array, Array] | None:
    """Shares of the sides where the goal holds by least, with the margins there: what a closer look begins with. None where floats cannot say."""
    floats = Floats(graph)
    try:
        return _best(sides, _scored(sides, [Scale(side) for side in sides], lambda at: margin(floats, given, goal, at), np), COUNT, np)
    except Unsupported:
        return None


def nearly_failing(graph: Graph, given: Sequence[tuple[Any, ...]], goal: tuple[Any, ...], sides: Sequence[Side], begun: tuple[Array, Array] | None) -> bool:
    """Whether the goal fails, or holds by a hair, near some point of a sample: counterexamples are then looked for before anything is proved."""
    floats = Floats(graph)
    return begun is not None and bool(lowest(sides, lambda at: margin(floats, given, goal, at), rounds=4, begun=begun)[1][0] < NEAR)


def margin(floats: Floats, given: Sequence[tuple[Any, ...]], goal: tuple[Any, ...], at: Array) -> Array:
    """By how much the goal holds, relative to its sides: negative where it fails, infinite where a hypothesis does."""
    found = _margin(floats, goal, at)
    for hypothesis in given:
        found = floats.xp.where(floats.truth(hypothesis, at), found, np.inf)
    return found


def _margin(floats: Floats, p: tuple[Any, ...], at: Array) -> Array:
    xp = floats.xp
    if p[0] == "compare" and p[2] not in ("==", "!="):
        a, b = floats.values((p[1], p[3]), at)
        if p[2] in (">=", ">"):
            a, b = b, a
        size = xp.maximum(xp.abs(a), xp.abs(b))
        return xp.where(a == b, 0.0 if p[2] in ("<=", ">=") else -0.0, (b - a) / size)
    if p[0] in ("all", "any") and len(p) > 1:
        return reduce(xp.minimum if p[0] == "all" else xp.maximum, [_margin(floats, q, at) for q in p[1:]])
    return xp.where(floats.truth(p, at), 1.0, -1.0)


def near(sides: Sequence[Side], x: Sequence[float]) -> Iterator[tuple[Any, ...]]:
    """Exact points of the sides near a float point, each once, the simplest first; each is worked out when it is asked for."""
    tiny = [abs(float(value)) < 2**-12 and side.lo < 0 < side.hi for side, value in zip(sides, x, strict=True)]
    seen: set[tuple[Any, ...]] = set()
    for towards_zero in (True, False) if any(tiny) else (False,):  # towards 0 every scale looks alike: 0 itself comes first
        for bits in (2, 5, 9, 14, 20, 28, 36, 44, 52):
            at = tuple(Fraction(0) if towards_zero and small else _simple(side, float(value), bits)
                       for side, value, small in zip(sides, x, tiny, strict=True))
            if at not in seen and all(value is not None for value in at):
                seen.add(at)
                yield at


def _simple(side: Side, x: float, bits: int) -> Fraction | None:
    """The simplest number of a side within a share 2**-bits of x, seen from the nearest end."""
    if not math.isfinite(x):
        return None
    value = Fraction(x)
    lo, hi = side.lo, side.hi
    if side.integer:
        return Fraction(round(x))
    if (value == lo and not side.lo_open) or (value == hi and not side.hi_open):
        return value
    for end, is_open in ((lo, side.lo_open), (hi, side.hi_open)):
        if not isinstance(end, float) and not is_open and float(end) == x:
            return Fraction(end)
    ends = [abs(value - end) for end in (lo, hi) if not isinstance(end, float)]
    reach = min([*ends, abs(value)] if value else ends or [Fraction(1)]) or Fraction(1)
    slack = reach / 2**bits
    a, b = value - slack, value + slack
    if not isinstance(lo, float):
        a = max(a, Fraction(lo))
    if not isinstance(hi, float):
        b = min(b, Fraction(hi))
    if not a < b:
        return None
    simple = rounding.simplest_between(fmpq(a.numerator, a.denominator), fmpq(b.numerator, b.denominator), open_left=True, open_right=True)
    return Fraction(int(simple.numerator), int(simple.denominator))


__all__ = ["Floats", "Scale", "failing", "first_look", "lowest", "margin", "near", "spread"]
