"""Closed forms of sums, products, limits and derivatives."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import sympy as sp

from verify.claims.nodes import Node, literal, pattern_names, substitute, walk
from verify.quantities import algebra
from verify.quantities.exact.expressions import MOST_TERMS, Expr, NoClosedForm, NoValue, OpenSign, vanishes
from verify.quantities.exact.limits import bounded_limit, hypergeometric_sum, linear_factors
from verify.quantities.exact.number_forms import TRANSCENDENTAL, NumberForms, node_of
from verify.quantities.exact.sign_rules import Near, along
from verify.quantities.leading import Unseen, limit_at_oo
from verify.values.derivatives import first_derivative


def _each_once(values: list[Expr]) -> list[Expr]:
    """The members of a listed set, each once. Raises NoClosedForm where two may be the same."""
    kept: list[Expr] = []
    for value in values:
        same = [True if value == other else vanishes(value - other) if not (value.is_Rational and other.is_Rational) else False for other in kept]
        if True in same:
            continue
        if any(one is None or (one is False and (value - other).is_zero is not False) for one, other in zip(same, kept, strict=True)):
            raise NoClosedForm("a listed set of which two members may be the same")
        kept.append(value)
    return kept


class SeriesForms(NumberForms):
    """Closed forms of sums, products, limits and derivatives."""

    # binders over numbers ----------------------------------------------------------------------------------------------
    def _sum(self, node: Node) -> Expr:
        over, term = node.args[0], node_of(node.args[1])
        condition = node.args[2] if len(node.args) > 2 else None
        assert isinstance(over, tuple)
        if len(over) != 1:
            first, rest = over[0], over[1:]
            return self._sum(Node("sum", (first,), Node("sum", tuple(rest), term, condition), None))
        entry = over[0]
        assert isinstance(entry, tuple)
        (name,), where = pattern_names(entry[0]), node_of(entry[1])
        if where.head == "one_of":
            values = _each_once([self.finite(a) for a in where.args])
        elif where.head == "integers":
            low, high = self.number(node_of(where.args[0])), self.number(node_of(where.args[1]))
            if not (low.is_Integer and high.is_Integer):
                if condition is not None:
                    raise NoClosedForm("a long sum with a condition")
                return self._long_sum(name, low, high, term)
            if high - low >= MOST_TERMS:
                raise NoClosedForm("a sum with many terms")
            values = [low + k for k in range(int(high - low) + 1)]
        else:
            raise NoClosedForm("a sum over a set that is not a range of integers")
        parts = []
        for value in values:
            inner = self.with_names({name: value})
            if condition is None or inner.truth(node_of(condition)):
                parts.append(inner.number(term))
        return self.total(parts) if parts else sp.Integer(0)

    def _long_sum(self, name: str, low: Expr, high: Expr, term: Node) -> Expr:
        """A sum to infinity by the ratio of terms, a sum to a symbolic end by a candidate that induction confirms."""
        if not low.is_Integer:
            raise NoClosedForm("a sum with a symbolic start")
        index = sp.Symbol(f"{name}_index", integer=True, positive=True)
        start = self.with_names({name: low}).number(term)
        general = self.with_names({name: low + index}).number(term)
        if high is sp.oo:
            if general == 0:
                return start
            begins = vanishes(general.subs(index, 0) - start) if not general.subs(index, 0).has(sp.nan, sp.zoo) else None
            self.note("series: the ratio of consecutive terms is a rational function of the index")
            if begins is True:
                return hypergeometric_sum(general, index, self.signs)
            return start + hypergeometric_sum(general.subs(index, index + 1), index, self.signs)
        if not (high.is_integer and self.signs.sign(high - low) in ("+", "0", "+0")):
            raise NoClosedForm("a sum with an open end")
        top = sp.Symbol(f"{name}_top", integer=True, positive=True)
        total = algebra.expand(start + sp.summation(general, (index, 1, top))) if algebra.operations(general) < 60 else sp.nan
        if total.has(sp.Sum, sp.Piecewise, sp.nan):
            raise NoClosedForm("a sum with a symbolic end")
        if not (vanishes(total.subs(top, top + 1) - total - general.subs(index, top + 1)) and vanishes(total.subs(top, 1) - start - general.subs(index, 1))):
            raise NoClosedForm("a sum whose closed form induction does not confirm")
        self.note("finite sum: closed form confirmed by induction on the upper end")
        if self.signs.sign(high - low) == "0":
            return start
        if self.signs.sign(high - low) == "+0" and vanishes(total.subs(top, 0) - start) is not True:
            raise OpenSign(high - low)
        return total.subs(top, high - low)

    def _prod(self, node: Node) -> Expr:
        """A finite product; with a symbolic end, of a rational function of the index with linear factors, by rising factorials."""
        over, term = node.args[0], node_of(node.args[1])
        condition = node.args[2] if len(node.args) > 2 else None
        assert isinstance(over, tuple)
        if len(over) != 1:
            return self._prod(Node("prod", (over[0],), Node("prod", tuple(over[1:]), term, condition), None))
        entry = over[0]
        assert isinstance(entry, tuple)
        (name,), where = pattern_names(entry[0]), node_of(entry[1])
        if where.head != "integers":
            raise NoClosedForm("a product over a set that is not a range of integers")
        low, high = (self.number(node_of(end)) for end in where.args)
        if low.is_Integer and high.is_Integer:
            if high - low >= MOST_TERMS:
                raise NoClosedForm("a product with many factors")
            parts = []
            for value in (low + k for k in range(max(0, int(high - low) + 1))):
                inner = self.with_names({name: value})
                if condition is None or inner.truth(node_of(condition)):
                    parts.append(inner.number(term))
            return self.times(parts) if parts else sp.Integer(1)
        if condition is not None or not low.is_Integer or not high.is_integer or self.signs.sign(high - low + 1) not in ("+", "+0", "0"):
            raise NoClosedForm("a product with an open end")
        index = sp.Symbol(f"{name}_index", integer=True, positive=True)  # the factor at low + index - 1; its value exists by the signs asked here
        factor = algebra.factor(algebra.together(self.with_names({name: low + index - 1}).number(term)))
        if not factor.is_rational_function(index):
            raise NoClosedForm("a product of factors that are not a rational function of the index")
        count, total = algebra.expand(high - low + 1), sp.Integer(1)
        for part, direction in zip(sp.fraction(factor), (1, -1), strict=True):
            parameters, constant = linear_factors(part, index)
            total *= self._power_of_sign(constant, count) ** direction
            for parameter in parameters:
                total *= sp.RisingFactorial(algebra.expand(1 + parameter), count) ** direction
        self.note("products: linear factors as rising factorials")
        return total

    def _power_of_sign(self, base: Expr, exponent: Expr) -> Expr:
        """An integer power with the sign of the base apart."""
        side = self.signs.require(base)
        return base**exponent if side > 0 else sp.Integer(-1) ** exponent * (-base) ** exponent if side < 0 else self.power(base, exponent)

    def _limit(self, node: Node) -> Expr:
        over = node.args[0]
        assert isinstance(over, tuple) and isinstance(over[0], tuple)
        name, to = str(pattern_names(over[0][0])[0]), self.number(node_of(over[0][1]))
        term = node_of(node.args[1])
        step = sp.Symbol(f"{name}_step", positive=True)
        self.note("limit: SymPy, on expressions whose arguments keep their signs")
        if to in (sp.oo, -sp.oo):
            if {n.head for n in walk(term)} & TRANSCENDENTAL:
                try:
                    found = limit_at_oo(self, term if to is sp.oo else substitute(term, {name: -Node("var", name)}), name)
                    self.note("limit: the series of the term at oo")
                    return found
                except Unseen:
                    pass
            return bounded_limit(self._eventually(name, term, along(sp.Integer(0), 1 if to is sp.oo else -1), step, 1), step, sp.oo)
        sides = []
        for direction in (1, -1):
            try:
                inner = self._eventually(name, term, along(to, direction), step, -1)
            except NoValue:
                continue
            sides.append(bounded_limit(inner, step, sp.Integer(0)))
        if not sides:
            raise NoValue("the term near the limit")
        if len(sides) == 2 and sides[0] != sides[1] and vanishes(sides[0] - sides[1]) is not True:
            raise NoClosedForm("a limit that differs from side to side")
        return sides[0]

    def _eventually(self, name: str, term: Node, place: Callable[[Expr], Expr], step: Expr, direction: int) -> Expr:
        """The closed form of the term for steps that are large (direction 1) or small (-1) enough; the threshold is found among powers of 2."""
        last: NoClosedForm | None = None
        for power in (0, 4, 12, 40):
            edge = sp.Integer(2) ** power
            moved = edge + step if direction > 0 else step / (edge * (1 + step)) if power else step
            try:
                found = self.with_names({name: place(moved)}).number(term)
            except OpenSign as error:
                last = error
                continue
            if found in (sp.oo, -sp.oo):
                return found
            if direction > 0:
                return found.subs(step, step - edge)
            return found if not power else sp.simplify(found.subs(step, edge * step / (1 - edge * step))) if algebra.operations(found) < 120 else found
        raise last or NoClosedForm("a limit")

    _limsup = _limit
    _liminf = _limit

    def _derivative(self, node: Node) -> Expr:
        formula = first_derivative(node) if any(part.head == "gaussian_level" for part in walk(node)) else None
        if formula is not None:
            self.note("derivative: chain rule with the derivatives of special functions")
            return self.number(formula)
        over = node.args[0]
        assert isinstance(over, tuple) and isinstance(over[0], tuple)
        name, at = str(pattern_names(over[0][0])[0]), self.finite(over[0][1])
        order = literal(node_of(node.args[2]))
        if order is None:
            found = self.finite(node.args[2])
            order = Fraction(int(found)) if found.is_Integer else None
        if order is None or order.denominator != 1 or not 0 <= order <= 12:
            raise NoClosedForm("a derivative of an order that is not a small integer")
        step = sp.Symbol(f"{name}_step", positive=True)
        sides = []
        for direction in (1, -1):
            value = self._near(name, at, direction, node_of(node.args[1]), step)
            if value.has(sp.Abs, sp.Max, sp.Min, sp.Piecewise, sp.floor, sp.ceiling, sp.oo):
                raise NoClosedForm("a derivative of a function with corners")
            # an expression in step and direction: substitute to get a function of the signed step
            signed = sp.Symbol(f"{name}_signed", real=True)
            moved = value.subs(step, direction * signed)
            sides.append([sp.diff(moved, signed, j).subs(signed, 0) for j in range(int(order) + 1)])
        here = self.with_names({name: at}).number(node_of(node.args[1]))
        for left, right in zip([here, *sides[0]], [sides[1][0], *sides[1]], strict=True):  # the value and the lower derivatives too: a corner has none
            if left.has(sp.nan, sp.zoo, sp.oo) or right.has(sp.nan, sp.zoo, sp.oo):
                raise NoClosedForm("a derivative at a point where the formula has a singularity")
            if left != right and vanishes(left - right) is not True:
                raise NoClosedForm("a derivative that differs from side to side")
        self.note("derivative: differentiated on both sides of the point")
        return sides[0][-1]

    def _near(self, name: str, at: Expr, direction: int, term: Node, step: Expr) -> Expr:
        """The closed form at ``at + direction * step`` for all small enough positive steps: signs at the point itself carry over to its neighbours."""
        try:
            return self.with_names({name: at + direction * step}, Near(self.signs, step)).number(term)
        except OpenSign as error:
            remaining = error.expression
            if step in remaining.free_symbols:
                raise NoClosedForm("a derivative at a point where a sign changes") from None
            raise
