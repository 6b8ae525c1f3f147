"""Domination of a tail: from which epsilon on ``delta(epsilon) <= delta_mu(epsilon)``, by a lemma and never by a finite check.

*Lower bound of the Gaussian profile.* ``delta_mu = phi(p)(M(p) - M(q))`` with ``p = epsilon/mu - mu/2``, ``q = epsilon/mu + mu/2`` and Mills' ratio M.
``-M'(x) = 1 - x M(x) >= 1/(x^2 + 3)``: for x > 0 because ``M(x) <= (x^2 + 2)/(x^3 + 3x)``, a convergent of Laplace's continued fraction,
and for x <= 0 because the left side is at least 1. As ``|x| <= q`` on [p, q]: ``delta_mu >= mu phi(p)/(q^2 + 3)``.

*Domination.* If ``delta <= B exp(-c epsilon^2)`` from T on and ``c >= 1/(2 mu^2)``, then ``delta <= delta_mu`` where

    F(epsilon) = (c - 1/(2 mu^2)) epsilon^2 + epsilon/2 - mu^2/8 - log(2 pi)/2 + log(mu/B) - log(q^2 + 3) >= 0,

and ``F' >= 1/2 - 2/(mu q) >= 0`` for ``epsilon >= 4 - mu^2/2``: one value of F from there on decides for all larger epsilon.

*No finite mu.* ``delta_mu(epsilon) <= Phi(-p) <= exp(-p^2/2)/2`` for ``p >= 0``, so that ``-log delta_mu`` grows like ``epsilon^2/(2 mu^2)``. A profile with
``delta >= C epsilon^(-k) exp(-r epsilon^d)``, C > 0 and d < 2, has ``-log delta = o(epsilon^2)`` and is above every ``delta_mu`` in the end.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Protocol

from flint import arb

from verify.values.gaussian_profiles import profile as gaussian_profile


class Tail(Protocol):
    """What a profile says about large epsilon: ``kind`` is zero, square, normal, slow or unknown."""

    @property
    def kind(self) -> str: ...
    @property
    def start(self) -> arb: ...
    @property
    def factor(self) -> arb: ...
    @property
    def rate(self) -> arb: ...
    @property
    def power(self) -> arb: ...
    @property
    def degree(self) -> arb: ...
    @property
    def sharp(self) -> bool: ...


@dataclass(frozen=True)
class Known:
    """A tail that is told apart: see ``Tail``."""

    kind: str
    start: arb
    factor: arb = field(default_factory=lambda: arb(1))
    rate: arb = field(default_factory=lambda: arb(0))
    power: arb = field(default_factory=lambda: arb(0))
    degree: arb = field(default_factory=lambda: arb(1))
    sharp: bool = True


def limit_mu(tail: Tail) -> arb | None:
    """Return the upper limit of the GDP transform at infinity, a lower bound of its supremum; None where it is not known."""
    if tail.kind == "zero":
        return arb(0)
    if tail.kind == "square":
        return 1 / (2 * tail.rate).sqrt() if tail.sharp else None
    return tail.rate if tail.kind == "normal" else None


def dominated_from(tail: Tail, mu: arb) -> arb | None:
    """Return an epsilon from which ``delta <= delta_mu``, or None if the lemmas give none."""
    if tail.kind == "zero":
        return tail.start
    if tail.kind == "normal":
        return tail.start if mu >= tail.rate else None
    if tail.kind != "square":
        return None
    excess = tail.rate - 1 / (2 * mu * mu)
    if not excess >= 0:
        return None
    epsilon = arb(tail.start.max(4 - mu * mu / 2).max(arb(0)).upper())
    step = arb(1) / 4
    for _ in range(200):
        q = epsilon / mu + mu / 2
        room = excess * epsilon * epsilon + epsilon / 2 - mu * mu / 8 - (2 * arb.pi()).log() / 2 + (mu / tail.factor).log() - (q * q + 3).log()
        if room >= 0:
            return epsilon
        epsilon, step = epsilon + step, step * arb("1.25").mid()
        epsilon = epsilon.mid()
    return None


def words(tail: Tail, start: arb | None, mu: arb | None) -> str:
    """Return the lemma in words, with its numbers."""
    if tail.kind == "zero":
        return f"delta is 0 for epsilon >= {tail.start.str(8, radius=False)}, the largest loss"
    if tail.kind == "normal":
        return f"delta <= delta_mu with mu = {tail.rate.str(12, radius=False)} for every epsilon, with the same limit of -log(delta)/epsilon^2"
    if tail.kind == "square" and start is not None and mu is not None:
        return (
            f"delta <= {tail.factor.str(8, radius=False)} exp(-{tail.rate.str(8, radius=False)} epsilon^2), and delta_mu >= mu phi(p)/(q^2 + 3), p, q = epsilon/mu -+ mu/2, "
            f"give delta <= delta_mu for mu = {mu.str(10, radius=False)} and every epsilon >= {start.str(8, radius=False)}"
        )
    if tail.kind == "slow":
        if tail.power.is_zero() and tail.rate.is_zero():
            return f"delta stays at or above {tail.factor.str(8, radius=False)}, while every delta_mu tends to 0"
        parts = [tail.factor.str(8, radius=False)]
        if not tail.power.is_zero():
            parts.append(f"epsilon^({(-tail.power).str(6, radius=False)})")
        if not tail.rate.is_zero():
            parts.append(f"exp(-{tail.rate.str(6, radius=False)} epsilon^{tail.degree.str(6, radius=False)})")
        return f"delta >= {' '.join(parts)} for large epsilon, while -log delta_mu grows like epsilon^2/(2 mu^2): it is above every delta_mu in the end"
    return "no lemma covers the tail"


def witness(profile: Any, tail: Tail, mu: arb) -> arb | None:
    """Return an epsilon with ``delta(epsilon) > delta_mu(epsilon)``, certified; None if none is found among powers of 2."""
    epsilon = arb(1)
    for _ in range(60):
        if epsilon >= tail.start and profile.delta(epsilon) > gaussian_profile(epsilon, mu):
            return epsilon
        epsilon *= 2
    return None
