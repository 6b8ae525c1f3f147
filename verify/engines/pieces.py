"""The interval of a binder, cut in pieces: enclosures of pieces, numbers inside of them, and powers of a name that is as near to 0 as one likes."""

from __future__ import annotations

import math
from typing import Any

from flint import arb, fmpq

from verify.claims.nodes import BINDERS, Node, literal, rebuild
from verify.claims.sets import stated
from verify.engines import evaluate as ev
from verify.values import numbers
from verify.values.numbers import Enclosure
from verify.values.powers import power

Piece = tuple[Any, Any]
"""Two ends, rational or infinite."""
PIECE = 5
"""Cost of a piece in units of work."""
FAR = fmpq(2**20)
"""Where the last piece of a half-line begins at the latest."""


def opened(term: Node, name: str, low: Any, ends: list[Any]) -> tuple[Node, dict[str, fmpq]]:
    """The term with names for negative powers of a name that is positive but as near to 0 as one likes, and their exponents."""
    powers: dict[str, fmpq] = {}
    if low != 0 or low in ends:
        return term, powers

    def visit(node: Node) -> Node:
        if node.head == "pow" and node.args[0] == Node("var", name) and (exponent := literal(ev.argument(node, 1))) is not None and exponent < 0:
            key = f"{name}^{exponent}"
            powers[key] = fmpq(exponent.numerator, exponent.denominator)
            return Node("var", key)
        return node if node.head in BINDERS else rebuild(node, visit)

    return visit(term), powers


def bound(env: ev.Env, name: str, value: Any, powers: dict[str, fmpq], c: ev.Context) -> ev.Env:
    """The environment with the name, and with its powers."""
    inner = {**env, name: value}
    for key, exponent in powers.items():
        if isinstance(value, Enclosure) and value.lo == 0:
            least = power(value.hi if isinstance(value.hi, float) else Enclosure(value.hi, value.hi), exponent, c.prec)
            inner[key] = Enclosure(numbers.enclose(least, c.prec).lo, math.inf)
        else:
            inner[key] = power(value, exponent, c.prec)
    return inner


def span_of(over: Any, env: ev.Env, c: ev.Context) -> tuple[str, Any, Any, list[Any]] | None:
    """Name, ends, and those ends that are members, of a binder of one number over an interval with rational or infinite ends."""
    if not isinstance(over, tuple) or len(over) != 1 or not isinstance(over[0], tuple) or not isinstance(over[0][0], Node):
        return None
    name, where = str(over[0][0].args[0]), over[0][1]
    assert isinstance(where, Node)
    where = stated(where)
    if where.head != "interval":
        return None
    low, high = ev.argument_value(where, 0, env, c), ev.argument_value(where, 1, env, c)
    if not (rational(low) and rational(high) and numbers.relation(low, "<", high)):
        return None
    ends = [end for end, kind in ((low, where.args[2]), (high, where.args[3])) if kind == "closed" and isinstance(end, fmpq)]
    return name, low, high, ends


def rational(end: Any) -> bool:
    return isinstance(end, fmpq) or end in (math.inf, -math.inf)


def middle_of(piece: Piece) -> Any:
    """A number inside a piece; further and further out on a half-line, None where that has gone far enough."""
    a, b = piece
    if isinstance(a, fmpq) and isinstance(b, fmpq):
        return (a + b) / 2
    if isinstance(a, fmpq):
        return None if a >= FAR else max(a + 1, 2 * a)
    if isinstance(b, fmpq):
        return None if b <= -FAR else min(b - 1, 2 * b)
    return fmpq(0)


def is_narrow(piece: Piece) -> bool:
    """Whether a piece is so small that what is undecided on it is equality rather than a matter of width."""
    a, b = piece
    return isinstance(a, fmpq) and isinstance(b, fmpq) and (b - a) * 2**16 < max(fmpq(1), abs(a))


def enclosed(piece: Piece) -> Enclosure:
    return Enclosure(rounded(piece[0], down=True), rounded(piece[1], down=False))


def rounded(x: Any, *, down: bool) -> arb | float:
    ball = numbers.enclose(x, 64)
    return ball.lo if down else ball.hi
