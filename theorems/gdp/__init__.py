"""Identification, Amplification and Measurement: A bridge to Gaussian Differential Privacy (Liu, Sun, Jiang, Kong): the ledger of its claims."""

import importlib

from theorems.gdp.choices import WORDS
from theorems.gdp.standings import STANDINGS
from verify.claims import Ledger

_SECTIONS = ("conditions", "refinement", "identification", "transformation", "algorithms", "tail", "applications", "composition")

LEDGER = Ledger(
    "gdp",
    "Identification, Amplification and Measurement: A bridge to Gaussian Differential Privacy",
    "Yi Liu, Ke Sun, Bei Jiang, Linglong Kong: Identification, Amplification and Measurement: A bridge to Gaussian Differential Privacy",
    tuple(item for section in _SECTIONS for item in importlib.import_module(f"{__name__}.ledger_{section}").ITEMS),
    standings=STANDINGS,
    words=WORDS,
)
