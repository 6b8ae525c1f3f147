"""Runs a procedure on terms: bounds of what it counts on every path."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Any

from verify.claims import procedures
from verify.claims.nodes import ClaimError, Node
from verify.engines import evaluate as ev
from verify.engines.counted_terms import Curve, Function, Guess, Knowledge, List, Number, Path, Returned, State, gap_between, put, ratio
from verify.engines.growth import ONE, ZERO, Fact, Term, Unclear, constant
from verify.engines.procedure import Procedure, find

MOST_ROUNDS = 40
"""Rounds of dropping guesses."""


class Interpreter(Knowledge):
    """Runs procedures on terms."""

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
        except Returned as found:
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
            raise Returned(self.value(s.value) if s.value is not None else None)
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
            return Number(put(whole.shape, whole.own, found), whole.kind)
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
            rates.add(ratio(now, then))

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
        self.state, self.path = state, Path([])
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
        head.facts += [Fact(gap_between(g, head), g[1] == "<") for g in guesses]
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
                        kind = self.sign(gap_between((pair[0], "<", pair[1]), self.state))
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
                    kind = self.algebra.sign(gap_between((low, relation, high), state), state.facts)
                    if kind:
                        kept.append((low, relation if kind == 2 else "<=", high))
            guesses = kept
        return guesses


COUNTER = object()
"""What a procedure is given first."""


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
