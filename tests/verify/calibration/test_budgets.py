"""Scales that mechanisms need: each is enough by the law of the output itself, a little less is not enough for the least one, and infinity is an answer."""

import math

import numpy as np
import ot
import pytest
from flint import fmpq

from verify.calibration import Instance, NormalSituation, Situation, calibrate, noise, sensitivities
from verify.calibration.budgets import reduced_budget
from verify.calibration.least import aware_budget, distances
from verify.claims.nodes import ClaimError
from verify.quantities.kernels.divergences import renyi
from verify.quantities.kernels.nearness import near_distance
from verify.values.laws import FiniteLaw, mixture
from verify.values.numbers import enclose, to_float

F = fmpq
P = FiniteLaw([F(0), F(1), F(4)], [F(1, 2), F(2, 5), F(1, 10)])
Q = FiniteLaw([F(0), F(2), F(5)], [F(1, 3), F(1, 3), F(1, 3)])
INSTANCE = Instance("made", (Situation("", "a", "b", P, Q), Situation("", "b", "a", Q, P)), (F(0), F(1), F(2), F(4), F(5)))
NOISES = [noise(word) for word in ("laplace", "normal", "cauchy:4")]


def released(law, kind, scale):
    return mixture(law.weights, [kind.law(scale, x) for x in law.points])


def upper(need):
    return need.scale.hi.fmpq()


def test_sensitivities_agree_with_pot_and_are_ordered():
    found = {s.kind: s.value for s in sensitivities(INSTANCE, deltas=[F(1, 4)])}
    xs, ys, a, b = (np.array([to_float(x) for x in row]) for row in (P.points, Q.points, P.weights, Q.weights))
    assert to_float(found["w_1"]) == pytest.approx(ot.wasserstein_1d(xs, ys, a, b), rel=1e-12)
    assert to_float(found["w_2"]) ** 2 == pytest.approx(ot.emd2_1d(xs, ys, a, b), rel=1e-12)
    assert found["near_1/4"] <= found["general"] == 4 <= found["group"] == 5
    assert to_float(found["w_1"]) <= to_float(found["w_2"]) <= to_float(found["general"])


@pytest.mark.parametrize("kind", NOISES, ids=str)
def test_every_scale_is_enough_and_the_least_one_is_least(kind):
    order, epsilon = F(2), F(1, 2)
    _, needs = calibrate(INSTANCE, [kind], order, epsilon, exact=True)
    found = {n.mechanism: n for n in needs[str(kind)]}
    assert list(found) == ["group", "general", "aware", "exact"]
    sizes = [upper(found[name]) for name in ("exact", "aware", "general", "group")]
    assert sizes == sorted(sizes)
    for name in ("exact", "aware", "general"):
        pair = [released(law, kind, upper(found[name])) for law in (P, Q)]
        assert max(to_float(renyi(*pair, order, 48)), to_float(renyi(*pair[::-1], order, 48))) <= 0.5 + 1e-12
    below = found["exact"].scale.lo.fmpq()
    assert max(enclose(renyi(released(x, kind, below), released(y, kind, below), order, 48)).lo for x, y in ((P, Q), (Q, P))) > epsilon
    assert float(found["exact"].scale.hi - found["exact"].scale.lo) < 1e-4 * float(found["exact"].scale.hi)


def test_the_aware_budget_is_met_and_nearly_used_up():
    kind = NOISES[1]
    _, needs = calibrate(INSTANCE, [kind], F(3), F(1))
    scale = {n.mechanism: n for n in needs["normal"]}["aware"].scale
    moved = distances(P, Q)
    assert aware_budget(moved, kind, F(3), scale.hi.fmpq()).hi <= 1
    assert aware_budget(moved, kind, F(3), scale.lo.fmpq() * F(999, 1000)).lo > 1


def test_the_conditional_scale_is_enough_given_the_event():
    delta, kind, order = F(1, 4), NOISES[0], F(2)
    _, needs = calibrate(INSTANCE, [kind], order, F(1, 2), deltas=[delta])
    found = {n.mechanism: n for n in needs["laplace"]}
    near = near_distance(P, Q, delta)
    assert near.outside <= delta
    pair = [released(law, kind, upper(found["conditional 1/4"])) for law in (near.first, near.second)]
    assert max(to_float(renyi(*pair, order, 48)), to_float(renyi(*pair[::-1], order, 48))) <= 0.5 + 1e-12
    assert found["conditional 1/4"].scale.hi < found["general"].scale.hi


def test_a_budget_below_the_additive_term_has_no_scale_and_says_what_would():
    _, needs = calibrate(INSTANCE, [NOISES[1]], F(2), F(1, 10), deltas=[F(1, 4)])
    found = {n.mechanism: n for n in needs["normal"]}["approximate 1/4"]
    assert found.scale.lo == math.inf and "budgets above 0.575" in found.why
    assert float(reduced_budget(F(2), F(1), F(1, 4)).lo) == pytest.approx(1 + 2 * math.log(3 / 4))


def test_the_order_infinity_is_answered_for_each_noise():
    _, needs = calibrate(INSTANCE, NOISES, math.inf, F(1))
    scales = {name: {n.mechanism: n for n in rows} for name, rows in needs.items()}
    assert float(scales["laplace"]["general"].scale.hi) == pytest.approx(4)
    assert scales["normal"]["general"].scale.lo == math.inf and "infinite at every scale" in scales["normal"]["general"].why
    assert float(scales["cauchy:4"]["general"].scale.hi) < math.inf


def test_points_of_the_plane_use_the_norm_of_the_noise():
    p, q = FiniteLaw([(F(0), F(0))], [F(1)]), FiniteLaw([(F(3), F(4))], [F(1)])
    plane = Instance("plane", (Situation("", "a", "b", p, q),), (*p.points, *q.points))
    _, needs = calibrate(plane, [noise("normal"), noise("laplace"), noise("cauchy")], F(2), F(1))
    assert float(needs["normal"][1].scale.hi) == pytest.approx(5)
    assert float(needs["laplace"][1].scale.hi) == pytest.approx(7 / float(noise("laplace").largest_ratio(F(2), enclose(F(1))).lo))
    assert needs["cauchy:2"][0].scale is None and "one coordinate" in needs["cauchy:2"][0].why


def test_normal_laws_need_the_variance_that_they_lack():
    instance = Instance("normal", (NormalSituation("", "a", "b", F(3), F(2)),), ())
    found, needs = calibrate(instance, [noise("normal"), noise("laplace")], F(2), F(1), deltas=[F(1, 10)], exact=True)
    kinds = {s.kind: s.value for s in found}
    assert kinds["group"] == math.inf and kinds["general"] == kinds["w_2"] == 3 and kinds["near_1/10"].hi < 3
    scales = {n.mechanism: n.scale for n in needs["normal"]}
    assert scales["group"].lo == math.inf and float(scales["general"].hi) == pytest.approx(3) and float(scales["aware"].hi) == pytest.approx(3)
    assert float(scales["exact"].hi) == pytest.approx(math.sqrt(7))  # 2 * 9/(2 (2 + s^2)) = 1
    least = {n.mechanism: n.scale for n in needs["laplace"]}["exact"]
    assert least.lo == 0 and 0 < float(least.hi) < math.inf


def test_equal_laws_need_no_noise():
    same = Instance("same", (Situation("", "a", "b", P, P),), P.points)
    _, needs = calibrate(same, NOISES, F(2), F(1), exact=True)
    assert all(n.scale.hi == 0 for rows in needs.values() for n in rows if n.mechanism != "group")


@pytest.mark.parametrize(("order", "epsilon", "group", "words"), [
    (F(1), F(1), None, "--order: must be above 1"), (F(2), F(0), None, "--epsilon: must be above 0"), (F(2), F(1), F(3), "must contain all values"),
])
def test_bad_targets_are_named(order, epsilon, group, words):
    with pytest.raises(ClaimError, match=words):
        calibrate(INSTANCE, NOISES, order, epsilon, group=group)


@pytest.mark.parametrize("word", ["gauss", "laplace:2", "cauchy:1", "cauchy:x"])
def test_unknown_noise_is_named(word):
    with pytest.raises(ClaimError, match="--noise"):
        noise(word)
