"""The command ``claimcheck``: list, show, run, check, certify, report, power, measure, calibrate, shift, reproduce. Heavy imports happen inside the commands."""

from __future__ import annotations

import json
import re
import shlex
import sys
from importlib.metadata import entry_points
from pathlib import Path
from typing import Annotated

import typer

from verify.cli import account as accounting
from verify.cli import caching, listing, spreading, underway
from verify.cli import calibrate as calibrating
from verify.cli import campaign as campaigning
from verify.cli import certify as certifying
from verify.cli import draft as drafting
from verify.cli import gate as gating
from verify.cli import measure as measuring
from verify.cli import power as powering
from verify.cli import remember as remembering
from verify.cli import reproduce as reproducing
from verify.cli import shift as shifting
from verify.cli.devices import DEVICES, usable
from verify.cli.running import Progress, counted, summary
from verify.cli.selection import Refused, Selection, complete, installed, is_place, near

app = typer.Typer(
    name="claimcheck", no_args_is_help=True, add_completion=True, pretty_exceptions_enable=False, context_settings={"help_option_names": ["-h", "--help"]},
    help="Audit the claims of theory papers: proofs over whole domains, exact counterexamples, evidence that anybody can re-check.\n\n"
         "Examples:  claimcheck list wdp   |   claimcheck show wdp/prop-7   |   claimcheck run wdp --out results   |   claimcheck check results   |   claimcheck report results",
)
EFFORT_NAMES = ("quick", "standard", "deep")

selection = Selection(say=lambda line: typer.echo(line, err=True))
"""Papers that are named; those that could not be loaded make the exit code 2 in the end."""


listing.register(app, selection)
certifying.register(app)


@app.command(epilog="Examples:  claimcheck run wdp   |   claimcheck run wdp/prop-7 wdp/prop-8 --effort quick   |   claimcheck run ./my_paper.py   |   claimcheck run wdp --seed 3 --out other")
def run(ids: Annotated[list[str] | None, typer.Argument(help="Ids, papers or a file, for example wdp/prop-7, wdp or ./my_paper.py; everything installed by default.", autocompletion=complete)] = None,
        effort: Annotated[str, typer.Option(help="quick, standard or deep.")] = "standard",
        seed: Annotated[int, typer.Option(help="Seed of every draw.")] = 0,
        workers: Annotated[int | None, typer.Option(help="Processes; one for each core by default. Results do not depend on it.", show_default=False)] = None,
        executor: Annotated[str | None, typer.Option(help="serial (with --workers 1 the default), processes (else the default), dask, or in-process for a debugger, where nothing ends a statement that hangs.", show_default=False)] = None,
        scheduler: Annotated[str | None, typer.Option(help="A Dask scheduler, for example tcp://127.0.0.1:8786; without one, a cluster of this machine.", show_default=False)] = None,
        limit: Annotated[float | None, typer.Option(help="Seconds after which a statement without an answer is given up.", show_default=False)] = None,
        memory: Annotated[float | None, typer.Option(help="GiB that one statement may take: 4 by default.", show_default=False)] = None,
        cache: Annotated[Path | None, typer.Option(help="Folder of findings that are kept from run to run; see 'claimcheck cache'.", show_default=False)] = None,
        no_cache: Annotated[bool, typer.Option("--no-cache", help="Decide everything again, and keep nothing for later runs.")] = False,
        device: Annotated[str, typer.Option(help="Where draws are made and counted: cpu (NumPy), torch-cpu or cuda.")] = "cpu",
        experiments: Annotated[bool, typer.Option("--experiments", help="Also run the larger experiments.")] = False,
        data: Annotated[Path | None, typer.Option(help="Folder with real data.")] = None,
        records: Annotated[Path | None, typer.Option(help="Results folder of 'claimcheck reproduce': claims about experiments are decided on its runs.", show_default=False)] = None,
        reading: Annotated[str | None, typer.Option(help="Only this reading.")] = None,
        hints: Annotated[bool, typer.Option("--hints/--no-hints", help="Whether engines use the hints in declarations, which never change a meaning.")] = True,
        out: Annotated[Path, typer.Option(help="Folder for results.")] = Path("results"),
        quiet: Annotated[bool, typer.Option("--quiet", "-q", help="No progress.")] = False,
        as_json: Annotated[bool, typer.Option("--json", help="Print the results.")] = False) -> None:
    """Try everything to break and to prove the claims, and store verdicts with evidence."""
    if effort not in EFFORT_NAMES:
        raise Refused(f"--effort: must be one of {', '.join(EFFORT_NAMES)}, got {effort}")
    if device not in DEVICES:
        raise Refused(f"--device: must be one of {', '.join(DEVICES)}, got {device}")
    if workers is not None and workers <= 0:
        raise Refused(f"--workers: must be 1 or more, got {workers}; leave it out for one process on each core")
    if data is not None and not data.is_dir():
        raise Refused(f"--data: must be a folder, got {data}")
    selection.quiet = quiet
    selection.check(ids or [])
    if reading is not None:
        _known_reading(reading, ids or [])
    pool = spreading.pool(executor, workers or 0, scheduler, limit, memory)
    if device != "cpu":
        usable(device)

    from verify.evidence.verdict import Contradiction
    from verify.reproductions import recorded, store
    from verify.run import runner
    from verify.run.decide import Settings

    if records is not None and not (records / store.FOLDER).is_dir():
        raise Refused(f"--records: must be a results folder of 'claimcheck reproduce', got {records}")
    papers, chosen = selection.select(ids or [])
    options = [f"--reading {shlex.quote(reading)}" if reading else "", f"--effort {effort} --seed {seed}", "" if device == "cpu" else f"--device {device}",
               "--experiments" if experiments else "", "" if hints else "--no-hints"]
    command = " ".join(["claimcheck run", *map(shlex.quote, ids or []), *(option for option in options if option)])
    settings = Settings(effort=effort, seed=seed, device=device, data=None if data is None else str(data), experiments=experiments, hints=hints,
                        records=None if records is None else str(records.resolve()))
    kept = caching.chosen(cache, no_cache)
    with Progress(quiet or as_json) as progress:
        try:
            results = runner.run(papers, chosen, settings, out, pool=pool, cache=kept, command=command, reading=reading, progress=progress.update)
            recorded.bring(recorded.folders_of(settings.records), chosen, out)
        except Contradiction as error:
            typer.echo(f"CONTRADICTION between engines; trust nothing until it is resolved: {error}", err=True)
            raise typer.Exit(3) from None
        except KeyboardInterrupt:
            typer.echo(f"\n{underway.interrupted()}; what is finished is kept in {out}, and the same command resumes", err=True)
            raise typer.Exit(130) from None
    if as_json:
        typer.echo(json.dumps(results, indent=1))
        return
    summary(results, papers, chosen, out, reading)


def _known_reading(reading: str, ids: list[str]) -> None:
    """Raises Refused for a reading that none of the claims has."""
    papers, chosen = selection.described(ids, None)
    known = sorted({variant["reading"] for paper in papers.values() for item in paper["items"] if item["id"] in chosen for variant in item["variants"]})
    if reading not in known:
        raise Refused(f"--reading {reading}: none of these claims has such a reading; {near(reading, known)}")


@app.command(epilog="Examples:  claimcheck check results   |   claimcheck check results/certificates/wdp__prop-7__main__scalar+unit-shift.json -v")
def check(path: Annotated[Path, typer.Argument(help="A results folder or one certificate.")] = Path("results"),
          workers: Annotated[int, typer.Option(help="Processes; 0 is one for each core. The output does not depend on it.")] = 0,
          limit: Annotated[float | None, typer.Option(help="Seconds after which the check of one certificate is ended, and the certificate refused.", show_default=False)] = None,
          as_json: Annotated[bool, typer.Option("--json", help="Machine-readable.")] = False,
          verbose: Annotated[bool, typer.Option("--verbose", "-v", help="One line for each certificate.")] = False,
          records: Annotated[Path | None, typer.Option(help="Folder with records of experiments, besides those that packages ship.", show_default=False)] = None,
          take_back: Annotated[bool, typer.Option("--withdraw", help="In a results folder: verdicts whose evidence is not confirmed become UNDECIDED, and say why.")] = False) -> None:
    """Re-check stored evidence with a small evaluator that shares nothing with the engines."""
    wanted = None if limit is None else spreading.seconds_of(limit, "deep")
    if workers < 0:
        raise Refused(f"--workers: must be 0 (one process for each core) or more, got {workers}; leave it out")
    if not path.exists():
        raise Refused(f"{path}: no such file or folder; run 'claimcheck run PAPER --out {path}' first")
    if take_back and not (path / "results.json").is_file():
        raise Refused(f"--withdraw: needs a results folder, got {path}; name the folder that holds results.json")
    from verify.evidence.recheck import MODULES, SECONDS
    from verify.run.isolation import warm_up

    warm_up(MODULES)
    from verify.run import checked

    found = checked.check(path, workers, gating.folders(records), SECONDS if wanted is None else wanted)
    if as_json:
        typer.echo(json.dumps([line.stored() for line in found.lines], indent=1))
    else:
        for line in found.lines:
            if verbose or not line.confirmed:
                typer.secho(f"{'confirmed' if line.confirmed else 'refused':<10}", fg="green" if line.confirmed else "red", nl=False)
                typer.echo(f" {line.why}" + (f" ({line.freshness})" if line.freshness else ""))
        for text in sorted({text for line in found.lines if line.confirmed for text in line.trusted}):
            typer.echo(f"trusted: {text}")
        if found.elsewhere:
            typer.echo(f"trusted: claims.json, for the statements of {counted(found.elsewhere, 'certificate')} whose paper is not installed")
        typer.echo(found.summary())
    if take_back:
        from verify.run.withdrawn import withdraw

        own = [line for line in found.refused if not line.weaker and not line.follows]
        count = withdraw(path, {line.row: line.why for line in own if line.row is not None}, {line.certificate for line in found.refused if line.row is None},
                         {line.row for line in found.refused if line.weaker and line.row is not None},
                         {line.row for line in found.refused if line.follows and line.row is not None})
        typer.echo(f"{counted(count, 'verdict')} {'was' if count == 1 else 'were'} taken back")
    elif found.refused:
        raise typer.Exit(1)


@app.command(epilog="Examples:  claimcheck report results   |   claimcheck report results --single-file   |   claimcheck report results --format summary --format sarif --earlier main-results")
def report(folder: Annotated[Path, typer.Argument(help="A results folder.")] = Path("results"),
           single_file: Annotated[bool, typer.Option("--single-file", help="One HTML file with everything in it.")] = False,
           formats: Annotated[list[str] | None, typer.Option("--format", "-f", help="html, markdown, summary, json, junit or sarif; several are allowed. html by default.",
                                                             show_default=False)] = None,
           earlier: Annotated[Path | None, typer.Option(help="Folder of an earlier run: what changed since is shown.", show_default=False)] = None,
           lock: Annotated[Path | None, typer.Option(help="The record with which the results are compared; verdicts.lock where there is one.", show_default=False)] = None,
           out: Annotated[Path | None, typer.Option(help="Folder for the report, with everything that it links to; by default 'report' in the results folder.", show_default=False)] = None) -> None:
    """Turn stored results into pages that read well, or into what other programs read."""
    from verify.report import ReportError, write_report
    from verify.report.recorded import LOCK

    try:
        written = write_report(folder, single_file=single_file, formats=formats or ("html",), earlier=earlier, out=out,
                               lock=lock or (Path(LOCK) if Path(LOCK).is_file() else None))
    except ReportError as error:
        raise Refused(str(error)) from None
    typer.echo(f"{written[0]} ({len(written)} files)" if len(written) > 1 else f"{written[0]}")


@app.command("new-paper", epilog="Examples:  claimcheck new-paper smith24   |   claimcheck new-paper smith24 --template learning   |   claimcheck new-paper smith24 --out papers/smith24")
def new_paper(name: Annotated[str, typer.Argument(help="Name of the paper, which its ids begin with: letters a-z and digits.")],
              template: Annotated[str, typer.Option(help="The field of the examples: privacy, learning or optimisation.")] = "privacy",
              out: Annotated[Path | None, typer.Option(help="Folder to write; by default the name.", show_default=False)] = None) -> None:
    """Write a small installable package for a paper of your own: ledger, a true and a false claim, tests, workflow."""
    from verify.cli.new_paper import new_paper as write_paper

    folder = out or Path(name)
    written = write_paper(name, folder, template)
    typer.echo(f"{folder}: {len(written)} files; next: pip install -e {folder} && claimcheck run {name} --effort quick")


@app.command(epilog="Examples:  claimcheck schema   |   claimcheck schema results")
def schema(name: Annotated[str | None, typer.Argument(help="For example results, report, claims, certificate, lock, gate.")] = None) -> None:
    """Print the JSON Schema of a stored or printed format."""
    from importlib.resources import files

    known = sorted(entry.name.removesuffix(".schema.json") for entry in files("verify.schemas").iterdir() if entry.name.endswith(".schema.json"))
    if name is None:
        typer.echo("\n".join(known))
        return
    if name not in known:
        raise Refused(f"{name}: no such schema; {near(name, known)}")
    typer.echo(files("verify.schemas").joinpath(f"{name}.schema.json").read_text(encoding="utf-8"), nl=False)


app.add_typer(caching.app, name="cache")
app.command("account")(accounting.account)
app.command("measure", context_settings=measuring.EXTRA)(measuring.measure)
powering.register(app, selection)
campaigning.register(app, selection)
remembering.register(app, selection)
gating.register(app, lambda names: selection.papers(set(names)))
app.command("calibrate", context_settings=calibrating.EXTRA)(calibrating.calibrate)
app.command("shift")(shifting.shift)
app.command("draft", epilog="Examples:  claimcheck draft paper.tex   |   claimcheck draft source/main.tex --out smith24")(drafting.draft)
app.command("reproduce")(reproducing.reproduce)


def _version(asked: bool) -> None:
    if asked:
        from importlib.metadata import version

        typer.echo(f"claimcheck {version('claimcheck')}")
        raise typer.Exit


@app.callback()
def _common(version: Annotated[bool, typer.Option("--version", callback=_version, is_eager=True, help="The version, and nothing else.")] = False) -> None:
    """Options of the command itself."""


def _plugins() -> None:
    for point in entry_points(group="claimcheck.commands"):
        try:
            app.add_typer(point.load(), name=point.name)
        except Exception as error:  # a broken plug-in is named and skipped
            typer.echo(f"{point.name}: this command could not be loaded and is skipped: {error}", err=True)


MOST_TOLD = 1500
"""Characters of a message."""
UNBROKEN = re.compile(r"\S{200,}")


def told(message: str, given: list[str]) -> str:
    """A message on one line, in which long inputs are not repeated whole."""
    from verify.claims.typed import MOST_SHOWN, shortened

    for word in given:
        if len(word) > 2 * MOST_SHOWN:
            message = message.replace(word, shortened(word))
    message = UNBROKEN.sub(lambda found: shortened(found[0], 2 * MOST_SHOWN), message)
    return shortened(" ".join(message.split()), MOST_TOLD)


def _readable(given: list[str]) -> None:
    """Refuse an argument that is no text."""
    for word in given:
        try:
            word.encode("utf-8")
        except UnicodeEncodeError:
            raise Refused(f"{word}: an argument must be text in UTF-8; type it again") from None
        if "\0" in word:
            raise Refused(f"{word}: an argument must be text without the character 0; type it again")


_WITH_MINUS = re.compile(r"-(?!-[a-z-]+(?:=|$)).*[<>=≤≥]", re.DOTALL)


def _formulas(arguments: list[str]) -> list[str]:
    """The arguments with a space before an inequality that begins with a minus sign, so that it is not taken for an option."""
    if arguments[:1] != ["certify"]:
        return arguments
    return [f" {word}" if _WITH_MINUS.match(word) else word for word in arguments]


def _bad_input(error: Exception) -> str | None:
    """What an error says to a user who has typed or stored something wrong; None where that is not its cause. Nothing is imported to tell: what raises is there."""
    if type(error).__module__.startswith("click") or hasattr(error, "format_message"):
        words = error.format_message() if hasattr(error, "format_message") else str(error)
        if not words.strip():
            return ""  # the help was printed
        mistyped = re.match(r"No such command '(.*?)'", words)
        if mistyped is not None and (is_place(mistyped[1]) or mistyped[1].partition("/")[0] in installed()):
            return f"{mistyped[1]}: must follow a command; 'claimcheck run {mistyped[1]}' audits it, 'claimcheck {'show' if '/' in mistyped[1] else 'list'} {mistyped[1]}' shows what it holds"
        context = getattr(error, "ctx", None)
        return f"{words.rstrip('.')}; see '{context.command_path if context is not None else app.info.name} --help'"
    known = [getattr(sys.modules.get(module), name, None) for module, name in (("verify.claims.nodes", "ClaimError"), ("verify.run.store", "StoreError"))]
    return str(error) if any(kind is not None and isinstance(error, kind) for kind in known) else None


def run_command(arguments: list[str] | None = None) -> int:
    """The command line as a function: the exit code."""
    selection.clear()
    given = [str(word) for word in (sys.argv[1:] if arguments is None else arguments)]
    try:
        _plugins()
        _readable(given)
        code = app(_formulas(given), prog_name=app.info.name, standalone_mode=False)  # an Exit comes back as its code
    except Refused as error:
        typer.echo(told(str(error), given), err=True)
        return 2
    except RecursionError:
        typer.echo("the input: must be nested less deeply than this; simplify it", err=True)
        return 2
    except OSError as error:
        if error.filename is None or isinstance(error, BrokenPipeError):
            raise
        typer.echo(told(f"{error.filename}: must be a file or folder that can be used, got {error.strerror}; name another", given), err=True)
        return 2
    except UnicodeError as error:
        typer.echo(told(f"the input: must be text in UTF-8, got {error}; save it again", given), err=True)
        return 2
    except typer.Exit as stop:
        return stop.exit_code
    except (typer.Abort, KeyboardInterrupt):
        typer.echo(f"\n{underway.interrupted()}", err=True)
        return 130
    except Exception as error:
        words = _bad_input(error)
        if words is None:
            raise
        if words:
            typer.echo(told(words, given), err=True)
        return 2
    return int(code or 0) or (2 if selection.broken else 0)
