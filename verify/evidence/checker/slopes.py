"""Derivatives of a term along one number, enclosed over a range: forward differentiation of what the term is made of.

Where the term has corners (``max``, ``min``, ``abs``) the slopes of both sides are covered, and the mean value theorem still holds. An extremum over a set that
does not move changes between two numbers by as much as its best member at either does: it has the slopes of the members that are not seen to be beaten.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from verify.evidence.checker import numbers as n
from verify.evidence.checker import special
from verify.evidence.checker.formula import argument, entries, head, mentions, names, optional
from verify.evidence.checker.numbers import Ball, NoValue, Number, Undecided
from verify.evidence.checker.pieces import ball_of, inside, interval
from verify.evidence.checker.truth import FALSE, TRUE, Env

if TYPE_CHECKING:
    from verify.evidence.checker.evaluate import Evaluator

FOLDS: dict[str, Callable[..., Number]] = {
    "add": n.add, "mul": n.mul, "max": n.maximum, "min": n.minimum, "abs": n.absolute, "pow": n.power, "exp": n.exp, "log": n.log,
}
ARITHMETIC = frozenset(FOLDS)
MOST_CUTS = 32
"""Cuts of the set of an extremum in search of its slopes; three times as many where a slope is not bounded yet."""


def enclosed(e: Evaluator, f: Any, name: str, lo: Fraction, hi: Fraction, env: Env) -> Ball | None:
    """The values on [lo, hi] by the slope there and the value at an inner point or at the ends; None where no slope is seen."""
    whole = Ball(n.exact(lo).lower(), n.exact(hi).upper())
    try:
        slope = along(e, f, name, {**env, name: whole})
        if not n.finite(slope):
            return None
        if slope.lo >= 0 or slope.hi <= 0:
            first, last = (n.ball(e.number(f, {**env, name: x})) for x in ((lo, hi) if slope.lo >= 0 else (hi, lo)))
            return Ball(first.lo, last.hi)
        inner = lo + (hi - lo) / 2
        reach = Ball(n.exact(lo - inner).lower(), n.exact(hi - inner).upper())
        return n.ball(n.add(e.number(f, {**env, name: inner}), n.mul(slope, reach)))
    except (NoValue, Undecided, ZeroDivisionError):
        return None


def along(e: Evaluator, f: Any, name: str, env: Env) -> Ball:
    """The slopes of the term over the range that the name has in the environment. Raises Undecided where no slope is seen."""
    return n.ball(_Along(e, name).slope(f, env))


class _Along:
    """Slopes along one name."""

    def __init__(self, e: Evaluator, name: str) -> None:
        self.e, self.name = e, name
        self.values: dict[tuple[int, int], tuple[Any, Env, Number]] = {}

    def number(self, f: Any, env: Env) -> Number:
        """The value of a part, worked out once from those of its own parts."""
        kind = head(f)
        if kind not in FOLDS or self.e.assumed:
            return self.e.number(f, env)
        key = id(f), id(env)
        if key not in self.values:
            self.e.budget.spend()
            self.values[key] = f, env, FOLDS[kind](*(self.number(part, env) for part in f[1:]))  # both are kept, so that their ids stay their own
        return self.values[key][2]

    def slope(self, f: Any, env: Env) -> Number:
        if self.name not in self.e.mentions(f):
            return n.ZERO
        kind = head(f)
        self.e.budget.spend()
        if kind == "var":
            return n.ONE
        if kind == "if":
            answer = self.e.truth(argument(f, 0), env)
            if answer not in (TRUE, FALSE):
                raise Undecided("a case that changes on a piece has no slope")
            return self.slope(argument(f, 1 if answer == TRUE else 2), env)
        if kind == "sum" and optional(f, 2) is None and not any(self.name in mentions(where) for _, where in entries(f)):
            return n.add(n.ZERO, *(self.slope(argument(f, 1), inner) for inner in self.e.each_once(entries(f), env)))
        if kind == "hockey_stick":
            return self.quotients(f, env)
        if kind in ("sup", "inf"):
            return self.extremal(f, env)
        if kind not in ARITHMETIC and kind not in special.RULES:
            raise Undecided(f"no slope of {kind}")
        slopes = [self.slope(part, env) for part in f[1:]]
        if kind == "add":
            return n.add(*slopes)
        values = [self.number(part, env) for part in f[1:]]
        if kind == "mul":
            return n.add(n.ZERO, *(n.mul(s, *(v for m, v in enumerate(values) if m != k)) for k, s in enumerate(slopes) if s != 0))
        if kind in ("max", "min"):
            best = (n.maximum if kind == "max" else n.minimum)(*values)
            wanted, farther = ({"<"}, {">", "="}) if kind == "max" else ({">"}, {"<", "="})
            for s, v in zip(slopes, values, strict=True):
                if all(n.relations(v, other) <= farther for other in values):  # one part all along, however near the others come
                    return s
            return n.hull([s for s, v in zip(slopes, values, strict=True) if n.relations(v, best) != wanted])
        if kind == "abs":
            return n.mul(slopes[0], n.ONE if n.relations(values[0], n.ZERO) <= {">", "="} else n.hull([n.ONE, -n.ONE]))
        if kind == "pow" and slopes[1] == 0:
            return n.mul(slopes[0], values[1], n.power(values[0], n.sub(values[1], n.ONE)))
        if kind == "exp":
            return n.mul(slopes[0], n.exp(values[0]))
        if kind == "log":
            return n.div(slopes[0], values[0])
        return self.special(kind, values, slopes)

    def special(self, kind: str, values: list[Number], slopes: list[Number]) -> Number:
        rule = special.RULES.get(kind)
        if rule is None or len(rule.slopes) != len(values):
            raise Undecided(f"no slope of {kind}")
        own: Env = {f"#{k}": v for k, v in enumerate(values)}
        own[names(special.VALUE)[0]] = special.call(kind, *values)
        found: list[Number] = [n.ZERO]
        for s, formula in zip(slopes, rule.slopes, strict=True):
            if s != 0:
                if formula is None:
                    raise Undecided(f"no slope of {kind}")
                found.append(n.mul(s, self.e.number(formula, own)))
        return n.add(*found)

    def quotients(self, f: Any, env: Env) -> Number:
        """A hockey-stick divergence is convex in exp(epsilon): slopes lie between quotients just before and just after the range."""
        if any(self.name in mentions(f[k]) for k in (1, 2)):
            raise Undecided("a divergence of distributions that vary")
        span = n.ball(self.e.number(f[3], env))
        if not n.finite(span) or span.lo == span.hi:
            raise Undecided("no range of epsilon")
        wide = n.sub(Ball(span.hi, span.hi), Ball(span.lo, span.lo))
        ends = [Ball(span.lo, span.lo), Ball(span.hi, span.hi)]
        before, after = n.sub(ends[0], wide), n.add(ends[1], wide)

        def quotient(a: Number, b: Number) -> Number:
            rise = [self.e.number([*f[:3], ["var", ["word", "#at"]]], {**env, "#at": x}) for x in (a, b)]
            return n.div(n.sub(rise[1], rise[0]), n.sub(n.exp(b), n.exp(a)))

        low, high = n.ball(quotient(before, ends[0])), n.ball(quotient(ends[1], after))
        return n.mul(Ball(low.lo, high.hi), n.exp(span), self.slope(f[3], env))

    def extremal(self, f: Any, env: Env) -> Number:
        """The slopes of all members of one interval that may be the best somewhere on the range."""
        over, body, condition = entries(f), argument(f, 1), optional(f, 2)
        if self.name in mentions(over[0][1]) or self.name in names(over[0][0]) or (condition is not None and self.name in mentions(condition)):
            raise Undecided("an extremum over a set that varies")
        found = interval(self.e, f, env)
        if found is None:
            raise Undecided("an extremum over another set than an interval")
        own, whole, members, ends_open = found
        sign = n.ONE if f[0] == "sup" else -n.ONE

        def among(x: Any) -> Env:
            return {**env, own: x}

        def allowed(x: Any) -> str:
            return TRUE if condition is None else self.e.truth(condition, among(x))

        reached: Any = n.MINUS_OO
        waiting: list[tuple[Any, Ball | None]] = [(whole, None)]
        settled: list[Ball] = []
        for cut in range(3 * MOST_CUTS):
            if not waiting:
                break
            piece, known = waiting.pop(0)
            inner = inside(piece)
            if known is not None and (cut >= MOST_CUTS or inner is None):
                settled.append(known)
                continue
            if inner is None:
                raise Undecided("no bounded slope of an extremum")
            for member in [inner, *(members if cut == 0 else [])]:
                if allowed(member) == TRUE:
                    reached = max(reached, n.ball(n.mul(sign, self.e.number(body, among(member)))).lo)
            for half in ((piece[0], inner), (inner, piece[1])):
                x = ball_of(half, whole, ends_open)
                if allowed(x) == FALSE:
                    continue
                try:
                    if n.ball(n.mul(sign, self.e.number(body, among(x)))).hi < reached:
                        continue
                    slope = n.ball(self.slope(body, among(x)))
                    waiting.append((half, slope if n.finite(slope) else None))
                except Undecided:
                    waiting.append((half, None))
        else:
            raise Undecided("no bounded slope of an extremum")
        if waiting or not settled or not reached > n.MINUS_OO:
            raise Undecided("no bounded slope of an extremum")
        return Ball(min(s.lo for s in settled), max(s.hi for s in settled))
