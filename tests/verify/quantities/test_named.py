"""Quantities under their usual names: numbers against SciPy and direct sums, conventions at the ends, classical inequalities with false neighbours."""

import itertools
import math
import random
from fractions import Fraction

import numpy as np
import pytest
from scipy.special import rel_entr
from scipy.stats import entropy as scipy_entropy

from mechanisms import Laplace, Normal, Uniform
from verify.claims import (
    REALS,
    Abs,
    Claim,
    ClaimError,
    Compare,
    Euclid,
    Expect,
    Families,
    Kernels,
    Labels,
    Laws,
    Min,
    Points,
    Prob,
    Product,
    Sum,
    above,
    at_least,
    between,
    exp,
    family,
    finite_law,
    integers,
    kernel,
    log,
    marginal,
    normal_vector,
    number,
    numbers,
    objects,
    oo,
    push,
    sqrt,
    then,
    upto,
)
from verify.claims.sets import LINE
from verify.engines import evaluate as ev
from verify.quantities import (
    binary_entropy,
    binary_kl,
    binary_kl_inverse,
    chi_square,
    conditional_entropy,
    entropy,
    f_divergence,
    hellinger,
    kl,
    kullback_leibler_divergence,
    mean,
    moment,
    moment_generating_function,
    mutual_information,
    regret,
    squared_hellinger,
    sub_exponential,
    sub_exponential_norm,
    sub_gaussian,
    sub_gaussian_norm,
    total_variation,
    variance,
)
from verify.run.decide import Settings, run_variant
from verify.values.numbers import enclose

HALF = Fraction(1, 2)
FAIR, SIGN = finite_law({1: HALF, 2: HALF}), finite_law({-1: HALF, 1: HALF})
P, Q, J, K, L, A, x = objects("P Q J K L A x")
k, m, n, p, q, c, s, t, u, a, b = numbers("k m n p q c s t u a b")


def value(node) -> float:
    ball = enclose(ev.value(node, {}, ev.Context(prec=80)), 80)
    low, high = float(ball.lo), float(ball.hi)
    assert low == high or high - low < 1e-8, f"only known to lie in [{low}, {high}]"
    return low


def weights(rng, size, zeros=True):
    """Fractions that add up to 1, some of them 0."""
    drawn = [rng.choice((0, 1, 2, 5, 9) if zeros else (1, 2, 5, 9)) for _ in range(size)]
    drawn[rng.randrange(size)] += 1
    return [Fraction(w, sum(drawn)) for w in drawn]


def law(shares, points=None):
    return finite_law(dict(zip(points or range(1, len(shares) + 1), shares, strict=True)))


PAIRS = [(rng := random.Random(seed), weights(rng, size := 2 + seed % 5), weights(rng, size)) for seed in range(100)]


def near(found, expected):
    return found == expected if math.isinf(expected) else found == pytest.approx(expected, rel=1e-9, abs=1e-12)


# --- numbers -----------------------------------------------------------------------------------------------------------


def test_divergences_of_a_hundred_drawn_distributions_are_those_of_scipy_and_of_sums():
    for _, first, second in PAIRS:
        one, other = law(first), law(second)
        v, w = np.array(first, float), np.array(second, float)
        inside = bool(np.all(w[v > 0] > 0))
        assert near(value(kl(one, other)), float(np.sum(rel_entr(v, w))))
        assert near(value(chi_square(one, other)), float(np.sum((v - w)[w > 0] ** 2 / w[w > 0])) if inside else math.inf)
        assert near(value(squared_hellinger(one, other)), float(np.sum((np.sqrt(v) - np.sqrt(w)) ** 2)))
        assert value(hellinger(one, other)) == pytest.approx(float(np.linalg.norm(np.sqrt(v) - np.sqrt(w))), abs=1e-8)
        assert near(value(entropy(one)), float(scipy_entropy(v)))


def test_coins_are_distributions_on_two_points():
    ends = [Fraction(0), Fraction(1), *(Fraction(rng.randint(1, 9), 10) for rng, _, _ in PAIRS[:8])]
    for one, other in itertools.product(ends, repeat=2):
        assert near(value(binary_kl(one, other)), value(kl(finite_law({1: one, 2: 1 - one}), finite_law({1: other, 2: 1 - other}))))
        assert near(value(binary_entropy(one)), float(scipy_entropy([float(one), float(1 - one)])))


def test_a_general_divergence_is_the_named_one_for_a_hundred_drawn_distributions():
    for _, first, second in PAIRS:
        one, other = law(first), law(second)
        assert near(value(f_divergence(lambda t: t * log(t), one, other, at_zero=0, slope_at_infinity=oo)), value(kl(one, other)))
        assert near(value(f_divergence(lambda t: -log(t), one, other, at_zero=oo, slope_at_infinity=0)), value(kl(other, one)))
        assert near(value(f_divergence(lambda t: (t - 1) ** 2, one, other, at_zero=1, slope_at_infinity=oo)), value(chi_square(one, other)))
        assert near(value(f_divergence(lambda t: Abs(t - 1) / 2, one, other, at_zero=HALF, slope_at_infinity=HALF)), value(total_variation(one, other)))


def test_information_of_a_hundred_drawn_joint_distributions_is_that_of_sums():
    for seed in range(100):
        rng = random.Random(seed)
        rows, columns = 2 + seed % 3, 2 + seed % 2
        table = np.array(weights(rng, rows * columns), dtype=object).reshape(rows, columns)
        joint = finite_law({(i + 1, j + 1): table[i, j] for i in range(rows) for j in range(columns)})
        w = table.astype(float)
        both, first, second = (float(scipy_entropy(part)) for part in (w.ravel(), w.sum(1), w.sum(0)))
        assert near(value(entropy(joint)), both)
        assert near(value(conditional_entropy(joint)), both - first)
        assert near(value(conditional_entropy(joint, given=2)), both - second)
        assert near(value(mutual_information(joint)), first + second - both)


def test_moments_of_a_hundred_drawn_distributions_are_sums():
    for rng, first, _ in PAIRS:
        points = rng.sample(range(-9, 10), len(first))
        one, w, y = law(first, points), np.array(first, float), np.array(points, float)
        assert near(value(moment(one, 3)), float(w @ y**3))
        assert near(value(variance(one)), float(w @ (y - w @ y) ** 2))
        assert near(value(moment_generating_function(one, HALF)), float(w @ np.exp(y / 2)))


def test_norms_of_the_tails_solve_their_equations():
    for rng, first, _ in PAIRS[:20]:
        points = rng.sample(range(1, 10), len(first))
        one, w, y = law(first, points), np.array(first, float), np.array(points, float)
        for norm, power in ((sub_gaussian_norm, 2), (sub_exponential_norm, 1)):
            assert float(w @ np.exp((y / value(norm(one))) ** power)) == pytest.approx(2, rel=1e-6)


def test_regret_is_that_of_the_best_fixed_action():
    losses = [[3, 1, 2], [0, 5, 1], [4, 4, 0]]
    table = family(*(family(*row) for row in losses))
    for played in itertools.product(range(1, 4), repeat=3):
        own = sum(losses[t][action - 1] for t, action in enumerate(played))
        assert value(regret(lambda t, a: table[t][a], played, 3, upto(3))) == own - min(map(sum, zip(*losses, strict=True)))


def test_values_of_usual_distributions():
    assert [value(variance(one)) for one in (Normal(3, scale=2), Laplace(1, scale=3), Uniform(0, 6))] == [4, 18, 3]
    assert value(moment(Normal(1, scale=2), 3)) == 13
    assert near(value(mutual_information(normal_vector((0, 0), ((1, HALF), (HALF, 1))))), -math.log(3 / 4) / 2)
    assert near(value(moment_generating_function(Normal(1, scale=2), 2)), math.exp(10))
    assert value(chi_square(Normal(1, scale=2), Normal(0, scale=2))) == pytest.approx(math.exp(1 / 4) - 1)
    assert value(squared_hellinger(Normal(1, scale=2), Normal(0, scale=2))) == pytest.approx(2 - 2 * math.exp(-1 / 32))


# --- conventions -------------------------------------------------------------------------------------------------------


def test_ends_have_the_usual_values():
    sure, apart = finite_law({1: 1, 2: 0}), finite_law({3: 1})
    assert kl(P, Q) == kullback_leibler_divergence(P, Q)
    assert value(entropy(sure)) == value(binary_entropy(0)) == value(binary_entropy(1)) == 0
    assert value(kl(FAIR, sure)) == value(chi_square(FAIR, sure)) == math.inf
    assert value(squared_hellinger(FAIR, apart)) == 2
    assert value(hellinger(FAIR, FAIR)) == 0
    assert value(binary_kl(0, 0)) == value(binary_kl(1, 1)) == 0
    assert value(binary_kl(HALF, 0)) == math.inf
    assert value(binary_kl_inverse(1, HALF)) == 1


def test_a_general_divergence_is_right_where_only_the_second_distribution_is_finite():
    assert value(f_divergence(lambda t: Abs(t - 1) / 2, Normal(0, scale=1), FAIR, at_zero=HALF, slope_at_infinity=HALF)) == 1


def test_what_a_formula_is_not_right_for_is_refused_in_one_line():
    for wrong in (lambda: entropy(Normal(0, scale=1)), lambda: conditional_entropy(Normal(0, scale=1)),
                  lambda: f_divergence(lambda t: t - 1, P, Normal(0, scale=1), at_zero=-1, slope_at_infinity=1)):
        with pytest.raises(ClaimError, match="must be a distribution on finitely many points, got one with a density; use kl, chi_square"):
            wrong()
    for wrong, told in ((lambda: binary_kl_inverse(2, 1), r"p must lie in \[0, 1\], got p=2"), (lambda: binary_kl_inverse(HALF, -1), "c must be at least 0, got c=-1"),
                        (lambda: binary_kl(HALF, -1), r"q must lie in \[0, 1\], got q=-1")):
        with pytest.raises(ClaimError, match=told):
            wrong()
    with pytest.raises(ev.NoRoute):
        value(f_divergence(lambda t: t - 1, FAIR, push(kernel({1: Normal(0, scale=1)}), finite_law({1: 1})), at_zero=-1, slope_at_infinity=1))


def test_names_that_are_bound_inside_do_not_catch_names_of_the_caller():
    channel = kernel({1: FAIR, 2: finite_law({1: 1})})
    assert near(value(Expect({x: FAIR}, entropy(channel(x)))), value(conditional_entropy(then(FAIR, channel))))
    assert value(Sum({t: upto(2)}, regret(lambda r, i: Abs(r - t) * i, (2, 2), 2, upto(2)))) == 2


# --- classical statements ------------------------------------------------------------------------------------------------

PAIR = {k: integers(2), P: Laws(Labels(k)), Q: Laws(Labels(k))}
THROUGH = {**PAIR, m: integers(2), K: Kernels(Labels(k), Labels(m))}
JOINT = {k: integers(2), m: integers(2), J: Laws(Product(Labels(k), Labels(m)))}
GUESS = {k: integers(2), J: Laws(Product(Labels(k), Labels(k)))}
COINS = {p: between(0, 1), q: between(0, 1)}
BOUNDED = {a: between(-10, 10), b: between(a, 20), P: Laws(LINE, support=between(a, b))}
GAME = {n: integers(1, 4), L: Families(upto(n), Points(Euclid(2, 1))), A: Families(upto(n), upto(2))}
TV, H2, first, second = total_variation(P, Q), squared_hellinger(P, Q), marginal(J, 1), marginal(J, 2)
error = Prob({x: J}, Compare(x[1], "!=", x[2]))
above_mean = Prob({x: P}, Compare(x - mean(P), ">=", u))
far = Prob({x: P}, Compare(Abs(x - mean(P)), ">=", u))
spread = Sum({t: upto(n)}, Abs(L[t][1] - L[t][2]))
lost = regret(lambda t, action: L[t][action], A, n, upto(2))


def le(left, right):
    return Compare(left, "<=", right)


TRUE = {
    "Pinsker (Tsybakov, Lemma 2.5)": (PAIR, le(TV, sqrt(kl(P, Q) / 2))),
    "Bretagnolle and Huber (Tsybakov, Lemma 2.6)": (PAIR, le(TV, 1 - exp(-kl(P, Q)) / 2)),
    "KL below chi-square (Tsybakov, Lemma 2.7)": (PAIR, le(kl(P, Q), log(1 + chi_square(P, Q)))),
    "Le Cam, below (Tsybakov, Lemma 2.3)": (PAIR, le(H2 / 2, TV)),
    "Le Cam, above (Tsybakov, Lemma 2.3)": (PAIR, le(TV, hellinger(P, Q) * sqrt(1 - H2 / 4))),
    "entropy is at least 0 (Cover and Thomas, Lemma 2.1.1)": (PAIR, Compare(entropy(P), ">=", 0)),
    "entropy is at most log k (Cover and Thomas, Theorem 2.6.4)": (PAIR, le(entropy(P), log(k))),
    "information is at most both entropies (Cover and Thomas, 2.4)": (JOINT, le(mutual_information(J), Min(entropy(first), entropy(second)))),
    "the chain rule (Cover and Thomas, Theorem 2.2.1)": (JOINT, Compare(entropy(J), "==", entropy(first) + conditional_entropy(J))),
    "information is the entropy that is lost (Cover and Thomas, 2.4)": (JOINT, Compare(mutual_information(J), "==", entropy(second) - conditional_entropy(J))),
    "Fano (Cover and Thomas, Theorem 2.10.1)": (GUESS, le(conditional_entropy(J, 2), binary_entropy(error) + error * log(k - 1))),
    "data processing (Cover and Thomas, section 2.8)": (THROUGH, le(kl(push(K, P), push(K, Q)), kl(P, Q))),
    "Pinsker for coins": (COINS, Compare(binary_kl(p, q), ">=", 2 * (p - q) ** 2)),
    "Pinsker, inverted": ({p: between(0, 1), c: at_least(0)}, le(binary_kl_inverse(p, c), p + sqrt(c / 2))),
    "Popoviciu": (BOUNDED, le(variance(P), (b - a) ** 2 / 4)),
    "Hoeffding's lemma": ({**BOUNDED, t: REALS}, le(log(moment_generating_function(P, t)), t * mean(P) + t**2 * (b - a) ** 2 / 8)),
    "Chebyshev": ({P: Laws(LINE, moments=2), u: above(0)}, le(far, variance(P) / u**2)),
    "the tail of a bounded variable (Hoeffding)": ({**BOUNDED, u: above(0)}, le(above_mean * exp(2 * u**2 / (b - a) ** 2), 1)),
    "a sign is sub-Gaussian": ({}, sub_gaussian(SIGN, 1)),
    "a bounded variable is sub-Gaussian": (BOUNDED, sub_gaussian(P, (b - a) / 2)),
    "the norm of a sign": ({}, le(sub_gaussian_norm(SIGN), number("1.3"))),
    "two actions": (GAME, le(lost, spread)),
}
FALSE = {
    "Pinsker with 0.45": (PAIR, le(TV, sqrt(kl(P, Q) * number("0.45")))),
    "Bretagnolle and Huber with 0.9": (PAIR, le(TV, sqrt(1 - exp(-kl(P, Q))) * number("0.9"))),
    "KL below half of chi-square": (PAIR, le(kl(P, Q), log(1 + chi_square(P, Q) / 2))),
    "Le Cam, below, in the other normalisation": (PAIR, le(H2, TV)),
    "Le Cam, above, with 0.9": (PAIR, le(TV, hellinger(P, Q) * sqrt(1 - H2 / 4) * number("0.9"))),
    "entropy is above 0": (PAIR, Compare(entropy(P), ">", 0)),
    "entropy is at most 0.9 log k": (PAIR, le(entropy(P), log(k) * number("0.9"))),
    "information is at most half of both entropies": (JOINT, le(mutual_information(J), Min(entropy(first), entropy(second)) / 2)),
    "the chain rule with the other coordinate": (JOINT, Compare(entropy(J), "==", entropy(second) + conditional_entropy(J))),
    "Fano with half of the logarithm": (GUESS, le(conditional_entropy(J, 2), binary_entropy(error) + error * log(k - 1) / 2)),
    "data processing with half of the divergence": (THROUGH, le(kl(push(K, P), push(K, Q)), kl(P, Q) / 2)),
    "Pinsker for coins with 2.1": (COINS, Compare(binary_kl(p, q), ">=", number("2.1") * (p - q) ** 2)),
    "Popoviciu with a fifth": (BOUNDED, le(variance(P), (b - a) ** 2 / 5)),
    "Hoeffding's lemma with a ninth": ({**BOUNDED, t: REALS}, le(log(moment_generating_function(P, t)), t * mean(P) + t**2 * (b - a) ** 2 / 9)),
    "Chebyshev with half of the variance": ({P: Laws(LINE, moments=2), u: above(0)}, le(far, variance(P) / (2 * u**2))),
    "the tail of a bounded variable with 3": ({**BOUNDED, u: above(0)}, le(above_mean * exp(3 * u**2 / (b - a) ** 2), 1)),
    "a sign is sub-Gaussian with 0.9": ({}, sub_gaussian(SIGN, number("0.9"))),
    "a bounded variable is sub-Gaussian with a third": (BOUNDED, sub_gaussian(P, (b - a) / 3)),
    "the norm of a sign is 1": ({}, le(sub_gaussian_norm(SIGN), 1)),
    "two actions at half of the price": (GAME, le(lost, spread / 2)),
}


def verdict(name, statement) -> str:
    forall, states = statement
    (variant,) = Claim("named/statement", name, forall=forall, states=states).variants()
    decided, _, errors = run_variant(variant, Settings(effort="standard", seed=0))
    assert not errors, errors
    return decided["status"]


@pytest.mark.parametrize("name", TRUE)
def test_no_true_statement_is_refuted(name):
    assert verdict(name, TRUE[name]) != "REFUTED"


@pytest.mark.parametrize("name", FALSE)
def test_every_false_neighbour_is_refuted(name):
    assert verdict(name, FALSE[name]) == "REFUTED"


@pytest.mark.parametrize("parameter", [1, HALF])
def test_a_tail_that_is_not_decided_is_no_verdict(parameter):
    """The Laplace distribution is sub-exponential with parameters 2, 2; with 1 or 1/2 in place of the first it is not."""
    assert verdict("laplace", ({}, sub_exponential(Laplace(0, scale=1), parameter, 2))) in ("REFUTED", "UNDECIDED")
    assert verdict("laplace", ({}, sub_exponential(Laplace(0, scale=1), 2, 2))) != "REFUTED"
