"""Rules for laws, kernels, data sets, compositions, and whatever else instances contain: one for each head."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from flint import arb

from verify.evidence.checker import keys, laws, lines, normals, ridges, sequences, transport
from verify.evidence.checker import numbers as n
from verify.evidence.checker.equal_laws import marginal
from verify.evidence.checker.formula import Malformed, argument, entries, head, items, mentions, names, optional, text_of, word
from verify.evidence.checker.graphs import graph
from verify.evidence.checker.laws import Composition, Event, Family, Finite, Function, Heavy, Line, Normal, Point, Poisson, Rays, Row, Sparse, Table, Universe
from verify.evidence.checker.membership import contains
from verify.evidence.checker.numbers import NoValue, Undecided
from verify.evidence.checker.quantities import mass_of
from verify.evidence.checker.repeated import MANY
from verify.evidence.checker.ridges import Ridges
from verify.evidence.checker.truth import FALSE, Env

if TYPE_CHECKING:
    from verify.evidence.checker.evaluate import Evaluator


def _law(e: Evaluator, f: Any, env: Env) -> Line:
    pieces = []
    for piece in items(argument(f, 2)):
        parts = [e.number(x, env) for x in items(piece)]
        if len(parts) != 5:
            raise Malformed("a piece of a distribution is (lo, hi, c0, c1, c2)")
        order = n.relations(parts[0], parts[1])
        if order == {">"}:
            raise NoValue("a piece of a distribution whose ends are in the wrong order")
        if order != {"="}:
            pieces.append(laws.Piece(*parts))
    for left, right in pairwise(pieces):
        if not n.relations(left.hi, right.lo) <= {"<", "="}:
            raise Undecided("pieces of a distribution that may overlap")
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


def _power_law(e: Evaluator, f: Any, env: Env) -> Heavy:
    location, scale, exponent = (e.number(argument(f, k), env) for k in range(3))
    side = word(argument(f, 3))
    if side not in ("both", "right", "left"):
        raise Malformed("the side of a power law is both, right or left")
    for value, least in ((scale, n.ZERO), (exponent, n.ONE)):
        order = n.relations(value, least)
        if order <= {"<", "="} or n.is_point_infinite(value):
            raise NoValue("a power law without a finite integral")
        if order != {">"} or n.may_be_infinite(value):
            raise Undecided("a power law that may have no finite integral")
    if n.may_be_infinite(location):
        raise NoValue("a power law at an infinite place") if n.is_point_infinite(location) else Undecided("a power law at a place that may be infinite")
    return Heavy(Line(()), ((n.ONE, laws.Power(location, scale, exponent, side)),))


def _geometric_law(e: Evaluator, f: Any, env: Env) -> Rays:
    start, step, ratio = (e.number(argument(f, k), env) for k in range(3))
    if not (isinstance(start, Fraction) and isinstance(step, Fraction) and isinstance(ratio, Fraction)):
        raise Undecided("a geometric distribution whose start, step and ratio are not fractions")
    if step == 0 or not 0 < ratio < 1:
        raise NoValue("a geometric distribution of step 0, or with a ratio outside (0, 1)")
    return Rays((), ((n.ONE, start, step, ratio),))


def _sparse_law(e: Evaluator, f: Any, env: Env) -> Sparse:
    base, curve, slope = (e.number(argument(f, k), env) for k in range(3))
    if not (isinstance(base, Fraction) and isinstance(curve, Fraction) and isinstance(slope, Fraction)):
        raise Undecided("a sparse distribution whose base, curve and slope are not fractions")
    if base.denominator != 1 or base < 2 or curve < Fraction(1, 2) or slope < 0:  # else the masses at the powers are below exp(-2), exp(-8), ..., and some is left for 0
        raise NoValue("a sparse distribution with a base other than 2, 3, ..., a curve below 1/2 or a slope below 0")
    return Sparse(base, curve, slope)


def _binomial_law(e: Evaluator, f: Any, env: Env) -> Finite:
    """By the recurrence of its weights."""
    trials, p = e.whole(argument(f, 0), env), e.number(argument(f, 1), env)
    if trials < 1:
        raise NoValue("a binomial distribution with fewer than one trial")
    if not isinstance(p, Fraction):
        raise Undecided("a binomial distribution whose probability is not a fraction")
    if not 0 <= p <= 1:
        raise NoValue("a probability outside [0, 1]")
    if trials > MANY:
        raise Undecided("a binomial distribution with so many trials")
    e.budget.spend(trials)
    if p == 1:
        return laws.finite([(Fraction(trials), n.ONE)])
    weights = [(1 - p) ** trials]
    for k in range(trials):
        weights.append(weights[-1] * p / (1 - p) * (trials - k) / (k + 1))
    return laws.finite((Fraction(k), w) for k, w in enumerate(weights))


def _poisson_law(e: Evaluator, f: Any, env: Env) -> Poisson:
    rate = e.number(argument(f, 0), env)
    order = n.relations(rate, n.ZERO)
    if order <= {"<", "="} or n.is_point_infinite(rate):
        raise NoValue("a Poisson distribution whose rate is not finite and positive")
    if order != {">"} or n.may_be_infinite(rate):
        raise Undecided("a Poisson distribution whose rate may not be finite and positive")
    return Poisson(rate)


def _independent(e: Evaluator, f: Any, env: Env) -> Any:
    """One coordinate for each member of a finite set."""
    found = [e.law(argument(f, 1), inner) for inner in e.each_once(entries(f), env)]
    if not found:
        raise Undecided("independent coordinates for each member of an empty set")
    return found[0] if len(found) == 1 else laws.product(found)


def _order_statistic(e: Evaluator, f: Any, env: Env) -> Fraction:
    point, rank = e.value(argument(f, 0), env), e.whole(argument(f, 1), env)
    coordinates = list(point) if isinstance(point, Point) else [point]
    if not 1 <= rank <= len(coordinates):
        raise NoValue("a rank that does not exist")
    if not all(isinstance(x, Fraction) for x in coordinates):
        raise Undecided("the rank of coordinates that are not fractions")
    found: Fraction = sorted(coordinates)[rank - 1]
    return found


def _finite(e: Evaluator, f: Any, env: Env) -> Finite:
    pairs = [items(pair) for pair in items(argument(f, 0))]
    values = [(e.value(argument(["pair", *p], 0), env), e.number(argument(["pair", *p], 1), env)) for p in pairs]
    return laws.finite(values)


def _mixture(e: Evaluator, f: Any, env: Env) -> Any:
    pairs = [["pair", *items(pair)] for pair in items(argument(f, 0))]
    weights = [e.number(argument(p, 0), env) for p in pairs]
    return laws.mixture([(w, e.law(argument(p, 1), env)) for w, p in zip(weights, pairs, strict=True) if w != 0])  # type: ignore[misc]


def _indicator(e: Evaluator, f: Any, env: Env) -> Finite:
    law, event = e.law(argument(f, 0), env), e.instance(Event, argument(f, 1), env)
    inside = mass_of(law, event)
    return laws.finite([(n.ONE, inside), (n.ZERO, n.ONE - inside)])


def _lambda(e: Evaluator, f: Any, env: Env) -> Function:
    over = entries(f)
    if len(over) != 1 or head(over[0][0]) != "var" or (head(over[0][1]) != "interval" and text_of(over[0][1]) != text_of(sequences.INDICES)):
        raise Malformed("a function is ['lambda', [[name, interval]], term]")
    name, where, body = names(over[0][0])[0], over[0][1], argument(f, 1)
    if mentions(where):
        raise Malformed("a function on an interval that mentions names")
    return Function(text_of(f), name, tuple((other, env[other]) for other in sorted(mentions(body) - {name}) if other in env), where, body)


def at(e: Evaluator, whole: Function, x: n.Number) -> Any:
    """The value of a function at a number."""
    if contains(e, whole.where, x, {}) == FALSE:
        raise NoValue("a function outside its interval")
    return e.value(whole.body, {**dict(whole.captured), whole.name: x})


def _apply(e: Evaluator, f: Any, env: Env) -> Any:
    whole = e.value(argument(f, 0), env)
    if isinstance(whole, Function):
        return at(e, whole, e.number(argument(f, 1), env))
    if isinstance(whole, Ridges):
        return ridges.at(whole, e.value(argument(f, 1), env))
    return e.instance(Table, argument(f, 0), env).at(e.value(argument(f, 1), env))


def _joint(e: Evaluator, f: Any, env: Env) -> Finite:
    whole, data = e.instance(Composition, argument(f, 0), env), e.instance(Row, argument(f, 1), env)
    key = (id(whole), data)
    if key not in e.joints:
        e.joints[key] = whole.joint(data)
    return e.joints[key]


def _outputs(e: Evaluator, f: Any, env: Env) -> Table:
    """The joint law of all outputs, for every data set that the composition can be run on."""
    whole = e.instance(Composition, argument(f, 0), env)
    if whole.parts is None:
        rows = list(dict.fromkeys(entry[0] for entry in whole.tables[0]))
    else:
        rows = [row for row, _ in whole.parts]
    for row in rows:
        if (id(whole), row) not in e.joints:
            e.joints[id(whole), row] = whole.joint(row)
    return Table(tuple((row, e.joints[id(whole), row]) for row in rows))


def _marginal(law: Any, i: int) -> Any:
    if not isinstance(law, Normal):
        return marginal(law, i)
    if not 1 <= i <= len(law.mean):
        raise NoValue("a coordinate that does not exist")
    return normals.made(law.mean[i - 1], law.covariance[i - 1][i - 1])


def _index(e: Evaluator, whole: Composition, f: Any, env: Env) -> int:
    i = e.whole(f, env)
    if not 1 <= i <= len(whole.tables):
        raise NoValue("a mechanism that does not exist")
    return i - 1


def _step(e: Evaluator, f: Any, env: Env) -> Finite:
    whole, data = e.instance(Composition, argument(f, 0), env), e.instance(Row, argument(f, 2), env)
    past = Point() if optional(f, 3) is None else keys.exact(e.instance(Point, f[4], env), "earlier outputs")
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
        found += [x] if keys.within(event, law.points[0]) else []
    return Event(found)


def _row(e: Evaluator, f: Any, env: Env) -> Row:
    return keys.exact(Row(None if a is None else e.value(a, env) for a in f[1:]), "a data set")


def _universe(e: Evaluator, f: Any, env: Env) -> Universe:
    return Universe(word(argument(f, 0)), tuple(e.instance(Row, r, env) for r in items(argument(f, 1))))


def _composition(e: Evaluator, f: Any, env: Env) -> Composition:
    coins = tuple(e.instance(Finite, c, env) for c in items(argument(f, 0)))
    tables = []
    for table in items(argument(f, 1)):
        rows = [[e.value(x, env) for x in items(entry)] for entry in items(table)]
        if any(len(r) != 4 or not isinstance(r[0], Row) or not isinstance(r[1], Point) for r in rows):
            raise Malformed("an entry of a composition is (data, past, coin, output)")
        keys.exact(tuple(map(tuple, rows)), "a table of a composition")
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
    if sequences.is_sequence(x):
        return sequences.prefix(e, x, k)
    coordinates = x if isinstance(x, Point) else (x,)
    if not 0 <= k <= len(coordinates):
        raise NoValue("a prefix that is longer than the point")
    return Point(coordinates[:k])


def _iid(e: Evaluator, f: Any, env: Env) -> Any:
    law, count = e.law(argument(f, 0), env), e.whole(argument(f, 1), env)
    if count < 1:
        raise NoValue("independent copies in a number below 1")
    if count > MANY:
        raise Undecided("so many independent copies are known by their formula only")
    return law if count == 1 else laws.product([law] * count)


def _subsampled_shifts(e: Evaluator, f: Any, env: Env) -> Any:
    noise, rate, moves = e.law(argument(f, 0), env), e.number(argument(f, 1), env), e.value(argument(f, 2), env)
    norm = None if optional(f, 3) is None else e.number(f[4], env)
    if not isinstance(rate, Fraction):
        raise Undecided("a sampling rate that is not a fraction")
    if not 0 <= rate <= 1:
        raise NoValue("a sampling rate outside [0, 1]")
    if not isinstance(moves, Family | Point):
        moves = Family([moves])
    if not moves:
        raise NoValue("no shifts")
    if len(moves) > 1000:
        raise Undecided("so many shifts")
    known: dict[Any, Any] = {}
    for v in moves:
        if v not in known:
            moved = laws.translate(noise, transport.norm(v, norm) if isinstance(v, Point) else v)
            known[v] = laws.mixture([(1 - rate, noise), (rate, moved)])
    factors = [known[v] for v in moves]
    return factors[0] if len(factors) == 1 else laws.product(factors)


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


def _decoupled(law: Any, count: int) -> Any:
    """Independent coordinates with the marginals of the law."""
    if not isinstance(law, Finite):
        raise Undecided("independent coordinates with the marginals of a distribution that is not finite")
    if count == 1:
        return law
    if count < 1 or any(not isinstance(x, Point) or len(x) != count for x in law.points):
        raise NoValue("points with another number of coordinates")
    return laws.product([laws.marginal(law, k) for k in range(1, count + 1)])


def _swap(e: Evaluator, f: Any, env: Env) -> Finite:
    pairs = e.instance(Finite, argument(f, 0), env).weights
    if not all(isinstance(x, Point) and len(x) == 2 for x, _ in pairs):
        raise NoValue("the exchange of the coordinates of what is no pair")
    return laws.finite((Point((x[1], x[0])), w) for x, w in pairs)


def _table(e: Evaluator, f: Any, env: Env) -> Table:
    pairs = [["pair", *items(pair)] for pair in items(argument(f, 0))]
    rows = tuple((e.value(argument(p, 0), env), e.value(argument(p, 1), env)) for p in pairs)
    if len(keys.distinct(x for x, _ in rows)) != len(rows):
        raise NoValue("a table with two rows for one input")
    return Table(rows)


def _event(e: Evaluator, f: Any, env: Env) -> Event:
    return Event(keys.distinct(e.value(a, env) for a in f[1:]))


INSTANCES: dict[str, Callable[[Evaluator, Any, Env], Any]] = {
    "law": _law,
    "power_law": _power_law,
    "geometric_law": _geometric_law,
    "binomial_law": _binomial_law,
    "poisson_law": _poisson_law,
    "independent": _independent,
    "order_statistic": _order_statistic,
    "sparse_law": _sparse_law,
    "finite": _finite,
    "mixture": _mixture,
    "translate": lambda e, f, env: laws.translate(e.law(argument(f, 0), env), e.value(argument(f, 1), env)),
    "convolve": lambda e, f, env: laws.convolve(e.law(argument(f, 0), env), e.law(argument(f, 1), env)),
    "graph": graph,
    "product": lambda e, f, env: laws.product([e.law(a, env) for a in f[1:]]),
    "push": lambda e, f, env: laws.push(e.value(argument(f, 0), env), e.law(argument(f, 1), env)),
    "then": lambda e, f, env: laws.then(e.law(argument(f, 0), env), e.value(argument(f, 1), env)),
    "marginal": lambda e, f, env: _marginal(e.law(argument(f, 0), env), e.whole(argument(f, 1), env)),
    "conditional": lambda e, f, env: laws.conditional(e.law(argument(f, 0), env), e.whole(argument(f, 1), env), e.value(argument(f, 2), env)),
    "decoupled": lambda e, f, env: _decoupled(e.law(argument(f, 0), env), e.whole(argument(f, 1), env)),
    "swap": _swap,
    "indicator_law": _indicator,
    "apply": _apply,
    "lambda": _lambda,
    "joint": _joint,
    "outputs": _outputs,
    "step": _step,
    "part": _part,
    "preimage": _preimage,
    "prefix": _prefix,
    "iid": _iid,
    "subsampled_shifts": _subsampled_shifts,
    "coordinate_sum": _coordinate_sum,
    "point": lambda e, f, env: Point(e.value(a, env) for a in f[1:]),
    "table": _table,
    "family": lambda e, f, env: Family(e.value(a, env) for a in f[1:]),
    "event": _event,
    "set": _event,
    "row": _row,
    "universe": _universe,
    "composition": _composition,
}
