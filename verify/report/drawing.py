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


__all__ = ["region", "ticks"]
