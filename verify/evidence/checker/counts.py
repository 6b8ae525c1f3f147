"""How the counts of printed procedures grow: read again from the syntax tree, on polynomials in the inputs.

A world holds the variables, inequalities that are known (``p >= 0`` or ``p > 0``) and bounds of the counts on one way through a procedure; a comparison that what is known does not
answer makes two worlds of one. Of loops the certificate names inequalities that are said to hold before every turn: those that hold at the start and after a turn before which they
hold are used, the others are not. The number of turns is that of ``range``, of equal steps up to an end, or, where the last line leaves as soon as x < b and each turn multiplies
x by the same r between 0 and 1, the least k >= 1 with ``x r^k < b``. What has perhaps no value is refused.

A class of growth ``sign x^a (log x)^b (log log x)^d`` leaves out a factor between two positive constants.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import lru_cache
from math import gcd, lcm
from typing import Any, NamedTuple

from verify.evidence.checker import procedure
from verify.evidence.checker.certificate import Certificate
from verify.evidence.checker.evaluate import Evaluator
from verify.evidence.checker.formula import BINDERS, Malformed, Refused, argument, entries, free, head, items, names, rational, stated, text_of, word
from verify.evidence.checker.numbers import Undecided

M = tuple[tuple[int, int], ...]
"""A monomial: atoms by number, in order, with exponents other than 0."""
Q = int | Fraction
"""A coefficient; integers where it is whole."""
P = tuple[tuple[M, Q], ...]
"""A polynomial: monomials in order, with coefficients other than 0."""
Known = tuple[P, bool]
Class = tuple[int, tuple[Fraction, ...]]
STEPS, FAR, MOST_WORLDS, MOST_ROUNDS = 3, 16, 400, 40
LEMMAS = {"gaussian_profile": "the lemma that the Gaussian profile lies in (0, 1), rises strictly in its level and falls strictly in its abscissa",
          "hockey_stick": "the lemma that hockey-stick divergences lie in [0, 1], that of N(a, 1) and N(b, 1) is the Gaussian profile at |a - b|"}


# --- polynomials -----------------------------------------------------------------------------------------------------------------


def _poly(parts: dict[M, Q]) -> P:
    return tuple(sorted((m, k if type(k) is int or k.denominator > 1 else k.numerator) for m, k in parts.items() if k))


def number(value: Any) -> P:
    return _poly({(): Fraction(value)})


NIL, UNIT = number(0), number(1)


def plus(*terms: P) -> P:
    found: dict[M, Q] = {}
    for p in terms:
        for m, k in p:
            found[m] = found.get(m, 0) + k
    return _poly(found)


def minus(p: P, q: P) -> P:
    found = dict(p)
    for m, k in q:
        found[m] = found.get(m, 0) - k
    return _poly(found)


def times(p: P, q: P) -> P:
    found: dict[M, Q] = {}
    for m, k in p:
        for n, j in q:
            both = _join(m, n)
            found[both] = found.get(both, 0) + k * j
    return _poly(found)


@lru_cache(maxsize=1 << 16)
def _join(m: M, n: M) -> M:
    powers = dict(m)
    for a, e in n:
        powers[a] = powers.get(a, 0) + e
    return tuple(sorted((a, e) for a, e in powers.items() if e))


def _over(k: Q, j: Q) -> Q:
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
        return _poly({((self.numbers[made], 1),): 1})

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
        atom, p = self.atoms[a], _poly({((a, 1),): 1})
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
                        found.append((_poly({((b, 1),): 1, ((a, 1),): -1}), 2 in (nearer, higher)))
        return found

    # growth ----------------------------------------------------------------------------------------------------------------
    def growth(self, p: P, x: str, known: tuple[Known, ...]) -> Class:
        if self.loose(p):
            raise Undecided("the growth of what is not known")
        leading: dict[tuple[Any, Class], P] = {}
        for m, k in p:
            moving = tuple((a, e) for a, e in m if x in self.names(_poly({((a, 1),): 1})))
            total: Class = (1, (Fraction(0),) * 3)
            for a, e in moving:
                total = product(total, power(self._moving(a, x, known), e))
            factor = _poly({tuple(pair for pair in m if pair not in moving): k})
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


# --- worlds ----------------------------------------------------------------------------------------------------------------------


class Num(NamedTuple):
    """``kind``: ``i`` a Python integer, ``r`` a real, ``?`` one of both."""

    p: P
    kind: str


class Row(NamedTuple):
    """A list whose entries are ``shape`` with an integer from low to high for ``own``."""

    place: int
    length: P
    low: P
    high: P
    own: P
    shape: P
    kind: str


class Curve(NamedTuple):
    name: str
    where: Any
    body: Any


@dataclass(frozen=True, eq=False)
class Local:
    """A function with what it sees."""

    definition: ast.FunctionDef
    sees: dict[str, Any]


class Counter:
    """What a procedure is given first."""


@dataclass(frozen=True, eq=False)
class World:
    env: dict[str, Any]
    known: tuple[Known, ...]
    counts: dict[str, tuple[P, P]] = field(default_factory=dict)

    def put(self, name: str, new: Any) -> World:
        return replace(self, env={**self.env, name: new})

    def learn(self, *facts: Known) -> World:
        return replace(self, known=(*self.known, *facts))


class Reader:
    """Reads procedures in worlds. ``hints`` are the inequalities named by the certificate, by procedure and loop."""

    def __init__(self, e: Evaluator, hints: dict[tuple[str, int], list[tuple[str, str, str]]], ranges: dict[str, Any]) -> None:
        self.e, self.hints, self.ranges, self.pool = e, hints, ranges, Pool()
        self.tree: dict[str, ast.stmt] = {}
        self.notes: set[str] = set()

    # formulas --------------------------------------------------------------------------------------------------------------
    def term(self, f: Any, bound: dict[str, Any], known: tuple[Known, ...]) -> P:
        if isinstance(f, str):
            return number(rational(f))
        kind = head(f)
        if kind == "var":
            name = names(f)[0]
            if isinstance(bound.get(name), Num):
                return bound[name].p  # type: ignore[no-any-return]
            if name in bound or name not in self.ranges or head(self.ranges[name]) not in ("interval", "integers"):
                raise Undecided(f"{name} is no known number")
            return self.pool.atom("name", name, head(self.ranges[name]) == "integers")
        if kind == "add":
            return plus(*(self.term(part, bound, known) for part in f[1:]))
        if kind == "mul":
            found = UNIT
            for part in f[1:]:
                found = times(found, self.term(part, bound, known))
            return found
        if kind == "pi":
            return self.pool.atom("pi")
        if kind in ("ceiling", "floor"):
            return self.rounded(kind, self.term(argument(f, 0), bound, known))
        if kind == "log":
            inner = self.term(argument(f, 0), bound, known)
            if not self.pool.positive(inner, known):
                raise Undecided("the logarithm of what is not known to be positive")
            return self.pool.atom("log", inner)
        if kind == "pow":
            base, exponent = self.term(argument(f, 0), bound, known), value(self.term(argument(f, 1), bound, known))
            if exponent == Fraction(1, 2):
                return self.root(base)
            if exponent == -1:
                return self.inverse(base, known)
            if exponent is not None and exponent.denominator == 1 and 0 <= exponent <= 8:
                found = UNIT
                for _ in range(int(exponent)):
                    found = times(found, base)
                return found
        if kind == "gaussian_profile":
            return self.profile(self.term(argument(f, 0), bound, known), self.term(argument(f, 1), bound, known), known)
        raise Undecided(f"{kind} in a formula")

    def rounded(self, kind: str, p: P) -> P:
        return p if self.pool.whole(p) else self.pool.atom(kind, p)

    def root(self, p: P) -> P:
        plain = value(p)
        if plain is None or plain < 0:
            raise Undecided("a root of something that is not a number")
        for top in range(65):
            if Fraction(top, 1) ** 2 == plain:
                return number(top)
        return self.pool.atom("root", plain)

    def inverse(self, p: P, known: tuple[Known, ...]) -> P:
        if not self.pool.positive(p, known) and not self.pool.positive(minus(NIL, p), known):
            raise Undecided("a division by what may be 0")
        if len(p) == 1:
            (m, k), = p
            return _poly({tuple((a, -e) for a, e in m): _over(1, k)})
        return self.pool.atom("inverse", p)

    def profile(self, x: P, level: P, known: tuple[Known, ...]) -> P:
        if not self.pool.positive(level, known):
            raise Undecided("the Gaussian profile at a level that is not known to be positive")
        self.notes.add(LEMMAS["gaussian_profile"])
        return self.pool.atom("profile", x, level)

    def curve(self, f: Any, bound: dict[str, Any], known: tuple[Known, ...]) -> P:
        """The value of the formula of a curve."""
        if head(f) == "max":
            parts = sorted({self.curve(part, bound, known) for part in f[1:]})
            return parts[0] if len(parts) == 1 else self.pool.atom("curve", "largest", *parts)
        if head(f) != "hockey_stick":
            return self.term(f, bound, known)
        first, second, x = f[1], f[2], self.term(argument(f, 2), bound, known)
        self.notes.add(LEMMAS["hockey_stick"])
        heads = {head(first), head(second)}
        if heads == {"normal_vector"}:
            (a, v), (b, w) = [(rational(argument(law, 0)), rational(argument(law, 1))) for law in (first, second)]
            if v == w == 1 and a != b:
                return self.profile(x, number(abs(a - b)), known)
            outside = Fraction(0)
        elif heads == {"finite"}:
            weights = []
            for law in (first, second):
                own: dict[Fraction, Fraction] = {}
                for point, weight in map(items, items(argument(law, 0))):
                    own[rational(point)] = own.get(rational(point), Fraction(0)) + rational(weight)
                weights.append(own)
            outside = sum((w for point, w in weights[0].items() if not weights[1].get(point)), Fraction(0))
        elif heads == {"var"}:
            spaces = [self.ranges.get(names(law)[0]) for law in (first, second)]
            if any(head(where) != "laws" for where in spaces) or text_of(argument(spaces[0], 0)) != text_of(argument(spaces[1], 0)):  # type: ignore[arg-type]
                raise Undecided("distributions that may lie on different spaces")
            outside = Fraction(0)
        else:
            raise Undecided("a divergence of distributions that are not read")
        return UNIT if outside == 1 else self.pool.atom("curve", text_of([first, second]), x, outside)

    def given(self, f: Any, bound: dict[str, Any], known: tuple[Known, ...]) -> Any:
        """An argument as what the procedure is handed."""
        if head(f) == "var" and names(f)[0] in bound:
            return bound[names(f)[0]]
        if head(f) == "lambda":
            (pattern, where), = entries(f)
            if len(names(pattern)) != 1 or free(f) & set(bound):
                raise Undecided("a function that is not read")
            return Curve(names(pattern)[0], stated(where), argument(f, 1))
        return Num(self.term(f, bound, known), "r")

    def begin(self) -> tuple[Known, ...]:
        """What the sets say of the names."""
        facts: tuple[Known, ...] = ()
        for name, where in self.ranges.items():
            if head(where) not in ("interval", "integers"):
                continue
            p = self.term(["var", ["word", name]], {}, facts)
            for k, endless in ((0, "-oo"), (1, "oo")):
                end, is_open = argument(where, k), head(where) == "interval" and word(argument(where, 2 + k)) == "open"
                if end == endless:
                    if head(where) == "interval" and not is_open:
                        raise Undecided("a name that may be infinite")
                    continue
                bound = self.term(end, {}, facts)
                facts = (*facts, (minus(p, bound) if k == 0 else minus(bound, p), is_open))
        return facts

    # procedures ------------------------------------------------------------------------------------------------------------
    def outcome(self, f: Any, bound: dict[str, Any], known: tuple[Known, ...]) -> tuple[P, P]:
        """Bounds of a count, or a number that is returned."""
        place, digest, wanted = (word(argument(f, k)) for k in range(3))
        self.tree = procedure.syntax(place, digest)
        name = place.partition(":")[2]
        self.notes.add(f"the installed procedure {place} with the digest {digest[:12]}, read again")
        given: dict[str, Any] = {}
        for pair in map(items, items(argument(f, 3))):
            given[word(pair[0])] = self.given(pair[1], bound, known)
        definition = self.tree[name]
        assert isinstance(definition, ast.FunctionDef)
        bounds: list[tuple[P, P]] = []
        returned: set[bool] = set()
        words = {node.value for part in self.tree.values() for node in ast.walk(part) if isinstance(node, ast.Constant) and isinstance(node.value, str)}
        for result, w in self.call(Local(definition, {}), [Counter()], given, World({}, known)):
            if not isinstance(result, dict) or set(result) & set(w.counts):
                raise Undecided("a procedure that returns no fields, or counts what it returns")
            returned.add(wanted in result)
            if wanted in result and not isinstance(result[wanted], Num):
                raise Undecided("a field that is not a number")
            bounds.append((result[wanted].p,) * 2 if wanted in result else w.counts.get(wanted, (NIL, NIL)))
        if len(returned) != 1 or (returned == {False} and wanted not in words):
            raise Undecided("a procedure that does not always return or count the field")
        return self.hull(bounds, known)

    def hull(self, bounds: list[tuple[P, P]], known: tuple[Known, ...]) -> tuple[P, P]:
        lows, highs = ([p for k, p in enumerate(side) if p not in side[:k]] for side in map(list, zip(*bounds, strict=True)))
        low = [p for p in lows if all(self.pool.sign(minus(q, p), known) for q in lows)]
        high = [p for p in highs if all(self.pool.sign(minus(p, q), known) for q in highs)]
        if not all(self.pool.sign(p, known) for p in (*lows, *highs)) and not (low and high):
            raise Undecided("counts that are not compared")
        return (low[0] if low else NIL), (high[0] if high else plus(*highs))

    def call(self, f: Local, values: list[Any], named: dict[str, Any], w: World) -> Iterator[tuple[Any, World]]:
        a = f.definition.args
        own = [x.arg for x in (*a.posonlyargs, *a.args)]
        if a.vararg or a.kwarg or a.kwonlyargs or a.defaults or len(values) > len(own):
            raise Undecided("a function with inputs that are not read")
        env = dict(zip(own, values, strict=False))
        if set(named) & set(env) or {*named, *env} != set(own):
            raise Undecided("a call with other inputs")
        outer = w.env
        for result, after in self.block(f.definition.body, replace(w, env={**f.sees, **env, **named, "#": f.definition.name}), f.definition):
            yield (result[0] if result else None), replace(after, env=outer)

    def block(self, lines: list[ast.stmt], w: World, inside: ast.FunctionDef) -> Iterator[tuple[tuple[Any] | None, World]]:
        """Every way through some lines: what they return, if they do, and the world after them."""
        self.e.budget.spend()
        if not lines:
            yield None, w
            return
        for result, after in self.line(lines[0], w, inside):
            if result is not None:
                yield result, after
            else:
                yield from self.block(lines[1:], after, inside)

    def line(self, s: ast.stmt, w: World, inside: ast.FunctionDef) -> Iterator[tuple[tuple[Any] | None, World]]:
        if isinstance(s, ast.Pass):
            yield None, w
        elif isinstance(s, ast.Assign) and len(s.targets) == 1:
            for v, after in self.value(s.value, w):
                yield None, _bound(s.targets[0], v, after)
        elif isinstance(s, ast.AugAssign) and isinstance(s.target, ast.Name):
            for v, after in self.value(ast.BinOp(left=ast.Name(id=s.target.id), op=s.op, right=s.value), w):
                yield None, after.put(s.target.id, v)
        elif isinstance(s, ast.Expr):
            for _, after in self.value(s.value, w):
                yield None, after
        elif isinstance(s, ast.If):
            for answer, after in self.value(s.test, w):
                yield from self.block(s.body if _bool(answer) else s.orelse, after, inside)
        elif isinstance(s, ast.Return):
            for v, after in self.value(s.value, w) if s.value is not None else [(None, w)]:
                yield (v,), after
        elif isinstance(s, ast.FunctionDef):
            seen = {x.id for part in s.body for x in ast.walk(part) if isinstance(x, ast.Name)} - {x.arg for x in ast.walk(s.args) if isinstance(x, ast.arg)}
            if seen & _stored(inside.body):
                raise Undecided("an inner function that sees what changes")
            yield None, w.put(s.name, Local(s, {name: w.env[name] for name in seen if name in w.env}))
        elif isinstance(s, ast.For | ast.While) and not s.orelse:
            yield from self.loop(s, w, inside)
        else:
            raise Undecided(f"a line of the kind {type(s).__name__}")

    # expressions -----------------------------------------------------------------------------------------------------------
    def all(self, es: list[ast.expr], w: World) -> Iterator[tuple[list[Any], World]]:
        if not es:
            yield [], w
            return
        for v, after in self.value(es[0], w):
            for rest, last in self.all(es[1:], after):
                yield [v, *rest], last

    def value(self, x: ast.expr, w: World) -> Iterator[tuple[Any, World]]:
        self.e.budget.spend()
        if isinstance(x, ast.Constant) and type(x.value) in (int, str):
            yield (Num(number(x.value), "i") if isinstance(x.value, int) else x.value), w
        elif isinstance(x, ast.Name):
            yield self.name(x.id, w), w
        elif isinstance(x, ast.Tuple):
            for vs, after in self.all(x.elts, w):
                yield tuple(vs), after
        elif isinstance(x, ast.Dict) and all(isinstance(key, ast.Constant) for key in x.keys):
            for vs, after in self.all(x.values, w):
                yield {key.value: v for key, v in zip(x.keys, vs, strict=True)}, after  # type: ignore[union-attr]
        elif isinstance(x, ast.UnaryOp) and isinstance(x.op, ast.USub):
            for v, after in self.value(x.operand, w):
                yield Num(minus(NIL, _num(v).p), v.kind), after
        elif isinstance(x, ast.UnaryOp) and isinstance(x.op, ast.Not):
            for v, after in self.value(x.operand, w):
                yield not _bool(v), after
        elif isinstance(x, ast.BinOp):
            for (a, b), after in self.all([x.left, x.right], w):
                yield self.calculated(x.op, _num(a), _num(b), after), after
        elif isinstance(x, ast.IfExp):
            for answer, after in self.value(x.test, w):
                yield from self.value(x.body if _bool(answer) else x.orelse, after)
        elif isinstance(x, ast.Compare) and len(x.ops) == 1:
            for (a, b), after in self.all([x.left, x.comparators[0]], w):
                if _num(a).kind != "i" or _num(b).kind != "i":
                    raise Undecided("only integers are compared by Python")
                yield from self.compared(type(x.ops[0]).__name__, a.p, b.p, after)
        elif isinstance(x, ast.Subscript):
            for (whole, index), after in self.all([x.value, x.slice], w):
                yield self.entry(whole, index, after), after
        elif isinstance(x, ast.ListComp):
            yield self.listed(x, w), w
        elif isinstance(x, ast.Call):
            yield from self.called(x, w)
        else:
            raise Undecided(f"an expression of the kind {type(x).__name__}")

    def name(self, name: str, w: World) -> Any:
        if name in w.env:
            return w.env[name]
        found, around = self.tree.get(name), self.tree.get(w.env.get("#", ""))
        if not isinstance(found, ast.FunctionDef) or (isinstance(around, ast.FunctionDef) and name in _stored(around.body)):
            raise Undecided(f"{name} has no known value")
        return Local(found, {})

    def calculated(self, op: ast.operator, a: Num, b: Num, w: World) -> Num:
        kind = "r" if "r" in (a.kind, b.kind) else "?" if "?" in (a.kind, b.kind) else "i"
        if isinstance(op, ast.Add | ast.Sub):
            return Num(plus(a.p, b.p) if isinstance(op, ast.Add) else minus(a.p, b.p), kind)
        if isinstance(op, ast.Mult):
            return Num(times(a.p, b.p), kind)
        if isinstance(op, ast.Div) and kind == "r":
            return Num(times(a.p, self.inverse(b.p, w.known)), kind)
        raise Undecided(f"an operation of the kind {type(op).__name__}")

    def compared(self, how: str, a: P, b: P, w: World) -> Iterator[tuple[bool, World]]:
        """The answers to a comparison, each with its world."""
        if how in ("Gt", "LtE"):
            yield from ((answer == (how == "Gt"), after) for answer, after in self.compared("Lt", b, a, w))
        elif how == "GtE":
            yield from ((not answer, after) for answer, after in self.compared("Lt", a, b, w))
        elif how == "NotEq":
            yield from ((not answer, after) for answer, after in self.compared("Eq", a, b, w))
        elif how == "Lt":
            up = minus(b, a)
            if self.pool.positive(up, w.known):
                yield True, w
            elif self.pool.sign(minus(a, b), w.known):
                yield False, w
            else:
                yield True, w.learn((up, True))
                yield False, w.learn((minus(a, b), False))
        elif how == "Eq":
            over, under = self.pool.sign(minus(a, b), w.known), self.pool.sign(minus(b, a), w.known)
            if over and under:
                yield True, w
            elif 2 in (over, under):
                yield False, w
            else:
                yield True, w.learn((minus(a, b), False), (minus(b, a), False))
                yield False, w.learn((minus(a, b) if over else minus(b, a), True)) if over or under else w
        else:
            raise Undecided(f"a comparison of the kind {how}")

    def entry(self, whole: Any, index: Any, w: World) -> Any:
        if isinstance(whole, dict) and isinstance(index, str) and index in whole:
            return whole[index]
        if not isinstance(whole, Row) or not isinstance(index, Num) or index.kind != "i" or not self.pool.whole(index.p):
            raise Undecided("a place of something that is not a list")
        if not self.pool.sign(index.p, w.known) or not self.pool.positive(minus(whole.length, index.p), w.known):
            raise Undecided("a place that is not known to be in the list")
        own = self.pool.atom("entry", whole.place, index.p, whole.low, whole.high)
        (((atom, _),), _), = whole.own
        found = NIL
        for m, k in whole.shape:
            power_ = dict(m).get(atom, 0)
            if power_ not in (0, 1):
                raise Undecided("a power of an entry")
            rest = _poly({tuple(pair for pair in m if pair[0] != atom): k})
            found = plus(found, times(rest, own) if power_ else rest)
        return Num(found, whole.kind)

    def listed(self, x: ast.ListComp, w: World) -> Row:
        over = x.generators[0]
        if len(x.generators) != 1 or over.ifs or not isinstance(over.target, ast.Name) or not isinstance(over.iter, ast.Name):
            raise Undecided("a list that is not read")
        whole = self.name(over.iter.id, w)
        if not isinstance(whole, Row):
            raise Undecided("a list of something that is not a list")
        ways = list(self.value(x.elt, w.put(over.target.id, Num(whole.shape, whole.kind))))
        if len(ways) != 1 or ways[0][1].counts != w.counts or self.pool.loose(_num(ways[0][0]).p) - self.pool.loose(whole.own):
            raise Undecided("a list whose entries depend on comparisons")
        return whole._replace(shape=ways[0][0].p, kind=ways[0][0].kind)

    def called(self, x: ast.Call, w: World) -> Iterator[tuple[Any, World]]:
        if any(isinstance(a, ast.Starred) for a in x.args) or any(k.arg is None for k in x.keywords):
            raise Undecided("a call with stars")
        names_ = [str(k.arg) for k in x.keywords]
        if isinstance(x.func, ast.Attribute):
            if not isinstance(x.func.value, ast.Name) or not isinstance(self.name(x.func.value.id, w), Counter) or names_:
                raise Undecided("a call of an attribute")
            for values, after in self.all(x.args, w):
                yield from self.asked(x.func.attr, values, after)
            return
        if not isinstance(x.func, ast.Name):
            raise Undecided("a call of something that is not a name")
        plain_len = x.func.id == "len" and "len" not in w.env and "len" not in self.tree
        f = None if plain_len else self.name(x.func.id, w)
        for values, after in self.all([*x.args, *(k.value for k in x.keywords)], w):
            if plain_len and len(values) == 1 and isinstance(values[0], Row):
                yield Num(values[0].length, "i"), after
            elif isinstance(f, Local):
                yield from self.call(f, values[:len(x.args)], dict(zip(names_, values[len(x.args):], strict=True)), after)
            elif isinstance(f, Curve) and len(values) == 1 and head(f.where) == "interval":
                at = _num(values[0])
                for k, endless in ((0, "-oo"), (1, "oo")):
                    end = argument(f.where, k)
                    if end != endless:
                        gap = minus(at.p, self.term(end, {}, after.known)) if k == 0 else minus(self.term(end, {}, after.known), at.p)
                        if self.pool.sign(gap, after.known) < (2 if word(argument(f.where, 2 + k)) == "open" else 1):
                            raise Undecided("a function outside its range")
                yield Num(self.curve(f.body, {f.name: at}, after.known), "r"), after
            else:
                raise Undecided("a call of something that is not a function")

    def asked(self, question: str, values: list[Any], w: World) -> Iterator[tuple[Any, World]]:
        """What the counter answers."""
        if question == "count" and values and isinstance(values[0], str) and len(values) <= 2:
            step = _num(values[1]) if len(values) == 2 else Num(UNIT, "i")
            if step.kind != "i" or not self.pool.sign(step.p, w.known):
                raise Undecided("a count that may fall")
            low, high = w.counts.get(values[0], (NIL, NIL))
            yield None, replace(w, counts={**w.counts, values[0]: (plus(low, step.p), plus(high, step.p))})
        elif question == "special" and len(values) == 3 and values[0] == "gaussian_profile":
            yield Num(self.profile(_num(values[1]).p, _num(values[2]).p, w.known), "r"), w
        elif question in ("less", "at_most", "equal") and len(values) == 2:
            yield from self.compared({"less": "Lt", "at_most": "LtE", "equal": "Eq"}[question], _num(values[0]).p, _num(values[1]).p, w)
        elif question == "pi" and not values:
            yield Num(self.pool.atom("pi"), "r"), w
        elif question in ("floor", "ceiling") and len(values) == 1:
            yield Num(self.rounded(question, _num(values[0]).p), "i"), self.learnt(question, _num(values[0]).p, w)
        elif question == "whole" and len(values) == 1 and self.pool.whole(_num(values[0]).p):
            yield Num(values[0].p, "i"), w
        elif question == "sqrt" and len(values) == 1:
            yield Num(self.root(_num(values[0]).p), "r"), w
        else:
            raise Undecided(f"the question {question[:40]}")

    def learnt(self, kind: str, p: P, w: World) -> World:
        """The ceiling of what is positive is at least 1."""
        if kind == "ceiling" and self.pool.positive(p, w.known):
            return w.learn((minus(self.rounded(kind, p), UNIT), False))
        return w

    # loops -----------------------------------------------------------------------------------------------------------------
    def loop(self, s: ast.For | ast.While, w: World, inside: ast.FunctionDef) -> Iterator[tuple[tuple[Any] | None, World]]:
        if isinstance(s, ast.For):
            call = s.iter
            if "range" in w.env or "range" in self.tree or "range" in _stored(inside.body):
                raise Undecided("a range that is not that of Python")
            if not (isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "range" and len(call.args) == 1
                    and isinstance(s.target, ast.Name) and s.target.id not in _stored(s.body)):
                raise Undecided("a for-loop that is not read")
            turns = self.one(call.args[0], w)
            if turns.kind != "i" or not self.pool.sign(turns.p, w.known):
                raise Undecided("a range that is not known")
            index = Num(self.pool.fresh(True), "i")
            start = ((index.p, False), (minus(minus(turns.p, UNIT), index.p), False))
            _, _, _, finish = self.turn(s, s.body, w, inside, {s.target.id: index}, start)
            yield None, finish(turns.p)
        elif isinstance(s.test, ast.Constant) and s.test.value is True:
            yield from self.until(s, w, inside)
        else:
            yield None, self.stepping(s, w, inside)

    def stepping(self, s: ast.While, w: World, inside: ast.FunctionDef) -> World:
        test, changed = s.test, _stored(s.body)
        if not (isinstance(test, ast.Compare) and len(test.ops) == 1 and isinstance(test.left, ast.Name) and isinstance(test.ops[0], ast.Lt | ast.LtE)) or any(
                isinstance(x, ast.Call) or (isinstance(x, ast.Name) and x.id in changed) for x in ast.walk(test.comparators[0])):
            raise Undecided("a while-loop that is not read")
        first, last = self.one(test.left, w), self.one(test.comparators[0], w)
        end = last.p if isinstance(test.ops[0], ast.LtE) else minus(last.p, UNIT)
        if first.kind != "i" or last.kind != "i" or not self.pool.sign(minus(end, first.p), w.known):
            raise Undecided("a while-loop that may not begin")
        name = test.left.id
        head_, ways, _, finish = self.turn(s, s.body, w, inside, {}, (), lambda env: ((minus(end, env[name].p), False),))
        steps = {value(minus(_num(after.env[name]).p, head_.env[name].p)) if after.env[name].kind == "i" else None for after in ways}
        step = steps.pop()
        if steps or step is None or step <= 0:
            raise Undecided("a while-loop without equal steps")
        done: World = finish(plus(self.rounded("floor", times(minus(end, first.p), number(1 / step))), UNIT))
        return done

    def until(self, s: ast.While, w: World, inside: ast.FunctionDef) -> Iterator[tuple[tuple[Any] | None, World]]:
        last = s.body[-1]
        if not (isinstance(last, ast.If) and len(last.body) == 1 and not last.orelse and isinstance(last.body[0], ast.Return | ast.Break) and isinstance(last.test, ast.Call)
                and isinstance(last.test.func, ast.Attribute) and last.test.func.attr == "less" and len(last.test.args) == 2 and not last.test.keywords
                and isinstance(last.test.func.value, ast.Name) and isinstance(self.name(last.test.func.value.id, w), Counter)):
            raise Undecided("a while-loop that is not left by its last line")
        small, end = last.test.args
        start, bound = self.one(small, w).p, self.one(end, w).p
        if not self.pool.positive(start, w.known) or not self.pool.positive(bound, w.known):
            raise Undecided("an end of a loop that may not be reached")
        head_, ways, _, finish = self.turn(s, s.body[:-1], w, inside, {}, ())
        before = self.one(small, head_).p
        rates = set()
        for after in ways:
            now = self.one(small, after).p
            if not now or self.one(end, after).p != bound or [m for m, _ in now] != [m for m, _ in before]:
                raise Undecided("a loop without one rate")
            rates |= {_over(k, j) for (_, k), (_, j) in zip(now, before, strict=True)}
        rate = rates.pop()
        if rates or not 0 < rate < 1:
            raise Undecided("a loop without one rate below 1")
        after = finish(self.pool.atom("turns", times(start, self.inverse(bound, w.known)), rate))
        after = after.learn((minus(self.one(end, after).p, self.one(small, after).p), True))
        leave = last.body[0]
        if isinstance(leave, ast.Return):
            yield from self.line(leave, after, inside)
        else:
            yield None, after

    def one(self, x: ast.expr, w: World) -> Num:
        """A number that depends on no comparison and counts nothing."""
        ways = list(self.value(x, w))
        if len(ways) != 1 or ways[0][1].counts != w.counts:
            raise Undecided("an expression that depends on comparisons")
        return _num(ways[0][0])

    def turn(self, s: ast.For | ast.While, body: list[ast.stmt], w: World, inside: ast.FunctionDef, index: dict[str, Num], start: tuple[Known, ...],
             condition: Any = lambda env: ()) -> tuple[World, list[World], list[Any], Any]:
        """The worlds before and after a turn, with the inequalities that every turn keeps, and what makes the world after so many turns."""
        if any(_leaves(part) for part in body):
            raise Undecided("a loop that is left inside")
        stored = _stored(body)
        changed = sorted(name for name in stored if name in w.env)
        if not all(isinstance(w.env[name], Num) for name in changed):
            raise Undecided("a loop that changes something that is not a number")
        hints = self.hints.get((inside.name, _loops(inside).index(s)), [])
        kept = [hint for hint in hints if self.holds(hint, w)]
        shapes = {name: (w.env[name].kind, self.pool.whole(w.env[name].p)) for name in changed}
        mark = len(self.pool.atoms)

        def opened() -> World:
            env = {name: v for name, v in w.env.items() if name not in stored | set(index)}
            env |= {name: Num(self.pool.fresh(shapes[name][1]), shapes[name][0]) for name in changed}
            return World(env, (*w.known, *((_apart(hint, env), hint[1] == "<") for hint in kept)))

        for _ in range(MOST_ROUNDS):
            before = opened()
            before = replace(before.learn(*start, *condition(before.env)), env=before.env | index)
            ways = [after for result, after in self.block(body, before, inside)]
            if len(ways) > MOST_WORLDS:
                raise Undecided("too many ways through a loop")
            shown = {name: (_widest([shapes[name][0], *(_num(after.env[name]).kind for after in ways)]), shapes[name][1] and all(self.pool.whole(after.env[name].p) for after in ways))
                     for name in changed}
            still = [hint for hint in kept if all(self.holds(hint, after) for after in ways)]
            if still == kept and shown == shapes:
                break
            kept, shapes = still, shown
        else:
            raise Undecided("the inequalities of a loop")
        perturn: list[tuple[str, tuple[P, P]]] = []
        for name in sorted({name for after in ways for name in after.counts}):
            bounds = self.hull([after.counts.get(name, (NIL, NIL)) for after in ways], before.known)
            if any(a >= mark for p in bounds for a in self.pool.loose(p)) or any(a in self.pool.loose(p) for own in index.values() for p in bounds for a in self.pool.loose(own.p)):
                raise Undecided("a count that depends on the turn")
            perturn.append((name, bounds))

        def finish(turns: P) -> World:
            counts = dict(w.counts)
            for name, (low, high) in perturn:
                old = counts.get(name, (NIL, NIL))
                counts[name] = plus(old[0], times(turns, low)), plus(old[1], times(turns, high))
            return replace(opened(), counts=counts)

        return before, ways, kept, finish

    def holds(self, hint: tuple[str, str, str], w: World) -> bool:
        if not all(name == "0" or isinstance(w.env.get(name), Num) for name in (hint[0], hint[2])):
            return False
        return self.pool.sign(_apart(hint, w.env), w.known) >= (2 if hint[1] == "<" else 1)


def _apart(hint: tuple[str, str, str], env: dict[str, Any]) -> P:
    low, high = (NIL if name == "0" else env[name].p for name in (hint[0], hint[2]))
    return minus(high, low)


def _widest(kinds: list[str]) -> str:
    return kinds[0] if len(set(kinds)) == 1 else "?"


def _stored(body: list[ast.stmt]) -> set[str]:
    return {name for part in body for name in _stored_by(part)}


@lru_cache(maxsize=1 << 12)
def _leaves(line: ast.stmt) -> bool:
    """Whether a line leaves a loop inside, or defines a function."""
    return any(isinstance(x, ast.Return | ast.Break | ast.Continue | ast.FunctionDef) for x in ast.walk(line))


@lru_cache(maxsize=256)
def _loops(f: ast.FunctionDef) -> list[ast.For | ast.While]:
    return sorted((x for x in ast.walk(f) if isinstance(x, ast.For | ast.While)), key=lambda x: (x.lineno, x.col_offset))


@lru_cache(maxsize=1 << 12)
def _stored_by(line: ast.stmt) -> frozenset[str]:
    walked = list(ast.walk(line))
    return frozenset(x.id for x in walked if isinstance(x, ast.Name) and isinstance(x.ctx, ast.Store)) | {x.name for x in walked if isinstance(x, ast.FunctionDef)}


def _num(v: Any) -> Num:
    if not isinstance(v, Num):
        raise Undecided("something that is not a number")
    return v


def _bool(v: Any) -> bool:
    if not isinstance(v, bool):
        raise Undecided("a condition that is not a comparison")
    return v


def _bound(target: ast.expr, v: Any, w: World) -> World:
    if isinstance(target, ast.Name):
        return w.put(target.id, v)
    if isinstance(target, ast.Tuple) and isinstance(v, tuple) and not isinstance(v, Num | Row | Curve) and len(v) == len(target.elts):
        for part, own in zip(target.elts, v, strict=True):
            w = _bound(part, own, w)
        return w
    raise Undecided("an assignment that is not read")


# --- statements ------------------------------------------------------------------------------------------------------------------

Side = tuple[Class | None, Class]
ORDER = {"0": 0, "between": 1, "oo": 2}


class Judge:
    """The truth of a statement for all values of its free names."""

    def __init__(self, e: Evaluator, hints: dict[tuple[str, int], list[tuple[str, str, str]]], ranges: dict[str, Any]) -> None:
        self.e, self.hints, self.ranges = e, hints, ranges
        self.found: list[list[Any]] = []
        self.notes: set[str] = set()

    def truth(self, goal: Any) -> bool:
        if head(goal) == "all":
            return all(self.truth(part) for part in goal[1:])
        if head(goal) == "exists":
            self.no_factor(goal)
            return False
        if head(goal) != "compare":
            raise Refused("the conclusion compares no growth")
        left, relation, right = argument(goal, 0), word(argument(goal, 1)), argument(goal, 2)
        if head(left) not in ("limsup", "liminf", "limit"):
            left, right = right, left
            relation = {"<": ">", ">": "<", "<=": ">=", ">=": "<="}.get(relation, relation)
        if head(left) not in ("limsup", "liminf", "limit") or right not in ("0", "oo") or relation not in ("<", "<=", ">", ">=", "==", "!="):
            raise Refused("the conclusion compares no limit with 0 or infinity")
        (pattern, to), = entries(left)
        if to != "oo":
            raise Refused("a limit at a point")
        low, high = self.side(argument(left, 1), names(pattern)[0], {})
        if high[0] < 0 or (low is not None and low[0] < 0):
            raise Undecided("a limit of what is negative")
        if low is not None and direction(low) > 0:
            ends = {"oo"}
        elif direction(high) < 0:
            ends = {"0"}
        elif head(left) == "limit":
            raise Undecided("a limit that may not exist")
        else:
            ends = {"between"} | ({"oo"} if direction(high) > 0 else set()) | (set() if low is not None and direction(low) == 0 else {"0"})
        answers = {_relation(ORDER[end], relation, ORDER[right]) for end in ends}
        if len(answers) != 1:
            raise Undecided("the growth is not known well enough")
        return answers.pop()

    def side(self, f: Any, x: str, own: dict[str, Any]) -> Side:
        """The classes between which a formula lies as the name tends to infinity."""
        if any({x, *own} & free(where) for name, where in self.ranges.items() if name not in {x, *own}):
            raise Undecided("the range of a name mentions a name that is bound again")
        ranges = {**self.ranges, **own, x: ["interval", str(FAR), "oo", ["word", "open"], ["word", "open"]]}
        reader = Reader(self.e, self.hints, ranges)
        low, high = self.classes(reader, f, x, {}, reader.begin())
        self.notes |= reader.notes
        self.found.append([None if c is None else [str(a) for a in c[1]] for c in (low, high)])
        return low, high

    def classes(self, r: Reader, f: Any, x: str, bound: dict[str, Any], known: tuple[Known, ...]) -> Side:
        kind = head(f)
        if kind == "outcome":
            least, most = r.outcome(f, bound, known)
            own = (r.pool.growth(least, x, known) if least else None), r.pool.growth(most, x, known)
            if own[1][0] != (own[0][0] if own[0] else 1) or (least != most and own[1][0] < 0):
                raise Undecided("a side of both signs")
            return own
        if kind == "expect":
            (pattern, where), = entries(f)
            if head(where) != "permutations":
                raise Undecided("an expectation that is not over orders")
            length = r.term(argument(where, 0), bound, known)
            if not r.pool.whole(length) or not r.pool.positive(length, known):  # an entry supposes that there is one
                raise Undecided("an order of something that is not a number of things")
            any_ = r.pool.atom("entry", "order", NIL, UNIT, length)
            return self.classes(r, argument(f, 1), x, {**bound, names(pattern)[0]: Row(len(r.pool.atoms), length, UNIT, length, any_, any_, "r")}, known)
        if kind == "abs":
            low, high = self.classes(r, argument(f, 0), x, bound, known)
            if low is not None and low[0] != high[0]:
                raise Undecided("a side of both signs")
            return (None if low is None else (1, low[1])), (1, high[1])
        if kind == "pow" and argument(f, 1) == "-1":
            low, high = self.classes(r, argument(f, 0), x, bound, known)
            if low is None or low[0] != high[0]:
                raise Undecided("a division by what may be 0")
            return power(high, -1), power(low, -1)
        if kind == "log" and x in free(f):  # of what is positive far out, wherever it is not
            low, high = self.classes(r, argument(f, 0), x, bound, known)
            if low is None or low != high or low[0] < 0:
                raise Undecided("the logarithm of what is not known to be positive")
            return logarithm(low), logarithm(high)
        if kind == "mul":
            total: Side = ((1, (Fraction(0),) * 3), (1, (Fraction(0),) * 3))
            for part in f[1:]:
                side = self.classes(r, part, x, bound, known)
                if (side[0] != side[1] or total[0] != total[1]) and min(side[1][0], total[1][0]) < 0:
                    raise Undecided("a negative factor of what is known between two classes")
                total = (None if side[0] is None or total[0] is None else product(total[0], side[0])), product(total[1], side[1])
            return total
        plain = r.pool.growth(r.term(f, bound, known), x, known)
        return plain, plain

    def no_factor(self, goal: Any) -> None:
        """That ``A <= K G`` holds for no K, whatever else exists: A / G tends to infinity in one name, for all values of the others."""
        exist = {name: stated(where) for pattern, where in entries(goal) for name in names(pattern)}
        inner = argument(goal, 1)
        if head(inner) != "forall" or head(argument(inner, 1)) != "compare":
            raise Refused("what exists is not a factor of an inequality")
        asked = {name: stated(where) for pattern, where in entries(inner) for name in names(pattern)}
        _, left, relation, right = argument(inner, 1)
        if word(relation) in (">", ">="):
            left, right = right, left
        elif word(relation) not in ("<", "<="):
            raise Refused("what exists is not a factor of an inequality")
        if set(exist) & set(asked) or any(head(where) != "interval" or word(argument(where, 3)) != "open" or not isinstance(where[1], str) for where in exist.values()):
            raise Refused("what exists must be finite numbers")
        for where in asked.values():
            start = argument(where, 0) if head(where) == "interval" else None
            if start is None or where[2] != "oo" or word(argument(where, 3)) != "open" or not (
                    (isinstance(start, str) and start not in ("oo", "-oo")) or (head(start) == "var" and names(start)[0] in exist)):
                raise Refused("the names must range over half-lines that begin at numbers, or at what exists")
        why: Undecided | None = None
        for x in asked:
            for factor in exist:
                rest = [part for part in right[1:] if part != ["var", ["word", factor]]] if head(right) == "mul" else []
                if len(rest) != len(right) - 2 or not rest or free(["all", left, *rest]) & set(exist):
                    continue
                stored = len(self.found)
                try:
                    low, _ = self.side(["mul", left, *(["pow", part, "-1"] for part in rest)], x, exist | asked)
                    below, above = self.side(["mul", "1", *rest], x, exist | asked)
                except Undecided as reason:
                    why = reason
                else:
                    if low is not None and low[0] > 0 and direction(low) > 0 and below is not None and below[0] == above[0] == 1:
                        return
                del self.found[stored:]
        raise why or Undecided("no name along which the quotient tends to infinity")


def _relation(a: int, relation: str, b: int) -> bool:
    return {"<": a < b, "<=": a <= b, ">": a > b, ">=": a >= b, "==": a == b, "!=": a != b}[relation]


# --- the check -------------------------------------------------------------------------------------------------------------------


def check(c: Certificate, e: Evaluator, instance: Any) -> set[str]:
    """``instance`` has been looked at: its values lie in their sets, and the hypotheses hold. Raises Refused, Undecided or Malformed."""
    wanted = {"invariants", "growth"} | ({"instance"} if c.status == "REFUTED" else set())
    if set(c.evidence) - {"status", "procedures"} != wanted or c.evidence.get("status", c.status) != c.status:
        raise Malformed(f"evidence holds {', '.join(sorted(wanted))}")
    goal, ranges = c.goal, {name: stated(where) for pattern, where in c.over for name in names(pattern)}
    if c.status == "REFUTED":
        goal, ranges = _at(goal, c.evidence["instance"]), {}
    else:
        fixed = {name: argument(where, 0) for name, where in ranges.items() if head(where) == "one_of" and len(where) == 2}
        goal, ranges = _at(goal, fixed), {name: where for name, where in ranges.items() if name not in fixed}
    judge = Judge(e, _hints(c.evidence["invariants"]), ranges)
    if judge.truth(goal) != (c.status == "PROVED"):
        raise Refused("the growth shows the opposite")
    if c.evidence["growth"] != judge.found:
        raise Refused(f"evidence.growth differs from what is found, {judge.found}")
    return judge.notes


def _hints(stored: Any) -> dict[tuple[str, int], list[tuple[str, str, str]]]:
    """Inequalities by procedure and number of the loop."""
    if not isinstance(stored, list):
        raise Malformed("evidence.invariants must be a list")
    found: dict[tuple[str, int], list[tuple[str, str, str]]] = {}
    for entry in stored:
        if not (isinstance(entry, list) and len(entry) == 5 and isinstance(entry[0], str) and type(entry[1]) is int and all(isinstance(x, str) for x in entry[2:]) and entry[3] in ("<", "<=")):
            raise Malformed("an invariant is [procedure, number of the loop, name, < or <=, name]")
        found.setdefault((entry[0], entry[1]), []).append((entry[2], entry[3], entry[4]))
    return found


def _at(f: Any, values: dict[str, Any]) -> Any:
    """The formula with values in place of its free names; the values have no free names."""
    if not isinstance(f, list) or not values or f[0] == "word":
        return f
    if f[0] == "var":
        return values.get(names(f)[0], f)
    if f[0] not in BINDERS:
        return [f[0], *(_at(part, values) for part in f[1:])]
    over = []
    for pattern, where in entries(f):
        over.append(["()", pattern, _at(where, values)])
        values = {name: v for name, v in values.items() if name not in names(pattern)}
    return [f[0], ["()", *over], *(_at(part, values) for part in f[2:])]


__all__ = ["check"]
