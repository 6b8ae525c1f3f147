"""Terms at which a lemma can be used: its patterns are matched against the terms of a statement."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import permutations
from typing import Any

from verify.evidence.checker.formula import BINDERS, OWN, Refused, argument, entries, head, kept, mentions, names, rational, replaced, same, stated, text_of
from verify.evidence.checker.lemmas import ARITHMETIC, MEASURES
from verify.evidence.checker.sorts import Sorts, included
from verify.evidence.checker.uses import conjuncts, ends_of, filled, inequality, nodes, unbound, upward
from verify.quantities import enclosures

DESCRIBED = frozenset({"gaussian_profile", "gaussian_level", "trade_off", "prob", "expect"})
"""Functions of numbers, and of distributions that are written with numbers alone, whose values are compared by lemmas."""
Terms = dict[str, Any]
"""The term that each name of a lemma stands for."""
FEW = 3
"""Sums and products of at most so many parts are matched in every order."""
NUMERIC = frozenset({"interval", "integers", "one_of", "equals"})
"""Sets of numbers, from which nothing is read."""
CONNECTIVES = frozenset({"all", "any", "not", "implies", "iff", "compare", "member"})


@dataclass(frozen=True)
class Lemma:
    """A lemma, or a known proposition that begins with "for all", taken apart."""

    key: str
    """Id, part and reading; empty for a known proposition."""
    formula: Any
    over: tuple[tuple[Any, Any], ...]
    given: tuple[Any, ...]
    states: Any
    patterns: tuple[Any, ...]
    """Terms of the conclusion that are matched, and then those of the hypotheses, the ones that bind most names first; where these leave a name open, the whole conclusion, as ``["all", comparison]``."""
    arguments: tuple[tuple[str, int, Any, str], ...] = ()
    """Of a known proposition: arguments of its terms, with the head and the place, which are matched with arguments at the same place of other terms, and what is added to what a name is found to be."""
    alike: bool = False
    """Whether a name that nothing determines stands for the name of the statement that is written alike: so it does within one paper."""

    @cached_property
    def names(self) -> set[str]:
        return {name for pattern, _ in self.over for name in names(pattern)}

    @cached_property
    def sought(self) -> tuple[tuple[Any, str, frozenset[str]], ...]:
        """Each pattern with its head and the names that it mentions."""
        return tuple((pattern, head(pattern), frozenset(mentions(pattern))) for pattern in self.patterns)

    @cached_property
    def sets(self) -> tuple[tuple[str, Any, frozenset[str]], ...]:
        """Each name of something else than a number with its set and the names that this mentions."""
        found = [(names(pattern)[0], stated(where)) for pattern, where in self.over if head(pattern) == "var"]
        return tuple((name, where, frozenset(mentions(where))) for name, where in found if head(where) not in NUMERIC)


def lemma(key: str, formula: Any, alike: bool = False) -> Lemma:
    """A closed formula as a lemma; with ``alike`` its hypotheses are matched whole as well, since their bounds are names."""
    over: list[tuple[Any, Any]] = []
    given: list[Any] = []
    states = formula
    while head(states) in ("forall", "implies"):
        if head(states) == "forall":
            over += entries(states)
        else:
            given.append(argument(states, 0))
        states = argument(states, 1)
    bound = {name for pattern, _ in over for name in names(pattern)}
    found = _by_names([*quantities(states, bound)], bound) + _by_names([term for h in given for term in quantities(h, bound)], bound)
    found += [part for h in given for part in conjuncts(h) if head(part) == "forall"]
    objects = {name for pattern, where in over for name in names(pattern) if head(stated(where)) not in NUMERIC}
    left = bound - set().union(*(mentions(term) for term in found if term[0] not in BINDERS and mentions(term) & objects))  # bounds in hypotheses say what they are
    found += [bound_of(part) for h in given for part in conjuncts(h) if head(part) == "compare" and (alike or mentions(part) & left)]
    found += [["all", bound_of(states)]] if key and head(states) == "compare" and mentions(states) & left else []
    found += [["member", pattern, where] for pattern, where in over if head(pattern) == "()"]
    found += [states, *at_ends(states)] if head(states) == "exists" else []
    parts = [] if key else [part for term in found if term[0] == "if" for inner in term[1:] for part in quantities_within(inner, bound)]
    valued = [] if key else [term for term in (*found, *parts) if term[0] in DESCRIBED or term[0] == "apply"]
    arguments = tuple(one for term in valued for k in range(1, len(term)) if mentions(term[k]) & bound for one in _arguments(term[0], k, term[k], bound))
    return Lemma(key, formula, tuple(over), tuple(given), states, (*found, *_by_names(parts, bound)), arguments, alike)


def _arguments(kind: str, k: int, f: Any, bound: set[str]) -> Iterator[tuple[str, int, Any, str]]:
    """An argument as it is matched, and with a name in place of the name and a constant: ``i - 1`` is 2 where i is 3."""
    yield kind, k, f, "0"
    for part in f[1:] if head(f) == "mul" else [f]:
        if head(part) == "add" and len(part) == 3:
            own = [x for x in part[1:] if head(x) == "var" and names(x)[0] in bound]
            constants = [x for x in part[1:] if isinstance(x, str) and x not in ("oo", "-oo")]
            if len(own) == len(constants) == 1:
                yield kind, k, replaced(f, part, own[0]), str(-rational(constants[0]))


def bound_of(p: Any) -> Any:
    """A comparison as it is matched: an inequality with its smaller side first, strict or not."""
    try:
        small, _, large = upward(p)
    except Refused:
        return p
    return inequality(small, False, large)


def at_ends(p: Any) -> Iterator[Any]:
    """That something exists with an inequality, its smaller side first; where the inequality is said of all numbers between two ends, with its sides at these."""
    if head(p) != "exists":
        return
    over, states = p[1], argument(p, 1)
    if head(states) == "compare" and bound_of(states) != states:
        yield ["exists", over, bound_of(states)]
    if head(states) != "forall" or len(entries(states)) != 1:
        return
    pattern, where = entries(states)[0]
    try:
        small, _, large = upward(argument(states, 1))
    except Refused:
        return
    place, name = stated(where), names(pattern)[0]
    ends = [end for end in place[1:3] if end not in ("oo", "-oo")] if head(pattern) == "var" and head(place) == "interval" else []
    for one, other in permutations(ends) if len(ends) == 2 else ():
        yield ["exists", over, inequality(filled(small, {name: one}), False, filled(large, {name: other}))]


def outer(formula: Any) -> Lemma | None:
    """A known proposition that begins with "for all", as a lemma whose conclusion begins with the next one; None where there is no other."""
    states = argument(formula, 1)
    while head(states) == "implies":
        states = argument(states, 1)
    return Lemma("", formula, tuple(entries(formula)), (), ["all"], ()) if head(states) == "forall" else None


def members(one: Lemma, sorts: Sorts, most: int, known: Sequence[Any] = ()) -> Iterator[Terms]:
    """Names of the statement for the names of a known proposition, by their sets alone, and known members of sets of tuples; at most so many ways."""
    found: list[Terms] = [{}]
    tuples = [(fact[1], stated(fact[2])) for fact in known if head(fact) == "member" and head(fact[1]) == "()"]
    for pattern, where in one.over:
        if head(pattern) == "var":
            found = [{**terms, names(pattern)[0]: ["var", ["word", name]]} for terms in found for name, own in sorts.sets.items() if included(own, filled(stated(where), terms))]
        else:
            found = [{**terms, **dict(zip(names(pattern), members[1:], strict=True))} for terms in found for members, place in tuples
                     if len(members) == len(pattern) and same(place, filled(stated(where), terms))]
    yield from found[:most]


def _by_names(terms: list[Any], bound: set[str]) -> list[Any]:
    distinct = {text_of(term): term for term in terms}
    return sorted(distinct.values(), key=lambda term: -len(mentions(term) & bound))


def quantities(p: Any, objects: set[str]) -> Iterator[Any]:
    """The largest terms of a proposition or a number that are no arithmetic and mention one of the names, or are values of functions that lemmas describe."""
    if not isinstance(p, list) or p[0] in ("word", "var") or not (mentions(p) & objects or _described(p)):
        return
    if p[0] in ARITHMETIC or p[0] in CONNECTIVES:
        for part in p[1:]:
            yield from quantities(part, objects)
    elif p[0] == "exists":
        yield from _of_others(p, objects)
    elif p[0] not in ("forall", "()"):
        yield p


def quantities_within(p: Any, objects: set[str]) -> Iterator[Any]:
    """The quantities of a proposition or a number, and those in the conditions and branches of numbers by cases, before these."""
    for term in quantities(p, objects):
        for part in term[1:] if term[0] == "if" else ():
            yield from quantities_within(part, objects)
        yield term


def constants_of(term: Any, free: Collection[str]) -> Iterator[Any]:
    """Quantities in an event, or in what a mean is of, and sums in the terms of a sum, that mention only the ``free`` names."""
    for part in nodes(term[2]) if term[0] == "sum" else nodes(term) if term[0] in ("prob", "expect") else ():
        if (part[0] == "sum" if term[0] == "sum" else part[0] == "mean" or part[0] in MEASURES - ARITHMETIC - BINDERS) and not unbound(part) - set(free):
            yield part


@kept
def _described(p: Any) -> bool:
    """Whether values of functions of numbers occur that are known by lemmas alone."""
    return any(node[0] in DESCRIBED for node in nodes(p))


def _of_others(p: Any, objects: set[str]) -> Iterator[Any]:
    """The quantities of a proposition that something exists, at ends of its range too; of those that depend on it their arguments that do not."""
    own = {name for pattern, _ in entries(p) for name in names(pattern)}
    ends = [end for _, where in entries(p) for end in ends_of(where) if isinstance(end, list)]
    for term in (part for f in (*ends, *p[2:]) for part in quantities(f, objects)):
        if not mentions(term) & own:
            yield term
        elif term[0] not in BINDERS:
            yield from (part for part in term[1:] if isinstance(part, list) and part[0] not in ("word", "var") and mentions(part) & objects and not mentions(part) & own)


def by_head(terms: Iterable[Any]) -> dict[str, list[Any]]:
    """Terms by their heads, in their order."""
    found: dict[str, list[Any]] = {}
    for term in terms:
        found.setdefault(head(term), []).append(term)
    return found


def instances(one: Lemma, candidates: Mapping[str, Sequence[Any]], sorts: Sorts, most: int) -> Iterator[Terms]:
    """Terms for all names of a lemma, such that patterns of it are among the candidates, which are given by head; at most so many."""
    found: set[str] = set()
    for terms in _search(one, 0, {}, candidates, sorts):
        key = text_of(dict(sorted(terms.items())))
        if key not in found:
            found.add(key)
            yield terms
        if len(found) >= most:
            return


def _search(one: Lemma, first: int, terms: Terms, candidates: Mapping[str, Sequence[Any]], sorts: Sorts) -> Iterator[Terms]:
    """The same by the patterns from a place on, with terms for some names."""
    enclosures.spend(1)
    completed = _completed(one, terms, sorts)
    if completed is None:
        return
    open_names = one.names - completed.keys()
    if not open_names:
        yield completed
        return
    if one.alike and first == len(one.sought):
        named = {name: ["var", ["word", name]] for name in open_names if name in sorts.sets}
        if len(named) == len(open_names):
            yield completed | named
        return
    for k, (pattern, kind, mentioned) in enumerate(one.sought[first:], first + 1):
        if mentioned.isdisjoint(open_names):
            continue
        for candidate in candidates.get(kind, ()):
            for matched in match(pattern, candidate, completed, one.names):
                yield from _search(one, k, matched, candidates, sorts)
    if one.alike and first < len(one.sought):
        yield from _search(one, len(one.sought), completed, candidates, sorts)
    for kind, k, part, more in one.arguments if len(open_names) == 1 else ():
        for candidate in candidates.get(kind, ()) if open_names <= mentions(part) else ():
            for matched in match(part, candidate[k], completed, one.names) if len(candidate) > k else ():
                found = {name: ["add", matched[name], more] for name in open_names if more != "0" and name in matched}
                yield from _search(one, len(one.sought), matched | found, candidates, sorts)


def _completed(one: Lemma, terms: Terms, sorts: Sorts) -> Terms | None:
    """The terms with those of names that the sets of others determine, such as dimensions; None where sets do not fit."""
    found = dict(terms)
    for name, wanted, mentioned in one.sets:
        if name not in found:
            continue
        own = sorts.of(found[name])
        if own is None:
            return None
        if mentioned.isdisjoint(one.names - found.keys()):
            continue
        for form in (_shape, _dimensions):
            fitted = match(form(wanted), form(own), found, one.names)
            if fitted:
                found = fitted[0]
                break
        if head(wanted) == head(own) == "laws" and wanted[4] is not None and own[4] is not None:
            found = next(iter(match(wanted[4], stated(own[4]), found, one.names)), found)
    return found


def _shape(where: Any) -> Any:
    """What a set says of spaces; marks such as finite moments are left to the checker."""
    of_numbers = head(where) == "families" and head(stated(where[2])) in NUMERIC
    return where[:2] if head(where) in ("laws", "covariances") or of_numbers else where[:3] if head(where) in ("kernels", "maps") else where


def _dimensions(where: Any) -> Any:
    """The same without norms: vectors are the same whatever norm measures them."""
    return _without_norms(_shape(where))


def _without_norms(f: Any) -> Any:
    if not isinstance(f, list):
        return f
    return f[:2] if f[0] == "euclid" else [f[0], *map(_without_norms, f[1:])]


def plain(f: Any) -> Any:
    """A formula that binds names which can be written: lemmas bind names of the checker's own."""
    return _renamed(f, {}) if isinstance(f, list) and _of_the_checker(f) else f


@kept
def _of_the_checker(f: Any) -> bool:
    """Whether names of the checker's own occur."""
    return any(name.startswith(OWN) for name in mentions(f))


def _renamed(f: Any, new: dict[str, str]) -> Any:
    if not isinstance(f, list) or f[0] == "word":
        return f
    if f[0] == "var":
        return ["var", ["word", new.get(names(f)[0], names(f)[0])]]
    if f[0] not in BINDERS:
        return [f[0], *(_renamed(part, new) for part in f[1:])]
    inner, over = dict(new), []
    for pattern, where in entries(f):
        place = _renamed(where, inner)
        inner.update({name: f"bound_{name[1:]}" for name in names(pattern) if name.startswith(OWN)})
        over.append(["()", _renamed(pattern, inner), place])
    return [f[0], ["()", *over], *(_renamed(part, inner) for part in f[2:])]


def match(pattern: Any, term: Any, terms: Terms, free: Collection[str], bound: Mapping[str, str] | None = None) -> Sequence[Terms]:
    """The ways to put terms for names into a pattern such that it becomes the term. ``bound``: names that both bind, the pattern's by the term's."""
    if not isinstance(pattern, list):
        return (terms,) if pattern == term else ()
    kind = pattern[0]
    if kind == "var" and len(pattern) == 2:
        return _name(pattern, term, terms, free, bound or {})
    if not isinstance(term, list) or not term or term[0] != kind:
        return ()
    if kind == "word":
        return (terms,) if pattern == term else ()
    if kind == "law":  # the pieces follow from the parameters; the checker compares them
        return match(pattern[2], term[2], terms, free, bound) if pattern[1] == term[1] else ()
    if kind in BINDERS:
        return _bound(pattern, term, terms, free, bound or {})
    if len(pattern) != len(term):
        return ()
    if kind in ("add", "mul", "max", "min") and 2 < len(pattern) <= FEW + 1:
        return [found for order in permutations(term[1:]) for found in _all(pattern[1:], order, terms, free, bound)]
    return _all(pattern[1:], term[1:], terms, free, bound)


def _name(pattern: Any, term: Any, terms: Terms, free: Collection[str], bound: Mapping[str, str]) -> Sequence[Terms]:
    name = names(pattern)[0]
    if name in bound:
        fits = head(term) == "var" and names(term)[0] == bound[name]
    elif name not in free:
        fits = same(pattern, term)
    elif name in terms:
        fits = same(terms[name], term)
    else:
        return ({**terms, name: term},) if term is not None and (not bound or mentions(term).isdisjoint(bound.values())) else ()
    return (terms,) if fits else ()


def _all(patterns: Sequence[Any], parts: Sequence[Any], terms: Terms, free: Collection[str], bound: Mapping[str, str] | None) -> Sequence[Terms]:
    ways: Sequence[Terms] = (terms,)
    for pattern, part in zip(patterns, parts, strict=True):
        ways = match(pattern, part, ways[0], free, bound) if len(ways) == 1 else [found for way in ways for found in match(pattern, part, way, free, bound)]
        if not ways:
            break
    return ways


def _bound(pattern: Any, term: Any, terms: Terms, free: Collection[str], bound: Mapping[str, str]) -> Sequence[Terms]:
    """Binders match where they bind as many names over matching sets, and their bodies match."""
    mine, others = entries(pattern), entries(term)
    if len(mine) != len(others) or len(pattern) != len(term):
        return ()
    inner, places, sets = dict(bound), [], []
    for (own, where), (other, place) in zip(mine, others, strict=True):
        if len(names(own)) != len(names(other)):
            return ()
        places.append(where)
        sets.append(place)
        inner.update(zip(names(own), names(other), strict=True))
    return [way for found in _all(places, sets, terms, free, bound) for way in _all(pattern[2:], term[2:], found, free, inner)]


def may_be_signed(over: Any) -> bool:
    """Whether an extremum is one of sums, or of numbers by cases of its own members."""
    own = {name for pattern, _ in entries(over) for name in names(pattern)}
    return over[0] != "sum" and (head(over[2]) == "add" or (head(over[2]) == "if" and bool(mentions(over[2][1]) & own)))


def width_of(f: Any, name: str) -> Any:
    """What a name is multiplied by in a product; None where it is no such product."""
    rest = [part for part in f[1:] if mentions(part) != {name}] if head(f) == "mul" else []
    if not rest or len(rest) != len(f) - 2 or any(name in mentions(part) for part in rest) or not any(head(part) == "var" for part in f[1:] if part not in rest):
        return None
    return rest[0] if len(rest) == 1 else ["mul", *rest]


def within_ends(one: Lemma, at: Terms) -> Iterator[Any]:
    """That names of a known proposition stand for numbers within the ends of their ranges."""
    for pattern, where in one.over:
        place, name = stated(where), names(pattern)[0]
        for k, end in enumerate(place[1:3], 1) if head(place) == "interval" and name in at else ():
            if end not in ("oo", "-oo"):
                sides = (filled(end, at), at[name]) if k == 1 else (at[name], filled(end, at))
                yield inequality(sides[0], place[k + 2] == ["word", "open"], sides[1])


def larger(where: Iterable[Any], objects: Collection[str], bound: Collection[str]) -> Iterator[Any]:
    """For each largest one of two numbers in propositions, that it is the first of them and greater than the second; of numbers and of their exponentials, the order is the same."""
    for node in (node for p in where for node in nodes(p)):
        if node[0] == "max" and len(node) == 3 and not mentions(node) & set(objects) and not unbound(node) - set(bound):
            first, second = node[1:]
            if head(first) == "add" and len(first) == 3 and second == "0" and head(first[2]) == "mul" and first[2][1] == "-1" and len(first[2]) == 3:
                first, second = first[1], first[2][2]
            if head(first) == head(second) == "exp":
                first, second = first[1], second[1]
            yield inequality(second, True, first)


def upper_parts(small: Any, large: Any) -> Iterator[tuple[Any, Any]]:
    """Numbers that are at most others where a smaller side is at most a larger one: parts of a maximum, and a part of a sum with the rest on the other side."""
    if head(small) == "max":
        yield from ((part, large) for part in small[1:])
    yield small, large
    for k, part in enumerate(small[1:], 1) if head(small) == "add" else ():
        yield part, ["add", large, *(["mul", "-1", other] for j, other in enumerate(small[1:], 1) if j != k)]


__all__ = ["Lemma", "Terms", "at_ends", "bound_of", "by_head", "constants_of", "instances", "larger", "lemma", "match", "may_be_signed", "members", "outer", "plain", "quantities", "quantities_within", "upper_parts", "width_of", "within_ends"]
