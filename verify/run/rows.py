"""Rows of results against the certificates beside them: a decisive row has a certificate that says the same of the same statement, and each certificate has its row.

Nothing is evaluated here; whether a certificate is right is the checker's to say.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from verify.claims.weaker import LADDER
from verify.evidence.resting import Proof, label, premises, unfounded
from verify.run.store import DECISIVE, Key, key_of, weaker_statements

STATUSES = ("PROVED", "REFUTED", "SUPPORTED", "UNDECIDED", "NOT_CHECKED")
FOLDER = "certificates"
WEAKER = "weaker"
"""Where, in the folder of certificates, those of weaker statements lie, on which severities rest."""
FOLLOWS = "follows"
"""Where, beside them, those lie which show that a row follows from other statements, and on which its verdict does not rest."""
BESIDE = (WEAKER, FOLLOWS)


@dataclass(frozen=True, slots=True)
class Problem:
    """What does not fit: the row (None where a certificate has none), the certificate (empty where there is none), and why."""

    key: Key | None
    certificate: str
    why: str

    def __str__(self) -> str:
        return f"{label(self.key) if self.key else self.certificate}: {self.why}"


def name_of(key: Key) -> str:
    """The file of a certificate: ``<paper>__<item>__<part>__<reading>.json``."""
    paper, _, item = key[0].partition("/")
    return f"{paper}__{item}__{key[1]}__{key[2]}.json"


def problems(rows: Collection[Mapping[str, Any]], digests: Mapping[Key, str] | None, certificates: Mapping[str, Any]) -> list[Problem]:
    """What does not fit, rows in their order, then certificates.

    Parameters
    ----------
    rows
        Rows of ``results.json``.
    digests
        Digests of the statements by ``claims.json``; ``None`` where there is no such file, and then each decisive row is a problem.
    certificates
        Contents of ``certificates/`` by file name; ``None`` where a file cannot be read.
    """
    found: list[Problem] = []
    seen: set[Key] = set()
    named: set[str] = set()
    weaker = {name: content for name, content in certificates.items() if name.startswith(f"{WEAKER}/")}
    loose = _unfounded(rows, digests, certificates)
    status = {key_of(row): str(row.get("status")) for row in rows}
    for row in rows:
        key = key_of(row)
        if key in seen:
            found.append(Problem(key, "", "occurs in results.json twice"))
        seen.add(key)
        name = str(row.get("certificate") or "")
        named.add(Path(name).name)
        if severity := row.get("severity"):
            level = severity.get("level") if isinstance(severity, Mapping) else severity
            if level != _level_of(weaker_statements(row)):
                found.append(Problem(key, f"{WEAKER}/", f"the severity {str(level)[:40]} is not that of the weaker statements that it rests on"))
        for one in weaker_statements(row):
            if one["certificate"]:
                stored = str(one["certificate"]).removeprefix(f"{FOLDER}/")
                named.add(stored)
                found += [Problem(key, stored, why) for why in _of_weaker(key, one, stored, weaker)]
        found += [Problem(key, name and name_of(key), why) for why in _of_row(key, row, name, digests, certificates)]
        if key in loose:
            found.append(Problem(key, name_of(key), f"PROVED, but its proof {loose[key]}"))
        if isinstance(follows := row.get("follows"), Mapping) and follows.get("certificate") != (name or None):
            stored = str(follows.get("certificate")).removeprefix(f"{FOLDER}/")
            named.add(stored)
            found += [Problem(key, stored, why) for why in _of_derivation(key, follows, stored, digests, certificates, status)]
    found += [Problem(None, name, "no row of results.json names this certificate") for name in sorted(set(certificates) - named)]
    return found


def _of_row(key: Key, row: Mapping[str, Any], name: str, digests: Mapping[Key, str] | None, certificates: Mapping[str, Any]) -> Iterator[str]:
    status = str(row.get("status"))
    if status not in STATUSES:
        yield f"the status {status[:40]} is none of {', '.join(STATUSES)}"
    if not name:
        if status in DECISIVE:
            yield f"{status} without a certificate"
        return
    if status not in DECISIVE:
        yield f"{status}, and yet names the certificate {name[:200]}"
        return
    if name != f"{FOLDER}/{name_of(key)}":
        yield f"{status} must name {FOLDER}/{name_of(key)}, got {name[:200]}"
        return
    if name_of(key) not in certificates:
        yield f"{status}, and the certificate {name} is missing"
        return
    content = certificates[name_of(key)]
    if not isinstance(content, Mapping):
        yield f"{status}, and the certificate {name} cannot be read"
        return
    about = tuple(str(content.get(word)) for word in ("claim", "part", "reading"))
    if about != key:
        yield f"{status}, and the certificate {name} speaks of {' '.join(about)[:200]}"
    if content.get("status") != status:
        yield f"{status}, and the certificate {name} says {str(content.get('status'))[:40]}"
    known = None if digests is None else digests.get(key)
    if not known:
        yield f"{status}, and claims.json does not say what was {status.lower()}"
    elif content.get("digest") != known:
        yield f"{status}, and the certificate {name} speaks of another statement than claims.json (digest {str(content.get('digest'))[:12]}..., not {known[:12]}...)"


def _unfounded(rows: Collection[Mapping[str, Any]], digests: Mapping[Key, str] | None, certificates: Mapping[str, Any]) -> dict[Key, str]:
    """Proved rows whose proofs rest on statements that are not proved here, or that are others now."""
    proofs = {}
    for row in rows:
        key = key_of(row)
        content = certificates.get(name_of(key))
        if row.get("status") == "PROVED" and isinstance(content, Mapping):
            proofs[key] = Proof((digests or {}).get(key, ""), premises(content.get("evidence")))
    return unfounded(proofs)


def _of_derivation(key: Key, follows: Mapping[str, Any], name: str, digests: Mapping[Key, str] | None, certificates: Mapping[str, Any],
                   status: Mapping[Key, str]) -> Iterator[str]:
    """What does not fit between a row, what it is said to follow from, and the certificate of that."""
    content = certificates.get(name)
    if name != f"{FOLLOWS}/{name_of(key)}" or not isinstance(content, Mapping):
        yield f"that it follows from others rests on the certificate {name[:200]}, which is missing, cannot be read or has another name"
        return
    rests = [one for one in follows.get("from") or () if isinstance(one, Mapping)]
    listed = [((str(one.get("id")), str(one.get("part")), str(one.get("reading"))), str(one.get("digest"))) for one in rests]
    if wrong := [key for one, (key, _) in zip(rests, listed, strict=True) if one.get("status") != status.get(key, "")]:
        yield f"it says of {label(wrong[0])}, from which it follows, another verdict than results.json"
    about = tuple(str(content.get(word)) for word in ("claim", "part", "reading"))
    if about != key or content.get("status") != "PROVED" or content.get("digest") != (digests or {}).get(key) or list(premises(content.get("evidence"))) != listed:
        yield f"that it follows from others rests on the certificate {name[:200]}, which speaks of other statements"


LEVELS = (*LADDER, "constant")
"""Kinds of weakenings, the mildest first."""


def _level_of(statements: Collection[Mapping[str, Any]]) -> str:
    """The severity that weaker statements stand for: the last kind among the weakenings of one that holds, ``substantive`` where none does. Parts of a domain are none."""
    kinds = {str(key).partition(" ")[0] for one in statements if one["status"] in ("PROVED", "SUPPORTED") for key in one["weakened"]} & {*LEVELS}
    return max(kinds, key=LEVELS.index) if kinds else "substantive"


def _of_weaker(key: Key, one: Mapping[str, Any], name: str, certificates: Mapping[str, Any]) -> Iterator[str]:
    """What does not fit between a weaker statement of a row and its certificate; whether that is of the weakened claim is for whoever has the claim."""
    content = certificates.get(name)
    if not isinstance(content, Mapping):
        yield f"its severity rests on the certificate {name[:200]}, which {'cannot be read' if name in certificates else 'is missing'}"
        return
    about = tuple(str(content.get(word)) for word in ("claim", "part", "reading"))
    if about != key or content.get("weakened") != one["weakened"] or content.get("status") != one["status"]:
        yield f"its severity rests on the certificate {name[:200]}, which speaks of another statement or verdict"


def digests_of(claims: Any) -> dict[Key, str] | None:
    """Digests of the statements in the content of ``claims.json``; None where it has another shape."""
    try:
        return {(str(item["id"]), str(v["part"]), str(v["reading"])): str(v["digest"]) for paper in claims["papers"] for item in paper["items"] for v in item["variants"]}
    except (KeyError, TypeError):
        return None


def in_folder(folder: Path, rows: Collection[Mapping[str, Any]]) -> list[Problem]:
    """The problems of a results folder with these rows."""
    stored = {path.name: path for path in sorted((folder / FOLDER).glob("*.json"))}
    stored |= {f"{inner}/{path.name}": path for inner in BESIDE for path in sorted((folder / FOLDER / inner).glob("*.json"))}
    return problems(rows, digests_of(_json(folder / "claims.json")), {name: _json(path) for name, path in stored.items()})


def _json(path: Path) -> Any:
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return None


def disowned(row: Mapping[str, Any], why: str) -> dict[str, Any]:
    """A row without its verdict: what was claimed stays told, nothing is claimed."""
    findings = [{**finding, "certificate": None, "status": "UNDECIDED" if finding.get("status") in DECISIVE else finding.get("status")} for finding in row.get("findings") or ()]
    return {**row, "status": "UNDECIDED", "summary": f"no verdict: {why}", "certificate": None, "severity": None, "follows": None, "findings": findings}


__all__ = ["Problem", "digests_of", "disowned", "in_folder", "key_of", "label", "name_of", "problems"]
