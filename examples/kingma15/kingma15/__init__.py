"""Adam (Kingma and Ba, ICLR 2015) and the counterexample of Reddi, Kale and Kumar (ICLR 2018): the ledger of their items, in the order of the papers."""

from kingma15 import ledger

LEDGER = ledger.LEDGER
"""What the papers say about each item: where it stands, what it ranges over, which readings its words admit."""
