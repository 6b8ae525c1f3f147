"""Closed forms of Wasserstein distances, and with them of all quantities of laws."""

from __future__ import annotations

import sympy as sp

from verify.claims.nodes import Node
from verify.quantities import algebra
from verify.quantities.exact.divergence_forms import DivergenceForms
from verify.quantities.exact.expressions import Expr, NoClosedForm, OpenSign, neat, vanishes
from verify.quantities.exact.law_forms import LawForms
from verify.quantities.exact.line_laws import AnyLaw, LineLaw, PointLaw, moved_pieces, plain_form, same_pieces, scaled
from verify.quantities.exact.number_forms import node_of


class ClosedForms(DivergenceForms):
    """Closed forms of formulas on one cell.

    Parameters
    ----------
    names
        What each free name stands for: an expression in positive symbols, an infinity, or a law.
    signs
        Decides signs on the cell.
    """

    # transport -------------------------------------------------------------------------------------------------------
    def _wasserstein(self, node: Node) -> Expr:
        return self.wasserstein(*self._pair(node), self.number(node_of(node.args[2])))

    def _kantorovich(self, node: Node) -> Expr:
        return self.wasserstein(*self._pair(node), sp.Integer(1))

    def wasserstein(self, first: AnyLaw, second: AnyLaw, order: Expr) -> Expr:
        """W_order of laws on the line, one of which is an increasing affine image a X + b of the other.

        Translates: the coupling (X, X + b) costs \\|b\\| at every order, and no coupling costs less than the difference of the means.
        Otherwise the increasing map is an optimal coupling of laws on the line for every order, and the distance is E[\\|(a-1) X + b\\|^order]^(1/order).
        """
        if order is not sp.oo:
            side = self.signs.sign(order - 1)
            if side == "-":
                raise NoClosedForm("a Wasserstein distance of an order below 1")
            if side not in ("+", "0", "+0"):
                raise OpenSign(order - 1)
        if isinstance(first, PointLaw) and isinstance(second, PointLaw):
            return self._wasserstein_points(first, second, order)
        if not (isinstance(first, LineLaw) and isinstance(second, LineLaw)):
            raise NoClosedForm("a Wasserstein distance of these distributions")
        if len(first.parts) != len(second.parts):
            raise NoClosedForm("a Wasserstein distance of a mixture")
        mean_first = self.expectation(first, "#x", lambda inner: inner.names["#x"])
        mean_second = self.expectation(second, "#x", lambda inner: inner.names["#x"])
        if mean_first in (sp.oo, -sp.oo) or mean_second in (sp.oo, -sp.oo):
            raise NoClosedForm("a Wasserstein distance of distributions without means")
        shift = plain_form(neat(mean_second - mean_first))
        moved = self._translated(first, shift)
        assert isinstance(moved, LineLaw)
        if all(same_pieces(p, q) and vanishes(v - w) is True for (v, p), (w, q) in zip(moved.parts, second.parts, strict=True)):
            self.note("Wasserstein distance of translates: the translation coupling above, the difference of means below")
            return self.absolute(shift)
        return self._affine(first, second, mean_first, mean_second, order)

    def _affine(self, first: LineLaw, second: LineLaw, mean_first: Expr, mean_second: Expr, order: Expr) -> Expr:
        p, q = first.pieces, second.pieces
        widths = [self.expectation(law, "#x", lambda inner: inner.names["#x"] ** 2) - m**2 for law, m in ((first, mean_first), (second, mean_second))]
        factor = sp.sqrt(algebra.factor(algebra.cancel(neat(widths[1]) / neat(widths[0]))))
        if self.signs.sign(factor) != "+":
            raise NoClosedForm("a Wasserstein distance of these distributions")
        offset = plain_form(mean_second - factor * mean_first)
        if not same_pieces(moved_pieces(scaled(p, factor), offset), q):
            raise NoClosedForm("a Wasserstein distance of distributions that are not affine images of each other")
        self.note("Wasserstein distance of increasing affine images: the increasing coupling is optimal on the line")
        slope = algebra.factor(factor - 1)

        def gap(inner: LawForms) -> Expr:
            return inner.absolute(plain_form(slope * inner.names["#x"] + offset))

        if order is sp.oo:
            return self.greatest([self._largest_on((s * offset, s * slope, sp.Integer(0)), lo, hi) for lo, hi, *_ in p for s in (1, -1)])
        if order.is_Integer:
            return self.power(neat(self.expectation(first, "#x", lambda inner: algebra.expand(gap(inner) ** order))), 1 / order)
        direction = self.signs.require(slope)
        image = moved_pieces(scaled(p, slope * direction), offset * direction)
        whole = self.absolute_moment(LineLaw(((sp.Integer(1), image),)), order)
        return self.power(whole, 1 / order)

    def _wasserstein_points(self, first: PointLaw, second: PointLaw, order: Expr) -> Expr:
        """Two laws on points of the line by the increasing coupling."""
        left, right = self._sorted(first.atoms), self._sorted(second.atoms)
        moves: list[tuple[Expr, Expr]] = []
        i = j = 0
        a, b = left[0][1], right[0][1]
        while i < len(left) and j < len(right):
            side = self.signs.require(a - b)
            moves.append((self.absolute(left[i][0] - right[j][0]), a if side <= 0 else b))
            if side <= 0:
                i += 1
            if side >= 0:
                j += 1
            a, b = (left[i][1] if i < len(left) else sp.Integer(0)) if side <= 0 else algebra.expand(a - b), \
                (right[j][1] if j < len(right) else sp.Integer(0)) if side >= 0 else algebra.expand(b - a)
        self.note("Wasserstein distance of finite distributions on the line: the increasing coupling is optimal")
        if order is sp.oo:
            return self.greatest([distance for distance, _ in moves])
        return self.power(sp.Add(*(mass * self.power(distance, order) for distance, mass in moves)), 1 / order)

    def _sorted(self, atoms: tuple[tuple[Expr, Expr], ...]) -> list[tuple[Expr, Expr]]:
        ordered: list[tuple[Expr, Expr]] = []
        for place, weight in atoms:
            k = 0
            while k < len(ordered) and self.signs.require(place - ordered[k][0]) > 0:
                k += 1
            ordered.insert(k, (place, weight))
        return ordered
