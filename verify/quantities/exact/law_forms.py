"""Closed forms of integrals, expectations and moments of laws."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

import sympy as sp

from verify.claims.nodes import Argument, Node, literal, pattern_names
from verify.quantities import algebra
from verify.quantities.exact.expressions import MOST_BREAKS, BreakAt, Expr, NoClosedForm, NoValue, OpenSign, vanishes
from verify.quantities.exact.limits import hypergeometric_sum
from verify.quantities.exact.line_laws import AnyLaw, LineLaw, Piece, PointLaw, ProductLaw, in_one_product, merged, moved_pieces, normal_pieces, plain_form
from verify.quantities.exact.number_forms import node_of
from verify.quantities.exact.series_forms import SeriesForms
from verify.quantities.exact.sign_rules import OnInterval
from verify.quantities.normal_forms import MOST_COORDINATES, VectorLaw, leading_minors
from verify.quantities.power_forms import PowerLaw


class LawForms(SeriesForms):
    """Laws with densities as exponentials of polynomials on intervals, and integrals with respect to them."""

    # laws ------------------------------------------------------------------------------------------------------------
    def law(self, argument: Argument) -> AnyLaw:
        """A law with exact pieces or points; that its mass is 1 is proved, not assumed."""
        node = node_of(argument)
        if node not in self._laws:
            self._laws[node] = self._make_law(node)
        return self._laws[node]

    def _make_law(self, node: Node) -> AnyLaw:
        head, args = node.head, node.args
        if head == "var":
            value = self.names.get(str(args[0]))
            if isinstance(value, AnyLaw):
                return value
            raise NoClosedForm(f"the distribution {args[0]}")
        if head == "if":
            return self.law(args[1] if self.truth(node_of(args[0])) else args[2])
        if head == "law":
            return self._of_pieces(args)
        if head == "finite":
            entries = args[0]
            assert isinstance(entries, tuple)
            return self._finite([(self.finite(e[0]), self.finite(e[1])) for e in entries if isinstance(e, tuple)])
        if head == "mixture":
            return self._mixture(args)
        if head == "translate":
            return self._translated(self.law(args[0]), self.finite(args[1]))
        if head == "convolve":
            return self._convolved(self.law(args[0]), self.law(args[1]))
        if head == "product":
            return ProductLaw(tuple(self.law(a) for a in args))
        if head == "marginal":
            law, index = self.law(args[0]), literal(node_of(args[1]))
            if isinstance(law, ProductLaw) and index is not None and 1 <= index <= len(law.factors) and index.denominator == 1:
                factor: AnyLaw = law.factors[int(index) - 1]
                return factor
        if head == "power_law":
            return self._power_law(self.finite(args[0]), self.finite(args[1]), self.finite(args[2]), literal_word(args[3]))
        if head == "normal_vector":
            return self._normal_vector(self._entries(args[0]), self._entries(args[1]))
        raise NoClosedForm(f"a distribution made by {head}")

    def _of_pieces(self, args: tuple[Argument, ...]) -> AnyLaw:
        """A law by its pieces, which are shown to be in order and to have mass 1."""
        entries = args[2]
        assert isinstance(entries, tuple)
        pieces = []
        for entry in entries:
            assert isinstance(entry, tuple)
            lo, hi, c0, c1, c2 = (self.number(node_of(a)) for a in entry)
            width = 1 if lo is -sp.oo or hi is sp.oo else self.signs.require(hi - lo)
            if width < 0:
                raise NoValue("a distribution with a piece of negative length")
            if width > 0:
                pieces.append((lo, hi, plain_form(c0), in_one_product(c1), in_one_product(c2)))
        found = tuple(pieces)
        for left, right in pairwise(found):
            if self.signs.require(right[0] - left[1]) < 0:
                raise NoValue("a distribution with pieces that overlap")
        mass = self.total([self.integral([sp.Integer(1)], *piece, positive=True) for piece in found])
        if mass is sp.oo or vanishes(mass - 1) is False:
            raise NoValue("a distribution whose mass is not 1")
        if vanishes(mass - 1) is not True:
            raise NoClosedForm("a distribution whose mass is not shown to be 1")
        return LineLaw(((sp.Integer(1), found),))

    def _mixture(self, args: tuple[Argument, ...]) -> AnyLaw:
        """A mixture of laws of one kind."""
        entries = args[0]
        assert isinstance(entries, tuple)
        pairs = [(self.finite(e[0]), self.law(e[1])) for e in entries if isinstance(e, tuple)]
        self._weights([w for w, _ in pairs])
        if all(isinstance(law, PointLaw) for _, law in pairs):
            return self._finite([(p, w * v) for w, law in pairs if isinstance(law, PointLaw) for p, v in law.atoms])
        parts = []
        for weight, law in pairs:
            if not isinstance(law, LineLaw):
                raise NoClosedForm("a mixture of unlike distributions")
            if self.signs.sign(weight) != "0":
                parts += [(algebra.expand(weight * w), p) for w, p in law.parts]
        return merged(parts)

    def _power_law(self, location: Expr, scale: Expr, exponent: Expr, side: str) -> PowerLaw:
        if side != "both":
            raise NoClosedForm("a distribution with one power tail")
        if self.signs.require(scale) <= 0 or self.signs.require(exponent - 1) <= 0:
            raise NoValue("a distribution with power tails needs a positive scale and an exponent above 1")
        return PowerLaw(location, scale, exponent)

    def _entries(self, argument: Argument) -> Any:
        """A number, or a point or matrix as a tuple of such, multiples included."""
        node = node_of(argument)
        if node.head == "point":
            return tuple(self._entries(a) for a in node.args)
        if node.head == "mul":
            parts = [self._entries(a) for a in node.args]
            whole = [part for part in parts if isinstance(part, tuple)]
            if len(whole) == 1:
                factor = self.times([part for part in parts if not isinstance(part, tuple)])
                return self._multiple(factor, whole[0])
        return self.finite(node)

    def _multiple(self, factor: Expr, entry: Any) -> Any:
        return tuple(self._multiple(factor, part) for part in entry) if isinstance(entry, tuple) else self.times([factor, entry])

    def _normal_vector(self, mean: Any, covariance: Any) -> AnyLaw:
        """A normal law on the line, independent ones where the covariance is diagonal, or one with a definite covariance."""
        if not isinstance(mean, tuple) and not isinstance(covariance, tuple):
            side = self.signs.require(covariance)
            if side < 0:
                raise NoValue("a variance below 0")
            return LineLaw(((sp.Integer(1), normal_pieces(mean, covariance)),)) if side else PointLaw(((mean, sp.Integer(1)),))
        size = len(mean) if isinstance(mean, tuple) else 0
        if not isinstance(covariance, tuple) or len(covariance) != size or not all(isinstance(row, tuple) and len(row) == size for row in covariance):
            raise NoClosedForm("a normal distribution whose covariance is not written out")
        if not 1 < size <= MOST_COORDINATES or any(isinstance(x, tuple) for x in (*mean, *(x for row in covariance for x in row))):
            raise NoClosedForm("a normal distribution of this many coordinates")
        for i in range(size):
            for j in range(i):
                equal = vanishes(covariance[i][j] - covariance[j][i])
                if equal is not True:
                    raise NoValue("a covariance that is not symmetric") if equal is False else NoClosedForm("a covariance that is not shown to be symmetric")
        if all(covariance[i][j] == 0 for i in range(size) for j in range(size) if i != j):
            return ProductLaw(tuple(self._normal_vector(mean[i], covariance[i][i]) for i in range(size)))
        if any(self.signs.require(minor) <= 0 for minor in leading_minors(covariance)):
            raise NoClosedForm("a normal distribution whose covariance is not definite")
        return VectorLaw(mean, covariance)

    def _weights(self, weights: Sequence[Expr]) -> None:
        for weight in weights:
            found = self.signs.sign(weight)
            if found == "-":
                raise NoValue("a negative weight")
            if found not in ("+", "0", "+0"):
                raise OpenSign(weight)
        if vanishes(sp.Add(*weights) - 1) is not True:
            raise NoValue("weights whose sum is not 1") if vanishes(sp.Add(*weights) - 1) is False else NoClosedForm("weights whose sum is not shown to be 1")

    def _finite(self, pairs: Sequence[tuple[Expr, Expr]]) -> PointLaw:
        self._weights([w for _, w in pairs])
        atoms: list[tuple[Expr, Expr]] = []
        for place, weight in pairs:
            if self.signs.require(weight) == 0:
                continue
            for k, (other, mass) in enumerate(atoms):
                if self.signs.require(place - other) == 0:
                    atoms[k] = (other, algebra.expand(mass + weight))
                    break
            else:
                atoms.append((place, weight))
        return PointLaw(tuple(atoms))

    def _translated(self, law: AnyLaw, shift: Expr) -> AnyLaw:
        if isinstance(law, PointLaw):
            return PointLaw(tuple((p + shift, w) for p, w in law.atoms))
        if isinstance(law, LineLaw):
            return LineLaw(tuple((w, moved_pieces(p, shift)) for w, p in law.parts))
        if isinstance(law, PowerLaw):
            return replace(law, location=law.location + shift)
        raise NoClosedForm("a translated distribution on tuples")

    def _convolved(self, first: AnyLaw, second: AnyLaw) -> AnyLaw:
        if isinstance(first, PointLaw) and isinstance(second, PointLaw):
            return self._finite([(p + q, v * w) for p, v in first.atoms for q, w in second.atoms])
        if isinstance(first, PointLaw) and isinstance(second, LineLaw):
            return merged((algebra.expand(v * w), moved_pieces(pieces, p)) for p, v in first.atoms for w, pieces in second.parts)
        if isinstance(first, LineLaw | PowerLaw) and isinstance(second, PointLaw):
            return self._convolved(second, first)
        if isinstance(first, PointLaw) and isinstance(second, PowerLaw) and len(first.atoms) == 1:
            return self._translated(second, first.atoms[0][0])
        if isinstance(first, LineLaw) and isinstance(second, LineLaw):
            parts = []
            for v, p in first.parts:
                for w, q in second.parts:
                    (m, a), (n, b) = self._normal(p), self._normal(q)
                    parts.append((algebra.expand(v * w), normal_pieces(m + n, a + b)))
            self.note("convolution of normal distributions: the product of their characteristic functions")
            return merged(parts)
        raise NoClosedForm("a convolution")

    def _normal(self, pieces: tuple[Piece, ...]) -> tuple[Expr, Expr]:
        """Mean and variance, if one piece covers the line and its quadratic term is negative."""
        if len(pieces) == 1 and pieces[0][0] is -sp.oo and pieces[0][1] is sp.oo and self.signs.sign(pieces[0][4]) == "-":
            _, _, _, c1, c2 = pieces[0]
            return algebra.cancel(-c1 / (2 * c2)), algebra.cancel(-1 / (2 * c2))
        raise NoClosedForm("a convolution of distributions that are not normal")

    # integrals -------------------------------------------------------------------------------------------------------
    def integral(self, polynomial: Sequence[Expr], lo: Expr, hi: Expr, c0: Expr, c1: Expr, c2: Expr, positive: bool = False) -> Expr:
        """The integral over (lo, hi) of (polynomial, lowest coefficient first) * exp(c0 + c1 x + c2 x^2).

        oo is returned only for ``positive`` integrands that diverge.
        """
        order = len(polynomial) - 1
        curve = self.signs.require(c2)
        slope = self.signs.require(c1) if curve == 0 else 0
        for end, direction in ((lo, -1), (hi, 1)):
            if end in (sp.oo, -sp.oo) and (curve > 0 or (curve == 0 and slope * direction >= 0)):
                signs = [self.signs.sign(p) for p in polynomial]
                if positive and (order == 0 or direction > 0) and "+" in signs and all(s in ("+", "0", "+0") for s in signs):
                    return sp.oo
                raise NoClosedForm("an integral that diverges")
        if curve == 0 and slope == 0:
            return sp.exp(c0) * sp.Add(*(p * (hi ** (n + 1) - lo ** (n + 1)) / (n + 1) for n, p in enumerate(polynomial)))

        def edge(n: int, x: Expr) -> Expr:
            if x in (sp.oo, -sp.oo):
                return sp.Integer(0)
            return x**n * sp.exp(plain_form(c0 + c1 * x + c2 * x**2))

        if curve == 0:
            moments = [(edge(0, hi) - edge(0, lo)) / c1]
            for n in range(1, order + 1):
                moments.append((edge(n, hi) - edge(n, lo) - n * moments[n - 1]) / c1)
        else:
            width = sp.sqrt(algebra.factor(-c2) if curve < 0 else algebra.factor(c2))

            def primitive(x: Expr) -> Expr:
                if x in (sp.oo, -sp.oo):
                    return sp.Integer(1 if x is sp.oo else -1)
                place = width * x - c1 / (2 * width) if curve < 0 else width * x + c1 / (2 * width)
                place = plain_form(place) if place.is_Add else place
                return sp.erf(place) if curve < 0 else sp.erfi(place)

            front = sp.exp(plain_form(algebra.cancel(c0 - c1**2 / (4 * c2)) if not c0.has(sp.log) else c0 - algebra.cancel(c1**2 / (4 * c2)))) * sp.sqrt(sp.pi) / (2 * width)
            moments = [front * (primitive(hi) - primitive(lo))]
            for n in range(1, order + 1):
                before = (n - 1) * moments[n - 2] if n >= 2 else sp.Integer(0)
                moments.append((edge(n - 1, hi) - edge(n - 1, lo) - before - c1 * moments[n - 1]) / (2 * c2))
        return sp.Add(*(p * m for p, m in zip(polynomial, moments, strict=True)))

    def power_integral(self, power: Expr, hi: Expr, c0: Expr, c1: Expr, c2: Expr) -> Expr:
        """The integral over (0, oo) of x**power * exp(c0 + c1 x + c2 x^2), for any real power above -1."""
        if hi is not sp.oo:
            raise NoClosedForm("a real moment over a bounded interval")
        if self.signs.require(power + 1) <= 0:
            raise NoClosedForm("a moment that diverges at 0")
        curve = self.signs.require(c2)
        if curve > 0 or (curve == 0 and self.signs.require(c1) >= 0):
            raise NoClosedForm("an integral that diverges")
        if curve == 0:
            return sp.exp(c0) * sp.gamma(power + 1) * sp.exp(-(power + 1) * sp.log(-c1))
        rate = -c2
        if self.signs.sign(c1) == "0":
            return sp.exp(c0) * sp.gamma((power + 1) / 2) * sp.exp(-(power + 1) / 2 * sp.log(rate)) / 2
        index, ratio = sp.Symbol("power_index", integer=True, positive=True), sp.Symbol("power_ratio", positive=True)
        terms = []
        for odd in (0, 1):  # exp(c1 x) in powers of x, integrated term by term (absolutely convergent)
            s = power + 2 * index + odd
            ratio_to_first = ratio**index / sp.gamma(2 * index + odd + 1) * sp.gamma((s + 1) / 2) / sp.gamma((power + odd + 1) / 2)
            first = c1**odd * sp.gamma((power + odd + 1) / 2) * sp.exp(-(power + odd + 1) / 2 * sp.log(rate)) / 2
            terms.append(sp.exp(c0) * first * hypergeometric_sum(ratio_to_first, index, self.signs).subs(ratio, algebra.factor(c1**2 / rate)))
        self.note("absolute moments: the series of exp(c x), integrated term by term against the normal weight")
        return sp.Add(*terms)

    def expectation(self, law: AnyLaw, name: str, body: Callable[[LawForms], Expr]) -> Expr:
        """E of a body in the name, by splitting the line where the body changes its form."""
        if isinstance(law, PointLaw):
            return self.total([self.times([w, body(self.with_names({name: p}))]) for p, w in law.atoms])
        if not isinstance(law, LineLaw):
            raise NoClosedForm("an expectation over this distribution")
        total = []
        for weight, pieces in law.parts:
            for piece in pieces:
                total.append(self.times([weight, self._over_piece(piece, name, body, MOST_BREAKS)]))
        return self.total(total)

    def _over_piece(self, piece: Piece, name: str, body: Callable[[LawForms], Expr], breaks: int) -> Expr:
        lo, hi, c0, c1, c2 = piece
        x = sp.Symbol(f"{name}_drawn", real=True)
        try:
            value = body(self.with_names({name: x}, OnInterval(self.signs, x, lo, hi)))
        except BreakAt as error:
            if not breaks:
                raise NoClosedForm("an integrand with many break points") from None
            left, right = (lo, error.place, c0, c1, c2), (error.place, hi, c0, c1, c2)
            return self.total([self._over_piece(left, name, body, breaks - 1), self._over_piece(right, name, body, breaks - 1)])
        if value in (sp.oo, -sp.oo, 0):
            return value
        return self._integrate(value, x, piece)

    def _integrate(self, value: Expr, x: Expr, piece: Piece) -> Expr:
        """The integral of a sum of (power of x) * exp(quadratic in x) against one piece."""
        lo, hi, c0, c1, c2 = piece
        collected: dict[tuple[Expr, Expr, Expr], dict[int, Expr]] = {}
        powers: list[tuple[Expr, int, Expr, Expr, Expr, Expr]] = []
        for term in sp.Add.make_args(algebra.expand(value)):
            constant, moving = term.as_independent(x, as_Add=False)
            degree, a0, a1, a2 = 0, sp.Integer(0), sp.Integer(0), sp.Integer(0)
            real: Expr = None
            mirrored = 1
            for factor in sp.Mul.make_args(moving):
                if factor == 1:
                    continue
                base, exponent = factor.as_base_exp()
                if base == x and exponent.is_Integer and exponent > 0:
                    degree += int(exponent)
                elif isinstance(factor, sp.exp) or base is sp.E:
                    inner = algebra.expand(exponent if base is sp.E else factor.args[0])
                    if not inner.is_polynomial(x) or sp.degree(inner, x) > 2:
                        raise NoClosedForm("an exponential of this integrand")
                    a0, a1, a2 = a0 + inner.coeff(x, 0), a1 + inner.coeff(x, 1), a2 + inner.coeff(x, 2)
                elif base in (x, -x) and x not in exponent.free_symbols and real is None:
                    real, mirrored = exponent, 1 if base == x else -1
                else:
                    raise NoClosedForm("this integrand")
            if real is None:
                key = (plain_form(a0), plain_form(a1), plain_form(a2))
                bucket = collected.setdefault(key, {})
                bucket[degree] = bucket.get(degree, sp.Integer(0)) + constant
            else:
                powers.append((constant * mirrored**degree, mirrored, real + degree, a0, a1, a2))
        parts = []
        for (a0, a1, a2), bucket in collected.items():
            polynomial = [bucket.get(n, sp.Integer(0)) for n in range(max(bucket) + 1)]
            alone = len(collected) == 1 and not powers
            parts.append(self.integral(polynomial, lo, hi, plain_form(c0 + a0), in_one_product(c1 + a1), in_one_product(c2 + a2), positive=alone))
        for constant, mirrored, power, a0, a1, a2 in powers:
            start, end = (lo, hi) if mirrored > 0 else (-hi, -lo)
            if start in (sp.oo, -sp.oo) or self.signs.require(start) != 0:
                raise NoClosedForm("a real moment over an interval that does not start at 0")
            parts.append(constant * self.power_integral(power, end, c0 + a0, mirrored * (c1 + a1), c2 + a2))
        return self.total(parts) if parts else sp.Integer(0)

    def _expect(self, node: Node) -> Expr:
        over = node.args[0]
        assert isinstance(over, tuple)
        self.note("expectations: integrals of the densities piece by piece")
        return self._drawn(list(over), lambda inner: inner.number(node_of(node.args[1])))

    def _prob(self, node: Node) -> Expr:
        over = node.args[0]
        assert isinstance(over, tuple)
        self.note("probabilities: integrals of the densities over the event")
        return self._drawn(list(over), lambda inner: sp.Integer(1 if inner.truth(node_of(node.args[1])) else 0))

    def _drawn(self, over: list[Any], body: Callable[[LawForms], Expr]) -> Expr:
        if not over:
            return body(self)
        entry, rest = over[0], over[1:]
        pattern, law = entry[0], self.law(entry[1])
        if isinstance(pattern, tuple):
            if not isinstance(law, ProductLaw) or len(law.factors) != len(pattern):
                raise NoClosedForm("a tuple drawn from a joint distribution")
            names = [pattern_names(p)[0] for p in pattern]
            return self._nested(list(zip(names, law.factors, strict=True)), lambda inner: inner._drawn(rest, body))
        return self._nested([(pattern_names(pattern)[0], law)], lambda inner: inner._drawn(rest, body))

    def _nested(self, draws: list[tuple[str, AnyLaw]], body: Callable[[LawForms], Expr]) -> Expr:
        if not draws:
            return body(self)
        (name, law), rest = draws[0], draws[1:]
        return self.expectation(law, name, lambda inner: inner._nested(rest, body))

    # common pieces of two laws -----------------------------------------------------------------------------------------
    def _joint_pieces(self, first: tuple[Piece, ...], second: tuple[Piece, ...]) -> list[tuple[Expr, Expr, Piece | None, Piece | None]]:
        """The line cut at every end of either law: ``(lo, hi, piece of the first, piece of the second)``, empty stretches left out."""
        ends: list[Expr] = []
        for piece in (*first, *second):
            for end in piece[:2]:
                if end in (sp.oo, -sp.oo):
                    continue
                place = len(ends)
                for k, other in enumerate(ends):
                    side = self.signs.require(end - other)
                    if side == 0:
                        place = -1
                        break
                    if side < 0:
                        place = k
                        break
                if place >= 0:
                    ends.insert(place, end)
        edges = [-sp.oo, *ends, sp.oo]
        found = []
        for lo, hi in pairwise(edges):
            p, q = self._covering(first, lo, hi), self._covering(second, lo, hi)
            if p is not None or q is not None:
                found.append((lo, hi, p, q))
        return found

    def _covering(self, pieces: tuple[Piece, ...], lo: Expr, hi: Expr) -> Piece | None:
        for piece in pieces:
            left = piece[0] is -sp.oo or (lo is not -sp.oo and self.signs.require(lo - piece[0]) >= 0)
            if left and (piece[1] is sp.oo or (hi is not sp.oo and self.signs.require(piece[1] - hi) >= 0)):
                return piece
        return None

    def _line(self, argument: Argument) -> tuple[Piece, ...]:
        law = self.law(argument)
        if not isinstance(law, LineLaw):
            raise NoClosedForm("a quantity of a distribution that has no density on the line")
        return law.pieces

    def _pair(self, node: Node) -> tuple[AnyLaw, AnyLaw]:
        return self.law(node.args[0]), self.law(node.args[1])

    # suprema ---------------------------------------------------------------------------------------------------------
    def _largest_on(self, d: Sequence[Expr], lo: Expr, hi: Expr) -> Expr:
        """The supremum of d0 + d1 x + d2 x^2 over (lo, hi)."""
        d0, d1, d2 = d
        curve = self.signs.require(d2)
        candidates = [self._at_end(d, end) for end in (lo, hi)]
        if curve < 0:
            top = algebra.cancel(-d1 / (2 * d2))
            if (lo is -sp.oo or self.signs.require(top - lo) > 0) and (hi is sp.oo or self.signs.require(hi - top) > 0):
                return plain_form(d0 + d1 * top + d2 * top**2)
        return self.greatest(candidates)

    def _at_end(self, d: Sequence[Expr], end: Expr) -> Expr:
        d0, d1, d2 = d
        if end not in (sp.oo, -sp.oo):
            return plain_form(d0 + d1 * end + d2 * end**2)
        curve = self.signs.require(d2)
        side = curve if curve else self.signs.require(d1) * (1 if end is sp.oo else -1)
        return d0 if side == 0 else sp.oo * side

    # moments and distribution functions ------------------------------------------------------------------------------
    def _mean(self, node: Node) -> Expr:
        self.note("mean: the integral of x times the density")
        return self.expectation(self.law(node.args[0]), "#mean", lambda inner: inner.names["#mean"])

    def _moment(self, node: Node) -> Expr:
        return self.absolute_moment(self.law(node.args[0]), self.finite(node.args[1]))

    def absolute_moment(self, law: AnyLaw, order: Expr) -> Expr:
        """E |X|**order, order >= 0."""
        if self.signs.sign(order) not in ("+", "0", "+0"):
            raise NoClosedForm("a moment of an order that need not be at least 0")
        self.note("moments: integrals of powers times the density")
        if order.is_Integer and order.is_even:
            return self.expectation(law, "#moment", lambda inner: inner.names["#moment"] ** order)

        def body(inner: LawForms) -> Expr:
            size = inner.absolute(inner.names["#moment"])
            if size == 0:
                return inner.power(sp.Integer(0), order)
            return size**order

        return self.expectation(law, "#moment", body)

    def _distribution_function(self, node: Node) -> Expr:
        law, x = self.law(node.args[0]), self.number(node_of(node.args[1]))
        if isinstance(law, PointLaw):
            return sp.Add(*(w for p, w in law.atoms if self.signs.require(x - p) >= 0))
        if not isinstance(law, LineLaw):
            raise NoClosedForm("a distribution function of a distribution on tuples")
        self.note("distribution function: the integral of the density")
        total = []
        for weight, pieces in law.parts:
            for lo, hi, c0, c1, c2 in pieces:
                if lo is not -sp.oo and x is not sp.oo and (x is -sp.oo or self.signs.require(x - lo) <= 0):
                    continue
                end = hi if x is sp.oo or (hi is not sp.oo and self.signs.require(x - hi) >= 0) else x
                if end is not -sp.oo:
                    total.append(weight * self.integral([sp.Integer(1)], lo, end, c0, c1, c2))
        return self.total(total) if total else sp.Integer(0)

    def _density(self, node: Node) -> Expr:
        law, x = self.law(node.args[0]), self.finite(node.args[1])
        if isinstance(law, PointLaw):
            return sp.Add(*(w for p, w in law.atoms if self.signs.require(x - p) == 0))
        if isinstance(law, PowerLaw):
            return law.density(x)
        if not isinstance(law, LineLaw):
            raise NoClosedForm("a density of a distribution on tuples")
        total = []
        for weight, pieces in law.parts:
            values = []
            for lo, hi, c0, c1, c2 in pieces:
                below = 1 if lo is -sp.oo else self.signs.require(x - lo)
                above = 1 if hi is sp.oo else self.signs.require(hi - x)
                if below > 0 and above > 0:
                    values = [sp.exp(plain_form(c0 + c1 * x + c2 * x**2))]
                    break
                if below == 0 or above == 0:
                    values.append(sp.exp(plain_form(c0 + c1 * x + c2 * x**2)))
                    if len(values) == 1 and not any(other[0] == hi or other[1] == lo for other in pieces):
                        raise NoClosedForm("a density at an end of the support")
            if len(values) == 2 and vanishes(values[0] - values[1]) is not True:
                raise NoClosedForm("a density where it jumps")
            total.append(weight * values[0] if values else sp.Integer(0))
        return sp.Add(*total)


def literal_word(argument: Argument) -> str:
    """The text of a word in a formula."""
    return str(argument.args[0]) if isinstance(argument, Node) else str(argument)
