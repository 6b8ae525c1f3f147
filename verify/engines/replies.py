"""Refutes ``there is x such that for all y: P(x, y)``: for each x some reply y makes P false. An x at which P has no value counts as none.

*Replies.* At exact values of the outer names the statement, or one part of a conjunction, is ``exists x in X: B``. The range of one number of x is cut in two until on each piece one
reply serves: parts of conjunctions of B are chosen, and what B quantifies over gets numbers, tried near the ends of the sets and of the piece, at which B is false for enclosures that
hold the whole piece. Where no numbers do, replies that are formulas in x are tried at a few points, and that they lie in their sets and that the comparison fails is proved by the
engines of numbers.

*Growth.* ``there are K, ... such that for all t > s, ...: A <= K G`` for finite K is false where A/G tends to oo along a path, formulas in t for the other names, on which G is positive
for large t.

Evidence of kind ``reply``: ``instance`` (outer names), ``path`` (numbers of parts of conjunctions, from 1, that lead to ``exists``), ``cut`` and ``at`` as for members, ``pieces`` of ``path``,
``values`` (the replies) and, where these are formulas or a margin is missing, ``relation`` (the opposite that is proved) and ``proofs``. Of kind ``growth``: ``factor``, ``along``, ``path``.
"""

from __future__ import annotations

import itertools
import math
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from flint import arb, fmpq

from verify.claims.nodes import BINDERS, ClaimError, Node, child, free_names, from_json, heads, literal, number, pattern_names, substitute, to_json, walk
from verify.claims.propositions import Compare, Exists, ForAll
from verify.claims.sets import stated
from verify.claims.show import text
from verify.engines import evaluate as ev
from verify.engines import interval, listed, members, obligations, symbolic
from verify.engines.solution import defined, positive_names
from verify.engines.task import Finding, Status, Task
from verify.engines.truth import Truth
from verify.values import numbers, primitives
from verify.values.structures import Family

ENGINE = "replies"
OPEN_TO_UNKNOWN = frozenset({"var", "add", "mul", "pow", "exp", "log", "abs", "max", "min", "erf", "erfc", "if", "item", "sum", "prod", "compare", "all", "any", "not", "implies"}) | set(primitives.PRIMITIVES)
"""Heads that know of a number only in which enclosure it lies."""
OPPOSITE = {"<=": (">",), "<": (">=",), ">=": ("<",), ">": ("<=",), "==": ("<", ">")}
INFINITY, MINUS_INFINITY = number("oo"), number("-oo")
STEPS = tuple(map(Fraction, ("1", "1/4", "2", "1/2", "4", "1/10", "10")))
MOST_PIECES, MOST_INSTANCES, MOST_TRIED, MOST_FORMULAS, MOST_PATHS, LONGEST_FAMILY = 8, 6, 600, 40, 60, 16
"""Pieces, values of the outer names, evaluations of the body, formulas on a piece, paths, members of a family."""
COVERED, COST_OF_COVER = frozenset({"sup", "inf", "forall", "exists"}), 25
"""Heads that a search over boxes may stand behind, and how many other evaluations one of these counts for."""
ALGEBRAIC = frozenset({"num", "var", "add", "mul", "pow", "abs", "max", "min", "compare"})
"""Heads of what the symbolic engine is asked to prove: with others it takes long, and the boxes have failed before."""
BITS, BOXES, MOST_FAILED = 64, 40, 4
"""Precision of the search, boxes for a proof, proofs that may fail."""
Over = tuple[tuple[Any, Node], ...]


@dataclass(frozen=True, slots=True)
class _Branch:
    """A part of the body: the parts of conjunctions that were chosen, what is quantified over, what is left."""
    path: tuple[int, ...]
    asked: tuple[tuple[str, Node], ...]
    rest: Node


class _Spent(Exception):
    """The evaluations or the time of the search are spent."""


def decide(task: Task) -> Finding | None:
    """Refute a statement that something serves all. None where it says nothing of the kind, or nothing was found."""
    found = _growth(task)
    if found is not None:
        return found
    for path, target in _targets(task.states):
        search = _Search(task)
        try:
            for instance in _instances(task):
                if not _holds_before(task.states, path, instance):
                    continue
                found = search.replies(target, path, instance)
                if found is not None:
                    return found
        except (_Spent, ClaimError):
            continue
    return None


def _targets(goal: Node) -> Iterator[tuple[tuple[int, ...], Node]]:
    if goal.head == "exists":
        yield (), goal
    elif goal.head == "all":
        for k, part in enumerate(goal.args, 1):
            if isinstance(part, Node):
                yield from (((k, *path), target) for path, target in _targets(part))


def _holds_before(goal: Node, path: tuple[int, ...], instance: dict[str, Fraction]) -> bool:
    """Whether the parts of conjunctions before the chosen ones are true: one without a value would leave the statement without one."""
    env = {name: _exact(q) for name, q in instance.items()}
    for k in path:
        if any(ev.holds(child(goal, j), env)[0] is not Truth.TRUE for j in range(k - 1)):
            return False
        goal = child(goal, k - 1)
    return True


def _has_length(where: Node, instance: dict[str, Fraction]) -> bool:
    """Whether the ends of an interval differ: what is said of nothing, or of one number, needs no replies."""
    where = stated(where)
    return where.head != "interval" or not free_names(where) <= instance.keys() or ev.holds(Node("compare", child(where, 0), "<", child(where, 1)), {name: _exact(q) for name, q in instance.items()})[0] is not Truth.FALSE


def _exact(q: Fraction) -> fmpq:
    return fmpq(q.numerator, q.denominator)


def _instances(task: Task) -> Iterator[dict[str, Fraction]]:
    """Simple values of the outer names, where these are numbers in sets between numbers."""
    rows: list[tuple[str, list[Fraction]]] = []
    for pattern, where in task.forall:
        where = stated(where)
        values = _simple(where)
        if not isinstance(pattern, Node) or not values:
            return
        rows.append((str(pattern.args[0]), values))
    for chosen in itertools.islice(itertools.product(*(values for _, values in rows)), MOST_INSTANCES):
        instance = dict(zip((name for name, _ in rows), chosen, strict=True))
        env = {name: _exact(q) for name, q in instance.items()}
        if all(ev.holds(hypothesis, env)[0] is Truth.TRUE for hypothesis in task.given):
            yield instance


def _simple(where: Node) -> list[Fraction]:
    if where.head == "one_of":
        found = [literal(a) for a in where.args if isinstance(a, Node)]
        return [q for q in found if q is not None][:3]
    if where.head not in ("interval", "integers") or any(child(where, k).head != "num" for k in (0, 1)):
        return []
    low, high = literal(child(where, 0)), literal(child(where, 1))
    if where.head == "integers":
        start = Fraction(math.ceil(low)) if low is not None else min(Fraction(math.floor(high)), Fraction(0)) if high is not None else Fraction(0)
        return [start + k for k in range(3) if high is None or start + k <= high]
    ends = [low if where.args[2] == "closed" else None, high if where.args[3] == "closed" else None]
    inside = [low + step for step in STEPS[:2]] if low is not None else [high - step for step in STEPS[:2]] if high is not None else [Fraction(0), Fraction(1)]
    if low is not None and high is not None:
        inside = [(low + high) / 2]
    return [*(q for q in inside if (low is None or q > low) and (high is None or q < high)), *(end for end in ends if end is not None)]


class _Search:
    """The search for replies to one statement."""
    def __init__(self, task: Task) -> None:
        self.task = task
        self.tried = self.failed = 0
        self.deadline = time.thread_time() + task.effort.guard_seconds / 2

    def spend(self, cost: int = 1) -> None:
        self.tried += cost
        if self.tried > MOST_TRIED or time.thread_time() > self.deadline:
            raise _Spent

    def replies(self, target: Node, path: tuple[int, ...], instance: dict[str, Fraction]) -> Finding | None:
        """The refutation at values of the outer names, if replies are found."""
        over: Any = target.args[0]
        if any(not isinstance(pattern, Node) or pattern.head != "var" for pattern, _ in over):
            return None
        unknown = [str(pattern.args[0]) for pattern, _ in over]
        if len(set(unknown)) != len(unknown) or set(unknown) & set(instance) or not all(_has_length(where, instance) for _, where in over):
            return None
        branches = list(_branches(child(target, 1), (), ()))
        for by_proof in (False, True):
            pieces = self.pieces(tuple(over), branches, instance, by_proof, [MOST_PIECES if not by_proof else 3])
            if pieces is not None:
                break
        else:
            return None
        cut = next((name for name, (_, own), (_, first) in zip(unknown, over, pieces[0][0], strict=True) if stated(own) != stated(first)), None)
        at = [str(child(piece[unknown.index(cut)][1], 1).args[0]) for piece, _ in pieces[:-1]] if cut else []
        evidence = {"instance": {name: str(q) for name, q in instance.items()}, "path": list(path), "cut": cut, "at": at, "pieces": [piece for _, piece in pieces]}
        shown = "; ".join(dict.fromkeys(_shown(piece) for _, piece in pieces))
        at_outer = f"for {', '.join(f'{name} = {q}' for name, q in instance.items())} " if instance else ""
        words = f"{at_outer}no such {' and '.join(unknown)} exist{'s' if len(unknown) == 1 else ''}: " + (f"every choice fails at {shown}" if shown else "the comparison always fails")
        trusted = obligations.trusted(proof for _, piece in pieces for proof in piece.get("proofs", []))
        return Finding(ENGINE, Status.REFUTED, words, "reply", evidence, trusted=trusted)

    def pieces(self, over: Over, branches: list[_Branch], instance: dict[str, Fraction], by_proof: bool, left: list[int]) -> list[tuple[Over, dict[str, Any]]] | None:
        """Pieces of the range, from the lower end up, each with its reply; None where one has none."""
        if not left[0]:
            return None
        left[0] -= 1
        for branch in branches:
            found = self.formulas(over, branch, instance) if by_proof else self.numbers(over, branch, instance)
            if found is not None:
                return [(over, found)]
        halves = members.halves(over)
        if halves is None:
            return None
        pieces: list[tuple[Over, dict[str, Any]]] = []
        for half in halves:
            own = self.pieces(half, branches, instance, by_proof, left)
            if own is None:
                return None
            pieces += own
        return pieces

    # numbers -----------------------------------------------------------------------------------------------------------
    def numbers(self, over: Over, branch: _Branch, instance: dict[str, Fraction]) -> dict[str, Any] | None:
        """A reply in numbers that serves a whole piece."""
        env: dict[str, Any] = {name: _exact(q) for name, q in instance.items()}
        unknown: set[str] = set()
        for pattern, where in over:
            if free_names(where) & unknown:
                return None
            known = _range(stated(where), env)
            if known is None:
                return None
            env[str(pattern.args[0])] = known
            unknown.add(str(pattern.args[0]))
        if unknown & {name for name, _ in branch.asked} or not _blind(branch.rest, unknown):
            return None
        near = [q for _, where in over for q in _around(stated(where))]
        cost = COST_OF_COVER if heads(branch.rest) & COVERED else 1
        for values in self.choices(branch.asked, env, near):
            self.spend(cost)
            try:
                answer = ev.truth(branch.rest, {**env, **{name: _exact(q) for name, q in values.items()}}, ev.Context(BITS))
            except (ev.NoRoute, numbers.NoValue):
                continue
            if answer is Truth.FALSE:
                return {"path": list(branch.path), "values": {name: str(q) for name, q in values.items()}}
        return None

    def choices(self, asked: tuple[tuple[str, Node], ...], env: dict[str, Any], near: list[Fraction]) -> Iterator[dict[str, Fraction]]:
        """Numbers for the names that are quantified over, each certainly in its set."""
        if not asked:
            yield {}
            return
        (name, where), rest = asked[0], asked[1:]
        for q in _members(stated(where), env, near):
            for others in self.choices(rest, {**env, name: _exact(q)}, near):
                yield {name: q, **others}

    # formulas ----------------------------------------------------------------------------------------------------------
    def formulas(self, over: Over, branch: _Branch, instance: dict[str, Fraction]) -> dict[str, Any] | None:
        """A reply in formulas, with proofs that it serves a whole piece."""
        given = {name: number(q) for name, q in instance.items()}
        place = tuple((pattern, substitute(where, given)) for pattern, where in over)
        unknown = {str(pattern.args[0]) for pattern, _ in over}
        known = positive_names(place)
        own = {name for name, _ in branch.asked}
        if own & (unknown | set(instance)) or len(own) != len(branch.asked) or not all(obligations.finite(stated(where), known, frozenset()) for _, where in place):
            return None
        asked = tuple((name, substitute(where, given)) for name, where in branch.asked)
        rest = substitute(branch.rest, given)
        if rest.head != "compare" or not isinstance(rest.args[2], Node) or str(rest.args[1]) not in OPPOSITE or not free_names(rest) <= unknown | own:
            return None
        points = [dict(zip((str(pattern.args[0]) for pattern, _ in place), values, strict=True)) for values in zip(*(_points(stated(where)) for _, where in place), strict=False)]
        names = [Node("var", name) for name in sorted(unknown)]
        for chosen in itertools.islice(itertools.product(*(_formulas(names) for _ in asked)), MOST_FORMULAS):
            values = {name: value for (name, _), value in zip(asked, chosen, strict=True)}
            if not all(defined(value, known) for value in chosen):
                continue
            goals = _in_sets(asked, values)
            if goals is None:
                return None
            for relation in OPPOSITE[str(rest.args[1])]:
                wanted = [*goals, Compare(substitute(child(rest, 0), values), relation, substitute(child(rest, 2), values))]
                if not points or not all(self.at(goal, point) for point in points for goal in wanted):
                    continue
                proofs: list[Any] = []
                for goal in reversed(wanted):  # the comparison first: it is the one that fails
                    proofs.insert(0, self.proof(place, goal))
                    if proofs[0] is None:
                        break
                if all(proofs):
                    return {"path": list(branch.path), "values": {name: to_json(value) for name, value in values.items()}, "relation": relation, "proofs": proofs}
        return None

    def at(self, goal: Node, point: dict[str, Fraction]) -> bool:
        self.spend()
        return ev.holds(goal, {name: _exact(q) for name, q in point.items()})[0] is Truth.TRUE

    def proof(self, over: Over, goal: Node) -> Any:
        """The proof of a goal on a piece; None where there is none."""
        if obligations.evident(goal, positive_names(over)):
            return "evident"
        task = replace(self.task, variant=replace(self.task.variant, forall=over, given=(), states=goal), effort=replace(self.task.effort, boxes=min(BOXES, self.task.effort.boxes), sample=0))
        tried = interval.decide(task)
        if tried.status is Status.PROVED and tried.kind == "boxes":
            return {"kind": tried.kind, "evidence": dict(tried.evidence)}
        for way, parts in obligations.by_profile(goal, positive_names(over)):
            proofs = list(itertools.takewhile(bool, (self.proof(over, part) for part in parts)))
            if len(proofs) == len(parts):
                return {way: proofs}
        if heads(goal) <= ALGEBRAIC:
            tried = symbolic.decide(task)
            if tried.status is Status.PROVED and tried.kind in ("identity", "logic"):
                return {"kind": tried.kind, "evidence": dict(tried.evidence)}
        self.failed += 1
        if self.failed > MOST_FAILED:
            raise _Spent
        return None


def _branches(p: Node, path: tuple[int, ...], asked: tuple[tuple[str, Node], ...]) -> Iterator[_Branch]:
    """What may be made false: the proposition behind the names that it quantifies over, or parts of conjunctions."""
    if p.head == "forall":
        over: Any = p.args[0]
        if any(not isinstance(pattern, Node) or pattern.head != "var" for pattern, _ in over):
            return
        own = tuple((str(pattern.args[0]), where) for pattern, where in over)
        if not {name for name, _ in own} & {name for name, _ in asked}:
            yield from _branches(child(p, 1), path, (*asked, *own))
        return
    if p.head == "all":
        for k in range(len(p.args)):
            yield from _branches(child(p, k), (*path, k + 1), asked)
        return
    yield _Branch(path, asked, p)


def _bound_names(f: Node) -> set[str]:
    over: Any = [entry for part in walk(f) if part.head in BINDERS for entry in part.args[0]]  # type: ignore[union-attr]
    return {name for pattern, _ in over for name in pattern_names(pattern)}


def _blind(f: Any, unknown: set[str]) -> bool:
    """Whether unknown numbers stand under arithmetic, conditions and propositions alone."""
    if isinstance(f, tuple):
        return all(_blind(part, unknown) for part in f)
    if not isinstance(f, Node) or not (free_names(f) | _bound_names(f)) & unknown:
        return True
    if f.head not in OPEN_TO_UNKNOWN:
        return False
    if f.head in BINDERS:
        over: Any = f.args[0]
        if any(unknown & (set(pattern_names(pattern)) | free_names(where)) for pattern, where in over):
            return False
        return _blind(f.args[1:], unknown)
    return f.head == "var" or _blind(f.args, unknown)


def _range(where: Node, env: dict[str, Any]) -> Any:
    """An enclosure of all numbers of an interval, or of all families of such numbers; None for other sets."""
    c = ev.Context(BITS)
    try:
        if where.head == "families":
            index, finite = listed.members_of(child(where, 0), env, c)
            inner = _range(stated(child(where, 1)), env)
            fits = finite and len(index) <= LONGEST_FAMILY and all(k == at for at, k in enumerate(index, 1))
            return Family(tuple(inner for _ in index)) if fits and isinstance(inner, numbers.Enclosure) else None
        if where.head != "interval":
            return None
        low, high = (numbers.enclose(ev.value(child(where, k), env, c), BITS) for k in (0, 1))
    except (ev.NoRoute, numbers.NoValue):
        return None
    return numbers.Enclosure(low.lo, high.hi) if low.lo <= high.hi else None


def _around(where: Node) -> list[Fraction]:
    """Numbers beside a piece and in it."""
    if where.head != "interval" or any(child(where, k).head != "num" for k in (0, 1)):
        return []
    low, high = literal(child(where, 0)), literal(child(where, 1))
    found = [] if high is None else [high + 1, 2 * high, high]
    found += [] if low is None else [low / 2, low / 4, low - 1, low]
    return found if low is None or high is None else [*found, (low + high) / 2]


def _members(where: Node, env: dict[str, Any], near: list[Fraction]) -> Iterator[Fraction]:
    """Numbers that are certainly in a set, the simplest first."""
    if where.head == "one_of":
        yield from _simple(where)
        return
    if where.head not in ("interval", "integers"):
        return
    c = ev.Context(BITS)
    try:
        low, high = (ev.value(child(where, k), env, c) for k in (0, 1))
    except (ev.NoRoute, numbers.NoValue):
        return
    ends = [_rounded(low, True), _rounded(high, False)]
    found = [end for end in ends if end is not None]
    found += [ends[0] + step for step in STEPS] if ends[0] is not None else [Fraction(0), *STEPS]
    found += [ends[1] - step for step in STEPS[:4]] if ends[1] is not None else []
    found += [(ends[0] + ends[1]) / 2] if ends[0] is not None and ends[1] is not None else []
    whole = where.head == "integers"
    left, right = ("closed", "closed") if whole else where.args[2:4]
    for q in dict.fromkeys([*found, *near]):
        if whole and q.denominator != 1:
            continue
        above = numbers.relation(low, "<" if left == "open" else "<=", _exact(q))
        if above is True and numbers.relation(_exact(q), "<" if right == "open" else "<=", high) is True:
            yield q


def _rounded(end: Any, upwards: bool) -> Fraction | None:
    """An end as a fraction, on the side of the set where it is known by an enclosure; None where it is infinite."""
    if isinstance(end, fmpq):
        return Fraction(int(end.p), int(end.q))
    known = numbers.enclose(end, BITS)
    side = known.hi if upwards else known.lo
    if not isinstance(side, arb):
        return None
    scaled = side * 1024
    whole = (scaled.ceil() if upwards else scaled.floor()).unique_fmpz()
    return None if whole is None else Fraction(int(whole), 1024)


def _points(where: Node) -> list[Fraction]:
    """Three numbers inside an interval."""
    low, high = (literal(child(where, k)) for k in (0, 1))
    if low is not None and high is not None:
        return [low + (high - low) * Fraction(k, 4) for k in (2, 1, 3)]
    if low is not None:
        return [low + step for step in (Fraction(1), Fraction(1, 8), Fraction(7))]
    return [high - step for step in (Fraction(1), Fraction(1, 8), Fraction(7))] if high is not None else [Fraction(1), Fraction(-3), Fraction(1, 8)]


def _formulas(names: list[Node]) -> Iterator[Node]:
    """Formulas that may be replies."""
    for name in names:
        yield from (1 + name, name / 2, 2 * name, name, 1 / name, 1 / (1 + name), (1 + name) ** 2, name - 1)
    if len(names) > 1:
        yield Node("add", number(1), *names)
    yield from (number(q) for q in (Fraction(1), Fraction(0), Fraction(1, 2), Fraction(2)))


def _in_sets(asked: tuple[tuple[str, Node], ...], values: dict[str, Node]) -> list[Node] | None:
    """That the replies lie in their sets; None where one is no interval."""
    goals: list[Node] = []
    before: dict[str, Node] = {}
    for name, where in asked:
        inside = substitute(stated(where), before)
        if inside.head != "interval":
            return None
        goals += obligations.between_ends(values[name], inside)
        before[name] = values[name]
    return goals


def _shown(piece: dict[str, Any]) -> str:
    return ", ".join(f"{name} = {text(from_json(value))}" for name, value in piece["values"].items())


# --- growth -------------------------------------------------------------------------------------------------------------


def _growth(task: Task) -> Finding | None:
    """A path along which no factor is large enough."""
    goal = task.states
    if task.forall or task.given or goal.head != "exists" or child(goal, 1).head != "forall":
        return None
    outer: Any = goal.args[0]
    inner: Any = child(goal, 1).args[0]
    if any(not isinstance(pattern, Node) or pattern.head != "var" for pattern, _ in (*outer, *inner)):
        return None
    exist, asked = ([str(pattern.args[0]) for pattern, _ in over] for over in (outer, inner))
    if len({*exist, *asked}) != len(exist) + len(asked) or not all(obligations.finite(stated(where), set(), frozenset()) for _, where in outer):
        return None
    for factor in exist:
        sides = _sides(child(child(goal, 1), 1), factor, set(exist))
        if sides is None:
            continue
        for along in asked:
            found = _path(along, inner, set(exist), *sides)
            if found is not None:
                shown = ", ".join(f"{name} = {text(value)}" for name, value in found.items())
                words = f"no {factor} is large enough: the quotient of the sides tends to infinity with {along}" + (f" along {shown}" if shown else "")
                evidence = {"factor": factor, "along": along, "path": {name: to_json(value) for name, value in found.items()}}
                return Finding(ENGINE, Status.REFUTED, words, "growth", evidence)
    return None


def _sides(p: Node, factor: str, exist: set[str]) -> tuple[Node, Node] | None:
    """A and G of ``A <= K G``; None where one of them mentions what exists."""
    if p.head != "compare" or p.args[1] not in ("<=", "<", ">=", ">"):
        return None
    compared, product = (child(p, 0), child(p, 2)) if p.args[1] in ("<=", "<") else (child(p, 2), child(p, 0))
    if product.head != "mul":
        return None
    rest = [part for part in product.args if part != Node("var", factor)]
    if len(rest) != len(product.args) - 1 or not rest:
        return None
    bound = child(product, product.args.index(rest[0])) if len(rest) == 1 else Node("mul", *rest)
    return None if (free_names(compared) | free_names(bound)) & exist else (compared, bound)


def _path(along: str, inner: Any, exist: set[str], compared: Node, bound: Node) -> dict[str, Node] | None:
    t = Node("var", along)
    others: list[tuple[str, Node]] = []
    for pattern, where in inner:
        where = stated(where)
        if where.head != "interval":
            return None
        if pattern.args[0] != along:
            others.append((str(pattern.args[0]), where))
            continue
        start = child(where, 0)
        if where.args[1] != INFINITY or start == INFINITY or not (start.head == "num" or (start.head == "var" and str(start.args[0]) in exist)):
            return None
    ways = (2 / t, 1 / t, number(1), t, 1 / (2 * t), number(2), 2 * t, t ** number(-2), t ** number(2), number(Fraction(1, 2)))
    for chosen in itertools.islice(itertools.product(ways, repeat=len(others)), MOST_PATHS):
        path = {name: value for (name, _), value in zip(others, chosen, strict=True)}
        try:
            if any(free_names(where) & exist for _, where in others):
                return None
            goals = _in_sets(tuple((name, substitute(where, path)) for name, where in others), path)
            a, b = substitute(compared, path), substitute(bound, path)
            if goals is not None and all(_in_the_end(goal, along) for goal in (*goals, Compare(number(0), "<", b))):
                quotient = Node("limit", ((t, INFINITY),), Node("mul", a, Node("pow", b, number(-1))))
                if ev.holds(Compare(quotient, "==", INFINITY), {})[0] is Truth.TRUE:
                    return path
        except ClaimError:
            return None
    return None


def _in_the_end(goal: Node, along: str) -> bool:
    """Whether a comparison is true for all large values of the name."""
    if along not in free_names(goal):
        return ev.holds(goal, {})[0] is Truth.TRUE
    start = Node("var", f"{along}_start")
    reals = Node("interval", MINUS_INFINITY, INFINITY, "open", "open")
    beyond = Node("interval", start, INFINITY, "open", "open")
    return ev.holds(Exists({start: reals}, ForAll({Node("var", along): beyond}, goal)), {})[0] is Truth.TRUE


__all__ = ["ENGINE", "decide"]
