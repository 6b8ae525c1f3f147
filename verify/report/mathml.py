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
#: What needs not be said: cells stand to the left by the style of the page.
DEFAULTS = frozenset({("display", "inline"), ("columnalign", "left")})
#: How many parts an element must have to be drawn at all.
PARTS = {"mfrac": 2, "mroot": 2, "msub": 2, "msup": 2, "munder": 2, "mover": 2, "msubsup": 3, "munderover": 3}
#: Operators whose lower limit stands beneath them in a displayed formula.
LIMITS = frozenset({"inf", "sup", "max", "min", "lim", "lim sup", "lim inf", "limsup", "liminf", "ess sup", "ess inf"})


#: A formula with more signs than this is broken into pieces that a page can wrap.
LONG = 24
#: A piece has at least this many signs.
PIECE = 8
WIDE = 22
"""A piece with more signs than this is cut at lesser places as well."""
BREAKS = r"\\(?:le|ge|ne|wedge|vee|implies|iff|to|Rightarrow|Leftrightarrow|sum|sup|inf|lim|Pr)(?![A-Za-z])|\\text(?={ )|\\,\\\|\\,|[=<>+]|(?<=[ )}\]])-|(?<=:)(?=\\;)|(?<=,)(?= )"
"""Places at which a line is broken: before relations, signs and words, behind commas."""
LESSER = r"\\(?:in|mapsto|mid|otimes|notin|cdot)(?![A-Za-z])|\\,(?!\\\|)|(?<=,)|(?<=[(\[])(?![)\]])"
"""Places at which a line is broken where it must be: before other signs, between factors, behind commas and brackets."""
STEPS = {"{": 1, "}": -1, r"\begin": 1, r"\end": -1}
"""By how much a token goes deeper into groups, where no line can be broken."""
GREEK = frozenset("alpha beta gamma delta epsilon eta theta kappa lambda mu nu xi rho sigma tau phi chi psi omega Delta Gamma Omega".split())


@lru_cache(maxsize=1 << 14)
def formula(latex: str, *, block: bool = False) -> str | None:
    """A formula for a page: one ``<math>`` element, or several for a long one, so that the page can wrap it. None as for `mathml`."""
    if _signs(latex) <= LONG:
        return mathml(latex, block=block)
    shown = [mathml(piece, block=False, large=block) for piece in pieces(latex)]
    if len(shown) < 2 or not all(shown):
        return mathml(latex, block=block)
    return f'<span class="long">{" ".join(one for one in shown if one)}</span>'


def pieces(latex: str) -> list[str]:
    """A long formula cut before relations and signs that stand in no group; brackets keep their natural size, or they could not be cut apart."""
    source = re.sub(r"\\left\s*(?=[(\[|.\\])|\\right\s*(?=[)\]|.\\])|\\middle\s*", "", _readable(latex))
    found = [lesser for piece in _cut(source, BREAKS) for lesser in (_cut(piece, LESSER) if _signs(piece) > WIDE else [piece])]
    return [found[0], *(f"{{}} {piece}" for piece in found[1:])]


def _cut(source: str, places: str) -> list[str]:
    """A formula cut at places outside of groups, into pieces that are not very short."""
    depth, cuts = 0, [0]
    for match in re.finditer(rf"\\(?:begin|end)(?={{)|\\[{{}}]|[{{}}]|{places}", source):
        token = match[0]
        if depth == 0 and token not in ("{", "}", r"\end") and not token.startswith(("\\{", "\\}")) and _signs(source[cuts[-1] : match.start()]) >= PIECE and _signs(source[match.start() :]) > 1:
            cuts.append(match.start())
        depth += STEPS.get(token, 0)
    return [source[a:b] for a, b in zip(cuts, [*cuts[1:], len(source)], strict=True)]


def _signs(latex: str) -> int:
    """About how many signs wide a formula is."""
    words = re.sub(r"\\(?:left|right|middle|text|operatorname|mathit|mathbf|mathbb|frac)(?![A-Za-z])", "", latex)
    return len(re.sub(r"[{}\s^_\\]|\\[;,]", "", re.sub(r"\\[A-Za-z]+", "x", words)))


def _readable(latex: str) -> str:
    """Names of several letters upright and in one piece, words apart from what follows them."""
    source = re.sub(r"\\operatorname\s*\*", r"\\operatorname", latex if r"\left" in latex else latex.replace(r"\middle", ""))
    source = re.sub(r"\\operatorname\{([^{}]* [^{}]*)\}", r"\\text{\1}", source)
    source = re.sub(r"\\mathit\{([A-Za-z]{2,})\}", r"\\text{\1}", source)
    source = re.sub(r"_\{([A-Za-z]{2,})\}", lambda m: f"_{{\\{m[1]}}}" if m[1] in GREEK else f"_{{\\text{{{m[1]}}}}}", source)
    source = re.sub(r"(\\text\{[^{}]*\}) +", r"\1\\;", source)
    return re.sub(r"\\text\{[^{}]*\}|: ", lambda m: m[0] if m[0] != ": " else r":\;", source)


@lru_cache(maxsize=1 << 14)
def mathml(latex: str, *, block: bool = False, large: bool = False) -> str | None:
    """Convert one formula.

    Parameters
    ----------
    latex : str
        A formula without dollar signs.
    block : bool
        Whether the formula stands on a line of its own.
    large : bool
        Whether sums and fractions have the size of such a formula, though it stands among others.

    Returns
    -------
    str or None
        A ``<math>`` element with every character escaped, or None where the formula has an unknown command, unbalanced
        braces or an element outside `ELEMENTS`; the caller then shows text instead.
    """
    if not latex.strip() or not _balanced(latex):
        return None
    try:
        source = _readable(latex) if block or large else _readable(latex).replace(r"\tfrac", r"\frac")  # among other signs fractions are small already
        root = convert_to_element(source, display="block" if block else "inline")
        if large:
            root.set("displaystyle", "true")
        return "".join(_write(root, block or large))
    except Exception:  # the converter raises many kinds; each one means the same here: show text instead
        return None


def _balanced(latex: str) -> bool:
    depth = 0
    for token in re.findall(r"\\.|[{}]", latex, flags=re.DOTALL):
        depth += {"{": 1, "}": -1}.get(token, 0)
        if depth < 0:
            return False
    return depth == 0


LEAVES = frozenset({"mi", "mn", "mo", "mspace", "mtext"})


BEFORE_A_SIGN = frozenset("([{,;=<>≤≥≠∈→⇒:")
"""Operators behind which a minus is a sign, and not a difference."""


def _natural(children: list[Element]) -> None:
    """A row as it is read: a minus behind a bracket is a sign, infinity no operator; brackets at the ends are fences that grow, and beside nothing tall none grows."""
    for before, child in zip([None, *children], children, strict=False):
        if child.tag == "mo" and child.text in ("∞", "&#x0221E;"):
            child.tag = "mi"
        if before is not None and before.tag == "mo" and unescape(before.text or "") in BEFORE_A_SIGN and child.tag == "mo" and unescape(child.text or "") in ("-", "−"):
            child.set("form", "prefix")
    for child, form, signs in ((children[0], "prefix", "([{"), (children[-1], "postfix", ")]}")):
        if child.tag == "mo" and unescape(child.text or "") in signs and child.attrib == {"stretchy": "true", "fence": "true", "form": form}:
            child.attrib.clear()
    if all(child.tag in LEAVES for child in children):
        for child in children:
            if child.attrib == {"stretchy": "false"}:
                child.attrib.clear()


def _fenced(row: Element) -> bool:
    """Whether a row has brackets of its own that grow with it, or is empty and keeps a place."""
    return len(row) == 0 or any(child.tag == "mo" and child.get("stretchy") != "false" and unescape(child.text or "") in "([{|}])" for child in row)


def _write(node: Element, block: bool) -> Iterator[str]:
    tag = node.tag
    if tag not in ELEMENTS:
        raise ValueError(f"mathml: the element must be one of MathML's, got element={tag}; show text instead")
    text = unescape(node.text or "")
    if "\\" in text and tag != "mtext":
        raise ValueError(f"mathml: the command must be known, got command={text}; show text instead")
    if tag == "mo" and text == "/":
        node.attrib.update(lspace="0", rspace="0")
    children = list(node)
    if len(children) != PARTS.get(tag, len(children)):
        raise ValueError(f"mathml: {tag} must have {PARTS[tag]} parts, got parts={len(children)}; show text instead")
    if block and tag in ("msub", "msubsup") and children[0].tag == "mo" and (children[0].text or "") in LIMITS:
        tag = {"msub": "munder", "msubsup": "munderover"}[tag]
    if children and tag in ("mrow", "math", "mtd"):
        _natural(children)
        if tag == "mtd" and len(children) == 1 and children[0].attrib == {"displaystyle": "false", "scriptlevel": "0"}:
            children = list(children[0])
    if tag == "mrow" and len(children) == 1 and not text and not node.attrib:
        yield from _write(children[0], block)
        return
    attributes = "".join(f' {name}="{escape(value)}"' for name, value in node.attrib.items() if name in ATTRIBUTES and (name, value) not in DEFAULTS)
    if not children and not text and tag == "mspace":
        yield f"<{tag}{attributes}/>"
        return
    yield f"<{tag}{attributes}>{escape(text, quote=False)}"
    for child in children:
        if child.tag == "mrow" and tag in ("mrow", "math", "mtd") and not child.attrib and not _fenced(child):
            _natural(list(child))
            for inner in child:  # a group of the source that draws nothing
                yield from _write(inner, block)
        else:
            yield from _write(child, block)
    yield f"</{tag}>"
