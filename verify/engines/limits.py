"""Limits and derivatives at an exact instance.

A limit is found in two ways, both by the structure of the term:

* continuity: arithmetic, ``exp``, ``log``, ``erf``, ``max`` and the like are continuous, as functions of extended reals, wherever their value at the limits
  of their arguments is no indeterminate form;
* leading order at oo: a term is ``c t^p (1 + o(1))`` with c > 0 or c < 0; sums keep the largest power, products multiply, and Kummer's function at
  ``z -> -oo`` is ``Gamma(b)/Gamma(b - a) (-z)^(-a) (1 + o(1))`` for b > 0 and b - a > 0.

Where one of them gives a value, the upper and the lower limit are the same. A derivative of whole order is a coefficient of the Taylor series, which is
computed by its recurrences.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from flint import fmpq

from verify.claims.nodes import Node, free_names, pattern_names
from verify.engines import evaluate as ev
from verify.values import numbers

MOST_ORDERS = 60
SMOOTH = ("add", "mul", "exp", "erf", "erfc", "abs", "max", "min")
INFINITE = (math.inf, -math.inf)


def limit(node: Node, env: ev.Env, c: ev.Context) -> Any:
    """``limit``, ``limsup`` and ``liminf`` of a term whose limit the structure shows. Raises NoRoute for other terms."""
    name, to = _place(node, env, c)
    term = ev._node(node, 1)
    inner = {key: value for key, value in env.items() if key != name}
    try:
        return _continuous(term, name, to, inner, c)
    except (ev.NoRoute, numbers.NoValue):
        if to != math.inf:
            raise ev.NoRoute("a limit that the structure of the term does not show") from None
    found = _leading(term, name, inner, c)
    if found.coefficient == 0 or found.power < 0:
        return fmpq(0)
    return found.coefficient if found.power == 0 else numbers.mul(found.coefficient, math.inf, c.prec)


def _place(node: Node, env: ev.Env, c: ev.Context) -> tuple[str, Any]:
    over = node.args[0]
    assert isinstance(over, tuple)
    pattern, at = over[0]  # type: ignore[misc, str-unpack]
    assert isinstance(at, Node)
    return pattern_names(pattern)[0], ev.value(at, env, c)


def _surely(a: Any, relation: str, b: Any) -> bool:
    return numbers.relation(a, relation, b) is True


def _continuous(term: Node, name: str, to: Any, env: ev.Env, c: ev.Context) -> Any:
    """The value that the term tends to. Raises NoRoute or NoValue where continuity does not give one."""
    if name not in free_names(term):
        return ev.value(term, env, c)
    if term.head == "var":
        return to
    if term.head not in (*SMOOTH, "log", "pow", "hyp1f1", "gamma"):
        raise ev.NoRoute(f"the limit of {term.head}")
    parts = [_continuous(ev._node(term, k), name, to, env, c) for k in range(len(term.args))]
    zero = fmpq(0)
    if term.head == "log" and not _surely(parts[0], ">", zero):
        raise ev.NoRoute("the limit of a logarithm at 0")
    if term.head == "gamma" and not (_surely(parts[0], ">", zero) and _surely(parts[0], "<", math.inf)):
        raise ev.NoRoute("the limit of the gamma function at a pole or at oo")
    if term.head == "hyp1f1" and (any(p in INFINITE for p in parts) or not _surely(parts[1], ">", zero)):
        raise ev.NoRoute("the limit of Kummer's function at oo")
    if term.head == "pow":
        moving = name in free_names(ev._node(term, 1))
        if moving and not (_surely(parts[0], ">", zero) and _surely(parts[0], "<", math.inf) and parts[1] not in INFINITE):
            raise ev.NoRoute("the limit of a power whose exponent moves")
        whole = isinstance(parts[1], fmpq) and parts[1].q == 1 and parts[1] >= 0
        if not moving and not _surely(parts[0], ">", zero) and not (whole and parts[0] not in INFINITE):
            raise ev.NoRoute("the limit of a power at 0 or of a negative number")
    names = {f"{k}": part for k, part in enumerate(parts)}  # digits are no names of a claim
    return ev.value(Node(term.head, *(Node("var", key) for key in names)), names, c)


@dataclass(frozen=True, slots=True)
class _Order:
    """``coefficient * t^power``, or 0 for a term that is 0; the power is -oo for what falls faster than every power."""

    coefficient: Any
    power: Fraction | float


def _leading(term: Node, name: str, env: ev.Env, c: ev.Context) -> _Order:
    """The leading order of a term as the name tends to oo. Raises NoRoute where it is not seen."""
    if name not in free_names(term):
        value = ev.value(term, env, c)
        if value in INFINITE:
            raise ev.NoRoute("an infinite constant")
        return _Order(_signed(value), Fraction(0))
    if term.head == "var":
        return _Order(fmpq(1), Fraction(1))
    parts = [ev._node(term, k) for k in range(len(term.args))]
    if term.head == "add":
        return _sum([_leading(p, name, env, c) for p in parts], c)
    if term.head == "mul":
        return _product([_leading(p, name, env, c) for p in parts], c)
    if term.head == "abs":
        inner = _leading(parts[0], name, env, c)
        return _Order(numbers.absolute(inner.coefficient), inner.power)
    if term.head == "pow" and name not in free_names(parts[1]):
        return _power(_leading(parts[0], name, env, c), ev.value(parts[1], env, c), c)
    if term.head == "exp":
        inner = _leading(parts[0], name, env, c)
        if inner.coefficient == 0 or inner.power < 0:
            return _Order(fmpq(1), Fraction(0))
        if inner.power == 0:
            return _Order(numbers.exp(inner.coefficient, c.prec), Fraction(0))
        return _Order(fmpq(1), -math.inf if _surely(inner.coefficient, "<", fmpq(0)) else math.inf)
    if term.head == "hyp1f1" and not {name} & (free_names(parts[0]) | free_names(parts[1])):
        return _kummer(ev.value(parts[0], env, c), ev.value(parts[1], env, c), _leading(parts[2], name, env, c), c)
    raise ev.NoRoute(f"the leading order of {term.head}")


def _signed(value: Any) -> Any:
    """The value, if its sign is known."""
    if value == 0 or _surely(value, "!=", fmpq(0)):
        return value
    raise ev.NoRoute("a coefficient whose sign is open")


def _sum(parts: list[_Order], c: ev.Context) -> _Order:
    kept = [p for p in parts if p.coefficient != 0]
    if not kept:
        return _Order(fmpq(0), Fraction(0))
    power = max(p.power for p in kept)
    top = [p.coefficient for p in kept if p.power == power]
    if len(top) > 1 and abs(power) == math.inf:
        raise ev.NoRoute("a sum of exponentials")
    total = numbers.total(top, c.prec)
    if not _surely(total, "!=", fmpq(0)):
        raise ev.NoRoute("leading orders that cancel")
    return _Order(total, power)


def _product(parts: list[_Order], c: ev.Context) -> _Order:
    if any(p.coefficient == 0 for p in parts):
        return _Order(fmpq(0), Fraction(0))
    coefficient: Any = fmpq(1)
    for p in parts:
        coefficient = numbers.mul(coefficient, p.coefficient, c.prec)
    powers = [p.power for p in parts]
    if {math.inf, -math.inf} <= set(powers):
        raise ev.NoRoute("a product of exponentials")
    return _Order(coefficient, next((p for p in powers if abs(p) == math.inf), sum(powers, Fraction(0))))


def _power(base: _Order, exponent: Any, c: ev.Context) -> _Order:
    if not isinstance(exponent, fmpq):
        raise ev.NoRoute("the leading order of a power that is no fraction")
    if exponent == 0:
        return _Order(fmpq(1), Fraction(0))
    if base.coefficient == 0:
        if exponent > 0:
            return base
        raise ev.NoRoute("a negative power of 0")
    if not _surely(base.coefficient, ">", fmpq(0)) and exponent.q != 1:
        raise ev.NoRoute("a fractional power of a negative number")
    return _Order(numbers.power(base.coefficient, exponent, c.prec), base.power * Fraction(int(exponent.p), int(exponent.q)))


def _kummer(a: Any, b: Any, z: _Order, c: ev.Context) -> _Order:
    if z.coefficient == 0 or z.power < 0:
        return _Order(fmpq(1), Fraction(0))
    if z.power == 0:
        return _Order(_signed(numbers.hyp1f1(a, b, z.coefficient, c.prec)), Fraction(0))
    rest = numbers.sub(b, a, c.prec)
    if not (_surely(z.coefficient, "<", fmpq(0)) and _surely(b, ">", fmpq(0)) and _surely(rest, ">", fmpq(0))):
        raise ev.NoRoute("the leading order of Kummer's function")
    size = _power(_Order(numbers.neg(z.coefficient), z.power), numbers.neg(a), c)
    factor = numbers.div(numbers.gamma(b, c.prec), numbers.gamma(rest, c.prec), c.prec)
    return _Order(numbers.mul(factor, size.coefficient, c.prec), size.power)


# --- derivatives -------------------------------------------------------------------------------------------------------

Series = list[Any]


def derivative(node: Node, env: ev.Env, c: ev.Context) -> Any:
    """A derivative of whole order at a point, for terms with a Taylor series there. Raises NoRoute for other terms."""
    name, at = _place(node, env, c)
    order = ev._child(node, 2, env, c)
    if not (isinstance(order, fmpq) and order.q == 1 and order >= 0):
        raise numbers.NoValue("the order of a derivative must be a whole number of at least 0")
    if order > MOST_ORDERS or at in INFINITE:
        raise ev.NoRoute("a derivative of a high order, or at oo")
    k = int(order.p)
    series = _taylor(ev._node(node, 1), name, at, k + 1, {key: value for key, value in env.items() if key != name}, c)
    return numbers.mul(fmpq(math.factorial(k)), series[k], c.prec)


def _taylor(term: Node, name: str, at: Any, size: int, env: ev.Env, c: ev.Context) -> Series:
    """The first coefficients of the Taylor series of a term."""
    zeros: Series = [fmpq(0)] * size
    if name not in free_names(term):
        return [ev.value(term, env, c), *zeros[1:]]
    if term.head == "var":
        return [at, fmpq(1), *zeros][:size]

    def part(k: int) -> Series:
        return _taylor(ev._node(term, k), name, at, size, env, c)

    if term.head == "add":
        return [numbers.total(column, c.prec) for column in zip(*(part(k) for k in range(len(term.args))), strict=True)]
    if term.head == "mul":
        result = part(0)
        for k in range(1, len(term.args)):
            result = _times(result, part(k), c)
        return result
    if term.head == "exp":
        inner = part(0)
        return _recurrence(numbers.exp(inner[0], c.prec), size, lambda found, n: _mean(inner, found, n, lambda j: fmpq(j), c))
    if term.head == "log":
        inner = part(0)
        if not _surely(inner[0], ">", fmpq(0)):
            raise ev.NoRoute("the Taylor series of a logarithm at 0")

        def next_log(found: Series, n: int) -> Any:
            rest = numbers.total([numbers.mul(numbers.mul(fmpq(j), found[j], c.prec), inner[n - j], c.prec) for j in range(1, n)], c.prec)
            return numbers.div(numbers.sub(inner[n], numbers.div(rest, fmpq(n), c.prec), c.prec), inner[0], c.prec)

        return _recurrence(numbers.log(inner[0], c.prec), size, next_log)
    if term.head == "pow" and name not in free_names(ev._node(term, 1)):
        return _taylor_power(part(0), ev._child(term, 1, env, c), size, c)
    raise ev.NoRoute(f"the Taylor series of {term.head}")


def _recurrence(first: Any, size: int, following: Callable[[Series, int], Any]) -> Series:
    found = [first]
    for n in range(1, size):
        found.append(following(found, n))
    return found


def _mean(inner: Series, found: Series, n: int, weight: Callable[[int], Any], c: ev.Context) -> Any:
    """``(1/n) sum_j weight(j) inner[j] found[n - j]``."""
    terms = [numbers.mul(numbers.mul(weight(j), inner[j], c.prec), found[n - j], c.prec) for j in range(1, n + 1)]
    return numbers.div(numbers.total(terms, c.prec), fmpq(n), c.prec)


def _times(a: Series, b: Series, c: ev.Context) -> Series:
    return [numbers.total([numbers.mul(a[j], b[n - j], c.prec) for j in range(n + 1)], c.prec) for n in range(len(a))]


def _taylor_power(base: Series, exponent: Any, size: int, c: ev.Context) -> Series:
    """A power by repeated products for whole exponents, else by the recurrence of ``y' x = exponent x' y``."""
    if isinstance(exponent, fmpq) and exponent.q == 1 and 0 <= exponent <= MOST_ORDERS:
        result: Series = [fmpq(1), *([fmpq(0)] * (size - 1))]
        for _ in range(int(exponent.p)):
            result = _times(result, base, c)
        return result
    if not _surely(base[0], ">", fmpq(0)):
        raise ev.NoRoute("the Taylor series of a power at 0")

    def following(found: Series, n: int) -> Any:
        def weight(j: int) -> Any:
            return numbers.sub(numbers.mul(exponent, fmpq(j), c.prec), fmpq(n - j), c.prec)

        return numbers.div(_mean(base, found, n, weight, c), base[0], c.prec)

    return _recurrence(numbers.power(base[0], exponent, c.prec), size, following)


__all__ = ["derivative", "limit"]
