"""Edits of a formula: what a slip of the pen does to a claimed side, an exponent, an argument, a range, a quantifier or a hypothesis.

Each edit is written once, here: ``twins`` plants some in every statement of a run, ``mutants`` all of them for a measurement, and ``rewrites`` has those that mean the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from decimal import Decimal
from fractions import Fraction
from typing import Any

from verify.claims.nodes import Argument, Node, child, literal, number, pattern_names, walk
from verify.claims.propositions import NEGATED, last_place
from verify.claims.show import text
from verify.claims.weaker import CLOSED
from verify.values.primitives import PRIMITIVES

Edit = tuple[str, Node]
"""In words what was changed, and the changed formula."""
Alternatives = Callable[[Node], Iterator[Edit]]

STRICT = {"<=": "<", ">=": ">"}
UPPER, ORDERED = ("<=", "<"), ("<=", "<", ">=", ">")
LAWS = frozenset({"law", "power_law", "geometric_law", "sparse_law", "binomial_law", "poisson_law", "independent", "finite", "mixture", "translate", "convolve", "product", "push", "joint", "step", "marginal", "conditional", "swap", "iid", "then", "indicator_law",
                  "outputs", "prior", "secret", "given_event", "classical", "normal_vector", "affine", "iterate_law", "noise_law"})
"""Heads that are no numbers: nothing to scale."""
FUNCTIONS = frozenset({"exp", "log", "erf", "erfc", "gamma", "hyp1f1", "hyp2f1", "sinh", "cosh", "tanh"}) | PRIMITIVES.keys()
"""Functions of numbers whose arguments may be scaled."""


# --- places ------------------------------------------------------------------------------------------------------------


def edits(root: Node, alternatives: Alternatives) -> Iterator[Edit]:
    """The formula with one node replaced by one of its alternatives, for each node and alternative."""
    yield from alternatives(root)
    if root.head in CLOSED:
        return
    for k, argument in enumerate(root.args):
        for words, changed in _edits_inside(argument, alternatives):
            yield words, Node(root.head, *root.args[:k], changed, *root.args[k + 1:])


def _edits_inside(argument: Argument, alternatives: Alternatives) -> Iterator[tuple[str, Argument]]:
    if isinstance(argument, Node):
        yield from edits(argument, alternatives)
    elif isinstance(argument, tuple):
        for k, item in enumerate(argument):
            for words, changed in _edits_inside(item, alternatives):
                yield words, (*argument[:k], changed, *argument[k + 1:])


def at_goals(node: Node, change: Alternatives) -> Iterator[Edit]:
    """The proposition with one change of one comparison that decides it, for each of these and each change; nothing behind an existence."""
    if node.head == "compare":
        yield from change(node)
    elif node.head in ("implies", "forall"):
        for words, inner in at_goals(child(node, 1), change):
            yield words, Node(node.head, node.args[0], inner)
    elif node.head == "all":
        for k in range(len(node.args)):
            for words, inner in at_goals(child(node, k), change):
                yield words, Node("all", *node.args[:k], inner, *node.args[k + 1:])


def at_goal(node: Node, change: Callable[[Node], Node | None]) -> Node | None:
    """The proposition with a change of the first comparison that decides it and can be changed; None where there is none, or behind an existence."""
    return next((changed for _, changed in at_goals(node, _one(change))), None)


def _one(change: Callable[[Node], Node | None]) -> Alternatives:
    def changes(goal: Node) -> Iterator[Edit]:
        changed = change(goal)
        if changed is not None:
            yield "", changed

    return changes


def in_claimed_side(node: Node, alternatives: Alternatives) -> Iterator[Edit]:
    """The proposition with one node of a claimed side replaced, for each comparison that decides it, each node and each alternative."""
    def changes(goal: Node) -> Iterator[Edit]:
        left, relation, right = goal.args
        if isinstance(right, Node):
            for words, changed in edits(right, alternatives):
                yield words, Node("compare", left, relation, changed)

    yield from at_goals(node, changes)


# --- the claimed side ----------------------------------------------------------------------------------------------------


def off_by_a_unit(states: Node) -> tuple[str, Node, Fraction | None] | None:
    """A printed number that is off by one unit of its last place; the size is that of the unit relative to the number, if this is not 0."""
    changed = at_goal(states, lambda goal: _next_printed(goal) if goal.args[1] == "rounds to" else None)
    if changed is None:
        return None
    digits = next(str(node.args[0]) for node in walk(states) if node.head == "printed")
    value, unit = Fraction(digits), last_place(digits)
    return f"printed number changed by {float(unit):g}, its last place", changed, unit / abs(value) if value else None


def _next_printed(goal: Node) -> Node:
    left, relation, right = goal.args
    assert isinstance(right, Node)
    digits = str(right.args[0])
    moved = Decimal(digits) + Decimal(1).scaleb(-len(digits.partition(".")[2]))
    return Node("compare", left, relation, Node("printed", f"{moved:f}", *right.args[1:]))


def scaled(states: Node, size: Fraction) -> Node | None:
    """The claimed side of the comparison that decides, made stronger by the relative size; None where it has no such side.

    A side that is evidently negative moves away from 0, 0 by the size itself.
    """
    return at_goal(states, lambda goal: stronger(goal, size))


def loosened(states: Node, size: Fraction) -> Node | None:
    """The claimed side of an inequality, moved by the size times its absolute value so that it claims less: true wherever the inequality is."""
    def weaker(goal: Node) -> Node | None:
        left, relation, right = goal.args
        if relation not in ORDERED or not isinstance(right, Node) or right.head in LAWS:
            return None
        return Node("compare", left, relation, Node("add", right, Node("mul", number(size if relation in UPPER else -size), Node("abs", right))))

    return at_goal(states, weaker)


def stronger(goal: Node, size: Fraction) -> Node | None:
    """A comparison whose claimed side is stronger by a relative size."""
    left, relation, right = goal.args
    assert isinstance(right, Node)
    if relation == "rounds to" or right.head in LAWS or (isinstance(left, Node) and left.head in LAWS):
        return None
    upper = relation in UPPER
    if relation == "==" and right.head == "num" and right.args[0] in ("0", "oo", "-oo"):
        return Node("compare", left, relation, number(size) if right.args[0] == "0" else number(1 / size))
    if relation in ORDERED and right == number(0):
        return Node("compare", left, relation, number(-size if upper else size))
    if relation not in (*ORDERED, "=="):
        return None
    falls = upper is not _negative(right) and relation != "=="
    return Node("compare", left, relation, _times(1 - size if falls else 1 + size, right))


def _negative(side: Node) -> bool:
    """Whether a side carries a minus sign in front: a negative number, or a product with an odd number of them."""
    factors = [literal(factor) for factor in (side.args if side.head == "mul" else (side,)) if isinstance(factor, Node)]
    return sum(1 for factor in factors if factor is not None and factor < 0) % 2 == 1


def _times(factor: Fraction, side: Node) -> Node:
    if side.head == "point":
        return Node("point", *(_times(factor, a) for a in side.args if isinstance(a, Node)))
    return Node("mul", number(factor), side)


def shifted(goal: Node, by: Fraction) -> Node:
    """A comparison whose claimed side is stronger by a constant that is added to it, or taken from it."""
    left, relation, right = goal.args
    assert isinstance(right, Node)
    step = -by if relation in UPPER else by
    value = literal(right)
    return Node("compare", left, relation, number(value + step) if value is not None else Node("add", right, number(step)))


def apart(goal: Node, size: Fraction, near: Fraction) -> Node | None:
    """An inequality that asks for a margin where its sides are close: they differ by more than the share ``near`` of the claimed side, or else by the share ``size``."""
    if goal.args[1] not in ORDERED:
        return None
    far, margin = stronger(goal, near), stronger(goal, size)
    if far is None or margin is None:
        return None
    relation = str(goal.args[1])
    return Node("any", Node("compare", far.args[0], STRICT.get(relation, relation), far.args[2]), margin)


# --- inside a formula ----------------------------------------------------------------------------------------------------


def exponents(node: Node) -> Iterator[Edit]:
    """A power with the next exponent away from 0; a root that is dropped."""
    if node.head == "pow":
        base, exponent = child(node, 0), child(node, 1)
        value = literal(exponent)
        yield _power(node, exponent + 1 if value is None else number(value - 1 if value < 0 else value + 1))
        if value is not None and value.denominator == 2:
            yield f"root of {text(base)} dropped", Node("pow", base, number(2 * value))


def smaller_exponents(node: Node) -> Iterator[Edit]:
    """A power with the next exponent towards 0."""
    if node.head == "pow":
        exponent = child(node, 1)
        value = literal(exponent)
        if value is None or abs(value) >= 1:
            yield _power(node, exponent - 1 if value is None else number(value + 1 if value < 0 else value - 1))


def _power(node: Node, other: Node) -> Edit:
    base, exponent = child(node, 0), child(node, 1)
    return f"exponent {text(exponent)} of {text(base)} replaced by {text(other)}", Node("pow", base, other)


def arguments(factor: Fraction) -> Alternatives:
    """Arguments of functions and under roots, one scaled by a factor; a whole number among several arguments is an index or a parameter and stays."""
    def alternatives(node: Node) -> Iterator[Edit]:
        if node.head == "pow":
            value = literal(child(node, 1))
            places = [0] if value is not None and value.denominator == 2 else []
        else:
            places = [k for k, part in enumerate(node.args) if node.head in FUNCTIONS and isinstance(part, Node)]
        for k in places:
            part = child(node, k)
            value = literal(part)
            if value == 0 or part in (number("oo"), number("-oo")) or (value is not None and value.denominator == 1 and len(places) > 1):
                continue
            name = "a root" if node.head == "pow" else node.head
            yield f"{text(part)} inside {name} multiplied by {factor}", Node(node.head, *node.args[:k], number(factor) * part, *node.args[k + 1:])

    return alternatives


def bounds_of_events(factor: Fraction) -> Alternatives:
    """Bounds in an event whose probability is taken, one scaled by a factor."""
    def scaled_bound(node: Node) -> Iterator[Edit]:
        if node.head == "compare" and node.args[1] in ORDERED:
            left, relation, bound = node.args
            assert isinstance(bound, Node)
            if literal(bound) != 0 and bound not in (number("oo"), number("-oo")):
                yield f"{text(bound)} in an event multiplied by {factor}", Node("compare", left, relation, number(factor) * bound)

    def alternatives(node: Node) -> Iterator[Edit]:
        if node.head == "prob":
            for words, body in edits(child(node, 1), scaled_bound):
                yield words, Node("prob", node.args[0], body)

    return alternatives


def dropped(head: str, word: str) -> Alternatives:
    """Sums or products with one part left out."""
    def alternatives(node: Node) -> Iterator[Edit]:
        if node.head == head and len(node.args) > 1:
            for k, part in enumerate(node.args):
                rest = node.args[:k] + node.args[k + 1:]
                if isinstance(part, Node):
                    left = rest[0] if len(rest) == 1 else Node(head, *rest)
                    assert isinstance(left, Node)
                    yield f"{word} {text(part)} dropped", left

    return alternatives


# --- propositions --------------------------------------------------------------------------------------------------------


def turned(node: Node) -> Node | None:
    """The comparison with its relation turned; None where there is none."""
    if node.head == "compare":
        return Node("compare", node.args[0], NEGATED[str(node.args[1])], node.args[2]) if node.args[1] in NEGATED else None
    if node.head in ("implies", "forall"):
        inner = turned(child(node, 1))
        return None if inner is None else Node(node.head, node.args[0], inner)
    return None


def quantified_otherwise(node: Node, positive: bool = True) -> Iterator[Edit]:
    """The statement with one quantifier exchanged so that it claims more: an existence that becomes "for all", or the other way round in what is supposed or denied."""
    if node.head in ("forall", "exists"):
        if (node.head == "exists") is positive:
            other = "forall" if positive else "exists"
            names = ", ".join(name for entry in node.args[0] for name in pattern_names(entry[0]))  # type: ignore[index, union-attr]
            yield f"{'for all' if positive else 'exists'} {names} instead of {'exists' if positive else 'for all'}", Node(other, *node.args)
        places: list[tuple[int, tuple[bool, ...]]] = [(1, (positive,))]
    elif node.head in ("all", "any"):
        places = [(k, (positive,)) for k in range(len(node.args))]
    elif node.head == "implies":
        places = [(0, (not positive,)), (1, (positive,))]
    elif node.head == "iff":
        places = [(0, (True, False)), (1, (True, False))]
    elif node.head == "not":
        places = [(0, (not positive,))]
    else:
        return
    for k, signs in places:
        for sign in signs:
            for words, inner in quantified_otherwise(child(node, k), sign):
                yield words, Node(node.head, *node.args[:k], inner, *node.args[k + 1:])


def without_premise(node: Node) -> Iterator[Edit]:
    """An implication without what it supposes."""
    if node.head == "implies":
        yield f"without the premise {text(child(node, 0))}", child(node, 1)


# --- declared ranges -----------------------------------------------------------------------------------------------------


def wider(pattern: Any, where: Node) -> Iterator[Edit]:
    """A declared range of integers, one longer at either end: what is claimed of one member too many."""
    if where.head == "unstated":
        for words, inner in wider(pattern, child(where, 0)):
            yield words, Node("unstated", inner)
    elif where.head == "integers":
        lo, hi = child(where, 0), child(where, 1)
        name = ", ".join(pattern_names(pattern))
        yield f"{name} from {text(lo - 1)} instead of {text(lo)}", Node("integers", lo - 1, hi)
        if hi != number("oo"):
            yield f"{name} to {text(hi + 1)} instead of {text(hi)}", Node("integers", lo, hi + 1)


def beyond(pattern: Any, where: Node, share: Fraction) -> Iterator[tuple[str, Node, Node]]:
    """A declared range of reals with one finite end further out by a share of its size, or by the share itself where the end is 0; the new end comes with it, and belongs to the range."""
    if where.head == "unstated":
        for words, inner, end in beyond(pattern, child(where, 0), share):
            yield words, Node("unstated", inner), end
    elif where.head == "interval":
        name = ", ".join(pattern_names(pattern))
        for k, side, word in ((0, 2, "from"), (1, 3, "to")):
            old = child(where, k)
            if old in (number("oo"), number("-oo")):
                continue
            value, step = literal(old), share if k else -share
            end = number(value + step * (abs(value) or 1)) if value is not None else Node("add", old, Node("mul", number(step), Node("abs", old)))
            changed = [*where.args]
            changed[k], changed[side] = end, "closed"
            yield f"{name} {word} {text(end)} instead of {text(old)}", Node("interval", *changed), end
