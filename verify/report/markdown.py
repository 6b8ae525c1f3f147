"""Markdown report, for a pull request or a terminal: the content of the pages. A pure function of stored records."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from urllib.parse import quote

from verify.report import arranged, proofs
from verify.report.choices import in_words, read_with
from verify.report.facts import Facts
from verify.report.model import MEANING, NO_RESULT, Audit, Item, Paper, Part, Verdict
from verify.report.reproduced import Reproduced
from verify.report.statements import Statement
from verify.report.stored import Record
from verify.reproductions.table import COLUMNS

#: Up to this many readings are all listed; more are shown by their decision list.
TABLES = {"fields": "What was measured", "members": "Every member of the domain", "samples": "Checked at"}
"""Headings of the tables of a certificate."""


def render_markdown(results: Record, claims: Record, certificates: Mapping[str, Record]) -> str:
    """The report on stored records as one Markdown document. Errors as in `verify.report.html.render_html`."""
    return document(arranged.audit(results, claims, certificates), certificates)


def document(audit: Audit, certificates: Collection[str], reproduced: Sequence[Reproduced] = ()) -> str:
    """The report as one Markdown document (GitHub flavour), certificates linked beside the report's folder. Parameters as in `verify.report.html.pages`."""
    found = frozenset(arranged.file_name(name) for name in certificates)
    lines = ["# Verification report", ""]
    for paper in audit.papers:
        lines += _paper(paper)
    lines += _first(audit)
    for paper in audit.papers:
        lines += [f"## Claims of {escape(paper.title or paper.id)}", ""]
        for item in paper.items:
            lines += _card(item, audit, found)
    lines += _reproduced(reproduced)
    lines += _run(audit)
    return "\n".join(lines).rstrip() + "\n"


def _reproduced(reproduced: Sequence[Reproduced]) -> Iterator[str]:
    """Tables and figures with what came of the comparisons, and every comparison that does not agree."""
    if not reproduced:
        return
    yield from ["## Tables and figures", ""]
    rows = [(code(one.record["id"]), escape(one.record["title"]), escape(one.record["scale"]), escape(one.told), escape(one.cost)) for one in reproduced]
    yield from _table(("id", "what", "scale", "compared with what is printed", "cost"), rows)
    lines = [(code(id), *map(escape, rest)) for one in reproduced for id, *rest in one.lines]
    yield from _table(COLUMNS, lines)


def escape(text: str) -> str:
    """Text that stays text: no markup, no HTML, no line break, no end of a table's cell."""
    flat = re.sub(r"\s+", " ", text)
    flat = flat.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return re.sub(r"([\\`*_\[\]|~#$!])", r"\\\1", flat)


def code(text: str) -> str:
    """Text in a code span, whatever backticks it contains; a bar becomes ``¦``, or it would end a table's cell."""
    flat = re.sub(r"\s+", " ", text).replace("|", "¦") or " "
    ticks = "`" * (max((len(run) for run in re.findall(r"`+", flat)), default=0) + 1)
    space = " " if flat.startswith("`") or flat.endswith("`") else ""
    return f"{ticks}{space}{flat}{space}{ticks}"


def _fence(text: str) -> list[str]:
    fence = "`" * max(3, max((len(run) for run in re.findall(r"`+", text)), default=0) + 1)
    return [f"{fence}text", *text.splitlines(), fence, ""]


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    return [_row(head), _row(["---"] * len(head)), *(_row(row) for row in rows), ""]


def _row(cells: Sequence[str]) -> str:
    return "| " + " | ".join(cell or " " for cell in cells) + " |"


def _paper(paper: Paper) -> list[str]:
    source = f" · {escape(paper.source)}" if paper.source else ""
    rows = (
        [
            f"**{count.status}**",
            "" if count.status == NO_RESULT else str(count.verdicts),
            str(count.some),
            str(count.every),
            MEANING[count.status],
        ]
        for count in paper.counts
    )
    return [
        f"## {escape(paper.title or paper.id)}",
        "",
        f"{code(paper.id)}{source} · {len(paper.items)} claims · {paper.verdict_count} verdicts",
        "",
        *_table(["status", "verdicts", "claims, in some reading", "claims, in every reading", "what it says"], rows),
    ]


def _first(audit: Audit) -> Iterator[str]:
    yield from (f"## Read these first: {len(audit.refuted)} refuted", "")
    for position, item in enumerate(audit.refuted, 1):
        yield f"{position}. **{escape(item.title)}** {code(item.id)} {escape(item.where)}".rstrip()
        for part in item.parts:
            for rule in part.rules:
                if rule.value == "REFUTED":
                    told = escape(part.verdicts[rule.rows[0]].told)
                    where = escape(in_words(part.condition(rule), item.choices)) + ": " if len(part.verdicts) > 1 else ""
                    yield f"   - {_part(item, part)}{where}{told}"
    yield from ([""] if audit.refuted else ["None.", ""])


def _part(item: Item, part: Part) -> str:
    return f"part {code(part.name)}, " if len(item.parts) > 1 else ""


def _card(item: Item, audit: Audit, found: frozenset[str]) -> Iterator[str]:
    yield from (f"### {escape(item.title)}", "")
    facts = [code(item.id), escape(item.where), escape(item.kind)]
    facts += [f"{'step in the proof' if audit.is_step(item) else 'part'} of {code(item.part_of)}"] if item.part_of else []
    facts += [f"corrects {code(item.corrects)}"] if item.corrects else []
    yield from (" · ".join(fact for fact in facts if fact), "", f"**{escape(item.told)}**", "")
    for text in (item.note, "" if item.listed else "The results speak of this id, but the list of claims does not."):
        if text:
            yield from (escape(text), "")
    if item.not_checked:
        yield from (f"Not checked: {escape(item.not_checked)}.", "")
    if item.tally[0][0] == NO_RESULT:
        yield from ("These results hold nothing on this claim; the run may have been interrupted.", "")
    for error in item.errors:
        yield from (f"**Error in the run:** {escape(error)}", "")
    yield from _said(item)
    for part in item.parts:
        if part.verdicts or part.statement:
            if len(item.parts) > 1:
                yield from (f"#### Part {code(part.name)}", "")
            if part.statement and len(part.verdicts) > 1:
                yield from (f"Statement, {escape(read_with(item.choices, part.verdicts[0].choices)) or code(part.statement.reading)}:", "")
            yield from _statement(part.statement)
            yield from _verdicts(item, part, found)
    yield from _connections(item, audit)


def _said(item: Item) -> Iterator[str]:
    """The judgement, the paper's words, and what each choice means."""
    if item.judgement.sentence:
        yield from (f"**{item.judgement.word}**{escape(item.sentence)}.", "")
    for text in (item.said.because, f"True instead: {'; '.join(item.instead)}." if item.instead else "", item.said.statement and f"In the paper{', ' * bool(item.said.place)}{item.said.place}: {item.said.statement}"):
        if text:
            yield from (escape(text), "")
    for choice in item.choices:
        yield f"- {escape(choice.name)}{': ' * bool(choice.about)}{escape(choice.about)}"
        for one in choice.options:
            yield f"  - {one.mark} {escape(one.words)}{f' ({escape(one.standing)}: {escape(one.source)})' if one.standing else ''}"
    if item.choices:
        yield ""


def _statement(shown: Statement | None) -> Iterator[str]:
    if shown is None:
        return
    text = shown.text or "\n".join(f"{line.section}: {line.latex}" for line in shown.lines)
    if text:
        yield from _fence(text)


def _verdicts(item: Item, part: Part, found: frozenset[str]) -> Iterator[str]:
    if not part.verdicts:
        return
    if len(part.verdicts) > 1:
        yield from _table(
            ["readings", "verdict", "count"],
            (
                [escape(in_words(part.condition(rule), item.choices)), f"**{rule.value}**", f"{len(rule.rows)} of {len(part.verdicts)}"]
                for rule in part.rules
            ),
        )
    told = [part.verdicts[rule.rows[0]] for rule in part.rules]
    for verdict in told:
        yield from _dossier(item, verdict, found)
    rest = [verdict for verdict in part.verdicts if verdict not in told]
    if rest:
        yield from ("One reading stands for each line of the table; the others:", "")
        yield from _table(
            ["reading", "verdict", "certificate"],
            ([code(v.reading), f"**{v.status}**", _certificate(v, found)] for v in rest),
        )


def _dossier(item: Item, verdict: Verdict, found: frozenset[str]) -> Iterator[str]:
    evidence = verdict.evidence
    yield f"- **{verdict.status}** {code(f'{verdict.part} / {verdict.reading}')} {escape(verdict.told)}".rstrip()
    if verdict.choices:
        yield f"  - read as: {escape(read_with(item.choices, verdict.choices))}"
    if verdict.instead:
        yield f"  - to have it decided: {escape(verdict.instead)}"
    if verdict.more:
        yield f"  - {escape(verdict.more)}"
    for error in verdict.errors:
        yield f"  - **error in the run:** {escape(error)}"
    if evidence and evidence.problem:
        yield f"  - **certificate {code(evidence.name)}:** {escape(evidence.problem)}"
    for name, facts in verdict.details:
        yield f"  - {name.lower()}: {_facts(facts)}"
    if evidence and (evidence.kind or evidence.facts):
        yield f"  - kind of evidence: {escape(evidence.kind)}{'; ' + _facts(evidence.facts) if evidence.facts else ''}"
    if evidence and evidence.trusted:
        yield f"  - trusted base: {escape('; '.join(evidence.trusted))}"
    for engine, status, summary, share, _ in verdict.telling:
        undecided = f" (undecided share {escape(share)})" if share else ""
        yield f"  - engine {code(engine)}: {escape(status)} {escape(summary)}{undecided}".rstrip()
    if evidence and evidence.provenance:
        yield f"  - {_facts(evidence.provenance)}"
    yield f"  - certificate: {_certificate(verdict, found)}"
    yield f"  - to repeat: {code(verdict.command)}"
    yield ""
    if evidence and (evidence.bindings or evidence.values):
        yield from _table(["name", "exact value", "decimal"], _witness(verdict))
    for name, table in evidence.tables if evidence else ():
        yield from (f"{TABLES.get(name, name)}{f' ({escape(table.note)})' if table.note else ''}:", "")
        yield from _table([escape(head) for head in table.head], ([escape(cell) for cell in row] for row in table.rows))


def _witness(verdict: Verdict) -> Iterator[list[str]]:
    if verdict.evidence is None:
        return
    for one in verdict.evidence.bindings:
        if one.table is None:
            yield [code(one.code), escape(one.text), escape(one.decimal)]
        else:
            rows = (", ".join(escape(cell) for cell in row if cell) for row in (one.table.head, *one.table.rows))
            yield [code(one.code), "<br>".join([*rows, *([escape(one.table.note)] if one.table.note else [])]), ""]
    for name, told in verdict.evidence.values:
        yield [escape(name), escape(told), ""]


def _facts(facts: Facts) -> str:
    return "; ".join(f"{escape(name)}: {escape(told)}" if name else escape(told) for name, told in facts)


def _certificate(verdict: Verdict, found: frozenset[str]) -> str:
    if verdict.evidence is None:
        return "none stored"
    name = verdict.evidence.name
    return f"[{code(name)}](certificates/{quote(name)})" if name in found else f"{code(name)} (missing)"


def _connections(item: Item, audit: Audit) -> Iterator[str]:
    yield from _proof(item, audit)
    for path in audit.fallen(item):
        last, arrows = audit.item(path[-1]), " → ".join(code(claim) for claim in path)
        yield f"- **Rests on a refuted claim:** {arrows} ({escape(last.told if last else '')})"
    others = (
        ("beside the proof" if item.proof else "its parts", list(item.beside)),
        ("uses", list(audit.rests_on(item))),
        ("used by", [user.id for user in audit.users(item)]),
        ("repaired statements", [repair.id for repair in audit.repairs(item)]),
    )
    for name, ids in others:
        if ids:
            yield f"- {name}: " + ", ".join(f"{code(claim)} ({_told(audit, claim)})" for claim in ids)
    yield ""


def _proof(item: Item, audit: Audit) -> Iterator[str]:
    """The printed proof, link by link."""
    if item.proof is None:
        return
    yield from (f"**The printed proof:** **{item.proof.word}**{escape(proofs.sentence(item))}.", "")
    for position, link in enumerate(proofs.chain(item, audit), 1):
        judged = f" **{link.judgement.word}** {escape(link.told)}" if link.judgement else ""
        yield f"{position}. {code(link.id) + ' ' if link.id else ''}{escape(f'{link.name} {link.title}'.strip())}{judged}"
    if item.proof.missing:
        yield from ("", f"Nothing derives from these: {escape(item.proof.missing)}")
    yield ""


def _told(audit: Audit, claim: str) -> str:
    item = audit.item(claim)
    return escape(item.told) if item else "not in this report"


def _run(audit: Audit) -> Iterator[str]:
    yield from ("## The run", "")
    for name, told in audit.run:
        yield f"- {escape(name)}: {code(told) if told == audit.command else escape(told)}"
    if audit.power:
        yield from ("", "### Smallest detectable error", "", *(f"- {escape(name)}: {escape(told)}" for name, told in audit.power))
    yield from ("", f"Re-check the stored evidence: {code('claimcheck check certificates/')}", "")
    for title, entries in (
        ("Errors in the run", [escape(error) for error in audit.errors]),
        ("Certificates that the results name but the folder lacks", [code(name) for name in audit.missing]),
        ("Certificates that no result names", [code(name) for name in audit.unused]),
    ):
        if entries:
            yield from (f"### {title}", "", *(f"- {entry}" for entry in entries), "")
