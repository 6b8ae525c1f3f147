"""Pufferfish frameworks: what their values are, whether one belongs to a set, the situations it speaks of."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from verify.evidence.checker import keys, laws
from verify.evidence.checker import numbers as n
from verify.evidence.checker.formula import Malformed, argument, items
from verify.evidence.checker.laws import Event, Finite, Point, Row, Universe
from verify.evidence.checker.numbers import NoValue, Undecided
from verify.evidence.checker.truth import Env

if TYPE_CHECKING:
    from verify.evidence.checker.evaluate import Evaluator

MOST = 20_000
RULES = ("any-events", "record-values", "one-record")


@dataclass(frozen=True)
class Framework:
    """Data sets, priors, secrets, and pairs of secrets counted from 1."""

    data: tuple[Any, ...]
    priors: tuple[Finite, ...]
    secrets: tuple[Event, ...]
    pairs: tuple[Point, ...]

    def likely(self, prior: int, secret: Fraction) -> bool:
        return any(x in self.secrets[int(secret) - 1] for x, _ in self.priors[prior].weights)

    def situations(self) -> list[Point]:
        return [
            Point((Fraction(t + 1), *pair))
            for t in range(len(self.priors))
            for pair in self.pairs
            if all(self.likely(t, s) for s in pair)
        ]


def record(x: Any) -> tuple[Any, ...]:
    """The records of a data set; a number is one."""
    return x if isinstance(x, Row | Point) else (x,)


def in_order(f: Framework) -> bool:
    """Whether the parts fit together: data sets of one kind, each once; priors and secrets on them; pairs of two secrets, each once."""
    kinds = {(type(x) is Row, len(record(x))) for x in f.data}
    if len(kinds) != 1 or len(set(f.data)) != len(f.data) or not f.priors or not f.pairs:
        return False
    known = set(f.data)
    if not all(set(prior.points) <= known for prior in f.priors) or not all(s and s <= known for s in f.secrets):
        return False
    places = {Fraction(k + 1) for k in range(len(f.secrets))}
    return len(set(f.pairs)) == len(f.pairs) and all(len(p) == 2 and p[0] != p[1] and set(p) <= places for p in f.pairs)


def all_combinations(f: Framework) -> bool:
    """Whether exchanging what two data sets have in one place gives data sets again, so that they are a product of sets of records."""
    known = set(map(record, f.data))
    return all((*x[:k], y[k], *x[k + 1 :]) in known for x in known for y in known for k in range(len(x)))


def tells(f: Framework, secret: Event, position: int) -> Any:
    """The value that all data sets of the secret, and no others, have in a record; NoValue where there is none."""
    values = {record(x)[position] for x in secret}
    if len(values) == 1 and all((record(x)[position] in values) == (x in secret) for x in f.data):
        return next(iter(values))
    raise NoValue("a secret that does not say the value of this record")


def about(f: Framework, rule: str) -> bool:
    """Whether the secrets, or the pairs, are as the rule asks."""
    if rule not in RULES:
        raise Malformed(f"secrets are {', '.join(RULES)}, got {rule[:40]!r}")
    if rule == "any-events":
        return True
    positions = range(len(record(f.data[0])))
    told: list[dict[int, Any]] = [{} for _ in f.secrets]
    for values, secret in zip(told, f.secrets, strict=True):
        for position in positions:
            try:
                values[position] = tells(f, secret, position)
            except NoValue:
                continue
    if not all(told):
        return False
    chosen = [(told[int(a) - 1], told[int(b) - 1]) for a, b in f.pairs]
    return rule == "record-values" or all(any(k in v and u[k] != v[k] for k in u) for u, v in chosen)


def independent(law: Finite) -> bool:
    """Whether splitting off the first record, then the next, leaves a product each time."""
    table = {record(x): w for x, w in law.weights}
    length = len(next(iter(table)))
    for k in range(1, length):
        heads: dict[Any, Fraction] = {}
        tails: dict[Any, Fraction] = {}
        for x, w in table.items():
            heads[x[:k]] = heads.get(x[:k], n.ZERO) + w
            tails[x[k:]] = tails.get(x[k:], n.ZERO) + w
        if len(heads) * len(tails) > MOST:
            raise Undecided("a prior on too many data sets")
        if any(table.get((*h, *t), n.ZERO) != u * v for (h, u), (t, v) in itertools.product(heads.items(), tails.items())):
            return False
    return True


def belongs(f: Framework, secrets: str, priors: str) -> bool:
    if priors not in ("any-priors", "independent-records"):
        raise Malformed(f"priors are any-priors or independent-records, got {priors[:40]!r}")
    return in_order(f) and about(f, secrets) and (priors == "any-priors" or all(map(independent, f.priors)))


# --- rules -----------------------------------------------------------------------------------------------------------


def _pufferfish(e: Evaluator, f: Any, env: Env) -> Framework:
    data = tuple(e.value(x, env) for x in items(argument(f, 0)))
    priors = tuple(e.instance(Finite, x, env) for x in items(argument(f, 1)))
    secrets = tuple(e.instance(Event, x, env) for x in items(argument(f, 2)))
    keys.exact((data, secrets), "a framework")
    return Framework(data, priors, secrets, tuple(e.instance(Point, x, env) for x in items(argument(f, 3))))


def _classical(e: Evaluator, f: Any, env: Env) -> Framework:
    universe = e.instance(Universe, argument(f, 0), env)
    rows = list(enumerate(universe.rows, 1))
    pairs = tuple(Point((Fraction(i), Fraction(j))) for i, a in rows for j, b in rows if universe.related(a, b))
    if not pairs:
        raise NoValue("the framework of a universe without neighbours")
    prior = laws.finite((row, Fraction(1, len(rows))) for _, row in rows)
    return Framework(universe.rows, (prior,), tuple(Event([row]) for _, row in rows), pairs)


def _one(kind: str) -> Callable[[Evaluator, Any, Env], Any]:
    def rule(e: Evaluator, f: Any, env: Env) -> Any:
        members = getattr(e.instance(Framework, argument(f, 0), env), kind)
        k = e.whole(argument(f, 1), env)
        if not 1 <= k <= len(members):
            raise NoValue("a prior or secret that does not exist")
        return members[k - 1]

    return rule


def _count(kind: str) -> Callable[[Evaluator, Any, Env], Fraction]:
    return lambda e, f, env: Fraction(len(getattr(e.instance(Framework, argument(f, 0), env), kind)))


def _given_event(e: Evaluator, f: Any, env: Env) -> Finite:
    law, event = e.law(argument(f, 0), env), e.instance(Event, argument(f, 1), env)
    if not isinstance(law, Finite):
        raise Undecided("a distribution that is not finite, given an event")
    inside = keys.belonging(event)
    kept = [(x, w) for x, w in law.weights if inside(x)]
    whole = sum((w for _, w in kept), n.ZERO)
    if not whole:
        raise NoValue("conditioning on an event of probability 0")
    return laws.finite((x, w / whole) for x, w in kept)


FRAMEWORKS: dict[str, Callable[[Evaluator, Any, Env], Any]] = {
    "pufferfish": _pufferfish,
    "classical": _classical,
    "prior": _one("priors"),
    "secret": _one("secrets"),
    "prior_count": _count("priors"),
    "secret_count": _count("secrets"),
    "given_event": _given_event,
}
