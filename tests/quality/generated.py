"""Statements about numbers made by chance: most are nearly true, and lose their truth or their value at an edge.

``statement(random)`` makes one claim; any source with the methods of ``random.Random`` will do. ``statements()`` is the same as a Hypothesis strategy, whose chances
Hypothesis controls and shrinks.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from random import Random
from typing import Any

from hypothesis import strategies as st

from verify import semantic_ranges, semantics
from verify.claims import (
    REALS,
    Abs,
    All,
    Any_,
    Claim,
    Compare,
    Exists,
    ForAll,
    If,
    Iff,
    Implies,
    Inf,
    Max,
    Member,
    Min,
    Node,
    Not,
    Prod,
    Sum,
    Sup,
    above,
    at_least,
    at_most,
    below,
    between,
    ceiling,
    cosh,
    erf,
    erfc,
    exp,
    floor,
    gamma,
    integers,
    log,
    log_gamma,
    normal_cdf,
    number,
    numbers,
    one_of,
    oo,
    pi,
    sinh,
    sqrt,
    tanh,
    upto,
)
from verify.claims.nodes import ClaimError, free_names, substitute, term

x, y, z, t, s, k, n = numbers("x y z t s k n")
RELATIONS = ("<=", "<", ">=", ">", "==", "!=")
OPEN = ("", "left", "right", "both")
Names = list[Node]


def statement(r: Random, name: str = "generated/statement") -> Claim:
    """A claim of one of the families below."""
    while True:
        try:
            forall = domain(r)
            states = pick(r, FAMILIES)(r, list(forall))
            for _ in range(pick(r, (0, 0, 0, 0, 1, 2))):
                states = wrapped(r, states, list(forall))
            given = tuple(condition(r, list(forall)) for _ in range(pick(r, (0, 0, 0, 0, 0, 1, 2))))
            if states.head in ("implies", "iff", "chain") and chance(r, 1, 2):
                states = All(states)
            if states.head == "implies" and isinstance(states.args[0], Node) and states.args[0].head == "all" and not given:
                given = (All(),)  # else the premise would be read as hypotheses
            claim = Claim(name, "generated", forall=forall, given=given, states=states)
            made = claim.variants()
            if len(made) == 1 and not free_names(made[0].formula) and not any(never(where) for _, where in made[0].forall):
                return claim
        except (ClaimError, ZeroDivisionError):
            continue


def statements() -> st.SearchStrategy[Claim]:
    """The same as a Hypothesis strategy."""
    return st.builds(statement, st.randoms(use_true_random=False))


def never(where: Node) -> bool:
    """Whether an outermost range with constant ends is empty: an error of input, no statement."""
    if where.head not in ("interval", "integers") or free_names(where):
        return False
    over = ((Node("var", "u"), where),)
    return semantics.judge(Node("exists", over, Node("all")), {}) != {semantics.TRUE}


def pick(r: Random, options: Any) -> Any:
    return options[r.randrange(len(options))]


def chance(r: Random, wins: int, of: int) -> bool:
    return r.randrange(of) < wins


# --- domains and atoms ---------------------------------------------------------------------------------------------------

SETS = (
    REALS, at_least(0), above(0), at_most(0), below(0), between(0, 1), between(0, 1, open="both"), between(0, 1, open="left"), between(-1, 1), between(-1, 1, open="both"),
    at_least(1), above(1), at_least(-1), above(-1), between(1, 2), between(0, 2), between(-2, -1), at_most(1), between(0, oo), between(1, oo), between(-oo, oo), integers(0), integers(1),
    integers(-3, 3), integers(0, 2), one_of(0, 1), one_of(-1, 0, 2), between(0, 10), between(-3, 3), between(number("1/2"), 2), upto(3), at_least(2), between(0, oo), between(-oo, 0), between(1, 2),
)


def domain(r: Random) -> dict[Node, Node]:
    """Ranges for one to three names; later ones may depend on earlier ones, and be empty or reversed then."""
    names = [x, y, z][: pick(r, (1, 1, 1, 2, 2, 3))]
    forall: dict[Node, Node] = {}
    for name in names:
        earlier = list(forall)
        forall[name] = dependent(r, earlier) if earlier and chance(r, 1, 2) else pick(r, SETS)
    return forall


def dependent(r: Random, names: Names) -> Node:
    """A range whose ends depend on names."""
    a, b = end(r, names), end(r, names)
    kind = r.randrange(8)
    if kind < 4:
        return between(a, b, open=pick(r, OPEN))
    if kind == 4:
        return pick(r, (at_least, above, at_most, below))(a)
    if kind == 5:
        return integers(a, b)
    if kind == 6:
        return pick(r, (integers, upto))(a)
    return one_of(a, b)


def end(r: Random, names: Names) -> Node:
    """A simple term for an end."""
    v = pick(r, names) if names else number(pick(r, (0, 1, 2, -1)))
    return pick(r, (term(0), term(0), term(1), term(-1), v, v, v, -v, v + 1, v - 1, 2 * v, v / 2, v**2, Abs(v), pick(r, names) if names else v, number("1/2")))


def literal(r: Random) -> Node:
    return number(pick(r, (0, 0, 1, 1, 1, -1, 2, 2, 3, -2, Fraction(1, 2), Fraction(-1, 2), Fraction(1, 3), 10)))


def partial(r: Random, v: Node, w: Node) -> Node:
    """A term that has no value somewhere, perhaps outside of the domain."""
    if chance(r, 1, 8):
        return pole(r, v, w)
    return pick(r, (
        1 / v, 1 / v, log(v), log(v), sqrt(v), v / v, 1 / (v - 1), log(v - 1), sqrt(v - 1), gamma(v), v**w, w / v, 1 / (v - w), log(1 + v), sqrt(1 - v), v**-2, v * log(v), log_gamma(v),
        exp(1 / v), 1 / log(v), log(log(v)), Node("pow", number(-1), v), 1 / floor(v), v**v, v ** number("1/3"), 1 / (v * w), log(v) / v, (v**2 - 1) / (v - 1), 1 / Abs(v),
        Node("pow", term(0), v), oo * v, v / oo, v - oo, sqrt(v - w), log(v / w), 1 / Max(v, 0), sqrt(-v), log(v**2), tanh(1 / v), 1 / sinh(v), v**0, sqrt(v**2), 1 / (1 - v), v ** number("3/2"), v ** number("-1/2"),
        Node("pow", number(1), v), Sup({s: between(0, 1)}, 1 / s), Inf({s: between(0, v)}, 1 / s), Sup({s: between(-1, v)}, log(s)), Sum({s: integers(-1, 1)}, w / s),
    ))


def pole(r: Random, v: Node, w: Node) -> Node:
    """A term that has no value at one number between the integers, or that jumps there."""
    m = pick(r, (2, 4, 8, 16, 64))
    d = m * v - (2 * r.randrange(-m // 2, m) + 1)
    return pick(r, (1 / d, 0 / d, d / d, w / d, 1 / d**2, 0 * log(Abs(d)), log(Abs(d)), Abs(d) / d, (d + w) / d, exp(-1 / d**2), v + 0 / d, (d**2 - d) / d, sqrt(d) - sqrt(d), Min(1 / d**2, 1), Max(w, 1 / d), If(Compare(1 / d, ">", 0), 1, 0), w * d / d))


def total(r: Random, v: Node, w: Node) -> Node:
    """A term that has a value at all real numbers."""
    return pick(r, (
        v, v, v, -v, v + 1, v - 1, 2 * v, v**2, v**3, Abs(v), exp(v), exp(-v), 1 - v, v + w, v - w, v * w, floor(v), ceiling(v), Max(v, 0), Min(v, 1), Max(v, w), Abs(v - 1), v * (1 - v), exp(-(v**2)), tanh(v),
        erf(v), erfc(v), normal_cdf(v), cosh(v), sinh(v), 1 / (1 + v**2), v**2 + 1, v**4, floor(v / 2), floor(2 * v) / 2, v - floor(v), exp(v) - 1, v * exp(-v), v**2 - 2 * v + 1, If(Compare(v, ">", 0), v, 0), v / 2, pi * v,
        term(1), term(0), w, Abs(v) + Abs(w), v**2 + w**2,
    ))


def some(r: Random, names: Names, depth: int = 1) -> Node:
    """A term in the names."""
    v, w = pick(r, names), pick(r, [*names, number(2), number(1)])
    if depth and chance(r, 1, 4):
        v = some(r, names, depth - 1)
    made = partial(r, v, w) if chance(r, 1, 2) else total(r, v, w)
    if chance(r, 1, 6):
        other = some(r, names, 0)
        made = pick(r, (made + other, made * other, made - other, Max(made, other), Min(made, other), made / other))
    return made


# --- propositions that are nearly true ------------------------------------------------------------------------------------


def law(r: Random, a: Node, b: Node) -> Node:
    """A comparison that holds wherever both sides have a value, or nearly so."""
    one = number(1)
    return pick(r, (
        lambda: Compare(a, "==", a), lambda: Compare(a, "<=", a), lambda: Compare(a - a, "==", 0), lambda: Compare(a / a, "==", 1), lambda: Compare(0 * a, "==", 0), lambda: Compare(0 * a, ">=", 0),
        lambda: Compare(a**0, "==", 1), lambda: Compare(a**2, ">=", 0), lambda: Compare(Abs(a), ">=", 0), lambda: Compare(exp(a), ">", 0), lambda: Compare(exp(a), ">=", 1 + a), lambda: Compare(a, "<=", Abs(a)),
        lambda: Compare(sqrt(a), ">=", 0), lambda: Compare(sqrt(a) ** 2, "==", a), lambda: Compare(sqrt(a**2), "==", Abs(a)), lambda: Compare(exp(log(a)), "==", a), lambda: Compare(log(exp(a)), "==", a),
        lambda: Compare(a * (1 / a), "==", 1), lambda: Compare(1 / a * a, ">=", 1), lambda: Compare(a**2 / a, "==", a), lambda: Compare(a**2 / a, ">=", a), lambda: Compare(Max(a, b), ">=", a),
        lambda: Compare(Min(a, b), "<=", a), lambda: Compare(Max(a, b) + Min(a, b), "==", a + b), lambda: Compare(a + 1, ">", a), lambda: Compare(floor(a), "<=", a), lambda: Compare(a, "<", floor(a) + 1),
        lambda: Compare(ceiling(a), ">=", a), lambda: Compare(ceiling(a) - floor(a), "<=", 1), lambda: Compare(Abs(a + b), "<=", Abs(a) + Abs(b)), lambda: Compare(a**2 + b**2, ">=", 2 * a * b),
        lambda: Compare(a * b, "==", b * a), lambda: Compare(log(a * b), "==", log(a) + log(b)), lambda: Compare(log(a**2), "==", 2 * log(a)), lambda: Compare(log(a), "<=", a - 1), lambda: Compare(a + b - b, "==", a),
        lambda: Compare(a * b / b, "==", a), lambda: Compare((a**b) ** 2, "==", a ** (2 * b)), lambda: Compare(a**b * a, "==", a ** (b + 1)), lambda: Compare((a * b) ** 2, "==", a**2 * b**2), lambda: Compare(sqrt(a * b), "==", sqrt(a) * sqrt(b)),
        lambda: Compare(a ** (-1), "==", 1 / a), lambda: Compare(tanh(a), "<", 1), lambda: Compare(cosh(a), ">=", 1), lambda: Compare(erf(a) + erfc(a), "==", 1), lambda: Compare(normal_cdf(a) + normal_cdf(-a), "==", 1),
        lambda: Compare(0, "<=", normal_cdf(a)), lambda: Compare(gamma(a + 1), "==", a * gamma(a)), lambda: Compare(floor(a + 1), "==", floor(a) + 1), lambda: Compare(floor(-a), "==", -ceiling(a)), lambda: Compare(Abs(a * b), "==", Abs(a) * Abs(b)),
        lambda: Compare(If(Compare(b, ">", 0), a, a), "==", a), lambda: Compare(If(Compare(a, ">", 0), a, -a), "==", Abs(a)), lambda: Compare(Max(a, a), "==", a), lambda: Compare(a - b, "==", -(b - a)), lambda: Compare(a / b, "==", 1 / (b / a)),
        lambda: Compare(Node("pow", one, a), "==", 1), lambda: Compare(Abs(a) / a, "<=", 1), lambda: Compare(a / (1 + Abs(a)), "<", 1), lambda: Compare((a + b) ** 2, "==", a**2 + 2 * a * b + b**2), lambda: Compare(-Abs(a), "<=", b - b),
        lambda: Compare(sinh(a), "<=", cosh(a)), lambda: Compare(exp(a + b), "==", exp(a) * exp(b)), lambda: Compare(exp(a) * exp(-a), "==", 1), lambda: Compare(Min(a, 0), "<=", 0), lambda: Compare(a**4, ">=", 0), lambda: Compare(a, "<", oo),
    ))()


def of_laws(r: Random, names: Names) -> Node:
    return law(r, some(r, names), some(r, names))


def bounded(r: Random, names: Names) -> Node:
    """A term against the least or largest of its values at a few points: nearly true, or false between the points."""
    a = some(r, names)
    values = []
    for _ in range(5):
        env = {str(name.args[0]): semantic_ranges.point(pick(r, (0, 1, -1, 2, 3, 10, Fraction(1, 2)))) for name in names}
        try:
            value = semantics.Reader(0).value(a, env)
        except (semantic_ranges.NoValue, semantics.CannotTell):
            continue
        if value.exact and abs(value.lo) < 100:
            values.append(value.lo)
    if not values:
        return law(r, a, number(1))
    return Compare(a, ">=", number(min(values))) if chance(r, 1, 2) else Compare(a, "<=", number(max(values)))


def comparison(r: Random, names: Names) -> Node:
    return Compare(some(r, names), pick(r, RELATIONS), pick(r, (literal(r), literal(r), some(r, names, 0))))


def condition(r: Random, names: Names) -> Node:
    """A condition on the names, which may have no value."""
    v, w = pick(r, names), pick(r, [*names, number(1), number(0)])
    a = partial(r, v, w) if chance(r, 1, 2) else total(r, v, w)
    made = pick(r, (
        lambda: Compare(v, pick(r, RELATIONS), literal(r)), lambda: Compare(a, pick(r, RELATIONS), literal(r)), lambda: Compare(v, pick(r, RELATIONS), w), lambda: Member(v, pick(r, SETS)), lambda: of_laws(r, names),
        lambda: Member(v, dependent(r, names)), lambda: Member(a, pick(r, SETS)),
    ))()
    return Not(made) if chance(r, 1, 6) else made


def plain(r: Random, names: Names) -> Node:
    return pick(r, (of_laws, of_laws, of_laws, bounded, comparison, condition))(r, names)


def connected(r: Random, names: Names) -> Node:
    """Propositions that hold by their form, or by a case, wherever their parts have values."""
    p, q = condition(r, names), plain(r, names)
    v = pick(r, names)
    guard = pick(r, (
        (Compare(v, ">", 0), partial(r, v, v)), (Compare(v, "!=", 0), 1 / v), (Compare(v, ">=", 0), sqrt(v)), (Compare(v, ">", 1), log(v - 1)), (p, some(r, names)), (Compare(v, ">=", 1), 1 / v),
    ))
    good = law(r, guard[1], v)
    return pick(r, (
        lambda: Any_(p, Not(p)), lambda: Any_(Not(p), p), lambda: Implies(p, p), lambda: Implies(p, Any_(p, q)), lambda: Any_(q, p), lambda: Any_(p, q), lambda: All(q, q), lambda: Implies(All(p, q), q), lambda: Implies(p, q),
        lambda: Implies(guard[0], good), lambda: Any_(Not(guard[0]), good), lambda: Any_(good, Not(guard[0])), lambda: Iff(p, p), lambda: Not(All(p, Not(p))), lambda: Not(Not(q)), lambda: Implies(q, p), lambda: Implies(Not(p), q),
        lambda: Compare(If(guard[0], guard[1], 0), pick(r, ("<=", ">=", "==")), pick(r, (If(guard[0], guard[1], 0), term(0), v))), lambda: Any_(p, q, Not(q)), lambda: Implies(All(), q), lambda: Implies(Any_(), q), lambda: All(), lambda: All(p, q),
        lambda: Implies(Implies(p, q), Any_(Not(p), q)), lambda: Any_(Compare(v, "<", 0), Compare(v, "==", 0), Compare(v, ">", 0)), lambda: Any_(Compare(v, "<=", 0), of_laws(r, names)), lambda: Any_(of_laws(r, names), Compare(v, "<=", 0)),
    ))()


def inner_name(r: Random, names: Names) -> Node:
    """A name for a binder; now and then one that is bound outside already."""
    return pick(r, names) if chance(r, 1, 8) else t


def extremum(r: Random, names: Names) -> Node:
    """A supremum or infimum against what it is at an end, or another bound that is nearly right."""
    u = inner_name(r, names)
    where_set = dependent(r, names) if chance(r, 3, 4) else pick(r, SETS)
    v = pick(r, names)
    body = pick(r, (
        lambda: u, lambda: u, lambda: -u, lambda: u**2, lambda: exp(-u), lambda: 1 - u, lambda: Abs(u), lambda: u - v, lambda: v * u, lambda: 1 / u, lambda: log(u), lambda: sqrt(u), lambda: 1 / (1 + u), lambda: floor(u), lambda: Min(u, 1),
        lambda: u / u, lambda: term(1), lambda: v, lambda: u * (1 - u), lambda: total(r, u, v), lambda: partial(r, u, v), lambda: partial(r, v, u), lambda: exp(-u * v), lambda: u + v, lambda: u / v, lambda: 0 * u, lambda: If(Compare(u, ">", 0), 1 / u, 0),
    ))()
    where = pick(r, (lambda: None, lambda: None, lambda: None, lambda: condition(r, [u, u, *names]), lambda: Compare(u, pick(r, RELATIONS), pick(r, (v, term(0), term(1))))))()
    scale = number(pick(r, (0, 1))) if chance(r, 1, 10) else None
    over = {u: where_set}
    if chance(r, 1, 10):
        over[s] = dependent(r, [u, *names])
        body = pick(r, (body, body + s, s, body * s))
    bound = Sup(over, body, where, floor=scale) if chance(r, 1, 2) else Inf(over, body, where, ceiling=scale)
    ends = [e for e in (where_set.args[:2] if where_set.head != "one_of" else where_set.args) if isinstance(e, Node)]
    right = pick(r, (
        lambda: substitute(body, {str(u.args[0]): pick(r, ends)}), lambda: substitute(body, {str(u.args[0]): pick(r, ends)}), lambda: pick(r, ends), literal.__get__(r), lambda: v, lambda: oo if chance(r, 1, 2) else -oo, lambda: some(r, names, 0), lambda: bound,
        lambda: Inf(over, body, where) if chance(r, 1, 2) else Sup(over, body, where),
    ))()
    relation = pick(r, ("==", "==", "<=", ">=", "<", ">"))
    left = bound if chance(r, 7, 8) else pick(r, (bound + 1, 2 * bound, 0 * bound, exp(bound), 1 / bound, bound - bound, Max(bound, 0)))
    return Compare(left, relation, right)


def quantified(r: Random, names: Names) -> Node:
    """Quantifiers over ranges that may be empty."""
    u = inner_name(r, names)
    where_set = dependent(r, names) if chance(r, 3, 4) else pick(r, SETS)
    v = pick(r, names)
    inside = [u, *names]
    body = pick(r, (
        lambda: plain(r, inside), lambda: of_laws(r, inside), lambda: Compare(u, pick(r, RELATIONS), v), lambda: Compare(u, pick(r, RELATIONS), literal(r)), lambda: Member(u, where_set) if u not in names else Compare(u, "==", u), lambda: connected(r, inside),
        lambda: condition(r, inside), lambda: Compare(u**2, pick(r, RELATIONS), v**2), lambda: Exists({s: dependent(r, inside)}, Compare(s, pick(r, RELATIONS), u)), lambda: ForAll({s: dependent(r, inside)}, Compare(s, pick(r, RELATIONS), u)),
        lambda: Compare(u, "==", v), lambda: Compare(1 / u, pick(r, RELATIONS), literal(r)),
    ))()
    return (ForAll if chance(r, 1, 2) else Exists)({u: where_set}, body)


def counted(r: Random, names: Names) -> Node:
    """Sums and products, also over nothing."""
    v, w = pick(r, names), pick(r, [*names, number(3), number(2)])
    over = pick(r, (lambda: upto(v), lambda: integers(0, v), lambda: integers(v, w), lambda: integers(1, w), lambda: one_of(v, w), lambda: integers(v, v + 1), lambda: integers(v, v - 1), lambda: one_of(0, 1, v), lambda: integers(-1, 2)))()
    bind = pick(r, names) if chance(r, 1, 10) else k
    body = pick(r, (lambda: term(1), lambda: bind, lambda: v, lambda: bind**2, lambda: term(0), lambda: total(r, bind, v), lambda: partial(r, bind, v), lambda: partial(r, v, bind), lambda: v**bind, lambda: bind - bind, lambda: 1 / bind, lambda: v * bind, lambda: number(2)))()
    where = condition(r, [bind, *names]) if chance(r, 1, 8) else None
    made = (Sum if chance(r, 2, 3) else Prod)({bind: over}, body, where)
    right = pick(r, (
        lambda: v, lambda: v * (v + 1) / 2, lambda: floor(v), lambda: literal(r), lambda: literal(r), lambda: v + 1, lambda: v * body if bind == k and "k" not in free_names(body) else term(0), lambda: made, lambda: v - w + 1, lambda: 2**v, lambda: Max(v, 0), lambda: Max(floor(v), 0),
        lambda: gamma(v + 1), lambda: some(r, names, 0),
    ))()
    left = made if chance(r, 7, 8) else pick(r, (made - made, made / made, 0 * made, made + 1))
    return Compare(left, pick(r, ("==", "==", ">=", ">=", "<=", ">", "<", "!=")), right)


def wrapped(r: Random, p: Node, names: Names) -> Node:
    """The proposition inside another one."""
    q = condition(r, names)
    u = inner_name(r, names)
    return pick(r, (
        lambda: Not(p), lambda: Not(Not(p)), lambda: All(p), lambda: Any_(p), lambda: All(p, q), lambda: Any_(p, q), lambda: Any_(q, p), lambda: Implies(q, p), lambda: Implies(p, q), lambda: ForAll({u: dependent(r, names)}, p), lambda: Exists({u: dependent(r, names)}, p),
        lambda: Any_(p, Not(p)), lambda: Implies(p, p), lambda: Iff(p, p), lambda: All(p, p),
    ))()


FAMILIES: tuple[Callable[[Random, Names], Node], ...] = (of_laws, of_laws, of_laws, bounded, comparison, connected, connected, extremum, extremum, extremum, quantified, quantified, counted, counted)

__all__ = ["statement", "statements"]
