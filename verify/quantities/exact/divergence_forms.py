"""Closed forms of divergences, and of gaps between densities."""

from __future__ import annotations

from collections.abc import Set
from itertools import pairwise
from typing import Any

import sympy as sp

from verify.claims.nodes import Node, free_names, pattern_names, rebuild
from verify.quantities import algebra, power_forms
from verify.quantities.exact.expressions import Expr, NoClosedForm, OpenSign, neat, vanishes
from verify.quantities.exact.law_forms import LawForms
from verify.quantities.exact.line_laws import AnyLaw, LineLaw, Piece, PointLaw, ProductLaw, difference, plain_form, same_pieces
from verify.quantities.exact.number_forms import node_of
from verify.quantities.normal_forms import VectorLaw, squared_length
from verify.quantities.power_forms import PowerLaw


class DivergenceForms(LawForms):
    """Closed forms of divergences, and of gaps between densities and between their logarithms."""

    def _inf(self, node: Node) -> Expr:
        """An extremum over couplings of a number that no coupling changes is that number: the product of two laws couples them, so there is a coupling."""
        body = same_for_all_couplings(node)
        if body is None:
            raise NoClosedForm(f"{node.head}")
        over: Any = node.args[0]
        self._pair(over[0][1])
        self.note("extremum over couplings, which exist, of a number that is the same for all of them")
        return self.number(body)

    _sup = _inf

    # divergences -----------------------------------------------------------------------------------------------------
    def _renyi(self, node: Node) -> Expr:
        return self.renyi(*self._pair(node), self.number(node_of(node.args[2])))

    def renyi(self, first: AnyLaw, second: AnyLaw, order: Expr) -> Expr:
        """Renyi divergence of any order in [0, oo], from its integral (1: the integral of p log(p/q); oo: the essential supremum of log(p/q))."""
        if order is not sp.oo and self.signs.sign(order) not in ("+", "0"):
            if self.signs.sign(order) == "-":
                raise NoClosedForm("a Renyi divergence of negative order")
            raise OpenSign(order)
        if first == second:
            return sp.Integer(0)
        if isinstance(first, PointLaw) and isinstance(second, PointLaw):
            return self._renyi_points(first, second, order)
        if isinstance(first, ProductLaw) and isinstance(second, ProductLaw) and len(first.factors) == len(second.factors):
            self.note("Renyi divergence of independent coordinates: the sum of those of the coordinates")
            return self.total([self.renyi(p, q, order) for p, q in zip(first.factors, second.factors, strict=True)])
        if isinstance(first, VectorLaw) and isinstance(second, VectorLaw):
            return self._renyi_vectors(first, second, order)
        if isinstance(first, PowerLaw) and isinstance(second, PowerLaw):
            found = power_forms.renyi(first, second, order)
            if found is None:
                raise NoClosedForm("a Renyi divergence of these distributions with power tails")
            self.note("Renyi divergence of Cauchy distributions: Laplace's integral of a Legendre polynomial")
            return found
        if not (isinstance(first, LineLaw) and isinstance(second, LineLaw)):
            raise NoClosedForm("a Renyi divergence of these distributions")
        pieces = self._joint_pieces(first.pieces, second.pieces)
        self.note("Renyi divergence: the defining integral, piece by piece")
        if order is sp.oo:
            if any(p is not None and q is None for _, _, p, q in pieces):
                return sp.oo
            return self.greatest([self._largest_on(difference(p, q), lo, hi) for lo, hi, p, q in pieces if p is not None and q is not None])
        side = self.signs.require(order - 1)
        if side >= 0 and any(p is not None and q is None for _, _, p, q in pieces):
            return sp.oo
        shared = [(lo, hi, p, q) for lo, hi, p, q in pieces if p is not None and q is not None]
        if not shared:
            return sp.oo
        if side == 0:
            return self.total([self.integral(list(difference(p, q)), lo, hi, *p[2:]) for lo, hi, p, q in shared])
        parts = []
        for lo, hi, p, q in shared:
            mixed = [algebra.expand(order * a + (1 - order) * b) for a, b in zip(p[2:], q[2:], strict=True)]
            mixed[1:] = [algebra.factor(c) if c.is_rational_function() else c for c in mixed[1:]]
            parts.append(self.integral([sp.Integer(1)], lo, hi, mixed[0], mixed[1], mixed[2], positive=True))
        whole = self.total(parts)
        if whole is sp.oo:
            return sp.oo if side > 0 else -sp.oo
        return sp.log(neat(whole)) / (order - 1)

    def _renyi_points(self, first: PointLaw, second: PointLaw, order: Expr) -> Expr:
        pairs = []
        for place, weight in first.atoms:
            partner = [w for other, w in second.atoms if self.signs.require(place - other) == 0]
            pairs.append((weight, partner[0] if partner else sp.Integer(0)))
        missing = any(q == 0 for _, q in pairs)
        shared = [(p, q) for p, q in pairs if q != 0]
        if order is sp.oo:
            return sp.oo if missing else self.greatest([sp.log(p / q) for p, q in pairs])
        side = self.signs.require(order - 1)
        if (side >= 0 and missing) or not shared:
            return sp.oo
        if side == 0:
            return sp.Add(*(p * sp.log(p / q) for p, q in shared))
        return sp.log(sp.Add(*(p**order * q ** (1 - order) for p, q in shared))) / (order - 1)

    def _renyi_vectors(self, first: VectorLaw, second: VectorLaw, order: Expr) -> Expr:
        """Normal laws with one covariance K: ``order/2 x' K^-1 x`` for the difference x of the means.

        ``a log p + (1 - a) log q`` is then the logarithm of the density with mean ``a m + (1 - a) k``, less ``a (1 - a)/2 x' K^-1 x`` (completed square).
        """
        if len(first.mean) != len(second.mean) or any(vanishes(a - b) is not True for r, s in zip(first.rows, second.rows, strict=True) for a, b in zip(r, s, strict=True)):
            raise NoClosedForm("a Renyi divergence of normal distributions with different covariances")
        square = squared_length(first.rows, tuple(a - b for a, b in zip(first.mean, second.mean, strict=True)))
        if vanishes(square) is True:
            return sp.Integer(0)
        if order is sp.oo:
            return sp.oo if self.signs.require(square) > 0 else sp.Integer(0)
        self.note("Renyi divergence of normal distributions with one covariance: the completed square")
        return order * square / 2

    def _total_variation(self, node: Node) -> Expr:
        return self.hockey_stick(*self._pair(node), sp.Integer(0))

    def _least_disagreement(self, node: Node) -> Expr:
        """The least probability that two coupled draws differ: the maximal coupling attains the total variation distance."""
        self.note("least probability of a difference: the maximal coupling leaves the total variation distance")
        return self.hockey_stick(*self._pair(node), sp.Integer(0))

    def _l1_distance(self, node: Node) -> Expr:
        return 2 * self.hockey_stick(*self._pair(node), sp.Integer(0))

    def _hockey_stick(self, node: Node) -> Expr:
        return self.hockey_stick(*self._pair(node), self.finite(node.args[2]))

    def hockey_stick(self, first: AnyLaw, second: AnyLaw, epsilon: Expr) -> Expr:
        """The integral of the positive part of p - exp(epsilon) q, by the sign changes of log(p/q) - epsilon."""
        if isinstance(first, PointLaw) and isinstance(second, PointLaw):
            total = []
            for place, weight in first.atoms:
                partner = sp.Add(*(w for other, w in second.atoms if self.signs.require(place - other) == 0))
                total.append(self.greatest([sp.Integer(0), weight - sp.exp(epsilon) * partner]))
            return self.total(total)
        if not (isinstance(first, LineLaw) and isinstance(second, LineLaw)):
            raise NoClosedForm("this divergence of these distributions")
        scale = sp.Integer(1)
        if len(first.parts) > 1 or len(second.parts) > 1:
            first, second, scale = self._cancelled(first, second, epsilon)
            if scale == 0:
                return sp.Integer(0)
        self.note("integrals of a positive part: split where the logarithm of the density ratio changes its sign")
        total = []
        for lo, hi, p, q in self._joint_pieces(first.pieces, second.pieces):
            if p is None:
                continue
            if q is None:
                total.append(self.integral([sp.Integer(1)], lo, hi, *p[2:]))
                continue
            d0, d1, d2 = difference(p, q)
            for a, b in self._where_positive((plain_form(d0 - epsilon), d1, d2), lo, hi):
                total += [self.integral([sp.Integer(1)], a, b, *p[2:]), -sp.exp(epsilon) * self.integral([sp.Integer(1)], a, b, *q[2:])]
        return scale * neat(self.total(total)) if total else sp.Integer(0)

    def _cancelled(self, first: LineLaw, second: LineLaw, epsilon: Expr) -> tuple[LineLaw, LineLaw, Expr]:
        """p - q of two mixtures where, after equal components cancel, one component is left on each side with one weight."""
        if epsilon != 0:
            raise NoClosedForm("a divergence of mixtures")
        left = list(first.parts)
        right: list[tuple[Expr, tuple[Piece, ...]]] = []
        for weight, pieces in second.parts:
            for k, (other, same) in enumerate(left):
                if same_pieces(pieces, same):
                    left[k] = (algebra.expand(other - weight), same)
                    break
            else:
                right.append((weight, pieces))
        plus, minus = [], right
        for weight, pieces in left:
            side = self.signs.require(weight)
            if side > 0:
                plus.append((weight, pieces))
            elif side < 0:
                minus.append((-weight, pieces))
        if not plus and not minus:
            return first, second, sp.Integer(0)
        if len(plus) == 1 == len(minus) and vanishes(plus[0][0] - minus[0][0]) is True:
            self.note("mixtures: equal components cancel in the difference of the densities")
            return LineLaw(((sp.Integer(1), plus[0][1]),)), LineLaw(((sp.Integer(1), minus[0][1]),)), plus[0][0]
        raise NoClosedForm("a divergence of mixtures")

    def _where_positive(self, d: tuple[Expr, Expr, Expr], lo: Expr, hi: Expr) -> list[tuple[Expr, Expr]]:
        """The parts of (lo, hi) where d0 + d1 x + d2 x^2 is positive."""
        d0, d1, d2 = d
        curve = self.signs.require(d2)
        if curve == 0:
            slope = self.signs.require(d1)
            if slope == 0:
                return [(lo, hi)] if self.signs.require(d0) > 0 else []
            root = algebra.cancel(-d0 / d1)
            return self._clipped([(root, sp.oo)] if slope > 0 else [(-sp.oo, root)], lo, hi)
        inside = algebra.factor(d1**2 - 4 * d0 * d2)
        if self.signs.require(inside) <= 0:
            return [(lo, hi)] if curve > 0 else []
        roots = [algebra.cancel(-d1 / (2 * d2)) + k * sp.sqrt(inside) / (2 * d2) for k in ((-1, 1) if curve > 0 else (1, -1))]
        return self._clipped([(-sp.oo, roots[0]), (roots[1], sp.oo)] if curve > 0 else [(roots[0], roots[1])], lo, hi)

    def _clipped(self, intervals: list[tuple[Expr, Expr]], lo: Expr, hi: Expr) -> list[tuple[Expr, Expr]]:
        found = []
        for a, b in intervals:
            if lo is not -sp.oo and (a is -sp.oo or self.signs.require(lo - a) >= 0):
                a = lo
            if hi is not sp.oo and (b is sp.oo or self.signs.require(b - hi) >= 0):
                b = hi
            if a is -sp.oo or b is sp.oo or self.signs.require(b - a) > 0:
                found.append((a, b))
        return found

    def _log_ratio_sup(self, node: Node) -> Expr:
        """sup |log p - log q|."""
        found = []
        for lo, hi, p, q in self._joint_pieces(self._line(node.args[0]), self._line(node.args[1])):
            if p is None or q is None:
                return sp.oo
            d = difference(p, q)
            found += [self._largest_on(d, lo, hi), self._largest_on([-c for c in d], lo, hi)]
        self.note("suprema of piecewise quadratic functions: ends of the pieces and vertices")
        return self.greatest(found)

    def _density_gap_sup(self, node: Node) -> Expr:
        """sup |p - q| for densities that are exponentials of linear functions on each piece."""
        found = [sp.Integer(0)]
        for lo, hi, p, q in self._joint_pieces(self._line(node.args[0]), self._line(node.args[1])):
            for piece in (p, q):
                if piece is not None and self.signs.sign(piece[4]) != "0":
                    raise NoClosedForm("the largest gap of two densities that are not exponentials of linear functions")
            places = [end for end in (lo, hi) if end not in (sp.oo, -sp.oo)]  # both densities tend to 0 at infinite ends
            if p is not None and q is not None:
                d0, d1, _ = difference(p, q)
                a, b = p[3], q[3]
                if self.signs.sign(a * b) is None:
                    raise OpenSign(a * b)
                if self.signs.sign(a * b) == "+" and self.signs.require(d1) != 0:
                    top = plain_form((sp.log(b / a) - d0) / d1)
                    if (lo is -sp.oo or self.signs.require(top - lo) > 0) and (hi is sp.oo or self.signs.require(hi - top) > 0):
                        places.append(top)
            for x in places:
                gap = sp.Add(*(s * sp.exp(plain_form(r[2] + r[3] * x)) for s, r in ((1, p), (-1, q)) if r is not None))
                found.append(self.absolute(gap))
        self.note("largest gap of densities: ends of the pieces and stationary points")
        return self.greatest(found)

    def _log_per_density_gap(self, node: Node) -> Expr:
        """oo where the log-ratio does not tend to 0 along a stretch on which both densities tend to 0."""
        first, second = self._line(node.args[0]), self._line(node.args[1])
        if same_pieces(first, second):
            return sp.Integer(0)
        for lo, hi, p, q in self._joint_pieces(first, second):
            if p is None or q is None:
                return sp.oo
            for end in (lo, hi):
                if end in (sp.oo, -sp.oo):
                    far = self._at_end(difference(p, q), end)
                    if far in (sp.oo, -sp.oo) or self.signs.require(far) != 0:
                        self.note("log-ratio over density gap: both densities tend to 0 where their log-ratio does not")
                        return sp.oo
        raise NoClosedForm("the largest ratio of log-ratio and density gap")

    def _log_density_lipschitz(self, node: Node) -> Expr:
        """The largest slope of the log-density, if it is finite and continuous on the whole line."""
        pieces = self._line(node.args[0])
        if pieces[0][0] is not -sp.oo or pieces[-1][1] is not sp.oo:
            return sp.oo
        found = []
        for left, right in pairwise(pieces):
            end = left[1]
            if self.signs.require(right[0] - end) != 0:
                return sp.oo
            jump = vanishes(self._at_end(left[2:], end) - self._at_end(right[2:], end))
            if jump is None:
                raise NoClosedForm("continuity of a log-density")
            if jump is False:
                return sp.oo
        for lo, hi, _, c1, c2 in pieces:
            for sign in (1, -1):
                found += [self._at_end((sign * c1, sign * 2 * c2, sp.Integer(0)), end) for end in (lo, hi)]
        self.note("Lipschitz constant of a log-density: largest slope of its pieces")
        return self.greatest(found)


def same_for_all_couplings(node: Node) -> Node | None:
    """The term of an extremum over all couplings of two laws, where it is the same for each of them after expectations of constants are left out; else None."""
    over: Any = node.args[0]
    if node.head not in ("inf", "sup") or len(over) != 1 or node.args[2] is not None:
        return None
    name, where = over[0]
    if not isinstance(name, Node) or not isinstance(where, Node) or where.head != "couplings":
        return None
    body = without_idle_expectations(node_of(node.args[1]), {pattern_names(name)[0]})
    return None if pattern_names(name)[0] in free_names(body) else body


def without_idle_expectations(node: Node, laws: Set[str]) -> Node:
    """The formula without expectations, over draws from the named laws, of what no draw changes: such an expectation is the number itself."""
    if node.head == "expect":
        over: Any = node.args[0]
        drawn = {name for pattern, _ in over for name in pattern_names(pattern)}
        named = all(law.head == "var" and law.args[0] in laws for _, law in over)
        if named and not drawn & free_names(node_of(node.args[1])):
            return without_idle_expectations(node_of(node.args[1]), laws)
    return rebuild(node, lambda part: without_idle_expectations(part, laws))
