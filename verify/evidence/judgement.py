"""Judgements: what a careful referee would say of an item of a paper, from the verdicts on its statements, their severities and the standings of their readings.

A pure function of these. The rules stand in ``docs/judgements.md``; no verdict disappears behind them.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import ROUND_CEILING, ROUND_FLOOR, Context
from fractions import Fraction
from typing import Any

from verify.claims.weaker import LADDER

WORDS = ("fails", "fails as printed", "depends", "open", "holds with a correction", "holds", "not checked")
"""Judgements, the gravest first: an item has the gravest of its parts."""
MILD = LADDER
"""Severities that a correction heals."""
FACTOR = Fraction(2)
"""A statement that is true with a factor below this, or above its reciprocal, holds with a correction; from there on it fails, and the factor is told."""
DIGITS = 6
"""Digits of the ends of an enclosure, rounded outwards."""
WELL_TESTED = 30
"""Decided instances below which what holds is thinly tested."""
PLANTED = {"factor": "a factor of 10 %", "added": "an added constant of 10 %", "argument": "a factor of 10 % inside a function", "exponent": "another exponent"}
"""Kinds of errors in a claimed side. Each that has a place in a statement is noticed there, where the statement is well tested."""
LARGEST = Fraction(1, 10)
"""The size up to which an error has to be noticed."""
FEW_PARTS = 4
"""Parts that are named one by one."""
STRENGTHS = ("thinly tested", "tested", "well tested", "proved")
"""How well statements hold that hold, the weakest first: what holds is as good as the weakest of it."""


@dataclass(frozen=True, slots=True)
class Statement:
    """One statement of an item with its verdict. ``standings``: of the chosen options, by reading; ``tested``: decided instances, where it is supported by some."""

    part: str
    choices: Mapping[str, str] = field(default_factory=dict)
    standings: Mapping[str, str] = field(default_factory=dict)
    status: str = "UNDECIDED"
    level: str = ""
    correction: str = ""
    summary: str = ""
    tested: int | None = None
    digest: str = ""
    """Of its formula: readings that come to the same one count once."""
    same: tuple[Mapping[str, str], ...] = ()
    """The choices of other fair readings that come to the same formula."""
    missed: tuple[str, ...] = ()
    """Kinds of planted errors in its claimed side that went unnoticed: keys of ``PLANTED``."""
    untried: tuple[str, ...] = ()
    """Kinds that have a place in its claimed side and were not planted."""

    def options(self, reading: str, alike: bool) -> list[str]:
        """Its option of a reading, and where ``alike`` those of the other readings that come to the same formula."""
        return [choices[reading] for choices in (self.choices, *(self.same if alike else ())) if reading in choices]

    @property
    def outcome(self) -> str:
        """``holds``, ``corrected``, ``fails``, ``open`` or ``unchecked``."""
        if self.status in ("PROVED", "SUPPORTED"):
            return "holds"
        if self.status == "REFUTED":
            return "corrected" if self.level in MILD or (self.level == "constant" and 1 / FACTOR < self.factor < FACTOR) else "fails"
        return "unchecked" if self.status == "NOT_CHECKED" else "open"

    @property
    def strength(self) -> str:
        """How well it holds, where it does: one of ``STRENGTHS``."""
        return "proved" if self.status == "PROVED" else strength_of_tests(self.tested, self.missed, self.untried)

    @property
    def factor(self) -> Fraction:
        """The factor of a correction by one; 0 where there is none."""
        found = re.search(r"factor (\d+(?:/\d+)?)", self.correction)
        return Fraction(found[1]) if found else Fraction(0)


def strength_of_tests(tested: int | None, missed: Collection[str], untried: Collection[str] = ()) -> str:
    """How well a supported statement is tested: the second table of ``docs/judgements.md``.

    ``tested``: decided instances, where it is known how many. ``missed``, ``untried``: kinds of errors that have a place in the claimed side, and went unnoticed or were not planted.
    """
    if missed or (tested is not None and tested < WELL_TESTED):
        return "thinly tested"
    return "tested" if tested is None or untried else "well tested"


def missed_of(kinds: Mapping[str, str]) -> tuple[str, ...]:
    """The kinds of errors in the claimed side that have a place in a statement and of which none of at most 10 % was noticed, from what is stored of planted errors."""
    return tuple(kind for kind in PLANTED if kind in kinds and not _is_noticed(kinds[kind]))


def _is_noticed(size: str) -> bool:
    try:
        return size == "yes" or 0 < Fraction(size) <= LARGEST
    except (ValueError, ZeroDivisionError):
        return False


@dataclass(frozen=True, slots=True)
class Judgement:
    """One of ``WORDS``, and one sentence that begins with it; of what holds, how well: one of ``STRENGTHS``."""

    word: str
    sentence: str
    strength: str = ""


@dataclass(frozen=True, slots=True)
class Part:
    """The statements of one part that a fair reader may take, and among them those of the printed text."""

    fair: tuple[Statement, ...]
    literal: tuple[Statement, ...]

    @property
    def word(self) -> str:
        """The judgement on this part: the table of ``docs/judgements.md``."""
        fair, literal = ({one.outcome for one in rows} - {"unchecked"} for rows in (self.fair, self.literal))
        if not fair:
            return "not checked"
        if fair == {"fails"}:
            return "fails"
        if "fails" in fair:
            if literal == {"fails"}:
                return "fails as printed"
            return "depends" if fair & {"holds", "corrected"} else "open"
        if "open" in literal or not literal & {"holds", "corrected"}:
            return "open"
        return "holds with a correction" if "corrected" in literal else "holds"


def fair_and_literal(rows: Sequence[Statement]) -> tuple[list[Statement], list[Statement]]:
    """The statements that a fair reader may take, and among them those of the printed text."""
    fair = [one for one in rows if "strict" not in one.standings.values()] or list(rows)
    printed = {reading for one in fair for reading, kind in one.standings.items() if kind == "printed"}
    return fair, [one for one in fair if all(kind == "printed" or reading not in printed for reading, kind in one.standings.items())] or fair


def parts_of(statements: Sequence[Statement]) -> dict[str, Part]:
    """The parts of an item, in their order."""
    found: dict[str, Part] = {}
    for name in dict.fromkeys(one.part for one in statements):
        fair, literal = fair_and_literal(_distinct([one for one in statements if one.part == name]))
        found[name] = Part(tuple(fair), tuple(literal))
    return found


def _distinct(rows: Sequence[Statement]) -> list[Statement]:
    """One statement for each formula: of readings that come to the same, the one that is read most literally."""
    alike: dict[Any, list[Statement]] = {}
    for number, one in enumerate(rows):
        alike.setdefault(one.digest or number, []).append(one)
    kept = []
    for group in alike.values():
        first = min(group, key=_strained)
        kept.append(replace(first, same=tuple(one.choices for one in group if one is not first and "strict" not in one.standings.values())))
    return kept


def _strained(one: Statement) -> tuple[bool, int]:
    """How far a reading is from the printed text: whether it is one of pedants, and how many of its options are not printed."""
    kinds = list(one.standings.values())
    return ("strict" in kinds, sum(kind != "printed" for kind in kinds))


def judge(statements: Sequence[Statement], proof: str = "", reason: str = "") -> Judgement:
    """The judgement on an item.

    Parameters
    ----------
    statements : its statements, in their order.
    proof : what is said of its printed proof, a clause.
    reason : why the item is not checked, where it has no statement.
    """
    parts = parts_of(statements)
    if not parts:
        return Judgement("not checked" if reason else "open", f"not checked: {reason}" if reason else "open: not yet encoded")
    word = min((part.word for part in parts.values()), key=WORDS.index)
    gravest = {name: part for name, part in parts.items() if part.word == word}
    name, part = next(iter(gravest.items()))
    sentence = _all_hold(gravest, len(parts)) if word == "holds" else _SENTENCES[word](part)
    if len(parts) > 1 and word not in ("holds", "not checked"):
        where = "" if name == "main" else f" ({name}" + (f" and {len(gravest) - 1} other part{'' if len(gravest) == 2 else 's'}" if len(gravest) > 1 else "") + ")"
        sentence = sentence.replace(word, word + where, 1)
    unchecked = [name for name, part in parts.items() if part.word == "not checked"]
    if unchecked and word != "not checked":
        sentence += f"; not checked: {', '.join(unchecked)}"
    if proof and word != "not checked":
        sentence += f"; {proof}"
    return Judgement(word, sentence, min((_strength(one) for one in gravest.values()), key=STRENGTHS.index) if word == "holds" else "")


# --- sentences ----------------------------------------------------------------------------------------------------------------


def _fails(part: Part) -> str:
    found = (telling(rows, "fails") for rows in (part.literal, part.fair))
    told = next((words for one in found if one is not None and (words := reason_of(one))), "")
    return f"fails: {told}" if told else "fails in every reading"


def _as_printed(part: Part) -> str:
    kinder = [one for one in part.fair if one.outcome in ("holds", "corrected")]
    failing = telling(part.literal, "fails")
    told = f"fails as printed{': ' if reason_of(failing) else ''}{reason_of(failing)}"
    if not kinder:
        return f"{told}; whether a kinder reading holds is open"
    return f"{told}; holds {apart(kinder, part.fair) or f'in {len(kinder)} of {len(part.fair)} readings'}"


def _depends(part: Part) -> str:
    good = [one for one in part.fair if one.outcome in ("holds", "corrected")]
    bad = [one for one in part.fair if one.outcome == "fails"]
    failing = telling(bad, "fails")
    holds, fails = apart(good, part.fair), apart(bad, part.fair)
    if holds and fails:
        return f"depends: holds {holds}, fails {fails}{_because(failing)}"
    return f"depends: fails in {len(bad)} of {len(part.fair)} readings{_because(failing)}"


def _because(one: Statement | None) -> str:
    told = reason_of(one)
    return f", where {told}" if told else ""


def _open(part: Part) -> str:
    kinds = Counter("untold" if one.outcome == "open" and one.summary.startswith(TOO_LITTLE) else one.outcome for one in part.fair)
    if set(kinds) <= {"untold", "holds", "unchecked"}:
        return "open: nothing was found against it, but the tests cannot tell it from a false statement nearby"
    told = [f"{kinds[outcome]} {one if kinds[outcome] == 1 else several}" for outcome, one, several in OUTCOMES if kinds[outcome]]
    sentence = f"open: of {len(part.fair)} readings, {', '.join(told)}"
    if kinds["open"] == len(part.fair):
        sentence = "open: its only reading is undecided" if len(part.fair) == 1 else f"open: {'both' if len(part.fair) == 2 else f'all {len(part.fair)}'} readings are undecided"
    if bad := [one for one in part.fair if one.outcome == "fails"]:
        where = apart(bad, part.fair)
        sentence += (f"; fails {where}" if where else "") + _because(telling(bad, "fails"))
    return sentence


OUTCOMES = (("open", "is undecided", "are undecided"), ("untold", "is tested too little", "are tested too little"), ("holds", "holds", "hold"),
            ("corrected", "holds with a correction", "hold with a correction"), ("fails", "fails", "fail"))
"""Outcomes of readings in words, for one and for several."""
TOO_LITTLE = "too little tested"
"""How the summary of a statement begins that nothing was found against, but too little for it."""


def _corrected(part: Part) -> str:
    words = Counter(one.correction for one in part.literal if one.outcome == "corrected")
    best = max(words, key=lambda one: (words[one], -len(one)))
    return f"holds with a correction: {best}"


def _all_hold(parts: Mapping[str, Part], total: int) -> str:
    """How well the parts of an item hold that all hold: as the weakest of them does, and what is to be said of the others. ``total``: how many parts it has."""
    strengths = {name: _strength(part) for name, part in parts.items()}
    weakest = min(strengths.values(), key=STRENGTHS.index)
    weak = [name for name, strength in strengths.items() if strength == weakest]
    told = _holds(weakest, [one for name in weak for one in _holding(parts[name])])
    if len(weak) < len(parts):
        told = told.replace(weakest, f"{weakest} ({_listed(weak)})", 1)
    for strength in reversed(STRENGTHS[STRENGTHS.index(weakest) + 1:]):
        if others := [name for name, found in strengths.items() if found == strength]:
            told += f"; {_listed(others)} {'is' if len(others) == 1 else 'are'} {strength}"
    return told


def _holding(part: Part) -> list[Statement]:
    return [one for one in part.fair if one.outcome == "holds"]


def _strength(part: Part) -> str:
    """How well a part holds in all fair readings: as the weakest of them does."""
    return min((one.strength for one in _holding(part)), key=STRENGTHS.index)


def _listed(names: Sequence[str]) -> str:
    """A few names, or how many there are."""
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}" if len(names) <= FEW_PARTS else f"{len(names)} parts"


def _holds(strength: str, good: Sequence[Statement]) -> str:
    told = f"holds: {strength}"
    if strength == "proved":
        return told
    supported = [one for one in good if one.status == "SUPPORTED"]
    least = min((one.tested for one in supported if one.tested is not None), default=None)
    told += "" if least is None else f", at {least} or more instances"
    missed, untried = ([PLANTED[kind] for kind in PLANTED if any(kind in found for found in all_)] for all_ in ([one.missed for one in supported], [one.untried for one in supported]))
    if missed:
        told += f"; of the errors planted in the claimed side, {_listed(missed)} {'was' if len(missed) == 1 else 'were'} not noticed"
    return told + (f"; not tried in the claimed side: {_listed(untried)}" if untried else "")


def _unchecked(part: Part) -> str:
    first = next((one.summary for one in part.fair if one.summary), "")
    return f"not checked: {first}" if first else "not checked"


_SENTENCES = {"fails": _fails, "fails as printed": _as_printed, "depends": _depends, "open": _open, "holds with a correction": _corrected, "not checked": _unchecked}
MEASURED = re.compile(r"measured (\S+|\[[^]]*\]) (<=|<|>=|>|==|rounds to) claimed (\S+|\[[^]]*\]) is (false|true, and denied)(?: (at .*|in the run.*))?$")
RECOMPUTED = re.compile(r"^false(?: at (?P<place>.*))?: recomputed (?P<value>\S+), printed (?P<digits>\S+)")
FALSE = {"<=": "exceeds the claimed", "<": "is not below the claimed", ">=": "is below the claimed", ">": "is not above the claimed", "==": "is not the claimed", "rounds to": "is not the printed"}
TRUE = {"<=": "is at most", "<": "is below", ">=": "is at least", ">": "exceeds", "==": "equals", "rounds to": "is the printed"}


def telling(rows: Iterable[Statement], outcome: str) -> Statement | None:
    """The statement with this outcome whose two sides differ most, a finite factor before an infinite one."""
    found = [one for one in rows if one.outcome == outcome]
    return max(found, key=lambda one: _distance(one.summary), default=None)


def _distance(summary: str) -> tuple[int, float]:
    sides = _sides(summary)
    if sides is None:
        return (0, 0.0)
    a, b = sides
    if a > 0 and b > 0 and max(a, b) < float("inf"):
        return (2, max(a / b, b / a))
    return (1, abs(a - b))


def _sides(summary: str) -> tuple[float, float] | None:
    found = MEASURED.search(summary)
    try:
        return None if found is None else (_middle(found[1]), _middle(found[3]))
    except ValueError:
        return None


def _middle(text: str) -> float:
    ends = [float(end.strip().replace("oo", "inf")) for end in text.strip("[]").split(",")]
    return sum(ends) / len(ends)


def reason_of(one: Statement | None) -> str:
    """In words, how a statement fails."""
    if one is None:
        return "in every reading"
    found = MEASURED.search(one.summary)
    if found is None:
        printed = RECOMPUTED.match(one.summary)
        return one.summary if printed is None else _misprinted(**printed.groupdict())
    a, relation, b, denied, place = found.groups()
    told = f"the true value {_number(a)} {(FALSE if denied == 'false' else TRUE)[relation]} {_number(b)}"
    sides = _sides(one.summary)
    if sides is not None and relation in ("<=", "<") and _distance(one.summary)[0] == 2 and (ratio := sides[0] / sides[1]) > 1.005:
        told = f"the true value {_number(a)} exceeds the claimed {_number(b)} by a factor of {ratio:.3g}"
    before = one.summary[: found.start()].removesuffix(": ")  # what was chosen, where no comparison fails by itself
    return (f"{before}: " if before else "") + told + (f", {place}" if place else "")


def _misprinted(place: str | None, value: str, digits: str) -> str:
    """In words, that a number is printed otherwise; three more of its digits are told than are printed."""
    told = Context(len(digits) + 3).create_decimal(value)
    return f"the recomputed value {told:f} is not the printed {digits}" + (f", at {place}" if place else "")


def _number(text: str) -> str:
    """A number, or what an enclosure says of it in brackets."""
    if not text.startswith("["):
        return text.replace("-oo", "−∞").replace("oo", "∞")
    ends = (end.strip() for end in text.strip("[]").split(","))
    low, high = (end if "oo" in end else str(Context(DIGITS, rounding).create_decimal(end)) for end, rounding in zip(ends, (ROUND_FLOOR, ROUND_CEILING), strict=True))
    if low == "-oo" or high == "oo":
        return "(any number)" if low == "-oo" and high == "oo" else f"(at most {high})" if low == "-oo" else f"(at least {low})"
    return f"(between {low} and {high})"


def apart(rows: Sequence[Statement], among: Sequence[Statement]) -> str:
    """The options of one reading that these statements have and the others have not, in words; nothing where no single reading tells them apart."""
    others = [one for one in among if one not in rows]
    for alike in (True, False):  # with the options of other readings that come to the same formulas, else of those alone that stand for them
        for reading in dict.fromkeys(name for one in among for name in one.choices):
            own = {option: None for one in rows for option in one.options(reading, alike)}
            if all(reading in one.choices for one in rows) and not any(option in own for one in others for option in one.options(reading, alike)):
                return f"with {reading} = {' or '.join(own)}"
    return ""


# --- severities in words -------------------------------------------------------------------------------------------------------

SEVERITIES = {
    "strictness": "fails only because equality is excluded",
    "rounding": "fails only in how a number is printed",
    "convention": "fails only where a value is taken by convention",
    "boundary": "fails only at an end of a range or for a degenerate object",
    "constant": "true up to a constant factor",
    "substantive": "fails substantively",
}


def severity_in_words(severity: Mapping[str, Any]) -> str:
    """One line on how severe a refutation is, from the entry ``severity`` of a row, and what would be true instead."""
    told = SEVERITIES[str(severity["level"])]
    status = {"PROVED": "proved", "SUPPORTED": "supported"}.get(str(severity["status"]), "")
    if severity["correction"]:
        told += f"; holds {severity['correction']}" + (f" ({status})" if status else "")
    elif severity["status"] == "UNDECIDED":
        told += ", though not every milder reading could be decided"
    if part := severity.get("part"):
        told += f"; true where {part['where']} ({str(part['status']).lower()})"
    return told


PROVED, SUPPORTED, BOTH = " (proved)", " (supported)", " (proved in some readings, supported in the others)"


def told_once(lines: Iterable[str]) -> tuple[str, ...]:
    """Lines on severities, or on what is true instead, each once. What is proved in some readings and supported in others is told once, with both."""
    lines = tuple(dict.fromkeys(lines))
    in_both = {line for line in lines if PROVED in line and line.replace(PROVED, SUPPORTED) in lines}
    return tuple(line.replace(PROVED, BOTH) if line in in_both else line for line in lines if line.replace(SUPPORTED, PROVED) not in in_both or line in in_both)


def telling_instance(row: Mapping[str, Any]) -> str:
    """One sentence on the instance that refutes the statement with all weakenings, of a stored row; empty where there is none that says more than the row."""
    witness = (row.get("severity") or {}).get("witness")
    if not witness or witness["summary"] == row.get("summary"):
        return ""
    return f"A telling instance: {witness['summary']}."


# --- stored results ----------------------------------------------------------------------------------------------------------


def statement_of(row: Mapping[str, Any], variant: Mapping[str, Any]) -> Statement:
    """A row of ``results.json`` with its statement in ``claims.json``."""
    severity = row.get("severity") or {}
    coverage = row.get("coverage") or {}
    tested = coverage.get("decided", coverage.get("admitted"))
    power = row.get("power") or {}
    kinds, untried = power.get("kinds") or {}, power.get("unplanted") or ()
    return Statement(str(row.get("part", "main")), dict(variant.get("reading_choices") or {}), dict(variant.get("standings") or {}), str(row.get("status")), str(severity.get("level", "")),
                     str(severity.get("correction", "")), str(row.get("summary", "")), tested if isinstance(tested, int) else None, str(variant.get("digest", "")),
                     missed=missed_of({str(kind): str(size) for kind, size in kinds.items()}), untried=tuple(kind for kind in PLANTED if kind in untried))


__all__ = ["PLANTED", "STRENGTHS", "WORDS", "Judgement", "Part", "Statement", "apart", "fair_and_literal", "judge", "missed_of", "parts_of", "severity_in_words", "statement_of", "strength_of_tests", "telling_instance", "told_once"]
