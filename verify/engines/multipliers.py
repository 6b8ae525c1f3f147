"""Multipliers with which a function of one random number may be bounded by multiples of others: proposals, and floats that say which of them are worth a proof.

Where a bound B of the mean of g is sharp and concave in the means u_i of the f_i, its tangent has the multipliers: ``l_i = dB/du_i``, ``l_0 = B - sum l_i u_i``. A mean that the functions themselves mention
(``(x - m)^2``, an event ``x >= m + c``) moves B also through the thresholds, which stay where they are: ``dB/dm - dB/dp (dt/dm)/(dt/dp)`` where the threshold t moves with the number p. What B does not
tell is chosen such that both sides touch: chords between ends and thresholds, tangents at the mean and at 0, a complete square.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeVar

import numpy as np
import sympy as sp
from sympy.polys.polyerrors import BasePolynomialError

from verify.claims.nodes import ClaimError, from_json, to_json
from verify.claims.symbolic_form import from_sympy, to_sympy
from verify.evidence.checker.at_sight import INFINITE
from verify.evidence.checker.duality import Means
from verify.evidence.checker.formula import MIRRORED, Malformed, head, mentions, names, nodes, rational, text_of, word
from verify.evidence.checker.uses import conjuncts, filled

POINTS, DRAWS, MOST_DRAWN = 61, 40, 2_000
"""Values of x, values of the other numbers that obey the hypotheses, and how many are drawn in order to find them."""
TOLERANCE = 1e-9
TROUBLE = (ValueError, TypeError, ArithmeticError, NotImplementedError, BasePolynomialError)
"""What SymPy raises where it has no value or no method."""
Expr = Any
T = TypeVar("T")


@dataclass(frozen=True)
class Bound:
    """``f_of <= constant + sum of the multiples of others`` (or >=) at all x."""

    of: int
    relation: str
    constant: Any
    multipliers: tuple[tuple[int, Any], ...]


class Proposals:
    """Bounds of one mean that a conclusion asks for: its other side, and what the functions are as SymPy expressions."""

    def __init__(self, means: Means, place: int, relation: str, other: Any) -> None:
        self.means, self.place, self.relation = means, place, relation
        self.symbols: dict[str, Expr] = {}
        self.x = self._symbol(names(means.x)[0])
        self.bound = self._expression(filled(other, means.values))
        self.others = [k for k, f in enumerate(means.functions) if means.finite[k] and k != place and names(means.x)[0] in mentions(f) and head(f) != "if"]
        self.functions = {k: self._expression(filled(means.functions[k], means.values)) for k in self.others}
        self.values = {k: self._expression(_most(means, k)) for k in self.others}
        self.mean = next((k for k in self.others if means.functions[k] == means.x), None)
        self.ends = [self._expression(end) for end in means.support[1:3] if end not in INFINITE]
        self.target = means.functions[place]
        self.kinks = list(_until_trouble(self._kinks()))

    def _symbol(self, name: str) -> Expr:
        return self.symbols.setdefault(name, sp.Symbol(name, real=True))

    def _expression(self, f: Any) -> Expr:
        for name in mentions(f):
            self._symbol(name)
        return to_sympy(from_json(f), self.symbols)

    def _kinks(self) -> Iterator[Expr]:
        """Where a condition of the function turns, as far as that can be solved for x."""
        for node in nodes(filled(self.target, self.means.values)):
            pairs = [(p[1], p[3]) for p in nodes(node[1]) if p[0] == "compare"] if node[0] == "if" else [(node[1], "0")] if node[0] == "abs" else [(node[1], node[2])] if node[0] == "max" and len(node) == 3 else []
            for one, other in pairs:
                gap = self._expression(one) - self._expression(other)
                for part in sorted(gap.atoms(sp.Abs), key=str):
                    gap = gap.subs(part, part.args[0])
                if gap.is_polynomial(self.x) and sp.degree(gap, self.x) == 1:
                    yield sp.solve(gap, self.x)[0]

    def at(self, point: Expr) -> Expr | None:
        """The value of the function at a point, where its conditions need not be decided; None for others."""
        return None if any(node[0] == "if" for node in nodes(self.target)) else self._expression(filled(self.target, self.means.values)).subs(self.x, point)

    # --- proposals ----------------------------------------------------------------------------------------------------------------------

    def all(self) -> Iterator[tuple[Bound, str | None]]:
        """Bounds, each with the name that is moved by the slack, where there is one."""
        seen = set()
        for slack in (None, *_until_trouble(self._slack())):
            for constant, multipliers in _until_trouble(self._proposed(slack)):
                stored = self._stored(constant, multipliers)
                if stored is not None and (text := repr((stored, slack))) not in seen:
                    seen.add(text)
                    yield stored, slack

    def _slack(self) -> Iterator[str]:
        """Names that stand under a root of the bound, alone or as a summand."""
        for power in sorted(self.bound.atoms(sp.Pow), key=str):
            if power.exp.is_number and 0 < power.exp < 1:
                yield from sorted(part.name for part in sp.Add.make_args(power.base) if isinstance(part, sp.Symbol))

    def _proposed(self, slack: str | None) -> Iterator[tuple[Expr, dict[int, Expr]]]:
        bound = self.bound if slack is None else self.bound.subs(self._symbol(slack), self._symbol(slack) + self._symbol(names(self.means.slack)[0]))
        own = {k: self._slope(bound, self.values[k]) for k in self.others}
        origin = {v: sp.Integer(0) for v in self.values.values() if isinstance(v, sp.Symbol)}
        fixed = {k: s for k, s in own.items() if k != self.mean}
        if origin:
            yield bound.subs(origin), {k: slope.subs(origin) for k, slope in own.items()}
        flat = [dict.fromkeys(fixed, sp.Integer(0))] if any(fixed.values()) else []
        for curved, at_0 in ((fixed, False), *((slopes, True) for slopes in self._at_0(bound, fixed)), *((slopes, False) for slopes in flat)):
            rest = bound - sum((s * self._moved(self.values[k], slack) for k, s in curved.items()), sp.Integer(0))
            for tilt in self._tilts(bound, curved, rest):
                multipliers = curved if self.mean is None else {self.mean: tilt, **curved}
                tangent = rest if self.mean is None else rest - tilt * self.values[self.mean]
                yield (tangent.subs(self._zeros(fixed)) if at_0 else tangent), multipliers
                for point in self._contacts():
                    value = self.at(point)
                    if value is not None:
                        yield value - sum((s * self.functions[k].subs(self.x, point) for k, s in multipliers.items()), sp.Integer(0)), multipliers

    def _moved(self, value: Expr, slack: str | None) -> Expr:
        return value if slack is None else value.subs(self._symbol(slack), self._symbol(slack) + self._symbol(names(self.means.slack)[0]))

    def _zeros(self, fixed: dict[int, Expr]) -> dict[Expr, Expr]:
        return {self.values[k]: sp.Integer(0) for k in fixed if isinstance(self.values[k], sp.Symbol)}

    def _at_0(self, bound: Expr, fixed: dict[int, Expr]) -> Iterator[dict[int, Expr]]:
        """The slopes where the other means are 0: a bound may be sharp there alone."""
        zero = self._zeros(fixed)
        found = {k: s.subs(zero) for k, s in fixed.items()}
        if zero and found != fixed and not any(s.has(sp.nan, sp.zoo, sp.oo) for s in found.values()):
            yield found

    def _slope(self, bound: Expr, value: Expr) -> Expr:
        return sp.diff(bound, value) if isinstance(value, sp.Symbol) else sp.Integer(0)

    def _tilts(self, bound: Expr, curved: dict[int, Expr], rest: Expr) -> Iterator[Expr]:
        """Multipliers of x."""
        if self.mean is None:
            yield sp.Integer(0)
            return
        m = self.values[self.mean]
        slope = self._slope(bound, m)
        yield slope
        for kink in self.kinks:  # the threshold stays where it is
            for p in sorted(kink.free_symbols & bound.free_symbols - {m}, key=str) if isinstance(m, sp.Symbol) else ():
                yield slope - sp.diff(bound, p) * sp.diff(kink, m) / sp.diff(kink, p)
        yield sp.Integer(0)
        square = next((k for k in curved if sp.expand(self.functions[k] - (self.x - m) ** 2) == 0), None)
        if square is not None:
            root = 2 * sp.sqrt(sp.simplify(rest * curved[square]))
            yield from (root, -root)
        yield from self._slopes()

    def _slopes(self) -> Iterator[Expr]:
        """Tangents of the function, and chords."""
        for point in self._contacts():
            if self.at(point) is not None:
                g = self._expression(filled(self.target, self.means.values))
                yield sp.diff(g, self.x).subs(self.x, point)
        if len(self.ends) == 2 and self.at(self.ends[0]) is not None:
            g = self._expression(filled(self.target, self.means.values))
            low, high = self.ends
            yield (g.subs(self.x, high) - g.subs(self.x, low)) / (high - low)
        if head(self.target) == "if":
            for kink in self.kinks:
                for end in self.ends:
                    yield 1 / (kink - end)

    def _contacts(self) -> list[Expr]:
        inside = [] if self.mean is None else [self.values[self.mean]]
        return list(dict.fromkeys([*self.ends, *inside, sp.Integer(0)]))

    def _stored(self, constant: Expr, multipliers: dict[int, Expr]) -> Bound | None:
        """The bound as formulas, without multiples by 0; None where a formula has no such form."""
        pairs = [(k, s) for k, s in sorted(multipliers.items()) if s != 0]
        if any(s.has(sp.nan, sp.zoo, sp.oo, sp.I, sp.sign, sp.Derivative, sp.Subs) for s in (constant, *(s for _, s in pairs))):
            return None
        try:
            return Bound(self.place, self.relation, to_json(from_sympy(constant)), tuple((k, to_json(from_sympy(s))) for k, s in pairs))
        except ClaimError:
            return None


def _most(means: Means, k: int) -> Any:
    """What an equation makes of an unknown number, or the name that a hypothesis says it is at most; else the number itself."""
    u = means.unknown[k]
    for h in means.given:
        if head(h) == "compare" and word(h[2]) in MIRRORED:
            for one, other, relation in ((h[1], h[3], word(h[2])), (h[3], h[1], MIRRORED[word(h[2])])):
                if one == u and relation in ("<=", "<") and head(other) == "var":
                    return other
    return filled(u, means.values)


def _until_trouble(found: Iterator[T]) -> Iterator[T]:
    """What is found before SymPy meets something that it has no value or no method for."""
    try:
        yield from found
    except TROUBLE:
        return


def relations(means: Means) -> Iterator[tuple[Bound, Bound]]:
    """Equations between means, as two bounds each: of functions that are sums of multiples of others, polynomials in x all of them."""
    yield from _until_trouble(_relations(means))


def _relations(means: Means) -> Iterator[tuple[Bound, Bound]]:
    """The functions one after the other, the shorter ones first."""
    x = sp.Symbol(names(means.x)[0], real=True)
    basis: list[tuple[int, Expr]] = []
    for k, f in sorted(enumerate(means.functions), key=lambda entry: len(text_of(entry[1]))):
        if not means.finite[k] or k in means.infinite or any(node[0] in ("if", "exp", "log", "abs", "max", "min") for node in nodes(f)):
            continue
        g = to_sympy(from_json(f))
        if not g.is_polynomial(x):
            continue
        unknown = sp.symbols(f"l_0:{len(basis) + 1}", cls=sp.Dummy)
        gap = sp.Poly(sp.expand(g - unknown[0] - sum((u * h for u, (_, h) in zip(unknown[1:], basis, strict=True)), sp.Integer(0))), x)
        solved = sp.linsolve(gap.coeffs(), unknown)
        values = next(iter(solved), None)
        if values is None or any(value.free_symbols & set(unknown) for value in values):
            basis.append((k, g))
            continue
        constant, *multipliers = (to_json(from_sympy(sp.simplify(value))) for value in values)
        pairs = tuple((j, m) for (j, _), m in zip(basis, multipliers, strict=True) if m != "0")
        yield Bound(k, "<=", constant, pairs), Bound(k, ">=", constant, pairs)


def shorter(bound: Bound) -> Bound:
    """The bound with shorter formulas, and without multiples by 0."""
    pairs = [(k, _shorter(f)) for k, f in bound.multipliers]
    return replace(bound, constant=_shorter(bound.constant), multipliers=tuple((k, f) for k, f in pairs if f != "0"))


def _shorter(f: Any) -> Any:
    try:
        plain = to_sympy(from_json(f))
        found = sp.factor(sp.simplify(plain).rewrite(sp.exp))
        return to_json(from_sympy(found)) if sp.count_ops(found) <= sp.count_ops(plain) else f
    except TROUBLE:
        return f


# --- floats ----------------------------------------------------------------------------------------------------------------------------------


class Samples:
    """Values of the numbers of a statement that obey its hypotheses and what is known of its means, as floats."""

    def __init__(self, means: Means, facts: Sequence[Any], seed: int) -> None:
        self.means = means
        stream = random.Random(seed)
        ranges = [*means.over, *((u, place) for u, place, is_finite in zip(means.unknown, means.ranges, means.finite, strict=True) if is_finite and names(u)[0] not in means.values), (means.slack, ["interval", "0", "2", *[["word", "open"]] * 2])]
        given = [filled(h, means.values) for h in (*means.given, *facts)]
        self.found: list[dict[str, Any]] = []
        for _ in range(MOST_DRAWN):
            at: dict[str, Any] = {}
            try:
                for pattern, place in ranges:
                    at[names(pattern)[0]] = _drawn(place, at, stream)
                kept = all(bool(holds(h, at)) for h in given if mentions(h) <= at.keys())
            except (Malformed, ArithmeticError, ValueError, OverflowError):
                continue
            if kept:
                self.found.append(at)
            if len(self.found) == DRAWS:
                break

    def fits(self, bound: Bound) -> bool:
        """Whether a bound holds at the values of x that are looked at, as far as floats see."""
        means = self.means
        sides = [filled(f, means.values) for f in (means.functions[bound.of], bound.constant, *(part for k, f in bound.multipliers for part in (f, means.functions[k])))]
        for at in self.found:
            with np.errstate(all="ignore"):
                there = {**at, names(means.x)[0]: _grid(means.support, at)}
                try:
                    g, total, *parts = (value(f, there) for f in sides)
                except (ArithmeticError, ValueError, OverflowError, KeyError):
                    return False
                for k in range(0, len(parts), 2):
                    total = total + parts[k] * parts[k + 1]
                gap = (total - g) * (1 if bound.relation == "<=" else -1)
                if not np.all(np.isfinite(np.where(np.isinf(g), 0, gap))) or np.any(gap < -TOLERANCE * (1 + np.abs(total) + np.abs(g))):
                    return False
        return bool(self.found)

    def leads(self, statement: Any) -> bool:
        """Whether what is left seems true."""
        goal = statement[2] if head(statement) == "forall" else statement
        goal = goal[2] if head(goal) == "implies" else goal
        if head(goal) != "compare":
            return True
        with np.errstate(all="ignore"):
            for at in self.found:
                try:
                    small, large = float(value(goal[1], at)), float(value(goal[3], at))
                except (ArithmeticError, ValueError, OverflowError, TypeError, KeyError):
                    return False
                gap = (large - small) * (1 if word(goal[2]) in ("<=", "<") else -1)
                if not gap >= -TOLERANCE * (1 + abs(small) + abs(large)):
                    return False
        return True


def _drawn(place: Any, at: dict[str, Any], stream: random.Random) -> float:
    if head(place) == "one_of":
        return float(rational(stream.choice(place[1:])))
    low, high = (None if end in INFINITE else float(value(end, at)) for end in place[1:3])
    if head(place) == "integers":
        first = -3 if low is None and high is None else int(low) if low is not None else int(high or 0) - 6
        return float(stream.randint(first, int(high) if high is not None and low is not None and high < first + 6 else first + 6))
    step = stream.choice((0.05, 0.3, 1.0, 2.5)) * stream.random()
    if low is not None and high is not None:
        return low + (high - low) * stream.random()
    return low + step if low is not None else high - step if high is not None else stream.choice((-1, 1)) * step


def _grid(support: Any, at: dict[str, Any]) -> Any:
    """Values of x all over the set, closer to each other near the numbers of the statement."""
    low, high = (None if end in INFINITE else float(value(end, at)) for end in support[1:3])
    marks = np.array([0.0, *at.values()])
    wide = 8.0 + 2 * float(np.max(np.abs(marks)))
    first, last = (low if low is not None else (high if high is not None else 0.0) - wide), (high if high is not None else (low if low is not None else 0.0) + wide)
    grid = np.concatenate([np.linspace(first, last, POINTS), marks, -marks, (marks[:, None] + marks[None, :]).ravel(), (marks[:, None] * (1 + 1e-3)).ravel()])
    left, right = (word(kind) == "open" for kind in support[3:5])
    inside = (grid >= first) & (grid <= last) & ~(left & (grid == first)) & ~(right & (grid == last))
    return grid[inside]


def value(f: Any, at: dict[str, Any]) -> Any:
    """A formula at floats, or at arrays of them."""
    if isinstance(f, str):
        return float(rational(f))
    if f[0] == "var":
        return at[names(f)[0]]
    if f[0] == "pi":
        return np.pi
    if f[0] == "if":
        return np.where(holds(f[1], at), value(f[2], at), value(f[3], at))
    parts = [np.asarray(value(part, at), dtype=float) for part in f[1:]]
    if f[0] == "pow":
        return np.power(parts[0], parts[1])
    if f[0] in FOLDS:
        found = parts[0]
        for part in parts[1:]:
            found = FOLDS[f[0]](found, part)
        return found
    if f[0] not in PLAIN:
        raise ValueError(f"{f[0]} of floats")
    return PLAIN[f[0]](parts[0])


def holds(p: Any, at: dict[str, Any]) -> Any:
    """A proposition at floats; an equation counts as true where the sides are close."""
    if p[0] == "compare":
        return COMPARED[word(p[2])](value(p[1], at), value(p[3], at))
    if p[0] == "not":
        return np.logical_not(holds(p[1], at))
    if p[0] not in ("all", "any"):
        raise ValueError(f"{p[0]} of floats")
    parts = [holds(part, at) for part in conjuncts(p)] if p[0] == "all" else [holds(part, at) for part in p[1:]]
    return (np.logical_and if p[0] == "all" else np.logical_or).reduce(parts)


FOLDS: dict[str, Any] = {"add": np.add, "mul": np.multiply, "max": np.maximum, "min": np.minimum}
PLAIN: dict[str, Any] = {"exp": np.exp, "log": np.log, "abs": np.abs, "sin": np.sin, "cos": np.cos, "atan": np.arctan}
COMPARED: dict[str, Any] = {"<=": np.less_equal, "<": np.less, ">=": np.greater_equal, ">": np.greater, "==": np.isclose, "!=": lambda a, b: np.logical_not(np.isclose(a, b))}

__all__ = ["TROUBLE", "Bound", "Proposals", "Samples", "relations", "shorter"]
