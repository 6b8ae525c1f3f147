r"""Divergences of mixtures, proved to be within a bound because those of the parts are.

*Joint convexity.* ``(a, b) -> b f(a/b)`` is jointly convex for convex f, so a divergence ``D_f(P, Q) = int q f(p/q)`` is jointly convex in the pair of laws: total variation, the
hockey stick for every epsilon, order 1, and ``exp((alpha - 1) D_alpha)`` for alpha > 1 (concave, with the other direction of the logarithm, for alpha < 1). If g couples the weights of
``P = sum_i p_i P_i`` and ``Q = sum_j q_j Q_j``, then P and Q are mixtures, with the same weights ``g_ij``, of ``P_i`` and ``Q_j``. Hence

* pairs: ``D(P, Q)`` is at most the largest ``D(P_i, Q_j)``, at every order in [0, oo];
* mean: ``D_f(P, Q) <= sum g_ij D_f(P_i, Q_j)``, and ``exp((alpha - 1) D_alpha(P, Q)) <= sum g_ij exp((alpha - 1) D_alpha(P_i, Q_j))`` for alpha > 1.

A coupling in closed form needs no search: ``g_ij = max(0, min(F_i, G_j) - max(F_i-1, G_j-1))`` with the partial sums F, G of the weights is the length of what the i-th and the j-th of the
intervals that they cut from [0, 1] have in common. Parts that are translates are taken in the order of their shifts, where these are numbers: the increasing coupling.

That the laws exist is proved as well: weights at least 0 with sum 1, and an event of positive probability under every condition. A weight that may be 0 makes the bound
larger, never wrong.

Evidence of kind ``mixtures``: ``modes``, for each side that is bounded ``pairs``, ``mean`` or ``itself`` (no mixture); ``parts``, the comparisons that are left, each with its ``goal`` and its ``proof``,
kind and evidence. The checker derives the comparisons again from the statement and the modes, and checks each proof.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from verify.claims.canonical import canonical_text
from verify.claims.nodes import Node, literal, number, to_json
from verify.claims.propositions import Compare
from verify.engines import interval, symbolic
from verify.engines.task import Finding, Status, Task, cannot

ENGINE = "mixtures"
CONVEX = ("hockey_stick", "total_variation", "l1_distance")
"""Divergences that are jointly convex themselves."""
FLIPPED = {">=": "<=", ">": "<"}
MOST_PAIRS = 16
ZERO, ONE = number(0), number(1)


class _Kept(Exception):
    """A law that is not taken apart; the message says why."""


@dataclass(frozen=True, slots=True)
class Mixture:
    """Weights with their laws; a law is given by a base and by how far it is moved. ``conditions`` are what must hold for the law to exist, its base laws aside."""

    weights: tuple[Node, ...]
    laws: tuple[tuple[Node, Node], ...]
    conditions: tuple[Node, ...] = ()


def decide(task: Task) -> Finding | None:
    """Prove that divergences of mixtures are at most, or below, a bound. None where the statement compares no such divergence."""
    terms = _terms(task.states)
    try:
        taken = [_pair(term) for term, _, _ in terms]
    except _Kept as reason:
        return cannot(ENGINE, str(reason))
    if not any(pair is not None and len(pair[0].weights) * len(pair[1].weights) > 1 for pair in taken):
        return None
    found = _Proofs(task)
    modes: list[str] = []
    used: dict[str, tuple[Node, Finding]] = {}  # goals that differ in the order of operands alone are one
    for (term, relation, bound), pair in zip(terms, taken, strict=True):
        exist = [] if pair is None else [*pair[0].conditions, *pair[1].conditions]
        if not found.prove(exist):
            return cannot(ENGINE, f"it is not shown that the distributions exist: {found.why}")
        for mode in ("itself",) if pair is None else ("pairs", "mean"):
            goals = reduced(term, relation, bound, pair, mode)
            if goals is not None and found.prove(goals):
                modes.append(mode)
                used.update((canonical_text(goal), (goal, found.known[goal])) for goal in (*exist, *goals))
                break
        else:
            return cannot(ENGINE, f"what is left for the parts of the mixtures is not proved: {found.why}")
    parts = [{"goal": to_json(goal), "proof": {"kind": proof.kind, "evidence": dict(proof.evidence)}} for goal, proof in used.values()]
    trusted = dict.fromkeys(word for _, proof in used.values() for word in proof.trusted)
    return Finding(ENGINE, Status.PROVED, f"divergences are jointly convex: {len(parts)} comparisons of parts of the mixtures are proved", "mixtures", {"modes": modes, "parts": parts},
                   {"share": 1.0}, trusted=("joint convexity of divergences", *trusted), undecided_share=0.0)


class _Proofs:
    """Comparisons on the domain of a task, each proved once."""

    PROVERS = (symbolic.decide, interval.decide)
    KINDS = ("identity", "boxes", "logic")

    def __init__(self, task: Task) -> None:
        self.task = task
        self.known: dict[Node, Finding] = {}
        self.why = ""

    def prove(self, goals: list[Node]) -> bool:
        return all(self._prove(goal) for goal in goals)

    def _prove(self, goal: Node) -> bool:
        if goal not in self.known:
            said = []
            for prover in self.PROVERS:
                proof = prover(self.task.stating(goal))
                if proof.status is Status.PROVED and proof.kind in self.KINDS:
                    break
                said.append(proof.summary)
            else:
                proof = cannot(ENGINE, "; ".join(said))
            self.known[goal] = proof
        self.why = self.known[goal].summary
        return self.known[goal].status is Status.PROVED


# --- what is left to prove -------------------------------------------------------------------------------------------


def _terms(goal: Node) -> list[tuple[Node, str, Node]]:
    """Each term that must be at most, or below, a bound; none where a conclusion says something else."""
    found: list[tuple[Node, str, Node]] = []
    for part in goal.args if goal.head == "all" else (goal,):
        if not isinstance(part, Node) or part.head != "compare":
            return []
        term, relation, bound = part.args
        if relation in FLIPPED:
            term, relation, bound = bound, FLIPPED[str(relation)], term
        if relation not in ("<=", "<") or not isinstance(term, Node) or not isinstance(bound, Node):
            return []
        found += [(each, str(relation), bound) for each in (term.args if term.head == "max" else (term,)) if isinstance(each, Node)]
    return found


def _pair(term: Node) -> tuple[Mixture, Mixture] | None:
    """Both laws of a divergence as mixtures; None for other terms."""
    if term.head not in ("renyi", *CONVEX):
        return None
    first, second = (mixture(law) for law in term.args[:2] if isinstance(law, Node))
    if len(first.weights) * len(second.weights) > MOST_PAIRS:
        raise _Kept("mixtures of too many parts")
    return first, second


def reduced(term: Node, relation: str, bound: Node, pair: tuple[Mixture, Mixture] | None, mode: str) -> list[Node] | None:
    """Comparisons of the parts that imply ``term relation bound``; None where the mode says nothing about this divergence."""
    if pair is None:
        return [Compare(term, relation, bound)]
    first, second = pair
    if mode == "pairs":
        return [Compare(_of_parts(term, p, q), relation, bound) for p in first.laws for q in second.laws]
    terms = [(mass, _of_parts(term, p, q)) for mass, p, q in coupled(first, second)]
    if term.head == "renyi":
        order = literal(term.args[2]) if isinstance(term.args[2], Node) else None
        if order is None or order < 1:
            return None
        if order > 1:
            factor = number(order - 1)
            terms, bound = [(mass, Node("exp", Node("mul", factor, part))) for mass, part in terms], Node("exp", Node("mul", factor, bound))
    return [Compare(Node("add", *(Node("mul", mass, part) for mass, part in terms)), relation, bound)]


def _of_parts(term: Node, first: tuple[Node, Node], second: tuple[Node, Node]) -> Node:
    """The divergence of two parts, moved together so that the first is at its base: a translation of both laws changes no divergence."""
    (p, a), (q, b) = first, second
    shift = b if a == ZERO else _sum(b, number(-literal_a) if (literal_a := literal(a)) is not None else Node("mul", number(-1), a))
    return Node(term.head, p, q if shift == ZERO else Node("translate", q, shift), *term.args[2:])


def coupled(first: Mixture, second: Mixture) -> Iterator[tuple[Node, tuple[Node, Node], tuple[Node, Node]]]:
    """Masses of the coupling, with the laws that they couple."""
    one, two = _ordered(first), _ordered(second)
    f, g = _partial_sums([w for w, _ in one]), _partial_sums([w for w, _ in two])
    for i, (_, p) in enumerate(one):
        for j, (_, q) in enumerate(two):
            mass = ONE if len(one) == len(two) == 1 else Node("max", ZERO, Node("add", Node("min", f[i + 1], g[j + 1]), Node("mul", number(-1), Node("max", f[i], g[j]))))
            yield mass, p, q


def _ordered(mixture: Mixture) -> list[tuple[Node, tuple[Node, Node]]]:
    rows = list(zip(mixture.weights, mixture.laws, strict=True))
    shifts = [literal(shift) for _, (_, shift) in rows]
    if any(shift is None for shift in shifts):
        return rows
    return [row for _, row in sorted(zip(shifts, rows, strict=True), key=lambda pair: pair[0] or Fraction(0))]


def _partial_sums(weights: list[Node]) -> list[Node]:
    """From 0 to 1: the last one is the sum of all weights."""
    return [ZERO, *(weights[0] if k == 1 else Node("add", *weights[:k]) for k in range(1, len(weights))), ONE]


def _sum(a: Node, b: Node) -> Node:
    x, y = literal(a), literal(b)
    return number(x + y) if x is not None and y is not None else b if x == 0 else a if y == 0 else Node("add", a, b)


# --- laws as mixtures ------------------------------------------------------------------------------------------------


def mixture(law: Node) -> Mixture:
    """A law as a mixture of translates of others; of one part, where nothing is known of it."""
    if law.head == "mixture":
        entries: Any = law.args[0]
        weights = tuple(w for w, _ in entries)
        return Mixture(weights, tuple((part, ZERO) for _, part in entries), _probabilities(weights))
    if law.head == "translate" and isinstance(law.args[0], Node) and isinstance(law.args[1], Node):
        inner, shift = mixture(law.args[0]), law.args[1]
        return Mixture(inner.weights, tuple((base, _sum(moved, shift)) for base, moved in inner.laws), inner.conditions)
    if law.head == "convolve":
        one, two = law.args
        assert isinstance(one, Node) and isinstance(two, Node)
        for points, noise in ((one, two), (two, one)):
            found = _points(points)
            if found is not None:
                rows, conditions = found
                return Mixture(tuple(w for _, w in rows), tuple((noise, place) for place, _ in rows), conditions)
    return Mixture((ONE,), ((law, ZERO),))


Rows = list[tuple[Node, Node]]


def _points(law: Node) -> tuple[Rows, tuple[Node, ...]] | None:
    """Points and weights of a finite law that is written out, with the conditions for it to exist; None for another law."""
    if law.head == "finite":
        entries: Any = law.args[0]
        return [(place, weight) for place, weight in entries], _probabilities(tuple(weight for _, weight in entries))
    if law.head not in ("translate", "conditional") or not isinstance(law.args[0], Node):
        return None
    inner = _points(law.args[0])
    if inner is None:
        return None
    rows, conditions = inner
    if law.head == "translate":
        shift = law.args[1]
        if not isinstance(shift, Node) or any(place.head == "point" for place, _ in rows):
            return None
        return [(_sum(place, shift), weight) for place, weight in rows], conditions
    return _given(rows, conditions, law.args[1], law.args[2])


def _given(rows: Rows, conditions: tuple[Node, ...], index: Any, value: Any) -> tuple[Rows, tuple[Node, ...]] | None:
    """Other coordinates given one, where all values of that one are literal numbers."""
    place, wanted = literal(index), literal(value)
    if place is None or wanted is None or any(point.head != "point" or not 1 <= place <= len(point.args) or len(point.args) < 2 for point, _ in rows):
        return None
    k = int(place) - 1
    values = [literal(point.args[k]) if isinstance(point.args[k], Node) else None for point, _ in rows]  # type: ignore[arg-type]
    if place.denominator != 1 or any(v is None for v in values):
        return None
    kept = [row for row, v in zip(rows, values, strict=True) if v == wanted]
    if not kept:
        return None
    whole = kept[0][1] if len(kept) == 1 else Node("add", *(weight for _, weight in kept))
    found: Rows = []
    for point, weight in kept:
        rest = [a for i, a in enumerate(point.args) if i != k]
        other = rest[0] if len(rest) == 1 else Node("point", *rest)
        assert isinstance(other, Node)
        found.append((other, Node("mul", weight, Node("pow", whole, number(-1)))))
    return found, (*conditions, Compare(ZERO, "<", whole))


def _probabilities(weights: tuple[Node, ...]) -> tuple[Node, ...]:
    """What makes numbers the weights of a law."""
    return (*(Compare(ZERO, "<=", weight) for weight in weights), Compare(Node("add", *weights), "==", ONE))


__all__ = ["ENGINE", "decide"]
