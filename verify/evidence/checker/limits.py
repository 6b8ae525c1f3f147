"""Limits by continuity or by what terms are for large values, derivatives by Taylor coefficients; each by the structure of the term alone."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from flint import arb

from verify.evidence.checker import numbers as n
from verify.evidence.checker import orders, slopes, sparse, special
from verify.evidence.checker.bottlenecks import least_largest
from verify.evidence.checker.formula import argument, entries, head, mentions, names, stated, text_of, word
from verify.evidence.checker.laws import Function
from verify.evidence.checker.membership import contains
from verify.evidence.checker.numbers import INFINITY, ONE, ZERO, NoValue, Number, Undecided
from verify.evidence.checker.tails import FAR, Tails, holds_far_out, limit_at_infinity, put
from verify.evidence.checker.truth import FALSE, TRUE, UNDECIDED, Env

if TYPE_CHECKING:
    from verify.evidence.checker.evaluate import Evaluator

CONTINUOUS: dict[str, Callable[..., Number]] = {
    "add": n.add,
    "mul": n.mul,
    "exp": n.exp,
    "erf": n.erf,
    "erfc": n.erfc,
    "abs": n.absolute,
    "max": n.maximum,
    "min": n.minimum,
}
"""Continuous on the extended reals wherever they have a value."""
BORDERED: dict[str, Callable[..., Number]] = {"log": n.log, "gamma": n.gamma, "hyp1f1": n.hyp1f1}
"""Continuous where an argument is positive."""
MOST_ORDERS = 60


def _place(e: Evaluator, f: Any, env: Env) -> tuple[str, Number, Env]:
    (pattern, at), *more = entries(f)
    if more or head(pattern) != "var":
        raise Undecided("a limit in several names")
    name = names(pattern)[0]
    return name, e.number(at, env), {key: value for key, value in env.items() if key != name}


def limit(e: Evaluator, f: Any, env: Env) -> Number:
    """The limit, which is then the upper and the lower limit too; or bounds of these, along points where a divergence behaves differently."""
    name, to, rest = _place(e, f, env)
    term = argument(f, 1)
    try:
        return _tends(e, term, name, to, rest)
    except (Undecided, NoValue):
        pass
    if n.is_point_infinite(to) > 0:
        try:
            return limit_at_infinity(e, term, name, rest)
        except Undecided:
            return sparse.limit(head(f), sparse.limits_along(e, term, name, rest))
    moving = argument(f, 0)[1][1]
    if n.is_point_infinite(to) < 0:
        return limit_at_infinity(e, put(term, name, ["mul", "-1", moving]), name, rest)
    if not isinstance(to, Fraction):
        raise Undecided("a limit that the structure of the term does not show")
    steps = [["add", str(to), ["mul", side, ["pow", moving, "-1"]]] for side in ("1", "-1")]
    found = []
    for step in steps:
        try:
            found.append(limit_at_infinity(e, put(term, name, step), name, rest))
        except NoValue:  # an end of the domain
            continue
    if not found:
        raise NoValue("a term without values near the point")
    if len(found) > 1 and n.relations(*found) != {"="}:
        raise Undecided("a limit that may differ from side to side")
    return found[0]


def eventually(e: Evaluator, p: Any, env: Env) -> str | None:
    """``exists a for all t > a: q``, a not in q: true where q holds for all large t, false where it fails for all large t. None for other statements."""
    over, inner = entries(p), argument(p, 1)
    if p[0] != "exists" or len(over) != 1 or head(over[0][0]) != "var" or head(inner) != "forall" or len(entries(inner)) != 1:
        return None
    (start, line), (pattern, half) = over[0], entries(inner)[0]
    if head(pattern) != "var" or head(line) != "interval" or head(half) != "interval":
        return None
    if line[1:3] != ["-oo", "oo"] or half[1:3] != [start, "oo"] or names(start)[0] in mentions(argument(inner, 1)):
        return None
    if word(argument(line, 3)) != "open" or word(argument(half, 3)) != "open":  # beyond oo there is nothing, and oo itself lies beyond all numbers
        return None
    name = names(pattern)[0]
    found = holds_far_out(e, argument(inner, 1), name, {key: value for key, value in env.items() if key != name})
    if found is None and e.truth(inner, {**env, names(start)[0]: FAR[0]}) == TRUE:
        return TRUE
    return UNDECIDED if found is None else TRUE if found else FALSE


def _positive(x: Number) -> bool:
    return n.relations(x, ZERO) == {">"}


def _tends(e: Evaluator, f: Any, name: str, to: Number, env: Env) -> Number:
    if name not in mentions(f):
        return e.number(f, env)
    kind = head(f)
    if kind == "var":
        return to
    far = n.is_point_infinite(to) > 0
    if kind in ("sup", "inf") and far:
        return _in_reciprocal(e, f, name, env)
    if kind in ("if", "apply") and far:
        return _far_out(e, f, name, env)
    if kind == "gaussian_level" and far and n.is_point_infinite(_tends(e, argument(f, 0), name, to, env)) > 0:
        return _far_out(e, f, name, env)
    if kind == "apply":
        function = e.value(argument(f, 0), env)
        at = _tends(e, argument(f, 1), name, to, env)
        if not isinstance(function, Function) or contains(e, function.where, at, {}) != TRUE:
            raise Undecided("a function at an end of its interval")
        return _tends(e, put(function.body, function.name, argument(f, 1)), name, to, env)
    if kind == "hockey_stick" and name not in mentions(argument(f, 0)) | mentions(argument(f, 1)):  # continuous in epsilon
        at = _tends(e, argument(f, 2), name, to, env)
        return e.number([*f[:3], ["var", ["word", "#at"]]], {**env, "#at": at})
    still = kind == "renyi" and far and name not in mentions(argument(f, 0)) | mentions(argument(f, 1))
    if still and orders.unfolded(e, f, env, Tails(e, name, env, 4).beyond_one(argument(f, 2))) is None:
        return INFINITY
    if kind == "mul" and far:
        cheapest = least_largest(e, f, name, env, lambda part: _tends(e, part, name, to, env))
        if cheapest is not None:
            return cheapest
    if kind not in (*CONTINUOUS, *BORDERED, "pow") and kind not in special.RULES:
        raise Undecided(f"the limit of {kind}")
    parts = [_tends(e, part, name, to, env) for part in f[1:]]
    if kind in CONTINUOUS:
        return CONTINUOUS[kind](*parts)
    if kind == "pow":
        base, exponent = parts
        if name in mentions(argument(f, 1)):
            inside = _positive(base) and n.finite(base) and n.finite(exponent)
        else:
            whole = isinstance(exponent, Fraction) and exponent.denominator == 1 and exponent >= 0
            inside = _positive(base) or (whole and n.finite(base))
        if not inside:
            raise Undecided("the limit of a power at the border of its domain")
        return n.power(base, exponent)
    if kind not in BORDERED:
        return _inside(e, f, parts, name if far else "", env)
    positive = parts[1] if kind == "hyp1f1" else parts[0]
    if not _positive(positive) or (kind != "log" and not all(n.finite(p) for p in parts)):
        raise Undecided(f"the limit of {kind} at the border of its domain")
    return BORDERED[kind](*parts)


def _inside(e: Evaluator, f: Any, parts: list[Number], name: str, env: Env) -> Number:
    """A special function at points of its domain, or at infinite ends where it has a limit: it is continuous there. One argument may be at an end of the
    domain that is approached from inside, which is looked at where ``name`` tends to oo."""
    kind, borders = head(f), 0
    for k, (part, (lo, hi, lo_in, hi_in)) in enumerate(zip(parts, special.RULES[kind].domain, strict=True), 1):
        b, end = n.ball(part), n.is_point_infinite(part)
        at_end = (end > 0 and hi == n.OO and hi_in) or (end < 0 and lo == n.MINUS_OO and lo_in)
        from_above = name and lo_in and lo == 0 and n.relations(part, ZERO) == {"="} and holds_far_out(e, ["compare", f[k], ["word", ">="], "0"], name, env)
        borders += bool(from_above)
        if borders > 1 or (not at_end and not from_above and not lo < b.lo <= b.hi < hi):
            raise Undecided(f"the limit of {kind} at the border of its domain")
    smooth = special.RULES[kind].smooth
    if smooth is not None and not smooth([n.ball(part) for part in parts]):
        raise Undecided(f"the limit of {kind} where it jumps")
    return special.call(kind, *parts)


def _in_reciprocal(e: Evaluator, f: Any, name: str, env: Env) -> Number:
    """The limit of an extremum in which x stands only in 1/x, as x tends to oo: with bounded slopes next to 1/x = 0 it is its value there."""
    inverse, small = ["pow", ["var", ["word", name]], "-1"], ["var", ["word", "#inverse"]]

    def turned(part: Any) -> Any:
        return small if part == inverse else [turned(x) for x in part] if isinstance(part, list) else part

    moved = turned(f)
    if name in mentions(moved) or not n.finite(slopes.along(e, moved, "#inverse", {**env, "#inverse": n.Ball(arb(0), arb(0.0625))})):
        raise Undecided(f"the limit of {head(f)}")
    return e.number(moved, {**env, "#inverse": ZERO})


def _far_out(e: Evaluator, f: Any, name: str, env: Env) -> Number:
    """Branches, functions and Gaussian levels at oo."""
    if head(f) == "if":
        answer = holds_far_out(e, argument(f, 0), name, env)
        if answer is None:
            answer = _by_limits(e, argument(f, 0), name, env)
        return _tends(e, argument(f, 1 if answer else 2), name, INFINITY, env)
    if head(f) == "apply":
        return _tends(e, Tails(e, name, env, 4).unfolded(f), name, INFINITY, env)
    epsilon, delta = argument(f, 0), argument(f, 1)
    if holds_far_out(e, ["all", ["compare", "0", ["word", "<"], delta], ["compare", delta, ["word", "<"], "1"]], name, env) is not True:
        raise Undecided("a Gaussian level at a delta that is not seen to lie between 0 and 1")
    # epsilon^2 / (-2 log delta_mu(epsilon)) tends to mu^2 for each mu, and delta_mu rises with mu
    quotient = ["mul", ["pow", epsilon, "2"], ["pow", ["mul", "-2", ["log", delta]], "-1"]]
    return n.power(limit_at_infinity(e, quotient, name, env), Fraction(1, 2))


def _by_limits(e: Evaluator, p: Any, name: str, env: Env) -> bool:
    """Whether a comparison holds for all large values, from limits of its sides that are certainly apart."""
    if head(p) == "compare" and word(argument(p, 1)) in ("<", "<=", ">", ">="):
        order = n.relations(*(_tends(e, argument(p, k), name, INFINITY, env) for k in (0, 2)))
        if order in ({"<"}, {">"}):
            return word(p[2])[0] in order
    raise Undecided("a condition that is undecided for large values")


# --- derivatives -----------------------------------------------------------------------------------------------------


def derivative(e: Evaluator, f: Any, env: Env) -> Number:
    """A derivative of whole order: k! times a Taylor coefficient."""
    name, at, rest = _place(e, f, env)
    k = e.whole(argument(f, 2), env)
    if k < 0:
        raise NoValue("a derivative of negative order")
    if k == 1 and isinstance(at, n.Ball) and not at.hi - at.lo < arb(2) ** -8 and (found := _over_range(e, argument(f, 1), name, at, rest)) is not None:
        return found
    if k > MOST_ORDERS or not n.finite(at):
        raise Undecided("a derivative of a high order, or at oo")
    if k and len(set(_ends(e, argument(f, 1), name, {**rest, name: at}))) > 1:
        raise Undecided("a derivative of functions that end there from different sides")
    sides = Side(1), Side(-1)
    right_series, left_series = (_taylor(e, argument(f, 1), name, at, k, rest, side) for side in sides)
    if sides[0].choices != sides[1].choices:
        for right, left in zip(right_series, left_series, strict=True):
            order = n.relations(right, left)
            if "=" not in order:
                raise NoValue("a derivative at a corner")
            if order != {"="}:
                raise Undecided("a derivative that may differ from side to side")
    return n.mul(Fraction(math.factorial(k)), right_series[k])


def _over_range(e: Evaluator, f: Any, name: str, at: Number, env: Env) -> Number | None:
    """The derivative of a special function of the name itself over a wide range: its partial derivative, evaluated where the function has a value; else None."""
    kind = head(f)
    if kind not in special.RULES or len(special.RULES[kind].slopes) != len(f) - 1:
        return None
    moving = [k for k, part in enumerate(f[1:]) if name in mentions(part)]
    if len(moving) != 1 or head(f[1 + moving[0]]) != "var" or special.RULES[kind].slopes[moving[0]] is None:
        return None
    inside = {**env, name: at}
    e.number(f, inside)
    with _known_by_formula():
        return e.number(_in_place(special.RULES[kind].slopes[moving[0]], f), inside)


@contextmanager
def _known_by_formula() -> Iterator[None]:
    """Where the formula of a slope has no value the slope may have one: Undecided."""
    try:
        yield
    except NoValue as reason:
        raise Undecided(f"a derivative where the formula of the slope has no value: {reason}") from None


def _ends(e: Evaluator, f: Any, name: str, inside: Env) -> Iterator[tuple[str, int]]:
    """The arguments at which a function is taken at an end of its interval, with the end: there it is differentiated from inside. Undecided where it is given at one point alone."""
    if not isinstance(f, list) or name not in mentions(f):
        return
    if f[0] == "apply":
        function = e.value(argument(f, 0), inside)
        where = stated(function.where) if isinstance(function, Function) else []
        if head(where) != "interval":
            raise Undecided("the derivative of a function on no interval")
        ends, x = [e.number(argument(where, k), {}) for k in (0, 1)], e.number(argument(f, 1), inside)
        if n.relations(*ends) != {"<"}:
            raise Undecided("the derivative of a function on one point")
        yield from ((text_of(f[2]), k) for k, end in enumerate(ends) if "=" in n.relations(x, end))
    for part in f[1:]:
        yield from _ends(e, part, name, inside)


@dataclass
class Side:
    """One side of a point, 1 or -1, with the answers that were found there: where arguments of abs, max and min meet, each side has a series of its own."""

    sign: int
    choices: list[bool] = field(default_factory=list)


def _taylor(e: Evaluator, f: Any, name: str, at: Number, k: int, env: Env, side: Side) -> list[Number]:
    """Coefficients 0 to k, next to the point."""
    if name not in mentions(f):
        return [e.number(f, env), *([ZERO] * k)]
    kind = head(f)
    if kind == "var":
        return [at, ONE, *([ZERO] * k)][: k + 1]
    if kind == "pow" and name in mentions(argument(f, 1)):
        raise Undecided("the Taylor series of a power whose exponent varies")
    if kind == "apply":
        function = e.value(argument(f, 0), env)
        inside = {**env, name: at}
        if len(f) != 3 or not isinstance(function, Function) or function.captured or contains(e, function.where, e.value(f[2], inside), {}) != TRUE:
            raise Undecided("the Taylor series of a function outside its interval, or of one with values of other names")
        return _taylor(e, put(function.body, function.name, f[2]), name, at, k, env, side)
    parts = [_taylor(e, part, name, at, k, env, side) for part in (f[1:2] if kind == "pow" else f[1:])]
    if kind == "add":
        return [n.add(*column) for column in zip(*parts, strict=True)]
    if kind == "abs":
        return parts[0] if _above(parts[0], side) else [n.neg(c) for c in parts[0]]
    if kind in ("max", "min"):
        return _taylor_extreme(kind, parts, side)
    if kind == "mul":
        result = parts[0]
        for part in parts[1:]:
            result = _convolved(result, part)
        return result
    x = parts[0]
    if kind == "exp":  # y' = x' y
        return _taylor_exp(x, k)
    if kind == "log" and _positive(x[0]):  # x y' = x'
        return _taylor_log(x, k)
    if kind == "pow":
        return _taylor_power(x, e.number(argument(f, 1), env))
    if kind in ("erf", "erfc"):  # y' = -+ 2/root pi exp(-x^2) x'
        rises: list[Any] = [["mul", "2" if kind == "erf" else "-2", ["pow", ["pi"], "-1/2"], ["exp", ["mul", "-1", argument(f, 0), argument(f, 0)]]]]
    elif kind in special.RULES and None not in special.RULES[kind].slopes and len(special.RULES[kind].slopes) == len(parts):
        rises = [_in_place(slope, f) for slope in special.RULES[kind].slopes]
    else:
        raise Undecided(f"the Taylor series of {kind}")
    found = [e.number(f, {**env, name: at}), *([ZERO] * k)]
    smooth = special.RULES[kind].smooth if kind in special.RULES else None
    if smooth is not None and not smooth([n.ball(part[0]) for part in parts]):
        raise Undecided(f"the Taylor series of {kind} where it jumps")
    for rise, inner in zip(rises, parts, strict=True):
        if k and any(c != 0 for c in inner[1:]):
            with _known_by_formula():
                steep = _taylor(e, rise, name, at, k - 1, env, side)
            for m in range(1, k + 1):
                found[m] = n.add(found[m], *(n.mul(Fraction(j, m), inner[j], steep[m - j]) for j in range(1, m + 1)))
    return found


def _taylor_extreme(kind: str, parts: list[list[Number]], side: Side) -> list[Number]:
    """Coefficients of the largest or the least of some series, next to the point."""
    best = parts[0]
    for x in parts[1:]:
        if _above([n.sub(a, b) for a, b in zip(x, best, strict=True)], side) == (kind == "max"):
            best = x
    return best


def _taylor_log(x: list[Number], k: int) -> list[Number]:
    """Coefficients of the logarithm of a series."""
    found = [n.log(x[0])]
    for m in range(1, k + 1):
        rest = [n.mul(Fraction(-j, m), found[j], x[m - j]) for j in range(1, m)]
        found.append(_divided([x[m], *rest], x[0]))
    return found


def _taylor_exp(x: list[Number], k: int) -> list[Number]:
    """Coefficients of the exponential of a series."""
    found = [n.exp(x[0])]
    for m in range(1, k + 1):
        found.append(_divided([n.mul(Fraction(j), x[j], found[m - j]) for j in range(1, m + 1)], Fraction(m)))
    return found


def _above(series: list[Number], side: Side) -> bool:
    """Whether a function is at least 0 next to the point, on one side of it, as far as its coefficients tell: the first that is not 0 decides."""
    for m, coefficient in enumerate(series):
        order = n.relations(coefficient, ZERO)
        if order == {"="}:
            continue
        if len(order) > 1:
            raise Undecided("a corner where the sign is unknown")
        side.choices.append((order == {">"}) == (side.sign > 0 or m % 2 == 0))
        return side.choices[-1]
    return True


def _in_place(slope: Any, f: Any) -> Any:
    """A formula of a derivative with the function's own arguments, and the function for its value."""
    for k, part in enumerate(f[1:]):
        slope = put(slope, f"#{k}", part)
    return put(slope, "#value", f)


def _taylor_power(x: list[Number], exponent: Number) -> list[Number]:
    if isinstance(exponent, Fraction) and exponent.denominator == 1 and 0 <= exponent <= MOST_ORDERS:
        result: list[Number] = [ONE, *([ZERO] * (len(x) - 1))]
        for _ in range(int(exponent)):
            result = _convolved(result, x)
        return result
    if not _positive(x[0]):
        raise Undecided("the Taylor series of a power at 0")
    found = [n.power(x[0], exponent)]
    for m in range(1, len(x)):  # x y' = exponent x' y
        terms = [
            n.mul(n.sub(n.mul(exponent, Fraction(j, m)), Fraction(m - j, m)), x[j], found[m - j])
            for j in range(1, m + 1)
        ]
        found.append(_divided(terms, x[0]))
    return found


def _convolved(a: list[Number], b: list[Number]) -> list[Number]:
    return [n.add(ZERO, *(n.mul(a[j], b[m - j]) for j in range(m + 1))) for m in range(len(a))]


def _divided(terms: list[Number], by: Number) -> Number:
    return n.div(n.add(ZERO, *terms), by)


LIMITS = {"limit": limit, "limsup": limit, "liminf": limit, "derivative": derivative}
