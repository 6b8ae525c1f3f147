"""The command ``claimcheck``: list, show, run, check, certify, report, power, measure, calibrate, shift, reproduce. Heavy imports happen inside the commands."""

from __future__ import annotations

import json
import re
import sys
import time
from importlib.metadata import entry_points
from pathlib import Path
from typing import Annotated, Any

import typer

from verify.claims.typed import MOST_SHOWN, shortened
from verify.cli import account as accounting
from verify.cli import caching, spreading
from verify.cli import calibrate as calibrating
from verify.cli import campaign as campaigning
from verify.cli import gate as gating
from verify.cli import measure as measuring
from verify.cli import power as powering
from verify.cli import remember as remembering
from verify.cli import reproduce as reproducing
from verify.cli import shift as shifting
from verify.cli.colours import OF_JUDGEMENTS, OF_VERDICTS
from verify.cli.devices import usable
from verify.cli.selection import Refused, Selection, complete, near

app = typer.Typer(
    name="claimcheck", no_args_is_help=True, add_completion=True, pretty_exceptions_enable=False, context_settings={"help_option_names": ["-h", "--help"]},
    help="Audit the claims of theory papers: proofs over whole domains, exact counterexamples, evidence that anybody can re-check.\n\n"
         "Examples:  claimcheck list wdp   |   claimcheck show wdp/prop-7   |   claimcheck run wdp --out results   |   claimcheck check results   |   claimcheck report results",
)
EFFORT_NAMES = ("quick", "standard", "deep")
FEW_ITEMS = 12
"""Items of a run whose verdicts and judgements are printed at its end."""
MOST_ROWS = 60
"""Verdicts printed at the end of a run of few ids."""


selection = Selection(say=lambda line: typer.echo(line, err=True))
"""Papers that are named; those that could not be loaded make the exit code 2 in the end."""


@app.command("list", epilog="Examples:  claimcheck list   |   claimcheck list wdp   |   claimcheck list wdp/prop-7 --json")
def list_(papers: Annotated[list[str] | None, typer.Argument(help="Papers or ids; all installed papers by default.", autocompletion=complete)] = None,
          results: Annotated[Path, typer.Option(help="Folder of a run, for judgements; the record here where there is none.")] = Path("results"),
          as_json: Annotated[bool, typer.Option("--json", help="Machine-readable.")] = False) -> None:
    """List the claims of papers, in the order of the paper, with the judgement on each where there is a run or a record."""
    from verify.cli.judging import judged
    from verify.run.catalogue import item_of

    found, ids = selection.select(papers or [])
    items = {id: item_of(found[id.partition("/")[0]], id, letters=False) for id in ids}
    judgements = judged(found, ids, results)
    rows = []
    for id, item in items.items():
        judgement = judgements.get(id)
        rows.append({
            "id": id, "paper": id.partition("/")[0], "title": item["title"], "kind": item["kind"], "source": item["source"],
            "parts": list(dict.fromkeys(v["part"] for v in item["variants"])) or ["main"],
            "readings": [{"id": v["reading"], "text": v["reading_text"], "choices": v["reading_choices"]}
                         for v in {v["reading"]: v for v in item["variants"]}.values()],
            "uses": item["uses"], "part_of": item["part_of"], "judgement": None if judgement is None else {"word": judgement.word, "sentence": judgement.sentence},
        })
    if as_json:
        typer.echo(json.dumps(rows, indent=1))
        return
    for row in rows:
        item = items[row["id"]]
        count = len(item["variants"])
        extra = item["not_checked"] or (f"{count} statement{'s' if count != 1 else ''}" if count else "not yet encoded")
        typer.echo(f"{row['id']:<26} {row['kind']:<12} {row['title']}  ({extra})")
        if row["judgement"] and row["judgement"]["word"] != "not checked":
            typer.secho(f"{'':<26} {row['judgement']['sentence']}", fg=OF_JUDGEMENTS[row["judgement"]["word"]])


@app.command(epilog="Examples:  claimcheck show wdp/prop-7   |   claimcheck show wdp/prop-7 --results results --json")
def show(id: Annotated[str, typer.Argument(help="An id, for example wdp/prop-7.", autocompletion=complete)],
         results: Annotated[Path, typer.Option(help="Folder of a run, for verdicts.")] = Path("results"),
         whole: Annotated[bool, typer.Option("--all", help="Every reading with its own statement, instead of groups.")] = False,
         as_json: Annotated[bool, typer.Option("--json", help="Machine-readable.")] = False) -> None:
    """Show one claim: statement, readings, and its verdicts if a run is at hand, grouped by the readings that decide them."""
    from verify.cli import showing
    from verify.cli.judging import judged
    from verify.run.catalogue import item_of
    from verify.run.store import StoreError, read_results

    if "/" not in id:
        raise Refused(f"{id}: show takes one id such as wdp/prop-7; 'claimcheck list {id}' lists them")
    papers, ids = selection.select([id])
    item = item_of(papers[id.partition("/")[0]], ids[0])
    rows: list[dict[str, Any]] = []
    try:
        if (results / "results.json").exists():
            rows = [row for row in read_results(results)["results"] if row["id"] == id]
    except StoreError as error:
        typer.echo(f"no verdicts are shown: {error}", err=True)
    if as_json:
        typer.echo(json.dumps({**item, "results": rows}, indent=1))
        return
    source = ", ".join(x for x in (item["source"]["item"], item["source"]["section"], f"eq. {item['source']['eq']}" if item["source"]["eq"] else "") if x)
    typer.secho(f"{id}  {item['title']}", bold=True)
    typer.echo(f"{source}; {item['kind']}")
    if (judgement := judged(papers, ids, results).get(ids[0])) is not None and judgement.word != "not checked":
        typer.secho(judgement.sentence, fg=OF_JUDGEMENTS[judgement.word])
    if item["not_checked"]:
        typer.echo(f"NOT_CHECKED  {item['not_checked']}")
    elif not item["variants"]:
        typer.echo("UNDECIDED  not yet encoded")
    showing.parts(item, rows, whole=whole)


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
        hints: Annotated[bool, typer.Option("--hints/--no-hints", help="Whether engines see the advice of declarations, which never changes a meaning.")] = True,
        out: Annotated[Path, typer.Option(help="Folder for results.")] = Path("results"),
        quiet: Annotated[bool, typer.Option("--quiet", "-q", help="No progress.")] = False,
        as_json: Annotated[bool, typer.Option("--json", help="Print the results.")] = False) -> None:
    """Try everything to break and to prove the claims, and store verdicts with evidence."""
    from verify.engines.sampling import TRUSTED
    from verify.evidence.verdict import Contradiction
    from verify.reproductions import recorded, store
    from verify.run import runner
    from verify.run.decide import Settings

    if effort not in EFFORT_NAMES:
        raise Refused(f"--effort: must be one of {', '.join(EFFORT_NAMES)}, got {effort}")
    if device not in TRUSTED:
        raise Refused(f"--device: must be one of {', '.join(TRUSTED)}, got {device}")
    if workers is not None and workers <= 0:
        raise Refused(f"--workers: must be 1 or more, got {workers}; leave it out for one process on each core")
    pool = spreading.pool(executor, workers or 0, scheduler, limit, memory)
    if device != "cpu":
        usable(device)
    if data is not None and not data.is_dir():
        raise Refused(f"--data: must be a folder, got {data}")
    if records is not None and not (records / store.FOLDER).is_dir():
        raise Refused(f"--records: must be a results folder of 'claimcheck reproduce', got {records}")
    papers, chosen = selection.select(ids or [])
    if reading is not None:
        known = sorted({job.variant.reading for job in runner.jobs(papers, chosen)[0]})
        if reading not in known:
            raise Refused(f"--reading {reading}: none of these claims has such a reading; {near(reading, known)}")
    options = [f"--reading {reading}" if reading else "", f"--effort {effort} --seed {seed}", "" if device == "cpu" else f"--device {device}",
               "--experiments" if experiments else "", "" if hints else "--no-hints"]
    command = " ".join(["claimcheck run", *(ids or []), *(option for option in options if option)])
    settings = Settings(effort=effort, seed=seed, device=device, data=None if data is None else str(data), experiments=experiments, hints=hints,
                        records=None if records is None else str(records.resolve()))
    kept = caching.chosen(cache, no_cache)
    with _Progress(quiet or as_json) as progress:
        try:
            results = runner.run(papers, chosen, settings, out, pool=pool, cache=kept, command=command, reading=reading, progress=progress.update)
            recorded.bring(recorded.folders_of(settings.records), chosen, out)
        except Contradiction as error:
            typer.echo(f"CONTRADICTION inside the framework, nothing is to be trusted until it is found: {error}", err=True)
            raise typer.Exit(3) from None
        except KeyboardInterrupt:
            typer.echo(f"\ninterrupted; what is finished is kept in {out}, and the same command goes on from there", err=True)
            raise typer.Exit(130) from None
    if as_json:
        typer.echo(json.dumps(results, indent=1))
        return
    _summary(results, out, len(chosen))
    if len(chosen) <= FEW_ITEMS and reading is None:
        from verify.cli.judging import judged

        for id, judgement in judged(papers, chosen, out).items():
            typer.echo(f"{id} ", nl=False)
            typer.secho(judgement.sentence, fg=OF_JUDGEMENTS[judgement.word])


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"


def _summary(results: dict[str, Any], out: Path, items: int) -> None:
    from collections import Counter

    from verify.evidence.judgement import MILD, severity_in_words

    rows = results["results"]
    counts = Counter(row["status"] for row in rows)
    if items <= FEW_ITEMS:
        for row in rows[:MOST_ROWS]:
            label = row["id"] + ("" if row["part"] == "main" else f" {row['part']}") + ("" if row["reading"] == "main" else f" [{row['reading']}]")
            typer.echo(f"{label}\n  ", nl=False)
            typer.secho(row["status"], fg=OF_VERDICTS[row["status"]], bold=True, nl=False)
            typer.echo(f"  {row['summary']}")
            if row.get("severity") and row["severity"]["level"] != "substantive":
                typer.echo(f"           {severity_in_words(row['severity'])}")
        if len(rows) > MOST_ROWS:
            typer.echo(f"... and {len(rows) - MOST_ROWS} more: claimcheck show ID --results {out}")
    typer.echo(f"{_count(items, 'id')}, {_count(len(rows), 'statement')}: " + ", ".join(f"{counts[s]} {s}" for s in OF_VERDICTS))
    severities = [row["severity"]["level"] for row in rows if row.get("severity")]
    if severities:
        mild = sum(level in MILD for level in severities)
        typer.echo(f"severity: of {_count(len(severities), 'refutation')} {mild} {'is' if mild == 1 else 'are'} healed by a correction (docs/judgements.md)")
    asked = [row for row in rows if row["power"] is not None]
    if asked:
        from verify.report.power import PROBE, kinds_of, of_every_kind

        noticed = sum(row["power"]["refuted"] for row in asked)
        planted = [row["power"] for row in asked if kinds_of(row["power"])]
        small = [size for power in planted if (size := of_every_kind(power)) is not None and size <= PROBE]
        typer.echo(f"power: planted errors noticed in {noticed} of {_count(len(asked), 'statement')}"
                   + (f"; errors of 1 % of every kind that has a size in {len(small)} of the {len(planted)} that were not refuted" if planted else ""))
    for name, share in results["run"]["error_budget"].items():
        if any(finding["engine"] == "sampling" for row in rows if row["id"].startswith(f"{name}/") for finding in row["findings"]):
            typer.echo(f"chance: refutations by counting draws err with probability at most {share['budget']} in all of {name}, "
                       f"{share['level']} for each of its {share['statements']} statements about probabilities")
    if results["errors"]:
        typer.echo(f"{len(results['errors'])} errors, the first: {results['errors'][0]['id']}: {results['errors'][0]['message']}", err=True)
    typer.echo(f"results in {out}/results.json; evidence: claimcheck check {out}; pages: claimcheck report {out}")


class _Progress:
    """What is being checked now, on one line of a terminal; a line now and then elsewhere."""

    def __init__(self, quiet: bool) -> None:
        self.quiet = quiet
        self.live = sys.stderr.isatty()
        self.done = 0
        self.total = 0
        self.began: tuple[float, int] | None = None

    def __enter__(self) -> _Progress:
        return self

    def __exit__(self, *_: object) -> None:
        if self.live and not self.quiet:
            sys.stderr.write("\r\033[K")
            sys.stderr.flush()

    def update(self, event: Any) -> None:
        from verify.run.runner import Notice

        if isinstance(event, Notice):
            sys.stderr.write(("\r\033[K" if self.live else "") + event.text + "\n")
            return
        if self.quiet:
            return
        if isinstance(event, tuple):
            if self.live:
                sys.stderr.write(f"\r\033[K[{self.done}/{self.total or '?'}] {self._rest()}{' '.join(x for x in event if x != 'main')[:90]}")
                sys.stderr.flush()
            return
        self.done, self.total = event.done, event.total
        self.began = self.began or (time.monotonic(), event.done)
        if not self.live and (event.done % 50 == 0 or event.done == event.total):
            sys.stderr.write(f"[{event.done}/{event.total}] {self._rest()}{event.key[0]} {event.status}\n")

    def _rest(self) -> str:
        """About how long the rest takes, at the pace so far; empty before there is a pace."""
        if self.began is None or self.done - self.began[1] < 10 or self.done >= self.total:
            return ""
        seconds = (time.monotonic() - self.began[0]) / (self.done - self.began[1]) * (self.total - self.done)
        return f"about {seconds:.0f} s left, " if seconds < 90 else f"about {seconds / 60:.0f} min left, "


@app.command(epilog="Examples:  claimcheck check results   |   claimcheck check results/certificates/wdp__prop-7__main__scalar+unit-shift.json -v")
def check(path: Annotated[Path, typer.Argument(help="A results folder or one certificate.")] = Path("results"),
          workers: Annotated[int, typer.Option(help="Processes; 0 is one for each core. The output does not depend on it.")] = 0,
          limit: Annotated[float | None, typer.Option(help="Seconds after which the check of one certificate is ended, and the certificate refused.", show_default=False)] = None,
          as_json: Annotated[bool, typer.Option("--json", help="Machine-readable.")] = False,
          verbose: Annotated[bool, typer.Option("--verbose", "-v", help="One line for each certificate.")] = False,
          records: Annotated[Path | None, typer.Option(help="Folder with records of experiments, besides those that packages ship.", show_default=False)] = None,
          take_back: Annotated[bool, typer.Option("--withdraw", help="In a results folder: verdicts whose evidence is not confirmed become UNDECIDED, and say why.")] = False) -> None:
    """Re-check stored evidence with a small evaluator that shares nothing with the engines."""
    from verify.evidence.recheck import MODULES, SECONDS
    from verify.run import checked
    from verify.run.isolation import warm_up

    seconds = SECONDS if limit is None else spreading.seconds_of(limit, "deep")
    warm_up(MODULES)
    if workers < 0:
        raise Refused(f"--workers: must be 0 (one process for each core) or more, got {workers}; leave it out")
    if not path.exists():
        raise Refused(f"{path}: no such file or folder; run 'claimcheck run PAPER --out {path}' first")
    if take_back and not (path / "results.json").is_file():
        raise Refused(f"--withdraw: needs a results folder, got {path}; name the folder that holds results.json")
    found = checked.check(path, workers, gating.folders(records), seconds)
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
            typer.echo(f"trusted: claims.json, for the statements of {_count(found.elsewhere, 'certificate')} whose paper is not installed")
        typer.echo(found.summary())
    if take_back:
        from verify.run.withdrawn import withdraw

        own = [line for line in found.refused if not line.weaker]
        count = withdraw(path, {line.row: line.why for line in own if line.row is not None}, {line.certificate for line in found.refused if line.row is None},
                         {line.row for line in found.refused if line.weaker and line.row is not None})
        typer.echo(f"{_count(count, 'verdict')} {'was' if count == 1 else 'were'} taken back")
    elif found.refused:
        raise typer.Exit(1)


CERTIFYING = ("verify.run.certify",)
"""What the process that decides a typed inequality imports."""


@app.command(epilog="Examples:  claimcheck certify 'x*exp(-x) <= 0.37' --where 'x>=0'   |   claimcheck certify 'x**2 + y**2 >= 2*x*y'")
def certify(inequality: Annotated[str, typer.Argument(help="For example 'x*exp(-x) <= 0.37'; + - * / **, sqrt exp log erf erfc gamma lgamma sinh cosh tanh abs min max pi.")],
            where: Annotated[list[str] | None, typer.Option(help="Ranges and hypotheses: 'x>0, 1<=y<=4, z in [0, 1), n in integers, x*y<=1'; may be repeated.")] = None,
            effort: Annotated[str, typer.Option(help="quick, standard or deep.")] = "standard",
            seed: Annotated[int, typer.Option(help="Seed of every draw.")] = 0,
            limit: Annotated[float | None, typer.Option(help="Seconds after which it is given up without an answer.", show_default=False)] = None,
            region: Annotated[str | None, typer.Option(help="Two parameters with finite ranges, as x,y: where it holds, as a drawing.", show_default=False)] = None,
            out: Annotated[Path, typer.Option(help="Folder for certificates.")] = Path("certified"),
            as_json: Annotated[bool, typer.Option("--json", help="Machine-readable.")] = False) -> None:
    """Decide any inequality between numbers: verdict, certificate, best constant, repairs."""
    from verify.run.isolation import warm_up

    warm_up(CERTIFYING)
    from verify.evidence.verdict import Contradiction
    from verify.run import certify as engine

    if effort not in EFFORT_NAMES:
        raise Refused(f"--effort: must be one of {', '.join(EFFORT_NAMES)}, got {effort}")
    axes = None if region is None else [name.strip() for name in region.split(",")]
    if axes is not None and len(axes) != 2:
        raise Refused(f"--region: must be two names such as x,y, got {region}")
    try:
        answer = engine.guarded_certify(inequality, ", ".join(where or []), effort, seed, None if axes is None else (axes[0], axes[1]), spreading.seconds_of(limit, effort), CERTIFYING)
    except Contradiction as error:
        typer.echo(f"CONTRADICTION inside the framework, nothing is to be trusted until it is found: {error}", err=True)
        raise typer.Exit(3) from None
    paths = engine.write(answer, out)
    if as_json:
        typer.echo(json.dumps({**answer.to_json(), "certificates": {role: str(path) for role, path in paths.items()}}, indent=1))
        return
    typer.echo(answer.to_json()["statement"])
    typer.secho(str(answer.status), fg=OF_VERDICTS[str(answer.status)], bold=True, nl=False)
    typer.echo(f"  {answer.summary}")
    for line in engine.lines(answer, paths):
        typer.echo(line)


@app.command(epilog="Examples:  claimcheck report results   |   claimcheck report results --single-file   |   claimcheck report results --format summary --format sarif --earlier main-results")
def report(folder: Annotated[Path, typer.Argument(help="A results folder.")] = Path("results"),
           single_file: Annotated[bool, typer.Option("--single-file", help="One HTML file with everything in it.")] = False,
           formats: Annotated[list[str] | None, typer.Option("--format", "-f", help="html, markdown, summary, json, junit or sarif; several are allowed. html by default.",
                                                             show_default=False)] = None,
           earlier: Annotated[Path | None, typer.Option(help="Folder of an earlier run: what changed since is shown.", show_default=False)] = None,
           lock: Annotated[Path | None, typer.Option(help="The record that junit, sarif and summary hold the results against; verdicts.lock where there is one.", show_default=False)] = None,
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


@app.command("new-paper", epilog="Examples:  claimcheck new-paper smith24   |   claimcheck new-paper smith24 --out papers/smith24")
def new_paper(name: Annotated[str, typer.Argument(help="Name of the paper, which its ids begin with: letters a-z and digits.")],
              out: Annotated[Path | None, typer.Option(help="Folder to write; by default the name.", show_default=False)] = None) -> None:
    """Write a small installable package for a paper of your own: ledger, a true and a false claim, tests, workflow."""
    from verify.cli.new_paper import new_paper as write_paper

    folder = out or Path(name)
    written = write_paper(name, folder)
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


_WITH_MINUS = re.compile(r"-[^-].*[<>=≤≥]", re.DOTALL)


def _formulas(arguments: list[str]) -> list[str]:
    """The arguments with a space before an inequality that begins with a minus sign, so that it is not taken for an option."""
    if arguments[:1] != ["certify"]:
        return arguments
    return [f" {word}" if _WITH_MINUS.match(word) and not word.startswith("--") else word for word in arguments]


def run_command(arguments: list[str] | None = None) -> int:
    """The command line as a function: the exit code."""
    from verify.claims.nodes import ClaimError
    from verify.run.store import StoreError

    selection.broken.clear()
    given = [str(word) for word in (sys.argv[1:] if arguments is None else arguments)]
    try:
        _plugins()
        _readable(given)
        code = app(_formulas(given), standalone_mode=False)  # an Exit comes back as its code
    except (Refused, StoreError, ClaimError) as error:
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
        return 130
    except Exception as error:
        if type(error).__module__.startswith("click") or hasattr(error, "format_message"):
            words = error.format_message() if hasattr(error, "format_message") else str(error)
            typer.echo(told(f"{words.rstrip('.')}; see 'claimcheck --help'", given), err=True)
            return 2
        raise
    return int(code or 0) or (2 if selection.broken else 0)
