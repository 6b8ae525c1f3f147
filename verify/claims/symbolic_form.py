"""Bridge between formulas and SymPy expressions, in both directions. Plain real symbols stand for names."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import sympy as sp

from verify.claims.nodes import ClaimError, Node, number, term
from verify.claims.terms import euler_gamma

_TO = {"exp": sp.exp, "log": sp.log, "abs": sp.Abs, "erf": sp.erf, "erfc": sp.erfc, "gamma": sp.gamma, "floor": sp.floor, "ceiling": sp.ceiling}
_NORMAL = {"normal_cdf": lambda x: sp.erfc(-x / sp.sqrt(2)) / 2, "normal_quantile": lambda p: -sp.sqrt(2) * sp.erfcinv(2 * p),
           "mills": lambda x: sp.sqrt(sp.pi / 2) * sp.exp(x**2 / 2) * sp.erfc(x / sp.sqrt(2)),
           "gaussian_profile": lambda x, mu: sp.erfc((x / mu - mu / 2) / sp.sqrt(2)) / 2 - sp.exp(x) * sp.erfc((x / mu + mu / 2) / sp.sqrt(2)) / 2}
"""Functions of the normal law in those that SymPy has."""
_ANALYSIS = {"sinh": sp.sinh, "cosh": sp.cosh, "tanh": sp.tanh, "sin": sp.sin, "cos": sp.cos, "tan": sp.tan, "cot": sp.cot, "asin": sp.asin, "acos": sp.acos, "atan": sp.atan,
             "atan2": sp.atan2, "asinh": sp.asinh, "acosh": sp.acosh, "atanh": sp.atanh, "log_gamma": sp.loggamma, "digamma": sp.digamma, "beta": sp.beta}
_OF_PI = {"sin_pi": lambda x: sp.sin(sp.pi * x), "cos_pi": lambda x: sp.cos(sp.pi * x), "tan_pi": lambda x: sp.tan(sp.pi * x), "cot_pi": lambda x: sp.cot(sp.pi * x)}
_TO |= {**_ANALYSIS, **_OF_PI, "cbrt": lambda x: sp.sign(x) * sp.cbrt(sp.Abs(x)), "polylog": sp.polylog, "dilog": lambda x: sp.polylog(2, x), "lambert_w": sp.LambertW, "bessel_i": sp.besseli, "bessel_k": sp.besselk, **_NORMAL}
_FROM = {sp.exp: "exp", sp.log: "log", sp.Abs: "abs", sp.erf: "erf", sp.erfc: "erfc", sp.gamma: "gamma", sp.floor: "floor", sp.ceiling: "ceiling",
         sp.Max: "max", sp.Min: "min", sp.polylog: "polylog", sp.besseli: "bessel_i", sp.besselk: "bessel_k"} | {function: head for head, function in _ANALYSIS.items()}


def to_sympy(node: Node, symbols: Mapping[str, Any] | None = None) -> Any:
    """The SymPy expression of a number formula. ``symbols`` gives the symbol (with assumptions) of a name; by default it is real.

    Raises
    ------
    ClaimError
        For a construct without a SymPy form (a quantity, a binder over laws).
    """
    names = symbols or {}

    def visit(n: Node) -> Any:
        head, args = n.head, n.args
        if head == "num":
            text = str(args[0])
            if text in ("oo", "-oo"):
                return sp.oo if text == "oo" else -sp.oo
            value = Fraction(text)
            return sp.Rational(value.numerator, value.denominator)
        if head == "var":
            name = str(args[0])
            return names[name] if name in names else sp.Symbol(name, real=True)
        if head == "pi":
            return sp.pi
        subs = [visit(a) for a in args if isinstance(a, Node)]
        if head == "add":
            return sp.Add(*subs)
        if head == "mul":
            return sp.Mul(*subs)
        if head == "pow":
            return sp.Pow(*subs)
        if head == "max":
            return sp.Max(*subs)
        if head == "min":
            return sp.Min(*subs)
        if head == "hyp1f1":
            return sp.hyper([subs[0]], [subs[1]], subs[2])
        if head in _TO:
            return _TO[head](*subs)
        raise ClaimError(f"no SymPy form of {head}; give the quantity an exact route or leave this claim to the other engines")

    return visit(node)


def from_sympy(expression: Any) -> Node:
    """The formula of a SymPy expression; symbols become names. Floats are refused."""
    e = expression
    if isinstance(e, Node):
        return e
    if isinstance(e, int | Fraction):
        return number(e)
    e = sp.sympify(e)
    if e is sp.oo:
        return number("oo")
    if e is -sp.oo:
        return number("-oo")
    if isinstance(e, sp.Rational):
        return number(Fraction(int(e.p), int(e.q)))
    if isinstance(e, sp.Symbol):
        return Node("var", e.name)
    if e is sp.pi:
        return Node("pi")
    if e is sp.E:
        return Node("exp", number(1))
    if e is sp.EulerGamma:
        return euler_gamma
    if isinstance(e, sp.Float):
        raise ClaimError(f"formula: numbers must be exact, got the float {e}; use sympy.Rational")
    if isinstance(e, sp.Add | sp.Mul):
        head = "add" if isinstance(e, sp.Add) else "mul"
        parts = [from_sympy(a) for a in e.as_ordered_terms()] if head == "add" else [from_sympy(a) for a in e.as_ordered_factors()]
        return Node(head, *parts)
    if isinstance(e, sp.Pow):
        return Node("pow", from_sympy(e.base), from_sympy(e.exp))
    if isinstance(e, sp.hyper) and len(e.ap) == 1 and len(e.bq) == 1:
        return Node("hyp1f1", from_sympy(e.ap[0]), from_sympy(e.bq[0]), from_sympy(e.argument))
    if isinstance(e, sp.Piecewise):
        result: Node | None = None
        for value, condition in reversed(e.args):
            if condition is sp.true or condition == True:  # noqa: E712 - SymPy's truth is not Python's
                result = from_sympy(value)
            elif result is None:
                raise ClaimError(f"no formula for {e}: the last case of a piecewise expression must hold otherwise")
            else:
                result = Node("if", _condition(condition), from_sympy(value), result)
        assert result is not None
        return result
    for function, head in _FROM.items():
        if isinstance(e, function):
            return Node(head, *(from_sympy(a) for a in e.args))
    raise ClaimError(f"no formula for {type(e).__name__} in {e}; write it with the functions of verify.claims")


def _condition(condition: Any) -> Node:
    relations = {sp.Eq: "==", sp.Ne: "!=", sp.Le: "<=", sp.Lt: "<", sp.Ge: ">=", sp.Gt: ">"}
    for kind, relation in relations.items():
        if isinstance(condition, kind):
            return Node("compare", from_sympy(condition.lhs), relation, from_sympy(condition.rhs))
    raise ClaimError(f"no formula for the condition {condition}; write it with If and Compare")


__all__ = ["from_sympy", "term", "to_sympy"]
