"""Power in words: sizes of errors as percentages, and what an audit would have noticed."""

from __future__ import annotations

import json
from collections.abc import Mapping
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

from verify.claims.typed import exact
from verify.run.store import key_of
from verify.schemas.shape import problem

SCHEMA = "claimcheck.power/1"
DIGITS = 3
PROBE = Fraction(1, 100)
"""The size of an error that summaries ask for."""


def percent(size: str | Fraction) -> str:
    """A relative size as a percentage with at most three significant digits: ``1/10000`` is ``0.01 %``."""
    value = (exact(size) if isinstance(size, str) else size) * 100
    quotient = Decimal(value.numerator) / Decimal(value.denominator)
    text = f"{quotient:.{DIGITS}g}"
    return f"{Decimal(text).normalize():f} %"


def smallest_words(size: str | None) -> str:
    """Which errors in a claimed side an audit would have noticed, as the end of a sentence."""
    return "would have noticed no planted error in a constant" if size is None else f"would have noticed an error of {percent(size)} in the claimed side"


SIZED = {"factor": "a factor", "added": "an added constant", "argument": "a factor inside a function", "equality": "a change near equality"}
"""Kinds of planted errors that have a size, as ``kinds`` of a stored row names them."""
OTHERS = {"exponent": "another exponent", "range": "a range beyond its end", "quantifier": "an exchanged quantifier", "hypothesis": "a dropped hypothesis"}
"""Kinds that have none."""


def of_every_kind(power: Mapping[str, Any]) -> Fraction | None:
    """The size such that an error of it would have been noticed in every kind that has a size and a place in the statement; None where there is none, or no kind."""
    found = kinds_of(power)
    sizes = [size for kind in SIZED if kind in found for size in [found[kind]]]
    return max(map(exact, sizes)) if sizes and all(sizes) else None


def kinds_of(power: Mapping[str, Any]) -> dict[str, str]:
    """The stored kinds of errors that can be planted in a statement, with what was noticed of each."""
    found = power.get("kinds")
    return {str(kind): str(size) for kind, size in found.items()} if isinstance(found, Mapping) else {}


def noticed(power: Mapping[str, Any]) -> str:
    """Which planted errors the audit of one statement would have noticed, in words that hold for every kind that they name; whatever stands in the row."""
    try:
        return _noticed(power)
    except (ValueError, ArithmeticError):
        return f"smallest error noticed: {power.get('smallest_noticed')}"


def _noticed(power: Mapping[str, Any]) -> str:
    found = kinds_of(power)
    if not found:
        size = power.get("smallest_noticed")
        return "" if size is None else f"would have noticed an error of {percent(str(size))} in the claimed side; other kinds of errors were not planted"
    all_sized = of_every_kind(power)
    sized = [(words, found[kind]) for kind, words in SIZED.items() if kind in found]
    seen = [words for kind, words in OTHERS.items() if found.get(kind)]
    missed = [words for kind, words in OTHERS.items() if kind in found and not found[kind]]
    if all_sized is not None:
        told = [f"would have noticed an error of {percent(all_sized)} of every kind that has a size and a place here ({', '.join(words for words, _ in sized)})"]
    else:
        seen = [f"{words} of {percent(size)}" for words, size in sized if size] + seen
        missed = [words for words, size in sized if not size] + missed
        told = []
    told += [f"{'also noticed' if told else 'noticed'}: {', '.join(seen)}"] if seen else []
    return "; ".join([*told, *([f"not noticed: {', '.join(missed)}"] if missed else [])])


def rate_words(row: Mapping[str, Any]) -> str:
    """One rate with its counts."""
    share = "no rate" if row.get("rate") is None else f"{100 * row['rate']:.1f} %"
    return (f"{share}: {row['killed']} of {row['killed'] + row['missed']} false ones killed; {row['true']} proved to be true, "
            f"{row['open']} undetermined")


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
    told += [(f"engine {name}", f"killed {row['killed']} of the {row['looked']} it examined") for name, row in found["engines"].items()]
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
        told[key_of(entry)] = tuple(lines)
    return told
