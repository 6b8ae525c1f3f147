"""Compositions: whether their tables are complete, whether their parts follow a partition rule, and two joint laws of many steps, by counts."""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from verify.evidence.checker.formula import Malformed, argument, head, text_of
from verify.evidence.checker.laws import Composition, Finite, Point, Row, Universe, finite
from verify.evidence.checker.numbers import ONE, ZERO, Budget, Undecided
from verify.evidence.checker.truth import Env

if TYPE_CHECKING:
    from verify.evidence.checker.evaluate import Evaluator

MOST = 20_000
BY_COUNTS = frozenset({"hockey_stick", "renyi", "total_variation", "l1_distance"})
"""Quantities that outcomes with one pair of masses may be gathered for."""


def by_counts(e: Evaluator, f: Any, env: Env) -> tuple[Finite, Finite] | None:
    """For a divergence of the joint laws of one composition on two data sets that are too long to list: two laws with the same divergence; None for others.

    Steps that are independent of the past and have the same pairs of masses differ in nothing; of such a group it only matters how often each pair was met.
    """
    if f[0] not in BY_COUNTS or head(argument(f, 0)) != "joint" or head(argument(f, 1)) != "joint":
        return None
    one, two = argument(f, 0), argument(f, 1)
    if text_of(argument(one, 0)) != text_of(argument(two, 0)):
        return None
    c = e.instance(Composition, argument(one, 0), env)
    if len(c.coins) != len(c.tables) or any(c.sees_past(i) for i in range(len(c.tables))) or math.prod(len(coin.points) for coin in c.coins) <= MOST:
        return None
    rows = [e.instance(Row, argument(law, 1), env) for law in (one, two)]
    groups: Counter[tuple[tuple[Fraction, Fraction], ...]] = Counter()
    for i in range(len(c.tables)):
        p, q = (c.step(i, c.part(i, row), Point()).table for row in rows)
        groups[tuple(sorted((p.get(x, ZERO), q.get(x, ZERO)) for x in p.keys() | q.keys()))] += 1
    classes = 1
    for pairs, copies in groups.items():
        classes *= math.comb(copies + len(pairs) - 1, copies)
    if classes > MOST:
        raise Undecided("a composition with too many outcomes")
    e.budget.spend(classes)
    whole: list[tuple[Fraction, Fraction]] = [(ONE, ONE)]
    for pairs, copies in groups.items():
        runs = list(_gathered(pairs, copies))
        whole = [(a * x, b * y) for a, b in whole for x, y in runs]
    return finite((Fraction(k), a) for k, (a, _) in enumerate(whole)), finite((Fraction(k), b) for k, (_, b) in enumerate(whole))


def _gathered(pairs: tuple[tuple[Fraction, Fraction], ...], copies: int) -> Iterator[tuple[Fraction, Fraction]]:
    """Both masses of all outcomes of so many steps in which each pair is met so often, for all ways to be met."""
    (a, b), rest = pairs[0], pairs[1:]
    if not rest:
        yield a**copies, b**copies
        return
    for times in range(copies + 1):
        ways = math.comb(copies, times)
        for x, y in _gathered(rest, copies - times):
            yield ways * a**times * x, ways * b**times * y


def complete(budget: Budget, c: Composition, universe: Universe, i: int) -> bool:
    """Whether mechanism i has exactly one output for each data set it can meet, each earlier output and each coin."""
    table = c.tables[i]
    keys = {(d, past, coin) for d, past, coin, _ in table}
    data, pasts = {d for d, _, _ in keys}, {past for _, past, _ in keys}
    coins = set(c.coin(i).points)
    budget.spend(len(table))
    if (
        len(keys) != len(table)
        or len(keys) != len(data) * len(pasts) * len(coins)
        or {coin for _, _, coin in keys} != coins
    ):
        return False
    wanted = {c.part(i, row) for row in universe.rows}
    if not wanted <= data or (c.parts is None and data != wanted):
        return False
    outputs = [sorted({entry[3] for entry in c.tables[j]}, key=repr) for j in range(i)]
    if pasts == {Point()}:
        return True
    count = 1
    for choices in outputs:
        count *= len(choices)
    return (
        count <= MOST and {Point(p) for p in itertools.product(*outputs)} <= pasts and all(len(p) == i for p in pasts)
    )


def fits(rule: str, c: Composition, universe: Universe) -> bool:
    """Whether the parts follow the rule: each record goes to exactly one part; which one depends on its position, its value, or all of the data."""
    if rule not in ("by-position", "by-value", "by-the-whole"):
        raise Malformed(f"a partition rule is by-position, by-value or by-the-whole, got {rule[:40]!r}")
    assert c.parts is not None
    if (
        len(c.parts) != len(universe.rows)
        or {row for row, _ in c.parts} != set(universe.rows)
        or any(len(p) != len(c.tables) for _, p in c.parts)
    ):
        return False
    return _assigned(rule, c)


def _assigned(rule: str, c: Composition) -> bool:
    """Whether one assignment explains all parts; a part keeps its records in place, and the others are absent."""
    assert c.parts is not None
    count = len(c.tables)

    def explains(row: Row, parts: tuple[Row, ...], homes: list[int]) -> bool:
        for i, part in enumerate(parts):
            kept = [record if home == i else None for record, home in zip(row, homes, strict=True)]
            if part != Row(kept):
                return False
        return True

    if rule == "by-the-whole":
        return all(
            any(explains(row, parts, list(homes)) for homes in _choices(count, len(row))) for row, parts in c.parts
        )
    if rule == "by-position":
        length = len(c.parts[0][0])
        return any(
            all(explains(row, parts, list(homes)) for row, parts in c.parts) for homes in _choices(count, length)
        )
    values = sorted({record for row, _ in c.parts for record in row}, key=repr)
    return any(
        all(explains(row, parts, [homes[values.index(r)] for r in row]) for row, parts in c.parts)
        for homes in _choices(count, len(values))
    )


def _choices(count: int, length: int) -> Iterator[tuple[int, ...]]:
    if count**length > MOST:
        raise Undecided("a partition with too many possible rules")
    return itertools.product(range(count), repeat=length)
