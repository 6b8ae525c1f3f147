"""A quantifier over a bounded interval, decided by a cover: the proposition is evaluated on pieces of the interval, each as one enclosure.

What holds on every piece holds everywhere; what fails on every piece holds nowhere. One exact member decides the other two answers.
"""

from __future__ import annotations

from typing import Any

from flint import arb, fmpq

from verify.claims.nodes import Node
from verify.engines import evaluate as ev
from verify.engines.truth import Truth
from verify.values import numbers
from verify.values.numbers import Enclosure, NoValue

MOST_PIECES = 256


def by_cover(node: Node, env: ev.Env, c: ev.Context) -> Truth | None:
    """The truth of ``forall`` or ``exists`` over one bounded interval with rational ends; None where the set is another or the pieces do not decide."""
    over, body = node.args[0], node.args[1]
    assert isinstance(over, tuple) and isinstance(body, Node)
    if len(over) != 1 or not isinstance(over[0], tuple) or not isinstance(over[0][0], Node):
        return None
    name, where = str(over[0][0].args[0]), over[0][1]
    assert isinstance(where, Node)
    while where.head == "unstated":
        where = ev._node(where, 0)
    if where.head != "interval":
        return None
    low, high = ev._child(where, 0, env, c), ev._child(where, 1, env, c)
    if not (isinstance(low, fmpq) and isinstance(high, fmpq) and low < high):
        return None
    deciding, other = (Truth.FALSE, Truth.TRUE) if node.head == "forall" else (Truth.TRUE, Truth.FALSE)

    def at(value: Any) -> Truth:
        try:
            return ev.truth(body, {**env, name: value}, c)
        except NoValue:
            return Truth.UNDECIDED

    ends = [end for end, kind in ((low, where.args[2]), (high, where.args[3])) if kind == "closed"]
    for end in ends:
        if at(end) is deciding:
            c.inner[name] = end
            return deciding
    pieces, count = [(low, high)], 0
    while pieces:
        a, b = pieces.pop()
        count += 1
        if count > MOST_PIECES:
            return None
        middle = (a + b) / 2
        if at(Enclosure(_rounded(a, down=True), _rounded(b, down=False))) is other:
            continue
        if at(middle) is deciding:
            c.inner[name] = middle
            return deciding
        pieces += [(middle, b), (a, middle)]
    return other


def _rounded(x: fmpq, *, down: bool) -> arb:
    ball = numbers.enclose(x, 64)
    end = ball.lo if down else ball.hi
    assert isinstance(end, arb)
    return end


__all__ = ["by_cover"]
