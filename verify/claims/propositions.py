"""Propositions: what a claim states, and the hypotheses it makes."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from verify.claims import options
from verify.claims.matrices import smallest_eigenvalue
from verify.claims.nodes import ClaimError, Node, free_names, mentioned, number, pattern_names, term
from verify.claims.sets import REALS, above, word
from verify.claims.terms import LimInf, Limit, LimSup, Max, Over, binding, oo

RELATIONS = ("<=", "<", ">=", ">", "==", "!=", "rounds to")
ROUNDING_RULES = ("nearest", "truncated", "upper bound", "lower bound")
SAFE_SIDES = ("above", "below")
"""On which side of the true value a printed guarantee still holds."""
NEGATED = {"<=": ">", "<": ">=", ">=": "<", ">": "<=", "==": "!=", "!=": "=="}
"""The relation that holds where one does not."""
MIRRORED = {"<=": ">=", "<": ">", ">=": "<=", ">": "<", "==": "==", "!=": "!="}
"""What a relation becomes where its sides are exchanged."""
ORDERED = ("<=", "<", ">=", ">")
"""Relations that say which side is the larger."""
TRUE = Node("all")
"""The proposition that always holds (an empty conjunction)."""


def Compare(measured: Any, relation: str, claimed: Any) -> Node:
    """``measured relation claimed``, kept as a record: the two sides are never subtracted or simplified."""
    if relation not in RELATIONS:
        raise ClaimError(f"Compare: the relation must be one of {', '.join(RELATIONS)}, got {relation!r}")
    right = claimed if isinstance(claimed, Node) else term(claimed)
    if relation == "rounds to" and right.head not in ("printed", "reading"):
        raise ClaimError(f"Compare: 'rounds to' needs Printed(digits, rule) on its right, got {right.head}")
    return Node("compare", term(measured), relation, right)


def Printed(digits: str, rule: str | Node = "nearest", safe: str | None = None) -> Node:
    """Printed digits, kept as text, with the rule they were made by; the rule may be a reading of words.

    ``safe``: "above" where the number is a guarantee that every larger one weakens (an epsilon, a delta), "below" where every smaller one does (an accuracy that is promised). A number
    that is off to its safe side is refuted all the same, and the severity of that is ``rounding``.
    """
    if isinstance(rule, str) and rule not in ROUNDING_RULES:
        raise ClaimError(f"Printed: the rule must be one of {', '.join(ROUNDING_RULES)}, got {rule!r}")
    number(options.text("Printed", "digits", digits))
    for one in _options(rule) if isinstance(rule, Node) else ():
        if one.head != "word_" or one.args[0] not in ROUNDING_RULES:
            raise ClaimError(f"Printed: the rule must be one of {', '.join(ROUNDING_RULES)}, got {options.said(one)}; name one")
    if safe not in (None, *SAFE_SIDES):
        raise ClaimError(f"Printed: safe must be one of {', '.join(SAFE_SIDES)}, got {options.said(safe)}")
    return Node("printed", digits, rule if isinstance(rule, Node) else word(rule), *(() if safe is None else (word(safe),)))


def last_place(digits: str) -> Fraction:
    """One unit of the last place of printed digits: of ``2.50`` a hundredth."""
    return Fraction(1, 10 ** len(digits.partition(".")[2]))


def _options(node: Node) -> list[Node]:
    """The meanings that a word, or a reading of words, may have."""
    if node.head != "reading":
        return [node]
    return [found for entry in node.args[1] for found in _options(entry[1])]  # type: ignore[union-attr, index, arg-type]


def Loewner(first: Any, second: Any) -> Node:
    """That ``second - first`` is positive semidefinite, for symmetric matrices: their order by quadratic forms. Built as a comparison of its smallest eigenvalue with 0."""
    return Compare(smallest_eigenvalue(term(second) - term(first)), ">=", 0)


def positive_semidefinite(matrix: Any) -> Node:
    """That a symmetric matrix has no eigenvalue below 0."""
    return Compare(smallest_eigenvalue(matrix), ">=", 0)


def Member(value: Any, of: Node) -> Node:
    """The value belongs to the set, or to an event or set of indices that has a name: `Member(x, A)`."""
    return Node("member", term(value), options.set_of("Member", "of", of))


def Not(proposition: Node) -> Node:
    """The proposition does not hold."""
    return Node("not", options.proposition("Not", "the argument", proposition))


def All(*propositions: Node) -> Node:
    """All hold; read from left to right, so a part without a value matters only if no earlier part is false."""
    return Node("all", *(options.proposition("All", "each argument", one) for one in propositions))


def Any_(*propositions: Node) -> Node:
    """At least one holds; read from left to right."""
    return Node("any", *(options.proposition("Any_", "each argument", one) for one in propositions))


def Implies(hypothesis: Node, conclusion: Node) -> Node:
    """If the hypothesis holds, so does the conclusion."""
    return Node("implies", options.proposition("Implies", "the hypothesis", hypothesis), options.proposition("Implies", "the conclusion", conclusion))


def Iff(left: Node, right: Node) -> Node:
    """Equivalence. As the statement of a claim it makes two parts, ``if`` (right implies left) and ``only-if``."""
    return Node("iff", options.proposition("Iff", "the left side", left), options.proposition("Iff", "the right side", right))


def ForAll(over: Over, proposition: Node) -> Node:
    """For all such values: ``ForAll({x: above(0)}, p)``."""
    return Node("forall", binding(over, "ForAll"), options.proposition("ForAll", "the statement", proposition))


def Exists(over: Over, proposition: Node) -> Node:
    """There are such values: ``Exists({x: above(0)}, p)``."""
    return Node("exists", binding(over, "Exists"), options.proposition("Exists", "the statement", proposition))


def each(name: Node, index: Node, proposition: Node) -> Node:
    """One proposition for each index of a family, ``each(i, upto(n), Compare(...))``."""
    return ForAll({name: index}, proposition)


def free_of(formula: Any, construct: str) -> Node:
    """The formula contains no node with this head: a structural fact about what is printed."""
    return Node("free_of", term(formula), options.text("free_of", "the construct", construct))


def eventually(name: Node, proposition: Node) -> Node:
    """There is a point beyond which the proposition holds for every value of the name."""
    start = _fresh(f"{options.variable('eventually', 'the name', name).args[0]}_0", free_names(proposition) | free_names(name))
    return Exists({start: REALS}, ForAll({name: above(start)}, proposition))


def _fresh(word: str, taken: frozenset[str]) -> Node:
    """A variable with this name, or a longer one where that is taken."""
    while word in taken:
        word += "_"
    return Node("var", word)


def big_o(value: Any, bound: Any, name: Node) -> Node:
    """``value`` is O(``bound``) as the name tends to infinity."""
    return Compare(LimSup(abs(term(value)) / term(bound), name, oo), "<", oo)


GROWTH = ("O", "Omega", "Theta", "o", "~")
"""Relations of growth: at most, at least, and of exactly the order of a bound; less than each multiple of it; the quotient tends to 1."""


def Asymptotic(value: Any, relation: str, bound: Any, to: Mapping[Any, Any], uniformly: Over | None = None) -> Node:
    """``value`` is O, Omega, Theta or o of ``bound``, or ``~`` to it: ``Asymptotic(Sum({t: upto(n)}, 1 / t), "~", log(n), {n: oo})``.

    One name that tends to ``oo``, ``-oo`` or a number, all others held fixed: the statement is one about the limit, or the upper or lower limit, of the quotient, for each value of the other names. The bound is positive
    there. With ``uniformly={x: above(0)}``, or several names that tend to ``oo``, it says that one factor and one starting point serve all values of these names: beyond some start
    ``|value| <= factor |bound|`` for all x, and likewise for the other relations.

    Raises
    ------
    ClaimError
        For another relation, no name, a name that is given a set as well, or several names of which one does not tend to ``oo``.
    """
    if relation not in GROWTH:
        raise ClaimError(f"Asymptotic: the relation must be one of {', '.join(GROWTH)}, got {options.said(relation)}; correct it")
    if not isinstance(to, Mapping) or not to:
        raise ClaimError(f"Asymptotic: what tends to what must be given by name, got {options.said(to)}; write {{n: oo}}")
    names = [options.variable("Asymptotic", "the name", name) for name in to]
    f, g = term(value), term(bound)
    if len(names) > 1 or uniformly:
        if (wrong := next((name for name, end in to.items() if term(end) != oo), None)) is not None:
            raise ClaimError(f"Asymptotic: a name must tend to oo where bounds hold for all values of others, got {wrong.args[0]} to {options.said(to[wrong])}; substitute first")
        return _uniform(f, relation, g, names, uniformly or {})
    (name, end), = to.items()
    quotient = abs(f) / g
    upper, lower = Compare(LimSup(quotient, name, end), "<", oo), Compare(LimInf(quotient, name, end), ">", 0)
    if relation in ("O", "Omega", "Theta"):
        return upper if relation == "O" else lower if relation == "Omega" else All(lower, upper)
    return Compare(Limit(f / g, name, end), "==", 0 if relation == "o" else 1)


def _uniform(f: Node, relation: str, g: Node, names: list[Node], uniformly: Over) -> Node:
    """Bounds with one factor and one start for all values of the names."""
    if mixed := sorted({str(name.args[0]) for name in names} & {one for pattern, _ in binding(uniformly) for one in pattern_names(pattern)}):  # type: ignore[misc, str-unpack]
        raise ClaimError(f"Asymptotic: a name tends to oo or ranges over a set, got {mixed[0]} in both; leave it out of uniformly")
    taken = frozenset(mentioned(ForAll({**dict.fromkeys(names, REALS), **uniformly}, Compare(f, "<=", g))))
    start, small, large = (_fresh(word, taken) for word in ("start", "factor", "large_factor"))
    over = {**dict.fromkeys(names, above(start)), **uniformly}
    at_most = Compare(abs(f), "<=", small * abs(g))
    if relation == "O":
        return Exists({small: above(0), start: above(0)}, ForAll(over, at_most))
    if relation == "Omega":
        return Exists({small: above(0), start: above(0)}, ForAll(over, Compare(small * abs(g), "<=", abs(f))))
    if relation == "Theta":
        return Exists({small: above(0), large: above(0), start: above(0)}, ForAll(over, All(Compare(small * abs(g), "<=", abs(f)), Compare(abs(f), "<=", large * abs(g)))))
    gap = at_most if relation == "o" else Compare(abs(f - g), "<=", small * abs(g))
    return ForAll({small: above(0)}, Exists({start: above(0)}, ForAll(over, gap)))


def chain(first: Any, *rest: Any) -> Node:
    """``chain(a, "<=", b, "==", c)``: as the statement of a claim each link is a part, ``link-1``, ``link-2``, ..."""
    if len(rest) < 2 or len(rest) % 2:
        raise ClaimError(f"chain: relations and sides must alternate, got {1 + len(rest)} entries")
    links, left = [], first
    for relation, right in zip(rest[::2], rest[1::2], strict=True):
        links.append(Compare(left, relation, right))
        left = right
    return Node("chain", *links)


def positive_part(value: Any) -> Node:
    """max(x, 0)."""
    return Max(value, 0)
