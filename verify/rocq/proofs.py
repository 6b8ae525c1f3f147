"""Proofs for Rocq: the values of an instance where something exists, intervals and arithmetic for what is left."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from verify.claims.nodes import ClaimError, Node, literal
from verify.rocq.laws import atoms
from verify.rocq.levels import enclosed
from verify.rocq.terms import NotExported, Prop, Scope, point, rational, real

Values = Mapping[str, Any]


def written(prop: Prop, indent: int = 0) -> str:
    """A proposition as Rocq reads it."""
    pad = "\n" + "  " * indent
    if prop.kind == "atom":
        return prop.text
    if prop.kind in ("and", "or"):
        word = f"{pad}{'/' + chr(92) if prop.kind == 'and' else chr(92) + '/'} "
        return f"({word.join(written(part, indent + 1) for part in prop.parts)})"
    if prop.kind == "implies":
        return f"({written(prop.parts[0], indent + 1)}{pad}-> {written(prop.parts[1], indent + 1)})"
    if prop.kind == "least":
        inside = f"fun {prop.text} => {written(prop.parts[0], indent + 1)}"
        return f"(exists {prop.name} : R,{pad}  infimum_of ({inside}) {prop.name}{pad}  /\\ {written(prop.parts[1], indent + 1)})"
    if prop.kind == "each":
        return f"(Forall (fun {prop.name} => {written(prop.parts[0], indent + 1)}) {prop.text})"
    word = "forall" if prop.kind == "forall" else "exists"
    return f"({word} {prop.name} : {'R' if prop.kind == 'level' else prop.text},{pad}  {written(prop.parts[0], indent + 1)})"


def proof(prop: Prop, values: Values, bound: tuple[str, ...] = ()) -> str:
    """A tactic that proves a proposition. Raises NotExported where something exists of which the evidence does not say what."""
    if prop.kind == "atom":
        return "decided" if not bound else f"decided_on{min(len(bound), 3)} {' '.join(bound[-3:])}"
    if prop.kind == "and":
        first, *rest = prop.parts
        return f"(split; [{proof(first, values, bound)} | {proof(Prop('and', parts=tuple(rest)) if len(rest) > 1 else rest[0], values, bound)}])"
    if prop.kind == "or":
        return _either(prop.parts, values, bound)
    if prop.kind == "implies":
        return f"(opened; {proof(prop.parts[1], values, bound)})"
    if prop.kind == "each":
        return f"(repeat apply Forall_cons; try apply Forall_nil; {proof(prop.parts[0], values, bound)})"
    if prop.kind == "forall" and prop.text == "Z" and prop.parts[0].kind == "implies":
        rest = prop.parts[0]
        try:
            return f"(intro {prop.name}; opened; enumerated {prop.name}; {proof(rest.parts[1], values, bound)})" if "<= " + prop.name in written(rest.parts[0]) and prop.name + " <=" in written(rest.parts[0]) else f"(intro {prop.name}; opened; {proof(rest.parts[1], values, bound)})"
        except NotExported:
            raise
    if prop.kind == "forall":
        return f"(intro {prop.name}; {proof(prop.parts[0], values, (*bound, prop.name) if prop.text == 'R' else bound)})"
    if prop.kind == "least":
        lo, hi, value = enclosed(prop, values)
        inside = f"fun {prop.text} => {written(prop.parts[0])}"
        member = f"exists {hi}; split; [{proof(prop.parts[0], values)} | lra]"
        rest = f"exists {prop.name}; split; [assumption | {proof(prop.parts[1], {**values, prop.name: value}, bound)}]"
        return f"(destruct (infimum_between ({inside}) {lo} {hi}) as [{prop.name} [? ?]]; [{member} | intro {prop.text}; too_small {prop.text} {lo} | {rest}])"
    if prop.kind == "level":
        lemma = "level_taken" if prop.text == "gaussian_level" else "quantile_taken"
        lo, hi, value = enclosed(prop, values)
        sides = " | ".join(["decided"] * (4 if prop.text == "gaussian_level" else 3))
        return f"(destruct ({lemma} {prop.source} {lo} {hi}) as [{prop.name} [? ?]]; [{sides} | exists {prop.name}; {proof(prop.parts[0], {**values, prop.name: value}, bound)}])"
    return f"(exists {_value(prop, values)}; {proof(prop.parts[0], values, bound)})"


def _either(parts: tuple[Prop, ...], values: Values, bound: tuple[str, ...]) -> str:
    tried = []
    for k, part in enumerate(parts):
        try:
            text = proof(part, values, bound)
        except NotExported:
            continue
        tried.append("right; " * k + ("left; " if k < len(parts) - 1 else "") + text)
    if not tried:
        raise NotExported("evidence")
    return f"(first [{' | '.join(tried)}])"


def _value(prop: Prop, values: Values) -> str:
    node = values.get(prop.source)
    if node is None:
        if prop.default:
            return f"({prop.default})"
        raise NotExported("evidence", prop.source)
    scope = Scope()
    if prop.text == "R":
        return f"({real(node, scope)})"
    if prop.text in ("Z", "Q"):
        value = literal(node)
        if value is None or (prop.text == "Z" and value.denominator != 1):
            raise NotExported("weights", prop.source)
        return f"({value.numerator})%Z" if prop.text == "Z" else rational(value)
    if prop.text == "law":
        return _law(node, scope)
    if prop.text == "list law" and node.head == "family":
        return f"[{'; '.join(_law(one, scope) for one in node.args if isinstance(one, Node))}]"
    if prop.text == "list R" and node.head == "family":
        return f"[{'; '.join(real(one, scope) for one in node.args if isinstance(one, Node))}]"
    if prop.text == "list pt" and node.head == "event":
        return f"[{'; '.join(point(one, scope) for one in node.args if isinstance(one, Node))}]"
    raise NotExported("evidence", f"{prop.source}: {node.head}")


def _law(node: Node, scope: Scope) -> str:
    if node.head != "finite":
        raise NotExported("density", node.head)
    return atoms(node, scope)


__all__ = ["ClaimError", "proof", "written"]
