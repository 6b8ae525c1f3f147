"""Nothing of the kind exists: the body of an existence statement is true for no values. Derived from the statement alone.

A member without a value counts as none. Quantities of two laws, and densities, stand for arbitrary numbers in [0, oo]; two lemmas are used.

* D_oo(P, R) <= D_oo(P, Q) + D_oo(Q, R), because p/r = p/q times q/r where p > 0; and the same for total variation and the l_1 distance;
* an event that happens for no values has probability 0, if it has one.

And one for chains of N = 2^c links: where ``D_(N a)`` of each link is at most e and a >= 1, ``D_a`` of the ends is at most ``3^c e``. By Hoelder's inequality
``D_a(P, R) <= 2a/(2a - 1) D_(2a-1)(P, Q) + D_2a(Q, R)``, at most three times the larger divergence of order 2a; then by induction over c.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from verify.evidence.checker.certificate import Certificate
from verify.evidence.checker.evaluate import Evaluator
from verify.evidence.checker.formula import (
    BINDERS,
    Malformed,
    Refused,
    argument,
    canonical,
    entries,
    head,
    mentions,
    names,
    rational,
    same,
    text_of,
    word,
)

TWO_LAWS = {"renyi", "wasserstein", "kantorovich", "total_variation", "l1_distance", "jensen_shannon", "prokhorov", "levy"}
DIRECTED = {"renyi"}
CHAIN = "the lemma on Renyi divergences along chains of 2^c distributions"
MOST_CASES = 729


def check(c: Certificate, e: Evaluator) -> set[str]:
    if c.over or c.hypotheses or head(c.goal) != "exists":
        raise Refused("impossibility needs a statement that something exists")
    steps = c.evidence.get("steps")
    if not isinstance(steps, list) or not all(isinstance(step, str) for step in steps):
        raise Malformed("evidence.steps must be a list of sentences")
    return {CHAIN} if _beyond_chain(c.goal) else never(c.goal)


def _beyond_chain(goal: Any) -> bool:
    """Whether the statement is about a chain whose ends are further apart than the lemma on chains allows."""
    ranges = {names(pattern)[0]: where for pattern, where in entries(goal) if head(pattern) == "var"}
    body = argument(goal, 1)
    if head(body) != "all" or len(body) != 3 or head(body[1]) != "forall" or head(body[2]) != "compare":
        return False
    links, beyond = body[1], body[2]
    over = entries(links)
    (index, where), ends = over[0], argument(beyond, 0)
    if len(over) != 1 or head(index) != "var" or head(where) != "integers" or argument(where, 0) != "1":
        return False
    count = argument(where, 1)
    plain = isinstance(count, list) and count[0] == "pow" and count[1] == "2" and isinstance(count[2], list)
    if not plain or head(count[2]) != "var" or word(argument(beyond, 1)) != ">" or head(ends) != "renyi":
        return False
    if not isinstance(ends[1], list) or head(ends[1]) != "item" or head(argument(ends[1], 0)) != "var":
        return False
    chain = ends[1][1]
    power, name = names(count[2])[0], names(index)[0]
    known = power in ranges and names(chain)[0] in ranges and name not in ranges
    if not known or not _from(ranges[power], "integers", "0"):
        return False
    steps = links[2][1:] if head(links[2]) == "all" else [links[2]]
    for step in steps:
        if head(step) != "compare" or word(argument(step, 1)) != "<=" or head(step[1]) != "renyi":
            continue
        order, level = argument(step[1], 2), argument(step, 2)
        if not isinstance(order, list) or head(order) != "var" or names(order)[0] not in ranges or name in mentions(level):
            continue
        link = ["renyi", ["item", chain, index], ["item", chain, ["add", index, "1"]], order]
        last = ["item", chain, ["add", count, "1"]]
        whole = ["renyi", ["item", chain, "1"], last, ["mul", order, ["pow", count, "-1"]]]
        bound = ["mul", ["pow", "3", count[2]], level]
        if same(step[1], link) and same(ends, whole) and same(argument(beyond, 2), bound):
            return _from(ranges[names(order)[0]], "interval", count)
    return False


def _from(where: Any, kind: str, low: Any) -> bool:
    """Whether a set of numbers begins at this end."""
    return head(where) == kind and same(argument(where, 0), low)


def never(p: Any) -> set[str]:
    """What is taken on trust in showing that a proposition is true for no values. Refused where that is not seen."""
    kind = head(p)
    if kind == "exists":
        return never(argument(p, 1))
    if kind == "any":
        return set().union(*(never(part) for part in p[1:]))
    if kind == "compare":
        left, relation, right = argument(p, 0), word(argument(p, 1)), argument(p, 2)
        if head(left) == "prob":
            bound = rational(right) if isinstance(right, str) and right not in ("oo", "-oo") else None
            if bound is None or (relation, bound > 0) not in ((">", True), (">", False), (">=", True)) or bound < 0:
                raise Refused("a probability and a bound that say nothing about an impossible event")
            return never(argument(left, 1))
        if _never_ordered(left, relation, right):
            return {"a triangle inequality of max-divergence or total variation, where one is used"}
    return _never_in_any_case(p)


# --- sums of quantities that are at least 0 ---------------------------------------------------------------------------


def _never_ordered(left: Any, relation: str, right: Any) -> bool:
    if relation not in (">", "<", "!="):
        return False
    table: dict[str, list[Any]] = {}
    try:
        a, b = _alternatives(left, table), _alternatives(right, table)
    except Refused:
        return False
    wanted = {">": [(a, b)], "<": [(b, a)], "!=": [(a, b), (b, a)]}[relation]
    return all(any(_below(low, high, table, 4) for high in highs) for lows, highs in wanted for low in lows)


def _alternatives(f: Any, table: dict[str, list[Any]]) -> list[list[str]]:
    """A term as a maximum of sums of keys of the table."""
    if f == "0":
        return [[]]
    kind = head(f) if isinstance(f, list) else ""
    if kind == "max":
        return [found for part in f[1:] for found in _alternatives(part, table)]
    if kind == "add":
        rows = [_alternatives(part, table) for part in f[1:]]
        return [[key for row in choice for key in row] for choice in itertools.product(*rows)]
    if kind not in TWO_LAWS:
        raise Refused(f"the sign of {kind or f}")
    return [[_key(f, table)]]


def _key(f: list[Any], table: dict[str, list[Any]]) -> str:
    plain = f if f[0] in DIRECTED else [f[0], *sorted(f[1:3], key=text_of), *f[3:]]
    key = text_of(canonical(plain))
    table[key] = plain
    return key


def _below(low: list[str], high: list[str], table: dict[str, list[Any]], depth: int) -> bool:
    """Whether every term of one sum is found in the other, or bounded by two terms of it."""
    low, high = list(low), list(high)
    for key in list(low):
        if key in high:
            low.remove(key)
            high.remove(key)
    if not low:
        return True
    if depth == 0:
        return False
    for key in low:
        for pair in _detours(table[key], high, table):
            others = list(low)
            others.remove(key)
            if _below(others + pair, high, table, depth - 1):
                return True
    return False


def _detours(f: list[Any], high: list[str], table: dict[str, list[Any]]) -> Iterator[list[str]]:
    """Pairs of keys whose sum bounds the quantity by its triangle inequality, over a law that stands in the other sum."""
    if f[0] not in ("renyi", "total_variation", "l1_distance") or (f[0] == "renyi" and f[3] != "oo"):
        return
    for middle in [law for key in high if table[key][0] == f[0] for law in table[key][1:3]]:
        pair = [_key([f[0], f[1], middle, *f[3:]], table), _key([f[0], middle, f[2], *f[3:]], table)]
        if all(key in high for key in pair):
            yield pair


# --- densities: 0, positive or oo ---------------------------------------------------------------------------------------

Log = dict[str, Fraction]
"""A linear form: coefficients of the logarithms of densities, the constant under the empty key."""


class _NoValue(Exception):
    """No value in this case."""


def _never_in_any_case(p: Any) -> set[str]:
    keys = sorted(_densities(p))
    if not keys or 3 ** len(keys) > MOST_CASES:
        raise Refused("the body is not shown to be impossible")
    for kinds in itertools.product("0+i", repeat=len(keys)):
        if _true_or_open(p, dict(zip(keys, kinds, strict=True))):
            raise Refused("the body may be true in one of the cases")
    return {"densities are numbers in [0, oo]"}


def _densities(f: Any) -> set[str]:
    if not isinstance(f, list):
        return set()
    if f[0] in BINDERS:
        raise Refused("a binder inside the body")
    found = {text_of(canonical(f))} if f[0] == "density" else set()
    return found.union(*(_densities(part) for part in f[1:])) if len(f) > 1 else found


def _true_or_open(p: Any, case: dict[str, str]) -> bool:
    """Whether the proposition may be true in the case."""
    kind = head(p)
    if kind == "all":
        return all(_true_or_open(part, case) for part in p[1:])
    if kind != "compare":
        raise Refused(f"{kind} in the body")
    try:
        order = _compared(_number(argument(p, 0), case), _number(argument(p, 2), case))
    except _NoValue:
        return False
    return order is None or order in _ORDERS.get(word(argument(p, 1)), {-1, 0, 1})


_ORDERS = {"<=": {-1, 0}, "<": {-1}, ">=": {0, 1}, ">": {1}, "==": {0}, "!=": {-1, 1}}
Value = tuple[str, Log]
"""("oo", {}), ("-oo", {}), ("log", form): a real number; ("exp", form): the exponential of a form."""
NOTHING: Value = ("log", {})


def _compared(a: Value, b: Value) -> int | None:
    ranks = {"-oo": -1, "log": 0, "exp": 0, "oo": 1}
    x, y = ranks[a[0]], ranks[b[0]]
    if x != y or x:
        return (x > y) - (x < y)
    if a[0] == b[0]:
        gap = _plus(a[1], b[1], -1)
        rest = gap.pop("", Fraction(0))
        return None if gap else (rest > 0) - (rest < 0)
    if NOTHING in (a, b):  # 0 and a positive number
        return -1 if a == NOTHING else 1
    return None


def _plus(a: Log, b: Log, times: int = 1) -> Log:
    total = {key: a.get(key, Fraction(0)) + times * b.get(key, Fraction(0)) for key in a | b}
    return {key: value for key, value in total.items() if value}


def _number(f: Any, case: dict[str, str]) -> Value:
    if isinstance(f, str):
        if f in ("oo", "-oo"):
            return f, {}
        return "log", {"": q} if (q := rational(f)) else {}
    kind = head(f)
    if kind == "density":
        key = text_of(canonical(f))
        return {"0": NOTHING, "i": ("oo", {}), "+": ("exp", {key: Fraction(1)})}[case[key]]
    if kind == "if":
        return _choice(f, case)
    if kind in ("add", "mul"):
        values = [_number(part, case) for part in f[1:]]
        result = values[0]
        for value in values[1:]:
            result = _sum(result, value) if kind == "add" else _product(result, value)
        return result
    if kind == "log":
        form, inner = _number(argument(f, 0), case)
        if form == "-oo" or (form, inner) == NOTHING:
            raise _NoValue
        if form in ("oo", "exp"):
            return ("oo" if form == "oo" else "log"), inner
        if inner == {"": Fraction(1)}:
            return NOTHING
    if kind == "pow" and isinstance(argument(f, 1), str) and (power := rational(f[2])) != 0:
        form, inner = _number(argument(f, 0), case)
        if (form, inner) == NOTHING:
            if power < 0:
                raise _NoValue
            return NOTHING
        if form == "oo":
            return ("oo", {}) if power > 0 else NOTHING
        if form == "exp":
            return form, {key: value * power for key, value in inner.items()}
    raise Refused(f"{kind} in the body")


def _choice(f: Any, case: dict[str, str]) -> Value:
    p = argument(f, 0)
    if head(p) != "compare" or word(argument(p, 1)) not in _ORDERS:
        raise Refused("a condition that is not a comparison")
    order = _compared(_number(argument(p, 0), case), _number(argument(p, 2), case))
    if order is None:
        raise Refused("a condition that the case does not decide")
    return _number(argument(f, 1 if order in _ORDERS[word(p[2])] else 2), case)


def _sum(a: Value, b: Value) -> Value:
    infinite = {v[0] for v in (a, b)} & {"oo", "-oo"}
    if infinite:
        if len(infinite) == 2:
            raise _NoValue
        return infinite.pop(), {}
    if NOTHING in (a, b):
        return b if a == NOTHING else a
    if a[0] == b[0] == "log":
        return "log", _plus(a[1], b[1])
    raise Refused("a sum of densities")


def _product(a: Value, b: Value) -> Value:
    infinite = [v for v in (a, b) if v[0] in ("oo", "-oo")]
    if NOTHING in (a, b):
        if infinite:
            raise _NoValue
        return NOTHING
    signs = [_sign(v) for v in (a, b)]
    if infinite:
        if None in signs:
            raise Refused("oo times a number whose sign is unknown")
        return ("oo" if signs[0] == signs[1] else "-oo"), {}
    if a[0] == b[0] == "exp":
        return "exp", _plus(a[1], b[1])
    for x, y in ((a, b), (b, a)):
        if x[0] == "log" and set(x[1]) == {""}:
            factor = x[1][""]
            if factor == 1:
                return y
            if y[0] == "log":
                return "log", {key: factor * value for key, value in y[1].items()}
    raise Refused("a product in the body")


def _sign(v: Value) -> int | None:
    if v[0] in ("oo", "exp"):
        return 1
    if v[0] == "-oo":
        return -1
    if set(v[1]) == {""}:
        return 1 if v[1][""] > 0 else -1
    return None
