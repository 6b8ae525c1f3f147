"""Decides how the counts of printed procedures grow: bounds of the counts for all inputs at once, and the growth of these bounds as one name tends to infinity.

The syntax tree of a procedure is run on *terms* of its inputs (``growth.py``) with what is known of their signs. Where a comparison is not decided by what is known both answers are
followed. Of a loop are needed the number of its turns, and inequalities between its variables that hold before every turn: simple ones are guessed, and kept where they hold at
the start and one turn keeps them. Turns are seen of ``for i in range(n)``; of ``while i <= n`` where each turn adds the same to i; and of ``while True`` that ends by its last line,
``if run.less(e, b)``, where each turn multiplies e by the same number between 0 and 1. A division, a special function or a place in a list without a value is no run: nothing is said then.

What is decided: ``LimSup``, ``LimInf`` and ``Limit`` against 0 and infinity, for all values of the free names (PROVED) or at one instance (REFUTED), and that no factor serves all
(``there are K, ...: for all t: A <= K G`` is false where A/G tends to infinity in one name whatever the others are).

Evidence of kind ``counts``: ``instance`` (REFUTED), ``invariants`` of the loops, each by its procedure and its number in the text, and ``growth``, the classes between which sides lie.
"""

from __future__ import annotations

import ast
import inspect
import itertools
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from typing import Any

from verify.claims import procedures
from verify.claims.nodes import ClaimError, Node, child, free_names, heads, literal, number, pattern_names, substitute, to_json
from verify.claims.sets import stated
from verify.claims.show import text
from verify.engines import evaluate as ev
from verify.engines.growth import ONE, ZERO, Algebra, Fact, Growth, Term, Unclear, constant
from verify.engines.membership import contains
from verify.engines.procedure import Procedure, find, used
from verify.engines.task import Finding, Status, Task, cannot
from verify.engines.truth import Truth
from verify.values.numbers import NoValue

ENGINE = "counts"
LIMITS = frozenset({"limsup", "liminf", "limit"})
MOST_PATHS, MOST_INSTANCES, MOST_ROUNDS, LARGE = 200, 3, 40, 16
"""Paths through a body, instances tried, rounds of dropping guesses, what the name that tends to infinity exceeds in the end."""


# --- values inside a procedure ---------------------------------------------------------------------------------------------------


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


class _Return(Exception):
    def __init__(self, value: Any) -> None:
        self.value = value


@dataclass(slots=True)
class _Path:
    """The answers to comparisons that are not decided."""

    asked: list[bool]
    taken: list[bool] = field(default_factory=list)

    def next(self) -> bool:
        answer = self.asked[len(self.taken)] if len(self.taken) < len(self.asked) else True
        self.taken.append(answer)
        return answer


Guess = tuple[str, str, str]
"""Two names and ``<`` or ``<=`` between them; ``0`` is a name too."""


class Interpreter:
    """Runs procedures on terms."""

    def __init__(self, algebra: Algebra, ranges: Mapping[str, Node], deadline: float) -> None:
        self.algebra, self.ranges, self.deadline = algebra, ranges, deadline
        self.state = State({}, [])
        self.path = _Path([])
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
                self.state, self.path = start.copy(), _Path(asked)
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
            return sum((self.term(part, bound) for part in _parts(node)), ZERO)
        if node.head == "mul":
            found = ONE
            for part in _parts(node):
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
            values = list(dict.fromkeys(self._value(part, bound) for part in _parts(body)))
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

    # procedures ----------------------------------------------------------------------------------------------------------
    def outcome(self, node: Node, bound: Mapping[str, Any]) -> tuple[Term, Term]:
        """Bounds of a count, or a number that is returned, for every run; every run has a value."""
        place, digest, wanted, arguments = str(node.args[0]), str(node.args[1]), str(node.args[2]), node.args[3]
        try:
            procedure = find(place, digest)
            self.top = _text_of(procedure)
        except (ev.NoRoute, OSError, ClaimError) as error:
            raise Unclear(str(error)) from None
        assert isinstance(arguments, tuple)
        given = {str(entry[0]): self.input(entry[1], bound) for entry in arguments}  # type: ignore[index,arg-type]
        paths = self.explore(State({}, self.state.facts), lambda: self._enter(Function(self._function(procedure.name), {}), [COUNTER], given))
        if any(not isinstance(result, dict) or set(result) & set(state.counts) for result, state in paths):
            raise Unclear(f"{procedure.name} returns no fields, or counts what it returns")
        bounds = []
        for result, state in paths:
            if wanted in result:
                if not isinstance(result[wanted], Number):
                    raise Unclear(f"{wanted} is not a number")
                bounds.append((result[wanted].term, result[wanted].term))
            elif any(wanted in {a.value for a in ast.walk(part) if isinstance(a, ast.Constant)} for part in self.top.values()):
                bounds.append(state.counts.get(wanted, (ZERO, ZERO)))
        if len(bounds) != len(paths) or any(wanted in result for result, _ in paths) != all(wanted in result for result, _ in paths):
            raise Unclear(f"{procedure.name} neither returns nor counts {wanted}")
        return self._hull(bounds)

    def _hull(self, bounds: list[tuple[Term, Term]]) -> tuple[Term, Term]:
        """Bounds that hold for all of several."""
        lows, highs = ([*dict.fromkeys(pair[k] for pair in bounds)] for k in (0, 1))
        low = next((a for a in lows if all(self.sign(b - a) >= 1 for b in lows)), None)
        high = next((a for a in highs if all(self.sign(a - b) >= 1 for b in highs)), None)
        if high is None and all(self.sign(a) >= 1 for a in highs):
            high = sum(highs, ZERO)
        if low is None and all(self.sign(a) >= 1 for a in lows):
            low = ZERO
        if low is None or high is None:
            raise Unclear("counts that are not compared")
        return low, high

    def _function(self, name: str) -> ast.FunctionDef:
        found = self.top.get(name)
        if not isinstance(found, ast.FunctionDef):
            raise Unclear(f"{name} is not a function of the module")
        return found

    def _enter(self, function: Function, values: list[Any], named: Mapping[str, Any]) -> Any:
        """The value that a function returns on this path."""
        arguments = function.definition.args
        if arguments.vararg or arguments.kwarg or arguments.defaults or arguments.kwonlyargs or len(self.running) > 8:
            raise Unclear("a function with inputs that are not read, or too deep")
        names = [a.arg for a in (*arguments.posonlyargs, *arguments.args)]
        env = dict(zip(names, values, strict=False)) | dict(named)
        if set(env) != set(names) or len(values) > len(names) or set(named) & set(names[:len(values)]):
            raise Unclear(f"{function.definition.name} is called with other inputs")
        key = (function.definition, tuple(env.items()), frozenset(self.state.facts)) if not function.sees else None
        try:
            known = self.kept.get(key) if key is not None else None
        except TypeError:  # a function among the inputs
            key = known = None
        if known is None:
            before, taken, facts = self.state.counts, len(self.path.taken), len(self.state.facts)
            self.state.counts = {}
            result = self._run(function, env)
            known = result, self.state.facts[facts:], self.state.counts
            self.state.counts = before
            if key is not None and len(self.path.taken) == taken:
                self.kept[key] = known
        else:
            self.state.facts += known[1]
        for name, (low, high) in known[2].items():
            own = self.state.counts.get(name, (ZERO, ZERO))
            self.state.counts[name] = own[0] + low, own[1] + high
        return known[0]

    def _run(self, function: Function, env: Mapping[str, Any]) -> Any:
        outer = self.state.env
        self.state.env = {**function.sees, **env}
        self.running.append(function.definition.name)
        try:
            self.block(function.definition.body)
        except _Return as found:
            return found.value
        finally:
            self.running.pop()
            self.state.env = outer
        return None

    # statements ----------------------------------------------------------------------------------------------------------
    def block(self, statements: list[ast.stmt]) -> None:
        for statement in statements:
            self.statement(statement)

    def statement(self, s: ast.stmt) -> None:
        if isinstance(s, ast.Assign) and len(s.targets) == 1:
            self._bind(s.targets[0], self.value(s.value))
        elif isinstance(s, ast.AugAssign) and isinstance(s.target, ast.Name):
            self._bind(s.target, self.value(ast.BinOp(left=ast.Name(id=s.target.id, ctx=ast.Load()), op=s.op, right=s.value)))
        elif isinstance(s, ast.Expr):
            self.value(s.value)
        elif isinstance(s, ast.If):
            self.block(s.body if self.test(s.test) else s.orelse)
        elif isinstance(s, ast.Return):
            raise _Return(self.value(s.value) if s.value is not None else None)
        elif isinstance(s, ast.FunctionDef):
            own = {a.arg for a in ast.walk(s.args) if isinstance(a, ast.arg)}
            used = {a.id for part in s.body for a in ast.walk(part) if isinstance(a, ast.Name)} - own
            around = self.top.get(self.running[-1])
            assigned = _assigned(around.body) if isinstance(around, ast.FunctionDef) else used
            if used & assigned:
                raise Unclear("an inner function that sees what changes")
            self.state.env[s.name] = Function(s, {name: self.state.env[name] for name in used if name in self.state.env})
        elif isinstance(s, ast.For | ast.While):
            self._loop(s)
        elif not isinstance(s, ast.Pass):
            raise Unclear(f"a line of the kind {type(s).__name__}")

    def _bind(self, target: ast.expr, value: Any) -> None:
        if isinstance(target, ast.Name):
            self.state.env[target.id] = value
        elif isinstance(target, ast.Tuple) and isinstance(value, tuple) and len(target.elts) == len(value):
            for part, own in zip(target.elts, value, strict=True):
                self._bind(part, own)
        else:
            raise Unclear("an assignment that is not read")

    # expressions ---------------------------------------------------------------------------------------------------------
    def number(self, e: ast.expr) -> Number:
        found = self.value(e)
        if not isinstance(found, Number):
            raise Unclear("a number is expected")
        return found

    def value(self, e: ast.expr) -> Any:
        if isinstance(e, ast.Constant) and type(e.value) is int:
            return Number(constant(e.value), "int")
        if isinstance(e, ast.Constant) and isinstance(e.value, str):
            return e.value
        if isinstance(e, ast.Name):
            if e.id in self.state.env:
                return self.state.env[e.id]
            around = self.top.get(self.running[-1])
            if e.id in self.top and not (isinstance(around, ast.FunctionDef) and e.id in _assigned(around.body)):
                return Function(self._function(e.id), {})
            raise Unclear(f"{e.id} has no value that is known")
        if isinstance(e, ast.Tuple):
            return tuple(self.value(part) for part in e.elts)
        if isinstance(e, ast.Dict) and all(isinstance(key, ast.Constant) for key in e.keys):
            return {key.value: self.value(part) for key, part in zip(e.keys, e.values, strict=True)}  # type: ignore[union-attr]
        if isinstance(e, ast.UnaryOp) and isinstance(e.op, ast.USub):
            inner = self.number(e.operand)
            return Number(-inner.term, inner.kind)
        if isinstance(e, ast.BinOp):
            return self._operation(e.op, self.number(e.left), self.number(e.right))
        if isinstance(e, ast.IfExp):
            return self.value(e.body if self.test(e.test) else e.orelse)
        if isinstance(e, ast.Subscript):
            return self._entry(self.value(e.value), self.value(e.slice))
        if isinstance(e, ast.ListComp):
            return self._list(e)
        if isinstance(e, ast.Call):
            return self._call(e)
        raise Unclear(f"an expression of the kind {type(e).__name__}")

    def _operation(self, op: ast.operator, a: Number, b: Number) -> Number:
        kinds = {a.kind, b.kind}
        kind = "real" if "real" in kinds else "either" if "either" in kinds else "int"
        if isinstance(op, ast.Add):
            return Number(a.term + b.term, kind)
        if isinstance(op, ast.Sub):
            return Number(a.term - b.term, kind)
        if isinstance(op, ast.Mult):
            return Number(a.term * b.term, kind)
        if isinstance(op, ast.Div) and kind == "real":  # of two integers it is no exact number
            return Number(a.term * self.algebra.inverse(b.term, self.state.facts), kind)
        raise Unclear(f"an operation of the kind {type(op).__name__}")

    def test(self, e: ast.expr) -> bool:
        """The answer to a comparison on this path."""
        if isinstance(e, ast.UnaryOp) and isinstance(e.op, ast.Not):
            return not self.test(e.operand)
        if isinstance(e, ast.BoolOp):
            whole = isinstance(e.op, ast.And)
            for part in e.values:
                if self.test(part) != whole:
                    return not whole
            return whole
        if isinstance(e, ast.Compare) and len(e.ops) == 1:
            a, b = self.number(e.left), self.number(e.comparators[0])
            if a.kind != "int" or b.kind != "int":
                raise Unclear("Python compares only integers")
            return self._compared(e.ops[0], a.term, b.term)
        found = self.value(e)
        if not isinstance(found, bool):
            raise Unclear("a condition that is not a comparison")
        return found

    def _compared(self, op: ast.cmpop, a: Term, b: Term) -> bool:
        if isinstance(op, ast.Lt | ast.GtE):
            return self.less(a, b) == isinstance(op, ast.Lt)
        if isinstance(op, ast.Gt | ast.LtE):
            return self.less(b, a) == isinstance(op, ast.Gt)
        if isinstance(op, ast.Eq | ast.NotEq):
            return self.equal(a, b) == isinstance(op, ast.Eq)
        raise Unclear("a comparison that is not read")

    def _entry(self, whole: Any, index: Any) -> Any:
        if isinstance(whole, dict) and isinstance(index, str) and index in whole:
            return whole[index]
        if isinstance(whole, List) and isinstance(index, Number) and index.kind == "int":
            if self.sign(index.term) < 1 or self.sign(whole.length - index.term) != 2 or not self.algebra.is_whole(index.term):
                raise Unclear("a place that is not known to be in the list")
            found, new = self.algebra.atom("entry", whole.place, index.term, whole=True)
            if new:
                self.algebra.know(found, Fact(found - whole.low, False), Fact(whole.high - found, False))
            return Number(_put(whole.shape, whole.own, found), whole.kind)
        raise Unclear("a place of something that is not a list")

    def _list(self, e: ast.ListComp) -> List:
        if len(e.generators) != 1 or e.generators[0].ifs or not isinstance(e.generators[0].target, ast.Name):
            raise Unclear("a list that is not read")
        over = self.value(e.generators[0].iter)
        if not isinstance(over, List):
            raise Unclear("a list of something that is not a list")
        before, counts = dict(self.state.env), dict(self.state.counts)
        taken = len(self.path.taken)
        self.state.env[e.generators[0].target.id] = Number(over.shape, over.kind)
        found = self.number(e.elt)
        self.state.env = before
        if len(self.path.taken) != taken or counts != self.state.counts or (self.algebra.unknowns(found.term) - self.algebra.unknowns(over.own)):
            raise Unclear("a list whose entries depend on comparisons")
        return List(over.place, over.length, over.low, over.high, over.own, found.term, found.kind)

    def _call(self, e: ast.Call) -> Any:
        if any(isinstance(a, ast.Starred) for a in e.args) or any(k.arg is None for k in e.keywords):
            raise Unclear("a call with stars")
        if isinstance(e.func, ast.Attribute):
            if self.value(e.func.value) is not COUNTER or e.keywords:
                raise Unclear(f"a call of .{e.func.attr}")
            return self._ask(e.func.attr, [self.value(a) for a in e.args])
        if not isinstance(e.func, ast.Name):
            raise Unclear("a call of something that is not a name")
        if e.func.id == "len" and self._builtin("len"):
            whole = self.value(e.args[0]) if len(e.args) == 1 and not e.keywords else None
            if isinstance(whole, List):
                return Number(whole.length, "int")
            raise Unclear("the length of something that is not a list")
        called = self.value(e.func)
        values = [self.value(a) for a in e.args]
        if isinstance(called, Curve) and len(values) == 1 and isinstance(values[0], Number):
            return self.at(called, values[0])
        if isinstance(called, Function):
            return self._enter(called, values, {str(k.arg): self.value(k.value) for k in e.keywords})
        raise Unclear("a call of something that is not a function")

    def _ask(self, question: str, values: list[Any]) -> Any:
        """What the counter answers."""
        if question == "count" and values and isinstance(values[0], str):
            times = values[1].term if len(values) == 2 and isinstance(values[1], Number) and values[1].kind == "int" else ONE
            if len(values) > 2 or self.sign(times) < 1:
                raise Unclear("a count that may be negative")
            low, high = self.state.counts.get(values[0], (ZERO, ZERO))
            self.state.counts[values[0]] = low + times, high + times
            return None
        if question == "special" and values and isinstance(values[0], str):
            arguments = tuple(v.term for v in values[1:] if isinstance(v, Number))
            if len(arguments) != 2 or len(values) != 3:
                raise Unclear("a special function that is not read")
            return Number(self.algebra.special(values[0], arguments, self.state.facts), "real")
        terms = [v.term for v in values if isinstance(v, Number)]
        if len(terms) != len(values):
            raise Unclear("a question about something that is not a number")
        if question == "pi" and not terms:
            return Number(self.algebra.pi(), "real")
        if question in ("less", "at_most", "equal") and len(terms) == 2:
            a, b = terms
            return self.less(a, b) if question == "less" else not self.less(b, a) if question == "at_most" else self.equal(a, b)
        if len(terms) == 1 and question in ("floor", "ceiling"):
            return Number(self.algebra.rounded(question, terms[0], self.state.facts), "int")
        if len(terms) == 1 and question == "whole" and self.algebra.is_whole(terms[0]):
            return Number(terms[0], "int")
        if len(terms) == 1 and question == "sqrt" and terms[0].literal is not None:
            return Number(self.algebra.root(terms[0].literal), "real")
        raise Unclear(f"the question {question}")

    # loops ---------------------------------------------------------------------------------------------------------------
    def _loop(self, s: ast.For | ast.While) -> None:
        """A loop: invariants, turns, counts, and what is known after it."""
        if s.orelse:
            raise Unclear("a loop with an else")
        if isinstance(s, ast.For):
            turns, name = self._range(s)
            self._after(s, s.body, turns, lambda head: None, {name: turns})
        elif isinstance(s.test, ast.Constant) and s.test.value is True:
            self._shrinking(s)
        else:
            self._stepping(s)

    def _builtin(self, name: str) -> bool:
        """Whether a name means here what it means in Python."""
        around = self.top.get(self.running[-1])
        return name not in self.state.env and name not in self.top and isinstance(around, ast.FunctionDef) and name not in _assigned(around.body)

    def _range(self, s: ast.For) -> tuple[Term, str]:
        call = s.iter
        if not self._builtin("range"):
            raise Unclear("a range that is not that of Python")
        if not (isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "range" and len(call.args) == 1 and isinstance(s.target, ast.Name)):
            raise Unclear("a for-loop over something that is not a range")
        turns = self.number(call.args[0])
        if turns.kind != "int" or self.sign(turns.term) < 1 or s.target.id in _assigned(s.body):
            raise Unclear("a for-loop over a range that is not known")
        return turns.term, s.target.id

    def _stepping(self, s: ast.While) -> None:
        test = s.test
        if not (isinstance(test, ast.Compare) and len(test.ops) == 1 and isinstance(test.left, ast.Name) and isinstance(test.ops[0], ast.Lt | ast.LtE)):
            raise Unclear("a while-loop whose number of iterations is not determined")
        name, changed = test.left.id, _assigned(s.body)
        if any(isinstance(a, ast.Call) or (isinstance(a, ast.Name) and a.id in changed) for a in ast.walk(test.comparators[0])):
            raise Unclear("a while-loop whose end moves")
        first, last = self.number(test.left), self.number(test.comparators[0])
        if first.kind != "int" or last.kind != "int":
            raise Unclear("Python compares only integers")
        end = last.term - (ONE if isinstance(test.ops[0], ast.Lt) else ZERO)
        if self.sign(end - first.term) < 1:
            raise Unclear("a while-loop that may not begin")
        steps: set[Fraction | None] = set()

        def turn(head: State) -> None:
            steps.clear()
            head.facts.append(Fact(end - head.env[name].term, False))

        def ended(head: State, state: State) -> None:
            own = state.env[name]
            steps.add((own.term - head.env[name].term).literal if own.kind == "int" else None)

        def turns() -> Term:
            step = steps.pop() if len(steps) == 1 else None
            if step is None or step <= 0 or step.denominator != 1:
                raise Unclear("a while-loop that does not move by the same step in each turn")
            return self.algebra.rounded("floor", (end - first.term) * constant(1 / step), self.state.facts) + ONE

        self._after(s, s.body, turns, turn, {}, ended)

    def _shrinking(self, s: ast.While) -> None:
        final = s.body[-1]
        leave = final.body[-1] if isinstance(final, ast.If) and len(final.body) == 1 and not final.orelse else None
        test = final.test if isinstance(final, ast.If) else None
        if not (isinstance(leave, ast.Return | ast.Break) and isinstance(test, ast.Call) and isinstance(test.func, ast.Attribute) and test.func.attr == "less"
                and len(test.args) == 2 and not test.keywords and self.value(test.func.value) is COUNTER):
            raise Unclear("a while-loop without an end by its last line")
        small, bound = test.args
        rates: set[Fraction | None] = set()
        counts, taken = dict(self.state.counts), len(self.path.taken)
        start, limit = self.number(small).term, self.number(bound).term
        if counts != self.state.counts or taken != len(self.path.taken):
            raise Unclear("a test at the end of a loop that counts, or depends on comparisons")
        if self.sign(start) != 2 or self.sign(limit) != 2:
            raise Unclear("a while-loop whose end is not shown to be reached")

        def ended(head: State, state: State) -> None:
            now, then = self._in(state, small), self._in(head, small)
            if self._in(state, bound) != limit:
                raise Unclear("a while-loop whose end moves")
            rates.add(_ratio(now, then))

        def turns() -> Term:
            rate = rates.pop() if len(rates) == 1 else None
            if rate is None or not 0 < rate < 1:
                raise Unclear("a while-loop without a single rate at which it approaches its end")
            return self.algebra.turns(start * self.algebra.inverse(limit, self.state.facts), rate)

        self._after(s, s.body[:-1], turns, lambda head: rates.clear(), {}, ended)
        self._assume(self.number(bound).term - self.number(small).term, True)
        if isinstance(leave, ast.Return):
            self.statement(leave)

    def _in(self, state: State, e: ast.expr) -> Term:
        before, path = self.state, self.path
        self.state, self.path = state, _Path([])
        try:
            found = self.number(e).term
            if self.path.taken:
                raise Unclear("the end of a loop depends on comparisons")
            return found
        finally:
            self.state, self.path = before, path

    def _after(self, s: ast.For | ast.While, body: list[ast.stmt], turns: Any, turn: Callable[[State], None], indices: dict[str, Term],
               ended: Callable[[State, State], None] = lambda head, state: None) -> None:
        """Find the invariants of a loop by dropping guesses, count, and leave the state after its last turn."""
        if any(_leaves(part) for part in body):
            raise Unclear("a loop that is left inside")
        entry = self.state
        changed = [name for name in sorted(_assigned(body)) if name in entry.env]
        if any(not isinstance(entry.env[name], Number) for name in changed):
            raise Unclear("a loop that changes something that is not a number")
        dropped = (_assigned(body) | set(indices)) - set(changed)
        kinds = {name: entry.env[name].kind for name in changed}
        whole = {name: self.algebra.is_whole(entry.env[name].term) for name in changed}
        mark = len(self.algebra.table)
        guesses = self._guesses(changed, dropped)
        if guesses:  # what one turn from the very start does not keep is dropped first, where little is known and proofs are short
            guesses = self._kept(guesses, self._turns(self._begun(entry.copy(), indices, dropped, turn), body))
        for _ in range(MOST_ROUNDS):
            head = self._begun(self._head(entry, changed, kinds, whole, guesses, dropped), indices, dropped, turn)
            paths = self._turns(head, body)
            again = False
            for _, state in paths:
                for name in changed:
                    own = state.env[name]
                    if not isinstance(own, Number):
                        raise Unclear("a loop that changes something that is not a number")
                    if own.kind != kinds[name] and kinds[name] != "either":
                        kinds[name], again = "either", True
                    if whole[name] and not self.algebra.is_whole(own.term):
                        whole[name], again = False, True
            kept = self._kept(guesses, paths)
            again, guesses = again or kept != guesses, kept
            if not again:
                break
        else:
            raise Unclear("the invariants of a loop are not found")
        for _, state in paths:
            ended(head, state)
        times = turns() if callable(turns) else turns
        place = (self.running[-1], _ordinal(self.top, self.running[-1], s))
        self.invariants.setdefault(place, {}).update(dict.fromkeys(guesses))
        for name in sorted({name for _, state in paths for name in state.counts}):
            low, high = self._hull([state.counts.get(name, (ZERO, ZERO)) for _, state in paths])
            if any(a >= mark for t in (low, high) for a in self.algebra.unknowns(t)):
                raise Unclear("a count that depends on the turn of a loop")
            known = entry.counts.get(name, (ZERO, ZERO))
            entry.counts[name] = known[0] + times * low, known[1] + times * high
        after = self._head(entry, changed, kinds, whole, guesses, dropped)
        entry.env, entry.facts = after.env, after.facts

    def _head(self, entry: State, changed: list[str], kinds: dict[str, str], whole: dict[str, bool], guesses: list[Guess], dropped: set[str]) -> State:
        """The state before some turn: of the variables that change only the invariants are known."""
        head = State({name: value for name, value in entry.env.items() if name not in dropped}, list(entry.facts))
        for name in changed:
            head.env[name] = Number(self.algebra.unknown(whole[name]), kinds[name])
        head.facts += [Fact(_gap(g, head), g[1] == "<") for g in guesses]
        return head

    def _begun(self, head: State, indices: dict[str, Term], dropped: set[str], turn: Callable[[State], None]) -> State:
        """The state at the beginning of a turn."""
        for name in dropped:
            head.env.pop(name, None)
        for name, length in indices.items():
            own = self.algebra.unknown(whole=True)
            head.env[name] = Number(own, "int")
            head.facts += [Fact(own, False), Fact(length - ONE - own, False)]
        turn(head)
        return head

    def _turns(self, head: State, body: list[ast.stmt]) -> list[tuple[Any, State]]:
        return self.explore(head, lambda: self.block(body))

    def _guesses(self, changed: list[str], dropped: set[str]) -> list[Guess]:
        """Inequalities between variables that hold before the loop, one of which changes in it."""
        others = ["0", *(name for name, value in self.state.env.items() if isinstance(value, Number) and name not in dropped)]
        found: list[Guess] = []
        for name in changed:
            for other in others:
                if other != name and not (other in changed and other < name):
                    for pair in ((name, other), (other, name)):
                        kind = self.sign(_gap((pair[0], "<", pair[1]), self.state))
                        if kind:
                            found.append((pair[0], "<" if kind == 2 else "<=", pair[1]))
        return found

    def _kept(self, guesses: list[Guess], paths: list[tuple[Any, State]]) -> list[Guess]:
        """The guesses that hold after a turn, weaker where they hold so."""
        for _, state in paths:
            kept = []
            for low, relation, high in guesses:
                values = state.env.get(low), state.env.get(high)
                if all(isinstance(v, Number) or name == "0" for v, name in zip(values, (low, high), strict=True)):
                    kind = self.algebra.sign(_gap((low, relation, high), state), state.facts)
                    if kind:
                        kept.append((low, relation if kind == 2 else "<=", high))
            guesses = kept
        return guesses


COUNTER = object()
"""What a procedure is given first."""


def _gap(g: Guess, state: State) -> Term:
    low, high = (ZERO if name == "0" else state.env[name].term for name in (g[0], g[2]))
    return high - low


def _ratio(a: Term, b: Term) -> Fraction | None:
    """The number r with a = r b, where there is one."""
    if not a.key or len(a.key) != len(b.key):
        return None
    r = Fraction(a.key[0][1]) / b.key[0][1]
    return r if a == constant(r) * b else None


def _put(t: Term, old: Term, new: Term) -> Term:
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


def _assigned(body: list[ast.stmt]) -> set[str]:
    return {name for part in body for name in _assigned_by(part)}


@lru_cache(maxsize=1 << 12)
def _leaves(statement: ast.stmt) -> bool:
    """Whether a statement leaves a loop inside, or defines a function."""
    return any(isinstance(a, ast.Return | ast.Break | ast.Continue | ast.FunctionDef) for a in ast.walk(statement))


@lru_cache(maxsize=1 << 12)
def _assigned_by(statement: ast.stmt) -> frozenset[str]:
    stored = {a.id for a in ast.walk(statement) if isinstance(a, ast.Name) and isinstance(a.ctx, ast.Store)}
    return frozenset(stored | {a.name for a in ast.walk(statement) if isinstance(a, ast.FunctionDef)})


@lru_cache(maxsize=64)
def _text_of(procedure: Procedure) -> Mapping[str, ast.stmt]:
    """The definitions of the module of a procedure."""
    return procedures.definitions(inspect.getsource(procedure.module), procedure.name)


def _ordinal(top: Mapping[str, ast.stmt], function: str, loop: ast.stmt) -> int:
    """The number of a loop among those of a function, in the order of the text."""
    return next((k for k, a in enumerate(_loops(top[function]) if function in top else ()) if a is loop), -1)


@lru_cache(maxsize=256)
def _loops(definition: ast.stmt) -> list[ast.For | ast.While]:
    return sorted((a for a in ast.walk(definition) if isinstance(a, ast.For | ast.While)), key=lambda a: (a.lineno, a.col_offset))


def _parts(node: Node) -> list[Node]:
    return [part for part in node.args if isinstance(part, Node)]


def _weights(law: Node) -> dict[Node, Fraction]:
    found: dict[Node, Fraction] = {}
    for point, weight in law.args[0]:  # type: ignore[union-attr,misc,str-unpack]
        if literal(point) is None or literal(weight) is None:  # type: ignore[arg-type]
            raise Unclear("a distribution whose points and weights are not numbers")
        found[point] = found.get(point, Fraction(0)) + literal(weight)  # type: ignore[index,arg-type,operator]
    return found


# --- statements ------------------------------------------------------------------------------------------------------------------

Sides = tuple[Growth | None, Growth]
"""Between what a side lies that is positive; without a lower bound where it is perhaps 0."""
MIRRORED = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "==": "==", "!=": "!="}


_FOLLOWED: dict[Any, tuple[Any, dict[tuple[str, int], dict[Guess, None]]]] = {}
"""Growth of counts by formula, name and ranges, or why it is not seen; with the invariants that were found."""
MOST_FOLLOWED = 64


class Judge:
    """The truth of a statement for all values of its free names."""

    def __init__(self, ranges: Mapping[str, Node], deadline: float) -> None:
        self.ranges, self.deadline = ranges, deadline
        self.invariants: dict[tuple[str, int], dict[Guess, None]] = {}
        self.growth: list[list[Any]] = []
        self.words: list[str] = []

    def truth(self, goal: Node) -> bool:
        """Raises Unclear where neither truth nor falsehood is seen."""
        if goal.head == "all":
            return all(self.truth(part) for part in _parts(goal))
        if goal.head == "exists":
            return self._for_all(goal)
        if goal.head != "compare":
            raise Unclear(f"{goal.head} is not a comparison of growth")
        left, relation, right = child(goal, 0), str(goal.args[1]), child(goal, 2)
        if right.head in LIMITS:
            left, relation, right = right, MIRRORED.get(relation, ""), left
        if left.head not in LIMITS or right not in (number(0), number("oo")):
            raise Unclear("a limit is compared with 0 or infinity here, nothing else")
        over: Any = left.args[0]
        name = pattern_names(over[0][0])[0]
        if over[0][1] != number("oo"):
            raise Unclear("a limit at a point")
        low, high = self._sides(child(left, 1), name, {name: Node("interval", number(LARGE), number("oo"), "open", "open")})
        return _answer(left.head, low, high, relation, right == number("oo"))

    def _sides(self, body: Node, name: str, own: Mapping[str, Node]) -> Sides:
        """Bounds of the growth of a formula in the name."""
        if any(set(own) & free_names(where) for other, where in self.ranges.items() if other not in own):
            raise Unclear("the range of a name mentions a name that is bound again")
        algebra = Algebra()
        run = Interpreter(algebra, {**self.ranges, **own}, self.deadline)
        for other, where in run.ranges.items():
            self._range(run, other, stated(where))
        low, high = self._bounds(run, body, name, {})
        for place, found in run.invariants.items():
            self.invariants.setdefault(place, {}).update(found)
        self.growth.append([[str(p) for p in side.powers] if side is not None else None for side in (low, high)])
        self.words.append(" to ".join(dict.fromkeys(side.text(name) if side is not None else "0" for side in (low, high))))
        return low, high

    @staticmethod
    def _range(run: Interpreter, name: str, where: Node) -> None:
        if where.head not in ("interval", "integers"):
            return
        t = run.algebra.name(name, where.head == "integers")
        if where.head == "interval" and any(child(where, k) == number(end) and where.args[2 + k] != "open" for k, end in ((0, "-oo"), (1, "oo"))):
            raise Unclear("a name that may be infinite")
        for k, end in ((0, "-oo"), (1, "oo")):
            if child(where, k) != number(end):
                gap = t - run.term(child(where, k), {}) if k == 0 else run.term(child(where, k), {}) - t
                run.state.facts.append(Fact(gap, where.head == "interval" and where.args[2 + k] == "open"))

    def _bounds(self, run: Interpreter, node: Node, name: str, bound: Mapping[str, Any]) -> Sides:
        if node.head not in ("outcome", "expect") or bound:
            return self._worked_out(run, node, name, bound)
        key = node, name, tuple(run.ranges.items())
        known = _FOLLOWED.get(key)  # readings and planted errors ask for the counts of the same runs
        if known is None:
            before = set(run.invariants)
            try:
                known = self._worked_out(run, node, name, bound), {place: found for place, found in run.invariants.items() if place not in before}
            except Unclear as why:
                if time.thread_time() > self.deadline:
                    raise
                known = str(why), {}
            if len(_FOLLOWED) >= MOST_FOLLOWED:
                _FOLLOWED.clear()
            _FOLLOWED[key] = known
        if isinstance(known[0], str):
            raise Unclear(known[0])
        run.invariants.update(known[1])
        return known[0]

    def _worked_out(self, run: Interpreter, node: Node, name: str, bound: Mapping[str, Any]) -> Sides:
        facts = run.state.facts
        if node.head == "outcome":
            least, most = run.outcome(node, bound)
            own = (None if least == ZERO else run.algebra.growth(least, name, facts)), run.algebra.growth(most, name, facts)
            if own[1].sign != (1 if own[0] is None else own[0].sign) or (least != most and own[1].sign < 0):
                raise Unclear("a side of both signs")
            return own
        if node.head == "expect":
            over: Any = node.args[0]
            if len(over) != 1 or over[0][1].head != "permutations":
                raise Unclear("an expectation over something else than orders")
            return self._bounds(run, child(node, 1), name, {**bound, pattern_names(over[0][0])[0]: _order(run, run.term(child(over[0][1], 0), bound))})
        if node.head == "abs":
            low, high = self._bounds(run, child(node, 0), name, bound)
            if low is not None and low.sign != high.sign:
                raise Unclear("a side of both signs")
            return (Growth(1, low.powers) if low is not None else None), Growth(1, high.powers)
        if node.head == "pow" and child(node, 1) == number(-1):
            low, high = self._bounds(run, child(node, 0), name, bound)
            if low is None or low.sign != high.sign:
                raise Unclear("a division by what may be 0")
            return high.power(-1), low.power(-1)
        if node.head == "mul":
            sides: Sides = (ONE_GROWTH, ONE_GROWTH)
            for part in _parts(node):
                low, high = self._bounds(run, part, name, bound)
                if (low != high and high.sign < 0) or (sides[0] != sides[1] and high.sign < 0):
                    raise Unclear("a product with a negative factor")
                sides = (None if low is None or sides[0] is None else sides[0].times(low)), sides[1].times(high)
            return sides
        found = run.algebra.growth(run.term(node, bound), name, facts)
        return found, found

    def _for_all(self, goal: Node) -> bool:
        """Whether ``there are K, ...: for all t, ...: A <= K G`` is false: A/G tends to infinity in one of the names, whatever the others are."""
        over: Any = goal.args[0]
        inner = child(goal, 1)
        exist = {name: where for pattern, where in over for name in pattern_names(pattern)}
        if inner.head != "forall" or child(inner, 1).head != "compare":
            raise Unclear("what exists is not a factor of an inequality")
        bound: Any = inner.args[0]
        asked = {name: stated(where) for pattern, where in bound for name in pattern_names(pattern)}
        compared, relation, product = child(child(inner, 1), 0), str(child(inner, 1).args[1]), child(child(inner, 1), 2)
        if relation in (">", ">="):
            compared, product = product, compared
        elif relation not in ("<", "<="):
            raise Unclear("what exists is not a factor of an inequality")
        why: Unclear | None = None
        for name in asked:
            for factor in exist:
                rest = [part for part in product.args if part != Node("var", factor)] if product.head == "mul" else []
                if len(rest) != len(product.args) - 1 or not _endless(name, asked, exist) or set(exist) & free_names(Node("all", compared, *rest)):
                    continue
                own = {**exist, **asked, name: Node("interval", number(LARGE), number("oo"), "open", "open")}
                kept = len(self.growth)
                try:
                    low, _ = self._sides(Node("mul", compared, *(Node("pow", part, number(-1)) for part in rest)), name, own)
                    positive = self._sides(Node("mul", number(1), *rest), name, own)[1].sign > 0
                except Unclear as reason:
                    why = reason
                else:
                    if positive and low is not None and low.sign > 0 and low.tends > 0:
                        return False
                del self.growth[kept:], self.words[kept:]
        raise why or Unclear("no name along which the quotient tends to infinity")


ONE_GROWTH = Growth(1, (Fraction(0),) * 3)


def _endless(name: str, asked: Mapping[str, Node], exist: Mapping[str, Node]) -> bool:
    """Whether all ranges are half-lines to infinity that begin at numbers or at what exists, which is finite."""
    def starts(where: Node) -> bool:
        first = child(where, 0)
        return where.head == "interval" and child(where, 1) == number("oo") and where.args[3] == "open" and (literal(first) is not None or (first.head == "var" and str(first.args[0]) in exist))

    finite = all(stated(where).head == "interval" and stated(where).args[3] == "open" and literal(child(stated(where), 0)) is not None for where in exist.values())
    return finite and not set(asked) & set(exist) and all(starts(where) for where in asked.values())


def _order(run: Interpreter, length: Term) -> List:
    """A list of the integers from 1 to a length, in an order that is not known."""
    if not run.algebra.is_whole(length) or run.sign(length) != 2:  # what is known of an entry supposes that there is one
        raise Unclear("an order of something that is not a number of things")
    own = run.algebra.unknown(whole=True)
    run.algebra.know(own, Fact(own - ONE, False), Fact(length - own, False))
    return List(len(run.algebra.table), length, ONE, length, own, own, "real")


def _answer(limit: str, low: Growth | None, high: Growth, relation: str, infinite: bool) -> bool:
    """``limit relation 0`` or infinity, for what is positive and lies between the two classes. Raises Unclear."""
    if high.sign < 0 or (low is not None and low.sign < 0):
        raise Unclear("a limit of what is negative")
    ends = {"oo"} if low is not None and low.tends > 0 else {"0"} if high.tends < 0 else set()
    if not ends:
        if limit == "limit":
            raise Unclear("a limit that may not exist")
        ends = ({"oo"} if high.tends > 0 else set()) | {"between"} | (set() if low is not None and low.tends == 0 else {"0"})
    order = {"0": 0, "between": 1, "oo": 2}
    other = 2 if infinite else 0
    answers = {_compared(order[end], relation, other) for end in ends}
    if len(answers) != 1:
        raise Unclear("the growth is not known well enough")
    return answers.pop()


def _compared(a: int, relation: str, b: int) -> bool:
    table = {"<": a < b, "<=": a <= b, ">": a > b, ">=": a >= b, "==": a == b, "!=": a != b}
    if relation not in table:
        raise Unclear("a relation that is not read")
    return table[relation]


# --- the engine ------------------------------------------------------------------------------------------------------------------


def concerns(goal: Node) -> bool:
    """Whether a statement is about the growth of what a procedure counts."""
    return "outcome" in heads(goal) and bool(heads(goal) & (LIMITS | {"exists"}))


def decide(task: Task, proofs: bool = True) -> Finding | None:
    """Prove or refute a statement about growth, or only refute it; None for statements about anything else."""
    if not concerns(task.states):
        return None
    start = time.thread_time()
    deadline = start + task.effort.guard_seconds
    given = {name: where for pattern, where in task.forall for name in pattern_names(pattern)}
    fixed = {name: child(stated(where), 0) for name, where in given.items() if stated(where).head == "one_of" and len(stated(where).args) == 1}
    why = ""
    for instance in itertools.islice(_instances(task), MOST_INSTANCES):
        if time.thread_time() > start + task.effort.guard_seconds / 2:
            break
        judge = Judge({}, deadline)
        try:
            if not judge.truth(substitute(task.states, instance)):
                return _finding(task, judge, Status.REFUTED, instance)
            break  # one that is seen to be true: a proof is looked for, not another instance
        except (Unclear, ClaimError, NoValue, ev.NoRoute, RecursionError) as reason:
            why = str(reason)
    if not proofs or "exists" in heads(task.states):  # seen to be false, or not seen
        return cannot(ENGINE, f"the growth is not determined: {why}")
    judge = Judge({name: where for name, where in given.items() if name not in fixed}, deadline)
    try:
        if judge.truth(substitute(task.states, fixed)):
            return _finding(task, judge, Status.PROVED, None)
        why = "false for all values of the names, but no such values were found"
    except (Unclear, ClaimError, NoValue, ev.NoRoute, RecursionError) as reason:
        why = str(reason)
    return cannot(ENGINE, f"the growth is not determined: {why}")


def _finding(task: Task, judge: Judge, status: Status, instance: dict[str, Node] | None) -> Finding:
    invariants = [[name, number_, *guess] for (name, number_), found in sorted(judge.invariants.items()) for guess in found]
    evidence: dict[str, Any] = {"invariants": invariants, "growth": judge.growth}
    words = f"bounds over all runs: the compared quantities grow like {' and '.join(judge.words)}"
    if instance is not None:
        evidence["instance"] = {name: to_json(value) for name, value in instance.items()}
        shown = ", ".join(f"{name} = {text(value)}" for name, value in instance.items())
        words += f", at {shown}" if shown else ""
    trusted = tuple(f"the procedure as encoded: {one['procedure']} ({one['digest'][:12]})" for one in used(task))
    return Finding(ENGINE, status, words, "counts", evidence, {"domain": "whole", "share": 1.0} if status is Status.PROVED else {}, trusted=trusted)


def _instances(task: Task) -> Iterator[dict[str, Node]]:
    """Values of all free names that satisfy the hypotheses: simple numbers, and pairs of laws on the line."""
    numbers_: list[tuple[str, list[Fraction]]] = []
    law_names: list[str] = []
    for pattern, where in task.forall:
        names = pattern_names(pattern)
        where = stated(where)
        if len(names) != 1:
            return
        if where.head == "laws":
            law_names.append(names[0])
        elif found := _simple(where):
            numbers_.append((names[0], found))
        else:
            return
    columns = itertools.zip_longest(*(found for _, found in numbers_))
    rows = [dict(zip((name for name, _ in numbers_), [q if q is not None else found[0] for q, (_, found) in zip(column, numbers_, strict=True)], strict=True)) for column in columns] or [{}]
    for row in rows:
        values = {name: number(q) for name, q in row.items()}
        for pair in _pairs([q for q in dict.fromkeys(row.values()) if q > 0] or [Fraction(1)]) if law_names else [()]:
            laws = {name: pair[min(k, len(pair) - 1)] for k, name in enumerate(law_names)}
            instance = {name: (values | laws)[name] for pattern, _ in task.forall for name in pattern_names(pattern)}
            if all(_allowed(stated(where), instance, values, instance[pattern_names(pattern)[0]]) for pattern, where in task.forall) and all(_true(h, instance) for h in task.given):
                yield instance


def _pairs(levels: list[Fraction]) -> Iterator[tuple[Node, ...]]:
    """Normal laws at distances that are values of other names, and laws on different points."""
    for level in levels[-2:]:
        yield Node("normal_vector", number(level), number(1)), Node("normal_vector", number(0), number(1))
    yield tuple(Node("finite", ((number(k), number(1)),)) for k in (0, 1))


def _simple(where: Node) -> list[Fraction]:
    if where.head == "one_of":
        return [q for q in (literal(part) for part in _parts(where)) if q is not None][:2]
    if where.head not in ("interval", "integers"):
        return []
    low, high = literal(child(where, 0)), literal(child(where, 1))
    if where.head == "integers":
        return [low] if low is not None else []
    if low is not None and high is not None:
        return [(low + high) / 2]
    closed = [low] if low is not None and where.args[2] == "closed" else []
    return [*closed, *([low + 1] if low is not None else [high - 1] if high is not None else [Fraction(1)])]


def _allowed(where: Node, instance: dict[str, Node], values: dict[str, Node], member: Node) -> bool:
    """Laws here live on the line; sets of numbers are between numbers, and hold what was chosen."""
    if where.head != "laws":
        c = ev.Context(64)
        return not set(instance) & free_names(where) and contains(where, ev.value(member, {}, c), {}, c) is Truth.TRUE
    space = child(where, 0)
    return space.head == "euclid" and substitute(child(space, 0), values) == number(1)


def _true(hypothesis: Node, instance: dict[str, Node]) -> bool:
    try:
        return ev.holds(substitute(hypothesis, instance), {})[0] is Truth.TRUE
    except (ev.NoRoute, NoValue, ClaimError):
        return False


__all__ = ["decide"]
