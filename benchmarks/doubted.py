"""Planted errors of proved statements: one that is proved all the same is searched with other seeds, and none may fall.

``python -m benchmarks.doubted [PAPER ...] --minutes M --seed N``: the statements of the papers that are on record as PROVED, in a random order, each with some of the errors that ``claimcheck power``
plants. Many of them are true (the printed bound has room) and proved rightly; a search that refutes one of these, or meets an instance without a value, shows a proof that is wrong. Laws, kernels
and limits occur as papers use them, which ``benchmarks.generated`` does not reach.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from benchmarks.generated import TimeUp, guarded
from verify.claims.claim import Variant
from verify.claims.registry import load_installed
from verify.engines import mutants, search
from verify.engines.task import EFFORTS, Status, Task
from verify.gate.lock import read
from verify.quantities import enclosures
from verify.run.decide import Settings, run_variant

SEEDS = (1, 2, 3)
EACH = 10
"""Planted errors of one statement."""
SECONDS = 20.0


def found_against(variant: Variant, seeds: Sequence[int] = SEEDS) -> str:
    """What searches find against a statement: an instance at which it is false, or one at which it has no value; nothing if they find nothing."""
    for seed in seeds:
        try:
            with guarded(SECONDS):
                enclosures.forget()
                finding = search.decide(Task(variant, EFFORTS["standard"], seed))
        except TimeUp:
            continue
        if finding.status is Status.REFUTED or "no value" in finding.summary or "without value" in finding.summary:
            return finding.summary
    return ""


def proved(variant: Variant) -> bool:
    """Whether a quick run proves the statement."""
    try:
        with guarded(SECONDS):
            enclosures.forget()
            row, _, errors = run_variant(variant, Settings(effort="quick"))
    except TimeUp:
        return False
    if errors:
        raise RuntimeError(f"{variant.label}: {errors[0]['message']}")
    return row["status"] == "PROVED"


def planted(variant: Variant) -> Iterator[mutants.Mutant]:
    """Some planted errors, the same every time."""
    every = list(mutants.mutants(variant))
    yield from random.Random(variant.digest).sample(every, min(EACH, len(every)))


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.doubted", description=__doc__)
    parser.add_argument("papers", nargs="*")
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--lock", type=Path, default=Path("verdicts.lock"))
    options = parser.parse_args()
    record = read(options.lock).statements
    papers, _ = load_installed(set(options.papers) or None)
    statements = [v for paper in papers.values() for item in paper.ledger.items for v in paper.variants(item.id) if v.key in record and record[v.key].status == "PROVED"]
    random.Random(options.seed).shuffle(statements)
    until = time.monotonic() + 60 * options.minutes
    asked = held = wrong = failed = 0
    for variant in statements:
        for one in planted(variant):
            if time.monotonic() > until:
                break
            if asked % 500 == 499:
                print(f"{asked + 1} planted errors so far", flush=True)
            asked += 1
            try:
                holds = proved(one.variant)
            except RuntimeError as error:
                failed += 1
                print(f"{one.words} ends in an error: {error}", flush=True)
                continue
            if holds:
                held += 1
                if against := found_against(one.variant):
                    wrong += 1
                    print(f"{variant.label}: {one.words} is PROVED, and a search says: {against}", flush=True)
    print(f"{asked} planted errors, {held} of them proved, {wrong} of these with something against them; {failed} ended in an error")
    return 1 if wrong or failed else 0


if __name__ == "__main__":
    raise SystemExit(main())
