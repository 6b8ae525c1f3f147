"""Pufferfish frameworks in a search: drawn in families, made smaller, moved a little."""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from flint import fmpq

from verify.claims.nodes import Node
from verify.engines import evaluate as ev
from verify.engines import plainer, unusual
from verify.engines.handy import CannotDraw
from verify.engines.membership import SPACES, in_space
from verify.values import laws
from verify.values.frameworks import Framework, is_grid, record_events, records
from verify.values.structures import Event, Universe

if TYPE_CHECKING:
    from verify.engines.draw import Drawer

MOST_DATA = 9
PRIORS = ("uniform", "free", "free", "together", "parity", "two data sets", "independent")
"""How an adversary believes the records to hang together: all equal, of even sum, one of two data sets, or not at all."""


def draw(drawer: Drawer, where: Node, env: ev.Env) -> Framework:
    """A framework of a declared set. Raises CannotDraw where its data sets cannot be listed or drawn."""
    free = ev.argument(where, 0).head in SPACES and ev.word_of(where.args[1]) == "any-events" and ev.word_of(where.args[2]) == "any-priors"
    if drawer.unusual and free and drawer.rng.random() < 0.3:
        return _between(drawer, ev.argument(where, 0), env)
    data = _data(drawer, ev.argument(where, 0), env)
    if len(data) < 2:
        raise CannotDraw("no two secrets, as there is one data set")
    rule, independent = ev.word_of(where.args[1]), ev.word_of(where.args[2]) == "independent-records"
    if independent and not is_grid(data):
        raise CannotDraw("independent records on data sets that are not a product")
    kind = drawer.rng.random()
    count = 1 if drawer.small or kind < 0.7 else 2 if kind < 0.9 else 3
    priors = tuple(dict.fromkeys(_prior(drawer, data, "independent" if independent else drawer.rng.choice(PRIORS)) for _ in range(count)))
    secrets, pairs = _secrets(drawer, data, rule)
    if not pairs:
        raise CannotDraw("no two secrets")
    if drawer.unusual and drawer.rng.random() < 0.8:
        priors = _beside(drawer, data, priors, secrets, independent)
    found = Framework(data, priors, secrets, pairs)
    if len(found.situations) < len(found.priors) * len(found.secret_pairs):
        drawer.corners.add("a secret of probability 0")
    return found


def _data(drawer: Drawer, place: Node, env: ev.Env) -> tuple[Any, ...]:
    rng = drawer.rng
    if place.head not in SPACES:
        universe = ev.value(place, env, drawer.c)
        if not isinstance(universe, Universe):
            raise CannotDraw("data sets of something that is neither a space nor a universe")
        return universe.rows
    if place.head == "sequences":
        length = int(ev.argument_value(place, 0, env, drawer.c).p)
        letters = _letters(drawer, ev.argument(place, 1), env, 3 if length == 1 and rng.random() < 0.4 else 2)
        if len(letters) ** length > MOST_DATA:
            raise CannotDraw("too many data sets")
        return tuple(x[0] if length == 1 else x for x in itertools.product(letters, repeat=length))
    return tuple(_letters(drawer, place, env, 2 if rng.random() < 0.4 else rng.randint(2, 4)))


def _letters(drawer: Drawer, space: Node, env: ev.Env, count: int) -> list[Any]:
    """A few different points of a space, the plainest first."""
    plain = [x for x in (fmpq(0), fmpq(1), fmpq(2)) if in_space(space, x, env, drawer.c)] if drawer.rng.random() < 0.7 else []
    found = dict.fromkeys(plain[:count])
    for _ in range(12):
        if len(found) >= count:
            break
        found.setdefault(drawer.point(space, env))
    if len(found) < 2:
        raise CannotDraw("a framework needs two data sets")
    return list(found)


def _prior(drawer: Drawer, data: tuple[Any, ...], kind: str) -> laws.FiniteLaw:
    rng = drawer.rng
    chosen: list[Any] = []
    if kind == "together":
        chosen = [x for x in data if len(set(records(x))) == 1]
        if rng.random() < 0.5:  # equal records are only more likely
            share = fmpq(1, rng.choice((2, 3, 10)))
            weights = {x: share / len(data) + ((1 - share) / len(chosen) if x in chosen else 0) for x in data} if chosen else {}
            if chosen:
                return laws.FiniteLaw(list(weights), list(weights.values()))
    elif kind == "parity":
        place = {x: k for k, x in enumerate(dict.fromkeys(r for x in data for r in records(x)))}
        chosen = [x for x in data if sum(place[r] for r in records(x)) % 2 == 0]
    elif kind == "two data sets":
        chosen = rng.sample(data, 2)
    elif kind == "free":
        chosen = list(data)
        return laws.FiniteLaw(chosen, drawer.weights(len(chosen)))
    elif kind == "independent":
        columns = [list(dict.fromkeys(column)) for column in zip(*(records(x) for x in data), strict=True)]
        margins = [dict(zip(column, drawer.weights(len(column)), strict=True)) for column in columns]
        masses = []
        for x in data:
            mass = fmpq(1)
            for margin, record in zip(margins, records(x), strict=True):
                mass *= margin[record]
            masses.append(mass)
        total = sum(masses, fmpq(0))
        return laws.FiniteLaw(data, [mass / total for mass in masses])
    chosen = chosen if len(chosen) > 1 else list(data)
    return laws.FiniteLaw(chosen, [fmpq(1, len(chosen))] * len(chosen))


def _beside(drawer: Drawer, data: tuple[Any, ...], priors: tuple[laws.FiniteLaw, ...], secrets: tuple[Event, ...], independent: bool) -> tuple[laws.FiniteLaw, ...]:
    """The priors with one more that is near one of them in one direction only: as a whole, given a secret, or in one record where records are independent; or one under which two values
    of a record say something of the others in one direction only.

    Where another adversary's prior is the last one, either of the two is that.
    """
    rng = drawer.rng
    base = rng.choice(priors)
    if not independent and rng.random() < 0.25 and (told := _told(drawer, data)) is not None:
        drawer.corners.add("near in one direction")
        return (told,) if rng.random() < 0.6 else (*(prior for prior in priors if prior != told), told)
    if independent:
        near = _of_columns(drawer, data, base)
    else:
        inside = rng.choice(secrets).points & set(base.points) if rng.random() < 0.4 else frozenset(base.points)
        mass = base.mass(inside.__contains__)
        part = None if mass == 0 else unusual.one_way(rng, laws.conditional(base, inside.__contains__), [x for x in data if x not in base.points], drawer.unusual)
        near = None if part is None else laws.FiniteLaw(*map(list, zip(*laws.merged(
            [*((x, w) for x, w in base.items() if x not in inside), *((x, mass * w) for x, w in part.items())]), strict=True)))
    if near is None or near in priors:
        return priors
    drawer.corners.add("near in one direction")
    if rng.random() < 0.5:
        return (*priors, near)
    return (near, *(prior for prior in priors if prior != base), base)


def _between(drawer: Drawer, place: Node, env: ev.Env) -> Framework:
    """Two secrets of two data sets each. Under two priors the data sets are as likely given either secret: all of them, or one of each. A third prior lies between these two: given one
    secret it is the wide one, given the other the narrow one.

    It is near each of the others in one direction, but none is near it in both.
    """
    rng = drawer.rng
    data = tuple(_letters(drawer, place, env, 4))
    if len(data) < 4:
        raise CannotDraw("a framework of two secrets that are alike needs four data sets")
    first, share = drawer.weights(2), rng.choice((fmpq(1, 2), fmpq(1, 2), fmpq(1, 10)))
    wide, narrow = (laws.FiniteLaw(points, weights) for points, weights in ((data, [w / 2 for w in (*first, *first)]), (data[::2], [fmpq(1, 2)] * 2)))
    last = laws.FiniteLaw(data[:3], [share * first[0], share * first[1], 1 - share])
    drawer.corners.add("near in one direction")
    priors = (wide, narrow) if rng.random() < 0.5 else (narrow, wide)
    return Framework(data, (*priors, last), (Event(frozenset(data[:2])), Event(frozenset(data[2:]))), ((fmpq(1), fmpq(2)), (fmpq(2), fmpq(1))))


def alike(f: Framework) -> list[Any]:
    """The data sets of a framework of two secrets that divide them in halves, each with the one at the same place of the other half; none for other frameworks."""
    halves = [[x for x in f.data if secret.has(x)] for secret in f.secrets]
    if len(halves) != 2 or len(halves[0]) != len(halves[1]) or len(f.data) != 2 * len(halves[0]) or set(halves[0]) & set(halves[1]):
        return []
    return list(zip(*halves, strict=True))


def _told(drawer: Drawer, data: tuple[Any, ...]) -> laws.FiniteLaw | None:
    """A prior under which the other records given one value of a record are near those given another value, in one direction only; None where there is a single record."""
    rng = drawer.rng
    place = rng.randrange(len(records(data[0])))
    rests: dict[Any, dict[tuple[Any, ...], Any]] = {}
    for x in data:
        row = records(x)
        rests.setdefault(row[place], {})[(*row[:place], *row[place + 1:])] = x
    shared = [rest for rest in next(iter(rests.values())) if rest and all(rest in others for others in rests.values())]
    if len(shared) < 2 or len(rests) < 2:
        return None
    usual = laws.FiniteLaw(shared, drawer.weights(len(shared)))
    other = unusual.one_way(rng, usual, [], drawer.unusual)
    given = [usual if k == 0 or other is None or rng.random() < 0.3 else other for k in range(len(rests))]
    masses = {rests[value][rest]: share * w for value, law, share in zip(rests, given, drawer.weights(len(rests)), strict=True) for rest, w in law.items()}
    return laws.FiniteLaw(list(masses), list(masses.values()))


def _of_columns(drawer: Drawer, data: tuple[Any, ...], base: laws.FiniteLaw) -> laws.FiniteLaw | None:
    """A prior with independent records that differs from another one in a single record."""
    rows = [(records(x), w) for x, w in base.items()]
    place = drawer.rng.randrange(len(rows[0][0]))
    margins = [laws.FiniteLaw(*map(list, zip(*laws.merged([(row[k], w) for row, w in rows]), strict=True))) for k in range(len(rows[0][0]))]
    letters = dict.fromkeys(records(x)[place] for x in data)
    changed = unusual.one_way(drawer.rng, margins[place], [a for a in letters if a not in margins[place].points], drawer.unusual)
    if changed is None:
        return None
    margins[place] = changed
    masses = {x: math.prod((margin.mass(lambda a, record=record: a == record) for margin, record in zip(margins, records(x), strict=True)), start=fmpq(1)) for x in data}  # type: ignore[misc]
    return laws.FiniteLaw([x for x in data if masses[x] > 0], [masses[x] for x in data if masses[x] > 0])


def _secrets(drawer: Drawer, data: tuple[Any, ...], rule: str) -> tuple[tuple[Event, ...], tuple[tuple[fmpq, fmpq], ...]]:
    """Secrets and pairs: values of one record, of all records, single data sets, an event and its complement, or anything."""
    rng = drawer.rng
    kind = rng.choice(("record", "record", "records")) if rule != "any-events" else rng.choice(("record", "record", "records", "data sets", "complement", "free"))
    if kind in ("record", "records"):
        told = list(record_events(data))
        place = rng.randrange(len(records(data[0])))
        told = [entry for entry in told if kind == "records" or entry[0] == place]
        events = [event for *_, event in told]
        pairs = [(i, j) for i, (p, a, _) in enumerate(told) for j, (q, b, _) in enumerate(told) if (p == q and a != b) or (rule != "one-record" and p != q)]
    else:
        if kind == "data sets":
            events = [Event(frozenset({x})) for x in data]
        else:
            event = frozenset(x for x in data if rng.random() < 0.5) or frozenset(data[:1])
            other = frozenset(data) - event if kind == "complement" else frozenset(x for x in data if rng.random() < 0.5)
            events = [Event(event), Event(other or frozenset(data[-1:]))]
        pairs = [(i, j) for i in range(len(events)) for j in range(len(events)) if i != j]
    different = list(dict.fromkeys(events))
    named = list(dict.fromkeys((different.index(events[i]), different.index(events[j])) for i, j in pairs))
    named = [(i, j) for i, j in named if i != j]
    if len(named) > 2 and rng.random() < 0.6:
        named = rng.sample(named, 2)
    used = sorted({k for pair in named for k in pair})
    return tuple(different[k] for k in used), tuple((fmpq(used.index(i) + 1), fmpq(used.index(j) + 1)) for i, j in named)


def size(f: Framework) -> tuple[int, int]:
    """Number of pieces and digits."""
    parts = [plainer.size(prior) for prior in f.priors]
    return sum(a for a, _ in parts) + len(f.data) + sum(len(s.points) for s in f.secrets) + len(f.secrets) + len(f.secret_pairs), sum(b for _, b in parts)


def smaller(f: Framework) -> Iterator[Framework]:
    """Fewer pairs and secrets, fewer priors, plainer priors."""
    for gone in f.secret_pairs if len(f.secret_pairs) > 1 else ():
        pairs = [pair for pair in f.secret_pairs if pair != gone]
        used = sorted({int(k.p) for pair in pairs for k in pair})
        place = {fmpq(k): fmpq(new) for new, k in enumerate(used, 1)}
        yield Framework(f.data, f.priors, tuple(f.secrets[k - 1] for k in used), tuple((place[i], place[j]) for i, j in pairs))
    for k, prior in enumerate(f.priors):
        if len(f.priors) > 1:
            yield Framework(f.data, f.priors[:k] + f.priors[k + 1:], f.secrets, f.secret_pairs)
        for candidate in plainer.simpler(prior):
            if set(candidate.points) <= set(f.data):
                yield Framework(f.data, (*f.priors[:k], candidate, *f.priors[k + 1:]), f.secrets, f.secret_pairs)


def portions(f: Framework) -> Iterator[frozenset[Any]]:
    """Data sets that may be left out together, two others at least being left: all with one value of a record, or a single one."""
    found = dict.fromkeys([*(event.points for *_, event in record_events(f.data)), *(frozenset({x}) for x in f.data)])
    yield from (some for some in found if len(some) <= len(f.data) - 2)


def without(f: Framework, gone: frozenset[Any]) -> Framework:
    """The framework without some of its data sets. Raises ValueError where a prior or a secret would have none left."""
    priors = []
    for prior in f.priors:
        kept = [(x, w) for x, w in prior.items() if x not in gone]
        mass = sum((w for _, w in kept), fmpq(0))
        if mass == 0:
            raise ValueError("without: a prior must keep a data set")
        priors.append(laws.FiniteLaw([x for x, _ in kept], [w / mass for _, w in kept]))
    secrets = tuple(Event(s.points - gone) for s in f.secrets)
    if any(not s.points for s in secrets):
        raise ValueError("without: a secret must keep a data set")
    return Framework(tuple(x for x in f.data if x not in gone), tuple(priors), secrets, f.secret_pairs)


def nudged(f: Framework, rng: random.Random) -> Framework:
    """One prior reweighted on the data sets, or with a data set more."""
    k = rng.randrange(len(f.priors))
    masses = {x: w * rng.choice((1, 1, 2, 4, 10)) for x, w in f.priors[k].items()}
    if rng.random() < 0.3:
        masses.setdefault(rng.choice(f.data), fmpq(1, rng.choice((1, 2, 4))))
    total = sum(masses.values(), fmpq(0))
    prior = laws.FiniteLaw(list(masses), [w / total for w in masses.values()])
    return Framework(f.data, (*f.priors[:k], prior, *f.priors[k + 1:]), f.secrets, f.secret_pairs)


def small(points: list[Any], priors: Iterator[laws.FiniteLaw]) -> Iterator[Framework]:
    """Frameworks with one prior that has at least two data sets: every data set is a secret, or what its first record says is."""
    for prior in priors:
        if len(prior.points) < 2:
            continue
        for told in ([Event(frozenset({x})) for x in points], [event for position, _, event in record_events(tuple(points)) if position == 0]):
            events = tuple(dict.fromkeys(told))
            numbers = range(1, len(events) + 1)
            pairs = tuple((fmpq(i), fmpq(j)) for i in numbers for j in numbers if i != j)
            if pairs:
                yield Framework(tuple(points), (prior,), events, pairs)


__all__ = ["alike", "draw", "nudged", "portions", "size", "small", "smaller", "without"]


plainer.OF_THEIR_OWN[Framework] = plainer.Rules(size, smaller, nudged)
