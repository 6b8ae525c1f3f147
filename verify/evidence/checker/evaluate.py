"""The evaluator: a formula and the values of its names give a value, or a truth; nothing is looked up and nothing is searched."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from itertools import pairwise
from typing import Any, TypeVar

from flint import arb

from verify.evidence.checker import laws, lines, transport
from verify.evidence.checker import numbers as n
from verify.evidence.checker.formula import (
    BINDERS,
    Malformed,
    argument,
    contains_head,
    entries,
    head,
    items,
    mentions,
    names,
    optional,
    rational,
    word,
)
from verify.evidence.checker.laws import (
    Composition,
    Event,
    Family,
    Finite,
    Independent,
    Line,
    Point,
    Row,
    Table,
    Universe,
)
from verify.evidence.checker.numbers import Ball, Budget, NoValue, Number, Undecided

TRUE, FALSE, NO_VALUE, UNDECIDED = "true", "false", "no value", "undecided"
RELATIONS = {"<=": {"<", "="}, "<": {"<"}, ">=": {">", "="}, ">": {">"}, "==": {"="}, "!=": {"<", ">"}}
Env = dict[str, Any]
T = TypeVar("T")


class Evaluator:
    """Evaluates formulas at the working precision.

    ``witnesses`` maps the ``id`` of a binder's list to values of its names: over an infinite set such a binder is known from one side only.
    """

    def __init__(self, budget: Budget, witnesses: dict[int, dict[str, Any]] | None = None) -> None:
        self.budget = budget
        self.witnesses = witnesses or {}
        self.used: set[int] = set()
        self.notes: set[str] = set()
        self.bracketed = False
        self.strict = False  # whether a stored witness must decide by itself
        self.joints: dict[Any, Finite] = {}

    # --- values ------------------------------------------------------------------------------------------------------

    def value(self, f: Any, env: Env) -> Any:
        self.budget.spend()
        if isinstance(f, str):
            return n.INFINITY if f == "oo" else n.MINUS_INFINITY if f == "-oo" else rational(f)
        if not isinstance(f, list):
            raise Malformed(f"a value is expected, got {f!r}")
        rule = VALUES.get(f[0])
        if rule is None:
            raise Undecided(f"no rule for {f[0]}")
        return rule(self, f, env)

    def number(self, f: Any, env: Env) -> Number:
        value = self.value(f, env)
        if not isinstance(value, Fraction | Ball):
            raise NoValue("a number is needed")
        return value

    def whole(self, f: Any, env: Env) -> int:
        value = self.number(f, env)
        if not isinstance(value, Fraction) or value.denominator != 1:
            raise NoValue("an integer is needed")
        return int(value)

    def law(self, f: Any, env: Env) -> Any:
        return self.law_of(self.value(f, env))

    @staticmethod
    def law_of(value: Any) -> Any:
        if not isinstance(value, Finite | Line | Independent):
            raise NoValue("a law is needed")
        return value

    def instance(self, cls: type[T], f: Any, env: Env) -> T:
        value = self.value(f, env)
        if not isinstance(value, cls):
            raise NoValue(f"a {cls.__name__.lower()} is needed")
        return value

    # --- truth -------------------------------------------------------------------------------------------------------

    def truth(self, p: Any, env: Env) -> str:
        self.budget.spend()
        rule = TRUTHS.get(head(p))
        if rule is None:
            raise Malformed(f"a proposition is expected, got {head(p)}")
        try:
            return rule(self, p, env)
        except NoValue:
            return NO_VALUE
        except Undecided:
            return UNDECIDED

    def assignments(self, over: list[tuple[Any, Any]], env: Env, *bodies: Any) -> Any:
        """All environments in which the names are bound; Undecided over an infinite set.

        Events that the bodies use only for the mass under finite laws are enumerated on the points of these laws.
        """
        from verify.evidence.checker.membership import members, subsets

        if not over:
            yield env
            return
        (pattern, where), rest = over[0], over[1:]
        try:
            values = members(self, where, env)
        except Undecided:
            if head(where) != "events" or head(pattern) != "var" or rest:
                raise
            points: set[Any] = set()
            for body in bodies:
                self._event_points(body, pattern, env, points)
            values = subsets(sorted(points, key=laws.sort_key))
        for value in values:
            self.budget.spend()
            yield from self.assignments(rest, bind(pattern, value, env), *bodies)

    def _event_points(self, f: Any, name: Any, env: Env, points: set[Any]) -> None:
        """Collect the points of the finite laws whose mass of the event is taken; Undecided at any other use of the event."""
        if f == name:
            raise Undecided("all events of an infinite space")
        if not isinstance(f, list):
            return
        if f[0] in ("mass", "indicator_law") and len(f) == 3 and f[2] == name:
            law = self.law(f[1], {key: value for key, value in env.items() if key not in names(name)})
            if not isinstance(law, Finite):
                raise Undecided("all events of a law that is not finite")
            points.update(law.points)
            return
        if f[0] in BINDERS and any(set(names(pattern)) & set(names(name)) for pattern, _ in entries(f)):
            raise Undecided("an event whose name is bound again")
        for part in f[1:]:
            self._event_points(part, name, env, points)

    def witness(self, f: Any, env: Env) -> Env | None:
        """The environment of a stored witness for this binder, if every value lies in its set."""
        from verify.evidence.checker.membership import contains

        stored = self.witnesses.get(id(f))
        if stored is None:
            return None
        self.used.add(id(f))
        inner = dict(env)
        for pattern, where in entries(f):
            values = {name: self.value(stored[name], {}) for name in names(pattern)}
            value = gather(pattern, values)
            if contains(self, where, value, inner) != TRUE:
                raise Undecided("an inner witness outside its set")
            inner.update(values)
        return inner


def bind(pattern: Any, value: Any, env: Env) -> Env:
    """The environment with the names of the pattern bound to the parts of the value."""
    if head(pattern) == "var":
        return {**env, names(pattern)[0]: value}
    parts = items(pattern)
    if not isinstance(value, tuple) or len(parts) != len(value):
        raise NoValue("a pattern that does not fit its value")
    for part, item in zip(parts, value, strict=True):
        env = bind(part, item, env)
    return env


def gather(pattern: Any, values: dict[str, Any]) -> Any:
    """The value that a pattern would bind to these names."""
    return (
        values[names(pattern)[0]] if head(pattern) == "var" else Point(gather(part, values) for part in items(pattern))
    )


# --- rules for values ------------------------------------------------------------------------------------------------


def _var(e: Evaluator, f: Any, env: Env) -> Any:
    name = names(f)[0]
    if name not in env:
        raise Malformed(f"the name {name} is not bound")
    return env[name]


def _numbers(function: Callable[..., Any]) -> Callable[[Evaluator, Any, Env], Any]:
    return lambda e, f, env: function(*(e.number(a, env) for a in f[1:]))


def _if(e: Evaluator, f: Any, env: Env) -> Any:
    answer = e.truth(argument(f, 0), env)
    if answer == NO_VALUE:
        raise NoValue("a condition has no value")
    if answer == UNDECIDED:
        return n.hull([e.number(argument(f, 1), env), e.number(argument(f, 2), env)])
    return e.value(argument(f, 1 if answer == TRUE else 2), env)


def _extremum(e: Evaluator, f: Any, env: Env) -> Any:
    upward = f[0] == "sup"
    term, where, floor = argument(f, 1), optional(f, 2), optional(f, 3)
    try:
        spaces = list(e.assignments(entries(f), env, term, where))
    except Undecided:
        constant = _without_couplings(f)
        if constant is not None:
            return e.number(constant, env)
        inner = e.witness(f, env)
        if inner is None or (where is not None and e.truth(where, inner) != TRUE):
            raise
        b = n.ball(e.number(term, inner))
        e.notes.add("every member of an infinite family has a value")
        return Ball(b.lo, n.OO, b.lo_open) if upward else Ball(n.MINUS_OO, b.hi, False, b.hi_open)
    e.witness(f, env)  # over a finite set a stored member decides nothing, but it must be one
    found: list[Number] = []
    doubtful: list[Number] = []
    for inner in spaces:
        answer = TRUE if where is None else e.truth(where, inner)
        if answer == NO_VALUE:
            raise NoValue("a restriction has no value")
        if answer == TRUE:
            found.append(e.number(term, inner))
        elif answer == UNDECIDED:
            doubtful.append(e.number(term, inner))
    empty = e.number(floor, env) if floor is not None else n.MINUS_INFINITY if upward else n.INFINITY
    best = n.maximum if upward else n.minimum
    certain = best(*found) if found else empty
    return n.hull([certain, best(certain, *doubtful), *doubtful]) if doubtful else certain


def _sum(e: Evaluator, f: Any, env: Env) -> Any:
    total: Number = n.ZERO
    for inner in e.assignments(entries(f), env):
        if optional(f, 2) is None or _decided(e.truth(f[3], inner)):
            total = n.add(total, e.number(argument(f, 1), inner))
    return total


def _without_couplings(f: Any) -> Any:
    """The term of an extremum over couplings (there is always one) that is the same for each of them; else ``None``."""
    over = entries(f)
    if len(over) != 1 or head(over[0][1]) != "couplings" or optional(f, 2) is not None:
        return None
    term = _with_plain_means(argument(f, 1))
    return None if mentions(term) & set(names(over[0][0])) else term


def _with_plain_means(term: Any) -> Any:
    """The term with expectations of what is not random replaced by it."""
    if not isinstance(term, list):
        return term
    if term[0] == "expect":
        drawn = {name for pattern, _ in entries(term) for name in names(pattern)}
        if not mentions(argument(term, 1)) & drawn:
            return _with_plain_means(term[2])
    return [term[0], *(_with_plain_means(part) for part in term[1:])]


def _prod(e: Evaluator, f: Any, env: Env) -> Any:
    total: Number = n.ONE
    for inner in e.assignments(entries(f), env):
        if optional(f, 2) is None or _decided(e.truth(f[3], inner)):
            total = n.mul(total, e.number(argument(f, 1), inner))
    return total


def _decided(answer: str) -> bool:
    if answer == NO_VALUE:
        raise NoValue("a restriction has no value")
    if answer == UNDECIDED:
        raise Undecided("a restriction of a sum or product")
    return answer == TRUE


def _draws(e: Evaluator, over: list[tuple[Any, Any]], env: Env) -> Any:
    """Weighted environments of names drawn from finite laws."""
    if not over:
        yield n.ONE, env
        return
    (pattern, where), rest = over[0], over[1:]
    law = e.law(where, env)
    if not isinstance(law, Finite):
        raise Undecided("an expectation over a law that is not finite")
    for point, w in law.weights:
        for v, inner in _draws(e, rest, bind(pattern, point, env)):
            e.budget.spend()
            yield w * v, inner


def _expect(e: Evaluator, f: Any, env: Env) -> Any:
    return n.add(*(n.mul(w, e.number(argument(f, 1), inner)) for w, inner in _draws(e, entries(f), env)))


def _prob(e: Evaluator, f: Any, env: Env) -> Any:
    over, event = entries(f), argument(f, 1)
    if len(over) == 1 and head(over[0][0]) == "var" and isinstance(law := e.law(over[0][1], env), Line):
        return _line_event(e, law, over[0][0], event, env)
    total, doubt = n.ZERO, n.ZERO
    for w, inner in _draws(e, over, env):
        answer = e.truth(event, inner)
        if answer == NO_VALUE:
            raise NoValue("an event without a value")
        total += w if answer == TRUE else 0
        doubt += w if answer == UNDECIDED else 0
    return n.hull([total, total + doubt]) if doubt else total


def _line_event(e: Evaluator, law: Line, name: Any, event: Any, env: Env) -> Any:
    """P(x relation t), where t does not mention x."""
    if head(event) != "compare" or law.atoms:
        raise Undecided("the probability of this event under a density")
    left, relation, right = argument(event, 0), word(argument(event, 1)), argument(event, 2)
    if right == name:
        left, right = right, left
        relation = {"<=": ">=", "<": ">", ">=": "<=", ">": "<"}.get(relation, relation)
    if left != name or relation not in ("<=", "<", ">=", ">"):
        raise Undecided("the probability of this event under a density")
    below = lines.cdf(law, e.number(right, {k: v for k, v in env.items() if k not in names(name)}))
    return below if relation in ("<=", "<") else n.sub(lines.mass(law), below)


def _norm(e: Evaluator, f: Any, env: Env) -> Any:
    return transport.norm(e.value(argument(f, 0), env), e.number(argument(f, 1), env))


def _item(e: Evaluator, f: Any, env: Env) -> Any:
    return laws.coordinate(e.value(argument(f, 0), env), e.whole(argument(f, 1), env))


def _size(e: Evaluator, f: Any, env: Env) -> Any:
    value = e.value(argument(f, 0), env)
    if isinstance(value, Row):
        return Fraction(sum(1 for record in value if record is not None))
    if isinstance(value, Point | Family | Event):
        return Fraction(len(value))
    raise NoValue("the size of something that has none")


def _law(e: Evaluator, f: Any, env: Env) -> Line:
    pieces = []
    for piece in items(argument(f, 2)):
        parts = [e.number(x, env) for x in items(piece)]
        if len(parts) != 5:
            raise Malformed("a piece of a law is (lo, hi, c0, c1, c2)")
        order = n.relations(parts[0], parts[1])
        if order == {">"}:
            raise NoValue("a piece of a law whose ends are in the wrong order")
        if order != {"="}:
            pieces.append(laws.Piece(*parts))
    for left, right in pairwise(pieces):
        if not n.relations(left.hi, right.lo) <= {"<", "="}:
            raise Undecided("pieces of a law that perhaps overlap")
    law = Line(((n.ONE, tuple(pieces)),))
    mass = lines.mass(law)
    whole = n.ball(mass)
    if not n.finite(whole) or not (whole.lo <= 1 and whole.hi >= 1):
        raise NoValue("a density whose mass is not 1")
    if not whole.hi - whole.lo < arb(2) ** -20:
        raise Undecided("a density whose mass is not known")
    if mass != 1:
        e.notes.add("densities have mass exactly 1 (their mass was enclosed)")
    return law


def _finite(e: Evaluator, f: Any, env: Env) -> Finite:
    pairs = [items(pair) for pair in items(argument(f, 0))]
    values = [(e.value(argument(["pair", *p], 0), env), e.number(argument(["pair", *p], 1), env)) for p in pairs]
    if any(isinstance(w, Fraction) and not w > 0 for _, w in values):
        raise NoValue("a weight that is not positive")
    return laws.finite(values)


def _mixture(e: Evaluator, f: Any, env: Env) -> Any:
    pairs = [["pair", *items(pair)] for pair in items(argument(f, 0))]
    weights = [e.number(argument(p, 0), env) for p in pairs]
    return laws.mixture([(w, e.law(argument(p, 1), env)) for w, p in zip(weights, pairs, strict=True) if w != 0])  # type: ignore[misc]


def _indicator(e: Evaluator, f: Any, env: Env) -> Finite:
    law, event = e.law(argument(f, 0), env), e.instance(Event, argument(f, 1), env)
    inside = _mass_of(law, event)
    return laws.finite([(n.ONE, inside), (n.ZERO, n.ONE - inside)])


def _mass_of(law: Any, event: Event) -> Fraction:
    if isinstance(law, Line):
        return sum((w for x, w in law.atoms if x in event), n.ZERO)
    if isinstance(law, Finite):
        return sum((w for x, w in law.weights if x in event), n.ZERO)
    raise Undecided("the mass of an event under independent densities")


def _apply(e: Evaluator, f: Any, env: Env) -> Any:
    return e.instance(Table, argument(f, 0), env).at(e.value(argument(f, 1), env))


def _joint(e: Evaluator, f: Any, env: Env) -> Finite:
    whole, data = e.instance(Composition, argument(f, 0), env), e.instance(Row, argument(f, 1), env)
    key = (id(whole), data)
    if key not in e.joints:
        e.joints[key] = whole.joint(data)
    return e.joints[key]


def _index(e: Evaluator, whole: Composition, f: Any, env: Env) -> int:
    i = e.whole(f, env)
    if not 1 <= i <= len(whole.tables):
        raise NoValue("a mechanism that does not exist")
    return i - 1


def _step(e: Evaluator, f: Any, env: Env) -> Finite:
    whole, data = e.instance(Composition, argument(f, 0), env), e.instance(Row, argument(f, 2), env)
    past = Point() if optional(f, 3) is None else e.instance(Point, f[4], env)
    return whole.step(_index(e, whole, argument(f, 1), env), data, past)


def _part(e: Evaluator, f: Any, env: Env) -> Row:
    whole, data = e.instance(Composition, argument(f, 0), env), e.instance(Row, argument(f, 2), env)
    return whole.part(_index(e, whole, argument(f, 1), env), data)


def _preimage(e: Evaluator, f: Any, env: Env) -> Event:
    table, event = e.instance(Table, argument(f, 0), env), e.instance(Event, argument(f, 1), env)
    found = []
    for x, y in table.rows:
        law = laws.as_law(y)
        if not isinstance(law, Finite) or len(law.points) != 1:
            raise NoValue("the preimage under a randomised map")
        found += [x] if law.points[0] in event else []
    return Event(found)


def _row(e: Evaluator, f: Any, env: Env) -> Row:
    return Row(None if a is None else e.value(a, env) for a in f[1:])


def _universe(e: Evaluator, f: Any, env: Env) -> Universe:
    return Universe(word(argument(f, 0)), tuple(e.instance(Row, r, env) for r in items(argument(f, 1))))


def _composition(e: Evaluator, f: Any, env: Env) -> Composition:
    coins = tuple(e.instance(Finite, c, env) for c in items(argument(f, 0)))
    tables = []
    for table in items(argument(f, 1)):
        rows = [[e.value(x, env) for x in items(entry)] for entry in items(table)]
        if any(len(r) != 4 or not isinstance(r[0], Row) or not isinstance(r[1], Point) for r in rows):
            raise Malformed("an entry of a composition is (data, past, coin, output)")
        tables.append(tuple((r[0], r[1], r[2], r[3]) for r in rows))
    stored = argument(f, 2)
    parts = None
    if stored is not None:
        pairs = [["pair", *items(pair)] for pair in items(stored)]
        parts = tuple(
            (e.instance(Row, argument(p, 0), env), tuple(e.instance(Row, x, env) for x in items(argument(p, 1))))
            for p in pairs
        )
    if not tables or len(coins) not in (1, len(tables)):
        raise NoValue("a composition needs one coin, or one for each mechanism")
    return Composition(coins, tuple(tables), parts)


def _prefix(e: Evaluator, f: Any, env: Env) -> Point:
    x, k = e.value(argument(f, 0), env), e.whole(argument(f, 1), env)
    coordinates = x if isinstance(x, Point) else (x,)
    if not 0 <= k <= len(coordinates):
        raise NoValue("a prefix that is longer than the point")
    return Point(coordinates[:k])


def _iid(e: Evaluator, f: Any, env: Env) -> Any:
    law, count = e.law(argument(f, 0), env), e.whole(argument(f, 1), env)
    if not 1 <= count <= 1000:
        raise NoValue("independent copies in a number below 1 or too large")
    return law if count == 1 else laws.product([law] * count)


def _coordinate_sum(e: Evaluator, f: Any, env: Env) -> Any:
    law = e.law(argument(f, 0), env)
    if not isinstance(law, Finite):
        raise Undecided("the sum of coordinates under densities")
    pairs = []
    for x, w in law.weights:
        total = x
        if isinstance(x, Point):
            total = x[0] if x else n.ZERO
            for part in x[1:]:
                total = laws.shift_point(total, part)
        pairs.append((total, w))
    return laws.finite(pairs)


def _support_diameter(e: Evaluator, f: Any, env: Env) -> Any:
    both = [e.law(argument(f, k), env) for k in (0, 1)]
    norm = None if optional(f, 2) is None else e.number(f[3], env)
    if all(isinstance(law, Finite) for law in both):
        points = list(dict.fromkeys(x for law in both for x in law.points))
        return n.maximum(n.ZERO, *(transport.norm(transport.difference(x, y), norm) for x in points for y in points))
    found = [lines.support_ends(laws.line(law)) for law in both]
    return n.sub(n.maximum(*(hi for _, hi in found)), n.minimum(*(lo for lo, _ in found)))


def _lipschitz(e: Evaluator, f: Any, env: Env) -> Any:
    low = n.MINUS_INFINITY if optional(f, 1) is None else e.number(f[2], env)
    high = n.INFINITY if optional(f, 2) is None else e.number(f[3], env)
    return lines.log_density_lipschitz(laws.line(e.law(argument(f, 0), env)), low, high)


def _gap(e: Evaluator, f: Any, env: Env) -> Any:
    return _two(laws.density_gap_sup, lambda p, q: lines.density_gap_sup(p, q, e.budget))(e, f, env)


def _swap(e: Evaluator, f: Any, env: Env) -> Finite:
    pairs = e.instance(Finite, argument(f, 0), env).weights
    return laws.finite((Point((laws.coordinate(x, 2), laws.coordinate(x, 1))), w) for x, w in pairs)


def _table(e: Evaluator, f: Any, env: Env) -> Table:
    pairs = [["pair", *items(pair)] for pair in items(argument(f, 0))]
    rows = tuple((e.value(argument(p, 0), env), e.value(argument(p, 1), env)) for p in pairs)
    if len({x for x, _ in rows}) != len(rows):
        raise NoValue("a table with two rows for one input")
    return Table(rows)


# --- rules for quantities ----------------------------------------------------------------------------------------------


def _two(
    on_finite: Callable[..., Any] | None, on_line: Callable[..., Any] | None
) -> Callable[[Evaluator, Any, Env], Any]:
    def rule(e: Evaluator, f: Any, env: Env) -> Any:
        p, q = e.law(argument(f, 0), env), e.law(argument(f, 1), env)
        rest = [e.number(a, env) for a in f[3:] if a is not None]
        if isinstance(p, Finite) and isinstance(q, Finite) and on_finite:
            return on_finite(p, q, *rest)
        if isinstance(p, Independent) or isinstance(q, Independent) or on_line is None:
            raise Undecided(f"{f[0]} of these laws")
        return on_line(laws.line(p), laws.line(q), *rest)

    return rule


def _renyi(e: Evaluator, f: Any, env: Env) -> Any:
    p, q, order = e.law(argument(f, 0), env), e.law(argument(f, 1), env), e.number(argument(f, 2), env)
    if isinstance(p, Independent) and isinstance(q, Independent) and len(p.factors) == len(q.factors):
        pairs = zip(p.factors, q.factors, strict=True)
        return n.add(
            *(
                laws.renyi(a, b, order)
                if isinstance(a, Finite) and isinstance(b, Finite)
                else lines.renyi(laws.line(a), laws.line(b), order)
                for a, b in pairs
            )
        )
    return _two(laws.renyi, lines.renyi)(e, f, env)


def _wasserstein(e: Evaluator, f: Any, env: Env) -> Any:
    p, q = e.law(argument(f, 0), env), e.law(argument(f, 1), env)
    classical = f[0] == "kantorovich"
    order = n.ONE if classical else e.number(argument(f, 2), env)
    stored = optional(f, 2 if classical else 3)
    norm = None if stored is None else e.number(stored, env)
    if isinstance(p, Finite) and isinstance(q, Finite):
        return transport.wasserstein(p, q, order, norm, e.budget)
    if isinstance(p, Independent) and isinstance(q, Independent) and len(p.factors) == len(q.factors):
        pairs = zip(p.factors, q.factors, strict=True)
        shifts = [lines.shift_between(a, b) if isinstance(a, Line) and isinstance(b, Line) else None for a, b in pairs]
        if all(s is not None for s in shifts):  # a translation is optimal for every order and norm
            return transport.norm(Point(shifts), norm)
    if isinstance(p, Independent) or isinstance(q, Independent):
        raise Undecided("a Wasserstein distance between these products")
    value = lines.wasserstein(laws.line(p), laws.line(q), order, e.budget)
    e.bracketed = e.bracketed or not n.finite(value)
    return value


def _moment(e: Evaluator, f: Any, env: Env) -> Any:
    law, k = e.law(argument(f, 0), env), e.number(argument(f, 1), env)
    norm = None if optional(f, 2) is None else e.number(f[3], env)
    if isinstance(law, Finite):
        return n.add(*(n.mul(w, n.power(transport.norm(x, norm), k)) for x, w in law.weights))
    return lines.absolute_moment(laws.line(law), k)


def _mean(e: Evaluator, f: Any, env: Env) -> Any:
    law = e.law(argument(f, 0), env)
    if isinstance(law, Finite) and all(isinstance(x, Fraction) for x in law.points):
        return sum((w * x for x, w in law.weights), n.ZERO)
    return lines.mean(laws.line(law))


def _density(e: Evaluator, f: Any, env: Env) -> Any:
    law, x = e.law(argument(f, 0), env), e.value(argument(f, 1), env)
    if isinstance(law, Finite):
        return law.table.get(x, n.ZERO)
    return lines.density(laws.line(law), x)


def _distribution(e: Evaluator, f: Any, env: Env) -> Any:
    return lines.cdf(laws.line(e.law(argument(f, 0), env)), e.number(argument(f, 1), env))


def _least_disagreement(e: Evaluator, f: Any, env: Env) -> Any:
    """Least probability of X != Y over couplings."""
    p, q = e.law(argument(f, 0), env), e.law(argument(f, 1), env)
    if isinstance(p, Finite) and isinstance(q, Finite):
        costs: list[list[Number]] = [[Fraction(x != y) for y in q.points] for x in p.points]
        return transport.cheapest([w for _, w in p.weights], [w for _, w in q.weights], costs, e.budget)
    e.notes.add("the coupling lemma: the least probability that two draws differ is the total variation")
    return _two(None, lines.total_variation)(e, f, env)


def _prokhorov(e: Evaluator, f: Any, env: Env) -> Any:
    return _two(lambda p, q: transport.prokhorov(p, q, e.budget), None)(e, f, env)


VALUES: dict[str, Callable[[Evaluator, Any, Env], Any]] = {
    "var": _var,
    "pi": lambda e, f, env: n.pi(),
    "add": _numbers(n.add),
    "mul": _numbers(n.mul),
    "pow": _numbers(n.power),
    "exp": _numbers(n.exp),
    "log": _numbers(n.log),
    "abs": _numbers(n.absolute),
    "max": _numbers(n.maximum),
    "min": _numbers(n.minimum),
    "erf": _numbers(n.erf),
    "erfc": _numbers(n.erfc),
    "floor": _numbers(n.floor),
    "ceiling": _numbers(n.ceiling),
    "gamma": _numbers(n.gamma),
    "hyp1f1": _numbers(n.hyp1f1),
    "if": _if,
    "norm": _norm,
    "item": _item,
    "size": _size,
    "sup": _extremum,
    "inf": _extremum,
    "sum": _sum,
    "expect": _expect,
    "prob": _prob,
    "law": _law,
    "finite": _finite,
    "mixture": _mixture,
    "translate": lambda e, f, env: laws.translate(e.law(argument(f, 0), env), e.value(argument(f, 1), env)),
    "convolve": lambda e, f, env: laws.convolve(e.law(argument(f, 0), env), e.law(argument(f, 1), env)),
    "product": lambda e, f, env: laws.product([e.law(a, env) for a in f[1:]]),
    "push": lambda e, f, env: laws.push(e.value(argument(f, 0), env), e.law(argument(f, 1), env)),
    "then": lambda e, f, env: laws.then(e.law(argument(f, 0), env), e.value(argument(f, 1), env)),
    "marginal": lambda e, f, env: laws.marginal(e.law(argument(f, 0), env), e.whole(argument(f, 1), env)),
    "swap": _swap,
    "indicator_law": _indicator,
    "apply": _apply,
    "joint": _joint,
    "step": _step,
    "part": _part,
    "preimage": _preimage,
    "wasserstein": _wasserstein,
    "kantorovich": _wasserstein,
    "renyi": _renyi,
    "total_variation": _two(laws.total_variation, lines.total_variation),
    "l1_distance": lambda e, f, env: n.mul(Fraction(2), _two(laws.total_variation, lines.total_variation)(e, f, env)),
    "hockey_stick": _two(laws.hockey_stick, lines.hockey_stick),
    "jensen_shannon": _two(laws.jensen_shannon, None),
    "prokhorov": _prokhorov,
    "levy": _two(laws.levy, None),
    "moment": _moment,
    "mean": _mean,
    "density": _density,
    "least_disagreement": _least_disagreement,
    "mass": lambda e, f, env: _mass_of(e.law(argument(f, 0), env), e.instance(Event, argument(f, 1), env)),
    "distribution_function": _distribution,
    "log_density_lipschitz": _lipschitz,
    "log_ratio_sup": _two(laws.log_ratio_sup, lines.log_ratio_sup),
    "density_gap_sup": _gap,
    "prod": _prod,
    "prefix": _prefix,
    "iid": _iid,
    "coordinate_sum": _coordinate_sum,
    "support_diameter": _support_diameter,
    "log_per_density_gap": _two(laws.log_per_density_gap, None),
    "point": lambda e, f, env: Point(e.value(a, env) for a in f[1:]),
    "table": _table,
    "family": lambda e, f, env: Family(e.value(a, env) for a in f[1:]),
    "event": lambda e, f, env: Event(e.value(a, env) for a in f[1:]),
    "set": lambda e, f, env: Event(e.value(a, env) for a in f[1:]),
    "row": _row,
    "universe": _universe,
    "composition": _composition,
}


# --- rules for truth -------------------------------------------------------------------------------------------------


def printed_interval(digits: str, rule: str) -> tuple[Fraction, Fraction, bool, bool]:
    """The numbers that are printed as these digits: ends, and whether each end is included."""
    try:
        if len(digits) > 60:
            raise ValueError
        decimal = Decimal(digits)
        exponent = decimal.as_tuple().exponent
        if not isinstance(exponent, int) or abs(exponent) > 400:
            raise ValueError
    except (ValueError, ArithmeticError):
        raise Malformed(f"printed digits are expected, got {digits[:40]!r}") from None
    d, unit = Fraction(decimal), Fraction(10) ** exponent
    ends = {
        "nearest": (d - unit / 2, d + unit / 2, True, True),
        "truncated": (d, d + unit, True, False),
        "upper bound": (d - unit, d, False, True),
        "lower bound": (d, d + unit, True, False),
    }
    if rule not in ends:
        raise Malformed(f"a rounding rule must be one of {', '.join(ends)}, got {rule[:40]!r}")
    return ends[rule]


def judge(possible: set[str], wanted: set[str]) -> str:
    return TRUE if possible <= wanted else UNDECIDED if possible & wanted else FALSE


def _compare(e: Evaluator, p: Any, env: Env) -> str:
    relation, claimed = word(argument(p, 1)), argument(p, 2)
    if relation == "rounds to":
        if head(claimed) != "printed":
            raise Malformed("'rounds to' needs printed digits")
        lo, hi, with_lo, with_hi = printed_interval(word(argument(claimed, 0)), word(argument(claimed, 1)))
        x = e.number(argument(p, 0), env)
        answers = (
            judge(n.relations(x, lo), {">", "="} if with_lo else {">"}),
            judge(n.relations(x, hi), {"<", "="} if with_hi else {"<"}),
        )
        return FALSE if FALSE in answers else UNDECIDED if UNDECIDED in answers else TRUE
    if relation not in RELATIONS:
        raise Malformed(f"a relation must be one of {', '.join(RELATIONS)}, got {relation[:40]!r}")
    a, b = e.value(argument(p, 0), env), e.value(claimed, env)
    if isinstance(a, Fraction | Ball) and isinstance(b, Fraction | Ball):
        return judge(n.relations(a, b), RELATIONS[relation])
    if relation in ("==", "!=") and type(a) is type(b) and not isinstance(a, Line | Independent):
        return TRUE if (a == b) == (relation == "==") else FALSE
    raise NoValue("a comparison of things that are no numbers")


def _sequence(stop: str, otherwise: str) -> Callable[[Evaluator, Any, Env], str]:
    """``all`` stops at the first false part, ``any`` at the first true one; a part without a value counts if none stopped before."""

    def rule(e: Evaluator, p: Any, env: Env) -> str:
        for part in p[1:]:
            answer = e.truth(part, env)
            if answer != otherwise:
                return answer
        return otherwise

    return rule


def _not(e: Evaluator, p: Any, env: Env) -> str:
    return {TRUE: FALSE, FALSE: TRUE}.get(answer := e.truth(argument(p, 0), env), answer)


def _implies(e: Evaluator, p: Any, env: Env) -> str:
    left = e.truth(argument(p, 0), env)
    if left == UNDECIDED:
        return UNDECIDED
    return TRUE if left == FALSE else NO_VALUE if left == NO_VALUE else e.truth(argument(p, 1), env)


def _iff(e: Evaluator, p: Any, env: Env) -> str:
    left, right = e.truth(argument(p, 0), env), e.truth(argument(p, 1), env)
    if NO_VALUE in (left, right):
        return NO_VALUE
    return UNDECIDED if UNDECIDED in (left, right) else TRUE if left == right else FALSE


def _quantifier(e: Evaluator, p: Any, env: Env) -> str:
    decisive, otherwise = (FALSE, TRUE) if p[0] == "forall" else (TRUE, FALSE)
    stored = e.witness(p, env)
    if stored is not None:
        if e.truth(argument(p, 1), stored) == decisive:
            return decisive
        if e.strict:
            return UNDECIDED
    answers = set()
    for inner in e.assignments(entries(p), env, argument(p, 1)):
        answer = e.truth(argument(p, 1), inner)
        if answer == decisive:
            return decisive
        answers.add(answer)
    return NO_VALUE if NO_VALUE in answers else UNDECIDED if UNDECIDED in answers else otherwise


def _member(e: Evaluator, p: Any, env: Env) -> str:
    from verify.evidence.checker.membership import contains

    return contains(e, argument(p, 1), e.value(argument(p, 0), env), env)


def _free_of(e: Evaluator, p: Any, env: Env) -> str:
    return FALSE if contains_head(argument(p, 0), word(argument(p, 1))) else TRUE


TRUTHS: dict[str, Callable[[Evaluator, Any, Env], str]] = {
    "compare": _compare,
    "all": _sequence(FALSE, TRUE),
    "any": _sequence(TRUE, FALSE),
    "not": _not,
    "implies": _implies,
    "iff": _iff,
    "forall": _quantifier,
    "exists": _quantifier,
    "member": _member,
    "free_of": _free_of,
}
