"""Quotients of two affine forms of one moving part, written with that part once: (a F + b)/(c F + d) = a/c + (b - d a/c)/(c F + d)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from verify.evidence.checker import numbers as n
from verify.evidence.checker.formula import BINDERS, head, mentions
from verify.evidence.checker.numbers import NoValue, Undecided
from verify.evidence.checker.truth import Env

if TYPE_CHECKING:
    from verify.evidence.checker.evaluate import Evaluator


def single(e: Evaluator, f: Any, name: str, env: Env) -> Any:
    """The formula with such quotients rewritten, from the inside out; everything else stays."""
    if not isinstance(f, list) or name not in mentions(f) or head(f) == "var" or head(f) in BINDERS:
        return f
    f = [f[0], *(single(e, part, name, env) for part in f[1:])]
    if f[0] != "mul":
        return f
    for below in f[1:]:
        form = _affine(below[1], name) if head(below) == "pow" and below[2] == "-1" else None
        if form is None or not _is(e, form[1], {"<", ">"}, env):
            continue
        for above in sorted(f[1:], key=lambda part: name not in mentions(part)):  # what moves first
            quotient = None if above is below else _over(e, above, form, below, name, env)
            if quotient is not None:
                return ["mul", *(part for part in f[1:] if part is not above and part is not below), quotient]
    return f


def _over(e: Evaluator, above: Any, form: tuple[Any, Any, Any], below: Any, name: str, env: Env) -> Any:
    if name not in mentions(above):
        return ["mul", above, below]
    constant, slope, part = form
    if head(above) in ("max", "min"):
        positive = head(part) == "exp" and _is(e, slope, {">"}, env) and _is(e, constant, {">", "="}, env)
        parts = [a if a == "0" else _over(e, a, form, below, name, env) for a in above[1:]] if positive else [None]  # 0/t has a value where t > 0
        return None if None in parts else [above[0], *parts]
    own = _affine(above, name)
    if own is None or own[2] != part:
        return None
    whole = ["mul", own[1], ["pow", slope, "-1"]]
    return ["add", whole, ["mul", ["add", own[0], ["mul", "-1", constant, whole]], below]]


def _affine(f: Any, name: str) -> tuple[Any, Any, Any] | None:
    """Constant, factor and moving part of a sum in which only one summand moves."""
    summands = f[1:] if head(f) == "add" else [f]
    moving = [s for s in summands if name in mentions(s)]
    if len(moving) != 1:
        return None
    constant = ["add", "0", *(s for s in summands if s is not moving[0])]
    if head(moving[0]) != "mul":
        return constant, "1", moving[0]
    factors = [x for x in moving[0][1:] if name in mentions(x)]
    slope = ["mul", "1", *(x for x in moving[0][1:] if name not in mentions(x))]
    return constant, slope, factors[0] if len(factors) == 1 else ["mul", *factors]


def _is(e: Evaluator, f: Any, wanted: set[str], env: Env) -> bool:
    """Whether a number stands in one of these relations to 0."""
    try:
        return n.relations(e.number(f, env), n.ZERO) <= wanted
    except (NoValue, Undecided):
        return False
