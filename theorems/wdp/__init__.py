"""Wasserstein Differential Privacy (Yang, Qi, Zhou; arXiv 2401.12436v1, AAAI-24): the ledger of its claims, in the order of the inventory."""

import importlib
import pkgutil

from theorems.wdp.choices import WORDS
from theorems.wdp.standings import STANDINGS
from verify.claims import Ledger

_SECTIONS = ("metric", "composition", "mechanisms", "conversions", "postprocessing", "accountant", "experiments")


def _items():
    present = {info.name for info in pkgutil.iter_modules(__path__)}
    return tuple(item for section in _SECTIONS if f"ledger_{section}" in present
                 for item in importlib.import_module(f"{__name__}.ledger_{section}").ITEMS)


LEDGER = Ledger(
    "wdp",
    "Wasserstein Differential Privacy",
    "Chengyi Yang, Jiayin Qi, Aimin Zhou: Wasserstein Differential Privacy, AAAI 2024",
    _items(),
    version="arXiv 2401.12436v1",
    standings=STANDINGS,
    words=WORDS,
)
