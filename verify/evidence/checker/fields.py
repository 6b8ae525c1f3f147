"""What a certificate stores besides its proof: numbers that are shown, and copies of parts of the statement. Each must be what it says."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from verify.evidence.checker.certificate import Certificate, agrees, check_values, comparisons, decimal, show
from verify.evidence.checker.evaluate import Evaluator, gather, printed_interval
from verify.evidence.checker.formula import Malformed, Refused, argument, head, names, nodes, text_of, validate, word
from verify.evidence.checker.membership import contains
from verify.evidence.checker.numbers import NoValue
from verify.evidence.checker.truth import FALSE, TRUE, Env

WORDS = frozenset({"method", "steps"})
"""How a proof was found, in words: they are shown to readers and decide nothing."""
DIGITS = frozenset({"digits", "rule", "interval"})
SIDES = frozenset({"lhs", "rhs", "relation"}) | WORDS
KEYS: dict[str, frozenset[str]] = {
    "witness": frozenset({"instance", "inner", "values"}) | DIGITS,
    "existence": frozenset({"instance", "values"}),
    "identity": SIDES | {"derivation"},
    "logic": SIDES,
    "boxes": frozenset({"relation", "form", "given", "names", "root", "open", "integers", "tree", "tails", "cases"}) | DIGITS,
    "printed": frozenset({"value", "members"}) | DIGITS,
    "statistical": frozenset({"instance", "law", "event", "device", "seed", "draws", "count", "beta", "bound"}),
    "experiment": frozenset({"instance", "protocol", "seed", "effort", "fields", "values", "recorded"}),
    "exhaustive": frozenset({"count", "members", "chosen"}),
    "structure": frozenset({"formula", "construct", "occurrences", "found"}),
    "smt": frozenset({"text", "logic", "solvers", "obligations"}),
}
"""Fields of the evidence by kind; ``status`` and ``procedures`` may stand in each. A kind that is absent judges its fields itself."""


def check(c: Certificate, e: Evaluator) -> None:
    """Raises Malformed or Refused where a stored field is unknown, or is not what the statement makes it."""
    known = KEYS.get(c.kind)
    if known is None:  # the check of this kind has judged its fields
        return
    if unknown := sorted(set(c.evidence) - known - {"status", "procedures"}):
        raise Malformed(f"evidence.{unknown[0][:40]}: evidence of kind {c.kind} has no such field")
    if c.evidence.get("status", c.status) != c.status:
        raise Refused(f"evidence.status must be {c.status}, got {str(c.evidence['status'])[:40]}")
    for key, rule in RULES.items():
        if key in c.evidence:
            rule(c, e, c.evidence[key])


def _printed(c: Certificate) -> Any:
    """The only printed digits of the conclusion."""
    found = [node for node in nodes(c.goal) if node[0] == "printed"]
    if len({text_of(node) for node in found}) != 1:
        raise Refused("evidence.digits are stored, but the conclusion does not speak of one printed number")
    return found[0]


def _digits(c: Certificate, e: Evaluator, stored: Any) -> None:
    if stored != word(argument(_printed(c), 0)):
        raise Refused(f"evidence.digits must be {word(_printed(c)[1])}, got {str(stored)[:40]}")


def _rule(c: Certificate, e: Evaluator, stored: Any) -> None:
    if stored != word(argument(_printed(c), 1)):
        raise Refused(f"evidence.rule must be {word(_printed(c)[2])}, got {str(stored)[:40]}")


def _interval(c: Certificate, e: Evaluator, stored: Any) -> None:
    printed = _printed(c)
    lo, hi, *_ = printed_interval(word(argument(printed, 0)), word(argument(printed, 1)))
    if stored != [str(lo), str(hi)]:
        raise Refused(f"evidence.interval must be [{lo}, {hi}], got {str(stored)[:80]}")


def _procedures(c: Certificate, e: Evaluator, stored: Any) -> None:
    wanted = {(word(argument(f, 0)), word(argument(f, 1))) for f in nodes(c.statement) if f[0] == "outcome"}
    listed = isinstance(stored, list) and all(isinstance(x, dict) and set(x) == {"procedure", "digest"} for x in stored)
    if not listed or len(stored) != len(wanted) or {(x["procedure"], x["digest"]) for x in stored} != wanted:
        raise Refused("evidence.procedures must be those of the statement, each once, with procedure and digest")


def _side(index: int) -> Callable[[Certificate, Evaluator, Any], None]:
    def rule(c: Certificate, e: Evaluator, stored: Any) -> None:
        key = ("lhs", "relation", "rhs")[index]
        if head(c.goal) != "compare":
            raise Refused(f"evidence.{key} is stored, but the conclusion does not compare two numbers")
        wanted = word(argument(c.goal, 1)) if index == 1 else argument(c.goal, index)
        if text_of(stored) != text_of(wanted):
            raise Refused(f"evidence.{key} must be that of the statement")

    return rule


def _relation(c: Certificate, e: Evaluator, stored: Any) -> None:
    if c.kind != "boxes":  # there it is the relation of the form
        _side(1)(c, e, stored)


def _words(c: Certificate, e: Evaluator, stored: Any) -> None:
    texts = stored if isinstance(stored, list) else [stored]
    if not all(isinstance(x, str) and len(x) <= 4000 for x in texts):
        raise Malformed("evidence.method and evidence.steps must be texts")


def _found(c: Certificate, e: Evaluator, stored: Any) -> None:
    validate(stored)
    first = next((f for f in nodes(argument(c.goal, 0)) if f[0] == word(argument(c.goal, 1))), None)
    if first is None or text_of(first) != text_of(stored):
        raise Refused("evidence.found must be the first occurrence of the construct in the formula")


def _values(c: Certificate, e: Evaluator, stored: Any) -> None:
    """Of an existence: the values of a comparison that makes it true (of other kinds they are checked with the evidence)."""
    if c.kind == "existence":
        env = e.witness(c.goal, {})
        if env is None:
            raise Refused("evidence.values need an instance")
        check_values(e, argument(c.goal, 1), env, stored, TRUE)


def _members(c: Certificate, e: Evaluator, stored: Any) -> None:
    """The members at which the hypotheses hold, each once, with the decimals of the compared numbers."""
    if not isinstance(stored, list) or not all(isinstance(x, dict) and isinstance(x.get("instance"), dict) for x in stored):
        raise Malformed("evidence.members must be a list of objects with an instance")
    seen = set()
    for number, member in enumerate(stored, 1):
        where = f"evidence.members {number}"
        if set(member) - {"instance", "value", "claimed"} or set(member["instance"]) != set(c.names()):
            raise Malformed(f"{where} must hold instance, a value for each name, and optionally value and claimed")
        env = _environment(c, e, member["instance"], where)
        if any(e.truth(h, env) != TRUE for h in c.hypotheses):
            raise Refused(f"{where} does not satisfy the hypotheses")
        seen.add(text_of(sorted(member["instance"].items())))
        _shown(c, e, env, member, where)
    wanted = sum(all(e.truth(h, env) == TRUE for h in c.hypotheses) for env in e.assignments(c.over, {}))
    if len(seen) != len(stored) or len(stored) != wanted:
        raise Refused(f"evidence.members must be {wanted} different ones, got {len(seen)}")


def _environment(c: Certificate, e: Evaluator, instance: dict[str, Any], where: str) -> Env:
    env: Env = {}
    for pattern, place in c.over:
        for name in names(pattern):
            validate(instance[name])
        try:
            values = {name: e.value(instance[name], {}) for name in names(pattern)}
        except NoValue:
            raise Refused(f"{where} has no value") from None
        if contains(e, place, gather(pattern, values), env) != TRUE:
            raise Refused(f"{where} must lie in the domain")
        env.update(values)
    return env


def _shown(c: Certificate, e: Evaluator, env: Env, member: dict[str, Any], where: str) -> None:
    if not set(member) & {"value", "claimed"}:
        return
    sides = [(p, inner) for wanted in (TRUE, FALSE) for p, inner in comparisons(e, c.goal, env, wanted)]
    for p, inner in sides:
        measured = e.number(p[1], inner)
        claimed = None if head(p[3]) == "printed" else e.number(p[3], inner)
        if not agrees(decimal(member.get("value")), measured, e.bracketed):
            raise Refused(f"{where}: value is {str(member.get('value'))[:40]}, computed {show(measured)}")
        if "claimed" in member and (claimed is None or not agrees(decimal(member["claimed"]), claimed, e.bracketed)):
            raise Refused(f"{where}: claimed is {str(member['claimed'])[:40]}, computed {'nothing' if claimed is None else show(claimed)}")
        return
    raise Refused(f"{where}: values are stored, but the conclusion compares nothing")


RULES: dict[str, Callable[[Certificate, Evaluator, Any], None]] = {
    "digits": _digits,
    "rule": _rule,
    "interval": _interval,
    "procedures": _procedures,
    "lhs": _side(0),
    "relation": _relation,
    "rhs": _side(2),
    "method": _words,
    "steps": _words,
    "found": _found,
    "values": _values,
    "members": _members,
}
