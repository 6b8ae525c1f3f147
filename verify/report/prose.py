"""Plain text for a page: subscripts and exponents as such."""

from __future__ import annotations

import re

from markupsafe import Markup, escape

BRACKETS = "({"
INDEX = re.compile(r"(?<=\S)([_^])(\((?:[^()]|\([^()]*\))*\)|\{[^{}]*\}|-?(?:[^\W_]+|∞)|[-+])")
TAGS = {"_": "sub", "^": "sup"}


def prose(text: str) -> Markup:
    """Text with its subscripts and exponents, ``W_μ`` and ``x^(1/μ)``, as such."""
    return Markup(INDEX.sub(_indexed, str(escape(text))))  # escaped here


def _indexed(found: re.Match[str]) -> str:
    tag, inner = TAGS[found[1]], found[2]
    return f"<{tag}>{inner if len(inner) < 2 or inner[0] not in BRACKETS else inner[1:-1]}</{tag}>"


__all__ = ["prose"]
