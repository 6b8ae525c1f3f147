"""Statements about an infimum over one number s whose term falls up to a turning point and rises from there on, wherever the other name x is.

The infimum is over s > low (or s >= low), perhaps with a condition on s; its term has one switch ``max(D(s, x), 0)``, with ``D = 0`` at s = x and D rising in s. Without the switch the term is
l(s), free of x and not rising; with D in place of the switch it is H(s, x), whose slope in s is a product ``w(s, x) h(s)`` with w >= 0 (found by SymPy: the slope of log dH/ds in s is free of x).
Where h <= 0 before a bracket, h rises in it and h >= 0 behind it, there is p in the bracket such that the infimum is l(x) for x >= p and H(p, x) for x <= p. What must have a sign is proved
by boxes, over whole ranges.

The statement is then decided with the infima written out: ``exists t: all(for all x >= t: ..., for all x in [0, t): ...)`` by exhibiting p; others with a new name for p that ranges over the
bracket, by the engines of numbers, which prove the statement or its denial; a limit for x to infinity by l alone.

Evidence of kind ``valley``: ``valleys``, a list of the infima (``inf``) with the name that stands for the turning point (``turn``), where the condition begins to hold (``start``), and the bracket
(``left``, ``right``); ``proof``, kind and evidence of the proof of what is left, where there is any; ``instance``, at which the denial is proved. The checker derives all signs again.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from itertools import islice, product
from typing import Any

import sympy as sp

from verify.claims.nodes import (
    ClaimError,
    Node,
    child,
    children,
    free_names,
    heads,
    literal,
    number,
    pattern_names,
    rebuild,
    substitute,
    to_json,
    unused_name,
    walk,
)
from verify.claims.propositions import NEGATED
from verify.claims.sets import stated
from verify.claims.symbolic_form import from_sympy, to_sympy
from verify.engines import interval, printed, search, symbolic
from verify.engines.task import Finding, Status, Task, cannot

ENGINE = "valleys"
WHOLE = {"domain": "whole", "share": 1.0}
FINE = 1024
"""Brackets are one or two steps of this size."""
FAR = 40
"""How far out floats look for a turning point."""


@dataclass(frozen=True)
class Shape:
    """An infimum over one name, of a term with one switch, that depends on one other name."""

    node: Node
    s: str
    x: str
    low: Fraction
    closed: bool
    """Whether the lower end is admitted."""
    left: Node
    right: Node
    gap: Node
    condition: Node | None


@dataclass(frozen=True)
class Valley:
    """An infimum with its turning point in a bracket."""

    shape: Shape
    start: Fraction
    left: Fraction
    right: Fraction


def decide(task: Task) -> Finding | None:
    """Prove or refute a statement by the turning points of its infima, or say why not; None for a statement without an infimum of such a form."""
    if not {"inf", "max"} <= heads(task.states):
        return None
    found: dict[Node, Valley] = {}
    for node in walk(task.states):
        form = shape(node)
        if form is not None and (key := _key(form)) not in found:
            valley = _solved(task, form)
            if isinstance(valley, str):
                return cannot(ENGINE, valley)
            found[key] = valley
    if not found:
        return None
    taken = {str(node.args[0]) for node in walk(task.variant.formula) if node.head == "var"}
    turns = {key: unused_name(f"turn_{k}", taken) for k, key in enumerate(found, 1)}
    known = {key: (valley, turns[key]) for key, valley in found.items()}
    used: set[Node] = set()
    goal = _written_out(task.states, known, {n: _low(where, {}) for pattern, where in task.forall for n in pattern_names(pattern)}, frozenset(), used)
    if used != set(known):
        return cannot(ENGINE, "an infimum is used beyond the range on which it is solved")
    evidence: dict[str, Any] = {"valleys": [
        {"inf": to_json(v.shape.node), "turn": turn, "start": str(v.start), "left": str(v.left), "right": str(v.right)} for v, turn in known.values()]}
    said = "; ".join(f"the infimum over {v.shape.s} has its turning point in [{v.left}, {v.right}]" for v, _ in known.values())
    if not task.forall and not task.given and len(known) == 1 and _exhibited(task, goal, *known.values()):
        return Finding(ENGINE, Status.PROVED, f"{said}: the turning point is exhibited", "valley", evidence, WHOLE, trusted=("Arb",), undecided_share=0.0)
    return _by_others(task, goal, known, evidence, said)


# --- the form -----------------------------------------------------------------------------------------------------------------------


def shape(node: Node) -> Shape | None:
    """The parts of an infimum of this form; None for others."""
    if node.head != "inf":
        return None
    over: Any = node.args[0]
    if len(over) != 1 or not isinstance(over[0][0], Node) or len(free_names(node)) != 1:
        return None
    where, s, (x,) = stated(over[0][1]), str(over[0][0].args[0]), free_names(node)
    if where.head != "interval" or where.args[1] != number("oo") or where.args[3] != "open":
        return None
    low, body, condition = literal(child(where, 0)), child(node, 1), node.args[2]
    switches = {part for part in walk(body) if part.head == "max" and {s, x} <= free_names(part)}
    if low is None or len(switches) != 1 or x == s or (isinstance(condition, Node) and x in free_names(condition)):
        return None
    (switch,) = switches
    if len(switch.args) != 2 or number(0) not in switch.args:
        return None
    gap = child(switch, 0) if switch.args[1] == number(0) else child(switch, 1)
    left = _swapped(body, switch, number(0))
    if x in free_names(left):
        return None
    return Shape(node, s, x, low, where.args[2] == "closed", left, _swapped(body, switch, gap), gap, condition if isinstance(condition, Node) else None)


def _swapped(node: Node, old: Node, new: Node) -> Node:
    return new if node == old else node if node.head in ("num", "var") else rebuild(node, lambda part: _swapped(part, old, new))


def _key(form: Shape) -> Node:
    """An infimum whatever the other name in it is called."""
    return substitute(form.node, {form.x: Node("var", "other name")})


# --- the turning point --------------------------------------------------------------------------------------------------------------


def _solved(task: Task, form: Shape) -> Valley | str:
    """The turning point of an infimum in a bracket, or why there is none."""
    try:
        slope = _slope(form)
    except (ClaimError, ValueError, TypeError, ZeroDivisionError, AttributeError) as error:
        return f"the slope of the term is not determined: {error}"
    if slope is None:
        return "the slope of the term in the bound name is not a product of a function of either name"
    start = _start(form)
    bracket = None if start is None else _bracket(slope, form, start)
    if start is None or bracket is None:
        return "the term does not fall and then rise" if start is not None else "the numbers over which it is taken do not begin at one point"
    valley = Valley(form, start, *bracket)
    return valley if _certain(task, valley, slope) else f"a turn between {bracket[0]} and {bracket[1]} is not certain"


@lru_cache(maxsize=64)
def _slope(form: Shape) -> tuple[Node, Node, Node, Node] | None:
    """The common factor of the slope, its divisor, the slope of the factor, and the slope at a fixed member as a function of the other name."""
    s, x, one, two = (sp.Symbol(name, real=True) for name in (form.s, form.x, "_first", "_second"))
    term = to_sympy(form.right)
    first = sp.diff(term, s)
    second = sp.diff(first, s)
    mixed = first.subs(x, one) * second.subs(x, two) - first.subs(x, two) * second.subs(x, one)
    upper, _ = sp.fraction(sp.together(mixed))
    if sp.expand(upper) != 0:
        return None
    at = sp.Rational(form.low.numerator, form.low.denominator) + 1
    whole = sp.fraction(sp.together(first.subs(x, at)))
    factor = sp.expand(whole[0])
    return from_sympy(factor), from_sympy(whole[1]), from_sympy(sp.diff(factor, s)), from_sympy(first)


def _values(node: Node, name: str) -> Any:
    """A formula of one name for floats; no number where it has none."""
    of = sp.lambdify(sp.Symbol(name, real=True), to_sympy(node), "mpmath")

    def at(x: Fraction) -> float:
        try:
            return float(of(float(x)))
        except (ValueError, ZeroDivisionError, OverflowError, TypeError):
            return math.nan
    return at


@lru_cache(maxsize=64)
def _start(form: Shape) -> Fraction | None:
    """A number before which the condition fails, near where it begins to hold; the lower end where it holds from there on."""
    condition = form.condition
    if condition is None:
        return form.low
    if condition.head != "compare" or condition.args[1] not in ("<=", "<", ">=", ">"):
        return None
    way = 1 if condition.args[1] in (">=", ">") else -1
    room = _values(way * (child(condition, 0) - child(condition, 2)), form.s)
    tried = [form.low + Fraction(k, 16) ** 3 for k in range(1, 16 * 3)]
    holds = [room(x) >= 0 for x in tried]
    if all(holds):
        return form.low
    if not any(holds) or holds != sorted(holds):
        return None
    k = holds.index(True)
    before, after = tried[k - 1], tried[k]
    while after - before > Fraction(1, 2 * FINE):
        middle = (before + after) / 2
        before, after = (before, middle) if room(middle) >= 0 else (middle, after)
    return Fraction(math.floor((before - Fraction(1, FINE)) * FINE), FINE) if before - Fraction(2, FINE) > form.low else before


@lru_cache(maxsize=64)
def _bracket(slope: tuple[Node, Node, Node, Node], form: Shape, start: Fraction) -> tuple[Fraction, Fraction] | None:
    """Two numbers between which floats see the only change of sign."""
    factor, divisor, *_ = slope
    upper, lower = _values(factor, form.s), _values(divisor, form.s)

    def rises(x: Fraction) -> bool:
        return bool(upper(x) * math.copysign(1, lower(x)) > 0)

    tried = [start + Fraction(k, 16) ** 2 for k in range(1, int(16 * FAR**0.5))]
    signs = [rises(x) for x in tried]
    if not any(signs) or all(signs) or signs != sorted(signs):
        return None
    k = signs.index(True)
    before, after = tried[k - 1], tried[k]
    while after - before > Fraction(1, 2**40):
        middle = (before + after) / 2
        before, after = (before, middle) if rises(middle) else (middle, after)
    left, right = Fraction(math.floor(before * FINE), FINE), Fraction(math.ceil(after * FINE), FINE)
    while before - left < Fraction(1, 8 * FINE) or left == right:
        left -= Fraction(1, 4 * FINE)
    while right - after < Fraction(1, 8 * FINE):
        right += Fraction(1, 4 * FINE)
    return (left, right) if start < left else None


def _certain(task: Task, v: Valley, slope: tuple[Node, Node, Node, Node]) -> bool:
    """Whether boxes prove all signs."""
    form = v.shape
    s, x, zero = Node("var", form.s), Node("var", form.x), number(0)
    factor, divisor, curve, whole = slope
    start, left, right = (number(end) for end in (v.start, v.left, v.right))
    lower = "closed" if form.closed else "open"
    first = lower if v.start == form.low else "open"  # the condition fails at a start that is no end of the range
    members = {s: _interval(start, number("oo"), first)}
    other = {x: _interval(number(form.low), number("oo"), "closed")}
    others = _others(form)
    if others is None:
        return False
    flat, gap = others
    whole = substitute(whole, {form.s: right})  # where the common factor is positive
    positive = _proves(task, members, Node("compare", divisor, ">", zero))
    if not positive:
        factor, curve = -factor, -curve
        if not _proves(task, members, Node("compare", divisor, "<", zero)):
            return False
    signs: list[tuple[Mapping[Node, Node], Node]] = [
        ({s: _interval(start, left, first)}, Node("compare", factor, "<=", zero)),
        ({s: _interval(left, right)}, Node("compare", curve, ">=", zero)),
        ({s: _interval(right, number("oo"))}, Node("compare", factor, ">=", zero)),
        (members, Node("compare", flat, "<=", zero)),
        ({s: Node("interval", right, right, "closed", "closed")}, Node("compare", factor, ">", zero)),
        (other, Node("compare", whole, ">=", zero)),
        ({s: _interval(number(form.low), number("oo")), **other}, Node("compare", gap, ">=", zero)),
        (members, _valued(form.left)),  # an infimum has a value where all members of its set have one
        ({**members, **other}, _valued(form.right)),
    ]
    if form.condition is not None:
        signs.append(({s: _interval(left, number("oo"), "closed")}, form.condition))
        signs += [({s: _interval(start, left, first)}, _valued(child(form.condition, k))) for k in (0, 2)]
        if v.start > form.low:
            denial = Node("compare", child(form.condition, 0), NEGATED[str(form.condition.args[1])], child(form.condition, 2))
            signs.append(({s: Node("interval", number(form.low), start, lower, "closed")}, denial))
    return all(_proves(task, over, goal) for over, goal in signs)


@lru_cache(maxsize=64)
def _others(form: Shape) -> tuple[Node, Node] | None:
    """The slopes of the term before the switch and of the switch; None where these are not seen, or the switch is not at equality of the names."""
    s = sp.Symbol(form.s, real=True)
    try:
        if sp.expand(to_sympy(substitute(form.gap, {form.s: Node("var", form.x)}))) != 0:
            return None
        return from_sympy(sp.diff(to_sympy(form.left), s)), from_sympy(sp.diff(to_sympy(form.gap), s))
    except (ClaimError, ValueError, TypeError):
        return None


def _valued(term: Node) -> Node:
    """A proposition that is proved only where a term has a finite value."""
    return Node("compare", term, "<", number("oo"))




def _interval(low: Node, high: Node, first: str = "open") -> Node:
    return Node("interval", low, high, first, "open")


def _proves(task: Task, over: Mapping[Node, Node], goal: Node) -> bool:
    left = replace(task, variant=replace(task.variant, forall=tuple(over.items()), given=(), states=goal))
    return interval.decide(left).status is Status.PROVED


# --- statements ---------------------------------------------------------------------------------------------------------------------


def _written_out(node: Node, known: Mapping[Node, tuple[Valley, str]], lows: Mapping[str, Fraction | None], far: frozenset[str], used: set[Node]) -> Node:
    """A formula with its infima in two pieces, or by the one that counts where the other name tends to infinity."""
    if node.head in ("num", "var"):
        return node
    form = shape(node)
    key = None if form is None else _key(form)
    if form is not None and key is not None and key in known:
        turn = known[key][1]
        low = lows.get(form.x)
        if low is not None and low >= form.low:
            used.add(key)
            behind = substitute(form.left, {form.s: Node("var", form.x)})
            before = substitute(form.right, {form.s: Node("var", turn)})
            return behind if form.x in far else Node("if", Node("compare", Node("var", form.x), ">=", Node("var", turn)), behind, before)
    first = node.args[0]
    if not isinstance(first, tuple) or not all(isinstance(entry, tuple) and len(entry) == 2 for entry in first):
        return rebuild(node, lambda part: _written_out(part, known, lows, far, used))
    inner = dict(lows)
    for pattern, where in first:  # type: ignore[misc, str-unpack]
        for name in pattern_names(pattern):
            inner[name], far = None, far - {name}
        if isinstance(pattern, Node) and node.head in ("forall", "exists"):
            inner[str(pattern.args[0])] = _low(where, inner)
        if isinstance(pattern, Node) and node.head in ("limit", "limsup", "liminf") and where == number("oo"):
            inner[str(pattern.args[0])] = max(valley.right for valley, _ in known.values())
            far = far | {str(pattern.args[0])}
    return rebuild(node, lambda part: _written_out(part, known, inner, far, used))


def _low(where: Any, lows: Mapping[str, Fraction | None]) -> Fraction | None:
    """A number below which nothing finite lies in a set of finite numbers; None where that is not seen."""
    where = stated(where)
    if where.head == "one_of":
        members = [literal(child(where, k)) for k in range(len(where.args))]
        return None if None in members or not members else min(m for m in members if m is not None)
    if where.head != "interval" or (where.args[1] == number("oo") and where.args[3] != "open"):
        return None
    low, high = child(where, 0), child(where, 1)
    if high.head != "num" and (high.head != "var" or lows.get(str(high.args[0])) is None):
        return None
    return lows.get(str(low.args[0])) if low.head == "var" else literal(low)


def _exhibited(task: Task, goal: Node, known: tuple[Valley, str]) -> bool:
    """Whether the turning point is a number of which all is true that is said of the one that exists."""
    valley, name = known
    if goal.head != "exists":
        return False
    over: Any = goal.args[0]
    turn = Node("var", name)
    if len(over) != 1 or not isinstance(over[0][0], Node) or not _inside(valley, stated(over[0][1])):
        return False
    body = substitute(child(goal, 1), {str(over[0][0].args[0]): turn})
    return all(_equation(task, part, turn, valley) for part in (children(body) if body.head == "all" else [body]))


def _bracketed(valley: Valley) -> Node:
    return Node("interval", number(valley.left), number(valley.right), "closed", "closed")


def _inside(valley: Valley, where: Node) -> bool:
    """Whether a bracket lies inside of an interval."""
    if where.head != "interval":
        return False
    low, high = child(where, 0), child(where, 1)
    first, last = literal(low), literal(high)
    return (low == number("-oo") or (first is not None and first < valley.left)) and (high == number("oo") or (last is not None and valley.right < last))


def _equation(task: Task, part: Node, turn: Node, valley: Valley) -> bool:
    """Whether an equation holds on an interval on one side of the turning point."""
    if part.head != "forall" or child(part, 1).head != "compare" or child(part, 1).args[1] not in ("==", "<=", ">="):
        return False
    over: Any = part.args[0]
    if len(over) != 1 or not isinstance(over[0][0], Node) or stated(over[0][1]).head != "interval":
        return False
    x, where, body = over[0][0], stated(over[0][1]), child(part, 1)
    behind, before = where.args[0] == turn, where.args[1] == turn and where.args[3] == "open"
    if behind == before:
        return False
    gap = substitute(valley.shape.gap, {valley.shape.x: x, valley.shape.s: turn})

    def plain(node: Node) -> Node:
        if node.head in ("num", "var"):
            return node
        if node.head == "if" and node.args[0] == Node("compare", x, ">=", turn):
            return plain(child(node, 1 if behind else 2))
        if node.head == "max" and len(node.args) == 2 and set(node.args) == {gap, number(0)}:
            return number(0) if behind else gap
        return rebuild(node, plain)

    sides = plain(child(body, 0)), plain(child(body, 2))
    try:
        if sp.expand(sp.fraction(sp.together(to_sympy(sides[0]) - to_sympy(sides[1])))[0]) != 0:
            return False
    except (ClaimError, ValueError, TypeError):
        return False
    ranges = {turn: _bracketed(valley), x: where}
    return all(_proves(task, ranges, Node("compare", side, "<", number("oo"))) for side in sides)  # they have values


def _by_others(task: Task, goal: Node, known: Mapping[Node, tuple[Valley, str]], evidence: dict[str, Any], said: str) -> Finding:
    """What the engines of numbers say of the statement with its infima written out, for all turning points in the brackets, or of its denial at an instance."""
    points = tuple((Node("var", turn), _bracketed(valley)) for valley, turn in known.values() if turn in free_names(goal))
    left = _about(task, *_opened((*points, *task.forall), goal))
    for engine in () if points else (printed.decide, symbolic.decide, interval.decide):
        proof = engine(left)
        if proof.kind in PROOFS and proof.status is Status.PROVED:
            return _found(Status.PROVED, proof.summary, evidence | {"proof": _inner(proof)}, said, proof.trusted)
    if not points:
        wrong = None if task.forall else search.at(left, {})
        if wrong is None or wrong.kind != "witness" or "inner" in wrong.evidence:
            return cannot(ENGINE, f"{said}; what is left is not decided")
        return _found(Status.REFUTED, wrong.summary, evidence | {"proof": _inner(wrong)}, said, wrong.trusted)
    proofs = _by_ranges(left, known) if not task.given else None
    if proofs is not None:
        return _found(Status.PROVED, "certified before, in and behind the bracket", evidence | proofs, said, ("Arb",))
    values = _at_values(left, known) if not task.given else None
    if values is not None:
        return _found(Status.PROVED, "certified with explicit values for what is said to exist", evidence | values, said, ("Arb",))
    return _denied_somewhere(task, goal, points, known, evidence, said) or cannot(ENGINE, f"{said}; what is left is not decided")


PROOFS = ("identity", "boxes", "logic", "exhaustive", "printed")
INSTANCES = (Fraction(1), Fraction(1, 10), Fraction(10), Fraction(2), Fraction(1, 2))
"""Values of a name at which a denial is tried."""
MOST_INSTANCES = 5


def _about(task: Task, over: tuple[Any, ...], goal: Node) -> Task:
    return replace(task, variant=replace(task.variant, forall=over, states=goal))


def _inner(proof: Finding) -> dict[str, Any]:
    return {"kind": proof.kind, "evidence": {key: value for key, value in proof.evidence.items() if key != "suggest"}}


def _found(status: Status, summary: str, evidence: dict[str, Any], said: str, trusted: tuple[str, ...]) -> Finding:
    return Finding(ENGINE, status, f"{said}; with it written out: {summary}", "valley", {**evidence, "status": str(status)}, WHOLE, trusted=tuple(trusted), undecided_share=0.0)


def _denied_somewhere(task: Task, goal: Node, points: tuple[Any, ...], known: Mapping[Node, tuple[Valley, str]], evidence: dict[str, Any], said: str) -> Finding | None:
    """A denial of the statement, or of one of its parts, at simple values of its names."""
    if task.given or any(not isinstance(pattern, Node) for pattern, _ in task.forall):
        return None
    choices = [[m for m in (literal(child(stated(w), k)) for k in range(len(stated(w).args))) if m is not None] if stated(w).head == "one_of"
               else [m for m in INSTANCES if _holds_in(m, stated(w))] for _, w in task.forall]
    for values in islice(product(*choices), MOST_INSTANCES):
        instance = {str(pattern.args[0]): value for (pattern, _), value in zip(task.forall, values, strict=True)}
        at = substitute(goal, {name: number(value) for name, value in instance.items()})
        parts = list(children(at)) if at.head == "all" else [at]
        for k, part in enumerate(parts, 1):
            if not all(_has_value(task, earlier, known) for earlier in parts[:k - 1]):  # what stands before a false part must have a value
                break
            try:
                left = _about(task, *_opened(points, denied(part)))
            except ClaimError:
                continue
            single = interval.decide(left) if not any(node.head == "if" for node in walk(left.states)) else None
            proofs = _by_ranges(left, known) or _at_values(left, known) if single is None else None
            if proofs is None and (single is None or single.status is not Status.PROVED):
                continue
            where = ", ".join(f"{name} = {value}" for name, value in instance.items())
            return _found(Status.REFUTED, f"certified to be false{' at ' + where if where else ''}",
                          {**evidence, "instance": {name: str(value) for name, value in instance.items()}, **({"part": k} if at.head == "all" else {}),
                           **(proofs if proofs is not None else {"proof": _inner(single)} if single is not None else {})}, said, ("Arb",))
    return None


def _has_value(task: Task, part: Node, known: Mapping[Node, tuple[Valley, str]]) -> bool:
    """Whether both sides of a comparison, below its quantifiers, have a value; an infimum that is solved has one."""
    over: tuple[Any, ...] = ()
    while part.head in ("exists", "forall") and len(part.args) == 2:
        over, part = (*over, *part.args[0]), child(part, 1)  # type: ignore[misc]
    turns = {Node("var", name) for _, name in known.values()}
    if part.head != "compare" or any(not isinstance(pattern, Node) for pattern, _ in over):
        return False
    sides = [side for side in (child(part, 0), child(part, 2)) if not (side.head == "if" and child(side, 0).args[2] in turns)]
    return all(_proves(task, dict(over), Node("compare", side, "<", number("oo"))) for side in sides)


def _has_its_low_end(where: Node) -> bool:
    """Whether the lower end of an interval between numbers is one of its members."""
    low, high = literal(child(where, 0)), literal(child(where, 1))
    if low is None or where.args[2] != "closed":
        return False
    return where.args[1] == number("oo") or (high is not None and (low < high or (low == high and where.args[3] == "closed")))


def _holds_in(value: Fraction, where: Node) -> bool:
    """Whether a number lies inside of an interval between numbers."""
    if where.head != "interval":
        return False
    low, high = child(where, 0), child(where, 1)
    first, last = literal(low), literal(high)
    return (low == number("-oo") or (first is not None and first < value)) and (high == number("oo") or (last is not None and value < last))


DENIALS = {"<=": (">",), "<": (">=",), ">=": ("<",), ">": ("<=",), "==": ("<", ">")}


def denied(p: Node) -> Node:
    """A proposition that holds only where another one is false. Raises ClaimError for constructs without a denial here."""
    if p.head in ("all", "any"):
        return Node("any" if p.head == "all" else "all", *(denied(part) for part in children(p)))
    if p.head in ("exists", "forall") and len(p.args) == 2:
        return Node("forall" if p.head == "exists" else "exists", p.args[0], denied(child(p, 1)))
    if p.head == "not":
        return child(p, 0)
    if p.head == "compare" and p.args[1] in DENIALS:
        parts = [Node("compare", p.args[0], relation, p.args[2]) for relation in DENIALS[str(p.args[1])]]
        return parts[0] if len(parts) == 1 else Node("any", *parts)
    raise ClaimError(f"no denial of {p.head}")


def _by_ranges(task: Task, known: Mapping[Node, tuple[Valley, str]]) -> dict[str, Any] | None:
    """Proofs of a statement about all x of an interval before, in and behind the bracket of the turning point, and perhaps far behind it."""
    done: dict[tuple[Any, ...], dict[str, Any] | None] = {}
    for far in (None, *(2 ** math.ceil(math.log2(float(max(valley.right for valley, _ in known.values())) + 1) + k) for k in (1, 3))):
        found = []
        for over, goal in _split(task, known, far):
            if (over, goal) not in done:
                done[over, goal] = _on_range(task, over, goal)
            proof = done[over, goal]
            if proof is None:
                break
            found.append(proof)
        else:
            return {"proofs": found, **({"far": str(far)} if far is not None else {})} if found else None
    return None


def _on_range(task: Task, over: tuple[Any, ...], goal: Node) -> dict[str, Any] | None:
    """A proof by boxes, also of a number above a Gaussian profile by one above a bell."""
    proof = interval.decide(_about(task, over, goal))
    if proof.status is Status.PROVED:
        return _inner(proof)
    simpler = above_profile(goal)
    if simpler is not None:
        proof = interval.decide(_about(task, over, simpler))
    return {**_inner(proof), "bound": "bell"} if proof.status is Status.PROVED else None


def above_profile(goal: Node) -> Node | None:
    """What is enough for a number above a Gaussian profile, ``delta_mu(x) < Phi(-z) <= exp(-z^2/2)/2`` with z = x/mu - mu/2 >= 0 and mu > 0, perhaps as one of several alternatives."""
    for part in children(goal) if goal.head == "any" else [goal]:
        if part.head != "compare" or part.args[1] not in ("<", "<=", ">", ">="):
            continue
        large, small = (child(part, 0), child(part, 2)) if part.args[1] in (">", ">=") else (child(part, 2), child(part, 0))
        if small.head == "gaussian_profile" and child(small, 1) != number("oo"):
            mu = child(small, 1)
            z = Node("add", Node("mul", Node("pow", mu, number(-1)), child(small, 0)), Node("mul", number(Fraction(-1, 2)), mu))
            bell = Node("mul", number(Fraction(1, 2)), Node("exp", Node("mul", number(Fraction(-1, 2)), Node("pow", z, number(2)))))
            return Node("all", Node("compare", mu, ">", number(0)), Node("compare", z, ">=", number(0)), Node("compare", large, ">=", bell))
    return None


CONSTANTS = (Fraction(8), Fraction(64), Fraction(1))
"""Values at which a number is tried that is said to exist."""
MOST_TRIES = 60


def _at_values(task: Task, known: Mapping[Node, tuple[Valley, str]]) -> dict[str, Any] | None:
    """Simple values of the numbers that are said to exist, and proofs of the comparisons that are left; None where none of them will do."""
    tries = [0]

    def visit(p: Node, over: tuple[Any, ...], needed: tuple[Node, ...]) -> tuple[list[Any], list[Any]] | None:
        if p.head == "all":
            values: list[Any] = []
            proofs: list[Any] = []
            for part in children(p):
                one = visit(part, over, needed)
                if one is None:
                    return None
                values, proofs = values + one[0], proofs + one[1]
            return values, proofs
        if p.head == "forall" and len(p.args) == 2 and not needed:
            return visit(child(p, 1), (*over, *p.args[0]), needed)  # type: ignore[misc]
        if p.head == "exists" and len(p.args) == 2 and not needed:
            entries: Any = p.args[0]
            if len(entries) != 1 or not isinstance(entries[0][0], Node) or stated(entries[0][1]).head != "interval":
                return None
            where, low = stated(entries[0][1]), literal(child(stated(entries[0][1]), 0))
            first = [number(low)] if low is not None and _has_its_low_end(where) else []
            own = [pattern for pattern, _ in over if isinstance(pattern, Node) and str(pattern.args[0]) not in {turn for _, turn in known.values()}]
            constants = [number(m) for m in CONSTANTS if _holds_in(m, where)]
            flat = child(p, 1).head == "compare"
            moving = [form for x in own for form in (Node("pow", x, number(2)), x)] if flat else []
            for value in (*first, *moving, *constants):
                inside = (Node("compare", value, ">" if where.args[2] == "open" else ">=", child(where, 0)),
                          Node("compare", value, "<" if where.args[3] == "open" else "<=", child(where, 1))) if value.head != "num" else ()
                one = visit(substitute(child(p, 1), {str(entries[0][0].args[0]): value}), over, inside)
                if one is not None:
                    return [to_json(value), *one[0]], one[1]
            return None
        return leaf(p, over, needed) if p.head == "compare" else None

    def leaf(p: Node, over: tuple[Any, ...], needed: tuple[Node, ...]) -> tuple[list[Any], list[Any]] | None:
        return _on_one_side(task, known, tries, p, over, needed)

    found = visit(task.states, task.forall, ()) if any(node.head == "exists" for node in walk(task.states)) else None
    return None if found is None else {"values": found[0], "proofs": found[1]}


def _on_one_side(task: Task, known: Mapping[Node, tuple[Valley, str]], tries: list[int], p: Node, over: tuple[Any, ...], needed: tuple[Node, ...]) -> tuple[list[Any], list[Any]] | None:
    """A proof of a comparison with the infimum that stands in it on one side of its turning point; None where none is found. ``tries`` counts."""
    points = {Node("var", turn): valley for valley, turn in known.values()}
    conditions = {child(node, 0) for node in walk(p) if node.head == "if" and child(node, 0).head == "compare" and child(node, 0).args[2] in points}
    if len(conditions) != 1:
        return None
    (condition,) = conditions
    valley, place = points[child(condition, 2)], child(condition, 0)
    at = literal(place)
    for behind in (True, False) if at is None else [True] if at >= valley.right else [False] if at <= valley.left else []:
        new = _chosen(p, condition, 1 if behind else 2)
        side = Node("compare", place, ">=" if behind else "<=", number(valley.right if behind else valley.left))
        names = tuple(entry for entry in over if entry[0] not in points or str(entry[0].args[0]) in free_names(new))
        for bound in (above_profile(new), new):
            if bound is None or tries[0] > MOST_TRIES:
                continue
            tries[0] += 1
            proof = interval.decide(_about(task, names, Node("all", *needed, side, bound)))  # what is false is seen at once
            if proof.status is Status.PROVED:
                return [], [{**_inner(proof), "piece": "behind" if behind else "before", **({} if bound is new else {"bound": "bell"})}]
    return None


def _split(task: Task, known: Mapping[Node, tuple[Valley, str]], far: int | None) -> list[tuple[tuple[Any, ...], Node]]:
    """The statement in three, or four; nothing where it is not about all numbers of an interval between numbers."""
    goal = task.states
    for valley, name in known.values():
        turn = Node("var", name)
        conditions = {child(node, 0) for node in walk(goal) if node.head == "if" and child(node, 0).head == "compare" and child(node, 0).args[1:] == (">=", turn)}
        if len(conditions) != 1:
            continue
        (condition,) = conditions
        places = [k for k, (pattern, _) in enumerate(task.forall) if pattern == condition.args[0]]
        if len(places) != 1 or stated(task.forall[places[0]][1]).head != "interval":
            continue
        where = stated(task.forall[places[0]][1])
        low, high, endless = literal(child(where, 0)), literal(child(where, 1)), where.args[1] == number("oo")
        if low is None or (high is None and not endless):
            continue
        parts: list[tuple[tuple[Any, ...], Node]] = []
        ranges: list[tuple[Any, Any, int]] = [(None, valley.left, 2), (valley.left, valley.right, 0), (valley.right, None, 1)]
        if far is not None and far > valley.right:
            ranges[2:] = [(valley.right, Fraction(far), 1), (Fraction(far), None, 1)]
        for first, last, choice in ranges:
            a = low if first is None or first < low else first
            b = high if last is None or (high is not None and high < last) else last
            if b is not None and (a > b or (a == b and (a < low or (high is not None and b > high)))):
                continue
            place = Node("interval", number(a), number("oo") if b is None else number(b), where.args[2] if a == low else "closed", where.args[3] if b == high else "closed")
            new = _chosen(goal, condition, choice) if choice else goal
            names = tuple((pattern, place if k == places[0] else w) for k, (pattern, w) in enumerate(task.forall))
            parts.append((tuple(entry for entry in names if entry[0] != turn or name in free_names(new)), new))
        return parts
    return []


def _chosen(node: Node, condition: Node, choice: int) -> Node:
    """A formula with the cases of a condition decided."""
    if node.head in ("num", "var"):
        return node
    if node.head == "if" and node.args[0] == condition:
        return _chosen(child(node, choice), condition, choice)
    return rebuild(node, lambda part: _chosen(part, condition, choice))


def _opened(over: tuple[Any, ...], goal: Node) -> tuple[tuple[Any, ...], Node]:
    """Names that "for all" binds in front of the conclusion as names of the statement."""
    while goal.head == "forall":
        bound: Any = goal.args[0]
        taken = {name for pattern, _ in over for name in pattern_names(pattern)}
        if any(set(pattern_names(pattern)) & taken for pattern, _ in bound):
            break
        over, goal = (*over, *bound), child(goal, 1)
    return over, goal


__all__ = ["decide", "shape"]
