"""Parts of the domain on which a false statement about numbers is seen to hold: bounds on a few numbers beyond which no instance that was drawn fails.

Instances are drawn over the whole domain and judged by floats and balls at little precision. One, two or three bounds that leave out every instance that fails, and as few of the
others as possible, make a part; more instances are drawn in it, and where one fails the bounds are chosen anew. Nothing here proves: the statement on a part is decided like any other.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

import numpy as np
from flint import fmpq

from verify.claims.nodes import Node, pattern_names
from verify.claims.sets import NUMBERS, stated
from verify.claims.weaker import Cut, within
from verify.engines import binders
from verify.engines import evaluate as ev
from verify.engines.draw import Candidates
from verify.engines.membership import contains
from verify.engines.task import Task
from verify.engines.truth import Truth
from verify.quantities import enclosures
from verify.values import numbers, rounding
from verify.values.numbers import NoValue

DRAWN, AGAIN, ROUNDS = 200, 80, 40
"""Instances of the whole domain, and of a part in each round, and how many rounds there are."""
ONE = 500
"""Units of work on one instance."""
WORK = 8_000
"""Units of work on all of them."""
FEWEST = 8
"""Instances in a part, of those drawn over the whole domain, below which it is none."""
ENDS = 24
"""Ends that are tried for each name, the simplest fractions first."""
VALUES = 3
"""Values that a number takes, at least, among the instances of a part that bounds it: a range that is left with one value is no part of it."""
MOST, STARTS = 5, 40
"""Bounds of one part, and how many pairs of bounds it may grow from."""
PER_BOUND = 0.7
"""How much larger a part has to be for each further bound."""
FAILED = (ev.NoRoute, NoValue, ArithmeticError, ValueError, TypeError, KeyError)


@dataclass(frozen=True, slots=True)
class Part:
    """A part of the domain, with the share of the instances drawn over the whole domain that lie in it."""

    cuts: tuple[Cut, ...]
    share: float

    @property
    def words(self) -> str:
        """The bounds in words, those of one name together: ``-1 ≤ x ≤ 5 and σ ≤ 2``."""
        by_name: dict[str, list[Cut]] = {}
        for cut in self.cuts:
            by_name.setdefault(cut.name, []).append(cut)
        told = []
        for cuts in by_name.values():
            low, high = ([cut for cut in cuts if cut.relation == relation] for relation in (">=", "<="))
            told.append(f"{low[0].end} ≤ {high[0].words}" if len(low) == len(high) == 1 else " and ".join(cut.words for cut in cuts))
        return " and ".join(told)


@dataclass
class Seen:
    """Instances with what the statement is there: those of the whole domain, and further ones at which it fails."""

    task: Task
    rng: random.Random
    good: list[dict[str, Fraction]] = field(default_factory=list)
    bad: list[dict[str, Fraction]] = field(default_factory=list)
    failed: int = 0
    """Instances of the whole domain at which it fails, of those drawn over it."""

    def draw(self, task: Task, count: int, keep: bool) -> bool:
        """Judge so many more instances of a task, of which those that hold are kept if wanted; whether none of them fails. Raises OutOfWork."""
        failing = len(self.bad)
        for _ in range(count):
            env = drawn(task, self.rng)
            if env is None:
                continue
            answer = judged(task, env)
            if answer is Truth.FALSE:
                self.bad.append(_numbers(env))
                self.failed += keep
                if not keep:
                    return False
            elif answer is Truth.TRUE and keep:
                self.good.append(_numbers(env))
        return len(self.bad) == failing


def concerns(task: Task) -> bool:
    """Whether a statement is about numbers alone."""
    return bool(task.forall) and all(isinstance(pattern, Node) and stated(where).head in NUMBERS for pattern, where in task.forall)


def parts(task: Task, failing: Sequence[Mapping[str, Any]]) -> Generator[Part, Mapping[str, Any] | None, None]:
    """Parts of the domain on which the statement may hold, until none is left or the caller asks for no more. It may send an instance of the last part at which the statement fails.

    ``failing``: instances of numbers at which the statement is known to fail.
    """
    if not concerns(task):
        return
    seen = Seen(task, random.Random(task.stream("parts")), bad=[found for one in failing if (found := fractions(one))])
    if not seen.bad:
        return
    try:
        with enclosures.allowance(WORK):
            seen.draw(task, DRAWN, keep=True)
    except enclosures.OutOfWork:
        pass
    for _ in range(ROUNDS):
        part = chosen(task, seen)
        if part is None:
            return
        inside = replace(task, variant=within(task.variant, part.cuts))
        try:
            with enclosures.allowance(WORK // 4):
                holds = seen.draw(inside, AGAIN, keep=False)
        except enclosures.OutOfWork:
            holds = True
        if not holds:
            continue
        refuting = yield part
        if refuting is None or not (found := fractions(refuting)):
            return
        seen.bad.append(found)


# --- instances -------------------------------------------------------------------------------------------------------------


def drawn(task: Task, rng: random.Random) -> ev.Env | None:
    """An instance of numbers: spread over many sizes on half-lines, evenly between two ends, now and then at an end. None where none obeys the hypotheses."""
    env: ev.Env = {}
    c = ev.Context(64)
    try:
        for pattern, where in task.forall:
            value = _member(stated(where), env, c, rng)
            if value is None:
                return None
            env = binders.bind(pattern, value, env)
        with enclosures.allowance(ONE):
            return env if all(ev.holds(h, env, precisions=ev.PRECISIONS[:1])[0] is Truth.TRUE for h in task.given) else None
    except FAILED:
        return None


def _member(where: Node, env: ev.Env, c: ev.Context, rng: random.Random) -> Any:
    if where.head == "one_of":
        return ev.value(rng.choice([a for a in where.args if isinstance(a, Node)]), env, c)
    if where.head == "equals":
        return ev.argument_value(where, 0, env, c)
    low, high = (_inside(ev.argument_value(where, k, env, c), k) for k in (0, 1))
    found: Any
    if where.head == "integers":
        low, high = None if low is None else -(-low.p // low.q), None if high is None else high.p // high.q
        if low is not None and high is not None:
            found = fmpq(low + rng.randint(0, min(64, max(0, int(high - low)))))
        else:
            step = rng.choice((0, 0, 1, 1, 2, 3, 4, 6, 9, 15))
            found = fmpq(low + step if low is not None else high - step if high is not None else rng.choice((-1, 1)) * step)
    elif low is not None and high is not None:
        share = rng.choice((fmpq(0), fmpq(1), fmpq(1, 64), fmpq(63, 64))) if rng.random() < 0.3 else fmpq(rng.randint(1, 15), 16)
        found = low + (high - low) * share
    else:
        size = fmpq(0) if rng.random() < 0.12 else fmpq(2) ** rng.randint(-6, 6) * fmpq(rng.choice((4, 4, 5, 6, 7)), 4)
        found = low + size if low is not None else high - size if high is not None else size * rng.choice((-1, 1))
    return found if contains(where, found, env, c) is Truth.TRUE else None


def _inside(end: Any, which: int) -> Any:
    """A fraction at an end of a range, or a little inside where the end is no fraction; None for an infinite end."""
    if isinstance(end, fmpq):
        return end
    if isinstance(end, float):
        return None
    value = fmpq(round(numbers.to_float(end) * 2**20), 2**20)
    return value + fmpq(1, 2**19) if which == 0 else value - fmpq(1, 2**19)


def judged(task: Task, env: ev.Env) -> Truth:
    """Whether the statement holds at an instance, as far as little work tells."""
    try:
        with enclosures.allowance(ONE):
            return ev.holds(task.states, env, Candidates(task.stream("inner")), precisions=ev.PRECISIONS[:1])[0]
    except FAILED:
        return Truth.UNDECIDED


def _numbers(env: ev.Env) -> dict[str, Fraction]:
    return {name: Fraction(int(value.p), int(value.q)) for name, value in env.items() if isinstance(value, fmpq)}


def fractions(instance: Mapping[str, Any]) -> dict[str, Fraction]:
    """The finite numbers of a stored instance."""
    found = {}
    for name, value in instance.items():
        try:
            found[name] = Fraction(str(value))
        except ValueError:
            continue
    return found


# --- bounds ----------------------------------------------------------------------------------------------------------------


def chosen(task: Task, seen: Seen) -> Part | None:
    """The bounds that leave out every instance that fails and the fewest of those that hold."""
    good, bad = seen.good, seen.bad
    cuts = list(_cuts(task, good, bad)) if len(good) >= FEWEST else []
    if not cuts:
        return None
    keeps = np.array([[_lies(one, cut) for one in good] for cut in cuts])
    leaves = np.array([[_lies(one, cut) for one in bad] for cut in cuts])
    wide = [pattern_names(pattern)[0] for pattern, where in task.forall if stated(where).head == "interval"]
    best: tuple[float, int, tuple[int, ...]] | None = None
    for found in _sets_of_cuts(keeps, leaves):
        inside = keeps[list(found)].all(axis=0)
        kept = int(inside.sum())
        if kept >= FEWEST and (best is None or kept * PER_BOUND ** len(found) > best[0]):
            bounded = {cuts[k].name for k in found} & {*wide}
            if all(len({good[n][name] for n in np.flatnonzero(inside)}) >= VALUES for name in bounded):
                best = kept * PER_BOUND ** len(found), kept, found
    return None if best is None else Part(tuple(cuts[k] for k in best[2]), best[1] / (len(good) + seen.failed))


def _sets_of_cuts(keeps: Any, leaves: Any) -> Iterator[tuple[int, ...]]:
    """Sets of bounds that together leave out what fails: single ones, pairs, and what the most telling pairs grow to."""
    yield from ((int(k),) for k in np.flatnonzero(~leaves.any(axis=1)))
    kept = keeps.astype(int) @ keeps.astype(int).T
    left = leaves.astype(int) @ leaves.astype(int).T
    first, second = np.triu_indices(len(keeps), 1)
    kept, left = kept[first, second], left[first, second]
    enough = kept >= FEWEST
    yield from ((int(i), int(j)) for i, j in zip(first[enough & (left == 0)], second[enough & (left == 0)], strict=True))
    rate = np.where(enough & (left > 0), left / np.maximum(kept, 1), np.inf)
    for at in np.argsort(rate, kind="stable")[:STARTS]:
        if not np.isfinite(rate[at]):
            return
        grown = _grown((int(first[at]), int(second[at])), keeps, leaves)
        if grown:
            yield grown


def _grown(start: tuple[int, ...], keeps: Any, leaves: Any) -> tuple[int, ...]:
    """The bounds with further ones, each the one that leaves out most of what fails for what it costs; empty where they do not suffice."""
    found, good, bad = start, keeps[list(start)].all(axis=0), leaves[list(start)].all(axis=0)
    while bad.any():
        kept, left = (keeps & good).sum(axis=1), (leaves & bad).sum(axis=1)
        worth = np.where((kept >= FEWEST) & (left < bad.sum()), left / np.maximum(kept, 1), np.inf)
        k = int(np.argmin(worth))
        if len(found) == MOST or not np.isfinite(worth[k]):
            return ()
        found, good, bad = (*found, k), good & keeps[k], bad & leaves[k]
    return found


def _cuts(task: Task, good: Sequence[dict[str, Fraction]], bad: Sequence[dict[str, Fraction]]) -> Iterator[Cut]:
    for pattern, where in task.forall:
        name = pattern_names(pattern)[0]
        if stated(where).head == "equals":
            continue
        values = sorted({one[name] for one in (*good, *bad) if name in one})
        ends = dict.fromkeys((*values[:1], *(_simplest(low, high) for low, high in itertools.pairwise(values)), *values[-1:]))
        for end in sorted(ends, key=lambda v: (v.denominator + abs(v.numerator), v))[:ENDS]:
            for relation in ("<=", ">="):
                cut = Cut(name, relation, end)
                if not all(_lies(one, cut) for one in bad):
                    yield cut


def _simplest(low: Fraction, high: Fraction) -> Fraction:
    """The simplest fraction between two, these included: where one bounds a range, no instance lies between."""
    found = rounding.simplest_between(fmpq(low.numerator, low.denominator), fmpq(high.numerator, high.denominator))
    return Fraction(int(found.p), int(found.q))


def _lies(one: Mapping[str, Fraction], cut: Cut) -> bool:
    value = one.get(cut.name)
    return value is None or (value <= cut.end if cut.relation == "<=" else value >= cut.end)


__all__ = ["Part", "concerns", "parts"]
