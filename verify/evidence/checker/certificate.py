"""The structure of a certificate: its fields, its statement taken apart, and the decimals it stores."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain
from typing import Any

from flint import arb

from verify.evidence.checker import numbers as n
from verify.evidence.checker.evaluate import Evaluator
from verify.evidence.checker.formula import Malformed, Refused, argument, digest, entries, head, names, text_of, validate, word
from verify.evidence.checker.kernels import none_exist
from verify.evidence.checker.numbers import Ball, NoValue, Number, Undecided
from verify.evidence.checker.truth import FALSE, TRUE, UNDECIDED, Env

SCHEMA = "claimcheck.certificate/1"
STATUSES = {
    "witness": {"REFUTED"},
    "existence": {"PROVED"},
    "identity": {"PROVED"},
    "boxes": {"PROVED"},
    "printed": {"PROVED", "REFUTED"},
    "statistical": {"REFUTED"},
    "experiment": {"REFUTED"},
    "logic": {"PROVED"},
    "exhaustive": {"PROVED"},
    "structure": {"PROVED", "REFUTED"},
    "impossibility": {"REFUTED"},
    "vacuous": {"PROVED"},
    "rolle": {"PROVED"},
    "solution": {"PROVED"},
    "lemmas": {"PROVED"},
    "linear": {"PROVED"},
    "bounds": {"PROVED"},
    "mixtures": {"PROVED"},
    "member": {"PROVED"},
    "reply": {"REFUTED"},
    "growth": {"REFUTED"},
    "exhibit": {"PROVED"},
    "example": {"PROVED"},
    "worst-pair": {"PROVED", "REFUTED"},
    "counts": {"PROVED", "REFUTED"},
    "smt": {"PROVED"},
    "valley": {"PROVED", "REFUTED"},
    "interpolation": {"PROVED"},
    "induction": {"PROVED"},
    "narrowed": {"PROVED"},
    "logarithms": {"PROVED"},
    "sums": {"PROVED"},
    "duality": {"PROVED"},
}
"""Kinds of evidence, and the verdicts that each can carry."""
WORDS = re.compile(r"[a-z0-9][a-z0-9.+-]*")
ID = re.compile(r"[a-z0-9][a-z0-9-]*(/[A-Za-z0-9][A-Za-z0-9.-]*)?")
INTERVAL = re.compile(r"\[([^,\[\]]{1,90}), ([^,\[\]]{1,90})\]")
DECIMAL = re.compile(r"-?[0-9]{1,40}(\.[0-9]{1,40})?([eE]([+-]?[0-9]{1,18}))?")
LARGEST_EXPONENT = 4000
"""Powers of ten beyond which a stored decimal is no fraction but an enclosure: a fraction would have that many digits."""


@dataclass(frozen=True)
class Certificate:
    """A certificate whose fields have the right form and whose digest is that of its statement."""

    claim: str
    part: str
    reading: str
    digest: str
    statement: Any
    kind: str
    status: str
    evidence: dict[str, Any]

    @property
    def over(self) -> list[tuple[Any, Any]]:
        return entries(self.statement) if head(self.statement) == "forall" else []

    @property
    def body(self) -> Any:
        return argument(self.statement, 1) if head(self.statement) == "forall" else self.statement

    @property
    def conditional(self) -> bool:
        """Whether the outermost implication has an ``all`` of hypotheses on its left: every other implication is the connective."""
        return head(self.body) == "implies" and head(argument(self.body, 0)) == "all"

    @property
    def hypotheses(self) -> list[Any]:
        """What must be true of a point for it to be in the domain; where one has no value the point is not."""
        return argument(self.body, 0)[1:] if self.conditional else []

    @property
    def goal(self) -> Any:
        return argument(self.body, 1) if self.conditional else self.body

    def under(self, goal: Any) -> Any:
        """Another conclusion under the same hypotheses."""
        if self.hypotheses or (head(goal) == "implies" and head(argument(goal, 0)) == "all"):
            return ["implies", ["all", *self.hypotheses], goal]
        return goal

    def names(self) -> list[str]:
        return [name for pattern, _ in self.over for name in names(pattern)]


def read(data: Any) -> Certificate:
    """The certificate in a JSON object. Raises Malformed or Refused."""
    if not isinstance(data, dict):
        raise Malformed("a certificate is a JSON object")
    text = {"schema", "claim", "part", "reading", "digest", "implementation", "kind", "command"}
    for key in (*sorted(text), "statement", "domain", "evidence", "trusted", "versions"):
        if key not in data:
            raise Malformed(f"the field {key} is missing")
        if key in text and not (isinstance(data[key], str) and len(data[key]) <= 4000):
            raise Malformed(f"the field {key} must be text")
    if unknown := sorted(set(data) - text - {"statement", "domain", "evidence", "trusted", "versions", "status", "weakened"}):
        raise Malformed(f"the field {unknown[0][:40]} is unknown")
    if data["schema"] != SCHEMA:
        raise Malformed(f"schema must be {SCHEMA}, got {data['schema'][:60]}")
    if data["kind"] not in STATUSES:
        raise Malformed(f"kind must be one of {', '.join(STATUSES)}, got {data['kind'][:40]}")
    status = data.get("status", data["evidence"].get("status") if isinstance(data["evidence"], dict) else None)
    possible = STATUSES[data["kind"]]
    if status is None and len(possible) == 1:
        (status,) = possible
    if not isinstance(status, str) or status not in possible:
        raise Refused(
            f"status must be {' or '.join(sorted(possible))} for evidence of kind {data['kind']}, got {str(status)[:40]}"
        )
    _check_fields(data)
    validate(data["statement"])
    certificate = Certificate(
        claim=data["claim"],
        part=data["part"],
        reading=data["reading"],
        digest=data["digest"],
        statement=data["statement"],
        kind=data["kind"],
        status=status,
        evidence=data["evidence"],
    )
    validate(data["domain"])
    stated = certificate.statement[1] if head(certificate.statement) == "forall" else ["()"]
    if text_of(data["domain"]) != text_of(stated):
        raise Refused("the field domain differs from the domain of the statement")
    if len(set(certificate.names())) != len(certificate.names()):
        raise Malformed("a name is bound twice in the domain")
    computed = digest(certificate.statement)
    if computed != data["digest"]:
        raise Refused(f"the digest of the statement is {computed[:12]}..., the file says {data['digest'][:12]}...")
    return certificate


def _check_fields(data: dict[str, Any]) -> None:
    """Raises Malformed or Refused where a field has not its form, or the command runs another statement."""
    if not ID.fullmatch(data["claim"]) or not WORDS.fullmatch(data["part"]) or not WORDS.fullmatch(data["reading"]):
        raise Malformed("claim, part and reading must be an id and two words of [a-z0-9.+-]")
    if not isinstance(data["evidence"], dict):
        raise Malformed("the field evidence must be an object")
    if not isinstance(data["trusted"], list) or not all(isinstance(x, str) for x in data["trusted"]):
        raise Malformed("the field trusted must be a list of texts")
    if not isinstance(data["versions"], dict) or not all(isinstance(x, str) for x in data["versions"].values()):
        raise Malformed("the field versions must be an object of texts")
    if not isinstance(weakened := data.get("weakened", []), list) or not all(isinstance(x, str) and len(x) <= 200 for x in weakened):
        raise Malformed("the field weakened must be a list of texts")
    if not re.fullmatch(r"[0-9a-f]{64}", data["digest"]):
        raise Malformed("the field digest must be 64 hexadecimal digits")
    typed = data["claim"].startswith("certify/") and data["command"].startswith("claimcheck certify ")
    if not typed and not data["command"].startswith((f"claimcheck run {data['claim']} ", f"claimcheck campaign {data['claim']} ")):
        raise Refused(f"the command must run {data['claim']}, got {data['command'][:80]!r}")
    if (found := re.search(r"--reading (\S+)", data["command"])) and found[1] != data["reading"]:
        raise Refused(f"the command must name the reading {data['reading']}, got {found[1][:80]}")


def decimal(text: Any) -> Number:
    """A stored decimal, or an interval ``[a, b]`` of two. Raises Malformed."""
    if text in ("oo", "-oo"):
        return n.INFINITY if text == "oo" else n.MINUS_INFINITY
    if isinstance(text, str) and (found := INTERVAL.fullmatch(text)):
        low, high = decimal(found[1]), decimal(found[2])
        if not n.relations(low, high) <= {"<", "="}:
            raise Malformed(f"an interval has its smaller end first, got {text[:60]!r}")
        return n.Ball(n.ball(low).lo, n.ball(high).hi)
    written = DECIMAL.fullmatch(text) if isinstance(text, str) else None
    if written is None:
        raise Malformed(f"a decimal is expected, got {str(text)[:40]!r}")
    if abs(int(written[3] or 0)) > LARGEST_EXPONENT:
        return n.enclose(arb(text))
    return Fraction(text)


def agrees(stored: Number, computed: Number, bracketed: bool = False) -> bool:
    """Whether a stored decimal fits an enclosure to 12 digits.

    An enclosure with one infinite end counts as its finite end, unless it is a mere bracket; a stored bracket also fits what lies in it.
    """
    if n.is_point_infinite(stored) or n.is_point_infinite(computed):
        return n.is_point_infinite(stored) == n.is_point_infinite(computed) or ((bracketed or isinstance(stored, Ball)) and "=" in n.relations(stored, computed))
    a, b = ((x if bracketed else _finite_end(x)) for x in (stored, computed))
    slack = n.mul(n.absolute(a), Fraction(1, 10**12)) if n.finite(a) else n.ZERO
    close = n.relations(n.add(a, slack), b) != {"<"} and n.relations(n.sub(a, slack), b) != {">"}
    bracket = isinstance(stored, n.Ball) and stored.lo.is_finite() != stored.hi.is_finite() and n.finite(computed)
    return bool(close or (bracket and "=" in n.relations(stored, computed)))


def _finite_end(x: Number) -> Number:
    if isinstance(x, n.Ball) and x.lo.is_finite() != x.hi.is_finite():
        end = x.lo if x.lo.is_finite() else x.hi
        return n.Ball(end, end)
    return x


def comparisons(e: Evaluator, p: Any, env: Env, wanted: str, beyond: bool = False) -> Iterator[tuple[Any, Env]]:
    """The comparisons that make the proposition false (or true), left to right, each with the values of the names; ``beyond``: also those behind a part that decides."""
    kind = head(p)
    if e.truth(p, env) != wanted:
        return
    if kind == "compare":
        yield p, env
        if wanted == FALSE and word(argument(p, 1)) in ("==", ">=") and p[3] == "1" and head(p[1]) == "if" and p[1][2:] == ["1", "0"]:
            yield from comparisons(e, argument(p[1], 0), env, FALSE, beyond)  # the indicator of an event that does not happen
    elif kind == "not":
        yield from comparisons(e, argument(p, 0), env, TRUE if wanted == FALSE else FALSE, beyond)
    elif kind in ("all", "any"):
        deciding = (kind == "all") == (wanted == FALSE)
        for part in p[1:]:
            found = list(comparisons(e, part, env, wanted, beyond))
            yield from found
            if deciding and not beyond and (found or e.truth(part, env) == wanted):
                return
    elif kind == "implies":
        yield from comparisons(e, argument(p, 1), env, wanted, beyond)
    elif kind in ("forall", "exists"):
        if (kind == "forall") != (wanted == FALSE) or (wanted == FALSE and none_exist(e, p, env)):  # no comparison decides by itself
            return
        stored = e.witness(p, env)
        try:
            members = [stored] if stored is not None else list(e.assignments(entries(p), env, argument(p, 1)))
        except Undecided:  # decided without members
            return
        for inner in members:
            yield from comparisons(e, argument(p, 1), inner, wanted, beyond)


def check_values(e: Evaluator, goal: Any, env: Env, stored: Any, wanted: str = FALSE) -> None:
    """The stored decimals are those of a comparison that makes the proposition false (or true). Raises Refused or Malformed."""
    deciding = list(comparisons(e, goal, env, wanted))
    if stored == {} and (not deciding or wanted == TRUE or head(goal) != "compare" or not _of_numbers(e, goal, env)):
        return  # which part of a compound proposition decides need not be seen by the engine as it is here; points and distributions have no decimals
    if not isinstance(stored, dict) or set(stored) != {"measured", "relation", "claimed", "margin"}:
        raise Malformed("evidence.values must hold measured, relation, claimed and margin")
    numbers = [decimal(stored[key]) for key in ("measured", "claimed", "margin")]
    reasons: list[str] = []
    for p, inner in chain(deciding, comparisons(e, goal, env, wanted, beyond=True)):
        reason = _difference(e, p, inner, stored, numbers)
        if reason is None:
            _consistent(stored, *numbers)
            return
        reasons.append(reason)
    raise Refused(reasons[0] if reasons else f"values are stored, but no comparison is {wanted} by itself")


def _of_numbers(e: Evaluator, p: Any, env: Env) -> bool:
    """Whether a comparison is one of numbers, or one whose sides are not known."""
    try:
        return any(isinstance(e.value(side, env), Fraction | Ball) for side in (p[1], argument(p, 2)))
    except (NoValue, Undecided):
        return True


def check_sides(e: Evaluator, goal: Any, env: Env, stored: Any) -> None:
    """The stored decimals are those of a conclusion that is one comparison. Raises Refused or Malformed."""
    if not isinstance(stored, dict) or set(stored) != {"measured", "relation", "claimed", "margin"}:
        raise Malformed("evidence.values must hold measured, relation, claimed and margin")
    numbers = [decimal(stored[key]) for key in ("measured", "claimed", "margin")]
    reason = _difference(e, goal, env, stored, numbers)
    if reason is not None:
        raise Refused(reason)
    _consistent(stored, *numbers)


def _consistent(stored: dict[str, Any], measured: Number, claimed: Number, margin: Number) -> None:
    """The margin is the distance of the other two as they are stored: these may be known only by brackets."""
    if stored["relation"] == "rounds to" and stored["margin"] == "oo":
        return
    try:
        apart = n.ball(n.absolute(n.sub(measured, claimed)))
    except (NoValue, Undecided):
        return
    gap, sides = n.ball(margin), [n.ball(measured), n.ball(claimed)]
    size = max([abs(x) for side in sides for x in (side.lo, side.hi) if x.is_finite()], default=n.exact(n.ZERO))
    for old, new in ((gap.lo, apart.lo), (gap.hi, apart.hi)):
        close = abs(old - new) <= size / 10**12 if old.is_finite() and new.is_finite() else old == new
        if not close:
            raise Refused(f"evidence.values.margin is {stored['margin']}, not the distance of measured and claimed")


def _difference(e: Evaluator, p: Any, env: Env, stored: dict[str, Any], wanted: list[Number]) -> str | None:
    relation = word(argument(p, 1))
    if stored["relation"] != relation:
        return f"evidence.values.relation must be {relation}, got {str(stored['relation'])[:20]}"
    right = argument(p, 2)
    measured = e.number(argument(p, 0), env)
    claimed = Fraction(word(argument(right, 0))) if head(right) == "printed" else e.number(right, env)
    try:
        margin: Number | None = n.absolute(n.sub(measured, claimed))
    except NoValue:
        margin = n.INFINITY
    except n.Undecided:
        margin = None
    if relation == "rounds to" and stored["margin"] == "oo":  # printed digits are text, from which there is no distance
        margin = n.INFINITY
    for key, old, new in zip(("measured", "claimed", "margin"), wanted, (measured, claimed, margin), strict=True):
        cancelled = key == "margin" and isinstance(measured, Fraction) and isinstance(claimed, Fraction)  # it is the distance of the stored sides, of which the first digits may be the same
        if new is not None and not cancelled and not agrees(old, new, e.bracketed):
            return f"evidence.values.{key} is {stored[key]}, computed {show(new)}"
    return None


def show(x: Number) -> str:
    """A number for messages."""
    if isinstance(x, Fraction) and len(str(x)) < 40:
        return str(x)
    return "infinite" if n.is_point_infinite(x) else str(n.ball(x).lo.str(15, radius=False))


def decided(answer: str, must: str, wanted: str = TRUE) -> None:
    if answer == UNDECIDED:
        raise Undecided(must)
    if answer != wanted:
        raise Refused(f"{must}, it is {answer}")
