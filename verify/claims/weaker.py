"""Weakenings of a statement: what a lenient reader would let pass. A refutation is as severe as the least of them that no longer falls.

Each is a change of the formula with words of its own, and several can be made at once. A weakening follows from the statement; nothing here is evaluated.

``strictness``
    ``<`` and ``>`` of the conclusion allow equality, but in comparisons with infinity.
``rounding``
    A printed number is right to within one unit of its last place; one that is a guarantee may also be off to its safe side (``Printed(..., safe="above")``).
``convention``
    Nothing is asked where a side takes its value by convention: the extremum of an empty set, the logarithm of 0, a case that is given an infinite value.
``boundary``
    Finite and infinite ends are left out of ranges of real numbers, 0 out of integers that begin with it; two laws of one set differ. What is said to exist in bounded ranges may lie at their ends.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from typing import Any

from verify.claims.claim import Variant
from verify.claims.emptiness import empty_part
from verify.claims.nodes import ClaimError, Node, child, children, free_names, heads, literal, number, pattern_names, walk
from verify.claims.notation import name_text
from verify.claims.propositions import NEGATED, All, Compare, last_place
from verify.claims.sets import stated
from verify.claims.show import text

LADDER = ("strictness", "rounding", "convention", "boundary")
"""Kinds of weakenings, what a reader asks for least first."""
ALLOWING = {"<": "<=", ">": ">="}
LAW_SETS = ("laws", "normal_laws")
CLOSED = frozenset({"law", "power_law", "geometric_law", "sparse_law", "binomial_law", "poisson_law", "finite", "indicator_law", "printed", "measured", "outcome"})
"""Nodes that are not looked into: what stands there defines a law or names a datum."""


@dataclass(frozen=True, slots=True)
class Weakening:
    """One change that makes a statement say less.

    ``about`` names what is changed where a kind of weakening can be made in several places: a name, two names with a space between, or the number of a condition.
    """

    kind: str
    about: str
    words: str

    @property
    def key(self) -> str:
        """How it is stored: its kind and what it is about."""
        return f"{self.kind} {self.about}".strip()


def weakenings(variant: Variant) -> tuple[Weakening, ...]:
    """Every weakening that changes the statement, in the order of ``LADDER``."""
    return tuple(change for change, _ in _offered(variant))


def weakened(variant: Variant, keys: Collection[str]) -> Variant:
    """The statement with the weakenings of these keys. Raises ClaimError for a key that is none of them."""
    offered = {change.key: make for change, make in _offered(variant)}
    if unknown := sorted(set(keys) - set(offered)):
        raise ClaimError(f"{variant.label}: there is no weakening {unknown[0]!r}; there are {', '.join(offered) or 'none'}")
    changed = variant
    for key, make in offered.items():
        if key in keys:
            changed = make(changed)
    return changed


def _offered(variant: Variant) -> Iterator[tuple[Weakening, Callable[[Variant], Variant]]]:
    """The weakenings, each with how it is made in a statement that others may have been made in before."""
    if changed := [one for one in ALLOWING if _allowing(variant.states, (one,)) != variant.states]:
        words = "with " + " and ".join(f"{'≤' if one == '<' else '≥'} in place of {one}" for one in changed)
        yield Weakening("strictness", "", words), lambda v: replace(v, states=_allowing(v.states))
    if _nearly(variant.states) != variant.states:
        sides = {_safe_side(node) for node in walk(variant.states) if node.head == "printed"}
        yield Weakening("rounding", "", "to within one unit of the last printed place" + (", or off to the safe side" if sides - {None} else "")), lambda v: replace(v, states=_nearly(v.states))
    for k, guard in enumerate(dict.fromkeys(_conventions(variant)), 1):
        yield Weakening("convention", str(k), f"where {text(guard)}"), partial(_given, guard)
    for pattern, where in variant.forall:
        if isinstance(pattern, Node) and (inner := _inner(where)) != where and empty_part(inner) is None:
            name = str(pattern.args[0])
            yield Weakening("boundary", name, f"for {_kept(pattern, where)}"), partial(_inside, name)
    for one, other in _pairs(variant):
        differ = Compare(Node("total_variation", one, other), ">", 0)
        yield Weakening("boundary", f"{one.args[0]} {other.args[0]}", f"for {text(one)} ≠ {text(other)}"), partial(_given, differ)
    if _with_ends(variant.states) != variant.states:
        yield Weakening("boundary", "", "where what is said to exist may lie at an end of its range"), lambda v: replace(v, states=_with_ends(v.states))


def _given(condition: Node, variant: Variant) -> Variant:
    return replace(variant, given=(*variant.given, condition))


def _inside(name: str, variant: Variant) -> Variant:
    """The statement for this name inside its range, without the ends."""
    return replace(variant, forall=tuple((pattern, _inner(where) if pattern_names(pattern) == (name,) else where) for pattern, where in variant.forall))


# --- strictness and rounding: the comparisons that are stated ------------------------------------------------------------


def _allowing(states: Node, strict: Collection[str] = tuple(ALLOWING), stated_so: bool = True) -> Node:
    """The proposition with equality allowed in these strict relations where they are stated; where it is their opposite that is denied, it is made strict."""
    if states.head == "compare":
        if _infinite(child(states, 0)) or _infinite(child(states, 2)):  # "finite" with equality allowed says nothing
            return states
        table = {one: ALLOWING[one] for one in strict} if stated_so else {NEGATED[one]: NEGATED[ALLOWING[one]] for one in strict}
        relation = str(states.args[1])
        return Node("compare", states.args[0], table.get(relation, relation), states.args[2])
    if states.head in ("all", "any"):
        return Node(states.head, *(_allowing(part, strict, stated_so) for part in states.args if isinstance(part, Node)))
    if states.head == "not":
        return Node("not", _allowing(child(states, 0), strict, not stated_so))
    if states.head in ("implies", "forall", "exists"):
        return Node(states.head, states.args[0], _allowing(child(states, 1), strict, stated_so))
    return states


def _nearly(states: Node) -> Node:
    """The proposition with a unit of the last place allowed to printed numbers that are stated."""
    if states.head == "compare" and states.args[1] == "rounds to":
        printed = child(states, 2)
        if printed.head != "printed":
            return states
        digits = str(printed.args[0])
        if (safe := _safe_side(printed)) is not None:
            return Compare(child(states, 0), "<=", number(digits) + number(last_place(digits))) if safe == "above" else Compare(child(states, 0), ">=", number(digits) - number(last_place(digits)))
        return Compare(Node("abs", child(states, 0) - number(digits)), "<=", number(last_place(digits)))
    if states.head == "all":
        return Node("all", *(_nearly(part) for part in states.args if isinstance(part, Node)))
    if states.head in ("implies", "forall"):
        return Node(states.head, states.args[0], _nearly(child(states, 1)))
    return states


def _safe_side(printed: Node) -> str | None:
    return str(child(printed, 2).args[0]) if len(printed.args) > 2 else None


# --- conventions: hypotheses that a value is none ---------------------------------------------------------------------------


def _conventions(variant: Variant) -> Iterator[Node]:
    """Conditions on the outermost names under which no side of the conclusion takes its value by convention there."""
    names = {name for pattern, _ in variant.forall for name in pattern_names(pattern)}
    for guard in _guards(variant.states):
        if free_names(guard) and free_names(guard) <= names:
            yield guard


def _guards(node: Node) -> Iterator[Node]:
    if node.head == "if":
        condition, then, otherwise = (child(node, k) for k in range(3))
        if _infinite(otherwise) and not _infinite(then):
            yield condition
        elif _infinite(then) and not _infinite(otherwise):
            yield Node("not", condition)
    elif node.head == "log" and _algebraic(child(node, 0)):
        yield Compare(child(node, 0), ">", 0)
    elif node.head in ("sup", "inf") and (guard := _some_member(node)) is not None:
        yield guard
    if node.head in CLOSED:
        return
    for part in children(node):
        yield from _guards(part)


def _algebraic(term: Node) -> bool:
    """Whether a term is put together from names and numbers by sums, products and powers, with a name among them."""
    return bool(free_names(term)) and heads(term) <= {"add", "mul", "pow", "num", "var"}


def _some_member(node: Node) -> Node | None:
    """That an extremum is over something; None where its set is seen not to be empty."""
    over, where = node.args[0], node.args[2] if len(node.args) > 2 else None
    if len(node.args) > 3 and node.args[3] is not None:  # it has a floor or ceiling of its own
        return None
    if not isinstance(over, tuple) or (where is None and all(_holds_something(entry[1]) for entry in over)):  # type: ignore[index]
        return None
    return Node("exists", over, where if isinstance(where, Node) else All())


def _holds_something(where: Any) -> bool:
    """Whether a set has members whatever the names stand for."""
    where = stated(where)
    if where.head == "interval":
        low, high = literal(where.args[0]), literal(where.args[1])
        return (low is not None or where.args[0] == number("-oo")) and (high is not None or where.args[1] == number("oo")) and empty_part(where) is None
    if where.head == "integers":
        low, high = literal(where.args[0]), literal(where.args[1])
        return low is not None and ((high is not None and low <= high) or where.args[1] == number("oo"))
    return where.head not in ("events", "part_neighbours", "neighbours", "situations", "secret_pairs", "subsets", "pasts")


def _infinite(term: Node) -> bool:
    return term in (number("oo"), number("-oo"), -number("oo"))


# --- boundaries: sets without their ends --------------------------------------------------------------------------------------


def _inner(where: Node) -> Node:
    """The set without its ends: real intervals become open, integers lose a 0 that they begin with; families alike, member by member."""
    if where.head == "unstated":
        return Node("unstated", _inner(child(where, 0)))
    if where.head == "families":
        return Node("families", where.args[0], _inner(child(where, 1)))
    if where.head == "interval":
        return Node("interval", where.args[0], where.args[1], "open", "open")
    if where.head == "integers" and where.args[0] == number(0):
        return Node("integers", number(1), where.args[1])
    return where


def _with_ends(states: Node, stated_so: bool = True) -> Node:
    """The proposition with the ends added to bounded ranges of numbers that are said to exist where it is stated; to those over which all are meant where it is denied."""
    if states.head in ("all", "any"):
        return Node(states.head, *(_with_ends(part, stated_so) for part in states.args if isinstance(part, Node)))
    if states.head == "not":
        return Node("not", _with_ends(child(states, 0), not stated_so))
    if states.head == "implies":
        return Node("implies", states.args[0], _with_ends(child(states, 1), stated_so))
    if states.head in ("forall", "exists"):
        names: Any = states.args[0]
        if (states.head == "exists") is stated_so:
            names = tuple((pattern, _closed(where)) for pattern, where in names)
        return Node(states.head, names, _with_ends(child(states, 1), stated_so))
    return states


def _closed(where: Node) -> Node:
    """A bounded interval with its ends; another set as it is."""
    if where.head == "unstated":
        return Node("unstated", _closed(child(where, 0)))
    if where.head != "interval" or empty_part(where) is not None or any(_infinite(child(where, k)) for k in (0, 1)):
        return where
    return Node("interval", where.args[0], where.args[1], "closed", "closed")


def _kept(name: Node, where: Node) -> str:
    """What is left of a range, in words: ``q in (0, 1)``, ``Delta > 0``."""
    where = stated(where)
    if where.head == "families":
        return f"every {_kept(name, child(where, 1))}"
    if where.head == "integers":
        return f"{text(name)} ≥ 1"
    low, high, left, right = (child(where, 0), child(where, 1), where.args[2] == "closed", where.args[3] == "closed")
    if left and right:
        return f"{text(low)} < {text(name)} < {text(high)}"
    return f"{text(name)} > {text(low)}" if left else f"{text(name)} < {text(high)}"


def _pairs(variant: Variant) -> Iterator[tuple[Node, Node]]:
    """Two names that range over the same laws."""
    laws = [(pattern, where) for pattern, where in variant.forall if isinstance(pattern, Node) and where.head in LAW_SETS]
    for k, (one, where) in enumerate(laws):
        yield from ((one, other) for other, same in laws[k + 1:] if same == where)


# --- instances of the statement, moved into the weaker one --------------------------------------------------------------------

STEPS = (Fraction(1, 2), Fraction(1, 8), Fraction(1, 1000))
"""Shares of a range, or of 1 on a half-line, by which a number at an end is moved inside; from an infinite end, to the reciprocal."""


def moved_inside(variant: Variant, instance: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Instances, closed formulas in JSON by name, near one of a stronger statement: numbers that lie at an end which a range of this one leaves out are moved inside."""
    for step in STEPS:
        moved = dict(instance)
        known: dict[str, Node] = {}
        for pattern, where in variant.forall:
            for name in pattern_names(pattern):
                if name in moved and stated(where).head in ("interval", "families"):
                    moved[name] = _moved(moved[name], stated(where), known, step)
                if isinstance(moved.get(name), str):
                    known[name] = number(moved[name])
            if where.head == "equals":
                for name in pattern_names(pattern):
                    moved.pop(name, None)
        if moved != instance:
            yield moved


def _moved(value: Any, where: Node, known: dict[str, Node], step: Fraction) -> Any:
    if where.head == "families" and isinstance(value, list) and value[:1] == ["family"]:
        return ["family", *(_moved(one, stated(child(where, 1)), known, step) for one in value[1:])]
    if where.head != "interval" or not isinstance(value, str):
        return value
    low, high = (_end(child(where, k), known) for k in (0, 1))
    if value in ("oo", "-oo"):
        return value if where.args[3 if value == "oo" else 2] == "closed" else str((1 if value == "oo" else -1) / step)
    x = Fraction(value)
    width = high - low if low is not None and high is not None else Fraction(1)
    if low is not None and x == low and where.args[2] == "open":
        return str(x + width * step)
    if high is not None and x == high and where.args[3] == "open":
        return str(x - width * step)
    return value


def _end(end: Node, known: dict[str, Node]) -> Fraction | None:
    """An end of a range where the names before it stand for these numbers; None where it is infinite, or more than sums, products, quotients, whole powers, minima and maxima of numbers and names."""
    if end.head == "var":
        return literal(known[str(end.args[0])]) if str(end.args[0]) in known else None
    if end.head != "pow" and end.head not in EXACT:
        return literal(end) if end.head == "num" else None
    found = [_end(one, known) for one in children(end)]
    values = [x for x in found if x is not None]
    if not values or len(values) < len(found):
        return None
    if end.head in EXACT:
        value: Fraction = EXACT[end.head](values)
        return value
    base, power = values
    if power.denominator != 1 or abs(power) > MOST_POWER or (base == 0 and power < 0):
        return None
    return base**power.numerator


EXACT: dict[str, Any] = {"add": sum, "mul": math.prod, "min": min, "max": max}
"""What is computed of ends of ranges, beside whole powers."""
MOST_POWER = 8


# --- a factor -----------------------------------------------------------------------------------------------------------------

LARGEST_FACTOR = 10**6
"""Factors above say nothing that a reader would call a correction."""


def factor_of(variant: Variant, best: Mapping[str, Any] | None) -> Fraction | None:
    """A short factor with which an inequality of numbers holds by what is known of its best constant, certified from the side that counts; None where nothing is."""
    goal = variant.states
    if best is None or goal.head != "compare" or best.get("certified") != "both ends":
        return None
    bound = best.get("ratio_at_most" if goal.args[1] in ("<=", "<") else "ratio_at_least")
    try:
        value = Fraction(str(bound))
    except ValueError:
        return None
    upper = goal.args[1] in ("<=", "<")
    if not 0 < value <= LARGEST_FACTOR or (value <= 1 if upper else value >= 1):
        return None
    return _short(value, upper)


def _short(value: Fraction, upper: bool) -> Fraction:
    """A fraction with few digits, 3 that count, beyond a positive number."""
    unit = Fraction(1)
    while value / unit >= 1000:
        unit *= 10
    while value / unit < 100:
        unit /= 10
    return -(-value // unit) * unit if upper else value // unit * unit


def within_a_factor(variant: Variant, factor: Fraction) -> Variant:
    """The statement, an inequality, with its claimed side times a factor, and equality allowed."""
    goal = variant.states
    relation = ALLOWING.get(str(goal.args[1]), str(goal.args[1]))
    return replace(variant, states=Node("compare", goal.args[0], relation, Node("mul", number(factor), child(goal, 2))))


# --- a part of the domain -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Cut:
    """A bound on one number, which leaves a part of the domain: ``name <= end`` or ``name >= end``."""

    name: str
    relation: str
    end: Fraction

    @property
    def key(self) -> str:
        """How it is stored: ``range sigma <= 1/2``."""
        return f"range {self.name} {self.relation} {self.end}"

    @property
    def words(self) -> str:
        """How it is told."""
        return f"{name_text(self.name)} {'≤' if self.relation == '<=' else '≥'} {self.end}"


def cut_of(key: str) -> Cut:
    """The bound that a key stands for. Raises ValueError for another key."""
    kind, name, relation, end = key.split(" ")
    if kind != "range" or relation not in ("<=", ">="):
        raise ValueError(key)
    return Cut(name, relation, Fraction(end))


def within(variant: Variant, cuts: Sequence[Cut]) -> Variant:
    """The statement for a part of its domain: ranges with numbers as ends are cut there, other bounds are hypotheses. Raises ClaimError for a name that it has not."""
    for cut in cuts:
        place = next((k for k, (pattern, _) in enumerate(variant.forall) if pattern_names(pattern) == (cut.name,)), None)
        if place is None:
            raise ClaimError(f"{variant.label}: there is no name {cut.name} whose range could be cut")
        pattern, where = variant.forall[place]
        shorter = _cut(where, cut)
        if shorter is None:
            bound = Compare(pattern, cut.relation, number(cut.end))
            variant = replace(variant, given=(*variant.given, bound))
        else:
            variant = replace(variant, forall=(*variant.forall[:place], (pattern, shorter), *variant.forall[place + 1:]))
    return variant


def _cut(where: Node, cut: Cut) -> Node | None:
    """A set of numbers cut at one end; None where its ends are no numbers, or nothing but the end itself would be left."""
    if where.head == "unstated":
        inner = _cut(child(where, 0), cut)
        return None if inner is None else Node("unstated", inner)
    upper = cut.relation == "<="
    if where.head == "one_of":
        members = [literal(one) if isinstance(one, Node) else None for one in where.args]
        if None in members:
            return None
        return Node("one_of", *(one for one, value in zip(where.args, members, strict=True) if value is not None and (value <= cut.end if upper else value >= cut.end)))
    if where.head not in ("interval", "integers"):
        return None
    end = child(where, 1 if upper else 0)
    value = literal(end)
    if end != number("oo" if upper else "-oo") and (value is None or not (cut.end < value if upper else cut.end > value)):
        return None
    if where.head == "integers":
        return Node("integers", *((where.args[0], number(cut.end)) if upper else (number(cut.end), where.args[1])))
    low, high, left, right = where.args
    return Node("interval", low, number(cut.end), left, "closed") if upper else Node("interval", number(cut.end), high, "closed", right)


def weaker(variant: Variant, keys: Sequence[str]) -> Variant:
    """The statement that stored keys stand for: weakenings, ``constant`` with a factor, or ``range`` with bounds. Raises ClaimError for others."""
    if keys and all(key.startswith("range ") for key in keys):
        try:
            cuts = [cut_of(key) for key in keys]
        except (ValueError, ZeroDivisionError):
            raise ClaimError(f"{variant.label}: there is no weakening {keys[0]!r}") from None
        return within(variant, cuts)
    if len(keys) == 1 and keys[0].startswith("constant "):
        try:
            return within_a_factor(variant, Fraction(keys[0].removeprefix("constant ")))
        except (ValueError, AssertionError, IndexError, ZeroDivisionError):
            raise ClaimError(f"{variant.label}: there is no weakening {keys[0]!r}") from None
    return weakened(variant, keys)


__all__ = ["LADDER", "Cut", "Weakening", "cut_of", "factor_of", "moved_inside", "weakened", "weakenings", "weaker", "within", "within_a_factor"]
