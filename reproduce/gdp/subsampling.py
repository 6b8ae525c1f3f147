"""Figures 5 to 7: GDP transforms of pure mechanisms and of subsampled ones, as certified bands.

Rates and levels of the plots are not printed; those of the text are used: rates 1, 1/2 and 1/10. The subsampled profile is ``gamma delta(log(1 + (e^epsilon - 1)/gamma))``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from mechanisms.profiles import LaplaceProfile, NormalProfile, PoissonSubsampled, RandomisedResponseProfile
from reproduce.bands import ball, cells, down, draw_bands, transform_band, up
from reproduce.exact import printed_as, scales_of
from reproduce.gdp.examples import CELLS, ICEA, LAPLACE, SCALE_WORDS, SGD
from verify.measure import PrivacyProfile, gaussian_mu, measure
from verify.reproductions import Comparison, Produced, Reproduction, Setting
from verify.values.numbers import precision

LEVELS = (Fraction(1, 2), Fraction(1), Fraction(2), Fraction(4))
RATES = (Fraction(1), Fraction(1, 2), Fraction(1, 10))
FAR = 60
PRINTED = {"gamma = 1": "1.80", "gamma = 0.5": "0.98", "gamma = 0.1": "0.28"}
"""Least mu of the Laplace mechanism at each rate."""
LAPLACE_NAME, ICEA_NAME = "Laplace, Delta/b = 2", "ICEA, log to base e"
Panels = Mapping[str, tuple[Mapping[str, PrivacyProfile], int]]
"""Profiles by curve, and the range of epsilon, for each panel."""


def rates_of(profile: Any) -> dict[str, PrivacyProfile]:
    """A profile without and with subsampling."""
    return {f"gamma = {float(rate):g}": profile if rate == 1 else PoissonSubsampled(profile, rate) for rate in RATES}


def pure() -> Panels:
    worst: dict[str, PrivacyProfile] = {f"{float(e):g}-DP": RandomisedResponseProfile(e) for e in LEVELS}
    return {"pure": ({**worst, **{f"Laplace, {float(e):g}-DP": LaplaceProfile(e) for e in LEVELS}}, 5)}


def usual() -> Panels:
    return {LAPLACE_NAME: (rates_of(LAPLACE[LAPLACE_NAME]), 3), "SGD": (rates_of(SGD), 8)}


def others() -> Panels:
    return {ICEA_NAME: (rates_of(ICEA[ICEA_NAME]), 8), "Gaussian, mu = 2": (rates_of(NormalProfile(2)), 8)}


def computed(panels: Callable[[], Panels]) -> Callable[[Setting], Produced]:
    """Bands, the transform at 0 and far away, and the measured least mu of each curve."""
    def compute(setting: Setting) -> Produced:
        rows: list[dict[str, Any]] = []
        for panel, (curves, stop) in panels().items():
            for name, profile in curves.items():
                rows += transform_band(profile, cells(0, stop, CELLS[setting.scale]), panel=panel, curve=name, kind="band")
                with precision(160):
                    for x in (0, FAR):
                        value = gaussian_mu(x, profile.delta(ball(x)).nonnegative_part())
                        rows.append({"panel": panel, "curve": name, "kind": f"at {x}", "low": float(x), "high": float(x), "lower": max(0.0, down(value.lo)), "upper": up(value.hi)})
                found = measure(profile, locate=False)
                ends = (down(found.lower), up(found.upper)) if found.finite else (float("inf"), float("inf"))
                rows.append({"panel": panel, "curve": name, "kind": "least mu", "low": None, "high": None, "lower": ends[0], "upper": ends[1]})
        return Produced(rows)

    return compute


def draw(figure: Any, rows: Sequence[Any]) -> None:
    panels = list(dict.fromkeys(row["panel"] for row in rows))
    figure.set_size_inches(5.5 * len(panels) + 1, 4.6)
    for axes, panel in zip(figure.subplots(1, len(panels), squeeze=False)[0], panels, strict=True):
        draw_bands(axes, rows, panel=panel, kind="band")
        axes.set(xlabel="epsilon", ylabel="mu", title="" if panel == "pure" else panel, ylim=(0, None))


def value(rows: Sequence[Any], panel: str, curve: str, kind: str) -> tuple[float, float]:
    """Bounds of a number of a curve."""
    row = next(row for row in rows if (row["panel"], row["curve"], row["kind"]) == (panel, curve, kind))
    return row["lower"], row["upper"]


def compare_pure(rows: Sequence[Any], scale: str) -> list[Comparison]:
    found = []
    for level in LEVELS:
        worst, laplace = (value(rows, "pure", name, "least mu") for name in (f"{float(level):g}-DP", f"Laplace, {float(level):g}-DP"))
        found.append(Comparison(f"epsilon = {float(level):g}: least mu of Laplace noise against that of the guarantee", "slightly smaller", f"{laplace[1]:.4f} against {worst[0]:.4f}",
                                "agrees" if laplace[1] < worst[0] else "differs"))
    return found


def compare_usual(rows: Sequence[Any], scale: str) -> list[Comparison]:
    found = []
    for name, printed in PRINTED.items():
        low, high = value(rows, LAPLACE_NAME, name, "least mu")
        verdict, note = printed_as(printed, low, high)
        found.append(Comparison(f"{LAPLACE_NAME}, {name}: least mu", printed, f"{(low + high) / 2:.6f}", verdict, spread=f"certified to {high - low:.0e}", note=note))
    return [*found, *_weaker(rows, "SGD")]


def compare_others(rows: Sequence[Any], scale: str) -> list[Comparison]:
    return [line for panel in (ICEA_NAME, "Gaussian, mu = 2") for line in _weaker(rows, panel)]


def _weaker(rows: Sequence[Any], panel: str) -> list[Comparison]:
    """What the caption says of subsampling: a large effect at 0, little far away."""
    found = []
    for rate in RATES[1:]:
        name = f"gamma = {float(rate):g}"
        near, far = (value(rows, panel, name, kind)[1] / value(rows, panel, "gamma = 1", kind)[0] for kind in ("at 0", f"at {FAR}"))
        found.append(Comparison(f"{panel}, {name}: mu over that without subsampling", "much smaller near 0, little changed in the tail", f"{near:.3f} at epsilon = 0, {far:.3f} at {FAR}",
                                "agrees" if near < 0.9 * far else "differs"))
    return found


FIGURE_5 = Reproduction("gdp/fig-5", "GDP transforms of pure mechanisms", "Transforms of epsilon-DP and of Laplace noise with the same epsilon: the latter is slightly lower.",
                        scales_of(SCALE_WORDS), computed(pure), compare_pure, {"plot": draw})
FIGURE_6 = Reproduction("gdp/fig-6", "Subsampling of the Laplace mechanism and of SGD", "Transforms with Poisson subsampling at several rates.",
                        scales_of(SCALE_WORDS), computed(usual), compare_usual, {"plot": draw})
FIGURE_7 = Reproduction("gdp/fig-7", "Subsampling of ICEA and of a Gaussian mechanism", "Transforms with Poisson subsampling: mu falls much near epsilon = 0, the tail hardly changes.",
                        scales_of(SCALE_WORDS), computed(others), compare_others, {"plot": draw})
