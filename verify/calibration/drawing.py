"""The scales that mechanisms need as bars, in SVG."""

from __future__ import annotations

import html
import math
from collections.abc import Mapping, Sequence

from verify.calibration.budgets import Need
from verify.report.drawing import INK, ticks

WIDTH, LEFT, RIGHT, BAR = 760, 170, 110, 20
COLOURS = {"group": "#8a8f98", "general": "#1b6ca8", "aware": "#2e8b57", "approximate": "#c77c11", "conditional": "#8e44ad", "exact": "#1b1f24"}


def bars(title: str, needs: Mapping[str, Sequence[Need]]) -> str:
    """One bar for each noise and mechanism; lengths are upper ends of scales, and a bar without a finite one says so."""
    rows = [(name, need) for name, group in needs.items() for need in group]
    finite = [float(need.scale.hi) for _, need in rows if need.scale is not None and need.scale.hi < math.inf]
    top = max(finite, default=0.0) or 1.0
    height = 60 + BAR * len(rows) + 14 * len(needs) + 40
    label = html.escape(f"Scale of noise that each mechanism needs: {title}")
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}" role="img" aria-label="{label}" '
           f'font-family="system-ui, sans-serif" font-size="12"><title>{label}</title>', f'<rect width="{WIDTH}" height="{height}" fill="white"/>',
           f'<text x="12" y="22" fill="{INK}" font-size="14">{label}</text>']
    y = 44.0
    for name, group in needs.items():
        out.append(f'<text x="12" y="{y + 14:g}" fill="{INK}" font-weight="bold">{html.escape(name)}</text>')
        for need in group:
            out += _bar(need, y, top)
            y += BAR
        y += 14
    for value in ticks(0.0, top):
        x = LEFT + value / top * (WIDTH - LEFT - RIGHT)
        out.append(f'<line x1="{x:.1f}" x2="{x:.1f}" y1="38" y2="{y:g}" stroke="#ddd"/><text x="{x:.1f}" y="{y + 16:g}" text-anchor="middle" fill="{INK}">{value:g}</text>')
    out.append(f'<text x="{(LEFT + WIDTH - RIGHT) / 2:g}" y="{y + 34:g}" text-anchor="middle" fill="{INK}">scale, in the unit of the query</text>')
    return "\n".join([*out, "</svg>"]) + "\n"


def _bar(need: Need, y: float, top: float) -> list[str]:
    word = need.mechanism.partition(" ")[0]
    out = [f'<text x="{LEFT - 6}" y="{y + 14:g}" text-anchor="end" fill="{INK}">{html.escape(need.mechanism)}</text>']
    if need.scale is None or need.scale.hi == math.inf:
        words = "no scale is enough" if need.scale is not None and need.scale.lo == math.inf else "not known"
        return [*out, f'<text x="{LEFT + 4}" y="{y + 14:g}" font-style="italic" fill="{INK}">{words}</text>']
    length = float(need.scale.hi) / top * (WIDTH - LEFT - RIGHT)
    share = "" if need.share is None else f" ({100 * float(need.share.hi):.3g} %)"
    return [*out, f'<rect x="{LEFT}" y="{y + 3:g}" width="{max(length, 1):.1f}" height="{BAR - 6}" fill="{COLOURS[word]}"/>',
            f'<text x="{LEFT + length + 4:.1f}" y="{y + 14:g}" fill="{INK}">{float(need.scale.hi):.4g}{share}</text>']
