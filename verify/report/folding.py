"""Many readings folded to few lines: a shortest decision list, and which choice changes which line of a statement."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

Choices = Mapping[str, str]
#: Stands for "this choice has no place here" (a reading nested in an option that was not taken).
ABSENT = ""


@dataclass(frozen=True, slots=True)
class Rule:
    """Under ``conditions`` (choice, options) the value is ``value``; ``rows`` are the positions that fall under it."""

    conditions: tuple[tuple[str, tuple[str, ...]], ...]
    value: str
    rows: tuple[int, ...]


_Tree = str | tuple[str, tuple[tuple[tuple[str, ...], "_Tree"], ...]]


def decision_list(choices: Sequence[Choices], values: Sequence[str]) -> list[Rule]:
    """The fewest rules that give every row its value.

    Parameters
    ----------
    choices : sequence of mappings
        Option taken for each choice, one mapping per row; a choice without a place in a row is missing from it.
    values : sequence of str
        What is grouped, one per row.

    Returns
    -------
    list of Rule
        Disjoint rules that together cover all rows. Rows that agree in every choice and differ in value
        each keep a rule of their own, so nothing is merged.
    """
    names = list(dict.fromkeys(name for row in choices for name in row))
    memo: dict[frozenset[int], tuple[int, _Tree]] = {}

    def solve(rows: frozenset[int]) -> tuple[int, _Tree]:
        found = {values[row] for row in rows}
        if len(found) == 1:
            return 1, found.pop()
        if rows in memo:
            return memo[rows]
        best: tuple[int, _Tree] | None = None
        for name in names:
            split = _split(rows, choices, name)
            if len(split) < 2:
                continue
            branches: dict[_Tree, list[str]] = {}
            cost = 0
            for option, part in split.items():
                size, tree = solve(part)
                if tree not in branches:
                    cost += size
                branches.setdefault(tree, []).append(option)
            if len(branches) > 1 and (best is None or cost < best[0]):
                best = cost, (name, tuple((tuple(options), tree) for tree, options in branches.items()))
        memo[rows] = best or (len(rows), "")
        return memo[rows]

    everything = frozenset(range(len(values)))
    return _rules(solve(everything)[1], (), everything, choices, values) if values else []


def _split(rows: frozenset[int], choices: Sequence[Choices], name: str) -> dict[str, frozenset[int]]:
    parts: dict[str, set[int]] = {}
    for row in sorted(rows):
        parts.setdefault(choices[row].get(name, ABSENT), set()).add(row)
    return {option: frozenset(part) for option, part in parts.items()}


def _rules(
    tree: _Tree,
    conditions: tuple[tuple[str, tuple[str, ...]], ...],
    rows: frozenset[int],
    choices: Sequence[Choices],
    values: Sequence[str],
) -> list[Rule]:
    if not isinstance(tree, str):
        name, branches = tree
        return [
            rule
            for options, branch in branches
            for rule in _rules(
                branch,
                (*conditions, (name, options)),
                frozenset(row for row in rows if choices[row].get(name, ABSENT) in options),
                choices,
                values,
            )
        ]
    found = list(dict.fromkeys(values[row] for row in sorted(rows)))
    return [Rule(conditions, value, tuple(sorted(row for row in rows if values[row] == value))) for value in found]


def deciding(choices: Sequence[Choices], values: Sequence[str]) -> tuple[str, ...] | None:
    """The fewest choices that determine ``values``; the empty tuple where it never changes, None where none do."""
    names = list(dict.fromkeys(name for row in choices for name in row))
    for size in range(len(names) + 1):
        for subset in combinations(names, size):
            seen: dict[tuple[str, ...], str] = {}
            if all(
                seen.setdefault(tuple(row.get(name, ABSENT) for name in subset), value) == value
                for row, value in zip(choices, values, strict=True)
            ):
                return subset
    return None
