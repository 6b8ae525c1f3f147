"""The steps of a proof from lemmas, as the checker reads them: each can be replayed on what is known before it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from verify.engines.lemmas.linking import Found, Link, place
from verify.engines.lemmas.matching import Lemma, Terms
from verify.evidence.checker.earlier import FIELD
from verify.evidence.checker.formula import Refused, digest
from verify.evidence.checker.lemmas import BOOK
from verify.evidence.checker.uses import key


class Use:
    """One use of a lemma, with the links of what it asks for."""

    def __init__(self, one: Lemma, at: Terms, links: Links) -> None:
        self.one, self.at, self.links = one, at, links

    def replay(self, known: Found) -> dict[str, Any]:
        """The step as the checker reads it, after which its conclusion is known. Raises Refused."""
        how: dict[str, Any] = {"known": place(known, self.one.formula)} if not self.one.key else {FIELD: self.one.key}
        if self.one.key.startswith(BOOK):
            how = {"lemma": self.one.key, "digest": digest(self.one.formula)}
        conclusion, wanted = known.at(self.one.formula, self.at)
        stored = {**how, "at": self.at, "shown": stored_links(known, ["all", *wanted], self.links)}
        known.learn(conclusion)
        known.assume()
        return stored


class Cut:
    """A comparison that is shown on the way."""

    def __init__(self, states: Any, links: Links) -> None:
        self.states, self.links = states, links

    def replay(self, known: Found) -> dict[str, Any]:
        """The step as the checker reads it, after which the comparison is known. Raises Refused."""
        stored = {"states": self.states, "shown": stored_links(known, self.states, self.links)}
        known.learn(self.states)
        known.assume()
        return stored


class Extremum:
    """An extremum, or a finite sum, of numbers that are at least 0; an extremum of other numbers too, where it is ``signed``."""

    def __init__(self, over: Any, new: list[str], steps: Sequence[Step], shown: Links, signed: bool) -> None:
        self.over, self.new, self.steps, self.shown, self.signed = over, new, steps, shown, signed
        self.links: Links = []

    def replay(self, known: Found) -> dict[str, Any]:
        """The step as the checker reads it, after which its bounds are known. Raises Refused."""
        inner = known.member(self.over, self.new, self.signed)
        steps = [step.replay(inner) for step in self.steps]
        stored = {"extremum": self.over, "names": self.new, "steps": steps, "shown": stored_links(inner, inner.goal, self.shown)} | ({"signed": True} if self.signed else {})
        known.learn_extremum(self.over, self.signed)
        return stored


class Search(Protocol):
    """A search that found a proof."""

    steps: list[Step]

    def needed(self) -> list[Step]:
        """The steps on which the goal rests."""

    def stored_in(self, known: Found) -> dict[str, Any]:
        """The evidence, from what is known before the steps."""


class Members:
    """Why a comparison of suprema, infima or sums holds, or something is true of all: it does member by member, as a search for it found."""

    def __init__(self, goal: Any, new: list[str], search: Search) -> None:
        self.goal, self.new, self.search = goal, new, search
        search.steps = search.needed()

    def stored(self, known: Found) -> dict[str, Any]:
        """As the checker reads it. Raises Refused."""
        found = self.search.stored_in(known.within(self.goal, self.new))
        return {"names": self.new, **{"shown" if name == "goals" else name: part for name, part in found.items()}}


class Exists:
    """Why something exists: terms that have the property."""

    def __init__(self, goal: Any, at: Terms, links: Links) -> None:
        self.goal, self.at, self.links = goal, at, links

    def stored(self, known: Found) -> dict[str, Any]:
        """As the checker reads it. Raises Refused."""
        return {"at": self.at, "shown": stored_links(known, known.wanted_of(self.goal, self.at), self.links)}


Links = list[tuple[Any, Link | Members | Exists]]
Step = Use | Cut | Extremum


def stored_links(known: Found, p: Any, links: Links) -> list[dict[str, Any]]:
    """The links of what must be shown. Raises Refused where one is missing, or its numbers have no value without what was left out."""
    found = []
    for part in known.open_parts(p):
        one = next((own for goal, own in links if key(goal) == key(part)), None)
        if one is None:
            raise Refused("not shown")
        found.append(one.stored(known))
    return found


def lemmas_of(evidence: dict[str, Any]) -> list[str]:
    """The ids of the lemmas, once for each use."""
    return [key.partition("|")[0] for key in used_in(evidence, "lemma")]


def used_in(evidence: dict[str, Any], how: str) -> list[str]:
    """What steps use of one kind, ``lemma`` or ``earlier``, once for each use."""
    found = [step[how] for step in evidence.get("steps", ()) if how in step]
    inner = [step for step in evidence.get("steps", ()) if "steps" in step]
    inside = [link for step in evidence.get("steps", ()) if "steps" not in step for link in step["shown"]] + [*evidence.get("goals", ()), *evidence.get("shown", ())]
    return found + [key for part in (*inner, *(link for link in inside if "steps" in link or "at" in link), *evidence.get("parts", ())) for key in used_in(part, how)]


__all__ = ["Cut", "Exists", "Extremum", "Links", "Members", "Step", "Use", "lemmas_of", "stored_links", "used_in"]
