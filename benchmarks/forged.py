"""Evidence that proves nothing, offered to the checker: what it confirms must be so by the reference semantics all the same.

``python -m benchmarks.generated --engine forger`` asks :func:`offers` for evidence on generated statements, most of which no engine decides: proofs that hold nothing but their form, instances that were
drawn, and what an engine found for a statement that differs in a relation, an end, a number or a connective. The checker is judged alone then: an engine that would never write such evidence protects nobody.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from verify.claims.claim import Variant
from verify.claims.nodes import Node, number, to_json
from verify.engines.task import Finding, Status

RELATIONS = ("<=", "<", ">=", ">", "==", "!=")
NUMBERS = ("0", "1", "-1", "2", "1/2", "3", "oo", "-oo")
PAIRS = {"sup": "inf", "inf": "sup", "all": "any", "any": "all", "forall": "exists", "exists": "forall", "sum": "prod", "prod": "sum", "max": "min", "min": "max", "add": "mul", "mul": "add",
         "implies": "iff", "iff": "implies", "floor": "ceiling", "ceiling": "floor", "closed": "open", "open": "closed"}
NOTHING = "(set-logic QF_LRA)\n(assert false)\n"
"""A text of which every solver says that it has no model; it says nothing about the statement."""
NO_MODEL = {"text": NOTHING, "logic": "QF_LRA", "solvers": ["z3"], "obligations": []}


@dataclass(frozen=True)
class Offer:
    """Evidence that no engine gave for the statement."""

    status: Status
    kind: str
    evidence: dict[str, Any]

    def finding(self) -> Finding:
        return Finding("forger", self.status, "forged", self.kind, self.evidence)


def offers(variant: Variant, r: Random, ask: Callable[[str, Variant], list[Finding]], instances: Iterator[dict[str, Any]], plausible: Callable[[Variant], Variant | None]) -> Iterator[Offer]:
    """Evidence to be tried. ``ask`` asks an engine about a neighbour, ``instances`` draws members of the domain."""
    kind = r.choice(("form", "form", "borrowed", "borrowed", "instance", "solver"))
    if kind == "form":
        yield Offer(Status.PROVED, "logic", {})
        yield Offer(Status.PROVED, "exhaustive", {})
        yield Offer(Status.PROVED, "boxes", one_box(variant, r.choice("PMVFCLEG")))
    elif kind == "solver":
        yield Offer(Status.PROVED, "smt", dict(NO_MODEL))
    elif kind == "instance":
        for env in instances:
            yield Offer(Status.REFUTED, "witness", {"instance": {name: to_json(number(str(x).replace("inf", "oo"))) for name, x in env.items()}})
    else:
        near = neighbour(variant, r, plausible)
        if near is not None:
            for finding in ask(r.choice(("interval", "symbolic", "symbolic", "members", "glance", "tightness", "smt", "existential", "replies")), near):
                if finding.status in (Status.PROVED, Status.REFUTED) and finding.kind:
                    yield Offer(finding.status, finding.kind, _fitted(finding, variant))


def one_box(variant: Variant, tree: str = "G") -> dict[str, Any]:
    """A tree of boxes for the statement as it stands; by default it says that the whole domain is one box on which everything is seen."""
    if variant.states.head == "compare":
        form = {"relation": str(variant.states.args[1]), "form": {key: to_json(variant.states.args[k]) for key, k in (("lhs", 0), ("rhs", 2))}}
    else:
        form = {"relation": "holds", "form": {"proposition": to_json(variant.states)}}
    return {**form, "given": [], "tree": tree}


def _fitted(finding: Finding, variant: Variant) -> dict[str, Any]:
    """The evidence with its copies of the neighbour's parts replaced by those of the statement."""
    evidence = dict(finding.evidence)
    if finding.kind == "boxes":
        return one_box(variant, evidence["tree"]) if "tree" in evidence else evidence
    evidence.pop("values", None)
    evidence.pop("members", None)
    if finding.kind == "smt":
        return {**evidence, **NO_MODEL}
    if variant.states.head == "compare":
        for key, k in (("lhs", 0), ("relation", 1), ("rhs", 2)):
            if key in evidence:
                part = variant.states.args[k]
                evidence[key] = to_json(part) if isinstance(part, Node) else part
    return evidence


def neighbour(variant: Variant, r: Random, plausible: Callable[[Variant], Variant | None]) -> Variant | None:
    """A statement that differs in one place; None where no draw gives one that can be stated."""
    for _ in range(20):
        place = r.randrange(2 + len(variant.given) + len(variant.forall))
        try:
            if place < 2:
                made = replace(variant, states=_altered(variant.states, r))
            elif place - 2 < len(variant.given):
                k = place - 2
                rest = () if r.random() < 0.3 else (_altered(variant.given[k], r),)
                made = replace(variant, given=(*variant.given[:k], *rest, *variant.given[k + 1 :]))
            else:
                k = place - 2 - len(variant.given)
                name, where = variant.forall[k]
                made = replace(variant, forall=(*variant.forall[:k], (name, _altered(where, r)), *variant.forall[k + 1 :]))
            found = plausible(made)
        except (ValueError, TypeError, KeyError, IndexError):
            continue
        if found is not None and found.digest != variant.digest:
            return found
    return None


def _altered(node: Node, r: Random) -> Node:
    """The node with one part of it, or itself, exchanged for another of its kind."""
    places = list(_places(node, ()))
    path = r.choice(places)
    return _put(node, path, r)


def _places(node: Any, path: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Paths to what can be exchanged: numbers, relations, openness, heads."""
    if isinstance(node, Node):
        if node.head == "num" or node.head in PAIRS:
            yield path
        if node.head not in ("num", "var"):
            for k, part in enumerate(node.args):
                yield from _places(part, (*path, k))
    elif isinstance(node, tuple):
        for k, part in enumerate(node):
            yield from _places(part, (*path, k))
    elif isinstance(node, str) and (node in RELATIONS or node in PAIRS):
        yield path


def _put(node: Any, path: tuple[int, ...], r: Random) -> Any:
    if path:
        k, rest = path[0], path[1:]
        if isinstance(node, Node):
            return Node(node.head, *node.args[:k], _put(node.args[k], rest, r), *node.args[k + 1 :])
        return (*node[:k], _put(node[k], rest, r), *node[k + 1 :])
    if isinstance(node, str):
        return r.choice(RELATIONS) if node in RELATIONS else PAIRS[node]
    return number(r.choice(NUMBERS)) if node.head == "num" else Node(PAIRS[node.head], *node.args)
