"""Closed forms of quantities, each a rule with its conditions: integrals of densities that are exponentials of quadratics, products, limits and derivatives.

A rule takes the reader of a cell and a formula, and returns a value, or raises Open, Missing or Unread. Laws on the line are read as weighted lists of pieces
``(lo, hi, c0, c1, c2)`` with density ``exp(c0 + c1 x + c2 x^2)``; each list is seen to have mass 1.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import Any

from verify.evidence.checker import calculus, finite_laws, normal, sums, unknown_functions
from verify.evidence.checker.derive import MINUS_OO, OO, Infinite, Reader, Value, is_whole
from verify.evidence.checker.form_signs import Signs, coefficients
from verify.evidence.checker.formula import argument, entries, head, items, mentions, names, optional, stated, word
from verify.evidence.checker.normal import NOTHING, NUMBER_ONE, ONE, PI, UNITS, Form, Number, Sum, atom, number, quotient
from verify.evidence.checker.sign_sets import NEGATIVE, NOT_NEGATIVE, NULL, POSITIVE, Missing, Open, Unread
from verify.evidence.checker.substitution import put, rising, single, unused

HALF = Fraction(1, 2)
MOST_DEGREE = 12
MOST_ROOTS, MOST_STEPS = 3, 40
Piece = tuple[Value, Value, Form, Form, Form]


@dataclass(frozen=True)
class Law:
    """A mixture of densities on the line."""

    parts: tuple[tuple[Form, tuple[Piece, ...]], ...]

    def symbols(self) -> set[str]:
        return set().union(*(f.symbols() for w, pieces in self.parts for f in (w, *(v for p in pieces for v in p)) if isinstance(f, Form)))


# --- laws --------------------------------------------------------------------------------------------------------------


def law(reader: Reader, f: Any) -> Law:
    kind = head(f)
    if kind == "var" and isinstance(found := reader.values.get(names(f)[0]), Law):
        return found
    if kind == "if":
        return law(reader, argument(f, 1) if reader.truth(argument(f, 0)) else argument(f, 2))
    if kind == "law":
        return _checked(reader, [_piece(reader, piece) for piece in items(f[3])])
    if kind == "translate":
        return _translated(law(reader, argument(f, 0)), reader.form(argument(f, 1)))
    if kind == "mixture":
        found_parts = []
        for entry in items(argument(f, 0)):
            weight, inner = items(entry)
            w = reader.form(weight)
            if not reader.signs.sign(w) <= NOT_NEGATIVE:
                raise Open(w)
            found_parts += [(w.times(v), pieces) for v, pieces in law(reader, inner).parts]
        if not normal.total(w for w, _ in found_parts).minus(NUMBER_ONE).is_zero():
            raise Unread("weights that are not shown to add to 1")
        return Law(tuple(p for p in found_parts if not p[0].is_zero()))
    if kind == "convolve":
        sides = [_normal(law(reader, part)) for part in f[1:]]
        return _checked(reader, [_bell(normal.total(m for m, _ in sides), normal.total(v for _, v in sides), reader)])
    if kind == "normal_vector":
        mean, variance = reader.form(argument(f, 0)), reader.form(argument(f, 1))
        if reader.signs.sign(variance) != POSITIVE:
            raise Open(variance)
        return _checked(reader, [_bell(mean, variance, reader)])
    raise Unread(f"a distribution by {kind[:40]}")


def _piece(reader: Reader, f: Any) -> Piece:
    lo, hi, c0, c1, c2 = items(f)
    return reader.number(lo), reader.number(hi), reader.form(c0), reader.form(c1), reader.form(c2)


def _checked(reader: Reader, pieces: Sequence[Piece]) -> Law:
    """A law of one component: its pieces in order, its mass 1."""
    kept = [p for p in pieces if _below(reader, p[0], p[1])]
    for a, b in pairwise(kept):
        if not reader.holds(a[1], "<=", b[0]):
            raise Unread("pieces of a distribution that overlap")
    mass = reader._add(*(integral(reader, p) for p in kept))
    if not isinstance(mass, Form) or not mass.minus(NUMBER_ONE).is_zero():
        raise Unread("a distribution whose mass is not shown to be 1")
    return Law(((NUMBER_ONE, tuple(kept)),))


def _below(reader: Reader, lo: Value, hi: Value) -> bool:
    """Whether lo < hi. Raises Open."""
    gap = reader.difference(hi, lo)
    if isinstance(gap, int):
        return gap > 0
    return reader.known(gap) == POSITIVE


def _bell(mean: Form, variance: Form, reader: Reader) -> Piece:
    c2 = number(Fraction(-1, 2)).over(variance)
    c1 = mean.over(variance)
    c0 = mean.times(mean).times(c2).minus(reader.log(variance.times(PI).scaled(Fraction(2))).scaled(HALF))
    return MINUS_OO, OO, c0, c1, c2


def _normal(found: Law) -> tuple[Form, Form]:
    """Mean and variance of a normal law."""
    if len(found.parts) != 1 or len(found.parts[0][1]) != 1:
        raise Unread("a distribution that is not normal")
    (lo, hi, _, c1, c2), = found.parts[0][1]
    if lo != MINUS_OO or hi != OO or c2.is_zero():
        raise Unread("a distribution that is not normal")
    return c1.over(c2).scaled(-HALF), NUMBER_ONE.over(c2).scaled(-HALF)


def _translated(found: Law, s: Form) -> Law:
    def moved(p: Piece) -> Piece:
        lo, hi, c0, c1, c2 = p
        ends = [e.plus(s) if isinstance(e, Form) else e for e in (lo, hi)]
        return ends[0], ends[1], c0.minus(c1.times(s)).plus(c2.times(s).times(s)), c1.minus(c2.times(s).scaled(Fraction(2))), c2

    return Law(tuple((w, tuple(moved(p) for p in pieces)) for w, pieces in found.parts))


# --- integrals ---------------------------------------------------------------------------------------------------------


def integral(reader: Reader, p: Piece, k: int = 0) -> Value:
    """``int x^k exp(c0 + c1 x + c2 x^2)`` over a piece: an antiderivative, error functions, and integration by parts."""
    lo, hi, c0, c1, c2 = p
    if k > MOST_DEGREE:
        raise Unread("a high moment")
    bend = reader.known(c2)
    endless = [e for e in (lo, hi) if isinstance(e, Infinite)]
    if bend == POSITIVE and endless:
        return OO if k == 0 else _unread("a moment that is not finite")
    if bend == POSITIVE:
        raise Unread("a density that grows like a bell upside down")
    if bend == NULL:
        lean = reader.known(c1) if endless or not c1.is_zero() else NULL
        for end, falling in ((lo, POSITIVE), (hi, NEGATIVE)):
            if isinstance(end, Infinite) and lean != falling:
                return OO if k == 0 else _unread("a moment that is not finite")
        if lean == NULL:
            ends = [_power(e, k + 1).scaled(Fraction(1, k + 1)) for e in (lo, hi)]
            return normal.exp(c0).times(ends[1].minus(ends[0]))
        found = _end(hi, k, c0, c1, c2).minus(_end(lo, k, c0, c1, c2)).over(c1)
        return found if k == 0 else found.minus(_form(integral(reader, p, k - 1)).over(c1).scaled(Fraction(k)))
    if k:
        found = _end(hi, k - 1, c0, c1, c2).minus(_end(lo, k - 1, c0, c1, c2)).minus(c1.times(_form(integral(reader, p, k - 1))))
        if k > 1:
            found = found.minus(_form(integral(reader, p, k - 2)).scaled(Fraction(k - 1)))
        return found.over(c2).scaled(HALF)
    a = reader.power(c2.scaled(-ONE), HALF)
    middle = c1.over(a).scaled(HALF)
    tails = [reader._erfc(a.times(e).minus(middle) if isinstance(e, Form) else e) for e in (lo, hi)]
    return atom(("pi",), HALF).over(a).scaled(HALF).times(normal.exp(c0.minus(c1.times(c1).over(c2).scaled(Fraction(1, 4))))).times(_form(tails[0]).minus(_form(tails[1])))


def _unread(why: str) -> Value:
    raise Unread(why)


def _form(v: Value) -> Form:
    if isinstance(v, Infinite):
        raise Unread("an infinite part")
    return v


def _power(x: Value, k: int) -> Form:
    return _form(x).power(k)


def _end(x: Value, k: int, c0: Form, c1: Form, c2: Form) -> Form:
    """``x^k exp(c0 + c1 x + c2 x^2)`` at an end of a piece; 0 at an infinite one, where the integral is finite."""
    if isinstance(x, Infinite):
        return NOTHING
    return x.power(k).times(normal.exp(c0.plus(c1.times(x)).plus(c2.times(x).times(x))))


def _refined(reader: Reader, p: Law, q: Law) -> list[tuple[Value, Value, tuple[Form, Form, Form], tuple[Form, Form, Form] | None]]:
    """The pieces of a law cut at the ends of the pieces of another one; None where that one has no mass."""
    if len(p.parts) != 1 or len(q.parts) != 1:
        raise Unread("a divergence of mixtures")
    found: list[tuple[Value, Value, tuple[Form, Form, Form], tuple[Form, Form, Form] | None]] = []
    for lo, hi, *cs in p.parts[0][1]:
        start = lo
        for low, high, *ds in q.parts[0][1]:
            a = low if reader.holds(low, ">=", start) else start
            b = high if reader.holds(high, "<=", hi) else hi
            if not reader.holds(a, "<", b):
                continue
            if reader.holds(start, "<", a):
                found.append((start, a, (cs[0], cs[1], cs[2]), None))
            found.append((a, b, (cs[0], cs[1], cs[2]), (ds[0], ds[1], ds[2])))
            start = b
        if reader.holds(start, "<", hi):
            found.append((start, hi, (cs[0], cs[1], cs[2]), None))
    return found


def _renyi(reader: Reader, f: Any) -> Value:
    """``D_a(P || Q)``: ``log(int p^a q^(1 - a))/(a - 1)``, ``int p log(p/q)`` at 1, the largest log-ratio at oo; of n independent copies n times that of one."""
    if head(argument(f, 0)) == head(argument(f, 1)) == "iid":
        copies = _copies(reader, argument(f, 0), argument(f, 1))
        one = _renyi(reader, [f[0], argument(argument(f, 0), 0), argument(argument(f, 1), 0), *f[3:]])
        return one if isinstance(one, Infinite) else copies.times(one)
    if (pairs := finite_laws.pairs_of(reader, f)) is not None:
        return finite_laws.renyi(reader, pairs, reader.number(argument(f, 2)))
    heavy = [_power_law(reader, argument(f, j)) for j in (0, 1)]
    if heavy[0] is not None and heavy[1] is not None:
        return _power_renyi(reader, heavy[0], heavy[1], reader.form(argument(f, 2)))
    p, q, order = law(reader, argument(f, 0)), law(reader, argument(f, 1)), reader.number(argument(f, 2))
    pieces = _refined(reader, p, q)
    if isinstance(order, Infinite):
        return _largest(reader, pieces) if order.sign > 0 else _unread("a negative order")
    above = reader.known(order.minus(NUMBER_ONE))
    if above != NEGATIVE and any(ds is None for *_, ds in pieces):
        return OO
    if above == NEGATIVE and reader.signs.sign(order) != POSITIVE:
        raise Open(order)
    total: Value = NOTHING
    for lo, hi, cs, ds in pieces:
        if ds is None:
            continue
        if above == NULL:
            for k, (c, d) in enumerate(zip(cs, ds, strict=True)):
                gap = c.minus(d)
                if not gap.is_zero():
                    total = reader._add(total, gap.times(_form(integral(reader, (lo, hi, *cs), k))))
        else:
            rest = NUMBER_ONE.minus(order)
            mixed = [order.times(c).plus(rest.times(d)) for c, d in zip(cs, ds, strict=True)]
            total = reader._add(total, integral(reader, (lo, hi, mixed[0], mixed[1], mixed[2])))
    if above == NULL:
        return total
    if isinstance(total, Infinite):
        return OO if above == POSITIVE else _unread("an infinite affinity")
    if above == NEGATIVE and total.is_zero():
        return OO
    return reader.log(total).over(order.minus(NUMBER_ONE))


def _copies(reader: Reader, first: Any, second: Any) -> Form:
    """The number of independent copies of two distributions, a positive integer."""
    counts = [reader.form(argument(one, 1)) for one in (first, second)]
    if not counts[0].minus(counts[1]).is_zero() or not is_whole(counts[0]):
        raise Unread("numbers of copies that are not one integer")
    if reader.signs.sign(counts[0]) != POSITIVE:
        raise Open(counts[0])
    return counts[0]


def _power_law(reader: Reader, f: Any) -> tuple[Form, Form, Form] | None:
    """Centre, scale and exponent of a two-sided power law that may be moved; None of another law."""
    if head(f) == "translate":
        inner = _power_law(reader, argument(f, 0))
        return None if inner is None else (inner[0].plus(reader.form(argument(f, 1))), *inner[1:])
    if head(f) != "power_law" or word(argument(f, 3)) != "both":
        return None
    m, s, k = (reader.form(argument(f, j)) for j in range(3))
    _exists(reader, s, k)
    return m, s, k


def _exists(reader: Reader, s: Form, k: Form) -> None:
    for part, least in ((s, NOTHING), (k, NUMBER_ONE)):
        if reader.known(part.minus(least)) != POSITIVE:
            raise Missing("a power law needs s > 0 and k > 1")


def _power_renyi(reader: Reader, p: tuple[Form, Form, Form], q: tuple[Form, Form, Form], order: Form) -> Value:
    """Of two power laws of one scale and one exponent k, at a whole order a > 1 for which h = (a - 1) k/2 is whole.

    With ``t = (x - m)/s`` and c the distance of the centres over s the integral of ``p^a q^(1 - a)`` is that of ``(1 + t^2)^(-k/2 - h) (1 + (t - c)^2)^h`` over that of
    ``(1 + t^2)^(-k/2)``; ``t^(2 j) (1 + t^2)^(-k/2 - h)`` contributes ``(1/2)_j ((k - 1)/2)_(h - j)/(k/2)_h`` by beta integrals, odd powers nothing.
    """
    a, k = order.constant(), p[2].constant()
    if not all(x.minus(y).is_zero() for x, y in zip(p[1:], q[1:], strict=True)):
        raise Unread("power laws of different scales or exponents")
    if a is None or k is None or a <= 1 or a.denominator != 1 or ((a - 1) * k / 2).denominator != 1 or (a - 1) * k > MOST_DEGREE:
        raise Unread("a divergence of power laws without a finite sum")
    h, c = int((a - 1) * k / 2), q[0].minus(p[0]).over(p[1])
    even = [NUMBER_ONE]  # coefficients of (1 + (t - c)^2)^h by powers of t
    for _ in range(h):
        longer = [NOTHING] * (len(even) + 2)
        for j, e in enumerate(even):
            for up, factor in ((0, NUMBER_ONE.plus(c.times(c))), (1, c.scaled(Fraction(-2))), (2, NUMBER_ONE)):
                longer[j + up] = longer[j + up].plus(e.times(factor))
        even = longer
    share = [_rising(HALF, j) * _rising((k - 1) / 2, h - j) / _rising(k / 2, h) for j in range(h + 1)]
    return reader.log(normal.total(even[2 * j].scaled(share[j]) for j in range(h + 1))).scaled(1 / (a - 1))


def _rising(x: Fraction, n: int) -> Fraction:
    """``x (x + 1) ... (x + n - 1)``."""
    return math.prod((x + i for i in range(n)), start=Fraction(1))


def _largest(reader: Reader, pieces: Sequence[Any]) -> Value:
    """The largest value of the logarithm of a ratio: at ends of pieces, where it is linear; oo where it grows without bound."""
    candidates: list[Value] = []
    for lo, hi, cs, ds in pieces:
        if ds is None:
            return OO
        d0, d1, d2 = (c.minus(d) for c, d in zip(cs, ds, strict=True))
        bend = reader.known(d2)
        for end, side in ((lo, NEGATIVE), (hi, POSITIVE)):
            if isinstance(end, Form):
                candidates.append(d0.plus(d1.times(end)).plus(d2.times(end).times(end)))
            elif bend == POSITIVE or (bend == NULL and reader.known(d1) == side):
                return OO
            elif bend == NULL and d1.is_zero():
                candidates.append(d0)
        if bend == NEGATIVE:
            raise Unread("a largest log-ratio inside a piece")
    return reader._max(*candidates)


def _positive_part(reader: Reader, p: Law, q: Law, epsilon: Form) -> Form:
    """``int max(p - e^epsilon q, 0)``, where the logarithm of the ratio is linear on each piece."""
    total, factor = NOTHING, normal.exp(epsilon)
    for lo, hi, cs, ds in _refined(reader, p, q):
        if ds is None:
            total = total.plus(_form(integral(reader, (lo, hi, *cs))))
            continue
        d0, d1, d2 = (c.minus(d) for c, d in zip(cs, ds, strict=True))
        if not d2.is_zero():
            raise Unread("a quadratic log-ratio")
        level, lean = d0.minus(epsilon), reader.known(d1)
        a, b = lo, hi
        if lean == NULL:
            if reader.signs.sign(level) <= frozenset({0, -1}):
                continue
            if not reader.signs.sign(level) <= NOT_NEGATIVE:
                raise Open(level)
        else:
            root = level.scaled(-ONE).over(d1)
            if lean == POSITIVE:
                a = root if reader.holds(root, ">=", lo) else lo
            else:
                b = root if reader.holds(root, "<=", hi) else hi
            if not reader.holds(a, "<", b):
                continue
        total = total.plus(_form(integral(reader, (a, b, *cs)))).minus(factor.times(_form(integral(reader, (a, b, *ds)))))
    return total


def _hockey_stick(reader: Reader, f: Any) -> Value:
    return _excess(reader, f, reader.form(argument(f, 2)))


def _total_variation(reader: Reader, f: Any) -> Value:
    return _excess(reader, f, NOTHING)


def _l1_distance(reader: Reader, f: Any) -> Value:
    return reader._mul(number(2), _excess(reader, f, NOTHING))


def _excess(reader: Reader, f: Any, epsilon: Form) -> Value:
    """``int max(p - e^epsilon q, 0)``, of finite distributions a sum."""
    pairs = finite_laws.pairs_of(reader, f)
    if pairs is not None:
        return finite_laws.hockey_stick(reader, pairs, epsilon)
    return _positive_part(reader, law(reader, argument(f, 0)), law(reader, argument(f, 1)), epsilon)


def _distribution_function(reader: Reader, f: Any) -> Value:
    x, total = reader.form(argument(f, 1)), NOTHING
    for weight, pieces in law(reader, argument(f, 0)).parts:
        for lo, hi, *cs in pieces:
            if reader.holds(x, "<=", lo):
                continue
            end: Value = hi if reader.holds(hi, "<=", x) else x
            total = total.plus(weight.times(_form(integral(reader, (lo, end, cs[0], cs[1], cs[2])))))
    return total


def _power_density(reader: Reader, f: Any, x: Form) -> Form:
    """``(1 + t^2)^(-k/2)`` or ``(1 + |t|)^(-k)``, t = (x - m)/s, over its integral: ``s sqrt(pi) Gamma((k - 1)/2)/Gamma(k/2)`` (a beta integral), ``s/(k - 1)``; 0 on the other side."""
    m, s, k = (reader.form(argument(f, j)) for j in range(3))
    _exists(reader, s, k)
    t, side = x.minus(m).over(s), word(argument(f, 3))
    if side == "both":
        half = k.scaled(HALF)
        mass = atom(("pi",), HALF).times(reader.gamma(half.minus(number(HALF)))).over(reader.gamma(half))
        return reader.power(NUMBER_ONE.plus(t.times(t)), half.scaled(-ONE)).over(mass).over(s)
    if side not in ("right", "left"):
        raise Unread("a power law of another side")
    t = t if side == "right" else t.scaled(-ONE)
    sign = reader.known(t)
    if sign == NULL:
        raise Unread("a density at an end")
    return NOTHING if sign == NEGATIVE else reader.power(NUMBER_ONE.plus(t), k.scaled(-ONE)).times(k.minus(NUMBER_ONE)).over(s)


def _density(reader: Reader, f: Any) -> Value:
    """Of a power law; of pieces, inside of one of them or outside of all."""
    x, total = reader.form(argument(f, 1)), NOTHING
    if head(argument(f, 0)) == "power_law":
        return _power_density(reader, f[1], x)
    for weight, pieces in law(reader, argument(f, 0)).parts:
        for k, (lo, hi, c0, c1, c2) in enumerate(pieces):
            inside = [reader.difference(x, lo), reader.difference(hi, x)]
            signs = [frozenset({s}) if isinstance(s, int) else reader.known(s) for s in inside]
            if NULL in signs:
                raise Unread(f"a density at an end of piece {k + 1}")
            if signs == [POSITIVE, POSITIVE]:
                total = total.plus(weight.times(normal.exp(c0.plus(c1.times(x)).plus(c2.times(x).times(x)))))
    return total


def _expect(reader: Reader, f: Any) -> Value:
    """The mean of a sum of products of powers and exponentials of quadratics, one drawn number after the other."""
    drawn = []
    inner = Reader(reader.values, reader.signs, reader.rules)
    for pattern, where in entries(f):
        if head(where) in ("var", "couplings") and not isinstance(reader.values.get(names(where)[0]) if head(where) == "var" else None, Law):
            raise Unread("a draw from a distribution that is not known")
        found = law(inner, where)
        name = single(pattern)
        unknown = unused(inner, f"u{name}")
        inner.values[name] = atom(("u", unknown))
        drawn.append((unknown, found))
    body = inner.form(argument(f, 1))
    for unknown, found in reversed(drawn):
        body = _mean(reader, body, unknown, found)
    return body


def _mean(reader: Reader, body: Form, unknown: str, found: Law) -> Form:
    if unknown in Form(body.bottom, UNITS).symbols():
        raise Unread("a mean of a quotient")
    total, by = NOTHING, ("u", unknown)
    for (powers, exponent), c in body.top.terms.items():
        k = next((e for a, e in powers if a == by), Fraction(0))
        rest = tuple(p for p in powers if p[0] != by)
        shifts: dict[int, Form] = {}
        if exponent is not None and unknown in exponent.symbols():
            parts = coefficients(exponent.top, by)
            if parts is None or unknown in Form(exponent.bottom, UNITS).symbols() or max(parts) > 2:
                raise Unread("a mean of an exponential that is not a bell")
            shifts = {j: part.over(Form(exponent.bottom, UNITS)) for j, part in parts.items()}
            exponent = None
        if k.denominator != 1 or k < 0 or any(isinstance(part, Form) and unknown in part.symbols() for a, _ in rest for part in a[1:]):
            raise Unread("a mean of another function")
        for weight, pieces in found.parts:
            for lo, hi, c0, c1, c2 in pieces:
                moved = (lo, hi, *(b.plus(shifts.get(j, NOTHING)) for j, b in enumerate((c0, c1, c2))))
                value = _form(integral(reader, moved, int(k)))  # type: ignore[arg-type]
                total = total.plus(Form(Sum({(rest, exponent): c}), UNITS).times(weight).times(value))
    return total.over(Form(body.bottom, UNITS))


def _with_norm(reader: Reader, f: Any, k: int) -> None:
    """Which norm argument k names makes no difference on the line, but there is one of order at least 1 only. Raises Missing."""
    if (order := optional(f, k)) is not None and not reader.holds(reader.number(order), ">=", NUMBER_ONE):
        raise Missing("a norm of an order below 1")


def _moment(reader: Reader, f: Any) -> Value:
    """``E |X|^k`` of a normal law, k >= 0: ``(2 V)^(k/2) Gamma((k + 1)/2)/sqrt(pi) 1F1(-k/2, 1/2, -m^2/(2 V))`` (Winkelbauer, arXiv 1209.4340); of finitely many points for even k."""
    _with_norm(reader, f, 2)
    order = reader.form(argument(f, 1)).constant()
    if order is not None and order.denominator == 1 and order % 2 == 0 and 0 <= order <= MOST_DEGREE and (found := finite_laws.moment(reader, argument(f, 0), int(order))) is not None:
        return found
    mean, variance = _normal(law(reader, argument(f, 0)))
    k = reader.form(argument(f, 1))
    if not reader.signs.sign(k) <= NOT_NEGATIVE:
        raise Open(k)
    half = k.scaled(HALF)
    found = reader.power(variance.scaled(Fraction(2)), half).times(reader.gamma(half.plus(number(HALF)))).times(atom(("pi",), -HALF))
    return found.times(_form(reader._hyp1f1(half.scaled(-ONE), number(HALF), mean.times(mean).over(variance).scaled(-HALF))))


def _expected(reader: Reader, f: Any) -> Value:
    """``E X`` of finitely many points, or of a normal law."""
    found = finite_laws.moment(reader, argument(f, 0), 1)
    return _normal(law(reader, argument(f, 0)))[0] if found is None else found


def _wasserstein(reader: Reader, f: Any) -> Value:
    """Of a law and its translate by s: ``|s|`` at every order and in every norm of the line (the translation above, the difference of means below)."""
    _with_norm(reader, f, 3)
    p, q, order = law(reader, argument(f, 0)), law(reader, argument(f, 1)), reader.number(argument(f, 2))
    if not reader.holds(order, ">=", NUMBER_ONE):
        raise Unread("an order below 1")
    if len(p.parts) != 1 or len(q.parts) != 1 or len(p.parts[0][1]) != len(q.parts[0][1]):
        raise Unread("a distance of distributions that are not translates")
    first, second = p.parts[0][1], q.parts[0][1]
    ends = [(a, b) for x, y in zip(first, second, strict=True) for a, b in ((x[0], y[0]), (x[1], y[1])) if isinstance(a, Form) and isinstance(b, Form)]
    if ends:
        s = ends[0][1].minus(ends[0][0])
    else:
        s = _normal(q)[0].minus(_normal(p)[0])
    for a, b in zip(_translated(p, s).parts[0][1], second, strict=True):
        if a[:2] != b[:2] or any(not x.minus(y).is_zero() for x, y in zip(a[2:], b[2:], strict=True)):
            raise Unread("a distance of distributions that are not translates")
    return reader._abs(s)


def _extremum(reader: Reader, f: Any) -> Value:
    """Over all couplings of two laws, of which there is one, of a number that is the same for all of them; or of a number that moves one way along an interval."""
    over = entries(f)
    if len(over) > 1 and all(head(stated(where)) == "interval" for _, where in over) and optional(f, 2) is None and optional(f, 3) is None:
        return _extremum(reader, [f[0], ["()", f[1][1]], [f[0], ["()", *f[1][2:]], argument(f, 1), None, None], None, None])  # over one name after the other
    if len(over) != 1 or head(stated(over[0][1])) not in ("couplings", "interval") or optional(f, 2) is not None or optional(f, 3) is not None:
        raise Unread("an extremum")
    name, couplings = single(over[0][0]), stated(over[0][1])
    if head(couplings) == "interval":
        return calculus.along(reader, name, couplings, argument(f, 1), 1 if head(f) == "sup" else -1)
    for part in couplings[1:3]:
        law(reader, part)
    term = argument(f, 1)
    if head(term) == "expect":
        drawn = {n for pattern, where in entries(term) for n in names(pattern)}
        if any(head(where) != "var" or names(where) != [name] for _, where in entries(term)) or drawn & mentions(term[2]):
            raise Unread("an extremum over couplings of what they change")
        term = term[2]
    if name in mentions(term):
        raise Unread("an extremum over couplings of what they change")
    return reader.number(term)


def _prod(reader: Reader, f: Any) -> Value:
    """A product of linear factors over integers, as rising factorials ``(u)_n = u (u + 1) ... (u + n - 1)``."""
    name, first, last, start = sums.whole_range(reader, f, "product", reader.form)
    if not is_whole(last):
        raise Unread("a product to a number that is not known to be an integer")
    count = last.minus(first).plus(NUMBER_ONE)
    sign = reader.signs.sign(count)
    if not sign <= NOT_NEGATIVE:
        if sign == NEGATIVE:
            return NUMBER_ONE
        raise Open(count)
    if count.is_zero():
        return NUMBER_ONE
    index = ("i", unused(reader, f"k{name}"))
    inner = Reader({**reader.values, name: atom(index).plus(number(start - 1))}, reader.signs, reader.rules)
    try:
        body = inner.form(argument(f, 1))
        return _factorials(reader, body.top, index, count).over(_factorials(reader, body.bottom, index, count))
    except Missing:
        if sign != POSITIVE:  # a product of nothing needs no factors
            raise Open(count) from None
        raise


def _factorials(reader: Reader, s: Sum, index: Any, count: Form) -> Form:
    (m, c), parts = normal.factors(s)
    found = NUMBER_ONE
    for a, e in m[0]:
        if a == index and e.denominator == 1:
            found = found.times(rising(reader, NUMBER_ONE, count).power(int(e)))
        elif index[1] in atom(a).symbols():
            raise Unread("a product of other functions")
        else:
            found = found.times(reader.power(reader.power(atom(a), e), count))
    if m[1] is not None:
        if index[1] in m[1].symbols():
            raise Unread("a product of exponentials")
        found = found.times(normal.exp(m[1].times(count)))
    found = found.times(reader.power(number(c), count))
    for part, k in parts:
        by = coefficients(part, index)
        if by is None or max(by) > 1:
            raise Unread("a product of factors that are not linear")
        if 1 not in by:
            found = found.times(reader.power(by[0], count).power(k))
            continue
        lead = by[1]
        if lead.constant() is None:
            raise Unread("a product of factors that are not linear")
        u = by.get(0, NOTHING).over(lead).plus(NUMBER_ONE)
        found = found.times(reader.power(lead, count).times(rising(reader, u, count)).power(k))
    return found


RULES: dict[str, Callable[[Reader, Any], Value]] = {
    "renyi": _renyi,
    "hockey_stick": _hockey_stick,
    "total_variation": _total_variation,
    "l1_distance": _l1_distance,
    "distribution_function": _distribution_function,
    "density": _density,
    "expect": _expect,
    "mean": _expected,
    "moment": _moment,
    "wasserstein": _wasserstein,
    "inf": _extremum,
    "sup": _extremum,
    "prod": _prod,
    "sum": sums.sum_of,
    "limit": calculus.limit_of,
    "limsup": calculus.limit_of,
    "liminf": calculus.limit_of,
    "derivative": calculus.derivative,
    "apply": unknown_functions.applied,
}


def bound(reader: Reader, f: Any) -> Any:
    """What a name stands for that is set equal to a law."""
    return law(reader, f)


def linear(f: Form, log: Any) -> Form | None:
    """The coefficient of a logarithm in a form that is linear in it."""
    inside = {}
    for (powers, exponent), c in f.top.terms.items():
        here = [p for p in powers if p[0] == log]
        if here and here[0][1] != 1:
            return None
        if here:
            inside[(tuple(p for p in powers if p[0] != log), exponent)] = c
    return quotient(Sum(inside), f.bottom) if inside else normal.NOTHING


def membership(value: Any, where: Any) -> list[Any]:
    """``value in interval`` as comparisons."""
    lo, hi, left, right = (argument(where, k) for k in range(4))
    found = []
    if lo != "-oo" or word(left) == "open":
        found.append(["compare", lo, ["word", "<=" if word(left) == "closed" else "<"], value])
    if hi != "oo" or word(right) == "open":
        found.append(["compare", value, ["word", "<=" if word(right) == "closed" else "<"], hi])
    return found


def changes(f: Form, symbol: str, signs: Signs) -> tuple[int, ...] | None:
    """The signs of an algebraic function (times an exponential) of one positive symbol from 0 to oo: one, or one and then the other; None where that is not certain.

    Roots are removed by ``(A + B q)(A - B q) = A^2 - B^2 q^2``; by Descartes' rule the polynomial that is left, which vanishes wherever the function does, has no positive root
    if its coefficients have one sign, and one if they change it once. Then the signs at one point on each side of that root are the signs everywhere else.
    """
    exponents = {e for _, e in f.top.terms}
    if f.symbols() != {symbol} or len(exponents) != 1 or signs.of(f.bottom) != POSITIVE:
        return None
    norm = Sum({(powers, None): c for (powers, _), c in f.top.terms.items()})
    for _ in range(MOST_ROOTS):
        roots = sorted({a for powers, _ in norm.terms for a, _ in powers if a[0] == "p" and symbol in a[1].symbols()}, key=normal.atom_key)
        if not roots:
            break
        root = roots[0]
        plain: dict[Any, Number] = {}
        under: dict[Any, Number] = {}
        for (powers, _), c in norm.terms.items():
            e = next((k for a, k in powers if a == root), Fraction(0))
            if e not in (0, HALF):
                return None
            (under if e else plain)[(tuple(p for p in powers if p[0] != root), None)] = c
        norm = Sum(plain).times(Sum(plain)).plus(Sum(under).times(Sum(under)).times(root[1].top), -ONE)
    by = coefficients(norm, ("s", symbol))
    if not by:
        return None
    found = [signs.sign(by[k]) for k in sorted(by)]
    if any(s not in (POSITIVE, NEGATIVE) for s in found):
        return None
    turns = sum(a != b for a, b in pairwise(found))
    if turns > 1:
        return None
    places: list[Fraction | None] = [Fraction(1)]
    if turns == 1:
        whole = Form(norm, UNITS)
        places = [next((x for k in range(MOST_STEPS) if _at(whole, symbol, x := Fraction(2) ** (way * k), signs) == wanted), None) for way, wanted in ((-1, found[0]), (1, found[-1]))]
    seen = [None if x is None else _at(f, symbol, x, signs) for x in places]
    if any(s not in (POSITIVE, NEGATIVE) for s in seen):
        return None
    return tuple(dict.fromkeys(1 if s == POSITIVE else -1 for s in seen))


def _at(f: Form, symbol: str, x: Fraction, signs: Signs) -> frozenset[int]:
    return signs.sign(put(f, symbol, number(x), Reader({}, signs)))


__all__ = ["RULES", "Missing", "bound", "changes", "linear", "membership"]


# --- symbols replaced ----------------------------------------------------------------------------------------------------


def put_everywhere(v: Any, symbol: str, value: Form, builder: Reader) -> Any:
    """What a name stands for, a number or a law, with a positive symbol replaced by a positive form."""
    if isinstance(v, Form):
        return put(v, symbol, value, builder)
    if not isinstance(v, Law):
        return v

    def moved(p: Piece) -> Piece:
        lo, hi, c0, c1, c2 = (put_everywhere(part, symbol, value, builder) for part in p)
        return lo, hi, c0, c1, c2

    return Law(tuple((put(w, symbol, value, builder), tuple(moved(p) for p in pieces)) for w, pieces in v.parts))


