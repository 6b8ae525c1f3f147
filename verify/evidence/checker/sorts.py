"""To which set a distribution, a kernel, a point or a data set certainly belongs, by the way it is written."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from functools import partial
from typing import Any, Self

from verify.evidence.checker.formula import BINDERS, Refused, argument, head, mentions, names, rational, same, stated, word
from verify.evidence.checker.shown import Shown, above_0

ANY = ["word_", ["word", "any"]]
DEFINITE, SEMIDEFINITE, SYMMETRIC = (["word_", ["word", sign]] for sign in ("definite", "semidefinite", "symmetric"))


class Sorts:
    """Terms over names whose sets are given."""

    def __init__(self, sets: Mapping[str, Any]) -> None:
        self.sets = dict(sets)

        self.shown = Shown({name for name, where in self.sets.items() if above_0(where)}, "")

    @classmethod
    def over(cls, pairs: Iterable[tuple[Any, Any]]) -> Self:
        """The names and sets of a binder, without those that are bound in tuples."""
        return cls({names(pattern)[0]: where for pattern, where in pairs if head(pattern) == "var"})

    def finite(self, f: Any) -> bool:
        """Whether a number certainly has a finite value, whatever its names stand for."""
        if head(f) == "item":
            return bounded(self.of(f))
        if not all(map(self._bounded, mentions(f))):
            return False
        return self.shown.defined(f) or self._finite(f)

    def _bounded(self, name: str) -> bool:
        """Whether a name certainly stands for finite numbers: its range leaves out infinity, or ends at finite numbers over names before it."""
        place = stated(self.sets.get(name))
        if bounded(place) or head(place) != "interval":
            return bounded(place)
        before = list(self.sets)[: list(self.sets).index(name)]
        rest = Sorts({other: self.sets[other] for other in before})
        return all(word(place[k + 2]) == "open" or (place[k] not in ("oo", "-oo") and rest.finite(place[k])) for k in (1, 2))

    def conditions(self, f: Any) -> list[Any]:
        """What must be true for a term to be what its form says: the events that distributions are conditioned on have positive probability."""
        found = [["compare", ["mass", node[1], node[2]], ["word", ">"], "0"] for node in _parts(f) if node[0] == "given_event"]
        if found and any(node[0] in BINDERS for node in _parts(f)):
            raise Refused("a conditional distribution within what binds names")
        return found

    def _finite(self, f: Any) -> bool:
        """The same of numbers with finite names, for powers of numbers that may be 0."""
        if head(f) in ("add", "mul", "abs", "max", "min", "exp", "floor", "ceiling"):
            return all(self.shown.defined(part) or self._finite(part) for part in f[1:])
        if head(f) == "pow":
            return self.finite(f[2]) and (self.positive(f[1]) or (self.at_least_0(f[1]) and self.positive(f[2])))
        return head(f) == "log" and self.positive(f[1])

    def positive(self, f: Any) -> bool:
        """Whether a number is certainly above 0 (it may be infinite where its names may)."""
        if self.shown.positive(f):
            return True
        if head(f) == "mul":
            return all(map(self.positive, f[1:]))
        if head(f) == "pow":
            return self.positive(f[1]) and self.finite(f[2])
        low, left_out = self.least(f)
        return low is not None and (low > 0 or (low == 0 and left_out))

    def least(self, f: Any) -> tuple[Fraction | None, bool]:
        """A number that a sum of names, numbers, exponentials and products is never below, and whether it is never reached; None where there is none."""
        if isinstance(f, str):
            return (None, False) if f in ("oo", "-oo") else (rational(f), False)
        if head(f) == "var":
            return self._end(f, 1)
        if head(f) == "mul" and len(f) == 3 and isinstance(f[1], str) and f[1] not in ("oo", "-oo") and head(f[2]) == "var":
            factor = rational(f[1])
            end, left_out = self._end(f[2], 1 if factor > 0 else 2)
            return (None, False) if end is None or factor == 0 else (factor * end, left_out)
        if head(f) == "mul" and len(f) == 3 and isinstance(f[1], str) and f[1] not in ("oo", "-oo") and head(f[2]) == "pow" and f[2][2] == "-1":
            return self._least_quotient(rational(f[1]), f[2][1])
        if head(f) == "log":
            end, left_out = self.least(f[1])
            return (None, False) if end is None or end < 1 else (Fraction(0), left_out or end > 1)
        if head(f) == "exp" and self.at_least_0(f[1]):
            return Fraction(1), False
        if head(f) == "mul" and all(map(self.at_least_0, f[1:])):
            return Fraction(0), False
        if head(f) == "add":
            parts = [self.least(part) for part in f[1:]]
            ends = [end for end, _ in parts if end is not None]
            return (sum(ends, Fraction(0)), any(left_out for _, left_out in parts)) if len(ends) == len(parts) else (None, False)
        return None, False

    def _least_quotient(self, c: Fraction, f: Any) -> tuple[Fraction | None, bool]:
        """The same of a number through a positive term that is never below, or never above, another number."""
        if c < 0:
            end, left_out = self.least(f)
        else:
            end, left_out = self._end(f, 2) if head(f) == "var" and self.positive(f) else (None, False)
        return (None, False) if end is None or end <= 0 else (c / end, left_out)

    def _end(self, f: Any, k: int) -> tuple[Fraction | None, bool]:
        place = self.of(f)
        if head(place) not in ("interval", "integers") or not isinstance(place[k], str) or place[k] in ("oo", "-oo"):
            return None, False
        return rational(place[k]), head(place) == "interval" and word(place[k + 2]) == "open"

    def at_least_0(self, f: Any) -> bool:
        """Whether a number is certainly finite and at least 0."""
        if not self.finite(f):
            return False
        if isinstance(f, str):
            return rational(f) >= 0
        if head(f) == "var":
            place = stated(self.sets[names(f)[0]])
            lows = place[1:] if head(place) == "one_of" else place[1:2]
            return all(isinstance(low, str) and low not in ("oo", "-oo") and rational(low) >= 0 for low in lows)
        if head(f) in ("add", "mul") and all(map(self.at_least_0, f[1:])):
            return True
        even = head(f) == "pow" and isinstance(f[2], str) and f[2] not in ("oo", "-oo") and rational(f[2]) % 2 == 0
        if even or head(f) in ("abs", "exp") or (head(f) == "pow" and self.at_least_0(f[1])) or self.positive(f):
            return True
        low, _ = self.least(f)
        return (low is not None and low >= 0) or self._one_less_exp(f)

    def _one_less_exp(self, f: Any) -> bool:
        """Whether a number is ``c - exp(-x)`` with c >= 1 and x >= 0, in whatever order."""
        if head(f) != "add" or len(f) != 3:
            return False
        for c, other in ((f[1], f[2]), (f[2], f[1])):
            falls = head(other) == "mul" and len(other) == 3 and other[1] == "-1" and head(other[2]) == "exp"
            inside: Any = other[2][1] if falls else "0"
            if isinstance(c, str) and c not in ("oo", "-oo") and rational(c) >= 1 and head(inside) == "mul" and len(inside) == 3 and inside[1] == "-1" and self.at_least_0(inside[2]):
                return True
        return False

    def of(self, f: Any) -> Any:
        """A set that certainly holds the term; None where none is seen."""
        rule = _RULES.get(head(f))
        return rule(self, f) if rule is not None else None

    def space(self, f: Any) -> Any:
        """The space of a distribution; None where none is seen."""
        found = self.of(f)
        return found[1] if head(found) == "laws" else None

    def within(self, f: Any, place: Any) -> bool:
        """Whether a term that is no number certainly lies in a set, if its ``conditions`` are true."""
        found, place = self.of(f), stated(place)
        if head(found) == head(place) == "events":
            return same(found, place) or alike(self.place_of(found[1]), place[1])
        return found is not None and included(found, place)

    def place_of(self, f: Any) -> Any:
        """A space, or that of a distribution."""
        space = self.space(f)
        return f if space is None else space


def bounded(where: Any) -> bool:
    """Whether a set of numbers leaves out infinity."""
    where = stated(where)
    if head(where) == "integers":
        return True
    if head(where) == "one_of":
        return not {"oo", "-oo"} & {part for part in where[1:] if isinstance(part, str)} and all(isinstance(part, str) for part in where[1:])
    return head(where) == "interval" and all(word(where[k + 2]) == "open" or (isinstance(where[k], str) and where[k] not in ("oo", "-oo")) for k in (1, 2))


def laws(space: Any) -> list[Any]:
    """All distributions on a space."""
    return ["laws", space, ANY, ANY, None]


def included(one: Any, other: Any) -> bool:
    """Whether the first set certainly lies in the second one. Vectors are the same whatever norm measures them."""
    one, other = stated(one), stated(other)
    if same(one, other):
        return True
    if head(one) == head(other) == "covariances":
        return same(one[1], other[1]) and ((same(one[2], DEFINITE) and same(other[2], SEMIDEFINITE)) or same(other[2], SYMMETRIC))
    if head(one) == head(other) == "families":
        return same(one[1], other[1]) and one[3:] == other[3:] and (included(one[2], other[2]) or _narrower(stated(one[2]), stated(other[2])))
    if head(one) != head(other) or head(one) not in ("laws", "kernels", "maps", "points", "events"):
        return False
    if head(one) == "laws":
        free = all(same(part, ANY) or part is None for part in other[2:])
        return (free and alike(one[1], other[1])) or (same(one[1], other[1]) and all(same(a, b) or same(b, ANY) or b is None for a, b in zip(one[2:], other[2:], strict=True)))
    if head(one) in ("points", "events"):
        return alike(one[1], other[1])
    if head(one) == "maps" and not (other[3] is None or (same(one[3], other[3]) and all(same(one[k], other[k]) or one[k][1] == "1" for k in (1, 2)))):
        return False  # Lipschitz constants depend on norms
    if head(one) == "kernels" and not (same(one[3], other[3]) or word(other[3]) == "randomised"):
        return False
    return alike(one[1], other[1]) and alike(one[2], other[2])


def _narrower(one: Any, other: Any) -> bool:
    """Whether a range of numbers with constant ends certainly lies in an interval with constant ends."""
    if head(one) not in ("interval", "integers") or head(other) != "interval" or not all(isinstance(place[k], str) for place in (one, other) for k in (1, 2)):
        return False
    return all(_beyond(one, other, k) for k in (1, 2))


def _beyond(one: Any, other: Any, k: int) -> bool:
    """Whether an end of the second range leaves nothing of the first one out. ``k``: 1 for the lower end, 2 for the upper one."""
    end, limit, away = one[k], other[k], "-oo" if k == 1 else "oo"
    left_out = end == away if head(one) == "integers" else word(one[k + 2]) == "open"
    if end == limit:
        return left_out or word(other[k + 2]) == "closed"
    if limit == away:
        return True
    if {"oo", "-oo"} & {end, limit}:
        return False
    return rational(limit) < rational(end) if k == 1 else rational(end) < rational(limit)


def of_functions(name: Any, place: Any, first: str, second: str) -> list[Any]:
    """What is true of a function between two intervals: where its values lie, and how it moves. ``first``, ``second``: names that nothing else bears."""
    source, target, way = place[1], place[2], word(place[3])
    x, y = ["var", ["word", first]], ["var", ["word", second]]
    one, other = ["apply", name, x], ["apply", name, y]
    found = [["forall", ["()", ["()", x, source]], ["member", one, target]]]
    if way in ("falling", "rising"):
        above = ["interval", x, source[2], ["word", "closed"], source[4]]
        small, large = (other, one) if way == "falling" else (one, other)
        found.append(["forall", ["()", ["()", x, source], ["()", y, above]], ["compare", small, ["word", "<="], large]])
    return found


def alike(one: Any, other: Any) -> bool:
    """Whether two spaces have the same points."""
    if head(one) == head(other) == "euclid":
        return same(one[1], other[1])
    return same(one, other)


def _var(sorts: Sorts, f: Any) -> Any:
    found = sorts.sets.get(names(f)[0])
    return None if found is None else stated(found)


def _apply(sorts: Sorts, f: Any) -> Any:
    """The output of a kernel is a distribution on its target, the value of a map a point of it."""
    mapped = sorts.of(argument(f, 0))
    if head(mapped) not in ("kernels", "maps") or len(f) != 3:
        return None
    source, target = mapped[1], mapped[2]
    inside = sorts.within(f[2], source) or (head(source) == "euclid" and sorts.within(f[2], ["points", source]))
    if not inside:
        return None
    return laws(target) if head(mapped) == "kernels" else ["points", target] if head(target) == "euclid" else None


def _push(sorts: Sorts, f: Any) -> Any:
    mapped, space = sorts.of(argument(f, 0)), sorts.space(argument(f, 1))
    if head(mapped) not in ("kernels", "maps") or space is None or not alike(mapped[1], space):
        return None
    return laws(mapped[2])


def _item(sorts: Sorts, f: Any) -> Any:
    """A member of a family at an index of it."""
    family = sorts.of(argument(f, 0))
    if head(family) != "families":
        return None
    index, of = stated(family[1]), family[2]
    return of if _at(sorts, argument(f, 1), index) and not mentions(index) & _objects(sorts) else None


def _at(sorts: Sorts, index: Any, place: Any) -> bool:
    """Whether an index lies in a range of integers that begins at 1: it is a name with that range, or its end."""
    if head(place) != "integers" or place[1] != "1":
        return False
    if head(index) == "var" and same(sorts.of(index), place):
        return True
    return (index == "1" or same(index, place[2])) and _counts(sorts, place[2])


def _counts(sorts: Sorts, f: Any) -> bool:
    """Whether a number is certainly a positive integer."""
    if head(f) == "var":
        found = sorts.of(f)
        return head(found) == "integers" and isinstance(found[1], str) and found[1] not in ("oo", "-oo") and "/" not in found[1] and int(found[1]) >= 1
    return all(map(partial(_counts, sorts), f[1:])) if head(f) == "add" else isinstance(f, str) and f.isdigit() and int(f) >= 1


def _objects(sorts: Sorts) -> set[str]:
    return {name for name, where in sorts.sets.items() if head(stated(where)) not in ("interval", "integers", "one_of", "equals")}


def _both(sorts: Sorts, f: Any) -> Any:
    """The sum of independent variables lives where both do."""
    one, other = sorts.space(argument(f, 0)), sorts.space(argument(f, 1))
    return laws(one) if one is not None and other is not None and head(one) == "euclid" and alike(one, other) else None


def _unrelated(spaces: Iterable[Any]) -> Any:
    """The space of points with a coordinate in each of at least two sets of labels; None for other spaces."""
    found = list(spaces)
    return ["product_space", ["()", *found], None] if len(found) > 1 and all(head(space) == "labels" for space in found) else None


def _product(sorts: Sorts, f: Any) -> Any:
    """Independent labels are a point of labels."""
    space = _unrelated(map(sorts.space, f[1:]))
    return None if space is None else laws(space)


def _then(sorts: Sorts, f: Any) -> Any:
    """A random label and the label that a kernel makes of it."""
    one, mapped = sorts.space(argument(f, 0)), sorts.of(argument(f, 1))
    space = _unrelated([one, mapped[2]]) if head(mapped) == "kernels" and one is not None and same(mapped[1], one) else None
    return None if space is None else laws(space)


def _marginal(sorts: Sorts, f: Any) -> Any:
    """A coordinate of a random point of labels is a random label."""
    space, place = sorts.space(argument(f, 0)), argument(f, 1)
    spaces = space[1][1:] if head(space) == "product_space" and _unrelated(space[1][1:]) is not None else []
    return laws(spaces[int(place) - 1]) if isinstance(place, str) and place.isdigit() and 1 <= int(place) <= len(spaces) else None


def _mixture(sorts: Sorts, f: Any) -> Any:
    """Two distributions of one space with weights w and 1 - w are one on it."""
    parts = argument(f, 0)[1:]
    if len(parts) != 2 or any(head(part) != "()" or len(part) != 3 for part in parts):
        return None
    (first, one), (second, other) = (part[1:] for part in parts)
    spaces = sorts.space(one), sorts.space(other)
    whole = all(isinstance(w, str) and w not in ("oo", "-oo") for w in (first, second)) and rational(first) + rational(second) == 1
    if not (whole or same(second, ["add", "1", ["mul", "-1", first]])) or not (sorts.at_least_0(first) and sorts.at_least_0(second)):
        return None
    return laws(spaces[0]) if None not in spaces and alike(*spaces) else None


def _translate(sorts: Sorts, f: Any) -> Any:
    space = sorts.space(argument(f, 0))
    if head(space) != "euclid":
        return None
    by = sorts.of(argument(f, 1))
    line = space[1] == "1" and sorts.finite(f[2])
    return laws(space) if line or (head(by) == "points" and alike(by[1], space)) else None


def _iid(sorts: Sorts, f: Any) -> Any:
    """Independent copies of a distribution on the line are a distribution on vectors."""
    space = sorts.space(argument(f, 0))
    return laws(["euclid", argument(f, 1), "2"]) if head(space) == "euclid" and space[1] == "1" and _counts(sorts, argument(f, 1)) else None


def _normal_vector(sorts: Sorts, f: Any) -> Any:
    """A normal distribution with a named mean and a multiple of a named covariance, or with numbers for both."""
    mean, covariance = sorts.of(argument(f, 0)), argument(f, 1)
    if sorts.finite(f[1]) and sorts.at_least_0(covariance):
        return laws(["euclid", "1", "1"])
    size = _covariance(sorts, covariance)
    if head(mean) != "points" or head(mean[1]) != "euclid" or size is None or not same(mean[1][1], size[1]):
        return None
    return laws(mean[1])


def _covariance(sorts: Sorts, f: Any) -> Any:
    """The covariances among which a matrix lies: a named one, or a multiple of it by numbers that are at least 0."""
    parts = f[1:] if head(f) == "mul" else [f]
    kept = [part for part in parts if head(part) == "var" and head(sorts.of(part)) == "covariances"]
    place: Any = sorts.of(kept[0]) if len(kept) == 1 and all(sorts.at_least_0(part) for part in parts if part is not kept[0]) else None
    if place is None or not (same(place[2], DEFINITE) or same(place[2], SEMIDEFINITE)):
        return None
    return place if len(parts) == 1 else ["covariances", place[1], SEMIDEFINITE]


def _multiple(sorts: Sorts, f: Any) -> Any:
    """A multiple of a covariance, or of a point."""
    points = [part for part in f[1:] if head(sorts.of(part)) == "points"]
    if len(points) == 1:
        return sorts.of(points[0]) if all(sorts.finite(part) for part in f[1:] if part is not points[0]) else None
    return _covariance(sorts, f)


def _sum(sorts: Sorts, f: Any) -> Any:
    """A sum of vectors of one space."""
    found = [sorts.of(part) for part in f[1:]]
    if any(head(place) != "points" or head(place[1]) != "euclid" or not alike(place[1], found[0][1]) for place in found):
        return None
    return found[0]


def _prior(sorts: Sorts, f: Any) -> Any:
    """A prior of a framework is a distribution on its data sets."""
    framework: Any = argument(f, 0)
    if head(framework) != "var" or head(sorts.of(framework)) != "frameworks":
        return None
    return laws(["data_sets", framework]) if _among(sorts, argument(f, 1), ["prior_count", framework]) else None


def _secret(sorts: Sorts, f: Any) -> Any:
    """A secret of a framework is an event of its data sets."""
    framework: Any = argument(f, 0)
    if head(framework) != "var" or head(sorts.of(framework)) != "frameworks":
        return None
    return ["events", ["data_sets", framework]] if _among(sorts, argument(f, 1), ["secret_count", framework]) else None


def _among(sorts: Sorts, index: Any, most: Any) -> bool:
    """Whether an index is a name that ranges over the integers from 1 to a number that is at least 1, or is this number."""
    place: Any = sorts.of(index) if head(index) == "var" else None
    return same(index, most) or (head(place) == "integers" and place[1] == "1" and same(place[2], most))


def _given(sorts: Sorts, f: Any) -> Any:
    """A conditional distribution lives where the distribution does, if the event has positive probability."""
    space, event = sorts.space(argument(f, 0)), sorts.of(argument(f, 1))
    return laws(space) if space is not None and head(event) == "events" and alike(sorts.place_of(event[1]), space) else None


def _composition(sorts: Sorts, f: Any) -> Any:
    """The set of the composition that a term names first; None where it names none."""
    found: Any = sorts.of(argument(f, 0)) if head(argument(f, 0)) == "var" else None
    return found if head(found) == "compositions" else None


def _joint(sorts: Sorts, f: Any) -> Any:
    """The outputs of all mechanisms on a data set are a list of random vectors."""
    whole = _composition(sorts, f)
    if whole is None or not sorts.within(argument(f, 1), ["data_sets", whole[2]]):
        return None
    return laws(["sequences", whole[1], whole[3]])


def _step(sorts: Sorts, f: Any) -> Any:
    """The output of one mechanism, on a data set that it can be run on, after earlier outputs where it sees them."""
    whole = _composition(sorts, f)
    if whole is None or len(f) not in (4, 5) or not _at(sorts, f[2], ["integers", "1", whole[1]]):
        return None
    own = ["data_sets", whole[2]] if whole[6] is None else ["parts", f[1], f[2]]
    past = ["pasts", f[1], f[2]]
    seen = sorts.within(f[4], past) if len(f) == 5 else same(whole[5], ["word_", ["word", "no"]])
    return laws(whole[3]) if seen and sorts.within(f[3], own) else None


def _part(sorts: Sorts, f: Any) -> Any:
    """The part of a data set that one mechanism is run on."""
    whole = _composition(sorts, f)
    if whole is None or whole[6] is None or not _at(sorts, f[2], ["integers", "1", whole[1]]) or not sorts.within(f[3], ["data_sets", whole[2]]):
        return None
    return ["parts", f[1], f[2]]


def _parts(f: Any) -> Iterator[Any]:
    if isinstance(f, list) and f:
        yield f
        for part in f[1:]:
            yield from _parts(part)


SETS = frozenset({"laws", "normal_laws", "kernels", "maps", "functions", "events", "points", "couplings", "one_of", "subsets", "universes", "frameworks", "iterations", "neighbours", "data_sets", "situations",
                  "secret_pairs", "product_space", "families", "function_class", "minimisers", "unstated"})
"""Sets, and spaces, that have a value where all do that they are made of."""
OF_A_SIZE = frozenset({"euclid", "labels", "sequences", "compositions", "covariances", "permutations", "martingale_differences"})
"""The same, where the first part is a positive integer besides."""
LAWS = frozenset({"laws", "normal_laws", "couplings", "martingale_differences"})
OF_OBJECTS = {"couplings": LAWS, "events": LAWS, "data_sets": frozenset({"universes", "frameworks"}), "neighbours": frozenset({"universes"}), "situations": frozenset({"frameworks"}),
              "secret_pairs": frozenset({"frameworks"}), "minimisers": frozenset({"function_class"})}
"""Sets that belong to a distribution or to another object, by the sets that it may come from."""
OF_A_STEP = frozenset({"pasts", "parts", "part_neighbours"})
"""Sets that belong to one mechanism of a composition."""


def settled(f: Any, sorts: Sorts, has_value: Callable[[Any], bool], known: Callable[[Any], bool]) -> bool:
    """Whether a set certainly has a value. ``has_value``: whether a number has one; ``known``: whether a proposition is known to be true."""
    kind = head(f)
    if f is None or isinstance(f, str) or kind in ("word", "word_"):
        return True
    if kind == "var":
        return names(f)[0] in sorts.sets
    if kind in OF_A_STEP:
        whole = _composition(sorts, f)
        return whole is not None and _at(sorts, f[2], ["integers", "1", whole[1]]) and (kind == "pasts" or whole[6] is not None)
    if kind in OF_A_SIZE and not (_counts(sorts, f[1]) or (kind == "sequences" and f[1] == "oo")):
        return False
    if kind in OF_OBJECTS and not all(head(sorts.of(part)) in OF_OBJECTS[kind] for part in (f[1:3] if kind == "couplings" else f[1:2]) if kind != "events" or head(part) not in SETS | OF_A_SIZE | {"interval", "integers"}):
        return False
    if kind == "euclid" and len(f) > 2 and not _order(sorts, f[2]):
        return False
    if kind in SETS or kind in OF_A_SIZE or kind == "()":
        return all(settled(part, sorts, has_value, known) for part in f[1:])
    if kind == "equals":
        return has_value(f[1]) and settled(f[2], sorts, has_value, known)
    if kind in ("interval", "integers"):
        return all(map(has_value, f[1:3]))
    if head(sorts.of(f)) == "laws":
        return all(map(known, sorts.conditions(f)))
    return has_value(f)


def has_value(where: Any, over: Iterable[tuple[Any, Any]]) -> bool:
    """Whether a set of numbers, or of sequences of them, certainly has a value, given those of the names bound before it: its ends have, and lengths and dimensions are positive integers."""
    where, sorts = stated(where), Sorts.over(over)
    kind = head(where)
    if kind in ("sequences", "euclid") and not (_counts(sorts, argument(where, 0)) or (kind == "sequences" and where[1] == "oo")):
        return False
    sets, numbers = {"families": ((1, 2), ()), "sequences": ((2,), ()), "euclid": ((), ()), "equals": ((2,), (1,)), "interval": ((), (1, 2)), "integers": ((), (1, 2)),
                     "one_of": ((), range(1, len(where)))}.get(kind, ((), None))
    if numbers is None:
        return False
    ends = [where[k] for k in numbers]
    return all(has_value(where[k], over) for k in sets) and all(isinstance(end, str) or (head(end) == "var" and names(end)[0] in sorts.sets) or sorts.finite(end) for end in ends)


def _order(sorts: Sorts, f: Any) -> bool:
    """Whether the order of a norm is certainly at least 1."""
    if head(f) == "var":
        found = sorts.of(f)
        f = found[1] if head(found) in ("interval", "integers") else None
    return isinstance(f, str) and (f == "oo" or (f != "-oo" and rational(f) >= 1))


def _event(sorts: Sorts, f: Any) -> Any:
    """Finitely many points of one space are an event, indices up to a number among the labels."""
    found = [sorts.of(point) for point in f[1:]]
    if found and all(head(place) == "integers" and head(point) == "var" and place[1] == "1" and same(place, found[0]) for point, place in zip(f[1:], found, strict=True)):
        return ["events", ["labels", found[0][2]]]
    if not found or any(head(place) != "points" or not alike(place[1], found[0][1]) for place in found):
        return None
    return ["events", found[0][1]]


_RULES = {"event": _event, "var": _var, "apply": _apply, "push": _push, "item": _item, "convolve": _both, "mixture": _mixture, "translate": _translate, "iid": _iid, "normal_vector": _normal_vector,
          "product": _product, "then": _then, "marginal": _marginal, "mul": _multiple, "add": _sum, "prior": _prior, "secret": _secret, "given_event": _given, "joint": _joint, "step": _step, "part": _part}

__all__ = ["Sorts", "alike", "bounded", "has_value", "included", "laws", "of_functions", "settled"]
