"""Whether a statement gets the same row and the same certificate in any company: ``python -m benchmarks.company --selections 200 --seed 0``.

Each selection of statements is decided in a random order: by one process, dealt out to two, and with all but one of its readings left out. Everything is held, byte for byte, against the same
statements, each decided alone in a fresh process. Half of the selections are readings of a few neighbouring claims, which share the most; the others are drawn from all papers. Statements that
take long by themselves are left out, so that many selections can be looked at.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import Any

from verify.claims.registry import load_installed
from verify.run import runner
from verify.run.decide import Settings
from verify.run.isolation import Limits, Outcome, guarded, start_method

SECONDS = 120.0
"""Wall time after which a statement is left out."""
DEAR = 3.0
"""Processor time of a statement alone, in seconds, above which it is left out."""
SIZE = (2, 14)
NEIGHBOURS = 3
ALWAYS = ("frdp/tab-2-c1", "frdp/tab-2-p1", "frdp/tab-2-c0.2")
"""Claims of which every tenth selection is made: they asked for the same lines of composed losses."""


@dataclass
class Found:
    """What was compared, and what differed."""

    selections: int = 0
    decisions: int = 0
    left_out: int = 0
    differences: list[tuple[str, str, str]] = field(default_factory=list)
    """The company, the statement, and what differs."""


@dataclass
class Alone:
    """What statements come to in a fresh process each, found when they are first asked for."""

    settings: Settings
    known: dict[runner.Key, bytes | None] = field(default_factory=dict)

    def of(self, job: runner.Job) -> bytes | None:
        """None for a statement that takes too long."""
        if job.key not in self.known:
            ((_, outcome),) = decided([job], [0], self.settings)
            dear = outcome.kind != "done" or outcome.value["row"]["seconds"] > DEAR
            self.known[job.key] = None if dear else stored(outcome)
        return self.known[job.key]


def decided(jobs: Sequence[runner.Job], hands: Sequence[int], settings: Settings) -> Iterator[tuple[runner.Job, Outcome]]:
    """The statements in fresh processes: ``hands`` says which of them decides each, in this order."""
    with ExitStack() as stack:
        dealt = []
        for mine in sorted(set(hands)):
            submit = stack.enter_context(guarded(Limits(SECONDS, None), start_method("cpu")))
            some = [job for job, hand in zip(jobs, hands, strict=True) if hand == mine]
            dealt.append((some, submit([(runner.decide, (job, settings)) for job in some])))
        for some, future in dealt:
            yield from zip(some, future.result(), strict=True)


def stored(outcome: Outcome) -> bytes:
    """Row and certificate as bytes, without the seconds."""
    if outcome.kind != "done":
        return f"{outcome.kind}: {outcome.value}".encode()
    entry = outcome.value
    return json.dumps(entry | {"row": entry["row"] | {"seconds": 0.0}}, sort_keys=True).encode()


def differing(one: bytes, other: bytes) -> str:
    """Where two stored entries differ, in words."""
    try:
        first, second = (json.loads(text) for text in (one, other))
    except ValueError:
        return f"{one[:200]!r} alone, {other[:200]!r} in company"
    told = [f"{name}: {str(first['row'][name])[:300]} alone, {str(second['row'][name])[:300]} in company" for name in first["row"] if first["row"][name] != second["row"][name]]
    return "; ".join(told + (["the certificate"] if first["certificate"] != second["certificate"] else []) + (["errors"] if first["errors"] != second["errors"] else []))


def selections(jobs: Sequence[runner.Job], count: int, draw: random.Random) -> Iterator[list[runner.Job]]:
    """Statements in random orders."""
    by_id: dict[str, list[runner.Job]] = {}
    for job in jobs:
        by_id.setdefault(job.variant.id, []).append(job)
    ids = list(by_id)
    for k in range(count):
        if k % 10 == 0 and (named := [job for id in ALWAYS for job in by_id.get(id, ())]):
            among = named
        elif k % 2:
            first = draw.randrange(len(ids))
            among = [job for id in ids[first:first + NEIGHBOURS] for job in by_id[id]]
        else:
            among = list(jobs)
        yield draw.sample(among, min(len(among), draw.randint(*SIZE)))


def compare(jobs: Sequence[runner.Job], count: int, seed: int, settings: Settings, say: Any = print, seconds: float = float("inf")) -> Found:
    """Hold selections of the statements against each statement alone, for so many seconds at most."""
    draw, found, alone, begin = random.Random(seed), Found(), Alone(settings), time.monotonic()
    for number, chosen in enumerate(selections(jobs, count, draw)):
        if time.monotonic() - begin > seconds:
            break
        reading = draw.choice(chosen).variant.reading
        hands = [draw.randrange(2) for _ in chosen]
        mine = [job for job in chosen if alone.of(job) is not None]
        found.left_out += len(chosen) - len(mine)
        companies = {"one process": (mine, [0] * len(mine)), "two processes": (mine, hands[:len(mine)]), f"only reading {reading}": ([job for job in mine if job.variant.reading == reading], [])}
        for name, (some, dealt) in companies.items():
            if not some:
                continue
            for job, outcome in decided(some, dealt or [0] * len(some), settings):
                found.decisions += 1
                if (here := stored(outcome)) != (there := alone.of(job)):
                    assert there is not None
                    found.differences.append((f"selection {number}, {name}", job.variant.label, differing(there, here)))
                    say(f"DIFFERS  {' | '.join(found.differences[-1])}\n    in the company of {', '.join(job.variant.label for job in some)}")
        found.selections += 1
        if found.selections % 10 == 0:
            say(f"{found.selections} selections, {found.decisions} decisions, {len(found.differences)} differences")
    return found


def main(arguments: Sequence[str] | None = None) -> int:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--selections", type=int, default=200)
    asked.add_argument("--seed", type=int, default=0)
    asked.add_argument("--effort", default="quick")
    asked.add_argument("--seconds", type=float, default=float("inf"), help="stop after so many seconds")
    asked.add_argument("papers", nargs="*", default=["wdp", "gdp", "frdp", "rpp"])
    chosen = asked.parse_args(arguments)
    papers, broken = load_installed(set(chosen.papers))
    if broken:
        print(broken, file=sys.stderr)
        return 2
    jobs, _ = runner.jobs(papers, [item.id for paper in papers.values() for item in paper.ledger.items])
    found = compare(jobs, chosen.selections, chosen.seed, Settings(effort=chosen.effort), lambda text: print(text, flush=True), chosen.seconds)
    print(f"{found.selections} selections, {found.decisions} decisions in company, {found.left_out} drawn statements left out as dear: {len(found.differences)} differences")
    return 1 if found.differences else 0


if __name__ == "__main__":
    sys.exit(main())
