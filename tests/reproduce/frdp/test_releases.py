"""Losses and released derivatives against closed forms, what one record moves, and the size of the noise."""

import itertools
import math

import numpy as np
import pytest

from reproduce.frdp.kernels import GaussianKernels
from reproduce.frdp.releases import BY_NAME, RELEASES, Batch, clipped_slopes, gradient_sensitivity, loss_of, mean_sensitivity
from reproduce.training.streams import deterministic, stream

torch = pytest.importorskip("torch")
KERNELS = GaussianKernels((0.7, 2.0))
CPU = torch.device("cpu")
M, N, D = 4, 5, 3


@pytest.fixture(autouse=True)
def one_thread():
    with deterministic("cpu"):
        yield


def batch(records=N, labelled=False, seed=0):
    rng = np.random.default_rng(seed)
    x, w = (torch.as_tensor(rng.standard_normal((n, D))) for n in (records, M))
    eye = torch.eye(2, dtype=torch.float64)
    tags = (eye[torch.arange(records) % 2], eye[torch.arange(M) % 2]) if labelled else (None, None)
    return Batch(x, tags[0], w.requires_grad_(True), tags[1])


def gradient(name, given, sigma, seed=1, clip=1e9):
    (found,) = torch.autograd.grad(loss_of(BY_NAME[name], KERNELS, given, N, sigma, clip, stream(CPU, seed, "noise")), given.points)
    return found.numpy()


def by_hand(given):
    """The discrepancy and its derivative by the generated points, term by term."""
    x, w = given.records.numpy(), given.points.detach().numpy()
    def same(a, b, i, j):
        return 1.0 if a is None else float(a[i] @ b[j])
    def k(p, q):
        return sum(math.exp(-((p - q) ** 2).sum() / (2 * h**2)) for h in KERNELS.widths)
    def slope(p, q):
        return sum((p - q) / h**2 * math.exp(-((p - q) ** 2).sum() / (2 * h**2)) for h in KERNELS.widths)  # derivative of k(p, q) by q
    a, b = given.record_labels, given.labels
    value = sum(k(x[i], x[j]) * same(a, a, i, j) for i in range(N) for j in range(N)) / N**2
    value -= 2 * sum(k(x[i], w[j]) * same(a, b, i, j) for i in range(N) for j in range(M)) / (N * M)
    value += sum(k(w[i], w[j]) * same(b, b, i, j) for i in range(M) for j in range(M)) / M**2
    found = np.zeros((M, D))
    for j in range(M):
        found[j] -= 2 / (N * M) * sum(slope(x[i], w[j]) * same(a, b, i, j) for i in range(N))
        found[j] += 2 / M**2 * sum(slope(w[i], w[j]) * same(b, b, i, j) for i in range(M))
    return value, found


@pytest.mark.parametrize("labelled", [False, True])
def test_without_noise_loss_and_derivative_are_those_of_the_discrepancy(labelled):
    given = batch(labelled=labelled)
    value, slopes = by_hand(given)
    assert float(loss_of(BY_NAME["no-noise"], KERNELS, given, N, 0.0, 1.0, None).detach()) == pytest.approx(value, rel=1e-10)
    for name in ("no-noise", "constant-value", "follows-value", "jointly-value", "gradient"):
        assert gradient(name, given, 0.0) == pytest.approx(slopes, rel=1e-9, abs=1e-12), name
    assert gradient("constant-square", given, 0.0) == pytest.approx(2 * value * slopes, rel=1e-9, abs=1e-12)


def test_constant_noise_moves_nothing_but_the_factor_of_the_square():
    given = batch()
    value, slopes = by_hand(given)
    assert (gradient("constant-value", given, 50.0) == gradient("constant-value", given, 0.01)).all()
    noisy = gradient("constant-square", given, 50.0)
    factors = noisy / slopes
    assert factors == pytest.approx(np.full((M, D), factors[0, 0]), rel=1e-8)
    assert factors[0, 0] != pytest.approx(2 * value, rel=0.1)


def test_noise_that_follows_the_parameters_has_the_derivative_of_its_factor():
    given, sigma = batch(), 0.8
    spread = sigma * mean_sensitivity(KERNELS, N)
    fixed = torch.randn(N + M, generator=stream(CPU, 1, "noise"), dtype=torch.float64)

    def drawn(points):
        places = torch.cat([given.records, points])
        matrix = KERNELS(places, places)
        values = torch.linalg.cholesky(matrix + 1e-9 * matrix.diagonal().mean() * torch.eye(N + M, dtype=torch.float64)) @ fixed
        return float(spread * (values[:N].sum() / N - 2 * values[N:].mean()))

    expected, step = by_hand(given)[1], 1e-5
    for j, c in itertools.product(range(M), range(D)):
        up, down = given.points.detach().clone(), given.points.detach().clone()
        up[j, c] += step
        down[j, c] -= step
        expected[j, c] += (drawn(up) - drawn(down)) / (2 * step)
    assert gradient("follows-value", given, sigma) == pytest.approx(expected, rel=1e-4, abs=1e-6)


@pytest.mark.parametrize("name", ["jointly-value", "gradient"])
def test_released_derivatives_have_the_stated_noise(name):
    given, sigma, clip, draws = batch(), 0.8, 0.5, 400
    found = np.stack([gradient(name, given, sigma, seed, clip) for seed in range(draws)])
    if name == "gradient":
        variance = (sigma * gradient_sensitivity(clip, N)) ** 2
    else:
        variance = (2 / M * sigma * mean_sensitivity(KERNELS, N)) ** 2 * sum(1 / h**2 for h in KERNELS.widths)
    ratios = found.var(axis=0, ddof=1) / variance
    assert np.abs(ratios - 1).max() < 5 * math.sqrt(2 / draws)


def test_the_two_scales_differ_by_a_root():
    release, verbatim = BY_NAME["constant-square"], BY_NAME["constant-square-eq-8"]
    assert release.spread(2.0, 0.125) == 0.25
    assert verbatim.spread(2.0, 0.125) == 0.5


def mean_distance(first, second, m):
    """Norm of the difference of two mean functions in the space of the kernel."""
    places = torch.cat([first, second])
    weights = torch.cat([torch.ones(len(first)), -torch.ones(len(second))]).double() / m
    return math.sqrt(max(0.0, float(weights @ KERNELS(places, places) @ weights)))


def test_one_record_more_moves_the_mean_function_by_the_stated_sensitivity():
    for seed in range(20):
        given = batch(seed=seed).records
        assert mean_distance(given, given[:-1], N) == pytest.approx(mean_sensitivity(KERNELS, N), rel=1e-7)


def test_a_replaced_record_moves_the_mean_function_by_at_most_root_two_times_as_much():
    bound, largest = math.sqrt(2) * mean_sensitivity(KERNELS, N), 0.0
    for seed in range(20):
        given = batch(seed=seed).records
        other = given.clone()
        other[-1] = given[-1] + 10.0 ** (seed % 3 - 1)
        moved = mean_distance(given, other, N)
        largest = max(largest, moved)
        assert moved <= bound * (1 + 1e-9)
    assert largest > 0.99 * bound


@pytest.mark.parametrize("labelled", [False, True])
def test_one_record_moves_the_released_derivative_by_at_most_the_clip(labelled):
    clip, longest = 0.2, 0.0
    for seed in range(20):
        whole = batch(labelled=labelled, seed=seed)
        tags = None if whole.record_labels is None else whole.record_labels[:-1]
        fewer = Batch(whole.records[:-1], tags, whole.points, whole.labels)
        moved = float((clipped_slopes(KERNELS, whole, clip) - clipped_slopes(KERNELS, fewer, clip)).norm())
        longest = max(longest, moved)
        assert moved <= clip * (1 + 1e-12)
    assert longest > 0.99 * clip


def test_an_empty_batch_is_noise_and_the_term_of_the_generated_points():
    given = batch(records=0)
    for release in RELEASES:
        assert np.isfinite(gradient(release.name, given, 1.0)).all(), release.name
