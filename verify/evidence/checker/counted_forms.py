"""Polynomials in the numbers of a procedure, and when they are seen not to be negative."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from math import gcd, lcm
from typing import Any

from verify.evidence.checker.numbers import Undecided

M = tuple[tuple[int, int], ...]
"""A monomial: atoms by number, in order, with exponents other than 0."""
Q = int | Fraction
"""A coefficient; integers where it is whole."""
P = tuple[tuple[M, Q], ...]
"""A polynomial: monomials in order, with coefficients other than 0."""
Known = tuple[P, bool]
Class = tuple[int, tuple[Fraction, ...]]
STEPS = 3


def poly(parts: dict[M, Q]) -> P:
    return tuple(sorted((m, k if type(k) is int or k.denominator > 1 else k.numerator) for m, k in parts.items() if k))


def number(value: Any) -> P:
    return poly({(): Fraction(value)})


NIL, UNIT = number(0), number(1)


def plus(*terms: P) -> P:
    found: dict[M, Q] = {}
    for p in terms:
        for m, k in p:
            found[m] = found.get(m, 0) + k
    return poly(found)


def minus(p: P, q: P) -> P:
    found = dict(p)
    for m, k in q:
        found[m] = found.get(m, 0) - k
    return poly(found)


def times(p: P, q: P) -> P:
    found: dict[M, Q] = {}
    for m, k in p:
        for n, j in q:
            both = _join(m, n)
            found[both] = found.get(both, 0) + k * j
    return poly(found)


@lru_cache(maxsize=1 << 16)
def _join(m: M, n: M) -> M:
    powers = dict(m)
    for a, e in n:
        powers[a] = powers.get(a, 0) + e
    return tuple(sorted((a, e) for a, e in powers.items() if e))


def quotient_of(k: Q, j: Q) -> Q:
    found = Fraction(k) / j if k.denominator > 1 or j.denominator > 1 or k.numerator % j.numerator else k.numerator // j.numerator
    return found.numerator if found.denominator == 1 else found


@lru_cache(maxsize=1 << 14)
def _integral(p: P) -> tuple[tuple[M, int], ...]:
    """A positive multiple with integers as coefficients."""
    shared = lcm(*(k.denominator for _, k in p))
    return tuple((m, k.numerator * (shared // k.denominator)) for m, k in p)


def value(p: P) -> Fraction | None:
    """The number that a polynomial is."""
    return Fraction(0) if not p else Fraction(p[0][1]) if len(p) == 1 and p[0][0] == () else None


@dataclass(slots=True)
class Basis:
    """What some inequalities and those of their atoms say: for each monomial and sign of its coefficient those in which it stands, and signs of atoms."""

    known: tuple[Known, ...]
    atoms: set[int]
    signs: dict[int, int]
    by: dict[tuple[M, bool], list[tuple[int, tuple[tuple[M, int], ...], bool]]]
    answers: dict[P, int] = field(default_factory=dict)


class Pool:
    """The atoms of one reading of a side."""

    def __init__(self) -> None:
        self.atoms: list[tuple[Any, ...]] = []
        self.numbers: dict[tuple[Any, ...], int] = {}
        self.bases: dict[int, Basis] = {}
        """By the very tuples of inequalities, which they keep alive."""

    def atom(self, *made: Any) -> P:
        if made not in self.numbers:
            self.numbers[made] = len(self.atoms)
            self.atoms.append(made)
        return poly({((self.numbers[made], 1),): 1})

    def fresh(self, whole: bool) -> P:
        return self.atom("new", len(self.atoms), whole)

    def inside(self, p: P) -> Iterator[int]:
        """The atoms in a polynomial and in what these are made of."""
        for a in {a for m, _ in p for a, _ in m}:
            yield a
            for part in self.atoms[a][1:]:
                if isinstance(part, tuple):
                    yield from self.inside(part)

    def names(self, p: P) -> set[str]:
        return {self.atoms[a][1] for a in self.inside(p) if self.atoms[a][0] == "name"}

    def loose(self, p: P) -> set[int]:
        """The atoms that stand for something unknown."""
        return {a for a in self.inside(p) if self.atoms[a][0] in ("new", "entry", "curve")}

    def whole(self, p: P) -> bool:
        return all(k.denominator == 1 and all(e > 0 and self._integer(self.atoms[a]) for a, e in m) for m, k in p)

    @staticmethod
    def _integer(atom: tuple[Any, ...]) -> bool:
        return atom[0] in ("ceiling", "floor", "turns", "entry") or (atom[0] in ("new", "name") and atom[2] is True)

    def known(self, a: int) -> list[Known]:
        """What holds of an atom wherever it has a value."""
        atom, p = self.atoms[a], poly({((a, 1),): 1})
        kind = atom[0]
        if kind == "pi":
            return [(minus(p, number(3)), True), (minus(number(4), p), True)]
        if kind == "root":
            return [(p, True)]
        if kind in ("ceiling", "floor"):
            gap = minus(p, atom[1]) if kind == "ceiling" else minus(atom[1], p)
            return [(gap, False), (minus(UNIT, gap), True)]
        if kind == "turns":
            return [(minus(p, UNIT), False)]
        if kind == "profile":
            return [(p, True), (minus(UNIT, p), True)]
        if kind == "entry":
            return [(minus(p, atom[3]), False), (minus(atom[4], p), False)]
        if kind == "curve" and atom[1] == "largest":
            return [(minus(p, part), False) for part in atom[2:]]
        if kind == "curve":
            return [(minus(p, number(atom[3])), False), (minus(UNIT, p), False)]
        return []

    # signs -----------------------------------------------------------------------------------------------------------------
    def positive(self, p: P, known: tuple[Known, ...]) -> bool:
        return self.sign(p, known) == 2

    def sign(self, p: P, known: tuple[Known, ...]) -> int:
        """2: positive, 1: not negative, 0: not seen."""
        if not p or (len(p) == 1 and not p[0][0]):
            return 1 if not p else 2 if p[0][1] > 0 else 0
        basis = self.bases.get(id(known))
        if basis is None:
            basis = self.bases[id(known)] = self._basis(known, set())
        found = basis.answers.get(p)
        if found is None:
            own, more = {a for m, _ in p for a, _ in m}, self._profiles(p, known)
            wider = basis if not more and own <= basis.atoms else self._basis((*known, *more), own)
            found = basis.answers[p] = _combined(dict(_integral(p)), wider, STEPS, 99, {})
        return found

    def _basis(self, known: tuple[Known, ...], atoms: set[int]) -> Basis:
        """What inequalities and some atoms say."""
        facts, place = list(known), 0
        done: set[int] = set()
        waiting = set(atoms)
        while waiting or place < len(facts):
            for a in sorted(waiting - done):
                facts += self.known(a)
            done |= waiting
            waiting = {a for q, _ in facts[place:] for m, _ in q for a, _ in m} - done
            place = len(facts)
        facts = list(dict.fromkeys(facts))
        by: dict[tuple[M, bool], list[tuple[int, tuple[tuple[M, int], ...], bool]]] = {}
        for q, strict in facts:
            multiple = _integral(q)
            for n, j in multiple:
                by.setdefault((n, j > 0), []).append((j, multiple, strict))
        return Basis(known, done, self._signs(facts), by)

    @staticmethod
    def _signs(facts: list[Known]) -> dict[int, int]:
        """Signs of single atoms: ``a - (what is not negative) >= 0``."""
        bounded = []
        for q, strict in facts:
            over = [m for m, k in q if k > 0]
            if len(over) == 1 and len(over[0]) == 1 and over[0][0][1] == 1:
                bounded.append((over[0][0][0], [m for m, k in q if k < 0], strict))
        found: dict[int, int] = {}
        changed = True
        while changed:
            changed = False
            for a, under, strict in bounded:
                if found.get(a, 0) < 2:
                    rest = [_sign_of(m, found) for m in under]
                    new = 0 if 0 in rest else 2 if strict or 2 in rest else 1
                    if new > found.get(a, 0):
                        found[a], changed = new, True
        return found

    def _profiles(self, p: P, known: tuple[Known, ...]) -> list[Known]:
        """Comparisons of Gaussian profiles among themselves."""
        own = sorted({a for m, _ in p for a, _ in m if self.atoms[a][0] == "profile"})
        found: list[Known] = []
        for a in own:
            for b in own:
                if a != b:
                    nearer = self.sign(minus(self.atoms[a][1], self.atoms[b][1]), known)
                    higher = self.sign(minus(self.atoms[b][2], self.atoms[a][2]), known)
                    if nearer and higher:  # a is further out, and of a lower level
                        found.append((poly({((b, 1),): 1, ((a, 1),): -1}), 2 in (nearer, higher)))
        return found

    # growth ----------------------------------------------------------------------------------------------------------------
    def growth(self, p: P, x: str, known: tuple[Known, ...]) -> Class:
        if self.loose(p):
            raise Undecided("the growth of what is not known")
        leading: dict[tuple[Any, Class], P] = {}
        for m, k in p:
            moving = tuple((a, e) for a, e in m if x in self.names(poly({((a, 1),): 1})))
            total: Class = (1, (Fraction(0),) * 3)
            for a, e in moving:
                total = product(total, power(self._moving(a, x, known), e))
            factor = poly({tuple(pair for pair in m if pair not in moving): k})
            leading[moving, total] = plus(leading.get((moving, total), NIL), factor)
        groups = {key: factor for key, factor in leading.items() if factor}
        if not groups:
            raise Undecided("the growth of 0")
        most = max(total[1] for _, total in groups)
        signs = set()
        for (_, total), factor in groups.items():
            if total[1] == most:
                up, down = self.positive(factor, known), self.positive(minus(NIL, factor), known)
                signs.add(total[0] * (int(up) - int(down)))
        if signs not in ({1}, {-1}):
            raise Undecided("the sign of what grows most")
        return signs.pop(), most

    def _moving(self, a: int, x: str, known: tuple[Known, ...]) -> Class:
        atom = self.atoms[a]
        if atom[0] == "name":
            return 1, (Fraction(1), Fraction(0), Fraction(0))
        if atom[0] not in ("ceiling", "floor", "turns", "log", "inverse"):
            raise Undecided(f"the growth of what is made by {atom[0]}")
        inner = self.growth(atom[1], x, known)
        if atom[0] == "inverse":
            return power(inner, -1)
        endless = inner[0] > 0 and direction(inner) > 0
        if atom[0] == "turns":  # of about log(inner), or of a number that stays bounded
            return logarithm(inner) if endless else (1, (Fraction(0),) * 3)
        if atom[0] == "log" and inner[0] > 0:
            return logarithm(inner)
        if atom[0] != "log" and endless:
            return inner
        raise Undecided("a ceiling, a floor or a logarithm that does not grow")


def product(c: Class, d: Class) -> Class:
    return c[0] * d[0], tuple(a + b for a, b in zip(c[1], d[1], strict=True))


def power(c: Class, e: int) -> Class:
    return c[0] ** abs(e), tuple(a * e for a in c[1])


def direction(c: Class) -> int:
    """1: its size tends to infinity, -1: to 0, 0: neither."""
    for a in c[1]:
        if a:
            return 1 if a > 0 else -1
    return 0


def logarithm(c: Class) -> Class:
    for level, a in enumerate(c[1][:-1]):
        if a:
            return (1 if a > 0 else -1), tuple(Fraction(int(k == level + 1)) for k in range(3))
    raise Undecided("a logarithm of what does not grow, or grows too slowly")


def _sign_of(m: M, signs: dict[int, int]) -> int:
    """The sign of a product of powers: the least of those of its factors; an even power is not negative."""
    found = 2
    for a, e in m:
        own = signs.get(a, 0)
        if own < 2:
            found = min(found, 0 if e < 0 else own if e % 2 else 1)
    return found


@lru_cache(maxsize=1 << 14)
def _splits(m: M) -> list[tuple[M, M]]:
    """The ways to write a monomial as a product of two whose powers lie between 0 and its own."""
    found: list[tuple[M, M]] = [((), ())]
    for a, e in m:
        some = range(e + 1) if e > 0 else range(e, 1)
        found = [((*n, (a, i)) if i else n, (*rest, (a, e - i)) if e - i else rest) for n, rest in found for i in some]
    return found


def _combined(p: dict[M, int], basis: Basis, steps: int, most: int, seen: dict[tuple[tuple[M, int], ...], tuple[int, int]]) -> int:
    """Whether p is a sum of products of what is not negative."""
    bad, good = [], 1
    for m, k in p.items():
        kind = _sign_of(m, basis.signs) if k > 0 else 0
        if kind == 2:
            good = 2
        elif kind == 0:
            bad.append(m)
            if steps == 0 or len(bad) > most:
                return 0
    if not bad:
        return good
    shared = gcd(*p.values())
    p = {m: k // shared for m, k in p.items()}
    key = tuple(sorted(p.items()))
    if key in seen and seen[key][0] >= steps:
        return seen[key][1]
    m, best = min(bad), 0
    k = p[m]
    for n, rest in _splits(m):
        facts = basis.by.get((n, k > 0), ())
        kind = _sign_of(rest, basis.signs) if facts else 0
        if not kind:
            continue
        for j, q, strict in facts:
            if n == () != m and not any(_join(o, m) in p for o, _ in q if o):
                continue
            left = {o: abs(j) * i for o, i in p.items()}  # |j| p - |k| rest q, in which m is cancelled
            for o, i in q:
                both = _join(o, rest)
                left[both] = left.get(both, 0) - abs(k) * i
                if not left[both]:
                    del left[both]
            found = _combined(left, basis, steps - 1, len(bad), seen)
            best = max(best, 0 if not found else 2 if found == 2 or (strict and kind == 2) else 1)
            if best == 2:
                break
        if best == 2:
            break
    seen[key] = steps, best
    return best
