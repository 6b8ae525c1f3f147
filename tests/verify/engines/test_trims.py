"""Parts of two laws that are close to each other, on enlarged spaces and by events of the data alone: found where they are, never denied by a search."""

import json
from fractions import Fraction as F
from itertools import product as pairs

import pytest
from flint import fmpq

from mechanisms import Laplace
from verify.claims import (
    LINE,
    All,
    Claim,
    Compare,
    Events,
    Exists,
    ForAll,
    Laws,
    between,
    convolve,
    exp,
    finite_law,
    given_event,
    numbers,
    objects,
    oo,
    product,
    push,
)
from verify.claims.nodes import Node, number, term
from verify.engines import cylinders, search, trims
from verify.engines import evaluate as ev
from verify.engines.task import EFFORTS, Status, Task
from verify.engines.truth import Truth
from verify.evidence import certificate
from verify.evidence.checker.check import check_data
from verify.quantities import largest_shift, mass, max_divergence, renyi_divergence, total_variation
from verify.quantities.kernels.divergences import renyi
from verify.values.laws import FiniteLaw
from verify.values.structures import Deferred

R, S, E, G = objects("R S E G")
NOISE = term(Laplace(0, scale=1))
P, Q = finite_law({0: F(1, 2), 1: F(1, 2)}), finite_law({0: F(1, 4), 1: F(3, 4)})
NEAR, FAR = finite_law({0: F(1, 2), 5: F(1, 2)}), finite_law({1: F(1, 2), 9: F(1, 2)})


def close(one, other, order, level):
    return All(Compare(renyi_divergence(one, other, order), "<=", level), Compare(renyi_divergence(other, one, order), "<=", level))


def parts(first, second, missed, order, level):
    """Laws with densities of at most 1/(1 - missed) with respect to the first and the second, close to each other."""
    inside = [All(Compare(max_divergence(law, whole), "<", oo), Compare(exp(-max_divergence(law, whole)), ">=", number(1 - missed)))
              for law, whole in ((R, first), (S, second))]
    return Exists({R: Laws(LINE), S: Laws(LINE)}, All(*inside, close(R, S, order, level)))


def answer(proposition):
    return ev.holds(proposition, {})[0]


@pytest.mark.parametrize(("proposition", "expected"), [
    (parts(P, Q, F(1, 4), oo, 0), Truth.TRUE),  # without what the one has more than the other they are equal
    (parts(P, Q, F(0), oo, 1), Truth.TRUE),  # the laws themselves: log 2
    (parts(P, Q, F(1, 4), oo, -1), Truth.FALSE),  # no divergence is below 0
    (parts(P, Q, F(1, 8), oo, 0), Truth.UNDECIDED),  # too little may be left out; nothing that is tried says so
    (parts(convolve(NEAR, NOISE), convolve(FAR, NOISE), F(1, 2), 2, largest_shift(NOISE, 1, 2) + F(1, 100)), Truth.TRUE),
    (parts(convolve(NEAR, NOISE), convolve(FAR, NOISE), F(1, 4), 2, largest_shift(NOISE, 1, 2) + F(1, 100)), Truth.UNDECIDED),
])
def test_parts_that_are_close_are_found(proposition, expected):
    assert answer(proposition) is expected


@pytest.mark.parametrize(("level", "expected"), [(1, Truth.TRUE), (0, Truth.UNDECIDED)])
def test_the_wholes_are_parts_for_every_mass_that_may_be_missed(level, expected):
    m = numbers("m")
    inside = [All(Compare(max_divergence(law, whole), "<", oo), Compare(exp(-max_divergence(law, whole)), ">=", 1 - m)) for law, whole in ((R, P), (S, Q))]
    statement = ForAll({m: between(0, F(1, 8), "both")}, Exists({R: Laws(LINE), S: Laws(LINE)}, All(*inside, close(R, S, oo, level))))
    assert answer(statement) is expected


def test_a_part_that_does_as_well_is_what_a_grid_of_parts_finds():
    """The least D_oo of parts of two laws on two points, by all parts on a grid."""
    p, q = FiniteLaw([0, 1], [fmpq(3, 4), fmpq(1, 4)]), FiniteLaw([0, 1], [fmpq(1, 4), fmpq(3, 4)])
    kept = [fmpq(4, 5), fmpq(9, 10)]
    even = trims._even(p, q, kept)
    assert even is not None

    def larger(one, other):
        return max(float(ev.numbers.to_float(renyi(a, b, float("inf")))) for a, b in ((one, other), (other, one)))

    def grid(law, mass):
        weights = dict(law.items())
        steps = [fmpq(k, 60) for k in range(1, 60)]
        return [FiniteLaw([0, 1], [w, 1 - w]) for w in steps if w <= weights[0] / mass and 1 - w <= weights[1] / mass]

    best = min(larger(a, b) for a, b in pairs(grid(p, kept[0]), grid(q, kept[1])))
    assert larger(*even) <= best + 1e-9
    for part, law, mass_ in zip(even, (p, q), kept, strict=True):
        assert all(w <= dict(law.items())[x] / mass_ for x, w in part.items())


def by_events(first, second, missed, level, noise=NOISE, law=lambda pair: Node("coordinate_sum", pair)):
    one, other = (product(whole, noise) for whole in (first, second))
    return Exists({E: Events(one), G: Events(other)}, All(
        Compare(mass(one, E), ">=", number(1 - missed)), Compare(mass(other, G), ">=", number(1 - missed)),
        close(law(given_event(one, E)), law(given_event(other, G)), 2, level)))


@pytest.mark.parametrize(("proposition", "expected"), [
    (by_events(NEAR, FAR, F(1, 2), largest_shift(NOISE, 1, 2) + F(1, 100)), Truth.TRUE),
    (by_events(NEAR, FAR, F(1, 2), -1), Truth.FALSE),
    (by_events(NEAR, FAR, F(1, 4), largest_shift(NOISE, 1, 2)), Truth.UNDECIDED),  # other events of data and noise may do
    (by_events(NEAR, FAR, F(1, 4), 0, noise=finite_law({0: 1})), Truth.FALSE),  # finitely many events are gone through
])
def test_events_of_the_data_are_tried_among_those_of_data_and_noise(proposition, expected):
    assert answer(proposition) is expected


def test_other_uses_of_an_event_are_not_taken_for_those_of_the_data():
    pair = product(NEAR, NOISE)
    proposition = Exists({E: Events(pair)}, Compare(mass(push(G, pair), E), ">=", 0))
    assert cylinders.of_data(proposition) is None


def test_a_refutation_stores_the_laws_that_its_hypothesis_says_to_exist():
    """Laws with equal parts of half the mass may be apart by a half."""
    first, second = objects("first second")
    inside = [All(Compare(max_divergence(law, whole), "<", oo), Compare(exp(-max_divergence(law, whole)), ">=", number("1/2"))) for law, whole in ((R, first), (S, second))]
    there = Exists({R: Laws(LINE), S: Laws(LINE)}, All(*inside, close(R, S, oo, 0)))

    def decided(bound):
        states = Compare(total_variation(first, second), "<=", number(bound))
        (variant,) = Claim("toy/item", "Item", forall={first: Laws(LINE), second: Laws(LINE)}, given=(there,), states=states).variants()
        return variant, search.decide(Task(variant, EFFORTS["quick"]))

    assert decided("1/2")[1].status is Status.SUPPORTED
    variant, finding = decided("1/5")
    assert finding.status is Status.REFUTED and set(finding.evidence["inner"]) == {"R", "S"}
    stored = json.loads(certificate.text(certificate.build(variant, finding, effort="quick", seed=0)))
    assert check_data(stored, "c.json").status == "confirmed"
    stored["evidence"]["inner"]["R"] = ["finite", ["()", ["()", "17", "1"]]]
    assert check_data(stored, "c.json").status == "refused"


def test_events_of_a_finite_law_are_gone_through_beside_noise_with_a_density():
    """A false statement that some events exist is denied where it asks for their mass and the laws given them; not where it asks what noise weighs them."""
    zeta, event = objects("zeta E_0")
    data = finite_law({2: number("3/4"), 4: number("1/4")})
    env = {"zeta": Deferred(term(Laplace(0, scale=1)))}
    kept = Exists({event: Events(data)}, All(Compare(mass(data, event), ">=", number("1/2")),
                                             Compare(renyi_divergence(convolve(given_event(data, event), zeta), convolve(finite_law({4: 1}), zeta), 2), "<=", number("1/100"))))
    weighed = Exists({event: Events(data)}, Compare(mass(zeta, event), ">=", number("1/2")))
    assert ev.holds(kept, env)[0] is Truth.FALSE
    assert ev.holds(weighed, env)[0] is not Truth.FALSE
