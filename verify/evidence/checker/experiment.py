"""Re-check of an experiment: the protocol is run again with the stored seed, and the statement is evaluated with the numbers of that run.

The protocol is looked up by its name among the installed ones (entry-point group ``claimcheck.reproductions``); what it does is taken on trust. Where the evidence names a stored record
(``recorded``), the record must be at hand and have the digest that the evidence says, and the statement is evaluated with the numbers that stand in it.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from importlib.metadata import entry_points
from typing import Any

from verify.evidence.checker import numbers as n
from verify.evidence.checker import records
from verify.evidence.checker.certificate import Certificate, agrees, check_values, decimal
from verify.evidence.checker.evaluate import VALUES, Evaluator
from verify.evidence.checker.formula import Malformed, Refused, argument, head, items, word
from verify.evidence.checker.numbers import NoValue, Undecided
from verify.evidence.checker.truth import FALSE, UNDECIDED, Env

GROUP = "claimcheck.reproductions"
KEY = "protocol "
"""Prefix under which the table of a run stands in an environment; no name of a formula contains a blank."""
SEEDS = 10 + 100
"""A run has a seed from 0 to 9 and makes at most 100 runs of a protocol, with this seed and those after it."""


def check(c: Certificate, e: Evaluator, env: Env) -> set[str]:
    """Confirm that the statement is false in the stored run at the stored values of its names; ``env`` holds these values, already judged.

    Raises Malformed or Refused.
    """
    evidence = c.evidence
    if set(evidence) - {"recorded"} != {"protocol", "seed", "effort", "instance", "fields", "values"}:
        raise Malformed("an experiment holds protocol, seed, effort, instance, fields and values")
    seed, effort, fields = evidence["seed"], evidence["effort"], evidence["fields"]
    if type(seed) is not int or seed < 0 or effort not in ("quick", "standard", "deep"):
        raise Malformed("evidence.seed is an integer >= 0 and evidence.effort one of quick, standard, deep")
    if "recorded" not in evidence and seed >= SEEDS:
        raise Refused(f"evidence.seed must be that of a run, 0 to {SEEDS - 1}, got {str(seed)[:40]}: with more seeds one could pick a favourable one")
    if not isinstance(fields, dict) or not isinstance(evidence["protocol"], str):
        raise Malformed("evidence.protocol is text and evidence.fields an object")
    if any(head(node) == "exists" for node in _nodes(c.goal)):
        raise Refused("one run refutes no statement that something exists")
    wanted = sorted({word(argument(node, 0)) for node in _nodes(c.statement) if head(node) == "measured"})
    if not wanted or " ".join(wanted) != evidence["protocol"]:
        raise Refused(f"evidence.protocol must be {' '.join(wanted) or 'absent'}, got {evidence['protocol'][:60]}")
    recorded = evidence.get("recorded")
    if "recorded" in evidence and (not isinstance(recorded, dict) or sorted(recorded) != wanted):
        raise Malformed(f"evidence.recorded is an object with {', '.join(wanted)}")
    whole = {**env, **{KEY + name: _run(name, seed, effort) if recorded is None else _table(records.run(recorded[name], name, seed, e.records)) for name in wanted}}
    answer = e.truth(c.goal, whole)
    if answer == UNDECIDED:
        raise Undecided("the conclusion in the run")
    if answer != FALSE:
        raise Refused(f"the conclusion must be false in the run with seed {seed}, it is {answer}")
    check_values(e, c.goal, whole, evidence["values"])
    for name, value in fields.items():
        _check_field(e, c, whole, name, value)
    if recorded is not None:
        return {f"the numbers in the record {one['record']} at {one['scale']} scale, measured on {one['device']} (SHA-256 of the runs {one['sha256']})" for one in recorded.values()}
    return {f"the protocol {' '.join(wanted)} itself; it was run again with seed {seed}"}


def _check_field(e: Evaluator, c: Certificate, env: Env, name: str, stored: Any) -> None:
    """A stored number is that of the run."""
    for node in _nodes(c.goal):
        if head(node) == "measured" and _shown(e, node, env) == name:
            if not agrees(decimal(stored), e.number(node, env)):
                raise Refused(f"evidence.fields: {name} is {str(stored)[:40]}, the run gives another number")
            return
    raise Refused(f"evidence.fields: the statement mentions no {name[:80]}")


def _shown(e: Evaluator, node: Any, env: Env) -> str | None:
    try:
        words = [f"{word(items(entry)[0])}={_argument(e, items(entry)[1], env)}" for entry in items(argument(node, 2))]
    except (NoValue, Undecided):
        return None
    return f"{word(argument(node, 0))}.{word(argument(node, 1))}({', '.join(words)})"


def _nodes(f: Any) -> Iterator[Any]:
    if isinstance(f, list):
        if f and f[0] not in ("()", "word"):
            yield f
        for part in f[1:]:
            yield from _nodes(part)


# --- the run ---------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=32)
def _run(name: str, seed: int, effort: str) -> Any:
    found = [point for point in entry_points(group=GROUP) if point.name == name]
    if not found:
        raise Refused(f"no protocol {name[:60]} is installed")
    try:
        return _table(found[0].load()(seed, effort, "auto", None))
    except FileNotFoundError as missing:
        raise Refused(f"the protocol {name[:60]} lacks its data: {missing}") from None


def _table(measured: Any) -> Any:
    """Tables with numbers as keys where a key reads as one; numbers as the fractions they are, ``None`` for what is no number."""
    if isinstance(measured, Mapping):
        return {_key(str(key)): _table(value) for key, value in measured.items()}
    if measured is None:
        return None
    try:
        number = float(measured)
    except (TypeError, ValueError, OverflowError):
        raise Refused(f"a run measured {str(measured)[:40]}, which is not a number") from None
    if math.isnan(number):
        return None
    if math.isinf(number):
        return n.INFINITY if number > 0 else n.MINUS_INFINITY
    return Fraction(number)


def _key(text: str) -> Any:
    try:
        return Fraction(text)
    except (ValueError, ZeroDivisionError):
        return text


# --- measured numbers as values --------------------------------------------------------------------------------------


def _measured(e: Evaluator, f: Any, env: Env) -> Any:
    level = env.get(KEY + word(argument(f, 0)))
    if level is None:
        raise Undecided("no run of the protocol is available")
    level = level.get(word(argument(f, 1)))
    for entry in items(argument(f, 2)):
        level = level.get(_argument(e, items(entry)[1], env)) if isinstance(level, dict) else None
    if level is None or isinstance(level, dict):
        raise NoValue("the protocol did not measure this")
    return level


def _argument(e: Evaluator, f: Any, env: Env) -> Any:
    return word(f) if head(f) == "word_" else e.number(f, env)


VALUES["measured"] = _measured

__all__ = ["check"]
