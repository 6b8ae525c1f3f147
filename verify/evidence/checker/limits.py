"""Limits by continuity or by leading orders, derivatives by Taylor coefficients; each by the structure of the term alone."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from verify.evidence.checker import numbers as n
from verify.evidence.checker.formula import argument, entries, head, mentions, names
from verify.evidence.checker.numbers import INFINITY, ONE, ZERO, NoValue, Number, Undecided
from verify.evidence.checker.truth import Env

if TYPE_CHECKING:
    from verify.evidence.checker.evaluate import Evaluator

CONTINUOUS: dict[str, Callable[..., Number]] = {
    "add": n.add,
    "mul": n.mul,
    "exp": n.exp,
    "erf": n.erf,
    "erfc": n.erfc,
    "abs": n.absolute,
    "max": n.maximum,
    "min": n.minimum,
}
"""Continuous on the extended reals wherever they have a value."""
BORDERED: dict[str, Callable[..., Number]] = {"log": n.log, "gamma": n.gamma, "hyp1f1": n.hyp1f1}
"""Continuous where an argument is positive."""
MOST_ORDERS = 60
FAST = Fraction(10**9)
"""Stands for the power of what grows or falls faster than every power."""


def _place(e: Evaluator, f: Any, env: Env) -> tuple[str, Number, Env]:
    (pattern, at), *more = entries(f)
    if more or head(pattern) != "var":
        raise Undecided("a limit in several names")
    name = names(pattern)[0]
    return name, e.number(at, env), {key: value for key, value in env.items() if key != name}


def limit(e: Evaluator, f: Any, env: Env) -> Number:
    """The limit, which is then the upper and the lower limit too."""
    name, to, rest = _place(e, f, env)
    term = argument(f, 1)
    try:
        return _tends(e, term, name, to, rest)
    except (Undecided, NoValue):
        if n.is_point_infinite(to) <= 0:
            raise Undecided("a limit that the structure of the term does not show") from None
    c, p = _order(e, term, name, rest)
    if c == 0 or p < 0:
        return ZERO
    return c if p == 0 else n.mul(c, INFINITY)


def _positive(x: Number) -> bool:
    return n.relations(x, ZERO) == {">"}


def _tends(e: Evaluator, f: Any, name: str, to: Number, env: Env) -> Number:
    if name not in mentions(f):
        return e.number(f, env)
    kind = head(f)
    if kind == "var":
        return to
    if kind not in CONTINUOUS and kind not in ("log", "pow", "gamma", "hyp1f1"):
        raise Undecided(f"the limit of {kind}")
    parts = [_tends(e, part, name, to, env) for part in f[1:]]
    if kind in CONTINUOUS:
        return CONTINUOUS[kind](*parts)
    if kind == "pow":
        base, exponent = parts
        if name in mentions(argument(f, 1)):
            inside = _positive(base) and n.finite(base) and n.finite(exponent)
        else:
            whole = isinstance(exponent, Fraction) and exponent.denominator == 1 and exponent >= 0
            inside = _positive(base) or (whole and n.finite(base))
        if not inside:
            raise Undecided("the limit of a power at the border of its domain")
        return n.power(base, exponent)
    positive = parts[1] if kind == "hyp1f1" else parts[0]
    if not _positive(positive) or (kind != "log" and not all(n.finite(p) for p in parts)):
        raise Undecided(f"the limit of {kind} at the border of its domain")
    return BORDERED[kind](*parts)


def _order(e: Evaluator, f: Any, name: str, env: Env) -> tuple[Number, Fraction]:
    """(c, p) with ``f = c t^p (1 + o(1))`` as t tends to oo, c of known sign; c = 0 for what is 0."""
    if name not in mentions(f):
        return _signed(e.number(f, env)), ZERO
    kind, parts = head(f), f[1:]
    if kind == "var":
        return ONE, Fraction(1)
    if kind in ("add", "mul"):
        inner = [_order(e, part, name, env) for part in parts]
        return _sum(inner) if kind == "add" else _product(inner)
    if kind == "abs":
        c, p = _order(e, parts[0], name, env)
        return n.absolute(c), p
    if kind == "pow" and name not in mentions(argument(f, 1)):
        return _power(*_order(e, parts[0], name, env), e.number(parts[1], env))
    if kind == "exp":
        c, p = _order(e, parts[0], name, env)
        if c == 0 or p < 0:
            return ONE, ZERO
        return (n.exp(c), ZERO) if p == 0 else (ONE, FAST if _positive(c) else -FAST)
    if kind == "hyp1f1" and name not in mentions(argument(f, 0)) | mentions(argument(f, 1)):
        return _kummer(e.number(parts[0], env), e.number(parts[1], env), *_order(e, argument(f, 2), name, env))
    raise Undecided(f"the leading order of {kind}")


def _signed(x: Number) -> Number:
    if n.may_be_infinite(x) or len(n.relations(x, ZERO)) != 1:
        raise Undecided("a coefficient whose sign is open")
    return x


def _fast(p: Fraction) -> bool:
    return abs(p) > FAST / 2


def _sum(parts: list[tuple[Number, Fraction]]) -> tuple[Number, Fraction]:
    kept = [(c, p) for c, p in parts if c != 0]
    if not kept:
        return ZERO, ZERO
    top = max(p for _, p in kept)
    leading = [c for c, p in kept if p == top or (_fast(p) and _fast(top) and p * top > 0)]
    if len(leading) > 1 and _fast(top):
        raise Undecided("a sum of exponentials")
    total = _signed(n.add(ZERO, *leading))
    if total == 0:
        raise Undecided("leading orders that cancel")
    return total, top


def _product(parts: list[tuple[Number, Fraction]]) -> tuple[Number, Fraction]:
    if any(c == 0 for c, _ in parts):
        return ZERO, ZERO
    powers = [p for _, p in parts]
    if {p > 0 for p in powers if _fast(p)} == {True, False}:
        raise Undecided("a product of exponentials")
    fast = [p for p in powers if _fast(p)]
    return n.mul(*(c for c, _ in parts)), fast[0] if fast else sum(powers, Fraction(0))


def _power(c: Number, p: Fraction, exponent: Number) -> tuple[Number, Fraction]:
    if not isinstance(exponent, Fraction):
        raise Undecided("the leading order of a power that is no fraction")
    if exponent == 0:
        return ONE, ZERO
    if c == 0:
        if exponent < 0:
            raise Undecided("a negative power of 0")
        return ZERO, ZERO
    if not _positive(c) and exponent.denominator != 1:
        raise Undecided("a fractional power of a negative number")
    if _fast(p):
        return n.power(c, exponent), FAST if (p > 0) == (exponent > 0) else -FAST
    return n.power(c, exponent), p * exponent


def _kummer(a: Number, b: Number, c: Number, p: Fraction) -> tuple[Number, Fraction]:
    """Kummer's function: ``Gamma(b)/Gamma(b - a) (-z)^(-a) (1 + o(1))`` as z tends to -oo, for b > 0 and b - a > 0."""
    if c == 0 or p < 0:
        return ONE, ZERO
    if p == 0:
        return _signed(n.hyp1f1(a, b, c)), ZERO
    rest = n.sub(b, a)
    if not (_positive(n.neg(c)) and _positive(b) and _positive(rest)):
        raise Undecided("the leading order of Kummer's function")
    size, power = _power(n.neg(c), p, n.neg(a))
    return n.mul(size, n.gamma(b), n.inverse(n.gamma(rest))), power


# --- derivatives -----------------------------------------------------------------------------------------------------


def derivative(e: Evaluator, f: Any, env: Env) -> Number:
    """A derivative of whole order: k! times a Taylor coefficient."""
    name, at, rest = _place(e, f, env)
    k = e.whole(argument(f, 2), env)
    if k < 0:
        raise NoValue("a derivative of negative order")
    if k > MOST_ORDERS or not n.finite(at):
        raise Undecided("a derivative of a high order, or at oo")
    return n.mul(Fraction(math.factorial(k)), _taylor(e, argument(f, 1), name, at, k, rest)[k])


def _taylor(e: Evaluator, f: Any, name: str, at: Number, k: int, env: Env) -> list[Number]:
    """Coefficients 0 to k."""
    if name not in mentions(f):
        return [e.number(f, env), *([ZERO] * k)]
    kind = head(f)
    if kind == "var":
        return [at, ONE, *([ZERO] * k)][: k + 1]
    if kind == "pow" and name in mentions(argument(f, 1)):
        raise Undecided("the Taylor series of a power whose exponent moves")
    parts = [_taylor(e, part, name, at, k, env) for part in (f[1:2] if kind == "pow" else f[1:])]
    if kind == "add":
        return [n.add(*column) for column in zip(*parts, strict=True)]
    if kind == "mul":
        result = parts[0]
        for part in parts[1:]:
            result = _convolved(result, part)
        return result
    x = parts[0]
    if kind == "exp":  # y' = x' y
        found = [n.exp(x[0])]
        for m in range(1, k + 1):
            found.append(_divided([n.mul(Fraction(j), x[j], found[m - j]) for j in range(1, m + 1)], Fraction(m)))
        return found
    if kind == "log" and _positive(x[0]):  # x y' = x'
        found = [n.log(x[0])]
        for m in range(1, k + 1):
            rest = [n.mul(Fraction(-j, m), found[j], x[m - j]) for j in range(1, m)]
            found.append(_divided([x[m], *rest], x[0]))
        return found
    if kind == "pow":
        return _taylor_power(x, e.number(argument(f, 1), env))
    raise Undecided(f"the Taylor series of {kind}")


def _taylor_power(x: list[Number], exponent: Number) -> list[Number]:
    if isinstance(exponent, Fraction) and exponent.denominator == 1 and 0 <= exponent <= MOST_ORDERS:
        result: list[Number] = [ONE, *([ZERO] * (len(x) - 1))]
        for _ in range(int(exponent)):
            result = _convolved(result, x)
        return result
    if not _positive(x[0]):
        raise Undecided("the Taylor series of a power at 0")
    found = [n.power(x[0], exponent)]
    for m in range(1, len(x)):  # x y' = exponent x' y
        terms = [
            n.mul(n.sub(n.mul(exponent, Fraction(j, m)), Fraction(m - j, m)), x[j], found[m - j])
            for j in range(1, m + 1)
        ]
        found.append(_divided(terms, x[0]))
    return found


def _convolved(a: list[Number], b: list[Number]) -> list[Number]:
    return [n.add(ZERO, *(n.mul(a[j], b[m - j]) for j in range(m + 1))) for m in range(len(a))]


def _divided(terms: list[Number], by: Number) -> Number:
    return n.div(n.add(ZERO, *terms), by)


LIMITS = {"limit": limit, "limsup": limit, "liminf": limit, "derivative": derivative}
