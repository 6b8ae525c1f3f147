"""Declarations that cannot be: named at load, with where, what must hold, what was got and what to do."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from verify.claims.claim import Claim, Variant
from verify.claims.emptiness import empty_part
from verify.claims.instances import misfit
from verify.claims.ledger import checked_id, text_of
from verify.claims.nodes import ClaimError, Node, child, free_names, literal, pattern_names, walk
from verify.claims.sets import NUMBERS, stated
from verify.claims.show import text
from verify.claims.typed import shortened

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
        _functions(claim, text_of(pattern), where)
    used: set[str] = set()
    for node in (*claim.given, claim.states):
        unknown = free_names(node) - known
        if unknown:
            raise ClaimError(f"{claim.id}: every name must be in forall or be bound, got {', '.join(sorted(unknown))}; add its range")
        used |= free_names(node)
    for _, where in claim.forall:
        used |= free_names(where)
    _indices(claim)
    idle = known - used - set(claim.idle)
    if idle:
        raise ClaimError(f"{claim.id}: {', '.join(sorted(idle))} is in forall and nothing mentions it; remove it or say idle=(...) if the source has it so")
    if strange := sorted(set(claim.idle) - known):
        raise ClaimError(f"{claim.id}: idle must name names of forall, got {', '.join(strange)}; remove it")
    _masses(claim)
    _powers(claim)
    _choices(claim)
    _hints(claim)
    _digests(claim)


def _choices(claim: Claim) -> None:
    """Excluded combinations and readings that are the same must be those of readings that are there."""
    readings = claim.readings()
    for rule in claim.never:
        for name, option in rule.options:
            if name not in readings:
                raise ClaimError(f"{claim.id}: never: the reading must be one of {', '.join(readings) or 'none'}, got {name}; correct it")
            if option not in readings[name]:
                raise ClaimError(f"{claim.id}: never: the option of {name} must be one of {', '.join(readings[name])}, got {option}; correct it")
    if claim.same_as:
        known = {variant.reading for variant in claim.variants()}
        for reading in (*claim.same_as, *claim.same_as.values()):
            if reading not in known:
                raise ClaimError(f"{claim.id}: same_as must name readings, got {reading}; known: {', '.join(sorted(known)[:12])}")


def _indices(claim: Claim) -> None:
    """Terms of sequences, and members of families that are counted from 1, have indices from 1 on."""
    counted = {name for pattern, where in claim.forall for name in pattern_names(pattern) if _begins_at_one(stated(where))}
    for node in (found for part in (*claim.given, claim.states) for found in walk(part) if found.head == "item"):
        whole, index = node.args
        if isinstance(whole, Node) and isinstance(index, Node) and whole.head == "var" and whole.args[0] in counted and (value := literal(index)) is not None and value < 1:
            raise ClaimError(f"{claim.id}: indices begin at 1, got {whole.args[0]}[{text(index)}]; write {whole.args[0]}[1] for the first")


def _begins_at_one(where: Node) -> bool:
    index = where.args[0] if where.head == "families" else None
    return where.head == "sequences" or (isinstance(index, Node) and index.head == "integers" and index.args[0] == Node("num", "1"))


def _masses(claim: Claim) -> None:
    """What is divided by the mass of the point that is drawn, or has its logarithm, has no value under a distribution with a density; so the set of distributions must hold none."""
    smooth = {name for pattern, where in claim.forall for name in pattern_names(pattern) if _has_densities(stated(where))}
    for node in (found for part in (*claim.given, claim.states) for found in walk(part) if found.head == "expect"):
        for pattern, law in node.args[0]:  # type: ignore[misc, union-attr, str-unpack]
            if isinstance(law, Node) and law.head == "var" and law.args[0] in smooth and isinstance(pattern, Node):
                mass = Node("mass", law, Node("event", pattern))
                if any(inner.args[0] == mass for inner in walk(node) if inner.head == "log" or (inner.head == "pow" and (literal(child(inner, 1)) or 0) < 0)):
                    raise ClaimError(f"{claim.id}: f_divergence and entropy have no value where {law.args[0]} has a density, got a set of distributions with densities for it; "
                                     "declare it in Laws(Labels(k)), or use kl, chi_square, hellinger, total_variation or jensen_shannon_divergence")


def _powers(claim: Claim) -> None:
    """A power is one of a number: a point of R^d, and a draw from a distribution on R^d, has none."""
    sets = {name: stated(where) for pattern, where in claim.forall if isinstance(pattern, Node) for name in pattern_names(pattern)}
    points = {name for name, where in sets.items() if where.head == "points" and _has_coordinates(child(where, 0))}
    laws = {name for name, where in sets.items() if where.head == "laws" and isinstance(where.args[0], Node) and _has_coordinates(where.args[0])}
    for part in (*claim.given, claim.states):
        for node in walk(part):
            drawn = {pattern: law for pattern, law in node.args[0] if isinstance(pattern, Node)} if node.head == "expect" else {}  # type: ignore[misc, union-attr, str-unpack]
            inside = {str(x.args[0]): law for x, law in drawn.items() if x.head == "var" and isinstance(law, Node) and law.head == "var" and law.args[0] in laws}
            for inner in walk(node) if inside else (node,):
                name = str(inner.args[0].args[0]) if inner.head == "pow" and isinstance(inner.args[0], Node) and inner.args[0].head == "var" else ""
                if name in points or name in inside:
                    what = f"the draw from {inside[name].args[0]}" if name in inside else name
                    use = f"write norm({name}, 2)**k" if name not in inside else "use absolute_moment(P, k, 2), the mean of a power of the length, or a coordinate of the draw"
                    raise ClaimError(f"{claim.id}: a power must be one of a number, got {what}, a point with coordinates; {use}")


def _has_coordinates(space: Node) -> bool:
    return space.head == "euclid" and space.args[0] != Node("num", "1")


def _has_densities(where: Node) -> bool:
    """Whether a set of distributions holds some with a density."""
    if where.head != "laws" or not isinstance(where.args[0], Node):
        return False
    inside = where.args[3] if isinstance(where.args[3], Node) else where.args[0]
    return where.args[0].head == "euclid" and inside.head in ("euclid", "interval")


def _hints(claim: Claim) -> None:
    """Advice that cannot be used is a slip of the declaration, and no reason for another verdict later."""
    sets = {name: (pattern, where) for pattern, where in claim.forall for name in pattern_names(pattern)}

    def known(field: str, name: str) -> Node:
        if name not in sets:
            raise ClaimError(f"{claim.id}: hints: {field} must be about names of forall ({', '.join(sets) or 'there are none'}), got {shortened(name)}; correct or remove it")
        return sets[name][1]

    for field, given in (("typical", claim.hints.typical), ("equality_at", claim.hints.equality_at), ("region", dict.fromkeys(claim.hints.region, ()))):
        for name, value in given.items():
            where = stated(known(field, str(name.args[0])))
            if where.head not in (*NUMBERS, "reading"):
                raise ClaimError(f"{claim.id}: hints: {field} must be about numbers, got {name.args[0]}, which ranges over {text(where)}; remove it")
            for end in value if isinstance(value, tuple | list) else (value,):
                if (wrong := misfit(end, closed(where))) is not None:
                    raise ClaimError(f"{claim.id}: hints: {field}: {name.args[0]} {wrong}; correct or remove it")
    for one in claim.hints.instances:
        instance(f"{claim.id}: hints", {k if isinstance(k, str) else str(k.args[0]): v for k, v in one.items()}, known, sets)


def closed(where: Node) -> Node:
    """A range with its ends, which advice may name though they do not belong to it."""
    return Node("interval", *where.args[:2], "closed", "closed") if where.head in ("interval", "integers") else where


def instance(label: str, values: Mapping[str, Any], known: Callable[[str, str], Node], sets: Mapping[str, tuple[Any, Node]]) -> None:
    """Hold an instance against the sets of a claim. Raises ClaimError."""
    for name, value in values.items():
        where = known("an instance", name)
        pattern = sets[name][0]
        missing = [other for other in pattern_names(pattern) if other not in values]
        if missing:
            raise ClaimError(f"{label}: an instance must give a value to all of {text_of(pattern)}, got none for {', '.join(missing)}; add it")
        if (wrong := misfit(value, where)) is not None:
            raise ClaimError(f"{label}: in an instance {name} {wrong}; correct or remove it")


def _names(claim: Claim) -> None:
    checked_id(claim.id)
    if claim.part and (not claim.part[0].isalnum() or any(c not in RESULT_NAME for c in claim.part)):
        raise ClaimError(f"{claim.id}: a part must match [a-z0-9][a-z0-9.-]*, got {claim.part!r}")


def _range(claim: Claim, name: str, where: Node) -> None:
    if (found := empty_part(where)) is not None:
        raise ClaimError(f"{claim.id}: the range of {name} must not be empty, got {found}; exchange or close its ends")


def _functions(claim: Claim, name: str, where: Node) -> None:
    """No function on all of R^d that is strongly convex is Lipschitz or bounded."""
    where = stated(where)
    if where.head != "function_class" or where.args[1] is None or (where.args[3] is None and where.args[4] is None):
        return
    convexity = child(where, 1)
    least, left_out = literal(convexity), False
    over = next((stated(of) for pattern, of in claim.forall if pattern == convexity), None)
    if over is not None and over.head == "interval":
        least, left_out = literal(child(over, 0)), over.args[2] == "open"
    if least is not None and (least > 0 or (least == 0 and left_out)):
        other = "lipschitz" if where.args[3] is not None else "bound"
        raise ClaimError(f"{claim.id}: the range of {name} must not be empty, got a convexity above 0 with {other}, which no function on all of the space has; leave out one of them")


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
