"""Stored records, arranged for showing."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import PurePosixPath
from typing import TypeGuard

from verify.evidence.judgement import MILD, Judgement, severity_in_words, telling_instance
from verify.evidence.proofs import Proof, judgements, proofs
from verify.evidence.resting import derivation
from verify.report import derived, facts, multiplied, words
from verify.report import power as errors_in_words
from verify.report.choices import choices_of, mathematical, said_of
from verify.report.facts import Facts
from verify.report.folding import Rule, decision_list
from verify.report.history import EARLIER, VerdictChange, changes
from verify.report.model import NOT_JUDGED, STATUSES, Audit, Evidence, Item, Paper, Part, ReportError, Verdict
from verify.report.statements import arranged
from verify.report.stored import Record as Record
from verify.report.stored import name as _name
from verify.report.stored import record as _record
from verify.report.stored import strings as _strings
from verify.report.stored import text as _text

KIND = {
    "witness": "one exact instance",
    "identity": "an exact identity",
    "boxes": "a cover of the domain by boxes, each with an enclosure",
    "existence": "an exact instance that exists",
    "impossibility": "a proof that no such object exists",
    "vacuous": "a lemma: the hypotheses hold for nothing",
    "rolle": "signs of derivatives, down to signs of polynomials",
    "reply": "a reply to each candidate, piece by piece",
    "growth": "a path along which no factor is large enough",
    "worst-pair": "bounds for the worst pair of distributions, and polynomials in Gaussian profiles",
    "exhibit": "a witness for all values of the other names, with a proof for each comparison",
    "example": "a witness for all values of the other names, with a proof for each part",
    "interpolation": "multipliers of interpolation conditions, and a form that is positive semidefinite",
    "narrowed": "a proof on the part of the ranges that the hypotheses leave",
    "logarithms": "a proof for the logarithms of both sides",
    "induction": "base cases and a step, each a statement about arbitrary numbers",
    "valley": "infima solved by their turning points, which lie in brackets, and a proof of what is left",
    "counts": "bounds of what a procedure counts, and their growth",
    "solution": "an identity: the equation that the bound number solves",
    "lemmas": "a derivation from textbook lemmas",
    "linear": "a sum of what is known",
    "bounds": "bounds put in place of numbers",
    "duality": "multiples of means that bound a function at every point, with a proof for all points",
    "sums": "sums taken apart, and a proof for all numbers that what is left of them could be",
    "mixtures": "proofs for the parts of the mixtures, whose divergences are jointly convex",
    "member": "a member of the set that reaches the bound, for each piece of the domain",
    "smt": "a negation without a model over the real numbers, as SMT-LIB",
    "printed": "recomputed digits compared with the printed ones",
    "statistical": "counts with a stated error rate",
    "procedure": "a run of the procedure as printed",
    "experiment": "numbers measured in a run of the experiment",
    "exhaustive": "every member of a finite domain",
    "logic": "a proof by exact identities and inequalities",
}
ORDER = {"measured": 0, "relation": 1, "claimed": 2}
"""Values of a comparison, in the order in which they are read."""
DENIED = {"rounds to": "which does not round to the claimed"}
RELATION = {"<=": "≤", ">=": "≥", "==": "=", "!=": "≠"}
RESULTS_SCHEMA, CLAIMS_SCHEMA, CERTIFICATE_SCHEMA = (
    "claimcheck.results/2",
    "claimcheck.claims/1",
    "claimcheck.certificate/1",
)

RESULTS_WITHOUT_SEVERITY = "claimcheck.results/1"
"""Of earlier versions, read as it is: its refutations have no severity."""


def audit(results: Record, claims: Record, certificates: Mapping[str, Record], earlier: Record | None = None, power: Record | None = None, since: str = EARLIER) -> Audit:
    """Arrange stored records for showing.

    Parameters
    ----------
    results, claims : mapping
        The contents of ``results.json`` and ``claims.json``.
    certificates : mapping
        Contents of certificates by file name (a folder in front of the name is ignored).
    earlier : mapping, optional
        The ``results.json`` of an earlier run, for what changed since, or the verdicts on record in its shape.
    power : mapping, optional
        The ``power.json`` of the folder.
    since : str, optional
        What ``earlier`` is.

    Raises
    ------
    ReportError
        If a schema, a status or the shape of a record is not the documented one.
    """
    _schema("results.json", results, RESULTS_SCHEMA)
    _schema("claims.json", claims, CLAIMS_SCHEMA)
    stored = {file_name(name): content for name, content in certificates.items()}
    run = {**_record(results.get("run")), **_shared(stored.values())}
    errors = [_error(entry) for entry in _list("results.json", results, "errors")]
    rows, rates = _rows(results, power)
    papers: list[Paper] = []
    for paper in _list("claims.json", claims, "papers"):
        papers.append(_paper(paper, rows, run, stored, errors))
    papers = _with_unlisted(papers, rows, run, stored, errors)
    verdicts = [verdict for paper in papers for item in paper.items for verdict in item.verdicts]
    named = {name for verdict in verdicts for name in _named(verdict)}
    return Audit(
        tuple(papers),
        tuple(
            (words.label(key), words.plain(value, limit=2000))
            for key, value in run.items()
            if value not in (None, "", [], {})
        ),
        _text(run.get("command") or run.get("canonical_command") or run.get("canonical command")),
        tuple(text for *_, text in errors),
        tuple(sorted(name for name in named if name not in stored)),
        tuple(sorted(name for name in stored if name not in named)),
        None if earlier is None else _changes(earlier, results, since),
        since,
        rates,
    )


def _rows(results: Record, power: Record | None) -> tuple[dict[str, list[Record]], Facts]:
    """The rows of each item, with what a measurement with planted errors says of them, and what it says of all of them."""
    rows: dict[str, list[Record]] = {}
    measured, rates = _of_power(power)
    for position, row in enumerate(_list("results.json", results, "results")):
        _check_row(position, row)
        rows.setdefault(row["id"], []).append(_measured(row, measured))
    return rows, rates


def _paper(paper: Record, rows: dict[str, list[Record]], run: Record, stored: Mapping[str, Record], errors: Sequence[tuple[str, str, str, str]]) -> Paper:
    """A paper with its items; their rows are taken out of ``rows``."""
    listed = _list(f"claims.json: paper {paper.get('id')}", paper, "items")
    judged, proved = _judged(listed, rows, stored)
    items = [
        replace(_item(entry, str(paper.get("id", "")), rows.pop(str(entry.get("id")), []), run, stored, errors),
                judgement=judged[str(entry.get("id"))], proof=proved.get(str(entry.get("id"))), beside=_strings(entry.get("beside")))
        for entry in listed
    ]
    return Paper(_text(paper.get("id")), _text(paper.get("title")), _source(paper.get("source")), tuple(items))


def _judged(listed: Sequence[Record], rows: Mapping[str, Sequence[Record]], stored: Mapping[str, Record]) -> tuple[dict[str, Judgement], dict[str, Proof]]:
    """The judgement on each listed item, one without a sentence where nothing is stored on it, and those on printed proofs."""
    entries = [{**entry, "id": str(entry.get("id"))} for entry in listed]
    try:
        proved = proofs(entries, rows, lambda row: stored.get(file_name(_text(row.get("certificate"))), {}))
        found = judgements(entries, rows, proved)
    except (KeyError, TypeError, AttributeError) as error:
        raise ReportError(f"claims.json and results.json: must have the documented shape, got {type(error).__name__}: {error}; run the audit again into this folder") from None
    return {id: one if rows.get(id) else NOT_JUDGED for id, one in found.items()}, {id: one for id, one in proved.items() if rows.get(id)}


def _shared(certificates: Collection[Record]) -> Record:
    """What all certificates say alike of how they were made: told once, with the run."""
    found = {_text(content.get("implementation")) for content in certificates if "unreadable" not in content}
    return {"implementation": found.pop()} if len(found) == 1 and all(found) else {}


def _of_power(power: Record | None) -> tuple[dict[tuple[str, str, str], Facts], Facts]:
    try:
        return errors_in_words.of_statements(power), errors_in_words.facts(power)
    except (KeyError, TypeError, ValueError, AttributeError, ZeroDivisionError) as error:
        raise ReportError(f"power.json: must have the documented shape, got {type(error).__name__}: {error}; run 'claimcheck power' again or remove the file") from None


def _measured(row: Record, measured: Mapping[tuple[str, str, str], Facts]) -> Record:
    """A row with what a measurement with planted errors says of it."""
    found = measured.get((row["id"], _name(row, "part"), _name(row, "reading")))
    return row if found is None else {**row, "power": {**_record(row.get("power")), "measured": found}}


def _changes(earlier: Record, results: Record, since: str) -> tuple[VerdictChange, ...]:
    _schema(since, earlier, RESULTS_SCHEMA)
    try:
        return changes(earlier, results)
    except ValueError as error:
        raise ReportError(f"{since}: {error}; name another folder") from None


def _with_unlisted(
    papers: list[Paper],
    rows: Mapping[str, list[Record]],
    run: Record,
    stored: Mapping[str, Record],
    errors: Sequence[tuple[str, str, str, str]],
) -> list[Paper]:
    """Results on ids that the list of claims lacks go to the end of their paper and say so."""
    for claim, found in rows.items():
        prefix = claim.partition("/")[0]
        entry = {"id": claim, "title": "not in the list of claims"}
        item = _item(entry, prefix, found, run, stored, errors, listed=False)
        for position, paper in enumerate(papers):
            if paper.id == prefix:
                papers[position] = Paper(paper.id, paper.title, paper.source, (*paper.items, item))
                break
        else:
            papers.append(Paper(prefix, "not in the list of claims", "", (item,)))
    return papers


def _schema(name: str, record: object, schema: str) -> None:
    if not isinstance(record, Mapping):
        raise ReportError(
            f"{name}: must be a JSON object, got {type(record).__name__}; run the audit again into this folder"
        )
    if record.get("schema") != schema and (record.get("schema"), schema) != (RESULTS_WITHOUT_SEVERITY, RESULTS_SCHEMA):
        raise ReportError(
            f"{name}: schema must be {schema}, got schema={record.get('schema')}; "
            "use the version that wrote it, or run again"
        )


def _list(where: str, record: Record, key: str) -> list[Record]:
    value = record.get(key, [])
    if (
        not isinstance(value, Sequence)
        or isinstance(value, str)
        or not all(isinstance(entry, Mapping) for entry in value)
    ):
        raise ReportError(
            f"{where}: {key} must be a list of objects, got {key}={words.plain(value, limit=60)}; run the audit again"
        )
    return list(value)


def _check_row(position: int, row: Record) -> None:
    if not isinstance(row.get("id"), str):
        raise ReportError(
            f"results.json: result {position} must have an id, got id={row.get('id')}; run the audit again"
        )
    if row.get("status") not in STATUSES:
        raise ReportError(
            f"results.json: {row['id']}: status must be one of {', '.join(STATUSES)}, "
            f"got status={row.get('status')}; run the audit again"
        )


def _item(
    entry: Record,
    paper: str,
    rows: Sequence[Record],
    run: Record,
    stored: Mapping[str, Record],
    errors: Sequence[tuple[str, str, str, str]],
    *,
    listed: bool = True,
) -> Item:
    claim = _text(entry.get("id"))
    variants = [variant for variant in entry.get("variants") or () if isinstance(variant, Mapping)]
    reason = _text(entry.get("not_checked"))
    if reason and not rows:
        rows = [{"id": claim, "status": "NOT_CHECKED", "summary": reason}]
    by_reading = {(_name(variant, "part"), _name(variant, "reading")): variant for variant in variants}
    order = {key: position for position, key in enumerate(by_reading)}
    rows = sorted(rows, key=lambda row: order.get((_name(row, "part"), _name(row, "reading")), len(order)))
    parts = _parts(variants, rows, by_reading, run, stored, errors)
    own = {(verdict.part, verdict.reading) for part in parts for verdict in part.verdicts}
    return Item(
        claim,
        paper,
        _text(entry.get("title")) or claim,
        _text(entry.get("kind")),
        _source(entry.get("source")),
        mathematical(_text(entry.get("note"))),
        reason,
        _text(entry.get("part_of")),
        _text(entry.get("corrects")),
        _strings(entry.get("uses")),
        tuple(parts),
        listed,
        tuple(text for where, part, reading, text in errors if where == claim and (part, reading) not in own),
        _declared(entry.get("declared")),
        said_of(entry),
        choices_of(entry),
    )


def _parts(
    variants: Sequence[Record], rows: Sequence[Record], by_reading: Mapping[tuple[str, str], Record], run: Record, stored: Mapping[str, Record], errors: Sequence[tuple[str, str, str, str]]
) -> list[Part]:
    """The parts of an item with their verdicts and the choices that decide them."""
    names = list(
        dict.fromkeys([*(_name(variant, "part") for variant in variants), *(_name(row, "part") for row in rows)])
    )
    parts = []
    for name in names:
        verdicts = tuple(
            _verdict(row, by_reading.get((name, _name(row, "reading")), {}), run, stored, errors)
            for row in rows
            if _name(row, "part") == name
        )
        choices = [verdict.choices for verdict in verdicts]
        parts.append(
            Part(
                name,
                arranged([variant for variant in variants if _name(variant, "part") == name]),
                verdicts,
                tuple(dict.fromkeys(choice for row in choices for choice in row)),
                tuple(sorted(decision_list(choices, [verdict.status for verdict in verdicts]), key=_severity)),
            )
        )
    return parts


def _declared(value: object) -> tuple[str, int]:
    place = _record(value)
    line = place.get("line")
    return (_text(place.get("file")), line if isinstance(line, int) and line > 0 else 1) if place.get("file") else ("", 0)


def _severity(rule: Rule) -> int:
    return STATUSES.index(rule.value)


def _verdict(
    row: Record, variant: Record, run: Record, stored: Mapping[str, Record], errors: Sequence[tuple[str, str, str, str]]
) -> Verdict:
    claim, part, reading = row["id"], _name(row, "part"), _name(row, "reading")
    evidence = _evidence(row, stored, run)
    details = (
        ("Coverage", facts.facts({key: entry for key, entry in _record(row.get("coverage")).items() if key != "domain"})),  # the statement says it
        ("Proof on condition", (("", derivation(row)),) if derivation(row) else ()),
        ("Power", facts.power(row.get("power"))),
        ("Tightness", facts.tightness(row.get("tightness"))),
        ("Region", facts.region(row.get("region"))),
        ("Repair", facts.repair(row.get("repair"))),
    )
    severity = _record(row.get("severity"))
    findings = _findings(row)
    choices = {_text(name): _text(option) for name, option in _record(variant.get("reading_choices")).items()}
    seconds = row.get("seconds")
    return Verdict(
        claim,
        part,
        reading,
        _text(row.get("status")),
        mathematical(_text(row.get("summary"))),
        choices,
        tuple((name, facts) for name, facts in details if facts),
        _strings(row.get("uses")),
        findings,
        evidence,
        "" if seconds is None else f"{float(seconds):.3g}" if isinstance(seconds, int | float) else words.plain(seconds),
        (evidence.command if evidence else "") or _command(claim, reading, run),
        tuple(
            text
            for where, in_part, in_reading, text in errors
            if (where, in_part, in_reading) == (claim, part, reading)
        ),
        facts.drawing_of(row.get("region")),
        facts.slack_of(row.get("tightness")),
        severity_in_words(severity) if severity else "",
        _text(severity.get("level")) in MILD,
        _text(variant.get("digest")),
        _text(severity.get("level")),
        mathematical(telling_instance(row)),
    )


def _findings(row: Record) -> tuple[tuple[str, str, str, str, str], ...]:
    """What each engine found: its name, status and summary, the share that stayed open, the certificate."""
    findings = tuple(
        (
            _text(finding.get("engine")),
            _text(finding.get("status")),
            mathematical(_text(finding.get("summary"))),
            "" if finding.get("undecided_share") is None else facts.percent(finding["undecided_share"]),
            file_name(_text(finding.get("certificate"))),
        )
        for finding in row.get("findings") or ()
        if isinstance(finding, Mapping)
    )
    return findings


def _command(claim: str, reading: str, run: Record) -> str:
    options = [f" --{name} {run[name]}" for name in ("effort", "seed") if isinstance(run.get(name), str | int)]
    return f"claimcheck run {claim} --reading {reading}{''.join(options)}"


def _evidence(row: Record, stored: Mapping[str, Record], run: Record) -> Evidence | None:
    name = file_name(_text(row.get("certificate")))
    if not name:
        return None
    content = stored.get(name)
    if content is None:
        return Evidence(
            name, False, "the results name this file, but it is not in the folder", "", "", (), (), (), (), (), (), ""
        )
    if "unreadable" in content:
        return Evidence(name, True, f"the file cannot be read: {content['unreadable']}", "", "", (), (), (), (), (), (), "")
    evidence = _record(content.get("evidence"))
    instance, values = _record(evidence.get("instance")), _record(evidence.get("values"))
    named = [*instance.items(), *_record(evidence.get("inner")).items()]
    bindings = tuple(words.shown(_text(key), value) for key, value in named)
    kind = _text(content.get("kind"))
    tables = tuple(_tables(evidence))
    done = {"instance", "inner", "values", *(key for key, _ in tables), *(("lhs", "rhs", "relation", "derivation") if "method" in evidence else ())}
    rest = {key: value for key, value in evidence.items() if key not in done}
    provenance = [(words.label(key), words.plain(content[key])) for key in ("digest", "implementation", "versions") if content.get(key) and content[key] != run.get(key)]
    return Evidence(
        name,
        True,
        _mismatch(row, content),
        KIND.get(kind, kind),
        _digits(_text(row.get("status")), evidence) if kind == "printed" else _sentence(_text(row.get("status")), _text(row.get("summary")), bindings, values),
        bindings,
        tuple((words.label(_text(key)), _told(_text(key), value)) for key, value in sorted(values.items(), key=lambda one: ORDER.get(_text(one[0]), len(ORDER)))),
        tables,
        derived.lines(evidence) if kind == "lemmas" else (multiplied.lines(content) if kind == "duality" else ()) or facts.facts(rest),
        _strings(content.get("trusted")),
        tuple(provenance),
        _text(content.get("command")),
    )


def _tables(evidence: Record) -> Iterable[tuple[str, words.Table]]:
    """Parts of the evidence that read best as tables."""
    if isinstance(evidence.get("fields"), Mapping) and evidence["fields"]:
        yield "fields", words.fields(evidence["fields"])
    for key in ("members", "samples"):
        entries = evidence.get(key)
        if _is_records(entries):
            yield key, words.instances(entries)


def _is_records(value: object) -> TypeGuard[Sequence[Record]]:
    return isinstance(value, Sequence) and not isinstance(value, str) and len(value) > 0 and all(isinstance(one, Mapping) for one in value)


def _told(key: str, value: object) -> str:
    text = words.plain(value)
    if key == "relation":
        return RELATION.get(text, text)
    return text.replace("-oo", "−∞").replace("oo", "∞") if text.startswith("[") else text


def _mismatch(row: Record, content: Record) -> str:
    if content.get("schema") != CERTIFICATE_SCHEMA:
        return f"its schema is {words.plain(content.get('schema'))}, not {CERTIFICATE_SCHEMA}"
    about = (_text(content.get("claim")), _name(content, "part"), _name(content, "reading"))
    wanted = (row["id"], _name(row, "part"), _name(row, "reading"))
    return "" if about == wanted else f"it speaks of another claim, part or reading: {', '.join(about)}"


def _sentence(status: str, summary: str, bindings: Sequence[words.Shown], values: Record) -> str:
    """The instance in words: where it is, what was measured, what was claimed."""
    told_first = sorted(bindings, key=lambda one: (one.table is not None, len(one.text) > 24))
    place = ", ".join(f"{one.name} = {one.text}" for one in told_first[:6])
    if len(bindings) > 6:
        place += f" and {len(bindings) - 6} more"
    if "measured" not in values or "claimed" not in values:
        return f"{summary[0].upper()}{summary[1:]}: {place}." if place and summary and "=" not in summary else ""
    measured, claimed = words.plain(values["measured"]), words.plain(values["claimed"])
    named = _text(values.get("relation"))
    relation = RELATION.get(named, named)
    between = {"": ", the claimed", "REFUTED": f", {DENIED.get(named, f'not {relation} the claimed')}"}
    told = f"the measured value is {words.bracket(measured)}"
    told += between.get(status if relation else "", f" {relation} the claimed") + f" {words.bracket(claimed)}"
    ratio = words.times(measured, claimed) if status == "REFUTED" and named != "rounds to" else ""
    if ratio:
        told += f" ({ratio} times the claimed)"
    if values.get("margin") not in (None, "", "oo"):
        told += f"; margin {words.bracket(words.plain(values['margin']))}"
    return (f"At {place} {told}" if place else f"{told[0].upper()}{told[1:]}") + ("" if told.endswith("…") else ".")


def _digits(status: str, evidence: Record) -> str:
    """Recomputed digits in words."""
    value, digits, rule = (_text(evidence.get(key)) for key in ("value", "digits", "rule"))
    verb = {("REFUTED", "nearest"): "does not round", ("PROVED", "nearest"): "rounds", ("REFUTED", "truncated"): "is not cut",
            ("PROVED", "truncated"): "is cut"}.get((status, rule))
    return f"The recomputed value is {words.shorten(value)}, which {verb} to the printed {digits}." if value and digits and verb else ""


def _named(verdict: Verdict) -> Iterable[str]:
    if verdict.evidence:
        yield verdict.evidence.name
    yield from (certificate for *_, certificate in verdict.findings if certificate)


def _source(value: object) -> str:
    """A place in words: "Proposition 7, eq. 40, section 3"."""
    if not isinstance(value, Mapping):
        return _text(value)
    told = []
    for key, entry in value.items():
        text = words.plain(entry) if entry not in (None, "", [], {}) else ""
        if not text:
            continue
        prefix = {"item": "", "eq": "eq. ", "section": "section "}.get(key, f"{words.label(str(key))} ")
        told.append(text if text.lower().startswith(prefix.strip(" .")) and prefix else prefix + text)
    return ", ".join(told)


def _error(entry: Record) -> tuple[str, str, str, str]:
    where = _text(entry.get("where"))
    place = " ".join(text for text in (_text(entry.get(key)) for key in ("id", "part", "reading")) if text)
    text = f"{place}: {where + ': ' if where else ''}{_text(entry.get('message'))}"
    return _text(entry.get("id")), _name(entry, "part"), _name(entry, "reading"), text


def file_name(name: str) -> str:
    """The bare file name of a certificate, with its ending."""
    bare = PurePosixPath(name.replace("\\", "/")).name
    return bare if not bare or bare.endswith(".json") else f"{bare}.json"
