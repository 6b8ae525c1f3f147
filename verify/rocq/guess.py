"""Floating-point values of terms, for ends between which Rocq finds a number; nothing rests on them."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping

from verify.claims.nodes import Node, child, literal
from verify.rocq.weights import NoWeights, Weights, members, place
from verify.rocq.weights import weights as finite_weights

Values = Mapping[str, object]


class NoGuess(Exception):
    """A term that has no floating-point value here."""


def guess(node: Node, values: Values) -> float:
    rule = RULES.get(node.head)
    if rule is None:
        raise NoGuess(node.head)
    try:
        return rule(node, values)
    except (ArithmeticError, ValueError, TypeError) as error:
        raise NoGuess(node.head) from error


def truth(node: Node, values: Values) -> bool:
    if node.head == "compare":
        a, b = guess(child(node, 0), values), guess(child(node, 2), values)
        return {"<=": a <= b, "<": a < b, ">=": a >= b, ">": a > b, "==": a == b, "!=": a != b}[str(node.args[1])]
    if node.head in ("all", "any"):
        found = [truth(child(node, k), values) for k in range(len(node.args))]
        return all(found) if node.head == "all" else any(found)
    if node.head == "not":
        return not truth(child(node, 0), values)
    raise NoGuess(node.head)


def Phi(x: float) -> float:
    return math.erfc(-x / math.sqrt(2)) / 2


def profile(epsilon: float, mu: float) -> float:
    return Phi(mu / 2 - epsilon / mu) - math.exp(epsilon) * Phi(-mu / 2 - epsilon / mu)


def rising_root(f: Callable[[float], float], lo: float, hi: float) -> float:
    """Where a function that rises becomes positive."""
    for _ in range(200):
        middle = (lo + hi) / 2
        lo, hi = (lo, middle) if f(middle) > 0 else (middle, hi)
    return hi


def _level(node: Node, values: Values) -> float:
    epsilon, delta = guess(child(node, 0), values), guess(child(node, 1), values)
    return rising_root(lambda mu: profile(epsilon, mu) - delta, 1e-9, 200.0)


def _item(node: Node, values: Values) -> float:
    family, index = child(node, 0), int(guess(child(node, 1), values))
    stored = values[str(family.args[0])]
    assert isinstance(stored, Node)
    return guess(child(stored, index - 1), values)


def _variable(node: Node, values: Values) -> float:
    stored = values.get(str(node.args[0]))
    if isinstance(stored, float | int):
        return float(stored)
    if isinstance(stored, Node):
        return guess(stored, {})
    raise NoGuess(str(node.args[0]))


def _number(node: Node, values: Values) -> float:
    value = literal(node)
    return float(value) if value is not None else math.inf if node.args[0] == "oo" else -math.inf


def weights(node: Node, values: Values) -> Weights:
    try:
        return finite_weights(node, values)
    except NoWeights as error:
        raise NoGuess(node.head) from error


def _hockey_stick(node: Node, values: Values) -> float:
    P, Q = weights(child(node, 0), values), weights(child(node, 1), values)
    factor = math.exp(guess(child(node, 2), values))
    return sum(max(p - factor * Q.get(x, 0.0), 0.0) for x, p in P.items())


def _total_variation(node: Node, values: Values) -> float:
    P, Q = weights(child(node, 0), values), weights(child(node, 1), values)
    return sum(max(p - Q.get(x, 0.0), 0.0) for x, p in P.items())


def _renyi(node: Node, values: Values) -> float:
    P, Q, order = weights(child(node, 0), values), weights(child(node, 1), values), guess(child(node, 2), values)
    if order >= 1 and not P.keys() <= Q.keys():
        return math.inf
    if order == math.inf:
        return math.log(max(p / Q[x] for x, p in P.items()))
    if order == 1:
        return math.fsum(p * math.log(p / Q[x]) for x, p in P.items())
    return math.log(math.fsum(p**order * Q[x] ** (1 - order) for x, p in P.items() if x in Q)) / (order - 1)


def _mass(node: Node, values: Values) -> float:
    P = weights(child(node, 0), values)
    try:
        E = {place(child(node, 1), values)} if node.head == "density" else members(child(node, 1), values)
    except NoWeights as error:
        raise NoGuess(node.head) from error
    return math.fsum(p for x, p in P.items() if x in E)


def _sum(node: Node, values: Values) -> float:
    over = node.args[0]
    assert isinstance(over, tuple) and len(over) == 1 and isinstance(over[0], tuple)
    pattern, where = over[0]
    assert isinstance(pattern, Node) and isinstance(where, Node) and where.head == "integers"
    lo, hi = (int(guess(child(where, k), values)) for k in (0, 1))
    return math.fsum(guess(child(node, 1), {**values, str(pattern.args[0]): k}) for k in range(lo, hi + 1))


def _value_at(node: Node, values: Values) -> float:
    table = values[str(child(node, 0).args[0])]
    assert isinstance(table, dict)
    return guess(table[int(guess(child(node, 1), values))], values)


def _infimum(node: Node, values: Values) -> float:
    """The least number of a range from where on a condition holds."""
    over, where = node.args[0], node.args[2]
    assert isinstance(over, tuple) and len(over) == 1 and isinstance(over[0], tuple) and isinstance(where, Node)
    pattern, rng = over[0]
    assert isinstance(pattern, Node) and isinstance(rng, Node) and rng.head == "interval"
    if child(node, 1) != pattern:
        raise NoGuess("inf")
    name, lo = str(pattern.args[0]), guess(child(rng, 0), values)
    return rising_root(lambda x: 1.0 if truth(where, {**values, name: x}) else -1.0, lo, lo + 300.0)


def _all(function: Callable[..., float]) -> Callable[[Node, Values], float]:
    return lambda node, values: function(*(guess(child(node, k), values) for k in range(len(node.args))))


def _quantile(p: float) -> float:
    return rising_root(lambda x: Phi(x) - p, -40.0, 40.0)


RULES: dict[str, Callable[[Node, Values], float]] = {
    "num": _number,
    "var": _variable,
    "item": _item,
    "pi": lambda node, values: math.pi,
    "add": _all(lambda *parts: math.fsum(parts)),
    "mul": _all(lambda *parts: math.prod(parts)),
    "pow": _all(lambda a, b: a**b),
    "exp": _all(math.exp),
    "log": _all(math.log),
    "abs": _all(abs),
    "max": _all(max),
    "min": _all(min),
    "erf": _all(math.erf),
    "erfc": _all(math.erfc),
    "binomial": _all(lambda n, k: math.comb(int(n), int(k)) if 0 <= k <= n else 0),
    "normal_cdf": _all(Phi),
    "normal_quantile": _all(_quantile),
    "gaussian_profile": _all(profile),
    "gaussian_level": _level,
    "hockey_stick": _hockey_stick,
    "total_variation": _total_variation,
    "renyi": _renyi,
    "finite renyi": _renyi,
    "mass": _mass,
    "density": _mass,
    "if": lambda node, values: guess(child(node, 1 if truth(child(node, 0), values) else 2), values),
    "sum": _sum,
    "value_at": _value_at,
    "inf": _infimum,
}

__all__ = ["NoGuess", "guess"]
