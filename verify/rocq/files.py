"""One certificate as a file for Rocq: what the library defines, the statement as a theorem, its proof, and the axioms that it rests on."""

from __future__ import annotations

import re
from collections.abc import Mapping
from importlib.resources import files
from typing import Any

from verify.claims.nodes import ClaimError, Node, from_json
from verify.rocq.proofs import proof, written
from verify.rocq.statement import fails, holds
from verify.rocq.terms import NotExported

HEADER = """From Coq Require Import Reals ZArith QArith Qabs Qreals List Lra Lia Psatz Ranalysis5.
From Flocq Require Import Raux.
From Coquelicot Require Import Coquelicot.
From Interval Require Import Tactic.
Import ListNotations.
Open Scope R_scope.
"""
PARTS = {"gauss": re.compile(r"\b(Phi|erf|gaussian_profile)\b"), "laws": re.compile(r"\b(distribution|pt)\b|is_distribution"), "infima": re.compile(r"\binfimum_of\b")}
UNPROVED = {"lemmas": "lemmas", "mixtures": "lemmas", "counts": "procedure", "structure": "structure", "experiment": "experiment", "worst-pair": "lemmas", "vacuous": "lemmas",
            "impossibility": "lemmas"}
"""Kinds of evidence that rest on what a file does not hold."""


def library(name: str) -> str:
    """A part of the library, as it stands in each file that needs it."""
    return files("verify.rocq").joinpath("library", f"{name}.v").read_text(encoding="utf-8")


def name_of(certificate: Mapping[str, Any]) -> str:
    """The name of the file, which Rocq takes for the name of a module."""
    words = "__".join(str(certificate[key]) for key in ("claim", "part", "reading"))
    tail = "".join(f"__{one}" for one in certificate.get("weakened", []))
    return re.sub(r"[^A-Za-z0-9_]", "_", words + tail)


def exported(certificate: Mapping[str, Any]) -> str:
    """The file for a certificate. Raises NotExported with a reason of the closed list."""
    kind, status = certificate["kind"], certificate["status"]
    if kind in UNPROVED:
        raise NotExported(UNPROVED[kind], kind)
    statement = from_json(certificate["statement"])
    try:
        goal = (fails if status == "REFUTED" else holds)(statement)
        script = proof(goal, _values(certificate["evidence"]))
    except AssertionError:  # a tuple where the translator expects a formula
        raise NotExported("quantity", "a construct in another form") from None
    theorem = "statement_fails" if status == "REFUTED" else "statement_holds"
    text = written(goal, 1)
    parts = ["numbers", *(name for name, mentioned in PARTS.items() if mentioned.search(text))]
    return "\n".join([_about(certificate), HEADER, *map(library, parts), f"Theorem {theorem} :\n  {text}.\nProof. {script}. Qed.\n\nPrint Assumptions {theorem}.\n"])


def _about(certificate: Mapping[str, Any]) -> str:
    says = "is false (and has a value) at an instance" if certificate["status"] == "REFUTED" else "holds"
    words = [f"{certificate['claim']}, part {certificate['part']}, reading {certificate['reading']}: the statement {says}.", f"Digest of the canonical formula: {certificate['digest']}."]
    return "(* " + "\n   ".join(one.replace("*)", "* )").replace("(*", "( *") for one in words) + " *)"


def _values(evidence: Mapping[str, Any]) -> dict[str, Node]:
    found: dict[str, Node] = {}
    for key in ("instance", "inner"):
        stored = evidence.get(key)
        if isinstance(stored, dict):
            for name, value in stored.items():
                try:
                    found.setdefault(name, from_json(value))
                except ClaimError:
                    continue
    return found


__all__ = ["exported", "library", "name_of"]
