"""The negation of a statement about real numbers as SMT-LIB, made without the engine's translation."""

from __future__ import annotations

import contextlib
import itertools
import math
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from verify.evidence.checker import numbers as n
from verify.evidence.checker.certificate import Certificate
from verify.evidence.checker.formula import MIRRORED, Refused, argument, entries, head, items, names, optional, rational, stated, word

LARGEST, MOST_MEMBERS, MOST_POWER, MOST_LABELS = 400_000, 64, 16, 6

Poly = dict[tuple[str, ...], Fraction]


def poly(value: Fraction | int) -> Poly:
    return {(): Fraction(value)} if value else {}


def plus(a: Poly, b: Poly, factor: int = 1) -> Poly:
    out = dict(a)
    for m, c in b.items():
        out[m] = out.get(m, Fraction(0)) + factor * c
    return {m: c for m, c in out.items() if c}


def times(a: Poly, b: Poly) -> Poly:
    out: Poly = {}
    for (m, c), (k, d) in itertools.product(a.items(), b.items()):
        key = tuple(sorted(m + k))
        out[key] = out.get(key, Fraction(0)) + c * d
    if len(out) > 2000:
        raise Refused("a polynomial with more than 2000 terms")
    return {m: c for m, c in out.items() if c}


def power(a: Poly, k: int) -> Poly:
    out = poly(1)
    for _ in range(k):
        out = times(out, a)
    return out


ONE = poly(1)


def divided(top: Poly, bottom: Poly) -> tuple[Poly, Poly]:
    """A quotient and a rest: ``top = quotient * bottom + rest``, where no term of the rest is divisible by the leading one of the bottom."""

    def order(m: tuple[str, ...]) -> tuple[int, tuple[str, ...]]:
        return len(m), m

    lead = max(bottom, key=order)
    quotient: Poly = {}
    while (found := max((m for m in top if not Counter(lead) - Counter(m)), key=order, default=None)) is not None:
        step = {tuple(sorted((Counter(found) - Counter(lead)).elements())): top[found] / bottom[lead]}
        quotient, top = plus(quotient, step), plus(top, times(step, bottom), -1)
    return quotient, top


@dataclass(frozen=True)
class Ratio:
    """A number ``top / bottom``, which has a value where ``valued`` holds; then the bottom is not 0."""

    top: Poly
    bottom: Poly
    valued: tuple[str, ...] = ()


def symbol(name: str) -> Ratio:
    return Ratio({(name,): Fraction(1)}, ONE)


def add(a: Ratio, b: Ratio, factor: int = 1) -> Ratio:
    valued = (*a.valued, *b.valued)
    if a.bottom == b.bottom:
        return Ratio(plus(a.top, b.top, factor), a.bottom, valued)
    return Ratio(plus(times(a.top, b.bottom), times(b.top, a.bottom), factor), times(a.bottom, b.bottom), valued)


def product(a: Ratio, b: Ratio) -> Ratio:
    return Ratio(times(a.top, b.top), times(a.bottom, b.bottom), (*a.valued, *b.valued))


def total(parts: list[Ratio]) -> Ratio:
    out = Ratio({}, ONE)
    for part in parts:
        out = add(out, part)
    return out


def _number(x: Fraction) -> str:
    size = f"(/ {abs(x.numerator)}.0 {x.denominator}.0)"
    return size if x >= 0 else f"(- {size})"


def _text(p: Poly) -> str:
    terms = [f"(* {_number(c)} {' '.join(m)})" if m else _number(c) for m, c in sorted(p.items())]
    return terms[0] if len(terms) == 1 else f"(+ {' '.join(terms)})" if terms else "0.0"


def _all(parts: list[str]) -> str:
    return f"(and true {' '.join(parts)})"


def _any(parts: list[str]) -> str:
    return f"(or false {' '.join(parts)})"


def _not(part: str) -> str:
    return f"(not {part})"


@dataclass(frozen=True)
class Law:
    weights: list[Ratio]
    valued: tuple[str, ...] = ()


@dataclass(frozen=True)
class Event:
    members: list[str]


@dataclass(frozen=True)
class Kernel:
    rows: list[Law]


@dataclass(frozen=True)
class Family:
    members: list[Any]


Env = dict[str, Any]
Answer = tuple[str, str]
"""When a proposition is true, and when it is false."""


def translate(c: Certificate) -> str:
    """The negated statement. Raises Refused where it is no statement about real numbers."""
    roots: dict[tuple[str, ...], int] = {}
    for _ in range(4):
        made = _Problem(dict(roots))
        text = made.negated(c)
        if made.roots == roots:
            if len(text) > LARGEST:
                raise Refused(f"the statement is {len(text)} characters long in the language of solvers")
            return text
        roots = made.roots
    raise Refused("exponentials of too many different numbers")


def _each_once(where: Any) -> bool:
    """Whether a listed set names different numbers, each once."""
    if head(where) != "one_of" or len(where) <= 2:
        return True
    return all(isinstance(member, str) for member in where[1:]) and len({member if member in ("oo", "-oo") else rational(member) for member in where[1:]}) == len(where) - 1


class _Problem:
    def __init__(self, roots: dict[tuple[str, ...], int]) -> None:
        self.roots = roots
        self.declared: list[str] = []
        self.asserted: list[str] = []
        self.positive: set[str] = set()
        self.units: dict[tuple[tuple[str, ...], int], str] = {}
        self.reciprocals: dict[str, str] = {}
        self.constants: list[tuple[Fraction, str]] = []
        self.curve: list[tuple[Ratio, Ratio]] = []
        """(x, exp x)."""
        self.logs: dict[str, tuple[str, Ratio]] = {}
        self.certain: set[Answer] = set()
        """Propositions that have a value whatever the unknowns are."""

    def negated(self, c: Certificate) -> str:
        env: Env = {}
        for pattern, where in c.over:
            if head(pattern) != "var":
                raise Refused("names that range over pairs are not numbers")
            (name,) = names(pattern)
            env[name] = self.member(where, env)
        held = [self.truth(h, env)[0] for h in c.hypotheses]
        goal = self.truth(c.goal, env)[0]
        self.rising()
        lines = [*self.declared, *(f"(assert {p})" for p in [*self.asserted, *held, _not(goal)])]
        return "(set-logic QF_NRA)\n" + "\n".join(lines) + "\n"

    def new(self, sort: str = "Real") -> str:
        name = f"u{len(self.declared)}"
        self.declared.append(f"(declare-fun {name} () {sort})")
        return name

    def relation(self, a: Ratio, relation: str, b: Ratio) -> str:
        """A comparison with denominators cleared; it is meant where both sides have values."""
        d = add(a, b, -1)
        top = d.top
        if not self.sure(d.bottom):
            top = times(d.top, d.bottom)
        elif len(d.bottom) == 1 and next(iter(d.bottom.values())) < 0:
            top = plus({}, top, -1)
        told = f"({'=' if relation in ('==', '!=') else relation} {_text(top)} 0.0)"
        return _not(told) if relation == "!=" else told

    def sure(self, p: Poly) -> bool:
        """Whether the sign of a polynomial can be read off: one term in positive unknowns."""
        return len(p) == 1 and all(x in self.positive for x in next(iter(p)))

    # --- sets ---

    def member(self, where: Any, env: Env) -> Any:
        kind = head(where)
        if kind == "unstated":
            return self.member(argument(where, 0), env)
        if kind in ("interval", "integers"):
            x = symbol(self.new())
            for k, side in ((0, ">"), (1, "<")):
                end = argument(where, k)
                is_open = kind == "integers" or word(argument(where, 2 + k)) == "open"
                if end in ("oo", "-oo"):
                    if not is_open or end != ("-oo", "oo")[k]:
                        raise Refused("a name that may be infinite")
                    continue
                relation = side if is_open and kind == "interval" else f"{side}="
                self.asserted.append(self.relation(x, relation, self.everywhere(end, env)))
            return x
        if kind == "one_of":
            x = symbol(self.new())
            self.asserted.append(_any([self.relation(x, "==", self.everywhere(value, env)) for value in where[1:]]))
            return x
        if kind == "equals":
            value, x = self.everywhere(argument(where, 0), env), self.member(argument(where, 1), env)
            if not isinstance(x, Ratio):
                raise Refused("a name that is defined as no number")
            self.asserted.append(self.relation(x, "==", value))
            return x
        if kind == "families":
            index = argument(where, 0)
            count = self.whole(argument(index, 1)) if head(index) == "integers" and self.whole(argument(index, 0)) == 1 else 0
            if not 1 <= count <= MOST_MEMBERS:
                raise Refused("a family of no fixed, small number of members")
            return Family([self.member(argument(where, 1), env) for _ in range(count)])
        if kind == "laws":
            if word(argument(where, 1)) != "any" or word(argument(where, 2)) != "any" or optional(where, 3) is not None:
                raise Refused("a distribution with conditions on it")
            return self.law_on(self.labels(argument(where, 0)))
        if kind == "events":
            return Event([self.new("Bool") for _ in range(self.labels(argument(where, 0)))])
        if kind == "kernels" and word(argument(where, 2)) == "randomised":
            source, target = (self.labels(argument(where, k)) for k in (0, 1))
            return Kernel([self.law_on(target) for _ in range(source)])
        raise Refused(f"a name that ranges over {kind}")

    def law_on(self, count: int) -> Law:
        weights = [symbol(self.new()) for _ in range(count)]
        self.asserted += [self.relation(w, ">=", Ratio({}, ONE)) for w in weights]
        self.asserted.append(self.relation(total(weights), "==", Ratio(ONE, ONE)))
        return Law(weights)

    def labels(self, space: Any) -> int:
        count = self.whole(argument(space, 0)) if head(space) == "labels" else 0
        if not 1 <= count <= MOST_LABELS:
            raise Refused("distributions on no fixed, small number of labels")
        return count

    def whole(self, f: Any) -> int:
        """A whole number made of literals."""
        if head(f) in ("add", "mul"):
            parts = [self.whole(part) for part in f[1:]]
            return sum(parts) if head(f) == "add" else math.prod(parts)
        if not isinstance(f, str) or f in ("oo", "-oo") or rational(f).denominator != 1:
            raise Refused("a whole number is needed")
        return int(rational(f))

    def everywhere(self, f: Any, env: Env) -> Ratio:
        """A number that certainly has a value. Where a set may have none, the statement may have none, although nothing in the body says so."""
        found = self.value(f, env)
        if found.valued:
            raise Refused("a set with a number that may have no value")
        return found

    # --- propositions ---

    def truth(self, p: Any, env: Env) -> Answer:
        kind = head(p)
        if kind == "compare":
            return self.compare(argument(p, 0), word(argument(p, 1)), argument(p, 2), env)
        if kind in ("all", "any"):
            return self.joined([self.truth(part, env) for part in p[1:]], kind == "all")
        if kind == "not":
            return self.opposite(self.truth(argument(p, 0), env))
        if kind == "implies":  # any(not p, q): a premise without a value leaves the whole without one
            premise, conclusion = (self.truth(argument(p, k), env) for k in (0, 1))
            return self.joined([self.opposite(premise), conclusion], False)
        if kind == "iff":
            first, second = (self.truth(argument(p, k), env) for k in (0, 1))
            (a, b), (x, y) = first, second
            return self.noted((_any([_all([a, x]), _all([b, y])]), _any([_all([a, y]), _all([b, x])])), [first, second])
        if kind in ("forall", "exists"):
            every = [self.truth(argument(p, 1), inner) for inner in self.assignments(entries(p), env)]
            return self.of_members(every, kind == "forall")
        raise Refused(f"a proposition by {kind}")

    def opposite(self, part: Answer) -> Answer:
        return self.noted((part[1], part[0]), [part])

    def joined(self, parts: list[Answer], every: bool) -> Answer:
        """From left to right: a part that decides does so where all parts before it have a value."""
        deciding: list[str] = []
        reached: list[str] = []
        for part in parts:
            deciding.append(_all([*reached, part[1 if every else 0]]))
            if part not in self.certain:
                reached.append(_any(list(part)))
        agreeing = _all([part[0 if every else 1] for part in parts])
        return self.noted((agreeing, _any(deciding)) if every else (_any(deciding), agreeing), parts)

    def of_members(self, parts: list[Answer], every: bool) -> Answer:
        """One member that decides is enough, whatever the others are."""
        yes, no = [t for t, _ in parts], [f for _, f in parts]
        return self.noted((_all(yes), _any(no)) if every else (_any(yes), _all(no)), parts)

    def noted(self, made: Answer, parts: list[Answer]) -> Answer:
        """What is made of propositions that certainly have a value has one."""
        if all(part in self.certain for part in parts):
            self.certain.add(made)
        return made

    def answer(self, valued: tuple[str, ...], told: str) -> Answer:
        made = _all([*valued, told]), _all([*valued, _not(told)])
        if not valued:
            self.certain.add(made)
        return made

    def compare(self, left: Any, relation: str, right: Any, env: Env) -> Answer:
        if relation not in MIRRORED:
            raise Refused(f"a comparison by {relation}")
        for side, way, other in ((left, relation, right), (right, MIRRORED[relation], left)):
            kind = head(side)
            if kind in ("renyi", "log_ratio_sup"):
                return self.likelihood_ratio(side, way, other, env)
            if kind in ("hockey_stick", "total_variation", "least_disagreement") and way not in ("==", "!="):
                return self.over_events(side, way, other, env)
            if kind in ("max", "min") and way not in ("==", "!=") and any(head(a) in ("renyi", "log_ratio_sup") for a in side[1:]):
                parts = [self.compare(part, way, other, env) for part in side[1:]]
                both = self.joined(parts, (kind == "max") == (way in ("<=", "<")))
                valued = _all([_any([yes, no]) for yes, no in parts])
                return _all([valued, both[0]]), _all([valued, both[1]])
        a, b = self.value(left, env), self.value(right, env)
        return self.answer((*a.valued, *b.valued), self.relation(a, relation, b))

    def over_events(self, side: Any, relation: str, bound: Any, env: Env) -> Answer:
        """P(A) - exp(e) Q(A) against the bound, for every set of labels A or for one."""
        p, q = self.two(side, env)
        a = self.value(bound, env)
        factor = self.exponential(argument(side, 2), env) if head(side) == "hockey_stick" else Ratio(ONE, ONE)
        gaps = [add(x, product(factor, y), -1) for x, y in zip(p.weights, q.weights, strict=True)]
        told = []
        for size in range(len(gaps) + 1):
            told += [self.relation(total(list(event)), relation, a) for event in itertools.combinations(gaps, size)]
        valued = (*p.valued, *q.valued, *factor.valued, *a.valued)
        return self.answer(valued, _all(told) if relation in ("<=", "<") else _any(told))

    def likelihood_ratio(self, side: Any, relation: str, bound: Any, env: Env) -> Answer:
        """The largest of log(p/q), infinite where p > 0 = q, against the bound."""
        if head(side) == "renyi" and argument(side, 2) != "oo":
            raise Refused("a Renyi divergence of finite order")
        p, q = self.two(side, env)
        factor = self.exponential(bound, env)
        pairs = list(zip(p.weights, q.weights, strict=True))
        if head(side) == "log_ratio_sup":
            pairs += [(y, x) for x, y in pairs]
        above = _any([self.relation(x, ">", product(factor, y)) for x, y in pairs])
        reached = _any([_all([self.relation(x, ">", Ratio({}, ONE)), self.relation(x, ">=", product(factor, y))]) for x, y in pairs])
        told = {"<=": _not(above), ">": above, "<": _not(reached), ">=": reached, "==": _all([reached, _not(above)]),
                "!=": _not(_all([reached, _not(above)]))}[relation]
        return self.answer((*p.valued, *q.valued, *factor.valued), told)

    def assignments(self, over: list[tuple[Any, Any]], env: Env) -> Iterator[Env]:
        """Values of bound names, which range over finite sets."""
        if not over:
            yield env
            return
        (pattern, where), rest = over[0], over[1:]
        if head(pattern) != "var":
            raise Refused("bound pairs")
        (name,) = names(pattern)
        where = stated(where)
        values: list[Any]
        if head(where) == "events":
            count = self.labels(argument(where, 0))
            values = [Event(list(bits)) for bits in itertools.product(("true", "false"), repeat=count)]
        elif head(where) == "integers":
            lo, hi = self.index(argument(where, 0), env), self.index(argument(where, 1), env)
            if hi - lo >= MOST_MEMBERS:
                raise Refused("a bound name with many values")
            values = [Ratio(poly(k), ONE) for k in range(lo, hi + 1)]
        elif head(where) == "one_of":
            values = [self.everywhere(a, env) for a in where[1:]]
        else:
            raise Refused(f"a bound name over {head(where)}")
        for value in values:
            yield from self.assignments(rest, {**env, name: value})

    def index(self, f: Any, env: Env) -> int:
        found = self.value(f, env)
        value = found.top.get((), Fraction(0))
        if found.valued or found.bottom != ONE or set(found.top) - {()} or value.denominator != 1:
            raise Refused("an index that is no fixed whole number")
        return int(value)

    # --- laws ---

    def law(self, f: Any, env: Env) -> Law:
        kind = head(f)
        found: Any = None
        if kind == "var":
            found = env.get(names(f)[0])
        elif kind == "item":
            found = self.item(f, env)
        elif kind == "apply" and len(f) == 3 and head(f[1]) == "var":
            kernel, row = env.get(names(f[1])[0]), self.index(f[2], env)
            found = kernel.rows[row - 1] if isinstance(kernel, Kernel) and 1 <= row <= len(kernel.rows) else None
        elif kind == "push" and head(argument(f, 0)) == "var":
            kernel, source = env.get(names(f[1])[0]), self.law(argument(f, 1), env)
            if isinstance(kernel, Kernel) and len(kernel.rows) == len(source.weights):
                found = self.mixed(source.weights, kernel.rows, source.valued)
        elif kind == "mixture":
            pairs = [items(pair) for pair in items(argument(f, 0))]
            weights, laws = [self.value(w, env) for w, _ in pairs], [self.law(law, env) for _, law in pairs]
            if any(law.valued for law in laws):
                raise Refused("a mixture of mixtures")
            valued = tuple(v for w in weights for v in w.valued)
            valued += tuple(self.relation(w, ">=", Ratio({}, ONE)) for w in weights)
            found = self.mixed(weights, laws, (*valued, self.relation(total(weights), "==", Ratio(ONE, ONE))))
        if not isinstance(found, Law):
            raise Refused(f"a distribution by {kind}")
        return found

    def mixed(self, weights: list[Ratio], laws: list[Law], valued: tuple[str, ...]) -> Law:
        if len({len(law.weights) for law in laws}) != 1:
            raise Refused("distributions on different labels")
        columns = zip(*(law.weights for law in laws), strict=True)
        return Law([total([product(w, x) for w, x in zip(weights, column, strict=True)]) for column in columns], valued)

    def two(self, f: Any, env: Env) -> tuple[Law, Law]:
        p, q = self.law(argument(f, 0), env), self.law(argument(f, 1), env)
        if len(p.weights) != len(q.weights):
            raise Refused("distributions on different labels")
        return p, q

    def item(self, f: Any, env: Env) -> Any:
        family = env.get(names(f[1])[0]) if head(argument(f, 0)) == "var" else None
        k = self.index(argument(f, 1), env)
        if not isinstance(family, Family) or not 1 <= k <= len(family.members):
            raise Refused("a member of a family that is not fixed")
        return family.members[k - 1]

    # --- numbers ---

    def value(self, f: Any, env: Env) -> Ratio:
        kind = head(f)
        if kind == "num":
            if f in ("oo", "-oo"):
                raise Refused("an infinite number")
            return Ratio(poly(rational(f)), ONE)
        if kind in ("var", "item"):
            found = env.get(names(f)[0]) if kind == "var" else self.item(f, env)
            if not isinstance(found, Ratio):
                raise Refused("a name that is not a number")
            return found
        if kind in ("add", "mul", "max", "min"):
            found = self.folded(kind, [self.value(part, env) for part in f[1:]])
            if kind == "add" and any(m and any(x in self.logs for x in m) for m in found.top):
                with contextlib.suppress(Refused):
                    self.exponential_of(found)  # a sum of logarithms is compared by its exponential, which is a product
            return found
        if kind in ("sum", "prod", "sup", "inf"):
            if optional(f, 2) is not None or optional(f, 3) is not None:
                raise Refused(f"{kind} with a condition")
            if kind in ("sum", "prod") and not all(_each_once(stated(where)) for _, where in entries(f)):
                raise Refused(f"a {kind} over a listed set of which two members may be the same")
            parts = [self.value(argument(f, 1), inner) for inner in self.assignments(entries(f), env)]
            return self.folded({"sum": "add", "prod": "mul", "sup": "max", "inf": "min"}[kind], parts)
        if kind == "abs":
            x = self.value(argument(f, 0), env)
            return self.folded("max", [x, product(Ratio(poly(-1), ONE), x)])
        if kind == "if":
            yes, no = self.truth(argument(f, 0), env)
            a, b = (self.value(argument(f, k), env) for k in (1, 2))
            v = symbol(self.new())
            cases = [_all([yes, *a.valued]), _all([no, *b.valued])]
            self.asserted += [f"(=> {case} {self.relation(v, '==', x)})" for case, x in zip(cases, (a, b), strict=True)]
            return Ratio(v.top, v.bottom, (_any(cases),))
        if kind == "pow":
            return self.powered(self.value(argument(f, 0), env), self.exponent(argument(f, 1), env))
        if kind == "exp":
            return self.exponential(argument(f, 0), env)
        if kind == "log":
            return self.logarithm(self.value(argument(f, 0), env))
        if kind in ("total_variation", "least_disagreement", "l1_distance", "hockey_stick"):
            p, q = self.two(f, env)
            factor = self.exponential(argument(f, 2), env) if kind == "hockey_stick" else Ratio(ONE, ONE)
            gaps = [add(x, product(factor, y), -1) for x, y in zip(p.weights, q.weights, strict=True)]
            away = [product(Ratio(poly(-1 if kind == "l1_distance" else 0), ONE), gap) for gap in gaps]
            found = total([self.folded("max", list(pair)) for pair in zip(gaps, away, strict=True)])
            return Ratio(found.top, found.bottom, (*found.valued, *p.valued, *q.valued))
        if kind == "mass" and head(argument(f, 1)) == "var":
            law, event = self.law(argument(f, 0), env), env.get(names(f[2])[0])
            if isinstance(event, Event) and len(event.members) == len(law.weights):
                return self.mass(law, event)
        raise Refused(f"a number by {kind}")

    def exponent(self, f: Any, env: Env) -> Fraction:
        found = Ratio({}, ONE, ("false",)) if f in ("oo", "-oo") else self.value(f, env)
        value = found.top.get((), Fraction(0))
        if found.valued or found.bottom != ONE or set(found.top) - {()} or abs(value.numerator) > MOST_POWER or value.denominator > MOST_POWER:
            raise Refused("a power whose exponent is not a small number")
        return value

    def folded(self, kind: str, parts: list[Ratio]) -> Ratio:
        if kind == "add":
            return total(parts)
        if kind == "mul":
            out = Ratio(ONE, ONE)
            for part in parts:
                out = product(out, part)
            return out
        if not parts:
            raise Refused("an extremum over nothing")
        if len(parts) == 1:
            return parts[0]
        v = symbol(self.new())
        valued = tuple(dict.fromkeys(x for part in parts for x in part.valued))
        facts = [self.relation(v, ">=" if kind == "max" else "<=", part) for part in parts]
        facts.append(_any([self.relation(v, "==", part) for part in parts]))
        self.asserted.append(f"(=> {_all([*valued])} {_all(facts)})")
        return Ratio(v.top, v.bottom, valued)

    def mass(self, law: Law, event: Event) -> Ratio:
        parts = []
        for inside, w in zip(event.members, law.weights, strict=True):
            if inside == "true":
                parts.append(w)
            elif inside != "false":
                v = symbol(self.new())
                told = f"(ite {inside} {self.relation(v, '==', w)} {self.relation(v, '==', Ratio({}, ONE))})"
                self.asserted.append(f"(=> {_all([*law.valued, *w.valued])} {told})")
                parts.append(v)
        found = total(parts)
        return Ratio(found.top, found.bottom, (*found.valued, *law.valued))

    def powered(self, x: Ratio, exponent: Fraction) -> Ratio:
        zero = Ratio({}, ONE)
        if exponent.denominator > 1:
            r = symbol(self.new())
            facts = [self.relation(r, ">=", zero), self.relation(self.powered(r, Fraction(exponent.denominator)), "==", x)]
            inside = self.relation(x, ">=", zero)
            self.asserted.append(f"(=> {_all([*x.valued, inside])} {_all(facts)})")
            x = Ratio(r.top, r.bottom, (*x.valued, inside))
        k = abs(exponent.numerator)
        if exponent < 0:
            return Ratio(power(x.bottom, k), power(x.top, k), (*x.valued, self.relation(x, "!=", zero)))
        return Ratio(power(x.top, k), power(x.bottom, k), x.valued)

    # --- exponentials and logarithms ---

    def exponential(self, exponent: Any, env: Env) -> Ratio:
        """Of a sum of monomials: a product of powers of exp(monomial / L)."""
        return self.exponential_of(self.value(exponent, env))

    def exponential_of(self, x: Ratio) -> Ratio:
        flat = Ratio(self.over(x), ONE, x.valued)
        top, bottom = ONE, ONE
        for monomial, coefficient in sorted(flat.top.items()):
            root = math.lcm(self.roots.get(monomial, 1), coefficient.denominator)
            count = coefficient * root
            if abs(count) > MOST_POWER:
                return self.whole_exponential(flat)
            self.roots[monomial] = root
            unit = power({(self.unit(monomial, root),): Fraction(1)}, abs(int(count)))
            top, bottom = (times(top, unit), bottom) if count > 0 else (top, times(bottom, unit))
        found = Ratio(top, bottom, x.valued)
        if (flat, found) not in self.curve and flat.top:
            self.curve.append((flat, found))
        return found

    def whole_exponential(self, flat: Ratio) -> Ratio:
        """The exponential of a sum with a large or finely divided factor: an unknown, of which only its place on the curve is known."""
        known = next((e for y, e in self.curve if y == flat), None)
        if known is None:
            known = Ratio({(self.new(),): Fraction(1)}, ONE, flat.valued)
            self.positive.update(*known.top)
            self.asserted.append(f"(> {_text(known.top)} 0.0)")
            self.curve.append((flat, known))
        return known

    def over(self, x: Ratio) -> Poly:
        """A number as a polynomial in unknowns and their reciprocals; it is meant where the number has a value."""
        out, top = divided(x.top, x.bottom) if len(x.bottom) > 1 else ({}, x.top)
        for monomial, coefficient in top.items():
            if len(x.bottom) == 1:
                ((below, divisor),) = x.bottom.items()
                common = Counter(monomial) & Counter(below)
                left, rest = (tuple(sorted((Counter(m) - common).elements())) for m in (monomial, below))
                term = {tuple(sorted((*left, *((self.reciprocal({rest: Fraction(1)}),) if rest else ())))): coefficient / divisor}
            else:
                term = {tuple(sorted((*monomial, self.reciprocal(x.bottom)))): coefficient}
            out = plus(out, term)
        return out

    def reciprocal(self, bottom: Poly) -> str:
        """The unknown that is 1 / bottom where that has a value."""
        key = _text(bottom)
        if key not in self.reciprocals:
            w = self.reciprocals[key] = self.new()
            self.asserted.append(f"(=> (not (= {key} 0.0)) (= {_text(times(bottom, {(w,): Fraction(1)}))} 1.0))")
            if self.sure(bottom) and next(iter(bottom.values())) > 0:
                self.positive.add(w)
        return self.reciprocals[key]

    def unit(self, monomial: tuple[str, ...], root: int) -> str:
        key = monomial, root
        if key in self.units:
            return self.units[key]
        t = self.units[key] = self.new()
        self.positive.add(t)
        self.asserted.append(f"(> {t} 0.0)")
        if not monomial:
            ball = n.ball(n.exp(Fraction(1, root)))
            low, high = Fraction(math.floor(float(ball.lo) * 2**20) - 1, 2**20), Fraction(math.ceil(float(ball.hi) * 2**20) + 1, 2**20)
            self.asserted.append(f"(and (< {_number(low)} {t}) (< {t} {_number(high)}))")
            self.constants.append((Fraction(1, root), t))
        elif monomial[0] in self.logs and len(monomial) == 1:
            inside, x = self.logs[monomial[0]]
            self.asserted.append(f"(=> {inside} {self.relation(self.powered(symbol(t), Fraction(root)), '==', x)})")
        else:
            self.curve.append((Ratio({monomial: Fraction(1, root)}, ONE), symbol(t)))
        return t

    def logarithm(self, x: Ratio) -> Ratio:
        inside = _all([*x.valued, self.relation(x, ">", Ratio({}, ONE))])
        known = next((name for name, (told, y) in self.logs.items() if told == inside and times(x.top, y.bottom) == times(y.top, x.bottom)), None)
        if known is None:
            known = self.new()
            self.logs[known] = inside, x
            self.curve.append((symbol(known), Ratio(x.top, x.bottom, (inside,))))
        return Ratio({(known,): Fraction(1)}, ONE, (inside,))

    def rising(self) -> None:
        """Points of the curve (x, exp x): it rises strictly, passes through (0, 1) and lies above its tangent there."""
        if len(self.curve) > MOST_MEMBERS // 2:  # sums are counted with what they are made of
            raise Refused("too many exponentials")
        zero, one = Ratio({}, ONE), Ratio(ONE, ONE)
        for share, t in self.constants if self.reciprocals else []:  # what a reciprocal may be
            self.curve += [(Ratio(poly(share), ONE), symbol(t)), (Ratio(poly(-share), ONE), Ratio(ONE, {(t,): Fraction(1)}))]
        for k, (x, e) in enumerate(self.curve):
            facts = [self.relation(e, ">=", add(x, one))]
            for y, f in [(zero, one), *self.curve[:k]]:
                facts += [f"(= {self.relation(x, sign, y)} {self.relation(e, sign, f)})" for sign in ("<", "==")]
                self.asserted.append(f"(=> {_all([*x.valued, *e.valued, *y.valued, *f.valued])} {_all(facts)})")
                facts = []
