"""Finite-time Analysis of the Multiarmed Bandit Problem (Auer, Cesa-Bianchi and Fischer, 2002): the ledger of what it states with numbers, in the order of the paper."""

from auer02 import ledger

LEDGER = ledger.LEDGER
