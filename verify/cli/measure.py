"""The command ``claimcheck measure``: the least mu of a privacy profile, certified."""

from __future__ import annotations

import csv
import inspect
import json
import math
import time
from fractions import Fraction
from importlib.metadata import entry_points
from pathlib import Path
from typing import Annotated, Any

import typer

from verify.cli.limits import SECONDS, Limit, calculator

GROUP = "claimcheck.profiles"
EXTRA = {"allow_extra_args": True, "ignore_unknown_options": True}
_DIGITS = 20


@calculator("measure")
def measure(
    context: typer.Context,
    profile: Annotated[str | None, typer.Option(help="A name (laplace, normal, randomised-response, sgd, icea, ...) with its parameters as further options, or an expression in epsilon.")] = None,
    table: Annotated[Path | None, typer.Option(help="CSV file of guarantees: epsilon, delta in each row.")] = None,
    interpolation: Annotated[str, typer.Option(help="Of a table: step, or convex (chords in e^epsilon).")] = "step",
    subsample: Annotated[str | None, typer.Option(help="poisson:RATE (add-or-remove-one) or without-replacement:RATE (replace-one).")] = None,
    compose: Annotated[int, typer.Option(help="Number of independent runs, exactly.")] = 1,
    width: Annotated[str, typer.Option(help="Largest difference of the two bounds.")] = "1e-6",
    composition_summary: Annotated[bool, typer.Option("--composition-summary", help="The least epsilon of --compose runs of an --epsilon mechanism at several delta, by each route.")] = False,
    deltas: Annotated[str, typer.Option(help="Of the composition summary.")] = "0.1,0.01,0.001,0.0001",
    limit: Limit = SECONDS,
    as_json: Annotated[bool, typer.Option("--json", help="Machine-readable.")] = False,
) -> None:
    """Measure a privacy profile: the least mu for which it is mu-GDP, between certified bounds.

    Examples:  claimcheck measure --profile laplace --ratio 0.5 --width 1e-12   |   claimcheck measure --profile "exp(-epsilon**2)/2"   |
    claimcheck measure --profile randomised-response --epsilon 0.2 --compose 50   |   claimcheck measure --composition-summary --epsilon 0.2 --compose 50
    """
    from verify.claims.nodes import ClaimError

    given = _parameters(context.args)
    try:
        if composition_summary:
            _summary(given, compose, deltas, as_json)
            return
        target, name = _target(profile, table, interpolation, given)
        if compose != 1:
            if subsample is not None:
                raise ClaimError("measure: --compose and --subsample must not be given together: there is no exact composition of subsampled profiles here; give one of them")
            target, name = target.composed(compose), f"{name}, {compose} runs"
        if subsample is not None:
            kind, _, rate = subsample.partition(":")
            if kind not in ("poisson", "without-replacement"):
                raise ClaimError(f"measure: --subsample must be poisson:RATE or without-replacement:RATE, got {subsample}; name the sampling")
            _number("--subsample", rate)
            target, name = _factory(kind)(target, rate), f"{name}, {kind} subsampling at {rate}"
        _show(name, target, _number("--width", width), as_json)
    except (TypeError, ValueError) as error:
        raise error if isinstance(error, ClaimError) else ClaimError(str(error)) from None


# --- what to measure ---------------------------------------------------------------------------------------------------


def _parameters(words: list[str]) -> dict[str, str]:
    """Further options ``--name value`` or ``--name=value``."""
    from verify.claims.nodes import ClaimError

    found: dict[str, str] = {}
    rest = list(words)
    while rest:
        word = rest.pop(0)
        name, sign, value = word.partition("=")
        if not name.startswith("--") or not (sign or rest):
            raise ClaimError(f"measure: a parameter must be given as --name value, got {word}; see 'claimcheck measure --help'")
        found[name[2:].replace("-", "_")] = value if sign else rest.pop(0)
    return found


def _names() -> dict[str, Any]:
    return {point.name: point for point in entry_points(group=GROUP)}


def _factory(name: str) -> Any:
    from verify.claims.nodes import ClaimError

    known = _names()
    if name not in known:
        raise ClaimError(f"measure: a profile must be one of {', '.join(sorted(known)) or 'none installed'}, or an expression in epsilon, got {name}; check its spelling")
    return known[name].load()


def _target(profile: str | None, table: Path | None, interpolation: str, given: dict[str, str]) -> tuple[Any, str]:
    from verify.claims.nodes import ClaimError
    from verify.measure.expressions import ExpressionProfile

    if (profile is None) == (table is None):
        raise ClaimError("measure: exactly one of --profile and --table must be given; give a name, an expression or a file")
    if table is not None:
        _none_left("a table", given)
        return _factory("table")(_rows(table), interpolation), str(table)
    assert profile is not None
    if profile not in _names() and not profile.replace("-", "").replace("_", "").isalnum():
        _none_left("an expression", given)
        return ExpressionProfile(profile), profile
    make = _factory(profile)
    known = list(inspect.signature(make).parameters)
    unknown = sorted(set(given) - set(known))
    missing = [name for name, p in inspect.signature(make).parameters.items() if p.default is p.empty and name not in given]
    if unknown or missing:
        raise ClaimError(f"measure: {profile} has the parameters {', '.join('--' + name for name in known)}, got {', '.join('--' + n for n in (unknown or given)) or 'none'}"
                         f"{'' if unknown else ' without --' + missing[0]}; correct them")
    for name, text in given.items():
        if any(letter.isdigit() for letter in text):  # words are left to the profile
            _number(f"measure: --{name}", text)
    arguments = {name: int(text) if name == "compositions" and text.isascii() and text.isdigit() else text for name, text in given.items()}
    return make(**arguments), profile + "".join(f", {name.replace('_', ' ')} {text}" for name, text in given.items())


def _none_left(what: str, given: dict[str, str]) -> None:
    from verify.claims.nodes import ClaimError

    if given:
        raise ClaimError(f"measure: {what} has no parameters, got --{next(iter(given))}; leave it out")


def _rows(path: Path) -> list[tuple[str, str]]:
    from verify.claims.nodes import ClaimError

    if not path.is_file():
        raise ClaimError(f"{path}: no such file; give a CSV file with epsilon and delta in each row")
    try:
        with path.open(newline="", encoding="utf-8-sig") as stream:
            lines = [(k, [cell.strip() for cell in row]) for k, row in enumerate(csv.reader(stream), start=1) if any(cell.strip() for cell in row)]
    except (csv.Error, UnicodeDecodeError) as error:
        raise ClaimError(f"{path}: must be a CSV file in UTF-8, got one that cannot be read: {error}; save it again") from None
    if lines and [cell.lower() for cell in lines[0][1]] == ["epsilon", "delta"]:
        lines = lines[1:]
    for k, row in lines:
        if len(row) != 2:
            raise ClaimError(f"{path}: line {k} must have two numbers, epsilon and delta, got {len(row)} cells; correct it")
        for cell in row:
            _number(f"{path}: line {k}", cell)
    return [(row[0], row[1]) for _, row in lines]


def _number(where: str, text: str) -> Fraction:
    from verify.claims.nodes import ClaimError
    from verify.claims.typed import NotANumber, moderate

    try:
        return moderate(text)
    except NotANumber as error:
        raise ClaimError(f"{where}: {error}") from None


# --- output ------------------------------------------------------------------------------------------------------------


def decimal(end: Any, *, up: bool, digits: int = _DIGITS) -> str:
    """An exact end as a decimal, rounded outwards to ``digits`` significant digits."""
    if isinstance(end, float):
        return "oo" if end > 0 else "-oo"
    man, exp = (int(part) for part in end.man_exp())
    value = Fraction(man) * Fraction(2) ** exp
    if value == 0:
        return "0"
    magnitude = math.floor(math.log10(abs(man)) + exp * math.log10(2))
    scale = Fraction(10) ** (digits - 1 - magnitude)
    units = math.ceil(value * scale) if up else math.floor(value * scale)
    return _plain(units, magnitude - digits + 1)


def _plain(units: int, exponent: int) -> str:
    """``units * 10^exponent`` without trailing zeros, in scientific notation where it is very small or large."""
    while units and units % 10 == 0:
        units, exponent = units // 10, exponent + 1
    sign, text = ("-" if units < 0 else ""), str(abs(units))
    point = len(text) + exponent
    if -6 < point <= len(text):
        body = text[:point] + "." + text[point:] if 0 < point < len(text) else text if point == len(text) else "0." + "0" * -point + text
    elif 0 < exponent <= 6:
        body = text + "0" * exponent
    else:
        body = text[0] + ("." + text[1:] if len(text) > 1 else "") + f"e{point - 1}"
    return sign + body


def _show(name: str, target: Any, width: Fraction, as_json: bool) -> None:
    from verify.measure import measure as measured
    from verify.measure.tails import limit_mu
    from verify.values.numbers import precision

    start = time.perf_counter()
    found = measured(target, width)
    seconds = time.perf_counter() - start
    with precision(64):
        limit = limit_mu(target.tail())
    place = None if found.argmax is None else [decimal(found.argmax[0], up=False), decimal(found.argmax[1], up=True)]
    if as_json:
        typer.echo(json.dumps({
            "schema": "claimcheck.measure/1", "profile": name, "finite": found.finite, "lower": decimal(found.lower, up=False), "upper": decimal(found.upper, up=True),
            "width": str(width), "argmax": place, "tail": found.tail, "limit_at_infinity": None if limit is None else limit.str(15, radius=False),
            "witnesses": [{"mu": mu, "epsilon": decimal(epsilon, up=False)} for mu, epsilon in found.witnesses], "inversions": found.inversions,
            "comparisons": found.comparisons, "cells": found.cells, "bits": found.bits, "undecided": found.undecided,
        }, indent=1))
        return
    typer.echo(name)
    if not found.finite:
        typer.secho("not mu-GDP for any finite mu", fg="red", bold=True)
        typer.echo(f"tail: {found.tail}")
        for mu, epsilon in found.witnesses:
            typer.echo(f"  above delta_mu for mu = {mu} at epsilon = {decimal(epsilon, up=False)}")
        return
    typer.secho(f"mu in [{decimal(found.lower, up=False)}, {decimal(found.upper, up=True)}]", fg="green" if not found.undecided else "yellow", bold=True)
    if found.undecided:
        typer.echo(f"no upper bound: {found.undecided}")
    if place is not None:
        typer.echo(f"attained for epsilon in [{place[0]}, {place[1]}]" if place[1] != "oo" else f"approached or attained from epsilon = {place[0]} on")
    typer.echo(f"tail: {found.tail}")
    typer.echo(f"{found.inversions} inversions, {found.comparisons} comparisons, {found.cells} cells, {found.bits} bits, {1000 * seconds:.0f} ms")


def _summary(given: dict[str, str], runs: int, deltas: str, as_json: bool) -> None:
    from verify.claims.nodes import ClaimError
    from verify.measure.summary import ROUTES, composition_summary

    if set(given) != {"epsilon"} or runs < 1:
        raise ClaimError("measure: --composition-summary needs --epsilon and --compose of at least 1; give for example --epsilon 0.2 --compose 50")
    epsilon = _number("--epsilon", given["epsilon"])
    levels = [_number("--deltas", text) for text in deltas.split(",")]
    single = _factory("randomised-response")(given["epsilon"])
    found = composition_summary(single, _factory("laplace")(given["epsilon"]), single.composed(runs), epsilon, runs, levels)
    rows = {route: [None if cell is None else [decimal(cell.lo, up=False), decimal(cell.hi, up=True)] for cell in found[route].values()] for route in ROUTES}
    if as_json:
        typer.echo(json.dumps({"schema": "claimcheck.composition-summary/1", "epsilon": str(epsilon), "runs": runs, "deltas": [str(d) for d in levels], "least_epsilon": rows}, indent=1))
        return
    typer.echo(f"least epsilon of {runs} runs of a {given['epsilon']}-DP mechanism (other-gdp: of the Laplace mechanism)")
    typer.echo(f"{'':<14}" + "".join(f"{'delta ' + text:<16}" for text in deltas.split(",")))
    for route in ROUTES:
        cells = [f"{(float(cell.lo) + float(cell.hi)) / 2:.10g}" if cell is not None else "not valid" for cell in found[route].values()]
        typer.echo(f"{route:<14}" + "".join(f"{text:<16}" for text in cells))
