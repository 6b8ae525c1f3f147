"""Certificates: the exact evidence for a verdict, written so that it can be judged from the file alone."""

from __future__ import annotations

import hashlib
from functools import lru_cache
from pathlib import Path
from typing import Any

from verify.claims.claim import Variant
from verify.claims.nodes import to_json
from verify.engines.task import Finding
from verify.values.indented import indented

SCHEMA = "claimcheck.certificate/1"


def file_name(variant: Variant) -> str:
    """``<paper>__<item>__<part>__<reading>.json``."""
    paper, _, item = variant.id.partition("/")
    return f"{paper}__{item}__{variant.part}__{variant.reading}.json"


def command(id: str, reading: str, effort: str, seed: int, device: str = "cpu") -> str:
    """The command that makes the evidence again: no time, host, path or number of workers."""
    return f"claimcheck run {id} --reading {reading} --effort {effort} --seed {seed}" + ("" if device == "cpu" else f" --device {device}")


def build(variant: Variant, finding: Finding, *, effort: str, seed: int) -> dict[str, Any]:
    """The certificate of a finding."""
    over = tuple((pattern, where) for pattern, where in variant.forall)
    return {
        "schema": SCHEMA,
        "claim": variant.id,
        "part": variant.part,
        "reading": variant.reading,
        "digest": variant.digest,
        "implementation": implementation(),
        "statement": to_json(variant.formula),
        "domain": to_json(over),
        "kind": finding.kind,
        "status": str(finding.status),
        "evidence": dict(finding.evidence),
        "trusted": list(finding.trusted),
        "versions": versions(),
        "command": command(variant.id, variant.reading, effort, seed, finding.evidence.get("device", "cpu")),
    }


def text(certificate: dict[str, Any]) -> str:
    """The bytes on disk: sorted keys, no time, no host."""
    return indented(certificate, sort_keys=True) + "\n"


@lru_cache(maxsize=1)
def versions() -> dict[str, str]:
    """Versions of the libraries that numbers depend on."""
    from importlib.metadata import PackageNotFoundError, version

    found = {}
    for name in ("claimcheck", "sympy", "mpmath", "python-flint", "numpy", "scipy", "POT", "z3-solver", "cvc5"):
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            found[name] = "absent"
    return found


@lru_cache(maxsize=1)
def implementation() -> str:
    """SHA-256 over the sources that judge a certificate (the checker and the canonical form)."""
    root = Path(__file__).resolve().parent
    files = sorted(
        [*(root / "checker").glob("*.py"), root.parent / "claims" / "canonical.py", root.parent / "claims" / "nodes.py"]
    )
    total = hashlib.sha256()
    for path in files:
        total.update(path.name.encode())
        total.update(path.read_bytes())
    return total.hexdigest()
