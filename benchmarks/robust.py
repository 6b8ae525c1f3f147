"""How often the search meets a counterexample whatever its stream of random numbers is: ``python -m benchmarks.robust [--seeds K] [--sample N] [STATEMENT]...``

A statement is named by ``ID``, ``'ID PART'`` or ``'ID PART READING'``, also one a line in ``--file``; ``--sample`` adds so many of those that the record holds a
counterexample of. Each is searched from K seeds without shrinking and without hints; a search whose outcome hangs on the seed is a weak one.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from verify.claims.claim import Variant
from verify.claims.registry import load_installed
from verify.engines import search
from verify.engines.task import EFFORTS, Task
from verify.gate.lock import EVERY_TIME, Key, read
from verify.quantities import enclosures


def meets(variant: Variant, seed: int, effort: str = "standard") -> tuple[bool, int, float]:
    """Whether the glance or the search from a seed meets a counterexample, instances drawn, and seconds of processor time."""
    enclosures.forget()
    task, start = Task(variant, EFFORTS[effort], seed), time.thread_time()
    outcome, tally = search.glimpse(task, hints=False)
    if outcome is None:
        outcome, tally = search.hunt(task, hints=False, earlier=tally)
    return outcome is not None, tally.drawn, time.thread_time() - start


def recorded(path: Path) -> list[Key]:
    """Statements of a record that stand as refuted by a counterexample."""
    return [key for key, one in read(path).statements.items() if one.status == "REFUTED" and one.kind == EVERY_TIME]


def chosen(lines: Sequence[str], among: Sequence[Variant]) -> Iterator[Variant]:
    """The statements that lines name: an id, an id and a part, or all three. Raises ValueError for a line that names none."""
    for line in lines:
        words = line.split()
        found = [v for v in among if words and list(v.key[: len(words)]) == words]
        if not found:
            raise ValueError(f"no statement is named by {line!r}")
        yield from found


def main(argv: Sequence[str] | None = None) -> int:
    """Print a line for each statement, and the shares of all."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.robust", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("lines", nargs="*", metavar="STATEMENT", help="'ID', 'ID PART' or 'ID PART READING'")
    parser.add_argument("--file", type=Path, help="more of these, one a line")
    parser.add_argument("--sample", type=int, default=0, help="so many refuted statements of the record besides")
    parser.add_argument("--lock", type=Path, default=Path("verdicts.lock"), help="the record")
    parser.add_argument("--seeds", type=int, default=3, help="seeds 0, ..., K - 1")
    parser.add_argument("--effort", choices=sorted(EFFORTS), default="standard")
    options = parser.parse_args(argv)
    lines = [*options.lines, *(options.file.read_text().splitlines() if options.file else ())]
    if options.sample:
        lines += [" ".join(key) for key in random.Random(0).sample(recorded(options.lock), options.sample)]
    papers, _ = load_installed({line.split("/")[0] for line in lines})
    among = [v for paper in papers.values() for item in paper.ledger.items for v in paper.variants(item.id)]
    every, met, spent = 0, 0, 0.0
    always = never = 0
    for variant in chosen(lines, among):
        runs = [meets(variant, seed, options.effort) for seed in range(options.seeds)]
        hits, seconds = sum(found for found, _, _ in runs), sum(s for _, _, s in runs)
        print(f"{hits}/{len(runs)}  {seconds / len(runs):7.2f} s  {sum(n for _, n, _ in runs) // len(runs):5d} drawn  {' '.join(variant.key)}", flush=True)
        every, met, spent, always, never = every + len(runs), met + hits, spent + seconds, always + (hits == len(runs)), never + (hits == 0)
    if every:
        count = every // options.seeds
        print(f"met {met} of {every} times ({met / every:.1%}); {always} of {count} statements always, {never} never; {spent / every:.2f} s each")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
