"""Verdicts in one sentence each, made of stored numbers when they are printed."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

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
        place = place or _letters(where.partition(" at ")[2] if run else where)
        told = f"measured {_compared(measured, relation, claimed)}" if found[4] == "false" else f"measured {_number(measured)} {relation} claimed {_number(claimed)}, which was denied"
        return f"fails{f' at {place}' if place else ''}{f' {run}' if run else ''}: {f'{_letters(before)}: ' if before else ''}{told}"
    if (plain := _PLAIN.match(summary)) is not None:
        return f"fails: measured {_compared(plain[1], plain[2], plain[3])}"
    parts = _SPLIT.match(summary)
    told, stored = (parts["told"], parts["place"] or "") if parts is not None else (summary, "")
    place = place or _letters(stored)
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
    told = [f"{_letters(str(name))} = {_value(instance[name])}" for name in names]
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


def _letters(text: str) -> str:
    """Names as they are said: ``lambda`` for ``lamda``, ``w'`` for ``w_``."""
    return re.sub(r"\b(\w+?)_(?= = |$)", r"\1'", re.sub(r"\blamda(?=\b|_)", "lambda", text))


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

TERMS = {"forall": "an inner 'for all'", "exists": "an inner 'there is'", "apply": "a value of a function", "prob": "a probability", "expect": "an expectation", "sup": "a supremum",
         "inf": "an infimum", "limit": "a limit"}
_RANGES = re.compile(r"(?<![\w.])(\w+) is (an? [^;:]+); (?:boxes|solvers|digits) ")
_FORM = re.compile(r"no closed form of (?!the name |the distribution )(?:the )?(?:proposition )?(\w+)|(\w+) has no enclosure")
REASONS = (
    (r"a hypothesis fails", "no instance that was tried satisfies the hypotheses", "write hypotheses as ranges, for example y: at_least(x) in forall="),
    (r"no instance (?:could be drawn|was found)", "no instance was found", "write hypotheses as ranges in forall=, or name a smaller set"),
    (r"(0 to a negative power|the logarithm of a number that is not positive|is no value|oo - oo|0 times oo)", "it has no value at the instances that were tried ({0})",
     "exclude them in forall= or given=, or say what the value is there"),
    (r"a procedure did not end within (\d+) steps", "its procedure did not end within {0} steps", "bound its inputs in forall="),
    (r"more than (\d+) permutations", "it needs more than {0} permutations", "bound the number of steps in forall="),
    (r"a limit that the structure of the term does not show: (?:the behaviour of )?(\w+)", "the limit of {0} could not be found", "write its leading term out, or state the bound for all large values"),
    (r"an expectation over a distribution that is not finite", "an expectation over a distribution without finite support was not evaluated", "write it in closed form, or name a finite distribution"),
    (r"the work limit (?:for this derivation )?was reached", "the work allowed was used up", "narrow the ranges in forall=, or use --effort deep"),
    (r"known only as a bracket", "the two sides are known only within bounds that overlap", "write the sides in closed form"),
    (r"the growth is not determined", "the rates of growth could not be compared", "write the leading terms out"),
    (r"which the checker does not confirm", "a proof was found that the checker could not confirm", "split the statement into parts= that can be checked alone"),
)
"""What is met, in words, and what to write instead; the first that applies counts."""
KEPT = ("an error was met", "no answer within", "not yet encoded", "experiment:", "found PROVED", "found REFUTED")


def undecided(row: Mapping[str, Any]) -> str:
    """Why a statement is undecided: the construct that can only be tested, what was met, and what to write instead."""
    summary = str(row["summary"])
    if summary.startswith(KEPT):
        return summary
    about = _about(summary)
    if (found := re.search(r"too little tested: (\d+) distinct", summary)) is not None:
        return f"{about}no counterexample, but only {found[1]} different instance{'' if found[1] == '1' else 's'} could be decided; write hypotheses as ranges in forall=, or name a smaller set"
    if (found := re.search(r"too little tested: (of the events .*) \(no counterexample among (\d+)", summary)) is not None:
        return f"no counterexample among {found[2]} instances, but {found[1]}"
    if summary.startswith("too little tested"):
        count = re.search(r"among (\d+)", summary)
        return (f"no counterexample{f' among {count[1]} instances' if count else ''}, but the same statement with an error of 10 % was not refuted either; "
                "narrow the ranges to where the two sides are close, or use --effort deep")
    for pattern, met, instead in REASONS:
        if (found := re.search(pattern, summary)) is not None:
            return f"{about}{met.format(*found.groups())}; {instead}"
    return f"{about}nothing was decided; write it with numbers and named distributions alone" if about else summary


def _about(summary: str) -> str:
    """The constructs of a statement that leave nothing but instances to test, as the beginning of a sentence."""
    clauses = []
    if (found := _RANGES.search(summary)) is not None:
        clauses.append(f"{_letters(found[1])} is {found[2]}")
    if name := next((one[1] or one[2] for one in _FORM.finditer(summary)), ""):
        clauses.append(f"{TERMS.get(name, name)} has no closed form")
    return f"{' and '.join(clauses)}, so only instances are tested: " if clauses else ""


__all__ = ["refuted", "sentence", "telling", "undecided"]
