"""Only what changed since a revision: statements whose digest, or the digest of something they rest on, is another than on record there."""

from __future__ import annotations

import subprocess
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from verify.claims.registry import Paper
from verify.gate.changes import Difference, differences
from verify.gate.gate import verdicts
from verify.gate.lock import Key, Lock, LockError, Statement, parse, statements_of
from verify.gate.locking import NEED_REASON, declarations
from verify.gate.options import settings
from verify.run.runner import run


def lock_at(reference: str, path: Path) -> Lock:
    """The lock as it was at a revision of the git repository it lies in. Raises LockError."""
    def shown(file: Path) -> str:
        try:
            answer = subprocess.run(["git", "-C", str(file.resolve().parent), "show", f"{reference}:./{file.name}"], capture_output=True, text=True, check=False)
        except OSError as error:
            raise LockError(f"--since {reference}: needs git, got {error}") from None
        if answer.returncode or reference.startswith("-"):
            raise LockError(f"--since {reference}: must be a revision whose tree holds {file.name}, got {' '.join(answer.stderr.split())[:200]}; leave --since out for all")
        return answer.stdout

    statements = statements_of(path)
    return parse(shown(path), f"{reference}:{path.name}", lambda: shown(statements), f"{reference}:{statements.name}")


def touched(before: Lock, papers: Mapping[str, Paper]) -> list[str]:
    """Ids that must be run again: a statement is new or another, or something that they rest on is."""
    now = {key: one for paper in papers.values() for key, one in declarations(paper).items()}
    changed = {key[0] for key, one in now.items() if key not in before.statements or before.statements[key].digest != one.digest}
    uses: dict[str, set[str]] = {}
    for key, one in now.items():
        uses.setdefault(key[0], set()).update(one.uses)
    return [id for id in uses if changed & _all_below(id, uses)]


def _all_below(id: str, uses: Mapping[str, set[str]]) -> set[str]:
    """An id with everything it rests on, directly or through others."""
    reached, todo = {id}, [id]
    while todo:
        for other in uses.get(todo.pop(), ()):
            if other not in reached:
                reached.add(other)
                todo.append(other)
    return reached


def unexplained(before: Lock, lock: Lock) -> list[Difference]:
    """Differences between two locks that need a reason and have none."""
    papers = set(lock.papers())
    old = {key: one for key, one in before.statements.items() if key[0].partition("/")[0] in papers}
    told = {(one.id, one.what, one.words) for one in lock.accepted}
    return [Difference(one.key, one.what, f"{one.words}, and the lock gives no reason") for one in differences(old, lock.statements, verdicts=True)
            if one.what in NEED_REASON and (one.key[0], one.what, one.words) not in told]


def rerun(ids: list[str], lock: Lock, papers: Mapping[str, Paper], workers: int, progress: Callable[[Any], None] | None) -> list[Difference]:
    """Run ids with the options on record and compare the verdicts with the lock."""
    groups: dict[str, list[str]] = {}
    for id in ids:
        groups.setdefault(options_on_record(id, lock.statements), []).append(id)
    found: list[Difference] = []
    for options, chosen in groups.items():
        with tempfile.TemporaryDirectory() as folder:
            named = {id.partition("/")[0] for id in chosen}
            run({name: paper for name, paper in papers.items() if name in named}, chosen, settings(options), Path(folder), workers=workers, progress=progress)
            found += verdicts(lock, Path(folder))
    return found


def options_on_record(id: str, statements: Mapping[Key, Statement]) -> str:
    """The options on record of an id, or else of its paper."""
    same_paper = [one.options for key, one in statements.items() if key[0].partition("/")[0] == id.partition("/")[0]]
    return next((one.options for key, one in statements.items() if key[0] == id), next(iter(same_paper), ""))


__all__ = ["lock_at", "rerun", "touched", "unexplained"]
