"""Closed forms of numbers made by arithmetic, special functions and choices."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, Self

import sympy as sp
from flint import fmpq

from verify.claims.nodes import Argument, Node, literal
from verify.quantities.exact.expressions import Expr, NoClosedForm, NoValue, OpenSign, vanishes
from verify.quantities.exact.line_laws import AnyLaw
from verify.quantities.exact.sign_rules import Signs
from verify.values.primitives import PRIMITIVES

NUMBERS = frozenset({
    "num", "var", "pi", "add", "mul", "pow", "exp", "log", "abs", "norm", "max", "min", "erf", "erfc", "gamma", "hyp1f1", "floor", "ceiling", "if", "sum",
    "prod", "normal_cdf", "mills", "gaussian_profile", "gaussian_level",
    "limit", "limsup", "liminf", "derivative", "expect", "prob", "renyi", "total_variation", "l1_distance", "hockey_stick", "log_ratio_sup", "density_gap_sup",
    "log_per_density_gap", "log_density_lipschitz", "mean", "moment", "distribution_function", "density", "wasserstein", "kantorovich", "least_disagreement",
    "inf", "sup",
})
"""Heads that have a closed form here, each by the method of its name."""


class NumberForms:
    """Closed forms of numbers made by arithmetic, special functions and choices on one cell."""

    def __init__(self, names: Mapping[str, Any], signs: Signs) -> None:
        self.names = dict(names)
        self.signs = signs
        self.notes: list[str] = []
        """Which definitions were worked out, in words, in the order of use."""
        self._laws: dict[Node, AnyLaw] = {}
        self._numbers: dict[Node, Expr] = {}

    def note(self, text: str) -> None:
        if text not in self.notes:
            self.notes.append(text)

    def with_names(self, extra: Mapping[str, Any], signs: Signs | None = None) -> Self:
        """The same cell with more names."""
        inner = type(self)({**self.names, **extra}, signs or self.signs)
        inner.notes = self.notes
        return inner

    # numbers ---------------------------------------------------------------------------------------------------------
    def number(self, node: Node) -> Expr:
        """The value as an expression, or an infinity.

        Raises
        ------
        NoValue
            If it has none anywhere on the cell.
        OpenSign
            If the form depends on an open sign.
        NoClosedForm
            If no closed form is known.
        """
        if node not in self._numbers:
            if node.head not in NUMBERS:
                raise NoClosedForm(f"{node.head}")
            self._numbers[node] = sp.sympify(getattr(self, "_" + node.head)(node))
        return self._numbers[node]

    def finite(self, argument: Argument) -> Expr:
        value = self.number(node_of(argument))
        if value.has(sp.oo, -sp.oo, sp.zoo, sp.nan):
            raise NoClosedForm("an infinite argument")
        return value

    def _num(self, node: Node) -> Expr:
        text = str(node.args[0])
        if text in ("oo", "-oo"):
            return sp.oo if text == "oo" else -sp.oo
        value = Fraction(text)
        return sp.Rational(value.numerator, value.denominator)

    def _var(self, node: Node) -> Expr:
        name = str(node.args[0])
        value = self.names.get(name)
        if value is None or isinstance(value, AnyLaw):
            raise NoClosedForm(f"the name {name}, which is not a number here")
        return value

    def _pi(self, node: Node) -> Expr:
        return sp.pi

    def _add(self, node: Node) -> Expr:
        return self.total([self.number(node_of(a)) for a in node.args])

    def total(self, values: Sequence[Expr]) -> Expr:
        """The sum in the extended reals."""
        infinite = {v for v in values if v in (sp.oo, -sp.oo)}
        if len(infinite) == 2:
            raise NoValue("oo - oo")
        return infinite.pop() if infinite else sp.Add(*values)

    def _mul(self, node: Node) -> Expr:
        return self.times([self.number(node_of(a)) for a in node.args])

    def times(self, values: Sequence[Expr]) -> Expr:
        """The product in the extended reals."""
        if not any(v in (sp.oo, -sp.oo) for v in values):
            return sp.Mul(*values)
        direction = 1
        for value in values:
            direction *= self.signs.require(value)
        if direction == 0:
            raise NoValue("0 * oo")
        return sp.oo * direction

    def _pow(self, node: Node) -> Expr:
        return self.power(self.number(node_of(node.args[0])), self.number(node_of(node.args[1])))

    def power(self, base: Expr, exponent: Expr) -> Expr:
        """``base**exponent`` in the extended reals; 0**0 is 1."""
        if exponent in (sp.oo, -sp.oo):
            if base in (sp.oo, -sp.oo):
                raise NoClosedForm("oo to an infinite power")
            place = self.signs.require(base)
            if place < 0:
                raise NoValue("a negative number to an infinite power")
            if place == 0 and exponent is -sp.oo:
                raise NoValue("0 to a negative power")
            side = self.signs.require(base - 1)
            if side == 0:
                raise NoValue("1 to an infinite power")
            return sp.oo if side * (1 if exponent is sp.oo else -1) > 0 else sp.Integer(0)
        if base is sp.oo:
            side = self.signs.require(exponent)
            if side == 0:
                raise NoValue("oo**0")
            return sp.oo if side > 0 else sp.Integer(0)
        if base is -sp.oo:
            raise NoClosedForm("a power of -oo")
        if exponent.is_Integer and exponent >= 0:
            return base**exponent
        if exponent.is_integer and exponent.is_positive:
            return base**exponent
        below = self.signs.sign(base)
        if below is None and exponent.is_integer and self.signs.nonzero(base):
            return base**exponent
        if below == "+":
            return base**exponent
        if below == "0":
            direction = self.signs.require(exponent)
            if direction < 0:
                raise NoValue("0 to a negative power")
            return sp.Integer(1 if direction == 0 else 0)
        if below == "-":
            if exponent.is_integer:
                return base**exponent
            if exponent.is_Rational:
                raise NoValue("a negative base with a fractional exponent")
            raise NoClosedForm("a negative base with an exponent that need not be an integer")
        raise OpenSign(base)

    def _exp(self, node: Node) -> Expr:
        value = self.number(node_of(node.args[0]))
        return sp.exp(value)

    def _log(self, node: Node) -> Expr:
        return self.logarithm(self.number(node_of(node.args[0])))

    def logarithm(self, value: Expr) -> Expr:
        if value is sp.oo:
            return sp.oo
        if self.signs.require(value) <= 0:
            raise NoValue("the logarithm of a number that is not positive")
        return sp.expand_log(sp.log(value)) if value.has(sp.exp) else sp.log(value)

    def _abs(self, node: Node) -> Expr:
        return self.absolute(self.number(node_of(node.args[0])))

    def absolute(self, value: Expr) -> Expr:
        if value in (sp.oo, -sp.oo):
            return sp.oo
        found = self.signs.sign(value)
        if found in ("+", "+0", "0"):
            return value
        if found in ("-", "-0"):
            return -value
        raise OpenSign(value)

    def _norm(self, node: Node) -> Expr:
        return self._abs(node)

    def _max(self, node: Node) -> Expr:
        return self.greatest([self.number(node_of(a)) for a in node.args])

    def _min(self, node: Node) -> Expr:
        return -self.greatest([-self.number(node_of(a)) for a in node.args])

    def greatest(self, values: Sequence[Expr]) -> Expr:
        best = values[0]
        for value in values[1:]:
            if best is sp.oo or value is -sp.oo:
                continue
            if value is sp.oo or best is -sp.oo:
                best = value
                continue
            side = self.signs.sign(value - best)
            if side is None:
                raise OpenSign(value - best)
            if side in ("+", "+0"):
                best = value
        return best

    def _erf(self, node: Node) -> Expr:
        return sp.erf(self.number(node_of(node.args[0])))

    def _erfc(self, node: Node) -> Expr:
        return sp.erfc(self.number(node_of(node.args[0])))

    def _normal_cdf(self, node: Node) -> Expr:
        return sp.erfc(-self.finite(node.args[0]) / sp.sqrt(2)) / 2

    def _mills(self, node: Node) -> Expr:
        x = self.finite(node.args[0])
        return sp.sqrt(sp.pi / 2) * sp.exp(x**2 / 2) * sp.erfc(x / sp.sqrt(2))

    def _gaussian_profile(self, node: Node) -> Expr:
        x, mu = self.finite(node.args[0]), self.finite(node.args[1])
        if self.signs.require(mu) <= 0:
            raise NoValue("a Gaussian profile without mu > 0")
        return sp.erfc((x / mu - mu / 2) / sp.sqrt(2)) / 2 - sp.exp(x) * sp.erfc((x / mu + mu / 2) / sp.sqrt(2)) / 2

    def _gaussian_level(self, node: Node) -> Expr:
        """Of a value of the profile at the same epsilon: it rises in mu, so that mu comes back."""
        x, delta = self.finite(node.args[0]), node_of(node.args[1])
        if delta.head != "gaussian_profile":
            raise NoClosedForm("gaussian_level")
        at, mu = self.finite(delta.args[0]), self.finite(delta.args[1])
        if self.signs.require(x) < 0 or self.signs.require(mu) <= 0:
            raise NoValue("a Gaussian level where there is none")
        if vanishes(at - x) is not True:
            raise NoClosedForm("the level of a profile at another epsilon")
        self.note("the Gaussian level is the inverse of the Gaussian profile in mu")
        return mu

    def _gamma(self, node: Node) -> Expr:
        value = self.finite(node.args[0])
        if self.signs.not_integer(value) or self.signs.sign(value) == "+":
            return sp.gamma(value)
        if value.is_Integer or (value.is_integer and self.signs.sign(value) in ("-", "-0", "0")):
            raise NoValue("the gamma function at a pole")
        raise NoClosedForm("the gamma function where it may have a pole")

    def _hyp1f1(self, node: Node) -> Expr:
        a, b, z = (self.finite(x) for x in node.args)
        if self.signs.sign(b) != "+" and b.is_integer is not False and not (b.is_Rational and not b.is_Integer):
            raise NoClosedForm("1F1 where its lower parameter may be 0, -1, -2, ...")
        if z == 0 or a == 0:
            return sp.Integer(1)
        return sp.exp(z) if vanishes(a - b) is True else sp.hyper([a], [b], z)

    def _floor(self, node: Node) -> Expr:
        return sp.floor(self.finite(node.args[0]))

    def _ceiling(self, node: Node) -> Expr:
        return sp.ceiling(self.finite(node.args[0]))

    def _if(self, node: Node) -> Expr:
        return self.number(node_of(node.args[1] if self.truth(node_of(node.args[0])) else node.args[2]))

    def truth(self, node: Node) -> bool:
        """Whether a proposition holds everywhere on the cell, or nowhere. Raises OpenSign or NoClosedForm if neither is known."""
        head = node.head
        if head == "compare":
            left, relation, right = self.number(node_of(node.args[0])), str(node.args[1]), self.number(node_of(node.args[2]))
            known = _by_range(node)
            if known is not None:
                return known
            if left == right:
                side = 0
            elif left in (sp.oo, -sp.oo) or right in (sp.oo, -sp.oo):
                side = 1 if left is sp.oo or right is -sp.oo else -1
            else:
                found = self.signs.sign(left - right)
                weak = {("<=", "-0"): True, (">=", "+0"): True, ("<", "+0"): False, (">", "-0"): False}.get((relation, str(found)))
                if weak is not None:
                    return weak
                side = self.signs.require(left - right)
            answers = {"<=": side <= 0, "<": side < 0, ">=": side >= 0, ">": side > 0, "==": side == 0, "!=": side != 0}
            if relation not in answers:
                raise NoClosedForm(f"the relation {relation}")
            return answers[relation]
        if head == "not":
            return not self.truth(node_of(node.args[0]))
        if head == "all":
            return all(self.truth(node_of(a)) for a in node.args)
        if head == "any":
            return any(self.truth(node_of(a)) for a in node.args)
        if head == "implies":
            return not self.truth(node_of(node.args[0])) or self.truth(node_of(node.args[1]))
        if head == "iff":
            return self.truth(node_of(node.args[0])) == self.truth(node_of(node.args[1]))
        raise NoClosedForm(f"the proposition {head}")


def _by_range(node: Node) -> bool | None:
    """The truth of an order between a special function that has a value and a number that none of its values reaches; None where its range does not tell."""
    side, relation, end = node_of(node.args[0]), str(node.args[1]), literal(node_of(node.args[2]))
    if side.head not in PRIMITIVES or end is None or relation not in ("<", "<=", ">", ">="):
        return None
    low, high, low_open, high_open = PRIMITIVES[side.head].range
    if low.is_finite() and low_open and low.fmpq() >= fmpq(end.numerator, end.denominator):
        return relation in (">", ">=")
    if high.is_finite() and high_open and high.fmpq() <= fmpq(end.numerator, end.denominator):
        return relation in ("<", "<=")
    return None


TRANSCENDENTAL = frozenset({"exp", "log", "erf", "erfc", "normal_cdf", "mills", "gaussian_profile", "hyp1f1", "sinh", "cosh", "tanh"})
"""Heads of terms whose limits are taken from their series first."""


def node_of(argument: Argument) -> Node:
    if not isinstance(argument, Node):
        raise NoClosedForm("a formula with a missing part")
    return argument
