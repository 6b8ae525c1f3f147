"""No binder of a statement takes a name that is bound around it by accident: a helper that sums over a name would take the index of its caller for its own."""

from verify.claims.nodes import BINDERS, Node, pattern_names
from verify.claims.registry import load_installed

BY_INTENT = {
    "frdp/app-f-mech", "frdp/text-train", "gdp/eq-C-derivative", "gdp/eq-C-sign-epsi", "gdp/eq-C-sign-independent", "gdp/eq-refined", "gdp/lem-3.1-derivative", "gdp/tab-4-gdp-summary",
    "gdp/tab-4-order", "gdp/text-concave-convex", "gdp/thm-3.2-proof", "gdp/thm-4.2", "gdp/thm-4.2-partials", "rpp/cor-a.1", "rpp/fig-1", "rpp/proof-6.3-gronwall",
    "rpp/proof-laplace-2nd-derivative", "rpp/prop-3.1", "rpp/prop-b.1", "rpp/prop-f.1", "rpp/prop-f.2", "rpp/text-gwm-vs-group", "textbook/independent-records", "wdp/cor-1", "wdp/prop-13", "wdp/prop-3-step", "wdp/thm-3",
}
"""Items in which a term that was read on its own binds a name again; nothing from outside the inner binder is meant in it."""


def bound_again(node, around=frozenset()):
    """Names that a binder takes although one around it has them."""
    if isinstance(node, tuple):
        for part in node:
            yield from bound_again(part, around)
    elif isinstance(node, Node):
        names = frozenset()
        if node.head in BINDERS:
            over = node.args[0]
            names = frozenset(name for entry in over for name in pattern_names(entry[0])) if isinstance(over, tuple) else frozenset(one for one in node.args if isinstance(one, str))
            yield from names & around
        for part in node.args:
            yield from bound_again(part, around | names)


def test_names_are_bound_again_by_intent_alone():
    found = set()
    for paper in load_installed(None)[0].values():
        for id in paper.ledger.index:
            for variant in paper.variants(id):
                outer = frozenset(name for pattern, _ in variant.forall for name in pattern_names(pattern))
                if any(True for part in (*variant.given, variant.states) for _ in bound_again(part, outer)):
                    found.add(id)
    assert found == BY_INTENT


def test_a_captured_index_is_noticed():
    a, outer = Node("var", "a"), Node("integers", Node("num", "1"), Node("num", "3"))
    inner = Node("sum", ((a, outer),), a, None)
    assert list(bound_again(Node("sum", ((a, outer),), inner, None))) == ["a"] and list(bound_again(inner)) == []
