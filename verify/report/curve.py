"""Measured against claimed over one parameter, drawn as SVG text from a stored curve: the failing part shaded, the instance marked. An illustration, never evidence."""

from __future__ import annotations

import html
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from verify.report.drawing import INK, ticks
from verify.report.prose import prose
from verify.report.words import symbol

WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 440, 290, 56, 14, 34, 46
DECADES = 100
"""Ratio of the largest to the smallest value from which on the upright scale is logarithmic."""
CLIPPED = (f'<svg x="{LEFT}" y="{TOP - 4}" width="{WIDTH - RIGHT - LEFT + 4}" height="{HEIGHT - BOTTOM - TOP + 8}" '
           f'viewBox="{LEFT} {TOP - 4} {WIDTH - RIGHT - LEFT + 4} {HEIGHT - BOTTOM - TOP + 8}">')
"""What lines lie in: nothing is drawn outside of the axes."""
REACH = 1e4
"""How far a logarithmic scale goes from the values at the instance."""
SIDES = (("measured", "var(--ink, #1b1f24)", ""), ("claimed", "var(--link, #0b4f9e)", ' stroke-dasharray="6 4"'))
FAILS = "var(--refuted, #a3123a)"


@dataclass(frozen=True, slots=True)
class Point:
    x: float
    measured: float | None
    claimed: float | None
    holds: bool | None

    @property
    def fails(self) -> bool:
        return self.holds is False


@dataclass(frozen=True, slots=True)
class Scale:
    """Where a value stands between two ends of a drawing."""

    lo: float
    hi: float
    start: float
    stop: float
    logarithmic: bool

    def at(self, value: float) -> float:
        lo, hi, v = (math.log(one) if self.logarithmic else one for one in (self.lo, self.hi, value))
        return self.start + (v - lo) / (hi - lo) * (self.stop - self.start)

    @property
    def marks(self) -> list[float]:
        """Round numbers on it."""
        if not self.logarithmic:
            return ticks(self.lo, self.hi)
        decades = range(math.floor(math.log10(self.lo)), math.ceil(math.log10(self.hi)) + 1)
        step = max(1, len(decades) // 6)
        many = [digit * 10.0**k for k in decades for digit in ((1, 2, 5) if len(decades) <= 3 else (1,)) if k % step == 0]
        return [one for one in many if self.lo * 0.999 <= one <= self.hi * 1.001]


def points_of(stored: Mapping[str, Any]) -> list[Point]:
    """The points of a stored curve. Raises ValueError, KeyError or TypeError for data of another shape."""
    return [Point(float(Fraction(x)), _side(a), _side(b), None if holds is None else bool(holds)) for x, a, b, holds in stored["points"]]


def _at(stored: Mapping[str, Any]) -> float:
    return float(Fraction(stored["at"]))


def _side(text: str | None) -> float | None:
    return None if text is None else float(text)


def picture(stored: Mapping[str, Any]) -> str:
    """The curve as an SVG element. Raises ValueError, KeyError or TypeError for data of another shape."""
    points = points_of(stored)
    values = [value for point in points for value in (point.measured, point.claimed) if value is not None and math.isfinite(value)]
    if not values or not points[0].x < points[-1].x:
        raise ValueError("a curve needs points")
    across = Scale(points[0].x, points[-1].x, LEFT, WIDTH - RIGHT, bool(stored["logarithmic"]))
    near = [value for point in points if point.x == _at(stored) for value in (point.measured, point.claimed) if value is not None and 0 < value < math.inf]
    up = _upright(values, near or values)
    label = html.escape(in_words(stored), quote=True)
    parts = [f'<svg class="curve" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}" role="img" aria-label="{label}" '
             'font-family="system-ui, sans-serif" font-size="12">', f"<title>{label}</title>", *_bands(points, across), *_axes(across, up, symbol(str(stored["name"])))]
    parts += [CLIPPED, *(_line(points, side, colour, dash, across, up, bool(stored["whole"])) for side, colour, dash in SIDES), "</svg>"]
    return "\n".join([*parts, *_instance(stored, points, across, up), *_legend(any(point.fails for point in points)), "</svg>"]) + "\n"


def _upright(values: Sequence[float], near: Sequence[float]) -> Scale:
    """The upright scale; a logarithmic one goes no further than a few decades from the values ``near`` which it is looked at."""
    lo, hi = min(values), max(values)
    if lo > 0 and hi / lo > DECADES:
        return Scale(max(lo / 1.3, min(near) / REACH), min(hi * 1.3, max(near) * REACH), HEIGHT - BOTTOM, TOP, True)
    lo = 0.0 if 0 < lo < hi / 2 else lo
    room = (hi - lo) * 0.06 or max(abs(hi), 1.0) * 0.5
    return Scale(lo if lo == 0 else lo - room, hi + room, HEIGHT - BOTTOM, TOP, False)


def _failing(points: Sequence[Point], across: Scale) -> list[tuple[float, float]]:
    """Stretches on which the claim fails, each to half the way to the next point, as places in the drawing."""
    at = [across.at(point.x) for point in points]
    found: list[tuple[float, float]] = []
    for k, point in enumerate(points):
        if point.fails:
            start = at[k] if k == 0 else (at[k - 1] + at[k]) / 2
            stop = at[k] if k == len(at) - 1 else (at[k] + at[k + 1]) / 2
            if found and abs(found[-1][1] - start) < 0.01:
                start = found.pop()[0]
            found.append((start, stop))
    return found


def _bands(points: Sequence[Point], across: Scale) -> list[str]:
    return [f'<rect x="{start:.1f}" y="{TOP}" width="{max(stop - start, 1.5):.1f}" height="{HEIGHT - BOTTOM - TOP}" fill="{FAILS}" fill-opacity="0.16"/>'
            for start, stop in _failing(points, across)]


def _axes(across: Scale, up: Scale, name: str) -> list[str]:
    found = [f'<path d="M{LEFT},{TOP}V{HEIGHT - BOTTOM}H{WIDTH - RIGHT}" fill="none" stroke="{INK}"/>']
    for value in across.marks:
        u = across.at(value)
        found.append(f'<path d="M{u:.1f},{HEIGHT - BOTTOM}v5" stroke="{INK}"/><text x="{u:.1f}" y="{HEIGHT - BOTTOM + 18}" text-anchor="middle" fill="{INK}">{value:g}</text>')
    for value in up.marks:
        v = up.at(value)
        found.append(f'<path d="M{LEFT},{v:.1f}h-5" stroke="{INK}"/><text x="{LEFT - 8}" y="{v + 4:.1f}" text-anchor="end" fill="{INK}">{value:g}</text>')
    found.append(f'<text x="{(LEFT + WIDTH - RIGHT) / 2:g}" y="{HEIGHT - 8}" text-anchor="middle" font-style="italic" fill="{INK}">{html.escape(name)}</text>')
    return found


def _line(points: Sequence[Point], side: str, colour: str, dash: str, across: Scale, up: Scale, whole: bool) -> str:
    """One side as a line through its points, broken where it has no value; over integers, as dots."""
    path, on = "", False
    for point in points:
        value = getattr(point, side)
        if value is None or not math.isfinite(value):
            on = False
            continue
        path += f"{'L' if on and not whole else 'M'}{across.at(point.x):.1f},{up.at(value):.1f}{'h0' if whole else ''}"
        on = True
    width = 5 if whole else 2
    return f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="{width}" stroke-linejoin="round" stroke-linecap="{"round" if whole else "butt"}"{"" if whole else dash}/>'


def _instance(stored: Mapping[str, Any], points: Sequence[Point], across: Scale, up: Scale) -> list[str]:
    """The point at which the statement was refuted, or is tightest: both sides as rings, joined."""
    where = _at(stored)
    found = next((point for point in points if point.x == where), None)
    ends = [up.at(value) for value in (found.measured, found.claimed) if value is not None and math.isfinite(value)] if found else []
    colour = FAILS if found and found.fails else INK
    u = across.at(where)
    rings = [f'<circle cx="{u:.1f}" cy="{v:.1f}" r="5" fill="none" stroke="{colour}" stroke-width="2"/>' for v in ends]
    return [f'<path d="M{u:.1f},{ends[0]:.1f}V{ends[1]:.1f}" stroke="{colour}" stroke-width="1.5"/>', *rings] if len(ends) == 2 else rings


def _legend(fails: bool) -> list[str]:
    found, x = [], float(LEFT)
    for side, colour, dash in SIDES:
        found.append(f'<path d="M{x:g},14h24" stroke="{colour}" stroke-width="2"{dash}/><text x="{x + 30:g}" y="18" fill="{INK}">{side}</text>')
        x += 48 + 7 * len(side)
    if fails:
        found.append(f'<rect x="{x:g}" y="7" width="16" height="13" fill="{FAILS}" fill-opacity="0.16"/><text x="{x + 22:g}" y="18" fill="{INK}">fails</text>')
        x += 66
    found.append(f'<circle cx="{x + 6:g}" cy="14" r="5" fill="none" stroke="{FAILS if fails else INK}" stroke-width="2"/>'
                 f'<text x="{x + 17:g}" y="18" fill="{INK}">{"counterexample" if fails else "closest point"}</text>')
    return found


def in_words(stored: Mapping[str, Any]) -> str:
    """What the drawing shows, for who does not see it."""
    points = points_of(stored)
    name = symbol(str(stored["name"]))
    told = f"Measured and claimed over {name} from {points[0].x:g} to {points[-1].x:g}"
    fixed = ", ".join(f"{symbol(str(other))} = {value}" for other, value in stored["fixed"].items())
    told += f" with {fixed}" if fixed else ""
    failing = [point.x for point in points if point.fails]
    seen = [point for point in points if point.holds is not None]
    if failing and len(failing) == len(seen):
        told += ": the claim fails at every point drawn"
    elif failing:
        told += f": the claim fails at {len(failing)} of {len(seen)} points, between {name} = {min(failing):g} and {max(failing):g}"
    else:
        told += ": the claim holds at every point drawn"
    where = _at(stored)
    at = next((point for point in points if point.x == where), None)
    if at is not None and at.measured is not None and at.claimed is not None:
        told += f"; at {name} = {stored['at']} measured {at.measured:.6g}, claimed {at.claimed:.6g}"
    return told + "."


def figure(stored: Mapping[str, Any], about: str = "") -> str:
    """The curve with its caption, as HTML; ``about`` says of which reading; empty where what is stored has another shape."""
    try:
        drawn, failing = picture(stored), any(point.fails for point in points_of(stored))
    except (ValueError, KeyError, TypeError, ArithmeticError):
        return ""
    fixed = ", ".join(f"{symbol(str(name))} = {value}" for name, value in stored["fixed"].items())
    told = f"Measured and claimed over {symbol(str(stored['name']))}" + (f", with {fixed}" if fixed else "")
    told += "; shaded where the claim fails, ringed at the counterexample." if failing else "; ringed where the two come closest."
    told += f" Reading: {about.rstrip(' …')}." if about else ""
    return f'<figure class="plot">{drawn}<figcaption class="quiet small">{prose(told)} An illustration; the evidence is below.</figcaption></figure>'


__all__ = ["figure", "in_words", "picture", "points_of"]
