"""HTML report: a pure function from stored records to pages. Decides nothing, reads no clock; everything can be read without script."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from importlib.resources import files
from typing import Any
from urllib.parse import quote

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from verify.report import arranged, model, proofs, ranking, words
from verify.report.badges import badges
from verify.report.choices import Choice, in_marks, in_words, read_with
from verify.report.dependencies import dependencies
from verify.report.folding import Rule
from verify.report.graph import connections
from verify.report.markdown import TABLES
from verify.report.mathml import formula
from verify.report.model import Audit, Item, Paper, Part
from verify.report.pictures import NO_PICTURES, Pictures
from verify.report.prose import prose
from verify.report.reproduced import COLOURS, Reproduced, by_claim
from verify.report.stored import Record

#: Up to this many readings a table shows all of them at once; more are folded under their decision list.
OPEN_ROWS = 8
#: Groups of readings that are shown at once; more are folded.
SOME_RULES = 4

JUDGED = {"fails": "j-fails", "fails as printed": "j-printed", "depends": "j-depends", "open": "j-open", "holds with a correction": "j-corrected", "holds": "j-holds"}
"""Classes of judgements, for their colours."""
JUDGEMENT_MEANING = {
    "fails": "false in every fair reading",
    "fails as printed": "false as the text stands; a kinder reading holds, or whether one does is open",
    "depends": "true in some fair readings and false in others",
    "open": "undecided in the literal reading, or false in some readings and undecided in the rest",
    "holds with a correction": "true once equality, a printed digit, a case or a constant is put right",
    "holds": "proved, or tested without a counterexample, in every fair reading",
}
"""Judgements in words."""
REPRODUCTIONS = "reproductions.html"
"""Page of the tables and figures."""

Link = Callable[[str], str]


def render_html(results: Record, claims: Record, certificates: Mapping[str, Record]) -> dict[str, str]:
    """All pages of a report on stored records, as in `pages`. Raises ReportError if a record does not have the documented schema."""
    return pages(arranged.audit(results, claims, certificates), certificates)


def render_single_file(results: Record, claims: Record, certificates: Mapping[str, Record]) -> str:
    """The whole report on stored records as one page that refers to no other file. Errors as in `render_html`."""
    return single_page(arranged.audit(results, claims, certificates))


def pages(audit: Audit, certificates: Collection[str], reproduced: Sequence[Reproduced] = (), pictures: Pictures = NO_PICTURES) -> dict[str, str]:
    """All pages of a report.

    Parameters
    ----------
    audit : Audit
        What is shown.
    certificates : collection of str
        File names of the certificates that are stored.
    reproduced : sequence of Reproduced
        Tables and figures, shown on a page of their own.
    pictures : Pictures
        What is drawn from stored numbers.

    Returns
    -------
    dict
        Text by path relative to the report's folder: ``index.html``, ``papers/<paper>.html``, ``claims/<paper>__<item>.html``, ``style.css``, ``filter.js``, ``fit.js`` and ``badges/``,
        and ``reproductions.html`` where there are any.
        Certificates and outputs of tables and figures are linked below the report's folder.
    """
    found = _names(certificates)
    environment = _environment(pictures)
    made = {"style.css": _own("style.css"), "filter.js": _own("filter.js"), "fit.js": _own("fit.js")}
    overview = environment.get_template("index.html.jinja")
    decided = by_claim(reproduced)
    if reproduced:
        made[REPRODUCTIONS] = reproductions_page(reproduced, audit)[REPRODUCTIONS]
    made["index.html"] = overview.render(
        audit=audit, reproduced=reproduced, link=_link(audit, "claims/", ".html"), stored=_stored("certificates/", found), root="", legend_at="#legend", paper_link=lambda id: f"papers/{slug(id)}.html"
    )
    page = environment.get_template("paper.html.jinja")
    for paper in audit.papers:
        made[f"papers/{slug(paper.id)}.html"] = page.render(audit=audit, paper=paper, link=_link(audit, "../claims/", ".html"), root="../", legend_at="../index.html#legend", paper_link=lambda id: f"{slug(id)}.html")
    made |= badges(audit, {id: slug(id) for id in (*(paper.id for paper in audit.papers), *(item.id for item in audit.items))})
    made |= _cards(audit, environment, decided, found)
    return made


def _cards(audit: Audit, environment: Environment, decided: Mapping[str, list[tuple[Reproduced, list[Mapping[str, Any]]]]], found: frozenset[str]) -> dict[str, str]:
    """The page of each item."""
    made = {}
    card = environment.get_template("claim.html.jinja")
    for position, item in enumerate(audit.items):
        made[f"claims/{slug(item.id)}.html"] = card.render(
            audit=audit,
            item=item,
            decided=decided.get(item.id, ()),
            figures="../" + REPRODUCTIONS,
            before=audit.items[position - 1] if position else None,
            after=audit.items[position + 1] if position + 1 < len(audit.items) else None,
            link=_link(audit, "", ".html"),
            stored=_stored("../certificates/", found),
            root="../",
            legend_at="../index.html#legend",
            paper_link=lambda id: f"../papers/{slug(id)}.html",
        )
    return made


def single_page(audit: Audit, reproduced: Sequence[Reproduced] = (), pictures: Pictures = NO_PICTURES) -> str:
    """The whole report as one page that refers to no other file."""
    template = _environment(pictures, brief=True).get_template("single.html.jinja")
    style, script, fitting = Markup(_own("style.css")), Markup(_own("filter.js")), Markup(_own("fit.js"))  # our own files, shipped with the package
    page = template.render(audit=audit, reproduced=reproduced, decided_by=by_claim(reproduced), figures="", link=_link(audit, "#claim-", ""), stored=lambda name: "", root="", legend_at="#legend", style=style, script=script, fitting=fitting, paper_link=lambda id: f"#whole-{slug(id)}")
    return TAG.sub(lambda tag: PLAIN_VALUE.sub(r"=\1", tag[0]), page)


TAG, PLAIN_VALUE = re.compile(r"<[a-z][^<>]*>"), re.compile(r'="([\w.-]+)"(?=[\s>])')
"""A tag, and a value in it that needs no quotes: they make up a fortieth of a page."""


def reproductions_page(reproduced: Sequence[Reproduced], audit: Audit | None = None) -> dict[str, str]:
    """The page of tables and figures with its style, by path; plots and other outputs are linked below its folder."""
    template = _environment().get_template("reproductions.html.jinja")
    link = _link(audit, "claims/", ".html") if audit is not None else lambda claim: ""
    return {REPRODUCTIONS: template.render(audit=audit, reproduced=reproduced, link=link, stored=lambda name: "", root="", legend_at="index.html#legend"), "style.css": _own("style.css")}


def slug(claim: str) -> str:
    """An id as a file name and anchor: ``wdp/prop-7`` is ``wdp__prop-7``; two ids never share one."""
    return re.sub(r"[^A-Za-z0-9.-]", lambda match: "__" if match[0] == "/" else f"_{ord(match[0]):x}_", claim)


def _link(audit: Audit, before: str, after: str) -> Link:
    """Address of a claim, empty where this report does not hold it."""
    return lambda claim: f"{before}{slug(claim)}{after}" if audit.item(claim) else ""


def _names(certificates: Collection[str]) -> frozenset[str]:
    return frozenset(arranged.file_name(name) for name in certificates)


def _stored(folder: str, found: frozenset[str]) -> Link:
    """Address of a certificate, empty where there is no such file."""
    return lambda name: folder + quote(name) if name in found else ""


def _own(name: str) -> str:
    return files("verify.report").joinpath(name).read_text(encoding="utf-8")


def _graph(item: Item, audit: Audit, link: Link) -> Markup:
    return Markup(connections(item, audit, link))  # text escaped there


def _formula(latex: str, *, block: bool = False) -> Markup | None:
    converted = formula(latex, block=block)
    return None if converted is None else Markup(converted)  # rebuilt from known elements, text escaped


def _choose(status: str) -> str:
    return "v-" + re.sub(r"[^a-z]", "-", status.lower())


def _choice(item: Item | None, name: str) -> Choice:
    """A choice of an item by its name; one without words where the item does not explain it."""
    return next((choice for choice in (item.choices if item else ()) if choice.name == name), Choice(name, "", ()))


def _read_with(item: Item | None, part: str, reading: str) -> str:
    """What a reading of a part of an item takes, in words; its name where the item is not known."""
    found = next((verdict for verdict in (item.verdicts if item else ()) if (verdict.part, verdict.reading) == (part, reading)), None)
    return read_with(item.choices, found.choices) if item and found and found.choices else "" if reading == "main" else reading


def _dependencies(paper: Paper, audit: Audit, link: Link) -> Markup:
    return Markup(dependencies(paper, audit, link, _judged_colour))  # text escaped there


def _judged_colour(word: str) -> str:
    return JUDGED.get(word, "j-not")


def _evidence(item: Item, part: Part, brief: bool) -> tuple[Rule, ...]:
    """Groups of readings whose evidence is shown: in a single file the first, where it is refuted and no step of a proof."""
    return part.rules if not brief else tuple(rule for rule in part.rules[:1] if rule.value == "REFUTED" and not item.part_of)


def _environment(pictures: Pictures = NO_PICTURES, *, brief: bool = False) -> Environment:
    environment = Environment(
        loader=PackageLoader("verify.report"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    globals_: dict[str, Any] = {
        "formula": _formula,
        "graph": _graph,
        "picture": lambda item: Markup(pictures.of_claim(item)),  # text escaped there
        "power_chart": lambda: Markup(pictures.of_power),  # text escaped there
        "dependencies": _dependencies,
        "brief": brief,
        "shown_evidence": lambda item, part: _evidence(item, part, brief),
        "ranked": ranking.ranked,
        "by_importance": ranking.papers,
        "severity": ranking.severity,
        "strength": ranking.strength,
        "changed": lambda audit: {one.id for one in audit.changes or ()},
        "worded": lambda item, text: in_words(text, item.choices),
        "choice": _choice,
        "in_marks": lambda item, names: in_marks(item.choices, names),
        "read_with": lambda item, verdict: read_with(item.choices, verdict.choices),
        "reading_told": _read_with,
        "prose": prose,
        "judgement_meaning": JUDGEMENT_MEANING,
        "glyph": model.GLYPH,
        "meaning": model.MEANING,
        "statuses": model.STATUSES,
        "no_result": model.NO_RESULT,
        "open_rows": OPEN_ROWS,
        "some_rules": SOME_RULES,
        "slug": slug,
        "colour": _choose,
        "judged_colour": _judged_colour,
        "proof_colour": lambda word: proofs.COLOURS.get(word, "j-not"),
        "proof_meaning": proofs.MEANING,
        "proof_chain": proofs.chain,
        "proof_counts": proofs.counts,
        "proof_sentence": proofs.sentence,
        "verdict_colour": COLOURS,
        "anchor": lambda item, part: f"part-{slug(item.id)}--{slug(part.name)}",
        "table_names": TABLES,
        "joined": words.joined,
        "symbol": words.symbol,
    }
    environment.globals.update(globals_)
    return environment
