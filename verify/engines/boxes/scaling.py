"""Formulas of the same sign that have enclosures on unbounded boxes: without the exponential that grows fastest, without a normal quantile, or with a normal
tail that stands alone, so that its derivative is elementary.

A formula is a sum of products ``c * atoms * exp(E)``, exponents E being such sums too. The exponential that grows fastest is taken out of every sum below a
power or a logarithm, ``(1 + exp(x))^-1 = exp(-x) (1 + exp(-x))^-1``, so that what is left has a limit. Such a form belongs to one box.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from flint import fmpq, fmpz

from verify.engines.boxes import arithmetic as ia
from verify.engines.boxes.arithmetic import Interval
from verify.engines.boxes.formula import Graph, Unsupported

MOST_TERMS, HIGHEST, LARGEST_PRIME_POWER = 24, 4, 10**9
HALF, ONE, NOTHING = fmpq(1, 2), fmpq(1), fmpq(0)


class Product(tuple[tuple[tuple[int, Any], ...], tuple[Any, ...]]):
    """Numbered parts with exponents, and the terms of the exponent of e. The hash is found once, and from whole numbers: fractions are slow to hash. So is the text, by which terms are ordered."""

    _hash: int
    _text: str

    def __new__(cls, atoms: tuple[tuple[int, Any], ...] = (), exponent: tuple[Any, ...] = ()) -> Product:
        made = super().__new__(cls, (atoms, exponent))
        made._hash = hash(tuple((part, int(c.p), int(c.q)) for terms in (atoms, exponent) for part, c in terms))
        made._text = ""
        return made

    def __hash__(self) -> int:
        return self._hash

    def __repr__(self) -> str:
        if not self._text:
            self._text = super().__repr__()
        return self._text


Sum = dict[Product, Any]
UNIT = Product()


class Scaling:
    """Other forms of the parts of a graph on one box; ``cache`` belongs to the box."""

    def __init__(self, graph: Graph, at: Sequence[Interval], cache: dict[int, Interval]) -> None:
        self.graph, self.at, self.cache = graph, at, cache
        self.known: dict[int, Sum | None] = {}
        self.looked = False
        """Whether a form hangs on the box; others are common to all boxes."""
        self.forms: dict[tuple[str, int], int | None] = {}

    # --- forms of the same sign -----------------------------------------------------------------------------------

    def scaled(self, k: int) -> int | None:
        """The part divided by positive factors that all terms share and by the exponential that grows fastest; None where nothing is seen."""
        if ("", k) not in self.forms:
            self.forms["", k] = self._scaled(k)
        return self.forms["", k]

    def _scaled(self, k: int) -> int | None:
        try:
            found = self.of(k)
            if not found:
                return None
            front = self._fastest(found)
            if front:
                found = self._times(found, {Product(exponent=self._negative(front)): ONE})
            shared = tuple((a, -e) for a, e in self._shared(found) if self._positive(a))
            if shared:
                found = self._times(found, {Product(shared): ONE})
            return self.part(found)
        except Unsupported:
            return None

    def cleared(self, k: int) -> int | None:
        """The part times the positive denominators of its terms; None where there are none."""
        if ("cleared", k) not in self.forms:
            self.forms["cleared", k] = self._cleared(k)
        return self.forms["cleared", k]

    def _cleared(self, k: int) -> int | None:
        try:
            found = self.of(k)
            below = tuple((a, -e) for a, e in self._shared(found) if e < 0 and self._positive(a)) if len(found) > 1 else ()
            return self.part(self._times(found, {Product(below): ONE})) if below else None
        except Unsupported:
            return None

    def without_quantile(self, k: int) -> int | None:
        """Of ``a Q(p) + b`` with the normal quantile Q and a > 0: ``p - Phi(-b/a)``; with a < 0 the opposite."""
        return self._alone(k, "normal_quantile")

    def with_tail_alone(self, k: int) -> int | None:
        """Of ``a erfc(u) + b`` with a > 0: ``erfc(u) + b/a``; with a < 0 the opposite. Mills' ratio is ``sqrt(pi/2) exp(u^2/2) erfc(u/sqrt(2))``."""
        return self._alone(k, "erfc") or self._alone(k, "mills")

    def null(self, k: int) -> bool:
        """Whether all terms of the part cancel."""
        try:
            return not self.of(k)
        except Unsupported:
            return False

    def _alone(self, k: int, head: str) -> int | None:
        if (head, k) not in self.forms:
            self.forms[head, k] = self._with_alone(k, head)
        return self.forms[head, k]

    def _with_alone(self, k: int, head: str) -> int | None:
        graph = self.graph
        try:
            found = self.of(k)
            atoms = {a for product in found for a, _ in product[0] if graph.parts[a][0] == head}
            if len(atoms) != 1:
                return None
            (atom,) = atoms
            with_it = [(product, c) for product, c in found.items() if any(a == atom for a, _ in product[0])]
            if len(with_it) != 1 or dict(with_it[0][0][0])[atom] != 1 or (head == "erfc" and len(with_it[0][0][0]) == 1 and not with_it[0][0][1]):
                return None
            (atoms_, exponent), c = with_it[0]
            others = tuple((a, e) for a, e in atoms_ if a != atom)
            if not all(self._positive(a) for a, _ in others):
                return None
            inverse: Sum = {Product(tuple((a, -e) for a, e in others), self._negative(exponent)): 1 / abs(c)}
            rest = self._times({p: x for p, x in found.items() if p != with_it[0][0]}, inverse)  # b/|a|
            u = self.of(graph.parts[atom][1])
            root = graph.part("rpow", graph.number(2), -HALF)
            if head == "normal_quantile":  # a > 0: p - erfc(b/a/sqrt(2))/2
                level = self._times(rest, {UNIT: ONE if c > 0 else -ONE})
                tail = graph.part("erfc", graph.times(self.part(level), root))
                result = graph.plus([graph.parts[atom][1], graph.times(graph.number(-HALF), tail)])
            elif head == "mills":
                square = self._times(u, u)
                bell: Sum = {Product(((graph.part("pi"), -HALF), (graph.number(2), HALF)), self._frozen({p: -x / 2 for p, x in square.items()})): ONE}
                tail = graph.part("erfc", graph.times(self.part(u), root))
                result = graph.plus([self.part(self._times(rest, bell)), tail if c > 0 else graph.times(graph.number(-1), tail)])
                return result
            else:
                return graph.plus([self.part(rest), atom if c > 0 else graph.times(graph.number(-1), atom)])
            return result if c > 0 else graph.times(graph.number(-1), result)
        except Unsupported:
            return None

    # --- sums of products -----------------------------------------------------------------------------------------

    def of(self, k: int) -> Sum:
        """The part as a sum of products. Raises Unsupported where it is too long."""
        common: Sum | None = self.graph.common.get(k)
        if common is not None:
            return common
        if k not in self.known:
            self.known[k] = None
            before, self.looked = self.looked, False
            self.known[k] = self._of(k, self.graph.parts[k])
            if not self.looked:
                self.graph.common[k] = self.known[k]
                self.looked = before
        else:
            self.looked = True
        found = self.known[k]
        if found is None:
            raise Unsupported("a formula without such a form")
        return found

    def _of(self, k: int, entry: tuple[Any, ...]) -> Sum:
        graph, head = self.graph, entry[0]
        if head == "num":
            if isinstance(entry[1], float):
                raise Unsupported("an infinite number")
            return {UNIT: entry[1]} if entry[1] != 0 else {}
        if head == "add":
            return self._plus(self.of(entry[1]), self.of(entry[2]))
        if head == "mul":
            return self._times(self.of(entry[1]), self.of(entry[2]))
        if head in ("ipow", "rpow"):
            return self._raised(self.of(entry[1]), fmpq(entry[2]))
        if head == "exp":
            return {Product(exponent=self._frozen(self.of(entry[1]))): ONE}
        if head == "log":
            inner = self.of(entry[1])
            front = next(iter(inner))[1] if len(inner) == 1 else self._fastest(inner)
            if not front:
                return {Product(((graph.part("log", self.part(inner)), ONE),)): ONE}
            rest = self.part(self._times(inner, {Product(exponent=self._negative(front)): ONE}))
            return self._plus(dict(front), {} if graph.fraction(rest) == 1 else {Product(((graph.part("log", rest), ONE),)): ONE})
        if head == "erfc":
            return self._tail(self.of(entry[1]), ONE)
        if head == "erf":
            return self._plus({UNIT: ONE}, self._tail(self.of(entry[1]), -ONE))
        if head == "normal_cdf":
            return self._tail(self._times(self.of(entry[1]), {Product(((graph.number(2), -HALF),)): -ONE}), HALF)
        if head == "slope_of":
            return self.of(entry[2])
        return {Product(((k, ONE),)): ONE}

    def _tail(self, u: Sum, c: Any) -> Sum:
        return {Product(((self.graph.part("erfc", self.part(u)), ONE),)): c} if u else {UNIT: c}

    def _frozen(self, a: Sum) -> tuple[Any, ...]:
        return tuple(self._ordered(a))

    def _negative(self, exponent: tuple[Any, ...]) -> tuple[Any, ...]:
        return tuple((product, -c) for product, c in exponent)

    def _plus(self, *sums: Sum) -> Sum:
        return self._collected(term for a in sums for term in a.items())

    @staticmethod
    def _collected(terms: Iterable[tuple[Product, Any]]) -> Sum:
        total: Sum = {}
        for product, c in terms:
            known = total.get(product)
            total[product] = c if known is None else known + c
        if len(total) > MOST_TERMS:
            raise Unsupported("a formula with too many terms")
        return {product: c for product, c in total.items() if c != 0}

    def _times(self, a: Sum, b: Sum) -> Sum:
        return self._collected((product, x * y if c is ONE else c * x * y) for p, x in a.items() for q, y in b.items() for product, c in (self._joined(p, q),))

    def _joined(self, p: Product, q: Product) -> tuple[Product, Any]:
        found = self.graph.joined.get((p, q))
        if found is None:
            found = self.graph.joined[p, q] = self._multiplied(p, q)
        return found

    def _multiplied(self, p: Product, q: Product) -> tuple[Product, Any]:
        exponents: dict[int, Any] = dict(p[0])
        for a, e in q[0]:
            exponents[a] = exponents[a] + e if a in exponents else e
        front, kept = ONE, []
        for a, e in sorted(exponents.items()):
            value = self.graph.fraction(a)
            if value is not None:
                whole = int(e.p // e.q)
                front, e = front * value**whole, e - whole
            if e != 0:
                kept.append((a, e))
        return Product(tuple(kept), self._frozen(self._plus(dict(p[1]), dict(q[1])))), front

    def _raised(self, a: Sum, r: Any) -> Sum:
        if not a:
            raise Unsupported("a power of 0")
        whole = r.denominator == 1
        if len(a) == 1:
            ((atoms, exponent), c), = a.items()
            if not whole and not (c > 0 and all(self._interval(x)[0] >= 0 for x, _ in atoms)):
                raise Unsupported("a root of factors that may be negative")
            front: Sum = {UNIT: c ** int(r.numerator)} if whole else self._root(c, r)
            power = tuple((x, e * r) for x, e in atoms)
            return self._times(front, {Product(power, tuple((p, x * r) for p, x in exponent)): ONE})
        if whole and 0 < r <= HIGHEST:
            result = a
            for _ in range(int(r.numerator) - 1):
                result = self._times(result, a)
            return result
        front_ = self._fastest(a)
        rest = self._times(a, {Product(exponent=self._negative(front_)): ONE}) if front_ else a
        return {Product(((self.part(rest), r),), tuple((p, x * r) for p, x in front_)): ONE}

    def _root(self, c: Any, r: Any) -> Sum:
        """A fraction to a fractional power, by its prime factors."""
        if max(c.p, c.q) > LARGEST_PRIME_POWER:
            raise Unsupported("a root of a large number")
        found: Sum = {UNIT: ONE}
        for number, sign in ((c.p, 1), (c.q, -1)):
            for prime, times in fmpz(number).factor():
                found = self._times(found, {Product(((self.graph.number(fmpq(prime)), r * sign * int(times)),)): ONE})
        return found

    def _shared(self, a: Sum) -> tuple[tuple[int, Any], ...]:
        """The atoms that all terms have in common, and those that clear denominators, with their least exponents."""
        terms = [dict(product[0]) for product in a]
        atoms = {x for term in terms for x in term}
        least = ((x, min(term.get(x, NOTHING) for term in terms)) for x in sorted(atoms))
        return tuple((x, e) for x, e in least if e != 0)

    # --- what grows -----------------------------------------------------------------------------------------------

    def _interval(self, k: int) -> Interval:
        self.looked = True
        return self.graph.evaluate(k, self.at, self.cache)

    def _positive(self, k: int) -> bool:
        value = self._interval(k)
        return value[4] >= ia.CONTINUOUS and ia.positive(value)

    def _fastest(self, a: Sum) -> tuple[Any, ...]:
        """The exponent next to which all others of the sum stay bounded, where some are unbounded; else nothing."""
        exponents = list({product[1] for product in a})
        if len(exponents) > 1:
            exponents.sort(key=repr)
        if all(not e or self._bounded(dict(e)) for e in exponents):
            return ()
        for e in exponents:
            if e and all(other == e or self._bounded(self._plus(dict(other), dict(self._negative(e))), above=True) for other in exponents):
                return e
        return ()

    def _bounded(self, exponent: Sum, above: bool = False) -> bool:
        value = self._interval(self.part(exponent, joined=True))
        return bool(value[1].is_finite()) and (above or bool(value[0].is_finite()))

    # --- back to parts --------------------------------------------------------------------------------------------

    def part(self, a: Sum, joined: bool = False) -> int:
        """The number of a sum; ``joined``: the factors that all terms share are taken out."""
        graph = self.graph
        if joined and len(a) > 1:
            shared = tuple((x, e) for x, e in self._shared(a) if e > 0)
            if shared:
                rest = self._times(a, {Product(tuple((x, -e) for x, e in shared)): ONE})
                return graph.part("mul", graph.times(*(graph._power(x, graph.number(e)) for x, e in shared)), self.part(rest, joined=True))
        return graph.plus([self._product(product, c) for product, c in self._ordered(a)])

    def _ordered(self, a: Sum) -> list[tuple[Product, Any]]:
        return sorted(a.items(), key=lambda term: repr(term[0]))

    def _product(self, product: Product, c: Any) -> int:
        key = (product, int(c.p), int(c.q))
        found = self.graph.multiples.get(key)
        if found is None:
            found = self.graph.multiples[key] = self._made(product, c)
        return found

    def _made(self, product: Product, c: Any) -> int:
        graph = self.graph
        factors = [graph.number(c), *(graph._power(x, graph.number(e)) for x, e in product[0])]
        if product[1]:
            factors.append(graph.part("exp", self.part(dict(product[1]), joined=True)))
        return graph.times(*factors)


__all__ = ["Scaling"]
