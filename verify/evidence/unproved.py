"""Why no prover proved a statement that tests support, in one line, from the reasons that engines gave."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from verify.evidence.undecided import letters

REASONS = (
    ("lemmas", r"no lemma of the textbook leads", "no textbook lemma leads to it"),
    ("interval", r"(\w+) is (an? [^;]+); boxes handle only numbers", "boxes handle only numbers, and {0} is {1}"),
    ("interval", r"after (\d+) box(?:es)? a share of ([\d.]+)", "{0} boxes leave {1} of the domain undecided"),
    ("symbolic", r"no rule", "no rule of a derivation proves it"),
    ("symbolic", r"the work", "the work allowed for a derivation was used up"),
    ("induction", r"induction on (\w+): a base case or the step", "a base case or the step of an induction on {0} is not decided"),
    ("smt", r"(z3|cvc5|no solver)\b.*", "solvers do not decide it"),
)
"""For each engine what it says, and what is told; the first line of an engine that applies counts."""


def why(findings: Iterable[Mapping[str, Any]]) -> str:
    """``not proved: no textbook lemma leads to it; boxes handle only numbers, and P is a distribution``; empty where no engine said why."""
    said = {str(one.get("engine")): str(one.get("summary") or "") for one in findings if one.get("status") == "UNDECIDED"}
    told: dict[str, str] = {}
    for engine, pattern, words in REASONS:
        found = re.match(pattern, said.get(engine, ""))
        if found is not None and engine not in told:
            told[engine] = words.format(*map(_shown, found.groups()))
    return f"not proved: {'; '.join(told.values())}" if told else ""


def _shown(text: str) -> str:
    """A name, a kind of object, or a share as a percentage."""
    return f"{100 * float(text):.3g} %" if re.fullmatch(r"[01](\.\d+)?|0?\.\d+", text) else letters(text).replace("a member of sequences", "a sequence")


__all__ = ["why"]
