"""Campaigns: searches for counterexamples that go on for hours, over many seeds, and survive being killed.

The journal ``campaign.jsonl`` is append-only; each line carries its checksum, so that a torn one is left out. Round k of a claim searches with seed + k and
twice the work of the round before, up to the deep effort, and begins at the instance that came closest to failing so far. A counterexample ends the search
of its claim once the independent checker has confirmed it.
"""

from __future__ import annotations

import json
import math
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from verify.claims.claim import Variant
from verify.claims.nodes import from_json, heads, to_json
from verify.engines import search
from verify.engines.procedure import decide as procedure
from verify.engines.task import EFFORTS, Effort, Status, Task
from verify.evidence import certificate as certificates
from verify.evidence.checker.check import check_data
from verify.quantities import enclosures
from verify.run.executors import MOST_MEMORY, PATIENCE
from verify.run.isolation import Limits, Outcome, guarded, start_method
from verify.run.loaded import call, files_of
from verify.run.store import Key, StoreError, sealed, unsealed, unwritable, write, write_json

SCHEMA = "claimcheck.campaign/1"
JOURNAL = "campaign.jsonl"
LOSSES = 3
"""So many rounds that are lost end the search of a claim."""


@dataclass(slots=True)
class Progress:
    """What is known of one claim."""

    rounds: int = 0
    instances: int = 0
    closest: float | None = None
    """Least margin of an instance that says something: the sides stand as (1 - margin) to (1 + margin)."""
    best: Mapping[str, Any] | None = None
    """That instance, as closed formulas by name."""
    refuted: str = ""
    """The finding in words, once the checker has confirmed it."""
    refused: int = 0
    """Findings that the checker could not confirm."""
    lost: int = 0
    """Rounds whose process died, or that gave no answer in time."""
    running: int = 0

    @property
    def ratio(self) -> float | None:
        return None if self.closest is None else (1 - self.closest) / (1 + self.closest)

    @property
    def over(self) -> bool:
        return bool(self.refuted) or self.lost >= LOSSES

    def take(self, step: Mapping[str, Any]) -> None:
        """One line of the journal."""
        self.rounds = max(self.rounds, step["round"] + 1)
        self.instances += step["instances"]
        self.lost += step["lost"]
        self.refused += step["refused"]
        if step["refuted"]:
            self.refuted = step["refuted"]
        if step["closest"] is not None and (self.closest is None or step["closest"] < self.closest):
            self.closest, self.best = step["closest"], step["best"]


@dataclass(slots=True)
class Campaign:
    """The claims of a campaign with their journal."""

    statements: Sequence[Variant]
    folder: Path
    seed: int = 0
    state: dict[Key, Progress] = field(default_factory=dict)
    damaged: int = 0
    """Lines of the journal that could not be used."""

    def open(self) -> None:
        """Read the journal or begin it. Raises StoreError if it belongs to other claims, to another seed or to other sources."""
        self.state = {one.key: Progress() for one in self.statements}
        path = self.folder / JOURNAL
        header = json.loads(json.dumps({"schema": SCHEMA, "seed": self.seed, "statements": [[*one.key, one.digest] for one in self.statements]}))
        try:
            lines = path.read_bytes().splitlines()
        except FileNotFoundError:
            lines = []
        except OSError as error:
            raise StoreError(f"{path}: cannot be read, got {error.strerror or error}; choose another --folder") from None
        if not lines:
            write(path, sealed(header))
            return
        if unsealed(lines[0]) != header:
            raise StoreError(f"{path}: belongs to a campaign with other claims or another seed; choose another --folder, or name the same ids and seed")
        for line in lines[1:]:
            step = unsealed(line)
            if _is_step(step) and tuple(step["key"]) in self.state:
                self.state[tuple(step["key"])].take(step)
            else:
                self.damaged += 1
        if not path.read_bytes().endswith(b"\n"):  # a torn line: what follows must not be glued to it
            self._append("\n")

    def keep(self, step: Mapping[str, Any]) -> None:
        """One finished round: its certificate first, then its line."""
        if step.get("certificate") is not None:
            name = next(certificates.file_name(one) for one in self.statements if one.key == tuple(step["key"]))
            write(self.folder / "certificates" / name, certificates.text(step["certificate"]))
        self._append(sealed({name: value for name, value in step.items() if name != "certificate"}))
        self.state[tuple(step["key"])].take(step)

    def _append(self, text: str) -> None:
        path = self.folder / JOURNAL
        try:
            with path.open("a", encoding="utf-8") as file:
                file.write(text)
        except OSError as error:
            raise unwritable(path, error) from None

    def next(self) -> Variant | None:
        """The claim to search next: the one with the fewest rounds done and under way."""
        open_ = [one for one in self.statements if not self.state[one.key].over]
        return min(open_, key=lambda one: self.state[one.key].rounds + self.state[one.key].running, default=None)

    def summary(self) -> dict[str, Any]:
        """The contents of ``campaign.json``."""
        rows = []
        for one in self.statements:
            found = self.state[one.key]
            rows.append({"id": one.id, "part": one.part, "reading": one.reading, "status": "REFUTED" if found.refuted else "UNDECIDED", "summary": found.refuted,
                         "rounds": found.rounds, "instances": found.instances, "ratio": found.ratio, "best": found.best, "refused": found.refused, "lost": found.lost,
                         "certificate": f"certificates/{certificates.file_name(one)}" if found.refuted else None})
        return {"schema": SCHEMA, "seed": self.seed, "versions": certificates.versions(), "statements": rows}


def _is_step(step: Any) -> bool:
    kinds = {"key": list, "round": int, "instances": int, "lost": int, "refused": int, "refuted": str}
    return (isinstance(step, dict) and all(isinstance(step.get(name), kind) for name, kind in kinds.items()) and len(step["key"]) == 3
            and all(isinstance(part, str) for part in step["key"]) and isinstance(step.get("closest"), float | int | None) and "best" in step)


def searchable(variant: Variant) -> bool:
    """Whether there is anything to draw: a statement about an experiment or without names is what it is, whatever the seed."""
    used = heads(variant.formula)
    return "measured" not in used and ("outcome" in used or bool(variant.forall))


# --- one round -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Round:
    """One round of one claim, as it is sent to a process."""

    variant: Variant
    number: int
    seed: int
    best: Mapping[str, Any] | None


def effort_of(number: int) -> Effort:
    """Budgets that double with each round, from the standard to the deep effort."""
    first, last = EFFORTS["standard"], EFFORTS["deep"]
    grown = {name: min(getattr(last, name), getattr(first, name) * 2**number) for name in ("draws", "climbs", "small", "samples", "work", "guard_seconds")}
    return replace(first, name="campaign", shrinks=last.shrinks, **grown)


def search_round(one: Round) -> dict[str, Any]:
    """What one round found, as a line of the journal with the certificate of a refutation that the checker confirms."""
    enclosures.forget()
    start = time.perf_counter()
    step: dict[str, Any] = {"key": list(one.variant.key), "round": one.number, "instances": 0, "closest": None, "best": None, "refuted": "", "refused": 0, "lost": 0,
                            "certificate": None}
    task = Task(one.variant, effort_of(one.number), one.seed + one.number)
    begin = [] if one.best is None else [{name: from_json(data) for name, data in one.best.items()}]
    try:
        finding = None
        if "outcome" in heads(one.variant.formula):
            finding = procedure(task)
            finding = finding if finding is not None and finding.status is Status.REFUTED else None
        else:
            outcome, tally = search.hunt(task, stream="campaign", begin=begin)
            step["instances"] = tally.admitted
            margin, env = min(((m, e) for m, e in tally.decided if m < 1), key=lambda entry: entry[0], default=(math.inf, None))
            if env is not None:
                step["closest"], step["best"] = float(margin), {name: to_json(node) for name, node in search.instance(task, env).items()}
            finding = None if outcome is None else search.witness(task, outcome, tally)
        if finding is not None:
            document = certificates.build(one.variant, finding, effort="standard", seed=task.seed) | {"command": f"claimcheck campaign {one.variant.id} --seed {one.seed}"}
            if check_data(document, one.variant.id).status == "confirmed":
                step["refuted"], step["certificate"] = finding.summary, document
            else:
                step["refused"] = 1
    except Exception as error:  # a round that breaks must not take the campaign with it
        step["error"] = f"{type(error).__name__}: {error}"
    step["seconds"] = round(time.perf_counter() - start, 3)
    return step


# --- many rounds ---------------------------------------------------------------------------------------------------------


def run(campaign: Campaign, seconds: float, workers: int = 1, progress: Callable[[Campaign], None] | None = None, limit: float | None = None,
        search: Callable[[Round], dict[str, Any]] | None = None) -> dict[str, Any]:
    """Search until the time is over or nothing is open; the contents of ``campaign.json``, which is written too. What is under way when the time is over is lost.

    A round that takes its process down, also when it is tried again, or gives no answer within ``limit`` seconds (by default those of :func:`patience`) counts as lost.
    Raises KeyboardInterrupt after ending the processes; the journal holds every finished round.
    """
    deadline = time.monotonic() + seconds
    running: dict[Future[list[Outcome]], Round] = {}
    files = files_of(campaign.statements)
    with guarded(Limits(None, MOST_MEMORY), start_method("cpu"), workers) as submit:
        while time.monotonic() < deadline:
            while len(running) < workers and (variant := campaign.next()) is not None:
                state = campaign.state[variant.key]
                one = Round(variant, state.rounds + state.running, campaign.seed, state.best)
                running[submit([(call, (files, search or search_round, one))], None, limit or patience(one.number))] = one
                state.running += 1
            if not running:
                break
            done, _ = wait(running, timeout=max(0.0, min(1.0, deadline - time.monotonic())), return_when=FIRST_COMPLETED)
            for future in done:
                one = running.pop(future)
                (outcome,) = future.result()
                campaign.state[one.variant.key].running -= 1
                campaign.keep(outcome.value if outcome.kind == "done" else _lost(one, outcome))
            if progress is not None:
                progress(campaign)
    for state in campaign.state.values():
        state.running = 0
    found = campaign.summary()
    write_json(campaign.folder / "campaign.json", found)
    return found


def patience(number: int) -> float:
    """Seconds of wall time for a round: they double with its work, up to those of the deep effort."""
    return min(PATIENCE["deep"], PATIENCE["standard"] * 2.0**min(number, 30))


def _lost(one: Round, outcome: Outcome) -> dict[str, Any]:
    """The line of a round that has no other."""
    return {"key": list(one.variant.key), "round": one.number, "instances": 0, "closest": None, "best": None, "refuted": "", "refused": 0, "lost": 1, "error": str(outcome.value)}


__all__ = ["Campaign", "Progress", "Round", "effort_of", "patience", "run", "search_round"]
