"""Whether a certificate still speaks of the installed claim."""
from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

from verify.claims.claim import Variant
from verify.claims.nodes import ClaimError
from verify.claims.registry import load_installed
from verify.claims.weaker import weaker

Lookup = Callable[..., str | None]
"""From id, part and reading, and the weakenings if there are any, to the digest of the installed statement."""


def installed_digest() -> Lookup:
    """A lookup from (id, part, reading), and weakenings of the statement, to the digest of the installed claim; papers are loaded when first asked for.

    The digest is empty where the paper is installed, but has no such statement.
    """
    papers: dict[str, dict[tuple[str, str, str], Variant]] = {}

    def lookup(id: str, part: str, reading: str, *weakened: str) -> str | None:
        name = id.partition("/")[0]
        if name not in papers:
            loaded, _ = load_installed({name})
            papers[name] = {v.key: v for paper in loaded.values() for i in paper.claims for v in paper.variants(i)}
        found = papers[name].get((id, part, reading))
        if found is None:
            return "" if papers[name] else None
        try:
            return weaker(found, weakened).digest if weakened else found.digest
        except ClaimError:
            return ""

    return lookup


def state(path: Path, lookup: Lookup) -> str:
    """``fresh``, ``stale``, ``claim not installed`` or ``unreadable`` for a certificate file."""
    try:
        claim = json.loads(path.read_text(encoding="utf-8"))
        digest = lookup(str(claim["claim"]), str(claim["part"]), str(claim["reading"]), *map(str, claim.get("weakened", ())))
        stored = str(claim["digest"])
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return "unreadable"
    if digest is None:
        return "claim not installed"
    return "fresh" if digest == stored else "stale"
