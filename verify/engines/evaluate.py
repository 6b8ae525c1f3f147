"""Evaluation of a formula at an exact instance: numbers as exact values or enclosures, propositions in four truth values."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, fields, is_dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any

from flint import fmpq

from verify.claims.canonical import same
from verify.claims.nodes import Node, children, free_names, literal, pattern_names, rebuild, walk
from verify.claims.propositions import last_place
from verify.engines.truth import Truth
from verify.quantities import enclosures
from verify.values import exponentials, laws, numbers, primitives
from verify.values.numbers import Enclosure, NoValue
from verify.values.structures import Deferred

Env = dict[str, Any]
Seen = dict[Any, tuple[tuple[Any, ...], Any, Any]]
"""Both sides of comparisons by formula and values of the names; the values keep the keys alive."""
Known = dict[tuple[int, int], tuple[Any, bool, int, Env, Node]]
"""Values of terms by the very values of the names and the very term, which are kept alive with them, whether they are known only widely, and units of work."""
PRECISIONS = (60, 160, 480)
"""Working precisions in bits, tried in turn."""
MOST_INTEGERS, FREE_INTEGERS = 20_000, 64
"""Integers of a range that are gone through one by one, and those that count as no work: what is asked at each of the others does."""
AT_CONTACT = "undecided at the last precision"
OVERSPENT = "the work limit was reached"


class NoRoute(Exception):
    """The evaluator cannot do this; the statement stays undecided and the reason is shown."""


@dataclass
class Context:
    """How to evaluate: working precision, and candidates for binders over infinite sets."""
    prec: int = 64
    candidates: Callable[[Node, Env], list[Any]] | None = None
    """Members of an infinite set worth trying; what is found with them holds one-sidedly."""
    wide: bool = False
    """Set when a quantity came back as a wide bracket: more precision would not help."""
    aim: tuple[Node, Enclosure] | None = None
    """An extremum and what it is compared with: it need be known only well enough for that."""
    between: bool = False
    """Whether the extremum is to be placed between the ends of what it is compared with, or beyond them."""
    inner: dict[str, Any] = field(default_factory=dict)
    """Names bound by the binders that decided, with their values: what a certificate has to store."""
    seen: Seen | None = None
    """Sides of comparisons that were evaluated; None where nobody asks again."""
    known: Known = field(default_factory=dict)
    free: bool = False
    """Whether a value that is known is not counted as work once more: planted errors ask for those of the statement itself."""


def value(node: Node, env: Env, ctx_: Context) -> Any:
    """The value of any formula that is not a proposition or a set."""
    head = node.head
    if head == "var":  # the leaves first: there are as many of them as of all others
        known: Any = env.get(node.args[0])  # type: ignore[arg-type]
        if type(known) is fmpq or type(known) is Enclosure:
            return known
    elif head == "num":
        known = _LITERALS.get(node.args[0])  # type: ignore[arg-type]
        if known is not None:
            return known
    rule, kept = node.plan or _planned(node)
    return rule(node, env, ctx_) if kept is None else kept(rule, node, env, ctx_)


def _planned(node: Node) -> tuple[Callable[[Node, Env, Context], Any], Callable[..., Any] | None]:
    """How a term is evaluated, and how its value is kept, if it is; found out once for each formula."""
    rule = RULES.get(node.head)
    if rule is None:
        raise NoRoute(f"no evaluation of {node.head}")
    kept = _KEPT.get(node.head)
    names, size = made_of_numbers(node)
    if kept is _folded and names is None:
        kept = None if node.head in _FOLDED else _again
    elif node.head in _FOLDED and len(node.args) < MANY and (size < LONG or len(names or ()) > FEW_NAMES):
        kept = None
    object.__setattr__(node, "plan", (rule, kept))
    return rule, kept


def _again(rule: Callable[[Node, Env, Context], Any], node: Node, env: Env, c: Context) -> Any:
    """A choice, a value of a function or a quantity where it stands: conditions, both sides and the margin ask for the same one at the same place."""
    place = id(env), id(node)
    known = c.known.get(place)
    if known is None:
        before, c.wide, units = c.wide, False, enclosures.asked_again()
        try:
            made = rule(node, env, c)
            if len(c.known) >= MOST_PLACES:
                c.known.clear()
            known = c.known[place] = made, c.wide, enclosures.asked_again() - units, env, node
        finally:
            c.wide = c.wide or before
    else:
        if known[2] and not c.free:
            enclosures.spend(known[2])
        if known[1]:
            c.wide = True
    return known[0]


MOST_PLACES = 4096
"""Values that are kept for one evaluation, or for planted errors of a statement."""


def _folded(rule: Callable[[Node, Env, Context], Any], node: Node, env: Env, c: Context) -> Any:
    """A function of numbers by the numbers it is asked at: both sides of a condition, the value behind it, sums, margins and neighbouring statements ask for the
    same ones again. Fractions count by value, an enclosure is the very object."""
    parts: list[Any] = [node, c.prec]
    kept = None
    names = node.numeric[0]
    for name in names:
        found: Any = env.get(name)
        if type(found) is fmpq:
            parts.append((found.p, found.q))
        elif type(found) is Enclosure and (len(names) <= FEW_NAMES or len(node.args) >= MANY):
            parts.append(id(found))
            kept = [found] if kept is None else [*kept, found]
        else:
            return _again(rule, node, env, c)
    key = tuple(parts)
    known = _VALUES.get(key)
    if known is None:
        known = rule(node, env, c), kept
        if isinstance(known[0], numbers_kinds):
            if len(_VALUES) >= 1 << 15:
                _VALUES.clear()
            _VALUES[key] = known
    return known[0]


MANY, LONG = 8, 12
"""Terms of a sum or product, and parts of it altogether, from which on its value is kept."""
FEW_NAMES = 4
"""Names up to which a short term with enclosures is looked for among those that are known: a key costs as much as its names."""
_FOLDED = frozenset({"add", "mul"})


def made_of_numbers(node: Node) -> tuple[tuple[str, ...] | None, int]:
    """The names of a term that is made of functions of numbers alone, None where it is not, and how many parts it has."""
    found: tuple[tuple[str, ...] | None, int] | None = node.numeric
    if found is None:
        if node.head == "var":
            found = (str(node.args[0]),), 1
        elif node.head not in _NUMERIC:
            found = None, 1
        else:
            parts = [made_of_numbers(child) for child in children(node)]
            names = {name for own, _ in parts for name in own or ()}
            found = (tuple(sorted(names)) if all(own is not None for own, _ in parts) else None), 1 + sum(size for _, size in parts)
        object.__setattr__(node, "numeric", found)
    return found


_VALUES: dict[Any, tuple[Any, list[Enclosure] | None]] = {}
"""Powers, exponentials, special functions and long sums by formula, precision and numbers, with the enclosures that keep the keys alive."""
_DEAR = frozenset({"pow", "exp", "log"}) | frozenset(primitives.PRIMITIVES)
_NUMERIC = _DEAR | {"num", "var", "pi", "add", "mul", "abs", "max", "min", "floor", "ceiling"}


def _once(rule: Callable[[Node, Env, Context], Any], node: Node, env: Env, c: Context) -> Any:
    """A law, a sum or a point by its formula and the very values of its names: quantifiers and coordinates beside it ask for the same one again, and
    quantities of one law are kept with it."""
    names = _law_names(node)
    if names is None or any(name not in env for name in names):
        return rule(node, env, c)
    values = tuple(env[name] for name in names)
    key = node, c.prec, *map(quick, values)
    before, c.wide = c.wide, False

    def find() -> tuple[Any, bool, tuple[Any, ...]]:
        return rule(node, env, c), c.wide, values

    made, wide, _ = _MADE_LAWS.found(key, find)
    c.wide = before or wide
    return made


def _atoms(made: Any) -> int:
    return len(made.points) if isinstance(made, laws.FiniteLaw) else 1


def quick(value: Any) -> Any:
    """A value as part of a key: numerator and denominator of a fraction, what can be hashed itself, else the very object, which is kept alive with the key."""
    if type(value) is fmpq:
        return "/", int(value.p), int(value.q)
    if type(value) is tuple:
        value = laws.quick(value)
    try:
        hash(value)
    except TypeError:
        return "object", id(value)
    return value


@lru_cache(maxsize=4096)
def _law_names(node: Node) -> tuple[str, ...] | None:
    """The names that a law depends on; None where it may also depend on the members that are tried."""
    return None if any(n.head in SEARCHED for n in walk(node)) else tuple(sorted(free_names(node)))


_MADE_LAWS = enclosures.Memo(weight=lambda found: 1 + enclosures.work_on(_atoms(found[0])))
"""Laws and what is gone through member by member, whether they are known only widely, and the values that keep the keys alive."""
_MADE_ONCE = frozenset({"convolve", "coordinate_sum", "given_event", "iid", "independent", "binomial_law", "marginal", "product", "push", "then", "coordinates", "inverse_form", "prod", "sum", "recursion"})
_ASKED_AGAIN = frozenset({"if", "apply"}) | enclosures.HEADS
_KEPT: dict[str, Callable[..., Any]] = dict.fromkeys(_ASKED_AGAIN, _again) | dict.fromkeys(_DEAR | _FOLDED, _folded) | dict.fromkeys(_MADE_ONCE, _once)
"""How values are kept, by head; those of the others are not."""


# --- names and literals ------------------------------------------------------------------------------------------------


_LITERALS: dict[str, Any] = {"oo": math.inf, "-oo": -math.inf}


def _num(node: Node, env: Env, c: Context) -> Any:
    text = str(node.args[0])
    found = _LITERALS.get(text)
    if found is None:
        fraction = Fraction(text)
        found = _LITERALS[text] = fmpq(fraction.numerator, fraction.denominator)
    return found


def of_name(node: Node, env: Env, c: Context) -> Any:
    """What a name stands for. Raises NoRoute where it stands for nothing."""
    name = str(node.args[0])
    try:
        found = env[name]
    except KeyError:
        raise NoRoute(f"the name {name} has no value here") from None
    return resolve(found, c)


def resolve(found: Any, c: Context) -> Any:
    """A value as it is, or a deferred one evaluated at the present precision. A law with a density is made once: what is known of it is found again by it."""
    if type(found) is not Deferred:
        return found
    node = found.node
    known = _MADE.get((node, c.prec))
    if known is None:
        known = value(node, {}, c)
        if _is_plain(node):
            if len(_MADE) >= 4096:
                _MADE.clear()
            _MADE[node, c.prec] = known
    return known


_MADE: dict[tuple[Node, int], Any] = {}
"""Laws with densities by formula and precision."""
_PLAIN = frozenset({"law", "power_law", "geometric_law", "sparse_law", "binomial_law", "poisson_law", "finite", "translate", "mixture", "product", "num", "pi", "add", "mul", "pow", "exp", "log", "abs", "max", "min", "normal_vector", "point"})


@lru_cache(maxsize=4096)
def _is_plain(node: Node) -> bool:
    """Whether nothing but arithmetic and the laws made of it occur."""
    return all(n.head in _PLAIN for n in walk(node))


def argument_value(node: Node, k: int, env: Env, c: Context) -> Any:
    """The value of argument ``k``."""
    return value(argument(node, k), env, c)


def argument(node: Node, k: int) -> Node:
    """Argument ``k``, a formula. Raises NoRoute where there is none."""
    found = node.args[k]
    if not isinstance(found, Node):
        raise NoRoute(f"{node.head}: argument {k + 1} is missing")
    return found


def index_of(index: Any, n: int) -> int:
    """The place of a number from 1 to n, counted from 0. Raises NoValue for others."""
    if not (isinstance(index, fmpq) and index.q == 1 and 1 <= index <= n):
        raise NoValue(f"there is no member {index} of {n}")
    return int(index.p) - 1


def is_exact(entry: Any) -> bool:
    """Whether a number, a point or a matrix consists of fractions."""
    return all(map(is_exact, entry)) if isinstance(entry, tuple) else isinstance(entry, fmpq)


def enclosed(value: Any) -> bool:
    """Whether a number anywhere in a value is known by an enclosure only."""
    if isinstance(value, tuple | list | frozenset):
        return any(map(enclosed, value))
    return isinstance(value, Enclosure) or (is_dataclass(value) and any(enclosed(getattr(value, part.name)) for part in fields(value)))


def looked_up(value: Any) -> Any:
    """A value that a table, an event or a distribution is asked by. Raises NoRoute where a number in it is enclosed, as it may be any key nearby."""
    if enclosed(value):
        raise NoRoute("a look-up by a number that is only enclosed")
    return value


def word_of(one: Any) -> str:
    """The text of a word, which stands in formulas as a node or bare."""
    return str(one.args[0]) if isinstance(one, Node) else str(one)


SEARCHED = frozenset({"sup", "inf", "forall", "exists"})
"""Heads whose value may depend on the members that are tried."""

RULES: dict[str, Callable[[Node, Env, Context], Any]] = {"num": _num, "var": of_name}
"""How terms are evaluated, by head: entered by the modules that know how."""


# --- propositions ------------------------------------------------------------------------------------------------------


def truth(node: Node, env: Env, c: Context) -> Truth:
    """Truth of a proposition at one precision."""
    head = node.head
    if head == "compare":
        return compare(node, env, c)
    if head == "all":
        return _conjunction((argument(node, k) for k in range(len(node.args))), env, c)
    if head == "any":
        return _negate(_conjunction((argument(node, k) for k in range(len(node.args))), env, c, denied=True))
    if head == "not":
        return _negate(truth(argument(node, 0), env, c))
    if head == "implies":  # any(not p, q): a premise without a value leaves the whole without one
        return _negate(_conjunction((argument(node, k) for k in range(2)), env, c, denied=True, but_first=True))
    if head == "iff":
        a, b = truth(argument(node, 0), env, c), truth(argument(node, 1), env, c)
        if Truth.NO_VALUE in (a, b):
            return Truth.NO_VALUE
        if Truth.UNDECIDED in (a, b):
            return Truth.UNDECIDED
        return Truth.TRUE if a is b else Truth.FALSE
    if head == "free_of":
        return Truth.FALSE if any(n.head == node.args[1] for n in walk(argument(node, 0))) else Truth.TRUE
    rule = TRUTHS.get(head)
    if rule is None:
        raise NoRoute(f"no truth of {head}")
    return rule(node, env, c)


TRUTHS: dict[str, Callable[[Node, Env, Context], Truth]] = {}
"""How other propositions are judged, by head: entered by the modules that know how."""


def _negate(answer: Truth) -> Truth:
    return Truth.FALSE if answer is Truth.TRUE else Truth.TRUE if answer is Truth.FALSE else answer


def _conjunction(parts: Iterator[Node], env: Env, c: Context, denied: bool = False, but_first: bool = False) -> Truth:
    """Left to right: the first false part decides, a part without a value that is reached before leaves the whole without one. Behind a part that is open a false one
    decides where the open one certainly has a value. ``denied``: of the opposites of the parts, ``but_first``: not of the first one."""
    result = Truth.TRUE
    valued = True
    for k, part in enumerate(parts):
        answer = truth(part, env, c)
        if denied and not (but_first and k == 0):
            answer = _negate(answer)
        if answer is Truth.FALSE:
            return Truth.FALSE if valued else Truth.UNDECIDED
        if answer is Truth.NO_VALUE:
            return answer if result is Truth.TRUE else Truth.UNDECIDED
        if answer is not Truth.TRUE:
            result = answer
            valued = valued and has_a_value(part, env, c)
    return result


def has_a_value(p: Node, env: Env, c: Context) -> bool:
    """Whether a proposition that is open is certainly true or false: a comparison of numbers that exist, or made of such."""
    if p.head in ("not", "all", "any", "implies", "iff"):
        return all(has_a_value(argument(p, k), env, c) for k in range(len(p.args)))
    if p.head != "compare" or p.args[1] == "rounds to":
        return False
    try:
        return all(isinstance(side, numbers_kinds) and (not isinstance(side, Enclosure) or side.exists) for side in sides(p, env, c))
    except (NoValue, NoRoute):
        return False


def sides(node: Node, env: Env, c: Context) -> tuple[Any, Any]:
    """Values of both sides of a comparison; of an extremum, what the comparison with the other side needs. Raises NoValue if one has none."""
    own = _bounded_side(node)
    if own is None:
        return argument_value(node, 0, env, c), argument_value(node, 2, env, c)
    other = argument_value(node, 2 - own, env, c)
    asked, factor = _extremum_in(argument(node, own)) or (argument(node, own), fmpq(1))
    before, c.aim = (c.aim, c.between), (asked, numbers.enclose(numbers.div(other, factor, c.prec), c.prec)) if isinstance(other, numbers_kinds) else None
    c.between = False
    try:
        found = argument_value(node, own, env, c)
    finally:
        c.aim, c.between = before
    return (found, other) if own == 0 else (other, found)


@lru_cache(maxsize=4096)
def _bounded_side(node: Node) -> int | None:
    """The first side of a comparison that is an extremum; None where none is."""
    return next((k for k in (0, 2) if _extremum_in(argument(node, k)) is not None), None)


def _extremum_in(side: Node) -> tuple[Node, fmpq] | None:
    """The extremum that a side is, perhaps times a positive number, with that number."""
    if side.head in ("sup", "inf"):
        return side, fmpq(1)
    if side.head != "mul" or len(side.args) != 2:
        return None
    number, factor = side.args[1], literal(argument(side, 0))
    if factor is None:
        number, factor = side.args[0], literal(argument(side, 1))
    if factor is None or not factor > 0 or not isinstance(number, Node) or number.head not in ("sup", "inf"):
        return None
    return number, fmpq(factor.numerator, factor.denominator)


def compare(node: Node, env: Env, c: Context) -> Truth:
    """Truth of a comparison; without a value where a side has none."""
    relation = str(node.args[1])
    try:
        if relation == "rounds to":
            return rounds(node, env, c)
        left, right = sides(node, env, c)
    except NoValue:
        return Truth.NO_VALUE
    if c.seen is not None:
        values, place = asked(node, env)
        c.seen[place] = values, left, right
    if isinstance(left, numbers_kinds) and isinstance(right, numbers_kinds):
        answer = numbers.relation(left, relation, right)
        if answer is None:
            there = all(not isinstance(side, Enclosure) or side.exists for side in (left, right))
            return Truth.TRUE if there and relation in ("==", "<=", ">=") and same_sides(node, env, c) else Truth.UNDECIDED
        return Truth.TRUE if answer else Truth.FALSE
    if relation in ("==", "!="):
        answer = equal(left, right)
        return Truth.UNDECIDED if answer is None else Truth.TRUE if answer == (relation == "==") else Truth.FALSE
    raise NoRoute(f"{relation} between things that are not numbers")


def equal(a: Any, b: Any) -> bool | None:
    """Whether two values are equal, points coordinate by coordinate; None where enclosures leave it open."""
    if isinstance(a, numbers_kinds) and isinstance(b, numbers_kinds):
        return numbers.relation(a, "==", b)
    if isinstance(a, tuple) and isinstance(b, tuple):
        answers = [equal(x, y) for x, y in zip(a, b, strict=False)]
        return False if len(a) != len(b) or False in answers else None if None in answers else True
    if a == b:
        return True
    return None if enclosed(a) or enclosed(b) else False


def same_sides(node: Node, env: Env, c: Context) -> bool:
    """Whether both sides of a comparison are one number, seen by their formulas and not by enclosures."""
    return _identical(node) or exponentials.equal(node, env) or any(rule(node, env, c) for rule in SAME_NUMBER)


SAME_NUMBER: list[Callable[[Node, Env, Context], bool]] = []
"""Further ways to see that both sides of a comparison are one number: entered by the modules that know them."""


def asked(node: Node, env: Env) -> tuple[tuple[Any, ...], Any]:
    """The values of the names of a formula, and a key of both: fractions count by value, everything else is the very object."""
    values: tuple[Any, ...] = tuple([env.get(name) for name in names_of(node)])
    return values, (node, *[(v.p, v.q) if type(v) is fmpq else id(v) for v in values])


@lru_cache(maxsize=4096)
def names_of(node: Node) -> tuple[str, ...]:
    """The names that a formula depends on, in a fixed order."""
    return tuple(sorted(free_names(node)))


@lru_cache(maxsize=1024)
def _identical(node: Node) -> bool:
    """Whether both sides are the same formula, once an expectation of what does not depend on the draw is dropped: equal whatever the value is."""
    left, right = (_without_idle_expectations(argument(node, k)) for k in (0, 2))
    return same(left, right)


def _without_idle_expectations(node: Node) -> Node:
    if node.head == "expect":
        over, body = node.args[0], argument(node, 1)
        assert isinstance(over, tuple)
        names = {n for entry in over for n in pattern_names(entry[0])}  # type: ignore[index]
        if not names & free_names(body):
            return _without_idle_expectations(body)
    return rebuild(node, _without_idle_expectations)


numbers_kinds = (fmpq, float, numbers.Surd, numbers.LogSum, Enclosure)


def rounding_interval(digits: str, rule: str) -> tuple[fmpq, bool, fmpq, bool]:
    """The numbers that are printed as ``digits`` by ``rule``: lower end, whether it belongs to them, upper end, whether it does."""
    fraction, unit = Fraction(digits), last_place(digits)

    def q(x: Fraction) -> fmpq:
        return fmpq(x.numerator, x.denominator)

    if rule == "nearest":
        return q(fraction - unit / 2), True, q(fraction + unit / 2), True
    if rule == "upper bound":
        return q(fraction - unit), False, q(fraction), True
    return q(fraction), True, q(fraction + unit), False


def rounds(node: Node, env: Env, c: Context) -> Truth:
    """Whether a number is printed as the digits that stand beside it."""
    printed = argument(node, 2)
    lo, lo_in, hi, hi_in = rounding_interval(str(printed.args[0]), word_of(printed.args[1]))
    before, c.aim, c.between = (c.aim, c.between), (argument(node, 0), Enclosure(numbers.enclose(lo, c.prec).lo, numbers.enclose(hi, c.prec).hi)), True
    try:
        measured = argument_value(node, 0, env, c)
    finally:
        c.aim, c.between = before
    above = numbers.relation(measured, ">=" if lo_in else ">", lo)
    under = numbers.relation(measured, "<=" if hi_in else "<", hi)
    if above is False or under is False:
        return Truth.FALSE
    return Truth.TRUE if above and under else Truth.UNDECIDED


# --- whole statements --------------------------------------------------------------------------------------------------


def holds(node: Node, env: Env, candidates: Callable[[Node, Env], list[Any]] | None = None,
          precisions: tuple[int, ...] = PRECISIONS, seen: Seen | None = None, known: dict[int, Known] | None = None) -> tuple[Truth, dict[str, Any], str]:
    """Truth of a proposition at growing precision, values of inner names that decided it, and why it is undecided; ``seen`` is told the sides at the first.

    ``known``: values of terms by precision, kept for other propositions with the same names and members of infinite sets; what is found there is no work.
    """
    why = AT_CONTACT
    for prec in precisions:
        c = Context(prec, candidates, seen=seen if prec == precisions[0] else None, known={} if known is None else known.setdefault(prec, {}), free=known is not None)
        try:
            answer = truth(node, env, c)
        except enclosures.OutOfWork:
            return Truth.UNDECIDED, {}, OVERSPENT
        except NoRoute as reason:
            return Truth.UNDECIDED, {}, str(reason)
        except NoValue as reason:
            return Truth.NO_VALUE, {}, str(reason)
        if answer is not Truth.UNDECIDED:
            return answer, c.inner, ""
        if c.wide and prec > PRECISIONS[0]:
            return answer, {}, "a quantity is known only as a bracket"
    return Truth.UNDECIDED, {}, why


__all__ = ["Context", "Env", "NoRoute", "children", "has_a_value", "holds", "rounding_interval", "sides", "truth", "value"]
