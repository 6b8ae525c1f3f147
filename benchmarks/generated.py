"""Searches for wrong verdicts: generated statements, every engine by itself, the whole run, and the checker, held against the reference semantics.

``python -m benchmarks.generated --hours H --seed N [--engine NAME ...] [--in-turn] [--first N] [--limit SECONDS] [--out FILE]``: statements come from ``tests/quality/generated.py``; each engine is
asked under a guard of a few seconds; with ``--in-turn`` each statement is asked of one engine alone, so that twenty times as many statements are asked. What is recorded, one JSON line for each family: a proof of what is false or has no value at an instance of the domain, a refutation at
an instance where the statement is not false, evidence that the checker refuses, a crash. Each is shrunk to a small statement first.
"""

from __future__ import annotations

import argparse
import json
import math
import re
import signal
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

from flint import fmpq
from sympy.core import random as sympy_random

from benchmarks import forged
from verify import semantic_ranges, semantics
from verify.claims import Claim, ClaimError
from verify.claims.claim import Variant
from verify.claims.nodes import Node, free_names, from_json, number, pattern_names, substitute, to_json, walk
from verify.claims.show import text
from verify.engines import existential, interval, members, replies, search, smt, symbolic, tightness, valleys
from verify.engines.evaluate import holds
from verify.engines.task import EFFORTS, Finding, Status, Task
from verify.evidence import certificate as certificates
from verify.evidence.checker import numbers as checked
from verify.evidence.checker.check import check_data
from verify.evidence.checker.evaluate import Evaluator
from verify.evidence.checker.numbers import Budget
from verify.evidence.verdict import Contradiction
from verify.quantities import enclosures
from verify.run.certify import decide as certify
from verify.run.decide import ENGINE_WORK, Settings, run_variant

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests" / "quality"))

from generated import never, statement  # type: ignore[import-not-found]

QUICK = replace(EFFORTS["quick"], boxes=20, work=800, guard_seconds=5)
CHECKS = 60_000
"""Steps of the checker for one certificate."""


class TimeUp(BaseException):
    """The guard of one question; no engine may take it for an error of its own."""


@contextmanager
def guarded(seconds: float) -> Iterator[None]:
    """Ends what stands in the block after so much processor time."""
    def ring(*_: Any) -> None:
        raise TimeUp

    before = signal.signal(signal.SIGPROF, ring)
    signal.setitimer(signal.ITIMER_PROF, seconds, 1.0)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def _within(engine: Callable[[Task], Finding | None]) -> Callable[[Variant], list[Finding]]:
    """An engine by itself, under the allowance that a run gives it."""

    def ask(variant: Variant) -> list[Finding]:
        enclosures.forget()
        sympy_random.seed(0)
        try:
            with enclosures.allowance(QUICK.work + min(ENGINE_WORK.get(engine, 8_000), 8_000)):
                found = engine(Task(variant, QUICK))
        except enclosures.OutOfWork:
            return []
        return [] if found is None else [found]

    return ask


def _certified(variant: Variant) -> list[Finding]:
    """What ``claimcheck certify`` asks, for plain inequalities."""
    if variant.states.head != "compare" or variant.states.args[1] in ("==", "!="):
        return []
    with enclosures.allowance(40_000):
        try:
            return certify(Task(variant, replace(QUICK, boxes=60)))
        except enclosures.OutOfWork:
            return []


def _run(variant: Variant) -> list[Finding]:
    """The whole run; its row and certificate are taken as one finding."""
    row, document, errors = run_variant(variant, Settings(effort="quick"))
    if errors:
        raise RuntimeError(errors[0]["message"])
    if row["status"] not in ("PROVED", "REFUTED"):
        return []
    if document is None:
        return [Finding("run", Status(row["status"]), row["summary"])]
    return [Finding("run", Status(row["status"]), row["summary"], document["kind"], document["evidence"])]


ENGINES: dict[str, Callable[[Variant], list[Finding]]] = {
    "glance": _within(search.glance), "symbolic": _within(symbolic.decide), "interval": _within(interval.decide), "tightness": _within(lambda task: tightness.prove(task, 30)), "members": _within(members.decide),
    "existential": _within(existential.decide), "replies": _within(replies.decide), "valleys": _within(valleys.decide), "smt": _within(smt.decide), "search": _within(search.decide),
    "certify": _certified, "run": _run,
}
EVALUATORS = ("evaluator", "checker")
"""Asked about single instances: how engines and the checker evaluate a proposition."""
FORGER = "forger"
"""Offers the checker evidence that proves nothing."""
RARELY = {"run": 8, "certify": 3, "search": 3}
"""Engines that are asked about one statement in so many, since they are dear or ask others of the list."""
TURNS = ("interval", "symbolic", "tightness", "glance", "smt", "search", "interval", "members", "tightness", "evaluator", "glance", "interval", "search", "tightness", "checker",
         "members", "interval", "symbolic", "glance", "tightness", "replies", "smt", "search", "interval", "evaluator", "tightness", "members", FORGER, "checker", "run")
"""The engines in turn; those that answer quickly come more often."""


# --- instances ------------------------------------------------------------------------------------------------------------

COMMON: tuple[semantic_ranges.End, ...] = tuple(map(Fraction, (0, 1, -1, 2, -2, 3, "1/2", "-1/2", "1/3", "3/2", 5, -3, 10, "-7/3", 1000, -1000, "1/1000000", "-1/1000000", 10**12, "99/100")))


def instances(variant: Variant, r: Random, most: int) -> Iterator[dict[str, semantic_ranges.End]]:
    """Exact instances of the domain: ends of ranges, ends that depend on other names, small numbers, numbers that the statement mentions, and what lies beside these."""
    mentioned = {Fraction(str(n.args[0])) for part in (*[w for _, w in variant.forall], *variant.given, variant.states) for n in walk(part) if n.head == "num" and "oo" not in str(n.args[0])}
    special = sorted({x for m in mentioned if abs(m) < 10**6 for x in (m, -m, m + 1, m - 1)})
    whole = sorted(x for x in mentioned if x.denominator == 1 and 0 < abs(x) <= 200)
    special += [x / m for x in whole for m in (2, 4, 8, 16, 64) if m in whole and x % 2]
    names = [(str(pattern.args[0]), where) for pattern, where in variant.forall]

    def candidates(where: Node, env: dict[str, semantic_ranges.End]) -> list[semantic_ranges.End]:
        while where.head == "unstated":
            where = where.args[0]  # type: ignore[assignment]
        reader = semantics.Reader(0)
        known = {name: semantic_ranges.point(x) for name, x in env.items()}
        try:
            ends = [v.lo for v in reader.values(tuple(a for a in where.args if isinstance(a, Node)), known) if v.exact]
        except (semantic_ranges.NoValue, semantics.CannotTell):
            return []
        found: list[semantic_ranges.End] = list(ends)
        for e in ends:
            if abs(e) != math.inf:
                found += [e + d for d in (Fraction(1, 10**9), Fraction(-1, 10**9), Fraction(1, 3), Fraction(-1, 3), 1, -1)]
        if len(ends) == 2 and all(abs(e) != math.inf for e in ends):
            found.append((Fraction(ends[0]) + Fraction(ends[1])) / 2)
        found += [*COMMON, *special, *env.values(), *(-v for v in env.values()), *(v + d for v in env.values() for d in (1, -1)), math.inf, -math.inf]
        if where.head == "integers":
            found += [Fraction(math.ceil(e)) for e in found if abs(e) != math.inf]
        good: list[semantic_ranges.End] = []
        for x in found:
            if x not in good and reader.member(Node("var", "_"), where, {**known, "_": semantic_ranges.point(x)}) == {semantics.TRUE}:
                good.append(x)
        return good

    def below(k: int, env: dict[str, semantic_ranges.End], room: int) -> Iterator[dict[str, semantic_ranges.End]]:
        if k == len(names):
            yield env
            return
        values = candidates(names[k][1], env)
        first, rest = values[:4], values[4:]
        r.shuffle(rest)
        values = first + rest
        each = max(1, room // max(1, min(len(values), 12))) if k + 1 < len(names) else 1
        for x in values[: room if k + 1 == len(names) else 12 if room > 12 else room]:
            yield from below(k + 1, {**env, names[k][0]: x}, each)

    for count, env in enumerate(below(0, {}, most)):
        if count >= 2 * most:
            return
        yield env


def untrue(variant: Variant, r: Random, most: int = 120) -> tuple[dict[str, semantic_ranges.End], str] | None:
    """An instance of the domain at which the statement is not true, and what it is there."""
    formula = variant.formula
    open_ones: list[dict[str, semantic_ranges.End]] = []
    for env in instances(variant, r, most):
        truths = semantics.judge(formula, env, 1)
        if not truths & {semantics.TRUE, semantics.OUTSIDE}:
            return env, " or ".join(sorted(truths))
        if len(truths) > 1:
            open_ones.append(env)
    for env in open_ones[:10]:
        truths = semantics.judge(formula, env, 3)
        if not truths & {semantics.TRUE, semantics.OUTSIDE}:
            return env, " or ".join(sorted(truths))
    return None


# --- one question -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Failure:
    """What is wrong about an answer. ``kind``: proved-untrue, refuted-unfalse, misjudged, refused, crash, contradiction, slow."""

    engine: str
    kind: str
    why: str
    instance: dict[str, str] = field(default_factory=dict)
    truth: str = ""
    confirmed: str = ""
    certificate: str = ""
    summary: str = ""

    @property
    def rough(self) -> tuple[str, str, str, str]:
        """Failures that look alike before they are shrunk."""
        return (self.engine, self.kind, self.certificate, re.sub(r"[^a-z ]", "", re.sub(r"'.*?'|\S*[\d=]\S*", "", self.why.lower()))[:60])


def ask(engine: str, variant: Variant, seconds: float, r: Random) -> tuple[Failure | None, str]:
    """What is wrong about the answer of one engine to one statement, if anything, and the answer."""
    try:
        with guarded(seconds):
            if engine in EVALUATORS:
                failure = misjudged(engine, variant, r)
                return failure, "agrees" if failure is None else "misjudged"
            if engine == FORGER:
                return confirmed_untruth(variant)
            findings = ENGINES[engine](variant)
    except TimeUp:
        return Failure(engine, "slow", f"more than {seconds} s"), "slow"
    except Contradiction as error:
        return Failure(engine, "contradiction", str(error)[:300]), "contradiction"
    except Exception as error:
        at = error.__traceback__
        while at is not None and at.tb_next is not None:
            at = at.tb_next
        place = "" if at is None else f"{Path(at.tb_frame.f_code.co_filename).name} {at.tb_frame.f_code.co_name}"
        return Failure(engine, "crash", f"{type(error).__name__} in {place}: {str(error)[:200]}"), "crash"
    finding = next((f for f in findings if f.status in (Status.PROVED, Status.REFUTED)), None)
    if finding is None:
        return None, "undecided"
    status = str(finding.status)
    confirmed, why = "no certificate", ""
    if finding.kind:
        document = certificates.build(variant, finding, effort="quick", seed=0)
        try:
            with guarded(4 * seconds):
                outcome = check_data(json.loads(certificates.text(document)), variant.id, Budget(CHECKS, 600.0))
            confirmed, why = outcome.status, outcome.why
        except TimeUp:
            confirmed = "slow"
    common = {"confirmed": confirmed, "certificate": finding.kind, "summary": finding.summary[:200]}
    try:
        with guarded(6 * seconds):
            if finding.status is Status.PROVED:
                found = untrue(variant, r)
                if found is not None:
                    instance = {name: str(value).replace("inf", "oo") for name, value in found[0].items()}
                    return Failure(engine, "proved-untrue", f"{found[1]} at {instance}", instance, found[1], **common), status
            elif finding.kind == "witness":
                failure = _unfalse(engine, variant, finding, common)
                if failure is not None:
                    return failure, status
    except TimeUp:
        return None, "reference too slow"
    if confirmed == "refused" and "steps" not in why and "budget" not in why:
        return Failure(engine, "refused", f"{status} by {finding.kind}: {why.partition(': ')[2][:200]}", **common), status
    return None, status


def confirmed_untruth(variant: Variant) -> tuple[Failure | None, str]:
    """Whether the checker confirms evidence that proves nothing of what is not so."""
    r = Random(variant.digest)
    told = "refused"
    for offer in forged.offers(variant, r, lambda engine, near: ENGINES[engine](near), instances(variant, r, 4), plausible):
        finding = offer.finding()
        document = certificates.build(variant, finding, effort="quick", seed=0)
        if check_data(json.loads(certificates.text(document)), variant.id, Budget(CHECKS // 4, 60.0)).status != "confirmed":
            continue
        told = f"confirmed {offer.status}"
        common = {"confirmed": "confirmed", "certificate": offer.kind}
        if offer.status is Status.REFUTED:
            failure = _unfalse(FORGER, variant, finding, common) if offer.kind == "witness" else None
        else:
            found = untrue(variant, r)
            instance = {} if found is None else {name: str(value).replace("inf", "oo") for name, value in found[0].items()}
            failure = None if found is None else Failure(FORGER, "proved-untrue", f"{found[1]} at {instance}", instance, found[1], **common)
        if failure is not None:
            return failure, told
    return None, told


def misjudged(which: str, variant: Variant, r: Random) -> Failure | None:
    """Whether an evaluator says of a proposition at an instance what it cannot be."""
    for env in list(instances(variant, r, 8)):
        for proposition in (variant.states, *variant.given, *_bracketed(variant.states, env)):
            answer = _evaluated(which, proposition, env)
            if answer == "undecided":
                continue
            truths = semantics.judge(Node("all", proposition) if proposition.head in ("implies", "forall") else proposition, env, 2)
            if answer not in truths:
                instance = {name: str(value).replace("inf", "oo") for name, value in env.items()}
                where = "" if proposition is variant.states else f" (the hypothesis {text(proposition)})"
                return Failure(which, "misjudged", f"says {answer}, it is {' or '.join(sorted(truths))} at {instance}{where}", instance, " or ".join(sorted(truths)), certificate=answer)
    return None


def _bracketed(states: Node, env: dict[str, semantic_ranges.End]) -> Iterator[Node]:
    """Comparisons of the sides of a comparison with the ends between which the reference puts their values."""
    if states.head == "compare":
        for side in (states.args[0], states.args[2]):
            try:
                value = semantics.Reader(1).value(side, {name: semantic_ranges.point(x) for name, x in env.items()})  # type: ignore[arg-type]
            except (semantic_ranges.NoValue, semantics.CannotTell):
                continue
            for relation, end in (("<=", value.hi), (">=", value.lo)):
                if abs(end) != math.inf and max(abs(Fraction(end).numerator), Fraction(end).denominator) < 10**40:
                    yield Node("compare", side, relation, number(Fraction(end)))


def _evaluated(which: str, proposition: Node, env: dict[str, semantic_ranges.End]) -> str:
    """The truth of a proposition by the evaluator of the engines, or of the checker."""
    if which == "evaluator":
        with enclosures.allowance(2_000):
            return str(holds(proposition, {name: x if isinstance(x, float) else fmpq(x.numerator, x.denominator) for name, x in env.items()})[0].value)
    infinite = {math.inf: checked.INFINITY, -math.inf: checked.MINUS_INFINITY}
    values = {name: infinite[x] if isinstance(x, float) else x for name, x in env.items()}
    try:
        with checked.precision(128):
            return str(Evaluator(Budget(20_000, 60.0)).truth(to_json(proposition), values))
    except checked.Exhausted:
        return "undecided"


def _unfalse(engine: str, variant: Variant, finding: Finding, common: dict[str, Any]) -> Failure | None:
    """Whether the instance of a refutation lies outside, or the statement is true or without value there."""
    env: dict[str, semantic_ranges.End] = {}
    for name, stored in json.loads(json.dumps(finding.evidence["instance"], default=str)).items():
        try:
            value = semantics.Reader(2).value(from_json(stored), {})
        except (semantic_ranges.NoValue, semantics.CannotTell, ClaimError):
            return None
        if not value.exact:
            return None
        env[name] = value.lo
    if {name for pattern, _ in variant.forall for name in pattern_names(pattern)} - set(env):
        return None
    truths = semantics.judge(variant.formula, env)
    if semantics.FALSE in truths:
        return None
    instance = {name: str(value).replace("inf", "oo") for name, value in env.items()}
    return Failure(engine, "refuted-unfalse", f"{' or '.join(sorted(truths))} at {instance}", instance, " or ".join(sorted(truths)), **common)


# --- shrinking ----------------------------------------------------------------------------------------------------------------

PROPOSITIONS = frozenset({"compare", "all", "any", "not", "implies", "iff", "member", "forall", "exists"})
SETS = frozenset({"interval", "integers", "one_of", "unstated"})


def size(variant: Variant) -> tuple[int, int]:
    parts = [*(w for _, w in variant.forall), *variant.given, variant.states]
    nodes = [n for part in parts for n in walk(part)]
    return len(nodes) + 2 * len(variant.forall), sum(len(str(n.args[0])) + (n.args[0] not in ("0", "1")) for n in nodes if n.head == "num") + sum("open" in n.args for n in nodes if n.head == "interval")


def smaller(variant: Variant) -> Iterator[Variant]:
    """Statements with something left out."""
    for k in range(len(variant.given)):
        yield replace(variant, given=variant.given[:k] + variant.given[k + 1 :])
    for k, (name, _) in enumerate(variant.forall):
        for value in ("0", "1", "2", "-1"):
            values = {str(name.args[0]): number(value)}
            rest = tuple((p, substitute(w, values)) for p, w in variant.forall[:k] + variant.forall[k + 1 :])
            yield replace(variant, forall=rest, given=tuple(substitute(g, values) for g in variant.given), states=substitute(variant.states, values))
    for made in _smaller(variant.states):
        yield replace(variant, states=made)
    for k, hypothesis in enumerate(variant.given):
        for made in _smaller(hypothesis):
            yield replace(variant, given=(*variant.given[:k], made, *variant.given[k + 1 :]))
    for k, (name, where) in enumerate(variant.forall):
        for made in _smaller(where):
            yield replace(variant, forall=(*variant.forall[:k], (name, made), *variant.forall[k + 1 :]))


def _sort(node: Node) -> str:
    return "proposition" if node.head in PROPOSITIONS else "set" if node.head in SETS else "term"


def _smaller(node: Node) -> Iterator[Node]:
    sort = _sort(node)
    inside = [n for n in walk(node) if n is not node and _sort(n) == sort]
    yield from inside[:12]
    if sort == "term" and node.head not in ("num", "var"):
        yield from (number(0), number(1))
    if sort == "term" and node.head == "num" and node.args[0] not in ("0", "1", "oo", "-oo"):
        yield from (number(0), number(1), number(2))
    if sort == "proposition" and node != Node("all"):
        yield from (Node("all"), Node("any"))
    if node.head == "interval":
        lo, hi, left, right = node.args
        yield from (Node("interval", lo, hi, a, b) for a, b in (("closed", right), (left, "closed")) if (a, b) != (left, right) and lo not in (number("-oo"),) and hi not in (number("oo"),))
    if node.head in ("all", "any", "add", "mul", "max", "min", "one_of") and len(node.args) > 1:
        for k in range(len(node.args)):
            rest = node.args[:k] + node.args[k + 1 :]
            if len(rest) > 1 or node.head in ("all", "any", "one_of"):  # a part alone is among the parts inside
                yield Node(node.head, *rest)
    for k, part in enumerate(node.args):
        if isinstance(part, Node):
            for made in _smaller(part):
                yield Node(node.head, *node.args[:k], made, *node.args[k + 1 :])
        elif isinstance(part, tuple) and node.head in ("sup", "inf", "sum", "prod", "forall", "exists"):
            for j, (name, where) in enumerate(part):  # type: ignore[misc]
                for made in _smaller(where):  # type: ignore[arg-type]
                    yield Node(node.head, (*part[:j], (name, made), *part[j + 1 :]), *node.args[k + 1 :])


def plausible(variant: Variant) -> Variant | None:
    """The statement as a claim of its own, if it is one."""
    try:
        given = variant.given
        if not given and variant.states.head == "implies" and isinstance(variant.states.args[0], Node) and variant.states.args[0].head == "all":
            given = (Node("all"),)
        states = Node("all", variant.states) if variant.states.head == "iff" else variant.states
        (made,) = Claim(variant.id, "generated", forall=dict(variant.forall), given=given, states=states).variants()
    except (ClaimError, ValueError, TypeError, AttributeError):
        return None
    known: set[str] = set()
    for pattern, where in made.forall:
        if free_names(where) - known:
            return None
        known |= set(pattern_names(pattern))
    return None if free_names(made.states).union(*map(free_names, made.given)) - known or any(never(w) for _, w in made.forall) else made


def shrunk(variant: Variant, failure: Failure, seconds: float, r: Random, budget: float) -> tuple[Variant, Failure]:
    """The smallest statement found that fails in the same way."""
    until = time.process_time() + budget
    tried: set[str] = set()
    better = True
    while better and time.process_time() < until:
        better = False
        for candidate in smaller(variant):
            if time.process_time() > until:
                break
            made = plausible(candidate)
            if made is None or size(made) >= size(variant) or made.digest in tried:
                continue
            tried.add(made.digest)
            found, _ = ask(failure.engine, made, seconds, r)
            if found is not None and (found.kind, found.certificate) == (failure.kind, failure.certificate) and (failure.kind not in ("crash", "refused") or found.rough == failure.rough):
                variant, failure, better = made, found, True
                break
    return variant, failure


# --- the campaign -----------------------------------------------------------------------------------------------------------------


def read(formula: Node) -> Variant:
    """A closed formula ``forall over: body`` as a statement; a premise ``all(...)`` states hypotheses."""
    over: Any = formula.args[0] if formula.head == "forall" else ()
    body = formula.args[1] if formula.head == "forall" else formula
    assert isinstance(body, Node)
    given: tuple[Any, ...] = ()
    if body.head == "implies" and isinstance(body.args[0], Node) and body.args[0].head == "all":
        given, body = body.args[0].args or (Node("all"),), body.args[1]  # type: ignore[assignment]
    return replace(Claim("generated/again", "generated", states=Node("all")).variants()[0], forall=over, given=given, states=body)  # type: ignore[arg-type]


def again(stored: str, engines: list[str], seconds: float) -> None:
    """Ask the engines about one stored statement, and say what they answer."""
    variant = read(from_json(json.loads(stored)))
    print(text(variant.formula))
    found = untrue(variant, Random(0))
    print("reference:", "true wherever it was looked at" if found is None else f"{found[1]} at { {name: str(x) for name, x in found[0].items()} }")
    for engine in engines:
        failure, answer = ask(engine, variant, seconds, Random(0))
        if failure is not None or answer not in ("undecided", "agrees"):
            print(f"{engine}: {answer}" + ("" if failure is None else f"  WRONG {failure.kind} [{failure.certificate}, checker: {failure.confirmed}] {failure.why}"))


def family(variant: Variant, failure: Failure) -> str:
    """Failures of one kind whose smallest statements differ only in numbers and names."""
    if failure.kind in ("refused", "crash"):
        return "|".join(failure.rough[1:])
    shown = re.sub(r"-?\d+(/\d+)?", "c", text(variant.formula))
    return f"{failure.kind}|{failure.certificate}|{shown}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hours", type=float, default=0.05)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--engine", action="append", choices=[*ENGINES, *EVALUATORS, FORGER], help="only these engines; by default all")
    parser.add_argument("--in-turn", action="store_true", help="each statement is asked of one engine, in turn")
    parser.add_argument("--first", type=int, default=0, help="the number of the first statement, to go on where a campaign ended")
    parser.add_argument("--limit", type=float, default=3.0, help="seconds for one engine and one statement")
    parser.add_argument("--shrink", type=float, default=20.0, help="seconds for shrinking one failure")
    parser.add_argument("--out", type=Path)
    parser.add_argument("--statement", help="a stored statement (the field of a line of the file): what every engine answers")
    options = parser.parse_args()
    if options.statement:
        again(options.statement, options.engine or [*ENGINES, *EVALUATORS, FORGER], options.limit)
        return
    start, last = time.monotonic(), time.monotonic()
    counts: Counter[str] = Counter()
    rough: Counter[Any] = Counter()
    families: dict[str, int] = {}
    engines = options.engine or [*ENGINES, *EVALUATORS, FORGER]
    index = options.first
    while time.monotonic() - start < 3600 * options.hours:
        r = Random(f"{options.seed}/{index}")
        (variant,) = statement(r, f"generated/s{options.seed}-{index}").variants()
        index += 1
        counts["statements"] += 1
        decided = False
        for engine in [TURNS[index % len(TURNS)]] if options.in_turn else engines:
            if not options.engine and not options.in_turn and index % RARELY.get(engine, 1):
                continue
            counts[f"asked {engine}"] += 1
            failure, answer = ask(engine, variant, options.limit * (4 if engine == "run" else 1), r)
            counts[f"{engine} {answer}"] += 1
            decided = decided or answer in ("PROVED", "REFUTED")
            if failure is None:
                continue
            counts[failure.kind] += 1
            if failure.kind == "slow":
                if options.out and rough["slow", engine] < 20:
                    rough["slow", engine] += 1
                    _append(options.out, variant, failure, "slow", options.seed, index)
                continue
            rough[failure.rough] += 1
            if rough[failure.rough] > 2 and index % 200:
                continue
            small, found = shrunk(variant, failure, options.limit * (4 if engine == "run" else 1), r, options.shrink)
            name = family(small, found)
            families[name] = families.get(name, 0) + 1
            if families[name] == 1:
                print(f"{found.engine} {found.kind} [{found.certificate}, checker: {found.confirmed}]: {text(small.formula)}\n    {found.why}\n    {found.summary}", flush=True)
                if options.out:
                    _append(options.out, small, found, name, options.seed, index)
        counts["decided by some engine"] += decided
        if time.monotonic() - last > 60:
            last = time.monotonic()
            report(counts, families, start)
    report(counts, families, start)


def _append(out: Path, variant: Variant, failure: Failure, name: str, seed: int, index: int) -> None:
    row = {"engine": failure.engine, "kind": failure.kind, "statement": to_json(variant.formula), "shown": text(variant.formula), "why": failure.why, "instance": failure.instance, "truth": failure.truth,
           "certificate": failure.certificate, "checker": failure.confirmed, "summary": failure.summary, "family": name, "seed": seed, "index": index}
    with out.open("a", encoding="utf-8") as file:
        file.write(json.dumps(row, ensure_ascii=False) + "\n")


def report(counts: Counter[str], families: dict[str, int], start: float) -> None:
    minutes = (time.monotonic() - start) / 60
    print(f"-- {minutes:.1f} min, {counts['statements'] / minutes:.0f} statements/min, {counts['decided by some engine']} decided, {len(families)} families: "
          + ", ".join(f"{key} {value}" for key, value in sorted(counts.items()) if not key.endswith((" undecided", " agrees")) and not key.startswith("asked")), flush=True)


if __name__ == "__main__":
    main()
