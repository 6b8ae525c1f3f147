"""Plots as SVG by Matplotlib (extra ``reproduce``): the same rows give the same bytes."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import Any

from verify.reproductions.artefact import Draw, NotHere, Row

STYLE = {
    "svg.hashsalt": "claimcheck", "svg.fonttype": "path", "font.size": 9, "axes.spines.top": False, "axes.spines.right": False, "axes.grid": True, "grid.alpha": 0.25,
    "legend.frameon": False, "legend.fontsize": 8, "lines.linewidth": 1.4, "figure.facecolor": "white",
}


def matplotlib_or_refuse() -> Any:
    """The module matplotlib. Raises NotHere where it is not installed."""
    try:
        import matplotlib
    except ImportError:
        raise NotHere("extra missing: plots need Matplotlib; install the extra: pip install 'claimcheck[reproduce]'") from None
    return matplotlib


def picture(draw: Draw, rows: Sequence[Row], kind: str = "svg") -> bytes:
    """A drawing as an SVG (or, with ``kind`` ``png``, as pixels). No clock, no state of other drawings."""
    matplotlib = matplotlib_or_refuse()
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    with matplotlib.rc_context(STYLE):
        figure = Figure(figsize=(7.5, 4.6), layout="constrained")
        FigureCanvasAgg(figure)
        draw(figure, rows)
        stream = io.BytesIO()
        figure.savefig(stream, format=kind, dpi=110, metadata={"Date": None} if kind == "svg" else None)
    return stream.getvalue()
