"""A proof from lemmas as lines: each use of a lemma with the terms it is used at, and what is then left."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from verify.claims.nodes import ClaimError, from_json
from verify.claims.show import text
from verify.report.facts import Facts

SURE = ("dim", "dim_2", "r", "r_2", "n", "m", "k")
"""Names of lemmas for dimensions, norms and sizes, which the other terms determine."""


def lines(evidence: Mapping[str, Any]) -> Facts:
    """The steps of evidence of kind ``lemmas``, in order."""
    if "split" in evidence:
        places = (f"where {evidence['split']} is the least of its range", f"where {evidence['split']} is larger")
        return tuple((f"{label}, {place}", told) for place, part in zip(places, evidence.get("parts", ()), strict=False) for label, told in lines(part))
    steps = [told for step in evidence.get("steps", ()) for told in _step(step)]
    found = [(f"step {k}", told) for k, told in enumerate(steps, 1)]
    left = evidence.get("goals", ())
    return (*found, ("then", "what is left is about numbers, and is proved" if left else "the conclusion is one of the propositions that are known"))


def _step(step: Mapping[str, Any]) -> Iterator[str]:
    if "states" in step:
        for link in step.get("shown", ()):
            for inner in link.get("steps", ()):
                yield from _step(inner)
        yield f"member by member: {_shown(step['states'])}"
        return
    if "extremum" in step:
        for inner in step.get("steps", ()):
            yield from _step(inner)
        yield f"bounds of members: {_shown(step['extremum'])}"
        return
    named = str(step.get("lemma", "")).partition("|")[0] or str(step.get("earlier", "")).replace("|main", "").replace("|", " ") or "a proposition that is known for all members of its sets"
    at = ", ".join(f"{name} = {_shown(term)}" for name, term in step.get("at", {}).items() if name not in SURE)
    yield f"{named} with {at}" if at else named


def _shown(term: Any) -> str:
    try:
        return term if isinstance(term, str) else str(text(from_json(term)))
    except ClaimError:
        return "a term that is shown in the stored file"


__all__ = ["lines"]
