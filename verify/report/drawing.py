"""Drawings as SVG text: a paving of two parameters, from stored data alone."""

from __future__ import annotations

import html
import math
from collections.abc import Mapping, Sequence
from typing import Any

WIDTH, HEIGHT, LEFT, BOTTOM, TOP, RIGHT = 460, 400, 64, 76, 14, 18
STATES = (("holds", "var(--proved, #0b6149)", 0.75), ("fails", "var(--refuted, #a3123a)", 0.75), ("undecided", "var(--undecided, #7a5200)", 1.0))
INK = "var(--ink, #1b1f24)"


def region(row: Mapping[str, Any]) -> str:
    """The paving of a stored region as an SVG element; raises ValueError, KeyError or TypeError for data of another shape."""
    names = [str(name) for name in row["names"]]
    ranges = [tuple(_number(end) for end in ends) for ends in row["ranges"]]
    (a, b), (c, d) = ranges
    if not (a < b and c < d):
        raise ValueError("a region needs two ranges")

    def at(x: float, y: float) -> str:
        u = LEFT + (x - a) / (b - a) * (WIDTH - LEFT - RIGHT)
        v = HEIGHT - BOTTOM - (y - c) / (d - c) * (HEIGHT - BOTTOM - TOP)
        return f"{u:.2f},{v:.2f}"

    paths = {state: "".join(_path(at, corners) for found, corners in row["pieces"] if found == state) for state, _, _ in STATES}
    shares = {state: float(row["shares"][state]) for state, _, _ in STATES}
    told = ", ".join(f"{state} on {100 * shares[state]:.4g} %" for state, _, _ in STATES)
    label = html.escape(f"Where the statement holds, by {names[0]} from {a:g} to {b:g} and {names[1]} from {c:g} to {d:g}: {told}")
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}" role="img" aria-label="{label}" '
           'font-family="system-ui, sans-serif" font-size="12">', f"<title>{label}</title>"]
    for state, colour, opacity in STATES:
        if paths[state]:
            out.append(f'<path d="{paths[state]}" fill="{colour}" fill-opacity="{opacity}" stroke="{colour}" stroke-opacity="{opacity}" stroke-width="0.4"/>')
    out.append(f'<rect x="{LEFT}" y="{TOP}" width="{WIDTH - LEFT - RIGHT}" height="{HEIGHT - BOTTOM - TOP}" fill="none" stroke="{INK}"/>')
    for value in ticks(a, b):
        u = at(value, c).split(",")[0]
        out.append(f'<line x1="{u}" x2="{u}" y1="{HEIGHT - BOTTOM}" y2="{HEIGHT - BOTTOM + 5}" stroke="{INK}"/>'
                   f'<text x="{u}" y="{HEIGHT - BOTTOM + 18}" text-anchor="middle" fill="{INK}">{value:g}</text>')
    for value in ticks(c, d):
        v = at(a, value).split(",")[1]
        out.append(f'<line x1="{LEFT - 5}" x2="{LEFT}" y1="{v}" y2="{v}" stroke="{INK}"/>'
                   f'<text x="{LEFT - 8}" y="{float(v) + 4:.2f}" text-anchor="end" fill="{INK}">{value:g}</text>')
    middle = (LEFT + WIDTH - RIGHT) / 2
    out.append(f'<text x="{middle:g}" y="{HEIGHT - BOTTOM + 36}" text-anchor="middle" font-style="italic" fill="{INK}">{html.escape(names[0])}</text>')
    height = (TOP + HEIGHT - BOTTOM) / 2
    out.append(f'<text x="16" y="{height:g}" text-anchor="middle" font-style="italic" fill="{INK}" transform="rotate(-90 16 {height:g})">{html.escape(names[1])}</text>')
    x = float(LEFT)
    for state, colour, opacity in STATES:
        words = f"{state} {100 * shares[state]:.4g} %"
        out.append(f'<rect x="{x:g}" y="{HEIGHT - 22}" width="11" height="11" fill="{colour}" fill-opacity="{opacity}"/>'
                   f'<text x="{x + 16:g}" y="{HEIGHT - 12}" fill="{INK}">{words}</text>')
        x += 28 + 6.6 * len(words)
    return "\n".join([*out, "</svg>"]) + "\n"


def constant(row: Mapping[str, Any]) -> str:
    """Where the best constant lies, on a line of measured / claimed with the claimed bound at 1, as an SVG element.

    Raises ValueError, KeyError or TypeError for data of another shape; empty where an end is not known.
    """
    if row.get("ratio_at_least") is None or row.get("ratio_at_most") is None:
        return ""
    low, high = _decimal(row["ratio_at_least"]), _decimal(row["ratio_at_most"])
    if not (0 < low <= high):
        raise ValueError("a constant is positive")
    a, b = min(low, 1.0) / 1.25, max(high, 1.0) * 1.25
    left, right, y = 20.0, WIDTH - 20.0, 44.0

    def at(value: float) -> float:
        return left + (math.log(value) - math.log(a)) / (math.log(b) - math.log(a)) * (right - left)

    fails = low > 1
    state = "refuted" if fails else "proved" if high <= 1 else "undecided"
    words = f"between {low:.6g} and {high:.6g}" if f"{low:.6g}" != f"{high:.6g}" else f"{low:.6g}"
    label = html.escape(f"Best constant for measured / claimed: {words}; the claimed bound is 1")
    start, stop = at(low), max(at(high), at(low) + 3)
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} 84" width="{WIDTH}" height="84" role="img" aria-label="{label}" '
           'font-family="system-ui, sans-serif" font-size="12">', f"<title>{label}</title>",
           f'<line x1="{left:g}" x2="{right:g}" y1="{y:g}" y2="{y:g}" stroke="{INK}"/>',
           f'<line x1="{at(1):.2f}" x2="{at(1):.2f}" y1="{y - 16:g}" y2="{y + 6:g}" stroke="{INK}" stroke-dasharray="3 2"/>',
           f'<text x="{at(1):.2f}" y="{y - 20:g}" text-anchor="middle" fill="{INK}">claimed: 1</text>',
           f'<rect x="{start:.2f}" y="{y - 6:g}" width="{stop - start:.2f}" height="12" fill="var(--{state}, #333)"/>',
           f'<text x="{min(max((start + stop) / 2, 70), WIDTH - 70):.2f}" y="{y + 22:g}" text-anchor="middle" fill="{INK}">{words}</text>',
           f'<text x="{right:g}" y="{y + 38:g}" text-anchor="end" font-style="italic" fill="{INK}">measured / claimed (logarithmic)</text>']
    return "\n".join([*out, "</svg>"]) + "\n"


def _decimal(text: Any) -> float:
    value = float(str(text)) if "/" not in str(text) else _number(text)
    if not math.isfinite(value):
        raise ValueError("an end must be finite")
    return value


def _number(text: Any) -> float:
    top, _, bottom = str(text).partition("/")
    value = float(top) / float(bottom or 1)
    if not math.isfinite(value):
        raise ValueError("an end must be finite")
    return value


def _path(at: Any, corners: Sequence[Sequence[Any]]) -> str:
    return "M" + "L".join(at(_number(x), _number(y)) for x, y in corners) + "Z"


def ticks(lo: float, hi: float) -> list[float]:
    """About five round numbers of a range."""
    step = 10 ** math.floor(math.log10((hi - lo) / 4))
    step *= next(factor for factor in (1, 2, 2.5, 5, 10) if (hi - lo) / (step * factor) <= 5.5)
    first = math.ceil(lo / step - 1e-9)
    return [round(k * step, 12) + 0.0 for k in range(first, math.floor(hi / step + 1e-9) + 1)]


__all__ = ["constant", "region", "ticks"]
