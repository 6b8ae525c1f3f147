"""Experiments: statements about numbers that only a run of a protocol yields.

A protocol is found by its name in the entry-point group ``claimcheck.reproductions``. It is a callable ``run(seed, effort, device, data)`` that returns a
mapping from field names to numbers or to tables of numbers (mappings, one level for each argument of the field), the same for the same seed.

The engine runs the protocol for several seeds and evaluates the statement with the measured numbers taken as exact. Returns SUPPORTED when the statement
held in every run; REFUTED, with the run and the place, when a statement about every run and every value of its names failed in one run; NOT_CHECKED where
the protocol lacks its data or an extra of the installation; else UNDECIDED.
A name over an infinite set takes the values that the protocol measured; the coverage says so. An experiment never proves.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from importlib.metadata import entry_points
from typing import Any

from flint import fmpq

from verify.claims.nodes import Node, pattern_names, to_json, walk
from verify.engines import binders, listed, margins
from verify.engines import evaluate as ev
from verify.engines.membership import contains
from verify.engines.search import instance
from verify.engines.task import Finding, Status, Task, cannot, in_words
from verify.engines.truth import Truth
from verify.reproductions.artefact import NotHere
from verify.values import elementary, numbers
from verify.values.decimals import apart, fifteen
from verify.values.numbers import NoValue

ENGINE = "experiment"
GROUP = "claimcheck.reproductions"
RUNS = {"quick": 3, "standard": 9, "deep": 100}
MOST_INSTANCES = 200_000
LEVEL = 0.95
"""Level of the two-sided Clopper-Pearson interval for the share of runs in which the statement holds."""

Fields = Mapping[str, Any]
Protocol = Callable[[int, str, str, "str | None"], Fields]


class NoProtocol(Exception):
    """The protocol is not installed; the message says which."""


class Missing(NoProtocol):
    """The protocol lacks its data, or an extra of the installation; the message begins with the reason why nothing is checked."""


def decide(task: Task, protocols: Mapping[str, Protocol] | None = None, device: str = "auto", seeds: Sequence[int] | None = None,
           sources: Mapping[str, Mapping[str, str]] | None = None) -> Finding:
    """Run the protocols of a task and hold the statement against them. ``protocols`` replaces the installed ones, ``seeds`` those that follow from the effort.

    ``sources`` says for each protocol which record its runs come from, where they are not made here: what the record did not measure is data missing, and evidence names the record with its digest.
    """
    wanted = sorted({str(n.args[0]) for n in walk(task.variant.formula) if n.head == "measured"})
    if not wanted:
        return cannot(ENGINE, "the statement mentions no measured number")
    chosen = range(task.seed, task.seed + RUNS[task.effort.name]) if seeds is None else seeds
    held, total, instances, shortest = 0, len(chosen), 0, ""
    outcomes: list[Mapping[str, Fields]] = []
    for seed in chosen:
        try:
            runs = {name: _run(name, seed, task.effort.name, device, task.data, protocols) for name in wanted}
        except Missing as reason:
            return Finding(ENGINE, Status.NOT_CHECKED, str(reason))
        except NoProtocol as reason:
            return cannot(ENGINE, str(reason))
        outcomes.append(runs)
        absent: list[str] = []
        try:
            answer, env, seen, limits = _one_run(task, {**{KEY + name: fields for name, fields in runs.items()}, ABSENT: absent})
        except (NoValue, ev.NoRoute) as reason:
            return cannot(ENGINE, f"run {seed}: {reason}")
        instances, shortest = instances + seen, limits
        if answer is Truth.FALSE and env is not None and _universal(task.states):
            return _counterexample(task, wanted, seed, env, sources)
        if answer is Truth.TRUE:
            held += 1
        elif answer is not Truth.FALSE and sources and absent:
            return Finding(ENGINE, Status.NOT_CHECKED, f"data missing: {absent[0]} in {_told(sources)}")
        elif answer is not Truth.FALSE:
            return cannot(ENGINE, f"run {seed}: the statement {'has no value' if answer is Truth.NO_VALUE else 'is undecided'}")
    coverage: dict[str, Any] = {"runs": total, "held": held, "reached": f"{_runs(total)}, {instances} place{'' if instances == 1 else 's'}{shortest}"}
    if all(one == outcomes[0] for one in outcomes[1:]):  # nothing random: the runs are no sample
        summary = f"{'holds' if held else 'fails'} in {'the run' if total == 1 else f'all {total} runs, which give the same numbers'}"
    else:
        low, high = clopper_pearson(held, total)
        summary = f"held in {held} of {total} runs (share of runs in [{low:.3f}, {high:.3f}] at level {LEVEL})"
        coverage["share_of_runs"] = [f"{low:.6f}", f"{high:.6f}"]
    if sources:
        summary += f", of {_told(sources)}"
    if held < total:
        return Finding(ENGINE, Status.UNDECIDED, summary, coverage=coverage)
    return Finding(ENGINE, Status.SUPPORTED, summary, coverage=coverage)


def _runs(count: int) -> str:
    return f"{count} run{'' if count == 1 else 's'}"


def _told(sources: Mapping[str, Mapping[str, str]]) -> str:
    """Records in words."""
    return " and ".join(dict.fromkeys(f"the record {source['record']} at {source['scale']} scale" for source in sources.values()))


def clopper_pearson(successes: int, trials: int, level: float = LEVEL) -> tuple[float, float]:
    """Exact two-sided interval for a probability. Clopper and Pearson (1934), doi:10.1093/biomet/26.4.404."""
    from scipy.stats import beta

    tail = (1 - level) / 2
    low = 0.0 if successes == 0 else float(beta.ppf(tail, successes, trials - successes + 1))
    high = 1.0 if successes == trials else float(beta.ppf(1 - tail, successes + 1, trials - successes))
    return low, high


# --- protocols -------------------------------------------------------------------------------------------------------


def _run(name: str, seed: int, effort: str, device: str, data: str | None, protocols: Mapping[str, Protocol] | None) -> Fields:
    if protocols is None:
        return _installed_run(name, seed, effort, device, data)
    if name not in protocols:
        raise NoProtocol(f"the protocol {name} is not among {', '.join(sorted(protocols)) or 'none'}")
    return _table(protocols[name](seed, effort, device, data))  # type: ignore[no-any-return]


@lru_cache(maxsize=128)
def _installed_run(name: str, seed: int, effort: str, device: str, data: str | None) -> Fields:
    found = [point for point in entry_points(group=GROUP) if point.name == name]
    if not found:
        raise NoProtocol(f"no protocol {name} is installed (entry-point group {GROUP})")
    protocol: Protocol = found[0].load()
    try:
        return _table(protocol(seed, effort, device, data))  # type: ignore[no-any-return]
    except NotHere as missing:
        raise Missing(str(missing)) from None
    except FileNotFoundError as missing:
        raise Missing(f"data missing: the protocol {name} lacks its data: {missing}") from None
    except ImportError as missing:
        raise Missing(f"extra missing: the protocol {name} cannot run: {missing}") from None


# --- one run ---------------------------------------------------------------------------------------------------------


def _one_run(task: Task, tables: ev.Env) -> tuple[Truth, ev.Env | None, int, str]:
    """Truth of the statement in one run, the place where it fails, the number of places looked at, and what was not gone through."""
    result, seen = Truth.TRUE, 0
    limits: set[str] = set()
    for env in _places(task, 0, tables, limits):
        if any(ev.holds(hypothesis, env)[0] is not Truth.TRUE for hypothesis in task.given):
            continue
        seen += 1
        if seen > MOST_INSTANCES:
            raise ev.NoRoute(f"more than {MOST_INSTANCES} places in one run")
        answer, _, why = ev.holds(task.states, env)
        if answer is Truth.FALSE:
            return answer, env, seen, ""
        if answer is not Truth.TRUE:
            if why:
                raise ev.NoRoute(why)
            result = answer
    if seen == 0:
        raise NoValue("no place satisfies the hypotheses")
    return result, None, seen, "".join(f"; {text}" for text in sorted(limits))


def _places(task: Task, k: int, env: ev.Env, limits: set[str]) -> Iterator[ev.Env]:
    """Every assignment of the outer names; over an infinite set the values that were measured."""
    if k == len(task.forall):
        yield env
        return
    pattern, where = task.forall[k]
    c = ev.Context(96)
    members, whole = listed.members_of(where, env, c) if _listable(where, env, c) else ([], False)
    if not whole:
        members = [m for m in _measured_values(task, pattern, env) if contains(where, m, env, c) is Truth.TRUE]
        limits.add(f"{' '.join(pattern_names(pattern))} at the measured values")
    for member in members:
        yield from _places(task, k + 1, binders.bind(pattern, member, env), limits)


def _listable(where: Node, env: ev.Env, c: ev.Context) -> bool:
    try:
        listed.members_of(where, env, c)
    except ev.NoRoute:
        return False
    return True


def _measured_values(task: Task, pattern: Any, env: ev.Env) -> list[Any]:
    """The numbers at which a field was measured, where the name stands as its argument."""
    found: dict[Any, None] = {}
    for node in walk(task.variant.formula):
        if node.head != "measured":
            continue
        table: Any = env.get(KEY + str(node.args[0]), {}).get(str(node.args[1]))
        levels = [table]
        for entry in node.args[2]:  # type: ignore[union-attr]
            if entry[1] == pattern:  # type: ignore[index]
                for level in levels:
                    found.update({fmpq(*key): None for key in level or () if isinstance(key, tuple)})
                break
            levels = [inner for level in levels if isinstance(level, Mapping) for inner in level.values()]
    return sorted(found)


def _universal(states: Node) -> bool:
    """Whether one run in which it fails shows that the statement is false: nothing is only said to exist."""
    return not any(n.head == "exists" for n in walk(states))


# --- measured numbers as values --------------------------------------------------------------------------------------

KEY = "protocol "
"""Prefix under which the tables of a run stand in an environment; no name of a formula contains a blank."""
ABSENT = "absent numbers"
"""Where a run remembers, in words, what was asked of it and not measured."""


def _no_number(env: ev.Env, what: str) -> NoValue:
    """The error for a number that a run does not have, which the run remembers."""
    env.get(ABSENT, []).append(what)
    return NoValue(what)


def _measured(node: Node, env: ev.Env, c: ev.Context) -> Any:
    protocol, field, arguments = str(node.args[0]), str(node.args[1]), node.args[2]
    tables = env.get(KEY + protocol)
    if tables is None:
        raise ev.NoRoute(f"no run of the protocol {protocol} is available")
    if field not in tables:
        raise _no_number(env, f"{protocol} measures no {field}")
    level: Any = tables[field]
    for name, argument in arguments:  # type: ignore[misc, str-unpack, union-attr]
        key: Any = str(argument.args[0]) if argument.head == "word_" else ev.value(argument, env, c)  # type: ignore[union-attr,arg-type]
        place = (int(key.p), int(key.q)) if isinstance(key, fmpq) else key
        level = level.get(place, _ABSENT) if type(level) is dict else _ABSENT
        if level is _ABSENT:
            raise _no_number(env, f"{protocol}: {field} was not measured at {name} = {key}")
    if level is None:
        raise NoValue(f"{protocol}: the measured {field} is undefined")
    if isinstance(level, dict):
        raise NoValue(f"{protocol}: {field} is a table and needs more arguments")
    return level


_ABSENT = object()


def _table(measured: Any) -> Any:
    """What a protocol returned with exact numbers, and with fractions as keys where a key reads as one; ``None`` for what is no number."""
    if isinstance(measured, Mapping):
        return {_key(key): _table(value) for key, value in measured.items()}
    return exactly(measured)


def _key(key: Any) -> Any:
    """A key of a table: numerator and denominator where it is a number (exact numbers are slow to hash), else a word."""
    try:
        fraction = Fraction(str(key))
    except ValueError:
        return str(key)
    return fraction.numerator, fraction.denominator


def exactly(value: Any) -> Any:
    """A measured float as the fraction it is; ``None`` for what is no number."""
    number = float(value)
    if math.isnan(number):
        return None
    if math.isinf(number):
        return number
    top, bottom = number.as_integer_ratio()
    return fmpq(top, bottom)


ev.RULES["measured"] = _measured


# --- findings --------------------------------------------------------------------------------------------------------


def _counterexample(task: Task, protocols: list[str], seed: int, env: ev.Env, sources: Mapping[str, Mapping[str, str]] | None) -> Finding:
    c = ev.Context(160)
    failing = margins.first_failing(task.states, env, c)
    values: dict[str, str] = {}
    summary = "false in a run"
    if failing is not None:
        left, relation, right = failing
        gap = elementary.absolute(numbers.sub(left, right)) if isinstance(left, ev.numbers_kinds) and isinstance(right, ev.numbers_kinds) else math.inf
        values = {"measured": fifteen(left), "relation": relation, "claimed": fifteen(right), "margin": fifteen(gap)}
        measured, claimed = apart(_short(left), _short(right))
        summary = in_words(measured, relation, claimed, holds=False)
    exact = instance(task, env)
    place = ", ".join(f"{name} = {node.args[0]}" for name, node in exact.items() if node.head == "num")
    evidence = {
        "protocol": protocols[0] if len(protocols) == 1 else " ".join(protocols), "seed": seed, "effort": task.effort.name,
        "instance": {name: to_json(node) for name, node in exact.items()}, "fields": _fields(task, env, c), "values": values,
    }
    told, trusted = f"{summary} in the run with seed {seed}" + (f" at {place}" if place else ""), "the protocol itself: the same seed gives the same numbers"
    if sources:
        told, trusted = f"{told}, of {_told(sources)}", f"the numbers of {_told(sources)}"
        evidence["recorded"] = {name: dict(source) for name, source in sources.items()}
    return Finding(ENGINE, Status.REFUTED, told, "experiment", evidence, {"runs": 1}, trusted=(trusted,))


def _fields(task: Task, env: ev.Env, c: ev.Context) -> dict[str, str]:
    """The measured numbers that stand in the statement, at this place."""
    found: dict[str, str] = {}
    for node in walk(task.states):
        if node.head != "measured":
            continue
        try:
            words = [f"{name}={_word(argument, env, c)}" for name, argument in node.args[2]]  # type: ignore[misc, str-unpack, union-attr]
            found[f"{node.args[0]}.{node.args[1]}({', '.join(words)})"] = fifteen(_measured(node, env, c))
        except (NoValue, ev.NoRoute):
            continue
    return found


def _word(argument: Any, env: ev.Env, c: ev.Context) -> str:
    return str(argument.args[0]) if argument.head == "word_" else str(ev.value(argument, env, c))


def _short(value: Any) -> str:
    if not isinstance(value, ev.numbers_kinds):
        return str(value)
    rounded = numbers.to_float(value)
    return f"{rounded:.15g}" if 1e-300 < abs(rounded) < 1e300 else fifteen(value)


__all__ = ["ENGINE", "GROUP", "Protocol", "clopper_pearson", "decide"]
