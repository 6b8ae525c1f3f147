"""Statements as propositions of Rocq: what it is for a statement to hold, and what it is for it to fail.

Both are said with everything that its terms need in order to have a value, so that a statement which has none neither holds nor fails. Conditions inside of terms (``if``)
are taken out of comparisons; a Gaussian level is the number with the profile that defines it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from math import prod

from verify.claims.nodes import BINDERS, Argument, Node, child, children, free_names, heads, literal, pattern_names, rebuild
from verify.rocq.laws import infinite_where, law
from verify.rocq.terms import FALSE, REALS, REFUSED, TRUE, NotExported, Prop, Scope, atom, conj, disj, fraction, integer, real

OPPOSITE = {"<=": ">", "<": ">=", ">=": "<", ">": "<=", "==": "<>", "!=": "="}
WRITTEN = {"==": "=", "!=": "<>"}


def fails(node: Node, scope: Scope | None = None) -> Prop:
    """What it is for a statement to be false (with a value)."""
    return _judged(_plain(node), scope or Scope(), False)


def holds(node: Node, scope: Scope | None = None) -> Prop:
    """What it is for a statement to be true."""
    return _judged(_plain(node), scope or Scope(), True)


def _plain(node: Node) -> Node:
    return _plain(child(node, 0)) if node.head == "unstated" else rebuild(node, _plain)


def _judged(node: Node, scope: Scope, wanted: bool) -> Prop:
    if node.head == "compare":
        return _compare(node, scope, wanted)
    if node.head in ("all", "any"):
        return _connected([child(node, k) for k in range(len(node.args))], scope, wanted, (node.head == "all") == wanted)
    if node.head == "not":
        return _judged(child(node, 0), scope, not wanted)
    if node.head == "implies":
        return _connected([Node("not", child(node, 0)), child(node, 1)], scope, wanted, not wanted)
    if node.head == "iff":
        a, b = child(node, 0), child(node, 1)
        return disj(conj(_judged(a, scope, True), _judged(b, scope, wanted)), conj(_judged(a, scope, False), _judged(b, scope, not wanted)))
    if node.head in ("forall", "exists"):
        return _quantified(node, scope, wanted)
    if node.head == "member":
        inner = scope.inside()
        if child(node, 1).head not in ("interval", "integers", "one_of"):
            raise NotExported(REFUSED.get(child(node, 1).head, "structure"), f"member of {child(node, 1).head}")
        return _judged(_membership(child(node, 0), child(node, 1)), inner, wanted)
    raise NotExported(REFUSED.get(node.head, "structure"), node.head)


def _connected(parts: list[Node], scope: Scope, wanted: bool, together: bool) -> Prop:
    """A conjunction where all must be decided this way; else the first that is, the ones before it decided the other way (which they are anyhow where they always have a value)."""
    if together:
        return conj(*(_judged(part, scope, wanted) for part in parts))
    found = FALSE
    for part in reversed(parts):
        here, there = _judged(part, scope, wanted), _judged(part, scope, not wanted)
        plain = here.kind == there.kind == "atom" and not {"if"} & heads(part)
        found = disj(here, found if plain else conj(there, found)) if found != FALSE else here
    return found


def _compare(node: Node, scope: Scope, wanted: bool) -> Prop:
    left, relation, right = child(node, 0), str(node.args[1]), child(node, 2)
    if relation == "rounds to":
        return _judged(_rounds(left, right), scope, wanted)
    if (said := _of_members(node, scope, wanted)) is not None:
        return said
    if (found := _first(node, "if")) is not None:
        return _by_cases(node, found, scope, wanted)
    for head in ("gaussian_level", "normal_quantile"):
        if (found := _first(node, head)) is not None:
            return _defined(node, found, scope, wanted)
    if (found := _first(node, "renyi")) is not None:
        return _infinite_or_not(node, found, scope, wanted)
    if (found := _first(node, "inf")) is not None and _range_of(found) is not None:
        return _least(node, found, scope, wanted)
    if (found := _first(node, "sum", within=_cases_inside)) is not None:
        return _term_by_term(node, found, scope, wanted)
    inner = scope.inside()
    signs = [_sign_of_infinity(side) for side in (left, right)]
    if any(signs):
        for side, sign in zip((left, right), signs, strict=True):
            for part in _finite_parts(side, sign):
                real(part, inner)
        a, b = signs
        true = {"<=": a <= b, "<": a < b, ">=": a >= b, ">": a > b, "==": a == b, "!=": a != b}[relation]
        return conj(*inner.needs) if true == wanted else FALSE
    sides = [real(side, inner) for side in (left, right)]
    text = f"{sides[0]} {WRITTEN.get(relation, relation) if wanted else OPPOSITE[relation]} {sides[1]}"
    return conj(*inner.needs, Prop("atom", text, default="" if wanted else "not", node=node))


TURNED = {"<=": ">=", "<": ">", ">=": "<=", ">": "<"}


def _of_members(node: Node, scope: Scope, wanted: bool) -> Prop | None:
    """A comparison with a supremum or an infimum, said of its members: there are members, each has a value, and one of them or each of them compares like this.

    That one is at least a bound is more than that the supremum is, and is said where the theorem may say more: not in a premise.
    """
    for k in (0, 2):
        extremum, other, relation = child(node, k), child(node, 2 - k), str(node.args[1])
        if extremum.head not in ("sup", "inf") or relation not in TURNED or not _members_compared(extremum, other):
            continue
        if extremum.head == "inf" and _range_of(extremum) is not None:  # a least number under a condition, which is found between two numbers
            continue
        over, body = extremum.args[0], child(extremum, 1)
        assert isinstance(over, tuple)
        seen = relation if k == 0 else TURNED[relation]
        seen = seen if wanted else OPPOSITE[seen]
        one = seen.startswith(">") == (extremum.head == "sup")
        if not one and seen in ("<", ">") and not all(_whole_range(entry) for entry in over):
            continue
        if scope.premise:
            raise NotExported("extremum", "in a premise")
        where = Node("all", *(one for one in extremum.args[2:3] if isinstance(one, Node)))
        compared = Node("compare", *(body if j == k else argument for j, argument in enumerate(node.args)))
        compared = compared if wanted else Node("not", compared)
        values = [Node("forall", over, _has_value(where))] if where.args else []
        values.append(Node("forall", over, Node("implies", where, _has_value(body))))
        said = Node("exists", over, Node("all", where, compared)) if one else Node("all", Node("exists", over, where), Node("forall", over, Node("implies", where, compared)))
        return _judged(Node("all", *values, said), scope, True)
    return None


def _has_value(node: Node) -> Node:
    """A formula for: a term, or each term of a condition, has a value."""
    if node.head == "compare":
        return Node("all", *(_has_value(child(node, k)) for k in (0, 2)))
    if node.head in ("all", "any", "not", "implies", "iff"):
        return Node("all", *(_has_value(child(node, k)) for k in range(len(node.args))))
    if node.head in BINDERS and node.head in ("forall", "exists"):
        raise NotExported("extremum", "under a condition on others")
    return Node("compare", node, "<=", Node("num", "oo"))


def _members_compared(extremum: Node, other: Node) -> bool:
    """Whether an extremum is over numbers, and not one that Rocq computes as it stands; its names mean nothing in the other term."""
    over = extremum.args[0]
    assert isinstance(over, tuple)
    if not all(isinstance(entry, tuple) and isinstance(entry[0], Node) and entry[0].head == "var" for entry in over):
        return False
    if not free_names(other).isdisjoint(name for entry in over if isinstance(entry, tuple) for name in pattern_names(entry[0])):
        return False
    heads_of = [entry[1].head for entry in over if isinstance(entry, tuple) and isinstance(entry[1], Node)]
    return set(heads_of) <= {"interval", "integers"} and ("interval" in heads_of or _cases_inside(extremum))


def _whole_range(entry: Argument) -> bool:
    return isinstance(entry, tuple) and isinstance(entry[1], Node) and entry[1].head == "integers" and not _infinite(child(entry[1], 1))


def _cases_inside(node: Node) -> bool:
    return not {"if", "gaussian_level", "normal_quantile"}.isdisjoint(heads(node))


def _term_by_term(node: Node, found: Node, scope: Scope, wanted: bool) -> Prop:
    """A comparison with a sum whose terms are told by cases: there is a function with the values of the terms, and the comparison holds for its sum."""
    if scope.premise:
        raise NotExported("sum", "by cases in a premise")
    over = found.args[0]
    assert isinstance(over, tuple)
    if len(over) != 1 or not _whole_range(over[0]) or any(one is not None for one in found.args[2:]):
        raise NotExported("sum", "by cases")
    assert isinstance(over[0], tuple)
    inner = scope.inside()
    name = inner.fresh("term")
    inner.names[f"#{name}"] = ("Z -> R", name)
    at = Node("value_at", Node("var", f"#{name}"), over[0][0])
    terms = _quantified(Node("forall", over, Node("compare", child(found, 1), "==", at)), inner, True)
    rest = _judged(_put(node, found, Node("sum", over, at, *found.args[2:])), inner, wanted)
    return Prop("exists", "Z -> R", (conj(terms, rest),), name, f"#{name}", node=found)


def _value_at(node: Node, scope: Scope) -> str:
    index = integer(child(node, 1), scope)
    assert index is not None
    return f"({scope.names[str(child(node, 0).args[0])][1]} {index})"


REALS["value_at"] = _value_at


def _by_cases(node: Node, found: Node, scope: Scope, wanted: bool) -> Prop:
    """A comparison with a condition inside: in each of the two cases. A case that cannot be said is left out where the other one is enough (the proposition becomes stronger)."""
    cases, last = [], None
    for k, so in ((1, True), (2, False)):
        try:
            cases.append(conj(_judged(child(found, 0), scope, so), _judged(_put(node, found, child(found, k)), scope, wanted)))
        except NotExported as error:
            if scope.premise:
                raise
            last = error
    if last is not None and all(case == FALSE for case in cases):
        raise last
    return disj(*cases)


def _infinite_or_not(node: Node, found: Node, scope: Scope, wanted: bool) -> Prop:
    """A comparison with a Renyi divergence: where it is finite, and where it is infinite."""
    finite = _judged(_put(node, found, Node("finite renyi", *found.args)), scope, wanted)
    value = literal(child(found, 2))
    if child(found, 0) == child(found, 1) or (value is not None and value <= 0):
        return finite
    inner = scope.inside()
    there = atom(infinite_where(found, inner))
    try:
        rest = _judged(_put(node, found, Node("num", "oo")), scope, wanted)
    except NotExported:
        if scope.premise:
            raise
        return finite
    return disj(finite, conj(*inner.needs, there, rest) if rest != FALSE else FALSE)


def _sign_of_infinity(node: Node) -> int:
    """1 and -1 for terms that are oo and -oo by their form, 0 for others."""
    if node.head == "num":
        return 0 if literal(node) is not None else 1 if node.args[0] == "oo" else -1
    parts = [child(node, k) for k in range(len(node.args))] if node.head in ("mul", "add", "max", "min") else []
    signs = [_sign_of_infinity(part) for part in parts]
    if node.head == "mul" and any(signs):
        factors = [sign or ((value := literal(part)) is not None and (value > 0) - (value < 0)) for part, sign in zip(parts, signs, strict=True)]
        return int(prod(factors)) if all(factors) else 0
    if node.head == "add":
        return signs[0] if (signs := [sign for sign in signs if sign]) and len(set(signs)) == 1 else 0
    return 1 if node.head == "max" and 1 in signs else -1 if node.head == "min" and -1 in signs else 0


def _finite_parts(node: Node, sign: int) -> list[Node]:
    """The parts without infinity of a term that is infinite: they must have a value."""
    if not sign:
        return [node]
    return [] if node.head == "num" else [part for k in range(len(node.args)) for part in _finite_parts(child(node, k), _sign_of_infinity(child(node, k)))]


def _rounds(left: Node, printed: Node) -> Node:
    digits, rule = _word(printed.args[0]), _word(printed.args[1])
    d, unit = Fraction(Decimal(digits)), Fraction(10) ** int(Decimal(digits).as_tuple().exponent)
    ends = {"nearest": (d - unit / 2, ">=", d + unit / 2, "<="), "truncated": (d, ">=", d + unit, "<"), "upper bound": (d - unit, ">", d, "<="), "lower bound": (d, ">=", d + unit, "<")}
    lo, above, hi, below = ends[rule]
    return Node("all", Node("compare", left, above, Node("num", str(lo))), Node("compare", left, below, Node("num", str(hi))))


def _first(node: Node, head: str, bound: frozenset[str] = frozenset(), within: Callable[[Node], bool] = lambda found: True) -> Node | None:
    """The first part with this head that mentions no name bound inside the formula."""
    if node.head == head and free_names(node).isdisjoint(bound) and within(node):
        return node
    if head not in heads(node):
        return None
    if node.head in BINDERS:
        over = node.args[0]
        assert isinstance(over, tuple)
        bound = bound.union(*(pattern_names(entry[0]) for entry in over if isinstance(entry, tuple)))
    return next((found for below in children(node) if (found := _first(below, head, bound, within)) is not None), None)


def _put(node: Node, old: Node, new: Node) -> Node:
    """The formula with a new part for an old one, but where a binder gives a name of the old one another meaning."""
    if node == old:
        return new
    if node.head in BINDERS and isinstance(over := node.args[0], tuple) and not free_names(old).isdisjoint(name for entry in over if isinstance(entry, tuple) for name in pattern_names(entry[0])):
        return node
    return rebuild(node, lambda below: _put(below, old, new))


def _defined(node: Node, found: Node, scope: Scope, wanted: bool) -> Prop:
    """A comparison of a number that an equation defines: there is such a number, and for it the comparison is so. There is no other: profile and distribution function rise strictly."""
    inner = scope.inside()
    sides = [real(child(found, k), inner) for k in range(len(found.args))]
    name = inner.fresh("level")
    inner.names[f"#{name}"] = ("R", name)
    if found.head == "gaussian_level":
        needs = conj(*inner.needs, atom(f"0 <= {sides[0]}"), atom(f"0 < {sides[1]}"), atom(f"{sides[1]} < 1"))
        meaning = conj(atom(f"0 < {name}"), atom(f"gaussian_profile {sides[0]} {name} = {sides[1]}"))
    else:
        needs = conj(*inner.needs, atom(f"0 < {sides[0]}"), atom(f"{sides[0]} < 1"))
        meaning = atom(f"Phi {name} = {sides[0]}")
    rest = _judged(_put(node, found, Node("var", f"#{name}")), inner, wanted)
    return conj(needs, Prop("level", found.head, (conj(meaning, rest),), name, f"#{name}", node=found))


def _range_of(found: Node) -> tuple[Node, Node] | None:
    """The name and its interval, for an infimum of a number over an interval under a condition."""
    over = found.args[0]
    assert isinstance(over, tuple)
    if len(over) != 1 or not isinstance(over[0], tuple) or len(found.args) < 3 or not isinstance(found.args[2], Node) or any(one is not None for one in found.args[3:]):
        return None
    pattern, where = over[0]
    return (pattern, where) if isinstance(pattern, Node) and isinstance(where, Node) and where.head == "interval" and child(found, 1) == pattern else None


def _least(node: Node, found: Node, scope: Scope, wanted: bool) -> Prop:
    """A comparison of an infimum: there is a number that is the infimum, and for it the comparison is so."""
    if scope.premise:
        raise NotExported("extremum", "in a premise")
    place = _range_of(found)
    assert place is not None
    inner, members = scope.inside(), replace(scope.inside(), premise=True)
    name, member = inner.fresh("least"), members.fresh(str(place[0].args[0]))
    members.names[str(place[0].args[0])] = ("R", member)
    condition = conj(_judged(_membership(place[0], place[1]), members, True), _judged(child(found, 2), members, True))
    inner.names[f"#{name}"] = ("R", name)
    rest = _judged(_put(node, found, Node("var", f"#{name}")), inner, wanted)
    sides = [child(node, k) for k in (0, 2)]
    beside = sides[1] if sides[0] == found else sides[0] if sides[1] == found else None
    return Prop("least", member, (condition, rest), name, f"#{name}", node=found, beside=beside)


def _quantified(node: Node, scope: Scope, wanted: bool) -> Prop:
    over, body = node.args[0], child(node, 1)
    assert isinstance(over, tuple)
    inner = scope.inside()
    exists = (node.head == "exists") == wanted
    ranges = replace(inner, premise=inner.premise or not exists)
    exact = _exact_names(node)
    bound: list[tuple[str, str, str, Prop, str, Node]] = []
    for entry in over:
        assert isinstance(entry, tuple)
        pattern, where = entry
        if not (isinstance(pattern, Node) and pattern.head == "var" and isinstance(where, Node)):
            raise NotExported("points", "a pattern of names")
        name = str(pattern.args[0])
        kind, condition = _range(name, where, ranges, name in exact)
        if not exists:
            _all_of_them(name, kind, where)
        default = real(child(where, 0), inner.inside()) if where.head == "equals" and kind == "R" else ""
        bound.append((inner.names[name][1], kind, name, condition, default, where))
    if body.head == "implies" and node.head == "forall" and child(body, 0).head == "all":
        given, states = child(body, 0), child(body, 1)
        premise, rest = _judged(given, ranges, True), _judged(states, inner, wanted)
        found = conj(premise, rest) if exists else Prop("implies", parts=(premise, rest)) if premise != TRUE else rest
    else:
        found = _judged(body, inner, wanted)
    if found == TRUE and not exists:
        return TRUE
    for identifier, kind, name, condition, default, where in reversed(bound):
        found = conj(condition, found) if exists else Prop("implies", parts=(condition, found)) if condition != TRUE else found
        found = Prop("exists" if exists else "forall", kind, (found,), identifier, name, default, where)
    return found


def _all_of_them(name: str, kind: str, where: Node) -> None:
    """For all members of a set is said only where the type holds all of them: not of distributions, fractions, or ranges that infinity belongs to."""
    if kind not in ("R", "Z", "list R"):
        raise NotExported("lemmas", f"for all {name}")
    for one in (where, *children(where)):
        if one.head == "interval" and any(_infinite(child(one, k)) and _word(one.args[k + 2]) == "closed" for k in (0, 1)):
            raise NotExported("infinite", name)


TYPES = {"R": "R", "Z -> R": "Z -> R", "Z": "Z", "Q": "Q", "distribution": "distribution", "event": "list pt", "kernel": "kernel", "pt": "pt", "family distribution": "list distribution", "family R": "list R", "family Q": "list Q", "family pt": "list pt"}


def _range(name: str, where: Node, scope: Scope, exact: bool) -> tuple[str, Prop]:
    """The type of a bound name, and what its set asks of it; the name enters the scope."""
    identifier = scope.fresh(name)
    condition = TRUE
    mark = len(scope.needs)
    if where.head in ("interval", "one_of", "equals"):
        kind = "Q" if exact else "R"
    elif where.head == "integers":
        kind = "Z"
    elif where.head == "laws":
        kind, condition = "distribution", conj(*(atom(f"{one} = true") for one in _laws(identifier, where, scope)))
    elif where.head == "couplings":
        kind, condition = "distribution", _coupling(identifier, where, scope)
    elif where.head == "kernels":
        kind, condition = "kernel", _kernel(identifier, where, scope)
    elif where.head == "points" and child(where, 0).head == "euclid":
        kind, condition = "pt", atom(f"dimension {identifier} = {integer(child(child(where, 0), 0), scope)}")
    elif where.head == "events":
        kind, condition = "event", _points_of(identifier, child(where, 0), scope)
    elif where.head == "families" and child(where, 1).head == "points" and child(child(where, 1), 0).head == "euclid":
        kind, condition = "family pt", _family_of_points(identifier, where, scope)
    elif where.head == "families" and child(where, 1).head in ("laws", "interval", "integers", "one_of"):
        kind = "family distribution" if child(where, 1).head == "laws" else "family Q" if exact else "family R"
        index = child(where, 0)
        size = integer(child(index, 1), scope) if index.head == "integers" and literal(child(index, 0)) == 1 else None
        if size is None:
            raise NotExported("function", "a family")
        condition = conj(atom(f"Z.of_nat (length {identifier}) = {size}"), _members(identifier, child(where, 1), scope, kind) if kind != "family distribution" else atom(f"forallb (fun P_ => {' && '.join(_laws('P_', child(where, 1), scope))})%bool {identifier} = true"))
    else:
        raise NotExported(REFUSED.get(where.head, "quantity"), where.head)
    scope.names[name] = (kind, identifier)
    if where.head in ("interval", "integers", "one_of", "equals"):
        condition = _judged(_membership(Node("var", name), where), scope.inside(), True) if where.head != "integers" else _whole(identifier, where, scope)
    needs = scope.needs[mark:]
    del scope.needs[mark:]
    return TYPES[kind], conj(*needs, condition)


def _membership(x: Node, where: Node) -> Node:
    """A formula for: a number lies in a set of numbers."""
    if where.head == "one_of":
        return Node("any", *(Node("compare", x, "==", child(where, k)) for k in range(len(where.args))))
    if where.head == "equals":
        within = where.args[1] if len(where.args) > 1 else None
        first = Node("compare", x, "==", child(where, 0))
        return Node("all", first, _membership(x, within)) if isinstance(within, Node) else first
    if where.head not in ("interval", "integers"):
        raise NotExported("quantity", where.head)
    lo, hi = child(where, 0), child(where, 1)
    ends = [_word(end) for end in where.args[2:4]] if where.head == "interval" else ["closed", "closed"]
    parts = [] if _infinite(lo) else [Node("compare", lo, "<" if ends[0] == "open" else "<=", x)]
    parts += [] if _infinite(hi) else [Node("compare", x, "<" if ends[1] == "open" else "<=", hi)]
    if where.head == "integers":
        parts += [Node("compare", Node("floor", x), "==", x)]
    return Node("all", *parts)


def _word(argument: Argument) -> str:
    return str(argument.args[0]) if isinstance(argument, Node) else str(argument)


def _members(identifier: str, where: Node, scope: Scope, kind: str) -> Prop:
    """Each member of a family of numbers lies in the set."""
    inner = scope.inside()
    name = inner.fresh("x")
    inner.names[f"#{name}"] = (kind.removeprefix("family "), name)
    condition = _judged(_membership(Node("var", f"#{name}"), where), inner, True)
    return TRUE if condition == TRUE else Prop("each", identifier, (condition,), name, kind.removeprefix("family "))


def _infinite(node: Node) -> bool:
    return node.head == "num" and literal(node) is None


def _whole(identifier: str, where: Node, scope: Scope) -> Prop:
    parts = []
    for k, pattern in ((0, "({} <= {})%Z"), (1, "({1} <= {0})%Z")):
        end = child(where, k)
        if not _infinite(end):
            whole = integer(end, scope)
            parts.append(atom(pattern.format(whole, identifier)) if whole is not None else atom(("{} <= IZR {}" if k == 0 else "IZR {1} <= {0}").format(real(end, scope), identifier)))
    return conj(*parts)


def _laws(identifier: str, where: Node, scope: Scope) -> tuple[str, str]:
    space = child(where, 0)
    if (len(where.args) > 3 and where.args[3] is not None) or _word(where.args[1]) != "any" or _word(where.args[2]) != "any":
        raise NotExported("density" if "density" in _word(where.args[2]) else "quantity", "distributions with a condition")
    if space.head == "euclid":
        return f"is_distribution {identifier}", f"in_dimension {integer(child(space, 0), scope)} {identifier}"
    raise NotExported(REFUSED.get(space.head, "points"), space.head)


def _points_of(identifier: str, of: Node, scope: Scope) -> Prop:
    """What is asked of an event: of a finite distribution, a set of points that carry mass; in a space, points of its dimension."""
    if of.head == "euclid":
        return atom(f"forallb (fun x_ => dimension x_ =? {integer(child(of, 0), scope)})%Z {identifier} = true")
    return atom(f"forallb (inside (support {law(of, scope)})) {identifier} = true")


def _family_of_points(identifier: str, where: Node, scope: Scope) -> Prop:
    """As many points as the index says, each of the dimension of the space."""
    index = child(where, 0)
    size = integer(child(index, 1), scope) if index.head == "integers" and literal(child(index, 0)) == 1 else None
    if size is None:
        raise NotExported("function", "a family")
    return conj(atom(f"Z.of_nat (length {identifier}) = {size}"), _points_of(identifier, child(child(where, 1), 0), scope))


def _coupling(identifier: str, where: Node, scope: Scope) -> Prop:
    """A distribution of pairs with the two marginals."""
    conditions = [f"is_distribution {identifier}", f"in_dimension 2 {identifier}", *(f"same_law (marginal {identifier} {k + 1}) {law(child(where, k), scope)}" for k in (0, 1))]
    return conj(*(atom(f"{one} = true") for one in conditions))


def _kernel(identifier: str, where: Node, scope: Scope) -> Prop:
    """A distribution on the target for each of finitely many points of the source: part of a kernel, and each is part of one."""
    source, target, form = child(where, 0), child(where, 1), _word(where.args[2])
    if source.head != "euclid" or target.head != "euclid" or len(where.args) > 3 or form not in ("randomised", "deterministic"):
        raise NotExported("points", "a kernel between other sets")
    d, e = integer(child(source, 0), scope), integer(child(target, 0), scope)
    if d is None or e is None:
        raise NotExported("points", "a kernel between other sets")
    return conj(atom(f"is_kernel {d} {e} {identifier} = true"), *([atom(f"deterministic {identifier} = true")] if form == "deterministic" else []))


PLACES = {"norm": (0,), "finite": None, "translate": (1,), "mixture": None, "event": None, "prob": None, "density": (1,)}


def _exact_names(node: Node) -> frozenset[str]:
    """Names that stand in points and weights of distributions: they range over fractions here."""
    found: frozenset[str] = frozenset()
    if node.head in PLACES:
        places = PLACES[node.head]
        for k, below in enumerate(node.args):
            if places is None or k in places:
                found |= frozenset().union(*(free_names(one) for one in _nodes(below)))
    for below in children(node):
        found |= _exact_names(below)
    return found


def _nodes(argument: object) -> list[Node]:
    if isinstance(argument, Node):
        return [argument]
    return [node for item in argument for node in _nodes(item)] if isinstance(argument, tuple) else []


__all__ = ["fails", "fraction", "holds", "law"]
