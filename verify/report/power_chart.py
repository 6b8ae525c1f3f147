"""Power as a chart: which planted errors the audit would have noticed, as horizontal bars in SVG text, from stored rows and from ``power.json``."""

from __future__ import annotations

import html
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from verify.claims.typed import exact
from verify.report.drawing import INK
from verify.report.power import OTHERS, SIZED, kinds_of, percent

WIDTH, LABEL, BAR, ROW, HIGH, TOP = 470, 176, 200, 24, 14, 30
SIZES = ("1/1000", "1/100", "1/10")
"""Sizes of planted errors that are stored, the smallest first."""
NOTICED, LOST = "var(--proved, #0b6149)", "var(--not-checked, #545b64)"


@dataclass(frozen=True, slots=True)
class Bar:
    """``counts``: how many fall under each entry of the legend, in its order."""

    label: str
    counts: tuple[int, ...]

    @property
    def total(self) -> int:
        return sum(self.counts)


Legend = Sequence[tuple[str, str, float]]
"""Words, colour and opacity of each segment."""
BY_SIZE: Legend = ((f"noticed at {percent(SIZES[0])}*", NOTICED, 1.0), (f"at {percent(SIZES[1])}", NOTICED, 0.65), (f"at {percent(SIZES[2])}", NOTICED, 0.35), ("not noticed", LOST, 0.3))
BY_OUTCOME: Legend = (("noticed", NOTICED, 1.0), ("missed", LOST, 0.75), ("undetermined", LOST, 0.3))


def of_rows(rows: Sequence[Mapping[str, Any]]) -> str:
    """Which errors of each kind the engines noticed in the statements of a run that were not refuted; empty where none were planted."""
    found: dict[str, Counter[int]] = {}
    for row in rows:
        for kind, size in kinds_of(row.get("power") or {}).items():
            found.setdefault(kind, Counter())[_place(size)] += 1
    bars = [Bar(words, tuple(found[kind][k] for k in range(len(BY_SIZE)))) for kind, words in (SIZED | OTHERS).items() if kind in found]
    return _chart(bars, BY_SIZE, "Errors planted in statements that were not refuted, by kind and size (* or without a size)") if bars else ""


def _place(size: str) -> int:
    """The entry of the legend for a stored size: one without sizes that was noticed counts as the smallest."""
    if not size:
        return len(SIZES)
    if size == "yes":
        return 0
    return next((k for k, known in enumerate(SIZES) if exact(size) <= exact(known)), len(SIZES))


def of_measurement(power: Mapping[str, Any] | None) -> str:
    """Kill rates of a measurement of power, by what was planted; empty where there was none."""
    if power is None:
        return ""
    operators = {name: row for name, row in power["summary"]["operators"].items() if row["planted"]}
    bars = [Bar(str(name), (row["killed"], row["missed"], row["open"])) for name, row in operators.items()]
    return _chart([bar for bar in bars if bar.total], BY_OUTCOME, "Planted errors that are not proved to be true, by operator") if any(bar.total for bar in bars) else ""


def _chart(bars: Sequence[Bar], legend: Legend, about: str) -> str:
    height = TOP + len(bars) * ROW + 6
    told = "; ".join(f"{bar.label}: " + ", ".join(f"{count} {words}" for (words, _, _), count in zip(legend, bar.counts, strict=True) if count) for bar in bars)
    label = html.escape(f"{about}. {told}.", quote=True)
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}" role="img" aria-label="{label}" font-family="system-ui, sans-serif" font-size="12">',
           f"<title>{label}</title>"]
    x = 0.0
    for words, colour, opacity in legend:
        out.append(f'<rect x="{x:g}" y="4" width="12" height="12" fill="{colour}" fill-opacity="{opacity}"/><text x="{x + 17:g}" y="14" fill="{INK}">{words}</text>')
        x += 36 + 6.6 * len(words)
    for k, bar in enumerate(bars):
        y, u = TOP + k * ROW, float(LABEL)
        out.append(f'<text x="{LABEL - 8}" y="{y + 12}" text-anchor="end" fill="{INK}">{html.escape(bar.label)}</text>')
        for (words, colour, opacity), count in zip(legend, bar.counts, strict=True):
            wide = BAR * count / bar.total
            if count:
                out.append(f'<rect x="{u:.1f}" y="{y}" width="{max(wide, 1):.1f}" height="{HIGH}" fill="{colour}" fill-opacity="{opacity}"><title>{count} of {bar.total} {words}</title></rect>')
            u += wide
        noticed = bar.total - bar.counts[-1] if legend is BY_SIZE else bar.counts[0]
        out.append(f'<text x="{LABEL + BAR + 8}" y="{y + 12}" fill="{INK}">{100 * noticed / bar.total:.0f} % of {bar.total}</text>')
    return "\n".join([*out, "</svg>"]) + "\n"


__all__ = ["of_measurement", "of_rows"]
