"""Reads a procedure in worlds of assumptions: bounds of what it counts."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import lru_cache
from typing import Any, NamedTuple

from verify.evidence.checker import procedure
from verify.evidence.checker.counted_forms import NIL, UNIT, Known, P, Pool, minus, number, plus, poly, quotient_of, times, value
from verify.evidence.checker.evaluate import Evaluator
from verify.evidence.checker.formula import argument, entries, free, head, items, names, rational, stated, text_of, word
from verify.evidence.checker.numbers import Undecided

MOST_WORLDS, MOST_ROUNDS = 400, 40
LEMMAS = {"gaussian_profile": "the lemma that the Gaussian profile lies in (0, 1), rises strictly in its level and falls strictly in its abscissa",
          "hockey_stick": "the lemma that hockey-stick divergences lie in [0, 1], that of N(a, 1) and N(b, 1) is the Gaussian profile at |a - b|"}


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
            return poly({tuple((a, -e) for a, e in m): quotient_of(1, k)})
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
            rest = poly({tuple(pair for pair in m if pair[0] != atom): k})
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
            rates |= {quotient_of(k, j) for (_, k), (_, j) in zip(now, before, strict=True)}
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
