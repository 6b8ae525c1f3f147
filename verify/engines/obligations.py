"""What is left to prove where a member, a reply or a witness was chosen: what is evident, and on what the proofs rest.

``t <= profile(eps, mu)`` may be proved by ``t <= exp(-(x + 1)^2/2 - 1)`` with ``x = (eps + 1)/mu - mu/2 >= 0`` and mu > 0: for the privacy loss L, ``delta = E (1 - exp(eps - L))_+
>= (1 - 1/e) P(L >= eps + 1) = (1 - 1/e) Phi(-x)``; Mills' ratio is more than ``2/(x + sqrt(x^2 + 4)) >= 1/(1 + x) >= exp(-x)``, and ``(1 - 1/e) (2 pi)^(-1/2) > exp(-3/2)``.
``profile(eps, mu) <= t`` may be proved by ``exp(-x^2/2)/2 <= t`` with ``x = eps/mu - mu/2 >= 0`` and mu > 0: ``delta = Phi(-x) - e^eps Phi(-x - mu)``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Any

from verify.claims.nodes import BINDERS, Node, child, free_names, heads, literal, number
from verify.claims.propositions import MIRRORED, Compare
from verify.claims.terms import exp
from verify.engines.solution import defined, positive

INFINITY = number("oo")
Over = tuple[tuple[Any, Node], ...]


def finite(where: Node, known: set[str], earlier: frozenset[str]) -> bool:
    """Whether a set holds finite numbers alone."""
    if where.head in ("one_of", "equals"):
        parts = [child(where, k) for k in range(len(where.args) if where.head == "one_of" else 1)]
        return all(free_names(part) <= earlier and defined(part, known) for part in parts)
    if where.head not in ("interval", "integers"):
        return False
    for k, infinite in ((0, number("-oo")), (1, INFINITY)):
        end = child(where, k)
        if end == infinite:
            if where.head == "interval" and where.args[2 + k] != "open":
                return False
        elif end in (INFINITY, number("-oo")) or not free_names(end) <= earlier or not defined(end, known):
            return False
    return True


def between_ends(value: Node, where: Node) -> list[Node]:
    """What must hold for a number to lie in an interval, or for an integer to lie in a range of them: nothing at an end that is infinite."""
    left, right = ("closed", "closed") if where.head == "integers" else where.args[2:4]
    low, high = child(where, 0), child(where, 1)
    above = [] if low == number("-oo") else [Compare(low, "<" if left == "open" else "<=", value)]
    return above + ([] if high == INFINITY else [Compare(value, "<" if right == "open" else "<=", high)])


def evident(goal: Node, above_0: set[str]) -> bool:
    """``a R b`` between two numbers, or 0 against what is seen to be positive."""
    if goal.head != "compare" or goal.args[1] not in ("<", "<="):
        return False
    a, b = literal(child(goal, 0)), literal(child(goal, 2))
    if a is not None and b is not None:
        return a < b or (a == b and goal.args[1] == "<=")
    return a == 0 and positive(child(goal, 2), above_0)


def by_profile(goal: Node, above_0: set[str]) -> Iterator[tuple[str, list[Node]]]:
    """Goals that are enough for an inequality with a Gaussian profile on one side: by its tail where it is the larger one, by a bell where it is the smaller one."""
    if goal.head != "compare" or not isinstance(goal.args[2], Node):
        return
    small, relation, large = child(goal, 0), str(goal.args[1]), child(goal, 2)
    if relation in (">=", ">"):
        small, relation, large = large, MIRRORED[relation], small
    one, two, half = number(1), number(2), number(Fraction(-1, 2))
    for way, side in (("tail", large), ("bell", small)):
        if relation not in ("<=", "<") or side.head != "gaussian_profile" or heads(side) & BINDERS:
            continue
        epsilon, mu = child(side, 0), child(side, 1)
        if not (defined(epsilon, above_0) and defined(mu, above_0)):
            continue
        x = Node("add", Node("mul", Node("add", epsilon, one) if way == "tail" else epsilon, Node("pow", mu, number(-1))), Node("mul", half, mu))
        if way == "tail":
            last = Compare(small, "<=", exp(Node("add", Node("mul", half, Node("pow", Node("add", x, one), two)), number(-1))))
        else:
            last = Compare(Node("mul", number(Fraction(1, 2)), exp(Node("mul", half, Node("pow", x, two)))), "<=", large)
        yield way, [Compare(number(0), "<", mu), Compare(number(0), "<=", x), last]


def trusted(proofs: Iterable[Any]) -> tuple[str, ...]:
    """What the proofs of goals are taken on trust from, each once."""
    return tuple(dict.fromkeys(_trusted(proofs)))


def _trusted(proofs: Iterable[Any]) -> Iterator[str]:
    for proof in proofs:
        if proof == "evident":
            continue
        if "kind" not in proof:
            yield from _trusted(next(iter(proof.values())))
        elif proof["kind"] == "boxes":
            yield "Arb"


__all__ = ["INFINITY", "Over", "between_ends", "by_profile", "evident", "finite", "trusted"]
