"""Counterexamples: draw exact instances, climb towards failure, certify, shrink. Returns REFUTED, SUPPORTED or UNDECIDED; never PROVED.

From below: what a statement asks of its instances (``features``), whether one refutes it (``judging``), what was seen (``tally``), a refuting one as a finding (``counterexample``), draws (``drawing``),
climbing from what comes closest (``climbing``), the search within its budget (``hunting``), what is said where nothing was found (``outcome``), the search beyond it (``further``), and the engine (``deciding``).
"""

from verify.engines.search.counterexample import ENGINE, at, environment, instance, left_open, noticed, witness
from verify.engines.search.deciding import decide, glance
from verify.engines.search.drawing import draw_instance, fails_at
from verify.engines.search.features import candidates_of, endless, too_large, typical
from verify.engines.search.further import elsewhere
from verify.engines.search.hunting import PRESETS, glimpse, hunt
from verify.engines.search.judging import MOST_WORK, OVERRUN, admissible, is_inside
from verify.engines.search.tally import IDLE, Tally, admitted, look_at

__all__ = [
    "ENGINE", "IDLE", "MOST_WORK", "OVERRUN", "PRESETS", "Tally", "admissible", "admitted", "at", "candidates_of", "decide", "draw_instance", "elsewhere", "endless", "environment", "fails_at",
    "glance", "glimpse", "hunt", "instance", "is_inside", "left_open", "look_at", "noticed", "too_large", "typical", "witness",
]
