"""The choices that a text leaves to its reader, in words: what each reading is about, what each option means, and what it stands on in the source."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from functools import partial
from string import ascii_lowercase
from typing import Any

from verify.claims.described import beside_options, option_in_words
from verify.report import words

STANDING = {"printed": "as printed", "meant": "as the text around it means", "convention": "a convention that the text leaves open", "strict": "as only a pedant would read it"}
MOST = 90
"""Signs of an option that stand in the middle of a sentence."""
COLUMNS = 100
"""Signs for which the columns of a table of readings have room."""


@dataclass(frozen=True, slots=True)
class Option:
    """One option of a choice: its meaning in words (empty where only the paragraph on the choice says it), what it stands on, where the source says so, and the mark that stands for it in tables."""

    name: str
    meaning: str
    standing: str
    source: str
    mark: str = ""

    @property
    def words(self) -> str:
        """Its meaning, or its name as words."""
        return self.meaning or self.name.replace("-", " ")


@dataclass(frozen=True, slots=True)
class Choice:
    """One choice with its options; ``about`` is the paragraph on it, empty where the options say it all."""

    name: str
    about: str
    options: tuple[Option, ...]

    def option(self, name: str) -> Option:
        """The option of this name."""
        return next((one for one in self.options if one.name == name), Option(name, "", "", ""))


@dataclass(frozen=True, slots=True)
class Said:
    """The words of an item: where it stands, what it states, what is measured and claimed, and why it holds or fails; empty where nothing is stored."""

    place: str = ""
    statement: str = ""
    measured: str = ""
    claimed: str = ""
    because: str = ""


NOTHING_SAID = Said()


def said_of(entry: Mapping[str, Any]) -> Said:
    """The words of an item of ``claims.json``."""
    stored = {**_record(entry.get("words")), "because": entry.get("because")}
    return Said(**{one.name: mathematical(text) for one in fields(Said) if isinstance(text := stored.get(one.name), str)})


def choices_of(entry: Mapping[str, Any]) -> tuple[Choice, ...]:
    """The choices of an item of ``claims.json``, in the order in which its statements name them."""
    offered: dict[str, dict[str, None]] = {}
    for variant in entry.get("variants") or ():
        for name, option in _record(_record(variant).get("reading_choices")).items():
            offered.setdefault(str(name), {})[str(option)] = None
    explained, standings = _record(_record(entry.get("words")).get("readings")), _record(entry.get("standings"))
    return tuple(_choice(number, name, list(options), str(explained.get(name, "")), _record(standings.get(name))) for number, (name, options) in enumerate(offered.items(), 1))


def _choice(number: int, name: str, offered: Sequence[str], explained: str, standings: Mapping[str, Any]) -> Choice:
    options = tuple(Option(one, mathematical(option_in_words(explained, one)), STANDING.get(str(_record(standings.get(one)).get("standing")), ""), mathematical(str(_record(standings.get(one)).get("source", ""))).rstrip("."), f"{number}{letter}")
                    for one, letter in zip(offered, ascii_lowercase, strict=False))
    beside = beside_options(explained, offered)
    told = explained if not all(one.meaning for one in options) else beside if len(beside) > MOST else ""
    return Choice(name, mathematical(told), options)


def in_words(sentence: str, known: Sequence[Choice]) -> str:
    """A sentence with the meaning of each option in place of its name: "kl = unit-shift" is "kl: “the divergence at shift 1”"."""
    for choice in known:
        options = "|".join(re.escape(one.name) for one in sorted(choice.options, key=lambda one: -len(one.name)))
        named = re.compile(rf"(?<![\w-]){re.escape(choice.name)} = (?:{options})(?:(?:, | or )(?:{options}))*(?![\w-])")
        sentence = named.sub(partial(_explained, choice), sentence)
    return sentence


def _explained(choice: Choice, found: re.Match[str]) -> str:
    """The meanings of options that stand behind the name of their choice; of most of them, those of the others."""
    before, _, options = found[0].partition(" = ")
    named = re.findall(r"[^\s,;]+", options)
    others = [one for one in choice.options if one.name not in named]
    shown = [one for one in choice.options if one.name in named]
    most = 0 < len(others) < len(shown) - 1
    return f"{before}: {'all but ' if most else ''}{words.joined([f'“{_brief(one.words)}”' for one in (others if most else shown)])}"


def _brief(text: str) -> str:
    """Words that stand in the middle of a sentence: all of them, or as many as there is room for."""
    return text if len(text) <= MOST else text[:MOST].rpartition(" ")[0].rstrip(",;:") + " …"


def read_with(known: Sequence[Choice], taken: Mapping[str, str]) -> str:
    """The options that a reading takes, in words."""
    return "; ".join(_brief(choice.option(taken[choice.name]).words) for choice in known if choice.name in taken)


def pedantic(known: Sequence[Choice], taken: Mapping[str, str]) -> bool:
    """Whether a reading takes an option that only a pedant would."""
    return any(choice.option(taken[choice.name]).standing == STANDING["strict"] for choice in known if choice.name in taken)


def in_marks(known: Sequence[Choice], names: Sequence[str]) -> bool:
    """Whether the options of several choices are too long for the columns of one table, where marks stand for them."""
    return sum(max(len(one.words) for one in choice.options) for choice in known if choice.name in names) > COLUMNS


SIGNS = {"<=": "≤", ">=": "≥", "->": "→", "!=": "≠", "==": "=", "lambda": "λ", "infinity": "∞", "oo": "∞", "sqrt": "√"}


def mathematical(text: str) -> str:
    """Plain text with the signs and letters of mathematics, and decimals without zeros at their ends: ``Delta <= lambda`` is "Δ ≤ λ"."""
    text = re.sub(r"(\d)\.0{6,}(?!\d)", r"\1", re.sub(r"(\.\d*[1-9])0{6,}(?!\d)", r"\1", text))
    signed = re.sub(r"<=|>=|->|!=|==|(?<![A-Za-z.])(?:lambda|infinity|oo|sqrt)(?![A-Za-z])", lambda found: SIGNS[found[0]], words.lettered(text))
    return re.sub(r"(?<=_)[A-Za-z]+", lambda found: words.symbol(found[0]), signed)


def _record(value: object) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else {}


__all__ = ["NOTHING_SAID", "Choice", "Option", "Said", "choices_of", "in_marks", "in_words", "mathematical", "pedantic", "read_with", "said_of"]
