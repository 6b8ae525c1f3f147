"""Renyi Differential Privacy (Mironov, CSF 2017): the ledger of ten of its items, in the order of the paper."""

from mironov17 import ledger

LEDGER = ledger.LEDGER
