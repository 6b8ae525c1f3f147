"""Verdicts in one sentence each, made of stored numbers when they are printed."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from verify.evidence.resting import derivation
from verify.evidence.undecided import letters, reason
from verify.evidence.unproved import why

DENIED = {"<=": ">", "<": ">=", ">=": "<", ">": "<=", "==": "≠", "rounds to": "does not round to"}
"""What is seen where a relation fails."""
DIGITS = (4, 6, 9, 12)
"""Significant digits: the fewest that tell the two sides apart."""
MOST_NAMES = 14
MOST_CHARACTERS = 70
"""Of an instance and of one value in it; the certificate holds all."""
_SIDE = r"(\[[^]]*\]|\([^)]*\)|\S+)"
MEASURED = re.compile(rf"measured {_SIDE} (<=|<|>=|>|==|rounds to) claimed {_SIDE} is (false|true, and denied)(?: (at .*|in the run.*))?$")
_PLAIN = re.compile(r"false: (-?[\d.]+(?:e-?\d+)?) (<=|<|>=|>|==) (-?[\d.]+(?:e-?\d+)?)$")
_SPLIT = re.compile(r"^(?P<told>.*?),?(?: at (?P<place>\w+ = .*))?$", re.DOTALL)


def sentence(row: Mapping[str, Any], folder: Path | None = None) -> str:
    """What a row of ``results.json`` says. ``folder``: of its results, for the instance in its certificate."""
    if row["status"] == "REFUTED":
        return refuted(str(row["summary"]), _evidence(row, folder))
    return undecided(row) if row["status"] == "UNDECIDED" else str(row["summary"])


def telling(row: Mapping[str, Any], folder: Path | None = None) -> str:
    """The instance at which the statement fails with all weakenings allowed for; empty where there is none that says more than the row."""
    witness = (row.get("severity") or {}).get("witness")
    if not isinstance(witness, Mapping) or witness.get("summary") == row.get("summary"):
        return ""
    return re.sub("^fails", "fails substantively", refuted(str(witness["summary"]), _evidence(witness, folder)))


# --- refutations ------------------------------------------------------------------------------------------------------------


def refuted(summary: str, evidence: Mapping[str, Any]) -> str:
    """``fails at lambda = 1: measured 1 > claimed 0.4289``, with the distributions of the instance."""
    place = _place(evidence.get("instance"), summary)
    if (found := MEASURED.search(summary)) is not None:
        values = evidence.get("values") or {}
        measured, relation, claimed = (str(values.get(key) or found[number]) for number, key in ((1, "measured"), (2, "relation"), (3, "claimed")))
        before = summary[: found.start()].removesuffix(": ")
        where = (found[5] or "").removeprefix("at ")
        run = where.partition(" at ")[0] if where.startswith("in the run") else ""
        place = place or letters(where.partition(" at ")[2] if run else where)
        told = f"measured {_compared(measured, relation, claimed)}" if found[4] == "false" else f"measured {_number(measured)} {relation} claimed {_number(claimed)}, which was denied"
        return f"fails{f' at {place}' if place else ''}{f' {run}' if run else ''}: {f'{letters(before)}: ' if before else ''}{told}"
    if (plain := _PLAIN.match(summary)) is not None:
        return f"fails: measured {_compared(plain[1], plain[2], plain[3])}"
    parts = _SPLIT.match(summary)
    told, stored = (parts["told"], parts["place"] or "") if parts is not None else (summary, "")
    place = place or letters(stored)
    told = {"false at an exact instance": "", "false: the statement, evaluated": "evaluated exactly"}.get(told, told.removeprefix("false: "))
    return f"fails{f' at {place}' if place else ''}{f': {told}' if told else ''}"


def _compared(measured: str, relation: str, claimed: str) -> str:
    """``1 > claimed 0.4289`` for what was to be at most that; of an enclosure the end that decides."""
    seen = DENIED.get(relation, f"not {relation}")
    above = seen in (">", ">=")
    if seen in (">", ">=", "<", "<="):
        (a, more), (b, less) = _end(measured, lower=above), _end(claimed, lower=not above)
        for digits in DIGITS:
            told = f"{_number(a, digits)}{_bound(more, above)} {seen} claimed {_number(b, digits)}{_bound(less, not above)}"
            if _number(a, digits) != _number(b, digits) or a == b:
                return told
        return told
    return f"{_number(measured, 6)} {seen} claimed {_number(claimed, 6)}"


def _end(text: str, *, lower: bool) -> tuple[str, bool]:
    """The lower or the upper end of an enclosure, and whether it is one."""
    ends = [end.strip() for end in text.strip("[]").split(",")]
    return (ends[0] if lower else ends[1], True) if text.startswith("[") and len(ends) == 2 else (text, False)


def _bound(enclosed: bool, above: bool) -> str:
    return "" if not enclosed else " or more" if above else " or less"


def _number(text: str, digits: int = 6) -> str:
    if text.startswith("[") and len(ends := text.strip("[]").split(",")) == 2:
        low, high = (_number(end.strip(), digits) for end in ends)
        return f"{high} or less" if low == "-oo" else f"{low} or more" if high == "oo" else low if low == high else f"[{low}, {high}]"
    try:
        return text if "/" in text else f"{float(text):.{digits}g}".replace("inf", "oo")
    except ValueError:
        return text


def _place(instance: Any, summary: str) -> str:
    """Names with their values, numbers first, in the order of the summary; distributions as their weights at points."""
    if not isinstance(instance, Mapping) or not instance:
        return ""
    order = {name: place for place, name in enumerate(re.findall(r"(\w+) = ", summary))}
    names = sorted(instance, key=lambda name: (not isinstance(instance[name], str), order.get(name, len(order))))
    told = [f"{letters(str(name))} = {_value(instance[name])}" for name in names]
    return ", ".join(told[:MOST_NAMES]) + (f" and {len(told) - MOST_NAMES} more" if len(told) > MOST_NAMES else "")


def _value(value: Any) -> str:
    if isinstance(value, str):
        return value
    from verify.report import words

    atoms = words.atoms(value)
    if atoms is not None:
        told = "{" + ", ".join(f"{point}: {weight}" for point, weight in atoms) + "}"
    elif isinstance(value, list) and value[:1] == ["normal_vector"] and all(isinstance(one, str) for one in value):
        told = f"N({', '.join(value[1:])})"
    else:
        told = words.plain(value)
    return told if len(told) <= MOST_CHARACTERS else f"{told[:MOST_CHARACTERS - 3]}..."


def _evidence(row: Mapping[str, Any], folder: Path | None) -> Mapping[str, Any]:
    """The evidence in the certificate of a row; nothing where it cannot be read."""
    if folder is None or not row.get("certificate"):
        return {}
    try:
        found = json.loads((folder / str(row["certificate"])).read_text(encoding="utf-8"))["evidence"]
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return {}
    return found if isinstance(found, Mapping) else {}


# --- what is undecided ----------------------------------------------------------------------------------------------------------


def undecided(row: Mapping[str, Any]) -> str:
    """Why a statement is undecided: the construct that can only be tested, what was met, and what to write instead."""
    return "; ".join(told for told in reason(str(row["summary"])) if told)


def said(row: Mapping[str, Any]) -> list[str]:
    """What each engine said of a statement that none decided, one line for each."""
    return [f"{one['engine']}: {letters(str(one['summary']))}" for one in row.get("findings") or () if one.get("summary")] if row["status"] == "UNDECIDED" else []


def unproved(row: Mapping[str, Any]) -> str:
    """What a statement that is not proved would follow from, and why no prover proved a supported one; empty of others."""
    return "; ".join(filter(None, (derivation(row), why(row.get("findings") or ()) if row["status"] == "SUPPORTED" else "")))


__all__ = ["refuted", "said", "sentence", "telling", "undecided", "unproved"]
