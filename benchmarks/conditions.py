"""Switches off one side condition of the engines or the checker at a time, and asks whether the searches for wrong verdicts notice it.

``python -m benchmarks.conditions [--seconds S] [--only NUMBER ...] [--asked NAME ...] [--out FILE]``: the conditions are those of ``tests/quality/conditions.py``. For each one a
fresh process runs the source without it, and asks the statements that guard it, and then, for about 2 S seconds of processor time, the statements that once went wrong, the systematic ones,
and generated ones with fixed seeds; without any seconds only the statements that guard it are asked. Noticed is a proof of what is untrue, a misjudged instance, evidence that the checker
refuses, or a forged certificate that it confirms, where the program with the condition shows none of it for the same statement.
"""

from __future__ import annotations

import argparse
import gc
import importlib
import importlib.util
import json
import multiprocessing
import sys
import time
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from random import Random
from types import CodeType, FunctionType
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests" / "quality"))

import no_value  # type: ignore[import-not-found]
from conditions import CONDITIONS, ROOT, Condition  # type: ignore[import-not-found]
from generated import statement  # type: ignore[import-not-found]

from benchmarks import generated as g
from benchmarks.forged import NO_MODEL, one_box
from benchmarks.generated import read
from verify import semantics
from verify.claims import Claim, Compare, above, at_least, at_most, between, integers, one_of
from verify.claims.nodes import Node, from_json, to_json
from verify.claims.show import text
from verify.engines import derivation
from verify.engines.task import Finding, Status, Task
from verify.evidence import certificate as certificates
from verify.evidence.checker import numbers as n
from verify.evidence.checker.check import check_data
from verify.evidence.checker.evaluate import Evaluator
from verify.evidence.checker.numbers import Budget

WRONG = ("proved-untrue", "refuted-unfalse", "misjudged", "contradiction", "refused")
FORGED = ("ranges", "boxes", "witness", "derivation", "solver")
GUARDING = tuple(row for name in ("guarding", "guarding_boxes") if importlib.util.find_spec(name) for row in importlib.import_module(name).GUARDING)
SIMPLE = ("0", "1", "-1", "1/2", "2", "-1/2", "3/2", "3", "-2", "5/4")


def _codes(code: CodeType) -> Iterator[CodeType]:
    """The code of all functions of a module, in order."""
    for part in code.co_consts:
        if isinstance(part, CodeType):
            yield part
            yield from _codes(part)


def switch_off(condition: Condition) -> None:
    """All functions of the module that are there get the code of the source without the condition."""
    path = str(ROOT / condition.file)
    source = Path(path).read_text(encoding="utf-8")
    assert source.count(condition.text) == 1, condition
    before, after = (list(_codes(compile(text, path, "exec", dont_inherit=True))) for text in (source, source.replace(condition.text, condition.off)))
    if [c.co_qualname for c in before] != [c.co_qualname for c in after]:  # something inside of a function is gone, and with it what it held
        before, after = ([c for c in codes if "<" not in c.co_qualname] for codes in (before, after))
    new = {(old.co_qualname, old.co_firstlineno): made for old, made in zip(before, after, strict=True)}
    changed = 0
    importlib.import_module(condition.file.removesuffix(".py").replace("/", "."))  # some are loaded when they are asked
    gc.unfreeze()  # papers that were loaded before freeze what is there, functions too
    for function in [f for f in gc.get_objects() if type(f) is FunctionType and f.__code__.co_filename == path]:  # other libraries' stand-ins are not asked what they are
        made = new.get((function.__code__.co_qualname, function.__code__.co_firstlineno))
        if made is not None and made.co_code + repr(made.co_consts).encode() != function.__code__.co_code + repr(function.__code__.co_consts).encode():
            function.__code__ = made
            changed += 1
    assert changed, f"no function holds the condition: {condition.text}"


# --- what is asked ------------------------------------------------------------------------------------------------------------


def _questions(condition: Condition, seconds: float) -> Iterator[tuple[str, Any, dict[str, Any] | None]]:
    """Statements with where they come from, and an instance at which they are untrue, if one is known."""

    asked = condition.asked
    for row in GUARDING:
        if (row.asked, row.text) == (asked, condition.text):
            yield from (("guarding", variant, None if row.at is None else dict(row.at)) for variant in row.claim.variants())
    if not seconds:
        return
    names = {asked} if asked not in FORGED else {"interval", "tightness", "checker", "symbolic"}
    stored = json.loads((ROOT / "tests" / "quality" / "found_statements.json").read_text(encoding="utf-8"))
    for number, row in enumerate(stored["statements"]):
        if number not in stored["open"] and (row["engine"] in names or asked in ("ranges", "boxes", "checker", "evaluator")):
            yield "kept", read(from_json(row["statement"])), None
    if asked == "witness":
        yield from (("systematic", variant, None) for variant in _by_range_alone())
    core = [made for made in no_value.statements() if made.family.startswith("core")]
    rest = [made for made in no_value.statements() if not made.family.startswith("core")]
    Random(0).shuffle(rest)
    until = time.process_time() + 2 * seconds
    for seed, made in enumerate([*core, *rest]):
        if time.process_time() > until:
            break
        yield "systematic", made.variant, made.at
        if seed % 4 == 0 or seed >= len(core):
            (variant,) = statement(Random(f"conditions {seed}")).variants()
            yield "generated", variant, None


def _by_range_alone() -> Iterator[Any]:
    """Statements that are true because of what a range leaves out, and would be false there."""
    x, half = no_value.x, no_value.half
    for where, states in (
        (between(0, 1, open="left"), Compare(x, ">", 0)), (between(0, 1, open="right"), Compare(x, "<", 1)), (between(0, 1, open="both"), Compare(x * (1 - x), ">", 0)), (above(0), Compare(x, "!=", 0)), (at_least(1), Compare(x, ">=", 1)),
        (integers(-3, 3), Compare(x, "!=", half)), (integers(0), Compare(x - half, "!=", 0)), (one_of(0, 2), Compare(x, "!=", 1)), (integers(0, 1), Compare(x, "<=", 1)), (at_most(0), Compare(x, "<=", 0)),
    ):
        yield from Claim("by-range/alone", "by range alone", forall={x: where}, states=states).variants()


def wrong(asked: str, variant: Any, at: dict[str, Any] | None) -> str:
    """What is wrong about the answer; nothing if it is right."""

    if asked in FORGED:
        return _forged(asked, variant, at)
    if at is not None and asked in g.EVALUATORS:
        try:
            with g.guarded(4.0):
                return _misjudged(asked, variant, at)
        except g.TimeUp:
            return ""
    if at is not None and asked not in g.EVALUATORS:
        try:
            with g.guarded(4.0):
                findings = g.ENGINES[asked](variant)
        except (g.TimeUp, Exception):
            return ""
        return "proved-untrue: the systematic instance" if any(str(f.status) == "PROVED" for f in findings) else ""
    failure, _ = g.ask(asked, variant, 4.0, Random(0))
    return f"{failure.kind}: {failure.why}" if failure is not None and failure.kind in WRONG else ""


def _misjudged(asked: str, variant: Any, at: dict[str, Any]) -> str:

    for proposition in (variant.states, *g._bracketed(variant.states, at)):
        answer = g._evaluated(asked, proposition, at)
        if answer != "undecided":
            truths = semantics.judge(Node("all", proposition) if proposition.head in ("implies", "forall") else proposition, at, 4)
            if answer not in truths:
                return f"misjudged: says {answer}, it is {' or '.join(sorted(truths))} at {at}"
    return ""


def _forged(way: str, variant: Any, at: dict[str, Any] | None) -> str:
    """Whether forged evidence for a statement is believed."""

    def confirmed(status: Any, kind: str, evidence: dict[str, Any]) -> bool:
        document = certificates.build(variant, Finding("search", status, "forged", kind, evidence), effort="quick", seed=0)
        return check_data(json.loads(certificates.text(document)), variant.id, Budget(20_000, 600.0)).status == "confirmed"

    def instance() -> str:
        if at is not None:
            return str(at)
        found = g.untrue(variant, Random(0), 60)
        return "" if found is None else f"{found[1]} at {found[0]}"

    try:
        with g.guarded(6.0):
            if way == "ranges":
                return _over_ranges(variant, at)
            if way == "derivation":
                return f"a derivation of what is untrue: {shown}" if isinstance(derivation.of(Task(variant, g.QUICK)), list) and (shown := instance()) else ""
            if way == "boxes":
                believed = bool(variant.forall) and confirmed(Status.PROVED, "boxes", one_box(variant)) and (shown := instance())
                return f"a forged tree of boxes is confirmed: {shown}" if believed else ""
            if way == "solver":
                return f"a forged proof by solvers is confirmed: {shown}" if confirmed(Status.PROVED, "smt", dict(NO_MODEL)) and (shown := instance()) else ""
            names = [str(pattern.args[0]) for pattern, _ in variant.forall]
            for k in range(len(SIMPLE) if names else 0):
                env = {name: SIMPLE[(k + (3 * j if k % 2 else 0)) % len(SIMPLE)] for j, name in enumerate(names)}
                truths = semantics.judge(variant.formula, {name: Fraction(value) for name, value in env.items()}, 1)
                if semantics.FALSE not in truths and confirmed(Status.REFUTED, "witness", {"instance": env}):
                    return f"a forged instance is confirmed: {' or '.join(sorted(truths))} at {env}"
    except g.TimeUp:
        return ""
    except Exception:
        return ""
    return ""


def _over_ranges(variant: Any, at: dict[str, Any] | None) -> str:
    """Whether the checker's evaluator calls a statement true, or false, of a range of numbers that holds an instance at which it is not."""

    for env in [at] if at is not None else list(g.instances(variant, Random(0), 12)):
        goals = (variant.states, *g._bracketed(variant.states, env))
        for reach in (0, 1, Fraction(1, 3)):
            for left, right in ((False, False), (True, False), (False, True)):
                values: dict[str, Any] = {}
                for name, x in env.items():
                    if isinstance(x, float):
                        values[name] = n.Ball(n.MINUS_OO, n.exact(Fraction(2))) if x < 0 else n.Ball(n.exact(Fraction(1, 2)), n.OO)
                    elif reach == 0:
                        values[name] = x
                    else:
                        lo, hi = x - (0 if right else reach), x + (0 if left else reach)
                        values[name] = n.Ball(n.exact(lo).lower(), n.exact(hi).upper(), left and False, False)
                for goal in goals:
                    try:
                        with n.precision(128):
                            answer = Evaluator(n.Budget(6_000, 60.0)).truth(to_json(goal), values)
                    except n.Exhausted:
                        continue
                    if answer == "undecided" or (answer == "no value" and reach):
                        continue
                    truths = semantics.judge(Node("all", goal) if goal.head in ("implies", "forall") else goal, env, 2)
                    if answer not in truths:
                        return f"misjudged over a range: says {answer} of {values}, it is {' or '.join(sorted(truths))} at {env}"
    return ""


# --- processes -------------------------------------------------------------------------------------------------------------------


def _mutant(condition: Condition, seconds: float, pipe: Any) -> None:
    switch_off(condition)

    for source, variant, at in _questions(condition, seconds):
        try:
            why = wrong(condition.asked, variant, at)
        except Exception:
            continue
        if why:
            pipe.send((source, to_json(variant.formula), at, text(variant.formula), why))
            if pipe.recv() == "stop":
                return
    pipe.send(None)


def _control(condition: Condition, formula: Any, at: dict[str, Any] | None, pipe: Any) -> None:
    """The same question of the program with the condition."""
    try:
        pipe.send(wrong(condition.asked, read(from_json(formula)), at))
    except Exception:
        pipe.send("")


def _process(target: Any, *arguments: Any) -> tuple[Any, Any]:
    context = multiprocessing.get_context("fork")
    here, there = context.Pipe()
    child = context.Process(target=target, args=(*arguments, there))
    child.start()
    there.close()
    return child, here


def noticed(condition: Condition, seconds: float) -> tuple[str, str, str] | None:
    """By what a condition that is off is noticed: the source of the statement, the statement, and what is wrong."""
    child, pipe = _process(_mutant, condition, seconds)
    try:
        for _ in range(12):
            if not pipe.poll(30 * seconds + 60):
                return None
            try:
                found = pipe.recv()
            except EOFError:
                return None
            if found is None:
                return None
            source, formula, at, shown, why = found
            other, answers = _process(_control, condition, formula, at)
            try:
                same = answers.recv() if answers.poll(60) else ""
            except EOFError:
                same = ""
            other.kill()
            other.join()
            if not same:
                pipe.send("stop")
                return source, shown, why
            print(f"      (with the condition too: {source}: {shown}: {same[:200]})", flush=True)
            pipe.send("on")
        return None
    finally:
        child.kill()
        child.join()


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.conditions", description="Switches off one side condition at a time and asks whether the searches notice it.")
    parser.add_argument("--seconds", type=float, default=10.0, help="processor time for each of systematic and generated statements")
    parser.add_argument("--only", type=int, nargs="*", help="numbers of conditions")
    parser.add_argument("--asked", nargs="*", help="conditions of these engines, evaluators or ways of forging")
    parser.add_argument("--out", help="a file that takes one JSON line for each condition")
    chosen = parser.parse_args(arguments)
    no_value.statements()
    counts = Counter[str]()
    for number, condition in enumerate(CONDITIONS):
        if (chosen.only and number not in chosen.only) or (chosen.asked and condition.asked not in chosen.asked):
            continue
        started = time.time()
        found = noticed(condition, chosen.seconds)
        by = found[0] if found else "needless" if condition.needless else "not noticed"
        counts[by] += 1
        print(f"{number:3d} {by:12s} {condition.asked:10s} {condition.file}: {condition.guards}  [{time.time() - started:.0f} s]", flush=True)
        if found:
            print(f"      {found[1][:220]}: {found[2][:220]}", flush=True)
        if chosen.out:
            with Path(chosen.out).open("a", encoding="utf-8") as file:
                file.write(json.dumps({"number": number, "file": condition.file, "guards": condition.guards, "by": by, "statement": found[1] if found else "", "why": found[2] if found else ""}) + "\n")
    noticed_ones = sum(count for by, count in counts.items() if by in ("guarding", "kept", "systematic", "generated"))
    of = sum(counts.values()) - counts["needless"]
    print(", ".join(f"{by} {count}" for by, count in counts.items()) + f": {noticed_ones} of {of} conditions are noticed")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
