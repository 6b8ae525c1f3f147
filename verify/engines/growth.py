"""Polynomials in inputs and in numbers made of them, their signs by given inequalities, and how they grow as one name tends to infinity.

A *term* is a polynomial with rational coefficients in *atoms*: names, pi, roots, ceilings and floors of terms, logarithms, inverses, numbers of turns of a loop, unknowns. Of each atom
inequalities ``f >= 0`` or ``f > 0`` are known. The sign of a term is found by writing it as a sum of such f with factors that are not negative.

*Growth*: the class of a term is ``sign * x^a (log x)^b (log log x)^d`` up to a positive factor that tends to no end: between two positive constants for all large x. Constants are terms
without x; what they are does not matter, only their signs.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from math import gcd, lcm
from typing import Any

Monomial = tuple[tuple[int, int], ...]
"""Atoms by their numbers, with exponents other than 0."""
Rational = int | Fraction
"""A coefficient; whole ones are integers, which are quicker."""
Key = tuple[tuple[Monomial, Rational], ...]
DEPTH = 3
"""How many given inequalities a proof of a sign may use, one after another."""
LEVELS = 3
"""x, log x, log log x."""


class Unclear(Exception):
    """What is asked is not seen; the message says why."""


class Term:
    """A polynomial; ``key`` lists its monomials in order, none with the coefficient 0. It never changes."""

    __slots__ = ("_atoms", "_hash", "key")

    def __init__(self, key: Key) -> None:
        self.key = key
        self._hash: int | None = None
        self._atoms: frozenset[int] | None = None

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Term) and self.key == other.key)

    def __hash__(self) -> int:
        if self._hash is None:
            self._hash = hash(self.key)
        return self._hash

    @staticmethod
    def of(parts: dict[Monomial, Rational]) -> Term:
        return Term(tuple(sorted((m, _plain(k)) for m, k in parts.items() if k)))

    def __add__(self, other: Term) -> Term:
        parts = dict(self.key)
        for m, k in other.key:
            parts[m] = parts.get(m, 0) + k
        return Term.of(parts)

    def __neg__(self) -> Term:
        return Term(tuple((m, -k) for m, k in self.key))

    def __sub__(self, other: Term) -> Term:
        parts = dict(self.key)
        for m, k in other.key:
            parts[m] = parts.get(m, 0) - k
        return Term.of(parts)

    def __mul__(self, other: Term) -> Term:
        parts: dict[Monomial, Rational] = {}
        for m, k in self.key:
            for n, j in other.key:
                both = product(m, n)
                parts[both] = parts.get(both, 0) + k * j
        return Term.of(parts)

    @property
    def literal(self) -> Fraction | None:
        """Its value, where it is a number."""
        if not self.key:
            return Fraction(0)
        return Fraction(self.key[0][1]) if len(self.key) == 1 and not self.key[0][0] else None

    def atoms(self) -> frozenset[int]:
        if self._atoms is None:
            self._atoms = frozenset(a for m, _ in self.key for a, _ in m)
        return self._atoms


def _plain(k: Rational) -> Rational:
    return k if type(k) is int or k.denominator != 1 else k.numerator


def _whole(t: Term) -> tuple[tuple[Monomial, int], ...]:
    """A positive multiple of a term with integers as coefficients."""
    common = lcm(*(k.denominator for _, k in t.key))
    return tuple((m, k.numerator * (common // k.denominator)) for m, k in t.key)


def _quotient(k: Rational, j: Rational) -> Rational:
    if type(k) is int and type(j) is int and k % j == 0:
        return k // j
    return _plain(Fraction(k) / j)


@lru_cache(maxsize=1 << 16)
def product(m: Monomial, n: Monomial, times: int = 1) -> Monomial:
    """m times a power of n."""
    powers = dict(m)
    for a, e in n:
        powers[a] = powers.get(a, 0) + times * e
    return tuple(sorted((a, e) for a, e in powers.items() if e))


def constant(value: Rational) -> Term:
    return Term.of({(): value})


ZERO, ONE = constant(0), constant(1)


def _alone(atom: int) -> Term:
    return Term(((((atom, 1),), 1),))


class Fact:
    """``term >= 0``, or ``> 0`` where strict. Where the term is ``a - below`` with one atom a, ``rises`` is a, else -1. ``whole``: a positive
    multiple of the term with integers."""

    __slots__ = ("_hash", "below", "rises", "strict", "term", "whole")

    def __init__(self, term: Term, strict: bool) -> None:
        self.term, self.strict = term, strict
        up = [m for m, k in term.key if k.numerator > 0]
        self.rises = up[0][0][0] if len(up) == 1 and len(up[0]) == 1 and up[0][0][1] == 1 else -1
        self.below = [m for m, k in term.key if k.numerator < 0]
        self.whole = _whole(term)
        self._hash = hash((term, strict))

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Fact) and self.strict == other.strict and self.term == other.term)

    def __hash__(self) -> int:
        return self._hash


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
        self._known: dict[tuple[int, ...], Known] = {}
        """What is known by lists of facts, which are told by the very objects."""

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
            raise Unclear("a division by what may be 0")
        if len(t.key) == 1:
            m, k = t.key[0]
            return Term.of({product((), m, -1): _quotient(1, k)})
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
            raise Unclear("the Gaussian profile at a level that is not known to be positive")
        found, new = self.atom("gaussian_profile", *arguments)
        if new:
            self.know(found, Fact(found, True), Fact(ONE - found, True))
        return found

    # --- signs --------------------------------------------------------------------------------------------------------
    def sign(self, t: Term, facts: list[Fact]) -> int:
        """2 where the term is seen to be positive, 1 where it is seen not to be negative, else 0."""
        if len(t.key) <= 1 and not t.atoms():
            return 1 if not t.key else 2 if t.key[0][1] > 0 else 0
        known = self._given(facts)
        found = known.signs.get(t)
        if found is None:
            more = [*(f for a in t.atoms() - known.atoms for f in self.table[a].facts), *self._between_profiles(t, facts)]
            found = known.signs[t] = _positive(dict(_whole(t)), self._with(known, more) if more else known, DEPTH, {})
        return found

    def _given(self, facts: list[Fact]) -> Known:
        """What is known by given facts; mostly they are facts that were given before and one more."""
        key = tuple(map(id, facts))
        known = self._known.get(key)
        if known is None:
            before = self._known.get(key[:-1])
            known = self._with(before, facts[-1:]) if before is not None else self._with(Known({}, set(), {}, {}, []), facts)
            known.given = list(facts)
            self._known[key] = known
        return known

    def _with(self, known: Known, facts: Iterable[Fact]) -> Known:
        """What is known with more facts, and with those of the atoms in them."""
        found = Known(dict(known.facts), set(known.atoms), dict(known.single), dict(known.index), [])
        waiting = list(facts)
        new: list[Fact] = []
        while waiting:
            f = waiting.pop()
            if f not in found.facts:
                found.facts[f] = None
                new.append(f)
                for a in f.term.atoms() - found.atoms:
                    found.atoms.add(a)
                    waiting += self.table[a].facts
        for f in new:
            for m, k in f.whole:
                place = m, k > 0
                found.index[place] = (*found.index.get(place, ()), (f, k))
        found.settle(new)
        return found

    def _between_profiles(self, t: Term, facts: list[Fact]) -> list[Fact]:
        """The Gaussian profile rises strictly in its level and falls strictly in its abscissa."""
        profiles = sorted(a for a in t.atoms() if self.table[a].kind == "gaussian_profile")
        if len(profiles) < 2:
            return []
        found = []
        for a in profiles:
            for b in profiles:
                if a != b:
                    (x, level), (y, other) = self.table[a].made_of, self.table[b].made_of
                    apart = (self.sign(x - y, facts), self.sign(other - level, facts))
                    if min(apart) >= 1:
                        found.append(Fact(_alone(b) - _alone(a), max(apart) == 2))
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
            raise Unclear("the terms that grow fastest may have different signs")
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


@dataclass(slots=True)
class Known:
    """Facts and what follows at once: the signs of single atoms, the signs of terms that were asked for."""

    facts: dict[Fact, None]
    atoms: set[int]
    single: dict[int, int]
    index: dict[tuple[Monomial, bool], tuple[tuple[Fact, int], ...]]
    """Facts by each of their monomials and whether its coefficient is positive, with the coefficient where all are integers."""
    given: list[Fact]
    """Keeps alive what the key of this is made of."""
    signs: dict[Term, int] = field(default_factory=dict)

    def settle(self, new: list[Fact]) -> None:
        """The signs of single atoms by facts ``a >= sum of what is not negative``, after new facts."""
        single = self.single
        waiting = [f for f in new if f.rises >= 0]
        while waiting:
            rose = False
            for f in waiting:
                if single.get(f.rises, 0) < 2:
                    below = [_monomial_sign(m, single) for m in f.below]
                    kind = 0 if 0 in below else 2 if f.strict or 2 in below else 1
                    if kind > single.get(f.rises, 0):
                        single[f.rises], rose = kind, True
            waiting = [f for f in self.facts if f.rises >= 0 and single.get(f.rises, 0) < 2] if rose else []


@lru_cache(maxsize=1 << 14)
def _divisors(m: Monomial) -> tuple[tuple[Monomial, Monomial], ...]:
    """The monomials that are a part of another, each power between 0 and its own, with what they leave of it."""
    found = []
    for powers in itertools.product(*(range(e, -1, -1) if e > 0 else range(e, 1) for _, e in m)):
        part = tuple((a, e) for (a, _), e in zip(m, powers, strict=True) if e)
        found.append((part, product(m, part, -1)))
    return tuple(found)


def _positive(parts: dict[Monomial, int], known: Known, depth: int, seen: dict[frozenset[tuple[Monomial, int]], tuple[int, int]], most: int = 99) -> int:
    """The sign of a polynomial by what is known. No step may leave more monomials open than ``most``, the number before it."""
    best, single = 0, known.single
    bad: list[Monomial] = []
    for m, k in parts.items():
        own = _monomial_sign(m, single) if k > 0 else 0
        if own == 0:
            bad.append(m)
            if depth == 0 or len(bad) > most:
                return 0
        elif own > best:
            best = own
    if not bad:
        return max(best, 1)
    divisor = gcd(*parts.values())
    if divisor > 1:
        parts = {m: k // divisor for m, k in parts.items()}
    key = frozenset(parts.items())
    before = seen.get(key)
    if before is not None and before[0] >= depth:
        return before[1]
    m = min(bad)
    k = parts[m]
    found = 0
    for n, rest in _divisors(m):
        given = known.index.get((n, k > 0))
        kind = _monomial_sign(rest, single) if given else 0
        if not given or not kind:
            continue
        for f, j in given:
            if m and not n and not any(product(other, m) in parts for other, _ in f.whole if other):  # it would cancel nothing else
                continue
            left = _positive(_less(parts, rest, k, f.whole, j), known, depth - 1, seen, len(bad))
            if left:
                found = max(found, 2 if left == 2 or (f.strict and kind == 2) else 1)
                if found == 2:
                    break
        if found == 2:
            break
    seen[key] = depth, found
    return found


def _less(parts: dict[Monomial, int], m: Monomial, k: int, other: tuple[tuple[Monomial, int], ...], j: int) -> dict[Monomial, int]:
    """A polynomial less ``m k/j`` times another, up to a positive factor that makes all integers; k and j have one sign."""
    common = gcd(k, j)
    own, taken = abs(j) // common, abs(k) // common
    left = {n: own * i for n, i in parts.items()} if own > 1 else dict(parts)
    for n, i in other:
        both = product(m, n) if m else n
        rest = left.get(both, 0) - taken * i
        if rest:
            left[both] = rest
        else:
            left.pop(both, None)
    return left


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
