"""Rules for numbers and binders: one for each head."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from flint import ctx

from verify.evidence.checker import couplings, graphs, independent, laws, lines, sequences, special, transport
from verify.evidence.checker import numbers as n
from verify.evidence.checker.covering import every_member_valued, extremum, reaches_infinity, with_members
from verify.evidence.checker.folds import combination
from verify.evidence.checker.formula import (
    MIRRORED,
    Malformed,
    argument,
    contains_head,
    entries,
    head,
    items,
    mentions,
    names,
    optional,
    same,
    stated,
    text_of,
    word,
)
from verify.evidence.checker.half_lines import largest_divergence
from verify.evidence.checker.iterations import Iteration
from verify.evidence.checker.laws import Event, Family, Finite, Line, Point, Row
from verify.evidence.checker.monotone import attained
from verify.evidence.checker.numbers import Ball, NoValue, Number, Undecided
from verify.evidence.checker.quantiles import turning_point, value_of_nothing
from verify.evidence.checker.truth import FALSE, NO_VALUE, TRUE, UNDECIDED, Env

if TYPE_CHECKING:
    from verify.evidence.checker.evaluate import Evaluator


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


def _var(e: Evaluator, f: Any, env: Env) -> Any:
    name = names(f)[0]
    if name not in env:
        raise Malformed(f"the name {name} is not bound")
    return env[name]


def _numbers(function: Callable[..., Any]) -> Callable[[Evaluator, Any, Env], Any]:
    return lambda e, f, env: function(*(e.number(a, env) for a in f[1:]))


def _special(e: Evaluator, f: Any, env: Env) -> Any:
    e.budget.spend(20)
    if f[0] == "gaussian_level" and head(argument(f, 1)) == "gaussian_profile":
        epsilon, at, mu = (e.number(x, env) for x in (f[1], f[2][1], argument(f[2], 1)))
        known = n.finite(epsilon) and n.relations(epsilon, n.ZERO) <= {">", "="} and n.finite(mu) and n.relations(mu, n.ZERO) == {">"}
        if known and (same(f[1], f[2][1]) or n.relations(epsilon, at) == {"="}):
            return mu  # the profile rises in mu, and the level is its inverse
    if f[0] in special.OF_PI and mentions(f) and (share := over_pi(argument(f, 0))) is not None:
        return special.call(special.OF_PI[f[0]], e.number(share, env))
    return special.call(f[0], *(e.number(a, env) for a in f[1:]))


def over_pi(f: Any) -> Any:
    """A sum or product with pi in every term, without that factor; None for other formulas."""
    kind = head(f)
    if f == "0" or kind == "pi":
        return f if f == "0" else "1"
    if kind == "add":
        parts = [over_pi(part) for part in f[1:]]
        return None if None in parts else ["add", *parts]
    if kind == "mul":
        for k, part in enumerate(f[1:], 1):
            if (share := over_pi(part)) is not None:
                return [*f[:k], share, *f[k + 1:]]
    return None


def _add(e: Evaluator, f: Any, env: Env) -> Any:
    """A sum of numbers, or of points with as many coordinates each."""
    parts = [e.value(a, env) for a in f[1:]]
    if not any(isinstance(x, Point) for x in parts):
        return n.add(*map(_number, _without_opposites(f, parts)))
    total = parts[0]
    for part in parts[1:]:
        total = laws.shift_point(total, part)
    return total


def _without_opposites(f: Any, parts: list[Any]) -> list[Any]:
    """The parts of a sum without a finite number and minus the same one, which an enclosure would blur."""
    for k, part in enumerate(f[1:]):
        if isinstance(parts[k], Ball) and isinstance(part, list) and part[0] == "mul" and part[1] == "-1" and len(part) == 3 and not n.may_be_infinite(parts[k]):
            other = next((j for j, one in enumerate(f[1:]) if one == part[2]), None)
            if other is not None:
                kept = [x for j, x in enumerate(parts) if j not in (k, other)]
                return kept or [n.ZERO]
    return parts


def _mul(e: Evaluator, f: Any, env: Env) -> Any:
    """A product of numbers, of which one may be a point instead: then each coordinate is multiplied."""
    parts = [e.value(a, env) for a in f[1:]]
    points = [x for x in parts if isinstance(x, Point)]
    if len(points) > 1:
        raise NoValue("a product of points")
    ratio = _exact_ratio(e, f, parts, env)
    factor = n.mul(*(_number(x) for x in parts if not isinstance(x, Point))) if ratio is None else ratio
    return _stretched(factor, points[0]) if points else factor


def _exact_ratio(e: Evaluator, f: Any, parts: list[Any], env: Env) -> Fraction | None:
    """The product of numbers of which one is 1/t, where the exact form of the others is a fraction of that of t; else None."""
    inverted = [k for k, part in enumerate(f[1:]) if head(part) == "pow" and argument(part, 1) == "-1"]
    if len(inverted) != 1 or len(parts) < 2 or not all(isinstance(x, Ball) for x in (parts[inverted[0]],)) or parts[inverted[0]].form is not None:
        return None
    others = [x for k, x in enumerate(parts) if k != inverted[0]]
    if not all(isinstance(x, Fraction | Ball) and n.form_of(x) is not None for x in others):
        return None
    above = n.form_of(n.mul(*others))
    below = n.form_of(e.number(argument(f[1 + inverted[0]], 0), env)) if above else None
    if not above or not below or above.keys() != below.keys():
        return None
    key = next(iter(above))
    share = above[key] / below[key]
    return share if all(above[k] == share * below[k] for k in above) else None


def _stretched(factor: Number, x: Any) -> Any:
    return Point(_stretched(factor, part) for part in x) if isinstance(x, Point) else n.mul(factor, _number(x))


def _number(x: Any) -> Number:
    if not isinstance(x, Fraction | Ball):
        raise NoValue("a number is needed")
    return x


def _if(e: Evaluator, f: Any, env: Env) -> Any:
    answer = e.truth(argument(f, 0), env)
    if answer == NO_VALUE:
        raise NoValue("a condition has no value")
    if answer == UNDECIDED and not e.valued(argument(f, 0), env):
        raise Undecided("a condition that may have no value")
    if answer == UNDECIDED:
        return n.hull(_cases(e, f, env))
    return e.value(argument(f, 1 if answer == TRUE else 2), env)


def _cases(e: Evaluator, f: Any, env: Env) -> list[Number]:
    """The values of both branches where it is not known which is live; one without a value says nothing about the whole then, unless neither has one."""
    found: list[Number] = []
    for k in (1, 2):
        try:
            found.append(_in_case(e, argument(f, 0), k == 1, argument(f, k), env))
        except NoValue:
            continue
    if len(found) == 1:
        raise Undecided("a branch without a value, where it is not known which one is live")
    if not found:
        raise NoValue("neither branch has a value")
    return found


def _in_case(e: Evaluator, condition: Any, holds: bool, f: Any, env: Env) -> Number:
    """A number where a condition holds, or fails: a comparison of a formula with a number says where the formula lies then."""
    before = list(e.assumed)
    if head(condition) == "compare" and isinstance(condition[3], str) and not isinstance(condition[1], str):
        relation = word(argument(condition, 1)) if holds else {"<": ">=", "<=": ">", ">": "<=", ">=": "<"}.get(word(argument(condition, 1)), "")
        bound = n.ball(e.number(condition[3], env))
        if relation in ("<", "<="):
            e.assumed.append((text_of(condition[1]), env, Ball(n.MINUS_OO, bound.hi, False, relation == "<")))
        elif relation in (">", ">="):
            e.assumed.append((text_of(condition[1]), env, Ball(bound.lo, n.OO, relation == ">", False)))
    try:
        return e.number(f, env)
    finally:
        e.assumed = before


def _extremum(e: Evaluator, f: Any, env: Env) -> Any:
    upward = f[0] == "sup"
    term, where, _floor = argument(f, 1), optional(f, 2), optional(f, 3)
    try:
        spaces = list(e.assignments(entries(f), env, term, where))
    except Undecided:
        found = _at_once(e, f, env, upward, term)
        if found is not None:
            return found
        if reaches_infinity(e, f, env) and not every_member_valued(e, f, env):
            raise Undecided("a member at infinity that may have no value") from None
        end = attained(e, f, env)
        if end is not None:
            e.witness(f, env)  # a stored member decides nothing here, but it must be one
            return e.number(term, end)
        for rule in (extremum, largest_divergence, turning_point):
            found = rule(e, f, env)
            if found is not None:
                e.witness(f, env)  # the same holds here
                return found
        witness = e.witness(f, env)
        inside = [witness] if witness is not None else _closed_ends(e, f, env)
        inside = [inner for inner in inside if where is None or e.truth(where, inner) == TRUE]
        if not inside:
            raise
        reached = [e.number(term, inner) for inner in inside]  # NoValue, where one of these members has none
        if not every_member_valued(e, f, env):
            raise Undecided("a member that may have no value") from None
        e.notes.add("every member of an infinite family has a value")
        e.bracketed = True
        b = n.ball((n.maximum if upward else n.minimum)(*reached))
        return Ball(b.lo, n.OO, b.lo_open) if upward else Ball(n.MINUS_OO, b.hi, False, b.hi_open)
    e.witness(f, env)  # over a finite set a stored member decides nothing, but it must be one
    key = (id(f), id(env), ctx.prec, e.budget.cells, e.strict)
    if e.assumed or key not in e.extrema:  # the formula and the names are kept, so that their ids stay their own
        e.extrema[key] = f, env, _over_members(e, f, env, spaces)
    return e.extrema[key][2]


def _at_once(e: Evaluator, f: Any, env: Env, upward: bool, term: Any) -> Any:
    """An extremum over an infinite set that needs no bound of the term; None where none of the ways serves."""
    if _over_nothing(e, f, env):
        return value_of_nothing(e, f, env)
    if _constant(e, f, env):
        e.witness(f, env)  # a stored member decides nothing here, but it must be one
        return e.number(term, env)
    constant = couplings.left_out(e, f, env)
    if constant is not None:
        return e.number(constant, env)
    endless = _endless(e, f, env)
    if endless is not None:
        e.witness(f, env)  # the same holds here
        return endless
    plainer = _plainer(e, f, env)
    if plainer is not None:
        e.witness(f, env)  # the same holds here
        return _in_place_of(e, f, plainer, env)
    moved = None if upward else couplings.transported(e, f, env, bind)
    if moved is not None:
        return moved


def _plainer(e: Evaluator, f: Any, env: Env) -> Any:
    """An extremum with the same value: without a restriction that all members meet, over the one number that a restriction names, or without names that are used nowhere; else None.

    The names are those of numbers, and a name that is left out has a range with members.
    """
    over, term, where = entries(f), argument(f, 1), optional(f, 2)
    places = [stated(place) for _, place in over]
    own = [names(pattern)[0] for pattern, _ in over if head(pattern) == "var"]
    if len(own) != len(over) or len(set(own)) != len(own) or any(head(place) not in ("interval", "integers") for place in places):
        return None
    for k, name in enumerate(own):
        rest = [*over[:k], *over[k + 1 :]]
        used = mentions(term) | (set() if where is None else mentions(where)) | {x for _, place in rest for x in mentions(place)}
        if rest and name not in used and not mentions(places[k]) & set(own) and with_members(e, places[k], env):
            return [f[0], ["()", *(["()", pattern, place] for pattern, place in rest)], *f[2:]]
    if where is None or any(contains_head(where, kind) for kind in ("sup", "inf")):
        return None  # what is dear is asked once, on the members
    inside = dict(env)
    for name, place in zip(own, places, strict=True):
        ends = [n.ball(e.number(argument(place, k), inside)) for k in (0, 1)]
        opened = [head(place) == "interval" and word(argument(place, k)) == "open" for k in (2, 3)]
        if not ends[0].lo <= ends[1].hi:
            return None
        inside[name] = Ball(ends[0].lo, ends[1].hi, opened[0], opened[1])
    if e.truth(where, inside) == TRUE:
        return [*f[:3], None, *f[4:]]
    if len(own) == 1:
        parts = where[1:] if head(where) == "all" else [where]
        for k, part in enumerate(parts):
            narrower = _narrower(e, places[0], part, own[0], env)
            if narrower is not None:
                rest = [*parts[:k], *parts[k + 1 :]]
                return [f[0], ["()", ["()", over[0][0], narrower]], f[2], ["all", *rest] if rest else None, *f[4:]]
        for part in parts:
            value = _named_number(e, part, own[0], env)
            if value is not None:
                answer = e.truth(["member", value, places[0]], env)
                return None if answer not in (TRUE, FALSE) else [f[0], ["()", ["()", over[0][0], ["one_of", *([value] if answer == TRUE else [])]]], *f[2:]]
    return None


def _endless(e: Evaluator, f: Any, env: Env) -> Number | None:
    """oo or -oo, where an extremum is one of a finite affine term on a half-line on which it grows, or falls, without end; else None."""
    over, term = entries(f), argument(f, 1)
    if len(over) != 1 or head(over[0][0]) != "var" or optional(f, 2) is not None:
        return None
    (name,), place = names(over[0][0]), stated(over[0][1])
    if head(place) not in ("interval", "integers") or name not in mentions(term):
        return None
    lo, hi = (argument(place, k) for k in (0, 1))
    if head(place) == "interval" and any(end in ("oo", "-oo") and word(argument(place, k)) == "closed" for k, end in ((2, lo), (3, hi))):
        return None
    try:
        level, slopes = combination(e, term, [name], env)
        finite = all(end in ("oo", "-oo") or n.finite(e.number(end, env)) for end in (lo, hi))
    except (NoValue, Undecided):
        return None
    slope = slopes.get(name, n.ZERO)
    if not (finite and n.finite(level) and n.finite(slope)) or n.relations(slope, n.ZERO) not in ({"<"}, {">"}) or lo == "oo" or hi == "-oo":
        return None
    far = hi if (f[0] == "sup") == (n.relations(slope, n.ZERO) == {">"}) else lo
    if far not in ("oo", "-oo"):
        return None
    return n.INFINITY if f[0] == "sup" else n.MINUS_INFINITY


def _narrower(e: Evaluator, place: Any, p: Any, name: str, env: Env) -> Any:
    """The part of an interval on which the bare name stands on one side of a fraction; None for another condition, or where it leaves the interval as it is."""
    relation, value = _bare(e, p, name, env)
    if head(place) != "interval" or relation not in ("<", "<=", ">", ">=") or value is None:
        return None
    k = 0 if relation[0] == ">" else 1
    if n.relations(e.number(argument(place, k), env), value) != ({"<"} if k == 0 else {">"}):
        return None
    new = ["word", "open" if relation in ("<", ">") else "closed"]
    return ["interval", str(value), place[2], new, place[4]] if k == 0 else ["interval", place[1], str(value), place[3], new]


def _named_number(e: Evaluator, p: Any, name: str, env: Env) -> str | None:
    """The fraction that an equation says a name is; None for another proposition, or another number."""
    relation, value = _bare(e, p, name, env)
    return str(value) if relation == "==" and value is not None else None


def _bare(e: Evaluator, p: Any, name: str, env: Env) -> tuple[str, Fraction | None]:
    """How a comparison says that the bare name stands to a fraction, and that fraction; None for it where the proposition is another, or the other side is no fraction or has no value."""
    variable = ["var", ["word", name]]
    if head(p) != "compare" or variable not in (p[1], p[3]):
        return "", None
    relation = word(argument(p, 1))
    other, relation = (argument(p, 2), relation) if p[1] == variable else (p[1], MIRRORED.get(relation, ""))
    if name in mentions(other):
        return relation, None
    try:
        value = e.number(other, env)
    except NoValue:  # such a condition makes nothing a member
        return relation, None
    return relation, value if isinstance(value, Fraction) else None


def _in_place_of(e: Evaluator, f: Any, plainer: Any, env: Env) -> Number:
    """The value of a formula that stands for an extremum, in whatever comparison this stands."""
    before = e.aim
    if before is not None and before[0] is f:
        e.aim = plainer, before[1]
    if id(f) in e.witnesses:
        kept = {name for pattern, _ in entries(plainer) for name in names(pattern)}
        e.witnesses[id(plainer)] = {name: value for name, value in e.witnesses[id(f)].items() if name in kept}
    try:
        return e.number(plainer, env)
    finally:
        e.aim = before
        e.witnesses.pop(id(plainer), None)
        e.used.discard(id(plainer))


def _over_nothing(e: Evaluator, f: Any, env: Env) -> bool:
    """Whether the condition of an extremum is false whatever its names are, or one of its ranges is empty; ends that hang on its own names are not looked at."""
    own = {name for pattern, _ in entries(f) for name in names(pattern)}
    places = [stated(where) for _, where in entries(f)]
    if any(head(place) not in ("interval", "integers") or mentions(place) & own for place in places):
        return False
    where, nothing = optional(f, 2), False
    for place in places:
        lo, hi = (e.number(argument(place, k), env) for k in (0, 1))  # NoValue, where an end has none
        if head(place) == "integers":
            nothing = nothing or (isinstance(lo, Fraction) and isinstance(hi, Fraction) and math.ceil(lo) > math.floor(hi))
        else:
            closed = word(argument(place, 2)) == word(argument(place, 3)) == "closed"
            nothing = nothing or n.relations(lo, hi) <= ({">"} if closed else {">", "="})
    return nothing or (where is not None and not mentions(where) & own and e.truth(where, env) == FALSE)


def _constant(e: Evaluator, f: Any, env: Env) -> bool:
    """Whether an extremum is one of a term that mentions none of its names, over half-lines or lines of all numbers or integers, and what restricts it is true whatever they are."""
    own = {name for pattern, _ in entries(f) for name in names(pattern)}
    where = optional(f, 2)
    if mentions(argument(f, 1)) & own or (where is not None and (mentions(where) & own or e.truth(where, env) != TRUE)):
        return False
    ends = [(place[1], place[2]) for place in (stated(where) for _, where in entries(f)) if head(place) in ("interval", "integers")]
    plain = [all(isinstance(end, str) for end in pair) and "oo" in (pair[1], pair[0].removeprefix("-")) and pair[0] != "oo" and pair[1] != "-oo" for pair in ends]
    return len(ends) == len(entries(f)) and all(plain)


def _over_members(e: Evaluator, f: Any, env: Env, spaces: list[Env]) -> Number:
    upward = f[0] == "sup"
    term, where = argument(f, 1), optional(f, 2)
    found: list[Number] = []
    doubtful: list[Number] = []
    for inner in spaces:
        answer = TRUE if where is None else e.truth(where, inner)
        if answer == TRUE:
            found.append(e.number(term, inner))
        elif answer == UNDECIDED:
            try:
                doubtful.append(e.number(term, inner))
            except NoValue:
                raise Undecided("an extremum with a term without a value at what is not known to be a member") from None
    empty = value_of_nothing(e, f, env)
    best = n.maximum if upward else n.minimum
    certain = best(*found) if found else empty
    return n.hull([certain, best(certain, *doubtful), *doubtful]) if doubtful else certain


def _sum(e: Evaluator, f: Any, env: Env) -> Any:
    total = n.add(*_terms(e, f, env, n.ZERO))
    return _common_factor(e, f, env, total) if isinstance(total, Ball) and not n.finite(total) else total


def _common_factor(e: Evaluator, f: Any, env: Env, total: Ball) -> Number:
    """A sum whose terms are multiples of one finite number, as the multiple that it is; else the enclosure that is known."""
    own = {name for pattern, _ in entries(f) for name in names(pattern)}
    factors = argument(f, 1)[1:] if head(argument(f, 1)) == "mul" else [argument(f, 1)]
    common = [part for part in factors if not mentions(part) & own]
    if not common or optional(f, 2) is not None:
        return total
    factor = n.mul(*(e.number(part, env) for part in common))
    multiples = [n.mul(*(e.number(part, inner) for part in factors if mentions(part) & own)) for inner in e.each_once(entries(f), env)]
    if n.may_be_infinite(factor) or not all(isinstance(x, Fraction) for x in multiples):
        return total
    return n.mul(n.add(n.ZERO, *multiples), factor)


def _closed_ends(e: Evaluator, f: Any, env: Env) -> list[Env]:
    """The finite ends that belong to the interval of the only bound name: members that need not be stored."""
    over = entries(f)
    if len(over) != 1 or head(over[0][0]) != "var":
        return []
    (pattern, where) = over[0]
    where = stated(where)
    if head(where) != "interval":
        return []
    ends = [e.number(argument(where, k), env) for k in (0, 1)]
    closed = [word(argument(where, k)) == "closed" for k in (2, 3)]
    order = n.relations(*ends)
    if not order <= {"<", "="} or ("=" in order and not all(closed)):
        return []  # perhaps no members
    return [bind(pattern, end, env) for end, is_closed in zip(ends, closed, strict=True) if is_closed and n.finite(end)]


def _prod(e: Evaluator, f: Any, env: Env) -> Any:
    return n.mul(*_terms(e, f, env, n.ONE))


def _terms(e: Evaluator, f: Any, env: Env, neutral: Number) -> Iterator[Number]:
    """What is added or multiplied; where a restriction has no value, there is no member, and where it is open, there is perhaps none."""
    for inner in e.each_once(entries(f), env):
        answer = TRUE if optional(f, 2) is None else e.truth(f[3], inner)
        if answer == UNDECIDED:
            try:
                yield n.hull([neutral, e.number(argument(f, 1), inner)])
            except NoValue:
                raise Undecided("a term without a value at what is not known to be a member") from None
        elif answer == TRUE:
            yield e.number(argument(f, 1), inner)


def _draws(e: Evaluator, over: list[tuple[Any, Any]], env: Env) -> Any:
    """Weighted environments of names drawn from finite laws."""
    if not over:
        yield n.ONE, env
        return
    (pattern, where), rest = over[0], over[1:]
    law = e.law(where, env)
    if not isinstance(law, Finite):
        raise Undecided("an expectation over a distribution that is not finite")
    for point, w in law.weights:
        for v, inner in _draws(e, rest, bind(pattern, point, env)):
            e.budget.spend()
            yield w * v, inner


def _by_statistics(e: Evaluator, f: Any, env: Env) -> Any:
    """The value by statistics of independent coordinates; None where there is none, and the points are perhaps few enough to go through."""
    try:
        return independent.reduced(e, f, env)
    except Undecided:
        return None


def _expect(e: Evaluator, f: Any, env: Env) -> Any:
    by_statistics = _by_statistics(e, f, env)
    if by_statistics is not None:
        return by_statistics
    exponential = _exponential_mean(e, f, env)
    if exponential is not None:
        return exponential
    power = _power_mean(e, f, env)
    if power is None:
        power = independent.of_one(e, f, env)
    if power is not None:
        return power
    return n.add(*(n.mul(w, e.number(argument(f, 1), inner)) for w, inner in _draws(e, entries(f), env)))


def _exponential_mean(e: Evaluator, f: Any, env: Env) -> Number | None:
    """E exp(a + b x + c y + ...) for independent x, y, ... of which one has a density: a product of integrals."""
    over, term = entries(f), argument(f, 1)
    drawn = [name for pattern, _ in over for name in names(pattern)]
    if head(term) != "exp" or any(head(pattern) != "var" or mentions(where) & set(drawn) for pattern, where in over):
        return None
    found = [e.law(where, env) for _, where in over]
    if not any(isinstance(law, Line) for law in found):
        return None
    free = {key: value for key, value in env.items() if key not in drawn}
    level, slopes = combination(e, argument(term, 0), drawn, free)
    result = n.exp(level)
    for name, law in zip(drawn, found, strict=True):
        result = n.mul(result, lines.exponential_moment(laws.line(law), slopes.get(name, n.ZERO)))
    return result


def _power_mean(e: Evaluator, f: Any, env: Env) -> Number | None:
    """E x^k for whole k and one x whose law has a density."""
    over, term = entries(f), argument(f, 1)
    if len(over) != 1 or head(term) != "pow" or argument(term, 0) != over[0][0]:
        return None
    law = e.law(over[0][1], env)
    if not isinstance(law, Line):
        return None
    name = names(over[0][0])[0]
    k = e.number(argument(term, 1), {key: value for key, value in env.items() if key != name})
    if name in mentions(argument(term, 1)) or not isinstance(k, Fraction) or k.denominator != 1 or not 0 <= k <= 40:
        return None
    return lines.moment_between(law, n.MINUS_INFINITY, n.INFINITY, int(k))


def _chance_under_density(e: Evaluator, f: Any, env: Env) -> Number | None:
    """By one comparison of affine terms, or else by an interval; None under a law that is finite."""
    several = independent.of_several(e, f, env)
    if several is not None:
        return several
    try:
        known = graphs.probability(e, f, env)
    except Undecided:
        known = independent.of_one(e, f, env)
        if known is None:
            raise
        return known
    return independent.of_one(e, f, env) if known is None else known


def _prob(e: Evaluator, f: Any, env: Env) -> Any:
    over, event = entries(f), argument(f, 1)
    by_statistics = _by_statistics(e, f, env)
    if by_statistics is not None:
        return by_statistics
    smooth = _chance_under_density(e, f, env)
    if smooth is not None:
        return smooth
    total, doubt = n.ZERO, n.ZERO
    for w, inner in _draws(e, over, env):
        answer = e.truth(event, inner)
        if answer == NO_VALUE:
            raise NoValue("an event without a value")
        total += w if answer == TRUE else 0
        doubt += w if answer == UNDECIDED else 0
    return n.hull([total, total + doubt]) if doubt else total


def _norm(e: Evaluator, f: Any, env: Env) -> Any:
    return transport.norm(e.value(argument(f, 0), env), e.number(argument(f, 1), env))


def _item(e: Evaluator, f: Any, env: Env) -> Any:
    whole, k = e.value(argument(f, 0), env), e.whole(argument(f, 1), env)
    return sequences.term(e, whole, k) if sequences.is_sequence(whole) else laws.coordinate(whole, k)


def _size(e: Evaluator, f: Any, env: Env) -> Any:
    value = e.value(argument(f, 0), env)
    if isinstance(value, Row):
        return Fraction(sum(1 for record in value if record is not None))
    if isinstance(value, Point | Family | Event):
        return Fraction(len(value))
    if isinstance(value, Iteration):
        return Fraction(len(value.steps))
    if isinstance(value, Fraction | Ball):
        return Fraction(1)  # a point with one coordinate
    if sequences.is_sequence(value):
        return n.INFINITY
    raise NoValue("the size of something that has none")


TERMS: dict[str, Callable[[Evaluator, Any, Env], Any]] = {
    "var": _var,
    "pi": lambda e, f, env: n.pi(),
    "add": _add,
    "mul": _mul,
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
    "prod": _prod,
    "recursion": sequences.recursion(bind),
    "periodic": sequences.periodic,
    **dict.fromkeys(special.RULES, _special),
}
