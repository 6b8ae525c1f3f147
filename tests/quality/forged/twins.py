"""Evidence for one statement in a certificate of its opposite, whole and with leaves of it altered: the opposite of a statement that holds everywhere on a domain that is not empty holds nowhere.

``python tests/quality/forged/twins.py [--each N] [--leaves N]`` takes N certificates of each kind on record (20 by default) and as many altered leaves of each (40), and prints what
the checker confirms: nothing.
"""

from __future__ import annotations

import argparse
import copy
import json
import random
import sys
from collections import defaultdict
from collections.abc import Iterator
from fractions import Fraction
from itertools import islice
from pathlib import Path
from typing import Any

from verify.claims.registry import load_installed
from verify.evidence.checker.check import check_data
from verify.evidence.checker.formula import digest
from verify.evidence.checker.numbers import Budget
from verify.gate import evidence
from verify.gate.lock import read
from verify.gate.locking import documents

RECORD = Path(__file__).resolve().parents[3] / "verdicts"
OPPOSITE = {"<=": ">", ">": "<=", "<": ">=", ">=": "<", "==": "!=", "!=": "=="}
LARGEST = 40_000
"""Characters of a stored certificate that is altered."""


def stored(each: int) -> dict[str, list[dict[str, Any]]]:
    """The smallest certificates on record by kind and status; of refutations those without free names, whose opposites are true."""
    found: dict[str, list[tuple[int, str, dict[str, Any]]]] = defaultdict(list)
    recorded = read(RECORD.with_suffix(".lock"))
    papers, _ = load_installed(set(recorded.papers()))
    for key, document in documents({key: one for key, one in recorded.statements.items() if one.evidence}, evidence.read_all(RECORD, papers), recorded, papers):
        text = json.dumps(document)
        if len(text) <= LARGEST and document["kind"] != "vacuous" and (document["status"] == "PROVED" or document["domain"] == ["()"]):
            found[f"{document['kind']} {document['status']}"].append((len(text), " ".join(key), json.loads(text)))
    return {kind: [document for *_, document in sorted(listed, key=lambda one: one[:2])[:each]] for kind, listed in sorted(found.items())}


def opposites(statement: Any) -> Iterator[Any]:
    """The statement with an opposite conclusion; hypotheses and domain stay."""
    if statement[0] == "forall":
        for body in _opposites(statement[2]):
            yield [*statement[:2], body]
    else:
        yield from _opposites(statement)


def _opposites(body: Any) -> Iterator[Any]:
    if body[0] == "implies":
        yield from ([body[0], body[1], goal] for goal in _opposites(body[2]))
        return
    relation = body[2][1] if body[0] == "compare" else None
    if relation in OPPOSITE:
        yield ["compare", body[1], ["word", OPPOSITE[relation]], body[3]]
    if body[0] in ("all", "any"):
        yield ["any" if body[0] == "all" else "all", *(["not", part] for part in body[1:])]
    yield ["not", body]


def twins(document: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Certificates of the opposites with the same evidence and status; the sides that evidence copies are those of the opposite."""
    for statement in opposites(document["statement"]):
        twin = copy.deepcopy(document) | {"statement": statement, "digest": digest(statement)}
        goal = statement[2] if statement[0] == "forall" else statement
        goal = goal[2] if goal[0] == "implies" else goal
        if "relation" in twin["evidence"] and goal[0] == "compare":
            twin["evidence"]["relation"] = goal[2][1]
        yield twin


def leaves(data: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    if isinstance(data, dict | list):
        for key, item in data.items() if isinstance(data, dict) else enumerate(data):
            yield from leaves(item, (*path, key))
    else:
        yield path


def altered(leaf: Any) -> list[Any]:
    """Other contents of a leaf."""
    if isinstance(leaf, bool) or leaf is None:
        return ["1"]
    if isinstance(leaf, int):
        return [leaf + 1, 0, -leaf]
    if leaf in OPPOSITE:
        return [OPPOSITE[leaf]]
    try:
        number = Fraction(leaf)
    except (ValueError, ZeroDivisionError):
        return ["oo", "0", ""]
    return [str(number + 1), str(-number), "0", "oo"]


def alterations(document: dict[str, Any], most: int, seed: int) -> Iterator[dict[str, Any]]:
    """The certificate itself, and with leaves of its evidence altered, one at a time."""
    yield document
    made = [(path, new) for path in leaves(document["evidence"]) for new in altered(_at(document["evidence"], path))]
    for path, new in random.Random(seed).sample(made, min(most, len(made))):
        changed = copy.deepcopy(document)
        _at(changed["evidence"], path[:-1])[path[-1]] = new
        yield changed
    for status in {"PROVED", "REFUTED", "SUPPORTED"} - {document["status"]}:
        yield document | {"status": status, "evidence": document["evidence"] | ({"status": status} if "status" in document["evidence"] else {})}


def _at(data: Any, path: tuple[Any, ...]) -> Any:
    for key in path:
        data = data[key]
    return data


def right(document: dict[str, Any], original: dict[str, Any]) -> bool:
    """Whether what a twin says is true: only the other status of the opposite of a statement without names."""
    return document["status"] != original["status"] and original["domain"] == ["()"]


def confirmed(each: int, most: int, seed: int = 0, forms: int = 9) -> tuple[int, list[dict[str, Any]]]:
    """How many forgeries were judged, of so many forms of each opposite, and those that the checker confirmed although they are false."""
    count, wrong = 0, []
    for originals in stored(each).values():
        for original in originals:
            for twin in islice(twins(original), forms):
                for forged in alterations(twin, most, seed):
                    count += 1
                    if not right(forged, original) and check_data(json.loads(json.dumps(forged)), "forged", Budget(200_000, 3.0)).status == "confirmed":
                        wrong.append(forged)
            for forged in alterations(original, 0, seed):  # the statement itself with another status
                count += 1
                if forged["status"] != original["status"] and check_data(json.loads(json.dumps(forged)), "forged", Budget(200_000, 3.0)).status == "confirmed":
                    wrong.append(forged)
    return count, wrong


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Forged certificates from those on record.")
    parser.add_argument("--each", type=int, default=20)
    parser.add_argument("--leaves", type=int, default=40)
    options = parser.parse_args()
    judged, wrong = confirmed(options.each, options.leaves)
    for one in wrong:
        print(one["kind"], one["status"], one["claim"], one["part"], one["reading"])
    print(f"{judged} forgeries, {len(wrong)} confirmed")
    sys.exit(bool(wrong))
