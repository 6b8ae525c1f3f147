"""Noisy iterations of piecewise linear maps."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import pairwise
from typing import Any

from verify.claims.nodes import ClaimError, Node, literal, number, term


def polyline(nodes: Mapping[Any, Any], left: Any, right: Any) -> Node:
    """The piecewise linear function through ``{x: y}``, with slopes ``left`` before the first node and ``right`` after the last. Raises ClaimError without a node."""
    if not nodes:
        raise ClaimError("polyline: nodes must have at least one point, got none; give a place and a value")
    known = sorted(nodes.items(), key=lambda entry: literal(term(entry[0])) or Fraction(0))
    return Node("polyline", term(left), tuple((term(x), term(y)) for x, y in known), term(right))


def straight(slope: Any, intercept: Any) -> Node:
    """The affine function."""
    return polyline({0: intercept}, slope, slope)


def iteration(start: Any, *steps: tuple[Mapping[Any, Any], Any]) -> Node:
    """A noisy iteration from ``start``; each step is ``({record: polyline}, noise)``, the noise a finite distribution or ``normal_vector(mean, variance)`` of numbers.

    Raises
    ------
    ClaimError
        Naming the step and the record, if a map is known not to be a contraction.
    """
    if not steps:
        raise ClaimError("iteration: steps must have at least one entry, got none; give the maps and the noise of a step")
    for k, (maps, _) in enumerate(steps, 1):
        for record, line in maps.items():
            slope = max((abs(s) for s in _slopes(term(line))), default=Fraction(0))
            if slope > 1:
                raise ClaimError(f"iteration: maps must have a Lipschitz constant of at most 1, got {slope} for step {k} and record {record}; correct a slope")
    return Node("iteration", term(start), tuple((tuple((term(r), term(line)) for r, line in maps.items()), term(noise)) for maps, noise in steps))


def _slopes(line: Node) -> list[Fraction]:
    """The slopes of a polyline that are numbers."""
    if line.head != "polyline":
        raise ClaimError(f"iteration: a map must be a polyline, got {line.head}; use polyline or straight")
    nodes = [tuple(literal(x) for x in node) for node in line.args[1]]  # type: ignore[union-attr,arg-type]
    ends = [literal(x) for x in (line.args[0], line.args[2]) if isinstance(x, Node)]
    between = [(b[1] - a[1]) / (b[0] - a[0]) for a, b in pairwise(nodes) if None not in (*a, *b)]  # type: ignore[operator]
    return [s for s in (*ends, *between) if s is not None]


def iterate_law(iteration: Any, data: Any, step: Any) -> Node:
    """The distribution of the iterate after so many steps, from 0. ``data``: a record for every step of the iteration, or a distribution on such data."""
    return Node("iterate_law", term(iteration), term(data), term(step))


def last_law(iteration: Any, data: Any) -> Node:
    """The distribution of the last iterate."""
    return Node("iterate_law", term(iteration), term(data), None)


def contraction(iteration: Any) -> Node:
    """The least Lipschitz constant of all maps of an iteration."""
    return Node("contraction", term(iteration))


def step_map(iteration: Any, step: Any, record: Any, state: Any) -> Node:
    """The value of the map of a step, from 1, for a record at a number."""
    return Node("step_map", term(iteration), term(step), term(record), term(state))


def image_law(iteration: Any, data: Any, step: Any) -> Node:
    """The distribution of the iterate of a step, from 1, before the noise of that step is added."""
    return Node("image_law", term(iteration), term(data), term(step))


def step_shift(iteration: Any, first: Any, second: Any, step: Any, low: Any = "-oo", high: Any = "oo") -> Node:
    """The supremum over states in [low, high] of W_oo of the images under the map of a step, from 1, whose record is that of data with one distribution or another."""
    return Node("step_shift", *(number(x) if isinstance(x, str) else term(x) for x in (iteration, first, second, step, low, high)))


def noise_law(iteration: Any, step: Any) -> Node:
    """The distribution of the noise of a step, from 1."""
    return Node("noise_law", term(iteration), term(step))
