"""A false neighbour of every textbook lemma, and a second one of those with a condition that may be forgotten.

Where nothing else is said, the neighbour has its constant off by one per cent.
"""

from __future__ import annotations

from neighbours import Change, over, stating, times, turned, unconditional, within

from theorems.textbook import analysis, data_sets, expectations, hockey_stick, noise, renyi, sums, transport, transport_of_sums
from theorems.textbook.names import SPACE, VECTORS, WIDE, WIDE_KERNEL, A, B, E, J, P, Q, R, S, alpha, beta, epsilon, k, mixed, mu, n, nu, p, q, r, v, x
from verify.claims import (
    BY_THE_WHOLE,
    LINE,
    NO,
    REALS,
    SHARED,
    YES,
    All,
    Claim,
    Compare,
    Couplings,
    Events,
    Exists,
    Expect,
    Implies,
    Laws,
    Maps,
    Member,
    Min,
    Prob,
    Sup,
    above,
    at_least,
    between,
    binomial,
    convolve,
    exp,
    gaussian_profile,
    integers,
    log,
    number,
    oo,
    push,
    smallest_eigenvalue,
    sqrt,
    upto,
)
from verify.claims.registry import load
from verify.quantities import (
    gaussian_dp,
    hockey_stick_divergence,
    kl,
    largest_shift,
    mass,
    max_divergence,
    near_distance,
    renyi_divergence,
    total_variation,
    variance,
    wasserstein_distance,
)

D, H, TV, W = renyi_divergence, hockey_stick_divergence, total_variation, wasserstein_distance
half = number("1/2")
ONE_PER_CENT = times("99/100")
FINITE = within(at_least(0))
BELOW_ONE = within(between(0, number("99/100")))
ANOTHER = {Q: Laws(WIDE)}


def le(left, right):
    return Compare(left, "<=", right)


def equal(left, right):
    return Compare(left, "==", right)


NEIGHBOURS: dict[str, Change] = {
    # a range is too narrow
    **{f"{name}-range": FINITE for name in ("renyi", "gdp", "moment", "shift", "shifted", "trimmed", "variance")},
    **{f"{name}-range": BELOW_ONE for name in ("tv", "hs", "mass", "exceedance", "profile", "levy", "prokhorov", "kernel")},
    "cost-range": within(between(0, 1)),
    "inverse-form-range": FINITE,
    "level-range": within(above(1)),
    "profile-reaches": stating(Compare(hockey_stick.delta, "<", gaussian_profile(epsilon, hockey_stick.s + 1))),
    "level-ends range": FINITE,
    **{f"eigenvalue-range {part}": within(at_least(0)) for part in ("smallest", "largest", "trace")},
    **{f"eigenvalue-range {part}": within(above(0)) for part in ("operator", "frobenius")},
    "exponentials-range": within(above(1)),
    "largest-range": within(at_least(0)),
    "mean-finite first": within(at_least(0)),
    "mean-finite second": within(at_least(0)),
    "square-finite": within(above(0)),
    "covariance-positive one": stating(Compare(smallest_eigenvalue(A), ">", 0)),
    "covariance-positive sum": stating(Compare(smallest_eigenvalue(A + B), ">", 0)),
    "maximum-normal": stating(le(Expect(sums.NORMAL, Sup({sums.i: upto(n)}, x[sums.i])), sums.s * sqrt(3 * log(n) / 2))),
    "bernstein": stating(le(Prob(sums.SAMPLE, Compare(sums.total, ">=", sums.c)), exp(-((sums.c - sums.expected) ** 2) / (2 * n * variance(P))))),
    "floor": stating(Exists({k: integers(1)}, All(le(k * analysis.t, analysis.s), Compare(analysis.s, "<", (k + 1) * analysis.t)))),
    "w-range": within(between(0, 1)),
    "kantorovich-range": within(between(0, 1)),
    "near-range": within(between(0, 1)),
    "density-range": within(between(0, half)),
    "mgf-range": within(at_least(1)),
    "norm-range": within(above(0)),
    "hellinger-range": within(between(0, number("199/100"))),
    **{name: within(between(0, 1)) for name in ("entropy-range", "joint-entropy-range")},
    **{name: within(between(0, half)) for name in ("information-range", "conditional-entropy-range first", "conditional-entropy-range second")},
    "js-range": within(between(0, half)),
    "mean-range": within(between(expectations.a, (expectations.a + expectations.b) / 2)),
    "expectation-positive": within(above(0)),
    # any two in place of one and itself
    "w-self": stating(equal(transport.distance(P, Q, mu), 0), {Q: Laws(transport.SPACE)}),
    "renyi-self": stating(equal(D(P, Q, alpha), 0), ANOTHER),
    "tv-self": stating(equal(TV(P, Q), 0), ANOTHER),
    "hs-self": stating(equal(H(P, Q, epsilon), 0), ANOTHER),
    "shift-coupled-range": within(between(2, oo)),
    "shift-none": unconditional,
    "near-finite": stating(Compare(near_distance(P, Q, noise.delta, r), "<", 1)),
    "near-hockey-stick": stating(le(H(convolve(P, R), convolve(Q, R), epsilon), noise.delta / 2)),
    "near-parts": stating(Exists({S: Laws(VECTORS), noise.T: Laws(VECTORS)}, All(
        le(D(S, convolve(P, R), oo), log(1 - noise.delta) - 1), le(D(S, noise.T, alpha), largest_shift(R, noise.z, alpha, r))))),
    "near-laplace": stating(le(H(convolve(P, noise.laplace), convolve(Q, noise.laplace), epsilon), noise.delta / 2)),
    "inverse-form-zero": unconditional,
    **{f"conditional-mass {part}": stating(le(mass(P, E), mass(Q, E)), {E: Events(SPACE)}) for part in ("kernel", "identity")},
    "large-parts": stating(le(mass(P, E), mass(Q, E))),
    "shift-random": unconditional,
    "powers-range": within(between(0, 1)),
    **{name: stating(Compare(gaussian_dp(P, Q), "<", 1)) for name in ("gdp-pure", "gdp-from-profile")},
    "sum-finite": FINITE,
    **dict.fromkeys(("translates-equal renyi", "translates-equal hockey-stick", "normal-direction first", "normal-direction second", "trade-off-normal"), unconditional),
    "shift-zero": stating(equal(largest_shift(R, 1, alpha, r), 0)),
    # one direction of an equivalence from less
    "w-zero divergence": stating(equal(D(P, Q, alpha), number("1/100"))),
    "w-equal": stating(Implies(equal(P, Q), equal(transport.distance(P, Q, mu), 1))),
    "w-zero": stating(Implies(le(TV(P, Q), half), equal(transport.distance(P, Q, mu), 0))),
    "kernel-characteristic": lambda claim: stating(Implies(le(expectations.similarity(P, P), expectations.similarity(Q, Q)), equal(TV(P, Q), 0)))(unconditional(claim)),
    "tv-zero": stating(Implies(equal(mass(P, E), mass(Q, E)), equal(TV(P, Q), 0)), {E: Events(SPACE)}),
    "renyi-zero": stating(Implies(equal(D(P, Q, 0), 0), equal(TV(P, Q), 0)), drop=(alpha,)),
    "hs-max": stating(Implies(le(max_divergence(P, Q), 2 * epsilon + 1), equal(H(P, Q, epsilon), 0))),
    "max-privacy": stating(Implies(le(D(P, Q, oo), epsilon), le(mass(P, E), exp(epsilon / 2) * mass(Q, E))), {E: Events(SPACE)}),
    "hs-privacy": stating(Implies(le(H(P, Q, epsilon), hockey_stick.delta),
                                  le(mass(P, E), exp(epsilon) * mass(Q, E) + hockey_stick.delta / 2)), {E: Events(SPACE)}),
    # something is forgotten
    **{name: over(data_sets.run(NO, BY_THE_WHOLE)) for name in ("parallel-renyi by-value", "parallel-w by-value")},
    **{f"parallel-one {part}": over(data_sets.run(NO, BY_THE_WHOLE, data_sets.ANY_COINS)) for part in ("by-position", "by-value")},
    "w-finite": stating(Compare(W(P, Q, mu, r), "<", oo), {P: Laws(VECTORS), Q: Laws(VECTORS)}, drop=(n,)),
    "coupling-swapped": stating(Member(J, Couplings(Q, P))),
    "gluing": over({transport.H: Couplings(P, R)}),
    # an inequality with room to spare, or one that holds for other orders
    "harmonic-lower": times("9/10"),
    "max-kl": times("2/5"),
    "renyi-hockey-stick": over({alpha: between(0, 1, open="both")}),
    "binomial-upper": stating(le(binomial(n, k), (2 * n / k) ** k)),
    "renyi-then": turned,
}

CONDITIONS: dict[str, Change] = {
    "w-order": over({mu: between(1, oo), nu: between(1, mu)}),
    "w-triangle": stating(le(transport.distance(P, R, mu) ** 2, transport.distance(P, Q, mu) ** 2 + transport.distance(Q, R, mu) ** 2)),
    "w-zero divergence": unconditional,
    "w-lipschitz": over({transport_of_sums.f: Maps(LINE, LINE)}),
    "w-common-noise": stating(le(W(convolve(P, R), convolve(Q, S), mu, r), W(P, Q, mu, r)), {S: Laws(VECTORS)}),
    "w-mixtures": stating(le(W(mixed(P, R), mixed(Q, S), mu, r), p * W(P, Q, mu, r) + (1 - p) * W(R, S, mu, r))),
    "w-diameter": stating(le(W(P, Q, mu, r), TV(P, Q) ** (1 / mu))),
    "w-translation": stating(equal(W(P, Q, mu, r), 0), {Q: Laws(VECTORS)}, drop=(v,)),
    "renyi-order": over({beta: between(0, alpha)}),
    "renyi-kernel": stating(le(D(push(A, P), push(B, Q), alpha), D(P, Q, alpha)), {B: WIDE_KERNEL[A]}),
    "renyi-common-noise": stating(le(D(convolve(P, R), convolve(Q, S), alpha), D(P, Q, alpha)), {S: Laws(VECTORS)}),
    "renyi-convex": over({alpha: above(1)}),
    "renyi-mixtures": stating(le(D(mixed(P, R), mixed(Q, S), alpha), Min(D(P, Q, alpha), D(R, S, alpha)))),
    "max-triangle": stating(le(D(P, Q, 2), D(P, R, 2) + D(R, Q, 2))),
    "weak-triangle-halves": stating(le(D(P, Q, alpha), (alpha - half) / (alpha - 1) * D(R, P, 2 * alpha) + D(Q, R, 2 * alpha - 1))),
    "weak-triangle-first": stating(le(D(P, Q, alpha), D(P, R, oo) + D(R, Q, alpha))),
    "renyi-skew": stating(equal(D(P, Q, alpha), D(Q, P, 1 - alpha))),
    "renyi-events": stating(le(mass(P, E), exp(D(P, Q, alpha)) * mass(Q, E))),
    "pinsker tv": stating(le(TV(P, Q), kl(P, Q))),
    "max-kl-sharp": stating(le(kl(P, Q), (exp(renyi.D(P, Q, oo)) - 1) / (exp(renyi.D(P, Q, oo)) + 1) * renyi.D(P, Q, oo))),
    "bretagnolle-huber": stating(le(TV(P, Q), 1 - exp(-kl(P, Q)))),
    "hs-level": over({hockey_stick.epsilon_2: REALS}),
    "hs-singular": unconditional,
    "level-ends order": over({hockey_stick.epsilon_2: at_least(0)}),
    "profile-order": over({hockey_stick.epsilon_2: at_least(0)}),
    **dict.fromkeys(("gdp-from-profile", "level-at-most level", "level-at-most cases", "level-at-most profile"), unconditional),
    "sum-falling": unconditional,
    "markov-large": unconditional,
    "kernel-characteristic": unconditional,
    "hs-reversed": stating(equal(H(Q, P, -epsilon), exp(-epsilon) * H(P, Q, epsilon))),
    "hs-triangle": stating(le(H(P, R, epsilon + hockey_stick.epsilon_2), H(P, Q, epsilon) + H(Q, R, hockey_stick.epsilon_2))),
    "hs-total-variation": stating(le(TV(P, Q), (exp(epsilon) - 1 + 2 * H(P, Q, epsilon)) / (exp(epsilon) + 1))),
    "subsampling": stating(le(H(mixed(P, Q), Q, p * epsilon), p * H(P, Q, epsilon))),
    "shift-larger": over({noise.w: between(0, noise.z)}),
    "near-hockey-stick": unconditional,
    "shift-reduction": stating(le(D(convolve(P, R), convolve(Q, R), alpha), largest_shift(R, W(P, Q, 1, r), alpha, r))),
    "shift-reduction-normal": stating(le(D(convolve(P, noise.normal), convolve(Q, noise.normal), alpha), alpha * W(P, Q, 2, 2) ** 2 / (2 * noise.variance))),
    "composition-w": over(data_sets.run(YES)),
    "composition-renyi": over(data_sets.run(YES, coins=SHARED)),
    "parallel-renyi": over(data_sets.run(NO, BY_THE_WHOLE)),
    "chain-hockey-stick": stating(le(H(P[1], P[k + 1], k * epsilon), data_sets.links(lambda first, second: H(first, second, epsilon)))),
    "markov": over({P: Laws(LINE, moments=1)}),
    "chebyshev": stating(le(Prob({x: P}, Compare(x, ">=", expectations.c)), variance(P) / expectations.c**2)),
    "chernoff": over({expectations.t: REALS}),
    "hoeffding-lemma": over({P: Laws(LINE, moments=2)}),
    "hoeffding-sum above": unconditional,
    "hoeffding-sum below": unconditional,
    "hoeffding-mean above": unconditional,
    "hoeffding-mean below": unconditional,
    "sub-gaussian-variance": unconditional,
    "sub-gaussian-tail": unconditional,
    "loewner largest": unconditional,
    "loewner smallest": unconditional,
    "loewner trace": unconditional,
    "bennett": unconditional,
    "jensen-power": over({p: between(0, 1, open="both")}),
    "lyapunov": over({p: above(0), q: above(0)}),
    "hoelder": over({q: above(1)}),
    "minkowski": over({p: between(0, 1, open="both")}),
    "bernoulli": over({p: between(0, 1, open="both")}),
    "power-means": over({q: above(0)}),
    "young": over({q: above(1)}),
    "mills-lower": stating(le(1 / analysis.s, analysis.mills(analysis.s))),
    "norm-order": over({q: between(1, oo)}),
}


def claims() -> dict[str, Claim]:
    """The lemmas by the name that the tables give them: the id without the paper, and the part."""
    paper = load("theorems.textbook")
    return {f"{claim.id.removeprefix('textbook/')} {claim.part}".strip(): claim for id in paper.claims for claim in paper.claims[id]}


def false_lemmas() -> dict[str, Claim]:
    """The false neighbours, by the lemma and by what was changed."""
    known = claims()
    near = {name: NEIGHBOURS.get(name, ONE_PER_CENT)(claim) for name, claim in known.items()}
    return near | {f"{name}, a condition": change(known[name]) for name, change in CONDITIONS.items()}
