"""Polynomials in inputs and in numbers made of them, their signs by given inequalities, and how they grow as one name tends to infinity.

A *term* is a polynomial with rational coefficients in *atoms*: names, pi, roots, ceilings and floors of terms, logarithms, inverses, numbers of turns of a loop, unknowns. Of each atom
inequalities ``f >= 0`` or ``f > 0`` are known. The sign of a term is found by writing it as a sum of such f with factors that are not negative.

*Growth*: the class of a term is ``sign * x^a (log x)^b (log log x)^d`` up to a positive factor that tends to no end: between two positive constants for all large x. Constants are terms
without x; what they are does not matter, only their signs.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

Monomial = tuple[tuple[int, int], ...]
"""Atoms by their numbers, with exponents other than 0."""
Key = tuple[tuple[Monomial, Fraction], ...]
DEPTH = 3
"""How many given inequalities a proof of a sign may use, one after another."""
LEVELS = 3
"""x, log x, log log x."""


class Unclear(Exception):
    """What is asked is not seen; the message says why."""


@dataclass(frozen=True, slots=True)
class Term:
    """A polynomial; ``key`` lists its monomials in order, none with the coefficient 0."""

    key: Key

    @staticmethod
    def of(parts: dict[Monomial, Fraction]) -> Term:
        return Term(tuple(sorted((m, k) for m, k in parts.items() if k != 0)))

    def __add__(self, other: Term) -> Term:
        parts = dict(self.key)
        for m, k in other.key:
            parts[m] = parts.get(m, Fraction(0)) + k
        return Term.of(parts)

    def __neg__(self) -> Term:
        return Term(tuple((m, -k) for m, k in self.key))

    def __sub__(self, other: Term) -> Term:
        return self + -other

    def __mul__(self, other: Term) -> Term:
        parts: dict[Monomial, Fraction] = {}
        for m, k in self.key:
            for n, j in other.key:
                both = product(m, n)
                parts[both] = parts.get(both, Fraction(0)) + k * j
        return Term.of(parts)

    @property
    def literal(self) -> Fraction | None:
        """Its value, where it is a number."""
        if not self.key:
            return Fraction(0)
        return self.key[0][1] if len(self.key) == 1 and not self.key[0][0] else None

    def atoms(self) -> set[int]:
        return {a for m, _ in self.key for a, _ in m}


def product(m: Monomial, n: Monomial, times: int = 1) -> Monomial:
    """m times a power of n."""
    powers = dict(m)
    for a, e in n:
        powers[a] = powers.get(a, 0) + times * e
    return tuple(sorted((a, e) for a, e in powers.items() if e))


def constant(value: Fraction | int) -> Term:
    return Term.of({(): Fraction(value)})


ZERO, ONE = constant(0), constant(1)


def _alone(atom: int) -> Term:
    return Term.of({((atom, 1),): Fraction(1)})


@dataclass(frozen=True, slots=True)
class Fact:
    """``term >= 0``, or ``> 0`` where strict."""

    term: Term
    strict: bool


@dataclass(slots=True)
class Atom:
    """What an atom is made of, what is known of it, and the unknowns and names that it depends on."""

    kind: str
    made_of: tuple[Any, ...]
    whole: bool
    facts: tuple[Fact, ...]
    names: frozenset[str]
    unknowns: frozenset[int]


class Algebra:
    """The atoms of one analysis."""

    def __init__(self) -> None:
        self.table: list[Atom] = []
        self.index: dict[tuple[Any, ...], int] = {}
        self._signs: dict[tuple[Key, tuple[int, ...]], tuple[int, list[Fact]]] = {}
        self._known: dict[tuple[tuple[int, ...], frozenset[int]], tuple[Index, dict[int, int], list[Fact]]] = {}

    def atom(self, kind: str, *made_of: Any, whole: bool = False, names: frozenset[str] = frozenset(), unknowns: frozenset[int] = frozenset()) -> tuple[Term, bool]:
        """The atom as a term, and whether it is new."""
        known = self.index.get((kind, *made_of))
        if known is not None:
            return _alone(known), False
        for part in made_of:
            if isinstance(part, Term):
                names, unknowns = names | self.names(part), unknowns | self.unknowns(part)
        number = len(self.table)
        self.index[(kind, *made_of)] = number
        self.table.append(Atom(kind, made_of, whole, (), names, unknowns | {number} if kind in ("unknown", "entry", "curve") else unknowns))
        return _alone(number), True

    def know(self, atom: Term, *facts: Fact) -> None:
        """Inequalities that hold wherever the atom has a value."""
        self.table[atom.key[0][0][0][0]].facts += facts

    def unknown(self, whole: bool = False) -> Term:
        return self.atom("unknown", len(self.table), whole=whole)[0]

    def names(self, t: Term) -> frozenset[str]:
        return frozenset().union(*(self.table[a].names for a in t.atoms()))

    def unknowns(self, t: Term) -> frozenset[int]:
        return frozenset().union(*(self.table[a].unknowns for a in t.atoms()))

    def is_whole(self, t: Term) -> bool:
        """Whether the term is an integer wherever it has a value, as far as its form shows."""
        return all(k.denominator == 1 and all(e > 0 and self.table[a].whole for a, e in m) for m, k in t.key)

    # --- terms made of terms ------------------------------------------------------------------------------------------
    def name(self, name: str, whole: bool = False) -> Term:
        return self.atom("name", name, whole=whole, names=frozenset({name}))[0]

    def pi(self) -> Term:
        found, new = self.atom("pi")
        if new:
            self.know(found, Fact(found - constant(3), True), Fact(constant(4) - found, True))
        return found

    def root(self, value: Fraction) -> Term:
        """The square root of a number that is not negative."""
        if value < 0:
            raise Unclear("the root of a negative number")
        roots = [_whole_root(value.numerator), _whole_root(value.denominator)]
        if None not in roots:
            return constant(Fraction(roots[0] or 0, roots[1] or 1))
        found, new = self.atom("root", value)
        if new:
            self.know(found, Fact(found, True))
        return found

    def rounded(self, kind: str, t: Term, facts: list[Fact]) -> Term:
        """The ceiling or the floor; what its sign gives is added to the facts."""
        if self.is_whole(t):
            return t
        found, new = self.atom(kind, t, whole=True)
        if new:
            above = found - t if kind == "ceiling" else t - found
            self.know(found, Fact(above, False), Fact(ONE - above, True))
        if kind == "ceiling" and self.sign(t, facts) == 2:
            facts.append(Fact(found - ONE, False))
        if kind == "floor" and self.sign(t, facts) >= 1:
            facts.append(Fact(found, False))
        return found

    def inverse(self, t: Term, facts: list[Fact]) -> Term:
        """1 / t. Raises Unclear where t is perhaps 0."""
        if self.sign(t, facts) != 2 and self.sign(-t, facts) != 2:
            raise Unclear("a division by what is perhaps 0")
        if len(t.key) == 1:
            m, k = t.key[0]
            return Term.of({product((), m, -1): 1 / k})
        found, _ = self.atom("inverse", t)
        if self.sign(t, facts) == 2:
            facts.append(Fact(found, True))
        return found

    def turns(self, ratio: Term, shrinks: Fraction) -> Term:
        """The least integer k >= 1 with ``ratio * shrinks^k < 1``."""
        found, new = self.atom("turns", ratio, shrinks, whole=True)
        if new:
            self.know(found, Fact(found - ONE, False))
        return found

    def special(self, name: str, arguments: tuple[Term, ...], facts: list[Fact]) -> Term:
        """A special function. Raises Unclear where it has perhaps no value, or nothing is known of it."""
        if name != "gaussian_profile":
            raise Unclear(f"nothing is known here of {name}")
        if self.sign(arguments[1], facts) != 2:
            raise Unclear("the Gaussian profile at a level that is perhaps not positive")
        found, new = self.atom("gaussian_profile", *arguments)
        if new:
            self.know(found, Fact(found, True), Fact(ONE - found, True))
        return found

    # --- signs --------------------------------------------------------------------------------------------------------
    def sign(self, t: Term, facts: list[Fact]) -> int:
        """2 where the term is seen to be positive, 1 where it is seen not to be negative, else 0."""
        value = t.literal
        if value is not None:
            return 2 if value > 0 else 1 if value == 0 else 0
        given = tuple(map(id, facts))
        asked = t.key, given
        known = self._signs.get(asked)
        if known is None:
            known = self._signs[asked] = self._sign(t, facts), list(facts)  # which keeps what the key is made of
        return known[0]

    def _sign(self, t: Term, facts: list[Fact]) -> int:
        atoms = frozenset(t.atoms())
        more = self._between_profiles(t, facts)
        key = tuple(map(id, facts)), atoms
        known = None if more else self._known.get(key)
        if known is None:
            known = *self._gathered(atoms, [*facts, *more]), list(facts)  # which keeps what the key is made of
            if not more:
                self._known[key] = known
        return _positive(t, known[0], known[1], DEPTH, {})

    def _gathered(self, atoms: frozenset[int], facts: list[Fact]) -> tuple[Index, dict[int, int]]:
        """What is known of the atoms of a term by given facts: facts by their monomials, and the signs of single atoms."""
        own: list[Fact] = list(facts)
        seen: set[int] = set()
        waiting = list(atoms | {a for f in facts for a in f.term.atoms()})
        while waiting:
            a = waiting.pop()
            if a not in seen:
                seen.add(a)
                own += self.table[a].facts
                waiting += [b for f in self.table[a].facts for b in f.term.atoms() if b not in seen]
        single: dict[int, int] = {}
        again = True
        while again:  # a fact a >= sum of what is not negative
            again = False
            for f in own:
                up = [(m, k) for m, k in f.term.key if k.numerator > 0]
                if len(up) == 1 and len(up[0][0]) == 1 and up[0][0][0][1] == 1 and single.get(up[0][0][0][0], 0) < 2:
                    below = [_monomial_sign(m, single) for m, k in f.term.key if k.numerator < 0]
                    kind = 0 if 0 in below else 2 if f.strict or 2 in below else 1
                    if kind > single.get(up[0][0][0][0], 0):
                        single[up[0][0][0][0]], again = kind, True
        by: Index = {}
        for f in dict.fromkeys(own):
            for m, k in f.term.key:
                by.setdefault((m, k.numerator > 0), []).append((f, k))
        return by, single

    def _between_profiles(self, t: Term, facts: list[Fact]) -> list[Fact]:
        """The Gaussian profile rises strictly in its level and falls strictly in its abscissa."""
        profiles = [a for a in sorted(t.atoms()) if self.table[a].kind == "gaussian_profile"]
        found = []
        for a in profiles:
            for b in profiles:
                if a != b:
                    (x, level), (y, other) = self.table[a].made_of, self.table[b].made_of
                    apart = (self.sign(x - y, facts), self.sign(other - level, facts))
                    if min(apart) >= 1:
                        found.append(Fact(Term.of({((b, 1),): Fraction(1), ((a, 1),): Fraction(-1)}), max(apart) == 2))
        return found

    # --- growth -------------------------------------------------------------------------------------------------------
    def growth(self, t: Term, x: str, facts: list[Fact]) -> Growth:
        """The class of a term as the name tends to infinity. Raises Unclear."""
        if self.unknowns(t):
            raise Unclear("the growth of an unknown number")
        groups: dict[tuple[Monomial, Growth], Term] = {}
        for m, k in t.key:
            moving = tuple((a, e) for a, e in m if x in self.table[a].names)
            kind = Growth(1, (Fraction(0),) * LEVELS)
            for a, e in moving:
                kind = kind.times(self._atom_growth(a, x, facts).power(e))
            rest = Term.of({tuple(pair for pair in m if pair not in moving): k})
            groups[moving, kind] = groups.get((moving, kind), ZERO) + rest
        groups = {key: value for key, value in groups.items() if value.key}
        if not groups:
            raise Unclear("the growth of 0")
        most = max(kind.powers for _, kind in groups)
        signs = set()
        for (_, kind), factor in groups.items():
            if kind.powers == most:
                own = 1 if self.sign(factor, facts) == 2 else -1 if self.sign(-factor, facts) == 2 else 0
                signs.add(own * kind.sign)
        if len(signs) != 1 or 0 in signs:
            raise Unclear("the terms that grow most have perhaps different signs")
        return Growth(signs.pop(), most)

    def _atom_growth(self, a: int, x: str, facts: list[Fact]) -> Growth:
        atom = self.table[a]
        if atom.unknowns:
            raise Unclear("the growth of an unknown number")
        if atom.kind == "name":
            return Growth(1, (Fraction(1), *(Fraction(0),) * (LEVELS - 1)))
        if atom.kind in ("ceiling", "floor", "inverse", "log", "turns"):
            inner = self.growth(atom.made_of[0], x, facts)
            if atom.kind == "inverse":
                return inner.power(-1)
            if atom.kind == "turns":
                return inner.log() if inner.sign > 0 and inner.tends > 0 else Growth(1, (Fraction(0),) * LEVELS)
            if inner.sign > 0 and atom.kind == "log":
                return inner.log()
            if inner.sign > 0 and inner.tends > 0:
                return inner
        raise Unclear(f"the growth of what is made by {atom.kind}")


@dataclass(frozen=True, slots=True)
class Growth:
    """``sign * x^a (log x)^b (log log x)^d`` up to a factor between two positive constants."""

    sign: int
    powers: tuple[Fraction, ...]

    def times(self, other: Growth) -> Growth:
        return Growth(self.sign * other.sign, tuple(a + b for a, b in zip(self.powers, other.powers, strict=True)))

    def power(self, exponent: int) -> Growth:
        return Growth(self.sign if exponent % 2 else 1, tuple(a * exponent for a in self.powers))

    @property
    def tends(self) -> int:
        """1 where the size tends to infinity, -1 where it tends to 0, 0 where it stays between positive numbers."""
        first = next((a for a in self.powers if a), Fraction(0))
        return (first > 0) - (first < 0)

    def log(self) -> Growth:
        """The logarithm of what is positive and tends to infinity or to 0."""
        level = next((k for k, a in enumerate(self.powers) if a), LEVELS)
        if level + 1 >= LEVELS:
            raise Unclear("a logarithm that grows too slowly, or does not")
        return Growth(1 if self.powers[level] > 0 else -1, tuple(Fraction(int(k == level + 1)) for k in range(LEVELS)))

    def text(self, x: str) -> str:
        """In words for people."""
        parts = [f"{base}^{a}" if a != 1 else base for base, a in zip((x, f"log({x})", f"log(log({x}))"), self.powers, strict=True) if a]
        return ("-" if self.sign < 0 else "") + (" ".join(parts) or "1")


Index = dict[tuple[Monomial, bool], list[tuple[Fact, Fraction]]]
"""Facts by each of their monomials and whether its coefficient is positive, with the coefficient."""


def _divisors(m: Monomial) -> Iterator[Monomial]:
    """The monomials that are a part of another: each power between 0 and its own."""
    for powers in itertools.product(*(range(e, -1, -1) if e > 0 else range(e, 1) for _, e in m)):
        yield tuple((a, e) for (a, _), e in zip(m, powers, strict=True) if e)


def _positive(t: Term, facts: Index, single: dict[int, int], depth: int, seen: dict[Key, tuple[int, int]], most: int = 99) -> int:
    """The sign of a term by the facts; ``single`` holds the signs of atoms. No step may leave more monomials open than ``most``, the number before it."""
    best = 0
    bad: list[tuple[Monomial, Fraction]] = []
    for m, k in t.key:
        own = _monomial_sign(m, single) if k.numerator > 0 else 0
        if own == 0:
            bad.append((m, k))
        best = max(best, own)
    if not bad:
        return max(best, 1)
    if depth == 0 or len(bad) > most:
        return 0
    before = seen.get(t.key)
    if before is not None and before[0] >= depth:
        return before[1]
    m, k = bad[0]
    monomials = {n for n, _ in t.key}
    found = 0
    for n in _divisors(m):
        given = facts.get((n, k.numerator > 0))
        if not given:
            continue
        rest = product(m, n, -1) if n != m else ()
        kind = _monomial_sign(rest, single)
        if kind == 0:
            continue
        for f, j in given:
            if m and not n and not any(product(other, m) in monomials for other, _ in f.term.key if other):  # it would cancel nothing else
                continue
            left = _positive(t - Term.of({rest: k / j}) * f.term, facts, single, depth - 1, seen, len(bad))
            if left:
                found = max(found, 2 if left == 2 or (f.strict and kind == 2) else 1)
                if found == 2:
                    break
        if found == 2:
            break
    seen[t.key] = depth, found
    return found


def _monomial_sign(m: Monomial, single: dict[int, int]) -> int:
    """2 where a product of powers of atoms is positive, 1 where it is not negative, 0 where that is not known."""
    found = 2
    for a, e in m:
        own = single.get(a, 0)
        if own < 2:
            found = min(found, 0 if e < 0 else 1 if e % 2 == 0 else own)
    return found


def _whole_root(n: int) -> int | None:
    root = int(n**0.5) if n < 10**15 else -1
    return next((r for r in (root, root + 1) if r >= 0 and r * r == n), None)


__all__ = ["Algebra", "Fact", "Growth", "Term", "Unclear", "constant"]
