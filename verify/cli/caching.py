"""The commands ``cache info`` and ``cache prune``, and the cache that the options of a run name."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from verify.cli import contents
from verify.cli.selection import Refused

if TYPE_CHECKING:
    from verify.run.cache import Cache

app = typer.Typer(help="Findings that are kept from one run to the next.", no_args_is_help=True)
FOLDER = "Folder of the cache; by default CLAIMCHECK_CACHE, else in the user's folder for caches."


def chosen(folder: Path | None, off: bool) -> Cache | None:
    """The cache of a run. Raises Refused."""
    from verify.run.cache import Cache
    from verify.run.folders import default_folder

    if off and folder is not None:
        raise Refused(f"--no-cache: cannot go with --cache {folder}; leave one of them out")
    place = None if off else folder or default_folder()
    return None if place is None else Cache.opened(place, lambda line: typer.echo(line, err=True))


def _existing(folder: Path | None) -> Cache:
    from verify.run.cache import Cache
    from verify.run.folders import default_folder

    place = folder or default_folder()
    if place is None:
        raise Refused("CLAIMCHECK_CACHE: is off; name a folder with --cache")
    if not place.exists():
        raise Refused(f"{place}: no such folder; a run makes it, or name another with --cache")
    said: list[str] = []
    cache = Cache.opened(place, said.append)
    if cache is None:
        raise Refused(said[0])
    return cache


@app.command(epilog="Examples:  claimcheck cache info   |   claimcheck cache info --cache DIR --json")
def info(cache: Annotated[Path | None, typer.Option(help=FOLDER, show_default=False)] = None,
         as_json: Annotated[bool, typer.Option("--json", help="Machine-readable.")] = False) -> None:
    """Where the cache lies, and what it holds."""
    found = _existing(cache)
    held = list(found.held())
    size, ours, damaged = sum(one.size for one in held), sum(one.usable for one in held), sum(one.key is None for one in held)
    if as_json:
        typer.echo(json.dumps({"folder": str(found.folder), "findings": len(held), "bytes": size, "of_this_version": ours, "damaged": damaged}, indent=1))
        return
    typer.echo(f"{found.folder}: {len(held)} findings, {size / 1e6:.1f} MB; {ours} of this version, {len(held) - ours - damaged} of others, {damaged} damaged")


@app.command(epilog="Examples:  claimcheck cache prune   |   claimcheck cache prune --older-than 30   |   claimcheck cache prune --all")
def prune(cache: Annotated[Path | None, typer.Option(help=FOLDER, show_default=False)] = None,
          older_than: Annotated[float | None, typer.Option(help="Also what was not used for so many days.", show_default=False)] = None,
          everything: Annotated[bool, typer.Option("--all", help="Everything.")] = False) -> None:
    """Remove findings that are damaged or that this version cannot use."""
    if older_than is not None and not older_than >= 0:
        raise Refused(f"--older-than: must be 0 or more days, got {older_than:g}")
    found = _existing(cache)
    gone = found.prune(days=older_than, everything=everything)
    if everything:
        contents.forget(found.folder)
    typer.echo(f"{found.folder}: {gone} findings removed, {sum(1 for _ in found.held())} kept")


__all__ = ["app", "chosen"]
