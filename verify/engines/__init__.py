"""Engines: each turns a task into a finding. Generic: none of them knows a paper.

The modules that are imported here enter their rules into the evaluator's tables.
"""

from verify.engines import coordinates, expectations, extrema, half_lines, limits, membership, objects, procedure, quantifiers, sequences

__all__ = ["coordinates", "expectations", "extrema", "half_lines", "limits", "membership", "objects", "procedure", "quantifiers", "sequences"]
