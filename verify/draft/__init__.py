"""A ledger skeleton and claim stubs from the TeX source of a paper.

``tex`` reads the files, ``counters`` counts as LaTeX does, ``items`` finds what is numbered, ``formulas`` reads formulas, ``package`` writes.
"""
