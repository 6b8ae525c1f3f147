"""Means and probabilities of functions of independent coordinates, and of one number with a density.

The body is a function of a few statistics of a point (``folds``), whose distribution takes the place of that of the point. Under a density the mean is known of affine functions, powers,
exponentials, absolute values and sums of multiples of these, and the probability of an interval or of what is outside of one. The mean of an order statistic of a density is the integral
of its distribution function's complement.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import reduce
from math import comb, inf
from typing import Any

from flint import fmpq

from verify.claims.nodes import Node, free_names, pattern_names, rebuild, walk
from verify.claims.propositions import MIRRORED, NEGATED, ORDERED
from verify.engines import binders
from verify.engines import evaluate as ev
from verify.engines.folds import Gamma, Ranked, Statistic, called, indices, law_of, read, replaced
from verify.engines.graphs import affine_in
from verify.quantities import enclosures
from verify.quantities.kernels import normals, order_statistics, poisson
from verify.quantities.kernels.affine import affine
from verify.quantities.kernels.lines import generating_function
from verify.quantities.kernels.moments import gaussian
from verify.quantities.kernels.undecided import Diverges, Wide
from verify.values import elementary, laws, numbers, powers, primitives
from verify.values.numbers import NoValue

ZERO, ONE = fmpq(0), fmpq(1)
POWER = "#power"
"""What the power of a number is called in an event that asks for it: no name of a statement begins so."""
TOTAL = "#total"
"""What a sum of multiples of several draws is called in an event about it."""
MOST_POWER = 8
"""The highest power of a sum of which the mean is found by the binomial formula."""
MOST_MEANS = 64
"""How many coordinates that differ are gone through for the mean of a sum."""
TOGETHER = ("iid", "product", "independent")
"""Heads of distributions with independent coordinates."""
SINGLE = ("law", "var", "translate", "convolve", "poisson_law")
"""Heads of distributions of one number that may have a density, or infinitely many atoms."""
STRICT = frozenset({"num", "var", "pi", "add", "mul", "pow", "exp", "log", "abs", "max", "min", "floor", "ceiling", "compare"})
"""Heads that have no value where a part has none."""


def reduced(node: Node, env: ev.Env, c: ev.Context) -> Any:
    """The value of an expectation or probability of statistics of points with independent coordinates; None where it is of another kind."""
    try:
        return _reduced(node, env, c)
    except (Wide, Diverges) as reason:
        raise ev.NoRoute(f"a statistic of independent coordinates: {reason}") from None


def _reduced(node: Node, env: ev.Env, c: ev.Context) -> Any:
    over: Any = node.args[0]
    body = ev.argument(node, 1)
    if not any(isinstance(pattern, Node) and where.head in TOGETHER for pattern, where in over):
        return None
    listed = [name for pattern, _ in over for name in pattern_names(pattern)]
    drawn = set(listed)
    if len(drawn) < len(listed):
        return None
    outside = {name: v for name, v in env.items() if name not in drawn}
    special: Any = None
    rest: list[Any] = []
    found, around = body, dict(env)
    for entry in over:
        pattern, where = entry
        read_off = read(found, str(pattern.args[0]), outside, c) if isinstance(pattern, Node) and where.head in TOGETHER else None
        if read_off is None:
            rest.append(entry)
            continue
        found, statistics = read_off
        for k, one in enumerate(statistics, 1):
            if one.kind == "sum" and _never_negative(one.term):
                found = _without_root(found, Node("var", called(one.point, k)))
        if any(drawn & one.mentioned for one in statistics) or drawn & free_names(where) or any(str(pattern.args[0]) in free_names(other) for _, other in over):
            raise ev.NoRoute("a statistic that mentions other draws")
        name = str(pattern.args[0])
        parts = parts_of(where, outside, c)
        try:
            law = _law_of(found, statistics, parts, outside, c)
        except (ev.NoRoute, Wide):
            if node.head == "expect" and len(over) == 1 and not all(isinstance(one, laws.FiniteLaw) for one, _ in parts) and (mean := _linear(found, statistics, parts, outside, c)) is not None:
                return mean
            raise
        named = [Node("var", called(name, k)) for k in range(1, len(statistics) + 1)]
        special = special if isinstance(law, laws.FiniteLaw) else law
        around[called(name)] = law
        rest.append((named[0] if len(named) == 1 else tuple(named), Node("var", called(name))))
    if found == body:
        return None
    if special is None:
        return ev.value(Node(node.head, tuple(rest), found), around, c)
    if len(rest) != 1:
        if node.head != "prob":
            raise ev.NoRoute("statistics of coordinates with densities beside other draws")
        return _of_several(rest, found, around, c)
    name = str(rest[0][0].args[0])
    return _mean(found, name, special, env, c) if node.head == "expect" else _chance(found, name, special, env, c)


def of_several(node: Node, env: ev.Env, c: ev.Context) -> Any:
    """The probability of a comparison of affine terms in independent normal numbers; None where one number is drawn, or something else."""
    over: Any = node.args[0]
    drawn = {name for pattern, _ in over for name in pattern_names(pattern)}
    if len(over) < 2 or any(not isinstance(pattern, Node) or where.head not in SINGLE or free_names(where) & drawn for pattern, where in over):
        return None
    found = [ev.value(where, env, c) for _, where in over]
    return _of_several(over, ev.argument(node, 1), env, c) if all(_gaussian(law) is not None for law in found) else None


def _gaussian(law: Any) -> tuple[Any, Any] | None:
    law = laws.flat(law) if isinstance(law, laws.TranslatedLaw) else law
    return gaussian(law) if isinstance(law, laws.PieceLaw) else None


def _of_several(over: Sequence[Any], event: Node, env: ev.Env, c: ev.Context) -> Any:
    """The same: a sum of multiples of independent normal numbers is normal, with mean and variance the sums of theirs. Raises NoRoute for other distributions and events."""
    drawn = [name for pattern, _ in over for name in pattern_names(pattern)]
    apart = len(set(drawn)) == len(drawn) == len(over) and not any(free_names(where) & set(drawn) for _, where in over)
    if not apart or event.head != "compare" or event.args[1] not in ORDERED:
        raise ev.NoRoute("statistics of coordinates with densities beside other draws")
    left, relation, right = ev.argument(event, 0), str(event.args[1]), ev.argument(event, 2)
    if right.head == "abs":
        left, relation, right = right, MIRRORED[relation], left
    sides = [ev.argument(left, 0)] if left.head == "abs" else [left, right]
    if left.head == "abs" and free_names(right) & set(drawn):
        raise ev.NoRoute("an absolute value beside other draws")
    mean, variance = ZERO, ZERO
    for k, (name, (_, where)) in enumerate(zip(drawn, over, strict=True)):
        found = _gaussian(ev.value(where, env, c))
        lines = [affine_in(side, {other: (ZERO, ONE if other == name else ZERO) for other in drawn}, env, c) for side in sides]
        if found is None or any(line is None for line in lines):
            raise ev.NoRoute("an event of several draws that is not affine, or of distributions that are not normal")
        level, slope = (reduce(lambda a, b: numbers.sub(a, b, c.prec), parts) for parts in zip(*lines, strict=True))
        mean = numbers.total([mean, level if k == 0 else ZERO, numbers.mul(slope, found[0], c.prec)], c.prec)
        variance = numbers.add(variance, numbers.mul(numbers.mul(slope, slope, c.prec), found[1], c.prec), c.prec)
    if numbers.sign(variance) != 1:
        raise ev.NoRoute("a sum of draws that may be constant")
    whole = Node("var", TOTAL)
    asked = Node("compare", Node("abs", whole), relation, right) if left.head == "abs" else Node("compare", whole, relation, Node("num", "0"))
    return _chance(asked, TOTAL, normals.on_line(mean, variance, c.prec), {name: v for name, v in env.items() if name not in drawn}, c)


def _law_of(body: Node, statistics: Sequence[Statistic], parts: Sequence[tuple[Any, int]], env: ev.Env, c: ev.Context) -> Any:
    """Their joint distribution. One that has no value at some outcome leaves the whole without one only where the body asks for it at every outcome."""
    try:
        return law_of(statistics, parts, env, c)
    except NoValue as reason:
        if all(part.head in STRICT for part in walk(body)):
            raise
        raise ev.NoRoute(f"a statistic that has no value at some outcome: {reason}") from None


def of_one(node: Node, env: ev.Env, c: ev.Context) -> Any:
    """The mean of a function, or the probability of an event, of one number with a density or a Poisson distribution; None where it is of another kind."""
    over: Any = node.args[0]
    pattern, where = over[0]
    if len(over) != 1 or not isinstance(pattern, Node) or where.head not in SINGLE:
        return None
    law = ev.value(where, env, c)
    law = laws.flat(law) if isinstance(law, laws.TranslatedLaw) else law
    if not isinstance(law, laws.PieceLaw | laws.PoissonLaw):
        return None
    name = str(pattern.args[0])
    try:
        return (_mean if node.head == "expect" else _chance)(ev.argument(node, 1), name, law, {k: v for k, v in env.items() if k != name}, c)
    except (Wide, Diverges) as reason:
        raise ev.NoRoute(f"a function of one number with a density: {reason}") from None


def parts_of(where: Node, env: ev.Env, c: ev.Context) -> list[tuple[Any, int]]:
    """The distributions of the coordinates with their numbers."""
    if where.head == "product":
        return [(ev.value(part, env, c), 1) for part in where.args]  # type: ignore[arg-type]
    if where.head == "independent":
        found = [(ev.argument_value(where, 1, inner, c), 1) for inner, whole in binders.assignments(where.args[0], env, c) if whole]
        if not found:
            raise ev.NoRoute("independent coordinates for each member of an infinite set, or of an empty one")
        return found
    law, copies = ev.argument_value(where, 0, env, c), ev.argument_value(where, 1, env, c)
    if not (isinstance(copies, fmpq) and copies.q == 1 and copies >= 1):
        raise NoValue(f"the number of independent copies must be a positive integer, got {copies}")
    return [(law, int(copies.p))]


def _linear(body: Node, statistics: Sequence[Statistic], parts: Sequence[tuple[Any, int]], env: ev.Env, c: ev.Context) -> Any:
    """The mean of a sum of multiples of sums over coordinates, coordinate by coordinate, or of the square of a multiple of one, by its variance; None of another function."""
    squared = body.head == "pow" and body.args[1] == Node("num", "2") and len(statistics) == 1
    inside = ev.argument(body, 0) if squared else body
    named = [called(one.point, k) for k, one in enumerate(statistics, 1)]
    lines = [affine_in(inside, {other: (ZERO, ONE if other == name else ZERO) for other in named}, env, c) for name in named]
    if any(line is None or line[1] in (inf, -inf) for line in lines) or any(one.kind != "sum" for one in statistics):
        return None
    found, spread = [lines[0][0]], ZERO  # type: ignore[index]
    for one, line in zip(statistics, lines, strict=True):
        means = _means(one, parts, env, c)
        found += [numbers.mul(fmpq(times), numbers.mul(line[1], mean, c.prec), c.prec) for times, mean in means]  # type: ignore[index]
        if squared:
            squares = _means(replace(one, term=Node("pow", one.term, Node("num", "2"))), parts, env, c)
            gaps = [numbers.mul(fmpq(times), numbers.sub(square, numbers.mul(mean, mean, c.prec), c.prec), c.prec) for (times, mean), (_, square) in zip(means, squares, strict=True)]
            spread = numbers.mul(numbers.mul(line[1], line[1], c.prec), numbers.total([ZERO, *gaps], c.prec), c.prec)  # type: ignore[index]
    whole = _joined(lambda a, b: numbers.add(a, b, c.prec), found)
    return numbers.add(numbers.mul(whole, whole, c.prec), spread, c.prec) if squared else whole


def _means(one: Statistic, parts: Sequence[tuple[Any, int]], env: ev.Env, c: ev.Context) -> list[tuple[int, Any]]:
    """The means of the terms of a sum, each with the number of coordinates that have it."""
    wanted = indices(one, sum(copies for _, copies in parts), env, c)
    law = called(one.point)
    mean = Node("expect", ((one.coordinate, Node("var", law)),), one.term)
    found: list[tuple[int, Any]] = []
    first = 1
    for own, copies in parts:
        inside = range(max(first, wanted.start), min(first + copies, wanted.stop))
        first += copies
        alike = one.index not in free_names(one.term)
        if len(found) + (1 if alike else len(inside)) > MOST_MEANS:
            raise ev.NoRoute("means of too many coordinates that differ")
        found += [(len(inside) if alike else 1, ev.value(mean, {**env, law: own, **({one.index: fmpq(k)} if one.index else {})}, c)) for k in (inside[:1] if alike else inside)]
    return found


def _never_negative(term: Node) -> bool:
    """Whether a term is an absolute value, or a power of one, or an even power."""
    if term.head == "pow" and (order := _written(ev.argument(term, 1))) is not None:
        return (order.q == 1 and order.p % 2 == 0) or ev.argument(term, 0).head == "abs"
    return term.head == "abs"


def _written(node: Node) -> Any:
    """A finite number that is written; None for another term."""
    return fmpq(*map(int, str(node.args[0]).split("/"))) if node.head == "num" and node.args[0] not in ("oo", "-oo") else None


def _without_root(body: Node, sum_: Node) -> Node:
    """A power of a root of a sum that is not negative, where it is the sum; 0 has no negative powers."""
    if body.head == "pow" and ev.argument(body, 0).head == "pow" and ev.argument(ev.argument(body, 0), 0) == sum_:
        outer, inner = _written(ev.argument(body, 1)), _written(ev.argument(ev.argument(body, 0), 1))
        if outer is not None and inner is not None and outer > 0 and outer * inner == 1:
            return sum_
    return rebuild(body, lambda part: _without_root(part, sum_))


def _mean(body: Node, name: str, law: Any, env: ev.Env, c: ev.Context) -> Any:
    """The mean of a function of one number with a density: affine, a power, an exponential, an absolute value, and multiples of these."""
    if name not in free_names(body):
        return ev.value(body, env, c)
    line = affine_in(body, {name: (ZERO, ONE)}, env, c)
    if line is not None:
        return numbers.add(line[0], numbers.mul(line[1], _moment(law, ONE, c), c.prec), c.prec)
    if body.head == "mul":
        moving = [part for part in body.args if name in free_names(part)]  # type: ignore[arg-type]
        if len(moving) == 1:
            others = [ev.value(part, env, c) for part in body.args if part is not moving[0]]  # type: ignore[arg-type]
            return _joined(lambda a, b: numbers.mul(a, b, c.prec), [_mean(moving[0], name, law, env, c), *others])  # type: ignore[arg-type]
    if body.head == "add":
        return _joined(lambda a, b: numbers.add(a, b, c.prec), [_mean(part, name, law, env, c) for part in body.args])  # type: ignore[arg-type]
    if body.head == "pow" and body.args[0] == Node("var", name) and name not in free_names(ev.argument(body, 1)):
        return _moment(law, ev.argument_value(body, 1, env, c), c)
    inside = affine_in(ev.argument(body, 0), {name: (ZERO, ONE)}, env, c) if body.head in ("exp", "abs", "pow") else None
    if inside is not None and body.head == "pow" and name not in free_names(ev.argument(body, 1)):
        return _power(inside, ev.argument_value(body, 1, env, c), law, c)
    if inside is not None and body.head == "exp":
        return _joined(lambda a, b: numbers.mul(a, b, c.prec), [elementary.exp(inside[0], c.prec), _generating(law, inside[1], c)])
    if inside is not None and isinstance(law, laws.PieceLaw):
        return enclosures.evaluate("moment", [affine(law, inside[1], inside[0]), ONE, None], c.prec)
    raise ev.NoRoute("the mean of this function of a statistic of coordinates with densities")


def _power(line: tuple[Any, Any], order: Any, law: Any, c: ev.Context) -> Any:
    """The mean of a whole power of an affine function, by the binomial formula."""
    if not (isinstance(order, fmpq) and order.q == 1 and 0 <= order <= MOST_POWER):
        raise ev.NoRoute("the mean of this power of a statistic")
    k = int(order.p)
    terms = [reduce(lambda a, b: numbers.mul(a, b, c.prec), [fmpq(comb(k, j)), *[line[0]] * (k - j), *[line[1]] * j, _moment(law, fmpq(j), c) if j else ONE]) for j in range(k + 1)]
    return _joined(lambda a, b: numbers.add(a, b, c.prec), terms)


def _joined(operation: Callable[[Any, Any], Any], parts: Sequence[Any]) -> Any:
    """Sums and products of means. Raises NoRoute where they say nothing: the mean of ``0 X`` is 0 and that of ``X - X`` is 0 also where that of X is infinite."""
    try:
        return reduce(operation, parts)
    except NoValue:
        raise ev.NoRoute("a mean of parts with infinite means") from None


def _moment(law: Any, order: Any, c: ev.Context) -> Any:
    if isinstance(law, Ranked) and order == 1:
        enclosures.spend(40)
        return order_statistics.mean(law.law, law.copies, law.rank, c.prec)
    if isinstance(law, laws.PieceLaw | laws.PoissonLaw) and order == 1:
        return enclosures.evaluate("mean", [law], c.prec)
    if isinstance(law, laws.PoissonLaw) and isinstance(order, fmpq) and order.q == 1 and order >= 0:
        return poisson.moment(law, int(order.p), c.prec)
    if isinstance(law, laws.PieceLaw) and isinstance(order, fmpq) and order.q == 1 and order >= 0 and order.p % 2 == 0:
        return enclosures.evaluate("moment", [law, order, None], c.prec)
    if isinstance(law, Gamma) and numbers.sign(law.shift) == 0 and numbers.relation(numbers.add(law.shape, order), ">", ZERO) is True:
        rise = numbers.div(elementary.gamma(numbers.add(law.shape, order), c.prec), elementary.gamma(law.shape, c.prec), c.prec)
        return numbers.mul(powers.power(law.scale, order, c.prec), rise, c.prec)
    if isinstance(law, Gamma) and order == 1:
        return numbers.add(law.shift, numbers.mul(law.scale, law.shape, c.prec), c.prec)
    raise ev.NoRoute("this moment of a statistic of coordinates with densities")


def _generating(law: Any, t: Any, c: ev.Context) -> Any:
    """E exp(t X)."""
    if isinstance(law, laws.PieceLaw):
        return generating_function(law, t, c.prec)
    if isinstance(law, laws.PoissonLaw):
        rise = numbers.mul(law.rate, numbers.sub(elementary.exp(t, c.prec), ONE, c.prec), c.prec)
        return elementary.exp(numbers.add(numbers.mul(t, law.shift, c.prec), rise, c.prec), c.prec)
    if isinstance(law, Gamma):
        base = numbers.sub(ONE, numbers.mul(t, law.scale, c.prec), c.prec)
        above = numbers.relation(base, ">", ZERO)
        if above is False:
            return inf
        if above is True:
            return numbers.mul(elementary.exp(numbers.mul(t, law.shift, c.prec), c.prec), powers.power(base, -law.shape, c.prec), c.prec)
    raise ev.NoRoute("the moment generating function of this statistic")


def _chance(event: Node, name: str, law: Any, env: ev.Env, c: ev.Context) -> Any:
    """The probability that one number lies in an interval, or outside of one."""
    denied, parts = _interval(event)
    ends: dict[str, list[tuple[Any, bool]]] = {"below": [], "above": []}
    for part in parts:
        side, level, strictly = _half_line(part, name, law, env, c)
        ends[side].append((level, strictly))
    if not ends["above"] and len(ends["below"]) == 1:
        inside = _below(law, *ends["below"][0], c)
    elif not ends["below"] and len(ends["above"]) == 1:
        inside = _above(law, *ends["above"][0], c)
    elif len(ends["above"]) == len(ends["below"]) == 1:
        (low, low_out), (high, high_out) = ends["above"][0], ends["below"][0]
        inside = elementary.maximum(ZERO, numbers.sub(_below(law, high, high_out, c), _below(law, low, not low_out, c), c.prec))
    else:
        raise ev.NoRoute("an event that is no interval")
    return numbers.sub(ONE, inside, c.prec) if denied else inside


def _interval(event: Node) -> tuple[bool, list[Node]]:
    """Whether an event is denied, and comparisons that hold together. Raises NoRoute for other events."""
    if event.head == "not":
        denied, parts = _interval(ev.argument(event, 0))
        return not denied, parts
    if event.head == "any":
        denied, parts = _interval(Node("all", *(Node("not", part) for part in event.args)))
        return not denied, parts
    if event.head == "all":
        found = [_interval(ev.argument(event, k)) for k in range(len(event.args))]
        kept = [part if not denied else _opposite(part) for denied, parts in found for part in parts]
        if any(denied and len(parts) != 1 for denied, parts in found):
            raise ev.NoRoute("an event that is no interval")
        return False, kept
    if event.head != "compare" or event.args[1] not in ORDERED:
        raise ev.NoRoute("the probability of this event under a density")
    left, relation, right = ev.argument(event, 0), str(event.args[1]), ev.argument(event, 2)
    if right.head == "abs":
        left, relation, right = right, MIRRORED[relation], left
    if left.head != "abs":
        return False, [Node("compare", left, relation, right)]
    inner = relation if relation[0] == "<" else NEGATED[relation]
    minus = Node("mul", Node("num", "-1"), right)
    return relation[0] == ">", [Node("compare", left.args[0], inner, right), Node("compare", left.args[0], MIRRORED[inner], minus)]


def _opposite(part: Node) -> Node:
    return Node("compare", part.args[0], NEGATED[str(part.args[1])], part.args[2])


def _half_line(part: Node, name: str, law: Any, env: ev.Env, c: ev.Context) -> tuple[str, Any, bool]:
    """On which side of which level the number lies, and whether strictly so."""
    relation = str(part.args[1])
    sides = [ev.argument(part, k) for k in (0, 2)]
    power = next((found for side in sides for found in _powers(side, name)), None)
    if power is not None:
        if not _at_least_zero(law):
            raise ev.NoRoute("an event of a power of a number that may be negative")
        sides = [replaced(side, power, Node("var", POWER)) for side in sides]
        if any(name in free_names(side) for side in sides):
            raise ev.NoRoute("an event of a number and a power of it")
        name = POWER
    lines_ = [affine_in(side, {name: (ZERO, ONE)}, env, c) for side in sides]
    if lines_[0] is None or lines_[1] is None:
        raise ev.NoRoute("the probability of this event under a density")
    slope, level = numbers.sub(lines_[0][1], lines_[1][1], c.prec), numbers.sub(lines_[1][0], lines_[0][0], c.prec)
    direction = numbers.sign(slope)
    if direction in (None, 0):
        raise ev.NoRoute("an event whose direction is unknown")
    relation = MIRRORED[relation] if direction < 0 else relation
    return "below" if relation[0] == "<" else "above", _unrooted(numbers.div(level, slope, c.prec), power, env, c), relation in ("<", ">")


def _at_least_zero(law: Any) -> bool:
    """Whether the number is known to be at least 0."""
    law = law.law if isinstance(law, Ranked) else law
    least = law.pieces[0].lo if isinstance(law, laws.PieceLaw) else law.shift
    return numbers.relation(least, ">=", ZERO) is True


def _powers(term: Node, name: str) -> list[Node]:
    """Roots of the name that stand in a term."""
    if term.head == "pow" and term.args[0] == Node("var", name):
        return [term]
    return [found for part in term.args if isinstance(part, Node) for found in _powers(part, name)]


def _unrooted(level: Any, power: Node | None, env: ev.Env, c: ev.Context) -> Any:
    """The level of the statistic itself at which its power, which is not negative, has this level."""
    if power is None:
        return level
    exponent = ev.argument_value(power, 1, env, c)
    if numbers.relation(exponent, ">", ZERO) is not True:
        raise ev.NoRoute("an event of a falling power of a statistic")
    if numbers.relation(level, "<", ZERO) is True:
        return fmpq(-1)
    return powers.power(level, numbers.div(ONE, exponent, c.prec), c.prec)


def _below(law: Any, level: Any, strictly: bool, c: ev.Context) -> Any:
    """P(X <= level), or P(X < level)."""
    if isinstance(law, laws.PoissonLaw):
        return poisson.below(law, level, strictly, c.prec)
    if isinstance(law, Gamma):
        return _incomplete("gamma_p", law, level, c)
    if isinstance(law, laws.PieceLaw):
        return enclosures.evaluate("distribution_function", [law, level], c.prec)
    within = enclosures.evaluate("distribution_function", [law.law, level], c.prec)
    if law.rank == law.copies:
        return powers.power(within, fmpq(law.copies), c.prec)
    if law.rank == 1:
        return numbers.sub(ONE, powers.power(numbers.sub(ONE, within, c.prec), fmpq(law.copies), c.prec), c.prec)
    return primitives.value("beta_incomplete", [fmpq(law.rank), fmpq(law.copies - law.rank + 1), within], c.prec)


def _above(law: Any, level: Any, strictly: bool, c: ev.Context) -> Any:
    """P(X >= level), or P(X > level)."""
    if isinstance(law, Gamma):
        return _incomplete("gamma_q", law, level, c)
    return numbers.sub(ONE, _below(law, level, not strictly, c), c.prec)


def _incomplete(head: str, law: Gamma, level: Any, c: ev.Context) -> Any:
    x = numbers.div(numbers.sub(level, law.shift, c.prec), law.scale, c.prec)
    if numbers.relation(x, "<", ZERO) is True:
        return ZERO if head == "gamma_p" else ONE
    return primitives.value(head, [law.shape, x], c.prec)


__all__ = ["TOGETHER", "of_one", "of_several", "parts_of", "reduced"]
