"""Read a results folder, write its report. Every file is written beside its place and then renamed."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from verify.collecting import uncollected
from verify.report import arranged, power
from verify.report import reproduced as reproductions
from verify.report.badges import FOLDER as BADGES
from verify.report.history import EARLIER, RECORD
from verify.report.html import pages, reproductions_page, single_page
from verify.report.json_form import render_json
from verify.report.junit import render_junit
from verify.report.markdown import document
from verify.report.model import ReportError
from verify.report.pictures import pictures
from verify.report.published import CERTIFICATES, bring
from verify.report.recorded import NO_RECORD, as_results, compared
from verify.report.sarif import render_sarif
from verify.report.stored import Record
from verify.report.summary import render_summary
from verify.run import rows
from verify.run.store import DECISIVE, Key, half_finished
from verify.schemas.shape import problem

#: A page that carries this was written by a report and may be removed by a later one.
MARK = '<meta name="generator" content="claimcheck">'


FORMATS = ("html", "markdown", "summary", "json", "junit", "sarif")
"""What a report can be written as."""
AGAINST_THE_RECORD = {"html", "summary", "junit", "sarif"}
"""Formats that say what differs from the record."""


@uncollected()
def write_report(folder: str | os.PathLike[str], *, single_file: bool = False, formats: Sequence[str] = ("html", "markdown"),
                 earlier: str | os.PathLike[str] | None = None, out: str | os.PathLike[str] | None = None,
                 lock: str | os.PathLike[str] | None = None) -> list[Path]:
    """Write the report of a results folder, with the files that it links to.

    Parameters
    ----------
    folder : path
        Holds ``results.json``, ``claims.json`` and ``certificates/``, or tables and figures in ``reproductions/``, or both.
    single_file : bool
        Write ``report.html``, which holds everything, instead of ``index.html`` with a page for each claim.
    formats : sequence of str
        Of `FORMATS`: pages, ``report.md``, ``summary.md`` for a pull request, ``report.json``, ``junit.xml``, ``report.sarif``.
    earlier : path, optional
        Folder of an earlier run: what changed since is shown.
    out : path, optional
        Where to; ``folder/report`` by default.
    lock : path, optional
        The record of verdicts: in ``junit.xml``, ``report.sarif`` and ``summary.md`` what differs from it fails; pages say what changed since, unless there is an earlier run.

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
    target = folder / "report" if out is None else Path(out)
    if unknown := [name for name in formats if name not in FORMATS]:
        raise ReportError(f"report: the format must be one of {', '.join(FORMATS)}, got {unknown[0]}; choose another")
    if (folder / "progress.jsonl").exists() and not (folder / "results.json").exists():
        raise ReportError(half_finished(folder))
    reproduced = reproductions.read(folder)
    if reproduced and not (folder / "results.json").exists() and "html" in formats:
        return _written(target, reproductions_page(reproduced), folder, _outputs(reproduced))
    certificates = _certificates(folder / "certificates")
    texts = _texts(folder, certificates, reproduced, single_file, formats, earlier, lock)
    linked = [f"{CERTIFICATES}/{name}" for name in certificates] if not single_file and {"html", "markdown"} & set(formats) else []
    written = _written(target, texts, folder, [*linked, *_outputs(() if single_file or "html" not in formats else reproduced)])
    if "html" in formats and not single_file:
        _remove_stale(target, {path.name for path in written})
    return written


def _texts(folder: Path, certificates: Mapping[str, Record], reproduced: Sequence[reproductions.Reproduced], single_file: bool, formats: Sequence[str],
           earlier: str | os.PathLike[str] | None, lock: str | os.PathLike[str] | None) -> dict[str, str]:
    """What is written in each format, by path. Raises ReportError."""
    results, claims = _shaped(folder / "results.json", "results"), _shaped(folder / "claims.json", "claims")
    beside = {f"{kind}/{name}": content for kind in rows.BESIDE for name, content in _certificates(folder / "certificates" / kind).items()}
    results = founded(results, claims, {**certificates, **beside})
    locked = _lock(lock if AGAINST_THE_RECORD & set(formats) else None)
    before = _shaped(Path(earlier) / "results.json", "results") if earlier is not None else None if locked is None else as_results(results, locked)
    audit = arranged.audit(results, claims, certificates, before, measured := _power(folder), EARLIER if earlier is not None else RECORD)
    drawn = pictures(results, measured, _curves(folder / "curves.json", claims))
    record = NO_RECORD if locked is None else compared(results, claims, locked)
    texts: dict[str, str] = {}
    for name in dict.fromkeys(formats):
        texts |= {
            "html": lambda: {"report.html": single_page(audit, reproduced, drawn)} if single_file else pages(audit, certificates, reproduced, drawn),
            "markdown": lambda: {"report.md": document(audit, certificates, reproduced)},
            "summary": lambda: {"summary.md": render_summary(audit, record)},
            "json": lambda: {"report.json": render_json(audit)},
            "junit": lambda: {"junit.xml": render_junit(audit, record)},
            "sarif": lambda: {"report.sarif": render_sarif(audit, record)},
        }[name]()
    return texts


def founded(results: Record, claims: Record, certificates: Mapping[str, Record]) -> Record:
    """The results with each decisive row that its certificate does not bear out shown as UNDECIDED, and why, and severities and what a statement follows from only where their certificates are there; whether a certificate is right is for ``claimcheck check`` to say."""
    stored = results.get("results")
    if not isinstance(stored, list) or not all(isinstance(row, Mapping) for row in stored):
        return results  # of another shape, which the model explains
    contents = {name: None if "unreadable" in content else content for name, content in certificates.items()}
    wrong: dict[Key, str] = {}
    milder: set[Key] = set()
    alone: set[Key] = set()
    for misfit in rows.problems(stored, rows.digests_of(claims), contents):
        if misfit.key is not None and misfit.certificate.startswith(f"{rows.WEAKER}/"):
            milder.add(misfit.key)
        elif misfit.key is not None and misfit.certificate.startswith(f"{rows.FOLLOWS}/"):
            alone.add(misfit.key)
        elif misfit.key is not None:
            wrong.setdefault(misfit.key, misfit.why)
    kept = [{**row, **({"severity": None} if rows.key_of(row) in milder else {}), **({"follows": None} if rows.key_of(row) in alone else {})} for row in stored]
    return {**results, "results": [rows.disowned(row, wrong[key]) if (key := rows.key_of(row)) in wrong and row.get("status") in DECISIVE else row for row in kept]}


def _outputs(reproduced: Sequence[reproductions.Reproduced]) -> list[str]:
    return [name for one in reproduced for name in one.outputs]


def _written(target: Path, texts: dict[str, str], folder: Path, linked: Sequence[str]) -> list[Path]:
    """Write texts by path, the one to open first in front, and bring the files of the results folder that they link to. Raises ReportError."""
    order = sorted(texts, key=lambda name: (name not in ("index.html", "report.html", "reproductions.html"), name != "index.html", "/" in name))
    try:
        if linked:
            bring(folder, target, linked)
        return [_write(target / name, texts[name]) for name in order]
    except OSError as error:
        raise _unwritable(target, error) from error


def _unwritable(target: Path, error: OSError) -> ReportError:
    return ReportError(f"report: {target} must be writable, got {error.strerror or error}; choose another folder or free it")


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


def _shaped(path: Path, schema: str) -> Record:
    """A stored file that has the form of its schema. Raises ReportError."""
    content = _read(path)
    if (wrong := problem(schema, content, structure=True)) is not None:
        raise ReportError(f"{path}: {wrong}; run the audit again into this folder")
    return content


def _curves(path: Path, claims: Record) -> dict[str, Record]:
    """Stored curves by id, of statements that the list of claims holds as they are; none where there is no such file. Raises ReportError."""
    if not path.exists():
        return {}
    content, digests = _read(path), rows.digests_of(claims) or {}
    if (wrong := problem("curves", content)) is not None:
        raise ReportError(f"{path}: {wrong}; run the audit again into this folder or remove the file")
    return {curve["id"]: curve for curve in content["curves"] if digests.get(rows.key_of(curve)) == curve["digest"]}


def _lock(path: str | os.PathLike[str] | None) -> Record | None:
    """The content of a record of verdicts. Raises ReportError."""
    if path is None:
        return None
    content = _read(Path(path))
    if (wrong := problem("lock", content)) is not None or "statements" not in content:
        raise ReportError(f"{path}: {wrong or 'it must hold statements'}; name a file that 'claimcheck lock' wrote")
    return content


def _power(folder: Path) -> Record | None:
    try:
        return power.read(folder / "power.json")
    except ValueError as error:
        raise ReportError(str(error)) from None


def _certificates(folder: Path) -> dict[str, Record]:
    """Certificates by file name; one that cannot be read is kept as a record that says so."""
    found: dict[str, Record] = {}
    for path in sorted(folder.glob("*.json")):
        try:
            found[path.name] = _shaped(path, "certificate")
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


def _remove_stale(target: Path, current: set[str]) -> None:
    """Remove pages and badges of claims that an earlier report had and this one has not. Raises ReportError."""
    try:
        for path in (*(target / "claims").glob("*.html"), *(target / "papers").glob("*.html"), *(target / BADGES).glob("*.svg")):
            if path.name not in current and (path.suffix == ".svg" or MARK in path.read_text(encoding="utf-8", errors="replace")[:600]):
                path.unlink()
    except OSError as error:
        raise _unwritable(target, error) from error
