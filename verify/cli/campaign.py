"""The command ``campaign``: search for counterexamples for hours."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path
from typing import Annotated, Any

import typer

from verify.cli.selection import Refused, Selection, complete
from verify.cli.spreading import seconds_of

ROWS = 20
"""Claims shown at a time: those under way, then those closest to failing."""


def register(app: typer.Typer, selection: Selection) -> None:
    """Add the command."""

    @app.command(epilog="Examples:  claimcheck campaign wdp/thm-1 --hours 2 --folder night   |   claimcheck campaign wdp --hours 8 --workers 8 --folder weekend")
    def campaign(ids: Annotated[list[str], typer.Argument(help="Ids, papers or a file.", autocompletion=complete)],
                 hours: Annotated[float, typer.Option(help="How long this call searches.")] = 1.0,
                 folder: Annotated[Path, typer.Option(help="Folder for the journal and the evidence; the same command resumes there.")] = Path("campaign"),
                 seed: Annotated[int, typer.Option(help="First seed; round k of a claim has the seed plus k.")] = 0,
                 limit: Annotated[float | None, typer.Option(help="Seconds after which a round without an answer is given up; three such rounds end the search of a claim.", show_default=False)] = None,
                 workers: Annotated[int, typer.Option(help="Processes; 0 is one for each core.")] = 0,
                 quiet: Annotated[bool, typer.Option("--quiet", "-q", help="No progress.")] = False) -> None:
        """Search for counterexamples for hours, over many seeds; resumes after an interruption, and leaves a claim once it is refuted."""
        if not hours > 0:
            raise Refused(f"--hours: must be above 0, got {hours}")
        if workers < 0:
            raise Refused(f"--workers: must be 0 (one process for each core) or more, got {workers}; leave it out")
        if limit is not None:
            seconds_of(limit, "deep")
        selection.check(ids)
        from verify.run import campaign as engine
        from verify.run.power import chosen

        papers, words = selection.select(ids)
        statements = [one for one in chosen(papers, words, 0, 0) if engine.searchable(one)]
        if not statements:
            raise Refused(f"{' '.join(ids)}: no statement to search; 'claimcheck list' lists the claims")
        one = engine.Campaign(statements, folder, seed)
        one.open()
        kept = sum(state.rounds for state in one.state.values())
        if kept:
            typer.echo(f"going on with a campaign: {kept} rounds are kept" + (f", {one.damaged} damaged lines are left out" if one.damaged else ""), err=True)
        try:
            with _Live(quiet, hours * 3600) as live:
                found = engine.run(one, hours * 3600, workers or os.cpu_count() or 1, live.show, limit)
        except KeyboardInterrupt:
            typer.echo(f"\ninterrupted; every finished round is kept in {folder}, and the same command resumes", err=True)
            raise typer.Exit(130) from None
        for row in found["statements"]:
            if row["status"] == "REFUTED":
                typer.secho("REFUTED", fg="red", bold=True, nl=False)
                typer.echo(f"  {' '.join(word for word in (row['id'], row['part'], row['reading']) if word != 'main')}: {row['summary']}")
        rounds, instances = (sum(row[name] for row in found["statements"]) for name in ("rounds", "instances"))
        refuted = sum(row["status"] == "REFUTED" for row in found["statements"])
        typer.echo(f"{len(statements)} statement{'' if len(statements) == 1 else 's'}, {rounds} rounds, {instances} instances: {refuted} REFUTED; {folder}/campaign.json; "
                   f"evidence: claimcheck check {folder}")


class _Live:
    """A table on a terminal; a line for each refutation elsewhere."""

    def __init__(self, quiet: bool, seconds: float) -> None:
        self.quiet = quiet
        self.terminal = sys.stderr.isatty()
        self.end = time.monotonic() + seconds
        self.told: set[Any] = set()
        self.live: Any = None

    def __enter__(self) -> _Live:
        if self.terminal and not self.quiet:
            from rich.console import Console
            from rich.live import Live

            self.live = Live(console=Console(stderr=True), auto_refresh=False, transient=True)
            self.live.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self.live is not None:
            self.live.stop()

    def show(self, campaign: Any) -> None:
        if self.live is not None:
            self.live.update(table(campaign, max(0.0, self.end - time.monotonic())), refresh=True)
        elif not self.quiet:
            for key, state in campaign.state.items():
                if state.refuted and key not in self.told:
                    self.told.add(key)
                    sys.stderr.write(f"{' '.join(word for word in key if word != 'main')}: {state.refuted}\n")


def table(campaign: Any, left: float) -> Any:
    """What is being tried and the best ratio so far, as a Rich table."""
    from rich.table import Table

    shown = Table(title=f"{sum(s.rounds for s in campaign.state.values())} rounds, {sum(bool(s.refuted) for s in campaign.state.values())} refuted, {left / 60:.0f} min left")
    for name in ("claim", "round", "instances", "best ratio", ""):
        shown.add_column(name, justify="left" if name in ("claim", "") else "right", overflow="fold")
    order = sorted(campaign.state.items(), key=lambda e: (not e[1].running, not e[1].refuted, 2.0 if e[1].closest is None else e[1].closest))
    for key, state in order[:ROWS]:
        words = "refuted" if state.refuted else "given up: its rounds were lost" if state.over else "searching" if state.running else ""
        shown.add_row(" ".join(word for word in key if word != "main"), str(state.rounds + bool(state.running)), str(state.instances),
                      "" if state.ratio is None else f"{state.ratio:.9g}", words)
    if len(order) > ROWS:
        shown.add_row(f"and {len(order) - ROWS} more", "", "", "", "")
    return shown
