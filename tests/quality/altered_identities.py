"""Near misses of the identities on record: one constant, sign, exponent, term or factor of the conclusion is another one, so that the statement is false at an instance.

``python tests/quality/altered_identities.py`` asks all of them: whether the derivation on record, or any that is found, proves the altered statement. It exits with 1 if one does.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

from verify.claims.nodes import to_json
from verify.claims.registry import load_installed
from verify.evidence.checker.check import check_data
from verify.evidence.checker.comparisons import Stuck
from verify.evidence.checker.formula import digest, entries, names, stated, text_of
from verify.evidence.checker.numbers import Budget
from verify.evidence.checker.replay import derivation
from verify.gate import evidence

ROOT = Path(__file__).resolve().parents[2]
PAPERS = ("frdp", "gdp", "rpp", "wdp")
VALUES = tuple(map(Fraction, ("1/2", "2", "1/3", "3", "1", "3/4", "5/2", "1/5", "7/5", "0", "-1", "10", "-1/2", "9/10", "5")))
DRAWS = 8


@dataclass(frozen=True)
class Identity:
    """A statement that is proved on record, and its derivation there."""

    name: str
    statement: Any
    tree: Any


def identities() -> list[Identity]:
    """The statements of the four papers that are proved by identity on record."""
    papers, _ = load_installed(set(PAPERS))
    found = []
    for paper in PAPERS:
        for key, stored in evidence.read(ROOT / "verdicts", paper).items():
            if stored.data["kind"] == "identity" and "weakened" not in stored.data:
                (variant,) = [v for v in papers[paper].variants(key[0]) if v.key == key]
                found.append(Identity(" ".join(key), to_json(variant.formula), stored.data["evidence"]["derivation"]))
    return found


# --- one thing is another ------------------------------------------------------------------------------------------------------------


def altered(statement: Any) -> Iterator[tuple[str, Any]]:
    """The statement with one thing altered in its conclusion, and what it is."""
    if statement[0] == "forall":
        yield from ((what, ["forall", statement[1], body]) for what, body in altered(statement[2]))
    elif statement[0] == "implies" and statement[1][0] == "all":
        yield from ((what, ["implies", statement[1], body]) for what, body in altered(statement[2]))
    else:
        yield from _altered(statement)


def _altered(f: Any) -> Iterator[tuple[str, Any]]:
    if isinstance(f, str):
        if f not in ("oo", "-oo"):
            value = Fraction(f)
            yield "a constant", str(value + Fraction(1, 7))
            yield from [("a sign", str(-value))] if value else []
        return
    if not isinstance(f, list) or f[0] in ("word", "var"):
        return
    if f[0] in ("add", "mul") and len(f) > 2:
        for k in range(1, len(f)):
            rest = [*f[:k], *f[k + 1 :]]
            yield "a term" if f[0] == "add" else "a factor", rest if len(rest) > 2 else rest[1]
            if f[0] == "add":
                yield "a sign", [*f[:k], ["mul", "-1", f[k]], *f[k + 1 :]]
    if f[0] in ("exp", "erfc", "normal_cdf"):
        yield "a sign", [f[0], ["mul", "-1", f[1]]]
    if f[0] == "pow":
        yield "an exponent", ["pow", f[1], ["mul", "2", f[2]]]
        yield "an exponent", ["pow", f[1], ["add", "1", f[2]]]
    for k in range(1, len(f)):
        if f[0] == "compare" and k == 2:
            continue
        yield from ((what, [*f[:k], part, *f[k + 1 :]]) for what, part in _altered(f[k]))


# --- at an instance ------------------------------------------------------------------------------------------------------------------


def false_at(statement: Any, rng: Random) -> dict[str, str] | None:
    """An instance, drawn from a few fractions, at which the checker's evaluator confirms that a statement is false."""
    over = entries(statement) if statement[0] == "forall" else []
    numbers = [(names(pattern)[0], stated(where)) for pattern, where in over]
    for _ in range(DRAWS):
        instance = {name: _drawn(where, rng) for name, where in numbers if where[0] != "equals"}
        if check_data(certificate("witness", statement, {"instance": instance}, "REFUTED"), "near miss", Budget(4_000)).status == "confirmed":
            return instance
    return None


def _drawn(where: Any, rng: Random) -> str:
    if where[0] == "one_of":
        return str(rng.choice(where[1:]))
    value = rng.choice(VALUES)
    ends = [Fraction(end) if isinstance(end, str) and end not in ("oo", "-oo") else None for end in where[1:3]]
    if ends[0] is not None and ends[1] is None:
        value = ends[0] + abs(value)
    elif ends[0] is not None and ends[1] is not None:
        value = ends[0] + (ends[1] - ends[0]) * rng.choice(VALUES[:9]) % 1
    return str(value if where[0] != "integers" else Fraction(round(value)))


def certificate(kind: str, statement: Any, found: Any, status: str = "PROVED") -> dict[str, Any]:
    return {"schema": "claimcheck.certificate/1", "claim": "near/miss", "part": "main", "reading": "main", "digest": digest(statement), "implementation": "0" * 64, "statement": statement,
            "domain": statement[1] if statement[0] == "forall" else None, "kind": kind, "evidence": found, "trusted": [], "versions": {}, "command": "claimcheck run near/miss --reading main --effort standard --seed 0", "status": status}


def near_misses(chosen: list[Identity], seed: int = 0) -> Iterator[tuple[Identity, str, Any]]:
    """Altered statements that are false at an instance."""
    for one in chosen:
        for what, statement in altered(one.statement):
            if false_at(statement, Random(f"{seed} {one.name} {what}")) is not None:
                yield one, what, statement


def follows(tree: Any, statement: Any) -> bool:
    """Whether a derivation proves a statement."""
    return check_data(certificate("identity", statement, {"derivation": tree}), "near miss").status == "confirmed"


def found(statement: Any) -> bool:
    """Whether any derivation of a statement is found."""
    try:
        return isinstance(derivation(statement, lambda steps: None).find(), list)
    except (Stuck, ArithmeticError, ValueError, TypeError, LookupError, AttributeError):  # as in verify.engines.derivation
        return False


def main() -> int:
    wrong, asked = [], 0
    for one, what, statement in near_misses(identities()):
        asked += 1
        if follows(one.tree, statement) or found(statement):
            wrong.append(f"{one.name}: {what}: {text_of(statement)}")
    print("\n".join([*wrong, f"{len(wrong)} of {asked} near misses are proved"]))
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
