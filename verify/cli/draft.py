"""The command ``draft``: a ledger skeleton and claim stubs from the TeX source of a paper."""

from __future__ import annotations

import re
from collections import Counter
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

import typer

from verify.cli.selection import Refused, installed

NEEDED = ("pylatexenc", "lark")
RESERVED = ("mechanisms", "reproduce", "theorems", "verify", "tests")


def draft(paper: Annotated[Path, typer.Argument(help="The TeX source of a paper; what it inputs is read too.")],
          out: Annotated[Path | None, typer.Option(help="Folder to write, whose name the ids begin with; by default the name of the file.",
                                                   show_default=False)] = None) -> None:
    """List what a TeX source numbers, and write a ledger and claim stubs for it, not yet encoded."""
    if missing := [name for name in NEEDED if find_spec(name) is None]:
        raise Refused(f"draft: needs {' and '.join(missing)}; install them with pip install 'claimcheck[draft]'")
    name, folder = _name(paper, out)
    from verify.draft.items import items_of
    from verify.draft.package import write
    from verify.draft.tex import TexError, read

    try:
        source = read(paper)
        items = items_of(source)
        written = write(name, folder, paper, items)
    except TexError as error:
        raise Refused(str(error)) from None
    except OSError as error:
        raise Refused(f"{folder}: must be writable, got {error.strerror or error}; choose another with --out") from None
    for line in source.notices:
        typer.echo(line, err=True)
    counts = Counter(found.name for found in items)
    for found in items:
        typer.echo(f"{found.place:<24}  {found.label:<24}  {' '.join(found.title.split())[:80]}".rstrip())
    typer.echo("; ".join(f"{kind}: {count}" for kind, count in counts.items()))
    if unknown := sum(1 for found in items if found.number is None):
        typer.echo(f"number not known: {unknown}, declared in a class or package that is not read, or printed in a form that is not understood")
    typer.echo(f"{folder}: {len(written)} files, nothing encoded yet; next: claimcheck list {folder}")


def _name(paper: Path, out: Path | None) -> tuple[str, Path]:
    """The name of the paper, and the folder. Raises Refused for a name that cannot be one, or is taken."""
    said = (out or paper.with_suffix("")).name
    name = re.sub(r"[^a-z0-9]", "", said.lower())
    if not re.fullmatch(r"[a-z][a-z0-9]*", name):
        raise Refused(f"draft: the name of the paper must begin with a letter, got {said or 'nothing'}; choose a folder with --out, for example --out smith24")
    if name in installed() or name in RESERVED:
        raise Refused(f"draft: {name} is the name of an installed paper or package; choose another folder with --out, for example --out {name}24")
    folder = out or Path(name)
    if folder.exists():
        raise Refused(f"{folder}: exists already, and nothing of it is overwritten; choose another with --out")
    return name, folder


__all__ = ["draft"]
