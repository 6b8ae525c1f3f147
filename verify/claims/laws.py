"""Laws of ``mechanisms`` as formulas: a law is defined by the pieces of its log-density."""

from __future__ import annotations

from typing import Any

from verify.claims.nodes import ClaimError, Node, term
from verify.claims.symbolic_form import from_sympy


def law(value: Any) -> Node:
    """A law object (it offers ``kind``, ``parameters()`` and ``log_density_pieces()``, or is a mixture or finite law) as a formula."""
    kind = getattr(value, "kind", type(value).__name__.lower())
    if hasattr(value, "components") and hasattr(value, "weights"):
        return Node("mixture", tuple((term(w), term(c)) for w, c in zip(value.weights, value.components, strict=True)))
    if hasattr(value, "points") and hasattr(value, "weights"):
        return Node("finite", tuple((term(p), term(w)) for p, w in zip(value.points, value.weights, strict=True)))
    if hasattr(value, "factors"):
        return Node("product", *(term(factor) for factor in value.factors))
    if not hasattr(value, "log_density_pieces"):
        raise ClaimError(f"law: log_density_pieces(), components or points are needed, got {type(value).__name__}; see the protocol in the documentation")
    pieces = tuple(tuple(from_sympy(part) for part in piece) for piece in value.log_density_pieces())
    return Node("law", str(kind), tuple((name, term(v)) for name, v in value.parameters()), pieces)
