"""Quantifiers and extrema over an interval, by a cover: what holds on every piece holds everywhere, one member decides the other way.

An extremum lies between a value at a member and the largest upper end on the pieces. The last piece of a half-line reaches to infinity.
Where an extremum is compared with a number, pieces are cut only until that is decided. A restriction leaves out pieces on which it fails.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from fractions import Fraction
from math import ceil
from typing import TYPE_CHECKING, Any

from flint import arb, ctx

from verify.evidence.checker import numbers as n
from verify.evidence.checker import slopes, special
from verify.evidence.checker.crossing import simple, solved
from verify.evidence.checker.formula import BINDERS, argument, contains_head, entries, free, head, mentions, names, optional, stated, text_of, word
from verify.evidence.checker.known import Known, signature
from verify.evidence.checker.monotone import settled_at_the_end
from verify.evidence.checker.numbers import Ball, NoValue, Number, Undecided
from verify.evidence.checker.pieces import Piece, ball_of, inside, interval
from verify.evidence.checker.quotients import single
from verify.evidence.checker.shown import Shown, above_0
from verify.evidence.checker.truth import FALSE, TRUE, UNDECIDED, Env

if TYPE_CHECKING:
    from verify.evidence.checker.evaluate import Evaluator

MOST_PIECES = 512
MOST_PARTS = 64
"""Pieces on which a term is asked whether it has a value."""
PATIENCE = 24
COARSE = 128
"""Bits up to which an extremum is looked at roughly."""
CLOSER = 12
"""Halvings towards a number that is too near to tell."""
PROPOSITIONS = frozenset({"compare", "all", "any", "not", "implies", "iff", "member"})
CASES = frozenset({"if", "sum", "prod", "limit", "limsup", "liminf", "derivative"})
"""Terms of which a part may have no value."""


def by_cover(e: Evaluator, p: Any, env: Env) -> str | None:
    """The truth of the quantifier, or None where its set is no interval with rational or infinite ends or the pieces do not decide."""
    found = interval(e, p, env)
    if found is None:
        return None
    name, whole, members, ends_open = found
    decisive, otherwise = (FALSE, TRUE) if p[0] == "forall" else (TRUE, FALSE)
    body = argument(p, 1)
    existing = p[0] == "exists"
    finite = whole[1] is not None or ends_open[1]  # at oo a term may have no value, whatever it is before
    if whole[0] is not None and finite and settled_at_the_end(e, body, name, whole[0], env, otherwise):
        return otherwise
    if existing and solved(e, body, name, whole, members, env):
        return TRUE
    if any(e.truth(body, {**env, name: x}) == decisive for x in [*members, *(simple(whole) if existing else [])]):
        return decisive
    dear = contains_head(body, "sup") or contains_head(body, "inf")  # a range of numbers blurs an extremum, and costs most
    pieces, count = [whole], 0
    while pieces:
        piece = pieces.pop()
        count += 1
        if count > MOST_PIECES:
            return None
        inner = {**env, name: ball_of(piece, whole, ends_open)}
        if (not dear and e.truth(body, inner) == otherwise) or by_slopes(e, body, name, piece, env) == otherwise or (dear and e.truth(body, inner) == otherwise):
            continue
        middle = inside(piece)
        if middle is None:
            return None
        if e.truth(body, {**env, name: middle}) == decisive:
            return decisive
        pieces += [(middle, piece[1]), (piece[0], middle)]
    return otherwise


def by_slopes(e: Evaluator, p: Any, name: str, piece: Piece, env: Env) -> str:
    """The truth of comparisons on a bounded piece, by the slope of the difference of the sides."""
    kind, (lo, hi) = head(p), piece
    if lo is None or hi is None:
        return UNDECIDED
    if kind in ("all", "any"):
        stop, answer = (FALSE, TRUE) if kind == "all" else (TRUE, FALSE)
        for part in p[1:]:
            own = by_slopes(e, part, name, piece, env)
            if own == stop:
                return stop
            if own == UNDECIDED:
                answer = own
                if not e.valued(part, {**env, name: ball_of(piece, piece, (False, False))}):
                    return answer
        return answer
    if kind != "compare" or word(argument(p, 1)) not in ("<", "<=", ">", ">=", "=="):
        return UNDECIDED
    found = slopes.enclosed(e, ["add", p[1], ["mul", "-1", p[3]]], name, lo, hi, env)
    return UNDECIDED if found is None else e.truth(["compare", ["var", ["word", "#gap"]], p[2], "0"], {"#gap": found})


_EXTREMA: Known[tuple[Number | None, frozenset[str], bool]] = Known()


def extremum(e: Evaluator, f: Any, env: Env) -> Number | None:
    """An extremum over one interval; what was found before for the same formula and values at this precision is kept."""
    own = {name: value for name, value in env.items() if name in free(f)}
    aim = signature(e.aim[1]) if e.aim is not None and e.aim[0] is f else ""

    def afresh() -> tuple[Number | None, frozenset[str], bool]:
        """The extremum, what was taken on trust, and whether a mere bracket stands in it."""
        before, e.notes = e.notes, set()
        try:
            return _extremum(e, f, env), frozenset(e.notes), e.bracketed
        finally:
            e.notes |= before

    try:
        key = (aim, text_of(f), id(f) in e.witnesses, e.strict, e.budget.cells, *((name, signature(own[name])) for name in sorted(own)))
    except TypeError:
        return _extremum(e, f, env)
    if e.assumed or e.bracketed or _stored_inside(e, f[1:]):  # what it is hangs on more than the formula and its values
        kept = ("extremum", ctx.prec, *key)
        if kept not in e.budget.known:
            e.budget.known[kept] = afresh()
        found: Number | None = e.budget.known[kept][0]
    else:
        found, notes, bracketed = _EXTREMA.of(e.budget, afresh, key)
        e.notes |= notes
        e.bracketed = e.bracketed or bracketed
    if isinstance(found, Ball) and not n.finite(found):
        if not every_member_valued(e, f, env):
            raise Undecided("a member that may have no value")
        if aim:
            e.notes.add("every member of an infinite family has a value")
    return found


def reaches_infinity(e: Evaluator, f: Any, env: Env) -> bool:
    """Whether oo or -oo may be a member of an interval of an extremum: neither directions nor bounded pieces say whether the term has a value there."""
    earlier: set[str] = set()
    for pattern, where in entries(f):
        place = stated(where)
        for k in (0, 1) if head(place) == "interval" else ():
            end = argument(place, k)
            if word(argument(place, k + 2)) == "closed" and not earlier & mentions(end) and not n.finite(e.number(end, env)):
                return True
        earlier |= set(names(pattern))
    return False


def every_member_valued(e: Evaluator, f: Any, env: Env) -> bool:
    """Whether the term of an extremum over numbers, made of arithmetic, cases, sums and limits, has a value at every member: one that has none leaves the whole without one. Of other terms and sets it is trusted."""
    over, term = entries(f), argument(f, 1)
    if head(term) in ("sup", "inf") and _of_numbers(term):
        joined = _joined(f, term)
        return joined is not None and every_member_valued(e, joined, env)
    if not _computed(term) and _of_numbers(term):
        return False
    places = [stated(where) for _, where in over]
    if any(head(pattern) != "var" for pattern, _ in over) or any(head(place) not in ("interval", "integers") for place in places):
        return True
    if not _computed(term) and not _by_cases(term):
        return True
    used = [(pattern, where) for k, (pattern, where) in enumerate(over) if set(names(pattern)) & (mentions(term) | {x for j, (_, place) in enumerate(over) if j != k for x in mentions(place)})]
    finite = not reaches_infinity(e, [f[0], ["()", *(["()", pattern, where] for pattern, where in used)], *f[2:]], env)
    own = {x for pattern, _ in over for x in names(pattern)}
    if not mentions(term) & own:
        e.number(term, env)  # NoValue, or Undecided, where it has none or that is open
        return True
    outer = {name: env[name] for name in mentions(term) if name in env and name not in own}
    if finite and all(isinstance(x, Fraction | Ball) and n.finite(n.ball(x)) for x in outer.values()):
        known = {name for name, x in outer.items() if n.relations(x, n.ZERO) == {">"}} | {names(pattern)[0] for pattern, where in over if above_0(where) or _begins_above_0(e, stated(where), {key: value for key, value in env.items() if key not in own})}
        if Shown(known, "").defined(term):
            return True
    found = interval(e, _between_the_integers(f), env) if len(over) == 1 else None
    if found is None:
        return False
    name, whole, _, ends_open = found
    pieces, count, condition = [whole], 0, optional(f, 2)
    while pieces:
        piece, count = pieces.pop(), count + 1
        inner = {**env, name: ball_of(piece, whole, ends_open)}
        if condition is not None and e.truth(condition, inner) == FALSE:
            continue
        try:
            e.number(term, inner)
        except (NoValue, Undecided):
            middle = inside(piece)
            if middle is None or count > MOST_PARTS:
                return False
            pieces += [(piece[0], middle), (middle, piece[1])]
    return True


def with_members(e: Evaluator, place: Any, env: Env) -> bool:
    """Whether a range of numbers certainly has a member."""
    lo, hi = (e.number(argument(place, k), env) for k in (0, 1))
    if head(place) == "integers":
        return isinstance(lo, Fraction) and n.relations(Fraction(ceil(lo)), hi) <= {"<", "="}
    closed = word(argument(place, 2)) == word(argument(place, 3)) == "closed"
    return n.relations(lo, hi) <= ({"<", "="} if closed else {"<"})


def _begins_above_0(e: Evaluator, place: Any, env: Env) -> bool:
    """Whether the lower end of a range, where it depends on names outside alone, leaves positive numbers only."""
    low = argument(place, 0)
    if not mentions(low) <= env.keys():
        return False
    is_open = head(place) == "interval" and word(argument(place, 2)) == "open"
    return n.relations(e.number(low, env), n.ZERO) <= ({">", "="} if is_open else {">"})


def _between_the_integers(f: Any) -> Any:
    """An extremum over integers as one over all numbers of the range; any other as it is."""
    pattern, where = entries(f)[0]
    place = stated(where)
    if head(place) != "integers":
        return f
    ends = [["word", "open" if end in ("oo", "-oo") else "closed"] for end in place[1:3]]
    return [f[0], ["()", ["()", pattern, ["interval", *place[1:3], *ends]]], *f[2:]]


def _joined(f: Any, term: Any) -> Any:
    """An extremum of an extremum as one over the names of both; None where a name is bound twice."""
    outer, inner = entries(f), entries(term)
    if {name for pattern, _ in outer for name in names(pattern)} & {name for pattern, _ in inner for name in names(pattern)}:
        return None
    conditions = [part for part in (optional(f, 2), optional(term, 2)) if part is not None]
    return [f[0], ["()", *f[1][1:], *term[1][1:]], argument(term, 1), ["all", *conditions] if conditions else None, None]


def _of_numbers(f: Any) -> bool:
    """Whether a term is made of what is worked out and of extrema of such terms over ranges of numbers."""
    if isinstance(f, list) and f[0] in ("sup", "inf"):
        places = [stated(where) for _, where in entries(f)]
        return all(head(place) in ("interval", "integers") and all(map(_of_numbers, place[1:3])) for place in places) and _of_numbers(argument(f, 1))
    return isinstance(f, str) or (isinstance(f, list) and (f[0] in ("var", "pi") or ((f[0] in slopes.ARITHMETIC or f[0] in special.RULES) and all(map(_of_numbers, f[1:])))))


def _computed(f: Any) -> bool:
    """Whether a term is made of numbers, names and functions that are worked out."""
    return isinstance(f, str) or (isinstance(f, list) and (f[0] in ("var", "pi") or ((f[0] in slopes.ARITHMETIC or f[0] in special.RULES) and all(_computed(part) for part in f[1:]))))


def _by_cases(f: Any) -> bool:
    """Whether there are cases, sums, products or limits in a formula, of which some may have no value."""
    return isinstance(f, list) and (f[0] in CASES or any(map(_by_cases, f)))


def _stored_inside(e: Evaluator, f: Any) -> bool:
    """Whether members are stored for a binder within a formula."""
    return bool(e.witnesses) and isinstance(f, list) and any(id(part) in e.witnesses or _stored_inside(e, part) for part in f)


def _extremum(e: Evaluator, f: Any, env: Env) -> Number | None:
    """Both ends of ``sup`` or ``inf`` over one interval, from a breadth of pieces; None where the set is another or nothing bounds the term."""
    found = interval(e, f, env)
    if found is None:
        return None
    name, whole, members, ends_open = found
    upward, body, condition = f[0] == "sup", argument(f, 1), optional(f, 2)
    if condition is not None and body == ["var", ["word", name]]:
        condition, known = _hoisted(e, condition, name, env)
        if e.truth(condition, {**known, name: ball_of(whole, whole, ends_open)}) == FALSE:  # no member
            empty = optional(f, 3)
            return e.number(empty, env) if empty is not None else n.MINUS_INFINITY if upward else n.INFINITY
        return _border(e, condition, name, whole, members, upward, known)

    body, env = _hoisted(e, body, name, env)
    body = single(e, body, name, env)
    tolerance = arb(2) ** (-13 if ctx.prec <= COARSE else -30)
    aim = e.aim[1] if e.aim is not None and e.aim[0] is f else None
    if aim is not None and not upward:
        aim = n.ball(n.neg(aim))

    def admitted(x: Any) -> str:
        return TRUE if condition is None else e.truth(condition, {**env, name: x})

    def at(x: Any) -> Ball:
        value = n.ball(e.number(body, {**env, name: x}))
        return value if upward else n.ball(n.neg(value))

    def member(x: Any) -> arb:
        return at(x).lo if admitted(x) == TRUE else n.MINUS_OO

    def over(piece: Piece) -> Ball:
        """The values on a piece; a piece where that is open has to be split."""
        x = ball_of(piece, whole, ends_open)
        allowed = admitted(x)
        if allowed == FALSE:
            left_out.add(piece)
            return n.MINUS_INFINITY
        if allowed not in (TRUE, UNDECIDED):
            raise NoValue("a restriction has no value")
        try:
            value = at(x)
        except Undecided:
            return Ball(n.MINUS_OO, n.OO)
        lo, hi = piece
        near = None if lo is None or hi is None or value.lo == value.hi else slopes.enclosed(e, body, name, lo, hi, env)
        if near is None:
            return value
        near = near if upward else n.ball(n.neg(near))
        return Ball(max(value.lo, near.lo), min(value.hi, near.hi)) if max(value.lo, near.lo) <= min(value.hi, near.hi) else value

    left_out: set[Piece] = set()  # pieces without a member
    try:
        reached = max((member(x) for x in [*members, inside(whole)] if x is not None), default=n.MINUS_OO)
        open_pieces: list[tuple[Ball, Piece]] = [(over(whole), whole)]
        settled: list[Ball] = []
        spent = 0
        while open_pieces and spent < MOST_PIECES:
            open_pieces.sort(key=lambda entry: float(entry[0].hi))
            value, piece = open_pieces.pop()
            if spent > PATIENCE and not value.hi < n.OO:
                return None
            if piece in left_out and all(other in left_out for _, other in open_pieces):
                empty = optional(f, 3)
                return e.number(empty, env) if empty is not None else n.MINUS_INFINITY if upward else n.INFINITY
            middle = inside(piece)
            close = n.finite(value) and value.hi - reached < (abs(value.hi) + 2**-30) * tolerance
            close = close or (aim is not None and bool(reached > aim.hi or (value.hi < aim.lo and (condition is None or reached > n.MINUS_OO))))
            if middle is None or close:
                settled.append(value)
                break
            reached = max(reached, member(middle))
            open_pieces += [(over(half), half) for half in ((piece[0], middle), (middle, piece[1]))]
            spent += 2
    except (NoValue, Undecided):
        return None
    top = max([reached, *(value.hi for value in settled), *(value.hi for value, _ in open_pieces)])
    if condition is not None and not reached > n.MINUS_OO:
        return None  # no member is known
    if aim is not None and not top < n.OO and reached < n.OO and id(f) in e.witnesses:
        return None  # known from one side only: the stored member says as much
    result = Ball(reached, top)
    e.bracketed = e.bracketed or not n.finite(result)
    return result if upward else n.neg(result)


def _hoisted(e: Evaluator, f: Any, name: str, env: Env) -> tuple[Any, Env]:
    """The formula with what does not mention the name put under names of its own, evaluated once, and with its sums written out."""
    constants: Env = {}
    known: dict[Hashable, str] = {}

    def walk(g: Any, inner: Env) -> Any:
        kind = head(g)
        if not isinstance(g, list) or (kind == "var" and names(g)[0] == name) or kind in ("word", "word_"):
            return g
        if name not in free(g) and kind not in PROPOSITIONS:
            place: Hashable = text_of(g)  # equal formulas keep equal names, where what they bind themselves has equal values
            if moving := [x for x in sorted(free(g)) if x not in env or inner[x] is not env[x]]:
                try:
                    place = place, *((x, signature(inner[x])) for x in moving)
                except TypeError:
                    return g
            if place not in known:
                try:
                    value = e.value(g, inner)
                except (NoValue, Undecided):
                    return g
                if not isinstance(value, Fraction | Ball):
                    return g
                known[place] = f"#c{len(constants)}"
                constants[known[place]] = value
            return ["var", ["word", known[place]]]
        if kind == "sum" and optional(g, 2) is None and not any(name in mentions(where) for _, where in entries(g)):
            return ["add", "0", *(walk(argument(g, 1), each) for each in e.each_once(entries(g), inner))]
        if kind in BINDERS or (inner is not env and kind in PROPOSITIONS):
            return g
        return [g[0], *(walk(part, inner) for part in g[1:])]

    if head(f) in BINDERS:
        return f, env
    changed = walk(f, env)
    return changed, {**env, **constants}


def _border(e: Evaluator, condition: Any, name: str, whole: Piece, members: list[Fraction], upward: bool, env: Env) -> Ball | None:
    """The first number with a property, seen from the finite end of an interval: none has it up to one number, and another has it. ``members``: the ends that belong to it."""
    end = whole[1] if upward else whole[0]

    def holds(x: Any) -> str:
        return e.truth(condition, {**env, name: x})

    other = whole[0] if upward else whole[1]
    if end is None:  # a number beyond which nothing has the property stands for the infinite end
        steps = [] if other is None else [other + 2**k if upward else other - 2**k for k in range(24)]
        end = next((x for x in steps if holds(ball_of((x, None) if upward else (None, x))) == FALSE), None)
    if end is None:
        return None
    having, k = None, 0
    while having is None and k < 24:
        tried = end - 2**k if upward else end + 2**k
        if other is not None and (tried <= other if upward else tried >= other):
            if other not in members:
                return None
            tried, k = other, 24
        having, k = (tried if holds(tried) == TRUE else None), k + 1
    if having is None:
        return None
    lacking = start = end

    def lacks(x: Fraction) -> bool:
        return holds(ball_of((min(start, x), max(start, x)))) == FALSE

    for _ in range(56):
        if abs(having - lacking) * 2**36 < 1:
            break
        middle = (lacking + having) / 2
        if holds(middle) == TRUE:
            having = middle
        elif lacks(middle):
            lacking = middle
        else:  # too near to tell: each side comes as close as it can
            having = _nearest(middle, having, lambda x: holds(x) == TRUE)
            lacking = _nearest(middle, lacking, lacks)
            break
    return Ball(n.exact(min(lacking, having)).lower(), n.exact(max(lacking, having)).upper())


def _nearest(doubtful: Fraction, sure: Fraction, answer: Callable[[Fraction], bool]) -> Fraction:
    """A number between both, near the doubtful one, for which the answer is sure too."""
    for _ in range(CLOSER):
        middle = (doubtful + sure) / 2
        doubtful, sure = (doubtful, middle) if answer(middle) else (middle, sure)
    return sure
