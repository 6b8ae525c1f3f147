"""Proofs by boxes: the split tree covers the domain by construction, and each leaf is evaluated again on intervals."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from flint import arb

from verify.evidence.checker import numbers as n
from verify.evidence.checker.certificate import Certificate, Refused
from verify.evidence.checker.evaluate import Evaluator
from verify.evidence.checker.formula import Malformed, argument, head, mentions, names, rational, validate, word
from verify.evidence.checker.numbers import Ball, NoValue, Number, Undecided
from verify.evidence.checker.truth import FALSE, RELATIONS, TRUE, Env

MORE_LEVELS = 8
Box = dict[str, Ball]
Dual = tuple[Number, dict[str, Number]]


@dataclass(frozen=True)
class Chart:
    """Coordinates whose root box covers the domain: every name is a coordinate or a formula in earlier names and coordinates."""

    root: Box
    formulas: tuple[tuple[str, Any], ...]
    integers: frozenset[str]

    def environment(self, e: Evaluator, box: Env) -> Env:
        env: Env = dict(box)
        for name, formula in self.formulas:
            env[name] = e.number(formula, env)
        return env


def check(c: Certificate, e: Evaluator) -> None:
    """Raises Refused where a leaf cannot be confirmed."""
    finite = [(names(p)[0], _stated(w)) for p, w in c.over if head(p) == "var" and head(_stated(w)) == "one_of"]
    chosen = list(itertools.product(*(where[1:] for _, where in finite)))
    stored = c.evidence.get("cases", [c.evidence])
    if not isinstance(stored, list) or len(stored) != len(chosen) or not all(isinstance(x, dict) for x in stored):
        raise Refused(f"the finite sets have {len(chosen)} combinations of members: evidence.cases must treat each")
    for evidence, members in zip(stored, chosen, strict=True):
        fixed = {name: member for (name, _), member in zip(finite, members, strict=True)}
        chart = _fitting(c, e, fixed, evidence)
        _same_form(c, e, chart, c.evidence.get("relation"), evidence.get("form"))
        _visit(c, e, chart, evidence.get("tree"), chart.root, "tree")


def _stated(where: Any) -> Any:
    while head(where) == "unstated":
        where = argument(where, 0)
    return where


# --- coordinates -----------------------------------------------------------------------------------------------------


def _fitting(c: Certificate, e: Evaluator, fixed: dict[str, Any], evidence: dict[str, Any]) -> Chart:
    """The chart whose root box is the stored one; every chart that is tried covers the domain."""
    root, opened = evidence.get("root"), evidence.get("open", {})
    for chart in charts(c, fixed):
        if root is None:
            return chart
        shown = {name: [_shown(b.lo), _shown(b.hi)] for name, b in chart.root.items()}
        ends = {name: _openness(b) for name, b in chart.root.items() if b.lo_open or b.hi_open}
        whole = sorted(chart.integers) == sorted(evidence.get("integers", []))
        if shown == root and ends == opened and whole and _same_names(e, chart, evidence.get("names", {})):
            return chart
    raise Refused("evidence.root, open, integers and names do not describe boxes that cover the domain")


def _shown(end: arb) -> str:
    return str(_fraction(end)) if end.is_finite() else "oo" if end > 0 else "-oo"


def _openness(b: Ball) -> str:
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


def _samples(chart: Chart) -> Iterator[Env]:
    for k in (3, 5, 6):
        box: Env = {}
        for name, b in chart.root.items():
            lo, hi = (_fraction(x) if x.is_finite() else None for x in (b.lo, b.hi))
            if lo is not None and hi is not None:
                value = lo + (hi - lo) * Fraction(k, 8)
            else:
                value = (
                    lo + Fraction(k, 2) if lo is not None else hi - Fraction(k, 2) if hi is not None else Fraction(k)
                )
            box[name] = Fraction(round(value)) if name in chart.integers else value
        yield box


def charts(c: Certificate, fixed: dict[str, Any]) -> Iterator[Chart]:
    """Ways to cover the domain: ends of ranges are those of the sets, or bounds that a hypothesis states."""
    options: list[list[tuple[dict[str, Ball], list[tuple[str, Any]], bool]]] = []
    taken = set(c.names())
    for pattern, where in c.over:
        if head(pattern) != "var":
            raise Refused("boxes need names of numbers")
        name, where = names(pattern)[0], _stated(where)
        if name in fixed:
            options.append([({}, [(name, fixed[name])], False)])
        elif head(where) == "equals":
            options.append([({}, [(name, argument(where, 0))], False)])
        elif head(where) == "integers":
            lo, hi = argument(where, 0), argument(where, 1)
            if not isinstance(lo, str) or not isinstance(hi, str):
                raise Refused("integers whose ends are formulas")
            box = _literal(lo, hi, True, True)
            options.append([({name: Ball(box.lo, box.hi, lo == "-oo", hi == "oo")}, [], True)])
        elif head(where) == "interval":
            lows = [(argument(where, 0), word(argument(where, 2)) == "open"), *_bounds(c, name, ">")]
            highs = [(argument(where, 1), word(argument(where, 3)) == "open"), *_bounds(c, name, "<")]
            options.append([_range(name, lo, hi, taken) for lo in lows for hi in highs])
        else:
            raise Refused(f"boxes need names of numbers, got a name in {head(where)}")
    for choice in itertools.islice(itertools.product(*options), 256):
        root = {name: b for boxes, _, _ in choice for name, b in boxes.items()}
        formulas = tuple(pair for _, found, _ in choice for pair in found)
        yield Chart(root, formulas, frozenset(name for boxes, _, whole in choice if whole for name in boxes))


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
                relation = relation.translate(str.maketrans("<>", "><"))
            if left == ["var", ["word", name]] and relation in (way, way + "=") and mentions(right) <= set(earlier):
                found.append((right, relation == way))
    return found


def _literal(lo: str, hi: str, lo_open: bool, hi_open: bool) -> Ball:
    ends = [n.OO if x == "oo" else n.MINUS_OO if x == "-oo" else n.exact(rational(x)) for x in (lo, hi)]
    return Ball(ends[0].lower(), ends[1].upper(), lo_open, hi_open)


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
        for stored, stated in ((form[1], c.goal[1]), (argument(form, 2), c.goal[3])):
            try:
                a, b = e.number(stored, env), e.number(stated, env)
            except NoValue:
                continue
            if "=" not in n.relations(a, b):
                raise Refused("evidence.form differs from the statement at a point")


# --- boxes -----------------------------------------------------------------------------------------------------------


def _visit(c: Certificate, e: Evaluator, chart: Chart, tree: Any, box: Box, path: str) -> None:
    e.budget.spend(5)
    if isinstance(tree, list) and len(tree) == 2 and tree[0] == "leaf" and isinstance(tree[1], str):
        if not _holds(c, e, chart, box, MORE_LEVELS):
            shown = ", ".join(f"{name} in {b}" for name, b in box.items())
            raise Refused(f"the leaf at {path} is not confirmed: {shown}")
        return
    if not (isinstance(tree, list) and len(tree) == 5 and tree[0] == "split" and isinstance(tree[1], str)):
        raise Malformed(f"{path}: a leaf ['leaf', method] or a split ['split', name, 'p/q', left, right] is expected")
    name, at = tree[1], rational(tree[2])
    if name not in box:
        raise Refused(f"{path}: {name[:40]} is no coordinate of the domain")
    parts = cut(chart, box, name, at)
    if parts is None:
        raise Refused(f"{path}: {name} cannot be split at {tree[2]}")
    for branch, part, side in zip(tree[3:], parts, "LR", strict=True):
        _visit(c, e, chart, branch, part, path + "." + side)


def cut(chart: Chart, box: Box, name: str, at: Fraction) -> tuple[Box, Box] | None:
    """The two halves of a box; both contain the cut (rounded outwards), unless only integers count."""
    b, middle = box[name], n.exact(at)
    low, high = middle.upper(), middle.lower()
    if name in chart.integers:
        low, high = (
            n.exact(Fraction(at.numerator // at.denominator)),
            n.exact(Fraction(at.numerator // at.denominator + 1)),
        )
    if not (b.lo <= low and high <= b.hi and b.lo < b.hi):
        return None
    left, right = Ball(b.lo, low, b.lo_open, False), Ball(high, b.hi, False, b.hi_open)
    return {**box, name: left}, {**box, name: right}


def _holds(c: Certificate, e: Evaluator, chart: Chart, box: Box, levels: int) -> bool:
    """Whether the statement holds on a box, with at most ``levels`` more bisections."""
    e.budget.spend(5)
    try:
        env = chart.environment(e, box)
        if (
            any(e.truth(h, env) == FALSE for h in c.hypotheses)
            or e.truth(c.goal, env) == TRUE
            or _sharper(e, chart, c.goal, env)
        ):
            return True
    except (NoValue, Undecided):
        pass
    if levels == 0:
        return False
    name = max(box, key=lambda key: _width(box[key]), default=None)
    if name is None or _width(box[name]) == 0:
        return False
    parts = cut(chart, box, name, _middle(box[name]))
    return parts is not None and all(_holds(c, e, chart, part, levels - 1) for part in parts)


def _width(b: Ball) -> float:
    if not n.finite(b):
        return 1e300
    size = max(abs(float(b.lo)), abs(float(b.hi)), 1e-6)
    return (float(b.hi) - float(b.lo)) / size


def _fraction(x: arb) -> Fraction:
    q = x.fmpq()
    return Fraction(int(q.p), int(q.q))


def _middle(b: Ball) -> Fraction:
    if b.lo.is_finite() and b.hi.is_finite():
        return (_fraction(b.lo) + _fraction(b.hi)) / 2
    if b.lo.is_finite():
        return 2 * abs(_fraction(b.lo)) + 1
    return -2 * abs(_fraction(b.hi)) - 1 if b.hi.is_finite() else Fraction(0)


# --- mean value form and monotone faces --------------------------------------------------------------------------------


def _sharper(e: Evaluator, chart: Chart, p: Any, env: Env) -> bool:
    """Whether a comparison follows by derivatives: on the faces where a monotone difference is least, or by the mean value form."""
    if head(p) == "all":
        return all(e.truth(part, env) == TRUE or _sharper(e, chart, part, env) for part in p[1:])
    if head(p) != "compare" or word(argument(p, 1)) not in ("<=", "<", ">=", ">"):
        return False
    relation = word(argument(p, 1))
    pairs = [(argument(p, 0), argument(p, 2)), (logarithm(p[1]), logarithm(p[3]))]
    return any(_by_derivatives(e, chart, left, relation, right, env) for left, right in pairs)


def logarithm(f: Any) -> Any:
    """A formula for log f, of use where all its parts have values: then the factors of f are positive."""
    kind = head(f)
    if kind == "exp":
        return argument(f, 0)
    if kind == "mul":
        return ["add", *(logarithm(factor) for factor in f[1:])]
    if kind == "pow":
        return ["mul", argument(f, 1), logarithm(argument(f, 0))]
    return ["log", f]


def _by_derivatives(e: Evaluator, chart: Chart, left: Any, relation: str, right: Any, env: Env) -> bool:
    difference = ["add", left, ["mul", "-1", right]]
    duals: dict[str, Dual] = {name: (env[name], {name: n.ONE}) for name in chart.root}
    try:
        for name, formula in chart.formulas:
            duals[name] = dual(e, formula, duals)
        slopes = dual(e, difference, duals)[1]
    except (NoValue, Undecided):
        return False
    least_at_low = relation in (">=", ">")  # the difference must be above 0: where is it least?
    face, centre, moves = {name: env[name] for name in chart.root}, {name: env[name] for name in chart.root}, []
    apart = (
        False  # whether the face itself does not belong to the box, and the difference is strictly monotone towards it
    )
    for name, slope in slopes.items():
        possible = n.relations(slope, n.ZERO)
        now = env[name]
        if possible <= {">", "="} or possible <= {"<", "="}:
            low = (possible <= {">", "="}) == least_at_low
            if possible == {"="}:  # the name does not matter: any end will do
                low = bool(now.lo.is_finite())
            end, is_open = (now.lo, now.lo_open) if low else (now.hi, now.hi_open)
            if end.is_finite():
                face[name] = _fraction(end)
                apart = apart or (is_open and "=" not in possible)
        if n.finite(now):
            centre[name] = _middle(now)
            moves.append(n.mul(slope, n.sub(now, centre[name])))
    on_face = RELATIONS[relation] | ({"="} if apart else set())
    trials: tuple[tuple[Env, list[Number], set[str]], ...] = ((face, [], on_face), (centre, moves, RELATIONS[relation]))
    for trial, more, wanted in trials:
        try:
            value = n.add(e.number(difference, chart.environment(e, trial)), *more)
        except (NoValue, Undecided):
            continue
        if n.relations(value, n.ZERO) <= wanted:
            return True
    return False


def dual(e: Evaluator, f: Any, env: dict[str, Dual]) -> Dual:
    """Value and derivatives of a number. Undecided where it has no derivative on the whole box."""
    kind = head(f)
    if kind == "num" or kind == "pi":
        return e.number(f, {}), {}
    if kind == "var":
        return env[names(f)[0]]
    if kind not in ("add", "mul", "pow", "exp", "log", "abs", "max", "min", "erf", "erfc"):
        raise Undecided(f"no derivative of {kind}")
    parts = [dual(e, a, env) for a in f[1:]]
    values = [v for v, _ in parts]
    if kind == "add":
        return n.add(*values), _combine([(n.ONE, g) for _, g in parts])
    if kind == "mul":
        others = [n.mul(*(v for k, v in enumerate(values) if k != i)) for i in range(len(values))]
        return n.mul(*values), _combine([(o, g) for o, (_, g) in zip(others, parts, strict=True)])
    x, slope = parts[0]
    if kind in ("max", "min"):
        wanted = {">", "="} if kind == "max" else {"<", "="}
        for v, g in parts:
            if all(n.relations(v, w) <= wanted for w in values if w is not v):
                return v, g
        raise Undecided("a maximum without a derivative")
    if kind == "pow":
        y, other = parts[1]
        if isinstance(y, Fraction):
            return n.power(x, y), _combine([(n.mul(y, n.power(x, y - 1)) if y else n.ZERO, slope)])
        value = n.power(x, y)
        return value, _combine([(n.mul(y, n.power(x, n.sub(y, n.ONE))), slope), (n.mul(value, n.log(x)), other)])
    if kind == "exp":
        return n.exp(x), _combine([(n.exp(x), slope)])
    if kind == "log":
        return n.log(x), _combine([(n.inverse(x), slope)])
    if kind == "abs":
        possible = n.relations(x, n.ZERO)
        if len(possible) > 1 and not (possible <= {">", "="} or possible <= {"<", "="}):
            return n.absolute(x), _combine([(Ball(arb(-1), arb(1)), slope)])
        return n.absolute(x), _combine([(Fraction(1 if possible <= {">", "="} else -1), slope)])
    bell = n.mul(Fraction(2 if kind == "erf" else -2), n.exp(n.neg(n.mul(x, x))), n.power(n.pi(), Fraction(-1, 2)))
    return (n.erf(x) if kind == "erf" else n.erfc(x)), _combine([(bell, slope)])


def _combine(terms: list[tuple[Number, dict[str, Number]]]) -> dict[str, Number]:
    total: dict[str, Number] = {}
    for factor, slopes in terms:
        for name, slope in slopes.items():
            total[name] = n.add(total.get(name, n.ZERO), n.mul(factor, slope))
    return total
