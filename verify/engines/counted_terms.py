"""Terms that stand for what a procedure counts: numbers, lists and functions, their signs, and what is assumed of them on a path."""

from __future__ import annotations

import ast
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from verify.claims.nodes import Node, child, literal, number, pattern_names
from verify.claims.sets import stated
from verify.engines.growth import ONE, ZERO, Algebra, Fact, Term, Unclear, constant

MOST_PATHS = 200
"""Paths through a body."""


@dataclass(frozen=True, slots=True)
class Number:
    """A number. ``kind``: ``int`` a Python integer, ``real`` an exact number that only the counter compares, ``either``."""

    term: Term
    kind: str


@dataclass(frozen=True, slots=True)
class List:
    """A list of numbers: entry k is ``shape`` with ``own`` in place of an unknown integer from ``low`` to ``high`` that depends on k."""

    place: int
    length: Term
    low: Term
    high: Term
    own: Term
    shape: Term
    kind: str


@dataclass(frozen=True, slots=True)
class Curve:
    """A function of one number, as a formula."""

    name: str
    where: Node
    body: Node


@dataclass(frozen=True, slots=True)
class Function:
    """A function of the procedure with the values that it sees where it is defined."""

    definition: ast.FunctionDef
    sees: Mapping[str, Any]


@dataclass(slots=True)
class State:
    """Variables, what is known, and bounds of the counts, on one path."""

    env: dict[str, Any]
    facts: list[Fact]
    counts: dict[str, tuple[Term, Term]] = field(default_factory=dict)

    def copy(self) -> State:
        return State(dict(self.env), list(self.facts), dict(self.counts))


class Returned(Exception):
    """Leaves a function with a value."""

    def __init__(self, value: Any) -> None:
        self.value = value


@dataclass(slots=True)
class Path:
    """The answers to comparisons that are not decided."""

    asked: list[bool]
    taken: list[bool] = field(default_factory=list)

    def next(self) -> bool:
        answer = self.asked[len(self.taken)] if len(self.taken) < len(self.asked) else True
        self.taken.append(answer)
        return answer


Guess = tuple[str, str, str]
"""Two names and ``<`` or ``<=`` between them; ``0`` is a name too."""


class Knowledge:
    """Terms, their signs, and what is assumed of them on one path."""

    def __init__(self, algebra: Algebra, ranges: Mapping[str, Node], deadline: float) -> None:
        self.algebra, self.ranges, self.deadline = algebra, ranges, deadline
        self.state = State({}, [])
        self.path = Path([])
        self.top: Mapping[str, ast.stmt] = {}
        self.running: list[str] = []
        self.invariants: dict[tuple[str, int], dict[Guess, None]] = {}
        self.kept: dict[Any, tuple[Any, list[Fact], dict[str, tuple[Term, Term]]]] = {}
        """Calls that were followed before, with all that was known: what they return, what is known then, what they count."""

    # paths ---------------------------------------------------------------------------------------------------------------
    def explore(self, start: State, run: Callable[[], Any]) -> list[tuple[Any, State]]:
        """All paths from a state: what the run gives, and the state it leaves."""
        before = self.state, self.path
        found: list[tuple[Any, State]] = []
        waiting: list[list[bool]] = [[]]
        try:
            while waiting:
                if len(found) >= MOST_PATHS or time.thread_time() > self.deadline:
                    raise Unclear("too many paths through a procedure")
                asked = waiting.pop()
                self.state, self.path = start.copy(), Path(asked)
                result = run()
                found.append((result, self.state))
                waiting += [[*self.path.taken[:k], False] for k in range(len(asked), len(self.path.taken))]
        finally:
            self.state, self.path = before
        return found

    def sign(self, t: Term) -> int:
        return self.algebra.sign(t, self.state.facts)

    def _assume(self, t: Term, strict: bool) -> None:
        self.state.facts.append(Fact(t, strict))

    def less(self, a: Term, b: Term) -> bool:
        """Whether a < b: by what is known, or on this path."""
        if self.sign(b - a) == 2:
            return True
        if self.sign(a - b) >= 1:
            return False
        answer = self.path.next()
        if answer:
            self._assume(b - a, True)
        else:
            self._assume(a - b, False)
        return answer

    def equal(self, a: Term, b: Term) -> bool:
        signs = self.sign(a - b), self.sign(b - a)
        if min(signs) >= 1 or a == b:
            return True
        if max(signs) == 2:
            return False
        answer = self.path.next()
        if answer:
            self._assume(a - b, False)
            self._assume(b - a, False)
        elif max(signs) == 1:
            self._assume(a - b if signs[0] else b - a, True)
        return answer

    # formulas of the statement -------------------------------------------------------------------------------------------
    def term(self, node: Node, bound: Mapping[str, Any]) -> Term:
        """A formula as a term. Raises Unclear where it has perhaps no value."""
        value, facts = literal(node), self.state.facts
        if value is not None:
            return constant(value)
        if node.head == "var":
            name = str(node.args[0])
            if isinstance(bound.get(name), Number):
                return bound[name].term  # type: ignore[no-any-return]
            if name in bound or name not in self.ranges or stated(self.ranges[name]).head not in ("interval", "integers"):
                raise Unclear(f"{name} is not a number that is known")
            return self.algebra.name(name, stated(self.ranges[name]).head == "integers")
        if node.head == "add":
            return sum((self.term(part, bound) for part in parts_of(node)), ZERO)
        if node.head == "mul":
            found = ONE
            for part in parts_of(node):
                found = found * self.term(part, bound)
            return found
        if node.head == "pi":
            return self.algebra.pi()
        if node.head == "pow":
            return self._power(self.term(child(node, 0), bound), self.term(child(node, 1), bound))
        if node.head in ("ceiling", "floor"):
            return self.algebra.rounded(node.head, self.term(child(node, 0), bound), facts)
        if node.head == "log":
            inner = self.term(child(node, 0), bound)
            if self.sign(inner) != 2:
                raise Unclear("the logarithm of what is not known to be positive")
            found, _ = self.algebra.atom("log", inner)
            if self.sign(inner - ONE) == 2:
                facts.append(Fact(found, True))
            return found
        if node.head == "gaussian_profile":
            return self.algebra.special(node.head, (self.term(child(node, 0), bound), self.term(child(node, 1), bound)), facts)
        raise Unclear(f"{node.head} in a formula")

    def _power(self, base: Term, exponent: Term) -> Term:
        power = exponent.literal
        if power == Fraction(1, 2) and base.literal is not None:
            return self.algebra.root(base.literal)
        if power is None or power.denominator != 1 or abs(power) > 8:
            raise Unclear("a power that is not read")
        base = base if power >= 0 else self.algebra.inverse(base, self.state.facts)
        found = ONE
        for _ in range(abs(int(power))):
            found = found * base
        return found

    def input(self, node: Node, bound: Mapping[str, Any]) -> Any:
        """An argument of a procedure as what it is handed."""
        if node.head == "var" and str(node.args[0]) in bound:
            return bound[str(node.args[0])]
        if node.head == "lambda":
            over: Any = node.args[0]
            if len(over) != 1 or pattern_names(over[0][0])[0] in bound or len(pattern_names(over[0][0])) != 1:
                raise Unclear("a function of several numbers")
            return Curve(pattern_names(over[0][0])[0], stated(over[0][1]), child(node, 1))
        return Number(self.term(node, bound), "real")

    def at(self, curve: Curve, x: Number) -> Number:
        """The value of a curve at a number of its range."""
        where = curve.where
        if where.head != "interval" or not self._inside(where, x.term):
            raise Unclear("a function outside its range")
        return Number(self._value(curve.body, {curve.name: x}), "real")

    def _inside(self, where: Node, t: Term) -> bool:
        for k, turned in ((0, 1), (1, -1)):
            end = child(where, k)
            if end == number("-oo" if k == 0 else "oo"):
                continue
            gap = (t - self.term(end, {})) if turned > 0 else (self.term(end, {}) - t)
            if self.sign(gap) < (2 if where.args[2 + k] == "open" else 1):
                return False
        return True

    def _value(self, body: Node, bound: Mapping[str, Any]) -> Term:
        """The value of the formula of a curve."""
        if body.head == "hockey_stick":
            return self._hockey_stick(child(body, 0), child(body, 1), self.term(child(body, 2), bound))
        if body.head == "max":
            values = list(dict.fromkeys(self._value(part, bound) for part in parts_of(body)))
            if len(values) == 1:
                return values[0]
            found, new = self.algebra.atom("curve", "max", *values)
            if new:
                self.algebra.know(found, *(Fact(found - v, False) for v in values))
            if all(self.sign(ONE - v) >= 1 for v in values):
                self._assume(ONE - found, False)
            return found
        return self.term(body, bound)

    def _hockey_stick(self, p: Node, q: Node, epsilon: Term) -> Term:
        """sup over events of P - exp(epsilon) Q: exactly for two normal laws of variance 1, and from 0 or the mass of P outside of Q up to 1."""
        if p.head == q.head == "normal_vector" and child(p, 1) == child(q, 1) == number(1):
            means = [literal(child(law, 0)) for law in (p, q)]
            if means[0] is not None and means[1] is not None and means[0] != means[1]:
                return self.algebra.special("gaussian_profile", (epsilon, constant(abs(means[0] - means[1]))), self.state.facts)
        outside = Fraction(0)
        if p.head == q.head == "finite":
            laws = [_weights(law) for law in (p, q)]
            outside = sum((w for x, w in laws[0].items() if not laws[1].get(x)), Fraction(0))
        elif not self._on_one_space(p, q):
            raise Unclear("the divergence of distributions that are not known to lie on one space")
        if outside == 1:
            return ONE
        found, new = self.algebra.atom("curve", p, q, epsilon)
        if new:
            self.algebra.know(found, Fact(found - constant(outside), False), Fact(ONE - found, False))
        return found

    def _on_one_space(self, p: Node, q: Node) -> bool:
        if p.head != "var" or q.head != "var":
            return p.head == q.head == "normal_vector" and all(literal(child(law, 0)) is not None for law in (p, q))
        sets = [stated(self.ranges[str(law.args[0])]) if str(law.args[0]) in self.ranges else None for law in (p, q)]
        return sets[0] is not None and sets[1] is not None and sets[0].head == sets[1].head == "laws" and sets[0].args[0] == sets[1].args[0]


def gap_between(g: Guess, state: State) -> Term:
    """The larger side of a guess less the smaller one."""
    low, high = (ZERO if name == "0" else state.env[name].term for name in (g[0], g[2]))
    return high - low


def ratio(a: Term, b: Term) -> Fraction | None:
    """The number r with a = r b, where there is one."""
    if not a.key or len(a.key) != len(b.key):
        return None
    r = Fraction(a.key[0][1]) / b.key[0][1]
    return r if a == constant(r) * b else None


def put(t: Term, old: Term, new: Term) -> Term:
    """The term with another term in place of an atom that stands in it as itself."""
    (((atom, _),), _), = old.key
    found = ZERO
    for m, k in t.key:
        power = dict(m).get(atom, 0)
        if power < 0:
            raise Unclear("an entry of a list in a divisor")
        rest = Term.of({tuple(pair for pair in m if pair[0] != atom): k})
        for _ in range(power):
            rest = rest * new
        found = found + rest
    return found


def parts_of(node: Node) -> list[Node]:
    """The arguments that are formulas."""
    return [part for part in node.args if isinstance(part, Node)]


def _weights(law: Node) -> dict[Node, Fraction]:
    found: dict[Node, Fraction] = {}
    for point, weight in law.args[0]:  # type: ignore[union-attr,misc,str-unpack]
        if literal(point) is None or literal(weight) is None:  # type: ignore[arg-type]
            raise Unclear("a distribution whose points and weights are not numbers")
        found[point] = found.get(point, Fraction(0)) + literal(weight)  # type: ignore[index,arg-type,operator]
    return found
