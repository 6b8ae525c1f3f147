"""LaTeX to MathML: no script, no network. What cannot be converted faithfully is refused; the page shows text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from html import escape, unescape
from xml.etree.ElementTree import Element

from latex2mathml.converter import convert_to_element

#: Elements and attributes that may reach a page; anything else in a converted formula is a refusal.
ELEMENTS = frozenset(
    word
    for line in (
        "math mrow mi mn mo ms mtext mspace mfrac msqrt mroot mstyle mpadded mphantom menclose msub msup msubsup",
        "munder mover munderover mmultiscripts mprescripts none mtable mtr mtd",
    )
    for word in line.split()
)
ATTRIBUTES = frozenset(
    word
    for line in (
        "display stretchy fence form separator accent accentunder largeop movablelimits lspace rspace minsize maxsize",
        "mathvariant displaystyle scriptlevel linethickness width height depth voffset columnalign rowspacing",
        "columnspacing columnlines rowlines notation symmetric",
    )
    for word in line.split()
)
#: How many parts an element must have to be drawn at all.
PARTS = {"mfrac": 2, "mroot": 2, "msub": 2, "msup": 2, "munder": 2, "mover": 2, "msubsup": 3, "munderover": 3}
#: Operators whose lower limit stands beneath them in a displayed formula.
LIMITS = frozenset({"inf", "sup", "max", "min", "lim", "lim sup", "lim inf", "limsup", "liminf", "ess sup", "ess inf"})


@lru_cache(maxsize=4096)
def mathml(latex: str, *, block: bool = False) -> str | None:
    """Convert one formula.

    Parameters
    ----------
    latex : str
        A formula without dollar signs.
    block : bool
        Whether the formula stands on a line of its own.

    Returns
    -------
    str or None
        A ``<math>`` element with every character escaped, or None where the formula has an unknown command, unbalanced
        braces or an element outside `ELEMENTS`; the caller then shows text instead.
    """
    if not latex.strip() or not _balanced(latex):
        return None
    source = re.sub(r"\\operatorname\s*\*", r"\\operatorname", latex)
    try:
        root = convert_to_element(source, display="block" if block else "inline")
        return "".join(_write(root, block))
    except Exception:  # the converter raises many kinds; each one means the same here: show text instead
        return None


def _balanced(latex: str) -> bool:
    depth = 0
    for token in re.findall(r"\\.|[{}]", latex, flags=re.DOTALL):
        depth += {"{": 1, "}": -1}.get(token, 0)
        if depth < 0:
            return False
    return depth == 0


def _write(node: Element, block: bool) -> Iterator[str]:
    tag = node.tag
    if tag not in ELEMENTS:
        raise ValueError(f"mathml: the element must be one of MathML's, got element={tag}; show text instead")
    text = unescape(node.text or "")
    if "\\" in text and tag != "mtext":
        raise ValueError(f"mathml: the command must be known, got command={text}; show text instead")
    children = list(node)
    if len(children) != PARTS.get(tag, len(children)):
        raise ValueError(f"mathml: {tag} must have {PARTS[tag]} parts, got parts={len(children)}; show text instead")
    if block and tag in ("msub", "msubsup") and children[0].tag == "mo" and (children[0].text or "") in LIMITS:
        tag = {"msub": "munder", "msubsup": "munderover"}[tag]
    attributes = "".join(f' {name}="{escape(value)}"' for name, value in node.attrib.items() if name in ATTRIBUTES)
    yield f"<{tag}{attributes}>{escape(text, quote=False)}"
    for child in children:
        yield from _write(child, block)
    yield f"</{tag}>"
