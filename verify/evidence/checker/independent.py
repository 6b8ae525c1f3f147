"""Means and probabilities of functions of many independent coordinates, and of one number with a density.

The law of the numbers that are asked of a point takes the place of the law of the point. The mean of a rank is the integral of x against its density, with tails bounded by n times those of
one coordinate.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from math import comb
from typing import TYPE_CHECKING, Any

from flint import acb, arb, ctx

from verify.evidence.checker import lines, poisson, special
from verify.evidence.checker import numbers as n
from verify.evidence.checker.folds import (
    Gamma,
    Ranked,
    Statistic,
    affine,
    called,
    combination,
    coordinate_of,
    image,
    law_of,
    parts_of,
    range_of,
    read,
    replaced,
)
from verify.evidence.checker.formula import MIRRORED, NEGATED, ORDERED, argument, entries, head, items, mentions, names, rational, word
from verify.evidence.checker.laws import Finite, Line, Piece, Poisson, normal, normal_line
from verify.evidence.checker.moments import absolute_moment
from verify.evidence.checker.numbers import INFINITY, MINUS_INFINITY, ONE, ZERO, NoValue, Number, Undecided
from verify.evidence.checker.truth import Env

if TYPE_CHECKING:
    from verify.evidence.checker.evaluate import Evaluator

TOGETHER, SINGLE = ("iid", "product", "independent"), ("law", "var", "translate", "convolve", "poisson_law")
STRICT = frozenset({"num", "var", "word", "pi", "add", "mul", "pow", "exp", "log", "abs", "max", "min", "floor", "ceiling", "compare"})
"""Heads that have no value where a part has none."""
TOTAL = "#total"
"""A sum of multiples of several draws in an event about it."""
POWER = "#power"
"""A power of a number in an event that asks for it."""
MOST_RANKED = 2000
MOST_POWER = 8
"""The highest power of a sum whose mean is found by the binomial formula."""
MOST_MEANS = 64
"""How many coordinates that differ are gone through for the mean of a sum."""
TWO = Fraction(2)


def reduced(e: Evaluator, f: Any, env: Env) -> Any:
    """The expectation or probability; None where it is no function of statistics of points with independent coordinates."""
    body, rest, around = argument(f, 1), [], dict(env)
    if all(head(where) not in TOGETHER or head(pattern) != "var" for pattern, where in entries(f)):
        return None
    listed = [other for inner, _ in entries(f) for other in names(inner)]
    drawn = set(listed)
    if len(drawn) < len(listed):
        return None
    outside = {key: value for key, value in env.items() if key not in drawn}
    single: Any = None
    for pattern, where in entries(f):
        seen = _seen(e, body, names(pattern)[0], outside) if head(pattern) == "var" and head(where) in TOGETHER else None
        if seen is None:
            rest.append(["()", pattern, where])
            continue
        body, statistics = seen
        for k, one in enumerate(statistics, 1):
            if one.kind == "sum" and _never_negative(one.term):
                body = _without_root(body, ["var", ["word", called(one.point, k)]])
        if any(drawn & mentions(part) for one in statistics for part in (one.term, one.where, one.rank)) or drawn & mentions(where) or any(names(pattern)[0] in mentions(other) for _, other in entries(f)):
            raise Undecided("a statistic that mentions other draws")
        name = names(pattern)[0]
        parts = parts_of(e, where, outside)
        try:
            law = _law_of(e, body, statistics, parts, outside)
        except Undecided:
            if f[0] == "expect" and len(entries(f)) == 1:
                return _linear(e, body, statistics, parts, outside)
            raise
        around[called(name)] = law
        single = law if not isinstance(law, Finite) else single
        numbered = [["var", ["word", called(name, k)]] for k in range(1, len(statistics) + 1)]
        rest.append(["()", numbered[0] if len(numbered) == 1 else ["()", *numbered], ["var", ["word", called(name)]]])
    if body == argument(f, 1):
        return None
    if single is None:
        return e.value([f[0], ["()", *rest], body], around)
    if len(rest) != 1:
        return _of_several(e, ["prob", ["()", *rest], body], around) if f[0] == "prob" else _refused("statistics of coordinates that have densities beside other draws")
    name = names(items(rest[0])[0])[0]
    return _mean(e, body, name, single, env) if f[0] == "expect" else _chance(e, body, name, single, env)


def _refused(reason: str) -> Any:
    raise Undecided(reason)


def of_several(e: Evaluator, f: Any, env: Env) -> Number | None:
    """The probability of a comparison of affine terms in independent normal numbers; None where one number is drawn, or something else."""
    over = entries(f)
    drawn = {name for pattern, _ in over for name in names(pattern)}
    if len(over) < 2 or any(head(pattern) != "var" or head(where) not in SINGLE or mentions(where) & drawn for pattern, where in over):
        return None
    return _of_several(e, f, env) if all(normal(e.law(where, env)) is not None for _, where in over) else None


def _of_several(e: Evaluator, f: Any, env: Env) -> Number:
    """The same: a sum of multiples of independent normal numbers is normal, with mean and variance the sums of theirs. Undecided for other distributions and events."""
    over, event = entries(f), argument(f, 1)
    drawn = [name for pattern, _ in over for name in names(pattern)]
    apart = len(set(drawn)) == len(drawn) == len(over) and not any(mentions(where) & set(drawn) for _, where in over)
    if not apart or head(event) != "compare":
        raise Undecided("an event of several draws that are not independent numbers, or of more than one comparison")
    normals = {name: normal_of(e.law(where, env)) for name, (_, where) in zip(drawn, over, strict=True)}
    left, relation, right = argument(event, 0), word(argument(event, 1)), argument(event, 2)
    if head(right) == "abs" and relation in MIRRORED:
        left, relation, right = right, MIRRORED[relation], left
    free = {key: value for key, value in env.items() if key not in drawn}
    try:
        if head(left) == "abs":
            level, slopes = combination(e, argument(left, 0), drawn, free)
        else:
            (one, first), (other, second) = combination(e, left, drawn, free), combination(e, right, drawn, free)
            level = n.sub(one, other)
            slopes = {name: n.sub(first.get(name, ZERO), second.get(name, ZERO)) for name in first.keys() | second.keys()}
    except NoValue as reason:
        raise Undecided(f"an event of which a part has no value: {reason}") from None
    if head(left) == "abs" and mentions(right) & set(drawn):
        raise Undecided("an absolute value beside other draws")
    mean: Number = level
    variance: Number = ZERO
    for name in sorted(slopes):
        m, v = normals[name]
        mean, variance = n.add(mean, n.mul(slopes[name], m)), n.add(variance, n.mul(slopes[name], slopes[name], v))
    if n.relations(variance, ZERO) != {">"}:
        raise Undecided("a sum of draws that may be constant")
    whole = ["var", ["word", TOTAL]]
    asked = ["compare", ["abs", whole], ["word", relation], right] if head(left) == "abs" else ["compare", whole, ["word", relation], "0"]
    return _chance(e, asked, TOTAL, normal_line(mean, variance), free)


def normal_of(law: Any) -> tuple[Number, Number]:
    """Mean and variance of a normal distribution. Undecided for another one."""
    found = normal(law)
    if found is None:
        raise Undecided("several draws with densities, of which one is not normal")
    return found


def _seen(e: Evaluator, body: Any, name: str, env: Env) -> tuple[Any, list[Statistic]] | None:
    """What a body asks of a point; the range of a sum, or the order of a norm, without a value may stand in a part that is left out."""
    try:
        return read(e, body, name, env)
    except NoValue as reason:
        raise Undecided(f"a statistic without a value: {reason}") from None


def _law_of(e: Evaluator, body: Any, statistics: list[Statistic], parts: list[tuple[Any, int]], env: Env) -> Any:
    """What has no value at some outcome is asked for at that outcome only where no part of the body can be left out."""
    try:
        return law_of(e, statistics, parts, env)
    except NoValue as reason:
        if _heads(body) <= STRICT:
            raise
        raise Undecided(f"a statistic that has no value at some outcome: {reason}") from None


def _heads(f: Any) -> set[str]:
    return {f[0]}.union(*(_heads(part) for part in f[1:])) if isinstance(f, list) else set()


def of_one(e: Evaluator, f: Any, env: Env) -> Number | None:
    """The mean of a function, or the probability of an event, of one number with a density or a Poisson law; None for another law."""
    over = entries(f)
    if len(over) != 1 or head(over[0][0]) != "var" or head(over[0][1]) not in SINGLE:
        return None
    law = e.law(over[0][1], env)
    if not isinstance(law, Line | Poisson) or (isinstance(law, Line) and law.atoms):
        return None
    name = names(over[0][0])[0]
    return (_mean if f[0] == "expect" else _chance)(e, argument(f, 1), name, law, {key: value for key, value in env.items() if key != name})


def _linear(e: Evaluator, body: Any, statistics: list[Statistic], parts: list[tuple[Any, int]], env: Env) -> Number:
    """The mean of a sum of multiples of sums over coordinates: means add up, also where only one of them is infinite. Of the square of a multiple of one sum, whose terms are
    independent: variances add up where they are finite. Undecided for another function."""
    if any(one.kind != "sum" for one in statistics):
        raise Undecided("the mean of what is no sum over coordinates")
    drawn = [called(one.point, k) for k, one in enumerate(statistics, 1)]
    squared = head(body) == "pow" and body[2] == "2" and len(statistics) == 1
    try:
        level, slopes = combination(e, body[1] if squared else body, drawn, env)
        means = [(slopes[name], times, mean) for name, one in zip(drawn, statistics, strict=True) for times, mean in _means(e, one, parts, env)]
        whole = n.add(level, *(n.mul(slope, times, mean) for slope, times, mean in means))
        if not squared:
            return whole
        squares = _means(e, replace(statistics[0], term=["pow", statistics[0].term, "2"]), parts, env)
        gaps = [n.mul(slope, slope, times, n.sub(n.certainly_finite(square), n.mul(mean, mean))) for (slope, times, mean), (_, square) in zip(means, squares, strict=True)]
        return n.add(n.mul(whole, whole), ZERO, *gaps)
    except NoValue as reason:
        raise Undecided(f"a mean of parts without a value, or with infinite means: {reason}") from None


def _means(e: Evaluator, one: Statistic, parts: list[tuple[Any, int]], env: Env) -> list[tuple[Fraction, Number]]:
    """The means of the terms of a sum; copies with one distribution and one term are counted together."""
    wanted = range_of(e, one, sum(copies for _, copies in parts), env)
    law = called(one.point)
    mean = ["expect", ["()", ["()", coordinate_of(one.point), ["var", ["word", law]]]], one.term]
    found: list[tuple[Fraction, Number]] = []
    first = 1
    for own, copies in parts:
        places = [k for k in range(first, first + copies) if k in wanted]
        first += copies
        if len(found) > MOST_MEANS or (one.index in mentions(one.term) and len(places) > MOST_MEANS):
            raise Undecided("means of too many coordinates that differ")
        if one.index not in mentions(one.term):
            found += [(Fraction(len(places)), e.number(mean, {**env, law: own}))] if places else []
        else:
            found += [(ONE, e.number(mean, {**env, law: own, one.index: Fraction(k)})) for k in places]
    return found


def _never_negative(f: Any) -> bool:
    """Whether a term is an absolute value, a power of one, or an even power."""
    if head(f) == "pow" and isinstance(f[2], str) and f[2] not in ("oo", "-oo"):
        return head(f[1]) == "abs" or (rational(f[2]).denominator == 1 and rational(f[2]).numerator % 2 == 0)
    return head(f) == "abs"


def _without_root(f: Any, sum_: Any) -> Any:
    """The sum, which is not negative, in place of the power of its root that it is; 0 has no negative powers."""
    if not isinstance(f, list):
        return f
    if head(f) == head(f[1] if len(f) > 1 else None) == "pow" and f[1][1] == sum_ and all(isinstance(order, str) and order not in ("oo", "-oo") for order in (f[2], f[1][2])):
        return sum_ if rational(f[2]) > 0 and rational(f[2]) * rational(f[1][2]) == 1 else f
    return [f[0], *(_without_root(part, sum_) for part in f[1:])]


def _mean(e: Evaluator, f: Any, name: str, law: Any, env: Env) -> Number:
    if name not in mentions(f):
        return e.number(f, env)
    kind = head(f)
    if kind == "var":
        return _moment(e, law, ONE)
    if kind == "add":
        return _joined(n.add, [_mean(e, part, name, law, env) for part in f[1:]])
    if kind == "mul":
        moving = [part for part in f[1:] if name in mentions(part)]
        if len(moving) == 1:
            return _joined(n.mul, [*(n.certainly_finite(e.number(part, env)) for part in f[1:] if part is not moving[0]), _mean(e, moving[0], name, law, env)])
    if kind == "pow" and argument(f, 0) == ["var", ["word", name]] and name not in mentions(argument(f, 1)):
        return _moment(e, law, e.number(argument(f, 1), env))
    if kind == "pow" and name not in mentions(argument(f, 1)):
        return _power(e, *affine(e, argument(f, 0), name, env), e.number(argument(f, 1), env), law)
    if kind == "exp":
        level, slope = affine(e, argument(f, 0), name, env)
        return _joined(n.mul, [n.exp(level), _generating(law, slope)])
    if kind == "abs" and isinstance(law, Line):
        level, slope = affine(e, argument(f, 0), name, env)
        return absolute_moment(image(law, slope, level), ONE, e.budget)
    raise Undecided("the mean of this function of a statistic")


def _power(e: Evaluator, level: Number, slope: Number, order: Number, law: Any) -> Number:
    """The mean of (level + slope x)^k for a whole k, by the moments of x up to k."""
    if not isinstance(order, Fraction) or order.denominator != 1 or not 0 <= order <= MOST_POWER:
        raise Undecided("the mean of this power of a statistic")
    k = int(order)
    found = [_joined(n.mul, [Fraction(comb(k, j)), *[level] * (k - j), *[slope] * j, *([_moment(e, law, Fraction(j))] if j else [])]) for j in range(k + 1)]
    return _joined(n.add, found)


def _joined(operation: Callable[..., Number], parts: list[Number]) -> Number:
    """A sum or product of means, where it says what the mean is: 0 X and X - X have mean 0 also where that of X is infinite."""
    try:
        return operation(*parts)
    except NoValue:
        raise Undecided("a mean of parts with infinite means") from None


def _moment(e: Evaluator, law: Any, order: Number) -> Number:
    whole = isinstance(order, Fraction) and order.denominator == 1 and 0 <= order <= 40
    if isinstance(law, Line) and whole:
        return lines.moment_between(law, MINUS_INFINITY, INFINITY, int(order))  # type: ignore[arg-type]
    if isinstance(law, Poisson) and whole:
        return poisson.moment(law, int(order))  # type: ignore[arg-type]
    if isinstance(law, Ranked) and order == 1:
        return _mean_of_rank(e, law)
    if isinstance(law, Gamma) and law.shift == 0 and not n.may_be_infinite(order) and n.relations(n.add(law.shape, order), ZERO) == {">"}:
        return n.mul(n.power(law.scale, order), n.gamma(n.add(law.shape, order)), n.inverse(n.gamma(law.shape)))
    if isinstance(law, Gamma) and order == 1:
        return n.add(law.shift, n.mul(law.scale, law.shape))
    raise Undecided("this moment of a statistic")


def _generating(law: Any, t: Number) -> Number:
    if isinstance(law, Line):
        return lines.exponential_moment(law, t)
    if isinstance(law, Poisson):
        return n.exp(n.add(n.mul(t, law.shift), n.mul(law.rate, n.sub(n.exp(t), ONE))))
    if isinstance(law, Gamma):
        base = n.sub(ONE, n.mul(t, law.scale))
        order = n.relations(base, ZERO)
        if order <= {"<", "="}:
            return INFINITY
        if order == {">"}:
            return n.mul(n.exp(n.mul(t, law.shift)), n.power(base, -law.shape))
    raise Undecided("the moment generating function of this statistic")


def _mean_of_rank(e: Evaluator, law: Ranked) -> Number:
    """The integral of x g(x), g = m F^(k-1) (1 - F)^(n-k) f; g is at most n f, so beyond a cut it is at most n times the integral of |x| f."""
    if law.copies > MOST_RANKED and law.rank not in (1, law.copies):
        raise Undecided("a rank among too many copies")
    e.budget.spend(2000)
    ((_, pieces),) = law.law.parts
    goal = arb(2) ** -(min(ctx.prec, 64) + 4)
    low, high = _cut(law, pieces[0], -1, goal), _cut(law, pieces[-1], 1, goal)
    total: list[Number] = []
    for end, beyond in ((low, (MINUS_INFINITY, low)), (high, (high, INFINITY))):
        if end is not None:
            span = [x if isinstance(x, n.Ball) else n.enclose(x) for x in beyond]
            rest = n.exact_ball(n.mul(Fraction(law.copies), n.absolute(lines.moment_between(law.law, span[0], span[1], 1))))
            total.append(n.enclose(arb(0, rest.upper())))
    times = Fraction(law.copies * comb(law.copies - 1, law.rank - 1))
    before: Number = ZERO
    for p in pieces:
        first = low if n.is_point_infinite(p.lo) else n.exact_ball(p.lo)
        last = high if n.is_point_infinite(p.hi) else n.exact_ball(p.hi)
        assert first is not None and last is not None
        at_first = n.exact_ball(n.add(before, lines.integral(p, p.lo, n.enclose(first))) if n.is_point_infinite(p.lo) else before)
        within = _within(p, at_first, first)
        c0, c1, c2 = (n.exact_ball(c) for c in (p.c0, p.c1, p.c2))

        def integrand(x: acb, analytic: bool, within: Any = within, c: Any = (c0, c1, c2)) -> acb:
            mass = within(x)
            return x * mass ** (law.rank - 1) * (1 - mass) ** (law.copies - law.rank) * (c[0] + c[1] * x + c[2] * x * x).exp()

        area = acb.integral(integrand, acb(first), acb(last), rel_tol=goal, abs_tol=goal / n.exact(times), eval_limit=20_000).real
        total.append(n.mul(times, n.enclose(area)))
        before = n.add(before, lines.integral(p, p.lo, p.hi))
    return n.add(*total)


def _cut(law: Ranked, p: Piece, side: int, goal: arb) -> arb | None:
    """Where a tail is negligible; None for a tail that ends."""
    end, inward = (p.lo, {"<"}) if side < 0 else (p.hi, {">"})
    if not n.is_point_infinite(end):
        return None
    curve = lines.sign(p.c2)
    centre = n.exact_ball(n.div(p.c1, n.mul(-TWO, p.c2)) if curve else p.hi if side < 0 else p.lo)
    width = n.exact_ball(n.power(n.mul(-TWO, p.c2), Fraction(-1, 2)) if curve else n.inverse(n.absolute(p.c1)))
    steps = arb(5)
    while steps < 1 << 14:
        at = arb((centre + side * steps * width).mid())
        lo, hi = (n.enclose(at), INFINITY) if side > 0 else (MINUS_INFINITY, n.enclose(at))
        if at * side > 0 and n.relations(n.enclose(at), p.lo if side > 0 else p.hi) == inward and n.exact_ball(n.mul(Fraction(law.copies), n.absolute(lines.integral(p, lo, hi, 1)))) < goal:
            return at
        steps = steps * 3 / 2
    raise Undecided("a tail of a rank")


def _within(p: Piece, at_first: arb, first: arb) -> Callable[[acb], acb]:
    """The distribution function on a piece, as an entire function."""
    curve = lines.sign(p.c2)
    c0, c1, c2 = (n.exact_ball(c) for c in (p.c0, p.c1, p.c2))
    if curve > 0:
        raise Undecided("a rank of a density that is log-convex")
    if curve < 0:
        root = (-c2).sqrt()
        half = (c0 - c1 * c1 / (4 * c2)).exp() * arb.pi().sqrt() / (2 * root)
        middle = c1 / (2 * root)
        start = (acb(root * first - middle)).erf()
        return lambda x: at_first + half * ((root * x - middle).erf() - start)
    if lines.sign(p.c1) == 0:
        return lambda x: at_first + c0.exp() * (x - first)
    start = (c0 + c1 * first).exp() / c1
    return lambda x: at_first + (c0 + c1 * x).exp() / c1 - start


def _chance(e: Evaluator, event: Any, name: str, law: Any, env: Env) -> Number:
    """The probability of an interval, or of what is outside of one. A part without a value is perhaps never reached."""
    try:
        return _within_or_outside(e, event, name, law, env)
    except NoValue as reason:
        raise Undecided(f"an event of which a part has no value: {reason}") from None


def _within_or_outside(e: Evaluator, event: Any, name: str, law: Any, env: Env) -> Number:
    denied, parts = _interval(event)
    sides: dict[bool, list[tuple[Number, bool]]] = {True: [], False: []}
    for part in parts:
        upper, level, strictly = _half_line(e, part, name, law, env)
        sides[upper].append((level, strictly))
    if max(map(len, sides.values())) > 1 or not parts:
        raise Undecided("an event that is no interval")
    if not sides[False]:
        answer = _below(law, *sides[True][0])
    elif not sides[True]:
        answer = _above(law, *sides[False][0])
    else:
        (low, without_low), (high, without_high) = sides[False][0], sides[True][0]
        answer = n.maximum(ZERO, n.sub(_below(law, high, without_high), _below(law, low, not without_low)))
    return n.sub(ONE, answer) if denied else answer


def _interval(event: Any) -> tuple[bool, list[tuple[Any, str, Any]]]:
    """Whether the event is what is outside, and the comparisons that hold together inside."""
    kind = head(event)
    if kind in ("not", "any"):
        denied, parts = _interval(argument(event, 0) if kind == "not" else ["all", *(["not", part] for part in event[1:])])
        return not denied, parts
    if kind == "all":
        together: list[tuple[Any, str, Any]] = []
        for part in event[1:]:
            denied, parts = _interval(part)
            if denied and len(parts) != 1:
                raise Undecided("an event that is no interval")
            together += [(a, NEGATED[relation], b) for a, relation, b in parts] if denied else parts
        return False, together
    relation = word(argument(event, 1)) if kind == "compare" else ""
    if relation not in ORDERED:
        raise Undecided("the probability of this event under a density")
    left, right = argument(event, 0), argument(event, 2)
    if head(right) == "abs":
        left, relation, right = right, MIRRORED[relation], left
    if head(left) != "abs":
        return False, [(left, relation, right)]
    inner = relation if relation[0] == "<" else NEGATED[relation]
    return relation[0] == ">", [(left[1], inner, right), (left[1], MIRRORED[inner], ["mul", "-1", right])]


def _half_line(e: Evaluator, part: tuple[Any, str, Any], name: str, law: Any, env: Env) -> tuple[bool, Number, bool]:
    """Whether the number lies below a level, the level, and whether it is left out."""
    left, relation, right = part
    root = next((found for side in (left, right) for found in _roots(side, name)), None)
    if root is not None:
        left, right = (replaced(side, root, ["var", ["word", POWER]]) for side in (left, right))
        if name in mentions(left) | mentions(right) or not _not_negative(law):
            raise Undecided("an event of a power beside the number, or of a number that may be negative")
        name = POWER
    (a, b), (p, q) = affine(e, left, name, env), affine(e, right, name, env)
    slope = n.sub(b, q)
    way = lines.sign(slope)
    if way == 0:
        raise Undecided("an event that does not ask for the number")
    level = n.div(n.sub(p, a), slope)
    if root is not None:
        exponent = n.certainly_finite(e.number(argument(root, 1), env))
        if n.relations(exponent, ZERO) != {">"}:
            raise Undecided("an event of a falling power")
        level = -ONE if n.relations(level, ZERO) == {"<"} else n.power(level, n.inverse(exponent))
    return (relation[0] == "<") == (way > 0), level, len(relation) == 1


def _not_negative(law: Any) -> bool:
    """Whether a number with this law is at least 0."""
    if isinstance(law, Ranked | Line):
        line = law.law if isinstance(law, Ranked) else law
        least = line.parts[0][1][0].lo
        return len(line.parts) == 1 and (n.finite(least) and n.relations(least, ZERO) <= {">", "="})
    return n.relations(law.shift, ZERO) <= {">", "="}


def _roots(f: Any, name: str) -> list[Any]:
    if head(f) == "pow" and argument(f, 0) == ["var", ["word", name]]:
        return [f]
    return [found for part in f[1:] for found in _roots(part, name)] if isinstance(f, list) else []


def _below(law: Any, level: Number, strictly: bool) -> Number:
    """P(X <= level), or P(X < level)."""
    if isinstance(law, Poisson):
        return poisson.below(law, level, strictly)
    if isinstance(law, Line):
        return lines.cdf(law, level)
    if isinstance(law, Gamma):
        return _gamma("gamma_p", law, level)
    within = lines.cdf(law.law, level)
    beyond, copies = n.sub(ONE, within), Fraction(law.copies)
    if law.rank == law.copies:
        return n.power(within, copies)
    if law.rank == 1:
        return n.sub(ONE, n.power(beyond, copies))
    return n.sub(ONE, special.call("beta_incomplete", Fraction(law.copies - law.rank + 1), Fraction(law.rank), beyond))  # fewer than rank coordinates lie below


def _above(law: Any, level: Number, strictly: bool) -> Number:
    if isinstance(law, Gamma):
        return _gamma("gamma_q", law, level)
    return n.sub(ONE, _below(law, level, not strictly))


def _gamma(kind: str, law: Gamma, level: Number) -> Number:
    x = n.div(n.sub(level, law.shift), law.scale)
    if n.relations(x, ZERO) == {"<"}:
        return ZERO if kind == "gamma_p" else ONE
    return special.call(kind, law.shape, x)
