"""The command ``power``: plant errors in claims and say how many the audit notices."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

import typer

from verify.cli.selection import Refused, Selection, complete

EFFORTS = ("quick", "standard", "deep")
MANY = 4
"""A statement with the errors planted in it is decided many times: so many times as long as a statement of a run may take."""


def register(app: typer.Typer, selection: Selection) -> None:
    """Add the command."""

    @app.command(epilog="Examples:  claimcheck power wdp/prop-3   |   claimcheck power wdp --effort quick --sample 100   |   claimcheck power wdp --true-variants")
    def power(ids: Annotated[list[str] | None, typer.Argument(help="Ids, papers or a file; everything installed by default.", autocompletion=complete)] = None,
              effort: Annotated[str, typer.Option(help="quick, standard or deep.")] = "quick",
              seed: Annotated[int, typer.Option(help="Seed of every draw, and of the sample.")] = 0,
              sample: Annotated[int, typer.Option(help="So many statements, drawn by the seed; 0 is all.")] = 0,
              operator: Annotated[list[str] | None, typer.Option(help="Only errors of this kind, such as constant, and no true variants; may be given more than once.")] = None,
              true_variants: Annotated[bool, typer.Option("--true-variants", help="Only true variants: no rewriting may be refuted, no renaming may change a verdict.")] = False,
              workers: Annotated[int, typer.Option(help="Processes; 0 is one for each core. Results do not depend on it.")] = 0,
              limit: Annotated[float | None, typer.Option(help="Seconds after which a statement, with all errors planted in it, is given up.", show_default=False)] = None,
              out: Annotated[Path, typer.Option(help="Folder for power.json; a report of this folder shows it.")] = Path("results"),
              quiet: Annotated[bool, typer.Option("--quiet", "-q", help="No progress.")] = False,
              as_json: Annotated[bool, typer.Option("--json", help="Print power.json.")] = False) -> None:
        """Plant errors in each claim: which are noticed, by which engine, and the smallest error that would have been."""
        _plant(selection, ids or [], effort, seed, sample, operator or [], true_variants, workers, limit, out, quiet, as_json)


def _plant(selection: Selection, ids: list[str], effort: str, seed: int, sample: int, operator: list[str], true_variants: bool, workers: int, limit: float | None,
           out: Path, quiet: bool, as_json: bool) -> None:
    """Plant the errors, write what was noticed, and say it; the exit code is 1 where a true variant was refuted."""
    from verify.cli.spreading import seconds_of
    from verify.run.isolation import warm_up

    selection.check(ids)
    warm_up()
    from verify.engines.mutants import PLANTS
    from verify.run import power as engine
    from verify.run.decide import Settings

    _refuse(effort, sample, workers)
    unknown = [name for name in operator if name not in PLANTS]
    if unknown:
        raise Refused(f"--operator: must be one of {', '.join(PLANTS)}, got {unknown[0]}")
    if operator and true_variants:
        raise Refused("--operator: true variants have none; leave one of --operator and --true-variants out")
    papers, chosen = selection.select(ids)
    statements = engine.chosen(papers, chosen, sample, seed)
    if not statements:
        raise Refused(f"{' '.join(ids)}: no statement in which an error could be planted; 'claimcheck list' lists the claims")
    command = " ".join(["claimcheck power", *(ids), f"--effort {effort} --seed {seed}", *([f"--sample {sample}"] if sample else []), *(f"--operator {name}" for name in operator),
                        *(["--true-variants"] if true_variants else [])])
    stopped: list[str] = []
    data = engine.run(statements, Settings(effort=effort, seed=seed), workers=workers, errors=not true_variants, rewritten=not operator, operators=operator, sample=sample, command=command,
                      progress=None if quiet or as_json else _said, seconds=seconds_of(limit, effort, MANY), interrupted=stopped)
    path = engine.write(out, data)
    if stopped:
        typer.echo(f"\ninterrupted; what is finished, {len(data['statements'])} of {len(statements)} statements, is in {path}", err=True)
        raise typer.Exit(130)
    if as_json:
        typer.echo(json.dumps(data, indent=1))
    else:
        for line in lines(data):
            typer.echo(line)
        typer.echo(f"{path}; in a report: claimcheck report {out}")
    if data["summary"]["rewritings"]["refuted"]:
        typer.echo("a true variant was refuted: the statement itself is false where its counterexample is rare, and an engine is wrong otherwise; look at both", err=True)
        raise typer.Exit(1)


def _refuse(effort: str, sample: int, workers: int) -> None:
    """Raises Refused for an option that has no such value."""
    if effort not in EFFORTS:
        raise Refused(f"--effort: must be one of {', '.join(EFFORTS)}, got {effort}")
    if sample < 0:
        raise Refused(f"--sample: must be 0 (all statements) or more, got {sample}")
    if workers < 0:
        raise Refused(f"--workers: must be 0 (one process for each core) or more, got {workers}; leave it out")


def _said(done: int, total: int) -> None:
    if sys.stderr.isatty():
        sys.stderr.write(f"\r\033[K[{done}/{total}]" + ("\r\033[K" if done == total else ""))
        sys.stderr.flush()
    elif done % 50 == 0 or done == total:
        sys.stderr.write(f"[{done}/{total}]\n")


def lines(data: Mapping[str, Any]) -> list[str]:
    """The tables on screen."""
    from verify.report.power import percent, smallest_words

    found = data["summary"]
    total = sum(found["statements"].values())
    told = [f"{total} statement{'' if total == 1 else 's'}: " + ", ".join(f"{count} {status}" for status, count in found["statements"].items())]
    if found["all"]["planted"]:
        told.append(f"{'planted errors in supported and proved claims':<48}{'planted':>9}{'killed':>8}{'true':>7}{'missed':>8}{'open':>7}{'rate':>9}")
        for title, rows in (("", {"all": found["all"], "1 % in the claimed side": found["one_per_cent"], "the same where the bound is attained": found["one_per_cent_attained"]}),
                            ("operator", found["operators"]), ("kind", found["kinds"]), ("error in the claimed side", {percent(size): row for size, row in found["sizes"].items()})):
            told += [f"{title + ': ' if title else ''}{name}"[:47].ljust(48) + f"{row['planted']:>9}{row['killed']:>8}{row['true']:>7}{row['missed']:>8}{row['open']:>7}{_rate(row):>9}"
                     for name, row in rows.items() if row["planted"]]
        told += [f"engine: {name}: looked at {row['looked']}, killed {row['killed']} ({row['rate']:.1%})" for name, row in found["engines"].items()]
        told += [f"the checker confirms {found['all']['confirmed']} of {found['all']['killed']} refutations of planted errors"]
        told += [f"{count:>6} claims {smallest_words(None if size == 'None' else size)}" for size, count in found["smallest"].items()]
    if found["rewritings"]["planted"]:
        told.append(f"{found['rewritings']['planted']} true variants: {found['rewritings']['refuted']} refuted, {found['rewritings']['changed']} renamed ones with another verdict")
        told += [f"  {kind}: {row['planted']}, {row['refuted']} refuted, {row['changed']} with another verdict" for kind, row in found["rewritings"]["kinds"].items()]
        told += [f"  differs: {' '.join((e['id'], e['part'], e['reading']))}: {e['status']}, {one['kind']}: {one['status']}" for e in data["statements"] for one in e["rewritings"]
                 if (one["same"] and one["status"] != e["status"]) or (one["status"] == "REFUTED" and e["status"] != "REFUTED")]
    told += [f"error: {' '.join((e['id'], e['part'], e['reading']))}: {e['error']}" for e in data["errors"]]
    return told


def _rate(row: Mapping[str, Any]) -> str:
    return "-" if row["rate"] is None else f"{row['rate']:.1%}"
