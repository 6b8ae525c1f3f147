"""Declarations that cannot be: named at load, with where, what must hold, what was got and what to do."""

from __future__ import annotations

from verify.claims.claim import Claim, Variant
from verify.claims.emptiness import empty_part
from verify.claims.ledger import text_of
from verify.claims.nodes import ClaimError, Node, free_names, pattern_names

RESULT_NAME = "abcdefghijklmnopqrstuvwxyz0123456789.-"


def validate(claim: Claim) -> None:
    """Raise ClaimError if the claim cannot be what it says."""
    _names(claim)
    known: set[str] = set()
    for pattern, where in claim.forall:
        missing = free_names(where) - known
        if missing:
            raise ClaimError(f"{claim.id}: the range of {text_of(pattern)} may mention only names to its left, got {', '.join(sorted(missing))}; reorder forall")
        for name in pattern_names(pattern):
            if name in known:
                raise ClaimError(f"{claim.id}: the name {name} is bound twice in forall; rename one")
            known.add(name)
        _range(claim, text_of(pattern), where)
    used: set[str] = set()
    for node in (*claim.given, claim.states):
        unknown = free_names(node) - known
        if unknown:
            raise ClaimError(f"{claim.id}: every name must stand in forall or be bound, got {', '.join(sorted(unknown))}; add its range")
        used |= free_names(node)
    for _, where in claim.forall:
        used |= free_names(where)
    idle = known - used - set(claim.idle)
    if idle:
        raise ClaimError(f"{claim.id}: {', '.join(sorted(idle))} stands in forall and nothing mentions it; remove it or say idle=(...) if the source has it so")
    _digests(claim)


def _names(claim: Claim) -> None:
    paper, sign, item = claim.id.partition("/")
    if not (sign and paper and item):
        raise ClaimError(f"{claim.id}: an id reads paper/item; rename it")
    for text in (claim.part,):
        if text and (not text[0].isalnum() or any(c not in RESULT_NAME for c in text)):
            raise ClaimError(f"{claim.id}: a part must match [a-z0-9][a-z0-9.-]*, got {text!r}")


def _range(claim: Claim, name: str, where: Node) -> None:
    if (found := empty_part(where)) is not None:
        raise ClaimError(f"{claim.id}: the range of {name} must not be empty, got {found}; exchange or close its ends")


def _digests(claim: Claim) -> None:
    seen: dict[tuple[str, str], Variant] = {}
    for variant in claim.variants():
        key = (variant.part, variant.digest)
        if key in seen and claim.same_as.get(variant.reading) != seen[key].reading:
            raise ClaimError(
                f"{claim.id}: two readings must differ in meaning, got {seen[key].reading} and {variant.reading} with the same formula;"
                f" remove an option or declare same_as={{'{variant.reading}': '{seen[key].reading}'}}"
            )
        seen.setdefault(key, variant)
