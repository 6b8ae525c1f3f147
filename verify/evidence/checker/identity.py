"""Symbolic identities, confirmed at stored points and at points of the checker's own."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from flint import ctx

from verify.evidence.checker import numbers as n
from verify.evidence.checker.certificate import Certificate, Refused, agrees, decided, decimal, show
from verify.evidence.checker.evaluate import Evaluator
from verify.evidence.checker.formula import Malformed, argument, head, names, rational, text_of, validate, word
from verify.evidence.checker.membership import contains
from verify.evidence.checker.numbers import Number, Undecided
from verify.evidence.checker.truth import RELATIONS, TRUE, Env

OWN_SAMPLES = 12
MOST_BITS = 1024
"""Bits at which a point that cannot be decided is left."""

SMALL = Fraction(1, 10**30)
"""Sides below this size are compared as if they had it: of two sides that are 0 no relative width is known."""


def check(c: Certificate, e: Evaluator) -> set[str]:
    goal, ev = c.goal, c.evidence
    if head(goal) == "compare" or "relation" in ev:
        if head(goal) != "compare" or word(argument(goal, 1)) not in RELATIONS:
            raise Refused("evidence.relation is stored, but the conclusion does not compare two numbers")
        if ev.get("relation") != word(goal[2]):
            raise Refused(f"evidence.relation must be {word(goal[2])}, got {str(ev.get('relation'))[:20]}")
        for key in ("lhs", "rhs"):
            validate(ev.get(key))
    samples = ev.get("samples")
    if not isinstance(ev.get("method"), str) or not isinstance(samples, list) or len(samples) > 1000:
        raise Malformed("evidence.method must be text and evidence.samples a list of at most 1000 points")
    for number, sample in enumerate(samples, 1):
        _sample(c, e, sample, f"sample {number}")
    drawn = undecided = 0
    for env in _points(c, e):
        try:
            _holds_at(c, e, goal, env, "a point of the domain")
            drawn += 1
        except Undecided:
            undecided += 1
            if ctx.prec < MOST_BITS or undecided > 3 * OWN_SAMPLES:
                raise
        if drawn == OWN_SAMPLES:  # a few points too far out for the most bits give way to others
            break
    if drawn < (3 if c.over else 0):
        raise Refused("no points of the domain could be drawn that satisfy the hypotheses")
    if not c.over:
        _holds_at(c, e, goal, {}, "the statement")
    points = drawn + len(samples) or 1
    return {f"the symbolic identity itself, found by SymPy ({ev['method'][:100]}); it was confirmed at {points} points"}


def _sample(c: Certificate, e: Evaluator, sample: Any, where: str) -> None:
    """One stored point with both sides; names that neither side mentions may be left out."""
    if not isinstance(sample, dict) or not {"at", "lhs", "rhs"} <= set(sample) or not isinstance(sample["at"], dict):
        raise Malformed(f"{where} must hold at, lhs and rhs")
    at = sample["at"]
    if not set(at) <= set(c.names()):
        raise Malformed(f"{where} names something that is not bound")
    stream, env = _Stream(c.digest + where), {}
    for pattern, place in c.over:
        name = names(pattern)[0]
        if name in at:
            env[name] = e.number(at[name] if at[name] in ("oo", "-oo") else str(rational(at[name])), {})
            decided(contains(e, place, env[name], env), f"{where}: {name} must lie in its set")
        else:
            env[name] = _draw(e, place, env, stream)
    if set(at) == set(c.names()) and any(e.truth(h, env) != TRUE for h in c.hypotheses):
        raise Refused(f"{where} does not satisfy the hypotheses")
    if head(c.goal) != "compare":
        _holds_at(c, e, c.goal, env, where)
        return
    for key, side in (("lhs", c.goal[1]), ("rhs", argument(c.goal, 2))):
        value = e.number(side, env)
        if not agrees(decimal(sample[key]), value):
            raise Refused(f"{where}: {key} is {sample[key]}, computed {show(value)}")
    _holds_at(c, e, c.goal, env, where)


def _holds_at(c: Certificate, e: Evaluator, p: Any, env: Env, where: str) -> None:
    """The proposition holds at a point; where it allows equality, up to a relative width of 1e-30, and of 1e-60 where both sides may be 0."""
    if head(p) == "all":
        for part in p[1:]:
            _holds_at(c, e, part, env, where)
    elif head(p) == "compare" and word(argument(p, 1)) in RELATIONS:
        left, right = e.number(p[1], env), e.number(argument(p, 2), env)
        _fits(left, right, word(p[2]), f"{where}: the sides do not fit the relation")
        if p is c.goal:
            for key, side, own in (("lhs", left, p[1]), ("rhs", right, argument(p, 2))):
                if text_of(c.evidence[key]) != text_of(own):  # a formula equals itself, however wide its enclosure is
                    _fits(e.number(c.evidence[key], env), side, "==", f"{where}: evidence.{key} differs from the statement")
    else:
        decided(e.truth(p, env), f"{where}: the conclusion must hold")


def _fits(a: Number, b: Number, relation: str, problem: str) -> None:
    possible = n.relations(a, b)
    if possible <= RELATIONS[relation]:
        return
    if not possible & RELATIONS[relation] or "=" not in RELATIONS[relation]:
        if len(possible) > 1:
            raise Undecided(problem)
        raise Refused(problem)
    gap = n.ball(n.sub(a, b))
    size = n.maximum(n.maximum(n.absolute(a), n.absolute(b)), SMALL)
    if not n.relations(
        n.Ball(max(abs(gap.lo), abs(gap.hi)), max(abs(gap.lo), abs(gap.hi))), n.mul(size, Fraction(1, 10**30))
    ) <= {"<", "="}:
        raise Undecided(problem)


class _Stream:
    """Pseudo-random integers from a digest."""

    def __init__(self, seed: str) -> None:
        self.state = seed.encode()

    def below(self, bound: int) -> int:
        self.state = hashlib.sha256(self.state).digest()
        return int.from_bytes(self.state[:8], "big") % bound


def _points(c: Certificate, e: Evaluator) -> Iterator[Env]:
    """Rational points of the domain that satisfy the hypotheses, drawn from the digest of the statement."""
    stream = _Stream(c.digest)
    if not c.over:
        return
    for _ in range(20 * OWN_SAMPLES):
        env: Env = {}
        for pattern, where in c.over:
            if head(pattern) != "var":
                raise Refused("an identity needs names of numbers")
            env[names(pattern)[0]] = _draw(e, where, env, stream)
        inside = all(contains(e, where, env[names(pattern)[0]], env) == TRUE for pattern, where in c.over)
        if inside and all(e.truth(h, env) == TRUE for h in c.hypotheses):
            yield env


def _draw(e: Evaluator, where: Any, env: Env, stream: _Stream) -> Number:
    kind = head(where)
    if kind == "unstated":
        return _draw(e, argument(where, 0), env, stream)
    if kind == "equals":
        return e.number(argument(where, 0), env)
    if kind == "one_of" and len(where) > 1:
        return e.number(where[1 + stream.below(len(where) - 1)], env)
    if kind not in ("interval", "integers"):
        raise Refused(f"an identity needs names of numbers, got a name in {kind}")
    lo, hi = (_rational_near(e.number(argument(where, k), env)) for k in (0, 1))
    step = Fraction(1 + stream.below(63), 64)
    if kind == "integers":
        start = lo if lo is not None else Fraction(0)
        value = Fraction(-(-start.numerator // start.denominator) + stream.below(8))
        return value if hi is None else min(value, Fraction(hi.numerator // hi.denominator))
    if lo is not None and hi is not None:
        return lo + (hi - lo) * step
    if lo is not None:
        return lo + 2 * step / (1 - step) ** (1 + stream.below(2)) / 2
    if hi is not None:
        return hi - step / (1 - step)
    return (2 * step - 1) * 8


def _rational_near(x: Number) -> Fraction | None:
    if isinstance(x, Fraction):
        return x
    if not n.finite(x):
        return None
    q = x.lo.mid().fmpq()
    return Fraction(int(q.p), int(q.q)).limit_denominator(10**12)
