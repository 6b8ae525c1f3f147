"""The re-check: a certificate file is confirmed or refused, from the file alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from verify.evidence.checker import (
    bounds,
    boxes,
    contact,
    counts,
    defined,
    duality,
    earlier,
    existential,
    experiment,
    finite_sums,
    identity,
    impossible,
    induction,
    interpolation,
    lemmas,
    linear,
    logarithms,
    members,
    mixtures,
    narrowing,
    replies,
    rolle,
    solution,
    solver,
    statistical,
    vacuous,
    valleys,
    worst_pairs,
)
from verify.evidence.checker import sorts as sorts_
from verify.evidence.checker.certificate import (
    Certificate,
    agrees,
    check_sides,
    check_values,
    comparisons,
    decided,
    decimal,
    read,
    show,
)
from verify.evidence.checker.evaluate import Evaluator, gather
from verify.evidence.checker.formula import (
    LARGEST_FILE,
    Malformed,
    Refused,
    argument,
    entries,
    head,
    load,
    names,
    same,
    stated,
    validate,
    word,
)
from verify.evidence.checker.kinds import KINDS, confirm
from verify.evidence.checker.membership import contains
from verify.evidence.checker.numbers import Budget, Exhausted, NoValue, Undecided, precision
from verify.evidence.checker.ranges import sets_valued
from verify.evidence.checker.truth import FALSE, NO_VALUE, TRUE, UNDECIDED, Env

LADDER = ((128, 6), (128, 50), (128, 400), (256, 1000), (512, 2000), (1024, 4000))
"""Bits of the enclosures and cells of the brackets of transport costs: what is not decided is tried again with more."""


@dataclass(frozen=True)
class Outcome:
    """What the re-check says of one file. ``status`` is ``confirmed``, ``refused``, or ``conditional`` where a proof rests on other statements of the papers; ``trusted`` lists what was taken on trust."""

    status: str
    name: str
    why: str
    trusted: tuple[str, ...] = ()
    proves: tuple[str, str] | None = None
    """What it proves, if its premises are proved: id, part and reading with ``|`` between them, and the digest."""
    premises: tuple[tuple[str, str], ...] = ()
    """The other statements that a conditional proof rests on, named alike."""


def check_file(path: str | Path, records: Sequence[Path] = ()) -> Outcome:
    """Re-check one certificate. A refusal names the file and says what differs; nothing in a file raises an error."""
    path = Path(path)
    try:
        if path.stat().st_size > LARGEST_FILE:
            raise Malformed(f"a certificate has at most {LARGEST_FILE} bytes, got {path.stat().st_size}")
        data = load(path.read_text(encoding="utf-8"))
        _named_alike(data, path.stem)
        return check_data(data, path.name, records=records)
    except (OSError, UnicodeDecodeError) as error:
        return Outcome("refused", path.name, _line(path.name, f"cannot be read: {type(error).__name__}"))
    except Malformed as error:
        return Outcome("refused", path.name, _line(path.name, str(error)))


def _named_alike(data: Any, stem: str) -> None:
    """A file named like a certificate, ``paper__item__part__reading``, is that of these. Raises Malformed."""
    parts = stem.split("__")
    if len(parts) == 4 and isinstance(data, dict):
        stored = [*str(data.get("claim")).split("/", 1), str(data.get("part")), str(data.get("reading"))]
        if stored != parts:
            raise Malformed(f"the file is named for {' '.join(parts)[:200]}, it speaks of {' '.join(stored)[:200]}")


def check_folder(path: str | Path, records: Sequence[Path] = ()) -> list[Outcome]:
    """Re-check every ``*.json`` file of a folder, in the order of their names."""
    return settled([check_file(file, records) for file in sorted(Path(path).glob("*.json"))])


def freshness(certificate: dict[str, Any], installed_digest: Callable[[str, str, str], str | None]) -> str:
    """``fresh``, ``stale`` or ``claim not installed``; the caller looks up the digest of the installed (claim, part, reading)."""
    installed = installed_digest(
        str(certificate.get("claim")), str(certificate.get("part")), str(certificate.get("reading"))
    )
    if installed is None:
        return "claim not installed"
    return "fresh" if installed == certificate.get("digest") else "stale"


def check_data(data: Any, name: str, budget: Budget | None = None, records: Sequence[Path] = ()) -> Outcome:
    """Re-check a parsed certificate; ``budget`` bounds the work, ``records`` are folders with records of experiments besides those that packages ship."""
    budget = budget or Budget()
    try:
        certificate = read(data)
        trusted, premises = _judge(certificate, budget, records)
    except (Malformed, Refused, Exhausted) as error:
        return Outcome("refused", name, _line(name, str(error)))
    except RecursionError:
        return Outcome("refused", name, _line(name, "a formula is nested too deep"))
    except Exception as error:  # a file must never crash the checker, whatever stands in it
        return Outcome(
            "refused", name, _line(name, f"the certificate cannot be evaluated, a part of it does not have the form that it should ({type(error).__name__}: {error})")
        )
    what, told = certificate.status.lower(), tuple(sorted(trusted))
    proves = (earlier.key(certificate), certificate.digest) if certificate.status == "PROVED" else None
    if premises:
        return Outcome("conditional", name, f"{name}: {what} by {certificate.kind} if {earlier.told(sorted(premises))}", told, proves, tuple(sorted(premises.items())))
    return Outcome("confirmed", name, f"{name}: {what} again by {certificate.kind}", told, proves)


def settled(outcomes: Sequence[Outcome], beside: Sequence[Outcome] = ()) -> list[Outcome]:
    """The same outcomes, where conditional proofs are confirmed as far as what they rest on is proved, here or by the outcomes ``beside``: first from what is proved without conditions, then from
    this as well, and so on, so that no proof rests on itself."""
    every = (*outcomes, *beside)
    trusted = {one.proves: one.trusted for one in every if one.status == "confirmed" and one.proves is not None}
    waiting = [(one.proves, one) for one in every if one.status == "conditional" and one.proves is not None]
    while new := [(key, one) for key, one in waiting if key not in trusted and all(premise in trusted for premise in one.premises)]:
        for key, one in new:
            trusted[key] = tuple(sorted({*one.trusted, *(text for premise in one.premises for text in trusted[premise])}))
    return [_settled(one, trusted) if one.status == "conditional" else one for one in outcomes]


def _settled(one: Outcome, trusted: Mapping[tuple[str, str], tuple[str, ...]]) -> Outcome:
    """A conditional proof, where the keys of ``trusted`` are all that is proved."""
    lacking = [key for key, digest in one.premises if (key, digest) not in trusted]
    if lacking or one.proves is None:
        return replace(one, why=f"{one.why}; {earlier.told(lacking)} not proved here")
    return replace(one, status="confirmed", why=one.why.replace(" if ", " since ", 1), trusted=trusted[one.proves])


def _line(name: str, text: str) -> str:
    return f"{name}: {' '.join(text.split())[:400]}"


def _judge(c: Certificate, budget: Budget, records: Sequence[Path]) -> tuple[set[str], dict[str, str]]:
    """Run the check of the certificate's kind with more and more bits until it is decided: what is taken on trust, and the other statements that it rests on."""
    why = "undecided"
    before = 0
    for bits, cells in LADDER:
        if bits == before and not budget.coarse:  # finer brackets would change nothing
            continue
        before, budget.cells, budget.coarse = bits, cells, False
        with precision(bits):
            e = Evaluator(budget, _inner(c))
            e.records, e.outermost = tuple(records), c.evidence
            e.by_name = isinstance(c.evidence.get("inner"), dict)
            try:
                _domain(c, e)
                trusted = confirm(c, e)
            except (Undecided, NoValue) as error:
                why = str(error)
                continue
            by_name = isinstance(c.evidence.get("inner"), dict)  # binders of the same names share what is stored
            stored = {key: frozenset(values) if by_name else key for key, values in e.witnesses.items()}
            if set(stored.values()) - {stored[key] for key in e.used}:
                raise Refused("an inner witness is stored where none is needed")
            return trusted | e.notes, e.premises
    raise Refused(f"cannot be decided with {LADDER[-1][0]} bits: {why}")


def _domain(c: Certificate, e: Evaluator) -> None:
    """What is proved for all values of the outermost names is said over sets that have values: over one that has none nothing is. Refused where that is not seen."""

    def by_sorts(k: int, where: Any) -> bool:
        place, sorts = stated(where), sorts_.Sorts.over(c.over[:k])
        if head(place) == "equals" and head(sorts.of(place[1])) == "laws":
            return not sorts.conditions(place[1]) and sorts_.settled(argument(place, 1), sorts, sorts.finite, lambda p: False)
        return sorts_.has_value(where, c.over[:k])

    if c.status == "PROVED" and c.over and not sets_valued(e, c.statement, {}, None, by_sorts):
        raise Refused("a set of the outermost names is not known to have a value")


def _inner(c: Certificate) -> dict[int, dict[str, Any]]:
    """Stored witnesses of inner binders by the identity of the binder.

    ``evidence.inner`` gives values by name, for the binders of these names in the conclusion and the hypotheses; or it is a list of ``path``
    (JSON indices from the statement to one binder) and ``values``.
    """
    stored = c.evidence.get("inner", [])
    found: dict[int, dict[str, Any]] = {}
    if isinstance(stored, dict):
        _named(stored, list(stored), "evidence.inner")
        for binder in (b for part in (c.goal, *c.hypotheses) for b in _binders(part)):
            wanted = [name for pattern, _ in entries(binder) for name in names(pattern)]
            if set(wanted) <= set(stored):
                found[id(binder)] = {name: stored[name] for name in wanted}
        if missing := set(stored) - {name for values in found.values() for name in values}:
            raise Malformed(f"evidence.inner: the statement does not bind {sorted(missing)[0][:40]}")
        return found
    if not isinstance(stored, list):
        raise Malformed("evidence.inner must be an object or a list")
    for entry in stored:
        if not isinstance(entry, dict) or set(entry) != {"path", "values"} or not isinstance(entry["path"], list):
            raise Malformed("an entry of evidence.inner holds path and values")
        place = c.statement
        for index in entry["path"]:
            if type(index) is not int or not isinstance(place, list) or not 0 <= index < len(place):
                raise Malformed("a path of evidence.inner leads nowhere")
            place = place[index]
        if head(place) not in INNER or place is c.statement or id(place) in found:
            raise Malformed("a path of evidence.inner must lead to a binder, each once")
        wanted = [name for pattern, _ in entries(place) for name in names(pattern)]
        found[id(place)] = _named(entry["values"], wanted, "evidence.inner")
    return found


INNER = ("forall", "exists", "sup", "inf")


def _binders(f: Any) -> Iterator[Any]:
    if isinstance(f, list):
        if f[0] in INNER:
            yield f
        for part in f[1:]:
            yield from _binders(part)


def _named(stored: Any, wanted: list[str], where: str) -> dict[str, Any]:
    """Values stored for exactly these names."""
    if not isinstance(stored, dict) or set(stored) != set(wanted):
        raise Malformed(f"{where} must give a value to each of {', '.join(wanted) or 'no name'}")
    for value in stored.values():
        validate(value)
    return stored


def _instance(c: Certificate, e: Evaluator) -> Env:
    """The values of the outermost names: each in its set, and every hypothesis true."""
    stored = _named(c.evidence.get("instance"), c.names(), "evidence.instance")
    env: Env = {}
    for pattern, where in c.over:
        here = names(pattern)
        try:
            values = {name: e.value(stored[name], {}) for name in here}
        except NoValue as error:
            raise Refused(f"evidence.instance: {', '.join(here)} has no value: {error}") from None
        answer = contains(e, where, gather(pattern, values), env)
        decided(answer, f"evidence.instance: {', '.join(here)} must lie in its set ({head(where)})")
        env.update(values)
    for number, hypothesis in enumerate(c.hypotheses, 1):
        decided(contact.truth_at(e, hypothesis, env, stored), f"hypothesis {number} must hold at the instance")
    return env


def _witness(c: Certificate, e: Evaluator) -> set[str]:
    env = _instance(c, e)
    decided(contact.truth_at(e, c.goal, env, c.evidence["instance"]), "the conclusion must be false at the instance", FALSE)
    if "values" in c.evidence:
        if e.truth(c.goal, env) == UNDECIDED:  # both sides are equal, which enclosures do not tell
            check_sides(e, c.goal, env, c.evidence["values"])
        else:
            check_values(e, c.goal, env, c.evidence["values"])
    return set()


def _existence(c: Certificate, e: Evaluator) -> set[str]:
    if head(c.goal) != "exists":
        raise Refused("existence needs a statement whose conclusion begins with exists")
    wanted = [name for pattern, _ in entries(c.goal) for name in names(pattern)]
    e.strict = True
    e.witnesses[id(c.goal)] = _named(c.evidence.get("instance"), wanted, "evidence.instance")
    decided(_everywhere(c, e), "the conclusion must be true at the instance")
    return set()


def _everywhere(c: Certificate, e: Evaluator) -> str:
    """Truth of the statement over its finite domain; a hypothesis without a value does not hold."""
    answers = set()
    for env in e.assignments(c.over, {}):
        held = TRUE
        for h in c.hypotheses:
            held = e.truth(h, env)
            if held != TRUE:
                break
        if held in (TRUE, UNDECIDED):
            answer = e.truth(c.goal, env)
            answers.add(answer if held == TRUE or answer == TRUE else UNDECIDED)
    return next((a for a in (FALSE, NO_VALUE, UNDECIDED) if a in answers), TRUE)


def _chosen(c: Certificate, e: Evaluator, env: Env) -> str:
    """Truth of a conclusion that something exists, from what is stored for this member of the domain."""
    if head(c.goal) != "exists" or not isinstance(c.evidence["chosen"], list):
        raise Malformed("evidence.chosen needs a conclusion that begins with exists")
    wanted = [name for pattern, _ in entries(c.goal) for name in names(pattern)]
    for entry in c.evidence["chosen"]:
        if not isinstance(entry, dict) or set(entry) != {"instance", "values"}:
            raise Malformed("an entry of evidence.chosen holds instance and values")
        stored = _named(entry["instance"], c.names(), "evidence.chosen")
        if all(e.value(value, {}) == env[name] for name, value in stored.items()):
            e.strict = True
            e.witnesses[id(c.goal)] = _named(entry["values"], wanted, "evidence.chosen")
            return e.truth(c.goal, env)
    raise Refused("evidence.chosen leaves out a member of the domain")


def _exhaustive(c: Certificate, e: Evaluator) -> set[str]:
    if "chosen" in c.evidence:
        for env in e.assignments(c.over, {}):
            if all(e.truth(h, env) != FALSE for h in c.hypotheses):
                decided(_chosen(c, e, env), "the conclusion must be true at what is stored")
        return set()
    decided(_everywhere(c, e), "the statement must hold everywhere on its finite domain")
    if "count" in c.evidence:
        count = sum(1 for _ in e.assignments(c.over, {}))
        if c.evidence["count"] != count:
            raise Refused(f"evidence.count is {str(c.evidence['count'])[:30]}, the domain has {count} members")
    return set()


def _printed(c: Certificate, e: Evaluator) -> set[str]:
    if head(c.goal) != "compare" or word(argument(c.goal, 1)) != "rounds to":
        raise Refused("printed needs a statement that a number rounds to printed digits")
    wanted = TRUE if c.status == "PROVED" else FALSE
    decided(_everywhere(c, e), "the printed digits do not have this status: the statement", wanted)
    stored = decimal(c.evidence.get("value"))
    found = [
        e.number(p[1], inner) for env in e.assignments(c.over, {}) for p, inner in comparisons(e, c.goal, env, wanted)
    ]
    if not any(agrees(stored, value) for value in found):
        raise Refused(
            f"evidence.value is {c.evidence['value']}, computed {', '.join(show(v) for v in found[:3]) or 'nothing'}"
        )
    return set()


def _logic(c: Certificate, e: Evaluator) -> set[str]:
    """Each part of the conclusion is a hypothesis, says that a divergence lies in its range, or compares a formula that has a value everywhere with itself."""
    trusted: set[str] = set()
    for goal in c.goal[1:] if head(c.goal) == "all" else [c.goal]:
        if any(same(goal, h) for h in c.hypotheses):
            continue
        if head(goal) == "member" and defined.lies_in_its_range(argument(goal, 0), argument(goal, 1), c.over):
            trusted.add(f"the range of {head(argument(goal, 0))}")
            continue
        if head(goal) != "compare" or word(argument(goal, 1)) not in ("<=", ">=", "=="):
            raise Refused("the conclusion is neither a hypothesis nor a comparison that allows equality")
        if not same(argument(goal, 0), argument(goal, 2)):
            raise Refused("the two sides of the conclusion have different canonical forms")
        if not defined.has_value(argument(goal, 0), c.over):
            raise Refused("both sides of the conclusion are the same, but it is not shown that they have a value everywhere")
    return trusted


def _structure(c: Certificate, e: Evaluator) -> set[str]:
    if head(c.goal) != "free_of":
        raise Refused("structure needs a statement that a formula is free of a construct")
    validate(c.evidence.get("formula"))
    construct = word(argument(c.goal, 1))
    if not same(c.evidence["formula"], c.goal[1]) or c.evidence.get("construct") != construct:
        raise Refused("evidence.formula and evidence.construct must be those of the statement")
    count = _occurrences(c.goal[1], construct)
    if c.evidence.get("occurrences") != count or (count == 0) != (c.status == "PROVED"):
        raise Refused(f"the formula contains {count} times {construct}")
    return set()


def _occurrences(f: Any, construct: str) -> int:
    return (f[0] == construct) + sum(_occurrences(x, construct) for x in f[1:]) if isinstance(f, list) else 0


def _boxes(c: Certificate, e: Evaluator) -> set[str]:
    boxes.check(c, e)
    return set()


def _statistical(c: Certificate, e: Evaluator) -> set[str]:
    return {statistical.check(c, e, _instance(c, e))}


KINDS.update({
    "witness": _witness,
    "existence": _existence,
    "identity": identity.check,
    "boxes": _boxes,
    "printed": _printed,
    "statistical": _statistical,
    "experiment": lambda c, e: experiment.check(c, e, _instance(c, e)),
    "structure": _structure,
    "logic": _logic,
    "exhaustive": _exhaustive,
    "impossibility": impossible.check,
    "vacuous": vacuous.check,
    "solution": solution.check,
    "lemmas": lemmas.check,
    "linear": linear.check,
    "bounds": bounds.check,
    "mixtures": mixtures.check,
    "member": members.check,
    "reply": lambda c, e: replies.check(c, e, _instance(c, e)),
    "growth": replies.grows,
    "exhibit": existential.check,
    "example": existential.check,
    "worst-pair": worst_pairs.check,
    "counts": lambda c, e: counts.check(c, e, _instance(c, e) if c.status == "REFUTED" else {}),
    "smt": lambda c, e: solver.check(c),
    "valley": valleys.check,
    "rolle": rolle.check,
    "interpolation": interpolation.check,
    "induction": induction.check,
    "narrowed": narrowing.check,
    "logarithms": logarithms.check,
    "sums": finite_sums.check,
    "duality": duality.check,
})
