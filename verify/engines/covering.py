"""Quantifiers and extrema over one interval of numbers, decided by a cover: the body is evaluated on pieces of the interval, each as one enclosure.

What holds on every piece holds everywhere; what fails on every piece holds nowhere. One exact member decides the other two answers, and an equation has a solution where
its sides change their order. A comparison that one enclosure leaves open is decided by the slope of the difference where that is bounded. An extremum lies between
the largest value at the members that were looked at and the largest upper end on the pieces; where it is compared with a number, pieces are cut until that is decided. A half-line is covered by bounded pieces and one that
reaches to infinity. A restriction takes pieces away on which it fails; members count where it holds.
"""

from __future__ import annotations

import heapq
import itertools
import math
from collections import deque
from collections.abc import Callable, Iterator
from typing import Any

from flint import arb, fmpq

from verify.claims.nodes import BINDERS, PROPOSITIONS, Node, free_names, number, rebuild, walk
from verify.claims.sets import stated
from verify.engines import binders
from verify.engines import evaluate as ev
from verify.engines.crossing import crosses, ladder
from verify.engines.monotone import nowhere_else
from verify.engines.pieces import PIECE, Piece, bound, enclosed, is_narrow, middle_of, opened, rounded, span_of
from verify.engines.quotients import with_fewer_uses
from verify.engines.slopes import by_mean_value
from verify.engines.truth import Truth
from verify.engines.valued import every_member_valued
from verify.quantities import enclosures
from verify.quantities.kernels import line_transport
from verify.values import numbers
from verify.values.ends import opposite_end
from verify.values.numbers import Enclosure, NoValue

MOST_PIECES, FEW_PIECES, COARSE = 256, 96, 64
"""Pieces of a cover; of an extremum at a first look, which is one at no more than so many bits."""
CLIMBS = 16
MOST_WORK = 6_000
"""Units of work after which a cover of a quantifier is given up."""
MOST_TERMS = 200
"""Terms of a sum that is written out."""
PATIENCE = 24
"""Pieces after which an extremum without any bound is given up, and a quantifier that no cover decides."""
REACH, HALVINGS = 24, 60
"""Doublings in search of a number with a property, and halvings towards the first."""
NARROW, CLOSELY, ROUGHLY = 1e-9, 1e-6, 1e-4
"""Relative width at which an extremum counts as known, where an upper bound near it is enough, and at a first look."""
MOST_KEPT = 1 << 14
"""Covers that are kept."""
NOTHING = Enclosure(-math.inf, -math.inf)
"""The values on a piece without members, whose largest is -oo."""


def by_cover(node: Node, env: ev.Env, c: ev.Context) -> Truth | None:
    """The truth of ``forall`` or ``exists`` over one interval with rational or infinite ends; None where the set is another or the pieces do not decide.

    Every engine asks for the same, and every planted error: what was found is kept, and a cover that comes to no end is given up before it spends what they all have.
    """
    if stated(node.args[0][0][1]).head != "interval":  # type: ignore[index, arg-type]
        return None
    own = tuple(sorted((name, env[name]) for name in free_names(node) if name in env))
    key = (node, c.prec, c.candidates is None, own)
    try:
        hash(key)
    except TypeError:
        return _by_cover(node, env, c)
    if c.prec > ev.PRECISIONS[0] and not enclosures.inside():  # what more pieces do not decide, more digits hardly do
        rough = _KNOWN.known.get((binders.seed_of(c), node, ev.PRECISIONS[0], *key[2:]))
        if rough is not None and rough[0][:2] == (None, True):
            c.wide = True
            return None
    answer: Truth | None = _found(key, ev.Context(c.prec, c.candidates), c, lambda inner: _by_cover(node, env, inner))
    return answer


def _found(key: Any, inner: ev.Context, c: ev.Context, find: Callable[[ev.Context], Any]) -> Any:
    """What a cover finds, by its key, with what it says of the members that decided."""
    found, wide, members = _KNOWN.found((binders.seed_of(inner), *key), lambda: (find(inner), inner.wide, inner.inner))
    c.wide = c.wide or wide
    c.inner.update(members)
    return found


_KNOWN = enclosures.Memo(MOST_KEPT)


def _by_cover(node: Node, env: ev.Env, c: ev.Context) -> Truth | None:
    found = span_of(node.args[0], env, c)
    if found is None:
        return None
    name, low, high, ends = found
    start = enclosures.anew()
    plain, env = _prepared(ev.argument(node, 1), name, env, c)
    body, powers = opened(plain, name, low, ends)
    deciding, other = (Truth.FALSE, Truth.TRUE) if node.head == "forall" else (Truth.TRUE, Truth.FALSE)
    def at(value: Any) -> Truth:
        enclosures.spend(PIECE)
        try:
            return ev.truth(body, bound(env, name, value, powers, c), c)
        except NoValue:
            return Truth.UNDECIDED

    if isinstance(low, fmpq) and nowhere_else(plain, name, stated(node.args[0][0][1]), env, c, other):  # type: ignore[index, arg-type]
        return other
    if node.head == "exists" and crosses(plain, name, low, high, ends, env, c):
        return Truth.TRUE
    for member in [*ends, *(ladder(low, high) if node.head == "exists" else ())]:
        if at(member) is deciding:
            c.inner[name] = member
            return deciding
    dear = any(part.head in ("sup", "inf") and name in free_names(part) for part in walk(body))
    rays = {ray: at(enclosed(ray)) for ray in _rays(low, high)}
    if any(answer is not other for answer in rays.values()):  # no cover comes to its end
        if c.prec > ev.PRECISIONS[0]:
            c.wide = True  # the ray wants no more digits, and members had their turn
            return None
        return _far_out(at, name, (low, high), ends, rays, deciding, start, c)
    pieces, count = [(low, high)], 0
    while pieces:
        piece = pieces.pop()
        count += 1
        if count > MOST_PIECES or enclosures.anew() - start > MOST_WORK:
            c.wide = True
            return None
        bounded = isinstance(piece[0], fmpq) and isinstance(piece[1], fmpq)
        if not (dear and bounded) and at(enclosed(piece)) is other:
            continue
        if bounded and _by_slopes(plain, name, piece, env, c) is other:
            continue
        middle = middle_of(piece)
        if middle is None or is_narrow(piece):
            return None
        if at(middle) is deciding:
            c.inner[name] = middle
            return deciding
        pieces += [(middle, piece[1]), (piece[0], middle)]
    return other


def _far_out(at: Callable[[Any], Truth], name: str, span: Piece, ends: list[Any], rays: dict[Piece, Truth], deciding: Truth, start: int, c: ev.Context) -> Truth | None:
    """Members further and further out where no cover comes to its end: one of them may decide."""
    outwards = (x for x in _outwards(rays, deciding) if x in ends or _inside(x, span))
    for member in itertools.chain(outwards, _spread(*span)):
        if enclosures.anew() - start > MOST_WORK:
            c.wide = True
            return None
        if at(member) is deciding:
            c.inner[name] = member
            return deciding
    return None


def _by_slopes(body: Node, name: str, piece: Piece, env: ev.Env, c: ev.Context) -> Truth:
    """The truth of comparisons on a whole bounded piece, by the slope of the difference of the sides."""
    if body.head in ("all", "any"):
        deciding, answer = (Truth.FALSE, Truth.TRUE) if body.head == "all" else (Truth.TRUE, Truth.FALSE)
        for k in range(len(body.args)):
            own = _by_slopes(ev.argument(body, k), name, piece, env, c)
            if own is deciding:
                return deciding
            if own is Truth.UNDECIDED:
                answer = own
                if not ev.has_a_value(ev.argument(body, k), {**env, name: enclosed(piece)}, c):
                    return answer
        return answer
    if body.head != "compare" or body.args[1] not in ("<=", "<", ">=", ">", "=="):
        return Truth.UNDECIDED
    enclosures.spend(PIECE)
    difference = Node("add", ev.argument(body, 0), Node("mul", number(-1), ev.argument(body, 2)))
    found = by_mean_value(difference, name, piece[0], piece[1], env, c)
    known = None if found is None else numbers.relation(found, str(body.args[1]), fmpq(0))
    return Truth.UNDECIDED if known is None else Truth.TRUE if known else Truth.FALSE


def extremum(node: Node, upper: bool, env: ev.Env, c: ev.Context) -> Enclosure | float | None:
    """An enclosure of ``sup`` or ``inf`` over one interval, by the piece that reaches furthest; None where the set is another or a piece has no bound.

    The same extremum is asked for often: by every planted error, and for the margin after the truth.
    """
    over: Any = node.args[0]
    if len(over) != 1 or stated(over[0][1]).head != "interval":
        return None
    own = tuple(sorted((name, env[name]) for name in free_names(node) if name in env)) if isinstance(over[0][0], Node) else ()
    aim = c.aim[1] if c.aim is not None and c.aim[0] is node else None
    key = (node, upper, c.prec, own, None if aim is None else (_float(aim.lo), _float(aim.hi), c.between))
    try:
        hash(key)
    except TypeError:
        return _extremum(node, upper, env, c)
    candidates = c.candidates if own else None  # a closed formula is the same for every engine, also for those that try no members
    inner = ev.Context(c.prec, candidates, aim=c.aim, between=c.between)
    if aim is not None and not enclosures.inside() and (binders.seed_of(inner), *(whole := (*key[:-1], None))) in _KNOWN.known:
        key = whole  # known without an aim, so for any
    found: Enclosure | float | None = _found(key, inner, c, lambda own: _extremum(node, upper, env, own))
    return found


def _extremum(node: Node, upper: bool, env: ev.Env, c: ev.Context) -> Enclosure | float | None:
    found = span_of(node.args[0], env, c)
    if found is None:
        return None
    name, low, high, ends = found
    body, condition = ev.argument(node, 1), node.args[2] if isinstance(node.args[2], Node) else None
    if condition is not None and body == Node("var", name):
        return _first(condition, name, (low, high), ends, upper, env, c)
    outer = env
    body, env = _prepared(body, name, env, c)
    body, powers = opened(with_fewer_uses(body, name, env, c), name, low, ends)
    if condition is not None:
        condition, env = _prepared(condition, name, env, c)
        condition, more = opened(condition, name, low, ends)
        powers |= more
    smooth = not any(part.head in enclosures.HEADS and name in free_names(part) for part in walk(body))
    aim = c.aim[1] if c.aim is not None and c.aim[0] is node else None
    between = aim is not None and c.between
    pieces, narrow = (2 * MOST_PIECES, NARROW) if between else (FEW_PIECES, ROUGHLY) if c.prec <= COARSE else (FEW_PIECES, CLOSELY) if c.prec <= line_transport.COARSE else (MOST_PIECES, NARROW)
    if aim is not None and not upper:
        aim = Enclosure(opposite_end(aim.hi), opposite_end(aim.lo))

    def admitted(inner: ev.Env) -> Truth:
        try:
            return Truth.TRUE if condition is None else ev.truth(condition, inner, c)
        except NoValue:
            return Truth.UNDECIDED

    def at(value: Any) -> Enclosure:
        inner = bound(env, name, value, powers, c)
        if admitted(inner) is not Truth.TRUE:
            return NOTHING
        return turned(numbers.enclose(ev.value(body, inner, c), c.prec))

    def over(piece: Piece) -> Enclosure:
        enclosures.spend(PIECE)
        inner = bound(env, name, enclosed(piece), powers, c)
        if admitted(inner) is Truth.FALSE:
            left_out.add(piece)
            return NOTHING
        value = numbers.enclose(ev.value(body, inner, c), c.prec)
        if not value.exists:
            doubtful.add(piece)
        found = turned(value)
        if not smooth or not (isinstance(piece[0], fmpq) and isinstance(piece[1], fmpq)) or found.lo == found.hi or found.hi <= reached:
            return found
        near = by_mean_value(body, name, piece[0], piece[1], env, c)
        return found if near is None else _meet(found, turned(near))

    def value_of_none() -> Enclosure | float:
        if isinstance(node.args[3], Node):
            return numbers.enclose(ev.value(node.args[3], env, c), c.prec)
        return -math.inf if upper else math.inf

    def turned(result: Enclosure) -> Enclosure:
        return result if upper else Enclosure(opposite_end(result.hi), opposite_end(result.lo))

    reached: Any = -math.inf
    doubtful: set[Piece] = set()  # on which some member may have no value
    left_out: set[Piece] = set()  # on which there is no member
    try:
        order = itertools.count()
        members = [*ends, middle_of((low, high))]
        values = [(at(end), end) for end in members if end is not None]
        reached, best = max(((value.lo, end) for value, end in values), key=lambda pair: _float(pair[0]), default=(-math.inf, None))
        first = over((low, high)).hi
        heap = [(-_float(first), next(order), (low, high), first)]
        for count in range(pieces):
            top, _, piece, _ = heap[0]
            if top == math.inf and condition is not None:  # nothing more than -oo anywhere
                return value_of_none() if all(piece in left_out for _, _, piece, _ in heap) else None
            if top == -math.inf and count >= PATIENCE:
                return None
            if top > -math.inf and -top - _float(reached) <= narrow * max(1.0, abs(top)):
                break
            if aim is not None and (_float(aim.hi) < _float(reached) or -top < _float(aim.lo)):
                break
            if aim is not None and between and _float(aim.lo) < _float(reached) and -top < _float(aim.hi):
                break
            middle = middle_of(piece)
            if middle is None:
                break
            heapq.heappop(heap)
            value = at(middle).lo
            if _float(value) > _float(reached):
                reached, best = value, middle
            for half in ((piece[0], middle), (middle, piece[1])):
                end = over(half).hi
                heapq.heappush(heap, (-_float(end), next(order), half, end))
        if isinstance(best, fmpq) and best not in ends:
            reached, best = _climbed(at, (low, high), best, reached, max(fmpq(1, 4), abs(best)) / 4)
    except (NoValue, ev.NoRoute):
        return None
    if best is None or (condition is not None and _float(reached) == -math.inf):
        return None  # no member is known
    c.inner[name] = best
    sure = not any(piece in doubtful for _, _, piece, _ in heap) or every_member_valued(node, outer)
    if _float(reached) == math.inf and sure:
        return math.inf if upper else -math.inf
    top_end: arb | float = math.inf
    if heap[0][0] != -math.inf:
        top_end = max(end for *_, end in heap)  # exactly: ends that differ can be equal in floating point
    found_range = Enclosure(reached, max(top_end, reached), sure)
    if found_range.width > NARROW:
        c.wide = True
    return found_range if upper else Enclosure(opposite_end(found_range.hi), opposite_end(found_range.lo), sure)


def _meet(a: Enclosure, b: Enclosure) -> Enclosure:
    """What both say of one number; as it is where rounding leaves nothing."""
    lo, hi = max(a.lo, b.lo), min(a.hi, b.hi)
    return Enclosure(lo, hi) if lo <= hi else a


def _climbed(at: Any, span: Piece, best: Any, reached: Any, step: Any) -> tuple[Any, Any]:
    """A better member near the best one: steps to both sides, halved where neither helps."""
    for _ in range(CLIMBS):
        found = [(at(x).lo, x) for x in (best - step, best + step) if _inside(x, span)]
        value, x = max(found, key=lambda pair: _float(pair[0]), default=(reached, best))
        if _float(value) > _float(reached):
            reached, best = value, x
        else:
            step /= 2
    return reached, best


def _inside(x: Any, span: Piece) -> bool:
    return numbers.relation(span[0], "<", x) is True and numbers.relation(x, "<", span[1]) is True


def _first(condition: Node, name: str, span: Piece, ends: list[Any], upper: bool, env: ev.Env, c: ev.Context) -> Enclosure | None:
    """An enclosure of the least (largest) number of an interval with a property: one that has it, and a piece up to the end of the interval on which none has.
    ``ends`` are those of the interval that belong to it.

    None where that end is infinite and no half-line towards it is seen to lack the property, or where no number with the property is met.
    """
    condition, env = _prepared(condition, name, env, c)

    def has(value: Any) -> Truth:
        try:
            return ev.truth(condition, {**env, name: value}, c)
        except NoValue:
            return Truth.UNDECIDED

    start = span[1] if upper else span[0]
    if not isinstance(start, fmpq):
        start = _beyond(has, span, upper)
    if not isinstance(start, fmpq):
        return None
    span = (span[0], start) if upper else (start, span[1])
    outside, inside = start, None
    step = fmpq(1)
    for _ in range(REACH):
        tried = start + (-step if upper else step)
        if not (numbers.relation(span[0], "<=", tried) and numbers.relation(tried, "<=", span[1])):
            tried = span[0] if upper else span[1]
        if tried == (span[0] if upper else span[1]) and tried not in ends:
            return None
        if has(tried) is Truth.TRUE:
            inside = tried
            break
        if tried in span:
            return None
        step *= 2
    if inside is None:
        return None
    for _ in range(HALVINGS):
        middle = (outside + inside) / 2
        answer = has(middle)
        if answer is Truth.TRUE:
            inside = middle
        elif has(enclosed((middle, start) if upper else (start, middle))) is Truth.FALSE:
            outside = middle
        else:
            break
    low, high = (inside, outside) if upper else (outside, inside)
    return Enclosure(rounded(low, down=True), rounded(high, down=False))


def _beyond(has: Any, span: Piece, upper: bool) -> Any:
    """A number of the interval such that none from there to the infinite end has the property."""
    other = span[0] if upper else span[1]
    step = fmpq(1)
    for _ in range(REACH if isinstance(other, fmpq) else 0):
        tried = other + (step if upper else -step)
        if has(enclosed((tried, span[1]) if upper else (span[0], tried))) is Truth.FALSE:
            return tried
        step *= 2
    return None


def _prepared(body: Node, name: str, env: ev.Env, c: ev.Context) -> tuple[Node, ev.Env]:
    """The body with everything that does not move with the name evaluated once, and short sums written out. Parts that are the same stay the same."""
    if body.head in BINDERS:
        return body, env
    if len(_SAME) >= 1 << 14:
        _SAME.clear()
    still = _Still(name, env, c)
    changed = still.visit(body, env)
    return changed, {**env, **still.constants}


class _Still:
    """Names for the parts of a term that do not move with a name, and their values."""

    def __init__(self, name: str, env: ev.Env, c: ev.Context) -> None:
        self.name, self.env, self.c = name, env, c
        self.constants: ev.Env = {}
        self.first = sum(key.startswith("#") for key in env)  # a condition and a term under it have names of their own
        self.named: dict[Any, tuple[Node, Any]] = {}  # the values keep the keys alive

    def visit(self, node: Node, inner: ev.Env) -> Node:
        """The term with these names; ``inner``: the values of all names there."""
        if node.head in ("num", "var"):
            return node if node.head == "num" or str(node.args[0]) == self.name or inner is self.env else self._constant(node, inner, bound=True)
        if self.name not in free_names(node) and node.head not in PROPOSITIONS:
            return self._constant(node, inner)
        if node.head == "sum" and node.args[2] is None and not any(self.name in free_names(entry[1]) for entry in node.args[0]):  # type: ignore[union-attr, arg-type, index]
            rows = list(itertools.islice(binders.assignments(node.args[0], inner, self.c), MOST_TERMS + 1))
            if rows and len(rows) <= MOST_TERMS and all(whole for _, whole in rows):
                found = Node("add", number(0), *(self.visit(ev.argument(node, 1), row) for row, _ in rows))
                return _SAME.setdefault(found, found)
        if node.head in BINDERS or (inner is not self.env and node.head in PROPOSITIONS):
            return node
        found = rebuild(node, lambda child: self.visit(child, inner))
        return _SAME.setdefault(found, found)

    def _constant(self, node: Node, inner: ev.Env, bound: bool = False) -> Node:
        values, place = ev.asked(node, inner)
        known = self.named.get(place)
        if known is None:
            try:
                found = inner[str(node.args[0])] if bound else ev.value(node, inner, self.c)
            except (NoValue, ev.NoRoute):
                return node
            if not bound and not isinstance(found, ev.numbers_kinds):
                return node
            key = f"#{self.first + len(self.constants)}"
            self.constants[key] = found
            known = self.named[place] = Node("var", key), values
        return known[0]


_SAME: dict[Node, Node] = {}
"""Parts that were made, by what they say: kept values are found by the very part, without comparing it with an equal one."""


def _float(end: arb | float) -> float:
    return end if isinstance(end, float) else float(end)


def _rays(low: Any, high: Any) -> list[Piece]:
    """The last pieces of a half-line or a line, towards infinity: where one is left open as a whole, no cover comes to its end."""
    found = []
    for k, end in enumerate((low, high)):
        piece = (low, high)
        while not isinstance(end, fmpq) and (middle := middle_of(piece)) is not None:
            piece = (middle, high) if k else (low, middle)
        if not isinstance(end, fmpq):
            found.append(piece)
    return found


def _outwards(rays: dict[Piece, Truth], deciding: Truth) -> list[fmpq]:
    """Members worth a look where rays do not hold: the end of one that fails as a whole, and numbers further and further out."""
    ends = [(a if isinstance(a, fmpq) else b, answer) for (a, b), answer in rays.items()]
    return [end for end, answer in ends if answer is deciding] + [end / 2**k for k in STEPS_OUT for end, _ in ends]


STEPS_OUT = (16, 12, 8)
"""Halvings of the number at which the last ray begins: further out both sides are often 0 or infinite but for thousands of digits."""


def _spread(low: Any, high: Any) -> Iterator[fmpq]:
    """Members inside an interval, everywhere a few before anywhere many."""
    pieces, count = deque([(low, high)]), 0
    while pieces and count < PATIENCE:
        piece, count = pieces.popleft(), count + 1
        middle = None if is_narrow(piece) else middle_of(piece)
        if middle is not None:
            yield middle
            pieces += [(middle, piece[1]), (piece[0], middle)]


__all__ = ["by_cover", "extremum"]
