"""Numeric functions of values: distances, divergences, moments. Nothing here knows a claim.

``transport`` and ``divergences`` (with ``lines`` and ``flows`` below them) are exact or rigorous; ``numeric`` computes
the same quantities in floating point without sharing code with them, and ``agreement`` holds one route against another.
"""
