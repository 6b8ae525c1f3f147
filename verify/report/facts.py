"""What a row says beside its verdict, as labelled lines: coverage, planted errors, best constants, regions, repairs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from verify.claims.typed import exact
from verify.report import drawing as drawings
from verify.report import power as errors_in_words
from verify.report import words
from verify.report.stored import record as _record
from verify.report.stored import text as _text

Facts = tuple[tuple[str, str], ...]


LABELS = {"closest": "least relative margin seen", "admitted": "instances that satisfy the hypotheses", "drawn": "instances drawn"}


def percent(share: object) -> str:
    """A share as a percentage, exact where it is a decimal; text that is no number stays as it is."""
    try:
        value = exact(str(share)) * 100
    except (ValueError, ZeroDivisionError):
        return words.plain(share)
    shown = words.shorten(words.decimal_of(f"{value.numerator}/{value.denominator}") or str(value), 6)
    return f"{shown} %"


PLAIN_ROUTES = ("the statement as a formula", "exact instances drawn at random")
"""Routes that nearly every statement has, and that need no line of their own."""


def facts(value: object) -> Facts:
    """A stored object as labelled lines; nothing stored gives no line, an unknown key is shown under its own name."""
    if value in (None, "", [], {}):
        return ()
    if not isinstance(value, Mapping):
        return (("", words.plain(value)),)
    lines: list[tuple[str, str]] = []
    for key, entry in value.items():
        if key == "share":
            lines.append(("share of the domain reached", percent(entry)))
        elif key == "corners" and isinstance(entry, Mapping):
            lines += [(f"corners {words.label(str(which))}", _listing(names)) for which, names in entry.items()]
        elif key == "routes" and isinstance(entry, Mapping):
            lines += [(f"{words.label(str(route))} route", words.plain(told)) for route, told in entry.items() if told not in PLAIN_ROUTES]
        elif entry not in (None, "", [], {}):
            lines.append((LABELS.get(str(key)) or words.label(str(key)), _listing(entry)))
    return tuple(lines)


def _listing(value: object) -> str:
    if isinstance(value, Sequence) and not isinstance(value, str):
        if len(value) > 12:
            return f"{len(value)} entries, in the stored file"
        if all(isinstance(entry, str | int) for entry in value):
            return ", ".join(str(entry) for entry in value) or "none"
    return words.plain(value)


def power(value: object) -> Facts:
    if not isinstance(value, Mapping):
        return facts(value)
    lines: list[tuple[str, str]] = []
    if value.get("twin") is not None:
        refuted = value.get("refuted")
        told = (
            "refuted by the same engines"
            if refuted is True
            else "not refuted"
            if refuted is False
            else f"refuted: {words.plain(refuted)}"
        )
        lines.append(("planted error", f"{words.plain(value['twin'])}: {told}"))
    elif "refuted" in value:
        lines.append(("planted error refuted", words.plain(value["refuted"])))
    if told := errors_in_words.noticed(value):
        lines.append(("", told))
    lines += value.get("measured") or ()
    return (
        *lines,
        *facts({key: entry for key, entry in value.items() if key not in ("twin", "refuted", "smallest_noticed", "kind", "kinds", "measured")}),
    )


def tightness(value: object) -> Facts:
    if not isinstance(value, Mapping):
        return facts(value)
    lines: list[tuple[str, str]] = []
    place = _record(value.get("at"))
    told = ", ".join(
        f"{one.name} = {one.text}" for one in (words.shown(_text(key), entry) for key, entry in place.items())
    )
    place_told = f" at {told}" if told else ""
    ends = [key for key in ("ratio_at_least", "ratio_at_most") if value.get(key) is not None]
    shown = {key: words.shorten(words.plain(value[key]), 17 if len(ends) == 2 else 8) for key in ends}
    certified = value.get("certified")
    if value.get("exactly") is not None:
        lines.append(("best constant for measured / claimed", f"{words.plain(value['exactly'])} exactly{place_told}"))
    elif len(shown) == 2:
        lines.append(("best constant for measured / claimed", f"between {shown['ratio_at_least']} and {shown['ratio_at_most']}, seen{place_told}"))
    elif "ratio_at_least" in shown:
        lines.append(("measured / claimed reaches at least", shown["ratio_at_least"] + place_told))
    elif "ratio_at_most" in shown:
        lines.append(("measured / claimed falls to at most", shown["ratio_at_most"] + place_told))
    elif told:
        lines.append(("at", told))
    if _record(value.get("approach")):
        lines.append(("approached as", ", ".join(f"{_text(name)} → {_text(end).replace('oo', '∞')}" for name, end in _record(value["approach"]).items())))
    if certified is not None:
        lines.append(("certified", words.plain(certified)))
    known = ("ratio_at_least", "ratio_at_most", "exactly", "at", "approach", "certified")
    return (*lines, *facts({key: entry for key, entry in value.items() if key not in known}))


def region(value: object) -> Facts:
    if not isinstance(value, Mapping):
        return facts(value)
    shares = _record(value.get("shares"))
    lines = [("parameters", _listing(value.get("names")))]
    lines += [(f"{state}, share of the area", percent(share)) for state, share in shares.items()]
    if value.get("why"):
        lines.append(("not drawn", words.plain(value["why"])))
    return tuple(lines)


def drawing_of(value: object) -> str:
    if not isinstance(value, Mapping) or "pieces" not in value:
        return ""
    try:
        return drawings.region(value)
    except (ValueError, KeyError, TypeError):
        return ""


def slack_of(value: object) -> str:
    if not isinstance(value, Mapping):
        return ""
    try:
        return drawings.constant(value)
    except (ValueError, KeyError, TypeError, OverflowError):
        return ""


def repair(value: object) -> Facts:
    if not isinstance(value, Mapping):
        return facts(value)
    lines: list[tuple[str, str]] = []
    factor, part = _record(value.get("factor")), _record(value.get("range"))
    if factor:
        lines.append(("true instead", words.plain(factor.get("statement"))))
    if part:
        lines.append(("true where", f"{_text(part.get('name'))} in {_text(part.get('set'))}, {percent(part.get('share'))} of its range"))
    return (*lines, *facts({key: entry for key, entry in value.items() if key not in ("factor", "range")}))
