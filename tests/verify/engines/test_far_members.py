"""Members that usual draws hardly meet: points with many coordinates, priors between two others; and what no instance can show to fail."""

import json
import random

import pytest

from mechanisms import Normal
from verify.claims import (
    ANY_EVENTS,
    ANY_PRIORS,
    LINE,
    All,
    Claim,
    Compare,
    Euclid,
    Events,
    Exists,
    ForAll,
    Frameworks,
    Kernels,
    Laws,
    Maps,
    Points,
    Sequences,
    convolve,
    data_sets,
    finite_law,
    given_event,
    integers,
    mixture,
    number,
    numbers,
    objects,
    one_of,
    oo,
    product,
    term,
    upto,
)
from verify.claims.nodes import Node
from verify.engines import evaluate as ev
from verify.engines import pufferfish, search
from verify.engines.draw import Drawer
from verify.engines.handy import CannotDraw
from verify.engines.membership import contains
from verify.engines.search import hunting
from verify.engines.search.outcome import DATA_ALONE
from verify.engines.task import EFFORTS, Status, Task
from verify.engines.truth import Truth
from verify.evidence.checker.check import check_data
from verify.quantities import density, mass, renyi_divergence, wasserstein_distance
from verify.quantities.kernels.divergences import max_divergence
from verify.run.decide import Settings, run_variant
from verify.values.frameworks import Framework
from verify.values.frameworks import given_event as law_given

d = numbers("d")
P, Q, E, F, M, zeta, y = objects("P Q E F M zeta y")


def variant_of(forall, states, given=()):
    (variant,) = Claim("toy/claim", "a toy", forall=forall, given=given, states=states).variants()
    return variant


def distances(dimension):
    """The l_1 distance is at most twice the Euclidean one: true for four coordinates, false for five."""
    space = Euclid(dimension, 2)
    return variant_of({d: integers(1) if dimension is d else upto(4), P: Laws(space), Q: Laws(space)},
                      Compare(wasserstein_distance(P, Q, 1, 1), "<=", 2 * wasserstein_distance(P, Q, 1, 2)))


def test_what_five_coordinates_alone_refute(monkeypatch):
    row, document, errors = run_variant(distances(d), Settings())
    assert not errors and row["status"] == Status.REFUTED
    assert check_data(json.loads(json.dumps(document)), "c.json").status == "confirmed"
    monkeypatch.setattr(hunting, "_with_many_coordinates", lambda *_: None)
    assert search.decide(Task(distances(d), EFFORTS["standard"])).status is not Status.REFUTED


def test_what_holds_for_four_coordinates_is_not_refuted():
    variant = variant_of({d: upto(4), P: Laws(Euclid(d, 2)), Q: Laws(Euclid(d, 2))}, Compare(wasserstein_distance(P, Q, 1, 1), "<=", 2 * wasserstein_distance(P, Q, 1, 2)))
    finding = search.decide(Task(variant, EFFORTS["standard"]))
    assert finding.status is Status.SUPPORTED and "dimension > 2" in finding.coverage["corners"]["reached"]


def test_a_prior_lies_between_two_others_of_which_neither_is_near_it_in_both_directions():
    found = 0
    for seed in range(60):
        drawer = Drawer(random.Random(seed), 2)
        drawer.unusual = 6
        try:
            f = drawer.member(Frameworks(LINE, ANY_EVENTS, ANY_PRIORS), {}, "F")
            kernel = drawer.member(Kernels(data_sets(F), LINE), {"F": f}, "M")
        except CannotDraw:
            continue
        assert isinstance(f, Framework) and contains(Frameworks(LINE, ANY_EVENTS, ANY_PRIORS), f, {}, ev.Context(64)) is Truth.TRUE
        assert contains(Kernels(data_sets(F), LINE), kernel, {"F": f}, ev.Context(64)) is Truth.TRUE
        if len(f.priors) != 3 or not pufferfish.alike(f):
            continue
        laws = [[law_given(prior, secret) for secret in f.secrets] for prior in f.priors]
        infinite = [[any(max_divergence(*pair) == float("inf") for pair in pairs) for pairs in (zip(laws[2], other, strict=True), zip(other, laws[2], strict=True))] for other in laws[:2]]
        found += sorted(infinite) == [[False, True], [True, False]]
    assert found >= 5


def some_event(noise):
    """An event of data and noise of probability 1/2, given which the sum is near another distribution."""
    pair = product(P, noise)
    return Exists({E: Events(pair)}, All(Compare(mass(pair, E), ">=", number("1/2")),
                                         Compare(renyi_divergence(Node("coordinate_sum", given_event(pair, E)), convolve(P, noise), 2), "<=", 1)))


@pytest.mark.parametrize(("noise", "told"), [(Laws(LINE, density=True), True), (Laws(LINE), False)])
def test_that_events_of_data_and_noise_exist_is_not_supported_where_no_instance_could_show_that_none_does(noise, told):
    finding = search.decide(Task(variant_of({P: Laws(LINE), zeta: noise}, some_event(zeta)), EFFORTS["standard"]))
    assert finding.summary.startswith(DATA_ALONE) is told
    assert (finding.status is Status.UNDECIDED) or not told
    assert finding.status is not Status.REFUTED


def test_a_statement_with_other_conclusions_is_as_ever():
    variant = variant_of({P: Laws(LINE), Q: Laws(LINE)}, Compare(renyi_divergence(P, Q, oo), ">=", 0))
    assert not search.decide(Task(variant, EFFORTS["quick"])).summary.startswith(DATA_ALONE)


def test_maps_of_sequences_may_be_far_apart_by_their_sum():
    """Equal sums at most 1 apart, others at least 9: no bound of what changes with the sum follows from one on equal sums."""
    where, graded = Maps(Sequences(3, one_of(0, 1)), LINE), 0
    for seed in range(20):
        table = Drawer(random.Random(seed), 2).member(where, {}, "F")
        assert contains(where, table, {}, ev.Context(64)) is Truth.TRUE
        by_sum = {total: [y for x, y in table.entries if sum(x) == total] for total in range(4)}
        graded += all(max(ys) - min(ys) <= 1 for ys in by_sum.values()) and all(min(by_sum[k + 1]) - max(by_sum[k]) >= 9 for k in range(3))
    assert 1 <= graded <= 12


BELL, FAR_BELL, ATOM = Normal(0, scale=1), Normal(5, scale=1), finite_law({0: 1})
HALF = number("1/2")


def at_each_point(quantity, first, second):
    return ForAll({y: Points(LINE)}, Compare(quantity(first), "<=", quantity(second)))


@pytest.mark.parametrize(("first", "second", "expected"), [
    (BELL, FAR_BELL, (Truth.TRUE, "true")),  # no point has a mass
    (mixture((HALF, BELL), (HALF, ATOM)), mixture((HALF, FAR_BELL), (HALF, ATOM)), (Truth.TRUE, "true")),
    (mixture((HALF, BELL), (HALF, ATOM)), FAR_BELL, (Truth.FALSE, "false")),
    (BELL, ATOM, (Truth.TRUE, "true")),
    (ATOM, BELL, (Truth.FALSE, "false")),
])
def test_masses_of_all_points_are_those_of_the_atoms(first, second, expected, truths):
    assert truths(at_each_point(lambda law: mass(law, Node("event", y)), term(first), term(second))) == expected


def test_densities_at_all_points_are_not_those_of_the_atoms(truths):
    assert truths(at_each_point(lambda law: density(law, y), term(BELL), term(FAR_BELL))) != (Truth.TRUE, "true")
