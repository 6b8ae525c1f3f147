"""Renyi Pufferfish Privacy (Pierquin, Bellet, Tommasi, Boussard): the ledger of its claims."""

import importlib

from theorems.rpp.choices import WORDS
from theorems.rpp.standings import STANDINGS
from verify.claims import Ledger

_SECTIONS = ("framework", "adversaries", "examples", "wasserstein", "approximate", "distributions", "moments", "iteration", "attributes", "descent", "dependence")

LEDGER = Ledger(
    "rpp",
    "Renyi Pufferfish Privacy: General Additive Noise Mechanisms and Privacy Amplification by Iteration via Shift Reduction Lemmas",
    "Clement Pierquin, Aurelien Bellet, Marc Tommasi, Matthieu Boussard: Renyi Pufferfish Privacy: General Additive Noise Mechanisms and Privacy"
    " Amplification by Iteration via Shift Reduction Lemmas",
    tuple(item for section in _SECTIONS for item in importlib.import_module(f"{__name__}.ledger_{section}").ITEMS),
    standings=STANDINGS,
    words=WORDS,
)
