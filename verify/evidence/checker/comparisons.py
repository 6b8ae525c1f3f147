"""The rules by which a comparison holds on a cell, and what a derivation stores with each."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from verify.evidence.checker import closed, normal
from verify.evidence.checker.derive import RELATIONS, Reader
from verify.evidence.checker.form_signs import Signs, limit, unbroken
from verify.evidence.checker.formula import MIRRORED, word
from verify.evidence.checker.normal import NUMBER_ONE, ONE, UNITS, Form, Number, Sum, atom, quotient
from verify.evidence.checker.sign_sets import NEGATIVE, NOT_NEGATIVE, POSITIVE


class Stuck(Exception):
    """No step is known by which the proof goes on."""


def _turned(left: Form, relation: str, right: Form) -> tuple[Form, str, Form]:
    """The comparison with ``<``, ``<=``, ``==`` or ``!=``."""
    return (right, MIRRORED[relation], left) if relation in (">=", ">") else (left, relation, right)


def by_sign(reader: Reader, left: Form, relation: str, right: Form, arguments: Sequence[Any]) -> bool:
    return reader.signs.sign(left.minus(right)) <= RELATIONS[relation]


def by_slopes(reader: Reader, left: Form, relation: str, right: Form, arguments: Sequence[Any]) -> bool:
    """As by the sign, with derivatives and limits at the ends of symbols."""
    return Signs(reader.signs.facts, reader.signs.spend, slopes=True).sign(left.minus(right)) <= RELATIONS[relation]


def by_equality(reader: Reader, left: Form, relation: str, right: Form, arguments: Sequence[Any]) -> bool:
    return 0 in RELATIONS[relation] and left.minus(right).is_zero()


def by_squares(reader: Reader, left: Form, relation: str, right: Form, arguments: Sequence[Any]) -> bool:
    """Both sides are at least 0."""
    if not all(reader.signs.sign(side) <= NOT_NEGATIVE for side in (left, right)):
        return False
    return reader.signs.sign(left.times(left).minus(right.times(right))) <= RELATIONS[relation]


def by_logarithms(reader: Reader, left: Form, relation: str, right: Form, arguments: Sequence[Any]) -> bool:
    """Both sides are positive."""
    if not all(reader.signs.sign(side) == POSITIVE for side in (left, right)):
        return False
    return reader.signs.sign(reader.log(left).minus(reader.log(right))) <= RELATIONS[relation]


def by_exponentials(reader: Reader, left: Form, relation: str, right: Form, arguments: Sequence[Any]) -> bool:
    """Both sides times something positive, as exponents."""
    factor = reader_of_symbols(reader, arguments[0])
    if reader.signs.sign(factor) != POSITIVE:
        return False
    return reader.signs.sign(normal.exp(left.times(factor)).minus(normal.exp(right.times(factor)))) <= RELATIONS[relation]


def by_means(reader: Reader, left: Form, relation: str, right: Form, arguments: Sequence[Any]) -> bool:
    """``A + B >= (A/w)^w (B/(1 - w))^(1 - w)`` for positive A, B and 0 < w < 1: the logarithm is concave."""
    left, relation, right = _turned(left, relation, right)
    if relation not in ("<=", "<"):
        return False
    w = reader_of_symbols(reader, arguments[0])
    v = NUMBER_ONE.minus(w)
    if not isinstance(arguments[1], list) or any(reader.signs.sign(weight) != POSITIVE for weight in (w, v)):
        return False
    split = means_of(reader, left, right, word(arguments[1]))
    if split is None:
        return False
    above, a, b = split
    mean = w.times(reader.log(a).minus(reader.log(w))).plus(v.times(reader.log(b).minus(reader.log(v))))
    return reader.signs.sign(reader.log(above).minus(mean)) <= RELATIONS[relation]


def means_of(reader: Reader, left: Form, right: Form, choice: str) -> tuple[Form, Form, Form] | None:
    """The left side, and the right side as A + B: A has the products with a symbol (with an exponential, where none is named); all three are positive."""
    parts: list[dict[Any, Number]] = [{}, {}]
    for m, c in right.top.terms.items():
        chosen = any(a[1] == choice for a, _ in m[0] if a[0] in ("s", "i")) if choice else m[1] is not None
        parts[0 if chosen else 1][m] = c
    forms = [left, *(quotient(Sum(p), right.bottom) for p in parts)]
    return (forms[0], forms[1], forms[2]) if all(reader.signs.sign(f) == POSITIVE for f in forms) else None


def by_one_tail(reader: Reader, left: Form, relation: str, right: Form, arguments: Sequence[Any]) -> bool:
    """``A + B erfc(u)`` in one symbol, divided by B: its derivative has no error function, and changes its sign at most once, from + to -.

    The quotient lies above the smaller one of its limits at both ends; where it moves one way it lies above the limit that it moves away from.
    """
    left, relation, right = _turned(left, relation, right)
    if relation not in ("<=", "<"):
        return False
    return one_tail(right.minus(left), Signs((), reader.signs.spend))  # the way to an end may leave where hypotheses hold


def one_tail(gap: Form, signs: Signs) -> bool:
    """Whether a form with one error function is positive."""
    symbols = gap.symbols()
    tails = {a for a in gap.top.atoms() if a[0] == "f"}
    if len(symbols) != 1 or len(tails) != 1 or any(a[0] == "f" for a in gap.bottom.atoms()):
        return False
    (symbol,), (tail,) = symbols, tails
    if tail[1] != "erfc":
        return False
    with_tail = Sum({m: c for m, c in gap.top.terms.items() if any(a == tail for a, _ in m[0])})
    if any(e != 1 for m in with_tail.terms for a, e in m[0] if a == tail):
        return False
    factor = Form(with_tail, gap.bottom).over(atom(tail))
    side = signs.sign(factor) if unbroken(gap, symbol, signs) else None
    if side not in (POSITIVE, NEGATIVE) or tail in factor.atoms():
        return False
    whole = gap.over(factor if side == POSITIVE else factor.scaled(-ONE))
    pattern = closed.changes(normal.slope(whole, symbol), symbol, signs)
    if pattern is None:
        return False
    ends = {end: limit(whole, symbol, end, signs) for end in ("0", "oo")}
    good = {end: value is not None and signs.sign(value) <= NOT_NEGATIVE for end, value in ends.items()}
    return {(-1,): good["oo"], (1,): good["0"], (1, -1): good["0"] and good["oo"]}.get(pattern, False)


def by_scaled_tails(reader: Reader, left: Form, relation: str, right: Form, arguments: Sequence[Any]) -> bool:
    """``A erfc(u) <= B erfc(v)`` for A, B > 0 with ``A exp(-u^2) = B exp(-v^2)`` where u >= v: ``exp(u^2) erfc(u)`` falls on the whole line."""
    left, relation, right = _turned(left, relation, right)
    sides = []
    for f in (left, right):
        tails = [a for a in f.top.atoms() if a[0] == "f" and a[1] == "erfc"]
        if len(tails) != 1 or any(a[0] == "f" for a in f.bottom.atoms()):
            return False
        rest = f.over(atom(tails[0]))
        if tails[0] in rest.atoms() or reader.signs.sign(rest) != POSITIVE:
            return False
        sides.append((rest, tails[0][2]))
    (a, u), (b, v) = sides
    equal = reader.log(a).minus(u.times(u)).minus(reader.log(b).minus(v.times(v)))
    wanted = {"<=": NOT_NEGATIVE, "<": POSITIVE}.get(relation)
    return wanted is not None and equal.is_zero() and reader.signs.sign(u.minus(v)) <= wanted


RULES: dict[str, Callable[[Reader, Form, str, Form, Sequence[Any]], bool]] = {
    "equal": by_equality,
    "logarithms": by_logarithms,
    "sign": by_sign,
    "squares": by_squares,
    "exponentials": by_exponentials,
    "means": by_means,
    "scaled tails": by_scaled_tails,
    "one tail": by_one_tail,
    "slopes": by_slopes,
}
ARGUMENTS = {"exponentials": 1, "means": 2}
"""How many formulas are stored with a rule."""


def reader_of_symbols(reader: Reader, f: Any) -> Form:
    """A stored formula in the symbols of a cell."""
    symbols = reader.values["#symbols"]
    return Reader(symbols, reader.signs).form(f)


def candidates(reader: Reader, rule: str, left: Form, right: Form) -> list[list[Any]]:
    """What may be stored with a rule."""
    if rule == "means":
        weights: list[tuple[str, Form]] = []
        for choice in ("", *sorted(reader.values["#symbols"])):
            split = means_of(reader, left, right, choice) or means_of(reader, right, left, choice)
            if split is None:
                continue
            q, a, b = (reader.log(f) for f in split)
            for log in sorted({x for f in (q, a, b) for x in f.top.atoms() if x[0] == "log"}, key=normal.atom_key):
                first, second, third = (closed.linear(f, log) for f in (q, a, b))
                if first is not None and second is not None and third is not None and second != third:
                    weights.append((choice, first.minus(third).over(second.minus(third))))
        return [[formula_of(w), ["word", choice]] for choice, w in dict.fromkeys(weights)]
    if rule == "exponentials":
        found = [NUMBER_ONE]
        for f in (left, right):
            for log in sorted({x for x in f.top.atoms() if x[0] == "log"}, key=normal.atom_key):
                c = closed.linear(f, log)
                if c is not None and not c.is_zero() and not any(x[0] == "log" for x in c.atoms()):
                    found += [k for k in (NUMBER_ONE.over(c), NUMBER_ONE.over(c).scaled(-ONE)) if reader.signs.sign(k) == POSITIVE]
        return [[formula_of(w)] for w in dict.fromkeys(found)]
    return [[]]


def formula_of(f: Form) -> Any:
    """A form as a formula in the symbols."""
    top = _sum_formula(f.top)
    return top if f.bottom == UNITS else ["mul", top, ["pow", _sum_formula(f.bottom), "-1"]]


def _sum_formula(s: Sum) -> Any:
    terms = []
    for (powers, exponent), c in sorted(s.terms.items(), key=lambda item: normal.product_key(item[0])):
        factors: list[Any] = [] if c == 1 and (powers or exponent is not None) else [str(c)]
        factors += [_atom_formula(a) if e == 1 else ["pow", _atom_formula(a), str(e)] for a, e in powers]
        if exponent is not None:
            factors.append(["exp", formula_of(exponent)])
        terms.append(factors[0] if len(factors) == 1 else ["mul", *factors])
    return "0" if not terms else terms[0] if len(terms) == 1 else ["add", *terms]


def _atom_formula(a: Any) -> Any:
    if a[0] in ("s", "i", "u"):
        return ["var", ["word", a[1]]]
    if a[0] == "pi":
        return ["pi"]
    if a[0] == "n":
        return str(a[1])
    if a[0] == "p":
        return formula_of(a[1])
    if a[0] == "log":
        return ["log", formula_of(a[1])]
    if a[0] == "f" and " " in a[1]:  # a function of which only the name is known, and its slope
        kind, _, name = a[1].partition(" ")
        x, function = formula_of(a[2]), ["var", ["word", name]]
        if kind != "slope":
            return ["apply", function, x]
        moving = ["var", ["word", f"t{name}"]]
        return ["derivative", ["()", ["()", moving, x]], ["apply", function, moving], "1"]
    if a[0] == "f":
        return [a[1], *(formula_of(part) for part in a[2:])]
    raise Stuck("a number that cannot be written")


__all__ = ["ARGUMENTS", "RULES", "Stuck", "candidates", "formula_of"]
