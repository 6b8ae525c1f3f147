"""Evaluation of a formula at an exact instance: numbers as exact values or enclosures, propositions in four truth values."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from typing import Any

from flint import arb, fmpq

from verify.claims.canonical import same
from verify.claims.nodes import BINDERS, Node, children, free_names, heads, literal, mentioned, number, pattern_names, rebuild, walk
from verify.claims.propositions import last_place
from verify.claims.sets import stated
from verify.engines.truth import Truth
from verify.quantities import enclosures
from verify.quantities.kernels import lines
from verify.values import exponentials, laws, numbers, primitives
from verify.values.frameworks import Framework
from verify.values.iterations import Iteration
from verify.values.numbers import Enclosure, NoValue
from verify.values.structures import Composition, Deferred, Event, Family, Function, Row, Sequence, Table, TooLong, Universe, related, subsets

Env = dict[str, Any]
Seen = dict[Any, tuple[tuple[Any, ...], Any, Any]]
"""Both sides of comparisons by formula and values of the names; the values keep the keys alive."""
Known = dict[tuple[int, int], tuple[Any, bool, int, Env, Node]]
"""Values of terms by the very values of the names and the very term, which are kept alive with them, whether they are known only widely, and units of work."""
PRECISIONS = (60, 160, 480)
"""Working precisions in bits, tried in turn."""
MOST_MEMBERS = 4096
MOST_INTEGERS, FREE_INTEGERS = 20_000, 64
"""Integers of a range that are gone through one by one, and those that count as no work: what is asked at each of the others does."""
MOST_EVENTS = 1024
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
    names, size = _numeric(node)
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


def _numeric(node: Node) -> tuple[tuple[str, ...] | None, int]:
    """The names of a term that is made of functions of numbers alone, None where it is not, and how many parts it has."""
    found: tuple[tuple[str, ...] | None, int] | None = node.numeric
    if found is None:
        if node.head == "var":
            found = (str(node.args[0]),), 1
        elif node.head not in _NUMERIC:
            found = None, 1
        else:
            parts = [_numeric(child) for child in children(node)]
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


def number_of(node: Node, env: Env, ctx_: Context) -> Any:
    """The value of a formula that must be a number."""
    return value(node, env, ctx_)


# --- numbers ---------------------------------------------------------------------------------------------------------

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


def _pi(node: Node, env: Env, c: Context) -> Any:
    with numbers.precision(c.prec):
        return numbers.hull(arb.pi())


def _fold(operation: Callable[[Any, Any, int], Any]) -> Callable[[Node, Env, Context], Any]:
    def rule(node: Node, env: Env, c: Context) -> Any:
        result = value(node.args[0], env, c)  # type: ignore[arg-type]
        for one in node.args[1:]:
            result = operation(result, value(one, env, c), c.prec)  # type: ignore[arg-type]
        return result

    return rule


def added(a: Any, b: Any, prec: int) -> Any:
    """The sum of two numbers, or of two points coordinate by coordinate."""
    if isinstance(a, tuple) and isinstance(b, tuple):
        if len(a) != len(b):
            raise NoValue("points of different length have no sum")
        return tuple(added(x, y, prec) for x, y in zip(a, b, strict=True))
    return numbers.add(a, b, prec) if type(a) is not fmpq or type(b) is not fmpq else a + b


def times(a: Any, b: Any, prec: int) -> Any:
    """The product of two numbers, or of a number and a point."""
    if isinstance(b, tuple) and not isinstance(a, tuple):
        return tuple(times(a, y, prec) for y in b)
    if isinstance(a, tuple):
        return tuple(times(x, b, prec) for x in a)
    return numbers.mul(a, b, prec) if type(a) is not fmpq or type(b) is not fmpq else a * b


def _factors(node: Node, env: Env, c: Context) -> Any:
    """A product; one divided by a sum of logarithms is a fraction where both are multiples of the same."""
    inverted = _over_logarithms(node)
    if inverted is None:
        return _multiplied(node, env, c)
    others = [value(one, env, c) for k, one in enumerate(node.args) if k != inverted]  # type: ignore[arg-type]
    above: Any = fmpq(1)
    for other in others:
        above = times(above, other, c.prec)
    if type(above) is numbers.LogSum:
        below = argument_value(argument(node, inverted), 0, env, c)
        found = numbers.div(above, below, c.prec) if type(below) is numbers.LogSum else None
        if type(found) is fmpq:
            return found
    return _multiplied(node, env, c)


_multiplied = _fold(times)


@lru_cache(maxsize=4096)
def _over_logarithms(node: Node) -> int | None:
    """Where the only factor 1/t stands in a product of logarithms; None in another product."""
    found = [k for k, a in enumerate(node.args) if isinstance(a, Node) and a.head == "pow" and a.args[1] == _MINUS_ONE]
    logs = [k for k, a in enumerate(node.args) if isinstance(a, Node) and "log" in heads(a)]
    return found[0] if len(found) == 1 and found[0] in logs and len(logs) > 1 else None


_MINUS_ONE = number("-1")


def _unary(function: Callable[[Any, int], Any]) -> Callable[[Node, Env, Context], Any]:
    def rule(node: Node, env: Env, c: Context) -> Any:
        return function(value(node.args[0], env, c), c.prec)  # type: ignore[arg-type]

    return rule


def _pow(node: Node, env: Env, c: Context) -> Any:
    return numbers.power(argument_value(node, 0, env, c), argument_value(node, 1, env, c), c.prec)


def _special(node: Node, env: Env, c: Context) -> Any:
    if len(node.args) != primitives.primitive(node.head).arity:
        raise NoValue(f"{node.head} needs {primitives.primitive(node.head).arity} arguments")
    return primitives.value(node.head, [argument_value(node, k, env, c) for k in range(len(node.args))], c.prec)


def _if(node: Node, env: Env, c: Context) -> Any:
    return _choice(node, env, c, ())


def _choice(node: Node, env: Env, c: Context, held: tuple[Node, ...]) -> Any:
    """The live branch, or what both enclose where the condition is open: each is evaluated in the case in which it is live. ``held``: comparisons that hold here."""
    condition = argument(node, 0)
    answer = truth(condition, env, c)
    if answer is Truth.TRUE:
        return _in_case(argument(node, 1), env, c, held)
    if answer is Truth.FALSE:
        return _in_case(argument(node, 2), env, c, held)
    if answer is Truth.NO_VALUE:
        raise NoValue("the condition has no value")
    a = numbers.enclose(_in_case(argument(node, 1), env, c, (*held, condition)), c.prec)
    b = numbers.enclose(_in_case(argument(node, 2), env, c, held), c.prec)
    return Enclosure(min(a.lo, b.lo), max(a.hi, b.hi), a.exists and b.exists and has_a_value(condition, env, c))


def _in_case(node: Node, env: Env, c: Context, held: tuple[Node, ...]) -> Any:
    """A branch where comparisons hold: an argument of a function that is compared with a number lies on one side of that number."""
    if node.head == "if":
        return _choice(node, env, c, held)
    if not held or node.head not in primitives.PRIMITIVES:
        return value(node, env, c)
    arguments, left_out = zip(*(_beyond(argument(node, k), argument_value(node, k, env, c), held, env, c) for k in range(len(node.args))), strict=True)
    return primitives.value(node.head, arguments, c.prec, left_out)


def _beyond(term: Node, x: Any, held: tuple[Node, ...], env: Env, c: Context) -> tuple[Any, tuple[bool, bool]]:
    """What is known of a number where comparisons hold: an enclosure, and whether the number differs from its lower and from its upper end."""
    below = above = False
    for relation, bound in ((p.args[1], p.args[2]) for p in held if p.head == "compare" and p.args[0] == term):
        if not isinstance(x, Enclosure):
            break
        end = numbers.enclose(value(bound, env, c), c.prec)  # type: ignore[arg-type]
        if relation in (">", ">=") and x.lo <= end.lo < x.hi:
            x, below = Enclosure(end.lo, x.hi, x.exists), relation == ">" or (below and x.lo == end.lo)
        elif relation in ("<", "<=") and x.lo < end.hi <= x.hi:
            x, above = Enclosure(x.lo, end.hi, x.exists), relation == "<" or (above and x.hi == end.hi)
    return x, (below, above)


def _norm(node: Node, env: Env, c: Context) -> Any:
    point, order = argument_value(node, 0, env, c), argument_value(node, 1, env, c)
    return norm(point, order, c.prec)


def norm(point: Any, order: Any, prec: int) -> Any:
    """l_order norm of a point or absolute value of a number."""
    if not isinstance(point, tuple):
        return numbers.absolute(point)
    parts = [numbers.absolute(x) for x in point]
    if len(parts) == 1:
        return parts[0]
    if order == math.inf:
        return numbers.maximum(*parts)
    total: Any = fmpq(0)
    for part in parts:
        total = numbers.add(total, numbers.power(part, order, prec), prec)
    return numbers.power(total, numbers.div(fmpq(1), order, prec), prec)


def _item(node: Node, env: Env, c: Context) -> Any:
    whole, index = argument_value(node, 0, env, c), argument_value(node, 1, env, c)
    members = whole.members if isinstance(whole, Family) else whole.records if isinstance(whole, Row) else whole
    if isinstance(whole, Table):
        return whole.at(index)
    if isinstance(whole, Sequence) and isinstance(index, Enclosure):
        raise NoRoute("a term of a sequence whose index is not known")
    if isinstance(whole, Function):
        return at(whole, index, c)
    if isinstance(whole, Sequence):
        if not (isinstance(index, fmpq) and index.q == 1 and index >= 1):
            raise NoValue(f"there is no term {index} of a sequence, whose terms are counted from 1")
        return resolve(whole.at(int(index.p)), c)
    if not isinstance(members, tuple):
        members = (members,)
    if not (isinstance(index, fmpq) and index.q == 1 and 1 <= index <= len(members)):
        raise NoValue(f"there is no member {index} of {len(members)}")
    return resolve(members[int(index.p) - 1], c)


def _prefix(node: Node, env: Env, c: Context) -> Any:
    whole, count = argument_value(node, 0, env, c), argument_value(node, 1, env, c)
    if isinstance(whole, Sequence | Function) and isinstance(count, fmpq) and count.q == 1 and 0 <= count <= MOST_INTEGERS:
        terms = range(1, int(count.p) + 1)
        return tuple(at(whole, fmpq(k), c) if isinstance(whole, Function) else resolve(whole.at(k), c) for k in terms)
    point = whole if isinstance(whole, tuple) else (whole,)
    if not (isinstance(count, fmpq) and count.q == 1 and 0 <= count <= len(point)):
        raise NoValue(f"there are no first {count} coordinates of {len(point)}")
    return point[: int(count.p)]


def _order_statistic(node: Node, env: Env, c: Context) -> Any:
    point, rank = argument_value(node, 0, env, c), argument_value(node, 1, env, c)
    numbers_ = point if isinstance(point, tuple) else (point,)
    place = index_of(rank, len(numbers_))
    if not all(isinstance(x, fmpq) for x in numbers_):
        raise NoRoute("the rank of coordinates that are not fractions")
    return sorted(numbers_)[place]


def _size(node: Node, env: Env, c: Context) -> Any:
    whole = argument_value(node, 0, env, c)
    if isinstance(whole, Family):
        return fmpq(len(whole.members))
    if isinstance(whole, Iteration):
        return fmpq(whole.steps)
    if isinstance(whole, Row):
        return fmpq(sum(r is not None for r in whole.records))
    if isinstance(whole, Event):
        return fmpq(len(whole.points))
    if isinstance(whole, Sequence | Function):
        return math.inf
    return fmpq(len(whole) if isinstance(whole, tuple) else 1)


def argument_value(node: Node, k: int, env: Env, c: Context) -> Any:
    """The value of argument ``k``."""
    return value(argument(node, k), env, c)


def argument(node: Node, k: int) -> Node:
    """Argument ``k``, a formula. Raises NoRoute where there is none."""
    found = node.args[k]
    if not isinstance(found, Node):
        raise NoRoute(f"{node.head}: argument {k + 1} is missing")
    return found


# --- binders ---------------------------------------------------------------------------------------------------------


def bind(pattern: Any, member: Any, env: Env) -> Env:
    """The environment with a pattern bound to a value."""
    if isinstance(pattern, Node):
        return {**env, str(pattern.args[0]): member}
    result = env
    members = member.members if isinstance(member, Family) else member
    if not isinstance(members, tuple) or len(members) != len(pattern):
        raise NoValue("a tuple of names needs a point with as many coordinates")
    for name, part in zip(pattern, members, strict=True):
        result = bind(name, part, result)
    return result


def assignments(over: Any, env: Env, c: Context, weighed: frozenset[str] = frozenset()) -> Iterator[tuple[Env, bool]]:
    """Every way to bind the names of a binder, each with whether all members of every set are gone through. Raises NoRoute for too many events together.

    ``weighed``: names of events that matter by the points of a finite law alone.
    """
    return _assignments(over, 0, env, c, weighed, True, 1)


def _assignments(over: Any, k: int, env: Env, c: Context, weighed: frozenset[str], complete: bool, events: int) -> Iterator[tuple[Env, bool]]:
    if k == len(over):
        yield env, complete
        return
    pattern, where = over[k]
    members, finite = members_of(where, env, c)
    events *= len(members) if where.head == "events" else 1
    if events > MOST_EVENTS:
        raise NoRoute(f"more than {MOST_EVENTS} events, or pairs of them")
    finite = finite or (where.head == "events" and isinstance(pattern, Node) and str(pattern.args[0]) in weighed)
    if not finite:
        members = members[: _FEW.get(len(over), 3)]
    for member in members:
        if events > len(members) and where.head == "events":  # pairs of events are many: they count as work
            enclosures.spend(1)
        yield from _assignments(over, k + 1, bind(pattern, member, env), c, weighed, complete and finite, events)
    if not finite:  # the sets behind may have no members at those that are tried
        yield {}, False


_FEW = {1: 8, 2: 6, 3: 4}
"""How many members of an infinite set are tried, by the number of names bound together."""


@lru_cache(maxsize=4096)
def names_of_listed(node: Node) -> tuple[str, ...] | None:
    """The names of an extremum or quantifier over listed numbers or integers; None where the sets are others, or where names do not tell all that the values depend on."""
    listed = all(entry[1].head in ("one_of", "integers") for entry in node.args[0])  # type: ignore[index, union-attr]
    return _names_of(node) if listed and not heads(node) & OF_SURROUNDINGS else None


OF_SURROUNDINGS = frozenset({"measured", "part_neighbours"})
"""Heads whose values depend on more than the names that stand in them: on the run that is at hand, and on the neighbouring relation."""


def seed_of(c: Context) -> int | None:
    """What the members of infinite sets that are tried depend on, besides the set and its surroundings."""
    return getattr(c.candidates, "seed", None)


def _sum(node: Node, env: Env, c: Context) -> Any:
    total: Any = fmpq(0)
    for inner, whole in assignments(node.args[0], env, c):
        if not whole:
            raise NoRoute("a sum over an infinite set")
        if isinstance(node.args[2], Node) and not _chosen(node.args[2], inner, c):
            continue
        total = added(total, value(argument(node, 1), inner, c), c.prec)
    return total


def _chosen(condition: Node, env: Env, c: Context) -> bool:
    """Whether a condition makes this a member; where it has no value it does not. Raises NoRoute where that is open."""
    answer = truth(condition, env, c)
    if answer is Truth.UNDECIDED:
        raise NoRoute("a condition on members that is undecided")
    return answer is Truth.TRUE


def _prod(node: Node, env: Env, c: Context) -> Any:
    result: Any = fmpq(1)
    for inner, whole in assignments(node.args[0], env, c):
        if not whole:
            raise NoRoute("a product over an infinite set")
        if isinstance(node.args[2], Node) and not _chosen(node.args[2], inner, c):
            continue
        result = numbers.mul(result, value(argument(node, 1), inner, c), c.prec)
    return result


OUTCOMES = 4
"""Outcomes of which all together count as a unit of work."""


def draws(over: Any, env: Env, c: Context) -> Iterator[tuple[Env, fmpq]]:
    """Joint outcomes of names drawn from finite laws, with their probabilities. Many count as work."""
    count = 0

    def extend(k: int, env: Env, weight: fmpq) -> Iterator[tuple[Env, fmpq]]:
        nonlocal count
        if k == len(over):
            count += 1
            if count % OUTCOMES == 0:
                enclosures.spend(1)
            yield env, weight
            return
        pattern, where = over[k]
        law = value(where, env, c)
        if not isinstance(law, laws.FiniteLaw):
            raise NoRoute("an expectation over a distribution that is not finite")
        for point, share in law.items():
            yield from extend(k + 1, bind(pattern, point, env), weight * share)

    yield from extend(0, env, fmpq(1))


# --- quantities of distributions -----------------------------------------------------------------------------------------


_AT = Node("var", "#at")


def at(function: Function, x: Any, c: Context) -> Any:
    """The value of a function at a number of its interval."""
    key = (function, int(x.p), int(x.q), c.prec) if type(x) is fmpq and not function.captured and _numeric(function.body)[0] is not None else None
    known = _IMAGES.get(key)
    if known is None:
        if not isinstance(x, numbers_kinds) or truth(Node("member", _AT, function.where), {"#at": x}, c) is Truth.FALSE:
            raise NoValue("a function outside its interval")
        known = value(function.body, {**dict(function.captured), function.name: x}, c)
        if key is not None:
            if len(_IMAGES) >= 1 << 14:
                _IMAGES.clear()
            _IMAGES[key] = known
    return known


_IMAGES: dict[Any, Any] = {}
"""Values of functions that are made of functions of numbers alone, by function, fraction and precision."""


def _long_pair(node: Node, env: Env, c: Context) -> tuple[laws.FiniteLaw, laws.FiniteLaw] | None:
    """Two laws with the divergence of the joint laws of a composition that has too many outcomes to list; None for other laws."""
    if node.head not in _DIVERGENCES:
        return None
    one, two = node.args[:2]
    if not (isinstance(one, Node) and isinstance(two, Node) and one.head == two.head == "joint" and one.args[0] == two.args[0]):
        return None
    whole: Composition = argument_value(one, 0, env, c)
    if whole.listed:
        return None
    enclosures.spend(whole.steps)
    try:
        return whole.compared(argument_value(one, 1, env, c), argument_value(two, 1, env, c))
    except TooLong as reason:
        raise NoRoute(str(reason)) from None


_DIVERGENCES = frozenset({"hockey_stick", "renyi", "total_variation", "l1_distance", "gaussian_dp", "trade_off"})
"""Quantities of two laws that depend on their ratio of likelihoods alone."""


def index_of(index: Any, n: int) -> int:
    """The place of a number from 1 to n, counted from 0. Raises NoValue for others."""
    if not (isinstance(index, fmpq) and index.q == 1 and 1 <= index <= n):
        raise NoValue(f"there is no member {index} of {n}")
    return int(index.p) - 1


def is_exact(entry: Any) -> bool:
    """Whether a number, a point or a matrix consists of fractions."""
    return all(map(is_exact, entry)) if isinstance(entry, tuple) else isinstance(entry, fmpq)


def framework_of(node: Node, k: int, env: Env, c: Context) -> Framework:
    """The Pufferfish framework that argument ``k`` stands for. Raises NoValue for anything else."""
    found = argument_value(node, k, env, c)
    if not isinstance(found, Framework):
        raise NoValue("a Pufferfish framework is needed")
    return found


def word_of(one: Any) -> str:
    """The text of a word, which stands in formulas as a node or bare."""
    return str(one.args[0]) if isinstance(one, Node) else str(one)


def _quantity(node: Node, env: Env, c: Context) -> Any:
    pair = _long_pair(node, env, c)
    given = node.args if pair is None else (*pair, *node.args[2:])
    arguments = [None if a is None else value(a, env, c) if isinstance(a, Node) else a for a in given]
    if node.head == "renyi" and type(arguments[2]) is Enclosure and arguments[2].lo < arguments[2].hi:
        return _between_orders(arguments, c)
    found = enclosures.evaluate(node.head, arguments, c.prec)
    if type(found) is Enclosure and found.width > 1e-9:
        c.wide = True
    return found


def _between_orders(arguments: list[Any], c: Context) -> Enclosure:
    """The Renyi divergence for all orders of an enclosure: it does not fall as the order rises."""
    first, second, order = arguments
    ends = [end if isinstance(end, float) else Enclosure(end, end) for end in (order.lo, order.hi)]
    low, high = (numbers.enclose(enclosures.evaluate("renyi", [first, second, end], c.prec), c.prec) for end in ends)
    c.wide = True
    return Enclosure(low.lo, high.hi)


SEARCHED = frozenset({"sup", "inf", "forall", "exists"})
"""Heads whose value may depend on the members that are tried."""


RULES: dict[str, Callable[[Node, Env, Context], Any]] = {
    "num": _num, "var": of_name, "pi": _pi, "add": _fold(added), "mul": _factors, "pow": _pow,
    "exp": _unary(numbers.exp), "log": _unary(numbers.log), "abs": _unary(lambda a, prec: numbers.absolute(a)),
    "floor": _unary(numbers.floor), "ceiling": _unary(numbers.ceiling),
    "max": _fold(lambda a, b, prec: numbers.maximum(a, b)), "min": _fold(lambda a, b, prec: numbers.minimum(a, b)),
    "if": _if, "norm": _norm, "item": _item, "size": _size,
    "prefix": _prefix, "order_statistic": _order_statistic, "sum": _sum, "prod": _prod,
} | dict.fromkeys(primitives.PRIMITIVES, _special) | dict.fromkeys(enclosures.HEADS, _quantity)


# --- propositions ------------------------------------------------------------------------------------------------------


def truth(node: Node, env: Env, c: Context) -> Truth:
    """Truth of a proposition at one precision."""
    head = node.head
    if head == "compare":
        return _compare(node, env, c)
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


def quantified(node: Node, env: Env, c: Context, *, universal: bool) -> Truth:
    deciding = Truth.FALSE if universal else Truth.TRUE
    result = Truth.TRUE if universal else Truth.FALSE
    found = _weighed_points(node, env, c) or equal_steps_once(node, env, c)
    for inner, whole in assignments(node.args[0], env, c, weighed_events(node, env, c)) if found is None else found:
        answer = Truth.UNDECIDED if not inner and not whole else truth(argument(node, 1), inner, c)
        if answer is deciding:
            if not whole:
                c.inner.update({name: inner[name] for entry in node.args[0] for name in pattern_names(entry[0])})  # type: ignore[index, union-attr]
            return deciding
        if answer is Truth.NO_VALUE and result is not Truth.UNDECIDED:
            result = Truth.NO_VALUE
        elif answer is Truth.UNDECIDED or not whole:
            result = Truth.UNDECIDED
    return result


def has_members(where: Node, env: Env, c: Context) -> bool:
    """Whether an interval is seen to have a number inside."""
    where = stated(where)
    try:
        return numbers.relation(argument_value(where, 0, env, c), "<", argument_value(where, 1, env, c)) is True
    except NoValue:
        return False


def weighed_events(node: Node, env: Env, c: Context) -> frozenset[str]:
    """Names of events of finite laws of which the body asks nothing but their mass and the law given them: what such an event holds beside the points of its law changes nothing."""
    over = node.args[0]
    assert isinstance(over, tuple)
    names = [name for entry in over for name in pattern_names(entry[0])]  # type: ignore[index]
    found = set()
    for pattern, where in over:  # type: ignore[misc, str-unpack]
        if not isinstance(pattern, Node) or not isinstance(where, Node) or where.head != "events" or free_names(argument(where, 0)) & set(names):
            continue
        if _asks_masses(argument(node, 1), pattern, argument(where, 0)) and isinstance(argument_value(where, 0, env, c), laws.FiniteLaw):
            found.add(str(pattern.args[0]))
    return frozenset(found)


def _asks_masses(body: Any, event: Node, law: Node) -> bool:
    """Whether an event stands in a formula as that whose mass, or given which the law, is asked for, and nowhere else; no name is bound again."""
    if isinstance(body, tuple):
        return all(_asks_masses(part, event, law) for part in body)
    if not isinstance(body, Node) or str(event.args[0]) not in mentioned(body):
        return True
    if body.head in ("mass", "given_event") and body.args[1] == event:
        return body.args[0] == law
    if body.head in BINDERS and {name for entry in body.args[0] for name in pattern_names(entry[0])} & {str(event.args[0]), *free_names(law)}:  # type: ignore[index, union-attr]
        return False
    return body.head != "var" and all(_asks_masses(part, event, law) for part in body.args)


def _weighed_points(node: Node, env: Env, c: Context) -> list[tuple[Env, bool]] | None:
    """All points that matter to a quantifier over the points of R^d whose body asks only for their weight under laws with finitely many atoms: those that have some, and one that has none.

    Densities of a point may be asked of finite laws alone.
    """
    over, body = node.args[0], argument(node, 1)
    assert isinstance(over, tuple)
    if len(over) != 1 or over[0][1].head != "points" or over[0][1].args[0].head != "euclid" or not isinstance(over[0][0], Node):  # type: ignore[index,union-attr]
        return None
    name = over[0][0]  # type: ignore[index]
    weighed = _weighed_laws(body, name)
    if not weighed:
        return None
    bare = not any(n.head == "density" and n.args[1] == name for n in walk(body))
    found = [_weighed_at(resolve(value(law, env, c), c), bare) for law in weighed]
    points = list(dict.fromkeys(point for atoms in found for point in atoms or ()))
    if None in found or any(not is_exact(point) for point in points):
        return None
    far = max((abs(x) for point in points for x in (point if isinstance(point, tuple) else (point,))), default=fmpq(0)) + 1
    points.append(tuple(far for _ in points[0]) if points and isinstance(points[0], tuple) else far)
    return [(bind(name, point, env), True) for point in points]


def _weighed_at(law: Any, dense: bool) -> list[Any] | None:
    """The points that have a weight; None where they are infinitely many, and unless ``dense`` for laws with a density."""
    if isinstance(law, laws.FiniteLaw):
        return list(law.points)
    if not dense or not isinstance(law, lines.ON_THE_LINE):
        return None
    try:
        return [x for x, _ in lines.line(law).atoms]
    except NoValue:
        return None


def equal_steps_once(node: Node, env: Env, c: Context) -> list[tuple[Env, bool]] | None:
    """One of each kind of mechanism for a quantifier over the mechanisms of a long composition, whose body asks only for their steps and what they can be given."""
    over: Any = node.args[0]
    if len(over) != 1 or over[0][1].head != "integers" or not isinstance(over[0][0], Node):
        return None
    name, where = over[0]
    asked = _asked_steps(argument(node, 1), name)
    whole = None if asked is None else env.get(asked)
    if not isinstance(whole, Composition) or whole.steps <= FEW_STEPS:
        return None
    members, finite = members_of(where, env, c)
    if not finite or not all(1 <= member <= whole.steps for member in members):
        return None
    kinds = {whole.alike[int(member.p) - 1]: member for member in reversed(members)}
    return [(bind(name, member, env), True) for member in sorted(kinds.values())]


FEW_STEPS = 3
"""Mechanisms up to which each is looked at."""


@lru_cache(maxsize=256)
def _asked_steps(body: Node, name: Node) -> str | None:
    """The composition of which a body asks for the steps and pasts of a mechanism; None where it asks for more about the mechanism, or of several."""
    places = [n for n in walk(body) if n.head in ("step", "pasts") and n.args[1] == name]
    whole = {n.args[0] for n in places}
    if len(whole) != 1 or sum(n == name for n in walk(body)) != len(places):
        return None
    only = whole.pop()
    bound = {other for n in walk(body) if n.head in BINDERS for entry in n.args[0] for other in pattern_names(entry[0])}  # type: ignore[index, union-attr]
    if not isinstance(only, Node) or only.head != "var" or {str(name.args[0]), str(only.args[0])} & bound:
        return None
    return str(only.args[0])


@lru_cache(maxsize=256)
def _weighed_laws(body: Node, name: Node) -> tuple[Node, ...]:
    """The laws under which a body asks for the weight of a point; none where it asks for more about the point."""
    weighed = [n for n in walk(body) if (n.head == "density" and n.args[1] == name) or (n.head == "mass" and n.args[1] == Node("event", name))]
    if sum(n == name for n in walk(body)) != len(weighed) or any(str(name.args[0]) in free_names(argument(n, 0)) for n in weighed):
        return ()
    return tuple(dict.fromkeys(argument(n, 0) for n in weighed))


def without_quantifier(node: Node) -> Node | None:
    """``for all x > a: t <= x`` says ``t <= a``: one number compared with what does not depend on it needs no quantifier.

    Returns the equivalent proposition for one name over a non-empty interval and one comparison with the bare name on one side, else None.
    """
    over, body = node.args[0], node.args[1]
    assert isinstance(over, tuple) and isinstance(body, Node)
    if len(over) != 1 or body.head != "compare" or not isinstance(over[0], tuple):
        return None
    name, where = over[0]
    assert isinstance(where, Node)
    where = stated(where)
    if not isinstance(name, Node) or where.head != "interval":
        return None
    left, relation, right = body.args
    assert isinstance(left, Node) and isinstance(right, Node)
    if left == name:
        left, relation, right = right, {"<=": ">=", "<": ">", ">=": "<=", ">": "<"}.get(str(relation), ""), left
    if right != name or relation not in ("<=", "<", ">=", ">") or str(name.args[0]) in free_names(left):
        return None
    lower = (relation in ("<=", "<")) == (node.head == "forall")  # which end of the interval decides
    end, kind = (where.args[0], where.args[2]) if lower else (where.args[1], where.args[3])
    assert isinstance(end, Node)
    strict = relation in ("<", ">")
    if node.head == "forall":  # an open end is approached: t < x for all x > a says t <= a
        needed = strict and kind == "closed"
    else:  # an open end is not reached: t <= x for some x < b says t < b
        needed = strict or kind == "open"
    sign = "<" if relation in ("<=", "<") else ">"
    return Node("compare", left, sign if needed else sign + "=", end)


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


def _compare(node: Node, env: Env, c: Context) -> Truth:
    relation = str(node.args[1])
    try:
        if relation == "rounds to":
            return _rounds(node, env, c)
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
            return Truth.TRUE if there and relation in ("==", "<=", ">=") and _same_sides(node, env, c) else Truth.UNDECIDED
        return Truth.TRUE if answer else Truth.FALSE
    if relation == "==":
        return Truth.TRUE if left == right else Truth.FALSE
    if relation == "!=":
        return Truth.FALSE if left == right else Truth.TRUE
    raise NoRoute(f"{relation} between things that are not numbers")


def _same_sides(node: Node, env: Env, c: Context) -> bool:
    """Whether both sides of a comparison are one number, seen by their formulas and not by enclosures."""
    return _identical(node) or exponentials.equal(node, env) or any(rule(node, env, c) for rule in SAME_NUMBER)


SAME_NUMBER: list[Callable[[Node, Env, Context], bool]] = []
"""Further ways to see that both sides of a comparison are one number: entered by the modules that know them."""


def asked(node: Node, env: Env) -> tuple[tuple[Any, ...], Any]:
    """The values of the names of a formula, and a key of both: fractions count by value, everything else is the very object."""
    values: tuple[Any, ...] = tuple([env.get(name) for name in _names_of(node)])
    return values, (node, *[(v.p, v.q) if type(v) is fmpq else id(v) for v in values])


@lru_cache(maxsize=4096)
def _names_of(node: Node) -> tuple[str, ...]:
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


def _rounds(node: Node, env: Env, c: Context) -> Truth:
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


# --- sets --------------------------------------------------------------------------------------------------------------


def members_of(where: Node, env: Env, c: Context) -> tuple[list[Any], bool]:
    """Members of a set, and whether these are all of them."""
    head = where.head
    if head == "unstated":
        return members_of(argument(where, 0), env, c)
    if head == "integers":
        low, high = argument_value(where, 0, env, c), argument_value(where, 1, env, c)
        if low == math.inf or high == -math.inf:
            return [], True
        if isinstance(low, fmpq) and isinstance(high, fmpq):
            first: Any = numbers.ceiling(low)
            last: Any = numbers.floor(high)
            if last - first >= MOST_INTEGERS:
                raise NoRoute(f"more than {MOST_INTEGERS} members")
            if last - first > FREE_INTEGERS:
                enclosures.spend((int((last - first).p) - FREE_INTEGERS) // 8)
            return [first + k for k in range(max(0, int((last - first).p) + 1))], True
    elif head == "interval":
        low, high = argument_value(where, 0, env, c), argument_value(where, 1, env, c)
        if isinstance(low, fmpq) and low == high and where.args[2] == where.args[3] == "closed":
            return [low], True
        if numbers.relation(low, ">" if where.args[2] == where.args[3] == "closed" else ">=", high) is True:
            return [], True
    elif head == "one_of":
        return [value(a, env, c) for a in where.args], True  # type: ignore[arg-type]
    elif head == "equals":
        return [argument_value(where, 0, env, c)], True
    elif head == "neighbours":
        return list(argument_value(where, 0, env, c).pairs), True
    elif head == "data_sets":
        return list(argument_value(where, 0, env, c).rows), True
    elif head == "situations":
        return list(framework_of(where, 0, env, c).situations), True
    elif head == "secret_pairs":
        return list(framework_of(where, 0, env, c).secret_pairs), True
    elif head == "pasts":
        whole: Composition = argument_value(where, 0, env, c)
        return list(whole.pasts(index_of(argument_value(where, 1, env, c), whole.steps))), True
    elif head == "part_neighbours":
        whole = argument_value(where, 0, env, c)
        rows = whole.part_rows(index_of(argument_value(where, 1, env, c), whole.steps))
        relation = _relation_of(env)

        return [(a, b) for a in rows for b in rows if related(relation, a, b)], True
    elif head == "events":
        points = support(argument(where, 0), env, c)
        if 2 ** len(points) > MOST_MEMBERS:
            raise NoRoute(f"more than {MOST_MEMBERS} events")
        return list(subsets(points)), _is_finite_space(argument(where, 0), env, c)
    elif head == "labels":
        k = argument_value(where, 0, env, c)
        return [fmpq(i) for i in range(1, int(k.p) + 1)], True
    elif head == "points" and argument(where, 0).head in ("labels", "sequences"):
        return members_of(argument(where, 0), env, c)
    elif head == "sequences":
        length = argument_value(where, 0, env, c)
        inner, finite = members_of(argument(where, 1), env, c)
        if finite and isinstance(length, fmpq) and length.q == 1 and length >= 1:
            if len(inner) ** int(length.p) > MOST_MEMBERS:
                raise NoRoute(f"more than {MOST_MEMBERS} members")
            return [p[0] if length == 1 else p for p in itertools.product(inner, repeat=int(length.p))], True
    elif head == "permutations":
        n = int(argument_value(where, 0, env, c).p)
        if n > 7:
            raise NoRoute("more than 5040 permutations")
        return [tuple(fmpq(i) for i in p) for p in itertools.permutations(range(1, n + 1))], True
    elif head == "subsets":
        inner, finite = members_of(argument(where, 0), env, c)
        if finite and len(inner) <= 10:
            needed = set() if where.args[1] is None else set(argument_value(where, 1, env, c).points)
            return [e for e in subsets(tuple(inner)) if needed <= e.points], True
    if c.candidates is not None:
        return c.candidates(where, env), False
    return [], False


def _relation_of(env: Env) -> str:
    for entry in env.values():
        if isinstance(entry, Universe):
            return entry.relation
    raise NoRoute("the instance has no universe of data sets")


def support(space: Node, env: Env, c: Context) -> tuple[Any, ...]:
    """All points that carry mass under a finite law named here or, for a space, under any law in sight, laws of kernels too."""
    found: dict[Any, None] = {}
    if space.head in ("var", "apply", "joint", "push", "finite", "mixture", "step", "marginal", "conditional", "prior", "given_event", "then", "product"):
        law = value(space, env, c)
        if isinstance(law, laws.FiniteLaw):
            return law.points
        raise NoRoute("events of a distribution that is not finite")
    for entry in env.values():
        for law in (image for _, image in entry.entries) if isinstance(entry, Table) else (entry,):
            if isinstance(law, laws.FiniteLaw):
                for point in law.points:
                    found.setdefault(point)
    return tuple(found)


def _is_finite_space(space: Node, env: Env, c: Context) -> bool:
    """Subsets of the support stand for all events: a point without mass under any law in sight changes nothing."""
    return not any(isinstance(entry, Deferred) for entry in env.values())


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


def judge(node: Node, env: Env, candidates: Callable[[Node, Env], list[Any]] | None = None) -> tuple[Truth, float, bool, str]:
    """Truth of a proposition, its margin, whether both sides are 0 or infinite, and why it is undecided; a comparison is evaluated once."""
    if node.head != "compare" or node.args[1] == "rounds to":
        seen: Seen = {}
        answer, _, why = holds(node, env, candidates, seen=seen)
        if node.head == "exists" or (node.head == "forall" and {"exists", "iff"} <= heads(node) and any(rule(node) for rule in AS_A_WHOLE)):
            return answer, 1.0, False, why
        if answer is Truth.FALSE:
            return answer, -1.0, False, why
        return answer, margin(node, env, Context(PRECISIONS[0], candidates, seen=seen)) if answer is not Truth.NO_VALUE else 1.0, False, why
    relation = str(node.args[1])
    slack = 1.0
    for prec in PRECISIONS:
        c = Context(prec, candidates)
        try:
            left, right = sides(node, env, c)
        except enclosures.OutOfWork:
            return Truth.UNDECIDED, slack, False, OVERSPENT
        except NoRoute as reason:
            return Truth.UNDECIDED, slack, False, str(reason)
        except NoValue as reason:
            return Truth.NO_VALUE, slack, False, str(reason)
        if not (isinstance(left, numbers_kinds) and isinstance(right, numbers_kinds)):
            answer = _compare(node, env, c)
            return answer, 1.0 if answer is Truth.TRUE else -1.0, False, ""
        slack = _float_margin(numbers.to_float(left), relation, numbers.to_float(right))
        decided = numbers.relation(left, relation, right)
        if decided is None and relation in ("==", "<=", ">=") and _same_sides(node, env, c):
            decided = True
        if decided is not None:
            trivial = bool(left in (0, math.inf, -math.inf) and right in (0, math.inf, -math.inf))
            return (Truth.TRUE if decided else Truth.FALSE), slack, trivial, ""
        if c.wide and prec > PRECISIONS[0]:
            return Truth.UNDECIDED, slack, False, "a quantity is known only as a bracket"
    return Truth.UNDECIDED, slack, False, AT_CONTACT


AS_A_WHOLE: list[Callable[[Node], bool]] = []
"""Which statements about all of something are decided as a whole: a few members would say nothing of how close they are to failing. Entered by the modules that decide them."""


def margin(node: Node, env: Env, c: Context) -> float:
    """A float that is negative where the proposition fails and grows with the distance from failing; guides a search, decides nothing."""
    head = node.head
    try:
        if head == "compare":
            if node.args[1] == "rounds to":
                return 1.0 if _rounds(node, env, c) is Truth.TRUE else -1.0
            known = c.seen.get(asked(node, env)[1]) if c.seen else None
            left, right = sides(node, env, c) if known is None else known[1:]
            if not (isinstance(left, numbers_kinds) and isinstance(right, numbers_kinds)):
                return 1.0 if _compare(node, env, c) is Truth.TRUE else -1.0
            return _float_margin(numbers.to_float(left), str(node.args[1]), numbers.to_float(right))
        if head == "all":
            return min((margin(argument(node, k), env, c) for k in range(len(node.args))), default=1.0)
        if head == "any":
            return max((margin(argument(node, k), env, c) for k in range(len(node.args))), default=-1.0)
        if head == "not":
            return -margin(argument(node, 0), env, c)
        if head == "implies":
            idle = -margin(argument(node, 0), env, c)
            return idle if idle >= 1 else max(idle, margin(argument(node, 1), env, c))  # no margin is larger than 1
        if head in ("forall", "exists"):
            found = [margin(argument(node, 1), inner, c) for inner, whole in assignments(node.args[0], env, c) if inner or whole]
            return (min(found, default=1.0) if head == "forall" else max(found, default=-1.0))
        return 1.0 if truth(node, env, c) is Truth.TRUE else -1.0
    except (NoValue, NoRoute, enclosures.OutOfWork):
        return 1.0


def _float_margin(left: float, relation: str, right: float) -> float:
    if math.isnan(left) or math.isnan(right):
        return 1.0
    if left == right:
        return {"<=": 0.0, ">=": 0.0, "==": 0.0, "<": -1e-12, ">": -1e-12, "!=": -1e-12}[relation]
    if math.isinf(left) or math.isinf(right):
        gap = 1.0 if right > left else -1.0
    else:
        gap = (right - left) / (abs(left) + abs(right))
    if relation in ("<=", "<"):
        return gap
    if relation in (">=", ">"):
        return -gap
    return -abs(gap) if relation == "==" else abs(gap)


def first_failing(node: Node, env: Env, c: Context, wanted: Truth = Truth.FALSE) -> tuple[Any, str, Any] | None:
    """Sides of the first comparison, left to right, that makes the proposition false (or true); the context is told the members of infinite sets at which it does.

    None where no comparison does so by itself.
    """
    try:
        if truth(node, env, c) is not wanted:
            return None
        if node.head == "compare":
            if node.args[1] == "rounds to":
                return argument_value(node, 0, env, c), "rounds to", str(argument(node, 2).args[0])
            left, right = sides(node, env, c)
            return left, str(node.args[1]), right
        if node.head == "not":
            return first_failing(argument(node, 0), env, c, Truth.TRUE if wanted is Truth.FALSE else Truth.FALSE)
        if node.head == "implies":
            return first_failing(argument(node, 1), env, c, wanted)
        if node.head == ("all" if wanted is Truth.FALSE else "any"):  # the first part that decides
            part = next((k for k in range(len(node.args)) if truth(argument(node, k), env, c) is wanted), None)
            return None if part is None else first_failing(argument(node, part), env, c, wanted)
        if node.head in ("all", "any"):
            return next((found for k in range(len(node.args)) if (found := first_failing(argument(node, k), env, c, wanted)) is not None), None)
        if node.head == ("forall" if wanted is Truth.FALSE else "exists"):
            return _first_member(node, env, c, wanted)
    except (NoValue, NoRoute, enclosures.OutOfWork):
        return None
    return None


def _first_member(node: Node, env: Env, c: Context, wanted: Truth) -> tuple[Any, str, Any] | None:
    names = {n for entry in node.args[0] for n in pattern_names(entry[0])}  # type: ignore[index, union-attr]
    weighed = _weighed_points(node, env, c) if wanted is Truth.FALSE else None
    for inner, whole in assignments(node.args[0], env, c) if weighed is None else weighed:
        if inner and truth(argument(node, 1), inner, c) is wanted:
            c.inner.update({} if whole and weighed is None else {name: inner[name] for name in names})
            return first_failing(argument(node, 1), inner, c, wanted)
    probe = Context(c.prec, c.candidates)  # a member that a cover met
    if truth(node, env, probe) is wanted and names <= probe.inner.keys():
        c.inner.update({name: probe.inner[name] for name in names})
        return first_failing(argument(node, 1), {**env, **{name: probe.inner[name] for name in names}}, c, wanted)
    return None


def empty(mapping: Mapping[str, Any]) -> bool:
    return not mapping


__all__ = ["Context", "Env", "NoRoute", "bind", "children", "first_failing", "has_a_value", "holds", "margin", "members_of", "rounding_interval", "sides", "truth", "value"]
