"""Distributions whose atoms are further and further apart: their divergences, and limits that do not exist."""

import json
import math
from fractions import Fraction

import pytest
from flint import fmpq

from verify.claims import LINE, Claim, ClaimError, Compare, Laws, LimInf, Limit, LimSup, Max, log, number, numbers, objects, oo, sparse_law
from verify.claims.nodes import to_json
from verify.engines import evaluate as ev
from verify.engines.membership import contains
from verify.engines.truth import Truth
from verify.evidence.checker.check import check_data
from verify.evidence.checker.evaluate import Evaluator
from verify.evidence.checker.numbers import Budget, NoValue, precision
from verify.quantities import hockey_stick_divergence, total_variation
from verify.run.decide import Settings, run_variant
from verify.values import numbers as values

P, Q = objects("P Q")
e = numbers("e")
HALF = number("1/2")
FIRST, SECOND = sparse_law(2, HALF, 0), sparse_law(2, HALF, 1)


def criterion(p, q):
    return e**2 / (-2 * log(Max(hockey_stick_divergence(p, q, e), hockey_stick_divergence(q, p, e))))


def both(term):
    """The value by the engines, and by the checker."""
    with precision(128):
        return ev.value(term, {}, ev.Context(64)), Evaluator(Budget()).number(json.loads(json.dumps(to_json(term))), {})


def by_sum(base, curve, slopes, epsilon):
    """The hockey-stick divergence in floats."""
    first, second = ([math.exp(-curve * x * x - slope * x) for x in (float(base) ** k for k in range(1, 12)) if curve * x * x < 600] for slope in slopes)
    pairs = [(1 - sum(first), 1 - sum(second)), *zip(first, second, strict=True)]
    return sum(max(0.0, a - math.exp(epsilon) * b) for a, b in pairs)


@pytest.mark.parametrize(("base", "curve", "slopes", "epsilon"), [(2, "1/2", (0, 1), "0"), (2, "1/2", (0, 1), "3"), (3, "1", (2, 0), "1/100"), (2, "3/4", (0, 2), "-1")])
def test_divergences_are_sums_over_atoms(base, curve, slopes, epsilon):
    laws = [sparse_law(base, number(curve), slope) for slope in slopes]
    expected = by_sum(base, float(Fraction(curve)), slopes, float(Fraction(epsilon)))
    found, checked = both(hockey_stick_divergence(*laws, number(epsilon)))
    assert float(values.enclose(found).lo) == pytest.approx(expected, rel=1e-12) and float(checked.lo) == pytest.approx(expected, rel=1e-12)
    if epsilon == "0":
        assert [float(values.enclose(both(total_variation(*laws))[0]).hi)] == pytest.approx([expected], rel=1e-12)


def test_the_criterion_of_gaussian_differential_privacy_tends_to_1_and_to_a_quarter():
    """Along e = x - 1 the atom at x = 2^k counts, with mass exp(-x^2/2): the quotient tends to 1. Along e = x it is the next atom, with mass exp(-2 x^2)."""
    for found, checked in (both(LimSup(criterion(FIRST, SECOND), e, oo)),):
        assert float(found.lo) == pytest.approx(1) and float(checked.lo) == pytest.approx(1) and found.hi == math.inf
    for found, checked in (both(LimInf(criterion(FIRST, SECOND), e, oo)),):
        assert float(found.hi) == pytest.approx(1 / 4) and float(checked.hi) == pytest.approx(1 / 4)
    at = {x: x * x / (-2 * math.log(by_sum(2, 0.5, (0, 1), x))) for x in (15.0, 16.0)}
    assert at[15.0] > 0.8 and at[16.0] < 0.26


def test_a_limit_that_does_not_exist_has_no_value():
    limit = Limit(criterion(FIRST, SECOND), e, oo)
    with pytest.raises(values.NoValue):
        ev.value(limit, {}, ev.Context(64))
    with precision(128), pytest.raises(NoValue):
        Evaluator(Budget()).number(to_json(limit), {})


def test_of_equal_ones_and_of_other_bases_nothing_is_said_that_is_not_seen():
    assert both(hockey_stick_divergence(FIRST, FIRST, number(2))) is not None
    with pytest.raises(ev.NoRoute):
        ev.value(LimSup(criterion(FIRST, sparse_law(3, HALF, 1)), e, oo), {}, ev.Context(64))


def test_they_belong_to_the_distributions_on_the_line():
    law = ev.value(FIRST, {}, ev.Context(64))
    assert contains(Laws(LINE), law, {}, ev.Context(64)) is Truth.TRUE and contains(Laws(LINE, moments=oo), law, {}, ev.Context(64)) is Truth.TRUE
    assert contains(Laws(LINE, density=True), law, {}, ev.Context(64)) is Truth.FALSE
    assert law.base == fmpq(2)
    for wrong in ((1, HALF, 0), (2, number("1/4"), 0), (2, HALF, -1)):
        with pytest.raises(ClaimError):
            sparse_law(*wrong)


def decided(states):
    row, document, errors = run_variant(Claim("toy/limits", "a toy", forall={P: Laws(LINE), Q: Laws(LINE)}, states=states).variants()[0], Settings())
    assert not errors
    return row, document


def test_the_search_refutes_that_limits_of_divergences_exist():
    tail = hockey_stick_divergence(P, Q, e) ** (1 / e**2)
    row, document = decided(Compare(LimInf(tail, e, oo), "==", LimSup(tail, e, oo)))
    assert row["status"] == "REFUTED"
    assert check_data(json.loads(json.dumps(document)), "c.json").status == "confirmed"


def test_what_holds_for_all_upper_and_lower_limits_is_not_refuted():
    tail = hockey_stick_divergence(P, Q, e)
    assert decided(Compare(LimInf(tail, e, oo), "<=", LimSup(tail, e, oo)))[0]["status"] != "REFUTED"
    assert decided(Compare(LimSup(tail, e, oo), "<=", 1))[0]["status"] != "REFUTED"
