"""The command ``claimcheck account``: epsilon at delta of composed mechanisms, between certified bounds."""

from __future__ import annotations

import dataclasses
import json
import time
from fractions import Fraction
from typing import Annotated, Any

import typer

from verify.cli.limits import SECONDS, Limit, calculator

_DIGITS = 16
_SHOWN = {"rate": "q", "level": "epsilon0", "failure": "delta0"}
PARAMETERS = {"subsampled-gaussian": ("q", "sigma"), "gaussian": ("sigma",), "laplace": ("scale",), "randomised-response": ("epsilon0",)}


@calculator("account")
def account(
    mechanism: Annotated[str, typer.Option(help="subsampled-gaussian (--q, --sigma), gaussian (--sigma), laplace (--scale) or randomised-response (--epsilon0, --delta0).")],
    steps: Annotated[int, typer.Option(help="Number of runs.")] = 1,
    delta: Annotated[str | None, typer.Option(help="In (0, 1); not needed with --epsilon.")] = None,
    q: Annotated[str | None, typer.Option(help="Probability that a record is taken, by itself (Poisson).")] = None,
    sigma: Annotated[str | None, typer.Option(help="Standard deviation of the noise, in units of what one record moves.")] = None,
    scale: Annotated[str | None, typer.Option(help="Scale of Laplace noise, in units of the sensitivity.")] = None,
    epsilon0: Annotated[str | None, typer.Option(help="Level of one run of randomised response.")] = None,
    delta0: Annotated[str, typer.Option(help="Probability of failure of one run of randomised response.")] = "0",
    epsilon: Annotated[str | None, typer.Option(help="Ask for delta at this epsilon instead.")] = None,
    direction: Annotated[str, typer.Option(help="add: the first distribution lacks the record; remove: the first has it; both: the worse; replace: one record exchanged.")] = "both",
    route: Annotated[str, typer.Option(help="contour, discretised or both.")] = "contour",
    limit: Limit = SECONDS,
    as_json: Annotated[bool, typer.Option("--json", help="Machine-readable.")] = False,
) -> None:
    """Account for a composition: the least epsilon at delta (or delta at epsilon), between certified bounds, and what Renyi divergences give.

    Example:  claimcheck account --mechanism subsampled-gaussian --q 0.001 --sigma 1.95 --steps 200000 --delta 1e-5
    """
    from verify.account import ROUTES, AccountError

    given = {"q": q, "sigma": sigma, "scale": scale, "epsilon0": epsilon0}
    made = _mechanism(mechanism, given, delta0)
    if route not in (*ROUTES, "both"):
        raise AccountError(f"account: --route must be one of {', '.join(ROUTES)}, both, got {route}")
    if (delta is None) == (epsilon is None):
        raise AccountError("account: exactly one of --delta and --epsilon must be given; --delta asks for epsilon, --epsilon for delta")
    at = _number("--delta", delta) if delta is not None else _number("--epsilon", str(epsilon))
    found = {name: _answer(name, made, steps, at, direction, delta is not None) for name in (ROUTES if route == "both" else (route,))}
    renyi = _renyi(made, steps, at, direction) if delta is not None else {}
    _show(made, steps, at, delta is not None, direction, found, renyi, as_json)


def _mechanism(name: str, given: dict[str, str | None], delta0: str) -> Any:
    from verify.account import AccountError, LaplaceRun, NormalRun, RandomisedRun, SubsampledRun

    if name not in PARAMETERS:
        raise AccountError(f"account: --mechanism must be one of {', '.join(PARAMETERS)}, got {name}; check its spelling")
    needed = PARAMETERS[name]
    for parameter, text in given.items():
        if (text is not None) != (parameter in needed):
            wanted = ", ".join("--" + p for p in needed)
            raise AccountError(f"account: {name} has the parameters {wanted}, got {'--' + parameter if text is not None else 'none for --' + parameter}; correct them")
    if name != "randomised-response" and _number("--delta0", delta0) != 0:
        raise AccountError(f"account: --delta0 belongs to randomised-response, got --delta0 {delta0} for {name}; leave it out")
    values = [_number("--" + parameter, str(given[parameter])) for parameter in needed]
    kinds: dict[str, Any] = {"subsampled-gaussian": SubsampledRun, "gaussian": NormalRun, "laplace": LaplaceRun}
    return RandomisedRun(values[0], _number("--delta0", delta0)) if name == "randomised-response" else kinds[name](*values)


def _number(where: str, text: str) -> Fraction:
    from verify.account import AccountError
    from verify.claims.typed import NotANumber, moderate

    try:
        return moderate(text)
    except NotANumber as error:
        raise AccountError(f"account: {where} {error}") from None


def _answer(route: str, made: Any, steps: int, at: Fraction, direction: str, for_epsilon: bool) -> tuple[Any, float, str]:
    from verify.account import TooDear, delta_of, epsilon_of

    start = time.perf_counter()
    try:
        found = (epsilon_of if for_epsilon else delta_of)(made, steps, at, direction, route)
        return found, time.perf_counter() - start, ""
    except TooDear as reason:
        return None, time.perf_counter() - start, f"{reason}; ask for --route discretised"


def _renyi(made: Any, steps: int, at: Fraction, direction: str) -> dict[str, Any]:
    from verify.account import CONVERSIONS, AccountError, renyi_epsilon

    try:
        return {conversion: renyi_epsilon(made, steps, at, direction, conversion) for conversion in CONVERSIONS}
    except AccountError:
        return {}


def _show(
    made: Any, steps: int, at: Fraction, for_epsilon: bool, direction: str, found: dict[str, tuple[Any, float, str]], renyi: dict[str, Any], as_json: bool
) -> None:
    from verify.cli.measure import decimal

    def ends(enclosure: Any) -> list[str]:
        return [decimal(enclosure.lo, up=False, digits=_DIGITS), decimal(enclosure.hi, up=True, digits=_DIGITS)]

    asked, answer = ("delta", "epsilon") if for_epsilon else ("epsilon", "delta")
    parameters = {_SHOWN.get(field.name, field.name): str(getattr(made, field.name)) for field in dataclasses.fields(made)}
    if as_json:
        routes = {name: {answer: None if e is None else ends(e), "seconds": seconds, "undecided": why} for name, (e, seconds, why) in found.items()}
        typer.echo(json.dumps({"schema": "claimcheck.account/1", "mechanism": made.name, "parameters": parameters, "steps": steps, asked: str(at), "direction": direction,
                               "routes": routes, "renyi": {name: ends(e) for name, e in renyi.items()}}, indent=1))
        return
    typer.echo(f"{made.name}, {', '.join(f'{k} {float(Fraction(v)):.6g}' for k, v in parameters.items())}, {steps} runs, {asked} {float(at):.6g}, direction {direction}")
    for name, (e, seconds, why) in found.items():
        if e is None:
            typer.secho(f"{name}: no answer: {why}", fg="yellow")
            continue
        low, high = ends(e)
        typer.secho(f"{answer} in [{low}, {high}]", fg="green", bold=True, nl=False)
        typer.echo(f"  {name}, {1000 * seconds:.0f} ms")
    for name, e in renyi.items():
        low, high = ends(e)
        typer.echo(f"by Renyi divergences at all real orders, {name} conversion: epsilon in [{low}, {high}]")
