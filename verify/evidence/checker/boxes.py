"""Proofs by boxes: the split tree covers the domain by construction, and each leaf is evaluated again on intervals."""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from verify.evidence.checker import numbers as n
from verify.evidence.checker import products, signs, special
from verify.evidence.checker.certificate import Certificate
from verify.evidence.checker.evaluate import Evaluator, between
from verify.evidence.checker.formula import (
    MIRRORED,
    NEGATED,
    ORDERED,
    Malformed,
    Refused,
    argument,
    contains_head,
    head,
    mentions,
    names,
    rational,
    same,
    stated,
    validate,
    word,
)
from verify.evidence.checker.numbers import Ball, Budget, Exhausted, NoValue, Undecided
from verify.evidence.checker.periods import period
from verify.evidence.checker.products import Box, End, Side
from verify.evidence.checker.tails import put
from verify.evidence.checker.truth import FALSE, NO_VALUE, RELATIONS, TRUE, Env

MORE_LEVELS, MOST_STEPS = 8, 100_000
LEAVES, EASY, EASY_LEVELS = "PMVFCLEG", "PMVFL", 5
"""Letters of leaves; those whose methods need few derivatives, or whose halves often decide, are first tried without more, which is much cheaper. The letter decides nothing."""
NODE = re.compile(rf"([{LEAVES}])|([a-z])(?:(-?\d+(?:/\d+)?);)?")
MOST_NODES = 1_000_000
JUMPS = ("if", "floor", "ceiling", "sup", "inf")


@dataclass(frozen=True)
class Chart:
    """Coordinates whose root box covers the domain: every name is a coordinate or a formula in earlier names and coordinates."""

    root: Box
    formulas: tuple[tuple[str, Any], ...]
    integers: frozenset[str]
    ends: dict[str, tuple[Any, ...]] = field(default_factory=dict, compare=False)
    """The ends that coordinates of names start from, where these are formulas."""
    shared: dict[str, tuple[products.Sum, signs.Algebra] | None] = field(default_factory=dict, compare=False)
    """Differences of sides in a form that holds on the whole root, by comparison; None where there is none."""

    def environment(self, e: Evaluator, box: Box) -> Env:
        env: Env = {name: side.number for name, side in box.items()}
        for name, formula in self.formulas:
            for end in self.ends.get(name, ()):  # from an infinite end a coordinate leads nowhere
                if any(n.may_be_infinite(env[one]) for one in e.mentions(end)) or n.is_point_infinite(e.number(end, env)):
                    raise Refused("a range with an end that may be infinite")
            env[name] = e.number(formula, env)
        return env


def check(c: Certificate, e: Evaluator) -> None:
    """Raises Refused where a leaf cannot be confirmed."""
    finite = [(names(p)[0], stated(w)) for p, w in c.over if head(p) == "var" and head(stated(w)) == "one_of"]
    chosen = list(itertools.product(*(where[1:] for _, where in finite)))
    stored = c.evidence.get("cases", [c.evidence])
    if not isinstance(stored, list) or len(stored) != len(chosen) or not all(isinstance(x, dict) for x in stored):
        raise Refused(f"the finite sets have {len(chosen)} combinations of members: evidence.cases must treat each")
    for evidence, members in zip(stored, chosen, strict=True):
        fixed = {name: member for (name, _), member in zip(finite, members, strict=True)}
        chart = _fitting(c, e, fixed, evidence)
        _same_form(c, e, chart, c.evidence.get("relation"), evidence.get("form"))
        _same_hypotheses(c, e, chart, evidence.get("given", []))
        _visit(c, e, chart, evidence.get("tree"))


# --- coordinates -----------------------------------------------------------------------------------------------------


def _fitting(c: Certificate, e: Evaluator, fixed: dict[str, Any], evidence: dict[str, Any]) -> Chart:
    """The chart whose root box is the stored one; every chart that is tried covers the domain."""
    root, opened = evidence.get("root"), evidence.get("open", {})
    for chart in charts(c, e, fixed):
        if root is None:
            return chart
        shown = {name: [_shown(b.lo, "-oo"), _shown(b.hi, "oo")] for name, b in chart.root.items()}
        ends = {name: _openness(b) for name, b in chart.root.items() if b.lo_open or b.hi_open}
        whole = sorted(chart.integers) == sorted(evidence.get("integers", []))
        if shown == root and ends == opened and whole and _same_names(e, chart, evidence.get("names", {})):
            return chart
    raise Refused("evidence.root, open, integers and names do not describe boxes that cover the domain")


def _shown(end: End, infinite: str) -> str:
    return infinite if end is None else str(end)


def _openness(b: Side) -> str:
    return "both" if b.lo_open and b.hi_open else "left" if b.lo_open else "right"


def _same_names(e: Evaluator, chart: Chart, stored: Any) -> bool:
    """Whether the stored formulas of names agree with the chart's at sample points."""
    if not isinstance(stored, dict) or not set(stored) <= {name for name, _ in chart.formulas}:
        return False
    for formula in stored.values():
        validate(formula)
    for box in _samples(chart):
        env = chart.environment(e, box)
        if any("=" not in n.relations(e.number(formula, env), env[name]) for name, formula in stored.items()):
            return False
    return True


def _samples(chart: Chart) -> Iterator[Box]:
    for k in (3, 5, 6):
        box: Box = {}
        for name, b in chart.root.items():
            lo, hi = b.lo, b.hi
            if lo is not None and hi is not None:
                value = lo + (hi - lo) * Fraction(k, 8)
            else:
                value = (
                    lo + Fraction(k, 2) if lo is not None else hi - Fraction(k, 2) if hi is not None else Fraction(k)
                )
            value = Fraction(round(value)) if name in chart.integers else value
            box[name] = Side(value, value)
        yield box


def charts(c: Certificate, e: Evaluator, fixed: dict[str, Any]) -> Iterator[Chart]:
    """Ways to cover the domain: ends of ranges are those of the sets, or bounds that a hypothesis states."""
    options: list[list[tuple[Box, list[tuple[str, Any]], bool]]] = []
    taken = set(c.names())
    ranges = {name for pattern, where in c.over if head(stated(where)) == "interval" for name in names(pattern)}
    for pattern, where in c.over:
        if head(pattern) != "var":
            raise Refused("boxes need names of numbers")
        name, where = names(pattern)[0], stated(where)
        if name in fixed:
            options.append([({}, [(name, fixed[name])], False)])
        elif head(where) == "equals":
            options.append([({}, [(name, argument(where, 0))], False)])
        elif head(where) == "integers":
            lo, hi = (_written(e, argument(where, k), fixed)[0] for k in (0, 1))
            if not isinstance(lo, str) or not isinstance(hi, str):
                raise Refused("integers whose ends are formulas")
            options.append([({name: _between_integers(lo, hi)}, [], True)])
        elif head(where) == "interval":
            lows = [*((end, word(argument(where, 2)) == "open") for end in _written(e, argument(where, 0), fixed)), *_bounds(c, name, ">")]
            highs = [*((end, word(argument(where, 3)) == "open") for end in _written(e, argument(where, 1), fixed)), *_bounds(c, name, "<")]
            options.append([*_one_period(c, name, taken), *(_range(name, lo, hi, taken) for lo in lows for hi in highs)])
        else:
            raise Refused(f"boxes need names of numbers, got a name in {head(where)}")
    for choice in itertools.islice(itertools.product(*options), 256):
        root = {name: b for boxes, _, _ in choice for name, b in boxes.items()}
        formulas = tuple(pair for _, found, _ in choice for pair in found)
        ends = {name: (f[1], *((f[2][1][1],) if head(f[2]) == "mul" and head(f[2][1]) == "add" else ())) for name, f in formulas if name in ranges and head(f) == "add"}
        yield Chart(root, formulas, frozenset(name for boxes, _, whole in choice if whole for name in boxes), ends)


def _written(e: Evaluator, end: Any, fixed: dict[str, Any]) -> list[Any]:
    """Forms of an end of a range: as a fraction, where it depends on names of chosen values alone, and as it stands."""
    if isinstance(end, str) or not mentions(end) or not mentions(end) <= {name for name, member in fixed.items() if not mentions(member)}:
        return [end]
    try:
        value = e.number(end, {name: e.number(fixed[name], {}) for name in mentions(end)})
    except (NoValue, Undecided):
        return [end]
    return [str(value), end] if isinstance(value, Fraction) else [end]


def _bounds(c: Certificate, name: str, way: str) -> list[tuple[Any, bool]]:
    """Bounds of a name by earlier names that hypotheses state."""
    earlier = c.names()[: c.names().index(name)]
    found = []
    for h in c.hypotheses:
        for p in h[1:] if head(h) == "all" else [h]:
            if head(p) != "compare":
                continue
            left, relation, right = argument(p, 0), word(argument(p, 1)), argument(p, 2)
            if right == ["var", ["word", name]]:
                left, right = right, left
                relation = MIRRORED.get(relation, "")
            if left == ["var", ["word", name]] and relation in (way, way + "=") and mentions(right) <= set(earlier):
                found.append((right, relation == way))
    return found


def _literal(lo: str, hi: str, lo_open: bool, hi_open: bool) -> Side:
    if lo == "oo" or hi == "-oo":
        raise Refused("a range that is empty or infinite")
    return Side(None if lo == "-oo" else rational(lo), None if hi == "oo" else rational(hi), lo_open, hi_open)


def _between_integers(lo: str, hi: str) -> Side:
    """The least and the greatest integer of a range, whose ends may lie between integers."""
    side = _literal(lo, hi, lo == "-oo", hi == "oo")
    least, most = None if side.lo is None else Fraction(math.ceil(side.lo)), None if side.hi is None else Fraction(math.floor(side.hi))
    if least is not None and most is not None and least > most:
        raise Refused("a range without integers")
    return Side(least, most, side.lo_open, side.hi_open)


def _one_period(c: Certificate, name: str, taken: set[str]) -> list[tuple[Box, list[tuple[str, Any]], bool]]:
    """A name over the whole line as ``p t`` with 0 <= t <= 1, where the statement repeats after p; none of the ranges may hang on it."""
    where = next(stated(w) for p, w in c.over if names(p) == [name])
    if where[1:3] != ["-oo", "oo"] or any(name in mentions(w) for _, w in c.over):
        return []
    length = period(name, [c.goal, *c.hypotheses])
    if length is None:
        return []
    t = f"{name}_share"
    while t in taken:
        t += "_"
    return [({t: _literal("0", "1", False, False)}, [(name, ["mul", length, ["var", ["word", t]]])], False)]


def _range(
    name: str, lo: tuple[Any, bool], hi: tuple[Any, bool], taken: set[str]
) -> tuple[Box, list[tuple[str, Any]], bool]:
    """A name as a coordinate, as ``lo + t`` or ``hi - t`` with t >= 0, or as ``lo + (hi - lo) t`` with 0 <= t <= 1."""
    a, b = lo[0], hi[0]
    if isinstance(a, str) and isinstance(b, str):
        return {name: _literal(a, b, lo[1], hi[1])}, [], False

    def fresh(text: str) -> str:
        while text in taken:
            text += "_"
        return text

    if a == "-oo" or b == "oo":
        t = fresh(f"{name}_offset")
        if b == "oo":
            return {t: _literal("0", "oo", lo[1], hi[1])}, [(name, ["add", a, ["var", ["word", t]]])], False
        return {t: _literal("0", "oo", hi[1], lo[1])}, [(name, ["add", b, ["mul", "-1", ["var", ["word", t]]]])], False
    t = fresh(f"{name}_share")
    width = ["add", b, ["mul", "-1", a]]
    return {t: _literal("0", "1", lo[1], hi[1])}, [(name, ["add", a, ["mul", width, ["var", ["word", t]]]])], False


def _same_form(c: Certificate, e: Evaluator, chart: Chart, relation: Any, form: Any) -> None:
    """The stored comparison agrees with the statement's at sample points (the boxes are judged by the statement itself)."""
    if isinstance(form, dict) and set(form) == {"lhs", "rhs"}:
        form = ["compare", form["lhs"], ["word", str(relation)], form["rhs"]]
    elif isinstance(form, dict) and set(form) == {"proposition"}:
        form = form["proposition"]
    validate(form)
    if head(form) != head(c.goal):
        raise Refused("evidence.form is not the statement's proposition")
    if head(form) == "compare" and form[2] != c.goal[2]:
        raise Refused(f"evidence.relation must be {word(c.goal[2])}")
    for box in _samples(chart):
        env = chart.environment(e, box)
        if head(form) != "compare":
            if e.truth(form, env) != e.truth(c.goal, env):
                raise Refused("evidence.form differs from the statement at a point")
            continue
        for stored, own in ((form[1], c.goal[1]), (argument(form, 2), c.goal[3])):
            try:
                a, b = e.number(stored, env), e.number(own, env)
            except NoValue:
                continue
            if "=" not in n.relations(a, b):
                raise Refused("evidence.form differs from the statement at a point")


def _same_hypotheses(c: Certificate, e: Evaluator, chart: Chart, stored: Any) -> None:
    """Each stored hypothesis is one of the statement's at sample points, or says that a range is not empty (the boxes are judged by the statement's own)."""
    own = [p for h in c.hypotheses for p in (h[1:] if head(h) == "all" else [h])] + c.hypotheses
    for pattern, where in c.over:
        if head(stated(where)) == "interval":
            name, lo, hi = names(pattern)[0], argument(stated(where), 0), argument(stated(where), 1)
            lows, highs = [lo, *(b for b, _ in _bounds(c, name, ">"))], [hi, *(b for b, _ in _bounds(c, name, "<"))]
            own += [["compare", a, ["word", relation], b] for a in lows for b in highs for relation in ("<=", "<")]
    if not isinstance(stored, list):
        raise Malformed("evidence.given must be a list of propositions")
    for proposition in stored:
        validate(proposition)
        if not any(_alike(e, chart, proposition, p) for p in own):
            raise Refused("evidence.given holds a proposition that is not a hypothesis of the statement")


def _alike(e: Evaluator, chart: Chart, p: Any, q: Any) -> bool:
    if head(p) != "compare" or head(q) != "compare":
        return same(p, q) or (head(p) == head(q) and all(e.truth(p, env) == e.truth(q, env) for env in (chart.environment(e, box) for box in _samples(chart))))
    if argument(p, 1) != argument(q, 1):
        return False
    for box in _samples(chart):
        env = chart.environment(e, box)
        for k in (1, 3):
            try:
                a, b = e.number(p[k], env), e.number(q[k], env)
            except NoValue:
                continue
            if "=" not in n.relations(a, b):
                return False
    return True


# --- boxes -----------------------------------------------------------------------------------------------------------


def _visit(c: Certificate, e: Evaluator, chart: Chart, tree: Any) -> None:
    """Go through a stored tree, parents first and lower halves before upper ones: a capital is a leaf; a small letter splits a coordinate, at the point that follows or in the middle."""
    if not isinstance(tree, str) or len(tree) > MOST_NODES:
        raise Malformed(f"evidence.tree: a text of at most {MOST_NODES} characters is expected, letters for leaves and splits")
    order = sorted(chart.root)
    todo, place = [chart.root], 0
    while todo:
        e.budget.spend(5)
        box, node = todo.pop(), NODE.match(tree, place)
        if node is None:
            raise Malformed(f"evidence.tree: at character {place + 1} a leaf (one of {LEAVES}) or a split (a small letter, optionally with p/q;) is expected, got {tree[place : place + 10]!r}")
        if node[1]:
            if not (node[1] in EASY and _holds(c, e, chart, box, EASY_LEVELS, deep=False)) and not _holds(c, e, chart, box, MORE_LEVELS):
                shown = ", ".join(f"{name} in {b}" for name, b in box.items())
                raise Refused(f"the leaf at character {place + 1} of the tree is not confirmed: {shown}")
        else:
            k = ord(node[2]) - ord("a")
            if k >= len(order):
                raise Refused(f"evidence.tree: at character {place + 1} the letter {node[2]} is not a coordinate: the domain has {len(order)}")
            parts = cut(chart, box, order[k], _split_at(box[order[k]], order[k] in chart.integers, node[3]))
            if parts is None:
                raise Refused(f"evidence.tree: at character {place + 1} {order[k]} cannot be split at {node[3] or 'the middle'}")
            todo += reversed(parts)
        place = node.end()
    if place < len(tree):
        raise Malformed(f"evidence.tree: nothing may follow the last leaf, got {tree[place : place + 10]!r} at character {place + 1}")


def _split_at(side: Side, integer: bool, point: str | None) -> Fraction:
    if point is not None:
        return rational(point)
    if integer or side.lo is None or side.hi is None:
        raise Refused("evidence.tree: a range without a middle is split at a point that is written")
    return (side.lo + side.hi) / 2


def cut(chart: Chart, box: Box, name: str, at: Fraction) -> tuple[Box, Box] | None:
    """The two halves of a box; both contain the cut, unless only integers count."""
    b, low, high = box[name], at, at
    if name in chart.integers:
        low = Fraction(at.numerator // at.denominator)
        high = low + 1
    if not ((b.lo is None or b.lo <= low) and (b.hi is None or high <= b.hi) and b.wide):
        return None
    return {**box, name: Side(b.lo, low, b.lo_open, False)}, {**box, name: Side(high, b.hi, False, b.hi_open)}


def _holds(c: Certificate, e: Evaluator, chart: Chart, box: Box, levels: int, deep: bool = True) -> bool:
    """Whether the statement holds on a box, with at most ``levels`` more bisections; ``deep`` allows higher derivatives and equivalent formulas."""
    e.budget.spend(5)
    try:
        env = chart.environment(e, box)
        if any(e.truth(h, env) == FALSE or _nowhere(e, h, env) for h in c.hypotheses) or _without_members(c, e, env) or _certain(e, chart, box, c.goal, env, deep):
            return True
        if deep and levels == MORE_LEVELS and any(_certain(e, chart, box, p, env, deep=False) for p in _reversed(c)):
            return True
    except (NoValue, Undecided):
        pass
    if deep and _apart(c, e, chart, box, levels):
        return True
    if levels == 0:
        return False
    name = max(box, key=lambda key: _width(box[key]), default=None)
    if name is None or not box[name].wide:
        return False
    parts = cut(chart, box, name, _middle(box[name]))
    return parts is not None and all(_holds(c, e, chart, part, levels - 1, deep) for part in parts)


def _nowhere(e: Evaluator, h: Any, env: Env) -> bool:
    """Whether a hypothesis about terms of arithmetic is false wherever in the box it has a value: where it has none, it does not hold either."""
    if head(h) in ("all", "any"):
        return (any if head(h) == "all" else all)(_nowhere(e, part, env) for part in h[1:])
    if head(h) == "member" and head(argument(h, 1)) == "interval":
        return any(_nowhere(e, part, env) for part in between(argument(h, 0), argument(h, 1)))
    if head(h) != "compare" or word(argument(h, 1)) not in RELATIONS or not all(_arithmetic(argument(h, k)) for k in (0, 2)) or not (
        any(contains_head(h, kind) for kind in ("log", "pow")) or any(isinstance(x, Ball) and n.may_be_infinite(x) for x in env.values())
    ):
        return False
    with n.within_domains():
        return Evaluator(e.budget).truth(h, env) in (FALSE, NO_VALUE)


def _arithmetic(f: Any) -> bool:
    return isinstance(f, str) or (f[0] == "var" or (f[0] in ("add", "mul", "pow", "exp", "log", *special.RULES) and all(_arithmetic(part) for part in f[1:])))


def _without_members(c: Certificate, e: Evaluator, env: Env) -> bool:
    """Whether the range of a name is empty wherever the earlier names are in the box: then nothing of it is in the domain."""
    return any(e.truth(p, env) == TRUE for p in _reversed(c))


def _reversed(c: Certificate) -> Iterator[Any]:
    """For each range with ends that depend on names: that it is empty."""
    for _, where in c.over:
        where = stated(where)
        if head(where) == "interval" and not all(isinstance(end, str) for end in where[1:3]):
            closed = word(where[3]) == word(where[4]) == "closed"
            yield ["compare", where[1], ["word", ">" if closed else ">="], where[2]]


def _apart(c: Certificate, e: Evaluator, chart: Chart, box: Box, levels: int) -> bool:
    """Formulas that jump at an end: the end by itself, and the box without it."""
    if levels < MORE_LEVELS or not any(contains_head(p, kind) for p in (c.goal, *c.hypotheses) for kind in JUMPS):
        return False
    for name, side in box.items():
        for end, other, is_open in (
            (side.lo, Side(side.lo, side.hi, True, side.hi_open), side.lo_open),
            (side.hi, Side(side.lo, side.hi, side.lo_open, True), side.hi_open),
        ):
            if end is not None and not is_open and side.wide:
                parts = {**box, name: Side(end, end)}, {**box, name: other}
                return all(_holds(c, e, chart, part, levels) for part in parts)
    return False


def _width(b: Side) -> float:
    if b.lo is None or b.hi is None:
        return 1e300
    return float((b.hi - b.lo) / max(abs(b.lo), abs(b.hi), Fraction(1, 10**6)))


def _middle(b: Side) -> Fraction:
    if b.lo is not None and b.hi is not None:
        return (b.lo + b.hi) / 2
    if b.lo is not None:
        return 2 * abs(b.lo) + 1
    return -2 * abs(b.hi) - 1 if b.hi is not None else Fraction(0)


def _certain(e: Evaluator, chart: Chart, box: Box, p: Any, env: Env, deep: bool = True) -> bool:
    """Whether a proposition is true at every point of the box; a part may depend on the point if it has a value at each."""
    if e.truth(p, env) == TRUE:
        return True
    kind = head(p)
    if kind == "all":
        return all(_certain(e, chart, box, part, env, deep) for part in p[1:])
    if kind == "any":
        for part in p[1:]:
            if _certain(e, chart, box, part, env, deep):
                return True
            if not _valued(e, part, env):
                return False
        return False
    if kind == "not":
        opposite = _opposite(argument(p, 0))
        return opposite is not None and _certain(e, chart, box, opposite, env, deep)
    if kind == "iff":
        return all(_certain(e, chart, box, part, env, deep) for part in p[1:])
    if kind == "implies":
        return _valued(e, argument(p, 0), env) and _certain(e, chart, box, argument(p, 1), env, deep)
    if kind == "member" and head(argument(p, 1)) == "interval":
        return all(_certain(e, chart, box, part, env, deep) for part in between(argument(p, 0), argument(p, 1)))
    return kind == "compare" and (_by_argument(e, chart, box, p, env, deep) or _by_sign(e, chart, box, p, env, deep))


def _opposite(p: Any) -> Any:
    """The proposition that is true where another is false; both have a value at the same points. None for others."""
    kind = head(p)
    if kind == "not":
        return argument(p, 0)
    if kind == "compare" and word(argument(p, 1)) in NEGATED:
        return ["compare", p[1], ["word", NEGATED[word(argument(p, 1))]], p[3]]
    if kind in ("all", "any"):
        parts = [_opposite(part) for part in p[1:]]
        return None if None in parts else ["any" if kind == "all" else "all", *parts]
    if kind == "implies":
        conclusion = _opposite(argument(p, 1))
        return None if conclusion is None else ["all", argument(p, 0), conclusion]
    return None


def _by_argument(e: Evaluator, chart: Chart, box: Box, p: Any, env: Env, deep: bool) -> bool:
    """A comparison of two values of one special function that moves one way, strictly, in the only argument in which they differ: that of the arguments."""
    left, relation, right = argument(p, 0), word(argument(p, 1)), argument(p, 2)
    kind = head(left)
    if relation not in ORDERED or kind not in special.RULES or head(right) != kind or len(left) != len(right):
        return False
    apart = [k for k in range(1, len(left)) if not same(left[k], right[k])]
    if len(apart) != 1:
        return False
    (k,) = apart
    try:
        pairs = [(e.number(a, env), e.number(b, env)) for a, b in zip(left[1:], right[1:], strict=True)]
        if any(n.may_be_infinite(value) for pair in pairs for value in pair):
            return False
        ranges = [_between(*pair) for pair in pairs]
        if relation in ("<", ">") and not special.strictly(kind, k - 1, ranges):
            return False
        slope = special.sign_of_slope(kind, k - 1, ranges)
        side = {"="} if slope is None else n.relations(slope, n.ZERO)
        if side == {"="} or side >= {"<", ">"}:
            return False
        order = ["compare", left[k], ["word", relation if ">" in side else MIRRORED[relation]], right[k]]
        return _certain(e, chart, box, order, env, deep)
    except (NoValue, Undecided):
        return False


def _between(a: n.Number, b: n.Number) -> Ball:
    """The range of two finite numbers."""
    x, y = n.ball(a), n.ball(b)
    lo, hi = min(x.lo, y.lo), max(x.hi, y.hi)
    opens = [all(z.lo_open for z in (x, y) if z.lo == lo), all(z.hi_open for z in (x, y) if z.hi == hi)]
    return Ball(lo, hi, opens[0], opens[1])


def _valued(e: Evaluator, p: Any, env: Env) -> bool:
    """Whether a proposition has a value at every point of the box."""
    if e.truth(p, env) in (TRUE, FALSE):
        return True
    if head(p) == "member" and head(argument(p, 1)) == "interval":
        return all(_valued(e, part, env) for part in between(argument(p, 0), argument(p, 1)))
    if head(p) in ("all", "any", "not", "implies", "iff"):
        return all(_valued(e, part, env) for part in p[1:])
    if head(p) != "compare" or word(argument(p, 1)) not in RELATIONS:
        return False
    try:
        return all(isinstance(e.number(side, env), Fraction | Ball) for side in (argument(p, 0), argument(p, 2)))
    except (NoValue, Undecided):
        return False


def _by_sign(e: Evaluator, chart: Chart, box: Box, p: Any, env: Env, deep: bool) -> bool:
    """A comparison by the sign of the difference of its sides, both of which have a finite value on the box."""
    relation = word(argument(p, 1))
    if relation == "!=":
        return any(_by_sign(e, chart, box, ["compare", p[1], ["word", one], p[3]], env, deep) for one in ("<", ">"))
    if relation not in ("<=", "<", ">=", ">") or any(n.may_be_infinite(side.number) for side in box.values()):
        return False
    strict = relation in ("<", ">")
    try:
        if any(n.may_be_infinite(e.number(_in_coordinates(chart, side), env)) for side in (argument(p, 0), argument(p, 2))):
            return False
    except (NoValue, Undecided):
        return False
    own = Budget(min(MOST_STEPS, e.budget.steps))
    try:
        shared = _shared(chart, p)
        if shared is not None and signs.plainly_above(shared[0], box, strict, own, shared[1]):
            return True
        difference, algebra = _difference(chart, box, p, e.budget)
        return signs.above(difference, box, strict, own) if deep else signs.plainly_above(difference, box, strict, own, algebra)
    except (NoValue, Undecided, Exhausted):
        return False
    finally:
        e.budget.spend(MOST_STEPS - max(own.steps, 0))


def _in_coordinates(chart: Chart, f: Any) -> Any:
    """A formula with trigonometric functions with the formulas of names in their places, in which multiples of pi are seen."""
    if chart.formulas and any(contains_head(f, kind) for kind in special.OF_PI):
        for name, formula in reversed(chart.formulas):
            f = put(f, name, formula)
    return f


def _shared(chart: Chart, p: Any) -> tuple[products.Sum, signs.Algebra] | None:
    """The difference on the whole root, whose derivatives are taken once for all boxes."""
    key = repr(p)
    if key not in chart.shared:
        try:
            chart.shared[key] = _difference(chart, chart.root, p, Budget(MOST_STEPS))
        except (NoValue, Undecided, Exhausted):
            chart.shared[key] = None
    return chart.shared[key]


def _difference(chart: Chart, box: Box, p: Any, budget: Budget) -> tuple[products.Sum, signs.Algebra]:
    """The side that is said to be larger less the other, in the normal form of a box."""
    algebra = signs.Algebra({name: side.inside.number for name, side in box.items()}, budget)
    formulas = {name: products.atom(("var", name)) for name in box}
    for name, formula in chart.formulas:
        formulas[name] = algebra.read(formula, formulas)
    small, large = (algebra.read(side, formulas) for side in (argument(p, 0), argument(p, 2)))
    if word(argument(p, 1)) in (">=", ">"):
        small, large = large, small
    return products.plus(large, products.scaled(Fraction(-1), small)), algebra
