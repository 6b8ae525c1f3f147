"""Inequalities about functions of a class at finitely many points, proved by multipliers of interpolation conditions (performance estimation).

Acts on statements about functions of classes with interpolation conditions (convex, smooth, strongly convex, Lipschitz; Taylor, Hendrickx and Glineur 2017), their
gradients, subgradients, minimisers and proximal points, where both sides are linear in function values and inner products and every method makes a fixed number of steps.
Returns PROVED or UNDECIDED. The dimension plays no part: what is proved holds in every R^d.

Evidence of kind ``interpolation``: ``units`` of the numbers as powers of (value, length), ``ones`` (the numbers that a change of units makes 1), ``pieces``: for
each range of the number that is left its upper end ``to``, ``goals`` (a multiplier for each member of a minimum) and ``multipliers``, triples of the name of a condition and
numerator and denominator of its multiplier as polynomials of that number; ``root``, the name of the number, where they are polynomials of its root.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from flint import fmpq, fmpq_poly

from verify.engines.interpolation.multipliers import Programme, active, exact, floating, interpolated
from verify.engines.interpolation.reading import Problem, read
from verify.engines.interpolation.units import Unsupported
from verify.engines.task import Finding, Status, Task, cannot
from verify.evidence.checker.ratios import never_zero
from verify.values.ratios import Ratio

ENGINE = "interpolation"
MOST_ROWS, MOST_DEGREE, MOST_SAMPLES, MOST_STARTS, MOST_CHOICES, GRID = 400, 10, 80, 80, 4, 48
Pieces = list[tuple[fmpq | None, list[Ratio]]]
"""Upper ends of ranges of the free number, None for the last one, with the multipliers there."""
EXTRA = "no solver of conic programmes is installed; install the extra 'optimisation'"
NONE = "no multipliers of the interpolation conditions prove it"


def decide(task: Task) -> Finding | None:
    """Look for multipliers. None for statements that are about no function of a class."""
    if not any(where.head == "function_class" for _, where in task.forall):
        return None
    try:
        problem = read(task.forall, task.given, task.states)
    except Unsupported as unread:
        return cannot(ENGINE, str(unread))
    if reason := problem.unsettled():
        return cannot(ENGINE, reason)
    if importlib.util.find_spec("clarabel") is None:
        return cannot(ENGINE, EXTRA)
    if len(problem.rows) > MOST_ROWS:
        return cannot(ENGINE, f"more than {MOST_ROWS} interpolation conditions")
    pieces = _constant(problem) if not problem.free else _moving(problem)
    if problem.sides and (not pieces or _poles(problem, pieces)):
        other = replace(problem, rows=problem.sides)
        found = _constant(other) if not other.free else _moving(other)
        problem, pieces = (other, found) if found else (problem, pieces)
    if not pieces:
        return cannot(ENGINE, NONE)
    evidence = {
        "units": {name: list(problem.units[name]) for name in sorted(problem.units)}, "ones": list(problem.ones),
        "pieces": [{"to": None if end is None else str(end), "goals": [m.stored() for m in found[len(problem.rows) :]],
                    "multipliers": [[name, *m.stored()] for (name, _), m in zip(problem.rows, found, strict=False) if not m.is_zero()]} for end, found in pieces],
    } | ({"root": problem.free} if problem.root else {}) | ({"tied": True} if problem.tied else {})
    count = sum(not m.is_zero() for m in pieces[0][1][: len(problem.rows)])
    said = f"the goal is a combination of {count} condition{'s' * (count != 1)} with multipliers of at least 0, and of a form that is positive semidefinite, in every dimension"
    said += f"; on {len(pieces)} ranges of {'the root of ' * problem.root}{problem.free}, each with its own multipliers" if len(pieces) > 1 else ""
    return Finding(ENGINE, Status.PROVED, said, "interpolation", evidence, {"share": 1.0}, undecided_share=0.0)


def _poles(problem: Problem, pieces: Pieces) -> bool:
    """Whether a multiplier may have none of its values at an end of the range."""
    return any(not never_zero(m.below, problem.where) for _, found in pieces for m in found)


def _forms(problem: Problem) -> tuple[list[Any], list[Any], Any, list[str]]:
    return [form for _, form in problem.rows], problem.goals, problem.large, problem.points


def _constant(problem: Problem) -> Pieces:
    """Multipliers that are numbers."""
    found = _exact_at(problem, fmpq(0), None)
    return [] if found is None else [(None, [Ratio.number(value) for value in found])]


def _attempts(programme: Programme, allowed: Sequence[int] | None = None) -> Iterator[Any]:
    """Multipliers in floating point, then with fewer and fewer conditions: of a solution with few of them less is left open."""
    for tight in (True, False) if programme.large else (False,):
        near = floating(programme, allowed, tight=tight)
        if near is None:
            continue
        yield near
        kept = active(near)
        for k in sorted(kept, key=lambda k, near=near: near[k]):  # type: ignore[misc]
            other = floating(programme, [j for j in kept if j != k], surely=True, tight=tight) if k < programme.known else None
            if other is not None:
                kept = [j for j in active(other) if j in kept]
                yield other


def _moving(problem: Problem) -> Pieces:
    """Multipliers as rational functions of the free number, of the same conditions on each of a few ranges that meet at values where both serve."""
    grid = _grid(problem)
    programmes = {t: programme for t in grid if (programme := _programme(problem, t)) is not None}
    if len(programmes) < len(grid):
        return []
    fits: list[tuple[list[Ratio], list[bool]]] = []
    pieces: Pieces = []
    place, waiting = 0, _samples(problem)
    for _ in range(MOST_STARTS):
        best = max(fits, key=lambda fit: _reach(fit[1], place), default=None)
        if best is not None and _reach(best[1], place) > place:
            place = _reach(best[1], place)
            last = place == len(grid) - 1
            pieces.append((None if last else grid[place], best[0]))
            if last:
                return pieces
        elif waiting:
            start = waiting.pop(0) if not fits else waiting.pop(min(range(len(waiting)), key=lambda k: abs(waiting[k] - grid[place])))
            if any(_serves(one, fit, start) for fit, _ in fits for one in (_programme(problem, start),) if one is not None):
                continue
            found = _fits_at(problem, start)
            if not found and not fits:
                return []
            fits += [(fit, [_serves(programmes[t], fit, t) for t in grid]) for fit in found]
    return []


def _reach(valid: Sequence[bool], place: int) -> int:
    """The last of the places in a row at which multipliers serve; -1 where they do not serve at the first."""
    while place < len(valid) and valid[place]:
        place += 1
    return place - 1


def _serves(programme: Programme, multipliers: Sequence[Ratio], t: fmpq) -> bool:
    try:
        return programme.proves([m.at(t) for m in multipliers])
    except ZeroDivisionError:
        return False


def _fits_at(problem: Problem, start: fmpq) -> list[list[Ratio]]:
    """Rational functions through exact multipliers of the conditions that count at a number, for a few choices of conditions."""
    fits: list[list[Ratio]] = []
    answers = {tuple(k for k, value in enumerate(answer) if value != 0): answer for answer in reversed(_answers(problem, start))}
    for allowed in sorted(answers, key=len)[:MOST_CHOICES]:
        places, found = [start], [answers[allowed]]
        for t in sorted(_samples(problem), key=lambda t: abs(t - start))[: 2 * MOST_DEGREE]:
            one = _exact_at(problem, t, allowed) if t != start else None
            if one is None:
                continue
            places.append(t)
            found.append(one)
            if len(places) >= 4 and (fit := _fitted(places, found)) is not None:
                fits.append(fit)
                break
    return fits


def _programme(problem: Problem, t: fmpq) -> Programme | None:
    try:
        return Programme.at(*_forms(problem), t)
    except ZeroDivisionError:
        return None


def _grid(problem: Problem) -> list[fmpq]:
    """Values of the free number inside its range, in order: at these the multipliers are tried."""
    low, high = problem.low, problem.high
    if low is not None and high is not None:
        return [low + (high - low) * x for x in (fmpq(1, 1000), *(fmpq(k, GRID) for k in range(1, GRID)), fmpq(999, 1000))]
    sizes = [fmpq(1, k) for k in (1000, 100, 20, 8, 4, 2)] + [fmpq(k) for k in (1, 2, 3, 4, 5, 7, 10, 20, 100, 1000)]
    if low is not None:
        return [low + x for x in sizes]
    return [high - x for x in reversed(sizes)] if high is not None else [-x for x in reversed(sizes)] + sizes


def _answers(problem: Problem, t: fmpq, allowed: Sequence[int] | None = None) -> list[list[fmpq]]:
    """Exact multipliers at a number: of few conditions first, and small ones; the first one found where the conditions are given."""
    programme, found = _programme(problem, t), []
    for near in _attempts(programme, allowed) if programme is not None else ():
        answer = exact(programme, near)  # type: ignore[arg-type]
        if answer is not None:
            found.append(answer)
            if allowed is not None:
                break
    return sorted(found, key=lambda one: (sum(value != 0 for value in one), sum(one, fmpq(0))))


def _exact_at(problem: Problem, t: fmpq, allowed: Sequence[int] | None) -> list[fmpq] | None:
    """Exact multipliers at a number, of few conditions, or of those that are allowed."""
    return next(iter(_answers(problem, t, allowed)), None)


def _samples(problem: Problem) -> list[fmpq]:
    """Values of the free number inside its range, short ones first."""
    low, high = problem.low, problem.high
    parts = [fmpq(p, q) for q in range(2, 17) for p in range(1, q) if fmpq(p, q).q == q][:MOST_SAMPLES]
    if low is not None and high is not None:
        return [low + (high - low) * x for x in parts]
    if low is None and high is None:
        return [fmpq(k) for k in range(MOST_SAMPLES)]
    return [low + k for k in range(1, MOST_SAMPLES + 1)] if low is not None else [high - k for k in range(1, MOST_SAMPLES + 1)]  # type: ignore[operator]


def _fitted(places: Sequence[fmpq], found: Sequence[Sequence[fmpq]]) -> list[Ratio] | None:
    """Rational functions through all exact multipliers."""
    result = []
    for values in zip(*found, strict=True):
        pair = ([fmpq(0)], [fmpq(1)]) if not any(values) else interpolated(places, values, MOST_DEGREE)
        if pair is None:
            return None
        result.append(Ratio.of(fmpq_poly(pair[0]), fmpq_poly(pair[1])))
    return result


__all__ = ["ENGINE", "decide"]
