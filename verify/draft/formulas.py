"""What SymPy's LaTeX parser reads a displayed formula as; for a person to compare, never a claim."""

from __future__ import annotations

import re
import warnings
from dataclasses import dataclass

LONGEST = 200
"""Characters of a formula that is tried."""
LETTERS = re.compile(r"\\(sigma|Sigma|Gamma|Delta|Theta|Lambda|Xi|Upsilon|Phi|Psi|Omega)(?![A-Za-z])")
"""Greek letters without an entry in the parser's grammar, which reads them as names of several letters."""

ALIGNED = re.compile(r"\\begin\{(split|aligned)\}((?:(?!\\\\).)*)\\end\{\1\}", re.DOTALL)
"""An alignment of one row."""
DIGITS = re.compile(r"[\^_]\s*\d\d")
"""A power or index of several digits without braces, of which TeX raises or lowers the first alone."""
APPLIED = re.compile(r"\\(?:exp|log|ln|a?(?:sin|cos|tan|sec|csc|cot)h?|arc(?:sin|cos|tan))\s*(?:\\left\s*)?\(")
BEHIND = re.compile(r"\s*(?:$|[-+=<>)}|,&]|\\(?:right|leq?|geq?|neq?|leqslant|geqslant)(?![A-Za-z]))")
"""What may stand behind the argument of a function, where the parser does not draw more into it."""


@dataclass(frozen=True, slots=True)
class Reading:
    """A formula as SymPy prints it, and what it took for names: ``e`` among them is a name, not the number."""

    text: str
    names: tuple[str, ...]


def _misread(text: str) -> bool:
    """Whether the parser would read another formula than TeX prints."""
    for found in APPLIED.finditer(text):
        depth, end = 1, found.end()
        while depth and end < len(text):
            depth += (text[end] == "(") - (text[end] == ")")
            end += 1
        if not BEHIND.match(text, end):
            return True
    return DIGITS.search(text) is not None


def read(formula: str) -> Reading | None:
    """One equation or inequality as SymPy reads it; None where it does not read all of it, in one way, as such."""
    from sympy.core.relational import Relational
    from sympy.parsing.latex import parse_latex_lark

    if len(formula) > LONGEST:
        return None
    row = ALIGNED.fullmatch(formula.strip())
    text = re.sub(r"(?<!\\)&", " ", row[2] if row is not None else formula).strip().rstrip(".,; ")
    if _misread(text):
        return None
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # SymPy warns of its own deprecated constructions
            found = parse_latex_lark(LETTERS.sub(r"\\mathit{\1}", text))
    except Exception:  # the parser fails in many ways on what it does not know
        return None
    return Reading(str(found), tuple(sorted(map(str, found.free_symbols)))) if isinstance(found, Relational) else None


__all__ = ["Reading", "read"]
