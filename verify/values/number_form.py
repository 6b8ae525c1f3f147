"""The JSON form of an exact number."""

from __future__ import annotations

from typing import Any

from flint import fmpq, fmpz

from verify.values.numbers import LogSum, Number, Surd, logsum, number, surd


def to_json(value: Number) -> str | list[Any]:
    """JSON form of an exact value: ``"p/q"``, ``"oo"``, ``["surd", c, [[p, e], ...]]``,
    ``["logsum", r, [[p, c], ...]]``.

    Raises ValueError for an enclosure, which is no exact value.
    """
    if isinstance(value, fmpq):
        return str(value)
    if isinstance(value, float):
        return "oo" if value > 0 else "-oo"
    if isinstance(value, Surd):
        return ["surd", str(value.coefficient), [[str(p), str(e)] for p, e in value.factors]]
    if isinstance(value, LogSum):
        return ["logsum", str(value.rational), [[str(p), str(c)] for p, c in value.terms]]
    raise ValueError(f"to_json: value must be of an exact kind, got {value!r}; store how it was computed instead")


def from_json(data: Any) -> Number:
    """The exact value written by ``to_json``; a form that is not canonical is brought into canonical form.

    Raises ValueError if ``data`` is not such a form.
    """
    try:
        if isinstance(data, str):
            return number(data)
        kind, head, pairs = data
        factor = fmpq(str(head))
        table: dict[int, fmpq] = {}
        for prime, value in pairs:
            p = int(prime)
            if p < 2 or not fmpz(p).is_prime() or p in table:
                raise ValueError(f"{p} is not a prime or occurs twice")
            table[p] = fmpq(str(value))
    except (TypeError, ValueError, ZeroDivisionError) as error:
        raise ValueError(f"from_json: must be an exact number, got data={data!r} ({error}); see to_json") from error
    if kind == "surd":
        exact = surd(factor, table)
        if exact is not None:
            return exact
    elif kind == "logsum":
        return logsum(factor, table)
    raise ValueError(f"from_json: must be an exact number, got data={data!r}; see to_json")
