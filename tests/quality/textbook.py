"""Names and shapes shared by the textbook statements, true (``known_true``) and false (``known_false``)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from verify.claims import (
    LINE,
    NO,
    REPLACE_ONE,
    Claim,
    Compare,
    Compositions,
    Euclid,
    Labels,
    Laws,
    Node,
    Universes,
    above,
    at_least,
    between,
    factorial,
    integers,
    number,
    numbers,
    objects,
    oo,
)

a, b, p, q, r, t, e, e_2, delta, n, k, m, dim, sigma, scale, theta, L = numbers("a b p q r t e e_2 delta n k m dim sigma scale theta L")
P, Q, R, P_2, Q_2, K, G, E, J, x, y, U, C, D, D_, i, past = objects("P Q R P_2 Q_2 K G E J x y U C D D_ i past")

ALPHABET = Labels(n)
PAIR = {n: integers(2), P: Laws(ALPHABET), Q: Laws(ALPHABET)}
"""Two laws on finitely many unrelated points."""
TRIPLE = {**PAIR, R: Laws(ALPHABET)}
FOUR = {**PAIR, m: integers(2), P_2: Laws(Labels(m)), Q_2: Laws(Labels(m))}
"""Two pairs, each on points of its own."""
ON_LINE = {P: Laws(LINE), Q: Laws(LINE)}
IN_SPACE = {dim: integers(1), r: between(1, oo), P: Laws(Euclid(dim, r)), Q: Laws(Euclid(dim, r))}
LEVEL = at_least(0)
MASS = between(0, 1)
ORDER = above(1)


def sequences(coins: Node, adaptive: Node = NO) -> dict[Any, Any]:
    """n mechanisms on one data set, any two data sets that differ in one record."""
    return {n: integers(1), U: Universes(REPLACE_ONE), C: Compositions(n, U, LINE, coins, adaptive)}


def binomial(upper: Any, lower: Any) -> Node:
    return factorial(upper) / (factorial(lower) * factorial(upper - lower))


@dataclass(frozen=True)
class Textbook:
    """A statement whose truth is known, and where that is written."""

    reference: str
    forall: dict[Any, Any]
    states: Node
    given: tuple[Node, ...] = ()

    def claim(self, name: str) -> Claim:
        word = "-".join(re.findall("[a-z0-9]+", name.lower()))  # an id is a word, or the checker confirms nothing about it
        return Claim(f"textbook/{word}", self.reference, forall=self.forall, given=self.given, states=self.states)


def le(left: Any, right: Any) -> Node:
    return Compare(left, "<=", right)


def same(left: Any, right: Any) -> Node:
    return Compare(left, "==", right)


half = number("1/2")
