"""Proofs that a divergence of mixtures is within a bound: comparisons of the parts imply it, and each has a proof of its own.

For convex f the map ``(a, b) -> b f(a/b)`` is jointly convex, so ``int q f(p/q)`` is jointly convex in the two laws. With ``f(r) = r^alpha`` this is ``exp((alpha - 1) D_alpha)`` for
alpha > 1, with ``-r^alpha`` the orders below 1, with ``r log r`` order 1, with ``max(r - e^epsilon, 0)`` the hockey stick. Order oo, a largest ratio, is at most that of the parts, since
``p_k <= c q_k`` for all k adds up; order 0, by what Q gives to the support of P, alike.

The weights of two mixtures are put together by laying both out on [0, 1]: part i of the one and part j of the other share the stretch where their intervals meet.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import pairwise
from typing import Any

from verify.evidence.checker.certificate import STATUSES, Certificate
from verify.evidence.checker.evaluate import Evaluator
from verify.evidence.checker.formula import Malformed, Refused, argument, canonical, head, items, rational, text_of, validate, word
from verify.evidence.checker.kinds import confirm

JOINTLY_CONVEX = frozenset({"renyi", "hockey_stick", "total_variation", "l1_distance"})
PROOFS = frozenset({"identity", "boxes", "logic"})
REVERSED = {">=": "<=", ">": "<"}


@dataclass(frozen=True)
class Part:
    """A share of a mixture: a law, moved."""

    weight: Any
    law: Any
    moved: Any


def check(c: Certificate, e: Evaluator) -> set[str]:
    """Raises Malformed or Refused where the stored comparisons are not those that imply the conclusion, or one of their proofs is not confirmed."""
    if set(c.evidence) - {"status"} != {"modes", "parts"}:
        raise Malformed("evidence of kind mixtures holds modes and parts")
    modes, parts = c.evidence["modes"], c.evidence["parts"]
    if not isinstance(modes, list) or not isinstance(parts, list) or not parts or len(parts) > 100:
        raise Malformed("evidence.modes and evidence.parts must be lists")
    wanted = {_key(goal) for goal in _left(c.goal, modes)}
    stored = set()
    for part in parts:
        if not isinstance(part, dict) or set(part) != {"goal", "proof"} or not isinstance(part["proof"], dict) or set(part["proof"]) != {"kind", "evidence"}:
            raise Malformed("an entry of evidence.parts holds goal and proof, with kind and evidence")
        if part["proof"]["kind"] not in PROOFS or "PROVED" not in STATUSES[part["proof"]["kind"]] or not isinstance(part["proof"]["evidence"], dict):
            raise Malformed(f"the kind of a proof must be one of {', '.join(sorted(PROOFS))}")
        validate(part["goal"])
        stored.add(_key(part["goal"]))
    if stored != wanted or len(stored) != len(parts):
        raise Refused("the comparisons of parts are not those that imply the conclusion, each once")
    trusted, steps = {"joint convexity of divergences"}, e.budget.steps
    for part in parts:
        e.budget.steps = steps  # each proof may cost as much as one of its own; the seconds are those of the whole
        kind, evidence = part["proof"]["kind"], part["proof"]["evidence"]
        own = replace(c, statement=_stating(c, part["goal"]), kind=kind, evidence=evidence, status="PROVED")
        trusted |= confirm(own, e)
    return trusted


def _key(goal: Any) -> str:
    return text_of(canonical(goal))


def _stating(c: Certificate, goal: Any) -> Any:
    """The statement of the certificate with another conclusion."""
    body = c.under(goal)
    return ["forall", c.statement[1], body] if head(c.statement) == "forall" else body


# --- what implies the conclusion -------------------------------------------------------------------------------------


def _left(goal: Any, modes: list[Any]) -> list[Any]:
    """Comparisons that imply the conclusion together, in the modes that the certificate names."""
    bounded: list[tuple[Any, str, Any]] = []
    for comparison in goal[1:] if head(goal) == "all" else [goal]:
        if head(comparison) != "compare":
            raise Refused("a conclusion that compares no two numbers")
        low, relation, high = argument(comparison, 0), word(argument(comparison, 1)), argument(comparison, 2)
        if relation in REVERSED:
            low, relation, high = high, REVERSED[relation], low
        if relation not in ("<=", "<"):
            raise Refused(f"joint convexity says nothing about {relation}")
        bounded += [(term, relation, high) for term in (low[1:] if head(low) == "max" else [low])]
    if len(bounded) != len(modes):
        raise Refused("evidence.modes must name a mode for each term that is bounded")
    return [part for (term, relation, high), mode in zip(bounded, modes, strict=True) for part in _implied_by(term, relation, high, mode)]


def _implied_by(term: Any, relation: str, high: Any, mode: Any) -> list[Any]:
    if mode == "itself":
        return [["compare", term, ["word", relation], high]]
    if head(term) not in JOINTLY_CONVEX:
        raise Refused(f"{head(term)} is not known to be jointly convex")
    one, first = _mixture(argument(term, 0))
    two, second = _mixture(argument(term, 1))
    exist = [*first, *second]
    if mode == "pairs":
        return exist + [["compare", _between(term, p, q), ["word", relation], high] for p in one for q in two]
    if mode != "mean":
        raise Malformed("a mode is itself, pairs or mean")
    power = None
    if head(term) == "renyi":
        order = argument(term, 2)
        if not isinstance(order, str) or order in ("oo", "-oo") or rational(order) < 1:
            raise Refused("a mean of divergences whose order is not a number of at least 1")
        power = None if rational(order) == 1 else str(rational(order) - 1)
    summands = []
    for share, p, q in _shares(one, two):
        value = _between(term, p, q)
        summands.append(["mul", share, value if power is None else ["exp", ["mul", power, value]]])
    return [*exist, ["compare", ["add", *summands], ["word", relation], high if power is None else ["exp", ["mul", power, high]]]]


def _between(term: Any, p: Part, q: Part) -> Any:
    """The divergence of two parts; it depends on how far they are moved apart alone."""
    if isinstance(p.moved, str):
        apart = _plus(q.moved, str(-rational(p.moved)))
    else:
        apart = _plus(q.moved, ["mul", "-1", p.moved])
    return [term[0], p.law, q.law if apart == "0" else ["translate", q.law, apart], *term[3:]]


def _shares(one: list[Part], two: list[Part]) -> list[tuple[Any, Part, Part]]:
    """What an interval of the first and one of the second have in common, for each pair."""
    if len(one) == len(two) == 1:
        return [("1", one[0], two[0])]
    one, two = _in_order(one), _in_order(two)
    return [(["max", "0", ["add", ["min", right, other_right], ["mul", "-1", ["max", left, other_left]]]], p, q)
            for p, (left, right) in zip(one, _stretches(one), strict=True) for q, (other_left, other_right) in zip(two, _stretches(two), strict=True)]


def _in_order(parts: list[Part]) -> list[Part]:
    return sorted(parts, key=lambda p: rational(p.moved)) if all(isinstance(p.moved, str) for p in parts) else parts


def _stretches(parts: list[Part]) -> list[tuple[Any, Any]]:
    weights = [p.weight for p in parts]
    ends = ["0", *(weights[0] if k == 1 else ["add", *weights[:k]] for k in range(1, len(weights))), "1"]
    return list(pairwise(ends))


def _plus(a: Any, b: Any) -> Any:
    if isinstance(a, str) and isinstance(b, str):
        return str(rational(a) + rational(b))
    return b if a == "0" else a if b == "0" else ["add", a, b]


# --- laws taken apart ------------------------------------------------------------------------------------------------


def _mixture(law: Any) -> tuple[list[Part], list[Any]]:
    """Parts of a law, and what must hold for it to exist beside the existence of its parts."""
    kind = head(law)
    if kind == "mixture":
        rows = [_two(entry) for entry in items(argument(law, 0))]
        return [Part(weight, part, "0") for weight, part in rows], _sums_to_one([weight for weight, _ in rows])
    if kind == "translate":
        parts, exist = _mixture(argument(law, 0))
        return [replace(part, moved=_plus(part.moved, argument(law, 1))) for part in parts], exist
    if kind == "convolve" and len(law) == 3:
        for points, noise in ((law[1], law[2]), (law[2], law[1])):
            spread = _places(points)
            if spread is not None:
                rows, exist = spread
                return [Part(weight, noise, place) for place, weight in rows], exist
    return [Part("1", law, "0")], []


def _two(entry: Any) -> tuple[Any, Any]:
    both = items(entry)
    if len(both) != 2:
        raise Malformed("a pair is expected in a distribution")
    return both[0], both[1]


def _places(law: Any) -> tuple[list[tuple[Any, Any]], list[Any]] | None:
    """Points with weights of a law on finitely many points, and what must hold for it to exist; None for another law."""
    kind = head(law)
    if kind == "finite":
        rows = [_two(entry) for entry in items(argument(law, 0))]
        return rows, _sums_to_one([weight for _, weight in rows])
    inner = _places(argument(law, 0)) if kind in ("translate", "conditional") else None
    if inner is None:
        return None
    rows, exist = inner
    if kind == "translate":
        return None if any(head(place) == "point" for place, _ in rows) else ([(_plus(place, argument(law, 1)), weight) for place, weight in rows], exist)
    index, given = _number(argument(law, 1)), _number(argument(law, 2))
    if index is None or given is None or index.denominator != 1:
        return None
    k = int(index)
    if any(head(place) != "point" or not 1 <= k < len(place) or len(place) < 3 or _number(place[k]) is None for place, _ in rows):
        return None
    kept = [(place, weight) for place, weight in rows if _number(place[k]) == given]
    if not kept:
        return None
    event = kept[0][1] if len(kept) == 1 else ["add", *(weight for _, weight in kept)]
    others = [([*place[1:k], *place[k + 1 :]], ["mul", weight, ["pow", event, "-1"]]) for place, weight in kept]
    return [(rest[0] if len(rest) == 1 else ["point", *rest], weight) for rest, weight in others], [*exist, ["compare", "0", ["word", "<"], event]]


def _number(f: Any) -> Fraction | None:
    return rational(f) if isinstance(f, str) and f not in ("oo", "-oo") else None


def _sums_to_one(weights: list[Any]) -> list[Any]:
    return [*(["compare", "0", ["word", "<="], weight] for weight in weights), ["compare", ["add", *weights], ["word", "=="], "1"]]
