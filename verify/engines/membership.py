"""Whether a value belongs to a set."""

from __future__ import annotations

import itertools
import math
from dataclasses import replace
from typing import Any

from flint import fmpq

from verify.claims.nodes import Node
from verify.engines import arithmetic, gaussian, iterations, listed, martingales, ridges, sequences
from verify.engines import evaluate as ev
from verify.engines.graphs import GraphLaw, is_coupling
from verify.engines.monotone import CONSTANT, FALLING, RISING, monotone
from verify.engines.objects import has_numbers
from verify.engines.truth import Truth
from verify.quantities.kernels.normal_balls import RealNormal
from verify.values import elementary, frameworks, laws, numbers, rounding
from verify.values.frameworks import Framework
from verify.values.matrices import eliminated
from verify.values.numbers import NoValue
from verify.values.structures import Composition, Event, Family, Function, Row, Table, Universe

LAW_TYPES = (laws.FiniteLaw, laws.GeometricLaw, laws.PieceLaw, laws.PoissonLaw, laws.PowerLaw, laws.SparseLaw, laws.TranslatedLaw, laws.MixtureLaw, laws.ProductLaw, laws.NormalLaw)


def contains(where: Node, value: Any, env: ev.Env, c: ev.Context) -> Truth:
    """Truth of ``value in where``; names to the left of the set are in ``env``."""
    rule = _RULES.get(where.head)
    value = ev.resolve(value, c)
    if rule is None:
        raise ev.NoRoute(f"no membership test for {where.head}")
    result: Truth = rule(where, value, env, c)
    return result


def _of(flag: bool | None) -> Truth:
    return Truth.UNDECIDED if flag is None else Truth.TRUE if flag else Truth.FALSE


def _both(*answers: Truth) -> Truth:
    if Truth.FALSE in answers:
        return Truth.FALSE
    return next((a for a in answers if a is not Truth.TRUE), Truth.TRUE)


def _interval(where: Node, value: Any, env: ev.Env, c: ev.Context) -> Truth:
    low, high = ev.argument_value(where, 0, env, c), ev.argument_value(where, 1, env, c)
    if type(value) is fmpq and (low < value if type(low) is fmpq else low == -math.inf) and (value < high if type(high) is fmpq else high == math.inf):
        return Truth.TRUE  # the usual case
    if not isinstance(value, ev.numbers_kinds):
        return Truth.FALSE
    return _both(
        _of(numbers.relation(value, ">" if where.args[2] == "open" else ">=", low)),
        _of(numbers.relation(value, "<" if where.args[3] == "open" else "<=", high)),
    )


def _integers(where: Node, value: Any, env: ev.Env, c: ev.Context) -> Truth:
    if isinstance(value, ev.numbers_kinds) and not isinstance(value, fmpq | float):
        below = rounding.floor(value, c.prec)
        whole = numbers.relation(value, "==", below)  # an enclosure may hold an integer, or have no value
        if whole is not True:
            return _of(whole)
        value = below
    if not (isinstance(value, fmpq) and value.q == 1):
        return Truth.FALSE
    low, high = ev.argument_value(where, 0, env, c), ev.argument_value(where, 1, env, c)
    return _both(_of(numbers.relation(value, ">=", low)), _of(numbers.relation(value, "<=", high)))


def _one_of(where: Node, value: Any, env: ev.Env, c: ev.Context) -> Truth:
    answers = []
    for argument in where.args:
        member = ev.value(argument, env, c)  # type: ignore[arg-type]
        same = ev.equal(value, member)
        if same is True:
            return Truth.TRUE
        answers.append(same)
    return Truth.UNDECIDED if None in answers else Truth.FALSE


def _equals(where: Node, value: Any, env: ev.Env, c: ev.Context) -> Truth:
    defined = ev.argument_value(where, 0, env, c)
    return _both(_of(ev.equal(value, defined)), contains(ev.argument(where, 1), value, env, c))


def _unstated(where: Node, value: Any, env: ev.Env, c: ev.Context) -> Truth:
    return contains(ev.argument(where, 0), value, env, c)


def dimension(space: Node, env: ev.Env, c: ev.Context) -> int | None:
    """Number of coordinates of a point of the space; 0 stands for a single number."""
    if space.head == "euclid":
        d = ev.argument_value(space, 0, env, c)
        return 0 if space.args[0] == Node("num", "1") else int(d.p)
    return None


def in_space(space: Node, value: Any, env: ev.Env, c: ev.Context) -> bool:
    """Whether a point lies in the space."""
    if space.head == "euclid":
        d = ev.argument_value(space, 0, env, c)
        literal_line = space.args[0] == Node("num", "1")
        if literal_line or d == 1:
            if isinstance(value, fmpq):
                return True
            if literal_line:
                return False
        return isinstance(value, tuple) and len(value) == d and all(isinstance(x, fmpq) for x in value)
    if space.head == "labels":
        k = ev.argument_value(space, 0, env, c)
        return isinstance(value, fmpq) and value.q == 1 and 1 <= value <= k
    if space.head == "product_space":
        factors = space.args[0]
        assert isinstance(factors, tuple)
        return isinstance(value, tuple) and len(value) == len(factors) and all(
            in_space(f, x, env, c) for f, x in zip(factors, value, strict=True) if isinstance(f, Node))
    if space.head == "sequences":
        length = ev.argument_value(space, 0, env, c)
        if length == math.inf:
            return sequences.within(ev.argument(space, 1), value, env, c, in_space)
        if length == 1:
            return in_space(ev.argument(space, 1), value, env, c)
        return isinstance(value, tuple) and len(value) == length and all(in_space(ev.argument(space, 1), x, env, c) for x in value)
    if space.head in ("interval", "one_of", "integers"):
        return contains(space, value, env, c) is Truth.TRUE
    raise ev.NoRoute(f"no points of {space.head}")


def _laws(where: Node, value: Any, env: ev.Env, c: ev.Context) -> Truth:
    if not isinstance(value, LAW_TYPES):
        return Truth.UNDECIDED if isinstance(value, laws.RepeatedLaw | GraphLaw | RealNormal) else Truth.FALSE
    space, moments, density, support = where.args
    assert isinstance(space, Node)
    if isinstance(value, laws.FiniteLaw):
        if density == Node("word_", "density"):
            return Truth.FALSE
        fits = all(in_space(space, p, env, c) for p in value.points)
        if fits and isinstance(support, Node):
            fits = all(_supported(support, p, env, c) for p in value.points)
        return _of(fits)  # a finite law has moments of every order
    if space.head != "euclid" or (isinstance(value, laws.ProductLaw) and not all(map(has_numbers, value.laws))):
        return Truth.UNDECIDED
    d = ev.argument_value(space, 0, env, c)
    size = fmpq(len(value.laws)) if isinstance(value, laws.ProductLaw) else fmpq(len(value.mean)) if isinstance(value, laws.NormalLaw) else fmpq(1)
    if size != d:
        return Truth.FALSE
    if density == Node("word_", "density") and _has_atoms(value):
        return Truth.FALSE
    if isinstance(value, laws.NormalLaw) and density == Node("word_", "density") and len(eliminated(value.covariance)[0]) < size:
        return Truth.FALSE
    inside = _continuous_support(support, value, env, c) if isinstance(support, Node) else Truth.TRUE
    return _both(_of(_has_moments(value, moments, env, c)), inside)


def _has_moments(value: Any, moments: Any, env: ev.Env, c: ev.Context) -> bool | None:
    """Whether absolute moments are finite up to the order: below exponent - 1 for power tails, always for densities exp(quadratic) on pieces."""
    if moments == Node("word_", "any"):
        return True
    order = ev.value(moments, env, c)
    answers = [numbers.relation(order, "<", numbers.sub(exponent, fmpq(1))) for exponent in exponents(value)]
    return False if False in answers else None if None in answers else True


def _has_atoms(law: Any) -> bool:
    """Whether some point has a probability (of a product: one of its coordinates)."""
    if isinstance(law, laws.MixtureLaw | laws.ProductLaw):
        return any(_has_atoms(part) for part in law.laws)
    return isinstance(law, laws.FiniteLaw | laws.GeometricLaw | laws.PoissonLaw | laws.SparseLaw) or (isinstance(law, laws.TranslatedLaw) and _has_atoms(law.base))


def exponents(law: Any) -> list[Any]:
    """The exponents of the power tails that occur in a law."""
    if isinstance(law, laws.PowerLaw):
        return [law.exponent]
    parts = law.laws if isinstance(law, laws.MixtureLaw | laws.ProductLaw) else (law.base,) if isinstance(law, laws.TranslatedLaw) else ()
    return [exponent for part in parts for exponent in exponents(part)]


def _supported(support: Node, point: Any, env: ev.Env, c: ev.Context) -> bool:
    if support.head in ("interval", "one_of", "integers"):
        return contains(support, point, env, c) is Truth.TRUE
    return in_space(support, point, env, c)


def _continuous_support(support: Node, value: Any, env: ev.Env, c: ev.Context) -> Truth:
    if isinstance(value, laws.MixtureLaw):
        return _both(*(_continuous_support(support, part, env, c) for part in value.laws))
    if isinstance(value, laws.FiniteLaw):
        return _of(all(_supported(support, point, env, c) for point in value.points))
    if isinstance(value, laws.GeometricLaw):
        return _lattice_support(support, value, env, c)
    if support.head != "interval" or not isinstance(value, laws.PieceLaw | laws.PowerLaw):
        raise ev.NoRoute("the support of this distribution")
    low, high = ev.argument_value(support, 0, env, c), ev.argument_value(support, 1, env, c)
    return _both(*(_both(_of(numbers.relation(p.lo, ">=", low)), _of(numbers.relation(p.hi, "<=", high))) for p in value.pieces))


def _lattice_support(support: Node, law: laws.GeometricLaw, env: ev.Env, c: ev.Context) -> Truth:
    """Whether all atoms lie in a range: the first one does, the range does not end on the other side, and the step fits."""
    if support.head not in ("interval", "integers"):
        return _of(False if support.head == "one_of" else None)
    end = ev.argument_value(support, 1 if law.step > 0 else 0, env, c)
    if support.head == "integers" and law.step.q != 1:
        return Truth.FALSE
    return _of(_supported(support, law.start, env, c) and bool(end == (math.inf if law.step > 0 else -math.inf)))


def _couplings(where: Node, value: Any, env: ev.Env, c: ev.Context) -> Truth:
    first, second = ev.argument_value(where, 0, env, c), ev.argument_value(where, 1, env, c)
    if isinstance(value, GraphLaw):
        return is_coupling(value, first, second)
    if isinstance(value, laws.ProductLaw) and value.laws == (first, second):
        return Truth.TRUE
    if isinstance(value, LAW_TYPES) and not isinstance(value, laws.FiniteLaw):
        return Truth.FALSE if has_numbers(value) else Truth.UNDECIDED
    if not isinstance(value, laws.FiniteLaw) or any(not (isinstance(p, tuple) and len(p) == 2) for p in value.points):
        return Truth.FALSE
    return _of(laws.marginal(value, 0) == first and laws.marginal(value, 1) == second)


def _inputs(source: Node, table: Table, env: ev.Env, c: ev.Context) -> Truth:
    """Whether a table is defined on the source: all of it if it is finite, else some of its points (it extends to the rest)."""
    members, finite = listed.members_of(source, env, replace(c, candidates=None))
    if finite:
        return _of(set(table.lookup) == set(members))
    place = ev.argument(source, 0) if source.head == "points" else source
    return _of(all(_supported(place, x, env, c) for x in table.lookup))


def _kernels(where: Node, value: Any, env: ev.Env, c: ev.Context) -> Truth:
    if not isinstance(value, Table):
        return Truth.FALSE
    source, target, kind = where.args
    assert isinstance(source, Node) and isinstance(target, Node)
    answers = [_inputs(source, value, env, c)]
    for _, law in value.entries:
        if kind == Node("word_", "deterministic") and not (isinstance(law, laws.FiniteLaw) and len(law.points) == 1):
            return Truth.FALSE
        if isinstance(law, laws.FiniteLaw):
            answers.append(_of(all(in_space(target, p, env, c) for p in law.points)))
        else:
            answers.append(_of(isinstance(law, LAW_TYPES)))
    return _both(*answers)


def _maps(where: Node, value: Any, env: ev.Env, c: ev.Context) -> Truth:
    if not isinstance(value, Table):
        return Truth.FALSE
    source, target, lipschitz = where.args
    assert isinstance(source, Node) and isinstance(target, Node)
    fits = _both(_inputs(source, value, env, c), _of(all(_supported(target, v, env, c) for _, v in value.entries)))
    if fits is not Truth.TRUE or lipschitz is None:
        return fits
    bound = ev.value(lipschitz, env, c)  # type: ignore[arg-type]
    order = ev.argument_value(source, 1, env, c) if source.head == "euclid" else fmpq(1)
    answers = []
    for i, (x, fx) in enumerate(value.entries):
        for y, fy in value.entries[:i]:
            gap = elementary.absolute(numbers.sub(fx, fy))
            distance = arithmetic.norm(difference(x, y), order, c.prec)
            answers.append(_of(numbers.relation(gap, "<=", numbers.mul(bound, distance, c.prec))))
    return _both(*answers)


def difference(x: Any, y: Any) -> Any:
    """x - y for numbers and points."""
    if isinstance(x, tuple):
        return tuple(numbers.sub(a, b) for a, b in zip(x, y, strict=True))
    return numbers.sub(x, y)


def _functions(where: Node, value: Any, env: ev.Env, c: ev.Context) -> Truth:
    """A function between the intervals, whose direction is read off its term; the ends of its range are its values at the ends of the source."""
    if not isinstance(value, Function):
        return Truth.FALSE
    name, own, body = value.name, value.where, value.body
    source, target = ev.argument(where, 0), ev.argument(where, 1)
    if own.args[2:] != source.args[2:] or any(
        numbers.relation(ev.argument_value(own, k, {}, c), "==", ev.argument_value(source, k, env, c)) is not True for k in (0, 1)):
        return Truth.UNDECIDED
    asked = where.args[2]
    wanted = {"falling": FALLING, "rising": RISING}.get(ev.word_of(asked))
    moves = monotone(body, name, own, {}, c)
    if moves is None or (wanted is not None and moves not in (wanted, CONSTANT)):
        return Truth.UNDECIDED
    try:
        ends = [(ev.value(body, {name: ev.argument_value(own, k, {}, c)}, c), own.args[2 + k] == "open") for k in (0, 1)]
    except NoValue:
        return Truth.UNDECIDED
    return _both(*(contains(_closed(target) if is_open else target, end, env, c) for end, is_open in ends))


def _closed(interval: Node) -> Node:
    """The interval with its ends: a limit at an open end may lie on them."""
    return Node("interval", interval.args[0], interval.args[1], "closed", "closed")


def _events(where: Node, value: Any, env: ev.Env, c: ev.Context) -> Truth:
    """Sets of points of a space or of a finite law; of other laws on the line finite sets of numbers, which have probability 0 but for atoms."""
    if not isinstance(value, Event):
        return Truth.FALSE
    place = ev.argument(where, 0)
    if place.head in ("euclid", "product_space", "sequences"):
        return _of(all(in_space(place, point, env, c) for point in value.points))
    if place.head in _RULES:
        return _both(*(contains(place, point, env, c) for point in value.points))
    law = ev.resolve(ev.value(place, env, c), c)
    if isinstance(law, laws.FiniteLaw):
        return _of(value.points <= set(law.points))
    return _of(has_numbers(law) and all(isinstance(point, fmpq) for point in value.points))


def _in_event(where: Node, value: Any, env: ev.Env, c: ev.Context) -> Truth:
    """Whether a point lies in an event that a formula gives."""
    event = ev.value(where, env, c)
    if not isinstance(event, Event):
        raise NoValue("membership in something that is not an event")
    return _of(event.has(ev.looked_up(value)))


def _families(where: Node, value: Any, env: ev.Env, c: ev.Context) -> Truth:
    if not isinstance(value, Family):
        return Truth.FALSE
    index, inner = ev.argument(where, 0), ev.argument(where, 1)
    members, finite = listed.members_of(index, env, c)
    if not finite or len(members) != len(value.members):
        return Truth.FALSE
    return _both(*(contains(inner, member, env, c) for member in value.members))


def _subsets(where: Node, value: Any, env: ev.Env, c: ev.Context) -> Truth:
    if not isinstance(value, Event):
        return Truth.FALSE
    answers = [contains(ev.argument(where, 0), p, env, c) for p in value.points]
    if where.args[1] is not None:
        answers.append(_of(ev.argument_value(where, 1, env, c).points <= value.points))
    return _both(Truth.TRUE, *answers)


def _points(where: Node, value: Any, env: ev.Env, c: ev.Context) -> Truth:
    return _of(in_space(ev.argument(where, 0), value, env, c))


def _universes(where: Node, value: Any, env: ev.Env, c: ev.Context) -> Truth:
    if not isinstance(value, Universe) or value.relation != ev.word_of(where.args[0]) or not value.rows:
        return Truth.FALSE
    lengths = {len(r.records) for r in value.rows}
    absent = any(record is None for r in value.rows for record in r.records)
    if len(lengths) != 1 or (absent and value.relation == "replace-one") or len(set(value.rows)) != len(value.rows):
        return Truth.FALSE
    return _of(where.args[1] is None or fmpq(lengths.pop()) == ev.argument_value(where, 1, env, c))


def _permutations(where: Node, order: Any, env: ev.Env, c: ev.Context) -> Truth:
    size = ev.argument_value(where, 0, env, c)
    if not (isinstance(order, tuple) and isinstance(size, fmpq)):
        return Truth.FALSE
    if ev.enclosed(order):
        return Truth.UNDECIDED if len(order) == size else Truth.FALSE
    return Truth.TRUE if len(order) == size and sorted(order) == [fmpq(k) for k in range(1, len(order) + 1)] else Truth.FALSE


def _member_of(where: Node, value: Any, env: ev.Env, c: ev.Context) -> Truth:
    members, finite = listed.members_of(where, env, c)
    if not finite:
        raise ev.NoRoute(f"membership in {where.head}")
    return Truth.UNDECIDED if ev.enclosed(value) else _of(value in members)


def _compositions(where: Node, value: Any, env: ev.Env, c: ev.Context) -> Truth:
    if not isinstance(value, Composition):
        return Truth.FALSE
    n, universe = ev.argument_value(where, 0, env, c), ev.argument_value(where, 1, env, c)
    output, coins, adaptive, partition = (ev.argument(where, k) if where.args[k] is not None else None for k in (2, 3, 4, 5))
    if fmpq(value.steps) != n or not value.steps or not isinstance(universe, Universe):
        return Truth.FALSE
    shared = ev.word_of(coins) == "shared"
    if len(value.coins) != (1 if shared else value.steps):
        return Truth.FALSE
    if ev.word_of(adaptive) == "no" and any(value.adaptive):
        return Truth.FALSE
    if output is not None and not all(in_space(output, out, env, c) for table in value.tables for *_, out in table):
        return Truth.FALSE
    if partition is None:
        if value.parts is not None:
            return Truth.FALSE
    elif not partition_fits(ev.word_of(partition), value, universe):
        return Truth.FALSE
    return _of(_complete(value, universe))


def _sequences(where: Node, value: Any, env: ev.Env, c: ev.Context) -> Truth:
    return _of(in_space(where, value, env, c))


def _frameworks(where: Node, value: Any, env: ev.Env, c: ev.Context) -> Truth:
    if not isinstance(value, Framework) or not frameworks.well_formed(value):
        return Truth.FALSE
    place = ev.argument(where, 0)
    if place.head in _RULES or place.head in ("euclid", "product_space"):
        if not all(in_space(place, x, env, c) for x in value.data) or (place.head == "sequences" and ev.argument_value(place, 0, env, c) != 1 and not frameworks.is_grid(value.data)):
            return Truth.FALSE
    else:
        universe = ev.value(place, env, c)
        if not isinstance(universe, Universe) or set(universe.rows) != set(value.data):
            return Truth.FALSE
    rule = ev.word_of(where.args[1])
    if rule != "any-events" and not frameworks.about_records(value, rule == "one-record"):
        return Truth.FALSE
    return _of(ev.word_of(where.args[2]) == "any-priors" or all(frameworks.independent_records(prior) for prior in value.priors))


SPACES = ("euclid", "labels", "product_space", "sequences", "interval", "one_of", "integers")


def partition_fits(rule: str, whole: Composition, universe: Universe) -> bool:
    """Whether the parts of all data sets follow the rule: every record goes, in its position, to exactly one part."""
    if whole.parts is None or {row for row, _ in whole.parts} != set(universe.rows):
        return False
    by_position: dict[Any, int] = {}
    by_value: dict[Any, int] = {}
    for row, parts in whole.parts:
        if len(parts) != whole.steps or any(len(p.records) != len(row.records) for p in parts):
            return False
        for position, record in enumerate(row.records):
            homes = [i for i, p in enumerate(parts) if p.records[position] is not None]
            if record is None:
                if homes:
                    return False
                continue
            if len(homes) != 1 or parts[homes[0]].records[position] != record:
                return False
            if rule == "by-position" and by_position.setdefault(position, homes[0]) != homes[0]:
                return False
            if rule == "by-value" and by_value.setdefault(record, homes[0]) != homes[0]:
                return False
    return rule in ("by-position", "by-value", "by-the-whole")


def _complete(whole: Composition, universe: Universe) -> bool:
    """Every mechanism has an output for every data set it can meet, every earlier output and every value of its coin."""
    for index in range(whole.steps):
        rows = {whole.part(index, row) for row in universe.rows}
        keys = {(data, laws.quick(past), laws.quick(coin)) for data, past, coin, _ in whole.tables[index]}
        if len(keys) != len(whole.tables[index]):
            return False
        pasts: set[Any] = {past for _, past, _ in keys}
        if whole.adaptive[index]:
            outs = [{laws.quick(out) for *_, out in whole.tables[j]} for j in range(index)]
            needed = _tuples(outs)
            if not needed <= pasts:
                return False
        elif pasts != {()}:
            return False
        coins = [laws.quick(coin) for coin in whole.coin(index).points]
        for data in rows | {data for data, _, _ in keys}:
            for past in pasts:
                if any((data, past, coin) not in keys for coin in coins):
                    return False
        if whole.parts is not None and rows | set(cube(universe, absent=True)) != {data for data, _, _ in keys}:
            return False
    return True


def cube(universe: Universe, *, absent: bool) -> list[Row]:
    """All rows over the record values of a universe, with absent records if asked for: what a mechanism on parts can meet."""
    values: list[Any] = sorted({r for row in universe.rows for r in row.records if r is not None})
    return [Row(records) for records in itertools.product(([None] if absent else []) + values, repeat=len(universe.rows[0].records))]


def _tuples(choices: list[set[Any]]) -> set[Any]:
    result: set[Any] = {()}
    for options in choices:
        result = {(*head, option) for head in result for option in options}
    return result


def _normal_laws(where: Node, value: Any, env: ev.Env, c: ev.Context) -> Truth:
    return gaussian.normal_laws(where, value, env, c, in_space)


def _martingale_differences(where: Node, value: Any, env: ev.Env, c: ev.Context) -> Truth:
    return martingales.contains(where, value, env, c, contains)


_RULES = {
    "martingale_differences": _martingale_differences, "interval": _interval, "integers": _integers, "one_of": _one_of, "equals": _equals, "unstated": _unstated, "laws": _laws,
    "couplings": _couplings, "kernels": _kernels, "maps": _maps, "events": _events, "functions": _functions, "families": _families, "subsets": _subsets,
    "points": _points, "universes": _universes, "neighbours": _member_of, "data_sets": _member_of, "pasts": _member_of,
    "part_neighbours": _member_of, "permutations": _permutations, "compositions": _compositions, "labels": _member_of,
    "sequences": _sequences, "frameworks": _frameworks, "situations": _member_of, "secret_pairs": _member_of,
    "secret": _in_event, "event": _in_event,
    "iterations": iterations.contains, "covariances": gaussian.covariances, "normal_laws": _normal_laws,
    "function_class": ridges.contains, "minimisers": ridges.is_minimiser, "subdifferential": ridges.is_subgradient,
}
"""Membership, one rule for each kind of set."""
CALLED = frozenset({"var", "item", "preimage"})
"""An event, or a set of indices, by its name, or as those points that a map sends into one."""


def _member(node: Node, env: ev.Env, c: ev.Context) -> Truth:
    where = ev.argument(node, 1)
    try:
        return (_in_event if where.head in CALLED else contains)(where, ev.argument_value(node, 0, env, c), env, c)
    except NoValue:
        return Truth.NO_VALUE


ev.TRUTHS["member"] = _member

__all__ = ["Row", "contains", "difference", "dimension", "in_space", "partition_fits"]
