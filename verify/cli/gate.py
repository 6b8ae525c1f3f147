"""The commands ``lock`` and ``gate``."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from verify.cli.counted import Counted

if TYPE_CHECKING:
    from verify.gate.gate import Report
    from verify.gate.lock import Lock

Papers = Callable[[list[str]], dict[str, Any]]
RECORDS = "Folder with records of experiments, besides those that packages ship."


def folders(records: Path | None) -> tuple[Path, ...]:
    """The folder with records of ``--records``. Raises StoreError where it holds none."""
    from verify.reproductions import store
    from verify.run.store import StoreError

    if records is None:
        return ()
    if not (records / store.FOLDER).is_dir():
        raise StoreError(f"--records: must be a results folder of 'claimcheck reproduce', got {records}")
    return (records.resolve(),)


def _named(word: str, path: Path) -> bool:
    """Whether a word is a paper or an id on record."""
    from verify.gate.lock import read

    return path.exists() and any(word in (id, id.partition("/")[0]) for id, _, _ in read(path).statements)


def _on_record(folder: Path, ids: list[str], path: Path, evidence: Path, load: Papers) -> list[Path]:
    """The certificates on record, written into a folder."""
    from verify.gate.lock import LockError, read, with_weaker

    recorded = read(path)
    wanted = ids or list(recorded.papers())
    chosen = {key: one for key, one in with_weaker(recorded.statements).items() if one.evidence and (key[0] in wanted or key[0].partition("/")[0] in wanted)}
    if absent := [name for name in wanted if not any(name in (id, id.partition("/")[0]) for id, _, _ in chosen)]:
        raise LockError(f"{path}: holds no evidence of {', '.join(absent)}; it holds evidence of {', '.join(recorded.papers()) or 'no paper'}")
    from verify.gate import evidence as stored
    from verify.gate.locking import certificates

    names = sorted({key[0].partition("/")[0] for key in chosen})
    folder.mkdir(parents=True, exist_ok=True)
    return list(certificates(chosen, stored.read_all(evidence, names), recorded, load(names), folder).values())


def _reasons(given: list[str]) -> dict[str, str]:
    from verify.gate.lock import LockError

    found: dict[str, str] = {}
    for entry in given:
        pattern, colon, why = entry.partition(": ")
        if not (pattern.strip() and colon and why.strip()):
            raise LockError(f"--reason: must be a pattern of ids, a colon and a reason, got {entry!r}; for example 'wdp/eq-*: the second version says so'")
        found[pattern.strip()] = why.strip()
    return found


def register(app: typer.Typer, load: Papers) -> None:
    """Add the commands; ``load`` gives the papers that are named."""

    @app.command(epilog="Examples:  claimcheck lock results   |   claimcheck lock results --because 'the domain follows the second version of the paper'")
    def lock(results: Annotated[Path, typer.Argument(help="Folder of a finished run.")] = Path("results"),
             path: Annotated[Path, typer.Option("--lock", help="The record.")] = Path("verdicts.lock"),
             evidence: Annotated[Path, typer.Option(help="Folder for the evidence on record.")] = Path("verdicts"),
             because: Annotated[str, typer.Option(help="Why verdicts or meanings on record change.")] = "",
             reason: Annotated[list[str] | None, typer.Option(help="The same of some changes: 'frdp/tab-2*: why', by ids, or ids with part and reading; may be repeated.")] = None,
             records: Annotated[Path | None, typer.Option(help=RECORDS, show_default=False)] = None,
             workers: Annotated[int, typer.Option(help="Processes; 0 is one for each core.")] = 0) -> None:
        """Put the verdicts of a run on record, with their evidence. Changes of the record need a reason."""
        _put_on_record(results, path, evidence, load, because, _reasons(reason or []), folders(records), workers)

    @app.command(epilog="Examples:  claimcheck export certificates   |   claimcheck export certificates wdp/prop-7   |   claimcheck export --rocq wdp/prop-7 --check   |   claimcheck export --rocq results")
    def export(folder: Annotated[Path, typer.Argument(help="Folder for the certificates, one file each; with --rocq also a folder that holds some, or an id on record.")],
               ids: Annotated[list[str] | None, typer.Argument(help="Papers or ids; the whole record by default.")] = None,
               rocq: Annotated[bool, typer.Option("--rocq", help="Files for the proof assistant Rocq (Coq) instead.")] = False,
               check: Annotated[bool, typer.Option("--check", help="With --rocq: have coqc check each file, where it is installed.")] = False,
               out: Annotated[Path | None, typer.Option(help="With --rocq: folder for the files.", show_default=False)] = None,
               path: Annotated[Path, typer.Option("--lock", help="The record.")] = Path("verdicts.lock"),
               evidence: Annotated[Path, typer.Option(help="Folder with the evidence on record.")] = Path("verdicts")) -> None:
        """Write the certificates on record as files, each of which 'claimcheck check' re-checks by itself; or as files for Rocq."""
        if not rocq:
            written = _on_record(folder, ids or [], path, evidence, load)
            typer.echo(f"{folder}: {len(written)} certificate{'' if len(written) == 1 else 's'}; re-check them with 'claimcheck check {folder}'")
            return
        from verify.cli import rocq as writing

        found = writing.certificates_in(folder) if folder.is_dir() else []
        target = out or (folder / "rocq" if found else Path("rocq") if _named(str(folder), path) else folder)
        if not found:
            with tempfile.TemporaryDirectory() as held:
                _on_record(Path(held), [str(folder), *(ids or [])] if _named(str(folder), path) else ids or [], path, evidence, load)
                found = writing.certificates_in(Path(held))
        else:
            found = [one for one in found if not ids or one["claim"] in ids or one["claim"].partition("/")[0] in ids]
        raise typer.Exit(writing.export(found, target, check))

    @app.command(epilog="Examples:  claimcheck gate   |   claimcheck gate wdp --recheck   |   claimcheck gate --since origin/main   |   claimcheck gate --results results")
    def gate(papers: Annotated[list[str] | None, typer.Argument(help="Papers; those of the lock by default.")] = None,
             path: Annotated[Path, typer.Option("--lock", help="The record.")] = Path("verdicts.lock"),
             evidence: Annotated[Path, typer.Option(help="Folder with the evidence on record.")] = Path("verdicts"),
             recheck: Annotated[bool, typer.Option("--recheck", help="Re-check all evidence.")] = False,
             records: Annotated[Path | None, typer.Option(help=RECORDS, show_default=False)] = None,
             since: Annotated[str | None, typer.Option(help="Run what changed since this revision of the repository.", show_default=False)] = None,
             results: Annotated[Path | None, typer.Option(help="Also compare the verdicts of this run.", show_default=False)] = None,
             workers: Annotated[int, typer.Option(help="Processes; 0 is one for each core.")] = 0,
             as_json: Annotated[bool, typer.Option("--json", help="Machine-readable.")] = False) -> None:
        """Fail where claims, verdicts or evidence differ from the record, one line for each difference."""
        recorded, names = _recorded(path, papers)
        report = _compared(recorded, names, load, path, evidence, recheck, folders(records), since, results, workers, as_json)
        _tell(report, names, as_json, rerun=since is not None)


def _put_on_record(results: Path, path: Path, evidence: Path, load: Papers, because: str, reasons: dict[str, str], records: tuple[Path, ...], workers: int) -> None:
    """Write the record, and say what changes and what is refused; the exit code is 1 where it stays as it is."""
    from verify.gate.lock import EVERY_TIME, read
    from verify.run.store import read_results

    names = sorted({row["id"].partition("/")[0] for row in read_results(results)["results"]} | (set(read(path).papers()) if path.exists() else set()))
    from verify.gate.locking import lock as write_lock

    done = write_lock(results, path, evidence, load(names), because=because, reasons=reasons, workers=workers, records=records)
    for line in done.changes:
        typer.echo(line)
    for line in done.refused:
        typer.echo(f"refused: {line}", err=True)
    if not done.written:
        why = "evidence does not check" if done.refused else "the record changes; say why with --because TEXT, or --reason 'PATTERN: TEXT' for some"
        typer.echo(f"{path} stays as it is: {why}", err=True)
        raise typer.Exit(1)
    rows = done.lock.statements.values()
    typer.echo(f"{path}: {len(rows)} statements, {sum(bool(one.evidence) for one in rows)} with evidence in {evidence}/, "
               f"{sum(one.kind == EVERY_TIME for one in rows)} of it instances")


def _recorded(path: Path, papers: list[str] | None) -> tuple[Lock, list[str]]:
    """The record, and the papers that are asked for. Raises LockError where it holds nothing on one."""
    from verify.gate.lock import LockError, read

    recorded = read(path)
    names = papers or list(recorded.papers())
    if unknown := sorted(set(names) - set(recorded.papers())):
        raise LockError(f"{path}: holds nothing on {', '.join(unknown)}; it holds {', '.join(recorded.papers()) or 'no paper'}; run and lock it first")
    return recorded, names


def _compared(recorded: Lock, names: list[str], load: Papers, path: Path, evidence: Path, recheck: bool, records: tuple[Path, ...],
              since: str | None, results: Path | None, workers: int, as_json: bool) -> Report:
    """What differs from the record: claims and evidence, and, where they are asked for, verdicts of a run and of what changed since a revision."""
    from verify.gate.gate import judge, unowned, verdicts

    before = None
    if since is not None:
        from verify.gate import since as since_  # it brings the engines, which nothing else here needs

        before = since_.lock_at(since, path)
    installed: dict[str, Any] = {}

    def loaded() -> dict[str, Any]:
        installed.update(load(names))
        return installed

    with Counted("certificates re-checked", quiet=as_json) as told:
        report = judge(recorded, names, loaded, evidence, recheck=recheck, workers=workers, records=records, progress=told.update)
    if before is not None:
        report.failures += since_.unexplained(before, recorded)
        again = since_.touched(before, installed)
        report.run = len(again)
        with Counted("statements run again", quiet=as_json) as told:
            report.failures += since_.rerun(again, recorded, installed, workers, lambda event: told.update(getattr(event, "done", 0), getattr(event, "total", 0)))
    if results is not None:
        report.failures += [one for one in verdicts(recorded, results) if one.key[0].partition("/")[0] in names]
        report.notes += unowned(results)
    return report


def _tell(report: Report, names: list[str], as_json: bool, rerun: bool) -> None:
    """Print the differences; the exit code is 1 where there are any."""
    from verify.gate.changes import folded

    lines = list(dict.fromkeys(folded(report.failures)))
    if as_json:
        typer.echo(json.dumps({"schema": "claimcheck.gate/1", "passed": not lines, "papers": names, "statements": report.statements, "certificates": report.certificates,
                               "checked": report.checked, "run": report.run, "notes": report.notes,
                               "failures": [{"id": f.key[0], "part": f.key[1], "reading": f.key[2], "what": f.what, "words": f.words} for f in report.failures]}, indent=1))
    else:
        for line in lines:
            typer.echo(line)
        for note in report.notes:
            typer.echo(f"note: {note}", err=True)
        ran = f", {report.run} ids run again" if rerun else ""
        typer.echo(f"{'FAILED' if lines else 'passed'}: {report.statements} statements of {', '.join(names)}, {report.checked} of {report.certificates} certificates re-checked"
                   f"{ran}, {len(lines)} difference{'' if len(lines) == 1 else 's'}")
    if lines:
        raise typer.Exit(1)
