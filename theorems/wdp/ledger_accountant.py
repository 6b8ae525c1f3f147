"""Ledger of the accountant: Theorems 1 and 2 with Lemma 1, then Theorem 3 with its corollary."""

import importlib
import importlib.util

from theorems.wdp import ledger_accountant_loss

_TAIL = "theorems.wdp.ledger_accountant_tail"

ITEMS = (
    *ledger_accountant_loss.ITEMS,
    *(importlib.import_module(_TAIL).ITEMS if importlib.util.find_spec(_TAIL) is not None else ()),
)
