"""Infima over one number s whose term falls up to a turning point and rises from there on, wherever the other name x is.

The infimum is over s in (low, oo), perhaps with a condition on s. Its term has one switch ``max(D, 0)`` with ``D = 0`` at s = x and D rising in s. Without the switch it is l(s), free of x, and
does not rise; with D in its place it is H(s, x), and ``H(s, x) - b(x) g(s)`` is free of s, with b >= 0: this is a formal identity of rational functions of the functions of s and of x that
occur. Where g falls on (start, left), rises on (right, oo), and its slope, but for a positive factor, rises on [left, right], there is p in [left, right] up to which g falls and from which
on it rises. Where the condition fails below ``start`` and holds from ``left`` on, the infimum is attained for every x >= low: for s <= x the term is ``l(s) >= l(x) = H(x, x)``, for s >= x it is
``H(s, x)``, so that it is ``l(x)`` where x >= p, and ``H(p, x)`` where x <= p.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from verify.evidence.checker import kinds, products
from verify.evidence.checker import numbers as n
from verify.evidence.checker.boxes import _valued as valued
from verify.evidence.checker.certificate import STATUSES, Certificate, decided
from verify.evidence.checker.evaluate import Evaluator
from verify.evidence.checker.formula import (
    BINDERS,
    Malformed,
    Refused,
    argument,
    canonical,
    entries,
    free,
    head,
    mentions,
    names,
    optional,
    rational,
    replaced,
    same,
    stated,
    text_of,
    validate,
    word,
)
from verify.evidence.checker.membership import contains
from verify.evidence.checker.numbers import Ball, NoValue
from verify.evidence.checker.products import Side
from verify.evidence.checker.rational_functions import ONE, ZERO, Poly, Reader, Signs, equal
from verify.evidence.checker.sorts import has_value
from verify.evidence.checker.tails import put
from verify.evidence.checker.truth import FALSE, TRUE

# --- one infimum --------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Shape:
    """An infimum over one name, of a term with one switch, that depends on one other name."""

    s: str
    x: str
    low: Fraction
    closed: bool
    left: Any
    right: Any
    gap: Any
    condition: Any

    def at(self, x: Any, turn: Any) -> tuple[Any, Any]:
        """The values where x lies from the turning point on, and before it."""
        return put(self.left, self.s, x), put(put(self.right, self.x, x), self.s, turn)


def shape(f: Any) -> Shape | None:
    """The parts of an infimum of this form; None for others."""
    if head(f) != "inf" or len(entries(f)) != 1 or head(entries(f)[0][0]) != "var":
        return None
    (variable, where), body, condition = entries(f)[0], argument(f, 1), optional(f, 2)
    where, s, outside = stated(where), names(variable)[0], free(f)
    if head(where) != "interval" or argument(where, 1) != "oo" or word(argument(where, 3)) != "open" or not isinstance(where[1], str) or where[1] in ("oo", "-oo") or len(outside) != 1:
        return None
    (x,) = outside
    switches = {text_of(g): g for g in _nodes(body) if g[0] == "max" and {s, x} <= mentions(g)}
    if len(switches) != 1 or x == s or (condition is not None and x in mentions(condition)):
        return None
    (switch,) = switches.values()
    if len(switch) != 3 or "0" not in switch[1:]:
        return None
    gap = switch[1] if switch[2] == "0" else switch[2]
    left = replaced(body, switch, "0")
    return None if x in mentions(left) else Shape(s, x, rational(where[1]), word(argument(where, 2)) == "closed", left, replaced(body, switch, gap), gap, condition)


def confirm(e: Evaluator, f: Shape, start: Fraction, left: Fraction, right: Fraction) -> None:
    """Raises Refused where the infimum does not turn once, in [left, right], wherever x >= low is."""
    if not f.low <= start < left < right:
        raise Refused("a bracket must lie to the right of where the condition begins to hold, and that in the range of the infimum")
    try:
        _formal(e, f, start, left, right)
        _admitted(e, f, start, left)
    except NoValue as error:
        raise Refused(f"a part of an infimum has no value: {error}") from None


def _formal(e: Evaluator, f: Shape, start: Fraction, left: Fraction, right: Fraction) -> None:
    s, x = f.s, f.x
    reader = Reader()
    whole = reader.ratio(f.right)
    kinds: dict[str, list[str]] = {s: [], x: []}
    for key, function in sorted(reader.atoms.items()):
        inside = mentions(function) & {s, x}
        if len(inside) == 2:
            raise Refused("a function of both names")
        for name in inside:
            kinds[name].append(key)
        place = {name: _ball(start if name == s else f.low, name == x or (f.closed and start == f.low)) for name in inside}
        if n.may_be_infinite(e.number(function, place)):
            raise Refused("a function that may be infinite")
    some = dict.fromkeys(kinds[x], ONE)
    base = whole.put(some)
    first, second = ({key: Fraction(k * k + shift) for k, key in enumerate(kinds[s], 1)} for shift in (1, 4))
    rate = (whole.put(second) - whole.put(first)) / (base.put(second) - base.put(first))
    rest = whole - rate * base
    constant = rest.put(first)
    if (rest - constant).upper:
        raise Refused("the slope of the term in the bound name is not a product of a function of either name")
    both = {s: Side(start, None, not (f.closed and start == f.low), True), x: Side(f.low, None, False, True)}
    over_both, over_x, over_s = Signs(reader, both, e.budget), Signs(reader, {x: both[x]}, e.budget), Signs(reader, {s: both[s]}, e.budget)
    _nonzero(over_both, whole.lower)
    _nonzero(over_s, base.lower)
    way = _nonzero(over_x, rate.lower)
    if not over_x.holds(products.scaled(Fraction(way), over_x.read(reader.formula(rate.upper)))):
        raise Refused("the term may rise with the common function of the bound name at some places, and fall at others")
    if not equal(put(f.gap, s, ["var", ["word", x]]), "0"):
        raise Refused("the switch is not at equality of the two names")
    wide = Signs(reader, {s: Side(f.low, None, True, True), x: both[x]}, e.budget)
    if not wide.holds(wide.algebra.derivative(wide.read(f.gap), s)):
        raise Refused("the switch does not rise with the bound name")
    one = Reader()
    flat = one.ratio(f.left)
    alone = Signs(one, {s: both[s]}, e.budget)
    for function in one.atoms.values():
        if n.may_be_infinite(e.number(function, {s: _ball(start, f.closed and start == f.low)})):
            raise Refused("a function that may be infinite")
    _nonzero(alone, flat.lower)
    if not alone.along(products.scaled(-ONE, alone.slope(flat, s)), s, start, None):
        raise Refused("the term may rise before the switch")
    slope = over_s.slope(base, s)
    if not over_s.along(products.scaled(-ONE, slope), s, start, left):
        raise Refused("the term may rise before the bracket")
    if not over_s.along(over_s.algebra.derivative(slope, s), s, left, right):
        raise Refused("the slope may fall in the bracket")
    if not over_s.along(slope, s, right, None):
        raise Refused("the term may fall behind the bracket")


def _nonzero(on: Signs, p: Poly) -> int:
    """The sign that a polynomial has on the whole box."""
    read = on.read(on.reader.formula(p))
    for way in (1, -1):
        if on.holds(products.scaled(Fraction(way), read), strict=True):
            return way
    raise Refused("a divisor that may be 0")


def _admitted(e: Evaluator, f: Shape, start: Fraction, left: Fraction) -> None:
    """The condition has a value everywhere, fails before ``start`` and holds from ``left`` on; the term has a value wherever it does not fail."""
    if f.condition is None and start != f.low:
        raise Refused("without a condition nothing is left out")
    if f.condition is None:
        return
    ranges = [(f.low, start), (start, left), (left, None)] if start > f.low else [(start, left), (left, None)]
    for low, high in ranges:
        env = {f.s: Side(low, high, low == f.low and not f.closed, high is None).ball}
        answer = e.truth(f.condition, env)
        if high is None and answer != TRUE:
            raise Refused("the condition must hold from the bracket on")
        if high == start and answer != FALSE:
            raise Refused("the condition must fail before the start")
        if not valued(e, f.condition, env):
            raise Refused("the condition may have no value")


# --- statements ---------------------------------------------------------------------------------------------------------------------


PROOFS = ("identity", "boxes", "logic", "exhaustive", "printed", "witness")
"""Kinds of proofs of the statement that is left when infima are written out."""
DENIED = {"<=": (">",), "<": (">=",), ">=": ("<",), ">": ("<=",), "==": ("<", ">")}


@dataclass(frozen=True)
class Known:
    """An infimum whose turning point lies in a bracket, and the name that stands for this."""

    shape: Shape
    turn: str
    left: Fraction
    right: Fraction


def check(c: Certificate, e: Evaluator) -> set[str]:
    """Raises Refused where the statement does not follow from the infima written out, or their brackets cannot be confirmed."""
    if set(c.evidence) - {"status", "steps", "proof", "proofs", "far", "instance", "part", "values"} != {"valleys"} or not isinstance(c.evidence["valleys"], list) or not c.evidence["valleys"]:
        raise Malformed("evidence of kind valley holds valleys, and optionally steps, proof, or proofs and far, instance and part, values")
    if c.evidence.get("status", c.status) != c.status or not all(isinstance(step, str) for step in c.evidence.get("steps", [])):
        raise Malformed("evidence.status must be that of the certificate, and evidence.steps a list of sentences")
    known: dict[str, Known] = {}
    for entry in c.evidence["valleys"]:
        key, found = _stored(c, e, entry)
        if key in known or found.turn in {other.turn for other in known.values()}:
            raise Malformed("evidence.valleys describe an infimum, or use a name, twice")
        known[key] = found
    rewriting = Rewriting(known)
    lows = {name: low for pattern, where in c.over for name, low in [(names(pattern)[0], rewriting.low(where, {}))]} if all(head(p) == "var" for p, _ in c.over) else {}
    body = rewriting.of(c.body, lows)
    if rewriting.used != set(known):
        raise Refused("evidence.valleys hold an infimum that the statement does not contain, or not over a range where it is known")
    lemma = {"the lemma that an infimum of a term that falls and then rises is its value at the turning point, or at the edge behind it"}
    if not {"proof", "proofs"} & set(c.evidence):
        if {"instance", "part"} & set(c.evidence) or c.status != "PROVED" or c.over or c.hypotheses or len(known) != 1:
            raise Refused("without evidence.proof only a closed statement that such a point exists is judged")
        _exhibited(e, body, *known.values())
        return lemma
    return lemma | _proved(c, e, body, list(known.values()))


def _stored(c: Certificate, e: Evaluator, entry: Any) -> tuple[str, Known]:
    if not isinstance(entry, dict) or set(entry) != {"inf", "turn", "start", "left", "right"} or not isinstance(entry["turn"], str):
        raise Malformed("an entry of evidence.valleys holds inf, turn, start, left and right")
    validate(entry["inf"])
    validate(["var", ["word", entry["turn"]]])
    start, left, right = (rational(entry[key]) for key in ("start", "left", "right"))
    if entry["turn"] in mentions(c.statement) or entry["turn"] in mentions(entry["inf"]):
        raise Malformed("the name of a turning point must be a new one")
    found = shape(entry["inf"])
    if found is None:
        raise Refused("evidence.valleys hold an infimum of another form")
    confirm(e, found, start, left, right)
    return _key(entry["inf"], found), Known(found, entry["turn"], left, right)


def _key(f: Any, found: Shape) -> str:
    """An infimum whatever the other name in it is called."""
    return text_of(canonical(_put(f, found.x, ["var", ["word", "#x"]])))


def _put(f: Any, name: str, value: Any) -> Any:
    """A formula for a free name, also inside of binders."""
    if not isinstance(f, list) or f[0] == "word":
        return f
    if f[0] == "var":
        return value if names(f) == [name] else f
    if f[0] in BINDERS and any(name in names(pattern) or mentions(value) & set(names(pattern)) for pattern, _ in entries(f)):
        raise Refused("a name is bound again")
    return [f[0], *(_put(part, name, value) for part in f[1:])]


class Rewriting:
    """A statement with its infima written out: two pieces, or one where the other name tends to infinity."""

    def __init__(self, known: dict[str, Known]) -> None:
        self.known = known
        self.used: set[str] = set()

    def of(self, f: Any, lows: dict[str, Fraction | None]) -> Any:
        if not isinstance(f, list) or f[0] in ("var", "word"):
            return f
        found = shape(f)
        key = None if found is None else _key(f, found)
        if found is not None and key in self.known:
            low = lows.get(found.x)
            if low is not None and low >= found.low:
                self.used.add(key)
                x, turn = (["var", ["word", name]] for name in (found.x, self.known[key].turn))
                behind, before = found.at(x, turn)
                return behind if found.x in self.far(lows) else ["if", ["compare", x, ["word", ">="], turn], behind, before]
        if f[0] not in BINDERS:
            return [f[0], *(self.of(part, lows) for part in f[1:])]
        inner = dict(lows)
        for pattern, where in entries(f):
            for name in names(pattern):
                inner[name] = None
                inner.pop(FAR + name, None)
            if head(pattern) == "var" and f[0] in ("forall", "exists"):
                inner[names(pattern)[0]] = self.low(where, inner)
            if head(pattern) == "var" and f[0] in ("limit", "limsup", "liminf") and where == "oo":
                inner[names(pattern)[0]] = max(known.right for known in self.known.values())
                inner[FAR + names(pattern)[0]] = ZERO
        over = [["()", pattern, self.of(where, inner)] for pattern, where in entries(f)]
        return [f[0], ["()", *over], *(self.of(part, inner) for part in f[2:])]

    @staticmethod
    def far(lows: dict[str, Fraction | None]) -> set[str]:
        """Names that tend to infinity."""
        return {name.removeprefix(FAR) for name in lows if name.startswith(FAR)}

    @staticmethod
    def low(where: Any, lows: dict[str, Fraction | None]) -> Fraction | None:
        """A number below which nothing finite lies in a set; None where that is not seen."""
        where = stated(where)
        if head(where) == "one_of" and all(isinstance(member, str) and member not in ("oo", "-oo") for member in where[1:]):
            return min((rational(member) for member in where[1:]), default=None)
        if head(where) != "interval" or (argument(where, 1) == "oo" and word(argument(where, 3)) != "open"):
            return None
        end, last = argument(where, 0), argument(where, 1)
        if not isinstance(last, str) and (head(last) != "var" or lows.get(names(last)[0]) is None):
            return None
        if head(end) == "var":
            return lows.get(names(end)[0])
        return rational(end) if isinstance(end, str) and end not in ("oo", "-oo") else None


FAR = "#far "


def _proved(c: Certificate, e: Evaluator, body: Any, known: list[Known]) -> set[str]:
    """The proof of what is left: of the statement for all turning points in the brackets, or of its denial at an instance."""
    statement, status = derived(c, e, body, known)
    proofs, statements = [c.evidence.get("proof")], [statement]
    if "proofs" in c.evidence:
        if "proof" in c.evidence or status != "PROVED" or not isinstance(c.evidence["proofs"], list):
            raise Malformed("evidence.proofs is a list of proofs, which take the place of evidence.proof")
        proofs = c.evidence["proofs"]
        if "values" in c.evidence:
            statements = _at_values(c, e, statement, proofs, known)
        else:
            statements = split(statement, known, None if "far" not in c.evidence else rational(c.evidence["far"]))
    if {"far", "values"} & set(c.evidence) and ("proofs" not in c.evidence or {"far", "values"} <= set(c.evidence)):
        raise Malformed("evidence.far, or evidence.values, belongs to evidence.proofs")
    if len(proofs) != len(statements):
        raise Refused(f"evidence.proofs must be {len(statements)}, got {len(proofs)}")
    trusted: set[str] = set()
    for proof, left in zip(proofs, statements, strict=True):
        if not isinstance(proof, dict) or set(proof) - {"bound", *(["piece"] if "values" in c.evidence else [])} != {"kind", "evidence"} or not isinstance(proof["evidence"], dict) or proof["kind"] not in PROOFS:
            raise Malformed(f"a proof holds evidence, and a kind that is one of {', '.join(PROOFS)}")
        if "bound" in proof:
            if proof["bound"] != "bell" or status != "PROVED":
                raise Malformed("the bound of a proof is the bell above a Gaussian profile")
            left = [*left[:2], ["all", *left[2][1:-1], above_profile(left[2][-1])] if "values" in c.evidence else above_profile(left[2])]
        if status not in STATUSES[proof["kind"]]:
            raise Refused(f"a proof of kind {proof['kind']} shows nothing of this status")
        inner = replace(c, statement=left, kind=proof["kind"], evidence=proof["evidence"], status=status)
        trusted |= kinds.confirm(inner, e)
    return trusted


def derived(c: Certificate, e: Evaluator, body: Any, known: list[Known]) -> tuple[Any, str]:
    """The statement that is left, and the status that its proof must have: of the statement itself, or of the denial of it, or of one of its parts, at an instance."""
    points = [["()", ["var", ["word", k.turn]], ["interval", str(k.left), str(k.right), ["word", "closed"], ["word", "closed"]]] for k in known if k.turn in mentions(body)]
    instance, part = c.evidence.get("instance"), c.evidence.get("part")
    if c.status == "PROVED" or not points:
        if instance is not None or part is not None:
            raise Refused("evidence.instance or part is stored where none is needed")
        return opened(["forall", ["()", *points, *(["()", pattern, where] for pattern, where in c.over)], body]), c.status
    if c.hypotheses or not isinstance(instance, dict) or set(instance) != set(c.names()):
        raise Refused("a statement is denied at an instance, which gives a value to each name; it must have no hypotheses")
    env: dict[str, Any] = {}
    for pattern, where in c.over:
        name = names(pattern)[0]
        env[name] = rational(instance[name])
        decided(contains(e, where, env[name], dict(env)), f"evidence.instance: {name} must lie in its set")
        body = _put(body, name, instance[name])
    if part is not None:
        if head(body) != "all" or type(part) is not int or not 1 <= part < len(body):
            raise Malformed("evidence.part must be the number of a part of the conclusion")
        for earlier in body[1:part]:
            _has_value(e, earlier, known)
        body = body[part]
    return opened(["forall", ["()", *points], denied(body)]), "PROVED"


def _has_value(e: Evaluator, p: Any, known: list[Known]) -> None:
    """A part that stands before a false one must have a value: both sides of its comparisons, all over their ranges."""
    env: dict[str, Any] = {k.turn: Side(k.left, k.right).ball for k in known}
    while head(p) in ("exists", "forall") and len(p) == 3:
        for pattern, where in entries(p):
            ends = [argument(stated(where), k) for k in (0, 1)] if head(stated(where)) == "interval" else []
            if len(ends) != 2 or not all(isinstance(end, str) for end in ends) or ends[0] == "-oo" or len(names(pattern)) != 1 or names(pattern)[0] in env:
                raise Refused("a part before the false one is not shown to have a value")
            opens = [word(argument(stated(where), k)) == "open" for k in (2, 3)]
            env[names(pattern)[0]] = Side(rational(ends[0]), None if ends[1] == "oo" else rational(ends[1]), *opens).ball
        p = argument(p, 1)
    if head(p) != "compare":
        raise Refused("a part before the false one is not shown to have a value")
    turns = [["var", ["word", k.turn]] for k in known]
    plain = [s if head(s) != "if" or s[1][2:] not in [[["word", ">="], turn] for turn in turns] else "0" for s in (p[1], argument(p, 2))]  # an infimum that is solved has a value
    if not valued(e, ["compare", plain[0], p[2], plain[1]], env):
        raise Refused("a part before the false one is not shown to have a value")


def above_profile(goal: Any) -> Any:
    """What is enough for a number above a Gaussian profile: ``delta_mu(x) < Phi(-z) <= exp(-z^2/2)/2`` with z = x/mu - mu/2 >= 0 and mu > 0."""
    for part in goal[1:] if head(goal) == "any" else [goal]:
        if head(part) != "compare" or word(argument(part, 1)) not in ("<", "<=", ">", ">="):
            continue
        large, small = (part[1], argument(part, 2)) if ">" in word(part[2]) else (argument(part, 2), part[1])
        if head(small) == "gaussian_profile" and argument(small, 1) not in ("oo", "-oo"):
            mu, x = small[2], small[1]
            z = ["add", ["mul", ["pow", mu, "-1"], x], ["mul", "-1/2", mu]]
            bell = ["mul", "1/2", ["exp", ["mul", "-1/2", ["pow", z, "2"]]]]
            return ["all", ["compare", mu, ["word", ">"], "0"], ["compare", z, ["word", ">="], "0"], ["compare", large, ["word", ">="], bell]]
    raise Refused("no number above a Gaussian profile")


def _at_values(c: Certificate, e: Evaluator, f: Any, proofs: list[Any], known: list[Known]) -> list[Any]:
    """The comparisons that are left where each number that is said to exist has the stored value, and the infimum the piece that each proof names: that it is in its set and on that side too."""
    values, pieces = c.evidence["values"], [proof.get("piece") if isinstance(proof, dict) else None for proof in proofs]
    if not isinstance(values, list):
        raise Malformed("evidence.values is a list of formulas, for a proof that numbers exist")
    for value in values:
        validate(value)
    todo = list(values)
    found: list[Any] = []

    def visit(p: Any, over: list[Any], inside: list[Any]) -> None:
        if head(p) == "all":
            for part in p[1:]:
                visit(part, over, inside)
        elif head(p) == "forall" and len(p) == 3 and not inside:
            if {n for entry in p[1][1:] for n in names(entry[1])} & {n for entry in over for n in names(entry[1])}:
                raise Refused("a name is bound twice")
            if len(opened(["forall", ["()", *over], p])[1]) == 1 + len(over):
                raise Refused("a set in the conclusion that may have no value")
            visit(p[2], [*over, *p[1][1:]], inside)
        elif head(p) == "exists" and len(p) == 3 and len(entries(p)) == 1 and not inside:
            if not todo:
                raise Refused("evidence.values are too few")
            (pattern, where), value = entries(p)[0], todo.pop(0)
            where = stated(where)
            if head(pattern) != "var" or head(where) != "interval" or not mentions(value) <= {n for entry in over for n in names(entry[1])} - {k.turn for k in known}:
                raise Refused("a value must be a formula in the names before it, for a number of an interval")
            if isinstance(value, str):
                decided(contains(e, where, rational(value), {}), "a value must lie in its set")
                needed = []
            else:
                needed = [["compare", value, ["word", ">" if word(where[3]) == "open" else ">="], where[1]], ["compare", value, ["word", "<" if word(where[4]) == "open" else "<="], where[2]]]
            visit(_put(p[2], names(pattern)[0], value), over, needed)
        elif head(p) == "compare":
            if len(found) >= len(pieces):
                raise Refused("evidence.proofs are too few")
            found.append(_on_its_piece(p, over, inside, pieces[len(found)], known))
        else:
            raise Refused(f"no values for {head(p)}")

    visit(f[2], list(f[1][1:]), [])
    if todo:
        raise Refused("evidence.values are too many")
    return found


def _on_its_piece(p: Any, over: list[Any], inside: list[Any], piece: Any, known: list[Known]) -> list[Any]:
    """A comparison with the infimum that stands in it, on the side of its turning point that a proof names. Raises Refused where it names none."""
    conditions = {text_of(part[1]): part[1] for part in _nodes(p) if part[0] == "if" and part[1][0] == "compare" and part[1][2:] in [[["word", ">="], ["var", ["word", k.turn]]] for k in known]}
    if len(conditions) != 1 or piece not in ["behind", "before"]:
        raise Refused("a comparison that does not speak of one infimum at one place, or a proof that does not name its piece")
    (condition,) = conditions.values()
    point = next(k for k in known if condition[3] == ["var", ["word", k.turn]])
    behind = piece == "behind"
    side = ["compare", condition[1], ["word", ">=" if behind else "<="], str(point.right if behind else point.left)]
    goal = ["all", *inside, side, _chosen(p, condition, 2 if behind else 3)]
    return ["forall", ["()", *(entry for entry in over if names(entry[1])[0] in mentions(goal) or names(entry[1])[0] not in {k.turn for k in known})], goal]


def split(f: Any, known: list[Known], far: Fraction | None) -> list[Any]:
    """A statement about all x of an interval in three: before the bracket of the turning point, in it, and behind it, this perhaps in two."""
    over, goal = entries(f), f[2]
    for point in known:
        turn = ["var", ["word", point.turn]]
        conditions = {text_of(part[1]): part[1] for part in _nodes(goal) if part[0] == "if" and part[1][0] == "compare" and part[1][2:] == [["word", ">="], turn]}
        if len(conditions) != 1:
            continue
        (condition,) = conditions.values()
        found = [k for k, (pattern, _) in enumerate(over) if pattern == condition[1]]
        if len(found) != 1 or head(stated(over[found[0]][1])) != "interval":
            continue
        where = stated(over[found[0]][1])
        ends = argument(where, 0), argument(where, 1)
        if not all(isinstance(end, str) for end in ends) or ends[0] in ("oo", "-oo") or ends[1] == "-oo":
            continue
        low, high = rational(ends[0]), None if ends[1] == "oo" else rational(ends[1])
        ranges: list[tuple[Fraction | None, Fraction | None, int]] = [(None, point.left, 3), (point.left, point.right, 0), (point.right, None, 2)]
        if far is not None and far > point.right:
            ranges[2:] = [(point.right, far, 2), (far, None, 2)]
        parts = []
        for first, last, choice in ranges:
            a = low if first is None or first < low else first
            b = high if last is None or (high is not None and high < last) else last
            if b is not None and (a > b or (a == b and (a < low or (high is not None and b > high)))):
                continue
            place = ["interval", str(a), "oo" if b is None else str(b), where[3] if a == low else ["word", "closed"], where[4] if b == high else ["word", "closed"]]
            new = _chosen(goal, condition, choice) if choice else goal
            names_left = [["()", pattern, place if k == found[0] else w] for k, (pattern, w) in enumerate(over)]
            parts.append(["forall", ["()", *(n for n in names_left if n[1] != turn or point.turn in mentions(new))], new])
        return parts
    raise Refused("a statement that is not about all numbers of an interval on both sides of a turning point")


def _chosen(f: Any, condition: Any, choice: int) -> Any:
    """A formula with the cases of a condition decided."""
    if not isinstance(f, list) or f[0] == "word":
        return f
    if f[0] == "if" and f[1] == condition:
        return _chosen(f[choice], condition, choice)
    return [f[0], *(_chosen(part, condition, choice) for part in f[1:])]


def opened(f: Any) -> Any:
    """Names that "for all" binds in front of the conclusion as names of the statement, where their sets have values."""
    while head(f[2]) == "forall":
        over = entries(f)
        for pattern, where in entries(f[2]):
            if set(names(pattern)) & {name for other, _ in over for name in names(other)} or not has_value(where, over):
                return f
            over.append((pattern, where))
        f = ["forall", ["()", *f[1][1:], *f[2][1][1:]], f[2][2]]
    return f


def denied(p: Any) -> Any:
    """A proposition that holds only where another one is false."""
    kind = head(p)
    if kind in ("all", "any"):
        return ["any" if kind == "all" else "all", *(denied(part) for part in p[1:])]
    if kind in ("exists", "forall") and len(p) == 3:
        return ["forall" if kind == "exists" else "exists", p[1], denied(p[2])]
    if kind == "not":
        return argument(p, 0)
    if kind == "compare" and word(argument(p, 1)) in DENIED:
        parts = [["compare", p[1], ["word", relation], p[3]] for relation in DENIED[word(p[2])]]
        return parts[0] if len(parts) == 1 else ["any", *parts]
    raise Refused(f"no denial of {kind}")


def _exhibited(e: Evaluator, body: Any, known: Known) -> None:
    """``exists t: all(for all x in I: R(x) == a(t, x), ...)`` where the turning point of R is such a t, each I lying on one side of it."""
    if head(body) != "exists" or len(entries(body)) != 1 or head(entries(body)[0][0]) != "var":
        raise Refused("only that one number exists is judged without a proof")
    (variable, where), turn = entries(body)[0], ["var", ["word", known.turn]]
    span = Side(known.left, known.right).ball
    decided(contains(e, where, span, {}), "the turning point must lie in the set of the number that is said to exist")
    goal = _put(argument(body, 1), names(variable)[0], turn)
    for part in goal[1:] if head(goal) == "all" else [goal]:
        if head(part) != "forall" or len(entries(part)) != 1 or head(entries(part)[0][0]) != "var":
            raise Refused("a part that is not about all numbers of an interval")
        (x, place), comparison = entries(part)[0], argument(part, 1)
        place = stated(place)
        if head(place) != "interval" or head(comparison) != "compare" or word(argument(comparison, 1)) not in ("==", "<=", ">="):
            raise Refused("a part that is not an equation on an interval")
        behind, before = argument(place, 0) == turn, argument(place, 1) == turn and word(argument(place, 3)) == "open"
        if behind == before:
            raise Refused("an interval that is not shown to lie on one side of the turning point")
        name = names(x)[0]
        low, high = (known.left, argument(place, 1)) if behind else (argument(place, 0), known.right)
        if isinstance(low, str):
            low = rational(low)
        if high == "oo":
            high = None
        elif isinstance(high, str):
            high = rational(high)
        if not isinstance(low, Fraction) or not (high is None or isinstance(high, Fraction)) or low < known.shape.low or (high is None and word(argument(place, 3)) != "open"):
            raise Refused("an interval whose ends are not numbers")
        env = {known.turn: span, name: Side(low, high, False, high is None).ball}
        sides = [_on_one_side(side, x, turn, behind, known) for side in (comparison[1], argument(comparison, 2))]
        for side in sides:
            if n.may_be_infinite(e.number(side, env)):
                raise Refused("a side that may be infinite")
        if not equal(*sides):
            raise Refused("the sides are not shown to be equal where the infimum is written out")


def _on_one_side(f: Any, x: Any, turn: Any, behind: bool, known: Known) -> Any:
    """A term where x is known to lie from the turning point on, or before it: the piece that counts, and the switch decided there."""
    if not isinstance(f, list) or f[0] == "word":
        return f
    if f[0] == "if" and f[1] == ["compare", x, ["word", ">="], turn]:
        return _on_one_side(f[2 if behind else 3], x, turn, behind, known)
    if f[0] == "max" and len(f) == 3 and "0" in f[1:]:
        gap = put(put(known.shape.gap, known.shape.x, x), known.shape.s, turn)
        inside = f[1] if f[2] == "0" else f[2]
        if same(inside, gap):
            return "0" if behind else gap
    return [f[0], *(_on_one_side(part, x, turn, behind, known) for part in f[1:])]


def _ball(low: Fraction, closed: bool) -> Ball:
    return Side(low, None, not closed, True).ball


def _nodes(f: Any) -> Iterator[Any]:
    if isinstance(f, list):
        yield f
        for part in f[1:]:
            yield from _nodes(part)


__all__ = ["check"]
