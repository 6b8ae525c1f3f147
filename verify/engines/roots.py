"""Counterexamples at points that are no fractions, or that lie too far out to be drawn. Returns REFUTED or UNDECIDED.

Acts on comparisons of numbers. Three kinds of points are asked, each given by a closed formula that the checker evaluates exactly or encloses:

* where both sides of an equation are equal by inverse functions: ``a != sin(1)`` fails at ``a = sin(1)``;
* in one number, where floats see both sides meet: roots of fractions, logarithms, multiples of pi, and roots of quadratic polynomials near it;
* far out: ``exp(exp(k))`` and the like, as floats end where a logarithm of a logarithm has hardly grown.

Evidence of kind ``witness``.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

import numpy as np
from flint import fmpq, fmpz_mat

from verify.claims import terms
from verify.claims.equations import solutions
from verify.claims.nodes import ClaimError, Node, free_names, literal, number, substitute, to_json, walk
from verify.claims.propositions import Compare
from verify.claims.sets import stated
from verify.claims.show import text as show_text
from verify.engines.boxes import points
from verify.engines.boxes.domain import Side
from verify.engines.boxes.formula import Graph, Unsupported
from verify.engines.task import Finding, Status, Task, cannot, in_words
from verify.evidence.checker import numbers as checked
from verify.evidence.checker.contact import truth_at
from verify.evidence.checker.evaluate import Evaluator
from verify.evidence.checker.formula import Refused
from verify.evidence.checker.membership import contains
from verify.evidence.checker.numbers import Budget, Exhausted, NoValue, Undecided
from verify.evidence.checker.truth import FALSE, TRUE
from verify.values import numbers, rounding
from verify.values.decimals import fifteen

ENGINE = "roots"
BITS = (128, 512)
STEPS, SECONDS = 20_000, 2.0
"""Steps and seconds of the checker's evaluator for one point."""
SIMPLE = tuple(map(Fraction, ("0", "1", "-1", "2", "1/2", "-2", "3", "-1/2")))
MOST_POINTS = 160
CLOSE = 1e-9
"""Relative distance from floats within which a simple number is taken for the one that they mean."""
MEETING = 1e-7
"""Relative distance of both sides below which floats are said to see them meet."""
GRID, WINDOW, MOST_PLACES = 512, 32.0, 12
DEGREES = (2, 3, 4, 5, 6)
LARGEST, COEFFICIENT = 2_000, 400
"""Numerators and denominators under roots, and coefficients of quadratic polynomials."""
SLOW = frozenset({"log", "pow", "exp", "atan", "tanh"})
PLAIN = SLOW | {"num", "var", "pi", "add", "mul", "abs", "max", "min", "compare", "all", "any", "not"}
"""Functions of which one must occur for a look far out, and those that alone may: others cost much at huge numbers."""
Point = Mapping[str, Node]


def decide(task: Task) -> Finding:
    """Whether the statement is false at a point of one of the three kinds."""
    goal = task.states
    if goal.head != "compare" or goal.args[1] == "rounds to":
        return cannot(ENGINE, "only a comparison of two numbers is looked at")
    if not all(isinstance(pattern, Node) and pattern.head == "var" and stated(where).head in ("interval", "integers") for pattern, where in task.forall):
        return cannot(ENGINE, "names must range over numbers")
    for point in itertools.islice(_points(task), MOST_POINTS):
        finding = at(task, point)
        if finding is not None:
            return finding
    return cannot(ENGINE, "it is not seen to be false at any of the points that were tried")


def at(task: Task, point: Point) -> Finding | None:
    """The refutation at a point of closed formulas, or None where the checker's evaluator does not see one."""
    instance = {name: to_json(point[name]) for name in (str(pattern.args[0]) for pattern, _ in task.forall if isinstance(pattern, Node))}
    for bits in BITS:
        try:
            with checked.precision(bits):
                values = _false_at(task, instance)
        except (NoValue, Undecided, Exhausted, Refused, ArithmeticError, ValueError):
            values = None
        if values is not None:
            place = ", ".join(f"{name} = {show_text(value)}" for name, value in point.items())
            words = in_words(values["measured"], values["relation"], values["claimed"], False)
            return Finding(ENGINE, Status.REFUTED, f"{words} at {place}", "witness", {"instance": instance, "values": values})
    return None


def _false_at(task: Task, instance: Mapping[str, Any]) -> dict[str, str] | None:
    """Both sides and their distance, as stored decimals, where the point lies in the domain and the goal is false there."""
    e = Evaluator(Budget(STEPS, SECONDS))
    env: dict[str, Any] = {}
    for pattern, where in task.forall:
        name = str(pattern.args[0])
        env[name] = e.number(instance[name], {})
        if contains(e, to_json(where), env[name], env) != TRUE:
            return None
    if any(truth_at(e, to_json(h), env, dict(instance)) != TRUE for h in task.given):
        return None
    goal = task.states
    if truth_at(e, to_json(goal), env, dict(instance)) != FALSE:
        return None
    left, right = (e.number(to_json(side), env) for side in (goal.args[0], goal.args[2]))
    if e.truth(to_json(goal), env) != FALSE:  # both are the same number
        same = _decimal(right if isinstance(right, Fraction) else left)
        return {"measured": same, "relation": str(goal.args[1]), "claimed": same, "margin": "0"}
    return {"measured": _decimal(left), "relation": str(goal.args[1]), "claimed": _decimal(right), "margin": _decimal(checked.absolute(checked.sub(left, right)))}


def _decimal(value: checked.Number) -> str:
    if isinstance(value, Fraction):
        return fifteen(fmpq(value.numerator, value.denominator))
    if value.form == {}:
        return "0"
    ends = [end.lower() if low else end.upper() for end, low in ((value.lo, True), (value.hi, False))]
    kept = [math.inf if end == checked.OO else -math.inf if end == checked.MINUS_OO else end for end in ends]
    return fifteen(numbers.Enclosure(kept[0], kept[1]))


def _points(task: Task) -> Iterator[Point]:
    """Points at which the statement may be false, the likeliest first."""
    yield from _solved(task)
    if len(task.forall) == 1:
        yield from _meeting(task)
    yield from _far(task)


# --- equations -------------------------------------------------------------------------------------------------------


def _solved(task: Task) -> Iterator[Point]:
    """Points at which an equation that is denied holds, one name by the others; those are simple numbers."""
    goal = task.states
    if goal.args[1] != "!=":
        return
    ranges = {str(pattern.args[0]): stated(where) for pattern, where in task.forall}
    found = solutions(Compare(goal.args[0], "==", goal.args[2]), lambda name: _sign(ranges[name]), frozenset(name for name, where in ranges.items() if where.head == "integers"))
    for one in found or ():
        others = [name for name in ranges if name != one.name]
        choices: list[list[Fraction | None]] = [[value for value in SIMPLE if _inside(value, ranges[name])] or [None] for name in others]
        for values in itertools.islice(itertools.product(*choices), MOST_POINTS // 4):
            if None in values:
                return
            placed = {name: number(value) for name, value in zip(others, values, strict=True) if value is not None}
            yield {**placed, one.name: substitute(one.value, placed)}


def _sign(where: Node) -> int:
    low, high = (literal(end) if isinstance(end, Node) else None for end in where.args[:2])
    return 1 if low is not None and low >= 0 else -1 if high is not None and high <= 0 else 0


def _inside(value: Fraction, where: Node) -> bool:
    """Whether a number lies in a range whose ends are numbers; ends that are formulas are left to the evaluator."""
    if where.head == "integers" and value.denominator != 1:
        return False
    low, high = (literal(end) if isinstance(end, Node) else None for end in where.args[:2])
    left_open, right_open = (word == "open" for word in where.args[2:]) if where.head == "interval" else (False, False)
    return (low is None or (value > low if left_open else value >= low)) and (high is None or (value < high if right_open else value <= high))


# --- where both sides meet -------------------------------------------------------------------------------------------


def _meeting(task: Task) -> Iterator[Point]:
    """Exact points near those at which floats see both sides of a comparison in one number meet."""
    goal, (pattern, where) = task.states, task.forall[0]
    where = stated(where)
    name = str(pattern.args[0])
    if goal.args[1] not in ("<", ">", "!=") or where.head != "interval":
        return
    for x in meeting_places(goal, name, where):
        for candidate in closed_forms(x):
            yield {name: candidate}


def meeting_places(goal: Node, name: str, where: Node) -> list[float]:
    """Floats inside of a range near which both sides of a comparison in one number are equal."""
    graph = Graph((name,))
    try:
        side = Side(_end(where.args[0]), _end(where.args[1]), True, True)
        a, b = (graph.build(side) for side in (goal.args[0], goal.args[2]) if isinstance(side, Node))
        gap = graph.minus(a, b)
        slope = graph.slope(gap, 0)
    except (Unsupported, ClaimError, numbers.NoValue, OverflowError):
        return []
    floats = points.Floats(graph)

    def loss(x: Any) -> Any:
        one, other = floats.values((a, b), x)
        return np.abs(one - other) / (1 + np.abs(one))

    try:
        x, losses = points.lowest((side,), loss)
        begun = [*_changes(floats, (gap, slope), side), *((float(at), part) for at, value in zip(x[0], losses, strict=True) if value < 1e-3 for part in (gap, slope))]
        found: list[float] = []
        for at, part in begun:
            polished = _root_of(floats, part, at)
            if polished is None or any(abs(polished - other) <= CLOSE * abs(other) for other in found):
                continue
            if float(loss(np.array([[polished]]))[0]) < MEETING:
                found.append(polished)
    except (Unsupported, OverflowError):
        return []
    return sorted(found, key=abs)[:MOST_PLACES]


def _changes(floats: points.Floats, parts: tuple[int, ...], side: Side) -> Iterator[tuple[float, int]]:
    """Floats next to which a function changes its sign, on an even grid, with the function."""
    low, high = max(float(side.lo), -WINDOW), min(float(side.hi), WINDOW)
    if not low < high:
        return
    grid = np.linspace(low, high, GRID + 2)[1:-1]
    for part, values in zip(parts, floats.values(parts, grid[None, :]), strict=True):
        with np.errstate(all="ignore"):
            turns = np.flatnonzero((values[:-1] * values[1:] <= 0) & np.isfinite(values[:-1]) & np.isfinite(values[1:]))
        for k in turns[:MOST_PLACES]:
            root = _between(floats, part, float(grid[k]), float(grid[k + 1]))
            yield root, part


def _between(floats: points.Floats, part: int, low: float, high: float) -> float:
    """A root between two floats at which a function has opposite signs, by bisection."""
    def value(at: float) -> float:
        return float(floats.values((part,), np.array([[at]]))[0][0])

    below = value(low)
    if below == 0:
        return low
    for _ in range(80):
        middle = (low + high) / 2
        at = value(middle)
        if at == 0 or not low < middle < high:
            return middle
        low, high = (middle, high) if at * below > 0 else (low, middle)
    return (low + high) / 2


def _end(end: Any) -> Any:
    """An end of a range as a fraction near it; a float where it is infinite."""
    value = literal(end)
    if value is not None:
        return value
    if end in (number("oo"), number("-oo")):
        return math.inf if end == number("oo") else -math.inf
    graph = Graph(())
    ball = numbers.enclose(graph.exact(graph.build(end), ()))
    return Fraction(numbers.to_float(ball))


def _root_of(floats: points.Floats, part: int, x: float) -> float | None:
    """A root of a function near a float where it changes its sign, by bisection."""
    def value(at: float) -> float:
        return float(floats.values((part,), np.array([[at]]))[0][0])

    for reach in (1e-12, 1e-9, 1e-6, 1e-4, 1e-2):
        low, high = x - reach * max(abs(x), 1.0), x + reach * max(abs(x), 1.0)
        below, above = value(low), value(high)
        if below == 0 or above == 0:
            return low if below == 0 else high
        if below * above < 0:
            return _between(floats, part, low, high)
    return None


def closed_forms(x: float) -> Iterator[Node]:
    """Simple closed formulas whose value a float is near: fractions, roots, logarithms, exponentials, multiples of pi, roots of quadratic polynomials."""
    if not math.isfinite(x):
        return
    if (plain := _fraction(x, 10**6)) is not None:
        yield number(plain)
    sign, size = (-1 if x < 0 else 1), abs(x)
    if not 1e-9 < size < 1e9:
        return
    for degree in DEGREES:
        under = _fraction(size**degree, LARGEST, CLOSE * degree)
        if under is not None and under > 0:
            yield _signed(sign, number(under) ** number(Fraction(1, degree)))
    if (times := _fraction(x / math.pi, 200)) is not None:
        yield Node("pi") if times == 1 else number(times) * Node("pi")
    if size < 50 and (inner := _fraction(math.exp(x), LARGEST)) is not None and inner > 0:
        yield terms.log(number(inner))
    if (exponent := _fraction(math.log(size), 200)) is not None:
        yield _signed(sign, terms.exp(number(exponent)))
    yield from _quadratic(x)


def _signed(sign: int, value: Node) -> Node:
    return value if sign > 0 else -value


def _fraction(x: float, most: int, within: float = CLOSE) -> Fraction | None:
    """The simplest fraction near a float, where its parts are not large."""
    slack = abs(Fraction(x)) * Fraction(within) or Fraction(1, 10**15)
    low, high = Fraction(x) - slack, Fraction(x) + slack
    simple = rounding.simplest_between(fmpq(low.numerator, low.denominator), fmpq(high.numerator, high.denominator))
    found = Fraction(int(simple.p), int(simple.q))
    return found if abs(found.numerator) <= most and found.denominator <= most else None


def _quadratic(x: float) -> Iterator[Node]:
    """The root near a float of a quadratic polynomial with small coefficients, by reduction of a lattice."""
    scale = 10**9
    rows = [[1, 0, 0, round(scale * x * x)], [0, 1, 0, round(scale * x)], [0, 0, 1, scale]]
    reduced = fmpz_mat(rows).lll()
    a, b, c = (int(reduced[0, k]) for k in range(3))
    if a == 0 or max(abs(a), abs(b), abs(c)) > COEFFICIENT or b * b - 4 * a * c <= 0:
        return
    root = number(b * b - 4 * a * c) ** number(Fraction(1, 2))
    for sign in (1, -1):
        if abs((-b + sign * math.sqrt(b * b - 4 * a * c)) / (2 * a) - x) <= CLOSE * max(1.0, abs(x)):
            top = _signed(sign, root)
            yield (top if b == 0 else number(-b) + top) / number(2 * a)


# --- far out ---------------------------------------------------------------------------------------------------------


def _far(task: Task) -> Iterator[Point]:
    """Points whose coordinates are huge, or close to a finite end that is left out; the others are simple numbers."""
    found = set().union(*({part.head for part in walk(side)} for side in (task.states, *task.given)))
    if not found & SLOW or not found <= PLAIN or task.states.args[1] in ("==", "!="):
        return
    ranges = {str(pattern.args[0]): stated(where) for pattern, where in task.forall}
    if len(ranges) > 2 or not set(ranges) <= free_names(task.states).union(*map(free_names, task.given)):
        return
    ways = [_away(where) + [number(value) for value in SIMPLE[:4] if _inside(value, where)] for where in ranges.values()]
    for values in itertools.islice(itertools.product(*ways), MOST_POINTS // 2):
        yield dict(zip(ranges, values, strict=True))


def _away(where: Node) -> list[Node]:
    """Huge numbers of a range, and numbers next to its finite ends that are left out, the less extreme first."""
    found: list[Node] = []
    for times, start in _HEIGHTS:
        size = number(start)
        for _ in range(times):
            size = terms.exp(size)
        low, high = where.args[0], where.args[1]
        if high == number("oo"):
            found.append(size if where.head == "interval" else Node("floor", size))
        if low == number("-oo"):
            found.append(-size)
        if where.head == "interval":
            for end, left_out, sign in ((low, where.args[2], 1), (high, where.args[3], -1)):
                if isinstance(end, Node) and left_out == "open" and literal(end) is not None:
                    near = number(sign) / size
                    found.append(near if literal(end) == 0 else end + near)
    return found


_HEIGHTS = ((1, 400), (2, 11))
"""How often the exponential is taken, and of what."""


__all__ = ["ENGINE", "at", "closed_forms", "decide", "meeting_places"]
