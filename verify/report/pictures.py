"""The pictures of a report that are drawn from stored numbers: curves of claims, and power."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from verify.report import curve, pair, power_chart
from verify.report.choices import read_with
from verify.report.model import Item, Verdict
from verify.report.stored import Record


@dataclass(frozen=True, slots=True)
class Pictures:
    """``curves``: stored curves by id. ``power``: charts of power, each with its caption."""

    curves: Mapping[str, Record] = field(default_factory=dict)
    power: tuple[tuple[str, str], ...] = ()

    def of_claim(self, item: Item) -> str:
        """The picture of a claim as HTML: its curve, else both sides at the counterexample; empty where there is neither."""
        if stored := self.curves.get(item.id):
            verdict = next((one for one in item.verdicts if (one.part, one.reading) == (stored["part"], stored["reading"])), None)
            if drawn := curve.figure(stored, _about(item, verdict)):
                return drawn
        found = pair.telling(item)
        return pair.figure(found[1], _about(item, found[0])) if found else ""

    @property
    def of_power(self) -> str:
        """The charts of power as HTML, empty where there are none."""
        return "".join(f'<figure class="plot">{drawn}<figcaption class="quiet small">{told}</figcaption></figure>' for drawn, told in self.power)


def _about(item: Item, verdict: Verdict | None) -> str:
    """Of which part and reading a picture is, in words; empty where there is only one."""
    if verdict is None:
        return ""
    part = f"part {verdict.part}" if len(item.parts) > 1 else ""
    return ", ".join(one for one in (part, read_with(item.choices, verdict.choices)) if one)


NO_PICTURES = Pictures()


def pictures(results: Record, power: Record | None, curves: Mapping[str, Record]) -> Pictures:
    """The pictures of stored results, of a measurement of power where there was one, and of curves by id."""
    charts = ((power_chart.of_rows(results["results"]), "Errors planted in statements that were not refuted, by the smallest size that the same engines noticed. * Or errors without a size."),
              (power_chart.of_measurement(power), "Of planted errors that are not proved to be true, how many were noticed, by operator."))
    return Pictures(curves, tuple((drawn, told) for drawn, told in charts if drawn))


__all__ = ["NO_PICTURES", "Pictures", "pictures"]
