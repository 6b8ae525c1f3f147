"""Both sides of a refuted comparison at its counterexample, on a line of numbers, as SVG text: for claims without a parameter over which they could be drawn. An illustration, never evidence."""

from __future__ import annotations

import html
import math
import re
from collections.abc import Callable
from dataclasses import dataclass

from verify.report.choices import pedantic
from verify.report.drawing import INK, ticks
from verify.report.model import Item, Verdict
from verify.report.prose import prose

WIDTH, HEIGHT, LEFT, RIGHT, LINE = 440, 96, 16, 24, 58
DECADES = 100
"""Ratio of the sides from which on the scale is logarithmic."""
CLOSE = 1e-3
"""Relative width up to which an enclosure is drawn as a point."""
INEQUALITIES = ("≤", "<", "≥", ">")
EVALUATED = re.compile(r"false: (?P<measured>\S+) (?P<relation>[≤<≥>=]) (?P<claimed>\S+)")
"""Summary of a refutation without an instance."""
CLAIMED, FAILS = "var(--link, #0b4f9e)", "var(--refuted, #a3123a)"


@dataclass(frozen=True, slots=True)
class Pair:
    """Two numbers that differ; one of them may be infinite."""

    measured: float
    relation: str
    claimed: float

    @property
    def logarithmic(self) -> bool:
        low, high = sorted((self.measured, self.claimed))
        return low > 0 and math.isfinite(high) and high / low > DECADES

    @property
    def ends(self) -> tuple[float, float]:
        """Ends of the scale, with room on both sides; an infinite value stands at an end."""
        found = sorted(one for one in (self.measured, self.claimed) if math.isfinite(one))
        low, high = found[0], found[-1]
        if self.logarithmic:
            return low / 3, high * 3
        room = (high - low) * 0.3 or max(abs(low), 1.0)
        return low - room, high + room


def figure(pair: Pair, about: str) -> str:
    """Both sides with a caption, as HTML; ``about`` says of which reading."""
    told = f"Measured {pair.measured:.6g}, claimed {pair.claimed:.6g}".replace("inf", "∞")
    shaded = " Shaded: what the claim excludes." if pair.relation in INEQUALITIES else ""
    caption = f"Both sides at the counterexample.{shaded}{f' Reading: {about}.' if about else ''} An illustration; the evidence is below."
    return f'<figure class="plot">{_drawn(pair, told)}<figcaption class="quiet small">{prose(caption)}</figcaption></figure>'


def telling(item: Item) -> tuple[Verdict, Pair] | None:
    """The refuted statement that is drawn, and its sides: one that no correction heals before one that is healed; of a reading that only a pedant takes, only where there is no other."""
    refuted = [verdict for verdict in item.verdicts if verdict.status == "REFUTED"]
    fair = [verdict for verdict in refuted if not pedantic(item.choices, verdict.choices)]
    found = [(verdict, pair) for verdict in fair or refuted if (pair := _pair(verdict)) is not None]
    return min(found, key=lambda one: one[0].mild, default=None)


def _pair(verdict: Verdict) -> Pair | None:
    values = dict(verdict.evidence.values) if verdict.evidence else {}
    if (found := EVALUATED.fullmatch(verdict.summary)) is not None:
        values = found.groupdict()
    measured, claimed = (_number(values.get(side, "")) for side in ("measured", "claimed"))
    if measured is None or claimed is None or measured == claimed or (math.isinf(measured) and math.isinf(claimed)):
        return None
    return Pair(measured, values.get("relation", ""), claimed)


def _number(text: str) -> float | None:
    """A stored value as a float; of an enclosure its middle, where that is close enough; else None."""
    ends = re.fullmatch(r"\[([^,]+), ([^,]+)\]", text)
    try:
        low, high = (_plain(end) for end in (ends.groups() if ends else (text, text)))
    except (ValueError, ZeroDivisionError):
        return None
    if low == high:
        return low
    return (low + high) / 2 if high - low <= CLOSE * max(abs(low), abs(high)) < math.inf else None


def _plain(text: str) -> float:
    top, _, bottom = text.replace("−", "-").replace("∞", "inf").replace("oo", "inf").rstrip(".…").partition("/")
    return float(top) / float(bottom or 1)


def _drawn(pair: Pair, told: str) -> str:
    low, high = pair.ends
    label = html.escape(told, quote=True)

    def at(value: float) -> float:
        if math.isinf(value):
            return LEFT if value < 0 else WIDTH - RIGHT
        share = math.log(value / low) / math.log(high / low) if pair.logarithmic else (value - low) / (high - low)
        return LEFT + share * (WIDTH - LEFT - RIGHT)

    return "\n".join([f'<svg class="pair" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}" role="img" aria-label="{label}" '
                      'font-family="system-ui, sans-serif" font-size="12">', f"<title>{label}</title>", *_forbidden(pair, at(pair.claimed)),
                      f'<path d="M{LEFT},{LINE}H{WIDTH - RIGHT}" stroke="{INK}"/>', *_scale(pair, at),
                      *_side("measured", pair.measured, at(pair.measured), INK, at(pair.claimed)), *_side("claimed", pair.claimed, at(pair.claimed), CLAIMED, at(pair.measured)), "</svg>"]) + "\n"


def _forbidden(pair: Pair, bound: float) -> list[str]:
    """What an inequality excludes, shaded."""
    if pair.relation not in INEQUALITIES:
        return []
    start, stop = (bound, WIDTH - RIGHT) if pair.relation in ("≤", "<") else (LEFT, bound)
    return [f'<rect x="{start:.1f}" y="{LINE - 14}" width="{stop - start:.1f}" height="28" fill="{FAILS}" fill-opacity="0.16"/>']


def _scale(pair: Pair, at: Callable[[float], float]) -> list[str]:
    low, high = pair.ends
    marks = [10.0**k for k in range(math.ceil(math.log10(low)), math.floor(math.log10(high)) + 1)] if pair.logarithmic else ticks(low, high)
    marks = marks[:: max(1, len(marks) // 6)]
    return [f'<path d="M{at(one):.1f},{LINE}v5" stroke="{INK}"/><text x="{at(one):.1f}" y="{LINE + 30}" text-anchor="middle" fill="{INK}">{one:g}</text>' for one in marks]


def _side(name: str, value: float, place: float, colour: str, other: float) -> list[str]:
    """A side as a mark with its name and value above; at an end of the line, an arrow that says that it is infinite."""
    anchor = "end" if place > other else "start"
    shown = f"{name} {value:.5g}".replace("inf", "∞")
    mark = f'<circle cx="{place:.1f}" cy="{LINE}" r="5" fill="{colour}"/>' if math.isfinite(value) else f'<path d="M{place:.1f},{LINE}m{-10 if value > 0 else 10},-6L{place:.1f},{LINE}l{-10 if value > 0 else 10},6" fill="none" stroke="{colour}" stroke-width="2"/>'
    height = 18 if name == "measured" else 36
    return [f'<path d="M{place:.1f},{height + 3}V{LINE}" stroke="{colour}" stroke-dasharray="2 3"/>', mark,
            f'<text x="{min(max(place, LEFT), WIDTH - 4):.1f}" y="{height}" text-anchor="{anchor}" fill="{colour}">{html.escape(shown)}</text>']


__all__ = ["Pair", "figure", "telling"]
