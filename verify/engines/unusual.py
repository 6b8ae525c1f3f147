"""Members of sets that usual draws hardly meet: numbers close to an end of their range, very unequal weights, laws that are near each other in one direction only, functions in
several steps or with a bend that no convex one has.

Whether they are drawn is a setting of the drawer, and they come in a stream of their own, so what is usually drawn does not depend on them. Nothing here knows a statement or a verdict.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from flint import fmpq

from verify.claims.nodes import Node, literal, term, walk
from verify.claims.terms import exp
from verify.engines.handy import HANDY
from verify.values import laws
from verify.values.formulas import formula
from verify.values.structures import Function

DIGITS = (3, 6, 6, 9, 9, 12, 12, 20, 30)
"""How many decimal digits an extreme number is away from an end of its range."""
FEW_DIGITS = 6
"""As many where the cost of a quantity grows with its numbers, and for ranges without an end: of orders near 1, scales near 0."""
SHARES = (fmpq(1, 2), fmpq(1, 10), fmpq(1, 100), fmpq(1, 10**6), fmpq(1, 10**12))
"""Masses that make two laws differ."""


def tiny(rng: random.Random, most: int) -> fmpq:
    """A power of 10, or twice or five times one, that has at most so many digits."""
    digits = rng.choice([k for k in DIGITS if k <= most])
    return fmpq(rng.choice((1, 1, 1, 2, 5)), fmpq(10) ** digits)


def level(rng: random.Random, low: Any, high: Any, most: int) -> fmpq | None:
    """A number close to an end of a range; None where the range has no end that is a fraction. Ranges with one end are looked at less often and less closely."""
    known = [end for end in (low, high) if isinstance(end, fmpq)]
    if len(known) == 2:
        share = tiny(rng, most)
        return low + (high - low) * (share if rng.random() < 0.7 else 1 - share)
    if not known or rng.random() < 0.6:
        return None
    step = tiny(rng, min(most, FEW_DIGITS))
    return low + step if isinstance(low, fmpq) else high - step


def weights(rng: random.Random, n: int, most: int) -> list[fmpq]:
    """Weights of which one is nearly all, or each of which is far smaller than the one before it."""
    first = tiny(rng, most)
    raw = [first] * (n - 1) if rng.random() < 0.6 else [first**k for k in range(1, n)]
    found = [1 - sum(raw, fmpq(0)), *raw]
    rng.shuffle(found)
    return found


# --- laws near each other in one direction ------------------------------------------------------------------------------


def one_way(rng: random.Random, law: laws.FiniteLaw, others: Sequence[Any], most: int) -> laws.FiniteLaw | None:
    """A law whose divergence from the given one is small or finite while that of the given one from it is large or infinite, or the other way round; None where there is none.

    A point is left out, or a further one of ``others`` added with little mass; a weight is multiplied by a tiny number, or little mass goes from one point to another.
    """
    masses, fresh = dict(law.items()), [x for x in others if x not in set(law.points)]
    kinds = (["left out", "left out", "tilted", "tilted", "moved"] if len(masses) > 1 else []) + (["added", "added"] if fresh else [])
    if not kinds:
        return None
    kind, share = rng.choice(kinds), rng.choice(SHARES)
    point = rng.choice(law.points) if rng.random() < 0.5 else min(law.points, key=lambda x: masses[x])
    if kind == "left out":
        del masses[point]
    elif kind == "added":
        masses = {x: (1 - share) * w for x, w in masses.items()} | {rng.choice(fresh): share}
    elif kind == "tilted":
        masses[point] *= tiny(rng, most) if rng.random() < 0.7 else rng.choice((fmpq(1, 2), fmpq(2), fmpq(10), fmpq(10**6)))
    else:
        share *= masses[point]
        target = rng.choice([x for x in (*law.points, *fresh) if x != point])
        masses[point] -= share
        masses[target] = masses.get(target, fmpq(0)) + share
    total = sum(masses.values(), fmpq(0))
    return laws.FiniteLaw(list(masses), [w / total for w in masses.values()])


# --- functions ------------------------------------------------------------------------------------------------------------


def jumps(function: Function) -> list[fmpq]:
    """Numbers at which the term of a function changes."""
    found = {literal(n.args[2]) for n in walk(function.body) if n.head == "compare" and isinstance(n.args[2], Node)}
    return [fmpq(x.numerator, x.denominator) for x in sorted(x for x in found if x is not None)]


def falling(rng: random.Random, x: Node, low: fmpq, seen: Sequence[fmpq], most: int) -> Node:
    """A term that falls from 1 (or nearly) towards 0 as x rises from ``low``, and is not convex: in several steps, level and then straight down, arched, or a curve that is broken off.

    ``seen``: numbers that were drawn; steps are often there.
    """
    places = sorted({low + rng.choice((tiny(rng, most), *HANDY[:10])) for _ in range(rng.randint(1, 3))} | set(rng.sample(list(seen), min(len(seen), rng.randint(0, 2)))))
    kind, t = rng.random(), x - term(formula(low)) if low != 0 else x
    rate = formula(1 / rng.choice(HANDY[:10]))
    if kind < 0.5:
        heights = sorted((_height(rng, most) for _ in places), reverse=True)
        steps = [fmpq(1) if rng.random() < 0.7 else fmpq(1) - tiny(rng, most), *heights]
        steps.sort(reverse=True)
        if rng.random() < 0.4:
            steps[-1] = fmpq(0)
        found = term(formula(steps[-1]))
        for at, height in zip(places[::-1], steps[-2::-1], strict=True):
            found = Node("if", Node("compare", x, rng.choice(("<", "<=")), formula(at)), formula(height), found)
        return found
    if kind < 0.7:
        return Node("max", term(0), Node("min", term(1), 1 + formula(rng.choice((fmpq(1, 2), fmpq(1), fmpq(2)))) - rate * t))
    at = places[0]
    width = at - low
    if kind < 0.85:
        return Node("if", Node("compare", x, rng.choice(("<", "<=")), formula(at)), 1 - formula(fmpq(1, 2) / width**2) * t**2, formula(fmpq(rng.randint(0, 2), 4)))
    curve = exp(-rate * t)
    return Node("if", Node("compare", x, rng.choice(("<", "<=")), formula(at)), curve, formula(_height(rng, most)) * curve)


def _height(rng: random.Random, most: int) -> fmpq:
    kind = rng.random()
    return rng.choice((fmpq(0), fmpq(1, 2), fmpq(1, 4), fmpq(9, 10), fmpq(1, 10), fmpq(99, 100))) if kind < 0.7 else tiny(rng, most) if kind < 0.9 else 1 - tiny(rng, most)


__all__ = ["DIGITS", "FEW_DIGITS", "falling", "jumps", "level", "one_way", "tiny", "weights"]
