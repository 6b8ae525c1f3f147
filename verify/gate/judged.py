"""The record as rows of results, for judgements where no run is at hand: verdicts, severities, and the two sides that the evidence holds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from verify.evidence.resting import premises
from verify.gate import evidence
from verify.gate.lock import Key, Lock, follows_key


def rows(lock: Lock, stored: Mapping[Key, evidence.Stored]) -> dict[str, list[dict[str, Any]]]:
    """Rows by id, with what a judgement needs of them."""
    found: dict[str, list[dict[str, Any]]] = {}
    for key, one in lock.statements.items():
        severity = None if one.severity is None else {"level": one.severity.level, "correction": one.severity.correction, "status": one.severity.status}
        row = {"id": key[0], "part": key[1], "reading": key[2], "status": one.status, "severity": severity, "summary": _summary(stored.get(key))}
        found.setdefault(key[0], []).append(row | _derivation(stored.get(key)) | _follows(stored.get(follows_key(key)), lock))
    return found


def _derivation(stored: evidence.Stored | None) -> dict[str, Any]:
    """Evidence that derives a statement from others, which a printed proof may rest on; nothing where it is of another kind."""
    return {"kind": "lemmas", "evidence": stored.data["evidence"]} if stored is not None and stored.data.get("kind") == "lemmas" else {}


def _follows(stored: evidence.Stored | None, lock: Lock) -> dict[str, Any]:
    """What a statement would follow from, with the verdicts on record."""
    if stored is None:
        return {}
    rests = premises(stored.data["evidence"])
    status = {key: lock.statements[key].status if key in lock.statements else "" for key, _ in rests}
    return {"follows": {"from": [{"id": key[0], "part": key[1], "reading": key[2], "digest": digest, "status": status[key]} for key, digest in rests], "summary": "", "certificate": ""}}


def _summary(stored: evidence.Stored | None) -> str:
    if stored is None:
        return ""
    if stored.data.get("kind") == "printed":
        return "false: recomputed {value}, printed {digits}".format(**stored.data["evidence"])
    values = stored.data["evidence"].get("values") or {}
    if not isinstance(values, dict) or not all(isinstance(values.get(name), str) for name in ("measured", "relation", "claimed")):
        return ""
    instance = stored.data["evidence"].get("instance") or {}
    place = ", ".join(f"{name} = {value}" for name, value in instance.items() if isinstance(value, str))
    return f"measured {_short(values['measured'])} {values['relation']} claimed {_short(values['claimed'])} is false" + (f" at {place}" if place else "")


def _short(text: str) -> str:
    try:
        return f"{float(text):.6g}"
    except ValueError:
        return text


__all__ = ["rows"]
