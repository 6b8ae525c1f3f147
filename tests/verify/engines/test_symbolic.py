"""The symbolic engine proves what holds on the whole domain, never what does not, and says why where it stops."""

import json
import os
import subprocess
import sys
from fractions import Fraction

import pytest

from mechanisms.gaussian import Normal
from mechanisms.laplace import Laplace
from verify.claims import (
    REALS,
    All,
    Any_,
    Claim,
    Compare,
    Derivative,
    Euclid,
    Exists,
    Expect,
    ForAll,
    Iff,
    Implies,
    Kernels,
    Laws,
    Limit,
    LimSup,
    Member,
    Not,
    Prod,
    Sum,
    Sup,
    above,
    at_least,
    between,
    ceiling,
    equals,
    erf,
    exp,
    factorial,
    free_of,
    gamma,
    hyp1f1,
    integers,
    log,
    mills,
    number,
    numbers,
    objects,
    one_of,
    oo,
    pi,
    sqrt,
    upto,
)
from verify.claims.distributions import convolve
from verify.claims.nodes import term
from verify.claims.sets import LINE
from verify.engines.symbolic import decide
from verify.engines.task import EFFORTS, Finding, Status, Task
from verify.evidence import certificate as certificates
from verify.evidence.checker.check import check_data
from verify.quantities import (
    absolute_moment,
    kantorovich_distance,
    kullback_leibler_divergence,
    l1_distance,
    max_divergence,
    renyi_divergence,
    total_variation,
    wasserstein_distance,
)

Delta, lamda, alpha, sigma, mu, nu, s, t, x, y, beta, delta, q, z, c = numbers("Delta lamda alpha sigma mu nu s t x y beta delta q z c")
n, k, i = numbers("n k i")
P, Q = objects("P Q")
POSITIVE = above(0)
PAIR = {Delta: POSITIVE, lamda: POSITIVE}
L0, L1 = Laplace(0, scale=lamda), Laplace(Delta, scale=lamda)
N0, N1 = Normal(0, scale=sigma), Normal(Delta, scale=sigma)
TV, KL = total_variation(L0, L1), kullback_leibler_divergence(L0, L1)


def h(u):
    return u + exp(-u) - 1


def found(forall, states, given=(), effort="standard") -> list[Finding]:
    claim = Claim("toy/claim", "toy", forall, states, given=given)
    return [decide(Task(variant, EFFORTS[effort])) for variant in claim.variants()]


def proved(forall, states, given=()) -> bool:
    return all(f.status is Status.PROVED for f in found(forall, states, given))


def undecided(forall, states, given=()) -> Finding:
    (finding,) = found(forall, states, given)
    assert finding.status is Status.UNDECIDED
    return finding


# --- equalities ------------------------------------------------------------------------------------------------------


def test_kl_of_laplace_laws_is_proved_from_the_densities():
    (finding,) = found(PAIR, Compare(KL, "==", h(Delta / lamda)))
    assert finding.status is Status.PROVED
    assert finding.kind == "identity"
    assert finding.coverage == {"domain": "whole", "share": 1.0}
    assert finding.trusted == ()


def test_evidence_of_an_identity_holds_both_sides_and_a_derivation():
    (finding,) = found(PAIR, Compare(KL, "==", h(Delta / lamda)))
    assert finding.evidence["relation"] == "=="
    assert finding.evidence["lhs"][0] == "renyi"
    assert finding.evidence["derivation"] == ["range", ["range", ["holds", ["equal"]]]]


def test_kl_at_another_shift_is_not_proved():
    undecided(PAIR, Compare(KL, "==", h(1 / lamda)))


@pytest.mark.slow
def test_renyi_of_laplace_laws_for_every_order_above_1():
    claimed = 1 / (alpha - 1) * log(alpha / (2 * alpha - 1) * exp((alpha - 1) * Delta / lamda) + (alpha - 1) / (2 * alpha - 1) * exp(-alpha * Delta / lamda))
    order = {**PAIR, alpha: above(1)}
    assert proved(order, Compare(renyi_divergence(L0, L1, alpha), "==", claimed))
    undecided(order, Compare(renyi_divergence(L0, L1, alpha), "==", claimed + Fraction(1, 10**9)))


@pytest.mark.slow
def test_a_formula_with_a_pole_inside_the_domain_is_not_proved():
    claimed = 1 / (alpha - 1) * log(alpha / (2 * alpha - 1) * exp((alpha - 1) * Delta / lamda) + (alpha - 1) / (2 * alpha - 1) * exp(-alpha * Delta / lamda))
    undecided({**PAIR, alpha: between(0, 1, "both")}, Compare(renyi_divergence(L0, L1, alpha), "==", claimed))


@pytest.mark.slow
def test_renyi_and_kl_of_normal_laws():
    assert proved({sigma: POSITIVE, Delta: REALS}, Compare(kullback_leibler_divergence(N0, N1), "==", Delta**2 / (2 * sigma**2)))
    assert proved({sigma: POSITIVE, Delta: POSITIVE, alpha: above(1)}, Compare(renyi_divergence(N0, N1, alpha), "==", alpha * Delta**2 / (2 * sigma**2)))


def test_max_divergence_of_laplace_and_normal_laws():
    assert proved(PAIR, Compare(max_divergence(L0, L1), "==", Delta / lamda))
    assert proved({sigma: POSITIVE, Delta: POSITIVE}, Compare(max_divergence(N0, N1), "==", oo))
    undecided({sigma: POSITIVE, Delta: at_least(0)}, Compare(max_divergence(N0, N1), "==", oo))


def test_wasserstein_distance_of_translates_at_every_order():
    assert proved({Delta: REALS, lamda: POSITIVE, mu: at_least(1)}, Compare(wasserstein_distance(L0, L1, mu), "==", abs(Delta)))
    undecided({Delta: REALS, lamda: POSITIVE, mu: at_least(1)}, Compare(wasserstein_distance(L0, L1, mu), "==", Delta))


def test_wasserstein_of_an_order_below_1_has_no_closed_form():
    undecided({Delta: POSITIVE, lamda: POSITIVE, mu: POSITIVE}, Compare(wasserstein_distance(L0, L1, mu), "==", Delta))


def test_convolution_of_normal_laws_is_the_normal_law_of_the_sums():
    first, second = Normal(0, variance=(1 - q) ** 2 * sigma**2), Normal(q * Delta, variance=q**2 * sigma**2)
    whole = Normal(q * Delta, variance=(1 - 2 * q + 2 * q**2) * sigma**2)
    domain = {q: between(0, 1, "both"), Delta: POSITIVE, sigma: POSITIVE}
    assert proved(domain, Compare(total_variation(convolve(term(first), term(second)), whole), "==", 0))
    undecided(domain, Compare(total_variation(convolve(term(first), term(second)), Normal(q * Delta, variance=2 * sigma**2)), "==", 0))


def test_moments_are_derivatives_of_the_moment_generating_function():
    mgf = Expect({x: N1}, exp(t * x))
    assert proved({n: one_of(1, 2, 3), Delta: REALS, sigma: POSITIVE}, Compare(Derivative(mgf, t, n, 0), "==", Expect({x: N1}, x**n)))
    undecided({n: one_of(1, 2, 3), Delta: REALS, sigma: POSITIVE}, Compare(Derivative(mgf, t, n, 0), "==", absolute_moment(N1, n)))


@pytest.mark.slow
def test_real_absolute_moment_of_a_normal_law_on_the_whole_domain():
    variance = (2 - 2 * q + 2 * q**2) * sigma**2
    claimed = (2 * variance) ** (mu / 2) * gamma((mu + 1) / 2) / sqrt(pi) * hyp1f1(-mu / 2, Fraction(1, 2), -((q * Delta) ** 2) / (2 * variance))
    domain = {q: between(0, 1), Delta: at_least(0), sigma: POSITIVE, mu: at_least(1)}
    assert proved(domain, Compare(absolute_moment(Normal(q * Delta, variance=variance), mu), "==", claimed))


def test_an_algebraic_rearrangement():
    assert proved({alpha: above(1), x: POSITIVE}, Compare(1 / (alpha - 1) * log(exp(alpha * x)), "==", alpha / (alpha - 1) * x))


# --- sums, gamma functions -------------------------------------------------------------------------------------------


def test_a_gamma_function_that_may_meet_a_pole_is_not_used():
    undecided({mu: POSITIVE}, Compare(gamma(1 - mu / 2) / gamma(-mu / 2), "==", -mu / 2))


def test_rising_factorials_as_gamma_quotients():
    assert proved({z: POSITIVE, n: integers(0)}, Compare(gamma(z + n + 1) / gamma(z), "==", (z + n) * gamma(z + n) / gamma(z)))
    assert proved({z: POSITIVE}, Compare(gamma(z + 3) / gamma(z), "==", z * (z + 1) * (z + 2)))
    undecided({z: POSITIVE}, Compare(gamma(z + 3) / gamma(z), "==", z * (z + 1) * (z + 3)))


def test_products_with_a_symbolic_end_by_rising_factorials():
    domain = {mu: at_least(1), n: integers(0)}
    rising = Prod({i: upto(n)}, -mu / 2 + i - 1)
    half = Fraction(1, 2)
    assert proved(domain, Compare(rising, "==", (-number(1)) ** n * number(half) ** n * Prod({i: upto(n)}, mu - 2 * (i - 1))))
    assert proved({n: integers(0)}, Compare(gamma(half + n) / gamma(half), "==", Prod({i: upto(n)}, half + i - 1)))
    undecided(domain, Compare(rising, "==", number(half) ** n * Prod({i: upto(n)}, mu - 2 * (i - 1))))

    undecided(domain, Compare(1 / rising, "==", 1 / rising + 0 * mu))


def test_finite_sums_with_a_symbolic_end_by_telescoping():
    assert proved({n: integers(1)}, Compare(Sum({k: upto(n)}, k), "==", n * (n + 1) / 2))
    assert proved({n: integers(0), x: above(1)}, Compare(Sum({k: integers(0, n)}, x**k), "==", (x ** (n + 1) - 1) / (x - 1)))
    assert proved({n: integers(0)}, Compare(Sum({k: upto(n)}, k**2 * 2**k), "==", 2 ** (n + 1) * (n**2 - 2 * n + 3) - 6))
    undecided({n: integers(1)}, Compare(Sum({k: upto(n)}, k), "==", n**2))
    undecided({n: integers(-2)}, Compare(Sum({k: upto(n)}, k + Fraction(1, 2)), "==", n * (n + 2) / 2))
    undecided({n: integers(0), x: POSITIVE}, Compare(Sum({k: integers(0, n)}, x**k), "==", (x ** (n + 1) - 1) / (x - 1)))  # no value at x = 1
    undecided({x: at_least(0)}, Compare(Sum({k: integers(0, x)}, k), "==", x * (x + 1) / 2))


def test_the_exponential_and_the_geometric_series():
    assert proved({z: REALS}, Compare(Sum({n: integers(0)}, z**n / factorial(n)), "==", exp(z)))
    assert proved({z: between(0, 1, "right")}, Compare(Sum({n: integers(0)}, z**n), "==", 1 / (1 - z)))
    undecided({z: REALS}, Compare(Sum({n: integers(1)}, z**n / factorial(n)), "==", exp(z)))
    undecided({z: POSITIVE}, Compare(Sum({n: integers(0)}, z**n), "==", 1 / (1 - z)))


# --- inequalities ----------------------------------------------------------------------------------------------------


def test_total_variation_is_below_the_root_of_twice_kl_for_every_laplace_pair():
    assert proved(PAIR, Compare(TV, "<=", sqrt(2 * KL)))
    assert proved(PAIR, Compare(TV, "<", sqrt(2 * KL)))


@pytest.mark.slow
def test_both_normalisations_of_total_variation_fit_pinsker_for_a_laplace_pair():
    assert proved(PAIR, Compare(TV, "<=", sqrt(KL / 2)))
    assert proved(PAIR, Compare(l1_distance(L0, L1), "<=", sqrt(2 * KL)))


def test_a_reversed_inequality_is_not_proved():
    undecided(PAIR, Compare(sqrt(2 * KL), "<=", TV))


@pytest.mark.slow
def test_powers_of_both_sides_for_every_order():
    domain = {**PAIR, mu: at_least(1)}
    assert proved(domain, Compare(Delta / 2 * TV ** (1 / mu), "<=", Delta / 2 * sqrt(2 * KL) ** (1 / mu)))


@pytest.mark.slow
def test_a_budget_below_the_distance_is_not_proved():
    budget = Delta / 2 * sqrt(2 * h(1 / lamda)) ** (1 / mu)
    undecided({**PAIR, mu: at_least(1)}, Compare(wasserstein_distance(L0, L1, mu), "<=", budget))


def test_contact_at_the_end_of_the_domain_with_a_square_as_derivative():
    f = x - 3 + 4 * exp(-x / 2) - exp(-x)
    assert proved({x: POSITIVE}, Compare(f, ">=", 0))
    assert proved({x: POSITIVE}, Compare(f, ">", 0))
    undecided({x: at_least(0)}, Compare(f, ">", 0))
    undecided({x: REALS}, Compare(f, ">=", 0))


def test_contact_inside_the_domain_is_a_square():
    assert proved({x: REALS, y: REALS}, Compare(x**2 + y**2, ">=", 2 * x * y))
    undecided({x: REALS, y: REALS}, Compare(x**2 + y**2, ">", 2 * x * y))


def test_a_bound_by_the_normal_tail():
    assert proved({x: POSITIVE, sigma: POSITIVE}, Compare(erf(x / sigma), "<", 1))
    assert proved({x: POSITIVE}, Compare(mills(x), "<", 1 / x))
    undecided({x: POSITIVE}, Compare(mills(x), ">=", 1 / x))


def test_a_budget_increases_with_the_order_exactly_when_its_base_is_below_1():
    budget = s ** (1 / mu) / 2
    assert proved({s: POSITIVE, mu: above(1)}, Iff(Compare(Derivative(budget, mu), ">", 0), Compare(s, "<", 1)))
    pair = {mu: at_least(1), nu: at_least(1)}
    order = (Compare(mu, "<=", nu),)
    assert proved({s: between(0, 1, "both"), **pair}, Compare(budget, "<=", s ** (1 / nu) / 2), order)
    undecided({s: POSITIVE, **pair}, Compare(budget, "<=", s ** (1 / nu) / 2), order)


def test_a_term_that_falls_in_a_parameter():
    domain = {delta: between(0, 1, "both"), beta: POSITIVE, y: above(beta)}
    assert proved(domain, Compare(-log(delta) / y, "<", -log(delta) / beta))
    undecided({delta: between(0, 1, "left"), beta: POSITIVE, y: above(beta)}, Compare(-log(delta) / y, "<", -log(delta) / beta))


def test_elementary_bounds_of_h():
    assert proved({x: POSITIVE}, Compare(h(x), "<=", x**2 / 2))
    assert proved({x: POSITIVE}, Compare(h(x), "<=", x * (exp(x) - 1)))
    undecided({x: POSITIVE}, Compare(h(x), "<=", x**2 / 3))


# --- domains and values ----------------------------------------------------------------------------------------------


def test_an_end_where_a_side_has_no_value_must_be_outside_the_domain():
    assert proved({x: POSITIVE}, Compare(x / x, "==", 1))
    undecided({x: at_least(0)}, Compare(x / x, "==", 1))
    undecided({x: REALS}, Compare(log(x) - log(x), "==", 0))


def test_zero_to_the_zero_is_one():
    assert proved({x: at_least(0)}, Compare(x**0, "==", 1))


def test_hypotheses_restrict_the_domain():
    assert proved({x: POSITIVE}, Compare(x**2, "<", x), (Compare(x, "<", 1),))
    undecided({x: POSITIVE}, Compare(x**2, "<", x))
    assert proved({x: POSITIVE, y: POSITIVE}, Compare(x**2, "<=", y**2), (Compare(x, "<=", y),))


def test_a_hypothesis_along_a_curve_does_not_carry_monotony_outside_its_region():
    # (x - 1)^2 >= 1 leaves two pieces; a statement that fails on the right piece alone must not be proved
    undecided({x: POSITIVE}, Compare(x, "<=", 1), (Compare((x - 1) ** 2, ">=", 1),))


def test_an_equation_as_hypothesis_is_solved():
    domain = {beta: POSITIVE, delta: between(0, 1, "left"), x: POSITIVE, y: REALS}
    assert proved(domain, Compare(y, "==", x - log(delta) / beta), (Compare(log(delta), "==", beta * x - beta * y),))


def test_a_defined_name_stands_for_its_value():
    assert proved({x: POSITIVE, y: equals(x**2, POSITIVE)}, Compare(sqrt(y), "==", x))


# --- propositions ----------------------------------------------------------------------------------------------------


def test_logical_propositions():
    assert proved({x: REALS}, Any_(Compare(x, "<", 1), Compare(x, ">=", 1)))
    undecided({x: REALS}, Any_(Compare(x, "<", 1), Compare(x, ">", 1)))
    assert proved({x: REALS}, Implies(Compare(x, ">", 2), Compare(x**2, ">", 4)))
    assert proved({x: POSITIVE}, Not(Compare(x, "<", 0)))
    assert proved({x: POSITIVE}, All(Compare(x, ">", 0), Member(x / (1 + x), between(0, 1))))
    assert proved({x: POSITIVE}, ForAll({y: above(x)}, Compare(log(y), ">", log(x))))


def test_limits():
    assert proved({c: POSITIVE}, Compare(Limit(c * h(1 / lamda), lamda, oo), "==", 0))
    assert proved({c: POSITIVE}, Compare(LimSup(abs(c * lamda + log(lamda) * log(c * lamda)) / lamda, lamda, oo), "==", c))
    assert proved({c: POSITIVE}, Compare(Limit(ceiling(c * lamda) / lamda, lamda, oo), "==", c))
    assert proved({c: POSITIVE}, Compare(Limit(sqrt(lamda**2 + c * lamda) / lamda, lamda, oo), "==", 1))
    undecided({c: POSITIVE}, Compare(Limit(sqrt(lamda**2 + c * lamda) - lamda, lamda, oo), "==", 0))
    undecided({c: POSITIVE}, Compare(LimSup(c * exp(lamda), lamda, oo), "<", oo))


def test_a_supremum_that_is_approached_but_not_attained():
    assert proved({c: POSITIVE}, Compare(Sup({x: POSITIVE}, c * x / (1 + x)), "==", c))
    undecided({c: POSITIVE}, Compare(Sup({x: POSITIVE}, c * x / (1 + x)), "<=", c / 2))


def test_absence_of_a_construct_is_decided_by_walking_the_formula():
    assert found({c: POSITIVE}, free_of(term(exp(c)), "inf"))[0].status is Status.PROVED
    assert found({c: POSITIVE}, free_of(Sup({x: POSITIVE}, c * x), "sup"))[0].status is Status.REFUTED


def test_one_formula_on_both_sides_holds_by_logic_when_it_has_a_value():
    laws = {P: Laws(LINE), Q: Laws(LINE), mu: at_least(1)}
    (finding,) = found(laws, Compare(wasserstein_distance(P, Q, mu), "<=", wasserstein_distance(P, Q, mu)))
    assert (finding.status, finding.kind) == (Status.PROVED, "logic")
    undecided(laws, Compare(wasserstein_distance(P, Q, mu), "<", wasserstein_distance(P, Q, mu)))
    undecided({P: Laws(LINE), Q: Laws(LINE), mu: POSITIVE}, Compare(wasserstein_distance(P, Q, mu), "<=", wasserstein_distance(P, Q, mu)))


@pytest.mark.parametrize("distance", [lambda norm: wasserstein_distance(P, Q, 1, norm), lambda norm: kantorovich_distance(P, Q, norm)])
def test_a_distance_has_no_value_where_its_norm_has_an_order_below_1(distance):
    plane = {P: Laws(Euclid(2, 2)), Q: Laws(Euclid(2, 2))}
    same = Compare(distance(mu), "==", distance(mu))
    (finding,) = found({**plane, mu: between(1, oo)}, same)
    assert (finding.status, finding.kind) == (Status.PROVED, "logic")
    undecided({**plane, mu: between(0, 1)}, same)
    (statement,) = Claim("toy/item", "Item", forall={**plane, mu: between(0, 1)}, states=same).variants()
    forged = json.loads(certificates.text(certificates.build(statement, finding, effort="quick", seed=0)))
    assert check_data(forged, "toy").status == "refused"


def test_a_conclusion_that_is_a_hypothesis_holds_by_logic():
    bound = Compare(wasserstein_distance(P, Q, 1), "<=", c)
    (finding,) = found({P: Laws(LINE), Q: Laws(LINE), c: POSITIVE}, bound, (bound,))
    assert (finding.status, finding.kind) == (Status.PROVED, "logic")


def test_names_that_are_no_numbers_leave_the_engine_undecided():
    undecided({P: Laws(LINE), Q: Laws(LINE)}, Compare(wasserstein_distance(P, Q, 1), ">=", 0))
    assert Kernels(LINE, LINE).head == "kernels"


# --- the guards ------------------------------------------------------------------------------------------------------


def test_a_number_with_more_digits_than_a_machine_holds_is_not_computed():
    for states in (Exists({y: between(0, x)}, Compare(log(y), "==", exp(exp(x)))), Exists({y: between(0, x)}, Compare(log(y), "==", 2 ** (3**x)))):
        assert [f.status for f in found({x: at_least(0)}, states)] == [Status.UNDECIDED]


@pytest.mark.slow
def test_findings_do_not_depend_on_the_hash_seed():
    code = (
        "from tests.verify.engines import test_symbolic as s\n"
        "import json\n"
        "f, = s.found(s.PAIR, s.Compare(s.TV, '<=', s.sqrt(2 * s.KL)))\n"
        "print(json.dumps([f.status, f.summary, dict(f.evidence)]))\n"
    )
    answers = {
        subprocess.run([sys.executable, "-c", code], env={**os.environ, "PYTHONHASHSEED": seed}, capture_output=True, text=True, check=True).stdout
        for seed in ("1", "2")
    }
    assert len(answers) == 1


def test_a_sign_that_alternates_is_no_constant_factor_of_a_product():
    undecided({}, Compare(Prod({i: upto(2)}, (-number(1)) ** i), "==", 1))
    undecided({}, Compare(Prod({i: upto(2)}, (-number(1)) ** i * i), "==", 2))
