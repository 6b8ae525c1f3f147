"""What a statement asks of its instances: dimensions, noises, orders, maps, levels that its hypotheses allow."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Any

from flint import fmpq

from verify.claims.nodes import Node, child, free_names, heads, literal, walk
from verify.claims.sets import stated
from verify.engines import cylinders
from verify.engines import evaluate as ev
from verify.engines.draw import Candidates
from verify.engines.task import Task
from verify.values import rounding
from verify.values.primitives import PRIMITIVES

LEVEL = 4
"""How many of them may be such that both sides are the same 0 or infinity."""

WORK_FOR_DENSITIES = 100_000
"""Budget from which on procedures are run on laws with densities."""

UNUSUAL = frozenset({"interval", "laws", "kernels", "frameworks", "functions", "iterations"})
"""Sets with members that usual draws hardly meet."""

MOST_LEVEL, SLIGHT = 20, 2.0**-11
"""Epsilons up to which ratios of likelihoods are drawn near those that they allow, and how near."""


@lru_cache(maxsize=4)
def dear_parts(parts: tuple[Node, ...]) -> int:
    """How many special functions of several arguments stand in a statement: their values at large numbers cost more."""
    return sum(n.head in PRIMITIVES and PRIMITIVES[n.head].arity > 1 and n.head != "binomial" for part in parts for n in walk(part))


def endless(task: Task) -> bool:
    """Whether the names of a task range over infinitely many values: more than listed numbers, integers between two ends, labels and what is defined by others."""
    return any(_endless(stated(where)) for _, where in task.forall)


def _endless(where: Node) -> bool:
    if where.head in ("one_of", "equals", "labels", "permutations"):
        return False
    if where.head == "integers":
        return Node("num", "oo") in where.args or Node("num", "-oo") in where.args
    if where.head == "interval":
        return where.args[0] != where.args[1]
    if where.head in ("points", "events", "subsets") and isinstance(where.args[0], Node):
        return _endless(where.args[0])
    return True


def bounds_maps(task: Task) -> bool:
    """Whether a hypothesis speaks of values of the maps of an iteration."""
    return any("step_map" in heads(part) for part in task.given)


def _holds_unusual_atoms(where: Node) -> bool:
    """Whether a set may have laws with atoms beside a density, or infinitely many."""
    return where.head == "laws" and isinstance(where.args[0], Node) and where.args[0].head == "euclid" and where.args[2] == Node("word_", "any")


def unusual_atoms(task: Task) -> list[tuple[str, str]]:
    """Kinds of atoms that laws of a statement may have, each with the name of its corner. Of sparse ones only limits are known."""
    if not any(_holds_unusual_atoms(n) for _, where in task.forall for n in walk(where)):
        return []
    sparse = [("sparse", "sparse atoms")] if heads(task.states) & {"limit", "limsup", "liminf"} else []
    return [("beside a density", "atoms beside a density"), ("endless", "infinitely many atoms"), *sparse]


def tries_data_alone(task: Task) -> bool:
    """Whether events of data and noise are said to exist, where the noise has a density: those of the data alone are tried, and that no other will do is seen at no instance."""
    states = task.states
    if states.head != "exists" or (on_data := cylinders.of_data(states)) is None or on_data == states:
        return False
    finite = {pattern for pattern, where in task.forall if stated(where).head == "laws" and stated(where).args[2] != Node("word_", "density")}
    return all(child(child(where, 0), 1) not in finite for _, where in states.args[0])  # type: ignore[union-attr, misc, str-unpack, arg-type]


def has_unusual(task: Task) -> bool:
    """Whether a set of a statement has members that usual draws hardly meet."""
    return bool(UNUSUAL & frozenset[str]().union(*(heads(where) for _, where in task.forall)))


def runs_procedures(task: Task) -> bool:
    """Whether a procedure would ask for a quantity of drawn laws again and again, which for laws with densities is more than the budget allows."""
    return task.effort.work < WORK_FOR_DENSITIES and any("outcome" in heads(part) for part in (*task.given, task.states))


def asks_for_translates(task: Task) -> bool:
    """Whether a law of the claim is translated: then finite laws say little, and laws with a density much."""
    return _translates_in((*task.given, task.states))


@lru_cache(maxsize=4)
def _translates_in(parts: tuple[Node, ...]) -> bool:
    return any(n.head in ("translate", "largest_shift") and isinstance(n.args[0], Node) and n.args[0].head == "var" for part in parts for n in walk(part))


@lru_cache(maxsize=4)
def allowed_ratios(given: tuple[Node, ...]) -> tuple[fmpq, ...]:
    """Short fractions just below ``exp(epsilon)`` for the printed epsilons of the hockey-stick divergences that hypotheses bound."""
    printed = {literal(n.args[2]) for part in given for n in walk(part) if n.head == "hockey_stick" and isinstance(n.args[2], Node)}
    levels = sorted(level for level in printed if level is not None and 0 < level <= MOST_LEVEL)
    return tuple(rounding.simplest_between(*(fmpq(*(math.exp(level) * (1 - k * SLIGHT)).as_integer_ratio()) for k in (2, 1))) for level in levels)


@lru_cache(maxsize=4)
def noises_of(parts: tuple[Node, ...]) -> frozenset[str]:
    """Names of laws that are added to others, alone or as independent coordinates: second in a convolution."""
    found = set()
    for node in (n for part in parts for n in walk(part) if n.head == "convolve"):
        second = node.args[1]
        second = second.args[0] if isinstance(second, Node) and second.head == "iid" else second
        if isinstance(second, Node) and second.head == "var":
            found.add(str(second.args[0]))
    return frozenset(found)


def candidates_of(task: Task) -> Candidates:
    """Members of infinite sets for binders inside the statement."""
    return Candidates(task.stream("inner"))


def typical(task: Task) -> dict[str, tuple[Any, Any]]:
    """Ranges in which numbers are usually found, by hints of the declaration."""
    return {str(name.args[0]): ends for name, ends in task.variant.hints.typical.items()}


@lru_cache(maxsize=4)
def supposes(given: tuple[Node, ...]) -> bool:
    """Whether a hypothesis says that laws or events exist: what is not found soon is not found, and never denied, so much work on one instance takes it from the others."""
    return any(n.head == "exists" and any(entry[1].head in ("laws", "events") for entry in n.args[0]) for part in given for n in walk(part))  # type: ignore[index, union-attr]


def is_count(where: Node) -> bool:
    """Whether the members are integers: sizes of other things, which grow by one at a time."""
    return where.head == "integers" or (where.head == "unstated" and is_count(ev.argument(where, 0)))


LARGEST_ORDER = 128
"""Exponents and orders beyond it cost more than they show."""

ORDERS = {"pow": (1,), "norm": (1,), "euclid": (1,), "wasserstein": (2, 3), "kantorovich": (2,), "renyi": (2,), "moment": (1, 2), "support_diameter": (2,), "largest_shift": (2, 3), "shifted_renyi": (2, 5), "trimmed_renyi": (2,), "near_distance": (3,)}
"""Arguments that are orders or exponents."""


@lru_cache(maxsize=4)
def orders_in(formula_: Node, powers: bool = True) -> frozenset[str]:
    """Names in orders of quantities, and in exponents of powers unless these are left out."""
    found = (n.args[k] for n in walk(formula_) if powers or n.head != "pow" for k in ORDERS.get(n.head, ()) if k < len(n.args))
    return frozenset(name for argument in found if isinstance(argument, Node) for name in free_names(argument))


def too_large(task: Task, name: str, value: Any) -> bool:
    """Whether a number has grown past what an order or exponent may be."""
    return isinstance(value, fmpq) and abs(value) > LARGEST_ORDER and name in orders_in(task.variant.formula)


@lru_cache(maxsize=4)
def _dimensions_of(sets: tuple[Node, ...]) -> frozenset[str]:
    return frozenset(str(n.args[0].args[0]) for where in sets for n in walk(where)
                     if n.head == "euclid" and isinstance(n.args[0], Node) and n.args[0].head == "var")


@lru_cache(maxsize=64)
def horizons_of(formula: Node) -> frozenset[str]:
    """Names that are the last index of a sum, a product or a recursion, of statements about infinite sequences or recursions."""
    endless = any(n.head == "recursion" or (n.head == "sequences" and n.args[0] == Node("num", "oo")) for n in walk(formula))
    ranges: list[Any] = [entry[1] for n in walk(formula) if n.head in ("sum", "prod", "recursion") for entry in n.args[0] if entry[1].head == "integers"] if endless else []  # type: ignore[union-attr, index]
    return frozenset(name for where in ranges for name in free_names(where.args[1]))


def copies_of(task: Task) -> frozenset[str]:
    """Names of integers that are the number of independent coordinates under whose distribution a mean or probability is taken."""
    ours = {str(pattern.args[0]) for pattern, where in task.forall if isinstance(pattern, Node) and is_count(where)}
    found: set[str] = set()
    for node in (n for part in (*task.given, task.states) for n in walk(part) if n.head in ("expect", "prob")):
        for _, law in node.args[0]:  # type: ignore[misc, union-attr, str-unpack]
            if isinstance(law, Node) and law.head in ("iid", "binomial_law"):
                found |= free_names(law.args[1 if law.head == "iid" else 0])  # type: ignore[arg-type]
            elif isinstance(law, Node) and law.head == "independent":
                found |= free_names(Node("sum", law.args[0], Node("num", "0"), None))
    return frozenset(found & ours)


def totals_of(task: Task) -> frozenset[str]:
    """Names of integers that a hypothesis says to be the sum of a family of integers, and no set mentions."""
    ranges = {str(pattern.args[0]): where for pattern, where in task.forall if isinstance(pattern, Node)}
    counted = {name for name, where in ranges.items() if where.head in ("families", "sequences") and "integers" in heads(child(where, 1))}
    found: set[str] = set()
    for node in (node for part in task.given for node in walk(part) if node.head == "compare" and node.args[1] == "=="):
        for one, other in ((child(node, 0), child(node, 2)), (child(node, 2), child(node, 0))):
            if one.head == "sum" and free_names(one) & counted and other.head == "var":
                found |= free_names(other)
    mentioned = {name for where in ranges.values() for name in free_names(where)}
    return frozenset(name for name in found - mentioned if name in ranges and is_count(ranges[name]))


def dimensions_of(task: Task) -> frozenset[str]:
    """Names that are the number of coordinates of a space."""
    return _dimensions_of(tuple(where for _, where in task.forall))
