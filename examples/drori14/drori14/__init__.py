"""Gradient descent, exact worst cases: the ledger, in the order of inequalities, rates, potentials, proximal and subgradient methods, and folklore."""

from drori14 import ledger

LEDGER = ledger.LEDGER
