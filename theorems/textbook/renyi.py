"""Renyi divergences: their range, their order, three distributions, probabilities of events, limits."""

from theorems.textbook.books import DWORK, ERVEN, MIRONOV
from theorems.textbook.names import ONE, PAIR, SPACE, TRIPLE, WIDE_ONE, WIDE_PAIR, WIDE_TRIPLE, E, P, Q, R, alpha, beta, epsilon, p, q, y
from verify.claims import (
    Claim,
    Compare,
    Events,
    Exists,
    Expect,
    ForAll,
    If,
    Iff,
    Limit,
    Member,
    Prob,
    Source,
    above,
    at_least,
    between,
    equals,
    exp,
    given_event,
    log,
    number,
    numbers,
    oo,
)
from verify.quantities import density, hockey_stick_divergence, mass, total_variation
from verify.quantities import renyi_divergence as D

t, order = numbers("t order")
ANY_ORDER = {alpha: between(0, oo)}
ABOVE_ONE = {alpha: above(1)}
absolutely_continuous = Compare(Prob({y: P}, Compare(density(Q, y), ">", 0)), "==", 1)

CLAIMS = (
    Claim("textbook/renyi-range", Source("Renyi divergences lie in [0, oo]", section=f"{ERVEN}, Theorem 8"), forall={**ANY_ORDER, **WIDE_PAIR},
          states=Member(D(P, Q, alpha), between(0, oo))),
    Claim("textbook/renyi-self", Source("A distribution has no divergence from itself", section=f"{ERVEN}, Theorem 8"), forall={**ANY_ORDER, **WIDE_ONE},
          states=Compare(D(P, P, alpha), "==", 0)),
    Claim("textbook/renyi-zero", Source("Distributions without divergence are equal", section=f"{ERVEN}, Theorem 8"), forall={alpha: between(0, oo, open="left"), **WIDE_PAIR},
          states=Iff(Compare(D(P, Q, alpha), "==", 0), Compare(total_variation(P, Q), "==", 0))),
    Claim("textbook/renyi-order", Source("Renyi divergences do not fall as the order rises", section=f"{ERVEN}, Theorem 3"), forall={**ANY_ORDER, beta: between(alpha, oo), **WIDE_PAIR},
          states=Compare(D(P, Q, alpha), "<=", D(P, Q, beta))),
    Claim("textbook/renyi-skew", Source("Skew symmetry of Renyi divergences", section=f"{ERVEN}, Proposition 2"), forall={alpha: between(0, 1, open="both"), **PAIR},
          states=Compare((1 - alpha) * D(P, Q, alpha), "==", alpha * D(Q, P, 1 - alpha))),
    Claim("textbook/renyi-limit", Source("The divergence of order oo is the limit of those of finite order", section=f"{ERVEN}, Theorem 6"), part="infinity", forall=PAIR,
          states=Compare(Limit(D(P, Q, t), t, oo), "==", D(P, Q, oo))),
    Claim("textbook/renyi-limit", Source("Relative entropy is the limit of Renyi divergences of smaller order", section=f"{ERVEN}, Theorem 5"), part="one", forall=PAIR,
          states=Compare(Limit(D(P, Q, 1 - 1 / t), t, oo), "==", D(P, Q, 1))),
    Claim("textbook/renyi-limit", Source("Relative entropy is the limit of Renyi divergences of greater order, if one of them is finite", section=f"{ERVEN}, Theorem 5"),
          part="one-from-above", forall=PAIR, given=(Exists({order: above(1)}, Compare(D(P, Q, order), "<", oo)),),
          states=Compare(Limit(D(P, Q, 1 + 1 / t), t, oo), "==", D(P, Q, 1))),
    Claim("textbook/max-triangle", Source("The divergence of order oo obeys the triangle inequality", section=f"{MIRONOV}, Proposition 11, for order oo"), forall=WIDE_TRIPLE,
          states=Compare(D(P, Q, oo), "<=", D(P, R, oo) + D(R, Q, oo))),
    Claim("textbook/weak-triangle", Source("The weak triangle inequality of Renyi divergences", section=f"{MIRONOV}, Proposition 11"),
          forall={**ABOVE_ONE, p: above(1), q: equals(p / (p - 1), above(1)), **WIDE_TRIPLE},
          states=Compare(D(P, Q, alpha), "<=", (alpha - 1 / p) / (alpha - 1) * D(P, R, p * alpha) + D(R, Q, q * (alpha - 1 / p)))),
    Claim("textbook/weak-triangle-halves", Source("The weak triangle inequality of Renyi divergences for p = q = 2", section=f"{MIRONOV}, Proposition 11 with p = q = 2"), forall={**ABOVE_ONE, **TRIPLE},
          states=Compare(D(P, Q, alpha), "<=", (alpha - number("1/2")) / (alpha - 1) * D(P, R, 2 * alpha) + D(R, Q, 2 * alpha - 1))),
    Claim("textbook/weak-triangle-first", Source("The weak triangle inequality where the first divergence has order oo", section=f"{MIRONOV}, Proposition 11, as p rises"),
          forall={**ABOVE_ONE, **TRIPLE}, states=Compare(D(P, Q, alpha), "<=", alpha / (alpha - 1) * D(P, R, oo) + D(R, Q, alpha))),
    Claim("textbook/weak-triangle-second", Source("The weak triangle inequality where the second divergence has order oo", section=f"{MIRONOV}, Proposition 11, as q rises"),
          forall={alpha: at_least(1), **WIDE_TRIPLE}, states=Compare(D(P, Q, alpha), "<=", D(P, R, alpha) + D(R, Q, oo))),
    Claim("textbook/renyi-events", Source("Probabilities are preserved under Renyi divergence", section=f"{MIRONOV}, Proposition 10"), forall={**ABOVE_ONE, **PAIR, E: Events(SPACE)},
          given=(Compare(D(P, Q, alpha), "<", oo),), states=Compare(mass(P, E), "<=", (exp(D(P, Q, alpha)) * mass(Q, E)) ** ((alpha - 1) / alpha))),
    Claim("textbook/max-events", Source("Probabilities grow by at most the divergence of order oo", section=f"{ERVEN}, Theorem 6"), forall={**PAIR, E: Events(SPACE)},
          given=(Compare(D(P, Q, oo), "<", oo),), states=Compare(mass(P, E), "<=", exp(D(P, Q, oo)) * mass(Q, E))),
    Claim("textbook/max-privacy", Source("Pure differential privacy is a bound of the divergence of order oo", section=f"{DWORK}, Section 3.5"), forall={epsilon: at_least(0), **PAIR},
          states=Iff(Compare(D(P, Q, oo), "<=", epsilon), ForAll({E: Events(SPACE)}, Compare(mass(P, E), "<=", exp(epsilon) * mass(Q, E))))),
    Claim("textbook/renyi-integral", Source("Renyi divergence as an integral", section=f"{ERVEN}, Section II"), forall={**ABOVE_ONE, **PAIR},
          states=Compare(D(P, Q, alpha), "==", log(If(absolutely_continuous, Expect({y: Q}, (density(P, y) / density(Q, y)) ** alpha), oo)) / (alpha - 1))),
    Claim("textbook/conditioning", Source("What an event says", section=f"{ERVEN}, Theorem 6"), forall={**ONE, E: Events(SPACE)}, given=(Compare(mass(P, E), ">", 0),),
          states=Compare(D(given_event(P, E), P, oo), "==", -log(mass(P, E)))),
    Claim("textbook/renyi-hockey-stick", Source("From Renyi divergence to the hockey-stick divergence", section=f"{MIRONOV}, Proposition 3"), forall={**ABOVE_ONE, epsilon: at_least(0), **WIDE_PAIR},
          states=Compare(hockey_stick_divergence(P, Q, epsilon), "<=", exp((alpha - 1) * (D(P, Q, alpha) - epsilon)))),
)
