"""Refutes statements that something exists, by showing that their body is true for no values; a member without a value counts as none.

Two methods, both by structure:

* order: both sides are maxima of sums of quantities that are at least 0. A sum is at most another if every one of its terms is found in it, after terms were
  bounded by lemmas (:data:`TRIANGLES`);
* cases: every density at a point is 0, a positive number exp(u) or oo. In each case the body is evaluated with linear forms in the logarithms u.

A third method, for chains of laws: with ``D_(N a)`` of each of N = 2^c links at most e, a >= 1, ``D_a`` of the ends is at most ``3^c e`` (:data:`CHAIN`).

Evidence of kind ``impossibility``: ``{"steps": [text, ...]}``; the checker derives it again from the statement alone.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from verify.claims.canonical import canonical_text, same
from verify.claims.nodes import BINDERS, Node, free_names, literal, walk
from verify.engines.task import Finding, Status, Task, cannot
from verify.engines.truth import Truth

ENGINE = "symbolic"
QUANTITIES = ("renyi", "wasserstein", "kantorovich", "total_variation", "l1_distance", "jensen_shannon", "prokhorov", "levy")
"""Quantities of two laws that are at least 0, oo included."""
SYMMETRIC = ("wasserstein", "kantorovich", "total_variation", "l1_distance", "jensen_shannon", "prokhorov", "levy")
TRIANGLES = {
    "renyi": "for all distributions D_oo(P, R) <= D_oo(P, Q) + D_oo(Q, R): where p > 0, p/r = p/q times q/r, and a supremum of sums is at most the sum of the suprema",
    "total_variation": "for all distributions TV(P, R) <= TV(P, Q) + TV(Q, R): |p - r| <= |p - q| + |q - r|",
    "l1_distance": "for all distributions |P - R|_1 <= |P - Q|_1 + |Q - R|_1: |p - r| <= |p - q| + |q - r|",
}
"""Triangle inequalities, with their reason; of Renyi divergences at order oo alone."""
CHAIN = ("along a chain of 2^c links D_a of the ends is at most 3^c times a bound of D at order 2^c a of the links, for a >= 1: by Hoelder's inequality"
         " D_a(P, R) <= 2a/(2a - 1) D_(2a-1)(P, Q) + D_2a(Q, R), which is at most 3 times the larger D at order 2a; then by induction over c")
MOST_CASES = 3**6
ONE, OO = Node("num", "1"), Node("num", "oo")


class _Open(Exception):
    """Neither method applies."""


def decide(task: Task) -> Finding:
    """Refute a statement that something exists (for all values of other names), or say why not."""
    goal = task.states
    if goal.head != "exists":
        return cannot(ENGINE, "only statements that something exists are refuted by impossibility")
    if task.forall or task.given:
        return cannot(ENGINE, "existence for all values of other names is not handled here")
    steps: list[str] = []
    try:
        if not _beyond_chain(goal, steps):
            _never(_node(goal.args[1]), steps)
    except _Open as reason:
        return cannot(ENGINE, f"no proof that there is no example: {reason}")
    steps = list(dict.fromkeys(steps))
    return Finding(ENGINE, Status.REFUTED, f"no example exists: {'; '.join(steps)}", "impossibility", {"steps": steps})


def _node(argument: Any) -> Node:
    if not isinstance(argument, Node):
        raise _Open("a formula with a missing part")
    return argument


def _never(p: Node, steps: list[str]) -> None:
    """Return if the proposition is true for no values of its names. Raises _Open."""
    if p.head == "exists":
        return _never(_node(p.args[1]), steps)
    if p.head == "any":
        for part in p.args:
            _never(_node(part), steps)
        return None
    if p.head == "compare":
        left, relation, right = _node(p.args[0]), str(p.args[1]), _node(p.args[2])
        if left.head == "prob":
            bound = literal(right)
            if bound is None or not ((relation == ">" and bound >= 0) or (relation == ">=" and bound > 0)):
                raise _Open("a probability and this bound")
            steps.append("an event that never happens has probability 0, if it has one")
            return _never(_node(left.args[1]), steps)
        try:
            return _ordered(left, relation, right, steps)
        except _Open:
            pass
    return _by_cases(p, steps)


# --- chains ------------------------------------------------------------------------------------------------------------


def _beyond_chain(goal: Node, steps: list[str]) -> bool:
    """Whether the statement is: there is a chain with ``D_alpha <= e`` for each of its N = 2^c links, and ``D_(alpha/N) > 3^c e`` of its ends, alpha from N on."""
    over, body = goal.args[0], _node(goal.args[1])
    assert isinstance(over, tuple)
    ranges = {str(entry[0].args[0]): entry[1] for entry in over
              if isinstance(entry, tuple) and isinstance(entry[0], Node) and isinstance(entry[1], Node)}
    if body.head != "all" or len(body.args) != 2:
        return False
    links, beyond = _node(body.args[0]), _node(body.args[1])
    if links.head != "forall" or beyond.head != "compare" or beyond.args[1] != ">" or _node(beyond.args[0]).head != "renyi":
        return False
    entries = links.args[0]
    assert isinstance(entries, tuple)
    index, where = entries[0][0], entries[0][1]  # type: ignore[index]
    if len(entries) != 1 or not isinstance(index, Node) or not isinstance(where, Node) or where.head != "integers" or where.args[0] != ONE:
        return False
    count = _node(where.args[1])
    if count.head != "pow" or count.args[0] != Node("num", "2") or _node(count.args[1]).head != "var":
        return False
    power = _node(count.args[1])
    naturals = ranges.get(str(power.args[0]))
    ends = _node(beyond.args[0])
    chain = _node(ends.args[0]).args[0] if _node(ends.args[0]).head == "item" else None
    if not isinstance(chain, Node) or chain.head != "var":
        return False
    for link in _node(links.args[1]).args if _node(links.args[1]).head == "all" else (links.args[1],):
        if not isinstance(link, Node) or link.head != "compare" or link.args[1] != "<=" or _node(link.args[0]).head != "renyi":
            continue
        order, level = _node(_node(link.args[0]).args[2]), _node(link.args[2])
        reach = ranges.get(str(order.args[0])) if order.head == "var" else None
        forward = Node("renyi", Node("item", chain, index), Node("item", chain, Node("add", index, ONE)), order)
        whole = Node("renyi", Node("item", chain, ONE), Node("item", chain, Node("add", count, ONE)), Node("mul", order, Node("pow", count, Node("num", "-1"))))
        fits = (
            str(chain.args[0]) in ranges and str(index.args[0]) not in ranges
            and not {str(index.args[0])} & free_names(level)
            and naturals is not None and naturals.head == "integers" and naturals.args[0] == Node("num", "0")
            and reach is not None and reach.head == "interval" and same(_node(reach.args[0]), count)
            and same(_node(link.args[0]), forward) and same(ends, whole)
            and same(_node(beyond.args[2]), Node("mul", Node("pow", Node("num", "3"), power), level))
        )
        if fits:
            steps.append(CHAIN)
            return True
    return False


# --- order -------------------------------------------------------------------------------------------------------------

Sum = Counter[str]
"""Terms by their canonical text, with whole multiplicities."""


def _ordered(left: Node, relation: str, right: Node, steps: list[str]) -> None:
    """A strict comparison that never holds."""
    if relation not in (">", "<", "!="):
        raise _Open(f"the relation {relation} may hold at equality")
    known: dict[str, Node] = {}
    a, b = _maximum(left, known), _maximum(right, known)
    used: list[str] = []
    for low, high in ([(a, b)] if relation != "<" else []) + ([(b, a)] if relation != ">" else []):
        for total in low:
            if not any(_bounded(total, other, known, used, 4) for other in high):
                raise _Open("sides that are not shown to be ordered")
    steps += used or ["both sides are maxima of the same sums"]


def _maximum(term: Node, known: dict[str, Node]) -> list[Sum]:
    """A term as a maximum of sums of quantities that are at least 0."""
    if term.head == "max":
        return [s for a in term.args for s in _maximum(_node(a), known)]
    if term.head == "add":
        parts = [_maximum(_node(a), known) for a in term.args]
        return [sum(choice, Counter()) for choice in itertools.product(*parts)]
    if term.head == "num" and term.args[0] == "0":
        return [Counter()]
    if term.head not in QUANTITIES:
        raise _Open(f"the sign of {term.head}")
    if term.head in SYMMETRIC:
        first, second = sorted((_node(a) for a in term.args[:2]), key=_text)
        term = Node(term.head, first, second, *term.args[2:])
    known[_text(term)] = term
    return [Counter([_text(term)])]


def _text(node: Node) -> str:
    return canonical_text(node)


def _bounded(total: Sum, other: Sum, known: Mapping[str, Node], used: list[str], depth: int) -> bool:
    """Whether a sum is at most another one: term by term, after lemmas."""
    rest = total - other
    if not rest:
        return True
    if depth == 0:
        return False
    spare = other - total
    for key in rest:
        for lemma, parts in _triangles(known[key], [known[k] for k in spare]):
            if _bounded(rest - Counter([key]) + Counter(parts), spare, known, used, depth - 1):
                if lemma not in used:
                    used.append(lemma)
                return True
    return False


def _triangles(term: Node, others: list[Node]) -> Iterator[tuple[str, list[str]]]:
    """Bounds of a quantity by two others of the same kind over a third law, which stands in one of the others."""
    if term.head not in TRIANGLES or (term.head == "renyi" and term.args[2] != OO):
        return
    first, last = _node(term.args[0]), _node(term.args[1])
    middles = {_text(_node(a)): _node(a) for o in others if o.head == term.head for a in o.args[:2]}
    for middle in middles.values():
        if middle in (first, last):
            continue
        parts = [Node(term.head, first, middle, *term.args[2:]), Node(term.head, middle, last, *term.args[2:])]
        if term.head in SYMMETRIC:
            parts = [Node(p.head, *sorted((_node(a) for a in p.args[:2]), key=_text), *p.args[2:]) for p in parts]
        if all(_text(p) in {_text(o) for o in others} for p in parts):
            yield TRIANGLES[term.head], [_text(p) for p in parts]


# --- cases -------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Value:
    """``sign * oo`` (kind "oo"), 0 (kind "zero"), ``exp`` of a form (kind "exp") or a form (kind "form"): a number plus multiples of unknown logarithms."""

    kind: str
    constant: Fraction = Fraction(0)
    logs: tuple[tuple[str, Fraction], ...] = ()


class _NoValue(Exception):
    """The term has no value in this case."""


ZERO, PLUS, MINUS = _Value("zero"), _Value("oo", Fraction(1)), _Value("oo", Fraction(-1))


def _by_cases(p: Node, steps: list[str]) -> None:
    if any(n.head in BINDERS for n in walk(p)):
        raise _Open("a binder inside the body")
    densities = sorted({_text(n) for n in walk(p) if n.head == "density"})
    if not densities or 3 ** len(densities) > MOST_CASES:
        raise _Open("a comparison of terms that are not densities")
    for choice in itertools.product((ZERO, None, PLUS), repeat=len(densities)):
        case = {key: _Value("exp", logs=((key, Fraction(1)),)) if value is None else value for key, value in zip(densities, choice, strict=True)}
        if _truth(p, case) not in (Truth.FALSE, Truth.NO_VALUE):
            raise _Open("a case that may be true")
    steps.append("each density is 0, positive or oo, and in none of the cases is the statement true")


def _truth(p: Node, case: Mapping[str, _Value]) -> Truth:
    if p.head == "all":
        answers = [_truth(_node(a), case) for a in p.args]
        return next((a for a in (Truth.FALSE, Truth.NO_VALUE, Truth.UNDECIDED) if a in answers), Truth.TRUE)
    if p.head != "compare":
        raise _Open(f"the proposition {p.head}")
    try:
        a, b = _value(_node(p.args[0]), case), _value(_node(p.args[2]), case)
    except _NoValue:
        return Truth.NO_VALUE
    order = _order(a, b)
    if order is None:
        return Truth.UNDECIDED
    relation = str(p.args[1])
    holds = {"<=": order <= 0, "<": order < 0, ">=": order >= 0, ">": order > 0, "==": order == 0, "!=": order != 0}.get(relation)
    return Truth.UNDECIDED if holds is None else Truth.TRUE if holds else Truth.FALSE


def _order(a: _Value, b: _Value) -> int | None:
    """-1, 0 or 1; None where the case does not say."""
    if a.kind == "oo" or b.kind == "oo":
        x, y = (v.constant if v.kind == "oo" else Fraction(0) for v in (a, b))
        return (x > y) - (x < y)
    if {a.kind, b.kind} == {"zero", "exp"} or a == b:
        return 0 if a == b else 1 if a.kind == "exp" else -1
    x_, y_ = (_Value("form") if v.kind == "zero" else v for v in (a, b))
    if x_.kind == y_.kind and x_.logs == y_.logs:
        return (x_.constant > y_.constant) - (x_.constant < y_.constant)
    return None


def _value(term: Node, case: Mapping[str, _Value]) -> _Value:
    head = term.head
    if head == "num":
        if term == OO or term.args[0] == "-oo":
            return PLUS if term == OO else MINUS
        number = Fraction(str(term.args[0]))
        return ZERO if number == 0 else _Value("form", number)
    if head == "density":
        return case[_text(term)]
    if head == "if":
        answer = _truth(_node(term.args[0]), case)
        if answer is Truth.NO_VALUE:
            raise _NoValue
        if answer is Truth.UNDECIDED:
            raise _Open("a condition that the case does not decide")
        return _value(_node(term.args[1 if answer is Truth.TRUE else 2]), case)
    if head in ("add", "mul"):
        values = [_value(_node(a), case) for a in term.args]
        result = values[0]
        for v in values[1:]:
            result = _add(result, v) if head == "add" else _mul(result, v)
        return result
    if head == "pow":
        exponent = literal(_node(term.args[1]))
        if not isinstance(exponent, Fraction) or exponent == 0:
            raise _Open("a power whose exponent is not a number")
        return _power(_value(_node(term.args[0]), case), exponent)
    if head == "log":
        inner = _value(_node(term.args[0]), case)
        if inner.kind == "zero" or inner == MINUS:
            raise _NoValue
        if inner.kind == "exp":
            return _form(inner.constant, dict(inner.logs))
        if inner == PLUS or inner == _Value("form", Fraction(1)):
            return PLUS if inner == PLUS else ZERO
    raise _Open(f"{head} in a case")


def _form(constant: Fraction, logs: Mapping[str, Fraction]) -> _Value:
    kept = tuple(sorted((k, v) for k, v in logs.items() if v != 0))
    return ZERO if constant == 0 and not kept else _Value("form", constant, kept)


def _joined(a: _Value, b: _Value) -> tuple[Fraction, dict[str, Fraction]]:
    logs = dict(a.logs)
    for key, v in b.logs:
        logs[key] = logs.get(key, Fraction(0)) + v
    return a.constant + b.constant, logs


def _add(a: _Value, b: _Value) -> _Value:
    if a.kind == "oo" or b.kind == "oo":
        if a.kind == b.kind and a != b:
            raise _NoValue
        return a if a.kind == "oo" else b
    if ZERO in (a, b):
        return b if a == ZERO else a
    if a.kind == b.kind == "form":
        return _form(*_joined(a, b))
    raise _Open("a sum of densities")


def _mul(a: _Value, b: _Value) -> _Value:
    if ZERO in (a, b):
        if "oo" in (a.kind, b.kind):
            raise _NoValue
        return ZERO
    for x, y in ((a, b), (b, a)):
        if x == _Value("form", Fraction(1)):
            return y
        if x.kind == "oo":
            if y.kind in ("exp", "oo") or (y.kind == "form" and not y.logs):
                sign = 1 if y.kind == "exp" or y.constant > 0 else -1
                return PLUS if x.constant * sign > 0 else MINUS
            raise _Open("oo times a number of unknown sign")
        if x.kind == "form" and not x.logs and y.kind == "form":
            return _form(x.constant * y.constant, {k: x.constant * v for k, v in y.logs})
    if a.kind == b.kind == "exp":
        constant, logs = _joined(a, b)
        kept = tuple(sorted((k, v) for k, v in logs.items() if v != 0))
        return _Value("exp", constant, kept) if kept or constant else _Value("form", Fraction(1))
    raise _Open("a product in a case")


def _power(base: _Value, exponent: Fraction) -> _Value:
    if base == ZERO:
        if exponent < 0:
            raise _NoValue
        return ZERO
    if base == PLUS:
        return PLUS if exponent > 0 else ZERO
    if base.kind == "exp":
        return _Value("exp", base.constant * exponent, tuple((k, v * exponent) for k, v in base.logs))
    if base == _Value("form", Fraction(1)):
        return base
    raise _Open("a power in a case")


__all__ = ["decide"]
