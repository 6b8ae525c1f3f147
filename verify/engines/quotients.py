"""Terms in which a bound name occurs fewer times: ``(a F + b)/(c F + d)`` is ``a/c + (b - a d/c)/(c F + d)``, so that a quotient that tends to a limit has an
enclosure on a half-line. The largest or smallest of such numerators is taken after the division where the denominator is seen to be positive.
"""

from __future__ import annotations

from flint import fmpq

from verify.claims.nodes import Node, free_names, number, rebuild
from verify.engines import evaluate as ev
from verify.values import numbers
from verify.values.numbers import NoValue

Affine = tuple[Node, Node, Node]
"""Constant, factor and the moving part."""
ZERO, ONE = number(0), number(1)


def with_fewer_uses(term: Node, name: str, env: ev.Env, c: ev.Context) -> Node:
    """The term with its quotients of affine forms of one part rewritten; what does not mention the name is left as it is."""
    if name not in free_names(term) or term.head in ("num", "var"):
        return term
    changed = rebuild(term, lambda child: with_fewer_uses(child, name, env, c))
    return _product(changed, name, env, c) if changed.head == "mul" else changed


def _product(term: Node, name: str, env: ev.Env, c: ev.Context) -> Node:
    factors = [a for a in term.args if isinstance(a, Node)]
    for k, below in enumerate(factors):
        if below.head != "pow" or below.args[1] != number(-1) or not isinstance(below.args[0], Node):
            continue
        denominator = affine(below.args[0], name)
        if denominator is None:
            continue
        for j, above in sorted(enumerate(factors), key=lambda entry: name not in free_names(entry[1])):  # constants last: they move nothing together
            divided = None if j == k else _divided(above, denominator, below, name, env, c)
            if divided is not None:
                rest = [f for i, f in enumerate(factors) if i not in (j, k)]
                return Node("mul", *rest, divided) if rest else divided
    return term


def _divided(above: Node, denominator: Affine, below: Node, name: str, env: ev.Env, c: ev.Context) -> Node | None:
    """The quotient with the moving part once; None for other numerators."""
    if above.head in ("max", "min") and name in free_names(above) and _positive(denominator, env, c):
        parts = [a if a == ZERO else _divided(a, denominator, below, name, env, c) for a in above.args if isinstance(a, Node)]  # 0/t has a value where t > 0
        return None if any(p is None for p in parts) else Node(above.head, *(p for p in parts if p is not None))
    numerator = affine(above, name)
    if numerator is None:
        return None if name in free_names(above) else Node("mul", above, below)
    (b, a, part), (d, slope, other) = numerator, denominator
    if part != other or not _nonzero(slope, env, c):
        return None
    whole = Node("mul", a, Node("pow", slope, number(-1)))
    return Node("add", whole, Node("mul", Node("add", b, Node("mul", number(-1), whole, d)), below))


def affine(term: Node, name: str) -> Affine | None:
    """A sum with one moving part, or a multiple of one; None for others. Parts that are bare names count as such."""
    if name not in free_names(term):
        return None
    if term.head != "add":
        factor, part = _multiple(term, name)
        return ZERO, factor, part
    constants: list[Node] = []
    moving: list[Node] = []
    for summand in term.args:
        assert isinstance(summand, Node)
        (moving if name in free_names(summand) else constants).append(summand)
    if len(moving) != 1:
        return None
    factor, part = _multiple(moving[0], name)
    return Node("add", ZERO, *constants), factor, part


def _multiple(term: Node, name: str) -> tuple[Node, Node]:
    """A product as a constant factor and what moves."""
    if term.head != "mul":
        return ONE, term
    still = [a for a in term.args if isinstance(a, Node) and name not in free_names(a)]
    moving = [a for a in term.args if isinstance(a, Node) and name in free_names(a)]
    return Node("mul", ONE, *still), moving[0] if len(moving) == 1 else Node("mul", *moving)


def _nonzero(term: Node, env: ev.Env, c: ev.Context) -> bool:
    try:
        return numbers.relation(ev.value(term, env, c), "!=", fmpq(0)) is True
    except (NoValue, ev.NoRoute):
        return False


def _positive(form: Affine, env: ev.Env, c: ev.Context) -> bool:
    """Whether ``c F + d`` is positive because F is an exponential, c > 0 and d >= 0."""
    constant, factor, part = form
    if part.head != "exp":
        return False
    try:
        return (numbers.relation(ev.value(constant, env, c), ">=", fmpq(0)) is True
                and numbers.relation(ev.value(factor, env, c), ">", fmpq(0)) is True)
    except (NoValue, ev.NoRoute):
        return False


__all__ = ["affine", "with_fewer_uses"]
