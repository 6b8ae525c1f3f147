"""Proofs by induction: statements for all integers n from some one on, about sums, products, recursions and sequences that obey a recursive inequality.

The statement at n = n_0, and its step from n to n + 1 (or from n and n + 1 to n + 2), become statements about arbitrary numbers (:mod:`verify.engines.unfolding`): what is left of each sum, and each
term of a sequence. Hypotheses for all indices are used at single ones. First it is tried whether the sums and products are not negative; what is found serves the steps after it. Numbers that a
hypothesis bounds are replaced by the bound and a slack; the difference of the sides is then a sum of products of slacks with polynomials (:mod:`verify.engines.remainders`), each of which the engines for
numbers, or its range, must show not to be negative.

Evidence of kind ``induction``: ``name``, ``order``; ``left``, folds with the names of what is left of them, ``not_negative``, those of these names that are used as at least 0 (may be left out); ``data``, terms of sequences with their names; ``invariants``, each with ``states``, and for
every base case and for the step the hypotheses ``given`` (number of the hypothesis, index) and a proof. A proof is ``{"kind", "evidence"}`` of the statement itself, or ``{"solved", "shared", "parts"}``.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any, cast

from verify.claims.canonical import canonical_text
from verify.claims.nodes import ClaimError, Node, child, free_names, heads, literal, number, substitute, to_json, walk
from verify.claims.propositions import MIRRORED, ORDERED, Compare
from verify.claims.sets import above, at_least, stated
from verify.engines import interval, smt, symbolic
from verify.engines.recurrences import exchanged
from verify.engines.remainders import NOT_NEGATIVE, POSITIVE, Monomial, Polynomial, Reader, Unreadable, plus
from verify.engines.task import Finding, Status, Task, cannot
from verify.engines.unfolding import FOLDS, Levels, Place, Unclear, affine
from verify.evidence.checker.sorts import has_value

ENGINE = "induction"
NUMBERS, DATA = frozenset({"interval", "integers", "one_of"}), frozenset({"sequences", "families"})
ORDERS = (1, 2)
MOST_ELIMINATED = 8
MOST_STRONGER = 2
SAME_SIDE = 2
WAYS = (0, 1, SAME_SIDE)
Over = tuple[tuple[Node, Node], ...]


@dataclass
class Statement:
    """What is to be shown for all n: names with sets, hypotheses and inequalities; ``of`` is the task it comes from."""

    of: Task
    name: str
    least: int
    over: Over
    """The numbers, n among them."""
    data: dict[str, Node]
    given: tuple[Node, ...]
    goals: tuple[Node, ...]


@dataclass
class Search:
    """A search for a proof of one order."""

    statement: Statement
    order: int
    levels: Levels
    shown: list[Node] = field(default_factory=list)
    """Invariants that are shown."""
    stored: list[dict[str, Any]] = field(default_factory=list)
    trusted: dict[str, None] = field(default_factory=dict)
    signs: bool = False
    """Whether it is used that what is left of a sum of numbers that are not negative is not."""


def decide(task: Task) -> Finding | None:
    """Prove a statement by induction on an integer; None for statements without sums, products, recursions or sequences up to a name."""
    if not heads(task.variant.formula) & (FOLDS | {"item"}):
        return None
    why = None
    for statement in _statements(task):
        for order, signs in itertools.product(ORDERS if _reaches_back(statement) else ORDERS[:1], (False, True)):
            search = Search(statement, order, _levels(statement), signs=signs)
            try:
                if _found(search):
                    return _proved(search)
                why = why or f"induction on {statement.name}: a base case or the step is not decided"
            except (Unclear, Unreadable, ClaimError) as reason:
                why = f"induction on {statement.name}: {reason}"
    return None if why is None else cannot(ENGINE, why)


def _proved(search: Search) -> Finding:
    statement, levels = search.statement, search.levels
    evidence = {
        "name": statement.name, "order": str(search.order),
        "left": [[to_json(levels.fold(kind, levels.bases[kind])), list(names)] for kind, names in levels.folds.items()],
        "data": [[to_json(Node("item", Node("var", data), _index(place, statement.name))), name] for (data, place), name in levels.terms.items()],
        "invariants": search.stored,
    }
    if search.signs:
        evidence["not_negative"] = [name for kind, names in levels.folds.items() if canonical_text(kind) in levels.not_negative for name in names]
    steps = "one step" if search.order == 1 else f"{search.order} steps"
    return Finding(ENGINE, Status.PROVED, f"by induction on {statement.name} from {statement.least}, over {steps}", "induction", evidence,
                   {"domain": "whole", "share": 1.0}, trusted=tuple(search.trusted), undecided_share=0.0)


def _index(place: Place, name: str) -> Node:
    return number(place[1]) if not place[0] else Node("var", name) if not place[1] else Node("var", name) + place[1]


# --- the statement ---------------------------------------------------------------------------------------------------


def _statements(task: Task) -> Iterator[Statement]:
    """The statement with each integer that it may be an induction on."""
    over, goal = [*task.forall], task.states
    while goal.head == "forall":
        for pattern, where in cast(Over, goal.args[0]):
            if not isinstance(pattern, Node) or not has_value(to_json(where), [(to_json(p), to_json(w)) for p, w in over]):
                return
            over.append((pattern, where))
        goal = child(goal, 1)
    goals = tuple(child(goal, k) for k in range(len(goal.args))) if goal.head == "all" else (goal,)
    if any(part.head != "compare" or part.args[1] not in ("<=", "<", ">=", ">", "==") for part in goals):
        return
    if any(not isinstance(pattern, Node) or not isinstance(where, Node) or stated(where).head not in NUMBERS | DATA for pattern, where in over):
        return
    names = [str(pattern.args[0]) for pattern, _ in over]
    data = {str(pattern.args[0]): where for pattern, where in over if stated(where).head in DATA}
    inner = frozenset().union(*(free_names(child(stated(where), 1)) for where in data.values()))
    if len(set(names)) != len(names):
        return
    ends = {name for part in (*goals, *task.given) for node in walk(part) for name in _lasts(node, data)}
    for pattern, where in over:
        name, where = str(pattern.args[0]), stated(where)
        low = literal(child(where, 0)) if where.head == "integers" else None
        if name in ends - inner and low is not None and low >= 0 and not any(name in free_names(other) and stated(other).head not in DATA for _, other in over):
            numbers = tuple((other, place) for other, place in over if str(other.args[0]) not in data)
            yield Statement(task, name, int(low), tuple((other, Node("integers", where.args[0], number("oo")) if other == pattern else place) for other, place in numbers),
                            data, task.given, goals)


def _lasts(node: Node, data: dict[str, Node]) -> frozenset[str]:
    if node.head in FOLDS:
        return frozenset(name for entry in node.args[0] if isinstance(entry[1], Node) and stated(entry[1]).head == "integers" for name in free_names(entry[1]))  # type: ignore[union-attr, index]
    if node.head == "item" and free_names(child(node, 0)) & data.keys():
        return free_names(child(node, 1))
    return frozenset()


def _reaches_back(statement: Statement) -> bool:
    """Whether a recursion has several states, or a hypothesis relates a term to the last but one."""
    parts = (*statement.goals, *statement.given)
    several = any(node.head == "recursion" and isinstance(node.args[0][0][0], tuple) for part in parts for node in walk(part))  # type: ignore[index]
    return several or any(node.head == "item" and node.args[1].head == "add" and any((literal(q) or 0) >= 2 for q in node.args[1].args if isinstance(q, Node))  # type: ignore[union-attr]
                          for given in statement.given for node in walk(given))


def _levels(statement: Statement) -> Levels:
    taken = {str(node.args[0]) for part in (statement.of.variant.formula,) for node in walk(part) if node.head == "var"}
    return Levels(statement.name, statement.least, statement.data, taken)


# --- invariants ------------------------------------------------------------------------------------------------------


def _found(search: Search) -> bool:
    """Whether all goals are shown, with what helps on the way."""
    levels, statement = search.levels, search.statement
    for goal in statement.goals:
        for j in range(search.order + 1):
            levels.at(goal, (1, j))
    known = set[str]()
    _folds_defined(search.statement, levels, known, set())
    if search.signs:
        if not known:
            return False
        levels.not_negative |= known
    for kind, names in tuple(levels.folds.items()):
        if len(names) == 1:
            _shown(search, Compare(levels.fold(kind, levels.bases[kind]), ">=", 0), quick=True)
    numbers = Reader([*search.statement.over, *search.levels.entries()])
    for factor in search.levels.outside:
        numbers.read(factor)
    return all(_shown(search, goal) or (_strengthened(search, goal) and _shown(search, goal)) for goal in statement.goals)


def _strengthened(search: Search, goal: Node) -> bool:
    """Whether something stronger than the goal is shown: all are tried by signs alone first, then a few with the engines for numbers."""
    found = tuple(_stronger(search, goal))
    return any(_shown(search, one, quick=True) for one in found) or any(_shown(search, one) for one in found[:MOST_STRONGER])


def _stronger(search: Search, goal: Node) -> Iterator[Node]:
    """What is left over, said exactly: the next term of a sequence in the place of the number that bounds its terms from below, or taken from its first term."""
    statement = search.statement
    for data, where in statement.data.items():
        of = stated(child(stated(where), 1))
        low = child(of, 0) if of.head == "interval" and of.args[2] == "closed" else None
        following = Node("item", Node("var", data), Node("var", statement.name) + 1)
        first = Node("item", Node("var", data), number(1))
        if low is not None and low.head == "var" and low.args[0] in free_names(goal):
            yield substitute(goal, {str(low.args[0]): following})
        elif low == number(0) and first in set(walk(goal)):
            yield exchanged(goal, {first: first - following})
        if goal.args[1] in ("<=", "<"):
            for share in (*_shares(statement, data), *_own_shares(goal, statement.name, data)):
                yield Compare(child(goal, 0), str(goal.args[1]), child(goal, 2) + share * following)
                for weight in _weights(goal, statement.name, data):
                    yield Compare(child(goal, 0), str(goal.args[1]), child(goal, 2) + share * weight * following)


def _shares(statement: Statement, data: str) -> Iterator[Node]:
    """What a hypothesis for all s multiplies the next term of a sequence by where it bounds something from above, at the index of the induction: sums of such bounds telescope."""
    for given in statement.given:
        body = child(given, 1) if given.head == "forall" else given
        pattern = cast(Over, given.args[0])[0][0] if given.head == "forall" else None
        if not isinstance(pattern, Node) or body.head != "compare" or body.args[1] not in ORDERED:
            continue
        bound = child(body, 2 if body.args[1] in ("<=", "<") else 0)
        following = Node("item", Node("var", data), pattern + 1)
        if following in set(walk(bound)) and pattern in set(walk(exchanged(bound, {following: number(1)}))):
            share = exchanged(bound, {following: number(1)}) - exchanged(bound, {following: number(0)})
            yield substitute(share, {str(pattern.args[0]): Node("var", statement.name)})


def _own_shares(goal: Node, name: str, data: str) -> Iterator[Node]:
    """What the last term of a sum on the left side of the goal multiplies the next term of a sequence by."""
    for node in walk(child(goal, 0)):
        pattern = cast(Over, node.args[0])[0][0] if node.head == "sum" else None
        following = Node("item", Node("var", data), pattern + 1) if isinstance(pattern, Node) and pattern.head == "var" else None
        if following is not None and following in set(walk(term := child(node, 1))):
            share = exchanged(term, {following: number(1)}) - exchanged(term, {following: number(0)})
            yield substitute(share, {str(cast(Node, pattern).args[0]): Node("var", name)})


def _weights(goal: Node, name: str, data: str) -> Iterator[Node]:
    """By what the left side of the goal multiplies the last term of another sequence in a sum."""
    left = child(goal, 0)
    for node in walk(left):
        if node.head != "sum" or (pattern := cast(Over, node.args[0])[0][0]).head != "var" or not (terms := {item for item in walk(child(node, 1)) if item.head == "item" and child(item, 1) == pattern}):
            continue
        for term in sorted(terms, key=str):
            if child(term, 0) != Node("var", data):
                last = substitute(exchanged(child(node, 1), {term: number(1)}), {str(pattern.args[0]): Node("var", name)})
                yield exchanged(left, {node: last}) - exchanged(left, {node: number(0)})


def _shown(search: Search, invariant: Node, quick: bool = False) -> bool:
    """Whether an invariant is shown, by base cases and step; it serves what comes after it then."""
    least, bases = search.statement.least, []
    for i in range(search.order):
        level = (0, least + i)
        earlier = [search.levels.at(invariant, (0, least + k)) for k in range(i)]
        earlier += [search.levels.at(one, (0, least + k)) for one in reversed(search.shown) for k in range(i + 1)]
        made = _case(search, invariant, level, earlier, quick)
        if made is None:
            return False
        bases.append(made)
    earlier = [search.levels.at(invariant, (1, k)) for k in range(search.order)]
    earlier += [search.levels.at(one, (1, k)) for one in reversed(search.shown) for k in range(search.order + 1)]
    step = _case(search, invariant, (1, search.order), earlier, quick)
    if step is None:
        return False
    search.shown.append(invariant)
    search.stored.append({"states": to_json(invariant), "base": bases, "step": step})
    return True


def _case(search: Search, invariant: Node, level: Place, earlier: list[Node], quick: bool) -> dict[str, Any] | None:
    """A base case or the step, with the hypotheses that it uses."""
    goal = search.levels.at(invariant, level)
    before: Any = None
    for reaching in (False,) if level[0] else (False, True):
        used = _instances(search, [goal, *earlier], level, reaching)
        if used == before:
            break
        hypotheses = [*(node for _, node in used), *earlier]
        over = _over(search, set().union(*map(free_names, (goal, *hypotheses))), level)
        proof = _proof(search, over, hypotheses, goal, quick)
        if proof is not None:
            return {"given": [list(place) for place, _ in used], "proof": proof}
        before = used
    return None


def _over(search: Search, names: set[str], level: Place) -> Over:
    """Names of a case with their sets: numbers of the statement, what is left of folds, data."""
    found = [*search.statement.over, *search.levels.entries()]
    wanted = set(names)
    for pattern, where in reversed(found):
        if str(pattern.args[0]) in wanted:
            wanted |= free_names(where)
    return tuple((pattern, where) for pattern, where in found if str(pattern.args[0]) in wanted)


def _instances(search: Search, formulas: list[Node], level: Place, reaching: bool) -> list[tuple[tuple[str, str | None], Node]]:
    """Hypotheses that speak of the numbers of a case: those without an index, and those for all indices at single ones; ``reaching``: also where they bring in terms of a sequence that the case does not have."""
    levels, statement = search.levels, search.statement
    present = set().union(*map(free_names, formulas)) if formulas else set()
    met = {data for (data, _), name in levels.terms.items() if name in present}
    found: list[tuple[tuple[str, str | None], Node]] = []
    for k, given in enumerate(statement.given):
        if given.head == "compare":
            if statement.name not in free_names(given):
                found.append(((str(k), None), levels.at(given, level)))
            continue
        for place in _places(given, statement, level):
            node = instance(given, place, levels, level)
            new = [entry for entry, name in levels.terms.items() if name in free_names(node) - present]
            if node.head == "compare" and (reaching or not any(data in met for data, _ in new)):
                found.append(((str(k), str(place[1])), node))
    return found


def _places(given: Node, statement: Statement, level: Place) -> Iterator[Place]:
    """Indices at which a hypothesis for all indices can be used in a case."""
    over: Any = given.args[0]
    if given.head != "forall" or statement.name in free_names(child(given, 1)) or len(over) != 1 or not isinstance(over[0][0], Node) or stated(over[0][1]).head != "integers":
        return
    where = stated(over[0][1])
    low, end = literal(child(where, 0)), child(where, 1)
    last = None if end == number("oo") else affine(end, {statement.name: level})
    if low is None or (last is None and end != number("oo")):
        return
    for j in range(-2, 3) if level[0] else range(int(low), level[1] + 3):
        place = (level[0], level[1] + j) if level[0] else (0, j)
        if (place[1] + (statement.least if place[0] else 0)) >= low and (last is None or (last[0] == place[0] and place[1] <= last[1]) or (not last[0] and not place[0] and place[1] <= last[1])):
            yield place


def instance(given: Node, place: Place, levels: Levels, level: Place) -> Node:
    """A hypothesis for all indices at one of them."""
    over: Any = given.args[0]
    name = str(over[0][0].args[0])
    return levels.at(substitute(child(given, 1), {name: _index(place, levels.name) if not level[0] else _index((1, place[1] - level[1]), levels.name)}), level)


def _folds_defined(statement: Statement, levels: Levels, not_negative: set[str], seen: set[str]) -> None:
    """Raises Unreadable where a sum, a product or a recursion may reach something that is no finite number: its next state is one, whatever the state and the index are.
    Folds that start at what is at least 0, and whose next state is so where the state is, are noted in ``not_negative``."""
    for kind in levels.folds:
        text = canonical_text(kind)
        if text in seen:
            continue
        seen.add(text)
        over: Any = kind.args[0]
        index, indices = over[-1]
        low = int(literal(child(stated(indices), 0)) or 0)
        name = "index"
        while name in levels.taken:
            name += "_"
        data = {one: Node("sequences", number("oo"), child(stated(where), 1)) for one, where in levels.data.items()}
        own = Levels(name, low - 1, data, {*levels.taken, name}, not_negative=not_negative, to_n=True)
        whole = Node(kind.head, (*over[:-1], (index, Node("integers", number(low), Node("var", name)))), *kind.args[1:])
        count = len(over[0][0]) if kind.head == "recursion" and isinstance(over[0][0], tuple) else 0
        states = [own.at(Node("item", whole, number(k)) if count else whole, level) for k in range(1, max(count, 1) + 1) for level in ((0, low - 1), (1, 0), (1, 1))]
        _folds_defined(statement, own, not_negative, seen)
        if not count and _keeps_above_0(statement, own, states, text):
            continue
        reader = Reader([*statement.over, *own.entries(), (Node("var", name), Node("integers", number(low - 1), number("oo")))])
        for state in (*states, *own.outside):
            reader.read(state)


def _keeps_above_0(statement: Statement, own: Levels, states: list[Node], text: str) -> bool:
    """Whether a fold starts at what is at least 0, and its next state is a number that is so where the state is."""
    own.not_negative.add(text)
    try:
        reader = Reader([*statement.over, *own.entries(), (Node("var", own.name), Node("integers", number(own.least), number("oo")))])
        for factor in own.outside:
            reader.read(factor)
        if all(reader.sign(reader.read(state)) >= NOT_NEGATIVE for state in states):
            return True
    except Unreadable:
        pass
    own.not_negative.discard(text)
    return False


# --- proofs of a case ------------------------------------------------------------------------------------------------


def _proof(search: Search, over: Over, hypotheses: list[Node], goal: Node, quick: bool) -> dict[str, Any] | None:
    """A proof of an inequality between numbers: by its remainder, or as it stands."""
    all_used = False
    for at_once, wide in [(True, wide) for wide in WAYS] + ([] if quick else [(False, wide) for wide in WAYS]):
        try:
            found = _by_remainder(search, over, hypotheses, goal, at_once, wide)
            all_used = all_used or not _solved(search, over, hypotheses, goal, wide)[3]
        except Unreadable:
            found = None
        if found is not None:
            return found
    return None if quick or all_used else _asked(search, over, tuple(hypotheses), goal)


def _facts(search: Search, hypotheses: list[Node]) -> list[Node]:
    """Hypotheses about the numbers of the statement alone."""
    names = {str(pattern.args[0]) for pattern, _ in search.statement.over}
    return [p for p in hypotheses if p.head == "compare" and free_names(p) <= names]


def _solved(search: Search, over: Over, hypotheses: list[Node], goal: Node, wide: int) -> tuple[list[list[Any]], list[tuple[Node, Node]], Node, dict[int, Node]]:
    """Numbers replaced by what a hypothesis says of them and a slack: which hypothesis, which number, which slack; the new names; the goal; the hypotheses that are left.
    ``wide``: also the last terms of sequences, whatever their range is, and numbers that do not stand alone; SAME_SIDE: first what bounds a side of the goal."""
    taken = set(search.levels.taken)
    solved: list[list[Any]] = []
    slacks: list[tuple[Node, Node]] = []
    from_0 = {str(pattern.args[0]) for pattern, where in over if stated(where) == at_least(0)}
    left = {k: p for k, p in enumerate(hypotheses) if not (p.head == "compare" and p.args[1] == ">=" and p.args[2] == number(0) and child(p, 0).head == "var" and child(p, 0).args[0] in from_0)}
    reader = Reader(over, _facts(search, hypotheses))
    free: set[str] = {str(pattern.args[0]) for pattern, where in over if stated(where) == Node("interval", number("-oo"), number("oo"), "open", "open")}
    free.update(*search.levels.folds.values())
    within = False
    while len(solved) < MOST_ELIMINATED:
        if wide:
            present = {name: place for (_, place), name in search.levels.terms.items() if name in free_names(goal)}
            free |= {name for name, place in present.items() if place == max(present.values())}
        same = [k for k, p in left.items() if wide == SAME_SIDE and not solved and p.args[1] == goal.args[1] and (p.args[0] == goal.args[0] or p.args[2] == goal.args[2])]
        choice = next(((k, found) for k in reversed(same) if (found := _within(left[k], free & free_names(goal), reader)) is not None), None)
        choice = choice or next(((k, found) for k, p in left.items() for side in (0, 2) if (found := _alone(p, side, free & free_names(goal), reader)) is not None), None)
        if choice is None and wide and not within:
            within = True
            choice = next(((k, found) for k, p in left.items() if (found := _within(p, free & free_names(goal), reader)) is not None), None)
        if choice is None:
            break
        k, (name, relation, other) = choice
        left.pop(k)
        slack = None
        value = other
        if relation != "==":
            slack = f"slack_{len(solved) + 1}"
            while slack in taken:
                slack += "_"
            taken.add(slack)
            slacks.append((Node("var", slack), above(0) if relation in ("<", ">") else at_least(0)))
            value = other + Node("var", slack) if relation in (">=", ">") else other - Node("var", slack)
        solved.append([str(k), name, slack])
        left = {j: substitute(q, {name: value}) for j, q in left.items()}
        goal = substitute(goal, {name: value})
    return solved, slacks, goal, left


def _alone(p: Node, side: int, free: set[str], reader: Reader) -> tuple[str, str, Node] | None:
    """A name that stands alone on a side of a comparison, but for positive factors, the relation in which it stands, and to what."""
    if p.head != "compare" or p.args[1] not in (*ORDERED, "=="):
        return None
    one, other = child(p, side), child(p, 2 - side)
    factors = [child(one, k) for k in range(len(one.args))] if one.head == "mul" else [one]
    for k, factor in enumerate(factors):
        rest = factors[:k] + factors[k + 1:]
        if factor.head == "var" and str(factor.args[0]) in free and str(factor.args[0]) not in free_names(other).union(*map(free_names, rest)) and _positive(rest, reader):
            for divisor in rest:
                other = other * Node("pow", divisor, number(-1))
            return str(factor.args[0]), str(p.args[1]) if side == 0 else MIRRORED[str(p.args[1])], other
    return None


def _within(p: Node, free: set[str], reader: Reader) -> tuple[str, str, Node] | None:
    """The same for a name in which the difference of the sides is straight, with a factor of one sign."""
    if p.head != "compare" or p.args[1] not in (*ORDERED, "==") or not free & free_names(p):
        return None
    try:
        gap = plus(reader.read(child(p, 0)), reader.read(child(p, 2)), Fraction(-1))
    except Unreadable:
        return None
    for name in sorted(free & {base for m in gap for base, _ in m}):
        factor = {tuple(entry for entry in m if entry[0] != name): c for m, c in gap.items() if dict(m).get(name) == 1}
        rest = {m: c for m, c in gap.items() if name not in dict(m)}
        if len(factor) + len(rest) != len(gap) or name in free_names(reader.node({**factor, **rest})):
            continue
        for sign, relation in ((1, str(p.args[1])), (-1, MIRRORED[str(p.args[1])])):
            signed = {m: sign * c for m, c in factor.items()}
            if reader.sign(signed) == POSITIVE:
                return name, relation, reader.node({m: -sign * c for m, c in rest.items()}) * Node("pow", reader.node(signed), number(-1))
    return None


def _positive(factors: list[Node], reader: Reader) -> bool:
    try:
        return all(reader.sign(reader.read(factor)) == POSITIVE for factor in factors)
    except Unreadable:
        return False


def _by_remainder(search: Search, over: Over, hypotheses: list[Node], goal: Node, quick: bool, wide: int) -> dict[str, Any] | None:
    """A proof by what is left of the difference of the sides. Raises Unreadable."""
    solved, slacks, changed, _ = _solved(search, over, hypotheses, goal, wide)
    reader = Reader([*over, *slacks], _facts(search, hypotheses))
    for p in hypotheses:  # what bounds a number must be one
        if p.head == "compare":
            reader.read(child(p, 0)), reader.read(child(p, 2))
    relation = str(changed.args[1])
    small, large = (child(changed, 0), child(changed, 2)) if relation in ("<=", "<", "==") else (child(changed, 2), child(changed, 0))
    difference = plus(reader.read(large), reader.read(small), Fraction(-1))
    names = {str(pattern.args[0]) for pattern, _ in slacks}
    for factor in _factors(reader, difference):
        cleared = reader.times(difference, factor)
        if relation == "==":
            if not cleared:
                return {"solved": solved, "shared": _shared(reader, factor), "parts": []}
            continue
        parts = _parts(search, reader, over, cleared, names, relation in ("<", ">"), quick)
        if parts is not None:
            return {"solved": solved, "shared": _shared(reader, factor), "parts": parts}
    return None


def _shared(reader: Reader, factor: Polynomial) -> Any:
    """The product by which the difference is divided."""
    return to_json(reader.node({tuple((base, -e) for base, e in m): c for m, c in factor.items()}))


def _factors(reader: Reader, p: Polynomial) -> Iterator[Polynomial]:
    """Positive factors by which the difference may be multiplied: 1, and what clears its denominators."""
    clearing: dict[str, Fraction] = {}
    for m in p:
        for base, e in m:
            if e < 0 and reader.bases[base].sign == POSITIVE:
                clearing[base] = max(clearing.get(base, Fraction(0)), -e)
    cleared: Polynomial = {tuple(sorted(clearing.items())): Fraction(1)}
    bare: Polynomial = {(): Fraction(1)}
    ways = [cleared, bare] if clearing else [cleared]
    transcendental = any(reader.bases[base].node.head in ("log", "exp") for m in p for base, _ in m)
    yield from ways[::-1] if transcendental else ways


def _parts(search: Search, reader: Reader, over: Over, p: Polynomial, slacks: set[str], strict: bool, quick: bool) -> list[dict[str, Any]] | None:
    """For each product of slacks, a proof that its coefficient is not negative; None where one is not found."""
    groups: dict[Monomial, Polynomial] = {(): {}}
    for m, c in p.items():
        times = tuple((base, e) for base, e in m if base in slacks)
        if any(e < 0 or e.denominator != 1 for _, e in times):
            return None
        groups.setdefault(times, {})[tuple((base, e) for base, e in m if base not in slacks)] = c
    stored = []
    for times, coefficient in sorted(groups.items(), key=lambda entry: len(entry[0]), reverse=True):
        needed = POSITIVE if strict and not times else NOT_NEGATIVE
        sign = max(reader.sign(coefficient), NOT_NEGATIVE if all(reader.sign({m: c}) for m, c in coefficient.items()) else 0)
        if sign >= needed:
            continue
        if strict and not times and not coefficient and all(reader.sign({m: Fraction(1)}) == POSITIVE for m in groups if m):
            return None
        times, coefficient = _without_shared(reader, times, coefficient)
        found = None if quick else _part(search, reader, over, coefficient, needed == POSITIVE)
        if found is None:
            return None
        scale, part = found
        stored.append({"times": to_json(reader.node({times: scale})), **part})
    return stored


def _without_shared(reader: Reader, times: Monomial, p: Polynomial) -> tuple[Monomial, Polynomial]:
    """Positive factors that all products of a polynomial share are taken out of it."""
    shared = {base: min(dict(m).get(base, Fraction(0)) for m in p) for base in {base for m in p for base, _ in m} if reader.bases[base].sign == POSITIVE and reader.bases[base].whole is None}
    shared = {base: e for base, e in shared.items() if e}
    rest = {tuple((base, e - shared.get(base, 0)) for base, e in m if e != shared.get(base, 0)): c for m, c in p.items()}
    return tuple(sorted((*times, *shared.items()))), rest


def _part(search: Search, reader: Reader, over: Over, p: Polynomial, strict: bool) -> tuple[Fraction, dict[str, Any]] | None:
    """A proof that a polynomial is not negative, by the engines for numbers, in one of a few forms, with the number by which the difference of the sides is to be multiplied."""
    for scale, goal in _forms(reader, p, "<" if strict else "<="):
        names = free_names(goal)
        wanted = [entry for entry in over if str(entry[0].args[0]) in names]
        for _, where in tuple(wanted):
            wanted += [entry for entry in over if str(entry[0].args[0]) in free_names(where) and entry not in wanted]
        proof = _asked(search, tuple(entry for entry in over if entry in wanted), (), goal)
        if proof is not None:
            return scale, {"goal": to_json(goal), "proof": proof}
    return None


def _forms(reader: Reader, p: Polynomial, relation: str) -> Iterator[tuple[Fraction, Node]]:
    """The same inequality in ways that engines for numbers find easier, divided by a number: logarithms as one, no minus signs, the difference with 0."""
    logs = {m: c for m, c in p.items() if len(m) == 1 and m[0][1] == 1 and reader.bases[m[0][0]].node.head == "log"}
    for (one, c), (other, d) in itertools.permutations(logs.items(), 2):
        if c == -d and c > 0:
            a, b = (child(reader.bases[m[0][0]].node, 0) for m in (one, other))
            gap = plus(reader.read(a), reader.read(b), Fraction(-1))
            rest = {m: -x / c for m, x in p.items() if m not in (one, other)}
            yield c, Compare(reader.node(rest), relation, Node("log", Node("add", number(1), Node("mul", reader.node(gap), Node("pow", b, number(-1))))))
    yield Fraction(1), Compare(reader.node({m: -c for m, c in p.items() if c < 0}), relation, reader.node({m: c for m, c in p.items() if c > 0}))
    yield Fraction(1), Compare(0, relation, reader.node(p))


PROOFS = ("identity", "boxes", "logic", "smt")


def _asked(search: Search, over: Over, given: tuple[Node, ...], goal: Node) -> dict[str, Any] | None:
    """What the engines for numbers say of a statement."""
    task = search.statement.of
    asked = replace(task, variant=replace(task.variant, forall=over, given=given, states=goal))
    algebraic = not heads(goal) & {"log", "exp"}
    engines: Sequence[Any] = (smt.decide, interval.decide, symbolic.decide) if algebraic and over else (interval.decide, symbolic.decide)
    for engine in engines:
        found = engine(asked)
        if found is not None and found.status is Status.PROVED and found.kind in PROOFS:
            search.trusted |= dict.fromkeys(found.trusted)
            return {"kind": found.kind, "evidence": {key: value for key, value in found.evidence.items() if key != "suggest"}}
    return None


__all__ = ["decide"]
