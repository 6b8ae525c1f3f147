"""Proofs from textbook lemmas: which lemmas are used, and where, is found here; that each step applies is judged by the checker's own rules.

:mod:`matching` finds the terms at which a lemma applies, :mod:`adding` coefficients of a sum, :mod:`linking` a proof about numbers, and :mod:`proof` puts them together.
"""

from verify.engines.lemmas.proof import ENGINE, Other, decide, decide_from

__all__ = ["ENGINE", "Other", "decide", "decide_from"]
