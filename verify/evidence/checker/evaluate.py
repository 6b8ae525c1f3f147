"""The evaluator: a formula and the values of its names give a value, or a truth; nothing is looked up and nothing is searched."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any, TypeVar

from flint import ctx

from verify.evidence.checker import keys, laws, partial_sums, slopes  # noqa: F401  (sums enter their rules for large values)
from verify.evidence.checker import numbers as n
from verify.evidence.checker.attained import left_out
from verify.evidence.checker.coordinates import COORDINATES
from verify.evidence.checker.covering import by_cover, with_members
from verify.evidence.checker.differentiable import finite_slope
from verify.evidence.checker.equal_laws import same_laws
from verify.evidence.checker.equality import equal, every
from verify.evidence.checker.floors import by_floors
from verify.evidence.checker.formula import (
    BINDERS,
    MIRRORED,
    Malformed,
    argument,
    contains_head,
    entries,
    free,
    head,
    items,
    mentions,
    names,
    rational,
    same,
    stated,
    text_of,
    word,
)
from verify.evidence.checker.frameworks import FRAMEWORKS
from verify.evidence.checker.half_lines import on_half_line
from verify.evidence.checker.instances import INSTANCES
from verify.evidence.checker.iterations import ITERATIONS
from verify.evidence.checker.kernels import none_exist
from verify.evidence.checker.laws import Blend, Finite, Heavy, Independent, Line, Normal, Point, Poisson, Rays, Sparse
from verify.evidence.checker.limits import LIMITS, eventually
from verify.evidence.checker.linear_ranges import over_intervals
from verify.evidence.checker.membership import contains, in_event, members, subsets
from verify.evidence.checker.normal_balls import RealNormal
from verify.evidence.checker.normals import NORMALS
from verify.evidence.checker.numbers import Ball, Budget, NoValue, Number, Undecided
from verify.evidence.checker.piecewise import for_all_levels
from verify.evidence.checker.procedure import PROCEDURES
from verify.evidence.checker.quantities import QUANTITIES
from verify.evidence.checker.ranges import never, sets_valued
from verify.evidence.checker.reflections import even
from verify.evidence.checker.ridges import RIDGES
from verify.evidence.checker.sequences import everywhere
from verify.evidence.checker.shifts import SHIFTS
from verify.evidence.checker.spectra import SPECTRA
from verify.evidence.checker.sub_gaussian import sub_gaussian
from verify.evidence.checker.subsampled import SUBSAMPLED
from verify.evidence.checker.terms import TERMS, bind
from verify.evidence.checker.truth import FALSE, NO_VALUE, RELATIONS, TRUE, UNDECIDED, Env, judge

T = TypeVar("T")
MANY = 8
"""Parts beyond which a sum or product is kept."""
KEPT = 256
"""Values that an evaluator keeps."""
DEAR = frozenset({*QUANTITIES, *SHIFTS, *PROCEDURES, *SUBSAMPLED, *LIMITS, *FRAMEWORKS, *ITERATIONS, "sum", "prod", "recursion", "expect", "prob"})
"""Heads of values that are kept: a truth, the comparison that decides it and its stored numbers ask for the same ones."""
VALUES = TERMS | INSTANCES | QUANTITIES | SHIFTS | PROCEDURES | SUBSAMPLED | LIMITS | FRAMEWORKS | NORMALS | SPECTRA | ITERATIONS | COORDINATES | RIDGES


class Evaluator:
    """Evaluates formulas at the working precision.

    ``witnesses`` maps the ``id`` of a binder's list to values of its names: over an infinite set such a binder is known from one side only.
    """

    def __init__(self, budget: Budget, witnesses: dict[int, dict[str, Any]] | None = None) -> None:
        self.budget = budget
        self.witnesses = witnesses or {}
        self.used: set[int] = set()
        self.notes: set[str] = set()
        self.bracketed = False
        self.strict = False  # whether a stored witness must decide by itself
        self.by_name = False  # whether witnesses are stored by names, which several binders may share
        self.joints: dict[Any, Finite] = {}
        self.runs: dict[tuple[int, int], tuple[Any, Any]] = {}
        self.mentioned: dict[int, tuple[Any, set[str]]] = {}
        self.equal: dict[int, tuple[Any, bool]] = {}
        self.extrema: dict[tuple[Any, ...], tuple[Any, Env, Number]] = {}
        self.assumed: list[tuple[str, Env, Ball]] = []  # within a case, what its condition says of a formula
        self.aim: tuple[Any, Ball] | None = None  # an extremum, and what it is compared with
        self.long: dict[int, tuple[Any, tuple[str, ...] | None]] = {}
        self.kept: dict[tuple[int, ...], tuple[Any, tuple[Any, ...], Any]] = {}
        self.premises: dict[str, str] = {}  # other statements of the papers on which a proof rests, with their digests
        self.outermost: Any = None  # the evidence of the certificate, of which parts are looked at
        self.records: tuple[Path, ...] = ()  # folders with records of experiments, besides those that packages ship

    # --- values ------------------------------------------------------------------------------------------------------

    def value(self, f: Any, env: Env) -> Any:
        self.budget.spend()
        if isinstance(f, str):
            return n.INFINITY if f == "oo" else n.MINUS_INFINITY if f == "-oo" else rational(f)
        if not isinstance(f, list):
            raise Malformed(f"a value is expected, got {f!r}")
        rule = VALUES.get(f[0])
        if rule is None:
            raise Undecided(f"no rule for {f[0]}")
        if self.assumed:
            value = rule(self, f, env)
        elif f[0] in DEAR:
            value = self._kept(rule, f, env, tuple(sorted(self.mentions(f))))
        else:
            value = self._of_many(rule, f, env) if len(f) > MANY and f[0] in ("add", "mul") else rule(self, f, env)
        return self._in_this_case(f, env, value) if self.assumed and isinstance(value, Ball) else value

    def _of_many(self, rule: Callable[[Evaluator, Any, Env], Any], f: Any, env: Env) -> Any:
        """A long sum or product of numbers: the conditions of a case and the number behind it ask for the same one."""
        if id(f) not in self.long:
            self.long[id(f)] = f, tuple(sorted(self.mentions(f))) if plain(f) else None  # formulas and values are kept, so that their ids stay their own
        moving = self.long[id(f)][1]
        return rule(self, f, env) if moving is None else self._kept(rule, f, env, moving)

    def _kept(self, rule: Callable[[Evaluator, Any, Env], Any], f: Any, env: Env, moving: tuple[str, ...]) -> Any:
        """A value that hangs on these names; the last ones are kept, with the formula and the values of the names so that their ids stay their own."""
        values = tuple(env.get(name) for name in moving)
        key = id(f), ctx.prec, *map(id, values)
        if key not in self.kept:
            value = rule(self, f, env)
            if len(self.kept) >= KEPT:
                self.kept.clear()
            self.kept[key] = f, values, value
        return self.kept[key][2]

    def _in_this_case(self, f: Any, env: Env, value: Ball) -> Ball:
        for text, where, span in self.assumed:
            if where is env and text == text_of(f):
                if span.lo >= value.lo:
                    value = Ball(span.lo, value.hi, span.lo_open or (value.lo_open and span.lo == value.lo), value.hi_open)
                if span.hi <= value.hi:
                    value = Ball(value.lo, span.hi, value.lo_open, span.hi_open or (value.hi_open and span.hi == value.hi))
        return value

    def number(self, f: Any, env: Env) -> Number:
        value = self.value(f, env)
        if not isinstance(value, Fraction | Ball):
            raise NoValue("a number is needed")
        return value

    def mentions(self, f: Any) -> set[str]:
        """All names that stand in a formula, looked up once for each formula."""
        if id(f) not in self.mentioned:
            if len(self.mentioned) >= 1 << 14:
                self.mentioned.clear()
            self.mentioned[id(f)] = f, mentions(f)  # the formula is kept, so that its id stays its own
        return self.mentioned[id(f)][1]

    def whole(self, f: Any, env: Env) -> int:
        value = self.number(f, env)
        if not isinstance(value, Fraction):
            raise Undecided("a number that may be an integer")
        if value.denominator != 1:
            raise NoValue("an integer is needed")
        return int(value)

    def fraction(self, f: Any, env: Env) -> Fraction:
        """The value of a term that must be a fraction. Undecided for other numbers."""
        value = self.number(f, env)
        if not isinstance(value, Fraction):
            raise Undecided("a number that is not a fraction")
        return value

    def alike(self, p: Any) -> bool:
        """Whether both sides of a comparison are the same formula up to order and names; looked up once."""
        if id(p) not in self.equal:
            if len(self.equal) >= 1 << 14:
                self.equal.clear()
            self.equal[id(p)] = p, same(*(_with_floors(side) for side in (p[1], p[3])))  # kept, so that its id stays its own
        return self.equal[id(p)][1]

    def law(self, f: Any, env: Env) -> Any:
        return self.law_of(self.value(f, env))

    @staticmethod
    def law_of(value: Any) -> Any:
        if not isinstance(value, Finite | Line | Heavy | Poisson | Rays | Sparse | Independent | Blend | Normal | RealNormal):
            raise NoValue("a distribution is needed") if isinstance(value, Fraction | Ball | Point) else Undecided("a distribution is needed")
        return value

    def instance(self, cls: type[T], f: Any, env: Env) -> T:
        value = self.value(f, env)
        if not isinstance(value, cls):  # it may be given in a form for which there is no rule
            raise Undecided(f"a {cls.__name__.lower()} is needed")
        return value

    # --- truth -------------------------------------------------------------------------------------------------------

    def truth(self, p: Any, env: Env) -> str:
        self.budget.spend()
        rule = TRUTHS.get(head(p))
        if rule is None:
            raise Malformed(f"a proposition is expected, got {head(p)}")
        try:
            return rule(self, p, env)
        except NoValue:
            return NO_VALUE
        except Undecided:
            return UNDECIDED

    def valued(self, p: Any, env: Env) -> bool:
        """Whether a proposition that is open is certainly true or false: it is about numbers that all have a value, or is made of such propositions."""
        if head(p) in ("not", "all", "any", "implies", "iff"):
            return all(self.valued(part, env) for part in p[1:])
        if head(p) not in ("compare", "member") or (head(p) == "member" and head(argument(p, 1)) not in ("interval", "integers")):
            return False
        try:
            sides = [argument(p, k) for k in (0, 2) if head(argument(p, k)) != "printed"] if head(p) == "compare" else [argument(p, 0), *argument(p, 1)[1:3]]
            return all(isinstance(self.value(side, env), Fraction | Ball) for side in sides)
        except (NoValue, Undecided):
            return False

    def assignments(self, over: list[tuple[Any, Any]], env: Env, *bodies: Any) -> Any:
        """All environments in which the names are bound; Undecided over an infinite set.

        Events that the bodies use only for the mass under finite laws are enumerated on the points of these laws.
        """

        if not over:
            yield env
            return
        (pattern, where), rest = over[0], over[1:]
        try:
            values = members(self, where, env)
        except Undecided:
            if head(where) == "points" and head(pattern) == "var" and not rest and self._weighed(pattern, env, bodies) is not None:
                for point in self._weighed(pattern, env, bodies) or ():
                    self.budget.spend()
                    yield bind(pattern, point, env)
                return
            if head(where) != "events" or head(pattern) != "var" or rest:
                raise
            points: set[Any] = set()
            for body in bodies:
                self._event_points(body, pattern, env, points)
            values = subsets(sorted(points, key=laws.sort_key))
        for value in values:
            self.budget.spend()
            yield from self.assignments(rest, bind(pattern, value, env), *bodies)

    def each_once(self, over: list[tuple[Any, Any]], env: Env) -> list[Env]:
        """All environments in which the names are bound, each once, in the order of the members: for sums and whatever else counts them. Undecided where two may be the same."""
        found = list(self.assignments(over, env))
        own = [name for pattern, _ in over for name in names(pattern)]
        if len(set(own)) < len(own) or not any(contains_head(where, "one_of") for _, where in over):
            return found
        different: dict[Any, Env] = {}
        for inner in found:
            different.setdefault(tuple(inner[name] for name in own), inner)
        keys.distinct(different)
        return list(different.values())

    def _weighed(self, name: Any, env: Env, bodies: Any) -> list[Any] | None:
        """The atoms of laws whose weight is all that the bodies ask of a point, and one point beyond them all; None where they ask for more, as for the density under laws that are not finite."""
        atoms: list[Any] = []
        asked = False

        def visit(f: Any) -> bool:
            nonlocal asked
            if f == name:
                return False
            if not isinstance(f, list):
                return True
            if len(f) == 3 and ((f[0] == "density" and f[2] == name) or (f[0] == "mass" and f[2] == ["event", name])):
                if mentions(f[1]) & set(names(name)):
                    return False
                law = self.law(f[1], env)
                asked = True
                if isinstance(law, Finite):
                    atoms.extend(law.points)
                elif f[0] == "mass" and isinstance(law, Line | Heavy):
                    atoms.extend(x for x, _ in (law.light if isinstance(law, Heavy) else law).atoms)
                else:
                    return False
                return True
            return all(visit(part) for part in f[1:])

        if not all(visit(body) for body in bodies if body is not None) or not asked:
            return None
        points = sorted(set(atoms), key=laws.sort_key)
        ends = [x for point in points for x in (point if isinstance(point, Point) else (point,))]
        if not all(isinstance(x, Fraction) for x in ends):
            return None
        beyond = max((abs(x) for x in ends), default=n.ZERO) + 1
        return [*points, Point(beyond for _ in points[0]) if points and isinstance(points[0], Point) else beyond]

    def _event_points(self, f: Any, name: Any, env: Env, points: set[Any]) -> None:
        """Collect the points of the finite laws whose mass of the event is taken; Undecided at any other use of the event."""
        if f == name:
            raise Undecided("all events of an infinite space")
        if not isinstance(f, list):
            return
        if f[0] in ("mass", "indicator_law") and len(f) == 3 and f[2] == name:
            law = self.law(f[1], {key: value for key, value in env.items() if key not in names(name)})
            if not isinstance(law, Finite):
                raise Undecided("all events of a distribution that is not finite")
            points.update(law.points)
            return
        if f[0] in BINDERS and any(set(names(pattern)) & set(names(name)) for pattern, _ in entries(f)):
            raise Undecided("an event whose name is bound again")
        for part in f[1:]:
            self._event_points(part, name, env, points)

    def witness(self, f: Any, env: Env) -> Env | None:
        """The environment of a stored witness for this binder, if every value lies in its set; one that is stored by name may be that of another binder."""

        stored = self.witnesses.get(id(f))
        if stored is None:
            return None
        self.used.add(id(f))
        inner = dict(env)
        for pattern, where in entries(f):
            values = {name: self.value(stored[name], {}) for name in names(pattern)}
            value = gather(pattern, values)
            if contains(self, where, value, inner) != TRUE:
                if self.by_name:
                    return None
                raise Undecided("an inner witness outside its set")
            inner.update(values)
        return inner


def plain(f: Any) -> bool:
    """Whether a term is made of numbers, names and elementary functions alone."""
    return isinstance(f, str) or (isinstance(f, list) and (f[0] == "var" or (f[0] in slopes.ARITHMETIC and all(plain(part) for part in f[1:]))))


def gather(pattern: Any, values: dict[str, Any]) -> Any:
    """The value that a pattern would bind to these names."""
    return (
        values[names(pattern)[0]] if head(pattern) == "var" else Point(gather(part, values) for part in items(pattern))
    )


def printed_interval(digits: str, rule: str) -> tuple[Fraction, Fraction, bool, bool]:
    """The numbers that are printed as these digits: ends, and whether each end is included."""
    try:
        if len(digits) > 60:
            raise ValueError
        decimal = Decimal(digits)
        exponent = decimal.as_tuple().exponent
        if not isinstance(exponent, int) or abs(exponent) > 400:
            raise ValueError
    except (ValueError, ArithmeticError):
        raise Malformed(f"printed digits are expected, got {digits[:40]!r}") from None
    d, unit = Fraction(decimal), Fraction(10) ** exponent
    ends = {
        "nearest": (d - unit / 2, d + unit / 2, True, True),
        "truncated": (d, d + unit, True, False),
        "upper bound": (d - unit, d, False, True),
        "lower bound": (d, d + unit, True, False),
    }
    if rule not in ends:
        raise Malformed(f"a rounding rule must be one of {', '.join(ends)}, got {rule[:40]!r}")
    return ends[rule]


def _with_floors(f: Any) -> Any:
    """The formula without ceilings, and without signs that cancel: ceiling(a) is -floor(-a), and -(-a) is a."""
    if not isinstance(f, list):
        return f
    parts = [_with_floors(part) for part in f[1:]]
    if f[0] == "ceiling":
        return _opposite(["floor", _opposite(*parts)])
    return _opposite(parts[1]) if f[0] == "mul" and len(parts) == 2 and parts[0] == "-1" else [f[0], *parts]


def _opposite(f: Any) -> Any:
    return f[2] if isinstance(f, list) and f[0] == "mul" and len(f) == 3 and f[1] == "-1" else ["mul", "-1", f]


def _compare(e: Evaluator, p: Any, env: Env) -> str:
    relation, claimed = word(argument(p, 1)), argument(p, 2)
    if relation == "rounds to":
        if head(claimed) != "printed":
            raise Malformed("'rounds to' needs printed digits")
        lo, hi, with_lo, with_hi = printed_interval(word(argument(claimed, 0)), word(argument(claimed, 1)))
        x = e.number(argument(p, 0), env)
        answers = (
            judge(n.relations(x, lo), {">", "="} if with_lo else {">"}),
            judge(n.relations(x, hi), {"<", "="} if with_hi else {"<"}),
        )
        return FALSE if FALSE in answers else UNDECIDED if UNDECIDED in answers else TRUE
    if relation not in RELATIONS:
        raise Malformed(f"a relation must be one of {', '.join(RELATIONS)}, got {relation[:40]!r}")
    a, b = _sides(e, argument(p, 0), claimed, env)
    if isinstance(a, Fraction | Ball) and isinstance(b, Fraction | Ball):
        if p[1] == claimed and not any(contains_head(claimed, kind) for kind in ("sup", "inf")):  # one number, whichever it is
            return judge({"="}, RELATIONS[relation])
        answer = judge(n.relations(a, b), RELATIONS[relation])
        if answer == UNDECIDED and "=" in RELATIONS[relation] and e.alike(p):
            return TRUE  # both sides have a value, and it is the same one
        return by_floors(e, ["compare", _with_floors(p[1]), p[2], _with_floors(claimed)], env) if answer == UNDECIDED else answer
    if relation in ("==", "!=") and type(a) is type(b) and not isinstance(a, Line | Heavy | Rays | Independent | Normal | RealNormal):
        answer = equal(a, b)
        return answer if relation == "==" else {TRUE: FALSE, FALSE: TRUE}.get(answer, answer)
    raise NoValue("a comparison of things that are not numbers")


def _sides(e: Evaluator, left: Any, right: Any, env: Env) -> tuple[Any, Any]:
    """Both sides; an extremum is bounded as well as its comparison with the other side needs."""
    if head(left) not in ("sup", "inf") and head(right) not in ("sup", "inf"):
        return e.value(left, env), e.value(right, env)
    first = head(left) in ("sup", "inf")
    other = e.value(right if first else left, env)
    asked = left if first else right
    before, e.aim = e.aim, (asked, n.ball(other)) if isinstance(other, Fraction | Ball) else None
    try:
        own = e.value(asked, env)
    finally:
        e.aim = before
    return (own, other) if first else (other, own)


def _sequence(stop: str, otherwise: str) -> Callable[[Evaluator, Any, Env], str]:
    """``all`` stops at the first false part, ``any`` at the first true one; a part without a value counts if none stopped before.

    Behind a part that is open but certainly true or false, a part that stops decides: the open one has some answer, and one of the two stops."""

    def rule(e: Evaluator, p: Any, env: Env) -> str:
        open_before = False
        for part in p[1:]:
            answer = e.truth(part, env)
            if answer == stop:
                return stop
            if answer == UNDECIDED and e.valued(part, env):
                open_before = True
            elif answer != otherwise:
                return UNDECIDED if open_before else answer
        return UNDECIDED if open_before else otherwise

    return rule


def _not(e: Evaluator, p: Any, env: Env) -> str:
    return {TRUE: FALSE, FALSE: TRUE}.get(answer := e.truth(argument(p, 0), env), answer)


def _implies(e: Evaluator, p: Any, env: Env) -> str:
    """``any(not p, q)``: a false premise makes it true, one without a value leaves it without one."""
    left = e.truth(argument(p, 0), env)
    if left == FALSE:
        return TRUE
    if left == NO_VALUE:
        return NO_VALUE
    right = e.truth(argument(p, 1), env)
    if left == TRUE:
        return right
    return TRUE if right == TRUE and e.valued(argument(p, 0), env) else UNDECIDED


def _iff(e: Evaluator, p: Any, env: Env) -> str:
    left, right = e.truth(argument(p, 0), env), e.truth(argument(p, 1), env)
    if NO_VALUE in (left, right):
        return NO_VALUE
    return UNDECIDED if UNDECIDED in (left, right) else TRUE if left == right else FALSE


def _quantifier(e: Evaluator, p: Any, env: Env) -> str:
    decisive, otherwise = (FALSE, TRUE) if p[0] == "forall" else (TRUE, FALSE)
    stored = e.witness(p, env)
    if stored is not None:
        if e.truth(argument(p, 1), stored) == decisive:
            return decisive
        if e.strict:
            return UNDECIDED
    linear = over_intervals(e, p, env)
    if linear is not None:
        return linear
    if p[0] == "exists" and (never(e, p, env) or left_out(e, p, env)):
        return FALSE
    if none_exist(e, p, env):
        return FALSE
    later = sub_gaussian(e, p, env) or everywhere(e, p, env) or eventually(e, p, env) or for_all_levels(e, p, env) or finite_slope(e, p, env) or even(e, p, env) or on_half_line(e, p, env)
    if later is not None:
        return later
    answers = set()
    try:
        for inner in e.assignments(entries(p), env, argument(p, 1)):
            answer = e.truth(argument(p, 1), inner)
            if answer == decisive:
                return decisive
            answers.add(answer)
    except Undecided:
        whole = _idle(e, p, env, decisive, otherwise) or _at_an_end(e, p, env) or same_laws(e, p, env) or by_cover(e, p, env)
        if whole is None:
            raise
        return whole
    return NO_VALUE if NO_VALUE in answers else UNDECIDED if UNDECIDED in answers else otherwise


def _idle(e: Evaluator, p: Any, env: Env, decisive: str, otherwise: str) -> str | None:
    """The truth of a quantifier whose body mentions none of its names and whose sets have values: what it would be over no members, or that of the body where there are members."""
    over = entries(p)
    bound = {name for pattern, _ in over for name in names(pattern)}
    if bound & free(argument(p, 1)):
        return None
    answer = e.truth(argument(p, 1), env)
    ranges = [stated(where) for _, where in over]
    members_ = answer == decisive and all(head(where) in ("interval", "integers") and not bound & mentions(where) and with_members(e, where, env) for where in ranges)
    return answer if members_ or (answer == otherwise and sets_valued(e, p, env)) else None


def _at_an_end(e: Evaluator, p: Any, env: Env) -> str | None:
    """The truth of a quantifier over one interval, or over integers, whose body compares the bare name with what does not mention it.

    One end decides: all numbers of an interval are at most t if its upper end is, and some number is if its lower end is.
    """
    over, body = entries(p), argument(p, 1)
    if len(over) != 1 or head(over[0][0]) != "var" or head(body) != "compare":
        return None
    name, where = over[0]
    where = stated(where)
    left, relation, right = argument(body, 0), word(argument(body, 1)), argument(body, 2)
    if right == name:
        left, right, relation = right, left, MIRRORED.get(relation, "")
    if head(where) not in ("interval", "integers") or left != name or relation not in ("<=", "<", ">=", ">"):
        return None
    if set(names(name)) & mentions(right):
        return None
    lo, hi = e.number(argument(where, 0), env), e.number(argument(where, 1), env)
    whole = head(where) == "integers"
    if whole:
        lo, hi = n.ceiling(lo) if n.finite(lo) else lo, n.floor(hi) if n.finite(hi) else hi
    if n.relations(lo, hi) != {"<"}:
        raise Undecided("an interval that may be empty")
    everywhere = p[0] == "forall"
    upper = (relation[0] == "<") == everywhere
    end = hi if upper else lo
    closed = n.finite(end) if whole else word(argument(where, 3 if upper else 2)) == "closed"
    # an open end is not a member: all members may then be below what the end equals, and none reaches it
    strict = (relation in ("<", ">") and closed) if everywhere else (relation in ("<", ">") or not closed)
    return judge(n.relations(end, e.number(right, env)), RELATIONS[relation[0] + ("" if strict else "=")])


def _member(e: Evaluator, p: Any, env: Env) -> str:
    found, where = argument(p, 0), argument(p, 1)
    if head(where) in ("var", "item", "preimage"):  # an event, or a set of indices, by its name, or what a map sends into one
        return in_event(e, where, e.value(found, env), env)
    answer = contains(e, where, e.value(found, env), env)
    if answer != UNDECIDED or head(where) != "interval":
        return answer
    return every(e.truth(part, env) for part in between(found, where))


def between(x: Any, where: Any) -> tuple[Any, Any]:
    """What it means that a number lies in an interval: two comparisons."""
    low, high = (["word", "<" if word(argument(where, k)) == "open" else "<="] for k in (2, 3))
    return ["compare", where[1], low, x], ["compare", x, high, where[2]]


def _free_of(e: Evaluator, p: Any, env: Env) -> str:
    return FALSE if contains_head(argument(p, 0), word(argument(p, 1))) else TRUE


TRUTHS: dict[str, Callable[[Evaluator, Any, Env], str]] = {
    "compare": _compare,
    "all": _sequence(FALSE, TRUE),
    "any": _sequence(TRUE, FALSE),
    "not": _not,
    "implies": _implies,
    "iff": _iff,
    "forall": _quantifier,
    "exists": _quantifier,
    "member": _member,
    "free_of": _free_of,
}
