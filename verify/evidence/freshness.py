"""Whether a certificate still speaks of the installed claim."""
from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

from verify.claims.registry import load_installed

Lookup = Callable[[str, str, str], str | None]


def installed_digest() -> Lookup:
    """A lookup from (id, part, reading) to the digest of the installed claim; papers are loaded when first asked for.

    The digest is empty where the paper is installed, but has no such statement.
    """
    papers: dict[str, dict[tuple[str, str, str], str]] = {}

    def lookup(id: str, part: str, reading: str) -> str | None:
        name = id.partition("/")[0]
        if name not in papers:
            loaded, _ = load_installed({name})
            papers[name] = {v.key: v.digest for paper in loaded.values() for i in paper.claims for v in paper.variants(i)}
        return papers[name].get((id, part, reading), "" if papers[name] else None)

    return lookup


def state(path: Path, lookup: Lookup) -> str:
    """``fresh``, ``stale``, ``claim not installed`` or ``unreadable`` for a certificate file."""
    try:
        claim = json.loads(path.read_text(encoding="utf-8"))
        digest = lookup(str(claim["claim"]), str(claim["part"]), str(claim["reading"]))
        stored = str(claim["digest"])
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return "unreadable"
    if digest is None:
        return "claim not installed"
    return "fresh" if digest == stored else "stale"
