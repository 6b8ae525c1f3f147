"""The command ``claimcheck shift``: the best bound of each shift-reduction lemma for two laws and a noise, beside the divergence itself."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any

import typer

from verify.cli.calibrate import _delta, _ends, _short, _split, _words, fraction, order_of
from verify.cli.limits import SECONDS, Limit, calculator


@calculator("shift")
def shift(
    table: Annotated[Path | None, typer.Argument(help="CSV file; with --secret, --released and --pair.", show_default=False)] = None,
    first: Annotated[str | None, typer.Option(help="Law P as 'POINT:WEIGHT, POINT:WEIGHT'.", show_default=False)] = None,
    second: Annotated[str | None, typer.Option(help="Law Q.", show_default=False)] = None,
    secret: Annotated[str | None, typer.Option(help="Protected column of a file.", show_default=False)] = None,
    released: Annotated[str | None, typer.Option(help="Released column of a file.", show_default=False)] = None,
    pair: Annotated[str | None, typer.Option(help="Two values 'a:b' of the protected column.", show_default=False)] = None,
    header: Annotated[bool, typer.Option("--header/--no-header", help="Whether the first line names the columns.")] = True,
    noise: Annotated[str, typer.Option(help="laplace, normal, cauchy or cauchy:K.")] = "laplace",
    scale: Annotated[str, typer.Option(help="Scale of the noise, in the unit of the points.")] = "1",
    order: Annotated[str, typer.Option(help="Order of the divergence, above 1 and finite.")] = "2",
    deltas: Annotated[str, typer.Option("--delta", help="Probabilities that an event may leave out, separated by commas.")] = "",
    limit: Limit = SECONDS,
    as_json: Annotated[bool, typer.Option("--json", help="Machine-readable.")] = False,
) -> None:
    """Shift reduction: certified best bounds of D(P + noise, Q + noise) by each lemma, beside its true value.

    Example:  claimcheck shift --first '0:1/2, 1:1/2' --second '0:1/4, 2:3/4' --noise laplace --scale 2 --order 2 --delta 0.1
    """
    from verify.calibration import noise as noise_of
    from verify.calibration.reductions import reductions
    from verify.claims.nodes import ClaimError

    if (table is not None) == (first is not None) or (first is None) != (second is None):
        raise ClaimError("shift: either a CSV file or both --first and --second must be given; give two distributions such as '0:1/2, 1:1/2'")
    if table is not None:
        p, q, name = _from_table(table, secret, released, pair, header)
    else:
        p, q, name = _law("--first", first or ""), _law("--second", second or ""), f"P = {first}; Q = {second}"
    found = reductions(p, q, noise_of(noise), fraction("--scale", scale), order_of("--order", order), [_delta(word) for word in _words(deltas)])
    if as_json:
        typer.echo(json.dumps({"schema": "claimcheck.shift/1", "laws": name, "noise": noise, "scale": scale, "order": order, "values": [
            {"name": b.name, "of": b.bounds, "bounds": _ends(b.value), "distance": None if b.distance is None else str(b.distance),
             "exponent": None if b.exponent is None else str(b.exponent)} for b in found]}, indent=1))
        return
    typer.secho(f"{name}; {noise} noise of scale {scale}, order {order}", bold=True)
    truth: dict[str, Any] = {b.bounds: b.value for b in found if "sum" in b.name}
    for b in found:
        base = truth[b.bounds]
        excess = "" if "sum" in b.name or b.name.startswith("event ") or isinstance(b.value.hi, float) or isinstance(base.lo, float) or not base.lo > 0 else f"{float(b.value.hi / base.lo):.4g} times the truth"
        where = ", ".join(([f"z = {b.distance}"] if b.distance is not None else []) + ([f"q = {b.exponent}"] if b.exponent is not None else []))
        typer.echo(f"  {b.name:<18}{_short(b.value):<26}{excess:<26}{where:<18}{b.bounds}".rstrip())


def _law(option: str, text: str) -> Any:
    from verify.claims.nodes import ClaimError
    from verify.values.laws import FiniteLaw

    pairs = [_split(option, word, ":") for word in _words(text)]
    try:
        return FiniteLaw([fraction(option, x) for x, _ in pairs], [fraction(option, w) for _, w in pairs])
    except ValueError as error:
        raise ClaimError(f"{option}: {error}") from None


def _from_table(table: Path, secret: str | None, released: str | None, pair: str | None, header: bool) -> tuple[Any, Any, str]:
    from verify.calibration import read_table
    from verify.claims.nodes import ClaimError

    if secret is None or released is None or pair is None:
        raise ClaimError("shift: a file needs --secret COLUMN, --released COLUMN and --pair A:B; name two secrets")
    instance = read_table(table, secret, [released], header=header, pairs=[_split("--pair", pair, ":")])
    situation = instance.finite[0]
    return situation.p, situation.q, f"{instance.name} = {situation.first} | {situation.second}"
