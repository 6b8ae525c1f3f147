"""Events of a finite law beside noise: whether there are events as a proposition says among those that the noise does not touch.

The event "X in A" of a pair (X, N) of independent X and N has the probability of A under the law of X, and given it the pair has the law of X given A beside that of N. So what is asked of
such events of a pair is asked of events of X. One that exists decides; none refutes, as other events of the pair may do.
"""

from __future__ import annotations

from verify.claims.nodes import Node, child, rebuild


def of_data(node: Node) -> Node | None:
    """``exists E: Events(X x N)`` with events of X instead, or None where the body asks for more than masses and conditional laws. The noise is second."""
    over, body = node.args[0], child(node, 1)
    assert isinstance(over, tuple)
    pairs: dict[Node, Node] = {}
    entries: list[tuple[Node, Node]] = []
    for entry in over:
        assert isinstance(entry, tuple)
        name, where = entry
        assert isinstance(name, Node) and isinstance(where, Node)
        if where.head != "events" or name.head != "var" or child(where, 0).head != "product" or len(child(where, 0).args) != 2:
            return None
        pairs[name] = child(where, 0)
        entries.append((name, Node("events", child(child(where, 0), 0))))
    changed = _on_data(body, pairs)
    return None if changed is None else Node(node.head, tuple(entries), changed)


def _on_data(body: Node, pairs: dict[Node, Node]) -> Node | None:
    """The body with the events of the data in the place of those of the pairs."""
    left = False

    def change(part: Node) -> Node:
        nonlocal left
        if part.head in ("mass", "given_event") and part.args[1] in pairs and part.args[0] == pairs[part.args[1]]:  # type: ignore[index]
            whole = child(part, 0)
            on_data = Node(part.head, child(whole, 0), child(part, 1))
            return on_data if part.head == "mass" else Node("product", on_data, child(whole, 1))
        if part in pairs:
            left = True
        changed = rebuild(part, change)
        if changed.head == "coordinate_sum" and child(changed, 0).head == "product" and len(child(changed, 0).args) == 2:
            return Node("convolve", *child(changed, 0).args)
        return changed

    found = change(body)
    return None if left else found
