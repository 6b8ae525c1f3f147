"""The smallest detectable error of one statement: errors of each kind are planted in it, and the engines that found nothing against it are asked which of them they notice.

Most errors show at instances that the search has looked at, where the values of what they leave alone are known. What does not show there is looked for with a small budget that all share.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import ROUND_DOWN, Context
from fractions import Fraction
from typing import Any

from flint import fmpq

from verify.claims.nodes import Node, free_names, heads
from verify.engines import edits, printed, search, valleys
from verify.engines import evaluate as ev
from verify.engines.sampling import decide as sampling
from verify.engines.task import Finding, Status, Task
from verify.engines.truth import Truth
from verify.engines.twins import KINDS, NEARNESS, SIZES, WITH_SIZE, Place, Twin, coarse, places
from verify.quantities import enclosures
from verify.values import numbers
from verify.values.numbers import NoValue

ROOM = 4
"""The part of a search's budget, one in so many, that errors of all kinds but a factor may cost at instances that are at hand. A factor has the whole budget for each size; where none is noticed,
exponents and constants have it once more together."""
HUNTED = 2
"""The part of a search's budget, one in so many, that planted errors may cost altogether where no instance that was looked at shows them: most are found with a hundredth of it, and the others with none."""
AIMED = 100
"""The same for dropped hypotheses and exchanged quantifiers where the search has seen instances: most show at these, or near them."""
RUNS = 5
"""How often a procedure or an experiment is asked; kinds of errors that are left then are not planted."""
MOVED = 3
"""Instances that are moved to where a dropped hypothesis does not hold (to a new end of a range one is), and those at which all but factors are looked for in proved statements."""
STEPS = (fmpq(2), fmpq(1, 2))
"""Factors by which a number is moved to where a dropped hypothesis does not hold."""
DIGITS = 3
"""Digits of an added constant."""
FOUND = "yes"
"""What is noted of a kind without sizes of which an error was noticed."""
NUMERIC = {"factor": "a factor of 10 %", "added": "an added constant of 10 %"}
"""Kinds of which one is noticed in a statement that was tested enough, or another exponent is."""
CLAIMED = ("factor", "exponent", "added", "argument")
"""Kinds of errors in a claimed side; each that has a place there has to be noticed before a statement is called well tested."""
ASKED = ("factor", "relation", "negation")
"""Kinds of errors that more engines than the search are asked about."""
AFIELD = ("hypothesis", "quantifier")
"""Kinds of errors that show at instances other than those of the search itself."""
LARGER = "larger"
"""Errors that are larger than those of any kind."""
FAILURES = (ArithmeticError, ValueError, TypeError, KeyError, AttributeError, AssertionError, NoValue, ev.NoRoute)
"""What an evaluation may end with where names have no value, or a planted error has left the language."""


@dataclass(frozen=True, slots=True)
class Power:
    """What planted errors say of one statement."""

    stored: dict[str, Any]
    """The entry of its row."""
    too_little: str = ""
    """In words, what a supported statement was tested too little for; empty where it was tested enough."""


def power_of(task: Task, findings: Sequence[Finding], hints: bool, otherwise: Callable[[Task], Finding] | None, status: Status) -> Power:
    """The power of the audit of one statement.

    ``otherwise``: the engine that is asked in place of the search, for statements about procedures and experiments. ``status``: what was found. All kinds of errors are planted in a supported
    statement. Elsewhere the first error that is noticed will do: a proof needs no measure of what else would have been noticed.
    """
    looking = _Looking(task, findings, hints, otherwise, afield=status is Status.SUPPORTED)
    if status is Status.SUPPORTED:
        return looking.every()
    return looking.one()


@dataclass
class _Looking:
    """The measurement of one statement."""

    task: Task
    findings: Sequence[Finding]
    hints: bool
    otherwise: Callable[[Task], Finding] | None
    afield: bool
    """Whether kinds of errors are looked for where the search has not been."""
    runs: int = 0
    """How often another engine was asked in place of the search."""
    known: dict[int, ev.Known] = field(default_factory=dict)
    survived: list[str] = field(default_factory=list)
    noticed: dict[str, Twin] = field(default_factory=dict)
    """The smallest error of each kind that was noticed anywhere."""
    turning: bool = True
    """Whether an infimum may still be solved for a planted error: that is dear, and done once."""

    def __post_init__(self) -> None:
        self.near: list[ev.Env] = [dict(env) for env in next((f.seen for f in self.findings if f.seen), ())]
        self.searched = bool(self.near)
        self.closest = next((float(f.coverage["closest"]) for f in self.findings if "closest" in f.coverage), 0.0)
        self.left = self.task.effort.work // HUNTED
        self.room = {"decisive": self.task.effort.work // (1 if self.afield else ROOM), "others": self.task.effort.work // ROOM}
        self.aimed = self.task.effort.work // AIMED
        self.allowed: dict[int, bool] = {}
        self.sizes: dict[Node, Fraction | None] = {}

    # --- kinds ---------------------------------------------------------------------------------------------------------

    def one(self) -> Power:
        """The first error that is noticed, the smallest ones in the claimed side first."""
        for size in SIZES:
            places = self.places("factor", size) or self.places("added", size)
            if places and self.notices(places[0]):
                return Power(self.stored())
        if not any(self.notices(place) for place in self.places("quantifier", SIZES[-1])[:1]):
            self.larger()
        return Power(self.stored())

    def every(self) -> Power:
        """All kinds, each as far as there is a place for it."""
        kinds: dict[str, str] = {}
        for kind in KINDS:
            if self.runs >= RUNS:
                break
            found = self.with_size(kind) if kind in WITH_SIZE else self.without_size(kind)
            if found is not None:
                kinds[kind] = found
        if not self.noticed.keys() & NUMERIC:
            self.larger()
        return Power(self.stored() | {"kinds": kinds, "unplanted": [kind for kind in CLAIMED if kind not in kinds and self.places(kind, SIZES[-1])]}, self.too_little(kinds))

    def too_little(self, kinds: Mapping[str, str]) -> str:
        """Where the claimed side is a number, and no printed one, an error in it has to be noticed that is no larger than those of the kinds. Elsewhere any planted error will do."""
        asked = [words for kind, words in (*NUMERIC.items(), ("exponent", "another exponent")) if kind in kinds]
        if not NUMERIC.keys() & kinds.keys() or edits.off_by_a_unit(self.task.states) is not None or self.noticed.keys() & {*NUMERIC, "exponent"}:
            return ""
        return f"none of the errors planted in the claimed side was noticed ({', '.join(asked)})"

    def stored(self) -> dict[str, Any]:
        """One error that stands for the others: in the claimed side, if one is noticed there."""
        one = next((self.noticed[kind] for kind in (*NUMERIC, LARGER, *self.noticed) if kind in self.noticed), None)
        return {"twin": one and one.words, "kind": one and one.kind, "refuted": one is not None, "smallest_noticed": str(one.size) if one and one.size is not None else None,
                "survived": self.survived}

    def with_size(self, kind: str) -> str | None:
        """The smallest size of which errors are noticed at each place, empty where there is none; None where there is no place."""
        at = {size: self.places(kind, size) for size in SIZES}
        least: list[Fraction | None] = []
        for k in range(len(at[SIZES[-1]])):
            sizes = [size for size in SIZES if k < len(at[size])]
            least.append(self.smallest(sizes, [at[size][k] for size in sizes]))
        if not least:
            return None
        return "" if None in least else str(max(size for size in least if size is not None))

    def smallest(self, sizes: Sequence[Fraction], errors: Sequence[Place]) -> Fraction | None:
        """The smallest size that is noticed at one place. The smallest of all is looked at where the search came closest; where the largest is not noticed, no other is tried."""
        if self.notices(errors[0], self.near[:1]):
            return sizes[0]
        if not self.notices(errors[-1]):
            return None
        return next((size for size, place in zip(sizes[:-1], errors[:-1], strict=True) if self.notices(place)), sizes[-1])

    def without_size(self, kind: str) -> str | None:
        found = self.places(kind, SIZES[-1])
        return None if not found else FOUND if any(self.notices(place) for place in found) else ""

    def larger(self) -> None:
        """Errors that are larger than those of any kind, up to the first that is noticed."""
        for twin in coarse(self.task.variant):
            if self.notices((twin,), kind=LARGER):
                return

    def places(self, kind: str, size: Fraction) -> list[Place]:
        return places(self.task.variant, kind, size, self.size_of)

    def size_of(self, side: Node) -> Fraction | None:
        """How large a claimed side is at the instance closest to failing at which it has a value, cut to a few digits; 1 where it is 0 or not known, None where it is no number."""
        if side not in self.sizes:
            self.sizes[side] = self._size_of(side)
        return self.sizes[side]

    def _size_of(self, side: Node) -> Fraction | None:
        for env in self.near:
            try:
                with enclosures.allowance(self.task.effort.work):
                    value = ev.value(side, env, ev.Context(ev.PRECISIONS[0], known=self.known.setdefault(ev.PRECISIONS[0], {})))
            except (*FAILURES, enclosures.OutOfWork):
                continue
            if not isinstance(value, ev.numbers_kinds):
                return None
            size = abs(numbers.to_float(value))
            if math.isfinite(size):
                return Fraction(Context(prec=DIGITS, rounding=ROUND_DOWN).create_decimal_from_float(size)) if size else Fraction(1)
        return Fraction(1)

    # --- one error -------------------------------------------------------------------------------------------------------

    def notices(self, place: Place, near: Sequence[ev.Env] | None = None, kind: str = "") -> bool:
        """Whether an error at a place is noticed, whichever way it goes there. With ``near`` these instances are looked at and nothing else; what is not noticed there is not told of."""
        told = []
        for twin in place:
            words = twin.words
            try:
                if not self.out_of_reach(twin) and self.is_false(twin, near):
                    known = self.noticed.get(kind or twin.kind)
                    if known is None or (twin.size is not None and known.size is not None and twin.size < known.size):
                        self.noticed[kind or twin.kind] = twin
                    return True
            except MemoryError:
                raise
            except enclosures.OutOfWork:
                pass
            except Exception as error:  # a planted error may leave the language; it then counts as not noticed
                words = f"{words} ({type(error).__name__})"
            told.append(words)
        self.survived += told if near is None else []
        return False

    def out_of_reach(self, twin: Twin) -> bool:
        """Whether the search came nowhere near the planted error: with a margin m the sides stand as (1 - m) to (1 + m)."""
        size = {"factor": twin.size, "equality": twin.size and twin.size * NEARNESS}.get(twin.kind)
        return size is not None and self.closest > 0 and (1 - self.closest) / (1 + self.closest) < 0.9 * (1 - float(size))

    def is_false(self, twin: Twin, near: Sequence[ev.Env] | None) -> bool:
        """Whether an engine finds the statement with the error false."""
        planted = replace(self.task, variant=twin.variant)
        if self.otherwise is not None:
            self.runs += near is None
            return near is None and self.otherwise(planted).status is Status.REFUTED
        if not self.shows(twin, planted, self.near if near is None else near):
            return near is None and self.found_elsewhere(twin, planted)
        return True

    def found_elsewhere(self, twin: Twin, planted: Task) -> bool:
        """Whether engines that look elsewhere find the error, with what is left of the budget for all."""
        before = enclosures.spent()
        try:
            return self.hunted(twin, planted)
        finally:
            self.left -= enclosures.spent() - before

    def shows(self, twin: Twin, planted: Task, near: Sequence[ev.Env]) -> bool:
        """Whether the error shows at instances that are at hand, or near them."""
        decisive = twin.kind in ("added", "exponent") and not self.noticed.keys() & {"factor", "exponent"}
        pool = "" if twin.kind in ASKED else "decisive" if decisive else "others"
        units = self.room.get(pool, self.task.effort.work)
        if units <= 0:
            return False
        before = enclosures.spent()
        try:
            with enclosures.allowance(units):
                if not twin.put and twin.without is None:
                    if not self.afield and twin.kind not in ASKED:
                        near = near[:MOVED]
                    return search.noticed(planted, near, self.known, self.is_allowed)
                moved = self.at_end(twin) if twin.put else self.denying(twin)
                return search.noticed(planted, [env for env in moved if search.admissible(planted, env)], self.known)
        finally:
            if pool:
                self.room[pool] -= enclosures.spent() - before

    def is_allowed(self, env: ev.Env) -> bool:
        """Whether an instance lies in the declared sets and obeys the hypotheses; those of the search mostly do, so it is asked only where an error shows."""
        if id(env) not in self.allowed:
            self.allowed[id(env)] = search.admissible(self.task, env)
        return self.allowed[id(env)]

    def at_end(self, twin: Twin) -> Iterator[ev.Env]:
        """Instances with a name at the new end of its range."""
        for env in self.near[:1]:
            for name, end in twin.put:
                if name in env:
                    yield {**env, name: ev.value(end, env, ev.Context(ev.PRECISIONS[0]))}

    def denying(self, twin: Twin) -> Iterator[ev.Env]:
        """Instances with one number changed so that a dropped hypothesis does not hold."""
        assert twin.without is not None
        for env in self.near[:MOVED]:
            for name in sorted(free_names(twin.without) & env.keys()):
                for factor in STEPS:
                    if type(env[name]) is fmpq and env[name]:
                        other = {**env, name: env[name] * factor}
                        if ev.holds(twin.without, other)[0] is Truth.FALSE:
                            yield other

    def hunted(self, twin: Twin, planted: Task) -> bool:
        """Whether the error is found by engines that look elsewhere, with what is left of the budget for all. Where the search has seen instances, it went where the margin is least already."""
        if twin.kind not in ASKED and self.searched:
            return self.afield and twin.kind in AFIELD and self.aimed > 0 and self.hunt(planted, min(self.left, self.aimed))
        with enclosures.allowance(self.left):
            if twin.kind in (*ASKED, "quantifier"):
                finding = printed.decide(planted)
                if finding.status is not Status.REFUTED and self.turning:
                    finding, self.turning = valleys.decide(planted) or finding, False
                if finding.status is Status.REFUTED:
                    return True
            if not (self.searched and twin.size is not None) and self.hunt(planted, self.left):
                return True
        return twin.kind in ASKED and "prob" in heads(self.task.variant.formula) and sampling(planted).status is Status.REFUTED

    def hunt(self, planted: Task, units: float) -> bool:
        """Whether a search with so much work finds an instance at which the error shows; the other errors are looked for there too."""
        before = enclosures.spent()
        try:
            with enclosures.allowance(units):
                outcome, _ = search.hunt(planted, hints=self.hints)
        finally:
            self.aimed -= enclosures.spent() - before
        if outcome is not None and (planted.forall, planted.given) == (self.task.forall, self.task.given):
            self.near.append(outcome)
        return outcome is not None
