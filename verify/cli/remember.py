"""The command ``remember``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from verify.cli.selection import Selection
from verify.run.store import key_of


def register(app: typer.Typer, selection: Selection) -> None:
    """Add the command."""

    @app.command(epilog="Examples:  claimcheck remember night   |   claimcheck remember night --unless results")
    def remember(folder: Annotated[Path, typer.Argument(help="Folder of a run or a campaign.")],
                 unless: Annotated[Path | None, typer.Option(help="Keep only what refutes statements that this run did not refute.", show_default=False)] = None) -> None:
        """Keep counterexamples of a campaign or a run beside the papers: later runs look at them first, for every reading of the claim."""
        import sys

        from verify.claims.registry import modules
        from verify.claims.remembered import beside
        from verify.run.remember import refutations
        from verify.run.remember import remember as keep
        from verify.run.store import read_results

        documents = list(refutations(folder))
        names = {document["claim"].partition("/")[0] for document in documents}
        papers = selection.papers(names)
        files = {name: beside(module) for name, module in modules(names).items()}
        known = set() if unless is None else {key_of(row) for row in read_results(unless)["results"] if row["status"] == "REFUTED"}
        done = keep(documents, papers, files, known, say=typer.echo)
        for line in done.refused:
            typer.echo(f"refused by the checker: {line}", err=True)
        for path, count in done.added.items():
            typer.echo(f"{path}: {count} instance{'' if count == 1 else 's'} added")
        if not done.added:
            typer.echo("nothing to add")
        if done.dropped:
            typer.echo(f"{done.dropped} left out: shorter ones refute the same")
        if done.refused:
            sys.exit(1)
