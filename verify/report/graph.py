"""What a claim rests on and what rests on it, drawn as SVG text: three columns with arrows, each field with the glyphs of its verdicts."""

from __future__ import annotations

import html
from collections.abc import Callable, Sequence

from verify.report.model import GLYPH, Audit, Item

WIDTH, FIELD, HEIGHT, GAP, TOP = 760, 210, 30, 10, 26
MOST = 10
"""Fields in a column; the others are counted."""
COLOURS = {"REFUTED": "refuted", "PROVED": "proved", "SUPPORTED": "supported", "UNDECIDED": "undecided"}


def connections(item: Item, audit: Audit, link: Callable[[str], str]) -> str:
    """The graph of one claim, empty where it is connected with nothing. Fields that the report holds are links."""
    steps = [step.id for step in audit.steps(item)]
    left = [(id, id in steps) for id in dict.fromkeys([*audit.rests_on(item), *steps])]
    users = [other.id for other in audit.users(item)]
    right = [(id, id == item.part_of) for id in dict.fromkeys([*users, *([item.part_of] if item.part_of else [])])]
    if not left and not right:
        return ""
    rows = max(min(len(left), MOST + 1), min(len(right), MOST + 1), 1)
    height = TOP + rows * (HEIGHT + GAP) + 4
    middle = TOP + (rows * (HEIGHT + GAP) - GAP - HEIGHT) / 2
    told = f"{item.id} rests on {_told(left)}; on it rest {_told(right)}"
    out = [f'<svg class="graph" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}" role="group" '
           f'aria-label="{html.escape(told, quote=True)}" font-family="system-ui, sans-serif" font-size="12">']
    centre = (WIDTH - FIELD) / 2
    for title, x, wanted in (("it rests on", 0.0, left), ("this claim", centre, [item]), ("rests on it", float(WIDTH - FIELD), right)):
        if wanted:
            out.append(f'<text x="{x:g}" y="14" fill="var(--quiet)">{title}</text>')
    for entries, x, inwards in ((left, 0.0, True), (right, float(WIDTH - FIELD), False)):
        shown = entries if len(entries) <= MOST else entries[:MOST]
        start = TOP + ((rows - min(len(entries), MOST + 1)) * (HEIGHT + GAP)) / 2
        for k, (id, dashed) in enumerate(shown):
            y = start + k * (HEIGHT + GAP)
            a, b = ((x + FIELD, y), (centre, middle)) if inwards else ((centre + FIELD, middle), (x, y))
            out.append(_arrow(a[0], a[1] + HEIGHT / 2, b[0], b[1] + HEIGHT / 2, dashed))
            out.append(_field(id, x, y, audit.item(id), link(id)))
        if len(entries) > MOST:
            out.append(f'<text x="{x:g}" y="{start + MOST * (HEIGHT + GAP) + 19:g}" fill="var(--quiet)">and {len(entries) - MOST} more, listed below</text>')
    out.append(_field(item.id, centre, middle, item, "", strong=True))
    return "\n".join([*out, "</svg>"]) + "\n"


def _told(entries: Sequence[tuple[str, bool]]) -> str:
    return ", ".join(id for id, _ in entries) or "nothing"


def _arrow(x: float, y: float, u: float, v: float, dashed: bool) -> str:
    bend = (u - x) / 2
    dash = ' stroke-dasharray="4 3"' if dashed else ""
    return (f'<path d="M{x:g},{y:g}C{x + bend:g},{y:g} {u - bend:g},{v:g} {u - 6:g},{v:g}" fill="none" stroke="var(--quiet)"{dash}/>'
            f'<path d="M{u:g},{v:g}l-7,-4v8z" fill="var(--quiet)"/>')


def _field(id: str, x: float, y: float, item: Item | None, address: str, *, strong: bool = False) -> str:
    label = id if len(id) <= 26 else id[:25] + "…"
    told = f"{id} {item.title}: {item.told}" if item else f"{id}: not in this report"
    parts = [f"<title>{html.escape(told)}</title>",
             f'<rect x="{x + 1:g}" y="{y + 1:g}" width="{FIELD - 2}" height="{HEIGHT - 2}" rx="5" fill="var(--panel)" stroke="var(--{"ink" if strong else "line"})"/>']
    u = x + 6
    for status, _ in item.tally if item else ():
        name = COLOURS.get(status, "not-checked")
        parts.append(f'<rect x="{u:g}" y="{y + 7:g}" width="16" height="16" rx="3" fill="var(--{name})"/>'
                     f'<text x="{u + 8:g}" y="{y + 19:g}" text-anchor="middle" font-weight="700" fill="var(--on)">{GLYPH[status]}</text>')
        u += 19
    weight = ' font-weight="700"' if strong else ""
    parts.append(f'<text x="{u + 3:g}" y="{y + 19.5:g}" fill="var(--{"link" if address else "ink"})"{weight}>{html.escape(label)}</text>')
    inner = "".join(parts)
    return f'<a href="{html.escape(address, quote=True)}">{inner}</a>' if address else f"<g>{inner}</g>"


__all__ = ["connections"]
