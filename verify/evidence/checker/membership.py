"""Sets: whether a value belongs to one, and the members of the finite ones."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from verify.evidence.checker import keys, monotone, normals, power_tails, sequences, transport
from verify.evidence.checker import numbers as n
from verify.evidence.checker.formula import Malformed, argument, head, items, optional, stated, word
from verify.evidence.checker.graphs import Graph, is_coupling
from verify.evidence.checker.laws import (
    Composition,
    Event,
    Family,
    Finite,
    Function,
    Heavy,
    Independent,
    Line,
    Normal,
    Point,
    Poisson,
    Rays,
    Row,
    Sparse,
    Table,
    Universe,
    as_law,
    marginal,
)
from verify.evidence.checker.numbers import Ball, NoValue, Number, Undecided
from verify.evidence.checker.truth import FALSE, NO_VALUE, TRUE, UNDECIDED, Env, judge

if TYPE_CHECKING:
    from verify.evidence.checker.evaluate import Evaluator

from verify.evidence.checker import iterations, ridges
from verify.evidence.checker.compositions import complete, fits
from verify.evidence.checker.equality import MOST, equal, every, truth
from verify.evidence.checker.frameworks import Framework, all_combinations, belongs

NOTHING = Event()
ON_THE_LINE = (Line, Heavy, Poisson, Rays, Sparse)
NO_LAWS = (Fraction, Ball, Point, Row, Event, Family, Table, Function, Universe, Composition, Framework, iterations.Iteration, sequences.Periodic, ridges.Ridges)
"""Values that are no distributions. Of a value of another kind it is not said that it is in no set of distributions."""


def contains(e: Evaluator, where: Any, value: Any, env: Env) -> str:
    """Whether the value belongs to the set: true, false, no value or undecided."""
    e.budget.spend()
    rule = CONTAINS.get(head(where))
    if rule is None:
        raise Malformed(f"a set is expected, got {head(where)}")
    try:
        return rule(e, where, value, env)
    except NoValue:
        return NO_VALUE
    except Undecided:
        return UNDECIDED


def _interval(e: Evaluator, s: Any, x: Any, env: Env) -> str:
    lo, hi = e.number(argument(s, 0), env), e.number(argument(s, 1), env)
    if not isinstance(x, Fraction | Ball):
        return FALSE
    ends = [word(argument(s, 2)), word(argument(s, 3))]
    if not set(ends) <= {"open", "closed"}:
        raise Malformed("an end of an interval is open or closed")
    return every(
        [
            judge(n.relations(x, lo), {">"} if ends[0] == "open" else {">", "="}),
            judge(n.relations(x, hi), {"<"} if ends[1] == "open" else {"<", "="}),
        ]
    )


def _integers(e: Evaluator, s: Any, x: Any, env: Env) -> str:
    lo, hi = e.number(argument(s, 0), env), e.number(argument(s, 1), env)
    if not isinstance(x, Fraction | Ball):
        return FALSE
    whole = FALSE if n.is_point_infinite(x) else judge(n.relations(x, n.floor(x)), {"="})
    return every([whole, judge(n.relations(x, lo), {">", "="}), judge(n.relations(x, hi), {"<", "="})])


def _one_of(e: Evaluator, s: Any, x: Any, env: Env) -> str:
    answers = {equal(x, e.value(v, env)) for v in s[1:]}
    return TRUE if TRUE in answers else UNDECIDED if UNDECIDED in answers else FALSE


def _equals(e: Evaluator, s: Any, x: Any, env: Env) -> str:
    return every([equal(x, e.value(argument(s, 0), env)), contains(e, argument(s, 1), x, env)])


# --- spaces, laws, tables --------------------------------------------------------------------------------------------


def _euclid(e: Evaluator, s: Any, x: Any, env: Env) -> str:
    d = e.whole(argument(s, 0), env)
    if isinstance(x, Fraction | Ball):
        return _finite_number(x) if d == 1 else FALSE
    if not isinstance(x, Point) or len(x) != d:
        return FALSE
    return every(_finite_number(c) if isinstance(c, Fraction | Ball) else FALSE for c in x)


def _finite_number(x: Number) -> str:
    return FALSE if n.is_point_infinite(x) else UNDECIDED if n.may_be_infinite(x) else TRUE


def _labels(e: Evaluator, s: Any, x: Any, env: Env) -> str:
    return _integers(e, ["integers", "1", argument(s, 0)], x, env)


def _product(e: Evaluator, s: Any, x: Any, env: Env) -> str:
    factors = items(argument(s, 0))
    if not isinstance(x, Point) or len(x) != len(factors):
        return FALSE
    return every(contains(e, f, c, env) for f, c in zip(factors, x, strict=True))


def _on_numbers(law: Any) -> bool:
    """Whether a distribution is known to be one of numbers."""
    return isinstance(law, ON_THE_LINE) or (isinstance(law, Finite) and all(isinstance(p, Fraction | Ball) for p in law.points))


def _laws(e: Evaluator, s: Any, law: Any, env: Env) -> str:
    space, dense, support = stated(argument(s, 0)), word(argument(s, 2)), None if optional(s, 3) is None else stated(optional(s, 3))
    order = None if head(argument(s, 1)) in ("word", "word_") else argument(s, 1)
    if dense not in ("density", "any"):
        raise Malformed("the third argument of laws is 'density' or 'any'")
    if isinstance(law, Finite):  # has moments of every order
        if dense == "density":
            return FALSE
        return every(contains(e, where, p, env) for where in (space, support) if where is not None for p in law.points)
    if isinstance(law, Rays):  # has moments of every order
        return FALSE if dense == "density" else every(_holds_rays(e, where, law, env) for where in (space, support) if where is not None)
    if isinstance(law, Sparse):  # has moments of every order
        return FALSE if dense == "density" or head(space) != "euclid" or e.whole(argument(space, 0), env) != 1 else UNDECIDED if support is not None else TRUE
    if isinstance(law, Normal):
        if head(space) != "euclid" or len(law.mean) != e.whole(argument(space, 0), env):
            return FALSE
        if support is not None:
            return UNDECIDED
        return truth(dense == "any" or normals.definite(law.covariance))
    if isinstance(law, Independent):
        if head(space) != "euclid" or len(law.factors) != e.whole(argument(space, 0), env) or support is not None or not all(map(_on_numbers, law.factors)):
            return UNDECIDED
        answers = [_has_moments(e, f, order, env) for f in law.factors]
        return every([truth(dense == "any" or not any(_has_atoms(f) for f in law.factors)), *answers])
    if not isinstance(law, Line | Heavy):
        return FALSE if isinstance(law, NO_LAWS) or (dense == "density" and isinstance(law, Poisson)) else UNDECIDED
    if dense == "density" and _has_atoms(law):
        return FALSE
    return every([_has_moments(e, law, order, env), *(_on(e, where, law, env) for where in (space, support) if where is not None)])


def _holds_rays(e: Evaluator, where: Any, law: Rays, env: Env) -> str:
    """Whether infinitely many atoms lie in a set of numbers: an interval or the integers, without an end on their side."""
    if head(where) == "euclid":
        return truth(e.whole(argument(where, 0), env) == 1)
    if head(where) == "points":
        return _holds_rays(e, argument(where, 0), law, env)
    answers = [contains(e, where, x, env) for x, _ in law.atoms]
    for _, start, step, _ in law.combs:
        if head(where) not in ("interval", "integers"):
            return UNDECIDED
        end = n.is_point_infinite(e.number(argument(where, 1 if step > 0 else 0), env))
        answers += [contains(e, where, start, env), truth(end == (1 if step > 0 else -1)), truth(head(where) == "interval" or step.denominator == 1)]
    return every(answers)


def _has_atoms(law: Any) -> bool:
    return isinstance(law, Finite | Rays | Sparse) or bool(law.light.atoms if isinstance(law, Heavy) else law.atoms)


def _has_moments(e: Evaluator, law: Any, order: Any, env: Env) -> str:
    """Whether absolute moments are finite up to an order; integrable pieces have those of every order."""
    if order is None or not isinstance(law, Heavy):
        return TRUE
    return every(judge(n.relations(e.number(order, env), n.sub(p.exponent, n.ONE)), {"<"}) for _, p in law.tails)


def _on(e: Evaluator, where: Any, law: Line | Heavy, env: Env) -> str:
    """Whether a law with densities lives on a set of numbers."""
    if head(where) == "euclid":
        return truth(e.whole(argument(where, 0), env) == 1)
    if head(where) == "points":
        return _on(e, argument(where, 0), law, env)
    ends: list[tuple[Any, Any]] = []
    if isinstance(law, Heavy):
        ends, law = [power_tails.support(p) for _, p in law.tails], law.light
    if head(where) != "interval":
        return FALSE if law.parts or ends else every(contains(e, where, x, env) for x, _ in law.atoms)
    lo, hi = e.number(argument(where, 0), env), e.number(argument(where, 1), env)
    answers = [contains(e, where, x, env) for x, _ in law.atoms]
    for _, pieces in law.parts:
        ends += [(p.lo, p.hi) for p in pieces]
    for left, right in ends:
        answers += [judge(n.relations(left, lo), {">", "="}), judge(n.relations(right, hi), {"<", "="})]
    return every(answers)


def _couplings(e: Evaluator, s: Any, law: Any, env: Env) -> str:
    sides = [e.law(argument(s, k), env) for k in (0, 1)]
    if isinstance(law, Graph):
        return is_coupling(law, *sides)
    if isinstance(law, Independent) and len(law.factors) == 2:
        return every(equal(*pair) if type(pair[0]) is type(pair[1]) else UNDECIDED for pair in zip(law.factors, sides, strict=True))
    if not isinstance(law, Finite):
        return FALSE if isinstance(law, (*ON_THE_LINE, *NO_LAWS)) else UNDECIDED
    if not all(isinstance(p, Point) and len(p) == 2 for p in law.points):
        return FALSE
    return every(equal(marginal(law, i), sides[i - 1]) for i in (1, 2))


def _inputs(e: Evaluator, source: Any, table: Table, env: Env) -> str:
    """Whether a table is defined on the source: all of it if it is finite, else some of its points (it extends to the rest)."""
    inputs = keys.exact([x for x, _ in table.rows], "a table")
    if head(source) in ("var", "universe"):
        universe = e.value(source, env)
        if not isinstance(universe, Universe):
            raise Undecided("a source that is neither a space nor a set of data sets")
        return truth(set(inputs) == set(universe.rows))
    try:
        points = list(members(e, source, env))
    except Undecided:
        e.notes.add("a table on finitely many points of an infinite source extends to all of it")
        return every(contains(e, source, x, env) for x in inputs)
    return truth(set(inputs) == set(keys.exact(points, "a finite set")))


def _kernels(e: Evaluator, s: Any, table: Any, env: Env) -> str:
    source, target, kind = argument(s, 0), argument(s, 1), word(argument(s, 2))
    if kind not in ("randomised", "deterministic"):
        raise Malformed("kernels are randomised or deterministic")
    if not isinstance(table, Table):
        return FALSE
    answers = [_inputs(e, source, table, env)]
    for _, output in table.rows:
        law = as_law(output)
        if kind == "deterministic" and not (isinstance(law, Finite) and len(law.points) == 1):
            return FALSE
        if isinstance(law, Finite):
            answers += [contains(e, target, p, env) for p in law.points]
        else:
            answers.append(_laws(e, ["laws", target, ["word", "any"], ["word", "any"], None], law, env))
    return every(answers)


def _extends(e: Evaluator, source: Any, target: Any, env: Env) -> bool:
    """Whether a map on some points with a Lipschitz constant is one on the whole source with the same constant: into an interval, or where it has a value at each point. The points of a set of labels have no coordinates."""
    if head(argument(source, 0) if head(source) == "points" else source) == "labels":
        return False
    if head(target) == "interval" or (head(target) == "euclid" and e.whole(argument(target, 0), env) == 1):
        return True
    try:
        return bool(list(members(e, source, env)))
    except Undecided:
        return False


def _maps(e: Evaluator, s: Any, table: Any, env: Env) -> str:
    source, target, lipschitz = argument(s, 0), argument(s, 1), optional(s, 2)
    if not isinstance(table, Table):
        return FALSE
    answers = [_inputs(e, source, table, env), *(contains(e, target, y, env) for _, y in table.rows)]
    if lipschitz is not None:
        if not _extends(e, source, stated(target), env):
            return FALSE if FALSE in answers else UNDECIDED
        level = e.number(lipschitz, env)
        norm = e.number(argument(source, 1), env) if head(source) == "euclid" else None
        for (x, fx), (y, fy) in itertools.combinations(table.rows, 2):
            if not isinstance(fx, Fraction) or not isinstance(fy, Fraction):
                return UNDECIDED  # maps to points need not extend with the same constant
            apart = transport.norm(transport.difference(x, y), norm)
            answers.append(judge(n.relations(abs(fx - fy), n.mul(level, apart)), {"<", "="}))
    return every(answers)


def _events(e: Evaluator, s: Any, event: Any, env: Env) -> str:
    if not isinstance(event, Event):
        return FALSE
    place = argument(s, 0)
    if head(place) in CONTAINS:
        return every(contains(e, place, x, env) for x in event)
    law = e.law(place, env)
    if isinstance(law, Finite):
        return every(map(truth, map(keys.belonging(frozenset(law.points)), event)))
    if not all(isinstance(x, Fraction | Ball) for x in event):
        return FALSE if isinstance(law, Line) else UNDECIDED
    return every(_finite_number(x) for x in event) if isinstance(law, Line) else UNDECIDED


def _families(e: Evaluator, s: Any, family: Any, env: Env) -> str:
    if not isinstance(family, Family):
        return FALSE
    index = list(members(e, argument(s, 0), env))
    if index != [Fraction(k) for k in range(1, len(index) + 1)]:
        raise Undecided("a family whose index is not 1, 2, ...")
    if len(index) != len(family):
        return FALSE
    return every(contains(e, argument(s, 1), member, env) for member in family)


def _subsets(e: Evaluator, s: Any, chosen: Any, env: Env) -> str:
    if not isinstance(chosen, Event):
        return FALSE
    needed = e.value(s[2], env) if optional(s, 1) is not None else Event()
    if not isinstance(needed, Event):
        needed = Event([needed])
    return every([*map(truth, map(keys.belonging(chosen), needed)), *(contains(e, argument(s, 0), x, env) for x in chosen)])


def _permutations(e: Evaluator, s: Any, order: Any, env: Env) -> str:
    size = e.whole(argument(s, 0), env)
    if size > MOST or (size == 1 and not isinstance(order, Family | Point)):
        return UNDECIDED
    if not isinstance(order, Family | Point) or len(order) != size:
        return FALSE
    return truth(set(keys.exact(order, "an order")) == {Fraction(k) for k in range(1, size + 1)})


# --- data sets and compositions ----------------------------------------------------------------------------------------


def _universes(e: Evaluator, s: Any, universe: Any, env: Env) -> str:
    relation, size = word(argument(s, 0)), optional(s, 1)
    if relation not in ("replace-one", "add-or-remove-one"):
        raise Malformed(f"a neighbouring relation is replace-one or add-or-remove-one, got {relation[:40]!r}")
    if not isinstance(universe, Universe) or universe.relation != relation or not universe.rows:
        return FALSE
    rows = universe.rows
    if len(set(rows)) != len(rows) or len({len(r) for r in rows}) != 1:
        return FALSE
    if relation == "replace-one" and any(record is None for r in rows for record in r):
        return FALSE
    return truth(size is None or e.whole(size, env) == len(rows[0]))


def _listed(e: Evaluator, s: Any, value: Any, env: Env) -> str:
    return truth(any(type(value) is type(member) and keys.within((member,), value) for member in members(e, s, env)))


def _compositions(e: Evaluator, s: Any, c: Any, env: Env) -> str:
    if not isinstance(c, Composition):
        return FALSE
    size, universe = e.whole(argument(s, 0), env), e.value(argument(s, 1), env)
    output, coins, adaptive, rule = argument(s, 2), word(argument(s, 3)), word(argument(s, 4)), optional(s, 5)
    if coins not in ("independent", "shared") or adaptive not in ("yes", "no"):
        raise Malformed("coins are independent or shared, adaptive is yes or no")
    if not isinstance(universe, Universe):
        raise NoValue("a composition on something that is not a universe of data sets")
    if not size or len(c.tables) != size or len(c.coins) != (size if coins == "independent" else 1):
        return FALSE
    if adaptive == "no" and any(c.sees_past(i) for i in range(size)):
        return FALSE
    if (rule is None) != (c.parts is None) or (rule is not None and not fits(word(rule), c, universe)):
        return FALSE
    answers = [contains(e, output, entry[3], env) for table in c.tables for entry in table]
    return every([*answers, *(truth(complete(e.budget, c, universe, i)) for i in range(size))])


def _sequences(e: Evaluator, s: Any, x: Any, env: Env) -> str:
    if n.is_point_infinite(e.number(argument(s, 0), env)) == 1:
        return sequences.contains(e, argument(s, 1), x, env, contains)
    length = e.whole(argument(s, 0), env)
    if length == 1:
        return contains(e, argument(s, 1), x, env)
    if not isinstance(x, Point) or len(x) != length:
        return FALSE
    return every(contains(e, argument(s, 1), record, env) for record in x)


def _frameworks(e: Evaluator, s: Any, f: Any, env: Env) -> str:
    place, secrets, priors = argument(s, 0), word(argument(s, 1)), word(argument(s, 2))
    if not isinstance(f, Framework) or not belongs(f, secrets, priors):
        return FALSE
    if head(place) in CONTAINS:
        if head(place) == "sequences" and e.whole(argument(place, 0), env) != 1 and not all_combinations(f):
            return FALSE
        return every(contains(e, place, x, env) for x in f.data)
    universe = e.instance(Universe, place, env)
    return truth(set(f.data) == set(universe.rows))


def _martingale_differences(e: Evaluator, s: Any, law: Any, env: Env) -> str:
    """Each coordinate lies in its set, and where the path begins in one way its next coordinate has mean 0."""
    steps = e.whole(argument(s, 0), env)
    if not isinstance(law, Finite):
        return FALSE
    drift: dict[Any, Fraction] = {}
    answers = []
    for point, weight in law.weights:
        path = tuple(point) if isinstance(point, Point) else (point,)
        if len(path) != steps or not all(isinstance(x, Fraction | Ball) for x in path):
            return FALSE
        if not all(isinstance(x, Fraction) for x in path):
            return UNDECIDED
        for k, x in enumerate(path):
            drift[path[:k]] = drift.get(path[:k], n.ZERO) + weight * x
            answers.append(contains(e, argument(s, 1), x, env))
    return FALSE if any(drift.values()) else every(answers)


def _covariances(e: Evaluator, s: Any, x: Any, env: Env) -> str:
    size, kind = e.whole(argument(s, 0), env), _definiteness(s, "symmetric")
    if isinstance(x, Fraction | Ball):
        wanted = {"definite": {">"}, "semidefinite": {">", "="}, "symmetric": {"<", "=", ">"}}[kind]
        return FALSE if size != 1 or n.may_be_infinite(x) else judge(n.relations(x, n.ZERO), wanted)
    if not isinstance(x, Point) or len(x) != size or size == 1 or not all(isinstance(r, Point) and len(r) == size for r in x):
        return FALSE
    rows = normals.rows_of(x, size)
    if any(rows[i][j] != rows[j][i] for i in range(size) for j in range(i)):
        return FALSE
    return truth(kind == "symmetric" or (normals.definite(rows) if kind == "definite" else normals.semidefinite(rows)))


def _definiteness(s: Any, *more: str) -> str:
    kind = word(argument(s, 1))
    if kind not in ("definite", "semidefinite", *more):
        raise Malformed("covariances are definite or semidefinite, or symmetric matrices")
    return kind


def _normal_laws(e: Evaluator, s: Any, law: Any, env: Env) -> str:
    space, kind = argument(s, 0), _definiteness(s)
    size = e.whole(argument(space, 0), env)
    if isinstance(law, Finite):
        return FALSE if kind == "definite" or len(law.points) != 1 else contains(e, space, law.points[0], env)
    if isinstance(law, Normal):
        return truth(len(law.mean) == size and (kind == "semidefinite" or normals.definite(law.covariance)))
    if isinstance(law, Line | Heavy | Poisson | Rays | Sparse) and size != 1:
        return FALSE
    if not isinstance(law, Line):
        return FALSE if isinstance(law, (Poisson, Rays, *NO_LAWS)) else UNDECIDED
    if law.atoms or len(law.parts) != 1 or len(law.parts[0][1]) != 1:
        return UNDECIDED
    (piece,) = law.parts[0][1]
    return truth(n.is_point_infinite(piece.lo) < 0 < n.is_point_infinite(piece.hi))


def _iterations(e: Evaluator, s: Any, x: Any, env: Env) -> str:
    steps, records, noise = e.whole(argument(s, 0), env), list(members(e, argument(s, 1), env)), word(argument(s, 2))
    if not isinstance(x, iterations.Iteration) or not iterations.belongs(x, steps, records, noise):
        return FALSE
    if optional(s, 3) is None:
        return TRUE
    return judge(n.relations(x.constant(), e.number(s[4], env)), {"<", "="})


# --- members ---------------------------------------------------------------------------------------------------------


def _functions(e: Evaluator, s: Any, x: Any, env: Env) -> str:
    """A function between two intervals whose direction is seen in its term: then its least and largest values are those at the ends."""
    if not isinstance(x, Function):
        return FALSE
    source, target, asked = argument(s, 0), argument(s, 1), word(argument(s, 2))
    ends = [(e.number(argument(x.where, k), {}), e.number(argument(source, k), env)) for k in (0, 1)]
    if any(equal(a, b) != TRUE for a, b in ends) or x.where[3:] != source[3:]:
        return UNDECIDED
    direction = monotone.direction(e, x.body, x.name, ends[0][0])
    if asked not in ("falling", "rising", "any"):
        raise Malformed(f"functions are falling, rising or any, got {asked[:40]!r}")
    if asked != "any" and direction == (1 if asked == "falling" else -1):
        return UNDECIDED
    closed = [*target[:3], ["word", "closed"], ["word", "closed"]]
    openness = [word(argument(x.where, k)) for k in (2, 3)]
    return every(contains(e, closed if openness[k] == "open" else target, e.number(x.body, {x.name: ends[k][0]}), env) for k in (0, 1))


def members(e: Evaluator, s: Any, env: Env) -> Iterator[Any]:
    """The members of a finite set. Undecided for any other."""
    kind = head(s)
    rule = MEMBERS.get(kind)
    if rule is not None:
        return rule(e, s, env)
    if kind not in CONTAINS:
        raise Malformed(f"a set is expected, got {kind}")
    raise Undecided(f"a set with infinitely many members ({kind})")


def _members_of_unstated(e: Evaluator, s: Any, env: Env) -> Iterator[Any]:
    return members(e, argument(s, 0), env)


def _members_of_integers(e: Evaluator, s: Any, env: Env) -> Iterator[Any]:
    ends = e.number(argument(s, 0), env), e.number(argument(s, 1), env)
    if n.is_point_infinite(ends[0]) == 1 or n.is_point_infinite(ends[1]) == -1:
        return iter([])
    lo, hi = n.ceiling(ends[0]), n.floor(ends[1])
    if not isinstance(lo, Fraction) or not isinstance(hi, Fraction) or hi - lo > MOST:
        raise Undecided("integers without end")
    return iter([Fraction(k) for k in range(int(lo), int(hi) + 1)])


def _members_of_interval(e: Evaluator, s: Any, env: Env) -> Iterator[Any]:
    lo, hi = e.number(argument(s, 0), env), e.number(argument(s, 1), env)
    closed = word(argument(s, 2)) == word(argument(s, 3)) == "closed"
    if n.relations(lo, hi) <= ({">"} if closed else {">", "="}):
        return iter([])
    if closed and isinstance(lo, Fraction) and lo == hi:
        return iter([lo])
    raise Undecided("an interval of numbers")


def _members_of_one_of(e: Evaluator, s: Any, env: Env) -> Iterator[Any]:
    return iter(dict.fromkeys(e.value(v, env) for v in s[1:]))


def _members_of_equals(e: Evaluator, s: Any, env: Env) -> Iterator[Any]:
    value = e.value(argument(s, 0), env)
    if contains(e, argument(s, 1), value, env) != TRUE:
        raise Undecided("a defined name outside its set")
    return iter([value])


def _members_of_labels(e: Evaluator, s: Any, env: Env) -> Iterator[Any]:
    count = e.whole(argument(s, 0), env)
    if count > MOST:
        raise Undecided("too many labels")
    return iter([Fraction(k) for k in range(1, count + 1)])


def _members_of_points(e: Evaluator, s: Any, env: Env) -> Iterator[Any]:
    return members(e, argument(s, 0), env)


def _members_of_data_sets_or_neighbours(e: Evaluator, s: Any, env: Env) -> Iterator[Any]:
    kind = head(s)
    universe = e.value(argument(s, 0), env)
    if isinstance(universe, Framework) and kind == "data_sets":
        return iter(keys.distinct(universe.data))
    if not isinstance(universe, Universe):
        raise NoValue("data sets of something that is not a universe")
    rows = keys.distinct(universe.rows)
    if kind == "data_sets":
        return iter(rows)
    return iter([Point((a, b)) for a in rows for b in rows if universe.related(a, b)])


def _members_of_situations_or_secret_pairs(e: Evaluator, s: Any, env: Env) -> Iterator[Any]:
    kind = head(s)
    framework = e.instance(Framework, argument(s, 0), env)
    return iter(keys.distinct(framework.situations() if kind == "situations" else framework.pairs))


def _members_of_sequences(e: Evaluator, s: Any, env: Env) -> Iterator[Any]:
    if n.is_point_infinite(e.number(argument(s, 0), env)) == 1:
        raise Undecided("infinite sequences")
    length, letters = e.whole(argument(s, 0), env), list(members(e, argument(s, 1), env))
    if length < 1 or len(letters) ** length > MOST:
        raise Undecided("too many sequences")
    return iter([p[0] if length == 1 else Point(p) for p in itertools.product(letters, repeat=length)])


def _members_of_pasts_or_part_neighbours(e: Evaluator, s: Any, env: Env) -> Iterator[Any]:
    return _of_composition(e, s, env)


def _members_of_events(e: Evaluator, s: Any, env: Env) -> Iterator[Any]:
    return subsets(_event_points(e, argument(s, 0), env), Event())


def _members_of_subsets(e: Evaluator, s: Any, env: Env) -> Iterator[Any]:
    needed = e.value(s[2], env) if optional(s, 1) is not None else Event()
    return subsets(list(members(e, argument(s, 0), env)), needed if isinstance(needed, Event) else Event([needed]))


def _members_of_permutations(e: Evaluator, s: Any, env: Env) -> Iterator[Any]:
    size = e.whole(argument(s, 0), env)
    if not 1 <= size <= 6:
        raise Undecided("too many permutations, or of nothing")
    return (Point(Fraction(k) for k in p) for p in itertools.permutations(range(1, size + 1)))


def _members_of_product_space(e: Evaluator, s: Any, env: Env) -> Iterator[Any]:
    return (Point(p) for p in itertools.product(*(list(members(e, f, env)) for f in items(argument(s, 0)))))


def _members_of_families(e: Evaluator, s: Any, env: Env) -> Iterator[Any]:
    index, inner = list(members(e, argument(s, 0), env)), list(members(e, argument(s, 1), env))
    if index != [Fraction(k) for k in range(1, len(index) + 1)]:
        raise Undecided("families whose index is not 1, 2, ...")
    if len(inner) ** len(index) > MOST:
        raise Undecided("too many families")
    return (Family(p) for p in itertools.product(inner, repeat=len(index)))


MEMBERS: dict[str, Callable[[Evaluator, Any, Env], Iterator[Any]]] = {
    "unstated": _members_of_unstated,
    "integers": _members_of_integers,
    "interval": _members_of_interval,
    "one_of": _members_of_one_of,
    "equals": _members_of_equals,
    "labels": _members_of_labels,
    "points": _members_of_points,
    "data_sets": _members_of_data_sets_or_neighbours,
    "neighbours": _members_of_data_sets_or_neighbours,
    "situations": _members_of_situations_or_secret_pairs,
    "secret_pairs": _members_of_situations_or_secret_pairs,
    "sequences": _members_of_sequences,
    "pasts": _members_of_pasts_or_part_neighbours,
    "part_neighbours": _members_of_pasts_or_part_neighbours,
    "events": _members_of_events,
    "subsets": _members_of_subsets,
    "permutations": _members_of_permutations,
    "product_space": _members_of_product_space,
    "families": _members_of_families,
}
"""How the members of a finite set are listed, by its head."""


def _event_points(e: Evaluator, place: Any, env: Env) -> list[Any]:
    if head(place) in CONTAINS:
        return list(members(e, place, env))
    law = e.law(place, env)
    if not isinstance(law, Finite):
        raise Undecided("events of a distribution that is not finite")
    return law.points


def subsets(points: list[Any], needed: Event = NOTHING) -> Iterator[Event]:
    points = keys.distinct(points)
    if len(points) > 13:
        raise Undecided("too many subsets")
    chosen = (itertools.combinations(points, k) for k in range(len(points) + 1))
    return (event for event in map(Event, itertools.chain.from_iterable(chosen)) if all(keys.within(event, x) for x in needed))


def _of_composition(e: Evaluator, s: Any, env: Env) -> Iterator[Any]:
    """What mechanism i can be given as earlier outputs; neighbouring data sets that it can be run on."""
    c, i = e.value(argument(s, 0), env), e.whole(argument(s, 1), env)
    if not isinstance(c, Composition) or not 1 <= i <= len(c.tables):
        raise NoValue("a mechanism that does not exist")
    table = c.tables[i - 1]
    if s[0] == "pasts":
        return iter(dict.fromkeys(past for _, past, _, _ in table))
    universes = {value for value in env.values() if isinstance(value, Universe)}
    if len(universes) != 1:
        raise Undecided("parts whose neighbouring relation is not known")
    (universe,) = universes
    data = list(dict.fromkeys(d for d, _, _, _ in table))
    return iter([Point((a, b)) for a in data for b in data if universe.related(a, b)])


def in_event(e: Evaluator, s: Any, x: Any, env: Env) -> str:
    """Whether a point lies in an event that a formula gives."""
    return truth(keys.within(e.instance(Event, s, env), x))


CONTAINS: dict[str, Callable[[Evaluator, Any, Any, Env], str]] = {
    "interval": _interval,
    "integers": _integers,
    "one_of": _one_of,
    "equals": _equals,
    "euclid": _euclid,
    "labels": _labels,
    "product_space": _product,
    "laws": _laws,
    "couplings": _couplings,
    "kernels": _kernels,
    "maps": _maps,
    "events": _events,
    "functions": _functions,
    "families": _families,
    "subsets": _subsets,
    "permutations": _permutations,
    "universes": _universes,
    "data_sets": _listed,
    "neighbours": _listed,
    "part_neighbours": _listed,
    "pasts": _listed,
    "compositions": _compositions,
    "sequences": _sequences,
    "frameworks": _frameworks,
    "situations": _listed,
    "covariances": _covariances,
    "martingale_differences": _martingale_differences,
    "iterations": _iterations,
    "normal_laws": _normal_laws,
    "function_class": ridges.belongs,
    "minimisers": ridges.is_minimiser,
    "subdifferential": ridges.is_subgradient,
    "secret_pairs": _listed,
    "secret": in_event,
    "event": in_event,
    "points": lambda e, s, x, env: contains(e, argument(s, 0), x, env),
    "unstated": lambda e, s, x, env: contains(e, argument(s, 0), x, env),
}
