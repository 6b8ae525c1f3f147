"""Sub-Gaussian distributions: whether ``log E exp(t X) - t E X <= v t^2/2`` for all real t.

Expansion at t = 0 shows that v is at least the variance. It is enough: for normal distributions, uniform ones, symmetric ones whose points lie within ``sqrt(3 v)`` of the centre (even moments
grow no faster than normal ones), for two points from the constant of Kearns and Saul (1998), which is sharp (Buldygin and Moskvichova, 2013), and for all on an interval of length ``2 sqrt(v)``
(Hoeffding, 1963). Tails that fall only exponentially have no such v.
"""

from __future__ import annotations

from math import inf
from typing import Any

from flint import fmpq

from verify.claims.nodes import Node, free_names, pattern_names
from verify.claims.sets import REALS
from verify.engines import evaluate as ev
from verify.engines.truth import Truth
from verify.quantities.kernels.moments import gaussian
from verify.values import elementary, laws, numbers, powers

ZERO, ONE = fmpq(0), fmpq(1)


def reading(node: Node) -> tuple[Node, Node] | None:
    """The distribution of a proposition of this form, and v as a formula; None for another proposition."""
    over: Any = node.args[0]
    body = ev.argument(node, 1)
    if node.head != "forall" or not isinstance(over, tuple) or len(over) != 1 or not isinstance(over[0][0], Node) or over[0][1] != REALS or body.head != "compare" or body.args[1] != "<=":
        return None
    t = over[0][0]
    law = _law(ev.argument(body, 0), t)
    proxy = _proxy(ev.argument(body, 2), t)
    return None if law is None or proxy is None or pattern_names(t)[0] in free_names(law) else (law, proxy)


def _law(left: Node, t: Node) -> Node | None:
    """P, where the term is ``log E exp(t X) - t E X``."""
    found = [n for n in left.args if isinstance(n, Node) and n.head == "log"] if left.head == "add" and len(left.args) == 2 else []
    mean = ev.argument(found[0], 0) if found else None
    if mean is None or mean.head != "expect" or len(mean.args[0]) != 1:  # type: ignore[arg-type]
        return None
    draws: Any = mean.args[0]
    x, law = draws[0]
    if x == t:
        return None
    asked = ev.argument(mean, 1)
    rest = next(n for n in left.args if n is not found[0])
    product = isinstance(x, Node) and asked.head == "exp" and ev.argument(asked, 0) in (Node("mul", t, x), Node("mul", x, t))
    found_law: Node = law
    return found_law if product and rest in _opposites(t, Node("mean", law)) else None


def _opposites(t: Node, mean: Node) -> tuple[Node, ...]:
    minus = Node("num", "-1")
    return Node("mul", minus, Node("mul", t, mean)), Node("mul", minus, t, mean), Node("mul", minus, Node("mul", mean, t)), Node("mul", minus, mean, t)


def _proxy(right: Node, t: Node) -> Node | None:
    """v, where the term is ``v t^2/2``: t stands in it as the one factor ``t^2``."""
    parts: list[Node] = []

    def split(node: Node) -> None:
        if node.head == "mul":
            for k in range(len(node.args)):
                split(ev.argument(node, k))
        else:
            parts.append(node)

    split(right)
    square = Node("pow", t, Node("num", "2"))
    others = [part for part in parts if part != square]
    if len(others) != len(parts) - 1 or any(pattern_names(t)[0] in free_names(part) for part in others):
        return None
    return Node("mul", Node("num", "2"), *others) if others else Node("num", "2")


def decided(node: Node, env: ev.Env, c: ev.Context) -> Truth | None:
    """Whether such a proposition holds; None where it has another form, or these lemmas do not decide it."""
    found = reading(node)
    if found is None:
        return None
    law, proxy = ev.value(found[0], env, c), ev.value(found[1], env, c)
    return holds(law, proxy, c)


def holds(law: Any, proxy: Any, c: ev.Context) -> Truth | None:
    """Whether a distribution is sub-Gaussian with this v, a finite number: with an infinite one the right side has no value at t = 0."""
    if numbers.relation(proxy, "<", inf) is not True:
        return None
    if isinstance(law, laws.FiniteLaw):
        return _finite(law, proxy, c) if all(isinstance(x, fmpq) for x in law.points) else None
    law = laws.flat(law) if isinstance(law, laws.TranslatedLaw | laws.PieceLaw) else None
    if not isinstance(law, laws.PieceLaw):
        return None
    normal = gaussian(law)
    if normal is not None:
        return _compared(normal[1], proxy)
    first, last = law.pieces[0], law.pieces[-1]
    if (first.lo == -inf and numbers.sign(first.c2) == 0) or (last.hi == inf and numbers.sign(last.c2) == 0):
        return Truth.FALSE
    if first.lo == -inf or last.hi == inf:
        return None
    square = powers.power(numbers.sub(last.hi, first.lo, c.prec), fmpq(2), c.prec)
    if len(law.pieces) == 1 and numbers.sign(first.c1) == 0 and numbers.sign(first.c2) == 0:
        return _compared(numbers.div(square, fmpq(12), c.prec), proxy)
    return Truth.TRUE if numbers.relation(numbers.div(square, fmpq(4), c.prec), "<=", proxy) is True else None


def _compared(least: Any, proxy: Any) -> Truth | None:
    """The answer where ``least`` is the least v."""
    answer = numbers.relation(least, "<=", proxy)
    return None if answer is None else Truth.TRUE if answer else Truth.FALSE


def _finite(law: laws.FiniteLaw, proxy: Any, c: ev.Context) -> Truth | None:
    centre = sum((x * w for x, w in law.items()), ZERO)
    variance = sum(((x - centre) ** 2 * w for x, w in law.items()), ZERO)
    if len(law.points) == 1:
        return _compared(ZERO, proxy)
    if numbers.relation(variance, ">", proxy) is True:
        return Truth.FALSE
    width = law.points[-1] - law.points[0]
    if len(law.points) == 2:
        return _compared(two_points(law.weights[0], width, c.prec), proxy)
    if numbers.relation(width**2 / 4, "<=", proxy) is True:
        return Truth.TRUE
    mirrored = laws.FiniteLaw([2 * centre - x for x in law.points], law.weights)
    within = numbers.relation((law.points[-1] - centre) ** 2, "<=", numbers.mul(fmpq(3), proxy, c.prec))
    return Truth.TRUE if mirrored == law and within is True and numbers.relation(variance, "<=", proxy) is True else None


def two_points(p: fmpq, width: fmpq, prec: int) -> Any:
    """The least v of two points this far apart, one of which has probability p."""
    if p == fmpq(1, 2):
        return width**2 / 4
    odds = elementary.log((1 - p) / p, prec)
    return numbers.div(width**2 * (1 - 2 * p), numbers.mul(fmpq(2), odds, prec), prec)
