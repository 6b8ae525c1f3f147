"""Badges: small SVG files that say the judgement on an item, or how many numbered results of a paper fail, for pages elsewhere. They stand alone, so their colours are fixed."""

from __future__ import annotations

import html

from verify.report.model import Audit, Item, Paper

FOLDER = "badges"
COLOURS = {"fails": "#a3123a", "fails as printed": "#a3123a", "depends": "#7a5200", "open": "#7a5200", "holds with a correction": "#1f5a9e", "holds": "#0b6149", "not checked": "#545b64"}
LETTER, ROOM, HEIGHT = 6.6, 8, 20
"""Width of a letter, room beside a text, and height of a badge."""


def badge(name: str, told: str, colour: str) -> str:
    """A name and what is said of it."""
    left, right = (round(len(text) * LETTER) + 2 * ROOM for text in (name, told))
    name, told = html.escape(name), html.escape(told)
    return (f'<svg xmlns="http://www.w3.org/2000/svg" width="{left + right}" height="{HEIGHT}" role="img" aria-label="{name}: {told}"><title>{name}: {told}</title>'
            f'<rect width="{left + right}" height="{HEIGHT}" rx="3" fill="#3b434c"/><path d="M{left},0h{right - 3}q3,0 3,3v{HEIGHT - 6}q0,3 -3,3h-{right - 3}z" fill="{colour}"/>'
            f'<g fill="#fff" font-family="Verdana, DejaVu Sans, sans-serif" font-size="11"><text x="{ROOM}" y="14" textLength="{left - 2 * ROOM}">{name}</text>'
            f'<text x="{left + ROOM}" y="14" textLength="{right - 2 * ROOM}">{told}</text></g></svg>\n')


def of_item(item: Item) -> str:
    """The judgement on an item."""
    word = item.judgement.word if item.judgement.sentence else "no result"
    return badge(item.id, word, COLOURS.get(word, COLOURS["not checked"]))


def of_paper(paper: Paper) -> str:
    """How many numbered results of a paper fail, in the kindest reading or as printed; of a paper without any, how many claims."""
    items = paper.numbered or paper.items
    failing = sum(item.failing for item in items)
    what = "numbered results" if paper.numbered else "claims"
    return badge(paper.id, f"{failing} of {len(items)} {what} {'fails' if failing == 1 else 'fail'}", COLOURS["fails" if failing else "holds"])


def badges(audit: Audit, slug: dict[str, str]) -> dict[str, str]:
    """All badges of a report by path; ``slug``: the file name of each paper and item."""
    return {f"{FOLDER}/{slug[paper.id]}.svg": of_paper(paper) for paper in audit.papers} | {f"{FOLDER}/{slug[item.id]}.svg": of_item(item) for item in audit.items}


__all__ = ["FOLDER", "badge", "badges", "of_item", "of_paper"]
