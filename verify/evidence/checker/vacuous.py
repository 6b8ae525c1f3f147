"""Hypotheses that hold for nothing: a law on the line whose density is even, and of which ``f(u) <= f(v)`` is asked for all v >= u >= 0.

If f(t) > 0 for some t > 0, the integral of f is at least that of the constant f(t) over [t, oo), which is infinite. Otherwise f is 0 on (0, oo), and on (-oo, 0)
because it is even: its integral is 0. Neither is a density, whichever version of it is meant.
"""

from __future__ import annotations

from typing import Any

from verify.evidence.checker.certificate import Certificate
from verify.evidence.checker.evaluate import Evaluator
from verify.evidence.checker.formula import Malformed, Refused, argument, canonical, entries, head, names, same, stated, word

LEMMA = "the lemma that no distribution on the line has an even density that does not fall on [0, oo)"


def check(c: Certificate, e: Evaluator) -> set[str]:
    steps, name = c.evidence.get("steps"), c.evidence.get("law")
    if not isinstance(steps, list) or not all(isinstance(step, str) for step in steps) or not isinstance(name, str):
        raise Malformed("evidence holds the name of a distribution, and steps, a list of sentences")
    law = ["var", ["word", name]]
    sets = [stated(where) for pattern, where in c.over if pattern == law]
    if len(sets) != 1 or not _dense(sets[0]):
        raise Refused("evidence.law must be a distribution on the line that has a density")
    if not any(_even(p, law) for p in c.hypotheses) or not any(_rising(p, law) for p in c.hypotheses):
        raise Refused("no two hypotheses say that the density is even and does not fall from 0 on")
    return {LEMMA}


def _dense(where: Any) -> bool:
    return head(where) == "laws" and head(argument(where, 0)) == "euclid" and argument(argument(where, 0), 0) == "1" and word(argument(where, 2)) == "density"


def _even(p: Any, law: Any) -> bool:
    """For all real u the density at u is that at -u."""
    if head(p) != "forall" or len(entries(p)) != 1 or head(argument(p, 1)) != "compare" or word(argument(argument(p, 1), 1)) != "==":
        return False
    (u, where), (_, left, _, right) = entries(p)[0], argument(p, 1)
    reals = head(stated(where)) == "interval" and stated(where)[1:3] == ["-oo", "oo"]
    if not reals or head(u) != "var" or u == law:
        return False
    one, other = ["density", law, u], ["density", law, ["mul", "-1", u]]
    return (same(left, one) and same(right, other)) or (same(left, other) and same(right, one))


def _rising(p: Any, law: Any) -> bool:
    """For all u >= 0 (or > 0) and all v >= u the density at u is at most that at v."""
    if head(p) != "forall" or len(entries(p)) != 2 or head(argument(p, 1)) != "compare":
        return False
    ((u, first), (v, second)), (_, left, relation, right) = entries(p), argument(p, 1)
    if [head(u), head(v)] != ["var", "var"] or len({names(x)[0] for x in (u, v, law)}) != 3:
        return False
    if not all(head(stated(where)) == "interval" and stated(where)[2] == "oo" for where in (first, second)) or stated(first)[1] != "0" or stated(second)[1] != u:
        return False
    if word(relation) == ">=":
        left, right = right, left
    return word(relation) in ("<=", ">=") and [canonical(left), canonical(right)] == [["density", law, u], ["density", law, v]]


__all__ = ["check"]
