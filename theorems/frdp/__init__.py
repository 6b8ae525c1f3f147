"""Functional Renyi Differential Privacy for Generative Modeling (Jiang, Sun, Yu): the ledger of its claims."""

import importlib

from theorems.frdp.choices import WORDS
from theorems.frdp.standings import STANDINGS
from verify.claims import Ledger

_SECTIONS = ("definitions", "composition", "gaussian", "conversion", "divergence", "generative", "release", "accounting", "experiments")

LEDGER = Ledger(
    "frdp",
    "Functional Renyi Differential Privacy for Generative Modeling",
    "Dihong Jiang, Sun Sun, Yaoliang Yu: Functional Renyi Differential Privacy for Generative Modeling, NeurIPS 2023",
    tuple(item for section in _SECTIONS for item in importlib.import_module(f"{__name__}.ledger_{section}").ITEMS),
    standings=STANDINGS,
    words=WORDS,
)
