"""Both sides of textbook lemmas on drawn finite distributions and numbers, in NumPy and SciPy alone: nothing of the project is used."""

import itertools
from types import SimpleNamespace

import numpy as np
from scipy import optimize, special, stats

INF = np.inf


def weights(rng, size):
    """A distribution on so many points, some of which may carry no mass."""
    counts = rng.integers(0, 10, size) ** rng.choice([1, 3])
    counts[0] += not counts.any()
    return counts / counts.sum()


def renyi(p, q, order):
    on = p > 0
    if (q[on] == 0).any() and order >= 1:
        return INF
    p, q = p[on], q[on]
    if order == 1:
        return float((p * np.log(p / q)).sum())
    if order == INF:
        return float(np.log((p / q).max()))
    total = (p**order * q ** (1 - order)).sum() if order > 0 else q.sum()
    return INF if total == 0 else float(np.log(total) / (order - 1))


def kl(p, q):
    return renyi(p, q, 1)


def tv(p, q):
    return float(np.abs(p - q).sum() / 2)


def hs(p, q, level):
    return float(np.maximum(p - np.exp(level) * q, 0).sum())


def js(p, q):
    return (kl(p, (p + q) / 2) + kl(q, (p + q) / 2)) / 2


def hellinger(p, q):
    return float(((np.sqrt(p) - np.sqrt(q)) ** 2).sum())


def worst(d):
    return max(renyi(d.p, d.q, INF), renyi(d.q, d.p, INF))


def events(size):
    return (np.array(mask) for mask in itertools.product([False, True], repeat=size))


def transport(p, x, q, y, order, norm=2):
    """The Wasserstein distance of distributions p at points x and q at points y, as a linear programme."""
    cost = np.linalg.norm(x[:, None, :] - y[None, :, :], norm, axis=2)
    if order == INF:
        return min(level for level in np.unique(cost) if feasible(p, q, cost <= level))
    return programme(p, q, cost**order).fun ** (1 / order)


def programme(p, q, cost):
    rows = np.kron(np.eye(len(p)), np.ones(len(q)))
    columns = np.kron(np.ones(len(p)), np.eye(len(q)))
    kept = slice(-1)  # the last equation follows from the others
    return optimize.linprog(cost.ravel(), A_eq=np.vstack([rows, columns])[kept], b_eq=np.concatenate([p, q])[kept], bounds=(0, None))


def feasible(p, q, allowed):
    return programme(p, q, 1.0 * ~allowed).fun < 1e-9


def summed(p, x, q, y):
    """The distribution of the sum of independent X and Y."""
    return np.outer(p, q).ravel(), (x[:, None, :] + y[None, :, :]).reshape(-1, x.shape[1])


def draw(rng):
    """What the entries below speak of."""
    size, to = int(rng.integers(2, 5)), int(rng.integers(2, 5))
    d = SimpleNamespace(size=size, rng=rng)
    d.p, d.q, d.r, d.s = (weights(rng, size) for _ in range(4))
    d.A, d.B = (np.array([weights(rng, to) for _ in range(size)]) for _ in range(2))
    d.alpha = 1 + float(rng.exponential(2)) + 1e-3
    d.beta = d.alpha + float(rng.exponential(2))
    d.low = float(rng.uniform(0.01, 0.99))
    d.e, d.f = rng.exponential(1, 2)
    d.w = float(rng.uniform(0.01, 0.99))
    d.x, d.y, d.z = (rng.normal(size=(size, 2)) * 3 for _ in range(3))
    d.mu = float(1 + rng.exponential(1))
    d.nu = d.mu + float(rng.exponential(1))
    d.v = rng.normal(size=2)
    d.c = float(rng.exponential(1)) + 1e-3
    d.t = float(rng.normal()) * 2
    d.n = int(rng.integers(1, 40))
    d.k = int(rng.integers(1, d.n + 1))
    d.F, d.G = (rng.exponential(1, d.n) + 1e-6 for _ in range(2))
    d.X, d.Y = rng.normal(size=size) * 2, rng.normal(size=size) * 2
    d.C, d.D = (np.array([weights(rng, size) for _ in range(rows)]) for rows in (to, size))
    return d


def mixed(d, first, second):
    return d.w * first + (1 - d.w) * second


def joint(p, kernel):
    return (p[:, None] * kernel).ravel()


def product(p, q):
    return np.outer(p, q).ravel()


def entropy(p):
    return float(stats.entropy(p))


def information(p, kernel):
    """Mutual information of an input and what a kernel makes of it, as the divergence from independence."""
    return kl(joint(p, kernel), product(p, p @ kernel))


def fano(pairs):
    """The entropy of the first coordinate given the second one, and Fano's bound by the probability that they differ."""
    wrong = 1 - np.trace(pairs)
    return float(sum(column.sum() * entropy(column) for column in pairs.T if column.sum() > 0)), entropy([wrong, 1 - wrong]) + wrong * np.log(len(pairs) - 1)


def length(d, values, order):
    return float((d.p @ np.abs(values) ** order) ** (1 / order))


def mean(d):
    return float(d.p @ d.X)


def variance(d):
    return float(d.p @ (d.X - mean(d)) ** 2)


AT_MOST = {
    "renyi-order": lambda d: (renyi(d.p, d.q, d.alpha), renyi(d.p, d.q, d.beta)),
    "weak-triangle-halves": lambda d: (
        renyi(d.p, d.q, d.alpha),
        (d.alpha - 0.5) / (d.alpha - 1) * renyi(d.p, d.r, 2 * d.alpha) + renyi(d.r, d.q, 2 * d.alpha - 1)),
    "weak-triangle": lambda d: (renyi(d.p, d.q, d.alpha), (d.alpha - 1 / d.beta) / (d.alpha - 1) * renyi(d.p, d.r, d.beta * d.alpha)
                                + renyi(d.r, d.q, d.beta / (d.beta - 1) * (d.alpha - 1 / d.beta))),
    "weak-triangle-first": lambda d: (renyi(d.p, d.q, d.alpha), d.alpha / (d.alpha - 1) * renyi(d.p, d.r, INF) + renyi(d.r, d.q, d.alpha)),
    "weak-triangle-second": lambda d: (renyi(d.p, d.q, d.alpha), renyi(d.p, d.r, d.alpha) + renyi(d.r, d.q, INF)),
    "max-triangle": lambda d: (renyi(d.p, d.q, INF), renyi(d.p, d.r, INF) + renyi(d.r, d.q, INF)),
    "renyi-events": lambda d: (d.p[0], (np.exp(renyi(d.p, d.q, d.alpha)) * d.q[0]) ** ((d.alpha - 1) / d.alpha) if renyi(d.p, d.q, d.alpha) < INF else INF),
    "max-events": lambda d: (d.p[0], np.exp(renyi(d.p, d.q, INF)) * d.q[0] if renyi(d.p, d.q, INF) < INF else INF),
    "renyi-hockey-stick": lambda d: (hs(d.p, d.q, d.e), np.exp((d.alpha - 1) * (renyi(d.p, d.q, d.alpha) - d.e))),
    "renyi-hockey-stick-sharp": lambda d: (
        hs(d.p, d.q, d.e),
        np.exp((d.alpha - 1) * (renyi(d.p, d.q, d.alpha) - d.e)) / d.alpha * (1 - 1 / d.alpha) ** (d.alpha - 1)),
    "renyi-kernel": lambda d: (renyi(d.p @ d.A, d.q @ d.A, d.alpha), renyi(d.p, d.q, d.alpha)),
    "renyi-then": lambda d: (renyi(d.p, d.q, d.alpha), renyi(joint(d.p, d.A), joint(d.q, d.B), d.alpha)),
    "renyi-adaptive": lambda d: (
        renyi(joint(d.p, d.A), joint(d.q, d.B), d.alpha),
        renyi(d.p, d.q, d.alpha) + max(renyi(a, b, d.alpha) for a, b in zip(d.A, d.B))),
    "renyi-mixtures": lambda d: (renyi(mixed(d, d.p, d.r), mixed(d, d.q, d.s), d.alpha), max(renyi(d.p, d.q, d.alpha), renyi(d.r, d.s, d.alpha))),
    "renyi-convex": lambda d: (renyi(mixed(d, d.p, d.r), mixed(d, d.q, d.s), d.low), d.w * renyi(d.p, d.q, d.low) + (1 - d.w) * renyi(d.r, d.s, d.low)),
    "renyi-exponential-convex": lambda d: (np.exp((d.alpha - 1) * renyi(mixed(d, d.p, d.r), mixed(d, d.q, d.s), d.alpha)),
                                           d.w * np.exp((d.alpha - 1) * renyi(d.p, d.q, d.alpha))
                                           + (1 - d.w) * np.exp((d.alpha - 1) * renyi(d.r, d.s, d.alpha))),
    "tv-triangle": lambda d: (tv(d.p, d.r), tv(d.p, d.q) + tv(d.q, d.r)),
    "tv-kernel": lambda d: (tv(d.p @ d.A, d.q @ d.A), tv(d.p, d.q)),
    "tv-mixtures": lambda d: (tv(mixed(d, d.p, d.r), mixed(d, d.q, d.s)), d.w * tv(d.p, d.q) + (1 - d.w) * tv(d.r, d.s)),
    "tv-product": lambda d: (tv(product(d.p, d.r), product(d.q, d.s)), tv(d.p, d.q) + tv(d.r, d.s)),
    "pinsker tv": lambda d: (2 * tv(d.p, d.q) ** 2, kl(d.p, d.q)),
    "pinsker-renyi": lambda d: (2 * d.low * tv(d.p, d.q) ** 2, renyi(d.p, d.q, d.low)),
    "joint-entropy-upper": lambda d: (entropy(joint(d.p, d.A)), np.log(d.A.size)),
    "conditional-entropy-upper second": lambda d: (entropy(joint(d.p, d.A)) - entropy(d.p), entropy(d.p @ d.A)),
    "conditional-entropy-upper first": lambda d: (entropy(joint(d.p, d.A)) - entropy(d.p @ d.A), entropy(d.p)),
    "information-upper second": lambda d: (information(d.p, d.A), entropy(d.p @ d.A)),
    "information-upper first": lambda d: (information(d.p, d.A), entropy(d.p)),
    "information-processing": lambda d: (information(d.p, d.A @ d.C), information(d.p, d.A)),
    "information-centre": lambda d: (information(d.p, d.A), float(sum(w * kl(a, d.B[0]) for w, a in zip(d.p, d.A, strict=True) if w > 0))),
    "information-radius": lambda d: (information(d.p, d.A), max(kl(a, d.B[0]) for a in d.A)),
    "entropy-concave": lambda d: (d.w * entropy(d.p) + (1 - d.w) * entropy(d.q), entropy(mixed(d, d.p, d.q))),
    "fano": lambda d: fano(d.p[:, None] * mixed(d, np.eye(d.size), d.D)),
    "entropy-upper": lambda d: (float(stats.entropy(d.p)), np.log(d.p.size)),
    "tv-event-reversed": lambda d: (d.q[0] - d.p[0], tv(d.p, d.q)),
    "bretagnolle-huber-half": lambda d: (tv(d.p, d.q), 1 - np.exp(-kl(d.p, d.q)) / 2),
    "bretagnolle-huber": lambda d: (tv(d.p, d.q), np.sqrt(1 - np.exp(-kl(d.p, d.q)))),
    "kl-chi-square": lambda d: (kl(d.p, d.q), renyi(d.p, d.q, 2)),
    "hellinger-tv": lambda d: (hellinger(d.p, d.q) / 2, tv(d.p, d.q)),
    "tv-hellinger": lambda d: (tv(d.p, d.q) ** 2, hellinger(d.p, d.q) * (1 - hellinger(d.p, d.q) / 4)),
    "hellinger-kl": lambda d: (hellinger(d.p, d.q), kl(d.p, d.q)),
    "max-kl": lambda d: (kl(d.p, d.q), worst(d) * np.expm1(worst(d))),
    "max-kl-sharp": lambda d: (kl(d.p, d.q), worst(d) * np.tanh(worst(d) / 2)),
    "max-renyi": lambda d: (renyi(d.p, d.q, d.alpha), d.alpha * worst(d) ** 2 / 2),
    "max-tv": lambda d: (tv(d.p, d.q), np.tanh(worst(d) / 2)),
    "js-root": lambda d: (np.sqrt(js(d.p, d.r)), np.sqrt(js(d.p, d.q)) + np.sqrt(js(d.q, d.r))),
    "js-tv": lambda d: (js(d.p, d.q), np.log(2) * tv(d.p, d.q)),
    "kl-kernel": lambda d: (kl(d.p @ d.A, d.q @ d.A), kl(d.p, d.q)),
    "hs-level": lambda d: (hs(d.p, d.q, d.t + d.e), hs(d.p, d.q, d.t)),
    "hs-convex": lambda d: (hs(d.p, d.q, np.log(d.w * d.e + (1 - d.w) * d.f)), d.w * hs(d.p, d.q, np.log(d.e)) + (1 - d.w) * hs(d.p, d.q, np.log(d.f))),
    "hs-convex from-0": lambda d: (np.expm1(d.e + d.f) * hs(d.p, d.q, d.e), (np.exp(d.e + d.f) - np.exp(d.e)) * tv(d.p, d.q) + np.expm1(d.e) * hs(d.p, d.q, d.e + d.f)),
    "hs-event": lambda d: (d.p[0], np.exp(d.t) * d.q[0] + hs(d.p, d.q, d.t)),
    "hs-complement": lambda d: (d.p[0], 1 - np.exp(-d.t) * (1 - d.q[0] - hs(d.q, d.p, d.t))),
    "hs-kernel": lambda d: (hs(d.p @ d.A, d.q @ d.A, d.e), hs(d.p, d.q, d.e)),
    "hs-triangle": lambda d: (hs(d.p, d.r, d.e + d.f), hs(d.p, d.q, d.e) + np.exp(d.e) * hs(d.q, d.r, d.f)),
    "hs-product": lambda d: (hs(product(d.p, d.r), product(d.q, d.s), d.e + d.f), hs(d.p, d.q, d.e) + hs(d.r, d.s, d.f)),
    "hs-mixtures": lambda d: (hs(mixed(d, d.p, d.r), mixed(d, d.q, d.s), d.e), d.w * hs(d.p, d.q, d.e) + (1 - d.w) * hs(d.r, d.s, d.e)),
    "hs-total-variation": lambda d: (tv(d.p, d.q), (np.expm1(d.e) + 2 * max(hs(d.p, d.q, d.e), hs(d.q, d.p, d.e))) / (np.exp(d.e) + 1)),
    "subsampling": lambda d: (hs(mixed(d, d.p, d.q), d.q, np.log1p(d.w * np.expm1(d.e))), d.w * hs(d.p, d.q, d.e)),
    "chain-hockey-stick": lambda d: (hs(d.p, d.s, 3 * d.e), hs(d.p, d.q, d.e) + np.exp(d.e) * hs(d.q, d.r, d.e) + np.exp(2 * d.e) * hs(d.r, d.s, d.e)),
    "chain-renyi": lambda d: (renyi(d.p, d.r, d.alpha + 1), 3 * max(renyi(d.p, d.q, 2 * d.alpha + 2), renyi(d.q, d.r, 2 * d.alpha + 2))),
    "w-triangle": lambda d: (transport(d.p, d.x, d.r, d.z, d.mu), transport(d.p, d.x, d.q, d.y, d.mu) + transport(d.q, d.y, d.r, d.z, d.mu)),
    "w-order": lambda d: (transport(d.p, d.x, d.q, d.y, d.mu), transport(d.p, d.x, d.q, d.y, d.nu)),
    "w-support": lambda d: (transport(d.p, d.x, d.q, d.y, INF), max(np.linalg.norm(a - b) for a in (*d.x, *d.y) for b in (*d.x, *d.y))),
    "w-common-noise": lambda d: (transport(*summed(d.p, d.x, d.r, d.z), *summed(d.q, d.y, d.r, d.z), d.mu), transport(d.p, d.x, d.q, d.y, d.mu)),
    "w-sums": lambda d: (
        transport(*summed(d.p, d.x, d.r, d.z), *summed(d.q, d.y, d.s, d.x), d.mu),
        transport(d.p, d.x, d.q, d.y, d.mu) + transport(d.r, d.z, d.s, d.x, d.mu)),
    "w-mixtures": lambda d: (transport(np.concatenate([d.w * d.p, (1 - d.w) * d.r]), np.vstack([d.x, d.z]),
                                       np.concatenate([d.w * d.q, (1 - d.w) * d.s]), np.vstack([d.y, d.x]), d.mu) ** d.mu,
                             d.w * transport(d.p, d.x, d.q, d.y, d.mu) ** d.mu + (1 - d.w) * transport(d.r, d.z, d.s, d.x, d.mu) ** d.mu),
    "lyapunov": lambda d: (length(d, d.X, d.c), length(d, d.X, d.c + d.e)),
    "minkowski": lambda d: (length(d, d.X + d.Y, d.mu), length(d, d.X, d.mu) + length(d, d.Y, d.mu)),
    "hoelder": lambda d: (float(d.p @ np.abs(d.X * d.Y)), length(d, d.X, d.alpha) * length(d, d.Y, d.alpha / (d.alpha - 1))),
    "markov-power": lambda d: (float(d.p @ (np.abs(d.X) >= d.c)), float(d.p @ np.abs(d.X) ** d.e) / d.c**d.e),
    "markov-exp": lambda d: (float(d.p @ (d.t * d.X >= d.c)), float(d.p @ np.exp(d.t * d.X - d.c))),
    "chebyshev": lambda d: (float(d.p @ (np.abs(d.X - mean(d)) >= d.c)), variance(d) / d.c**2),
    "cantelli": lambda d: (float(d.p @ (d.X - mean(d) >= d.c)), variance(d) / (variance(d) + d.c**2)),
    "hoeffding-lemma": lambda d: (np.log(d.p @ np.exp(d.t * d.X)), d.t * mean(d) + d.t**2 * np.ptp(d.X) ** 2 / 8),
    "bennett": lambda d: bennett(d.p, d.X - mean(d), abs(d.t)),
    "popoviciu": lambda d: (variance(d), np.ptp(d.X) ** 2 / 4),
    "extremal-exp": lambda d: (
        float(d.p @ np.exp(d.t * d.X)),
        float(((d.X.max() - mean(d)) * np.exp(d.t * d.X.min()) + (mean(d) - d.X.min()) * np.exp(d.t * d.X.max())) / np.ptp(d.X))),
    "extremal-power": lambda d: (float(d.p @ np.abs(d.X) ** d.mu),
                                 float(((d.X.max() - mean(d)) * abs(d.X.min()) ** d.mu + (mean(d) - d.X.min()) * abs(d.X.max()) ** d.mu) / np.ptp(d.X))),
    "mills-lower": lambda d: (d.c / (1 + d.c**2), mills(d.c)),
    "mills-upper": lambda d: (mills(d.c), 1 / d.c),
    "mills-roots lower": lambda d: (2 / (d.c + np.sqrt(d.c**2 + 4)), mills(d.c)),
    "mills-roots upper": lambda d: (mills(d.c), 2 / (d.c + np.sqrt(d.c**2 + 8 / np.pi))),
    "stirling-lower": lambda d: (np.log(2 * np.pi * d.n) / 2 + d.n * np.log(d.n) - d.n + 1 / (12 * d.n + 1), special.gammaln(d.n + 1)),
    "stirling-upper": lambda d: (special.gammaln(d.n + 1), np.log(2 * np.pi * d.n) / 2 + d.n * np.log(d.n) - d.n + 1 / (12 * d.n)),
    "harmonic-lower": lambda d: (np.log(d.n + 1), sum(1 / i for i in range(1, d.n + 1))),
    "harmonic-upper": lambda d: (sum(1 / i for i in range(1, d.n + 1)), 1 + np.log(d.n)),
    "binomial-lower": lambda d: ((d.n / d.k) ** d.k, special.binom(d.n, d.k)),
    "binomial-upper": lambda d: (special.binom(d.n, d.k), (np.e * d.n / d.k) ** d.k),
    "am-gm": lambda d: (stats.gmean(d.F), d.F.mean()),
    "power-means": lambda d: ((d.F**d.c).mean() ** (1 / d.c), (d.F ** (d.c + d.e)).mean() ** (1 / (d.c + d.e))),
    "young": lambda d: (d.e * d.f, d.e**d.alpha / d.alpha + d.f ** (d.alpha / (d.alpha - 1)) * (d.alpha - 1) / d.alpha),
    "log-sum": lambda d: (d.F.sum() * np.log(d.F.sum() / d.G.sum()), float((d.F * np.log(d.F / d.G)).sum())),
    "bernoulli": lambda d: (1 + d.mu * (d.c - 1), d.c**d.mu),
    "cosh": lambda d: (np.cosh(d.t), np.exp(d.t**2 / 2)),
    "sum-falling": lambda d: (d.k * d.F.mean(), np.sort(d.F)[::-1][: d.k].sum()),
    "kernel-near first": lambda d: (abs((d.p - d.q) @ gaussian_kernel(d.x, d.c) @ d.r), tv(d.p, d.q)),
    "kernel-near second": lambda d: (abs(d.r @ gaussian_kernel(d.x, d.c) @ (d.p - d.q)), tv(d.p, d.q)),
    "level-at-most level": lambda d: (level_of(d.e, d.w * normal_profile(d.e, d.c)), d.c),
    "level-at-most profile": lambda d: (d.low, normal_profile(d.e, level_of(d.e, d.low))),
    "markov-large": lambda d: (d.p[d.t <= d.X].sum(), d.p @ np.where(d.t <= d.X, d.c + np.abs(d.Y), np.abs(d.Y)) / d.c),
}
"""The smaller side and the greater one."""

EQUAL = {
    "renyi-skew": lambda d: ((1 - d.low) * renyi(d.p, d.q, d.low), d.low * renyi(d.q, d.p, 1 - d.low)),
    "renyi-product": lambda d: (renyi(product(d.p, d.r), product(d.q, d.s), d.alpha), renyi(d.p, d.q, d.alpha) + renyi(d.r, d.s, d.alpha)),
    "chain-rule": lambda d: (kl(joint(d.p, d.A), joint(d.q, d.B)), kl(d.p, d.q) + sum(w * kl(a, b) for w, a, b in zip(d.p, d.A, d.B) if w > 0)),
    "entropy-chain second": lambda d: (entropy(joint(d.p, d.A)), entropy(d.p) + d.p @ [entropy(a) for a in d.A]),
    "entropy-product": lambda d: (entropy(product(d.p, d.q)), entropy(d.p) + entropy(d.q)),
    "information-entropies": lambda d: (information(d.p, d.A) + entropy(joint(d.p, d.A)), entropy(d.p) + entropy(d.p @ d.A)),
    "information-entropy second": lambda d: (information(d.p, d.A) + d.p @ [entropy(a) for a in d.A], entropy(d.p @ d.A)),
    "information-channel": lambda d: (information(d.p, d.A), float(sum(w * kl(a, d.p @ d.A) for w, a in zip(d.p, d.A, strict=True) if w > 0))),
    "conditioning": lambda d: (renyi(np.where(np.arange(d.size) == d.p.argmax(), 1.0, 0.0), d.p, INF), -np.log(d.p.max())),
    "tv-events": lambda d: (tv(d.p, d.q), max(d.p[on].sum() - d.q[on].sum() for on in events(d.size))),
    "hs-events": lambda d: (hs(d.p, d.q, d.t), max(d.p[on].sum() - np.exp(d.t) * d.q[on].sum() for on in events(d.size))),
    "hs-reversed": lambda d: (hs(d.q, d.p, -d.e), 1 - np.exp(-d.e) + np.exp(-d.e) * hs(d.p, d.q, d.e)),
    "coupling": lambda d: (programme(d.p, d.q, 1 - np.eye(d.size)).fun, tv(d.p, d.q)),
    "w-coins": lambda d: (transport(np.array([1 - d.w, d.w]), BITS, np.array([1 - d.low, d.low]), BITS, d.mu), abs(d.w - d.low) ** (1 / d.mu)),
    "w-translation": lambda d: (transport(d.p, d.x, d.p, d.x + d.v, d.mu), np.linalg.norm(d.v)),
    "duality": lambda d: (dual(d.p, d.x, d.q, d.y), transport(d.p, d.x, d.q, d.y, 1)),
    "profile-normal": lambda d: (stats.norm.cdf(d.c / 2 - d.e / d.c) - np.exp(d.e) * stats.norm.cdf(-d.c / 2 - d.e / d.c), normal_profile(d.e, d.c)),
    "gamma-steps positive": lambda d: (special.gammaln(d.c + d.n), special.gammaln(d.c) + np.log(d.c + np.arange(d.n)).sum()),
    "normal": lambda d: (quadrature_renyi(d.t, d.alpha), d.alpha * d.t**2 / 2),
}
"""Both sides."""
BITS = np.array([[0.0], [1.0]])


def bennett(p, x, t):
    top = max(x.max(), 1e-9)
    return np.log(p @ np.exp(t * x)), (p @ x**2) / top**2 * (np.exp(t * top) - t * top - 1)


def gaussian_kernel(x, width):
    return np.exp(-((x[:, None] - x[None]) ** 2).sum(-1) / (2 * width**2))


def mills(x):
    return np.sqrt(np.pi / 2) * special.erfcx(x / np.sqrt(2))


def dual(p, x, q, y):
    """The largest difference of means of a 1-Lipschitz function, as a linear programme over its values."""
    points = np.vstack([x, y])
    pairs = list(itertools.permutations(range(len(points)), 2))
    rows = np.zeros((len(pairs), len(points)))
    for row, (i, j) in zip(rows, pairs):
        row[i], row[j] = 1, -1
    bounds = [np.linalg.norm(points[i] - points[j]) for i, j in pairs]
    return -optimize.linprog(-np.concatenate([p, -q]), A_ub=rows, b_ub=bounds, bounds=[(0, 0)] + [(None, None)] * (len(points) - 1)).fun


def normal_profile(level, mu):
    """The mass by which N(mu, 1) exceeds exp(level) N(0, 1): it does beyond the point where the densities are in that ratio."""
    start = level / mu + mu / 2
    return stats.norm.sf(start, loc=mu) - np.exp(level) * stats.norm.sf(start)


def level_of(level, value):
    """The shift at which the profile of normal distributions has a value, by bisection; 0 where nothing is left and infinite where all is."""
    if value <= 0:
        return 0.0
    return float(optimize.brentq(lambda mu: normal_profile(level, mu) - value, 1e-3, 60 + 2 * level, xtol=1e-13)) if value < 1 else INF


def quadrature_renyi(shift, order):
    grid = np.linspace(order * shift - 40, order * shift + 40, 40001)
    logs = order * stats.norm.logpdf(grid, loc=shift) + (1 - order) * stats.norm.logpdf(grid)
    return (special.logsumexp(logs) + np.log(grid[1] - grid[0])) / (order - 1)
