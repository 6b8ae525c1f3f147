"""The command ``claimcheck reproduce``: tables and figures as data, plots and comparisons."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any

import typer

from verify.cli.devices import usable
from verify.cli.selection import Refused, near

DEVICES = ("cpu", "cuda")
_COLOURS = {"agrees": "green", "differs": "red", "undecided": "yellow", "not checked": "bright_black"}


def complete(incomplete: str) -> list[str]:
    """Ids for completion in a shell."""
    from verify.reproductions.registry import installed

    return [id for id in installed() if id.startswith(incomplete)]


def reproduce(
    ids: Annotated[list[str] | None, typer.Argument(help="Tables and figures or papers, for example wdp/fig-1 or wdp; all by default.", autocompletion=complete)] = None,
    scale: Annotated[str, typer.Option(help="smoke (minutes for all), cpu, full (the protocol of the paper); some tables have further ones.")] = "cpu",
    device: Annotated[str, typer.Option(help="cpu or cuda.")] = "cpu",
    data: Annotated[Path | None, typer.Option(help="Folder with real data.")] = None,
    seed: Annotated[int, typer.Option(help="Seed of every draw.")] = 0,
    results: Annotated[Path, typer.Option(help="Folder for results.")] = Path("results"),
    list_only: Annotated[bool, typer.Option("--list", help="List the tables and figures with their scales.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print the records.")] = False,
) -> None:
    """Reproduce tables and figures: data, plot, comparison with what is printed, record of the run. Unchanged inputs are not computed again.

    Examples:  claimcheck reproduce wdp/fig-1 --scale smoke   |   claimcheck reproduce --scale smoke --data DATA   |   claimcheck reproduce --list
    """
    from verify.reproductions import table
    from verify.reproductions.produce import produce

    if device not in DEVICES:
        raise Refused(f"--device: must be one of {', '.join(DEVICES)}, got {device}")
    if seed < 0:
        raise Refused(f"--seed: must be 0 or more, got {seed}")
    if data is not None and not data.is_dir():
        raise Refused(f"--data: must be a folder, got {data}")
    chosen = _chosen(ids or [])
    if list_only:
        _list(chosen, as_json)
        return
    made = _with_scale(chosen, scale, {word for word in ids or [] if "/" in word})
    if device != "cpu":
        usable(device)
    records = []
    for installed in made:
        record, kept = produce(installed, scale, seed, device, data, results)
        records.append(record)
        if not as_json:
            _show(record, kept)
    stored = table.write(results)
    if as_json:
        typer.echo(json.dumps(records, indent=1))
        return
    lines = [line["verdict"] for record in records for line in record["comparisons"]]
    counts = ", ".join(f"{lines.count(word)} {word}" for word in _COLOURS)
    missing = sum(record["status"] != "DONE" for record in records)
    typer.echo(f"{len(records)} tables and figures" + (f", {missing} of them NOT_CHECKED" if missing else "") + f"; comparisons: {counts}; results in {results}/reproductions, all in {stored}")


def _chosen(words: list[str]) -> list[Any]:
    """Loaded reproductions that ids and papers name; none means all. Raises Refused for a word that names nothing, or an id that cannot be loaded."""
    from verify.reproductions.registry import installed, load

    known = installed()
    papers = sorted({name.partition("/")[0] for name in known})
    names: list[str] = []
    for word in words or papers:
        found = [word] if word in known else [name for name in known if name.partition("/")[0] == word]
        if not found:
            raise Refused(f"{word}: no such table or figure; {near(word, [*known, *papers])}")
        names += found
    loaded = []
    for name in dict.fromkeys(names):
        try:
            loaded.append(load(known[name]))
        except ImportError as error:
            line = f"{name}: cannot be loaded: {error}; install what is missing, for example pip install 'claimcheck[reproduce,torch]'"
            if name in words:
                raise Refused(line) from None
            typer.echo(f"{line}; skipped", err=True)
    return loaded


def _with_scale(chosen: list[Any], scale: str, named: set[str]) -> list[Any]:
    """Those that have the scale. Raises Refused if none has it, or one that is named by its id has not."""
    having = [made for made in chosen if scale in made.reproduction.scales]
    lacking = [made for made in chosen if made not in having and made.reproduction.id in named]
    for made in lacking or ([] if having else chosen[:1]):
        known = list(dict.fromkeys(name for other in (lacking or chosen) for name in other.reproduction.scales))
        raise Refused(f"--scale: must be one of {', '.join(known)}" + (f" for {made.reproduction.id}" if lacking else "") + f", got {scale}; {near(scale, known)}")
    return having


def _list(chosen: list[Any], as_json: bool) -> None:
    rows = [{"id": made.reproduction.id, "title": made.reproduction.title, "scales": {name: s.words for name, s in made.reproduction.scales.items()},
             "data": sorted({file.name for s in made.reproduction.scales.values() for file in s.data}), "claims": list(made.reproduction.claims)} for made in chosen]
    if as_json:
        typer.echo(json.dumps(rows, indent=1))
        return
    for row in rows:
        typer.echo(f"{row['id']:<14} {row['title']}  ({', '.join(row['scales'])}{'; data: ' + ', '.join(row['data']) if row['data'] else ''})")


def _show(record: dict[str, Any], kept: bool) -> None:
    typer.secho(f"{record['id']} [{record['scale']}]", bold=True, nl=False)
    if record["status"] != "DONE":
        typer.echo(f"  NOT_CHECKED  {record['reason']}")
        return
    cost = "unchanged, not computed again" if kept else f"{record['wall_seconds']:.1f} s on {record['device']['name']}, {record['processor_seconds']:.1f} s of processor time"
    typer.echo(f"  {record['title']}; {cost}")
    for line in record["comparisons"]:
        typer.echo("  ", nl=False)
        typer.secho(f"{line['verdict']:<11}", fg=_COLOURS[line["verdict"]], nl=False)
        words = f" {line['what']}: printed {line['printed']}, reproduced {line['reproduced']}"
        typer.echo(words + (f" ({line['spread']})" if line["spread"] else "") + (f"; {line['note']}" if line["note"] else ""))
    for note in record["notes"]:
        typer.echo(f"  {note}")
    for line in record["claims"]:
        label = line["id"] + ("" if line["part"] == "main" else f" {line['part']}") + ("" if line["reading"] == "main" else f" [{line['reading']}]")
        typer.echo(f"  {line['status']:<11} {label}: {line['summary']}")
