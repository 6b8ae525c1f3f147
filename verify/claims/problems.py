"""Problems about numbers: hypotheses and conclusions in logic, as inequalities with ranges that are decided one by one.

A hypothesis ``A or B``, or ``a != b``, makes two cases; a conclusion ``A and B``, or ``a == b``, makes two statements. An equation among the hypotheses is solved for a
name where inverse functions do it, and the name is put in; others stay hypotheses. The problem holds where all of its inequalities do, and is false where one of them is.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from verify.claims.emptiness import as_written, empty_part, order
from verify.claims.equations import Sign, not_negative, solutions, total
from verify.claims.nodes import ClaimError, Node, child, free_names, literal, number, rebuild, substitute, walk
from verify.claims.propositions import MIRRORED, NEGATED, ORDERED, Compare
from verify.claims.sets import integers

MOST = 512
"""Cases of one conclusion."""


@dataclass(frozen=True, slots=True)
class Inequality:
    """A statement with the ranges of its names: ``forall`` and ``given`` as in a claim. ``solved``: names that equations determine, with the values that were put in."""

    forall: tuple[tuple[Node, Node], ...]
    given: tuple[Node, ...]
    states: Node
    solved: tuple[tuple[str, Node], ...] = ()


def problem(names: Sequence[str], whole: frozenset[str], hypotheses: Sequence[Node], conclusion: Node, *, refuse_empty: bool = False) -> tuple[Inequality, ...]:
    """The inequalities that together say that the hypotheses imply the conclusion.

    names : in their order; each ranges over the line, or over the integers if it is in ``whole``, as far as the hypotheses do not bound it.
    hypotheses, conclusion : comparisons joined by ``all``, ``any``, ``not`` and ``implies``.
    refuse_empty : an empty range is an error, not a case in which all holds.

    Raises
    ------
    ClaimError
        For more than 512 cases, or an empty range that is refused.
    """
    clauses = _clauses(_normal(conclusion, True))
    cases = _alternatives(Node("all", *(_normal(h, True) for h in hypotheses)))
    found: dict[Inequality, None] = {}
    for case in cases:
        alone = refuse_empty and len(cases) == 1
        for clause in clauses:
            for one in _solved(_Case(tuple(names), whole, tuple(case), clause), alone):
                found[one] = None
    return tuple(found)


def unsatisfiable(names: Sequence[str], whole: frozenset[str], asserted: Sequence[Node]) -> tuple[Inequality, ...]:
    """The inequalities that together say that not all of some assertions hold: in each case, that the others imply the opposite of the one that says most. Raises ClaimError as above."""
    found: dict[Inequality, None] = {}
    for case in _alternatives(Node("all", *(_normal(p, True) for p in asserted))):
        if not case:
            raise ClaimError("the assertions must say something about numbers, got none that does; leave out what is always true")
        goal = max(case, key=_weight)
        links = list(case)
        links.remove(goal)
        for where in _alternatives(Node("all", *_domain(goal))):  # where it has no value it does not hold
            for one in _solved(_Case(tuple(names), whole, (*links, *where), _opposite(goal)), False):
                found[one] = None
    if not found:
        raise ClaimError("the assertions must leave a case, got none; one of them is false at sight")
    return tuple(found)


def _domain(p: Node) -> list[Node]:
    """Conditions without which a comparison has no value: denominators are not 0, arguments of logarithms are positive."""
    found: dict[Node, None] = {}
    for part in walk(p):
        if part.head == "pow" and (exponent := literal(child(part, 1))) is not None and exponent < 0 and literal(child(part, 0)) is None and not not_negative(child(part, 0), frozenset()):
            found[Compare(child(part, 0), "!=", 0)] = None
        elif part.head == "log" and free_names(part):
            found[Compare(child(part, 0), ">", 0)] = None
    return list(found)


def _weight(link: Node) -> tuple[bool, bool, int]:
    """How much a comparison is worth as a conclusion: bounds of names are ranges, and equations put names in."""
    left, relation, right = child(link, 0), str(link.args[1]), child(link, 2)
    bound = any(name.head == "var" and literal(end) is not None for name, end in ((left, right), (right, left)))
    return relation != "==", not bound, sum(1 for _ in walk(link))


# --- logic -----------------------------------------------------------------------------------------------------------


def _normal(p: Node, positive: bool) -> Node:
    """The proposition, or its negation, by comparisons, ``all`` and ``any`` alone."""
    if p.head == "not":
        return _normal(child(p, 0), not positive)
    if p.head == "implies":
        return Node("any" if positive else "all", _normal(child(p, 0), not positive), _normal(child(p, 1), positive))
    if p.head in ("all", "any"):
        parts = [_normal(part, positive) for part in p.args if isinstance(part, Node)]
        return Node(p.head if positive else "any" if p.head == "all" else "all", *parts)
    if p.head != "compare":
        raise ClaimError(f"a comparison, and, or, not is needed, got {p.head}; write the condition with these")
    left, relation, right = p.args
    return Node("compare", left, str(relation) if positive else NEGATED[str(relation)], right)


def _alternatives(p: Node) -> list[list[Node]]:
    """Lists of comparisons; the proposition holds where all of one list do."""
    if p.head == "all":
        found: list[list[Node]] = [[]]
        for part in p.args:
            assert isinstance(part, Node)
            found = _few([[*one, *more] for one in found for more in _alternatives(part)])
        return found
    if p.head == "any":
        return _few([one for part in p.args if isinstance(part, Node) for one in _alternatives(part)])
    left, relation, right = p.args
    return [[Compare(left, one, right)] for one in (("<", ">") if relation == "!=" else (str(relation),))]


def _clauses(p: Node) -> list[Node]:
    """Comparisons, or alternatives of comparisons, all of which together say the same."""
    found = []
    for parts in _alternatives(_turned_over(p)):
        literals = [_opposite(part) for part in parts]
        found.append(literals[0] if len(literals) == 1 else Node("any", *literals))
    return found


def _turned_over(p: Node) -> Node:
    """The negation, in which what is unequal stays one part."""
    if p.head in ("all", "any"):
        return Node("any" if p.head == "all" else "all", *(_turned_over(part) for part in p.args if isinstance(part, Node)))
    return _opposite(p)


def _opposite(p: Node) -> Node:
    left, relation, right = p.args
    return Node("compare", left, NEGATED[str(relation)], right)


def _few(found: list[list[Node]]) -> list[list[Node]]:
    if len(found) > MOST:
        raise ClaimError(f"at most {MOST} cases are decided, got more; write it with fewer alternatives")
    return found


# --- equations -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Case:
    names: tuple[str, ...]
    whole: frozenset[str]
    links: tuple[Node, ...]
    goal: Node
    solved: tuple[tuple[str, Node], ...] = ()

    def sign(self, name: str) -> int:
        """1 for a name that is not negative, -1 for one that is not positive, 0 where no bound says so."""
        for link in self.links:
            left, relation, right = child(link, 0), str(link.args[1]), child(link, 2)
            if right == Node("var", name):
                left, relation, right = right, MIRRORED.get(relation, relation), left
            end = literal(right)
            if left == Node("var", name) and end is not None:
                if relation in (">", ">=") and end >= 0:
                    return 1
                if relation in ("<", "<=") and end <= 0:
                    return -1
        return 0

    def put(self, name: str, value: Node, without: Node, more: Iterable[Node]) -> _Case:
        """The case with a name replaced by its value; one equation is used up, conditions are added."""
        at = {name: value}
        others = [link for link in self.links if link is not without]
        new = [*(_put(link, at) for link in others if name in free_names(link)), *more]
        solved = tuple((n, substitute(v, at)) for n, v in self.solved)
        kept = (*(link for link in others if name not in free_names(link)), *(link for link in new if not self._evident(link)))
        return _Case(tuple(n for n in self.names if n != name), self.whole, kept, _put(self.goal, at), (*solved, (name, value)))

    def _evident(self, link: Node) -> bool:
        """Whether a comparison with a number that is not positive holds at sight, so that it need not be said."""
        left, relation, right = child(link, 0), str(link.args[1]), child(link, 2)
        if literal(left) is not None and literal(right) is None:
            left, relation, right = right, MIRRORED.get(relation, relation), left
        end = literal(right)
        positive = frozenset(name for name in self.names if self.sign(name) > 0)
        return end is not None and relation == ">=" and end <= 0 and not_negative(left, positive) and total(left, positive)


def _put(p: Node, at: dict[str, Node]) -> Node:
    return substitute(p, at) if free_names(p) & set(at) else p


def _solved(case: _Case, refuse_empty: bool) -> Iterator[Inequality]:
    """The case with its equations put in, one after the other."""
    for link in case.links:
        if link.args[1] != "==":
            continue
        found = solutions(link, case.sign, case.whole)
        if found is None:
            continue
        positive = frozenset(name for name in case.names if case.sign(name) > 0)
        for one in found:
            more = list(one.given)
            if not more and not total(one.value, positive):
                more = [Compare(one.value, ">", number("-oo")), Compare(one.value, "<", number("oo"))]
            yield from _solved(case.put(one.name, one.value, link, more), refuse_empty)
        return
    yield _with_ranges(case, refuse_empty)


# --- ranges ----------------------------------------------------------------------------------------------------------

def _plainer(link: Node, sign: Sign) -> list[Node]:
    """The same about a bare name, or about what a power or an absolute value is taken of: ``3 - x^2 >= 0`` says that x lies between the roots of 3."""
    left, relation, right = child(link, 0), str(link.args[1]), child(link, 2)
    if relation not in ORDERED:
        return [link]
    if literal(left) is not None:
        left, relation, right = right, MIRRORED[relation], left
    end = literal(right)
    if end is None:
        return [link]
    if left.head in ("add", "mul"):
        plain = _without_number(left, relation, end)
        return [link] if plain is None else _plainer(plain, sign)
    exponent = literal(child(left, 1)) if left.head == "pow" else None
    if left.head == "abs" or (exponent is not None and exponent > 0 and exponent.denominator == 1):
        found = _about_base(child(left, 0), 0 if exponent is None else int(exponent), relation, end, sign)
        return [link] if found is None else [plain for one in found for plain in _plainer(one, sign)]
    return [Compare(left, relation, right)] if left.head == "var" else [link]


def _without_number(left: Node, relation: str, end: Fraction) -> Node | None:
    """The comparison of a sum or product with a number after its only number is on the other side."""
    parts = [part for part in left.args if isinstance(part, Node)]
    rest, values = [part for part in parts if literal(part) is None], [value for part in parts if (value := literal(part)) is not None]
    if len(rest) != 1 or not values:
        return None
    if left.head == "add":
        return Compare(rest[0], relation, number(end - sum(values)))
    factor = math.prod(values)
    return None if factor == 0 else Compare(rest[0], relation if factor > 0 else MIRRORED[relation], number(end / factor))


def _about_base(inner: Node, exponent: int, relation: str, end: Fraction, sign: Sign) -> list[Node] | None:
    """What ``inner ** exponent relation end`` says about the base; exponent 0 stands for the absolute value. None where that is no conjunction of bounds."""
    reach = number(end) if exponent == 0 else _root(end, exponent)
    if exponent % 2:
        return [Compare(inner, relation, reach)]
    if end < 0:
        return None
    known = sign(str(inner.args[0])) if inner.head == "var" else 0
    below = relation in ("<=", "<")
    if known == 0 and not below:
        return None
    ends = [Compare(inner, relation, reach)] if known >= 0 else []
    return ends + ([Compare(inner, MIRRORED[relation], -reach)] if known <= 0 else [])


def _root(value: Fraction, degree: int) -> Node:
    """A root as a fraction where it is one."""
    if value < 0:
        return -_root(-value, degree)
    top, bottom = (round(part ** (1 / degree)) if part < 10**15 else 0 for part in (value.numerator, value.denominator))
    return number(Fraction(top, bottom)) if bottom and Fraction(top, bottom) ** degree == value else number(value) ** number(Fraction(1, degree))


Ends = dict[bool, tuple[Node, bool]]
"""The upper (True) and lower end of a range, and whether it is left out."""


def _with_ranges(case: _Case, refuse_empty: bool) -> Inequality:
    place = {name: k for k, name in enumerate(case.names)}
    ends: dict[str, Ends] = {name: {} for name in case.names}
    given: list[Node] = []
    for link in [plain for one in case.links for plain in _plainer(one, case.sign)]:
        left, relation, right = child(link, 0), str(link.args[1]), child(link, 2)
        found = None if relation == "==" else _bound(left, relation, right, place) or _bound(right, MIRRORED[relation], left, place)
        if found is None or not _tighten(ends[found[0]], *found[1:], keep=not refuse_empty):
            given.append(link)
    forall = [(Node("var", name), _set(name, ends[name], name in case.whole, refuse_empty)) for name in case.names]
    return _without_idle(forall, given, case)


def _without_idle(forall: list[tuple[Node, Node]], given: list[Node], case: _Case) -> Inequality:
    """The inequality without names that nothing mentions, whose ranges are not empty."""
    for name, over in reversed(forall[:]):
        used = free_names(case.goal).union(*map(free_names, given), *(free_names(where) for _, where in forall))
        if str(name.args[0]) in used or over.head != "interval":
            continue
        low, high = child(over, 0), child(over, 1)
        if not _surely_inside(low, high):
            given.append(Compare(low, "<=" if over.args[2:] == ("closed", "closed") else "<", high))
        forall.remove((name, over))
    positive = frozenset(str(name.args[0]) for name, over in forall if (low := least(over)) is not None and low >= 0)
    return Inequality(tuple(forall), tuple(plain_roots(h, positive) for h in given), plain_roots(case.goal, positive), case.solved)


def _surely_inside(low: Node, high: Node) -> bool:
    """Whether something lies between the ends of a range with room, whatever the values of names: both are numbers, or one is infinite and the other finite."""
    ends = (as_written(low), as_written(high))
    return None not in ends or any(isinstance(end, float) and total(other, frozenset()) for end, other in zip(ends, (high, low), strict=True))


def _set(name: str, ends: Ends, whole: bool, refuse_empty: bool) -> Node:
    low, low_open = ends.get(False, (number("-oo"), True))
    high, high_open = ends.get(True, (number("oo"), True))
    low_open, high_open = low_open or low == number("-oo"), high_open or high == number("oo")
    over = _integers(name, low, low_open, high, high_open) if whole else Node("interval", low, high, "open" if low_open else "closed", "open" if high_open else "closed")
    if refuse_empty and (nothing := empty_part(over)) is not None:
        raise ClaimError(f"--where: the range of {name} must not be empty, got {nothing}; exchange or close its ends")
    return over


def _integers(name: str, low: Node, low_open: bool, high: Node, high_open: bool) -> Node:
    ends: list[Any] = []
    for end, is_open, step in ((low, low_open, 1), (high, high_open, -1)):
        value = literal(end)
        if value is None and end not in (number("oo"), number("-oo")):
            raise ClaimError(f"--where: the ends of the integers {name} must be numbers, got a formula")
        ends.append(end if value is None else number(value + step if is_open and value.denominator == 1 else value))
    return integers(*ends)


def _bound(name: Node, relation: str, end: Node, place: dict[str, int]) -> tuple[str, bool, Node, bool] | None:
    """``(name, upper, end, open)`` where a name is compared with a formula in earlier names."""
    if name.head != "var" or any(place[other] >= place[str(name.args[0])] for other in free_names(end)):
        return None
    return str(name.args[0]), relation in ("<=", "<"), end, relation in ("<", ">")


def _tighten(ends: Ends, upper: bool, end: Node, is_open: bool, keep: bool) -> bool:
    """Take an end; of two constants the tighter. False where the range has an end that cannot be compared with it, or (``keep``) would be empty."""
    if keep and (other := ends.get(not upper)) is not None:
        low, high = (other[0], end) if upper else (end, other[0])
        found = order(low, high)
        if found == ">" or (found == "=" and (is_open or other[1])):
            return False
    if upper not in ends:
        ends[upper] = (end, is_open)
        return True
    old, old_open = ends[upper]
    found = order(end, old)
    if found is None:
        return False
    if found == "=":
        ends[upper] = (end, is_open or old_open)
    elif (found == "<") == upper:
        ends[upper] = (end, is_open)
    return True


def least(over: Node) -> Any:
    """The lower end of a range where that is a number."""
    return as_written(over.args[0]) if over.head in ("interval", "integers") and isinstance(over.args[0], Node) else None


def plain_roots(formula: Node, positive: frozenset[str]) -> Node:
    """Odd roots of what is not negative at sight as powers. ``positive``: names of numbers that are not negative."""
    if formula.head == "cbrt" and not_negative(argument := child(formula, 0), positive):
        return Node("pow", plain_roots(argument, positive), number("1/3"))
    if formula.head == "if" and (condition := child(formula, 0)).head == "compare" and condition.args[1:] == (">=", number(0)) and not_negative(child(condition, 0), positive):
        return plain_roots(child(formula, 1), positive)
    return rebuild(formula, lambda part: plain_roots(part, positive))


__all__ = ["Inequality", "least", "not_negative", "plain_roots", "problem", "unsatisfiable"]
