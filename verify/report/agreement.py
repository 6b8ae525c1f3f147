"""Printed against reproduced: every compared number of a table or figure as a point, equal ones on the diagonal, as SVG text."""

from __future__ import annotations

import html
import math
from collections.abc import Mapping, Sequence
from typing import Any

from verify.report.drawing import INK, ticks

SIZE, LEFT, RIGHT, TOP, BOTTOM = 300, 52, 12, 12, 44
DECADES = 100
"""Ratio of the largest to the smallest number from which on both scales are logarithmic."""
COLOURS = {"differs": "refuted", "undecided": "undecided", "agrees": "proved", "not checked": "not-checked"}
ORDER = tuple(COLOURS)
"""Verdicts of comparisons, what a reader looks for first in front."""


def ordered(comparisons: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """Comparisons with those that differ first, otherwise in their order."""
    return sorted(comparisons, key=lambda line: ORDER.index(line["verdict"]))


def agreement(comparisons: Sequence[Mapping[str, Any]], about: str) -> str:
    """The picture, empty where fewer than two comparisons are of numbers."""
    points = [(a, b, line) for line in comparisons if (a := _number(line["printed"])) is not None and (b := _number(line["reproduced"])) is not None]
    if len(points) < 2:
        return ""
    values = [value for a, b, _ in points for value in (a, b)]
    logarithmic = min(values) > 0 and max(values) / min(values) > DECADES
    lo, hi = (min(values) / 1.5, max(values) * 1.5) if logarithmic else _room(min(values), max(values))

    def share(value: float) -> float:
        return math.log(value / lo) / math.log(hi / lo) if logarithmic else (value - lo) / (hi - lo)

    def at(a: float, b: float) -> tuple[float, float]:
        return LEFT + share(a) * (SIZE - LEFT - RIGHT), SIZE - BOTTOM - share(b) * (SIZE - TOP - BOTTOM)

    counts = ", ".join(f"{count} {verdict}" for verdict in ORDER if (count := sum(line["verdict"] == verdict for _, _, line in points)))
    label = html.escape(f"{about}: printed against reproduced, {len(points)} numbers: {counts}", quote=True)
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {SIZE} {SIZE}" width="{SIZE}" height="{SIZE}" role="img" aria-label="{label}" font-family="system-ui, sans-serif" font-size="12">',
           f"<title>{label}</title>", f'<path d="M{LEFT},{TOP}V{SIZE - BOTTOM}H{SIZE - RIGHT}" fill="none" stroke="{INK}"/>',
           f'<path d="M{LEFT},{SIZE - BOTTOM}L{SIZE - RIGHT},{TOP}" stroke="{INK}" stroke-opacity="0.4" stroke-dasharray="4 3"/>']
    for value in _marks(lo, hi, logarithmic):
        u, v = at(value, value)
        out.append(f'<path d="M{u:.1f},{SIZE - BOTTOM}v5M{LEFT},{v:.1f}h-5" stroke="{INK}"/><text x="{u:.1f}" y="{SIZE - BOTTOM + 17}" text-anchor="middle" fill="{INK}">{value:g}</text>'
                   f'<text x="{LEFT - 8}" y="{v + 4:.1f}" text-anchor="end" fill="{INK}">{value:g}</text>')
    for a, b, line in sorted(points, key=lambda point: ORDER.index(point[2]["verdict"]), reverse=True):
        u, v = at(a, b)
        told = html.escape(f"{line['what']}: printed {line['printed']}, reproduced {line['reproduced']}, {line['verdict']}")
        out.append(f'<circle cx="{u:.1f}" cy="{v:.1f}" r="4.5" fill="var(--{COLOURS[line["verdict"]]}, #333)" fill-opacity="0.8"><title>{told}</title></circle>')
    middle = (TOP + SIZE - BOTTOM) / 2
    out += [f'<text x="{(LEFT + SIZE - RIGHT) / 2:g}" y="{SIZE - 8}" text-anchor="middle" fill="{INK}">printed</text>',
            f'<text x="12" y="{middle:g}" text-anchor="middle" fill="{INK}" transform="rotate(-90 12 {middle:g})">reproduced</text>']
    return "\n".join([*out, "</svg>"]) + "\n"


def _number(text: Any) -> float | None:
    try:
        value = float(str(text).replace("\N{MINUS SIGN}", "-"))
    except ValueError:
        return None
    return value if math.isfinite(value) else None


def _room(lo: float, hi: float) -> tuple[float, float]:
    lo = 0.0 if 0 < lo < hi / 2 else lo
    room = (hi - lo) * 0.06 or max(abs(hi), 1.0) * 0.5
    return lo - room, hi + room


def _marks(lo: float, hi: float, logarithmic: bool) -> list[float]:
    if not logarithmic:
        return ticks(lo, hi)
    decades = range(math.ceil(math.log10(lo)), math.floor(math.log10(hi)) + 1)
    return [10.0**k for k in decades if k % max(1, len(decades) // 5) == 0]


__all__ = ["ORDER", "agreement", "ordered"]
