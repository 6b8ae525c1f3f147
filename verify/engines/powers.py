"""Comparisons of products of powers with each other, under hypotheses of the same kind, and with sums: two rules, for the symbolic engine.

A positive product is kept by the exponents of its factors (:func:`exponents`), so that its logarithm is linear in the logarithms of the factors.

*A hypothesis raised to a power.* If ``A <= B`` for positive products and c > 0, then ``A^c <= B^c``, strictly if ``A < B``. So ``L <= R`` follows from ``A <= B`` where
``log(R/L) - c log(B/A)`` is at least 0; c is the quotient of the exponents of one factor, so that this factor is gone from the rest, and the rest may need other hypotheses.

*Weighted means of powers.* For positive P_1, ..., P_n and positive weights w_1, ..., w_n that add to 1, ``P_1 + ... + P_n >= prod (P_i / w_i)^(w_i)``: the logarithm is concave, so that
``log sum w_i (P_i / w_i) >= sum w_i log(P_i / w_i)``. The weights are those for which the exponents of n - 1 factors are the same in the mean and in the product Q that it is compared with.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, islice
from typing import Any

import sympy as sp

from verify.claims.nodes import Node, literal, walk
from verify.quantities import algebra
from verify.quantities.exact import Signs

Expr = Any
Exponents = dict[Any, Any]
"""Exponents of factors other than 1, none of them 0; Euler's number is the factor of exponentials."""
Facts = Sequence[tuple[Expr, bool]]
HYPOTHESIS = "lemma: a hypothesis between products of powers, raised to a positive power"
PRODUCTS = "both sides are products of powers, compared by logarithms"
MEANS_OF_POWERS = "lemma: weighted arithmetic and geometric means of powers"
MOST_TERMS = 4
MOST_CHOICES = 12
"""Choices of factors by which weights are looked for."""


LARGEST = 10**9
"""Numbers from here on are not taken apart into primes."""
LONGEST = 120
"""Operations in both sides beyond which none is taken apart."""
MOST_FACTS = 6


def mentioned(formulas: Sequence[Node]) -> bool:
    """Whether a power with an exponent that is no number occurs."""
    return any(node.head == "pow" and isinstance(node.args[1], Node) and literal(node.args[1]) is None for f in formulas for node in walk(f))


def exponents(e: Expr, signs: Signs) -> Exponents | None:
    """The exponents of a product of positive factors; None if a factor is not seen to be positive."""
    found: Exponents = {}
    _gather(sp.sympify(e), sp.Integer(1), found)
    if any(base.is_Add and not base.is_rational_function() for base in found):  # sums of other functions are no factors, and their signs cost much
        return None
    if any(signs.sign(base) != "+" for base in found):  # also of factors that cancel: the root of a square is no power of a negative base
        return None
    return {base: total for base, c in found.items() if (total := _plain(c)) != 0}


def _gather(e: Expr, times: Expr, found: Exponents) -> None:
    """Add the exponents of ``e^times``. What is taken apart here may be negative: the caller looks at the factors."""
    if e.is_Mul:
        for factor in e.args:
            _gather(factor, times, found)
    elif e.is_Rational and e > 0 and max(e.p, e.q) < LARGEST:
        for prime, k in sp.factorrat(e).items():
            found[sp.Integer(prime)] = found.get(sp.Integer(prime), sp.Integer(0)) + times * k
    elif isinstance(e, sp.exp):
        for term in sp.Add.make_args(algebra.expand(e.args[0])):
            logs = [f for f in sp.Mul.make_args(term) if isinstance(f, sp.log)]
            if len(logs) == 1:
                _gather(logs[0].args[0], times * term / logs[0], found)
            else:
                found[sp.E] = found.get(sp.E, sp.Integer(0)) + times * term
    elif e.is_Pow:
        _gather(e.base, times * e.exp, found)
    elif e.is_Add and e.is_rational_function() and not (product := algebra.factor(algebra.together(e))).is_Add:
        _gather(product, times, found)
    else:
        found[e] = found.get(e, sp.Integer(0)) + times


def _plain(e: Expr) -> Expr:
    """A quotient of polynomials in lowest terms, so that equal ones read the same."""
    return algebra.factor(algebra.cancel(algebra.together(e)))


def _sum(*parts: tuple[Expr, Mapping[Expr, Expr]]) -> Exponents:
    """The sum of multiples of exponents."""
    total: Exponents = {}
    for times, some in parts:
        for base, c in some.items():
            total[base] = total.get(base, sp.Integer(0)) + times * c
    return {base: value for base, c in total.items() if (value := _plain(c)) != 0}


def between_powers(left: Expr, right: Expr, signs: Signs) -> bool:
    """Whether both sides are positive products and one of them has an exponent that is no number."""
    sides = exponents(left, signs), exponents(right, signs)
    return all(side is not None for side in sides) and any(not p.exp.is_number for e in (left, right) for p in e.atoms(sp.Pow))


def holds(left: Expr, right: Expr, strict: bool, facts: Facts = ()) -> str | None:
    """The rule by which ``left <= right`` (``<`` if strict) is seen, under facts ``(expression at least 0, more than 0)``; None if none is."""
    if (left + right).count_ops() > LONGEST or not any(_has_powers(e) for e in (left, right, *(fact for fact, _ in facts))):
        return None
    signs = Signs(facts)
    known = [(gap, more) for fact, more in facts[:MOST_FACTS] if (gap := _gap_of(fact, signs)) is not None]
    first, second = exponents(left, signs), exponents(right, signs)
    if first is not None and second is not None:
        gap = _sum((sp.Integer(1), second), (sp.Integer(-1), first))
        if _follows(gap, strict, (), signs):
            return PRODUCTS
        if _follows(gap, strict, known, signs):
            return HYPOTHESIS
    for product, terms in _splits(left, right, signs):
        for mean in _means(product, terms, signs):
            if _follows(_sum((sp.Integer(1), mean), (sp.Integer(-1), product)), strict, known, signs):
                return MEANS_OF_POWERS
    return None


def _has_powers(e: Expr) -> bool:
    """Whether an exponential, or a power with an exponent that is no number, occurs."""
    return bool(e.atoms(sp.exp)) or any(not p.exp.is_number for p in e.atoms(sp.Pow))


def _gap_of(fact: Expr, signs: Signs) -> Exponents | None:
    """The exponents of B/A for a fact ``B - A`` of positive products."""
    if not (fact.is_Add and len(fact.args) == 2):
        return None
    above = [t for t in fact.args if signs.sign(t) == "+"]
    below = [-t for t in fact.args if signs.sign(t) == "-"]
    if len(above) != 1 or len(below) != 1:
        return None
    first, second = exponents(above[0], signs), exponents(below[0], signs)
    return None if first is None or second is None else _sum((sp.Integer(1), first), (sp.Integer(-1), second))


def _follows(gap: Exponents, strict: bool, facts: Sequence[tuple[Exponents, bool]], signs: Signs) -> bool:
    """Whether the product with these exponents is at least 1 (more than 1 if strict), each fact used at most once."""
    sizes = {_at_least_one(base, c, signs) for base, c in gap.items()}
    if None not in sizes and ("+" in sizes or not strict):
        return True
    for k, (known, more) in enumerate(facts):
        others = [*facts[:k], *facts[k + 1:]]
        for times in dict.fromkeys(_plain(gap[base] / c) for base, c in known.items() if base in gap):
            if signs.sign(times) == "+" and _follows(_sum((sp.Integer(1), gap), (-times, known)), strict and not more, others, signs):
                return True
    return False


def _at_least_one(base: Expr, exponent: Expr, signs: Signs) -> str | None:
    """``+`` where a power of a positive base is more than 1, ``+0`` where it is at least 1, else None."""
    size, side = signs.sign(sp.E - 1 if base is sp.E else algebra.factor(base - 1)), signs.sign(exponent)
    if (size, side) in (("+", "+"), ("-", "-")):
        return "+"
    weak = ({"+", "+0", "0"}, {"-", "-0", "0"})
    return "+0" if any(size in allowed and side in allowed for allowed in weak) or "0" in (size, side) else None


def _splits(left: Expr, right: Expr, signs: Signs) -> Iterator[tuple[Exponents, list[Exponents]]]:
    """Positive terms and the one product that their sum is compared with: sums of positive terms multiplied out, then the whole numerator."""
    difference = right - left
    top, bottom = sp.fraction(algebra.together(difference))
    over = signs.sign(bottom)
    candidates = [sp.Add.make_args(sp.Add(*(_distributed(t, signs) for t in sp.Add.make_args(difference))))]
    if over == "+":
        candidates.append(sp.Add.make_args(sp.expand(top, power_exp=False, power_base=False, log=False)))
    for terms in candidates:
        if not 3 <= len(terms) <= MOST_TERMS + 1:
            continue
        sides = [signs.sign(t) for t in terms]
        if sorted(map(str, sides)) != ["+"] * (len(terms) - 1) + ["-"]:
            continue
        found = [exponents(t if side == "+" else -t, signs) for t, side in zip(terms, sides, strict=True)]
        if all(f is not None for f in found):
            yield found[sides.index("-")] or {}, [f or {} for f, side in zip(found, sides, strict=True) if side == "+"]


def _distributed(term: Expr, signs: Signs) -> Expr:
    """A product with one factor that is a sum of positive terms as the sum of the products."""
    for factor in sp.Mul.make_args(term):
        if factor.is_Add and all(signs.sign(t) == "+" for t in factor.args):
            return sp.Add(*(term / factor * t for t in factor.args))
    return term


def _means(product: Exponents, terms: Sequence[Exponents], signs: Signs) -> Iterator[Exponents]:
    """Exponents of the means ``prod (P_i / w_i)^(w_i)`` for weights by which n - 1 factors have the exponent that they have in the product."""
    zero, one = sp.Integer(0), sp.Integer(1)
    bases = sorted({b for some in (product, *terms) for b in some}, key=lambda b: (not b.is_Symbol, sp.default_sort_key(b)))
    moving = [b for b in bases if len({some.get(b, zero) for some in terms}) > 1]
    unknown = sp.symbols(f"weight_:{len(terms)}")
    tried: set[Any] = set()
    for chosen in islice(combinations(moving, len(terms) - 1), MOST_CHOICES):
        equations = [sum(w * some.get(b, zero) for w, some in zip(unknown, terms, strict=True)) - product.get(b, zero) for b in chosen]
        solutions = list(sp.linsolve([sum(unknown) - one, *equations], *unknown))
        weights = tuple(_plain(w) for w in solutions[0]) if solutions else ()
        if not weights or weights in tried or any(w.free_symbols & set(unknown) or signs.sign(w) != "+" for w in weights):
            continue
        tried.add(weights)
        own = [exponents(w, signs) for w in weights]
        if all(size is not None for size in own):
            yield _sum(*zip(weights, terms, strict=True), *((-w, size or {}) for w, size in zip(weights, own, strict=True)))


__all__ = ["HYPOTHESIS", "MEANS_OF_POWERS", "PRODUCTS", "between_powers", "exponents", "holds", "mentioned"]
