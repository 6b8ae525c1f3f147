"""What a report needs to know about claims: statements in words and LaTeX, readings, sources. Stored beside the results."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from verify.claims import standings
from verify.claims.abbreviated import abbreviated
from verify.claims.claim import Claim, Variant
from verify.claims.described import described, option_in_words
from verify.claims.ledger import Item, text_of
from verify.claims.nodes import Node, pattern_names
from verify.claims.proofs import Parts, ProofLink, Unchecked, id_of
from verify.claims.registry import Paper
from verify.claims.show import latex, text
from verify.run.store import CLAIMS

WITH_TERMS = ("equals", "interval")
"""Sets that are given by terms, which may be long."""


def describe(papers: dict[str, Paper], ids: Sequence[str] | None = None) -> dict[str, Any]:
    """All papers with the chosen items (all of them by default), in ledger order."""
    return {"schema": CLAIMS, "papers": [_paper(paper, None if ids is None else set(ids)) for paper in papers.values()]}


def _paper(paper: Paper, ids: set[str] | None) -> dict[str, Any]:
    ledger = paper.ledger
    return {"id": ledger.paper, "title": ledger.title, "source": ledger.source + (f" ({ledger.version})" if ledger.version else ""),
            "items": [item_of(paper, item.id) for item in ledger.items if ids is None or item.id in ids]}


def _told(paper: Paper, claims: Sequence[Claim]) -> dict[str, Any]:
    """What the docstring of the module says; what it leaves out of the options of a reading, in the words of the ledger."""
    if not claims:
        return {}
    offered = {name: options for claim in claims for name, options in claim.readings().items()}
    found = described(claims[0].where[0]).about(claims[0].id, offered)
    readings = {}
    for name, options in offered.items():
        explained = str(found["readings"].get(name, ""))
        added = "; ".join(f"{option}: {words}" for option in options if (words := paper.ledger.words.get(name, {}).get(option)) and not option_in_words(explained, option))
        readings[name] = f"{explained.rstrip('.')}; {added}" if explained and added else explained or added
    return found | {"readings": {name: text for name, text in readings.items() if text}}


def item_of(paper: Paper, id: str, *, letters: bool = True) -> dict[str, Any]:
    """One item of the ledger with its variants, as in `variant_of`."""
    item, claims = paper.item(id), paper.claims.get(id, ())
    part_of = item.part_of or next((c.part_of for c in claims if c.part_of), "")
    return {
        "id": id, "title": item.title, "kind": item.kind or (claims[0].kind if claims else _bare_kind(item)),
        "source": {"item": item.source.item, "eq": item.source.eq, "section": item.source.section},
        "words": _told(paper, claims), "because": next((c.because for c in claims if c.because), ""),
        "note": item.note, "not_checked": None if item.not_checked is None else f"{item.not_checked.reason}: {item.not_checked.why}",
        "part_of": part_of, "uses": sorted({*item.uses, *(u for c in claims for u in c.uses)}), "corrects": next((c.corrects for c in claims if c.corrects), ""),
        "proof": [_link(link) for link in item.proof], "beside": list(item.beside),
        "declared": _place(*claims[0].where) if claims else None,
        "never": [{"options": [f"{a}={b}" for a, b in rule.options], "because": rule.because} for c in claims for rule in c.never],
        "variants": [variant_of(v, letters=letters) | {"standings": _standings(paper, v)} for c in claims for v in c.variants()],
        "standings": {name: {option: {"standing": one.kind, "source": one.source} for option in offered if (one := standings.of(paper.ledger.standings, id, name, option)) is not None}
                      for name, offered in {name: offered for c in claims for name, offered in c.readings().items()}.items()} if paper.ledger.standings else {},
    }


def _link(link: ProofLink) -> dict[str, Any]:
    """A link of a printed proof; without parts, of all parts of its claim."""
    return {"id": id_of(link), "parts": list(link.parts) if isinstance(link, Parts) else [], "words": link.words if isinstance(link, Unchecked) else ""}


def _standings(paper: Paper, variant: Variant) -> dict[str, str]:
    """What the chosen options of a statement stand on in the source, by reading."""
    found = {name: standings.of(paper.ledger.standings, variant.id, name, option) for name, option in variant.choice.items()}
    return {name: one.kind for name, one in found.items() if one is not None}


def _place(file: str, line: int) -> dict[str, Any]:
    """Where a claim is declared, below the folder that holds its top package: the same on every machine."""
    path = Path(file)
    top = path.parent
    while (top / "__init__.py").is_file() and top != top.parent:
        top = top.parent
    return {"file": path.relative_to(top).as_posix(), "line": line}


def _bare_kind(item: Item) -> str:
    """Kind of an item without a claim, from the reason why it has none."""
    reason = "" if item.not_checked is None else item.not_checked.reason
    return {"opinion": "opinion", "no quantity": "opinion", "data missing": "experiment", "hardware missing": "experiment"}.get(reason, "definition")


def variant_of(variant: Variant, *, letters: bool = True) -> dict[str, Any]:
    """One statement for people; with ``letters``, in LaTeX parts of long formulas stand for themselves below, which takes longest."""
    names = [name for pattern, _ in variant.forall for name in pattern_names(pattern)]
    formulas = [*variant.given, variant.states, *(where for _, where in variant.forall if where.head in WITH_TERMS)]
    shown, meant = abbreviated(formulas, names) if letters else (formulas, [])
    ranges = iter(shown[len(variant.given) + 1 :])
    return {
        "part": variant.part, "reading": variant.reading, "digest": variant.digest, "reading_choices": dict(variant.choice),
        "reading_text": "; ".join(f"{name}: {option}" for name, option in variant.choice.items()),
        "statement_text": statement_text(variant),
        "statement_latex": {
            "forall": [f"{latex(pattern)} {_range(next(ranges) if where.head in WITH_TERMS else where)}" for pattern, where in variant.forall],
            "given": [latex(g) for g in shown[: len(variant.given)]],
            "states": latex(shown[len(variant.given)]),
            "where": [f"{latex(letter)} = {latex(part)}" for letter, part in meant],
        },
    }


def statement_text(variant: Variant) -> str:
    """The statement over several lines."""
    lines = []
    if variant.forall:
        lines.append("for all  " + ",  ".join(f"{text(pattern)} {_words(where)}" for pattern, where in variant.forall))
    for k, hypothesis in enumerate(variant.given):
        lines.append(("given    " if k == 0 else "and      ") + text(hypothesis))
    lines.append("states   " + text(variant.states))
    return "\n".join(lines)


def _words(where: Node) -> str:
    return f"= {text(where.args[0])}" if where.head == "equals" else f"∈ {text(where)}"


def _range(where: Node) -> str:
    return f"= {latex(where.args[0])}" if where.head == "equals" else rf"\in {latex(where)}"


__all__ = ["describe", "item_of", "statement_text", "text_of", "variant_of"]
