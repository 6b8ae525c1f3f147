"""Laws with atoms beside a density, and with infinitely many atoms, are drawn where a set allows them, and refute what only they refute."""

import json
import random

import pytest

from mechanisms import Uniform
from verify.claims import (
    LINE,
    Any_,
    Claim,
    Compare,
    Euclid,
    Laws,
    above,
    at_least,
    at_most,
    below,
    between,
    event,
    integers,
    number,
    numbers,
    objects,
    one_of,
    oo,
)
from verify.engines import evaluate as ev
from verify.engines import search
from verify.engines.draw import Drawer
from verify.engines.membership import contains
from verify.engines.plainer import simpler
from verify.engines.search import hunting
from verify.engines.task import EFFORTS, Status, Task
from verify.engines.truth import Truth
from verify.evidence import certificate
from verify.evidence.checker.check import check_data
from verify.quantities import hockey_stick_divergence, kullback_leibler_divergence, mass, max_divergence, renyi_divergence, support_diameter, total_variation
from verify.run.decide import Settings, run_variant

P, Q = objects("P Q")
a = numbers("a")
KINDS = {"beside a density": "atoms beside a density", "endless": "infinitely many atoms"}
FLAT = Uniform(0, 1)


def refuted(forall, states):
    """That the search at standard effort refutes a statement, the checker confirms it, and without laws of these kinds nothing is found."""
    (variant,) = Claim("toy/claim", "a toy", forall=forall, states=states).variants()
    finding = search.decide(Task(variant, EFFORTS["standard"]))
    assert finding.status is Status.REFUTED, finding.summary
    stored = json.loads(certificate.text(certificate.build(variant, finding, effort="standard", seed=0)))
    assert check_data(stored, "c.json").status == "confirmed"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(hunting, "_with_unusual_atoms", lambda *_: None)
        assert search.decide(Task(variant, EFFORTS["standard"])).status is not Status.REFUTED


def decided(forall, states, given=(), effort="standard"):
    (variant,) = Claim("toy/claim", "a toy", forall=forall, given=given, states=states).variants()
    found, _, errors = run_variant(variant, Settings(effort=effort))
    assert not errors, errors
    return found


SETS = {
    "line": Laws(LINE), "all moments": Laws(LINE, moments=oo), "half-line": Laws(LINE, support=at_least(0)), "open half-line": Laws(LINE, support=above(number("1/2"))),
    "interval": Laws(LINE, support=between(0, 1)), "open interval": Laws(LINE, support=between(-1, 3, open="both")), "left": Laws(LINE, support=below(0)), "left end": Laws(LINE, support=at_most(2)),
    "integers": Laws(LINE, support=integers(0)), "some integers": Laws(LINE, support=integers(1, 4)), "chosen": Laws(LINE, support=one_of(0, 1)), "plane": Laws(Euclid(2, 2)), "density": Laws(LINE, density=True),
}
HAVE = {"beside a density": {"line", "all moments", "half-line", "open half-line", "interval", "open interval", "plane"}, "endless": {"line", "all moments", "half-line", "open half-line", "integers"}}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("where", SETS)
def test_drawn_laws_belong_to_their_set(kind, where):
    met = False
    for seed in range(40):
        drawer = Drawer(random.Random(seed), 2)
        drawer.atoms = kind
        env = {}
        for name in "PQR":
            env[name] = drawer.member(SETS[where], env, name)
            assert contains(SETS[where], env[name], {}, ev.Context(64)) is Truth.TRUE
        met = met or KINDS[kind] in drawer.corners
    assert met == (where in HAVE[kind])


@pytest.mark.parametrize("kind", KINDS)
def test_draws_are_the_same_for_a_seed_and_pairs_share_their_atoms(kind):
    shared = 0
    for seed in range(30):
        drawn = []
        for _ in range(2):
            drawer = Drawer(random.Random(seed), 2)
            drawer.atoms = kind
            first = drawer.member(Laws(LINE), {}, "P")
            drawn.append((first, drawer.member(Laws(LINE), {"P": first}, "Q")))
        assert drawn[0] == drawn[1]
        env = dict(zip("PQ", drawn[0], strict=True))
        for quantity in (total_variation(P, Q), hockey_stick_divergence(P, Q, number("1/2")), renyi_divergence(P, Q, 2)):
            found = ev.value(quantity, env, ev.Context(64))
            assert not hasattr(found, "width") or found.width < 1e-6  # every such pair is decided
        shared += ev.value(renyi_divergence(Q, P, number("1/2")), env, ev.Context(64)) != oo
    assert shared == 30


def test_only_laws_that_are_not_noise_stay_finite():
    drawer = Drawer(random.Random(1), 2)
    drawer.atoms, drawer.noises = "endless", frozenset({"Z"})
    env = {"P": drawer.member(Laws(LINE), {}, "P")}
    assert hasattr(env["P"], "points")
    assert drawer.member(Laws(LINE), env, "Z").node.head in ("geometric_law", "mixture")


# --- verdicts -----------------------------------------------------------------------------------------------------------


def test_what_an_atom_beside_a_density_alone_refutes():
    on = Laws(LINE, support=between(0, 1))
    refuted({P: on}, Any_(Compare(renyi_divergence(FLAT, P, 2), "==", oo), Compare(mass(P, event(0)), "==", 0)))
    found = decided({P: on}, Any_(Compare(renyi_divergence(FLAT, P, 2), "==", oo), Compare(mass(P, event(0)), "<", 1)))
    assert found["status"] != "REFUTED"
    assert "atoms beside a density" in found["coverage"]["corners"]["reached"]


def test_what_two_laws_with_a_common_atom_and_densities_alone_refute():
    on = Laws(LINE, support=between(0, 1))
    cases = (Compare(renyi_divergence(FLAT, P, 2), "==", oo), Compare(renyi_divergence(P, Q, 2), "==", oo))
    refuted({P: on, Q: on}, Any_(*cases, Compare(mass(P, event(0)) * mass(Q, event(0)), "==", 0)))
    found = decided({P: on, Q: on}, Any_(*cases, Compare(kullback_leibler_divergence(P, Q), "<=", renyi_divergence(P, Q, 2))))
    assert found["status"] != "REFUTED"


def test_what_infinitely_many_atoms_alone_refute():
    refuted({P: Laws(LINE, support=integers(0))}, Compare(support_diameter(P, P), "<", oo))
    found = decided({P: Laws(LINE, support=integers(0, 5))}, Compare(support_diameter(P, P), "<", oo))
    assert found["status"] != "REFUTED"


def test_what_two_laws_with_infinitely_many_common_atoms_alone_refute():
    on = Laws(LINE, support=integers(0))
    cases = (Compare(support_diameter(P, P), "<", oo), Compare(total_variation(P, Q), "==", 0))
    refuted({P: on, Q: on}, Any_(*cases, Compare(max_divergence(P, Q), "==", oo)))
    found = decided({P: on, Q: on}, Any_(*cases, Compare(renyi_divergence(P, Q, 2), "<=", max_divergence(P, Q))))
    assert found["status"] != "REFUTED"
    assert "infinitely many atoms" in found["coverage"]["corners"]["reached"]


def test_true_statements_about_all_laws_survive():
    either = Any_(Compare(renyi_divergence(P, Q, a), "<=", max_divergence(P, Q)), Compare(total_variation(P, Q), ">", 1))  # no proof makes the search shorter
    found = decided({P: Laws(LINE), Q: Laws(LINE), a: above(1)}, either)
    assert found["status"] != "REFUTED"
    assert set(KINDS.values()) <= set(found["coverage"]["corners"]["reached"])
    found = decided({P: Laws(LINE), Q: Laws(LINE), a: at_least(0)}, Compare(hockey_stick_divergence(P, Q, a), "<=", total_variation(P, Q)))
    assert found["status"] != "REFUTED"


@pytest.mark.parametrize("kind", KINDS)
def test_smaller_laws_are_of_the_set_again(kind):
    for seed in range(12):
        drawer = Drawer(random.Random(seed), 2)
        drawer.atoms = kind
        for smaller in simpler(drawer.member(Laws(LINE), {}, "P")):
            assert contains(Laws(LINE), smaller, {}, ev.Context(64)) is Truth.TRUE
