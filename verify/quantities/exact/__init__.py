"""Closed forms of quantities, derived from their definitions by integrating densities and by optimal couplings.

A law on the line is a list of pieces with log-density ``c0 + c1 x + c2 x^2``; coefficients and ends are SymPy expressions in *positive* symbols
(a caller splits a domain into cells on each of which this is so). Every order of break points and every sign that a formula depends on is decided by a
:class:`Signs`, or :class:`OpenSign` names the expression whose sign is open, so that the caller can split the cell. Nothing is assumed silently: a term
that may have no value raises instead of returning an expression.
"""
