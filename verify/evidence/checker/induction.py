"""Proofs by induction on an integer n: base cases and a step, each a statement about arbitrary numbers.

Let k be the order. If I(n) is true for the first k integers, and I(n), ..., I(n + k - 1) imply I(n + k) for every n from the first on, then I is true for all of them. Invariants are shown one after the other,
so that the earlier ones may be used at all levels. In a case, a fold up to n + c is unfolded to its base, and what is left there, as each term of a sequence, is an arbitrary number of its set; that a fold is
a finite number at every index is shown first. Hypotheses for all indices are used at single ones that they hold for; where they, or a family, end with n, they are stronger for the larger n, and the
statement for the smaller n is used with what they say of it.

In a case a hypothesis ``y <= E``, E without y, says that ``y = E - s`` for some s >= 0. What is to be shown is then that a difference is not negative: divided by a positive product (``shared``), it is a sum of products of
such s with polynomials, each of which is not negative by its range or by a proof.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from verify.evidence.checker import obligations
from verify.evidence.checker.certificate import Certificate
from verify.evidence.checker.evaluate import Evaluator
from verify.evidence.checker.formula import (
    MIRRORED,
    ORDERED,
    Malformed,
    Refused,
    argument,
    bound_names,
    entries,
    head,
    items,
    mentions,
    names,
    rational,
    same,
    stated,
    text_of,
    validate,
    word,
)
from verify.evidence.checker.kinds import confirm
from verify.evidence.checker.remainders import NOT_NEGATIVE, Remainders
from verify.evidence.checker.shown import Shown
from verify.evidence.checker.sorts import has_value
from verify.evidence.checker.tails import put
from verify.evidence.checker.unfolding import Place, Unfolding, fold_of, place_of, without_end

FIELDS = {"name", "order", "left", "data", "invariants"}
PROOFS = ("identity", "boxes", "logic", "smt")
REALS = ["interval", "-oo", "oo", ["word", "open"], ["word", "open"]]
FROM_0 = ["interval", "0", "oo", ["word", "closed"], ["word", "open"]]
MOST = 40
Entries = list[tuple[Any, Any]]


@dataclass
class Proof:
    """The statement of a certificate with what its evidence names."""

    c: Certificate
    e: Evaluator
    over: Entries
    numbers: Entries
    unfolding: Unfolding
    order: int
    shown: list[Any]
    not_negative: set[str] = field(default_factory=set)
    """Folds without their ends that are at least 0 wherever they end."""


def check(c: Certificate, e: Evaluator) -> set[str]:
    """Raises Malformed or Refused where the evidence is no proof by induction."""
    if set(c.evidence) - {"status", "not_negative"} != FIELDS:
        raise Malformed(f"evidence of kind induction holds {', '.join(sorted(FIELDS))}")
    proof, goals = _read(c, e)
    seen: set[str] = set()
    for fold, _ in c.evidence["left"]:
        _finite_at_every_index(proof, fold, seen)
    _used_as_not_negative(proof, c.evidence.get("not_negative", []))
    trusted: set[str] = set()
    stored = c.evidence["invariants"]
    if not isinstance(stored, list) or not 0 < len(stored) <= MOST:
        raise Malformed("evidence.invariants is a list of what is shown")
    for one in stored:
        if not isinstance(one, dict) or set(one) != {"states", "base", "step"} or not isinstance(one["base"], list) or len(one["base"]) != proof.order:
            raise Malformed("an invariant holds states, a base case for each of the first integers, and a step")
        validate(one["states"])
        trusted |= _invariant(proof, one)
    if not all(any(same(goal, one) for one in proof.shown) for goal in goals):
        raise Refused("a part of the conclusion is not among the invariants")
    return trusted


def _used_as_not_negative(proof: Proof, stored: Any) -> None:
    """The names of what is left of folds that the evidence takes as at least 0: only of those that are seen to be so; all others are arbitrary numbers in what follows."""
    left = {called[0]: fold for fold, (_, called) in proof.unfolding.left.items() if fold in proof.not_negative}
    if not isinstance(stored, list) or not all(isinstance(name, str) for name in stored) or not set(stored) <= set(left):
        raise Refused("what is left of a fold is used as at least 0, and not seen to be so")
    proof.not_negative = {left[name] for name in stored}


def _read(c: Certificate, e: Evaluator) -> tuple[Proof, list[Any]]:
    over, goal = list(c.over), c.goal
    while head(goal) == "forall":
        for pattern, where in entries(goal):
            if not has_value(where, over):
                raise Refused("a set in the conclusion with an end that may have no value")
            over.append((pattern, where))
        goal = argument(goal, 1)
    goals = goal[1:] if head(goal) == "all" else [goal]
    called = [name for pattern, _ in over for name in names(pattern)]
    if not goals or any(head(pattern) != "var" for pattern, _ in over) or len(set(called)) != len(called):
        raise Refused("induction needs single names, each with one meaning")
    name, order = c.evidence["name"], c.evidence["order"]
    if order not in ("1", "2") or name not in called:
        raise Malformed("evidence.order is 1 or 2, and evidence.name an integer of the statement")
    sets = {names(pattern)[0]: where for pattern, where in over if head(stated(where)) in ("sequences", "families")}
    where = stated(dict(zip(called, (place for _, place in over), strict=True))[name])
    if head(where) != "integers" or not isinstance(where[1], str) or where[1] in ("oo", "-oo") or rational(where[1]).denominator != 1 or rational(where[1]) < 0:
        raise Refused("induction is on the integers from one on that is at least 0")
    numbers = [(pattern, ["integers", where[1], "oo"] if names(pattern) == [name] else place) for pattern, place in over if names(pattern)[0] not in sets]
    if any(name in mentions(place) for _, place in numbers) or any(name in mentions(argument(stated(place), 1)) for place in sets.values()) or any(mentions(place) & set(sets) for _, place in numbers):
        raise Refused("a set that moves with the integer of the induction, or with data")
    left, data = _named(c, name, {*called, *mentions(c.statement)}, sets)
    return Proof(c, e, over, numbers, Unfolding(name, int(rational(where[1])), left, data, sets), int(order), []), goals


def _named(c: Certificate, name: str, taken: set[str], sets: dict[str, Any]) -> tuple[dict[str, tuple[int, list[str]]], dict[tuple[str, Place], str]]:
    """The names that the evidence gives to what is left of folds and to terms of sequences: all new and different."""
    left: dict[str, tuple[int, list[str]]] = {}
    data: dict[tuple[str, Place], str] = {}
    new: list[str] = []
    pairs = [c.evidence["left"], c.evidence["data"]]
    if not all(isinstance(part, list) and all(isinstance(pair, list) and len(pair) == 2 for pair in part) for part in pairs):
        raise Malformed("evidence.left and evidence.data are lists of pairs of a formula and names")
    for fold, called in pairs[0]:
        validate(fold)
        place = place_of(fold_of(fold).end, {name: (1, 0)})
        if place is None or not place[0] or not isinstance(called, list):
            raise Malformed("what is left of a fold is a fold up to n and an integer, with its names")
        left[without_end(fold)] = place[1], called
        new += called
    for item, called in pairs[1]:
        validate(item)
        place = place_of(argument(item, 1), {name: (1, 0)})
        if head(item) != "item" or head(item[1]) != "var" or names(item[1])[0] not in sets or place is None:
            raise Malformed("a term of a sequence is item of its name and an index")
        data[names(item[1])[0], place] = called
        new.append(called)
    if not all(isinstance(one, str) and one and not one.startswith("#") for one in new) or len(set(new)) != len(new) or set(new) & taken:
        raise Malformed("names that the evidence gives must be new, and different")
    return left, data


def _sets(proof: Proof) -> Entries:
    """All numbers of a case with their sets."""
    unfolding = proof.unfolding
    found = list(proof.numbers)
    found += _numbers_left(unfolding.left, proof.not_negative)
    return [*found, *((["var", ["word", called]], _members(unfolding.sets[name])) for (name, _), called in unfolding.data.items())]


def _numbers_left(left: dict[str, tuple[int, list[str]]], not_negative: set[str]) -> Entries:
    return [(["var", ["word", name]], FROM_0 if fold in not_negative else REALS) for fold, (_, called) in left.items() for name in called]


def _members(where: Any) -> Any:
    of = stated(argument(stated(where), 1))
    return REALS if head(of) == "euclid" and of[1] == "1" else of


def _finite_at_every_index(proof: Proof, fold: Any, seen: set[str]) -> None:
    """Refused unless the start of a fold and its next state are finite numbers, whatever the state and the index are; so are those of folds inside it.
    Noted where the start is at least 0, and the next state where the state is: so the fold is, wherever it ends."""
    key = without_end(fold)
    if key in seen:
        return
    seen.add(key)
    taken, over, name = fold_of(fold), items(argument(fold, 0)), "index of a fold"
    while name in mentions(proof.c.statement):
        name += "'"
    whole = [fold[0], ["()", *over[:-1], ["()", items(over[-1])[0], ["integers", str(taken.low), ["var", ["word", name]]]]], *fold[2:]]
    sets = {one: ["sequences", "oo", argument(stated(where), 1)] for one, where in proof.unfolding.sets.items()}
    own = _Open(name, taken.low - 1, {}, {}, sets)
    own.left[without_end(whole)] = 0, [f"#state.{k}" for k in range(max(1, len(taken.states)))]
    coordinates = [["item", whole, str(k)] for k in range(1, len(taken.states) + 1)] if head(taken.state) == "()" else [whole]
    states = [own.at(coordinate, level) for coordinate in coordinates for level in ((0, taken.low - 1), (1, 1))]
    for inside in own.met:
        _finite_at_every_index(proof, inside, seen)
    more = [(["var", ["word", called]], _members(sets[one])) for (one, _), called in own.data.items()]
    more.append((["var", ["word", name]], ["integers", str(taken.low - 1), "oo"]))
    assumed = proof.not_negative | {key}
    try:
        reader = Remainders([*proof.numbers, *_numbers_left(own.left, assumed), *more])
        signs = [reader.sign(reader.read(state)) for state in states]
        for factor in own.outside:
            reader.read(factor)
        if len(coordinates) == 1 and min(signs) >= NOT_NEGATIVE:
            proof.not_negative.add(key)
            return
    except Refused:
        pass
    reader = Remainders([*proof.numbers, *_numbers_left(own.left, proof.not_negative), *more])
    for state in (*states, *own.outside):
        reader.read(state)


class _Open(Unfolding):
    """An unfolding that names folds and terms as it meets them: whatever they are called, they are arbitrary numbers."""

    met: tuple[Any, ...] = ()

    def _fold(self, f: Any, known: dict[str, Place]) -> Any:
        fold = fold_of(f)
        if (mentions(fold.step) - {fold.index, *fold.states}) & {self.name, *known}:  # it is met again in another form, or refused
            return super()._fold(f, known)
        self.met = (*self.met, f)
        end = place_of(fold.end, known)
        if end is not None and end[0]:
            first = 0 if end[1] > 0 and fold.low <= self.least + 1 else end[1]  # what is certainly added last may be positive
            base, called = self.left.get(without_end(f), (first, [f"#left.{len(self.left)}.{k}" for k in range(max(1, len(fold.states)))]))
            self.left[without_end(f)] = min(base, end[1]), called
        return super()._fold(f, known)

    def _datum(self, name: str, place: Place) -> Any:
        self.data.setdefault((name, place), f"#data.{len(self.data)}")
        return super()._datum(name, place)


# --- cases -----------------------------------------------------------------------------------------------------------


def _invariant(proof: Proof, one: Any) -> set[str]:
    """What is trusted of base cases and step; the invariant is shown then."""
    at, least, order, states = proof.unfolding.at, proof.unfolding.least, proof.order, one["states"]
    if head(states) != "compare" or not mentions(states) <= {name for pattern, _ in proof.over for name in names(pattern)} | bound_names(states):
        raise Refused("an invariant is a comparison of what the statement is about")
    trusted: set[str] = set()
    for i, case in enumerate(one["base"]):
        known = [at(states, (0, least + k)) for k in range(i)]
        known += [at(other, (0, least + k)) for other in reversed(proof.shown) for k in range(i + 1)]
        trusted |= _case(proof, case, states, (0, least + i), known)
    known = [at(states, (1, k)) for k in range(order)]
    known += [at(other, (1, k)) for other in reversed(proof.shown) for k in range(order + 1)]
    trusted |= _case(proof, one["step"], states, (1, order), known)
    proof.shown.append(states)
    return trusted


def _case(proof: Proof, case: Any, states: Any, level: Place, known: list[Any]) -> set[str]:
    if not isinstance(case, dict) or set(case) != {"given", "proof"} or not isinstance(case["given"], list) or len(case["given"]) > MOST:
        raise Malformed("a case holds the hypotheses given, and a proof")
    hypotheses = [*(_instance(proof, place, level) for place in case["given"]), *known]
    goal = proof.unfolding.at(states, level)
    reader = Remainders(_sets(proof))
    for factor in proof.unfolding.outside:  # what stands before a sum must be a number
        reader.read(factor)
    stored = case["proof"]
    if isinstance(stored, dict) and set(stored) == {"kind", "evidence"}:
        over = _needed(_sets(proof), set().union(*map(mentions, (goal, *hypotheses))))
        return _confirmed(proof, over, hypotheses, goal, stored)
    if not isinstance(stored, dict) or set(stored) != {"solved", "shared", "parts"}:
        raise Malformed("a proof holds kind and evidence, or solved, shared and parts")
    return _by_remainder(proof, hypotheses, goal, stored)


def _instance(proof: Proof, place: Any, level: Place) -> Any:
    """A hypothesis, or one for all indices at one of them, which must be one that it is about."""
    if not isinstance(place, list) or len(place) != 2 or not isinstance(place[0], str) or not place[0].isdecimal() or int(place[0]) >= len(proof.c.hypotheses):
        raise Malformed("a hypothesis is given by its number and an index")
    h, at = proof.c.hypotheses[int(place[0])], place[1]
    if at is None:
        if head(h) != "compare" or proof.unfolding.name in mentions(h):
            raise Refused("a hypothesis without an index is a comparison that does not speak of the integer of the induction")
        return proof.unfolding.at(h, level)
    over = entries(h) if head(h) == "forall" else []
    if len(over) != 1 or head(over[0][0]) != "var" or head(stated(over[0][1])) != "integers" or not isinstance(at, str) or rational(at).denominator != 1:
        raise Refused("a hypothesis with an index is one for all integers from one on")
    where, index, unfolding = stated(over[0][1]), (level[0], int(rational(at))), proof.unfolding
    low = place_of(argument(where, 0), {})
    if low is None or index[1] + index[0] * unfolding.least < low[1]:
        raise Refused("an index before the first that a hypothesis is about")
    if where[2] != "oo":
        last = place_of(where[2], {unfolding.name: level})
        if last is None or last[0] != index[0] or index[1] > last[1]:
            raise Refused("an index behind the last that a hypothesis is about")
    if head(argument(h, 1)) != "compare" or unfolding.name in mentions(argument(h, 1)):
        raise Refused("a hypothesis with an index is a comparison that does not speak of the integer of the induction")
    shifted = index if not level[0] else (1, index[1] - level[1])
    return unfolding.at(put(argument(h, 1), names(over[0][0])[0], unfolding.index(shifted)), level)


def _needed(over: Entries, wanted: set[str]) -> Entries:
    for pattern, where in reversed(over):
        if names(pattern)[0] in wanted:
            wanted = wanted | mentions(where)
    return [(pattern, where) for pattern, where in over if names(pattern)[0] in wanted]


def _finite(over: Entries) -> None:
    """Refused unless all names are finite numbers: by the form of their sets, or since the ends of their ranges are read as finite numbers."""
    known: set[str] = set()
    for k, (pattern, where) in enumerate(over):
        if not obligations.finite(stated(where), Shown(set(), ""), known):
            try:
                Remainders(over[:k + 1])
            except Refused:
                raise Refused("a name that is not known to be a finite number") from None
        known |= set(names(pattern))


def _confirmed(proof: Proof, over: Entries, hypotheses: list[Any], goal: Any, stored: Any) -> set[str]:
    if not isinstance(stored, dict) or set(stored) != {"kind", "evidence"} or stored["kind"] not in PROOFS or not isinstance(stored["evidence"], dict):
        raise Malformed(f"a proof holds a kind ({', '.join(PROOFS)}) and its evidence")
    _finite(over)
    body = ["implies", ["all", *hypotheses], goal] if hypotheses else goal
    statement = ["forall", ["()", *(["()", pattern, where] for pattern, where in over)], body] if over else body
    return confirm(replace(proof.c, statement=statement, kind=stored["kind"], evidence=stored["evidence"], status="PROVED"), proof.e)


def _by_remainder(proof: Proof, hypotheses: list[Any], goal: Any, stored: Any) -> set[str]:
    """The difference of the sides, numbers replaced by bounds and slacks, times a positive factor is a sum of products with what is not negative."""
    left = dict(enumerate(hypotheses))
    slacks: Entries = []
    taken = {name for pattern, _ in _sets(proof) for name in names(pattern)} | mentions(proof.c.statement)
    if not isinstance(stored["solved"], list) or not isinstance(stored["parts"], list) or max(len(stored["solved"]), len(stored["parts"])) > MOST:
        raise Malformed("solved and parts are lists")
    own = {name for pattern, _ in proof.numbers for name in names(pattern)}
    facts = [h for h in hypotheses if head(h) == "compare" and mentions(h) <= own]
    read_first = [side for h in hypotheses for side in (h[1], h[3])]
    for entry in stored["solved"]:
        if not isinstance(entry, list) or len(entry) != 3 or not isinstance(entry[0], str) or not entry[0].isdecimal() or int(entry[0]) not in left:
            raise Malformed("what is solved is a hypothesis, a name and a slack")
        h, name, slack = left.pop(int(entry[0])), entry[1], entry[2]
        value, kept = _solution(h, name, slack, Remainders(_sets(proof), facts))
        if kept is not None:
            if slack in taken or slack.startswith("#"):
                raise Malformed("a slack needs a name of its own")
            taken.add(slack)
            slacks.append((["var", ["word", slack]], kept))
        left = {k: put(other, name, value) for k, other in left.items()}
        goal = put(goal, name, value)
    reader = Remainders([*_sets(proof), *slacks], facts)
    for side in read_first:  # what bounds a number must be one
        reader.read(side)
    relation = word(argument(goal, 1))
    small, large = (goal[1], goal[3]) if relation in ("<=", "<", "==") else (goal[3], goal[1])
    difference = reader.sub(reader.read(large), reader.read(small))
    if relation not in (*ORDERED, "=="):
        raise Refused("an invariant is an inequality or an equation")
    validate(stored["shared"])
    rest = reader.mul(difference, reader.inverse(reader.read(stored["shared"])))
    if relation == "==":
        if rest or stored["parts"]:
            raise Refused("the sides of an equation differ")
        return set()
    return _parts(proof, reader, rest, {names(pattern)[0] for pattern, _ in slacks}, relation in ("<", ">"), stored["parts"])


def _solution(h: Any, name: Any, slack: Any, reader: Remainders) -> tuple[Any, Any]:
    """What a comparison says that a name is, and the set of the slack, None for an equation."""
    if head(h) != "compare" or not isinstance(name, str):
        raise Refused("a number is solved for in a comparison")
    relation, variable = word(h[2]), ["var", ["word", name]]
    if relation not in (*ORDERED, "=="):
        raise Refused("a number is solved for in an inequality or an equation")
    for side in (1, 3):
        factors = h[side][1:] if head(h[side]) == "mul" else [h[side]]
        rest = [factor for factor in factors if text_of(factor) != text_of(variable)]
        if len(rest) == len(factors) - 1 and not any(name in mentions(part) for part in (*rest, h[4 - side])) and all(reader.sign(reader.read(part)) == 2 for part in rest):
            relation, other = relation if side == 1 else MIRRORED[relation], h[4 - side]
            other = ["mul", other, *(["pow", part, "-1"] for part in rest)] if rest else other
            break
    else:
        straight = reader.straight(reader.sub(reader.read(h[1]), reader.read(h[3])), text_of(variable))
        if straight is None or name in mentions(other := reader.formula(straight[1])):
            raise Refused("a number is solved for where it stands alone on a side, but for positive factors, or in a difference of the sides that is straight in it, with a factor of one sign")
        relation = relation if straight[0] > 0 else MIRRORED[relation]
    if relation == "==":
        return other, None
    if not isinstance(slack, str):
        raise Malformed("an inequality is solved with a slack")
    kept = ["interval", "0", "oo", ["word", "open" if relation in ("<", ">") else "closed"], ["word", "open"]]
    own = ["var", ["word", slack]]
    return ["add", other, own if relation in (">=", ">") else ["mul", "-1", own]], kept


def _parts(proof: Proof, reader: Remainders, rest: Any, slacks: set[str], strict: bool, stored: list[Any]) -> set[str]:
    """The parts that are proved are taken away; what is left must not be negative by its range, coefficient by coefficient."""
    trusted: set[str] = set()
    positive = False
    for part in stored:
        if not isinstance(part, dict) or set(part) != {"times", "goal", "proof"}:
            raise Malformed("a part holds times, goal and proof")
        validate(part["times"])
        validate(part["goal"])
        times, goal = reader.read(part["times"]), part["goal"]
        if head(goal) != "compare" or word(argument(goal, 1)) not in ("<", "<=") or reader.sign(times) < 1:
            raise Refused("a part is an inequality, times what is not negative")
        over = _needed(_sets(proof), mentions(goal))
        if mentions(goal) - {name for pattern, _ in over for name in names(pattern)}:
            raise Refused("a part speaks of numbers of the case alone")
        trusted |= _confirmed(proof, over, [], goal, part["proof"])
        positive = positive or (word(goal[2]) == "<" and reader.sign(times) == 2)
        rest = reader.sub(rest, reader.mul(times, reader.sub(reader.read(goal[3]), reader.read(goal[1]))))
    sign = reader.sign_by_groups(rest, slacks)
    if sign < 1 or (strict and not positive and sign < 2):
        raise Refused("what is left of a difference is not seen to be positive, or not negative")
    return trusted
