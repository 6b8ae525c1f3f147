"""Quantifiers at an exact instance: each way to decide one, from what is seen at once to covers."""

from __future__ import annotations

from verify.claims.nodes import Node, heads
from verify.engines import binders, cylinders, equivalents, half_lines, linear_ranges, margins, member_by_member, recurrences, sub_gaussian, trims
from verify.engines import evaluate as ev
from verify.engines.attained import attained
from verify.engines.covering import by_cover
from verify.engines.differentiable import finite_slope
from verify.engines.limits import eventually
from verify.engines.marginals import same_laws
from verify.engines.piecewise import for_all_levels
from verify.engines.ranges import bound, ends_valued, never
from verify.engines.reflections import even
from verify.engines.truth import Truth
from verify.values import laws


def _quantifier(node: Node, env: ev.Env, c: ev.Context) -> Truth:
    head = node.head
    eliminated = member_by_member.without_quantifier(node)
    if eliminated is not None and member_by_member.has_members(node.args[0][0][1], env, c):  # type: ignore[index, arg-type]
        return ev.truth(eliminated, env, c)
    if "iff" in heads(node) and "exists" in heads(node):
        same = equivalents.decided(node, env, c)
        if same is not None:
            return same
    linear = linear_ranges.decided(node, env, c)
    if linear is not None:
        return linear
    if head == "forall":
        for rule in (sub_gaussian.decided, recurrences.everywhere, same_laws, for_all_levels):
            decided = rule(node, env, c)
            if decided is not None:
                return decided
        if "derivative" in heads(node):
            finite = finite_slope(node, env, c)
            if finite is not None:
                return finite
        if "density" in heads(node):
            reflected = even(node, env, c)
            if reflected is not None:
                return reflected
            shaped = half_lines.decide(node, env, c)
            if shaped is not None:
                return shaped
    if head == "exists" and ev.argument(node, 1).head == "forall":
        later = eventually(node, env, c)
        if later is not None:
            return later
    listed = head == "exists" and binders.names_of_listed(node) is not None
    answer = member_by_member.quantified(node, env, c, universal=False) if listed else Truth.UNDECIDED
    if answer in (Truth.TRUE, Truth.FALSE):
        return answer
    if head == "exists":
        known = attained(node, env, c)
        if known is not None:
            return known
        if ends_valued(node, {}, env, c) and never(ev.argument(node, 1), bound(node, env, c), env, c):
            return Truth.FALSE
        if _exists(node, env, c):
            return Truth.TRUE
    if not listed:
        answer = member_by_member.quantified(node, env, c, universal=head == "forall")
    if answer is Truth.UNDECIDED and head == "exists" and (chosen := linear_ranges.member(node, env, c)) is not None:
        c.inner.update(chosen)
        return Truth.TRUE
    if answer in (Truth.UNDECIDED, Truth.NO_VALUE):
        return by_cover(node, env, c) or answer
    return answer


def _exists(node: Node, env: ev.Env, c: ev.Context) -> bool:
    """Whether things exist as a proposition says, among laws and events that no finite set contains."""
    sets = {entry[1].head for entry in node.args[0]}  # type: ignore[index, union-attr]
    if sets == {"laws"}:
        chosen = trims.found(node, env, c)
        if chosen is not None and all(isinstance(law, laws.FiniteLaw) for law in chosen.values()):  # others are no exact values to be stored
            c.inner.update(chosen)
        return chosen is not None
    if sets == {"events"}:
        on_data = cylinders.of_data(node)
        return on_data is not None and not isinstance(ev.value(ev.argument(node.args[0][0][1], 0), env, c), laws.FiniteLaw) and ev.truth(on_data, env, c) is Truth.TRUE  # type: ignore[index, arg-type]
    return False


ev.TRUTHS |= {"forall": _quantifier, "exists": _quantifier}
margins.AS_A_WHOLE.append(equivalents.reads)
