"""Proofs by boxes: the split tree covers the domain by construction, and each leaf is evaluated again on intervals."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from flint import arb

from verify.evidence.checker import numbers as n
from verify.evidence.checker.certificate import Certificate, Refused
from verify.evidence.checker.evaluate import FALSE, RELATIONS, TRUE, Env, Evaluator
from verify.evidence.checker.formula import Malformed, argument, head, names, rational, same, word
from verify.evidence.checker.numbers import Ball, NoValue, Number, Undecided

MORE_LEVELS = 8
Box = dict[str, Ball]
Dual = tuple[Number, dict[str, Number]]


def check(c: Certificate, e: Evaluator) -> None:
    """Raises Refused where a leaf cannot be confirmed."""
    goal, form, tree = c.goal, c.evidence.get("form"), c.evidence.get("tree")
    if head(goal) != "compare" or word(argument(goal, 1)) not in ("<=", "<", ">=", ">"):
        raise Refused("boxes prove one inequality between numbers")
    if form is None or not any(same(form, candidate) for candidate in equivalent(goal)):
        raise Refused("evidence.form is neither the statement's comparison nor its difference, exchange or logarithm")
    _visit(c, e, form, tree, root(c, e), "tree")


def equivalent(goal: Any) -> list[Any]:
    """The comparison itself, exchanged, as differences with 0, and with logarithms of both sides (sound where the logarithms have values)."""
    _, a, relation, b = goal
    turned = {"<=": ">=", "<": ">", ">=": "<=", ">": "<"}[word(relation)]
    logs = ["compare", ["log", a], relation, ["log", b]]
    found = []
    for x, r, y in (
        (a, word(relation), b),
        (b, turned, a),
        (logs[1], word(relation), logs[3]),
        (logs[3], turned, logs[1]),
    ):
        way = ["word", r]
        found += [
            ["compare", x, way, y],
            ["compare", ["add", x, ["mul", "-1", y]], way, "0"],
            ["compare", "0", ["word", {"<=": ">=", "<": ">", ">=": "<=", ">": "<"}[r]], ["add", x, ["mul", "-1", y]]],
        ]
    return found


def root(c: Certificate, e: Evaluator) -> Box:
    """A box that contains the domain."""
    box: Box = {}
    env: Env = {}
    for pattern, where in c.over:
        if head(pattern) != "var":
            raise Refused("boxes need names of numbers")
        name = names(pattern)[0]
        found = _range(e, where, env)
        if found is not None:
            box[name] = found
        env = environment(c, e, box, name) or env
    return box


def _range(e: Evaluator, where: Any, env: Env) -> Ball | None:
    """The numbers of a set as one interval; ``None`` for a defined name."""
    if head(where) == "unstated":
        return _range(e, argument(where, 0), env)
    if head(where) == "equals":
        return None
    if head(where) == "interval":
        lo, hi = n.ball(e.number(argument(where, 0), env)), n.ball(e.number(argument(where, 1), env))
        return Ball(lo.lo, hi.hi, word(argument(where, 2)) == "open", word(argument(where, 3)) == "open")
    if head(where) == "integers":
        lo, hi = n.ball(e.number(argument(where, 0), env)), n.ball(e.number(argument(where, 1), env))
        return Ball(lo.lo, hi.hi, not lo.lo.is_finite(), not hi.hi.is_finite())
    if head(where) == "one_of" and len(where) > 1:
        return n.ball(n.hull([e.number(v, env) for v in where[1:]]))
    raise Refused(f"boxes need names of numbers, got a name in {head(where)}")


def environment(c: Certificate, e: Evaluator, box: Box, last: str | None = None) -> Env | None:
    """Values of all names on a box: defined names computed, dependent ends cut off. ``None`` if the box misses the domain."""
    env: Env = {}
    for pattern, where in c.over:
        name = names(pattern)[0]
        while head(where) == "unstated":
            where = argument(where, 0)
        if head(where) == "equals":
            env[name] = e.number(argument(where, 0), env)
        else:
            b = box[name]
            limits = _range(e, where, env) or b
            lo, lo_open = (limits.lo, limits.lo_open) if limits.lo > b.lo else (b.lo, b.lo_open)
            hi, hi_open = (limits.hi, limits.hi_open) if limits.hi < b.hi else (b.hi, b.hi_open)
            if lo > hi:
                return None
            env[name] = Ball(lo, hi, lo_open, hi_open)
        if name == last:
            break
    return env


def _visit(c: Certificate, e: Evaluator, form: Any, tree: Any, box: Box, path: str) -> None:
    e.budget.spend(5)
    if isinstance(tree, list) and len(tree) == 2 and tree[0] == "leaf" and isinstance(tree[1], str):
        if not _holds(c, e, form, box, MORE_LEVELS):
            shown = ", ".join(f"{name} in {b}" for name, b in box.items())
            raise Refused(f"the leaf at {path} is not confirmed: {shown}")
        return
    if not (isinstance(tree, list) and len(tree) == 5 and tree[0] == "split" and isinstance(tree[1], str)):
        raise Malformed(f"{path}: a leaf ['leaf', method] or a split ['split', name, 'p/q', left, right] is expected")
    name, at = tree[1], rational(tree[2])
    if name not in box:
        raise Refused(f"{path}: {name[:40]} is no name of the domain")
    parts = cut(box, name, at)
    if parts is None:
        raise Refused(f"{path}: {name} cannot be split at {tree[2]}")
    for branch, part, side in zip(tree[3:], parts, "LR", strict=True):
        _visit(c, e, form, branch, part, path + "." + side)


def cut(box: Box, name: str, at: Fraction) -> tuple[Box, Box] | None:
    """The two halves of a box; both contain the cut (rounded outwards)."""
    b, middle = box[name], n.exact(at)
    if not (b.lo < middle.lower() and middle.upper() < b.hi):
        return None
    return {**box, name: Ball(b.lo, middle.upper(), b.lo_open, False)}, {
        **box,
        name: Ball(middle.lower(), b.hi, False, b.hi_open),
    }


def _holds(c: Certificate, e: Evaluator, form: Any, box: Box, levels: int) -> bool:
    """Whether the statement holds on a box, with at most ``levels`` more bisections."""
    e.budget.spend(5)
    try:
        env = environment(c, e, box)
        if env is None or any(e.truth(h, env) == FALSE for h in c.hypotheses):
            return True
        if any(e.truth(p, env) == TRUE for p in (c.goal, form)) or any(
            _sharper(c, e, p, box, env) for p in (c.goal, form)
        ):
            return True
    except (NoValue, Undecided):
        pass
    if levels == 0:
        return False
    name = max(box, key=lambda key: _width(box[key]))
    if _width(box[name]) == 0:
        return False
    parts = cut(box, name, _middle(box[name]))
    return parts is not None and all(_holds(c, e, form, part, levels - 1) for part in parts)


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


def _sharper(c: Certificate, e: Evaluator, p: Any, box: Box, env: Env) -> bool:
    """Whether the comparison follows by derivatives: on the faces where a monotone difference is least, or by the mean value form."""
    relation = word(argument(p, 1))
    wanted = RELATIONS[relation]
    a, b = argument(p, 0), argument(p, 2)
    difference = ["add", a, ["mul", "-1", b]]
    duals: dict[str, Dual] = {}
    for pattern, where in c.over:
        name = names(pattern)[0]
        while head(where) == "unstated":
            where = argument(where, 0)
        duals[name] = dual(e, argument(where, 0), duals) if head(where) == "equals" else (env[name], {name: n.ONE})
    slopes = dual(e, difference, duals)[1]
    least_at_low = relation in (">=", ">")  # the difference must be above 0: where is it least?
    face, centre, moves = dict(env), dict(env), []
    for name, slope in slopes.items():
        possible = n.relations(slope, n.ZERO)
        now = n.ball(env[name])
        if possible <= {">", "="} or possible <= {"<", "="}:
            end = now.lo if (possible <= {">", "="}) == least_at_low else now.hi
            if end.is_finite():
                face[name] = Ball(end, end)
        if n.finite(now):
            middle = n.exact(_middle(now))
            centre[name] = Ball(middle.lower(), middle.upper())
            moves.append(n.mul(slope, n.sub(now, centre[name])))
    trials: tuple[tuple[Env, list[Number]], ...] = ((face, []), (centre, moves))
    for trial, more in trials:
        try:
            value = n.add(e.number(difference, _redefined(c, e, trial)), *more)
        except (NoValue, Undecided):
            continue
        if n.relations(value, n.ZERO) <= wanted:
            return True
    return False


def _redefined(c: Certificate, e: Evaluator, env: Env) -> Env:
    """The same ranges with the defined names computed from them; nothing is cut off here, where a point stands for a whole range."""
    result: Env = {}
    for pattern, where in c.over:
        name = names(pattern)[0]
        while head(where) == "unstated":
            where = argument(where, 0)
        result[name] = e.number(argument(where, 0), result) if head(where) == "equals" else env[name]
    return result


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
