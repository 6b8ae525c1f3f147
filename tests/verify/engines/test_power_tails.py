"""Laws with power tails are drawn where the moments of a set allow it, decide statements, and shrink."""

import random

import pytest

from mechanisms import GeneralisedCauchy
from verify.claims import LINE, Claim, Compare, Laws, above, at_least, numbers, objects, oo, translate
from verify.claims.nodes import from_json, term, to_json
from verify.claims.sets import REALS
from verify.engines import evaluate as ev
from verify.engines.draw import Drawer
from verify.engines.membership import contains
from verify.engines.plainer import simpler
from verify.engines.truth import Truth
from verify.quantities import absolute_moment, max_divergence, renyi_divergence, wasserstein_distance
from verify.run.decide import Settings, run_variant
from verify.values.structures import Deferred

P, Q = objects("P Q")
a, t = numbers("a t")


def decided(forall, states, given=(), effort="standard"):
    (variant,) = Claim("toy/claim", "a toy", forall=forall, given=given, states=states).variants()
    found, _, errors = run_variant(variant, Settings(effort=effort))
    assert not errors, errors
    return found


@pytest.mark.parametrize("moments", (None, "1/2", 1, 2))
@pytest.mark.parametrize("support", (None, at_least(0)))
def test_drawn_laws_belong_to_their_set(moments, support):
    where = Laws(LINE, moments=None if moments is None else term(from_json(str(moments))), support=support)
    kinds = set()
    for seed in range(60):
        drawer = Drawer(random.Random(seed), 2)
        drawer.density_share = drawer.heavy_share = 1.0
        env = {}
        for name in "PQR":
            env[name] = drawer.member(where, env, name)
            assert contains(where, env[name], {}, ev.Context(64)) is Truth.TRUE
            kinds.add(getattr(getattr(env[name], "node", None), "head", "finite"))
        assert "heavy tail" in drawer.corners
        assert "infinite moment" not in drawer.corners or moments in (None, "1/2")
    assert "power_law" in kinds


def test_no_heavy_law_is_drawn_where_all_moments_are_finite():
    for seed in range(40):
        drawer = Drawer(random.Random(seed), 2)
        drawer.density_share = drawer.heavy_share = 1.0
        drawer.member(Laws(LINE, moments=oo), {})
        assert "heavy tail" not in drawer.corners


def test_a_statement_that_is_false_for_infinite_moments_alone_is_refuted():
    found = decided({P: Laws(LINE, density=True)}, Compare(absolute_moment(P, 1), "<", oo))
    assert found["status"] == "REFUTED"
    found = decided({P: Laws(LINE, moments=1, density=True)}, Compare(absolute_moment(P, 2), "<", oo))
    assert found["status"] == "REFUTED"


def test_the_same_with_its_hypothesis_is_not():
    found = decided({P: Laws(LINE, moments=2, density=True)}, Compare(absolute_moment(P, 2), "<", oo))
    assert found["status"] != "REFUTED"
    assert "infinite moment" not in found["coverage"]["corners"]["reached"]


def test_true_statements_survive_and_say_that_heavy_tails_were_tried():
    found = decided({P: Laws(LINE, density=True), a: at_least(1), t: REALS}, Compare(wasserstein_distance(P, translate(P, t), a), "<=", abs(t)))
    assert found["status"] != "REFUTED"
    assert {"heavy tail", "infinite moment"} <= set(found["coverage"]["corners"]["reached"])
    found = decided({P: Laws(LINE, density=True), Q: Laws(LINE, density=True), a: above(1)}, Compare(renyi_divergence(P, Q, a), "<=", max_divergence(P, Q)))
    assert found["status"] != "REFUTED"


def test_an_equality_of_enclosures_is_not_refuted():
    found = decided({P: Laws(LINE, density=True), Q: Laws(LINE, density=True)}, Compare(wasserstein_distance(P, Q, 1), "==", wasserstein_distance(Q, P, 1)), effort="quick")
    assert found["status"] != "REFUTED"


def test_parameters_become_round_and_mixtures_lose_parts():
    heavy = from_json(["power_law", "17/13", "29/7", "31/10", ["word", "both"]])
    mixed = Deferred(from_json(["mixture", ["()", ["()", "1/3", to_json(heavy)], ["()", "2/3", to_json(term(GeneralisedCauchy(0, exponent=2, scale=1)))]]]))
    assert {c.node.head for c in simpler(mixed)} == {"power_law"}
    found = list(simpler(Deferred(heavy)))
    assert found and all(ev.value(c.node, {}, ev.Context(64)).side == "both" for c in found)
