"""False statements about distributions and kernels: textbook lemmas that are slightly changed, each with an exact instance at which it fails.

``python tests/quality/near_misses.py 0 1 3600 tests/quality/near_misses.json`` changes all lemmas again and searches for instances, for an hour at most.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from fractions import Fraction
from functools import cache
from itertools import zip_longest
from pathlib import Path
from typing import Any

from verify.claims.claim import Variant
from verify.claims.nodes import Node
from verify.engines import search
from verify.engines.lemmas.linking import about
from verify.engines.task import EFFORTS, Status, Task
from verify.evidence.checker.certificate import Certificate
from verify.evidence.checker.formula import argument, digest, entries, head, word
from verify.evidence.checker.lemmas import textbook

STORED = Path(__file__).with_suffix(".json")
LONGEST = 2000
"""Characters of an instance that is kept."""
OF_TWO = ("renyi", "hockey_stick", "wasserstein", "total_variation", "kantorovich", "shifted_renyi", "trimmed_renyi", "least_exceedance")
ORDERED = {"renyi": 3, "wasserstein": 3, "hockey_stick": 3, "moment": 2}
OTHER = {"<=": "<", ">=": ">", "<": ">", ">": "<", "==": "<"}


def places(f: Any, path: tuple[int, ...] = ()) -> Iterator[tuple[tuple[int, ...], Any]]:
    """All parts of a formula with the way to them."""
    yield path, f
    if isinstance(f, list) and f and f[0] not in ("word", "law"):
        for k, part in enumerate(f[1:], 1):
            yield from places(part, (*path, k))


def put(f: Any, path: tuple[int, ...], new: Any) -> Any:
    """The formula with another part at a place."""
    if not path:
        return new
    return [*f[: path[0]], put(f[path[0]], path[1:], new), *f[path[0] + 1 :]]


def conclusion(f: Any) -> tuple[int, ...]:
    """The way to what is stated, behind quantifiers and hypotheses."""
    path: tuple[int, ...] = ()
    while head(f) in ("forall", "implies"):
        path, f = (*path, 2), argument(f, 1)
    return path


def at(f: Any, path: tuple[int, ...]) -> Any:
    for k in path:
        f = f[k]
    return f


def comparisons(states: Any, path: tuple[int, ...]) -> Iterator[tuple[str, tuple[int, ...], Any]]:
    """Changes of a comparison: a factor, a room, a root of the claimed side, a relation."""
    small, relation, large = states[1], word(states[2]), states[3]
    less = relation in ("<=", "<", "==")
    yield "a factor", path, [*states[:3], ["mul", "9/10" if less else "11/10", large]]
    yield "a larger factor", path, [*states[:3], ["mul", "1/2" if less else "2", large]]
    yield "a number that is too much", path, [*states[:3], ["add", "-1/10" if less else "1/10", large]]
    yield "a root", path, [*states[:3], ["pow", ["max", "0", large], "2" if less else "1/2"]]
    yield "the other root", path, [*states[:3], ["pow", ["max", "0", large], "1/2" if less else "2"]]
    yield "turned", path, [states[0], large, states[2], small]
    yield "strict for weak", path, ["compare", small, ["word", OTHER[relation]], large]
    yield "equal for weak", path, ["compare", small, ["word", "=="], large]


def parts(states: Any, path: tuple[int, ...]) -> Iterator[tuple[str, tuple[int, ...], Any]]:
    """Changes of a part of the conclusion: arguments swapped, an order, a norm, a constant, a part left out."""
    for inner, part in places(states):
        where = (*path, *inner)
        if head(part) in OF_TWO:
            yield "swapped arguments", where, [part[0], part[2], part[1], *part[3:]]
        if head(part) in ORDERED and len(part) > ORDERED[head(part)] and part[ORDERED[head(part)]] is not None:
            k = ORDERED[head(part)]
            yield "a larger order", (*where, k), ["add", part[k], "1"]
            yield "a smaller order", (*where, k), ["mul", "1/2", part[k]]
        if head(part) == "wasserstein" and part[4] is not None:
            yield "the norm of order 1", (*where, 4), "1"
            yield "the norm of order oo", (*where, 4), "oo"
        if head(part) in ("add", "max", "min") and len(part) > 2:
            for k in range(1, len(part)):
                yield "a part left out", where, [part[0], *part[1:k], *part[k + 1 :]]
            yield "another function", where, [{"add": "max", "max": "min", "min": "max"}[part[0]], *part[1:]]
        if isinstance(part, str) and part not in ("oo", "-oo", "0"):
            for words, factor in (("a constant less by a tenth", "9/10"), ("a constant more by a tenth", "11/10")):
                yield words, where, str(Fraction(part) * Fraction(factor))


def conditions(f: Any) -> Iterator[tuple[str, tuple[int, ...], Any]]:
    """Changes of what is asked for: a hypothesis is dropped, a range is wider."""
    path: tuple[int, ...] = ()
    while head(f) in ("forall", "implies"):
        if head(f) == "implies" and head(f[1]) == "all":
            for k in range(1, len(f[1])):
                yield "a hypothesis dropped", (*path, 1), [*f[1][:k], *f[1][k + 1 :]]
        elif head(f) == "forall":
            for k, (_, place) in enumerate(entries(f), 1):
                where = (*path, 1, k, 2)
                if head(place) == "interval":
                    ends = [place[1], place[2]]
                    for j in (1, 2):
                        if place[j] not in ("oo", "-oo") and word(place[j + 2]) == "open":
                            yield "an end that belongs to a range", (*where, j + 2), ["word", "closed"]
                    if isinstance(ends[0], str) and ends[0] not in ("oo", "-oo"):
                        yield "a wider range", (*where, 1), str(Fraction(ends[0]) - Fraction(1, 2))
                        yield "a much wider range", (*where, 1), str(Fraction(ends[0]) - 2)
                    if isinstance(ends[0], list):
                        yield "a range that begins anywhere", (*where, 1), "0"
                    if isinstance(ends[1], str) and ends[1] not in ("oo", "-oo"):
                        yield "a range that ends later", (*where, 2), str(Fraction(ends[1]) + 1)
                if head(place) == "laws" and any(part not in (None, ["word_", ["word", "any"]]) for part in place[2:]):
                    yield "any distribution", where, [*place[:2], ["word_", ["word", "any"]], ["word_", ["word", "any"]], None]
                if head(place) == "maps" and place[3] is not None:
                    yield "any map", where, [*place[:3], None]
        path, f = (*path, 2), f[2]


def changed(f: Any) -> dict[str, Any]:
    """Statements that differ from a true one in one place, by what was done and where."""
    path = conclusion(f)
    states = at(f, path)
    found: dict[str, Any] = {}
    known = {digest(f)}
    for words, where, new in (*(comparisons(states, path) if head(states) == "compare" else ()), *parts(states, path), *conditions(f)):
        one = put(f, where, new)
        if digest(one) not in known:
            known.add(digest(one))
            found[f"{words} at {'.'.join(map(str, where))}"] = one
    return found


def stored() -> dict[str, dict[str, Any]]:
    """For each lemma and change the instance at which the changed statement is false."""
    found: dict[str, dict[str, Any]] = json.loads(STORED.read_text(encoding="utf-8"))
    return found


@cache
def false_statements() -> dict[tuple[str, str], tuple[Any, Any]]:
    """Changed lemmas that are in the textbook now, with the instances at which they fail."""
    return {(lemma, change): (statements[change], instance)
            for lemma, instances in stored().items() if lemma in textbook() for statements in [changed(textbook()[lemma])]
            for change, instance in instances.items() if change in statements}


def task_of(statement: Any, effort: str = "quick") -> Task:
    """The task of deciding a statement."""
    task = Task(Variant("near/miss", "main", "main", {}, (), (), Node("all")), EFFORTS[effort])
    return about(task, Certificate("near/miss", "main", "main", "", statement, "lemmas", "PROVED", {}))


def instances(share: int, shares: int, seconds: float) -> dict[str, dict[str, Any]]:
    """Instances at which changed lemmas fail, the first changes of all lemmas first; of one share of the lemmas, those found in so many seconds."""
    one_each = {lemma.partition("|")[0]: lemma for lemma in textbook()}
    queues = [[(lemma, change, one) for change, one in changed(textbook()[lemma]).items()] for lemma in list(one_each.values())[share::shares]]
    found: dict[str, dict[str, Any]] = {}
    end = time.monotonic() + seconds
    for lemma, change, one in (entry for row in zip_longest(*queues) for entry in row if entry is not None):
        if time.monotonic() > end:
            break
        with suppress(Exception):  # what is changed may have no meaning
            finding = search.decide(task_of(one))
            if finding.status is Status.REFUTED and finding.kind == "witness" and len(json.dumps(finding.evidence["instance"])) < LONGEST:
                found.setdefault(lemma, {})[change] = {key: finding.evidence[key] for key in ("instance", "inner") if key in finding.evidence}
    return found


if __name__ == "__main__":
    share, shares, seconds, out = sys.argv[1:]
    Path(out).write_text(json.dumps(instances(int(share), int(shares), float(seconds)), indent=0) + "\n", encoding="utf-8")
