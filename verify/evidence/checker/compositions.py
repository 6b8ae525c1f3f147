"""Compositions: whether their tables are complete, and whether their parts follow a partition rule."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

from verify.evidence.checker.formula import Malformed
from verify.evidence.checker.laws import Composition, Point, Row, Universe
from verify.evidence.checker.numbers import Budget, Undecided

MOST = 20_000


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
    return any(_assigned(rule, c, kept) for kept in (True, False))


def _assigned(rule: str, c: Composition, in_place: bool) -> bool:
    """Whether one assignment explains all parts; a part keeps its records in place (others absent) or closes up."""
    assert c.parts is not None
    count = len(c.tables)

    def explains(row: Row, parts: tuple[Row, ...], homes: list[int]) -> bool:
        for i, part in enumerate(parts):
            kept = [record if home == i else None for record, home in zip(row, homes, strict=True)]
            if part != Row(kept if in_place else [record for record in kept if record is not None]):
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
