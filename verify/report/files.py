"""Read a results folder, write its report. Every file is written beside its place and then renamed."""

from __future__ import annotations

import json
import os
import tempfile
from pathlib import Path
from typing import Any

from verify.report.html import render_html, render_single_file
from verify.report.markdown import render_markdown
from verify.report.model import Record, ReportError

#: A page that carries this was written by a report and may be removed by a later one.
MARK = '<meta name="generator" content="claimcheck">'


def write_report(folder: str | os.PathLike[str], *, single_file: bool = False, markdown: bool = True) -> list[Path]:
    """Write the report of a results folder into ``folder/report``.

    Parameters
    ----------
    folder : path
        Holds ``results.json``, ``claims.json`` and ``certificates/``.
    single_file : bool
        Write ``report.html``, which holds everything, instead of ``index.html`` with a page for each claim.
    markdown : bool
        Write ``report.md`` too.

    Returns
    -------
    list of Path
        The files written, the one to open first in front.

    Raises
    ------
    ReportError
        If a stored file is missing or damaged, or the report cannot be written; what was there stays as it was.
    """
    folder = Path(folder)
    results, claims = _read(folder / "results.json"), _read(folder / "claims.json")
    certificates = _certificates(folder / "certificates")
    pages: dict[str, str] = {}
    if single_file:
        pages["report.html"] = render_single_file(results, claims, certificates)
    else:
        pages |= render_html(results, claims, certificates)
    if markdown:
        pages["report.md"] = render_markdown(results, claims, certificates)
    target = folder / "report"
    order = sorted(pages, key=lambda name: (name not in ("index.html", "report.html"), "/" in name))
    try:
        written = [_write(target / name, pages[name]) for name in order]
        if not single_file:
            _remove_stale(target / "claims", {path.name for path in written})
    except OSError as error:
        raise ReportError(
            f"report: {target} must be writable, got {error.strerror or error}; choose another folder or free it"
        ) from error
    return written


def _read(path: Path) -> Record:
    try:
        content: Any = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise ReportError(f"{path}: must exist, got no such file; run the audit into this folder first") from None
    except (OSError, ValueError, RecursionError) as error:
        raise ReportError(
            f"{path}: must be readable JSON, got {error}; run the audit again into this folder"
        ) from error
    if not isinstance(content, dict):
        raise ReportError(
            f"{path}: must be a JSON object, got {type(content).__name__}; run the audit again into this folder"
        )
    return content


def _certificates(folder: Path) -> dict[str, Record]:
    """Certificates by file name; one that cannot be read is kept as a record that says so."""
    found: dict[str, Record] = {}
    for path in sorted(folder.glob("*.json")):
        try:
            found[path.name] = _read(path)
        except ReportError as error:
            found[path.name] = {"unreadable": str(error).partition("got ")[2].partition(";")[0]}
    return found


def _write(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
        os.chmod(name, 0o644)
        os.replace(name, path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
    return path


def _remove_stale(folder: Path, current: set[str]) -> None:
    """Pages of claims that an earlier report had and this one has not."""
    for path in folder.glob("*.html"):
        if path.name not in current and MARK in path.read_text(encoding="utf-8", errors="replace")[:600]:
            path.unlink()
