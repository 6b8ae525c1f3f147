"""Proofs over boxes: interval arithmetic with open ends, compiled formulas, monotone faces, and the search for a tree of boxes."""
