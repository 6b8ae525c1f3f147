"""The command ``claimcheck calibrate``: from a table of data or a prior to sensitivities, and to the noise that each mechanism needs."""

from __future__ import annotations

import inspect
import json
import math
import re
from importlib.metadata import entry_points
from pathlib import Path
from typing import Annotated, Any

import typer

from verify.cli.limits import SECONDS, Limit, calculator
from verify.cli.measure import EXTRA, decimal

GROUP = "claimcheck.priors"
__all__ = ["EXTRA", "GROUP", "calibrate", "fraction", "order_of"]


@calculator("calibrate")
def calibrate(
    context: typer.Context,
    table: Annotated[Path | None, typer.Argument(help="CSV file, one record in each line.", show_default=False)] = None,
    secret: Annotated[str | None, typer.Option(help="Protected column, by name or by number from 1.", show_default=False)] = None,
    released: Annotated[str | None, typer.Option(help="Released columns, separated by commas.", show_default=False)] = None,
    prior: Annotated[str | None, typer.Option(help="A prior by name (correlated-pair, markov-chain, ...) with its parameters as further options, instead of a file.", show_default=False)] = None,
    order: Annotated[str, typer.Option(help="Order of the divergence, above 1; oo is pure privacy.")] = "2",
    epsilon: Annotated[str, typer.Option(help="Largest divergence allowed.")] = "1",
    deltas: Annotated[str, typer.Option("--delta", help="Probabilities that approximate mechanisms may give up, separated by commas.")] = "",
    distances: Annotated[str, typer.Option("--distances", help="Orders p of the W_p that are shown.")] = "1,2",
    noise: Annotated[str, typer.Option(help="laplace, normal, cauchy, cauchy:K, separated by commas.")] = "laplace,normal,cauchy",
    weight: Annotated[str | None, typer.Option(help="Column with the weight of a row: the file is a prior.", show_default=False)] = None,
    prior_column: Annotated[str | None, typer.Option(help="Column that names the prior of a row, if there are several.", show_default=False)] = None,
    header: Annotated[bool, typer.Option("--header/--no-header", help="Whether the first line names the columns.")] = True,
    separator: Annotated[str, typer.Option(help="Of cells.")] = ",",
    missing: Annotated[str | None, typer.Option(help="Leave out rows with this cell, for example '?'.", show_default=False)] = None,
    values: Annotated[str | None, typer.Option(help="Numbers for labels of released columns: '<=50K=0,>50K=1'.", show_default=False)] = None,
    pairs: Annotated[str | None, typer.Option(help="Pairs of secrets 'a:b,c:d'; all by default.", show_default=False)] = None,
    span: Annotated[str | None, typer.Option("--range", help="'LOW:HIGH' of the released column, if it may go beyond the values of the file.", show_default=False)] = None,
    exact: Annotated[bool, typer.Option("--exact", help="Also the least scale that meets the target at all, by certified quadrature (seconds).")] = False,
    plot: Annotated[Path | None, typer.Option(help="Write the scales as an SVG file.", show_default=False)] = None,
    limit: Limit = SECONDS,
    as_json: Annotated[bool, typer.Option("--json", help="Machine-readable.")] = False,
) -> None:
    """Calibrate noise: how far a query moves between secrets, and the scale that each mechanism needs for a target.

    Examples:  claimcheck calibrate student.csv --secret paid --released G3 --order 2 --epsilon 1 --delta 0.01   |
    claimcheck calibrate --prior correlated-pair --p 1/2 --rho 1/2 --noise cauchy:2
    """
    from verify.calibration import calibrate as calibrated
    from verify.calibration import noise as noise_of
    from verify.claims.nodes import ClaimError

    of_file = {"weight": weight, "prior": prior_column, "missing": missing, "values": values, "pairs": pairs}
    instance = _instance(table, context.args, prior, secret, released, of_file, header, separator)
    target = fraction("--epsilon", epsilon)
    noises = [noise_of(word) for word in _words(noise)]
    if not noises:
        raise ClaimError("--noise: must name at least one noise, got none; name laplace, normal or cauchy")
    found, needs = calibrated(
        instance, noises, order_of("--order", order), target, [_delta(w) for w in _words(deltas)], [order_of("--distances", w) for w in _words(distances)], exact, _length(span))
    if plot is not None:
        _draw(plot, f"{instance.name}, divergence of order {order} at most {epsilon}", needs)
    if as_json:
        typer.echo(json.dumps(_json(instance, order, epsilon, found, needs), indent=1))
    else:
        _show(instance, order, epsilon, found, needs)
        if plot is not None:
            typer.echo(str(plot))


def _draw(plot: Path, title: str, needs: Any) -> None:
    """Write the scales as an SVG file. Raises ClaimError where it cannot be written."""
    from verify.calibration.drawing import bars
    from verify.claims.nodes import ClaimError

    try:
        plot.write_text(bars(title, needs), encoding="utf-8")
    except OSError as error:
        raise ClaimError(f"--plot: cannot write {plot}: {error.strerror}; name a file in a folder that exists") from None


def _instance(table: Path | None, rest: list[str], prior: str | None, secret: str | None, released: str | None, of_file: dict[str, str | None], header: bool, separator: str) -> Any:
    """What is released given each secret, by a prior or by a file. Raises ClaimError for options that do not belong together."""
    from verify.calibration import read_table
    from verify.claims.nodes import ClaimError

    words = [*([] if table is None else [str(table)]), *rest]  # options of a prior are no options of the command, so the first one stands in the place of the file
    if (not words or words[0].startswith("--")) == (prior is None) or (prior is not None and words and not words[0].startswith("--")):
        if words and prior is None:
            raise ClaimError(f"calibrate: no such option {words[0]}; see 'claimcheck calibrate --help'")
        raise ClaimError("calibrate: exactly one of a CSV file and --prior must be given; give one")
    if prior is not None:
        of_files = {"--secret": secret, "--released": released, "--weight": of_file["weight"], "--prior-column": of_file["prior"], "--missing": of_file["missing"], "--values": of_file["values"], "--pairs": of_file["pairs"]}
        for option, given in of_files.items():
            if given is not None:
                raise ClaimError(f"{option}: must be left out with --prior, got {given}; it is about a file")
        instance = _named(prior, words)
    else:
        assert table is not None
        if rest:
            raise ClaimError(f"calibrate: no such option {rest[0]}; see 'claimcheck calibrate --help'")
        if not (secret or "").strip() or not _words(released):
            raise ClaimError("calibrate: a file needs --secret COLUMN and --released COLUMN; name what is protected and what is published")
        instance = read_table(table, str(secret), _words(released), weight=of_file["weight"], prior=of_file["prior"], header=header, separator=separator, missing=of_file["missing"],
                              values=dict(_split("--values", word, "=") for word in _words(of_file["values"])), pairs=[_split("--pairs", w, ":") for w in _words(of_file["pairs"])] or None)
    return instance


# --- what was given ----------------------------------------------------------------------------------------------------


def _words(text: str | None) -> list[str]:
    return [word.strip() for word in (text or "").split(",") if word.strip()]


def _split(option: str, word: str, sign: str) -> tuple[str, str]:
    from verify.claims.nodes import ClaimError

    first, found, second = word.rpartition(sign)
    if not found or not first or not second:
        raise ClaimError(f"{option}: must be written A{sign}B, got {word}; correct it")
    return first.strip(), second.strip()


def fraction(option: str, text: str) -> Any:
    """A finite number as a fraction of python-flint. Raises ClaimError."""
    from flint import fmpq

    from verify.claims.nodes import ClaimError
    from verify.claims.typed import NotANumber, moderate

    try:
        value = moderate(text)
    except NotANumber as error:
        raise ClaimError(f"{option}: {error}") from None
    return fmpq(value.numerator, value.denominator)


def order_of(option: str, text: str) -> Any:
    """A number or oo."""
    return math.inf if text.strip().lower() in ("oo", "inf", "infinity") else fraction(option, text)


def _delta(text: str) -> Any:
    from verify.claims.nodes import ClaimError

    value = fraction("--delta", text)
    if not 0 < value < 1:
        raise ClaimError(f"--delta: must be in (0, 1), got {text}; give for example 0.01, or leave it out")
    return value


def _length(text: str | None) -> Any:
    from verify.claims.nodes import ClaimError

    if text is None:
        return None
    low, high = (fraction("--range", end) for end in _split("--range", text, ":"))
    if not low < high:
        raise ClaimError(f"--range: must be LOW:HIGH with LOW below HIGH, got {text}; exchange them")
    return high - low


def _named(prior: str, words: list[str]) -> Any:
    from verify.calibration import from_framework
    from verify.claims.nodes import ClaimError
    from verify.cli.measure import _parameters

    known = {point.name: point for point in entry_points(group=GROUP)}
    if prior not in known:
        raise ClaimError(f"--prior: must be one of {', '.join(sorted(known)) or 'none installed'}, got {prior}; or give a CSV file with --weight")
    make = known[prior].load()
    given, signature = _parameters(words), inspect.signature(make).parameters
    unknown = sorted(set(given) - set(signature))
    lacking = [name for name, p in signature.items() if p.default is p.empty and name not in given]
    if unknown or lacking:
        raise ClaimError(f"--prior {prior}: has the parameters {', '.join('--' + name for name in signature)}, got {', '.join('--' + n for n in (unknown or given)) or 'none'}"
                         f"{'' if unknown else ' without --' + lacking[0]}; correct them")
    for name, text in given.items():
        for word in re.split(r"[\s,:;=]+", text):
            if word and word[0] in "+-.0123456789":  # words are left to the prior
                fraction(f"--prior {prior}: --{name}", word)
    try:
        framework = make(**given)
    except (TypeError, ValueError) as error:
        raise ClaimError(str(error)) from None
    return from_framework(", ".join([prior, *(f"{name} {text}" for name, text in given.items())]), framework)


# --- output ------------------------------------------------------------------------------------------------------------


def _ends(value: Any) -> list[str]:
    """An enclosure, or an exact number, as decimals rounded outwards."""
    from verify.values.numbers import enclose

    found = enclose(value)
    return [decimal(found.lo, up=False, digits=12), decimal(found.hi, up=True, digits=12)]


def _json(instance: Any, order: str, epsilon: str, found: Any, needs: Any) -> dict[str, Any]:
    from verify.values.number_form import to_json
    from verify.values.numbers import is_exact

    return {
        "schema": "claimcheck.calibrate/1", "instance": instance.name, "situations": len(instance.situations), "order": order, "epsilon": epsilon,
        "sensitivities": [{"kind": s.kind, "exact": to_json(s.value) if is_exact(s.value) else None, "bounds": _ends(s.value),
                           "worst": None if s.worst is None else {"prior": s.worst.prior, "secrets": [s.worst.first, s.worst.second]}} for s in found],
        "scales": [{"noise": name, "mechanism": n.mechanism, "scale": None if n.scale is None else _ends(n.scale), "of_group": None if n.share is None else _ends(n.share),
                    "why": n.why} for name, group in needs.items() for n in group],
    }


def _short(value: Any) -> str:
    from verify.values.numbers import enclose

    if value is None:
        return "-"
    found = enclose(value)
    if found.lo == found.hi and isinstance(found.lo, float):
        return "oo"
    if isinstance(found.hi, float) or found.hi - found.lo > abs(found.hi) * 1e-6:
        return f"{float(found.lo):.6g}..{'oo' if isinstance(found.hi, float) else f'{float(found.hi):.6g}'}"
    return f"{float(found.hi):.10g}"


def _show(instance: Any, order: str, epsilon: str, found: Any, needs: Any) -> None:
    from flint import fmpq

    words = {"group": "diameter of the values (group)", "general": "Delta_G, largest W_oo"}
    typer.secho(f"{instance.name} ({len(instance.situations)} pairs of distributions)", bold=True)
    for s in found:
        name = words.get(s.kind) or (f"largest W_{s.kind[2:]}" if s.kind.startswith("w_") else f"Delta_G,delta for delta = {s.kind[5:]}")
        where = "" if s.worst is None else f"at {s.worst.first} | {s.worst.second}" + (f" under {s.worst.prior}" if s.worst.prior else "")
        typer.echo(f"  {name:<34} {_short(s.value):<16} {'exact  ' if isinstance(s.value, fmpq) else '       '}{where}")
    typer.echo(f"scale of noise for a divergence of order {order} of at most {epsilon}; in brackets the share of what group privacy needs")
    typer.echo(f"  {'noise':<12}{'mechanism':<22}{'scale':<22}{'share':<14}")
    for name, group in needs.items():
        for n in group:
            typer.echo(f"  {name:<12}{n.mechanism:<22}{_short(n.scale):<22}{_short(n.share):<14}{n.why}".rstrip())
