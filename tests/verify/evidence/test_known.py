"""Values that the checker keeps: the same answer, the same price, whatever was asked before."""

from fractions import Fraction as F

import pytest

from verify.evidence.checker import laws, levels, power_tail_divergences
from verify.evidence.checker import numbers as n
from verify.evidence.checker.forms import power_of, primes
from verify.evidence.checker.known import Known, signature
from verify.evidence.checker.laws import Heavy, Line, Power
from verify.evidence.checker.numbers import Ball, Budget, Exhausted, precision


def test_a_value_is_computed_once_and_charged_to_each_budget_once() -> None:
    known: Known[int] = Known()
    calls = []

    def compute(budget: Budget) -> int:
        calls.append(1)
        budget.spend(10)
        return 7

    first, second = Budget(100), Budget(100)
    for budget in (first, first, second, second):
        assert known.of(budget, lambda budget=budget: compute(budget), F(1, 2)) == 7
    assert len(calls) == 1 and first.steps == second.steps == 90
    with pytest.raises(Exhausted):
        known.of(Budget(5), lambda: 7, F(1, 2))


def test_values_are_told_apart_by_every_bit_of_their_arguments_and_by_the_precision() -> None:
    known: Known[str] = Known()
    with precision(128):
        third = n.div(n.ONE, n.sqrt(F(3))) if hasattr(n, "sqrt") else n.power(F(3), F(-1, 2))
        assert isinstance(third, Ball)
        near = Ball(third.lo, third.hi)
        assert signature(third) != signature(near)  # one knows its exact form
        assert known.of(Budget(), lambda: "exact", third) == "exact"
        assert known.of(Budget(), lambda: "near", near) == "near"
    with precision(256):
        assert known.of(Budget(), lambda: "finer", third) == "finer"
    with precision(128):
        whole = signature((n.log(F(20)), "name"))
        assert known.of(Budget(), lambda: "within", whole) == "within"  # a signature is an argument like any other
    with pytest.raises(TypeError):
        signature(object())


def test_laws_with_equal_numbers_share_a_divergence() -> None:
    def cauchy(at: F) -> Heavy:
        return Heavy(Line(()), ((F(1), Power(at, F(1), F(2), "both")),))

    with precision(128):
        one = power_tail_divergences.renyi(cauchy(F(0)), cauchy(F(1)), F(2), Budget())
        assert power_tail_divergences.renyi(cauchy(F(0)), cauchy(F(1)), F(2), Budget()) is one
        other = power_tail_divergences.renyi(cauchy(F(0)), cauchy(F(2)), F(2), Budget())
        assert n.relations(one, other) == {"<"}
        assert n.relations(one, n.log(F(3, 2))) != {"<"} and n.relations(one, n.log(F(3, 2))) != {">"}  # E (1 + (x - 1)^2)/(1 + x^2) under the moved law
        ball = n.ball(one)
        assert ball.hi - ball.lo < 1e-15


def test_exact_powers_need_no_factors_of_large_numbers() -> None:
    p, q = 1_000_000_007, 998_244_353
    assert primes(p * p * q * q) == ((p, 2), (q, 2))
    assert primes(p * q * p) == ((p * q * p, 1),)
    unit = ("e", F(0), ())
    assert power_of({unit: F(p * q * p)}, F(3)) == {unit: F((p * q * p) ** 3)}
    assert power_of({unit: F(p * p * q * q, 4)}, F(1, 2)) == {unit: F(p * q, 2)}
    with pytest.raises(OverflowError):
        power_of({unit: F(3)}, F(10**6))


def test_the_least_mu_of_two_laws_is_remembered() -> None:
    def laplace(at: F) -> Line:
        left, right = laws.Piece(n.MINUS_INFINITY, at, n.sub(-at, n.log(F(2))), F(1), F(0)), laws.Piece(at, n.INFINITY, n.sub(at, n.log(F(2))), F(-1), F(0))
        return Line(((F(1), (left, right)),))

    with precision(128):
        found = levels.least_mu(laplace(F(0)), laplace(F(1)), Budget())
        assert levels.least_mu(laplace(F(0)), laplace(F(1)), Budget()) is found
        assert n.relations(found, F(1)) == {">"} and n.relations(found, F(3, 2)) == {"<"}


def test_a_coarse_value_is_coarse_whenever_it_is_asked_for() -> None:
    known: Known[int] = Known()

    def rough(budget: Budget) -> int:
        budget.coarse = True
        return 1

    first, second = Budget(), Budget()
    assert known.of(first, lambda: rough(first), F(1)) == 1 and first.coarse
    assert known.of(second, lambda: rough(second), F(1)) == 1 and second.coarse
    second.coarse = False  # a new rung of the ladder
    assert known.of(second, lambda: rough(second), F(1)) == 1 and second.coarse
    second.coarse = True
    assert known.of(second, lambda: 2, F(2)) == 2 and second.coarse
    third = Budget()
    assert known.of(third, lambda: 2, F(2)) == 2 and not third.coarse
