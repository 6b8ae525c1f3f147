"""Rules for points made coordinate by coordinate, chosen coordinates, and draws in two steps."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from verify.evidence.checker import keys, laws, normals
from verify.evidence.checker import numbers as n
from verify.evidence.checker.formula import argument, entries
from verify.evidence.checker.laws import Blend, Event, Family, Finite, Heavy, Independent, Line, Normal, Point
from verify.evidence.checker.normal_balls import RealNormal
from verify.evidence.checker.numbers import NoValue, Undecided
from verify.evidence.checker.terms import _draws
from verify.evidence.checker.truth import Env

if TYPE_CHECKING:
    from verify.evidence.checker.evaluate import Evaluator


def _coordinates(e: Evaluator, f: Any, env: Env) -> Any:
    found = [e.value(argument(f, 1), inner) for inner in e.each_once(entries(f), env)]
    return found[0] if len(found) == 1 else Point(found)


def _indices(which: Any, size: int) -> list[int]:
    keys.exact(which, "a choice of coordinates")
    named = sorted(which) if isinstance(which, Event) else list(which) if isinstance(which, Point) else [which]
    if not all(isinstance(k, Fraction) and k.denominator == 1 and 1 <= k <= size for k in named):
        raise NoValue("a coordinate that there is not")
    return [int(k) - 1 for k in named]


def _chosen(x: Any, which: Any) -> Any:
    whole = x if isinstance(x, Point) else Point([x])
    if isinstance(which, Family):
        if len(which) != len(whole):
            raise NoValue("a choice for each coordinate is needed")
        return Point(_chosen(part, one) for part, one in zip(whole, which, strict=True))
    found = [whole[k] for k in _indices(which, len(whole))]
    return found[0] if len(found) == 1 else Point(found)


def _select(e: Evaluator, f: Any, env: Env) -> Any:
    whole, which = e.value(argument(f, 0), env), e.value(argument(f, 1), env)
    if isinstance(whole, Finite):
        return laws.finite((_chosen(x, which), w) for x, w in whole.weights)
    if not isinstance(whole, Line | Heavy | Independent | Blend | Normal | RealNormal):
        return _chosen(whole, which)
    if isinstance(which, Family):
        raise Undecided("a choice within each coordinate of a distribution that is not finite")
    if isinstance(whole, Line | Heavy | Independent):
        factors = whole.factors if isinstance(whole, Independent) else (whole,)
        places = _indices(which, len(factors))
        if len(set(places)) == len(places):
            kept = [factors[k] for k in places]
            return kept[0] if len(kept) == 1 else laws.product(kept)
        single = None if isinstance(whole, Independent) else normals._one_normal(whole)
        law = Normal((single[0],), ((single[1],),)) if single else normals.vector_law(whole)
    else:
        law = whole if isinstance(whole, Normal) else None
    if law is None:
        raise Undecided("a coordinate that is taken twice, or of a normal distribution whose entries are not fractions")
    places = _indices(which, len(law.mean))
    if not places:
        return laws.finite([(Point(), n.ONE)])
    rows = normals.part(law.covariance, tuple(places))
    mean = [law.mean[k] for k in places]
    return normals.made(mean[0], rows[0][0]) if len(places) == 1 else normals.made(Point(mean), Point(Point(row) for row in rows))


def _drawn(e: Evaluator, f: Any, env: Env) -> Any:
    return laws.mixture([(weight, e.law(argument(f, 1), inner)) for weight, inner in _draws(e, entries(f), env)])


COORDINATES: dict[str, Callable[[Evaluator, Any, Env], Any]] = {"coordinates": _coordinates, "select": _select, "drawn": _drawn}
