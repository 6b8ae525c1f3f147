"""Whether the term of an extremum has a value at every member: one that has none leaves the whole without one."""

from __future__ import annotations

import math
from fractions import Fraction
from functools import lru_cache
from typing import Any

from flint import fmpq

from verify.claims.nodes import ClaimError, Node, child, free_names, heads, literal, pattern_names, substitute, walk
from verify.claims.sets import stated
from verify.engines.boxes.domain import cases
from verify.engines.boxes.formula import Graph, Unsupported
from verify.engines.boxes.proof import Prover
from verify.engines.boxes.search import Search
from verify.engines.solution import defined, positive_names
from verify.values import primitives

_MOST_BOXES = 24
_COMPUTED = frozenset({"num", "var", "pi", "add", "mul", "pow", "exp", "log", "abs", "max", "min", "floor", "ceiling", "if", "compare", "all", "any", "not", "implies", "iff"}) | set(primitives.PRIMITIVES)


def every_member_valued(node: Node, env: dict[str, Any]) -> bool:
    """Whether the term of an extremum over numbers, made of arithmetic, has a value at every member: one that has none leaves the whole without one. Of other terms and sets it is taken for granted."""
    over: Any = node.args[0]
    term = child(node, 1)
    if heads(term) & {"sup", "inf"} and heads(term) <= _COMPUTED | {"sup", "inf", "interval", "integers", "one_of"}:
        joined = _joined(node, term) if term.head in ("sup", "inf") else None
        return joined is not None and every_member_valued(joined, env)
    if not all(isinstance(pattern, Node) and stated(where).head in ("interval", "integers", "one_of") for pattern, where in over) or not heads(term) <= _COMPUTED:
        return True
    names = {str(pattern.args[0]) for pattern, _ in over}
    if any(free_names(where) & {str(pattern.args[0]) for pattern, _ in over[k:]} for k, (_, where) in enumerate(over)):
        return False  # a range that depends on an outer name which is bound anew
    outer: dict[str, Any] = {name: env.get(name) for name in free_names(Node("all", term, *(where for _, where in over), *(a for a in node.args[2:3] if isinstance(a, Node)))) - names}
    if not all(isinstance(x, fmpq) for x in outer.values()):
        return False
    return _valued_members(node, tuple(sorted((name, int(x.p), int(x.q)) for name, x in outer.items())))


def _joined(node: Node, term: Node) -> Node | None:
    """An extremum of an extremum as one over the names of both; None where a name is bound twice."""
    over: Any = node.args[0]
    inner: Any = term.args[0]
    conditions = [part for part in (node.args[2], term.args[2]) if isinstance(part, Node)]
    if {name for pattern, _ in over for name in pattern_names(pattern)} & {name for pattern, _ in inner for name in pattern_names(pattern)}:
        return None
    return Node(node.head, (*over, *inner), child(term, 1), Node("all", *conditions) if conditions else None, None)


@lru_cache(maxsize=2048)
def _valued_members(node: Node, outer: tuple[tuple[str, int, int], ...]) -> bool:
    """By the form of the term, or on boxes."""
    over: Any = node.args[0]
    finite = all(not _infinite_inside(end) or where.head == "integers" or where.args[2 + k] == "open"
                 for where in (stated(where) for _, where in over) if where.head != "one_of" for k in (0, 1) for end in where.args[k : k + 1])
    finite = finite and not any(where.head == "one_of" and {Node("num", "oo"), Node("num", "-oo")} & set(where.args) for where in (stated(where) for _, where in over))
    if finite and defined(child(node, 1), positive_names(over) | {name for name, p, _ in outer if p > 0}):
        return True
    put = {name: Node("num", str(Fraction(p, q))) for name, p, q in outer}
    condition = (substitute(node.args[2], put),) if isinstance(node.args[2], Node) else ()
    try:
        for case in cases(tuple((pattern, substitute(where, put)) for pattern, where in over), condition, substitute(child(node, 1), put)):
            graph, ends = Graph(tuple(case.sides)), tuple(case.sides.values())
            goal = ("compare", graph.build(case.states), "<=", graph.number(math.inf))
            search = Search(graph, Prover(graph, ends, order=1), [graph.proposition(g) for g in case.given], goal, ends, {})
            if not search.run(_MOST_BOXES, math.inf).proved:
                return False
    except (Unsupported, ClaimError):
        return False
    return True


def _infinite_inside(end: Any) -> bool:
    """Whether an end of a range may be infinite: it is, or it is computed with what is."""
    return not isinstance(end, Node) or any((n.head == "num" and literal(n) is None) or n.head in ("sup", "inf") for n in walk(end))
