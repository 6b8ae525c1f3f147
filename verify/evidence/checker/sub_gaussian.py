"""Sub-Gaussian laws: whether log E exp(t X) - t E X <= v t^2/2 for all real t.

No v below the variance will do. For a normal or uniform law the variance does, and for two points the number of Kearns and Saul, which no smaller one replaces. A quarter of the square of the
length of an interval that carries the law is enough; and so is the variance where the law is symmetric and its points are at most sqrt(3 v) from the centre: E X^(2k) is then at most
(3 v)^(k-1) v, which is at most 1 3 5 ... (2k - 1) v^k.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from verify.evidence.checker import lines
from verify.evidence.checker import numbers as n
from verify.evidence.checker.formula import argument, entries, head, mentions, names, word
from verify.evidence.checker.laws import Finite, Line
from verify.evidence.checker.numbers import ONE, ZERO, Number
from verify.evidence.checker.truth import FALSE, TRUE, Env

if TYPE_CHECKING:
    from verify.evidence.checker.evaluate import Evaluator

REALS = ["interval", "-oo", "oo", ["word", "open"], ["word", "open"]]


def sub_gaussian(e: Evaluator, p: Any, env: Env) -> str | None:
    """The truth of such a proposition; None where it is another one, or is not known."""
    over, body = entries(p), argument(p, 1)
    if p[0] != "forall" or len(over) != 1 or head(over[0][0]) != "var" or over[0][1] != REALS or head(body) != "compare" or word(argument(body, 1)) != "<=":
        return None
    t = over[0][0]
    law, proxy = _law(body[1], t), _proxy(argument(body, 2), t)
    if law is None or proxy is None or set(names(t)) & mentions(law):
        return None
    found, v = e.law(law, env), n.mul(*(e.number(part, env) for part in proxy))
    if not n.finite(v):
        return None
    if isinstance(found, Finite):
        return _finite(found, v) if all(isinstance(x, Fraction) for x in found.points) else None
    return _line(found, v) if isinstance(found, Line) and not found.atoms and len(found.parts) == 1 else None


def _law(left: Any, t: Any) -> Any:
    if head(left) != "add" or len(left) != 3:
        return None
    logarithm, rest = (left[1], left[2]) if head(left[1]) == "log" else (left[2], left[1])
    mean: Any = argument(logarithm, 0) if head(logarithm) == "log" else None
    if head(mean) != "expect" or len(entries(mean)) != 1 or head(argument(mean, 1)) != "exp":
        return None
    ((x, law),) = entries(mean)
    product = _factors(argument(argument(mean, 1), 0))
    negative = _factors(rest)
    expected = [t, "-1", ["mean", law]]
    fits = x != t and len(product) == 2 and all(part in product for part in (t, x)) and len(negative) == 3 and all(part in negative for part in expected)
    return law if fits else None


def _factors(f: Any) -> list[Any]:
    return [part for inner in f[1:] for part in _factors(inner)] if head(f) == "mul" else [f]


def _proxy(right: Any, t: Any) -> list[Any] | None:
    """The factors of v, where the term is v t^2/2."""
    parts = _factors(right)
    others = [part for part in parts if part != ["pow", t, "2"]]
    return ["2", *others] if len(others) == len(parts) - 1 and not any(set(names(t)) & mentions(part) for part in others) else None


def _compared(least: Number, v: Number) -> str | None:
    order = n.relations(least, v)
    return TRUE if order <= {"<", "="} else FALSE if order == {">"} else None


def _finite(law: Finite, v: Number) -> str | None:
    points = sorted(law.table)
    centre = sum((x * w for x, w in law.weights), ZERO)
    variance = sum((x * x * w for x, w in law.weights), ZERO) - centre**2
    if n.relations(variance, v) == {">"}:
        return FALSE
    width = points[-1] - points[0]
    if len(points) <= 2:
        p = law.table[points[0]]
        sharp: Number = width**2 / 4 if p in (ONE, Fraction(1, 2)) else n.mul(width**2 * (p - Fraction(1, 2)), n.inverse(n.log(p / (1 - p))))
        return _compared(sharp, v)
    if n.relations(width**2 / 4, v) <= {"<", "="}:
        return TRUE
    symmetric = all(law.table.get(2 * centre - x) == w for x, w in law.weights)
    near = n.relations(max((x - centre) ** 2 for x in points), n.mul(Fraction(3), v)) <= {"<", "="}
    return TRUE if symmetric and near and n.relations(variance, v) <= {"<", "="} else None


def _line(law: Line, v: Number) -> str | None:
    ((_, pieces),) = law.parts
    first, last = pieces[0], pieces[-1]
    low, high = n.is_point_infinite(first.lo) < 0, n.is_point_infinite(last.hi) > 0
    if len(pieces) == 1 and low and high and lines.sign(first.c2) < 0:
        return _compared(n.div(Fraction(-1, 2), first.c2), v)
    if (low and lines.sign(first.c2) == 0) or (high and lines.sign(last.c2) == 0):
        return FALSE
    if low or high or not (n.finite(first.lo) and n.finite(last.hi)):
        return None
    width = n.sub(last.hi, first.lo)
    square = n.mul(width, width)
    if len(pieces) == 1 and lines.sign(first.c1) == 0 and lines.sign(first.c2) == 0:
        return _compared(n.mul(square, Fraction(1, 12)), v)
    return TRUE if n.relations(n.mul(square, Fraction(1, 4)), v) <= {"<", "="} else None
