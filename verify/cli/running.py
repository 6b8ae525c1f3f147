"""What a run says: while it goes on, and at its end."""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import typer

from verify.cli import underway
from verify.cli.colours import OF_JUDGEMENTS, OF_VERDICTS
from verify.cli.listing import FEW_ITEMS
from verify.run.store import key_of

FEW_NAMES = 4
"""Statements that are named with an error that they share."""


def summary(results: Mapping[str, Any], papers: Mapping[str, Any], ids: Sequence[str], out: Path, reading: str | None) -> None:
    """The end of a run: the verdicts of a few items, grouped by what decides them, the counts, and the judgements."""
    few = len(ids) <= FEW_ITEMS
    rows: dict[str, list[dict[str, Any]]] = {}
    for row in results["results"]:
        rows.setdefault(row["id"], []).append(row)
    if few:
        _items(rows, papers, out)
    _counts(results, len(ids), out)
    if reading is None:
        _judgements(rows, papers, ids, few, out)


def _items(rows: Mapping[str, list[dict[str, Any]]], papers: Mapping[str, Any], out: Path) -> None:
    from verify.cli import showing
    from verify.run.catalogue import item_of

    for id, own in rows.items():
        typer.secho(id, bold=True)
        item = item_of(papers[id.partition("/")[0]], id)
        if not item["variants"]:
            typer.secho(f"  {own[0]['status']:<9}", fg=OF_VERDICTS[own[0]["status"]], bold=True, nl=False)
            typer.echo(f"  {own[0]['summary']}")
        by_place = {(row["part"], row["reading"]): row for row in own}
        for name, part in showing.stored_parts(item, own).items() if item["variants"] else ():
            if name != "main":
                typer.echo(f"  [{name}]")
            showing.verdicts(part, by_place, out, "  ")


def _judgements(rows: Mapping[str, list[dict[str, Any]]], papers: Mapping[str, Any], ids: Sequence[str], few: bool, out: Path) -> None:
    """The judgements on a few items; of many, how many there are of each, and which items fail."""
    from verify.cli.judging import judged
    from verify.evidence.judgement import STRENGTHS
    from verify.run.catalogue import describe

    found = judged({paper["id"]: paper for paper in describe(dict(papers))["papers"]}, ids, rows, out)
    if few:
        for id, judgement in found.items():
            typer.echo(f"{id} ", nl=False)
            typer.secho(judgement.sentence, fg=OF_JUDGEMENTS[judgement.word])
        return
    counts = Counter(judgement.word for judgement in found.values())
    strengths = Counter(judgement.strength for judgement in found.values())
    well = ", ".join(f"{strengths[strength]} {strength}" for strength in reversed(STRENGTHS) if strengths[strength])
    typer.echo("judgements: " + ", ".join(f"{counts[word]} {word}" + (f" ({well})" if word == "holds" else "") for word in OF_JUDGEMENTS if counts[word]))
    failing = sorted((id for id, judgement in found.items() if judgement.word == "fails"), key=lambda id: not _numbered(papers[id.partition("/")[0]].item(id)))
    if failing:
        more = f" and {len(failing) - FEW_ITEMS} more" if len(failing) > FEW_ITEMS else ""
        typer.secho(f"fails: {', '.join(failing[:FEW_ITEMS])}{more}", fg=OF_JUDGEMENTS["fails"])
    typer.echo(f"all of them: claimcheck list {' '.join(papers)} --results {out}")


def _numbered(item: Any) -> bool:
    """Whether an item is a theorem, proposition, lemma, corollary, table or figure of the paper itself."""
    from verify.report.model import NUMBERED

    return str(item.source.item).split(" ")[0].rstrip(",") in NUMBERED and not item.part_of


def counted(number: int, noun: str) -> str:
    """``1 id``, ``2 ids``."""
    return f"{number} {noun}{'' if number == 1 else 's'}"


def _counts(results: Mapping[str, Any], items: int, out: Path) -> None:
    """How many statements have which verdict, and what that rests on."""
    from verify.evidence.judgement import MILD

    rows = results["results"]
    counts = Counter(row["status"] for row in rows)
    typer.echo(f"{counted(items, 'id')}, {counted(len(rows), 'statement')}: " + ", ".join(f"{counts[s]} {s}" for s in OF_VERDICTS))
    severities = [row["severity"]["level"] for row in rows if row.get("severity")]
    if severities:
        mild = sum(level in MILD for level in severities)
        typer.echo(f"severity: of {counted(len(severities), 'refutation')} {mild} {'disappears' if mild == 1 else 'disappear'} with a correction (docs/judgements.md)")
    _power([row for row in rows if row["power"] is not None])
    for name, share in results["run"]["error_budget"].items():
        if any(finding["engine"] == "sampling" for row in rows if row["id"].startswith(f"{name}/") for finding in row["findings"]):
            typer.echo(f"chance: refutations by counting draws err with probability at most {share['budget']} over all of {name}, "
                       f"{share['level']} for each of its {share['statements']} statements about probabilities")
    _errors(results["errors"])
    typer.echo(f"results in {out}/results.json; evidence: claimcheck check {out}; pages: claimcheck report {out}")


def _power(asked: Sequence[Mapping[str, Any]]) -> None:
    if not asked:
        return
    from verify.report.power import PROBE, kinds_of, of_every_kind

    noticed = sum(row["power"]["refuted"] for row in asked)
    planted = [row["power"] for row in asked if kinds_of(row["power"])]
    small = [size for power in planted if (size := of_every_kind(power)) is not None and size <= PROBE]
    typer.echo(f"power: planted errors noticed in {noticed} of {counted(len(asked), 'statement')}"
               + (f"; errors of 1 % of every kind that has a size in {len(small)} of the {len(planted)} that were not refuted" if planted else ""))


def _errors(errors: Sequence[Mapping[str, Any]]) -> None:
    """Statements at which something broke, or that gave no answer in time, by name."""
    if not errors:
        return
    told: dict[str, list[str]] = {}
    for error in errors:
        told.setdefault(str(error["message"]), []).append(named(key_of(error)))
    for message, names in told.items():
        typer.echo(f"{message}: {'; '.join(names[:FEW_NAMES])}" + (f"; and {len(names) - FEW_NAMES} more" if len(names) > FEW_NAMES else ""), err=True)


def named(key: Sequence[str]) -> str:
    """A statement by its id, part and reading, without what goes without saying."""
    return " ".join(word for word in key if word != "main")


class Progress:
    """What is being checked now, on one line of a terminal; a line now and then elsewhere."""

    def __init__(self, quiet: bool) -> None:
        self.quiet = quiet
        self.live = sys.stderr.isatty()
        self.done = 0
        self.total = 0
        self.began: tuple[float, int] | None = None

    def __enter__(self) -> Progress:
        return self

    def __exit__(self, *_: object) -> None:
        if self.live and not self.quiet:
            sys.stderr.write("\r\033[K")
            sys.stderr.flush()

    def update(self, event: Any) -> None:
        from verify.run.runner import Notice

        if isinstance(event, Notice):
            sys.stderr.write(("\r\033[K" if self.live else "") + event.text + "\n")
            return
        if isinstance(event, tuple):
            underway.under_way(named(event))
        if self.quiet:
            return
        if isinstance(event, tuple):
            if self.live:
                sys.stderr.write(f"\r\033[K[{self.done}/{self.total or '?'}] {self._rest()}{named(event)[:90]}")
                sys.stderr.flush()
            return
        self.done, self.total = event.done, event.total
        self.began = self.began or (time.monotonic(), event.done)
        if not self.live and (event.done % 50 == 0 or event.done == event.total):
            sys.stderr.write(f"[{event.done}/{event.total}] {self._rest()}{event.key[0]} {event.status}\n")

    def _rest(self) -> str:
        """About how long the rest takes, at the pace so far; empty before there is a pace."""
        if self.began is None or self.done - self.began[1] < 10 or self.done >= self.total:
            return ""
        seconds = (time.monotonic() - self.began[0]) / (self.done - self.began[1]) * (self.total - self.done)
        return f"about {seconds:.0f} s left, " if seconds < 90 else f"about {seconds / 60:.0f} min left, "


__all__ = ["Progress", "counted", "named", "summary"]
