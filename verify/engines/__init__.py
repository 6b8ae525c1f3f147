"""Engines: each turns a task into a finding. Generic: none of them knows a paper.

The modules that are imported here enter their rules into the evaluator's tables.
"""

from verify.engines import (
    arithmetic,
    binders,
    coordinates,
    expectations,
    extrema,
    half_lines,
    limits,
    membership,
    objects,
    procedure,
    quantifiers,
    quantities,
    sequences,
)

__all__ = ["arithmetic", "binders", "coordinates", "expectations", "extrema", "half_lines", "limits", "membership", "objects", "procedure", "quantifiers", "quantities", "sequences"]
