"""No sentence that a user can meet has a retired phrase: messages and summaries in the sources, the README and the documents."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGES = ("verify", "mechanisms")
RETIRED = {
    r"(?<![\w'\"._<-])(?<!power )laws?\b(?![='\"_(`])": "distribution",
    r"nothing of the kind exists|whatever .* may be, it is false": "no such x exists: every choice fails",
    r"no set of numbers": "is a distribution; this engine handles only numbers",
    r"left open: ": "16 instances inconclusive",
    r"without value: ": "no value at 3 instances",
    r"nobody knows": "undetermined",
    r"\b1 boxes\b|one box that cover\b": "one box covering",
    r"[Hh]ow wrong .* would have to be": "smallest detectable error",
    r"\b(?:is|are) no (?:numbers?|fractions?|integers?|lists?|points?|sets?|propositions?|comparisons?)\b": "is not a number",
    r"\bperhaps\b": "may be, possibly, optionally",
    r"evaluated with certainty": "by rigorous evaluation",
    r"comes without evidence": "there is no certificate",
    r"guard of (?:processor )?time|time guard": "time limit",
    r"(?:budget|allowance|time|work)(?: of \w+)? is spent|budget spent": "the limit was reached",
    r"\bmonotony\b": "monotonicity",
    r"\banew\b": "again",
    r"\bmet again\b": "repeated",
    r"hangs? on rounding": "depends on rounding",
    r"way of the data": "data flow",
    r"goes on where it was": "resumes after an interruption",
    r"rounds to claimed": "does not round to the printed",
    r"counter-example": "counterexample",
}
"""Patterns that no sentence contains, each with what to write instead."""
CODE = re.compile(r"\b(?:kernel|mixture|translate|finite_law|geometric_law)\([^)]*\)|^law: |\w+: law must|third argument of laws|\['law'")
"""Code that a sentence quotes, and names of arguments."""


def documented(tree: ast.AST) -> set[ast.AST]:
    """The strings that are statements by themselves: documentation."""
    return {node.value for node in ast.walk(tree) if isinstance(node, ast.Expr)}


def sentence(node: ast.AST) -> str | None:
    """The text of a literal; what an f-string puts in is a placeholder."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if isinstance(node, ast.JoinedStr):
        return "".join(str(part.value) if isinstance(part, ast.Constant) else "…" for part in node.values)
    return None


def literals(path: Path) -> Iterator[tuple[int, str]]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    left_out = documented(tree) | {part for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for part in node.values}
    for node in ast.walk(tree):
        text = sentence(node)
        if text is not None and node not in left_out and " " in text.strip():
            yield node.lineno, text


def prose(text: str) -> Iterator[tuple[int, str]]:
    """The lines of a document, without code."""
    fenced = False
    for number, line in enumerate(text.splitlines(), 1):
        if line.lstrip().startswith("```"):
            fenced = not fenced
        elif not fenced:
            yield number, re.sub(r"`[^`]*`", "`code`", line)


def retired(text: str) -> list[str]:
    """What is wrong with a sentence, and what to write instead."""
    plain = CODE.sub("", text)
    return [f"{found[0]!r}: write {instead!r}" for pattern, instead in RETIRED.items() if (found := re.search(pattern, plain))]


@pytest.mark.parametrize("package", PACKAGES)
def test_no_message_has_a_retired_phrase(package):
    found = [f"{path.relative_to(ROOT)}:{line}: {wrong} in {text[:120]!r}" for path in sorted((ROOT / package).rglob("*.py")) for line, text in literals(path) for wrong in retired(text)]
    assert not found, "\n".join(found)


@pytest.mark.parametrize("page", [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))], ids=lambda page: page.stem)
def test_no_document_has_a_retired_phrase(page):
    found = [f"{page.name}:{line}: {wrong} in {text[:120]!r}" for line, text in prose(page.read_text(encoding="utf-8")) for wrong in retired(text)]
    assert not found, "\n".join(found)


@pytest.mark.parametrize("text", [
    "the laws of the outputs", "P ranges over laws, which is no set of numbers", "no counterexample; left open: 16", "certified on one box that cover the domain", "a name that is perhaps infinite",
    "3 errors, of which nobody knows whether they are false", "How wrong a claim would have to be", "nothing of the kind exists: whatever epsilon may be, it is false at x = 1",
])
def test_a_retired_phrase_is_noticed(text):
    assert retired(text)


@pytest.mark.parametrize("text", ["a power law", "mixture((weight, law), ...)", "got law=3", "a distribution with power laws", "the field evidence.law", "it has no numbers"])
def test_what_is_no_phrase_is_not(text):
    assert not retired(text)
