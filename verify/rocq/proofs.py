"""Proofs for Rocq: the values of an instance where something exists, intervals and arithmetic for what is left."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from verify.claims.nodes import Node, child, literal, number
from verify.rocq.exhibits import candidates, crossing, enumerated, single, terms, terms_told, told
from verify.rocq.guess import NoGuess, guess
from verify.rocq.laws import atoms
from verify.rocq.levels import enclosed
from verify.rocq.terms import NotExported, Prop, Scope, fraction, point, rational, real

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
        return f"(List.Forall (fun {prop.name} : {prop.source} => {written(prop.parts[0], indent + 1)}) {prop.text})"
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
        either = _either(prop.parts, values, bound)
        return f"(first [{either} | zero_or_positive; first [{either} | impossible]])" if bound and _needed(prop) else either
    if prop.kind == "implies":
        return f"(opened; {proof(prop.parts[1], values, bound)})"
    if prop.kind == "each":
        return f"(repeat apply List.Forall_cons; try apply List.Forall_nil; {proof(prop.parts[0], values, bound)})"
    if prop.kind == "forall" and prop.text == "Z" and prop.parts[0].kind == "implies" and (whole := enumerated(prop.node, values)) is not None:
        if not whole:
            return f"(intro {prop.name}; opened; exfalso; lia)"
        if _needed(prop.parts[0].parts[1]):
            return f"(first [intro {prop.name}; opened; solve [{proof(prop.parts[0].parts[1], values, bound)}] | intro {prop.name}; opened; enumerated {prop.name}; {proof(prop.parts[0].parts[1], values, bound)}])"
        each = [proof(prop.parts[0].parts[1], {**values, prop.source: float(k)}, bound) for k in whole]
        return f"(intro {prop.name}; opened; enumerated {prop.name}; [{' | '.join(each)}])"
    if prop.kind == "forall" and prop.node is not None and prop.node.head == "one_of" and prop.parts[0].kind == "implies":
        members = [child(prop.node, k) for k in range(len(prop.node.args))]
        premise = prop.parts[0].parts[0]
        if len(members) == (len(premise.parts) if premise.kind == "or" else 1):
            return f"(intro {prop.name}; opened; [{' | '.join(proof(prop.parts[0].parts[1], {**values, prop.source: one}, bound) for one in members)}])"
    if prop.kind == "forall" and (only := single(prop.node, values)) is not None:
        return f"(intro {prop.name}; opened; only_value {prop.name} ({fraction(only)}); {proof(prop.parts[0].parts[-1], {**values, prop.source: number(only)}, bound)})"
    if prop.kind == "forall":
        return f"(intro {prop.name}; {proof(prop.parts[0], values, (*bound, prop.name) if prop.text == 'R' else bound)})"
    if prop.kind == "least":
        return _least(prop, values, bound)
    if prop.kind == "level":
        lo, hi, value = enclosed(prop, values)
        inner = {**values, prop.source: value}
        between = f"({'level' if prop.text == 'gaussian_level' else 'quantile'}_between {lo} {hi}; {proof(prop.parts[0], inner, bound)})"
        levels = tuple(prop.parts[0].parts[2:])
        if prop.text != "gaussian_level" or not levels or not any(key.startswith("#level") for key in values):
            return between
        again = Prop("and", parts=levels) if len(levels) > 1 else levels[0]
        return f"(first [level_again; {proof(again, inner, bound)} | {between}])"
    if prop.text == "Z -> R":
        return terms_told(prop, values, lambda rest, known: proof(rest, known, bound))
    if prop.source not in values and prop.default:
        return f"(itself; {proof(prop.parts[0], values, bound)})"
    if prop.source not in values and (chosen := chosen_value(prop, values)) is not None:
        return proof(prop, {**values, prop.source: chosen}, bound)
    if prop.source not in values and (found := crossing(prop, values, lambda rest: proof(rest, values, bound))) is not None:
        return found
    return f"(exists {_value(prop, values)}; {proof(prop.parts[0], values, bound)})"


def _needed(prop: Prop) -> bool:
    """Whether a proposition only says what terms need in order to have a value: it is shown for all integers at once where that is enough."""
    return prop.kind in ("atom", "and", "or") and prop.node is None and all(map(_needed, prop.parts))


def _least(prop: Prop, values: Values, bound: tuple[str, ...]) -> str:
    """An infimum between two numbers, or the one that the statement says it is equal to."""
    is_told = told(prop, values)
    exactly = f"least_is {is_told}; {proof(prop.parts[1], values, bound)}"
    try:
        lo, hi, value = enclosed(prop, values)
    except NotExported:
        if is_told is None:
            raise
        return f"({exactly})"
    member, after = proof(prop.parts[0], values), proof(prop.parts[1], {**values, prop.source: value}, bound)
    between = f"least_between {lo} {hi}; [{member} | {after}]"
    return f"({between})" if is_told is None else f"(first [{exactly} | {between}])"


def _either(parts: tuple[Prop, ...], values: Values, bound: tuple[str, ...]) -> str:
    tried = []
    for k, part in enumerate(parts):
        if not likely(part, values):
            continue
        try:
            text = proof(part, values, bound)
        except NotExported:
            continue
        tried.append("right; " * k + ("left; " if k < len(parts) - 1 else "") + text)
    if not tried:
        raise NotExported("evidence")
    return f"({tried[0]})" if len(tried) == 1 else f"(first [{' | '.join(tried)}])"


def chosen_value(prop: Prop, values: Values) -> Node | None:
    """The first candidate for which the rest can be true."""
    return next((one for one in candidates(prop, values) if likely(prop.parts[0], {**values, prop.source: one})), None)


def likely(prop: Prop, values: Values) -> bool:
    """Whether a proposition can be true, as far as floating-point values tell: what cannot is not tried."""
    if prop.kind in ("and", "or"):
        found = [likely(part, values) for part in prop.parts]
        return all(found) if prop.kind == "and" else any(found)
    if prop.kind != "atom":
        if prop.text == "Z -> R":
            try:
                return likely(prop.parts[0], {**values, prop.source: terms(prop, values)})
            except NotExported:
                return True
        if prop.kind == "exists" and prop.source not in values and prop.text in ("list pt", "pt", "Z"):
            return any(likely(prop.parts[0], {**values, prop.source: one}) for one in candidates(prop, values)) or not candidates(prop, values)
        return prop.kind == "each" or likely(prop.parts[-1], values)
    if prop.node is None or prop.node.head != "compare":
        return prop.text != "False"
    try:
        a, b = guess(child(prop.node, 0), values), guess(child(prop.node, 2), values)
    except (NoGuess, KeyError, AssertionError):
        return True
    same = a == b or abs(a - b) <= 1e-12 * min(max(abs(a), abs(b)), 1e300)
    relation = str(prop.node.args[1])
    if a == b == 0:
        return relation in ("<=", ">=", "==") if not prop.default else relation in ("<", ">", "!=")
    true = {"==": same, "!=": not same}.get(relation, same or (a < b) == (relation in ("<", "<=")))
    false = {"==": not same, "!=": same}.get(relation, same or (a < b) != (relation in ("<", "<=")))
    return false if prop.default else true


def _value(prop: Prop, values: Values) -> str:
    node = values.get(prop.source)
    if node is None:
        raise NotExported("evidence", prop.source)
    scope = Scope()
    if prop.text == "R":
        return f"({real(node, scope)})"
    if prop.text in ("Z", "Q"):
        value = literal(node)
        if value is None or (prop.text == "Z" and value.denominator != 1):
            raise NotExported("weights", prop.source)
        return f"({value.numerator})%Z" if prop.text == "Z" else rational(value)
    if prop.text == "distribution":
        return _law(node, scope)
    if prop.text == "kernel" and node.head == "table" and isinstance(rows := node.args[0], tuple):
        texts = [f"({point(row[0], scope)}, {_law(row[1], scope)})" for row in rows if isinstance(row, tuple) and isinstance(row[0], Node) and isinstance(row[1], Node)]
        return f"[{'; '.join(texts)}]"
    if prop.text == "pt":
        return point(node, scope)
    if prop.text == "list distribution" and node.head == "family":
        return f"[{'; '.join(_law(one, scope) for one in node.args if isinstance(one, Node))}]"
    if prop.text == "list Q" and node.head == "family":
        return f"[{'; '.join(rational(value) for one in node.args if isinstance(one, Node) and (value := literal(one)) is not None)}]"
    if prop.text == "list R" and node.head == "family":
        return f"[{'; '.join(real(one, scope) for one in node.args if isinstance(one, Node))}]"
    if prop.text == "list pt" and node.head in ("event", "family"):
        return f"[{'; '.join(point(one, scope) for one in node.args if isinstance(one, Node))}]"
    raise NotExported("evidence", f"{prop.source}: {node.head}")


def _law(node: Node, scope: Scope) -> str:
    if node.head != "finite":
        raise NotExported("density", node.head)
    return atoms(node, scope)


__all__ = ["likely", "proof", "written"]
