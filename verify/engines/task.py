"""What an engine is handed, and what it hands back."""

from __future__ import annotations

import enum
import hashlib
import operator
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

from verify.claims.canonical import digest
from verify.claims.claim import Variant
from verify.claims.nodes import Node, shared
from verify.claims.propositions import Compare


class Status(enum.StrEnum):
    """The only five words for a verdict."""

    PROVED = "PROVED"
    REFUTED = "REFUTED"
    SUPPORTED = "SUPPORTED"
    UNDECIDED = "UNDECIDED"
    NOT_CHECKED = "NOT_CHECKED"


@dataclass(frozen=True, slots=True)
class Effort:
    """Work budgets: counted in draws, boxes and shrinking steps, never in seconds. ``guard_seconds`` can only turn a finding into UNDECIDED."""

    name: str
    draws: int
    climbs: int
    small: int
    """How many instances on a small alphabet are gone through."""
    boxes: int
    samples: int
    shrinks: int
    routes: int
    """After how many instances with a number that is neither 0 nor infinite the routes have been held against each other enough."""
    work: int
    """Units of quantity evaluations a search may spend: about a tenth of a millisecond each."""
    guard_seconds: float
    points: int = 32
    """Points at which a symbolic proof is checked numerically."""
    sample: int = 0
    """Points that floats look at where boxes leave a statement open, in batches on the device of the task."""
    derivation: int = 100_000
    """Products of terms that finding a derivation may cost."""
    enough: int = 30
    """Distinct decided instances from which on a statement about infinitely many is supported by them."""


EFFORTS = {
    "quick": Effort("quick", draws=10, climbs=2, small=0, boxes=30, samples=4_000, shrinks=2, routes=0, work=1_500, guard_seconds=30, points=8, enough=5),
    "standard": Effort("standard", draws=60, climbs=12, small=48, boxes=100, samples=40_000, shrinks=200, routes=3, work=6_000, guard_seconds=60),
    "deep": Effort("deep", draws=3_000, climbs=2_000, small=20_000, boxes=100_000, samples=400_000, shrinks=1_000, routes=3, work=1_000_000, guard_seconds=600, sample=10_000_000),
}


@dataclass(frozen=True, slots=True)
class Task:
    """One variant of a claim to decide, with its seed and budget."""

    variant: Variant
    effort: Effort
    seed: int = 0
    error_share: float = 1e-9
    """This task's share of the whole run's statistical error."""
    data: str | None = None
    """Folder with real data, if one was given."""
    device: str = "cpu"
    """Where draws are made and counted: ``cpu`` (NumPy), ``torch-cpu`` or ``cuda``."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "variant", _with_shared_parts(self.variant))

    @property
    def forall(self) -> tuple[tuple[Any, Node], ...]:
        return self.variant.forall

    @property
    def given(self) -> tuple[Node, ...]:
        return self.variant.given

    @property
    def states(self) -> Node:
        return self.variant.states

    @property
    def body(self) -> Node:
        """Hypotheses and goal as one proposition with free names."""
        return self.variant.body

    def stream(self, purpose: str) -> int:
        """A seed for one purpose: a function of the parameters and their sets, the run's seed and the purpose, of nothing else.

        Readings and planted errors with the same parameters see the same instances: what one of them asks for the next one finds again, and where two readings
        come to different verdicts it is not for want of luck.
        """
        text = f"{_of_parameters(self.forall)}|{self.seed}|{purpose}"
        return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big")

    def stating(self, states: Node, given: tuple[Node, ...] | None = None) -> Task:
        """The same task with another goal (a planted error, an equivalent form)."""
        variant = replace(self.variant, states=states, given=self.given if given is None else given)
        return replace(self, variant=variant)


_PARTS: dict[Node, Node] = {}
MOST_PARTS = 100_000


def with_shared_parts(formula: Node) -> Node:
    """The same formula; parts that are equal to those of statements before it are one object with them."""
    return shared(formula, _PARTS)  # type: ignore[no-any-return]


def _with_shared_parts(variant: Variant) -> Variant:
    """The same statement; parts that are equal, also to those of statements before it, are one object, so that what is kept by formula is found without comparing them."""
    if len(_PARTS) > MOST_PARTS:
        _PARTS.clear()
    forall, given, states = shared(variant.forall, _PARTS), shared(variant.given, _PARTS), shared(variant.states, _PARTS)
    if states is variant.states and all(map(operator.is_, given, variant.given)) and all(one is other for (_, one), (_, other) in zip(forall, variant.forall, strict=True)):
        return variant
    return replace(variant, forall=forall, given=given, states=states)


@lru_cache(maxsize=256)
def _of_parameters(forall: tuple[tuple[Any, Node], ...]) -> str:
    """A digest of the parameters of a statement, whatever their names."""
    return digest(Node("forall", forall, Compare(0, "==", 0)))


@dataclass(frozen=True, slots=True)
class Finding:
    """What one engine found out about one task."""

    engine: str
    status: Status
    summary: str
    kind: str = ""
    """Kind of certificate evidence (``witness``, ``identity``, ...), empty when there is none."""
    evidence: Mapping[str, Any] = field(default_factory=dict)
    coverage: Mapping[str, Any] = field(default_factory=dict)
    tightness: Mapping[str, Any] | None = None
    trusted: tuple[str, ...] = ()
    undecided_share: float | None = None
    seen: tuple[Mapping[str, Any], ...] = ()
    """Instances that were looked at, the closest to failing first: planted errors are looked for there."""
    claimed: str = ""
    """The decisive status that the engine found, where the checker did not confirm it: the finding is UNDECIDED then, and its summary says why."""


def boxes_in_words(count: int) -> str:
    """How many boxes there are: ``one box``, ``3 boxes``."""
    return "one box" if count == 1 else f"{count} boxes"


MEMBERS = {
    "laws": "a distribution", "normal_laws": "a normal distribution", "couplings": "a coupling", "martingale_differences": "a distribution of martingale differences", "covariances": "a covariance matrix", "events": "an event", "families": "a family",
    "functions": "a function", "function_class": "a function", "minimisers": "a minimiser", "subdifferential": "a subgradient", "kernels": "a kernel", "maps": "a map", "universes": "a universe of data sets", "data_sets": "a data set", "pasts": "a list of earlier outputs",
}


def a_member(head: str) -> str:
    """What a name is that ranges over a set with this head: ``a distribution``."""
    return MEMBERS.get(head, f"a member of {head.replace('_', ' ')}")


def in_words(measured: str, relation: str, claimed: str, holds: bool) -> str:
    """The comparison that decides a refutation; one that holds is denied by the statement."""
    if relation == "rounds to":
        return f"measured {measured} rounds to the printed {claimed}, which is denied" if holds else f"measured {measured} does not round to the printed {claimed}"
    return f"measured {measured} {relation} claimed {claimed} {'is true, and denied' if holds else 'is false'}"


def cannot(engine: str, why: str) -> Finding:
    """The engine has nothing to say, and why."""
    return Finding(engine, Status.UNDECIDED, why)
