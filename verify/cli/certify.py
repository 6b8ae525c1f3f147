"""``claimcheck certify``: an inequality that is typed, several at once, or a file of another prover; each is decided by itself, and all together have one verdict."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from verify.claims.nodes import ClaimError
from verify.cli import spreading, underway
from verify.cli.colours import OF_VERDICTS
from verify.cli.selection import Refused
from verify.cli.sentences import refuted

if TYPE_CHECKING:
    from verify.claims.problems import Inequality
    from verify.run.certify import Answer

MODULES = ("verify.run.certify",)
"""What the process that decides imports."""
EFFORTS = ("quick", "standard", "deep")
LARGEST = 4 << 20
"""Bytes of a file that is read."""
OF_MODELS = {"PROVED": "unsat", "REFUTED": "sat", "UNDECIDED": "unknown", "SUPPORTED": "unknown"}
"""What the verdict says about the assertions of an SMT-LIB file."""


def certify(inequality: Annotated[str, typer.Argument(help="For example 'x*exp(-x) <= 0.37', 'x < y and y < z', or a file: problem.smt2 (SMT-LIB), problem.tptp (as MetiTarski reads it).")],
            where: Annotated[list[str] | None, typer.Option(help="Ranges and hypotheses: 'x>0, 1<=y<=4, z in [0, 1), n in integers, x*y<=1, u==x**2, v!=0, w<0 or w>1'; may be repeated.")] = None,
            effort: Annotated[str, typer.Option(help="quick, standard or deep.")] = "standard",
            seed: Annotated[int, typer.Option(help="Seed of every draw.")] = 0,
            limit: Annotated[float | None, typer.Option(help="Seconds after which it is given up without an answer.", show_default=False)] = None,
            region: Annotated[str | None, typer.Option(help="Two parameters with finite ranges, as x,y: where it holds, as a drawing.", show_default=False)] = None,
            out: Annotated[Path, typer.Option(help="Folder for certificates.")] = Path("certified"),
            as_json: Annotated[bool, typer.Option("--json", help="Machine-readable.")] = False) -> None:
    """Decide any inequality between numbers: verdict, certificate, best constant, repairs."""
    if effort not in EFFORTS:
        raise Refused(f"--effort: must be one of {', '.join(EFFORTS)}, got {effort}")
    axes = None if region is None else [name.strip() for name in region.split(",")]
    if axes is not None and len(axes) != 2:
        raise Refused(f"--region: must be two names such as x,y, got {region}")
    seconds = spreading.seconds_of(limit, effort)
    from verify.run.isolation import warm_up

    warm_up(MODULES)
    ranges = ", ".join(where or [])
    parts = _parts(inequality, ranges)
    from verify.evidence.verdict import Contradiction
    from verify.run import certify as engine

    underway.under_way(inequality.strip())
    file = _file(inequality)
    command = engine.typed(inequality, ranges, effort, seed)
    answers: list[Answer] = []
    stored: list[dict[str, Any]] = []
    try:
        with engine.guard(effort, seed, seconds, MODULES) as guarded:
            for k, part in enumerate(parts):
                answer = guarded.decided(part, command)
                if not as_json:
                    _say(answer, k, len(parts))
                if len(parts) == 1 or axes is not None:
                    answer = guarded.told(answer, None if axes is None else (axes[0], axes[1]))
                paths = engine.write(answer, out)
                if not as_json:
                    for line in engine.lines(answer, paths):
                        typer.echo(line)
                answers.append(answer)
                stored.append({**answer.to_json(), "certificates": {role: str(path) for role, path in paths.items()}})
    except Contradiction as error:
        typer.echo(f"CONTRADICTION between engines; trust nothing until it is resolved: {error}", err=True)
        raise typer.Exit(3) from None
    _in_all(str(engine.in_all(answers)), stored, file, as_json)


def _file(argument: str) -> Path | None:
    """The file that an argument names by its ending."""
    path = Path(argument.strip())
    return path if path.suffix in (".smt2", ".tptp", ".p") else None


def _parts(argument: str, ranges: str) -> Sequence[Inequality]:
    """What is to be decided one by one. Raises ClaimError and Refused for what cannot be read."""
    file = _file(argument)
    if file is None:
        from verify.claims import inequality as text

        return text.inequalities(argument, ranges)
    if ranges:
        raise Refused(f"--where: a file has hypotheses of its own, got {ranges}; leave it out")
    try:
        if file.stat().st_size > LARGEST:
            raise Refused(f"{file}: a file of at most {LARGEST} bytes is read, got {file.stat().st_size}; shorten it")
        content = file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise ClaimError(f"{file}: must be a readable text file, got {error.strerror if isinstance(error, OSError) else 'bytes that are no text'}; name another") from None
    from verify.claims import smtlib, tptp

    return smtlib.inequalities(content, str(file)) if file.suffix == ".smt2" else tptp.inequalities(content, str(file))


def _say(answer: Answer, k: int, count: int) -> None:
    """The statement and its verdict, before any more work is done on it."""
    typer.echo((f"{k + 1} of {count}: " if count > 1 else "") + answer.to_json()["statement"])
    typer.secho(str(answer.status), fg=OF_VERDICTS[str(answer.status)], bold=True, nl=False)
    typer.echo(f"  {refuted(answer.summary, answer.witness or {}) if answer.status == 'REFUTED' else answer.summary}")


def _in_all(status: str, stored: list[dict[str, Any]], file: Path | None, as_json: bool) -> None:
    """The verdict on all parts together, where there are several or a solver would say it in its own word."""
    word = OF_MODELS[status] if file is not None and file.suffix == ".smt2" else ""
    if as_json:
        whole = stored[0] if len(stored) == 1 else {"status": status, "parts": stored}
        typer.echo(json.dumps({**whole, **({"model": word} if word else {})}, indent=1))
    elif len(stored) > 1 or word:
        typer.echo("in all: ", nl=False)
        typer.secho(status, fg=OF_VERDICTS[status], bold=True, nl=False)
        typer.echo(f"  {word}" if word else "")


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command(epilog="Examples:  claimcheck certify 'x*exp(-x) <= 0.37' --where 'x>=0'   |   claimcheck certify 'log(x)/(x-1) <= 1/sqrt(x)' --where 'x>0, x!=1'   |   claimcheck certify problem.smt2")(certify)
