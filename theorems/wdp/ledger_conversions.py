"""Ledger of the conversions between frameworks: Propositions 9 and 10 (to WDP), then Proposition 11 and its corollaries (from WDP)."""

from theorems.wdp.ledger_conversions_dp import ITEMS as DP
from theorems.wdp.ledger_conversions_rdp import ITEMS as RDP

ITEMS = (*DP, *RDP)
