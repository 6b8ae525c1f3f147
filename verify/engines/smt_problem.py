"""The negation of a statement as a problem in SMT-LIB."""

from __future__ import annotations

import contextlib
import itertools
import math
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from flint import arb

from verify.claims.nodes import ClaimError, Node, literal, number, substitute
from verify.claims.propositions import MIRRORED
from verify.claims.sets import stated
from verify.claims.show import text as words
from verify.engines.listed import different_numbers
from verify.engines.task import a_member
from verify.values import numbers

MOST_MEMBERS, MOST_POWER, MOST_TEXT, MOST_LABELS = 64, 16, 200_000, 6
NAME = re.compile(r"[A-Za-z_][A-Za-z_0-9]*")


class Unsupported(Exception):
    """The statement is not about real numbers in this language; the message says where."""


@dataclass(frozen=True, slots=True)
class Real:
    """A term of SMT-LIB with the conditions under which it has a value."""

    text: str
    defined: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Law:
    """Weights of the labels 1, ..., k."""

    weights: tuple[str, ...]
    defined: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Event:
    """For each label whether it belongs to the event."""

    members: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Kernel:
    """A law for each label."""

    rows: tuple[Law, ...]


@dataclass(frozen=True, slots=True)
class Family:
    """The members 1, ..., n."""

    members: tuple[Any, ...]


Env = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Problem:
    """The negation of a statement as SMT-LIB."""

    premises: str
    """The domain, the hypotheses and what is known of the unknowns."""
    negated: str
    """The conclusion is not true."""
    logic: str
    obligations: tuple[str, ...]
    unknowns: Mapping[str, Any]
    """The declared names with their values in terms of the solver's unknowns."""
    units: Mapping[str, tuple[str, int]]
    """For the exponential of a bare unknown u: the unknown t and the whole number L with t = exp(u / L)."""

    @property
    def text(self) -> str:
        return self.premises + self.negated


def translate(forall: tuple[tuple[Any, Node], ...], given: tuple[Node, ...], states: Node) -> Problem:
    """The negation of a statement. Raises Unsupported."""
    roots: dict[str, int] = {}
    for _ in range(4):  # which roots of exponentials are needed is known once the whole statement was seen
        made = _Translation(dict(roots))
        problem = made.problem(forall, given, states)
        if made.roots == roots:
            return problem
        roots = made.roots
    raise Unsupported("exponentials of too many different numbers")


def conjunction(parts: Iterable[str]) -> str:
    """All parts."""
    kept = [p for p in dict.fromkeys(parts) if p != "true"]
    return "false" if "false" in kept else "true" if not kept else kept[0] if len(kept) == 1 else f"(and {' '.join(kept)})"


def disjunction(parts: Iterable[str]) -> str:
    """Any part."""
    kept = [p for p in dict.fromkeys(parts) if p != "false"]
    return "true" if "true" in kept else "false" if not kept else kept[0] if len(kept) == 1 else f"(or {' '.join(kept)})"


def negation(part: str) -> str:
    """Not the part."""
    return {"true": "false", "false": "true"}.get(part, f"(not {part})")


def constant(value: Fraction | int) -> str:
    """A number of SMT-LIB."""
    q = Fraction(value)
    size = f"{abs(q.numerator)}.0" if q.denominator == 1 else f"(/ {abs(q.numerator)}.0 {q.denominator}.0)"
    return f"(- {size})" if q < 0 else size


Monomials = dict[tuple[str, ...], Fraction]


class _Translation:
    def __init__(self, roots: dict[str, int]) -> None:
        self.roots = roots
        self.lines: list[str] = []
        self.facts: list[str] = []
        self.obligations: list[str] = []
        self.nonlinear = False
        self.known: dict[Any, str] = {}
        self.pairs: list[tuple[str, str, str]] = []
        """(exponent, its exponential, condition under which they are that)."""
        self.units: dict[str, tuple[str, int]] = {}
        self.logs: dict[str, tuple[str, str]] = {}
        self.sure: set[tuple[str, str]] = set()
        """Propositions, when they are true and when false, that certainly have a value."""

    def problem(self, forall: tuple[tuple[Any, Node], ...], given: tuple[Node, ...], states: Node) -> Problem:
        env: dict[str, Any] = {}
        domain: list[str] = []
        for pattern, where in forall:
            if not (isinstance(pattern, Node) and pattern.head == "var"):
                raise Unsupported("a pair of names is bound together; solvers handle only single numbers")
            name = str(pattern.args[0])
            env[name] = self.member(name, where, env, domain)
        assumed = [self.truth(h, env)[0] for h in given]
        goal = self.truth(states, env)[0]
        self.order()
        logic = "QF_NRA" if self.nonlinear else "QF_LRA"
        assertions = [p for p in dict.fromkeys([*domain, *self.facts, *assumed]) if p != "true"]
        premises = "\n".join([f"(set-logic {logic})", *self.lines, *(f"(assert {p})" for p in assertions)]) + "\n"
        if len(premises) + len(goal) > MOST_TEXT:
            raise Unsupported(f"the statement is too long for solvers ({len(premises) + len(goal)} characters of SMT-LIB)")
        return Problem(premises, f"(assert {negation(goal)})\n", logic, tuple(self.obligations), env, self.units)

    # --- unknowns ---

    def unknown(self, wanted: str, sort: str = "Real") -> str:
        self.lines.append(f"(declare-const {wanted} {sort})")
        return wanted

    def fresh(self, letter: str) -> str:
        return self.unknown(f"{letter}.{len(self.lines)}")

    def shared(self, text: str) -> str:
        """A short name of a long term."""
        if len(text) <= 60:
            return text
        if text not in self.known:
            self.known[text] = f"d.{len(self.lines)}"
            self.lines.append(f"(define-fun {self.known[text]} () Real {text})")
        return self.known[text]

    # --- sets ---

    def member(self, name: str, where: Node, env: Env, domain: list[str], label: str = "") -> Any:
        """An unknown member of a set; what is known of it goes to ``domain``."""
        label = label or f"x.{name}"
        if not NAME.fullmatch(name):
            raise Unsupported(f"the name {name}")
        where = stated(where)
        head = where.head
        if head == "interval":
            x = self.unknown(label)
            for k, side in ((0, ">"), (1, "<")):
                end, is_open = _node(where, k), where.args[2 + k] == "open"
                if end.head == "num" and literal(end) is None:
                    if not is_open or str(end.args[0]) != ("-oo", "oo")[k]:
                        raise Unsupported(f"{name} may be infinite")
                    continue
                domain.append(f"({side}{'' if is_open else '='} {x} {self.total(end, env).text})")
            return Real(x)
        if head == "integers":
            x = self.unknown(label)
            for k, side in ((0, ">="), (1, "<=")):
                end = _node(where, k)
                if end.head != "num" or literal(end) is not None:
                    domain.append(f"({side} {x} {self.total(end, env).text})")
            self.obligations.append(f"{x} is a whole number: it may be any real number in its range")
            return Real(x)
        if head == "one_of":
            x = self.unknown(label)
            domain.append(disjunction(f"(= {x} {self.total(_node(where, k), env).text})" for k in range(len(where.args))))
            return Real(x)
        if head == "equals":
            value = self.total(_node(where, 0), env)
            x = self.member(name, _node(where, 1), env, domain, label)
            if not isinstance(x, Real):
                raise Unsupported(f"{name} is defined as no number")
            domain.append(f"(= {x.text} {value.text})")
            return x
        if head == "families":
            return self.family(name, where, env, domain, label)
        if head == "laws":
            if where.args[1:] != (Node("word_", "any"), Node("word_", "any"), None):
                raise Unsupported(f"{name} is a distribution with conditions on it")
            return self.law_on(_labels(_node(where, 0), name), label, domain)
        if head == "events":
            return Event(tuple(self.unknown(f"{label}.{k}", "Bool") for k in range(1, _labels(_node(where, 0), name) + 1)))
        if head == "kernels" and where.args[2] == Node("word_", "randomised"):
            source, target = (_labels(_node(where, k), name) for k in (0, 1))
            return Kernel(tuple(self.law_on(target, f"{label}.{k}", domain) for k in range(1, source + 1)))
        raise Unsupported(f"{name} is {a_member(head)}; solvers handle only numbers and labels")

    def family(self, name: str, where: Node, env: Env, domain: list[str], label: str) -> Family:
        """A family over a fixed, small number of members."""
        index = _node(where, 0)
        if index.head != "integers" or _whole(_node(index, 0)) != 1:
            raise Unsupported(f"{name} is a family over {index.head}")
        count = _whole(_node(index, 1))
        if count is None or not 1 <= count <= MOST_MEMBERS:
            raise Unsupported(f"{name} is a family without a fixed, small number of members")
        return Family(tuple(self.member(name, _node(where, 1), env, domain, f"{label}.{k}") for k in range(1, count + 1)))

    def law_on(self, count: int, label: str, domain: list[str]) -> Law:
        weights = tuple(self.unknown(f"{label}.{k}") for k in range(1, count + 1))
        domain += [f"(>= {w} 0.0)" for w in weights]
        domain.append(f"(= {_sum(weights)} 1.0)")
        return Law(weights)

    def total(self, node: Node, env: Env) -> Real:
        """A number that has a value everywhere: an end of a range, or a member of a finite set."""
        found = self.real(node, env)
        if found.defined:
            raise Unsupported("a set with a number that may have no value")
        return found

    # --- propositions ---

    def truth(self, p: Node, env: Env) -> tuple[str, str]:
        """When the proposition is true, and when it is false; otherwise it has no value."""
        head = p.head
        if head == "compare":
            return self.compare(_node(p, 0), str(p.args[1]), _node(p, 2), env)
        if head in ("all", "any"):
            return self.joined([self.truth(_node(p, k), env) for k in range(len(p.args))], head == "all")
        if head == "not":
            yes, no = self.truth(_node(p, 0), env)
            return self.noted((no, yes), (yes, no))
        if head == "implies":  # any(not p, q)
            premise, conclusion = (self.truth(_node(p, k), env) for k in (0, 1))
            return self.joined([self.noted((premise[1], premise[0]), premise), conclusion], False)
        if head == "iff":
            first, second = (self.truth(_node(p, k), env) for k in (0, 1))
            (yes, no), (then, otherwise) = first, second
            return self.noted((disjunction([conjunction([yes, then]), conjunction([no, otherwise])]), disjunction([conjunction([yes, otherwise]), conjunction([no, then])])), first, second)
        if head in ("forall", "exists"):  # one member decides, whatever the others
            return self.joined([self.truth(body, inner) for body, inner in self.members(p.args[0], _node(p, 1), env)], head == "forall", ordered=False)
        raise Unsupported(f"propositions by {head}")

    def joined(self, parts: list[tuple[str, str]], both: bool, ordered: bool = True) -> tuple[str, str]:
        """All parts, or any. ``ordered``: read from left to right, so that a part decides only where those before it have a value."""
        yes, no = [t for t, _ in parts], [f for _, f in parts]
        before = ["true"]
        for part in parts if ordered else ():
            before.append(conjunction([before[-1], self.valued(part)]))
        guarded = [conjunction([sure, one]) for sure, one in zip(before, no if both else yes, strict=False)] if ordered else no if both else yes
        return self.noted((conjunction(yes), disjunction(guarded)) if both else (disjunction(guarded), conjunction(no)), *parts)

    def noted(self, made: tuple[str, str], *parts: tuple[str, str]) -> tuple[str, str]:
        """What is made of parts that certainly have a value has one."""
        if all(self.valued(part) == "true" for part in parts):
            self.sure.add(made)
        return made

    def valued(self, part: tuple[str, str]) -> str:
        """When a proposition has a value."""
        yes, no = part
        return "true" if part in self.sure or no == negation(yes) or yes == negation(no) else disjunction(part)

    def compare(self, left: Node, relation: str, right: Node, env: Env) -> tuple[str, str]:
        if relation not in MIRRORED:
            raise Unsupported(f"comparisons by {relation}")
        for side, other, way in ((left, right, relation), (right, left, MIRRORED[relation])):
            if side.head in RATIOS:
                return self.ratio(side, way, other, env)
            if side.head in EVENTS and way in ("<=", "<", ">", ">="):
                return self.supremum(side, way, other, env)
            if side.head in ("max", "min") and any(isinstance(a, Node) and a.head in RATIOS for a in side.args) and way not in ("==", "!="):
                parts = [self.compare(_node(side, k), way, other, env) for k in range(len(side.args))]
                valued = conjunction(disjunction(part) for part in parts)  # without one of them the whole has no value
                yes, no = self.joined(parts, (side.head == "max") == (way in ("<=", "<")))
                return conjunction([valued, yes]), conjunction([valued, no])
        a, b = self.real(left, env), self.real(right, env)
        return self.related(a, relation, b)

    def related(self, a: Real, relation: str, b: Real) -> tuple[str, str]:
        told = f"({'=' if relation in ('==', '!=') else relation} {a.text} {b.text})"
        if relation == "!=":
            told = negation(told)
        defined = conjunction([*a.defined, *b.defined])
        return conjunction([defined, told]), conjunction([defined, negation(told)])

    def supremum(self, side: Node, relation: str, bound: Node, env: Env) -> tuple[str, str]:
        """sup_A P(A) - exp(e) Q(A) against a number: the inequality for every event, or for some."""
        p, q, defined = self.two_laws(side, env)
        a = self.real(bound, env)
        factor = self.exponential(_node(side, 2), env) if side.head == "hockey_stick" else Real("1.0")
        gaps = [self.shared(f"(- {x} {self.times(factor.text, y)})") for x, y in zip(p, q, strict=True)]
        events = [[g for g, chosen in zip(gaps, picks, strict=True) if chosen] for picks in itertools.product((False, True), repeat=len(gaps))]
        told = [f"({relation} {_sum(event)} {a.text})" for event in events]
        holds = conjunction([*defined, *factor.defined, *a.defined])
        yes = conjunction(told) if relation in ("<=", "<") else disjunction(told)
        return conjunction([holds, yes]), conjunction([holds, negation(yes)])

    def ratio(self, side: Node, relation: str, bound: Node, env: Env) -> tuple[str, str]:
        """sup log(p/q) against a number: p <= exp(bound) q at each label. Where p > 0 = q the supremum is infinite, and p <= 0 is false."""
        if side.head == "renyi" and side.args[2] != number("oo"):
            raise Unsupported("a Renyi divergence of finite order")
        p, q, defined = self.two_laws(side, env)
        a = self.real(bound, env)
        factor = self.exponential(bound, env).text
        self.nonlinear = True
        sides = [(p, q)] if side.head == "renyi" else [(p, q), (q, p)]
        at_most = conjunction(f"(<= {x} {self.times(factor, y)})" for u, v in sides for x, y in zip(u, v, strict=True))
        below = conjunction(f"(or (= {x} 0.0) (< {x} {self.times(factor, y)}))" for u, v in sides for x, y in zip(u, v, strict=True))
        told = {"<=": at_most, "<": below, ">": negation(at_most), ">=": negation(below), "==": conjunction([at_most, negation(below)]),
                "!=": negation(conjunction([at_most, negation(below)]))}[relation]
        holds = conjunction([*defined, *a.defined])
        return conjunction([holds, told]), conjunction([holds, negation(told)])

    def members(self, over: Any, body: Node, env: Env) -> Iterator[tuple[Node, Env]]:
        """The body at each value of the bound names, which range over finite sets."""
        if not over:
            yield body, env
            return
        (pattern, where), rest = over[0], over[1:]
        if not (isinstance(pattern, Node) and pattern.head == "var"):
            raise Unsupported("bound pairs")
        name = str(pattern.args[0])
        where = stated(where)
        if where.head == "events":
            for truths in itertools.product(("false", "true"), repeat=_labels(_node(where, 0), name)):
                yield from self.members(rest, body, {**env, name: Event(truths)})
            return
        values: list[Node]
        if where.head == "integers":
            lo, hi = _whole(_node(where, 0)), _whole(_node(where, 1))
            if lo is None or hi is None or hi - lo >= MOST_MEMBERS:
                raise Unsupported(f"{name} does not range over a fixed, small number of integers")
            values = [number(k) for k in range(lo, hi + 1)]
        elif where.head == "one_of":
            values = [a for a in where.args if isinstance(a, Node)]
        else:
            raise Unsupported(f"{name} is bound over {where.head}")
        for value in values:
            inner = {key: known for key, known in env.items() if key != name}
            try:
                later = tuple((later_pattern, substitute(later_where, {name: value})) for later_pattern, later_where in rest)
                changed = substitute(body, {name: value})
            except ClaimError:
                raise Unsupported("a name that is bound twice") from None
            yield from self.members(later, changed, inner)

    # --- laws ---

    def law(self, node: Node, env: Env) -> Law:
        if node.head == "var" and isinstance(env.get(str(node.args[0])), Law):
            return env[str(node.args[0])]  # type: ignore[no-any-return]
        if node.head == "item":
            found = self.item(node, env)
            if isinstance(found, Law):
                return found
        if node.head == "apply" and len(node.args) == 2:
            kernel, index = env.get(str(_node(node, 0).args[0])), _whole(_node(node, 1))
            if isinstance(kernel, Kernel) and index is not None and 1 <= index <= len(kernel.rows):
                return kernel.rows[index - 1]
        if node.head == "mixture":
            entries: Any = node.args[0]
            parts = [(self.real(w, env), self.law(law, env)) for w, law in entries]
            if any(law.defined for _, law in parts):
                raise Unsupported("a mixture of mixtures")
            return self.mixed([w.text for w, _ in parts], [law for _, law in parts], tuple(d for w, _ in parts for d in w.defined), True)
        if node.head == "push" and _node(node, 0).head == "var":
            kernel, source = env.get(str(_node(node, 0).args[0])), self.law(_node(node, 1), env)
            if isinstance(kernel, Kernel) and len(kernel.rows) == len(source.weights):
                return self.mixed(list(source.weights), list(kernel.rows), source.defined, False)
        raise Unsupported(f"the distribution by {node.head}")

    def mixed(self, weights: list[str], laws: list[Law], defined: tuple[str, ...], checked: bool) -> Law:
        if len({len(law.weights) for law in laws}) != 1:
            raise Unsupported("distributions on different labels")
        self.nonlinear = True
        if checked:
            defined += (*(f"(>= {w} 0.0)" for w in weights), f"(= {_sum(weights)} 1.0)")
        defined += tuple(d for law in laws for d in law.defined)
        columns = zip(*(law.weights for law in laws), strict=True)
        return Law(tuple(self.shared(_sum(self.times(w, x) for w, x in zip(weights, column, strict=True))) for column in columns), defined)

    def two_laws(self, node: Node, env: Env) -> tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]:
        p, q = self.law(_node(node, 0), env), self.law(_node(node, 1), env)
        if len(p.weights) != len(q.weights):
            raise Unsupported("distributions on different labels")
        return p.weights, q.weights, (*p.defined, *q.defined)

    def item(self, node: Node, env: Env) -> Any:
        family, index = _node(node, 0), _whole(_node(node, 1))
        found = env.get(str(family.args[0])) if family.head == "var" else None
        if not isinstance(found, Family) or index is None or not 1 <= index <= len(found.members):
            raise Unsupported("a member of a family that is not fixed")
        return found.members[index - 1]

    # --- numbers ---

    def real(self, node: Node, env: Env) -> Real:
        """A number. Raises Unsupported for what no polynomial says."""
        head = node.head
        if head == "num":
            value = literal(node)
            if value is None:
                raise Unsupported("an infinite number")
            return Real(constant(value))
        if head == "var":
            found = env.get(str(node.args[0]))
            if isinstance(found, Real):
                return found
            raise Unsupported(f"{node.args[0]} is not a number")
        if head == "item":
            found = self.item(node, env)
            if isinstance(found, Real):
                return found
            raise Unsupported("a member of a family that is not a number")
        if head in ("add", "mul"):
            found = self.operated([self.real(_node(node, k), env) for k in range(len(node.args))], head)
            if head == "add" and _has_logarithm(node) and ("sum", found.text) not in self.known:
                self.known["sum", found.text] = found.text
                with contextlib.suppress(Unsupported):
                    self.exponential(node, env)  # a sum of logarithms is compared by its exponential, which is a product
            return found
        if head in ("max", "min"):
            return self.extreme([self.real(_node(node, k), env) for k in range(len(node.args))], head)
        if head == "abs":
            x = self.real(_node(node, 0), env)
            return Real(self.shared(f"(ite (>= {x.text} 0.0) {x.text} (- {x.text}))"), x.defined)
        if head == "if":
            (yes, no), (a, b) = self.truth(_node(node, 0), env), (self.real(_node(node, k), env) for k in (1, 2))
            known = disjunction([conjunction([yes, *a.defined]), conjunction([no, *b.defined])])
            return Real(self.shared(f"(ite {yes} {a.text} {b.text})"), () if known == "true" else (known,))
        if head in ("sum", "prod", "sup", "inf"):
            return self.bound(node, env)
        if head == "pow":
            return self.power(node, env)
        if head == "exp":
            return self.exponential(_node(node, 0), env)
        if head == "log":
            return self.logarithm(node, env)
        return self.of_laws(node, env)

    def of_laws(self, node: Node, env: Env) -> Real:
        """A distance or divergence of laws on labels, or the mass of an event. Raises Unsupported for other numbers."""
        head = node.head
        if head in ("total_variation", "least_disagreement", "l1_distance"):
            p, q, defined = self.two_laws(node, env)
            gaps = [f"(ite (>= {x} {y}) (- {x} {y}) {'0.0' if head != 'l1_distance' else f'(- {y} {x})'})" for x, y in zip(p, q, strict=True)]
            return Real(self.shared(_sum(gaps)), defined)
        if head == "hockey_stick":
            p, q, defined = self.two_laws(node, env)
            factor = self.exponential(_node(node, 2), env)
            scaled = [self.times(factor.text, y) for y in q]
            gaps = [f"(ite (>= {x} {y}) (- {x} {y}) 0.0)" for x, y in zip(p, scaled, strict=True)]
            return Real(self.shared(_sum(gaps)), (*defined, *factor.defined))
        if head == "mass":
            law, event = self.law(_node(node, 0), env), env.get(str(_node(node, 1).args[0])) if _node(node, 1).head == "var" else None
            if not isinstance(event, Event) or len(event.members) != len(law.weights):
                raise Unsupported("the mass of an event that is not a set of labels")
            return Real(self.shared(_sum(f"(ite {b} {w} 0.0)" for b, w in zip(event.members, law.weights, strict=True))), law.defined)
        raise Unsupported(f"numbers by {head}")

    def operated(self, parts: list[Real], head: str) -> Real:
        defined = tuple(d for part in parts for d in part.defined)
        if not parts:
            return Real("0.0" if head == "add" else "1.0")
        if head == "add":
            return Real(self.shared(_sum(part.text for part in parts)), defined)
        product = parts[0].text
        for part in parts[1:]:
            product = self.times(product, part.text)
        return Real(product, defined)

    def times(self, a: str, b: str) -> str:
        """A product; it is nonlinear unless a factor is a number."""
        if "1.0" in (a, b):
            return b if a == "1.0" else a
        self.nonlinear = self.nonlinear or not (_is_constant(a) or _is_constant(b))
        return self.shared(f"(* {a} {b})")

    def extreme(self, parts: list[Real], head: str) -> Real:
        best = parts[0].text
        for part in parts[1:]:
            best = self.shared(f"(ite ({'>=' if head == 'max' else '<='} {best} {part.text}) {best} {part.text})")
        return Real(best, tuple(d for part in parts for d in part.defined))

    def bound(self, node: Node, env: Env) -> Real:
        if len(node.args) > 2 and any(a is not None for a in node.args[2:]):
            raise Unsupported(f"{node.head} with a condition")
        if node.head in ("sum", "prod") and not all(different_numbers(stated(entry[1])) for entry in node.args[0]):  # type: ignore[index, union-attr, arg-type]
            raise Unsupported(f"a {node.head} over a listed set of which two members may be the same")
        parts = [self.real(body, inner) for body, inner in self.members(node.args[0], _node(node, 1), env)]
        if node.head in ("sum", "prod"):
            return self.operated(parts, "add" if node.head == "sum" else "mul")
        if not parts:
            raise Unsupported(f"{node.head} over nothing")
        return self.extreme(parts, "max" if node.head == "sup" else "min")

    def power(self, node: Node, env: Env) -> Real:
        exponent = literal(_node(node, 1))
        base = self.real(_node(node, 0), env)
        if exponent is None or not (abs(exponent.numerator) <= MOST_POWER and exponent.denominator <= MOST_POWER):
            raise Unsupported("a power whose exponent is not a small number")
        x, defined = base.text, base.defined
        if exponent.denominator > 1:  # of a negative number it has no value
            x = self.defining(("root", x, exponent.denominator), "r", lambda r: f"(=> (>= {base.text} 0.0) (and (>= {r} 0.0) (= "
                              f"{self.product(r, exponent.denominator)} {base.text})))",
                              f"the root of order {exponent.denominator} of {words(_node(node, 0))}")
            defined += (f"({'>=' if exponent > 0 else '>'} {base.text} 0.0)",)
        if exponent < 0:
            divisor = x
            x = self.defining(("reciprocal", x), "q", lambda r: f"(=> (not (= {divisor} 0.0)) (= {self.times(divisor, r)} 1.0))", f"1/({words(_node(node, 0))})")
            defined += (negation(f"(= {base.text} 0.0)"),)
        return Real(self.product(x, abs(exponent.numerator)), defined)

    def product(self, x: str, count: int) -> str:
        return "1.0" if count == 0 else x if count == 1 else self.times(x, self.product(x, count - 1))

    def defining(self, key: Any, letter: str, fact: Callable[[str], str], meaning: str) -> str:
        """An unknown of which a fact is known; one for each meaning."""
        if key not in self.known:
            self.known[key] = self.fresh(letter)
            self.facts.append(fact(self.known[key]))
            self.obligations.append(f"{self.known[key]} is {meaning}")
        return self.known[key]

    # --- exponentials and logarithms ---

    def exponential(self, exponent: Node, env: Env) -> Real:
        """exp of a sum of monomials as a product of powers of exp(monomial / L)."""
        x = self.real(exponent, env)
        product = "1.0"
        for monomial, coefficient in self.expanded(exponent, env).items():
            key = " ".join(monomial)
            self.roots[key] = math.lcm(self.roots.get(key, 1), coefficient.denominator)
            power = coefficient * self.roots[key]
            if not abs(power) <= MOST_POWER:
                raise Unsupported("an exponential with a large or finely divided factor")
            unit = self.unit(monomial, self.roots[key], words(exponent))
            if power < 0:
                unit = self.defining(("reciprocal", unit), "q", lambda r, unit=unit: f"(= {self.times(unit, r)} 1.0)", f"1/{unit}")  # type: ignore[misc]
            product = self.times(product, self.product(unit, abs(int(power))))
        self.pair(x.text, product, conjunction(x.defined))
        return Real(product, x.defined)

    def unit(self, monomial: tuple[str, ...], root: int, where: str) -> str:
        """exp(monomial / root), positive."""
        key = ("unit", monomial, root)
        if key in self.known:
            return self.known[key]
        t = self.known[key] = self.fresh("t")
        exponent = self.times(constant(Fraction(1, root)), self.operated([Real(m) for m in monomial], "mul").text)
        self.facts.append(f"(> {t} 0.0)")
        if monomial and len(monomial) == 1 and monomial[0] in self.logs:
            argument, meaning = self.logs[monomial[0]]
            self.facts.append(f"(=> (> {argument} 0.0) (= {self.product(t, root)} {argument}))")
            self.obligations.append(f"{t} is exp({meaning}/{root}), in exp({where}): positive, its power {root} is the argument of the logarithm")
        elif monomial:
            self.pair(exponent, t, "true")
            self.obligations.append(f"{t} is exp({exponent}), in exp({where}): positive, at least 1 + the exponent, rising with the exponent, and 1 at 0")
            if len(monomial) == 1:
                self.units[monomial[0]] = t, root
        else:
            low, high = _around_exp(Fraction(1, root))
            self.facts.append(f"(and (< {constant(low)} {t}) (< {t} {constant(high)}))")
            self.obligations.append(f"{t} is the number exp(1/{root}), between {low} and {high}")
        return t

    def logarithm(self, node: Node, env: Env) -> Real:
        a = self.real(_node(node, 0), env)
        key = ("log", a.text)
        if key not in self.known:
            self.known[key] = self.fresh("l")
            self.logs[self.known[key]] = a.text, words(node)
            self.pair(self.known[key], a.text, f"(> {a.text} 0.0)")
            self.obligations.append(f"{self.known[key]} is {words(node)}, at most the argument - 1, rising with the argument, and 0 at 1")
        return Real(self.known[key], (*a.defined, f"(> {a.text} 0.0)"))

    def pair(self, exponent: str, value: str, condition: str) -> None:
        if (exponent, value, condition) not in self.pairs and not _is_constant(value):
            self.pairs.append((exponent, value, condition))

    def order(self) -> None:
        """What is known of exponentials: they rise strictly, exp(0) = 1, exp(x) >= 1 + x."""
        if len(self.pairs) > MOST_MEMBERS // 4:
            raise Unsupported("too many exponentials")
        for k, (x, e, sure) in enumerate(self.pairs):
            known = [f"(>= {e} (+ 1.0 {x}))", f"(= (> {x} 0.0) (> {e} 1.0))", f"(= (= {x} 0.0) (= {e} 1.0))"]
            self.facts += [fact if sure == "true" else f"(=> {sure} {fact})" for fact in known]
            for y, f, certain in self.pairs[:k]:
                if x != y or e != f:
                    both = conjunction([sure, certain])
                    self.facts += [fact if both == "true" else f"(=> {both} {fact})" for fact in (f"(= (< {x} {y}) (< {e} {f}))", f"(= (= {x} {y}) (= {e} {f}))")]

    def expanded(self, node: Node, env: Env) -> Monomials:
        """A number as a sum of monomials in terms that are no sums."""
        value = literal(node)
        if value is not None:
            return {(): value} if value else {}
        if node.head == "add":
            found: Monomials = {}
            for k in range(len(node.args)):
                for m, c in self.expanded(_node(node, k), env).items():
                    found[m] = found.get(m, Fraction(0)) + c
            return {m: c for m, c in found.items() if c}
        if node.head == "mul":
            product: Monomials = {(): Fraction(1)}
            for k in range(len(node.args)):
                factor = self.expanded(_node(node, k), env)
                next_product: Monomials = {}
                for (m, c), (m2, c2) in itertools.product(product.items(), factor.items()):
                    key = tuple(sorted(m + m2))
                    next_product[key] = next_product.get(key, Fraction(0)) + c * c2
                product = next_product
            return {m: c for m, c in product.items() if c}
        return {(self.real(node, env).text,): Fraction(1)}


RATIOS = ("renyi", "log_ratio_sup")
EVENTS = ("hockey_stick", "total_variation", "least_disagreement")


def _node(node: Node, index: int) -> Node:
    found = node.args[index]
    if not isinstance(found, Node):
        raise Unsupported(f"{node.head} without a formula in place {index + 1}")
    return found


def _has_logarithm(node: Node) -> bool:
    """Whether a logarithm, or a multiple of one, is a term of a sum."""
    return any(isinstance(a, Node) and (a.head == "log" or (a.head == "mul" and any(isinstance(b, Node) and b.head == "log" for b in a.args))) for a in node.args)


def _whole(node: Node) -> int | None:
    """A whole number made of literals, else None."""
    if node.head in ("add", "mul"):
        parts = [_whole(_node(node, k)) for k in range(len(node.args))]
        if any(p is None for p in parts):
            return None
        return sum(p for p in parts if p is not None) if node.head == "add" else math.prod(p for p in parts if p is not None)
    value = literal(node)
    return int(value) if value is not None and value.denominator == 1 else None


def _labels(space: Node, name: str) -> int:
    count = _whole(_node(space, 0)) if space.head == "labels" else None
    if count is None or not 1 <= count <= MOST_LABELS:
        raise Unsupported(f"{name} does not live on a fixed, small number of labels")
    return count


def _sum(parts: Iterable[str]) -> str:
    listed = list(parts)
    return "0.0" if not listed else listed[0] if len(listed) == 1 else f"(+ {' '.join(listed)})"


def _is_constant(text: str) -> bool:
    return re.fullmatch(r"[0-9.()/ -]+", text) is not None


def _around_exp(x: Fraction) -> tuple[Fraction, Fraction]:
    with numbers.precision(64):
        ball = (arb(x.numerator) / x.denominator).exp()
        low, high = (Fraction(int((ball * 2**30).floor().unique_fmpz()) + k, 2**30) for k in (0, 1))
    return low, high
