"""Whether there are laws, or a framework, about which one condition on a kernel says what another condition says about given ones.

``exists names: for all kernels M: (A iff B)``, ``for all kernels M: exists names: (A iff B)``, and ``exists names: (A iff B)`` for one kernel, where A does not speak of the names. What
exists is looked for among the laws that A speaks of. Families of laws take the laws that A compares, one member for each comparison. A framework takes a secret for each of these laws, "the
data came from this law", and a prior that mixes them; where its data sets are pairs, the second coordinate is the name of the law. The first candidate asks for what A asks for, the next
ones for what always holds, and for less.

For one kernel both sides of a candidate have truth values. For all kernels they are conjunctions of inequalities ``P(M in E) <= exp(e) Q(M in E) + d`` for all events E, which is what
``hockey_stick(P, Q, e) <= d`` says, or for all points in the place of E, or of the densities at all points. Both sides agree if, written out over their finite sets of indices and with the
laws put in, they are the same set of inequalities, but for those of a law with itself, which hold for e >= 0 and d >= 0. Where the kernel comes first, it is also enough that one candidate
always holds and another one implies A, inequality by inequality: that for events implies that for points.

Nothing exists (``FALSE``) for three reasons, each a kernel into the line with rows that lie apart, spread out or concentrated:

* *Spread.* Let B be inequalities for points with d >= 0 or of densities with d > 0, A inequalities for events, one of them false of the laws themselves. A kernel that sends different
  points to uniform laws on disjoint long intervals obeys B whatever the names are, and disobeys A, as its output tells its input.
* *Spread, then concentrated.* Let A be inequalities for points with d >= 0 or of densities with d > 0, one of them with P(x) > exp(e) Q(x) + d, or P(x) > exp(e) Q(x) for densities, at a
  point x, and B inequalities for events. The spread kernel obeys A. So it obeys B if anything exists, and then so does every kernel on finitely many inputs, since it is the spread one
  followed by another (data processing). But the kernel that sends different points to different points, or to uniform laws on short intervals, disobeys A. Here what exists must come before the kernel.
* *A spike.* Let A hold an inequality of densities with P(x) > exp(e) Q(x) at a point x, and B be inequalities for events with e >= 0 and d > 0. The kernel that sends x to a mixture of the
  uniform law on [0, 1] and, with weight min(d, 1), on a short interval elsewhere, and all else to the former, obeys B: the outputs of any two laws differ by at most d in total variation.
  If the interval is short enough it disobeys A.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from flint import fmpq

from verify.claims.nodes import Node, child, free_names, pattern_names, walk
from verify.claims.sets import stated
from verify.engines import binders, listed
from verify.engines import evaluate as ev
from verify.engines.membership import SPACES, contains, in_space
from verify.engines.truth import Truth
from verify.quantities import enclosures
from verify.values import elementary, numbers
from verify.values.frameworks import Framework, given_event
from verify.values.laws import FiniteLaw
from verify.values.numbers import NoValue
from verify.values.structures import Event, Family

MOST_COMPARISONS = 24
"""Comparisons of one side, written out."""
INDICES = ("situations", "secret_pairs", "integers", "labels", "one_of")
EVENTS, POINTS, DENSITIES = "events", "points", "densities"
Pair = tuple[FiniteLaw, FiniteLaw]


class Form(NamedTuple):
    """An inequality ``P <= exp(level) Q + slack`` as it stands: what it is about, and the formulas of the laws, which are images under the kernel, of the level and of the slack."""

    kind: str
    first: Node
    second: Node
    level: Node
    slack: Node


class Condition(NamedTuple):
    """An inequality of the images of two laws."""

    kind: str
    first: FiniteLaw
    second: FiniteLaw
    level: fmpq
    slack: fmpq

    @property
    def idle(self) -> bool:
        """Whether every kernel obeys it: both laws are the same, and have what is compared: the image under a kernel need not have a density."""
        return bool(self.kind != DENSITIES and self.first == self.second and self.level >= 0 and self.slack >= 0)


class Shape(NamedTuple):
    """A statement that something exists: its binder, the side without the names, the side with them, and the kernel with its set, if it is one for all kernels."""

    over: Any
    known: Node
    sought: Node
    kernel: str | None
    kernels: Node | None
    first: bool
    """Whether the kernel comes before what exists."""


def decided(node: Node, env: ev.Env, c: ev.Context) -> Truth | None:
    """The truth of a statement of such a form, where candidates show it or a kernel refutes it; None for others.

    Raises NoRoute where nothing is seen for all kernels: kernels that are tried would not show it either.
    """
    shape = _shape(node)
    if shape is None:
        return None
    try:
        if shape.kernel is not None and refuted(shape, env, c):
            return Truth.FALSE
        asked = _asked(shape.known, env, c)
    except (NoValue, ev.NoRoute):
        return None
    if asked is None:
        if shape.kernel is not None:
            raise ev.NoRoute("candidates for distributions that are not finite")
        return None
    always = implied = False
    for chosen in _candidates(shape.over, asked, env, c):
        inner = {**env, **chosen}
        try:
            if shape.kernel is None or shape.kernels is None:
                agrees = ev.truth(Node("iff", shape.known, shape.sought), inner, c) is Truth.TRUE
            else:
                known, sought = (_conditions(side, shape.kernel, shape.kernels, inner, c) for side in (shape.known, shape.sought))
                if known is None or sought is None:
                    continue
                left, right = ({condition for condition in side if not condition.idle} for side in (known, sought))
                always, implied = always or not right, implied or all(_follows(condition, right) for condition in left)
                agrees = (left == right and all(condition.kind != DENSITIES for condition in left)) or (shape.first and always and implied)
        except (NoValue, ev.NoRoute):
            continue
        if agrees:
            if not shape.first:
                c.inner.update(chosen)
            return Truth.TRUE
    if shape.kernel is not None:
        raise ev.NoRoute("no candidate is shown to ask the same of every kernel")
    return None


def reads(node: Node) -> bool:
    """Whether a statement has such a form, for all kernels."""
    shape = _shape(node)
    return shape is not None and shape.kernel is not None


def _shape(node: Node) -> Shape | None:
    """The parts of a statement of such a form."""
    kernel = None
    first = node.head == "forall"
    outer = child(node, 1)
    if outer.head == ("exists" if first else "forall"):
        kernel, exists, body = _kernel(node if first else outer), outer if first else node, child(outer, 1)
    else:
        exists, body = node, outer
    if exists.head != "exists" or body.head != "iff" or (kernel is None and body is not outer):
        return None
    over = exists.args[0]
    if not {stated(entry[1]).head for entry in over} & {"families", "frameworks"}:  # type: ignore[index, union-attr, arg-type]
        return None
    names = {name for entry in over for name in pattern_names(entry[0])}  # type: ignore[index, union-attr]
    sides = [child(body, k) for k in (0, 1)]
    known = [side for side in sides if not free_names(side) & names]
    if len(known) != 1:
        return None
    name, kernels = kernel or (None, None)
    if name is not None and (name in names or free_names(kernels) & names or any(name in free_names(entry[1]) for entry in over)):  # type: ignore[arg-type, index, union-attr]
        return None
    return Shape(over, known[0], sides[1] if known[0] is sides[0] else sides[0], name, kernels, first)


def _kernel(node: Node) -> tuple[str, Node] | None:
    """The name and the set of the kernels that a quantifier ranges over."""
    over = node.args[0]
    if len(over) != 1 or not isinstance(over[0][0], Node) or stated(over[0][1]).head != "kernels":  # type: ignore[arg-type, index]
        return None
    return str(over[0][0].args[0]), stated(over[0][1])  # type: ignore[index, arg-type]


def _follows(condition: Condition, known: set[Condition]) -> bool:
    """Whether a kernel that obeys what is known obeys the condition."""
    return (condition in known and condition.kind != DENSITIES) or (condition.kind == POINTS and condition._replace(kind=EVENTS) in known)


# --- nothing exists ------------------------------------------------------------------------------------------------------------


def refuted(shape: Shape, env: ev.Env, c: ev.Context) -> bool:
    """Whether a kernel, or two, show that nothing exists."""
    assert shape.kernel is not None and shape.kernels is not None
    source, target = child(shape.kernels, 0), child(shape.kernels, 1)
    if target.head != "euclid" or target.args[0] != Node("num", "1") or shape.kernels.args[2] != Node("word_", "randomised"):
        return False
    names = {name for entry in shape.over for name in pattern_names(entry[0])}
    sought = _forms(shape.sought, shape.kernel, shape.kernels, names, env, c)
    known = _conditions(shape.known, shape.kernel, shape.kernels, env, c)
    if not sought or not known:
        return False
    only_events = all(kind == EVENTS for kind, *_ in sought)
    if all(kind != EVENTS and (slack > 0 or (kind == POINTS and slack == 0)) for kind, _, slack in sought) and all(k.kind == EVENTS for k in known):
        return any(_parted(k, c) for k in known)
    spread_obeys = all(k.kind != EVENTS and (k.slack > 0 or (k.kind == POINTS and k.slack == 0)) for k in known)
    if (not shape.first and only_events and source.head == "data_sets" and spread_obeys
            and any(_outweighed(k, k.slack if k.kind == POINTS else fmpq(0), c) for k in known)):
        return True
    return only_events and all(level >= 0 and slack > 0 for _, level, slack in sought) and any(k.kind == DENSITIES and _outweighed(k, fmpq(0), c) for k in known)


def _parted(k: Condition, c: ev.Context) -> bool:
    """Whether the laws themselves disobey the inequality for events."""
    return numbers.relation(enclosures.evaluate("hockey_stick", [k.first, k.second, k.level], c.prec), ">", k.slack) is True


def _outweighed(k: Condition, slack: fmpq, c: ev.Context) -> bool:
    """Whether ``P(x) > exp(level) Q(x) + slack`` at some point x."""
    factor, weights = elementary.exp(k.level, c.prec), dict(k.second.items())
    return any(numbers.relation(weight, ">", numbers.add(numbers.mul(factor, weights.get(x, fmpq(0)), c.prec), slack, c.prec)) is True for x, weight in k.first.items())


def _forms(side: Node, kernel: str, kernels: Node, names: set[str], env: ev.Env, c: ev.Context) -> list[tuple[str, fmpq, fmpq]] | None:
    """What the inequalities of a side are about, with their levels and slacks, which do not depend on the names; None where it is no conjunction of inequalities."""
    if side.head == "all":
        parts = [_forms(child(side, k), kernel, kernels, names, env, c) for k in range(len(side.args))]
        return None if any(part is None for part in parts) else [form for part in parts for form in part or ()]
    form = _form(side, kernel, child(kernels, 1))
    if form is None:
        if side.head != "forall" or any(kernel in free_names(entry[1]) or kernel in pattern_names(entry[0]) for entry in side.args[0]):  # type: ignore[index, union-attr, arg-type]
            return None
        return _forms(child(side, 1), kernel, kernels, names.union(*(pattern_names(entry[0]) for entry in side.args[0])), env, c)  # type: ignore[index, union-attr]
    if (free_names(form.level) | free_names(form.slack)) & names:
        return None
    level, slack = ev.value(form.level, env, c), ev.value(form.slack, env, c)
    return [(form.kind, level, slack)] if type(level) is fmpq and type(slack) is fmpq else None


# --- candidates --------------------------------------------------------------------------------------------------------------


def _asked(side: Node, env: ev.Env, c: ev.Context) -> list[Pair] | None:
    """The pairs of finite laws whose images under a kernel the side compares, in order; None where it compares others."""
    if side.head == "all":
        parts = [_asked(child(side, k), env, c) for k in range(len(side.args))]
        return None if any(part is None for part in parts) else [pair for part in parts for pair in part or ()]
    if side.head == "forall":
        if not _listed(side, env, c):
            return _asked(child(side, 1), env, c)  # the laws may depend on nothing that is bound here: they would have no value
        found: list[Pair] = []
        for inner, _ in binders.assignments(side.args[0], env, c):
            part = _asked(child(side, 1), inner, c)
            if part is None or len(found) + len(part) > MOST_COMPARISONS:
                return None
            found += part
        return found
    if side.head != "compare":
        return None
    inputs = list(dict.fromkeys(child(n, 1) for n in walk(side) if n.head == "push"))
    if len(inputs) not in (1, 2) or any(name not in env for law in inputs for name in free_names(law)):
        return None
    first, second = (ev.value(law, env, c) for law in (inputs[0], inputs[-1]))
    return [(first, second)] if isinstance(first, FiniteLaw) and isinstance(second, FiniteLaw) else None


def _listed(node: Node, env: ev.Env, c: ev.Context) -> bool:
    """Whether a quantifier ranges over indices: finitely many, and all of them are known."""
    return all(stated(entry[1]).head in INDICES for entry in node.args[0]) and all(  # type: ignore[index, union-attr, arg-type]
        whole for _, whole in binders.assignments(node.args[0], env, c))


def _candidates(over: Any, asked: list[Pair], env: ev.Env, c: ev.Context) -> Iterator[dict[str, Any]]:
    """Members of the sets of a binder, by name: for all comparisons, for a law with itself, for each law with another, for points."""
    known = list(dict.fromkeys(law for pair in asked for law in pair)) or _laws_in_sight(env)
    if not known:
        return
    points = list(dict.fromkeys(point for law in known for point in law.points))
    for pairs in (asked, [(known[0], known[0])], [(known[0], known[-1])], [(known[-1], known[0])], [(_at(points[0]), _at(points[-1]))]):
        chosen = _built(over, pairs, env, c) if pairs else None
        if chosen is not None:
            yield chosen


def _laws_in_sight(env: ev.Env) -> list[FiniteLaw]:
    """A finite law under which a kernel may be looked at, where nothing is compared."""
    for value in env.values():
        if isinstance(value, Framework):
            return [value.priors[0]]
        if isinstance(value, FiniteLaw):
            return [value]
    return []


def _at(point: Any) -> FiniteLaw:
    return FiniteLaw([point], [1])


def _built(over: Any, pairs: list[Pair], env: ev.Env, c: ev.Context) -> dict[str, Any] | None:
    """A number of pairs and the families of their first and second laws, or a framework; None where the sets have no such members."""
    chosen: dict[str, Any] = {}
    inner, place = dict(env), 0
    for pattern, where in over:
        if not isinstance(pattern, Node):
            return None
        kind = stated(where)
        value: Any
        if kind.head == "integers":
            value = fmpq(len(pairs))
        elif kind.head == "families" and stated(child(kind, 1)).head == "laws" and place < 2:
            value, place = Family(tuple(pair[place] for pair in pairs)), place + 1
        elif kind.head == "frameworks":
            value = _framework(child(kind, 0), pairs, env, c)
        else:
            return None
        try:
            if value is None or contains(where, value, inner, c) is not Truth.TRUE:
                return None
        except (NoValue, ev.NoRoute):
            return None
        name = str(pattern.args[0])
        chosen[name] = inner[name] = value
    return chosen


def _framework(place: Node, pairs: list[Pair], env: ev.Env, c: ev.Context) -> Framework | None:
    """A framework whose secrets say which law the data came from. Data sets that are pairs carry the name of the law; others must tell it themselves."""
    sources = [law for pair in pairs for law in pair]
    share = fmpq(1, len(sources))
    if place.head == "product_space" and len(place.args[0]) == 2:  # type: ignore[arg-type]
        named = [FiniteLaw([(point, fmpq(k)) for point in law.points], law.weights) for k, law in enumerate(sources, 1)]
        names = tuple((fmpq(k), fmpq(k + 1)) for k in range(1, len(sources), 2))
    else:
        named = list(dict.fromkeys(sources))
        share = fmpq(1, len(named))
        places = {law: fmpq(k) for k, law in enumerate(named, 1)}
        names = tuple(dict.fromkeys((places[first], places[second]) for first, second in pairs if first != second))
    if not names or place.head not in SPACES:
        return None
    masses: dict[Any, fmpq] = {}
    for law in named:
        for point, weight in law.items():
            masses[point] = masses.get(point, fmpq(0)) + share * weight
    if not all(in_space(place, point, env, c) for point in masses):
        return None
    prior = FiniteLaw(list(masses), list(masses.values()))
    secrets = tuple(Event(frozenset(law.points)) for law in named)
    if any(given_event(prior, secret) != law for secret, law in zip(secrets, named, strict=True)):
        return None
    return Framework(tuple(masses), (prior,), secrets, names)


# --- conditions on all kernels -------------------------------------------------------------------------------------------------


def _conditions(side: Node, kernel: str, kernels: Node, env: ev.Env, c: ev.Context) -> set[Condition] | None:
    """The inequalities that a side is the conjunction of; None where it is none of inequalities of this kind, or one may have no value for some kernel."""
    if side.head == "all":
        parts = [_conditions(child(side, k), kernel, kernels, env, c) for k in range(len(side.args))]
        return None if any(part is None for part in parts) else set().union(*(part for part in parts if part is not None))
    form = _form(side, kernel, child(kernels, 1))
    if form is None:
        if side.head != "forall" or any(kernel in free_names(entry[1]) or kernel in pattern_names(entry[0]) for entry in side.args[0]) or not _listed(side, env, c):  # type: ignore[index, union-attr, arg-type]
            return None
        found: set[Condition] = set()
        for inner, _ in binders.assignments(side.args[0], env, c):
            part = _conditions(child(side, 1), kernel, kernels, inner, c)
            if part is None or len(found) + len(part) > MOST_COMPARISONS:
                return None
            found |= part
        return found
    first, second, level, slack = (ev.value(part, env, c) for part in form[1:])
    if not all(isinstance(law, FiniteLaw) and _enters(law, kernels, env, c) for law in (first, second)) or type(level) is not fmpq or type(slack) is not fmpq:
        return None
    return {Condition(form.kind, first, second, level, slack)}


def _enters(law: FiniteLaw, kernels: Node, env: ev.Env, c: ev.Context) -> bool:
    """Whether every kernel of the set has outputs for all points of the law."""
    source = child(kernels, 0)
    if source.head == "data_sets":
        return set(law.points) <= set(listed.members_of(source, env, c)[0])
    return source.head in SPACES and all(in_space(source, point, env, c) for point in law.points)


def _form(side: Node, kernel: str, space: Node) -> Form | None:
    """The inequality that a proposition is, if it is one of the images of two laws under the kernel for all events or points of the space, or at all points of the densities."""
    found = _divergence_form(side) or _pointwise_form(side, space)
    if found is None:
        return None
    laws_: list[Node] = []
    for image in (found.first, found.second):
        if image.head != "push" or child(image, 0) != Node("var", kernel):
            return None
        laws_.append(child(image, 1))
    form = Form(found.kind, laws_[0], laws_[1], found.level, found.slack)
    return None if any(kernel in free_names(part) for part in form[1:]) else form


def _divergence_form(side: Node) -> Form | None:
    """``hockey_stick(P, Q, e) <= d``."""
    if side.head != "compare" or side.args[1] != "<=" or child(side, 0).head != "hockey_stick":
        return None
    divergence = child(side, 0)
    return Form(EVENTS, child(divergence, 0), child(divergence, 1), child(divergence, 2), child(side, 2))


def _pointwise_form(side: Node, space: Node) -> Form | None:
    """``for all events E of the space: P(E) <= exp(e) Q(E) + d``, for all points, or with densities at all points."""
    if side.head != "forall" or child(side, 1).head != "compare" or child(side, 1).args[1] != "<=":
        return None
    over, inner = side.args[0], child(side, 1)
    assert isinstance(over, tuple)
    name, where = over[0][0], over[0][1]  # type: ignore[index]
    if len(over) != 1 or not isinstance(name, Node) or not isinstance(where, Node) or where.head not in ("events", "points") or where.args != (space,):
        return None
    of_events = where.head == "events"
    readings = {EVENTS: ("mass", name)} if of_events else {POINTS: ("mass", Node("event", name)), DENSITIES: ("density", name)}
    bound = child(inner, 2)
    if bound.head != "add" or len(bound.args) != 2:
        return None
    for kind, (head, at) in readings.items():
        measured = child(inner, 0)
        if measured.head != head or measured.args[1:] != (at,):
            continue
        for product, slack in ((child(bound, 0), child(bound, 1)), (child(bound, 1), child(bound, 0))):
            if product.head != "mul" or len(product.args) != 2:
                continue
            for factor, other in ((child(product, 0), child(product, 1)), (child(product, 1), child(product, 0))):
                if factor.head == "exp" and other.head == head and other.args[1:] == (at,):
                    form = Form(kind, child(measured, 0), child(other, 0), child(factor, 0), slack)
                    return None if any(str(name.args[0]) in free_names(part) for part in form[1:]) else form
    return None
