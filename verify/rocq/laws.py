"""Finite distributions with rational weights, and what is measured of them, as terms of Rocq: sums that Rocq computes itself."""

from __future__ import annotations

import re
from fractions import Fraction

from verify.claims.nodes import Node, child, literal
from verify.rocq.terms import REALS, REFUSED, NotExported, Rule, Scope, atom, between, fraction, integer, point, rational_term, real


def law(node: Node, scope: Scope) -> str:
    """A finite distribution: a list of points with their weights."""
    rule = LAWS.get(node.head)
    if rule is None:
        raise NotExported(REFUSED.get(node.head, "quantity"), node.head)
    return rule(node, scope)


def _variable(node: Node, scope: Scope) -> str:
    kind, name = scope.names.get(str(node.args[0]), ("", str(node.args[0])))
    if kind != "distribution":
        raise NotExported("quantity", f"{name} as a distribution")
    return name


def _item(node: Node, scope: Scope) -> str:
    family = child(node, 0)
    kind, name = scope.names.get(str(family.args[0]), ("", "")) if family.head == "var" else ("", "")
    index = integer(child(node, 1), scope)
    if kind != "family distribution" or index is None:
        raise NotExported("quantity", "item")
    between(index, f"Z.of_nat (length {name})", scope)
    return f"(member {index} {name})"


def atoms(node: Node, scope: Scope) -> str:
    """The list of the points of a finite distribution with their weights."""
    entries = node.args[0]
    assert isinstance(entries, tuple)
    pairs = []
    for entry in entries:
        assert isinstance(entry, tuple)
        at, weight = entry
        assert isinstance(at, Node) and isinstance(weight, Node)
        pairs.append(f"({point(at, scope)}, {rational_term(weight, scope)})")
    return f"[{'; '.join(pairs)}]"


def _given(node: Node, scope: Scope) -> str:
    text = atoms(node, scope)
    scope.need(f"is_distribution {text} = true")
    return text


def _translate(node: Node, scope: Scope) -> str:
    return f"(translate {law(child(node, 0), scope)} {point(child(node, 1), scope)})"


def _mixture(node: Node, scope: Scope) -> str:
    parts = node.args[0]
    assert isinstance(parts, tuple)
    texts = []
    for entry in parts:
        assert isinstance(entry, tuple)
        weight, one = entry
        assert isinstance(weight, Node) and isinstance(one, Node)
        texts.append(f"({rational_term(weight, scope)}, {law(one, scope)})")
    scope.need(f"weights_are_right [{'; '.join(texts)}] = true")
    return f"(mixture [{'; '.join(texts)}])"


def _of_laws(name: str) -> Rule:
    def rule(node: Node, scope: Scope) -> str:
        return f"({name} {' '.join(law(child(node, k), scope) for k in range(len(node.args)))})"

    return rule


def _pair(node: Node, scope: Scope) -> str:
    if len(node.args) != 2:
        raise NotExported("points", "product of other than two distributions")
    return f"(product_distribution {law(child(node, 0), scope)} {law(child(node, 1), scope)})"


def _given_event(node: Node, scope: Scope) -> str:
    P, E = law(child(node, 0), scope), event(child(node, 1), scope)
    scope.need(f"0 < mass {P} {E}")
    return f"(given_event {P} {E})"


def _has_coordinate(P: str, i: str | None, scope: Scope) -> None:
    scope.need(f"forallb (fun x_ => (1 <=? {i}) && ({i} <=? dimension x_))%Z%bool (support {P}) = true")


def _marginal(node: Node, scope: Scope) -> str:
    P, i = law(child(node, 0), scope), integer(child(node, 1), scope)
    _has_coordinate(P, i, scope)
    return f"(marginal {P} {i})"


def _conditional(node: Node, scope: Scope) -> str:
    P, i, x = law(child(node, 0), scope), integer(child(node, 1), scope), point(child(node, 2), scope)
    _has_coordinate(P, i, scope)
    scope.need(f"0 < probability {P} (coordinate_is {i} {x})")
    return f"(conditional {P} {i} {x})"


def kernel(node: Node, scope: Scope) -> str:
    """A kernel: a variable, whose value is a distribution for each of finitely many points."""
    kind, name = scope.names.get(str(node.args[0]), ("", "")) if node.head == "var" else ("", "")
    if kind != "kernel":
        raise NotExported(REFUSED.get(node.head, "function"), f"{node.head} as a kernel")
    return name


def _pushed(pattern: str) -> Rule:
    """What a kernel makes of a distribution: it must have a row for each point of positive weight. Pairs are those of numbers."""

    def rule(node: Node, scope: Scope) -> str:
        first = 0 if node.head == "then" else 1
        P, G = law(child(node, first), scope), kernel(child(node, 1 - first), scope)
        scope.need(f"forallb (has_row {G}) (support {P}) = true")
        if node.head == "then":
            scope.need(f"on_line {P} = true")
            scope.need(f"forallb (fun a_ => on_line (snd a_)) {G} = true")
        return f"({pattern.format(P, G)})"

    return rule


def _row(node: Node, scope: Scope) -> str:
    if len(node.args) != 2:
        raise NotExported("function", "a kernel of several inputs")
    G, x = kernel(child(node, 0), scope), point(child(node, 1), scope)
    scope.need(f"has_row {G} {x} = true")
    return f"(row {G} {x})"


def event(node: Node, scope: Scope) -> str:
    """A finite set of points."""
    if node.head == "var" and scope.names.get(str(node.args[0]), ("", ""))[0] == "event":
        return scope.names[str(node.args[0])][1]
    if node.head == "event":
        return f"[{'; '.join(point(child(node, k), scope) for k in range(len(node.args)))}]"
    raise NotExported("quantity", node.head)


LAWS: dict[str, Rule] = {
    "var": _variable,
    "item": _item,
    "finite": _given,
    "translate": _translate,
    "mixture": _mixture,
    "convolve": _of_laws("convolve"),
    "product": _pair,
    "coordinate_sum": _of_laws("coordinate_sum"),
    "marginal": _marginal,
    "given_event": _given_event,
    "conditional": _conditional,
    "push": _pushed("push {1} {0}"),
    "then": _pushed("with_output {0} {1}"),
    "apply": _row,
}


# --- quantities -----------------------------------------------------------------------------------------------------


def infinite_where(node: Node, scope: Scope) -> str:
    """Where a Renyi divergence is infinite: as a proposition of Rocq."""
    P, Q, order = law(child(node, 0), scope), law(child(node, 1), scope), child(node, 2)
    value = literal(order)
    if value is None and not (order.head == "num" and order.args[0] == "oo"):
        scope.need(f"1 < {real(order, scope)}")
    return f"{'overlapping' if value is not None and 0 < value < 1 else 'dominated'} {P} {Q} = false"


def _renyi(node: Node, scope: Scope) -> str:
    """A Renyi divergence where it is finite."""
    P, Q, order = law(child(node, 0), scope), law(child(node, 1), scope), child(node, 2)
    value = literal(order)
    if order.head == "num" and order.args[0] == "oo":
        scope.need(f"dominated {P} {Q} = true")
        return f"(max_divergence {P} {Q})"
    if value == 1:
        scope.need(f"dominated {P} {Q} = true")
        return f"(kl {P} {Q})"
    text = real(order, scope)
    if value is None or value > 1:
        if value is None:
            scope.need(f"1 < {text}")
        scope.need(f"dominated {P} {Q} = true")
    elif value > 0:
        scope.need(f"overlapping {P} {Q} = true")
    else:
        raise NotExported("quantity", f"renyi of order {fraction(value)}")
    return f"(renyi {P} {Q} {text})"


def _wasserstein(node: Node, scope: Scope) -> str:
    P, Q, order = law(child(node, 0), scope), law(child(node, 1), scope), child(node, 2)
    scope.need(f"on_line {P} = true")
    scope.need(f"on_line {Q} = true")
    if order.head == "num" and order.args[0] == "oo":
        return f"(wasserstein_oo {P} {Q})"
    text = real(order, scope)
    value = literal(order)
    if value is None or value < 1:
        scope.need(f"1 <= {text}")
    return f"(wasserstein {P} {Q} {text})"


def _support_diameter(node: Node, scope: Scope) -> str:
    P, Q = law(child(node, 0), scope), law(child(node, 1), scope)
    for one in (P, Q):
        scope.need(f"on_line {one} = true")
    return f"(support_diameter {P} {Q})"


def _moment(node: Node, scope: Scope) -> str:
    P, order = law(child(node, 0), scope), real(child(node, 1), scope)
    scope.need(f"on_line {P} = true")
    scope.need(f"0 < {order}")
    return f"(moment {P} {order})"


def _expect(node: Node, scope: Scope) -> str:
    over = node.args[0]
    assert isinstance(over, tuple)
    return _drawn(list(over), child(node, 1), scope)


def _drawn(over: list[object], body: Node, scope: Scope) -> str:
    if not over:
        return real(body, scope)
    assert isinstance(over[0], tuple)
    pattern, where = over[0]
    if not (isinstance(pattern, Node) and pattern.head == "var" and isinstance(where, Node)):
        raise NotExported("points", "a pattern of coordinates")
    P = law(where, scope)
    inner = scope.inside()
    bound = inner.fresh(str(pattern.args[0]))
    inner.names[str(pattern.args[0])] = ("pt", bound)
    text = _drawn(over[1:], body, inner)
    _at_all_points(P, bound, inner, scope)
    return f"(expect {P} (fun {bound} => {text}))"


def _at_all_points(P: str, bound: str, inner: Scope, scope: Scope) -> None:
    """What a term under a mean needs, at the points of positive weight, where Rocq computes it."""
    for need in inner.needs:
        if order := re.fullmatch(r"\((.*) <= (.*)\)%Z", need.text):
            need = atom(f"({order[1]} <=? {order[2]})%Z = true")
        if need.kind != "atom" or not need.text.endswith(" = true"):
            raise NotExported("quantity", "a mean of a term that may have no value")
        scope.need(f"forallb (fun {bound} => {need.text.removesuffix(' = true')}) (support {P}) = true")


def _probability(node: Node, scope: Scope) -> str:
    over = node.args[0]
    assert isinstance(over, tuple)
    pattern, where = over[0] if len(over) == 1 and isinstance(over[0], tuple) else (None, None)
    if not (isinstance(pattern, Node) and pattern.head == "var" and isinstance(where, Node)):
        raise NotExported("points", "prob")
    P = law(where, scope)
    inner = scope.inside()
    bound = inner.fresh(str(pattern.args[0]))
    inner.names[str(pattern.args[0])] = ("pt", bound)
    return f"(probability {P} (fun {bound} => {_decided(child(node, 1), inner)}))"


def _decided(node: Node, scope: Scope) -> str:
    """A proposition about fractions as a truth value that Rocq computes."""
    if node.head == "compare":
        a, relation, b = rational_term(child(node, 0), scope), str(node.args[1]), rational_term(child(node, 2), scope)
        written = {"<=": f"Qle_bool {a} {b}", ">=": f"Qle_bool {b} {a}", "<": f"negb (Qle_bool {b} {a})", ">": f"negb (Qle_bool {a} {b})", "==": f"Qeq_bool {a} {b}",
                   "!=": f"negb (Qeq_bool {a} {b})"}
        return f"({written[relation]})"
    if node.head in ("all", "any") and node.args:
        return f"({(' && ' if node.head == 'all' else ' || ').join(_decided(child(node, k), scope) for k in range(len(node.args)))})%bool"
    if node.head == "not":
        return f"(negb {_decided(child(node, 0), scope)})"
    raise NotExported("quantity", f"prob of {node.head}")


def vector(node: Node, scope: Scope) -> str:
    """A point of a space as a sum of multiples of points."""
    if node.head == "add":
        text = vector(child(node, 0), scope)
        for k in range(1, len(node.args)):
            text = f"(move {text} {vector(child(node, k), scope)})"
        return text
    if node.head == "mul":
        parts = [child(node, k) for k in range(len(node.args))]
        points = [part for part in parts if _is_point(part, scope)]
        if len(points) == 1:
            factors = [rational_term(part, scope) for part in parts if part is not points[0]]
            return f"(scaled ({' * '.join(factors)})%Q {vector(points[0], scope)})"
    if node.head == "item" and _is_point(node, scope):
        index, name = integer(child(node, 1), scope), scope.names[str(child(node, 0).args[0])][1]
        between(str(index), f"Z.of_nat (length {name})", scope)
        return f"(nth (Z.to_nat ({index} - 1)) {name} (N 0))"
    return point(node, scope)


def _is_point(node: Node, scope: Scope) -> bool:
    owner = child(node, 0) if node.head == "item" else node
    if node.head in ("add", "mul"):
        return any(_is_point(child(node, k), scope) for k in range(len(node.args)))
    return node.head == "point" or (owner.head == "var" and scope.names.get(str(owner.args[0]), ("", ""))[0] == ("family pt" if node.head == "item" else "pt"))


def _norm(node: Node, scope: Scope) -> str:
    order = literal(child(node, 1)) if len(node.args) > 1 else Fraction(2)
    if order not in (1, 2) or not _is_point(child(node, 0), scope):
        raise NotExported("points", "norm")
    return f"(norm_{'one' if order == 1 else 'two'} {vector(child(node, 0), scope)})"


REALS |= {
    "norm": _norm,
    "hockey_stick": lambda node, scope: f"(hockey_stick {law(child(node, 0), scope)} {law(child(node, 1), scope)} {real(child(node, 2), scope)})",
    "total_variation": _of_laws("total_variation"),
    "l1_distance": lambda node, scope: f"(2 * total_variation {law(child(node, 0), scope)} {law(child(node, 1), scope)})",
    "least_disagreement": _of_laws("total_variation"),
    "jensen_shannon": _of_laws("jensen_shannon"),
    "support_diameter": _support_diameter,
    "renyi": _renyi,
    "finite renyi": _renyi,
    "wasserstein": _wasserstein,
    "moment": _moment,
    "mean": lambda node, scope: f"(expect {law(child(node, 0), scope)} (fun x => Q2R (number x)))",
    "mass": lambda node, scope: f"(mass {law(child(node, 0), scope)} {event(child(node, 1), scope)})",
    "density": lambda node, scope: f"(mass {law(child(node, 0), scope)} [{point(child(node, 1), scope)}])",
    "expect": _expect,
    "prob": _probability,
}

__all__ = ["Fraction", "atoms", "event", "infinite_where", "law"]
