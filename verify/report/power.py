"""Power in words: sizes of errors as percentages, and what an audit would have noticed."""

from __future__ import annotations

import json
from collections.abc import Mapping
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

from verify.claims.typed import exact
from verify.schemas.shape import problem

SCHEMA = "claimcheck.power/1"
DIGITS = 3


def percent(size: str | Fraction) -> str:
    """A relative size as a percentage with at most three significant digits: ``1/10000`` is ``0.01 %``."""
    value = (exact(size) if isinstance(size, str) else size) * 100
    quotient = Decimal(value.numerator) / Decimal(value.denominator)
    text = f"{quotient:.{DIGITS}g}"
    return f"{Decimal(text).normalize():f} %"


def smallest_words(size: str | None) -> str:
    """What a claim's audit would have noticed, as the end of a sentence."""
    return "would have noticed no planted error in a constant" if size is None else f"would have noticed an error of {percent(size)}"


def noticed(size: object) -> str:
    """The words for a stored size, whatever stands there."""
    try:
        return smallest_words(None if size is None else str(size))
    except (ValueError, ArithmeticError):
        return f"smallest error noticed: {size}"


def rate_words(row: Mapping[str, Any]) -> str:
    """One rate with its counts."""
    share = "no rate" if row.get("rate") is None else f"{100 * row['rate']:.1f} %"
    return (f"{share}: {row['killed']} of {row['killed'] + row['missed']} false ones killed; {row['true']} proved to be true, "
            f"{row['open']} of which nobody knows whether they are false")


def read(path: Path) -> Mapping[str, Any] | None:
    """What ``power.json`` of a results folder holds, None where there is none. Raises ValueError in words if it is damaged or of another schema."""
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return None
    except (OSError, ValueError, RecursionError) as error:
        raise ValueError(f"{path}: must be readable JSON, got {error}; run 'claimcheck power' again or remove the file") from None
    if not isinstance(data, dict) or data.get("schema") != SCHEMA or not isinstance(data.get("summary"), dict) or not isinstance(data.get("statements"), list):
        raise ValueError(f"{path}: must have the schema {SCHEMA} with summary and statements; run 'claimcheck power' again or remove the file")
    if (wrong := problem("power", data)) is not None:
        raise ValueError(f"{path}: {wrong}; run 'claimcheck power' again or remove the file")
    return data


def facts(power: Mapping[str, Any] | None) -> tuple[tuple[str, str], ...]:
    """The rates of a whole measurement, in words."""
    if power is None:
        return ()
    found = power["summary"]
    told = [(name, rate_words(row)) for name, row in (
        ("all planted errors in supported and proved claims", found["all"]), ("an error of 1 % in the claimed side", found["one_per_cent"]),
        ("an error of 1 % where the bound is attained", found["one_per_cent_attained"]), *((f"operator {name}", row) for name, row in found["operators"].items()),
        *((f"kind {name}", row) for name, row in found["kinds"].items())) if row["planted"]]
    told += [(f"engine {name}", f"killed {row['killed']} of the {row['looked']} it looked at") for name, row in found["engines"].items()]
    told += [(smallest_words(None if size == "None" else size), f"{count} {'claim' if count == 1 else 'claims'}") for size, count in found["smallest"].items()]
    rewritten = found["rewritings"]
    if rewritten["planted"]:
        told.append(("true variants", f"{rewritten['planted']} planted, {rewritten['refuted']} refuted, {rewritten['changed']} renamed ones with another verdict"))
    return (*told, ("to repeat", str(power["run"]["command"]))) if told else ()


def of_statements(power: Mapping[str, Any] | None) -> dict[tuple[str, str, str], tuple[tuple[str, str], ...]]:
    """For each statement what was measured on it, in words."""
    told: dict[tuple[str, str, str], tuple[tuple[str, str], ...]] = {}
    for entry in () if power is None else power["statements"]:
        mutants = entry["mutants"]
        if not mutants:
            continue
        counts = {word: [m["words"] for m in mutants if m["outcome"] == word] for word in ("killed", "true", "missed", "open")}
        lines = [("measured", smallest_words(entry["smallest_noticed"])), ("planted errors", ", ".join(f"{len(words)} {word}" for word, words in counts.items()))]
        lines += [(f"{word}, the first three" if len(counts[word]) > 3 else word, "; ".join(counts[word][:3])) for word in ("missed", "open") if counts[word]]
        told[(entry["id"], entry["part"], entry["reading"])] = tuple(lines)
    return told
