"""Statements that are true nearly everywhere and false, or without value, at a named instance: none may ever be proved.

Built by families: extrema over ranges that are empty at an edge, values cancelled away, connectives with a part without value, quantifiers, sums and products. Only combinations that the
reference semantics calls untrue at the instance are kept, and, of families about edges, those that it does not call untrue at an ordinary instance.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from verify import semantics
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
    between,
    ceiling,
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
    sqrt,
    tanh,
    upto,
)
from verify.claims.claim import Variant
from verify.claims.nodes import ClaimError, term

x, y, z, k, j = numbers("x y z k j")
half = number("1/2")


@dataclass(frozen=True)
class Untrue:
    """A statement, an instance at which it is not true, and the family it is of."""

    family: str
    variant: Variant
    instance: tuple[tuple[str, str], ...]
    truth: str

    @property
    def at(self) -> dict[str, Fraction | float]:
        return {name: float(value.replace("oo", "inf")) if "oo" in value else Fraction(value) for name, value in self.instance}


def _made(family: str, forall: dict[Node, Node], states: Node, bad: dict[str, str], good: dict[str, str] | None = None, given: tuple[Node, ...] = ()) -> Iterator[Untrue]:
    """The statement, if the reference calls it untrue at the bad instance, and not so at the good one."""
    if states.head == "implies" and isinstance(states.args[0], Node) and states.args[0].head == "all" and not given:
        given = (All(),)
    states = All(states) if states.head == "iff" else states
    try:
        (variant,) = Claim("no-value/statement", family, forall=forall, given=given, states=states).variants()
    except ClaimError:
        return
    names = {str(name.args[0]) for name, _ in variant.forall}
    made = Untrue(family, variant, tuple((name, value) for name, value in bad.items() if name in names), "")
    truths = semantics.judge(variant.formula, made.at, 2)
    if truths & {semantics.TRUE, semantics.OUTSIDE}:
        return
    if good is not None:
        ordinary = Untrue(family, variant, tuple((name, value) for name, value in good.items() if name in names), "")
        if semantics.TRUE not in semantics.judge(variant.formula, ordinary.at, 1):
            return
    yield Untrue(family, variant, made.instance, " or ".join(sorted(truths)))


def _edges() -> Iterator[Untrue]:
    """Extrema against what they are at an end of their range, where the range is empty at an edge of the domain."""
    ranges: list[tuple[dict[Node, Node], Node, tuple[Node, Node], dict[str, str], dict[str, str]]] = []
    for mode in ("both", "left", "right"):
        ranges += [
            ({x: at_least(0)}, between(0, x, open=mode), (term(0), x), {"x": "0"}, {"x": "1"}), ({x: at_most(1)}, between(x, 1, open=mode), (x, term(1)), {"x": "1"}, {"x": "0"}), ({x: at_least(0)}, between(-x, x, open=mode), (-x, x), {"x": "0"}, {"x": "1"}),
            ({x: at_least(0), z: at_least(x)}, between(x, z, open=mode), (x, z), {"x": "1", "z": "1"}, {"x": "1", "z": "2"}), ({x: between(0, 1)}, between(x, 1, open=mode), (x, term(1)), {"x": "1"}, {"x": "1/2"}),
            ({x: between(1, 2)}, between(1, x, open=mode), (term(1), x), {"x": "1"}, {"x": "2"}), ({x: at_least(0)}, between(x, 2 * x, open=mode), (x, 2 * x), {"x": "0"}, {"x": "1"}), ({x: between(-1, 0)}, between(x, 0, open=mode), (x, term(0)), {"x": "0"}, {"x": "-1"}),
        ]
    ranges += [
        ({x: at_least(0)}, between(1, x), (term(1), x), {"x": "0"}, {"x": "2"}), ({x: REALS}, between(0, x), (term(0), x), {"x": "-1"}, {"x": "2"}), ({x: at_least(0)}, integers(1, x), (term(1), x), {"x": "1/2"}, {"x": "2"}),
        ({x: integers(0)}, integers(1, x), (term(1), x), {"x": "0"}, {"x": "2"}), ({x: REALS}, integers(x, x + half), (x, x + half), {"x": "1/4"}, {"x": "1"}), ({x: between(0, 2), z: between(0, 2)}, between(x, z), (x, z), {"x": "2", "z": "1"}, {"x": "1", "z": "2"}),
    ]
    terms = [lambda u: u, lambda u: u**2, lambda u: exp(-u), lambda u: -u, lambda u: 1 - u, lambda u: u + x, lambda u: 2 * u, lambda u: Abs(u), lambda u: u**3, lambda u: exp(u), lambda u: term(1), lambda u: Max(u, 0), lambda u: sqrt(u), lambda u: u * x]
    for (forall, over, ends, bad, good), body, extremum, relation in itertools.product(ranges, terms, (Sup, Inf), ("==", ">=")):
        for at in ends:
            yield from _made("edges", forall, Compare(extremum({y: over}, body(y)), relation, body(at)), bad, good)


IDENTITIES = {
    "==itself": lambda a: Compare(a, "==", a), "minus": lambda a: Compare(a - a, "==", 0), "minus>=": lambda a: Compare(a - a, ">=", 0), "times0": lambda a: Compare(0 * a, ">=", 0), "times0==": lambda a: Compare(0 * a, "==", 0), "over": lambda a: Compare(a / a, ">=", 1),
    "power0": lambda a: Compare(a**0, "==", 1), "power0<=": lambda a: Compare(a**0, "<=", 1), "square": lambda a: Compare(a**2, ">=", 0), "abs": lambda a: Compare(Abs(a), ">=", 0), "abs>=": lambda a: Compare(Abs(a), ">=", a), "exp": lambda a: Compare(exp(a), ">", 0),
    "max": lambda a: Compare(Max(a, 1), ">=", 1), "min": lambda a: Compare(Min(a, 1), "<=", 1), "plus": lambda a: Compare(a + 1, ">=", a), "cancelled": lambda a: Compare(a + x - a, "==", x), "exp-": lambda a: Compare(exp(a) * exp(-a), "<=", 1), "floor": lambda a: Compare(floor(a), "<=", a),
    "max-min": lambda a: Compare(Max(a, x) + Min(a, x), "==", a + x), "tanh": lambda a: Compare(tanh(a), "<=", 1), "cdf": lambda a: Compare(normal_cdf(a), "<=", 1), "if": lambda a: Compare(If(Compare(a, ">", 0), a, -a), ">=", 0), "square-of-sum": lambda a: Compare((a + x) ** 2, ">=", 0), "twice": lambda a: Compare(a + a, "==", 2 * a),
}


def _cancelled() -> Iterator[Untrue]:
    """Identities and easy bounds of terms that have no value at a point."""
    parts: list[tuple[Node, Node, str]] = [
        (1 / x, at_least(0), "0"), (1 / x, REALS, "0"), (x / x, REALS, "0"), (log(x), at_least(-1), "-1"), (log(x), at_least(0), "0"), (log(x), REALS, "-2"), (sqrt(x), at_least(-1), "-1/2"), ((x - 1) / (x - 1), REALS, "1"), (1 / (x - 1), at_least(0), "1"), (gamma(x), REALS, "-1"), (gamma(x), at_least(0), "0"),
        (1 / (x**2 - 2), REALS, "0"), (x**2 / x, REALS, "0"), (x**-2, between(-1, 1), "0"), (log(1 - x), between(0, 1), "1"), (sqrt(1 - x), between(0, 2), "2"), (log(x - 1), at_least(1), "1"), (x ** number("1/3"), between(-1, 1), "-1"), (exp(1 / x), between(0, 1), "0"), (1 / log(x), above(0), "1"), (log(log(x)), above(0), "1"),
        (1 / floor(x), at_least(0), "1/2"), (1 / Abs(x), REALS, "0"), (log(x**2), REALS, "0"), (x * log(x), at_least(0), "0"), (log_gamma(x), at_least(0), "0"), (1 / (exp(x) - 1), REALS, "0"), (1 / (1 - x), between(0, 1), "1"), (x ** number("-1/2"), between(0, 1), "0"), (Node("pow", term(0), x), between(-1, 1), "-1"), (1 / Max(x, 0), REALS, "-1"),
        (x - oo, between(0, oo), "oo"), (x / oo, between(0, oo), "oo"), (sqrt(-x), REALS, "1"), (1 / (x - floor(x)), REALS, "1"), (gamma(-x), at_least(0), "2"), (tanh(1 / x), REALS, "0"), (1 / ceiling(x), between(-1, 1), "0"),
    ]
    for (a, where, bad), (name, made) in itertools.product(parts, IDENTITIES.items()):
        yield from _made(f"cancelled {name}", {x: where}, made(a), {"x": bad})


def _connectives() -> Iterator[Untrue]:
    """Connectives that hold by their form, or by a later part, with a part that has no value and is reached."""
    without = [
        (Compare(1 / x, ">", 0), "0"), (Compare(x / x, "<", 1), "0"), (Compare(log(x) + x, ">=", x), "-1"), (Compare(sqrt(x), ">=", 0), "-1"), (Compare(1 / (x - 1), "!=", 0), "1"), (Compare(gamma(x), "!=", 0), "-2"), (Compare(x**-2, ">", 0), "0"), (Compare(log(x), "<", x), "0"),
        (Compare(0 * log(x), "==", 0), "-1"), (Compare(1 / x, "==", 1 / x), "0"), (Compare(x**2 / x, "==", x), "0"), (Compare(Abs(1 / x), "<", 0), "0"), (Compare(1 / (x - 1), ">", 1 / (x - 1)), "1"), (Compare(exp(log(x)), "==", x), "0"),
    ]
    for (p, bad), where in itertools.product(without, (REALS, between(-2, 2))):
        shapes = [
            Any_(p, Not(p)), Any_(Not(p), p), Implies(p, p), Iff(p, p), Not(All(p, Not(p))), Implies(p, Compare(x, "==", x)), Implies(p, Compare(x**2, ">=", 0)), Any_(p, Compare(x, "<=", 0), Compare(x, ">", 0)), Any_(p, Compare(x, "==", x)), Any_(Not(p), Compare(x, "<", 1), Compare(x, ">=", 1)),
            Implies(p, Any_(p, Compare(x, ">", 5))), Not(Not(Any_(p, Not(p)))), Implies(Not(p), Compare(Abs(x), ">=", 0)), All(Compare(x, "==", x), Any_(p, Not(p))), Implies(All(p), Compare(x, "==", x)), Implies(Implies(p, p), Compare(x**2, ">=", 0)), Any_(All(p, p), Compare(x - x, "==", 0)),
            Compare(If(p, 1, 1), "==", 1), Compare(If(p, x, x), "==", x), Compare(If(p, 0, 1), ">=", 0), Compare(Abs(If(p, 1, -1)), "==", 1),
        ]
        for states in shapes:
            yield from _made("connectives", {x: where}, states, {"x": bad})
    for q, bad in ((Compare(x, "<=", 0), "0"), (Compare(x, "==", 0), "0"), (Not(Compare(x, "!=", 0)), "0")):
        for a in (1 / x, x**-2, 1 / x**3, exp(1 / x)):
            yield from _made("connectives", {x: at_least(0)}, Any_(Compare(a, ">", 0), q), {"x": bad}, {"x": "1"})
    for conclusion in (Compare(x, ">", 5), Compare(x, "<", 0), Compare(x, "==", 0), Any_()):
        for p in (Compare(x / x, "<", 1), Compare(x / x, "!=", 1), Compare(x - x + 1 / x, "!=", 1 / x), Compare(x**2 / x, "!=", x)):
            yield from _made("connectives", {x: REALS}, Implies(p, conclusion), {"x": "0"}, {"x": "1"})
    for a in (log(x), sqrt(x - 1), log(x - half)):
        yield from _made("connectives", {x: REALS}, Implies(Compare(a + x, ">=", x), Compare(x, ">=", 1)), {"x": "-1"}, {"x": "2"})


def _quantified() -> Iterator[Untrue]:
    """Quantifiers with a member without value, and over ranges that are empty somewhere."""
    inner = [(between(0, x), "1"), (between(-x, x), "1"), (integers(0, x), "2"), (one_of(0, x), "1"), (between(0, x, open="right"), "1"), (integers(-1, 1), "1"), (between(-1, 1), "1"), (at_most(x), "1"), (REALS, "1")]
    for (over, bad), where in itertools.product(inner, (at_least(0), between(1, 3), above(0))):
        for a in (1 / y, log(y), y / y, y**-2, gamma(y), sqrt(y - 1), y * log(y)):
            for p in (Compare(a, "==", a), Compare(a**2, ">=", 0), Compare(a - a, "==", 0), Compare(Abs(a), ">=", 0), Any_(Compare(a, ">", 0), Compare(a, "<=", 0)), Implies(Compare(a, ">", 1), Compare(a, ">", 0))):
                yield from _made("quantified", {x: where}, ForAll({y: over}, p), {"x": bad})
    empties = [(between(0, x, open="both"), "0"), (between(1, x), "0"), (integers(x, x + half), "1/4"), (between(x, 1, open="left"), "1"), (integers(1, x), "1/2"), (between(x, -x), "1"), (between(x, x, open="left"), "0")]
    for over, bad in empties:
        for p in (Compare(y, "==", y), Compare(y**2, ">=", 0), All(), Compare(y, "<=", y + 1)):
            yield from _made("quantified", {x: REALS}, Exists({y: over}, p), {"x": bad})
            yield from _made("quantified", {x: REALS}, Not(ForAll({y: over}, Not(p))), {"x": bad})


def _totals() -> Iterator[Untrue]:
    """Sums and products with a member without value, over nothing, and over the integers between real numbers."""
    sums = [
        (Sum({k: upto(x)}, k), x * (x + 1) / 2, at_least(0), "1/2", "2"), (Sum({k: upto(x)}, term(1)), x, at_least(0), "1/2", "3"), (Sum({k: upto(x)}, term(1)), floor(x), REALS, "-1", "2"), (Sum({k: integers(0, x)}, term(1)), x + 1, REALS, "-2", "2"), (Prod({k: upto(x)}, k), gamma(x + 1), at_least(0), "1/2", "3"),
        (Prod({k: upto(x)}, number(2)), 2**x, REALS, "-1", "3"), (Sum({k: upto(x)}, x), x**2, REALS, "-1", "3"), (Sum({k: upto(x)}, 2 * k - 1), x**2, at_least(0), "3/2", "3"), (Sum({k: integers(x, 3)}, term(1)), 4 - x, REALS, "5", "1"), (Prod({k: integers(0, x)}, k), term(0), REALS, "-1", "2"),
        (Sum({k: upto(x)}, k / k), floor(x), at_least(0), "-1", "3"), (Sum({k: integers(1, x)}, x / x), x, at_least(0), "5/2", "3"), (Prod({k: upto(x)}, x), x**x, above(0), "1/2", "2"),
    ]
    for left, right, where, bad, good in sums:
        for relation in ("==", ">=", "<="):
            yield from _made("sums", {x: where}, Compare(left, relation, right), {"x": bad}, {"x": good})
    for a in (1 / k, log(k), k / k, k**-2, gamma(k), 1 / (k - 1), sqrt(k - 1), 0 / k):
        for over in (integers(0, 2), integers(-1, 1), integers(0, x), one_of(0, 1, x)):
            made = Sum({k: over}, a), Prod({k: over}, a), Sum({k: over}, a**2), Sum({k: over}, 0 * a)
            for total, law in itertools.product(made, (lambda s: Compare(s, "==", s), lambda s: Compare(s - s, "==", 0), lambda s: Compare(0 * s, ">=", 0), lambda s: Compare(s**2, ">=", 0), lambda s: Compare(Abs(s), ">=", 0))):
                yield from _made("sums", {x: integers(0)}, law(total + 0 * x), {"x": "2"})


def _extreme_members() -> Iterator[Untrue]:
    """Extrema with a member without value."""
    for a, over in itertools.product((1 / y, log(y), y / y, gamma(y), y**-2, sqrt(y - 1), 0 * log(y), y * log(y)), (between(0, x), between(-1, x), one_of(0, x), integers(0, x), REALS)):
        for bound in (Sup({y: over}, a), Inf({y: over}, a)):
            for law in (lambda s: Compare(s, "==", s), lambda s: Compare(s, "<=", oo), lambda s: Compare(s - s, "==", 0), lambda s: Compare(0 * s, "==", 0), lambda s: Compare(s, ">=", -oo)):
                yield from _made("members without value", {x: between(1, 2)}, law(bound), {"x": "1"})
    for a in (1 / x, log(x), x / x, sqrt(x)):
        for bound in (Sup({y: between(0, 1)}, y + a), Inf({y: between(0, 1)}, y * a), Sup({y: between(0, a)}, y), Sup({y: one_of(0, 1)}, y, Compare(a, ">", 0))):
            yield from _made("members without value", {x: between(-1, 1)}, Compare(bound, ">=", bound), {"x": "0"})


def _substituted() -> Iterator[Untrue]:
    """The cancelled terms at the end of a range that depends on another name."""
    parts = [(1 / y, "0"), (log(y), "0"), (y / y, "0"), (y**2 / y, "0"), (y**-2, "0")]
    for (a, _), (name, made) in itertools.product(parts, IDENTITIES.items()):
        for over in (between(0, x), between(-x, x), between(0, x, open="right")):
            yield from _made(f"cancelled {name}", {x: between(1, 2), y: over}, made(a), {"x": "1", "y": "0"})


def _core() -> Iterator[Untrue]:
    """What each side condition of a rule is there for, once: a law that holds whatever a number is, of a term without value at one place; a strict comparison at a closed end; a member that is none."""
    s = Sup({k: between(0, 1)}, 1 / k)
    holes: list[tuple[Node, dict[Node, Node], dict[str, str]]] = [
        (x - x, {x: between(0, oo)}, {"x": "oo"}), (x - y, {x: between(0, oo), y: between(0, oo)}, {"x": "oo", "y": "oo"}), (x + y, {x: between(0, oo), y: between(-oo, 0)}, {"x": "oo", "y": "-oo"}),
        (0 * x, {x: between(0, oo)}, {"x": "oo"}), (x * y, {x: between(0, oo), y: between(0, 1)}, {"x": "oo", "y": "0"}), (x * y, {x: between(0, oo), y: between(0, oo)}, {"x": "0", "y": "oo"}),
        (Node("pow", x, term(0)), {x: between(0, oo)}, {"x": "oo"}), (x**y, {x: between(1, oo), y: between(0, 1)}, {"x": "oo", "y": "0"}), (x**y, {x: between(1, 2), y: between(1, oo)}, {"x": "1", "y": "oo"}),
        (x**y, {x: between(0, 1), y: between(-1, 1)}, {"x": "0", "y": "-1"}), (x**y, {x: between(0, 1), y: between(-2, -1)}, {"x": "0", "y": "-1"}), (x**y, {x: between(-1, 1), y: between(1, 2)}, {"x": "-1", "y": "3/2"}),
        (1 / x, {x: between(0, 1)}, {"x": "0"}), (1 / x, {x: between(-1, 0)}, {"x": "0"}), (1 / x, {x: between(-1, 1)}, {"x": "0"}), (1 / x, {x: REALS}, {"x": "0"}), (1 / (x - y), {x: between(0, 1), y: between(0, 1)}, {"x": "1", "y": "1"}),
        (log(x), {x: between(0, 1)}, {"x": "0"}), (log(x), {x: at_least(0)}, {"x": "0"}), (log(x), {x: between(-1, 1)}, {"x": "-1"}), (sqrt(x), {x: between(-1, 1)}, {"x": "-1"}), (sqrt(x), {x: REALS}, {"x": "-1"}), (x ** number("-1/2"), {x: between(0, 1)}, {"x": "0"}),
        (x ** number("1/3"), {x: at_most(0)}, {"x": "-1"}), (x**-1, {x: at_most(0)}, {"x": "0"}), (x**-3, {x: between(0, 2)}, {"x": "0"}), (gamma(x), {x: between(0, 1)}, {"x": "0"}), (gamma(x), {x: integers(-2, 2)}, {"x": "-1"}), (log_gamma(x), {x: between(0, 1)}, {"x": "0"}),
        (Node("pow", term(0), x), {x: between(-1, 1)}, {"x": "-1"}), (Node("pow", number(1), x), {x: between(0, oo)}, {"x": "oo"}), (Node("pow", number(-2), x), {x: between(0, 1)}, {"x": "1/2"}), (If(Compare(1 / x, ">", 0), 1, 1), {x: between(-1, 1)}, {"x": "0"}),
        (If(Compare(x, ">", 0), x, 1 / x), {x: between(-1, 1)}, {"x": "0"}), (Max(1 / x, 0), {x: between(0, 1)}, {"x": "0"}), (x - oo, {x: between(0, oo)}, {"x": "oo"}), (oo * x, {x: between(0, 1)}, {"x": "0"}), (oo**x, {x: between(0, 1)}, {"x": "0"}), (x**oo, {x: between(1, 2)}, {"x": "1"}), (x**oo, {x: between(-1, 2)}, {"x": "-1"}),
        *((a, {x: between(1, 2)}, {"x": "1"}) for a in (s, oo + s, 0 * s, x * s, oo * s, Node("pow", s, term(0)), 2**s, Node("pow", number(1), s), s**2, If(Compare(s, ">", 5), x, x), Max(s, 1), Min(s, 5), Abs(s), tanh(s), s - s, s**x)),
        *((a, {x: between(0, 1)}, {"x": "1"}) for a in (Sup({k: between(0, x)}, 1 / k), Inf({k: between(0, x)}, 1 / k), Sup({k: between(-1, x)}, log(k)), Sup({k: between(0, 1)}, 1 / (k - x)), Inf({k: REALS}, 1 / k), Sup({k: at_least(0)}, 1 / k, Compare(k, "<", x)), Sup({k: between(0, oo)}, k - k))),
        *((a, {x: between(1, 2)}, {"x": "1"}) for a in (Sum({k: integers(-1, 1)}, 1 / k), Prod({k: integers(-1, 1)}, 1 / k), Sum({k: integers(0, 2)}, log(k)), Sum({k: one_of(0, x)}, 1 / k))),
    ]
    laws = (
        lambda a: Compare(a**2, ">=", 0), lambda a: Compare(exp(a), ">=", 0), lambda a: Compare(Abs(a), ">=", 0), lambda a: Any_(Compare(a, ">=", 0), Compare(a, "<=", 0)), lambda a: Compare(Min(a, 0), "<=", 0), lambda a: Compare(a, "<=", a), lambda a: Compare(a - a, "==", 0),
        lambda a: Implies(Compare(a, ">", 5), All()), lambda a: Any_(Compare(a, ">", 5), All()), lambda a: Implies(Member(a, between(0, 1)), All()), lambda a: Any_(Member(a, between(0, 1)), Not(Member(a, between(0, 1)))), lambda a: Compare(If(Compare(a, ">", 5), 1, 1), "==", 1),
        lambda a: Not(All(Compare(a, ">", 5), Any_())), lambda a: All(Implies(All(Compare(a, ">", 5)), All())), lambda a: All(Iff(Compare(a, ">", 5), Compare(a, ">", 5))), lambda a: Implies(Any_(Compare(a, ">", 5), Compare(a, "<", 0)), All()), lambda a: Any_(Not(All(Compare(a, ">", 5))), All()),
        lambda a: Compare(Max(a, -oo), ">=", -oo), lambda a: Compare(a, "<=", oo), lambda a: Compare(tanh(a), "<=", 1), lambda a: ForAll({j: one_of(0, 1)}, Compare(j * a**2, ">=", 0)), lambda a: Exists({j: one_of(0, 1)}, Compare(j + a**2, ">=", 0)),
    )
    strict: list[tuple[dict[Node, Node], Node, dict[str, str]]] = [
        ({x: between(0, 1)}, Compare(x, ">", 0), {"x": "0"}), ({x: between(0, 1)}, Compare(x, "<", 1), {"x": "1"}), ({x: at_least(0)}, Compare(x, ">", 0), {"x": "0"}), ({x: at_most(1)}, Compare(x, "<", 1), {"x": "1"}), ({x: between(0, 1), y: between(0, 1)}, Compare(x + y, ">", 0), {"x": "0", "y": "0"}),
        ({x: between(0, 1), y: between(0, 1)}, Compare(x * y, ">", 0), {"x": "0", "y": "1"}), ({x: between(0, 1), y: between(0, 1, open="both")}, Compare(x * y, ">", 0), {"x": "0", "y": "1/2"}), ({x: between(-1, 1)}, Compare(Abs(x), ">", 0), {"x": "0"}), ({x: between(-1, 1)}, Compare(x**2, ">", 0), {"x": "0"}),
        ({x: between(-1, 1), y: between(-1, 1)}, Compare(x**2 + Abs(y), ">", 0), {"x": "0", "y": "0"}), ({x: between(0, oo)}, Compare(exp(x), "<", oo), {"x": "oo"}), ({x: between(0, oo)}, Compare(x**2, "<", oo), {"x": "oo"}), ({x: between(0, oo)}, Compare(x, "<", oo), {"x": "oo"}), ({x: between(-oo, oo)}, Compare(exp(x), ">", 0), {"x": "-oo"}),
        ({x: between(0, 1)}, Compare(floor(x), "<", 1), {"x": "1"}), ({x: between(0, 1)}, Compare(floor(x), "<=", 0), {"x": "1"}), ({x: between(0, 2)}, Compare(x - floor(x), "<", number("3/4")), {"x": "7/8"}), ({x: between(0, 3)}, Compare(x - floor(x), "<=", number("1/2")), {"x": "3/4"}),
        ({x: between(0, 1)}, Compare(floor(2 * x) - x, "<=", 0), {"x": "1/2"}), ({x: between(0, 1)}, Compare(If(Compare(x, "<", half), x, x - 1), "<=", number("1/4")), {"x": "3/8"}), ({x: between(0, 1)}, Compare(If(Compare(x, "<", half), x, x + 1), "<=", 1 + half), {"x": "1"}),
        ({x: between(0, 1)}, Member(x, between(0, 1, open="left")), {"x": "0"}), ({x: between(0, 1)}, Member(x, between(0, 1, open="right")), {"x": "1"}), ({x: REALS}, Not(Member(x, between(0, 1))), {"x": "1"}), ({x: between(0, 1)}, Any_(Not(Member(x, between(0, 1, open="both"))), Compare(x, ">", half)), {"x": "1/4"}),
        ({x: between(0, 1), y: between(x, 1)}, Compare(y, ">", x), {"x": "0", "y": "0"}), ({x: between(0, 1), y: between(0, x)}, Compare(y, "<", x), {"x": "1", "y": "1"}), ({x: at_least(0), y: at_least(x)}, Compare(y, "!=", x), {"x": "1", "y": "1"}), ({x: at_least(0), y: between(0, x, open="right")}, Compare(y, ">", 0), {"x": "1", "y": "0"}),
        ({x: between(0, 1), y: integers(x, 3)}, Compare((y - x) * (y - x - 1), ">=", 0), {"x": "1/2", "y": "1"}), ({x: between(0, 1), y: integers(x)}, Compare((y - x) * (y - x - 1), ">=", 0), {"x": "1/2", "y": "1"}), ({x: between(0, 1), y: integers(x, 3)}, Compare(y, ">", x), {"x": "1", "y": "1"}),
        ({x: above(0)}, Exists({y: between(0, x, open="both")}, Compare(y, ">=", x)), {"x": "1"}), ({x: above(0)}, Exists({y: between(0, x, open="right")}, Compare(y, "==", x)), {"x": "1"}), ({x: above(0)}, Exists({y: between(0, x)}, Compare(y, ">", x)), {"x": "1"}), ({x: above(0)}, Exists({y: between(0, x)}, Compare(y, "==", 2 * x)), {"x": "1"}),
        ({x: integers(1)}, Exists({k: integers(0, x)}, Compare(2 * k, "==", 1)), {"x": "1"}), ({x: integers(1)}, Exists({k: integers(0, x)}, Compare(k, ">", x)), {"x": "1"}), ({x: integers(1)}, Exists({k: integers(0, x)}, Compare(k, "==", half)), {"x": "1"}), ({x: above(0)}, Exists({k: integers(0, 1)}, Compare(k, "==", 2)), {"x": "1"}),
        ({x: above(0)}, ForAll({y: between(x, 2 * x, open="left")}, Compare(y, ">", 2 * x)), {"x": "1"}), ({x: REALS}, Exists({y: between(x, -x)}, Compare(y, "<=", 1)), {"x": "1"}), ({x: REALS}, Exists({y: between(x, 0)}, Compare(y, "<=", x)), {"x": "1"}), ({x: REALS}, Not(ForAll({y: between(x, 0)}, Compare(y, ">", 1))), {"x": "1"}),
        ({x: above(0)}, Exists({y: between(0, x, open="left")}, Compare(y, "<=", 0)), {"x": "1"}), ({x: above(0)}, ForAll({y: between(0, x)}, Compare(y, "<", x)), {"x": "1"}), ({x: between(1, 2), y: between(0, 3)}, Compare(Sup({y: between(0, x)}, y), "<=", y), {"x": "2", "y": "1"}), ({x: between(1, 2), y: between(0, 3)}, Compare(Sup({y: between(0, x)}, x), "==", y), {"x": "2", "y": "1"}),
        ({x: between(1, 2), y: between(0, 3)}, Compare(Inf({y: between(x, 3)}, y), ">=", y), {"x": "1", "y": "2"}), ({x: between(1, 2), y: between(1, 3)}, ForAll({y: between(0, x)}, Compare(y, "<", y)), {"x": "1", "y": "2"}), ({x: between(1, 2)}, Compare(Sup({y: between(0, x)}, y, Compare(y, "<", 1)), "==", x), {"x": "2"}),
        ({x: between(1, 2)}, Compare(Sup({y: between(0, x)}, y, Compare(y, "<=", x / 2)), "==", x), {"x": "2"}), ({x: between(1, 2)}, Compare(Sup({k: one_of(0, x)}, k, Compare(k, "<", x)), ">=", x), {"x": "2"}), ({x: between(1, 2)}, Compare(Sup({k: integers(0, 3)}, k, Compare(k, "<", x)), "==", 3), {"x": "2"}), ({x: between(1, 2)}, Compare(Inf({y: between(0, x)}, y, Compare(y, ">", 0)), ">", 0), {"x": "2"}),
        ({x: between(1, 2)}, Compare(Sup({y: between(0, x, open="right")}, floor(y)), ">=", x), {"x": "1"}), ({x: between(1, 2)}, Compare(Sum({k: integers(0, 3)}, k, Compare(k, "<", x)), ">=", 6), {"x": "2"}), ({x: between(1, 2)}, Compare(Prod({k: integers(1, 3)}, k, Compare(k, "<", x)), ">=", 6), {"x": "2"}), ({x: between(1, 2)}, Compare(Sum({k: between(0, 1)}, k), "==", 0), {"x": "2"}),
        ({x: at_least(0)}, Compare(sqrt(x), "<=", -sqrt(x + 1)), {"x": "0"}), ({x: at_least(0)}, Compare(-sqrt(x + 1), ">=", sqrt(x)), {"x": "1"}), ({x: at_least(0)}, Compare(-sqrt(x + 1), "==", sqrt(x + 1)), {"x": "1"}), ({x: REALS}, Compare(sqrt(x**2), "==", x), {"x": "-1"}), ({x: REALS}, Compare(sqrt(x**2 + 1), "==", -sqrt(x**2 + 1)), {"x": "0"}),
        ({x: above(0)}, Compare(-log(x), "<=", -log(x + 1)), {"x": "1"}), ({x: above(0)}, Compare(-2 * log(x), "<", -log(x**2 + 1)), {"x": "1"}), ({x: above(0), y: REALS}, Compare(y * log(x), "<=", y * log(x + 1)), {"x": "1", "y": "-1"}), ({x: above(0)}, Compare(2**x, "<=", -(3**x)), {"x": "1"}), ({x: above(0)}, Compare(x**x, "<=", -(x**x)), {"x": "1"}),
        ({x: at_least(0)}, Compare(x**2 + x, ">", 0), {"x": "0"}), ({x: above(0)}, Compare(x**2 - 2 * x + 1, ">", 0), {"x": "1"}), ({x: REALS, y: REALS}, Compare(x**2 + y**2, ">", 2 * x * y), {"x": "1", "y": "1"}), ({x: REALS}, Compare(Abs(x), "==", x), {"x": "-1"}), ({x: REALS}, Compare(Max(x, 0), "==", x), {"x": "-1"}), ({x: REALS}, Compare(exp(x) - 1, ">", 0), {"x": "0"}),
        ({x: integers(-3, 3)}, Compare(Sum({k: integers(1, x)}, k), "==", x * (x + 1) / 2), {"x": "-2"}), ({x: integers(-3)}, Compare(Sum({k: integers(1, x)}, k), "==", x * (x + 1) / 2), {"x": "-2"}), ({x: at_least(1)}, Compare(Sum({k: integers(1, x)}, k), "==", x * (x + 1) / 2), {"x": "3/2"}), ({x: at_least(0)}, Compare(Sum({k: integers(0, x)}, k), "==", x * (x + 1) / 2), {"x": "1/2"}),
        ({x: between(1, 3), y: between(1 / (x - 2), oo, open="right")}, Compare(y - y, "==", 0), {"x": "2", "y": "1"}), ({x: between(0, 1), y: at_least(log(x))}, Compare(y**2, ">=", 0), {"x": "0", "y": "1"}), ({x: between(-1, 1), y: at_least(sqrt(x))}, Compare(y**2, ">=", 0), {"x": "-1", "y": "1"}), ({x: between(-1, 1), y: at_most(1 / x)}, Compare(y**2, ">=", 0), {"x": "0", "y": "-1"}),
        ({x: between(0, oo), y: at_least(x - x)}, Compare(y**2, ">=", 0), {"x": "oo", "y": "1"}), ({x: between(0, oo), y: between(0, x * 0)}, Compare(y**2, ">=", 0), {"x": "oo", "y": "0"}), ({x: REALS, y: at_least(x**-2)}, Compare(y**2, ">=", 0), {"x": "0", "y": "1"}), ({x: REALS, y: between(-1, 1 / (x - 1))}, All(), {"x": "1", "y": "0"}), ({x: REALS, y: at_least(sqrt(x))}, All(), {"x": "-1", "y": "0"}),
        ({x: REALS}, Any_(Compare(x, ">=", 0), Compare(sqrt(x), ">=", 0)), {"x": "-1"}), ({x: REALS}, Any_(Compare(x, "!=", 0), Compare(1 / x, ">", 0)), {"x": "0"}), ({x: REALS}, Any_(Compare(x, ">", 0), Compare(log(x), ">=", 0)), {"x": "-1"}), ({x: REALS}, Any_(Compare(x, ">", 0), Compare(exp(log(x) / 2), ">", 0)), {"x": "-1"}), ({x: REALS}, Any_(Compare(x, ">", 0), Compare(exp(2 * log(x)), "<=", 9)), {"x": "-1"}),
        ({x: REALS}, Implies(All(Compare(sqrt(x), ">=", 0)), Compare(x, ">=", 0)), {"x": "-1"}), ({x: REALS}, Implies(Compare(x ** number("-1/2"), ">", 0), All()), {"x": "0"}), ({x: between(0, oo)}, Compare(x + 1, ">", x), {"x": "oo"}), ({x: between(-oo, 0)}, Compare(x - 1, "<", x), {"x": "-oo"}), ({x: between(0, 1)}, Compare(1 / (x + 1), ">", half), {"x": "1"}), ({x: between(0, 1)}, Compare(x * exp(x), ">", 0), {"x": "0"}),
        ({x: REALS}, All(Iff(Compare(x, "<", 0), Compare(x, "<=", 0))), {"x": "0"}), ({x: REALS}, All(Iff(Compare(1 / x, ">", 0), Compare(x, ">", 0))), {"x": "0"}), ({x: REALS}, Compare(If(Compare(x, ">=", 0), x, -x), ">", 0), {"x": "0"}), ({x: between(0, 1)}, Compare(Sup({k: one_of(x, 1)}, k), ">", x), {"x": "1"}), ({x: between(0, 1)}, Compare(Max(x, half), ">", half), {"x": "0"}), ({x: between(0, 1)}, Compare(Min(x, half), "<", half), {"x": "1"}),
        ({x: between(0, 1)}, Compare(2 * x, "!=", 1), {"x": "1/2"}), ({x: between(0, 1)}, Compare(x * (1 - x), "<", number("1/4")), {"x": "1/2"}), ({x: between(0, 1)}, Compare(x * (1 - x), ">", 0), {"x": "1"}), ({x: at_least(0)}, Compare(2 * x, ">", x), {"x": "0"}), ({x: at_least(0)}, Compare(x, "<", 2 * x), {"x": "0"}), ({x: between(1, 2)}, Compare(normal_cdf(x - 1), ">", half), {"x": "1"}),
    ]
    strict += [({x: where}, ForAll({y: over}, law), {"x": bad}) for where, over, bad in (
        (between(0, 1), at_least(log(x)), "0"), (between(-1, 1), at_least(sqrt(x)), "-1"), (REALS, at_least(x**-2), "0"), (between(-1, 1), at_most(1 / x), "0"), (between(0, oo), at_least(x - x), "oo"), (between(0, oo), between(0, 0 * x), "oo"), (between(0, 1), between(1 / x, 0), "0"),
    ) for law in (Compare(y**2, ">=", 0), Compare(y, "==", y))]
    for forall, states, bad in strict:
        yield from _made("core edges", forall, states, bad)
    for hypothesis, states, bad in (
        (Compare(x, ">", half), Compare(x, ">", number("3/4")), "5/8"), (Compare(x, ">=", half), Compare(x, ">", half), "1/2"), (Compare(x**2, ">=", number("1/4")), Compare(x, ">", half), "1/2"), (Compare(exp(x), ">", 1), Compare(x, ">", half), "1/4"), (Not(Compare(x, "<", half)), Compare(x, ">", half), "1/2"),
        (Any_(Compare(x, "<", half), Compare(x, ">", half)), Compare(x, ">", half), "1/4"), (Member(x, between(half, 1)), Compare(x, ">", half), "1/2"), (Compare(x, "!=", half), Compare(x, ">", half), "0"),
    ):
        yield from _made("core hypotheses", {x: between(0, 1)}, states, {"x": bad}, given=(hypothesis,))
    for turn in range(len(laws)):  # each term with one law, then each with another
        for place, (a, forall, bad) in enumerate(holes):
            yield from _made("core values", forall, laws[(place + turn) % len(laws)](a), bad)


@lru_cache(maxsize=1)
def statements() -> tuple[Untrue, ...]:
    """All of them, each once."""
    found: dict[str, Untrue] = {}
    for family in (_core, _edges, _cancelled, _connectives, _quantified, _totals, _extreme_members, _substituted):
        for made in family():
            found.setdefault(made.variant.digest, made)
    return tuple(found.values())
