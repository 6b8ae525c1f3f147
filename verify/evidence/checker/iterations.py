"""Noisy iterations on the line: their values, membership, and the laws of their iterates."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from verify.evidence.checker import keys, laws, normals, transport
from verify.evidence.checker import numbers as n
from verify.evidence.checker.formula import Malformed, argument, head, items, optional
from verify.evidence.checker.laws import Finite, OnNumbers, Point, Row
from verify.evidence.checker.numbers import NoValue, Number, Undecided
from verify.evidence.checker.truth import Env

if TYPE_CHECKING:
    from verify.evidence.checker.evaluate import Evaluator

MOST = 20_000


@dataclass(frozen=True)
class Polyline(OnNumbers):
    """Slope before the first node, nodes (x, y) with rising x, slope after the last."""

    left: Fraction
    nodes: tuple[tuple[Fraction, Fraction], ...]
    right: Fraction

    def slopes(self) -> list[Fraction]:
        inner = [(v - y) / (u - x) for (x, y), (u, v) in itertools.pairwise(self.nodes)]
        return [self.left, *inner, self.right]

    def at(self, x: Fraction) -> Fraction:
        """The value at the first node and what each slope adds on the way from there."""
        place, result = self.nodes[0]
        if x < place:
            return result - self.left * (place - x)
        ends = [u for u, _ in self.nodes[1:]]
        for slope, end in zip(self.slopes()[1:], [*ends, None], strict=True):
            stop = x if end is None else min(x, end)
            result += slope * (stop - place)
            place = stop
        return result

    def line(self) -> tuple[Fraction, Fraction] | None:
        """Slope and value at 0 of an affine function."""
        return (self.left, self.at(n.ZERO)) if len(set(self.slopes())) == 1 else None


@dataclass(frozen=True)
class Gauss:
    """Normal noise."""

    mean: Fraction
    variance: Fraction


@dataclass(frozen=True)
class Iteration:
    """W_0, and for each step its maps by record and its noise."""

    start: Fraction
    steps: tuple[tuple[tuple[tuple[Any, Polyline], ...], Finite | Gauss], ...]

    def map(self, k: int, record: Any) -> Polyline:
        maps = self.steps[k][0]
        place = keys.place((known for known, _ in maps), record)
        if place is not None:
            return maps[place][1]
        raise NoValue("a step has no map for a record")

    def constant(self) -> Fraction:
        return max(abs(s) for maps, _ in self.steps for _, line in maps for s in line.slopes())

    def law(self, data: Any, count: int) -> list[tuple[Fraction, Any]]:
        """The law of an iterate, as a list of weighted laws."""
        record = data if isinstance(data, Point | Row) else (data,)
        if len(record) != len(self.steps):
            raise NoValue("data with too few or too many records")
        lines = [self.map(k, record[k]) for k in range(count)]
        noises = [noise for _, noise in self.steps[:count]]
        first = next((k for k, noise in enumerate(noises) if isinstance(noise, Gauss)), count)
        states = {self.start: n.ONE}
        for k in range(first):
            states = _stepped(states, lines[k], noises[k])
        if first == count:
            return [(n.ONE, laws.finite(states.items()))]
        return self._smooth(states, lines[first:], noises[first:])

    def _smooth(self, states: dict[Fraction, Fraction], lines: list[Polyline], noises: list[Finite | Gauss]) -> list[tuple[Fraction, Any]]:
        """From the first normal noise on: each noise is stretched by the product of the slopes after it, and the sums are normal."""
        straight = [line.line() for line in lines[1:]]
        if any(pair is None for pair in straight):
            raise Undecided("a piecewise linear map of a distribution with a density")
        slopes = [pair[0] for pair in straight if pair is not None]
        offsets = [pair[1] for pair in straight if pair is not None]
        stretch = [n.ONE]
        for slope in reversed(slopes):
            stretch.insert(0, stretch[0] * slope)
        # stretch[k] is what becomes of one unit that is there after the k-th of these steps
        fixed = sum((o * s for o, s in zip(offsets, stretch[1:], strict=True)), n.ZERO)
        variance, finite = n.ZERO, {n.ZERO: n.ONE}
        for noise, factor in zip(noises, stretch, strict=True):
            if isinstance(noise, Gauss):
                fixed += factor * noise.mean
                variance += factor * factor * noise.variance
            else:
                finite = _spread(finite, _merged((factor * x, w) for x, w in noise.weights))
        centres = _merged((lines[0].at(x) * stretch[0], w) for x, w in states.items())
        whole = _spread(centres, finite)
        if not variance:
            return [(n.ONE, laws.finite((x + fixed, w) for x, w in whole.items()))]
        return [(w, normals.on_line(x + fixed, variance)) for x, w in whole.items()]


def _merged(pairs: Any) -> dict[Fraction, Fraction]:
    total: dict[Fraction, Fraction] = {}
    for x, w in pairs:
        total[x] = total.get(x, n.ZERO) + w
    return total


def _spread(first: dict[Fraction, Fraction], second: dict[Fraction, Fraction]) -> dict[Fraction, Fraction]:
    """The law of an independent sum."""
    if len(first) * len(second) > MOST:
        raise Undecided("an iterate with too many components")
    return _merged((x + y, u * v) for x, u in first.items() for y, v in second.items())


def _stepped(states: dict[Fraction, Fraction], line: Polyline, noise: Finite | Gauss) -> dict[Fraction, Fraction]:
    assert isinstance(noise, Finite)
    return _spread(_merged((line.at(x), w) for x, w in states.items()), dict(noise.weights))


# --- membership --------------------------------------------------------------------------------------------------------


def belongs(value: Iteration, steps: int, records: list[Any], noise: str) -> bool:
    """Whether there is a map for every record in every step, and the noise is of the kind asked for (normal noise needs affine maps)."""
    if noise not in ("finite-noise", "normal-noise"):
        raise Malformed(f"noise is finite-noise or normal-noise, got {noise[:40]!r}")
    kind = Gauss if noise == "normal-noise" else Finite
    for maps, law in value.steps:
        known = keys.exact([record for record, _ in maps], "a step of an iteration")
        if not isinstance(law, kind) or len(known) != len(records) or set(known) != set(keys.exact(records, "records")):
            return False
        if isinstance(law, Finite) and not all(isinstance(x, Fraction) for x in law.points):
            return False
        if kind is Gauss and any(line.line() is None for _, line in maps):
            return False
    return len(value.steps) == steps


# --- rules -------------------------------------------------------------------------------------------------------------


def _polyline(e: Evaluator, f: Any, env: Env) -> Polyline:
    pairs = [["pair", *items(pair)] for pair in items(argument(f, 1))]
    nodes = tuple((e.fraction(argument(p, 0), env), e.fraction(argument(p, 1), env)) for p in pairs)
    if not nodes or any(a[0] >= b[0] for a, b in itertools.pairwise(nodes)):
        raise NoValue("the nodes of a piecewise linear map must rise")
    return Polyline(e.fraction(argument(f, 0), env), nodes, e.fraction(argument(f, 2), env))


def _iteration(e: Evaluator, f: Any, env: Env) -> Iteration:
    steps = []
    for step in items(argument(f, 1)):
        both = ["pair", *items(step)]
        pairs = [["pair", *items(pair)] for pair in items(argument(both, 0))]
        maps = tuple((e.value(argument(p, 0), env), e.instance(Polyline, argument(p, 1), env)) for p in pairs)
        if not maps or len(keys.distinct(record for record, _ in maps)) != len(maps):
            raise NoValue("a step with no map, or two maps for one record")
        noise = argument(both, 1)
        steps.append((maps, _noise(e, noise, env)))
    if not steps:
        raise NoValue("an iteration without a step")
    return Iteration(e.fraction(argument(f, 0), env), tuple(steps))


def _noise(e: Evaluator, f: Any, env: Env) -> Finite | Gauss:
    if head(f) == "normal_vector":
        mean, variance = e.fraction(argument(f, 0), env), e.fraction(argument(f, 1), env)
        if variance < 0:
            raise NoValue("noise with a variance below 0")
        return Gauss(mean, variance) if variance else laws.finite([(mean, n.ONE)])
    return e.instance(Finite, f, env)


def _iterate_law(e: Evaluator, f: Any, env: Env) -> Any:
    whole, data = e.instance(Iteration, argument(f, 0), env), e.value(argument(f, 1), env)
    count = len(whole.steps) if optional(f, 2) is None else e.whole(f[3], env)
    if not 0 <= count <= len(whole.steps):
        raise NoValue("an iterate that does not exist")
    runs = data.weights if isinstance(data, Finite) else ((data, n.ONE),)
    e.budget.spend(len(runs))
    return laws.mixture([(share * w, law) for sequence, share in runs for w, law in whole.law(sequence, count)])


def _image_law(e: Evaluator, f: Any, env: Env) -> Any:
    """The iterate of an iteration whose step adds nothing."""
    whole, data, count = e.instance(Iteration, argument(f, 0), env), e.value(argument(f, 1), env), e.whole(argument(f, 2), env)
    if not 1 <= count <= len(whole.steps):
        raise NoValue("an iterate that does not exist")
    silent = Iteration(whole.start, tuple((maps, laws.finite([(n.ZERO, n.ONE)]) if k == count - 1 else noise) for k, (maps, noise) in enumerate(whole.steps)))
    runs = data.weights if isinstance(data, Finite) else ((data, n.ONE),)
    return laws.mixture([(share * w, law) for sequence, share in runs for w, law in silent.law(sequence, count)])


def _step_shift(e: Evaluator, f: Any, env: Env) -> Number:
    """The largest distance of quantiles of the images, between neighbouring places where the order or a slope may change; beyond them by the outermost slopes."""
    whole, data = e.instance(Iteration, argument(f, 0), env), [e.instance(Finite, argument(f, k), env) for k in (1, 2)]
    k, (low, high) = _index(e, whole, argument(f, 3), env), (e.number(argument(f, j), env) for j in (4, 5))
    if any(not isinstance(end, Fraction) and not n.is_point_infinite(end) for end in (low, high)):
        raise Undecided("states between ends that are not fractions")
    if n.relations(low, high) == {">"}:
        raise NoValue("no states")
    parts = [[(whole.map(k, laws.coordinate(x, k + 1) if len(whole.steps) > 1 else x), w) for x, w in law.weights] for law in data]
    lines = [line for part in parts for line, _ in part]
    ends = sorted({x for line in lines for x, _ in line.nodes} | {end for end in (low, high) if isinstance(end, Fraction)})
    cells = [*itertools.pairwise(ends), (ends[0] - 1, ends[0]), (ends[-1], ends[-1] + 1)]
    for a, b in cells[:]:  # on a cell all maps are straight: two of them cross once at most
        for one, two in itertools.combinations(lines, 2):
            gap, change = one.at(a) - two.at(a), (one.at(b) - one.at(a)) - (two.at(b) - two.at(a))
            if change:
                ends.append(a - gap * (b - a) / change)
    places = sorted(x for x in set(ends) if n.relations(low, x) <= {"<", "="} and n.relations(x, high) <= {"<", "="})

    def gaps(w: Fraction) -> list[Fraction]:
        return [abs(x - y) for x, y, _ in transport.matched(*(laws.finite((line.at(w), v) for line, v in part) for part in parts))]

    found = [max(gaps(w)) for w in places]
    for end, way in ((low, -1), (high, 1)):
        if n.is_point_infinite(end):
            beyond = (max if way > 0 else min)(ends) + way
            if any(later > now for now, later in zip(gaps(beyond), gaps(beyond + way), strict=True)):  # a gap that is not the largest one yet becomes so
                return n.INFINITY
            found.append(max(gaps(beyond)))
    return max(found)


def _index(e: Evaluator, whole: Iteration, f: Any, env: Env) -> int:
    k = e.whole(f, env)
    if not 1 <= k <= len(whole.steps):
        raise NoValue("a step that does not exist")
    return k - 1


def _step_map(e: Evaluator, f: Any, env: Env) -> Fraction:
    whole = e.instance(Iteration, argument(f, 0), env)
    line = whole.map(_index(e, whole, argument(f, 1), env), e.value(argument(f, 2), env))
    return line.at(e.fraction(argument(f, 3), env))


def _noise_law(e: Evaluator, f: Any, env: Env) -> Any:
    whole = e.instance(Iteration, argument(f, 0), env)
    noise = whole.steps[_index(e, whole, argument(f, 1), env)][1]
    return normals.on_line(noise.mean, noise.variance) if isinstance(noise, Gauss) else noise


ITERATIONS: dict[str, Callable[[Evaluator, Any, Env], Any]] = {
    "polyline": _polyline,
    "iteration": _iteration,
    "iterate_law": _iterate_law,
    "contraction": lambda e, f, env: e.instance(Iteration, argument(f, 0), env).constant(),
    "image_law": _image_law,
    "step_shift": _step_shift,
    "step_map": _step_map,
    "noise_law": _noise_law,
}
