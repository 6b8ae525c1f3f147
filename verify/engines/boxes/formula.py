"""Formulas compiled to a directed graph without repeated parts, with derivatives, evaluated by intervals or exactly."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from flint import arb, fmpq

from verify.claims.nodes import Node
from verify.claims.sets import stated
from verify.engines.boxes import arithmetic as ia
from verify.engines.boxes.arithmetic import Interval
from verify.values import elementary, powers, primitives, rounding
from verify.values import numbers as exact_numbers
from verify.values.circular import INVERSES
from verify.values.entry import SELF, X
from verify.values.numbers import Number
from verify.values.primitives import PRIMITIVES

FUNCTIONS: dict[str, Callable[[Interval], Interval]] = {
    "exp": ia.exp, "log": ia.log, "abs": ia.absolute, "floor": ia.floor, "ceiling": ia.ceiling, "sign_of": ia.sign_of, "flat": ia.flat,
}
ARITHMETIC = frozenset({"num", "var", "pi", "add", "mul", "pow", "exp", "log", "abs", "max", "min", "if", "floor", "ceiling"}) | PRIMITIVES.keys()
"""Heads of formulas that have an enclosure here."""
SLOPES = frozenset({"if_slope", "slope_of_maximum", "sign_of", "flat", "slope_sign"})
"""Heads that only stand in derivatives and have no exact value."""
JUMPS = frozenset({"if", "if_slope", "floor", "ceiling", "flat"})


TOTAL = frozenset({"var", "pi", "add", "mul", "exp", "abs", "max", "min", "erf", "erfc", "normal_cdf", "sinh", "cosh", "tanh", "expm1_over", "mills", "sin", "cos", "sin_pi", "cos_pi", "atan", "asinh", "cbrt"})
"""Heads with a finite value wherever their arguments are finite."""


OF_PI = {"sin": "sin_pi", "cos": "cos_pi", "tan": "tan_pi", "cot": "cot_pi"}
"""Trigonometric functions of x and of pi x."""
NUMBER_ONE = ("num", 1, 1)
"""The number 1 as a key of the parts of a graph."""


class Unsupported(Exception):
    """A head without an enclosure or without a derivative; the text says which."""


class Imprecise(Unsupported):
    """An exact value needs more precision."""


class Graph:
    """Numbered parts ``(head, arguments)`` of formulas; equal parts have equal numbers.

    ``names`` are the coordinates of the boxes, in order. A graph belongs to one precision: constants are enclosed once.
    """

    def __init__(self, names: Sequence[str]) -> None:
        self.names = tuple(names)
        self.index = {name: k for k, name in enumerate(self.names)}
        self.parts: list[tuple[Any, ...]] = []
        self.known: dict[tuple[Any, ...], int] = {}
        self.constants: dict[int, Interval] = {}
        self.slopes: dict[tuple[int, int], int] = {}
        self.splits: dict[int, tuple[Any, int]] = {}
        self.faces: dict[tuple[int, int, Any], int] = {}
        self.seen: dict[Node, int] = {}
        self.partials: dict[int, frozenset[int]] = {}
        self.headed: dict[int, frozenset[str]] = {}
        self.sums: dict[tuple[int, ...], int] = {}
        self.products: dict[tuple[int, ...], int] = {}
        self.joined: dict[tuple[Any, Any], tuple[Any, Any]] = {}
        """Products of two terms, kept by :mod:`scaling`."""
        self.common: dict[int, Any] = {}
        """Parts as sums of such terms, where that is the same on all boxes."""
        self.multiples: dict[tuple[Any, int, int], int] = {}
        """The numbers of terms of :mod:`scaling` with fractions in front."""
        self.support: list[frozenset[int]] = []
        self.jumps: list[bool] = []

    # --- building -------------------------------------------------------------------------------------------------

    def part(self, *entry: Any) -> int:
        if entry[0] in OF_PI and not self.partial(entry[1]):
            return self._turned(entry[0], entry[1])
        return self._part(*entry)

    def _part(self, *entry: Any) -> int:
        last = entry[-1]
        key = (*entry[:-1], int(last.p), int(last.q)) if type(last) is fmpq else entry  # fractions are slow to hash
        found = self.known.get(key)
        if found is None:
            found = len(self.parts)
            self.known[key] = found
            self.parts.append(entry)
            head = entry[0]
            if head == "num":
                self.constants[found] = ia.constant(entry[1])
            elif head == "pi":
                self.constants[found] = ia.constant(arb.pi())
            below = list(self._below(entry))
            own = frozenset({entry[1]}) if head == "var" else frozenset()
            self.support.append(own.union(*(self.support[k] for k in below)))
            self.jumps.append(head in JUMPS or any(self.jumps[k] for k in below))
        return found

    def _turned(self, head: str, k: int) -> int:
        """A trigonometric function whose argument is a multiple of pi as the function of pi u, which is exact at its turns and poles; right angles are taken out of other sums."""
        angle, shares, others = fmpq(0), [], []
        for term in self._addends(self._collected(k)):
            factor, core = self._split(term)
            if self.parts[core][0] == "pi":
                angle += factor
            elif self.known.get(("pi",)) in (factors := self.factors(core)):
                factors.remove(self.known[("pi",)])
                shares.append(self.times(self.number(factor), *factors))
            else:
                others.append(term)
        if not others and (shares or angle != 0):
            return self._part(OF_PI[head], self.plus([self.number(angle), *shares]))
        if shares or angle == 0 or (2 * angle).denominator != 1:
            return self._part(head, k)
        turns, rest = int((2 * angle).numerator), self.plus(others)
        if head in ("tan", "cot"):
            other = self.part(head if turns % 2 == 0 else {"tan": "cot", "cot": "tan"}[head], rest)
            return other if turns % 2 == 0 else self.times(self.number(-1), other)
        turns = (turns + (head == "cos")) % 4
        other = self.part("sin" if turns % 2 == 0 else "cos", rest)
        return other if turns < 2 else self.times(self.number(-1), other)

    def _collected(self, k: int) -> int:
        """The same with terms and factors collected."""
        entry = self.parts[k]
        if entry[0] == "add":
            return self.plus([self._collected(j) for j in entry[1:]])
        return self.times(*(self._collected(j) for j in entry[1:])) if entry[0] == "mul" else k

    def _addends(self, k: int) -> list[int]:
        entry = self.parts[k]
        return [*self._addends(entry[1]), *self._addends(entry[2])] if entry[0] == "add" else [k]

    @staticmethod
    def _below(entry: tuple[Any, ...]) -> list[int]:
        head = entry[0]
        if head in ("num", "var", "pi"):
            return []
        if head == "ipow" or head == "rpow":
            return [entry[1]]
        if head in ("if", "if_slope"):
            return [*condition_parts(entry[1]), entry[2], entry[3]]
        if head in ("slope_of", "slope_sign"):
            return list(entry[2:])
        return list(entry[1:])

    def number(self, value: Any) -> int:
        return self.part("num", value if isinstance(value, float | fmpq) else fmpq(value))

    def build(self, node: Node) -> int:
        """The number of a formula; nothing is simplified. Raises Unsupported for a head without an enclosure."""
        found = self.seen.get(node)
        if found is None:
            found = self._build(node)
            self.seen[node] = found
        return found

    def _build(self, node: Node) -> int:
        head = node.head
        if head == "num":
            value = exact_numbers.number(str(node.args[0]))
            return self.part("num", value)
        if head == "pi":
            return self.part("pi")
        if head == "var":
            name = str(node.args[0])
            if name not in self.index:
                raise Unsupported(f"{name} is not a number with a range")
            return self.part("var", self.index[name])
        if head not in ARITHMETIC:
            raise Unsupported(f"{head} has no enclosure over boxes; a function needs an entry in {primitives.WHERE}")
        if head == "if":
            condition, then, otherwise = node.args
            assert isinstance(condition, Node) and isinstance(then, Node) and isinstance(otherwise, Node)
            return self.part("if", self.proposition(condition), self.build(then), self.build(otherwise))
        below = [self.build(a) for a in node.args if isinstance(a, Node)]
        if len(below) != len(node.args):
            raise Unsupported(f"{head} has an argument that is not a number")
        if head in PRIMITIVES and len(below) != PRIMITIVES[head].arity:
            raise Unsupported(f"{head} has {PRIMITIVES[head].arity} arguments, got {len(below)}")
        if head == "pow":
            return self._power(below[0], below[1])
        if head in ("add", "mul"):
            return self._chain(head, below)
        if head == "max":
            return self._chain("max", below)
        if head == "min":
            return self._chain("min", below)
        return self.part(head, *below)

    def _chain(self, head: str, below: list[int]) -> int:
        if not below:
            raise Unsupported(f"{head} of nothing")
        if head == "mul":  # a repeated factor is a power, which has the tighter enclosure
            kept: dict[int, int] = {}
            for k in below:
                kept[k] = kept.get(k, 0) + 1
            below = [k if count == 1 else self.part("ipow", k, count) for k, count in kept.items()]
        out = below[0]
        for k in below[1:]:
            out = self.part(head, out, k)
        return out

    def _power(self, base: int, exponent: int) -> int:
        entry = self.parts[exponent]
        if entry[0] == "num" and not isinstance(entry[1], float):
            r = entry[1]
            if r == 1:
                return base
            if r.denominator == 1:
                if abs(r) > 10**6:
                    raise Unsupported(f"the exponent {r} is too large for boxes")
                return self.part("ipow", base, int(r.numerator))
            return self.part("rpow", base, r)
        return self.part("pow", base, exponent)

    def proposition(self, node: Node) -> tuple[Any, ...]:
        """A proposition with numbered sides: ``("compare", a, relation, b)`` or ``(head, ...)``."""
        head = node.head
        if head == "compare":
            a, relation, b = node.args
            assert isinstance(a, Node) and isinstance(b, Node)
            if relation not in ("<=", "<", ">=", ">", "==", "!="):
                raise Unsupported(f"the relation {relation} is not a comparison of numbers")
            return ("compare", self.build(a), str(relation), self.build(b))
        if head in ("all", "any", "not", "implies", "iff"):
            return (head, *(self.proposition(a) for a in node.args if isinstance(a, Node)))
        if head == "member":
            value, where = node.args
            assert isinstance(value, Node) and isinstance(where, Node)
            where = stated(where)
            if where.head != "interval":
                raise Unsupported(f"membership in {where.head} has no enclosure over boxes")
            lo, hi, left, right = where.args
            assert isinstance(lo, Node) and isinstance(hi, Node)
            x = self.build(value)
            return ("all", ("compare", self.build(lo), "<" if left == "open" else "<=", x),
                    ("compare", x, "<" if right == "open" else "<=", self.build(hi)))
        raise Unsupported(f"{head} has no enclosure over boxes")

    # --- derivatives ----------------------------------------------------------------------------------------------
    # Parts made here hold only where all values are finite, which is checked before they are used; so terms may be dropped.

    def plus(self, terms: Sequence[int]) -> int:
        """A sum with fractions added up and equal terms collected."""
        key = tuple(terms)
        found = self.sums.get(key)
        if found is None:
            found = self.sums[key] = self._plus(key)
        return found

    def _plus(self, terms: tuple[int, ...]) -> int:
        rest: dict[int, Any] = {}
        total = fmpq(0)
        todo = list(terms)
        while todo:
            k = todo.pop()
            entry = self.parts[k]
            if entry[0] == "num" and not isinstance(entry[1], float):
                total += entry[1]
            elif entry[0] == "add":
                todo += [entry[2], entry[1]]
            else:
                factor, core = self._split(k)
                rest[core] = rest[core] + factor if core in rest else factor
        out = [self._scaled(factor, core) for core, factor in sorted(rest.items()) if factor != 0]
        if total != 0 or not out:
            out.append(self.number(total))
        result = out[0]
        for k in out[1:]:
            result = self.part("add", result, k)
        return result

    def _split(self, k: int) -> tuple[Any, int]:
        """A part as a fraction times the rest."""
        found = self.splits.get(k)
        if found is None:
            found = self.splits[k] = self._fraction_apart(k)
        return found

    def _fraction_apart(self, k: int) -> tuple[Any, int]:
        factor = fmpq(1)
        if self.parts[k][0] not in ("mul", "num", "ipow"):
            return factor, k
        factors: list[int] = []
        todo = [k]
        while todo:
            j = todo.pop()
            entry = self.parts[j]
            if entry[0] == "mul":
                todo += [entry[2], entry[1]]
            elif entry[0] == "num" and not isinstance(entry[1], float):
                factor *= entry[1]
            else:
                factors.append(j)
        if not factors:
            return factor, self.number(1)
        return factor, self._product(factors)

    def _product(self, factors: Sequence[int]) -> int:
        kept: dict[int, int] = {}
        for k in factors:
            entry = self.parts[k]
            base, n = (entry[1], entry[2]) if entry[0] == "ipow" else (k, 1)
            kept[base] = kept.get(base, 0) + n
        out = [self._integer(base, n) for base, n in sorted(kept.items()) if n != 0]
        if not out:
            return self.number(1)
        result = out[0]
        for k in out[1:]:
            result = self.part("mul", result, k)
        return result

    def _integer(self, base: int, n: int) -> int:
        return base if n == 1 else self.part("ipow", base, n)

    def _scaled(self, factor: Any, core: int) -> int:
        if factor == 1:
            return core
        if core == self.known.get(NUMBER_ONE):
            return self.number(factor)
        return self.part("mul", self.number(factor), core)

    def times(self, *factors: int) -> int:
        """A product with fractions multiplied and equal factors collected; 0 if a factor is 0."""
        found = self.products.get(factors)
        if found is None:
            found = self.products[factors] = self._times(factors)
        return found

    def _times(self, factors: tuple[int, ...]) -> int:
        scale, rest = fmpq(1), []
        for k in factors:
            factor, core = self._split(k)
            scale *= factor
            if core != self.known.get(NUMBER_ONE):
                rest.append(core)
        if scale == 0:
            return self.number(0)
        if len(rest) == 1 and scale != 1 and self.parts[rest[0]][0] == "add":
            entry = self.parts[rest[0]]
            return self.plus([self.times(self.number(scale), k) for k in entry[1:]])
        flat: list[int] = []
        todo = rest[::-1]
        while todo:
            j = todo.pop()
            if self.parts[j][0] == "mul":
                todo += [self.parts[j][2], self.parts[j][1]]
            else:
                flat.append(j)
        return self._scaled(scale, self._product(flat))

    def minus(self, a: int, b: int) -> int:
        return self.plus((a, self.times(self.number(-1), b)))

    def slope(self, k: int, var: int) -> int:
        """The number of the derivative of part ``k`` in coordinate ``var``. Raises Unsupported where there is none."""
        if var not in self.support[k]:
            return self.number(0)
        key = (k, var)
        found = self.slopes.get(key)
        if found is None:
            found = self._slope(self.parts[k], k, var)
            self.slopes[key] = found
        return found

    def _slope(self, entry: tuple[Any, ...], k: int, var: int) -> int:
        head = entry[0]
        if head == "var":
            return self.number(1)
        if head == "add":
            return self.plus((self.slope(entry[1], var), self.slope(entry[2], var)))
        if head == "mul":
            a, b = entry[1], entry[2]
            return self.plus((self.times(self.slope(a, var), b), self.times(a, self.slope(b, var))))
        if head in ("ipow", "rpow"):
            base, r = entry[1], fmpq(entry[2])
            less = self.number(1) if r == 1 else self._power(base, self.number(r - 1))
            return self.times(self.number(r), less, self.slope(base, var))
        if head == "pow":
            base, exponent = entry[1], entry[2]
            inner = self.plus((self.times(self.slope(exponent, var), self.part("log", base)),
                               self.times(exponent, self.slope(base, var), self.part("ipow", base, -1))))
            return self.times(k, inner)
        if head in ("max", "min"):
            a, b = entry[1], entry[2]
            larger, smaller = (a, b) if head == "max" else (b, a)  # the first slope is taken where larger >= smaller
            return self.part("slope_of_maximum", larger, smaller, self.slope(a, var), self.slope(b, var))
        if head in ("if", "if_slope"):
            return self.part("if_slope", entry[1], self.slope(entry[2], var), self.slope(entry[3], var))
        if head in ("floor", "ceiling"):
            return self.part("flat", k)
        if head in PRIMITIVES:
            return self.plus([self.times(self._outer(entry, k, j), self.slope(a, var)) for j, a in enumerate(entry[1:]) if var in self.support[a]])
        if head == "slope_of":
            return self.slope(entry[2], var)
        if head == "slope_sign":
            raise Unsupported("the slope of a slope that is known by its sign alone")
        u = entry[1]
        inner = self.slope(u, var)
        if head == "exp":
            return self.times(k, inner)
        if head == "log":
            return self.times(inner, self.part("ipow", u, -1))
        if head == "abs":
            return self.times(self.part("sign_of", u), inner)
        raise Unsupported(f"{head} has no derivative here")

    def _outer(self, entry: tuple[Any, ...], k: int, j: int) -> int:
        """The derivative of a special function in its argument ``j``, by its formula, by its known sign, or both."""
        head, below = entry[0], entry[1:]
        found = PRIMITIVES[head].slopes[j]
        if found is None:
            raise Unsupported(f"{head} has no derivative in argument {j + 1}; add it to its entry in {primitives.WHERE}")
        if found.formula is None:
            return self.part("slope_sign", (head, j), *below)
        formula = self._filled(found.formula, dict(zip(X, below)) | {SELF: k})
        return self.part("slope_of", (head, j), formula, *below) if found.signed and self.parts[formula][0] != "num" else formula

    def _filled(self, node: Node, at: Mapping[Node, int]) -> int:
        """A formula of the table of functions with parts for its arguments; terms are collected, so it holds where all values are finite."""
        if node in at:
            return at[node]
        if node.head in ("num", "pi"):
            return self.build(node)
        below = [self._filled(a, at) for a in node.args if isinstance(a, Node)]
        if node.head == "add":
            return self.plus(below)
        if node.head == "mul":
            return self.times(*below)
        if node.head == "pow":
            entry = self.parts[below[0]]
            r = self.fraction(below[1])
            if entry[0] == "mul" and r is not None and r.denominator == 1:
                return self.times(*(self._power(factor, below[1]) for factor in self.factors(below[0])))
            return self._power(below[0], below[1])
        return self.part(node.head, *below)

    # --- other forms ----------------------------------------------------------------------------------------------

    def at_face(self, k: int, var: int, value: Any) -> int:
        """Part ``k`` with a coordinate put to a fraction, collected as far as sums and products go."""
        if var not in self.support[k]:
            return k
        key = (k, var, value)
        found = self.faces.get(key)
        if found is None:
            found = self._at_face(self.parts[k], var, value)
            self.faces[key] = found
        return found

    def _at_face(self, entry: tuple[Any, ...], var: int, value: Any) -> int:
        head = entry[0]
        if head == "var":
            return self.number(value)
        if head in ("if", "if_slope"):
            raise Unsupported("a jump has no face value here")
        if head in ("ipow", "rpow"):
            base = self.at_face(entry[1], var, value)
            fraction = self.fraction(base)
            if head == "ipow" and fraction is not None and (fraction != 0 or entry[2] > 0):
                return self.number(fraction ** entry[2])
            return self.part(head, base, entry[2])
        if head in ("slope_of", "slope_sign"):
            return self.part(head, entry[1], *(self.at_face(j, var, value) for j in entry[2:]))
        below = [self.at_face(j, var, value) for j in entry[1:]]
        if head == "add":
            return self.plus(below)
        if head == "mul":
            return self.times(*below)
        fraction = self.fraction(below[0])
        if fraction == 0 and head in ("exp", "erf", "erfc"):
            return self.number(0 if head == "erf" else 1)
        if fraction == 1 and head == "log":
            return self.number(0)
        if head == "log" and self.parts[below[0]][0] == "exp":
            return int(self.parts[below[0]][1])
        found = self._known_value(head, below)
        return self.part(head, *below) if found is None else found

    def _known_value(self, head: str, below: Sequence[int]) -> int | None:
        """A function at fractions where its value is a fraction, or one of pi; None elsewhere."""
        at = [self.fraction(k) for k in below]
        if head not in PRIMITIVES or None in at:
            return None
        if head in INVERSES and at[0] in INVERSES[head]:
            return self.times(self.number(INVERSES[head][at[0]]), self.part("pi"))
        known = PRIMITIVES[head].exactly
        try:
            found = None if known is None else known(at, 64)
        except exact_numbers.NoValue:
            return None
        return self.number(found) if isinstance(found, fmpq) else None

    def at_infinity(self, k: int, var: int, at: Sequence[Interval], cache: dict[int, Interval]) -> int:
        """The limit of a part at the face ``at``, where a coordinate is infinite, with pi/2 for arc tangents of what is infinite there. Raises Unsupported where it is not seen."""
        if var not in self.support[k]:
            return k
        entry = self.parts[k]
        value = self.evaluate(k, at, cache)
        if value[4] >= ia.CONTINUOUS and value[0] == value[1] and value[0].is_finite():
            return self.number(value[0].fmpq())
        if entry[0] == "atan":
            inner = self.evaluate(entry[1], at, cache)
            if inner[4] >= ia.CONTINUOUS and inner[0] == inner[1] and not inner[0].is_finite():
                return self.times(self.number(fmpq(1 if inner[0] > 0 else -1, 2)), self.part("pi"))
        if entry[0] in ("add", "mul"):
            below = [self.at_infinity(j, var, at, cache) for j in entry[1:]]
            return self.plus(below) if entry[0] == "add" else self.times(*below)
        raise Unsupported("a limit that is not seen")

    def fraction(self, k: int) -> Any:
        """The value of a part that is a literal fraction, else None."""
        entry = self.parts[k]
        return entry[1] if entry[0] == "num" and not isinstance(entry[1], float) else None

    def factors(self, k: int) -> list[int]:
        """The factors of a product, otherwise the part itself."""
        entry = self.parts[k]
        return [*self.factors(entry[1]), *self.factors(entry[2])] if entry[0] == "mul" else [k]

    def partial(self, k: int) -> frozenset[int]:
        """The parts below ``k`` (itself included) that do not have a finite value everywhere."""
        found = self.partials.get(k)
        if found is None:
            entry = self.parts[k]
            total = entry[0] in TOTAL or (entry[0] == "ipow" and entry[2] >= 0) or (entry[0] == "num" and not isinstance(entry[1], float))
            found = self.partials[k] = frozenset(() if total else (k,)).union(*(self.partial(j) for j in self._below(entry)))
        return found

    def heads(self, k: int) -> frozenset[str]:
        """The heads that stand in part ``k``."""
        found = self.headed.get(k)
        if found is None:
            entry = self.parts[k]
            found = self.headed[k] = frozenset({str(entry[0])}).union(*(self.heads(j) for j in self._below(entry)))
        return found

    def two_sides(self, k: int) -> tuple[int, int] | None:
        """A sum as a difference: the terms with positive and with negative fractions in front, or None if one is empty."""
        todo, sides = [k], ([], [])  # type: tuple[list[int], tuple[list[int], list[int]]]
        while todo:
            j = todo.pop()
            entry = self.parts[j]
            if entry[0] == "add":
                todo += [entry[2], entry[1]]
                continue
            factor, _ = self._split(j)
            sides[factor < 0].append(j if factor >= 0 else self.times(self.number(-1), j))
        if not sides[0] or not sides[1]:
            return None
        return self.plus(sides[0]), self.plus(sides[1])

    def logarithm(self, k: int) -> int:
        """The logarithm of part ``k``, taken apart at products, powers and exponentials; all parts must be positive where it is used."""
        entry = self.parts[k]
        head = entry[0]
        if head == "exp":
            return int(entry[1])
        if head == "mul":
            return self.plus((self.logarithm(entry[1]), self.logarithm(entry[2])))
        if head in ("ipow", "rpow"):
            return self.times(self.number(fmpq(entry[2])), self.logarithm(entry[1]))
        if head == "pow":
            return self.times(entry[2], self.logarithm(entry[1]))
        return self.number(0) if self.fraction(k) == 1 else self.part("log", k)

    # --- evaluation -----------------------------------------------------------------------------------------------

    def evaluate(self, k: int, at: Sequence[Interval], cache: dict[int, Interval]) -> Interval:
        """The enclosure of part ``k`` on the box ``at``; ``cache`` belongs to that box."""
        found = cache.get(k) or self.constants.get(k)
        if found is None:
            found = cache[k] = self._evaluate(self.parts[k], at, cache)
        return found

    def _evaluate(self, entry: tuple[Any, ...], at: Sequence[Interval], cache: dict[int, Interval]) -> Interval:
        head = entry[0]
        if head == "var":
            side: Interval = at[entry[1]]
            return side
        if head == "add":
            return ia.add(self.evaluate(entry[1], at, cache), self.evaluate(entry[2], at, cache))
        if head == "mul":
            return ia.mul(self.evaluate(entry[1], at, cache), self.evaluate(entry[2], at, cache))
        if head == "ipow":
            return ia.integer_power(self.evaluate(entry[1], at, cache), entry[2])
        if head == "rpow":
            return ia.rational_power(self.evaluate(entry[1], at, cache), entry[2])
        if head in ("if", "if_slope"):
            truth, valued = self.truth(entry[1], at, cache)
            if truth == 1:
                return self.evaluate(entry[2], at, cache)
            if truth == 0 and valued:
                return self.evaluate(entry[3], at, cache)
            if head == "if_slope" or not valued:
                return ia.LINE
            a, b = self.evaluate(entry[2], at, cache), self.evaluate(entry[3], at, cache)
            return ia.hull(a, b, min(a[4], b[4], ia.DEFINED))
        if head in ("slope_of", "slope_sign"):
            return self._slope_of(entry, at, cache)
        values = [self.evaluate(k, at, cache) for k in entry[1:]]
        function = FUNCTIONS.get(head)
        if function is not None:
            return function(values[0])
        if head == "max":
            return ia.maximum(values[0], values[1])
        if head == "min":
            return ia.minimum(values[0], values[1])
        if head == "pow":
            return ia.power(values[0], values[1])
        if head in PRIMITIVES:
            return ia.special(PRIMITIVES[head], values)
        assert head == "slope_of_maximum"
        return ia.slope_of_maximum(values[0], values[1], values[2], values[3])

    def _slope_of(self, entry: tuple[Any, ...], at: Sequence[Interval], cache: dict[int, Interval]) -> Interval:
        """A derivative whose sign the table of functions knows over some ranges."""
        (head, j), formula = entry[1], entry[2] if entry[0] == "slope_of" else None
        arguments = [self.evaluate(k, at, cache) for k in entry[3 if formula is not None else 2:]]
        found = ia.LINE if formula is None else self.evaluate(formula, at, cache)
        return ia.signed(PRIMITIVES[head], j, arguments, found)

    def truth(self, proposition: tuple[Any, ...], at: Sequence[Interval], cache: dict[int, Interval]) -> tuple[int | None, bool]:
        """The truth of a proposition on a box, as in :func:`arithmetic.compare`."""
        def leaf(a: int, relation: str, b: int) -> tuple[int | None, bool]:
            return ia.compare(self.evaluate(a, at, cache), relation, self.evaluate(b, at, cache))

        return connect(proposition, leaf)

    # --- exact evaluation -----------------------------------------------------------------------------------------

    def exact(self, k: int, at: Sequence[Number], prec: int = 128, cache: dict[int, Number] | None = None) -> Number:
        """The value of part ``k`` at an exact point. Raises NoValue where there is none, Unsupported where it cannot be computed."""
        cache = {} if cache is None else cache
        found = cache.get(k)
        if found is None:
            found = self._exact(self.parts[k], at, prec, cache)
            cache[k] = found
        return found

    def _exact(self, entry: tuple[Any, ...], at: Sequence[Number], prec: int, cache: dict[int, Number]) -> Number:
        head = entry[0]
        if head == "num":
            value: Number = entry[1]
            return value
        if head == "var":
            return at[entry[1]]
        if head == "pi":
            with exact_numbers.precision(prec):
                return exact_numbers.hull(arb.pi())
        if head == "ipow" or head == "rpow":
            return powers.power(self.exact(entry[1], at, prec, cache), fmpq(entry[2]), prec)
        if head == "if":
            truth, valued = self.exact_truth(entry[1], at, prec, cache)
            if truth is None and valued:
                raise Imprecise("the condition of an if is not decided at this precision")
            if not valued:
                raise exact_numbers.NoValue("the condition of an if has no value")
            return self.exact(entry[2] if truth else entry[3], at, prec, cache)
        if head in SLOPES:
            raise Unsupported(f"{head} is not evaluated exactly")
        if head == "slope_of":
            return self.exact(entry[2], at, prec, cache)
        if head == "mul" and self.parts[entry[2]][0] == "ipow" and self.parts[entry[2]][2] == -1:  # a quotient of logarithms may be a fraction
            return exact_numbers.div(self.exact(entry[1], at, prec, cache), self.exact(self.parts[entry[2]][1], at, prec, cache), prec)
        values = [self.exact(k, at, prec, cache) for k in entry[1:]]
        if head == "add":
            return exact_numbers.add(values[0], values[1], prec)
        if head == "mul":
            return exact_numbers.mul(values[0], values[1], prec)
        if head == "pow":
            return powers.power(values[0], values[1], prec)
        if head == "exp":
            return elementary.exp(values[0], prec)
        if head == "log":
            return elementary.log(values[0], prec)
        if head == "abs":
            return elementary.absolute(values[0], prec)
        if head == "max":
            return elementary.maximum(*values)
        if head == "min":
            return elementary.minimum(*values)
        if head in PRIMITIVES:
            return primitives.value(head, values, prec)
        if head == "floor":
            return rounding.floor(values[0], prec)
        if head == "ceiling":
            return rounding.ceiling(values[0], prec)
        raise Unsupported(f"{head} is not evaluated exactly")

    def exact_truth(self, proposition: tuple[Any, ...], at: Sequence[Number], prec: int = 128,
                    cache: dict[int, Number] | None = None) -> tuple[int | None, bool]:
        """The truth of a proposition at an exact point: ``(1, True)``, ``(0, True)``, ``(0, False)`` for no value, ``(None, True)`` for undecided."""
        cache = {} if cache is None else cache

        def leaf(a: int, relation: str, b: int) -> tuple[int | None, bool]:
            try:
                x, y = self.exact(a, at, prec, cache), self.exact(b, at, prec, cache)
                found = exact_numbers.relation(x, relation, y)
            except exact_numbers.NoValue:
                return 0, False
            if found is None:
                sure = all(not isinstance(v, exact_numbers.Enclosure) or v.exists for v in (x, y))
                return None, sure
            return int(found), True

        return connect(proposition, leaf)


def condition_parts(proposition: tuple[Any, ...]) -> list[int]:
    """The numbered sides of all comparisons in a proposition."""
    if proposition[0] == "compare":
        return [proposition[1], proposition[3]]
    return [k for inner in proposition[1:] for k in condition_parts(inner)]


def connect(proposition: tuple[Any, ...], leaf: Any) -> tuple[int | None, bool]:
    """The truth of a proposition from that of its comparisons, read from left to right.

    Truth is ``(t, valued)``: t = 1 true at every point, 0 true at no point, None undecided; valued: there is a value at every point.
    """
    head = proposition[0]
    if head == "compare":
        found: tuple[int | None, bool] = leaf(proposition[1], proposition[2], proposition[3])
        return found
    if head == "not":
        truth, valued = connect(proposition[1], leaf)
        return (None if truth is None or not valued else 1 - truth) if truth != 1 else 0, valued
    if head == "implies":
        return connect(("any", ("not", proposition[1]), proposition[2]), leaf)
    if head == "iff":
        (a, a_valued), (b, b_valued) = connect(proposition[1], leaf), connect(proposition[2], leaf)
        valued = a_valued and b_valued
        return (None if a is None or b is None or not valued else int(a == b)), valued
    decisive = 0 if head == "all" else 1
    valued, every, some_not = True, True, False
    for inner in proposition[1:]:
        truth, sure = connect(inner, leaf)
        if not sure:
            valued = False
        if truth == decisive and valued:
            return decisive, True
        if truth != 1 - decisive:
            every = False
        if truth == 0:
            some_not = True
    if head == "all":
        if every and valued:
            return 1, True
        return (0 if some_not else None), valued
    return (0 if every else None), valued


__all__ = ["ARITHMETIC", "Graph", "Imprecise", "Unsupported", "condition_parts", "connect"]
