"""Where a formula has a value, read off the formula as it is written, before anything in it is collected, cancelled or put into a closed form.

A term has a value where all of its parts have one and the head says so (docs/formulas.md): no logarithm of a number <= 0, no ``1/0``, no root of a negative number, no pole of a special
function, no ``oo - oo``, no ``0 * oo``. A proof on another form of a term, a quotient that was cancelled or a difference with terms collected, counts only where the term itself has a value.
"""

from __future__ import annotations

from verify.claims.nodes import Node, literal

TOTAL = frozenset({"abs", "max", "min", "exp", "erf", "erfc", "normal_cdf", "floor", "ceiling", "sinh", "cosh", "tanh", "expm1_over", "mills", "atan", "asinh", "cbrt"})
"""Functions with a value at every number of [-oo, oo]."""
EVERYWHERE = frozenset({"erf", "erfc", "normal_cdf", "tanh", "atan"})
"""Of these, functions with a finite value there."""


def total(term: Node) -> bool:
    """Whether a term certainly has a value whatever numbers of [-oo, oo] its names are."""
    if term.head in ("num", "pi", "var"):
        return True
    parts = [part for part in term.args if isinstance(part, Node)]
    if len(parts) != len(term.args):
        return False
    if term.head in TOTAL:
        return all(total(part) for part in parts)
    if term.head == "add":
        return all(total(part) for part in parts) and sum(not bounded(part) for part in parts) < 2
    if term.head == "mul":  # 0 * oo
        scale = [part for part in parts if (value := literal(part)) is not None and value != 0]
        return all(total(part) for part in parts) and len(parts) - len(scale) < 2
    if term.head == "pow":
        exponent = literal(parts[1])
        return exponent is not None and exponent.denominator == 1 and exponent > 0 and total(parts[0])
    return False


def bounded(term: Node) -> bool:
    """Whether a term that has a value certainly is finite, whatever its names are."""
    return literal(term) is not None or term.head == "pi" or term.head in EVERYWHERE
