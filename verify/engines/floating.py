"""The numeric route: a statement's sides in floating point, quantities by quadrature, linear programmes and sums of their own."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from verify.claims.nodes import Node
from verify.engines import binders
from verify.engines import evaluate as ev
from verify.engines.truth import Truth
from verify.quantities.kernels import numeric
from verify.values import laws, numbers, powers
from verify.values.entry import Primitive
from verify.values.numbers import NoValue
from verify.values.primitives import PRIMITIVES, WHERE


class NoNumericRoute(Exception):
    """This construct has no floating-point route."""


QUADRATURE = 1e-12
"""Absolute accuracy of the quadratures of densities."""
Arguments = list[Any]


def side(node: Node, env: ev.Env) -> float:
    """The value of a number formula in floating point. Raises NoNumericRoute where a construct has none, NoValue where there is no value."""
    c = ev.Context(64)
    rule = _RULES.get(node.head)
    if rule is not None:
        return rule(node, env)
    if node.head in _QUANTITIES:
        arguments = [None if not isinstance(a, Node) else _argument(a, env, c) for a in node.args]
        return _quantity(node.head, arguments)
    if node.head in ("norm", "item", "size"):
        return numbers.to_float(ev.value(node, env, c))
    raise NoNumericRoute(node.head)


def _quantity(head: str, arguments: Arguments) -> float:
    """A quantity at its arguments, quadratures once only: readings of a claim are compared at the same instances."""
    key = (head, *arguments)
    try:
        known = _KNOWN.get(key)
    except TypeError:  # an argument that cannot be hashed
        return float(_QUANTITIES[head](arguments))
    if known is None:
        if len(_KNOWN) >= 4096:
            _KNOWN.clear()
        known = _KNOWN[key] = float(_QUANTITIES[head](arguments))
    return known


_KNOWN: dict[Any, float] = {}
"""Quantities by head and arguments."""


def _argument(node: Node, env: ev.Env, c: ev.Context) -> Any:
    """Laws exactly (they are data); numbers in floating point."""
    if node.head != "var" and (node.head in _RULES or node.head in _QUANTITIES):
        return side(node, env)
    value = ev.value(node, env, c)
    return numbers.to_float(value) if isinstance(value, ev.numbers_kinds) else value


def _num(node: Node, env: ev.Env) -> float:
    text = str(node.args[0])
    if text in ("oo", "-oo"):
        return math.inf if text == "oo" else -math.inf
    top, _, bottom = text.partition("/")
    return int(top) / int(bottom or 1)


def _var(node: Node, env: ev.Env) -> float:
    value = ev.of_name(node, env, ev.Context(64))
    if not isinstance(value, ev.numbers_kinds):
        raise NoNumericRoute("a name that is not a number")
    return numbers.to_float(value)


def _apply(function: Callable[..., float]) -> Callable[[Node, ev.Env], float]:
    def rule(node: Node, env: ev.Env) -> float:
        try:
            result = function(*(side(a, env) for a in node.args if isinstance(a, Node)))
        except (ValueError, ZeroDivisionError):
            raise NoValue(f"{node.head} has no value in floating point") from None
        except OverflowError:
            return math.inf
        if math.isnan(result):
            raise NoValue(f"{node.head} has no value in floating point")
        return result

    return rule


def _power(a: float, b: float) -> float:
    if a == math.inf or b == math.inf or b == -math.inf:
        return float(numbers.to_float(powers.power(_exact(a), _exact(b))))
    result = a**b
    if isinstance(result, complex):
        raise ValueError
    return float(result)


def _exact(x: float) -> Any:
    from flint import fmpq

    return x if math.isinf(x) else fmpq(*x.as_integer_ratio())


def _product(*values: float) -> float:
    if 0.0 in values and any(math.isinf(v) for v in values):
        raise ValueError
    return math.prod(values)


def _sum_of(*values: float) -> float:
    total = 0.0
    for value in values:
        total += value
    return total


def _within(entry: Primitive) -> Callable[..., float]:
    """A special function in floating point, on the domain of its entry."""
    def call(*values: float) -> float:
        if entry.name in ("erf", "erfc", "gamma"):  # the library of the language is faster, and it refuses poles itself
            return float(getattr(math, entry.name)(*values))
        if len(values) != entry.arity:
            raise ValueError
        for x, (lo, hi, lo_open, hi_open) in zip(values, entry.domain, strict=True):
            low, high = float(lo), float(hi)
            if not (low <= x <= high) or (x == low and lo_open) or (x == high and hi_open):
                raise NoNumericRoute(f"{entry.name} outside {WHERE}'s domain")
        if entry.name == "gaussian_level" and 1 - values[1] < NEXT_TO_ONE:
            raise NoNumericRoute("the Gaussian level of a delta next to 1, which a rounded delta says little of")
        return float(entry.floating(*values))

    return call


NEXT_TO_ONE = 1e-8
"""Below this 1 - delta is left with too few digits."""


def _exp(x: float) -> float:
    return 0.0 if x == -math.inf else math.exp(x)


def _if(node: Node, env: ev.Env) -> float:
    answer = _truth(ev.argument(node, 0), env)
    if answer is Truth.NO_VALUE:
        raise NoValue("the condition has no value")
    if answer is Truth.UNDECIDED:
        raise NoNumericRoute("an undecided condition")
    return side(ev.argument(node, 1 if answer is Truth.TRUE else 2), env)


def _binder(fold: str) -> Callable[[Node, ev.Env], float]:
    def rule(node: Node, env: ev.Env) -> float:
        c = ev.Context(64)
        values: list[float] = []
        for inner, whole in binders.assignments(node.args[0], env, c):
            if not whole:
                raise NoNumericRoute("a binder over an infinite set")
            if len(node.args) > 2 and isinstance(node.args[2], Node) and ev.truth(node.args[2], inner, c) is not Truth.TRUE:
                continue
            values.append(side(ev.argument(node, 1), inner))
        if fold == "sum":
            return math.fsum(values)
        if not values:
            if isinstance(node.args[3], Node):
                return side(node.args[3], env)
            return -math.inf if fold == "sup" else math.inf
        return max(values) if fold == "sup" else min(values)

    return rule


def _expect(node: Node, env: ev.Env) -> float:
    c = ev.Context(64)
    return math.fsum(numbers.to_float(w) * side(ev.argument(node, 1), inner) for inner, w in binders.draws(node.args[0], env, c))


def _prob(node: Node, env: ev.Env) -> float:
    c = ev.Context(160)
    return math.fsum(numbers.to_float(w) for inner, w in binders.draws(node.args[0], env, c) if _truth(ev.argument(node, 1), inner) is Truth.TRUE)


def _truth(node: Node, env: ev.Env) -> Truth:
    """Truth of a condition; most are decided at the lower precision."""
    answer = ev.truth(node, env, ev.Context(60))
    return answer if answer is not Truth.UNDECIDED else ev.truth(node, env, ev.Context(160))


_MOVED: list[float] = [0.0]
"""By which share of their size arguments of floor and ceiling are moved."""


def _whole(step: Callable[[float], int]) -> Callable[[float], float]:
    return lambda x: x if math.isinf(x) else float(step(x + _MOVED[0] * max(1.0, abs(x))))


def beside_jumps(node: Node, env: ev.Env, share: float) -> float:
    """The same with arguments of floor and ceiling moved a little: a value that changes hangs on their last digits."""
    _MOVED[0] = share
    try:
        return side(node, env)
    finally:
        _MOVED[0] = 0.0


_RULES: dict[str, Callable[[Node, ev.Env], float]] = {
    "num": _num, "var": _var, "pi": lambda node, env: math.pi,
    "add": _apply(_sum_of), "mul": _apply(_product), "pow": _apply(_power), "exp": _apply(_exp),
    "log": _apply(lambda x: math.inf if x == math.inf else math.log(x)), "abs": _apply(abs),
    "floor": _apply(_whole(math.floor)), "ceiling": _apply(_whole(math.ceil)),
    "max": _apply(max), "min": _apply(min), "if": _if,
    "sup": _binder("sup"), "inf": _binder("inf"), "sum": _binder("sum"), "expect": _expect, "prob": _prob,
} | {name: _apply(_within(entry)) for name, entry in PRIMITIVES.items()}


def _mean(a: Arguments) -> float:
    return numeric.mean(a[0])


def _norm(value: Any) -> float:
    return 1.0 if value is None else float(value)


def _gap(a: Arguments) -> float:
    p, q = a
    if isinstance(p, laws.FiniteLaw) and isinstance(q, laws.FiniteLaw):
        x, y = numeric._vectors(p, q)
        return float(abs(x - y).max())
    raise NoNumericRoute("density_gap_sup between densities")


def _mass(a: Arguments) -> float:
    law, event = a
    return math.fsum(numeric.as_float(w) for p, w in law.items() if event.has(p))


def _density(a: Arguments) -> float:
    law, x = a
    if isinstance(law, laws.FiniteLaw):
        raise NoNumericRoute("the weight of a point is data")
    return float(numeric._Floats(law).density(x))


def _hockey_stick(p: Any, q: Any, epsilon: float) -> float:
    """Raises OverflowError where the quadrature knows no digit: what is built on such a number is no second route."""
    found = numeric.hockey_stick(p, q, epsilon)
    if 0 < found < QUADRATURE and not (isinstance(p, laws.FiniteLaw) and isinstance(q, laws.FiniteLaw)):
        raise OverflowError("a hockey-stick divergence below the accuracy of the quadrature")
    return found


def _renyi(a: Arguments) -> float:
    p, q, order = a
    if math.isinf(order) and not isinstance(p, laws.FiniteLaw):
        raise NoNumericRoute("a supremum over the line (a grid only bounds it from below)")
    with np.errstate(over="ignore"):
        found = numeric.renyi(p, q, order)
    if math.isinf(found) and not isinstance(p, laws.FiniteLaw):
        raise NoNumericRoute("an integrand beyond the range of floating point")
    return found


def _wasserstein(a: Arguments) -> float:
    if not all(isinstance(law, laws.FiniteLaw) for law in a[:2]):
        raise NoNumericRoute("transport between distributions with densities (grid route, 1e-3 only)")
    if 2 < a[2] < math.inf:
        raise NoNumericRoute("transport of an order above 2 (a root of that order magnifies the tolerance of the linear programme)")
    return numeric.wasserstein(a[0], a[1], a[2], _norm(a[3] if len(a) > 3 else None))


_QUANTITIES: dict[str, Callable[[Arguments], float]] = {
    "wasserstein": _wasserstein,
    "kantorovich": lambda a: numeric.kantorovich_dual(a[0], a[1], _norm(a[2] if len(a) > 2 else None)),
    "renyi": lambda a: _renyi(a),
    "total_variation": lambda a: numeric.total_variation(a[0], a[1]),
    "l1_distance": lambda a: 2 * numeric.total_variation(a[0], a[1]),
    "hockey_stick": lambda a: _hockey_stick(a[0], a[1], a[2]),
    "jensen_shannon": lambda a: numeric.jensen_shannon(a[0], a[1]),
    "levy": lambda a: numeric.levy_distance(a[0], a[1]),
    "prokhorov": lambda a: numeric.prokhorov_distance(a[0], a[1]),
    "log_ratio_sup": lambda a: max(_renyi([a[0], a[1], math.inf]), _renyi([a[1], a[0], math.inf])),
    "density_gap_sup": _gap,
    "moment": lambda a: numeric.absolute_moment(a[0], a[1]),
    "mean": _mean,
    "mass": _mass,
    "density": _density,
    "distribution_function": lambda a: numeric.distribution_function(a[0], a[1]),
}
