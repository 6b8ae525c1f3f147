"""Statements about all distributions with given means: multipliers with which one function is bounded by others at all x, and a proof of that between numbers. Returns PROVED or UNDECIDED.

Cantelli's inequality says that the mean of an indicator is at most v/(v + c^2). The tangent of this bound in v and in the mean, with the threshold fixed, is a square in x, above the indicator everywhere.
The multipliers come from :mod:`verify.engines.multipliers`; what they prove is worked out by the checker's formulas (:mod:`verify.evidence.checker.duality`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from verify.claims.nodes import ClaimError, to_json, walk
from verify.engines import interval, logarithms, rolle, smt, symbolic
from verify.engines.lemmas.linking import Engine, about, first_proof
from verify.engines.multipliers import TROUBLE, Bound, Proposals, Samples, relations, shorter
from verify.engines.task import Finding, Status, Task, cannot
from verify.evidence.checker.certificate import Certificate
from verify.evidence.checker.duality import PROOFS, Means
from verify.evidence.checker.formula import MIRRORED, ORDERED, Malformed, Refused, head, mentions, names, rational, word

ENGINE = "duality"
MEANS = frozenset({"mean", "moment", "expect", "prob", "distribution_function", "sum"})
MOST_TRIED = 12
"""Bounds that floats do not exclude and that are handed to the engines of numbers."""
MOST_KNOWN = 2
"""Bounds on the way, from equations between functions."""
ENGINES: tuple[Engine, ...] = (
    symbolic.decide, lambda task: interval.decide(replace(task, effort=replace(task.effort, boxes=min(interval.FIRST, task.effort.boxes)))), rolle.decide, logarithms.decide,
)
LAST: tuple[Engine, ...] = (lambda task: smt.decide(task, smt.RESOURCES["quick"]),)
"""Engines that are asked for the conclusion besides, once floats agree: solvers take long for inequalities at all x."""
Proof = dict[str, Any]


def decide(task: Task) -> Finding | None:
    """Prove a comparison by multipliers; None where no mean under a distribution occurs."""
    if task.states.head != "compare" or not any(where.head in ("laws", "sequences", "families") for _, where in task.forall) or not any(node.head in MEANS for node in walk(task.states)):
        return None
    c = Certificate(task.variant.id, task.variant.part, task.variant.reading, "", to_json(task.variant.formula), ENGINE, "PROVED", {})
    try:
        means = Means(c)
    except (Refused, Malformed) as reason:
        return cannot(ENGINE, str(reason))
    search = _Search(task, means)
    try:
        evidence = search.run()
    except (Refused, Malformed, ClaimError) as reason:
        return cannot(ENGINE, str(reason))
    if evidence is None:
        return cannot(ENGINE, f"no multipliers are found ({search.tried} tried)")
    told = "multiples of other functions bound the function at every point"
    return Finding(ENGINE, Status.PROVED, told, "duality", evidence, {"share": 1.0}, trusted=tuple(search.trusted), undecided_share=0.0)


@dataclass
class _Search:
    """Bounds of the sides of the conclusion that are means, until one is proved."""

    task: Task
    means: Means
    tried: int = 0

    def __post_init__(self) -> None:
        self.trusted: dict[str, None] = {}

    def run(self) -> dict[str, Any] | None:
        """Evidence of kind ``duality``; None where none is found."""
        sides = list(self._sides())
        equal = [bound for pair in relations(self.means) for bound in pair][:MOST_KNOWN]
        if not sides and not equal:
            raise Refused("no side of the conclusion is a mean")
        for first in (*self._first(), *([equal] if equal else [])):
            for place, relation, other in sides:
                found = self._bounded(place, relation, other, first)
                if found is not None:
                    return found
        return self._by_equations(equal) if equal else None

    def _by_equations(self, equal: list[Bound]) -> dict[str, Any] | None:
        """The conclusion from equations between means alone."""
        self.means.used = set()
        known = self._known(equal)
        proof = None if known is None else self._proof(self.means.with_facts(known[1]))
        return None if known is None or proof is None else {"bounds": known[0], "slack": None, "rest": proof}

    def _sides(self) -> Iterator[tuple[int, str, Any]]:
        """The means that are whole sides, with the relation of the bound and the other side."""
        goal = self.means.goal
        if word(goal[2]) not in ORDERED:
            return
        for k, other, relation in ((1, 3, word(goal[2])), (3, 1, MIRRORED[word(goal[2])])):
            for place, u in enumerate(self.means.unknown):
                if self.means.is_side(place, relation[0] + "=") and names(u)[0] in mentions(goal[k]):
                    yield place, relation[0] + "=", _inverse(goal[k], goal[other])

    def _first(self) -> Iterator[list[Bound]]:
        """What is known of the means beforehand: nothing, or that a second moment is at least the squared mean."""
        yield []
        means = self.means
        square = ["pow", means.x, "2"]
        if means.x in means.functions and square in means.functions:
            one, two = means.functions.index(means.x), means.functions.index(square)
            if means.finite[one] and means.finite[two]:
                m = means.unknown[one]
                yield [Bound(two, ">=", ["mul", "-1", ["pow", m, "2"]], ((one, ["mul", "2", m]),))]

    def _bounded(self, place: int, relation: str, other: Any, first: list[Bound]) -> dict[str, Any] | None:
        known = self._known(first)
        if known is None:
            return None
        stored, facts = known
        used = set(self.means.used)
        samples = Samples(self.means, facts, self.task.seed)
        tried = 0
        try:
            proposals = Proposals(self.means, place, relation, other)
        except TROUBLE:  # no SymPy form of a side
            return None
        for bound, slack in proposals.all():
            self.means.used = set(used)
            try:
                self._pointwise(bound, facts, False)
                rest = self._rest(bound, facts, slack)
                if not samples.fits(bound) or not samples.leads(rest):
                    continue
            except (Refused, Malformed):
                continue
            short = shorter(bound)
            for one in (short, bound) if short != bound else (bound,):
                try:
                    shown = self._shown(one, facts)
                    proof = None if shown is None else self._proof(self._rest(one, facts, slack), (*ENGINES, *LAST))
                except (Refused, Malformed):
                    continue
                if shown is not None and proof is not None:
                    return {"bounds": [*stored, shown], "slack": slack, "rest": proof}
            tried, self.tried = tried + 1, self.tried + 1
            if tried == MOST_TRIED:
                return None
        return None

    def _known(self, first: list[Bound]) -> tuple[list[dict[str, Any]], list[Any]] | None:
        """Bounds as they are stored, and what they say of the means; None where one is not proved."""
        stored: list[dict[str, Any]] = []
        facts: list[Any] = []
        for bound in first:
            shown = self._shown(bound, facts)
            if shown is None:
                return None
            stored.append(shown)
            facts.append(self.means.fact(bound.of, bound.relation, bound.constant, list(bound.multipliers)))
        return stored, facts

    def _shown(self, bound: Bound, facts: list[Any]) -> dict[str, Any] | None:
        """A bound as it is stored, with proofs for all x of the set, or of the half line that holds it."""
        for wide in (False, True):
            try:
                proofs = self._all(self._pointwise(bound, facts, wide))
            except Refused:
                if not wide:
                    raise
                return None
            if proofs is not None:
                return {"of": bound.of, "relation": bound.relation, "constant": bound.constant, "multipliers": [[k, f] for k, f in bound.multipliers], "wide": wide, "proofs": proofs}
        return None

    def _rest(self, bound: Bound, facts: list[Any], slack: str | None) -> Any:
        return self.means.with_side(bound.of, bound.constant, list(bound.multipliers), facts, slack)

    def _pointwise(self, bound: Bound, facts: list[Any], wide: bool) -> list[Any]:
        return self.means.pointwise(bound.of, bound.relation, bound.constant, list(bound.multipliers), facts, wide)

    def _all(self, statements: list[Any]) -> list[Proof] | None:
        """A proof of each statement; None where one is not found."""
        found = []
        for statement in statements:
            proof = self._proof(statement)
            if proof is None:
                return None
            found.append(proof)
        return found

    def _proof(self, statement: Any, engines: Sequence[Engine] = ENGINES) -> Proof | None:
        task = about(self.task, Certificate("", "", "", "", statement, ENGINE, "PROVED", {}))
        finding = first_proof(task, engines, PROOFS)
        if finding is None:
            return None
        self.trusted |= dict.fromkeys(finding.trusted)
        return {"kind": finding.kind, "evidence": {key: one for key, one in finding.evidence.items() if key != "suggest"}}


def _inverse(side: Any, other: Any) -> Any:
    """What bounds a mean where the other side bounds its logarithm or a power of it."""
    if head(side) == "log":
        return ["exp", other]
    return ["pow", other, str(1 / rational(side[2]))] if head(side) == "pow" else other


__all__ = ["ENGINE", "decide"]
